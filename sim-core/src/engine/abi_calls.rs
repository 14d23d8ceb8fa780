//! The functions of the host that a component may call during its step.

use super::mover::Happening;
use super::world::{World, lend};
use crate::geometry::{BodyId, RayHit, Shape};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_abi::ffi::abi_stable::prefix_type::WithMetadata;
use sim_abi::ffi::abi_stable::std_types::{RSlice, RSliceMut, RStr};
use sim_abi::ffi::host::{HostApi, HostApiRef, WorldApi, WorldApiRef};
use sim_abi::ffi::types::*;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Body of a caller that has none.
pub(super) const NO_BODY: BodyId = BodyId(u32::MAX);

/// What the host remembers of a call while it runs.
pub(super) struct CallContext<'a> {
    pub(super) world: &'a World,
    pub(super) body: BodyId,
    /// Index of the robot, or past all of them for a service.
    pub(super) mover: usize,
    pub(super) name: &'a Arc<str>,
    pub(super) happenings: &'a RefCell<Vec<Happening>>,
}

impl CallContext<'_> {
    /// The handle that the component hands back.
    #[inline]
    pub(super) fn handle(&self) -> HostContext {
        HostContext(std::ptr::from_ref(self).cast())
    }
}

/// The context behind a handle.
#[inline]
fn caller<'a>(context: HostContext) -> &'a CallContext<'a> {
    // SAFETY: handles are made by `CallContext::handle` for the duration of one call and are used only within it: the
    // authors' types that hold them cannot outlive the call.
    unsafe { &*context.0.cast::<CallContext<'a>>() }
}

extern "C" fn log(context: HostContext, level: LogLevel, text: RStr<'_>) {
    let caller = caller(context);
    let happening = Happening::Log { component: caller.name.clone(), level, text: text.to_string() };
    caller.happenings.borrow_mut().push(happening);
}

extern "C" fn keys(context: HostContext) -> RSlice<'static, u32> {
    let caller = caller(context);
    lend(&caller.world.operator_of(caller.mover).keys)
}

extern "C" fn axis(context: HostContext, name: RStr<'_>) -> f64 {
    let caller = caller(context);
    let axes = &caller.world.operator_of(caller.mover).axes;
    axes.iter().find(|(axis, _)| axis == name.as_str()).map_or(0.0, |(_, value)| *value)
}

pub(super) const HOST: HostApiRef = HostApiRef(
    {
        const TABLE: &WithMetadata<HostApi> = &WithMetadata::new(HostApi { log, keys, axis });
        TABLE
    }
    .static_as_prefix(),
);

/// The same memory as nalgebra's vectors.
#[inline]
fn vectors<'a>(plain: RSlice<'a, Vec3>) -> &'a [Vector3<f64>] {
    const _: () = assert!(size_of::<Vec3>() == size_of::<Vector3<f64>>());
    const _: () = assert!(align_of::<Vec3>() == align_of::<Vector3<f64>>());
    // SAFETY: both are three consecutive f64, as asserted; the slice covers the same memory for the same lifetime.
    unsafe { std::slice::from_raw_parts(plain.as_ptr().cast(), plain.len()) }
}

extern "C" fn cast_fan(
    context: HostContext,
    pose: &Pose,
    directions: RSlice<'_, Vec3>,
    reach: f64,
    filter: Filter,
    out: RSliceMut<'_, f64>,
) {
    let caller = caller(context);
    let directions = vectors(directions);
    let out = out.into_mut_slice();
    let count = directions.len().min(out.len());
    let filter = caller.world.filter(filter, caller.body);
    let pose = Isometry3::from(*pose);
    let cast = caller.world.index.cast_fan(&pose, &directions[..count], reach, &filter, &mut out[..count]);
    if cast.is_err() {
        // A ray that is not valid meets nothing; the core never hands out such poses, so the sensor computed one.
        out.fill(f64::INFINITY);
    }
}

fn plain_hit(world: &World, hit: Option<RayHit>) -> Hit {
    match hit {
        Some(hit) => Hit {
            distance: hit.distance,
            point: hit.point.coords.into(),
            normal: hit.normal.into(),
            object: hit.body.0,
            category: world.bodies[hit.body.index()].category,
        },
        None => Hit::default(),
    }
}

extern "C" fn cast_rays(context: HostContext, rays: RSlice<'_, Ray>, filter: Filter, mut out: RSliceMut<'_, Hit>) {
    let caller = caller(context);
    let filter = caller.world.filter(filter, caller.body);
    for (ray, place) in rays.iter().zip(out.iter_mut()) {
        let origin = Point3::from(Vector3::from(ray.origin));
        let hit = caller.world.index.cast_ray(&origin, &ray.direction.into(), ray.reach, &filter);
        *place = plain_hit(caller.world, hit.ok().flatten());
    }
}

extern "C" fn cast_shape(
    context: HostContext,
    shape: &ProbeShape,
    pose: &Pose,
    direction: &Vec3,
    reach: f64,
    filter: Filter,
) -> Hit {
    let caller = caller(context);
    let size = shape.size;
    let shape = match shape.kind {
        0 => Shape::try_sphere(size.x),
        1 => Shape::try_box(size.into()),
        2 => Shape::try_cylinder(size.x, size.z),
        _ => Shape::try_capsule(size.x, size.z),
    };
    let Ok(shape) = shape else { return Hit::default() };
    let filter = caller.world.filter(filter, caller.body);
    let hit = caller.world.index.cast_shape(&shape, &(*pose).into(), &(*direction).into(), reach, &filter);
    match hit {
        Ok(Some(hit)) => Hit {
            distance: hit.distance,
            point: hit.point.coords.into(),
            normal: hit.normal.into(),
            object: hit.body.0,
            category: caller.world.bodies[hit.body.index()].category,
        },
        _ => Hit::default(),
    }
}

extern "C" fn nearest(context: HostContext, point: &Vec3, radius: f64, filter: Filter) -> Hit {
    let caller = caller(context);
    let filter = caller.world.filter(filter, caller.body);
    let point = Point3::from(Vector3::from(*point));
    match caller.world.index.nearest(&point, radius, &filter) {
        Ok(Some(hit)) => Hit {
            distance: hit.distance.max(0.0),
            point: hit.point.coords.into(),
            normal: hit.normal.into(),
            object: hit.body.0,
            category: caller.world.bodies[hit.body.index()].category,
        },
        _ => Hit::default(),
    }
}

extern "C" fn object_at(context: HostContext, point: &Vec3, filter: Filter) -> u32 {
    let caller = caller(context);
    let filter = caller.world.filter(filter, caller.body);
    let found = caller.world.index.point_inside(&Point3::from(Vector3::from(*point)), &filter);
    found.ok().flatten().map_or(NO_OBJECT, |body| body.0)
}

extern "C" fn object_name(context: HostContext, object: u32) -> RStr<'static> {
    let name = caller(context).world.bodies.get(object as usize).map_or("", |body| &*body.name);
    // SAFETY: handed out for the length of the call, as in `lend`; names do not change while components run.
    unsafe { RStr::from_raw_parts(name.as_ptr(), name.len()) }
}

extern "C" fn contacts(context: HostContext) -> RSlice<'static, Contact> {
    let caller = caller(context);
    lend(caller.world.contacts_of(caller.body))
}

extern "C" fn medium(context: HostContext, point: &Vec3) -> Medium {
    caller(context).world.media.at(&Vector3::from(*point)).0
}

extern "C" fn ground_color(context: HostContext, point: &Vec3) -> Vec3 {
    let [x, y, z] = caller(context).world.ground_color(point.x, point.y);
    Vec3 { x, y, z }
}

extern "C" fn beacons(context: HostContext) -> RSlice<'static, Beacon> {
    lend(&caller(context).world.beacons)
}

extern "C" fn lights(context: HostContext) -> RSlice<'static, Light> {
    lend(&caller(context).world.lights)
}

extern "C" fn messages(context: HostContext) -> RSlice<'static, Message<'static>> {
    let caller = caller(context);
    caller.world.messages_of(caller.mover)
}

extern "C" fn image(context: HostContext, request: &ImageRequest, pixels: RSliceMut<'_, u8>) -> ImageStatus {
    let world = caller(context).world;
    let pixels = pixels.into_mut_slice();
    let bytes = (request.width as usize).checked_mul(request.height as usize).and_then(|count| count.checked_mul(4));
    if bytes.is_none_or(|bytes| bytes == 0 || bytes != pixels.len()) {
        return ImageStatus::WrongSize;
    }
    match &world.images {
        Some(images) => {
            world.drawn.store(true, Ordering::Relaxed);
            images.draw(world, request, pixels)
        }
        None => ImageStatus::NoRenderer,
    }
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
