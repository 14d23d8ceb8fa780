//! Depth hold.

use crate::toolkit::{DepthLaw, ThrusterParams, Vehicle};
use sim_abi::prelude::*;

/// Parameters of the depth hold.
#[params]
pub struct DepthHoldParams {
    /// Depth at which the vertical motors stop; buoyancy keeps the vehicle above it.
    #[param(default = 2.0, unit = "m")]
    constant: f64,
    /// Control units per meter above that depth.
    #[param(default = 50.0 / 30.0, unit = "1/m")]
    gain: f64,
    /// How the motors are commanded.
    thrusters: ThrusterParams,
}

/// Holds the depth, with the horizontal motors off.
pub struct DepthHold {
    vehicle: Vehicle,
}

impl Controller for DepthHold {
    type Params = DepthHoldParams;

    fn new(params: DepthHoldParams, robot: &mut ControllerSetup) -> Result<Self> {
        let depth = DepthLaw { constant: params.constant, gain: params.gain };
        Ok(Self { vehicle: Vehicle::bind(robot, params.thrusters, depth)? })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        self.vehicle.push(io, [0.0; 2]);
        Ok(())
    }

    save_fields!(vehicle.held);

    fn datasheet() -> Datasheet {
        crate::datasheet("nautilus/depth-hold")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Basin, Pool, Sense};
    use crate::toolkit::tests::{MOTORS, commands, robot};

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn depth_hold_conforms_and_pushes_down_by_the_law() {
        let build = |params| robot::<DepthHold>(params, &[]).unwrap();
        testing::conformance::controller(|| build(Value::Null), &MOTORS);
        assert_eq!(commands(&build(Value::Null).stepped()), [0.0, 0.0, 0.0, 0.0, 50.0 / 30.0, 50.0 / 30.0]);
        assert_eq!(commands(&build(json!({"constant": 3.0, "gain": 0.5})).stepped())[4..], [1.0, 1.0]);
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn an_unknown_parameter_and_a_wrong_type_are_refused() {
        let fault = robot::<DepthHold>(json!({"constnat": 3.0}), &[]).err().unwrap();
        let error = (fault.message(), fault.advice(), fault.cause());
        assert_eq!(error, ("unknown parameter `constnat`", "did you mean `constant`?", Cause::Parameters));
        let fault = robot::<DepthHold>(json!({"constant": "deep"}), &[]).err().unwrap();
        assert!(fault.message().contains("invalid type: string \"deep\", expected f64"), "{fault}");
    }

    /// Minimum and maximum z (m) in 30 s, starting at rest at a height.
    fn swing(constant: f64, z: f64) -> (f64, f64) {
        let mut basin =
            Basin::<DepthHold>::new(Pool::empty(), Sense::Nothing, &[[0.0, 0.0, z]], |_| json!({"constant": constant}));
        (0..3000).fold((z, z), |(low, high), _| {
            basin.step();
            let z = basin.swimmers[0].body.position[2];
            (low.min(z), high.max(z))
        })
    }

    /// NA-EX2: Depth control holds the band; without control a vehicle rises and crosses the surface repeatedly.
    /// Second experiment, cases 2b and 2c, with the ranges of the prototype.
    #[test]
    fn the_swings_are_those_of_the_prototype() {
        let cases = [
            (2.0, -1.0, (-1.000, -0.432)),
            (2.0, -1.5, (-1.500, -0.041)),
            (2.0, -0.5, (-0.883, -0.468)),
            (2.0, -2.0, (-2.000, 0.039)),
            (3.0, -1.0, (-2.106, -0.989)),
            (3.0, -1.5, (-1.739, -1.442)),
            (3.0, -0.5, (-2.505, -0.495)),
            (3.0, -2.0, (-2.000, -1.270)),
        ];
        for (constant, z, (low, high)) in cases {
            let found = swing(constant, z);
            let near = (found.0 - low).abs() < 0.012 && (found.1 - high).abs() < 0.012;
            assert!(near, "law {constant} from {z}: {found:?} instead of {low} … {high}");
        }
    }
}
