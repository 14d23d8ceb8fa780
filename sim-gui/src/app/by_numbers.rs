//! The dialog for inserting items by typed numbers. The values persist until the program exits.

use super::Window;
use crate::actions::{Request, SettingRequest};
use crate::document::by_numbers::{ByNumbers, Kind, Number, Quantity, Types};
use crate::text::{action, by_numbers as words};
use crate::widgets::units::{Field, Units};
use crate::widgets::{list, number};
use egui::{ComboBox, Context, DragValue, Grid, Id, Key, Modal, Response, RichText, TextEdit, Ui};
use sim_edit::{Document, Edit, Target};
use sim_runner::PluginList;

/// Width of the dialog, points.
const WIDTH: f32 = 380.0;
/// Index of the first wall thickness of a room: north, east, south, west.
const WIDTHS: usize = 5;

/// The dialog.
#[derive(Default)]
pub(super) struct ByNumbersDialog {
    pub(super) open: bool,
    typed: ByNumbers,
    types: Types,
    /// Generation of the plugin list that provided these types, and the language of their names.
    types_of: Option<(u64, &'static str)>,
    /// The inserted item, or why nothing was inserted.
    result: Option<Result<String, String>>,
}

impl ByNumbersDialog {
    /// Shows the dialog; `cursor` is the 3D cursor, m. Returns whether to insert the items.
    pub(super) fn show(
        &mut self,
        ctx: &Context,
        plugins: &PluginList,
        cursor: [f64; 3],
        requests: &mut Vec<Request>,
    ) -> bool {
        let types_of = Some((plugins.generation, sim_text::language().code()));
        if self.types_of != types_of {
            (self.types, self.types_of) = (Types::of(plugins), types_of);
        }
        let modal = Modal::new(Id::unique("by numbers")).show(ctx, |ui| {
            ui.set_width(WIDTH);
            ui.heading(action::INSERT_BY_NUMBERS.name.as_str().trim_end_matches([' ', '…']));
            ui.add_space(6.0);
            Grid::new(("by numbers", self.typed.kind as usize)).num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
                self.fields(ui, cursor, requests);
            });
            ui.add_space(6.0);
            match &self.result {
                Some(Err(refused)) => _ = ui.label(RichText::new(refused).color(ui.visuals().error_fg_color)),
                Some(Ok(made)) => _ = ui.label(made),
                None => _ = ui.label(""),
            }
            ui.add_space(6.0);
            ui.horizontal(|ui| (ui.button(words::INSERT).clicked(), ui.button(words::CLOSE).clicked())).inner
        });
        let (insert, close) = modal.inner;
        let escape = modal.is_top_modal && !modal.any_popup_open && ctx.input(|input| input.key_pressed(Key::Escape));
        if close || escape {
            self.open = false;
        }
        insert
    }

    fn fields(&mut self, ui: &mut Ui, cursor: [f64; 3], requests: &mut Vec<Request>) {
        let label = ui.label(words::KIND).id;
        let list = ComboBox::from_id_salt("kind of thing").selected_text(self.typed.kind.name()).height(300.0);
        let list = list::show(list, ui, |ui| {
            for other in Kind::ALL {
                if ui.selectable_value(&mut self.typed.kind, other, other.name()).clicked() {
                    self.result = None;
                }
            }
        });
        list.response.labelled_by(label);
        ui.end_row();
        self.choose_type(ui);
        // The kind that was just selected, here or in the list of types.
        let kind = self.typed.kind;
        if kind.can_be_relative() {
            ui.label("");
            ui.horizontal(|ui| {
                ui.radio_value(&mut self.typed.relative, false, words::ABSOLUTE).on_hover_text(words::FROM_HELP);
                ui.radio_value(&mut self.typed.relative, true, words::RELATIVE).on_hover_text(words::FROM_HELP);
            });
            ui.end_row();
        }
        if kind.can_be_relative() && self.typed.relative {
            let mut wanted = cursor;
            for (name, value) in [words::CURSOR_X, words::CURSOR_Y, words::CURSOR_Z].into_iter().zip(&mut wanted) {
                let label = ui.label(name).id;
                Field::new(value, Units::of(ui.ctx()).length()).ui(ui).labelled_by(label);
                ui.end_row();
            }
            if wanted != cursor {
                requests.push(Request::Setting(SettingRequest::Cursor(wanted)));
            }
        }
        let result = &mut self.result;
        let Some((form, typed)) = self.typed.form(&self.types) else {
            ui.label("");
            ui.label(words::NO_TYPES);
            ui.end_row();
            return;
        };
        for (word, value) in form.words.iter().zip(&mut typed.words) {
            let label = ui.label(&word.name).id;
            ui.add(TextEdit::singleline(value).desired_width(180.0)).labelled_by(label);
            ui.end_row();
        }
        let (numbers, values) = (form.numbers, &mut typed.numbers);
        let plain = if kind == Kind::Room { WIDTHS } else { numbers.len() };
        for (number, value) in numbers.iter().zip(values.iter_mut()).take(plain) {
            let label = ui.label(number.name).id;
            field(ui, number, value, result).labelled_by(label);
            ui.end_row();
        }
        if kind == Kind::Room {
            ui.label(words::WIDTH);
            cross(ui, &numbers[WIDTHS..], &mut values[WIDTHS..], result);
            ui.end_row();
        }
    }

    /// The selector for the type, for kinds with types.
    fn choose_type(&mut self, ui: &mut Ui) {
        let (types, chosen) = (self.typed.types(&self.types), self.typed.chosen(&self.types));
        if types.is_empty() {
            return;
        }
        let label = ui.label(words::TYPE).id;
        let list = ComboBox::from_id_salt("type of thing").selected_text(&chosen).height(300.0);
        let list = list::show(list, ui, |ui| {
            for name in types {
                if ui.selectable_label(name == chosen, &name).clicked() {
                    self.typed.choose(&name);
                    self.result = None;
                }
            }
        });
        list.response.labelled_by(label);
        ui.end_row();
    }
}

/// The thicknesses of four walls, arranged as on a plan.
fn cross(ui: &mut Ui, numbers: &[Number], values: &mut [f64], result: &mut Option<Result<String, String>>) {
    // North at the top, west and east at the sides, south at the bottom.
    let places = [None, Some(0), None, Some(3), None, Some(1), None, Some(2), None];
    Grid::new("widths of walls").num_columns(3).show(ui, |ui| {
        for (place, wall) in places.into_iter().enumerate() {
            match wall {
                Some(wall) => {
                    ui.vertical(|ui| {
                        let label = ui.label(numbers[wall].name).id;
                        field(ui, &numbers[wall], &mut values[wall], result).labelled_by(label);
                    });
                }
                None => _ = ui.label(""),
            }
            if place % 3 == 2 {
                ui.end_row();
            }
        }
    });
}

/// A numeric field: dragging clamps to the range; typed values outside it are rejected.
fn field(ui: &mut Ui, asked: &Number, value: &mut f64, result: &mut Option<Result<String, String>>) -> Response {
    let (before, units) = (*value, Units::of(ui.ctx()));
    let plain = |value| DragValue::new(value).update_while_editing(false).custom_parser(number::parse);
    let response = match asked.quantity {
        Quantity::Length => Field::new(value, units.length()).ui(ui),
        Quantity::Angle => Field::new(value, units.angle()).ui(ui),
        Quantity::Percent => ui.add(plain(value).speed(0.2).max_decimals(3).suffix(" %")),
        Quantity::Share => ui.add(plain(value).speed(0.01).max_decimals(3)),
    };
    let [least, most] = asked.range;
    let is_in_range = |value: f64| (least - 1e-9..=most + 1e-9).contains(&value);
    if *value != before {
        *result = None;
    }
    if response.dragged() && value.is_finite() {
        *value = value.clamp(least, most);
    } else if !is_in_range(*value) {
        let range = asked.range.map(|end| asked.quantity.shown(end));
        *result = Some(Err(words::out_of_range(&asked.name, range)));
        *value = before;
    }
    response
}

impl Window {
    /// Inserts the items of the dialog. The dialog shows the result.
    pub(super) fn insert_by_numbers(&mut self) {
        if self.state.editor.document().is_none() {
            self.begin();
        }
        let scene = self.state.editor.document().and_then(Document::scene);
        let is_taken = |name: &str| {
            scene.is_some_and(|scene| {
                let names = scene.objects.iter().map(|object| &object.name);
                let names = names.chain(scene.robots.iter().map(|robot| &robot.name));
                let names = names.chain(scene.beacons.iter().map(|beacon| &beacon.name));
                let names = names.chain(scene.lights.iter().map(|light| &light.name));
                names.chain(scene.media.iter().map(|medium| &medium.name)).any(|taken| taken == name)
            })
        };
        let dialog = self.dialogs.by_numbers();
        let (typed, types) = (dialog.typed.clone(), dialog.types.clone());
        let items = typed.items(&types, self.state.settings.cursor, is_taken);
        let result = items.and_then(|items| {
            if !self.edit(Edit::Insert(items), false) {
                let refused = self.notices.problems.iter().last().map(ToString::to_string);
                return Err(refused.unwrap_or_default());
            }
            // Items without a body are selected immediately.
            let part = self.state.scene.part.as_ref().filter(|_| self.state.scene.created.is_empty());
            let names: Vec<&str> = self.state.scene.created.iter().chain(part).filter_map(Target::name).collect();
            Ok(words::made(names.join(", ")))
        });
        self.dialogs.by_numbers().result = Some(result);
    }
}
