//! Encodes frames as JSON, from parts prepared at the start of the recording.

use super::event::Event;
use super::info::{Column, RobotLayout};
use super::real::{push, push_json};
use sim_abi::math::BodyState;
use std::sync::Arc;

/// Writes the `"channels":{…}` of one robot layout.
#[derive(Debug, PartialEq)]
pub(super) struct ChannelEncoder {
    /// Text before each value, and the value's index in the robot's telemetry.
    values: Vec<(Vec<u8>, usize)>,
    end: &'static [u8],
}

impl ChannelEncoder {
    /// For columns grouped by component, as returned by [`RobotLayout::columns`].
    pub(super) fn new(columns: &[Column]) -> Self {
        let mut last: Option<&str> = None;
        let mut values = Vec::with_capacity(columns.len());
        for column in columns {
            let mut text = Vec::new();
            if last == Some(&column.component) {
                text.push(b',');
            } else {
                text.extend_from_slice(if last.is_none() { b"\"channels\":{" } else { b"}," });
                push_json(&mut text, &column.component);
                text.extend_from_slice(b":{");
                last = Some(&column.component);
            }
            push_json(&mut text, &column.key);
            text.push(b':');
            values.push((text, column.index));
        }
        Self { end: if values.is_empty() { b"\"channels\":{}" } else { b"}}" }, values }
    }

    /// One encoder per robot; robots with the same columns share one.
    pub(super) fn for_robots(robots: &[RobotLayout]) -> Vec<Arc<Self>> {
        let mut distinct: Vec<Arc<Self>> = Vec::new();
        let mut find = |robot: &RobotLayout| {
            let encoder = Self::new(&robot.columns());
            if let Some(known) = distinct.iter().rfind(|known| ***known == encoder) {
                return Arc::clone(known);
            }
            distinct.push(Arc::new(encoder));
            Arc::clone(&distinct[distinct.len() - 1])
        };
        robots.iter().map(&mut find).collect()
    }

    /// Whether there is nothing to write.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Appends `"channels":{…}`.
    pub(super) fn push(&self, out: &mut Vec<u8>, telemetry: &[f64]) {
        for (text, index) in &self.values {
            out.extend_from_slice(text);
            push(out, telemetry[*index]);
        }
        out.extend_from_slice(self.end);
    }
}

/// Appends `"tick":…,"time":…`.
pub(super) fn push_moment(out: &mut Vec<u8>, tick: u64, time: f64) {
    out.extend_from_slice(b"\"tick\":");
    push_json(out, &tick);
    out.extend_from_slice(b",\"time\":");
    push(out, time);
}

/// Appends `"pose":{…},"linear_velocity":{…},"angular_velocity":{…}`.
pub(super) fn push_body(out: &mut Vec<u8>, body: &BodyState) {
    let (p, q) = (&body.pose.translation.vector, body.pose.rotation.quaternion());
    let (v, w) = (&body.linear_velocity, &body.angular_velocity);
    let pieces: [(&[u8], f64); 13] = [
        (b"\"pose\":{\"position\":{\"x\":", p.x),
        (b",\"y\":", p.y),
        (b",\"z\":", p.z),
        (b"},\"orientation\":{\"x\":", q.i),
        (b",\"y\":", q.j),
        (b",\"z\":", q.k),
        (b",\"w\":", q.w),
        (b"}},\"linear_velocity\":{\"x\":", v.x),
        (b",\"y\":", v.y),
        (b",\"z\":", v.z),
        (b"},\"angular_velocity\":{\"x\":", w.x),
        (b",\"y\":", w.y),
        (b",\"z\":", w.z),
    ];
    for (text, value) in pieces {
        out.extend_from_slice(text);
        push(out, value);
    }
    out.push(b'}');
}

/// Appends the state message of a robot or an object: a pose in a format that viewers can draw, and the velocities.
pub(super) fn push_state(out: &mut Vec<u8>, tick: u64, time: f64, body: &BodyState) {
    let nanoseconds = nanoseconds(time);
    out.extend_from_slice(b"{\"timestamp\":{\"sec\":");
    push_json(out, &(nanoseconds / 1_000_000_000));
    out.extend_from_slice(b",\"nsec\":");
    push_json(out, &(nanoseconds % 1_000_000_000));
    out.extend_from_slice(b"},\"frame_id\":\"world\",");
    push_moment(out, tick, time);
    out.push(b',');
    push_body(out, body);
    out.push(b'}');
}

/// Appends a robot's telemetry message.
pub(super) fn push_telemetry(out: &mut Vec<u8>, tick: u64, time: f64, encoder: &ChannelEncoder, telemetry: &[f64]) {
    out.push(b'{');
    push_moment(out, tick, time);
    out.push(b',');
    encoder.push(out, telemetry);
    out.push(b'}');
}

/// Appends an event.
pub(super) fn push_event(out: &mut Vec<u8>, event: &Event) {
    push_json(out, event);
}

/// Converts simulated time to log time, ns; a value that is not a time since the start becomes 0.
pub(super) fn nanoseconds(time: f64) -> u64 {
    (time * 1e9).round() as u64
}
