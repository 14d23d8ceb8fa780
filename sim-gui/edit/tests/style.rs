//! What edits write looks as if a person had written it, and nothing else changes.

mod common;

use common::{apply, changes, diff, objects, of, open, pose};
use sim_core::scene::{BoxShape, ComponentId, ControllerUse, Object, Shape};
use sim_edit::{Carried, Document, Edit, References, Section, Slot, Target, Thing};

#[test]
fn explore() {
    let mut d = open("demo.ron");
    let p = |t: String| println!("{t}");
    p(diff(&mut d, Edit::Move(vec![(Target::object("box-1"), pose(1.0, 0.1 + 0.2, 0.15, 25f64.to_radians()))])));
    p(diff(&mut d, Edit::Move(vec![(Target::object("box-2"), pose(1.0, 0.123456789, 0.15, 30f64.to_radians()))])));
    p(diff(&mut d, Edit::Move(vec![(Target::robot("anna"), pose(1.0, 2.0, 0.0, 0.3))])));
    p(diff(
        &mut d,
        Edit::Insert(vec![Thing::Object(Object::new("box-1", Shape::Box(BoxShape { size: [0.1, 0.2, 1.0] })))]),
    ));
    p(diff(&mut d, Edit::set(Some(Target::object("box-1")), "material.friction", 0.25)));
    p(diff(&mut d, Edit::set(Some(Target::object("crate")), "material.friction", 0.6)));
    p(diff(
        &mut d,
        Edit::Parameter {
            target: Target::robot("dora"),
            slot: Slot::Controller,
            name: "speed".into(),
            value: Some(0.5.into()),
            id: None,
        },
    ));
    p(diff(
        &mut d,
        Edit::Parameter {
            target: Target::robot("emil"),
            slot: Slot::Dynamics,
            name: "lag".into(),
            value: Some(1.0.into()),
            id: Some(ComponentId("diff-drive/dynamic".into())),
        },
    ));
    p(diff(
        &mut d,
        Edit::Controller {
            target: Target::robot("emil"),
            to: Some(ControllerUse {
                id: ComponentId("control/wander".into()),
                params: Default::default(),
                period: Some(0.1),
            }),
        },
    ));
    p(diff(
        &mut d,
        Edit::Delete {
            targets: objects(&["pillar", "room"]),
            carried: Carried::Delete,
            references: References::Refuse,
        },
    ));
    p(diff(
        &mut d,
        Edit::Duplicate { targets: vec![Target::robot("anna"), Target::object("crate")], offset: [0.5, 0.0, 0.0] },
    ));
    p(diff(&mut d, Edit::set(None, "run.duration", 60)));
    p(diff(&mut d, Edit::set(None, "run.speed", 2)));
    p(diff(&mut d, Edit::reset(None, "view.camera")));
    p(diff(
        &mut d,
        Edit::Insert(vec![Thing::from_json(Section::Notes, &serde_json::json!({"text": "hi", "at": [1, 2]}))]),
    ));
    p(diff(&mut d, Edit::set(Some(Target::at(Section::Paint, 1)), "width", 0.1)));
    p(d.copy(&[Target::object("box-1"), Target::robot("anna"), Target::at(Section::Paint, 0)]).unwrap());
    let mut e = open("empty.ron");
    p(diff(
        &mut e,
        Edit::Insert(vec![Thing::Object(Object::new("box-1", Shape::Box(BoxShape { size: [0.1, 0.2, 1.0] })))]),
    ));
    let mut e = open("examples/pool.ron");
    p(diff(&mut e, Edit::Dissolve { fleet: "buoy".into() }));
    p(diff(&mut e, Edit::delete(vec![Target::named(Section::Media, "rinse")])));
    let mut e = Document::new();
    p(diff(
        &mut e,
        Edit::Insert(vec![Thing::Object(Object::new("box-1", Shape::Box(BoxShape { size: [0.1, 0.2, 1.0] })))]),
    ));
    let _ = (of, changes, apply);
}
