//! Measurement errors, with the same model for every sensor.
//!
//! Clean value → bias, drift and Gaussian error → quantization → range → latency → dropout. Channels that a sensor declares exact (a flag,
//! a count) are unchanged except for latency and dropout.

use sim_abi::declare::Channel;
use sim_abi::ffi::types::RandomState;
use sim_abi::math;
use sim_abi::random::Random;

/// Noise of one sensor.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    channels: Vec<ChannelNoise>,
    dropout: f64,
    /// Value of a lost reading. Default: the last reading.
    lost: Option<f64>,
    delay: usize,
    drifts: bool,
    /// Fraction of the last Gaussian error that the next one keeps, 0 … 1.
    keep: f64,
}

#[derive(Clone, Debug)]
struct ChannelNoise {
    sigma: f64,
    bias: f64,
    drift: f64,
    quantum: f64,
    /// The channel whose clean value is the standard deviation of an additional error.
    deviation: Option<usize>,
    exact: bool,
    min: f64,
    max: f64,
}

/// Noise state of one sensor.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct NoiseState {
    random: [u64; 4],
    /// The drift of each channel if they drift; then the Gaussian error of each in the last reading, in units of its standard deviation, if
    /// errors are correlated.
    drift: Vec<f64>,
    /// Delayed readings, a ring buffer of `delay` readings.
    ring: Vec<f64>,
    next: usize,
}

impl Noise {
    /// The noise of a sensor with these channels that is read every `period` seconds. `None` if it changes nothing.
    pub(super) fn new(noise: Option<&sim_scene::Noise>, channels: &[Channel], period: f64) -> Option<Self> {
        let none = sim_scene::Noise::none();
        let noise = noise.unwrap_or(&none);
        let numbered = |name: &String| channels.iter().position(|channel| channel.name == *name);
        let list: Vec<ChannelNoise> = channels
            .iter()
            .enumerate()
            .map(|(index, channel)| ChannelNoise {
                sigma: noise.sigma.channel(index),
                bias: noise.bias.channel(index),
                drift: noise.drift.channel(index),
                quantum: noise.quantum.channel(index),
                deviation: channel.deviation.as_ref().and_then(numbered),
                exact: channel.exact,
                min: channel.min.unwrap_or(f64::NEG_INFINITY),
                max: channel.max.unwrap_or(f64::INFINITY),
            })
            .collect();
        let delay = (noise.latency / period).round() as usize;
        let is_noiseless = |c: &ChannelNoise| {
            c.sigma == 0.0 && c.bias == 0.0 && c.drift == 0.0 && c.quantum == 0.0 && c.deviation.is_none()
        };
        if noise.dropout == 0.0 && delay == 0 && list.iter().all(is_noiseless) {
            return None;
        }
        let drifts = list.iter().any(|channel| channel.drift > 0.0);
        let keep = if noise.correlation > 0.0 { math::powf(noise.correlation, period) } else { 0.0 };
        Some(Self { channels: list, dropout: noise.dropout, lost: noise.dropout_value, delay, drifts, keep })
    }

    /// Applies the ranges that a new version of the sensor declares for the same channels.
    pub(super) fn follow(&mut self, channels: &[Channel]) {
        for (noise, channel) in self.channels.iter_mut().zip(channels) {
            (noise.min, noise.max) = (channel.min.unwrap_or(f64::NEG_INFINITY), channel.max.unwrap_or(f64::INFINITY));
            noise.exact = channel.exact;
        }
    }

    /// Initial state: its own random stream, no drift, stationary errors, and the neutral reading in the delay buffer.
    pub(super) fn start(&self, mut stream: RandomState, neutral: &[f64]) -> NoiseState {
        let mut random = Random::from_state(&mut stream);
        let mut drift = vec![0.0; self.first_error()];
        if self.keep > 0.0 {
            drift.extend(neutral.iter().map(|_| random.normal()));
        }
        NoiseState { random: stream.words, drift, ring: neutral.repeat(self.delay), next: 0 }
    }

    /// Index of the first error in `drift`.
    fn first_error(&self) -> usize {
        if self.drifts { self.channels.len() } else { 0 }
    }

    /// Turns a clean reading into a noisy one. `reading` holds the last noisy reading and receives the new one.
    pub(super) fn apply(&self, state: &mut NoiseState, period: f64, clean: &[f64], reading: &mut [f64]) {
        let mut stream = RandomState { words: state.random };
        let mut random = Random::from_state(&mut stream);
        let dropped = self.dropout > 0.0 && random.chance(self.dropout);
        for (index, (noise, value)) in self.channels.iter().zip(clean).enumerate() {
            let mut value = *value;
            if !noise.exact {
                // Every number is drawn whether it is used or not, so that a lost reading does not shift the stream.
                if noise.drift > 0.0 {
                    state.drift[index] += noise.drift * period.sqrt() * random.normal();
                    value += state.drift[index];
                }
                if noise.sigma > 0.0 {
                    let mut error = random.normal();
                    if self.keep > 0.0 {
                        let last = &mut state.drift[self.first_error() + index];
                        // A stationary first-order Gauss–Markov process.
                        *last = self.keep * *last + (1.0 - self.keep * self.keep).sqrt() * error;
                        error = *last;
                    }
                    value += noise.sigma * error;
                }
                if let Some(deviation) = noise.deviation.map(|channel| clean[channel]) {
                    // An infinite standard deviation would leave no value.
                    value += if deviation.is_finite() { deviation.max(0.0) * random.normal() } else { 0.0 };
                }
                value += noise.bias;
                if noise.quantum > 0.0 && value.is_finite() {
                    value = (value / noise.quantum).round() * noise.quantum;
                }
                value = value.clamp(noise.min, noise.max);
            }
            if self.delay > 0 {
                let place = state.next * self.channels.len() + index;
                std::mem::swap(&mut value, &mut state.ring[place]);
            }
            match (dropped, self.lost) {
                (false, _) => reading[index] = value,
                (true, Some(lost)) => reading[index] = lost,
                (true, None) => {}
            }
        }
        if self.delay > 0 {
            state.next = (state.next + 1) % self.delay;
        }
        state.random = stream.words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_scene::PerChannel;

    fn noise(change: impl Fn(&mut sim_scene::Noise)) -> sim_scene::Noise {
        let mut noise = sim_scene::Noise::none();
        change(&mut noise);
        noise
    }

    fn run(noise: &sim_scene::Noise, period: f64, count: usize, clean: impl Fn(usize) -> f64) -> Vec<f64> {
        let model = Noise::new(Some(noise), &[Channel::new("d", "m")], period).unwrap();
        let mut state = model.start(RandomState::derive(3, &["test"]), &[0.0]);
        let mut reading = [0.0];
        let step = |index| {
            model.apply(&mut state, period, &[clean(index)], &mut reading);
            reading[0]
        };
        (0..count).map(step).collect()
    }

    fn mean(values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / values.len() as f64
    }

    #[test]
    fn no_noise_is_no_model() {
        assert!(Noise::new(Some(&noise(|_| ())), &[Channel::new("d", "m")], 0.1).is_none());
    }

    #[test]
    fn gaussian_error_has_its_sigma_and_bias() {
        let values =
            run(&noise(|n| (n.sigma, n.bias) = (PerChannel::One(0.5), PerChannel::One(2.0))), 0.1, 100_000, |_| 1.0);
        let middle = mean(&values);
        let deviation = (values.iter().map(|v| (v - middle).powi(2)).sum::<f64>() / values.len() as f64).sqrt();
        assert!((middle - 3.0).abs() < 0.01, "{middle}");
        assert!((deviation - 0.5).abs() < 0.01, "{deviation}");
    }

    /// BL-25: The GPS sensor returns the blimp's position every 32 ms, with optional noise.
    #[test]
    fn a_correlated_error_keeps_its_deviation_and_its_part_after_a_second() {
        let correlated = noise(|n| (n.sigma, n.correlation) = (PerChannel::One(0.5), 0.6));
        let values = run(&correlated, 0.1, 200_000, |_| 0.0);
        let covariance = |lag: usize| {
            let products = values.windows(lag + 1).map(|window| window[0] * window[lag]);
            products.sum::<f64>() / (values.len() - lag) as f64
        };
        assert!((covariance(0).sqrt() - 0.5).abs() < 0.01, "{}", covariance(0));
        assert!((covariance(10) / covariance(0) - 0.6).abs() < 0.03, "{}", covariance(10) / covariance(0));
        // The first reading has the same error as later ones.
        let first = |seed| {
            let model = Noise::new(Some(&correlated), &[Channel::new("d", "m")], 0.1).unwrap();
            let mut state = model.start(RandomState::derive(seed, &["first"]), &[0.0]);
            let mut reading = [0.0];
            model.apply(&mut state, 0.1, &[0.0], &mut reading);
            reading[0] * reading[0]
        };
        let deviation = ((0..2000).map(first).sum::<f64>() / 2000.0).sqrt();
        assert!((deviation - 0.5).abs() < 0.03, "{deviation}");
        // A correlation of 1 is a constant error.
        let stays = run(&noise(|n| (n.sigma, n.correlation) = (PerChannel::One(0.5), 1.0)), 0.1, 100, |_| 0.0);
        assert!(stays[0] != 0.0 && stays.iter().all(|value| *value == stays[0]), "{stays:?}");
    }

    /// BL-25: The GPS sensor returns the blimp's position every 32 ms, with optional noise.
    #[test]
    fn gaussian_error_of_ten_thousand_readings_has_its_sigma() {
        let values = run(&noise(|n| n.sigma = PerChannel::One(0.01)), 0.032, 10_000, |_| 2.0);
        let deviation = (values.iter().map(|v| (v - 2.0).powi(2)).sum::<f64>() / 1e4).sqrt();
        assert!((deviation - 0.01).abs() < 3e-4, "{deviation}");
    }

    #[test]
    fn latency_delays_by_whole_readings() {
        let values = run(&noise(|n| n.latency = 0.3), 0.1, 6, |index| index as f64 + 1.0);
        assert_eq!(values, [0.0, 0.0, 0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn quantization_rounds_to_the_step() {
        let values = run(&noise(|n| n.quantum = PerChannel::One(0.25)), 0.1, 3, |index| index as f64 * 0.3);
        assert_eq!(values, [0.0, 0.25, 0.5]);
    }

    #[test]
    fn a_lost_reading_keeps_the_last_one() {
        let values = run(&noise(|n| n.dropout = 0.25), 0.1, 10_000, |index| index as f64 + 1.0);
        let lost = values.iter().enumerate().filter(|(index, value)| **value != *index as f64 + 1.0).count();
        assert!((2_300..2_700).contains(&lost), "{lost}");
        assert!(values.windows(2).all(|pair| pair[1] >= pair[0]));
    }

    #[test]
    fn a_lost_reading_may_read_as_a_code() {
        let values =
            run(&noise(|n| (n.dropout, n.dropout_value) = (0.25, Some(-1.0))), 0.1, 10_000, |index| index as f64);
        let lost = values.iter().filter(|value| **value == -1.0).count();
        assert!((2_300..2_700).contains(&lost), "{lost}");
        assert!(values.iter().enumerate().all(|(index, value)| *value == index as f64 || *value == -1.0));
    }

    #[test]
    fn drift_grows_with_the_square_root_of_time() {
        let model = noise(|n| n.drift = PerChannel::One(1.0));
        let ends: Vec<f64> = (0..400u64)
            .map(|seed| {
                let model = Noise::new(Some(&model), &[Channel::new("d", "m")], 0.1).unwrap();
                let mut state = model.start(RandomState::derive(seed, &["drift"]), &[0.0]);
                let mut reading = [0.0];
                (0..100).for_each(|_| model.apply(&mut state, 0.1, &[0.0], &mut reading));
                reading[0]
            })
            .collect();
        let deviation = (ends.iter().map(|v| v * v).sum::<f64>() / ends.len() as f64).sqrt();
        assert!((deviation - 10f64.sqrt()).abs() < 0.4, "{deviation}");
    }

    /// Allan deviation over clusters of `readings` readings, from all overlapping pairs of neighboring clusters (IEEE Std 952-1997, annex
    /// C).
    fn allan_deviation(values: &[f64], readings: usize) -> f64 {
        let mut sums = vec![0.0];
        values.iter().for_each(|value| sums.push(sums[sums.len() - 1] + value));
        let pairs = values.len() - 2 * readings + 1;
        let difference = |at: usize| (sums[at + 2 * readings] - 2.0 * sums[at + readings] + sums[at]) / readings as f64;
        ((0..pairs).map(|at| difference(at).powi(2)).sum::<f64>() / (2 * pairs) as f64).sqrt()
    }

    #[test]
    fn the_allan_deviation_of_a_gyro_is_that_of_its_random_walks() {
        // A gyro at 100 Hz with an angle random walk of 0.001 rad/s/√Hz and a rate random walk of 0.02 rad/s/√s.
        let (period, walk, drift) = (0.01, 0.001, 0.02);
        let sigma = walk / f64::sqrt(period);
        let model = noise(|n| {
            (n.sigma, n.drift, n.bias) = (PerChannel::One(sigma), PerChannel::One(drift), PerChannel::One(0.5));
        });
        let values = run(&model, period, 500_000, |_| 0.0);
        for readings in [1, 3, 10, 30, 100, 1000] {
            let time = readings as f64 * period;
            let expected = (walk * walk / time + drift * drift * time / 3.0).sqrt();
            let found = allan_deviation(&values, readings);
            // The walk is sampled, which matters for clusters of a few readings, and there are few long clusters.
            let bound = if readings < 1000 { 0.05 } else { 0.15 };
            assert!((found / expected - 1.0).abs() < bound, "{time} s: {found} instead of {expected}");
        }
        // At the ends of the curve one of the two dominates: their slopes are −1/2 and +1/2.
        assert!((allan_deviation(&values, 1) / sigma - 1.0).abs() < 0.02);
        let long = allan_deviation(&values, 1000) / (drift * f64::sqrt(10.0 / 3.0));
        assert!((long - 1.0).abs() < 0.15, "{long}");
    }

    #[test]
    fn quantization_adds_the_deviation_of_a_step_over_the_root_of_twelve() {
        let model = noise(|n| n.quantum = PerChannel::One(0.1));
        let clean = |index: usize| index as f64 * 0.012_345_678_9;
        let values = run(&model, 0.1, 10_000, clean);
        let errors = values.iter().enumerate().map(|(index, value)| (value - clean(index)).powi(2));
        let deviation = (errors.sum::<f64>() / values.len() as f64).sqrt();
        assert!((deviation / (0.1 / 12_f64.sqrt()) - 1.0).abs() < 0.02, "{deviation}");
    }

    /// BL-27: Two downward distance sensors respond from 255 at contact to 0 at 0.25 m.
    #[test]
    fn a_channel_errs_by_the_deviation_that_another_one_reads() {
        let channels = [Channel::new("response", "1").deviation("deviation"), Channel::new("deviation", "1").exact()];
        let model = Noise::new(None, &channels, 0.1).unwrap();
        let mut state = model.start(RandomState::derive(1, &["deviation"]), &[0.0, 0.0]);
        for clean in [[100.0, 5.0], [10.0, 0.5], [7.0, 0.0]] {
            let (mut sum, mut squares, count) = (0.0, 0.0, 10_000.0);
            for _ in 0..count as usize {
                let mut reading = [0.0; 2];
                model.apply(&mut state, 0.1, &clean, &mut reading);
                assert_eq!(reading[1], clean[1]);
                let error = reading[0] - clean[0];
                (sum, squares) = (sum + error, squares + error * error);
            }
            let (mean, deviation) = (sum / count, f64::sqrt(squares / count));
            assert!(mean.abs() <= 0.05 * clean[1] && (deviation - clean[1]).abs() <= 0.03 * clean[1], "{clean:?}");
        }
    }

    #[test]
    fn exact_channels_keep_their_value() {
        let model = noise(|n| n.sigma = PerChannel::One(1.0));
        let channels = [Channel::new("pressed", "1").exact(), Channel::new("d", "m")];
        let model = Noise::new(Some(&model), &channels, 0.1).unwrap();
        let mut state = model.start(RandomState::derive(1, &["exact"]), &[0.0, 0.0]);
        let mut reading = [0.0; 2];
        model.apply(&mut state, 0.1, &[1.0, 1.0], &mut reading);
        assert_eq!(reading[0], 1.0);
        assert_ne!(reading[1], 1.0);
    }
}
