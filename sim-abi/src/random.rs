//! Random numbers from streams that the host owns.
//!
//! A stream is derived from the scene's seed, the robot's name, the component's name and the stream's name, so that
//! adding a robot changes nobody else's numbers. Its memory lies in the core: snapshots and replay cover it.

use crate::ffi::types::RandomState;
use crate::math;
use std::sync::LazyLock;

/// One random stream: xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021).
pub struct Random<'a>(pub(crate) &'a mut RandomState);

impl<'a> Random<'a> {
    /// Works on a state; hosts and tests make one, authors get theirs from the frame.
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
        (self.bits() >> 11) as f64 * UNIT
    }

    /// Uniform in [low, high).
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Gaussian with mean 0 and standard deviation 1: the ziggurat (Marsaglia and Tsang, "The ziggurat method for generating random
    /// variables", 2000), with layer and place from different bits (Doornik, "An improved ziggurat method to generate normal random samples",
    /// 2005).
    pub fn normal(&mut self) -> f64 {
        let Ziggurat { ends, densities } = &*ZIGGURAT;
        loop {
            let bits = self.bits();
            let (layer, is_negative) = ((bits & 0xff) as usize, bits & 0x100 != 0);
            let place = (bits >> 11) as f64 * UNIT * ends[layer];
            let is_inside = place < ends[layer + 1];
            let size = if is_inside {
                Some(place)
            } else if layer == 0 {
                Some(self.tail())
            } else {
                let height = self.uniform(densities[layer], densities[layer + 1]);
                (height < density(place)).then_some(place)
            };
            if let Some(size) = size {
                return if is_negative { -size } else { size };
            }
        }
    }

    /// A size beyond the lowest layer (Marsaglia, "Generating a variable from the tail of the normal distribution", 1964).
    fn tail(&mut self) -> f64 {
        loop {
            let beyond = -math::ln(1.0 - self.unit()) / TAIL;
            if -2.0 * math::ln(1.0 - self.unit()) > beyond * beyond {
                return TAIL + beyond;
            }
        }
    }

    /// True with the given probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

/// Distance of neighbouring numbers of [`Random::unit`].
const UNIT: f64 = 1.0 / (1u64 << 53) as f64;

/// Number of layers of the ziggurat, all of one area.
const LAYERS: usize = 256;
/// Where the lowest of them ends and the tail begins, and that area with the tail.
const TAIL: f64 = 3.654_152_885_361_009;
const AREA: f64 = 0.004_928_673_233_99;

/// Of each layer, the width of its base, and the density there.
struct Ziggurat {
    ends: [f64; LAYERS + 1],
    densities: [f64; LAYERS + 1],
}

static ZIGGURAT: LazyLock<Ziggurat> = LazyLock::new(|| {
    // The lowest layer is as wide as a rectangle that has its area.
    let mut ends = [0.0; LAYERS + 1];
    (ends[0], ends[1]) = (AREA / density(TAIL), TAIL);
    for layer in 1..LAYERS - 1 {
        let above = AREA / ends[layer] + density(ends[layer]);
        ends[layer + 1] = (-2.0 * math::ln(above)).sqrt();
    }
    Ziggurat { ends, densities: ends.map(density) }
});

/// Density of the normal distribution as a share of its maximum.
fn density(place: f64) -> f64 {
    math::exp(-0.5 * place * place)
}

impl RandomState {
    /// The state of a stream: the seed and the names that identify it, mixed by FNV-1a and spread by SplitMix64
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

    /// Reference values of xoshiro256++ from the state (1, 2, 3, 4), as rand_xoshiro documents them.
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

    /// Moments, and shares beyond places that lie in the lowest layers, in the highest and in the tail.
    #[test]
    fn normal_numbers_are_normal() {
        let mut state = RandomState::derive(7, &["n"]);
        let mut random = Random::from_state(&mut state);
        let n = 2_000_000;
        let values: Vec<f64> = (0..n).map(|_| random.normal()).collect();
        let count = f64::from(n);
        let moment = |power: i32| values.iter().map(|value| value.powi(power)).sum::<f64>() / count;
        // Each within four of its standard deviations.
        for (power, expected, variance) in [(1, 0.0, 1.0), (2, 1.0, 2.0), (3, 0.0, 15.0), (4, 3.0, 96.0)] {
            let off = moment(power) - expected;
            assert!(off.abs() < 4.0 * f64::sqrt(variance / count), "moment {power} is off by {off}");
        }
        let shares = [
            (0.05, 0.480_061_194_2),
            (0.5, 0.308_537_538_7),
            (1.0, 0.158_655_253_9),
            (2.0, 0.022_750_131_9),
            (3.0, 0.001_349_898_0),
            (3.7, 0.000_107_799_7),
            (4.0, 0.000_031_671_2),
        ];
        for (place, share) in shares {
            for sign in [-1.0, 1.0] {
                let beyond = values.iter().filter(|value| **value * sign > place).count() as f64;
                let off = (beyond - share * count) / f64::sqrt(share * (1.0 - share) * count);
                assert!(off.abs() < 4.0, "beyond {place} with sign {sign}: off by {off} standard deviations");
            }
        }
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
