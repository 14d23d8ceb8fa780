//! A relocatable archive file.

use crate::tree::{Item, Tree};
use crate::{Result, TIME, at};
use flate2::{Compression, GzBuilder};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use tar::{Builder, EntryType, Header};

/// Writes a tree to a tar.gz file, below the folder `top`. The output is reproducible: names are sorted, times are [`TIME`], the
/// owner is root.
///
/// # Errors
/// If writing fails.
pub fn write(tree: &Tree, top: &str, file: &Path) -> Result {
    let out = BufWriter::new(File::create(file).map_err(at(file))?);
    let out = pack(tree, top, out).map_err(at(file))?;
    out.into_inner().map_err(|error| at(file)(error.into_error()))?.sync_all().map_err(at(file))
}

fn pack<W: Write>(tree: &Tree, top: &str, out: W) -> std::io::Result<W> {
    let mut archive = Builder::new(GzBuilder::new().mtime(0).write(out, Compression::best()));
    let mut folders = BTreeSet::new();
    for (path, item) in tree.items() {
        let path = format!("{top}/{path}");
        // Folders come before their content.
        for (end, _) in path.match_indices('/') {
            if folders.insert(path[..end].to_owned()) {
                archive.append_data(&mut header(EntryType::Directory, 0o755), &path[..=end], &b""[..])?;
            }
        }
        match item {
            Item::Link(to) => archive.append_link(&mut header(EntryType::Symlink, 0o777), &path, to)?,
            item => {
                let content = item.content().map_err(std::io::Error::other)?;
                let mut header = header(EntryType::Regular, item.mode());
                header.set_size(content.len() as u64);
                archive.append_data(&mut header, &path, &content[..])?;
            }
        }
    }
    archive.into_inner()?.finish()
}

fn header(kind: EntryType, mode: u32) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(TIME);
    header.set_size(0);
    header
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Layout, tests::dist};
    use flate2::read::GzDecoder;

    #[test]
    fn the_same_files_give_the_same_archive_whenever_they_were_written() {
        let archives = [1_000_000_000, 1_500_000_000].map(|time| {
            let dir = tempfile::tempdir().unwrap();
            let folder = dist(dir.path());
            let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(time);
            File::options().append(true).open(folder.join("sim")).unwrap().set_modified(time).unwrap();
            pack(&Tree::of_folder(&folder, Layout::Prefix, "").unwrap(), "sim-1.2.3", Vec::new()).unwrap()
        });
        assert_eq!(archives[0], archives[1]);
        let mut other = Tree::default();
        other.add("bin/sim".into(), Item::Made(b"other".to_vec()));
        assert_ne!(pack(&other, "sim-1.2.3", Vec::new()).unwrap(), archives[0]);
    }

    #[test]
    fn all_files_are_in_one_folder_and_links_stay_inside() {
        let dir = tempfile::tempdir().unwrap();
        let tree = Tree::of_folder(&dist(dir.path()), Layout::Prefix, "").unwrap();
        let bytes = pack(&tree, "sim-1.2.3", Vec::new()).unwrap();
        let mut archive = tar::Archive::new(GzDecoder::new(&bytes[..]));
        let mut paths = Vec::new();
        for entry in archive.entries().unwrap() {
            let entry = entry.unwrap();
            let (header, path) = (entry.header(), entry.path().unwrap().to_string_lossy().into_owned());
            assert!(path.starts_with("sim-1.2.3/"), "{path}");
            assert_eq!([header.mtime().unwrap(), header.uid().unwrap(), header.gid().unwrap()], [TIME, 0, 0]);
            if let Some(link) = entry.link_name().unwrap() {
                assert_eq!(link, Path::new("../lib/sim").join(entry.path().unwrap().file_name().unwrap()));
            }
            paths.push(path);
        }
        assert_eq!(paths.iter().filter(|path| *path == "sim-1.2.3/lib/sim/").count(), 1, "{paths:?}");
        let place = |wanted: &str| paths.iter().position(|path| path == wanted).expect(wanted);
        assert!(place("sim-1.2.3/lib/sim/") < place("sim-1.2.3/lib/sim/sim"));
    }
}
