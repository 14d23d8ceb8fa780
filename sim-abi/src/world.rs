//! Queries of the world by sensors, dynamics and services.

use crate::ffi::host::WorldApi;
use crate::ffi::types as abi;
pub use crate::ffi::types::{Filter, Ground, Hit, ImageRequest, ImageStatus, NO_OBJECT};
use crate::ffi::views::{Batches, Rows, RowsMut, View, ViewMut};
use crate::math::{Pose, Vec3};

/// The world at the end of the last tick. Bound to the thread of the call.
#[derive(Clone, Copy)]
pub struct World<'a> {
    api: &'a WorldApi,
    context: abi::HostContext,
}

/// Shape for [`World::cast_shape`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Probe {
    /// Sphere of this radius, m.
    Sphere(f64),
    /// Box with these half extents, m.
    Box(Vec3),
    /// Cylinder about z: radius and half height, m.
    Cylinder(f64, f64),
    /// Capsule about z: radius and half length, m.
    Capsule(f64, f64),
}

impl From<Probe> for abi::ProbeShape {
    fn from(probe: Probe) -> Self {
        let (kind, x, y, z) = match probe {
            Probe::Sphere(radius) => (0, radius, 0.0, 0.0),
            Probe::Box(half) => (1, half.x, half.y, half.z),
            Probe::Cylinder(radius, half) => (2, radius, 0.0, half),
            Probe::Capsule(radius, half) => (3, radius, 0.0, half),
        };
        Self { kind, extent: abi::Vec3 { x, y, z }, ..Self::default() }
    }
}

const _: () = assert!(
    size_of::<Vec3>() == size_of::<abi::Vec3>() && align_of::<Vec3>() == align_of::<abi::Vec3>(),
    "slices of nalgebra vectors are passed in place"
);

/// The same memory as plain vectors.
#[inline]
fn plain(vectors: &[Vec3]) -> &[abi::Vec3] {
    // SAFETY: both are three consecutive f64 (nalgebra's storage is `repr(transparent)` over `[[f64; 3]; 1]`); size and
    // alignment are asserted above, and the slice covers the same memory for the same lifetime.
    unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), vectors.len()) }
}

impl<'a> World<'a> {
    #[inline]
    pub(crate) fn of(api: &'a WorldApi, context: abi::HostContext) -> Self {
        Self { api, context }
    }

    /// Casts many rays from one point: unit directions in the frame of `world_from_sensor`, distances (m) into `out`,
    /// infinite without a hit within `max_distance` (m). The fastest of the ray queries.
    ///
    /// `directions` and `out` must have the same length; excess elements are ignored.
    #[inline]
    pub fn cast_fan(
        &self,
        world_from_sensor: &Pose,
        directions: &[Vec3],
        max_distance: f64,
        filter: Filter,
        out: &mut [f64],
    ) {
        let (pose, directions) = (abi::Pose::from(*world_from_sensor), View::of(plain(directions)));
        // SAFETY: the host's function, in the call that it was made for; everything lent to it lives as long as the call. The
        // same holds for the other queries.
        unsafe { (self.api.cast_fan)(self.context, &pose, directions, max_distance, &sized(filter), ViewMut::of(out)) };
    }

    /// Casts rays, each with its own origin, unit direction (world axes) and `max_distance`; writes the first hit of each to
    /// `out`.
    pub fn cast_rays(&self, rays: &[abi::Ray], filter: Filter, out: &mut [Hit]) {
        // SAFETY: as in `cast_fan`.
        unsafe { (self.api.cast_rays)(self.context, Rows::of(rays), &sized(filter), RowsMut::of(out)) };
    }

    /// Casts one ray along a unit direction (world axes).
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, max_distance: f64, filter: Filter) -> Option<Hit> {
        let ray = abi::Ray { origin: origin.into(), direction: direction.into(), max_distance };
        let mut hit = [Hit::default()];
        self.cast_rays(&[ray], filter, &mut hit);
        met(hit)
    }

    /// Casts a shape from `pose` along a unit direction (world axes) for at most `max_distance` (m); returns the first hit,
    /// if any.
    pub fn cast_shape(
        &self,
        probe: Probe,
        pose: &Pose,
        direction: Vec3,
        max_distance: f64,
        filter: Filter,
    ) -> Option<Hit> {
        let (shape, pose, direction) = (abi::ProbeShape::from(probe), abi::Pose::from(*pose), direction.into());
        let mut hit = [Hit::default()];
        // SAFETY: as in `cast_fan`.
        unsafe {
            (self.api.cast_shape)(
                self.context,
                &shape,
                &pose,
                &direction,
                max_distance,
                &sized(filter),
                RowsMut::of(&mut hit),
            );
        }
        met(hit)
    }

    /// Nearest surface to a point within a radius (m); the distance is 0 inside a solid.
    pub fn nearest(&self, point: Vec3, radius: f64, filter: Filter) -> Option<Hit> {
        let mut hit = [Hit::default()];
        // SAFETY: as in `cast_fan`.
        unsafe { (self.api.nearest)(self.context, &point.into(), radius, &sized(filter), RowsMut::of(&mut hit)) };
        met(hit)
    }

    /// Index of the object whose solid contains the point.
    pub fn object_at(&self, point: Vec3, filter: Filter) -> Option<u32> {
        // SAFETY: as in `cast_fan`.
        let object = unsafe { (self.api.object_at)(self.context, &point.into(), &sized(filter)) };
        (object != NO_OBJECT).then_some(object)
    }

    /// Name of an object returned by a query.
    pub fn object_name(&self, object: u32) -> String {
        let mut name = vec![0; 64];
        loop {
            // SAFETY: as in `cast_fan`.
            let len = unsafe { (self.api.object_name)(self.context, object, ViewMut::of(&mut name)) };
            let fits = len <= name.len();
            name.resize(len, 0);
            if fits {
                return String::from_utf8_lossy(&name).into_owned();
            }
        }
    }

    /// Contacts of the component's robot at the end of the last tick; empty for a service.
    pub fn contacts(&self) -> impl Iterator<Item = abi::Contact> + use<'a> {
        let Self { api, context } = *self;
        // SAFETY: as in `cast_fan`.
        Batches::<'a, _, _>::new(move |first, out| unsafe { (api.contacts)(context, first, out) })
    }

    /// Medium at a point.
    pub fn medium(&self, point: Vec3) -> abi::Medium {
        let mut medium = abi::Medium::default();
        // SAFETY: as in `cast_fan`.
        unsafe { (self.api.medium)(self.context, &point.into(), &mut medium) };
        medium
    }

    /// Ground at or below each of these points: the first one, excluding the component's robot.
    pub fn ground(&self, points: &[Vec3], out: &mut [Ground]) {
        // SAFETY: as in `cast_fan`.
        unsafe { (self.api.ground)(self.context, View::of(plain(points)), RowsMut::of(out)) };
    }

    /// Color of the floor under a point: red, green, blue, each 0 … 1.
    pub fn ground_color(&self, point: Vec3) -> [f64; 3] {
        // SAFETY: as in `cast_fan`.
        let color = unsafe { (self.api.ground_color)(self.context, &point.into()) };
        [color.x, color.y, color.z]
    }

    /// All beacons, by id.
    pub fn beacons(&self) -> impl Iterator<Item = abi::Beacon> + use<'a> {
        let Self { api, context } = *self;
        // SAFETY: as in `cast_fan`.
        Batches::<'a, _, _>::new(move |first, out| unsafe { (api.beacons)(context, first, out) })
    }

    /// All lights: the scene's, followed by those on robots at the end of the last tick.
    pub fn lights(&self) -> impl Iterator<Item = abi::Light> + use<'a> {
        let Self { api, context } = *self;
        // SAFETY: as in `cast_fan`.
        Batches::<'a, _, _>::new(move |first, out| unsafe { (api.lights)(context, first, out) })
    }

    /// Messages sent by robots within range during the last tick, sorted by sender; empty for a service.
    /// [`World::message_words`] returns the words of each.
    pub fn messages(&self) -> impl Iterator<Item = abi::Message> + use<'a> {
        let Self { api, context } = *self;
        // SAFETY: as in `cast_fan`.
        Batches::<'a, _, _>::new(move |first, out| unsafe { (api.messages)(context, first, out) })
    }

    /// Copies the words of the message at this index in [`World::messages`] to `words`; returns their total number.
    pub fn message_words(&self, message: usize, words: &mut [f64]) -> usize {
        // SAFETY: as in `cast_fan`.
        unsafe { (self.api.message_words)(self.context, message, ViewMut::of(words)) }
    }

    /// Renders a camera image into `pixels`, width × height × 4 bytes. [`ImageStatus::NoRenderer`] without a renderer.
    pub fn image(&self, request: &ImageRequest, pixels: &mut [u8]) -> ImageStatus {
        let request = ImageRequest { size: size_of::<ImageRequest>(), ..*request };
        // SAFETY: as in `cast_fan`.
        ImageStatus::from_number(unsafe { (self.api.image)(self.context, &request, ViewMut::of(pixels)) })
    }
}

/// The filter with its actual size, which the host relies on.
#[inline]
fn sized(filter: Filter) -> Filter {
    Filter { size: size_of::<Filter>(), ..filter }
}

fn met([hit]: [Hit; 1]) -> Option<Hit> {
    (hit.object != NO_OBJECT).then_some(hit)
}
