//! Sends requests one at a time, with limits on everything controlled by a server.

use super::address::Address;
use super::failure::{Failure, Reason};
use super::login::{Challenge, Logins};
use crate::request::{Answer, Body, LARGEST_TEXT, Request};
use sha2::{Digest, Sha256};
use sim_core::digest::hex;
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use ureq::http::{self, HeaderMap, Response, header};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, SendBody};

/// Maximum number of redirects of a request.
const REDIRECTS: usize = 5;
/// Maximum size of a token server's response, bytes.
const LARGEST_TOKEN: u64 = 1 << 20;
/// Time between two progress messages.
const PACE: Duration = Duration::from_millis(100);

/// Progress callback: bytes so far, and in total. Returns whether to continue.
pub type OnProgress<'a> = &'a mut dyn FnMut(u64, Option<u64>) -> bool;

/// HTTP client. Connections and logins are reused between requests.
pub struct Client {
    /// One for this machine, without a proxy, and one for all other hosts.
    agents: [Agent; 2],
    logins: Logins,
    /// Accepted login by server and scope.
    accepted: HashMap<(String, String), String>,
}

fn failure(reason: Reason, detail: impl ToString) -> Failure {
    Failure { reason, detail: detail.to_string() }
}

fn of_file(error: std::io::Error) -> Failure {
    failure(Reason::File, error)
}

impl Client {
    /// A client without connections.
    pub fn new(logins: Logins) -> Self {
        let agent = |local: bool| {
            let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
            let config = Agent::config_builder()
                .tls_config(tls)
                .max_redirects(0)
                .max_redirects_will_error(false)
                .http_status_as_error(false)
                .user_agent(concat!("simwright/", env!("CARGO_PKG_VERSION")));
            let config = if local { config.proxy(None) } else { config };
            Agent::new_with_config(config.build())
        };
        Self { agents: [agent(true), agent(false)], logins, accepted: HashMap::new() }
    }

    /// Sends a request, follows redirects, logs in if required, and receives the response.
    pub fn answer(&mut self, request: &Request, on_progress: OnProgress<'_>) -> Result<Answer, Failure> {
        let deadline = Instant::now() + Duration::from_secs_f64(request.whole_s.clamp(0.001, 1e6));
        let first = Address::of(&request.url)?;
        let mut address = first.clone();
        for _ in 0..=REDIRECTS {
            let response = self.admitted(request, &address, &first, deadline, on_progress)?;
            let led = response.status().is_redirection() && ["GET", "HEAD"].contains(&request.method.as_str());
            match text_of(response.headers(), header::LOCATION).filter(|_| led) {
                Some(target) => address = address.to(&target)?,
                None => return taken(request, &address, response, on_progress),
            }
        }
        Err(failure(Reason::Redirects, address.uri()))
    }

    /// The response of one address, after a login if required. Only the originally requested server receives a login.
    fn admitted(
        &mut self,
        request: &Request,
        address: &Address,
        first: &Address,
        deadline: Instant,
        on_progress: OnProgress<'_>,
    ) -> Result<Response<ureq::Body>, Failure> {
        let key = (address.server(), request.right.clone());
        let own = address.server() == first.server();
        let mut login = self.accepted.get(&key).filter(|_| own).cloned();
        for first_time in [true, false] {
            let response = self.sent(request, address, login.as_deref(), deadline, on_progress)?;
            let status = response.status().as_u16();
            if status != 401 && status != 403 {
                if let Some(login) = login {
                    self.accepted.insert(key, login);
                }
                return Ok(response);
            }
            self.accepted.remove(&key);
            if status == 403 || !first_time || !own {
                return Err(failure(Reason::Login, format!("{status} {}{}", address.place(), said(response))));
            }
            login = Some(self.logged_in(request, address, response.headers(), deadline)?);
        }
        Err(failure(Reason::Login, address.place()))
    }

    /// The `Authorization` header for a server that requires a login.
    fn logged_in(
        &self,
        request: &Request,
        address: &Address,
        headers: &HeaderMap,
        deadline: Instant,
    ) -> Result<String, Failure> {
        let challenges = headers.get_all(header::WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok());
        let challenges: Vec<Challenge> = challenges.filter_map(Challenge::of).collect();
        let own = self.logins.of(address.place())?;
        let bearer = challenges.iter().find(|challenge| challenge.scheme == "bearer");
        let Some(bearer) = bearer else {
            let basic = challenges.iter().any(|challenge| challenge.scheme == "basic");
            return own.filter(|_| basic).ok_or_else(|| failure(Reason::Login, format!("401 {}", address.place())));
        };
        // The token server must be as safe as the server itself.
        let realm = address.to(bearer.parameter("realm"))?;
        let right = if request.right.is_empty() { bearer.parameter("scope") } else { &request.right };
        let mut url = realm.uri().to_string();
        for (name, value) in [("service", bearer.parameter("service")), ("scope", right)] {
            if !value.is_empty() {
                url += &format!("{}{name}={}", if url.contains('?') { '&' } else { '?' }, encoded(value));
            }
        }
        let ask = Request { method: "GET".into(), url, silence_s: request.silence_s, ..Request::default() };
        let response = self.sent(&ask, &Address::of(&ask.url)?, own.as_deref(), deadline, &mut |_, _| true)?;
        let status = response.status();
        if !status.is_success() {
            return Err(failure(Reason::Login, format!("{} {}", status.as_u16(), realm.place())));
        }
        let mut text = String::new();
        let read = response.into_body().into_reader().take(LARGEST_TOKEN).read_to_string(&mut text);
        read.map_err(|error| of_client(error.into()))?;
        let token: serde_json::Value = serde_json::from_str(&text)
            .map_err(|error| failure(Reason::Nonsense, format!("{}: {error}", realm.uri())))?;
        let token = ["token", "access_token"].into_iter().find_map(|name| token[name].as_str());
        token.map(|token| format!("Bearer {token}")).ok_or_else(|| failure(Reason::Nonsense, realm.uri()))
    }

    /// Sends a request once.
    fn sent(
        &self,
        request: &Request,
        address: &Address,
        login: Option<&str>,
        deadline: Instant,
        on_progress: OnProgress<'_>,
    ) -> Result<Response<ureq::Body>, Failure> {
        let agent = &self.agents[usize::from(!address.is_local())];
        let mut builder = http::Request::builder().method(request.method.as_str()).uri(address.uri().clone());
        for (name, value) in &request.header {
            builder = builder.header(name, value);
        }
        if let Some(login) = login {
            builder = builder.header(header::AUTHORIZATION, login);
        }
        let silence = Some(Duration::from_secs_f64(request.silence_s.clamp(0.001, 1e6)));
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        let agent = |builder: http::Request<SendBody<'_>>| {
            let builder = agent
                .configure_request(builder)
                .timeout_global(Some(left))
                .timeout_resolve(silence)
                .timeout_connect(silence)
                .timeout_recv_response(silence)
                .timeout_per_read(silence)
                .timeout_per_write(silence)
                .build();
            agent.run(builder).map_err(of_client)
        };
        let wrong = |error: http::Error| failure(Reason::Nonsense, error);
        match &request.body {
            Body::None if ["POST", "PUT", "PATCH"].contains(&request.method.as_str()) => {
                let mut nothing = std::io::empty();
                let builder = builder.header(header::CONTENT_LENGTH, 0);
                agent(builder.body(SendBody::from_reader(&mut nothing)).map_err(wrong)?)
            }
            Body::None => agent(builder.body(SendBody::none()).map_err(wrong)?),
            Body::Text(text) => {
                let builder = builder.header(header::CONTENT_LENGTH, text.len());
                let mut text = text.as_bytes();
                agent(builder.body(SendBody::from_reader(&mut text)).map_err(wrong)?)
            }
            Body::File(path) => {
                let file = File::open(path).map_err(of_file)?;
                let size = file.metadata().map_err(of_file)?.len();
                let mut reader = Sent { file, done: 0, total: size, pace: Pace::new(), on_progress };
                let builder = builder.header(header::CONTENT_LENGTH, size);
                agent(builder.body(SendBody::from_reader(&mut reader)).map_err(wrong)?)
            }
        }
    }
}

/// Receives a response: writes its content to a file or a text, and verifies it on the fly.
fn taken(
    request: &Request,
    address: &Address,
    response: Response<ureq::Body>,
    on_progress: OnProgress<'_>,
) -> Result<Answer, Failure> {
    let whole = |target: String| address.to(&target).map(|address| address.uri().to_string());
    let mut answer = Answer {
        status: response.status().as_u16(),
        location: text_of(response.headers(), header::LOCATION).map(whole).transpose()?,
        next: text_of(response.headers(), header::LINK).as_deref().and_then(next).map(whole).transpose()?,
        text: String::new(),
    };
    let good = response.status().is_success();
    let content = request.content.as_ref().filter(|_| good);
    let total = response.body().content_length().filter(|_| request.method != "HEAD");
    let most = content.map_or(request.most, |content| content.size);
    if let Some(size) = total.filter(|size| *size > most && good) {
        return Err(failure(if content.is_some() { Reason::OtherContent } else { Reason::TooLarge }, size));
    }
    // The content of an error response is only for display, so its beginning is enough.
    let most = if good { most } else { most.min(1 << 14) };
    let mut out: Box<dyn Write> = match request.file.as_ref().filter(|_| good) {
        Some(path) => Box::new(File::create_new(path).map_err(of_file)?),
        None => Box::new(Vec::new()),
    };
    let (mut text, mut done, mut sum, mut pace) = (Vec::new(), 0u64, Sha256::new(), Pace::new());
    let mut reader = response.into_body().into_reader();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = reader.read(&mut buffer).map_err(|error| of_client(error.into()))?;
        if count == 0 {
            break;
        }
        done += count as u64;
        if done > most {
            match good {
                true if content.is_some() => return Err(failure(Reason::OtherContent, format!("> {most}"))),
                true => return Err(failure(Reason::TooLarge, format!("> {most}"))),
                false => break,
            }
        }
        let part = &buffer[..count];
        sum.update(part);
        match request.file.is_some() && good {
            true => out.write_all(part).map_err(of_file)?,
            false if done > LARGEST_TEXT => return Err(failure(Reason::TooLarge, format!("> {LARGEST_TEXT}"))),
            false => text.extend_from_slice(part),
        }
        pace.report(done, total, on_progress).map_err(of_file)?;
    }
    if let Some(content) = content {
        let found = hex(&sum.finalize());
        if done != content.size || found != content.sha256 {
            return Err(failure(Reason::OtherContent, format!("{done} {found}")));
        }
    }
    out.flush().map_err(of_file)?;
    on_progress(done, total);
    answer.text = match String::from_utf8(text) {
        Err(error) if good => return Err(failure(Reason::Nonsense, error)),
        Err(_) => String::new(),
        Ok(text) => text,
    };
    Ok(answer)
}

/// The text of a header field.
fn text_of(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}

/// The next page of a list, from a `Link` field: `</path>; rel="next"`.
fn next(link: &str) -> Option<String> {
    let (target, rest) = link.trim().strip_prefix('<')?.split_once('>')?;
    rest.replace(['"', ' '], "").contains("rel=next").then(|| target.to_owned())
}

/// Percent-encodes a text for a query value.
fn encoded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    text.bytes().map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// The server's text in an error response, shortened.
fn said(response: Response<ureq::Body>) -> String {
    const MAX_TEXT_LEN: u64 = 300;
    let mut text = Vec::new();
    // If this fails, only the status is shown.
    let _ = response.into_body().into_reader().take(MAX_TEXT_LEN).read_to_end(&mut text);
    let text: String = String::from_utf8_lossy(&text).chars().filter(|letter| !letter.is_control()).collect();
    if text.is_empty() { text } else { format!(": {text}") }
}

/// Converts an error of the HTTP library.
fn of_client(error: ureq::Error) -> Failure {
    use ureq::Error;
    let reason = match &error {
        Error::Timeout(_) => Reason::Slow,
        Error::Tls(_) | Error::Pem(_) | Error::Rustls(_) | Error::TlsRequired => Reason::Certificate,
        Error::Io(error) => return of_io(error),
        Error::HostNotFound | Error::ConnectionFailed | Error::ConnectProxyFailed(_) | Error::InvalidProxyUrl => {
            Reason::Away
        }
        Error::LargeResponseHeader(..) => Reason::TooLarge,
        _ => Reason::Nonsense,
    };
    failure(reason, error)
}

fn of_io(error: &std::io::Error) -> Failure {
    use std::io::ErrorKind;
    let said = error.to_string();
    let reason = match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => Reason::Slow,
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => Reason::CutOff,
        // Errors of the TLS library have this form.
        ErrorKind::InvalidData
            if ["InvalidContentType", "HandshakeFailure", "ProtocolVersion"].iter().any(|word| said.contains(word)) =>
        {
            Reason::NoEncryption
        }
        ErrorKind::InvalidData => Reason::Certificate,
        _ => Reason::Away,
    };
    failure(reason, error)
}

/// Limits progress messages to a readable rate.
struct Pace {
    last: Instant,
}

impl Pace {
    fn new() -> Self {
        Self { last: Instant::now() }
    }

    /// Fails if the request is canceled.
    fn report(&mut self, done: u64, total: Option<u64>, on_progress: OnProgress<'_>) -> std::io::Result<()> {
        if self.last.elapsed() >= PACE {
            self.last = Instant::now();
            if !on_progress(done, total) {
                return Err(std::io::Error::other("canceled"));
            }
        }
        Ok(())
    }
}

/// A file being uploaded.
struct Sent<'a> {
    file: File,
    done: u64,
    total: u64,
    pace: Pace,
    on_progress: OnProgress<'a>,
}

impl Read for Sent<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(into)?;
        self.done += count as u64;
        self.pace.report(self.done, Some(self.total), self.on_progress)?;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_part_of_a_list_is_found_and_values_are_encoded() {
        assert_eq!(next("</v2/a/tags/list?n=2&last=b>; rel=\"next\"").as_deref(), Some("/v2/a/tags/list?n=2&last=b"));
        assert_eq!(next("</a>; rel=prev"), None);
        assert_eq!(encoded("repository:a/b:pull,push"), "repository%3Aa%2Fb%3Apull%2Cpush");
    }
}
