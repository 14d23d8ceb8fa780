//! The components of a mover.

use super::telemetry::Span;
use crate::fault::Fault;
use crate::log::LogLimit;
use crate::noise::{Noise, NoiseState};
use nalgebra::Isometry3;
use sim_abi::declare::{Declaration, Kind, Request};
use sim_abi::ffi::module::{ActuatorTable, ControllerTable, DynamicsTable, SensorTable};
use sim_abi::ffi::types::RandomState;
use sim_geometry::NeighborList;
use sim_host::{Instance, Offer, Table};
use std::sync::Arc;

/// A component mounted on a robot: the data that every step needs. The rest is stored separately, so that the slots of many robots stay in
/// the CPU caches.
pub(crate) struct Slot<T: Table> {
    pub(crate) instance: Instance<T>,
    /// Its ranges of the published values and random streams of the robot.
    pub(crate) published: Span,
    pub(crate) random: Span,
    /// Period of its calls, ticks.
    pub(crate) every: u32,
    /// Whether it has failed.
    pub(crate) stopped: bool,
    /// Published values stored outside the telemetry; only for a reloaded library whose values differ.
    #[allow(clippy::box_collection, reason = "one pointer in the slot, nearly always null")]
    pub(crate) unrecorded: Option<Box<Vec<f64>>>,
    pub(crate) origin: Box<Origin>,
}

/// Origin of a component: data for messages and reloads.
pub(crate) struct Origin {
    /// Name within the robot.
    pub(crate) name: Arc<str>,
    /// Library that provides it.
    pub(crate) offer: Offer,
    /// Folder for its files.
    pub(crate) data_folder: Box<str>,
    /// Limit on its log output.
    pub(crate) log_limit: LogLimit,
    /// Its creation request without names and folder, shared by robots of the same kind.
    pub(crate) shared_request: Arc<Request>,
}

impl Origin {
    /// The port that the component is plugged into, or an empty string.
    pub(crate) fn port(&self) -> &str {
        &self.shared_request.port
    }

    /// Creation request of the component of a robot.
    pub(crate) fn request(&self, robot: &str) -> Request {
        Request {
            robot: robot.to_string(),
            name: self.name.to_string(),
            data_folder: self.data_folder.to_string(),
            ..(*self.shared_request).clone()
        }
    }
}

/// A request without the fields that are unique to one component; see [`Origin::request`].
pub(crate) fn shareable(request: Request) -> Request {
    Request { robot: String::new(), name: String::new(), data_folder: String::new(), ..request }
}

/// A mounted sensor.
pub(crate) struct SensorSlot {
    pub(crate) slot: Slot<SensorTable>,
    /// Its range of the readings, clean and noisy alike.
    pub(crate) readings: Span,
    /// `body_from_sensor`, kept up to date when the link moves.
    pub(crate) body_from_mount: Isometry3<f64>,
    pub(crate) noise: Option<Box<(Noise, NoiseState)>>,
    pub(crate) mount: Box<MountPlace>,
    /// Cached neighborhood of a sensor that declares ray casting.
    pub(crate) neighbors: Option<Box<NeighborList>>,
    /// Only read on request of the controller.
    pub(crate) on_demand: bool,
    /// Not read because no other component uses it.
    pub(crate) idle: bool,
    /// Tick whose world it has read, if a call between ticks requested the due reading early.
    pub(crate) read_ahead: Option<u64>,
    /// Values of its last scan, if it declares a scan.
    pub(crate) scan: Box<[f64]>,
}

/// A mounted actuator.
pub(crate) struct ActuatorSlot {
    pub(crate) slot: Slot<ActuatorTable>,
    pub(crate) commands: Span,
    pub(crate) effects: Span,
    pub(crate) mount: Box<MountPlace>,
}

/// Mounting place of a sensor or actuator.
#[derive(Clone, Debug)]
pub(crate) struct MountPlace {
    pub(crate) link: usize,
    pub(crate) link_from_mount: Isometry3<f64>,
    /// `body_from_mount`, kept up to date when the link moves.
    pub(crate) body_from_mount: Isometry3<f64>,
}

impl MountPlace {
    /// Whether both have the same mounting place on their robots, regardless of joint positions.
    pub(crate) fn same(&self, other: &Self) -> bool {
        (self.link, self.link_from_mount) == (other.link, other.link_from_mount)
    }
}

/// Source of the motion of a body.
#[derive(Default)]
pub(crate) enum Drive {
    /// A plugin.
    Plugin(Slot<DynamicsTable>),
    /// The built-in rigid body of the engine, for movable objects without a dynamics plugin.
    #[default]
    BuiltIn,
}

/// All components of a mover, with the memory and the random streams that the core keeps for them.
#[derive(Default)]
pub(crate) struct Components {
    pub(crate) sensors: Vec<SensorSlot>,
    pub(crate) controller: Option<Slot<ControllerTable>>,
    pub(crate) actuators: Vec<ActuatorSlot>,
    pub(crate) drive: Drive,
    /// State memory of the dynamics.
    pub(crate) memory: Vec<f64>,
    /// Random streams; each component has a range of them.
    pub(crate) random: Vec<RandomState>,
}

/// An operation on each component of a robot.
pub(crate) trait Visitor {
    /// Visits one component.
    fn visit<T: Table>(&mut self, slot: &mut Slot<T>);
}

impl Components {
    /// The dynamics, if it is a plugin.
    #[inline]
    pub(crate) fn dynamics(&self) -> Option<&Slot<DynamicsTable>> {
        match &self.drive {
            Drive::Plugin(slot) => Some(slot),
            Drive::BuiltIn => None,
        }
    }

    /// All declarations with kind and name of the component, in telemetry order.
    pub(crate) fn declarations(&self) -> impl Iterator<Item = (Kind, &Arc<str>, &str, &Declaration, Span)> {
        let sensors = self.sensors.iter().map(|s| entry(&s.slot));
        let actuators = self.actuators.iter().map(|a| entry(&a.slot));
        let controller = self.controller.as_ref().map(entry);
        sensors.chain(actuators).chain(self.dynamics().map(entry)).chain(controller)
    }

    /// Origins of all components, in telemetry order.
    pub(crate) fn origins(&self) -> impl Iterator<Item = &Origin> {
        let sensors = self.sensors.iter().map(|sensor| &*sensor.slot.origin);
        let actuators = self.actuators.iter().map(|actuator| &*actuator.slot.origin);
        let drive = self.dynamics().map(|slot| &*slot.origin);
        sensors.chain(actuators).chain(drive).chain(self.controller.as_ref().map(|slot| &*slot.origin))
    }

    /// Passes all components to a visitor, regardless of their kinds.
    pub(crate) fn visit(&mut self, visitor: &mut impl Visitor) {
        self.sensors.iter_mut().for_each(|sensor| visitor.visit(&mut sensor.slot));
        self.actuators.iter_mut().for_each(|actuator| visitor.visit(&mut actuator.slot));
        self.controller.iter_mut().for_each(|slot| visitor.visit(slot));
        if let Drive::Plugin(slot) = &mut self.drive {
            visitor.visit(slot);
        }
    }

    /// Determines which sensors no component uses; call it after the controller has changed. `programmed`: a program reads them in its
    /// place.
    pub(crate) fn wake_sensors(&mut self, programmed: bool) {
        let declared = self.controller.as_ref().map(|slot| &slot.instance.declaration().reads);
        let reads = if programmed { Some(&None) } else { declared };
        for sensor in &mut self.sensors {
            let name = &*sensor.slot.origin.name;
            // Without a controller no component reads sensors; a library that does not declare its reads may read any sensor.
            let read = match reads {
                Some(Some(names)) => names.iter().any(|read| read == name),
                Some(None) => true,
                None => false,
            };
            sensor.idle = sensor.on_demand && !read;
        }
    }

    /// Whether any of them has failed.
    pub(crate) fn any_stopped(&self) -> bool {
        self.sensors.iter().any(|sensor| sensor.slot.stopped)
            || self.actuators.iter().any(|actuator| actuator.slot.stopped)
            || self.controller.as_ref().is_some_and(|slot| slot.stopped)
            || self.dynamics().is_some_and(|slot| slot.stopped)
    }

    /// Drops all components of a robot and returns the faults that occur.
    pub(crate) fn close(self, robot: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        for sensor in self.sensors {
            faults.extend(close(robot, sensor.slot));
        }
        for actuator in self.actuators {
            faults.extend(close(robot, actuator.slot));
        }
        if let Some(controller) = self.controller {
            faults.extend(close(robot, controller));
        }
        if let Drive::Plugin(slot) = self.drive {
            faults.extend(close(robot, slot));
        }
        faults
    }
}

fn entry<T: Table>(slot: &Slot<T>) -> (Kind, &Arc<str>, &str, &Declaration, Span) {
    (T::KIND, &slot.origin.name, slot.instance.id(), slot.instance.declaration(), slot.published)
}

fn close<T: Table>(robot: &str, slot: Slot<T>) -> Option<Fault> {
    let Slot { instance, origin, .. } = slot;
    let name = origin.name;
    let id = instance.id().to_string();
    let fault = instance.close().err()?;
    Some(Fault::reported(&fault).of(T::KIND, robot, &name, &id))
}
