//! Mutated recordings never make the reader panic, and never read as more than they can hold.

use crate::inputs::inputs;
use crate::round_trip::chunk_places;
use crate::support::mcap;
use sim_core::recording::{Compression, RecorderOptions, Recording};
use std::time::Duration;

/// xorshift64* (Vigna 2016, "An experimental exploration of Marsaglia's xorshift generators, scrambled").
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// Recordings, packed and not, with chunk checksums removed so that mutations get past them.
fn corpus() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let mut corpus = Vec::new();
    for compression in [Compression::None, Compression::Lz4] {
        for flush_interval in [Duration::ZERO, Duration::from_secs(1)] {
            let options = RecorderOptions { compression, flush_interval, ..RecorderOptions::default() };
            let mut bytes = std::fs::read(mcap(folder.path(), options)).unwrap();
            for place in chunk_places(&bytes) {
                bytes[place + 24..place + 28].fill(0);
            }
            corpus.push(bytes);
        }
    }
    corpus
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
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
            return;
        }
    }
}

#[test]
fn fuzz_recordings_never_panic() {
    let (corpus, mut random, cases) = (corpus(), Random(0x5eed), inputs(500));
    let (mut opened, mut frames) = (0_u64, 0_u64);
    for _ in 0..cases {
        let mut bytes = corpus[random.below(corpus.len())].clone();
        mutate(&mut bytes, &mut random);
        let Ok(recording) = Recording::from_bytes("mutated.mcap", bytes) else { continue };
        opened += 1;
        frames += recording.frames().filter(Result::is_ok).count() as u64;
        let _ = recording.events().count();
        let _ = recording.frame_at(0.15);
        let _ = recording.time_range();
    }
    // The mutations must reach what lies behind the description of the run, or the test tests nothing.
    assert!(opened > cases / 10 && frames > opened, "{cases} cases, {opened} opened, {frames} frames");
    println!("{cases} cases, {opened} opened, {frames} frames");
}
