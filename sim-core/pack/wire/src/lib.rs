//! What a program says to `simpack-net`, the program beside it that talks to servers, and what that answers: one JSON document
//! per line on standard input and output.
//!
//! A [`Request`] is answered by any number of [`Reply::Progress`] and one of the others. The program ends with its standard input,
//! also while it is at work.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// File name of the program, without the ending that it has on Windows. It does not begin as the commands of `sim` do that are
/// programs of their own.
pub const PROGRAM: &str = "simpack-net";

/// Most bytes of an answer that comes without a file of its own.
pub const LARGEST_TEXT: u64 = 16 << 20;

/// What a server is asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// `GET`, `HEAD`, `POST`, `PUT` or `PATCH`.
    pub method: String,
    /// The address: `https://…`, or `http://…` of this machine.
    pub url: String,
    /// Fields of its header. Those for a login are not among them.
    pub header: Vec<(String, String)>,
    /// What is sent along.
    pub body: Body,
    /// Where the answer's content goes, a file that is made for it; otherwise it comes as text. Only where the server says that
    /// all is well.
    pub file: Option<PathBuf>,
    /// Most bytes of the answer's content.
    pub most: u64,
    /// What the content must be, where that is known. Only where the server says that all is well.
    pub content: Option<Content>,
    /// The right that a login is for, in the form of registries: `repository:NAME:pull`; empty where the server decides.
    pub right: String,
    /// How long the server may say nothing, s.
    pub silence_s: f64,
    /// How long all of it may take, s.
    pub whole_s: f64,
}

/// What is sent along with a request.
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

/// What is known of a content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Bytes.
    pub size: u64,
    /// SHA-256, 64 digits.
    pub sha256: String,
}

/// A line of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// How far it is: bytes that came or went so far, and how many there will be, where that is known.
    Progress {
        /// So far.
        done: u64,
        /// In all.
        total: Option<u64>,
    },
    /// What the server says.
    Answer(Answer),
    /// There is no answer, or none that may be used.
    Failure(Failure),
}

/// What a server says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Its status code.
    pub status: u16,
    /// Where to go on (`Location`), as a whole address.
    pub location: Option<String>,
    /// Where the next part of a list is (`Link` with `rel="next"`), as a whole address.
    pub next: Option<String>,
    /// Its content, where no file was named for it.
    pub text: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What went wrong.
    pub reason: Reason,
    /// What the system, the server or the library says of it, in their words.
    pub detail: String,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// The server cannot be reached.
    Away,
    /// It says nothing for too long, or all of it takes too long.
    Slow,
    /// It does not show that it is the one that was meant.
    Certificate,
    /// It does not speak of encryption as it has to: not at all, or as it was done years ago.
    NoEncryption,
    /// It sends more than was allowed.
    TooLarge,
    /// It sends something else than what was known of the content.
    OtherContent,
    /// It ends before its content does.
    CutOff,
    /// It leads from place to place.
    Redirects,
    /// The address, or one that it leads to, has no encryption, and is not of this machine.
    Plain,
    /// It wants a login, or refuses the one that there is.
    Login,
    /// Its answer is none of HTTP, or not as it must be.
    Nonsense,
    /// A file on this machine cannot be read or written.
    File,
}
