//! The installed files, by their path below a prefix such as `/usr`.

use crate::{Result, at};
use flate2::{Compression, GzBuilder};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Name of the program's folders in `lib`, `share` and `share/doc`, and of its packages.
pub const NAME: &str = "sim";

/// Name of the desktop files; windows use it as their application ID.
const DESKTOP: &str = "simwright";

/// A file of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A copy of a file.
    Copy {
        /// The file.
        from: PathBuf,
        /// Whether it is executable.
        runs: bool,
    },
    /// A file with this content.
    Made(Vec<u8>),
    /// A link to this path.
    Link(String),
}

impl Item {
    /// Permissions of the file.
    pub fn mode(&self) -> u32 {
        if matches!(self, Item::Copy { runs: true, .. }) { 0o755 } else { 0o644 }
    }

    /// Content of the file; empty for a link.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn content(&self) -> Result<Vec<u8>> {
        match self {
            Item::Copy { from, .. } => fs::read(from).map_err(at(from)),
            Item::Made(bytes) => Ok(bytes.clone()),
            Item::Link(_) => Ok(Vec::new()),
        }
    }
}

/// Layout of the installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Below a prefix: `bin`, `lib`, `share`.
    Prefix,
    /// Everything next to the program, as assembled; for systems where links require privileges.
    Flat,
}

/// The files by path, with `/` as separator.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    items: BTreeMap<String, Item>,
}

impl Tree {
    /// Arranges the files of an assembled folder; `notices` are the licenses of the libraries in the program.
    ///
    /// # Errors
    /// If the folder was not made by `cargo xtask build`, or files cannot be read.
    pub fn of_folder(dist: &Path, layout: Layout, notices: &str) -> Result<Self> {
        let mut tree = Self::default();
        let doc = match layout {
            Layout::Prefix => format!("share/doc/{NAME}/"),
            Layout::Flat => String::new(),
        };
        for path in entries(dist)? {
            let name = name_of(&path);
            let stem = name.strip_suffix(".exe").unwrap_or(&name);
            let is_command = path.is_file() && (stem == "sim" || stem.starts_with("sim-"));
            let place = match (layout, name.as_str()) {
                (Layout::Flat, _) => name.clone(),
                (_, name) if is_command => {
                    tree.add(format!("bin/{name}"), Item::Link(format!("../lib/{NAME}/{name}")));
                    format!("lib/{NAME}/{name}")
                }
                (_, "plugins") => format!("lib/{NAME}/plugins"),
                (_, "scenes" | "sdk") => format!("share/{NAME}/{name}"),
                (_, "share") => "share".to_owned(),
                (_, name) => format!("{doc}{name}"),
            };
            tree.copy(&path, &place, is_command)?;
        }
        for wanted in ["sim", "plugins/", "scenes/demo.ron", "sdk/Cargo.toml", "LICENSE-MIT", "share/man/man1/sim.1"] {
            let found = dist.join(wanted).exists() || dist.join(format!("{wanted}.exe")).exists();
            found.then_some(()).ok_or_else(|| {
                format!("missing in {}: {wanted}; `cargo xtask build --release` assembles the folder", dist.display())
            })?;
        }
        tree.add(format!("{doc}THIRD-PARTY.txt"), Item::Made(notices.as_bytes().to_vec()));
        if layout == Layout::Prefix {
            tree.compress_pages()?;
            tree.add_menu_entry();
        }
        Ok(tree)
    }

    /// Adds an item at a path.
    pub fn add(&mut self, path: String, item: Item) {
        self.items.insert(path, item);
    }

    fn copy(&mut self, from: &Path, place: &str, runs: bool) -> Result {
        if !from.is_dir() {
            self.add(place.to_owned(), Item::Copy { from: from.to_owned(), runs });
            return Ok(());
        }
        entries(from)?.iter().try_for_each(|path| self.copy(path, &format!("{place}/{}", name_of(path)), false))
    }

    /// Compresses the manual pages.
    fn compress_pages(&mut self) -> Result {
        let pages = |path: &&String| path.starts_with("share/man/") && !path.ends_with(".gz");
        for path in self.items.keys().filter(pages).cloned().collect::<Vec<_>>() {
            if let Some(page) = self.items.remove(&path) {
                let packed = gzip(&page.content()?).map_err(|error| format!("{path}: {error}"))?;
                self.add(format!("{path}.gz"), Item::Made(packed));
            }
        }
        Ok(())
    }

    /// Adds desktop entry, icon and file types.
    fn add_menu_entry(&mut self) {
        let files = [
            (format!("share/applications/{DESKTOP}.desktop"), include_str!("../files/simwright.desktop")),
            (format!("share/icons/hicolor/scalable/apps/{DESKTOP}.svg"), include_str!("../files/simwright.svg")),
            (format!("share/mime/packages/{DESKTOP}.xml"), include_str!("../files/simwright.xml")),
        ];
        files.into_iter().for_each(|(path, text)| self.add(path, Item::Made(text.as_bytes().to_vec())));
    }

    /// The items, sorted by path.
    pub fn items(&self) -> impl Iterator<Item = (&str, &Item)> {
        self.items.iter().map(|(path, item)| (path.as_str(), item))
    }

    /// Moves everything below a folder to another one.
    pub fn rename(&mut self, from: &str, to: &str) {
        let items = std::mem::take(&mut self.items);
        let moved = |path: String| match path.strip_prefix(from) {
            Some(rest) => format!("{to}{rest}"),
            None => path,
        };
        self.items = items.into_iter().map(|(path, item)| (moved(path), item)).collect();
    }

    /// Writes everything into a folder.
    ///
    /// # Errors
    /// If writing fails.
    #[cfg(unix)]
    pub fn write(&self, folder: &Path) -> Result {
        use std::os::unix::fs::PermissionsExt;
        for (path, item) in self.items() {
            let file = folder.join(path);
            let parent = file.parent().unwrap_or(folder);
            fs::create_dir_all(parent).map_err(at(parent))?;
            match item {
                Item::Link(to) => std::os::unix::fs::symlink(to, &file).map_err(at(&file))?,
                item => {
                    fs::write(&file, item.content()?).map_err(at(&file))?;
                    fs::set_permissions(&file, fs::Permissions::from_mode(item.mode())).map_err(at(&file))?;
                }
            }
        }
        Ok(())
    }
}

/// Compresses bytes reproducibly.
///
/// # Errors
/// None in practice: the output goes to memory.
pub fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    packer.finish()
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Entries of a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let list = fs::read_dir(folder).map_err(at(folder))?;
    let mut paths = list.map(|entry| entry.map(|e| e.path()).map_err(at(folder))).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::io::Read;

    /// A folder as assembled by `cargo xtask build --release`, with minimal content.
    pub fn dist(folder: &Path) -> PathBuf {
        let files = [
            "CHANGELOG.md",
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "README.md",
            "docs/src/packs.md",
            "plugins/libplugin_scout.so",
            "scenes/demo.ron",
            "scenes/butia/line.ron",
            "sdk/Cargo.toml",
            "sdk/sim-abi/Cargo.toml",
            "share/bash-completion/completions/sim",
            "share/fish/vendor_completions.d/sim.fish",
            "share/man/man1/sim.1",
            "share/zsh/site-functions/_sim",
            "sim",
            "sim-nautilus",
        ];
        for file in files {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, file.file_name().unwrap().as_encoded_bytes()).unwrap();
        }
        folder.to_path_buf()
    }

    #[test]
    fn programs_libraries_and_documents_lie_where_systems_keep_them() {
        let dir = tempfile::tempdir().unwrap();
        let tree = Tree::of_folder(&dist(dir.path()), Layout::Prefix, "notices").unwrap();
        let paths: Vec<&str> = tree.items().map(|(path, _)| path).collect();
        let wanted = [
            "bin/sim",
            "bin/sim-nautilus",
            "lib/sim/plugins/libplugin_scout.so",
            "lib/sim/sim",
            "lib/sim/sim-nautilus",
            "share/applications/simwright.desktop",
            "share/bash-completion/completions/sim",
            "share/doc/sim/CHANGELOG.md",
            "share/doc/sim/LICENSE-APACHE",
            "share/doc/sim/LICENSE-MIT",
            "share/doc/sim/README.md",
            "share/doc/sim/THIRD-PARTY.txt",
            "share/doc/sim/docs/src/packs.md",
            "share/fish/vendor_completions.d/sim.fish",
            "share/icons/hicolor/scalable/apps/simwright.svg",
            "share/man/man1/sim.1.gz",
            "share/mime/packages/simwright.xml",
            "share/sim/scenes/butia/line.ron",
            "share/sim/scenes/demo.ron",
            "share/sim/sdk/Cargo.toml",
            "share/sim/sdk/sim-abi/Cargo.toml",
            "share/zsh/site-functions/_sim",
        ];
        assert_eq!(paths, wanted);
        let of = |path: &str| tree.items().find(|(known, _)| *known == path).unwrap().1.clone();
        assert_eq!(of("bin/sim"), Item::Link("../lib/sim/sim".into()));
        assert_eq!(
            ["sim", "plugins/libplugin_scout.so"].map(|file| of(&format!("lib/sim/{file}")).mode()),
            [0o755, 0o644]
        );
        let mut page = String::new();
        let packed = of("share/man/man1/sim.1.gz").content().unwrap();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut page).unwrap();
        assert_eq!(page, "sim.1");
    }

    #[test]
    fn a_flat_layout_is_the_folder_itself_and_a_folder_with_missing_files_is_rejected() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dist(dir.path());
        let tree = Tree::of_folder(&folder, Layout::Flat, "notices").unwrap();
        let paths: Vec<&str> = tree.items().map(|(path, _)| path).collect();
        assert!(paths.contains(&"sim") && paths.contains(&"plugins/libplugin_scout.so"), "{paths:?}");
        assert!(paths.contains(&"share/man/man1/sim.1") && paths.contains(&"THIRD-PARTY.txt"), "{paths:?}");
        fs::remove_file(folder.join("scenes/demo.ron")).unwrap();
        let refused = Tree::of_folder(&folder, Layout::Prefix, "").unwrap_err();
        assert!(refused.contains("scenes/demo.ron") && refused.contains("cargo xtask build --release"), "{refused}");
    }
}
