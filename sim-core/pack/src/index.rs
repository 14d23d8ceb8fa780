//! Indexes: sources of packs by name, for all kinds of locations.

use crate::cache::Cache;
use crate::content::LARGEST_ICON;
use crate::folder::{Folder, same_key};
use crate::link::{Event, Link, Trouble};
use crate::listed::{Listed, Revoked};
use crate::registry::Registry;
use crate::sign::{number_of, of_these_bytes, refused, signature_of, verify};
use crate::source::Source;
use crate::web::Web;
use crate::work::Work;
use crate::{Archive, Store};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::files::read_regular;
use sim_core::packs::{PackName, Requirement};

/// An index.
#[derive(Clone)]
pub struct Index {
    source: Source,
    place: Place,
    link: Link,
    cache: Cache,
}

#[derive(Clone)]
enum Place {
    Folder(Folder),
    Web(Web),
    Registry(Registry),
}

/// An archive from an index, as listed.
pub(crate) struct Fetched {
    /// The archive.
    pub archive: Archive,
    /// Its signature.
    pub signature: Option<String>,
    /// The publisher's public key in the index, which is not verified.
    pub key: Option<String>,
}

impl Index {
    /// Opens the index at a source. Only for a folder, checks that it exists.
    ///
    /// # Errors
    /// A folder that is not an index.
    pub fn open(source: &Source, link: &Link) -> Result<Self, Diagnostic> {
        let index = Self::make(source, link);
        index.is_no_file()?;
        match &index.place {
            Place::Folder(folder) if !folder.is_there() => Err(index.none_there()),
            _ => Ok(index),
        }
    }

    /// The index at a source, which need not exist.
    pub fn make(source: &Source, link: &Link) -> Self {
        let place = match source {
            Source::Folder(folder) => Place::Folder(Folder::at(folder)),
            Source::Web(address) => Place::Web(Web::at(address)),
            Source::Registry { server, prefix } => Place::Registry(Registry::at(server, prefix)),
        };
        Self { source: source.clone(), place, link: link.clone(), cache: Cache::of(link.cache(), source) }
    }

    /// Its location.
    pub fn source(&self) -> &Source {
        &self.source
    }

    fn none_there(&self) -> Diagnostic {
        let message = match self.source {
            Source::Folder(_) => "pack index not found in this folder".to_string(),
            _ => "pack index not found at this address".to_string(),
        };
        let help = match self.source {
            Source::Web(_) => "use the address of the folder that contains `index.json`".to_string(),
            _ => "create one with `sim pack publish ARCHIVE --to PLACE`".to_string(),
        };
        Diagnostic::error(Code::PackIndex, message).with_file(self.source.to_string()).with_help(help)
    }

    /// Checks that the path is a folder or does not exist.
    fn is_no_file(&self) -> Result<(), Diagnostic> {
        let Source::Folder(folder) = &self.source else { return Ok(()) };
        if folder.exists() && !folder.is_dir() {
            return Err(Diagnostic::error(Code::PackIndex, "the path is a file, not a pack index")
                .with_file(self.source.to_string())
                .with_help("specify a folder; `sim pack publish` creates an index"));
        }
        Ok(())
    }

    /// Checks that the index exists, and caches its list for when it cannot be reached.
    ///
    /// # Errors
    /// An index that does not exist or cannot be reached, or whose list cannot be read.
    pub fn check(&self) -> Result<(), Diagnostic> {
        self.is_no_file()?;
        let all = self.all_now().map_err(Diagnostic::from)?.ok_or_else(|| self.none_there())?;
        self.keep(None, &all);
        Ok(())
    }

    /// Removes the cached data of an unused index.
    pub fn forget(&self) {
        self.cache.forget();
    }

    fn all_now(&self) -> Result<Option<Vec<Listed>>, Trouble> {
        match &self.place {
            Place::Folder(folder) if !folder.is_there() => Ok(None),
            Place::Folder(folder) => Ok(Some(folder.all()?)),
            Place::Web(web) => web.all(&self.link),
            Place::Registry(registry) => registry.all(&self.link),
        }
    }

    fn keep(&self, name: Option<&PackName>, list: &[Listed]) {
        // If a pack no longer exists, keep the cached information about its revoked versions.
        if self.source.is_remote() && !(name.is_some() && list.is_empty()) {
            self.cache.keep(name, list);
        }
    }

    /// The current list, or the cached one if the index cannot be reached.
    fn current_or_cached(
        &self,
        name: Option<&PackName>,
        now: Result<Vec<Listed>, Trouble>,
    ) -> Result<Vec<Listed>, Diagnostic> {
        match now {
            Ok(list) => {
                self.keep(name, &list);
                Ok(list)
            }
            Err(trouble) => match self.cache.cached(name).filter(|_| trouble.passes) {
                Some((list, age)) => {
                    let source = self.source.to_string();
                    self.link.report(&Event::FromCache { source: &source, age, cause: &trouble.finding });
                    Ok(list)
                }
                None => Err(trouble.into()),
            },
        }
    }

    /// The versions of a pack, newest first.
    ///
    /// # Errors
    /// A list that cannot be read; an index that cannot be reached and lacks a cached list of that pack.
    pub fn versions(&self, name: &PackName) -> Result<Vec<Listed>, Diagnostic> {
        let now = match &self.place {
            Place::Folder(folder) => return folder.versions(name),
            Place::Web(web) => web.versions(name, &self.link),
            Place::Registry(registry) => registry.versions(name, &self.link),
        };
        self.current_or_cached(Some(name), now)
    }

    /// The newest versions of packs whose names, descriptions, authors, components, robots and scenes contain all of these
    /// words.
    ///
    /// # Errors
    /// As [`Index::versions`].
    pub fn search(&self, words: &[String]) -> Result<Vec<Listed>, Diagnostic> {
        let now = match self.all_now() {
            Ok(Some(all)) => Ok(all),
            Ok(None) => return Err(self.none_there()),
            Err(trouble) => Err(trouble),
        };
        let has = |listed: &Listed| {
            let more: Vec<&str> = listed.authors.iter().chain(&listed.holds).map(String::as_str).collect();
            let text = format!("{} {} {}", listed.name, listed.description, more.join(" ")).to_lowercase();
            words.iter().all(|word| text.contains(&word.to_lowercase()))
        };
        Ok(self.current_or_cached(None, now)?.into_iter().filter(has).collect())
    }

    /// The archive of a version. Checks that it is byte-identical to the listed one and has that name and version. Downloads
    /// are placed in the store's staging folder.
    ///
    /// # Errors
    /// An archive that is missing, cannot be reached, or differs.
    pub(crate) fn archive(&self, listed: &Listed, store: &Store, work: &Work) -> Result<Fetched, Diagnostics> {
        let fetched = match &self.place {
            Place::Folder(folder) => {
                let file = folder.archive(listed);
                let archive = Archive::open_with(&file, work)?;
                Fetched { archive, signature: signature_of(&file)?, key: folder.key_of(listed.name.publisher()) }
            }
            Place::Web(web) => {
                let staging = store.staging()?;
                let file = staging.path().join("archive.simpack");
                let signature = web.fetch(listed, &file, &self.link)?;
                let archive = Archive::open_as(&file, &web.address(listed), work)?;
                Fetched { archive, signature, key: web.key_of(listed.name.publisher(), &self.link)? }
            }
            Place::Registry(registry) => {
                let staging = store.staging()?;
                let file = staging.path().join("archive.simpack");
                let (signature, key) = registry.fetch(listed, &file, &self.link)?;
                Fetched { archive: Archive::open_as(&file, &registry.place(listed), work)?, signature, key }
            }
        };
        let (archive, manifest) = (&fetched.archive, &fetched.archive.contents.manifest);
        if archive.sha256 != listed.sha256 || (&manifest.name, &manifest.version) != (&listed.name, &listed.version) {
            return Err(Diagnostic::error(Code::PackIndex, "the archive differs from its entry in the index")
                .with_file(archive.name.clone())
                .with_expected(format!("{} {} {}", listed.name, listed.version, listed.sha256))
                .with_found(format!("{} {} {}", manifest.name, manifest.version, archive.sha256))
                .with_help("do not use it; inform the maintainer of the index")
                .into());
        }
        Ok(fetched)
    }

    /// The publisher's public key in a folder index, which is not verified. Other indexes return it with an archive.
    pub fn key_of(&self, publisher: &str) -> Option<String> {
        match &self.place {
            Place::Folder(folder) => folder.key_of(publisher),
            Place::Web(_) | Place::Registry(_) => None,
        }
    }

    /// The icon of a version, expected to be a PNG file, if it is on this machine: in the folder of the index, or cached by
    /// [`Index::fetch_icon`].
    pub fn icon(&self, listed: &Listed) -> Option<Vec<u8>> {
        match &self.place {
            Place::Folder(folder) => folder.icon(listed),
            Place::Web(_) | Place::Registry(_) => self.cache.icon(listed),
        }
    }

    /// Fetches the icon of a version from a server and caches it; `None` if missing, or it is too large.
    ///
    /// # Errors
    /// An index that cannot be reached; I/O errors.
    pub fn fetch_icon(&self, listed: &Listed, store: &Store) -> Result<Option<Vec<u8>>, Diagnostic> {
        let staging = store.staging()?;
        let file = staging.path().join("icon.png");
        let there = match &self.place {
            Place::Folder(_) => Ok(false),
            Place::Web(web) => web.fetch_icon(listed, &file, &self.link),
            Place::Registry(registry) => registry.fetch_icon(listed, &file, &self.link),
        };
        let there = there.or_else(|trouble| if trouble.passes { Err(trouble) } else { Ok(false) })?;
        let png = there.then(|| read_regular(&file, LARGEST_ICON).ok()).flatten();
        if let Some(png) = &png {
            self.cache.keep_icon(listed, png);
        }
        Ok(png)
    }

    /// Adds an archive to the index, with its signature and its publisher's public key, if given.
    ///
    /// # Errors
    /// A version that already exists with different content, or is revoked; a key other than that of the index or of other versions;
    /// a missing signature if other versions have one; a read-only or unreachable index; I/O errors.
    pub fn publish(&self, archive: &Archive, signature: Option<&str>, key: Option<&str>) -> Result<Listed, Diagnostic> {
        self.is_no_file()?;
        let name = &archive.contents.manifest.name;
        let (versions, known) = match &self.place {
            Place::Folder(folder) => (folder.versions(name)?, folder.key_of(name.publisher())),
            Place::Web(web) => return Err(web.read_only()),
            Place::Registry(registry) => registry.versions_and_key(name, &self.link)?,
        };
        let version = &archive.contents.manifest.version;
        let revoked = versions.iter().find(|listed| listed.version == *version && listed.revoked.is_some());
        if let Some(reason) = revoked.and_then(|listed| listed.revoked.as_deref()) {
            return Err(taken_back(archive, reason));
        }
        if let (Some(key), Some(known)) = (key, &known) {
            same_key(name.publisher(), key, known).map_err(|finding| finding.with_file(self.source.to_string()))?;
        }
        let given = key;
        let key = key.or(known.as_deref());
        let signed = versions.iter().find(|listed| listed.signed);
        if let Some(signature) = signature {
            of_these_bytes(archive, signature)?;
            if let Some(key) = key {
                verify(archive, signature, key).map_err(by_other_key)?;
            }
            // Without a key in the index, only the key ids can be compared.
            if let (None, Some(earlier)) = (&known, signed) {
                self.is_by_the_same(archive, signature, earlier)?;
            }
        } else if key.is_some() || signed.is_some() {
            return Err(unsigned_beside(archive, given, known.as_deref()));
        }
        match &self.place {
            Place::Folder(folder) => folder.publish(archive, signature, key),
            Place::Web(web) => Err(web.read_only()),
            Place::Registry(registry) => registry.publish(archive, &versions, signature, key, &self.link),
        }
    }

    /// Checks that a signature names the same key as that of an earlier version.
    ///
    /// # Errors
    /// A different key; an unreachable index.
    fn is_by_the_same(&self, archive: &Archive, signature: &str, earlier: &Listed) -> Result<(), Diagnostic> {
        let known = match &self.place {
            Place::Folder(folder) => signature_of(&folder.archive(earlier))?,
            Place::Web(_) => None,
            Place::Registry(registry) => registry.signature(earlier, &self.link)?,
        };
        // Ignore a signature that cannot be parsed.
        let Some(Ok(known)) = known.map(|known| number_of(archive, &known)) else { return Ok(()) };
        let number = number_of(archive, signature)?;
        if number == known {
            return Ok(());
        }
        let version = earlier.version.to_string();
        let message = format!("version {version} in the index is signed with a different key");
        let help = "sign it with that key; the index does not contain the key, so only key ids are compared";
        Err(refused(message).with_file(archive.name.clone()).with_expected(known).with_found(number).with_help(help))
    }

    /// Revokes versions of a pack. Returns all matching versions; those already revoked keep their reason.
    ///
    /// # Errors
    /// A read-only or unreachable index; I/O errors.
    pub fn revoke(&self, what: &Requirement, reason: &str) -> Result<Vec<Revoked>, Diagnostic> {
        self.is_no_file()?;
        match &self.place {
            Place::Folder(folder) => folder.revoke(what, reason),
            Place::Web(web) => Err(web.read_only()),
            Place::Registry(registry) => registry.revoke(what, reason, &self.link),
        }
    }
}

/// Diagnostic: the version of an archive is revoked in the index.
fn taken_back(archive: &Archive, reason: &str) -> Diagnostic {
    let version = archive.contents.manifest.version.to_string();
    let message = format!("version {version} is revoked in the index ({reason})");
    let help = "publish it with a new version; a revocation is permanent";
    refused(message).with_file(archive.name.clone()).with_help(help)
}

/// Diagnostic for the author: a signature was not made with the expected key.
fn by_other_key(finding: Diagnostic) -> Diagnostic {
    finding.with_help("sign it with the secret key of this public key: `sim pack sign ARCHIVE --key NAME.key`")
}

/// Diagnostic: an archive has no signature although a key was specified for it, the index has one, or there are signed versions.
fn unsigned_beside(archive: &Archive, given: Option<&str>, known: Option<&str>) -> Diagnostic {
    let publisher = archive.contents.manifest.name.publisher();
    let message = match (given, known) {
        (_, Some(_)) => format!("the archive is unsigned, but the index has a key of `{publisher}`"),
        (Some(_), None) => "the archive is unsigned, but `--key` specifies a key".to_string(),
        (None, None) => "the archive is unsigned, but other versions of the pack are signed".to_string(),
    };
    let help = "sign it with `sim pack sign`; users who trust the key would be unable to install it";
    let finding = refused(message).with_file(archive.name.clone()).with_help(help);
    match known.or(given) {
        Some(key) => finding.with_expected(key.to_owned()),
        None => finding,
    }
}
