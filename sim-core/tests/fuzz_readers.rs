//! No input makes a reader of robots or meshes panic, hang or nest without end.
//!
//! Each reader gets a few thousand inputs, always the same; `SIM_FUZZ_INPUTS` sets another number.

use sim_abi::math::na::Isometry3;
use sim_core::mesh::{MeshFormat, from_bytes};
use sim_core::model::{Kinematics, UrdfOptions, from_ron_bytes, from_urdf_bytes, initial_positions, validate};
use std::path::{Path, PathBuf};

mod common;
#[path = "common/inputs.rs"]
mod inputs;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Generator of Marsaglia, "Xorshift RNGs", J. Statistical Software 8 (2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// Pieces that readers of numbers, XML, RON and OBJ stumble over.
const PIECES: &[&[u8]] = &[
    b"1e999",
    b"-1e-999",
    b"nan",
    b"inf",
    b"-0",
    b"18446744073709551616",
    b"-9223372036854775808",
    b"\"",
    b"<",
    b">",
    b"</link>",
    b"&#0;",
    b"&a;",
    b"]]>",
    b"<!--",
    b"<![CDATA[",
    b"xmlns:a=\"b\" a:b=\"c\"",
    b"\xff",
    b"\0",
    b"\n",
    b"((((",
    b"}",
    b"Some(",
    b"f -1 -2 -3",
    b"\\\n",
    b"4294967295",
    b"\xff\xff\xff\xff",
    b"solid ",
    b"<gazebo>",
    b"/",
];

fn mutate(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] = random.next() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 => drop(bytes.splice(at..at, PIECES[random.below(PIECES.len())].iter().copied())),
            3 => bytes.truncate(at),
            4 => {
                let end = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => {
                let from = random.below(bytes.len());
                let piece = bytes[from..(from + random.below(60)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

/// Feeds mutants of the seeds to a reader.
fn fuzz(seeds: &[Vec<u8>], read: impl Fn(&[u8])) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for count in 0..inputs::inputs(5_000) {
        let seed = &seeds[random.below(seeds.len())];
        let mutant = mutate(seed, &mut random);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(&mutant)));
        assert!(outcome.is_ok(), "mutant {count} panics: {}", mutant.escape_ascii());
    }
}

fn files(folder: &str, extension: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(data(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    assert!(!paths.is_empty(), "no .{extension} in {folder}");
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

fn read_urdf(bytes: &[u8]) {
    let result = from_urdf_bytes(bytes, &data("urdf/broken/mutant.urdf"), &UrdfOptions::default());
    let Ok(loaded) = result else { return };
    assert!(validate(&loaded.spec).is_empty(), "a robot that was read is valid");
    let kinematics = Kinematics::new(&loaded.spec).expect("a valid robot moves");
    let mut placed = vec![Isometry3::identity(); kinematics.link_count()];
    kinematics.fill(&initial_positions(&loaded.spec), &mut placed);
}

fn read_mesh(format: MeshFormat) -> impl Fn(&[u8]) {
    move |bytes| {
        if let Ok(loaded) = from_bytes(bytes, format, &data("mesh/mutant"), [1.0; 3]) {
            loaded.mesh.bounding_box().expect("a mesh that was read has triangles");
            let covered: usize = loaded.mesh.parts.iter().map(|part| part.triangles.len()).sum();
            assert_eq!(covered, loaded.mesh.triangles.len(), "parts cover all triangles");
            let _ = loaded.mesh.solid_properties();
        }
    }
}

#[test]
fn fuzz_urdf_never_panics() {
    let mut seeds = files("urdf/broken", "urdf");
    seeds.extend(files("urdf/repaired", "urdf"));
    for _ in 0..10 {
        seeds.extend(files("urdf", "urdf"));
    }
    fuzz(&seeds, read_urdf);
}

#[test]
fn fuzz_robot_ron_never_panics() {
    let seeds = files("robots", "ron");
    fuzz(&seeds, |bytes| {
        if let Ok(spec) = from_ron_bytes(bytes, &data("robots/mutant.robot.ron"), &[]) {
            let _ = validate(&spec);
        }
    });
}

#[test]
fn fuzz_meshes_never_panic() {
    fuzz(&files("mesh", "obj"), read_mesh(MeshFormat::Obj));
    let mut stl = files("mesh", "stl");
    let mut binary = vec![0; 84 + 150];
    binary[80] = 3;
    stl.push(binary);
    fuzz(&stl, read_mesh(MeshFormat::Stl));
    fuzz(&[common::glb()], read_mesh(MeshFormat::Gltf));
    fuzz(&files("mesh", "dae"), read_mesh(MeshFormat::Collada));
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
    read_urdf(text.as_bytes());
}
