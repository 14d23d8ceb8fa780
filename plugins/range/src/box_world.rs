//! A world for tests in which the radius of a beam and the filter count, as they do not in the world of the rigs.
//!
//! It holds one box that moves, 0.4 m wide, and the own robot, which is everywhere; whoever asks for what is nearest
//! also finds a fixed floor.

use sim_abi::ffi::abi_stable::prefix_type::WithMetadata;
use sim_abi::ffi::abi_stable::std_types::{RSlice, RSliceMut, RStr};
use sim_abi::ffi::adapters;
use sim_abi::ffi::frames::SensorFrame;
use sim_abi::ffi::host::{WorldApi, WorldApiRef};
use sim_abi::ffi::types::*;
use sim_abi::prelude::{Pose as Isometry, Sensor, Value, Vec3 as Vector, json};
use sim_abi::testing::TestWorld;

/// Centre of the box, m.
const CENTRE: [f64; 3] = [2.0, 0.3, 0.0];
/// Half of its width, m.
const HALF: f64 = 0.2;
/// Height of the floor, m.
pub const FLOOR: f64 = -3.0;

/// First reading of a sensor at this place, axes parallel to the world's.
pub fn sense<T: Sensor>(params: Value, origin: Vector) -> Vec<f64> {
    sense_at::<T>(params, Isometry::translation(origin.x, origin.y, origin.z))
}

/// First reading of a sensor at this pose.
pub fn sense_at<T: Sensor>(params: Value, world_from_sensor: Isometry) -> Vec<f64> {
    let request = json!({ "params": params }).to_string();
    let Ok(created) = adapters::sensor::<T>(&request).into_result() else { panic!("{request} is refused") };
    let declaration: Value = sim_abi::serde_json::from_str(&created.declaration).unwrap();
    let mut reading = vec![f64::NAN; declaration["channels"].as_array().unwrap().len()];
    let world = TestWorld::default();
    let body = BodyState { pose: world_from_sensor.into(), ..BodyState::default() };
    let mut frame = SensorFrame {
        call: world.call_frame(Clock { tick: 0, time: 0.0, period: 0.01 }, &mut [], &mut []),
        world: WORLD,
        world_context: HostContext(std::ptr::null()),
        body: &body,
        acceleration: Vec3::default(),
        angular_acceleration: Vec3::default(),
        gravity: Vec3::default(),
        mount: Pose::default(),
        joints: RSlice::EMPTY,
        output: reading.as_mut_slice().into(),
    };
    assert!(created.table.step()(created.instance, &mut frame).is_ok(), "the reading failed");
    assert!(created.table.common().drop()(created.instance).is_ok(), "the sensor failed when it was dropped");
    reading
}

/// How far a sphere of this radius is from the box; negative within.
fn gap(point: Vector, radius: f64) -> f64 {
    let past = (point - Vector::from(CENTRE)).abs().add_scalar(-HALF);
    past.sup(&Vector::zeros()).norm() + past.max().min(0.0) - radius
}

/// Way of a sphere until it touches what the filter lets it see, m: steps as long as the gap cannot miss the box.
fn way(origin: Vector, direction: Vector, radius: f64, reach: f64, filter: Filter) -> f64 {
    if filter.own_body == 1 {
        return 0.0;
    }
    let mut way = 0.0;
    while filter.moving == 1 && way <= reach {
        match gap(origin + direction * way, radius) {
            touch if touch < 1e-9 => return way,
            free => way += free,
        }
    }
    f64::INFINITY
}

extern "C" fn cast_fan(
    _: HostContext,
    pose: &Pose,
    directions: RSlice<'_, Vec3>,
    reach: f64,
    filter: Filter,
    mut out: RSliceMut<'_, f64>,
) {
    for (direction, distance) in directions.iter().zip(out.iter_mut()) {
        *distance = way(pose.position.into(), (*direction).into(), 0.0, reach, filter);
    }
}

/// A sphere that starts in the box leaves it freely, as in the engine.
extern "C" fn cast_shape(
    _: HostContext,
    probe: &ProbeShape,
    pose: &Pose,
    direction: &Vec3,
    reach: f64,
    filter: Filter,
) -> Hit {
    assert_eq!(probe.kind, 0, "a beam is a sphere that moves");
    let (origin, direction) = (Vector::from(pose.position), Vector::from(*direction));
    let leaves = gap(origin, probe.size.x) < 0.0 && direction.dot(&(origin - Vector::from(CENTRE))) > 0.0;
    let distance = if leaves { f64::INFINITY } else { way(origin, direction, probe.size.x, reach, filter) };
    if distance.is_finite() { Hit { distance, object: 0, ..Hit::default() } } else { Hit::default() }
}

extern "C" fn object_at(_: HostContext, point: &Vec3, filter: Filter) -> u32 {
    if way((*point).into(), Vector::zeros(), 0.0, 0.0, filter) == 0.0 { 0 } else { NO_OBJECT }
}

extern "C" fn cast_rays(_: HostContext, _: RSlice<'_, Ray>, _: Filter, _: RSliceMut<'_, Hit>) {}

extern "C" fn nearest(_: HostContext, point: &Vec3, radius: f64, filter: Filter) -> Hit {
    let point = Vector::from(*point);
    let of_box = (point - Vector::from(CENTRE)).map(|along| along.clamp(-HALF, HALF)) + Vector::from(CENTRE);
    let of_floor = Vector::new(point.x, point.y, point.z.min(FLOOR));
    [(filter.own_body, point), (filter.moving, of_box), (filter.fixed, of_floor)]
        .into_iter()
        .filter(|(counts, _)| *counts == 1)
        .map(|(_, met)| Hit { distance: (point - met).norm(), point: met.into(), object: 0, ..Hit::default() })
        .filter(|hit| hit.distance <= radius)
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
        .unwrap_or_default()
}

extern "C" fn object_name(_: HostContext, _: u32) -> RStr<'static> {
    RStr::from_str("box")
}

extern "C" fn contacts(_: HostContext) -> RSlice<'static, Contact> {
    RSlice::EMPTY
}

extern "C" fn medium(_: HostContext, _: &Vec3) -> Medium {
    Medium::default()
}

extern "C" fn ground_color(_: HostContext, _: &Vec3) -> Vec3 {
    Vec3::default()
}

extern "C" fn beacons(_: HostContext) -> RSlice<'static, Beacon> {
    RSlice::EMPTY
}

extern "C" fn lights(_: HostContext) -> RSlice<'static, Light> {
    RSlice::EMPTY
}

extern "C" fn messages(_: HostContext) -> RSlice<'static, Message<'static>> {
    RSlice::EMPTY
}

extern "C" fn image(_: HostContext, _: &ImageRequest, _: RSliceMut<'_, u8>) -> ImageStatus {
    ImageStatus::NoRenderer
}

const WORLD: WorldApiRef = WorldApiRef(
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
