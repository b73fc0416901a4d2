//! Searches on threads of their own, a limited number at a time, each stopped when its client
//! is gone.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    thread,
    time::Duration,
};

use axum::response::{
    IntoResponse, Response,
    sse::{Event, KeepAlive, Sse},
};
use futures_core::Stream;
use parking_lot::Mutex;
use serde::Serialize;
use starboard_core::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use super::api::{busy, failed};

/// The searches that are running, each with a number of its own.
#[derive(Default)]
struct Running {
    next: u64,
    stops: Vec<(u64, Stop)>,
}

/// The stack of a search, as it is on the command line, with room to spare: searches recurse.
const STACK: usize = 64 << 20;

/// How long to wait until a search that was stopped has ended.
const A_MOMENT: Duration = Duration::from_millis(300);

/// Slots for so many searches, and a way to stop those that are running.
pub(crate) struct Slots {
    free: Arc<Semaphore>,
    running: Arc<Mutex<Running>>,
}

impl Slots {
    pub(crate) fn new(jobs: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(jobs)), running: Arc::default() }
    }

    /// Stops every search that is running.
    pub(crate) fn stop_all(&self) {
        self.running.lock().stops.iter().for_each(|(_, stop)| stop.request());
    }

    /// How many searches are running.
    #[cfg(test)]
    pub(crate) fn running(&self) -> usize {
        self.running.lock().stops.len()
    }

    /// A slot for a search; `None` if all are taken and stay so for a moment. A client that
    /// goes on to another view has stopped its search, but the search does not end at once.
    async fn take(&self) -> Option<Slot> {
        let free = Arc::clone(&self.free).acquire_owned();
        let permit = tokio::time::timeout(A_MOMENT, free).await.ok()?.ok()?;
        let (stop, mut running) = (Stop::default(), self.running.lock());
        let number = running.next;
        running.next += 1;
        running.stops.push((number, stop.clone()));
        drop(running);
        Some(Slot { stop, number, running: Arc::clone(&self.running), _permit: permit })
    }

    /// Does `work` on a thread of its own and answers with what it returns; stops it if the
    /// client is gone.
    pub(crate) async fn answer<T: Serialize + Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> anyhow::Result<T> + Send + 'static,
    ) -> Response {
        let Some(slot) = self.take().await else { return busy() };
        let gone = StopOnDrop(slot.stop.clone());
        let (done, answer) = oneshot::channel();
        begin(move || {
            let result = work(&slot.stop);
            // The client may ask again as soon as it has read the answer.
            drop(slot);
            let _ = done.send(result);
        });
        let result = answer.await;
        drop(gone);
        match result {
            Ok(Ok(value)) => axum::Json(value).into_response(),
            Ok(Err(error)) => failed(&error),
            Err(_) => failed(&broke_off()),
        }
    }

    /// Prepares `work`, does it on a thread of its own, and sends what it reports as it goes
    /// on: a stream of events, the last of which is `done` or `error`. If it cannot be
    /// prepared, the answer has an error status. Stops it if the client is gone.
    pub(crate) async fn stream<W, T: Serialize>(
        &self,
        prepare: impl FnOnce() -> anyhow::Result<W> + Send + 'static,
        work: impl FnOnce(W, &Stop, &Tell) -> anyhow::Result<T> + Send + 'static,
    ) -> Response {
        let Some(slot) = self.take().await else { return busy() };
        let (sender, events) = mpsc::channel(64);
        let (done, prepared) = oneshot::channel();
        let stream = Events { events, _gone: StopOnDrop(slot.stop.clone()) };
        begin(move || {
            let tell = Tell { sender, stop: slot.stop.clone() };
            let result = match prepare() {
                Ok(ready) => {
                    let _ = done.send(Ok(()));
                    work(ready, &slot.stop, &tell)
                }
                Err(error) => {
                    drop(slot);
                    let _ = done.send(Err(error));
                    return;
                }
            };
            drop(slot);
            match result {
                Ok(value) => tell.event("done", &value),
                Err(error) => {
                    tell.event("error", &serde_json::json!({ "error": format!("{error:#}") }));
                }
            }
        });
        match prepared.await {
            Ok(Ok(())) => Sse::new(stream).keep_alive(KeepAlive::default()).into_response(),
            Ok(Err(error)) => failed(&error),
            Err(_) => failed(&broke_off()),
        }
    }
}

/// Does `work` on a thread with the stack of a search. If the thread cannot be started, `work`
/// is dropped, and the client that waits for its answer learns that it broke off.
fn begin(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
    let _ = thread.spawn(work);
}

fn broke_off() -> anyhow::Error {
    anyhow::anyhow!("the search broke off: this is a fault")
}

/// The slot of one search, free again when it is dropped.
struct Slot {
    stop: Stop,
    number: u64,
    running: Arc<Mutex<Running>>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.running.lock().stops.retain(|(other, _)| *other != self.number);
    }
}

/// Requests a stop when it is dropped, as happens when the connection is.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.request();
    }
}

/// Where a search reports what it has found so far.
pub(crate) struct Tell {
    sender: mpsc::Sender<Event>,
    stop: Stop,
}

impl Tell {
    /// Sends an event. If the client is gone, the search is to stop.
    pub(crate) fn event(&self, name: &str, value: &impl Serialize) {
        let event = Event::default().event(name).json_data(value);
        let sent = event.is_ok_and(|event| self.sender.blocking_send(event).is_ok());
        if !sent {
            self.stop.request();
        }
    }
}

struct Events {
    events: mpsc::Receiver<Event>,
    _gone: StopOnDrop,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}
