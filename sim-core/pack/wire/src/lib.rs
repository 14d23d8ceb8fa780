//! Protocol between a program and `simpack-net`, the program next to it that communicates with servers: one JSON document per line
//! on standard input and output.
//!
//! A [`Request`] is answered by any number of [`Reply::Progress`] and one of the other replies. The program exits when its
//! standard input is closed, even during a request.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// File name of the program, without its extension on Windows. Its prefix differs from that of `sim` subcommands in external
/// programs.
pub const PROGRAM: &str = "simpack-net";

/// Maximum size of a response without a file, bytes.
pub const LARGEST_TEXT: u64 = 16 << 20;

/// A request to a server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// `GET`, `HEAD`, `POST`, `PUT` or `PATCH`.
    pub method: String,
    /// The URL: `https://…`, or `http://…` for this machine.
    pub url: String,
    /// Header fields, except those for a login.
    pub header: Vec<(String, String)>,
    /// The request body.
    pub body: Body,
    /// File to create for the response content; `None` returns it as text. Used only if the server reports success.
    pub file: Option<PathBuf>,
    /// Maximum size of the response content, bytes.
    pub most: u64,
    /// Expected content, if known. Checked only if the server reports success.
    pub content: Option<Content>,
    /// The scope for a login, in the format of registries: `repository:NAME:pull`; empty lets the server decide.
    pub right: String,
    /// Maximum time without data from the server, s.
    pub silence_s: f64,
    /// Maximum total time, s.
    pub whole_s: f64,
}

/// Body of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Body {
    /// Nothing.
    #[default]
    None,
    /// A text.
    Text(String),
    /// The bytes of a file.
    File(PathBuf),
}

/// Expected content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Size, bytes.
    pub size: u64,
    /// SHA-256, 64 hexadecimal digits.
    pub sha256: String,
}

/// A line of output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// Progress: bytes transferred so far, and in total if known.
    Progress {
        /// Bytes so far.
        done: u64,
        /// Total bytes.
        total: Option<u64>,
    },
    /// The server's response.
    Answer(Answer),
    /// No usable response.
    Failure(Failure),
}

/// A server's response.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Its status code.
    pub status: u16,
    /// Redirect target (`Location`), as an absolute URL.
    pub location: Option<String>,
    /// Next page of a list (`Link` with `rel="next"`), as an absolute URL.
    pub next: Option<String>,
    /// Its content, if no file was specified.
    pub text: String,
}

/// Failure of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The reason.
    pub reason: Reason,
    /// Details from the system, the server or the library, verbatim.
    pub detail: String,
}

/// Reason of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// The server cannot be reached.
    Away,
    /// The server sends nothing for too long, or the whole request takes too long.
    Slow,
    /// The server's certificate is invalid.
    Certificate,
    /// No TLS, or only an outdated version.
    NoEncryption,
    /// The response exceeds the allowed size.
    TooLarge,
    /// The content differs from the expected content.
    OtherContent,
    /// The connection ended before the content was complete.
    CutOff,
    /// Too many redirects.
    Redirects,
    /// The URL, or a redirect target, is unencrypted and not on this machine.
    Plain,
    /// A login is required, or was rejected.
    Login,
    /// The response is not valid HTTP, or violates the protocol.
    Nonsense,
    /// A local file cannot be read or written.
    File,
}
