//! A fixed reference computation for workloads: arithmetic, memory accesses and indirect calls, as in a simulation, but without
//! code of this project.
//!
//! Do not change it: stored figures are multiples of its time. Any change requires a new [`VERSION`] and new measurements.

use std::hint::black_box;

/// Version of the computation; figures of different versions are not comparable.
pub const VERSION: u32 = 1;

/// Number of records, each with [`WIDTH`] numbers: 256 KiB, more than the L1 cache.
const RECORDS: usize = 2048;
const WIDTH: usize = 16;

/// Number of passes over all records per run.
const PASSES: usize = 100;

type Step = fn(&mut [f64; WIDTH], &[f64; WIDTH]);

/// One step for each kind of record.
const STEPS: [Step; 4] = [turn, pull, limit, smooth];

/// Memory of the computation.
pub struct Reference {
    records: Vec<[f64; WIDTH]>,
}

impl Reference {
    /// The initial state, always the same.
    pub fn new() -> Self {
        let number = |record: usize, place: usize| ((record * 31 + place * 17) % 97) as f64 / 97.0 + 0.25;
        Self { records: (0..RECORDS).map(|record| std::array::from_fn(|place| number(record, place))).collect() }
    }

    /// Runs [`PASSES`] passes over all records, from the initial state; the result is always the same.
    pub fn run(&mut self) -> f64 {
        *self = Self::new();
        let steps = black_box(STEPS);
        let mut at = 1_u64;
        for _ in 0..PASSES {
            for index in 0..RECORDS {
                // A linear congruential generator (Knuth, TAOCP 2, 3.2.1): pairs each record with one far away in memory.
                at = (at * 1_103_515_245 + 12_345) & 0x7fff_ffff;
                let other = self.records[at as usize % RECORDS];
                steps[(index ^ (at >> 8) as usize) % STEPS.len()](&mut self.records[index], &other);
            }
        }
        self.records.iter().map(|record| record.iter().sum::<f64>()).sum()
    }
}

/// Three matrix-vector products, and a norm.
fn turn(own: &mut [f64; WIDTH], other: &[f64; WIDTH]) {
    for row in 0..3 {
        let sum: f64 = (0..3).map(|column| other[3 * row + column] * own[column + 9]).sum();
        own[row + 12] = 0.5 * own[row + 12] + 0.3 * sum;
    }
    let length = (own[12] * own[12] + own[13] * own[13] + own[14] * own[14]).sqrt();
    own[15] = 1.0 / (1.0 + length);
}

/// A force between two points that decreases with distance.
fn pull(own: &mut [f64; WIDTH], other: &[f64; WIDTH]) {
    let offset = [other[0] - own[0], other[1] - own[1], other[2] - own[2]];
    let square = offset.iter().map(|part| part * part).sum::<f64>() + 0.01;
    let strength = 1e-3 / (square * square.sqrt());
    for axis in 0..3 {
        own[axis + 3] = 0.9 * own[axis + 3] + strength.min(0.5) * offset[axis];
        own[axis] = (own[axis] + 0.01 * own[axis + 3]).clamp(-4.0, 4.0);
    }
}

/// Data-dependent branches.
fn limit(own: &mut [f64; WIDTH], other: &[f64; WIDTH]) {
    for (mine, theirs) in own.iter_mut().zip(other) {
        *mine = match (*mine > *theirs, *mine > 1.0) {
            (true, true) => *mine * 0.5,
            (true, false) => *mine + 0.125 * (*theirs - *mine),
            (false, _) => *mine + 0.01,
        };
    }
}

/// A polynomial of each number.
fn smooth(own: &mut [f64; WIDTH], other: &[f64; WIDTH]) {
    for (mine, theirs) in own.iter_mut().zip(other) {
        let x = 0.5 * (*mine - *theirs);
        *mine = 0.6 + x * (0.25 - x * x * (1.0 / 24.0 - x * x / 720.0)).clamp(-1.0, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NA-94: A speed loss of more than 20 % against stored figures fails the check.
    #[test]
    fn the_reference_is_the_one_that_figures_were_measured_with() {
        let mut reference = Reference::new();
        let result = reference.run();
        assert_eq!((VERSION, result.to_bits()), (1, RESULT), "{result}: increment VERSION and measure again");
        assert_eq!(reference.run().to_bits(), result.to_bits());
    }

    /// Bits of the sum.
    const RESULT: u64 = 0x40d4_79f4_d291_c702;
}
