//! Writes messages in the encoding of Protocol Buffers (<https://protobuf.dev/programming-guides/encoding/>) to a
//! reused buffer.
//!
//! Fields are written even if they have their default value, so that messages of a kind have the same length;
//! readers accept that.

use nalgebra::{Isometry3, Quaternion};

const VARINT: u64 = 0;
const FIXED64: u64 = 1;
const LENGTH: u64 = 2;
const FIXED32: u64 = 5;

/// Appends fields to a message. The first argument of each method is the field number.
pub(super) struct Wire<'a>(pub &'a mut Vec<u8>);

impl Wire<'_> {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn tag(&mut self, field: u32, kind: u64) {
        self.varint(u64::from(field) << 3 | kind);
    }

    /// An integer, an enumeration or a flag.
    pub(super) fn number(&mut self, field: u32, value: u64) {
        self.tag(field, VARINT);
        self.varint(value);
    }

    pub(super) fn double(&mut self, field: u32, value: f64) {
        self.tag(field, FIXED64);
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// A 32-bit integer.
    pub(super) fn fixed32(&mut self, field: u32, value: u32) {
        self.tag(field, FIXED32);
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn bytes(&mut self, field: u32, bytes: &[u8]) {
        self.tag(field, LENGTH);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn text(&mut self, field: u32, text: &str) {
        self.bytes(field, text.as_bytes());
    }

    /// A list of doubles.
    pub(super) fn doubles(&mut self, field: u32, values: impl ExactSizeIterator<Item = f64>) {
        self.tag(field, LENGTH);
        self.varint(values.len() as u64 * 8);
        values.for_each(|value| self.0.extend_from_slice(&value.to_le_bytes()));
    }

    /// A list of 32-bit integers.
    pub(super) fn fixed32s(&mut self, field: u32, values: impl ExactSizeIterator<Item = u32>) {
        self.tag(field, LENGTH);
        self.varint(values.len() as u64 * 4);
        values.for_each(|value| self.0.extend_from_slice(&value.to_le_bytes()));
    }

    /// A nested message.
    pub(super) fn message(&mut self, field: u32, fill: impl FnOnce(&mut Wire<'_>)) {
        self.tag(field, LENGTH);
        let start = self.0.len();
        fill(self);
        // The length precedes the content: it is appended, then both are swapped.
        let length = self.0.len() - start;
        self.varint(length as u64);
        self.0[start..].rotate_left(length);
    }

    /// `google.protobuf.Timestamp`: simulated time, ns since the start.
    pub(super) fn time(&mut self, field: u32, nanoseconds: u64) {
        self.message(field, |time| {
            time.number(1, nanoseconds / 1_000_000_000);
            time.number(2, nanoseconds % 1_000_000_000);
        });
    }

    /// `foxglove.Vector3` or `foxglove.Point3`.
    pub(super) fn vector(&mut self, field: u32, [x, y, z]: [f64; 3]) {
        self.tag(field, LENGTH);
        self.varint(3 * 9);
        self.double(1, x);
        self.double(2, y);
        self.double(3, z);
    }

    /// `foxglove.Quaternion`.
    pub(super) fn quaternion(&mut self, field: u32, q: &Quaternion<f64>) {
        self.tag(field, LENGTH);
        self.varint(4 * 9);
        self.double(1, q.i);
        self.double(2, q.j);
        self.double(3, q.k);
        self.double(4, q.w);
    }

    /// `foxglove.Pose`.
    pub(super) fn pose(&mut self, field: u32, pose: &Isometry3<f64>) {
        self.message(field, |message| {
            message.vector(1, pose.translation.vector.into());
            message.quaternion(2, &pose.rotation);
        });
    }

    /// `foxglove.Color`: red, green, blue, opacity, each 0 … 1.
    pub(super) fn color(&mut self, field: u32, color: [f32; 4]) {
        self.message(field, |message| {
            (1..).zip(color).for_each(|(number, part)| message.double(number, f64::from(part)));
        });
    }

    /// The fields of `foxglove.FrameTransform` that change: time and `parent_from_child`. `constant` has the others.
    pub(super) fn transform(&mut self, field: u32, constant: &[u8], time: &[u8], pose: &Isometry3<f64>) {
        self.tag(field, LENGTH);
        self.varint((constant.len() + time.len() + (2 + 3 * 9) + (2 + 4 * 9)) as u64);
        self.0.extend_from_slice(constant);
        self.0.extend_from_slice(time);
        self.vector(4, pose.translation.vector.into());
        self.quaternion(5, &pose.rotation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the encoding's documentation: `150` as field 1, within field 3, `testing` as field 2.
    #[test]
    fn messages_are_those_of_the_documentation() {
        let mut out = Vec::new();
        Wire(&mut out).message(3, |message| message.number(1, 150));
        Wire(&mut out).text(2, "testing");
        assert_eq!(out, [b"\x1a\x03\x08\x96\x01".as_slice(), b"\x12\x07testing"].concat());
    }

    #[test]
    fn nested_messages_are_prefixed_with_their_length() {
        let mut out = Vec::new();
        let content = vec![7; 300];
        Wire(&mut out).message(1, |message| message.bytes(1, &content));
        assert_eq!(out[..6], [0x0a, 0xaf, 0x02, 0x0a, 0xac, 0x02]);
        assert_eq!(out[6..], content);
    }
}
