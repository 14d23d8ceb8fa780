//! Failures of requests.

/// Failure of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The reason.
    pub reason: Reason,
    /// Details from the system, the server or the library, verbatim.
    pub detail: String,
}

impl Failure {
    /// Whether the problem may be temporary.
    pub fn passes(&self) -> bool {
        matches!(self.reason, Reason::Away | Reason::Slow | Reason::CutOff)
    }

    /// The message and the help.
    pub fn texts(&self, silence_s: f64) -> (String, &'static str) {
        let administrator = "check the address, or inform the administrator of the server";
        let (message, help) = match self.reason {
            Reason::Away => ("server unreachable", "check the address and the network; installed packs work offline"),
            Reason::Slow => {
                let message =
                    format!("no response from the server within {silence_s} s, or the transfer takes too long");
                return (message, "try again later; SIM_PACK_SECONDS sets the timeout in seconds");
            }
            Reason::Certificate => (
                "the server's certificate is not accepted",
                "the connection may be intercepted; for a certificate of your own authority, set SSL_CERT_FILE to the \
                 certificate file of that authority",
            ),
            Reason::NoEncryption => (
                "the server does not support encryption, or only an insecure version",
                "check the address and port; pack servers on other machines require TLS 1.2 or 1.3",
            ),
            Reason::TooLarge => ("the response of the server exceeds the size limit", administrator),
            Reason::OtherContent => {
                ("the file from the server differs from its list", "do not use it; inform the maintainer of the index")
            }
            Reason::CutOff => {
                ("the connection was closed before the response was complete", "try again; nothing was installed")
            }
            Reason::Redirects => ("too many redirects", administrator),
            Reason::Plain => ("the server redirects to an unencrypted address", administrator),
            Reason::Login => (
                "the server requires a login, or rejects the current one",
                "log in with `docker login` or `podman login`; their `config.json` and `auth.json` are read",
            ),
            Reason::Nonsense => ("invalid response from the server", administrator),
            Reason::File => (
                "a local file cannot be read or written",
                "check disk space and permissions; SIM_PACKS sets another folder",
            ),
        };
        (message.to_owned(), help)
    }
}

/// Reason of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
