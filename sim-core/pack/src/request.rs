//! Requests to servers and their responses.

use std::path::PathBuf;

/// Maximum size of a response without a file, bytes.
pub const LARGEST_TEXT: u64 = 16 << 20;

/// A request to a server.
#[derive(Clone, Debug, Default, PartialEq)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Size, bytes.
    pub size: u64,
    /// SHA-256, 64 hexadecimal digits.
    pub sha256: String,
}

/// A server's response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
