//! Sensor coverages and readings.

use super::{Moment, OverlayRobots, Sizes, circle};
use egui::{Color32, Mesh, Pos2, Rect, Vec2};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use sim_abi::declare::{Coverage, CoverageForm, Kind};
use sim_abi::service::LayoutPart;
use sim_core::ranging::Ranging;
use sim_render::{Line, Point};
use std::f64::consts::{FRAC_PI_2, TAU};

/// A ray with a hit, its end, and a ray without a hit.
const HIT: [f32; 4] = [0.95, 0.32, 0.12, 0.75];
const END: [f32; 4] = [0.95, 0.2, 0.05, 1.0];
const FREE: [f32; 4] = [0.1, 0.5, 0.8, 0.5];
/// Edges of cones and camera frustums.
const EDGE: [f32; 4] = [0.1, 0.55, 0.85, 0.85];
/// A sector without and with contact.
const UNTOUCHED: [f32; 4] = [0.35, 0.4, 0.45, 0.8];
const TOUCHED: [f32; 4] = [0.95, 0.15, 0.1, 1.0];
/// Half of the size of the cross at the end of a ray, m.
const CROSS: f64 = 0.01;
/// Length of a camera frustum in radii of its robot, and its minimum, m.
const FRUSTUM: (f64, f64) = (4.0, 0.8);
/// Distance of a touched zone from the hull, m.
const APART: f64 = 0.012;
/// Maximum number of robots whose sensors are drawn.
const ROBOTS: usize = 2000;
/// Maximum number of rays per sensor; more are decimated by an integer factor.
const RAYS: usize = 720;
/// Maximum number of points of a multi-layer scan; more are decimated by an integer factor.
const POINTS: usize = 200_000;
/// Color scale of points by height, or by intensity from 0 to 1: red, green, blue.
const SCALE: [[f32; 3]; 6] = [
    [48.0, 60.0, 190.0],
    [30.0, 150.0, 235.0],
    [30.0, 200.0, 130.0],
    [190.0, 215.0, 40.0],
    [250.0, 150.0, 30.0],
    [200.0, 30.0, 20.0],
];
/// Edge length of a point in the plan, points.
const FLAT_POINT: f32 = 2.0;
/// Minimum height span of the color scale, m.
const MIN_SPAN: f64 = 0.5;

/// Draws the sensor coverages of some robots and the hits of their multi-layer scans.
pub fn draw(
    moment: &Moment<'_>,
    who: OverlayRobots,
    sizes: &mut Sizes,
    lines: &mut Vec<Line>,
    points: &mut Vec<Point>,
) {
    let structure = moment.world.structure();
    let wanted = structure.robots.iter().enumerate().filter(|(_, robot)| moment.wants(who, robot.body as usize));
    for (number, robot) in wanted.take(ROBOTS) {
        let body = robot.body as usize;
        // If frames include the telemetry of all robots, the index is the robot's.
        let own = moment.frame.telemetry.get(number).filter(|telemetry| telemetry.robot == number);
        let telemetry = own.or_else(|| moment.frame.telemetry.iter().find(|telemetry| telemetry.robot == number));
        let mut scans = telemetry.map_or(&[][..], |telemetry| &telemetry.scans).iter();
        for (part, clean) in robot.parts.parts.iter().zip(&robot.parts.clean) {
            let mut readings = Readings::of(part, *clean, telemetry.map(|telemetry| &telemetry.values[..]));
            if part.kind == Kind::Sensor.word() {
                readings.scan = scans.next().map_or(&[], Vec::as_slice);
            }
            for coverage in &part.coverage {
                let pose = moment.world.placed().coverage(body, part, coverage);
                let radius =
                    || sizes.of(moment.stage, body, &moment.world.poses()[body]).map_or(0.1, |size| size.radius);
                draw_one(coverage, &pose, &readings, radius, lines);
                draw_points(coverage, &pose, &readings, points);
            }
        }
    }
}

/// The latest readings of a sensor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Readings<'a> {
    /// One value per channel; may be fewer if they are unknown.
    values: &'a [f64],
    /// The same without noise.
    clean: &'a [f64],
    /// Values of the full scan; empty if unknown.
    scan: &'a [f64],
    /// Number of channels.
    channels: usize,
}

impl<'a> Readings<'a> {
    /// The readings of a part of a robot with this telemetry; `clean` is the index of its first noise-free reading.
    pub fn of(part: &LayoutPart, clean: Option<usize>, telemetry: Option<&'a [f64]>) -> Self {
        let channels = part.channels.len();
        let from = |first: usize| telemetry.and_then(|values| values.get(first..first + channels)).unwrap_or_default();
        Self { values: from(part.offset), clean: clean.map(from).unwrap_or_default(), scan: &[], channels }
    }

    /// A reading of a coverage, with and without noise. A sensor may have fewer channels than declared.
    fn get(&self, coverage: &Coverage, index: usize) -> Option<(f64, Option<f64>)> {
        let channel = coverage.channel?.checked_add(index)?;
        Some((*self.values.get(channel)?, self.clean.get(channel).copied()))
    }
}

/// Draws the coverage of a sensor at `pose`; `radius` is the size of its robot, m.
pub fn draw_one(
    coverage: &Coverage,
    pose: &Isometry3<f64>,
    readings: &Readings<'_>,
    radius: impl FnOnce() -> f64,
    lines: &mut Vec<Line>,
) {
    let Coverage { start, max_range: reach, .. } = *coverage;
    let channels = readings.channels;
    let met = |index: usize| {
        let (value, clean) = readings.get(coverage, index)?;
        Ranging::of(coverage).met(value, clean)
    };
    let mut line = |from: Point3<f64>, to: Point3<f64>, color, width: f32| {
        lines.push(Line { from: pose * from, to: pose * to, color, width, on_top: false });
    };
    match coverage.form {
        CoverageForm::Rays { count, arc } => {
            let count = (count as usize).min(channels.max(1));
            for index in (0..count).step_by(count.div_ceil(RAYS).max(1)) {
                let (sin, cos) = angle(index, count, arc).sin_cos();
                let at = |distance: f64| Point3::new(cos, sin, 0.0) * (start + distance);
                match met(index) {
                    Some(distance) => {
                        line(at(0.0), at(distance), HIT, 1.5);
                        for axis in [Vector3::x(), Vector3::y(), Vector3::z()] {
                            line(at(distance) - axis * CROSS, at(distance) + axis * CROSS, END, 2.0);
                        }
                    }
                    None => line(at(0.0), at(reach), FREE, 1.0),
                }
            }
        }
        CoverageForm::Cone { half_angle } => {
            let (length, color) = met(0).map_or((reach, EDGE), |distance| (distance, HIT));
            let far = start + length;
            let (along, across) = (far * half_angle.cos(), far * half_angle.sin());
            for index in 0..8 {
                let (sin, cos) = (TAU * f64::from(index) / 8.0).sin_cos();
                line(Point3::origin(), Point3::new(along, across * cos, across * sin), color, 1.0);
            }
            let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), FRAC_PI_2);
            let ring = Isometry3::from_parts(Vector3::new(along, 0.0, 0.0).into(), turn);
            circle(&ring, across, 32).for_each(|[from, to]| line(from, to, color, 1.5));
        }
        CoverageForm::Frustum { horizontal, vertical } => {
            let far = (start + reach).min((FRUSTUM.0 * radius()).max(FRUSTUM.1));
            let (side, up) = ((horizontal / 2.0).tan(), (vertical / 2.0).tan());
            let corner = |distance: f64, number: usize| {
                let [left, top] = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]][number % 4];
                Point3::new(distance, distance * side * left, distance * up * top)
            };
            for number in 0..4 {
                line(corner(start, number), corner(far, number), EDGE, 1.5);
                line(corner(far, number), corner(far, number + 1), EDGE, 1.5);
            }
            // Marks the top of the image.
            let tip = Point3::new(far, 0.0, far * up * 1.25);
            line(corner(far, 0).lerp(&corner(far, 1), 0.3), tip, EDGE, 1.5);
            line(corner(far, 0).lerp(&corner(far, 1), 0.7), tip, EDGE, 1.5);
        }
        // Their hits are drawn as points.
        CoverageForm::Layers { .. } | CoverageForm::Unknown => {}
        CoverageForm::Sectors { count } => {
            let count = (count as usize).min(channels).max(1);
            let hull = if reach > 0.0 { start + reach } else { radius() + APART };
            let width = TAU / count as f64;
            let steps = (64 / count).max(2);
            for sector in 0..count {
                let touched = readings.get(coverage, sector).is_some_and(|(value, _)| value != 0.0);
                let (color, thick) = if touched { (TOUCHED, 5.0) } else { (UNTOUCHED, 1.5) };
                // A gap separates neighbors.
                let at = |step: usize| {
                    let part = (step as f64 / steps as f64 - 0.5) * 0.94;
                    let (sin, cos) = ((sector as f64 + part) * width).sin_cos();
                    Point3::new(hull * cos, hull * sin, 0.0)
                };
                (0..steps).for_each(|step| line(at(step), at(step + 1), color, thick));
            }
        }
    }
}

/// Adds the hits of a multi-layer scan at `pose`, colored by intensity if available, otherwise by height.
pub fn draw_points(coverage: &Coverage, pose: &Isometry3<f64>, readings: &Readings<'_>, points: &mut Vec<Point>) {
    let CoverageForm::Layers { layers, count, arc, elevation } = coverage.form else { return };
    let ranging = Ranging::of(coverage);
    let [measured, intensities, _] = coverage.scan.map(|scan| scan.split(readings.scan)).unwrap_or_default();
    let whole = coverage.scan.filter(|_| !measured.is_empty());
    let (layers, count) = whole.map_or((layers, count), |scan| (scan.layers, scan.rays));
    let (layers, count) = (layers as usize, count as usize);
    let all = layers.saturating_mul(count).min(measured.len().max(readings.channels));
    let hit = |index: usize| match measured.get(index) {
        Some(distance) => ranging.met(*distance, None),
        None => readings.get(coverage, index).and_then(|(value, clean)| ranging.met(value, clean)),
    };
    let rise = |layer: usize| match layers {
        1 => 0.5 * (elevation[0] + elevation[1]),
        _ => elevation[0] + (elevation[1] - elevation[0]) * layer as f64 / (layers - 1) as f64,
    };
    // In world axes: the ray directions of a horizontal layer, and their rotation axis.
    let (origin, turned) = (Point3::from(pose.translation.vector), pose.rotation.to_rotation_matrix());
    let level: Vec<Vector3<f64>> = (0..count)
        .map(|ray| angle(ray, count, arc).sin_cos())
        .map(|(sin, cos)| turned * Vector3::new(cos, sin, 0.0))
        .collect();
    let axis = turned * Vector3::z();
    let scale: [[u8; 4]; 256] = std::array::from_fn(|step| color_of(step as f64 / 255.0));
    let color = |part: f64| scale[((part * 255.0) as usize).min(255)];
    let first = points.len();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let step = all.div_ceil(POINTS).max(1);
    let (mut layer, mut height) = (usize::MAX, (0.0, 0.0));
    for index in (0..all).step_by(step) {
        if layer != index / count {
            layer = index / count;
            height = rise(layer).sin_cos();
        }
        let (up, flat) = height;
        let Some(distance) = hit(index) else { continue };
        let at = origin + (level[index % count] * flat + axis * up) * (coverage.start + distance);
        (low, high) = (low.min(at.z), high.max(at.z));
        let color = intensities.get(index).map_or([0; 4], |intensity| color(*intensity));
        points.push(Point { at, color });
    }
    if intensities.is_empty() {
        let span = (high - low).max(MIN_SPAN);
        points[first..].iter_mut().for_each(|point| point.color = color((point.at.z - low) / span));
    }
}

/// Points as small squares of a mesh, at their screen positions.
pub fn mesh_of<'a>(points: impl Iterator<Item = &'a Point>, place: impl Fn(&Point3<f64>) -> Pos2) -> Mesh {
    let mut mesh = Mesh::default();
    for point in points {
        let [red, green, blue, opacity] = point.color;
        let color = Color32::from_rgba_unmultiplied(red, green, blue, opacity);
        mesh.add_colored_rect(Rect::from_center_size(place(&point.at), Vec2::splat(FLAT_POINT)), color);
    }
    mesh
}

/// Color at a position of the scale, from 0 to 1.
fn color_of(part: f64) -> [u8; 4] {
    let place = part.clamp(0.0, 1.0) as f32 * (SCALE.len() - 1) as f32;
    let below = (place as usize).min(SCALE.len() - 2);
    let [red, green, blue] = std::array::from_fn(|channel| {
        let [from, to] = [SCALE[below][channel], SCALE[below + 1][channel]];
        (from + (to - from) * (place - below as f32)) as u8
    });
    [red, green, blue, 255]
}

/// Angle of a ray from the x axis, rad.
fn angle(index: usize, count: usize, arc: f64) -> f64 {
    if arc > TAU - 1e-9 {
        return TAU * index as f64 / count as f64;
    }
    match count {
        1 => 0.0,
        _ => arc * (index as f64 / (count - 1) as f64 - 0.5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::declare::ScanData;

    fn drawn(form: CoverageForm, channels: usize, values: &[f64]) -> Vec<Line> {
        let mut lines = Vec::new();
        let coverage = Coverage::new(form, 2.0).start(0.1).channel(0);
        let pose = Isometry3::translation(0.0, 0.0, 1.0);
        draw_one(&coverage, &pose, &Readings { values, channels, ..Readings::default() }, || 0.3, &mut lines);
        lines
    }

    fn close(point: Point3<f64>, expected: [f64; 3]) {
        assert!((point - Point3::from(expected)).norm() < 1e-9, "{point} instead of {expected:?}");
    }

    #[test]
    fn rays_end_at_their_hit_or_at_their_range() {
        let lines = drawn(CoverageForm::Rays { count: 4, arc: TAU }, 4, &[0.5, 2.0, f64::INFINITY, 0.0]);
        // One ray with a cross at its end, three without.
        assert_eq!(lines.len(), 7);
        close(lines[0].from, [0.1, 0.0, 1.0]);
        close(lines[0].to, [0.6, 0.0, 1.0]);
        close(lines[4].to, [0.0, 2.1, 1.0]);
        assert!(lines[4..].iter().all(|line| line.color == FREE));
    }

    #[test]
    fn noise_below_the_reach_draws_no_hit() {
        let mut lines = Vec::new();
        let coverage = Coverage::new(CoverageForm::Rays { count: 3, arc: TAU }, 2.0).channel(0);
        let readings =
            Readings { values: &[1.98, 1.98, 0.5], clean: &[2.0, 1.99, 2.0], channels: 3, ..Readings::default() };
        draw_one(&coverage, &Isometry3::identity(), &readings, || 0.3, &mut lines);
        // A ray without a hit is one line; a hit adds three lines for its end.
        assert_eq!((lines.len(), lines[0].color, lines[1].color, lines[5].color), (9, FREE, HIT, HIT));
        assert!((lines[0].to.coords.norm() - 2.0).abs() < 1e-12, "it is drawn to its reach");
    }

    /// NA-28: Hitboxes, distance rays, radar and GPS tracks are views with separate toggles.
    #[test]
    fn rays_of_proximity_sensors_end_at_their_hit() {
        let mut lines = Vec::new();
        let coverage = Coverage::new(CoverageForm::Rays { count: 3, arc: TAU }, 2.0).channel(0).proximity();
        let readings = Readings { values: &[0.75, 0.0, 1.0], channels: 3, ..Readings::default() };
        draw_one(&coverage, &Isometry3::identity(), &readings, || 0.3, &mut lines);
        close(lines[0].to, [0.5, 0.0, 0.0]);
        assert_eq!((lines[0].color, lines[4].color, lines[5].color), (HIT, FREE, HIT));
        assert!((lines[4].to.coords.norm() - 2.0).abs() < 1e-12 && lines[5].to.coords.norm() < 1e-9);
    }

    #[test]
    fn a_wrong_number_of_rays_draws_no_more_than_there_are_channels() {
        assert_eq!(drawn(CoverageForm::Rays { count: u32::MAX, arc: TAU }, 3, &[]).len(), 3);
        assert_eq!(drawn(CoverageForm::Rays { count: 100_000, arc: TAU }, 100_000, &[]).len(), 100_000 / 139 + 1);
    }

    #[test]
    fn a_scan_in_layers_shows_the_points_that_it_hits() {
        let form = CoverageForm::Layers { layers: 2, count: 4, arc: TAU, elevation: [0.0, FRAC_PI_2] };
        let coverage = Coverage::new(form, 2.0).start(0.1).channel(0);
        let pose = Isometry3::translation(0.0, 0.0, 1.0);
        let values = &[0.5, 2.0, f64::INFINITY, 2.0, 1.5, 2.0, 2.0, 2.0];
        let drawn = |coverage: &Coverage, scan: &[f64]| {
            let mut points = Vec::new();
            draw_points(coverage, &pose, &Readings { values, clean: &[], scan, channels: 8 }, &mut points);
            points
        };
        let points = drawn(&coverage, &[]);
        assert_eq!(points.len(), 2, "{points:?}");
        close(points[0].at, [0.6, 0.0, 1.0]);
        close(points[1].at, [0.0, 0.0, 2.6]);
        assert_eq!([points[0].color, points[1].color], [0.0, 1.0].map(color_of), "the lower and the higher one");
        // A full scan has more rays than channels, and intensities.
        let data = ScanData { layers: 2, rays: 6, distances: true, intensities: true, ages: false };
        let coverage = coverage.scan(data);
        let scan: Vec<f64> = (0..24).map(|number| if number % 12 < 6 { 1.0 } else { 0.25 }).collect();
        let points = drawn(&coverage, &scan);
        assert_eq!(points.len(), 12);
        assert_eq!([points[0].color, points[6].color], [1.0, 63.0 / 255.0].map(color_of));
        let turn = TAU / 6.0;
        close(points[1].at, [1.1 * turn.cos(), 1.1 * turn.sin(), 1.0]);
        // For recordings, only the channels are known.
        assert_eq!(drawn(&coverage, &[]).len(), 2);
    }

    #[test]
    fn a_touched_sector_stands_out() {
        let lines = drawn(CoverageForm::Sectors { count: 4 }, 4, &[0.0, 1.0, 0.0, 0.0]);
        let touched: Vec<&Line> = lines.iter().filter(|line| line.color == TOUCHED).collect();
        assert_eq!((lines.len(), touched.len()), (64, 16));
        assert!(touched.iter().all(|line| line.from.y > 0.0), "the second sector is on the left");
    }

    #[test]
    fn a_frustum_is_as_wide_as_the_image() {
        let lines = drawn(CoverageForm::Frustum { horizontal: FRAC_PI_2, vertical: 1.0 }, 0, &[]);
        let far = lines[0].to;
        assert!((far.y - far.x).abs() < 1e-9 && ((far.z - 1.0) / far.x - 0.5_f64.tan()).abs() < 1e-9, "{far}");
    }
}
