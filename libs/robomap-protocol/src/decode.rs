//! Decoding of packets.

use crate::value::{Reader, Value};
use crate::{
    Beacon, Dialect, FULL_SPEED, Fault, MAX_DATAGRAM_LENGTH, MAX_ID, Message, Mode, Packet, PacketType, Pose, Radians,
    Status, Turn,
};
use std::fmt;

/// Why a datagram is not a packet, and its readable parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// Its id, if readable.
    pub id: Option<u32>,
    /// Its type, if readable and known.
    pub packet_type: Option<PacketType>,
    /// The error.
    pub fault: Fault,
}

impl DecodeError {
    /// Returns the id that a server rejects with status 0; `None` if it does not respond because the datagram is not a
    /// packet or not a command.
    pub fn refused_id(&self) -> Option<u32> {
        // The type is known only for well-formed datagrams, so that a field, or the number of fields, is wrong.
        self.id.filter(|_| self.packet_type.is_some_and(PacketType::is_command))
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.id, self.packet_type) {
            (Some(id), Some(packet_type)) => write!(f, "packet {id} ({packet_type}): {}", self.fault),
            (Some(id), None) => write!(f, "packet {id}: {}", self.fault),
            _ => write!(f, "not a packet: {}", self.fault),
        }
    }
}

impl std::error::Error for DecodeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.fault)
    }
}

/// Decodes a datagram.
///
/// # Errors
/// If it is not exactly one packet of the dialect with valid values.
pub fn decode(bytes: &[u8], dialect: Dialect) -> Result<Packet, DecodeError> {
    let mut error = DecodeError { id: None, packet_type: None, fault: Fault::Empty };
    read(bytes, dialect, &mut error).map_err(|fault| DecodeError { fault, ..error })
}

/// Stores id and type as soon as they are known.
fn read(bytes: &[u8], dialect: Dialect, known: &mut DecodeError) -> Result<Packet, Fault> {
    if bytes.len() > MAX_DATAGRAM_LENGTH {
        return Err(Fault::TooLong(bytes.len()));
    }
    let values = split(bytes)?;
    let Values { length, fields } = values;
    let [Some(id), Some(number)] = [fields[0], fields[1]] else { return Err(Fault::NoType) };
    let id = integer(id).and_then(|id| u32::try_from(id).ok()).filter(|id| *id <= MAX_ID).ok_or(Fault::Id)?;
    known.id = Some(id);
    let number = integer(number).ok_or(Fault::Type)?;
    let packet_type = u8::try_from(number).ok().and_then(PacketType::from_number);
    let packet_type = packet_type.filter(|known| known.is_in(dialect)).ok_or(Fault::UnknownType(number))?;
    known.packet_type = Some(packet_type);
    if length != packet_type.fields() {
        return Err(Fault::Length { expected: packet_type.fields(), found: length });
    }
    let message = message(packet_type, &Fields(fields))?;
    check(&message)?;
    Ok(Packet { id, message })
}

/// Maximum number of fields in a packet.
const MAX_FIELDS: usize = 9;

struct Values {
    length: u32,
    fields: [Option<Value>; MAX_FIELDS],
}

/// Returns the values of an array that fills the datagram; those beyond the longest packet are only validated.
fn split(bytes: &[u8]) -> Result<Values, Fault> {
    if bytes.is_empty() {
        return Err(Fault::Empty);
    }
    let mut reader = Reader::new(bytes);
    let length = reader.array()?;
    let mut fields = [None; MAX_FIELDS];
    for place in 0..length {
        // An array longer than the datagram ends here at the latest.
        let value = reader.value()?;
        if let Some(field) = fields.get_mut(place as usize) {
            *field = Some(value);
        }
    }
    match reader.rest() {
        0 => Ok(Values { length, fields }),
        rest => Err(Fault::Trailing(rest)),
    }
}

fn integer(value: Value) -> Option<i128> {
    match value {
        Value::Integer(value) => Some(value),
        _ => None,
    }
}

/// The fields of a packet whose length was validated.
struct Fields([Option<Value>; MAX_FIELDS]);

impl Fields {
    fn integer(&self, field: u8) -> Result<i128, Fault> {
        self.0[usize::from(field)].and_then(integer).ok_or(Fault::Kind(field))
    }

    fn unsigned(&self, field: u8) -> Result<u32, Fault> {
        let value = self.integer(field)?;
        u32::try_from(value).ok().filter(|value| *value <= MAX_ID).ok_or(Fault::Range(field))
    }

    fn real(&self, field: u8) -> Result<f64, Fault> {
        match self.0[usize::from(field)] {
            Some(Value::Real(value)) => Ok(value),
            Some(Value::Integer(value)) => Ok(value as f64),
            _ => Err(Fault::Kind(field)),
        }
    }

    fn reals<const N: usize>(&self, first: u8) -> Result<[f64; N], Fault> {
        let mut values = [0.0; N];
        for (value, field) in values.iter_mut().zip(first..) {
            *value = self.real(field)?;
        }
        Ok(values)
    }

    fn pose(&self) -> Result<Pose, Fault> {
        Ok(Pose::from_numbers(self.reals(2)?))
    }
}

fn message(packet_type: PacketType, fields: &Fields) -> Result<Message, Fault> {
    Ok(match packet_type {
        PacketType::Ack => Message::Ack {
            acked: fields.unsigned(2)?,
            status: match fields.integer(3)? {
                0 => Status::Refused,
                1 => Status::Correct,
                _ => return Err(Fault::Range(3)),
            },
        },
        PacketType::Mode => Message::Mode {
            mode: match fields.integer(2)? {
                0 => Mode::Editor,
                1 => Mode::Robot,
                _ => return Err(Fault::Range(2)),
            },
            speed: fields.real(3)?,
        },
        PacketType::Trace => Message::Trace(fields.pose()?),
        PacketType::OpenPlan => Message::OpenPlan { poses: fields.unsigned(2)? },
        PacketType::AddPose => Message::AddPose(fields.pose()?),
        PacketType::ClosePlan => Message::ClosePlan,
        PacketType::StartPlan => Message::StartPlan,
        PacketType::StopPlan => Message::StopPlan,
        PacketType::PausePlan => Message::PausePlan,
        PacketType::ResumePlan => Message::ResumePlan,
        PacketType::ReachedPose => Message::ReachedPose(fields.pose()?),
        PacketType::ChangeSpeed => Message::ChangeSpeed { speed: fields.real(2)? },
        PacketType::CalibrationRequest => Message::CalibrationRequest,
        PacketType::CalibrationStart => Message::CalibrationStart { beacons: fields.unsigned(2)? },
        PacketType::UltrasoundBeacon => Message::UltrasoundBeacon(Beacon {
            id: fields.unsigned(2)?,
            position: fields.reals(3)?,
            rotation: fields.reals(6)?.map(Radians),
        }),
        PacketType::CalibrationEnd => Message::CalibrationEnd,
        PacketType::ManualTranslation => {
            let [dx, dy, speed] = fields.reals(2)?;
            Message::ManualTranslation { dx, dy, speed }
        }
        PacketType::ManualRotation => Message::ManualRotation {
            turn: match fields.integer(2)? {
                -1 => Turn::CounterClockwise,
                0 => Turn::None,
                1 => Turn::Clockwise,
                _ => return Err(Fault::Range(2)),
            },
            speed: fields.real(3)?,
        },
        PacketType::ManualStop => Message::ManualStop,
        PacketType::EndOfPlan => Message::EndOfPlan,
        PacketType::CaptureStarted => Message::CaptureStarted,
        PacketType::CaptureEnded => Message::CaptureEnded,
    })
}

/// Validates the values of a message.
pub(crate) fn check(message: &Message) -> Result<(), Fault> {
    let finite = |first: u8, values: &[f64]| match values.iter().zip(first..).find(|(value, _)| !value.is_finite()) {
        Some((_, field)) => Err(Fault::NotFinite(field)),
        None => Ok(()),
    };
    let speed = |field: u8, value: f64| {
        finite(field, &[value])?;
        (0.0..=FULL_SPEED).contains(&value).then_some(()).ok_or(Fault::Range(field))
    };
    let unsigned =
        |field: u8, value: u32, least: u32| (least..=MAX_ID).contains(&value).then_some(()).ok_or(Fault::Range(field));
    match message {
        Message::Ack { acked, .. } => unsigned(2, *acked, 0),
        Message::Mode { speed: value, .. } => speed(3, *value),
        Message::Trace(pose) | Message::AddPose(pose) | Message::ReachedPose(pose) => finite(2, &pose.numbers()),
        Message::OpenPlan { poses } => unsigned(2, *poses, 1),
        Message::ChangeSpeed { speed: value } => speed(2, *value),
        Message::CalibrationStart { beacons } => unsigned(2, *beacons, 0),
        Message::UltrasoundBeacon(beacon) => {
            unsigned(2, beacon.id, 0)?;
            finite(3, &beacon.position)?;
            finite(6, &beacon.rotation.map(|angle| angle.0))
        }
        Message::ManualTranslation { dx, dy, speed: value } => {
            finite(2, &[*dx, *dy])?;
            speed(4, *value)
        }
        Message::ManualRotation { speed: value, .. } => speed(3, *value),
        _ => Ok(()),
    }
}
