//! The `starboard` program: the built-in games and nothing else.

fn main() -> std::process::ExitCode {
    starboard::run(&starboard::Registry::builtin())
}
