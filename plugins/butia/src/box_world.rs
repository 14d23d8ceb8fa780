//! A world for tests in which the width of the ruler and its filter count, as they do not in the world of the rigs: boxes
//! along the axes, and the own robot, which is everywhere.

use sim_abi::Sensor;
use sim_abi::ffi::abi_stable::prefix_type::WithMetadata;
use sim_abi::ffi::abi_stable::std_types::{RSlice, RSliceMut, RStr};
use sim_abi::ffi::adapters;
use sim_abi::ffi::frames::SensorFrame;
use sim_abi::ffi::host::{WorldApi, WorldApiRef};
use sim_abi::ffi::types::*;
use sim_abi::serde_json::{Value, json};
use sim_abi::testing::TestWorld;
use std::cell::RefCell;

/// A box: its lowest and highest corner (m), its category bits, and whether it can move.
#[derive(Clone, Copy)]
pub struct Thing {
    pub low: [f64; 3],
    pub high: [f64; 3],
    pub category: u32,
    pub moving: bool,
}

thread_local!(static THINGS: RefCell<Vec<Thing>> = const { RefCell::new(Vec::new()) });

/// First reading of a sensor at the origin that looks along x, among these things.
pub fn sense<T: Sensor>(params: Value, things: &[Thing]) -> Vec<f64> {
    THINGS.set(things.to_vec());
    let request = json!({ "params": params }).to_string();
    let Ok(created) = adapters::sensor::<T>(&request).into_result() else { panic!("{request} is refused") };
    let declaration: Value = sim_abi::serde_json::from_str(&created.declaration).unwrap();
    let mut reading = vec![f64::NAN; declaration["channels"].as_array().unwrap().len()];
    let world = TestWorld::default();
    let body = BodyState::default();
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

fn passing(filter: Filter) -> Vec<Thing> {
    assert_eq!(filter.own_body, 0, "the robot itself never counts");
    let passes = |thing: &Thing| {
        (if thing.moving { filter.moving } else { filter.fixed }) == 1 && thing.category & filter.categories != 0
    };
    THINGS.with_borrow(|things| things.iter().copied().filter(passes).collect())
}

/// A box moves along x. What it begins in, it leaves freely, as it may in the engine.
extern "C" fn cast_shape(
    _: HostContext,
    probe: &ProbeShape,
    pose: &Pose,
    direction: &Vec3,
    reach: f64,
    filter: Filter,
) -> Hit {
    assert_eq!((probe.kind, direction.x), (1, 1.0), "an upright box moves along x");
    let front = pose.position.x + probe.size.x;
    let beside = |at: f64, half: f64, low: f64, high: f64| at + half < low || at - half > high;
    let way = |thing: &Thing| {
        let ([low, high], at) = ([thing.low, thing.high], pose.position);
        let misses = beside(at.y, probe.size.y, low[1], high[1]) || beside(at.z, probe.size.z, low[2], high[2]);
        (!misses && low[0] >= front).then_some(low[0] - front).filter(|way| *way <= reach)
    };
    let found = passing(filter).into_iter().filter_map(|thing| Some((way(&thing)?, thing)));
    found.min_by(|a, b| a.0.total_cmp(&b.0)).map_or_else(Hit::default, |(distance, thing)| Hit {
        distance,
        point: Vec3 { x: thing.low[0], ..pose.position },
        object: 0,
        category: thing.category,
        ..Hit::default()
    })
}

extern "C" fn object_at(_: HostContext, point: &Vec3, filter: Filter) -> u32 {
    let point = [point.x, point.y, point.z];
    let holds = |thing: &Thing| (0..3).all(|axis| (thing.low[axis]..=thing.high[axis]).contains(&point[axis]));
    if passing(filter).iter().any(holds) { 0 } else { NO_OBJECT }
}

extern "C" fn cast_fan(_: HostContext, _: &Pose, _: RSlice<'_, Vec3>, _: f64, _: Filter, _: RSliceMut<'_, f64>) {}

extern "C" fn cast_rays(_: HostContext, _: RSlice<'_, Ray>, _: Filter, _: RSliceMut<'_, Hit>) {}

extern "C" fn nearest(_: HostContext, _: &Vec3, _: f64, _: Filter) -> Hit {
    Hit::default()
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
