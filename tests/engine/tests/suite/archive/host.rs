//! A handwritten host whose tables and replies are one entry longer than version 2.0, or equally long.

use sim_abi::Fault;
use sim_abi::ffi::host::{HostApi, ServiceApi, WorldApi};
use sim_abi::ffi::reply::{Reply, give};
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Growing, Record, Rows, RowsMut, Text, View, ViewMut, read, size_at, write};
use std::cell::RefCell;
use std::ffi::c_void;

/// Value of appended entries, and of the memory behind structs without them.
pub const POISON: usize = 0xdead_beef_dead_beef_u64 as usize;

/// A struct of version 2.0 followed by an appended field or another owner's memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Grown<T> {
    pub base: T,
    pub appended: usize,
}

impl<T> Grown<T> {
    pub const fn of(base: T) -> Self {
        Self { base, appended: POISON }
    }
}

impl<T: Default> Default for Grown<T> {
    fn default() -> Self {
        Self::of(T::default())
    }
}

// SAFETY: `repr(C)`; the base starts with its size.
unsafe impl<T: Growing> Growing for Grown<T> {}
// SAFETY: plain numbers.
unsafe impl<T: Record> Record for Grown<T> {}
// SAFETY: immutable tables of functions.
unsafe impl<T> Sync for Grown<T> {}

/// Declared size of a struct: with or without the appended entry.
pub const fn size<T>(grown: bool) -> usize {
    if grown { size_of::<Grown<T>>() } else { size_of::<T>() }
}

/// Log and requests of the component, to compare two runs.
#[derive(Default)]
pub struct Transcript {
    pub lines: RefCell<Vec<String>>,
}

pub const CALLER: u64 = 77;

impl Transcript {
    pub fn context(&self) -> HostContext {
        HostContext { thread_token: std::ptr::from_ref(self).cast(), caller: CALLER }
    }
}

fn note(context: HostContext, text: String) {
    assert_eq!(context.caller, CALLER);
    // SAFETY: the context of the current call, created by `Transcript::context`.
    unsafe { &*context.thread_token.cast::<Transcript>() }.lines.borrow_mut().push(text);
}

/// Receives a component's reply.
#[derive(Default)]
pub struct ReplyBuffer {
    pub bytes: Vec<u8>,
    pub fault: Option<Fault>,
}

unsafe extern "C" fn add(owner: *mut c_void, bytes: View<u8>) {
    // SAFETY: the owner of the current call; the bytes are lent for its duration.
    unsafe { (*owner.cast::<ReplyBuffer>()).bytes.extend_from_slice(bytes.as_slice()) };
}

unsafe extern "C" fn fault(owner: *mut c_void, record: *const FaultRecord) {
    // SAFETY: as in `add`.
    unsafe { (*owner.cast::<ReplyBuffer>()).fault = Some(Fault::from_record(record)) };
}

impl ReplyBuffer {
    /// Runs a call that replies; checks that the reply struct is unchanged.
    #[track_caller]
    pub fn of(grown: bool, call: impl FnOnce(*const Reply) -> Status) -> (Status, Self) {
        let mut taken = Self::default();
        let owner = (&raw mut taken).cast();
        let reply = Grown::of(Reply { size: size::<Reply>(grown), owner, bytes: add, fault });
        let status = call(&reply.base);
        assert_eq!(reply.appended, POISON);
        (status, taken)
    }
}

/// Reads a component's struct, which is shorter than the host's: the appended field gets the host's default.
unsafe fn asked<T: Growing + Default, const G: bool>(pointer: *const T) -> T {
    // SAFETY: the struct of the current call.
    unsafe {
        assert_eq!(size_at(pointer), size_of::<T>(), "the component's struct is one of 2.0");
        if !G {
            return read(pointer);
        }
        let value: Grown<T> = read(pointer.cast());
        assert_eq!(value.appended, POISON, "nothing beyond the component's struct is read");
        value.base
    }
}

/// Writes a record that is longer than the component's.
unsafe fn write_row<T: Record, const G: bool>(out: RowsMut<T>, index: usize, value: T) {
    assert_eq!(out.stride, size_of::<T>(), "the component's records are those of 2.0");
    // SAFETY: the rows of the current call.
    unsafe {
        match G {
            true => RowsMut::<Grown<T>> { data: out.data.cast(), len: out.len, stride: out.stride }
                .set(index, Grown::of(value)),
            false => out.set(index, value),
        }
    }
}

/// Writes a list from an index on.
unsafe fn list<T: Record, const G: bool>(all: &[T], first: usize, out: RowsMut<T>) -> usize {
    for (place, record) in all.iter().skip(first).take(out.len).enumerate() {
        // SAFETY: as in `write_row`.
        unsafe { write_row::<T, G>(out, place, *record) };
    }
    all.len()
}

// SAFETY of all functions below: data passed by a component is valid for the duration of its call.

unsafe extern "C" fn log(context: HostContext, level: u32, text: Text) {
    // SAFETY: see above.
    note(context, format!("log {level} {}", unsafe { text.read() }));
}
unsafe extern "C" fn keys(_: HostContext, out: ViewMut<u32>) -> usize {
    // SAFETY: see above.
    unsafe { out.as_slice()[0] = sim_abi::keys::UP };
    1
}
unsafe extern "C" fn axis(_: HostContext, name: Text) -> f64 {
    // SAFETY: see above.
    if unsafe { name.read() } == "throttle" { 0.5 } else { 0.0 }
}
unsafe extern "C" fn fail(context: HostContext, record: *const FaultRecord) {
    // SAFETY: see above.
    note(context, format!("fault {}", unsafe { Fault::from_record(record) }));
}

const HIT: Hit = Hit {
    distance: 3.0,
    point: Vec3 { x: 3.0, y: 0.0, z: 0.1 },
    normal: Vec3 { x: -1.0, y: 0.0, z: 0.0 },
    object: 4,
    category: 1,
};

unsafe extern "C" fn cast_fan<const G: bool>(
    context: HostContext,
    pose: *const Pose,
    directions: View<Vec3>,
    max_distance: f64,
    filter: *const Filter,
    out: ViewMut<f64>,
) {
    // SAFETY: see above.
    unsafe {
        note(context, format!("fan {:?} {max_distance} {:?}", *pose, asked::<_, G>(filter)));
        let directions = directions.as_slice();
        out.as_slice().iter_mut().zip(directions).for_each(|(out, direction)| *out = 5.0 + direction.x);
    }
}
unsafe extern "C" fn cast_rays<const G: bool>(
    context: HostContext,
    rays: Rows<Ray>,
    filter: *const Filter,
    out: RowsMut<Hit>,
) {
    // SAFETY: see above.
    unsafe {
        for index in 0..rays.len {
            // A longer host reads the component's shorter rays with its own default for the appended field.
            let long = Rows::<Grown<Ray>> { data: rays.data.cast(), len: rays.len, stride: rays.stride };
            let ray = if G { long.get(index).base } else { rays.get(index) };
            note(context, format!("ray {ray:?} {:?}", asked::<_, G>(filter)));
            write_row::<_, G>(out, index, HIT);
        }
    }
}
unsafe extern "C" fn cast_shape<const G: bool>(
    context: HostContext,
    shape: *const ProbeShape,
    pose: *const Pose,
    direction: *const Vec3,
    max_distance: f64,
    filter: *const Filter,
    out: RowsMut<Hit>,
) {
    // SAFETY: see above.
    unsafe {
        let (shape, filter) = (asked::<_, G>(shape), asked::<_, G>(filter));
        note(context, format!("shape {shape:?} {:?} {:?} {max_distance} {filter:?}", *pose, *direction));
        write_row::<_, G>(out, 0, Hit { distance: 2.9, ..HIT });
    }
}
unsafe extern "C" fn nearest<const G: bool>(
    context: HostContext,
    point: *const Vec3,
    radius: f64,
    filter: *const Filter,
    out: RowsMut<Hit>,
) {
    // SAFETY: see above.
    unsafe {
        note(context, format!("nearest {:?} {radius} {:?}", *point, asked::<_, G>(filter)));
        write_row::<_, G>(out, 0, Hit { distance: 0.1, ..HIT });
    }
}
unsafe extern "C" fn object_at<const G: bool>(_: HostContext, _: *const Vec3, filter: *const Filter) -> u32 {
    // SAFETY: see above.
    unsafe { asked::<_, G>(filter) };
    4
}
unsafe extern "C" fn object_name(_: HostContext, object: u32, out: ViewMut<u8>) -> usize {
    assert_eq!(object, 4);
    // SAFETY: see above.
    unsafe { out.as_slice()[..4].copy_from_slice(b"wall") };
    4
}
fn touches() -> Vec<Contact> {
    (0..11).map(|object| Contact { object, depth: f64::from(object), ..Contact::default() }).collect()
}
unsafe extern "C" fn contacts<const G: bool>(_: HostContext, first: usize, out: RowsMut<Contact>) -> usize {
    // SAFETY: see above.
    unsafe { list::<_, G>(&touches(), first, out) }
}
unsafe extern "C" fn medium<const G: bool>(_: HostContext, _: *const Vec3, out: *mut Medium) {
    let medium = Medium { density: 1.2, ..Medium::default() };
    // SAFETY: see above.
    unsafe { if G { write(out.cast(), Grown::of(medium)) } else { write(out, medium) } }
}
unsafe extern "C" fn ground<const G: bool>(_: HostContext, points: View<Vec3>, out: RowsMut<Ground>) {
    for index in 0..points.len {
        // SAFETY: see above.
        unsafe { write_row::<_, G>(out, index, Ground { height: -0.25, ..Ground::default() }) };
    }
}
unsafe extern "C" fn ground_color(_: HostContext, _: *const Vec3) -> Vec3 {
    Vec3 { x: 0.5, y: 0.0, z: 0.0 }
}
unsafe extern "C" fn beacons<const G: bool>(_: HostContext, first: usize, out: RowsMut<Beacon>) -> usize {
    let mut far = Beacon::default();
    far.pose.position.z = 7.0;
    // SAFETY: see above.
    unsafe { list::<_, G>(&[far; 2], first, out) }
}
unsafe extern "C" fn lights<const G: bool>(_: HostContext, first: usize, out: RowsMut<Light>) -> usize {
    let all: Vec<Light> = (0..20).map(|light| Light { intensity: f64::from(light), ..Light::default() }).collect();
    // SAFETY: see above.
    unsafe { list::<_, G>(&all, first, out) }
}
unsafe extern "C" fn messages<const G: bool>(_: HostContext, first: usize, out: RowsMut<Message>) -> usize {
    // SAFETY: see above.
    unsafe { list::<_, G>(&[Message { channel: 7, words: 2, ..Message::default() }], first, out) }
}
unsafe extern "C" fn message_words(_: HostContext, _: usize, out: ViewMut<f64>) -> usize {
    // SAFETY: see above.
    unsafe { out.as_slice()[..2].copy_from_slice(&[10.0, 20.0]) };
    2
}
unsafe extern "C" fn image<const G: bool>(context: HostContext, request: *const ImageRequest, out: ViewMut<u8>) -> u32 {
    // SAFETY: see above.
    unsafe {
        note(context, format!("image {:?}", asked::<_, G>(request)));
        out.as_slice().fill(85);
    }
    IMAGE_DRAWN
}

unsafe extern "C" fn robot_count(_: HostContext) -> u32 {
    2
}
/// Replies, or fails with a record that is longer than the component's.
unsafe fn robot<const G: bool>(robot: u32, reply: *const Reply) -> Status {
    if robot < 2 {
        return DONE;
    }
    let message = Text::text("there is no such robot");
    let record = Grown::of(FaultRecord { size: size::<FaultRecord>(G), message, ..FaultRecord::default() });
    // SAFETY: see above.
    unsafe { ((*reply).fault)((*reply).owner, &record.base) };
    FAILED
}
unsafe extern "C" fn robot_state<const G: bool>(
    _: HostContext,
    index: u32,
    state: *mut BodyState,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe {
        (*state).pose.position.x = 0.75;
        robot::<G>(index, reply)
    }
}
unsafe extern "C" fn telemetry<const G: bool>(
    _: HostContext,
    index: u32,
    first: usize,
    out: ViewMut<f64>,
    count: *mut usize,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe {
        *count = 30;
        out.as_slice().iter_mut().zip(first..30).for_each(|(out, place)| *out = place as f64);
        robot::<G>(index, reply)
    }
}
unsafe extern "C" fn set_robot_state<const G: bool>(
    context: HostContext,
    index: u32,
    state: *const BodyState,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe {
        note(context, format!("put {:?}", *state));
        robot::<G>(index, reply)
    }
}
unsafe extern "C" fn apply_wrench<const G: bool>(
    context: HostContext,
    index: u32,
    force: *const Vec3,
    torque: *const Vec3,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe {
        note(context, format!("push {:?} {:?}", *force, *torque));
        robot::<G>(index, reply)
    }
}
unsafe extern "C" fn set_command<const G: bool>(
    context: HostContext,
    index: u32,
    place: u32,
    number: f64,
    reply: *const Reply,
) -> Status {
    note(context, format!("command {place} {number}"));
    // SAFETY: see above.
    unsafe { robot::<G>(index, reply) }
}
unsafe extern "C" fn call<const G: bool>(
    context: HostContext,
    index: u32,
    component: Text,
    function: Text,
    arguments: Text,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe {
        note(context, format!("call {} {} {}", component.read(), function.read(), arguments.read()));
        give(reply, b"3");
        robot::<G>(index, reply)
    }
}
unsafe extern "C" fn request(context: HostContext, text: Text, reply: *const Reply) -> Status {
    // SAFETY: see above.
    unsafe {
        let text = text.read();
        note(context, format!("request {text}"));
        // A later host replies with fields unknown to version 2.0.
        let part = r#"{"kind": "actuator", "name": "drive", "component": "archive/drive", "offset": 17, "channels":
            [{"name": "speed"}, {"name": "turn"}, {"name": "spare", "later": 1}], "published_offset": 0, "published": [],
            "functions": [], "later": true}"#;
        let layout = format!(r#"{{"name": "b", "len": 30, "parts": [{part}], "later": 2}}"#);
        let info = r#"[{"id": "archive/eye", "kind": "sensor"}, {"id": "archive/new", "kind": "of_a_later_kind"}]"#;
        let answer = match &*text {
            text if text.contains("layout") => &layout,
            text if text.contains("components") => info,
            text if text.contains("objects") => "[1, 2, 3]",
            _ => "null",
        };
        give(reply, answer.as_bytes());
    }
    DONE
}
unsafe extern "C" fn robot_contacts<const G: bool>(
    _: HostContext,
    index: u32,
    first: usize,
    out: RowsMut<Contact>,
    count: *mut usize,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe {
        *count = list::<_, G>(&touches(), first, out);
        robot::<G>(index, reply)
    }
}

/// The tables of a host.
pub struct Tables<const G: bool>;

impl<const G: bool> Tables<G> {
    pub const HOST: &'static Grown<HostApi> = &Grown::of(HostApi { size: size::<HostApi>(G), log, keys, axis, fail });
    pub const WORLD: &'static Grown<WorldApi> = &Grown::of(WorldApi {
        size: size::<WorldApi>(G),
        cast_fan: cast_fan::<G>,
        cast_rays: cast_rays::<G>,
        cast_shape: cast_shape::<G>,
        nearest: nearest::<G>,
        object_at: object_at::<G>,
        object_name,
        contacts: contacts::<G>,
        medium: medium::<G>,
        ground: ground::<G>,
        ground_color,
        beacons: beacons::<G>,
        lights: lights::<G>,
        messages: messages::<G>,
        message_words,
        image: image::<G>,
    });
    pub const SERVICE: &'static Grown<ServiceApi> = &Grown::of(ServiceApi {
        size: size::<ServiceApi>(G),
        robot_count,
        robot_state: robot_state::<G>,
        telemetry: telemetry::<G>,
        set_robot_state: set_robot_state::<G>,
        apply_wrench: apply_wrench::<G>,
        set_command: set_command::<G>,
        call: call::<G>,
        request,
        contacts: robot_contacts::<G>,
    });
}
