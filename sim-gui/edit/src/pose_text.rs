//! Writing poses into elements, in the notation of their current poses.

use nalgebra::{Isometry3, Vector3};
use sim_core::scene::text::{Kind, Node};

use crate::node::{number, remove, rounded, rounded_angle, set, tuple};

/// Tolerance below which positions (m) or angles (rad) are equal.
pub(crate) const STILL: f64 = 1e-9;

/// Rounding of lengths and angles when a pose is written.
#[derive(Clone, Copy)]
pub(crate) struct Digits {
    length: fn(f64) -> f64,
    angle: fn(f64) -> f64,
}

/// For pointer input: rounded to 1e-6.
const SHORT: Digits = Digits { length: rounded, angle: rounded_angle };

/// For computed poses: as many digits as needed to preserve them.
pub(crate) const WHOLE: Digits =
    Digits { length: |value| whole(value, rounded(value)), angle: |value| whole(value, rounded_angle(value)) };

/// The rounded value if it differs from the exact one only by floating-point error.
fn whole(value: f64, short: f64) -> f64 {
    if (value - short).abs() < STILL / 10.0 { short } else { (value * 1e12).round() / 1e12 }
}

/// Writes a pose into an element in the notation of its current pose. Both poses are in the frame of the element's parent.
pub(crate) fn write_pose(item: &mut Node, order: &[&str], old: &Isometry3<f64>, new: &Isometry3<f64>) {
    write_pose_with(SHORT, item, order, old, new);
}

pub(crate) fn write_pose_with(
    digits: Digits,
    item: &mut Node,
    order: &[&str],
    old: &Isometry3<f64>,
    new: &Isometry3<f64>,
) {
    let place = new.translation.vector;
    if (place - old.translation.vector).amax() > STILL {
        write_place(item, order, place.map(digits.length));
    }
    if old.rotation.angle_to(&new.rotation) > STILL {
        write_rotation(digits, item, order, old, new);
    }
}

fn write_place(item: &mut Node, order: &[&str], place: Vector3<f64>) {
    let parts: [f64; 3] = place.into();
    let written = item.get("at").and_then(Node::items).map(<[Node]>::to_vec);
    let count = match &written {
        Some(items) if items.len() == 3 => 3,
        _ if parts[2] != 0.0 => 3,
        _ => 2,
    };
    let mut at = tuple(&parts[..count]);
    if let (Some(old), Kind::List { items, .. }) = (written, &mut at.kind) {
        for (new, old) in items.iter_mut().zip(old) {
            if matches!((&new.kind, &old.kind), (Kind::Number(a), Kind::Number(b)) if a.as_f64() == b.as_f64()) {
                new.kind = old.kind;
            }
        }
    }
    set(item, "at", at, order);
}

fn write_rotation(digits: Digits, item: &mut Node, order: &[&str], old: &Isometry3<f64>, new: &Isometry3<f64>) {
    let angles = |pose: &Isometry3<f64>| {
        let (roll, pitch, yaw) = pose.rotation.euler_angles();
        [roll, pitch, yaw].map(digits.angle)
    };
    let is_flat = |angles: [f64; 3]| angles[0] == 0.0 && angles[1] == 0.0;
    let angles_now = angles(new);
    // Keep a yaw-only rotation that is written with three angles.
    let with_three = item.get("rpy").is_some() && is_flat(angles(old)) && angles_now[2] != 0.0;
    if !is_flat(angles_now) || with_three {
        remove(item, "yaw");
        set(item, "rpy", tuple(&angles_now), order);
        return;
    }
    remove(item, "rpy");
    if angles_now[2] == 0.0 {
        remove(item, "yaw");
    } else {
        set(item, "yaw", number(angles_now[2]), order);
    }
}
