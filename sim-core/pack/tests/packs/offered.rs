//! Previews of an installation, before the user has accepted it.

use crate::archives::{files, pack};
use sim_core::diagnostic::{Code, Diagnostics};
use sim_core::packs::Requirement;
use sim_core::plugins::Confined;
use sim_pack::{
    Archive, FoundPacks, Index, Link, Offered, Origin, Source, Store, Terms, Work, make_keys, new_keys, sign,
    signature_of,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A valid icon as far as packs check it.
const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n and more";

struct TestDir {
    folder: tempfile::TempDir,
    store: Store,
    index: Index,
    link: Link,
    work: Arc<Work>,
}

impl TestDir {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("packs"));
        let work = Arc::<Work>::default();
        let link = Link::of_work(&store, &work);
        let index = Index::make(&Source::Folder(folder.path().join("index")), &link);
        Self { folder, store, index, link, work }
    }

    fn archive(&self, name: &str, version: &str, more: &str) -> PathBuf {
        let file = self.folder.path().join(format!("{}-{version}.simpack", name.replace('/', "-")));
        let more = format!("icon: \"docs/icon.png\", {more}");
        std::fs::write(&file, pack(name, version, &more, &[("docs/icon.png", PICTURE)])).unwrap();
        file
    }

    /// Signs an archive with a new key of this name and returns the public key.
    fn signed(&self, archive: &Path, key: &str) -> String {
        let name = self.folder.path().join(key);
        let key = make_keys(&name, "").unwrap();
        sign(&open(archive), &name.with_extension("key"), &|| panic!("it has no password")).unwrap();
        key
    }

    fn publish(&self, archive: &Path, key: Option<&str>) {
        self.index.publish(&open(archive), signature_of(archive).unwrap().as_deref(), key).unwrap();
    }

    fn offer(&self, archive: &Path) -> Offered {
        let offered = self.store.offer_file(archive, std::slice::from_ref(&self.index), None, &self.work);
        offered.unwrap_or_else(|findings| panic!("{findings}"))
    }
}

fn open(archive: &Path) -> Archive {
    Archive::open(archive).unwrap_or_else(|findings| panic!("{findings}"))
}

#[test]
fn trust_and_installation_require_acceptance() {
    let dir = TestDir::new();
    let rover = dir.archive("acme/rover", "1.0.0", "grants: [Network]");
    let key = dir.signed(&rover, "acme");
    dir.publish(&rover, Some(&key));
    let listed = dir.index.search(&[]).unwrap().remove(0);
    assert_eq!(
        (listed.grants.as_slice(), dir.index.icon(&listed).as_deref()),
        (&["Network".to_owned()][..], Some(PICTURE))
    );
    let names: [Requirement; 1] = ["acme/rover".parse().unwrap()];
    let by_name =
        dir.store.offer_named(&names, std::slice::from_ref(&dir.index), Terms::default(), &dir.work).unwrap().packs;
    for offered in [vec![dir.offer(&rover)], by_name] {
        assert!(matches!(&offered[0].origin, Origin::New(signer) if signer.key == key));
        assert_eq!(offered[0].archive.icon().as_deref(), Some(PICTURE));
        assert_eq!(
            new_keys(&offered).iter().map(|new| (new.publisher.as_str(), &new.key)).collect::<Vec<_>>(),
            [("acme", &key)]
        );
        dir.store.check(&offered).unwrap();
        assert_eq!((dir.store.keys(), files(dir.store.folder())), (Vec::new(), Vec::new()));
    }
    let installed = dir.store.accept(&[dir.offer(&rover)], &dir.work).unwrap();
    assert_eq!(installed[0].signer.as_ref().map(|signer| &signer.key), Some(&key));
    assert_eq!(dir.store.keys(), [("acme".to_owned(), key)]);
    assert!(matches!(dir.offer(&rover).origin, Origin::Trusted(_)));
}

#[test]
fn a_publisher_that_is_new_has_one_key_for_all_of_its_packs() {
    let dir = TestDir::new();
    let (rover, wheels) = (dir.archive("acme/rover", "1.0.0", ""), dir.archive("acme/wheels", "1.0.0", ""));
    let key = dir.signed(&rover, "acme");
    let unsigned = dir.offer(&wheels);
    dir.publish(&rover, Some(&key));
    let error = dir.store.check(&[dir.offer(&rover), unsigned]).unwrap_err().to_string();
    assert!(error.contains("PK011") && error.contains("acme-wheels"), "{error}");
    let other = dir.signed(&wheels, "other");
    let second = dir.store.offer_file(&wheels, &[], Some(&other), &dir.work).unwrap();
    let both = [dir.offer(&rover), second];
    assert_eq!(new_keys(&both).len(), 2);
    assert!(dir.store.check(&both).is_err() && dir.store.accept(&both, &dir.work).is_err());
    assert_eq!((dir.store.keys(), dir.store.installed().packs().len()), (Vec::new(), 0));
}

#[test]
fn what_is_trusted_meanwhile_counts() {
    let dir = TestDir::new();
    let rover = dir.archive("acme/rover", "1.0.0", "");
    let unsigned = dir.offer(&rover);
    let other = dir.signed(&dir.archive("acme/wheels", "1.0.0", ""), "acme");
    dir.store.trust("acme", &other, false).unwrap();
    let error = dir.store.accept(&[unsigned], &dir.work).unwrap_err().to_string();
    assert!(error.contains("unsigned"), "{error}");
    assert!(dir.store.installed().packs().is_empty());
}

#[test]
fn canceled_work_leaves_no_files() {
    let dir = TestDir::new();
    let rover = dir.archive("acme/rover", "1.0.0", "");
    let offered = [dir.offer(&rover)];
    dir.work.cancel();
    assert!(dir.store.offer_file(&rover, &[], None, &dir.work).is_err());
    assert!(dir.store.accept(&offered, &dir.work).is_err());
    let left: Vec<PathBuf> = files(dir.store.folder()).into_iter().map(|(file, _)| file).collect();
    assert!(left.iter().all(|file| file.ends_with("lock")), "{left:?}");
    assert_eq!(dir.store.accept(&offered, &Work::default()).unwrap().len(), 1);
}

#[test]
fn what_an_archive_needs_comes_from_an_index_and_goes_with_it() {
    let dir = TestDir::new();
    let rover = dir.archive("acme/rover", "1.0.0", "requires: [\"acme/wheels@^1\"]");
    let mut offered = vec![dir.offer(&rover)];
    let needed = |offered: &[Offered]| {
        let indexes = std::slice::from_ref(&dir.index);
        dir.store.offer_needed(offered, indexes, Terms::default(), &dir.work).map(|found| found.packs)
    };
    let error = needed(&offered).unwrap_err().to_string();
    assert!(error.contains("PK001") && error.contains("acme/wheels"), "{error}");
    assert!(dir.store.check(&offered).is_err());
    dir.publish(&dir.archive("acme/wheels", "1.2.0", ""), None);
    offered.extend(needed(&offered).unwrap());
    dir.store.check(&offered).unwrap();
    assert!(needed(&offered).unwrap().is_empty());
    dir.store.accept(&offered, &dir.work).unwrap();
    let removed = dir.store.remove(&"acme/rover".parse().unwrap()).unwrap();
    assert_eq!(removed.packs.len(), 2, "the other one was not requested");
}

#[test]
fn sources_are_used_once_and_no_more() {
    let dir = TestDir::new();
    let (source, link) = (dir.index.source(), &dir.link);
    assert!(dir.store.use_source(source, true, link).is_err(), "the index does not exist yet");
    dir.publish(&dir.archive("acme/wheels", "1.0.0", ""), None);
    for _ in 0..2 {
        assert_eq!(dir.store.use_source(source, true, link).unwrap(), 1);
    }
    let (indexes, findings) = sim_pack::sources(&dir.store, link);
    assert_eq!((indexes.len(), findings.len()), (1, 0));
    std::fs::remove_dir_all(source.to_string()).unwrap();
    let (indexes, findings) = sim_pack::sources(&dir.store, link);
    assert_eq!((indexes.len(), findings.len()), (0, 1));
    assert_eq!(dir.store.use_source(source, false, link).unwrap(), 0);
}

impl TestDir {
    /// Signs an archive with an existing key of this name, and publishes it.
    fn publish_signed(&self, archive: &Path, key: &str) {
        let secret = self.folder.path().join(key).with_extension("key");
        sign(&open(archive), &secret, &|| panic!("it has no password")).unwrap();
        self.publish(archive, None);
    }

    fn named(&self, name: &str, terms: Terms<'_>) -> Result<FoundPacks, Diagnostics> {
        self.store.offer_named(&[name.parse().unwrap()], std::slice::from_ref(&self.index), terms, &self.work)
    }

    /// Changes the index entries of the versions of `acme/rover`.
    fn rewrite(&self, change: impl Fn(&mut serde_json::Value)) {
        let file = self.folder.path().join("index/packs/acme/rover/versions.json");
        let mut list: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        list["versions"].as_array_mut().unwrap().iter_mut().for_each(change);
        std::fs::write(&file, list.to_string()).unwrap();
    }

    fn with_sources(&self, version: &str) -> PathBuf {
        let file = self.folder.path().join(format!("acme-rover-{version}.simpack"));
        let sources: [(&str, &[u8]); 1] = [("drive/Cargo.toml", b"[package]")];
        std::fs::write(&file, pack("acme/rover", version, "sources: [\"drive\"]", &sources)).unwrap();
        file
    }
}

fn versions(found: &FoundPacks) -> Vec<String> {
    found.packs.iter().map(|pack| pack.archive.contents.manifest.version.to_string()).collect()
}

fn reasons_of(found: &FoundPacks) -> Vec<String> {
    found.passed.iter().map(|passed| passed.sentence().to_string()).collect()
}

#[test]
fn newer_versions_that_cannot_be_used_are_passed_over_and_named() {
    let dir = TestDir::new();
    // Before the index has a key; from then on it rejects unsigned archives.
    dir.publish(&dir.archive("acme/rover", "1.1.0", ""), None);
    let first = dir.archive("acme/rover", "1.0.0", "");
    let key = dir.signed(&first, "acme");
    dir.publish(&first, Some(&key));
    dir.publish_signed(&dir.with_sources("1.2.0"), "acme");
    dir.publish_signed(&dir.archive("acme/rover", "1.3.0", ""), "acme");
    dir.publish_signed(&dir.archive("acme/rover", "1.4.0", ""), "acme");
    dir.publish_signed(&dir.archive("acme/rover", "1.5.0-rc.1", ""), "acme");
    dir.rewrite(|listed| {
        if listed["version"] == "1.3.0" {
            listed["targets"] = serde_json::json!(["mips-unknown-plan9"]);
        }
    });
    dir.index.revoke(&"acme/rover@=1.4.0".parse().unwrap(), "it bites").unwrap();
    dir.store.trust("acme", &key, false).unwrap();
    let reasons = [
        ("1.4.0", "revoked (it bites)"),
        ("1.3.0", "mips-unknown-plan9"),
        ("1.2.0", "from its sources"),
        ("1.1.0", "unsigned, but `acme` signs"),
    ];
    let check = |found: &[String]| {
        assert_eq!(found.len(), reasons.len(), "{found:?}");
        for (text, (version, reason)) in found.iter().zip(reasons) {
            assert!(text.contains(&format!("acme/rover {version}: ")) && text.contains(reason), "{text}");
        }
    };
    for asked in ["acme/rover", "acme/rover@^1"] {
        let found = dir.named(asked, Terms::default()).unwrap();
        assert_eq!(versions(&found), ["1.0.0"]);
        if Confined::is_possible().is_ok() {
            check(&reasons_of(&found));
        }
    }
    // Information missing in the list is found in the archive, and another version is selected as well.
    dir.rewrite(|listed| drop(listed.as_object_mut().unwrap().remove("sources")));
    let found = dir.named("acme/rover", Terms::default()).unwrap();
    assert_eq!((versions(&found), reasons_of(&found).len()), (vec!["1.0.0".to_owned()], 4));
    if Confined::is_possible().is_ok() {
        let building = dir.named("acme/rover", Terms { build: true, ..Terms::default() }).unwrap();
        assert_eq!((versions(&building), reasons_of(&building).len()), (vec!["1.2.0".to_owned()], 2));
    }
    // A version requested by its number stays rejected, for its own reason.
    for (asked, reason) in [("=1.1.0", "unsigned"), ("=1.4.0", "it bites")] {
        let refusal = dir.named(&format!("acme/rover@{asked}"), Terms::default()).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{refusal}");
    }
    let sources = dir.named("acme/rover@=1.2.0", Terms::default()).unwrap();
    assert!(sources.packs[0].is_to_be_built(), "the user is asked for confirmation");
    // Also reported if the installed version is the newest usable one.
    dir.store.accept(&dir.named("acme/rover", Terms::default()).unwrap().packs, &dir.work).unwrap();
    let found = dir.named("acme/rover", Terms::default()).unwrap();
    assert_eq!((found.packs.len(), reasons_of(&found).len()), (0, 4));
}

#[test]
fn a_newer_version_by_another_key_is_refused_and_not_passed_over() {
    let dir = TestDir::new();
    let first = dir.archive("acme/rover", "1.0.0", "");
    let key = dir.signed(&first, "acme");
    dir.publish(&first, Some(&key));
    dir.store.trust("acme", &key, false).unwrap();
    let second = dir.archive("acme/rover", "1.1.0", "");
    dir.signed(&second, "other");
    let index = dir.folder.path().join("index");
    // The data to compare a key with is temporarily missing.
    let (signature, away) = (index.join("packs/acme/rover/acme-rover-1.0.0.simpack.minisig"), index.join("away"));
    std::fs::remove_dir_all(index.join("keys")).unwrap();
    std::fs::rename(&signature, &away).unwrap();
    dir.publish(&second, None);
    std::fs::rename(&away, &signature).unwrap();
    let refusal = dir.named("acme/rover", Terms::default()).unwrap_err().to_string();
    assert!(refusal.contains("PK011") && refusal.contains("1.1.0"), "{refusal}");
}

#[test]
fn what_others_need_is_taken_in_a_version_that_can_be_used() {
    let dir = TestDir::new();
    dir.publish(&dir.archive("acme/wheels", "1.0.0", ""), None);
    dir.publish(&dir.archive("acme/wheels", "1.1.0", ""), None);
    dir.index.revoke(&"acme/wheels@=1.1.0".parse().unwrap(), "it bites").unwrap();
    dir.publish(&dir.archive("acme/rover", "1.0.0", "requires: [\"acme/wheels@^1\"]"), None);
    let found = dir.named("acme/rover", Terms::default()).unwrap();
    assert_eq!((versions(&found), reasons_of(&found).len()), (vec!["1.0.0".to_owned(); 2], 1));
    dir.index.revoke(&"acme/wheels".parse().unwrap(), "it bites").unwrap();
    let refusal = dir.named("acme/rover", Terms::default()).unwrap_err().to_string();
    assert!(refusal.contains("it bites"), "{refusal}");
}

#[test]
fn a_key_is_trusted_when_the_packs_are_installed_and_not_before() {
    let dir = TestDir::new();
    let rover = dir.with_sources("1.0.0");
    let key = dir.signed(&rover, "acme");
    let offered = dir.store.offer_file(&rover, &[], Some(&key), &dir.work).unwrap();
    assert!(offered.is_to_be_built() && matches!(offered.origin, Origin::New(_)));
    dir.store.accept(&[offered], &dir.work).expect_err("its sources do not exist");
    assert_eq!((dir.store.keys(), dir.store.installed().packs().len()), (Vec::new(), 0));
}

/// Changes the version list of a pack in the index of a dir.
fn change_list(dir: &TestDir, name: &str, change: impl Fn(&str) -> String) {
    let file = dir.folder.path().join("index/packs").join(name).join("versions.json");
    std::fs::write(&file, change(&std::fs::read_to_string(&file).unwrap())).unwrap();
}

#[test]
fn a_list_that_is_wrong_again_and_again_is_not_followed_to_its_end() {
    let dir = TestDir::new();
    let version = |number: usize| format!("1.{number}.0");
    for number in 0..40 {
        let file = dir.folder.path().join(format!("{number}.simpack"));
        std::fs::write(
            &file,
            pack("acme/rover", &version(number), "sources: [\"src\"]", &[("src/Makefile", b"all:\n")]),
        )
        .unwrap();
        dir.publish(&file, None);
    }
    // According to the list, they contain no code.
    change_list(&dir, "acme/rover", |list| list.replace("\"sources\": true", "\"sources\": false"));
    // Versions beyond the newest twenty are not examined.
    for number in 0..15 {
        let archive = format!("index/packs/acme/rover/acme-rover-{}.simpack", version(number));
        std::fs::remove_file(dir.folder.path().join(archive)).unwrap();
    }
    let names: [Requirement; 1] = ["acme/rover".parse().unwrap()];
    let offered = dir.store.offer_named(&names, std::slice::from_ref(&dir.index), Terms::default(), &dir.work);
    let offered = offered.unwrap_or_else(|findings| panic!("{findings}")).packs;
    assert_eq!(offered[0].archive.contents.manifest.version.to_string(), "1.19.0");
    assert!(offered[0].is_to_be_built(), "it is reported before acceptance");
}

#[test]
fn missing_versions_are_reported_for_lists_of_thousands() {
    let dir = TestDir::new();
    for (name, needs) in [("acme/rover", "requires: [\"acme/wheels@=9.0.0\"]"), ("acme/wheels", "")] {
        dir.publish(&dir.archive(name, "1.0.0", needs), None);
        change_list(&dir, name, |list| {
            let (head, rest) = list.split_once('[').unwrap();
            let one = rest.trim_end().trim_end_matches('}').trim_end().trim_end_matches(']').trim();
            let all: Vec<String> = (0..3000).map(|number| one.replace("1.0.0", &format!("1.{number}.0"))).collect();
            format!("{head}[{}]}}", all.join(","))
        });
    }
    let names: [Requirement; 1] = ["acme/rover".parse().unwrap()];
    let offered = dir.store.offer_named(&names, std::slice::from_ref(&dir.index), Terms::default(), &dir.work);
    let error = offered.map(|found| found.packs.len()).unwrap_err().to_string();
    assert!(
        error.contains("PK001") && error.contains("acme/wheels@=9.0.0, required by acme/rover 1.2999.0"),
        "{error}"
    );
}

#[test]
fn a_key_that_is_not_that_of_earlier_versions_is_refused_where_the_index_knows_no_key() {
    let dir = TestDir::new();
    let (old, new) = (dir.archive("acme/rover", "1.0.0", ""), dir.archive("acme/rover", "1.1.0", ""));
    dir.signed(&old, "acme");
    dir.publish(&old, None);
    let other = dir.signed(&new, "other");
    let publish = |key: Option<&str>| {
        let signature = signature_of(&new).unwrap();
        dir.index.publish(&open(&new), signature.as_deref(), key).map_err(|finding| finding.to_string())
    };
    for key in [None, Some(other.as_str())] {
        let error = publish(key).unwrap_err();
        assert!(error.contains("PK011") && error.contains("different key") && error.contains("1.0.0"), "{error}");
    }
    sign(&open(&new), &dir.folder.path().join("acme.key"), &|| panic!("it has no password")).unwrap();
    publish(None).unwrap();
}

#[test]
fn a_server_that_cannot_be_reached_is_reported_with_the_reason() {
    let dir = TestDir::new();
    let index = Index::open(&Source::of("http://127.0.0.1:1").unwrap(), &dir.link).unwrap();
    let finding = index.search(&[]).unwrap_err();
    let reason = if cfg!(feature = "network") { "server unreachable" } else { "built without access to pack servers" };
    assert!(finding.code == Code::PackNetwork && finding.message.contains(reason), "{finding}");
}
