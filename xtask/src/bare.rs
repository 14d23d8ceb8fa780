//! `cargo xtask package --check`: installs the release packages on a minimal system.

use crate::run::{Result, at, cargo, done, line_of, root, say, target};
use crate::{dist, package, packs, system};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The system to install: a Debian release with a minimal set of packages.
const SUITE: &str = "bookworm";

/// Folders in which the system records installed packages.
const NOTES: &[&str] = &["var/lib/dpkg", "var/lib/apt", "var/log", "var/cache"];

/// Home folder of the system's root user, which packages do not affect.
const HOME: &str = "root";

/// Script that prepares a chroot in the folder `SYSTEM`, with the compiler in `COMPILER`, and runs a command in it.
const ENTER: &str = "set -e; mount --bind \"$COMPILER\" \"$SYSTEM/opt/rust\"; mount -o remount,bind,ro \"$SYSTEM/opt/rust\"; \
    mount -t proc proc \"$SYSTEM/proc\"; mount -t tmpfs tmpfs \"$SYSTEM/dev/shm\"; \
    exec chroot \"$SYSTEM\" env --ignore-environment HOME=/root LC_ALL=C PATH=/usr/sbin:/usr/bin:/sbin:/bin \"$@\"";

/// Builds the packages and checks them like a new user.
pub fn test() -> Result {
    package::crates(true)?;
    package::make()?;
    packs::make(&dist::folder(), &packs::folder())?;
    check()
}

/// Checks the packages, which must exist, and the packs, which are built if missing.
pub fn check() -> Result {
    system::prepare(system::BARE)?;
    if !packs::folder().is_dir() {
        packs::make(&dist::folder(), &packs::folder())?;
    }
    let digest = demo(Command::new(dist::folder().join("sim")), &dist::folder().join("scenes/demo.ron"))?;
    archive(&digest)?;
    debian(&digest)
}

/// Unpacks the archive, moves it elsewhere and uses it there; then builds a crate with its SDK.
fn archive(digest: &str) -> Result {
    let system = System::new("archive", &[])?;
    let file = file(".tar.gz")?;
    let start = Instant::now();
    done(
        Command::new("tar").args(["--extract", "--directory"]).arg(system.folder.join("opt")).arg("--file").arg(&file),
    )?;
    let top = format!("sim-{}", env!("CARGO_PKG_VERSION"));
    fs::rename(system.folder.join("opt").join(top), system.folder.join("srv/robots")).map_err(at(&file))?;
    say(format!("unpacked in {} ms", start.elapsed().as_millis()));
    used(&system, "/srv/robots/bin/sim", "/srv/robots/share/sim/scenes/demo.ron", digest)?;
    let system = System::new("author", &["gcc", "libc6-dev"])?;
    done(
        Command::new("tar")
            .args(["--extract", "--strip-components=1", "--directory"])
            .arg(system.folder.join("usr/local"))
            .arg("--file")
            .arg(&file),
    )?;
    author(&system, "/usr/local")
}

/// Installs, uses and removes the Debian package.
fn debian(digest: &str) -> Result {
    let system = System::new("debian", &[])?;
    let before = system.files()?;
    let file = file(".deb")?;
    fs::copy(&file, system.folder.join("root/sim.deb")).map_err(at(&file))?;
    let start = Instant::now();
    done(&mut system.command(&["dpkg", "--install", "/root/sim.deb"]))?;
    say(format!("installed in {} ms", start.elapsed().as_millis()));
    used(&system, "/usr/bin/sim", "/usr/share/sim/scenes/demo.ron", digest)?;
    let pages = system.output_of(&["ls", "/usr/share/man/man1", "/usr/share/bash-completion/completions"])?;
    if !pages.lines().any(|line| line == "sim-run.1.gz") || !pages.lines().any(|line| line == "sim") {
        return Err(format!("missing manual pages or completions: {pages}"));
    }
    done(&mut system.command(&["dpkg", "--remove", "sim"]))?;
    done(&mut system.command(&["dpkg", "--purge", "sim"]))?;
    let after = system.files()?;
    let differ: Vec<&PathBuf> = before.symmetric_difference(&after).collect();
    if !differ.is_empty() {
        return Err(format!("files that differ after the package was installed and removed: {differ:?}"));
    }
    say(format!("after the removal, all {} files and folders are as before", before.len()));
    Ok(())
}

/// The first steps of a new user: inspects the installation, runs the demo, installs a pack and runs one of its scenes.
fn used(system: &System, sim: &str, scene: &str, digest: &str) -> Result {
    let start = Instant::now();
    let found = demo(system.command(&[sim]), Path::new(scene))?;
    say(format!("the demo ran in {} ms", start.elapsed().as_millis()));
    same("the digest of the demo", &found, digest)?;
    let plugins = system.output_of(&[sim, "plugins"])?;
    let shipped = dist::plugin_packages()?.len();
    let libraries = plugins.lines().filter(|line| line.contains("libplugin_")).count();
    same("the number of libraries", &libraries.to_string(), &shipped.to_string())?;
    let packs: String = system.output_of(&[sim, "pack", "list", "--json"])?.split_whitespace().collect();
    same("the initially installed packs", &packs, "{\"packs\":[]}")?;
    let packs = packs::folder();
    let archive = packs::archives(&packs)?.into_iter().find(|file| file.to_string_lossy().contains("sim-butia-"));
    let archive = archive.ok_or_else(|| format!("no pack of the Butiá robot in {}", packs.display()))?;
    let signature = archive.with_added_extension("minisig");
    for (from, name) in
        [(&archive, "butia.simpack"), (&signature, "butia.simpack.minisig"), (&packs.join("sim.pub"), "sim.pub")]
    {
        fs::copy(from, system.folder.join("root").join(name)).map_err(at(from))?;
    }
    done(&mut system.command(&[sim, "pack", "install", "/root/butia.simpack", "--key", "/root/sim.pub", "--yes"]))?;
    system.output_of(&[sim, "run", "pack:sim/butia/scenes/wall.ron", "--duration", "5"])?;
    done(&mut system.command(&[sim, "pack", "remove", "sim/butia"]))
}

/// Creates a component with the SDK, builds it offline with the compiler of this machine, and drives a robot with it.
fn author(system: &System, prefix: &str) -> Result {
    let start = Instant::now();
    let build = format!(
        "set -e; export PATH=/opt/rust/bin:{prefix}/bin:$PATH CARGO_HOME=/root/.cargo; cd /root; \
         sim new controller avoid; cd avoid; cargo --config {prefix}/share/sim/sdk/vendor/offline.toml build --quiet --offline; mkdir plugins; \
         cp target/debug/libavoid.so plugins/; sim run scene.ron --plugins plugins --duration 5 --json"
    );
    let output = system.output_of(&["sh", "-c", &build])?;
    field(&output, "digest")?;
    say(format!("created, built and ran a component in {} s", start.elapsed().as_secs()));
    Ok(())
}

/// The digest of the demo.
fn demo(mut sim: Command, scene: &Path) -> Result<String> {
    sim.arg("run").arg(scene).arg("--json");
    field(&output(sim)?, "digest")
}

/// A string field of a JSON document.
fn field(json: &str, name: &str) -> Result<String> {
    let rest = json.split_once(&format!("\"{name}\"")).map(|(_, rest)| rest.trim_start_matches([':', ' ', '\n']));
    let value = rest.and_then(|rest| rest.strip_prefix('"')?.split_once('"'));
    value.map(|(value, _)| value.to_owned()).ok_or_else(|| format!("no {name} in {json}"))
}

fn same(what: &str, found: &str, wanted: &str) -> Result {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found} instead of {wanted}")) }
}

/// Output of a program, which must succeed.
fn output(mut command: Command) -> Result<String> {
    let line = line_of(&command);
    eprintln!("$ {line}");
    let output = command.output().map_err(|error| format!("`{line}` cannot be started: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(format!("`{line}` failed ({})\n{}", output.status, text(&output.stderr))),
    }
}

/// The release file with this extension.
fn file(ending: &str) -> Result<PathBuf> {
    let folder = package::folder();
    let entries = fs::read_dir(&folder).map_err(at(&folder))?.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    files.pop().ok_or_else(|| format!("missing in {}: a file {ending}", folder.display()))
}

/// An isolated system in a folder.
struct System {
    folder: PathBuf,
}

impl System {
    /// A fresh system, with these packages in addition to the minimal ones.
    fn new(name: &str, packages: &[&str]) -> Result<Self> {
        let bare = target().join("bare");
        let pristine = bare.join(["pristine", &packages.join("-")].join("-"));
        if !pristine.join("etc/debian_version").exists() {
            fs::create_dir_all(&bare).map_err(at(&bare))?;
            let mut make = Command::new("debootstrap");
            make.arg("--variant=minbase");
            if !packages.is_empty() {
                make.arg(format!("--include={}", packages.join(",")));
            }
            done(make.arg(SUITE).arg(&pristine))?;
        }
        let folder = bare.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(at(&folder))?;
        }
        done(Command::new("cp").arg("--archive").arg(&pristine).arg(&folder))?;
        fs::create_dir_all(folder.join("opt/rust")).map_err(at(&folder))?;
        Ok(Self { folder })
    }

    /// A command in the system: without network, with a clean environment, and with the compiler of this machine in a read-only folder.
    fn command(&self, words: &[&str]) -> Command {
        let rust = cargo(&[]);
        let compiler = Path::new(rust.get_program()).parent().and_then(Path::parent).unwrap_or(Path::new("/nowhere"));
        let mut command = Command::new("unshare");
        command.args([
            "--mount",
            "--pid",
            "--fork",
            "--net",
            "--ipc",
            "--kill-child",
            "sh",
            "-c",
            "eval \"$ENTER\"",
            "sh",
        ]);
        command.env("ENTER", ENTER).env("SYSTEM", &self.folder).env("COMPILER", compiler);
        command.args(words).current_dir(root());
        command
    }

    /// Output of a command in the system.
    fn output_of(&self, words: &[&str]) -> Result<String> {
        output(self.command(words))
    }

    /// All its files and folders, except the package records and the home folder.
    fn files(&self) -> Result<BTreeSet<PathBuf>> {
        let (mut found, mut open) = (BTreeSet::new(), vec![self.folder.clone()]);
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).map_err(at(&folder))? {
                let entry = entry.map_err(at(&folder))?;
                let inside = entry.path().strip_prefix(&self.folder).map(Path::to_path_buf).unwrap_or_default();
                if NOTES.iter().chain([&HOME]).any(|left_out| inside == Path::new(left_out)) {
                    continue;
                }
                if entry.file_type().map_err(at(&folder))?.is_dir() {
                    open.push(entry.path());
                }
                found.insert(inside);
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_a_document_is_found_by_its_name() {
        let json = "{\n  \"digest\": \"sha256:12\",\n  \"robots\": []}";
        assert_eq!(field(json, "digest").unwrap(), "sha256:12");
        assert!(field(json, "hash").is_err() && field(json, "robots").is_err());
    }
}
