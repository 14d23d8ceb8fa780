//! Manual pages of panels and dialogs.

use super::Window;
use super::dialogs::Open;
use crate::preferences::layout::{Pane, ViewKind};
use egui::Context;

/// The manual page of the window.
const WINDOW: &str = "window.md";

/// The manual page and heading of a panel.
fn of_pane(pane: Pane) -> &'static str {
    match pane {
        Pane::View3d | Pane::Another(ViewKind::View3d, _) => "views.md#view-overlays",
        Pane::Plan | Pane::Another(ViewKind::Plan, _) => "views.md#2d-view",
        Pane::Tree => "window.md#scene-tree-and-inspector",
        Pane::Inspector => "window.md#scene-tree-and-inspector",
        Pane::Plugins => "plugin-folders.md",
        Pane::Packs => "packs.md#packs-in-the-window",
        Pane::Plots => "plots.md",
        Pane::Comparison => "plots.md#comparing-with-a-recording",
        Pane::Log => "window.md#log-problems-and-results",
        Pane::Problems => "window.md#log-problems-and-results",
        Pane::Results => "window.md#log-problems-and-results",
        Pane::Services => "window.md#services",
        Pane::Robots => "window.md#robot-list",
        Pane::Drive => "manual-driving.md",
        Pane::Cameras | Pane::Another(ViewKind::Cameras, _) => "views.md#camera-images",
        Pane::Text => "edit-text.md#fixing-scene-errors",
        Pane::States => "control-runs.md#saved-states",
        Pane::Construction => "build-robots.md",
        Pane::Editor => "edit-text.md#text-editor",
    }
}

/// The manual page and heading of a dialog.
fn of_dialog(open: Open) -> &'static str {
    match open {
        Open::Preferences => "window.md#preferences",
        Open::Shortcuts | Open::Palette => "shortcuts.md",
        Open::About => "window.md#help",
    }
}

impl Window {
    /// Opens the manual at the page of the open dialog, else of the panel or tab under the pointer or with the keyboard focus.
    pub(super) fn show_help(&mut self, ctx: &Context) {
        let place = match self.dialogs.close_for_help() {
            Some(open) => of_dialog(open),
            None => self.pane_in_use(ctx).map_or(WINDOW, of_pane),
        };
        self.manual.open(Some(place));
    }

    fn pane_in_use(&self, ctx: &Context) -> Option<Pane> {
        let pane_at = |at| self.layout.pane_at(at);
        let pointer = ctx.input(|input| input.pointer.latest_pos());
        let focused = || ctx.memory(|memory| memory.focused()).and_then(|id| ctx.read_response(id));
        pointer.and_then(pane_at).or_else(|| pane_at(focused()?.rect.center()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manual;

    #[test]
    fn every_panel_and_dialog_has_a_place_in_the_manual() {
        let panes = Pane::ALL.into_iter().map(of_pane);
        let places = panes.chain(Open::ALL.into_iter().map(of_dialog)).chain([WINDOW]);
        let missing: Vec<&str> = places.filter(|place| !manual::has(place)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(!manual::has("window.md#no-such-heading") && !manual::has("none.md"));
    }
}
