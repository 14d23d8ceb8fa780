//! Test rig for services.

use super::held::{Loaded, OfLibrary, Step, TestInstance};
use super::host::WORLD;
use super::rigs::{plain_call, request, shared_methods};
use super::service_host::SERVICE;
use super::world::{TestRobot, TestWorld};
use crate::adapters;
use crate::declare::{Declaration, Request};
use crate::fault::Result;
use crate::ffi::frames::ServiceFrame;
use crate::ffi::module::{KIND_SERVICE, ServiceTable};
use serde_json::Value;
use std::marker::PhantomData;

/// Runs a service in a [`TestWorld`] with robots that do not move on their own.
pub struct ServiceRig<T> {
    held: TestInstance,
    /// The world that it sees: robots, grants, and its requests.
    pub world: TestWorld,
    author: PhantomData<T>,
}

impl<T: crate::Service> ServiceRig<T> {
    /// Creates a service in a scene with these robots, at rest at the origin, and these grants.
    pub fn new(params: Value, robots: &[&str], grants: &[&str]) -> Result<Self> {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
        let request = Request { robots: names(robots).into(), grants: names(grants), ..request(params) };
        Ok(Self::on(TestInstance::new(adapters::service::<T>, &request)?, &request))
    }
}

impl<T: crate::Service> ServiceRig<T> {
    /// As [`ServiceRig::new`], in a replay: `heard` is the external input, one list per call of the service.
    pub fn replaying(params: Value, robots: &[&str], grants: &[&str], heard: &[&[&str]]) -> Result<Self> {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
        let request =
            Request { robots: names(robots).into(), grants: names(grants), replayed: true, ..request(params) };
        let mut rig = Self::on(TestInstance::new(adapters::service::<T>, &request)?, &request);
        *rig.world.replayed.get_mut() = Some(heard.iter().map(|lines| names(lines)).collect());
        Ok(rig)
    }
}

impl ServiceRig<OfLibrary> {
    /// A service of a library, in a scene with the robots and grants of the request.
    pub fn loaded(part: Loaded, request: &Request) -> Result<Self> {
        Ok(Self::on(TestInstance::loaded::<ServiceTable>(part, KIND_SERVICE, request)?, request))
    }
}

impl<T> ServiceRig<T> {
    fn on(held: TestInstance, request: &Request) -> Self {
        let world = TestWorld { grants: request.grants.clone(), ..TestWorld::default() };
        world.robots.borrow_mut().extend(request.robots.iter().map(|name| TestRobot::new(name)));
        Self { held, world, author: PhantomData }
    }

    /// Calls `start`, once before the first tick.
    pub fn start(&mut self) -> Result {
        self.serve(|table| table.start)
    }

    /// Runs one step; clears the forces and torques of the last one first.
    pub fn step(&mut self) -> Result {
        for robot in self.world.robots.get_mut() {
            (robot.force, robot.torque) = Default::default();
        }
        // A service runs at the end of a tick.
        self.held.advance();
        self.serve(|table| Some(table.step))
    }

    /// Calls `stop`, once at the end of the run.
    pub fn stop(&mut self) -> Result {
        self.serve(|table| table.stop)
    }

    /// Calls `idle`, between ticks while the run waits.
    pub fn idle(&mut self) -> Result {
        self.serve(|table| table.idle)
    }

    /// Calls `changed`, after the instance was migrated to a changed scene.
    pub fn changed(&mut self) -> Result {
        self.serve(|table| table.changed)
    }

    fn serve(&mut self, function: impl FnOnce(&ServiceTable) -> Option<Step<ServiceFrame>>) -> Result {
        let frame = |call| ServiceFrame { size: size_of::<ServiceFrame>(), call, world: &WORLD, service: &SERVICE };
        self.held.serve(&self.world, function, frame)
    }

    /// A robot of the scene, to read or change between two steps.
    ///
    /// # Panics
    /// If there is no robot with this name.
    pub fn robot(&mut self, name: &str) -> &mut TestRobot {
        let mut robots = self.world.robots.get_mut().iter_mut();
        robots.find(|robot| robot.layout.name == name).unwrap_or_else(|| panic!("unknown robot `{name}`"))
    }

    plain_call!();
    shared_methods!();
}
