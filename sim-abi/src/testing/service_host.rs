//! What a service may ask of the host, answered by the robots of a [`TestWorld`].

use super::host::{TestWorld, lend, world};
use crate::fault::{Fault, Result};
use crate::ffi::host::{ServiceApi, ServiceApiRef};
use crate::ffi::types::{BodyState, CallResult, Contact, FaultValue, HostContext, ValueResult, Vec3};
use crate::math::{BodyState as NaBodyState, Vec3 as NaVec3};
use crate::service::{Request, RobotLayout};
use abi_stable::prefix_type::WithMetadata;
use abi_stable::std_types::{RBox, RResult, RSlice, RStr, RString};
use serde_json::{Value, json};

/// A robot as services see it. It does not move by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestRobot {
    /// Name, parts and channels; a service that asks for the layout gets this.
    pub layout: RobotLayout,
    /// True state.
    pub state: NaBodyState,
    /// Telemetry of the last tick, and the commands that a service has set.
    pub telemetry: Vec<f64>,
    /// Sum of the forces applied to it since the last step, N, world axes.
    pub force: NaVec3,
    /// Sum of the torques, N·m, world axes.
    pub torque: NaVec3,
    /// What it touches.
    pub contacts: Vec<Contact>,
    /// Functions of its components: component, function, and the answer to a call.
    pub functions: Vec<(String, String, Value)>,
    /// What was called: component, function, arguments.
    pub calls: Vec<(String, String, Vec<Value>)>,
}

impl TestRobot {
    /// A robot without parts, at rest at the origin.
    pub fn new(name: &str) -> Self {
        Self { layout: RobotLayout { name: name.into(), ..RobotLayout::default() }, ..Self::default() }
    }

    /// Range of the command at a telemetry index, if there is a command.
    fn command(&self, index: usize) -> Option<[f64; 2]> {
        let actuators = self.layout.parts.iter().filter(|part| part.kind == "actuator");
        let mut commands = actuators.flat_map(|part| (part.offset..).zip(&part.channels));
        let (_, channel) = commands.find(|(place, _)| *place == index)?;
        Some([channel.min.unwrap_or(f64::NEG_INFINITY), channel.max.unwrap_or(f64::INFINITY)])
    }
}

impl TestWorld {
    fn granted(&self, grant: &str) -> Result {
        if self.grants.iter().any(|granted| granted == grant) {
            return Ok(());
        }
        Err(Fault::new(format!("the service wants to {grant} but the scene does not grant it"))
            .help("give the rig the grant, and name it in the scene as well"))
    }

    fn on_robot<T>(&self, robot: u32, act: impl FnOnce(&mut TestRobot) -> Result<T>) -> Result<T> {
        match self.robots.borrow_mut().get_mut(robot as usize) {
            Some(robot) => act(robot),
            None => {
                Err(Fault::new(format!("there is no robot {robot}"))
                    .help("ask `robot_count` first; robots count from 0"))
            }
        }
    }

    fn answer(&self, request: Request) -> Result<Value> {
        let answer = match &request {
            Request::Layout { robot } => self.on_robot(*robot, |robot| Ok(serde_json::to_value(&robot.layout)?))?,
            Request::AddObject { .. } | Request::RemoveObject { .. } => self.granted("edit").map(|()| Value::Null)?,
            Request::Keys { .. } | Request::Axis { .. } => self.granted("command").map(|()| Value::Null)?,
            Request::Stop { .. } => Value::Null,
            Request::Components => serde_json::to_value(&self.components)?,
            Request::Objects => {
                let spheres = self.spheres.iter().enumerate().map(|(number, (center, _))| {
                    let at: [f64; 3] = (*center).into();
                    json!({"name": format!("sphere{number}"), "at": at, "quaternion": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}})
                });
                spheres.collect()
            }
        };
        self.requests.borrow_mut().push(request);
        Ok(answer)
    }
}

fn across<T>(result: Result<T>) -> ValueResult<T> {
    match result {
        Ok(value) => RResult::ROk(value),
        Err(fault) => RResult::RErr(RBox::new(FaultValue::from(fault))),
    }
}

extern "C" fn robot_count(context: HostContext) -> u32 {
    world(context).robots.borrow().len() as u32
}

extern "C" fn robot_state(context: HostContext, robot: u32) -> ValueResult<BodyState> {
    across(world(context).on_robot(robot, |robot| Ok(robot.state.into())))
}

extern "C" fn telemetry(context: HostContext, robot: u32) -> ValueResult<RSlice<'static, f64>> {
    across(world(context).on_robot(robot, |robot| Ok(lend(&robot.telemetry))))
}

extern "C" fn contacts(context: HostContext, robot: u32) -> ValueResult<RSlice<'static, Contact>> {
    across(world(context).on_robot(robot, |robot| Ok(lend(&robot.contacts))))
}

extern "C" fn set_robot_state(context: HostContext, robot: u32, state: &BodyState) -> CallResult {
    let world = world(context);
    let number = robot;
    across(world.granted("edit").and_then(|()| {
        world.on_robot(robot, |robot| {
            let state = NaBodyState::from(*state);
            let pose = state.pose.translation.vector.iter().chain(state.pose.rotation.coords.iter());
            let mut numbers = pose.chain(state.linear_velocity.iter()).chain(state.angular_velocity.iter());
            if !numbers.all(|number| number.is_finite()) {
                return Err(Fault::new(format!("the state for robot {number} is not finite"))
                    .help("check the numbers of the service"));
            }
            robot.state = state;
            Ok(())
        })
    }))
}

extern "C" fn apply_wrench(context: HostContext, robot: u32, force: &Vec3, torque: &Vec3) -> CallResult {
    let world = world(context);
    let number = robot;
    across(world.granted("edit").and_then(|()| {
        world.on_robot(robot, |robot| {
            let (force, torque) = (NaVec3::from(*force), NaVec3::from(*torque));
            if !(force.norm() + torque.norm()).is_finite() {
                return Err(Fault::new(format!("the wrench for robot {number} is not finite"))
                    .help("check the numbers of the service"));
            }
            robot.force += force;
            robot.torque += torque;
            Ok(())
        })
    }))
}

extern "C" fn set_command(context: HostContext, robot: u32, index: u32, value: f64) -> CallResult {
    let world = world(context);
    across(world.granted("command").and_then(|()| {
        world.on_robot(robot, |robot| {
            let limits = robot.command(index as usize).zip(robot.telemetry.get_mut(index as usize));
            match limits {
                Some(([min, max], place)) if value.is_finite() => {
                    *place = value.clamp(min, max);
                    Ok(())
                }
                Some(_) => Err(Fault::new(format!("the command is {value}")).help("check the numbers of the service")),
                None => Err(Fault::new(format!("telemetry value {index} is no command"))
                    .help("ask for the layout of the robot")),
            }
        })
    }))
}

extern "C" fn call(
    context: HostContext,
    robot: u32,
    component: RStr<'_>,
    function: RStr<'_>,
    arguments: RStr<'_>,
) -> ValueResult<RString> {
    let world = world(context);
    across(world.granted("command").and_then(|()| {
        let arguments = serde_json::from_str(arguments.as_str())?;
        world.on_robot(robot, |robot| {
            robot.calls.push((component.to_string(), function.to_string(), arguments));
            let mut known = robot.functions.iter();
            let found = known.find(|(part, name, _)| part == component.as_str() && name == function.as_str());
            match found {
                Some((_, _, answer)) => Ok(answer.to_string().into()),
                None => Err(Fault::new(format!(
                    "robot `{}` has no function `{function}` of a component `{component}`",
                    robot.layout.name
                ))),
            }
        })
    }))
}

extern "C" fn request(context: HostContext, text: RStr<'_>) -> ValueResult<RString> {
    let request = serde_json::from_str(text.as_str()).map_err(Fault::from);
    across(request.and_then(|request| world(context).answer(request)).map(|answer| answer.to_string().into()))
}

pub(super) const SERVICE: ServiceApiRef = ServiceApiRef(
    {
        const TABLE: &WithMetadata<ServiceApi> = &WithMetadata::new(ServiceApi {
            robot_count,
            robot_state,
            telemetry,
            set_robot_state,
            apply_wrench,
            set_command,
            call,
            request,
            contacts,
        });
        TABLE
    }
    .static_as_prefix(),
);
