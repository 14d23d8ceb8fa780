//! A lidar.

use crate::fan::{Empty, Fan};
use crate::scan::Scan;
use base64::Engine;
use sim_abi::ffi::types::Ray;
use sim_abi::math::na;
use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::ops::Range;

/// Maximum number of rays of a scan.
const MAX_RAYS: u64 = 1_000_000;
/// Maximum number of readings: with more rays, the minimum of each cell is read.
const MAX_READINGS: usize = 16_384;
/// Maximum number of cell layers.
const MAX_CELL_LAYERS: usize = 128;
/// Number of rays whose intensities are measured at a time.
const PIECE: usize = 128;
/// Default elevation of the highest layer, and of the lowest below the xy plane, rad: 15°.
const SPREAD: f64 = TAU / 24.0;

/// Parameters of a lidar.
#[params]
pub struct LidarParams {
    /// Number of rays in each layer.
    #[param(default = 360, min = 1, max = 1_000_000)]
    rays: u32,
    /// Number of layers, one above the other; at most 1,000,000 rays in total. With more than 16,384 rays, each reading
    /// is the nearest distance in a cell of several rays; recordings and the function `scan` have all of them.
    #[param(default = 1, min = 1, max = 1_000_000)]
    layers: u32,
    /// Angle over which the rays fan out, centered on x; 2π is the full circle, whose first ray points along x.
    #[param(default = TAU, unit = "rad", min = 0.0, max = TAU)]
    arc: f64,
    /// Elevations of the first and the last layer above the xy plane; a single layer is at their mean.
    #[param(default = [-SPREAD, SPREAD], unit = "rad")]
    elevation: [f64; 2],
    /// Minimum range; closer surfaces read as this.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    min_range: f64,
    /// Maximum range.
    #[param(default = 10.0, unit = "m", min = 1e-3)]
    max_range: f64,
    /// Rays of each layer updated per reading, in turn; the others keep their last value. 0: all.
    #[param(default = 0, min = 0)]
    rays_per_reading: u32,
    /// Whether the rays of a reading are measured one after another over the preceding period, each from the pose of
    /// the mount at its time, so that motion distorts the scan. Default: false, all at once.
    #[param(default = false)]
    rolling: bool,
    /// Whether the function `scan`, recordings and the window include intensities: the cosine of the angle between the
    /// ray and the surface normal, 1 at normal incidence. Default: false.
    #[param(default = false)]
    intensity: bool,
    /// Reading without a hit: the maximum range, infinity or zero.
    #[param(formerly = "none")]
    no_hit: Empty,
    /// Whether robots and movable objects are detected, in addition to fixed objects.
    #[param(default = true)]
    moving: bool,
}

/// Distances over an arc, counterclockwise, in one or several layers.
pub struct Lidar {
    fan: Fan,
    layers: usize,
    rays: usize,
    arc: f64,
    elevation: [f64; 2],
    min_range: f64,
    /// Rays per reading.
    share: usize,
    rolling: bool,
    /// All distances, if they differ from the readings: the readings are cells, or each reading only takes a part.
    scan: Option<Scan>,
    /// Layers and columns of the cells, if there are more rays than readings.
    cells: Option<[usize; 2]>,
    /// Intensities of all rays, if they are measured.
    intensities: Vec<f32>,
    /// Time between readings, s.
    period: f64,
    /// Directions and distances of the rays taken at the same time.
    column: (Vec<Vec3>, Vec<f64>),
}

impl Sensor for Lidar {
    type Params = LidarParams;

    fn new(params: LidarParams, setup: &mut SensorSetup) -> Result<Self> {
        check(&params)?;
        let (layers, rays) = (params.layers as usize, params.rays as usize);
        let fan = Fan::new(rays, params.arc, 0.0, params.max_range, params.no_hit).seeing_moving(params.moving);
        let level = layers == 1 && params.elevation[0] + params.elevation[1] == 0.0;
        let fan = if level { fan } else { Fan::layered(layers, params.elevation, fan, params.arc) };
        let cells = (layers * rays > MAX_READINGS).then(|| {
            let layers = layers.min(MAX_CELL_LAYERS);
            [layers, rays.min(MAX_READINGS / layers)]
        });
        let [read_layers, columns] = cells.unwrap_or([layers, rays]);
        for layer in 0..read_layers {
            for column in 0..columns {
                let name = match cells {
                    Some(_) => format!("cell_{layer}_{column}"),
                    None if layers > 1 => format!("ray_{layer}_{column}"),
                    None => format!("ray_{column}"),
                };
                setup.channel(fan.channel(name, params.min_range).frame("sensor"));
            }
        }
        let form = CoverageForm::Layers {
            layers: read_layers as u32,
            count: columns as u32,
            arc: params.arc,
            elevation: if read_layers > 1 { params.elevation } else { [0.5 * params.elevation.iter().sum::<f64>(); 2] },
        };
        let layered = Coverage::new(form, params.max_range).channel(0);
        let mut coverage = if level && cells.is_none() { fan.coverage(params.arc) } else { layered };
        let share = match params.rays_per_reading as usize {
            0 => rays,
            share => share.min(rays),
        };
        let keeps = share < rays || cells.is_some();
        let data = ScanData {
            layers: params.layers,
            rays: params.rays,
            distances: cells.is_some(),
            intensities: params.intensity,
            ages: params.rolling || share < rays,
        };
        if data.values() > 0 {
            coverage = coverage.scan(data);
        }
        setup.coverage(coverage);
        Ok(Self {
            scan: keeps.then(|| Scan::layered(layers, rays, fan.empty)),
            intensities: if params.intensity { vec![0.0; layers * rays] } else { Vec::new() },
            period: 0.0,
            column: if params.rolling { (vec![Vec3::zeros(); layers], vec![0.0; layers]) } else { Default::default() },
            min_range: params.min_range,
            rolling: params.rolling,
            arc: params.arc,
            elevation: params.elevation,
            fan,
            layers,
            rays,
            share,
            cells,
        })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        self.period = io.dt();
        let Some(mut scan) = self.scan.take() else {
            self.measure(io, 0..self.rays, 0, reading);
            self.write_scan(io.scan());
            return Ok(());
        };
        let mut taken = 0;
        scan.turn_layers(self.share, |rays, distances| {
            let count = rays.len();
            self.measure(io, rays, taken, distances);
            taken += count;
        });
        match self.cells {
            None => reading.copy_from_slice(scan.readings()),
            Some(cells) => self.read_cells(cells, scan.readings(), reading),
        }
        self.scan = Some(scan);
        self.write_scan(io.scan());
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        let scan = self.scan.as_ref().filter(|_| self.share < self.rays)?;
        state::save(&scan.saved())
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let saved = state::load(bytes)?;
        match &mut self.scan {
            Some(scan) if self.share < self.rays => scan.restore(saved),
            _ => Err(Fault::new("the saved scan is from a turning head, but this lidar measures all rays at once")),
        }
    }

    fn datasheet() -> Datasheet {
        let scan = Function::new("scan")
            .result(FunctionValue::int("layers"))
            .result(FunctionValue::int("rays"))
            .result(FunctionValue::float("arc"))
            .result(FunctionValue::float("lowest"))
            .result(FunctionValue::float("highest"))
            .result(FunctionValue::string("distances"))
            .result(FunctionValue::string("intensities"))
            .result(FunctionValue::string("ages"));
        let help = "The last scan, layer by layer: distances (m) and intensities (empty if not measured) of all rays, and for each ray of a layer the time (s) from its measurement to the reading; 32-bit floats, little-endian, as base64.";
        Datasheet::default().function(scan.help(help))
    }

    fn call(&mut self, function: &str, _: &[Value], reading: &[f64]) -> Result<Value> {
        if function != "scan" {
            return Err(Fault::new(format!("unknown function `{function}`")).help("functions: scan"));
        }
        let all = self.scan.as_ref().map_or(reading, Scan::readings);
        // If every ray is a reading, it includes the scene's noise.
        let distances = if self.cells.is_none() { reading } else { all };
        let ages = (0..self.rays).map(|ray| self.age(ray) as f32);
        let [lowest, highest] = self.elevation;
        Ok(json!({
            "layers": self.layers,
            "rays": self.rays,
            "arc": self.arc,
            "lowest": lowest,
            "highest": highest,
            "distances": encoded(distances.iter().map(|distance| *distance as f32)),
            "intensities": encoded(self.intensities.iter().copied()),
            "ages": encoded(ages),
        }))
    }
}

fn check(params: &LidarParams) -> Result {
    let refused = |message: String, help: &'static str, parameter: &str| {
        Err(Fault::new(message).help(help).because(Cause::Parameters).parameter(parameter))
    };
    if params.min_range >= params.max_range {
        let (min, max) = (params.min_range, params.max_range);
        let message = format!("`min_range` ({min} m) is not below `max_range` ({max} m)");
        return Err(Fault::new(message).help("lower `min_range` or raise `max_range`").because(Cause::Parameters));
    }
    let all = u64::from(params.layers) * u64::from(params.rays);
    if all > MAX_RAYS {
        let message = format!("{} layers of {} rays are {all} rays, more than {MAX_RAYS}", params.layers, params.rays);
        return refused(message, "lower `layers` or `rays`", "layers");
    }
    let [low, high] = params.elevation;
    if !(-FRAC_PI_2..=FRAC_PI_2).contains(&low) || !(low..=FRAC_PI_2).contains(&high) {
        let message = format!("`elevation` [{low}, {high}] rad is not an increasing pair within −π/2 to π/2");
        return refused(message, "set `elevation` to [lowest, highest], in rad", "elevation");
    }
    Ok(())
}

/// Encodes numbers as base64.
fn encoded(numbers: impl Iterator<Item = f32>) -> String {
    let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

impl Lidar {
    /// Time from the measurement of a ray to the last reading, s.
    fn age(&self, ray: usize) -> f64 {
        let next = self.scan.as_ref().map_or(0, Scan::next);
        let since = (next + 2 * self.rays - 1 - ray) % self.rays;
        let fraction = if self.rolling { (since % self.share) as f64 / self.share as f64 } else { 0.0 };
        ((since / self.share) as f64 + fraction) * self.period
    }

    /// Writes distances, intensities and ages, if declared.
    fn write_scan(&self, values: &mut [f64]) {
        let distances = self.scan.as_ref().filter(|_| self.cells.is_some()).map_or(&[][..], Scan::readings);
        let intensities = self.intensities.iter().map(|intensity| f64::from(*intensity));
        let all = distances.iter().copied().chain(intensities).chain((0..self.rays).map(|ray| self.age(ray)));
        values.iter_mut().zip(all).for_each(|(value, now)| *value = now);
    }

    /// Measures some rays of every layer; `taken` rays of this reading precede them. `distances` are those of all rays.
    fn measure(&mut self, io: &SensorIo, rays: Range<usize>, taken: usize, distances: &mut [f64]) {
        let moves = io.velocity() != Vec3::zeros() || io.angular_velocity() != Vec3::zeros();
        if self.rolling && moves {
            for (number, ray) in rays.enumerate() {
                let age = (self.share - 1 - taken - number) as f64 / self.share as f64 * io.dt();
                self.measure_column(io, &pose_before(io, age), ray, distances);
            }
            return;
        }
        for layer in 0..self.layers {
            let part = layer * self.rays + rays.start..layer * self.rays + rays.end;
            let reading = &mut distances[part.clone()];
            self.fan.cast(io, part.clone(), reading);
            self.widen(reading);
            self.measure_intensities(io, &io.pose(), part.step_by(1));
        }
    }

    /// Measures one ray of every layer.
    fn measure_column(&mut self, io: &SensorIo, pose: &Pose, ray: usize, distances: &mut [f64]) {
        let (mut directions, mut column) = std::mem::take(&mut self.column);
        for (layer, direction) in directions.iter_mut().enumerate() {
            *direction = self.fan.directions[layer * self.rays + ray];
        }
        self.fan.cast_along(io.world(), pose, &directions, &mut column);
        self.widen(&mut column);
        for (layer, distance) in column.iter().enumerate() {
            distances[layer * self.rays + ray] = *distance;
        }
        self.measure_intensities(io, pose, (ray..self.layers * self.rays).step_by(self.rays));
        self.column = (directions, column);
    }

    /// Objects that are too close read as the minimum distance.
    fn widen(&self, reading: &mut [f64]) {
        for distance in reading {
            // The no-hit reading may be 0 by choice and is kept.
            if *distance != self.fan.empty {
                *distance = distance.max(self.min_range);
            }
        }
    }

    /// Measures the intensities of some rays, by index.
    fn measure_intensities(&mut self, io: &SensorIo, pose: &Pose, mut rays: std::iter::StepBy<Range<usize>>) {
        if self.intensities.is_empty() {
            return;
        }
        let (origin, max_distance) = (pose.translation.vector.into(), self.fan.start + self.fan.max_range);
        let mut cast = [Ray { origin, max_distance, ..Ray::default() }; PIECE];
        let (mut hits, mut numbers) = ([Hit::default(); PIECE], [0; PIECE]);
        while rays.len() > 0 {
            let mut count = 0;
            for ray in rays.by_ref().take(PIECE) {
                (numbers[count], cast[count].direction) = (ray, (pose.rotation * self.fan.directions[ray]).into());
                count += 1;
            }
            io.world().cast_rays(&cast[..count], self.fan.filter, &mut hits[..count]);
            for ((number, ray), hit) in numbers[..count].iter().zip(&cast).zip(&hits) {
                let cosine = -Vec3::from(hit.normal).dot(&Vec3::from(ray.direction));
                self.intensities[*number] =
                    if hit.distance < f64::INFINITY { cosine.clamp(0.0, 1.0) as f32 } else { 0.0 };
            }
        }
    }

    /// Minimum distance of each cell.
    fn read_cells(&self, [layers, columns]: [usize; 2], distances: &[f64], reading: &mut [f64]) {
        reading.fill(f64::INFINITY);
        for layer in 0..self.layers {
            let row = layer * layers / self.layers * columns;
            for ray in 0..self.rays {
                let distance = distances[layer * self.rays + ray];
                let cell = &mut reading[row + ray * columns / self.rays];
                if distance != self.fan.empty && distance < *cell {
                    *cell = distance;
                }
            }
        }
        reading.iter_mut().filter(|reading| **reading == f64::INFINITY).for_each(|reading| *reading = self.fan.empty);
    }
}

/// Pose of the sensor a time (s) ago, assuming constant velocity.
fn pose_before(io: &SensorIo, time: f64) -> Pose {
    let (pose, spin) = (io.pose(), io.angular_velocity());
    let rate = spin.norm();
    let (sin, cos) = math::sin_cos(-0.5 * rate * time);
    let axis = if rate > 0.0 { spin / rate } else { Vec3::zeros() };
    let back = Rotation::new_normalize(na::Quaternion::from_parts(cos, axis * sin));
    Pose::from_parts((pose.translation.vector - io.velocity() * time).into(), back * pose.rotation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fan::tests::close;

    fn in_a_corner(params: Value) -> SensorRig<Lidar> {
        let mut rig = SensorRig::new(params).unwrap();
        rig.world.planes = vec![(Vec3::x() * 2.0, -Vec3::x()), (Vec3::y() * 3.0, -Vec3::y())];
        rig
    }

    #[test]
    fn it_conforms_at_once_and_turning() {
        testing::conformance::sensor(|| in_a_corner(Value::Null));
        testing::conformance::sensor(|| in_a_corner(json!({"rays": 10, "rays_per_reading": 3})));
    }

    #[test]
    fn every_ray_meets_the_corner_where_geometry_says() {
        let mut rig = in_a_corner(json!({"rays": 720, "max_range": 8.0}));
        for (index, distance) in rig.sense().unwrap().into_iter().enumerate() {
            let (sin, cos) = (TAU * index as f64 / 720.0).sin_cos();
            let wall = |to: f64, component: f64| if component > 1e-12 { to / component } else { f64::INFINITY };
            let expected = wall(2.0, cos).min(wall(3.0, sin));
            close(&[distance], &[if expected <= 8.0 { expected } else { 8.0 }]);
        }
    }

    #[test]
    fn what_is_too_near_reads_as_the_minimum() {
        let mut rig = in_a_corner(json!({"rays": 4, "min_range": 2.5}));
        close(&rig.sense().unwrap(), &[2.5, 3.0, 10.0, 10.0]);
    }

    #[test]
    fn a_turning_head_takes_a_few_rays_at_a_time_and_wraps() {
        let mut rig = in_a_corner(json!({"rays": 4, "rays_per_reading": 3}));
        close(&rig.sense().unwrap(), &[2.0, 3.0, 10.0, 10.0]);
        rig.world.planes[0].0.x = 1.0;
        close(&rig.sense().unwrap(), &[1.0, 3.0, 10.0, 10.0]);
        rig.world.planes[1].0.y = 1.5;
        close(&rig.sense().unwrap(), &[1.0, 3.0, 10.0, 10.0]);
        close(&rig.sense().unwrap(), &[1.0, 1.5, 10.0, 10.0]);
    }

    #[test]
    fn a_restored_head_goes_on_where_it_was() {
        let params = json!({"rays": 4, "rays_per_reading": 1, "no_hit": "infinity"});
        let (mut first, mut second) = (in_a_corner(params.clone()), in_a_corner(params));
        first.sense().unwrap();
        second.restore(&first.save().unwrap().unwrap()).unwrap();
        assert_eq!(first.sense().unwrap(), second.sense().unwrap());
        let fault = in_a_corner(json!({"rays": 5, "rays_per_reading": 1})).restore(&first.save().unwrap().unwrap());
        assert!(fault.unwrap_err().message().contains("another number of rays"));
        let fault = in_a_corner(json!({"rays": 4})).restore(&first.save().unwrap().unwrap());
        assert!(fault.unwrap_err().message().contains("measures all rays at once"));
    }

    #[test]
    fn layers_point_up_and_down_and_hit_the_walls_where_expected() {
        let elevation = [-0.3, 0.5];
        let params = json!({"rays": 90, "layers": 5, "elevation": elevation, "max_range": 8.0});
        let mut rig = in_a_corner(params);
        let reading = rig.sense().unwrap();
        assert_eq!(reading.len(), 450);
        assert_eq!(rig.declaration().channels[91].name, "ray_1_1");
        for (index, distance) in reading.into_iter().enumerate() {
            let flat = (-0.3 + 0.2 * (index / 90) as f64).cos();
            let (sin, cos) = (TAU * (index % 90) as f64 / 90.0).sin_cos();
            let wall =
                |to: f64, component: f64| if component > 1e-12 { to / (component * flat) } else { f64::INFINITY };
            close(&[distance], &[wall(2.0, cos).min(wall(3.0, sin)).min(8.0)]);
        }
        testing::conformance::sensor(|| {
            in_a_corner(json!({"rays": 8, "layers": 3, "rays_per_reading": 3, "intensity": true, "rolling": true}))
        });
    }

    /// Numbers of a scan.
    fn numbers(scan: &Value, name: &str) -> Vec<f32> {
        let bytes = base64::engine::general_purpose::STANDARD.decode(scan[name].as_str().unwrap()).unwrap();
        bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    }

    #[test]
    fn of_a_million_rays_the_nearest_of_each_cell_is_read_and_the_scan_has_all() {
        let params = json!({"rays": 10_000, "layers": 100, "no_hit": "infinity"});
        let mut rig = in_a_corner(params);
        rig.world.spheres = vec![(Vec3::new(-1.5, 0.0, 0.0), 0.5)];
        let reading = rig.sense().unwrap();
        assert!(reading.len() <= MAX_READINGS && reading.len() > MAX_READINGS / 2, "{}", reading.len());
        let nearest = reading.iter().copied().fold(f64::INFINITY, f64::min);
        assert!((nearest - 1.0).abs() < 1e-4, "{nearest}");
        let scan = rig.call("scan", &[]).unwrap();
        assert_eq!((&scan["layers"], &scan["rays"]), (&json!(100), &json!(10_000)));
        let distances = numbers(&scan, "distances");
        assert_eq!(distances.len(), 1_000_000);
        assert!((f64::from(distances.iter().copied().fold(f32::INFINITY, f32::min)) - nearest).abs() < 1e-6);
        assert_eq!(numbers(&scan, "ages"), vec![0.0; 10_000]);
        assert_eq!(numbers(&scan, "intensities"), Vec::<f32>::new());
    }

    #[test]
    fn cells_without_a_hit_read_as_rays_without_one() {
        for (none, empty) in [("zero", 0.0), ("max_range", 10.0), ("infinity", f64::INFINITY)] {
            let mut rig = SensorRig::<Lidar>::new(json!({"rays": 20_000, "no_hit": none})).unwrap();
            assert!(rig.sense().unwrap().iter().all(|reading| *reading == empty), "{none}");
            rig.world.spheres = vec![(Vec3::new(2.0, 0.0, 0.0), 1.0)];
            let reading = rig.sense().unwrap();
            assert!((reading[0] - 1.0).abs() < 1e-3 && reading[reading.len() / 2] == empty, "{none}");
        }
    }

    #[test]
    fn intensity_is_the_cosine_of_the_angle_of_incidence() {
        let mut rig = in_a_corner(json!({"rays": 16, "intensity": true}));
        rig.sense().unwrap();
        let scan = rig.call("scan", &[]).unwrap();
        let found = numbers(&scan, "intensities");
        // Straight ahead, at an angle, and without a hit.
        assert!((found[0] - 1.0).abs() < 1e-6 && (found[1] - (TAU / 16.0).cos() as f32).abs() < 1e-6, "{found:?}");
        assert_eq!(found[8], 0.0);
    }

    #[test]
    fn a_rolling_scan_sees_from_where_the_mount_was_when_each_ray_was_taken() {
        let mut rig = in_a_corner(json!({"rays": 4, "layers": 2, "elevation": [0.0, 0.1], "rolling": true}));
        // A quarter turn per period, and 0.8 m ahead.
        let period = 0.01;
        rig.body.angular_velocity = Vec3::z() * FRAC_PI_2 / period;
        rig.body.linear_velocity = Vec3::x() * 0.8 / period;
        rig.world.planes = vec![(Vec3::x() * 2.0, -Vec3::x())];
        let reading = rig.sense().unwrap();
        let scan = rig.call("scan", &[]).unwrap();
        let ages = numbers(&scan, "ages");
        close(
            &ages.iter().map(|age| (f64::from(*age) * 1e6).round() / 1e6).collect::<Vec<_>>(),
            &[0.0075, 0.005, 0.0025, 0.0],
        );
        for (ray, distance) in reading[..4].iter().enumerate() {
            let share = 0.25 * (3 - ray) as f64;
            let cos = (FRAC_PI_2 * (ray as f64 - share)).cos();
            let expected = if cos > 1e-9 { (2.0 + 0.8 * share) / cos } else { 10.0 };
            close(&[*distance], &[expected.min(10.0)]);
        }
        // At rest, all rays start at the same position.
        (rig.body.angular_velocity, rig.body.linear_velocity) = (Vec3::zeros(), Vec3::zeros());
        close(&rig.sense().unwrap()[..4], &[2.0, 10.0, 10.0, 10.0]);
    }

    #[test]
    fn too_many_rays_and_wrong_elevations_are_refused() {
        let refused = |params| SensorRig::<Lidar>::new(params).err().unwrap();
        let fault = refused(json!({"rays": 1001, "layers": 1000}));
        assert_eq!(fault.message(), "1000 layers of 1001 rays are 1001000 rays, more than 1000000");
        for elevation in [[0.2, 0.1], [-2.0, 0.0], [0.0, 2.0]] {
            let fault = refused(json!({"layers": 2, "elevation": elevation}));
            assert_eq!((fault.cause(), fault.message().contains("`elevation`")), (Cause::Parameters, true), "{fault}");
        }
    }

    #[test]
    fn an_empty_interval_is_refused() {
        let fault = SensorRig::<Lidar>::new(json!({"min_range": 3.0, "max_range": 2.0})).err().unwrap();
        assert!(fault.message().contains("min_range") && fault.advice().contains("max_range"), "{fault}");
    }
}
