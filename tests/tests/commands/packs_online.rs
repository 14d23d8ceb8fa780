//! Packs from web servers and a real registry, including misbehaving ones.
#![cfg(target_os = "linux")]

use crate::packs::{author, built, everything, stored};
use sim_tests::servers::{Deed, Registry, RegistryKind, WebServer, answer, file_of, whole};
use sim_tests::{Desk, Ended, dist, program_of, root};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The program without the user's logins and certificates, and with shorter timeouts.
pub fn command(desk: &Desk, arguments: &[&str]) -> Command {
    let mut command = desk.command(arguments);
    for name in ["DOCKER_CONFIG", "XDG_RUNTIME_DIR", "SSL_CERT_FILE", "SSL_CERT_DIR"] {
        command.env_remove(name);
    }
    command.env("SIM_PACK_SECONDS", "2");
    command
}

fn sim(desk: &Desk, arguments: &[&str]) -> Ended {
    Ended::from(command(desk, arguments).output().expect("the program can be started"))
}

/// Files of the store, except the user's settings and cached indexes.
fn installed(desk: &Desk) -> Vec<std::path::PathBuf> {
    let mut files = stored(desk);
    files.retain(|file| {
        let name = file.strip_prefix(desk.path("home/robot-sim/packs")).expect("it is in the store");
        !name.starts_with("cache") && !name.starts_with("keys") && name != Path::new("sources.json")
    });
    files
}

/// A publisher's desk with keys and a pack without code, `acme/base`.
fn publisher() -> Desk {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("base/data")).unwrap();
    desk.sim(&["pack", "key", "acme", "--no-password"]).expect(0);
    desk
}

/// Publishes a version of `acme/base`; returns its archive.
fn publish(desk: &Desk, version: &str, to: &str) -> String {
    let text = format!(
        "(pack: 1, name: \"acme/base\", version: \"{version}\", description: \"What rovers share.\", license: \"MIT\",
          home: Some(\"https://example.org/base\"))"
    );
    desk.write("base/pack.ron", text);
    desk.write("base/data/table.txt", version);
    let archive = desk.sim(&["pack", "build", "base"]).expect(0).stdout.trim().to_owned();
    desk.sim(&["pack", "sign", &archive, "--key", "acme.key"]).expect(0);
    sim(desk, &["pack", "publish", &archive, "--to", to, "--key", "acme.pub"]).expect(0);
    archive
}

/// The public key in a publisher's file.
fn key_of(desk: &Desk) -> String {
    std::fs::read_to_string(desk.path("acme.pub")).unwrap().lines().last().unwrap().to_owned()
}

#[test]
fn p1_packs_come_from_a_web_server_and_are_known_without_it() {
    let author = publisher();
    publish(&author, "1.0.0", "index");
    let server = WebServer::of_folder(author.path("index"));
    let user = Desk::new();
    let (url, key) = (server.url(), key_of(&author));
    sim(&user, &["pack", "source", "add", &format!("{url}/")]).expect(0);
    assert_eq!(sim(&user, &["pack", "source"]).expect(0).stdout.trim(), url);
    let found = sim(&user, &["pack", "search", "rovers", "--json"]).expect(0);
    assert!(found.json()["packs"][0]["name"] == "acme/base" && found.stderr.is_empty(), "{found:?}");
    let told = sim(&user, &["pack", "install", "acme/base"]).expect(3).stderr;
    assert!(told.contains("PK011") && told.contains(&key) && installed(&user).is_empty(), "{told}");
    sim(&user, &["pack", "install", "acme/base", "--yes"]).expect(0);
    sim(&user, &["pack", "verify"]).expect(0);
    let info = sim(&user, &["pack", "info", "acme/base"]).expect(0).stdout;
    assert!(info.contains(&key), "{info}");
    publish(&author, "1.1.0", "index");
    sim(&user, &["pack", "update"]).expect(0);
    assert!(sim(&user, &["pack", "list"]).expect(0).stdout.contains("acme/base 1.1.0"));
    let told = sim(&user, &["pack", "publish", "none.simpack", "--to", &url]).expect(3).stderr;
    assert!(told.contains("none.simpack"), "{told}");
    let archive = user.sim(&["pack", "export", "acme/base"]).expect(0).stdout.trim().to_owned();
    let told = sim(&user, &["pack", "publish", &archive, "--to", &url]).expect(3).stderr;
    assert!(told.contains("PK012") && told.contains("oci://"), "{told}");

    publish(&author, "1.2.0", "index");
    sim(&user, &["pack", "search"]).expect(0);
    sim(&user, &["pack", "install", "acme/base@=1.0.0"]).expect(0);
    drop(server);
    let found = sim(&user, &["pack", "search", "rovers"]).expect(0);
    assert!(found.stdout.contains("acme/base 1.2.0"), "the last that was heard: {found:?}");
    assert!(found.stderr.contains("this is what it said") && found.stderr.contains(&url), "{found:?}");
    let told = sim(&user, &["pack", "install", "acme/base@^1.1"]).expect(3).stderr;
    assert!(told.contains("PK013") && told.contains("1.2.0.simpack"), "it would be newer, and cannot be had: {told}");
    let told = sim(&user, &["pack", "install", "acme/none"]).expect(3).stderr;
    assert!(told.contains("PK013") && told.contains("cannot be reached"), "{told}");
    sim(&user, &["pack", "verify"]).expect(0);
    sim(&user, &["pack", "source", "add", &url]).expect(3);
    sim(&user, &["pack", "source", "remove", &url]).expect(0);
    sim(&user, &["pack", "remove", "acme/base"]).expect(0);
    assert!(installed(&user).is_empty() && !user.path("home/robot-sim/packs/cache").exists(), "{:?}", stored(&user));
}

/// The files of an index, with different responses for files with this ending.
fn instead(index: &Path, ending: &'static str, deed: impl Fn() -> Deed + Send + Sync + 'static) -> WebServer {
    let index = index.to_path_buf();
    WebServer::new(move |path, _| if path.ends_with(ending) { deed() } else { file_of(&index, path) })
}

#[test]
fn p2_web_servers_that_do_what_they_should_not_are_refused() {
    let author = publisher();
    publish(&author, "1.0.0", "index");
    let index = author.path("index");
    let archive = std::fs::read(index.join("packs/acme/base/acme-base-1.0.0.simpack")).unwrap();
    let size = archive.len();
    let mut other = archive.clone();
    other[size / 2] ^= 1;
    let (longer, shorter) = ([&archive[..], b"x"].concat(), archive[..size - 1].to_vec());
    let endless = || -> Deed {
        Box::new(|stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
            loop {
                stream.write_all(&[b' '; 1 << 16])?;
            }
        })
    };
    let slow = |bytes: Vec<u8>| -> Deed {
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
        lists(instead(&index, list, endless), "PK013", "more than such a file may have"),
        lists(instead(&index, file, endless), "PK013", "another file"),
        lists(instead(&index, file, move || whole(other.clone())), "PK013", "another file"),
        lists(instead(&index, file, move || whole(longer.clone())), "PK013", "another file"),
        lists(instead(&index, file, move || whole(shorter.clone())), "PK013", "another file"),
        lists(
            instead(&index, file, move || answer("200 OK", "", size, archive[..size / 2].to_vec())),
            "PK013",
            "ends before",
        ),
        lists(instead(&index, file, status("404 Not Found")), "PK012", "not there"),
        lists(instead(&index, file, status("500 Broken")), "PK013", "status 500"),
        lists(instead(&index, list, status("404 Not Found")), "PK001", "no index has"),
        lists(instead(&index, list, status("403 Forbidden")), "PK013", "login"),
        lists(
            instead(&index, list, || answer("401 No", "WWW-Authenticate: Basic realm=\"x\"\r\n", 0, Vec::new())),
            "PK013",
            "login",
        ),
        lists(
            instead(&index, list, || answer("302 Found", "Location: versions.json\r\n", 0, Vec::new())),
            "PK013",
            "without end",
        ),
        lists(
            instead(&index, list, || answer("302 Found", "Location: http://packs.example.org/\r\n", 0, Vec::new())),
            "PK013",
            "without encryption",
        ),
        lists(instead(&index, list, || whole(b"<html>".to_vec())), "PK012", "cannot be read"),
        lists(
            instead(&index, list, || Box::new(|stream| stream.write_all(b"SSH-2.0-x\r\n\r\n"))),
            "PK013",
            "cannot be understood",
        ),
        lists(instead(&index, file, move || slow(vec![0; size])), "PK013", "says nothing for 2 s"),
    ];
    for (number, (server, code, reason)) in cases.iter().enumerate() {
        let user = Desk::new();
        let began = Instant::now();
        let told = sim(&user, &["pack", "install", "acme/base", "--yes", "--from", &server.url()]).expect(3).stderr;
        assert!(told.contains(code) && told.contains(reason), "{number}: {told}");
        assert_eq!(told.matches("error[").count(), 1, "{number}: {told}");
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
    let user = Desk::new();
    sim(&user, &["pack", "source", "add", &server.url()]).expect(0);
    broken.store(1, Ordering::SeqCst);
    let found = sim(&user, &["pack", "search"]).expect(0);
    assert!(found.stdout.contains("acme/base 1.0.0") && found.stderr.contains("status 503"), "{found:?}");
    broken.store(2, Ordering::SeqCst);
    assert!(sim(&user, &["pack", "search"]).expect(3).stderr.contains("login"));
    for (bad, reason) in [("http://packs.example.org", "encryption"), ("ftp://a", "`ftp`"), ("oci://a/B", "lower-case")]
    {
        let told = sim(&user, &["pack", "source", "add", bad]).expect(2).stderr;
        assert!(told.contains("PK012") && told.contains(reason), "{told}");
    }
}

#[test]
fn p2_a_program_that_is_killed_while_it_fetches_leaves_nothing_and_nobody() {
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
    let user = Desk::new();
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
    assert!(everything(&user.path("home/robot-sim/packs/staging")).is_empty());
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
    assert!(everything(&user.path("home/robot-sim/packs/staging")).is_empty());
}

#[test]
fn a_server_shows_who_it_is_or_is_refused() {
    let registry = Registry::start(RegistryKind { tls: true, ..RegistryKind::default() });
    let url = format!("https://localhost:{}/packs", registry.port());
    let user = Desk::new();
    let told = sim(&user, &["pack", "source", "add", &url]).expect(3).stderr;
    assert!(told.contains("PK013") && told.contains("certificate is not accepted"), "{told}");
    let add = |url: &str| {
        let mut command = command(&user, &["pack", "source", "add", url]);
        command.env("SSL_CERT_FILE", root().join("tests/data/tls/ca.pem"));
        Ended::from(command.output().unwrap()).expect(3).stderr
    };
    let told = add(&url);
    assert!(told.contains("PK012") && told.contains("no index"), "it is asked with a known authority: {told}");
    let told = add(&url.replace("localhost", "[::ffff:127.0.0.1]"));
    assert!(told.contains("PK013") && told.contains("certificate"), "a certificate for another name: {told}");
}

#[test]
fn without_the_program_for_servers_a_message_says_so() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("bin")).unwrap();
    std::fs::copy(program_of(&dist()), desk.path("bin/sim")).unwrap();
    let user = Desk::with_program(desk.path("bin"));
    let told = sim(&user, &["pack", "search", "--from", "https://packs.example.org"]).expect(3).stderr;
    assert!(told.contains("PK013") && told.contains("simpack-net") && told.contains("beside `sim`"), "{told}");
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
fn p1_packs_go_through_a_registry() {
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
    let told = sim(&author, &["pack", "publish", changed.to_str().unwrap(), "--to", &place]).expect(3).stderr;
    assert!(told.contains("PK012") && told.contains("published already"), "{told}");
    // The view of other tools.
    let seen = manifest(&registry, "robots/acme/rover/manifests/0.1.0");
    assert_eq!(seen["artifactType"], "application/vnd.robot-sim.simpack.v1+json");
    let said = |name: &str| seen["annotations"][format!("org.opencontainers.image.{name}")].clone();
    assert_eq!((said("title"), said("version")), ("acme/rover".into(), "0.1.0".into()));
    let titles = [0, 1].map(|layer| seen["layers"][layer]["annotations"]["org.opencontainers.image.title"].clone());
    assert_eq!(titles, ["acme-rover-0.1.0.simpack", "acme-rover-0.1.0.simpack.minisig"]);

    let base = publisher();
    std::fs::copy(author.path("acme.key"), base.path("acme.key")).unwrap();
    std::fs::copy(author.path("acme.pub"), base.path("acme.pub")).unwrap();
    publish(&base, "1.0.0", &place);
    publish(&base, "1.1.0", &place);

    let user = Desk::new();
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
    assert!(again.contains("was revoked already") && again.contains("it bites"), "{again}");
    let told = sim(&user, &["pack", "install", "acme/base@=1.1.0"]).expect(3).stderr;
    assert!(told.contains("it bites"), "{told}");
    assert!(sim(&user, &["pack", "search", "base"]).expect(0).stdout.contains("acme/base 1.0.0"));
    sim(&user, &["pack", "install", "acme/base"]).expect(0);
    assert!(sim(&user, &["pack", "list"]).expect(0).stdout.contains("acme/base 1.0.0"));
    for missing in ["acme/none", "acme/base@^9"] {
        assert!(sim(&user, &["pack", "install", missing]).expect(3).stderr.contains("PK001"), "{missing}");
    }
    let empty = format!("oci://{}/others", registry.server());
    assert!(sim(&user, &["pack", "source", "add", &empty]).expect(3).stderr.contains("no index"));

    drop(registry);
    sim(&user, &["run", "pack:acme/rover/scenes/first.ron", "--duration", "1"]).expect(0);
    let found = sim(&user, &["pack", "search", "base"]).expect(0);
    assert!(found.stdout.contains("acme/base 1.0.0") && found.stderr.contains("this is what it said"), "{found:?}");
    for pack in ["acme/rover", "acme/base"] {
        sim(&user, &["pack", "remove", pack]).expect(0);
    }
    assert!(installed(&user).is_empty(), "{:?}", stored(&user));
}

#[test]
fn p1_a_registry_takes_nothing_unsigned_and_no_other_key_beside_signed_versions() {
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
    let told = sim(&author, &["pack", "publish", &unsigned, "--to", &place]).expect(3).stderr;
    assert!(told.contains("PK011") && told.contains("no signature"), "{told}");
    author.sim(&["pack", "key", "other", "--no-password"]).expect(0);
    author.sim(&["pack", "sign", &unsigned, "--key", "other.key"]).expect(0);
    let told = sim(&author, &["pack", "publish", &unsigned, "--to", &place]).expect(3).stderr;
    assert!(told.contains("PK011"), "{told}");
    let told = sim(&author, &["pack", "publish", &unsigned, "--to", &place, "--key", "other.pub"]).expect(3).stderr;
    assert!(told.contains("PK012") && told.contains("another key"), "{told}");
    // A registry without a known key compares with its existing signatures.
    let bare = format!("oci://{}/bare", registry.server());
    let first = "index/packs/acme/base/acme-base-1.0.0.simpack";
    publish(&author, "1.0.0", "index");
    sim(&author, &["pack", "publish", first, "--to", &bare]).expect(0);
    let told = sim(&author, &["pack", "publish", &build("1.1.0"), "--to", &bare]).expect(3).stderr;
    assert!(told.contains("PK011") && told.contains("another key") && told.contains("1.0.0"), "{told}");
    // With the right key, the index knows it, even if it is not given again.
    author.sim(&["pack", "sign", &unsigned, "--key", "acme.key"]).expect(0);
    sim(&author, &["pack", "publish", &unsigned, "--to", &place]).expect(0);
    let user = Desk::new();
    sim(&user, &["pack", "install", "acme/base", "--yes", "--from", &place]).expect(0);
    assert!(sim(&user, &["pack", "list"]).expect(0).stdout.contains("acme/base 1.1.0"));
    // Words of fields other than name and description find it; words without matches are reported.
    let found = sim(&user, &["pack", "search", "byron", "--from", &place]).expect(0);
    assert!(found.stdout.contains("acme/base 1.1.0"), "{found:?}");
    let found = sim(&user, &["pack", "search", "byron", "none", "--from", &place]).expect(0);
    assert!(found.stdout.is_empty() && found.stderr.contains("no pack has all of this: byron none"), "{found:?}");
    // A revoked version is skipped, and its installation stays.
    sim(&author, &["pack", "revoke", "acme/base@=1.1.0", "--to", &place, "--reason", "it bites"]).expect(0);
    let told = sim(&author, &["pack", "publish", &unsigned, "--to", &place]).expect(3).stderr;
    assert!(told.contains("version 1.1.0 is revoked in the index (it bites)"), "{told}");
    let told = sim(&user, &["pack", "update", "--from", &place]).expect(0).stderr;
    assert!(told.contains("acme/base 1.1.0 is installed: it must not be used any more (it bites)"), "{told}");
    let new = Desk::new();
    let told = sim(&new, &["pack", "install", "acme/base", "--yes", "--from", &place]).expect(0).stderr;
    assert!(told.contains("passed over acme/base 1.1.0") && told.contains("it bites"), "{told}");
    let told = sim(&new, &["pack", "update", "--from", &place]).expect(0).stderr;
    assert!(told.contains("passed over acme/base 1.1.0") && told.contains("can be used here are installed"), "{told}");
}

#[test]
fn p1_two_publishers_at_once_are_both_found_in_a_registry() {
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
    let user = Desk::new();
    let names: Vec<String> = (0..4).map(|number| format!("acme/part-{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    sim(&user, &[&["pack", "install", "--from", &place][..], &names].concat()).expect(0);
    assert_eq!(sim(&user, &["pack", "list"]).expect(0).stdout.lines().count(), 4);
}

#[test]
fn p1_a_registry_with_a_login_is_used_with_the_files_of_other_tools() {
    let registry = Registry::start(RegistryKind { login: true, ..RegistryKind::default() });
    let place = format!("oci://{}/robots", registry.server());
    let author = publisher();
    let archive = publish(&author, "1.0.0", "index");
    let publish = ["pack", "publish", &archive, "--to", &place, "--key", "acme.pub"];
    let told = sim(&author, &publish).expect(3).stderr;
    assert!(told.contains("PK013") && told.contains("login") && told.contains("docker login"), "{told}");
    let login = |pair: &str| format!("{{\"auths\": {{\"{}\": {{\"auth\": \"{pair}\"}}}}}}", registry.server());
    // Base64 of `user:wrong` and `user:secret`.
    let (wrong, right) = (login("dXNlcjp3cm9uZw=="), login("dXNlcjpzZWNyZXQ="));
    std::fs::create_dir_all(author.path("home/.docker")).unwrap();
    author.write("home/.docker/config.json", &wrong);
    let told = sim(&author, &publish).expect(3).stderr;
    assert!(told.contains("PK013") && told.contains("login"), "{told}");
    author.write("home/.docker/config.json", &right);
    sim(&author, &publish).expect(0);

    let user = Desk::new();
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
fn p1_a_token_is_fetched_where_the_server_says_and_no_login_goes_to_another() {
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
    let user = Desk::new();
    let install = ["pack", "install", "acme/base", "--yes", "--from", &server.url()];
    let told = sim(&user, &install).expect(3).stderr;
    assert!(told.contains("PK013") && told.contains("login"), "{told}");
    std::fs::create_dir_all(user.path("home/.docker")).unwrap();
    let place = server.url().replace("http://", "");
    let logins = format!("{{\"auths\": {{\"{place}\": {{\"auth\": \"dXNlcjpzZWNyZXQ=\"}}}}}}");
    user.write("home/.docker/config.json", logins);
    sim(&user, &install).expect(0);
    let headers = headers.lock().unwrap().to_lowercase();
    assert!(headers.contains("acme-base-1.0.0.simpack") && !headers.contains("authorization"), "{headers}");
}
