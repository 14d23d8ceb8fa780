//! Position correction after the velocity solver: poses follow the changes of velocity, then bodies are moved out of each other.

use super::super::body::Body;
use super::{Mass, Row, SolverConfig, movable, wheel};

/// Moves the poses of a group: first by the changes of velocity, then out of each other.
pub(in super::super) fn correct_poses(
    rows: &mut [Row],
    bodies: &[Body],
    mass: &mut [Mass],
    dt: f64,
    config: &SolverConfig,
) {
    /// Final passes over wheels alone.
    const SWEEPS: usize = 2;
    // One common fraction for all contacts: individual fractions would not balance.
    let (whole, lasting) = rows
        .iter()
        .fold((0.0, 0.0), |(whole, lasting), row| (whole + row.impulse[0], lasting + row.impulse[0].min(row.expected)));
    let share = if lasting < whole { lasting / whole } else { 1.0 };
    for row in rows.iter_mut() {
        hold_back(row, bodies, mass, dt, share);
    }
    if settle_poses(rows, mass, config) {
        // Residues of one wheel's correction after the next one would accumulate.
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

/// Position passes over a group. Returns whether they make progress: bodies held by wheels may have no room.
fn settle_poses(rows: &mut [Row], mass: &mut [Mass], config: &SolverConfig) -> bool {
    /// Minimum progress in the second half of the passes, as the remaining fraction of the largest change in a pass.
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

/// Undoes the motion of this step that the contact has removed from the velocity.
///
/// Poses were advanced with the velocities before the contacts; without this correction a resting body would creep down a slope by
/// g·sin·dt² per step, and a stack would have to be lifted in every step by the distance it has fallen. It applies only to contacts that
/// rest or pressed before: an impact ends at the surface. Along the normal it is only the starting point of the position correction.
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

/// Corrects the poses at one contact: removes a fraction of the penetration (or missing gap) beyond the slop, returns excess corrections,
/// and moves bodies held by static friction back to their anchor, so that no drift accumulates. Returns the displacement at the contact, m.
fn solve_position(row: &mut Row, mass: &mut [Mass], config: &SolverConfig) -> f64 {
    if row.wheel.is_some() && !row.rests {
        return 0.0;
    }
    // Smaller corrections are omitted. They do not accumulate, because each step measures penetration and slip again; wheels have no
    // anchor.
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

/// Displacement of `a` relative to `b` at a contact along its normal (0) or a tangent (1, 2), m.
#[inline]
fn displacement(row: &Row, mass: &[Mass], axis: usize) -> f64 {
    let (a, b, lever) = (&mass[row.a], &mass[row.b], &row.levers[axis]);
    row.directions()[axis].dot(&(a.shift - b.shift)) + lever.torque[0].dot(&a.turn) - lever.torque[1].dot(&b.turn)
}

/// Displaces `a` like an impulse `on_a` along the normal (0) or a tangent (1, 2) would change its velocity, and `b` like the opposite of
/// the impulse `on_b`.
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
