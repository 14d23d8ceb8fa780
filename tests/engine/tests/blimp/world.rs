//! The world of the circuit: its banks, water, palms, gates and dock as they are drawn, felt and sensed.

use nalgebra::{Point3, Vector3};
use sim_core::engine::{BuildOptions, Form, Simulation};
use sim_core::geometry::QueryFilter;
use sim_core::scene::{LoadOptions, LoadedScene, Scene, Shape};
use sim_engine_tests::plugins;

/// The circuit with these changes.
fn circuit(changes: &[&str]) -> (LoadedScene, Simulation) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/blimp/circuit.ron");
    let set = changes.iter().map(|change| (*change).to_owned()).collect();
    let loaded = Scene::load_with(path, &LoadOptions { set, ..LoadOptions::default() });
    let loaded = loaded.unwrap_or_else(|findings| panic!("{findings}"));
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    let built = Simulation::build(&loaded, &plugins(), &options).unwrap_or_else(|findings| panic!("{findings}"));
    (loaded, built.simulation)
}

/// Height of the first thing below a point, m.
fn below(simulation: &Simulation, [x, y, z]: [f64; 3]) -> Option<f64> {
    let index = &simulation.world().index;
    let hit = index.cast_ray(&Point3::new(x, y, z), &-Vector3::z(), 100.0, &QueryFilter::default()).unwrap();
    hit.map(|hit| z - hit.distance)
}

#[test]
fn bl_04_bl_05_the_banks_are_felt_as_two_boxes_and_the_water_as_one() {
    let (loaded, simulation) = circuit(&[]);
    for [x, y, height] in [[4.0, 0.0, 2.0], [-4.0, 9.0, 2.0], [0.0, 0.0, 1.0], [0.0, -9.9, 1.0]] {
        let found = below(&simulation, [x, y, 9.0]).expect("there is ground");
        assert!((found - height).abs() < 1e-9, "{found} m at ({x}, {y})");
    }
    let water = loaded.scene.objects.iter().position(|object| object.name == "water").unwrap();
    let away = format!("objects[{water}].sensed=false");
    let (_, dry) = circuit(&[&away]);
    assert_eq!(below(&dry, [0.0, 5.0, 9.0]), None, "the bed of the river is only drawn");
}

#[test]
fn bl_03_the_banks_are_drawn_as_one_surface() {
    let (_, simulation) = circuit(&[]);
    let banks = simulation.world().bodies.iter().find(|body| &*body.name == "banks").unwrap();
    let [look] = &banks.looks[..] else { panic!("one surface") };
    let Form::Triangles(mesh) = &look.form else { panic!("{:?}", look.form) };
    assert_eq!(mesh.bounding_box(), Some([[-6.0, 0.0, -10.0], [6.0, 2.0, 10.0]]));
    assert_eq!(look.color[..3], [0.45, 0.30, 0.15]);
}

#[test]
fn bl_06_palms_are_seen_by_cameras_alone() {
    let (loaded, mut simulation) = circuit(&["run.contacts=Through"]);
    let palms: Vec<_> = loaded.scene.objects.iter().filter(|object| object.name.starts_with("palm")).collect();
    assert!(palms.len() >= 6);
    let mut sizes: Vec<u64> = (palms.iter())
        .map(|palm| match &palm.shape {
            Shape::Mesh(mesh) => mesh.scale[0].to_bits(),
            shape => panic!("{shape:?}"),
        })
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    assert!(sizes.len() >= 3);
    for palm in palms {
        let [x, y, z] = palm.at.0;
        let height = f64::from_bits(sizes[0]);
        let found = below(&simulation, [x, y, z + 4.0]).unwrap();
        assert!((found - 2.0).abs() < 1e-9, "the ray goes through `{}`", palm.name);
        // A blimp in its crown touches nothing.
        let mut state = simulation.robots().next().unwrap().state;
        state.pose.translation.vector = Vector3::new(x, y, z + height);
        simulation.place_robot(0, state).unwrap();
        let touched = simulation.robots().next().unwrap().collisions;
        simulation.steps(1).unwrap();
        assert_eq!(simulation.robots().next().unwrap().collisions, touched, "{}", palm.name);
    }
}

#[test]
fn bl_10_bl_16_the_world_holds_what_the_circuit_needs() {
    let (loaded, _) = circuit(&[]);
    let count = |word: &str| loaded.scene.objects.iter().filter(|object| object.name.starts_with(word)).count();
    let gates = ["gate 1", "gate 2", "gate 3", "gate 4", "gate 5", "gate 6"].map(count);
    assert_eq!(gates, [2, 2, 2, 4, 3, 2]);
    assert_eq!(["water", "banks", "dock ", "palm "].map(count), [1, 1, 4, 9]);
    assert_eq!(loaded.scene.robots.len(), 1);
    for gate in loaded.scene.objects.iter().filter(|object| object.name.starts_with("gate")) {
        let Shape::Cylinder(post) = gate.shape.resolved() else { panic!("{:?}", gate.shape) };
        assert_eq!((post.radius, post.height), (0.05, 0.4));
    }
}

#[test]
fn bl_11_one_switch_of_the_group_makes_all_gates_solid_and_one_of_an_object_takes_it_out() {
    let touched = |changes: &[&str]| {
        let mut all = vec!["robots.blimp.at=(0.455, -6.5, 2.6)"];
        all.extend(changes);
        let (_, mut simulation) = circuit(&all);
        simulation.steps(1).unwrap();
        let seen = below(&simulation, [1.455, -6.5, 9.0]).unwrap();
        (simulation.robots().next().unwrap().collisions, (seen * 1e6).round() / 1e6)
    };
    assert_eq!(touched(&[]), (0, 1.0));
    let (collisions, seen) = touched(&["groups.gates.collides=true"]);
    assert!(collisions > 0 && seen == 1.0, "{collisions}, {seen}");
    assert_eq!(touched(&["groups.gates.sensed=true"]), (0, 2.65));
    let alone = touched(&["groups.gates.collides=true", r#"objects["gate 1a"].collides=false"#]);
    assert_eq!(alone.0, 0);
}

#[test]
fn bl_14_each_piece_of_the_dock_is_felt() {
    let (_, simulation) = circuit(&[]);
    for (y, z, height) in [(8.5, 9.0, 3.1), (8.5, 2.9, 2.05), (6.0, 2.9, 2.0)] {
        let found = below(&simulation, [4.0, y, z]).expect("the roof, the plate, the bank");
        assert!((found - height).abs() < 1e-9, "{found} instead of {height}");
    }
    let wall = |y: f64, direction: Vector3<f64>| {
        let (index, from) = (&simulation.world().index, Point3::new(4.0, y, 2.5));
        let hit = index.cast_ray(&from, &direction, 5.0, &QueryFilter::default()).unwrap();
        hit.map(|hit| hit.distance)
    };
    for direction in [Vector3::x(), -Vector3::x()] {
        assert!(wall(8.5, direction).is_some_and(|distance| (distance - 0.45).abs() < 1e-9));
        assert_eq!(wall(7.9, direction), None, "before the dock there is no wall");
    }
}

#[test]
fn bl_15_bodies_collide_as_the_shapes_that_the_scene_gives_them() {
    let scene = |collision: &str| {
        format!(
            r#"(format_version: 1, run: (dt: 0.01), objects: [(name: "thing", shape: Box(size: (1, 1, 1)), {collision})],
                shapes: [(name: "ball", shape: Sphere(radius: 0.25))])"#
        )
    };
    for (collision, heights) in [
        ("", [Some(0.5), Some(0.5), None]),
        ("collides: false", [Some(0.5), Some(0.5), None]),
        ("sensed: false", [None; 3]),
        (r#"collision: [(shape: Named("ball"), at: (0, 0, 1))]"#, [Some(1.25), None, None]),
        (
            "collision: [(shape: Capsule(radius: 0.2, height: 1), at: (2, 0, 0), rpy: (0, 1.5707963267948966, 0)), \
             (shape: Cylinder(radius: 0.1, height: 0.2), at: (0.4, 0, 0))]",
            [None, Some(0.1), Some(0.2)],
        ),
    ] {
        let simulation = sim_engine_tests::build(&scene(collision));
        let found = [0.0, 0.4, 2.0].map(|x| below(&simulation, [x, 0.0, 9.0]));
        for (found, height) in found.iter().zip(heights) {
            let near = found.zip(height).is_some_and(|(found, height)| (found - height).abs() < 1e-6);
            assert!(near || *found == height, "{collision}: {found:?} instead of {height:?}");
        }
    }
}

#[test]
fn a_service_may_add_objects_of_shared_shapes_and_learns_of_unknown_names() {
    let mut simulation = sim_engine_tests::build(
        r#"(format_version: 1, run: (dt: 0.01), shapes: [(name: "ball", shape: Sphere(radius: 0.25))])"#,
    );
    let object = |name: &str| sim_abi::serde_json::json!({"name": "new", "shape": {"Named": name}, "at": [0, 0, 1]});
    let refused = simulation.add_object(object("bal")).unwrap_err().to_string();
    assert!(refused.contains("`bal`") && refused.contains("did you mean `ball`"), "{refused}");
    simulation.add_object(object("ball")).unwrap();
    assert_eq!(below(&simulation, [0.0, 0.0, 9.0]), Some(1.25));
}
