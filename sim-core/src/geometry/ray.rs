//! Exact rays (f64) against the analytic shapes.
//!
//! A convex shape is an intersection of slabs and tubes; each is crossed over an interval of the ray, and the
//! shape over the intersection of those intervals (Ericson, "Real-Time Collision Detection", 5.3).

use nalgebra::Vector3;

use super::placed::{Kind, Placed};

type Interval = (f64, f64);

const NEVER: Interval = (f64::INFINITY, f64::NEG_INFINITY);
const ALWAYS: Interval = (f64::NEG_INFINITY, f64::INFINITY);

/// Where a line is within `half` of zero on one axis.
#[inline]
fn slab(start: f64, along: f64, half: f64) -> Interval {
    if along == 0.0 {
        return if start.abs() <= half { ALWAYS } else { NEVER };
    }
    let inverse = 1.0 / along;
    let (one, two) = ((-half - start) * inverse, (half - start) * inverse);
    if one < two { (one, two) } else { (two, one) }
}

/// Where a line is within `radius` of the z axis.
#[inline]
fn tube(start: &Vector3<f64>, along: &Vector3<f64>, radius: f64) -> Interval {
    let a = along.x * along.x + along.y * along.y;
    let r2 = radius * radius;
    if a < 1e-30 {
        return if start.x * start.x + start.y * start.y <= r2 { ALWAYS } else { NEVER };
    }
    // Distance of the line from the axis by the cross product: it does not cancel for far origins.
    let cross = start.x * along.y - start.y * along.x;
    let room = r2 * a - cross * cross;
    if room < 0.0 {
        return NEVER;
    }
    let middle = -(start.x * along.x + start.y * along.y);
    let half = room.sqrt();
    ((middle - half) / a, (middle + half) / a)
}

#[inline]
fn both(a: Interval, b: Interval) -> Interval {
    (a.0.max(b.0), a.1.min(b.1))
}

/// Entry of an interval into the ray: 0 when the ray starts inside, infinity when it misses.
#[inline]
fn entry(interval: Interval) -> f64 {
    if interval.0 > interval.1 || interval.1 < 0.0 { f64::INFINITY } else { interval.0.max(0.0) }
}

#[inline]
fn sphere(start: &Vector3<f64>, along: &Vector3<f64>, radius: f64) -> f64 {
    if start.norm_squared() <= radius * radius {
        return 0.0;
    }
    let closest = -start.dot(along);
    if closest < 0.0 {
        return f64::INFINITY;
    }
    let room = radius * radius - (start + along * closest).norm_squared();
    if room < 0.0 { f64::INFINITY } else { (closest - room.sqrt()).max(0.0) }
}

fn capsule(start: &Vector3<f64>, along: &Vector3<f64>, radius: f64, half: f64) -> f64 {
    let end = Vector3::new(0.0, 0.0, half);
    let ends = sphere(&(start - end), along, radius).min(sphere(&(start + end), along, radius));
    // Convex union: the first of the three pieces to be entered is the entry of the whole.
    ends.min(entry(both(tube(start, along, radius), slab(start.z, along.z, half))))
}

#[inline]
fn cylinder(start: &Vector3<f64>, along: &Vector3<f64>, dims: &Vector3<f64>) -> f64 {
    entry(both(tube(start, along, dims.x), slab(start.z, along.z, dims.y)))
}

/// A primitive as rays from one point see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    placed: &'a Placed,
    /// The rays' origin: relative to the centre, and in the shape's own axes where its test wants them.
    start: Vector3<f64>,
}

impl<'a> Target<'a> {
    #[inline]
    pub fn new(placed: &'a Placed, origin: &Vector3<f64>) -> Self {
        let start = origin - placed.centre;
        let start = match placed.kind {
            Kind::Box | Kind::Cylinder | Kind::Capsule => placed.in_shape(&start),
            _ => start,
        };
        Self { placed, start }
    }

    /// Distance along a unit direction; 0 from inside, infinity for a miss.
    #[inline]
    pub fn distance(&self, direction: &Vector3<f64>) -> f64 {
        let Self { placed, start } = self;
        match placed.kind {
            Kind::UprightCylinder => cylinder(start, direction, &placed.dims),
            Kind::Sphere => sphere(start, direction, placed.dims.x),
            Kind::Box => {
                let along = placed.in_shape(direction);
                let half = &placed.dims;
                let xy = both(slab(start.x, along.x, half.x), slab(start.y, along.y, half.y));
                entry(both(xy, slab(start.z, along.z, half.z)))
            }
            Kind::Cylinder => cylinder(start, &placed.in_shape(direction), &placed.dims),
            Kind::Capsule => capsule(start, &placed.in_shape(direction), placed.dims.x, placed.dims.y),
            Kind::HalfSpace => {
                let normal = placed.axis();
                let height = start.dot(&normal);
                let fall = -direction.dot(&normal);
                if height <= 0.0 {
                    0.0
                } else if fall > 0.0 {
                    height / fall
                } else {
                    f64::INFINITY
                }
            }
            Kind::Other => f64::INFINITY,
        }
    }
}

/// Outward normal (world) of a primitive at a point that a ray has reached on its surface.
pub(crate) fn normal(placed: &Placed, point: &Vector3<f64>) -> Vector3<f64> {
    let local = placed.in_shape(&(point - placed.centre));
    let (radius, half) = (placed.dims.x, placed.dims.y);
    let outward = match placed.kind {
        Kind::Box => {
            let over = local.abs() - placed.dims;
            let axis = over.imax();
            let mut normal = Vector3::zeros();
            normal[axis] = 1.0_f64.copysign(local[axis]);
            normal
        }
        Kind::Cylinder | Kind::UprightCylinder => {
            if local.z.abs() - half > local.xy().norm() - radius {
                Vector3::new(0.0, 0.0, local.z)
            } else {
                Vector3::new(local.x, local.y, 0.0)
            }
        }
        Kind::Capsule => local - Vector3::new(0.0, 0.0, local.z.clamp(-half, half)),
        Kind::Sphere => local,
        Kind::HalfSpace | Kind::Other => Vector3::z(),
    };
    placed.rotation * outward.try_normalize(1e-300).unwrap_or_else(Vector3::z)
}
