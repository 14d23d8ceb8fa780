//! Selection and timing of the view's images in a video.

use std::time::{Duration, Instant};

/// Maximum frame rate of a video, Hz.
pub const RATE: u32 = 30;

/// The time base of a video.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoTime {
    /// Wall-clock time.
    Seen,
    /// Simulated time. A paused run adds nothing; the video shows a fast run at normal speed.
    Run,
}

/// The clock of a video.
#[derive(Debug)]
pub enum Clock {
    /// Wall-clock time since the start of the video.
    Seen(Instant),
    /// Simulated time.
    Run {
        /// Simulated time elapsed since the start of the video, s.
        passed: f64,
        /// Simulated time of the last update, s.
        last: f64,
    },
}

impl Clock {
    /// Starts the clock; `run` is the simulated time, s.
    pub fn new(time: VideoTime, now: Instant, run: f64) -> Self {
        match time {
            VideoTime::Seen => Self::Seen(now),
            VideoTime::Run => Self::Run { passed: 0.0, last: run },
        }
    }

    /// Time in the video, s. It never decreases, even if the run goes back to an earlier state.
    pub fn time(&mut self, now: Instant, run: f64) -> f64 {
        match self {
            Self::Seen(start) => now.saturating_duration_since(*start).as_secs_f64(),
            Self::Run { passed, last } => {
                *passed += (run - *last).max(0.0);
                *last = run;
                *passed
            }
        }
    }

    /// Whether time advances while nothing is drawn.
    fn goes_on(&self) -> bool {
        matches!(self, Self::Seen(_))
    }
}

/// What to do with an image of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ImageDue {
    /// Skip it: it is already in the video, or no time has passed since the last one.
    Never,
    /// Add it after this time, unless another image is drawn before.
    Later(Duration),
    /// Add it now.
    Now,
}

/// Selects images for a video: the first one drawn in each interval of 1/30 s, and none twice. If a later image of an interval is still
/// shown at its end, it is added in the next interval.
#[derive(Debug, Default)]
pub struct Pacing {
    /// Number of the last added image and its time, s.
    added: Option<(u64, f64)>,
    /// The interval in which an image was last added or dropped.
    part: Option<i64>,
    /// Number of added images.
    pub images: u64,
    /// Number of images dropped because earlier ones were not yet written.
    pub left_out: u64,
}

/// The index of the interval containing a time, with tolerance for rounding.
fn part_of(time: f64) -> i64 {
    (time * f64::from(RATE) + 1e-6).floor() as i64
}

impl Pacing {
    /// What to do with an image, by number, at a video time, s.
    pub fn due(&self, image: u64, time: f64, clock: &Clock) -> ImageDue {
        let part = part_of(time);
        match self.part {
            _ if !self.is_new(image, time) => ImageDue::Never,
            Some(last) if part <= last && clock.goes_on() => {
                ImageDue::Later(Duration::from_secs_f64(((last + 1) as f64 / f64::from(RATE) - time).max(0.0)))
            }
            Some(last) if part <= last => ImageDue::Never,
            _ => ImageDue::Now,
        }
    }

    /// Records that an image was added.
    pub fn add(&mut self, image: u64, time: f64) {
        (self.added, self.part) = (Some((image, time)), Some(part_of(time)));
        self.images += 1;
    }

    /// Records that an image was dropped. The next interval may add another one.
    pub fn leave_out(&mut self, time: f64) {
        self.part = Some(part_of(time));
        self.left_out += 1;
    }

    /// Time of the last added image, s.
    pub fn last(&self) -> Option<f64> {
        self.added.map(|(_, time)| time)
    }

    /// Whether an image differs from the last added one.
    pub fn is_new(&self, image: u64, time: f64) -> bool {
        self.added.is_none_or(|(added, at)| added != image && time > at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The images added to a video if images are drawn at these times, s.
    fn added(clock: &Clock, times: impl Iterator<Item = f64>) -> Vec<(u64, f64)> {
        let (mut pacing, mut added) = (Pacing::default(), Vec::new());
        for (image, time) in times.enumerate() {
            if pacing.due(image as u64, time, clock) == ImageDue::Now {
                pacing.add(image as u64, time);
                added.push((image as u64, time));
            }
        }
        added
    }

    /// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
    #[test]
    fn thirty_images_a_second_come_into_a_video_at_most() {
        let clock = Clock::Seen(Instant::now());
        for (rate, seconds, expected) in [(60.0, 2.0, 60), (144.0, 2.0, 60), (30.0, 2.0, 60), (20.0, 2.0, 40)] {
            let times = (0..(rate * seconds) as u32).map(|number| f64::from(number) / rate);
            assert_eq!(added(&clock, times).len(), expected, "{rate} images per second");
        }
    }

    /// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
    #[test]
    fn the_video_contains_the_latest_image_without_duplicates() {
        let clock = Clock::Seen(Instant::now());
        let mut pacing = Pacing::default();
        assert_eq!(pacing.due(7, 0.0, &clock), ImageDue::Now);
        pacing.add(7, 0.0);
        assert_eq!(pacing.due(7, 5.0, &clock), ImageDue::Never, "it is there already");
        // An early image waits for the next interval.
        let ImageDue::Later(rest) = pacing.due(8, 0.01, &clock) else { panic!("it has to wait") };
        assert!((rest.as_secs_f64() - (1.0 / 30.0 - 0.01)).abs() < 1e-6);
        assert_eq!(pacing.due(8, 0.034, &clock), ImageDue::Now);
        // A dropped image gets another chance in the next interval.
        pacing.leave_out(0.034);
        assert!(matches!(pacing.due(8, 0.04, &clock), ImageDue::Later(_)));
        assert_eq!(pacing.due(8, 0.07, &clock), ImageDue::Now);
        pacing.add(8, 0.07);
        assert_eq!((pacing.images, pacing.left_out, pacing.last()), (2, 1, Some(0.07)));
    }

    /// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
    #[test]
    fn time_of_the_run_stands_still_with_it_and_never_goes_back() {
        let now = Instant::now();
        let mut clock = Clock::new(VideoTime::Run, now, 10.0);
        let later = now + Duration::from_secs(60);
        let times = [10.0, 10.5, 10.5, 0.0, 0.25, 2.0].map(|run| clock.time(later, run));
        assert_eq!(times, [0.0, 0.5, 0.5, 0.5, 0.75, 2.5]);
        assert_eq!(added(&clock, times.into_iter()).len(), 4, "one for each time");
        let mut clock = Clock::new(VideoTime::Seen, now, 10.0);
        assert_eq!(clock.time(later, 0.0), 60.0);
    }
}
