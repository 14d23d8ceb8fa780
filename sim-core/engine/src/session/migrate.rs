//! Migrates the state of a run to a changed scene: items that are in both scenes continue, the others start.

use super::migrate_objects::ObjectsOfService;
use crate::collide::invalid_geometry;
use crate::mover::{Components, Drive, Mover, Parts, Slot, Span};
use crate::services::{Returning, ServiceSlot};
use crate::snapshot::{self, MoverState, restore_body, restore_components, restore_contacts};
use crate::{Fault, LogLine, Operator, Simulation, layout};
use sim_abi::declare::{Kind, Request};
use sim_abi::ffi::types::{LogLevel, RandomState};
use sim_diagnostics::Diagnostic;
use sim_geometry::BodyId;
use sim_host::Table;
use sim_physics::CachedContact;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Reason for items that the old scene did not have.
const NEW: &str = "new component";

/// Result of migrating a run to a changed scene.
#[derive(Clone, Debug, Default)]
pub struct MigrationReport {
    /// Number of robots and movable objects that continue from where they were.
    pub carried: usize,
    /// Robots that continue from where they were with changed parts, each with the difference. Parts in both scenes continue, the others
    /// start.
    pub altered: Vec<(String, &'static str)>,
    /// Robots and movable objects that restart, with the reason.
    pub restarted: Vec<(String, &'static str)>,
    /// Robots and movable objects that were removed.
    pub gone: Vec<String>,
    /// Services that kept their instance and its open resources.
    pub services_kept: Vec<String>,
    /// Services restored to the state they had before the change that is now undone.
    pub services_returned: Vec<String>,
    /// Services that restart, with the reason.
    pub services_restarted: Vec<(String, &'static str)>,
    /// Components that rejected their saved state, and objects that could not be added again.
    pub refused: Vec<Diagnostic>,
}

impl MigrationReport {
    /// Names of the robots, movable objects and services that existed before and restart.
    pub fn restarted_names(&self) -> impl Iterator<Item = &str> {
        let restarted = self.restarted.iter().chain(&self.services_restarted);
        restarted.filter(|(_, why)| *why != NEW).map(|(name, _)| name.as_str())
    }
}

/// Robots, movable objects and services that scene changes removed or restarted, each with its state at that time. Undoing such a change
/// restores them.
#[derive(Default)]
pub struct Removed {
    movers: BTreeMap<String, RemovedMover>,
    services: BTreeMap<String, RemovedService>,
}

impl Removed {
    /// Clears both lists; used when the run has ended.
    pub fn clear(&mut self) {
        (self.movers, self.services) = Default::default();
    }
}

/// State of a service that does not continue.
struct RemovedService {
    signature: ServiceSignature,
    /// The robots at that time, which the service may refer to by index.
    robots: Arc<[(Arc<str>, MoverSignature)]>,
    /// The saved state; `None` if the service has no state.
    returning: Option<Returning>,
    /// Objects that the service had added, and names of scene objects that it had removed.
    objects: ObjectsOfService,
}

impl RemovedService {
    /// Returns the saved state for the service `now`, or the reason why it cannot continue from it.
    fn fits(&self, now: &ServiceSlot, robots: &[(Arc<str>, MoverSignature)]) -> Result<&Returning, &'static str> {
        let same_robots = now.stays() || self.robots[..] == *robots;
        match ServiceSignature::of(now).difference(&self.signature, same_robots) {
            Some(reason) => Err(reason),
            None => self.returning.as_ref().ok_or("it does not save its state"),
        }
    }
}

/// State of a mover that does not continue.
struct RemovedMover {
    signature: MoverSignature,
    state: MoverState,
}

impl RemovedMover {
    fn of(mover: &Mover, tick: u64) -> Result<Self, Diagnostic> {
        Ok(Self { signature: MoverSignature::of(mover), state: snapshot::save_mover(mover, tick)? })
    }
}

/// Properties of a mover that must match for one mover to continue as another.
#[derive(PartialEq)]
struct MoverSignature {
    robot: bool,
    components: Vec<(Kind, Arc<str>, String)>,
    joints: usize,
    parts: Parts,
    /// Number of telemetry values, of values in the memory of the dynamics, and of random streams.
    lengths: [usize; 3],
}

impl MoverSignature {
    fn of(mover: &Mover) -> Self {
        Self {
            robot: mover.identity.robot,
            components: mover
                .components
                .declarations()
                .map(|(kind, name, id, ..)| (kind, name.clone(), id.to_string()))
                .collect(),
            joints: mover.joints.states.len(),
            parts: mover.telemetry.parts,
            lengths: [mover.telemetry.values.len(), mover.components.memory.len(), mover.components.random.len()],
        }
    }

    /// Why `self` cannot continue as `old`, or `None` if it can.
    fn difference(&self, old: &Self) -> Option<&'static str> {
        if self.robot != old.robot {
            return Some("it was of another kind");
        }
        if self.components != old.components {
            return Some("it has other components");
        }
        if self.joints != old.joints {
            return Some("it has other joints");
        }
        (self != old).then_some("its channels or its memory changed")
    }
}

/// Services of a finished simulation that continue in the next one, see [`Simulation::take_persistent_services`].
#[derive(Default)]
pub struct PersistentServices(Vec<ServiceSlot>);

impl ServiceSlot {
    /// Whether the service continues when the robots change.
    fn stays(&self) -> bool {
        self.slot.instance.declaration().persistent
    }

    /// Moves this service into a slot whose service was never started.
    fn move_to(&mut self, place: &mut ServiceSlot) {
        std::mem::swap(&mut self.slot.origin.shared_request, &mut place.slot.origin.shared_request);
        (self.started, self.moved) = (false, true);
    }
}

impl Simulation {
    /// Takes the services that [persist](sim_abi::service::ServiceSetup::persist) when the run is reset to its start, to be passed to
    /// [`Simulation::adopt`] of the next simulation. The other services end with this simulation.
    pub fn take_persistent_services(&mut self) -> PersistentServices {
        let (staying, others) =
            std::mem::take(&mut self.services).into_iter().partition(|s| s.stays() && s.started && !s.slot.stopped);
        self.services = others;
        PersistentServices(staying)
    }

    /// Continues services of the previous simulation, with their open resources, where the scene has the same service. The others are
    /// ended.
    pub fn adopt(&mut self, staying: PersistentServices) {
        for mut old in staying.0 {
            let same = |now: &ServiceSlot| now.slot.origin.name == old.slot.origin.name;
            let Some(place) = self.services.iter().position(same) else { continue };
            if changed(&self.services[place], &old, true).is_some() {
                continue;
            }
            old.move_to(&mut self.services[place]);
            let fresh = std::mem::replace(&mut self.services[place], old);
            // Its random streams restart with the run.
            (self.services[place].random, self.services[place].published) = (fresh.random, fresh.published);
        }
    }

    /// Migrates the state of another simulation, of which this one is the changed scene.
    ///
    /// Time, faults, operator and media continue. A robot or movable object continues if both simulations have it with the same components,
    /// channels, memory, streams and joints; it keeps its pose, whatever its start pose in the scene is now. If a robot has the same links
    /// but different parts, its body, joints and unchanged parts continue. A failed component restarts if its parameters have changed. A
    /// service keeps its instance if its component, parameters, grants and period are the same and either the robots, which it may refer to
    /// by index, have the same order and channels, or it [persists](sim_abi::service::ServiceSetup::persist) across changes of the robots.
    /// Otherwise a new instance starts with the next tick, after `old` has been [finished](Simulation::finish).
    ///
    /// # Errors
    /// If a component of the old simulation cannot be saved, or the geometry cannot be updated.
    pub fn migrate_from(&mut self, old: &mut Simulation) -> Result<MigrationReport, Diagnostic> {
        self.migrate_from_with(old, &mut Removed::default(), false)
    }

    /// Like [`Simulation::migrate_from`], for a scene that changes more than once: items that the change removes or restarts are stored in
    /// `removed`. With `back`, the change is an undo: items in `removed` continue with their stored state instead of restarting.
    ///
    /// # Errors
    /// As for [`Simulation::migrate_from`]; `removed` is then unchanged.
    pub fn migrate_from_with(
        &mut self,
        old: &mut Simulation,
        removed: &mut Removed,
        back: bool,
    ) -> Result<MigrationReport, Diagnostic> {
        let same = self.services_in_both(old);
        self.names_are_free(old, &same)?;
        let mut report = MigrationReport::default();
        self.clock.number = (old.time() / self.clock.dt).round() as u64;
        let leaving = self.migrate_movers(old, if back { Some(&*removed) } else { None }, &mut report)?;
        self.migrate_world(old);
        let settled = self.collider.settle(&mut self.movers, &mut self.world);
        settled.map_err(|error| invalid_geometry(&error))?;
        // Nothing below fails, so the old simulation can continue unchanged if this one cannot take over.
        removed.movers.extend(leaving.into_iter().map(|mover| (mover.state.name.clone(), mover)));
        self.report.faults.clone_from(&old.report.faults);
        self.report.collisions = old.report.collisions;
        self.started = false;
        let back = self.migrate_services(old, removed, back, &mut report);
        // Restored services are started, too, before they receive their state.
        let restarted = report.services_restarted.iter().map(|(name, _)| name.as_str());
        let restarted_services = restarted.chain(report.services_returned.iter().map(String::as_str)).collect();
        let refused = self.migrate_objects(old, &same, &restarted_services, &back);
        report.refused.extend(refused);
        self.migrate_contacts(old);
        self.report.log.append(&mut old.report.log);
        crate::signals::collect(self.movers.iter(), &self.movers, &mut self.world);
        Ok(report)
    }

    /// Continues movers; movers that the old simulation lacks are restored from `removed`. Returns the movers of the old simulation that do
    /// not continue.
    fn migrate_movers(
        &mut self,
        old: &Simulation,
        removed: Option<&Removed>,
        report: &mut MigrationReport,
    ) -> Result<Vec<RemovedMover>, Diagnostic> {
        let mut known: BTreeMap<&str, &Mover> = old.movers.iter().map(|mover| (&*mover.identity.name, mover)).collect();
        let mut leaving = Vec::new();
        let same_step = self.clock.dt == old.clock.dt;
        for mover in &mut self.movers {
            let (before, signature) = (known.remove(&*mover.identity.name), MoverSignature::of(mover));
            let difference = before.map_or(Some(NEW), |before| signature.difference(&MoverSignature::of(before)));
            let (saved, fresh) = match (before, difference) {
                (Some(before), None) => {
                    (snapshot::save_mover(before, old.clock.number)?, renewed(&mover.components, &before.components))
                }
                (Some(before), Some(reason)) if same_body(mover, before) => {
                    migrate_parts(mover, before, &mut report.refused)?;
                    report.altered.push((mover.identity.name.to_string(), reason));
                    continue;
                }
                (before, reason) => {
                    if let Some(before) = before {
                        leaving.push(RemovedMover::of(before, old.clock.number)?);
                    }
                    let returning = removed.and_then(|removed| removed.movers.get(&*mover.identity.name));
                    let Some(returning) = returning.filter(|removed_mover| removed_mover.signature == signature) else {
                        report.restarted.extend(reason.map(|reason| (mover.identity.name.to_string(), reason)));
                        continue;
                    };
                    (returning.state.clone(), Vec::new())
                }
            };
            restore_body(mover, &saved);
            if !same_step {
                // A change of velocity over a tick of a different length is not an acceleration.
                mover.place(mover.motion.state);
            }
            if fresh.contains(&true) {
                mover.commands.halted = false;
            }
            restore_components(mover, &saved, &fresh, &mut report.refused);
            if self.world.bounds.surround(mover.motion.state.pose.position) {
                mover.recover();
            }
            report.carried += 1;
        }
        for gone in known.into_values() {
            leaving.push(RemovedMover::of(gone, old.clock.number)?);
            report.gone.push(gone.identity.name.to_string());
        }
        Ok(leaving)
    }

    /// Continues services with their instance or, with `back`, with the state in `removed`, which also stores the services that end.
    /// Returns the changes that restored services have made to the world.
    fn migrate_services(
        &mut self,
        old: &mut Simulation,
        removed: &mut Removed,
        back: bool,
        report: &mut MigrationReport,
    ) -> Vec<(Arc<str>, ObjectsOfService)> {
        let mut objects = Vec::new();
        let same = same_robots(self, old);
        let robots = if back && !removed.services.is_empty() { robots_of(self) } else { Vec::new() };
        for service in &mut self.services {
            let name = service.slot.origin.name.clone();
            let place = old.services.iter().position(|before| before.slot.origin.name == name);
            let reason = match place {
                None => Some(NEW),
                Some(place) => changed(service, &old.services[place], same),
            };
            let Some(place) = place.filter(|_| reason.is_none()) else {
                let removed_service = removed.services.get(&*name).filter(|_| back);
                let returning = removed_service.map(|removed_service| removed_service.fits(service, &robots));
                if let (Some(removed_service), Some(Ok(returning))) = (removed_service, returning) {
                    service.returning = Some(Box::new(returning.clone()));
                    objects.push((name.clone(), removed_service.objects.clone()));
                    report.services_returned.push(name.to_string());
                    continue;
                }
                if let Some(Err(reason)) = returning {
                    self.report.log.push(restart_line(&name, old.time(), reason));
                }
                report.services_restarted.push((name.to_string(), reason.unwrap_or(NEW)));
                continue;
            };
            let mut fresh = std::mem::replace(service, old.services.remove(place));
            if service.stays() {
                service.move_to(&mut fresh);
            }
            report.services_kept.push(name.to_string());
            // It was never started, so it need not be stopped.
            let id = fresh.slot.instance.id().to_string();
            if let Err(fault) = fresh.slot.instance.close() {
                let fault = Fault::reported(&fault).of(Kind::Service, "", &name, &id);
                self.report.faults.push(fault.at(self.clock.number, self.clock.time()));
            }
        }
        if old.services.is_empty() {
            return objects;
        }
        let robots: Arc<[_]> = robots_of(old).into();
        for service in old.services.iter().filter(|service| service.started && !service.slot.stopped) {
            let saved = service.slot.instance.save();
            let name = service.slot.origin.name.to_string();
            let state = saved.unwrap_or_else(|fault| {
                report.refused.push(snapshot::failed("", &name, "cannot be saved", &fault));
                None
            });
            let returning = state.map(|state| Returning {
                state,
                random: service.random.clone(),
                published: service.published.clone(),
            });
            let signature = ServiceSignature::of(service);
            let own = old.objects.changes.of_service(&name);
            let removed_service = RemovedService { signature, robots: robots.clone(), returning, objects: own };
            removed.services.insert(name, removed_service);
        }
        objects
    }

    fn migrate_world(&mut self, old: &Simulation) {
        let media = old.world.media.save();
        if media.len() == self.world.media.save().len() {
            self.world.media.restore(&media);
        }
        self.world.images.clone_from(&old.world.images);
        self.world.operator.clone_from(&old.world.operator);
        if !old.world.robot_operators.is_empty() || !self.world.robot_operators.is_empty() {
            let of = |mover: &Mover| match old.robot_index(&mover.identity.name) {
                Some(robot) => old.world.operator_of(robot).clone(),
                None => Operator::default(),
            };
            self.world.robot_operators = self.movers[..self.robots].iter().map(of).collect();
        }
        self.script.seek(self.clock);
        self.acceptance.migrate(&old.acceptance, &old.movers, &self.movers);
    }

    /// Migrates contacts to the new body numbers, so that lasting contacts do not begin again.
    fn migrate_contacts(&mut self, old: &Simulation) {
        let bodies = self.world.bodies.iter().enumerate().filter(|(_, body)| !body.name.is_empty());
        let now: BTreeMap<&str, u32> = bodies.map(|(number, body)| (&*body.name, number as u32)).collect();
        let number = |body: u32| now.get(&*old.world.bodies.get(body as usize)?.name).copied();
        let pairs = old.collider.touching().iter().filter_map(|(a, b)| {
            let (a, b) = (number(*a)?, number(*b)?);
            Some((a.min(b), a.max(b)))
        });
        let mut pairs: Vec<(u32, u32)> = pairs.collect();
        pairs.sort_unstable();
        let contacts = old.world.contacts.iter().filter_map(|(body, contact)| {
            let (body, other) = (number(body as u32)?, number(contact.object)?);
            let category = self.world.bodies[other as usize].category;
            Some(snapshot::save_contact(
                body as usize,
                &sim_abi::ffi::types::Contact { object: other, category, ..*contact },
            ))
        });
        let contacts: Vec<_> = contacts.collect();
        let cached = old.collider.cached_contacts().iter();
        let mut cached: Vec<CachedContact> = cached
            .filter_map(|cached| Some(cached.between(BodyId(number(cached.a.0)?), BodyId(number(cached.b.0)?))))
            .collect();
        cached.sort_by_key(|cached| (cached.a, cached.b, cached.colliders));
        self.collider.set_cached_contacts(cached.into_iter());
        self.collider.set_touching(&pairs);
        restore_contacts(&mut self.world, &contacts);
        let before: BTreeSet<&str> = old.world.bodies.iter().map(|body| &*body.name).collect();
        for mover in &mut self.movers {
            mover.motion.placed = !before.contains(&*self.world.bodies[mover.identity.body.index()].name);
        }
        self.touch_placed();
    }
}

/// Whether two robots have the same links, so that one can take the pose of the other.
fn same_body(now: &Mover, old: &Mover) -> bool {
    let same_links = match (&now.identity.model, &old.identity.model) {
        (Some(now), Some(old)) => now.links == old.links,
        _ => false,
    };
    now.identity.robot && old.identity.robot && same_links
}

/// Restores the pose of a robot and continues the parts in both versions: same name, component, parameters and channels.
fn migrate_parts(mover: &mut Mover, before: &Mover, refused: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    mover.place(before.motion.state);
    (mover.motion.distance, mover.statistics.collisions) = (before.motion.traveled(), before.statistics.collisions);
    (mover.statistics.clamped_commands, mover.commands.limited) =
        (before.statistics.clamped_commands, before.commands.limited);
    if let (Some(now), Some(old)) = (&mover.identity.model, &before.identity.model) {
        for (number, joint) in now.joints.iter().enumerate() {
            if let Some(place) = old.joints.iter().position(|known| known.name == joint.name) {
                mover.joints.states[number] = before.joints.states[place];
            }
        }
    }
    if let Some(articulation) = &mut mover.joints.articulation {
        articulation.moved = true;
        articulation.settle_joint_rates(&mover.joints.states);
    }
    let apart = mover.telemetry.split();
    let of = |start: usize, span: Span| &before.telemetry.values[start..][span.range()];
    for sensor in &mut mover.components.sensors {
        let Some(old) = before.components.sensors.iter().find(|old| same_part(&sensor.slot, &old.slot)) else {
            continue;
        };
        apart.readings[sensor.readings.range()].copy_from_slice(of(0, old.readings));
        apart.clean[sensor.readings.range()].copy_from_slice(of(before.telemetry.parts.clean_start(), old.readings));
        sensor.scan.clone_from(&old.scan);
        hand_over(&mut sensor.slot, &old.slot, &mut mover.components.random, before, refused)?;
    }
    for actuator in &mut mover.components.actuators {
        let Some(old) = before.components.actuators.iter().find(|old| same_part(&actuator.slot, &old.slot)) else {
            continue;
        };
        apart.commands[actuator.commands.range()]
            .copy_from_slice(of(before.telemetry.parts.commands_start(), old.commands));
        hand_over(&mut actuator.slot, &old.slot, &mut mover.components.random, before, refused)?;
    }
    if let (Some(slot), Some(old)) = (&mut mover.components.controller, &before.components.controller)
        && same_part(slot, old)
    {
        hand_over(slot, old, &mut mover.components.random, before, refused)?;
    }
    if let (Drive::Plugin(slot), Drive::Plugin(old)) = (&mut mover.components.drive, &before.components.drive)
        && same_part(slot, old)
    {
        mover.components.memory.clone_from(&before.components.memory);
        mover.components.random[slot.random.range()].clone_from_slice(&before.components.random[old.random.range()]);
    }
    mover.publish_joints();
    Ok(())
}

/// Whether two parts have the same name, component, parameters and declaration.
fn same_part<T: Table>(now: &Slot<T>, old: &Slot<T>) -> bool {
    now.origin.name == old.origin.name
        && now.instance.id() == old.instance.id()
        && (now.origin.shared_request.params == old.origin.shared_request.params || now.instance.declaration().tunable)
        && now.instance.declaration() == old.instance.declaration()
        && !old.stopped
}

/// Gives a part the state and the random streams of its predecessor.
fn hand_over<T: Table>(
    slot: &mut Slot<T>,
    old: &Slot<T>,
    random: &mut [RandomState],
    before: &Mover,
    refused: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    random[slot.random.range()].clone_from_slice(&before.components.random[old.random.range()]);
    let failed = |what, fault: &sim_abi::Fault| snapshot::failed(&before.identity.name, &old.origin.name, what, fault);
    let saved = old.instance.save().map_err(|fault| failed("cannot be saved", &fault))?;
    let restored = saved.map_or(Ok(()), |bytes| slot.instance.restore(&bytes));
    refused.extend(restored.err().map(|fault| failed("rejects its saved state", &fault)));
    Ok(())
}

/// Which components restart, in the order of snapshots: those that had failed and whose parameters have changed.
fn renewed(now: &Components, old: &Components) -> Vec<bool> {
    fn new_start<T: Table>(now: &Slot<T>, old: &Slot<T>) -> bool {
        old.stopped && now.origin.shared_request.params != old.origin.shared_request.params
    }
    let sensors = now.sensors.iter().zip(&old.sensors).map(|(now, old)| new_start(&now.slot, &old.slot));
    let actuators = now.actuators.iter().zip(&old.actuators).map(|(now, old)| new_start(&now.slot, &old.slot));
    let controller = now.controller.iter().zip(&old.controller).map(|(now, old)| new_start(now, old));
    let drive = match (&now.drive, &old.drive) {
        (Drive::Plugin(now), Drive::Plugin(old)) => Some(new_start(now, old)),
        _ => None,
    };
    sensors.chain(actuators).chain(controller).chain(drive).collect()
}

fn same_robots(now: &Simulation, old: &Simulation) -> bool {
    let (now, old) = (&now.movers[..now.robots], &old.movers[..old.robots]);
    now.len() == old.len()
        && now.iter().zip(old).all(|(now, old)| now.identity.name == old.identity.name && layout::equal(now, old))
}

/// The robots of a simulation, which a service may refer to by index.
fn robots_of(simulation: &Simulation) -> Vec<(Arc<str>, MoverSignature)> {
    simulation.movers[..simulation.robots]
        .iter()
        .map(|robot| (robot.identity.name.clone(), MoverSignature::of(robot)))
        .collect()
}

/// Log line for a service that restarts although the change that had ended it was undone.
pub(crate) fn restart_line(service: &Arc<str>, time: f64, reason: impl Into<String>) -> LogLine {
    let text = format!("restarted: {reason}", reason = reason.into());
    LogLine { time, robot: "".into(), component: service.clone(), level: LogLevel::Warn, text }
}

/// Properties of a service that must match for one service to continue as another.
#[derive(PartialEq)]
struct ServiceSignature {
    id: String,
    request: Request,
    every: u32,
    grants: Vec<&'static str>,
}

impl ServiceSignature {
    fn of(service: &ServiceSlot) -> Self {
        let request = (*service.slot.origin.shared_request).clone();
        let request = match service.stays() {
            true => Request { robots: Arc::default(), categories: Vec::new(), ..request },
            false => request,
        };
        let (id, grants) = (service.slot.instance.id().to_string(), service.grants.clone());
        Self { id, request, every: service.slot.every, grants }
    }

    /// Why `self` cannot continue as `old`, or `None` if it can; `same_robots`: the robots that it may refer to are the same.
    fn difference(&self, old: &Self, same_robots: bool) -> Option<&'static str> {
        if self.id != old.id {
            return Some("it is another component");
        }
        if self.request.params != old.request.params {
            return Some("its parameters changed");
        }
        if !same_robots {
            return Some("robots or channels, which it may address by index, changed");
        }
        (self != old).then_some("its grants, its period or the categories of the scene changed")
    }
}

/// Why a service cannot keep its instance, or `None` if it can.
fn changed(now: &ServiceSlot, old: &ServiceSlot, same_robots: bool) -> Option<&'static str> {
    let (now, before) = (ServiceSignature::of(now), ServiceSignature::of(old));
    match old.slot.stopped && now.id == before.id {
        true => Some("it had failed"),
        false => now.difference(&before, same_robots || old.stays()),
    }
}
