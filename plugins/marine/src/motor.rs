//! A motor with a propeller; its dynamics sees only the command.

use sim_abi::prelude::*;

/// Name under which a dynamics finds the motors of its vehicle.
const MOTOR: &str = "motor";

/// Output of a motor to its dynamics: one value, the command.
pub fn effect() -> (EffectKind, Vec<Channel>) {
    (EffectKind::Custom(MOTOR.into()), vec![Channel::new("command", "1")])
}

/// Parameters of a motor.
#[params]
pub struct MotorParams {
    /// Maximum command in either direction; 0: unlimited.
    #[param(default = 0.0, unit = "1", min = 0.0)]
    limit: f64,
}

/// A motor along the mount's x axis. The dynamics defines the meaning of a command and the motor's response.
pub struct Motor {
    effect: EffectOut,
}

impl Actuator for Motor {
    type Params = MotorParams;

    fn new(params: MotorParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let limit = if params.limit > 0.0 { params.limit } else { f64::INFINITY };
        setup
            .command(Channel::new("command", "1").range(-limit, limit).help("control units, positive along the mount"));
        let (kind, channels) = effect();
        Ok(Self { effect: setup.effect_with(kind, channels) })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let command = io.commands()[0];
        io.set(self.effect, command);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "bluerov2/standard", at: (0, 0, -2), actuators: {"f1": "marine/motor"})],
media: [(name: "sea", density: 1025, region: Below(0))]"#,
        )
    }
}

/// A motor of a vehicle.
pub struct Mounted {
    /// Its command.
    pub command: EffectIn,
    /// `body_from_mount` at the start.
    pub mount: Pose,
    /// Whether a joint moves the motor relative to the body.
    pub moves: bool,
}

/// The motors of a vehicle, in the model's order.
pub fn motors(setup: &mut DynamicsSetup) -> Vec<Mounted> {
    let is_motor = |part: &sim_abi::declare::EffectPart| part.effect.kind == effect().0;
    let found: Vec<(usize, Pose, bool)> = setup
        .effects()
        .iter()
        .enumerate()
        .filter(|(_, part)| is_motor(part))
        .map(|(index, part)| (index, part.mount.isometry(), moves(setup, &part.link)))
        .collect();
    let mounted = |(index, mount, moves)| Mounted { command: setup.consume(index), mount, moves };
    found.into_iter().map(mounted).collect()
}

/// Whether any joint between the body and a link is movable.
fn moves(setup: &DynamicsSetup, link: &str) -> bool {
    let mut link = link;
    while let Some(joint) = setup.joints().iter().find(|joint| joint.child == link) {
        if joint.motion != JointMotion::Fixed {
            return true;
        }
        link = &joint.parent;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| ActuatorRig::<Motor>::new(Value::Null, &[]).unwrap());
    }

    /// NA-47: An actuator only writes the command of its own robot.
    /// NA-48: `control` takes six motor values, holds them, and limits them only on request.
    #[test]
    fn commands_are_unlimited_unless_a_limit_is_given() {
        let mut rig = ActuatorRig::<Motor>::new(Value::Null, &[]).unwrap();
        assert_eq!(rig.act(&[50.0]).unwrap(), [50.0]);
        let rig = ActuatorRig::<Motor>::new(json!({"limit": 2.0}), &[]).unwrap();
        let channel = &rig.declaration().channels[0];
        assert_eq!((channel.min, channel.max), (Some(-2.0), Some(2.0)));
    }
}
