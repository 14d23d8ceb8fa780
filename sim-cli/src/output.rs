//! Checks the output paths of a command before it starts, so that no existing data is overwritten.

use crate::console::unwritable;
use crate::exit::Outcome;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::output_lock::{self, Existing, FolderLock};
use sim_core::recording::{incomplete, is_incomplete_name};
use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Whether results may overwrite existing files.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ForceArgs {
    /// Overwrite existing results; input files are never overwritten
    #[arg(long, help_heading = "Results")]
    pub force: bool,
}

impl ForceArgs {
    /// The handling of existing results.
    pub fn existing(self) -> Existing {
        if self.force { Existing::Replaced } else { Existing::Kept }
    }
}

/// The outputs of a command, collected before it writes the first of them.
#[derive(Debug, Default)]
pub struct Outputs {
    force: bool,
    /// Canonical paths of the files that the command reads.
    inputs: HashSet<PathBuf>,
    /// The same files by device and inode, regardless of their names.
    identities: HashSet<Identity>,
    /// Canonical paths of the outputs so far, with their options.
    taken: Vec<(PathBuf, String)>,
    /// Folders that may be written to.
    folders: Vec<PathBuf>,
    problems: Diagnostics,
}

impl Outputs {
    /// Without any outputs yet.
    pub fn new(force: ForceArgs) -> Self {
        Self { force: force.force, ..Self::default() }
    }

    /// Adds files that the command reads.
    pub fn reading<'a>(mut self, files: impl IntoIterator<Item = &'a Path>) -> Self {
        for file in files {
            self.inputs.insert(true_path(file));
            self.identities.extend(identity(file));
        }
        self
    }

    /// Adds a file that an option creates.
    pub fn file(self, option: &str, file: &Path) -> Self {
        let problem = if file.is_dir() {
            Some(refused("the output is an existing folder", file).with_help("specify a file"))
        } else {
            reserved(file).or_else(|| self.lost(file)).or_else(|| without_folder(file))
        };
        self.take(option, file, problem.or_else(|| busy_folder(file)))
    }

    /// Adds a file that an option appends to; it may exist.
    pub fn appended(self, option: &str, file: &Path) -> Self {
        let is_special = std::fs::metadata(file).is_ok_and(|there| !there.is_file() && !there.is_dir());
        let special = || {
            let help = "specify a file; pipes and devices are not supported";
            refused("the output is not a regular file", file).with_help(help)
        };
        // Appending destroys no data, except in a file that the command reads.
        let problem = self.read(file).or_else(|| reserved(file)).or_else(|| is_special.then(special));
        self.take(option, file, problem.or_else(|| busy_folder(file)))
    }

    /// Adds a recording; it has a temporary name until it is complete.
    pub fn recording(self, option: &str, file: &Path) -> Self {
        let begun = incomplete(file);
        if output_lock::is_locked(&begun) {
            return self.take(option, file, Some(busy(file)));
        }
        let left = || {
            let help = format!(
                "it was left by an aborted run: rename it to keep it, overwrite it with --force, or choose a name \
                 other than `{file}`",
                file = file.display()
            );
            refused("an incomplete recording already exists", &begun).with_help(help)
        };
        let is_there = std::fs::symlink_metadata(&begun).is_ok();
        // A rejected name needs no second error.
        let problem =
            reserved(file).is_none().then(|| self.read(&begun).or_else(|| (!self.force && is_there).then(left)));
        let mut outputs = self.file(option, file);
        problem.flatten().into_iter().for_each(|problem| outputs.problems.push(problem));
        outputs.taken.push((true_path(&begun), option.to_string()));
        outputs
    }

    /// Adds a folder of files.
    pub fn folder(mut self, option: &str, folder: &Path) -> Self {
        let place = true_path(folder);
        let another = || "choose another folder".to_string();
        let full = || std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
        let problem = if folder.exists() && !folder.is_dir() {
            Some(refused("the output folder is an existing file", folder).with_help(another()))
        } else if self.inputs.iter().any(|input| input.parent() == Some(&place)) {
            Some(refused("the output folder contains input files", folder).with_help(another()))
        } else if FolderLock::is_taken(folder) {
            Some(busy(folder))
        } else if !self.force && full() {
            let help = "choose another folder, or overwrite its files with --force";
            Some(refused("the output folder is not empty", folder).with_help(help))
        } else {
            without_folder(folder)
        };
        if problem.is_none() {
            self.folders.push(folder.to_path_buf());
        }
        self.take(option, folder, problem)
    }

    /// The error if the command reads this file, under this or another name.
    fn read(&self, file: &Path) -> Option<Diagnostic> {
        let known = |file: Identity| self.identities.contains(&file);
        (self.inputs.contains(&true_path(file)) || identity(file).is_some_and(known))
            .then(|| refused("the output would overwrite an input file", file).with_help("choose another name"))
    }

    /// The error if the file must not be written.
    fn lost(&self, file: &Path) -> Option<Diagnostic> {
        if let Some(problem) = self.read(file) {
            return Some(problem);
        }
        let exists = || {
            let help = "choose another name, or overwrite it with --force";
            refused("the output file already exists", file).with_help(help)
        };
        (!self.force && is_taken(file)).then(exists)
    }

    fn take(mut self, option: &str, path: &Path, problem: Option<Diagnostic>) -> Self {
        let place = true_path(path);
        let meets = |taken: &Path| taken.starts_with(&place) || place.starts_with(taken);
        let other = self.taken.iter().find(|(taken, _)| meets(taken));
        match (problem, other) {
            (Some(problem), _) => self.problems.push(problem.with_found(option)),
            (None, Some((taken, other))) => self.problems.push(
                match *taken == place {
                    true => refused("two outputs have the same path", path).with_help("use a different path for each"),
                    // The name might collide with a file in that folder.
                    false => refused("an output is inside the folder of another one", path)
                        .with_help("write it somewhere else"),
                }
                .with_found(format!("{other} and {option}")),
            ),
            (None, None) => {}
        }
        self.taken.push((place, option.to_string()));
        self
    }

    /// Checks that all outputs may be written.
    ///
    /// # Errors
    /// Every output that would replace an existing file, or whose folder does not exist.
    pub fn checked(self) -> Outcome<()> {
        if self.problems.is_empty() { Ok(()) } else { Err(self.problems.into()) }
    }
}

impl Outputs {
    /// Like [`Outputs::checked`], and locks the folders against other runs while the returned value exists. Creates missing folders.
    ///
    /// # Errors
    /// As [`Outputs::checked`], or if another run has locked a folder first.
    pub fn claimed(mut self) -> Outcome<Claims> {
        let folders = std::mem::take(&mut self.folders);
        self.checked()?;
        let claim = |folder: &PathBuf| {
            FolderLock::take(folder).map_err(|error| match error.kind() {
                ErrorKind::ResourceBusy => busy(folder),
                _ => unwritable(folder, error),
            })
        };
        Ok(Claims { _folders: folders.iter().map(claim).collect::<Result<_, _>>()? })
    }
}

/// Locked folders: no other run writes to them while this value exists.
#[must_use = "other runs may write into the folders when it is dropped"]
#[derive(Debug)]
pub struct Claims {
    _folders: Vec<FolderLock>,
}

/// The error for a path that another run writes to.
fn busy(place: &Path) -> Diagnostic {
    Diagnostic::error(Code::ConfigOutput, "the output is in use by another run")
        .with_file(place.display().to_string())
        .with_help("wait for that run to end, or choose another name")
}

fn refused(message: impl Into<String>, place: &Path) -> Diagnostic {
    Diagnostic::error(Code::ConfigOverwrite, message).with_file(place.display().to_string())
}

/// The error for a name reserved for unfinished files.
fn reserved(file: &Path) -> Option<Diagnostic> {
    is_incomplete_name(file).then(|| {
        let message = "this name is reserved for incomplete recordings and videos";
        let help = "choose a name without `.incomplete`";
        Diagnostic::error(Code::ConfigValue, message).with_file(file.display().to_string()).with_help(help)
    })
}

/// The error if another run writes to the folder of this file.
fn busy_folder(file: &Path) -> Option<Diagnostic> {
    let place = true_path(file);
    place.parent().is_some_and(FolderLock::is_taken).then(|| busy(file))
}

/// The error if the parent folder does not exist: the folder of an output is created, but not its parents.
fn without_folder(path: &Path) -> Option<Diagnostic> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty())?;
    (!parent.is_dir()).then(|| {
        Diagnostic::error(Code::ConfigOutput, "the folder of the output does not exist")
            .with_file(parent.display().to_string())
            .with_help(format!("create it first: mkdir -p {folder}", folder = parent.display()))
    })
}

/// Whether writing to this path would replace a file or a dangling link.
fn is_taken(path: &Path) -> bool {
    match std::fs::metadata(path) {
        Ok(file) => file.is_file(),
        Err(_) => path.is_symlink(),
    }
}

/// Device and inode number of a file.
type Identity = (u64, u64);

/// The identity of a file; none if the system does not provide it.
fn identity(path: &Path) -> Option<Identity> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let file = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        Some((file.dev(), file.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// The canonical path, even if it does not exist yet.
fn true_path(path: &Path) -> PathBuf {
    /// Limit for chains of links.
    const MAX_LINKS: usize = 40;
    let mut path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    for _ in 0..MAX_LINKS {
        // Resolve the existing part; the first component of the rest may be a dangling link.
        let existing = path.ancestors().find_map(|there| Some((there, there.canonicalize().ok()?)));
        let Some((there, real)) = existing else { return path };
        let rest = path.strip_prefix(there).unwrap_or(Path::new(""));
        let Some(next) = rest.components().next() else { return real };
        let after = rest.strip_prefix(next).unwrap_or(Path::new(""));
        match real.join(next).read_link() {
            Ok(target) => path = real.join(target).join(after),
            Err(_) => return real.join(rest),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problems of outputs in a folder that contains a scene, an old result and a non-empty folder.
    fn said(force: bool, wanted: impl FnOnce(Outputs, &Path) -> Outputs) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("full")).unwrap();
        for name in ["scene.ron", "old.png", "full/old.json", "run.incomplete.mcap"] {
            std::fs::write(at(name), "mine").unwrap();
        }
        let outputs = Outputs::new(ForceArgs { force }).reading([at("scene.ron").as_path()]);
        let result = wanted(outputs, folder.path()).checked();
        result.err().into_iter().flat_map(|failure| failure.diagnostics.into_iter()).map(|d| d.message).collect()
    }

    #[test]
    fn what_is_there_is_replaced_only_when_that_is_asked_for() {
        let all = |outputs: Outputs, at: &Path| {
            outputs
                .file("--plan", &at.join("old.png"))
                .folder("--output", &at.join("full"))
                .recording("--record", &at.join("run.mcap"))
        };
        let refused = [
            "the output file already exists",
            "the output folder is not empty",
            "an incomplete recording already exists",
        ];
        assert_eq!(said(false, all), refused);
        assert!(said(true, all).is_empty());
        let fresh = |outputs: Outputs, at: &Path| {
            outputs.file("--plan", &at.join("new.png")).folder("--output", &at.join("new"))
        };
        assert!(said(false, fresh).is_empty());
    }

    #[test]
    fn existing_files_are_taken_and_folders_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "mine").unwrap();
        assert!(is_taken(&path) && !is_taken(folder.path()));
    }

    #[test]
    fn what_is_read_is_never_replaced() {
        for force in [false, true] {
            let scene = said(force, |outputs, at| outputs.file("--plan", &at.join("full/../scene.ron")));
            assert_eq!(scene, ["the output would overwrite an input file"]);
            let beside = said(force, |outputs, at| outputs.folder("--output", at));
            assert_eq!(beside, ["the output folder contains input files"]);
        }
    }

    #[test]
    #[cfg(unix)]
    fn other_names_of_what_is_read_are_known_and_pipes_are_not_appended_to() {
        let links = |at: &Path| {
            std::fs::hard_link(at.join("scene.ron"), at.join("hard.log")).unwrap();
            std::os::unix::fs::symlink(at.join("scene.ron"), at.join("soft.log")).unwrap();
        };
        let appended = said(true, |outputs, at| {
            links(at);
            outputs.appended("--log-file", &at.join("hard.log")).file("--plan", &at.join("soft.log"))
        });
        assert_eq!(appended, ["the output would overwrite an input file"; 2]);
        let fine = said(false, |outputs, at| outputs.appended("--log-file", &at.join("full/old.json")));
        assert!(fine.is_empty());
        let special = said(true, |outputs, _| outputs.appended("--log-file", Path::new("/dev/null")));
        assert_eq!(special, ["the output is not a regular file"]);
    }

    #[test]
    fn a_missing_folder_is_reported_and_not_created() {
        let deep = said(false, |outputs, at| {
            outputs.file("--plan", &at.join("nowhere/a.png")).folder("--output", &at.join("x/y"))
        });
        assert_eq!(deep, ["the folder of the output does not exist"; 2]);
        let folder =
            said(true, |outputs, at| outputs.file("--plan", &at.join("full")).folder("--output", &at.join("old.png")));
        assert_eq!(folder, ["the output is an existing folder", "the output folder is an existing file"]);
    }

    #[test]
    fn two_results_need_two_names() {
        let twice = said(true, |outputs, at| {
            outputs.file("--plan", &at.join("a.png")).file("--plot", &at.join("full/../a.png"))
        });
        assert_eq!(twice, ["two outputs have the same path"]);
        let inside = said(true, |outputs, at| {
            outputs.folder("--output", &at.join("full")).file("--plan", &at.join("full/events.json"))
        });
        assert_eq!(inside, ["an output is inside the folder of another one"]);
        let around = said(true, |outputs, at| {
            outputs.recording("--record", &at.join("full/run.mcap")).folder("--output", &at.join("full"))
        });
        assert_eq!(around, ["an output is inside the folder of another one"]);
        for log in ["new/events.json", "new/data/deep/run.log"] {
            let new = said(false, |outputs, at| {
                outputs.folder("--output", &at.join("new")).appended("--log-file", &at.join(log))
            });
            assert_eq!(new, ["an output is inside the folder of another one"], "{log}");
        }
    }

    #[test]
    fn names_of_unfinished_files_are_refused_with_one_error() {
        const REFUSED: [&str; 1] = ["this name is reserved for incomplete recordings and videos"];
        for name in ["run.incomplete.mcap", "new.incomplete.mp4", "new.Incomplete.MCAP", "new.incomplete"] {
            for force in [false, true] {
                assert_eq!(said(force, |outputs, at| outputs.recording("--record", &at.join(name))), REFUSED, "{name}");
                assert_eq!(said(force, |outputs, at| outputs.file("--plan", &at.join(name))), REFUSED, "{name}");
                assert_eq!(
                    said(force, |outputs, at| outputs.appended("--log-file", &at.join(name))),
                    REFUSED,
                    "{name}"
                );
            }
        }
        for name in ["incomplete.mcap", "run.incompletely.mcap", "an.incomplete.run.mcap"] {
            assert!(said(false, |outputs, at| outputs.recording("--record", &at.join(name))).is_empty(), "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn what_is_read_is_not_replaced_by_an_unfinished_recording() {
        let names: [fn(&Path, &Path) -> std::io::Result<()>; 3] = [
            |scene, begun| std::fs::hard_link(scene, begun),
            |scene, begun| std::os::unix::fs::symlink(scene, begun),
            |scene, begun| std::fs::rename(scene, begun),
        ];
        for (number, name) in names.into_iter().enumerate() {
            let folder = tempfile::tempdir().unwrap();
            let [scene, begun] = ["scene.ron", "r.incomplete.json"].map(|name| folder.path().join(name));
            std::fs::write(&scene, "mine").unwrap();
            name(&scene, &begun).unwrap();
            let read = if number == 2 { &begun } else { &scene };
            let outputs = Outputs::new(ForceArgs { force: true }).reading([read.as_path()]);
            let refused = outputs.recording("--record", &folder.path().join("r.json")).checked().unwrap_err();
            let messages: Vec<String> = refused.diagnostics.into_iter().map(|found| found.message).collect();
            assert_eq!(messages, ["the output would overwrite an input file"], "{number}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn links_that_lead_nowhere_yet_are_followed_and_not_replaced() {
        let link = |at: &Path| std::os::unix::fs::symlink("new/events.json", at.join("link")).unwrap();
        let into = said(true, |outputs, at| {
            link(at);
            outputs.folder("--output", &at.join("new")).appended("--log-file", &at.join("link"))
        });
        assert_eq!(into, ["an output is inside the folder of another one"]);
        let there = said(false, |outputs, at| {
            link(at);
            outputs.recording("--record", &at.join("link"))
        });
        assert_eq!(there, ["the output file already exists"]);
    }
}
