//! Energy bounds: contacts between bodies dissipate or conserve kinetic energy, and never create any.

use nalgebra::Vector3;

use super::body::{Body, Freedom, StepMotion};
use super::contact_row::{Mass, Row, SolverConfig, push, relative_velocity, solve_group};

/// Maximum number of rounds that reduce the bounce of contacts that created energy, before the change of the whole group is scaled down.
const ROUNDS: usize = 3;

/// Solves a group of touching bodies so that its kinetic energy does not grow. Returns whether that had to be enforced.
///
/// Newton's law of impact can create energy where several contacts bounce at once (Brach, "Mechanical Impact Dynamics", 1991). Contacts
/// that did lose their bounce and the group is solved again: without bounces, impulses that leave no approach speed dissipate energy. So
/// the others respond as they would without them. Energy that an iteration without convergence may still have created is removed by scaling
/// down the change of velocity of the group, as a last resort.
pub(super) fn solve_bounding_energy(
    rows: &mut [Row],
    bodies: &mut [Body],
    mass: &[Mass],
    config: &SolverConfig,
) -> bool {
    solve_group(rows, bodies, mass, config);
    if allowed_change(rows, bodies, mass) >= 1.0 {
        return false;
    }
    for _ in 0..ROUNDS {
        let mut calmed = false;
        for row in rows.iter_mut() {
            if row.target > 0.0 && makes_energy(row, bodies, mass) {
                row.target = 0.0;
                calmed = true;
            }
        }
        if !calmed {
            break;
        }
        restart(rows, bodies, mass, 0.0);
        solve_group(rows, bodies, mass, config);
        if allowed_change(rows, bodies, mass) >= 1.0 {
            return true;
        }
    }
    let scale = allowed_change(rows, bodies, mass);
    restart(rows, bodies, mass, scale);
    true
}

/// Limits the kinetic energy that a group of touching bodies gains in a step in which CCD has stopped one, to the work done over the
/// distance actually traveled.
///
/// Continuous collision detection stops a body at a surface, and its velocity is still that of the whole step: gravity has given it more
/// energy than its fall. A spinning body would turn that into speed, step by step.
pub(super) fn limit_to_work(rows: &[Row], bodies: &mut [Body], mass: &mut [Mass], dt: f64) {
    if dt <= 0.0 || !rows.iter().any(|row| bodies[row.a].is_stopped() || bodies[row.b].is_stopped()) {
        return;
    }
    let members = || rows.iter().flat_map(|row| [row.a, row.b]);
    let (mut energy, mut allowed, mut is_driven) = (0.0, 0.0, false);
    for id in members() {
        let (body, before) = (&bodies[id], mass[id].before);
        let Some(step) = body.step.filter(|_| body.freedom == Freedom::Full && body.inverse_mass > 0.0) else {
            is_driven |= body.known_step().is_none_or(|step| *step != StepMotion::default());
            continue;
        };
        if std::mem::replace(&mut mass[id].is_counted, true) {
            continue;
        }
        let (start, gained) = (step.start[0], before.0 - step.start[0]);
        // The correction that lifts it out of an overlap after a stop undoes part of its fall, and no more: it has not caused the overlap
        // itself.
        let [fall, lift] = [step.moved[0], mass[id].shift].map(|way| gained.dot(&way) / dt);
        let work = if lift < 0.0 && body.is_stopped() { (fall + lift).max(fall.min(0.0)) } else { fall };
        let unspent = 0.5 * (before.0.norm_squared() - start.norm_squared()) - work;
        energy += body.kinetic_energy();
        let whole = Body { linear_velocity: before.0, angular_velocity: before.1, ..*body };
        allowed += whole.kinetic_energy() - unspent.max(0.0) / body.inverse_mass;
    }
    let is_driven = is_driven || rows.iter().any(|row| row.surface != Vector3::zeros());
    let scale = (allowed.max(0.0) / energy).sqrt();
    let scale = if is_driven || scale.is_nan() { 1.0 } else { scale.min(1.0) };
    for id in members() {
        if std::mem::replace(&mut mass[id].is_counted, false) {
            bodies[id].linear_velocity *= scale;
            bodies[id].angular_velocity *= scale;
        }
    }
}

/// Limits the velocity that forces have added to a body that CCD has stopped, and that touches nothing there, to their work over the
/// distance actually traveled: |v₀ + s·Δv|² = |v₀|² + 2·w, with the velocity v₀ at the start, the change Δv and the work w of the step, per
/// mass.
pub fn limit_alone_to_work(body: &mut Body, dt: f64) {
    let Some(step) = body.step.filter(|_| dt > 0.0 && body.is_stopped()) else { return };
    let (start, gained) = (step.start[0], body.linear_velocity - step.start[0]);
    let (along, square) = (start.dot(&gained), gained.norm_squared());
    let work = gained.dot(&step.moved[0]) / dt;
    let share = ((along * along + 2.0 * work * square).max(0.0).sqrt() - along) / square;
    if share < 1.0 {
        body.linear_velocity = start + gained * share.max(0.0);
    }
}

/// Resets to the velocities before the solver, with this fraction of the impulses.
fn restart(rows: &mut [Row], bodies: &mut [Body], mass: &[Mass], share: f64) {
    for row in rows.iter() {
        for id in [row.a, row.b] {
            if bodies[id].freedom != Freedom::Fixed {
                (bodies[id].linear_velocity, bodies[id].angular_velocity) = mass[id].before;
            }
        }
    }
    for row in rows.iter_mut() {
        row.impulse = row.impulse.map(|impulse| impulse * share);
        push(row, bodies, mass, row.impulse);
    }
}

/// Whether the work of a contact, its impulse times the mean of the relative velocities there before and after, is positive beyond
/// rounding.
fn makes_energy(row: &Row, bodies: &[Body], mass: &[Mass]) -> bool {
    let (impulse, before, after) = (row.total_impulse(), speed_before(row, mass), relative_velocity(row, bodies));
    impulse.dot(&(before + after)) > 1e-9 * impulse.norm() * (before.norm() + after.norm())
}

/// The fraction of a group's change of velocity, at most 1, that does not increase its kinetic energy.
///
/// The change is made by impulses, so their work is the change of energy: J·(u₀ + u₁)/2 summed over the contacts, with u the relative
/// velocity there before and after. For a fraction s of the change it is s J·u₀ + s² J·(u₁ - u₀)/2. A moving surface (a joint, a body with
/// prescribed motion) may add energy; it is included in u, so the bound refers to the frame that moves with the surface.
fn allowed_change(rows: &[Row], bodies: &[Body], mass: &[Mass]) -> f64 {
    let (mut linear, mut quadratic) = (0.0, 0.0);
    for row in rows {
        let before = speed_before(row, mass);
        let impulse = row.total_impulse();
        linear += impulse.dot(&before);
        quadratic += 0.5 * impulse.dot(&(relative_velocity(row, bodies) - before));
    }
    let noise = 1e-12 * (linear.abs() + quadratic.abs());
    if linear + quadratic > noise { (-linear / quadratic).clamp(0.0, 1.0) } else { 1.0 }
}

fn speed_before(row: &Row, mass: &[Mass]) -> Vector3<f64> {
    let ((va, wa), (vb, wb)) = (mass[row.a].before, mass[row.b].before);
    va + wa.cross(&row.arm_a) - vb - wb.cross(&row.arm_b) + row.surface
}
