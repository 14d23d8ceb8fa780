//! Services as programs see them.

use super::Simulation;
use super::services::ServiceSlot;
use sim_abi::panel::Panel;
use std::sync::Arc;

/// A service as programs see it.
#[derive(Clone, Debug)]
pub struct ServiceReport<'a> {
    /// Its name in the scene.
    pub name: &'a str,
    /// Component id.
    pub id: &'a str,
    /// Functions that it offers.
    pub functions: &'a [sim_abi::declare::Function],
    /// What it draws over the views.
    pub drawings: &'a [sim_abi::drawing::Drawing],
    /// What it publishes.
    pub channels: &'a [sim_abi::declare::Channel],
    /// The published values, one per channel.
    pub published: &'a [f64],
    /// What it shows of itself; none until it has shown something.
    pub panel: Option<Arc<Panel>>,
    /// It has failed and is not called any more.
    pub stopped: bool,
}

/// What a service shows: where it is stopped, that. What it has shown before comes back with a state in which it was not.
fn shown(service: &ServiceSlot) -> Option<Arc<Panel>> {
    if service.slot.stopped { service.panel_of_stopped.clone() } else { service.panel.borrow().clone() }
}

impl Simulation {
    /// Services in scene order, with what they offer and what they have published.
    pub fn services(&self) -> impl Iterator<Item = ServiceReport<'_>> {
        self.services.iter().map(|service| ServiceReport {
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

    /// Calls a function that a service offers.
    ///
    /// # Errors
    /// When there is no such service or function, its panel says that it cannot be called now, or it refuses the arguments.
    pub fn call_service(
        &mut self,
        service: &str,
        function: &str,
        arguments: &[serde_json::Value],
    ) -> Result<serde_json::Value, sim_abi::Fault> {
        let names = || self.services.iter().map(|slot| &*slot.slot.origin.name);
        let Some(place) = names().position(|name| name == service) else {
            let known = names().collect::<Vec<_>>().join(", ");
            let fault = sim_abi::Fault::new(format!("there is no service `{service}`"));
            return Err(fault.help(format!("services of the scene: {known}")));
        };
        let service = &mut self.services[place];
        let refused = shown(service).and_then(|panel| panel.calls.get(function)?.disabled.clone());
        match refused {
            Some(reason) => Err(sim_abi::Fault::new(format!("`{function}` cannot be called now: {reason}"))),
            None => service.slot.instance.call(function, arguments, &mut []),
        }
    }
}
