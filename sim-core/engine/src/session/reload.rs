//! Replaces components of a running simulation: a new version of a library, another controller, another dynamics.

use crate::clear_spaces::Surroundings;
use crate::command_limits::command_limits;
use crate::handles::no_robot;
use crate::mover::{Drive, Mover, Slot, shareable};
use crate::mover_dynamics::{adopt, contact_mass, core_effects};
use crate::world::category;
use crate::{LogLine, Simulation, World};
use serde::Serialize;
use sim_abi::declare::{Channel, Declaration, Kind, Request};
use sim_abi::ffi::types::{BodyState, LogLevel};
use sim_abi::model::ComponentRef;
use sim_diagnostics::{Code, Diagnostic};
use sim_geometry::BodyId;
use sim_host::{Instance, Offer, PluginHost, Table};
use sim_physics::Freedom;
use sim_scene::schema;
use std::sync::Arc;

/// Result of replacing the library of one component.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reloaded {
    /// Name of the robot; empty for a service.
    pub robot: String,
    /// Name of the component.
    pub component: String,
    /// Its id.
    pub id: String,
    /// Whether the saved state was migrated; `false` if the component has no state.
    pub carried: bool,
    /// Parts of the running state that could not be migrated, as text.
    pub lost: Vec<String>,
    /// Why the old version remains in use, or `None`.
    pub refused: Option<String>,
}

impl Reloaded {
    /// The result in one sentence.
    fn sentence(&self) -> String {
        let id = &self.id;
        let what = match &self.refused {
            Some(reason) => {
                format!("new version of {id} rejected, keeping the old one: {reason}")
            }
            None if self.carried => format!("{id} reloaded, state migrated"),
            None => format!("{id} reloaded"),
        };
        match self.lost.is_empty() {
            true => what,
            false => {
                let lost = self.lost.join(", ");
                format!("{what}; not migrated: {lost}")
            }
        }
    }
}

/// Error for a robot without a controller to replace or restart.
fn without_controller(name: &str) -> Diagnostic {
    Diagnostic::error(Code::EngineBinding, format!("robot `{name}` has been built without a controller"))
        .with_help("add one in the scene, such as `control/constant`, then replace it")
}

impl Simulation {
    /// Replaces every component of these ids by the version that the libraries provide now, and migrates its state. If the new version is
    /// not compatible, the component keeps the old one, and the result gives the reason. A failed component restarts.
    pub fn reload(&mut self, host: &PluginHost, changed: &[(Kind, String)]) -> Vec<Reloaded> {
        let mut results = Vec::new();
        self.world.components = host.components_with(&self.world.replaced);
        for (kind, id) in changed {
            let offer = match host.find_with(*kind, id, &self.world.replaced) {
                Ok(offer) => offer,
                Err(diagnostic) => {
                    let (time, name) = (self.time(), Arc::<str>::from(""));
                    let reason = &diagnostic.message;
                    let text = format!("cannot reload {id}: {reason}");
                    self.report.log.push(LogLine {
                        time,
                        robot: name.clone(),
                        component: name,
                        level: LogLevel::Error,
                        text,
                    });
                    continue;
                }
            };
            for mover in &mut self.movers {
                reload_mover(mover, *kind, id, &offer, &mut results);
            }
            for service in &mut self.services {
                if *kind == Kind::Service && service.slot.instance.id() == id {
                    results.extend(replace(&mut service.slot, "", &offer));
                }
            }
        }
        self.firm_floor();
        for result in &results {
            let text = result.sentence();
            let level = if result.refused.is_some() { LogLevel::Error } else { LogLevel::Info };
            let (robot, component) = (result.robot.as_str().into(), result.component.as_str().into());
            self.report.log.push(LogLine { time: self.time(), robot, component, level, text });
        }
        results
    }

    /// Replaces the controller of a robot.
    ///
    /// # Errors
    /// If the robot or the component does not exist, the component rejects its parameters, or a space that it requires to be clear is not;
    /// the old controller remains in use.
    pub fn set_controller(&mut self, host: &PluginHost, robot: usize, wanted: &ComponentRef) -> Result<(), Diagnostic> {
        let (offer, wanted) = find(host, &self.world.replaced, Kind::Controller, wanted)?;
        let mover = self.movers.get_mut(robot).filter(|mover| mover.identity.robot).ok_or_else(|| no_robot(robot))?;
        let slot = mover.components.controller.as_mut().ok_or_else(|| without_controller(&mover.identity.name))?;
        exchange(slot, &mover.identity.name, &offer, wanted, &Surroundings::of(&self.world))?;
        mover.wake_sensors();
        mover.commands.halted = false;
        Ok(())
    }

    /// Restarts the controller of a robot, from the same library with the same parameters. Its state is discarded; a failed controller runs
    /// again.
    ///
    /// # Errors
    /// If the robot does not exist, has no controller, or the controller rejects its parameters; the old one remains in use.
    pub fn restart_controller(&mut self, robot: usize) -> Result<(), Diagnostic> {
        let mover = self.movers.get_mut(robot).filter(|mover| mover.identity.robot).ok_or_else(|| no_robot(robot))?;
        let name = mover.identity.name.clone();
        let slot = mover.components.controller.as_mut().ok_or_else(|| without_controller(&name))?;
        let offer = slot.origin.offer.clone();
        let instance = Instance::create(&offer, &slot.origin.request(&name))?;
        settle(slot, instance, &offer);
        mover.commands.halted = mover.must_halt();
        mover.wake_sensors();
        let text = "controller restarted".to_string();
        let (time, component) = (self.time(), Arc::from("engine"));
        self.report.log.push(LogLine { time, robot: name, component, level: LogLevel::Info, text });
        Ok(())
    }

    /// Replaces the dynamics of a robot. Joints that the dynamics does not move itself follow their actuators, as if the robot had been
    /// built with it.
    ///
    /// # Errors
    /// If the robot or the component does not exist, the component rejects its parameters, or a space that it requires to be clear is not;
    /// the old dynamics remains in use.
    pub fn set_dynamics(&mut self, host: &PluginHost, robot: usize, wanted: &ComponentRef) -> Result<(), Diagnostic> {
        let (offer, wanted) = find(host, &self.world.replaced, Kind::Dynamics, wanted)?;
        let mover = self.movers.get_mut(robot).filter(|mover| mover.identity.robot).ok_or_else(|| no_robot(robot))?;
        let Drive::Plugin(slot) = &mut mover.components.drive else {
            return Err(Diagnostic::error(
                Code::EngineBinding,
                format!("the dynamics of `{name}` is not a plugin", name = mover.identity.name),
            ));
        };
        exchange(slot, &mover.identity.name, &offer, wanted, &Surroundings::of(&self.world))?;
        apply_dynamics(mover);
        self.firm_floor();
        Ok(())
    }

    /// Makes the floor solid once a body can fall; bodies that stay in their plane were built without this contact.
    fn firm_floor(&mut self) {
        let falls = self.movers.iter().any(|mover| mover.contact.mass.freedom == Freedom::Full);
        let World { floor, bodies, index, .. } = &mut self.world;
        // The floor is the first body of a world that has one, unless it was removed.
        if falls && floor.is_some() && bodies.first().is_some_and(|body| body.category & category::GROUND != 0) {
            // Fails if the body has been removed.
            let _ = index.set_flags(BodyId(0), 0, true, true, category::FIXED | category::GROUND);
            index.refresh(false);
        }
    }
}

/// Finds the requested component, with its parameters spelled as in its schema.
fn find(
    host: &PluginHost,
    replaced: &[String],
    kind: Kind,
    wanted: &ComponentRef,
) -> Result<(Offer, ComponentRef), Diagnostic> {
    let offer = host.find_with(kind, &wanted.id, replaced)?;
    let mut wanted = wanted.clone();
    if wanted.params.is_null() {
        return Ok((offer, wanted));
    }
    if let Some(params) = wanted.params.as_object_mut() {
        schema::rename_parameters(&offer.info().schema, params);
    }
    schema::spell_choices(&offer.info().schema, &mut wanted.params);
    match schema::validate(&offer.info().schema, &wanted.params).first() {
        Some(problem) => Err(problem.to_diagnostic()),
        None => Ok((offer, wanted)),
    }
}

/// Replaces the component in a slot; the old one is dropped after the new one has been created.
fn exchange<T: Table>(
    slot: &mut Slot<T>,
    robot: &str,
    offer: &Offer,
    wanted: ComponentRef,
    around: &Surroundings<'_>,
) -> Result<(), Diagnostic> {
    let library_folder = offer.library.folder();
    let request = Request { params: wanted.params, library_folder, ..slot.origin.request(robot) };
    let mut instance = Instance::<T>::create(offer, &request)?;
    around.check(T::KIND, offer.id(), &instance.declaration().clear_spaces)?;
    if goes_on(slot, &instance)
        && let Ok(Some(state)) = slot.instance.save()
        && instance.restore(&state).is_err()
    {
        // It is unknown how much of that state it has loaded.
        instance = Instance::<T>::create(offer, &request)?;
    }
    settle(slot, instance, offer);
    slot.origin.shared_request = Arc::new(shareable(request));
    Ok(())
}

/// Whether a component with changed parameters continues with the state of its predecessor.
fn goes_on<T: Table>(slot: &Slot<T>, instance: &Instance<T>) -> bool {
    slot.instance.id() == instance.id() && instance.declaration().tunable && !slot.stopped
}

/// Puts a new instance into use.
pub(crate) fn settle<T: Table>(slot: &mut Slot<T>, instance: Instance<T>, offer: &Offer) {
    let published = &instance.declaration().published;
    // The layout of a run does not change: values that are not part of it go to memory that is not recorded.
    let same = same_values(published, &slot.instance.declaration().published) && slot.unrecorded.is_none();
    slot.unrecorded = (!same).then(|| Box::new(published.iter().map(|channel| channel.neutral).collect()));
    slot.instance = instance;
    slot.origin.offer = offer.clone();
    slot.stopped = false;
}

/// Whether two lists of published values are the same for their readers; the value before the first call no longer matters.
fn same_values(now: &[Channel], before: &[Channel]) -> bool {
    let same = |(now, before): (&Channel, &Channel)| Channel { neutral: before.neutral, ..now.clone() } == *before;
    now.len() == before.len() && now.iter().zip(before).all(same)
}

fn reload_mover(mover: &mut Mover, kind: Kind, id: &str, offer: &Offer, results: &mut Vec<Reloaded>) {
    let name: Arc<str> = mover.identity.name.clone();
    let before = results.len();
    match kind {
        Kind::Sensor => {
            for sensor in mover.components.sensors.iter_mut().filter(|sensor| sensor.slot.instance.id() == id) {
                results.extend(replace(&mut sensor.slot, &name, offer));
                if let Some(noise) = &mut sensor.noise {
                    noise.0.follow(&sensor.slot.instance.declaration().channels);
                }
            }
        }
        Kind::Actuator => {
            for actuator in mover.components.actuators.iter_mut().filter(|actuator| actuator.slot.instance.id() == id) {
                results.extend(replace(&mut actuator.slot, &name, offer));
                let channels = &actuator.slot.instance.declaration().channels;
                let range = actuator.commands.range();
                let commands = &mut mover.telemetry.split().commands[range.clone()];
                for ((limits, command), channel) in mover.commands.limits[range].iter_mut().zip(commands).zip(channels)
                {
                    *limits = command_limits(channel);
                    *command = command.clamp(limits[0], limits[1]);
                }
            }
        }
        Kind::Controller => {
            if let Some(slot) = mover.components.controller.as_mut().filter(|slot| slot.instance.id() == id) {
                results.extend(replace(slot, &name, offer));
                mover.wake_sensors();
            }
        }
        Kind::Dynamics => {
            results.extend(replace_dynamics(mover, id, &name, offer));
        }
        Kind::Robot | Kind::Service | Kind::Unknown => {}
    }
    if results[before..].iter().any(|result| result.refused.is_none()) {
        mover.commands.halted = false;
    }
}

/// Updates a mover to the declaration of its replaced dynamics: memory, freedom, contact mass, effects.
fn apply_dynamics(mover: &mut Mover) {
    let Drive::Plugin(slot) = &mover.components.drive else { return };
    let (declaration, request) = (slot.instance.declaration().clone(), slot.origin.shared_request.clone());
    *mover.contact.mass = contact_mass(&request.mass);
    adopt(mover, &declaration);
    if mover.contact.mass.freedom == Freedom::Fixed {
        // A body that becomes fixed while moving stops at once, without braking.
        let pose = mover.motion.state.pose;
        mover.place(BodyState { pose, ..Default::default() });
    }
    // Problems with effects were reported when the robot was built.
    mover.effects.core = mover
        .identity
        .model
        .as_ref()
        .map_or_else(Box::default, |spec| core_effects(&mover.components, spec, &request.effects).0.into());
}

/// Replaces a dynamics of this id. Its memory is migrated by name.
fn replace_dynamics(mover: &mut Mover, id: &str, robot: &str, offer: &Offer) -> Option<Reloaded> {
    let Drive::Plugin(slot) = &mut mover.components.drive else { return None };
    if slot.instance.id() != id {
        return None;
    }
    let known = slot.instance.declaration().memory.clone();
    let mut result = replace(slot, robot, offer)?;
    if result.refused.is_none() {
        let declared = slot.instance.declaration().memory.clone();
        let values = std::mem::take(&mut mover.components.memory);
        apply_dynamics(mover);
        for (channel, value) in known.iter().zip(values) {
            let name = &channel.name;
            match declared.iter().position(|now| now.name == *name) {
                Some(place) if declared[place].unit == channel.unit => {
                    mover.components.memory[place] = value;
                    result.carried = true;
                }
                Some(place) => {
                    let unit = &declared[place].unit;
                    let before = &channel.unit;
                    result.lost.push(format!("memory `{name}` (unit changed from `{before}` to `{unit}`)"));
                }
                None => {
                    let lost = format!("memory `{name}` (removed in the new version)");
                    result.lost.push(lost);
                }
            }
        }
    }
    Some(result)
}

/// Creates the new version, migrates the state of the old one, and puts it into use. `None` if it is already in use.
fn replace<T: Table>(slot: &mut Slot<T>, robot: &str, offer: &Offer) -> Option<Reloaded> {
    if Arc::ptr_eq(&slot.origin.offer.library, &offer.library) {
        return None;
    }
    let mut result = Reloaded {
        robot: robot.to_string(),
        component: slot.origin.name.to_string(),
        id: slot.instance.id().to_string(),
        carried: false,
        lost: Vec::new(),
        refused: None,
    };
    match renewed(slot, robot, offer) {
        Ok((instance, carried)) => {
            settle(slot, instance, offer);
            result.carried = carried;
        }
        Err(reason) => result.refused = Some(reason),
    }
    Some(result)
}

fn renewed<T: Table>(slot: &Slot<T>, robot: &str, offer: &Offer) -> Result<(Instance<T>, bool), String> {
    let mut instance =
        Instance::<T>::create(offer, &slot.origin.request(robot)).map_err(|diagnostic| diagnostic.message)?;
    if let Some(difference) = difference(T::KIND, slot.instance.declaration(), instance.declaration()) {
        return Err(format!("{difference}; restart the run"));
    }
    let saved = slot.instance.save().map_err(|fault| {
        let reason = fault.message();
        format!("saving the state of the old version failed: {reason}")
    })?;
    let Some(bytes) = saved else { return Ok((instance, false)) };
    instance.restore(&bytes).map_err(|fault| {
        let reason = fault.message();
        format!("restoring the state failed: {reason}")
    })?;
    Ok((instance, true))
}

/// Differences that do not fit the buffers of the robot or the uses of its values elsewhere, as text. Memory and consumed effects belong to
/// a dynamics alone, so they may differ; ranges are updated.
fn difference(kind: Kind, old: &Declaration, new: &Declaration) -> Option<String> {
    let named = |channels: &[Channel]| channels.iter().map(|channel| channel.name.clone()).collect::<Vec<_>>();
    if named(&old.channels) != named(&new.channels) {
        return Some("its channels differ from the running version".to_string());
    }
    if old.effects.len() != new.effects.len() {
        return Some("its effects differ from the running version".to_string());
    }
    for (old, new) in old.effects.iter().zip(&new.effects) {
        if old.kind != new.kind || old.channels.len() != new.channels.len() {
            return Some("its effects differ from the running version".to_string());
        }
    }
    let effects = |declaration: &Declaration| declaration.effects.iter().flat_map(|e| e.channels.clone()).collect();
    let (a, b): (Vec<Channel>, Vec<Channel>) = (effects(old), effects(new));
    let changed =
        old.channels.iter().zip(&new.channels).chain(a.iter().zip(&b)).find_map(|(old, new)| meaning(old, new));
    if changed.is_some() {
        return changed;
    }
    if kind != Kind::Dynamics && (named(&old.memory) != named(&new.memory) || old.consumes != new.consumes) {
        return Some("its memory or consumed effects differ from the running version".to_string());
    }
    (old.streams != new.streams).then(|| "its random streams differ from the running version".to_string())
}

/// Why a value has a different meaning, or `None` if it is the same.
fn meaning(old: &Channel, new: &Channel) -> Option<String> {
    let name = &new.name;
    if old.unit != new.unit {
        let (unit, before) = (&new.unit, &old.unit);
        return Some(format!("unit of `{name}` changed from `{before}` to `{unit}`"));
    }
    let frame = |channel: &Channel| match channel.frame.is_empty() {
        true => "no frame".to_string(),
        false => format!("`{}`", channel.frame),
    };
    (old.frame != new.frame).then(|| {
        let (frame, before) = (frame(new), frame(old));
        format!("frame of `{name}` changed from {before} to {frame}")
    })
}
