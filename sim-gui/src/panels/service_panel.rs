//! The panel of a service: its states and tasks.

use crate::text::service as words;
use crate::viewer_context::ViewerContext;
use egui::{Grid, ProgressBar, RichText, Ui};
use sim_abi::declare::Kind;
use sim_abi::panel::{Panel, PanelLevel};

/// Icon of a severity: the color is never the only cue.
pub fn mark(level: PanelLevel) -> &'static str {
    match level {
        PanelLevel::Normal => "",
        PanelLevel::Active => "▶",
        PanelLevel::Warning => "⚠",
        PanelLevel::Error => "✖",
    }
}

/// Shows the states of a service, one per line.
pub fn show_states(ui: &mut Ui, context: &ViewerContext<'_>, id: &str, panel: &Panel) {
    if panel.states.is_empty() {
        return;
    }
    let say = |text: &str| context.plugins.say(Kind::Service.word(), id, text).to_owned();
    Grid::new(("states", id)).num_columns(2).spacing([12.0, 3.0]).show(ui, |ui| {
        for state in &panel.states {
            let (name, text) = (say(&state.name), say(&state.text));
            ui.weak(&name);
            let shown = format!("{} {text}", mark(state.level));
            let shown = shown.trim_start();
            let color = match state.level {
                PanelLevel::Normal | PanelLevel::Active => ui.visuals().strong_text_color(),
                PanelLevel::Warning => ui.visuals().warn_fg_color,
                PanelLevel::Error => ui.visuals().error_fg_color,
            };
            // One line, so that nothing below moves under the pointer; the full text is in the log.
            let response = ui.add(egui::Label::new(RichText::new(shown).color(color)).truncate());
            let caption = words::state(&name, &text);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &caption));
            ui.end_row();
        }
    });
}

/// Shows the tasks of a service. Returns the function that cancels a task, if the user requests it.
pub fn show_tasks<'a>(ui: &mut Ui, context: &ViewerContext<'_>, id: &str, panel: &'a Panel) -> Option<&'a str> {
    let mut cancelled = None;
    for task in &panel.tasks {
        let name = context.plugins.say(Kind::Service.word(), id, &task.name).to_owned();
        ui.horizontal(|ui| {
            let progress = words::progress(&name, task.completed, task.total);
            let bar = ProgressBar::new((task.completed / task.total) as f32).text(&progress).desired_width(200.0);
            let response = ui.add(bar);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &progress));
            if let Some(cancel) = &task.cancel {
                let button = ui.button(crate::text::file::CANCEL);
                let label = words::cancel(&name);
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
                if button.clicked() {
                    cancelled = Some(cancel.as_str());
                }
            }
        });
    }
    cancelled
}
