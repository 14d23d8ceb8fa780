//! Locations of the program and its files.
//!
//! There are two layouts. In a relocatable folder, everything is next to the program. In a system installation, `PREFIX/bin/sim` is a
//! link to `PREFIX/lib/sim/sim`, next to the libraries, and platform-independent files, such as scenes, are in `PREFIX/share/sim`.

use std::path::{Path, PathBuf};

/// Folder of the running program, links resolved. `None` if the system does not report it.
pub fn program_folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let program = program.canonicalize().unwrap_or(program);
    program.parent().map(Path::to_path_buf)
}

/// Possible locations of a folder that ships with the program, best first; they need not exist.
pub fn shipped_folders(name: &str) -> Vec<PathBuf> {
    program_folder().map_or_else(Vec::new, |folder| folders(&folder, name))
}

fn folders(program: &Path, name: &str) -> Vec<PathBuf> {
    let prefix = program.ends_with("lib/sim").then(|| program.ancestors().nth(2)).flatten();
    let shared = prefix.map(|prefix| prefix.join("share").join("sim").join(name));
    [Some(program.join(name)), shared].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_with_the_program_lies_beside_it_or_where_systems_keep_it() {
        assert_eq!(folders(Path::new("/home/anna/sim"), "scenes"), [Path::new("/home/anna/sim/scenes")]);
        let installed = ["/usr/lib/sim/scenes", "/usr/share/sim/scenes"].map(PathBuf::from);
        assert_eq!(folders(Path::new("/usr/lib/sim"), "scenes"), installed);
        assert_eq!(folders(Path::new("/opt/slim-lib/sim"), "sdk"), [Path::new("/opt/slim-lib/sim/sdk")]);
    }
}
