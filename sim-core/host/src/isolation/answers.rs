//! Requests of isolated components: read from a message, answered by the host's own functions within the same call, and written as a
//! message. Data from the process is not trusted.

use super::wire::{In, MAX_RECORDS, Malformed, Out, Words, kind};
use sim_abi::ffi::frames::CallFrame;
use sim_abi::ffi::host::{HostApi, ServiceApi, WorldApi};
use sim_abi::ffi::reply::{Answer, Reply};
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Record, Rows, RowsMut, Text, View, ViewMut};

/// Maximum number of keys, bytes of a name or words of a message per request.
const MAX_SMALL: usize = 4096;
/// Maximum number of values of a robot per request.
const MAX_VALUES: usize = 1 << 20;

/// The host tables available to a component in a call; null if not available.
pub(super) struct HostTables {
    pub(super) call: *const CallFrame,
    pub(super) world: *const WorldApi,
    pub(super) service: *const ServiceApi,
    pub(super) reply: *const Reply,
}

type Result<T = ()> = std::result::Result<T, Malformed>;

impl HostTables {
    /// No tables.
    pub(super) const NOTHING: Self =
        Self { call: std::ptr::null(), world: std::ptr::null(), service: std::ptr::null(), reply: std::ptr::null() };

    /// Handles one request.
    pub(super) fn answer(&self, question: u32, message: &mut In<'_>, out: &mut Out<'_>) -> Result {
        // SAFETY: data lent by the call is valid for its duration, and the call is still running: this thread waits for its end.
        // All tables are this program's own.
        unsafe {
            let (call, world, service, reply) =
                (self.call.as_ref(), self.world.as_ref(), self.service.as_ref(), self.reply.as_ref());
            match question {
                kind::REPLY_BYTES..=kind::REPLY_FAULT => answer_reply(reply.ok_or(Malformed)?, question, message)?,
                kind::LOG..=kind::FAIL => {
                    let call = call.ok_or(Malformed)?;
                    answer_host(&*call.host, call.context, question, message, out)?;
                }
                kind::CAST_FAN..=kind::IMAGE => {
                    let (call, world) = (call.ok_or(Malformed)?, world.ok_or(Malformed)?);
                    answer_world(world, call.context, question, message, out)?;
                }
                kind::ROBOT_COUNT..=kind::ROBOT_CONTACTS => {
                    let (call, service) = (call.ok_or(Malformed)?, service.ok_or(Malformed)?);
                    answer_service(service, call.context, question, message, out)?;
                }
                _ => return Err(Malformed),
            }
        }
        if message.0.is_empty() { Ok(()) } else { Err(Malformed) }
    }
}

fn text<'a>(message: &mut In<'a>) -> Result<Text> {
    message.bytes().map(View::of)
}

/// Runs `tell` with a fault read from a message: three texts and a cause.
fn with_fault<T>(message: &mut In<'_>, tell: impl FnOnce(*const FaultRecord) -> T) -> Result<T> {
    let (what, help, place) = (text(message)?, text(message)?, text(message)?);
    let cause = message.small()?;
    // Only this program may report that a process has ended.
    let cause = if cause == CAUSE_PROCESS { CAUSE_REPORTED } else { cause };
    let record = FaultRecord { message: what, help, place, cause, ..FaultRecord::default() };
    Ok(tell(&raw const record))
}

/// # Safety
/// The reply belongs to the current call, as do the tables and contexts of the functions below.
unsafe fn answer_reply(reply: &Reply, question: u32, message: &mut In<'_>) -> Result {
    // SAFETY: guaranteed by the caller; the arguments are valid for the duration of the call.
    unsafe {
        match question {
            kind::REPLY_BYTES => (reply.bytes)(reply.owner, text(message)?),
            _ => with_fault(message, |record| (reply.fault)(reply.owner, record))?,
        }
    }
    Ok(())
}

unsafe fn answer_host(
    host: &HostApi,
    context: HostContext,
    question: u32,
    message: &mut In<'_>,
    out: &mut Out<'_>,
) -> Result {
    // SAFETY: see above.
    unsafe {
        match question {
            kind::LOG => {
                let level = message.small()?;
                (host.log)(context, level, text(message)?);
            }
            kind::KEYS => {
                let count = message.count()?.min(MAX_SMALL);
                let place = out.0.len();
                out.word(0);
                // Two keys fit into a word, whose alignment is stricter.
                let keys = out.room_for_bytes(count * size_of::<u32>()).as_mut_ptr().cast();
                out.0[place] = (host.keys)(context, ViewMut { data: keys, len: count }) as u64;
            }
            kind::AXIS => {
                let value = (host.axis)(context, text(message)?);
                out.float(value);
            }
            _ => with_fault(message, |record| (host.fail)(context, record))?,
        }
    }
    Ok(())
}

/// Writes records of a list from an index on, and the length of the list.
fn records<T: Words + Record>(
    message: &mut In<'_>,
    out: &mut Out<'_>,
    ask: impl FnOnce(usize, RowsMut<T>) -> usize,
) -> Result {
    let first = message.count()?;
    let count = message.count()?.min(MAX_RECORDS);
    let place = out.0.len();
    out.word(0);
    let all = ask(first, RowsMut::of(out.room::<T>(count)));
    out.0[place] = all as u64;
    out.keep::<T>(count, all.saturating_sub(first).min(count));
    Ok(())
}

unsafe fn answer_world(
    world: &WorldApi,
    context: HostContext,
    question: u32,
    message: &mut In<'_>,
    out: &mut Out<'_>,
) -> Result {
    // SAFETY: see above.
    unsafe {
        match question {
            kind::CAST_FAN => {
                let pose: Pose = message.value()?;
                let reach = message.float()?;
                let filter: Filter = message.growing()?;
                let directions = message.list::<Vec3>()?;
                let distances = ViewMut::of(out.room::<f64>(directions.len()));
                (world.cast_fan)(context, &raw const pose, View::of(directions), reach, &raw const filter, distances);
            }
            kind::CAST_RAYS => {
                let filter: Filter = message.growing()?;
                let rays = message.list::<Ray>()?;
                let hits = RowsMut::of(out.room::<Hit>(rays.len()));
                (world.cast_rays)(context, Rows::of(rays), &raw const filter, hits);
            }
            kind::CAST_SHAPE => {
                let shape: ProbeShape = message.growing()?;
                let (pose, direction): (Pose, Vec3) = (message.value()?, message.value()?);
                let reach = message.float()?;
                let filter: Filter = message.growing()?;
                let hit = RowsMut::of(out.room::<Hit>(1));
                let (shape, pose, direction) = (&raw const shape, &raw const pose, &raw const direction);
                (world.cast_shape)(context, shape, pose, direction, reach, &raw const filter, hit);
            }
            kind::NEAREST => {
                let point: Vec3 = message.value()?;
                let radius = message.float()?;
                let filter: Filter = message.growing()?;
                let hit = RowsMut::of(out.room::<Hit>(1));
                (world.nearest)(context, &raw const point, radius, &raw const filter, hit);
            }
            kind::OBJECT_AT => {
                let point: Vec3 = message.value()?;
                let filter: Filter = message.growing()?;
                out.word((world.object_at)(context, &raw const point, &raw const filter).into());
            }
            kind::OBJECT_NAME => {
                let object = message.small()?;
                let count = message.count()?.min(MAX_SMALL);
                let place = out.0.len();
                out.word(0);
                let name = ViewMut::of(out.room_for_bytes(count));
                out.0[place] = (world.object_name)(context, object, name) as u64;
            }
            kind::CONTACTS => records(message, out, |first, rows| (world.contacts)(context, first, rows))?,
            kind::MEDIUM => {
                let (point, mut medium): (Vec3, _) = (message.value()?, Medium::default());
                (world.medium)(context, &raw const point, &raw mut medium);
                out.value(&medium);
            }
            kind::GROUND => {
                let points = message.list::<Vec3>()?;
                let ground = out.room::<Ground>(points.len());
                ground.fill(Ground::default());
                (world.ground)(context, View::of(points), RowsMut::of(ground));
            }
            kind::GROUND_COLOR => {
                let point: Vec3 = message.value()?;
                out.value(&(world.ground_color)(context, &raw const point));
            }
            kind::BEACONS => records(message, out, |first, rows| (world.beacons)(context, first, rows))?,
            kind::LIGHTS => records(message, out, |first, rows| (world.lights)(context, first, rows))?,
            kind::MESSAGES => records(message, out, |first, rows| (world.messages)(context, first, rows))?,
            kind::MESSAGE_WORDS => {
                let (index, count) = (message.count()?, message.count()?.min(MAX_SMALL));
                let place = out.0.len();
                out.word(0);
                let all = (world.message_words)(context, index, ViewMut::of(out.room::<f64>(count)));
                out.0[place] = all as u64;
                out.keep::<f64>(count, all.min(count));
            }
            _ => answer_image(world, context, message, out)?,
        }
    }
    Ok(())
}

unsafe fn answer_image(world: &WorldApi, context: HostContext, message: &mut In<'_>, out: &mut Out<'_>) -> Result {
    let request: ImageRequest = message.growing()?;
    let length = message.count()?;
    // Check the size before allocating memory for it.
    let most = u64::from(ImageRequest::MAX_SIDE_PIXELS);
    let (width, height) = (u64::from(request.width), u64::from(request.height));
    let fits = width <= most && height <= most && width * height * 4 == length as u64;
    let place = out.0.len();
    out.word(0);
    let pixels = ViewMut::of(out.room_for_bytes(if fits { length } else { 0 }));
    // SAFETY: see above.
    let status = unsafe { (world.image)(context, &raw const request, pixels) };
    out.0[place] = status.into();
    if status != IMAGE_DRAWN {
        out.0.truncate(place + 1);
        out.bytes(&[]);
    }
    Ok(())
}

/// Writes the reply of a service function: 0 and bytes, or 1 and a fault, which is then the whole response.
fn replied(out: &mut Out<'_>, ask: impl FnOnce(*const Reply) -> Status) -> bool {
    match Answer::of(ask) {
        Ok(bytes) => {
            out.word(0);
            out.bytes(&bytes.unwrap_or_default());
            true
        }
        Err(fault) => {
            out.word(1);
            [fault.message(), fault.advice(), fault.place()].iter().for_each(|text| out.bytes(text.as_bytes()));
            out.word(fault.with_record(|record| {
                // SAFETY: the record is valid for the duration of this call.
                unsafe { (*record).cause }.into()
            }));
            false
        }
    }
}

unsafe fn answer_service(
    service: &ServiceApi,
    context: HostContext,
    question: u32,
    message: &mut In<'_>,
    out: &mut Out<'_>,
) -> Result {
    // SAFETY: see above.
    unsafe {
        if question == kind::ROBOT_COUNT {
            out.word((service.robot_count)(context).into());
            return Ok(());
        }
        if question == kind::REQUEST {
            let request = text(message)?;
            replied(out, |reply| (service.request)(context, request, reply));
            return Ok(());
        }
        let robot = message.small()?;
        match question {
            kind::ROBOT_STATE => {
                let mut state = BodyState::default();
                if replied(out, |reply| (service.robot_state)(context, robot, &raw mut state, reply)) {
                    out.value(&state);
                }
            }
            kind::TELEMETRY => {
                let (first, count) = (message.count()?, message.count()?.min(MAX_VALUES));
                let (view, mut all) = (ViewMut::of(out.room::<f64>(count)), 0);
                // The reply is written after the values.
                if replied(out, |reply| (service.telemetry)(context, robot, first, view, &raw mut all, reply)) {
                    out.word(all as u64);
                }
            }
            kind::SET_ROBOT_STATE => {
                let state: BodyState = message.value()?;
                replied(out, |reply| (service.set_robot_state)(context, robot, &raw const state, reply));
            }
            kind::APPLY_WRENCH => {
                let (force, torque): (Vec3, Vec3) = (message.value()?, message.value()?);
                let (force, torque) = (&raw const force, &raw const torque);
                replied(out, |reply| (service.apply_wrench)(context, robot, force, torque, reply));
            }
            kind::SET_COMMAND => {
                let (index, value) = (message.small()?, message.float()?);
                replied(out, |reply| (service.set_command)(context, robot, index, value, reply));
            }
            kind::CALL_COMPONENT => {
                let (component, function, arguments) = (text(message)?, text(message)?, text(message)?);
                replied(out, |reply| (service.call)(context, robot, component, function, arguments, reply));
            }
            _ => {
                let (first, count) = (message.count()?, message.count()?.min(MAX_RECORDS));
                let (rows, mut all) = (RowsMut::of(out.room::<Contact>(count)), 0);
                if replied(out, |reply| (service.contacts)(context, robot, first, rows, &raw mut all, reply)) {
                    out.word(all as u64);
                }
            }
        }
    }
    Ok(())
}
