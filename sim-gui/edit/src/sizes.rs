//! Sizes of shapes: the axes of measurement, and scaling.

use nalgebra::{Isometry3, Point2, Translation3, UnitQuaternion};
use sim_core::scene::{HeightData, Outline, Shape};
use std::f64::consts::FRAC_PI_2;

use crate::node::rounded;

/// Minimum size, m; for a mesh, minimum scale factor.
const LEAST: f64 = 0.001;

/// The axes along which a shape is measured, with the origin at the fixed point of resizing: `object_from_axes`. `None` for a
/// shape without a size.
pub fn axes(shape: &Shape) -> Option<Isometry3<f64>> {
    Some(match shape.resolved() {
        Shape::Plane(_) | Shape::Extrusion(_) | Shape::Named(_) => return None,
        // Along the wall and across it, at the center of its base.
        Shape::Wall(wall) => {
            let (from, to) = (Point2::from(wall.from), Point2::from(wall.to));
            let (middle, along) = (nalgebra::center(&from, &to), to - from);
            let turn = UnitQuaternion::from_euler_angles(0.0, 0.0, along.y.atan2(along.x));
            Isometry3::from_parts(Translation3::new(middle.x, middle.y, 0.0), turn)
        }
        // The axes of its file.
        Shape::Mesh(mesh) if mesh.y_up => Isometry3::rotation(nalgebra::Vector3::x() * FRAC_PI_2),
        Shape::Pool(pool) => {
            let [low, high] = bounds(&pool.outline.corners());
            Isometry3::translation((low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0, 0.0)
        }
        _ => Isometry3::identity(),
    })
}

/// The size of a shape along its [axes], m; for a mesh its scale factors, since its size is defined in its file. `None` for a
/// shape without a size.
pub fn sizes(shape: &Shape) -> Option<[f64; 3]> {
    Some(match shape.resolved() {
        Shape::Box(shape) => shape.size,
        Shape::Cylinder(shape) => [2.0 * shape.radius, 2.0 * shape.radius, shape.height],
        Shape::Sphere(shape) => [2.0 * shape.radius; 3],
        Shape::Capsule(shape) => {
            let width = 2.0 * shape.radius;
            [width, width, shape.height + width]
        }
        Shape::Ellipsoid(shape) => shape.radii.map(|radius| 2.0 * radius),
        Shape::Wall(wall) => {
            [(wall.to[0] - wall.from[0]).hypot(wall.to[1] - wall.from[1]), wall.thickness, wall.height]
        }
        Shape::Plane(_) | Shape::Extrusion(_) | Shape::Named(_) => return None,
        Shape::Pool(pool) => {
            let [low, high] = bounds(&pool.outline.corners());
            [high[0] - low[0], high[1] - low[1], pool.height]
        }
        Shape::Ramp(ramp) => [ramp.length, ramp.width, ramp.height],
        Shape::HeightField(field) => {
            let heights = match &field.heights {
                HeightData::Rows(rows) => {
                    let all = || rows.0.iter().flatten().copied();
                    all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
                }
                HeightData::Image(image) => (image.high - image.low).abs(),
            };
            [field.size[0], field.size[1], heights]
        }
        Shape::Mesh(mesh) => mesh.scale,
    })
}

/// A shape scaled along one of its [axes], or along all. Round shapes stay round: both axes of a circle are scaled together. The
/// thickness of pools and of their floors does not change. A named shape is replaced by a copy of its own.
pub fn scaled(shape: &Shape, axis: Option<usize>, factor: f64) -> Shape {
    let along = |own: usize| axis.is_none_or(|axis| axis == own);
    let flat = along(0) || along(1);
    let one = |value: f64, grows: bool| if grows { rounded(value * factor).max(LEAST) } else { value };
    let mut shape = shape.resolved().clone();
    match &mut shape {
        Shape::Box(shape) => (0..3).for_each(|own| shape.size[own] = one(shape.size[own], along(own))),
        Shape::Cylinder(shape) => {
            (shape.radius, shape.height) = (one(shape.radius, flat), one(shape.height, along(2)));
        }
        Shape::Sphere(shape) => shape.radius = one(shape.radius, true),
        Shape::Capsule(shape) => {
            let height = one(shape.height + 2.0 * shape.radius, along(2));
            shape.radius = one(shape.radius, flat);
            shape.height = match along(2) {
                true => rounded(height - 2.0 * shape.radius).max(LEAST),
                false => shape.height,
            };
        }
        Shape::Ellipsoid(shape) => (0..3).for_each(|own| shape.radii[own] = one(shape.radii[own], along(own))),
        Shape::Wall(wall) => {
            if along(0) {
                let (from, to) = (Point2::from(wall.from), Point2::from(wall.to));
                let (middle, along) = (nalgebra::center(&from, &to), to - from);
                let half = along.normalize() * (along.norm() * factor).max(LEAST) / 2.0;
                let place = |point: Point2<f64>| [rounded(point.x), rounded(point.y)];
                (wall.from, wall.to) = (place(middle - half), place(middle + half));
            }
            (wall.thickness, wall.height) = (one(wall.thickness, along(1)), one(wall.height, along(2)));
        }
        Shape::Plane(_) | Shape::Extrusion(_) | Shape::Named(_) => {}
        Shape::Pool(pool) => {
            match &mut pool.outline {
                Outline::Regular(outline) => outline.apothem = one(outline.apothem, flat),
                Outline::Polygon(outline) => {
                    let [low, high] = bounds(&outline.0);
                    for (own, (low, high)) in low.into_iter().zip(high).enumerate().filter(|(own, _)| along(*own)) {
                        let (middle, factor) = ((low + high) / 2.0, factor.max(LEAST / (high - low)));
                        let place = |value: f64| rounded(middle + (value - middle) * factor);
                        outline.0.iter_mut().for_each(|corner| corner[own] = place(corner[own]));
                    }
                }
            }
            pool.height = one(pool.height, along(2));
        }
        Shape::Ramp(ramp) => {
            (ramp.length, ramp.width) = (one(ramp.length, along(0)), one(ramp.width, along(1)));
            ramp.height = one(ramp.height, along(2));
        }
        Shape::HeightField(field) => {
            (0..2).for_each(|own| field.size[own] = one(field.size[own], along(own)));
            let factor = factor.max(LEAST);
            let heights: Vec<&mut f64> = match &mut field.heights {
                HeightData::Rows(rows) => rows.0.iter_mut().flatten().collect(),
                HeightData::Image(image) => vec![&mut image.low, &mut image.high],
            };
            heights.into_iter().filter(|_| along(2)).for_each(|height| *height = rounded(*height * factor));
        }
        Shape::Mesh(mesh) => (0..3).for_each(|own| mesh.scale[own] = one(mesh.scale[own], along(own))),
    }
    shape
}

/// Minimum and maximum corner of the bounding rectangle of points, m.
fn bounds(points: &[[f64; 2]]) -> [[f64; 2]; 2] {
    let bound = |start: f64, pick: fn(f64, f64) -> f64| {
        [0, 1].map(|axis| points.iter().map(|point| point[axis]).fold(start, pick))
    };
    [bound(f64::INFINITY, f64::min), bound(f64::NEG_INFINITY, f64::max)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scene::Scene;
    use sim_core::scene::text::Format;

    fn shape(text: &str) -> Shape {
        let text = format!("(format_version: 1, objects: [(name: \"a\", shape: {text})])");
        let loaded = Scene::parse(&text, Format::Ron, "test.ron").unwrap_or_else(|findings| panic!("{findings}"));
        loaded.scene.objects[0].shape.clone()
    }

    /// All shapes that have a size.
    const SHAPES: [&str; 11] = [
        "Box(size: (0.2, 0.4, 0.6))",
        "Cylinder(radius: 0.2, height: 0.5)",
        "Sphere(radius: 0.3)",
        "Capsule(radius: 0.1, height: 0.5)",
        "Ellipsoid(radii: (0.5, 0.3, 0.2))",
        "Wall(from: (1, 1), to: (4, 5), height: 1, thickness: 0.1)",
        "Pool(outline: Polygon([(0, 0), (4, 0), (4, 2)]), height: 1)",
        "Pool(outline: Regular(sides: 6, apothem: 2), height: 1)",
        "Ramp(length: 1, width: 0.5, height: 0.2)",
        "HeightField(size: (4, 2), heights: Rows([[0, 0.5], [0.25, 1]]))",
        "Mesh(file: \"a.stl\", scale: (1, 2, 3))",
    ];

    #[test]
    fn every_shape_grows_by_the_factor_along_all_axes_about_the_same_point() {
        for text in SHAPES {
            let old = shape(text);
            let new = scaled(&old, None, 1.5);
            let (before, after) = (sizes(&old).unwrap(), sizes(&new).unwrap());
            for axis in 0..3 {
                assert!((after[axis] - 1.5 * before[axis]).abs() < 1e-5, "{text}: {before:?} {after:?}");
            }
            let places = [&old, &new].map(|shape| axes(shape).unwrap());
            assert!((places[0].to_homogeneous() - places[1].to_homogeneous()).amax() < 1e-6, "{text}: {places:?}");
        }
        assert!(axes(&shape("Plane()")).is_none() && sizes(&shape("Plane()")).is_none());
    }

    #[test]
    fn one_axis_grows_alone_and_what_is_round_stays_round() {
        for text in SHAPES {
            let old = shape(text);
            let round = match &old {
                Shape::Cylinder(_) | Shape::Capsule(_) => &[0, 1][..],
                Shape::Pool(pool) if matches!(pool.outline, Outline::Regular(_)) => &[0, 1],
                Shape::Sphere(_) => &[0, 1, 2],
                _ => &[],
            };
            for axis in 0..3 {
                let (before, after) = (sizes(&old).unwrap(), sizes(&scaled(&old, Some(axis), 1.2)).unwrap());
                for other in 0..3 {
                    let grows = other == axis || round.contains(&axis) && round.contains(&other);
                    // A capsule with a larger radius becomes longer by the same amount.
                    let by = if matches!(old, Shape::Capsule(_)) && axis < 2 && other == 2 {
                        after[0] - before[0]
                    } else if grows {
                        0.2 * before[other]
                    } else {
                        0.0
                    };
                    assert!((after[other] - before[other] - by).abs() < 1e-5, "{text}, {axis}: {before:?} {after:?}");
                }
            }
        }
    }

    #[test]
    fn sizes_stay_above_the_minimum() {
        for text in SHAPES {
            for axis in [None, Some(0), Some(1), Some(2)] {
                let small = sizes(&scaled(&shape(text), axis, -3.0)).unwrap();
                assert!(small.iter().all(|size| *size >= 0.9 * LEAST), "{text}, {axis:?}: {small:?}");
            }
        }
    }
}
