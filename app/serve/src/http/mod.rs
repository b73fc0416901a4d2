//! The page and its answers over HTTP, for a browser on this machine.

mod api;
mod assets;
mod guard;
mod jobs;
#[cfg(test)]
mod tests;

use std::{
    io::Write,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use anyhow::Context as _;
use axum::{Router, middleware};
use starboard::{BadInput, Registry};
use tokio::sync::oneshot;

use crate::Caps;
use jobs::Slots;

/// The default port of the page.
pub const PORT: u16 = 8650;

/// Where and how the page is served.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Whether an address that other machines can reach is allowed.
    pub allow_remote: bool,
    /// How many searches may run at a time.
    pub jobs: usize,
    /// The folder with the logs of runs, if they are to be shown.
    pub runs: Option<PathBuf>,
    /// What one request may cost.
    pub caps: Caps,
}

impl Default for Config {
    /// This machine only, and its usual port.
    fn default() -> Self {
        Self {
            host: IpAddr::from([127, 0, 0, 1]),
            port: PORT,
            allow_remote: false,
            jobs: 2,
            runs: None,
            caps: Caps::default(),
        }
    }
}

/// The state that all requests share.
struct Site {
    games: Registry,
    config: Config,
    /// The token that a request must have to be answered.
    token: String,
    /// The accepted values of `Host`; any, if empty.
    hosts: Vec<String>,
    slots: Slots,
}

impl Site {
    fn new(games: Registry, config: Config, token: String, port: u16) -> Self {
        let slots = Slots::new(config.jobs);
        let hosts = guard::hosts(config.host, port);
        Self { games, config, token, hosts, slots }
    }
}

/// Everything that is answered, behind the guard.
fn router(site: Arc<Site>) -> Router {
    Router::new()
        .merge(assets::routes())
        .nest("/api/1", api::routes(&site.config.caps))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), guard::check))
        .with_state(site)
}

/// Serves the page until the program is interrupted; writes its address to `out` first.
///
/// # Errors
///
/// [`BadInput`] if other machines could reach the address and that was not allowed; if the
/// address cannot be used.
pub fn serve(games: &Registry, config: Config, out: &mut dyn Write) -> anyhow::Result<()> {
    let remote = !config.host.is_loopback();
    if remote && !config.allow_remote {
        return Err(BadInput::error(format!(
            "{} can be reached from other machines: say --allow-remote if that is what you want",
            config.host
        )));
    }
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|why| anyhow::anyhow!("no random token: {why}"))?;
    let token: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let address = SocketAddr::new(config.host, config.port);
        let listener = tokio::net::TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen at {address}"))?;
        let address = listener.local_addr()?;
        if remote {
            writeln!(
                out,
                "warning: whoever reaches {address} and knows the token can make this machine \
                 search; nothing is encrypted"
            )?;
        }
        writeln!(out, "http://{address}/#{token}")?;
        writeln!(out, "The page is there until you press Ctrl-C.")?;
        out.flush()?;
        let site = Arc::new(Site::new(games.clone(), config, token, address.port()));
        let end = async { drop(tokio::signal::ctrl_c().await) };
        until(listener, site, end, PATIENCE).await
    });
    // Nobody waits any more for what is still being answered.
    runtime.shutdown_background();
    served
}

/// How long to wait in the end for requests that are still being read or answered.
const PATIENCE: Duration = Duration::from_secs(3);

/// Serves the page until `end`, and then until the answers under way are done, but for no
/// longer than `patience`.
async fn until(
    listener: tokio::net::TcpListener,
    site: Arc<Site>,
    end: impl Future<Output = ()> + Send + 'static,
    patience: Duration,
) -> anyhow::Result<()> {
    let running = Arc::clone(&site);
    let (ended, over) = oneshot::channel::<()>();
    let interrupted = async move {
        end.await;
        // Requests that wait for an answer get what was found so far.
        running.slots.stop_all();
        drop(ended);
    };
    let serving = axum::serve(listener, router(site)).with_graceful_shutdown(interrupted);
    let serving = tokio::spawn(serving.into_future());
    let _ = over.await;
    // A client that never ends its request would be waited for without end.
    match tokio::time::timeout(patience, serving).await {
        Ok(served) => Ok(served??),
        Err(_) => Ok(()),
    }
}
