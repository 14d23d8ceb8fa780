//! Addresses: which are allowed, and redirect targets.

use super::failure::{Failure, Reason};
use std::net::IpAddr;
use ureq::http::Uri;

/// An allowed address: encrypted, or on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    uri: Uri,
}

impl Address {
    /// Parses an address.
    pub fn of(text: &str) -> Result<Self, Failure> {
        let nonsense = |detail: String| Failure { reason: Reason::Nonsense, detail };
        let uri: Uri = text.parse().map_err(|error| nonsense(format!("{text}: {error}")))?;
        let address = Self { uri };
        match (address.uri.scheme_str(), address.host()) {
            (_, "") => Err(nonsense(format!("{text}: missing server name"))),
            (Some("https"), _) => Ok(address),
            (Some("http"), _) if address.is_local() => Ok(address),
            _ => Err(Failure { reason: Reason::Plain, detail: text.to_owned() }),
        }
    }

    /// Resolves an address named by a server. From an encrypted address, an unencrypted one is rejected.
    pub fn to(&self, target: &str) -> Result<Self, Failure> {
        let (scheme, place) = (self.uri.scheme_str().unwrap_or("https"), self.place());
        let text = if target.contains("://") {
            target.to_owned()
        } else if target.starts_with("//") {
            format!("{scheme}:{target}")
        } else if target.starts_with('/') {
            format!("{scheme}://{place}{target}")
        } else {
            let path = self.uri.path();
            let folder = &path[..=path.rfind('/').unwrap_or(0)];
            format!("{scheme}://{place}/{}{target}", folder.trim_start_matches('/'))
        };
        let address = Self::of(&text)?;
        match scheme == "https" && address.uri.scheme_str() != Some("https") {
            true => Err(Failure { reason: Reason::Plain, detail: text }),
            false => Ok(address),
        }
    }

    /// Host name or IP address of the server.
    fn host(&self) -> &str {
        self.uri.host().unwrap_or_default()
    }

    /// The server with its port, as in the address.
    pub fn place(&self) -> &str {
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        authority.rsplit('@').next().unwrap_or_default()
    }

    /// Identity of the server: scheme, host and port.
    pub fn server(&self) -> String {
        format!("{}://{}", self.uri.scheme_str().unwrap_or_default(), self.place())
    }

    /// Whether it is on this machine.
    pub fn is_local(&self) -> bool {
        let host = self.host().trim_matches(['[', ']']);
        host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|number| number.is_loopback())
    }

    /// The URI for the HTTP client.
    pub fn uri(&self) -> &Uri {
        &self.uri
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_encryption_is_asked_on_this_machine_only() {
        for right in ["https://a.org/x", "http://127.0.0.1:5000/", "http://localhost/x", "http://[::1]:80/x"] {
            Address::of(right).unwrap_or_else(|failure| panic!("{right}: {failure:?}"));
        }
        for plain in ["http://a.org/x", "ftp://a.org/", "http://127.0.0.1.a.org/", "http://localhost@a.org/"] {
            assert_eq!(Address::of(plain).unwrap_err().reason, Reason::Plain, "{plain}");
        }
        assert_eq!(Address::of("https://").unwrap_err().reason, Reason::Nonsense);
    }

    #[test]
    fn a_server_leads_where_it_says_but_never_out_of_encryption() {
        let from = Address::of("https://a.org:1/b/c?d").unwrap();
        let to = |target: &str| from.to(target).map(|to| to.uri().to_string());
        assert_eq!(to("https://e.org/f").unwrap(), "https://e.org/f");
        assert_eq!(to("//e.org/f").unwrap(), "https://e.org/f");
        assert_eq!(to("/f?g=h").unwrap(), "https://a.org:1/f?g=h");
        assert_eq!(to("f").unwrap(), "https://a.org:1/b/f");
        assert_eq!(to("http://127.0.0.1/").unwrap_err().reason, Reason::Plain);
    }
}
