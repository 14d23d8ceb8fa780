//! Errors of measurement, the same model for every sensor.
//!
//! Clean value → bias, drift and Gaussian error → quantisation → drop-out → latency. Channels that a sensor declares
//! exact (a flag, a count) pass unchanged except for drop-out and latency.

use crate::scene;
use sim_abi::declare::Channel;
use sim_abi::ffi::types::RandomState;
use sim_abi::random::Random;

/// Noise of one sensor.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    channels: Vec<ChannelNoise>,
    dropout: f64,
    /// What is read in place of a lost reading; none: the last one.
    lost: Option<f64>,
    delay: usize,
    drifts: bool,
}

#[derive(Clone, Debug)]
struct ChannelNoise {
    sigma: f64,
    bias: f64,
    drift: f64,
    quantum: f64,
    exact: bool,
    min: f64,
    max: f64,
}

/// What the noise of one sensor remembers.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct NoiseState {
    random: [u64; 4],
    drift: Vec<f64>,
    /// Readings on their way, a ring of `delay` readings.
    ring: Vec<f64>,
    next: usize,
}

impl Noise {
    /// The noise of a sensor with these channels that is read every `period` seconds. `None` when it changes nothing.
    pub(super) fn new(noise: &scene::Noise, channels: &[Channel], period: f64) -> Option<Self> {
        let list: Vec<ChannelNoise> = channels
            .iter()
            .enumerate()
            .map(|(index, channel)| ChannelNoise {
                sigma: noise.sigma.channel(index),
                bias: noise.bias.channel(index),
                drift: noise.drift.channel(index),
                quantum: noise.quantum.channel(index),
                exact: channel.exact,
                min: channel.min.unwrap_or(f64::NEG_INFINITY),
                max: channel.max.unwrap_or(f64::INFINITY),
            })
            .collect();
        let delay = (noise.latency / period).round() as usize;
        let silent = |c: &ChannelNoise| c.sigma == 0.0 && c.bias == 0.0 && c.drift == 0.0 && c.quantum == 0.0;
        if noise.dropout == 0.0 && delay == 0 && list.iter().all(silent) {
            return None;
        }
        let drifts = list.iter().any(|channel| channel.drift > 0.0);
        Some(Self { channels: list, dropout: noise.dropout, lost: noise.lost, delay, drifts })
    }

    /// Takes over the ranges that a new version of the sensor declares for the same channels.
    pub(super) fn follow(&mut self, channels: &[Channel]) {
        for (noise, channel) in self.channels.iter_mut().zip(channels) {
            (noise.min, noise.max) = (channel.min.unwrap_or(f64::NEG_INFINITY), channel.max.unwrap_or(f64::INFINITY));
            noise.exact = channel.exact;
        }
    }

    /// What it remembers at the start: a stream of its own, no drift, and the neutral reading on its way.
    pub(super) fn start(&self, stream: RandomState, neutral: &[f64]) -> NoiseState {
        NoiseState {
            random: stream.words,
            drift: vec![0.0; if self.drifts { neutral.len() } else { 0 }],
            ring: neutral.repeat(self.delay),
            next: 0,
        }
    }

    /// Turns a clean reading into the noisy one. `reading` holds the last noisy reading and takes the new one.
    pub(super) fn apply(&self, state: &mut NoiseState, period: f64, clean: &[f64], reading: &mut [f64]) {
        let mut stream = RandomState { words: state.random };
        let mut random = Random::from_state(&mut stream);
        let dropped = self.dropout > 0.0 && random.chance(self.dropout);
        for (index, (noise, clean)) in self.channels.iter().zip(clean).enumerate() {
            let mut value = *clean;
            if !noise.exact {
                // Every number is drawn whether it is used or not, so that a lost reading shifts nothing.
                if noise.drift > 0.0 {
                    state.drift[index] += noise.drift * period.sqrt() * random.normal();
                    value += state.drift[index];
                }
                if noise.sigma > 0.0 {
                    value += noise.sigma * random.normal();
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
    use crate::scene::PerChannel;

    fn noise(change: impl Fn(&mut scene::Noise)) -> scene::Noise {
        let mut noise = scene::Noise {
            sigma: PerChannel::One(0.0),
            bias: PerChannel::One(0.0),
            drift: PerChannel::One(0.0),
            quantum: PerChannel::One(0.0),
            dropout: 0.0,
            lost: None,
            latency: 0.0,
        };
        change(&mut noise);
        noise
    }

    fn run(noise: &scene::Noise, period: f64, count: usize, clean: impl Fn(usize) -> f64) -> Vec<f64> {
        let model = Noise::new(noise, &[Channel::new("d", "m")], period).unwrap();
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
        assert!(Noise::new(&noise(|_| ()), &[Channel::new("d", "m")], 0.1).is_none());
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

    #[test]
    fn latency_delays_by_whole_readings() {
        let values = run(&noise(|n| n.latency = 0.3), 0.1, 6, |index| index as f64 + 1.0);
        assert_eq!(values, [0.0, 0.0, 0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn quantisation_rounds_to_the_step() {
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
        let values = run(&noise(|n| (n.dropout, n.lost) = (0.25, Some(-1.0))), 0.1, 10_000, |index| index as f64);
        let lost = values.iter().filter(|value| **value == -1.0).count();
        assert!((2_300..2_700).contains(&lost), "{lost}");
        assert!(values.iter().enumerate().all(|(index, value)| *value == index as f64 || *value == -1.0));
    }

    #[test]
    fn drift_grows_with_the_square_root_of_time() {
        let model = noise(|n| n.drift = PerChannel::One(1.0));
        let ends: Vec<f64> = (0..400u64)
            .map(|seed| {
                let model = Noise::new(&model, &[Channel::new("d", "m")], 0.1).unwrap();
                let mut state = model.start(RandomState::derive(seed, &["drift"]), &[0.0]);
                let mut reading = [0.0];
                (0..100).for_each(|_| model.apply(&mut state, 0.1, &[0.0], &mut reading));
                reading[0]
            })
            .collect();
        let deviation = (ends.iter().map(|v| v * v).sum::<f64>() / ends.len() as f64).sqrt();
        assert!((deviation - 10f64.sqrt()).abs() < 0.4, "{deviation}");
    }

    #[test]
    fn exact_channels_keep_their_value() {
        let model = noise(|n| n.sigma = PerChannel::One(1.0));
        let channels = [Channel::new("pressed", "1").exact(), Channel::new("d", "m")];
        let model = Noise::new(&model, &channels, 0.1).unwrap();
        let mut state = model.start(RandomState::derive(1, &["exact"]), &[0.0, 0.0]);
        let mut reading = [0.0; 2];
        model.apply(&mut state, 0.1, &[1.0, 1.0], &mut reading);
        assert_eq!(reading[0], 1.0);
        assert_ne!(reading[1], 1.0);
    }
}
