//! Top-down plan of a run: the objects of the scene and the robots' trajectories.

mod drawing;

use crate::live::Observer;
pub(crate) use drawing::too_large;
use sim_abi::math::{Pose, Vec3};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::Simulation;
use sim_core::geometry::{BodyId, Collider, Shape};
use sim_render::hull;
use std::f64::consts::TAU;
use std::path::Path;

/// Maximum number of points per trail.
const POINTS_PER_ROBOT: usize = 2_000;
/// Maximum number of points of all trails, 64 MB.
const POINTS: usize = 4_000_000;
/// Number of vertices that approximate a circle.
const CORNERS: usize = 64;

/// A position on the plan, m.
type Point = [f64; 2];

/// Data collected during a run for its plan.
#[derive(Debug)]
pub struct Plan {
    trails: Vec<Trail>,
    movable_at_start: Vec<Vec<Point>>,
}

/// A sequence of positions or values, decimated to a limit.
#[derive(Debug)]
pub(crate) struct Trail {
    points: Vec<Point>,
    limit: usize,
    stride: u64,
    seen: u64,
}

/// State at the end of the run.
struct View<'a> {
    /// Name of the scene.
    title: String,
    /// Simulated time at the end, s.
    time: f64,
    fixed: Vec<Vec<Point>>,
    movable: Vec<Vec<Point>>,
    movable_at_start: &'a [Vec<Point>],
    robots: Vec<RobotView<'a>>,
}

struct RobotView<'a> {
    name: &'a str,
    /// The whole trajectory, at least one point.
    trail: Vec<Point>,
    /// Heading at the end, rad.
    yaw: f64,
}

impl Plan {
    /// A plan of a simulation that is about to run.
    pub fn new(simulation: &Simulation) -> Self {
        let count = simulation.robot_count();
        let limit = (POINTS / count.max(1)).clamp(16, POINTS_PER_ROBOT);
        let trails = (0..count).map(|_| Trail::new(limit)).collect();
        Self { trails, movable_at_start: outlines(simulation, true) }
    }

    /// Draws the plan as a PNG file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, simulation: &Simulation, title: &str, file: &Path) -> Result<(), Diagnostic> {
        let failed = |reason: String| {
            Diagnostic::error(Code::ConfigOutput, "the plan cannot be written")
                .with_file(file.display().to_string())
                .with_found(reason)
        };
        let bytes = drawing::png(&self.view(simulation, title)).map_err(failed)?;
        sim_core::files::write_whole(file, &bytes).map_err(|error| failed(error.to_string()))
    }

    fn view<'a>(&'a self, simulation: &'a Simulation, title: &str) -> View<'a> {
        let robots = simulation.robots().zip(&self.trails).filter_map(|(robot, trail)| {
            let mut trail = trail.points.clone();
            trail.extend(place(&robot.state.pose));
            (!trail.is_empty()).then(|| RobotView { name: robot.name, trail, yaw: robot.state.yaw() })
        });
        View {
            title: title.to_string(),
            time: simulation.time(),
            fixed: outlines(simulation, false),
            movable: outlines(simulation, true),
            movable_at_start: &self.movable_at_start,
            robots: robots.collect(),
        }
    }
}

impl Observer for Plan {
    fn tick(&mut self, simulation: &mut Simulation) -> Result<(), Diagnostic> {
        for (robot, trail) in simulation.robots().zip(&mut self.trails) {
            trail.see(place(&robot.state.pose));
        }
        Ok(())
    }
}

impl Trail {
    /// A trail with at most this many points.
    pub(crate) fn new(limit: usize) -> Self {
        Self { points: Vec::new(), limit, stride: 1, seen: 0 }
    }

    /// The points of the trail.
    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    /// Samples a point once per stride; a full trail drops every second point and doubles the stride.
    pub(crate) fn see(&mut self, point: Option<Point>) {
        let due = self.seen.is_multiple_of(self.stride);
        self.seen += 1;
        let Some(point) = point.filter(|_| due) else { return };
        self.points.push(point);
        if self.points.len() > self.limit {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
    }
}

/// The position of a pose on the plan, if it is finite.
fn place(pose: &Pose) -> Option<Point> {
    let point = [pose.translation.x, pose.translation.y];
    point.iter().all(|value| value.is_finite()).then_some(point)
}

/// Outlines of all objects that are not robots: of the movable or of the fixed ones.
fn outlines(simulation: &Simulation, movable: bool) -> Vec<Vec<Point>> {
    let world = simulation.world();
    let shown = world.bodies.iter().enumerate().filter(|(_, body)| match body.mover {
        Some(mover) => movable && mover >= simulation.robot_count(),
        None => !movable,
    });
    let mut outlines = Vec::new();
    for (index, _) in shown {
        let body = BodyId(index as u32);
        if let (Ok(pose), Ok(colliders)) = (world.index.pose(body), world.index.colliders(body)) {
            outlines.extend(colliders.iter().filter_map(|collider| outline(pose, collider)));
        }
    }
    outlines
}

/// The outline of a collider from above, counterclockwise: exact for boxes, polygons for round shapes, bounding boxes for the rest.
/// None for a half-space.
fn outline(world_from_body: &Pose, collider: &Collider) -> Option<Vec<Point>> {
    let corners = corners(&collider.shape)?;
    let pose = world_from_body * collider.body_from_collider;
    let seen = corners.iter().map(|corner| pose.rotation * corner + pose.translation.vector);
    // A sphere is rotationally symmetric; its polygon must not rotate with the body.
    let points: Vec<Point> = match collider.shape {
        Shape::Sphere { radius } => {
            circle(radius).map(|[x, y]| [pose.translation.x + x, pose.translation.y + y]).collect()
        }
        Shape::Capsule { radius, .. } => {
            seen.flat_map(|end| circle(radius).map(move |[x, y]| [end.x + x, end.y + y])).collect()
        }
        _ => seen.map(|corner| [corner.x, corner.y]).collect(),
    };
    let finite = points.iter().flatten().all(|value| value.is_finite());
    finite.then(|| hull(points))
}

/// Points whose convex hull is the shape; for rounded shapes, the centers of their ends.
fn corners(shape: &Shape) -> Option<Vec<Vec3>> {
    let both = |value: f64| [-value, value];
    let cuboid = |middle: Vec3, half: Vec3| {
        let signs = (0..8).map(|bits: u8| Vec3::from_fn(|axis, _| if bits >> axis & 1 == 1 { 1.0 } else { -1.0 }));
        signs.map(|sign| middle + half.component_mul(&sign)).collect()
    };
    Some(match shape {
        Shape::Box { half_extents } => cuboid(Vec3::zeros(), *half_extents),
        Shape::Sphere { .. } => vec![Vec3::zeros()],
        Shape::Capsule { half_length, .. } => both(*half_length).map(|z| Vec3::new(0.0, 0.0, z)).to_vec(),
        Shape::Cylinder { radius, half_height } => {
            both(*half_height).into_iter().flat_map(|z| circle(*radius).map(move |[x, y]| Vec3::new(x, y, z))).collect()
        }
        Shape::TriMesh(mesh) => cuboid(mesh.bounds().0, mesh.bounds().1),
        Shape::HeightField(field) => cuboid(field.bounds().0, field.bounds().1),
        Shape::Convex(convex) => cuboid(convex.bounds().0, convex.bounds().1),
        Shape::HalfSpace => return None,
    })
}

fn circle(radius: f64) -> impl Iterator<Item = Point> {
    let angle = |corner: usize| corner as f64 * TAU / CORNERS as f64;
    (0..CORNERS).map(move |corner| [radius * angle(corner).cos(), radius * angle(corner).sin()])
}

/// Twice the signed area of a triangle, positive if counterclockwise.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether a convex outline contains a point.
fn surrounds(outline: &[Point], point: Point) -> bool {
    let next = outline.iter().cycle().skip(1);
    outline.len() > 2 && outline.iter().zip(next).all(|(a, b)| turn(*a, *b, point) > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_stays_bounded_and_covers_the_whole_run() {
        let mut trail = Trail::new(100);
        (0..100_000).for_each(|tick| trail.see(Some([f64::from(tick), 0.0])));
        assert!(trail.points.len() <= 100 && trail.points.len() > 45, "{}", trail.points.len());
        assert_eq!(trail.points[0], [0.0, 0.0]);
        let steps: Vec<f64> = trail.points.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
        assert!(steps.iter().all(|step| *step == trail.stride as f64), "{steps:?}");
        assert!(trail.points[trail.points.len() - 1][0] > 100_000.0 - 2.0 * trail.stride as f64);
    }

    #[test]
    fn a_turned_box_is_a_turned_rectangle() {
        let pose = Pose::new(Vec3::new(1.0, 2.0, 0.0), Vec3::z() * std::f64::consts::FRAC_PI_2);
        let shape = Shape::Box { half_extents: Vec3::new(0.5, 0.25, 1.0) };
        let outline = outline(&pose, &Collider::new(shape)).unwrap();
        let far = |axis: usize| outline.iter().map(|point| point[axis]).fold(f64::MIN, f64::max);
        assert!((far(0) - 1.25).abs() < 1e-9 && (far(1) - 2.5).abs() < 1e-9, "{outline:?}");
        assert!(surrounds(&outline, [1.2, 2.4]) && !surrounds(&outline, [1.4, 2.2]));
    }
}
