//! A motor that applies an effort.

use sim_abi::prelude::*;

/// Parameters of an effort drive.
#[params]
pub struct JointEffortParams {
    /// Joint to drive.
    joint: String,
    /// Maximum effort in either direction, N·m or N; 0: unlimited.
    #[param(default = 0.0, min = 0.0)]
    max_effort: f64,
}

/// Applies the commanded torque, or force for a prismatic joint, along the joint's axis.
pub struct JointEffort(EffectOut);

impl Actuator for JointEffort {
    type Params = JointEffortParams;

    fn new(params: JointEffortParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let joint = setup.joint(&params.joint)?;
        let unit = if setup.joint_spec(joint).motion == JointMotion::Prismatic { "N" } else { "N·m" };
        let limit = if params.max_effort > 0.0 { params.max_effort } else { f64::INFINITY };
        setup.command(Channel::new("effort", unit).range(-limit, limit).help("along the joint's axis"));
        Ok(Self(setup.effect(EffectKind::JointEffort { joint: params.joint })))
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let effort = io.commands()[0];
        io.set(self.0, effort);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "scout/standard", dynamics: "joint/fixed-base",
    actuators: {"turret": (id: "drive/joint-effort", params: (joint: "turret"))})]"#,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drive(max_effort: f64, motion: JointMotion) -> ActuatorRig<JointEffort> {
        let joint = Joint { name: "elbow".into(), motion, ..Joint::default() };
        ActuatorRig::new(json!({"joint": "elbow", "max_effort": max_effort}), &[joint]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| drive(0.0, JointMotion::Revolute));
    }

    #[test]
    fn it_applies_the_command_clamped_to_its_range() {
        let mut rig = drive(5.0, JointMotion::Prismatic);
        assert_eq!(rig.act(&[-3.5]).unwrap(), [-3.5]);
        let command = &rig.declaration().channels[0];
        assert_eq!((command.min, command.max, command.unit.as_str()), (Some(-5.0), Some(5.0), "N"));
        assert_eq!(drive(0.0, JointMotion::Revolute).declaration().channels[0].max, None);
    }
}
