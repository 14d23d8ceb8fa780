//! A bumper.

use sim_abi::prelude::*;
use std::f64::consts::TAU;

/// A contact whose normal is steeper than this cosine supports the robot and is not a bump.
const SUPPORT: f64 = 0.7;

/// Parameters of a bumper.
#[params]
pub struct BumperParams {
    /// Equal sectors around the mount, counterclockwise, the first one centered on x.
    #[param(default = 4, min = 1, max = 360)]
    sectors: u32,
    /// Minimum normal impulse that closes a switch; 0: any contact.
    #[param(default = 0.0, unit = "N·s", min = 0.0)]
    threshold: f64,
}

/// One switch per sector, and the sum of the normal impulses. Contacts from above and below are ignored.
pub struct Bumper {
    sectors: usize,
    threshold: f64,
}

impl Sensor for Bumper {
    type Params = BumperParams;

    fn new(params: BumperParams, setup: &mut SensorSetup) -> Result<Self> {
        for sector in 0..params.sectors {
            setup.channel(Channel::new(format!("pressed_{sector}"), "1").range(0.0, 1.0).exact());
        }
        setup.channel(Channel::new("impulse", "N·s").range(0.0, f64::INFINITY).help("sum over the last tick"));
        setup.coverage(Coverage::new(CoverageForm::Sectors { count: params.sectors }, 0.0).channel(0));
        Ok(Self { sectors: params.sectors as usize, threshold: params.threshold })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading.fill(0.0);
        let (pressed, impulse) = reading.split_at_mut(self.sectors);
        let world_from_sensor = io.pose();
        for contact in io.world().contacts() {
            let normal = world_from_sensor.rotation.inverse_transform_vector(&contact.normal.into());
            if normal.z.abs() > SUPPORT || contact.impulse < self.threshold {
                continue;
            }
            let point = world_from_sensor.inverse_transform_point(&Vec3::from(contact.point).into());
            pressed[sector(math::atan2(point.y, point.x), self.sectors)] = 1.0;
            impulse[0] += contact.impulse;
        }
        Ok(())
    }
}

/// Sector of an angle (rad); the first is centered on 0.
fn sector(angle: f64, sectors: usize) -> usize {
    (angle / TAU * sectors as f64 + 0.5).rem_euclid(sectors as f64) as usize % sectors
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A robot at x = 1 m, turned left by 90°, bumped at these angles in the world.
    fn bumped(params: Value, bumps: &[(f64, f64)]) -> Vec<f64> {
        let mut rig = rig(params);
        rig.world.contacts = bumps.iter().map(|(angle, impulse)| contact(*angle, *impulse)).collect();
        rig.sense().unwrap()
    }

    fn rig(params: Value) -> SensorRig<Bumper> {
        let mut rig = SensorRig::new(params).unwrap();
        rig.body.pose = Pose::new(Vec3::x(), Vec3::z() * TAU / 4.0);
        rig
    }

    fn contact(angle: f64, impulse: f64) -> Contact {
        let outwards = Vec3::new(angle.cos(), angle.sin(), 0.0);
        let point = Vec3::x() + outwards * 0.1;
        Contact { point: point.into(), normal: (-outwards).into(), impulse, ..Contact::default() }
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| {
            let mut rig = rig(Value::Null);
            rig.world.contacts = vec![contact(0.3, 0.5)];
            rig
        });
    }

    #[test]
    fn each_bump_closes_the_switch_of_its_side_and_impulses_add_up() {
        assert_eq!(bumped(Value::Null, &[]), [0.0; 5]);
        assert_eq!(bumped(Value::Null, &[(TAU / 4.0, 0.5)]), [1.0, 0.0, 0.0, 0.0, 0.5], "north is ahead");
        assert_eq!(bumped(Value::Null, &[(0.1, 0.5), (-0.1, 0.25)]), [0.0, 0.0, 0.0, 1.0, 0.75], "east is right");
        assert_eq!(bumped(json!({"sectors": 1}), &[(2.0, 0.1)]), [1.0, 0.1]);
    }

    #[test]
    fn a_touch_below_the_threshold_is_not_felt() {
        assert_eq!(bumped(json!({"threshold": 0.2}), &[(0.0, 0.1)]), [0.0; 5]);
    }

    #[test]
    fn the_floor_presses_no_switch() {
        let mut rig = rig(Value::Null);
        rig.world.contacts = vec![Contact { normal: Vec3::z().into(), impulse: 1.0, ..Contact::default() }];
        assert_eq!(rig.sense().unwrap(), [0.0; 5]);
    }

    #[test]
    fn every_angle_has_a_sector() {
        let found: Vec<usize> = [0.0, 0.7, 0.9, 3.0, -3.0, -0.7, -0.9].iter().map(|angle| sector(*angle, 4)).collect();
        assert_eq!(found, [0, 0, 1, 2, 2, 0, 3]);
    }
}
