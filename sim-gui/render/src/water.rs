//! Bodies of water: attenuation and surfaces.
//!
//! Light through water loses red first and takes on the color of the water, increasingly with the path length (Beer–Lambert). A
//! surface reflects the sky more at grazing angles (Schlick, "An Inexpensive BRDF Model", 1994). The shader computes the same.

use crate::light::Light;
use crate::scenery::{Scenery, Water, encoded, linear};
use nalgebra::{Point3, Vector3};

/// Maximum number of bodies of water; further ones are ignored.
pub(crate) const WATERS: usize = 8;
/// Attenuation of red, green and blue in water, 1/m: that of clear water, so that the bottom of a deep pool is visible.
const LOSS: [f32; 3] = [0.2, 0.06, 0.04];
/// Color of deep water in white light, linear.
const DEEP: [f32; 3] = [0.02, 0.16, 0.23];
/// Half the edge length of an infinite surface, m.
pub(crate) const ENDLESS: f64 = 5000.0;
/// Distance of the sky, m.
pub(crate) const SKY: f64 = 2000.0;
/// Reflectance at normal incidence.
const STRAIGHT: f32 = 0.02;
/// Opacity of a surface without reflection.
const CLEAR: f32 = 0.2;
/// Cosines between which total reflection sets in for a surface seen from below.
const WINDOW: [f32; 2] = [0.6, 0.75];

impl Water {
    /// Half of its length and width, and its depth, m.
    pub(crate) fn extent(&self) -> [f64; 3] {
        self.size.map_or([ENDLESS * 2.0, ENDLESS * 2.0, ENDLESS], |[x, y, z]| [x / 2.0, y / 2.0, z])
    }

    /// Length of the segment between two points that is inside the water, m.
    pub(crate) fn path_length(&self, from: &Point3<f64>, to: &Point3<f64>) -> f64 {
        let (a, b) = (self.pose.inverse_transform_point(from), self.pose.inverse_transform_point(to));
        let [x, y, depth] = self.extent();
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for (axis, [low, high]) in [[-x, x], [-y, y], [-depth, 0.0]].into_iter().enumerate() {
            let (start, change) = (a[axis], b[axis] - a[axis]);
            if change.abs() < 1e-12 {
                if start < low || start > high {
                    return 0.0;
                }
                continue;
            }
            let (one, other) = ((low - start) / change, (high - start) / change);
            (enters, leaves) = (enters.max(one.min(other)), leaves.min(one.max(other)));
        }
        (leaves - enters).max(0.0) * (b - a).norm()
    }

    /// Whether its surface separates two points.
    pub(crate) fn parts(&self, a: &Point3<f64>, b: &Point3<f64>) -> bool {
        let above = |point: &Point3<f64>| self.pose.inverse_transform_point(point).z > 0.0;
        above(a) != above(b)
    }

    /// The parameter at which a ray hits its surface, in lengths of the ray.
    pub(crate) fn hit(&self, start: &Point3<f64>, ray: &Vector3<f64>) -> Option<f64> {
        let (start, ray) = (self.pose.inverse_transform_point(start), self.pose.inverse_transform_vector(ray));
        let distance = -start.z / ray.z;
        let at = start + ray * distance;
        let [x, y, _] = self.extent();
        (distance > 0.0 && distance.is_finite() && at.x.abs() <= x && at.y.abs() <= y).then_some(distance)
    }
}

/// Color of deep water in this light, linear.
pub(crate) fn deep(light: &Light) -> [f32; 3] {
    let height = (light.toward_sun.z as f32).max(0.0);
    std::array::from_fn(|k| DEEP[k] * (light.above[k] + light.sun[k] * height))
}

/// Attenuation of red, green and blue in the water of a scenery, 1/m.
pub(crate) fn loss(scenery: &Scenery) -> [f32; 3] {
    LOSS.map(|loss| loss * scenery.turbidity)
}

/// A color, linear, seen through a path of water, m, with this attenuation and color of deep water.
pub(crate) fn through(color: Vector3<f32>, length: f32, (loss, deep): ([f32; 3], &Vector3<f32>)) -> Vector3<f32> {
    let left = Vector3::from(loss).map(|loss| (-loss * length).exp());
    color.component_mul(&left) + deep.component_mul(&(Vector3::repeat(1.0) - left))
}

/// Encoded color and opacity of a surface; `cosine` is that of the angle between ray and normal, negative from below.
pub(crate) fn surface(cosine: f32, scenery: &Scenery, deep: &Vector3<f32>) -> (Vector3<f32>, f32) {
    let water = (deep * 1.7).map(|part| encoded(part.clamp(0.0, 1.0)));
    if cosine < 0.0 {
        let part = ((-cosine - WINDOW[0]) / (WINDOW[1] - WINDOW[0])).clamp(0.0, 1.0);
        let mirrored = 1.0 - part * part * (3.0 - 2.0 * part);
        return (water, CLEAR + (0.95 - CLEAR) * mirrored);
    }
    let mirrored = STRAIGHT + (1.0 - STRAIGHT) * (1.0 - cosine).powi(5);
    let haze = Vector3::from(scenery.horizon);
    (water.lerp(&haze, mirrored), CLEAR + (0.92 - CLEAR) * mirrored)
}

/// Blends an encoded color over a linear one, as the GPU does.
pub(crate) fn over(below: Vector3<f32>, color: &Vector3<f32>, opacity: f32) -> Vector3<f32> {
    below.map(|part| encoded(part.clamp(0.0, 1.0))).lerp(color, opacity).map(linear)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Isometry3;

    fn pool() -> Water {
        Water { pose: Isometry3::translation(1.0, 0.0, 2.0), size: Some([4.0, 2.0, 1.0]) }
    }

    #[test]
    fn the_path_through_water_ends_at_its_sides() {
        let length = |from: [f64; 3], to: [f64; 3]| pool().path_length(&from.into(), &to.into());
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        close(length([1.0, 0.0, 5.0], [1.0, 0.0, 1.5]), 0.5);
        close(length([1.0, 0.0, 5.0], [1.0, 0.0, -5.0]), 1.0);
        close(length([-9.0, 0.0, 1.5], [9.0, 0.0, 1.5]), 4.0);
        close(length([-9.0, 0.0, 2.5], [9.0, 0.0, 2.5]), 0.0);
        let sea = Water { pose: Isometry3::identity(), size: None };
        close(sea.path_length(&Point3::new(0.0, 0.0, 3.0), &Point3::new(0.0, 4.0, -3.0)), 52.0_f64.sqrt() / 2.0);
    }

    #[test]
    fn a_surface_is_hit_inside_its_edges_and_reflects_at_grazing_angles() {
        let hit = |x: f64| pool().hit(&Point3::new(x, 0.0, 5.0), &-Vector3::z());
        assert_eq!((hit(1.0), hit(3.5)), (Some(3.0), None));
        let (scenery, deep) = (Scenery::default(), Vector3::from(DEEP));
        let opacity = |cosine: f32| surface(cosine, &scenery, &deep).1;
        assert!(opacity(1.0) < 0.25 && opacity(0.05) > 0.6 && opacity(-1.0) < 0.25 && opacity(-0.3) > 0.9);
    }
}
