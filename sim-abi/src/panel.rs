//! A service's panel in the window: its state, the functions that can be called now, and its tasks.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The window's view of a service. Texts are in English; a library with translations lists them in its [`texts`](crate::texts).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panel {
    /// States, in display order.
    pub states: Vec<PanelState>,
    /// Overrides for calls of its functions, by function name; a function without an entry can be called.
    pub calls: BTreeMap<String, PanelCall>,
    /// Running tasks.
    pub tasks: Vec<Task>,
    /// Warning before the run ends, such as `the real robot is moving; it will be stopped`: a window asks for confirmation first, and
    /// shows the warning while the service stops. `None`: the run may end at any time.
    pub stop_warning: Option<String>,
}

/// One line of a service's state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelState {
    /// Name of the state, such as `mode`.
    pub name: String,
    /// Its value, such as `no data for 3 s`.
    pub text: String,
    /// Severity.
    pub level: PanelLevel,
}

/// Severity of a state. Never the only indication of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PanelLevel {
    /// In progress.
    Active,
    /// Needs the user's attention.
    Warning,
    /// Something has failed.
    Error,
    /// Normal; also any level of a later version.
    #[default]
    #[serde(other)]
    Normal,
}

/// Override for calls of a function.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelCall {
    /// Reason why it cannot be called now, and what to do first; the host rejects calls with this text. `None` if it can be called.
    pub disabled: Option<String>,
    /// Caption of the next call, such as `pause`. Default: the name of the function.
    pub caption: Option<String>,
}

/// A long-running task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Task {
    /// Name of the task.
    pub name: String,
    /// Progress, 0 … `total`.
    pub completed: f64,
    /// Total amount of work, above 0.
    pub total: f64,
    /// Function that cancels it, called without arguments; `None` if it cannot be canceled.
    pub cancel: Option<String>,
}

impl Panel {
    /// Adds a line of state.
    pub fn state(&mut self, name: &str, text: impl Into<String>, level: PanelLevel) -> &mut Self {
        self.states.push(PanelState { name: name.into(), text: text.into(), level });
        self
    }

    /// Disables a function: why, and what to do first.
    pub fn disable(&mut self, function: &str, reason: impl Into<String>) -> &mut Self {
        self.calls.entry(function.into()).or_default().disabled = Some(reason.into());
        self
    }

    /// Sets the caption of the next call of a function.
    pub fn caption(&mut self, function: &str, caption: impl Into<String>) -> &mut Self {
        self.calls.entry(function.into()).or_default().caption = Some(caption.into());
        self
    }

    /// Sets the warning before the run ends.
    pub fn stop_warning(&mut self, text: impl Into<String>) -> &mut Self {
        self.stop_warning = Some(text.into());
        self
    }

    /// Adds a long-running task.
    pub fn task(&mut self, task: Task) -> &mut Self {
        self.tasks.push(task);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_of_a_later_version_is_read_but_for_what_is_new() {
        let text = r#"{"states": [{"name": "mode", "text": "robot", "level": "blinking", "more": 1}],
            "calls": {"play": {"caption": "pause", "icon": "pause"}}, "later": []}"#;
        let mut expected = Panel::default();
        expected.state("mode", "robot", PanelLevel::Normal).caption("play", "pause");
        assert_eq!(serde_json::from_str::<Panel>(text).unwrap(), expected);
    }

    #[test]
    fn refusal_and_caption_of_a_function_stand_together() {
        let mut panel = Panel::default();
        panel.disable("play", "the route is empty: draw one").caption("play", "start");
        let play = &panel.calls["play"];
        assert_eq!(play.disabled.as_deref(), Some("the route is empty: draw one"));
        assert_eq!(play.caption.as_deref(), Some("start"));
    }
}
