//! Connection to servers through the program `simpack-net` next to this one, which is killed when a request is canceled.

use crate::Store;
use crate::work::Work;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::installation::program_folder;
use sim_pack_wire::{Answer, Failure, LARGEST_TEXT, PROGRAM, Reason, Reply, Request};
use std::env::consts::EXE_SUFFIX;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
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

/// Event during requests to servers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Transfer progress. Sent ten times per second, even without any change.
    Progress {
        /// Name of the file.
        name: &'a str,
        /// Bytes so far.
        done: u64,
        /// Total bytes, if known.
        total: Option<u64>,
    },
    /// An index cannot be reached; cached data is used.
    FromCache {
        /// The index.
        source: &'a str,
        /// Age of the cached data.
        age: Duration,
        /// Why the index cannot be reached.
        cause: &'a Diagnostic,
    },
}

/// Event callback; returns whether to continue.
pub type Watch = dyn Fn(&Event<'_>) -> bool + Send + Sync;

/// Connection to servers.
#[derive(Clone)]
pub struct Link(Arc<Inner>);

struct Inner {
    cache: PathBuf,
    silence_s: f64,
    watch: Box<Watch>,
    talk: Mutex<Option<Talk>>,
}

/// A running `simpack-net`.
struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A failed request to a server.
#[derive(Debug)]
pub(crate) struct Trouble {
    /// The diagnostic to report.
    pub finding: Box<Diagnostic>,
    /// Whether the problem may be temporary, so that cached data can be used.
    pub passes: bool,
    /// Whether the server has responded with an error.
    pub refused: bool,
}

impl From<Trouble> for Diagnostic {
    fn from(trouble: Trouble) -> Self {
        *trouble.finding
    }
}

impl From<Diagnostic> for Trouble {
    fn from(finding: Diagnostic) -> Self {
        Self { finding: Box::new(finding), passes: false, refused: false }
    }
}

fn finding(message: String, place: &str) -> Diagnostic {
    Diagnostic::error(Code::PackNetwork, message).with_file(place.to_owned())
}

impl Link {
    /// A link for a store, which holds the cached lists of indexes. `watch` receives events and cancels a request by returning
    /// false.
    pub fn new(store: &Store, watch: Box<Watch>) -> Self {
        let seconds = std::env::var(SECONDS).ok().and_then(|text| text.parse::<f64>().ok());
        let silence_s = seconds.filter(|seconds| *seconds > 0.0 && seconds.is_finite()).unwrap_or(SILENCE);
        Self(Arc::new(Inner { cache: store.cache(), silence_s, watch, talk: Mutex::default() }))
    }

    /// A link that reports its progress to `work` and is canceled with it.
    pub fn of_work(store: &Store, work: &Arc<Work>) -> Self {
        let work = work.clone();
        let watch = move |event: &Event<'_>| {
            if let Event::Progress { name, done, total } = *event {
                work.come_to(name, done, total);
            }
            !work.is_canceled()
        };
        Self::new(store, Box::new(watch))
    }

    /// The folder for cached lists.
    pub(crate) fn cache(&self) -> &Path {
        &self.0.cache
    }

    /// Reports an event.
    pub(crate) fn report(&self, event: &Event<'_>) {
        (self.0.watch)(event);
    }

    /// A request for a text of at most this many bytes.
    pub(crate) fn request(&self, method: &str, url: String) -> Request {
        let most = LARGEST_TEXT;
        Request { method: method.to_owned(), url, most, ..Request::default() }
    }

    /// Sends a request to a server. `name` is the display name of the file transferred.
    pub(crate) fn ask(&self, name: &str, mut request: Request) -> Result<Answer, Trouble> {
        let sent = match &request.body {
            sim_pack_wire::Body::File(path) => path.metadata().map_or(0, |meta| meta.len()),
            _ => 0,
        };
        let bytes = request.content.as_ref().map_or(0, |content| content.size) + sent;
        request.silence_s = self.0.silence_s;
        request.whole_s = self.0.silence_s * WHOLE + bytes as f64 / SLOWEST;
        let mut talk = self.0.talk.lock().unwrap_or_else(PoisonError::into_inner);
        if talk.is_none() {
            *talk = Some(started()?);
        }
        let answer = talk.as_mut().map(|talk| self.answer(talk, name, &request));
        match answer {
            Some(Ok(Ok(answer))) => Ok(answer),
            Some(Ok(Err(failure))) => Err(self.trouble(&request.url, &failure)),
            other => {
                // The program is unusable now.
                *talk = None;
                Err(other.and_then(Result::err).unwrap_or_else(|| gone(&request.url)).into())
            }
        }
    }

    fn answer(&self, talk: &mut Talk, name: &str, request: &Request) -> Result<Result<Answer, Failure>, Diagnostic> {
        let line = serde_json::to_string(request).map_err(|error| gone(&request.url).with_found(error.to_string()))?;
        let written = writeln!(talk.input, "{line}").and_then(|()| talk.input.flush());
        written.map_err(|error| gone(&request.url).with_found(error.to_string()))?;
        let (mut done, mut total) = (0, None);
        loop {
            let event = Event::Progress { name, done, total };
            match talk.lines.recv_timeout(TICK) {
                Err(RecvTimeoutError::Timeout) if (self.0.watch)(&event) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(finding("canceled".to_string(), &request.url));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(gone(&request.url)),
                Ok(line) => match serde_json::from_str(&line) {
                    Ok(Reply::Progress { done: so_far, total: in_all }) => {
                        (done, total) = (so_far, in_all);
                        if !(self.0.watch)(&Event::Progress { name, done, total }) {
                            return Err(finding("canceled".to_string(), &request.url));
                        }
                    }
                    Ok(Reply::Answer(answer)) => return Ok(Ok(answer)),
                    Ok(Reply::Failure(failure)) => return Ok(Err(failure)),
                    Err(error) => return Err(gone(&request.url).with_found(error.to_string())),
                },
            }
        }
    }

    fn trouble(&self, url: &str, failure: &Failure) -> Trouble {
        let (message, help) = match failure.reason {
            Reason::Away => (
                "server unreachable".to_string(),
                "check the address and the network; installed packs work offline".to_string(),
            ),
            Reason::Slow => (
                format!(
                    "no response from the server within {seconds} s, or the transfer takes too long",
                    seconds = self.0.silence_s
                ),
                format!("try again later; {SECONDS} sets the timeout in seconds"),
            ),
            Reason::Certificate => (
                "the server's certificate is not accepted".to_string(),
                "the connection may be intercepted; for a certificate of your own authority, set SSL_CERT_FILE to the \
                 certificate file of that authority"
                    .to_string(),
            ),
            Reason::NoEncryption => (
                "the server does not support encryption, or only an insecure version".to_string(),
                "check the address and port; pack servers on other machines require TLS 1.2 or 1.3".to_string(),
            ),
            Reason::TooLarge => (
                "the response of the server exceeds the size limit".to_string(),
                "check the address, or inform the administrator of the server".to_string(),
            ),
            Reason::OtherContent => (
                "the file from the server differs from its list".to_string(),
                "do not use it; inform the maintainer of the index".to_string(),
            ),
            Reason::CutOff => (
                "the connection was closed before the response was complete".to_string(),
                "try again; nothing was installed".to_string(),
            ),
            Reason::Redirects => (
                "too many redirects".to_string(),
                "check the address, or inform the administrator of the server".to_string(),
            ),
            Reason::Plain => (
                "the server redirects to an unencrypted address".to_string(),
                "check the address, or inform the administrator of the server".to_string(),
            ),
            Reason::Login => (
                "the server requires a login, or rejects the current one".to_string(),
                "log in with `docker login` or `podman login`; their `config.json` and `auth.json` are read"
                    .to_string(),
            ),
            Reason::Nonsense => (
                "invalid response from the server".to_string(),
                "check the address, or inform the administrator of the server".to_string(),
            ),
            Reason::File => (
                "a local file cannot be read or written".to_string(),
                "check disk space and permissions; SIM_PACKS sets another folder".to_string(),
            ),
        };
        let finding = finding(message, url).with_found(failure.detail.clone()).with_help(help);
        let passes = matches!(failure.reason, Reason::Away | Reason::Slow | Reason::CutOff);
        Trouble { finding: Box::new(finding), passes, refused: false }
    }

    /// Sends a request to a server; `None` if the file does not exist.
    pub(crate) fn find(&self, name: &str, request: Request) -> Result<Option<Answer>, Trouble> {
        let url = request.url.clone();
        let answer = self.ask(name, request)?;
        match answer.status {
            200..300 => Ok(Some(answer)),
            404 | 410 => Ok(None),
            status => {
                let message = format!("the server rejected the request with status {status}");
                let help = "try again later, or inform the administrator of the server";
                let reply: String = answer.text.chars().filter(|letter| !letter.is_control()).take(300).collect();
                let finding = finding(message, &url).with_help(help);
                let finding = if reply.is_empty() { finding } else { finding.with_found(reply) };
                Err(Trouble { finding: Box::new(finding), passes: status >= 500 || status == 429, refused: true })
            }
        }
    }
}

fn gone(url: &str) -> Diagnostic {
    let message = format!("the program {PROGRAM}, which communicates with servers, ended unexpectedly");
    finding(message, url).with_help("try again; nothing was installed")
}

/// Starts the program.
fn started() -> Result<Talk, Diagnostic> {
    let program = program_folder().map(|folder| folder.join(format!("{PROGRAM}{EXE_SUFFIX}")));
    let missing = |found: String| {
        let message = format!("the program {PROGRAM}, which communicates with servers, cannot be started");
        let help = "it should be next to `sim`: reinstall the simulator; folders and archives work without it";
        let place = program.as_ref().map(|program| program.display().to_string()).unwrap_or_default();
        finding(message, &place).with_found(found).with_help(help)
    };
    let mut command = Command::new(program.as_deref().unwrap_or(Path::new(PROGRAM)));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| missing(error.to_string()))?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (Some(input), Some(output)) = (input, output) else { return Err(missing(String::new())) };
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    Ok(Talk { child, input, lines })
}
