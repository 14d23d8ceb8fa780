//! Contact force.

use sim_abi::prelude::*;

/// What counts as a touch.
#[params]
pub struct ForceParams {
    /// Maximum distance of contacts from the mount; 0: contacts of the whole robot.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    radius: f64,
}

/// Force of all contacts on the robot, or on its part around the mount: normal and friction, in the sensor's axes, as a
/// mean over the last tick. The ground under a body counts, too.
pub struct Force {
    radius: f64,
    step: f64,
}

impl Sensor for Force {
    type Params = ForceParams;

    fn new(params: ForceParams, setup: &mut SensorSetup) -> Result<Self> {
        for axis in ["x", "y", "z"] {
            setup.channel(Channel::new(format!("force_{axis}"), "N").frame("sensor"));
        }
        setup.channel(Channel::new("magnitude", "N").range(0.0, f64::INFINITY));
        let radius = if params.radius > 0.0 { params.radius } else { f64::INFINITY };
        // Impulses are those of one tick, regardless of the sensor's period.
        Ok(Self { radius, step: setup.step() })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let world_from_sensor = io.pose();
        let mut impulse = Vec3::zeros();
        for contact in io.world().contacts() {
            if (Vec3::from(contact.point) - world_from_sensor.translation.vector).norm() <= self.radius {
                impulse += Vec3::from(contact.normal) * contact.impulse + Vec3::from(contact.friction);
            }
        }
        let force = world_from_sensor.rotation.inverse_transform_vector(&impulse) / self.step;
        reading.copy_from_slice(&[force.x, force.y, force.z, force.norm()]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    fn rig(params: Value) -> SensorRig<Force> {
        let mut rig = SensorRig::new(params).unwrap();
        rig.body.pose = Pose::new(Vec3::zeros(), Vec3::z() * FRAC_PI_2);
        let at = |x: f64, normal: Vec3, impulse: f64, friction: Vec3| Contact {
            point: Vec3::new(x, 0.0, 0.0).into(),
            normal: normal.into(),
            impulse,
            friction: friction.into(),
            ..Contact::default()
        };
        rig.world.contacts = vec![at(0.1, Vec3::x(), 0.2, Vec3::z() * 0.05), at(1.0, Vec3::y(), 0.3, Vec3::zeros())];
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| rig(Value::Null));
    }

    #[test]
    fn normal_and_friction_add_up_in_its_own_axes() {
        let close = |found: Vec<f64>, impulse: Vec3, step: f64| {
            let force = impulse / step;
            let expected = [force.x, force.y, force.z, force.norm()];
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} {expected:?}");
        };
        let mut whole = rig(Value::Null);
        let step = 0.01;
        close(whole.sense().unwrap(), Vec3::new(0.3, -0.2, 0.05), step);
        close(rig(json!({"radius": 0.5})).sense().unwrap(), Vec3::new(0.0, -0.2, 0.05), step);
    }
}
