//! Imports constructs of worlds that are distributed with Webots, and of third-party worlds.

use crate::world::{World, near, of_bytes, of_text};
use nalgebra::Vector3;
use sim_core::scene::{LightKind, Posed, Shape};
use std::f64::consts::FRAC_PI_2;

/// A world of this release.
fn webots(release: &str, content: &str) -> World {
    of_text(&format!("#VRML_SIM {release} utf8\n{content}"), &[]).unwrap_or_else(|findings| panic!("{findings}"))
}

fn vrml(content: &str) -> World {
    of_text(&format!("#VRML V2.0 utf8\n{content}"), &[]).unwrap_or_else(|findings| panic!("{findings}"))
}

/// Messages with found values and hints, in one text.
fn all_warnings(world: &World) -> String {
    world.warnings().iter().map(|parts| parts.join(" | ") + "\n").collect()
}

const BALL: &str = "geometry DEF S Sphere { radius 0.5 }";

#[test]
fn a_grid_without_heights_is_flat_and_those_that_are_missing_are_0() {
    for (release, across, sign) in [("R2019b", "zDimension", -1.0), ("R2023b", "yDimension", 1.0)] {
        let grid = |heights: &str| {
            let shape = format!("Shape {{ geometry ElevationGrid {{ xDimension 3 {across} 2 {heights} }} }}");
            webots(release, &format!("Solid {{ children DEF S {shape} boundingObject USE S name \"grid\" }}"))
        };
        let flat = grid("");
        for x in [0.5, 1.5] {
            assert!(flat.height(x, 0.5 * sign).is_some_and(|height| height.abs() < 1e-9), "{release} at {x}");
        }
        assert_eq!((flat.height(2.5, 0.5 * sign), flat.warnings().len()), (None, 0));
        let few = grid("height [ 1 1 1 1 ]");
        let found = few.height(2.0 - 1e-6, sign * (1.0 - 1e-6)).unwrap();
        assert!(found.abs() < 1e-4, "{found}");
        assert!(all_warnings(&few).contains("2 heights are missing: 0 is used"), "{}", all_warnings(&few));
        let many = grid("height [ 1 1 1 1 1 1 7 ]");
        assert!((many.height(0.5, 0.5 * sign).unwrap() - 1.0).abs() < 1e-9);
        assert!(all_warnings(&many).contains("1 more height than points"), "{}", all_warnings(&many));
    }
}

#[test]
fn one_geometry_that_cannot_be_built_does_not_refuse_the_world() {
    let broken = [
        "ElevationGrid { xDimension 3 }",
        "ElevationGrid { xDimension 0 yDimension 3 }",
        "ElevationGrid { xDimension 1000000 yDimension 1000000 height [ 1 ] }",
        "IndexedFaceSet { }",
        "IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 7 -1 ] }",
        "Sphere { radius 0 }",
        "Box { size 1 1 }",
        "Extrusion { spine [ 0 0 0 ] }",
        "Extrusion { crossSection [ 0 0 ] }",
        "Mesh { url \"nowhere.obj\" }",
        "Cylinder { radius 1e12 }",
    ];
    for geometry in broken {
        let world = webots("R2023b", &format!("Shape {{ {BALL} }}\nShape {{ geometry {geometry} }}"));
        assert_eq!(
            (world.loaded.scene.objects.len(), world.warnings().len()),
            (1, 1),
            "{geometry}: {}",
            all_warnings(&world)
        );
        assert_eq!(world.left_out()[0].0, 3, "{geometry}");
    }
    // Invalid values of other nodes are replaced by the defaults.
    let light = webots("R2023b", "WorldInfo { gravity -7 5 }\nPointLight { color 2 0 0 intensity -1 radius 0 }");
    assert_eq!(
        (light.loaded.scene.lights[0].color.rgb(), light.warnings().len()),
        ([1.0; 3], 4),
        "{}",
        all_warnings(&light)
    );
    let heavy = webots(
        "R2023b",
        &format!("Solid {{ children Shape {{ {BALL} }} boundingObject USE S physics Physics {{ mass 0 density 0 }} }}"),
    );
    assert_eq!((heavy.loaded.scene.objects[0].mass, heavy.warnings().len()), (None, 1), "{}", all_warnings(&heavy));
}

#[test]
fn the_extrusion_of_newer_releases_repeats_its_last_scale_and_stands_along_z() {
    let of = |release: &str, fields: &str| {
        webots(release, &format!("DEF E Transform {{ children Shape {{ geometry Extrusion {{ {fields} }} }} }}"))
    };
    // Squares of 2 m, extruded along z since R2022a and along y before.
    let plain = of("R2023b", "");
    let [low, high] = plain.extent("E");
    near(low, [-1.0, -1.0, 0.0]);
    near(high, [1.0, 1.0, 1.0]);
    assert!((plain.volume("E") - 4.0).abs() < 1e-9, "{}", plain.volume("E"));
    let [low, high] = of("R2019b", "").extent("E");
    near(low, [-1.0, -1.0, 0.0]);
    near(high, [1.0, 1.0, 1.0]);
    // The second coordinate of a vertex is y of the node if the spine goes along z.
    let [low, high] = of("R2023b", "crossSection [ 0 0, 1 0, 1 3, 0 0 ]").extent("E");
    near(low, [0.0, 0.0, 0.0]);
    near(high, [1.0, 3.0, 1.0]);
    let straight = "spine [ 0 0 0, 0 0 1, 0 0 2, 0 0 3 ] splineSubdivision 0";
    let tapered = of("R2023b", &format!("{straight} scale [ 1 1, 2 2 ]"));
    let [low, high] = tapered.extent("E");
    near(low, [-2.0, -2.0, 0.0]);
    near(high, [2.0, 2.0, 3.0]);
    // A frustum of 28/3 m³ and two boxes of 16 m³.
    assert!((tapered.volume("E") - 28.0 / 3.0 - 32.0).abs() < 1e-9, "{}", tapered.volume("E"));
    // Rotations are about the axes of the node; a single one applies to all points of a spline.
    let flat = "crossSection [ 1 0.5, 1 -0.5, -1 -0.5, -1 0.5, 1 0.5 ]";
    let [low, high] = of("R2023b", &format!("{flat} orientation [ 0 0 1 1.5707963267948966 ]")).extent("E");
    near(low, [-0.5, -1.0, 0.0]);
    near(high, [0.5, 1.0, 1.0]);
    // Before R2022a, sections are as in VRML97: their second coordinate is z of the node, which is −y of the scene.
    for (release, is_mesh) in [("V5.0", false), ("V8.6", false), ("R2019b", false), ("R2023b", true)] {
        let world = of(release, "crossSection [ 0 0, 0 3, 1 3, 0 0 ] spine [ 0 0 0, 0 1 0 ] splineSubdivision 0");
        assert_eq!(matches!(world.object("E").shape.resolved(), Shape::Mesh(_)), is_mesh, "{release}");
        if !is_mesh {
            let [low, high] = world.extent("E");
            near(low, [0.0, -3.0, 0.0]);
            near(high, [1.0, 0.0, 1.0]);
        }
    }
    let more = of("R2023b", "scale [ 1 1, 2 2, 3 3 ]");
    assert!(all_warnings(&more).contains("more values than points of the spine"), "{}", all_warnings(&more));
}

#[test]
fn the_spine_of_an_extrusion_is_a_spline_that_ends_where_it_does() {
    let shape = |pieces: &str| {
        format!(
            "DEF E Transform {{ children Shape {{ geometry Extrusion {{ crossSection [ 0.1 0.1, 0.1 -0.1, -0.1 -0.1, -0.1 0.1, \
             0.1 \
             0.1 ] spine [ 0 0 0, 0 0 1, 1 0 1 ] {pieces} }} }} }}"
        )
    };
    let corners = |pieces: &str| webots("R2023b", &shape(pieces)).triangles("E").len();
    // Four sides of two triangles each, and two caps.
    assert_eq!([corners("splineSubdivision 0"), corners(""), corners("splineSubdivision 16")], [20, 68, 260]);
    let curved = webots("R2023b", &shape("splineSubdivision 16"));
    let middles: Vec<Vector3<f64>> = curved.triangles("E").iter().flatten().copied().collect();
    let nearest =
        |to: [f64; 3]| middles.iter().map(|point| (point - Vector3::from(to)).norm()).fold(f64::MAX, f64::min);
    let corner = 0.02_f64.sqrt();
    assert!((nearest([0.0; 3]) - corner).abs() < 1e-9 && (nearest([1.0, 0.0, 1.0]) - corner).abs() < 1e-9);
    // At its middle control point, a uniform B-spline is at (a + 4 b + c) / 6.
    assert!((nearest([1.0 / 6.0, 0.0, 5.0 / 6.0]) - corner).abs() < 1e-9);
    // The sample world of Webots has fewer scales than points.
    let spiral =
        "spine [ 10 0 0, 0 10 2, -10 0 4, 0 -10 6, 10 0 8 ] scale [ 1 1, 0.25 0.25, 1 1 ] splineSubdivision 16";
    let section = "crossSection [ -1 0, 0 1, 1 0, -1 0 ]";
    let sample = webots("R2022a", &format!("Shape {{ geometry Extrusion {{ {section} {spiral} }} }}"));
    assert_eq!((sample.loaded.scene.objects.len(), sample.warnings().len()), (1, 0), "{}", all_warnings(&sample));
}

#[test]
fn a_floor_and_an_arena_are_understood_in_both_systems_of_axes() {
    for (release, up) in [("R2019b", "0 1 0"), ("R2023b", "0 0 1")] {
        let floor = webots(release, &format!("Floor {{ translation {up} size 4 6 }}"));
        assert_eq!((floor.height(1.0, 1.0), floor.warnings().len()), (Some(1.0), 0), "{release}");
        let Shape::HeightField(drawn) = floor.object("floor").shape.resolved() else { panic!("{release}") };
        assert_eq!(drawn.size, [4.0, 6.0], "{release}");
        let arena = "RectangleArena { floorSize 2 4 wallThickness 0.2 wallHeight 0.5 floorTileSize 1 1 }";
        let named = format!("EXTERNPROTO \"webots://projects/objects/floors/protos/RectangleArena.proto\"\n{arena}");
        for text in [arena, &named] {
            let arena = webots(release, text);
            assert_eq!((arena.loaded.scene.objects.len(), arena.warnings().len()), (5, 0), "{}", all_warnings(&arena));
            for (x, y, height) in
                [(0.9, 1.9, 0.0), (1.1, 0.0, 0.5), (-1.1, 1.0, 0.5), (1.1, 2.1, 0.5), (0.0, -2.1, 0.5)]
            {
                let found = arena.height(x, y).unwrap();
                assert!((found - height).abs() < 1e-9, "{release}: {found} at {x}, {y}");
            }
            assert!(arena.height(1.3, 0.0).is_some_and(|height| height.abs() < 1e-9), "its plane is infinite");
            assert_eq!(arena.object("rectangle arena floor").material.restitution, 0.5);
        }
    }
    // Since R2020b z is up; until R2022a the PROTO had to be rotated up. The camera looked along −z.
    let text = "Viewpoint { orientation -0.16131898745925688 0.5157102598768536 0.8414387156191878 3.811430621768191 position \
                -0.6124798003439922 0.725668295677327 0.5491785729794433 }\n\
                RectangleArena { rotation 1 0 0 1.5708 floorSize 3 3 }";
    let arena = webots("R2021a", text);
    assert!(arena.height(1.0, 1.0).is_some_and(|height| height.abs() < 1e-4), "{}", arena.imported.text);
    let view = &arena.loaded.scene.view;
    let ahead = Vector3::from(view.look_at) - Vector3::from(view.camera.unwrap());
    near(ahead / 10.0, [0.562333027111, -0.673956355389, -0.479128790254]);
    let own = webots("R2023b", "PROTO Floor [ ] { Group { } }\nFloor { }");
    assert!(own.loaded.scene.objects.is_empty() && all_warnings(&own).contains("Convert to Base Node(s)"));
}

#[test]
fn instances_of_protos_are_known_without_being_announced() {
    for (release, kind, is_proto) in
        [("R2019b", "Pioneer3at", true), ("R2023b", "WoodenBox", true), ("R2023b", "Normal", false)]
    {
        let warnings = all_warnings(&webots(release, &format!("{kind} {{ }}")));
        assert_eq!(warnings.contains("Convert to Base Node(s)"), is_proto, "{kind}: {warnings}");
    }
    assert!(!all_warnings(&vrml("Foo { }")).contains("Convert"), "VRML97 does not have this command");
}

#[test]
fn a_body_that_falls_forever_is_reported() {
    let ball = |z: f64| {
        format!(
            "Solid {{ translation 0 0 {z} name \"ball\" children Shape {{ {BALL} }} boundingObject USE S \
             physics Physics {{ }} }}\n"
        )
    };
    let falls = |world: &str| all_warnings(&webots("R2023b", world)).matches("falls endlessly").count();
    assert_eq!(falls(&(ball(1.0) + &ball(3.0))), 1);
    assert_eq!(falls(&format!("Floor {{ }}{}", ball(1.0))), 0);
    assert_eq!(falls(&format!("Floor {{ }}{}", ball(-1.0))), 1);
    assert_eq!(falls(&format!("WorldInfo {{ gravity 0 }}{}", ball(1.0))), 0);
    let shelf = |x: f64| format!("Solid {{ translation {x} 0 0 boundingObject Box {{ size 1 1 0.1 }} }}{}", ball(1.0));
    assert_eq!((falls(&shelf(0.2)), falls(&shelf(3.0))), (0, 1));
}

#[test]
fn the_contents_of_a_robot_are_reported_and_the_scene_names_its_controller() {
    let text = "#VRML_SIM R2023b utf8\nFloor { }\nRobot { name \"anna\" controller \"maze\" children [ \
                HingeJoint { device RotationalMotor { } } \
                DistanceSensor { } DistanceSensor { } ] }";
    let world = of_text(text, &[("anna".into(), "scout/standard".into())]).unwrap();
    let warnings = all_warnings(&world);
    let held = "controller \"maze\", `HingeJoint`, `RotationalMotor`, 2 `DistanceSensor`";
    assert!(warnings.contains(&format!("the contents of `Robot` \"anna\" are left out | {held} | ")), "{warnings}");
    assert!(world.imported.text.contains("\n// Robot anna: driven by the controller of scout/standard"));
}

#[test]
fn a_lamp_moves_with_the_body_that_it_is_part_of_and_leaves_it_its_name() {
    let lantern = |physics: &str| {
        webots(
            "R2023b",
            &format!(
                "Floor {{ }}\nDEF L Solid {{ translation 1 2 3 rotation 0 0 1 1.5707963267948966 name \"lantern\" {physics} \
                 boundingObject USE S children [ PointLight {{ location 0.5 0 0.1 }} \
                 DEF BEAM SpotLight {{ location 0 0 0 direction 1 0 0 }} Shape {{ {BALL} }} ] }}"
            )
            .replace("boundingObject USE S", "boundingObject Sphere { radius 0.5 }"),
        )
    };
    let moving = lantern("physics Physics { }");
    assert!(moving.object("lantern").mass.is_some());
    let [lamp, beam] = &moving.loaded.scene.lights[..] else { panic!() };
    assert_eq!((lamp.name.as_str(), beam.name.as_str()), ("lantern light", "BEAM"));
    assert_eq!((lamp.parent.as_deref(), beam.parent.as_deref()), (Some("lantern"), Some("lantern")));
    near(Vector3::from(lamp.at.0), [0.5, 0.0, 0.1]);
    let LightKind::Spot(spot) = &beam.kind else { panic!() };
    near(Vector3::from(spot.direction.0), [1.0, 0.0, 0.0]);
    let fixed = lantern("");
    let [lamp, beam] = &fixed.loaded.scene.lights[..] else { panic!() };
    assert_eq!((lamp.name.as_str(), &lamp.parent), ("lantern light", &None));
    near(Vector3::from(lamp.at.0), [1.0, 2.5, 3.1]);
    let LightKind::Spot(spot) = &beam.kind else { panic!() };
    near(Vector3::from(spot.direction.0), [0.0, 1.0, 0.0]);
}

#[test]
fn a_directional_light_lights_the_whole_scene_and_in_vrml97_that_is_reported() {
    let grouped = "Transform { rotation 1 0 0 1.5707963267948966 children [ DirectionalLight { direction 0 0 -1 } ] }";
    let warnings = all_warnings(&vrml(grouped));
    assert_eq!(warnings, "`DirectionalLight` lights everything |  | in VRML97 it lights only its own group\n");
    assert_eq!(vrml("DirectionalLight { }").warnings().len(), 0);
    // In Webots, its direction is in the world frame.
    let world = webots("R2023b", grouped);
    let LightKind::Directional(direction) = &world.loaded.scene.lights[0].kind else { panic!() };
    near(Vector3::from(direction.0), [0.0, 0.0, -1.0]);
    assert_eq!(world.warnings().len(), 0);
}

#[test]
fn contacts_are_the_same_without_properties_as_with_empty_ones() {
    let ball = format!("Solid {{ name \"ball\" children Shape {{ {BALL} }} boundingObject USE S }}");
    for info in ["", "WorldInfo { }", "WorldInfo { contactProperties [ ContactProperties { } ] }"] {
        let world = webots("R2023b", &format!("{info}\n{ball}"));
        assert_eq!((world.contact("ball"), world.warnings().len()), ((1.0, 0.5), 0), "{info}");
    }
}

#[test]
fn only_a_rolled_view_is_reported() {
    let view =
        |angle: f64| webots("R2023b", &format!("Viewpoint {{ orientation 1 0 0 {angle} position -5 0 1 }}")).warnings();
    assert_eq!(view(0.03).len(), 0);
    let warnings = view(0.04);
    assert_eq!((warnings.len(), warnings[0][1].as_str()), (1, "`roll`"), "{warnings:?}");
}

#[test]
fn a_file_that_is_not_utf8_is_read_as_latin1() {
    let text = b"#VRML V2.0 utf8\n# \xc3\xa9 and \xe9\nDEF Caf\xe9 Shape { geometry Box { } }\nFog { }";
    let world = of_bytes(text, &[]).unwrap();
    assert_eq!(world.loaded.scene.objects[0].name, "Caf\u{e9}");
    assert_eq!(world.left_out()[0], (2, "the file is not UTF-8: it was read as Latin-1".into()));
    assert_eq!(world.left_out()[1].0, 4);
}

#[test]
fn reasons_fit_the_nodes_that_are_left_out() {
    let warnings = all_warnings(&webots(
        "R2023b",
        "NavigationInfo { }\nTexturedBackground { }\nTexturedBackgroundLight { }\nWorldInfo { defaultDamping Damping { } }\n\
         Shape { geometry Extrusion { scale [ -1 1 ] } }",
    ));
    for words in ["navigation settings", "the sky has two colors", "the sky does not emit light", "slowed down"] {
        assert!(warnings.contains(words), "{words}: {warnings}");
    }
    assert!(
        !warnings.contains("a `Extrusion`") && warnings.contains("the field `scale` of the node `Extrusion`"),
        "{warnings}"
    );
}

#[test]
fn what_is_said_of_several_nodes_of_a_type_is_said_once() {
    let textured = |name: usize| {
        format!(
            "Solid {{ name \"s{name}\" contactMaterial \"m{name}\" children Shape {{ \
             appearance Appearance {{ texture ImageTexture {{ }} }} \
             geometry Box {{ size 0 1 {name} }} }} }}\n"
        )
    };
    let material = |name: usize| format!("ContactProperties {{ material1 \"m{name}\" }} ");
    let contacts: String = (0..9).map(material).collect();
    let solids: String = (0..9).map(textured).collect();
    let world = webots("R2023b", &format!("WorldInfo {{ contactProperties [ {contacts} ] }}\n{solids}"));
    let warnings: Vec<(usize, String)> = world.left_out();
    let expected = [
        (2, "9 nodes `ContactProperties` are left out, the first one here"),
        (3, "1 field of 9 nodes `Solid` is left out, the first one here"),
        (3, "9 nodes `ImageTexture` are left out, the first one here"),
        (3, "invalid values of the field `size` of 9 nodes `Box`, the first one here"),
    ];
    assert_eq!(warnings, expected.map(|(line, message)| (line, message.to_string())));
}

#[test]
fn quarters_of_a_turn_are_written_in_degrees_and_the_shorter_angles_are_taken() {
    let of = |rotation: &str| {
        webots(
            "R2023b",
            &format!("DEF B Transform {{ rotation {rotation} children Shape {{ geometry Box {{ size 1 2 3 }} }} }}"),
        )
    };
    for (rotation, written) in [
        ("0 0 1 1.5708", "yaw: 1.5708"),
        ("0 0 1 1.5707963267948966", "yaw: deg(90)"),
        ("0 0 1 -1.570796326794", "yaw: deg(-90)"),
        ("0 1 0 3.141592653589793", "rpy: (0.0, deg(180), 0.0)"),
        ("0 1 0 -1.5707963267948966", "rpy: (0.0, deg(-90), 0.0)"),
    ] {
        let world = of(rotation);
        assert!(world.imported.text.contains(written), "{rotation}: {}", world.imported.text);
    }
    let turned = of("0.5773509358554485 0.5773509358554485 0.5773489358556708 -2.094395307179586");
    let rotation = turned.object("B").pose().rotation;
    let axis = nalgebra::Unit::new_normalize(Vector3::new(0.5773509358554485, 0.5773509358554485, 0.5773489358556708));
    let wanted = nalgebra::UnitQuaternion::from_axis_angle(&axis, -2.094395307179586);
    assert!(rotation.angle_to(&wanted) < 1e-7, "{rotation} {wanted}");
    assert!(FRAC_PI_2.to_degrees() == 90.0);
}
