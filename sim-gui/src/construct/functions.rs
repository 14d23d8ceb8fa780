//! Test buttons that call the functions of a part.

use super::Construct;
use super::robot::{Piece, Robot};
use super::{calibrate, offered};
use crate::actions::{Request, RunRequest};
use crate::panels::functions::answer;
use crate::simulation::calls::Key;
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::arguments;
use egui::{RichText, Ui};

/// Shows the buttons.
pub fn show(
    ui: &mut Ui,
    construct: &mut Construct,
    context: &ViewerContext<'_>,
    robot: &Robot,
    piece: &Piece,
    requests: &mut Vec<Request>,
) {
    let functions = offered::functions(construct, context, robot, piece);
    if functions.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.strong(words::FUNCTIONS);
    let ready = offered::is_ready(construct, context, robot, piece);
    for function in functions {
        let key = Key { robot: robot.name.clone(), part: piece.name.clone(), function: function.name.clone() };
        ui.push_id(&key.function, |ui| {
            if function.calibrates {
                let help = offered::say(context, piece, &function.help);
                return calibrate::opener(ui, construct, &function.name, help, &key);
            }
            ui.horizontal_wrapped(|ui| {
                let button = ui.add_enabled(ready.is_some(), egui::Button::new(&function.name));
                let help = words::plain(offered::say(context, piece, &function.help));
                let button = button.on_hover_text(help).on_disabled_hover_text(words::NOT_RUNNING);
                let label = words::call(&function.name);
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, ready.is_some(), &label));
                if function.manual {
                    ui.label(RichText::new(words::BY_HAND).small().weak()).on_hover_text(words::BY_HAND_HELP);
                }
                let values = construct.arguments.entry(key.clone()).or_default();
                if let Some(robot) = ready.filter(|_| button.clicked()) {
                    let arguments = arguments::given(function, values);
                    requests.push(Request::Run(RunRequest::Call { key: key.clone(), robot, arguments }));
                }
                answer(ui, context.calls, &key);
            });
            arguments::fields(ui, function, construct.arguments.entry(key.clone()).or_default());
        });
    }
}
