//! Newton's method for a group of few rows with wheels.
//!
//! Between wheels that press against each other the passes of [`super::solve_group`] converge slowly: a holding wheel turns its body about
//! itself, and a contact that assumes a free body corrects too little. Passes converge where each row keeps its impulse, and these
//! conditions are piecewise smooth functions of the impulses. So Newton's method applies to them (P. Alart, A. Curnier, "A mixed
//! formulation for frictional contact problems prone to Newton like solution methods", Computer Methods in Applied Mechanics and
//! Engineering 92 (1991)).

use nalgebra::Vector3;

use super::super::body::Body;
use super::{Lever, Mass, Row, push_along, speed_along};

/// Maximum number of unknown impulses of a group: three robots on two wheels in a row, each touching the next at one point. A step then
/// costs less than two passes.
const MAX_UNKNOWNS: usize = 16;

/// Maximum number of steps, after which the method has failed. Most groups need five.
const MAX_STEPS: usize = 20;

/// Added to the diagonal of the equations of a step, which are underdetermined if two wheels on one axle hold it sideways. The converged
/// solution does not depend on it.
const COMPLIANCE: f64 = 1e-5;

/// One number for each pair of unknowns.
type Matrix<const N: usize> = [[f64; N]; N];

/// Response of a row to given speeds and its own impulse, along the normal and both tangents.
#[derive(Clone, Copy, Default)]
struct Answer {
    /// Requested impulse.
    impulse: [f64; 3],
    /// Its derivative with respect to the unlimited impulse.
    slope: [[f64; 3]; 3],
    /// Impulse per speed, N s per m/s.
    pace: [f64; 3],
}

/// An unknown impulse, and the response of the bodies.
#[derive(Clone, Copy, Default)]
struct Unknown {
    row: usize,
    axis: usize,
    bodies: [usize; 2],
    direction: Vector3<f64>,
    lever: Lever,
    /// Velocity of each body's center of mass per unit impulse.
    velocity: [Vector3<f64>; 2],
}

/// A group: its unknowns, their current state, and the speed at each per unit impulse at each.
struct Group<const N: usize> {
    /// Number of unknowns in use.
    count: usize,
    unknowns: [Unknown; N],
    impulse: [f64; N],
    speed: [f64; N],
    response: Matrix<N>,
}

/// Solves the impulses of a group if it has few enough unknowns and the method converges; otherwise nothing changes.
pub(super) fn solve(rows: &mut [Row], bodies: &mut [Body], mass: &[Mass], tolerance: f64) {
    // Equations of a size known at compile time take a fraction of the time. A robot on two wheels against a wall has 6 unknowns, two such
    // robots have 10.
    match rows.iter().flat_map(|row| row.gain).filter(|gain| *gain > 0.0).count() {
        0..=6 => solve_sized::<6>(rows, bodies, mass, tolerance),
        7..=10 => solve_sized::<10>(rows, bodies, mass, tolerance),
        11..=MAX_UNKNOWNS => solve_sized::<MAX_UNKNOWNS>(rows, bodies, mass, tolerance),
        _ => {}
    }
}

fn solve_sized<const N: usize>(rows: &mut [Row], bodies: &mut [Body], mass: &[Mass], tolerance: f64) {
    let mut group = Group::<N>::of(rows, bodies, mass);
    let start = group.impulse;
    for _ in 0..=MAX_STEPS {
        let (answers, mut step, largest) = group.answers(rows);
        if largest < tolerance {
            for (unknown, (new, old)) in group.unknowns[..group.count].iter().zip(group.impulse.into_iter().zip(start))
            {
                let row = &mut rows[unknown.row];
                row.impulse[unknown.axis] = new;
                push_along(row, bodies, mass, unknown.axis, new - old);
            }
            return;
        }
        if !eliminate(&mut group.equations(&answers), &mut step) {
            return;
        }
        // A longer step would exceed the limit of a wheel, beyond which its slopes are not valid.
        let share = group.unknowns[..group.count].iter().zip(step).fold(1.0_f64, |share, (unknown, part)| {
            rows[unknown.row].wheel.map_or(share, |wheel| share.min(wheel.reach() / part.abs()))
        });
        for (number, part) in step.into_iter().enumerate() {
            group.impulse[number] += part * share;
            for (speed, by_unit) in group.speed.iter_mut().zip(group.response[number]) {
                *speed += by_unit * part * share;
            }
        }
    }
}

impl<const N: usize> Group<N> {
    /// For rows with at most `N` unknowns.
    fn of(rows: &[Row], bodies: &[Body], mass: &[Mass]) -> Self {
        let mut group = Self {
            count: 0,
            unknowns: [Unknown::default(); N],
            impulse: [0.0; N],
            speed: [0.0; N],
            response: [[0.0; N]; N],
        };
        for (number, row) in rows.iter().enumerate() {
            for axis in (0..3).filter(|axis| row.gain[*axis] > 0.0) {
                let count = group.count;
                let unknown = Unknown::of(number, row, axis, mass);
                group.unknowns[count] = unknown;
                group.impulse[count] = row.impulse[axis];
                group.speed[count] = speed_along(row, bodies, axis);
                for (other, two) in group.unknowns[..=count].iter().enumerate() {
                    let speed = unknown.speed_by(two);
                    (group.response[count][other], group.response[other][count]) = (speed, speed);
                }
                group.count += 1;
            }
        }
        group
    }

    /// The response of each row, by its first unknown; the resulting changes of the impulses; and the largest change as a speed, m/s.
    #[inline]
    fn answers(&self, rows: &[Row]) -> ([Answer; N], [f64; N], f64) {
        let (mut answers, mut wanted, mut largest) = ([Answer::default(); N], [0.0; N], 0.0_f64);
        let mut first = 0;
        for of_row in self.unknowns[..self.count].chunk_by(|one, two| one.row == two.row) {
            let (mut impulse, mut speed) = ([0.0; 3], [0.0; 3]);
            for (place, unknown) in of_row.iter().enumerate() {
                (impulse[unknown.axis], speed[unknown.axis]) = (self.impulse[first + place], self.speed[first + place]);
            }
            let answer = rows[of_row[0].row].answer(impulse, speed);
            for (place, Unknown { axis, .. }) in of_row.iter().enumerate() {
                wanted[first + place] = answer.impulse[*axis] - impulse[*axis];
                largest = largest.max(wanted[first + place].abs() / answer.pace[*axis]);
            }
            answers[first] = answer;
            first += of_row.len();
        }
        (answers, wanted, largest)
    }

    /// The matrix of the equations of a step. With fewer than `N` unknowns, the solution of the other rows is 0.
    #[inline]
    fn equations(&self, answers: &[Answer; N]) -> Matrix<N> {
        let mut matrix = [[0.0; N]; N];
        let mut first = 0;
        for (number, line) in matrix.iter_mut().enumerate() {
            line[number] = 1.0 + COMPLIANCE;
        }
        for of_row in self.unknowns[..self.count].chunk_by(|one, two| one.row == two.row) {
            let answer = &answers[first];
            for (place, unknown) in of_row.iter().enumerate() {
                let line = &mut matrix[first + place];
                for (from, cause) in of_row.iter().enumerate() {
                    let slope = answer.slope[unknown.axis][cause.axis];
                    line[first + from] -= slope;
                    for (entry, speed) in line.iter_mut().zip(&self.response[first + from]) {
                        *entry += slope * answer.pace[cause.axis] * speed;
                    }
                }
            }
            first += of_row.len();
        }
        matrix
    }
}

impl Unknown {
    fn of(number: usize, row: &Row, axis: usize, mass: &[Mass]) -> Self {
        let (direction, lever) = (row.directions()[axis], row.levers[axis]);
        let velocity = [row.a, row.b].map(|body| mass[body].linear.component_mul(&direction));
        Self { row: number, axis, bodies: [row.a, row.b], direction, lever, velocity }
    }

    /// Speed here per unit of another impulse.
    fn speed_by(&self, other: &Self) -> f64 {
        let mut speed = 0.0;
        for here in 0..2 {
            for there in (0..2).filter(|there| other.bodies[*there] == self.bodies[here]) {
                let turned = self.lever.torque[here].dot(&other.lever.turn[there]);
                let by_unit = self.direction.dot(&other.velocity[there]) + turned;
                speed += if here == there { by_unit } else { -by_unit };
            }
        }
        speed
    }
}

/// Gaussian elimination with pivoting: `right` becomes the solution. False if there is no solution.
#[inline]
fn eliminate<const N: usize>(matrix: &mut Matrix<N>, right: &mut [f64; N]) -> bool {
    for column in 0..N {
        let size = |line: usize| matrix[line][column].abs();
        let pivot = (column..N).fold(column, |best, line| if size(line) > size(best) { line } else { best });
        if pivot != column {
            matrix.swap(column, pivot);
            right.swap(column, pivot);
        }
        let (top, known) = (matrix[column], right[column]);
        if top[column] == 0.0 || !top[column].is_finite() {
            return false;
        }
        for (line, right) in matrix.iter_mut().zip(right.iter_mut()).skip(column + 1) {
            let factor = line[column] / top[column];
            if factor != 0.0 {
                // The whole row: a constant number of entries is faster than only the necessary ones.
                line.iter_mut().zip(top).for_each(|(entry, above)| *entry -= factor * above);
                *right -= factor * known;
            }
        }
    }
    for line in (0..N).rev() {
        let known: f64 = (line + 1..N).map(|column| matrix[line][column] * right[column]).sum();
        right[line] = (right[line] - known) / matrix[line][line];
    }
    right.iter().all(|number| number.is_finite())
}

impl Row {
    /// Its response to this impulse at these relative speeds of `a` and `b`, along the normal and both tangents, as in a pass.
    #[inline]
    fn answer(&self, impulse: [f64; 3], speed: [f64; 3]) -> Answer {
        if let Some(wheel) = self.wheel {
            let pace = [0.0, wheel.pace[0], wheel.pace[1]];
            let free = [impulse[1] - pace[1] * speed[1], impulse[2] - pace[2] * speed[2]];
            let ([forward, left], slope) = wheel.grip.answer(free);
            return Answer { impulse: [0.0, forward, left], slope: with_tangents(0.0, [0.0; 2], slope), pace };
        }
        let normal = impulse[0] - self.gain[0] * (speed[0] - self.target);
        let free = [impulse[1] - self.gain[1] * speed[1], impulse[2] - self.gain[2] * speed[2]];
        let (normal, presses) = if normal > 0.0 { (normal, 1.0) } else { (0.0, 0.0) };
        let (square, limit) = (free[0] * free[0] + free[1] * free[1], self.friction * normal);
        if square <= limit * limit {
            let slope = with_tangents(presses, [0.0; 2], [[1.0, 0.0], [0.0, 1.0]]);
            return Answer { impulse: [normal, free[0], free[1]], slope, pace: self.gain };
        }
        let size = square.sqrt();
        let [first, second] = [free[0] / size, free[1] / size];
        let (share, mixed) = (limit / size, -limit / size * first * second);
        let across = [[share * (1.0 - first * first), mixed], [mixed, share * (1.0 - second * second)]];
        Answer {
            impulse: [normal, first * limit, second * limit],
            slope: with_tangents(presses, [presses * self.friction * first, presses * self.friction * second], across),
            pace: self.gain,
        }
    }
}

/// Slopes by axis: of the normal, of the tangents with the normal, and of the tangents.
fn with_tangents(normal: f64, [first, second]: [f64; 2], across: [[f64; 2]; 2]) -> [[f64; 3]; 3] {
    [[normal, 0.0, 0.0], [first, across[0][0], across[0][1]], [second, across[1][0], across[1][1]]]
}

#[cfg(test)]
mod tests {
    use super::super::{Grip, SolverConfig, Wheel, WheelRow, solve_velocity};
    use super::*;
    use crate::tests::smooth_contact;
    use crate::{ContactStart, Freedom};
    use nalgebra::{Isometry3, Point3};
    use sim_geometry::{BodyId, Contact};

    const GROUND: usize = 2;

    /// Two colliding robots of 1 kg, and the ground. The first one drives forward at 0.1 m/s, the second one, rotated by `aside` (rad),
    /// drives its left wheel alone. `offset` (m) is the lateral distance of their centers. Wheels are 0.14 m apart.
    fn robots(aside: f64, offset: f64) -> (Vec<Row>, Vec<Body>, Vec<Mass>) {
        let body = |x: f64, y: f64, turn: f64, [left, right]: [f64; 2]| {
            let pose = Isometry3::new(Vector3::new(x, y, 0.0), Vector3::z() * turn);
            let inertia = Vector3::repeat(0.003_754);
            let body = Body::with_mass(pose, 1.0, inertia, Freedom::Planar);
            let linear_velocity = pose.rotation * Vector3::x() * (0.5 * (left + right));
            Body { linear_velocity, angular_velocity: Vector3::z() * ((right - left) / 0.14), ..body }
        };
        let ahead = (0.17_f64.powi(2) - offset * offset).sqrt();
        let treads = [[0.1, 0.1], [0.1, 0.0]];
        let second = body(ahead, offset, std::f64::consts::PI + aside, treads[1]);
        let bodies = vec![body(0.0, 0.0, 0.0, treads[0]), second, Body::fixed(Isometry3::identity())];
        let mass: Vec<Mass> = bodies.iter().map(Mass::of).collect();
        let normal = -Vector3::new(ahead, offset, 0.0) / 0.17;
        let contact = Contact { friction: 0.5, ..smooth_contact(Point3::from(-normal * 0.085), normal) };
        let start = ContactStart::default();
        let row = Row::new(0, &contact, &start, &bodies, &mass, 0.1, &SolverConfig::default());
        let mut rows = vec![row.expect("both give way")];
        for (number, body) in bodies[..GROUND].iter().enumerate() {
            for (side, tread) in [0.07, -0.07].into_iter().zip(treads[number]) {
                let wheel = Wheel {
                    body: BodyId(number as u32),
                    ground: BodyId(GROUND as u32),
                    arm: body.pose.rotation * Vector3::new(0.0, side, 0.0),
                    axes: [2, 0, 1].map(|axis| body.pose.rotation * Vector3::ith(axis, 1.0)),
                    rolling: [tread, 0.0],
                    grip: Grip { spent: [0.0; 2], limit: [0.39, 0.35], motor: f64::INFINITY },
                };
                rows.push(Row::of_wheel(1, &wheel, &bodies, &mass).expect("it holds"));
            }
        }
        (rows, bodies, mass)
    }

    /// Largest change of a speed by one more pass, m/s.
    fn pass(rows: &mut [Row], bodies: &mut [Body], mass: &[Mass]) -> f64 {
        rows.iter_mut().map(|row| solve_velocity(row, bodies, mass)).fold(0.0, f64::max)
    }

    #[test]
    fn robots_that_press_against_each_other_are_solved_where_passes_are_not() {
        let mut slow = 0;
        for (aside, offset) in [(0.0, 0.0), (0.3, 0.0), (0.0, 0.05), (-0.4, 0.1), (0.7, -0.08), (1.2, 0.02)] {
            let (mut rows, mut bodies, mass) = robots(aside, offset);
            let passes = (0..100).map(|_| pass(&mut rows, &mut bodies, &mass));
            slow += usize::from(passes.last() > Some(1e-5));
            let (mut rows, mut bodies, mass) = robots(aside, offset);
            solve(&mut rows, &mut bodies, &mass, 1e-6);
            let change = pass(&mut rows, &mut bodies, &mass);
            assert!(change < 2e-6, "turned by {aside}, {offset} m aside: a pass changes a speed by {change} m/s");
        }
        assert!(slow >= 2, "passes are slow in {slow} of them");
    }

    #[test]
    fn groups_with_many_unknowns_are_left_alone() {
        let (rows, mut bodies, mass) = robots(0.3, 0.0);
        let mut many = [rows.clone(), rows].concat();
        solve(&mut many, &mut bodies, &mass, 1e-6);
        assert!(many.iter().all(|row| row.impulse == [0.0; 3]));
    }

    /// By differences, where rows hold and where they slip.
    #[test]
    fn slopes_are_derivatives() {
        let (rows, _, _) = robots(0.3, 0.05);
        let limited = |motor: f64| {
            let wheel =
                rows[1].wheel.map(|wheel| WheelRow { grip: Grip { motor, spent: [0.1, 0.05], ..wheel.grip }, ..wheel });
            Row { wheel, ..rows[1] }
        };
        for row in [rows[0], rows[1], limited(f64::INFINITY), limited(0.2)] {
            for impulse in [[0.4, 0.05, 0.02], [0.4, 0.5, 0.3], [0.3, -0.6, 0.2], [-0.2, 0.08, 0.1]] {
                let (here, still) = (row.answer(impulse, [0.0; 3]), 1e-7);
                for axis in 0..3 {
                    let mut moved = impulse;
                    moved[axis] += still;
                    let there = row.answer(moved, [0.0; 3]);
                    for (part, line) in
                        here.slope.iter().enumerate().filter(|(part, _)| *part > 0 || row.wheel.is_none())
                    {
                        let found = (there.impulse[part] - here.impulse[part]) / still;
                        assert!(
                            (found - line[axis]).abs() < 1e-5,
                            "{impulse:?}, {part} by {axis}: {found} {}",
                            line[axis]
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn equations_without_a_first_pivot_are_solved() {
        let (mut matrix, mut right) = ([[0.0, 2.0, 1.0], [1.0, 0.0, -1.0], [3.0, 1.0, 0.0]], [7.0, -2.0, 5.0]);
        assert!(eliminate(&mut matrix, &mut right));
        for (found, expected) in right.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        }
        assert!(!eliminate(&mut [[0.0; 3]; 3], &mut [1.0; 3]));
    }
}
