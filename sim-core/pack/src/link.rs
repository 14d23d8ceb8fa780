//! Connection to servers. It requires the feature `network`.

use crate::Store;
#[cfg(feature = "network")]
use crate::http::Http;
use crate::request::{Answer, LARGEST_TEXT, Request};
use crate::work::Work;
use sim_core::diagnostic::{Code, Diagnostic};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

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
    watch: Box<Watch>,
    #[cfg(feature = "network")]
    http: Http,
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
        Self(Arc::new(Inner {
            cache: store.cache(),
            watch,
            #[cfg(feature = "network")]
            http: Http::new(),
        }))
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
    #[cfg(feature = "network")]
    pub(crate) fn ask(&self, name: &str, request: Request) -> Result<Answer, Trouble> {
        let url = request.url.clone();
        let go_on = |done, total| (self.0.watch)(&Event::Progress { name, done, total });
        match self.0.http.ask(request, &go_on) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(finding("canceled".to_owned(), &url).into()),
            Err(failure) => {
                let (message, help) = failure.texts(self.0.http.silence_s);
                let passes = failure.passes();
                let finding = finding(message, &url).with_found(failure.detail).with_help(help);
                Err(Trouble { finding: Box::new(finding), passes, refused: false })
            }
        }
    }

    /// Reports that requests are impossible.
    #[cfg(not(feature = "network"))]
    pub(crate) fn ask(&self, _name: &str, request: Request) -> Result<Answer, Trouble> {
        let message = "this program was built without access to pack servers";
        let help = "use a build with the feature `network`; folders and archives work without it";
        Err(finding(message.to_owned(), &request.url).with_help(help).into())
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
