//! Any request of a hostile process must lead to a response or a refusal, without panics, and without more memory than a message
//! may need.

use super::answers::HostTables;
use super::wire::{In, Out, kind};
use sim_abi::ffi::frames::CallFrame;
use sim_abi::ffi::host::{HostApi, ServiceApi, WorldApi};
use sim_abi::ffi::reply::{self, Answer, Reply};
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Record, Rows, RowsMut, Text, View, ViewMut};
use sim_fuzz::{Depth, Random, fuzz};
use std::hint::black_box;

// SAFETY of everything below: arguments are valid for the duration of the call, which is what the test checks. Everything readable
// is read, and everything writable is written.

fn touch<T: Copy>(view: View<T>) {
    // SAFETY: see above.
    unsafe { view.as_slice() }.iter().for_each(|value| _ = black_box(*value));
}

fn fill<T: Record>(rows: RowsMut<T>) -> usize {
    // SAFETY: see above.
    (0..rows.len).for_each(|index| unsafe { rows.set(index, T::default()) });
    rows.len + 3
}

fn write<T: Copy + Default>(view: ViewMut<T>) -> usize {
    // SAFETY: see above.
    unsafe { view.as_slice() }.fill(T::default());
    view.len + 3
}

unsafe extern "C" fn log(_: HostContext, level: u32, line: Text) {
    _ = black_box(level);
    touch(line);
}
unsafe extern "C" fn keys(_: HostContext, out: ViewMut<u32>) -> usize {
    write(out)
}
unsafe extern "C" fn axis(_: HostContext, name: Text) -> f64 {
    touch(name);
    0.5
}
unsafe extern "C" fn fail(_: HostContext, why: *const FaultRecord) {
    // SAFETY: see above.
    let why = unsafe { *why };
    [why.message, why.help, why.place].into_iter().for_each(touch);
    assert_ne!(why.cause, CAUSE_PROCESS, "a message for the program only");
}
static HOST: HostApi = HostApi { size: size_of::<HostApi>(), log, keys, axis, fail };

unsafe extern "C" fn cast_fan(
    _: HostContext,
    _: *const Pose,
    directions: View<Vec3>,
    _: f64,
    filter: *const Filter,
    out: ViewMut<f64>,
) {
    // SAFETY: see above.
    assert_eq!(unsafe { (*filter).size }, size_of::<Filter>());
    touch(directions);
    write(out);
}
unsafe extern "C" fn cast_rays(_: HostContext, rays: Rows<Ray>, _: *const Filter, hits: RowsMut<Hit>) {
    // SAFETY: see above.
    (0..rays.len).for_each(|index| _ = black_box(unsafe { rays.get(index) }));
    fill(hits);
}
unsafe extern "C" fn cast_shape(
    _: HostContext,
    shape: *const ProbeShape,
    _: *const Pose,
    _: *const Vec3,
    _: f64,
    _: *const Filter,
    hit: RowsMut<Hit>,
) {
    // SAFETY: see above.
    assert_eq!(unsafe { (*shape).size }, size_of::<ProbeShape>());
    fill(hit);
}
unsafe extern "C" fn nearest(_: HostContext, _: *const Vec3, _: f64, _: *const Filter, hit: RowsMut<Hit>) {
    fill(hit);
}
unsafe extern "C" fn object_at(_: HostContext, _: *const Vec3, _: *const Filter) -> u32 {
    NO_OBJECT
}
unsafe extern "C" fn object_name(_: HostContext, _: u32, out: ViewMut<u8>) -> usize {
    write(out)
}
unsafe extern "C" fn medium(_: HostContext, _: *const Vec3, out: *mut Medium) {
    // SAFETY: see above.
    unsafe { *out = Medium::default() };
}
unsafe extern "C" fn ground(_: HostContext, points: View<Vec3>, out: RowsMut<Ground>) {
    touch(points);
    fill(out);
}
unsafe extern "C" fn ground_color(_: HostContext, _: *const Vec3) -> Vec3 {
    Vec3::default()
}
unsafe extern "C" fn records<T: Record>(_: HostContext, _: usize, out: RowsMut<T>) -> usize {
    fill(out)
}
unsafe extern "C" fn message_words(_: HostContext, _: usize, out: ViewMut<f64>) -> usize {
    write(out)
}
unsafe extern "C" fn image(_: HostContext, request: *const ImageRequest, out: ViewMut<u8>) -> u32 {
    // SAFETY: see above.
    let request = unsafe { *request };
    let fits = u128::from(request.width) * u128::from(request.height) * 4 == out.len as u128;
    write(out);
    if fits { IMAGE_DRAWN } else { IMAGE_WRONG_SIZE }
}
static WORLD: WorldApi = WorldApi {
    size: size_of::<WorldApi>(),
    cast_fan,
    cast_rays,
    cast_shape,
    nearest,
    object_at,
    object_name,
    contacts: records::<Contact>,
    medium,
    ground,
    ground_color,
    beacons: records::<Beacon>,
    lights: records::<Light>,
    messages: records::<Message>,
    message_words,
    image,
};

unsafe extern "C" fn robot_count(_: HostContext) -> u32 {
    2
}
unsafe extern "C" fn robot_state(_: HostContext, robot: u32, out: *mut BodyState, reply: *const Reply) -> Status {
    // SAFETY: see above.
    unsafe {
        if robot > 1 {
            return reply::refuse(reply, &sim_abi::Fault::new("unknown robot"));
        }
        *out = BodyState::default();
    }
    DONE
}
unsafe extern "C" fn telemetry(
    _: HostContext,
    _: u32,
    _: usize,
    out: ViewMut<f64>,
    count: *mut usize,
    _: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe { *count = write(out) };
    DONE
}
unsafe extern "C" fn set_robot_state(_: HostContext, _: u32, _: *const BodyState, _: *const Reply) -> Status {
    DONE
}
unsafe extern "C" fn apply_wrench(_: HostContext, _: u32, _: *const Vec3, _: *const Vec3, _: *const Reply) -> Status {
    DONE
}
unsafe extern "C" fn set_command(_: HostContext, _: u32, _: u32, _: f64, _: *const Reply) -> Status {
    DONE
}
unsafe extern "C" fn call(
    _: HostContext,
    _: u32,
    component: Text,
    function: Text,
    arguments: Text,
    reply: *const Reply,
) -> Status {
    [component, function].into_iter().for_each(touch);
    // SAFETY: see above.
    unsafe { reply::give(reply, arguments.as_slice()) };
    DONE
}
unsafe extern "C" fn request(_: HostContext, text: Text, reply: *const Reply) -> Status {
    // SAFETY: see above.
    unsafe { reply::give(reply, text.as_slice()) };
    DONE
}
unsafe extern "C" fn contacts(
    _: HostContext,
    _: u32,
    _: usize,
    out: RowsMut<Contact>,
    count: *mut usize,
    _: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe { *count = fill(out) };
    DONE
}
static SERVICE: ServiceApi = ServiceApi {
    size: size_of::<ServiceApi>(),
    robot_count,
    robot_state,
    telemetry,
    set_robot_state,
    apply_wrench,
    set_command,
    call,
    request,
    contacts,
};

/// Numbers that a hostile process would try as counts and indices.
const NUMBERS: [u64; 12] = [0, 1, 2, 7, 1023, 4096, 1 << 20, 1 << 31, u32::MAX as u64, 1 << 32, 1 << 61, u64::MAX];

/// Writes the arguments of a request.
fn write_question(question: u32, random: &mut Random, out: &mut Out<'_>) {
    let text = |random: &mut Random, out: &mut Out<'_>| out.bytes(&vec![b'x'; random.below(40)]);
    let vectors = |random: &mut Random, out: &mut Out<'_>| out.list(&vec![Vec3::default(); random.below(40)]);
    let number = |random: &mut Random, out: &mut Out<'_>| out.word(random.below(50) as u64);
    let (point, filter) = (Vec3::default(), Filter::default());
    if matches!(question, kind::ROBOT_STATE..=kind::CALL_COMPONENT | kind::ROBOT_CONTACTS) {
        out.word(random.below(3) as u64);
    }
    match question {
        kind::REPLY_BYTES | kind::AXIS | kind::REQUEST => text(random, out),
        kind::REPLY_FAULT | kind::FAIL => {
            (0..3).for_each(|_| text(random, out));
            out.word(random.below(9) as u64);
        }
        kind::LOG => {
            number(random, out);
            text(random, out);
        }
        kind::CAST_FAN => {
            out.value(&Pose::default());
            out.float(9.0);
            out.value(&filter);
            vectors(random, out);
        }
        kind::CAST_RAYS => {
            out.value(&filter);
            out.list(&vec![Ray::default(); random.below(20)]);
        }
        kind::CAST_SHAPE => {
            out.value(&ProbeShape::default());
            out.value(&Pose::default());
            out.value(&point);
            out.float(9.0);
            out.value(&filter);
        }
        kind::NEAREST => {
            out.value(&point);
            out.float(9.0);
            out.value(&filter);
        }
        kind::OBJECT_AT => {
            out.value(&point);
            out.value(&filter);
        }
        kind::MEDIUM | kind::GROUND_COLOR => out.value(&point),
        kind::GROUND => vectors(random, out),
        kind::IMAGE => {
            let (width, height) = (random.below(20) as u32, random.below(20) as u32);
            out.value(&ImageRequest { width, height, ..ImageRequest::default() });
            out.word(u64::from(width * height * 4));
        }
        kind::KEYS => number(random, out),
        kind::ROBOT_COUNT | kind::ROBOT_STATE => {}
        kind::SET_ROBOT_STATE => out.value(&BodyState::default()),
        kind::APPLY_WRENCH => {
            out.value(&point);
            out.value(&point);
        }
        kind::CALL_COMPONENT => (0..3).for_each(|_| text(random, out)),
        // Two numbers: an index and a count, or a command and its value.
        _ => (0..2).for_each(|_| number(random, out)),
    }
}

/// A well-formed request, possibly with some words changed afterward.
fn make(random: &mut Random) -> Vec<u8> {
    let all = [
        kind::REPLY_BYTES..=kind::REPLY_FAULT,
        kind::LOG..=kind::FAIL,
        kind::CAST_FAN..=kind::IMAGE,
        kind::ROBOT_COUNT..=kind::ROBOT_CONTACTS,
    ];
    let all: Vec<u32> = all.into_iter().flatten().collect();
    let question = *random.pick(&all);
    let mut words = vec![u64::from(question)];
    write_question(question, random, &mut Out(&mut words));
    for _ in 0..random.below(4) {
        let place = 1 + random.below(words.len());
        if let Some(word) = words.get_mut(place) {
            *word = if random.below(4) == 0 { random.bits() } else { *random.pick(&NUMBERS) };
        }
    }
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

fn read(bytes: &[u8]) -> Depth {
    let mut words: Vec<u64> =
        bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().expect("eight bytes"))).collect();
    let Some((question, message)) = words.split_first_mut() else { return Depth::Form };
    let context = HostContext { thread_token: std::ptr::null(), caller: 1 };
    let (random, published) = (ViewMut::EMPTY, ViewMut::EMPTY);
    let size = size_of::<CallFrame>();
    let call = CallFrame { size, host: &HOST, context, tick: 0, time: 0.0, period: 0.0, random, published };
    let mut answer = Vec::new();
    let mut answered = Ok(());
    let _ = Answer::of(|reply| {
        let asked = HostTables { call: &raw const call, world: &WORLD, service: &SERVICE, reply };
        answered = asked.answer(u32::try_from(*question).unwrap_or(0), &mut In(message), &mut Out(&mut answer));
        DONE
    });
    match answered {
        Ok(()) => Depth::Accepted,
        Err(_) => Depth::Form,
    }
}

#[test]
fn fuzz_questions_of_a_hostile_process() {
    fuzz("questions", 20_000, [0.4, 0.4], make, read);
}
