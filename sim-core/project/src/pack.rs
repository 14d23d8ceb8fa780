//! A new pack: a robot, a controller and a scene to start with, in a folder to build an archive from.

use crate::folder::{self, Files};
use crate::{ComponentKind, Lang, NewComponent, Refused, check_name};
use sim_core::pack_manifest;
use sim_core::packs::PackName;
use std::path::{Path, PathBuf};

/// Name of the crate in a new pack.
const CRATE: &str = "drive";

/// Creates a pack in a new subfolder of `dir` with the same name; `sdk` is as in [`NewComponent::sdk`]. Returns its path.
///
/// # Errors
/// A name that is invalid for a folder, a folder that is not empty, or no SDK; I/O errors. Nothing is written in these cases.
pub fn new_pack(name: &PackName, dir: &Path, sdk: Option<&Path>) -> Result<PathBuf, Refused> {
    let folder = dir.join(name.name());
    check_name(name.name()).and_then(|()| folder::check_free(&folder)).map_err(Refused::Request)?;
    let mut refused = None;
    let made = folder::make(&folder, |part| {
        folder::write_files(part, &render(name))?;
        let controller =
            NewComponent { kind: ComponentKind::Controller, name: CRATE, dir: part, sdk, lang: Lang::Rust };
        match controller.make() {
            Ok(made) => rename(&made.folder, &format!("{}/{CRATE}", name.family())),
            Err(why) => {
                let finding = why.finding().clone();
                refused = Some(why);
                Err(finding)
            }
        }
    });
    made.map_err(|finding| refused.unwrap_or(Refused::Writing(finding)))?;
    Ok(folder)
}

/// Changes the id of a new crate's component.
fn rename(folder: &Path, id: &str) -> Result<(), sim_core::diagnostic::Diagnostic> {
    for file in ["README.md", "scene.ron", "src/lib.rs"] {
        let path = folder.join(file);
        let renamed = std::fs::read_to_string(&path)
            .and_then(|text| std::fs::write(&path, text.replace(&format!("my/{CRATE}"), id)));
        renamed.map_err(|error| folder::unwritable(&path, &error))?;
    }
    Ok(())
}

fn render(pack: &PackName) -> Files {
    let archive = format!("{}-{}-0.1.0.simpack", pack.publisher(), pack.name());
    let fill = |text: &str| {
        text.replace("{{pack}}", &pack.to_string())
            .replace("{{name}}", pack.name())
            .replace("{{family}}", &pack.family())
            .replace("{{archive}}", &archive)
    };
    let file = |path: &str, content: &str| (path.to_owned(), fill(content));
    vec![
        file(pack_manifest::FILE, include_str!("../templates/pack/pack.ron")),
        file("README.md", include_str!("../templates/pack/README.md")),
        file(".gitignore", include_str!("../templates/pack/gitignore")),
        (format!("models/{}.robot.ron", pack.name()), fill(include_str!("../templates/pack/models/robot.robot.ron"))),
        file("meshes/body.obj", include_str!("../templates/pack/meshes/body.obj")),
        file("scenes/first.ron", include_str!("../templates/pack/scenes/first.ron")),
        file("docs/index.md", include_str!("../templates/pack/docs/index.md")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::pack_manifest::Manifest;
    use sim_core::scene::Scene;

    #[test]
    fn a_new_pack_has_a_description_a_robot_a_scene_and_a_controller_with_an_id_of_its_own() {
        let temp_dir = tempfile::tempdir().unwrap();
        let sdk = crate::kit::tests::kit(&temp_dir.path().join("installation"), "// the contract");
        let name: PackName = "acme/rover".parse().unwrap();
        let folder = new_pack(&name, temp_dir.path(), Some(&sdk)).unwrap();
        assert_eq!(folder, temp_dir.path().join("rover"));
        let manifest = Manifest::of_folder(&folder).unwrap_or_else(|findings| panic!("{findings}"));
        assert_eq!((manifest.name, manifest.crates), (name.clone(), vec!["drive".to_owned()]));
        let robot = folder.join("models/rover.robot.ron");
        let model = sim_core::model::load(&robot, &Default::default()).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(model.findings().count(), 0);
        let scene = Scene::load(folder.join("scenes/first.ron")).unwrap_or_else(|findings| panic!("{findings}"));
        assert_eq!(scene.scene.robots.len(), 2);
        let code = std::fs::read_to_string(folder.join("drive/src/lib.rs")).unwrap();
        assert!(code.contains("controller \"acme.rover/drive\" = ") && !code.contains("my/drive"), "{code}");
        for (path, content) in render(&name) {
            assert!(!content.contains("{{"), "{path}");
        }
        // A second one would overwrite it.
        assert!(matches!(new_pack(&name, temp_dir.path(), Some(&sdk)), Err(Refused::Request(_))));
        let nowhere = temp_dir.path().join("nowhere");
        assert!(new_pack(&"acme/other".parse().unwrap(), temp_dir.path(), Some(&nowhere)).is_err());
        assert!(!temp_dir.path().join("other").exists());
    }
}
