//! An in-process host of one component: the same function tables as the real one, and a world of planes and spheres.

use super::world::{TestMessage, TestWorld, world};
use crate::fault::Fault;
use crate::ffi::frames::CallFrame;
use crate::ffi::host::*;
use crate::ffi::types::*;
use crate::ffi::views::{Rows, RowsMut, Text, View, ViewMut, read, write};
use crate::math::{Pose as NaPose, Vec3 as NaVec3};

/// Time of a rig's call of its component.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Ticks completed before the call.
    pub tick: u64,
    /// Time, s.
    pub time: f64,
    /// Time since the previous call, s.
    pub period: f64,
}

impl TestWorld {
    /// Common part of a frame in this world: for benches and hosts that call a component without a rig. Its arguments are
    /// lent for as long as the frame is used.
    pub fn call_frame(&self, clock: Clock, random: &mut [RandomState], published: &mut [f64]) -> CallFrame {
        let Clock { tick, time, period } = clock;
        CallFrame {
            size: size_of::<CallFrame>(),
            host: &HOST,
            context: HostContext { thread_token: std::ptr::from_ref(self).cast(), caller: 0 },
            tick,
            time,
            period,
            random: ViewMut::of(random),
            published: ViewMut::of(published),
        }
    }
}

// SAFETY of all functions below: a component hands over pointers that hold for the length of the call; `world` says what the
// context is.

unsafe extern "C" fn log(context: HostContext, level: u32, text: Text) {
    // SAFETY: see above.
    let text = unsafe { text.read() }.into_owned();
    world(context).log.borrow_mut().push((LogLevel::from_number(level), text));
}

unsafe extern "C" fn keys(context: HostContext, out: ViewMut<u32>) -> usize {
    // SAFETY: see above.
    unsafe { out.fill(&world(context).keys) }
}

unsafe extern "C" fn axis(context: HostContext, name: Text) -> f64 {
    // SAFETY: see above.
    let name = unsafe { name.read() };
    let axes = &world(context).axes;
    axes.iter().find(|(axis, _)| *axis == name).map_or(0.0, |(_, value)| *value)
}

unsafe extern "C" fn fail(context: HostContext, fault: *const FaultRecord) {
    // SAFETY: see above.
    world(context).failed.replace(Some(unsafe { Fault::from_record(fault) }));
}

pub(super) static HOST: HostApi = HostApi { size: size_of::<HostApi>(), log, keys, axis, fail };

unsafe extern "C" fn cast_fan(
    context: HostContext,
    pose: *const Pose,
    directions: View<Vec3>,
    max_distance: f64,
    filter: *const Filter,
    out: ViewMut<f64>,
) {
    // SAFETY: see above.
    let (pose, directions, out) = unsafe { (NaPose::from(*pose), directions.as_slice(), out.as_slice()) };
    // SAFETY: see above.
    let filter = unsafe { read(filter) };
    for (direction, distance) in directions.iter().zip(out) {
        let direction = pose.rotation * NaVec3::from(*direction);
        *distance = world(context).cast_ray(pose.translation.vector, direction, max_distance, filter).distance;
    }
}

unsafe extern "C" fn cast_rays(context: HostContext, rays: Rows<Ray>, filter: *const Filter, out: RowsMut<Hit>) {
    for index in 0..rays.len.min(out.len) {
        // SAFETY: see above.
        unsafe {
            let ray = rays.get(index);
            out.set(
                index,
                world(context).cast_ray(ray.origin.into(), ray.direction.into(), ray.max_distance, read(filter)),
            );
        }
    }
}

unsafe extern "C" fn cast_shape(
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
        let (shape, filter) = (read(shape), read(filter));
        out.set(
            0,
            world(context).cast_probe((&shape).into(), &(*pose).into(), (*direction).into(), max_distance, filter),
        );
    }
}

unsafe extern "C" fn nearest(
    context: HostContext,
    point: *const Vec3,
    radius: f64,
    filter: *const Filter,
    out: RowsMut<Hit>,
) {
    // SAFETY: see above.
    unsafe { out.set(0, world(context).nearest_surface((*point).into(), radius, read(filter))) };
}

unsafe extern "C" fn object_at(context: HostContext, point: *const Vec3, filter: *const Filter) -> u32 {
    // SAFETY: see above.
    unsafe { world(context).solid_at((*point).into(), read(filter)) }
}

unsafe extern "C" fn object_name(context: HostContext, object: u32, out: ViewMut<u8>) -> usize {
    // SAFETY: see above.
    unsafe { out.fill(world(context).solid_name(object).as_bytes()) }
}

unsafe extern "C" fn contacts(context: HostContext, first: usize, out: RowsMut<Contact>) -> usize {
    // SAFETY: see above.
    unsafe { out.fill(&world(context).contacts, first) }
}

unsafe extern "C" fn medium(context: HostContext, _: *const Vec3, out: *mut Medium) {
    // SAFETY: see above.
    unsafe { write(out, world(context).medium) };
}

unsafe extern "C" fn ground(context: HostContext, points: View<Vec3>, out: RowsMut<Ground>) {
    let world = world(context);
    // SAFETY: see above.
    for (index, point) in unsafe { points.as_slice() }.iter().enumerate() {
        let point = NaVec3::from(*point);
        let under = world.planes.iter().filter(|(_, normal)| normal.z > 1e-9).filter_map(|(at, normal)| {
            let height = at.z - (point - at).xy().dot(&normal.xy()) / normal.z;
            (height <= point.z).then_some((height, *normal))
        });
        let ground = under.max_by(|a, b| a.0.total_cmp(&b.0)).map_or_else(Ground::default, |(height, normal)| Ground {
            height,
            normal: normal.into(),
            friction: world.friction,
            object: 0,
            category: 2,
        });
        // SAFETY: see above.
        unsafe { out.set(index, ground) };
    }
}

unsafe extern "C" fn ground_color(context: HostContext, point: *const Vec3) -> Vec3 {
    // SAFETY: see above.
    let [x, y, z] = world(context).floor[usize::from(unsafe { *point }.x >= 0.0)];
    Vec3 { x, y, z }
}

unsafe extern "C" fn beacons(context: HostContext, first: usize, out: RowsMut<Beacon>) -> usize {
    // SAFETY: see above.
    unsafe { out.fill(&world(context).beacons, first) }
}

unsafe extern "C" fn lights(context: HostContext, first: usize, out: RowsMut<Light>) -> usize {
    // SAFETY: see above.
    unsafe { out.fill(&world(context).lights, first) }
}

unsafe extern "C" fn messages(context: HostContext, first: usize, out: RowsMut<Message>) -> usize {
    let all = &world(context).messages;
    for (place, message) in all.iter().skip(first).take(out.len).enumerate() {
        let TestMessage { sender, channel, origin, words } = message;
        let record =
            Message { sender: *sender, channel: *channel, origin: *origin, words: words.len() as u32, reserved: 0 };
        // SAFETY: see above.
        unsafe { out.set(place, record) };
    }
    all.len()
}

unsafe extern "C" fn message_words(context: HostContext, message: usize, out: ViewMut<f64>) -> usize {
    // SAFETY: see above.
    world(context).messages.get(message).map_or(0, |message| unsafe { out.fill(&message.words) })
}

unsafe extern "C" fn image(context: HostContext, request: *const ImageRequest, pixels: ViewMut<u8>) -> u32 {
    // SAFETY: see above.
    let (request, pixels) = unsafe { (read(request), pixels.as_slice()) };
    world(context).draw(&request, pixels).number()
}

impl TestWorld {
    fn draw(&self, request: &ImageRequest, pixels: &mut [u8]) -> ImageStatus {
        if !self.draws {
            return ImageStatus::NoRenderer;
        }
        let (width, height) = (request.width as usize, request.height as usize);
        if pixels.len() != width * height * 4 {
            return ImageStatus::WrongSize;
        }
        for (index, pixel) in pixels.chunks_exact_mut(4).enumerate() {
            let (row, column) = (index / width, index % width);
            pixel.copy_from_slice(&match request.format {
                ImageRequest::DEPTH => (1.0 + row as f32).to_le_bytes(),
                _ => [(column * 255 / width) as u8, (row * 255 / height) as u8, 0, 255],
            });
        }
        ImageStatus::Drawn
    }
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
