//! A receiver.

use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

/// Number of channels of a received message before its words.
const HEADER: usize = 5;
/// Maximum number of values in a reading.
const MAX_VALUES: u32 = 16_384;
/// Maximum distance of an emitter from its robot's body, m.
const MAST: f64 = 0.5;

/// Parameters of a receiver.
#[params]
pub struct ReceiverParams {
    /// Maximum number of messages in a reading; the nearest are kept.
    #[param(default = 4, min = 1, max = 256)]
    messages: u32,
    /// Numbers read from each message; missing ones read 0.
    #[param(default = 4, min = 0, max = 64)]
    words: u32,
    /// Channel to receive; −1: all.
    #[param(default = -1, min = -1)]
    channel: i64,
    /// Whether fixed objects between sender and receiver block messages, as for infrared light; radio passes through.
    line_of_sight: bool,
    /// Whether all objects and robots between them block messages, except the two robots themselves.
    infra_red: bool,
}

/// Messages of the last tick with distance, bearing and elevation of their senders, sorted by distance, then by sender.
pub struct Receiver {
    words: usize,
    channel: Option<u32>,
    line_of_sight: bool,
    infra_red: bool,
    capacity: usize,
    /// The selected messages.
    nearest: Vec<Near>,
}

/// A message with its distance (m) and its index among all messages.
struct Near {
    distance: f64,
    index: usize,
    message: Message,
}

impl Near {
    fn order(&self) -> (f64, u32, usize) {
        (self.distance, self.message.sender, self.index)
    }
}

impl Sensor for Receiver {
    type Params = ReceiverParams;

    fn new(params: ReceiverParams, setup: &mut SensorSetup) -> Result<Self> {
        let values = params.messages * (HEADER as u32 + params.words);
        if values > MAX_VALUES {
            let words = MAX_VALUES / params.messages - HEADER as u32;
            return Err(Fault::new(format!(
                "{} messages of {} words are {values} values",
                params.messages, params.words
            ))
            .help(format!("at most {MAX_VALUES} are read: use {words} words, or fewer messages"))
            .parameter("words"));
        }
        for slot in 0..params.messages {
            let channel = |name: &str, unit: &str| Channel::new(format!("{name}_{slot}"), unit);
            setup.channel(channel("valid", "1").range(0.0, 1.0).exact().help("1 if there is such a message"));
            setup.channel(channel("sender", "1").range(0.0, f64::from(u32::MAX)).exact().help("index of the robot"));
            setup.channel(channel("distance", "m").range(0.0, f64::INFINITY));
            setup.channel(channel("bearing", "rad").range(-PI, PI).frame("sensor").help("counterclockwise from x"));
            setup.channel(channel("elevation", "rad").range(-FRAC_PI_2, FRAC_PI_2).frame("sensor"));
            for word in 0..params.words {
                setup.channel(channel(&format!("word_{word}"), "1").exact());
            }
        }
        let capacity = params.messages as usize;
        Ok(Self {
            words: params.words as usize,
            channel: u32::try_from(params.channel).ok(),
            line_of_sight: params.line_of_sight,
            infra_red: params.infra_red,
            capacity,
            nearest: Vec::with_capacity(capacity + 1),
        })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let (world, world_from_sensor) = (io.world(), io.pose());
        let here = world_from_sensor.translation.vector;
        self.nearest.clear();
        for (index, message) in world.messages().enumerate() {
            let offset = Vec3::from(message.origin) - here;
            let entry = Near { distance: offset.norm(), index, message };
            let place = self.nearest.partition_point(|kept| kept.order() <= entry.order());
            let wanted = self.channel.is_none_or(|channel| channel == message.channel);
            if wanted && place < self.capacity && !self.is_blocked(&world, here, offset) {
                self.nearest.insert(place, entry);
                self.nearest.truncate(self.capacity);
            }
        }

        reading.fill(0.0);
        for (slot, near) in reading.chunks_exact_mut(HEADER + self.words).zip(&self.nearest) {
            let Near { distance, index, message } = near;
            let offset = world_from_sensor.inverse_transform_point(&Vec3::from(message.origin).into());
            let (bearing, elevation) =
                (math::atan2(offset.y, offset.x), math::atan2(offset.z, math::hypot(offset.x, offset.y)));
            let (header, words) = slot.split_at_mut(HEADER);
            header.copy_from_slice(&[1.0, f64::from(message.sender), *distance, bearing, elevation]);
            world.message_words(*index, words);
        }
        Ok(())
    }
}

impl Receiver {
    /// Whether an obstacle lies on the line `offset` (m) from the receiver to the sender.
    fn is_blocked(&self, world: &World, here: Vec3, offset: Vec3) -> bool {
        let Some(direction) = offset.try_normalize(1e-9).filter(|_| self.line_of_sight || self.infra_red) else {
            return false;
        };
        let filter = Filter { moving: u8::from(self.infra_red), ..Filter::default() };
        let Some(hit) = world.cast_ray(here, direction, offset.norm(), filter) else { return false };
        !self.infra_red || sender(world, here + offset) != Some(hit.object)
    }
}

/// The object that an emitter at a point belongs to: the one that contains it, or else the nearest movable one.
fn sender(world: &World, emitter: Vec3) -> Option<u32> {
    let moving = Filter { fixed: 0, ..Filter::default() };
    let near = || world.nearest(emitter, MAST, moving).map(|hit| hit.object);
    world.object_at(emitter, moving).or_else(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::testing::TestSolid;

    fn message(sender: u32, channel: u32, origin: Vec3, words: &[f64]) -> testing::TestMessage {
        testing::TestMessage { sender, channel, origin: origin.into(), words: words.to_vec() }
    }

    /// A receiver 1 m above the ground on a robot that faces along y, with three senders around it.
    fn rig(params: Value) -> SensorRig<Receiver> {
        let mut rig = SensorRig::mounted(params, Placement::at(0.0, 0.0, 1.0), &[]).unwrap();
        rig.body.pose.rotation = Rotation::from_euler_angles(0.0, 0.0, FRAC_PI_2);
        rig.world.messages = vec![
            message(2, 0, Vec3::new(-3.0, 0.0, 1.0), &[20.0]),
            message(5, 1, Vec3::new(0.0, 1.0, 2.0), &[50.0, 51.0, 52.0]),
            message(9, 0, Vec3::new(3.0, 0.0, 1.0), &[]),
        ];
        rig
    }

    fn read(params: Value) -> Vec<Vec<f64>> {
        let width = HEADER + params["words"].as_u64().unwrap() as usize;
        rig(params).sense().unwrap().chunks(width).map(<[f64]>::to_vec).collect()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| rig(Value::Null));
    }

    #[test]
    fn more_values_than_a_sensor_may_have_are_refused_at_their_parameter() {
        let made = |words: u32| SensorRig::<Receiver>::new(json!({"messages": 256, "words": words}));
        assert!(made(59).is_ok());
        let fault = made(60).err().unwrap();
        assert_eq!(fault.parameter_path(), Some("params.words"));
        assert!(fault.advice().contains("use 59 words"), "{fault}");
    }

    #[test]
    fn messages_are_sorted_by_distance_then_sender_with_bearing_in_the_sensor_frame() {
        let slots = read(json!({"messages": 4, "words": 2}));
        let near = [1.0, 5.0, 2.0_f64.sqrt(), 0.0, PI / 4.0, 50.0, 51.0];
        assert!(slots[0].iter().zip(near).all(|(a, b)| (a - b).abs() < 1e-12), "{:?}", slots[0]);
        assert_eq!((slots[1][1], slots[1][5]), (2.0, 20.0));
        assert!((slots[1][3] - FRAC_PI_2).abs() < 1e-12, "west is on the left");
        assert_eq!((slots[2][1], slots[2][5]), (9.0, 0.0), "a word that was not sent reads 0");
        assert!((slots[2][3] + FRAC_PI_2).abs() < 1e-12, "east is on the right");
        assert_eq!(slots[3], [0.0; 7]);
    }

    #[test]
    fn only_the_nearest_are_returned() {
        let slots = read(json!({"messages": 2, "words": 0}));
        assert_eq!(slots.iter().map(|slot| slot[1]).collect::<Vec<_>>(), [5.0, 2.0]);
    }

    #[test]
    fn other_channels_are_not_received() {
        let slots = read(json!({"messages": 3, "words": 0, "channel": 0}));
        assert_eq!(slots.iter().map(|slot| slot[1]).collect::<Vec<_>>(), [2.0, 9.0, 0.0]);
    }

    #[test]
    fn a_wall_blocks_messages_that_need_line_of_sight() {
        for (line_of_sight, received) in [(false, 3.0), (true, 2.0)] {
            let mut rig = rig(json!({"line_of_sight": line_of_sight}));
            rig.world.planes.push((Vec3::x(), -Vec3::x()));
            let reading = rig.sense().unwrap();
            assert_eq!(reading.chunks(HEADER + 4).map(|slot| slot[0]).sum::<f64>(), received);
        }
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn infrared_is_blocked_by_moving_bodies_but_not_by_sender_and_receiver() {
        let received = |params: Value, solids: Vec<TestSolid>| {
            let mut rig = rig(params);
            rig.world.solids = solids;
            let reading = rig.sense().unwrap();
            let slots = reading.chunks(HEADER + 4).filter(|slot| slot[0] == 1.0);
            slots.map(|slot| slot[1]).collect::<Vec<_>>()
        };
        let around = |x: f64, half: f64| TestSolid::boxed([x - half, -half, 0.5], [x + half, half, 1.5]).moving();
        let own = || TestSolid::boxed([-0.2, -0.2, 0.0], [0.2, 0.2, 2.0]).on_own_robot();
        // The senders 2 and 9 at x = −3 and 3 have bodies; a robot is in front of the latter.
        let scene = || vec![own(), around(-3.0, 0.2), around(3.0, 0.2), around(1.5, 0.1)];
        assert_eq!(received(json!({"infra_red": true}), scene()), [5.0, 2.0]);
        assert_eq!(received(json!({"infra_red": false}), scene()), [5.0, 2.0, 9.0]);
        assert_eq!(received(json!({"line_of_sight": true}), scene()), [5.0, 2.0, 9.0]);
        // The sender's mast is 0.3 m away from its body.
        let mast = || vec![own(), around(-3.0, 0.2), around(2.5, 0.2)];
        assert_eq!(received(json!({"infra_red": true}), mast()), [5.0, 2.0, 9.0]);
        let mut walled = scene();
        walled.push(TestSolid::boxed([-2.0, -1.0, 0.0], [-1.9, 1.0, 2.0]));
        assert_eq!(received(json!({"infra_red": true}), walled), [5.0]);
    }
}
