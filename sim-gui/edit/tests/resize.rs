//! Objects of other sizes.

mod common;

use common::{apply, of, scene};
use nalgebra::Isometry3;
use sim_core::scene::{Object, Posed, Shape};
use sim_edit::{Document, Edit, Impact, Resized, Target, sizes};

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
fn m1_10_only_the_sizes_that_change_are_written() {
    let (_folder, mut document) = of(TEXT);
    let things = vec![resized(&document, "crate", Some(2), 2.0)];
    let applied = apply(&mut document, Edit::Resize(things));
    assert_eq!((&*applied.label, applied.impact), ("Resize crate", Impact::Rebuild));
    let wanted = TEXT.replace("size: (0.4, 0.4, 0.4)", "size: (0.4, 0.4, 0.8)");
    assert_eq!(document.to_text(), wanted);
    // A height that is the default is not written, and one that is no more the default is.
    let things = vec![resized(&document, "wall", None, 1.5)];
    apply(&mut document, Edit::Resize(things));
    let Shape::Wall(wall) = object(&document, "wall").shape else { panic!("a wall") };
    assert_eq!((wall.from, wall.to, wall.height, wall.thickness), ([-0.5, 0.0], [2.5, 0.0], 1.5, 0.15));
    let things = vec![resized(&document, "wall", Some(2), 1.0 / 1.5)];
    apply(&mut document, Edit::Resize(things));
    assert!(!document.to_text().contains("height: 1.5"), "{}", document.to_text());
}

#[test]
fn m1_10_several_objects_are_resized_and_moved_in_one_step() {
    let (_folder, mut document) = of(TEXT);
    let mut things = vec![resized(&document, "crate", None, 0.5), resized(&document, "post", Some(0), 3.0)];
    things[0].pose = Some(Isometry3::translation(1.5, 0.0, 0.1));
    let applied = apply(&mut document, Edit::Resize(things));
    assert_eq!(applied.label, "Resize 2 things");
    assert!(applied.hints.iter().any(|hint| hint.contains("post")), "its inertia stays: {:?}", applied.hints);
    assert_eq!(object(&document, "crate").pose().translation.vector.as_slice(), [1.5, 0.0, 0.1]);
    assert!(document.to_text().contains("radius: 0.3, height: 1)"), "{}", document.to_text());
    document.undo();
    assert_eq!(document.to_text(), TEXT);
}

#[test]
fn m1_10_what_is_locked_or_has_no_size_is_refused_with_a_reason() {
    let (_folder, mut document) = of(TEXT);
    let ball = object(&document, "safe").shape;
    let mut refusal = |name: &str, target: Target| {
        let shape = ball.clone();
        let refusal = document.apply(Edit::Resize(vec![Resized { target, shape, pose: None }])).unwrap_err();
        assert_eq!(document.to_text(), TEXT, "{name}");
        refusal.to_string()
    };
    assert!(refusal("locked", Target::object("safe")).contains("locked"));
    assert!(refusal("robot", Target::robot("anna")).contains("only objects have a size"));
    assert!(refusal("other kind", Target::object("crate")).contains("another kind of shape"));
}
