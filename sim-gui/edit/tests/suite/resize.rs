//! Resizing objects; shapes and settings shared by objects.

use crate::common::{apply, of, scene};
use nalgebra::Isometry3;
use sim_core::scene::{Object, Posed, Shape};
use sim_edit::{Carried, Document, Edit, Impact, References, Resized, Section, Target, sizes};

const TEXT: &str = r#"(
    format_version: 1,
    objects: [
        (name: "crate", shape: Box(size: (0.4, 0.4, 0.4)), at: (1, 0, 0.2)), // mine
        (name: "wall", shape: Wall(from: (0, 0), to: (2, 0)), at: (0, 3)),
        (name: "post", shape: Cylinder(radius: 0.1, height: 1), at: (0, 0, 0.5), mass: 2, inertia: (1, 1, 1)),
        (name: "safe", shape: Sphere(radius: 0.1), locked: true),
    ],
    robots: [(name: "anna", model: "scout/standard", at: (4, 0))],
)
"#;

fn object(document: &Document, name: &str) -> Object {
    scene(document).objects.iter().find(|object| object.name == name).unwrap().clone()
}

fn resized(document: &Document, name: &str, axis: Option<usize>, factor: f64) -> Resized {
    let shape = sizes::scaled(&object(document, name).shape, axis, factor);
    Resized { target: Target::object(name), shape, pose: None }
}

#[test]
fn only_the_sizes_that_change_are_written() {
    let (_folder, mut document) = of(TEXT);
    let resized_objects = vec![resized(&document, "crate", Some(2), 2.0)];
    let applied = apply(&mut document, Edit::Resize(resized_objects));
    assert_eq!((&*applied.label, applied.impact), ("Resize crate", Impact::Rebuild));
    let wanted = TEXT.replace("size: (0.4, 0.4, 0.4)", "size: (0.4, 0.4, 0.8)");
    assert_eq!(document.to_text(), wanted);
    // A default height is not written; a height that no longer is the default is written.
    let resized_objects = vec![resized(&document, "wall", None, 1.5)];
    apply(&mut document, Edit::Resize(resized_objects));
    let Shape::Wall(wall) = object(&document, "wall").shape else { panic!("a wall") };
    assert_eq!((wall.from, wall.to, wall.height, wall.thickness), ([-0.5, 0.0], [2.5, 0.0], 1.5, 0.15));
    let resized_objects = vec![resized(&document, "wall", Some(2), 1.0 / 1.5)];
    apply(&mut document, Edit::Resize(resized_objects));
    assert!(!document.to_text().contains("height: 1.5"), "{}", document.to_text());
}

#[test]
fn several_objects_are_resized_and_moved_in_one_step() {
    let (_folder, mut document) = of(TEXT);
    let mut resized_objects = vec![resized(&document, "crate", None, 0.5), resized(&document, "post", Some(0), 3.0)];
    resized_objects[0].pose = Some(Isometry3::translation(1.5, 0.0, 0.1));
    let applied = apply(&mut document, Edit::Resize(resized_objects));
    assert_eq!(applied.label, "Resize 2 items");
    assert!(applied.hints.iter().any(|hint| hint.contains("post")), "its inertia stays: {:?}", applied.hints);
    assert_eq!(object(&document, "crate").pose().translation.vector.as_slice(), [1.5, 0.0, 0.1]);
    assert!(document.to_text().contains("radius: 0.3, height: 1)"), "{}", document.to_text());
    document.undo();
    assert_eq!(document.to_text(), TEXT);
}

#[test]
fn what_is_locked_or_has_no_size_is_refused_with_a_reason() {
    let (_folder, mut document) = of(TEXT);
    let ball = object(&document, "safe").shape;
    let mut refusal = |name: &str, target: Target| {
        let shape = ball.clone();
        let refusal = document.apply(Edit::Resize(vec![Resized { target, shape, pose: None }])).unwrap_err();
        assert_eq!(document.to_text(), TEXT, "{name}");
        refusal.to_string()
    };
    assert!(refusal("locked", Target::object("safe")).contains("locked"));
    assert!(refusal("robot", Target::robot("anna")).contains("only objects can be resized"));
    assert!(refusal("other kind", Target::object("crate")).contains("the shape type cannot change"));
}

const POSTS: &str = r#"(
    format_version: 1,
    shapes: [(name: "post", shape: Cylinder(radius: 0.1, height: 1))],
    groups: [(name: "gate", collides: false)],
    objects: [
        (name: "left", shape: Named("post"), group: "gate"),
        (name: "right", shape: Named("post"), at: (0, 1), group: "gate", detectable: false),
        (name: "hut", shape: Box(size: (1, 1, 1)), collision: [(shape: Named("post"))]),
    ],
)
"#;

/// BL-01: A world is a tree of nodes; a named shape can be used several times.
#[test]
fn renaming_a_shared_shape_or_a_group_renames_it_in_the_objects() {
    let (_folder, mut document) = of(POSTS);
    let target = Target::named(Section::Shapes, "post");
    apply(&mut document, Edit::Rename { target, name: "pole".into() });
    apply(&mut document, Edit::Rename { target: Target::named(Section::Groups, "gate"), name: "way".into() });
    assert_eq!(document.to_text(), POSTS.replace("\"post\"", "\"pole\"").replace("\"gate\"", "\"way\""));
}

/// BL-01: A world is a tree of nodes; a named shape can be used several times.
#[test]
fn what_is_changed_in_a_shared_shape_changes_all_objects() {
    let (_folder, mut document) = of(POSTS);
    let target = Some(Target::named(Section::Shapes, "post"));
    let applied = apply(&mut document, Edit::set(target, "shape.radius", 0.2));
    assert_eq!(applied.impact, Impact::Rebuild);
    for name in ["left", "right"] {
        let Shape::Cylinder(post) = object(&document, name).shape.resolved().clone() else { panic!("a post") };
        assert_eq!(post.radius, 0.2);
    }
    let group = Some(Target::named(Section::Groups, "gate"));
    assert_eq!(apply(&mut document, Edit::set(group, "detectable", false)).impact, Impact::Rebuild);
}

/// BL-81: Deleting a node keeps the objects that share its shape; undo restores the file.
#[test]
fn deleting_a_shared_shape_or_a_group_leaves_the_objects_as_they_were() {
    let (_folder, mut document) = of(POSTS);
    let delete =
        |target: Target| Edit::Delete { targets: vec![target], carried: Carried::Keep, references: References::Refuse };
    let before: Vec<Shape> = ["left", "right"].map(|name| object(&document, name).shape.resolved().clone()).into();
    apply(&mut document, delete(Target::named(Section::Shapes, "post")));
    let after: Vec<Shape> = ["left", "right"].map(|name| object(&document, name).shape).into();
    assert_eq!(before, after);
    assert!(matches!(object(&document, "hut").collision[0].shape, Shape::Cylinder(_)));
    apply(&mut document, delete(Target::named(Section::Groups, "gate")));
    let (left, right) = (object(&document, "left"), object(&document, "right"));
    assert_eq!((left.group, left.collides, left.detectable), (None, false, true));
    assert_eq!((right.group, right.collides, right.detectable), (None, false, false));
    assert!(!document.to_text().contains("groups"), "{}", document.to_text());
    document.undo();
    document.undo();
    assert_eq!(document.to_text(), POSTS);
}

#[test]
fn the_handles_of_sizes_give_an_object_a_shape_of_its_own() {
    let (_folder, mut document) = of(POSTS);
    let resized_objects = vec![resized(&document, "left", Some(0), 2.0)];
    let applied = apply(&mut document, Edit::Resize(resized_objects));
    assert!(applied.hints.iter().any(|hint| hint.contains("`post`")), "{:?}", applied.hints);
    let wanted = POSTS.replacen("Named(\"post\")", "Cylinder(radius: 0.2, height: 1)", 1);
    assert_eq!(document.to_text(), wanted);
}
