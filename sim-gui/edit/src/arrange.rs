//! Aligning and distributing things.

use nalgebra::Vector3;

use crate::edit::{Alignment, Axis};

/// Minimum and maximum corner of a thing's bounding box, m.
pub type Bounds = [Vector3<f64>; 2];

fn center(bounds: &Bounds, axis: usize) -> f64 {
    (bounds[0][axis] + bounds[1][axis]) / 2.0
}

/// Displacement of each thing along an axis, m, that aligns their minimum sides, centers or maximum sides.
pub fn align(things: &[Bounds], axis: Axis, to: Alignment) -> Vec<f64> {
    let axis = axis as usize;
    let min = things.iter().map(|bounds| bounds[0][axis]).fold(f64::INFINITY, f64::min);
    let max = things.iter().map(|bounds| bounds[1][axis]).fold(f64::NEG_INFINITY, f64::max);
    let shift = |bounds: &Bounds| match to {
        Alignment::Min => min - bounds[0][axis],
        Alignment::Center => (min + max) / 2.0 - center(bounds, axis),
        Alignment::Max => max - bounds[1][axis],
    };
    things.iter().map(shift).collect()
}

/// Displacement of each thing along an axis, m, that makes the distances between adjacent centers equal. The outermost things
/// stay.
pub fn distribute(things: &[Bounds], axis: Axis) -> Vec<f64> {
    let at = |number: usize| center(&things[number], axis as usize);
    let mut order: Vec<usize> = (0..things.len()).collect();
    order.sort_by(|a, b| at(*a).total_cmp(&at(*b)));
    let mut shifts = vec![0.0; things.len()];
    if let [first, .., last] = order[..] {
        let step = (at(last) - at(first)) / (order.len() - 1) as f64;
        for (place, number) in order.into_iter().enumerate() {
            shifts[number] = at(first) + step * place as f64 - at(number);
        }
    }
    shifts
}
