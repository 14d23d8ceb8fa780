//! The examples in C and C++ as of version 2.0, compiled with the header of 2.0.

use super::grown::{HostedComponent, guarded, joints, plain, unguarded, view};
use super::host::{Grown, Tables, size};
use super::{ARCHIVE_DIR, load, plugins};
use sim_abi::declare::Request;
use sim_abi::ffi::frames::*;
use sim_abi::ffi::module::*;
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Rows, RowsMut, View};
use sim_abi::testing::library::{Verdict, check, default_robot};

use sim_core::plugins::PluginHost;
use sim_engine_tests::{position, simulate, value};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

/// Sources, with the kind number and the id of their component.
const EXAMPLES: [(&str, u32, &str); 7] = [
    ("puck.c", KIND_ROBOT, "example-c/puck"),
    ("unicycle.c", KIND_DYNAMICS, "example-c/unicycle"),
    ("depth.c", KIND_SENSOR, "example-c/depth"),
    ("wheel.c", KIND_ACTUATOR, "example-c/wheel"),
    ("avoid.c", KIND_CONTROLLER, "example-c/avoid"),
    ("follow.cpp", KIND_CONTROLLER, "example-cpp/follow"),
    ("distance.c", KIND_SERVICE, "example-c/distance"),
];

static LIBRARIES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let (sources, header) = (ARCHIVE_DIR.join("sdk/examples"), ARCHIVE_DIR.join("sdk/include"));
    let compiled = EXAMPLES.iter().map(|(source, ..)| {
        let (program, standard) = if source.ends_with("cpp") { ("c++", "-std=c++11") } else { ("cc", "-std=c99") };
        let library = ARCHIVE_DIR.join(sim_tests::build::library_name(source));
        let mut compiler = Command::new(program);
        compiler.args([standard, "-O1", "-shared", "-fPIC", "-I"]).arg(&header).arg("-o").arg(&library);
        let output = compiler.arg(sources.join(source)).arg("-lm").output().expect("there is a compiler");
        assert!(output.status.success(), "{source}: {}", String::from_utf8_lossy(&output.stderr));
        library
    });
    compiled.collect()
});

fn host() -> PluginHost {
    let mut host = plugins();
    for library in LIBRARIES.iter() {
        host.load_file(library).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    }
    host
}

#[test]
fn components_in_c_and_cpp_that_were_built_for_2_0_conform_and_run_beside_those_of_today() {
    let host = host();
    for (source, _, id) in EXAMPLES {
        let offer = host.components().into_iter().find(|offer| offer.id() == id).expect(id);
        let verdict = check(offer.library.module().unwrap(), offer.info(), &default_robot());
        assert_eq!(verdict, Verdict::Conforms, "{source}");
    }
    let wheel = |side| format!(r#""{side}_wheel": (id: "example-c/wheel", params: (joint: "{side}_wheel", lag: 0.1))"#);
    let puck = |name: &str, y: f64, controller: &str| {
        format!(
            r#"(name: "{name}", model: "example-c/puck", at: (0, {y}, 0), dynamics: "example-c/unicycle",
                sensors: {{"depth": "example-c/depth"}}, actuators: {{{}, {}}}, controller: "{controller}")"#,
            wheel("left"),
            wheel("right"),
        )
    };
    let scene = format!(
        r#"(format_version: 1, run: (dt: 0.01, seed: 1), floor: (),
        objects: [(name: "wall", shape: Box(size: (0.1, 9, 1)), at: (0.95, 0, 0.5))],
        robots: [{}, {}, (name: "today", model: "scout/standard", at: (0, 4))],
        services: [(name: "watch", id: "example-c/distance", params: (goal: 100))])"#,
        puck("c", 0.0, "example-c/avoid"),
        puck("cpp", 2.0, "example-cpp/follow"),
    );
    let mut simulation = simulate(&load(&scene), &host, 1);
    simulation.steps(300).unwrap();
    assert_eq!(simulation.faults(), []);
    for robot in ["c", "cpp"] {
        let [x, ..] = position(&simulation, robot);
        assert!((0.3..0.8).contains(&x), "{robot} is at {x}");
        assert_eq!(value(&simulation, robot, "depth.depth"), 0.0, "in the air");
    }
}

/// A step of a component: its complete output: declarations, replies, values, requests and log.
fn stepped<const G: bool>(module: &Module, kind: u32, id: &str) -> Vec<String> {
    let mut made = HostedComponent::new::<G>(module, kind, id, &default_robot());
    let count = default_robot().joints.len();
    let (mut long, mut short) = (joints(count), plain(&joints(count)));
    let stride = size_of::<Grown<JointState>>();
    let read = match G {
        true => Rows { data: long.as_ptr().cast(), len: count, stride },
        false => Rows::of(&short),
    };
    let moved = match G {
        true => RowsMut { data: long.as_mut_ptr().cast(), len: count, stride },
        false => RowsMut::of(&mut short),
    };
    let inputs: Vec<f64> = (0..40).map(|index| 0.1 * f64::from(index)).collect();
    let inputs_view = |len: usize| View { data: inputs.as_ptr(), len };
    let mut outputs = guarded(30, 0.0);
    let (world, mut body) = (&raw const Tables::<G>::WORLD.base, BodyState::default());
    let channels = |parts: &[sim_abi::declare::Part]| parts.iter().map(|part| part.channels.len()).sum::<usize>();
    let Request { sensors, actuators, effects, .. } = default_robot();
    match kind {
        KIND_DYNAMICS => {
            let environment = Environment { size: size::<Environment>(G), density: 1.2, ..Environment::default() };
            let (environment, mounts) = (Grown::of(environment), vec![Pose::default(); effects.len()]);
            let step = made.table::<DynamicsTable>().step;
            made.run::<G, _>(step, |call| DynamicsFrame {
                size: size::<DynamicsFrame>(G),
                call,
                world,
                body: &raw mut body,
                memory: view(&mut outputs),
                effects: inputs_view(effects.len()),
                mounts: View::of(&mounts),
                joints: moved,
                environment: &environment.base,
            });
        }
        KIND_SENSOR => {
            let step = made.table::<SensorTable>().step;
            made.run::<G, _>(step, |call| SensorFrame {
                size: size::<SensorFrame>(G),
                call,
                world,
                body: &raw const body,
                acceleration: Vec3::default(),
                angular_acceleration: Vec3::default(),
                gravity: Vec3 { x: 0.0, y: 0.0, z: -9.81 },
                mount: Pose::default(),
                joints: read,
                output: view(&mut outputs),
                motion: std::ptr::null(),
                scan: sim_abi::ffi::views::ViewMut::of(&mut []),
            });
        }
        KIND_ACTUATOR => {
            let (commands, step) = (inputs_view(made.declaration.channels.len()), made.table::<ActuatorTable>().step);
            made.run::<G, _>(step, |call| ActuatorFrame {
                size: size::<ActuatorFrame>(G),
                call,
                commands,
                joints: read,
                effects: view(&mut outputs),
            });
        }
        KIND_CONTROLLER => {
            let step = made.table::<ControllerTable>().step;
            outputs = guarded(channels(&actuators), 0.0);
            made.run::<G, _>(step, |call| ControllerFrame {
                size: size::<ControllerFrame>(G),
                call,
                readings: inputs_view(channels(&sensors)),
                commands: view(&mut outputs),
            });
        }
        _ => {
            let table = made.table::<ServiceTable>();
            for function in [table.start, Some(table.step)].into_iter().flatten() {
                made.run::<G, _>(function, |call| ServiceFrame {
                    size: size::<ServiceFrame>(G),
                    call,
                    world,
                    service: &Tables::<G>::SERVICE.base,
                });
            }
        }
    }
    let joints = if G { plain(&long) } else { short };
    made.out.push(format!("{:?} {joints:?} {body:?}", unguarded(&outputs)));
    made.close::<G>()
}

#[test]
fn libraries_in_c_and_cpp_for_2_0_do_the_same_in_a_host_whose_entries_are_longer() {
    let host = host();
    for (source, kind, id) in EXAMPLES.into_iter().filter(|(_, kind, _)| *kind != KIND_ROBOT) {
        let offer = host.components().into_iter().find(|offer| offer.id() == id).expect(id);
        let module = offer.library.module().unwrap();
        let (plain, grown) = (stepped::<false>(module, kind, id), stepped::<true>(module, kind, id));
        assert_eq!(plain, grown, "{source}");
        assert!(grown[0].starts_with(&DONE.to_string()), "{source}: {grown:?}");
    }
    let puck = host.components().into_iter().find(|offer| offer.id() == "example-c/puck").unwrap();
    let module = puck.library.module().unwrap();
    let (plain, grown) = (
        HostedComponent::model::<false>(module, &puck.info().id),
        HostedComponent::model::<true>(module, &puck.info().id),
    );
    assert_eq!(format!("{plain:?}"), format!("{grown:?}"));
    assert_eq!(grown.joints.len(), 2);
}
