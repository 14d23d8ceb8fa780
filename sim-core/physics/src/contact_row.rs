//! Contact constraints: the response of their bodies to impulses, and solver passes over a group of contacts.

use nalgebra::{Matrix3, Vector3};

use super::body::{Body, Freedom, StepMotion};
use sim_geometry::Contact;

mod newton;
mod poses;
mod wheel;

pub(super) use poses::correct_poses;
use wheel::WheelRow;
pub use wheel::{Grip, Wheel};

/// How contacts are resolved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolverConfig {
    /// Maximum number of velocity passes over the contacts of a group of touching bodies.
    pub velocity_iterations: usize,
    /// Limit on contact updates (contacts × passes) that allows a small group more passes: a tower, or a heavy body on a light one, needs
    /// them at first and would drift sideways before it comes to rest.
    pub velocity_updates: usize,
    /// A group has converged when a pass changes the velocity at none of its contacts by this much, m/s.
    pub velocity_tolerance: f64,
    /// Maximum number of position passes over the contacts of a group.
    pub position_iterations: usize,
    /// Positions have converged when a pass moves no contact by this much, m.
    pub position_tolerance: f64,
    /// Allowed penetration, m: keeps a resting contact a contact if contacts are found without a margin. Negative values keep a gap.
    pub slop: f64,
    /// Fraction of the penetration beyond the slop that each pass removes, 0 to 1.
    pub correction: f64,
    /// Largest displacement of one contact in one pass, m.
    pub max_correction: f64,
    /// Approach speed below which contacts do not bounce, m/s.
    pub restitution_threshold: f64,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            velocity_iterations: 100,
            velocity_updates: 16_000,
            velocity_tolerance: 1e-6,
            position_iterations: 50,
            position_tolerance: 1e-8,
            slop: 0.0,
            correction: 0.4,
            max_correction: 0.1,
            restitution_threshold: 0.05,
        }
    }
}

/// Impulse of one contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactImpulse {
    /// The contact.
    pub contact: Contact,
    /// Impulse along the normal, on body `a` (and its opposite on `b`), N s; 0 or more.
    pub normal: f64,
    /// Friction impulse on body `a`, world frame, N s.
    pub friction: Vector3<f64>,
    /// Static friction holds the two bodies at their anchor.
    pub rests: bool,
}

impl ContactImpulse {
    /// Whether the contact is at rest: static friction holds the bodies, or they do not press on each other.
    pub fn is_at_rest(&self) -> bool {
        self.rests || self.normal == 0.0
    }
}

/// Data of a contact in addition to its geometry.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ContactStart {
    /// Velocity of the surface of `a` relative to that of `b` at the point, beyond the motion of the two bodies as a whole: of links driven
    /// by joints. World frame, m/s.
    pub surface_velocity: Vector3<f64>,
    /// Initial normal impulse of the solver (warm start), N s; see [`super::warm::ContactCache`].
    pub normal: f64,
    /// Initial friction impulse on `a`, world frame, N s.
    pub friction: Vector3<f64>,
    /// Displacement of `a` relative to `b` since static friction began to hold them, world frame, m; `None` if it did not.
    pub slip: Option<Vector3<f64>>,
    /// The contact is on a body with links that joints may move: it is not anchored, because links may squeeze a body that cannot give way.
    pub on_link: bool,
    /// For links that squeeze a body held on its other side: impulse due to the penetration in this step, N s. Without a limit, each step
    /// would press harder.
    pub squeeze: Option<f64>,
}

/// Response of a body to impulses, in the world frame, and its velocity before the solver.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mass {
    /// Inverse mass per axis.
    pub(super) linear: Vector3<f64>,
    pub(super) angular: Matrix3<f64>,
    pub(super) before: (Vector3<f64>, Vector3<f64>),
    /// Whether contacts can move it.
    pub(super) moves: bool,
    /// Whether a contact pressed on it in the last step.
    pub(super) is_held: bool,
    /// Marker for iterations over the bodies of a group by its rows.
    pub(super) is_counted: bool,
    /// Displacement and rotation by the position correction.
    pub(super) shift: Vector3<f64>,
    pub(super) turn: Vector3<f64>,
}

/// Angular response of bodies `a` and `b`, about their centers of mass, to an impulse along one direction at a contact.
#[derive(Debug, Clone, Copy, Default)]
struct Lever {
    /// Torque per unit force, m.
    torque: [Vector3<f64>; 2],
    /// Angular velocity per unit impulse, rad/s per N s.
    turn: [Vector3<f64>; 2],
}

/// One contact point prepared for the solver, or a wheel, which has only friction.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Row {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) normal: Vector3<f64>,
    pub(super) tangents: [Vector3<f64>; 2],
    pub(super) arm_a: Vector3<f64>,
    pub(super) arm_b: Vector3<f64>,
    /// Surface velocity beyond that of the bodies, m/s.
    pub(super) surface: Vector3<f64>,
    pub(super) depth: f64,
    /// Displacement along the tangents that static friction undoes, m; `None` if it does not hold.
    pub(super) slip: Option<[f64; 2]>,
    pub(super) friction: f64,
    /// Target normal velocity after the contact, m/s.
    pub(super) target: f64,
    /// Maximum normal impulse, N s.
    pub(super) most: f64,
    /// Responses of the bodies along the normal and the tangents.
    levers: [Lever; 3],
    /// Effective mass along the normal and the tangents, kg; 0 if nothing can move.
    pub(super) gain: [f64; 3],
    pub(super) impulse: [f64; 3],
    /// Change of the impulse in the last pass, and search direction of the next one.
    pub(super) change: [f64; 3],
    pub(super) direction: [f64; 3],
    /// Largest normal impulse for which the poses follow at once.
    pub(super) expected: f64,
    /// Push along the normal for the position correction, kg m.
    pub(super) push: f64,
    /// Static friction holds the bodies at their anchor.
    pub(super) rests: bool,
    /// Index in the caller's list.
    pub(super) source: usize,
    /// Lowest id of the bodies connected through contacts.
    pub(super) group: u32,
    pub(super) wheel: Option<WheelRow>,
}

/// Passes over one group until its velocities have converged.
///
/// After a few plain Gauss-Seidel passes, their changes are used as a gradient, and each pass continues along a conjugate direction (M.
/// Silcowitz-Hansen, S. Niebe, K. Erleben, "A nonsmooth nonlinear conjugate gradient method for interactive contact force problems", The
/// Visual Computer 26 (2010)): a heavy body on a light one would need thousands of plain passes.
pub(super) fn solve_group(rows: &mut [Row], bodies: &mut [Body], mass: &[Mass], config: &SolverConfig) {
    /// Plain passes at the start, after which a group counts as slow, and at the end, to settle overshoot of the conjugate directions.
    const PLAIN: usize = 30;
    /// Passes after which Newton's method is worth its cost.
    const BEFORE_NEWTON: usize = 2;
    // A body squeezed by links has no solution, and every pass presses harder; any acceleration would multiply that. Wheels have a limit.
    let is_driven = rows.iter().any(|row| row.surface != Vector3::zeros() && row.wheel.is_none());
    let mut gradient = 0.0;
    // Wheels that press slowly on a fixed body reach their limit step by step, with the cached impulses of the contacts.
    let has_wheels = rows.iter().any(|row| row.wheel.is_some());
    let updates = if has_wheels { 0 } else { config.velocity_updates };
    let passes = config.velocity_iterations.max(updates / rows.len().max(1));
    for pass in 1..=passes {
        let (mut change, before) = (0.0_f64, gradient);
        gradient = 0.0;
        let tracks_change = !is_driven && pass + 1 >= PLAIN;
        for row in rows.iter_mut() {
            let old = row.impulse;
            change = change.max(solve_velocity(row, bodies, mass));
            if tracks_change {
                row.change = std::array::from_fn(|axis| row.impulse[axis] - old[axis]);
                for (change, gain) in row.change.iter().zip(row.gain).filter(|(_, gain)| *gain > 0.0) {
                    gradient += change * change / gain;
                }
            }
        }
        if change < config.velocity_tolerance || pass == passes {
            return;
        }
        if has_wheels && !is_driven && pass == BEFORE_NEWTON {
            newton::solve(rows, bodies, mass, config.velocity_tolerance);
        }
        if is_driven || pass < PLAIN || pass + PLAIN > passes {
            continue;
        }
        let part = gradient / before;
        let restarts = pass == PLAIN || part > 1.0 || part.is_nan();
        for row in rows.iter_mut() {
            if restarts {
                row.direction = row.change;
                continue;
            }
            let step = row.direction.map(|along| along * part);
            push(row, bodies, mass, step);
            row.impulse = std::array::from_fn(|axis| row.impulse[axis] + step[axis]);
            row.direction = std::array::from_fn(|axis| step[axis] + row.change[axis]);
        }
    }
}

impl Mass {
    pub(super) fn of(body: &Body) -> Self {
        let (linear, angular) = match body.freedom {
            Freedom::Fixed => (Vector3::zeros(), Matrix3::zeros()),
            Freedom::Planar => {
                let world = world_inertia(body);
                // Rotation about z only: the other axes are locked, so the inverse of I_zz counts.
                let yaw = world.try_inverse().map_or(world.m33, |inertia| 1.0 / inertia.m33);
                let angular = Matrix3::from_diagonal(&Vector3::new(0.0, 0.0, yaw));
                (Vector3::new(body.inverse_mass, body.inverse_mass, 0.0), angular)
            }
            Freedom::Full => (Vector3::repeat(body.inverse_mass), world_inertia(body)),
        };
        let before = (body.linear_velocity, body.angular_velocity);
        Self {
            linear,
            angular,
            before,
            moves: movable(body),
            is_held: false,
            is_counted: false,
            shift: Vector3::zeros(),
            turn: Vector3::zeros(),
        }
    }
}

/// Inverse inertia in the world frame.
fn world_inertia(body: &Body) -> Matrix3<f64> {
    let rotation = *body.pose.rotation.to_rotation_matrix().matrix();
    rotation * body.inverse_inertia_body * rotation.transpose()
}

/// The motion of two bodies in a step before contacts.
struct RelativeStep<'a> {
    a: &'a StepMotion,
    b: &'a StepMotion,
    /// Velocity of `a` relative to `b` at the point at the start, m/s.
    start: Vector3<f64>,
}

impl Row {
    /// Returns `None` if neither body can give way.
    pub(super) fn new(
        source: usize,
        contact: &Contact,
        start: &ContactStart,
        bodies: &[Body],
        mass: &[Mass],
        dt: f64,
        config: &SolverConfig,
    ) -> Option<Self> {
        let (a, b) = (contact.a.index(), contact.b.index());
        let normal = contact.normal;
        // At a fixed body the arm of the other one ends on its own surface, not in the middle of the overlap: a ball rolls on its full
        // radius.
        let into = normal * (contact.depth / 2.0);
        let arm = |id: usize, other: usize, to_surface: Vector3<f64>| {
            let middle = contact.point.coords - bodies[id].pose.translation.vector;
            if movable(&bodies[other]) { middle } else { middle + to_surface }
        };
        let mut row = Self {
            a,
            b,
            normal,
            arm_a: arm(a, b, -into),
            arm_b: arm(b, a, into),
            surface: start.surface_velocity,
            depth: contact.depth,
            friction: contact.friction,
            most: f64::INFINITY,
            source,
            ..Self::default()
        };
        let velocity = relative_velocity(&row, bodies);
        row.tangents = tangents(&normal, &velocity, mass[a].linear.z == 0.0 && mass[b].linear.z == 0.0);
        row.find_levers(mass);
        if row.gain[0] == 0.0 {
            return None;
        }
        let approach = velocity.dot(&normal);
        let step = bodies[a].known_step().zip(bodies[b].known_step());
        let step = step.map(|(a, b)| RelativeStep { a, b, start: row.at_point(&a.start, &b.start) });
        let is_held = mass[a].is_held || mass[b].is_held;
        let gap = step.as_ref().filter(|_| is_held && dt > 0.0).and_then(|step| row.gap_left(step, dt, config.slop));
        let gap_speed = if dt > 0.0 { contact.depth.min(-gap.unwrap_or(0.0)).min(0.0) / dt } else { 0.0 };
        let impact = match &step {
            Some(step) if approach < 0.0 && dt > 0.0 => {
                row.impact_speed(-approach, step, dt, config.restitution_threshold)
            }
            _ => -approach,
        };
        row.target = if impact > config.restitution_threshold && approach <= gap_speed && gap.is_none() {
            contact.restitution * impact
        } else {
            gap_speed
        };
        if dt > 0.0 {
            // Resting contacts are held from the first step on.
            row.expected = if impact > config.restitution_threshold { start.normal } else { f64::INFINITY };
            let along = |k: usize| if row.gain[k + 1] > 0.0 { start.friction.dot(&row.tangents[k]) } else { 0.0 };
            row.impulse = [start.squeeze.unwrap_or(start.normal), along(0), along(1)];
            if let Some(squeeze) = start.squeeze {
                row.most = squeeze + row.gain[0] * (-approach).max(0.0);
            }
            if let Some(step) = step.filter(|_| row.friction > 0.0 && !start.on_link) {
                row.set_slip(start, &step);
            }
        }
        Some(row)
    }

    /// Computes the responses of the bodies along the normal and the tangents.
    fn find_levers(&mut self, mass: &[Mass]) {
        let (one, other) = (&mass[self.a], &mass[self.b]);
        for (axis, direction) in self.directions().into_iter().enumerate() {
            let torque = [self.arm_a.cross(&direction), self.arm_b.cross(&direction)];
            let turn = [one.angular * torque[0], other.angular * torque[1]];
            let response = direction.dot(&(one.linear + other.linear).component_mul(&direction))
                + torque[0].dot(&turn[0])
                + torque[1].dot(&turn[1]);
            self.levers[axis] = Lever { torque, turn };
            self.gain[axis] = if response > 1e-12 { 1.0 / response } else { 0.0 };
        }
    }

    #[inline]
    fn directions(&self) -> [Vector3<f64>; 3] {
        [self.normal, self.tangents[0], self.tangents[1]]
    }

    /// Impact speed of the surfaces, m/s, from the approach speed at the end of the step: s² + 2·a·d, with the speed s at the start of the
    /// step, the acceleration a in the step and the distance d to the contact; limited to the range of speeds within the step. So gravity
    /// that acts after the contact does not count, and a resting body does not bounce. Speeds up to `least` are treated as equal.
    fn impact_speed(&self, end: f64, step: &RelativeStep<'_>, dt: f64, least: f64) -> f64 {
        let start = -step.start.dot(&self.normal) - self.surface.dot(&self.normal);
        if end == start || start.max(end) <= least {
            return end;
        }
        let moved = self.at_point(&step.a.moved, &step.b.moved);
        let travel = (-moved.dot(&self.normal) - self.depth).max(0.0);
        let speed = (start * start + 2.0 * (end - start) / dt * travel).max(0.0).sqrt();
        speed.clamp(start.min(end), start.max(end))
    }

    /// The gap at the start of the step, m, beyond the gap that is kept, if only forces have closed it; `None` if there was no gap or the
    /// bodies were already approaching. A contact held elsewhere is held there again and does not come this far: otherwise a box that rocks
    /// on one edge would stop with the other edge above the ground.
    fn gap_left(&self, step: &RelativeStep<'_>, dt: f64, slop: f64) -> Option<f64> {
        /// A smaller gap may be the residue of an earlier correction, m.
        const LEAST: f64 = 5e-5;
        let gap = slop - self.depth - self.at_point(&step.a.moved, &step.b.moved).dot(&self.normal);
        let speed = step.start.dot(&self.normal) + self.surface.dot(&self.normal);
        (gap > LEAST && gap + speed * dt > 0.0).then_some(gap)
    }

    /// Computes the slip that static friction undoes if it holds.
    fn set_slip(&mut self, start: &ContactStart, step: &RelativeStep<'_>) {
        /// Maximum distance from an anchor, m, if nothing has moved the bodies between the steps.
        const MAX_OFFSET: f64 = 1e-5;
        if self.is_at_rest(&step.start, &(step.a.start[1] - step.b.start[1])) {
            let in_step = self.at_point(&step.a.moved, &step.b.moved);
            let along = |v: Vector3<f64>| self.tangents.map(|tangent| v.dot(&tangent));
            let is_close = |slip: &Vector3<f64>| {
                let [one, other] = along(slip - in_step);
                one * one + other * other < MAX_OFFSET * MAX_OFFSET
            };
            self.slip = Some(along(start.slip.filter(is_close).unwrap_or(in_step)));
        }
    }

    /// Velocity, or displacement, of `a` relative to `b` at the point; each argument has a linear and an angular part.
    #[inline]
    fn at_point(&self, of_a: &[Vector3<f64>; 2], of_b: &[Vector3<f64>; 2]) -> Vector3<f64> {
        of_a[0] + of_a[1].cross(&self.arm_a) - of_b[0] - of_b[1].cross(&self.arm_b)
    }

    /// Whether bodies with this relative velocity at the point, m/s, and relative angular velocity, rad/s, neither slide nor roll there.
    #[inline]
    fn is_at_rest(&self, velocity: &Vector3<f64>, turning: &Vector3<f64>) -> bool {
        /// Square of the maximum speed of a resting contact, m²/s².
        const MAX_SPEED: f64 = 2e-5 * 2e-5;
        if self.surface != Vector3::zeros() {
            return false;
        }
        let sliding = velocity - self.normal * velocity.dot(&self.normal);
        if sliding.norm_squared() >= MAX_SPEED {
            return false;
        }
        let rolling = turning.cross(&self.normal).norm_squared();
        let arm = self.arm_a.norm_squared().max(self.arm_b.norm_squared());
        rolling * arm < MAX_SPEED
    }

    pub(super) fn friction_impulse(&self) -> Vector3<f64> {
        self.tangents[0] * self.impulse[1] + self.tangents[1] * self.impulse[2]
    }

    pub(super) fn total_impulse(&self) -> Vector3<f64> {
        self.normal * self.impulse[0] + self.friction_impulse()
    }
}

/// Two unit vectors that complete a normal to an orthonormal frame: along and across the sliding direction, so that friction does not
/// depend on the orientation of the world frame. Without sliding, in a planar world, the first tangent is horizontal.
fn tangents(normal: &Vector3<f64>, velocity: &Vector3<f64>, planar: bool) -> [Vector3<f64>; 2] {
    /// Minimum speed of sliding, m/s.
    const SLIDING: f64 = 1e-3;
    let sliding = velocity - normal * velocity.dot(normal);
    let first = if sliding.norm_squared() > SLIDING * SLIDING {
        sliding.normalize()
    } else {
        let helper = if planar || normal.z.abs() < 0.7 { Vector3::z() } else { Vector3::x() };
        helper.cross(normal).try_normalize(1e-9).unwrap_or_else(Vector3::x)
    };
    [first, normal.cross(&first)]
}

/// Velocity of `a` relative to `b` at the contact.
#[inline]
pub(super) fn relative_velocity(row: &Row, bodies: &[Body]) -> Vector3<f64> {
    let (a, b) = (&bodies[row.a], &bodies[row.b]);
    a.linear_velocity + a.angular_velocity.cross(&row.arm_a) - b.linear_velocity - b.angular_velocity.cross(&row.arm_b)
        + row.surface
}

/// Relative speed of `a` and `b` at the contact along its normal (0) or a tangent (1, 2), m/s, including the surface velocity.
#[inline]
fn speed_along(row: &Row, bodies: &[Body], axis: usize) -> f64 {
    let (a, b, lever) = (&bodies[row.a], &bodies[row.b], &row.levers[axis]);
    row.directions()[axis].dot(&(a.linear_velocity - b.linear_velocity + row.surface))
        + lever.torque[0].dot(&a.angular_velocity)
        - lever.torque[1].dot(&b.angular_velocity)
}

/// Solves one contact; returns the change of velocity there.
#[inline]
pub(super) fn solve_velocity(row: &mut Row, bodies: &mut [Body], mass: &[Mass]) -> f64 {
    if let Some(wheel) = row.wheel {
        return wheel::solve(row, &wheel, bodies, mass);
    }
    let missing = row.target - speed_along(row, bodies, 0);
    let wanted = (row.impulse[0] + row.gain[0] * beyond_rounding(missing)).max(0.0).min(row.most);
    let along = wanted - row.impulse[0];
    let old = [row.impulse[1], row.impulse[2]];
    if along == 0.0 && wanted == 0.0 && old == [0.0; 2] {
        return 0.0;
    }
    row.impulse[0] = wanted;
    push_along(row, bodies, mass, 0, along);

    // Friction follows the normal, so that its limit is up to date. Clamped as a vector, so the cone is round.
    let held = |axis: usize| old[axis - 1] - row.gain[axis] * beyond_rounding(speed_along(row, bodies, axis));
    let mut new = [held(1), held(2)];
    let (square, limit) = (new[0] * new[0] + new[1] * new[1], row.friction * row.impulse[0]);
    if square > limit * limit {
        let size = square.sqrt();
        new = [new[0] * limit / size, new[1] * limit / size];
    }
    let across = [new[0] - old[0], new[1] - old[1]];
    (row.impulse[1], row.impulse[2]) = (new[0], new[1]);
    push_along(row, bodies, mass, 1, across[0]);
    push_along(row, bodies, mass, 2, across[1]);
    let speed = |impulse: f64, gain: f64| {
        if gain > 0.0 { impulse.abs() / gain } else { 0.0 }
    };
    speed(along, row.gain[0]).max(speed(across[0], row.gain[1])).max(speed(across[1], row.gain[2]))
}

/// A speed, m/s, or 0 if it is below rounding, so that the impulses on a body at rest stay constant.
#[inline]
fn beyond_rounding(speed: f64) -> f64 {
    const ROUNDING: f64 = 1e-13;
    if speed.abs() < ROUNDING { 0.0 } else { speed }
}

/// Applies an impulse along the normal (0) or a tangent (1, 2) to `a` and its opposite to `b`.
#[inline]
fn push_along(row: &Row, bodies: &mut [Body], mass: &[Mass], axis: usize, impulse: f64) {
    let (direction, lever) = (row.directions()[axis] * impulse, &row.levers[axis]);
    for (id, turn, sign) in [(row.a, &lever.turn[0], 1.0), (row.b, &lever.turn[1], -1.0)] {
        if mass[id].moves {
            let body = &mut bodies[id];
            body.linear_velocity += mass[id].linear.component_mul(&direction) * sign;
            body.angular_velocity += turn * (impulse * sign);
        }
    }
}

/// Applies impulses along the normal and the tangents to `a` and their opposites to `b`.
pub(super) fn push(row: &Row, bodies: &mut [Body], mass: &[Mass], impulse: [f64; 3]) {
    for (axis, part) in impulse.into_iter().enumerate().filter(|(_, part)| *part != 0.0) {
        push_along(row, bodies, mass, axis, part);
    }
}

/// Whether contacts can move a body at all.
pub(super) fn movable(body: &Body) -> bool {
    body.freedom != Freedom::Fixed
}
