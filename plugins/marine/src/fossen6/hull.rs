//! The submerged part of a hull.

use sim_abi::prelude::*;

/// How the displaced volume grows while a body dips in.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Surface {
    /// Linearly with height from the lowest to the highest corner; buoyancy acts at the same point as when fully
    /// submerged.
    #[default]
    Linear,
    /// By the submerged part of the box; buoyancy acts at its center.
    Exact,
}

/// A box around the body's origin.
#[derive(Clone, Copy, Debug)]
pub struct Hull {
    size: Vec3,
    surface: Surface,
    /// Distance from the middle to a corner, m.
    reach: f64,
}

/// The submerged part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wet {
    /// Fraction of the volume, 0 … 1.
    pub share: f64,
    /// Offset of its center from that of the full volume, body axes, m.
    pub shift: Vec3,
}

impl Wet {
    const FULL: Self = Self { share: 1.0, shift: Vec3::new(0.0, 0.0, 0.0) };
    const NOTHING: Self = Self { share: 0.0, shift: Vec3::new(0.0, 0.0, 0.0) };
}

impl Hull {
    /// A box with this length, width and height, m.
    pub fn new(size: [f64; 3], surface: Surface) -> Self {
        let size = Vec3::from(size);
        Self { size, surface, reach: 0.5 * size.norm() }
    }

    /// Volume of the box, m³.
    pub fn volume(&self) -> f64 {
        self.size.product()
    }

    /// Returns the submerged part, given the up direction in body axes `up` and the height of the middle above the
    /// surface, m. Continuous in both.
    #[inline]
    pub fn wet(&self, up: &Vec3, height: f64) -> Wet {
        if height <= -self.reach { Wet::FULL } else { self.dipping(up, height) }
    }

    fn dipping(&self, up: &Vec3, height: f64) -> Wet {
        let extents = self.size.component_mul(&up.abs());
        let tall = extents.sum();
        let level = 0.5 - height / tall;
        if level >= 1.0 {
            return Wet::FULL;
        }
        if level <= 0.0 {
            return Wet::NOTHING;
        }
        match self.surface {
            Surface::Linear => Wet { share: level, shift: Vec3::zeros() },
            Surface::Exact => {
                let (share, center) = clipped_cube(&(extents / tall), level);
                let shift = (center - Vec3::repeat(0.5)).component_mul(&self.size);
                Wet { share, shift: shift.zip_map(up, |along, up| if up < 0.0 { -along } else { along }) }
            }
        }
    }
}

/// Volume and center of the part of the unit cube where `slopes·t ≤ level`, for nonnegative slopes with a sum of 1 and
/// a level between 0 and 1.
///
/// The sum of the pyramids formed by the clipped faces and the point of the plane on the cube's diagonal. All of them
/// are nonnegative, so nothing cancels, however flat the plane.
fn clipped_cube(slopes: &Vec3, level: f64) -> (f64, Vec3) {
    let apex = Vec3::repeat(level);
    let (mut volume, mut moment) = (0.0, Vec3::zeros());
    for axis in 0..3 {
        let [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
        for (side, distance) in [(0.0, level), (1.0, 1.0 - level)] {
            let (area, [cp, cq]) = clipped_square([slopes[p], slopes[q]], level - side * slopes[axis]);
            let mut base = Vec3::zeros();
            (base[axis], base[p], base[q]) = (side, cp, cq);
            let pyramid = area * distance / 3.0;
            volume += pyramid;
            moment += (base * 0.75 + apex * 0.25) * pyramid;
        }
    }
    // The volume of the smallest corners underflows.
    if volume > 0.0 { (volume, moment / volume) } else { (0.0, Vec3::zeros()) }
}

/// Area and center of the part of the unit square where `slopes·t ≤ level`.
fn clipped_square(slopes: [f64; 2], level: f64) -> (f64, [f64; 2]) {
    if level <= 0.0 {
        return (0.0, [0.0; 2]);
    }
    if level >= slopes[0] + slopes[1] {
        return (1.0, [0.5; 2]);
    }
    const CORNERS: [[f64; 2]; 5] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
    let depths = CORNERS.map(|[p, q]| level - slopes[0] * p - slopes[1] * q);
    let (mut area, mut moment) = (0.0, [0.0; 2]);
    let mut last = CORNERS[0];
    // Triangles between the first corner, which is always below, and the edges of the clipped polygon.
    let mut edge = |to: [f64; 2]| {
        let triangle = 0.5 * (last[0] * to[1] - last[1] * to[0]);
        area += triangle;
        moment = [0, 1].map(|axis| moment[axis] + triangle * (last[axis] + to[axis]) / 3.0);
        last = to;
    };
    for corner in 0..4 {
        let (from, to) = (depths[corner], depths[corner + 1]);
        if (from < 0.0) != (to < 0.0) {
            let part = from / (from - to);
            edge([0, 1].map(|axis| CORNERS[corner][axis] + part * (CORNERS[corner + 1][axis] - CORNERS[corner][axis])));
        }
        if to >= 0.0 {
            edge(CORNERS[corner + 1]);
        }
    }
    if area > 0.0 { (area, moment.map(|sum| sum / area)) } else { (0.0, [0.0; 2]) }
}
