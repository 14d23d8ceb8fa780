//! Versions of packs: version selection by commands, and messages about revoked versions.

use sim_tests::servers::{WebServer, file_of};
use sim_tests::{Ended, TestDir};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An author of several versions of the pack `acme/base`, which has a scene and no code.
struct Author(TestDir);

impl Author {
    fn new() -> Self {
        let dir = TestDir::new();
        std::fs::create_dir_all(dir.path("base/scenes")).unwrap();
        dir.write(
            "base/scenes/yard.ron",
            "(format_version: 1, run: (duration: 0.1), floor: (), robots: [(name: \"anna\", model: \"scout/standard\")])",
        );
        Self(dir)
    }

    /// The archive of a version.
    fn build(&self, version: &str) -> String {
        let text = format!(
            "(pack: 1, name: \"acme/base\", version: \"{version}\", description: \"What rovers share.\", license: \"MIT\")"
        );
        self.0.write("base/pack.ron", text);
        let archive = self.0.sim(&["pack", "build", "base"]).expect(0).stdout.trim().to_owned();
        self.0.path(&archive).display().to_string()
    }

    fn publish(&self, version: &str) -> String {
        let archive = self.build(version);
        self.0.sim(&["pack", "publish", &archive, "--to", "index"]).expect(0);
        archive
    }

    fn revoke(&self, what: &str, reason: &str) -> Ended {
        self.0.sim(&["pack", "revoke", what, "--to", "index", "--reason", reason])
    }

    fn index(&self) -> String {
        self.0.path("index").display().to_string()
    }
}

/// Both streams.
fn output(ended: &Ended) -> String {
    format!("{}{}", ended.stdout, ended.stderr)
}

fn list(user: &TestDir) -> String {
    user.sim(&["pack", "list"]).expect(0).stdout
}

#[test]
fn a_complete_version_selects_exactly_that_version() {
    let author = Author::new();
    for version in ["0.1.0", "0.1.1", "0.2.0-rc.1"] {
        author.publish(version);
    }
    let user = TestDir::new();
    let (old, new, early) = ("acme/base@=0.1.0", "acme/base@=0.1.1", "acme/base@=0.2.0-rc.1");
    let index = author.index();
    let install = || {
        for one in [old, new, early] {
            user.sim(&["pack", "install", one, "--from", &index]).expect(0);
        }
    };
    install();
    let info = user.sim(&["pack", "info", "acme/base@0.1.0", "--json"]).expect(0).json();
    assert_eq!(info["manifest"]["version"], "0.1.0");
    let info = user.sim(&["pack", "info", "acme/base@^0.1.0", "--json"]).expect(0).json();
    assert_eq!(info["manifest"]["version"], "0.1.1");
    let exported = user.sim(&["pack", "export", "acme/base@0.1.0"]).expect(0).stdout;
    assert!(exported.contains("acme-base-0.1.0.simpack"), "{exported}");
    assert!(user.sim(&["pack", "verify", "acme/base@0.1.0"]).expect(0).stderr.contains("acme/base 0.1.0"));
    let isolated = user.sim(&["pack", "isolate", "acme/base@0.1.0", "--off"]).expect(0).stderr;
    assert!(isolated.contains("0.1.0") && !isolated.contains("0.1.1"), "{isolated}");
    user.sim(&["pack", "remove", "acme/base@0.1.0"]).expect(0);
    let left = list(&user);
    assert!(!left.contains("0.1.0") && left.contains("0.1.1") && left.contains("0.2.0-rc.1"), "{left}");
    user.sim(&["pack", "remove", "acme/base@0.1.0"]).expect(3);
    user.sim(&["pack", "remove", "acme/base@0.2.0-rc.1"]).expect(0);
    install();
    user.sim(&["pack", "remove", "acme/base@^0.1"]).expect(0);
    let left = list(&user);
    assert!(!left.contains("0.1.") && left.contains("0.2.0-rc.1"), "a range stays one: {left}");

    author.revoke("acme/base@0.1.0", "it bites").expect(0);
    user.sim(&["pack", "install", new, "--from", &index]).expect(0);
    user.sim(&["pack", "install", old, "--from", &index]).expect(3);
    // As before, the newest compatible version is selected.
    user.sim(&["pack", "remove", "acme/base"]).expect(0);
    user.sim(&["pack", "install", "acme/base@0.1.0", "--from", &index]).expect(0);
    assert!(list(&user).contains("acme/base 0.1.1"));
    let help = user.sim(&["pack", "remove", "--help"]).expect(0).stdout;
    assert!(help.contains("acme/rover@1.2.0"), "{help}");
}

#[test]
fn revoking_names_every_version_and_keeps_earlier_reasons() {
    let author = Author::new();
    for version in ["1.0.0", "1.1.0"] {
        author.publish(version);
    }
    let stderr = author.revoke("acme/base@1.0.0", "it bites").expect(0).stderr;
    assert!(stderr.contains("acme/base 1.0.0") && !stderr.contains("1.1.0"), "{stderr}");
    let stderr = author.revoke("acme/base@^1", "it barks").expect(0).stderr;
    assert!(stderr.contains("revoked acme/base 1.1.0"), "{stderr}");
    assert!(stderr.contains("acme/base 1.0.0 was already revoked") && stderr.contains("it bites"), "{stderr}");
    let user = TestDir::new();
    let refused = |what: &str| user.sim(&["pack", "install", what, "--from", &author.index()]).expect(3).stderr;
    assert!(refused("acme/base@=1.0.0").contains("it bites") && refused("acme/base@=1.1.0").contains("it barks"));
    for empty in ["", "  \t"] {
        let stderr = author.revoke("acme/base@1.1.0", empty).expect(2).stderr;
        assert!(
            stderr.contains("--reason") && stderr.contains("the reason is empty") && stderr.contains("for users"),
            "{stderr}"
        );
    }
    author.revoke("acme/base@2.0.0", "x").expect(2);
}

#[test]
fn a_revoked_installed_version_is_reported_offline_wherever_it_is_named_or_used() {
    let author = Author::new();
    author.publish("1.0.0");
    let (requests, folder) = (Arc::<AtomicUsize>::default(), author.0.path("index"));
    let counted = requests.clone();
    let server = WebServer::new(move |path, _| {
        counted.fetch_add(1, Ordering::SeqCst);
        file_of(&folder, path)
    });
    for place in [author.index(), server.url()] {
        let user = TestDir::new();
        user.sim(&["pack", "source", "add", &place]).expect(0);
        user.sim(&["pack", "install", "acme/base@=1.0.0"]).expect(0);
        let mine = "(format_version: 1, packs: [\"acme/base\"], run: (duration: 0.1), floor: (),
            include: [\"pack:acme/base/scenes/yard.ron\"])";
        user.write("mine.ron", mine);
        let commands: [&[&str]; 6] = [
            &["pack", "list"],
            &["pack", "info", "acme/base"],
            &["run", "pack:acme/base/scenes/yard.ron"],
            &["run", "mine.ron"],
            &["check", "mine.ron"],
            &["pack", "lock", "mine.ron"],
        ];
        for command in commands {
            let ended = user.sim(command).expect(0);
            assert!(!output(&ended).contains("is revoked"), "{place} {command:?}: {}", output(&ended));
        }
        author.revoke("acme/base@1.0.0", "it bites").expect(0);
        let update = user.sim(&["pack", "update"]).expect(0).stderr;
        assert!(update.contains("it bites") && update.contains("is installed"), "{update}");
        let before = requests.load(Ordering::SeqCst);
        assert_eq!(before > 0, place.starts_with("http"));
        for command in commands {
            let all = output(&user.sim(command).expect(0));
            assert!(all.contains("it bites") && all.contains("1.0.0"), "{place} {command:?}: {all}");
            if command[0] != "pack" || command[1] == "lock" {
                assert!(all.contains("PK014") && all.contains("install \"acme/base@^1.0.0\""), "{command:?}: {all}");
                assert_eq!(all.matches("warning[PK014]").count(), 1, "{command:?}: {all}");
            }
        }
        let data = user.sim(&["pack", "list", "--json"]).expect(0).json();
        assert_eq!(data["packs"][0]["revoked"], "it bites");
        let data = user.sim(&["pack", "info", "acme/base", "--json"]).expect(0).json();
        assert_eq!(data["installed"]["revoked"], "it bites");
        let data = user.sim(&["check", "mine.ron", "--json"]).expect(0).json();
        assert_eq!(data["scenes"][0]["diagnostics"][0]["code"], "PK014");
        assert_eq!(requests.load(Ordering::SeqCst), before, "no requests to servers");
        if place == server.url() {
            // The remedy suggested by the warning ends it.
            author.publish("1.0.1");
            user.sim(&["pack", "install", "acme/base@^1.0.0"]).expect(0);
            for command in [["pack", "lock", "mine.ron"].as_slice(), &["check", "mine.ron"]] {
                let all = output(&user.sim(command).expect(0));
                assert!(!all.contains("PK014"), "{all}");
            }
        }
        // As if it had never been revoked, for the next index.
        std::fs::remove_dir_all(author.0.path("index")).unwrap();
        author.publish("1.0.0");
    }
}

#[test]
fn a_revoked_archive_is_refused_as_a_file_as_it_is_by_name() {
    let author = Author::new();
    let archive = author.publish("1.0.0");
    author.revoke("acme/base@1.0.0", "it bites").expect(0);
    let user = TestDir::new();
    let refused = |arguments: &[&str]| {
        let stderr = user.sim(&[&["pack", "install"], arguments].concat()).expect(3).stderr;
        assert!(
            stderr.contains("PK014") && stderr.contains("it bites") && stderr.contains("acme/base 1.0.0"),
            "{stderr}"
        );
        assert!(list(&user).is_empty(), "{stderr}");
        stderr
    };
    refused(&[&archive, "--from", &author.index()]);
    user.sim(&["pack", "source", "add", &author.index()]).expect(0);
    for what in ["acme/base@=1.0.0", &archive] {
        let stderr = refused(&[what]);
        // The possible remedies, and that files do not help.
        assert!(stderr.contains("another version") && stderr.contains("sim pack lock SCENE"), "{stderr}");
        assert!(!stderr.contains("sim pack install"), "{stderr}");
    }
    // Another index does not lift the revocation.
    author.0.sim(&["pack", "publish", &author.build("1.1.0"), "--to", "other"]).expect(0);
    refused(&[&archive, "--from", &author.0.path("other").display().to_string()]);
    // Other bytes under that name are another archive.
    author.0.write("base/README.md", "Not what was revoked.");
    user.sim(&["pack", "install", &author.build("1.0.0")]).expect(0);
}

#[test]
fn a_source_that_is_gone_is_passed_over_and_named() {
    let (author, other) = (Author::new(), Author::new());
    author.publish("1.0.0");
    other.publish("1.1.0");
    let user = TestDir::new();
    let (here, gone) = (author.index(), other.index());
    for place in [&gone, &here] {
        user.sim(&["pack", "source", "add", place]).expect(0);
    }
    std::fs::rename(&gone, other.0.path("away")).unwrap();
    for command in [&["pack", "search"][..], &["pack", "install", "acme/base"], &["pack", "update"]] {
        let stderr = user.sim(command).expect(0).stderr;
        assert!(stderr.contains("warning[PK012]") && stderr.contains(&gone), "{command:?}: {stderr}");
        assert!(stderr.contains(&format!("sim pack source remove {gone}")), "{command:?}: {stderr}");
        assert!(!stderr.contains("pack publish"), "{command:?}: {stderr}");
    }
    assert!(list(&user).contains("acme/base 1.0.0"));
    // Another source is reported if it is the only one that may offer it.
    let stderr = user.sim(&["pack", "install", "acme/base@^1.1"]).expect(3).stderr;
    let error = stderr.split("error[").nth(1).unwrap_or_default();
    assert!(error.starts_with("PK001") && error.contains(&gone), "{stderr}");
    user.sim(&["pack", "source", "remove", &here]).expect(0);
    let stderr = user.sim(&["pack", "search"]).expect(3).stderr;
    assert!(stderr.contains("error[PK012]") && stderr.contains(&gone), "{stderr}");
    // An explicitly named source is used.
    let stderr = user.sim(&["pack", "install", "acme/base", "--from", &gone, "--from", &here]).expect(3).stderr;
    assert!(stderr.contains("error[PK012]") && stderr.contains(&gone), "{stderr}");
}
