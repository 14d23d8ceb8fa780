//! Servers on this machine that provide packs: static files with arbitrary misbehavior, and a real registry.

use crate::root;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Action of a server on a connection after it has read the header of a request.
pub type Response = Box<dyn FnOnce(&mut TcpStream) -> std::io::Result<()>>;

/// Responds with a status, header fields, and a body with this declared length in bytes.
pub fn answer(status: &str, fields: &str, length: usize, content: Vec<u8>) -> Response {
    let head = format!("HTTP/1.1 {status}\r\n{fields}Content-Length: {length}\r\nConnection: close\r\n\r\n");
    Box::new(move |stream| {
        stream.write_all(head.as_bytes())?;
        stream.write_all(&content)
    })
}

/// Responds with a body.
pub fn whole(content: Vec<u8>) -> Response {
    answer("200 OK", "", content.len(), content)
}

/// A web server that stops when it is dropped.
pub struct WebServer {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
}

impl WebServer {
    /// Creates a server; `serve` maps the path and the header of each request to its reaction.
    pub fn new(serve: impl Fn(&str, &str) -> Response + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = listener.local_addr().expect("it has an address");
        let (ends, serve) = (Arc::new(AtomicBool::new(false)), Arc::new(serve));
        let ended = ends.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if ended.load(Ordering::SeqCst) {
                    return;
                }
                let serve = serve.clone();
                std::thread::spawn(move || conversation(stream, &*serve));
            }
        });
        Self { address, ends }
    }

    /// A server for the files of a folder.
    pub fn of_folder(folder: PathBuf) -> Self {
        Self::new(move |path, _| file_of(&folder, path))
    }

    /// Its address, without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for WebServer {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::SeqCst);
        // It waits for a connection.
        let _ = TcpStream::connect(self.address);
    }
}

/// Responds with a file of a folder.
pub fn file_of(folder: &Path, path: &str) -> Response {
    match std::fs::read(folder.join(path.trim_start_matches('/'))) {
        Ok(content) => whole(content),
        Err(_) => answer("404 Not Found", "", 0, Vec::new()),
    }
}

fn conversation(mut stream: TcpStream, serve: &dyn Fn(&str, &str) -> Response) {
    let mut reader = BufReader::new(stream.try_clone().expect("a connection can be shared"));
    let (mut header, mut line) = (String::new(), String::new());
    while reader.read_line(&mut line).is_ok_and(|count| count > 2) {
        header += &std::mem::take(&mut line);
    }
    let path = header.split_whitespace().nth(1).unwrap_or("/").to_owned();
    // A client that disconnects meanwhile does not matter.
    let _ = serve(&path, &header)(&mut stream);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let _ = stream.read(&mut [0; 1]);
}

/// A real registry, Debian's `docker-registry`, which `cargo xtask test` installs. It ends when it is dropped.
pub struct Registry {
    child: Child,
    port: u16,
    _folder: tempfile::TempDir,
}

/// Options of a registry.
#[derive(Clone, Copy, Debug, Default)]
pub struct RegistryKind {
    /// Requires a login; the only user is `user`, with the password `secret`.
    pub login: bool,
    /// Uses TLS, with a certificate trusted only through `tests/data/tls/ca.pem`.
    pub tls: bool,
}

impl Registry {
    /// Starts an empty registry.
    pub fn start(kind: RegistryKind) -> Self {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        // Another program may take the port in between.
        for _ in 0..5 {
            let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
            let port = port.expect("there is a free port").port();
            let mut child = started(folder.path(), port, kind);
            let deadline = Instant::now() + Duration::from_secs(20);
            while child.try_wait().expect("it can be waited for").is_none() {
                if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                    return Self { child, port, _folder: folder };
                }
                assert!(Instant::now() < deadline, "the registry does not listen");
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        panic!("the registry ends at once");
    }

    /// `127.0.0.1:PORT`.
    pub fn server(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn started(folder: &Path, port: u16, kind: RegistryKind) -> Child {
    let place = |path: &Path| serde_json::Value::from(path.display().to_string());
    let mut config = serde_json::json!({
        "version": 0.1,
        "log": {"level": "error", "accesslog": {"disabled": true}},
        "storage": {"filesystem": {"rootdirectory": place(&folder.join("data"))}},
        "http": {"addr": format!("127.0.0.1:{port}")},
    });
    if kind.login {
        // bcrypt of `secret`.
        let known = "user:$2b$05$eZXISyhMk9qUAuv2fNeD0OyaKHSRvfSQA4mVHYnLX8tHXsu/viF6W\n";
        std::fs::write(folder.join("htpasswd"), known).expect("a file can be written");
        config["auth"] = serde_json::json!({"htpasswd": {"realm": "packs", "path": place(&folder.join("htpasswd"))}});
    }
    if kind.tls {
        let of = |name: &str| place(&root().join("tests/data/tls").join(name));
        config["http"]["tls"] = serde_json::json!({"certificate": of("server.pem"), "key": of("server.key")});
    }
    // JSON is YAML.
    let file = folder.join("config.yml");
    std::fs::write(&file, config.to_string()).expect("a file can be written");
    let mut command = Command::new("docker-registry");
    command.arg("serve").arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap_or_else(|error| {
        panic!("docker-registry cannot be started ({error}); install Debian's package `docker-registry` or run `cargo xtask test`")
    })
}
