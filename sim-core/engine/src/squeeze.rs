//! Bodies squeezed between two links of a robot, or between a link of a fixed robot and a fixed body: in a gripper, or pushed against a
//! wall.
//!
//! Rigid contacts would press without limit. These press like a spring instead, with a stiffness proportional to the mass of the body.

use sim_geometry::{BodyId, Contact};
use sim_physics::{Body, ContactStart, Freedom};

/// Square of the angular frequency of a body on that spring, 1/s². An overlap of 0.1 mm at one point then presses with 2.5 times the
/// weight.
const STIFFNESS: f64 = 500.0 * 500.0;

/// Cosine of the angle between the directions of two contacts beyond which they press against each other.
const AGAINST: f64 = -0.5;

/// Finds the contacts at which links press on a body that is held on its other side by another link of the same robot or, for a fixed
/// robot, by a fixed body; writes the impulses of the springs. `has_links`: whether a body has links moved by joints. `sides`: scratch
/// memory.
pub(super) fn find(
    contacts: &[Contact],
    starts: &mut [ContactStart],
    bodies: &[Body],
    has_links: impl Fn(BodyId) -> bool,
    dt: f64,
    sides: &mut Vec<(u32, u32)>,
) {
    let is_fixed = |body: BodyId| bodies[body.index()].freedom == Freedom::Fixed;
    let is_hard = |body: BodyId| is_fixed(body) || has_links(body);
    sides.clear();
    for (contact, number) in contacts.iter().zip(0..) {
        match [contact.a, contact.b].map(&is_hard) {
            [false, true] => sides.push((contact.a.0, number)),
            [true, false] => sides.push((contact.b.0, number)),
            _ => {}
        }
    }
    sides.sort_unstable();
    for of_body in sides.chunk_by(|one, other| one.0 == other.0) {
        // The body that presses, and the direction.
        let press = |number: u32| {
            let contact = &contacts[number as usize];
            if contact.a.0 == of_body[0].0 { (contact.b, contact.normal) } else { (contact.a, -contact.normal) }
        };
        let inverse_mass = bodies[of_body[0].0 as usize].inverse_mass;
        for number in of_body.iter().map(|(_, number)| *number) {
            let (start, depth, (body, normal)) =
                (&mut starts[number as usize], contacts[number as usize].depth, press(number));
            let holds = |&(_, other): &(u32, u32)| {
                let (holder, against) = press(other);
                normal.dot(&against) < AGAINST && (holder == body || is_fixed(holder) && is_fixed(body))
            };
            if start.on_link && depth > 0.0 && inverse_mass > 0.0 && of_body.iter().any(holds) {
                start.squeeze = Some(depth * STIFFNESS / inverse_mass * dt);
            }
        }
    }
}
