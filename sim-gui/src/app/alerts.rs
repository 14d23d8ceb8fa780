//! What services warn of: it is told in the line at the bottom as long as it is so, and by a message when something has failed.

use super::Window;
use crate::preferences::layout::{self, Pane};
use crate::text::service as words;
use crate::viewer_context::ViewerContext;
use sim_abi::declare::Kind;
use sim_abi::panel::PanelLevel;
use std::collections::BTreeSet;

/// A state of a service that people should look at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Alert {
    /// Whether something has failed.
    pub(super) failed: bool,
    /// Service, state and how that is, in the language in use.
    pub(super) text: String,
    /// Service and state, by which it is known while its text changes.
    key: (String, String),
}

/// What services have warned of so far.
#[derive(Default)]
pub(super) struct Alerts {
    failures: BTreeSet<(String, String)>,
    /// Whether the panel of services has been put beside the inspector in this scene.
    offered: bool,
}

impl Alerts {
    /// The scene is another one.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

/// What services warn of now, failures first, else in the order of the scene.
pub(super) fn of(context: &ViewerContext<'_>) -> Vec<Alert> {
    let mut alerts = Vec::new();
    for (service, panel) in context.panels() {
        for state in &panel.states {
            if !matches!(state.level, PanelLevel::Warning | PanelLevel::Error) {
                continue;
            }
            let say = |text| context.plugins.say(Kind::Service.word(), &service.id, text);
            alerts.push(Alert {
                failed: state.level == PanelLevel::Error,
                text: words::alert(&service.name, say(&state.name), say(&state.text)),
                key: (service.name.clone(), state.name.clone()),
            });
        }
    }
    alerts.sort_by_key(|alert| !alert.failed);
    alerts
}

impl Window {
    /// Tells what has failed since the last frame, and puts the panel of services beside the inspector as soon as a service of
    /// the scene shows something.
    pub(super) fn follow_alerts(&mut self) {
        let context = self.state.context();
        if context.panels().next().is_some() && !std::mem::replace(&mut self.alerts.offered, true) {
            layout::offer(&mut self.tiles, Pane::Services, Pane::Inspector);
        }
        let failures: Vec<Alert> = of(&context).into_iter().filter(|alert| alert.failed).collect();
        let before = std::mem::take(&mut self.alerts.failures);
        for alert in failures {
            if !before.contains(&alert.key) {
                self.toasts.error(alert.text);
            }
            self.alerts.failures.insert(alert.key);
        }
    }
}
