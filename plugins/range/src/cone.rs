//! Rays of a sensor with an aperture: a cone about its x axis.

use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

/// Number of rays, full angle (rad), width of the weights.
type Key = (u32, f64, f64);

/// Unit directions of rays spread over a cone with this full angle (rad), and the weight of each, exp(−(angle /
/// (aperture · width))²), normalized to a sum of 1.
///
/// One ray lies on the axis. Two or three lie on the edge; with more, one is on the axis and the others on rings around
/// it, with six more rays on each further ring. Without an aperture, there is one ray.
pub fn rays(count: u32, aperture: f64, width: f64) -> (Arc<[Vec3]>, Arc<[f64]>) {
    static DIRECTIONS: Shared<Key, [Vec3]> = Shared::new();
    static WEIGHTS: Shared<Key, [f64]> = Shared::new();
    let key = (if aperture > 0.0 { count } else { 1 }, aperture, width);
    let directions = DIRECTIONS.get(key, || directions(key.0, aperture).into());
    let weights = WEIGHTS.get(key, || weights(&directions, aperture * width).into());
    (directions, weights)
}

fn directions(count: u32, aperture: f64) -> Vec<Vec3> {
    let mut directions = Vec::with_capacity(count as usize);
    if !(2..=3).contains(&count) {
        directions.push(Vec3::x());
    }
    let mut left = count - directions.len() as u32;
    // Rings of 6, 12, 18 … rays; the outermost takes the rest.
    let rings = (1..).find(|rings| 3 * rings * (rings + 1) >= left).unwrap_or(1);
    for ring in 1..=rings {
        let own = left.min(6 * ring);
        left -= own;
        let angle = 0.5 * aperture * f64::from(ring) / f64::from(rings);
        // An even number starts at the left, an odd one at the top, so the layout is symmetric.
        let first = if own.is_multiple_of(2) { 0.0 } else { FRAC_PI_2 };
        directions.extend((0..own).map(|index| {
            let around = first + TAU * f64::from(index) / f64::from(own);
            let (out, ahead) = (math::sin(angle), math::cos(angle));
            Vec3::new(ahead, out * math::cos(around), out * math::sin(around))
        }));
    }
    directions
}

fn weights(directions: &[Vec3], width: f64) -> Vec<f64> {
    if directions.len() == 1 {
        return vec![1.0];
    }
    let weight = |direction: &Vec3| {
        let angle = math::atan2(math::hypot(direction.y, direction.z), direction.x);
        math::exp(-math::powi(angle / width, 2))
    };
    let weights: Vec<f64> = directions.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    match sum > 0.0 {
        true => weights.iter().map(|weight| weight / sum).collect(),
        // The weights of all rays underflow, which excludes a ray on the axis (its weight would be 1): use equal
        // weights.
        false => vec![1.0 / directions.len() as f64; directions.len()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn rays_fill_the_cone_alike_on_both_sides() {
        for count in 1..=40 {
            let (directions, weights) = rays(count, 1.0, 1.0);
            assert_eq!((directions.len(), weights.len()), (count as usize, count as usize));
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{count}");
            let widest = directions.iter().map(|direction| direction.x.acos()).fold(0.0, f64::max);
            assert!((widest - if count == 1 { 0.0 } else { 0.5 }).abs() < 1e-9, "{count}: {widest}");
            let left: f64 = directions.iter().map(|direction| direction.y).sum();
            assert!(left.abs() < 1e-9, "{count}: {left}");
            let apart = |(one, a): (usize, &Vec3)| directions[..one].iter().all(|b| (a - b).norm() > 0.05);
            assert!(directions.iter().enumerate().all(apart), "{count}: {directions:?}");
        }
        let (two, _) = rays(2, 1.0, 1.0);
        assert!(two[0].y > 0.4 && two[1].y < -0.4, "{two:?}");
        assert_eq!(rays(9, 0.0, 1.0).0.len(), 1, "no aperture, one ray");
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn a_narrow_weight_leaves_the_ray_on_the_axis_alone() {
        let (_, weights) = rays(7, 1.0, 1e-3);
        assert_eq!(&weights[..2], [1.0, 0.0]);
        assert_eq!(*rays(3, 1.0, 1e-3).1, [1.0 / 3.0; 3]);
        let (directions, weights) = rays(19, 1.0, 0.5);
        let by_angle = directions.iter().zip(&*weights).map(|(direction, weight)| (direction.x, *weight));
        let (near, far): (Vec<_>, Vec<_>) = by_angle.partition(|(x, _)| *x > 0.3_f64.cos());
        assert_eq!((near.len(), far.len()), (7, 12));
        assert!(near.iter().all(|(_, weight)| far.iter().all(|(_, other)| weight > other)));
    }
}
