//! Trusted signatures: one public key per publisher, in the store.

use crate::sign::{number_of, public_key, refused, verify};
use crate::{Archive, Store};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::files::write_whole;
use sim_core::packs::{InstalledPack, OWN_PUBLISHER, Signer};
use std::path::PathBuf;

/// Origin of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Unsigned, by a publisher without a trusted key.
    Unsigned,
    /// Signed with its publisher's trusted key.
    Trusted(Signer),
    /// Signed with a key that was specified for it; its publisher does not have a trusted key yet.
    New(Signer),
    /// Built locally by the installing user.
    Own,
}

/// Status of a pack's signature, regardless of an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seal {
    /// No signature.
    None,
    /// Valid for this key, which is trusted.
    Trusted(String),
    /// Valid for this key when the pack was installed; now another key is trusted, or none.
    Untrusted(String),
    /// Made with the key of this id; no key of the publisher is trusted.
    Unknown(String),
    /// Not a valid signature of this archive by the trusted key; it names the key with this id.
    Wrong(String),
}

impl Store {
    /// The status of the signature next to an archive.
    ///
    /// # Errors
    /// An invalid signature; a key in the store that cannot be read.
    pub fn seal(&self, archive: &Archive, signature: Option<&str>) -> Result<Seal, Diagnostic> {
        let Some(signature) = signature else { return Ok(Seal::None) };
        let number = number_of(archive, signature)?;
        Ok(match self.key_of(archive.contents.manifest.name.publisher())? {
            None => Seal::Unknown(number),
            Some(key) if verify(archive, signature, &key).is_ok() => Seal::Trusted(key),
            Some(_) => Seal::Wrong(number),
        })
    }

    /// The status of an installed pack's signature.
    ///
    /// # Errors
    /// A key in the store that cannot be read.
    pub fn seal_of(&self, pack: &InstalledPack) -> Result<Seal, Diagnostic> {
        let Some(Signer { key, .. }) = &pack.signer else { return Ok(Seal::None) };
        Ok(match self.key_of(pack.name.publisher())? {
            Some(known) if known == *key => Seal::Trusted(known),
            _ => Seal::Untrusted(key.clone()),
        })
    }

    fn key_file(&self, publisher: &str) -> PathBuf {
        self.folder().join("keys").join(format!("{publisher}.pub"))
    }

    /// The trusted public key of a publisher; `None` if missing.
    ///
    /// # Errors
    /// An invalid key file.
    pub fn key_of(&self, publisher: &str) -> Result<Option<String>, Diagnostic> {
        let file = self.key_file(publisher);
        match file.symlink_metadata() {
            Err(_) => Ok(None),
            Ok(_) => public_key(&file.display().to_string()).map(Some),
        }
    }

    /// The publishers with trusted keys, and these keys.
    pub fn keys(&self) -> Vec<(String, String)> {
        let entries = std::fs::read_dir(self.folder().join("keys")).into_iter().flatten().flatten();
        let publisher = |entry: std::fs::DirEntry| Some(entry.file_name().to_str()?.strip_suffix(".pub")?.to_owned());
        let mut publishers: Vec<String> = entries.filter_map(publisher).collect();
        publishers.sort();
        publishers
            .into_iter()
            .filter_map(|publisher| Some((publisher.clone(), self.key_of(&publisher).ok()??)))
            .collect()
    }

    /// Trusts a public key of a publisher.
    ///
    /// # Errors
    /// Another key is already trusted and not to be replaced; I/O errors.
    pub fn trust(&self, publisher: &str, key: &str, replace: bool) -> Result<(), Diagnostic> {
        let _lock = self.locked()?;
        if !replace {
            self.has_no_other_key(publisher, key)?;
        }
        self.write_key(publisher, key)
    }

    /// Checks that a publisher does not have another trusted key.
    ///
    /// # Errors
    /// Another key is already trusted.
    pub(crate) fn has_no_other_key(&self, publisher: &str, key: &str) -> Result<(), Diagnostic> {
        match self.key_of(publisher)?.filter(|known| known != key) {
            Some(known) => Err(changed(publisher, &known, key)),
            None => Ok(()),
        }
    }

    /// Stores the key of a publisher. The store must be locked.
    pub(crate) fn write_key(&self, publisher: &str, key: &str) -> Result<(), Diagnostic> {
        let text = format!("untrusted comment: public key of {publisher} for packs of robots\n{key}\n");
        let file = self.key_file(publisher);
        std::fs::create_dir_all(self.folder().join("keys"))
            .and_then(|()| write_whole(&file, text.as_bytes()))
            .map_err(|error| self.failed(&error))
    }

    /// Stops trusting a publisher. Returns whether there was a key.
    ///
    /// # Errors
    /// I/O errors.
    pub fn distrust(&self, publisher: &str) -> Result<bool, Diagnostic> {
        let _lock = self.locked()?;
        self.remove_key(publisher)
    }

    /// Removes the key of a publisher. The store must be locked. Returns whether there was a key.
    pub(crate) fn remove_key(&self, publisher: &str) -> Result<bool, Diagnostic> {
        match std::fs::remove_file(self.key_file(publisher)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// The origin of an archive, by its signature and its publisher's trusted key, or the specified one.
    ///
    /// # Errors
    /// An invalid signature, or a missing one if the publisher has a key; a key other than the publisher's; no key to check a
    /// signature with.
    pub fn origin(
        &self,
        archive: &Archive,
        signature: Option<&str>,
        given: Option<&str>,
    ) -> Result<Origin, Diagnostic> {
        let publisher = archive.contents.manifest.name.publisher();
        let known = self.key_of(publisher)?;
        if let (Some(known), Some(given)) = (&known, given)
            && known != given
        {
            return Err(changed(publisher, known, given).with_file(archive.name.clone()));
        }
        match (signature, known, given) {
            (None, None, None) if publisher == OWN_PUBLISHER => {
                let message = format!("unsigned archive, but packs of `{publisher}` can replace parts of the program");
                let help = "get its signature and the public key of its publisher (`--key FILE`)";
                Err(refused(message).with_file(archive.name.clone()).with_help(help))
            }
            (None, None, None) => Ok(Origin::Unsigned),
            (None, ..) => {
                let message = format!("unsigned archive, but `{publisher}` signs its packs");
                let help = "get the signature `….simpack.minisig` from the publisher and put it next to the archive";
                Err(refused(message).with_file(archive.name.clone()).with_help(help))
            }
            (Some(_), None, None) => {
                let message = format!("the archive is signed, but the key of `{publisher}` is unknown");
                let help = "get the public key from the publisher and specify it with `--key FILE`";
                let expected = format!("the public key of `{publisher}`");
                Err(refused(message).with_file(archive.name.clone()).with_expected(expected).with_help(help))
            }
            (Some(signature), Some(known), _) => verify(archive, signature, &known).map(Origin::Trusted),
            (Some(signature), None, Some(given)) => verify(archive, signature, given).map(Origin::New),
        }
    }
}

/// Whether an archive is rejected only for lack of a trusted key of its publisher.
pub fn needs_key(finding: &Diagnostic) -> bool {
    finding.code == Code::PackSignature && finding.expected.is_some() && finding.found.is_none()
}

fn changed(publisher: &str, known: &str, other: &str) -> Diagnostic {
    refused(format!("the key differs from the trusted key of `{publisher}`"))
        .with_expected(known.to_owned())
        .with_found(other.to_owned())
        .with_help(format!(
            "someone may be impersonating `{publisher}`; if the publisher confirms the change over another channel, run `sim \
             pack trust {publisher} KEY --replace`"
        ))
}
