//! Logins: server challenges, and the user's credentials in the files written by `docker login` and `podman login`.

use super::failure::{Failure, Reason};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Maximum size of such a file, bytes.
const LARGEST: u64 = 1 << 20;

/// A server's challenge: `Bearer realm="https://…",service="…"`.
#[derive(Debug, PartialEq, Eq)]
pub struct Challenge {
    /// `basic` or `bearer`; other schemes are not supported.
    pub scheme: String,
    parameters: BTreeMap<String, String>,
}

impl Challenge {
    /// Parses a `WWW-Authenticate` field.
    pub fn of(text: &str) -> Option<Self> {
        let (scheme, mut rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let mut parameters = BTreeMap::new();
        while let Some((name, after)) = rest.split_once('=') {
            let name = name.trim_matches([' ', ',']).to_ascii_lowercase();
            let (value, after) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"')?,
                None => after.split_once(',').unwrap_or((after, "")),
            };
            parameters.insert(name, value.to_owned());
            rest = after;
        }
        Some(Self { scheme: scheme.to_ascii_lowercase(), parameters })
    }

    /// A parameter; empty if missing.
    pub fn parameter(&self, name: &str) -> &str {
        self.parameters.get(name).map_or("", String::as_str)
    }
}

/// Files with logins, in order of precedence.
#[derive(Debug)]
pub struct Logins {
    files: Vec<PathBuf>,
}

/// Content of such a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct DockerConfig {
    auths: BTreeMap<String, Entry>,
    cred_helpers: BTreeMap<String, String>,
    creds_store: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Entry {
    /// `user:password` in Base64.
    auth: String,
}

/// Response of a credential helper.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct StoredLogin {
    username: String,
    secret: String,
}

impl Logins {
    /// The user's files.
    pub fn of_user() -> Self {
        let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = folder("HOME").or_else(|| folder("USERPROFILE"));
        let of_docker = folder("DOCKER_CONFIG").or_else(|| Some(home.as_ref()?.join(".docker")));
        let of_config = folder("XDG_CONFIG_HOME").or_else(|| Some(home.as_ref()?.join(".config")));
        let auth_file = |folder: PathBuf| folder.join("containers").join("auth.json");
        let files = [
            folder("REGISTRY_AUTH_FILE"),
            folder("XDG_RUNTIME_DIR").map(auth_file),
            of_user_number(),
            of_config.map(auth_file),
            of_docker.map(|folder| folder.join("config.json")),
        ];
        Self { files: files.into_iter().flatten().collect() }
    }

    /// The credentials for basic authentication at a server; `None` without a login for it.
    pub fn of(&self, place: &str) -> Result<Option<String>, Failure> {
        for file in self.files.iter().filter(|file| file.is_file()) {
            let refused =
                |detail: String| Failure { reason: Reason::Login, detail: format!("{}: {detail}", file.display()) };
            let known = read(file).map_err(refused)?;
            let helper = known.cred_helpers.get(place).or(known.creds_store.as_ref());
            if let Some(helper) = helper
                && let Some(login) = asked(helper, place).map_err(refused)?
            {
                return Ok(Some(login));
            }
            let entry = known.auths.iter().find(|(name, entry)| is_of(name, place) && !entry.auth.is_empty());
            if let Some((name, entry)) = entry {
                let pair = STANDARD.decode(entry.auth.trim()).ok().filter(|pair| pair.contains(&b':'));
                let pair = pair.ok_or_else(|| refused(format!("`{name}`: `auth` is not `user:password` in Base64")))?;
                return Ok(Some(basic(&pair)));
            }
        }
        Ok(None)
    }
}

/// Path of Podman's logins for users without a session.
#[cfg(target_os = "linux")]
fn of_user_number() -> Option<PathBuf> {
    let number = std::os::unix::fs::MetadataExt::uid(&Path::new("/proc/self").metadata().ok()?);
    Some(PathBuf::from(format!("/run/containers/{number}/auth.json")))
}

#[cfg(not(target_os = "linux"))]
fn of_user_number() -> Option<PathBuf> {
    None
}

fn basic(pair: &[u8]) -> String {
    format!("Basic {}", STANDARD.encode(pair))
}

/// Whether an entry is for a server: `host:port`, or a URL that contains it.
fn is_of(name: &str, place: &str) -> bool {
    let name = name.strip_prefix("https://").or_else(|| name.strip_prefix("http://")).unwrap_or(name);
    name.split('/').next() == Some(place)
}

fn read(file: &Path) -> Result<DockerConfig, String> {
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    if size > LARGEST {
        return Err(format!("{size} bytes"));
    }
    let text = std::fs::read(file).map_err(|error| error.to_string())?;
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}

/// The login for a server from the credential helper `docker-credential-NAME`.
fn asked(helper: &str, place: &str) -> Result<Option<String>, String> {
    if helper.is_empty() || !helper.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter)) {
        return Err(format!("`{helper}` is not a valid credential helper"));
    }
    let name = format!("docker-credential-{helper}");
    let failed = |error: std::io::Error| format!("{name}: {error}");
    let mut command = Command::new(&name);
    command.arg("get").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(failed)?;
    // The response counts, whether or not the helper has read its input.
    let _ = child.stdin.take().map(|mut input| input.write_all(place.as_bytes()));
    let output = child.wait_with_output().map_err(failed)?;
    // Helpers also fail if they have no credentials for the server.
    if !output.status.success() {
        return Ok(None);
    }
    let StoredLogin { username, secret } =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{name}: {error}"))?;
    Ok(Some(basic(format!("{username}:{secret}").as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_wants_is_understood() {
        let text = "Bearer realm=\"https://a.org/token\",service=\"a.org\", scope=\"repository:x:pull,push\",n=1";
        let challenge = Challenge::of(text).unwrap();
        assert_eq!(challenge.scheme, "bearer");
        assert_eq!(challenge.parameter("realm"), "https://a.org/token");
        assert_eq!(challenge.parameter("scope"), "repository:x:pull,push");
        assert_eq!((challenge.parameter("n"), challenge.parameter("m")), ("1", ""));
        assert_eq!(Challenge::of("Basic realm=\"a b\"").unwrap().parameter("realm"), "a b");
        assert_eq!(Challenge::of("Basic").unwrap().scheme, "basic");
        assert!(Challenge::of("Bearer realm=\"open").is_none());
    }

    #[test]
    fn logins_come_out_of_the_first_file_that_has_one_for_the_server() {
        let temp_dir = tempfile::tempdir().unwrap();
        let [first, second] = ["auth.json", "config.json"].map(|name| temp_dir.path().join(name));
        let logins = Logins { files: vec![first.clone(), second.clone()] };
        assert!(logins.of("a.org").unwrap().is_none(), "no file");
        std::fs::write(&first, r#"{"auths": {"a.org:1": {"auth": "dTpw"}, "c.org": {}}}"#).unwrap();
        std::fs::write(&second, r#"{"auths": {"https://b.org/v1/": {"auth": "djpx"}, "c.org": {"auth": "!"}}}"#)
            .unwrap();
        assert_eq!(logins.of("a.org:1").unwrap().as_deref(), Some("Basic dTpw"));
        assert_eq!(logins.of("b.org").unwrap().as_deref(), Some("Basic djpx"));
        for stranger in ["a.org", "b.org:2", "org", "aa.org:1"] {
            assert_eq!(logins.of(stranger).unwrap(), None, "{stranger}");
        }
        let refused = logins.of("c.org").unwrap_err();
        assert!(refused.reason == Reason::Login && refused.detail.contains("c.org"), "{refused:?}");
        std::fs::write(&first, "{").unwrap();
        assert!(logins.of("a.org:1").unwrap_err().detail.contains("auth.json"));
        std::fs::write(&first, r#"{"credsStore": "../../bin/sh"}"#).unwrap();
        assert!(logins.of("a.org:1").unwrap_err().detail.contains("not a valid credential helper"));
    }
}
