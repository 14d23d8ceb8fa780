//! Trail of a robot with a limited number of points.

/// Maximum number of points of a trail.
pub(super) const POINTS: usize = 256;
/// Initial distance between neighboring points, m.
const SPACING: f64 = 0.02;

/// A trail of approximately evenly spaced points. When there are too many, every second one is dropped.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    points: Vec<[f64; 3]>,
    spacing: f64,
    last: [f64; 3],
}

impl Trail {
    /// A trail that starts at a point, m.
    pub(super) fn new(start: [f64; 3]) -> Self {
        let mut points = Vec::with_capacity(POINTS);
        points.push(start);
        Self { points, spacing: SPACING, last: start }
    }

    /// Extends the trail to a position, m. Ignores positions that are not finite.
    pub(super) fn go_to(&mut self, place: [f64; 3]) {
        if place.iter().any(|part| !part.is_finite()) {
            return;
        }
        self.last = place;
        let end = self.points[self.points.len() - 1];
        let step: f64 = place.iter().zip(end).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        if step < self.spacing * self.spacing {
            return;
        }
        if self.points.len() == POINTS {
            let mut number = 0;
            self.points.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.spacing *= 2.0;
        }
        self.points.push(place);
    }

    /// Points from the start to the robot's current position, at least two.
    pub(super) fn points(&self) -> impl Iterator<Item = [f64; 3]> {
        self.points.iter().copied().chain([self.last])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_trail_keeps_its_start_its_end_and_few_points() {
        let mut trail = Trail::new([0.0; 3]);
        assert_eq!(trail.points().count(), 2);
        for step in 1..=100_000 {
            trail.go_to([f64::from(step) * 0.001, 0.0, 0.0]);
        }
        trail.go_to([f64::NAN; 3]);
        let points: Vec<[f64; 3]> = trail.points().collect();
        assert!(points.len() <= POINTS + 1 && points.len() > POINTS / 2, "{}", points.len());
        assert_eq!((points[0], points[points.len() - 1]), ([0.0; 3], [100.0, 0.0, 0.0]));
        let widest = points.windows(2).map(|pair| pair[1][0] - pair[0][0]).fold(0.0, f64::max);
        assert!(widest < 2.0 * 100.0 / (POINTS as f64 / 2.0), "{widest} m between neighbours");
    }
}
