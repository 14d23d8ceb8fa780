//! Stray calls: host calls of a component from a thread of its own, or after its call.

use super::fault::Fault;
use super::mover::{Components, Slot, Visitor};
use super::{Simulation, component_call};
use sim_abi::declare::Kind;
use sim_host::Table;
use std::collections::BTreeSet;

impl Simulation {
    /// Stops the components that have made stray calls. These had no effect, but they violate the contract.
    pub(super) fn stop_stray_callers(&mut self) {
        let stray_calls = component_call::stray_calls();
        if std::mem::replace(&mut self.stray_calls, stray_calls) == stray_calls {
            return;
        }
        let mut own = BTreeSet::new();
        self.movers.iter_mut().for_each(|mover| mover.components.each_slot(&mut |_, number, _| _ = own.insert(number)));
        own.extend(self.services.iter().map(|service| service.slot.instance.number()));
        let found: BTreeSet<u64> =
            component_call::take_stray_callers(|number| own.contains(&number)).into_iter().collect();
        let (tick, time) = (self.clock.number, self.time());
        for mover in &mut self.movers {
            let (name, mut any) = (mover.identity.name.clone(), false);
            mover.components.each_slot(&mut |kind, number, stopped| {
                if found.contains(&number) && !std::mem::replace(stopped.stopped, true) {
                    any = true;
                    let fault = Fault::reported(&component_call::stray_call_fault());
                    self.report.faults.push(fault.of(kind, &name, stopped.name, stopped.id).at(tick, time));
                }
            });
            if any {
                mover.make_safe();
            }
        }
        for service in self.services.iter_mut().filter(|service| found.contains(&service.slot.instance.number())) {
            if !std::mem::replace(&mut service.slot.stopped, true) {
                let fault = Fault::reported(&component_call::stray_call_fault());
                let (name, id) = (service.slot.origin.name.clone(), service.slot.instance.id());
                self.report.faults.push(fault.of(Kind::Service, "", &name, id).at(tick, time));
            }
        }
    }
}

/// A component that may be stopped.
struct Stoppable<'a> {
    stopped: &'a mut bool,
    name: &'a str,
    id: &'a str,
}

impl Components {
    /// Every component with its kind and the number of its instance.
    fn each_slot(&mut self, visit: &mut dyn FnMut(Kind, u64, Stoppable<'_>)) {
        struct Each<'a>(&'a mut dyn FnMut(Kind, u64, Stoppable<'_>));
        impl Visitor for Each<'_> {
            fn visit<T: Table>(&mut self, slot: &mut Slot<T>) {
                let Slot { instance, stopped, origin, .. } = slot;
                self.0(T::KIND, instance.number(), Stoppable { stopped, name: &origin.name, id: instance.id() });
            }
        }
        self.visit(&mut Each(visit));
    }
}
