//! World services: their calls and permissions.

use super::between_ticks::Placement;
use super::command_limits::LimitedCommand;
use super::component_call::{self, CallContext, CallSequence, NO_BODY};
use super::fault::Fault;
use super::host_functions;
use super::mover::{Incident, Mover, Slot};
use super::service_context::{CHECK_NUMBERS, Phase, ServiceContext, ServiceEffects, refuse};
use super::service_requests::answer;
use super::tick::Tick;
use super::world::World;
use nalgebra::Vector3;
use sim_abi::declare::{Function, Kind};
use sim_abi::ffi::frames::{CallFrame, ServiceFrame};
use sim_abi::ffi::host::ServiceApi;
use sim_abi::ffi::module::ServiceTable;
use sim_abi::ffi::reply::{self, Reply};
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{RowsMut, Text, ViewMut};
use sim_abi::panel::{Panel, PanelLevel};
use sim_abi::serde_json::{self, Value};
use sim_diagnostics::Code;
use sim_diagnostics::words;
use sim_files::activity;
use sim_host::float_state;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// A service in the simulation.
pub(super) struct ServiceSlot {
    pub(super) slot: Slot<ServiceTable>,
    pub(super) grants: Vec<&'static str>,
    pub(super) random: Vec<RandomState>,
    pub(super) published: Vec<f64>,
    pub(super) incidents: RefCell<Vec<Incident>>,
    /// Its panel.
    pub(super) panel: RefCell<Option<Arc<Panel>>>,
    /// The panel displayed while the service is stopped.
    pub(super) panel_of_stopped: Option<Arc<Panel>>,
    /// Its start function has been called.
    pub(super) started: bool,
    /// It was migrated from another simulation and is notified of that instead of being started.
    pub(super) moved: bool,
    /// State to restore right after its start.
    pub(super) returning: Option<Box<Returning>>,
}

/// State of a service that continues in another instance.
#[derive(Clone)]
pub(super) struct Returning {
    /// The saved state.
    pub(super) state: Vec<u8>,
    pub(super) random: Vec<RandomState>,
    pub(super) published: Vec<f64>,
}

impl ServiceSlot {
    /// Restores the pending state of a started service. Returns the reason if the service rejects it.
    pub(super) fn take_back(&mut self) -> Option<String> {
        let Returning { state, random, published } = *self.returning.take().filter(|_| !self.slot.stopped)?;
        if let Err(fault) = self.slot.instance.restore(&state) {
            return Some(words::whole(&fault));
        }
        (self.random, self.published) = (random, published);
        None
    }
}

/// Handles a request of a service; components of other kinds are rejected.
fn serve(
    context: HostContext,
    reply: *const Reply,
    question: impl FnOnce(&ServiceContext<'_>) -> Result<(), sim_abi::Fault>,
) -> Status {
    let answered = component_call::answer_in(context, None, |query| {
        // SAFETY: `CURRENT` holds the context of the call that runs on this thread.
        if unsafe { (*query).body } != NO_BODY {
            return Some(Err(sim_abi::Fault::new("only available to services")));
        }
        // SAFETY: a context without a body is that of a service, see `run`, and begins a `ServiceContext`.
        Some(question(unsafe { &*query.cast::<ServiceContext<'_>>() }))
    });
    match answered {
        Some(Ok(())) => DONE,
        // SAFETY: the reply belongs to the service for the duration of its call.
        Some(Err(fault)) => unsafe { reply::refuse(reply, &fault) },
        None => FAILED,
    }
}

/// Calls a service. Operator input that it sets is returned through the world's operator. The returned flag is set if the service has done
/// anything that requires a grant.
pub(super) fn run(
    service: &mut ServiceSlot,
    phase: Phase,
    world: &mut World,
    movers: &mut [Mover],
    (effects, limited): (&mut ServiceEffects, &mut Vec<LimitedCommand>),
    tick: Tick,
) -> (Option<Fault>, bool) {
    let ServiceSlot { slot, grants, random, published, incidents, panel, panel_of_stopped, moved, .. } = service;
    let operator = world.operator.clone();
    // Only a step belongs to a tick that has not been counted yet.
    let coming = if phase == Phase::Step { Tick { number: tick.number + 1, ..tick } } else { tick };
    let context = ServiceContext {
        query: CallContext {
            world,
            body: NO_BODY,
            mover: usize::MAX,
            origin: &raw const *slot.origin,
            neighbors: std::ptr::null_mut(),
            incidents,
            tick,
        },
        movers: RefCell::new(movers),
        effects: RefCell::new(effects),
        limited: RefCell::new(limited),
        operator: RefCell::new(operator),
        grants,
        service: &slot.origin.name,
        functions: &slot.instance.declaration().functions,
        panel,
        overstepped: Cell::new(false),
        phase,
        coming,
        seen: if phase == Phase::Start && tick.number == 0 { 0 } else { tick.number + 1 },
        acted: Cell::new(false),
    };
    let function = match phase {
        Phase::Start => match slot.instance.changed().filter(|_| std::mem::take(moved)) {
            Some(changed) => Some(changed),
            None => slot.instance.start(),
        },
        Phase::Step => Some(slot.instance.step()),
        Phase::Stop => slot.instance.stop(),
        Phase::Idle => slot.instance.idle(),
    };
    let Some(function) = function else { return (None, false) };
    if phase == Phase::Idle {
        activity::wait();
    }
    let _stopping = (phase == Phase::Stop).then(activity::stop);
    let sequence = CallSequence::begin();
    let call = CallFrame {
        size: size_of::<CallFrame>(),
        host: &host_functions::HOST,
        context: sequence.handle(slot.instance.number()),
        tick: coming.number,
        time: coming.time(),
        period: coming.period(slot.every),
        random: ViewMut::of(random),
        published: ViewMut::of(published),
    };
    let frame = ServiceFrame {
        size: size_of::<ServiceFrame>(),
        call: &raw const call,
        world: &host_functions::WORLD,
        service: &SERVICE,
    };
    let (number, pointer) = (slot.instance.number(), slot.instance.pointer());
    // SAFETY: the instance's own function; the data that the frame borrows is valid for the duration of the call.
    let result = unsafe { sequence.step(number, (&raw const context).cast(), function, pointer, &raw const frame) };
    let result =
        result.and_then(|()| if float_state::restore() { Ok(()) } else { Err(Box::new(float_state::changed())) });
    let (overstepped, acted) = (context.overstepped.get(), context.acted.get());
    let operator = context.operator.into_inner();
    if operator != world.operator {
        world.operator = operator;
    }
    let fault = match result {
        Ok(()) => None,
        Err(fault) => {
            slot.stopped = true;
            *panel_of_stopped = panel
                .get_mut()
                .as_ref()
                .map(|_| Arc::new(of_stopped(&slot.instance.declaration().functions, fault.message())));
            let mut fault = Fault::reported(&fault);
            if overstepped {
                fault.code = Code::EngineGrant.to_string();
            }
            Some(fault.of(Kind::Service, "", &slot.origin.name, slot.instance.id()).at(tick.number, tick.time()))
        }
    };
    (fault, acted)
}

/// Panel of a failed service: shows the failure and that its functions cannot be called.
fn of_stopped(functions: &[Function], why: &str) -> Panel {
    let mut panel = Panel::default();
    panel.state("failed".to_string().as_ref(), why, PanelLevel::Error);
    let reason = "the service has failed; restart the run".to_string().to_string();
    for function in functions {
        panel.disable(&function.name, reason.as_str());
    }
    panel
}

// SAFETY of all functions below: the arguments of a service are valid for the duration of its call, as the ABI contract requires.

unsafe extern "C" fn robot_count(context: HostContext) -> u32 {
    let mut count = 0;
    serve(context, std::ptr::null(), |caller| {
        count = caller.movers.borrow().iter().take_while(|mover| mover.identity.robot).count() as u32;
        Ok(())
    });
    count
}

unsafe extern "C" fn robot_state(
    context: HostContext,
    robot: u32,
    state: *mut BodyState,
    reply: *const Reply,
) -> Status {
    serve(context, reply, |caller| {
        caller.robot(robot, |mover| {
            // SAFETY: see above.
            unsafe { *state = mover.motion.state };
            Ok(())
        })
    })
}

unsafe extern "C" fn telemetry(
    context: HostContext,
    robot: u32,
    first: usize,
    out: ViewMut<f64>,
    count: *mut usize,
    reply: *const Reply,
) -> Status {
    serve(context, reply, |caller| {
        caller.robot(robot, |mover| {
            // SAFETY: see above.
            unsafe {
                out.fill(mover.telemetry.values.get(first..).unwrap_or_default());
                *count = mover.telemetry.values.len();
            }
            Ok(())
        })
    })
}

unsafe extern "C" fn contacts(
    context: HostContext,
    robot: u32,
    first: usize,
    out: RowsMut<Contact>,
    count: *mut usize,
    reply: *const Reply,
) -> Status {
    serve(context, reply, |caller| {
        caller.robot(robot, |mover| {
            let contacts = caller.query.world.contacts_of(mover.identity.body);
            // SAFETY: see above.
            unsafe { *count = out.fill(contacts, first) };
            Ok(())
        })
    })
}

unsafe extern "C" fn set_robot_state(
    context: HostContext,
    robot: u32,
    state: *const BodyState,
    reply: *const Reply,
) -> Status {
    serve(context, reply, |caller| {
        // SAFETY: see above.
        let mut state = unsafe { *state };
        caller.granted_robot("Edit", robot, |mover| {
            if super::body_state::normalize(&mut state).is_some() {
                return refuse(format!("the state for robot {robot} is not finite"), CHECK_NUMBERS);
            }
            let (before, after) = (mover.motion.state.pose.into(), state.pose.into());
            mover.place(state);
            if before != after {
                let (tick, service) = (caller.seen, caller.service.clone());
                let placement = Placement { tick, robot: robot as usize, before, after, service };
                caller.effects.borrow_mut().placements.push(placement);
            }
            Ok(())
        })
    })
}

unsafe extern "C" fn apply_wrench(
    context: HostContext,
    robot: u32,
    force: *const Vec3,
    torque: *const Vec3,
    reply: *const Reply,
) -> Status {
    serve(context, reply, |caller| {
        // SAFETY: see above.
        let (force, torque) = unsafe { (Vector3::from(*force), Vector3::from(*torque)) };
        caller.granted_robot("Edit", robot, |mover| match mover.environment.push(force, torque) {
            true => Ok(()),
            false => refuse(format!("the total wrench on robot {robot} is not finite"), CHECK_NUMBERS),
        })
    })
}

unsafe extern "C" fn set_command(
    context: HostContext,
    robot: u32,
    index: u32,
    value: f64,
    reply: *const Reply,
) -> Status {
    serve(context, reply, |caller| {
        caller.granted_robot("Command", robot, |mover| {
            let start = mover.telemetry.parts.commands_start();
            let command =
                (index as usize).checked_sub(start).filter(|command| *command < mover.telemetry.parts.commands);
            let Some(command) = command else {
                let message = format!("telemetry value {index} is not a command");
                return refuse(message, "look up commands in the layout of the robot");
            };
            let set = caller.as_source(|source| mover.set_command(command, value, source));
            set.or_else(|message| refuse(message, CHECK_NUMBERS))
        })
    })
}

unsafe extern "C" fn call(
    context: HostContext,
    robot: u32,
    component: Text,
    function: Text,
    arguments: Text,
    reply: *const Reply,
) -> Status {
    serve(context, reply, |caller| {
        // SAFETY: see above.
        let [component, function, arguments] = unsafe { [component.read(), function.read(), arguments.read()] };
        let answer = caller.granted_robot("Command", robot, |mover| {
            let arguments: Vec<Value> = match serde_json::from_str(&arguments) {
                Ok(arguments) => arguments,
                Err(error) => {
                    let message = format!("invalid arguments: {error}");
                    return refuse(message, "pass a JSON array");
                }
            };
            caller.as_source(|source| {
                mover.call(&component, &function, &arguments, caller.query.world, caller.coming, source)
            })
        })?;
        // SAFETY: see above.
        unsafe { reply::give(reply, answer.to_string().as_bytes()) };
        Ok(())
    })
}

unsafe extern "C" fn request(context: HostContext, text: Text, reply: *const Reply) -> Status {
    serve(context, reply, |caller| {
        // SAFETY: see above.
        let request = serde_json::from_slice(unsafe { text.as_slice() })?;
        let answer = answer(caller, request)?;
        // SAFETY: see above.
        unsafe { reply::give(reply, answer.to_string().as_bytes()) };
        Ok(())
    })
}

static SERVICE: ServiceApi = ServiceApi {
    size: size_of::<ServiceApi>(),
    robot_count,
    robot_state,
    telemetry,
    set_robot_state,
    apply_wrench,
    set_command,
    call,
    request,
    contacts,
};
