//! What a service shows people of itself: how it is, which of its functions can be called now, and what it is working on.

use crate::fault::Result;
use crate::service::{Request, ServiceIo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a window shows of a service. Texts are read by people, in English; a library that speaks other languages has them in its
/// [`texts`](crate::texts).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panel {
    /// How it is, in the order in which it is shown.
    pub states: Vec<PanelState>,
    /// What is special about calls of its functions now, by function; those without an entry can be called.
    pub calls: BTreeMap<String, PanelCall>,
    /// What it is working on.
    pub tasks: Vec<Task>,
    /// What people must know before the run ends, such as `the real robot moves; it is told to stop`: a window asks them first, and
    /// shows it while the service stops. None where the run can end as it likes.
    pub stop_warning: Option<String>,
}

/// One line about how a service is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelState {
    /// What it is about, such as `mode`.
    pub name: String,
    /// How that is, such as `no data for 3 s`.
    pub text: String,
    /// How much it matters.
    pub level: PanelLevel,
}

/// How much a state matters. Never the only way in which something is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PanelLevel {
    /// Something is under way.
    Active,
    /// People should look at it.
    Warning,
    /// Something has failed.
    Error,
    /// As usual; also what a later version may add.
    #[default]
    #[serde(other)]
    Normal,
}

/// What is special about calls of a function now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelCall {
    /// Why it cannot be called, and what would have to be done first; the host refuses calls with this text. None where it can.
    pub disabled: Option<String>,
    /// What the next call does, such as `pause`; the name of the function where there is none.
    pub caption: Option<String>,
}

/// Something that takes a while.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Task {
    /// What is done.
    pub name: String,
    /// How much of it is done, 0 … `total`.
    pub completed: f64,
    /// How much there is to do, above 0.
    pub total: f64,
    /// The function that ends it before it is done, called without arguments; none where nothing does.
    pub cancel: Option<String>,
}

impl Panel {
    /// Adds a line about how the service is.
    pub fn state(&mut self, name: &str, text: impl Into<String>, level: PanelLevel) -> &mut Self {
        self.states.push(PanelState { name: name.into(), text: text.into(), level });
        self
    }

    /// A function cannot be called now: why, and what would have to be done first.
    pub fn disable(&mut self, function: &str, reason: impl Into<String>) -> &mut Self {
        self.calls.entry(function.into()).or_default().disabled = Some(reason.into());
        self
    }

    /// What the next call of a function does.
    pub fn caption(&mut self, function: &str, caption: impl Into<String>) -> &mut Self {
        self.calls.entry(function.into()).or_default().caption = Some(caption.into());
        self
    }

    /// Says what people must know before the run ends.
    pub fn stop_warning(&mut self, text: impl Into<String>) -> &mut Self {
        self.stop_warning = Some(text.into());
        self
    }

    /// Adds something that takes a while.
    pub fn task(&mut self, task: Task) -> &mut Self {
        self.tasks.push(task);
        self
    }
}

/// Shows a panel whenever it has changed. A service keeps one and calls [`PanelPublisher::show`] in each step and each
/// [idle](crate::service::Service::idle) call.
#[derive(Clone, Debug, Default)]
pub struct PanelPublisher {
    shown: Option<Panel>,
}

impl PanelPublisher {
    /// Shows a panel, if it is another one than before.
    ///
    /// # Errors
    /// When the host does not know panels, or refuses this one: it is too large, or names functions that there are not.
    pub fn show(&mut self, panel: Panel, io: &mut ServiceIo) -> Result {
        if self.shown.as_ref() == Some(&panel) {
            return Ok(());
        }
        io.request(&Request::Panel { panel: panel.clone() })?;
        self.shown = Some(panel);
        Ok(())
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
