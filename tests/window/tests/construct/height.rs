//! The height handle of the scene editor.

use super::parts::hands::{center, drag, steps, undo};
use egui::Vec2;
use sim_window_tests::Rig;

/// BU-67: The scene editor adds boxes, walls, painted strokes and floor images, and changes their heights.
#[test]
fn the_height_handle_changes_the_height_and_keeps_the_base() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    let scene = r#"(
    format_version: 1,
    floor: (paint: [Disc(at: (-0.5, 0.2), radius: 0.1, color: (0, 0, 0))]),
    objects: [
        (name: "crate", shape: Box(size: (0.4, 0.3, 0.2)), at: (0.5, 0, 0.1), yaw: 0.5),
        (name: "post", shape: Cylinder(radius: 0.1, height: 0.3), at: (0, -0.6, 0.15)),
    ],
)"#;
    std::fs::write(&path, scene).unwrap();
    let mut rig = Rig::open(Some(path), &[]);
    rig.wait("it is built", |rig| rig.sees("post"));
    for (name, label) in
        [("crate", "Height of crate"), ("post", "Height of post"), ("disc 1", "Height of painted thing 1")]
    {
        let before = rig.text();
        rig.click(name);
        rig.harness.run_steps(2);
        let count = steps(&rig);
        let from = center(&rig, label);
        drag(&mut rig, from, from - Vec2::new(0.0, 50.0));
        assert_eq!(steps(&rig), count + 1, "{name}: a drag is one edit");
        let scene = rig.scene().clone();
        match name {
            "crate" => {
                let sim_core::scene::Shape::Box(shape) = &scene.objects[0].shape else { panic!("{}", rig.text()) };
                assert!(shape.size[2] > 0.22 && shape.size[..2] == [0.4, 0.3], "{:?}", shape.size);
                assert!((scene.objects[0].at.0[2] - shape.size[2] / 2.0).abs() < 1e-9, "on the ground");
                assert_eq!(scene.objects[0].yaw, Some(0.5));
            }
            "post" => {
                let sim_core::scene::Shape::Cylinder(shape) = &scene.objects[1].shape else { panic!("{}", rig.text()) };
                assert!(shape.height > 0.32, "{}", shape.height);
                assert!((scene.objects[1].at.0[2] - shape.height / 2.0).abs() < 1e-9, "on the ground");
            }
            _ => assert!(scene.floor.as_ref().unwrap().paint[0].height() > 0.02, "{}", rig.text()),
        }
        undo(&mut rig);
        assert_eq!(rig.text(), before);
        // Out of the view and back: it is held throughout.
        let (from, out) = (center(&rig, label), egui::pos2(400.0, 2.0));
        rig.harness.drag_at(from);
        for place in [from - Vec2::new(0.0, 20.0), out, out, from - Vec2::new(0.0, 50.0)] {
            rig.harness.hover_at(place);
            rig.harness.step();
        }
        rig.harness.drop_at(from - Vec2::new(0.0, 50.0));
        rig.harness.run_steps(2);
        assert_eq!(steps(&rig), count + 1, "{name}: also where the pointer has left the view");
        undo(&mut rig);
        assert_eq!(rig.text(), before);
        // Visuals cannot sink below the floor, and solid parts do not vanish.
        let from = center(&rig, label);
        drag(&mut rig, from, from + Vec2::new(0.0, 400.0));
        let scene = rig.scene().clone();
        match name {
            "crate" => assert!(rig.text().contains("size: (0.4, 0.3, 0.005)"), "{}", rig.text()),
            "post" => assert!(rig.text().contains("height: 0.005"), "{}", rig.text()),
            _ => assert_eq!(scene.floor.as_ref().unwrap().paint[0].height(), 0.0),
        }
        if rig.text() != before {
            undo(&mut rig);
        }
        rig.wait("it is as before", |rig| rig.text() == before && rig.sees(label));
    }
}
