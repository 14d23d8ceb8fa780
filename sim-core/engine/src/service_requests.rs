//! Requests of services.

use super::layout;
use super::service_context::{CHECK_NUMBERS, Deferred, Phase, ServiceContext, refuse};
use serde_json::Value;
use sim_abi::ffi::types::BodyState;
use sim_abi::service::Request;
use sim_host::limits;
use std::sync::Arc;

/// Executes a request and returns the result.
pub(super) fn answer(caller: &ServiceContext<'_>, request: Request) -> Result<Value, sim_abi::Fault> {
    match request {
        Request::Layout { robot } => {
            let movers = caller.movers.borrow();
            match movers.get(robot as usize).filter(|mover| mover.identity.robot) {
                Some(mover) => Ok(serde_json::to_value(layout::of(mover, &caller.query.world.links))?),
                None => Err(sim_abi::Fault::new(format!("unknown robot {robot}"))),
            }
        }
        Request::AddObject { object } => defer(caller, Deferred::AddObject(caller.service.clone(), object)),
        Request::RemoveObject { name } => defer(caller, Deferred::RemoveObject(caller.service.clone(), name)),
        Request::MoveObject { name, state } => {
            caller.granted("Edit")?;
            let mut state = BodyState::from(sim_abi::math::BodyState::from(state));
            if super::body_state::normalize(&mut state).is_some() {
                let message = format!("the state for `{name}` is not finite");
                return refuse(message, CHECK_NUMBERS);
            }
            let mut movers = caller.movers.borrow_mut();
            match movers.iter_mut().find(|mover| !mover.identity.robot && *mover.identity.name == *name) {
                Some(mover) => mover.place(state),
                None => {
                    return refuse(
                        format!("unknown movable object `{name}`"),
                        "objects without mass are fixed: remove the object and add it at the new pose",
                    );
                }
            }
            Ok(Value::Null)
        }
        Request::Stop { reason } => {
            caller.effects.borrow_mut().deferred.push(Deferred::Stop(reason));
            Ok(Value::Null)
        }
        Request::HoldController { robot, held } => caller.granted_robot("Command", robot, |mover| {
            mover.commands.held = held;
            if held {
                mover.command_neutral();
            }
            Ok(Value::Null)
        }),
        Request::RestartController { robot } => {
            caller.granted_robot("Command", robot, |mover| {
                if mover.components.controller.is_some() {
                    return Ok(());
                }
                let name = &mover.identity.name;
                refuse(format!("robot `{name}` has been built without a controller"), "add one in the scene")
            })?;
            caller.effects.borrow_mut().deferred.push(Deferred::RestartController(robot));
            Ok(Value::Null)
        }
        Request::ExternalInput { lines } => {
            if !matches!(caller.phase, Phase::Start | Phase::Step) {
                return refuse(
                    "external input can only be recorded in `start` and in `step`".to_string(),
                    "buffer the lines until the next step",
                );
            }
            let mut effects = caller.effects.borrow_mut();
            Ok(effects.external_inputs.record(caller.seen, caller.service, lines).into())
        }
        Request::Keys { keys } => {
            caller.granted("Command")?;
            caller.operator.borrow_mut().hold(&keys);
            Ok(Value::Null)
        }
        Request::Axis { name, value } => {
            caller.granted("Command")?;
            caller.operator.borrow_mut().axis(&name, value.clamp(-1.0, 1.0));
            Ok(Value::Null)
        }
        Request::Panel { panel } => {
            limits::panel(&panel, caller.functions).map_err(sim_abi::Fault::new)?;
            *caller.panel.borrow_mut() = Some(Arc::new(panel));
            Ok(Value::Null)
        }
        Request::Routes => Ok(serde_json::to_value(&caller.query.world.routes)?),
        Request::LegContacts { robot, poses } => {
            let contacts = super::clearance::of_service(caller, robot, &poses)?;
            Ok(serde_json::to_value(contacts)?)
        }
        Request::Components => {
            let components = caller.query.world.components.iter();
            Ok(components.map(|offer| serde_json::to_value(offer.info())).collect::<Result<_, _>>()?)
        }
        Request::Overlaps { shape, at, quaternion, depth } => {
            let state = sim_abi::service::ObjectState { at, quaternion, ..Default::default() };
            super::overlaps::names(caller.query.world, &shape, &sim_abi::math::BodyState::from(state).pose, depth)
        }
        Request::Objects => {
            let world = caller.query.world;
            let objects = world.bodies.iter().enumerate().filter_map(|(index, body)| {
                let pose = world.index.pose(sim_geometry::BodyId(index as u32)).ok()?;
                let (p, q) = (pose.translation.vector, pose.rotation.quaternion());
                let at = [p.x, p.y, p.z];
                Some(serde_json::json!({"name": &*body.name, "at": at, "quaternion": {"x": q.i, "y": q.j, "z": q.k, "w": q.w}}))
            });
            Ok(objects.collect())
        }
    }
}

/// Defers a request until the services have run.
fn defer(caller: &ServiceContext<'_>, request: Deferred) -> Result<Value, sim_abi::Fault> {
    caller.granted("Edit")?;
    caller.effects.borrow_mut().deferred.push(request);
    Ok(Value::Null)
}
