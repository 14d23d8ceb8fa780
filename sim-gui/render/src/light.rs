//! Scene lighting.

use crate::scenery::Scenery;
use nalgebra::Vector3;

/// Default direction toward the sun, for scenes without lights of their own.
const SUN: [f64; 3] = [0.35, -0.45, 0.85];

/// Sunlight and ambient light.
pub(crate) struct Light {
    /// Unit direction toward the sun.
    pub(crate) toward_sun: Vector3<f64>,
    /// Light of the sun, linear.
    pub(crate) sun: [f32; 3],
    /// Light from above, linear.
    pub(crate) above: [f32; 3],
    /// Light from below, linear.
    pub(crate) below: [f32; 3],
}

impl Light {
    pub(crate) fn of(scenery: &Scenery) -> Self {
        let sum = |list: &mut dyn Iterator<Item = [f32; 3]>| {
            list.fold([0.0; 3], |sum: [f32; 3], color| std::array::from_fn(|k| sum[k] + color[k]))
        };
        let lamps = &scenery.lamps;
        // Lights attached to robots do not replace the default sun.
        let sun = lamps.iter().find(|lamp| lamp.directional);
        let own = lamps.iter().any(|lamp| lamp.directional || lamp.ambient);
        let ambient = sum(&mut lamps.iter().filter(|lamp| lamp.ambient).map(|lamp| lamp.color));
        let toward_sun = sun.map_or_else(|| Vector3::from(SUN), |lamp| -lamp.position);
        Self {
            toward_sun: toward_sun.try_normalize(1e-9).unwrap_or_else(Vector3::z),
            sun: match (sun, own) {
                (Some(lamp), _) => lamp.color,
                (None, true) => [0.0; 3],
                (None, false) => [0.78, 0.75, 0.7],
            },
            above: if own { ambient.map(|part| part + 0.03) } else { [0.36, 0.39, 0.43] },
            below: if own { ambient.map(|part| 0.7 * part + 0.02) } else { [0.2, 0.19, 0.18] },
        }
    }
}
