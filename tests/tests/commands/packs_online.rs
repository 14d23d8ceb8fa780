//! Packs from web servers and a real registry, including misbehaving ones.
#![cfg(target_os = "linux")]

use crate::packs::{all_entries, author, built, stored};
use sim_tests::servers::{Registry, RegistryKind, Response, WebServer, answer, file_of, whole};
use sim_tests::{Ended, TestDir, root};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The program without the user's logins and certificates, and with shorter timeouts.
pub fn command(dir: &TestDir, arguments: &[&str]) -> Command {
    let mut command = dir.command(arguments);
    for name in ["DOCKER_CONFIG", "XDG_RUNTIME_DIR", "SSL_CERT_FILE", "SSL_CERT_DIR"] {
        command.env_remove(name);
    }
    command.env("SIM_PACK_SECONDS", "2");
    command
}

fn sim(dir: &TestDir, arguments: &[&str]) -> Ended {
    Ended::from(command(dir, arguments).output().expect("the program can be started"))
}

/// Files of the store, except the user's settings and cached indexes.
fn installed(dir: &TestDir) -> Vec<std::path::PathBuf> {
    let mut files = stored(dir);
    files.retain(|file| {
        let name = file.strip_prefix(dir.path("home/simwright/packs")).expect("it is in the store");
        !name.starts_with("cache") && !name.starts_with("keys") && name != Path::new("sources.json")
    });
    files
}

/// A publisher's folder with keys and a pack without code, `acme/base`.
fn publisher() -> TestDir {
    let dir = TestDir::new();
    std::fs::create_dir_all(dir.path("base/data")).unwrap();
    dir.sim(&["pack", "key", "acme", "--no-password"]).expect(0);
    dir
}

/// Publishes a version of `acme/base`; returns its archive.
fn publish(dir: &TestDir, version: &str, to: &str) -> String {
    let text = format!(
        "(pack: 1, name: \"acme/base\", version: \"{version}\", description: \"What rovers share.\", license: \"MIT\",
          home: Some(\"https://example.org/base\"))"
    );
    dir.write("base/pack.ron", text);
    dir.write("base/data/table.txt", version);
    let archive = dir.sim(&["pack", "build", "base"]).expect(0).stdout.trim().to_owned();
    dir.sim(&["pack", "sign", &archive, "--key", "acme.key"]).expect(0);
    sim(dir, &["pack", "publish", &archive, "--to", to, "--key", "acme.pub"]).expect(0);
    archive
}

/// The public key in a publisher's file.
fn key_of(dir: &TestDir) -> String {
    std::fs::read_to_string(dir.path("acme.pub")).unwrap().lines().last().unwrap().to_owned()
}

#[test]
fn packs_come_from_a_web_server_and_are_known_without_it() {
    let author = publisher();
    publish(&author, "1.0.0", "index");
    let server = WebServer::of_folder(author.path("index"));
    let user = TestDir::new();
    let (url, key) = (server.url(), key_of(&author));
    sim(&user, &["pack", "source", "add", &format!("{url}/")]).expect(0);
    assert_eq!(sim(&user, &["pack", "source"]).expect(0).stdout.trim(), url);
    let found = sim(&user, &["pack", "search", "rovers", "--json"]).expect(0);
    assert!(found.json()["packs"][0]["name"] == "acme/base" && found.stderr.is_empty(), "{found:?}");
    let stderr = sim(&user, &["pack", "install", "acme/base"]).expect(3).stderr;
    assert!(stderr.contains("PK011") && stderr.contains(&key) && installed(&user).is_empty(), "{stderr}");
    sim(&user, &["pack", "install", "acme/base", "--yes"]).expect(0);
    sim(&user, &["pack", "verify"]).expect(0);
    let info = sim(&user, &["pack", "info", "acme/base"]).expect(0).stdout;
    assert!(info.contains(&key), "{info}");
    publish(&author, "1.1.0", "index");
    sim(&user, &["pack", "update"]).expect(0);
    assert!(sim(&user, &["pack", "list"]).expect(0).stdout.contains("acme/base 1.1.0"));
    let stderr = sim(&user, &["pack", "publish", "none.simpack", "--to", &url]).expect(3).stderr;
    assert!(stderr.contains("none.simpack"), "{stderr}");
    let archive = user.sim(&["pack", "export", "acme/base"]).expect(0).stdout.trim().to_owned();
    let stderr = sim(&user, &["pack", "publish", &archive, "--to", &url]).expect(3).stderr;
    assert!(stderr.contains("PK012") && stderr.contains("oci://"), "{stderr}");

    publish(&author, "1.2.0", "index");
    sim(&user, &["pack", "search"]).expect(0);
    sim(&user, &["pack", "install", "acme/base@=1.0.0"]).expect(0);
    drop(server);
    let found = sim(&user, &["pack", "search", "rovers"]).expect(0);
    assert!(found.stdout.contains("acme/base 1.2.0"), "the cached index: {found:?}");
    assert!(found.stderr.contains("using its contents of") && found.stderr.contains(&url), "{found:?}");
    let stderr = sim(&user, &["pack", "install", "acme/base@^1.1"]).expect(3).stderr;
    assert!(
        stderr.contains("PK013") && stderr.contains("1.2.0.simpack"),
        "a newer version that cannot be downloaded: {stderr}"
    );
    let stderr = sim(&user, &["pack", "install", "acme/none"]).expect(3).stderr;
    assert!(stderr.contains("PK013") && stderr.contains("server unreachable"), "{stderr}");
    sim(&user, &["pack", "verify"]).expect(0);
    sim(&user, &["pack", "source", "add", &url]).expect(3);
    sim(&user, &["pack", "source", "remove", &url]).expect(0);
    sim(&user, &["pack", "remove", "acme/base"]).expect(0);
    assert!(installed(&user).is_empty() && !user.path("home/simwright/packs/cache").exists(), "{:?}", stored(&user));
}

/// The files of an index, with different responses for files with this ending.
fn instead(index: &Path, ending: &'static str, respond: impl Fn() -> Response + Send + Sync + 'static) -> WebServer {
    let index = index.to_path_buf();
    WebServer::new(move |path, _| if path.ends_with(ending) { respond() } else { file_of(&index, path) })
}

#[test]
fn web_servers_that_do_what_they_should_not_are_refused() {
    let author = publisher();
    publish(&author, "1.0.0", "index");
    let index = author.path("index");
    let archive = std::fs::read(index.join("packs/acme/base/acme-base-1.0.0.simpack")).unwrap();
    let size = archive.len();
    let mut other = archive.clone();
    other[size / 2] ^= 1;
    let (longer, shorter) = ([&archive[..], b"x"].concat(), archive[..size - 1].to_vec());
    let endless = || -> Response {
        Box::new(|stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
            loop {
                stream.write_all(&[b' '; 1 << 16])?;
            }
        })
    };
    let slow = |bytes: Vec<u8>| -> Response {
        Box::new(move |stream| {
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", bytes.len())?;
            stream.write_all(&bytes[..bytes.len() / 2])?;
            std::thread::sleep(Duration::from_secs(8));
            Ok(())
        })
    };
    let status = |status: &'static str| move || answer(status, "", 0, Vec::new());
    let (list, file) = ("versions.json", ".simpack");
    let lists = |server: WebServer, code: &'static str, reason: &'static str| (server, code, reason);
    let cases = [
        lists(instead(&index, list, endless), "PK013", "exceeds the size limit"),
        lists(instead(&index, file, endless), "PK013", "differs from its list"),
        lists(instead(&index, file, move || whole(other.clone())), "PK013", "differs from its list"),
        lists(instead(&index, file, move || whole(longer.clone())), "PK013", "differs from its list"),
        lists(instead(&index, file, move || whole(shorter.clone())), "PK013", "differs from its list"),
        lists(
            instead(&index, file, move || answer("200 OK", "", size, archive[..size / 2].to_vec())),
            "PK013",
            "was closed before",
        ),
        lists(instead(&index, file, status("404 Not Found")), "PK012", "is missing"),
        lists(instead(&index, file, status("500 Broken")), "PK013", "status 500"),
        lists(instead(&index, list, status("404 Not Found")), "PK001", "is not in any index"),
        lists(instead(&index, list, status("403 Forbidden")), "PK013", "login"),
        lists(
            instead(&index, list, || answer("401 No", "WWW-Authenticate: Basic realm=\"x\"\r\n", 0, Vec::new())),
            "PK013",
            "login",
        ),
        lists(
            instead(&index, list, || answer("302 Found", "Location: versions.json\r\n", 0, Vec::new())),
            "PK013",
            "too many redirects",
        ),
        lists(
            instead(&index, list, || answer("302 Found", "Location: http://packs.example.org/\r\n", 0, Vec::new())),
            "PK013",
            "unencrypted address",
        ),
        lists(instead(&index, list, || whole(b"<html>".to_vec())), "PK012", "is invalid"),
        lists(
            instead(&index, list, || Box::new(|stream| stream.write_all(b"SSH-2.0-x\r\n\r\n"))),
            "PK013",
            "invalid response",
        ),
        lists(instead(&index, file, move || slow(vec![0; size])), "PK013", "no response from the server within 2 s"),
    ];
    for (number, (server, code, reason)) in cases.iter().enumerate() {
        let user = TestDir::new();
        let began = Instant::now();
        let stderr = sim(&user, &["pack", "install", "acme/base", "--yes", "--from", &server.url()]).expect(3).stderr;
        assert!(stderr.contains(code) && stderr.contains(reason), "{number}: {stderr}");
        assert_eq!(stderr.matches("error[").count(), 1, "{number}: {stderr}");
        assert!(began.elapsed() < Duration::from_secs(12), "{number}: {:?}", began.elapsed());
        assert!(installed(&user).is_empty(), "{number}: {:?}", stored(&user));
    }
    // A previously valid list is not used if the server sends a different one, but it is used if the server is down.
    let broken = Arc::new(AtomicUsize::new(0));
    let (state, folder) = (broken.clone(), index.clone());
    let server = WebServer::new(move |path, _| match state.load(Ordering::SeqCst) {
        0 => file_of(&folder, path),
        1 => answer("503 Later", "", 0, Vec::new()),
        _ => answer("401 No", "", 0, Vec::new()),
    });
    let user = TestDir::new();
    sim(&user, &["pack", "source", "add", &server.url()]).expect(0);
    broken.store(1, Ordering::SeqCst);
    let found = sim(&user, &["pack", "search"]).expect(0);
    assert!(found.stdout.contains("acme/base 1.0.0") && found.stderr.contains("status 503"), "{found:?}");
    broken.store(2, Ordering::SeqCst);
    assert!(sim(&user, &["pack", "search"]).expect(3).stderr.contains("login"));
    for (bad, reason) in [("http://packs.example.org", "unencrypted"), ("ftp://a", "`ftp`"), ("oci://a/B", "lowercase")]
    {
        let stderr = sim(&user, &["pack", "source", "add", bad]).expect(2).stderr;
        assert!(stderr.contains("PK012") && stderr.contains(reason), "{stderr}");
    }
}

#[test]
fn a_program_killed_during_a_download_leaves_no_files_and_no_processes() {
    let author = publisher();
    publish(&author, "1.0.0", "index");
    let (began, ended) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (begins, ends, index) = (began.clone(), ended.clone(), author.path("index"));
    let size = index.join("packs/acme/base/acme-base-1.0.0.simpack").metadata().unwrap().len();
    let server = WebServer::new(move |path, _| {
        if !path.ends_with(".simpack") {
            return file_of(&index, path);
        }
        let (begins, ends) = (begins.clone(), ends.clone());
        Box::new(move |stream| {
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {size}\r\n\r\n")?;
            begins.store(true, Ordering::SeqCst);
            // One byte after another, until the client disconnects.
            for _ in 0..600 {
                if stream.write_all(b"x").is_err() {
                    ends.store(true, Ordering::SeqCst);
                    break;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            Ok(())
        })
    });
    let user = TestDir::new();
    let install = ["pack", "install", "acme/base", "--yes", "--from", &server.url()];
    let mut child = command(&user, &install).spawn().expect("the program can be started");
    let deadline = Instant::now() + Duration::from_secs(20);
    let wait = |what: &AtomicBool| {
        while !what.load(Ordering::SeqCst) {
            assert!(Instant::now() < deadline);
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    wait(&began);
    // Ctrl-C removes the partial download.
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    wait(&ended);
    assert!(all_entries(&user.path("home/simwright/packs/staging")).is_empty());
    began.store(false, Ordering::SeqCst);
    ended.store(false, Ordering::SeqCst);
    let mut child = command(&user, &install).spawn().expect("the program can be started");
    wait(&began);
    child.kill().unwrap();
    child.wait().unwrap();
    wait(&ended);
    assert!(sim(&user, &["pack", "list"]).expect(0).stdout.is_empty());
    let folder = WebServer::of_folder(author.path("index"));
    sim(&user, &["pack", "install", "acme/base", "--yes", "--from", &folder.url()]).expect(0);
    assert!(all_entries(&user.path("home/simwright/packs/staging")).is_empty());
}

#[test]
fn a_server_shows_who_it_is_or_is_refused() {
    let registry = Registry::start(RegistryKind { tls: true, ..RegistryKind::default() });
    let url = format!("https://localhost:{}/packs", registry.port());
    let user = TestDir::new();
    let stderr = sim(&user, &["pack", "source", "add", &url]).expect(3).stderr;
    assert!(stderr.contains("PK013") && stderr.contains("certificate is not accepted"), "{stderr}");
    let add = |url: &str| {
        let mut command = command(&user, &["pack", "source", "add", url]);
        command.env("SSL_CERT_FILE", root().join("tests/data/tls/ca.pem"));
        Ended::from(command.output().unwrap()).expect(3).stderr
    };
    let stderr = add(&url);
    assert!(
        stderr.contains("PK012") && stderr.contains("index not found"),
        "requested with a trusted authority: {stderr}"
    );
    let stderr = add(&url.replace("localhost", "[::ffff:127.0.0.1]"));
    assert!(stderr.contains("PK013") && stderr.contains("certificate"), "a certificate for another name: {stderr}");
}

/// Content of a registry at a path, as any registry client receives it.
fn manifest(registry: &Registry, path: &str) -> serde_json::Value {
    let mut stream = std::net::TcpStream::connect(registry.server()).unwrap();
    let accept = "application/vnd.oci.image.manifest.v1+json";
    write!(stream, "GET /v2/{path} HTTP/1.0\r\nHost: {}\r\nAccept: {accept}\r\n\r\n", registry.server()).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut stream, &mut text).unwrap();
    serde_json::from_str(text.split_once("\r\n\r\n").expect("a header ends").1).expect("a manifest")
}

#[test]
fn packs_go_through_a_registry() {
    let registry = Registry::start(RegistryKind::default());
    let place = format!("oci://{}/robots", registry.server());
    let author = author();
    let archive = built(&author);
    let archive = archive.to_str().unwrap();
    author.sim(&["pack", "key", "acme", "--no-password"]).expect(0);
    author.sim(&["pack", "sign", archive, "--key", "acme.key"]).expect(0);
    sim(&author, &["pack", "publish", archive, "--to", &place, "--key", "acme.pub"]).expect(0);
    // As often as desired, but never with different bytes.
    sim(&author, &["pack", "publish", archive, "--to", &place, "--key", "acme.pub"]).expect(0);
    author.write("rover/README.md", "changed");
    let changed = built(&author);
    author.sim(&["pack", "sign", archive, "--key", "acme.key"]).expect(0);
    let stderr = sim(&author, &["pack", "publish", changed.to_str().unwrap(), "--to", &place]).expect(3).stderr;
    assert!(stderr.contains("PK012") && stderr.contains("already published"), "{stderr}");
    // The view of other tools.
    let seen = manifest(&registry, "robots/acme/rover/manifests/0.1.0");
    assert_eq!(seen["artifactType"], "application/vnd.simwright.simpack.v1+json");
    let annotation = |name: &str| seen["annotations"][format!("org.opencontainers.image.{name}")].clone();
    assert_eq!((annotation("title"), annotation("version")), ("acme/rover".into(), "0.1.0".into()));
    let titles = [0, 1].map(|layer| seen["layers"][layer]["annotations"]["org.opencontainers.image.title"].clone());
    assert_eq!(titles, ["acme-rover-0.1.0.simpack", "acme-rover-0.1.0.simpack.minisig"]);

    let base = publisher();
    std::fs::copy(author.path("acme.key"), base.path("acme.key")).unwrap();
    std::fs::copy(author.path("acme.pub"), base.path("acme.pub")).unwrap();
    publish(&base, "1.0.0", &place);
    publish(&base, "1.1.0", &place);

    let user = TestDir::new();
    sim(&user, &["pack", "trust", "acme", &key_of(&author)]).expect(0);
    sim(&user, &["pack", "source", "add", &place]).expect(0);
    let found = sim(&user, &["pack", "search"]).expect(0);
    assert!(found.stdout.contains("acme/base 1.1.0") && found.stdout.contains("acme/rover 0.1.0"), "{found:?}");
    sim(&user, &["pack", "install", "acme/rover"]).expect(0);
    let run = sim(&user, &["run", "pack:acme/rover/scenes/first.ron", "--duration", "20", "--json"]).expect(0);
    assert!(run.distance("anna") > 1.0, "{run:?}");
    sim(&base, &["pack", "revoke", "acme/base@1.1.0", "--to", &place, "--reason", "it bites"]).expect(0);
    let again =
        sim(&base, &["pack", "revoke", "acme/base@1.1.0", "--to", &place, "--reason", "it barks"]).expect(0).stderr;
    assert!(again.contains("was already revoked") && again.contains("it bites"), "{again}");
    let stderr = sim(&user, &["pack", "install", "acme/base@=1.1.0"]).expect(3).stderr;
    assert!(stderr.contains("it bites"), "{stderr}");
    assert!(sim(&user, &["pack", "search", "base"]).expect(0).stdout.contains("acme/base 1.0.0"));
    sim(&user, &["pack", "install", "acme/base"]).expect(0);
    assert!(sim(&user, &["pack", "list"]).expect(0).stdout.contains("acme/base 1.0.0"));
    for missing in ["acme/none", "acme/base@^9"] {
        assert!(sim(&user, &["pack", "install", missing]).expect(3).stderr.contains("PK001"), "{missing}");
    }
    let empty = format!("oci://{}/others", registry.server());
    assert!(sim(&user, &["pack", "source", "add", &empty]).expect(3).stderr.contains("index not found"));

    drop(registry);
    sim(&user, &["run", "pack:acme/rover/scenes/first.ron", "--duration", "1"]).expect(0);
    let found = sim(&user, &["pack", "search", "base"]).expect(0);
    assert!(found.stdout.contains("acme/base 1.0.0") && found.stderr.contains("using its contents of"), "{found:?}");
    for pack in ["acme/rover", "acme/base"] {
        sim(&user, &["pack", "remove", pack]).expect(0);
    }
    assert!(installed(&user).is_empty(), "{:?}", stored(&user));
}

#[test]
fn a_registry_with_signed_versions_rejects_unsigned_archives_and_other_keys() {
    let registry = Registry::start(RegistryKind::default());
    let place = format!("oci://{}/robots", registry.server());
    let author = publisher();
    publish(&author, "1.0.0", &place);
    let build = |version: &str| {
        let text = format!(
            "(pack: 1, name: \"acme/base\", version: \"{version}\", description: \"-\", license: \"MIT\", authors: [\"Ada Byron\"])"
        );
        author.write("base/pack.ron", text);
        author.sim(&["pack", "build", "base"]).expect(0).stdout.trim().to_owned()
    };
    let unsigned = build("1.1.0");
    let stderr = sim(&author, &["pack", "publish", &unsigned, "--to", &place]).expect(3).stderr;
    assert!(stderr.contains("PK011") && stderr.contains("unsigned"), "{stderr}");
    author.sim(&["pack", "key", "other", "--no-password"]).expect(0);
    author.sim(&["pack", "sign", &unsigned, "--key", "other.key"]).expect(0);
    let stderr = sim(&author, &["pack", "publish", &unsigned, "--to", &place]).expect(3).stderr;
    assert!(stderr.contains("PK011"), "{stderr}");
    let stderr = sim(&author, &["pack", "publish", &unsigned, "--to", &place, "--key", "other.pub"]).expect(3).stderr;
    assert!(stderr.contains("PK012") && stderr.contains("different key"), "{stderr}");
    // A registry without a known key compares with its existing signatures.
    let bare = format!("oci://{}/bare", registry.server());
    let first = "index/packs/acme/base/acme-base-1.0.0.simpack";
    publish(&author, "1.0.0", "index");
    sim(&author, &["pack", "publish", first, "--to", &bare]).expect(0);
    let stderr = sim(&author, &["pack", "publish", &build("1.1.0"), "--to", &bare]).expect(3).stderr;
    assert!(stderr.contains("PK011") && stderr.contains("different key") && stderr.contains("1.0.0"), "{stderr}");
    // With the right key, the index knows it, even if it is not given again.
    author.sim(&["pack", "sign", &unsigned, "--key", "acme.key"]).expect(0);
    sim(&author, &["pack", "publish", &unsigned, "--to", &place]).expect(0);
    let user = TestDir::new();
    sim(&user, &["pack", "install", "acme/base", "--yes", "--from", &place]).expect(0);
    assert!(sim(&user, &["pack", "list"]).expect(0).stdout.contains("acme/base 1.1.0"));
    // Words of fields other than name and description find it; words without matches are reported.
    let found = sim(&user, &["pack", "search", "byron", "--from", &place]).expect(0);
    assert!(found.stdout.contains("acme/base 1.1.0"), "{found:?}");
    let found = sim(&user, &["pack", "search", "byron", "none", "--from", &place]).expect(0);
    assert!(found.stdout.is_empty() && found.stderr.contains("no pack matches: byron none"), "{found:?}");
    // A revoked version is skipped, and its installation stays.
    sim(&author, &["pack", "revoke", "acme/base@=1.1.0", "--to", &place, "--reason", "it bites"]).expect(0);
    let stderr = sim(&author, &["pack", "publish", &unsigned, "--to", &place]).expect(3).stderr;
    assert!(stderr.contains("version 1.1.0 is revoked in the index (it bites)"), "{stderr}");
    let stderr = sim(&user, &["pack", "update", "--from", &place]).expect(0).stderr;
    assert!(stderr.contains("acme/base 1.1.0 is installed: revoked (it bites)"), "{stderr}");
    let new = TestDir::new();
    let stderr = sim(&new, &["pack", "install", "acme/base", "--yes", "--from", &place]).expect(0).stderr;
    assert!(stderr.contains("skipped acme/base 1.1.0") && stderr.contains("it bites"), "{stderr}");
    let stderr = sim(&new, &["pack", "update", "--from", &place]).expect(0).stderr;
    assert!(
        stderr.contains("skipped acme/base 1.1.0") && stderr.contains("newest usable versions are installed"),
        "{stderr}"
    );
}

#[test]
fn two_publishers_at_once_are_both_found_in_a_registry() {
    let registry = Registry::start(RegistryKind::default());
    let place = format!("oci://{}", registry.server());
    let author = publisher();
    let archives: Vec<String> = (0..4)
        .map(|number| {
            let name = format!("acme/part-{number}");
            author.write(
                "base/pack.ron",
                format!("(pack: 1, name: \"{name}\", version: \"1.0.0\", description: \"-\", license: \"MIT\")"),
            );
            author.sim(&["pack", "build", "base"]).expect(0).stdout.trim().to_owned()
        })
        .collect();
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for archive in &archives {
            let (author, place, failed) = (&author, &place, &failed);
            scope.spawn(move || {
                let ended = sim(author, &["pack", "publish", archive, "--to", place]);
                if ended.status != 0 {
                    failed.lock().unwrap().push(ended);
                }
            });
        }
    });
    assert!(failed.lock().unwrap().is_empty(), "{failed:?}");
    // Whatever happened to the search list: each pack can be installed by name.
    let user = TestDir::new();
    let names: Vec<String> = (0..4).map(|number| format!("acme/part-{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    sim(&user, &[&["pack", "install", "--from", &place][..], &names].concat()).expect(0);
    assert_eq!(sim(&user, &["pack", "list"]).expect(0).stdout.lines().count(), 4);
}

#[test]
fn a_registry_with_a_login_is_used_with_the_files_of_other_tools() {
    let registry = Registry::start(RegistryKind { login: true, ..RegistryKind::default() });
    let place = format!("oci://{}/robots", registry.server());
    let author = publisher();
    let archive = publish(&author, "1.0.0", "index");
    let publish = ["pack", "publish", &archive, "--to", &place, "--key", "acme.pub"];
    let stderr = sim(&author, &publish).expect(3).stderr;
    assert!(stderr.contains("PK013") && stderr.contains("login") && stderr.contains("docker login"), "{stderr}");
    let login = |pair: &str| format!("{{\"auths\": {{\"{}\": {{\"auth\": \"{pair}\"}}}}}}", registry.server());
    // Base64 of `user:wrong` and `user:secret`.
    let (wrong, right) = (login("dXNlcjp3cm9uZw=="), login("dXNlcjpzZWNyZXQ="));
    std::fs::create_dir_all(author.path("home/.docker")).unwrap();
    author.write("home/.docker/config.json", &wrong);
    let stderr = sim(&author, &publish).expect(3).stderr;
    assert!(stderr.contains("PK013") && stderr.contains("login"), "{stderr}");
    author.write("home/.docker/config.json", &right);
    sim(&author, &publish).expect(0);

    let user = TestDir::new();
    let add = ["pack", "source", "add", &place];
    sim(&user, &add).expect(3);
    for folder in ["own", "runtime/containers", "bin"] {
        std::fs::create_dir_all(user.path(folder)).unwrap();
    }
    user.write("own/config.json", &right);
    user.write("runtime/containers/auth.json", &right);
    for (name, folder) in [("DOCKER_CONFIG", "own"), ("XDG_RUNTIME_DIR", "runtime")] {
        let mut command = command(&user, &add);
        Ended::from(command.env(name, user.path(folder)).output().unwrap()).expect(0);
    }
    // A program that stores logins.
    user.write("own/config.json", r#"{"credsStore": "test"}"#);
    let answer = r#"echo '{"Username": "user", "Secret": "secret"}'"#;
    let helper = user.write("bin/docker-credential-test", format!("#!/bin/sh\n{answer}\n"));
    std::fs::set_permissions(&helper, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", user.path("bin").display(), std::env::var("PATH").unwrap());
    let mut command = command(&user, &["pack", "install", "acme/base", "--yes", "--from", &place]);
    Ended::from(command.env("DOCKER_CONFIG", user.path("own")).env("PATH", path).output().unwrap()).expect(0);
}

#[test]
fn a_token_is_fetched_where_the_server_says_and_no_login_goes_to_another() {
    let author = publisher();
    publish(&author, "1.0.0", "index");
    let index = author.path("index");
    let headers = Arc::new(Mutex::new(String::new()));
    let (seen, folder) = (headers.clone(), index.clone());
    let other = WebServer::new(move |path, header| {
        seen.lock().unwrap().push_str(header);
        file_of(&folder, path)
    });
    let elsewhere = other.url();
    let server = WebServer::new(move |path, header| {
        let field = |name: &str| {
            let fields = header.lines().filter_map(|line| line.split_once(": "));
            fields.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
        };
        let refused = |fields: &str| answer("401 No", fields, 0, Vec::new());
        match (path.split_once('?'), field("authorization")) {
            (Some(("/token", "service=robot%20packs")), "Basic dXNlcjpzZWNyZXQ=") => {
                whole(br#"{"token": "abc"}"#.to_vec())
            }
            (Some(("/token", _)), _) => refused(""),
            (_, "Bearer abc") if path.ends_with(".simpack") => {
                answer("307 There", &format!("Location: {elsewhere}{path}\r\n"), 0, Vec::new())
            }
            (_, "Bearer abc") => file_of(&index, path),
            _ => {
                let realm = format!("http://{}/token", field("host"));
                refused(&format!("WWW-Authenticate: Bearer realm=\"{realm}\",service=\"robot packs\"\r\n"))
            }
        }
    });
    let user = TestDir::new();
    let install = ["pack", "install", "acme/base", "--yes", "--from", &server.url()];
    let stderr = sim(&user, &install).expect(3).stderr;
    assert!(stderr.contains("PK013") && stderr.contains("login"), "{stderr}");
    std::fs::create_dir_all(user.path("home/.docker")).unwrap();
    let place = server.url().replace("http://", "");
    let logins = format!("{{\"auths\": {{\"{place}\": {{\"auth\": \"dXNlcjpzZWNyZXQ=\"}}}}}}");
    user.write("home/.docker/config.json", logins);
    sim(&user, &install).expect(0);
    let headers = headers.lock().unwrap().to_lowercase();
    assert!(headers.contains("acme-base-1.0.0.simpack") && !headers.contains("authorization"), "{headers}");
}
