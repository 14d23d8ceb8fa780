//! A sweeping radar.

use crate::beams::Beams;
use crate::fan::{Empty, Fan};
use crate::scan::{self, Scan};
use sim_abi::prelude::*;
use std::f64::consts::TAU;

/// Parameters of a sweeping radar.
#[params]
pub struct RadarParams {
    /// Directions of one turn, counterclockwise; the first is x.
    #[param(default = 8, min = 1, max = 3600)]
    reads: u32,
    /// Directions updated per reading, in turn; the others keep their last value. 0.1: one every ten readings.
    #[param(default = 1.0, unit = "1", min = 1e-6)]
    per_step: f64,
    /// Distance beyond which nothing is sensed.
    #[param(default = 5.0, unit = "m", min = 1e-6)]
    threshold: f64,
    /// Radius of the beam, by which obstacles are inflated. With radius 0 it is a ray, which hits bodies visible to
    /// sensors; a thicker beam hits collision shapes, and those already in contact count only if ahead.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    beam_radius: f64,
    /// Whether robots and movable objects are detected, in addition to fixed objects.
    #[param(default = true)]
    moving: bool,
}

/// Proximity around z; each reading takes a few directions as the beam turns.
pub struct Radar {
    beams: Beams,
    rate: Rate,
    scan: Scan,
}

impl Sensor for Radar {
    type Params = RadarParams;

    fn new(params: RadarParams, setup: &mut SensorSetup) -> Result<Self> {
        let (reads, per_step) = (params.reads as usize, params.per_step);
        if per_step > reads as f64 {
            return Err(Fault::new(format!("`per_step` ({per_step}) is above `reads` ({reads})"))
                .help("a reading covers at most one turn: lower `per_step` or raise `reads`")
                .because(Cause::Parameters));
        }
        let fan = Fan::new(reads, TAU, 0.0, params.threshold, Empty::MaxRange).seeing_moving(params.moving);
        setup.coverage(fan.coverage(TAU).proximity());
        let beams = Beams::new(fan, params.beam_radius);
        beams.declare(setup);
        Ok(Self { beams, rate: Rate::new(per_step), scan: Scan::new(reads, 0.0) })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        self.scan.turn(self.rate.advance(), |rays, proximity| self.beams.read(io, rays, proximity));
        reading.copy_from_slice(self.scan.readings());
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&(self.scan.saved(), self.rate.done))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let (scan, done): (scan::Saved, u64) = state::load(bytes)?;
        if done >= self.rate.whole {
            return Err(Fault::new("the saved scan has another `per_step`"));
        }
        self.scan.restore(scan)?;
        self.rate.done = done;
        Ok(())
    }
}

/// Directions per reading, as an exact fraction: a rate of 0.1 is exactly one direction per ten readings.
#[derive(Debug, PartialEq)]
struct Rate {
    /// Parts of a direction added by a reading.
    parts: u64,
    /// Parts that make a whole direction.
    whole: u64,
    /// Completed parts of the next direction.
    done: u64,
}

impl Rate {
    /// Maximum number of parts per direction; a rate that requires more is approximated to within its inverse.
    const FINEST: f64 = 1e9;

    /// The simplest fraction for this rate, by continued fractions. Starts so that the first reading takes the first
    /// direction.
    fn new(per_reading: f64) -> Self {
        let mut rest = per_reading;
        // The last and the previous fraction, as numerator and denominator: integers, exact in f64.
        let (mut last, mut before) = ((rest.floor(), 1.0), (1.0, 0.0));
        while last.0 / last.1 != per_reading && rest > rest.floor() {
            rest = 1.0 / (rest - rest.floor());
            let next = (rest.floor() * last.0 + before.0, rest.floor() * last.1 + before.1);
            if next.1 > Self::FINEST {
                break;
            }
            (last, before) = (next, last);
        }
        let (parts, whole) = (last.0 as u64, last.1 as u64);
        Self { parts, whole, done: whole - 1 }
    }

    /// Number of directions to take in this reading.
    fn advance(&mut self) -> usize {
        let parts = self.done + self.parts;
        self.done = parts % self.whole;
        (parts / self.whole) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fan::tests::{beside_a_box, close};
    use crate::group::Group;
    use std::f64::consts::{FRAC_1_SQRT_2 as HALF, FRAC_PI_2};

    /// +x, +x+y, +y, −x+y, −x, −x−y, −y, +x−y.
    const TURN: [[f64; 3]; 8] = [
        [1.0, 0.0, 0.0],
        [HALF, HALF, 0.0],
        [0.0, 1.0, 0.0],
        [-HALF, HALF, 0.0],
        [-1.0, 0.0, 0.0],
        [-HALF, -HALF, 0.0],
        [0.0, -1.0, 0.0],
        [HALF, -HALF, 0.0],
    ];

    /// Spheres in the eight directions, the first at 0.5 m, each 0.5 m further away than the previous one.
    fn spheres() -> Vec<(Vec3, f64)> {
        let distances = (0..8).map(|index| 0.6 + 0.5 * f64::from(index));
        TURN.into_iter().zip(distances).map(|(direction, distance)| (Vec3::from(direction) * distance, 0.1)).collect()
    }

    /// Their proximities with a threshold of 5 m.
    const CLOSENESS: [f64; 8] = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2];

    fn among_spheres(params: Value) -> SensorRig<Radar> {
        let mut rig = SensorRig::new(params).unwrap();
        rig.world.spheres = spheres();
        rig
    }

    /// The channels that change at each reading in a room that grows meanwhile: those that were read.
    fn changes<T: Sensor>(mut rig: SensorRig<T>, readings: usize) -> Vec<Vec<usize>> {
        let mut last = vec![0.0; rig.declaration().channels.len()];
        let mut changed = Vec::new();
        for count in 0..readings {
            let half = 1.0 + 1e-3 * count as f64;
            let walls = [Vec3::x(), Vec3::y(), Vec3::z()].into_iter().flat_map(|axis| [axis, -axis]);
            rig.world.planes = walls.map(|out| (out * half, -out)).collect();
            let now = rig.sense().unwrap();
            changed.push((0..now.len()).filter(|index| now[*index] != last[*index]).collect());
            last = now;
        }
        changed
    }

    fn radar(params: Value) -> SensorRig<Radar> {
        SensorRig::new(params).unwrap()
    }

    #[test]
    fn it_conforms_at_any_rate_and_with_a_thick_beam() {
        testing::conformance::sensor(|| among_spheres(Value::Null));
        testing::conformance::sensor(|| among_spheres(json!({"per_step": 0.3})));
        testing::conformance::sensor(|| among_spheres(json!({"per_step": 2.5, "beam_radius": 0.1})));
    }

    /// NA-60: The radar scans 8 directions by default, counterclockwise in the robot's x–y plane.
    #[test]
    fn directions_go_from_the_front_by_the_left_to_the_back() {
        close(&among_spheres(json!({"per_step": 8})).sense().unwrap(), &CLOSENESS);
    }

    /// NA-60: The radar scans 8 directions by default, counterclockwise in the robot's x–y plane.
    #[test]
    fn rates_and_numbers_of_directions_that_cannot_be_are_refused() {
        let refusal = |params: Value| SensorRig::<Radar>::new(params).err().unwrap();
        for (params, message) in [
            (json!({"reads": 0}), "parameter `reads` is 0, outside its range"),
            (json!({"reads": 3601}), "parameter `reads` is 3601, outside its range"),
            (json!({"per_step": 0.0}), "parameter `per_step` is 0, outside its range"),
            (json!({"reads": 4, "per_step": 4.5}), "`per_step` (4.5) is above `reads` (4)"),
            (json!({"threshold": 0.0}), "parameter `threshold` is 0 m, outside its range"),
            (json!({"beam_radius": -0.1}), "parameter `beam_radius` is -0.1 m, outside its range"),
        ] {
            let fault = refusal(params);
            assert_eq!((fault.message(), fault.cause()), (message, Cause::Parameters));
        }
        assert!(SensorRig::<Radar>::new(json!({"reads": 3600, "per_step": 3600})).is_ok());
    }

    /// NA-61: The radar measures one direction per step and keeps the last reading of each direction.
    #[test]
    fn each_direction_keeps_its_last_reading_and_is_zero_before() {
        let mut rig = among_spheres(Value::Null);
        for taken in 1..=8 {
            let mut expected = CLOSENESS;
            expected[taken..].fill(0.0);
            close(&rig.sense().unwrap(), &expected);
        }
        rig.world.spheres.clear();
        let mut expected = CLOSENESS;
        expected[0] = 0.0;
        close(&rig.sense().unwrap(), &expected);
    }

    /// NA-61: The radar measures one direction per step and keeps the last reading of each direction.
    #[test]
    fn after_a_turn_it_reads_what_a_group_reads() {
        let mut group = SensorRig::<Group>::new(json!({ "directions": TURN })).unwrap();
        group.world.spheres = spheres();
        let mut rig = among_spheres(Value::Null);
        let turn = (0..8).map(|_| rig.sense().unwrap()).last().unwrap();
        close(&turn, &group.sense().unwrap());
    }

    /// NA-61: The radar measures one direction per step and keeps the last reading of each direction.
    #[test]
    fn a_rate_is_a_number_of_directions_per_reading() {
        let several = changes(radar(json!({"per_step": 3})), 4);
        assert_eq!(several, [vec![0, 1, 2], vec![3, 4, 5], vec![0, 6, 7], vec![1, 2, 3]]);
        let half = changes(radar(json!({"reads": 3, "per_step": 0.5})), 7);
        assert_eq!(half, [vec![0], vec![], vec![1], vec![], vec![2], vec![], vec![0]]);
        let uneven = changes(radar(json!({"reads": 5, "per_step": 2.5})), 3);
        assert_eq!(uneven, [vec![0, 1, 2], vec![3, 4], vec![0, 1, 2]]);
    }

    /// NA-61: The radar measures one direction per step and keeps the last reading of each direction.
    #[test]
    fn a_rate_never_drifts() {
        for (rate, parts, whole) in [(0.1, 1, 10), (0.3, 3, 10), (1.0 / 3.0, 1, 3), (0.7, 7, 10), (2.5, 5, 2)] {
            let mut counted = Rate::new(rate);
            assert_eq!(counted, Rate { parts, whole, done: whole - 1 });
            let mut taken = 0;
            for reading in 1..=1_000_000 {
                taken += counted.advance() as u64;
                assert_eq!(taken, (reading * parts).div_ceil(whole), "{rate} after {reading} readings");
            }
        }
    }

    /// NA-61: The radar measures one direction per step and keeps the last reading of each direction.
    #[test]
    fn any_rate_has_a_fraction() {
        let fraction = |rate: f64| (Rate::new(rate).parts, Rate::new(rate).whole);
        assert_eq!([fraction(8.0), fraction(3600.0), fraction(1e-6)], [(8, 1), (3600, 1), (1, 1_000_000)]);
        for rate in [std::f64::consts::PI, 0.123_456_789_123, 1e-6 + 1e-15, 3.0 + 1e-15, 3_599.999_999_999] {
            let (parts, whole) = fraction(rate);
            assert!((parts as f64 / whole as f64 - rate).abs() <= 1.0 / Rate::FINEST, "{parts}/{whole} for {rate}");
            assert!(parts > 0 && whole as f64 <= Rate::FINEST, "{parts}/{whole} for {rate}");
        }
    }

    /// NA-62: The radar casts one ray per step, where the default group casts six.
    #[test]
    fn it_casts_one_ray_where_a_group_casts_six() {
        let taken = changes(radar(Value::Null), 20);
        assert!(taken.iter().enumerate().all(|(count, changed)| *changed == [count % 8]), "{taken:?}");
        let group = changes(SensorRig::<Group>::new(Value::Null).unwrap(), 20);
        assert!(group.iter().all(|changed| *changed == [0, 1, 2, 3, 4, 5]), "{group:?}");
    }

    /// NA-63: The radar plane can be tilted, for example to scan x–z.
    #[test]
    fn its_plane_tilts_with_its_mount() {
        let tilted = |roll, pitch| {
            let mount = Placement::default().turned(roll, pitch, 0.0);
            let mut rig = SensorRig::<Radar>::mounted(json!({"reads": 4, "per_step": 4}), mount, &[]).unwrap();
            let walls = [(Vec3::x(), 1.0), (Vec3::y(), 2.0), (Vec3::z(), 3.0), (-Vec3::z(), 4.0)];
            rig.world.planes = walls.map(|(out, distance)| (out * distance, -out)).to_vec();
            rig.sense().unwrap()
        };
        close(&tilted(0.0, 0.0), &[0.8, 0.6, 0.0, 0.0]);
        // Rolled: y points up and the plane is x–z; pitched: x points down and the plane is z–y.
        close(&tilted(FRAC_PI_2, 0.0), &[0.8, 0.4, 0.0, 0.2]);
        close(&tilted(0.0, FRAC_PI_2), &[0.2, 0.6, 0.4, 0.0]);
    }

    /// NA-59: `beam_radius` widens a ray, so that it sees obstacles beside its axis.
    #[test]
    fn a_thick_beam_meets_what_a_ray_passes() {
        let first = |beam_radius| beside_a_box::<Radar>(json!({ "beam_radius": beam_radius }), Vec3::zeros())[0];
        assert!(first(0.0) == 0.0 && first(0.15) > 0.6);
    }

    #[test]
    fn a_restored_radar_goes_on_where_it_was() {
        let params = json!({"per_step": 0.3});
        let (mut first, mut second) = (among_spheres(params.clone()), among_spheres(params));
        (0..5).for_each(|_| _ = first.sense().unwrap());
        let state = first.save().unwrap().unwrap();
        second.restore(&state).unwrap();
        for _ in 0..20 {
            assert_eq!(first.sense().unwrap(), second.sense().unwrap());
        }
        let refused = |params: Value| radar(params).restore(&state).unwrap_err().message().to_owned();
        assert_eq!(refused(json!({"reads": 5, "per_step": 0.3})), "the saved scan has another number of rays");
        assert_eq!(refused(Value::Null), "the saved scan has another `per_step`");
    }

    #[test]
    fn it_covers_a_circle_of_closeness() {
        let rig = radar(json!({"reads": 12, "threshold": 3.0}));
        let circle = CoverageForm::Rays { count: 12, arc: TAU };
        assert_eq!(rig.declaration().coverage, [Coverage::new(circle, 3.0).channel(0).proximity()]);
    }
}
