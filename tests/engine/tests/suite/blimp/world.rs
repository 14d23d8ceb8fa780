//! The world of the circuit: visuals, collisions and sensor readings of its banks, water, palms, gates and dock.

use nalgebra::{Point3, Vector3};
use sim_abi::drawing::{Drawing, DrawingForm, DrawingPoint, DrawingValue};
use sim_abi::model::ComponentRef;
use sim_abi::serde_json::{Value, json};
use sim_core::engine::{BuildOptions, Form, Outcome, Simulation};
use sim_core::geometry::QueryFilter;
use sim_core::scene::{LoadedScene, Object, Shape, Sphere};
use sim_engine_tests::{shared_plugins, shipped, simulate};

/// The circuit with these changes.
fn circuit(changes: &[&str]) -> (LoadedScene, Simulation) {
    let loaded = shipped("blimp/circuit.ron", changes);
    let simulation = simulate(&loaded, &shared_plugins(), 1);
    (loaded, simulation)
}

/// Height of the first object below a point, m.
fn below(simulation: &Simulation, [x, y, z]: [f64; 3]) -> Option<f64> {
    let index = &simulation.world().index;
    let hit = index.cast_ray(&Point3::new(x, y, z), &-Vector3::z(), 100.0, &QueryFilter::default()).unwrap();
    hit.map(|hit| z - hit.distance)
}

/// BL-04: The banks collide as two boxes; the river bed does not collide.
/// BL-05: The water is one box, also for collisions, with its surface at 1.0 m.
#[test]
fn the_banks_are_felt_as_two_boxes_and_the_water_as_one() {
    let (loaded, simulation) = circuit(&[]);
    for [x, y, height] in [[4.0, 0.0, 2.0], [-4.0, 9.0, 2.0], [0.0, 0.0, 1.0], [0.0, -9.9, 1.0]] {
        let found = below(&simulation, [x, y, 9.0]).expect("there is ground");
        assert!((found - height).abs() < 1e-9, "{found} m at ({x}, {y})");
    }
    let water = loaded.scene.objects.iter().position(|object| object.name == "water").unwrap();
    let undetectable = format!("objects[{water}].detectable=false");
    let (_, dry) = circuit(&[&undetectable]);
    assert_eq!(below(&dry, [0.0, 5.0, 9.0]), None, "the bed of the river is only drawn");
}

/// BL-03: The river banks are an extrusion: 12 m wide, 2 m high, 20 m long.
#[test]
fn the_banks_are_drawn_as_one_surface() {
    let (_, simulation) = circuit(&[]);
    let banks = simulation.world().bodies.iter().find(|body| &*body.name == "banks").unwrap();
    let [look] = &banks.visuals[..] else { panic!("one surface") };
    let Form::Triangles(mesh) = &look.form else { panic!("{:?}", look.form) };
    assert_eq!(mesh.bounding_box(), Some([[-6.0, 0.0, -10.0], [6.0, 2.0, 10.0]]));
    assert_eq!(look.color[..3], [0.45, 0.30, 0.15]);
}

/// BL-06: Palms in several sizes are decoration that neither collides nor is seen by distance sensors.
#[test]
fn palms_are_seen_by_cameras_alone() {
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
        // A blimp in its crown does not touch anything.
        let mut state = simulation.robots().next().unwrap().state;
        state.pose.translation.vector = Vector3::new(x, y, z + height);
        simulation.place_robot(0, state).unwrap();
        let touched = simulation.robots().next().unwrap().collisions;
        simulation.steps(1).unwrap();
        assert_eq!(simulation.robots().next().unwrap().collisions, touched, "{}", palm.name);
    }
}

/// BL-10: Six gates consist of 15 solid cylinders of radius 0.05 m and height 0.4 m.
/// BL-16: The reference world shows river, palms, six gates, two destinations, obstacles, dock and blimp.
#[test]
fn the_world_holds_what_the_circuit_needs() {
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
    // Table 3.2 of the specification, with x to the right, y up and z backward: z up and y forward here.
    let centers: [&[[f64; 3]]; 6] = [
        &[[0.455, 2.45, 6.5], [1.455, 2.45, 6.5]],
        &[[-0.07, 2.44, 4.5], [0.93, 2.44, 4.5]],
        &[[-0.5, 2.41, 1.0], [0.5, 2.41, 1.0]],
        &[[-0.40, 2.33, -0.4], [0.95, 2.33, -0.4], [-0.40, 2.33, -1.6], [0.95, 2.33, -1.6]],
        &[[0.25, 2.30, -3.3], [-0.75, 2.36, -3.8], [0.55, 2.45, -3.85]],
        &[[2.0, 2.88, -5.09], [2.0, 2.88, -4.09]],
    ];
    for (gate, centers) in centers.iter().enumerate() {
        let prefix = format!("gate {}", gate + 1);
        let posts = loaded.scene.objects.iter().filter(|object| object.name.starts_with(&prefix));
        let found: Vec<[f64; 3]> = posts.map(|post| post.at.0).collect();
        let wanted: Vec<[f64; 3]> = centers.iter().map(|[x, y, z]| [*x, -*z, *y]).collect();
        assert_eq!(found, wanted, "{prefix}");
    }
}

/// BL-11: One switch per object or group turns collisions and detection off without hiding it.
#[test]
fn one_switch_of_the_group_makes_all_gates_solid_and_one_of_an_object_takes_it_out() {
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
    assert_eq!(touched(&["groups.gates.detectable=true"]), (0, 2.65));
    let alone = touched(&["groups.gates.collides=true", r#"objects["gate 1a"].collides=false"#]);
    assert_eq!(alone.0, 0);
}

/// BL-14: The dock has two walls, a roof and a floor plate that all collide.
#[test]
fn each_piece_of_the_dock_is_felt() {
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
        assert_eq!(wall(7.9, direction), None, "no wall in front of the dock");
    }
    // A 10 cm sphere that overlaps one of the pieces by 5 cm only touches that piece.
    for (at, piece) in [
        ([3.6, 8.5, 2.6], Some("dock left")),
        ([4.4, 8.5, 2.6], Some("dock right")),
        ([4.0, 8.5, 2.95], Some("dock roof")),
        ([4.0, 8.5, 2.14], Some("dock plate")),
        ([4.0, 8.5, 2.5], None),
    ] {
        let (mut loaded, _) = circuit(&[]);
        let mut probe = Object::new("probe", Shape::Sphere(Sphere { radius: 0.1 }));
        (probe.mass, probe.at.0) = (Some(0.01), at);
        loaded.scene.objects.push(probe);
        let simulation = Simulation::build(&loaded, &shared_plugins(), &BuildOptions::default()).unwrap().simulation;
        assert_eq!(touched_by_probe(simulation), piece.map(str::to_owned).into_iter().collect::<Vec<_>>(), "at {at:?}");
    }
}

/// Names of the objects that touch `probe` in the first tick.
fn touched_by_probe(mut simulation: Simulation) -> Vec<String> {
    simulation.steps(1).unwrap();
    let pairs = simulation.new_contacts().map(|(a, b)| [a.to_string(), b.to_string()]);
    let others = pairs.filter_map(|[a, b]| match (a == "probe", b == "probe") {
        (true, false) => Some(b),
        (false, true) => Some(a),
        _ => None,
    });
    let mut others: Vec<String> = others.collect();
    others.sort();
    others.dedup();
    others
}

/// BL-14: The dock has two walls, a roof and a floor plate that all collide.
#[test]
fn a_robot_that_does_not_fit_is_warned_of() {
    let checked = |changes: &[&str]| {
        let loaded = shipped("blimp/circuit.ron", changes);
        let built = Simulation::build(&loaded, &shared_plugins(), &BuildOptions::default()).unwrap();
        let verdict = built.simulation.verdicts().into_iter().find(|verdict| &*verdict.name == "it fits into the dock");
        (built.warnings.to_string(), verdict.unwrap())
    };
    let (warnings, verdict) = checked(&[]);
    assert_eq!((&*warnings, verdict.outcome), ("", Outcome::Passed));
    // The half-meter walls printed in the thesis.
    let low = [
        r#"objects["dock left"].shape=Box(size: (0.1, 1, 0.5))"#,
        r#"objects["dock left"].at=(3.5, 8.5, 2.25)"#,
        r#"objects["dock right"].shape=Box(size: (0.1, 1, 0.5))"#,
        r#"objects["dock right"].at=(4.5, 8.5, 2.25)"#,
        r#"objects["dock roof"].at=(4, 8.5, 2.55)"#,
    ];
    let (warnings, verdict) = checked(&low);
    assert!(warnings.contains("SC033") && warnings.contains("blocked by `dock roof`"), "{warnings}");
    assert!(warnings.contains("acceptance[0]") && warnings.contains("help:"), "{warnings}");
    assert_eq!(verdict.outcome, Outcome::Failed);
    // A gate that overlaps the start of the path is found, too.
    let (warnings, _) = checked(&[r#"objects["gate 1a"].at=(4, 7, 2.63)"#, "groups.gates.collides=true"]);
    assert!(warnings.contains("blocked by `gate 1a`"), "{warnings}");
    let (warnings, _) = checked(&[
        "robots.blimp.model=scout/standard",
        "robots.blimp.sensors={}",
        "robots.blimp.controller=control/constant",
        "acceptance=[Passes(name: \"it fits into the dock\", robot: \"blimp\", from: (4, 6.8, 2.63), to: (4, 8.5, 2.62))]",
    ]);
    assert!(!warnings.contains("SC033"), "a small robot passes: {warnings}");
}

/// BL-15: Only collision shapes collide and stop rays; objects without them can be passed through.
#[test]
fn bodies_collide_as_the_shapes_that_the_scene_gives_them() {
    let scene = |collision: &str, more: &str| {
        format!(
            r#"(format_version: 1, run: (dt: 0.01), objects: [(name: "thing", shape: Box(size: (1, 1, 1)), {collision}){more}],
                shapes: [(name: "ball", shape: Sphere(radius: 0.25))])"#
        )
    };
    let probe = |height: f64, x: f64| {
        let z = height + 0.09;
        format!(r#", (name: "probe", shape: Sphere(radius: 0.1), mass: 0.01, at: ({x:?}, 0, {z:?}))"#)
    };
    let box_heights = [Some(0.5), Some(0.5), None];
    // Ray hits from above, and the heights at which a 10 cm sphere that overlaps it by 1 cm touches it.
    for (collision, heights, touched) in [
        ("", box_heights, box_heights),
        ("collides: false", box_heights, [None; 3]),
        ("detectable: false", [None; 3], box_heights),
        (r#"collision: [(shape: Named("ball"), at: (0, 0, 1))]"#, [Some(1.25), None, None], [Some(1.25), None, None]),
        (
            "collision: [(shape: Capsule(radius: 0.2, height: 1), at: (2, 0, 0), rpy: (0, 1.5707963267948966, 0)), \
             (shape: Cylinder(radius: 0.1, height: 0.2), at: (0.4, 0, 0))]",
            [None, Some(0.1), Some(0.2)],
            [None, Some(0.1), Some(0.2)],
        ),
    ] {
        for (x, height) in [0.0, 0.4, 2.0].into_iter().zip(touched) {
            let simulation = sim_engine_tests::build(&scene(collision, &probe(height.unwrap_or(0.5), x)));
            let found = touched_by_probe(simulation);
            assert_eq!(found.len(), usize::from(height.is_some()), "{collision} at {x}: {found:?}");
        }
        let simulation = sim_engine_tests::build(&scene(collision, ""));
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

/// Centers and radii of the spheres of a layer, as currently drawn by an autopilot.
pub fn drawn_spheres(simulation: &Simulation, layer: &str) -> Vec<([[f64; 3]; 2], [f64; 2])> {
    let layout = simulation.robot(0).unwrap().layout();
    let part = layout.parts.iter().find(|part| part.name == "controller").unwrap();
    let telemetry = simulation.robot(0).unwrap().telemetry();
    let value = |number: &DrawingValue| match number {
        DrawingValue::Fixed(number) => *number,
        DrawingValue::Published(name) => {
            let index = part.published.iter().position(|channel| channel.name == *name).unwrap();
            telemetry[part.published_offset + index]
        }
    };
    let seen = |drawing: &&Drawing| {
        let shown = drawing.shown.as_ref();
        drawing.layer == layer
            && shown.is_none_or(|shown| shown.min.is_none_or(|min| value(&DrawingValue::from(&*shown.value)) >= min))
    };
    let spheres = part.drawings.iter().filter(seen).map(|drawing| match &drawing.form {
        DrawingForm::Spheres { centers, radii } => {
            let place = |place: &DrawingPoint| [value(&place[0]), value(&place[1]), value(&place[2])];
            ([place(&centers[0]), place(&centers[1])], [value(&radii[0]), value(&radii[1])])
        }
        form => panic!("{form:?}"),
    });
    spheres.collect()
}

/// BL-12: A green sphere marks each destination and follows changes of the mission.
#[test]
fn each_destination_has_a_marker_where_the_mission_has_it() {
    let moved = r#"robots.blimp.controller.params={"mission": [(at: (1, 2, 3)), (at: (-1, 0, 2))], "docking": false}"#;
    let (_, circuit_now) = circuit(&[]);
    let markers = drawn_spheres(&circuit_now, "destinations");
    let destinations: Vec<_> =
        markers.iter().filter(|(_, radii)| *radii == [0.1; 2]).map(|(centers, _)| centers[0]).collect();
    assert_eq!(destinations, [[-0.6, 3.0, 2.2], [0.6, 5.0, 2.8]]);
    assert_eq!(markers.len(), 5, "three of them lead into the dock");
    let (_, other) = circuit(&[moved, "acceptance=[]"]);
    let places: Vec<_> = drawn_spheres(&other, "destinations").into_iter().map(|(centers, _)| centers[0]).collect();
    assert_eq!(places, [[1.0, 2.0, 3.0], [-1.0, 0.0, 2.0]]);
}

/// BL-13: Half-transparent red double spheres mark the obstacles as their table defines them.
/// BL-93: Mission and obstacles can be edited in the window or in their files, consistently.
#[test]
fn markers_of_obstacles_follow_the_table_during_the_flight() {
    let (loaded, mut simulation) = circuit(&[]);
    simulation.steps(30).unwrap();
    let standing = |[x, y, z]: [f64; 3]| ([[x, y, z - 0.2], [x, y, z + 0.2]], [0.2, 0.2]);
    assert_eq!(drawn_spheres(&simulation, "obstacles"), [standing([0.95, -2.0, 2.0]), standing([-0.6, 0.0, 2.2])]);
    let state = simulation.robots().next().unwrap().state;
    let used = loaded.scene.robots[0].controller.as_ref().unwrap();
    let mut params = used.params.clone();
    params["obstacles"][0] = json!({"name": "A", "center": [0.5, -1, 2.5], "axis": [1, 0, 0], "half_length": 0.5,
        "radius": [0.1, 0.3]});
    let changed = ComponentRef { id: used.id.0.clone(), params: Value::Object(params) };
    simulation.set_controller(&shared_plugins(), 0, &changed).unwrap();
    assert_eq!(simulation.robots().next().unwrap().state, state, "it keeps flying");
    let lying = ([[0.0, -1.0, 2.5], [1.0, -1.0, 2.5]], [0.1, 0.3]);
    assert_eq!(drawn_spheres(&simulation, "obstacles")[0], lying);
    let grown: Vec<_> = drawn_spheres(&simulation, "grown obstacles").into_iter().map(|(_, radii)| radii).collect();
    assert_eq!(grown, [[0.1 + 0.65, 0.3 + 0.65], [0.2 + 0.65, 0.2 + 0.65]]);
    // The plan follows in the next cycle.
    let before = drawn_spheres(&simulation, "detours");
    simulation.steps(1).unwrap();
    assert_ne!(drawn_spheres(&simulation, "detours"), before);
}

/// BL-90: Views can show mission, leg, swept tube, grown obstacles, detours and altitude band.
#[test]
fn detours_are_drawn_as_they_are_planned_and_gone_when_they_are_passed() {
    let (_, mut simulation) = circuit(&[]);
    assert!(drawn_spheres(&simulation, "detours").is_empty());
    simulation.steps(1).unwrap();
    let planned = drawn_spheres(&simulation, "detours");
    let detours: Vec<String> = simulation.take_log().into_iter().map(|line| line.text.to_string()).collect();
    let detours: Vec<&String> = detours.iter().filter(|line| line.contains("detour around")).collect();
    assert_eq!((planned.len(), detours.len()), (2, 2));
    for (drawn, line) in planned.iter().zip(detours) {
        let [x, y, z] = drawn.0[0];
        assert!(line.contains(&format!("by ({x:.3}, {y:.3}, {z:.3})")), "{line}, drawn at {drawn:?}");
    }
    while simulation.time() < 60.0 {
        simulation.steps(10).unwrap();
    }
    assert!(drawn_spheres(&simulation, "detours").is_empty());
}
