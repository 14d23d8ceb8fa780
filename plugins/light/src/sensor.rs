//! A light sensor.

use response_table::{Invalid, Response, ResponseTable};
use sim_abi::ffi::types::{Light as Lamp, Vec3 as Vec3Parts};
use sim_abi::prelude::*;
use std::f64::consts::PI;

/// Kinds of [`Lamp`]: all other kinds shine from their position.
const DIRECTIONAL: u32 = 1;
const AMBIENT: u32 = 2;
/// Distance of lamps that lie beyond all walls, m: the range of shadow rays for directional light.
const FAR: f64 = 1e4;

/// Parameters of a light sensor.
#[params]
pub struct LightSensorParams {
    /// Rows of irradiance, response, and standard deviation of the error as a fraction of the response. Values are
    /// interpolated linearly between rows and constant outside of them.
    #[param(default = vec![[0.0, 0.0, 0.0], [1.0, 1000.0, 0.0]])]
    table: Vec<[f64; 3]>,
    /// Weights of red, green and blue light, each 0 … 1; the irradiance is their mean.
    #[param(default = [1.0, 1.0, 1.0])]
    color_filter: [f64; 3],
    /// Field of view: full angle of the cone about the x axis.
    #[param(default = PI, unit = "rad", min = 0.01, max = 2.0 * PI)]
    field_of_view: f64,
    /// Whether light is weighted by the cosine of its angle of incidence, as on a flat surface.
    #[param(default = true)]
    cosine: bool,
    /// Whether objects and other robots that are visible to sensors block light; the robot itself never does. Default:
    /// false, light passes through walls.
    #[param(default = false)]
    occlusion: bool,
    /// Distance beyond which lamps without their own attenuation follow the inverse-square law, and at which their
    /// brightness equals their intensity; 0: no attenuation.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    reference: f64,
}

/// Irradiance by lamps, daylight and lights of robots at its position, and the table's response to it.
///
/// Each lamp contributes intensity · cosine · (sum of color · filter over red, green and blue) / 3 / (a + b·r + c·r²),
/// with the lamp's attenuation a, b, c and its distance r, m; within its radius and in the sensor's cone. With
/// `reference` q, a lamp with b = c = 0 contributes (q / max(r, q))² / a instead of 1 / a. Ambient light comes from all
/// directions.
pub struct LightSensor {
    table: ResponseTable,
    params: LightSensorParams,
}

impl Sensor for LightSensor {
    type Params = LightSensorParams;

    fn new(mut params: LightSensorParams, setup: &mut SensorSetup) -> Result<Self> {
        let refused =
            |invalid: Invalid| Fault::new(invalid.to_string()).help(invalid.remedy()).because(Cause::Parameters);
        let table = ResponseTable::new(std::mem::take(&mut params.table)).map_err(refused)?;
        if let Some(share) = params.color_filter.iter().find(|share| !(0.0..=1.0).contains(*share)) {
            return Err(Fault::new(format!("`color_filter` contains {share}"))
                .help("use red, green and blue from 0 to 1")
                .because(Cause::Parameters));
        }
        let dark = table.at(0.0).value;
        let response = Channel::new("response", "1").deviation("deviation").neutral(dark);
        setup.channel(response.help("response to the irradiance, with error"));
        let irradiance = Channel::new("irradiance", "1").range(0.0, f64::INFINITY).exact();
        setup.channel(irradiance.help("irradiance without error, 1 for a white lamp of intensity 1 straight ahead"));
        let deviation = Channel::new("deviation", "1").range(0.0, f64::INFINITY).exact();
        setup.channel(deviation.help("standard deviation of the error of the response"));
        setup.coverage(Coverage::new(CoverageForm::Cone { half_angle: 0.5 * params.field_of_view }, 0.1));
        Ok(Self { table, params })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let (world, pose) = (io.world(), io.pose());
        let irradiance: f64 = world.lights().map(|lamp| self.irradiance(&world, &lamp, &pose)).sum();
        let Response { value, error } = self.table.at(irradiance);
        reading.copy_from_slice(&[value, irradiance, error * value.abs()]);
        Ok(())
    }
}

impl LightSensor {
    /// Contribution of a lamp at the sensor.
    fn irradiance(&self, world: &World, lamp: &Lamp, world_from_sensor: &Pose) -> f64 {
        let passed = Vec3::from(lamp.color).dot(&Vec3::from(self.params.color_filter)) / 3.0;
        let bright = lamp.intensity * passed;
        if bright <= 0.0 || lamp.kind == AMBIENT {
            return bright.max(0.0);
        }
        let here = world_from_sensor.translation.vector;
        let to_lamp = match lamp.kind {
            DIRECTIONAL => -Vec3::from(lamp.position) * FAR,
            _ => Vec3::from(lamp.position) - here,
        };
        let distance = to_lamp.norm();
        if lamp.kind != DIRECTIONAL && distance > lamp.radius {
            return 0.0;
        }
        // A lamp at the sensor's position shines from all directions.
        let cosine = match to_lamp.try_normalize(1e-12) {
            None => 1.0,
            Some(direction) => {
                let ahead = world_from_sensor.rotation * Vec3::x();
                if ahead.angle(&direction) > 0.5 * self.params.field_of_view {
                    return 0.0;
                }
                if self.params.occlusion && world.cast_ray(here, direction, distance, Filter::default()).is_some() {
                    return 0.0;
                }
                if self.params.cosine { ahead.dot(&direction).max(0.0) } else { 1.0 }
            }
        };
        bright * cosine * self.share(lamp, distance)
    }

    /// Fraction of a lamp's light that remains at a distance, m.
    fn share(&self, lamp: &Lamp, distance: f64) -> f64 {
        if lamp.kind == DIRECTIONAL {
            return 1.0;
        }
        let Vec3Parts { x: constant, y: linear, z: quadratic } = lamp.attenuation;
        let weakens = linear != 0.0 || quadratic != 0.0;
        let share = 1.0 / (constant + linear * distance + quadratic * distance * distance).max(1e-6);
        match self.params.reference {
            reference if reference > 0.0 && !weakens => share * math::powi(reference / distance.max(reference), 2),
            _ => share,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::testing::TestSolid;

    fn lamp(at: Vec3) -> Lamp {
        let white = Vec3::repeat(1.0).into();
        let attenuation = Vec3::new(1.0, 0.0, 0.0).into();
        Lamp { position: at.into(), color: white, intensity: 0.5, attenuation, radius: 10.0, ..Lamp::default() }
    }

    fn ahead(distance: f64) -> Lamp {
        lamp(Vec3::x() * distance)
    }

    fn lit(params: Value, lamps: &[Lamp]) -> SensorRig<LightSensor> {
        let mut rig = SensorRig::new(params).unwrap();
        rig.world.lights = lamps.to_vec();
        rig
    }

    fn irradiance(params: Value, lamps: &[Lamp]) -> f64 {
        lit(params, lamps).sense().unwrap()[1]
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| lit(Value::Null, &[ahead(1.0)]));
        testing::conformance::sensor(|| lit(json!({"occlusion": true, "reference": 0.5}), &[ahead(0.0), ahead(3.0)]));
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn the_response_is_that_of_the_table_with_its_error() {
        assert_eq!(lit(Value::Null, &[]).sense().unwrap(), [0.0, 0.0, 0.0]);
        assert_eq!(lit(Value::Null, &[ahead(2.0)]).sense().unwrap(), [500.0, 0.5, 0.0]);
        assert_eq!(lit(Value::Null, &[ahead(2.0), ahead(3.0), ahead(4.0)]).sense().unwrap(), [1000.0, 1.5, 0.0]);
        let table = json!({"table": [[0.0, 900.0, 0.5], [1.0, 100.0, 0.1]]});
        let reading = lit(table, &[ahead(2.0)]).sense().unwrap();
        assert!((reading[0] - 500.0).abs() < 1e-9 && (reading[2] - 150.0).abs() < 1e-9, "{reading:?}");
        let fault = SensorRig::<LightSensor>::new(json!({"table": [[1, 0, 0], [0, 9, 0]]})).err().unwrap();
        assert!(fault.message().contains("row 2") && fault.cause() == Cause::Parameters, "{fault}");
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn lamps_weaken_as_they_say_and_end_at_their_radius() {
        let quadratic = Lamp { attenuation: Vec3::new(1.0, 0.0, 1.0).into(), ..ahead(2.0) };
        assert_eq!(irradiance(Value::Null, &[quadratic]), 0.5 / 5.0);
        assert_eq!(irradiance(Value::Null, &[Lamp { radius: 1.9, ..quadratic }]), 0.0);
        let constant = Lamp { attenuation: Vec3::new(2.0, 0.0, 0.0).into(), ..ahead(1.0) };
        assert_eq!(irradiance(Value::Null, &[constant]), 0.25);
        assert_eq!(irradiance(json!({"reference": 0.5}), &[constant]), 0.0625);
        assert_eq!(irradiance(json!({"reference": 0.5}), &[ahead(1.0)]), 0.125);
        assert_eq!(irradiance(json!({"reference": 0.5}), &[ahead(0.1)]), 0.5);
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn light_that_falls_in_at_an_angle_counts_less_and_from_behind_not_at_all() {
        let slanting = [lamp(Vec3::new(1.0, 1.0, 0.0))];
        assert!((irradiance(Value::Null, &slanting) - 0.5 / 2.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(irradiance(json!({"cosine": false}), &slanting), 0.5);
        assert_eq!(irradiance(json!({"field_of_view": 1.5}), &slanting), 0.0);
        let behind = [ahead(-1.0)];
        assert_eq!(irradiance(json!({"cosine": false}), &behind), 0.0);
        assert_eq!(irradiance(json!({"cosine": false, "field_of_view": 2.0 * PI}), &behind), 0.5);
        let sun = Lamp { kind: DIRECTIONAL, position: (-Vec3::x()).into(), radius: 0.0, ..ahead(0.0) };
        let sky = Lamp { kind: AMBIENT, intensity: 0.25, ..sun };
        assert_eq!(irradiance(Value::Null, &[sun, sky]), 0.75);
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn a_filter_lets_colors_through_by_their_share() {
        let red = Lamp { color: Vec3::x().into(), ..ahead(1.0) };
        let filter = |color: [f64; 3]| json!({ "color_filter": color });
        assert_eq!(irradiance(filter([1.0, 0.0, 0.0]), &[red]), irradiance(Value::Null, &[red]));
        assert_eq!(irradiance(filter([0.0, 1.0, 1.0]), &[red]), 0.0);
        assert!((irradiance(Value::Null, &[red]) - 0.5 / 3.0).abs() < 1e-12);
        let fault = SensorRig::<LightSensor>::new(filter([0.0, 1.5, 0.0])).err().unwrap();
        assert!(fault.message().contains("1.5") && fault.cause() == Cause::Parameters, "{fault}");
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn shadows_are_there_where_they_are_asked_for() {
        for (occlusion, left) in [(false, 1.0), (true, 0.5)] {
            let mut rig = lit(json!({"occlusion": occlusion, "cosine": false}), &[ahead(3.0), lamp(Vec3::y())]);
            rig.world.solids.push(TestSolid::boxed([1.0, -0.5, -1.0], [2.0, 0.5, 1.0]).moving());
            rig.world.solids.push(TestSolid::boxed([-9.0; 3], [9.0; 3]).on_own_robot());
            assert_eq!(rig.sense().unwrap()[1], left, "{occlusion}");
        }
        let mut rig = lit(json!({"occlusion": true}), &[]);
        rig.world.solids.push(TestSolid::boxed([1.0, -0.5, -1.0], [2.0, 0.5, 1.0]));
        rig.world.lights = vec![Lamp { kind: DIRECTIONAL, position: (-Vec3::x()).into(), ..ahead(0.0) }];
        assert_eq!(rig.sense().unwrap()[1], 0.0, "the sun behind a wall");
    }
}
