//! All services with a panel: states, tasks and functions.

use super::{functions, service_panel};
use crate::actions::{Request, SelectRequest};
use crate::text::service as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::long_text;
use egui::{Button, Color32, Frame, Label, Margin, Panel, RichText, ScrollArea, TextStyle, Ui, Vec2};
use sim_abi::declare::Kind;
use sim_abi::panel::PanelLevel;
use sim_edit::{Section, Target};

/// Minimum width; a narrower panel scrolls, points.
const WIDTH: f32 = 200.0;

/// Maximum fraction of the panel's height for warnings.
const WARNINGS: f32 = 0.5;
/// Margin around warnings, points.
const EDGE: Vec2 = Vec2::new(8.0, 4.0);

/// Shows a section for each service, in scene order.
pub fn show(ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    if context.panels().next().is_none() {
        return super::empty(ui, &words::NONE);
    }
    let below = show_warnings(ui, context);
    super::scroll(ui, WIDTH, |ui| {
        for (number, (service, panel)) in context.panels().enumerate() {
            if number > 0 {
                ui.separator();
            }
            ui.push_id(&service.name, |ui| {
                let name = Button::new(RichText::new(&service.name).strong().heading()).frame(false).truncate();
                let name = long_text::or_hover(ui.add(name), &service.name);
                let label = words::select(&service.name);
                name.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
                if name.on_hover_text(words::SELECT_HELP).clicked() {
                    requests
                        .push(Request::Select(SelectRequest::Part(Target::named(Section::Services, &*service.name))));
                }
                functions::show_service(ui, context, service, Some(panel), requests);
                ui.add_space(8.0);
            });
        }
        ui.add_space(below);
    });
}

/// Shows service warnings in full at the bottom edge, so that no button above moves under the pointer. Returns the maximum height used so
/// far, points, which must be reserved at the end of the scroll area, too.
fn show_warnings(ui: &mut Ui, context: &ViewerContext<'_>) -> f32 {
    let mut warnings = Vec::new();
    for (service, panel) in context.panels() {
        let say = |text| context.plugins.say(Kind::Service.word(), &service.id, text);
        for state in &panel.states {
            let color = match state.level {
                PanelLevel::Warning => ui.visuals().warn_fg_color,
                PanelLevel::Error => ui.visuals().error_fg_color,
                PanelLevel::Active | PanelLevel::Normal => continue,
            };
            let line = words::alert(say(&state.name), &service.name, say(&state.text));
            warnings.push((format!("{} {line}", service_panel::mark(state.level)), color));
        }
    }
    let place = ui.scope_id().with("height of warnings");
    let before: f32 = ui.data(|data| data.get_temp(place)).unwrap_or_default();
    if warnings.is_empty() {
        return before;
    }
    // An egui panel keeps its first height unless set explicitly.
    let (font, between) = (TextStyle::Body.resolve(ui.style()), ui.spacing().item_spacing.y);
    let width = ui.available_width() - 2.0 * EDGE.x;
    let rows =
        |(line, color): &(String, Color32)| ui.painter().layout(line.clone(), font.clone(), *color, width).size().y;
    let whole: f32 = warnings.iter().map(|warning| rows(warning) + between).sum();
    let height = (whole + 2.0 * EDGE.y).min(ui.available_height() * WARNINGS);
    let frame = Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(EDGE.x as i8, EDGE.y as i8));
    let panel = Panel::bottom("warnings").frame(frame).resizable(false).exact_size(height);
    panel.show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for (line, color) in warnings {
                ui.add(Label::new(RichText::new(line).color(color)).wrap());
            }
        });
    });
    let height = before.max(height);
    ui.data_mut(|data| data.insert_temp(place, height));
    height
}
