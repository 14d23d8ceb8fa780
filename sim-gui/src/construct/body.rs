//! Top view of a robot.

use nalgebra::{Isometry3, Point3};
use sim_abi::model::{Geometry, Placement, RobotModelSpec};
use sim_render::hull;
use std::f64::consts::TAU;
use std::path::Path;

/// Number of vertices of circles.
const CORNERS: usize = 48;

/// A shape of a link in top view.
pub struct BodyShape {
    /// Its convex outline, m, in the frame of the robot.
    pub outline: Vec<[f64; 2]>,
    /// Red, green, blue, opacity.
    pub color: [f32; 4],
    /// Height of its top, m: higher shapes hide lower ones.
    top: f64,
}

/// A robot in top view.
pub struct Body {
    /// Its shapes from lowest to highest.
    pub shapes: Vec<BodyShape>,
    /// The convex outline of its collision shapes, or of everything if there are none, m, counterclockwise.
    pub outline: Vec<[f64; 2]>,
    /// Center height, m.
    pub middle: f64,
}

impl Body {
    /// From a model whose links are at `robot_from_link`.
    pub fn new(spec: &RobotModelSpec, links: &[Isometry3<f64>]) -> Self {
        let mut shapes = Vec::new();
        let (mut solid, mut seen): (Vec<Point3<f64>>, Vec<Point3<f64>>) = Default::default();
        for (link, pose) in spec.links.iter().zip(links) {
            for shape in &link.collision {
                solid.extend(points(&shape.geometry, &(pose * shape.placement.isometry())));
            }
            let plain = link.collision.iter().map(|shape| (&shape.geometry, &shape.placement, [0.6, 0.6, 0.62, 1.0]));
            let drawn = link.visual.iter().map(|visual| (&visual.geometry, &visual.placement, visual.color));
            let drawn: Vec<(&Geometry, &Placement, [f32; 4])> =
                if link.visual.is_empty() { plain.collect() } else { drawn.collect() };
            for (geometry, placement, color) in drawn {
                let points = points(geometry, &(pose * placement.isometry()));
                let top = points.iter().map(|point| point.z).fold(f64::NEG_INFINITY, f64::max);
                let outline = hull(points.iter().map(|point| [point.x, point.y]).collect());
                seen.extend(points);
                shapes.push(BodyShape { outline, color, top });
            }
        }
        shapes.sort_by(|a, b| a.top.total_cmp(&b.top));
        let solid = if solid.is_empty() { seen } else { solid };
        let outline = hull(solid.iter().map(|point| [point.x, point.y]).collect());
        let lowest = solid.iter().map(|point| point.z).fold(f64::INFINITY, f64::min);
        let highest = solid.iter().map(|point| point.z).fold(f64::NEG_INFINITY, f64::max);
        let middle = if solid.is_empty() { 0.0 } else { (lowest + highest) / 2.0 };
        Self { shapes, outline, middle }
    }

    /// The bounding rectangle, m: minimum and maximum corner.
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        let all = self.shapes.iter().flat_map(|shape| &shape.outline).chain(&self.outline);
        let start = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        let [low, high] = all.fold(start, |[low, high], point| {
            [[0, 1].map(|axis| low[axis].min(point[axis])), [0, 1].map(|axis| high[axis].max(point[axis]))]
        });
        if low[0] <= high[0] { [low, high] } else { [[-0.1; 2], [0.1; 2]] }
    }
}

/// Points of a geometry at a pose. None for a mesh that cannot be read: building the scene reports why.
fn points(geometry: &Geometry, pose: &Isometry3<f64>) -> Vec<Point3<f64>> {
    let ring = |radius: f64, z: f64| {
        (0..CORNERS).map(move |corner| {
            let (sin, cos) = (TAU * corner as f64 / CORNERS as f64).sin_cos();
            Point3::new(radius * cos, radius * sin, z)
        })
    };
    let ball = |radius: f64, z: f64| {
        (-4..=4).flat_map(move |step| {
            let (sin, cos) = (f64::from(step) / 4.0 * TAU / 4.0).sin_cos();
            ring(radius * cos, z + radius * sin)
        })
    };
    let own: Vec<Point3<f64>> = match geometry {
        Geometry::Box { size } => (0..8)
            .map(|corner| {
                let side = |bit: usize| if corner >> bit & 1 == 0 { -0.5 } else { 0.5 };
                Point3::new(side(0) * size[0], side(1) * size[1], side(2) * size[2])
            })
            .collect(),
        Geometry::Sphere { radius } => ball(*radius, 0.0).collect(),
        Geometry::Cylinder { radius, height } => {
            ring(*radius, -height / 2.0).chain(ring(*radius, height / 2.0)).collect()
        }
        Geometry::Capsule { radius, length } => {
            ball(*radius, -length / 2.0).chain(ball(*radius, length / 2.0)).collect()
        }
        Geometry::Ellipsoid { radii } => {
            ball(1.0, 0.0).map(|p| Point3::new(p.x * radii[0], p.y * radii[1], p.z * radii[2])).collect()
        }
        Geometry::Mesh { file, scale } => {
            let mesh = sim_core::mesh::load(Path::new(file), *scale);
            mesh.map(|mesh| mesh.mesh.vertices.into_iter().map(Point3::from).collect()).unwrap_or_default()
        }
    };
    own.into_iter().map(|point| pose * point).collect()
}

/// Distance of a point from a convex counterclockwise outline; 0 inside it, and for an empty outline.
pub fn distance(outline: &[[f64; 2]], [x, y]: [f64; 2]) -> f64 {
    let mut nearest = f64::INFINITY;
    let mut inside = true;
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let along = [b[0] - a[0], b[1] - a[1]];
        let to = [x - a[0], y - a[1]];
        inside &= along[0] * to[1] - along[1] * to[0] >= 0.0;
        let square = (along[0] * along[0] + along[1] * along[1]).max(f64::MIN_POSITIVE);
        let part = ((to[0] * along[0] + to[1] * along[1]) / square).clamp(0.0, 1.0);
        nearest = nearest.min((to[0] - part * along[0]).hypot(to[1] - part * along[1]));
    }
    if outline.is_empty() || outline.len() > 2 && inside { 0.0 } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::model::{CollisionShape, Link};

    /// BU-61: Modules are placed by drag and drop in 0.5 cm steps, or by typed coordinates.
    #[test]
    fn a_point_is_as_far_from_the_body_as_from_its_nearest_edge() {
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        assert_eq!(distance(&square, [0.5, -0.9]), 0.0);
        assert!((distance(&square, [3.0, 0.0]) - 2.0).abs() < 1e-12);
        assert!((distance(&square, [4.0, 5.0]) - 5.0).abs() < 1e-12);
        assert!((distance(&square[..1], [2.0, 3.0]) - 5.0).abs() < 1e-12, "a body of a point");
        assert_eq!(distance(&[], [2.0, 3.0]), 0.0);
    }

    /// BU-60: The construction view shows the robot from above on a 1 cm grid, with palette.
    #[test]
    fn a_body_from_above_has_the_outline_of_its_turned_shapes() {
        let geometry = Geometry::Box { size: [0.2, 0.1, 0.04] };
        let placement = Placement::at(0.05, 0.0, 0.03).turned(0.0, 0.0, TAU / 4.0);
        let link = Link { collision: vec![CollisionShape { placement, geometry }], ..Link::default() };
        let spec = RobotModelSpec { links: vec![link], ..RobotModelSpec::default() };
        let body = Body::new(&spec, &[Isometry3::identity()]);
        let [low, high] = body.bounds();
        for (found, wanted) in low.into_iter().chain(high).zip([0.0, -0.1, 0.1, 0.1]) {
            assert!((found - wanted).abs() < 1e-12, "{low:?} {high:?}");
        }
        assert!((body.middle - 0.03).abs() < 1e-12 && body.shapes.len() == 1);
    }
}
