//! Shared shapes and groups of objects.

use super::model::{Group, NamedShape, Object, Scene, Shape};

impl Scene {
    /// Group of an object.
    pub fn group(&self, object: &Object) -> Option<&Group> {
        let name = object.group.as_ref()?;
        self.groups.iter().find(|group| group.name == *name)
    }

    /// Resolves the names of shared shapes in an object. Unknown names are left unresolved.
    pub fn resolve_shapes(&self, object: &mut Object) {
        for shape in object.shapes_mut() {
            if let Shape::Named(NamedShape { name, shape }) = shape {
                let shared = self.shapes.iter().find(|shared| shared.name == *name);
                *shape = shared.map(|shared| Box::new(shared.shape.clone()));
            }
        }
    }

    /// As [`Scene::resolve_shapes`], for all objects.
    pub(super) fn resolve_all_shapes(&mut self) {
        let mut objects = std::mem::take(&mut self.objects);
        objects.iter_mut().for_each(|object| self.resolve_shapes(object));
        self.objects = objects;
    }
}

impl Object {
    /// Its shape, and its separate collision shapes, each with its path below the object.
    pub fn shapes(&self) -> impl Iterator<Item = (String, &Shape)> {
        let collision = self.collision.iter().enumerate();
        let collision = collision.map(|(number, part)| (format!("collision[{number}].shape"), &part.shape));
        std::iter::once(("shape".to_owned(), &self.shape)).chain(collision)
    }

    /// As [`Object::shapes`], mutable.
    pub fn shapes_mut(&mut self) -> impl Iterator<Item = &mut Shape> {
        std::iter::once(&mut self.shape).chain(self.collision.iter_mut().map(|part| &mut part.shape))
    }
}

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::{LoadedScene, Scene, Shape};
    use sim_diagnostics::Code;

    fn parsed(parts: &str, format: Format) -> Result<LoadedScene, sim_diagnostics::Diagnostics> {
        Scene::parse(parts, format, "shared.ron")
    }

    const POSTS: &str = r#"(
        format_version: 1,
        shapes: [(name: "post", shape: Cylinder(radius: 0.05, height: 0.4))],
        groups: [(name: "gate", collides: false)],
        objects: [
            (name: "a", shape: Named("post"), group: "gate"),
            (name: "b", shape: Box(size: (1, 1, 1)), collision: [(shape: Named("post"), at: (0, 0, 1))]),
        ],
    )"#;

    /// BL-01: A world is a tree of nodes; a named shape can be used several times.
    #[test]
    fn shape_names_refer_to_shared_shapes_and_are_preserved() {
        let loaded = parsed(POSTS, Format::Ron).unwrap();
        let post = &loaded.scene.shapes[0].shape;
        assert_eq!(loaded.scene.objects[0].shape.resolved(), post);
        assert_eq!(loaded.scene.objects[1].collision[0].shape.resolved(), post);
        let written = loaded.to_ron();
        assert_eq!(written.matches("Named(\"post\")").count(), 2, "{written}");
        assert_eq!(parsed(&written, Format::Ron).unwrap().scene, loaded.scene);
        let json = serde_json::to_string(&loaded.scene).unwrap();
        assert_eq!(parsed(&json, Format::Json).unwrap().scene, loaded.scene);
        let wider = parsed(&POSTS.replace("0.05", "0.07"), Format::Ron).unwrap();
        assert!(matches!(wider.scene.objects[0].shape.resolved(), Shape::Cylinder(post) if post.radius == 0.07));
    }

    #[test]
    fn unknown_shape_names_are_reported_with_their_position() {
        for (old, new, code, told) in [
            ("shape: Named(\"post\")", "shape: Named(\"pots\")", Code::SceneReference, "objects[0].shape"),
            ("(shape: Named(\"post\")", "(shape: Named(\"x\")", Code::SceneReference, "objects[1].collision[0].shape"),
            ("group: \"gate\"", "group: \"gat\"", Code::SceneReference, "did you mean `gate`"),
            (
                "shape: Cylinder(radius: 0.05, height: 0.4)",
                "shape: Named(\"post\")",
                Code::SceneReference,
                "shapes[0].shape",
            ),
            (
                "shapes: [",
                "shapes: [(name: \"post\", shape: Sphere(radius: 1)), ",
                Code::SceneDuplicateName,
                "shapes[1].name",
            ),
            ("groups: [", "groups: [(name: \"gate\"), ", Code::SceneDuplicateName, "groups[1].name"),
        ] {
            let text = POSTS.replacen(old, new, 1);
            assert_ne!(text, POSTS, "{old}");
            let findings = parsed(&text, Format::Ron).unwrap_err();
            assert!(findings.iter().any(|finding| finding.code == code), "{new}: {findings}");
            assert!(findings.to_string().contains(told), "{new}: {findings}");
        }
    }

    #[test]
    fn what_cannot_move_has_no_mass_under_a_name_either() {
        let text =
            POSTS.replace("Cylinder(radius: 0.05, height: 0.4)", "Plane()").replace("group: \"gate\"", "mass: 1");
        let findings = parsed(&text, Format::Ron).unwrap_err();
        assert!(findings.iter().any(|finding| finding.code == Code::SceneContradiction), "{findings}");
        assert!(findings.to_string().contains("objects[0].mass"), "{findings}");
    }

    #[test]
    fn a_file_of_a_shared_shape_counts_from_the_folder_of_its_scene() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        write("sub/tree.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        write("sub/trees.ron", "(format_version: 1, shapes: [(name: \"tree\", shape: Mesh(file: \"tree.obj\"))])");
        let main =
            "(format_version: 1, include: [\"sub/trees.ron\"], objects: [(name: \"a\", shape: Named(\"tree\"))])";
        write("main.ron", main);
        let loaded = Scene::load(folder.path().join("main.ron")).unwrap();
        let Shape::Mesh(mesh) = loaded.scene.objects[0].shape.resolved() else { panic!("a mesh") };
        assert!(loaded.resolve(&mesh.file).is_file(), "{mesh:?}");
        std::fs::remove_file(folder.path().join("sub/tree.obj")).unwrap();
        let findings = Scene::load(folder.path().join("main.ron")).unwrap_err().to_string();
        assert!(findings.contains("shapes[0].shape.file"), "{findings}");
    }
}
