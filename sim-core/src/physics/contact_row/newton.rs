//! Newton's method for a group of few rows with wheels.
//!
//! Between wheels that press against each other the passes of [`super::solve_group`] converge slowly: a wheel that holds turns its body
//! about itself, and a contact that reckons with a free body corrects too little. Passes end where each row keeps its impulse, and these
//! conditions are piecewise smooth functions of the impulses. So Newton's method applies to them (P. Alart, A. Curnier, "A mixed formulation
//! for frictional contact problems prone to Newton like solution methods", Computer Methods in Applied Mechanics and Engineering 92
//! (1991)).

use nalgebra::Vector3;

use super::super::body::Body;
use super::{Mass, Row, push, relative_velocity};
use sim_abi::math;

/// Unknown impulses of the largest group that is solved so: three robots on two wheels in a row, each touching the next at one point. A step then costs less than
/// two passes.
const MAX_UNKNOWNS: usize = 16;

/// Number of steps after which the method has failed. Most groups need five.
const MAX_STEPS: usize = 20;

/// Added to the diagonal of the equations of a step, which have many solutions where two wheels on one axle hold it sideways. What a group
/// converges to does not depend on it.
const COMPLIANCE: f64 = 1e-5;

/// One number for each pair of unknowns.
type Matrix = [[f64; MAX_UNKNOWNS]; MAX_UNKNOWNS];

/// What a row does at given speeds against its own impulse: along the normal and both tangents.
struct Answer {
    /// Impulse that it wants.
    impulse: [f64; 3],
    /// Change of that with the impulse that it would want without limits.
    slope: [[f64; 3]; 3],
    /// Impulse per speed, N s per m/s.
    pace: [f64; 3],
}

/// An unknown impulse, and how bodies answer to it.
#[derive(Clone, Copy, Default)]
struct Unknown {
    row: usize,
    axis: usize,
    bodies: [usize; 2],
    direction: Vector3<f64>,
    /// Torque about each body's center of mass by a unit impulse, m.
    torque: [Vector3<f64>; 2],
}

/// Brings the impulses of a group to those that solve it, if it has few enough and the method converges; else nothing changes.
pub(super) fn solve(rows: &mut [Row], bodies: &mut [Body], mass: &[Mass], tolerance: f64) {
    let mut list = [Unknown::default(); MAX_UNKNOWNS];
    let Some(unknowns) = unknowns(rows, &mut list) else { return };
    let mut response = [[0.0; MAX_UNKNOWNS]; MAX_UNKNOWNS];
    for (number, one) in unknowns.iter().enumerate() {
        for (other, two) in unknowns[..=number].iter().enumerate() {
            let speed = one.speed_by(two, mass);
            (response[number][other], response[other][number]) = (speed, speed);
        }
    }
    // A longer step would pass the limit of a wheel, beyond which its slopes are no longer valid.
    let reach = rows.iter().filter_map(|row| row.wheel).map(|wheel| wheel.reach()).fold(f64::INFINITY, f64::min);
    let mut old = [0.0; MAX_UNKNOWNS];
    for (old, unknown) in old.iter_mut().zip(unknowns) {
        *old = rows[unknown.row].impulse[unknown.axis];
    }
    for number in 0..=MAX_STEPS {
        let (mut matrix, mut step) = ([[0.0; MAX_UNKNOWNS]; MAX_UNKNOWNS], [0.0; MAX_UNKNOWNS]);
        if set_up(rows, bodies, unknowns, &response, &mut matrix, &mut step) < tolerance {
            return;
        }
        if number == MAX_STEPS || !eliminate(&mut matrix, &mut step, unknowns.len()) {
            break;
        }
        let largest = step.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
        let share = (reach / largest).min(1.0);
        for (unknown, part) in unknowns.iter().zip(step) {
            let row = &mut rows[unknown.row];
            row.impulse[unknown.axis] += part * share;
            push(row, bodies, mass, &(unknown.direction * (part * share)));
        }
    }
    for (old, unknown) in old.into_iter().zip(unknowns) {
        let row = &mut rows[unknown.row];
        push(row, bodies, mass, &(unknown.direction * (old - row.impulse[unknown.axis])));
        row.impulse[unknown.axis] = old;
    }
}

/// The unknowns of a group; none if they are too many.
fn unknowns<'a>(rows: &[Row], list: &'a mut [Unknown; MAX_UNKNOWNS]) -> Option<&'a [Unknown]> {
    let mut count = 0;
    for (number, row) in rows.iter().enumerate() {
        let directions = [row.normal, row.tangents[0], row.tangents[1]];
        for (axis, direction) in directions.into_iter().enumerate().filter(|(axis, _)| row.gain[*axis] > 0.0) {
            *list.get_mut(count)? = Unknown {
                row: number,
                axis,
                bodies: [row.a, row.b],
                direction,
                torque: [row.arm_a.cross(&direction), row.arm_b.cross(&direction)],
            };
            count += 1;
        }
    }
    Some(&list[..count])
}

impl Unknown {
    /// Speed here by a unit of another impulse.
    fn speed_by(&self, other: &Self, mass: &[Mass]) -> f64 {
        let mut speed = 0.0;
        for (here, body) in self.bodies.into_iter().enumerate().filter(|(_, body)| mass[*body].moves) {
            for there in (0..2).filter(|there| other.bodies[*there] == body) {
                let linear = self.direction.dot(&mass[body].linear.component_mul(&other.direction));
                let angular = self.torque[here].dot(&(mass[body].angular * other.torque[there]));
                speed += if here == there { linear + angular } else { -linear - angular };
            }
        }
        speed
    }
}

/// Writes the equations of a step: the right side is what rows want to change. Returns the largest of that as a speed, m/s.
fn set_up(
    rows: &[Row],
    bodies: &[Body],
    unknowns: &[Unknown],
    response: &Matrix,
    matrix: &mut Matrix,
    wanted: &mut [f64; MAX_UNKNOWNS],
) -> f64 {
    let (mut largest, mut first) = (0.0_f64, 0);
    for of_row in unknowns.chunk_by(|one, two| one.row == two.row) {
        let row = &rows[of_row[0].row];
        let answer = row.answer(&relative_velocity(row, bodies));
        for (place, unknown) in of_row.iter().enumerate() {
            let (axis, line) = (unknown.axis, &mut matrix[first + place]);
            wanted[first + place] = answer.impulse[axis] - row.impulse[axis];
            largest = largest.max(wanted[first + place].abs() / answer.pace[axis]);
            line[first + place] = 1.0 + COMPLIANCE;
            for (from, cause) in of_row.iter().enumerate() {
                let slope = answer.slope[axis][cause.axis];
                line[first + from] -= slope;
                for (entry, speed) in line.iter_mut().zip(&response[first + from][..unknowns.len()]) {
                    *entry += slope * answer.pace[cause.axis] * speed;
                }
            }
        }
        first += of_row.len();
    }
    largest
}

/// Gaussian elimination with pivots: `right` becomes the solution. False if there is none.
fn eliminate(matrix: &mut Matrix, right: &mut [f64; MAX_UNKNOWNS], size: usize) -> bool {
    for column in 0..size {
        let pivot = (column..size).fold(column, |best, line| {
            if matrix[line][column].abs() > matrix[best][column].abs() { line } else { best }
        });
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        let top = &above[column];
        if top[column] == 0.0 || !top[column].is_finite() {
            return false;
        }
        for (line, number) in below.iter_mut().zip(column + 1..size) {
            let factor = line[column] / top[column];
            if factor != 0.0 {
                line[column..size]
                    .iter_mut()
                    .zip(&top[column..size])
                    .for_each(|(entry, above)| *entry -= factor * above);
                right[number] -= factor * right[column];
            }
        }
    }
    for line in (0..size).rev() {
        let known: f64 = (line + 1..size).map(|column| matrix[line][column] * right[column]).sum();
        right[line] = (right[line] - known) / matrix[line][line];
    }
    right.iter().all(|number| number.is_finite())
}

impl Row {
    /// What it does at this velocity of `a` against `b`, as in a pass.
    fn answer(&self, velocity: &Vector3<f64>) -> Answer {
        let speed = [
            velocity.dot(&self.normal) - self.target,
            velocity.dot(&self.tangents[0]),
            velocity.dot(&self.tangents[1]),
        ];
        if let Some(wheel) = self.wheel {
            let pace = [0.0, wheel.pace[0], wheel.pace[1]];
            let free = [1, 2].map(|axis| self.impulse[axis] - pace[axis] * speed[axis]);
            let ([forward, left], slope) = wheel.grip.answer(free);
            return Answer { impulse: [0.0, forward, left], slope: with_tangents(0.0, [0.0; 2], slope), pace };
        }
        let [normal, free @ ..]: [f64; 3] =
            std::array::from_fn(|axis| self.impulse[axis] - self.gain[axis] * speed[axis]);
        let (normal, presses) = if normal > 0.0 { (normal, 1.0) } else { (0.0, 0.0) };
        let (size, limit) = (math::hypot(free[0], free[1]), self.friction * normal);
        if size <= limit {
            let slope = with_tangents(presses, [0.0; 2], [[1.0, 0.0], [0.0, 1.0]]);
            return Answer { impulse: [normal, free[0], free[1]], slope, pace: self.gain };
        }
        let along = free.map(|part| part / size);
        let turned = |one: usize, two: usize| f64::from(u8::from(one == two)) - along[one] * along[two];
        let across = [0, 1].map(|one| [0, 1].map(|two| limit / size * turned(one, two)));
        Answer {
            impulse: [normal, along[0] * limit, along[1] * limit],
            slope: with_tangents(presses, along.map(|part| presses * self.friction * part), across),
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
    use crate::geometry::{BodyId, Contact};
    use crate::physics::tests::smooth_contact;
    use crate::physics::{ContactStart, Freedom};
    use nalgebra::{Isometry3, Point3};

    const GROUND: usize = 2;

    /// Two robots of 1 kg that meet, and the ground. The first one drives ahead at 0.1 m/s, the second one, turned away by `aside` (rad), with
    /// its left wheel alone. `offset` (m) is the lateral distance of their middles. Wheels are 0.14 m apart.
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
                let row = Row { impulse, ..row };
                let (here, still) = (row.answer(&Vector3::zeros()), 1e-7);
                for axis in 0..3 {
                    let mut moved = row;
                    moved.impulse[axis] += still;
                    let there = moved.answer(&Vector3::zeros());
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
        let (mut matrix, mut right) = ([[0.0; MAX_UNKNOWNS]; MAX_UNKNOWNS], [0.0; MAX_UNKNOWNS]);
        for (line, numbers) in [[0.0, 2.0, 1.0], [1.0, 0.0, -1.0], [3.0, 1.0, 0.0]].into_iter().enumerate() {
            matrix[line][..3].copy_from_slice(&numbers);
        }
        right[..3].copy_from_slice(&[7.0, -2.0, 5.0]);
        assert!(eliminate(&mut matrix, &mut right, 3));
        for (found, expected) in right.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
        }
        assert!(!eliminate(&mut [[0.0; MAX_UNKNOWNS]; MAX_UNKNOWNS], &mut [1.0; MAX_UNKNOWNS], 3));
    }
}
