//! Bounding boxes of objects, as far as their shapes define them.

use nalgebra::{Isometry3, Point3, Vector3};
use sim_core::scene::Shape;

/// The bounding box of a shape in its own frame, m: minimum and maximum corner. `None` for unbounded shapes and those whose size
/// is defined in another file.
fn local_box(shape: &Shape) -> Option<[Vector3<f64>; 2]> {
    let about = |x: f64, y: f64, z: f64| [Vector3::new(-x, -y, -z), Vector3::new(x, y, z)];
    let around = |points: &[[f64; 2]], margin: f64, low: f64, high: f64| {
        let mut corners = [Vector3::repeat(f64::INFINITY), Vector3::repeat(f64::NEG_INFINITY)];
        for [x, y] in points {
            corners[0] = corners[0].inf(&Vector3::new(x - margin, y - margin, low));
            corners[1] = corners[1].sup(&Vector3::new(x + margin, y + margin, high));
        }
        corners
    };
    Some(match shape.resolved() {
        Shape::Box(shape) => about(shape.size[0] / 2.0, shape.size[1] / 2.0, shape.size[2] / 2.0),
        Shape::Cylinder(shape) => about(shape.radius, shape.radius, shape.height / 2.0),
        Shape::Sphere(shape) => about(shape.radius, shape.radius, shape.radius),
        Shape::Capsule(shape) => about(shape.radius, shape.radius, shape.height / 2.0 + shape.radius),
        Shape::Ellipsoid(shape) => about(shape.radii[0], shape.radii[1], shape.radii[2]),
        Shape::Wall(shape) => around(&[shape.from, shape.to], shape.thickness / 2.0, 0.0, shape.height),
        Shape::Pool(shape) => {
            let bottom = if shape.floor { -shape.thickness } else { 0.0 };
            around(&shape.outline.corners(), shape.thickness, bottom, shape.height)
        }
        Shape::Ramp(shape) => {
            let [low, high] = about(shape.length / 2.0, shape.width / 2.0, 0.0);
            [low, high + Vector3::new(0.0, 0.0, shape.height)]
        }
        Shape::HeightField(shape) => about(shape.size[0] / 2.0, shape.size[1] / 2.0, 0.0),
        Shape::Extrusion(shape) => shape.surface().bounding_box()?.map(Vector3::from),
        Shape::Plane(_) | Shape::Mesh(_) | Shape::Named(_) => return None,
    })
}

/// The world axis-aligned bounding box of a shape at a pose; a point if its size is unknown.
pub(crate) fn world_box(shape: Option<&Shape>, pose: &Isometry3<f64>) -> [Vector3<f64>; 2] {
    let Some([low, high]) = shape.and_then(local_box) else {
        return [pose.translation.vector, pose.translation.vector];
    };
    if let Some(Shape::Sphere(_)) = shape.map(Shape::resolved) {
        return [pose.translation.vector + low, pose.translation.vector + high];
    }
    let mut corners = [Vector3::repeat(f64::INFINITY), Vector3::repeat(f64::NEG_INFINITY)];
    for corner in 0..8 {
        let pick = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
        let point = (pose * Point3::new(pick(0), pick(1), pick(2))).coords;
        corners = [corners[0].inf(&point), corners[1].sup(&point)];
    }
    corners
}
