//! Mistakes of pack authors and users, and the resulting messages.

use sim_tests::Desk;

/// A folder with a pack without code, and its archive.
fn author() -> (Desk, String) {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("base/scenes")).unwrap();
    desk.write(
        "base/scenes/yard.ron",
        "(format_version: 1, run: (duration: 0.1), floor: (), robots: [(name: \"anna\", model: \"scout/standard\")])",
    );
    let archive = build(&desk, "1.0.0");
    desk.sim(&["pack", "key", "acme", "--no-password"]).expect(0);
    desk.sim(&["pack", "key", "other", "--no-password"]).expect(0);
    (desk, archive)
}

fn build(desk: &Desk, version: &str) -> String {
    let text = format!(
        "(pack: 1, name: \"acme/base\", version: \"{version}\", description: \"What rovers share.\", license: \"MIT\")"
    );
    desk.write("base/pack.ron", text);
    desk.sim(&["pack", "build", "base"]).expect(0).stdout.trim().to_owned()
}

/// Runs a command that fails; its output contains all of `words` and none of `never`.
fn refused(desk: &Desk, arguments: &[&str], words: &[&str], never: &[&str]) {
    let ended = desk.sim(&[&["pack"], arguments].concat());
    let told = ended.stderr;
    assert!(ended.status == 2 || ended.status == 3, "{arguments:?}: {told}");
    words.iter().for_each(|word| assert!(told.contains(word), "{arguments:?}, {word}: {told}"));
    never.iter().for_each(|word| assert!(!told.contains(word), "{arguments:?}, {word}: {told}"));
}

#[test]
fn an_archive_that_cannot_be_published_is_told_to_its_author() {
    let (desk, archive) = author();
    // The secret key is required, whether or not a password prompt is possible.
    refused(
        &desk,
        &["sign", &archive, "--key", "acme.pub"],
        &["PK011", "public key", "acme.key"],
        &["password", "buffer"],
    );
    let publish = ["publish", &archive, "--to", "index"];
    let with = |more: &[&'static str]| [&publish[..], more].concat();
    refused(&desk, &with(&["--key", "acme.pub"]), &["--key", "no signature"], &["the index has a key"]);
    desk.sim(&["pack", "sign", &archive, "--key", "acme.key"]).expect(0);
    refused(&desk, &with(&["--key", "other.pub"]), &["PK011", "sim pack sign"], &["do not use"]);
    desk.write("base/README.md", "changed");
    build(&desk, "1.0.0");
    refused(&desk, &with(&["--key", "acme.pub"]), &["built again", "sign it again"], &["do not use"]);
    desk.sim(&["pack", "sign", &archive, "--key", "acme.key"]).expect(0);
    let file = ["publish", &archive, "--to", "base/pack.ron"];
    refused(&desk, &file, &["PK012", "is a file", "folder"], &["system", "os error", "publish the archives anew"]);
    let revoke = ["revoke", "acme/base", "--to", "base/pack.ron", "--reason", "x"];
    refused(&desk, &revoke, &["PK012", "is a file"], &["makes one"]);
    let url = format!("file://{}", desk.path("index").display());
    refused(
        &desk,
        &["publish", &archive, "--to", &url],
        &["PK012", &format!("`{}`", desk.path("index").display())],
        &[],
    );
    assert!(!desk.path("index").exists());
    desk.sim(&["pack", "publish", &archive, "--to", "index", "--key", "acme.pub"]).expect(0);
    build(&desk, "1.1.0");
    let unsigned = ["publish", "base/acme-base-1.1.0.simpack", "--to", "index"];
    refused(&desk, &unsigned, &["the index has a key"], &[]);
}

#[test]
fn what_is_no_pack_is_told_as_what_it_is() {
    let (desk, _) = author();
    refused(&desk, &["info", "none.simpack"], &["none.simpack", "no such", "`publisher/name`"], &["at most 40"]);
    refused(
        &desk,
        &["install", "acme/base@nonsense"],
        &["acme/base@nonsense", "`^1.2`"],
        &["there is no such archive"],
    );
    refused(&desk, &["install", "x@nonsense"], &["x@nonsense", "`publisher/name`"], &[]);
    let told = desk.sim(&["pack", "new", "sim/mine"]).expect(0).stderr;
    assert!(told.contains("comes with the program") && told.contains("signed"), "{told}");
    assert!(!desk.sim(&["pack", "new", "mine/sim"]).expect(0).stderr.contains("comes with the program"));
}

#[test]
fn a_search_says_what_cannot_be_installed() {
    let (desk, archive) = author();
    desk.sim(&["pack", "publish", &archive, "--to", "index"]).expect(0);
    let search = || desk.sim(&["pack", "search", "--from", "index"]).expect(0);
    assert!(!search().stdout.contains("passed over"));
    let key = std::fs::read_to_string(desk.path("acme.pub")).unwrap();
    desk.sim(&["pack", "trust", "acme", key.lines().last().unwrap()]).expect(0);
    let found = search().stdout;
    assert!(found.contains("acme/base 1.0.0") && found.contains("it has no signature"), "{found}");
    desk.sim(&["pack", "revoke", "acme/base", "--to", "index", "--reason", "it bites"]).expect(0);
    let found = search();
    assert!(found.stdout.is_empty() && found.stderr.contains("no packs that may be used"), "{found:?}");
}

#[test]
fn a_scene_of_a_pack_has_its_name_there_in_the_summary() {
    let (desk, archive) = author();
    desk.sim(&["pack", "install", &archive]).expect(0);
    let told = desk.sim(&["run", "pack:acme/base/scenes/yard.ron"]).expect(0).stdout;
    assert!(told.contains("pack:acme/base/scenes/yard.ron (seed") && !told.contains("contents"), "{told}");
}
