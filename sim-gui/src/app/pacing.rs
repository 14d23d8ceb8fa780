//! Which of the images that a view draws come into a video, and when they are seen there.

use std::time::{Duration, Instant};

/// Images of a video per second, at most.
pub const RATE: u32 = 30;

/// What time passes in a video.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoTime {
    /// As it has passed before the view.
    Seen,
    /// The simulated time of the run: a run that stands still adds nothing, one that is fast is so in the video as if it was not.
    Run,
}

/// Time of a video.
#[derive(Debug)]
pub enum Clock {
    /// Since the beginning of the video.
    Seen(Instant),
    /// How much of the run has passed since then, and the simulated time until which that was counted, s.
    Run {
        /// What has passed, s.
        passed: f64,
        /// Simulated time, s.
        last: f64,
    },
}

impl Clock {
    /// Of a video that begins now; `run` is the simulated time, s.
    pub fn new(time: VideoTime, now: Instant, run: f64) -> Self {
        match time {
            VideoTime::Seen => Self::Seen(now),
            VideoTime::Run => Self::Run { passed: 0.0, last: run },
        }
    }

    /// Time of the video, s. A run that goes back to an earlier state takes nothing away.
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

    /// Whether time passes while nothing is drawn.
    fn goes_on(&self) -> bool {
        matches!(self, Self::Seen(_))
    }
}

/// What is done with the image that a view shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Due {
    /// It is in the video already, or no time has passed since the last one.
    Never,
    /// It comes into the video when so much time has passed, unless another one is drawn until then.
    Later(Duration),
    /// It comes into the video.
    Now,
}

/// Which images come into a video: in each thirtieth part of a second the first one that is drawn, and none twice. One that is drawn
/// later in that part and is still shown at its end comes into the next.
#[derive(Debug, Default)]
pub struct Pacing {
    /// Number of the image that was added last, and when, s.
    added: Option<(u64, f64)>,
    /// The part of a second in which an image was added or left out last.
    part: Option<i64>,
    /// Number of images that were added.
    pub images: u64,
    /// Number of images that were left out, because those before were not written yet.
    pub left_out: u64,
}

/// The part of a second that a time is in. Times that are one by rounding alone count as equal.
fn part_of(time: f64) -> i64 {
    (time * f64::from(RATE) + 1e-6).floor() as i64
}

impl Pacing {
    /// What is done with an image by its number, at a time of the video, s.
    pub fn due(&self, image: u64, time: f64, clock: &Clock) -> Due {
        let part = part_of(time);
        match self.part {
            _ if !self.is_new(image, time) => Due::Never,
            Some(last) if part <= last && clock.goes_on() => {
                Due::Later(Duration::from_secs_f64(((last + 1) as f64 / f64::from(RATE) - time).max(0.0)))
            }
            Some(last) if part <= last => Due::Never,
            _ => Due::Now,
        }
    }

    /// An image was added.
    pub fn add(&mut self, image: u64, time: f64) {
        (self.added, self.part) = (Some((image, time)), Some(part_of(time)));
        self.images += 1;
    }

    /// There was no room for an image; what is shown in the next part of a second has another chance.
    pub fn leave_out(&mut self, time: f64) {
        self.part = Some(part_of(time));
        self.left_out += 1;
    }

    /// When the last image was added, s.
    pub fn last(&self) -> Option<f64> {
        self.added.map(|(_, time)| time)
    }

    /// Whether another image is shown than the one that was added last.
    pub fn is_new(&self, image: u64, time: f64) -> bool {
        self.added.is_none_or(|(added, at)| added != image && time > at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Images that are drawn at these times, s: those that come into a video.
    fn added(clock: &Clock, times: impl Iterator<Item = f64>) -> Vec<(u64, f64)> {
        let (mut pacing, mut added) = (Pacing::default(), Vec::new());
        for (image, time) in times.enumerate() {
            if pacing.due(image as u64, time, clock) == Due::Now {
                pacing.add(image as u64, time);
                added.push((image as u64, time));
            }
        }
        added
    }

    #[test]
    fn bl_92_thirty_images_a_second_come_into_a_video_at_most() {
        let clock = Clock::Seen(Instant::now());
        for (rate, seconds, expected) in [(60.0, 2.0, 60), (144.0, 2.0, 60), (30.0, 2.0, 60), (20.0, 2.0, 40)] {
            let times = (0..(rate * seconds) as u32).map(|number| f64::from(number) / rate);
            assert_eq!(added(&clock, times).len(), expected, "{rate} images per second");
        }
    }

    #[test]
    fn bl_92_what_is_shown_last_comes_into_the_video_and_nothing_twice() {
        let clock = Clock::Seen(Instant::now());
        let mut pacing = Pacing::default();
        assert_eq!(pacing.due(7, 0.0, &clock), Due::Now);
        pacing.add(7, 0.0);
        assert_eq!(pacing.due(7, 5.0, &clock), Due::Never, "it is there already");
        // One that comes too early waits for the next part of a second.
        let Due::Later(rest) = pacing.due(8, 0.01, &clock) else { panic!("it has to wait") };
        assert!((rest.as_secs_f64() - (1.0 / 30.0 - 0.01)).abs() < 1e-6);
        assert_eq!(pacing.due(8, 0.034, &clock), Due::Now);
        // Without room for it, the next part is another chance.
        pacing.leave_out(0.034);
        assert!(matches!(pacing.due(8, 0.04, &clock), Due::Later(_)));
        assert_eq!(pacing.due(8, 0.07, &clock), Due::Now);
        pacing.add(8, 0.07);
        assert_eq!((pacing.images, pacing.left_out, pacing.last()), (2, 1, Some(0.07)));
    }

    #[test]
    fn bl_92_time_of_the_run_stands_still_with_it_and_never_goes_back() {
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
