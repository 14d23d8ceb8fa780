//! A host of one component, in process: the same function tables as the real one, a world of planes and spheres.

use super::service_host::TestRobot;
use super::shapes::TestSolid;
use crate::ffi::frames::CallFrame;
use crate::ffi::host::*;
use crate::ffi::types::*;
use crate::math::{Pose as NaPose, Vec3 as NaVec3};
use crate::service::Request;
use abi_stable::prefix_type::WithMetadata;
use abi_stable::std_types::{RSlice, RSliceMut, RStr};
use std::cell::RefCell;

/// A small world for tests: planes, spheres and boxes to be met by rays and shapes, robots to be watched by services, and
/// whatever else a component may ask for.
#[derive(Clone, Debug)]
pub struct TestWorld {
    /// Planes: a point and the unit normal on the free side. They count for every filter of what is fixed or moves.
    pub planes: Vec<(NaVec3, NaVec3)>,
    /// Spheres: centre and radius, m. They count as planes do.
    pub spheres: Vec<(NaVec3, f64)>,
    /// Boxes and spheres that move, belong to the own robot, or have categories.
    pub solids: Vec<TestSolid>,
    /// Medium, the same everywhere.
    pub medium: Medium,
    /// Color of the floor for x below 0 and for the rest.
    pub floor: [[f64; 3]; 2],
    /// Whether cameras get images: red grows from left to right and green from top to bottom; the distance is 1 m in the
    /// first row and 1 m more in each after it.
    pub draws: bool,
    /// Contacts of the robot.
    pub contacts: Vec<Contact>,
    /// Beacons.
    pub beacons: Vec<Beacon>,
    /// Lights.
    pub lights: Vec<Light>,
    /// Messages received.
    pub messages: Vec<Message<'static>>,
    /// Keys that the operator holds down.
    pub keys: Vec<u32>,
    /// Operator axes by name.
    pub axes: Vec<(String, f64)>,
    /// Lines that the component logged.
    pub log: RefCell<Vec<(LogLevel, String)>>,
    /// Robots that a service sees and changes, in the order of their indices.
    pub robots: RefCell<Vec<TestRobot>>,
    /// What the scene grants to a service.
    pub grants: Vec<String>,
    /// Components that a service sees as loaded.
    pub components: Vec<crate::declare::ComponentInfo>,
    /// Requests of a service that were granted. They change nothing else.
    pub requests: RefCell<Vec<Request>>,
}

impl Default for TestWorld {
    fn default() -> Self {
        Self {
            planes: Vec::new(),
            spheres: Vec::new(),
            solids: Vec::new(),
            medium: Medium { density: 1.204, viscosity: 1.8e-5, surface_height: f64::INFINITY, flow: Vec3::default() },
            floor: [[1.0; 3]; 2],
            draws: true,
            contacts: Vec::new(),
            beacons: Vec::new(),
            lights: Vec::new(),
            messages: Vec::new(),
            keys: Vec::new(),
            axes: Vec::new(),
            log: RefCell::new(Vec::new()),
            robots: RefCell::new(Vec::new()),
            grants: Vec::new(),
            components: Vec::new(),
            requests: RefCell::new(Vec::new()),
        }
    }
}

impl TestWorld {
    /// Common part of a frame on this world: for benches and hosts that call a component without a rig.
    pub fn call_frame<'a>(
        &'a self,
        clock: Clock,
        random: &'a mut [RandomState],
        published: &'a mut [f64],
    ) -> CallFrame<'a> {
        CallFrame { host: HOST, context: self.context(), clock, random: random.into(), published: published.into() }
    }

    pub(super) fn context(&self) -> HostContext {
        HostContext(std::ptr::from_ref(self).cast())
    }
}

/// The world behind a context.
pub(super) fn world<'a>(context: HostContext) -> &'a TestWorld {
    // SAFETY: rigs hand out contexts only for the duration of a call, while they borrow the world.
    unsafe { &*context.0.cast::<TestWorld>() }
}

/// Memory of the world behind a context, for the length of the call.
pub(super) fn lend<T>(slice: &[T]) -> RSlice<'static, T> {
    // SAFETY: the component narrows the lifetime to its call, during which the rig borrows the world.
    unsafe { RSlice::from_raw_parts(slice.as_ptr(), slice.len()) }
}

extern "C" fn log(context: HostContext, level: LogLevel, text: RStr<'_>) {
    world(context).log.borrow_mut().push((level, text.to_string()));
}

extern "C" fn keys(context: HostContext) -> RSlice<'static, u32> {
    lend(&world(context).keys)
}

extern "C" fn axis(context: HostContext, name: RStr<'_>) -> f64 {
    let axes = &world(context).axes;
    axes.iter().find(|(axis, _)| axis == name.as_str()).map_or(0.0, |(_, value)| *value)
}

pub(super) const HOST: HostApiRef = HostApiRef(
    {
        const TABLE: &WithMetadata<HostApi> = &WithMetadata::new(HostApi { log, keys, axis });
        TABLE
    }
    .static_as_prefix(),
);

extern "C" fn cast_fan(
    context: HostContext,
    pose: &Pose,
    directions: RSlice<'_, Vec3>,
    reach: f64,
    filter: Filter,
    mut out: RSliceMut<'_, f64>,
) {
    let pose = NaPose::from(*pose);
    for (direction, distance) in directions.iter().zip(out.iter_mut()) {
        let direction = pose.rotation * NaVec3::from(*direction);
        *distance = world(context).cast_ray(pose.translation.vector, direction, reach, filter).distance;
    }
}

extern "C" fn cast_rays(context: HostContext, rays: RSlice<'_, Ray>, filter: Filter, mut out: RSliceMut<'_, Hit>) {
    for (ray, hit) in rays.iter().zip(out.iter_mut()) {
        *hit = world(context).cast_ray(ray.origin.into(), ray.direction.into(), ray.reach, filter);
    }
}

extern "C" fn cast_shape(
    context: HostContext,
    probe: &ProbeShape,
    pose: &Pose,
    direction: &Vec3,
    reach: f64,
    filter: Filter,
) -> Hit {
    world(context).cast_probe(probe.into(), &(*pose).into(), (*direction).into(), reach, filter)
}

extern "C" fn nearest(context: HostContext, point: &Vec3, radius: f64, filter: Filter) -> Hit {
    world(context).nearest_surface((*point).into(), radius, filter)
}

extern "C" fn object_at(context: HostContext, point: &Vec3, filter: Filter) -> u32 {
    world(context).solid_at((*point).into(), filter)
}

extern "C" fn object_name(context: HostContext, object: u32) -> RStr<'static> {
    let name = world(context).solid_name(object);
    // SAFETY: the component narrows the lifetime to its call, during which the rig borrows the world.
    unsafe { RStr::from_raw_parts(name.as_ptr(), name.len()) }
}

extern "C" fn contacts(context: HostContext) -> RSlice<'static, Contact> {
    lend(&world(context).contacts)
}

extern "C" fn medium(context: HostContext, _: &Vec3) -> Medium {
    world(context).medium
}

extern "C" fn ground_color(context: HostContext, point: &Vec3) -> Vec3 {
    let [x, y, z] = world(context).floor[usize::from(point.x >= 0.0)];
    Vec3 { x, y, z }
}

extern "C" fn beacons(context: HostContext) -> RSlice<'static, Beacon> {
    lend(&world(context).beacons)
}

extern "C" fn lights(context: HostContext) -> RSlice<'static, Light> {
    lend(&world(context).lights)
}

extern "C" fn messages(context: HostContext) -> RSlice<'static, Message<'static>> {
    lend(&world(context).messages)
}

extern "C" fn image(context: HostContext, request: &ImageRequest, pixels: RSliceMut<'_, u8>) -> ImageStatus {
    if !world(context).draws {
        return ImageStatus::NoRenderer;
    }
    let (width, height) = (request.width as usize, request.height as usize);
    let pixels = pixels.into_mut_slice();
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

pub(super) const WORLD: WorldApiRef = WorldApiRef(
    {
        const TABLE: &WithMetadata<WorldApi> = &WithMetadata::new(WorldApi {
            cast_fan,
            cast_rays,
            cast_shape,
            nearest,
            object_at,
            object_name,
            contacts,
            medium,
            ground_color,
            beacons,
            lights,
            messages,
            image,
        });
        TABLE
    }
    .static_as_prefix(),
);
