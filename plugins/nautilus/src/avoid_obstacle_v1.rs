//! Force-based obstacle avoidance: the first version of the thesis.

use crate::sides::{Axes, SideSensor, Sides};
use crate::toolkit::{DepthLaw, ThrusterParams, Vehicle, Velocity, declare_channels, publish, reached};
use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// Parameters of the first version.
#[params]
pub struct AvoidObstacleV1Params {
    /// Axes of motion: x, y or both.
    axes: Axes,
    /// Obstacle sensor: radar or distancia (also called distance).
    sensor: SideSensor,
    /// Thrust on a free path, control units.
    #[param(default = 0.6, unit = "1", min = 0.0)]
    cruise: f64,
    /// Proximity ahead above which it turns back.
    #[param(default = 0.5, unit = "1", min = 0.0, max = 1.0)]
    on: f64,
    /// Thrust away from an obstacle per proximity, control units.
    #[param(default = 4.0, unit = "1", min = 0.0)]
    gain: f64,
    /// Minimum proximity used for this thrust.
    #[param(default = 0.5, unit = "1", min = 0.0, max = 1.0)]
    least: f64,
    /// Speed away from the obstacle at which avoidance ends.
    #[param(default = 0.8, unit = "m/s", min = 0.0)]
    escape: f64,
    /// Duration of the calm phase, as a multiple of the time of avoidance.
    #[param(default = 1.5, unit = "1", min = 0.01)]
    calm: f64,
    /// Control law of the vertical motors.
    depth: DepthLaw,
    /// How the motors are commanded.
    thrusters: ThrusterParams,
}

/// Phase of an axis, in order of priority; times and durations in s.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
enum Phase {
    /// Moves freely.
    Free,
    /// Brakes with decreasing force after avoiding an obstacle.
    Calm { since: f64, lasts: f64 },
    /// Pushes away from an obstacle.
    Avoid { since: f64 },
}

impl Phase {
    fn rank(self) -> u8 {
        match self {
            Phase::Free => 0,
            Phase::Calm { .. } => 1,
            Phase::Avoid { .. } => 2,
        }
    }
}

/// Moves along one or two axes and turns back at obstacles: pushes away from them by force, then brakes.
pub struct AvoidObstacleV1 {
    params: AvoidObstacleV1Params,
    vehicle: Vehicle,
    velocity: Velocity,
    sides: Sides,
    /// Phase of each axis.
    phases: [Phase; 2],
    /// Direction of each axis, 1 or −1.
    directions: [f64; 2],
    published_phase: [Published; 2],
    published_direction: [Published; 2],
}

impl AvoidObstacleV1 {
    /// Enters the next phase when due.
    fn turn(&mut self, io: &ControllerIo, axis: usize, velocity: f64) {
        let direction = self.directions[axis];
        self.phases[axis] = match self.phases[axis] {
            Phase::Free => {
                let [ahead, behind] = [direction, -direction].map(|toward| self.sides.toward(io, axis, toward));
                if ahead <= self.params.on || ahead < behind {
                    return;
                }
                self.directions[axis] = -direction;
                Phase::Avoid { since: io.time() }
            }
            Phase::Avoid { since } if velocity * direction >= self.params.escape => {
                Phase::Calm { since: io.time(), lasts: self.params.calm * (io.time() - since) }
            }
            Phase::Calm { since, lasts } if reached(io, since + lasts) => Phase::Free,
            phase => phase,
        };
    }

    /// Push along an axis, in control units.
    fn push(&self, io: &ControllerIo, axis: usize) -> f64 {
        let AvoidObstacleV1Params { cruise, gain, least, .. } = self.params;
        let direction = self.directions[axis];
        direction
            * match self.phases[axis] {
                Phase::Free => cruise,
                Phase::Avoid { .. } => gain * self.sides.toward(io, axis, -direction).max(least),
                Phase::Calm { since, lasts } => -cruise * (1.0 - (io.time() - since) / lasts),
            }
    }
}

impl Controller for AvoidObstacleV1 {
    type Params = AvoidObstacleV1Params;

    fn new(params: AvoidObstacleV1Params, robot: &mut ControllerSetup) -> Result<Self> {
        Ok(Self {
            vehicle: Vehicle::bind(robot, params.thrusters, params.depth)?,
            velocity: Velocity::bind(robot)?,
            sides: Sides::bind(robot, params.sensor)?,
            phases: [Phase::Free; 2],
            directions: [1.0; 2],
            published_phase: declare_channels(robot, "phase", "1", "0 free, 1 calm, 2 avoid"),
            published_direction: declare_channels(robot, "direction", "1", "direction on this axis, 1 or -1"),
            params,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let velocity = self.velocity.update(io, self.vehicle.position(io));
        let active = self.params.axes.active();
        for axis in (0..2).filter(|axis| active[*axis]) {
            self.turn(io, axis, velocity[axis]);
        }
        let ranks = self.phases.map(Phase::rank);
        let highest = ranks[0].max(ranks[1]);
        let [x, y] = [0, 1].map(|axis| match active[axis] && ranks[axis] == highest {
            true => self.push(io, axis),
            false => 0.0,
        });
        publish(io, self.published_phase, ranks.map(f64::from));
        publish(io, self.published_direction, self.directions);
        self.vehicle.push(io, [x, y]);
        Ok(())
    }

    save_fields!(phases, directions, velocity.last, vehicle.held);

    fn datasheet() -> Datasheet {
        crate::datasheet("nautilus/avoid-obstacle-v1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Basin, Pool, Sense};
    use crate::sides::tests::ahead;
    use crate::toolkit::tests::{MOTORS, commands, robot};

    fn build(params: Value) -> ControllerRig<AvoidObstacleV1> {
        robot(params, &[("radar", &[0.0; 8])]).unwrap()
    }

    /// Push along x and y after a step with these radar readings.
    fn push(rig: &mut ControllerRig<AvoidObstacleV1>, readings: [f64; 8]) -> [f64; 2] {
        rig.read("radar", &readings);
        rig.step().unwrap();
        let [f1, f2, _, _, _, _] = commands(rig);
        [0.5 * (f1 + f2), 0.5 * (f1 - f2)]
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn it_conforms() {
        testing::conformance::controller(|| build(Value::Null), &MOTORS);
    }

    /// NA-EX3: With the first avoidance law a robot reverses at least 4 times in 120 s.
    #[test]
    fn it_is_repelled_by_proximity_until_it_escapes_and_then_brakes_ever_less() {
        let mut rig = build(json!({"axes": "x"}));
        assert_eq!(push(&mut rig, ahead(0.5)), [0.6, 0.0], "not above the threshold");
        assert_eq!(push(&mut rig, ahead(0.6)), [-2.4, 0.0]);
        assert_eq!((rig.published("phase_x"), rig.published("direction_x")), (2.0, -1.0));
        assert_eq!(push(&mut rig, ahead(0.2)), [-2.0, 0.0], "at least as from half the reach");
        rig.read("gps", &[-0.01, 0.0, -1.0]);
        // It has avoided for two steps, so it calms down for three.
        let calm: Vec<f64> = (0..4).map(|_| push(&mut rig, ahead(0.0))[0]).collect();
        let expected = [0.6, 0.4, 0.2, -0.6];
        assert!(calm.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{calm:?}");
        assert_eq!(rig.published("phase_x"), 0.0);
    }

    /// NA-EX3: With the first avoidance law a robot reverses at least 4 times in 120 s.
    #[test]
    fn what_is_nearer_behind_does_not_turn_it() {
        let mut rig = build(json!({"axes": "x"}));
        assert_eq!(push(&mut rig, [0.6, 0.0, 0.0, 0.0, 0.7, 0.0, 0.0, 0.0]), [0.6, 0.0]);
    }

    /// NA-EX3: With the first avoidance law a robot reverses at least 4 times in 120 s.
    #[test]
    fn an_avoiding_axis_has_priority_and_equals_share() {
        let mut rig = build(Value::Null);
        assert_eq!(push(&mut rig, ahead(0.0)), [0.6, 0.6]);
        assert_eq!(push(&mut rig, ahead(0.6)), [-2.4, 0.0]);
        assert_eq!(push(&mut build(json!({"axes": "y"})), ahead(0.6)), [0.0, 0.6]);
    }

    #[test]
    fn a_restored_one_goes_on_avoiding() {
        let mut first = build(Value::Null);
        push(&mut first, ahead(0.6));
        let mut second = build(Value::Null);
        second.restore(&first.save().unwrap().unwrap()).unwrap();
        assert_eq!(push(&mut second, ahead(0.6)), [-2.4, 0.0]);
        assert_eq!(second.published("direction_x"), -1.0);
    }

    /// NA-EX3: With the first avoidance law a robot reverses at least 4 times in 120 s.
    /// Case 3a: one vehicle between two walls for 120 s.
    #[test]
    fn it_goes_to_and_fro_as_the_prototype() {
        let mut basin = Basin::<AvoidObstacleV1>::new(
            Pool::rectangle(),
            Sense::Radar,
            &[[0.0, 0.0, -1.0]],
            |_| json!({"axes": "x"}),
        );
        let (mut changes, mut last, mut range) = (Vec::new(), 0.0, [0.0_f64; 2]);
        for _ in 0..12_000 {
            basin.step();
            let swimmer = &basin.swimmers[0];
            let (phase, [x, y, _]) = (swimmer.rig.published("phase_x"), swimmer.body.position);
            assert!(y == 0.0 && swimmer.body.yaw == 0.0);
            range = [range[0].min(x), range[1].max(x)];
            if phase != last {
                changes.push((phase, basin.time()));
                last = phase;
            }
        }
        assert!((range[0] + 8.12).abs() < 0.02 && (range[1] - 8.17).abs() < 0.02, "{range:?}");
        assert!((basin.wall - 1.10).abs() < 0.01, "{} m from a wall", basin.wall);
        let began = |phase| changes.iter().filter(move |change| change.0 == phase).map(|change| change.1);
        assert_eq!(began(2.0).count(), 7, "{changes:?}");
        for ((avoid, calm), free) in began(2.0).zip(began(1.0)).zip(began(0.0)) {
            let (avoids, calms) = (calm - avoid, free - calm);
            assert!((1.18..1.33).contains(&avoids) && (1.77..2.0).contains(&calms), "{avoids} s, {calms} s");
        }
    }

    /// NA-EX3: With the first avoidance law a robot reverses at least 4 times in 120 s.
    /// Cases 3b and 3c: two vehicles on one line for 120 s. Their minimum distance depends on single steps; the
    /// specification requires that no wall is touched, and with this law no vehicle is touched either.
    #[test]
    fn two_vehicles_do_not_touch() {
        for (sense, name) in [(Sense::Radar, "radar"), (Sense::Distancia, "distancia")] {
            let places = [[-4.0, 0.0, -1.0], [4.0, 0.0, -1.0]];
            let params = |_| json!({"axes": "x", "sensor": name});
            let mut basin = Basin::<AvoidObstacleV1>::new(Pool::rectangle(), sense, &places, params);
            (0..12_000).for_each(|_| basin.step());
            assert!(basin.gap > 0.5 && basin.wall > 0.5, "{name}: {} m, {} m from a wall", basin.gap, basin.wall);
        }
    }
}
