//! Velocity-based obstacle avoidance: the second version of the thesis.

use crate::sides::{Axes, SideSensor, Sides};
use crate::toolkit::{DepthLaw, ThrusterParams, VelocityLaw, declare_channels, publish, reached};
use sim_abi::prelude::*;

/// Parameters of the second version.
#[params]
pub struct AvoidObstacleParams {
    /// Axes of motion: x, y or both.
    axes: Axes,
    /// Obstacle sensor: radar or distancia (also called distance).
    sensor: SideSensor,
    /// Speed on a free path, on each axis.
    #[param(default = 0.75, unit = "m/s", min = 0.0)]
    cruise: f64,
    /// Proximity ahead above which it turns back.
    #[param(default = 0.7, unit = "1", min = 0.0, max = 1.0)]
    on: f64,
    /// Increase of speed when moving away from an obstacle, per proximity.
    #[param(default = 2.0, unit = "1", min = 0.0)]
    gain: f64,
    /// Time for which it moves away from an obstacle.
    #[param(default = 1.0, unit = "s", min = 0.0)]
    avoid_time: f64,
    /// Control units per m/s of velocity error.
    #[param(default = 10.0, unit = "s/m", min = 0.0)]
    k: f64,
    /// Control law of the vertical motors.
    depth: DepthLaw,
    /// How the motors are commanded.
    thrusters: ThrusterParams,
}

/// State of an axis: its direction (1 or −1) and, while avoiding, the time (s) and proximity at which it turned.
type Course = (f64, Option<(f64, f64)>);

/// Moves along one or two axes; a nearby obstacle reverses the motion, faster at first, while the other axis rests.
pub struct AvoidObstacle {
    params: AvoidObstacleParams,
    law: VelocityLaw,
    sides: Sides,
    courses: [Course; 2],
    published_direction: [Published; 2],
    published_avoiding: [Published; 2],
}

impl AvoidObstacle {
    /// Reverses, or ends avoidance, when due.
    fn turn(&self, io: &ControllerIo, axis: usize, (direction, avoiding): Course) -> Course {
        let toward = |direction: f64| self.sides.toward(io, axis, direction);
        let (ahead, behind) = (toward(direction), toward(-direction));
        if ahead > self.params.on && ahead > behind {
            return (-direction, Some((io.time(), ahead)));
        }
        (direction, avoiding.filter(|(since, _)| !reached(io, since + self.params.avoid_time)))
    }
}

impl Controller for AvoidObstacle {
    type Params = AvoidObstacleParams;

    fn new(params: AvoidObstacleParams, robot: &mut ControllerSetup) -> Result<Self> {
        Ok(Self {
            law: VelocityLaw::bind(robot, params.k, params.thrusters, params.depth)?,
            sides: Sides::bind(robot, params.sensor)?,
            courses: [(1.0, None); 2],
            published_direction: declare_channels(robot, "direction", "1", "direction on this axis, 1 or -1"),
            published_avoiding: declare_channels(
                robot,
                "avoiding",
                "1",
                "1 while moving away from an obstacle on this axis, else 0",
            ),
            params,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let active = self.params.axes.active();
        for axis in (0..2).filter(|axis| active[*axis]) {
            self.courses[axis] = self.turn(io, axis, self.courses[axis]);
        }
        let avoiding = self.courses.map(|(_, avoiding)| avoiding.is_some());
        let one_avoids = avoiding[0] != avoiding[1];
        let AvoidObstacleParams { cruise, gain, .. } = self.params;
        let target = |axis: usize| match self.courses[axis] {
            _ if !active[axis] => 0.0,
            (direction, Some((_, peak))) => direction * cruise * (1.0 + gain * peak),
            (_, None) if one_avoids => 0.0,
            (direction, None) => direction * cruise,
        };
        let target = [target(0), target(1)];
        publish(io, self.published_direction, self.courses.map(|(direction, _)| direction));
        publish(io, self.published_avoiding, avoiding.map(|avoiding| f64::from(u8::from(avoiding))));
        self.law.drive(io, target);
        Ok(())
    }

    save_fields!(courses, law.velocity.last, law.vehicle.held);

    fn datasheet() -> Datasheet {
        crate::datasheet("nautilus/avoid-obstacle")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Basin, Pool, Sense};
    use crate::sides::tests::ahead;
    use crate::toolkit::tests::{MOTORS, robot};

    fn build(params: Value) -> ControllerRig<AvoidObstacle> {
        robot(params, &[("radar", &[0.0; 8])]).unwrap()
    }

    /// Target velocity after a step with these radar readings.
    fn target(rig: &mut ControllerRig<AvoidObstacle>, readings: [f64; 8]) -> [f64; 2] {
        rig.read("radar", &readings);
        rig.step().unwrap();
        [rig.published("target_x"), rig.published("target_y")]
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn it_conforms() {
        testing::conformance::controller(|| build(Value::Null), &MOTORS);
    }

    /// NA-EX5: The second avoidance law keeps up to four robots apart for 60 to 120 s.
    #[test]
    fn it_turns_back_faster_for_a_time_while_the_other_axis_rests() {
        let mut rig = build(json!({"cruise": 1.0, "avoid_time": 0.03}));
        assert_eq!(target(&mut rig, ahead(0.7)), [1.0, 1.0], "not above the threshold");
        assert_eq!(target(&mut rig, ahead(0.75)), [-2.5, 0.0]);
        assert_eq!((rig.published("avoiding_x"), rig.published("direction_x")), (1.0, -1.0));
        assert_eq!(target(&mut rig, ahead(0.9)), [-2.5, 0.0], "obstacles behind do not matter");
        assert_eq!(target(&mut rig, ahead(0.0)), [-2.5, 0.0]);
        assert_eq!(target(&mut rig, ahead(0.0)), [-1.0, 1.0]);
        assert_eq!((rig.published("avoiding_x"), rig.published("direction_x")), (0.0, -1.0));
    }

    /// NA-EX5: The second avoidance law keeps up to four robots apart for 60 to 120 s.
    #[test]
    fn both_axes_may_avoid_and_one_that_is_not_used_rests() {
        let diagonal = [0.0, 0.75, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(target(&mut build(json!({"cruise": 1.0})), diagonal), [-2.5, -2.5]);
        assert_eq!(target(&mut build(json!({"axes": "x", "cruise": 1.0})), diagonal), [-2.5, 0.0]);
    }

    /// NA-EX5: The second avoidance law keeps up to four robots apart for 60 to 120 s.
    #[test]
    fn what_is_nearer_behind_does_not_turn_it() {
        assert_eq!(target(&mut build(json!({"axes": "x"})), [0.8, 0.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.0]), [0.75, 0.0]);
    }

    /// NA-40: Each robot has its own controller instance with private memory, called once per step.
    #[test]
    fn two_robots_avoid_independently() {
        let (mut first, mut second) = (build(Value::Null), build(Value::Null));
        assert!(target(&mut first, ahead(0.8))[0] < 0.0);
        assert_eq!(target(&mut second, ahead(0.0)), [0.75, 0.75]);
    }

    #[test]
    fn a_restored_one_goes_on_avoiding() {
        let (mut first, mut second) = (build(Value::Null), build(Value::Null));
        let expected = target(&mut first, ahead(0.8));
        second.restore(&first.save().unwrap().unwrap()).unwrap();
        assert_eq!(target(&mut second, ahead(0.0)), expected);
    }

    fn basin(pool: Pool, sense: Sense, places: &[[f64; 2]], params: Value) -> Basin<AvoidObstacle> {
        let places: Vec<[f64; 3]> = places.iter().map(|[x, y]| [*x, *y, -1.0]).collect();
        Basin::new(pool, sense, &places, |_| params.clone())
    }

    /// NA-EX5: The second avoidance law keeps up to four robots apart for 60 to 120 s.
    /// Case 5a: one vehicle between two walls for 60 s. It moves back shortly after it has turned.
    #[test]
    fn it_moves_back_when_the_prototype_did() {
        let params = json!({"axes": "x", "cruise": 1.0, "on": 0.6, "gain": 1.0});
        let mut basin = basin(Pool::rectangle(), Sense::Radar, &[[0.0, 0.0]], params);
        let track: Vec<(f64, f64)> = (0..6000)
            .map(|_| {
                basin.step();
                let body = &basin.swimmers[0].body;
                (body.position[0], body.velocity[0])
            })
            .collect();
        let reversals: Vec<usize> = (2..6000).filter(|step| track[*step].1 * track[step - 1].1 < 0.0).collect();
        // The prototype sampled at 10 Hz: it was moving back at 8.2, 23.5, 38.8 and 54.1 s.
        let seen: Vec<usize> = reversals.iter().map(|step| step.div_ceil(10)).collect();
        assert_eq!(seen, [82, 235, 388, 541], "{reversals:?}");
        for reversal in reversals {
            let speed = track[reversal + 300].1.abs();
            assert!((speed - 0.96).abs() < 0.01, "{speed} m/s 3 s after step {reversal}");
        }
        let range = track.iter().fold([0.0_f64; 2], |[low, high], (x, _)| [low.min(*x), high.max(*x)]);
        assert!((range[0] + 7.61).abs() < 0.01 && (range[1] - 7.64).abs() < 0.01, "{range:?}");
        assert!((basin.wall - 1.63).abs() < 0.01, "{} m from a wall", basin.wall);
    }

    /// NA-EX5: The second avoidance law keeps up to four robots apart for 60 to 120 s.
    /// Cases 5b to 5e: several vehicles, with the prototype's minimum distances from each other and from a wall. The
    /// motion is chaotic: a change of the law by one step changes them.
    #[test]
    fn several_vehicles_keep_the_prototypes_distances() {
        let crossing = [[0.0, 7.0], [0.0, -7.0], [7.0, 0.0], [-7.0, 0.0]];
        let beside = [[1.0, 7.0], [-1.0, -7.0], [7.0, -1.0], [-7.0, 1.0]];
        let both = json!({"cruise": 0.75});
        let line = json!({"axes": "x", "cruise": 1.0});
        let group = json!({"cruise": 1.0, "sensor": "distancia"});
        let (radar, axes) = (Sense::Radar, Sense::Distancia);
        let cases = [
            ("5b", basin(Pool::rectangle(), radar, &[[-4.0, 0.0], [4.0, 0.0]], line), 120.0, (1.03, 1.13, 138.0)),
            ("5c", basin(Pool::rectangle(), radar, &crossing, both.clone()), 120.0, (0.86, 1.17, 138.0)),
            ("5d", basin(Pool::octagon(), radar, &crossing, both), 120.0, (0.87, 1.16, 135.0)),
            ("5e", basin(Pool::octagon(), axes, &beside, group), 60.0, (0.57, 0.67, 85.0)),
        ];
        for (case, mut basin, time, (gap, wall, path)) in cases {
            while basin.time() < time {
                basin.step();
            }
            let paths: Vec<f64> = basin.swimmers.iter().map(|swimmer| swimmer.path).collect();
            let message = format!("{case}: gap {:.2} m, wall {:.2} m, paths {paths:.0?}", basin.gap, basin.wall);
            let near = (basin.gap - gap).abs() < 0.006 && (basin.wall - wall).abs() < 0.006;
            assert!(near && paths.iter().all(|length| *length > path), "{message}");
            assert!(basin.swimmers.iter().all(|swimmer| swimmer.body.yaw.to_degrees().abs() < 1e-6), "{message}");
        }
    }
}
