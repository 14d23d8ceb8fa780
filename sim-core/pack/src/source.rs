//! Sources of packs: a folder, a web server, a registry.

use sim_core::diagnostic::{Code, Diagnostic};
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

/// Maximum length of an address, bytes.
const MAX_LEN: usize = 500;

/// A source of packs by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A folder with static files.
    Folder(PathBuf),
    /// The same files on a web server: `https://host/path`, without a trailing slash.
    Web(String),
    /// An OCI registry (Open Container Initiative): `oci://server/prefix`.
    Registry {
        /// Host name or IP address of the server, with its port if specified.
        server: String,
        /// Prefix of its repository names, without leading and trailing slashes; may be empty.
        prefix: String,
    },
}

fn refused(text: &str, found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PackIndex, "invalid address of packs")
        .with_file(text.to_owned())
        .with_found(found)
        .with_help("specify a folder, `https://host/path` or `oci://host/path`")
}

impl Source {
    /// Parses a source.
    ///
    /// # Errors
    /// An invalid address, an unsupported scheme, or an unencrypted address of another machine.
    pub fn of(text: &str) -> Result<Self, Diagnostic> {
        let Some((scheme, rest)) = text.split_once("://") else { return Ok(Self::Folder(text.into())) };
        if scheme == "file" && rest.starts_with('/') {
            let help = format!("specify the folder without a scheme: `{rest}`");
            return Err(refused(text, "a folder with a scheme").with_help(help));
        }
        let (server, path) = rest.split_once('/').unwrap_or((rest, ""));
        if server.contains('@') {
            let help = "remove them, and log in with `docker login` or `podman login`";
            return Err(refused(text, "it contains a user name or password").with_help(help));
        }
        let bad = || refused(text, "not an address");
        if !is_server(server) || text.len() > MAX_LEN {
            return Err(bad());
        }
        let path = path.trim_end_matches('/');
        match scheme {
            "http" if !is_local(server) => Err(refused(text, "an unencrypted address")
                .with_help("use `https://`; `http://` is allowed only for this machine, such as `localhost`")),
            "http" | "https"
                if !path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/-._~%+".contains(&byte)) =>
            {
                Err(bad())
            }
            "http" | "https" => {
                let slash = if path.is_empty() { "" } else { "/" };
                Ok(Self::Web(format!("{scheme}://{server}{slash}{path}")))
            }
            "oci" if path.is_empty() || path.split('/').all(is_part) => {
                Ok(Self::Registry { server: server.to_owned(), prefix: path.to_owned() })
            }
            "oci" => {
                let found = "repository names can contain only lowercase letters, digits, `.`, `_` and `-`".to_string();
                Err(refused(text, found))
            }
            _ => Err(refused(text, format!("unsupported scheme `{scheme}`"))),
        }
    }

    /// The same source, independent of the working folder.
    pub fn absolute(self) -> Self {
        match self {
            Self::Folder(folder) => Self::Folder(std::path::absolute(&folder).unwrap_or(folder)),
            remote => remote,
        }
    }

    /// Whether it is reached over a network.
    pub fn is_remote(&self) -> bool {
        !matches!(self, Self::Folder(_))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "{}", folder.display()),
            Self::Web(address) => f.write_str(address),
            Self::Registry { server, prefix } if prefix.is_empty() => write!(f, "oci://{server}"),
            Self::Registry { server, prefix } => write!(f, "oci://{server}/{prefix}"),
        }
    }
}

/// The host of `host:port`.
fn host(server: &str) -> &str {
    match server.strip_prefix('[') {
        Some(number) => number.split(']').next().unwrap_or_default(),
        None => server.split(':').next().unwrap_or_default(),
    }
}

/// Whether a text is a valid server: a host name or IP address, and an optional port.
fn is_server(server: &str) -> bool {
    let name = host(server);
    let port = match server.strip_prefix('[') {
        Some(number) => number.split_once(']').map(|(_, port)| port),
        None => server.strip_prefix(name),
    };
    let port_fits = port.is_some_and(|port| match port.strip_prefix(':') {
        Some(port) => port.parse::<u16>().is_ok(),
        None => port.is_empty(),
    });
    let plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    let fits = if server.starts_with('[') { name.parse::<IpAddr>().is_ok() } else { plain(name) };
    !name.is_empty() && fits && port_fits
}

/// Whether a server is this machine.
pub(crate) fn is_local(server: &str) -> bool {
    let name = host(server);
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|number| number.is_loopback())
}

/// Whether a text is a valid component of a repository name.
fn is_part(part: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
    let end = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    part.bytes().all(inner) && end(part.as_bytes().first()) && end(part.as_bytes().last()) && !part.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_parsed_and_printed_in_canonical_form() {
        let canonical = [
            ("/srv/packs", "/srv/packs"),
            ("packs", "packs"),
            ("https://packs.example.org/", "https://packs.example.org"),
            ("https://packs.example.org:8443/a/b/", "https://packs.example.org:8443/a/b"),
            ("http://127.0.0.1:8000/a", "http://127.0.0.1:8000/a"),
            ("http://[::1]:8000", "http://[::1]:8000"),
            ("oci://ghcr.io/acme/packs", "oci://ghcr.io/acme/packs"),
            ("oci://localhost:5000", "oci://localhost:5000"),
        ];
        for (text, canonical) in canonical {
            let source = Source::of(text).unwrap_or_else(|finding| panic!("{text}: {finding}"));
            assert_eq!(source.to_string(), canonical);
            assert_eq!(Source::of(canonical).unwrap(), source);
            assert_eq!(source.is_remote(), text.contains("://"));
        }
    }

    #[test]
    fn what_is_no_address_is_refused_with_a_reason() {
        let refused = [
            ("http://packs.example.org/a", "unencrypted"),
            ("http://127.0.0.1.example.org", "unencrypted"),
            ("https://user:secret@example.org", "password"),
            ("http://localhost@example.org", "password"),
            ("ftp://example.org/a", "`ftp`"),
            ("file:///srv/packs", "`/srv/packs`"),
            ("https://", "not an address"),
            ("https://exa mple.org/", "not an address"),
            ("https://example.org:99999/", "not an address"),
            ("https://example.org/a?b", "not an address"),
            ("https://example.org/a#b", "not an address"),
            ("oci://[::1/a", "not an address"),
            ("oci://example.org/Upper", "lowercase"),
            ("oci://example.org/a//b", "lowercase"),
            ("oci://example.org/../b", "lowercase"),
        ];
        for (text, reason) in refused {
            let finding = Source::of(text).unwrap_err();
            assert!(finding.to_string().contains(reason) && finding.help.is_some(), "{text}: {finding}");
        }
    }
}
