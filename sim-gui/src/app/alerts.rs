//! Alerts of services: warnings and current activities. The status bar shows them while they apply; errors also pop up as messages.

use super::Window;
use crate::preferences::layout::Pane;
use crate::text::service as words;
use crate::viewer_context::ViewerContext;
use sim_abi::declare::Kind;
use sim_abi::panel::PanelLevel;
use std::collections::BTreeSet;

/// A service state that requires attention, or the activities of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alert {
    /// Severity, at least [`PanelLevel::Active`].
    pub(super) level: PanelLevel,
    /// Service, state and value, in the current language.
    pub(super) text: String,
    /// Service and state: identifies the alert when its text changes.
    key: (String, String),
}

/// Alerts seen so far.
#[derive(Default)]
pub(super) struct Alerts {
    failures: BTreeSet<(String, String)>,
    /// Whether the services panel has been placed next to the inspector in this scene.
    offered: bool,
}

/// Current alerts: errors first, then warnings, then activities; within each level in scene order.
pub(super) fn of(context: &ViewerContext<'_>) -> Vec<Alert> {
    let mut alerts = Vec::new();
    for (service, panel) in context.panels() {
        let say = |text| context.plugins.say(Kind::Service.word(), &service.id, text);
        let of_level = |wanted| panel.states.iter().filter(move |state| state.level == wanted);
        for state in [PanelLevel::Error, PanelLevel::Warning].into_iter().flat_map(of_level) {
            alerts.push(Alert {
                level: state.level,
                text: words::alert(say(&state.name), &service.name, say(&state.text)),
                key: (service.name.clone(), state.name.clone()),
            });
        }
        let doing: Vec<&str> = of_level(PanelLevel::Active).map(|state| say(&state.text)).collect();
        if !doing.is_empty() {
            alerts.push(Alert {
                level: PanelLevel::Active,
                text: words::doing(doing.join(", "), &service.name),
                key: (service.name.clone(), String::new()),
            });
        }
    }
    let order = [PanelLevel::Error, PanelLevel::Warning, PanelLevel::Active];
    alerts.sort_by_key(|alert| order.iter().position(|level| *level == alert.level));
    alerts
}

impl Window {
    /// Reports new errors, and places the services panel next to the inspector as soon as a service of the scene shows something.
    pub(super) fn follow_alerts(&mut self) {
        let context = self.state.context();
        let shows_panels = context.panels().next().is_some();
        let failures: Vec<Alert> = of(&context).into_iter().filter(|alert| alert.level == PanelLevel::Error).collect();
        let alerts = &mut self.state.scene.alerts;
        if shows_panels && !std::mem::replace(&mut alerts.offered, true) {
            self.layout.offer(Pane::Services, Pane::Inspector);
        }
        let before = std::mem::take(&mut alerts.failures);
        for alert in failures {
            if !before.contains(&alert.key) {
                self.notices.toasts.error(alert.text);
            }
            alerts.failures.insert(alert.key);
        }
    }
}
