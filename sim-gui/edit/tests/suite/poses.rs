//! Moving, rotating, aligning and distributing, with the impact on a running simulation.

use crate::common::{apply, moved, objects, of, open, pose, refused, scene};
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use sim_abi::route::{Route, RoutePose};
use sim_edit::{
    Alignment, Axis, Boxes, Change, Document, Edit, Impact, RouteChange, Section, Target, Thing, rounded, rounded_angle,
};

const YARD: &str = r#"(
    format_version: 1,
    objects: [
        (name: "a", shape: Box(size: (1, 1, 1)), at: (1, 0, 0.5)),
        (name: "b", shape: Box(size: (2, 1, 1)), at: (4, 1)),
        (name: "c", shape: Sphere(radius: 0.25), at: (6, 5), rpy: (0, 0, 0.5)),
        (name: "arm", shape: Box(size: (1, 0.1, 0.1)), at: (0, 0, 1), yaw: deg(90), parent: "a"),
        (name: "hand", shape: Sphere(radius: 0.1), at: (0.5, 0, 0), parent: "arm"),
        (name: "safe", shape: Box(size: (1, 1, 1)), locked: true),
        (name: "cap", shape: Sphere(radius: 0.1), at: (0, 0, 0.2), parent: "unit0"),
    ],
    lights: [(name: "lamp", kind: Point(radius: 3), at: (0, 0, 1), parent: "arm")],
    media: [
        (name: "pond", density: 1000, region: Box(at: (1, 1, -1), size: (2, 2, 1))),
        (name: "air", density: 1.2),
    ],
    robots: [(name: "anna", model: "scout/standard", at: (2, 2), yaw: deg(45))],
    fleets: [(prefix: "unit", count: 2, model: "scout/standard", placement: Grid(spacing: (1, 1)), at: (0, 5))],
    routes: [(name: "tour", poses: [(at: (1, 1))])],
)
"#;

fn to(target: Target, pose: Isometry3<f64>) -> Edit {
    Edit::Move(vec![(target, pose)])
}

fn at(document: &Document, name: &str) -> [f64; 3] {
    document.world_pose(&Target::object(name)).unwrap().translation.vector.into()
}

fn near(a: &Isometry3<f64>, b: &Isometry3<f64>) -> bool {
    (a.translation.vector - b.translation.vector).amax() < 2e-6 && a.rotation.angle_to(&b.rotation) < 4e-6
}

#[test]
fn several_objects_are_moved_at_once_and_the_impact_lists_every_moved_body() {
    let (_folder, mut document) = of(YARD);
    let poses =
        vec![(Target::object("b"), pose(4.5, 1.0, 0.0, 0.0)), (Target::robot("anna"), pose(0.0, 1.0, 0.0, 0.25))];
    let applied = apply(&mut document, Edit::Move(poses));
    assert_eq!(applied.label, "Move 2 items");
    let robot = Change::Pose { section: Section::Robots, name: "anna".into(), pose: pose(0.0, 1.0, 0.0, 0.25) };
    assert_eq!(applied.impact, Impact::Live(vec![robot, moved("b", 4.5, 1.0, 0.0)]));
    assert!(document.to_text().contains(r#"(name: "b", shape: Box(size: (2, 1, 1)), at: (4.5, 1)),"#));
    assert!(document.to_text().contains(r#"at: (0, 1), yaw: 0.25)"#));
    // Undo reports the previous poses.
    let back =
        Change::Pose { section: Section::Robots, name: "anna".into(), pose: pose(2.0, 2.0, 0.0, 45f64.to_radians()) };
    assert_eq!(document.undo().unwrap().impact, Impact::Live(vec![back, moved("b", 4.0, 1.0, 0.0)]));
    assert_eq!(document.to_text(), YARD);
}

#[test]
fn what_is_carried_moves_along() {
    let (_folder, mut document) = of(YARD);
    let applied = apply(&mut document, to(Target::object("a"), Isometry3::translation(2.0, 0.0, 0.5)));
    let Impact::Live(changes) = applied.impact else { panic!("{:?}", applied.impact) };
    let names = changes.iter().map(|change| match change {
        Change::Pose { name, .. } => name.as_str(),
        other => panic!("{other:?}"),
    });
    assert_eq!(names.collect::<Vec<_>>(), ["a", "arm", "hand"]);
    // Fleet members move with the fleet, and attached elements with the members.
    let applied = apply(&mut document, to(Target::fleet("unit"), Isometry3::translation(0.0, 6.0, 0.0)));
    let Impact::Live(changes) = applied.impact else { panic!("{:?}", applied.impact) };
    assert_eq!(changes.len(), 3, "{changes:?}");
}

#[test]
fn world_poses_are_written_in_the_frame_of_the_parent() {
    let (_folder, mut document) = of(YARD);
    let there =
        Isometry3::from_parts(Translation3::new(1.0, 2.0, 3.0), UnitQuaternion::from_euler_angles(0.1, 0.2, 0.3));
    apply(&mut document, to(Target::object("hand"), there));
    assert!(near(&document.world_pose(&Target::object("hand")).unwrap(), &there));
    apply(&mut document, to(Target::named(Section::Lights, "lamp"), there));
    assert!(near(&document.world_pose(&Target::named(Section::Lights, "lamp")).unwrap(), &there));
    // Parent and child at once: both reach their target poses, in any order.
    let hand = Isometry3::translation(-1.0, -2.0, 4.0);
    let arm = Isometry3::from_parts(Translation3::new(5.0, 0.0, 1.0), UnitQuaternion::from_euler_angles(0.0, 0.5, 1.0));
    apply(&mut document, Edit::Move(vec![(Target::object("hand"), hand), (Target::object("arm"), arm)]));
    assert!(near(&document.world_pose(&Target::object("hand")).unwrap(), &hand));
    assert!(near(&document.world_pose(&Target::object("arm")).unwrap(), &arm));
}

#[test]
fn turns_keep_the_form_in_which_they_were_written() {
    let (_folder, mut document) = of(YARD);
    let applied = apply(&mut document, to(Target::object("a"), pose(1.0, 0.0, 0.5, 0.5)));
    assert_eq!(applied.label, "Rotate a");
    assert!(document.to_text().contains("at: (1, 0, 0.5), yaw: 0.5),"));
    apply(&mut document, to(Target::object("c"), pose(6.0, 5.0, 0.0, 1.0)));
    assert!(document.to_text().contains("at: (6, 5), rpy: (0, 0, 1)),"));
    let tilted =
        Isometry3::from_parts(Translation3::new(1.0, 0.0, 0.5), UnitQuaternion::from_euler_angles(0.25, 0.0, 0.5));
    apply(&mut document, to(Target::object("a"), tilted));
    assert!(document.to_text().contains("at: (1, 0, 0.5), rpy: (0.25, 0, 0.5)),"), "{}", document.to_text());
    apply(&mut document, to(Target::named(Section::Media, "pond"), pose(1.0, 1.0, -1.0, 0.5)));
    assert!(document.to_text().contains("region: Box(at: (1, 1, -1), yaw: 0.5, size: (2, 2, 1))"));
    // An equal pose changes nothing.
    let same = document.world_poses().into_iter().filter(|(target, _)| *target != Target::object("safe")).collect();
    let before = document.to_text().to_owned();
    assert!(!document.apply(Edit::Move(same)).unwrap().changed);
    assert_eq!(document.to_text(), before);
}

#[test]
fn a_refused_move_gives_the_reason() {
    let (_folder, mut document) = of(YARD);
    let there = pose(0.0, 0.0, 0.0, 0.0);
    assert_eq!(refused(&mut document, to(Target::object("safe"), there)), "`safe` is locked; unlock it first");
    let air = refused(&mut document, to(Target::named(Section::Media, "air"), there));
    assert!(air.starts_with("medium `air` cannot be moved: it fills a region"), "{air}");
    assert!(refused(&mut document, to(Target::named(Section::Routes, "tour"), there)).contains("change its fields"));
    assert!(refused(&mut document, to(Target::robot("unit1"), there)).contains("a member of the fleet `unit`"));
    let lost = Isometry3::translation(f64::NAN, 0.0, 0.0);
    assert!(refused(&mut document, to(Target::object("b"), lost)).contains("not finite"));
    // One locked thing prevents all from moving.
    refused(&mut document, Edit::Move(vec![(Target::object("b"), there), (Target::object("safe"), there)]));
    let mut swarm = open("examples/swarm.ron");
    assert!(refused(&mut swarm, to(Target::object("wall-west"), there)).contains("is defined in"));
}

#[test]
fn objects_are_aligned_by_their_sides() {
    let (_folder, mut document) = of(YARD);
    let align =
        |axis, to, sizes: &Boxes| Edit::Align { targets: objects(&["a", "b", "c"]), axis, to, sizes: sizes.clone() };
    let none = Boxes::new();
    let applied = apply(&mut document, align(Axis::X, Alignment::Min, &none));
    assert_eq!(applied.label, "Align 3 items");
    assert!(matches!(applied.impact, Impact::Live(_)));
    assert_eq!([at(&document, "a")[0], at(&document, "b")[0], at(&document, "c")[0]], [1.0, 1.5, 0.75]);
    apply(&mut document, align(Axis::Y, Alignment::Max, &none));
    assert_eq!([at(&document, "a")[1], at(&document, "b")[1], at(&document, "c")[1]], [4.75, 4.75, 5.0]);
    apply(&mut document, align(Axis::Z, Alignment::Center, &none));
    let z = [at(&document, "a")[2], at(&document, "b")[2], at(&document, "c")[2]];
    assert_eq!(z, [0.25, 0.25, 0.25]);
    // An explicit size overrides that of the shape.
    let sizes = Boxes::from([(Target::object("a"), [[-10.0, 0.0, 0.0], [1.0, 1.0, 1.0]])]);
    apply(&mut document, align(Axis::X, Alignment::Min, &sizes));
    assert_eq!(at(&document, "b")[0], -9.0);
    let locked =
        Edit::Align { targets: objects(&["a", "safe"]), axis: Axis::X, to: Alignment::Max, sizes: none.clone() };
    assert!(refused(&mut document, locked).contains("locked"));
    let route = Edit::Align {
        targets: vec![Target::named(Section::Routes, "tour")],
        axis: Axis::X,
        to: Alignment::Max,
        sizes: none,
    };
    assert!(refused(&mut document, route).contains("does not have a pose"));
}

#[test]
fn objects_are_distributed_at_equal_distances() {
    let (_folder, mut document) = of(YARD);
    let edit = |targets| Edit::Distribute { targets, axis: Axis::X, sizes: Boxes::new() };
    let applied = apply(&mut document, edit(objects(&["c", "a", "b"])));
    assert_eq!(applied.label, "Distribute 3 items");
    assert_eq!([at(&document, "a")[0], at(&document, "b")[0], at(&document, "c")[0]], [1.0, 3.5, 6.0]);
    assert!(!document.apply(edit(objects(&["a", "c"]))).unwrap().changed, "two are distributed already");
    assert!(!document.apply(edit(Vec::new())).unwrap().changed);
    assert!(refused(&mut document, edit(objects(&["a", "safe", "b"]))).contains("locked"));
}

#[test]
fn new_elements_can_be_placed_at_a_given_pose() {
    let mut document = Document::new();
    let ball = serde_json::json!({"shape": {"Sphere": {"radius": 1}}, "at": [9, 9, 9], "yaw": 3});
    let there = Isometry3::from_parts(
        Translation3::new(1.23456789, -0.000_000_1, 0.5),
        UnitQuaternion::from_euler_angles(0.0, 0.0, 45f64.to_radians() + 1e-8),
    );
    let elements = [
        Thing::from_json(Section::Objects, &ball).at(&there),
        Thing::from_json(Section::Objects, &ball).at(&Isometry3::identity()),
        Thing::from_json(Section::Services, &serde_json::json!({"id": "monitor/fence"})).at(&there),
    ];
    apply(&mut document, Edit::Insert(elements.to_vec()));
    let text = document.to_text();
    assert!(
        text.contains("(name: \"sphere-1\", shape: Sphere(radius: 1), at: (1.234568, 0, 0.5), yaw: deg(45)),"),
        "{text}"
    );
    assert!(text.contains("(name: \"sphere-2\", shape: Sphere(radius: 1)),"), "{text}");
    assert_eq!((rounded(0.1 + 0.2), rounded_angle(0.5)), (0.3, 0.5));
}

#[test]
fn questions_about_the_scene_are_answered() {
    let (_folder, document) = of(YARD);
    let query = document.query().unwrap();
    assert_eq!(query.carried(&Target::object("arm")), [Target::object("hand"), Target::named(Section::Lights, "lamp")]);
    assert_eq!(query.carried(&Target::robot("unit0")), objects(&["cap"]));
    assert!(query.carried(&Target::fleet("unit")).is_empty());
    assert!(
        query.check_editable(&Target::object("a")).is_ok() && query.check_editable(&Target::object("safe")).is_err()
    );
    let member = query.world_pose(&Target::robot("unit1")).unwrap();
    assert_eq!(member.translation.vector.as_slice(), [0.5, 5.0, 0.0]);
    let cap = query.world_pose(&Target::object("cap")).unwrap();
    assert_eq!(cap.translation.vector.as_slice(), [-0.5, 5.0, 0.2]);
    let (start, end) = query.text_range(&Target::object("hand")).unwrap();
    assert_eq!(
        (query.at_byte(start), query.at_byte(end - 1)),
        (Some(Target::object("hand")), Some(Target::object("hand")))
    );
    assert_eq!((query.at_byte(0), query.at_byte(YARD.len() + 5)), (None, None));
    assert_eq!(query.at_path("objects[1].shape.size"), Some(Target::object("b")));
    assert_eq!(query.at_path("robots.anna"), Some(Target::robot("anna")));
    assert_eq!((query.at_path("run.dt"), query.at_path("objects[99]"), query.at_path("objects")), (None, None, None));
    let swarm = open("examples/swarm.ron");
    let of_swarm = swarm.query().unwrap();
    assert_eq!(of_swarm.at_path("floor.paint[1].width"), Some(Target::at(Section::Paint, 1)));
    let all = document.world_poses();
    assert!(all.iter().all(|(target, pose)| query.world_pose(target) == Some(*pose)));
    assert_eq!(all.len(), 7 + 1 + 1 + 1 + 1, "objects, the lamp, the pond, anna and the fleet");
}

#[test]
fn what_is_set_upright_again_is_turned_about_z_alone() {
    let (_folder, mut document) = of(YARD);
    let tilted =
        Isometry3::from_parts(Translation3::new(4.0, 1.0, 0.0), UnitQuaternion::from_euler_angles(0.5, 0.0, 0.25));
    apply(&mut document, to(Target::object("b"), tilted));
    assert!(document.to_text().contains("at: (4, 1), rpy: (0.5, 0, 0.25)),"), "{}", document.to_text());
    apply(&mut document, to(Target::object("b"), pose(4.0, 1.0, 0.0, 0.75)));
    assert!(document.to_text().contains("at: (4, 1), yaw: 0.75),"), "{}", document.to_text());
}

#[test]
fn one_pose_of_a_route_is_moved_alone() {
    let text = r#"(
    format_version: 1,
    routes: [(name: "round", poses: [(at: (0, 0)), (at: (1, 0), yaw: 1), (at: (1, 2))])], // mine
)
"#;
    let (_folder, mut document) = of(text);
    let route = Target::named(Section::Routes, "round");
    let edit = |number: usize, pose: Isometry3<f64>| Edit::MovePose { route: route.clone(), number, pose };
    let turned = Isometry3::new(Vector3::new(1.5, 0.25, 0.0), Vector3::z() * 2.0);
    let applied = apply(&mut document, edit(1, turned));
    assert_eq!((&*applied.label, applied.impact), ("Move pose 2 of round", Impact::Nothing));
    assert_eq!(document.to_text(), text.replace("(at: (1, 0), yaw: 1)", "(at: (1.5, 0.25), yaw: 2)"));
    document.undo();
    let refusal = document.apply(edit(3, turned)).unwrap_err().to_string();
    assert!(refusal.contains("pose not found"), "{refusal}");
    let other = Edit::MovePose { route: Target::named(Section::Services, "round"), number: 0, pose: turned };
    assert!(document.apply(other).is_err());
    assert_eq!(document.to_text(), text);
}

const TOUR: &str = r#"(
    format_version: 1,
    routes: [
        // Where they go.
        (
            name: "tour",
            poses: [
                (at: (0, 0)), // the door
                (at: (2, 0), yaw: deg(90), speed: 0.1),
                (at: (2, 2)),
            ],
        ),
    ],
    robots: [(name: "a", model: "scout/standard", route: "tour")],
    fleets: [(prefix: "b", count: 2, model: "scout/standard", route: "tour", placement: Grid(columns: 2, spacing: (1, 1)))],
)
"#;

/// Positions and headings (degrees) of the poses of the first route.
fn route(document: &Document) -> Vec<[f64; 3]> {
    let poses = scene(document).routes[0].for_components().poses.into_iter();
    poses.map(|pose| [pose.at[0], pose.at[1], pose.yaw.to_degrees().round()]).collect()
}

/// RM-43: Undo removes the last new pose, but none from before editing started.
/// RM-47: A command removes the last saved pose; a single leg leaves an empty route.
/// RM-L07: A pose within a route can be moved, deleted, or inserted at a midpoint.
#[test]
fn poses_are_added_put_between_and_taken_out() {
    let (_folder, mut document) = of(TOUR);
    let start = document.to_text().to_owned();
    let change = |change| Edit::ChangeRoute { route: Target::named(Section::Routes, "tour"), change };
    let pose = |x: f64, yaw: f64| RoutePose { at: [x, 3.0, 0.0], yaw: yaw.to_radians(), ..RoutePose::default() };

    let added = apply(&mut document, change(RouteChange::Append(vec![pose(1.0, 180.0), pose(0.1 + 0.2, 0.0)])));
    assert_eq!(&*added.label, "Add 2 poses to tour");
    assert_eq!(route(&document)[3..], [[1.0, 3.0, 180.0], [0.3, 3.0, 0.0]]);
    assert!(document.to_text().contains("(at: (0, 0)), // the door"), "{}", document.to_text());

    let put = apply(&mut document, change(RouteChange::InsertBefore(2)));
    assert_eq!(&*put.label, "Insert pose 3 into tour");
    assert_eq!(route(&document)[2], [2.0, 1.0, 45.0], "in the middle");
    apply(&mut document, change(RouteChange::InsertBefore(0)));
    assert_eq!(route(&document)[..2], [[0.0, 0.0, 0.0]; 2]);

    apply(&mut document, change(RouteChange::Remove(1)));
    apply(&mut document, change(RouteChange::Remove(2)));
    assert_eq!(route(&document).len(), 5);
    let shortened = apply(&mut document, change(RouteChange::Keep(3)));
    assert_eq!(&*shortened.label, "Remove the last 2 poses of tour");
    for _ in 0..6 {
        document.undo().unwrap();
    }
    assert_eq!(document.to_text(), start, "each is one step");

    for wrong in [RouteChange::InsertBefore(3), RouteChange::Remove(3)] {
        assert!(refused(&mut document, change(wrong)).contains("pose not found"));
    }
    assert_eq!(document.to_text(), start);
}

/// RM-48: A command empties the saved route.
#[test]
fn who_followed_a_route_that_goes_follows_none() {
    let (_folder, mut document) = of(TOUR);
    let target = || Target::named(Section::Routes, "tour");
    let followed = |document: &Document| {
        let scene = scene(document);
        [scene.robots[0].route.clone(), scene.fleets[0].route.clone()]
    };
    apply(&mut document, Edit::Rename { target: target(), name: "round".into() });
    assert_eq!(followed(&document), [Some("round".into()), Some("round".into())]);
    document.undo().unwrap();
    let whole = Edit::ChangeRoute { route: target(), change: RouteChange::Keep(0) };
    for edit in [whole, Edit::delete(vec![target()])] {
        apply(&mut document, edit);
        assert!(scene(&document).routes.is_empty());
        assert_eq!(followed(&document), [None, None]);
        document.undo().unwrap();
    }
    assert_eq!(followed(&document)[0].as_deref(), Some("tour"));
}

/// RM-46: Stopping the editor appends the new legs to the saved route.
#[test]
fn a_new_route_is_that_of_its_robot_in_one_step() {
    let (_folder, mut document) = of(TOUR);
    let start = document.to_text().to_owned();
    let poses = vec![RoutePose { at: [1.0, 0.0, 0.5], dwell: 2.0, ..RoutePose::default() }];
    let new = Route { name: "tour".into(), poses, closed: false };
    apply(&mut document, Edit::NewRoute { route: new, robot: Some(Target::named(Section::Robots, "a")) });
    let now = scene(&document);
    assert_eq!(now.robots[0].route.as_deref(), Some("tour-1"), "the name was taken");
    assert_eq!(now.fleets[0].route.as_deref(), Some("tour"));
    assert_eq!((now.routes[1].poses[0].dwell, now.routes[1].for_components().poses[0].at), (2.0, [1.0, 0.0, 0.5]));
    document.undo().unwrap();
    assert_eq!(document.to_text(), start);
}

/// RM-71: After edits while paused, the whole new route is sent and started.
#[test]
fn routes_used_by_a_robot_or_service_affect_a_run() {
    let read_by = |who: &str| {
        let (_folder, mut document) = of(&format!(
            r#"(format_version: 1, routes: [(name: "tour", poses: [(at: (0, 0)), (at: (1, 0))])], {who})"#
        ));
        let route = Target::named(Section::Routes, "tour");
        apply(&mut document, Edit::ChangeRoute { route, change: RouteChange::Remove(0) }).impact
    };
    assert_eq!(read_by(""), Impact::Nothing);
    assert_eq!(read_by(r#"robots: [(name: "a", model: "scout/standard")]"#), Impact::Nothing);
    assert_eq!(read_by(r#"robots: [(name: "a", model: "scout/standard", route: "tour")]"#), Impact::Rebuild);
    assert_eq!(read_by(r#"services: [(name: "fence", id: "fence/line")]"#), Impact::Rebuild);
}
