//! Lights and messages of robots: the signals of one robot's actuators become visible to the sensors of others in the next tick.

use super::bounds::PLACE_LIMIT;
use super::mover::{CoreEffect, Mover};
use super::world::{Mail, Sent, World, category};
use nalgebra::{Isometry3, Point3, Vector3};
use serde::{Deserialize, Serialize};
use sim_abi::ffi::types as abi;
use sim_geometry::QueryFilter;

/// Collects lights and messages of the robots `signalling`, for all movers; robots come first among these.
pub(super) fn collect<'a>(signalling: impl Iterator<Item = &'a Mover>, movers: &[Mover], world: &mut World) {
    world.lights.truncate(world.scene_lights);
    let mail = &mut world.mail;
    mail.sent.clear();
    mail.words.clear();
    for mover in signalling {
        for effect in &mover.effects.core {
            match effect {
                CoreEffect::Light { actuator, effect } => world.lights.extend(light(mover, *actuator, *effect)),
                CoreEffect::Message { actuator, effects } => {
                    let values = &mover.telemetry.effects()[effects.clone()];
                    if let [send, channel, range, words @ ..] = values
                        && *send != 0.0
                        && *range > 0.0
                    {
                        let start = mail.words.len();
                        mail.words.extend_from_slice(words);
                        mail.sent.push(Sent {
                            sender: mover.identity.index as u32,
                            channel: channel.max(0.0) as u32,
                            origin: place(mover, *actuator),
                            range: *range,
                            words: start..mail.words.len(),
                        });
                    }
                }
                _ => {}
            }
        }
    }
    deliver(movers, world);
}

fn place(mover: &Mover, actuator: usize) -> Vector3<f64> {
    let mount = &mover.components.actuators[actuator].mount.body_from_mount;
    (Isometry3::from(mover.motion.state.pose) * mount).translation.vector
}

fn light(mover: &Mover, actuator: usize, effect: usize) -> Option<abi::Light> {
    let values = &mover.telemetry.effects()[effect..][..4];
    (values[3] > 0.0).then(|| abi::Light {
        position: place(mover, actuator).into(),
        color: abi::Vec3 { x: values[0], y: values[1], z: values[2] },
        intensity: values[3],
        attenuation: abi::Vec3 { x: 1.0, y: 0.0, z: 0.0 },
        radius: f64::INFINITY,
        kind: 0,
        owner: mover.identity.index as u32,
    })
}

/// Determines how the index finds robots by their origins. Call it after all robots are built.
pub(super) fn survey(movers: &[Mover], world: &mut World) {
    world.mail.offset = 0.0;
    world.mail.unindexed.clear();
    for mover in movers.iter().take_while(|mover| mover.identity.robot) {
        let jointed = |number: usize| {
            mover
                .joints
                .articulation
                .as_ref()
                .is_some_and(|links| links.colliders.iter().any(|(_, own, _)| *own == number))
        };
        let colliders = world.index.colliders(mover.identity.body).unwrap_or_default();
        let fixed = colliders.iter().enumerate().filter(|(number, _)| !jointed(*number));
        // The center of a collider is inside the box by which the index finds it.
        let offset = fixed.map(|(_, collider)| collider.middle().norm()).min_by(f64::total_cmp);
        match offset {
            Some(offset) => world.mail.offset = world.mail.offset.max(offset),
            None => world.mail.unindexed.push(mover.identity.index as u32),
        }
    }
}

/// Sorts the messages by receiver: every robot whose origin is within the range of a message, without the sender.
fn deliver(movers: &[Mover], world: &mut World) {
    world.mail.delivered.clear();
    world.mail.delivered_sent.clear();
    if world.mail.sent.is_empty() {
        return;
    }
    let filter = QueryFilter { categories: category::ROBOT, fixed: false, ..QueryFilter::default() };
    let mut pairs: Vec<(u32, u32)> = std::mem::take(&mut world.mail.pairs);
    pairs.clear();
    for (number, message) in world.mail.sent.iter().enumerate() {
        if message.range >= PLACE_LIMIT {
            // Beyond all positions: it reaches all robots, without a box query.
            let robots =
                movers.iter().take_while(|mover| mover.identity.robot).map(|mover| mover.identity.index as u32);
            pairs.extend(robots.filter(|robot| *robot != message.sender).map(|robot| (robot, number as u32)));
            continue;
        }
        let reach = Vector3::repeat(message.range + world.mail.offset);
        let (low, high) = (Point3::from(message.origin - reach), Point3::from(message.origin + reach));
        let mut reach = |receiver: usize| {
            let position = Vector3::from(movers[receiver].motion.state.pose.position);
            let near = (position - message.origin).norm_squared() <= message.range * message.range;
            if near && receiver as u32 != message.sender {
                pairs.push((receiver as u32, number as u32));
            }
        };
        world.mail.unindexed.iter().for_each(|receiver| reach(*receiver as usize));
        let found = world.index.bodies_in_aabb(&low, &high, &filter, |body, _| {
            if let Some(receiver) = world.bodies[body.index()].mover {
                reach(receiver);
            }
        });
        // A message whose position or range is not finite reaches no robot.
        let _ = found;
    }
    pairs.sort_unstable();
    pairs.dedup();
    world.mail.pairs = pairs;
    hand_out(movers, &mut world.mail);
}

/// Delivers to every robot the messages paired with it.
fn hand_out(movers: &[Mover], mail: &mut Mail) {
    let mut next = 0;
    for robot in 0..movers.iter().take_while(|mover| mover.identity.robot).count() as u32 {
        mail.delivered.next_owner();
        mail.delivered_sent.next_owner();
        while let Some((_, number)) = mail.pairs.get(next).filter(|(receiver, _)| *receiver == robot) {
            let message = &mail.sent[*number as usize];
            mail.delivered.push(abi::Message {
                sender: message.sender,
                channel: message.channel,
                origin: message.origin.into(),
                words: message.words.len() as u32,
                reserved: 0,
            });
            mail.delivered_sent.push(*number);
            next += 1;
        }
    }
}

/// Sender, channel, origin, range and words of a message.
type SavedMessage = (u32, u32, [f64; 3], f64, Vec<f64>);

/// Lights and messages of robots at the end of a tick. They cannot be recomputed from the poses of robots, because a service may move
/// robots after they were collected.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Signals {
    /// Position, color, intensity, attenuation and radius; owner.
    lights: Vec<([f64; 11], u32)>,
    messages: Vec<SavedMessage>,
    /// Receiver and message index.
    pairs: Vec<(u32, u32)>,
}

/// The signals visible in the next tick.
pub(super) fn save(world: &World) -> Signals {
    let lights = world.lights[world.scene_lights..].iter().map(|light| {
        let abi::Light { position: p, color: c, intensity, attenuation: a, radius, owner, .. } = *light;
        ([p.x, p.y, p.z, c.x, c.y, c.z, intensity, a.x, a.y, a.z, radius], owner)
    });
    let mail = &world.mail;
    let message = |m: &Sent| (m.sender, m.channel, m.origin.into(), m.range, mail.words[m.words.clone()].to_vec());
    Signals {
        lights: lights.collect(),
        messages: mail.sent.iter().map(message).collect(),
        // Without messages the pairs are those of an earlier tick.
        pairs: if mail.sent.is_empty() { Vec::new() } else { mail.pairs.clone() },
    }
}

/// Restores the signals from [`save`], for the same robots.
pub(super) fn restore(saved: &Signals, movers: &[Mover], world: &mut World) {
    world.lights.truncate(world.scene_lights);
    world.lights.extend(saved.lights.iter().map(|([px, py, pz, r, g, b, intensity, ax, ay, az, radius], owner)| {
        let vector = |x: &f64, y: &f64, z: &f64| abi::Vec3 { x: *x, y: *y, z: *z };
        abi::Light {
            position: vector(px, py, pz),
            color: vector(r, g, b),
            intensity: *intensity,
            attenuation: vector(ax, ay, az),
            radius: *radius,
            kind: 0,
            owner: *owner,
        }
    }));
    let mail = &mut world.mail;
    mail.sent.clear();
    mail.words.clear();
    mail.delivered.clear();
    mail.delivered_sent.clear();
    for (sender, channel, origin, range, words) in &saved.messages {
        let start = mail.words.len();
        mail.words.extend_from_slice(words);
        let words = start..mail.words.len();
        mail.sent.push(Sent { sender: *sender, channel: *channel, origin: (*origin).into(), range: *range, words });
    }
    mail.pairs.clone_from(&saved.pairs);
    if !mail.sent.is_empty() {
        hand_out(movers, mail);
    }
}
