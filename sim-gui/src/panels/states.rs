//! Saved states of the run; a click restores one.

use crate::actions::{Action, KeptRequest, Request, RunRequest};
use crate::text::several as words;
use crate::viewer_context::ViewerContext;
use egui::{Button, Grid, RichText, ScrollArea, Ui};

/// Shows a row for each state.
pub fn show(ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    let (kept, live) = (context.kept, context.is_live);
    ui.horizontal(|ui| {
        let keep = ui.add_enabled(live, Button::new(Action::KeepState.name()));
        if keep.on_hover_text(Action::KeepState.entry().words.help).clicked() {
            requests.push(Action::KeepState.into());
        }
        if kept.most() > 0 {
            ui.weak(words::count(kept.iter().count(), kept.most()));
        }
    });
    if kept.iter().next().is_none() {
        return super::empty(ui, &words::NO_STATES);
    }
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        Grid::new("kept states").num_columns(4).striped(true).spacing([16.0, 4.0]).show(ui, |ui| {
            for (state, name) in kept.iter().rev() {
                let mut ask = |what| requests.push(Request::Run(RunRequest::State { id: state.id, what }));
                let row = ui.add_enabled(state.fits && live, Button::new(name).frame(false));
                row.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, row.enabled(), words::go_to(name)));
                let row = row.on_hover_text(words::GO_HELP);
                if row.on_disabled_hover_text(if live { words::OTHER_SCENE } else { words::RECORDING }).clicked() {
                    ask(KeptRequest::GoTo);
                }
                ui.label(RichText::new(words::moment(state.time)).monospace());
                ui.horizontal(|ui| {
                    let mut button = |word: &str, label: String, what: KeptRequest| {
                        let button = ui.button(word);
                        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
                        if button.clicked() {
                            ask(what);
                        }
                    };
                    button(&words::RENAME, words::rename_of(name), KeptRequest::Rename);
                    button(&words::DELETE, words::delete_of(name), KeptRequest::Delete);
                });
                let note = if state.fits { "" } else { &words::OTHER_SCENE };
                ui.weak(note);
                ui.end_row();
            }
        });
    });
}
