//! `starboard serve`: the page in the browser.

use std::{io::Write, net::IpAddr, path::PathBuf, time::Duration};

use starboard_serve::{Caps, Config, PORT};

use super::{Context, Examples, count, time};

pub(crate) const EXAMPLES: Examples = Examples {
    games: &[],
    built_in: &["serve", "serve --runs logs/ --jobs 4", "serve --port 0 --max-time 10"],
    own: &["serve", "serve --runs logs/ --jobs 4"],
};

/// Serves a page for every game, for a browser on this machine.
#[derive(clap::Args, Debug)]
#[command(
    about = "Show boards, searches and their trees in the browser",
    long_about = "Serve a page for every game of this program: a board to click on, with any \
        engine's analysis as it deepens; search trees of two engines side by side, node by node; \
        several engines compared on one position; games reviewed; and the logs of long runs as \
        they grow.\n\n\
        The printed address contains a token, without which no request is answered; open it in a \
        browser on this machine. Only this machine can reach it unless --host and --allow-remote \
        say otherwise. Nothing is encrypted, so over a network a tunnel is better: `ssh -L \
        8650:localhost:8650 MACHINE`. A search is stopped when its page is closed."
)]
pub(crate) struct Args {
    /// The port to listen on; 0 for any free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    host: IpAddr,
    /// Allow an address that other machines can reach
    #[arg(long)]
    allow_remote: bool,
    /// Searches that may run at the same time [default: 2]
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<u64>,
    /// The folder with the logs of runs to watch
    #[arg(long, value_name = "DIR")]
    runs: Option<PathBuf>,
    /// How long one search may take, in seconds or as in 500ms [default: 60]
    #[arg(long, value_name = "S", value_parser = time)]
    max_time: Option<Duration>,
    /// How many positions one search may visit [default: 100 million]
    #[arg(long, value_name = "N", value_parser = count)]
    max_nodes: Option<u64>,
}

pub(crate) fn run(args: &Args, context: &Context<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let usual = Config::default();
    let caps = Caps {
        time: args.max_time.unwrap_or(usual.caps.time),
        nodes: args.max_nodes.unwrap_or(usual.caps.nodes),
        ..usual.caps
    };
    let config = Config {
        host: args.host,
        port: args.port,
        allow_remote: args.allow_remote,
        jobs: args.jobs.map_or(usual.jobs, |jobs| jobs as usize),
        runs: args.runs.clone(),
        caps,
    };
    starboard_serve::serve(context.games, config, out)
}

#[cfg(test)]
mod tests {
    use crate::testing::refused;

    #[test]
    fn other_machines_are_kept_out_unless_allowed() {
        refused(
            "serve --host 0.0.0.0 --port 0",
            &["reached from other machines", "--allow-remote"],
        );
        refused("serve --host here", &["--host"]);
    }
}
