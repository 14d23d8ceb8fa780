//! Previews of an installation, before the user has accepted it.

use crate::archives::{files, pack};
use sim_core::diagnostic::Diagnostics;
use sim_core::packs::Requirement;
use sim_core::plugins::Confined;
use sim_pack::{
    Archive, Found, Index, Link, Offered, Origin, Source, Store, Terms, Work, make_keys, new_keys, sign, signature_of,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A valid icon as far as packs check it.
const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n and more";

struct Desk {
    folder: tempfile::TempDir,
    store: Store,
    index: Index,
    link: Link,
    work: Arc<Work>,
}

impl Desk {
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
fn nothing_is_trusted_or_installed_before_it_is_accepted() {
    let desk = Desk::new();
    let rover = desk.archive("acme/rover", "1.0.0", "grants: [Network]");
    let key = desk.signed(&rover, "acme");
    desk.publish(&rover, Some(&key));
    let listed = desk.index.search(&[]).unwrap().remove(0);
    assert_eq!(
        (listed.grants.as_slice(), desk.index.icon(&listed).as_deref()),
        (&["Network".to_owned()][..], Some(PICTURE))
    );
    let names: [Requirement; 1] = ["acme/rover".parse().unwrap()];
    let by_name =
        desk.store.offer_named(&names, std::slice::from_ref(&desk.index), Terms::default(), &desk.work).unwrap().packs;
    for offered in [vec![desk.offer(&rover)], by_name] {
        assert!(matches!(&offered[0].origin, Origin::New(signer) if signer.key == key));
        assert_eq!(offered[0].archive.icon().as_deref(), Some(PICTURE));
        assert_eq!(
            new_keys(&offered).iter().map(|new| (new.publisher.as_str(), &new.key)).collect::<Vec<_>>(),
            [("acme", &key)]
        );
        desk.store.check(&offered).unwrap();
        assert_eq!((desk.store.keys(), files(desk.store.folder())), (Vec::new(), Vec::new()));
    }
    let installed = desk.store.accept(&[desk.offer(&rover)], &desk.work).unwrap();
    assert_eq!(installed[0].signer.as_ref().map(|signer| &signer.key), Some(&key));
    assert_eq!(desk.store.keys(), [("acme".to_owned(), key)]);
    assert!(matches!(desk.offer(&rover).origin, Origin::Trusted(_)));
}

#[test]
fn a_publisher_that_is_new_has_one_key_for_all_of_its_packs() {
    let desk = Desk::new();
    let (rover, wheels) = (desk.archive("acme/rover", "1.0.0", ""), desk.archive("acme/wheels", "1.0.0", ""));
    let key = desk.signed(&rover, "acme");
    let unsigned = desk.offer(&wheels);
    desk.publish(&rover, Some(&key));
    let told = desk.store.check(&[desk.offer(&rover), unsigned]).unwrap_err().to_string();
    assert!(told.contains("PK011") && told.contains("acme-wheels"), "{told}");
    let other = desk.signed(&wheels, "other");
    let second = desk.store.offer_file(&wheels, &[], Some(&other), &desk.work).unwrap();
    let both = [desk.offer(&rover), second];
    assert_eq!(new_keys(&both).len(), 2);
    assert!(desk.store.check(&both).is_err() && desk.store.accept(&both, &desk.work).is_err());
    assert_eq!((desk.store.keys(), desk.store.installed().packs().len()), (Vec::new(), 0));
}

#[test]
fn what_is_trusted_meanwhile_counts() {
    let desk = Desk::new();
    let rover = desk.archive("acme/rover", "1.0.0", "");
    let unsigned = desk.offer(&rover);
    let other = desk.signed(&desk.archive("acme/wheels", "1.0.0", ""), "acme");
    desk.store.trust("acme", &other, false).unwrap();
    let told = desk.store.accept(&[unsigned], &desk.work).unwrap_err().to_string();
    assert!(told.contains("no signature"), "{told}");
    assert!(desk.store.installed().packs().is_empty());
}

#[test]
fn canceled_work_leaves_nothing() {
    let desk = Desk::new();
    let rover = desk.archive("acme/rover", "1.0.0", "");
    let offered = [desk.offer(&rover)];
    desk.work.cancel();
    assert!(desk.store.offer_file(&rover, &[], None, &desk.work).is_err());
    assert!(desk.store.accept(&offered, &desk.work).is_err());
    let left: Vec<PathBuf> = files(desk.store.folder()).into_iter().map(|(file, _)| file).collect();
    assert!(left.iter().all(|file| file.ends_with("lock")), "{left:?}");
    assert_eq!(desk.store.accept(&offered, &Work::default()).unwrap().len(), 1);
}

#[test]
fn what_an_archive_needs_comes_from_an_index_and_goes_with_it() {
    let desk = Desk::new();
    let rover = desk.archive("acme/rover", "1.0.0", "requires: [\"acme/wheels@^1\"]");
    let mut offered = vec![desk.offer(&rover)];
    let needed = |offered: &[Offered]| {
        let indexes = std::slice::from_ref(&desk.index);
        desk.store.offer_needed(offered, indexes, Terms::default(), &desk.work).map(|found| found.packs)
    };
    let told = needed(&offered).unwrap_err().to_string();
    assert!(told.contains("PK001") && told.contains("acme/wheels"), "{told}");
    assert!(desk.store.check(&offered).is_err());
    desk.publish(&desk.archive("acme/wheels", "1.2.0", ""), None);
    offered.extend(needed(&offered).unwrap());
    desk.store.check(&offered).unwrap();
    assert!(needed(&offered).unwrap().is_empty());
    desk.store.accept(&offered, &desk.work).unwrap();
    let removed = desk.store.remove(&"acme/rover".parse().unwrap()).unwrap();
    assert_eq!(removed.packs.len(), 2, "nobody has asked for the other one");
}

#[test]
fn sources_are_used_once_and_no_more() {
    let desk = Desk::new();
    let (source, link) = (desk.index.source(), &desk.link);
    assert!(desk.store.use_source(source, true, link).is_err(), "there is no index so far");
    desk.publish(&desk.archive("acme/wheels", "1.0.0", ""), None);
    for _ in 0..2 {
        assert_eq!(desk.store.use_source(source, true, link).unwrap(), 1);
    }
    let (indexes, findings) = sim_pack::sources(&desk.store, link);
    assert_eq!((indexes.len(), findings.len()), (1, 0));
    std::fs::remove_dir_all(source.to_string()).unwrap();
    let (indexes, findings) = sim_pack::sources(&desk.store, link);
    assert_eq!((indexes.len(), findings.len()), (0, 1));
    assert_eq!(desk.store.use_source(source, false, link).unwrap(), 0);
}

impl Desk {
    /// Signs an archive with an existing key of this name, and publishes it.
    fn publish_signed(&self, archive: &Path, key: &str) {
        let secret = self.folder.path().join(key).with_extension("key");
        sign(&open(archive), &secret, &|| panic!("it has no password")).unwrap();
        self.publish(archive, None);
    }

    fn named(&self, name: &str, terms: Terms<'_>) -> Result<Found, Diagnostics> {
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

fn versions(found: &Found) -> Vec<String> {
    found.packs.iter().map(|pack| pack.archive.contents.manifest.version.to_string()).collect()
}

fn told(found: &Found) -> Vec<String> {
    found.passed.iter().map(|passed| passed.sentence().to_string()).collect()
}

#[test]
fn newer_versions_that_cannot_be_used_are_passed_over_and_named() {
    let desk = Desk::new();
    // Before the index has a key; from then on it rejects unsigned archives.
    desk.publish(&desk.archive("acme/rover", "1.1.0", ""), None);
    let first = desk.archive("acme/rover", "1.0.0", "");
    let key = desk.signed(&first, "acme");
    desk.publish(&first, Some(&key));
    desk.publish_signed(&desk.with_sources("1.2.0"), "acme");
    desk.publish_signed(&desk.archive("acme/rover", "1.3.0", ""), "acme");
    desk.publish_signed(&desk.archive("acme/rover", "1.4.0", ""), "acme");
    desk.publish_signed(&desk.archive("acme/rover", "1.5.0-rc.1", ""), "acme");
    desk.rewrite(|listed| {
        if listed["version"] == "1.3.0" {
            listed["targets"] = serde_json::json!(["mips-unknown-plan9"]);
        }
    });
    desk.index.revoke(&"acme/rover@=1.4.0".parse().unwrap(), "it bites").unwrap();
    desk.store.trust("acme", &key, false).unwrap();
    let reasons = [
        ("1.4.0", "must not be used any more (it bites)"),
        ("1.3.0", "mips-unknown-plan9"),
        ("1.2.0", "from its sources"),
        ("1.1.0", "has no signature, but `acme` signs"),
    ];
    let is_told = |told: &[String]| {
        assert_eq!(told.len(), reasons.len(), "{told:?}");
        for (told, (version, reason)) in told.iter().zip(reasons) {
            assert!(told.contains(&format!("acme/rover {version}: ")) && told.contains(reason), "{told}");
        }
    };
    for asked in ["acme/rover", "acme/rover@^1"] {
        let found = desk.named(asked, Terms::default()).unwrap();
        assert_eq!(versions(&found), ["1.0.0"]);
        if Confined::is_possible().is_ok() {
            is_told(&told(&found));
        }
    }
    // Information missing in the list is found in the archive, and another version is selected as well.
    desk.rewrite(|listed| drop(listed.as_object_mut().unwrap().remove("sources")));
    let found = desk.named("acme/rover", Terms::default()).unwrap();
    assert_eq!((versions(&found), told(&found).len()), (vec!["1.0.0".to_owned()], 4));
    if Confined::is_possible().is_ok() {
        let building = desk.named("acme/rover", Terms { build: true, ..Terms::default() }).unwrap();
        assert_eq!((versions(&building), told(&building).len()), (vec!["1.2.0".to_owned()], 2));
    }
    // A version requested by its number stays rejected, for its own reason.
    for (asked, reason) in [("=1.1.0", "no signature"), ("=1.4.0", "it bites")] {
        let refusal = desk.named(&format!("acme/rover@{asked}"), Terms::default()).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{refusal}");
    }
    let sources = desk.named("acme/rover@=1.2.0", Terms::default()).unwrap();
    assert!(sources.packs[0].is_to_be_built(), "whoever installs it is asked");
    // Also reported if the installed version is the newest usable one.
    desk.store.accept(&desk.named("acme/rover", Terms::default()).unwrap().packs, &desk.work).unwrap();
    let found = desk.named("acme/rover", Terms::default()).unwrap();
    assert_eq!((found.packs.len(), told(&found).len()), (0, 4));
}

#[test]
fn a_newer_version_by_another_key_is_refused_and_not_passed_over() {
    let desk = Desk::new();
    let first = desk.archive("acme/rover", "1.0.0", "");
    let key = desk.signed(&first, "acme");
    desk.publish(&first, Some(&key));
    desk.store.trust("acme", &key, false).unwrap();
    let second = desk.archive("acme/rover", "1.1.0", "");
    desk.signed(&second, "other");
    let index = desk.folder.path().join("index");
    // The data to compare a key with is temporarily missing.
    let (signature, away) = (index.join("packs/acme/rover/acme-rover-1.0.0.simpack.minisig"), index.join("away"));
    std::fs::remove_dir_all(index.join("keys")).unwrap();
    std::fs::rename(&signature, &away).unwrap();
    desk.publish(&second, None);
    std::fs::rename(&away, &signature).unwrap();
    let refusal = desk.named("acme/rover", Terms::default()).unwrap_err().to_string();
    assert!(refusal.contains("PK011") && refusal.contains("1.1.0"), "{refusal}");
}

#[test]
fn what_others_need_is_taken_in_a_version_that_can_be_used() {
    let desk = Desk::new();
    desk.publish(&desk.archive("acme/wheels", "1.0.0", ""), None);
    desk.publish(&desk.archive("acme/wheels", "1.1.0", ""), None);
    desk.index.revoke(&"acme/wheels@=1.1.0".parse().unwrap(), "it bites").unwrap();
    desk.publish(&desk.archive("acme/rover", "1.0.0", "requires: [\"acme/wheels@^1\"]"), None);
    let found = desk.named("acme/rover", Terms::default()).unwrap();
    assert_eq!((versions(&found), told(&found).len()), (vec!["1.0.0".to_owned(); 2], 1));
    desk.index.revoke(&"acme/wheels".parse().unwrap(), "it bites").unwrap();
    let refusal = desk.named("acme/rover", Terms::default()).unwrap_err().to_string();
    assert!(refusal.contains("it bites"), "{refusal}");
}

#[test]
fn a_key_is_trusted_when_the_packs_are_installed_and_not_before() {
    let desk = Desk::new();
    let rover = desk.with_sources("1.0.0");
    let key = desk.signed(&rover, "acme");
    let offered = desk.store.offer_file(&rover, &[], Some(&key), &desk.work).unwrap();
    assert!(offered.is_to_be_built() && matches!(offered.origin, Origin::New(_)));
    desk.store.accept(&[offered], &desk.work).expect_err("its sources are none");
    assert_eq!((desk.store.keys(), desk.store.installed().packs().len()), (Vec::new(), 0));
}

/// Changes the version list of a pack in the index of a desk.
fn change_list(desk: &Desk, name: &str, change: impl Fn(&str) -> String) {
    let file = desk.folder.path().join("index/packs").join(name).join("versions.json");
    std::fs::write(&file, change(&std::fs::read_to_string(&file).unwrap())).unwrap();
}

#[test]
fn p2_a_list_that_is_wrong_again_and_again_is_not_followed_to_its_end() {
    let desk = Desk::new();
    let version = |number: usize| format!("1.{number}.0");
    for number in 0..40 {
        let file = desk.folder.path().join(format!("{number}.simpack"));
        std::fs::write(
            &file,
            pack("acme/rover", &version(number), "sources: [\"src\"]", &[("src/Makefile", b"all:\n")]),
        )
        .unwrap();
        desk.publish(&file, None);
    }
    // According to the list, they contain no code.
    change_list(&desk, "acme/rover", |list| list.replace("\"sources\": true", "\"sources\": false"));
    // Versions beyond the newest twenty are not examined.
    for number in 0..15 {
        let archive = format!("index/packs/acme/rover/acme-rover-{}.simpack", version(number));
        std::fs::remove_file(desk.folder.path().join(archive)).unwrap();
    }
    let names: [Requirement; 1] = ["acme/rover".parse().unwrap()];
    let offered = desk.store.offer_named(&names, std::slice::from_ref(&desk.index), Terms::default(), &desk.work);
    let offered = offered.unwrap_or_else(|findings| panic!("{findings}")).packs;
    assert_eq!(offered[0].archive.contents.manifest.version.to_string(), "1.19.0");
    assert!(offered[0].is_to_be_built(), "it says so before anybody accepts it");
}

#[test]
fn what_lists_of_thousands_of_versions_do_not_have_is_told() {
    let desk = Desk::new();
    for (name, needs) in [("acme/rover", "requires: [\"acme/wheels@=9.0.0\"]"), ("acme/wheels", "")] {
        desk.publish(&desk.archive(name, "1.0.0", needs), None);
        change_list(&desk, name, |list| {
            let (head, rest) = list.split_once('[').unwrap();
            let one = rest.trim_end().trim_end_matches('}').trim_end().trim_end_matches(']').trim();
            let all: Vec<String> = (0..3000).map(|number| one.replace("1.0.0", &format!("1.{number}.0"))).collect();
            format!("{head}[{}]}}", all.join(","))
        });
    }
    let names: [Requirement; 1] = ["acme/rover".parse().unwrap()];
    let offered = desk.store.offer_named(&names, std::slice::from_ref(&desk.index), Terms::default(), &desk.work);
    let told = offered.map(|found| found.packs.len()).unwrap_err().to_string();
    assert!(told.contains("PK001") && told.contains("acme/wheels@=9.0.0, which acme/rover 1.2999.0 needs"), "{told}");
}

#[test]
fn a_key_that_is_not_that_of_earlier_versions_is_refused_where_the_index_knows_no_key() {
    let desk = Desk::new();
    let (old, new) = (desk.archive("acme/rover", "1.0.0", ""), desk.archive("acme/rover", "1.1.0", ""));
    desk.signed(&old, "acme");
    desk.publish(&old, None);
    let other = desk.signed(&new, "other");
    let publish = |key: Option<&str>| {
        let signature = signature_of(&new).unwrap();
        desk.index.publish(&open(&new), signature.as_deref(), key).map_err(|finding| finding.to_string())
    };
    for key in [None, Some(other.as_str())] {
        let told = publish(key).unwrap_err();
        assert!(told.contains("PK011") && told.contains("another key") && told.contains("1.0.0"), "{told}");
    }
    sign(&open(&new), &desk.folder.path().join("acme.key"), &|| panic!("it has no password")).unwrap();
    publish(None).unwrap();
}
