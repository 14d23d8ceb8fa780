//! Forms: the fields of a table with their values, units, ranges, help and errors, generated from their descriptions.

mod files;
mod held;
mod values;

pub use files::{give_file, take_wanted_file};
pub use held::{error, forget_errors, held, set_error};
pub use values::relative;

use crate::text;
use crate::widgets::long_text;
use crate::widgets::units::Units;
use egui::{Id, RichText, Ui};
use sim_abi::declare::Kind as Component;
use sim_core::scene::decode::{Segment, path_text};
use sim_core::scene::form::{FieldForm, Form as What, Limits};
use sim_core::scene::text::Node;
use std::path::Path;

/// A changed field.
#[derive(Clone, Debug)]
pub struct Change {
    /// Its path in the part, such as `shape.size`.
    pub path: String,
    /// The value; `None` resets it to the default.
    pub value: Option<Node>,
}

/// Properties of a field that depend on a joint of the robot's model.
pub struct OfJoint {
    /// Name of the joint.
    pub joint: String,
    /// Its limits, in its unit.
    pub limits: Limits,
    /// Unit of its positions.
    pub unit: &'static str,
}

/// Context of a form.
pub struct About<'a> {
    /// Ids of the components of a kind, with their help.
    pub components: &'a dyn Fn(Component) -> Vec<(&'a str, &'a str)>,
    /// Folder that file paths are relative to.
    pub folder: Option<&'a Path>,
    /// The field whose last change was refused, with the reason.
    pub refused: Option<(&'a str, &'a str)>,
    /// Joint properties of a field by path; `None` for most fields.
    pub of_joint: &'a dyn Fn(&[Segment]) -> Option<OfJoint>,
}

/// Width of field names, points, and their maximum fraction of the available width.
const NAMES: (f32, f32) = (110.0, 0.45);
/// Minimum width for a name and several numbers on one line, points.
const WIDE: f32 = 330.0;

/// The fields of a table. Collects the changed ones.
pub struct Form<'a> {
    about: &'a About<'a>,
    id: Id,
    path: Vec<Segment>,
    /// The joint of the current field.
    joint: Option<String>,
    changes: Vec<Change>,
}

impl<'a> Form<'a> {
    /// A form for the part identified by `of`; its paths start with the names of the fields.
    pub fn new(about: &'a About<'a>, of: &str) -> Self {
        Self { about, id: Id::unique(("form", of)), path: Vec::new(), joint: None, changes: Vec::new() }
    }

    /// Id of the current field.
    fn id(&self) -> Id {
        self.id.with(path_text(&self.path))
    }

    /// Shows fields with the values in `table`, and those in `below` for missing ones.
    pub fn fields(&mut self, ui: &mut Ui, fields: &[FieldForm], table: &Node, below: Option<&serde_json::Value>) {
        for field in fields {
            let written = values::written(field, fields, table);
            let below = below.and_then(|below| below.get(&*field.name)).map(Node::from_json);
            self.inside(Segment::Key(field.name.to_string()), |form| form.field(ui, field, written, below.as_ref()));
        }
    }

    /// The changed fields.
    pub fn into_changes(self) -> Vec<Change> {
        self.changes
    }

    fn inside(&mut self, segment: Segment, show: impl FnOnce(&mut Self)) {
        self.path.push(segment);
        show(self);
        self.path.pop();
    }

    fn change(&mut self, value: Option<Node>) {
        self.changes.push(Change { path: path_text(&self.path), value });
    }

    /// One field: its name, its value, and the reset button.
    fn field(&mut self, ui: &mut Ui, field: &FieldForm, written: Option<&Node>, below: Option<&Node>) {
        let of_joint = (self.about.of_joint)(&self.path);
        let own = of_joint
            .map(|OfJoint { joint, limits, unit }| (joint, FieldForm { limits, unit: unit.into(), ..field.clone() }));
        let (joint, own) = own.unzip();
        self.joint = joint;
        let field = own.as_ref().unwrap_or(field);
        let default = below.or(field.default.as_ref());
        let fallback = field.start();
        let value = written.or(default).unwrap_or(&fallback);
        let id = self.id();
        // A separate id, so that a drag continues when rows above appear or disappear.
        ui.scope_builder(egui::UiBuilder::new().scope_id(id), |ui| {
            if values::is_small(&field.form) {
                // Several numbers are wrapped if there is little room.
                let wrap = values::is_long(&field.form) && ui.available_width() < WIDE;
                let row = egui::Layout::left_to_right(egui::Align::Center).with_main_wrap(wrap);
                let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
                ui.allocate_ui_with_layout(size, row, |ui| {
                    let name = name(ui, field, written.is_some(), default);
                    self.small(ui, &field.form, value, (field, name));
                    self.reset_button(ui, field, written);
                });
            } else {
                let title = values::title(&field.name, &field.form, value);
                let shown =
                    long_text::header(ui, title).id_salt(id).default_open(field.default.is_none()).show(ui, |ui| {
                        match (&field.form, written) {
                            // Inside an undefined value, no field is emphasized.
                            (What::Fields(fields), None) => {
                                self.fields(ui, fields, &Node::table(Vec::new()), Some(&value.to_json()));
                            }
                            _ => self.large(ui, &field.form, value, field),
                        }
                        self.reset_button(ui, field, written);
                    });
                shown.header_response.on_hover_text(help(field, default, Units::of(ui.ctx())));
            }
            self.show_error(ui, id);
        });
    }

    /// The button that resets a value to its default.
    fn reset_button(&mut self, ui: &mut Ui, field: &FieldForm, written: Option<&Node>) {
        if written.is_none() || field.default.is_none() {
            return;
        }
        let button = egui::Button::new("↺").frame(false);
        let response = ui.add(button).on_hover_text(text::form::BACK);
        let label = text::form::back_of(&field.name);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        if response.clicked() {
            self.change(None);
        }
    }

    /// Shows why the last change of this field was refused.
    fn show_error(&self, ui: &mut Ui, id: Id) {
        let path = path_text(&self.path);
        let refused = self.about.refused.filter(|(refused, _)| *refused == path).map(|(_, reason)| reason.to_string());
        if let Some(reason) = refused.or_else(|| error(ui, id)) {
            ui.label(RichText::new(reason).color(ui.visuals().error_fg_color));
        }
    }
}

/// The name of a field; emphasized if the scene defines it.
fn name(ui: &mut Ui, field: &FieldForm, written: bool, default: Option<&Node>) -> Id {
    let text = RichText::new(&*field.name);
    let text = if written { text.strong() } else { text };
    let width = NAMES.0.min(NAMES.1 * ui.available_width());
    let size = egui::vec2(width, ui.spacing().interact_size.y);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let label = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(text).truncate())
    });
    label.inner.on_hover_text(help(field, default, Units::of(ui.ctx()))).id
}

/// The help of a field, with its range and default.
fn help(field: &FieldForm, default: Option<&Node>, units: Units) -> String {
    let mut lines = vec![field.help.to_string()];
    let (limits, unit) = values::shown_limits(&field.limits, &field.unit, units);
    if let Some(range) = text::form::range(&limits, unit) {
        lines.push(range);
    }
    if let Some(default) = default {
        lines.push(text::form::default(sim_core::scene::text::to_ron(default)));
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}
