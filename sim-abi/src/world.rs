//! Questions that sensors and services may ask the world.

use crate::ffi::host::WorldApiRef;
use crate::ffi::types as abi;
pub use crate::ffi::types::{Filter, Hit, ImageRequest, ImageStatus, NO_OBJECT};
use crate::math::{Pose, Vec3};

/// The world as it stood at the end of the last tick.
#[derive(Clone, Copy)]
pub struct World<'a> {
    api: WorldApiRef,
    context: abi::HostContext,
    frame: std::marker::PhantomData<&'a ()>,
}

/// Shape that [`World::cast_shape`] moves.
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
        Self { kind, size: abi::Vec3 { x, y, z } }
    }
}

const _: () = assert!(
    size_of::<Vec3>() == size_of::<abi::Vec3>() && align_of::<Vec3>() == align_of::<abi::Vec3>(),
    "a slice of nalgebra vectors is handed over as it lies"
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
    pub(crate) fn new(api: WorldApiRef, context: abi::HostContext) -> Self {
        Self { api, context, frame: std::marker::PhantomData }
    }

    /// Casts many rays from one point: unit directions in the frame of `world_from_sensor`, distances (m) into `out`,
    /// infinite where nothing is met within `reach` (m). The fastest of the ray queries.
    ///
    /// `directions` and `out` must have the same length; what is too much on either side is left alone.
    #[inline]
    pub fn cast_fan(&self, world_from_sensor: &Pose, directions: &[Vec3], reach: f64, filter: Filter, out: &mut [f64]) {
        let pose = abi::Pose::from(*world_from_sensor);
        self.api.cast_fan()(self.context, &pose, plain(directions).into(), reach, filter, out.into());
    }

    /// Casts rays, each with its own origin, unit direction (world axes) and reach; the first hit of each into `out`.
    pub fn cast_rays(&self, rays: &[abi::Ray], filter: Filter, out: &mut [Hit]) {
        self.api.cast_rays()(self.context, rays.into(), filter, out.into());
    }

    /// Casts one ray along a unit direction (world axes).
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, reach: f64, filter: Filter) -> Option<Hit> {
        let ray = abi::Ray { origin: origin.into(), direction: direction.into(), reach };
        let mut hit = [Hit::default()];
        self.cast_rays(&[ray], filter, &mut hit);
        (hit[0].object != NO_OBJECT).then_some(hit[0])
    }

    /// Moves a shape from `pose` along a unit direction (world axes) for at most `reach` (m); the first touch, if any.
    pub fn cast_shape(&self, probe: Probe, pose: &Pose, direction: Vec3, reach: f64, filter: Filter) -> Option<Hit> {
        let (shape, pose, direction) = (probe.into(), (*pose).into(), direction.into());
        let hit = self.api.cast_shape()(self.context, &shape, &pose, &direction, reach, filter);
        (hit.object != NO_OBJECT).then_some(hit)
    }

    /// Nearest surface to a point within a radius (m); the distance is 0 inside a solid.
    pub fn nearest(&self, point: Vec3, radius: f64, filter: Filter) -> Option<Hit> {
        let hit = self.api.nearest()(self.context, &point.into(), radius, filter);
        (hit.object != NO_OBJECT).then_some(hit)
    }

    /// Index of the object whose solid holds the point.
    pub fn object_at(&self, point: Vec3, filter: Filter) -> Option<u32> {
        let object = self.api.object_at()(self.context, &point.into(), filter);
        (object != NO_OBJECT).then_some(object)
    }

    /// Name of an object that a query found.
    pub fn object_name(&self, object: u32) -> &'a str {
        self.api.object_name()(self.context, object).as_str()
    }

    /// Contacts of the own robot at the end of the last tick; empty for a service.
    pub fn contacts(&self) -> &'a [abi::Contact] {
        self.api.contacts()(self.context).as_slice()
    }

    /// Medium at a point.
    pub fn medium(&self, point: Vec3) -> abi::Medium {
        self.api.medium()(self.context, &point.into())
    }

    /// Color of the floor under a point: red, green, blue, each 0 … 1.
    pub fn ground_color(&self, point: Vec3) -> [f64; 3] {
        let color = self.api.ground_color()(self.context, &point.into());
        [color.x, color.y, color.z]
    }

    /// All beacons, by id.
    pub fn beacons(&self) -> &'a [abi::Beacon] {
        self.api.beacons()(self.context).as_slice()
    }

    /// All lights: the scene's, then those that robots carried at the end of the last tick.
    pub fn lights(&self) -> &'a [abi::Light] {
        self.api.lights()(self.context).as_slice()
    }

    /// Messages that robots within range sent during the last tick, by sender; empty for a service.
    pub fn messages(&self) -> &'a [abi::Message<'a>] {
        self.api.messages()(self.context).as_slice()
    }

    /// Draws what a camera sees into `pixels`, width × height × 4 bytes. [`ImageStatus::NoRenderer`] where nothing draws.
    pub fn image(&self, request: &ImageRequest, pixels: &mut [u8]) -> ImageStatus {
        self.api.image()(self.context, request, pixels.into())
    }
}
