//! Packs made by authors and used by others, each in their own home folder.

use sim_tests::{TestDir, root, shipped};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Every file and folder below a folder.
pub fn all_entries(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(all_entries(&entry.path()));
        }
        found.push(entry.path());
    }
    found
}

/// Files of a store, except its lock file.
pub fn stored(dir: &TestDir) -> Vec<PathBuf> {
    let mut files = all_entries(&dir.path("home/simwright/packs"));
    files.retain(|path| path.is_file() && path.file_name().is_some_and(|name| name != "lock"));
    files
}

/// The pack `acme/rover` in its author's folder, with its controller in C, which builds quickly.
pub fn author() -> TestDir {
    let dir = TestDir::new();
    dir.sim(&["pack", "new", "acme/rover"]).expect(0);
    drive_in_c(&dir);
    dir
}

/// Replaces the Rust controller with one in C.
pub fn drive_in_c(dir: &TestDir) {
    std::fs::remove_dir_all(dir.path("rover/drive")).unwrap();
    dir.sim(&["new", "controller", "drive", "--lang", "c", "--dir", "rover"]).expect(0);
    for file in all_entries(&dir.path("rover/drive")).into_iter().filter(|path| path.is_file()) {
        if let Ok(text) = std::fs::read_to_string(&file) {
            std::fs::write(&file, text.replace("my/drive", "acme.rover/drive")).unwrap();
        }
    }
}

/// Builds the author's pack; returns its archive.
#[track_caller]
pub fn built(author: &TestDir) -> PathBuf {
    let ended = author.sim(&["pack", "build", "rover"]).expect(0);
    author.path(ended.stdout.trim())
}

#[cfg(unix)]
#[test]
fn a_pack_goes_from_its_author_to_somebody_else_who_runs_it_and_removes_it() {
    let author = author();
    let stderr = author.sim(&["pack", "check", "rover"]).expect(0).stderr;
    assert!(stderr.contains("acme/rover 0.1.0 is valid") && !stderr.contains("not part of"), "{stderr}");
    let archive = built(&author);
    let bytes = std::fs::read(&archive).unwrap();
    assert_eq!(std::fs::read(built(&author)).unwrap(), bytes, "the same files make the same bytes");
    let listed = author.sim(&["pack", "info", archive.to_str().unwrap()]).expect(0).stdout;
    assert!(listed.contains("controller acme.rover/drive") && listed.contains("scenes/first.ron"), "{listed}");
    // If the library is built but its folder is not given, the message names the folder.
    let forgotten = author.sim(&["run", "rover/scenes/first.ron"]).expect(4).stderr;
    assert!(forgotten.contains("PL010") && forgotten.contains("--plugins rover/drive/plugins"), "{forgotten}");

    let user = TestDir::new();
    let file = user.write("acme-rover-0.1.0.simpack", &bytes);
    let missing = user.sim(&["run", "pack:acme/rover/scenes/first.ron"]).expect(3).stderr;
    assert!(missing.contains("PK001") && missing.contains("sim pack install \"acme/rover\""), "{missing}");
    user.sim(&["pack", "install", file.to_str().unwrap()]).expect(0);
    let list = user.sim(&["pack", "list", "--json"]).expect(0).json();
    assert_eq!(list["packs"][0]["name"], "acme/rover");
    let listed = user.sim(&["pack", "list"]).expect(0);
    assert!(
        listed.stdout.contains("acme/rover 0.1.0") && listed.stderr.contains("`sim list` the scenes"),
        "{listed:?}"
    );
    let scenes = user.sim(&["list"]).expect(0).stdout;
    let own = scenes.lines().skip_while(|line| *line != "acme/rover 0.1.0").nth(1).unwrap_or_default();
    assert!(own.contains("pack:acme/rover/scenes/first.ron"), "{scenes}");
    let scenes = user.sim(&["list", "--json"]).expect(0).json()["scenes"].as_array().unwrap().clone();
    assert!(scenes.iter().any(|scene| scene["pack"] == "acme/rover 0.1.0"), "{scenes:?}");
    let digest = |ended: sim_tests::Ended| ended.json()["digest"].as_str().expect("there is a digest").to_owned();
    let run = user.sim(&["run", "pack:acme/rover/scenes/first.ron", "--duration", "20", "--json"]).expect(0);
    assert!(run.distance("anna") > 1.0 && run.distance("bert") > 1.0, "{}", run.stdout);
    let of_author = ["run", "rover/scenes/first.ron", "--duration", "20", "--json", "--plugins", "rover/drive/plugins"];
    let info = || user.sim(&["pack", "info", "acme/rover"]).expect(0).stdout;
    let of_user = digest(run);
    if cfg!(target_os = "linux") {
        // By default, untrusted authors' libraries run isolated, with the same results.
        let isolated = || {
            let listed = user.sim(&["plugins", "--json"]).expect(0).json();
            let libraries = listed["libraries"].as_array().expect("a list of libraries").clone();
            let of_pack =
                |library: &&serde_json::Value| library["file"].as_str().is_some_and(|file| file.contains("packs"));
            libraries.iter().find(of_pack).expect("the library of the pack")["isolated"] == true
        };
        assert!(isolated() && info().contains("separate processes"), "{}", info());
        user.sim(&["pack", "isolate", "acme/rover", "--off"]).expect(0);
        assert!(!isolated() && info().contains("the simulator process"), "{}", info());
        let again = user.sim(&["run", "pack:acme/rover/scenes/first.ron", "--duration", "20", "--json"]).expect(0);
        assert_eq!(digest(again), of_user);
        user.sim(&["pack", "isolate", "acme/rover"]).expect(0);
        assert!(isolated());
    }
    assert_eq!(of_user, digest(author.sim(&of_author).expect(0)), "the same as in the folder of its author");

    // The user's own scene, pinned to the byte, recorded and run again.
    user.write(
        "mine.ron",
        r#"(format_version: 1, packs: ["acme/rover@^0.1"], run: (duration: 5), floor: (), robots: [
            (name: "anna", model: (file: "pack:acme/rover/models/rover.robot.ron")),
            (name: "bert", model: "scout/standard", at: (0, 1), controller: "acme.rover/drive"),
        ])"#,
    );
    user.sim(&["pack", "lock", "mine.ron"]).expect(0);
    let lock = std::fs::read_to_string(user.path("mine.packs.lock")).unwrap();
    assert!(lock.contains(list["packs"][0]["sha256"].as_str().unwrap()), "{lock}");
    user.sim(&["run", "mine.ron", "--record", "a.mcap"]).expect(0);
    user.sim(&["replay", "a.mcap", "--verify"]).expect(0);
    user.sim(&["pack", "verify"]).expect(0);
    user.sim(&["pack", "export", "acme/rover", "-o", "out"]).expect(0);
    assert_eq!(std::fs::read(user.path("out/acme-rover-0.1.0.simpack")).unwrap(), bytes);

    user.sim(&["pack", "remove", "acme/rover"]).expect(0);
    assert_eq!(stored(&user), [""; 0].map(PathBuf::from));
    for command in [&["run", "mine.ron"][..], &["check", "mine.ron"], &["replay", "a.mcap"]] {
        let output = user.sim(command).expect(3);
        let output = format!("{}{}", output.stdout, output.stderr);
        assert!(
            output.contains("PK001") && output.contains("acme/rover") && output.contains("0.1.0"),
            "{command:?}: {output}"
        );
        assert_eq!(output.matches("error[").count(), 1, "one error reports it: {output}");
    }
}

#[test]
#[ignore = "recompiles the SDK; run with `cargo xtask soak release`"]
fn a_new_pack_in_rust_builds_and_drives() {
    let dir = TestDir::new();
    dir.sim(&["pack", "new", "acme/rover"]).expect(0);
    let archive = built(&dir);
    dir.sim(&["pack", "install", archive.to_str().unwrap()]).expect(0);
    let run = dir.sim(&["run", "pack:acme/rover/scenes/first.ron", "--duration", "20", "--json"]).expect(0);
    assert!(run.distance("anna") > 1.0, "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn what_is_signed_is_accepted_once_its_key_is_trusted() {
    let author = author();
    let archive = built(&author);
    let archive = archive.to_str().unwrap();
    let key = author.sim(&["pack", "key", "acme", "--no-password"]).expect(0).stdout.trim().to_owned();
    author.sim(&["pack", "sign", archive, "--key", "acme.key"]).expect(0);
    let public = author.path("acme.pub");
    let public = public.to_str().unwrap();
    let user = TestDir::new();
    let install = |more: &[&str]| user.sim(&[&["pack", "install", archive], more].concat());
    let stderr = install(&[]).expect(3).stderr;
    assert!(stderr.contains("PK011") && stderr.contains("--key FILE"), "{stderr}");
    let stderr = install(&["--key", public]).expect(3).stderr;
    assert!(stderr.contains(&key) && stderr.contains("--yes"), "no terminal to confirm it: {stderr}");
    install(&["--key", public, "--yes"]).expect(0);
    assert_eq!(user.sim(&["pack", "trust"]).expect(0).stdout.trim(), format!("acme  {key}"));
    assert!(user.sim(&["pack", "info", "acme/rover"]).expect(0).stdout.contains(&key));
    install(&[]).expect(0);
    // Another key is never accepted implicitly.
    let other = author.sim(&["pack", "key", "other", "--no-password"]).expect(0).stdout.trim().to_owned();
    let stderr = install(&["--key", &other, "--yes"]).expect(3).stderr;
    assert!(stderr.contains("differs from the trusted key") && stderr.contains("--replace"), "{stderr}");
    std::fs::remove_file(format!("{archive}.minisig")).unwrap();
    let stderr = install(&["--yes"]).expect(3).stderr;
    assert!(stderr.contains("unsigned"), "{stderr}");
    user.sim(&["pack", "trust", "acme", "--forget"]).expect(0);
    assert!(install(&[]).expect(0).stderr.contains("is not signed"), "it is reported");
}

#[cfg(unix)]
#[test]
fn packs_are_published_in_an_index_and_installed_by_name() {
    let author = author();
    author.sim(&["pack", "key", "acme", "--no-password"]).expect(0);
    let publish = |folder: &str, more: &[&str]| {
        let archive = author.sim(&["pack", "build", folder]).expect(0).stdout.trim().to_owned();
        author.sim(&["pack", "sign", &archive, "--key", "acme.key"]).expect(0);
        author.sim(&[&["pack", "publish", &archive, "--to", "index", "--key", "acme.pub"], more].concat())
    };
    std::fs::create_dir_all(author.path("base/models")).unwrap();
    let base = |version: &str| {
        let text = format!(
            "(pack: 1, name: \"acme/base\", version: \"{version}\", description: \"What rovers share.\", license: \"MIT\")"
        );
        author.write("base/pack.ron", text);
    };
    base("1.0.0");
    publish("base", &[]).expect(0);
    let manifest = std::fs::read_to_string(author.path("rover/pack.ron")).unwrap();
    author.write("rover/pack.ron", manifest.replace("requires: []", "requires: [\"acme/base@^1\"]"));
    publish("rover", &[]).expect(0);
    base("1.1.0");
    publish("base", &[]).expect(0);
    // The same version with different content.
    author.write("base/models/README.md", "changed");
    assert!(publish("base", &[]).expect(3).stderr.contains("already published"));
    std::fs::remove_file(author.path("base/models/README.md")).unwrap();

    let user = TestDir::new();
    let index = author.path("index");
    let index = index.to_str().unwrap();
    let stderr = user.sim(&["pack", "install", "acme/rover"]).expect(3).stderr;
    assert!(stderr.contains("PK012") && stderr.contains("sim pack source"), "{stderr}");
    user.sim(&["pack", "source", "add", index]).expect(0);
    assert_eq!(user.sim(&["pack", "source"]).expect(0).stdout.trim(), index);
    let found = user.sim(&["pack", "search", "ROVERS", "--json"]).expect(0).json();
    assert_eq!(
        (found["packs"][0]["name"].as_str(), found["packs"][0]["version"].as_str()),
        (Some("acme/base"), Some("1.1.0"))
    );
    let stderr = user.sim(&["pack", "install", "acme/rover"]).expect(3).stderr;
    assert!(
        stderr.contains("PK011") && stderr.contains("--yes"),
        "the key offered by the index must be confirmed: {stderr}"
    );
    assert!(stored(&user).iter().all(|path| path.ends_with("sources.json")), "{:?}", stored(&user));
    user.sim(&["pack", "install", "acme/rover@^0.1", "--yes"]).expect(0);
    let listed = || user.sim(&["pack", "list"]).expect(0).stdout;
    assert!(listed().contains("acme/base 1.1.0") && listed().contains("acme/rover 0.1.0"), "{}", listed());
    user.sim(&["run", "pack:acme/rover/scenes/first.ron", "--duration", "1"]).expect(0);
    assert!(user.sim(&["pack", "install", "acme/rover"]).expect(0).stderr.contains("already"));

    base("1.2.0");
    publish("base", &[]).expect(0);
    author.sim(&["pack", "revoke", "acme/base@=1.2.0", "--to", "index", "--reason", "it bites"]).expect(0);
    assert!(publish("base", &[]).expect(3).stderr.contains("version 1.2.0 is revoked"), "it does not come back");
    user.sim(&["pack", "update", "acme/base"]).expect(0);
    assert!(!listed().contains("1.2.0"), "{}", listed());
    let stderr = user.sim(&["pack", "install", "acme/base@=1.2.0"]).expect(3).stderr;
    assert!(stderr.contains("it bites"), "{stderr}");
    base("1.3.0");
    publish("base", &[]).expect(0);
    user.sim(&["pack", "update", "acme/base"]).expect(0);
    assert!(listed().contains("acme/base 1.3.0"), "{}", listed());
    for bad in ["acme/none", "acme/base@^9"] {
        assert!(user.sim(&["pack", "install", bad]).expect(3).stderr.contains("PK001"), "{bad}");
    }
    // An archive replaced in the index.
    let archive = author.path("index/packs/acme/base/acme-base-1.0.0.simpack");
    std::fs::copy(author.path("index/packs/acme/base/acme-base-1.1.0.simpack"), archive).unwrap();
    let stderr = user.sim(&["pack", "install", "acme/base@=1.0.0"]).expect(3).stderr;
    assert!(stderr.contains("PK012") && stderr.contains("differs from its entry in the index"), "{stderr}");
    user.sim(&["pack", "source", "remove", index]).expect(0);
    assert_eq!(user.sim(&["pack", "source"]).expect(0).stdout, "");
    user.sim(&["pack", "source", "remove", index]).expect(2);
    user.sim(&["run", "pack:acme/rover/scenes/first.ron", "--duration", "1"]).expect(0);
}

/// A pack of the author's that contains one library of the installation, in the folder of this target.
fn with_library(target: &str) -> TestDir {
    let dir = TestDir::new();
    std::fs::create_dir_all(dir.path("pack/lib").join(target)).unwrap();
    let name = shipped("plugin_fence").file_name().unwrap().to_owned();
    std::fs::copy(shipped("plugin_fence"), dir.path("pack/lib").join(target).join(name)).unwrap();
    dir.write(
        "pack/pack.ron",
        "(pack: 1, name: \"acme/rover\", version: \"1.0.0\", description: \"A fence.\", license: \"MIT\")",
    );
    dir
}

#[test]
fn libraries_of_others_and_for_other_machines_are_refused() {
    let here = sim_core_target();
    let dir = with_library(&here);
    let stderr = dir.sim(&["pack", "build", "pack"]).expect(3).stderr;
    assert!(stderr.contains("PK007") && stderr.contains("monitor/fence") && stderr.contains("acme.rover/"), "{stderr}");
    let other = if here.contains("windows") { "x86_64-unknown-linux-gnu" } else { "x86_64-pc-windows-msvc" };
    let stderr = with_library(other).sim(&["pack", "build", "pack"]).expect(3).stderr;
    assert!(stderr.contains("PK008") && stderr.contains(other), "{stderr}");
    assert!(stored(&dir).is_empty());
}

/// The target of this machine, as reported by `sim pack info` for a pack built here.
fn sim_core_target() -> String {
    let dir = author();
    let info = dir.sim(&["pack", "info", built(&dir).to_str().unwrap(), "--json"]).expect(0).json();
    info["manifest"]["libraries"][0]["target"].as_str().expect("it has a library").to_owned()
}

#[cfg(unix)]
#[test]
fn the_value_of_a_signature_is_reported_before_installation() {
    let author = author();
    let archive = built(&author);
    let archive = archive.to_str().unwrap();
    let info = |dir: &TestDir, pack: &str| dir.sim(&["pack", "info", pack]).expect(0).stdout;
    assert!(info(&author, archive).contains("the publisher acme is not verified"), "{}", info(&author, archive));
    let key = author.sim(&["pack", "key", "acme", "--no-password"]).expect(0).stdout.trim().to_owned();
    author.sim(&["pack", "key", "other", "--no-password"]).expect(0);
    author.sim(&["pack", "sign", archive, "--key", "acme.key"]).expect(0);
    let unknown = info(&author, archive);
    assert!(unknown.contains("with the key number ") && unknown.contains("not verified"), "{unknown}");
    author.sim(&["pack", "trust", "acme", "acme.pub"]).expect(0);
    let trusted = info(&author, archive);
    assert!(trusted.contains(&format!("with the trusted key of acme, {key}")), "{trusted}");
    author.sim(&["pack", "install", archive]).expect(0);
    let installed = info(&author, "acme/rover");
    assert!(
        installed.contains("trusted key of acme") && installed.contains("sim pack:acme/rover/scenes/first.ron"),
        "{installed}"
    );
    author.sim(&["pack", "trust", "acme", "other.pub", "--replace"]).expect(0);
    let (wrong, installed) = (info(&author, archive), info(&author, "acme/rover"));
    assert!(wrong.contains("not made for this archive with the trusted key"), "{wrong}");
    assert!(installed.contains("with a key of acme that is not trusted"), "{installed}");
    // A missing key.
    let stderr = author.sim(&["pack", "trust", "acme", "keys/acme.pub"]).expect(3).stderr;
    assert!(
        stderr.contains("cannot be read") && stderr.contains("keys/acme.pub") && stderr.contains("file not found"),
        "{stderr}"
    );
}

#[cfg(unix)]
#[test]
fn a_program_that_is_killed_leaves_a_whole_store() {
    /// Number of kills in every test run, and in a long one.
    const KILLS: [u64; 2] = [12, 200];
    let kills = KILLS[usize::from(std::env::var_os("SIM_SOAK").is_some())];
    let dir = TestDir::new();
    std::fs::create_dir_all(dir.path("pack/data")).unwrap();
    // Incompressible bytes.
    let mut word = 1u64;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) as u8
    })
    .take(1 << 20)
    .collect();
    for number in 0..8 {
        dir.write(&format!("pack/data/{number}"), &noise[number * 1000..]);
    }
    let archives: Vec<String> = ["1.0.0", "1.1.0"]
        .map(|version| {
            let text = format!(
                "(pack: 1, name: \"acme/heavy\", version: \"{version}\", description: \"-\", license: \"MIT\")"
            );
            dir.write("pack/pack.ron", text);
            dir.sim(&["pack", "build", "pack"]).expect(0).stdout.trim().to_owned()
        })
        .into();
    let install = ["pack", "install", &archives[0]];
    let began = Instant::now();
    dir.sim(&install).expect(0);
    let mut whole = began.elapsed();
    let commands: [&[&str]; 3] = [&install, &["pack", "install", &archives[1]], &["pack", "remove", "acme/heavy"]];
    let (mut killed, mut number) = (0, 0);
    while killed < kills {
        number += 1;
        assert!(number <= 20 * kills, "only {killed} of {number} were killed while they worked");
        let began = Instant::now();
        let mut child = dir.command(commands[(number % 3) as usize]).spawn().expect("the program can be started");
        // Spread over the duration of an installation.
        std::thread::sleep(Duration::from_secs_f64(whole.as_secs_f64() * (number * 7919 % 101) as f64 / 100.0));
        let _ = child.kill();
        match child.wait().expect("it can be waited for").code() {
            None => (killed, whole) = (killed + 1, whole.mul_f64(1.05)),
            // It finished before the kill, since the machine is less busy now.
            Some(_) => whole = whole.min(began.elapsed()).mul_f64(0.9),
        }
        dir.sim(&["pack", "verify"]).expect(0);
    }
    // Leftovers are removed by the next change. Both may be installed already, which leaves no change.
    dir.sim(&["pack", "install", &archives[0], &archives[1]]).expect(0);
    dir.sim(&["pack", "remove", "acme/heavy"]).expect(0);
    let left = all_entries(&dir.path("home/simwright/packs/staging"));
    assert!(left.is_empty(), "{left:?}");
    assert!(stored(&dir).is_empty(), "{:?}", stored(&dir));
}

#[test]
fn the_page_about_packs_names_every_command() {
    let page = std::fs::read_to_string(root().join("docs/src/packs.md")).unwrap();
    let help = TestDir::new().sim(&["pack", "--help"]).expect(0).stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Lines of long descriptions are indented further.
    let lines = lines.filter(|line| !line.starts_with("   "));
    let commands: Vec<&str> = lines.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() >= 10, "{help}");
    for command in commands {
        assert!(page.contains(&format!("sim pack {command}")), "{command}");
    }
}

/// A pack of the author under another name and version, in its own folder; returns its archive.
#[cfg(unix)]
fn another(author: &TestDir, name: &str, version: &str) -> PathBuf {
    let (publisher, short) = name.split_once('/').unwrap();
    let folder = author.path("rover");
    for file in all_entries(&folder).into_iter().filter(|path| path.is_file()) {
        if let Ok(text) = std::fs::read_to_string(&file) {
            std::fs::write(
                &file,
                text.replace("acme/rover", name).replace("acme.rover", &format!("{publisher}.{short}")),
            )
            .unwrap();
        }
    }
    let manifest = author.path("rover/pack.ron");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let now = text.split("version: \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    std::fs::write(&manifest, text.replace(&format!("version: \"{now}\""), &format!("version: \"{version}\"")))
        .unwrap();
    built(author)
}

#[cfg(unix)]
#[test]
fn a_lock_file_and_a_recording_name_every_pack_that_is_used() {
    let (author, user) = (author(), TestDir::new());
    let rover = built(&author);
    let two = another(&author, "acme/two", "0.1.0");
    let newer = another(&author, "acme/two", "0.1.1");
    for archive in [&rover, &two] {
        user.sim(&["pack", "install", archive.to_str().unwrap()]).expect(0);
    }
    let scene = |packs: &str, controller: &str| {
        format!(
            "(format_version: 1, {packs} run: (duration: 2), robots: [(name: \"anna\", model: \"scout/standard\", controller: \"{controller}\")])"
        )
    };
    // Components of packs not listed in the scene are used as long as there is no lock file.
    user.write("a.ron", scene("packs: [\"acme/rover\"],", "acme.two/drive"));
    user.sim(&["run", "a.ron"]).expect(0);
    user.sim(&["pack", "lock", "a.ron"]).expect(0);
    let stderr = user.sim(&["run", "a.ron"]).expect(4).stderr;
    assert!(stderr.contains("acme.two/drive"), "{stderr}");
    user.write("a.ron", scene("packs: [\"acme/rover\", \"acme/two\"],", "acme.two/drive"));
    let stderr = user.sim(&["run", "a.ron"]).expect(3).stderr;
    assert!(stderr.contains("acme/two") && stderr.contains("sim pack lock"), "{stderr}");
    user.sim(&["pack", "lock", "a.ron"]).expect(0);
    user.sim(&["run", "a.ron"]).expect(0);

    // A scene without packs: its recording lists the used ones.
    user.write("b.ron", scene("", "acme.two/drive"));
    user.sim(&["run", "b.ron", "--record", "b.mcap"]).expect(0);
    let info = user.sim(&["info", "b.mcap"]).expect(0).stdout;
    assert!(info.contains("pack:acme/two@0.1.0"), "{info}");
    user.sim(&["pack", "install", newer.to_str().unwrap()]).expect(0);
    user.sim(&["replay", "b.mcap", "--verify"]).expect(0);
    user.sim(&["pack", "remove", "acme/two@=0.1.0"]).expect(0);
    let replay = user.sim(&["replay", "b.mcap"]).expect(3);
    assert!(replay.stderr.contains("PK001") && replay.stderr.contains("acme/two@=0.1.0"), "{}", replay.stderr);
    assert!(replay.stderr.contains("the recording was made with acme/two 0.1.0"), "{}", replay.stderr);
    assert!(!replay.stderr.contains("lock file"), "{}", replay.stderr);

    // A scene of a pack is not locked in the store.
    let stderr = user.sim(&["pack", "lock", "pack:acme/rover/scenes/first.ron"]).expect(2).stderr;
    assert!(stderr.contains("cannot have a lock file"), "{stderr}");
    user.sim(&["pack", "verify"]).expect(0);
}

#[cfg(unix)]
#[test]
fn a_name_is_that_of_a_pack_whatever_lies_in_the_present_folder() {
    let (author, user) = (author(), TestDir::new());
    let archive = built(&author);
    author.sim(&["pack", "publish", archive.to_str().unwrap(), "--to", user.path("index").to_str().unwrap()]).expect(0);
    std::fs::create_dir(user.path("acme")).unwrap();
    user.sim(&["pack", "new", "acme/rover", "--dir", "acme"]).expect(0);
    user.sim(&["pack", "install", "acme/rover", "--from", "index"]).expect(0);
    let of_index = user.sim(&["pack", "info", "acme/rover", "--json"]).expect(0).json();
    let of_archive = author.sim(&["pack", "info", archive.to_str().unwrap(), "--json"]).expect(0).json();
    assert_eq!(of_index["sha256"], of_archive["sha256"]);
    let of_folder = user.sim(&["pack", "info", "./acme/rover", "--json"]).expect(0).json();
    assert!(of_folder["sha256"].is_null());
}

#[cfg(unix)]
#[test]
fn versions_before_a_release_are_found_and_builds_of_one_version_are_one() {
    let (author, user) = (author(), TestDir::new());
    let early = another(&author, "acme/rover", "1.0.0-rc.1");
    user.sim(&["pack", "install", early.to_str().unwrap()]).expect(0);
    for command in [
        &["pack", "info", "acme/rover"][..],
        &["pack", "verify", "acme/rover"],
        &["run", "pack:acme/rover/scenes/first.ron", "--duration", "1"],
    ] {
        user.sim(command).expect(0);
    }
    let one = another(&author, "acme/rover", "1.0.0+one");
    user.sim(&["pack", "install", one.to_str().unwrap()]).expect(0);
    let other = another(&author, "acme/rover", "1.0.0+other");
    let stderr = user.sim(&["pack", "install", other.to_str().unwrap()]).expect(3).stderr;
    assert!(stderr.contains("PK006") || stderr.contains("PK007") || stderr.contains("a different SHA-256"), "{stderr}");
    // The newest release if no version is given.
    let info = user.sim(&["pack", "info", "acme/rover"]).expect(0).stdout;
    assert!(info.contains("1.0.0+one"), "{info}");
    user.sim(&["pack", "remove", "acme/rover"]).expect(0);
    assert_eq!(stored(&user), [""; 0].map(PathBuf::from));
}

#[cfg(unix)]
#[test]
fn components_missing_from_the_pack_and_its_dependencies_are_reported() {
    let author = author();
    let messages = |command: &str| author.sim(&["pack", command, "rover"]).expect(0).stderr;
    assert!(!messages("build").contains("PL010") && !messages("check").contains("PL010"));
    let model = author.path("rover/models/rover.robot.ron");
    let right = std::fs::read_to_string(&model).unwrap();
    let with = |id: &str| std::fs::write(&model, right.replace("acme.rover/drive", id)).unwrap();
    with("acme.rover/creep");
    let manifest = author.path("rover/pack.ron");
    let text = std::fs::read_to_string(&manifest).unwrap();
    for (from, to, known) in
        [("crates: [", "sources: [\"drive\"], crates: [", true), ("crates: [", "sources: [", false)]
    {
        assert!(text.contains(from), "{text}");
        std::fs::write(&manifest, text.replace(from, to)).unwrap();
        assert_eq!(messages("build").contains("PL010"), known, "{to}");
    }
    std::fs::write(&manifest, &text).unwrap();
    let stderr = messages("build");
    assert!(stderr.contains("warning[PL010]") && stderr.contains("rover.robot.ron"), "{stderr}");
    assert!(
        stderr.contains("acme.rover/creep") && stderr.contains("acme.rover/drive") && stderr.contains("crates"),
        "{stderr}"
    );
    assert!(!messages("check").contains("PL010"), "its library has not been built then");
    std::fs::write(&model, &right).unwrap();
    let scene =
        "(format_version: 1, packs: [\"acme/rover\"], robots: [(name: \"anna\", controller: \"acme.rover/roll\",
        model: (file: \"pack:acme/rover/models/rover.robot.ron\"))])";
    let scene = author.write("rover/scenes/second.ron", scene);
    let stderr = messages("build");
    assert!(
        stderr.contains("PL010") && stderr.contains("second.ron") && stderr.contains("acme.rover/roll"),
        "{stderr}"
    );
    std::fs::remove_file(scene).unwrap();
    with("acme.rover/creep");
    std::fs::write(&manifest, text.replace("crates: [\"drive\"]", "crates: []")).unwrap();
    assert!(messages("check").contains("acme.rover/creep"), "without a library");
    std::fs::write(&manifest, &text).unwrap();
    with("acme.wheels/creep");
    for command in ["build", "check"] {
        let stderr = messages(command);
        assert!(stderr.contains("PL010") && stderr.contains("requires: [\"acme/wheels\"]"), "{command}: {stderr}");
    }
    std::fs::write(&manifest, text.replace("requires: []", "requires: [\"acme/wheels\"]")).unwrap();
    let stderr = messages("check");
    assert!(stderr.contains("PL010") && stderr.contains("sim pack install \"acme/wheels\""), "{stderr}");
    std::fs::create_dir_all(author.path("wheels/data")).unwrap();
    let wheels = "(pack: 1, name: \"acme/wheels\", version: \"1.0.0\", description: \"Wheels.\", license: \"MIT\")";
    author.write("wheels/pack.ron", wheels);
    author.sim(&["pack", "install", "./wheels"]).expect(0);
    assert!(messages("check").contains("unknown component `acme.wheels/creep` of acme/wheels 1.0.0"));
}

#[cfg(unix)]
#[test]
fn what_does_not_work_is_found_by_check_and_makes_no_archive() {
    let author = author();
    let refused = |words: &str| {
        for command in ["check", "build"] {
            let ended = author.sim(&["pack", command, "rover"]);
            assert!(ended.status != 0 && ended.stderr.contains(words), "{command}: {}", ended.stderr);
        }
    };
    let model = author.path("rover/models/rover.robot.ron");
    let right = std::fs::read_to_string(&model).unwrap();
    std::fs::write(&model, "(").unwrap();
    refused("rover.robot.ron");
    std::fs::write(&model, right).unwrap();
    author.write("rover/scenes/broken.ron", "(robots: [");
    refused("broken.ron");
    std::fs::remove_file(author.path("rover/scenes/broken.ron")).unwrap();
    let long = format!("rover/docs/{}.md", "l".repeat(120));
    author.write(&long, "");
    refused("llll.md");
    std::fs::remove_file(author.path(&long)).unwrap();
    let archive = built(&author);
    let archive = archive.to_str().unwrap();
    // A signature of other bytes is not published, whether or not a key is known.
    author.sim(&["pack", "key", "acme", "--no-password"]).expect(0);
    author.sim(&["pack", "sign", archive, "--key", "acme.key"]).expect(0);
    author.write("rover/docs/more.md", "more");
    built(&author);
    for key in [&[][..], &["--key", "acme.pub"]] {
        let stderr = author.sim(&[&["pack", "publish", archive, "--to", "index"], key].concat()).expect(3).stderr;
        assert!(stderr.contains("PK011") && stderr.contains("does not match the archive"), "{stderr}");
    }
}
