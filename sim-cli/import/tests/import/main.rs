//! Imports Webots worlds and VRML97 files, and checks the numeric poses in the engine.

mod real_worlds;
mod world;

use nalgebra::Vector3;
use sim_core::scene::{LightKind, Shape};
use sim_import::{Paths, import};
use world::{data, near, of_file, of_text};

/// BL-02: A world sets title, gravity, step (default 32 ms), contact properties and seed.
/// BL-07: The sky has the color that the scene gives.
/// BL-08: Two point lights have intensity, radius and attenuation, and light the scene.
/// BL-09: The scene stores a viewpoint to which the view can return after following a robot.
#[test]
fn what_a_world_says_of_itself_is_in_the_scene() {
    let river = of_file("01-river-y-up.wbt");
    let scene = &river.loaded.scene;
    assert_eq!((scene.name.as_str(), scene.run.dt, scene.run.gravity), ("River", 0.032, [0.0, 0.0, -9.81]));
    assert_eq!(scene.description, "A blimp flies through six gates over a river\nand goes into a dock.");
    assert_eq!(scene.view.background.rgb(), [0.4, 0.7, 1.0]);
    assert_eq!(scene.view.horizon.as_ref().map(sim_core::scene::Color::rgb), Some([0.4, 0.7, 1.0]));
    // Behind and above, pitched down by 0.25 rad: y-up becomes z-up.
    assert_eq!(scene.view.camera, Some([0.0, -18.0, 6.0]));
    let ahead = Vector3::from(scene.view.look_at) - Vector3::new(0.0, -18.0, 6.0);
    near(ahead / 10.0, [0.0, 0.25_f64.cos(), -(0.25_f64.sin())]);
    let lights: Vec<_> = scene.lights.iter().map(|light| (light.name.as_str(), light.intensity, light.at.0)).collect();
    assert_eq!(lights, [("SUN_A", 2.0, [-5.0, -5.0, 12.0]), ("SUN_B", 4.0, [5.0, 5.0, 12.0])]);
    for light in &scene.lights {
        let LightKind::Point(point) = &light.kind else { panic!("{light:?}") };
        assert_eq!((point.radius, point.attenuation.constant, point.attenuation.linear), (1000.0, 1.0, 0.0));
    }
}

/// BL-01: A world is a tree of nodes; a named shape can be used several times.
/// BL-03: The river banks are an extrusion: 12 m wide, 2 m high, 20 m long.
/// BL-04: The banks collide as two boxes; the river bed does not collide.
/// BL-05: The water is one box, also for collisions, with its surface at 1.0 m.
#[test]
fn rays_meet_the_banks_and_the_water() {
    let river = of_file("01-river-y-up.wbt");
    let near = |x: f64, height: f64| {
        let found = river.height(x, 0.5).unwrap_or_else(|| panic!("nothing at {x}"));
        assert!((found - height).abs() < 1e-9, "{found} at {x}");
    };
    near(4.0, 2.0);
    near(-4.0, 2.0);
    near(0.0, 1.0);
    assert_eq!(river.height(7.0, 0.5), None);
    let banks = river.object("banks");
    assert_eq!((banks.collision.len(), banks.color.rgb()), (2, [0.45, 0.3, 0.15]));
    let [low, high] = river.extent("banks");
    self::near(low, [-6.0, -10.0, 0.0]);
    self::near(high, [6.0, 10.0, 2.0]);
    // A node used as both visual and bounding object is a single shape with collisions.
    let water = river.object("water");
    assert!(water.collision.is_empty() && water.collides && water.detectable);
}

/// BL-10: Six gates consist of 15 solid cylinders of radius 0.05 m and height 0.4 m.
/// BL-12: A green sphere marks each destination and follows changes of the mission.
/// BL-13: Half-transparent red double spheres mark the obstacles as their table defines them.
#[test]
fn gates_are_solid_and_marks_are_not() {
    let river = of_file("01-river-y-up.wbt");
    for (name, at) in [("gate", [0.455, -6.5, 2.45]), ("gate_2", [1.455, -6.5, 2.45])] {
        let gate = river.object(name);
        let Shape::Cylinder(post) = gate.shape.resolved() else { panic!("{:?}", gate.shape) };
        assert_eq!((post.radius, post.height, gate.at.0, gate.rpy, gate.collides), (0.05, 0.4, at, None, true));
    }
    let mark = river.object("DESTINATION");
    assert!(!mark.collides && !mark.detectable && mark.visible);
    let [above, below] = ["RED_BALL", "RED_BALL_2"].map(|name| river.object(name));
    assert_eq!((above.at.0, below.at.0), ([0.2, -1.0, 2.6], [0.2, -1.0, 2.2]));
    assert_eq!(above.color.0, [1.0, 0.0, 0.0, 0.5]);
    let left = river.left_out();
    assert_eq!(left, [(161, "`CustomRobot` \"blimp\" (DEF BLIMP) is left out".to_string())]);
    assert_eq!(river.imported.left_out.iter().next().unwrap().found.as_deref(), Some("2 nodes inside it"));
}

#[test]
fn a_robot_model_takes_the_place_of_a_robot() {
    let text = std::fs::read_to_string(data("02-arena-z-up.wbt")).unwrap();
    for name in ["pioneer", "PIONEER"] {
        let arena = of_text(&text, &[(name.into(), "scout/standard".into())]).unwrap();
        let robot = &arena.loaded.scene.robots[0];
        assert_eq!(
            (robot.name.as_str(), robot.model.id.as_ref().map(|id| id.0.as_str())),
            ("pioneer", Some("scout/standard"))
        );
        assert_eq!((robot.at.0, robot.yaw), ([1.0, 2.0, 0.1], Some(1.5)));
        assert_eq!(arena.loaded.scene.view.follow.as_deref(), Some("pioneer"));
        assert!(!arena.left_out().iter().any(|(_, what)| what.contains("Viewpoint")));
    }
    // A rotation about y in a y-up world becomes one about z.
    let text = std::fs::read_to_string(data("01-river-y-up.wbt")).unwrap();
    let river = of_text(&text, &[("BLIMP".into(), "blimp/standard".into())]).unwrap();
    assert_eq!((river.loaded.scene.robots[0].at.0, river.loaded.scene.robots[0].yaw), ([0.0, -9.0, 2.5], Some(1.5)));
    let findings = of_text(&text, &[("BLIP".into(), "blimp/standard".into())]).err().unwrap();
    assert!(findings.to_string().contains("did you mean `blimp`?"), "{findings}");
}

#[test]
fn a_world_with_z_up_keeps_its_axes() {
    let arena = of_file("02-arena-z-up.wbt");
    let scene = &arena.loaded.scene;
    assert_eq!((scene.run.dt, scene.run.seed, scene.run.gravity), (0.016, 7, [0.0, 0.0, -3.7]));
    let ahead = Vector3::from(scene.view.look_at) - Vector3::from(scene.view.camera.unwrap());
    near(ahead / 10.0, [0.5_f64.cos(), 0.0, -(0.5_f64.sin())]);
    let crate_ = arena.object("crate");
    let Shape::Box(cuboid) = crate_.shape.resolved() else { panic!() };
    assert_eq!((cuboid.size, crate_.at.0), ([0.4, 0.6, 0.5], [1.0, 0.5, 0.25]));
    assert!((crate_.yaw.unwrap() - std::f64::consts::FRAC_PI_4).abs() < 1e-9);
    // 0.4 · 0.6 · 0.5 m³ of 500 kg/m³.
    assert!((crate_.mass.unwrap() - 60.0).abs() < 1e-9);
    assert_eq!((crate_.material.friction, crate_.material.restitution), (0.6, 0.4));
    let pillar = arena.object("pillar");
    assert_eq!(
        (pillar.rpy, pillar.tags.as_slice(), pillar.notes.as_str()),
        (None, ["column".to_string()].as_slice(), "Stands in the way.")
    );
    let roll = arena.object("roll");
    assert!(!roll.collides, "a solid without a bounding object");
    assert!((roll.rpy.unwrap()[0] - std::f64::consts::FRAC_PI_2).abs() < 1e-9);
    // The visual of the plane is finite, its collision shape infinite.
    assert!(arena.object("floor").locked);
    for (x, y, height) in [(3.0, 1.0, 0.0), (30.0, -20.0, 0.0), (1.0, 0.5, 0.5), (-1.0, 1.0, 1.5)] {
        let found = arena.height(x, y).unwrap_or(f64::NAN);
        assert!((found - height).abs() < 1e-9, "{found} at {x}, {y}");
    }
}

#[test]
fn terrain_is_where_both_kinds_of_axes_have_it() {
    // Rays hit the height of each corner at its position: y of the scene is −z of the first world, and y of the second one.
    for (name, across) in [("03-terrain-y-up.wbt", -1.0), ("04-terrain-z-up.wbt", 1.0)] {
        let hills = of_file(name);
        for (i, j, height) in [(0, 0, 0.0), (2, 0, 0.2), (0, 3, 0.9), (2, 3, 1.1), (1, 2, 0.7)] {
            let inside = |at: i32, last: i32| f64::from(at) + if at == last { -1e-5 } else { 1e-5 };
            let (x, y) = (-2.0 + 2.0 * inside(i, 2), across * (-3.0 + 2.0 * inside(j, 3)));
            let found = hills.height(x, y).unwrap_or_else(|| panic!("{name}: nothing at {x}, {y}"));
            assert!((found - 0.5 - height).abs() < 1e-5, "{name}: {found} at {i}, {j}");
        }
    }
}

/// BL-15: Only collision shapes collide and stop rays; objects without them can be passed through.
#[test]
fn bounding_objects_alone_collide_and_a_solid_that_moves_is_one_object() {
    let bounds = of_file("05-bounds.wbt");
    let table = bounds.object("table");
    assert_eq!((table.mass, table.collision.len()), (Some(12.0), 2));
    // The top, and the leg, which is rotated from y to z.
    let [low, high] = bounds.extent("table");
    near(low, [-0.6, -0.4, 0.0]);
    near(high, [0.6, 0.4, 1.025]);
    let top = bounds.height(0.0, 0.0).unwrap();
    assert!((top - 1.025).abs() < 1e-9, "{top}");
    assert_eq!(table.collision[1].at.0, [0.0, 0.0, -0.5]);
    let wall = bounds.object("wall");
    assert!(!wall.visible && wall.collides && wall.mass.is_none());
    assert_eq!(bounds.height(0.0, 3.0), None, "a solid without a bounding object does not collide");
    let step = bounds.height(0.0, -3.0).unwrap();
    assert!((step - 0.15).abs() < 1e-9, "the bounding object is used, not the drawn shape: {step}");
    let left: Vec<_> = bounds.left_out().into_iter().map(|(line, what)| format!("{line}: {what}")).collect();
    assert_eq!(
        left,
        [
            "7: `table` falls endlessly: no floor below it",
            "48: 1 field of `Physics` is left out",
            "70: `Physics` is left out"
        ]
    );
}

#[test]
fn lamps_shine_where_they_do_in_the_world() {
    let lights = of_file("06-lights.wbt");
    let [sun, spot, bulb] = &lights.loaded.scene.lights[..] else { panic!("{}", lights.imported.text) };
    let LightKind::Directional(direction) = &sun.kind else { panic!() };
    let half = 0.5_f64.sqrt();
    near(Vector3::from(direction.0), [half, 0.0, -half]);
    assert_eq!(sun.color.rgb(), [1.0, 0.9, 0.8]);
    let LightKind::Spot(cone) = &spot.kind else { panic!() };
    // A quarter turn about y rotates x down.
    near(Vector3::from(cone.direction.0), [0.0, 0.0, -1.0]);
    assert_eq!((cone.half_angle, cone.radius, cone.attenuation.quadratic, spot.intensity), (0.6, 20.0, 1.0, 3.0));
    assert_eq!((spot.at.0, bulb.at.0, bulb.on), ([1.0, 2.0, 3.0], [2.0, 2.0, 3.0], false));
    let lines: Vec<usize> = lights.left_out().into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [9, 24, 32]);
}

/// BL-22: The envelope is an ellipsoid with semi-axes 0.546, 0.26 and 0.26 m.
#[test]
fn scales_are_preserved_by_supported_shapes_and_become_triangles_elsewhere() {
    let scales = of_file("07-nested-scales.wbt");
    let Shape::Sphere(even) = scales.object("EVEN").shape.resolved() else { panic!() };
    assert_eq!((even.radius, scales.object("EVEN").at.0), (1.0, [2.0, 0.0, 0.0]));
    let Shape::Ellipsoid(egg) = scales.object("EGG").shape.resolved() else { panic!() };
    near(Vector3::from(egg.radii), [0.546, 0.26, 0.26]);
    // A cube rotated by an eighth of a turn, then stretched along y, which is up.
    let half = 0.5_f64.sqrt();
    let [low, high] = scales.extent("SKEWED");
    near(low, [-half, -0.5, -3.0 * half]);
    near(high, [half, 0.5, 3.0 * half]);
    let [low, high] = scales.extent("MIRRORED");
    near(low, [-1.0, -5.0, 0.0]);
    near(high, [0.0, -4.0, 1.0]);
    let volume = scales.volume("MIRRORED");
    assert!((volume - 1.0 / 6.0).abs() < 1e-9, "a mirrored mesh keeps its outside: {volume}");
    let [low, high] = scales.extent("TENT");
    near(low, [2.5, -0.5, -1.0]);
    near(high, [3.5, 0.5, 1.0]);
    let [low, high] = scales.extent("OVAL");
    near(low, [-0.5, -1.0, -0.5]);
    near(high, [0.5, 1.0, 0.5]);
}

#[test]
fn unsupported_parts_are_reported_once_with_their_place() {
    let world = of_file("08-left-out.wbt");
    let found: Vec<_> = world.left_out().into_iter().map(|(line, what)| format!("{line}: {what}")).collect();
    assert_eq!(
        found,
        [
            "3: the definition of the PROTO `Post` is left out",
            "14: 1 field of `WorldInfo` is left out",
            "15: 1 field of `WorldInfo` is left out",
            "17: `WorldInfo` is left out",
            "20: `Door` (DEF DOOR) is left out",
            "23: `Post` is left out",
            "26: `DistanceSensor` \"sonar\" is left out",
            "35: `ImageTexture` (DEF BRICKS) is left out",
            "47: `IndexedLineSet` is left out",
            "60: `HingeJoint` is left out",
            "67: `Mesh` is left out",
            "72: 1 field of `Solid` is left out",
            "73: 1 field of `Solid` is left out",
            "75: `Sprocket` is left out",
        ]
    );
    for (line, _) in world.left_out() {
        assert!(
            world.imported.text.contains(&format!("\n// - {line}:")),
            "line {line} is not at the head of the scene"
        );
    }
    assert_eq!(world.loaded.scene.objects[0].color.rgb(), [1.0, 1.0, 0.0], "an emissive body has its emissive color");
}

#[test]
fn all_errors_are_reported_with_their_place_and_only_syntax_errors_reject_the_file() {
    let read = |name: &str| std::fs::read_to_string(data(name)).unwrap();
    let broken = of_text(&read("09-broken-value.wbt"), &[]).unwrap();
    let place = |finding: &sim_core::diagnostic::Diagnostic| finding.place.map(|place| (place.line, place.column));
    let places: Vec<_> = broken.imported.left_out.iter().map(place).collect();
    assert_eq!(places, [(3, 17), (6, 10), (13, 24), (17, 16), (18, 16), (22, 9)].map(Some));
    assert!(broken.imported.left_out.iter().all(|finding| finding.code == sim_core::diagnostic::Code::ImportValue));
    assert_eq!((broken.loaded.scene.objects.len(), broken.loaded.scene.lights.len()), (0, 1));
    let findings = of_text(&read("10-broken-syntax.wbt"), &[]).err().expect("it is rejected");
    assert!(findings.to_string().contains(":9:8"), "{findings}");
}

/// BL-06: Palms in several sizes are decoration that neither collides nor is seen by distance sensors.
/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn a_vrml97_palm_is_decorative_and_as_tall_as_it_is() {
    let palm = of_text(&std::fs::read_to_string(data("palm.wrl")).unwrap(), &[]).unwrap();
    assert_eq!(palm.loaded.scene.objects.len(), 5);
    assert!(palm.loaded.scene.objects.iter().all(|object| !object.collides && !object.detectable && object.visible));
    assert_eq!(palm.height(0.0, 0.0), None, "rays do not see it");
    // The leaf, rotated by a quarter turn about y, and by a half turn.
    let [low, high] = palm.extent("LEAF");
    near(low, [0.6, -0.15, 2.9]);
    near(high, [1.8, 0.15, 3.25]);
    let [low, high] = palm.extent("LEAF_2");
    near(low, [0.45, 0.0, 2.9]);
    near(high, [0.75, 1.2, 3.25]);
    let [low, high] = palm.extent("LEAF_3");
    near(low, [-0.6, -0.15, 2.9]);
    near(high, [0.6, 0.15, 3.25]);
    let Shape::Ellipsoid(nut) = palm.object("NUTS").shape.resolved() else { panic!() };
    near(Vector3::from(nut.radii), [0.12, 0.12, 0.15]);
    let lines: Vec<usize> = palm.left_out().into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [4, 25, 42, 43, 44]);
}

#[test]
fn a_short_file_cannot_repeat_nodes_without_end() {
    let mut text = "#VRML V2.0 utf8\nDEF A0 Group { children [ Shape { geometry Box { } } ] }\n".to_string();
    for level in 1..20 {
        let uses = format!("USE A{} ", level - 1).repeat(10);
        text += &format!("DEF A{level} Group {{ children [ {uses} ] }}\n");
    }
    let findings = of_text(&text, &[]).err().expect("it is rejected");
    assert!(findings.to_string().contains("repeats its nodes too often"), "{findings}");
}

#[test]
fn a_short_file_cannot_make_endless_meshes() {
    let points: String = (0..3000).map(|at| format!("{at} {} 0 ", at % 7)).collect();
    let faces: String = (0..2998).map(|at| format!("{at} {} {} -1 ", at + 1, at + 2)).collect();
    let shape = format!(
        "Shape {{ geometry IndexedFaceSet {{ coord Coordinate {{ point [ {points} ] }} coordIndex [ {faces} ] }} }}"
    );
    let skewed =
        "Transform { rotation 0 0 1 0.5 scale 1 2 1 children [ Transform { rotation 0 0 1 1 children USE A } ] } ";
    let world = |uses: &str| format!("#VRML V2.0 utf8\nDEF A {shape}\n{uses}");
    // Undistorted, all uses share one file.
    let many = of_text(&world(&"USE A ".repeat(2000)), &[]).unwrap();
    assert_eq!((many.loaded.scene.objects.len(), many.imported.meshes.len()), (2001, 1));
    let findings = of_text(&world(&skewed.repeat(700)), &[]).err().expect("it is rejected");
    assert!(findings.to_string().contains("the shapes of the file are too large"), "{findings}");
}

#[test]
fn an_extrusion_of_a_scene_is_the_one_of_the_file() {
    let text = std::fs::read_to_string(data("palm.wrl")).unwrap();
    let as_extrusion = of_text(&text, &[]).unwrap();
    assert!(matches!(as_extrusion.object("TRUNK").shape.resolved(), Shape::Extrusion(_)));
    // Scenes do not support rotations of the section: the same body as triangles.
    let turned = text.replace("creaseAngle 1.5", "orientation 0 1 0 1e-13");
    let as_mesh = of_text(&turned, &[]).unwrap();
    assert!(matches!(as_mesh.object("TRUNK").shape.resolved(), Shape::Mesh(_)));
    for (one, other) in as_extrusion.extent("TRUNK").iter().zip(as_mesh.extent("TRUNK")) {
        assert!((one - other).amax() < 1e-9, "{one} {other}");
    }
    let volumes = [&as_extrusion, &as_mesh].map(|palm| palm.volume("TRUNK"));
    assert!(volumes[0] > 0.0 && (volumes[0] - volumes[1]).abs() < 1e-9, "{volumes:?}");
    let [low, high] = as_extrusion.extent("TRUNK");
    assert!(low.z > -0.02 && low.z < 0.0 && high.z > 3.0 && high.z < 3.05, "{low} {high}");
}

#[test]
fn what_a_node_is_used_for_several_times_is_one_shape_of_the_scene() {
    let river = of_file("01-river-y-up.wbt");
    let shapes: Vec<&str> = river.loaded.scene.shapes.iter().map(|shape| shape.name.as_str()).collect();
    assert_eq!(shapes, ["BANK_BOX", "POST", "RED_BALL"]);
    let palm = of_text(&std::fs::read_to_string(data("palm.wrl")).unwrap(), &[]).unwrap();
    assert_eq!(palm.loaded.scene.shapes.len(), 1);
    assert_eq!(palm.imported.meshes.len(), 1, "one file for all leaves");
}

#[test]
fn meshes_from_files_are_named_from_the_scene_and_missing_ones_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("scenes")).unwrap();
    let (world, scene) = (folder.path().join("world.wbt"), folder.path().join("scenes/world.ron"));
    let text = "#VRML_SIM R2023b utf8\nSolid { children Shape { geometry DEF M Mesh { url \"wedge.obj\" } } boundingObject USE M \
                physics Physics { density 100 } scale 2 2 2 }";
    let paths = Paths { world: &world, scene: &scene, meshes: "world" };
    let missing = import(text.as_bytes(), paths, &[]).unwrap();
    assert!(missing.loaded.scene.objects.is_empty());
    assert!(missing.left_out.to_string().contains("world.wbt:2:"), "{}", missing.left_out);
    // A corner of a cube: a sixth of a cubic meter.
    let wedge = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::fs::write(folder.path().join("wedge.obj"), wedge).unwrap();
    let imported = import(text.as_bytes(), paths, &[]).unwrap();
    let object = &imported.loaded.scene.objects[0];
    let Shape::Mesh(mesh) = object.shape.resolved() else { panic!("{object:?}") };
    assert_eq!((mesh.file.0.as_str(), mesh.scale), ("../wedge.obj", [2.0; 3]));
    assert!((object.mass.unwrap() - 100.0 * 8.0 / 6.0).abs() < 1e-9);
    std::fs::write(folder.path().join("wedge.obj"), "f 1 2 3\n").unwrap();
    assert!(import(text.as_bytes(), paths, &[]).unwrap().left_out.to_string().contains("wedge.obj"));
}

#[test]
fn a_body_of_several_boxes_has_the_inertia_of_its_bounding_object() {
    let text = "#VRML_SIM R2023b utf8\nSolid { name \"bar\" children [ Shape { geometry Sphere { radius 0.1 } } ] boundingObject Group { \
                children [ Transform { translation 1 0 0 children [ DEF B Box { size 1 1 1 } ] } Transform { translation -1 0 0 \
                children [ USE B ] } ] } physics Physics { mass 2 density -1 } }";
    let bar = of_text(text, &[]).unwrap();
    let object = bar.object("bar");
    // Two cubes of 1 kg: 1/6 kg·m² each about their centers, which are 1 m from the common center along x.
    let [x, y, z] = object.inertia.unwrap();
    assert!((x - 2.0 / 6.0).abs() < 1e-4 && (y - 2.0 / 6.0 - 2.0).abs() < 1e-3 && (z - y).abs() < 1e-9, "{x} {y} {z}");
    assert_eq!((object.mass, object.collision.len()), (Some(2.0), 2));
    bar.simulation();
}

#[test]
fn shapes_that_are_too_large_are_left_out_before_they_are_built() {
    let square = "crossSection [1 1, 1 -1, -1 -1, -1 1, 1 1]";
    let line = |points: usize| (0..points).map(|at| format!("0 {at} 0,")).collect::<String>();
    let extrusion = |points: usize| format!("Shape {{ geometry Extrusion {{ {square} spine [{}] }} }}\n", line(points));
    let faces = |points: usize, face: usize| {
        let face: String = (0..face).map(|corner| format!("{corner},")).collect();
        format!("IndexedFaceSet {{ convex FALSE coord Coordinate {{ point [{}] }} coordIndex [{face}] }}", line(points))
    };
    let section: String = (0..10_001).map(|corner| format!("{corner} {},", corner % 2)).collect();
    for (shape, found, most) in [
        (extrusion(200_001), "the extrusion is too large", "1000000"),
        (format!("Shape {{ geometry {} }}", faces(1_000_001, 3)), "the shape has too many points", "1000000"),
        (
            "Shape { geometry ElevationGrid { xDimension 2000 zDimension 2000 height [1] } }".into(),
            "the shape has too many points",
            "1000000",
        ),
        (format!("Shape {{ geometry {} }}", faces(10_001, 10_001)), "not convex has too many corners", "10000"),
        (
            format!("Shape {{ geometry Extrusion {{ crossSection [{section}] }} }}"),
            "the section has too many corners",
            "10000",
        ),
    ] {
        let world = of_text(&format!("#VRML V2.0 utf8\n{shape}"), &[]).unwrap();
        assert_eq!(world.loaded.scene.objects.len(), 0);
        let left: Vec<String> = world.imported.left_out.iter().map(ToString::to_string).collect();
        assert!(
            left.len() == 1 && left[0].contains(found) && left[0].contains(&format!("at most {most} ")),
            "{left:?}"
        );
    }
    // Time does not grow quadratically with the number of points, not even along a straight line.
    let straight = of_text(&format!("#VRML V2.0 utf8\n{}", extrusion(20_000)), &[]).unwrap();
    assert_eq!((straight.loaded.scene.objects.len(), straight.imported.left_out.len()), (1, 0));
}
