//! Host functions for services, backed by the robots of a [`TestWorld`].

use super::world::{TestRobot, TestWorld, world};
use crate::fault::{Fault, Result};
use crate::ffi::host::ServiceApi;
use crate::ffi::reply::{Reply, give, refuse};
use crate::ffi::types::{BodyState, Contact, DONE, HostContext, Status, Vec3};
use crate::ffi::views::{RowsMut, Text, ViewMut};
use crate::math::{BodyState as NaBodyState, Vec3 as NaVec3};
use crate::route::LegContact;
use crate::service::{ObjectState, OverlapShape, Request};
use serde_json::{Value, json};

impl TestWorld {
    fn granted(&self, grant: &str) -> Result {
        if self.grants.iter().any(|granted| granted == grant) {
            return Ok(());
        }
        Err(Fault::new(format!("the service needs the grant `{grant}`"))
            .help("pass the grant to the rig, and list it in the scene"))
    }

    fn on_robot<T>(&self, robot: u32, act: impl FnOnce(&mut TestRobot) -> Result<T>) -> Result<T> {
        match self.robots.borrow_mut().get_mut(robot as usize) {
            Some(robot) => act(robot),
            None => {
                Err(Fault::new(format!("unknown robot {robot}")).help("robot indices run from 0 to `robot_count` - 1"))
            }
        }
    }

    /// Spheres that a robot of the rig, which is a point, touches on a leg.
    fn passed(&self, leg: usize, from: [f64; 3], to: [f64; 3]) -> Vec<LegContact> {
        let start = NaVec3::new(from[0], from[1], 0.0);
        let travel = NaVec3::new(to[0], to[1], 0.0) - start;
        let spheres = self.spheres.iter().enumerate().filter_map(|(number, (center, radius))| {
            let part = ((center - start).dot(&travel) / travel.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            let place = start + travel * part;
            let at = [place.x, place.y, from[2]];
            let name = format!("sphere{number}");
            ((center - place).norm() <= *radius).then_some((part, LegContact { leg, name, touches: false, at }))
        });
        let mut spheres: Vec<_> = spheres.collect();
        spheres.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        spheres.into_iter().map(|(_, contact)| contact).collect()
    }

    fn answer(&self, request: Request) -> Result<Value> {
        let answer = match &request {
            Request::Layout { robot } => self.on_robot(*robot, |robot| Ok(serde_json::to_value(&robot.layout)?))?,
            Request::AddObject { .. } | Request::RemoveObject { .. } | Request::MoveObject { .. } => {
                self.granted("Edit").map(|()| Value::Null)?
            }
            Request::HoldController { robot, .. } | Request::RestartController { robot } => {
                self.granted("Command")?;
                self.on_robot(*robot, |_| Ok(Value::Null))?
            }
            Request::Keys { .. } | Request::Axis { .. } => self.granted("Command").map(|()| Value::Null)?,
            Request::Stop { .. } | Request::Panel { .. } => Value::Null,
            Request::ExternalInput { lines } => match self.replayed.borrow_mut().as_mut() {
                Some(recorded) => recorded.pop_front().unwrap_or_default().into(),
                None => lines.clone().into(),
            },
            Request::Components => serde_json::to_value(&self.components)?,
            Request::Routes => json!([]),
            Request::LegContacts { robot, poses } => {
                self.on_robot(*robot, |_| Ok(()))?;
                let legs = poses.windows(2).enumerate();
                let contacts = legs.flat_map(|(leg, pair)| self.passed(leg, pair[0], pair[1]));
                serde_json::to_value(contacts.collect::<Vec<_>>())?
            }
            Request::Objects => {
                let spheres = self.spheres.iter().enumerate().map(|(number, (center, _))| {
                    let at: [f64; 3] = (*center).into();
                    json!({"name": format!("sphere{number}"), "at": at, "quaternion": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}})
                });
                spheres.collect()
            }
            Request::Overlaps { shape, at, quaternion, depth } => {
                let state = ObjectState { at: *at, quaternion: *quaternion, ..ObjectState::default() };
                let pose = NaBodyState::from(state).pose;
                let spheres = self.spheres.iter().enumerate();
                let overlap = |center: &NaVec3, radius: f64| {
                    radius - outside(shape, pose.inverse_transform_point(&(*center).into()).coords)
                };
                let overlapped = spheres.filter(|(_, (center, radius))| overlap(center, *radius) > *depth);
                overlapped.map(|(number, _)| json!(format!("sphere{number}"))).collect()
            }
        };
        self.requests.borrow_mut().push(request);
        Ok(answer)
    }
}

/// Distance of a point from a shape at the origin, m; 0 inside.
fn outside(shape: &OverlapShape, point: NaVec3) -> f64 {
    let beyond = match *shape {
        OverlapShape::Box { size } => point.abs() - NaVec3::from(size) / 2.0,
        OverlapShape::Sphere { radius } => NaVec3::new(point.norm() - radius, 0.0, 0.0),
        OverlapShape::Cylinder { radius, height } => {
            NaVec3::new(point.xy().norm() - radius, point.z.abs() - height / 2.0, 0.0)
        }
    };
    beyond.sup(&NaVec3::zeros()).norm()
}

/// Returns from a function: success, or the fault.
///
/// # Safety
/// `reply` belongs to the running call.
unsafe fn across(reply: *const Reply, result: Result) -> Status {
    match result {
        Ok(()) => DONE,
        // SAFETY: the caller's promise.
        Err(fault) => unsafe { refuse(reply, &fault) },
    }
}

// SAFETY of all functions below: a service hands over pointers that hold for the length of the call.

unsafe extern "C" fn robot_count(context: HostContext) -> u32 {
    world(context).robots.borrow().len() as u32
}

unsafe extern "C" fn robot_state(
    context: HostContext,
    robot: u32,
    state: *mut BodyState,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe {
        let result = world(context).on_robot(robot, |robot| {
            *state = robot.state.into();
            Ok(())
        });
        across(reply, result)
    }
}

unsafe extern "C" fn telemetry(
    context: HostContext,
    robot: u32,
    first: usize,
    out: ViewMut<f64>,
    count: *mut usize,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe {
        let result = world(context).on_robot(robot, |robot| {
            out.fill(robot.telemetry.get(first..).unwrap_or_default());
            *count = robot.telemetry.len();
            Ok(())
        });
        across(reply, result)
    }
}

unsafe extern "C" fn contacts(
    context: HostContext,
    robot: u32,
    first: usize,
    out: RowsMut<Contact>,
    count: *mut usize,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    unsafe {
        let result = world(context).on_robot(robot, |robot| {
            *count = out.fill(&robot.contacts, first);
            Ok(())
        });
        across(reply, result)
    }
}

unsafe extern "C" fn set_robot_state(
    context: HostContext,
    robot: u32,
    state: *const BodyState,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    let state = NaBodyState::from(unsafe { *state });
    let world = world(context);
    let number = robot;
    let result = world.granted("Edit").and_then(|()| {
        world.on_robot(robot, |robot| {
            let pose = state.pose.translation.vector.iter().chain(state.pose.rotation.coords.iter());
            let mut numbers = pose.chain(state.linear_velocity.iter()).chain(state.angular_velocity.iter());
            if !numbers.all(|number| number.is_finite()) {
                return Err(Fault::new(format!("the state for robot {number} is not finite"))
                    .help("check the values that the service passes"));
            }
            robot.state = state;
            Ok(())
        })
    });
    // SAFETY: see above.
    unsafe { across(reply, result) }
}

unsafe extern "C" fn apply_wrench(
    context: HostContext,
    robot: u32,
    force: *const Vec3,
    torque: *const Vec3,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    let (force, torque) = unsafe { (NaVec3::from(*force), NaVec3::from(*torque)) };
    let world = world(context);
    let number = robot;
    let result = world.granted("Edit").and_then(|()| {
        world.on_robot(robot, |robot| {
            if !(force.norm() + torque.norm()).is_finite() {
                return Err(Fault::new(format!("the wrench for robot {number} is not finite"))
                    .help("check the values that the service passes"));
            }
            robot.force += force;
            robot.torque += torque;
            Ok(())
        })
    });
    // SAFETY: see above.
    unsafe { across(reply, result) }
}

unsafe extern "C" fn set_command(
    context: HostContext,
    robot: u32,
    index: u32,
    value: f64,
    reply: *const Reply,
) -> Status {
    let world = world(context);
    let result = world.granted("Command").and_then(|()| {
        world.on_robot(robot, |robot| {
            let limits = robot.command(index as usize).zip(robot.telemetry.get_mut(index as usize));
            match limits {
                Some(([min, max], place)) if value.is_finite() => {
                    *place = value.clamp(min, max);
                    Ok(())
                }
                Some(_) => {
                    Err(Fault::new(format!("the command is {value}")).help("check the values that the service passes"))
                }
                None => Err(Fault::new(format!("telemetry value {index} is not a command"))
                    .help("request the layout of the robot")),
            }
        })
    });
    // SAFETY: see above.
    unsafe { across(reply, result) }
}

unsafe extern "C" fn call(
    context: HostContext,
    robot: u32,
    component: Text,
    function: Text,
    arguments: Text,
    reply: *const Reply,
) -> Status {
    // SAFETY: see above.
    let [component, function, arguments] = unsafe { [component.read(), function.read(), arguments.read()] };
    let world = world(context);
    let answer = world.granted("Command").and_then(|()| {
        let arguments = serde_json::from_str(&arguments)?;
        world.on_robot(robot, |robot| {
            robot.calls.push((component.to_string(), function.to_string(), arguments));
            let mut known = robot.functions.iter();
            match known.find(|(part, name, _)| *part == component && *name == function) {
                Some((_, _, answer)) => Ok(answer.clone()),
                None => Err(Fault::new(format!(
                    "robot `{}`: unknown function `{function}` of component `{component}`",
                    robot.layout.name
                ))),
            }
        })
    });
    // SAFETY: see above.
    unsafe { reply_with(reply, answer) }
}

unsafe extern "C" fn request(context: HostContext, text: Text, reply: *const Reply) -> Status {
    // SAFETY: see above.
    let request = serde_json::from_slice(unsafe { text.as_slice() }).map_err(Fault::from);
    // SAFETY: see above.
    unsafe { reply_with(reply, request.and_then(|request| world(context).answer(request))) }
}

/// Replies with JSON.
///
/// # Safety
/// As [`across`].
unsafe fn reply_with(reply: *const Reply, answer: Result<Value>) -> Status {
    // SAFETY: the caller's promise.
    unsafe {
        across(
            reply,
            answer.map(|answer| {
                give(reply, answer.to_string().as_bytes());
            }),
        )
    }
}

pub(super) static SERVICE: ServiceApi = ServiceApi {
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
