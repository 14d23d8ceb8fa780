//! Confined builds of third-party code: in one folder, without network, and without access to the user's other files.

use super::tools;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::plugins::Confined;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Memory limit of each process of a confined build, bytes.
const MEMORY: u64 = 4 << 30;
/// Maximum size of a file written by a confined build, bytes.
const MAX_FILE_SIZE: u64 = 1 << 30;

/// Confinement of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    bounds: Confined,
    path: OsString,
    home: PathBuf,
    temporary: PathBuf,
}

impl Confinement {
    /// Builds may write only in `sources`, an existing subfolder of `folder`, and in two more subfolders created for them. The only
    /// dependencies available are those in `vendor`, a folder as created by `cargo vendor`.
    ///
    /// # Errors
    /// A platform that cannot confine programs; no compiler although Rust is needed; a folder that cannot be written.
    pub fn inside(folder: &Path, sources: &str, vendor: &Path, rust: bool) -> Result<Self, Diagnostic> {
        Confined::is_possible()?;
        let folder = folder.canonicalize().map_err(|error| unwritable(folder, &error))?;
        let (sources, home, temporary) = (folder.join(sources), folder.join("home"), folder.join("tmp"));
        let mut folders: Vec<PathBuf> = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from).into();
        let mut reads = linked(vendor);
        if rust {
            // The compiler itself: the wrapper installed by `rustup` reads the user's files.
            let sysroot = sysroot()?;
            folders.insert(0, sysroot.join("bin"));
            reads.push(sysroot);
        }
        let path = std::env::join_paths(folders).map_err(|error| unwritable(&folder, &io::Error::other(error)))?;
        let linker = home.join("linker");
        let write = || {
            std::fs::create_dir_all(&home)?;
            std::fs::create_dir_all(&temporary)?;
            std::fs::write(home.join("config.toml"), config(vendor, &linker))?;
            std::fs::write(&linker, LINKER)?;
            executable(&linker)
        };
        write().map_err(|error| unwritable(&home, &error))?;
        let writes = vec![sources, home.clone(), temporary.clone()];
        let bounds = Confined { writes, reads, memory: MEMORY, longest_file: MAX_FILE_SIZE };
        Ok(Self { bounds, path, home, temporary })
    }

    /// Search path for its programs.
    pub(super) fn path(&self) -> &OsString {
        &self.path
    }

    /// A command that starts a program within this confinement.
    pub(super) fn command(&self, program: &Path) -> io::Result<Command> {
        let mut command = self.bounds.command(program)?;
        command.env_clear().env("PATH", &self.path).env("TMPDIR", &self.temporary).env("LANG", "C.UTF-8");
        command.env("HOME", &self.home).env("CARGO_HOME", &self.home);
        Ok(command)
    }
}

/// Linker wrapper that makes its output executable if it is not. Changing the mode of a file has no effect in the confinement, but
/// some linkers do so at the end; a copy of a file starts with the mode of that file.
const LINKER: &str = "#!/bin/sh\n\
                      cc \"$@\" || exit\n\
                      while [ $# -gt 1 ]; do\n\
                      \x20 if [ \"$1\" = -o ] && [ -f \"$2\" ] && [ ! -x \"$2\" ]; then\n\
                      \x20   cp /bin/sh \"$2.new\" && cat \"$2\" > \"$2.new\" && mv \"$2.new\" \"$2\" || exit\n\
                      \x20 fi\n\
                      \x20 shift\n\
                      done\n";

/// The configuration for Cargo.
fn config(vendor: &Path, linker: &Path) -> String {
    let text = |path: &Path| toml_text(&path.to_string_lossy());
    format!(
        "[net]\noffline = true\n\n[source.crates-io]\nreplace-with = \"vendored\"\n\n[source.vendored]\ndirectory = {}\n\n\
         [target.'cfg(unix)']\nlinker = {}\n",
        text(vendor),
        text(linker)
    )
}

/// A TOML string.
fn toml_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A folder, and the targets of the links in it.
fn linked(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let links = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
    let places = links.filter_map(|entry| entry.path().canonicalize().ok());
    let above = places.filter_map(|place| place.parent().map(Path::to_path_buf));
    let mut folders: Vec<PathBuf> = above.chain([folder.to_path_buf()]).collect();
    folders.sort();
    folders.dedup();
    folders
}

/// Folder of the installed Rust compiler.
fn sysroot() -> Result<PathBuf, Diagnostic> {
    let path = tools::search_path();
    if let Some(finding) = tools::missing(super::Builder::Cargo, &path) {
        return Err(finding);
    }
    let rustc = tools::find("rustc", &path).unwrap_or_else(|| "rustc".into());
    // Not in a folder whose files may select another compiler.
    let output = Command::new(rustc).args(["--print", "sysroot"]).current_dir("/").output();
    let folder =
        output.ok().and_then(|output| String::from_utf8(output.stdout).ok()).map(|text| PathBuf::from(text.trim()));
    folder.filter(|folder| folder.join("bin").is_dir()).ok_or_else(|| {
        Diagnostic::error(Code::ConfigValue, "the folder of the Rust compiler could not be determined")
            .with_expected("a folder from `rustc --print sysroot`")
            .with_help("install Rust again, or set a default: `rustup default stable`")
    })
}

#[cfg(unix)]
fn executable(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn executable(_: &Path) -> io::Result<()> {
    Ok(())
}

fn unwritable(folder: &Path, error: &io::Error) -> Diagnostic {
    let message = "no folder available for the build";
    Diagnostic::error(Code::ConfigOutput, message).with_file(folder.display().to_string()).with_found(error.to_string())
}
