//! Fuzz tests: every world results in a scene or in a list of findings with locations.

use super::{Paths, import};
use sim_core::diagnostic::{Code, Diagnostics};
use sim_core::scene::text::{Sources, format};
use sim_fuzz::{Depth, Random, fuzz, mutate};
use std::path::Path;

/// Tokens that an import may fail on.
const WORDS: &[&str] = &[
    "{ }",
    "}",
    "[",
    "]",
    "\"",
    "DEF A ",
    "USE A ",
    "USE B ",
    "NULL",
    "TRUE",
    "0 0 0",
    "0 0 0 0",
    "1e300",
    "-1e-300",
    "size 0 1 1",
    "radius -1",
    "scale 1 1 -1",
    "scale 1e-200 1 1",
    "rotation 0 0 0 1",
    "rotation 1e300 1e300 0 1",
    "center 1 2 3",
    "scaleOrientation 0 1 0 0.5",
    "coordIndex [ 0 1 2 -1 ]",
    "xDimension 1000000",
    "spine [ 0 0 0, 0 0 0 ]",
    "mass -1",
    "density 0",
    "physics Physics { }",
    "boundingObject Plane { }",
    "geometry Extrusion { }",
    "geometry Capsule { height 1 }",
    "children [",
    "name \"\"",
    "name \"a[b]\"",
    "Robot { }",
    "Foo { bar 1 }",
    "gravity 1",
    "coordinateSystem \"ENU\"",
    "convex FALSE",
    "Floor { size 3 4 }",
    "RectangleArena { wallHeight 1 wallThickness 0.1 floorSize 2 2 }",
    "height [ 1 ]",
    "splineSubdivision 3",
    "orientation 0 1 0 0.5",
    "PointLight { location 1 0 0 }",
    "DirectionalLight { }",
    "controller \"c\"",
    "\u{e9}",
];

/// A world with all supported features.
const EVERYTHING: &str = r#"#VRML_SIM R2021b utf8
WorldInfo { title "t" info [ "a", "b" ] basicTimeStep 16 gravity 9.81 randomSeed 3 contactProperties [ ContactProperties {
  coulombFriction [ 0.5 ] bounce 0.1 } ] }
Viewpoint { orientation 1 0 0 -0.25 position 0 6 18 follow "r" fieldOfView 0.9 }
Background { skyColor [ 0.4 0.7 1 ] }
Transform { translation 1 2 3 rotation 0 1 0 0.5 scale 1 2 3 children [
  PointLight { location 0 1 0 attenuation 1 0 1 radius 10 intensity 2 } SpotLight { direction 0 -1 0 cutOffAngle 0.5 on FALSE }
  DEF S Shape { appearance Appearance { material Material { diffuseColor 1 0 0 transparency 0.5 } texture ImageTexture { } }
    geometry Cone { bottomRadius 1 height 2 } }
  Transform { rotation 0 0 1 0.3 children [ USE S Shape { geometry Capsule { radius 0.1 height 0.5 } } ] } ] }
DEF B Solid { translation 0 1 0 name "b" locked TRUE children [ DEF C Shape { appearance PBRAppearance { baseColor 0 1 0 } geometry DEF
  X Box { size 1 2 3 } } Solid { name "c" boundingObject Sphere { radius 0.2 } } SpotLight { } ] boundingObject Group {
  children [ USE X Transform {
  translation 0 1 0 children [ Cylinder { radius 0.5 height 1 } ] } ] } physics Physics { density -1 mass 2 inertiaMatrix [ 1 2 3, 0 0
  0 ] centerOfMass [ 0 0 0 ] } }
Solid { boundingObject DEF P Plane { size 4 4 } children [ Shape { geometry USE P } Shape { geometry ElevationGrid { xDimension 3
  zDimension 2 xSpacing 0.5 height [ 0 1 0, 1 0 1 ] } } Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 4 2 0, 0 4
  0, 1 2 0 ] } coordIndex [ 1, 2, 3, 0, -1 ] convex FALSE } } Shape { geometry Extrusion { crossSection [ 0 0, 1 0, 1 1, 0 0 ]
  spine [ 0 0 0, 0 1 0, 1 2 0 ] scale [ 1 1, 2 2, 1 1 ] } } ] }
RectangleArena { translation 0 -1 0 floorAppearance Parquetry { } } Floor { rotation 1 0 0 0.1 }
DEF R Robot { translation 1 0 1 name "r" children [ DistanceSensor { } ] }
"#;

fn exercise(input: &[u8]) -> Depth {
    let paths = Paths { world: Path::new("fuzz.wbt"), scene: Path::new("fuzz.ron"), meshes: "fuzz" };
    let placed = |findings: &Diagnostics| {
        for finding in findings {
            if let Some(place) = finding.place {
                assert!(place.start <= place.end && place.end <= input.len() * 3, "{finding}");
            }
            assert!(finding.to_string().lines().count() <= 10, "{finding}");
        }
    };
    match import(input, paths, &[]) {
        Ok(imported) => {
            placed(&imported.left_out);
            let (mut sources, mut findings) = (Sources::default(), Diagnostics::new());
            let source = Sources::add(&mut sources, "fuzz.ron", None, imported.text.as_str());
            assert_eq!(format(&sources, source, &mut findings).as_deref(), Some(imported.text.as_str()), "{findings}");
            Depth::Accepted
        }
        Err(findings) => {
            assert!(findings.has_errors(), "rejected without a reason");
            placed(&findings);
            let has_place = |finding: &sim_core::diagnostic::Diagnostic| finding.place.is_some();
            assert!(
                findings.iter().all(has_place),
                "a value that scenes reject was not checked in the world: {findings}"
            );
            if findings.iter().any(|finding| finding.code == Code::ImportSyntax) { Depth::Form } else { Depth::Meaning }
        }
    }
}

#[test]
fn fuzz_import_never_panics() {
    let corpus = [EVERYTHING.to_string(), EVERYTHING.replace("R2021b", "R2023b").replace("zDimension", "yDimension")];
    for text in &corpus {
        assert_eq!(exercise(text.as_bytes()), Depth::Accepted);
    }
    let make = |random: &mut Random| {
        let (text, other) = (random.pick(&corpus), random.pick(&corpus));
        mutate(text.as_bytes(), other.as_bytes(), WORDS, random)
    };
    fuzz("fuzz_import", 1500, [0.3, 0.2], make, exercise);
}
