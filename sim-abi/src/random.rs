//! Random numbers from streams owned by the host.
//!
//! A stream is derived from the scene's seed, the robot's name, the component's name and the stream's name, so that adding
//! a robot does not change the numbers of others. Its state is in the core, so snapshots and replay cover it.

use crate::ffi::types::RandomState;
use crate::math;

/// One random stream: xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021).
pub struct Random<'a>(pub(crate) &'a mut RandomState);

impl<'a> Random<'a> {
    /// Wraps a state; for hosts and tests. Components get theirs from the frame.
    pub fn from_state(state: &'a mut RandomState) -> Self {
        Self(state)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.0.words;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Uniform in [low, high).
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Gaussian with mean 0 and standard deviation 1 (Box and Muller, 1958; only one number of each pair is used, so that
    /// no further state is needed).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * math::ln(1.0 - self.unit())).sqrt();
        radius * math::cos(std::f64::consts::TAU * self.unit())
    }

    /// True with the given probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

impl RandomState {
    /// Derives the state of a stream: the seed and the identifying names, mixed by FNV-1a and spread by SplitMix64
    /// (Steele, Lea and Flood, 2014).
    pub fn derive(seed: u64, names: &[&str]) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ seed;
        for name in names {
            for byte in name.bytes().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        let mut words = [0; 4];
        for word in &mut words {
            hash = hash.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = hash;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            *word = z ^ (z >> 31);
        }
        Self { words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference values of xoshiro256++ from the state (1, 2, 3, 4), from the documentation of rand_xoshiro.
    #[test]
    fn the_generator_gives_the_published_sequence() {
        let mut state = RandomState { words: [1, 2, 3, 4] };
        let mut random = Random::from_state(&mut state);
        let expected = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205];
        for value in expected {
            assert_eq!(random.bits(), value);
        }
    }

    #[test]
    fn streams_of_different_names_differ_and_of_equal_names_agree() {
        let a = RandomState::derive(1, &["a", "range", ""]);
        assert_eq!(a, RandomState::derive(1, &["a", "range", ""]));
        assert_ne!(a, RandomState::derive(1, &["ar", "ange", ""]));
        assert_ne!(a, RandomState::derive(2, &["a", "range", ""]));
    }

    #[test]
    fn normal_numbers_have_mean_zero_and_deviation_one() {
        let mut state = RandomState::derive(7, &["n"]);
        let mut random = Random::from_state(&mut state);
        let n = 200_000;
        let values: Vec<f64> = (0..n).map(|_| random.normal()).collect();
        let mean = values.iter().sum::<f64>() / n as f64;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n as f64;
        assert!(mean.abs() < 4.0 / (n as f64).sqrt(), "mean {mean}");
        assert!((variance.sqrt() - 1.0).abs() < 0.01, "deviation {}", variance.sqrt());
    }

    #[test]
    fn unit_numbers_fill_the_interval() {
        let mut state = RandomState::derive(7, &["u"]);
        let mut random = Random::from_state(&mut state);
        let mut bins = [0u32; 10];
        for _ in 0..100_000 {
            let u = random.unit();
            assert!((0.0..1.0).contains(&u));
            bins[(u * 10.0) as usize] += 1;
        }
        assert!(bins.iter().all(|n| (9_500..10_500).contains(n)), "{bins:?}");
    }
}
