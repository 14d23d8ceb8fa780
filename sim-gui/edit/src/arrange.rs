//! Lining things up, and making the distances between them equal.

use nalgebra::Vector3;

use crate::edit::{Alignment, Axis};

/// Lowest and highest corner of the box around a thing, m.
pub type Bounds = [Vector3<f64>; 2];

fn centre(bounds: &Bounds, axis: usize) -> f64 {
    (bounds[0][axis] + bounds[1][axis]) / 2.0
}

/// How far each thing moves along an axis, m, so that their nearest, middle or farthest sides are lined up.
pub fn align(things: &[Bounds], axis: Axis, to: Alignment) -> Vec<f64> {
    let axis = axis as usize;
    let min = things.iter().map(|bounds| bounds[0][axis]).fold(f64::INFINITY, f64::min);
    let max = things.iter().map(|bounds| bounds[1][axis]).fold(f64::NEG_INFINITY, f64::max);
    let shift = |bounds: &Bounds| match to {
        Alignment::Min => min - bounds[0][axis],
        Alignment::Centre => (min + max) / 2.0 - centre(bounds, axis),
        Alignment::Max => max - bounds[1][axis],
    };
    things.iter().map(shift).collect()
}

/// How far each thing moves along an axis, m, so that the distances between neighbours' centres are equal; the outermost ones
/// stay.
pub fn distribute(things: &[Bounds], axis: Axis) -> Vec<f64> {
    let at = |number: usize| centre(&things[number], axis as usize);
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
