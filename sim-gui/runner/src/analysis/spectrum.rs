//! Spectra.

use super::{Between, Even};
use realfft::RealFftPlanner;

/// Maximum number of steps for a spectrum; the latest ones are used.
pub const MAX_STEPS: usize = 1 << 16;

/// Minimum number of steps: with fewer there is no frequency between zero and the Nyquist frequency.
const FEWEST_STEPS: usize = 4;

/// Zero-padding factor. Padding adds no information but more frequencies in between, so that the amplitude of a sine between two
/// lines is at most 1 % too low: with a Hann window and no padding it would be 15 % (Harris, table 1).
const PADDING: usize = 4;

/// The amplitude spectrum of a signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// Frequency step, Hz; the first frequency is 0.
    pub step: f64,
    /// Amplitudes, in the unit of the signal.
    pub amplitudes: Vec<f64>,
    /// Number of steps of the signal used for it.
    pub steps: usize,
}

impl Spectrum {
    /// The one-sided amplitude spectrum of a signal: resampled to a constant time step, without its mean, with a Hann window,
    /// scaled so that a sine of amplitude A shows A at its frequency. Each amplitude is divided by the sum of the window, its
    /// coherent gain (F. J. Harris, “On the use of windows for harmonic analysis with the discrete Fourier transform”, Proc. IEEE
    /// 66, 1978, and G. Heinzel et al., “Spectrum and spectral density estimation by the DFT”, 2002), and all but the first and
    /// the last one are doubled for the negative frequencies. `None` with fewer than four steps.
    pub fn of(samples: &[[f64; 2]]) -> Option<Self> {
        let Even { step, values, .. } = Even::of(samples, Between::Line, MAX_STEPS)?;
        let count = values.len();
        if count < FEWEST_STEPS {
            return None;
        }
        // Divided first, so that the sum does not overflow.
        let mean = values.iter().map(|value| value / count as f64).sum::<f64>();
        // Periodic window: a sine with a whole number of periods does not leak to distant frequencies.
        let turn = std::f64::consts::TAU / count as f64;
        let window = (0..count).map(|number| 0.5 - 0.5 * (turn * number as f64).cos());
        let gain: f64 = window.clone().sum();
        let length = (PADDING * count).next_power_of_two();
        let mut signal: Vec<f64> = values.iter().zip(window).map(|(value, window)| (value - mean) * window).collect();
        signal.resize(length, 0.0);
        let transform = RealFftPlanner::<f64>::new().plan_fft_forward(length);
        let mut found = transform.make_output_vec();
        transform.process(&mut signal, &mut found).ok()?;
        let last = found.len() - 1;
        let amplitudes = found.iter().enumerate().map(|(number, value)| {
            let sides = if number == 0 || number == last { 1.0 } else { 2.0 };
            sides * value.norm() / gain
        });
        Some(Self { step: 1.0 / (length as f64 * step), amplitudes: amplitudes.collect(), steps: count })
    }

    /// Frequencies (Hz) and their amplitudes.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = [f64; 2]> {
        self.amplitudes.iter().enumerate().map(|(number, amplitude)| [number as f64 * self.step, *amplitude])
    }

    /// Frequency (Hz) and amplitude of the highest line.
    pub fn peak(&self) -> Option<[f64; 2]> {
        self.lines().max_by(|a, b| a[1].total_cmp(&b[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    fn signal(count: u32, step: f64, value: impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
        (0..count).map(|n| f64::from(n) * step).map(|time| [time, value(time)]).collect()
    }

    #[test]
    fn a_sine_shows_its_amplitude_at_its_frequency() {
        // Whole and fractional numbers of periods: 5 Hz over 10 s, and frequencies in between.
        for frequency in [5.0, 5.025, 5.05, 7.3, 0.5, 49.0] {
            let sine = signal(1000, 0.01, |time| 4.0 + 2.5 * (TAU * frequency * time + 0.3).sin());
            let spectrum = Spectrum::of(&sine).unwrap();
            let [at, amplitude] = spectrum.peak().unwrap();
            assert!((at - frequency).abs() <= spectrum.step, "{frequency}: {at}");
            assert!((amplitude - 2.5).abs() < 0.025, "{frequency}: {amplitude}");
            let highest = spectrum.lines().last().unwrap()[0];
            assert!((highest - 50.0).abs() < 1e-9, "half of the sampling rate: {highest}");
        }
    }

    #[test]
    fn two_sines_give_two_peaks_and_no_others() {
        let both = signal(2000, 0.005, |time| (TAU * 10.0 * time).sin() + 0.1 * (TAU * 40.0 * time).cos());
        let spectrum = Spectrum::of(&both).unwrap();
        let at = |frequency: f64| spectrum.amplitudes[(frequency / spectrum.step).round() as usize];
        assert!((at(10.0) - 1.0).abs() < 0.01 && (at(40.0) - 0.1).abs() < 0.001, "{} {}", at(10.0), at(40.0));
        assert!(at(25.0) < 1e-4 && at(0.0) < 1e-4, "{} {}", at(25.0), at(0.0));
    }

    #[test]
    fn a_constant_has_no_frequency() {
        let spectrum = Spectrum::of(&signal(100, 0.1, |_| 1e6)).unwrap();
        assert!(spectrum.amplitudes.iter().all(|amplitude| *amplitude < 1e-6));
    }

    #[test]
    fn too_little_or_no_numbers_have_no_spectrum() {
        assert_eq!(Spectrum::of(&[]), None);
        assert_eq!(Spectrum::of(&[[0.0, 1.0]]), None);
        assert_eq!(Spectrum::of(&signal(3, 0.1, |time| time)), None);
        assert_eq!(Spectrum::of(&signal(100, 0.1, |_| f64::NAN)), None);
        let broken = signal(400, 0.01, |time| if time == 1.0 { f64::INFINITY } else { (TAU * 5.0 * time).sin() });
        let [at, amplitude] = Spectrum::of(&broken).unwrap().peak().unwrap();
        assert!((at - 5.0).abs() < 0.1 && (amplitude - 1.0).abs() < 0.02, "{at} {amplitude}");
    }

    #[test]
    fn steps_that_are_not_equal_are_made_so() {
        let mut coarse = signal(500, 0.004, |time| (TAU * 3.0 * time).sin());
        coarse.extend(signal(2000, 0.001, |time| (TAU * 3.0 * (time + 2.0)).sin()).iter().map(|[t, v]| [t + 2.0, *v]));
        let spectrum = Spectrum::of(&coarse).unwrap();
        let [at, amplitude] = spectrum.peak().unwrap();
        assert!((at - 3.0).abs() < 0.05 && (amplitude - 1.0).abs() < 0.01, "{at} {amplitude}");
        assert_eq!(spectrum.steps, 4000);
    }

    #[test]
    fn of_a_long_signal_the_newest_part_counts() {
        let long = signal(100_000, 0.001, |time| if time < 10.0 { 100.0 } else { (TAU * 20.0 * time).sin() });
        let spectrum = Spectrum::of(&long).unwrap();
        assert_eq!(spectrum.steps, MAX_STEPS);
        let [at, amplitude] = spectrum.peak().unwrap();
        assert!((at - 20.0).abs() < 0.01 && (amplitude - 1.0).abs() < 0.01, "{at} {amplitude}");
    }
}
