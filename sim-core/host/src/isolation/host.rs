//! The host as seen by a component in another process: each function is a request to the program, which answers it within the same
//! call.

use super::questions::{ask, asks_in_own_call};
use super::solids_copy::{answer, with_neighbors};
use super::wire::{In, MAX_RECORDS, Out, Words, kind};
use sim_abi::ffi::host::{HostApi, ServiceApi, WorldApi};
use sim_abi::ffi::reply::Reply;
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Growing, Record, Rows, RowsMut, Text, View, ViewMut, read, size_at, write};
use sim_abi::{Fault, ffi::reply};
use sim_geometry::surroundings::{filter_of, vectors};

// SAFETY of all functions below: data passed by a component is valid for the duration of its call, as the contract requires.

/// Sends a request to the program if the component makes it within its own call; returns `nothing` otherwise. The program's
/// answers are trusted to be well-formed.
fn question<T>(
    context: HostContext,
    kind: u32,
    nothing: T,
    fill: impl FnOnce(&mut Out<'_>),
    read: impl FnOnce(&mut In<'_>) -> Option<T>,
) -> T {
    if asks_in_own_call(context) { ask(kind, fill, read) } else { nothing }
}

/// Writes a fault.
pub(super) fn write_fault(out: &mut Out<'_>, fault: &Fault) {
    [fault.message(), fault.advice(), fault.place()].iter().for_each(|text| out.bytes(text.as_bytes()));
    // SAFETY: the record is valid for the duration of this call.
    out.word(fault.with_record(|record| unsafe { (*record).cause }.into()));
}

unsafe extern "C" fn log(context: HostContext, level: u32, line: Text) {
    /// Maximum length of a line, bytes; longer lines are truncated, as in the program.
    const MAX_LINE_LEN: usize = 16 << 10;
    // SAFETY: see above.
    let line = unsafe { Text { len: line.len.min(MAX_LINE_LEN), ..line }.as_slice() };
    let fill = |out: &mut Out<'_>| {
        out.word(level.into());
        out.bytes(line);
    };
    question(context, kind::LOG, (), fill, |_| Some(()));
}

unsafe extern "C" fn keys(context: HostContext, out: ViewMut<u32>) -> usize {
    question(
        context,
        kind::KEYS,
        0,
        |message| message.word(out.len as u64),
        |message| {
            let all = message.count().ok()?;
            let bytes = message.bytes().ok()?;
            // SAFETY: see above.
            let places = unsafe { out.as_slice() };
            for (place, key) in places.iter_mut().zip(bytes.chunks_exact(4)).take(all) {
                *place = u32::from_ne_bytes(key.try_into().ok()?);
            }
            Some(all)
        },
    )
}

unsafe extern "C" fn axis(context: HostContext, name: Text) -> f64 {
    // SAFETY: see above.
    let name = unsafe { name.as_slice() };
    question(context, kind::AXIS, 0.0, |out| out.bytes(name), |message| message.float().ok())
}

unsafe extern "C" fn fail(context: HostContext, why: *const FaultRecord) {
    // SAFETY: see above.
    let fault = unsafe { Fault::from_record(why) };
    question(context, kind::FAIL, (), |out| write_fault(out, &fault), |_| Some(()));
}

pub(super) static HOST: HostApi = HostApi { size: size_of::<HostApi>(), log, keys, axis, fail };

/// A struct passed by a component, read up to its declared size. The call fails if the struct does not declare its size.
///
/// # Safety
/// `pointer` is null (for the defaults) or points to a struct that begins with its size.
unsafe fn read_struct<T: Growing + Default>(context: HostContext, pointer: *const T, name: &str) -> T {
    // SAFETY: guaranteed by the caller.
    unsafe {
        if pointer.is_null() || size_at(pointer) >= T::FIRST {
            return read(pointer);
        }
        let (size, least) = (size_at(pointer), T::FIRST);
        let fault = Fault::new(format!("it passed a `{name}` with invalid size {size}"));
        let help = format!("set its field `size` to `sizeof({name})`, at least {least}");
        fault.help(help).with_record(|record| fail(context, record));
        T::default()
    }
}

unsafe extern "C" fn cast_fan(
    context: HostContext,
    pose: *const Pose,
    directions: View<Vec3>,
    max_distance: f64,
    filter: *const Filter,
    out: ViewMut<f64>,
) {
    // SAFETY: see above.
    unsafe {
        let filter = read_struct(context, filter, "sim_filter");
        let (directions, distances) = (directions.as_slice(), out.as_slice());
        let count = directions.len().min(distances.len());
        let here = answer(context, |around, own| {
            let (rays, filter) = (vectors(&directions[..count]), filter_of(filter, own));
            let mut is_valid = false;
            with_neighbors(context.caller, |near| {
                let cast =
                    around.fan(Some(near), &(*pose).into(), rays, max_distance, &filter, &mut distances[..count]);
                is_valid = cast.is_ok();
            });
            is_valid
        });
        // Here and below, the program records invalid input as a failure of the component.
        if here == Some(true) {
            return;
        }
        let fill = |out: &mut Out<'_>| {
            out.value(&*pose);
            out.float(max_distance);
            out.value(&filter);
            out.list(&directions[..count]);
        };
        question(context, kind::CAST_FAN, (), fill, |message| message.fill(&mut distances[..count]).ok());
    }
}

unsafe extern "C" fn cast_rays(context: HostContext, rays: Rows<Ray>, filter: *const Filter, hits: RowsMut<Hit>) {
    // SAFETY: see above.
    unsafe {
        let filter = read_struct(context, filter, "sim_filter");
        let count = rays.len.min(hits.len);
        let here = answer(context, |around, own| {
            let filter = filter_of(filter, own);
            let hit = |index| around.ray(&rays.get(index), &filter).map(|hit| hits.set(index, hit));
            (0..count).all(|index| hit(index).is_ok())
        });
        if here == Some(true) {
            return;
        }
        let fill = |out: &mut Out<'_>| {
            out.value(&filter);
            out.room::<Ray>(count).iter_mut().enumerate().for_each(|(index, ray)| *ray = rays.get(index));
        };
        question(context, kind::CAST_RAYS, (), fill, |message| set(hits, message.list().ok()?));
    }
}

/// Writes records to the component's buffer.
///
/// # Safety
/// As [`RowsMut::set`].
unsafe fn set<T: Record>(rows: RowsMut<T>, records: &[T]) -> Option<()> {
    // SAFETY: guaranteed by the caller.
    records.iter().enumerate().for_each(|(index, record)| unsafe { rows.set(index, *record) });
    Some(())
}

unsafe extern "C" fn cast_shape(
    context: HostContext,
    shape: *const ProbeShape,
    pose: *const Pose,
    direction: *const Vec3,
    max_distance: f64,
    filter: *const Filter,
    hit: RowsMut<Hit>,
) {
    // SAFETY: see above.
    unsafe {
        let (shape, filter) =
            (read_struct(context, shape, "sim_probe_shape"), read_struct(context, filter, "sim_filter"));
        let here = answer(context, |around, own| {
            let filter = filter_of(filter, own);
            around.cast_shape(&shape, *pose, *direction, max_distance, &filter).ok()
        });
        if let Some(Some(found)) = here {
            return hit.set(0, found);
        }
        let fill = |out: &mut Out<'_>| {
            out.value(&shape);
            out.value(&*pose);
            out.value(&*direction);
            out.float(max_distance);
            out.value(&filter);
        };
        question(context, kind::CAST_SHAPE, (), fill, |message| set(hit, message.list().ok()?));
    }
}

unsafe extern "C" fn nearest(
    context: HostContext,
    point: *const Vec3,
    radius: f64,
    filter: *const Filter,
    hit: RowsMut<Hit>,
) {
    // SAFETY: see above.
    unsafe {
        let filter = read_struct(context, filter, "sim_filter");
        let here = answer(context, |around, own| around.nearest(*point, radius, &filter_of(filter, own)).ok());
        if let Some(Some(found)) = here {
            return hit.set(0, found);
        }
        let fill = |out: &mut Out<'_>| {
            out.value(&*point);
            out.float(radius);
            out.value(&filter);
        };
        question(context, kind::NEAREST, (), fill, |message| set(hit, message.list().ok()?));
    }
}

unsafe extern "C" fn object_at(context: HostContext, point: *const Vec3, filter: *const Filter) -> u32 {
    // SAFETY: see above.
    unsafe {
        let filter = read_struct(context, filter, "sim_filter");
        let here = answer(context, |around, own| around.object_at(*point, &filter_of(filter, own)).ok());
        if let Some(Some(object)) = here {
            return object;
        }
        let fill = |out: &mut Out<'_>| {
            out.value(&*point);
            out.value(&filter);
        };
        question(context, kind::OBJECT_AT, NO_OBJECT, fill, |message| message.small().ok())
    }
}

unsafe extern "C" fn object_name(context: HostContext, object: u32, name: ViewMut<u8>) -> usize {
    let fill = |out: &mut Out<'_>| {
        out.word(object.into());
        out.word(name.len as u64);
    };
    question(context, kind::OBJECT_NAME, 0, fill, |message| {
        let all = message.count().ok()?;
        let bytes = message.bytes().ok()?;
        // SAFETY: see above.
        unsafe { name.fill(&bytes[..bytes.len().min(all)]) };
        Some(all)
    })
}

/// Fetches records of a list from an index on, a few at a time; returns the length of the list.
///
/// # Safety
/// As [`RowsMut::set`].
unsafe fn records<T: Words + Record>(context: HostContext, kind: u32, first: usize, rows: RowsMut<T>) -> usize {
    let mut done = 0;
    loop {
        let fill = |out: &mut Out<'_>| {
            out.word(first.saturating_add(done) as u64);
            out.word((rows.len - done).min(MAX_RECORDS) as u64);
        };
        let (all, came) = question(context, kind, (0, 0), fill, |message| {
            let all = message.count().ok()?;
            let records = message.list::<T>().ok()?;
            for (index, record) in records.iter().enumerate() {
                // SAFETY: guaranteed by the caller.
                unsafe { rows.set(done + index, *record) };
            }
            Some((all, records.len()))
        });
        done += came;
        if came < MAX_RECORDS || done >= rows.len {
            return all;
        }
    }
}

unsafe extern "C" fn contacts(context: HostContext, first: usize, out: RowsMut<Contact>) -> usize {
    // SAFETY: see above.
    unsafe { records(context, kind::CONTACTS, first, out) }
}

unsafe extern "C" fn medium(context: HostContext, point: *const Vec3, out: *mut Medium) {
    // SAFETY: see above.
    unsafe {
        _ = read_struct(context, out, "sim_medium");
        let answer = question(
            context,
            kind::MEDIUM,
            None,
            |message| message.value(&*point),
            |message| message.growing().ok().map(Some),
        );
        if let Some(medium) = answer {
            write::<Medium>(out, medium);
        }
    }
}

unsafe extern "C" fn ground(context: HostContext, points: View<Vec3>, out: RowsMut<Ground>) {
    // SAFETY: see above.
    unsafe {
        let points = points.as_slice();
        let here = answer(context, |around, own| {
            let ground = |point| around.ground_under(point, own).ok();
            let mut found = vectors(points).iter().map(ground).enumerate();
            found.all(|(index, ground)| ground.map(|ground| out.set(index, ground)).is_some())
        });
        if here == Some(true) {
            return;
        }
        let read = |message: &mut In<'_>| set(out, message.list().ok()?);
        question(context, kind::GROUND, (), |message| message.list(points), read);
    }
}

unsafe extern "C" fn ground_color(context: HostContext, point: *const Vec3) -> Vec3 {
    // SAFETY: see above.
    let point = unsafe { *point };
    question(context, kind::GROUND_COLOR, Vec3::default(), |out| out.value(&point), |message| message.value().ok())
}

unsafe extern "C" fn beacons(context: HostContext, first: usize, out: RowsMut<Beacon>) -> usize {
    // SAFETY: see above.
    unsafe { records(context, kind::BEACONS, first, out) }
}

unsafe extern "C" fn lights(context: HostContext, first: usize, out: RowsMut<Light>) -> usize {
    // SAFETY: see above.
    unsafe { records(context, kind::LIGHTS, first, out) }
}

unsafe extern "C" fn messages(context: HostContext, first: usize, out: RowsMut<Message>) -> usize {
    // SAFETY: see above.
    unsafe { records(context, kind::MESSAGES, first, out) }
}

unsafe extern "C" fn message_words(context: HostContext, message: usize, words: ViewMut<f64>) -> usize {
    let fill = |out: &mut Out<'_>| {
        out.word(message as u64);
        out.word(words.len as u64);
    };
    question(context, kind::MESSAGE_WORDS, 0, fill, |message| {
        let all = message.count().ok()?;
        // SAFETY: see above.
        unsafe { words.fill(message.list().ok()?) };
        Some(all)
    })
}

unsafe extern "C" fn image(context: HostContext, request: *const ImageRequest, pixels: ViewMut<u8>) -> u32 {
    // SAFETY: see above.
    let request = unsafe { read_struct(context, request, "sim_image_request") };
    let fill = |out: &mut Out<'_>| {
        out.value(&request);
        out.word(pixels.len as u64);
    };
    question(context, kind::IMAGE, IMAGE_NO_RENDERER, fill, |message| {
        let status = message.small().ok()?;
        // SAFETY: see above.
        unsafe { pixels.fill(message.bytes().ok()?) };
        Some(status)
    })
}

pub(super) static WORLD: WorldApi = WorldApi {
    size: size_of::<WorldApi>(),
    cast_fan,
    cast_rays,
    cast_shape,
    nearest,
    object_at,
    object_name,
    contacts,
    medium,
    ground,
    ground_color,
    beacons,
    lights,
    messages,
    message_words,
    image,
};

/// Makes a request that is answered through a reply: `more` reads the rest of a response that is not a fault.
fn replied(
    context: HostContext,
    kind: u32,
    reply: *const Reply,
    fill: impl FnOnce(&mut Out<'_>),
    more: impl FnOnce(&mut In<'_>, &[u8]) -> Option<()>,
) -> Status {
    question(context, kind, FAILED, fill, |message| read_reply(message, reply, more))
}

/// Reads the reply part of a response.
fn read_reply(
    message: &mut In<'_>,
    reply: *const Reply,
    more: impl FnOnce(&mut In<'_>, &[u8]) -> Option<()>,
) -> Option<Status> {
    if message.word().ok()? == 0 {
        let bytes = message.bytes().ok()?;
        more(message, bytes)?;
        return Some(DONE);
    }
    let [what, help, place] = [message.bytes().ok()?, message.bytes().ok()?, message.bytes().ok()?].map(View::of);
    let record = FaultRecord { message: what, help, place, cause: message.small().ok()?, ..FaultRecord::default() };
    if !reply.is_null() {
        // SAFETY: the reply belongs to the component and is valid for the duration of its call.
        unsafe { ((*reply).fault)((*reply).owner, &raw const record) };
    }
    Some(FAILED)
}

/// Reader for a response that consists only of bytes, which go to the reply.
fn bytes_to(reply: *const Reply) -> impl FnOnce(&mut In<'_>, &[u8]) -> Option<()> {
    move |_, bytes| {
        if !bytes.is_empty() {
            // SAFETY: the reply belongs to the component and is valid for the duration of its call.
            unsafe { reply::give(reply, bytes) };
        }
        Some(())
    }
}

unsafe extern "C" fn robot_count(context: HostContext) -> u32 {
    question(context, kind::ROBOT_COUNT, 0, |_| {}, |message| message.small().ok())
}

unsafe extern "C" fn robot_state(context: HostContext, robot: u32, out: *mut BodyState, reply: *const Reply) -> Status {
    let more = |message: &mut In<'_>, _: &[u8]| {
        // SAFETY: see above.
        unsafe { *out = message.value().ok()? };
        Some(())
    };
    replied(context, kind::ROBOT_STATE, reply, |message| message.word(robot.into()), more)
}

unsafe extern "C" fn telemetry(
    context: HostContext,
    robot: u32,
    first: usize,
    out: ViewMut<f64>,
    count: *mut usize,
    reply: *const Reply,
) -> Status {
    let fill = |message: &mut Out<'_>| {
        message.word(robot.into());
        message.word(first as u64);
        message.word(out.len as u64);
    };
    question(context, kind::TELEMETRY, FAILED, fill, |message| {
        let values = message.list::<f64>().ok()?;
        read_reply(message, reply, |message, _| {
            let all = message.count().ok()?;
            let came = all.saturating_sub(first).min(values.len());
            // SAFETY: see above.
            unsafe {
                out.fill(&values[..came]);
                *count = all;
            }
            Some(())
        })
    })
}

unsafe extern "C" fn set_robot_state(
    context: HostContext,
    robot: u32,
    state: *const BodyState,
    reply: *const Reply,
) -> Status {
    let fill = |out: &mut Out<'_>| {
        out.word(robot.into());
        // SAFETY: see above.
        out.value(unsafe { &*state });
    };
    replied(context, kind::SET_ROBOT_STATE, reply, fill, bytes_to(reply))
}

unsafe extern "C" fn apply_wrench(
    context: HostContext,
    robot: u32,
    force: *const Vec3,
    torque: *const Vec3,
    reply: *const Reply,
) -> Status {
    let fill = |out: &mut Out<'_>| {
        out.word(robot.into());
        // SAFETY: see above.
        [force, torque].iter().for_each(|vector| out.value(unsafe { &**vector }));
    };
    replied(context, kind::APPLY_WRENCH, reply, fill, bytes_to(reply))
}

unsafe extern "C" fn set_command(
    context: HostContext,
    robot: u32,
    index: u32,
    value: f64,
    reply: *const Reply,
) -> Status {
    let fill = |out: &mut Out<'_>| {
        out.word(robot.into());
        out.word(index.into());
        out.float(value);
    };
    replied(context, kind::SET_COMMAND, reply, fill, bytes_to(reply))
}

unsafe extern "C" fn call(
    context: HostContext,
    robot: u32,
    component: Text,
    function: Text,
    arguments: Text,
    reply: *const Reply,
) -> Status {
    let fill = |out: &mut Out<'_>| {
        out.word(robot.into());
        // SAFETY: see above.
        [component, function, arguments].iter().for_each(|text| out.bytes(unsafe { text.as_slice() }));
    };
    replied(context, kind::CALL_COMPONENT, reply, fill, bytes_to(reply))
}

unsafe extern "C" fn request(context: HostContext, request: Text, reply: *const Reply) -> Status {
    // SAFETY: see above.
    let fill = |out: &mut Out<'_>| out.bytes(unsafe { request.as_slice() });
    replied(context, kind::REQUEST, reply, fill, bytes_to(reply))
}

unsafe extern "C" fn robot_contacts(
    context: HostContext,
    robot: u32,
    first: usize,
    out: RowsMut<Contact>,
    count: *mut usize,
    reply: *const Reply,
) -> Status {
    let mut done = 0;
    loop {
        let mut came = 0;
        let from = first.saturating_add(done);
        let fill = |message: &mut Out<'_>| {
            message.word(robot.into());
            message.word(from as u64);
            message.word((out.len - done).min(MAX_RECORDS) as u64);
        };
        let status = question(context, kind::ROBOT_CONTACTS, FAILED, fill, |message| {
            let records = message.list::<Contact>().ok()?;
            read_reply(message, reply, |message, _| {
                let all = message.count().ok()?;
                came = all.saturating_sub(from).min(records.len());
                for (index, record) in records.iter().take(came).enumerate() {
                    // SAFETY: see above.
                    unsafe { out.set(done + index, *record) };
                }
                // SAFETY: see above.
                unsafe { *count = all };
                Some(())
            })
        });
        done += came;
        if status != DONE || came < MAX_RECORDS || done >= out.len {
            return status;
        }
    }
}

pub(super) static SERVICE: ServiceApi = ServiceApi {
    size: size_of::<ServiceApi>(),
    robot_count,
    robot_state,
    telemetry,
    set_robot_state,
    apply_wrench,
    set_command,
    call,
    request,
    contacts: robot_contacts,
};
