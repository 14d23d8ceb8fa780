//! `cargo xtask packs`: builds the packs of the distribution with `sim pack build`, like any other pack.

use crate::dist;
use crate::run::{Result, at, done, root, target};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Sources of a pack. Its description and picture are in `packs/NAME`.
struct Pack {
    name: &'static str,
    /// Folders in `plugins` whose libraries it contains.
    plugins: &'static [&'static str],
    /// Scene files and folders. The content of a folder goes directly into the pack's folder `scenes`.
    scenes: &'static [&'static str],
    /// Pages of the user guide.
    pages: &'static [&'static str],
}

/// Every plugin and every scene belongs to one of them.
const PACKS: [Pack; 8] = [
    Pack {
        name: "parts",
        plugins: &[
            "camera",
            "control",
            "drive",
            "fence",
            "joints",
            "light",
            "measures",
            "navigation",
            "power",
            "radio",
            "range",
            "rigid-body",
            "supervisor",
            "touch",
        ],
        scenes: &["scenes/empty.ron"],
        pages: &[],
    },
    Pack {
        name: "scout",
        plugins: &["diff-drive", "scout"],
        scenes: &["scenes/demo.ron", "scenes/ramp.ron", "scenes/swarm-1000.ron", "scenes/examples"],
        pages: &["first-run"],
    },
    Pack { name: "blimp", plugins: &["blimp"], scenes: &["scenes/blimp"], pages: &["blimp"] },
    Pack {
        name: "bluerov2",
        plugins: &["bluerov2", "marine", "nautilus", "nautilus-records"],
        scenes: &["scenes/nautilus"],
        pages: &["nautilus"],
    },
    Pack { name: "butia", plugins: &["bobot", "butia"], scenes: &["scenes/butia"], pages: &["butia"] },
    Pack { name: "ninjuab", plugins: &["ninjuab"], scenes: &["scenes/ninjuab"], pages: &["ninjuab"] },
    Pack {
        name: "robomap",
        plugins: &["robomap", "route"],
        scenes: &["scenes/robomap"],
        pages: &["robomap", "robomap-protocol"],
    },
    Pack { name: "twin", plugins: &["twin"], scenes: &["scenes/twin"], pages: &["twin", "twin-board"] },
];

/// The output folder.
pub fn folder() -> PathBuf {
    target().join("packs")
}

/// The folder next to an assembled distribution in which tests expect its packs.
pub fn beside(dist: &Path) -> PathBuf {
    dist.join("packs")
}

/// Builds a release and the packs of its libraries.
pub fn run() -> Result {
    let dist = dist::folder();
    dist::assemble(dist::Profile::Release, &dist)?;
    make(&dist, &folder())
}

/// Builds the packs of the libraries in an assembled folder; the output folder is recreated. It contains the archives, their sources
/// in the folder `source`, their signatures, and the public key `sim.pub`.
pub fn make(dist: &Path, to: &Path) -> Result {
    if to.exists() {
        fs::remove_dir_all(to).map_err(at(to))?;
    }
    let sim = || Command::new(dist.join(format!("sim{EXE_SUFFIX}")));
    for pack in &PACKS {
        let source = to.join("source").join(pack.name);
        lay_out(pack, dist, &source)?;
        done(sim().args(["pack", "build"]).arg(&source).arg("--output").arg(to))?;
    }
    let (key, is_new) = match std::env::var_os(KEY) {
        Some(key) => (PathBuf::from(key), false),
        None => (to.join("sim.key"), true),
    };
    if is_new {
        done(sim().args(["pack", "key", "--no-password"]).arg(key.with_extension("")))?;
    }
    for archive in archives(to)? {
        done(sim().args(["pack", "sign"]).arg(&archive).arg("--key").arg(&key))?;
    }
    match is_new {
        true => fs::remove_file(&key).map_err(at(&key)),
        false => fs::copy(key.with_extension("pub"), to.join("sim.pub")).map(drop).map_err(at(&key)),
    }
}

/// Environment variable with the path of the secret key that signs the packs (`….key`), next to the public key. If it is not set, a
/// temporary key is generated.
const KEY: &str = "SIM_PACK_KEY";

/// Copies the files of a pack into a folder.
fn lay_out(pack: &Pack, dist: &Path, folder: &Path) -> Result {
    dist::copy_tree(&root().join("packs").join(pack.name), folder)?;
    let copy = |from: &Path, place: PathBuf| -> Result {
        let parent = place.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(at(parent))?;
        fs::copy(from, &place).map(drop).map_err(at(from))
    };
    let libraries = folder.join("lib").join(host_target()?);
    for plugin in pack.plugins {
        let package = dist::package_name(&root().join("plugins").join(plugin).join("Cargo.toml"))?;
        let library = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", package.replace('-', "_"));
        copy(&dist.join("plugins").join(&library), libraries.join(&library))?;
        let about = root().join("plugins").join(plugin).join("README.md");
        if about.is_file() {
            copy(&about, folder.join("docs").join(format!("plugin-{plugin}.md")))?;
        }
    }
    for scenes in pack.scenes {
        let (from, to) = (root().join(scenes), folder.join("scenes"));
        match from.is_dir() {
            true => dist::copy_tree(&from, &to)?,
            false => copy(&from, to.join(from.file_name().unwrap_or_default()))?,
        }
    }
    for page in pack.pages {
        let name = format!("{page}.md");
        copy(&root().join("docs/src").join(&name), folder.join("docs").join(&name))?;
    }
    ["LICENSE-APACHE", "LICENSE-MIT"].iter().try_for_each(|name| copy(&root().join(name), folder.join(name)))
}

/// The target triple of this machine's compiler.
fn host_target() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("`rustc -vV`: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| format!("host not found in the output of `rustc -vV`: {text}"))
}

/// The archives in a folder, sorted by name.
pub fn archives(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_archive = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "simpack");
    Ok(dist::entries(folder)?.into_iter().filter(is_archive).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_plugin_is_in_one_pack() {
        let packed: Vec<String> =
            PACKS.iter().flat_map(|pack| pack.plugins).map(|plugin| format!("plugin-{plugin}")).collect();
        let once: BTreeSet<String> = packed.iter().cloned().collect();
        assert_eq!(packed.len(), once.len(), "{packed:?}");
        assert_eq!(once, dist::plugin_packages().unwrap().into_iter().collect());
    }

    #[test]
    fn every_scene_is_in_one_pack() {
        let packed: Vec<PathBuf> =
            PACKS.iter().flat_map(|pack| pack.scenes).map(|scenes| root().join(scenes)).collect();
        let mut open = vec![root().join("scenes")];
        while let Some(path) = open.pop() {
            match packed.iter().filter(|packed| path.starts_with(packed)).count() {
                1 => {}
                0 if path.is_dir() => open.extend(dist::entries(&path).unwrap()),
                count => panic!("{} is in {count} packs", path.display()),
            }
        }
    }

    #[test]
    fn packs_have_the_version_of_what_is_in_them_and_pages_that_are_there() {
        for pack in &PACKS {
            let folder = root().join("packs").join(pack.name);
            let description = fs::read_to_string(folder.join("pack.ron")).unwrap();
            let has = |text: String| assert!(description.contains(&text), "{}: {text}", pack.name);
            has(format!("name: \"sim/{}\"", pack.name));
            has(format!("version: \"{}\"", env!("CARGO_PKG_VERSION")));
            assert!(folder.join("icon.png").is_file(), "{}", pack.name);
            let pages = pack.pages.iter().map(|page| root().join(format!("docs/src/{page}.md")));
            pages.for_each(|page| assert!(page.is_file(), "{}", page.display()));
        }
    }
}
