//! Imported worlds in temporary folders.

use nalgebra::{Point3, Vector3};
use sim_core::diagnostic::Diagnostics;
use sim_core::engine::{BuildOptions, Built, Simulation};
use sim_core::geometry::QueryFilter;
use sim_core::plugins::{PluginHost, SearchPath};
use sim_core::scene::{LoadedScene, Object, Posed, Scene, Shape};
use sim_import::{Imported, Paths, import};
use std::path::{Path, PathBuf};

pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/webots").join(name)
}

/// An imported world, written to a temporary folder and loaded from there.
pub struct World {
    _folder: tempfile::TempDir,
    pub imported: Imported,
    pub loaded: LoadedScene,
}

pub fn of_text(text: &str, robots: &[(String, String)]) -> Result<World, Diagnostics> {
    of_bytes(text.as_bytes(), robots)
}

pub fn of_bytes(bytes: &[u8], robots: &[(String, String)]) -> Result<World, Diagnostics> {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("world.ron");
    let paths = Paths { world: &folder.path().join("world.wbt"), scene: &scene, meshes: "world" };
    let imported = import(bytes, paths, robots)?;
    std::fs::create_dir(folder.path().join("world")).unwrap();
    for (name, content) in &imported.meshes {
        std::fs::write(folder.path().join("world").join(name), content).unwrap();
    }
    std::fs::write(&scene, &imported.text).unwrap();
    let loaded = Scene::load(&scene).unwrap_or_else(|findings| panic!("{}\n{findings}", imported.text));
    assert_eq!(loaded.scene, imported.loaded.scene, "the file and the imported scene are equal");
    Ok(World { _folder: folder, imported, loaded })
}

pub fn of_file(name: &str) -> World {
    let text = std::fs::read_to_string(data(name)).unwrap();
    of_text(&text, &[]).unwrap_or_else(|findings| panic!("{name}: {findings}"))
}

impl World {
    pub fn object(&self, name: &str) -> &Object {
        let found = self.loaded.scene.objects.iter().find(|object| object.name == name);
        found.unwrap_or_else(|| panic!("no {name} in {}", self.imported.text))
    }

    pub fn simulation(&self) -> Simulation {
        let host = PluginHost::new(SearchPath::only([])).unwrap();
        let Built { simulation, .. } = Simulation::build(&self.loaded, &host, &BuildOptions::default())
            .unwrap_or_else(|findings| panic!("{}\n{findings}", self.imported.text));
        simulation
    }

    /// Height at which a ray straight down from 50 m hits something.
    pub fn height(&self, x: f64, y: f64) -> Option<f64> {
        let filter = QueryFilter::default();
        let from = Point3::new(x, y, 50.0);
        let hit = self.simulation().world().index.cast_ray(&from, &-Vector3::z(), 100.0, &filter).unwrap();
        hit.map(|hit| hit.point.z)
    }

    /// The triangles of an object's visual, in the frame of the scene.
    pub fn triangles(&self, name: &str) -> Vec<[Vector3<f64>; 3]> {
        let object = self.object(name);
        let (mesh, scale) = match object.shape.resolved() {
            Shape::Mesh(mesh) => {
                let read = sim_core::mesh::load(&self.loaded.resolve(&mesh.file), [1.0; 3]).unwrap();
                (read.mesh, Vector3::from(mesh.scale))
            }
            Shape::Extrusion(extrusion) => (extrusion.surface(), Vector3::repeat(1.0)),
            other => panic!("{other:?}"),
        };
        let place = |index: u32| {
            let point = Vector3::from(mesh.vertices[index as usize]).component_mul(&scale);
            object.pose().transform_point(&Point3::from(point)).coords
        };
        mesh.triangles.iter().map(|triangle| triangle.map(place)).collect()
    }

    /// Minimum and maximum corner of an object's visual.
    pub fn extent(&self, name: &str) -> [Vector3<f64>; 2] {
        let ends = [Vector3::repeat(f64::MAX), Vector3::repeat(f64::MIN)];
        self.triangles(name).iter().flatten().fold(ends, |[low, high], p| [low.inf(p), high.sup(p)])
    }

    /// The volume enclosed by an object's visual, m³.
    pub fn volume(&self, name: &str) -> f64 {
        self.triangles(name).iter().map(|[a, b, c]| a.dot(&b.cross(c)) / 6.0).sum()
    }

    /// The parts left out: line and message.
    pub fn left_out(&self) -> Vec<(usize, String)> {
        let line = |finding: &sim_core::diagnostic::Diagnostic| finding.place.map_or(0, |place| place.line);
        self.imported.left_out.iter().map(|finding| (line(finding), finding.message.to_string())).collect()
    }
}

pub fn near(found: Vector3<f64>, wanted: [f64; 3]) {
    assert!((found - Vector3::from(wanted)).amax() < 1e-9, "{found} is not {wanted:?}");
}

impl World {
    /// The warnings about parts left out: message, found value, and hint.
    pub fn warnings(&self) -> Vec<[String; 3]> {
        let text = |sentence: &Option<String>| sentence.as_ref().map_or_else(String::new, ToString::to_string);
        let of = |finding: &sim_core::diagnostic::Diagnostic| {
            [finding.message.to_string(), text(&finding.found), text(&finding.help)]
        };
        self.imported.left_out.iter().map(of).collect()
    }

    /// Friction and restitution of an object.
    pub fn contact(&self, name: &str) -> (f64, f64) {
        let material = &self.object(name).material;
        (material.friction, material.restitution)
    }
}
