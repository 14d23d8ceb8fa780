//! Encoding of packets.

use crate::decode::check;
use crate::{Dialect, Fault, MAX_ID, Message, Mode, Packet, PacketType, Status, Turn};
use rmp::encode::ByteBuf;

/// Why a packet cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The id is larger than [`MAX_ID`].
    #[error("packet id {0} is too large: the maximum is {MAX_ID}")]
    Id(u32),
    /// The peer does not support packets of this type.
    #[error("the peer does not support packets of type {0}")]
    Unknown(PacketType),
    /// A receiver would reject it.
    #[error("{packet_type}: {fault}")]
    Value {
        /// Type of the packet.
        packet_type: PacketType,
        /// The error.
        fault: Fault,
    },
}

/// Encodes a packet in the shortest form.
///
/// # Errors
/// If no receiver could read it: an id that is too large, a type that is not part of the dialect, a number that is not finite or out of
/// range.
pub fn encode(packet: &Packet, dialect: Dialect) -> Result<Vec<u8>, EncodeError> {
    let packet_type = packet.message.packet_type();
    if packet.id > MAX_ID {
        return Err(EncodeError::Id(packet.id));
    }
    if !packet_type.is_in(dialect) {
        return Err(EncodeError::Unknown(packet_type));
    }
    check(&packet.message).map_err(|fault| EncodeError::Value { packet_type, fault })?;

    let mut writer = Writer(ByteBuf::with_capacity(80));
    writer.array(packet_type.fields());
    writer.unsigned(packet.id);
    writer.unsigned(packet_type.number().into());
    write_fields(&packet.message, &mut writer);
    Ok(writer.0.into_vec())
}

fn write_fields(message: &Message, writer: &mut Writer) {
    match *message {
        Message::Ack { acked, status } => {
            writer.unsigned(acked);
            writer.unsigned(match status {
                Status::Refused => 0,
                Status::Correct => 1,
            });
        }
        Message::Mode { mode, speed } => {
            writer.unsigned(match mode {
                Mode::Editor => 0,
                Mode::Robot => 1,
            });
            writer.reals(&[speed]);
        }
        Message::Trace(pose) | Message::AddPose(pose) | Message::ReachedPose(pose) => writer.reals(&pose.numbers()),
        Message::OpenPlan { poses } => writer.unsigned(poses),
        Message::ChangeSpeed { speed } => writer.reals(&[speed]),
        Message::CalibrationStart { beacons } => writer.unsigned(beacons),
        Message::UltrasoundBeacon(beacon) => {
            writer.unsigned(beacon.id);
            writer.reals(&beacon.position);
            writer.reals(&beacon.rotation.map(|angle| angle.0));
        }
        Message::ManualTranslation { dx, dy, speed } => writer.reals(&[dx, dy, speed]),
        Message::ManualRotation { turn, speed } => {
            writer.signed(match turn {
                Turn::CounterClockwise => -1,
                Turn::None => 0,
                Turn::Clockwise => 1,
            });
            writer.reals(&[speed]);
        }
        Message::ClosePlan
        | Message::StartPlan
        | Message::StopPlan
        | Message::PausePlan
        | Message::ResumePlan
        | Message::CalibrationRequest
        | Message::CalibrationEnd
        | Message::ManualStop
        | Message::EndOfPlan
        | Message::CaptureStarted
        | Message::CaptureEnded => {}
    }
}

/// An in-memory writer that never fails.
struct Writer(ByteBuf);

const TAKEN: &str = "writing to memory succeeds";

impl Writer {
    fn array(&mut self, length: u32) {
        rmp::encode::write_array_len(&mut self.0, length).expect(TAKEN);
    }

    fn unsigned(&mut self, value: u32) {
        rmp::encode::write_uint(&mut self.0, value.into()).expect(TAKEN);
    }

    fn signed(&mut self, value: i64) {
        rmp::encode::write_sint(&mut self.0, value).expect(TAKEN);
    }

    fn reals(&mut self, values: &[f64]) {
        for value in values {
            rmp::encode::write_f64(&mut self.0, *value).expect(TAKEN);
        }
    }
}
