//! Reports about services for programs.

use super::Simulation;
use super::handles::{ChannelHandle, Owner, unknown};
use super::services::ServiceSlot;
use sim_abi::panel::Panel;
use sim_diagnostics::Diagnostic;
use std::sync::Arc;

/// Report about a service.
#[derive(Clone, Debug)]
pub struct ServiceReport<'a> {
    /// Number of its simulation, and its own.
    place: (u64, usize),
    /// Its name in the scene.
    pub name: &'a str,
    /// Component id.
    pub id: &'a str,
    /// Functions that it exposes.
    pub functions: &'a [sim_abi::declare::Function],
    /// Its overlay drawings for the views.
    pub drawings: &'a [sim_abi::drawing::Drawing],
    /// Its published channels.
    pub channels: &'a [sim_abi::declare::Channel],
    /// The published values, one per channel.
    pub published: &'a [f64],
    /// Its panel; `None` until it has set one.
    pub panel: Option<Arc<Panel>>,
    /// It has failed and is no longer called.
    pub stopped: bool,
}

impl ServiceReport<'_> {
    /// One of its published values.
    ///
    /// # Errors
    /// If the service has no such channel.
    pub fn channel(&self, name: &str) -> Result<ChannelHandle, Diagnostic> {
        let names = || self.channels.iter().map(|channel| channel.name.as_str());
        let index = names().position(|known| known == name);
        let index = index.ok_or_else(|| unknown("channel", name, self.name, names()))?;
        Ok(ChannelHandle { simulation: self.place.0, owner: Owner::Service(self.place.1), index })
    }
}

/// The displayed panel: that of the failure if the service is stopped. Restoring a state in which it was not stopped restores its own
/// panel.
fn shown(service: &ServiceSlot) -> Option<Arc<Panel>> {
    if service.slot.stopped { service.panel_of_stopped.clone() } else { service.panel.borrow().clone() }
}

impl Simulation {
    /// Services in scene order, with their functions and published values.
    pub fn services(&self) -> impl Iterator<Item = ServiceReport<'_>> {
        self.services.iter().enumerate().map(|(number, service)| ServiceReport {
            place: (self.setup.id, number),
            name: &service.slot.origin.name,
            id: service.slot.instance.id(),
            functions: &service.slot.instance.declaration().functions,
            drawings: &service.slot.instance.declaration().drawings,
            channels: &service.slot.instance.declaration().published,
            published: &service.published,
            panel: shown(service),
            stopped: service.slot.stopped,
        })
    }

    /// A service by its name.
    ///
    /// # Errors
    /// If the service does not exist.
    pub fn service(&self, name: &str) -> Result<ServiceReport<'_>, Diagnostic> {
        let names = self.services.iter().map(|service| &*service.slot.origin.name);
        self.services().find(|service| service.name == name).ok_or_else(|| unknown("service", name, "", names))
    }

    /// Calls a function that a service exposes.
    ///
    /// # Errors
    /// If the service or function does not exist, its panel marks it as unavailable, or it rejects the arguments.
    pub fn call_service(
        &mut self,
        service: &str,
        function: &str,
        arguments: &[serde_json::Value],
    ) -> Result<serde_json::Value, sim_abi::Fault> {
        let names = || self.services.iter().map(|slot| &*slot.slot.origin.name);
        let Some(place) = names().position(|name| name == service) else {
            let known = names().collect::<Vec<_>>().join(", ");
            let fault = sim_abi::Fault::new(format!("unknown service `{service}`"));
            return Err(fault.help(format!("services of the scene: {known}")));
        };
        let service = &mut self.services[place];
        let refused = shown(service).and_then(|panel| panel.calls.get(function)?.disabled.clone());
        match refused {
            Some(reason) => Err(sim_abi::Fault::new(format!("`{function}` is disabled: {reason}"))),
            None => service.slot.instance.call(function, arguments, &mut []),
        }
    }
}
