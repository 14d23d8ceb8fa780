//! Mistakes of pack authors and users, and the resulting messages.

use sim_tests::TestDir;

/// A folder with a pack without code, and its archive.
fn author() -> (TestDir, String) {
    let dir = TestDir::new();
    std::fs::create_dir_all(dir.path("base/scenes")).unwrap();
    dir.write(
        "base/scenes/yard.ron",
        "(format_version: 1, run: (duration: 0.1), floor: (), robots: [(name: \"anna\", model: \"scout/standard\")])",
    );
    let archive = build(&dir, "1.0.0");
    dir.sim(&["pack", "key", "acme", "--no-password"]).expect(0);
    dir.sim(&["pack", "key", "other", "--no-password"]).expect(0);
    (dir, archive)
}

fn build(dir: &TestDir, version: &str) -> String {
    let text = format!(
        "(pack: 1, name: \"acme/base\", version: \"{version}\", description: \"What rovers share.\", license: \"MIT\")"
    );
    dir.write("base/pack.ron", text);
    dir.sim(&["pack", "build", "base"]).expect(0).stdout.trim().to_owned()
}

/// Runs a command that fails; its output contains all of `words` and none of `never`.
fn refused(dir: &TestDir, arguments: &[&str], words: &[&str], never: &[&str]) {
    let ended = dir.sim(&[&["pack"], arguments].concat());
    let stderr = ended.stderr;
    assert!(ended.status == 2 || ended.status == 3, "{arguments:?}: {stderr}");
    words.iter().for_each(|word| assert!(stderr.contains(word), "{arguments:?}, {word}: {stderr}"));
    never.iter().for_each(|word| assert!(!stderr.contains(word), "{arguments:?}, {word}: {stderr}"));
}

#[test]
fn an_archive_that_cannot_be_published_is_an_error() {
    let (dir, archive) = author();
    // The secret key is required, whether or not a password prompt is possible.
    refused(
        &dir,
        &["sign", &archive, "--key", "acme.pub"],
        &["PK011", "public key", "acme.key"],
        &["password", "buffer"],
    );
    let publish = ["publish", &archive, "--to", "index"];
    let with = |more: &[&'static str]| [&publish[..], more].concat();
    refused(&dir, &with(&["--key", "acme.pub"]), &["--key", "unsigned"], &["the index has a key"]);
    dir.sim(&["pack", "sign", &archive, "--key", "acme.key"]).expect(0);
    refused(&dir, &with(&["--key", "other.pub"]), &["PK011", "sim pack sign"], &["do not use"]);
    dir.write("base/README.md", "changed");
    build(&dir, "1.0.0");
    refused(&dir, &with(&["--key", "acme.pub"]), &["rebuilt", "sign it again"], &["do not use"]);
    dir.sim(&["pack", "sign", &archive, "--key", "acme.key"]).expect(0);
    let file = ["publish", &archive, "--to", "base/pack.ron"];
    refused(&dir, &file, &["PK012", "is a file", "folder"], &["system", "os error", "republish the archives"]);
    let revoke = ["revoke", "acme/base", "--to", "base/pack.ron", "--reason", "x"];
    refused(&dir, &revoke, &["PK012", "is a file"], &["create one with"]);
    let url = format!("file://{}", dir.path("index").display());
    refused(&dir, &["publish", &archive, "--to", &url], &["PK012", &format!("`{}`", dir.path("index").display())], &[]);
    assert!(!dir.path("index").exists());
    dir.sim(&["pack", "publish", &archive, "--to", "index", "--key", "acme.pub"]).expect(0);
    build(&dir, "1.1.0");
    let unsigned = ["publish", "base/acme-base-1.1.0.simpack", "--to", "index"];
    refused(&dir, &unsigned, &["the index has a key"], &[]);
}

#[test]
fn arguments_that_are_not_packs_are_explained() {
    let (dir, _) = author();
    refused(&dir, &["info", "none.simpack"], &["none.simpack", "not found", "`publisher/name`"], &["at most 40"]);
    refused(
        &dir,
        &["install", "acme/base@nonsense"],
        &["acme/base@nonsense", "`^1.2`"],
        &["archive, folder or pack \
        not found"],
    );
    refused(&dir, &["install", "x@nonsense"], &["x@nonsense", "`publisher/name`"], &[]);
    let stderr = dir.sim(&["pack", "new", "sim/mine"]).expect(0).stderr;
    assert!(stderr.contains("built-in packs") && stderr.contains("signed"), "{stderr}");
    assert!(!dir.sim(&["pack", "new", "mine/sim"]).expect(0).stderr.contains("built-in packs"));
}

#[test]
fn a_search_says_what_cannot_be_installed() {
    let (dir, archive) = author();
    dir.sim(&["pack", "publish", &archive, "--to", "index"]).expect(0);
    let search = || dir.sim(&["pack", "search", "--from", "index"]).expect(0);
    assert!(!search().stdout.contains("skipped"));
    let key = std::fs::read_to_string(dir.path("acme.pub")).unwrap();
    dir.sim(&["pack", "trust", "acme", key.lines().last().unwrap()]).expect(0);
    let found = search().stdout;
    assert!(found.contains("acme/base 1.0.0") && found.contains("unsigned, but"), "{found}");
    dir.sim(&["pack", "revoke", "acme/base", "--to", "index", "--reason", "it bites"]).expect(0);
    let found = search();
    assert!(found.stdout.is_empty() && found.stderr.contains("do not contain usable packs"), "{found:?}");
}

#[test]
fn a_scene_of_a_pack_has_its_name_there_in_the_summary() {
    let (dir, archive) = author();
    dir.sim(&["pack", "install", &archive]).expect(0);
    let stdout = dir.sim(&["run", "pack:acme/base/scenes/yard.ron"]).expect(0).stdout;
    assert!(stdout.contains("pack:acme/base/scenes/yard.ron (seed") && !stdout.contains("contents"), "{stdout}");
}
