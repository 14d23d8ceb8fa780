//! One library: information about its file, and its code once one of its components is used.

use super::describe::{self, Describe};
use super::inspect::inspect;
use super::instance::CreateFn;
use super::isolation::{Isolation, Processes};
use super::library_cache::{CachedCopy, CachedLibrary, CopyContent, Mark, forget_file, keep_file, recall_file};
use super::manifest::{ParsedManifest, parse_manifest};
#[cfg(target_os = "linux")]
use super::open::load_sealed;
use super::open::{Copies, Layouts, ask_manifest, large_enough, load, private_copy};
use sim_abi::declare::{ComponentInfo, Kind, Manifest};
use sim_abi::ffi::module::{AbiStamp, Module};
use sim_diagnostics::{Code, Diagnostic};
use sim_files::activity;
use sim_files::digest::sha256;
use sim_files::read_regular;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

/// A checked library file, before any of its code runs.
pub(super) struct Checked {
    file: PathBuf,
    content: Content,
    pub(super) digest: String,
    stamp: AbiStamp,
    /// The manifest, if known without running the library's code in this program.
    parsed: Option<ParsedManifest>,
    /// The cached copy for later starts.
    cached: Option<CachedCopy>,
}

/// Source to open a library from.
enum Content {
    /// The bytes read: the file may be replaced or deleted before it is opened.
    Bytes(Vec<u8>),
    /// The file, with its mark when it was read, and the cache folder with information about it.
    File(Mark, Option<PathBuf>),
}

impl Checked {
    /// Checks a file, using cached information or by reading it. A library that is `known` by its digest is not described
    /// again; one whose digest is not `accepted` is refused without further inspection.
    pub(super) fn read(
        file: &Path,
        describe: &Describe,
        copies: &Copies,
        known: impl Fn(&str) -> bool,
        accepted: impl Fn(&str) -> Result<(), Diagnostic>,
    ) -> Result<Self, Diagnostic> {
        let marked = describe.cache().and_then(|cache| Some((cache, Mark::of(file)?)));
        if let Some((cache, mark)) = &marked
            && let Some(CachedLibrary { digest, stamp, manifest }) = recall_file(cache, file, mark)
        {
            accepted(&digest)?;
            let content = Content::File(mark.clone(), Some(cache.to_path_buf()));
            let (parsed, cached) = (Some(manifest), CachedCopy::of(cache, &digest));
            return Ok(Self { file: file.to_path_buf(), content, digest, stamp, parsed, cached });
        }
        let named = |diagnostic: Diagnostic| diagnostic.with_file(file.display().to_string());
        let bytes = read(file).map_err(named)?;
        let digest = sha256(&bytes);
        accepted(&digest)?;
        let inspected = inspect(file, &bytes).map_err(named)?;
        let text = match (inspected.manifest, describe) {
            _ if known(&digest) => None,
            (Some(text), _) => Some(text),
            (None, Describe::InThisProcess) => None,
            (None, Describe::Child { program, cache }) => {
                let folders: Vec<&Path> = copies.iter().map(tempfile::TempDir::path).collect();
                let library = (bytes.as_slice(), digest.as_str());
                Some(describe::by_child(program, cache.as_deref(), &folders, file, library).map_err(named)?)
            }
        };
        let parsed = text.as_deref().map(parse_manifest).transpose().map_err(named)?.map(ParsedManifest::of);
        let stamp = inspected.stamp;
        let manifest = text.as_deref().zip(parsed.as_ref());
        let cached = marked.zip(manifest).filter(|((cache, mark), manifest)| {
            keep_file(cache, file, mark, (&digest, &stamp), *manifest, SystemTime::now())
        });
        let (content, cached) = match cached {
            Some(((cache, mark), _)) => {
                (Content::File(mark, Some(cache.to_path_buf())), CachedCopy::of(cache, &digest))
            }
            None => (Content::Bytes(bytes), None),
        };
        Ok(Self { file: file.to_path_buf(), content, digest, stamp, parsed, cached })
    }
}

/// Maximum size of a library, bytes.
const LARGEST: u64 = 1 << 30;

/// The content of a library; regular files only, since others may be endless.
fn read(file: &Path) -> Result<Vec<u8>, Diagnostic> {
    read_regular(file, LARGEST).map_err(|error| unreadable("the file cannot be read", &error.reason(LARGEST)))
}

impl Content {
    /// The content of the library with this digest.
    ///
    /// # Errors
    /// When the file cannot be read, or has changed.
    pub(super) fn bytes(&self, file: &Path, digest: &str) -> Result<Cow<'_, [u8]>, Diagnostic> {
        let (mark, cache) = match self {
            Content::Bytes(bytes) => return Ok(bytes.into()),
            Content::File(mark, cache) => (mark, cache),
        };
        let bytes = read(file)?;
        // Recordings attest the digest of the opened library, so an unchanged mark is not enough.
        if sha256(&bytes) != digest {
            if let Some(cache) = cache.as_deref().filter(|_| Mark::of(file).as_ref() == Some(mark)) {
                // The cached information is wrong. The next start reads the file.
                forget_file(cache, file);
            }
            return Err(Diagnostic::error(Code::PluginUnreadable, "the library changed after it was found")
                .with_expected(format!("the digest {digest}"))
                .with_found("a different digest")
                .with_help("restart the program, or use `--watch`"));
        }
        Ok(bytes.into())
    }
}

/// A known plugin library. Its code is loaded when one of its components is used, and stays loaded.
#[derive(Clone)]
pub struct PluginLibrary {
    /// The file it was read from, or the name of an in-process plugin.
    pub file: PathBuf,
    /// SHA-256 of the file, hexadecimal; empty for an in-process plugin.
    pub digest: String,
    /// ABI version it was built with.
    pub stamp: AbiStamp,
    parsed: ParsedManifest,
    code: Arc<LibraryCode>,
}

/// Code of a library, whether loaded or not.
struct LibraryCode {
    /// Source to open; `None` once opened.
    content: Mutex<Option<Content>>,
    copies: Copies,
    /// The cached copy for later starts.
    cached: Option<CachedCopy>,
    /// A corrupted cached copy that has not been reported yet.
    damaged: Mutex<Option<PathBuf>>,
    module: OnceLock<Result<&'static Module, Box<Diagnostic>>>,
    /// Processes in which it runs; `None` if it runs in this program.
    processes: Option<Processes>,
}

impl PluginLibrary {
    /// A library from a checked file. It is opened to obtain its manifest unless that is known.
    pub(super) fn of(
        checked: Checked,
        copies: &Copies,
        isolation: &Isolation,
        is_apart: bool,
    ) -> Result<Self, Diagnostic> {
        let Checked { file, content, digest, stamp, parsed, cached } = checked;
        let (content, copies) = (Mutex::new(Some(content)), copies.clone());
        let ids = parsed.as_ref().map_or(&[][..], ParsedManifest::ids);
        let processes = (is_apart || isolation.covers(&file, ids)).then(|| Processes::new(isolation));
        let code =
            LibraryCode { content, copies, cached, damaged: Mutex::default(), module: OnceLock::new(), processes };
        let library = |parsed| Self { file, digest, stamp, parsed, code: Arc::new(code) };
        if let Some(parsed) = parsed {
            return Ok(library(parsed));
        }
        let unasked = library(ParsedManifest::of(Manifest::default()));
        let asked = unasked.module().and_then(|module| parse_manifest(&ask_manifest(module)?));
        let manifest = asked.map_err(|diagnostic| diagnostic.with_file(unasked.file.display().to_string()))?;
        Ok(Self { parsed: ParsedManifest::of(manifest), ..unasked })
    }

    /// A plugin that is linked into this program.
    pub(super) fn in_process(name: &str, module: &'static Module) -> Result<Self, Diagnostic> {
        let module = large_enough(module)?;
        let parsed = ParsedManifest::of(parse_manifest(&ask_manifest(module)?)?);
        let module = OnceLock::from(Ok(module));
        let (content, copies) = (Mutex::default(), Copies::default());
        let code = LibraryCode { content, copies, cached: None, damaged: Mutex::default(), module, processes: None };
        let (file, digest, stamp) = (PathBuf::from(name), String::new(), AbiStamp::new(true));
        Ok(Self { file, digest, stamp, parsed, code: Arc::new(code) })
    }

    /// Folder of its file; empty if it is linked into this program.
    pub fn folder(&self) -> String {
        let folder = self.file.parent().filter(|_| !self.digest.is_empty());
        let folder = folder.map(|folder| std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf()));
        folder.unwrap_or_default().display().to_string()
    }

    /// Whether its code is loaded, in this program or in a separate process.
    pub fn is_open(&self) -> bool {
        let there = self.code.processes.as_ref().is_some_and(Processes::any);
        there || self.code.module.get().is_some_and(Result::is_ok)
    }

    /// Whether its components run in a separate process.
    pub fn is_isolated(&self) -> bool {
        self.code.processes.is_some()
    }

    /// The constructor for a component with these grants. The first call opens the library.
    ///
    /// # Errors
    /// When it cannot be opened, or no process can be started.
    pub(super) fn maker(&self, grants: &[String]) -> Result<CreateFn, Diagnostic> {
        let Some(processes) = &self.code.processes else { return self.module().map(CreateFn::Here) };
        let content = self.code.content.lock().unwrap_or_else(PoisonError::into_inner);
        let content = content.as_ref().expect("invariant: an isolated library keeps its content");
        let process = processes.of(grants, &self.file, &self.code.copies, || content.bytes(&self.file, &self.digest));
        process.map(CreateFn::There).map_err(|diagnostic| self.named(diagnostic))
    }

    /// Examines an isolated library with the program's own code, in a new process that has only the permissions of this
    /// library's components and is ended after twelve times the deadline of a call. The program must run
    /// [`serve_examination`](super::serve_examination) when its first argument is [`EXAMINE_COMMAND`](super::EXAMINE_COMMAND).
    ///
    /// # Errors
    /// When the library is not isolated or cannot be opened, no process can be started, or it ends without a response.
    pub fn examine(&self, question: &str) -> Result<String, Diagnostic> {
        let Some(processes) = &self.code.processes else {
            return Err(self.named(Diagnostic::error(Code::PluginProcess, "the library is not isolated")));
        };
        let content = self.code.content.lock().unwrap_or_else(PoisonError::into_inner);
        let content = content.as_ref().expect("invariant: an isolated library keeps its content");
        let bytes = content.bytes(&self.file, &self.digest)?;
        processes.examine(&self.file, &self.code.copies, &bytes, question)
    }

    /// Opens it where its components run.
    ///
    /// # Errors
    /// As [`PluginLibrary::module`].
    pub(super) fn open(&self) -> Result<(), Diagnostic> {
        self.maker(&[]).map(drop)
    }

    /// The diagnostic will refer to a place in the scene, so the message names the file.
    fn named(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let (file, message) = (self.file.display(), &diagnostic.message);
        diagnostic.message = format!("{file}: {message}");
        diagnostic
    }

    /// Its module, loaded into this program. The first call opens the library, which runs its initializers.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn module(&self) -> Result<&'static Module, Diagnostic> {
        let opened = self.code.module.get_or_init(|| {
            if self.is_isolated() {
                let message = "the library runs in a separate process";
                return Err(Box::new(self.named(Diagnostic::error(Code::PluginProcess, message))));
            }
            let content = self.code.content.lock().unwrap_or_else(PoisonError::into_inner).take();
            let content = content.expect("invariant: a library is opened once");
            let number = activity::announce(|| format!("the initializers of the library {}", self.file.display()));
            let opened = activity::during(number, || self.code.open(content, &self.file, &self.digest));
            opened.map_err(|diagnostic| Box::new(self.named(diagnostic)))
        });
        opened.clone().map_err(|diagnostic| *diagnostic)
    }

    /// A warning if its cached copy was corrupted; reported once.
    pub(super) fn damaged_copy(&self) -> Option<Diagnostic> {
        let copy = self.code.damaged.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let message =
            format!("the cached copy of the library {file} was changed and not used", file = self.file.display());
        let help = "the original was loaded and the copy replaced; check the disk if this happens again";
        Some(Diagnostic::warning(Code::PluginCache, message).with_file(copy.display().to_string()).with_help(help))
    }

    /// Its manifest.
    pub fn manifest(&self) -> &Manifest {
        self.parsed.manifest()
    }

    /// One of its texts, translated into the current language if available.
    pub fn say<'a>(&'a self, text: &'a str) -> &'a str {
        #[cfg(feature = "translations")]
        let text = self.manifest().texts.translated(sim_text::language().code(), text);
        text
    }

    /// Kinds and ids of its components.
    pub fn ids(&self) -> &[(Kind, String)] {
        self.parsed.ids()
    }

    /// Index of a component in [`PluginLibrary::ids`] and in the manifest's list.
    pub(super) fn place(&self, kind: Kind, id: &str) -> Option<usize> {
        self.ids().iter().position(|(own, name)| (*own, name.as_str()) == (kind, id))
    }

    /// A component of this library.
    pub fn component(&self, kind: Kind, id: &str) -> Option<&ComponentInfo> {
        self.place(kind, id).map(|place| &self.manifest().components[place])
    }
}

impl LibraryCode {
    /// Opens a library from the cached copy of an earlier start, if there is one, or else from a private copy.
    fn open(&self, content: Content, file: &Path, digest: &str) -> Result<&'static Module, Diagnostic> {
        let untouched = |mark: &Mark| Mark::of(file).as_ref() == Some(mark);
        let cached = self.cached.as_ref().filter(|_| matches!(&content, Content::File(mark, _) if untouched(mark)));
        let length = || std::fs::metadata(file).map_or(0, |metadata| metadata.len());
        match cached.map(|cached| (cached, cached.read(digest, length(), SystemTime::now()))) {
            Some((_, CopyContent::Verified(bytes))) => {
                if let Ok(module) = self.module_of(file, (&bytes, digest), Layouts::Checked) {
                    return Ok(module);
                }
            }
            Some((copy, CopyContent::Damaged)) => {
                *self.damaged.lock().unwrap_or_else(PoisonError::into_inner) = Some(copy.file.clone());
            }
            Some((_, CopyContent::Missing)) | None => {}
        }
        let bytes = content.bytes(file, digest)?;
        let module = self.module_of(file, (&bytes, digest), Layouts::Unknown)?;
        if let Some(cached) = cached {
            cached.write(&bytes);
        }
        Ok(module)
    }

    /// The module of the library with this content. Equal content is opened once per program, whichever hosts use it, since it
    /// is never unloaded.
    fn module_of(
        &self,
        file: &Path,
        (bytes, digest): (&[u8], &str),
        layouts: Layouts,
    ) -> Result<&'static Module, Diagnostic> {
        static OPENED: Mutex<BTreeMap<String, &'static Module>> = Mutex::new(BTreeMap::new());
        let opened = || OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(module) = opened().get(digest) {
            return Ok(module);
        }
        let module = self.open_copy(file, bytes, layouts)?;
        opened().insert(digest.to_string(), module);
        Ok(module)
    }

    /// Opens a library from a private copy, so that the file itself can be replaced while the program runs. The copy is in sealed
    /// memory if the system supports it, or else a file in the first folder from which it can be loaded.
    fn open_copy(&self, file: &Path, bytes: &[u8], layouts: Layouts) -> Result<&'static Module, Diagnostic> {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        #[cfg(not(target_os = "linux"))]
        let mut refusal = unreadable("no folder available for a private copy", "");
        #[cfg(target_os = "linux")]
        let mut refusal = match load_sealed(&name, bytes, layouts) {
            // The system may not allow executing such memory; a file may work.
            Err(diagnostic) if diagnostic.code == Code::PluginUnreadable => diagnostic,
            done => return done,
        };
        for folder in self.copies.iter() {
            let copy = match private_copy(folder.path(), &name, bytes) {
                Ok(copy) => copy,
                Err(error) => {
                    refusal = unreadable("the library cannot be copied before loading", &error.to_string());
                    continue;
                }
            };
            let loaded = load(&copy, layouts);
            if cfg!(unix) {
                // The loaded code stays; a killed program leaves no files behind.
                let _ = std::fs::remove_file(&copy);
            }
            match loaded {
                // The folder may be mounted `noexec`; try the next one.
                Err(diagnostic) if diagnostic.code == Code::PluginUnreadable => refusal = diagnostic,
                done => return done,
            }
        }
        Err(refusal)
    }
}

fn unreadable(message: impl Into<String>, cause: &str) -> Diagnostic {
    Diagnostic::error(Code::PluginUnreadable, message)
        .with_found(cause)
        .with_help("check that the file exists and is readable, and that the disk is not full")
}
