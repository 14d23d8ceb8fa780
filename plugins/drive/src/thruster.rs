//! A thruster.

use sim_abi::prelude::*;

/// What a thruster is commanded.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Input {
    #[default]
    Throttle,
    Newton,
}

/// Parameters of a thruster.
#[params]
pub struct ThrusterParams {
    /// Meaning of the command: throttle −1 … 1 through the thrust curve, or thrust in newtons.
    input: Input,
    /// Forward thrust over throttle u, coefficients c₁, c₂ … of c₁·u + c₂·u² + …, in N.
    #[param(default = vec![0.0, 40.0], unit = "N")]
    forward: Vec<f64>,
    /// Backward thrust over throttle −u, likewise, as positive numbers.
    #[param(default = vec![0.0, 30.0], unit = "N")]
    backward: Vec<f64>,
    /// Time constant with which thrust follows the command.
    #[param(default = 0.1, unit = "s", min = 0.0)]
    lag: f64,
}

/// A force along the mount's x axis.
pub struct Thruster {
    params: ThrusterParams,
    effect: EffectOut,
    thrust: f64,
}

impl Actuator for Thruster {
    type Params = ThrusterParams;

    fn new(params: ThrusterParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let (forward, backward) = (curve(&params.forward, 1.0), curve(&params.backward, 1.0));
        if !(forward >= 0.0 && backward >= 0.0 && forward + backward > 0.0) {
            return Err(Fault::new(format!("full thrust is {forward} N forward and {backward} N backward"))
                .help("the sums of the `forward` and of the `backward` coefficients must be positive; one of them may be 0")
                .because(Cause::Parameters));
        }
        setup.command(match params.input {
            Input::Throttle => Channel::new("throttle", "1").range(-1.0, 1.0).help("−1 full backward, 1 full forward"),
            Input::Newton => Channel::new("thrust", "N").range(-backward, forward).help("commanded thrust along x"),
        });
        Ok(Self { params, effect: setup.effect(EffectKind::Thrust), thrust: 0.0 })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let command = io.commands()[0];
        let wanted = match self.params.input {
            Input::Newton => command,
            Input::Throttle if command >= 0.0 => curve(&self.params.forward, command),
            Input::Throttle => -curve(&self.params.backward, -command),
        };
        // Exact for a command that is constant during the step; a lag of 0 has no memory.
        let keep = if self.params.lag > 0.0 { math::exp(-io.dt() / self.params.lag) } else { 0.0 };
        self.thrust = wanted + (self.thrust - wanted) * keep;
        io.set(self.effect, self.thrust);
        Ok(())
    }

    save_fields!(thrust);

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "scout/standard",
    dynamics: "body/rigid", actuators: {"thruster": "drive/thruster"})]"#,
        )
    }
}

/// c₁·u + c₂·u² + …, by Horner's rule.
fn curve(coefficients: &[f64], u: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * u)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thruster(params: Value) -> ActuatorRig<Thruster> {
        ActuatorRig::new(params, &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| thruster(Value::Null));
        testing::conformance::actuator(|| thruster(json!({"input": "newton"})));
    }

    #[test]
    fn throttle_follows_the_curve_of_its_direction() {
        let mut rig = thruster(json!({"forward": [4.0, 6.0], "backward": [2.0], "lag": 0.0}));
        for (throttle, thrust) in [(1.0, 10.0), (0.5, 3.5), (0.0, 0.0), (-0.5, -1.0)] {
            assert_eq!(rig.act(&[throttle]).unwrap(), [thrust]);
        }
    }

    #[test]
    fn newtons_are_limited_to_what_the_curves_give() {
        let rig = thruster(json!({"input": "newton", "forward": [4.0, 6.0], "backward": [2.0]}));
        assert_eq!((rig.declaration().channels[0].min, rig.declaration().channels[0].max), (Some(-2.0), Some(10.0)));
    }

    #[test]
    fn thrust_reaches_63_percent_after_the_lag() {
        let mut rig = thruster(json!({"input": "newton", "lag": 0.1}));
        let thrust = (0..10).map(|_| rig.act(&[20.0]).unwrap()[0]).last().unwrap();
        assert!((thrust - 20.0 * (1.0 - (-1.0_f64).exp())).abs() < 1e-12);
    }

    #[test]
    fn curves_without_thrust_are_refused() {
        let fault = ActuatorRig::<Thruster>::new(json!({"forward": [], "backward": []}), &[]).err().unwrap();
        assert!(fault.message().contains("0 N forward") && fault.advice().contains("positive"), "{fault}");
    }
}
