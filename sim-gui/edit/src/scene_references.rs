//! Files that a scene refers to: visiting their paths and rebasing them to another folder.

use std::path::{Component, Path, PathBuf};

use sim_core::packs::{InstalledPack, SCHEME};
use sim_core::scene::text::{Kind, Node};

use crate::draft::content;
use crate::node::{get_mut, items_mut_if_list};
use crate::target::Section;

/// Visits all file paths of an element.
pub(crate) fn for_each_file(section: Section, node: &mut Node, visit: &mut dyn FnMut(&mut String)) {
    match section {
        Section::Includes => match &node.kind {
            Kind::Text(_) => visit_text(node, visit),
            _ => visit_field(node, "file", visit),
        },
        Section::Objects | Section::Shapes => {
            visit_shape(node, visit);
            if let Some(collision) = get_mut(node, "collision") {
                items_mut_if_list(collision).iter_mut().for_each(|part| visit_shape(part, visit));
            }
        }
        Section::Robots | Section::Fleets => {
            if let Some(model) = get_mut(node, "model") {
                visit_field(model, "file", visit);
            }
        }
        Section::Paint => visit_field(content(node), "file", visit),
        _ => {}
    }
}

/// Visits all file paths of a scene file.
pub(crate) fn for_each_file_of_scene(root: &mut Node, visit: &mut dyn FnMut(&mut String)) {
    for section in Section::ALL {
        if section.items(root).is_empty() {
            continue;
        }
        let mut node = &mut *root;
        for key in section.path().split('.') {
            match get_mut(node, key) {
                Some(inner) => node = inner,
                None => return,
            }
        }
        for item in items_mut_if_list(node) {
            for_each_file(section, item, visit);
        }
    }
}

fn visit_shape(node: &mut Node, visit: &mut dyn FnMut(&mut String)) {
    if let Some(shape) = get_mut(node, "shape") {
        let shape = content(shape);
        visit_field(shape, "file", visit);
        if let Some(heights) = get_mut(shape, "heights") {
            visit_field(content(heights), "file", visit);
        }
    }
}

fn visit_field(node: &mut Node, field: &str, visit: &mut dyn FnMut(&mut String)) {
    if let Some(value) = get_mut(node, field) {
        visit_text(value, visit);
    }
}

fn visit_text(node: &mut Node, visit: &mut dyn FnMut(&mut String)) {
    if let Kind::Text(text) = &node.kind {
        let mut path = text.clone();
        visit(&mut path);
        if path != *text {
            *node = Node::text(path);
        }
    }
}

/// Makes a file path relative to a folder if both have a common folder below the root.
pub(crate) fn relative(file: &mut String, folder: &Path) {
    let path = Path::new(&*file);
    if !path.is_absolute() {
        return;
    }
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let named = |part: &(Component<'_>, Component<'_>)| part.0 == part.1 && matches!(part.0, Component::Normal(_));
    let is_near = path.components().zip(folder.components()).any(|pair| named(&pair));
    if let Some(short) = from_folder(path, &folder).filter(|_| is_near) {
        *file = short;
    }
}

/// Whether a file path is not relative to a folder.
fn is_fixed(file: &str) -> bool {
    Path::new(file).is_absolute() || file.starts_with(SCHEME)
}

/// Converts a path relative to a folder of a pack to a pack path; other paths are unchanged.
pub(crate) fn in_pack(file: &mut String, folder: &Path, pack: &InstalledPack) {
    if is_fixed(file) {
        return;
    }
    if let Ok(inside) = plain(&folder.join(&*file)).strip_prefix(&pack.folder) {
        let parts: Vec<_> = inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        *file = format!("{SCHEME}{}/{}", pack.name, parts.join("/"));
    }
}

/// Rebases a relative path from one folder to another; absolute and pack paths are unchanged.
pub(crate) fn moved(file: &mut String, old: &Path, new: &Path) {
    if is_fixed(file) {
        return;
    }
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let path = absolute(&old.join(&*file));
    *file = from_folder(&path, &absolute(new)).unwrap_or_else(|| path.to_string_lossy().into_owned());
}

/// A path relative to a folder, with slashes; `None` if they have no common root.
fn from_folder(path: &Path, folder: &Path) -> Option<String> {
    let (path, folder) = (plain(path), plain(folder));
    let parts: Vec<_> = path.components().collect();
    let base: Vec<_> = folder.components().collect();
    let common = parts.iter().zip(&base).take_while(|(a, b)| a == b).count();
    let rooted = |parts: &[Component<'_>]| parts.iter().any(|part| matches!(part, Component::Prefix(_)));
    if common == 0 || rooted(&parts[common..]) || rooted(&base[common..]) {
        return None;
    }
    let up = base[common..].iter().map(|_| "..".to_string());
    let down = parts[common..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

/// Resolves `.` and `..` lexically.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_become_relative_only_near_by() {
        for (file, folder, expected) in [
            ("/home/a/mesh/b.obj", "/home/a/scenes", "../mesh/b.obj"),
            ("/usr/share/b.obj", "/home/a/scenes", "/usr/share/b.obj"),
            ("b.obj", "/home/a", "b.obj"),
        ] {
            let mut path = file.to_string();
            relative(&mut path, Path::new(folder));
            assert_eq!(path, expected, "{file} from {folder}");
        }
    }

    #[test]
    fn paths_keep_pointing_to_the_same_file() {
        for (file, old, new, expected) in [
            ("a.obj", "/s", "/s", "a.obj"),
            ("mesh/a.obj", "/s", "/s/sub", "../mesh/a.obj"),
            ("../a.obj", "/s/x", "/s/y/z", "../../a.obj"),
            ("/abs/a.obj", "/s", "/t", "/abs/a.obj"),
            ("./a.obj", "/s/x", "/t", "../s/x/a.obj"),
            ("pack:acme/rover/a.obj", "/s/x", "/t", "pack:acme/rover/a.obj"),
        ] {
            let mut path = file.to_string();
            moved(&mut path, Path::new(old), Path::new(new));
            assert_eq!(path, expected, "{file} from {old} to {new}");
        }
    }
}
