//! Requests to servers over HTTPS.

mod address;
mod client;
mod failure;
mod login;

use crate::request::{Answer, Body, Request};
use client::Client;
use failure::{Failure, Reason};
use login::Logins;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Environment variable for the maximum time without a response from a server, s.
const SECONDS: &str = "SIM_PACK_SECONDS";
/// Default, s.
const SILENCE: f64 = 30.0;
/// Total time limit of a request as a multiple of that time, excluding the transfer.
const WHOLE: f64 = 4.0;
/// Minimum transfer rate, bytes per second.
const SLOWEST: f64 = 16_000.0;
/// Interval for asking the callback whether to continue.
const TICK: Duration = Duration::from_millis(100);

/// Sends requests one at a time.
pub struct Http {
    /// Maximum time without data from a server, s.
    pub silence_s: f64,
    /// Connections and logins of earlier requests.
    client: Mutex<Option<Client>>,
}

impl Http {
    /// With the time limit of the environment.
    pub fn new() -> Self {
        let seconds = std::env::var(SECONDS).ok().and_then(|text| text.parse::<f64>().ok());
        let silence_s = seconds.filter(|seconds| *seconds > 0.0 && seconds.is_finite()).unwrap_or(SILENCE);
        Self { silence_s, client: Mutex::default() }
    }

    /// Sends a request. `go_on` receives the progress, at least ten times per second, and cancels the request by returning false;
    /// the result is then `None`.
    ///
    /// The request has its own thread, which `ureq` may block. After a cancellation it ends at the next data from the server, or at
    /// the time limit.
    pub fn ask(
        &self,
        mut request: Request,
        go_on: &dyn Fn(u64, Option<u64>) -> bool,
    ) -> Result<Option<Answer>, Failure> {
        let sent = match &request.body {
            Body::File(path) => path.metadata().map_or(0, |meta| meta.len()),
            _ => 0,
        };
        let bytes = request.content.as_ref().map_or(0, |content| content.size) + sent;
        request.silence_s = self.silence_s;
        request.whole_s = self.silence_s * WHOLE + bytes as f64 / SLOWEST;
        let mut kept = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        let mut client = kept.take().unwrap_or_else(|| Client::new(Logins::of_user()));
        let (send, progress) = channel();
        let thread = std::thread::spawn(move || {
            let answer = client.answer(&request, &mut |done, total| send.send((done, total)).is_ok());
            (client, answer)
        });
        let (mut done, mut total) = (0, None);
        loop {
            match progress.recv_timeout(TICK) {
                Ok(now) => (done, total) = now,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !go_on(done, total) {
                return Ok(None);
            }
        }
        // It has panicked, which the panic hook has reported.
        let panicked = |_| Failure { reason: Reason::Nonsense, detail: "the HTTP client panicked".to_owned() };
        let (client, answer) = thread.join().map_err(panicked)?;
        *kept = Some(client);
        answer.map(Some)
    }
}
