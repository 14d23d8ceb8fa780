//! The example of the thesis.

use crate::toolkit::{DepthLaw, Gps, Motors, reached};
use sim_abi::prelude::*;

/// Parameters of the example.
#[params]
pub struct Example1Params {
    /// Time between log lines; 0: one per step.
    #[param(default = 1.0, unit = "s", min = 0.0)]
    log_period: f64,
    /// Control law of the vertical motors.
    depth: DepthLaw,
}

/// Holds the depth and writes position and control to the log (thesis, Fig. 59).
pub struct Example1 {
    params: Example1Params,
    gps: Gps,
    motors: Motors,
    /// Time at which the next line is due, s.
    next: f64,
}

impl Controller for Example1 {
    type Params = Example1Params;

    fn new(params: Example1Params, robot: &mut ControllerSetup) -> Result<Self> {
        Ok(Self { params, gps: Gps::bind(robot)?, motors: Motors::bind(robot)?, next: 0.0 })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let position = self.gps.position(io);
        let upright = self.params.depth.commands(position[2]);
        self.motors.drive(io, [0.0; 4], upright);
        if reached(io, self.next) {
            let [x, y, z] = position;
            let [f5, f6] = upright;
            let line = format!("position [{x:.6}, {y:.6}, {z:.6}], control [0, 0, 0, 0, {f5:.6}, {f6:.6}]");
            io.log(LogLevel::Info, line);
            self.next += self.params.log_period;
        }
        Ok(())
    }

    save_fields!(next);

    fn datasheet() -> Datasheet {
        crate::datasheet("nautilus/example1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolkit::tests::{MOTORS, commands, robot};

    fn build(params: Value) -> ControllerRig<Example1> {
        robot(params, &[]).unwrap()
    }

    fn lines(params: Value, steps: usize) -> usize {
        let mut rig = build(params);
        (0..steps).for_each(|_| rig.step().unwrap());
        rig.log().len()
    }

    /// NA-43: Messages of a controller appear in the log with the number of its robot.
    #[test]
    fn example1_writes_position_and_control_to_the_log() {
        let rig = build(Value::Null).stepped();
        let line = "position [0.000000, 0.000000, -1.000000], control [0, 0, 0, 0, 1.666667, 1.666667]";
        assert_eq!(rig.world.log.borrow()[..], [(LogLevel::Info, line.to_string())]);
        assert_eq!(commands(&rig), [0.0, 0.0, 0.0, 0.0, 50.0 / 30.0, 50.0 / 30.0]);
    }

    /// NA-43: Messages of a controller appear in the log with the number of its robot.
    #[test]
    fn it_writes_once_per_period_or_at_every_step() {
        assert_eq!((lines(Value::Null, 100), lines(Value::Null, 101), lines(Value::Null, 250)), (1, 2, 3));
        assert_eq!(lines(json!({"log_period": 0.07}), 210), 30);
        assert_eq!(lines(json!({"log_period": 0.0}), 25), 25);
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn example1_conforms_and_a_restored_one_does_not_repeat_a_line() {
        testing::conformance::controller(|| build(Value::Null), &MOTORS);
        let mut second = build(Value::Null);
        second.restore(&build(Value::Null).stepped().save().unwrap().unwrap()).unwrap();
        assert_eq!(second.stepped().log().len(), 0);
    }
}
