//! Robots as data: RON, validation, kinematics, mass and extents.

use proptest::prelude::*;
use serde_json::{Value, json};
use sim_abi::math::na::{Isometry3, Vector3};
use sim_abi::model::{
    CollisionShape, ComponentRef, Geometry, Joint, JointMotion, Link, MassProperties, Mimic, Mount, Placement, Port,
    RobotModelSpec, Visual,
};
use sim_core::model::{
    Kinematics, UrdfOptions, collision_box, from_ron, from_ron_bytes, half_extents, initial_positions, load,
    mass_properties, to_ron, validate,
};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_6};
use std::path::Path;

fn link(name: &str) -> Link {
    let mass = MassProperties { mass: 1.0, center: [0.0; 3], inertia: [0.1, 0.1, 0.1, 0.0, 0.0, 0.0] };
    let shape = CollisionShape { placement: Placement::default(), geometry: Geometry::Sphere { radius: 0.1 } };
    Link { name: name.to_string(), mass, collision: vec![shape], visual: Vec::new() }
}

fn joint(name: &str, parent: &str, child: &str, motion: JointMotion) -> Joint {
    let placement = Placement::at(1.0, 0.0, 0.0);
    let axis = [0.0, 0.0, 1.0];
    let (name, parent, child) = (name.to_string(), parent.to_string(), child.to_string());
    Joint { name, parent, child, placement, motion, axis, ..Joint::default() }
}

/// Root, an arm that rotates about z at x = 1, and a slide along the arm's z at x = 1 of the arm.
fn sample() -> RobotModelSpec {
    RobotModelSpec {
        format_version: 1,
        name: "sample".to_string(),
        // The slide precedes the arm that carries it: only the root's place in the list is fixed.
        links: vec![link("root"), link("slide"), link("arm")],
        joints: vec![
            joint("lift", "arm", "slide", JointMotion::Prismatic),
            joint("turn", "root", "arm", JointMotion::Revolute),
        ],
        ..RobotModelSpec::default()
    }
}

fn problems(change: impl FnOnce(&mut RobotModelSpec)) -> Vec<String> {
    let mut spec = sample();
    change(&mut spec);
    let problem = |p: &sim_core::model::ModelError| {
        format!("{} {}: {}", p.code(), p.report().path.as_deref().unwrap_or(""), p.report().message)
    };
    validate(&spec).iter().map(problem).collect()
}

#[test]
fn a_sound_robot_has_no_problem() {
    assert_eq!(problems(|_| {}), Vec::<String>::new());
}

#[test]
fn every_problem_is_found_at_its_path() {
    let nan = f64::NAN;
    type Change = Box<dyn FnOnce(&mut RobotModelSpec)>;
    let cases: Vec<(&str, Change)> = vec![
        ("model/unsupported format_version: ", Box::new(|s| s.format_version = 2)),
        ("model/value standing_height: ", Box::new(move |s| s.standing_height = nan)),
        ("model/value links[2].mass: a mass is negative", Box::new(|s| s.links[2].mass.mass = -1.0)),
        ("model/value links[2].mass: a number is not finite", Box::new(move |s| s.links[2].mass.center[1] = nan)),
        ("model/value links[0].mass: a link has inertia without mass", Box::new(|s| s.links[0].mass.mass = 0.0)),
        (
            "model/value links[0].mass.inertia: the inertia is not positive definite",
            Box::new(|s| s.links[0].mass.inertia = [1.0, 1.0, 1.0, 2.0, 0.0, 0.0]),
        ),
        (
            "model/value links[0].mass.inertia: the inertia is not positive definite",
            Box::new(|s| s.links[0].mass.inertia = [0.0; 6]),
        ),
        (
            "model/value links[0].mass.inertia: the inertia violates the triangle inequality",
            Box::new(|s| s.links[0].mass.inertia = [1.0, 1.0, 2.1, 0.0, 0.0, 0.0]),
        ),
        ("model/structure links[2].name: duplicate link name `root`", Box::new(|s| s.links[2].name = "root".into())),
        ("model/missing links[2].name: unnamed link", Box::new(|s| s.links[2].name = " ".into())),
        (
            "model/value links[1].collision[0].geometry: a size is not positive",
            Box::new(|s| s.links[1].collision[0].geometry = Geometry::Box { size: [1.0, 0.0, 1.0] }),
        ),
        (
            "model/value links[1].collision[0].placement.rpy: ",
            Box::new(move |s| s.links[1].collision[0].placement.rpy[2] = nan),
        ),
        (
            "model/value links[1].visual[0].color: ",
            Box::new(|s| {
                let geometry = Geometry::Sphere { radius: 1.0 };
                s.links[1].visual = vec![Visual {
                    placement: Placement::default(),
                    geometry,
                    color: [0.0, 0.0, 1.5, 1.0],
                    paint: false,
                }];
            }),
        ),
        ("model/value joints[1].axis: the axis of joint `turn` is zero", Box::new(|s| s.joints[1].axis = [0.0; 3])),
        ("model/value joints[1].limits: the limits", Box::new(|s| s.joints[1].limits = Some([1.0, -1.0]))),
        (
            "model/value joints[1].limits: joint `turn` starts at 0, outside",
            Box::new(|s| s.joints[1].limits = Some([0.5, 1.0])),
        ),
        ("model/value joints[1].max_velocity: ", Box::new(|s| s.joints[1].max_velocity = Some(0.0))),
        ("model/unknown joints[0].parent: ", Box::new(|s| s.joints[0].parent = "arn".into())),
        ("model/unknown joints[0].child: ", Box::new(|s| s.joints[0].child = "sled".into())),
        (
            "model/structure joints[1].child: link `slide` is the child of two",
            Box::new(|s| s.joints[1].child = "slide".into()),
        ),
        ("model/structure joints[0]: the joints form a cycle", Box::new(|s| s.joints[1].parent = "slide".into())),
        ("model/structure links[1]: the robot has 2 root links", Box::new(|s| drop(s.joints.remove(0)))),
        ("model/structure links[1]: the root link `root` is not the first", Box::new(|s| s.links.swap(0, 1))),
        (
            "model/unknown sensors[0].link: `eye` is mounted on an unknown link `head`",
            Box::new(|s| {
                let (name, component, link) = ("eye".into(), "range/ray".into(), "head".into());
                s.sensors = vec![Mount { name, component, link, ..Mount::default() }];
            }),
        ),
        (
            "model/structure actuators[0].name: duplicate mount name `eye`",
            Box::new(|s| {
                let eye = Mount { name: "eye".into(), component: "range/ray".into(), ..Mount::default() };
                (s.sensors, s.actuators) = (vec![eye.clone()], vec![eye]);
            }),
        ),
        (
            "model/value sensors[0].period: ",
            Box::new(|s| {
                let eye = Mount { name: "eye".into(), component: "range/ray".into(), ..Mount::default() };
                s.sensors = vec![Mount { period: Some(0.0), ..eye }];
            }),
        ),
    ];
    for (wanted, change) in cases {
        let found = problems(change);
        assert!(found.iter().any(|problem| problem.starts_with(wanted)), "{wanted} is not in {found:#?}");
    }
}

#[test]
fn inertia_rounded_in_a_data_sheet_is_no_problem() {
    let plate = [0.0833, 0.0833, 0.167, 0.0, 0.0, 0.0];
    assert_eq!(problems(|s| s.links[0].mass.inertia = plate), Vec::<String>::new());
}

#[test]
fn links_follow_their_joints() {
    let kinematics = Kinematics::new(&sample()).unwrap();
    assert_eq!((kinematics.link_count(), kinematics.joint_count()), (3, 2));
    assert_eq!((kinematics.parent(0), kinematics.parent(1), kinematics.parent(2)), (None, Some(2), Some(0)));
    let mut placed = [Isometry3::identity(); 3];
    kinematics.fill(&[0.3, FRAC_PI_2], &mut placed);
    assert!((placed[2].translation.vector - Vector3::new(1.0, 0.0, 0.0)).norm() < 1e-12);
    assert!((placed[1].translation.vector - Vector3::new(1.0, 1.0, 0.3)).norm() < 1e-12, "{}", placed[1]);
    assert!((placed[1].rotation * Vector3::x() - Vector3::y()).norm() < 1e-12);
}

#[test]
fn an_axis_of_any_length_turns_by_the_angle_alone() {
    let mut spec = sample();
    spec.joints[1].axis = [0.0, 0.0, 7.0];
    assert_eq!(Kinematics::new(&spec), Kinematics::new(&sample()));
}

#[test]
fn a_robot_that_is_no_tree_has_no_kinematics() {
    let mut spec = sample();
    spec.joints[1].parent = "slide".to_string();
    assert_eq!(Kinematics::new(&spec).unwrap_err().code(), "model/structure");
}

#[test]
fn two_point_like_links_weigh_as_a_dumbbell() {
    // Three spheres of 1 kg and 0.1 kg·m² at x = 0, 1 and 2: center at 1, m·d² of the outer two about y and z.
    let whole = mass_properties(&sample(), &[0.0, 0.0]).unwrap();
    let near = |found: &[f64], wanted: &[f64]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(near(&[whole.mass], &[3.0]) && near(&whole.center, &[1.0, 0.0, 0.0]), "{whole:?}");
    assert!(near(&whole.inertia, &[0.3, 2.3, 2.3, 0.0, 0.0, 0.0]), "{whole:?}");
    assert_eq!(mass_properties(&sample(), &[0.0]).unwrap_err().code(), "model/value");
}

#[test]
fn a_turned_box_split_into_two_links_weighs_as_the_whole_box() {
    // A box of 2 × 0.4 × 0.6 m and 6 kg along the arm: whole, and as two halves connected by a fixed joint.
    let box_mass = |length: f64, mass: f64, center: f64| MassProperties {
        mass,
        center: [center, 0.0, 0.0],
        inertia: [0.4 * 0.4 + 0.6 * 0.6, length * length + 0.36, length * length + 0.16, 0.0, 0.0, 0.0]
            .map(|square| square * mass / 12.0),
    };
    let turned = Placement::at(0.3, -0.2, 0.5).turned(0.3, -0.5, 1.1);
    let mut spec = sample();
    spec.links[0].mass = MassProperties::default();
    spec.joints[1] = Joint { placement: turned, ..joint("turn", "root", "arm", JointMotion::Fixed) };
    spec.links[2].mass = box_mass(1.0, 3.0, 0.5);
    spec.links[1].mass = box_mass(1.0, 3.0, 0.5);
    let halves = mass_properties(&spec, &[0.0, 0.0]).unwrap();
    spec.links[2].mass = box_mass(2.0, 6.0, 1.0);
    spec.links[1].mass = MassProperties::default();
    let whole = mass_properties(&spec, &[0.0, 0.0]).unwrap();
    for (half, whole) in halves.inertia.iter().chain(&halves.center).zip(whole.inertia.iter().chain(&whole.center)) {
        assert!((half - whole).abs() < 1e-12, "{halves:?} is not {whole:?}");
    }
}

#[test]
fn the_collision_box_holds_turned_shapes_exactly() {
    let mut spec = sample();
    spec.joints.clear();
    spec.links.truncate(1);
    let mut around = |geometry: Geometry| {
        let placement = Placement::at(1.0, 0.0, 0.0).turned(0.0, FRAC_PI_6, 0.0);
        spec.links[0].collision = vec![CollisionShape { placement, geometry }];
        let file_box = |_: &str| Some([[0.0; 3], [2.0, 2.0, 2.0]]);
        (collision_box(&spec, &[], file_box).unwrap().unwrap(), half_extents(&spec, file_box).unwrap())
    };
    let (s, c) = FRAC_PI_6.sin_cos();
    let near = |found: [f64; 3], wanted: [f64; 3]| {
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} is not {wanted:?}");
    };
    near(around(Geometry::Box { size: [2.0, 4.0, 6.0] }).1, [c + 3.0 * s, 2.0, s + 3.0 * c]);
    near(around(Geometry::Cylinder { radius: 0.5, height: 2.0 }).1, [s + 0.5 * c, 0.5, c + 0.5 * s]);
    near(around(Geometry::Ellipsoid { radii: [3.0, 2.0, 1.0] }).1, [(3.0 * c).hypot(s), 2.0, (3.0 * s).hypot(c)]);
    near(around(Geometry::Capsule { radius: 0.5, length: 2.0 }).1, [s + 0.5, 0.5, c + 0.5]);
    near(around(Geometry::Sphere { radius: 0.5 }).1, [0.5; 3]);
    let ([low, _], half) = around(Geometry::Mesh { file: "m.obj".into(), scale: [1.0, -1.0, 1.0] });
    near(half, [c + s, 1.0, s + c]);
    near(low, [1.0, -2.0, -2.0 * s]);
    assert_eq!(
        half_extents(
            &RobotModelSpec { links: vec![Link { collision: vec![], ..link("a") }], ..sample_of_one() },
            |_| None
        ),
        Ok([0.0; 3])
    );
}

fn sample_of_one() -> RobotModelSpec {
    RobotModelSpec { format_version: 1, name: "one".into(), ..RobotModelSpec::default() }
}

const WRITTEN: &str = include_str!("../data/robots/cart.robot.ron");

fn data(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

#[test]
fn a_handwritten_robot_is_read_and_its_meshes_are_found() {
    let spec = from_ron_bytes(WRITTEN.as_bytes(), &data("robots/cart.robot.ron"), &[]).unwrap();
    assert_eq!(spec.sensors[0].params, json!({"range": 4.0, "beams": [1, 2]}));
    assert_eq!((spec.joints[0].limits, spec.sensors[0].period), (Some([-1.0, 1.0]), Some(0.1)));
    assert_eq!(spec.dynamics, Some(ComponentRef::new("diff-drive/kinematic")));
    let Geometry::Mesh { file, scale } = &spec.links[0].visual[0].geometry else { panic!("no mesh") };
    assert_eq!((Path::new(file), *scale), (data("mesh/cube.obj").as_path(), [1.0; 3]));
    assert_eq!(initial_positions(&spec), [0.0]);
}

#[test]
fn a_robot_file_loads_with_unit_axes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cart.robot.ron");
    std::fs::write(&path, WRITTEN.replace("../mesh/cube.obj", &data("mesh/cube.obj").display().to_string())).unwrap();
    let loaded = load(&path, &UrdfOptions::default()).unwrap();
    assert_eq!(loaded.spec.joints[0].axis, [0.0, 0.0, 1.0]);
    assert_eq!(from_ron(&path).unwrap().joints[0].axis, [0.0, 0.0, 2.0], "as written");
}

#[test]
fn a_robot_file_with_problems_names_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cart.robot.ron");
    let text = WRITTEN
        .replace("visual: [", "visual: [], // [")
        .replace("mass: 2.0", "mass: -2.0")
        .replace("(0, 0, 2)", "(0, 0, 0)");
    std::fs::write(&path, text).unwrap();
    let problems = load(&path, &UrdfOptions::default()).unwrap_err();
    let paths: Vec<_> = problems.iter().filter_map(|problem| problem.report().path.as_deref()).collect();
    assert_eq!(paths, ["links[0].mass", "joints[0].axis"]);
    assert!(problems.iter().all(|problem| problem.report().file.as_ref() == Some(&path)));
    let places: Vec<_> = problems.iter().map(|problem| (problem.report().line, problem.report().column)).collect();
    assert_eq!(places, [(Some(7), Some(19)), (Some(13), Some(104))]);
}

#[test]
fn errors_in_ron_name_line_and_column_and_the_nearest_name() {
    let error = |from: &str, to: &str| {
        let text = WRITTEN.replace(from, to);
        let error = from_ron_bytes(text.as_bytes(), &data("robots/cart.robot.ron"), &[]).unwrap_err();
        (error.code(), error.report().clone())
    };
    let (code, report) = error("joints:", "joint:");
    assert_eq!((code, report.nearest.as_deref(), report.line), ("model/unknown", Some("joints"), Some(13)));
    assert_eq!(report.column, Some(5), "{report}");
    let (code, report) = error("motion: Revolute", "motion: Revolve");
    assert_eq!((code, report.nearest.as_deref(), report.line), ("model/unknown", Some("Revolute"), Some(13)));
    let (code, report) = error("(name: \"mast\")", "(mass: (mass: 1.0))");
    assert_eq!((code, report.line), ("model/missing", Some(11)), "{report}");
    assert!(report.message.contains("`name`"), "{report}");
    let (code, report) = error("mass: 2.0", "mass: \"heavy\"");
    assert_eq!((code, report.line), ("model/value", Some(7)), "{report}");
    let (code, report) = error("(0.4, 0.3, 0.1)", "(0.4, 0.3)");
    assert_eq!(report.line, Some(8), "{code} {report}");
    let (code, report) = error("cube.obj", "cub.obj");
    assert_eq!((code, report.nearest.as_deref(), report.line), ("model/unresolved", Some("cube.obj"), Some(9)));
    assert_eq!(report.path.as_deref(), Some("links[0].visual[0].geometry.file"));
    let (code, report) = error("{\"range\"", &format!("{}\"range\"", "[".repeat(100_000)));
    assert_eq!(code, "model/syntax", "{report}");
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![-1e3..1e3f64, Just(0.0), Just(-0.0), Just(1e-300), Just(1e300), Just(1.0 / 3.0)]
}

fn triple() -> impl Strategy<Value = [f64; 3]> {
    [number(), number(), number()]
}

fn placement() -> impl Strategy<Value = Placement> {
    (triple(), triple()).prop_map(|(at, rpy)| Placement { at, rpy })
}

fn geometry() -> impl Strategy<Value = Geometry> {
    let cube = data("mesh/cube.obj").display().to_string();
    prop_oneof![
        triple().prop_map(|size| Geometry::Box { size }),
        number().prop_map(|radius| Geometry::Sphere { radius }),
        (number(), number()).prop_map(|(radius, height)| Geometry::Cylinder { radius, height }),
        (number(), number()).prop_map(|(radius, length)| Geometry::Capsule { radius, length }),
        triple().prop_map(|radii| Geometry::Ellipsoid { radii }),
        triple().prop_map(move |scale| Geometry::Mesh { file: cube.clone(), scale }),
    ]
}

fn params() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i64>().prop_map(|value| json!(value)),
        number().prop_map(|value| json!(value)),
        ".{0,8}".prop_map(|value| json!(value)),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|list| json!(list)),
            prop::collection::btree_map("[a-z]{1,4}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

prop_compose! {
    fn any_link()(name in ".{0,8}", mass in number(), center in triple(), moments in triple(), products in triple(),
                  shapes in prop::collection::vec((placement(), geometry()), 0..3), color in any::<[u8; 4]>()) -> Link {
        let inertia = [moments[0], moments[1], moments[2], products[0], products[1], products[2]];
        let collision = shapes.iter().map(|(placement, geometry)| {
            CollisionShape { placement: *placement, geometry: geometry.clone() }
        });
        let visual = shapes.iter().map(|(placement, geometry)| {
            Visual { placement: *placement, geometry: geometry.clone(), color: color.map(|part| f32::from(part) / 255.0), paint: false }
        });
        let mass = MassProperties { mass, center, inertia };
        Link { name, mass, collision: collision.collect(), visual: visual.collect() }
    }
}

prop_compose! {
    fn any_joint()(names in any::<[String; 3]>(), placement in placement(), kind in 0..4usize, axis in triple(),
                   limits in prop::option::of([number(), number()]), max_velocity in prop::option::of(number()),
                   initial in number(), mimic in prop::option::of((any::<String>(), number(), number()))) -> Joint {
        use JointMotion::{Continuous, Fixed, Prismatic, Revolute};
        let [name, parent, child] = names;
        let motion = [Fixed, Revolute, Continuous, Prismatic][kind];
        let mimic = mimic.map(|(joint, multiplier, offset)| Mimic { joint, multiplier, offset });
        Joint { name, parent, child, placement, motion, axis, limits, max_velocity, initial, mimic }
    }
}

prop_compose! {
    fn any_spec()(name in ".{0,12}", description in any::<String>(), links in prop::collection::vec(any_link(), 0..4),
                  joints in prop::collection::vec(any_joint(), 0..4), params in params(), placement in placement(),
                  period in prop::option::of(number()), standing_height in number(), named in any::<bool>(),
                  port in "[0-9]?") -> RobotModelSpec {
        let component = ComponentRef::with("family/name", params.clone());
        let mount = Mount { name: "m".into(), component: "a/b".into(), params, link: "l".into(), placement, period, port, noise: Value::Null };
        let ports = vec![Port { name: "1".into(), kind: "k".into() }];
        RobotModelSpec {
            format_version: 1, name, description, links, joints, sensors: vec![mount.clone()], actuators: vec![mount],
            dynamics: named.then(|| component.clone()), controller: (!named).then_some(component), standing_height,
            ports,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_robot_written_as_ron_reads_back_equal(spec in any_spec()) {
        let text = to_ron(&spec).unwrap();
        let read = from_ron_bytes(text.as_bytes(), Path::new("/written.robot.ron"), &[]);
        prop_assert_eq!(read.map_err(|error| format!("{error}\n{text}")), Ok(spec));
    }
}
