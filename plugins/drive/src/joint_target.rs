//! A servo drive that holds a joint with a spring and a damper.

use sim_abi::prelude::*;

/// Parameters of a servo drive.
#[params]
pub struct JointTargetParams {
    /// Joint to drive.
    joint: String,
    /// Stiffness: effort per position error, N·m/rad or N/m; 0: velocity control only.
    #[param(default = 100.0, min = 0.0)]
    stiffness: f64,
    /// Damping: effort per velocity error, N·m·s/rad or N·s/m.
    #[param(default = 10.0, min = 0.0)]
    damping: f64,
    /// Maximum effort in either direction, N·m or N; 0: unlimited.
    #[param(default = 0.0, min = 0.0)]
    max_effort: f64,
}

/// Drives a joint to the commanded position and velocity with stiffness·Δposition + damping·Δvelocity, up to its effort
/// limit. The dynamics solves for the effort within its step, so the drive is stable at any gain.
pub struct JointTarget {
    effect: EffectOut,
    /// Stiffness, damping and limit.
    gains: [f64; 3],
}

impl Actuator for JointTarget {
    type Params = JointTargetParams;

    fn new(params: JointTargetParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let joint = setup.joint(&params.joint)?;
        let spec = setup.joint_spec(joint);
        let [low, high] = spec.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let fastest = spec.max_velocity.unwrap_or(f64::INFINITY);
        let unit = if spec.motion == JointMotion::Prismatic { "m" } else { "rad" };
        let position = Channel::new("position", unit).range(low, high).neutral(spec.initial.clamp(low, high));
        if params.stiffness > 0.0 {
            setup.command(position.help("target position of the joint"));
        }
        let velocity = Channel::new("velocity", format!("{unit}/s")).range(-fastest, fastest);
        setup.command(velocity.help("target velocity of the joint"));
        let limit = if params.max_effort > 0.0 { params.max_effort } else { f64::MAX };
        let effect = setup.effect(EffectKind::JointTarget { joint: params.joint });
        Ok(Self { effect, gains: [params.stiffness, params.damping, limit] })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let (position, velocity) = match *io.commands() {
            [position, velocity] => (position, velocity),
            [velocity] => (0.0, velocity),
            _ => return Err(Fault::new(format!("{} commands instead of 1 or 2", io.commands().len()))),
        };
        let [stiffness, damping, limit] = self.gains;
        io.effect(self.effect).copy_from_slice(&[position, velocity, stiffness, damping, limit]);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "scout/standard", dynamics: "joint/fixed-base",
    actuators: {"turret": (id: "drive/joint-target", params: (joint: "turret", stiffness: 100, damping: 10))})]"#,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drive(params: Value) -> ActuatorRig<JointTarget> {
        let elbow = Joint {
            name: "elbow".into(),
            motion: JointMotion::Revolute,
            limits: Some([-1.0, 2.0]),
            max_velocity: Some(3.0),
            initial: 0.5,
            ..Joint::default()
        };
        let mut params = params;
        params["joint"] = json!("elbow");
        ActuatorRig::new(params, &[elbow]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| drive(json!({})));
        testing::conformance::actuator(|| drive(json!({"stiffness": 0.0})));
    }

    #[test]
    fn it_passes_target_gains_and_limit_on() {
        let mut rig = drive(json!({"stiffness": 8.0, "damping": 0.5, "max_effort": 2.0}));
        assert_eq!(rig.act(&[0.25, -1.0]).unwrap(), [0.25, -1.0, 8.0, 0.5, 2.0]);
        let position = &rig.declaration().channels[0];
        assert_eq!((position.min, position.max, position.neutral), (Some(-1.0), Some(2.0), 0.5));
    }

    #[test]
    fn without_stiffness_it_is_commanded_a_velocity_alone() {
        let mut rig = drive(json!({"stiffness": 0.0, "damping": 4.0}));
        assert_eq!(rig.declaration().channels.len(), 1);
        assert_eq!(rig.act(&[1.5]).unwrap(), [0.0, 1.5, 0.0, 4.0, f64::MAX]);
    }
}
