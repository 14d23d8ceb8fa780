//! Creates components and installs them in their slots.

use super::super::mover::{Drive, Mover, Origin, Slot, Span, shareable};
use super::super::mover_dynamics::adopt;
use super::Builder;
use serde_json::Value;
use sim_abi::declare::{self, Declaration, EffectPart, Request};
use sim_abi::ffi::module::DynamicsTable;
use sim_abi::ffi::types::RandomState;
use sim_diagnostics::{Code, Diagnostic};
use sim_host::{Instance, Offer, Table};

/// A created component, before it is installed.
pub(super) struct NewComponent<T: Table> {
    pub(super) instance: Instance<T>,
    pub(super) offer: Offer,
    pub(super) request: Request,
    pub(super) name: String,
    pub(super) every: u32,
}

impl Builder<'_> {
    /// The slot of a component with its ranges of published values and random streams.
    pub(super) fn placed_slot<T: Table>(&mut self, made: NewComponent<T>, published: Span, random: Span) -> Slot<T> {
        let NewComponent { instance, offer, request, name, every } = made;
        let data_folder = request.data_folder.as_str().into();
        let shared_request = self.requests.share(shareable(request));
        let origin =
            Box::new(Origin { name: name.into(), offer, data_folder, log_limit: Default::default(), shared_request });
        Slot { instance, published, random, every, unrecorded: None, stopped: false, origin }
    }

    /// The common part of all requests.
    pub(super) fn request(&self, robot: &str, component: &str, params: Value) -> Request {
        Request {
            params,
            robot: robot.to_string(),
            name: component.to_string(),
            step: self.dt,
            period: self.dt,
            data_folder: self.data_folder(robot, component),
            ..Request::default()
        }
    }

    /// Creates a component; a rejection is reported at its location in the scene, once per location.
    pub(super) fn make<T: Table>(
        &mut self,
        offer: &Offer,
        request: Request,
        name: &str,
        path: &str,
        every: u32,
    ) -> Option<NewComponent<T>> {
        let request = Request { library_folder: offer.library.folder(), ..request };
        match Instance::<T>::create_like(offer, &request, &mut self.declarations) {
            Ok(instance) => {
                self.note_clear_spaces(path, T::KIND, offer.id(), &instance.declaration().clear_spaces);
                let every = if every == 0 { self.asked(instance.declaration().period) } else { every };
                Some(NewComponent { instance, offer: offer.clone(), request, name: name.to_string(), every })
            }
            Err(diagnostic) => {
                if !self.may_be_incomplete(path) && self.checked.insert(format!("{path} setup")) {
                    self.report(path, diagnostic);
                }
                None
            }
        }
    }

    /// Random streams of a component: the first one is unnamed.
    pub(super) fn streams(&self, robot: &str, component: &str, declaration: &Declaration) -> Vec<RandomState> {
        let names = std::iter::once("").chain(declaration.streams.iter().map(String::as_str));
        names.map(|stream| RandomState::derive(self.seed, &[robot, component, stream])).collect()
    }

    /// Allocates the ranges of published values and random streams of a component.
    pub(super) fn slot<T: Table>(&mut self, mover: &mut Mover, made: NewComponent<T>) -> Slot<T> {
        let declaration = made.instance.declaration();
        let published = Span::new(mover.telemetry.parts.published, declaration.published.len());
        mover.telemetry.parts.published += declaration.published.len();
        let first = mover.components.random.len();
        mover.components.random.extend(self.streams(&mover.identity.name, &made.name, declaration));
        self.placed_slot(made, published, Span::new(first, mover.components.random.len() - first))
    }

    /// Installs a dynamics: memory, freedom, contact mass, unconsumed effects.
    pub(super) fn install_dynamics(
        &mut self,
        mover: &mut Mover,
        made: NewComponent<DynamicsTable>,
        effects: &[EffectPart],
        path: &str,
    ) {
        let declaration = made.instance.declaration();
        for (index, part) in effects.iter().enumerate() {
            if declaration.consumes.contains(&index) || !needs_dynamics(&part.effect.kind) {
                continue;
            }
            let message = format!("the effect of actuator `{actuator}` is not used", actuator = part.actuator);
            let diagnostic = Diagnostic::warning(Code::SceneNoEffect, message)
                .with_found(format!(
                    "the dynamics `{id}` does not consume {kind:?}",
                    id = made.instance.id(),
                    kind = part.effect.kind
                ))
                .with_help("use a dynamics model that consumes it, or remove the actuator");
            if self.checked.insert(format!("{path} {}", part.actuator)) {
                self.report(path, diagnostic);
            }
        }
        adopt(mover, declaration);
        let slot = self.slot(mover, made);
        mover.components.drive = Drive::Plugin(slot);
    }
}

/// Whether an effect does nothing unless a dynamics consumes it.
fn needs_dynamics(kind: &declare::EffectKind) -> bool {
    use declare::EffectKind::*;
    matches!(kind, JointEffort { .. } | LinkWrench { .. } | Thrust | Wrench | Custom(_))
}
