//! Exact rays (f64) against the analytic shapes, one or eight at a time.
//!
//! A convex shape is an intersection of slabs and tubes; a ray crosses each in an interval, and the shape in the intersection of those
//! intervals (Ericson, "Real-Time Collision Detection", 5.3).

use nalgebra::{Matrix3, Vector3};

use super::lanes::Real;
use super::placed::{Kind, PlacedCollider};

/// The nearest hit so far: distance and slot, ties to the lower slot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Best {
    pub distance: f64,
    pub slot: u32,
}

impl Best {
    pub const NO_SLOT: u32 = u32::MAX;

    pub fn up_to(max: f64) -> Self {
        Self { distance: max, slot: Self::NO_SLOT }
    }

    #[inline]
    pub fn take(&mut self, distance: f64, slot: u32) {
        if distance < self.distance || distance == self.distance && slot < self.slot {
            (self.distance, self.slot) = (distance, slot);
        }
    }

    pub fn is_hit(&self) -> bool {
        self.slot != Self::NO_SLOT
    }
}

/// Directions, component by component.
pub(crate) type Along<R> = [R; 3];

/// Interval in which a line is inside something.
type Interval<R> = (R, R);

/// A component of a direction or its square below which a line counts as parallel; far below any rounding, and large enough that a division
/// by it does not overflow.
const PARALLEL: f64 = 1e-300;
const PARALLEL_SQUARE: f64 = 1e-30;

/// The interval of a parallel line: everything or nothing.
#[inline(always)]
fn whole<R: Real>(like: R, inside: bool) -> Interval<R> {
    let half = if inside { f64::INFINITY } else { f64::NEG_INFINITY };
    (like.constant(-half), like.constant(half))
}

#[inline(always)]
fn choose<R: Real>(mask: R::Mask, yes: Interval<R>, no: Interval<R>) -> Interval<R> {
    (R::choose(mask, yes.0, no.0), R::choose(mask, yes.1, no.1))
}

/// Interval in which a line is within `half` of zero on one axis.
#[inline(always)]
fn slab<R: Real>(start: f64, along: R, half: f64) -> Interval<R> {
    let parallel = is_parallel(along);
    if R::all(parallel) {
        return whole(along, start.abs() <= half);
    }
    let inverse = along.constant(1.0) / along;
    let (one, two) = (inverse * along.constant(-half - start), inverse * along.constant(half - start));
    choose(parallel, whole(along, start.abs() <= half), (one.lesser(two), one.greater(two)))
}

#[inline(always)]
fn is_parallel<R: Real>(along: R) -> R::Mask {
    along.abs().below(along.constant(PARALLEL))
}

/// Intersection of a line with a tube: the center of the interval and half of its length, both multiplied by `scale`.
struct Crossing<R: Real> {
    middle: R,
    half: R,
    scale: R,
    missed: R::Mask,
    /// The line is parallel to the tube.
    parallel: R::Mask,
    inside: bool,
}

/// Intersections of lines with the tube of a radius about the z axis; `None` if all miss it.
#[inline(always)]
fn crossing<R: Real>(start: &Vector3<f64>, along: &Along<R>, radius: f64) -> Option<Crossing<R>> {
    let [x, y, _] = *along;
    let r2 = radius * radius;
    let scale = x * x + y * y;
    // Distance of the line from the axis by the cross product, without cancellation for far origins.
    let cross = y * x.constant(start.x) - x * x.constant(start.y);
    let room = scale * x.constant(r2) - cross * cross;
    let missed = room.below(x.constant(0.0));
    if R::all(missed) {
        return None;
    }
    let middle = -(x * x.constant(start.x) + y * x.constant(start.y));
    let parallel = scale.below(x.constant(PARALLEL_SQUARE));
    let inside = start.x * start.x + start.y * start.y <= r2;
    Some(Crossing { middle, half: room.sqrt(), scale, missed, parallel, inside })
}

impl<R: Real> Crossing<R> {
    /// Intervals in which the lines are inside the tube.
    #[inline(always)]
    fn interval(self) -> Interval<R> {
        let Self { middle, half, scale, missed, parallel, inside } = self;
        let crossed = ((middle - half) / scale, (middle + half) / scale);
        choose(parallel, whole(middle, inside), choose(missed, whole(middle, false), crossed))
    }

    /// Entry into the tube, for lines not parallel to it: half of the divisions.
    #[inline(always)]
    fn entry(self) -> R {
        let Self { middle, half, scale, missed, .. } = self;
        let zero = middle.constant(0.0);
        let missed = R::either(missed, (middle + half).below(zero));
        R::choose(missed, middle.constant(f64::INFINITY), ((middle - half) / scale).greater(zero))
    }
}

#[inline(always)]
fn both<R: Real>(a: Interval<R>, b: Interval<R>) -> Interval<R> {
    (a.0.greater(b.0), a.1.lesser(b.1))
}

/// Entry of an interval into the ray: 0 if the ray starts inside, infinity if it misses.
#[inline(always)]
fn entry<R: Real>((enter, leave): Interval<R>) -> R {
    let missed = R::either(leave.below(enter), leave.below(leave.constant(0.0)));
    R::choose(missed, enter.constant(f64::INFINITY), enter.greater(enter.constant(0.0)))
}

#[inline(always)]
fn sphere<R: Real>(start: &Vector3<f64>, along: &Along<R>, radius: f64) -> R {
    let [x, y, z] = *along;
    if start.norm_squared() <= radius * radius {
        return x.constant(0.0);
    }
    let closest = -dot(along, start);
    let (x, y, z) =
        (x.constant(start.x) + x * closest, y.constant(start.y) + y * closest, z.constant(start.z) + z * closest);
    let room = x.constant(radius * radius) - (x * x + y * y + z * z);
    let missed = R::either(closest.below(x.constant(0.0)), room.below(x.constant(0.0)));
    R::choose(missed, x.constant(f64::INFINITY), (closest - room.sqrt()).greater(x.constant(0.0)))
}

#[inline(always)]
fn capsule<R: Real>(start: &Vector3<f64>, along: &Along<R>, radius: f64, half: f64) -> R {
    let end = Vector3::new(0.0, 0.0, half);
    let ends = sphere(&(start - end), along, radius).lesser(sphere(&(start + end), along, radius));
    // Convex union: the first entry into one of the three pieces is the entry into the whole.
    ends.lesser(cylinder(start, along, &Vector3::new(radius, half, 0.0)))
}

#[inline(always)]
fn cylinder<R: Real>(start: &Vector3<f64>, along: &Along<R>, dims: &Vector3<f64>) -> R {
    let never = along[2].constant(f64::INFINITY);
    let Some(crossing) = crossing(start, along, dims.x) else { return never };
    if R::all(is_parallel(along[2])) {
        // They do not cross the caps.
        return if start.z.abs() <= dims.y { crossing.entry() } else { never };
    }
    entry(both(crossing.interval(), slab(start.z, along[2], dims.y)))
}

#[inline(always)]
fn cuboid<R: Real>(start: &Vector3<f64>, along: &Along<R>, half: &Vector3<f64>) -> R {
    let xy = both(slab(start.x, along[0], half.x), slab(start.y, along[1], half.y));
    entry(both(xy, slab(start.z, along[2], half.z)))
}

#[inline(always)]
pub(super) fn half_space<R: Real>(start: &Vector3<f64>, along: &Along<R>, normal: &Vector3<f64>) -> R {
    let height = start.dot(normal);
    let fall = -dot(along, normal);
    if height <= 0.0 {
        return fall.constant(0.0);
    }
    R::choose(fall.constant(0.0).below(fall), fall.constant(height) / fall, fall.constant(f64::INFINITY))
}

#[inline(always)]
pub(super) fn dot<R: Real>(along: &Along<R>, v: &Vector3<f64>) -> R {
    let [x, y, z] = *along;
    x * x.constant(v.x) + y * y.constant(v.y) + z * z.constant(v.z)
}

/// Directions in the axes of a shape.
#[inline(always)]
fn turned<R: Real>(along: &Along<R>, world_from_shape: &Matrix3<f64>) -> Along<R> {
    // No `map`: vectors must not leave the function that is compiled for their instruction set.
    let axis = |column: usize| world_from_shape.column(column).into_owned();
    [dot(along, &axis(0)), dot(along, &axis(1)), dot(along, &axis(2))]
}

/// A primitive prepared for rays from one point.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    placed: &'a PlacedCollider,
    /// The rays' origin: relative to the center, and in the shape's own axes if its test requires them.
    start: Vector3<f64>,
}

impl<'a> Target<'a> {
    #[inline]
    pub fn new(placed: &'a PlacedCollider, origin: &Vector3<f64>) -> Self {
        let start = origin - placed.center;
        let start = match placed.kind {
            Kind::Box | Kind::Cylinder | Kind::Capsule => placed.in_shape(&start),
            _ => start,
        };
        Self { placed, start }
    }

    /// Whether it is out of range (m) for all rays from the origin; it must be a box.
    #[inline(always)]
    pub fn box_is_beyond(&self, reach: f64) -> bool {
        let Self { placed, start } = self;
        let over = |along: f64, half: f64| if along.abs() > half { along.abs() - half } else { 0.0 };
        let [x, y, z] = [0, 1, 2].map(|axis| over(start[axis], placed.dims[axis]));
        // More than the rounding of a distance along a ray.
        let reach = reach * (1.0 + 1e-9) + 1e-12;
        x * x + y * y + z * z > reach * reach
    }

    /// Distance along unit directions; 0 from inside, infinity for a miss.
    #[inline(always)]
    pub fn distance<R: Real>(&self, along: &Along<R>) -> R {
        let Self { placed, start } = self;
        match placed.kind {
            Kind::UprightCylinder => cylinder(start, along, &placed.dims),
            Kind::Sphere => sphere(start, along, placed.dims.x),
            Kind::Box => cuboid(start, &turned(along, &placed.rotation), &placed.dims),
            Kind::Cylinder => cylinder(start, &turned(along, &placed.rotation), &placed.dims),
            Kind::Capsule => capsule(start, &turned(along, &placed.rotation), placed.dims.x, placed.dims.y),
            Kind::HalfSpace => half_space(start, along, &placed.axis()),
            Kind::Other => along[0].constant(f64::INFINITY),
        }
    }
}

/// Outward normal (world) of a primitive at a hit point on its surface.
pub(crate) fn normal(placed: &PlacedCollider, point: &Vector3<f64>) -> Vector3<f64> {
    let local = placed.in_shape(&(point - placed.center));
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
