//! Signatures and keys: accepted and rejected ones.

use crate::archives::pack;
use sim_pack::{Archive, Origin, Store, make_keys, public_key, sign, signature_file, signature_of};
use std::path::PathBuf;

struct TestDir {
    folder: tempfile::TempDir,
    store: Store,
}

impl TestDir {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("packs"));
        Self { folder, store }
    }

    /// An archive of a version of `acme/rover`.
    fn archive(&self, version: &str) -> Archive {
        let file = self.folder.path().join(format!("{version}.simpack"));
        std::fs::write(&file, pack("acme/rover", version, "", &[])).unwrap();
        Archive::open(&file).unwrap_or_else(|findings| panic!("{findings}"))
    }

    /// A key pair: the public key, and the file of the secret key.
    fn keys(&self, name: &str, password: &str) -> (String, PathBuf) {
        let name = self.folder.path().join(name);
        let key = make_keys(&name, password).unwrap_or_else(|finding| panic!("{finding}"));
        assert_eq!(public_key(name.with_extension("pub").to_str().unwrap()).unwrap(), key);
        (key, name.with_extension("key"))
    }

    fn signed(&self, archive: &Archive, secret: &std::path::Path) -> String {
        sign(archive, secret, &|| panic!("it has no password")).unwrap_or_else(|finding| panic!("{finding}"));
        signature_of(archive.name.as_ref()).unwrap().expect("there is a signature")
    }
}

#[test]
fn a_signature_is_accepted_with_the_key_of_its_publisher_and_with_no_other() {
    let dir = TestDir::new();
    let ((key, secret), (other, other_secret)) = (dir.keys("acme", ""), dir.keys("other", ""));
    let archive = dir.archive("1.0.0");
    let signature = dir.signed(&archive, &secret);
    let origin = |signature: Option<&str>, given: Option<&str>| {
        dir.store.origin(&archive, signature, given).map_err(|finding| finding.to_string())
    };
    assert_eq!(origin(None, None), Ok(Origin::Unsigned));
    let error = origin(Some(&signature), None).unwrap_err();
    assert!(error.contains("PK011") && error.contains("--key"), "{error}");
    let Ok(Origin::New(signer)) = origin(Some(&signature), Some(&key)) else { panic!("it fits the key") };
    assert_eq!((&signer.key, signer.comment.contains(&archive.sha256)), (&key, true));
    assert!(origin(Some(&signature), Some(&other)).is_err());
    assert!(origin(None, Some(&key)).is_err(), "a key was given for it");

    dir.store.trust("acme", &key, false).unwrap();
    assert!(matches!(origin(Some(&signature), None), Ok(Origin::Trusted(_))));
    let error = origin(None, None).unwrap_err();
    assert!(error.contains("unsigned") && error.contains("acme"), "unsigned archives are now rejected: {error}");
    // A signature by another publisher, and a valid one of another archive.
    assert!(origin(Some(&dir.signed(&archive, &other_secret)), None).is_err());
    assert!(
        origin(Some(&dir.signed(&dir.archive("1.1.0"), &secret)), None)
            .unwrap_err()
            .contains("does not match the archive")
    );
    for damaged in ["", "untrusted comment: x\n", &signature[..signature.len() / 2], &signature.replace("acme", "acne")]
    {
        assert!(origin(Some(damaged), None).is_err(), "{damaged:?}");
    }
    // A changed key is never accepted implicitly.
    let error = origin(Some(&signature), Some(&other)).unwrap_err();
    assert!(error.contains("differs from the trusted key") && error.contains("--replace"), "{error}");
    assert!(dir.store.trust("acme", &other, false).is_err());
    assert_eq!(dir.store.keys(), [("acme".to_owned(), key)]);
    dir.store.trust("acme", &other, true).unwrap();
    assert_eq!(dir.store.key_of("acme").unwrap(), Some(other));
    assert!(dir.store.distrust("acme").unwrap() && !dir.store.distrust("acme").unwrap());
}

#[test]
fn secret_keys_have_passwords_belong_to_their_owner_and_are_never_overwritten() {
    let dir = TestDir::new();
    let (key, secret) = dir.keys("acme", "a password");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&secret).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(make_keys(&dir.folder.path().join("acme"), "").is_err());
    let archive = dir.archive("1.0.0");
    let wrong = sign(&archive, &secret, &|| Ok("another".into())).unwrap_err().to_string();
    assert!(wrong.contains("PK011") && wrong.contains("acme.key"), "{wrong}");
    assert!(!signature_file(archive.name.as_ref()).exists());
    sign(&archive, &secret, &|| Ok("a password".into())).unwrap();
    let signature = signature_of(archive.name.as_ref()).unwrap().unwrap();
    assert!(matches!(dir.store.origin(&archive, Some(&signature), Some(&key)), Ok(Origin::New(_))));
    assert!(public_key(secret.to_str().unwrap()).is_err(), "a secret key is not a public key");
    assert!(public_key("RWnonsense").unwrap_err().to_string().contains("not a public key"));
    for missing in ["acme.pub", "keys/acme"] {
        let error = public_key(missing).unwrap_err().to_string();
        assert!(
            error.contains("cannot be read") && error.contains(missing) && !error.contains("not a public key"),
            "{error}"
        );
    }
}
