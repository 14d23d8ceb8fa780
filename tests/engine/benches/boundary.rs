//! Cost of the ABI: one controller step linked statically, and the same step through a loaded library.

use sim_abi::Controller;
use sim_abi::controller::{ControllerIo, ControllerSetup};
use sim_abi::declare::{Channel, Part, Request};
use sim_abi::ffi::frames::ControllerFrame;
use sim_abi::ffi::module::ControllerTable;
use sim_abi::ffi::types::RandomState;
use sim_abi::ffi::views::{View, ViewMut};
use sim_abi::testing::{Clock, TestWorld};
use sim_core::plugins::Instance;

fn main() {
    divan::main();
}

const RAYS: usize = 8;

/// The robot that the diffusion controller binds.
fn request() -> Request {
    let part = |name: &str, offset: usize, count: usize| Part {
        name: name.into(),
        component: "bench/part".into(),
        channels: (0..count).map(|index| Channel::new(format!("value_{index}"), "1")).collect(),
        offset,
    };
    Request {
        robot: "bench".into(),
        name: "controller".into(),
        step: 0.1,
        period: 0.1,
        sensors: vec![part("range", 0, RAYS)],
        actuators: vec![part("left_wheel", 0, 1), part("right_wheel", 1, 1)],
        ..Request::default()
    }
}

/// Runs `step` on a frame like the engine's.
fn bench(bencher: divan::Bencher<'_, '_>, mut step: impl FnMut(&ControllerFrame)) {
    let world = TestWorld::default();
    let mut random = [RandomState::derive(1, &["bench"])];
    let readings = [0.3, 1.0, 1.0, 0.8, 1.0, 1.0, 0.6, 1.0];
    let mut commands = [0.0; 2];
    bencher.bench_local(|| {
        let clock = Clock { tick: 1, time: 0.1, period: 0.1 };
        let call = world.call_frame(clock, &mut random, &mut []);
        let frame = ControllerFrame {
            size: size_of::<ControllerFrame>(),
            call: &raw const call,
            readings: View::of(divan::black_box(&readings[..])),
            commands: ViewMut::of(&mut commands),
        };
        step(&frame);
        divan::black_box(commands)
    });
}

#[divan::bench]
fn linked_statically(bencher: divan::Bencher<'_, '_>) {
    let mut setup = ControllerSetup::from_request(request());
    let mut controller = plugin_control::Diffusion::new(Default::default(), &mut setup).expect("the robot fits");
    bench(bencher, |frame| {
        // SAFETY: the frame is valid for the duration of the call.
        controller.step(&mut unsafe { ControllerIo::of(frame) }).expect("the step goes well");
    });
}

#[divan::bench]
fn through_the_library(bencher: divan::Bencher<'_, '_>) {
    let host = sim_engine_tests::plugins();
    let offer = host.find(sim_abi::declare::Kind::Controller, "control/diffusion").expect("the library is there");
    let mut instance = Instance::<ControllerTable>::create(&offer, &request()).expect("the robot fits");
    bench(bencher, |frame| {
        // SAFETY: the frame is valid for the duration of the call.
        assert!(unsafe { instance.step(frame) }, "the step goes well");
    });
}
