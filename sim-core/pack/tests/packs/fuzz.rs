//! Feeds millions of damaged inputs to the readers of archives and descriptions.

use crate::archives::{manifest, pack};
use sim_core::pack_manifest::Manifest;
use sim_fuzz::{Depth, Random, fuzz, mutate};
use sim_pack::archive;
use std::io::{Read, Write};

const TOKENS: &[&str] =
    &["pack: 1", "acme/rover", "^1", "..", "lib/", "\"", "(", ")", "[", "]", "0000644", "ustar\u{0}00"];

/// A damaged tar file, compressed afterward: damage to compressed data would be detected by its checksum.
fn damaged(random: &mut Random) -> Vec<u8> {
    let files: [(&str, &[u8]); 2] = [("models/a.robot.ron", b"(name: \"a\")"), ("scenes/a.ron", b"()")];
    let good = pack("acme/rover", "1.0.0", "requires: [\"acme/wheels@^1\"]", &files);
    if random.below(8) == 0 {
        return mutate(&good, &good, TOKENS, random);
    }
    let mut tar = Vec::new();
    flate2::read::GzDecoder::new(&good[..]).read_to_end(&mut tar).expect("it is an archive");
    match random.below(4) {
        // Within the contents and the gaps.
        0 => {
            let at = random.below(tar.len());
            tar[at] = random.bits() as u8;
        }
        1 => {}
        _ => tar = mutate(&tar, &tar, TOKENS, random),
    }
    let builder = flate2::GzBuilder::new().operating_system(255);
    let mut encoder = builder.write(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&tar).and_then(|()| encoder.finish()).expect("memory takes it")
}

#[test]
fn fuzz_archives() {
    let read = |bytes: &[u8]| {
        let mut has_begun = false;
        let read = archive::read(bytes, &mut |_, content| {
            has_begun = true;
            content.read_to_end(&mut Vec::new()).map(drop).map_err(|_| unreachable_finding())
        });
        match read {
            Ok(_) => Depth::Accepted,
            Err(_) if has_begun => Depth::Meaning,
            Err(_) => Depth::Form,
        }
    };
    fuzz("archives of packs", 20_000, [0.2, 0.05], damaged, read);
}

/// Error of a reader of an archive whose content cannot be read; replaced by the archive's own diagnostic.
fn unreachable_finding() -> sim_core::diagnostic::Diagnostic {
    sim_core::diagnostic::Diagnostic::error(sim_core::diagnostic::Code::PackArchive, "unread")
}

#[test]
fn fuzz_descriptions() {
    let library =
        "libraries: [(target: \"a-b\", file: \"lib/a-b/a.so\", abi: \"2.0\", sha256: \"0\")], grants: [Network]";
    let good = manifest("acme/rover", "1.0.0", library).into_bytes();
    let make = |random: &mut Random| mutate(&good, &good, TOKENS, random);
    let read = |bytes: &[u8]| match Manifest::read(bytes.to_vec(), "pack.ron") {
        Ok(_) => Depth::Accepted,
        Err(findings) if findings.iter().all(|finding| finding.path.is_some()) => Depth::Meaning,
        Err(_) => Depth::Form,
    };
    fuzz("descriptions of packs", 20_000, [0.05, 0.0], make, read);
}
