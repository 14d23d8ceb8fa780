//! Files of a scene in its recording.

use super::support::{info, summary};
use sim_core::mesh;
use sim_core::model::{self, UrdfOptions};
use sim_core::output_lock::Existing;
use sim_core::recording::{Attached, Recorder, RecorderOptions, Recording, RunInfo, SceneFile, attach};
use sim_core::scene::{LoadedScene, Scene};
use std::path::Path;

const PYRAMID: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

const ARM: &str = r#"<robot name="arm"><link name="base">
    <inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="package://shapes/look.obj"/></geometry></visual>
    <collision><geometry><mesh filename="package://shapes/body.obj"/></geometry></collision>
    <collision><geometry><mesh filename="meshes/foot.obj"/></geometry></collision>
    <collision><geometry><mesh filename="../rock.obj"/></geometry></collision>
</link></robot>"#;

/// One triangle with its points in a separate file.
const GLTF: &str = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "buffers": [{"uri": "points%20a.bin", "byteLength": 36}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}]}"#;

fn write(root: &Path, name: &str, content: impl AsRef<[u8]>) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

/// A scene whose files are next to it, elsewhere and in a package.
fn yard(root: &Path) -> (LoadedScene, UrdfOptions) {
    for mesh in ["robots/meshes/foot.obj", "lib/shapes/body.obj", "lib/shapes/look.obj", "rock.obj"] {
        write(root, mesh, PYRAMID);
    }
    write(root, "robots/arm.urdf", ARM);
    write(root, "world/hill.obj", format!("mtllib colors/hill.mtl\nusemtl green\n{PYRAMID}"));
    write(root, "world/colors/hill.mtl", "newmtl green\nKd 0 1 0\n");
    std::fs::create_dir_all(root.join("world/maps")).unwrap();
    let points = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].map(f32::to_le_bytes).concat();
    write(root, "world/meshes/leaf.gltf", GLTF);
    write(root, "world/meshes/points a.bin", points);
    let absolute = root.join("rock.obj").display().to_string();
    let scene = format!(
        r#"(format_version: 1, objects: [
            (name: "hill", shape: Mesh(file: "hill.obj")), (name: "twin", shape: Mesh(file: "maps/../hill.obj")),
            (name: "leaf", shape: Mesh(file: "meshes/leaf.gltf")), (name: "rock", shape: Mesh(file: "../rock.obj")),
            (name: "boulder", shape: Mesh(file: {absolute:?})),
        ], robots: [(name: "arm", model: (file: "../robots/arm.urdf"))])"#
    );
    write(root, "world/scene.ron", scene);
    let options = UrdfOptions { packages: vec![root.join("lib")], ..UrdfOptions::default() };
    (Scene::load(root.join("world/scene.ron")).unwrap(), options)
}

fn names(attached: &Attached) -> Vec<&str> {
    attached.files.iter().map(|file| file.name.as_str()).collect()
}

#[test]
fn every_file_is_attached_once_with_its_digest() {
    let folder = tempfile::tempdir().unwrap();
    let (loaded, options) = yard(folder.path());
    let attached = attach(&loaded, &options);
    assert!(attached.warnings.is_empty(), "{}", attached.warnings);
    let expected = [
        "hill.obj",
        "colors/hill.mtl",
        "meshes/leaf.gltf",
        "meshes/points a.bin",
        "outside/1/rock.obj",
        "outside/2/arm.urdf",
        "outside/2/meshes/foot.obj",
        "packages/shapes/body.obj",
        "packages/shapes/look.obj",
    ];
    let mut found = names(&attached);
    found.sort_unstable();
    let mut sorted = expected;
    sorted.sort_unstable();
    assert_eq!(found, sorted);
    let arm = attached.files.iter().find(|file| file.name == "outside/2/arm.urdf").unwrap();
    let references: Vec<(&str, &str)> = arm.references.iter().map(|(text, copy)| (&**text, &**copy)).collect();
    let expected = [
        ("../rock.obj", "outside/1/rock.obj"),
        ("meshes/foot.obj", "outside/2/meshes/foot.obj"),
        ("package://shapes/body.obj", "packages/shapes/body.obj"),
        ("package://shapes/look.obj", "packages/shapes/look.obj"),
    ];
    assert_eq!(references, expected);
    let empty = SceneFile::new("empty", Vec::new());
    assert_eq!(empty.digest, "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert!(
        !attached.scene_text.contains("../") && !attached.scene_text.contains(&folder.path().display().to_string())
    );
}

/// Records a run with these files, which then only exist in the recording.
fn recorded(folder: &Path, info: RunInfo) -> Recording {
    let path = folder.join("run.mcap");
    let options = RecorderOptions { existing: Existing::Replaced, ..RecorderOptions::default() };
    Recorder::create(&path, info, options).unwrap().finish(&summary()).unwrap();
    Recording::open(path).unwrap()
}

#[test]
fn scene_models_and_meshes_are_read_from_the_recording_alone() {
    let (folder, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (loaded, options) = yard(folder.path());
    let Attached { scene_text, files, .. } = attach(&loaded, &options);
    let run = RunInfo { scene_text, scene_files: files, ..RunInfo::default() };
    drop(folder);
    let recording = recorded(there.path(), run.clone());
    assert_eq!(recording.info().scene_files, run.scene_files);

    let place = there.path().join("unpacked");
    let unpacked = recording.unpack(&place).unwrap();
    let scene = Scene::load(&unpacked.scene).unwrap();
    assert_eq!(scene.scene.objects.len(), 5);
    let file = scene.scene.robots[0].model.file.clone().unwrap();
    let arm = model::load(&scene.resolve(&file), &unpacked.models).unwrap();
    assert_eq!(arm.files.len(), 4);
    for mesh in arm.files.values() {
        assert!(mesh.starts_with(&place), "{}", mesh.display());
        mesh::load(mesh, [1.0; 3]).unwrap();
    }
    let hill = mesh::load(&place.join("hill.obj"), [1.0; 3]).unwrap();
    assert_eq!(hill.mesh.parts[0].color, Some([0.0, 1.0, 0.0, 1.0]), "the materials came along");
    mesh::load(&place.join("meshes/leaf.gltf"), [1.0; 3]).unwrap();
}

#[test]
fn a_file_that_has_vanished_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (loaded, options) = yard(folder.path());
    std::fs::remove_file(folder.path().join("world/hill.obj")).unwrap();
    let attached = attach(&loaded, &options);
    assert!(!names(&attached).contains(&"hill.obj") && names(&attached).contains(&"meshes/leaf.gltf"));
    let text = attached.warnings.to_string();
    assert!(text.contains("RC006") && text.contains("hill.obj") && !attached.warnings.has_errors(), "{text}");
}

#[test]
fn files_that_lead_outside_or_are_not_what_was_recorded_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |file: SceneFile| {
        let recording = recorded(folder.path(), RunInfo { scene_files: vec![file], ..info() });
        recording.unpack(&folder.path().join("unpacked/here")).unwrap_err().to_string()
    };
    for name in ["../up.stl", "/tmp/root.stl", "a/../../up.stl", ""] {
        let text = refused(SceneFile::new(name, vec![1]));
        assert!(text.contains("outside of the scene folder"), "{text}");
    }
    let other = SceneFile { digest: SceneFile::new("b", vec![2]).digest, ..SceneFile::new("a.stl", vec![1]) };
    assert!(refused(other).contains("`a.stl` differs from the recorded one"));
    assert!(!folder.path().join("unpacked/up.stl").exists());
}

#[test]
fn an_attached_file_never_takes_the_place_of_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    let file = SceneFile::new("recorded.ron", b"a robot".to_vec());
    let recording = recorded(folder.path(), RunInfo { scene_files: vec![file], ..info() });
    let unpacked = recording.unpack(&folder.path().join("here")).unwrap();
    assert_eq!(std::fs::read(folder.path().join("here/recorded.ron")).unwrap(), b"a robot");
    assert_eq!(std::fs::read_to_string(unpacked.scene).unwrap(), info().scene_text);
}
