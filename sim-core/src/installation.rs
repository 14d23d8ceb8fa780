//! Where the program lies, and what comes with it.
//!
//! Two layouts are known. In a folder that can be moved anywhere all lies beside the program. Where systems keep programs,
//! `PREFIX/bin/sim` is a link to `PREFIX/lib/sim/sim`; libraries lie beside that, and what is the same on all machines, such as scenes,
//! in `PREFIX/share/sim`.

use std::path::{Path, PathBuf};

/// Folder of the program that runs; links that lead to it are followed. None where the system does not tell it.
pub fn program_folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let program = program.canonicalize().unwrap_or(program);
    program.parent().map(Path::to_path_buf)
}

/// Where a folder that comes with the program may be, best first; none of them need be there.
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
    fn p6_what_comes_with_the_program_lies_beside_it_or_where_systems_keep_it() {
        assert_eq!(folders(Path::new("/home/anna/sim"), "scenes"), [Path::new("/home/anna/sim/scenes")]);
        let installed = ["/usr/lib/sim/scenes", "/usr/share/sim/scenes"].map(PathBuf::from);
        assert_eq!(folders(Path::new("/usr/lib/sim"), "scenes"), installed);
        assert_eq!(folders(Path::new("/opt/slim-lib/sim"), "sdk"), [Path::new("/opt/slim-lib/sim/sdk")]);
    }
}
