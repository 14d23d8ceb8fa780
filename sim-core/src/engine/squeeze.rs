//! Bodies between two that do not give way, at least one of them a link that a joint moves: in a gripper, or pushed against a wall.
//!
//! What is rigid would press there without limit. It presses as a spring instead, which a unit of overlap makes press in proportion to the
//! mass between.

use crate::geometry::{BodyId, Contact};
use crate::physics::{Body, ContactStart, Freedom};

/// Square of the angular frequency of a body on that spring, 1/s². An overlap of 0.1 mm at one point then presses with 2.5 times the weight.
const STIFFNESS: f64 = 500.0 * 500.0;

/// Cosine of the angle between the directions of two contacts from which they press against each other.
const AGAINST: f64 = -0.5;

/// Finds the contacts at which links press on what is held on its other side, and gives them their impulse. `has_links` tells which bodies have
/// joints; `sides` is memory for bodies and their contacts.
pub(super) fn find(
    contacts: &[Contact],
    starts: &mut [ContactStart],
    bodies: &[Body],
    has_links: impl Fn(BodyId) -> bool,
    dt: f64,
    sides: &mut Vec<(u32, u32)>,
) {
    let gives_way = |body: BodyId| bodies[body.index()].freedom != Freedom::Fixed && !has_links(body);
    sides.clear();
    for (contact, number) in contacts.iter().zip(0..) {
        match [contact.a, contact.b].map(&gives_way) {
            [true, false] => sides.push((contact.a.0, number)),
            [false, true] => sides.push((contact.b.0, number)),
            _ => {}
        }
    }
    sides.sort_unstable();
    for of_body in sides.chunk_by(|one, other| one.0 == other.0) {
        let direction = |number: u32| {
            let contact = &contacts[number as usize];
            if contact.a.0 == of_body[0].0 { contact.normal } else { -contact.normal }
        };
        let inverse_mass = bodies[of_body[0].0 as usize].inverse_mass;
        for number in of_body.iter().map(|(_, number)| *number) {
            let (start, depth) = (&mut starts[number as usize], contacts[number as usize].depth);
            let is_held = || of_body.iter().any(|(_, other)| direction(*other).dot(&direction(number)) < AGAINST);
            if start.on_link && depth > 0.0 && inverse_mass > 0.0 && is_held() {
                start.squeeze = Some(depth * STIFFNESS / inverse_mass * dt);
            }
        }
    }
}
