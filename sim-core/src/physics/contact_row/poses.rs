//! Poses after the velocities: they follow what contacts have changed, then bodies move out of each other.

use super::super::body::Body;
use super::{Mass, Row, SolverConfig, movable, wheel};

/// Moves the poses of a group: first by what the velocities have changed, then out of each other.
pub(in super::super) fn correct_poses(
    rows: &mut [Row],
    bodies: &[Body],
    mass: &mut [Mass],
    dt: f64,
    config: &SolverConfig,
) {
    /// Passes over wheels alone at the end.
    const SWEEPS: usize = 2;
    // One share of friction for all: alone it would not balance.
    let (whole, lasting) = rows
        .iter()
        .fold((0.0, 0.0), |(whole, lasting), row| (whole + row.impulse[0], lasting + row.impulse[0].min(row.expected)));
    let share = if lasting < whole { lasting / whole } else { 1.0 };
    for row in rows.iter_mut() {
        hold_back(row, bodies, mass, dt, share);
    }
    if settle_poses(rows, mass, config) {
        // What is left of one wheel's correction by the next would add up.
        for _ in 0..SWEEPS {
            for row in rows.iter_mut().filter(|row| row.wheel.is_some()) {
                solve_position(row, mass, config);
            }
        }
        return;
    }
    let mut is_released = false;
    for row in rows.iter_mut().filter(|row| row.wheel.is_some()) {
        is_released |= std::mem::take(&mut row.rests);
    }
    if is_released {
        settle_poses(rows, mass, config);
    }
}

/// Passes over the poses of a group. Returns whether they get anywhere: bodies that wheels hold may have no room.
fn settle_poses(rows: &mut [Row], mass: &mut [Mass], config: &SolverConfig) -> bool {
    /// Least progress of the second half of the passes, as the share of the largest change in a pass that is left.
    const STUCK: f64 = 0.9;
    let (mut halfway, mut last) = (f64::INFINITY, 0.0);
    for pass in 0..config.position_iterations {
        let mut most = 0.0_f64;
        for row in rows.iter_mut() {
            most = most.max(solve_position(row, mass, config));
        }
        if most < config.position_tolerance {
            return true;
        }
        if pass == config.position_iterations / 2 {
            halfway = most;
        }
        last = most;
    }
    last < STUCK * halfway
}

/// Takes back the motion of this step that the contact has undone in the velocity.
///
/// Poses were advanced with the velocities before the contacts; without this a resting body would creep down a slope
/// by g·sin·dt² per step, and a stack would have to be lifted in every step by what it has fallen. That is only for what rests or has
/// pressed before: an impact ends at the surface. Along the normal it is only where the correction of poses starts.
fn hold_back(row: &mut Row, bodies: &[Body], mass: &mut [Mass], dt: f64, share: f64) {
    row.rests = match (row.slip, &row.wheel) {
        (None, _) => false,
        (Some(_), Some(wheel)) => wheel::holds(row, wheel, bodies),
        (Some(_), None) => {
            row.impulse[0] > 0.0 && {
                let [a, b] = [row.a, row.b].map(|body| [bodies[body].linear_velocity, bodies[body].angular_velocity]);
                row.is_at_rest(&row.at_point(&a, &b), &(a[1] - b[1]))
            }
        }
    };
    let parts = [bodies[row.a].advance, bodies[row.b].advance].map(|part| part * dt);
    let both = match (movable(&bodies[row.a]), movable(&bodies[row.b])) {
        (true, true) => parts[0].min(parts[1]),
        (true, false) => parts[0],
        (false, _) => parts[1],
    };
    row.push = row.impulse[0].min(row.expected) * both;
    shift(row, mass, 0, [row.push; 2]);
    for axis in [1, 2] {
        shift(row, mass, axis, parts.map(|part| row.impulse[axis] * share * part));
    }
}

/// Corrects the poses at one contact: takes away a share of the overlap, or of what a gap lacks, that is left beyond the slop, gives back
/// what was pushed too far, and moves the bodies of a contact that static friction holds back to their anchor, so that no drift is left to
/// add up. Returns by how much the contact has moved, m.
fn solve_position(row: &mut Row, mass: &mut [Mass], config: &SolverConfig) -> f64 {
    if row.wheel.is_some() && !row.rests {
        return 0.0;
    }
    // Smaller corrections are omitted. They do not accumulate, since each step measures overlap and slip again; wheels have no anchor.
    let least = if row.wheel.is_some() { 0.0 } else { 0.01 * config.position_tolerance };
    let mut most = 0.0_f64;
    let mut move_along = |row: &Row, mass: &mut [Mass], axis: usize, change: f64| {
        shift(row, mass, axis, [change * row.gain[axis]; 2]);
        most = most.max(change.abs());
    };
    let excess = row.depth - displacement(row, mass, 0) - config.slop;
    if excess > least || row.push > 0.0 {
        let wanted = (excess * config.correction).min(config.max_correction);
        let change = wanted.max(-row.push / row.gain[0]);
        if change.abs() > least {
            row.push += change * row.gain[0];
            move_along(row, mass, 0, change);
        }
    }
    if let Some(slip) = row.slip.filter(|_| row.rests) {
        for axis in [1, 2] {
            let offset = slip[axis - 1] + displacement(row, mass, axis);
            if row.gain[axis] > 0.0 && offset.abs() > least {
                move_along(row, mass, axis, -offset);
            }
        }
    }
    most
}

/// By how much `a` has been moved against `b` at a contact along its normal (0) or a tangent (1, 2), m.
#[inline]
fn displacement(row: &Row, mass: &[Mass], axis: usize) -> f64 {
    let (a, b, lever) = (&mass[row.a], &mass[row.b], &row.levers[axis]);
    row.directions()[axis].dot(&(a.shift - b.shift)) + lever.torque[0].dot(&a.turn) - lever.torque[1].dot(&b.turn)
}

/// Displaces `a` by what an impulse along the normal (0) or a tangent (1, 2) would do to its velocity, and `b` by the opposite of what the
/// other one would do.
#[inline]
fn shift(row: &Row, mass: &mut [Mass], axis: usize, [on_a, on_b]: [f64; 2]) {
    let (direction, lever) = (row.directions()[axis], &row.levers[axis]);
    for (id, turn, push) in [(row.a, &lever.turn[0], on_a), (row.b, &lever.turn[1], -on_b)] {
        let mass = &mut mass[id];
        if mass.moves {
            mass.shift += mass.linear.component_mul(&direction) * push;
            mass.turn += turn * push;
        }
    }
}
