//! A button at the edge of the body.

use crate::module::{RAW, check, get_value, hot_plug, int, lost, valid_reading, with_raw};
use sim_abi::prelude::*;

/// Contacts whose normal is steeper than this cosine support the robot and do not press the button.
const SUPPORT: f64 = 0.7;
/// Half thickness and half height of the probe ahead, m.
const FEELER: (f64, f64) = (5e-4, 5e-3);

/// Parameters of a button.
#[params]
pub struct ButtonParams {
    /// Half-width of the edge that presses it, along the mount's y axis.
    #[param(default = 0.14, unit = "m", min = 1e-3)]
    half_width: f64,
    /// Maximum angle between the mount's x axis and the direction from which it is pressed.
    #[param(default = 0.9, unit = "rad", min = 0.01, max = 1.57)]
    half_angle: f64,
    /// Distance ahead of the edge within which an obstacle that no longer touches still presses it.
    #[param(default = 0.002, unit = "m", min = 0.0, max = 0.05)]
    travel: f64,
}

/// Reads 0 while an obstacle presses the edge along which it lies, or the user presses the button itself; otherwise 1.
pub struct Button {
    params: ButtonParams,
    /// The user presses it.
    held: bool,
}

impl Sensor for Button {
    type Params = ButtonParams;

    fn new(params: ButtonParams, setup: &mut SensorSetup) -> Result<Self> {
        let open = Channel::new("raw", "1").range(0.0, 1.0).neutral(1.0).exact();
        setup.channel(open.help("0 while pressed, else 1"));
        Ok(Self { params, held: false })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let (pose, world) = (io.pose(), io.world());
        let touched = || world.contacts().any(|contact| self.presses(&contact, &pose));
        reading[0] = if self.held || touched() || self.feels(&world, &pose) { 0.0 } else { 1.0 };
        Ok(())
    }

    save_fields!(held);

    fn datasheet() -> Datasheet {
        let on = FunctionValue::int("on").range(0.0, 1.0);
        with_raw(hot_plug("button").function(get_value("1 while pressed, else 0")), "0 while pressed, else 1")
            .function(Function::new("press").parameter(on).manual().help("1 presses it, 0 releases it"))
    }

    fn call(&mut self, function: &str, arguments: &[Value], reading: &[f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        Ok(match function {
            "getVersion" => 1.into(),
            // A flag is not rounded to steps of 64; a negative value is a lost reading here as well.
            "getValue" | RAW => match valid_reading(reading[0]) {
                None => lost(),
                Some(_) => i64::from((reading[0] < 0.5) == (function == "getValue")).into(),
            },
            _ => {
                self.held = int(arguments, 0) == 1;
                Value::Null
            }
        })
    }
}

impl Button {
    /// Whether a contact lies on the edge and comes from the direction the button faces.
    fn presses(&self, contact: &Contact, world_from_button: &Pose) -> bool {
        let normal = world_from_button.rotation.inverse_transform_vector(&contact.normal.into());
        let point = world_from_button.inverse_transform_point(&Vec3::from(contact.point).into());
        // Corners of the body count as part of the edge, in spite of rounding.
        let in_width = point.y.abs() <= self.params.half_width + 0.005;
        in_width && normal.z.abs() <= SUPPORT && -normal.x >= math::cos(self.params.half_angle) * normal.xy().norm()
    }

    /// Whether an obstacle is directly ahead of the edge: a robot at rest at a wall does not press against it.
    fn feels(&self, world: &World, world_from_button: &Pose) -> bool {
        if self.params.travel == 0.0 {
            return false;
        }
        let (thin, low) = FEELER;
        // Narrower than the edge, so that a wall parallel to the motion is not detected.
        let probe = Probe::Box(Vec3::new(thin, 0.9 * self.params.half_width, low));
        let direction = world_from_button.rotation * Vec3::x();
        let start = world_from_button * Pose::translation(-thin, 0.0, 0.0);
        world.cast_shape(probe, &start, direction, self.params.travel, Filter::default()).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    /// A robot that faces along y, with the button at its front edge.
    fn rig(params: Value) -> SensorRig<Button> {
        let mut rig = SensorRig::mounted(params, Placement::at(0.14, 0.0, 0.03), &[]).unwrap();
        rig.body.pose = Pose::new(Vec3::new(1.0, 2.0, 0.0), Vec3::z() * FRAC_PI_2);
        rig
    }

    /// A contact at a position in the robot's frame, with a normal at an angle from straight ahead.
    fn touch(x: f64, y: f64, angle: f64) -> Contact {
        let pose = Pose::new(Vec3::new(1.0, 2.0, 0.0), Vec3::z() * FRAC_PI_2);
        let normal = pose.rotation * -Vec3::new(angle.cos(), angle.sin(), 0.0);
        let point = pose * na::Point3::new(x, y, 0.03);
        Contact { point: point.coords.into(), normal: normal.into(), ..Contact::default() }
    }

    fn pressed(contacts: &[Contact]) -> Value {
        let mut rig = rig(Value::Null);
        rig.world.contacts = contacts.to_vec();
        rig.sense().unwrap();
        rig.call("getValue", &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| {
            let mut rig = rig(Value::Null);
            rig.world.contacts = vec![touch(0.14, 0.0, 0.0)];
            rig
        });
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn a_contact_at_its_edge_presses_it() {
        assert_eq!(pressed(&[]), json!(0));
        assert_eq!(pressed(&[touch(0.14, 0.0, 0.0)]), json!(1));
        assert_eq!(pressed(&[touch(0.14, -0.14, 0.0), touch(0.14, 0.14, 0.0)]), json!(1), "a wall touches the corners");
        assert_eq!(pressed(&[touch(0.14, 0.14, 0.7)]), json!(1), "a slanted wall touches one corner");
    }

    /// BU-05: The server speaks two dialects; `INIT` switches its connection from pybot to bobot.
    #[test]
    fn the_raw_value_is_what_the_lua_dialect_answers() {
        let mut rig = rig(Value::Null);
        let mut raw = |reading: f64| {
            rig.reading = vec![reading];
            (rig.call("getRaw", &[]).unwrap(), rig.call("getValue", &[]).unwrap())
        };
        assert_eq!((raw(1.0), raw(0.0)), ((json!(1), json!(0)), (json!(0), json!(1))));
        assert_eq!(raw(-1.0), (json!(-1), json!(-1)), "a lost reading");
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn contacts_of_other_edges_and_the_floor_leave_it_alone() {
        assert_eq!(pressed(&[touch(0.1, 0.14, FRAC_PI_2)]), json!(0), "left");
        assert_eq!(pressed(&[touch(-0.14, 0.0, 2.0 * FRAC_PI_2)]), json!(0), "back");
        let floor = Contact { normal: Vec3::z().into(), ..touch(0.14, 0.0, 0.0) };
        assert_eq!(pressed(&[floor]), json!(0));
    }

    #[test]
    fn a_wall_right_ahead_is_felt_when_the_robot_has_stopped() {
        let wall = |gap: f64, params: Value| {
            let mut rig = rig(params);
            rig.world.planes.push((Vec3::new(0.0, 2.14 + gap, 0.0), -Vec3::y()));
            rig.sense().unwrap()[0]
        };
        assert_eq!((wall(0.001, Value::Null), wall(0.004, Value::Null)), (0.0, 1.0));
        assert_eq!(wall(0.001, json!({"travel": 0.0})), 1.0);
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn a_hand_presses_it_until_it_lets_go() {
        let mut rig = rig(Value::Null);
        let mut value = |on: i64| {
            assert_eq!(rig.call("press", &[json!(on)]).unwrap(), Value::Null);
            rig.sense().unwrap();
            (rig.call("getValue", &[]).unwrap(), rig.save().unwrap().unwrap())
        };
        assert_eq!(value(1), (json!(1), b"true".to_vec()));
        assert_eq!(value(0).0, json!(0));
        assert!(rig.call("press", &[json!(2)]).is_err());
        rig.reading = vec![-1.0];
        assert_eq!(rig.call("getValue", &[]).unwrap(), json!(-1));
    }
}
