//! The palette of parts.

use super::edits::Pick;
use super::icons::{self, Icon};
use super::robot::{Robot, Sort, fits};
use crate::text::construct as words;
use crate::text::search::folded;
use crate::widgets::colors::PALETTE;
use egui::{Color32, RichText, ScrollArea, Sense, TextEdit, Ui};
use sim_abi::declare::{ComponentInfo, Kind};
use sim_core::plugins::Offer;
use sim_core::scene::form::parameters;
use sim_runner::PluginList;
use std::collections::BTreeMap;

/// Radius of icons in lists, points.
const ICON: f32 = 8.0;

/// Color of sensors and of actuators.
pub fn color(sort: Sort) -> Color32 {
    match sort {
        Sort::Sensor => PALETTE[0],
        Sort::Actuator => PALETTE[1],
    }
}

/// The palette.
#[derive(Default)]
pub struct Palette {
    search: String,
    /// The part that the next click on the robot adds.
    pub armed: Option<Pick>,
}

impl Palette {
    /// Shows all parts that can be added to the robot; those that fit a port come first.
    pub fn show(&mut self, ui: &mut Ui, plugins: &PluginList, robot: Option<&Robot>) {
        ui.strong(words::PALETTE).on_hover_text(words::DRAG_HINT);
        let search = TextEdit::singleline(&mut self.search).hint_text(words::SEARCH).desired_width(f32::INFINITY);
        let search = ui.add(search);
        search.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, words::SEARCH));
        let groups = groups(plugins, robot, &folded(&self.search));
        if groups.is_empty() {
            ui.weak(words::NOTHING);
        }
        ScrollArea::vertical().id_salt("palette").auto_shrink(false).show(ui, |ui| {
            for ((_, family), offers) in groups {
                ui.add_space(4.0);
                ui.label(RichText::new(family).small().weak());
                for (sort, offer) in offers {
                    self.item(ui, sort, offer, robot.is_some());
                }
            }
        });
    }

    fn item(&mut self, ui: &mut Ui, sort: Sort, offer: &Offer, enabled: bool) {
        let info = offer.info();
        let armed = self.armed.as_ref().is_some_and(|pick| pick.id == info.id && pick.sort == sort);
        let name = info.id.rsplit_once('/').map_or(&*info.id, |(_, name)| name);
        let row = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            icon(ui, sort, icons::of(sort, Some(info)));
            let button = egui::Button::selectable(armed, name).sense(Sense::click_and_drag()).truncate();
            ui.add_enabled(enabled, button)
        });
        let response = row.inner.on_hover_ui(|ui| tip(ui, sort, offer)).on_disabled_hover_text(words::NO_ROBOT);
        let label = words::add(&info.id);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, enabled, armed, &label));
        if response.clicked() {
            self.armed = if armed { None } else { Some(pick(sort, info)) };
        }
        if response.drag_started() {
            self.armed = None;
            response.dnd_set_drag_payload(pick(sort, info));
        }
    }
}

/// Components grouped by family; the flag sorts those that fit a port first.
type Groups<'a> = BTreeMap<(bool, String), Vec<(Sort, &'a Offer)>>;

fn groups<'a>(plugins: &'a PluginList, robot: Option<&Robot>, wanted: &str) -> Groups<'a> {
    let mut groups = Groups::new();
    for offer in &plugins.components {
        let sort = match offer.kind() {
            Kind::Sensor => Sort::Sensor,
            Kind::Actuator => Sort::Actuator,
            _ => continue,
        };
        let info = offer.info();
        if !folded(&info.id).contains(wanted) && !folded(offer.help()).contains(wanted) {
            continue;
        }
        let family = info.id.split('/').next().unwrap_or_default();
        let plugs = |plug: &String| {
            robot.is_some_and(|robot| robot.spec.ports.iter().any(|port| !port.kind.is_empty() && fits(port, plug)))
        };
        let fitting = info.sheet.plug.as_ref().is_some_and(plugs);
        let title = if fitting { format!("{family} – {}", words::FITTING) } else { family.to_owned() };
        groups.entry((!fitting, title)).or_default().push((sort, offer));
    }
    groups
}

/// The tooltip of a component.
fn tip(ui: &mut Ui, sort: Sort, offer: &Offer) {
    let info = offer.info();
    ui.set_max_width(320.0);
    ui.strong(&info.id);
    ui.weak(if sort == Sort::Sensor { words::SENSOR } else { words::ACTUATOR });
    ui.label(words::plain(offer.help()));
    if let Some(plug) = &info.sheet.plug {
        ui.label(words::plugs_into(plug));
    }
    for function in &info.sheet.functions {
        let parameters: Vec<&str> = function.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let help = words::plain(offer.library.say(&function.help));
        ui.label(format!("{}({})  {help}", function.name, parameters.join(", ")));
    }
    ui.add_space(4.0);
    ui.weak(words::DRAG_HINT);
}

fn pick(sort: Sort, info: &ComponentInfo) -> Pick {
    let required = parameters(&info.schema, &str::to_owned).into_iter().filter(|field| field.default.is_none());
    let params = required.map(|field| (field.name.to_string(), field.start().to_json())).collect();
    Pick { sort, id: info.id.clone(), plug: info.sheet.plug.clone(), params }
}

/// The icon of a part in a list row.
pub fn icon(ui: &mut Ui, sort: Sort, icon: Icon) {
    let (place, _) = ui.allocate_exact_size(egui::Vec2::splat(2.0 * ICON), Sense::hover());
    icons::paint(ui.painter(), (sort, icon), place.center(), ICON, color(sort));
}
