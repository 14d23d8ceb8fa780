//! An object added by a service during the run is selected by a click, and the inspector shows its origin.

use super::drags::{VIEW, on_screen};
use egui_kittest::kittest::Queryable;
use nalgebra::Point3;
use sim_abi::prelude::*;
use sim_window_tests::Rig;

/// Adds a post, and replaces the scene's box with another one, as soon as it is called while idle.
struct Builder(bool);

impl Service for Builder {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.set_idle_period(0.01);
        Ok(Self(false))
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        if std::mem::replace(&mut self.0, true) {
            return Ok(());
        }
        let description = "A post.\nIt carries the bridge.";
        let post = json!({
            "name": "post", "shape": {"Box": {"size": [0.5, 0.75, 1.25]}}, "at": [0, 0, 0.625], "description": description,
        });
        let cuboid = json!({"name": "box", "shape": {"Sphere": {"radius": 0.5}}, "at": [2, 0, 0.5]});
        io.request(&Request::AddObject { object: post })?;
        io.request(&Request::RemoveObject { name: "box".into() })?;
        io.request(&Request::AddObject { object: cuboid }).map(drop)
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        self.step(io)
    }
}

sim_abi::export! {
    /// Builds.
    service "test/builder" = Builder;
}

const SCENE: &str = r#"(
    format_version: 1,
    name: "yard",
    floor: (),
    objects: [
        (name: "box", shape: Box(size: (1, 1, 1)), at: (2, 0, 0.5)),
        (name: "wall", shape: Box(size: (6, 0.1, 1)), at: (0, 3, 0.5), description: "A wall of the scene."),
    ],
    services: [(name: "mason", id: "test/builder", grants: [Edit])],
    view: (camera: (0, -8, 4), look_at: (0, 0, 0.5)),
)
"#;

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn a_click_on_an_object_added_by_a_service_selects_and_describes_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, SCENE).unwrap();
    let mut rig = Rig::open_linked(path, vec![("test", sim_plugin::module())]);
    rig.wait("the objects are added", |rig| {
        rig.harness.query_by_label(VIEW).is_some() && rig.sees("Added during the run (2)")
    });
    rig.harness.run_steps(3);
    let before = rig.text();
    let by = "Added during the run by the service “mason”.";
    assert!(rig.sees("Static objects (2)"), "floor and wall: {:?}", rig.labels());
    assert!(!rig.sees(by));

    let place = on_screen(&rig, Point3::new(0.0, -0.3, 0.7));
    rig.click_at(place);
    assert_eq!(rig.window().selected().len(), 1);
    let check_description = |rig: &Rig| {
        for wanted in [by, "Static object.", "Size", "Description", "A post.\nIt carries the bridge."] {
            assert!(rig.sees(wanted), "{wanted}: {:?}", rig.labels());
        }
        let labels = rig.labels();
        let has = |parts: &[&str]| labels.iter().any(|label| parts.iter().all(|part| label.contains(part)));
        assert!(has(&["0.5", "0.75", "1.25", "m"]), "its size: {labels:?}");
        assert!(has(&["0.625", "m"]), "its place: {labels:?}");
        // It is not part of the document: it cannot be edited, and the scene's own fields do not apply to it.
        assert!(!labels.iter().any(|label| label == "Properties"), "{labels:?}");
    };
    check_description(&rig);

    // Elsewhere, nothing is selected; an object of the scene has its description in a field.
    rig.click("wall");
    assert!(!rig.sees(by) && rig.sees("Properties"), "{:?}", rig.labels());
    rig.click("2D view");
    let place = rig.window().place_in_plan([0.0, 0.0]);
    rig.click_at(place);
    check_description(&rig);

    // A replacement of a scene object is not mistaken for the original.
    rig.click("box");
    assert!(rig.sees(by) && !rig.sees("Properties"), "{:?}", rig.labels());
    assert!(!rig.sees("Description"), "it does not have a description");
    assert_eq!(rig.text(), before);
}
