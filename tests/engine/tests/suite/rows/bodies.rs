//! 2.2 Entities, 2.3 dynamics as functions.

use super::{bits, cuboid, fixed, pose, readings, refusal, scene, state_bits, vehicle};
use sim_core::engine::{BuildOptions, Simulation};

use sim_engine_tests::{build, load_file, position, shared_plugins, value};

/// A marker: a visual without volume, and a value of its own.
const MARKER: &str = r#"(
    name: "marker",
    links: [(
        name: "post",
        mass: (mass: 1, inertia: (1, 1, 1, 0, 0, 0)),
        visual: [(geometry: Sphere(radius: 0.2), color: (1, 0, 0, 1))],
    )],
    actuators: [(name: "lamp", component: "drive/led")],
    dynamics: (id: "body/static"),
)"#;

/// A vehicle that faces +x, 2 m from a marker, with objects.
fn beside_a_marker(objects: &str) -> Simulation {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("marker.robot.ron"), MARKER).unwrap();
    let marker = r#"(name: "marker", model: (file: "marker.robot.ron"), at: (2, 0, -1),
        controller: (id: "control/constant", params: (commands: {"lamp.intensity": 0.25})))"#;
    let sensors = r#""distancia": (id: "range/group"), "thick": (id: "range/group", params: (beam_radius: 0.1))"#;
    let robots = format!("{}{marker}", vehicle("a", [0.0, 0.0, -1.0], &fixed(sensors)));
    let file = folder.path().join("scene.ron");
    std::fs::write(&file, scene(objects, &robots)).unwrap();
    let loaded = load_file(&file);
    let built = Simulation::build(&loaded, &shared_plugins(), &BuildOptions::default());
    built.unwrap_or_else(|findings| panic!("{findings}")).simulation
}

/// NA-09: A new dynamic object needs only a model, size, dynamics and state fields.
#[test]
fn a_marker_without_volume_is_listed_drawn_and_published_and_stays() {
    let mut simulation = beside_a_marker("");
    let before = state_bits(&simulation, "marker");
    simulation.steps(100).unwrap();
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    assert_eq!(state_bits(&simulation, "marker"), before);
    assert_eq!(position(&simulation, "marker"), [2.0, 0.0, -1.0]);
    let drawn = simulation.world().bodies.iter().find(|body| &*body.name == "marker").unwrap();
    assert_eq!(drawn.visuals.len(), 1);
    assert_eq!(value(&simulation, "marker", "lamp.intensity"), 0.25);
    assert_eq!(readings(&simulation, "a", "distancia", 6), [0.0; 6]);
}

/// NA-22: Rays pass through objects with a zero size component.
#[test]
fn a_ray_goes_through_what_has_no_volume() {
    let mut simulation = beside_a_marker("");
    simulation.steps(1).unwrap();
    for sensor in ["distancia", "thick"] {
        assert_eq!(readings(&simulation, "a", sensor, 1), [0.0], "{sensor}");
    }
    let mut simulation = beside_a_marker(&cuboid("wall", [4.5, 0.0, -1.0], [1.0, 4.0, 4.0]));
    simulation.steps(1).unwrap();
    assert!((readings(&simulation, "a", "distancia", 1)[0] - 0.2).abs() < 1e-12, "the wall behind it is at 4 m");
}

/// NA-10: A default wall is 10 m long, 4 m high, 1 m thick and immobile.
#[test]
fn a_wall_without_volume_is_refused() {
    for size in ["(10, 0, 4)", "(0, 1, 4)", "(10, 1, 0)", "(10, -1, 4)"] {
        let text = scene(&format!(r#"(name: "wall", shape: Box(size: {size}), at: (0, 0, -1))"#), "");
        let message = refusal(&text);
        assert!(message.contains("objects[0].shape.size"), "{message}");
    }
}

/// NA-11: A robot has a unique number, named sensors and actuators, and exactly one controller.
#[test]
fn sensors_and_actuators_have_one_name_each_and_there_is_one_controller() {
    let refused = |fields: &str| refusal(&scene("", &vehicle("a", [0.0, 0.0, -1.0], fields)));
    let message = refused(r#"sensors: {"radar": (id: "range/radar"), "radar": (id: "range/group")}"#);
    assert!(message.contains("`radar` is given twice"), "{message}");
    let message = refused(r#"actuators: {"lamp": (id: "drive/led"), "lamp": (id: "drive/led-index")}"#);
    assert!(message.contains("`lamp` is given twice"), "{message}");
    let message = refused(r#"controller: "nautilus/idle", controller: "nautilus/example1""#);
    assert!(message.contains("`controller` is given twice"), "{message}");
    let message = refused(r#"controller: ["nautilus/idle", "nautilus/example1"]"#);
    assert!(message.contains("robots[0].controller"), "{message}");
}

/// NA-11: A robot has a unique number, named sensors and actuators, and exactly one controller.
#[test]
fn a_vehicle_lists_exactly_its_parts() {
    let simulation = build(&scene("", &vehicle("a", [0.0, 0.0, -1.0], r#"controller: "nautilus/idle""#)));
    let layout = simulation.robot(0).unwrap().layout();
    let of = |kind: &str| -> Vec<&str> {
        layout.parts.iter().filter(|part| part.kind == kind).map(|part| part.name.as_str()).collect()
    };
    assert_eq!(of("sensor"), ["gps", "imu", "compass"]);
    assert_eq!(of("actuator"), ["f1", "f2", "f3", "f4", "f5", "f6"]);
    assert_eq!(of("controller").len(), 1);
}

/// NA-11: A robot has a unique number, named sensors and actuators, and exactly one controller.
#[test]
fn an_idle_controller_has_no_effect() {
    let fields = r#"dynamics: "body/static", controller: "nautilus/idle", rpy: (0.1, 0.2, 0.3)"#;
    let mut simulation = build(&scene("", &vehicle("a", [1.0, 2.0, -1.0], fields)));
    let before = state_bits(&simulation, "a");
    simulation.steps(100).unwrap();
    assert_eq!(state_bits(&simulation, "a"), before);
    let layout = simulation.robot(0).unwrap().layout();
    let commands = layout.parts.iter().filter(|part| part.kind == "actuator");
    assert!(commands.into_iter().all(|part| simulation.robot(0).unwrap().telemetry()[part.offset] == 0.0));
}

/// NA-13: Controllers address sensors and actuators by name; an unknown name lists the known ones.
#[test]
fn a_sensor_that_is_not_there_is_named_with_the_known_ones() {
    let fields = r#"controller: "nautilus/avoid-obstacle", dynamics: "marine/modelo0""#;
    let message = refusal(&scene("", &vehicle("a", [0.0, 0.0, -1.0], fields)));
    assert!(message.contains("unknown sensor `radar`"), "{message}");
    assert!(message.contains("known: gps, imu, compass"), "{message}");
}

/// NA-13: Controllers address sensors and actuators by name; an unknown name lists the known ones.
#[test]
fn known_ones_are_listed_also_where_one_has_nearly_that_name() {
    let fields = r#"controller: "nautilus/avoid-obstacle", dynamics: "marine/modelo0",
        sensors: {"radar2": (id: "range/radar")}"#;
    let message = refusal(&scene("", &vehicle("a", [0.0, 0.0, -1.0], fields)));
    assert!(message.contains("did you mean `radar2`?"), "{message}");
    assert!(message.contains("known: gps, imu, compass, radar2"), "{message}");
}

/// NA-15: The dynamics `static` returns its input state unchanged, bit by bit.
/// A vehicle that never moves, next to one that pushes it, and with a declared speed.
#[test]
fn a_vehicle_that_never_moves_keeps_its_state_bit_by_bit_also_when_it_is_pushed() {
    let robots = [
        vehicle(
            "still",
            [0.0, 0.0, -1.0],
            r#"dynamics: "body/static", rpy: (0.1, 0.2, 0.3), velocity: (0.1, 0.2, 0.3)"#,
        ),
        vehicle(
            "pushes",
            [-1.0, 0.0, -1.0],
            r#"dynamics: "marine/modelo0", velocity: (1, 0, 0), controller: (id: "nautilus/constant-control",
                params: (plane: (3, 3, 3, 3)))"#,
        ),
    ];
    let mut simulation = build(&scene("", &robots.concat()).replace("contacts: DetectOnly", "contacts: Solid"));
    let before = (state_bits(&simulation, "still"), bits(&pose(&simulation, "still")));
    simulation.steps(500).unwrap();
    assert!(simulation.collisions() > 0, "a test of contacts needs one");
    assert_eq!((state_bits(&simulation, "still"), bits(&pose(&simulation, "still"))), before);
}
