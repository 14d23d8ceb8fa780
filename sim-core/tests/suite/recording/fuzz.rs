//! Mutated recordings never make the reader panic, and never yield more data than they can contain.

use super::round_trip::chunk_places;
use super::support::mcap;
use sim_core::recording::{Compression, RecorderOptions, Recording};
use sim_fuzz::{Depth, Random, fuzz};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A recording, and the starts of its records.
struct Sample {
    bytes: Vec<u8>,
    places: Vec<usize>,
}

/// Short recordings, compressed and not, with chunk checksums removed so that mutations are not caught by them.
fn corpus() -> Vec<Sample> {
    let folder = tempfile::tempdir().unwrap();
    let mut corpus = Vec::new();
    for compression in [Compression::None, Compression::Lz4] {
        for flush_interval in [Duration::ZERO, Duration::from_secs(1)] {
            let options =
                RecorderOptions { compression, flush_interval, every_ticks: 10, ..RecorderOptions::default() };
            let mut bytes = std::fs::read(mcap(folder.path(), options)).unwrap();
            let chunks = chunk_places(&bytes);
            for place in &chunks {
                bytes[place + 24..place + 28].fill(0);
            }
            let mut places = records(&bytes, mcap::MAGIC.len()..bytes.len());
            if compression == Compression::None {
                // Start, end, size, checksum, empty compression name, and the length of the records (MCAP specification).
                let inside = |place: &usize| place + 40..place + length(&bytes, place - 8);
                places.extend(chunks.iter().flat_map(|place| records(&bytes, inside(place))));
            }
            corpus.push(Sample { bytes, places });
        }
    }
    corpus
}

/// The eight bytes at a position as a length.
fn length(bytes: &[u8], place: usize) -> usize {
    u64::from_le_bytes(bytes[place..place + 8].try_into().unwrap()) as usize
}

/// Starts of records: one byte for the opcode and eight for the length each.
fn records(bytes: &[u8], range: std::ops::Range<usize>) -> Vec<usize> {
    let mut places = Vec::new();
    let mut at = range.start;
    while at + 9 <= range.end {
        places.push(at);
        at += 9 + length(bytes, at + 1);
    }
    places
}

/// Changes bytes, half of the time near the start of a record.
fn mutate(sample: &Sample, random: &mut Random) -> Vec<u8> {
    let mut bytes = sample.bytes.clone();
    for _ in 0..=random.below(4) {
        let at = match random.below(2) {
            0 => random.below(bytes.len()),
            _ => (random.pick(&sample.places) + random.below(30)).min(bytes.len() - 1),
        };
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => bytes[at..end].fill(0),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            4 => {
                let number = [u64::MAX, 1 << 63, 1 << 40, 1 << 31, u32::MAX.into(), 0, 1][random.below(7)];
                let width = [2, 4, 8][random.below(3)].min(bytes.len() - at);
                bytes[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
            }
            5 => bytes[at] ^= 1 << random.below(8),
            _ => bytes[at] = b"{}[],:\"0-9e.nN"[random.below(14)],
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn fuzz_recordings_never_panic() {
    let corpus = corpus();
    let frames = AtomicU64::new(0);
    let bytes: Vec<usize> = corpus.iter().map(|sample| sample.bytes.len()).collect();
    println!("recordings of {bytes:?} bytes");
    let make = |random: &mut Random| mutate(random.pick(&corpus), random);
    let tally = fuzz("fuzz_recordings", 500, [0.5, 0.5], make, |input| {
        let Ok(recording) = Recording::from_bytes("mutated.mcap", input.to_vec()) else { return Depth::Form };
        frames.fetch_add(recording.frames().filter(Result::is_ok).count() as u64, Ordering::Relaxed);
        let _ = recording.events().count();
        let _ = recording.frame_at(0.15);
        let _ = recording.time_range();
        Depth::Accepted
    });
    // The mutations must reach the data after the description of the run, otherwise the test is void.
    let frames = frames.into_inner();
    assert!(tally.inputs < 100 || frames > tally.inputs, "{frames} frames in {} recordings", tally.inputs);
}
