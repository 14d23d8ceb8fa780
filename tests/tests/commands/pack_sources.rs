//! Packs with sources but without a library for this machine: they are built during installation, within limits.
#![cfg(target_os = "linux")]

use crate::packs::{author, built, stored};
use crate::packs_online::command;
use sim_tests::{Ended, TestDir, with_open_file};
use std::net::{TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Changes the description of the author's pack.
fn describe(author: &TestDir, from: &str, to: &str) {
    let file = author.path("rover/pack.ron");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{text}");
    std::fs::write(&file, text.replace(from, to)).unwrap();
}

/// An archive with sources only.
fn only_sources(author: &TestDir) -> PathBuf {
    describe(author, "crates: [", "sources: [");
    built(author)
}

#[test]
fn a_pack_without_a_library_for_this_machine_is_built_from_its_sources() {
    let author = author();
    let before = built(&author);
    let digest = |dir: &TestDir, words: &[&str]| {
        let run = dir.sim(&[words, &["--duration", "20", "--json"]].concat()).expect(0);
        assert!(run.distance("anna") > 1.0, "{}", run.stdout);
        run.json()["digest"].as_str().expect("there is a digest").to_owned()
    };
    let scene = "pack:acme/rover/scenes/first.ron";
    author.sim(&["pack", "install", before.to_str().unwrap()]).expect(0);
    let with_library = digest(&author, &["run", scene]);
    let archive = only_sources(&author);
    let archive = archive.to_str().unwrap();
    let stdout = author.sim(&["pack", "info", archive]).expect(0).stdout;
    assert!(stdout.contains("sources of") && !stdout.contains("built for"), "{stdout}");

    let user = TestDir::new();
    let refused = user.sim(&["pack", "install", archive, "--yes"]).expect(3).stderr;
    assert!(refused.contains("PK008") && refused.contains("--build"), "{refused}");
    assert_eq!(stored(&user), [""; 0].map(PathBuf::from));
    user.sim(&["pack", "install", archive, "--build"]).expect(0);
    assert_eq!(digest(&user, &["run", scene]), with_library);
    let info = user.sim(&["pack", "info", "acme/rover"]).expect(0).stdout;
    assert!(info.contains("built here") && info.contains("separate processes"), "{info}");
    assert!(info.contains("controller acme.rover/drive"), "{info}");
    user.sim(&["pack", "verify"]).expect(0);
    // An existing build is not repeated.
    let again = user.sim(&["pack", "install", archive]).expect(0).stderr;
    assert!(!again.contains("building"), "{again}");
    let library = stored(&user).into_iter().find(|file| file.extension().is_some_and(|ending| ending == "so"));
    std::fs::write(library.expect("it has been built"), "changed").unwrap();
    let changed = user.sim(&["pack", "verify"]).expect(3).stderr;
    assert!(changed.contains("was changed") && changed.contains("libdrive.so"), "{changed}");
    user.sim(&["pack", "remove", "acme/rover"]).expect(0);
    assert_eq!(stored(&user), [""; 0].map(PathBuf::from));
}

#[test]
fn sources_that_do_not_build_a_library_of_the_pack_leave_no_files() {
    let author = author();
    let code = author.path("rover/drive/drive.c");
    let right = std::fs::read_to_string(&code).unwrap();
    std::fs::write(&code, right.replace("acme.rover/drive", "other.pack/drive")).unwrap();
    let foreign = only_sources(&author);
    let user = TestDir::new();
    let install = |archive: &Path, status: i32| {
        let stderr = user.sim(&["pack", "install", archive.to_str().unwrap(), "--build"]).expect(status).stderr;
        assert_eq!(stored(&user), [""; 0].map(PathBuf::from), "{stderr}");
        stderr
    };
    let stderr = install(&foreign, 3);
    assert!(stderr.contains("acme.rover/") && stderr.contains("other.pack/drive"), "{stderr}");
    std::fs::write(&code, "int mistake(").unwrap();
    let stderr = install(&built(&author), 1);
    assert!(
        stderr.contains("PK010") && stderr.contains("simpack:drive/drive.c:1:1") && stderr.contains("publisher"),
        "{stderr}"
    );
    describe(&author, "sources: [\"drive\"]", "sources: [\"models\"]");
    let stderr = author.sim(&["pack", "check", "rover"]).expect(1).stderr;
    assert!(stderr.contains("models") && stderr.contains("Cargo.toml"), "{stderr}");
}

/// A crate without dependencies, with this build script.
fn crate_with(author: &TestDir, script: &str) -> PathBuf {
    std::fs::remove_dir_all(author.path("rover/drive")).unwrap();
    let manifest = "[package]\nname = \"drive\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[lib]\ncrate-type = [\"cdylib\"]\n\n[workspace]\n";
    std::fs::create_dir_all(author.path("rover/drive/src")).unwrap();
    author.write("rover/drive/Cargo.toml", manifest);
    author.write("rover/drive/src/lib.rs", "");
    author.write("rover/drive/build.rs", script);
    only_sources(author)
}

/// A program of the user that other programs must not end.
struct Victim(Child);

impl Victim {
    fn start() -> Self {
        Self(Command::new("sleep").arg("600").env("SECRET", "1").stdin(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_hostile_build_script_cannot_reach_the_user() {
    let (author, user) = (author(), TestDir::new());
    std::fs::create_dir_all(user.path("home")).unwrap();
    let secret = user.write("home/secret.txt", "a secret");
    let (tcp, udp) = (TcpListener::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
    udp.set_nonblocking(true).unwrap();
    tcp.set_nonblocking(true).unwrap();
    let mut victim = Victim::start();
    let script = include_str!("../../hostile/build.rs")
        .replace("SECRET_FILE", secret.to_str().unwrap())
        .replace("TCP_PORT", &tcp.local_addr().unwrap().port().to_string())
        .replace("UDP_PORT", &udp.local_addr().unwrap().port().to_string())
        .replace("VICTIM", &victim.0.id().to_string());
    let archive = crate_with(&author, &script);
    // With a file of the user open in the shell.
    let notes = user.write("notes.txt", "notes");
    let sim = command(&user, &["pack", "install", archive.to_str().unwrap(), "--build"]);
    let stderr = Ended::from(with_open_file(&sim, &notes).output().unwrap()).expect(1).stderr;
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "notes");
    // The script reports its successful operations: only the permitted ones.
    assert!(stderr.contains("succeeded: [\"own folder\"]"), "{stderr}");
    assert_eq!(std::fs::read_to_string(&secret).unwrap(), "a secret");
    let rights = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&secret).unwrap().permissions());
    assert_eq!(rights & 0o777, 0o644);
    assert!(tcp.accept().is_err() && udp.recv(&mut [0; 8]).is_err());
    assert!(victim.0.try_wait().unwrap().is_none());
    assert_eq!(stored(&user), [""; 0].map(PathBuf::from));
}

/// Command lines of processes that contain this text.
fn processes(text: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).filter(|line| line.contains(text)).collect()
}

#[test]
fn what_a_build_gives_out_as_its_library_is_a_file_of_its_own() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let (author, user) = (author(), TestDir::new());
    std::fs::create_dir_all(user.path("home")).unwrap();
    let secret = user.write("home/secret.txt", "TOP SECRET");
    std::fs::set_permissions(&secret, PermissionsExt::from_mode(0o600)).unwrap();
    // With forbidden permission bits.
    let makefile = author.path("rover/drive/Makefile");
    let right = std::fs::read_to_string(&makefile).unwrap();
    std::fs::write(
        &makefile,
        right.replace("-o $@", "-o $@ -Wl,-z,now && umask 0 && cp $@ $@.1 && mv $@.1 $@ && chmod 6777 $@ && : -o"),
    )
    .unwrap();
    let archive = only_sources(&author);
    let install = || user.sim(&["pack", "install", archive.to_str().unwrap(), "--build"]);
    install();
    for file in stored(&user).iter().filter(|file| file.extension().is_some_and(|ending| ending == "so")) {
        assert_eq!(std::fs::metadata(file).unwrap().mode() & 0o7022, 0, "{}", file.display());
    }
    user.sim(&["pack", "remove", "acme/rover"]);
    // A link, a pipe and a device in its place.
    for what in [format!("ln -s {}", secret.display()), "mkfifo".to_owned(), "ln -s /dev/zero".to_owned()] {
        std::fs::write(&makefile, format!("all:\n\tmkdir -p plugins\n\t{what} plugins/libdrive.so\n")).unwrap();
        built(&author);
        let ended = install();
        assert!(ended.status != 0 && !ended.stderr.contains("SECRET"), "{what}: {}", ended.stderr);
        assert_eq!(stored(&user), [""; 0].map(PathBuf::from), "{what}");
    }
}

#[test]
fn no_process_of_a_build_outlives_the_program() {
    let (author, user) = (author(), TestDir::new());
    let archive = crate_with(&author, "fn main() { loop { std::thread::sleep(std::time::Duration::from_secs(1)) } }");
    let mut sim = command(&user, &["pack", "install", archive.to_str().unwrap(), "--build"]).spawn().unwrap();
    let store = user.path("home/simwright/packs/staging").canonicalize();
    let store = store.unwrap_or_else(|_| user.path("home/simwright/packs/staging")).display().to_string();
    let until = |what: &str, reached: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !reached() {
            assert!(begun.elapsed() < Duration::from_secs(120), "{what}: {:?}", processes(&store));
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    until("it builds", &|| processes(&store).iter().any(|line| line.contains("build-script-build")));
    sim.kill().unwrap();
    sim.wait().unwrap();
    until("all have ended", &|| processes(&store).is_empty());
}

#[test]
#[ignore = "recompiles the SDK; run with `cargo xtask soak release`"]
fn sources_in_rust_bring_the_crates_along_that_the_kit_does_not_have() {
    let author = TestDir::new();
    author.sim(&["pack", "new", "acme/rover"]).expect(0);
    let manifest = author.path("rover/drive/Cargo.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("[dependencies]", "[dependencies]\narrayvec = \"0.7\"\nserde = \"1\""))
        .unwrap();
    let archive = only_sources(&author);
    let archive = archive.to_str().unwrap();
    let files = author.sim(&["pack", "info", archive, "--json"]).expect(0).json()["files"].to_string();
    assert!(files.contains("drive/vendor/arrayvec-0.7") && !files.contains("drive/vendor/serde-"), "{files}");
    let user = TestDir::new();
    user.sim(&["pack", "install", archive, "--build"]).expect(0);
    let run = user.sim(&["run", "pack:acme/rover/scenes/first.ron", "--duration", "20", "--json"]).expect(0);
    assert!(run.distance("anna") > 1.0, "{}", run.stdout);
}
