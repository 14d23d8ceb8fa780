//! What an installation would bring, before somebody has accepted it.

use crate::archives::{files, pack};
use sim_core::packs::Requirement;
use sim_pack::{Archive, Index, Link, Offered, Origin, Source, Store, Work, make_keys, new_keys, sign, signature_of};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A picture that is one as far as packs look at it.
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

    /// Signs an archive with a key of this name; the public key.
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
    let by_name = desk.store.offer_named(&names, std::slice::from_ref(&desk.index), None, &desk.work).unwrap();
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
    let needed =
        |offered: &[Offered]| desk.store.offer_needed(offered, std::slice::from_ref(&desk.index), None, &desk.work);
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
