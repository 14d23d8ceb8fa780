//! A library of version 2.0 in a host of a later minor version, whose tables, frames, structs and records are longer.

use super::host::{Grown, POISON, ReplyBuffer, Tables, Transcript, size};
use super::library;
use sim_abi::declare::{Channel, Declaration, EffectPart, Part, Request};
use sim_abi::ffi::frames::*;
use sim_abi::ffi::module::*;
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Rows, RowsMut, Text, View, ViewMut};
use sim_abi::model::{Joint, RobotModelSpec};
use sim_abi::serde_json;

/// A component of a library in a host.
pub struct HostedComponent {
    instance: Instance,
    table: *const std::ffi::c_void,
    pub declaration: Declaration,
    published: Vec<f64>,
    random: Vec<RandomState>,
    transcript: Transcript,
    /// Its complete output.
    pub out: Vec<String>,
}

/// Values followed by two guard values that belong to another owner.
pub fn guarded(values: usize, first: f64) -> Vec<f64> {
    (0..values).map(|index| first + index as f64).chain([f64::from_bits(POISON as u64); 2]).collect()
}

/// A view of guarded values without their guards.
pub fn view(values: &mut [f64]) -> ViewMut<f64> {
    ViewMut { data: values.as_mut_ptr(), len: values.len() - 2 }
}

#[track_caller]
pub fn unguarded(values: &[f64]) -> &[f64] {
    let (values, guards) = values.split_at(values.len() - 2);
    assert!(guards.iter().all(|guard| guard.to_bits() == POISON as u64), "something was written beyond the values");
    values
}

/// Joints of the robot, as long as the host's records.
pub fn joints(count: usize) -> Vec<Grown<JointState>> {
    let joint = |index: usize| JointState { position: 0.5 * index as f64, velocity: 1.0, effort: 0.0 };
    (0..count).map(|index| Grown::of(joint(index))).collect()
}

/// In a plain host, the records of [`joints`] do not have the appended fields.
pub fn plain(joints: &[Grown<JointState>]) -> Vec<JointState> {
    joints.iter().map(|joint| joint.base).collect()
}

impl HostedComponent {
    pub fn new<const G: bool>(module: &Module, kind: u32, id: &str, request: &Request) -> Self {
        let text = serde_json::to_string(request).unwrap();
        let mut created = Grown::of(Created { size: size::<Created>(G), ..Created::default() });
        // SAFETY: borrowed data is valid for the duration of the call.
        let (status, taken) = ReplyBuffer::of(G, |reply| unsafe {
            (module.create)(kind, Text::text(id), Text::text(&text), &mut created.base, reply)
        });
        assert!(status == DONE && taken.fault.is_none(), "{:?}", taken.fault);
        // A Rust library zeroes fields unknown to it, a C library leaves them alone. Neither changes memory beyond.
        assert!(created.appended == POISON || (G && created.appended == 0));
        assert_eq!(created.base.size, size::<Created>(G));
        let declaration: Declaration = serde_json::from_slice(&taken.bytes).unwrap();
        let streams = std::iter::once("").chain(declaration.streams.iter().map(String::as_str));
        Self {
            instance: created.base.instance,
            table: created.base.table,
            published: guarded(declaration.published.len(), 0.0),
            random: streams.map(|stream| RandomState::derive(1, &[stream])).collect(),
            declaration,
            transcript: Transcript::default(),
            out: Vec::new(),
        }
    }

    /// Calls a function of its table on a frame; only the memory lent by the frame may change.
    #[track_caller]
    pub fn run<const G: bool, F: Copy>(
        &mut self,
        function: unsafe extern "C" fn(Instance, *const F) -> Status,
        frame: impl FnOnce(*const CallFrame) -> F,
    ) {
        let call = Grown::of(CallFrame {
            size: size::<CallFrame>(G),
            host: &Tables::<G>::HOST.base,
            context: self.transcript.context(),
            tick: 49,
            time: 0.98,
            period: 0.02,
            random: ViewMut::of(&mut self.random),
            published: view(&mut self.published),
        });
        let frame = Grown::of(frame(&call.base));
        // SAFETY: an instance of this table, and a frame valid for the duration of the call.
        let status = unsafe { function(self.instance, &frame.base) };
        assert_eq!((frame.appended, call.appended, call.base.size), (POISON, POISON, size::<CallFrame>(G)));
        assert_eq!(call.base.published.len, self.published.len() - 2);
        self.out.push(format!("{status} {:?} {:?}", unguarded(&self.published), self.random));
    }

    /// Calls the functions common to all components, and ends it; returns all its output.
    fn end<const G: bool>(mut self, function: &str, values: &mut [f64]) -> Vec<String> {
        // SAFETY: every table starts with its size and the common table, and the library keeps them forever.
        let common = unsafe { &*(*self.table.cast::<ControllerTable>()).common };
        // SAFETY: functions of this instance; borrowed data is valid for the duration of the call.
        unsafe {
            let instance = self.instance;
            let (saved, state) = ReplyBuffer::of(G, |reply| common.save.unwrap()(instance, reply));
            let bytes = View::of(state.bytes.as_slice());
            let (restored, _) = ReplyBuffer::of(G, |reply| common.restore.unwrap()(instance, bytes, reply));
            let (name, arguments) = (Text::text(function), Text::text("[1.5]"));
            let buffer = ViewMut::of(values);
            let (called, result) =
                ReplyBuffer::of(G, |reply| common.call.unwrap()(instance, name, arguments, buffer, reply));
            let (failed, broken) =
                ReplyBuffer::of(G, |reply| common.call.unwrap()(instance, name, Text::text("{"), buffer, reply));
            let (ended, _) = ReplyBuffer::of(G, |reply| common.drop.unwrap()(instance, reply));
            let [state, result] = [state.bytes, result.bytes].map(|bytes| String::from_utf8(bytes).unwrap());
            let faults = (broken.fault.map(|fault| fault.message().to_string()), failed);
            self.out.push(format!("{saved} {state} {restored} {called} {result} {values:?} {faults:?} {ended}"));
        }
        self.out.push(serde_json::to_string(&self.declaration).unwrap());
        self.out.extend(self.transcript.lines.take());
        self.out
    }

    /// Saves, restores and ends a component, as far as supported; returns all its output.
    pub fn close<const G: bool>(mut self) -> Vec<String> {
        // SAFETY: every table starts with its size and the common table, which may be null.
        if let Some(common) = unsafe { (*self.table.cast::<ControllerTable>()).common.as_ref() } {
            // SAFETY: functions of this instance; borrowed data is valid for the duration of the call.
            unsafe {
                let saved = common.save.map(|save| ReplyBuffer::of(G, |reply| save(self.instance, reply)));
                if let (Some(restore), Some((DONE, state))) = (common.restore, &saved) {
                    let bytes = View::of(state.bytes.as_slice());
                    let (restored, _) = ReplyBuffer::of(G, |reply| restore(self.instance, bytes, reply));
                    self.out.push(format!("{:?} {restored}", state.bytes));
                }
                let ended = common.drop.map(|drop| ReplyBuffer::of(G, |reply| drop(self.instance, reply)).0);
                self.out.push(format!("{ended:?}"));
            }
        }
        self.out.push(serde_json::to_string(&self.declaration).unwrap());
        self.out.extend(self.transcript.lines.take());
        self.out
    }

    /// A robot model, which does not have an instance.
    pub fn model<const G: bool>(module: &Module, id: &str) -> RobotModelSpec {
        let (id, mut created) = (Text::text(id), Grown::of(Created::default()));
        let (status, taken) =
            // SAFETY: borrowed data is valid for the duration of the call.
            ReplyBuffer::of(G, |reply| unsafe { (module.create)(KIND_ROBOT, id, Text::text("{}"), &mut created.base, reply) });
        assert!(status == DONE && created.appended == POISON);
        serde_json::from_slice(&taken.bytes).unwrap()
    }

    pub fn table<T: Copy>(&self) -> T {
        // SAFETY: the table of this kind.
        unsafe { *self.table.cast::<T>() }
    }
}

fn request(joints: &[Joint]) -> Request {
    let names = |list: &[&str]| list.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
    Request {
        robot: "a".into(),
        name: "tested".into(),
        step: 0.02,
        period: 0.02,
        joints: joints.to_vec(),
        beacons: names(&["mark"]),
        robots: names(&["a", "b"]).into(),
        grants: names(&["Edit", "Command"]),
        ..Request::default()
    }
}

fn sensor<const G: bool>(request: &Request) -> Vec<String> {
    let mut made = HostedComponent::new::<G>(library(), KIND_SENSOR, "archive/eye", request);
    let step = made.table::<SensorTable>().step;
    let (mut output, mut body) = (guarded(made.declaration.channels.len(), 0.0), BodyState::default());
    body.linear_velocity.x = 0.5;
    let (long, short) = (joints(4), plain(&joints(4)));
    made.run::<G, _>(step, |call| SensorFrame {
        size: size::<SensorFrame>(G),
        call,
        world: &Tables::<G>::WORLD.base,
        body: &raw const body,
        acceleration: Vec3::default(),
        angular_acceleration: Vec3::default(),
        gravity: Vec3 { x: 0.0, y: 0.0, z: -9.81 },
        mount: Pose::default(),
        joints: match G {
            true => Rows { data: long.as_ptr().cast(), len: 4, stride: size_of::<Grown<JointState>>() },
            false => Rows::of(&short),
        },
        output: view(&mut output),
        motion: std::ptr::null(),
        scan: ViewMut::of(&mut []),
    });
    let contacts = 11.0;
    let lights: f64 = (0..20).map(f64::from).sum();
    let expected = [6.0, 3.0, 2.9, 0.1, 1.0, contacts, 1.2, -0.25, 0.5, 7.0, lights, 37.0, 85.0, 0.0, 0.5, -9.81, 1.0];
    assert_eq!(unguarded(&output), expected);
    assert!(long.iter().all(|joint| joint.appended == POISON));
    made.end::<G>("ray", &mut [1.0, 2.0])
}

fn controller<const G: bool>(request: &Request) -> Vec<String> {
    let channels = |count: usize, names: &[&str]| -> Vec<Channel> {
        (0..count).map(|index| Channel::new(*names.get(index).unwrap_or(&"other"), "1")).collect()
    };
    let part = |name: &str, channels| Part { name: name.into(), channels, ..Part::default() };
    let request = Request {
        sensors: vec![part("eye", channels(2, &["fan", "ray"]))],
        actuators: vec![part("drive", channels(3, &["speed", "turn", "spare"]))],
        ..request.clone()
    };
    let mut made = HostedComponent::new::<G>(library(), KIND_CONTROLLER, "archive/pilot", &request);
    let step = made.table::<ControllerTable>().step;
    let (mut readings, mut commands) = (guarded(2, 4.0), guarded(3, 0.0));
    let (input, out) = (view(&mut readings), view(&mut commands));
    for _ in 0..50 {
        made.run::<G, _>(step, |call| ControllerFrame {
            size: size::<ControllerFrame>(G),
            call,
            readings: View { data: input.data, len: input.len },
            commands: out,
        });
    }
    assert_eq!(unguarded(&commands), [0.25, 0.25, 2.0]);
    assert!(made.transcript.lines.borrow()[0].contains("step 50 at 0.98 s: 5.00 m"));
    made.end::<G>("steps", &mut [])
}

/// The actuator, and the dynamics with the effects that the actuator declares.
fn mechanics<const G: bool>(request: &Request) -> Vec<String> {
    let mut made = HostedComponent::new::<G>(library(), KIND_ACTUATOR, "archive/drive", request);
    let step = made.table::<ActuatorTable>().step;
    let values = made.declaration.effects.iter().map(|effect| effect.channels.len()).sum();
    let (mut commands, mut effects) = (guarded(3, 0.25), guarded(values, 0.0));
    let (mut long, mut short) = (joints(4), plain(&joints(4)));
    let (input, stride) = (view(&mut commands), size_of::<Grown<JointState>>());
    made.run::<G, _>(step, |call| ActuatorFrame {
        size: size::<ActuatorFrame>(G),
        call,
        commands: View { data: input.data, len: input.len },
        joints: match G {
            true => Rows { data: long.as_ptr().cast(), len: 4, stride },
            false => Rows::of(&short),
        },
        effects: view(&mut effects),
    });
    let mut offset = 0;
    let parts = made.declaration.effects.iter().map(|effect| {
        let (actuator, mount) = ("drive".into(), Default::default());
        let part = EffectPart { actuator, effect: effect.clone(), offset, mount, link: String::new() };
        offset += effect.channels.len();
        part
    });
    let request = Request { effects: parts.collect(), ..request.clone() };
    let mut out = made.end::<G>("spare", &mut [0.0; 3]);

    let mut made = HostedComponent::new::<G>(library(), KIND_DYNAMICS, "archive/drift", &request);
    let step = made.table::<DynamicsTable>().step;
    let (mut body, mut memory) = (Grown::of(BodyState::default()), guarded(1, 10.0));
    let environment = Environment { size: size::<Environment>(G), density: 1.2, ..Environment::default() };
    let (environment, mounts) = (Grown::of(environment), vec![Pose::default(); request.effects.len()]);
    let effects = unguarded(&effects);
    let moved = match G {
        true => RowsMut { data: long.as_mut_ptr().cast(), len: 4, stride },
        false => RowsMut::of(&mut short),
    };
    made.run::<G, _>(step, |call| DynamicsFrame {
        size: size::<DynamicsFrame>(G),
        call,
        world: &Tables::<G>::WORLD.base,
        body: &raw mut body.base,
        memory: view(&mut memory),
        effects: View::of(effects),
        mounts: View::of(&mounts),
        joints: moved,
        environment: &environment.base,
    });
    assert_eq!(unguarded(&memory), [10.0 + 0.25 * 0.02]);
    assert_eq!((environment.appended, body.appended, body.base.pose.position.x), (POISON, POISON, 0.25 * 0.02));
    // Joint fields appended by a later version keep the host's values.
    assert!(long.iter().all(|joint| joint.appended == POISON));
    let joints = if G { plain(&long) } else { short };
    assert_eq!([joints[1].position, joints[2].effort, joints[3].position], [0.5, 2.0, 0.75]);
    assert_eq!((joints[0].position, joints[0].velocity), (1.25 * 0.02, 1.25));
    out.push(format!("{effects:?} {joints:?} {body:?}"));
    out.extend(made.end::<G>("none", &mut []));
    out
}

fn service<const G: bool>(request: &Request) -> Vec<String> {
    let mut made = HostedComponent::new::<G>(library(), KIND_SERVICE, "archive/guard", request);
    let table = made.table::<ServiceTable>();
    let functions = [table.start, table.idle, Some(table.step), table.changed, table.stop];
    for function in functions {
        made.run::<G, _>(function.unwrap(), |call| ServiceFrame {
            size: size::<ServiceFrame>(G),
            call,
            world: &Tables::<G>::WORLD.base,
            service: &Tables::<G>::SERVICE.base,
        });
    }
    // One call of each function; x, the command at 19, three objects, one known component of the author's, eleven
    // contacts.
    assert_eq!(unguarded(&made.published), [1.0, 1.0, 1.0, 1.0, 1.0, 0.75, 19.0, 3.0, 2.0, 11.0]);
    made.end::<G>("counts", &mut [])
}

/// Complete output of components of all six kinds in a host.
fn all<const G: bool>() -> Vec<String> {
    // SAFETY: the reply is valid for the duration of the call.
    let (status, manifest) = ReplyBuffer::of(G, |reply| unsafe { library().describe.unwrap()(reply) });
    assert_eq!(status, DONE);
    let model = HostedComponent::model::<G>(library(), "archive/rover");
    let request = request(&model.joints);
    let mut out = vec![String::from_utf8(manifest.bytes).unwrap(), format!("{model:?}")];
    out.extend(sensor::<G>(&request));
    out.extend(controller::<G>(&request));
    out.extend(mechanics::<G>(&request));
    out.extend(service::<G>(&request));
    out
}

#[test]
fn a_library_for_2_0_does_the_same_in_a_host_whose_entries_are_longer() {
    let (plain, grown) = (all::<false>(), all::<true>());
    assert_eq!(plain.len(), grown.len());
    for (plain, grown) in plain.iter().zip(&grown) {
        assert_eq!(plain, grown);
    }
    for question in ["fan", "ray", "shape", "nearest", "image", "push", "request", "log"] {
        assert!(grown.iter().any(|line| line.starts_with(question)), "{question}");
    }
}
