//! Packs that a scene references, and their files.

use super::decode::{Decoder, Field};
use super::form::Form;
use super::text::{Kind, Node};
use sim_diagnostics::words::shortened;
use sim_diagnostics::{Code, Diagnostic};
use sim_files::packs::{self, Demand, Installed, InstalledPack, Lock, PackName, Requirement, SCHEME, Unsolved};
use sim_files::user_folder;
use std::path::{Component, Path, PathBuf};

impl Field for Requirement {
    fn expected() -> String {
        "a pack, optionally with versions: \"publisher/name\", \"publisher/name@^1.2\"".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Kind::Text(text) = &node.kind else { return decoder.wrong_type(node, Self::expected()) };
        match text.parse() {
            Ok(requirement) => Some(requirement),
            Err(expected) => {
                let message = "not a pack name";
                let diagnostic = Diagnostic::error(Code::SceneName, message).with_expected(expected);
                decoder.report(node, diagnostic.with_found(shortened(&format!("{text:?}"))));
                None
            }
        }
    }

    fn encode(&self) -> Node {
        Node::text(self.to_string())
    }

    fn form() -> Form {
        Form::Text
    }
}

/// Whether a file path leads into a pack.
pub(super) fn is_of_pack(path: &str) -> bool {
    path.starts_with(SCHEME)
}

/// Pack versions of a scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScenePacks {
    /// The store; `None` for the user's.
    store: Option<PathBuf>,
    /// The scene file; `None` if no lock file applies.
    scene: Option<PathBuf>,
    /// Its lock file, read on demand.
    lock: Option<Lock>,
    /// Whether the lock file is the list of a recording.
    is_recorded: bool,
    /// Requirements so far.
    wanted: Vec<Requirement>,
    chosen: Vec<InstalledPack>,
    /// Whether the packs could not be resolved, which has been reported.
    is_unsettled: bool,
}

impl ScenePacks {
    /// For a scene with a lock file next to it, with packs from this store. Default: the user's store.
    pub fn of_scene(scene: Option<&Path>, store: Option<PathBuf>, is_recorded: bool) -> Self {
        Self { store, scene: scene.map(Path::to_path_buf), is_recorded, ..Self::default() }
    }

    /// Adds the requirements of a file, so that its includes are found. [`ScenePacks::settle`] reports errors.
    pub fn ask(&mut self, list: &Node) {
        let texts = list.items().unwrap_or(&[]).iter().filter_map(|item| match &item.kind {
            Kind::Text(text) => text.parse().ok(),
            _ => None,
        });
        let before = self.wanted.len();
        self.wanted.extend(texts);
        if self.wanted.len() > before {
            let wanted = std::mem::take(&mut self.wanted);
            // Errors are reported once all requirements are known.
            if self.read_lock().is_ok() {
                let _ = self.choose(&wanted);
            }
            self.wanted = wanted;
        }
    }

    fn read_lock(&mut self) -> Result<(), Diagnostic> {
        if let (Some(scene), None) = (&self.scene, &self.lock) {
            self.lock = Lock::of_scene(scene).map_err(|found| unreadable_lock(scene, found))?;
        }
        Ok(())
    }

    fn choose(&mut self, wanted: &[Requirement]) -> Result<(), Unsolved> {
        let store = self.store.clone().or_else(|| packs::folder(user_folder()));
        let installed = store.map(|store| Installed::read(&store)).unwrap_or_default();
        let lock = self.lock.as_ref();
        let locked = |name: &PackName| Some(lock?.of(name)?.sha256.clone());
        self.chosen = installed.choose(wanted, &locked)?.into_iter().cloned().collect();
        Ok(())
    }

    /// Resolves the versions for all requirements of the scene. An error holds the finding and, if it concerns a requirement in the
    /// list, its index.
    pub fn settle(&mut self, wanted: &[Requirement]) -> Result<(), (Option<usize>, Diagnostic)> {
        let early = std::mem::take(&mut self.chosen);
        if wanted.is_empty() {
            return Ok(());
        }
        self.is_unsettled = true;
        self.read_lock().map_err(|finding| (None, finding))?;
        let of = |wanted: &[Requirement], one: &Demand| {
            one.by.is_none().then(|| wanted.iter().position(|known| *known == one.requirement)).flatten()
        };
        self.choose(wanted).map_err(|unsolved| match &unsolved {
            Unsolved::Missing { wanted: one, .. } => (of(wanted, one), self.explain(&unsolved)),
            Unsolved::Conflict { other: one, .. } | Unsolved::TooMany { wanted: one } => {
                (of(wanted, one), self.explain(&unsolved))
            }
        })?;
        if let Some(lock) = &self.lock
            && let Some(pack) = self.chosen.iter().find(|pack| lock.of(&pack.name).is_none())
        {
            return Err((wanted.iter().position(|known| known.name == pack.name), not_locked(pack)));
        }
        let changed = early.iter().find(|pack| self.find(&pack.name).is_none_or(|now| now.version != pack.version));
        match changed {
            None => {
                self.is_unsettled = false;
                Ok(())
            }
            Some(pack) => {
                let now = self.find(&pack.name).map(|now| now.version.to_string()).unwrap_or_default();
                let message = format!(
                    "an included file requires version {early} of the pack {name}, but the scene requires version {now}",
                    early = pack.version,
                    name = pack.name
                );
                let help = "specify the required versions in the scene itself";
                Err((None, Diagnostic::error(Code::PackConflict, message).with_help(help)))
            }
        }
    }

    /// Explains why the packs of the scene are incompatible, and how to fix it.
    fn explain(&self, unsolved: &Unsolved) -> Diagnostic {
        let locked = |name: &PackName| self.lock.as_ref().and_then(|lock| lock.of(name));
        match unsolved {
            Unsolved::Missing { wanted, known } => match locked(&wanted.requirement.name) {
                Some(locked) if self.is_recorded => unrecorded(locked),
                Some(locked) => unlocked(wanted, locked),
                None => missing(wanted, known),
            },
            Unsolved::Conflict { one, other } => conflict(one, other),
            Unsolved::TooMany { wanted } => wanted.too_many(),
        }
    }

    /// Whether the packs could not be resolved: missing ones have then been reported.
    pub fn is_unsettled(&self) -> bool {
        self.is_unsettled
    }

    /// The packs, sorted by name.
    pub fn chosen(&self) -> &[InstalledPack] {
        &self.chosen
    }

    /// Whether a lock file lists these packs; others are then not used.
    pub fn is_locked(&self) -> bool {
        self.lock.is_some() && !self.chosen.is_empty()
    }

    fn find(&self, name: &PackName) -> Option<&InstalledPack> {
        self.chosen.iter().find(|pack| pack.name == *name)
    }

    /// Resolves a path with the scheme `pack:` to a file.
    ///
    /// # Errors
    /// If the path does not refer to a pack of the scene, or leads outside of it.
    pub fn file(&self, path: &str) -> Result<PathBuf, Diagnostic> {
        let rest = path.strip_prefix(SCHEME).unwrap_or(path);
        let mut parts = rest.splitn(3, '/');
        let name = [parts.next().unwrap_or_default(), parts.next().unwrap_or_default()].join("/");
        let below = parts.next().unwrap_or_default();
        let (Ok(name), Some(below)) = (name.parse::<PackName>(), inside(below)) else {
            let message = "invalid path of a file in a pack";
            return Err(Diagnostic::error(Code::SceneFile, message)
                .with_expected("`pack:publisher/name/path/in/the/pack`")
                .with_found(shortened(&format!("{path:?}"))));
        };
        match self.find(&name) {
            Some(pack) => Ok(pack.folder.join(below)),
            None => {
                let message = format!("the pack {name} is missing in `packs` of the scene");
                let help = format!("add `packs: [\"{name}\"]` to the scene");
                Err(Diagnostic::error(Code::SceneFile, message).with_help(help))
            }
        }
    }
}

/// Resolves a path below a pack's folder; `None` if it leads outside or is invalid.
fn inside(path: &str) -> Option<PathBuf> {
    let mut inside = PathBuf::new();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(part) => inside.push(part),
            Component::CurDir => {}
            Component::ParentDir if inside.pop() => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    (!inside.as_os_str().is_empty()).then_some(inside)
}

/// Command that installs a pack.
fn install(requirement: &Requirement) -> String {
    format!(
        "install it with `sim pack install \"{requirement}\"`; if it is revoked, request other versions in the scene"
    )
}

fn missing(wanted: &Demand, known: &[packs::Version]) -> Diagnostic {
    let message = match known.is_empty() {
        true => format!("the pack {name} is not installed", name = wanted.requirement.name),
        false => format!("no installed version of the pack {name} is compatible", name = wanted.requirement.name),
    };
    let diagnostic = Diagnostic::error(Code::PackMissing, message).with_expected(wanted.describe());
    let diagnostic = match known.is_empty() {
        true => diagnostic,
        false => {
            let versions: Vec<String> = known.iter().map(ToString::to_string).collect();
            diagnostic.with_found(versions.join(", "))
        }
    };
    diagnostic.with_help(install(&wanted.requirement))
}

fn unlocked(wanted: &Demand, locked: &packs::Locked) -> Diagnostic {
    let message =
        format!("the locked version of {name} is not installed or not compatible", name = wanted.requirement.name);
    Diagnostic::error(Code::PackMissing, message)
        .with_expected(format!(
            "{wanted}, locked at version {version} with the SHA-256 {sha256}",
            wanted = wanted.describe(),
            version = locked.version,
            sha256 = locked.sha256
        ))
        .with_help(format!(
            "install it with `sim pack install \"{name}@={version}\"`; if it is revoked, install another version that \
             the scene accepts, and update the lock file with `sim pack lock SCENE`",
            name = locked.name,
            version = locked.version
        ))
}

/// Finding: a recording uses a pack that is not installed.
fn unrecorded(locked: &packs::Locked) -> Diagnostic {
    let (name, version) = (locked.name.to_string(), locked.version.to_string());
    let message = format!("the recording was made with {name} {version}, which is not installed");
    let help = format!(
        "install it with `sim pack install \"{requirement}\"`; if it is revoked, the recording can only be exported and played in the window",
        requirement = locked.requirement()
    );
    let expected = format!(
        "{name} {version} with the SHA-256 {sha256}",
        name = locked.name,
        version = locked.version,
        sha256 = locked.sha256
    );
    Diagnostic::error(Code::PackMissing, message).with_expected(expected).with_help(help)
}

fn not_locked(pack: &InstalledPack) -> Diagnostic {
    let (name, version) = (pack.name.to_string(), pack.version.to_string());
    let message = format!("the pack {name} is missing in the lock file of the scene");
    Diagnostic::error(Code::PackLock, message)
        .with_found(format!("{} {version}", pack.name))
        .with_help("recreate it from the installed packs with `sim pack lock SCENE`")
}

fn conflict(one: &Demand, other: &Demand) -> Diagnostic {
    let message =
        format!("no installed version of the pack {name} satisfies all dependents", name = one.requirement.name);
    Diagnostic::error(Code::PackConflict, message).with_expected(one.describe()).with_found(other.describe()).with_help(
        "`sim pack list` shows the installed packs; another version of one of the dependents may be compatible",
    )
}

fn unreadable_lock(scene: &Path, found: String) -> Diagnostic {
    let message = "the lock file of the scene cannot be read";
    Diagnostic::error(Code::PackLock, message)
        .with_file(packs::lock_file(scene).display().to_string())
        .with_found(found)
        .with_help("recreate it from the installed packs with `sim pack lock SCENE`")
}

/// Resolves a path `pack:publisher/name/path` to a file of the newest installed version of the pack, with its dependencies.
///
/// # Errors
/// If the pack is not installed, or the path does not refer to a file in it.
pub fn file_in_pack(path: &str) -> Result<PathBuf, Diagnostic> {
    let rest = path.strip_prefix(SCHEME).unwrap_or(path);
    let name: String = rest.splitn(3, '/').take(2).collect::<Vec<_>>().join("/");
    let mut packs = ScenePacks::default();
    if let Ok(name) = name.parse() {
        packs.settle(&[Requirement::any(name)]).map_err(|(_, finding)| finding)?;
    }
    let file = packs.file(path)?;
    match file.is_file() {
        true => Ok(file),
        false => {
            let message = "file not found in the pack";
            Err(Diagnostic::error(Code::SceneFile, message).with_file(path).with_found(file.display().to_string()))
        }
    }
}
