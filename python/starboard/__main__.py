"""The program `starboard`: `python -m starboard analyse backgammon`."""

from __future__ import annotations

import signal
import sys

from . import _starboard


def main() -> int:
    """Runs the program on the arguments of the process."""
    # Nothing looks for Ctrl-C here: it ends the process, as it ends any program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _starboard.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
