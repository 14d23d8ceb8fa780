//! The step of one mover in a tick before collisions: sense, control, actuate, move.
//!
//! The four phases act as barriers: a sensor sees the world at the end of the last tick, because bodies move in the index only after all
//! movers have taken this step. The effects of one mover here are not visible to others, so the phases of each mover may run one after the
//! other without waiting for the others.

use super::articulation::BodyMotion;
use super::backup::Backup;
use super::body_state::{self, SPEED_LIMIT};
use super::bounds::PLACE_LIMIT;
use super::ccd;
use super::fault::Fault;
use super::host_functions;
use super::mover::{ActuatorSlot, CoreEffect, Drive, Identity, Incident, Motion, Mover, SensorSlot, Slot};
use super::program::PROGRAM;
use super::rigid_body;
use super::robot_calls::Calls;
use super::tick::Tick;
use super::world::World;
use sim_abi::declare::Kind;
use sim_abi::ffi::frames::*;
use sim_abi::ffi::module::DynamicsTable;
use sim_abi::ffi::types as abi;
use sim_abi::ffi::views::{Rows, RowsMut, View, ViewMut};
use sim_diagnostics::Code;
use sim_host::{Table, float_state};
use std::cell::RefCell;

/// A phase of a mover in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Sense,
    Control,
    Actuate,
    Move,
}

/// All phases, in order.
pub(super) const PHASES: [Phase; 4] = [Phase::Sense, Phase::Control, Phase::Actuate, Phase::Move];

/// Work before the phases.
#[inline]
pub(super) fn begin(mover: &mut Mover, tick: Tick) {
    mover.motion.distance = mover.motion.traveled();
    if mover.identity.robot {
        mover.accelerate(tick.dt);
        if let Some(motions) = mover.joints.articulation.as_mut().and_then(|links| links.motions.as_mut()) {
            motions.begin();
        }
    }
}

/// Runs one phase of a mover. If its calls only collect steps, nothing changes that the phase depends on.
#[inline]
pub(super) fn run(phase: Phase, mover: &mut Mover, backup: &mut Backup, calls: &mut Calls<'_>) {
    match phase {
        Phase::Move => step_body(mover, backup, calls),
        _ if !mover.identity.robot => {}
        Phase::Sense => sense(mover, calls),
        Phase::Control => control(mover, calls),
        Phase::Actuate => {
            actuate(mover, calls);
            if !calls.collects() {
                move_joints(mover, calls);
            }
        }
    }
}

/// Work after the phases; returns the new pose of a mover.
#[inline(always)]
pub(super) fn conclude(mover: &mut Mover, incidents: &mut RefCell<Vec<Incident>>, world: &World, tick: Tick) -> Motion {
    restore_traps(&mover.identity, incidents.get_mut());
    if !incidents.get_mut().is_empty() {
        mover.incidents.append(incidents.get_mut());
    }
    mover.joints.follow_leaders();
    mover.joints.notice();
    mover.publish_joints();
    let (stopped, meets) = if world.solid { ccd::clamp_to_static(mover, world, tick.dt) } else { (false, false) };
    if mover.motion.diverged {
        mover.report_divergence((tick.number + 1) as f64 * tick.dt);
    }
    if !world.bounds.surround(mover.motion.state.pose.position) {
        mover.lose((tick.number + 1) as f64 * tick.dt);
    }
    Motion { stopped, meets, ..Motion::after_step(mover) }
}

/// Resets the floating-point state if a component of a robot has enabled traps for invalid or inexact results, which would abort the
/// program during the call of another component.
#[inline]
pub(super) fn restore_traps(mover: &Identity, incidents: &mut Vec<Incident>) {
    if mover.robot && !float_state::restore() {
        incidents.push(traps(mover));
    }
}

/// The incident for a component that has enabled traps.
#[cold]
fn traps(mover: &Identity) -> Incident {
    let text = "a component of this robot enabled floating-point exception traps; they were disabled again".to_string();
    Incident::Log { component: mover.name.clone(), level: abi::LogLevel::Warn, text }
}

fn sense(mover: &mut Mover, calls: &mut Calls<'_>) {
    let tick = calls.context.tick;
    let due = |_: usize, sensor: &SensorSlot| {
        let ahead = sensor.read_ahead.is_some_and(|read| read == tick.number);
        !sensor.idle && !sensor.slot.stopped && tick.due(sensor.slot.every) && !ahead
    };
    sense_some(mover, calls, due);
}

/// Lets a sensor read early what it would read in the coming tick, if it is due then. It is not read twice.
pub(super) fn sense_ahead(mover: &mut Mover, sensor: usize, world: &World, tick: Tick) {
    let slot = &mut mover.components.sensors[sensor];
    if slot.slot.stopped || !tick.due(slot.slot.every) || slot.read_ahead == Some(tick.number) {
        return;
    }
    slot.read_ahead = Some(tick.number);
    mover.accelerate(tick.dt);
    let incidents = RefCell::default();
    sense_some(mover, &mut Calls::of(&mover.identity, &incidents, world, tick), |number, _| number == sensor);
    mover.incidents.append(&mut incidents.into_inner());
}

fn sense_some(mover: &mut Mover, calls: &mut Calls<'_>, due: impl Fn(usize, &SensorSlot) -> bool) {
    let Mover { identity, motion, telemetry, components, joints, .. } = &mut *mover;
    let apart = telemetry.split();
    let mut failed = false;
    let (acceleration, angular_acceleration) = (motion.acceleration, motion.angular_acceleration);
    let body = BodyMotion { state: &motion.state, acceleration, angular_acceleration };
    let mut articulation = joints.articulation.as_deref_mut().filter(|links| links.motions.is_some());
    for (_, sensor) in components.sensors.iter_mut().enumerate().filter(|(number, sensor)| due(*number, sensor)) {
        let mount_motion = articulation
            .as_mut()
            .and_then(|links| links.mount_motion(sensor.mount.link, &sensor.body_from_mount, body));
        let SensorSlot { slot, readings, body_from_mount, noise, neighbors, scan, .. } = sensor;
        let calls = calls.prepare(slot, &mut components.random, apart.published);
        calls.context.neighbors = neighbors.as_deref_mut().map_or(std::ptr::null_mut(), |list| list);
        let clean = &mut apart.clean[readings.range()];
        let every = slot.every;
        let frame = SensorFrame {
            size: size_of::<SensorFrame>(),
            call: &raw const calls.frame,
            world: &host_functions::WORLD,
            body: &raw const motion.state,
            acceleration: motion.acceleration.into(),
            angular_acceleration: motion.angular_acceleration.into(),
            gravity: calls.context.world.gravity.into(),
            mount: (*body_from_mount).into(),
            joints: Rows::of(&joints.states),
            output: ViewMut::of(clean),
            motion: mount_motion.as_ref().map_or(std::ptr::null(), std::ptr::from_ref),
            scan: ViewMut::of(scan),
        };
        // SAFETY: the data that the frame borrows is valid for the duration of the call.
        let Some(result) = (unsafe { calls.step(&slot.instance, &frame) }) else { continue };
        let fault = match result {
            Err(fault) => Some(Fault::reported(&fault)),
            Ok(()) => not_a_number(clean).map(|index| {
                let channel = &slot.instance.declaration().channels[index].name;
                Fault::new(Code::EngineState, format!("channel `{channel}` is not a number"))
            }),
        };
        if let Some(fault) = fault {
            fail(calls, slot, Kind::Sensor, &identity.name, fault);
            failed = true;
            continue;
        }
        let reading = &mut apart.readings[readings.range()];
        match noise {
            Some(noise) => {
                let (model, state) = &mut **noise;
                model.apply(state, calls.context.tick.period(every), clean, reading);
            }
            None => reading.copy_from_slice(clean),
        }
    }
    if failed {
        mover.make_safe();
    }
}

/// Index of the first NaN.
#[inline]
fn not_a_number(values: &[f64]) -> Option<usize> {
    values.iter().position(|value| value.is_nan())
}

/// Stops a component and records the reason.
#[cold]
fn fail<T: Table>(calls: &Calls<'_>, slot: &mut Slot<T>, kind: Kind, robot: &str, fault: Fault) {
    slot.stopped = true;
    let tick = calls.context.tick;
    let fault = fault.of(kind, robot, &slot.origin.name, slot.instance.id()).at(tick.number, tick.time());
    calls.context.incidents.borrow_mut().push(Incident::Fault(fault));
}

fn control(mover: &mut Mover, calls: &mut Calls<'_>) {
    if mover.commands.held {
        // A service or a program may have set commands since the last tick.
        mover.command_neutral();
        return;
    }
    if mover.commands.halted {
        return;
    }
    if mover.commands.program.is_some() {
        return control_by_program(mover, calls);
    }
    let tick = calls.context.tick;
    let Some(slot) = mover.components.controller.as_mut().filter(|slot| !slot.stopped && tick.due(slot.every)) else {
        return;
    };
    let apart = mover.telemetry.split();
    let calls = calls.prepare(slot, &mut mover.components.random, apart.published);
    let frame = ControllerFrame {
        size: size_of::<ControllerFrame>(),
        call: &raw const calls.frame,
        readings: View::of(apart.readings),
        commands: ViewMut::of(apart.commands),
    };
    // SAFETY: as in `sense_some`.
    let Some(result) = (unsafe { calls.step(&slot.instance, &frame) }) else { return };
    let fault = match result {
        Err(fault) => Some(Fault::reported(&fault)),
        Ok(()) => mover.accept_commands(),
    };
    if let (Some(fault), Some(slot)) = (fault, &mut mover.components.controller) {
        fail(calls, slot, Kind::Controller, &mover.identity.name, fault);
        mover.make_safe();
    }
}

/// Takes the commands of the program that controls a robot. If it fails, the robot is halted as if its controller had failed.
fn control_by_program(mover: &mut Mover, calls: &Calls<'_>) {
    let tick = calls.context.tick;
    let range = mover.telemetry.parts.commands_range();
    let program = mover.commands.program.as_deref_mut();
    let result =
        program.and_then(|program| program.step(tick, &mover.telemetry.values, range.clone(), &mover.motion.state));
    let fault = match result {
        None => None,
        Some(Ok(commands)) => {
            mover.telemetry.values[range].copy_from_slice(commands);
            mover.accept_commands()
        }
        Some(Err(error)) => {
            let mut fault = Fault::new(Code::EngineError, error.headline());
            fault.help = error.help.unwrap_or_default();
            Some(fault)
        }
    };
    if let Some(fault) = fault {
        let fault = fault.of(Kind::Controller, &mover.identity.name, PROGRAM, PROGRAM).at(tick.number, tick.time());
        calls.context.incidents.borrow_mut().push(Incident::Fault(fault));
        mover.make_safe();
    }
}

fn actuate(mover: &mut Mover, calls: &mut Calls<'_>) {
    let Mover { identity, telemetry, components, joints, .. } = &mut *mover;
    let apart = telemetry.split();
    let mut failed = false;
    for actuator in components.actuators.iter_mut().filter(|actuator| !actuator.slot.stopped) {
        let ActuatorSlot { slot, commands, effects, .. } = actuator;
        let calls = calls.prepare(slot, &mut components.random, apart.published);
        let output = &mut apart.effects[effects.range()];
        let frame = ActuatorFrame {
            size: size_of::<ActuatorFrame>(),
            call: &raw const calls.frame,
            commands: View::of(&apart.commands[commands.range()]),
            joints: Rows::of(&joints.states),
            effects: ViewMut::of(output),
        };
        // SAFETY: as in `sense_some`.
        let Some(result) = (unsafe { calls.step(&slot.instance, &frame) }) else { continue };
        let fault = match result {
            Err(fault) => Some(Fault::reported(&fault)),
            Ok(()) => output.iter().position(|value| !value.is_finite()).map(|index| {
                let value = output[index];
                Fault::new(Code::EngineCommand, format!("effect value {index} is {value}"))
            }),
        };
        if let Some(fault) = fault {
            output.fill(0.0);
            fail(calls, slot, Kind::Actuator, &identity.name, fault);
            failed = true;
        }
    }
    if failed {
        mover.make_safe();
    }
}

/// Moves joints that are not driven by the dynamics.
fn move_joints(mover: &mut Mover, calls: &Calls<'_>) {
    let dt = calls.context.tick.dt;
    let Mover { telemetry, effects, joints, .. } = &mut *mover;
    let values = telemetry.effects();
    let mut lost = None;
    for core_effect in &effects.core {
        let (joint, effect, target) = match core_effect {
            CoreEffect::JointPosition { joint, effect } => (*joint, *effect, values[*effect]),
            CoreEffect::JointVelocity { joint, effect } => {
                (*joint, *effect, joints.states[*joint].position + values[*effect] * dt)
            }
            CoreEffect::JointTarget { joint, effect } => {
                let [position, velocity, stiffness] = [0, 1, 2].map(|value| values[effect + value]);
                let moved = joints.states[*joint].position + velocity * dt;
                (*joint, *effect, if stiffness > 0.0 { position } else { moved })
            }
            _ => continue,
        };
        let [min, max] = joints.limits[joint];
        let state = &mut joints.states[joint];
        let position = target.clamp(min, max);
        if position.is_nan() || position.abs() >= PLACE_LIMIT {
            state.velocity = 0.0;
            lost = Some((joint, effect, position));
            continue;
        }
        state.velocity = (position - state.position) / dt;
        state.position = position;
    }
    if let Some((joint, effect, position)) = lost {
        stop_driver(mover, joint, effect, position, calls);
    }
}

/// Stops the actuator that has driven a joint to a position that is not finite or too large.
#[cold]
fn stop_driver(mover: &mut Mover, joint: usize, effect: usize, position: f64, calls: &Calls<'_>) {
    let driver = mover.components.actuators.iter_mut().find(|actuator| actuator.effects.range().contains(&effect));
    let Some(ActuatorSlot { slot, .. }) = driver.filter(|driver| !driver.slot.stopped) else { return };
    let name = slot.origin.shared_request.joints.get(joint).map_or("", |joint| joint.name.as_str());
    let text = format!("it would move joint `{name}` to {position}, beyond {PLACE_LIMIT:e}");
    let mut fault = Fault::new(Code::EngineCommand, text);
    fault.help = "set limits for the joint, or a range for the command".to_string();
    fail(calls, slot, Kind::Actuator, &mover.identity.name, fault);
    mover.make_safe();
}

fn step_body(mover: &mut Mover, backup: &mut Backup, calls: &mut Calls<'_>) {
    let Mover { identity, motion, environment, telemetry, effects, components, joints, contact, .. } = &mut *mover;
    motion.before = motion.state;
    environment.follow_media(motion.state.pose.position, &calls.context.world.media);
    effects.follow_mounts(joints.articulation.as_deref(), &components.actuators);
    let slot = match &mut components.drive {
        Drive::BuiltIn => {
            let mut state = motion.state;
            let solid = environment.immersible.as_deref();
            rigid_body::step(&mut state, &environment.values, &contact.mass, solid, calls.context.tick.dt);
            motion.take(state);
            environment.end_push();
            return;
        }
        Drive::Plugin(slot) if slot.stopped => return,
        Drive::Plugin(slot) => slot,
    };
    backup.keep(&components.memory, &joints.states);
    let apart = telemetry.split();
    let calls = calls.prepare(slot, &mut components.random, apart.published);
    let frame = DynamicsFrame {
        size: size_of::<DynamicsFrame>(),
        call: &raw const calls.frame,
        world: &host_functions::WORLD,
        body: &raw mut motion.state,
        memory: ViewMut::of(&mut components.memory),
        effects: View::of(apart.effects),
        mounts: View::of(&effects.mounts),
        joints: RowsMut::of(&mut joints.states),
        environment: &raw const environment.values,
    };
    // SAFETY: as in `sense_some`.
    let Some(result) = (unsafe { calls.step(&slot.instance, &frame) }) else { return };
    let fault = match result {
        Err(fault) => Some(Fault::reported(&fault)),
        Ok(()) => {
            body_state::normalize(&mut motion.state).or_else(|| bad_numbers(slot, &components.memory, &joints.states))
        }
    };
    environment.end_push();
    if let Some(fault) = fault {
        fail(calls, slot, Kind::Dynamics, &identity.name, fault);
        motion.state = motion.before;
        motion.rest();
        backup.put_back(&mut components.memory, &mut joints.states);
        joints.rest(&effects.core);
        mover.make_safe();
    }
}

/// The fault if a dynamics has written a non-finite number into memory or joints.
#[inline]
fn bad_numbers(slot: &Slot<DynamicsTable>, memory: &[f64], joints: &[abi::JointState]) -> Option<Fault> {
    // A sum is not finite if a term is not. A sum of finite terms may overflow, so each term is then checked individually.
    let mut sum = memory.iter().sum::<f64>();
    let mut fine = true;
    for joint in joints {
        sum += joint.effort;
        fine &= (joint.position.abs() < PLACE_LIMIT) & (joint.velocity.abs() < SPEED_LIMIT);
    }
    fine &= sum.is_finite();
    if fine { None } else { explain_numbers(slot, memory, joints) }
}

#[cold]
fn explain_numbers(slot: &Slot<DynamicsTable>, memory: &[f64], joints: &[abi::JointState]) -> Option<Fault> {
    let named = slot.origin.shared_request.joints.iter().zip(joints).flat_map(|(joint, state)| {
        let what = |word: &'static str| format!("{word} of joint `{joint}`", joint = joint.name);
        [
            (what("position"), state.position, PLACE_LIMIT),
            (what("velocity"), state.velocity, SPEED_LIMIT),
            (what("effort"), state.effort, f64::INFINITY),
        ]
    });
    let remembered = slot.instance.declaration().memory.iter().zip(memory);
    let remembered = remembered
        .map(|(channel, value)| (format!("memory `{channel}`", channel = channel.name), *value, f64::INFINITY));
    let is_bad = |(_, value, limit): &(String, f64, f64)| value.is_nan() || value.abs() >= *limit;
    let (what, value, _) = named.chain(remembered).find(is_bad)?;
    let mut fault = Fault::new(Code::EngineState, format!("the {what} is {value} after the step"));
    fault.help = "check the dynamics for a division by zero, and try a smaller step (`run.dt`)".to_string();
    Some(fault)
}
