//! Brightness of the lamps.

use crate::module::{LARGEST, RAW, check, float, get_value, hot_plug, plain, quantised, raw_channel, turned, with_raw};
use sim_abi::ffi::types::Light as Lamp;
use sim_abi::prelude::*;

/// Kinds of [`Lamp`].
const DIRECTIONAL: u32 = 1;
const AMBIENT: u32 = 2;

/// Parameters of a light sensor.
#[params]
pub struct LightParams {
    /// Brightness at full scale; 1 is a reference lamp at the reference distance.
    #[param(default = 1.0, unit = "1", min = 1e-6)]
    full: f64,
    /// Reference distance of lamps without their own attenuation: their brightness equals their intensity at this
    /// distance, and a quarter of it at twice the distance.
    #[param(default = 0.5, unit = "m", min = 1e-3)]
    reference: f64,
    /// Half-angle of the field of view about the x axis.
    #[param(default = 1.2, unit = "rad", min = 0.01, max = 3.15)]
    half_angle: f64,
    /// Ambient brightness without any lamp.
    #[param(default = 0.0, unit = "1", min = 0.0)]
    ambient: f64,
}

/// Brightness of the light that enters its cone. Shadows are not modeled.
///
/// Lamps attenuate by their own coefficients, 1/(a + b·r + c·r²), within their radius; lamps without attenuation (b = c
/// = 0), by the inverse square of the distance. The raw value falls from 65472 in the dark to 0 at full brightness.
pub struct Light {
    params: LightParams,
    /// Brightness added by the user.
    hand: f64,
}

impl Sensor for Light {
    type Params = LightParams;

    fn new(params: LightParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(raw_channel("darkness, in steps of 64").neutral(LARGEST));
        setup.coverage(Coverage::new(CoverageForm::Cone { half_angle: params.half_angle }, 0.1));
        Ok(Self { params, hand: 0.0 })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let pose = io.pose();
        let lamps: f64 = io.world().lights().map(|lamp| self.brightness(&lamp, &pose)).sum();
        let share = (lamps + self.params.ambient + self.hand) / self.params.full;
        reading[0] = quantised(LARGEST * (1.0 - share.clamp(0.0, 1.0)));
        Ok(())
    }

    save_fields!(hand);

    fn datasheet() -> Datasheet {
        let level = FunctionValue::float("level").range(0.0, 1.0);
        let shine = Function::new("shine").parameter(level).manual();
        let sheet = hot_plug("light").function(get_value("65536 − raw value, higher in brighter light"));
        with_raw(sheet, "the raw value, higher in dimmer light").function(
            shine.help("adds a lamp in front of it: 0 off … 1 fully bright, in addition to the lamps of the scene"),
        )
    }

    fn call(&mut self, function: &str, arguments: &[Value], reading: &[f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        Ok(match function {
            "getVersion" => 1.into(),
            "getValue" => turned(reading[0]),
            RAW => plain(reading[0]),
            _ => {
                self.hand = float(arguments, 0) * self.params.full;
                Value::Null
            }
        })
    }
}

impl Light {
    /// Brightness of a lamp at the sensor.
    fn brightness(&self, lamp: &Lamp, world_from_sensor: &Pose) -> f64 {
        let (position, bright) = (Vec3::from(lamp.position), lamp.intensity * Vec3::from(lamp.color).max());
        let to_lamp = match lamp.kind {
            AMBIENT => return bright,
            DIRECTIONAL => -position,
            _ => position - world_from_sensor.translation.vector,
        };
        let distance = to_lamp.norm();
        let ahead = world_from_sensor.rotation * Vec3::x();
        // A lamp at the sensor's position shines from all directions.
        if distance > 0.0 && ahead.angle(&to_lamp) > self.params.half_angle {
            return 0.0;
        }
        let attenuation = lamp.attenuation;
        let weaken = attenuation.x + attenuation.y * distance + attenuation.z * distance * distance;
        match lamp.kind {
            DIRECTIONAL => bright,
            _ if distance > lamp.radius => 0.0,
            _ if attenuation.y == 0.0 && attenuation.z == 0.0 => {
                bright * math::powi(self.params.reference / distance.max(1e-6), 2) / weaken.max(1e-6)
            }
            _ => bright / weaken.max(1e-6),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lamp(x: f64, y: f64, attenuation: [f64; 3]) -> Lamp {
        let white = Vec3::repeat(1.0).into();
        let [a, b, c] = attenuation;
        let attenuation = Vec3::new(a, b, c).into();
        let position = Vec3::new(x, y, 0.0).into();
        Lamp { position, color: white, intensity: 1.0, attenuation, radius: 10.0, ..Lamp::default() }
    }

    const PLAIN: [f64; 3] = [1.0, 0.0, 0.0];

    fn lit(params: Value, lamps: &[Lamp]) -> SensorRig<Light> {
        let mut rig = SensorRig::mounted(params, Placement::at(0.14, 0.0, 0.0), &[]).unwrap();
        rig.world.lights = lamps.to_vec();
        rig.sense().unwrap();
        rig
    }

    fn value(params: Value, lamps: &[Lamp]) -> i64 {
        lit(params, lamps).call("getValue", &[]).unwrap().as_i64().unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| lit(Value::Null, &[lamp(1.0, 0.2, PLAIN)]));
        testing::conformance::sensor(|| lit(Value::Null, &[lamp(0.14, 0.0, PLAIN)]));
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn it_is_brighter_near_a_lamp_by_the_inverse_square() {
        assert_eq!(value(Value::Null, &[]), 64, "dark");
        assert_eq!(value(Value::Null, &[lamp(0.64, 0.0, PLAIN)]), 65_536, "full at the distance of reference");
        assert_eq!(value(Value::Null, &[lamp(1.14, 0.0, PLAIN)]), 65_536 - 49_088, "a quarter at twice the distance");
        let constant = [lamp(0.64, 0.0, [4.0, 0.0, 0.0])];
        assert_eq!(
            value(Value::Null, &constant),
            value(Value::Null, &[lamp(1.14, 0.0, PLAIN)]),
            "a quarter of the light"
        );
        assert_eq!(value(Value::Null, &[lamp(2.14, 0.0, PLAIN), lamp(2.14, 0.0, PLAIN)]), 65_536 - 57_280);
    }

    /// BU-05: The server speaks two dialects; `INIT` switches its connection from pybot to bobot.
    #[test]
    fn the_raw_value_is_what_the_lua_dialect_answers() {
        let raw = |lamps: &[Lamp]| lit(Value::Null, lamps).call("getRaw", &[]).unwrap();
        assert_eq!(raw(&[]), json!(65_472), "dark");
        assert_eq!(raw(&[lamp(1.14, 0.0, PLAIN)]), json!(49_088));
        assert_eq!(raw(&[lamp(0.64, 0.0, PLAIN)]), json!(0), "fully bright");
    }

    #[test]
    fn a_lamp_that_weakens_by_itself_weakens_so() {
        assert_eq!(value(Value::Null, &[lamp(1.14, 0.0, [1.0, 0.0, 1.0])]), 65_536 - 32_768);
        assert_eq!(value(Value::Null, &[Lamp { radius: 0.9, ..lamp(1.14, 0.0, [1.0, 0.0, 1.0]) }]), 64);
    }

    /// BU-62: A handle turns the measuring direction of a sensor through −180 to 180 degrees.
    #[test]
    fn it_sees_lamps_in_its_direction_alone() {
        let behind = [lamp(-0.3, 0.0, PLAIN)];
        assert_eq!(value(Value::Null, &behind), 64);
        assert!(value(json!({"half_angle": 3.15}), &behind) > 60_000);
        let beside = Placement::at(0.0, 0.14, 0.0).turned(0.0, 0.0, std::f64::consts::FRAC_PI_2);
        let mut left = SensorRig::<Light>::mounted(Value::Null, beside, &[]).unwrap();
        left.world.lights = vec![lamp(0.0, 0.64, PLAIN)];
        assert_eq!(left.sense().unwrap(), [0.0]);
    }

    #[test]
    fn daylight_and_the_sun_need_no_distance() {
        let sky = Lamp { kind: AMBIENT, intensity: 0.25, radius: f64::INFINITY, ..lamp(0.0, 0.0, PLAIN) };
        let sun = Lamp { kind: DIRECTIONAL, position: (-Vec3::x()).into(), ..sky };
        assert_eq!(value(Value::Null, &[sky]), 65_536 - 49_088);
        assert_eq!(value(Value::Null, &[sky, sun]), 65_536 - 32_768);
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn a_hand_with_a_lamp_does_where_the_scene_has_none() {
        let mut rig = lit(Value::Null, &[]);
        assert_eq!(rig.call("shine", &[json!(0.5)]).unwrap(), Value::Null);
        rig.sense().unwrap();
        assert_eq!(rig.call("getValue", &[]).unwrap(), json!(65_536 - 32_768));
        let mut again = lit(Value::Null, &[]);
        again.restore(&rig.save().unwrap().unwrap()).unwrap();
        assert_eq!(again.sense().unwrap(), rig.reading);
        assert!(rig.call("shine", &[json!(2)]).is_err());
        assert_eq!(value(json!({"ambient": 0.25}), &[]), 65_536 - 49_088);
    }
}
