//! Distance sensor with a response table, like infrared sensors.

use crate::cone;
use response_table::{Invalid, Response, ResponseTable};
use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_8, PI};
use std::sync::Arc;

/// What becomes of the distances of several rays.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Beam {
    /// Weighted mean; rays near the axis have more weight.
    #[default]
    Light,
    /// Minimum of the returning echoes: a surface hit at more than π/8 from its normal reflects the sound away.
    Sound,
}

/// Parameters of a distance sensor with a table.
#[params]
pub struct LookupParams {
    /// Rows of distance (m), response, and standard deviation of the error as a fraction of the response. Values are
    /// interpolated linearly between rows and constant outside of them.
    #[param(default = vec![[0.0, 255.0, 0.0], [0.25, 0.0, 0.0]])]
    table: Vec<[f64; 3]>,
    /// Whether it measures with light or with sound.
    beam: Beam,
    /// Number of rays, spread over a cone about the x axis.
    #[param(default = 1, min = 1, max = 256)]
    rays: u32,
    /// Full angle of the cone.
    #[param(default = FRAC_PI_2, unit = "rad", min = 0.0, max = PI)]
    aperture: f64,
    /// Decay of the weight of a light ray with its angle from the axis: exp(−(angle / (aperture · this))²).
    #[param(default = 1.0, unit = "1", min = 1e-3)]
    gaussian_width: f64,
    /// Whether robots and movable objects are detected, in addition to fixed objects.
    #[param(default = true)]
    moving: bool,
}

/// Rays around the mount's x axis whose distance is converted to a response by a table.
pub struct Lookup {
    table: ResponseTable,
    beam: Beam,
    directions: Arc<[Vec3]>,
    /// Weight of each ray; their sum is 1.
    weights: Arc<[f64]>,
    /// Distance along each ray, m.
    distances: Vec<f64>,
    filter: Filter,
}

impl Sensor for Lookup {
    type Params = LookupParams;

    fn new(params: LookupParams, setup: &mut SensorSetup) -> Result<Self> {
        let LookupParams { table, beam, rays, aperture, gaussian_width, moving } = params;
        let refused =
            |invalid: Invalid| Fault::new(invalid.to_string()).help(invalid.remedy()).because(Cause::Parameters);
        let table = ResponseTable::new(table).map_err(refused)?;
        let max_range = table.end();
        let response = Channel::new("response", "1").deviation("deviation").neutral(table.at(max_range).value);
        setup.channel(response.help("response to the distance, with error"));
        let distance = Channel::new("distance", "m").range(0.0, max_range).neutral(max_range).exact();
        setup.channel(distance.help("distance along x, or combined from the rays, without error"));
        let deviation = Channel::new("deviation", "1").range(0.0, f64::INFINITY).exact();
        setup.channel(deviation.help("standard deviation of the error of the response"));
        let (directions, weights) = cone::rays(rays, aperture, gaussian_width);
        let form = match directions.len() {
            1 => CoverageForm::Rays { count: 1, arc: 0.0 },
            _ => CoverageForm::Cone { half_angle: 0.5 * aperture },
        };
        setup.coverage(Coverage::new(form, max_range).channel(1));
        let filter = Filter { moving: u8::from(moving), ..Filter::default() };
        Ok(Self { table, beam, distances: vec![0.0; directions.len()], directions, weights, filter })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let max_range = self.table.end();
        let distance = match self.beam {
            Beam::Light => self.mean(io, max_range),
            Beam::Sound => self.echo(io, max_range),
        };
        let Response { value, error } = self.table.at(distance);
        reading.copy_from_slice(&[value, distance, error * value.abs()]);
        Ok(())
    }
}

impl Lookup {
    /// Weighted mean distance (m) of the rays; a ray without a hit counts with the maximum range.
    fn mean(&mut self, io: &SensorIo, max_range: f64) -> f64 {
        io.world().cast_fan(&io.pose(), &self.directions, max_range, self.filter, &mut self.distances);
        match &*self.distances {
            [distance] => distance.min(max_range),
            several => {
                several.iter().zip(&*self.weights).map(|(distance, weight)| distance.min(max_range) * weight).sum()
            }
        }
    }

    /// Minimum distance (m) from which sound is reflected back, or the maximum range.
    fn echo(&self, io: &SensorIo, max_range: f64) -> f64 {
        let (world, pose) = (io.world(), io.pose());
        let flattest = math::cos(FRAC_PI_8);
        let echoes = self.directions.iter().filter_map(|direction| {
            let direction = pose.rotation * direction;
            let hit = world.cast_ray(pose.translation.vector, direction, max_range, self.filter)?;
            (-direction.dot(&Vec3::from(hit.normal)) >= flattest).then_some(hit.distance)
        });
        echoes.fold(max_range, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fan::tests::close;

    /// Pointing down from a height, m, above a floor.
    fn above(height: f64, params: Value) -> SensorRig<Lookup> {
        let mount = Placement::default().turned(0.0, FRAC_PI_2, 0.0);
        let mut rig = SensorRig::mounted(params, mount, &[]).unwrap();
        rig.body.pose.translation.vector.z = height;
        rig.world.planes.push((Vec3::zeros(), Vec3::z()));
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| above(0.1, Value::Null));
        testing::conformance::sensor(|| above(0.1, json!({"rays": 9})));
        testing::conformance::sensor(|| above(0.1, json!({"rays": 9, "beam": "sound"})));
        testing::conformance::sensor(|| above(1.0, json!({"table": [[0.1, 3.0, 0.1], [0.2, 5.0, 0.2]]})));
    }

    /// BL-27: Two downward distance sensors respond from 255 at contact to 0 at 0.25 m.
    #[test]
    fn the_response_is_interpolated_and_stays_at_the_ends() {
        close(&above(0.10, Value::Null).sense().unwrap(), &[153.0, 0.10, 0.0]);
        for far in [0.25, 0.26, 30.0] {
            assert_eq!(above(far, Value::Null).sense().unwrap(), [0.0, 0.25, 0.0]);
        }
        let table = json!({"table": [[0.1, 100.0, 0.1], [0.2, 50.0, 0.3], [0.4, 10.0, 0.3]]});
        for (height, reading) in [
            (0.05, [100.0, 0.05, 10.0]),
            (0.15, [75.0, 0.15, 15.0]),
            (0.3, [30.0, 0.3, 9.0]),
            (0.4, [10.0, 0.4, 3.0]),
            (2.0, [10.0, 0.4, 3.0]),
        ] {
            close(&above(height, table.clone()).sense().unwrap(), &reading);
        }
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn several_rays_of_light_give_a_mean_in_which_the_axis_weighs_most() {
        // Three rays at the edge of a 0.8 rad cone, all at the same angle from the axis: the mean is one slant
        // distance.
        let table = json!([[0.0, 0.0, 0.0], [10.0, 10.0, 0.0]]);
        let slant = 1.0 / 0.4_f64.cos();
        let params =
            |rays: u32, width: f64| json!({"table": table, "rays": rays, "aperture": 0.8, "gaussian_width": width});
        close(&above(1.0, params(3, 1.0)).sense().unwrap(), &[slant, slant, 0.0]);
        // With a ray in the middle, by its weight of exp(0) against three of exp(−(0.4/(0.8·width))²).
        for width in [0.3, 1.0, 5.0] {
            let edge = (-(0.5_f64 / width).powi(2)).exp();
            let mean = (1.0 + 3.0 * edge * slant) / (1.0 + 3.0 * edge);
            close(&above(1.0, params(4, width)).sense().unwrap(), &[mean, mean, 0.0]);
        }
        // Rays without a hit count with the maximum range of the table.
        let beyond = json!({"table": [[0.0, 0.0, 0.0], [1.01, 1.01, 0.0]], "rays": 3, "aperture": 0.8});
        close(&above(1.0, beyond).sense().unwrap(), &[1.01, 1.01, 0.0]);
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn sound_comes_back_from_the_nearest_surface_that_it_meets_nearly_upright() {
        let table = json!([[0.0, 0.0, 0.0], [10.0, 10.0, 0.0]]);
        let params =
            |rays: u32, aperture: f64| json!({"table": table, "beam": "sound", "rays": rays, "aperture": aperture});
        close(&above(1.0, params(1, 0.8)).sense().unwrap(), &[1.0, 1.0, 0.0]);
        // The ring of rays at 0.4 rad gets no echo: π/8 is 0.393. The one at 0.38 rad does.
        assert_eq!(above(1.0, params(3, 0.8)).sense().unwrap(), [10.0, 10.0, 0.0]);
        let slant = 1.0 / 0.38_f64.cos();
        close(&above(1.0, params(3, 0.76)).sense().unwrap(), &[slant, slant, 0.0]);
        close(&above(1.0, params(7, 0.76)).sense().unwrap(), &[1.0, 1.0, 0.0]);
    }

    /// BL-27: Two downward distance sensors respond from 255 at contact to 0 at 0.25 m.
    #[test]
    fn faulty_tables_are_refused_with_their_row() {
        for (table, part) in [
            (json!([]), "is empty"),
            (json!([[-0.1, 1.0, 0.0]]), "starts at -0.1"),
            (json!([[0.1, 1.0, 0.0], [0.1, 2.0, 0.0]]), "row 2 of `table` is not greater"),
            (json!([[0.1, 1.0, 0.0], [0.2, 2.0, -0.5]]), "the error in row 2"),
        ] {
            let fault = SensorRig::<Lookup>::new(json!({"table": table})).err().unwrap();
            assert!(fault.message().contains(part) && !fault.advice().is_empty(), "{fault}");
        }
    }
}
