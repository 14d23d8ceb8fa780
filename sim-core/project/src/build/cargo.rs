//! Output of `cargo build --message-format=json` other than compiler messages.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// The dynamic libraries reported by a line, if they belong to the crate in this folder.
pub(super) fn libraries(message: &Value, folder: &Path) -> Vec<PathBuf> {
    let of_crate = message["manifest_path"].as_str().and_then(|path| Path::new(path).parent());
    let is_own = of_crate.is_some_and(|other| real(other) == real(folder));
    let types = message["target"]["crate_types"].as_array().map(Vec::as_slice).unwrap_or_default();
    if message["reason"] != "compiler-artifact" || !is_own || !types.iter().any(|kind| kind == "cdylib") {
        return Vec::new();
    }
    let files = message["filenames"].as_array().map(Vec::as_slice).unwrap_or_default();
    let files = files.iter().filter_map(Value::as_str).map(PathBuf::from);
    files.filter(|file| file.extension().is_some_and(|ending| ending == std::env::consts::DLL_EXTENSION)).collect()
}

/// The crate reported as finished by a line; `None` for other lines.
pub(super) fn done(message: &Value) -> Option<&str> {
    message["target"]["name"].as_str().filter(|_| message["reason"] == "compiler-artifact")
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[test]
    fn only_the_libraries_of_the_crate_itself_are_for_the_folder_of_plugins() {
        let library = format!("/desk/target/debug/libavoid.{}", std::env::consts::DLL_EXTENSION);
        let message = |manifest: &str, kind: &str| {
            json!({"reason": "compiler-artifact", "manifest_path": manifest, "target": {"name": "avoid", "crate_types": [kind]},
                "filenames": [library, "/desk/target/debug/libavoid.rlib"]})
        };
        let folder = Path::new("/desk");
        assert_eq!(libraries(&message("/desk/Cargo.toml", "cdylib"), folder), [PathBuf::from(&library)]);
        assert!(libraries(&message("/other/Cargo.toml", "cdylib"), folder).is_empty());
        assert!(libraries(&message("/desk/Cargo.toml", "rlib"), folder).is_empty());
        assert_eq!(done(&message("/desk/Cargo.toml", "rlib")), Some("avoid"));
    }
}
