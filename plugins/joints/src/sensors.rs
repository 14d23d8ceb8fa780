//! Sensors of joints.

use sim_abi::prelude::*;

/// Parameters of a joint sensor.
#[params]
pub struct JointParams {
    /// Joint to measure.
    joint: String,
}

/// Finds the joint with this name and the units of its position and effort.
fn bind(setup: &SensorSetup, name: &str) -> Result<(JointIndex, &'static str, &'static str)> {
    let joint = setup.joint(name)?;
    let slides = setup.joints().iter().any(|known| known.name == name && known.motion == JointMotion::Prismatic);
    Ok(if slides { (joint, "m", "N") } else { (joint, "rad", "N·m") })
}

/// Position, velocity and effort of a joint.
pub struct State(JointIndex);

impl Sensor for State {
    type Params = JointParams;

    fn new(params: JointParams, setup: &mut SensorSetup) -> Result<Self> {
        let (joint, unit, effort) = bind(setup, &params.joint)?;
        setup.channel(Channel::new("position", unit));
        setup.channel(Channel::new("velocity", format!("{unit}/s")));
        setup.channel(Channel::new("effort", effort).help("of the drive over the last tick, along the axis"));
        Ok(Self(joint))
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let joint = io.joint(self.0);
        reading.copy_from_slice(&[joint.position, joint.velocity, joint.effort]);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "scout/standard",
    sensors: {"wheel": (id: "joint/state", params: (joint: "left_wheel"))})]"#,
        )
    }
}

/// Torque or force of a joint's drive, as measured by a torque sensor in its gearbox.
pub struct Effort(JointIndex);

impl Sensor for Effort {
    type Params = JointParams;

    fn new(params: JointParams, setup: &mut SensorSetup) -> Result<Self> {
        let (joint, _, effort) = bind(setup, &params.joint)?;
        setup.channel(Channel::new("effort", effort).help("of the drive over the last tick, along the axis"));
        Ok(Self(joint))
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading[0] = io.joint(self.0).effort;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "scout/standard",
    sensors: {"wheel": (id: "joint/effort", params: (joint: "left_wheel"))})]"#,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig<T: Sensor>() -> SensorRig<T> {
        let slide = Joint { name: "slide".into(), motion: JointMotion::Prismatic, ..Joint::default() };
        let mut rig = SensorRig::mounted(json!({"joint": "slide"}), Placement::default(), &[slide]).unwrap();
        rig.joints[0] = JointState { position: 0.2, velocity: -0.1, effort: 7.0 };
        rig
    }

    #[test]
    fn they_conform() {
        testing::conformance::sensor(rig::<State>);
        testing::conformance::sensor(rig::<Effort>);
    }

    #[test]
    fn they_read_the_joint_in_its_units() {
        let mut state = rig::<State>();
        assert_eq!(state.sense().unwrap(), [0.2, -0.1, 7.0]);
        let units: Vec<&str> = state.declaration().channels.iter().map(|channel| channel.unit.as_str()).collect();
        assert_eq!(units, ["m", "m/s", "N"]);
        assert_eq!(rig::<Effort>().sense().unwrap(), [7.0]);
    }
}
