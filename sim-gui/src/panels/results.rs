//! Acceptance conditions of the scene, with their status and the decisive times.

use crate::actions::{Action, Request, RunRequest, SelectRequest};
use crate::text::acceptance as words;
use crate::viewer_context::ViewerContext;
use egui::{Button, Grid, RichText, ScrollArea, Ui};
use sim_core::engine::{Outcome, Verdict};
use sim_runner::RunState;

/// Shows a row for each condition.
pub fn show(ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    let verdicts = context.acceptance.verdicts();
    if verdicts.is_empty() {
        ui.weak(words::NONE);
        return;
    }
    let ended = matches!(context.frame.state, RunState::Ended(_));
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        Grid::new("results").num_columns(words::COLUMNS.len()).striped(true).spacing([16.0, 4.0]).show(ui, |ui| {
            words::COLUMNS.iter().for_each(|title| _ = ui.strong(*title));
            ui.end_row();
            for verdict in verdicts {
                row(ui, verdict, ended, context, requests);
                ui.end_row();
            }
        });
    });
}

fn row(ui: &mut Ui, verdict: &Verdict, ended: bool, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    let bodies = bodies(verdict, context);
    let condition = &verdict.name;
    let name = ui.add_enabled(!bodies.is_empty(), Button::new(condition).frame(false));
    let label = words::show(condition);
    name.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, name.enabled(), &label));
    if name.on_hover_text(words::SELECT).clicked() {
        requests.extend([Request::Select(SelectRequest::Bodies { bodies, add: false }), Action::FitSelection.into()]);
    }
    let (mark, color) = match verdict.outcome {
        Outcome::Passed => ("✔", ui.visuals().text_color()),
        Outcome::Failed if ended => ("✖", ui.visuals().error_fg_color),
        Outcome::Failed => ("…", ui.visuals().weak_text_color()),
    };
    ui.horizontal(|ui| {
        ui.colored_label(color, mark);
        ui.colored_label(color, words::outcome(verdict.outcome, ended));
    });
    match verdict.at {
        Some(at) => {
            let moment = ui.add(Button::new(RichText::new(words::moment(at)).monospace()));
            let label = words::go_to(condition);
            moment.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
            if moment.on_hover_text(words::GO_THERE).clicked() {
                requests.push(Request::Run(RunRequest::GoTo(at)));
            }
        }
        None => _ = ui.label(""),
    }
    ui.label(&verdict.observed);
}

/// The bodies to which a condition refers.
fn bodies(verdict: &Verdict, context: &ViewerContext<'_>) -> Vec<usize> {
    let structure = context.world.structure();
    let named = |name: &str| verdict.robots.iter().any(|robot| robot == name);
    let bodies = structure.bodies.iter().enumerate().filter(|(_, body)| named(&body.name));
    bodies.map(|(body, _)| body).collect()
}
