//! Constant commands.

use crate::toolkit::{DepthLaw, Gps, Motors, reached};
use sim_abi::prelude::*;

/// Parameters of the constant control.
#[params]
pub struct ConstantControlParams {
    /// Commands of the four horizontal motors, control units.
    #[param(default = [1.0; 4])]
    plane: [f64; 4],
    /// Time at which the horizontal motors stop. Default: never.
    #[param(unit = "s")]
    stop_at: Option<f64>,
    /// Commands of the two vertical motors, control units, positive down. Default: the depth law.
    vertical: Option<[f64; 2]>,
    /// Control law of the vertical motors without constant commands.
    depth: DepthLaw,
}

/// Mode of the vertical motors.
enum Upright {
    Constant([f64; 2]),
    Law(Gps, DepthLaw),
}

/// Constant commands of the horizontal motors, for a time or forever; the vertical motors are constant too, or under
/// the depth law.
pub struct ConstantControl {
    plane: [f64; 4],
    stop_at: Option<f64>,
    upright: Upright,
    motors: Motors,
}

impl Controller for ConstantControl {
    type Params = ConstantControlParams;

    fn new(params: ConstantControlParams, robot: &mut ControllerSetup) -> Result<Self> {
        let upright = match params.vertical {
            Some(commands) => Upright::Constant(commands),
            None => Upright::Law(Gps::bind(robot)?, params.depth),
        };
        Ok(Self { plane: params.plane, stop_at: params.stop_at, upright, motors: Motors::bind(robot)? })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let stopped = self.stop_at.is_some_and(|moment| reached(io, moment));
        let upright = match &self.upright {
            Upright::Constant(commands) => *commands,
            Upright::Law(gps, depth) => depth.commands(gps.position(io)[2]),
        };
        self.motors.drive(io, if stopped { [0.0; 4] } else { self.plane }, upright);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        crate::datasheet("nautilus/constant-control")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Basin, Pool, Sense};
    use crate::toolkit::tests::{MOTORS, commands, robot};

    fn build(params: Value) -> ControllerRig<ConstantControl> {
        robot(params, &[]).unwrap()
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn constant_control_conforms_and_commands_what_it_was_given() {
        testing::conformance::controller(|| build(Value::Null), &MOTORS);
        let rig = build(json!({"plane": [1, -1, -2, 3]})).stepped();
        assert_eq!(commands(&rig), [1.0, -1.0, -2.0, 3.0, 50.0 / 30.0, 50.0 / 30.0]);
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn with_constant_upright_motors_it_needs_no_gps() {
        let motors =
            || MOTORS.iter().fold(ControllerRig::<ConstantControl>::robot(), |robot, name| robot.actuator(name, 1));
        let rig = motors().params(json!({"vertical": [0.5, -0.5]})).build().unwrap().stepped();
        assert_eq!(commands(&rig)[4..], [0.5, -0.5]);
        assert_eq!(motors().build().err().unwrap().message(), "unknown sensor `gps`");
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn it_stops_in_the_plane_at_the_given_step_and_goes_on_holding_the_depth() {
        let mut rig = build(json!({"stop_at": 0.07}));
        let pushed: Vec<bool> = (0..10)
            .map(|_| {
                rig.step().unwrap();
                assert_eq!(commands(&rig)[4], 50.0 / 30.0);
                commands(&rig)[0] == 1.0
            })
            .collect();
        assert_eq!(pushed, [true, true, true, true, true, true, true, false, false, false]);
    }

    /// NA-EX1: Balanced motors drive straight, unbalanced ones in a spiral, and coasting speed falls linearly.
    /// First experiment: position after 10 s.
    #[test]
    fn balanced_motors_lead_where_the_prototype_went() {
        let cases = [
            ([1.0, 1.0, 1.0, 1.0], [22.75, 0.0]),
            ([0.0, 1.0, 1.0, 0.0], [8.76, -8.76]),
            ([2.0, 1.0, 1.0, 2.0], [41.12, 13.71]),
        ];
        for (plane, [x, y]) in cases {
            let mut basin = Basin::<ConstantControl>::new(
                Pool::empty(),
                Sense::Nothing,
                &[[0.0, 0.0, -1.0]],
                |_| json!({"plane": plane}),
            );
            (0..1000).for_each(|_| basin.step());
            let place = basin.swimmers[0].body.position;
            assert!((place[0] - x).abs() < 0.006 && (place[1] - y).abs() < 0.006, "{place:?} instead of {x}, {y}");
        }
    }

    /// NA-EX2: Depth control holds the band; without control a vehicle rises and crosses the surface repeatedly.
    /// Case 2a: without control, it surfaces; time (s) and speed (m/s) at which its center first emerges.
    #[test]
    fn without_control_it_comes_out_as_the_prototype() {
        for (z, time, speed) in [(-0.5, 0.93, 0.98), (-1.0, 1.31, 1.40), (-1.5, 1.59, 1.72), (-2.0, 1.83, 1.96)] {
            let params = |_| json!({"plane": [0, 0, 0, 0], "vertical": [0, 0]});
            let mut basin = Basin::<ConstantControl>::new(Pool::empty(), Sense::Nothing, &[[0.0, 0.0, z]], params);
            let steps = (1..2000).find(|_| {
                basin.step();
                basin.swimmers[0].body.position[2] > 0.0
            });
            let found = (steps.unwrap() as f64 * 0.01, basin.swimmers[0].body.velocity[2]);
            let near = (found.0 - time).abs() < 0.015 && (found.1 - speed).abs() < 0.02;
            assert!(near, "from {z}: {found:?} instead of {time} s, {speed} m/s");
        }
    }
}
