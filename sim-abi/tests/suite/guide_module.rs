use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Parameters of the compass.
#[params]
struct CompassParams {
    /// Direction of north, counterclockwise from the x axis of the world.
    #[param(default = FRAC_PI_2, unit = "rad")]
    north: f64,
}

/// Heading of the robot, clockwise from north.
struct Compass {
    north: f64,
}

impl Sensor for Compass {
    type Params = CompassParams;

    fn new(params: CompassParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(Channel::new("heading", "rad").range(0.0, TAU).help("clockwise from north"));
        Ok(Self { north: params.north })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let ahead = io.pose().rotation * Vec3::x();
        reading[0] = (self.north - math::atan2(ahead.y, ahead.x)).rem_euclid(TAU);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let version = Function::new("getVersion").result(FunctionValue::int("version"));
        let value = Function::new("getValue").result(FunctionValue::int("degrees"));
        Datasheet::default()
            .plug("butia")
            .label("bobot.module", "compass")
            .label("bobot.kind", "hot-plug")
            .function(version.help("version of the module"))
            .function(value.help("degrees from north: 90 is east"))
    }

    fn call(&mut self, function: &str, _arguments: &[Value], reading: &[f64]) -> Result<Value> {
        match function {
            "getVersion" => Ok(json!(1)),
            // The scene's noise may mark a lost reading with `dropout_value: -1`.
            "getValue" if reading[0] < 0.0 => Ok(json!(-1)),
            "getValue" => Ok(json!(reading[0].to_degrees().round() as i64 % 360)),
            _ => Err(Fault::new(format!("unknown function `{function}`")).help("functions: getVersion, getValue")),
        }
    }
}

sim_abi::export! {
    /// Module `compass`: heading of the robot.
    sensor "demo/compass" = Compass;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(yaw: f64) -> SensorRig<Compass> {
        let mut rig = SensorRig::new(Value::Null).unwrap();
        rig.body.pose.rotation = Rotation::from_euler_angles(0.0, 0.0, yaw);
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| turned(1.0));
    }

    #[test]
    fn it_returns_degrees_from_north() {
        for (yaw, degrees) in [(FRAC_PI_2, 0), (0.0, 90), (-FRAC_PI_2, 180), (2.0 * FRAC_PI_2, 270)] {
            let mut compass = turned(yaw);
            compass.sense().unwrap();
            assert_eq!(compass.call("getValue", &[]).unwrap(), json!(degrees));
        }
    }

    #[test]
    fn it_declares_its_name_in_the_protocol() {
        assert_eq!(Compass::datasheet().labels["bobot.module"], "compass");
        assert!(turned(0.0).call("spin", &[]).is_err());
    }
}
