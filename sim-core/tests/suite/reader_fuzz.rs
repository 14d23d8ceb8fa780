//! No input makes a reader of robots or meshes panic, hang or recurse without limit.
//!
//! Each reader gets a few thousand deterministic inputs; `SIM_FUZZ_INPUTS` sets their number, see the crate `sim-fuzz`.

use sim_abi::math::na::Isometry3;
use sim_core::mesh::{MeshFormat, from_bytes};
use sim_core::model::{
    Kinematics, ModelError, UrdfOptions, from_ron_bytes, from_urdf_bytes, initial_positions, validate,
};
use sim_fuzz::{Depth, Tally, fuzz, mutate};
use std::path::{Path, PathBuf};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Tokens that are difficult for parsers of numbers, XML, RON and OBJ.
const PIECES: &[&str] = &[
    "1e999",
    "-1e-999",
    "nan",
    "inf",
    "-0",
    "18446744073709551616",
    "-9223372036854775808",
    "\"",
    "<",
    ">",
    "</link>",
    "&#0;",
    "&a;",
    "]]>",
    "<!--",
    "<![CDATA[",
    "xmlns:a=\"b\" a:b=\"c\"",
    "é",
    "\0",
    "\n",
    "((((",
    "}",
    "Some(",
    "f -1 -2 -3",
    "\\\n",
    "4294967295",
    "solid ",
    "<gazebo>",
    "/",
];

/// Feeds mutants of the seeds to a reader; the given fractions must pass the syntax and be accepted.
fn fuzz_seeds(name: &str, seeds: &[Vec<u8>], deep: [f64; 2], read: impl Fn(&[u8]) -> Depth + Sync) -> Tally {
    let make = |random: &mut sim_fuzz::Random| {
        let (seed, other) = (random.below(seeds.len()), random.below(seeds.len()));
        mutate(&seeds[seed], &seeds[other], PIECES, random)
    };
    fuzz(name, 5_000, deep, make, read)
}

/// Depth reached by a reader that rejected an input.
fn refused(error: &ModelError) -> Depth {
    if matches!(error, ModelError::Syntax(_)) { Depth::Form } else { Depth::Meaning }
}

fn files(folder: &str, extension: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(data(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    assert!(!paths.is_empty(), "no .{extension} in {folder}");
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

fn read_urdf(bytes: &[u8]) -> Depth {
    let loaded = match from_urdf_bytes(bytes, &data("urdf/broken/mutant.urdf"), &UrdfOptions::default()) {
        Ok(loaded) => loaded,
        Err(error) => return refused(&error),
    };
    assert!(validate(&loaded.spec).is_empty(), "a robot that was read is valid");
    let kinematics = Kinematics::new(&loaded.spec).expect("a valid robot moves");
    let mut placed = vec![Isometry3::identity(); kinematics.link_count()];
    kinematics.fill(&initial_positions(&loaded.spec), &mut placed);
    Depth::Accepted
}

fn read_mesh(format: MeshFormat) -> impl Fn(&[u8]) -> Depth {
    move |bytes| {
        let Ok(loaded) = from_bytes(bytes, format, &data("mesh/mutant"), [1.0; 3]) else { return Depth::Meaning };
        loaded.mesh.bounding_box().expect("a mesh that was read has triangles");
        let covered: usize = loaded.mesh.parts.iter().map(|part| part.triangles.len()).sum();
        assert_eq!(covered, loaded.mesh.triangles.len(), "parts cover all triangles");
        let _ = loaded.mesh.solid_properties();
        Depth::Accepted
    }
}

#[test]
fn fuzz_urdf_never_panics() {
    let mut seeds = files("urdf/broken", "urdf");
    seeds.extend(files("urdf/repaired", "urdf"));
    for _ in 0..10 {
        seeds.extend(files("urdf", "urdf"));
    }
    fuzz_seeds("fuzz_urdf", &seeds, [0.3, 0.1], read_urdf);
}

#[test]
fn fuzz_robot_ron_never_panics() {
    let seeds = files("robots", "ron");
    fuzz_seeds("fuzz_robot_ron", &seeds, [0.2, 0.1], |bytes| {
        match from_ron_bytes(bytes, &data("robots/mutant.robot.ron"), &[]) {
            Ok(spec) => {
                let _ = validate(&spec);
                Depth::Accepted
            }
            Err(error) => refused(&error),
        }
    });
}

#[test]
fn fuzz_meshes_never_panic() {
    let fuzz = |name, seeds: &[Vec<u8>], format| fuzz_seeds(name, seeds, [0.0, 0.1], read_mesh(format));
    fuzz("fuzz_obj", &files("mesh", "obj"), MeshFormat::Obj);
    let mut stl = files("mesh", "stl");
    let mut binary = vec![0; 84 + 150];
    binary[80] = 3;
    stl.push(binary);
    fuzz("fuzz_stl", &stl, MeshFormat::Stl);
    fuzz_seeds("fuzz_gltf", &[crate::common::glb()], [0.0, 0.01], read_mesh(MeshFormat::Gltf));
    fuzz("fuzz_collada", &files("mesh", "dae"), MeshFormat::Collada);
}

#[test]
fn bombs_are_refused() {
    let repeat = |piece: &str| piece.repeat(100_000).into_bytes();
    let nested = |open: &str| [b"<robot name=\"r\">".to_vec(), repeat(open)].concat();
    for bomb in
        [nested("<a>"), nested("<link name=\"a\">"), repeat("<"), repeat("<a "), repeat("&lt;"), repeat("<a b=\"c\"/>")]
    {
        assert!(from_urdf_bytes(&bomb, &data("urdf/bomb.urdf"), &UrdfOptions::default()).is_err());
    }
    for bomb in [repeat("("), repeat("["), repeat("(name:"), repeat("Some("), repeat("{\"a\":")] {
        assert!(from_ron_bytes(&bomb, &data("robots/bomb.robot.ron"), &[]).is_err());
    }
    for bomb in [repeat("v 0 0 0\n"), repeat("f -1 -1 -1\n"), repeat("\\\n"), repeat("mtllib cube.obj\n")] {
        assert!(from_bytes(&bomb, MeshFormat::Obj, &data("mesh/bomb.obj"), [1.0; 3]).is_err());
    }
    let json = [b"{\"asset\":".to_vec(), repeat("[")].concat();
    assert!(from_bytes(&json, MeshFormat::Gltf, &data("mesh/bomb.gltf"), [1.0; 3]).is_err());
}

#[test]
fn a_long_chain_of_links_is_read_without_recursion() {
    let mut text = String::from("<robot name=\"chain\">");
    for k in 0..2000 {
        text += &format!("<link name=\"l{k}\"/>");
    }
    for k in 1..2000 {
        text +=
            &format!("<joint name=\"j{k}\" type=\"fixed\"><parent link=\"l{}\"/><child link=\"l{k}\"/></joint>", k - 1);
    }
    text += "</robot>";
    assert_eq!(read_urdf(text.as_bytes()), Depth::Accepted);
}
