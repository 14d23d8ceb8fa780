//! The menu that toggles overlays.

use super::drawings::{Layer, layers};
use crate::actions::{Categories, Request, ViewRequest};
use crate::preferences::overlays::{Labelled, OverlayRobots, OverlaySettings};
use crate::text::{self, Text};
use crate::viewer_context::ViewerContext;
use crate::widgets::units::{Field, Units};
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{PopupCloseBehavior, Slider, Ui};
use sim_render::Stage;

/// Range of the clearance setting, m.
const MARGINS: std::ops::RangeInclusive<f64> = 0.0..=100.0;
/// Range of the label font size, points.
const LETTERS: std::ops::RangeInclusive<f32> = 8.0..=40.0;

/// The overlay menu. Changes are requested.
pub fn menu(
    ui: &mut Ui,
    shown: &OverlaySettings,
    (stage, categories): (&Stage, Categories),
    context: &ViewerContext<'_>,
    requests: &mut Vec<Request>,
) {
    let mut wanted = shown.clone();
    let unit = Units::of(ui.ctx()).length();
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new(text::shown::MENU).config(config).ui(ui, |ui| {
        ui.set_min_width(230.0);
        labels(ui, &mut wanted);
        ui.checkbox(&mut wanted.notes, text::common::NOTES);
        ui.checkbox(&mut wanted.routes, text::common::ROUTES);
        ui.checkbox(&mut wanted.markers, text::shown::SIGNS);
        ui.checkbox(&mut wanted.grid, text::common::GRID);
        ui.checkbox(&mut wanted.trails, text::shown::TRAILS);
        ui.checkbox(&mut wanted.contacts, text::shown::CONTACTS).on_hover_text(text::shown::CONTACTS_HELP);
        let ceilings = egui::Checkbox::new(&mut wanted.ceilings, text::action::CEILINGS.name);
        let why = categories.ceilings;
        let ceilings = ui.add_enabled(why.is_none(), ceilings).on_hover_text(text::shown::CEILINGS_HELP);
        if let Some(why) = why {
            ceilings.on_disabled_hover_text(why);
        }
        ui.separator();
        who(ui, text::shown::SENSORS, &mut wanted.sensors);
        who(ui, text::shown::FRAMES, &mut wanted.frames);
        drawings(ui, &mut wanted, context);
        ui.separator();
        ui.horizontal(|ui| {
            let check = ui.checkbox(&mut wanted.margins, text::action::MARGINS.name);
            let check = check.on_hover_text(text::shown::MARGINS_HELP).id;
            let width = |ui: &mut Ui| Field::new(&mut wanted.margin, unit).range(MARGINS).ui(ui);
            let width = ui.add_enabled(wanted.margins, width).on_disabled_hover_text(text::shown::SWITCHED_OFF);
            width.labelled_by(check);
        });
        ui.horizontal(|ui| {
            let check = ui.checkbox(&mut wanted.cut, text::shown::CUT).on_hover_text(text::shown::CUT_HELP).id;
            let [low, high] = stage.bounds().map_or([0.0, 2.0], |[low, high]| [low.z, high.z]);
            let ends = unit.shown(low)..=unit.shown(high.max(low + 0.1));
            let mut cut = unit.shown(wanted.height);
            let parse = |text: &str| unit.parse(text).map(|height| unit.shown(height));
            let height = Slider::new(&mut cut, ends).suffix(unit.after("")).step_by(unit.shown(0.01));
            let height = height.clamping(egui::SliderClamping::Never).custom_parser(parse);
            let height = ui.add_enabled(wanted.cut, height).on_disabled_hover_text(text::shown::SWITCHED_OFF);
            if height.changed() {
                wanted.height = unit.si(cut);
            }
            height.labelled_by(check);
        });
    });
    button.on_hover_text(text::shown::MENU_HELP);
    if wanted != *shown {
        requests.push(Request::View(ViewRequest::Overlays(wanted)));
    }
}

/// Visibility, content and size of labels.
fn labels(ui: &mut Ui, wanted: &mut OverlaySettings) {
    use text::labels as words;
    ui.checkbox(&mut wanted.labels, text::action::LABELS.name);
    ui.indent("labels", |ui| {
        ui.add_enabled_ui(wanted.labels, |ui| {
            ui.horizontal(|ui| {
                for (value, name) in [
                    (Labelled::Selected, text::common::SELECTED),
                    (Labelled::Usual, words::USUAL),
                    (Labelled::All, text::common::ALL),
                ] {
                    let choice = ui.selectable_value(&mut wanted.labelled, value, name);
                    let label = text::shown::of(text::action::LABELS.name, name);
                    let is_chosen = wanted.labelled == value;
                    choice.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_chosen, &label));
                    if value == Labelled::Usual {
                        choice.on_hover_text(words::USUAL_HELP);
                    }
                }
            });
            ui.horizontal(|ui| {
                let label = ui.label(words::SIZE).id;
                ui.add(egui::DragValue::new(&mut wanted.letters).range(LETTERS).speed(0.2)).labelled_by(label);
            });
        });
    });
}

/// Layers of component drawings; nothing if there are none.
fn drawings(ui: &mut Ui, wanted: &mut OverlaySettings, context: &ViewerContext<'_>) {
    let layers = layers(context.world.structure());
    if layers.is_empty() {
        return;
    }
    who(ui, text::shown::DRAWINGS, &mut wanted.drawings);
    ui.indent("layers", |ui| {
        ui.add_enabled_ui(wanted.drawings != OverlayRobots::Nobody, |ui| {
            for Layer { name, on_demand, kind, component } in layers {
                let mut seen = wanted.layers.get(name).copied().unwrap_or(!on_demand);
                if ui.checkbox(&mut seen, context.plugins.say(kind, component, name)).changed() {
                    wanted.layers.insert(name.to_owned(), seen);
                }
            }
        });
    });
}

/// Three choices in a row.
fn who(ui: &mut Ui, title: Text, who: &mut OverlayRobots) {
    ui.label(title);
    ui.horizontal(|ui| {
        for (value, name) in [
            (OverlayRobots::Nobody, text::shown::NOBODY),
            (OverlayRobots::Selected, text::common::SELECTED),
            (OverlayRobots::All, text::common::ALL),
        ] {
            let choice = ui.selectable_value(who, value, name);
            let label = text::shown::of(title, name);
            choice.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, *who == value, &label));
        }
    });
}
