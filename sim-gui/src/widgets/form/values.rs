//! Widgets for the values of fields.

use super::Form;
use super::files::{self, WantedFile};
use super::held::{held, set_error};
use crate::text;
use crate::widgets::number;
use crate::widgets::units::{Field, Units};
use egui::{Id, Response, TextEdit, Ui};
use sim_abi::declare::Kind as Component;
use sim_core::scene::decode::Segment;
use sim_core::scene::form::{FieldForm, Form as What, Limits, VariantForm};
use sim_core::scene::text::{Kind, Node};
use sim_edit::{rounded, rounded_angle};
use std::cell::RefCell;
use std::path::Path;

/// Whether a value fits next to its name.
pub fn is_small(what: &What) -> bool {
    match what {
        What::Optional(inner) => is_small(inner),
        What::List(_) | What::ByName(_) | What::Free | What::Record(_) | What::Fields(_) => false,
        What::Choice(variants) => variants().iter().all(|variant| variant.content.is_none()),
        _ => true,
    }
}

/// Whether a value consists of several numbers, which need most of a line.
pub fn is_long(what: &What) -> bool {
    match what {
        What::Optional(inner) => is_long(inner),
        What::Numbers(_) | What::NumberOrList => true,
        _ => false,
    }
}

/// The title of a value that does not fit next to its name.
pub fn title(name: &str, what: &What, value: &Node) -> String {
    let count = match (&value.kind, value.items()) {
        (_, Some(items)) => Some(items.len()),
        (Kind::Table(entries), _) if matches!(what, What::ByName(_) | What::Free) => Some(entries.len()),
        _ => None,
    };
    match (count, what) {
        (Some(count), What::List(_) | What::ByName(_) | What::Free) => format!("{name} ({count})"),
        (_, What::Choice(_)) => format!("{name}: {}", word(value)),
        _ => name.to_string(),
    }
}

/// The tag of a choice.
fn word(value: &Node) -> &str {
    match &value.kind {
        Kind::Tagged { tag, .. } => tag,
        Kind::Word(word) | Kind::Text(word) => word,
        _ => "",
    }
}

/// The content of a choice.
fn body(value: &Node) -> Option<&Node> {
    match &value.kind {
        Kind::Tagged { body, .. } => Some(body),
        _ => None,
    }
}

fn number(node: &Node) -> f64 {
    node.to_json().as_f64().unwrap_or_default()
}

fn number_node(value: f64, (limits, unit): (&Limits, &str)) -> Node {
    let rounded = if unit == "rad" { rounded_angle(value) } else { rounded(value) };
    // A limit need not be a round number.
    Node::number(if limits.refusal(rounded, unit).is_some() { value } else { rounded })
}

/// A number field, for lengths and angles in the displayed unit. Returns the number on release; a number outside the limits of
/// its joint or field is rejected immediately.
fn number_field(
    ui: &mut Ui,
    (id, errors): (Id, Id),
    value: f64,
    field: (&Limits, &str, bool),
    label: (Id, Option<&str>),
    joint: Option<&str>,
) -> Option<f64> {
    let (limits, unit, whole) = field;
    let shown_in = Units::of(ui.ctx()).of_si(unit).filter(|_| !whole);
    let suffix = match unit {
        "" | "1" => String::new(),
        unit => format!(" {unit}"),
    };
    let size = value.abs().max(if unit == "rad" { 100f64.to_radians() } else { 1.0 });
    let speed = if whole { 0.1 } else { size / 100.0 };
    let wrong = RefCell::default();
    let (_, done) = held(ui, id, value, |ui, value| {
        let response = match shown_in {
            Some(unit) => Field::new(value, unit).speed(speed).decimals(6).show(ui, &wrong),
            None => {
                let drag = number::field(value, &wrong).speed(speed).suffix(suffix);
                ui.add(if whole { drag.max_decimals(0) } else { drag.max_decimals(6) })
            }
        };
        let mut response = response.labelled_by(label.0);
        if let Some(part) = label.1 {
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, part));
            response = response.on_hover_text(part);
        }
        if response.changed() && response.dragged() {
            let (least, most) = (limits.least.unwrap_or(f64::MIN), limits.most.unwrap_or(f64::MAX));
            *value = value.clamp(least, most.max(least));
        }
        response
    });
    if let Some(text) = wrong.take() {
        let refusal = shown_in.map_or_else(|| text::form::no_number(&text), |unit| unit.refusal(&text));
        set_error(ui, errors, Some(refusal));
    }
    let done = done?;
    let (shown, unit) = shown_limits(limits, unit, Units::of(ui.ctx()));
    let refusal = shown.refusal(shown_in.map_or(done, |unit| unit.shown(done)), unit);
    let refusal = refusal.map(|accepted| match joint {
        Some(joint) => text::form::joint_accepts(joint, &accepted),
        None => text::form::accepted(&accepted),
    });
    let refused = refusal.is_some();
    set_error(ui, errors, refusal);
    // A displayed limit may be slightly beyond the exact one because of rounding.
    let (least, most) = (limits.least.unwrap_or(f64::MIN), limits.most.unwrap_or(f64::MAX));
    (!refused).then(|| done.clamp(least, most.max(least)))
}

/// Limits in the displayed unit, with its symbol.
pub fn shown_limits<'u>(limits: &Limits, unit: &'u str, units: Units) -> (Limits, &'u str) {
    let Some(shown) = units.of_si(unit) else { return (*limits, unit) };
    let end = |end: Option<f64>| end.map(|end| rounded(shown.shown(end)));
    (Limits { least: end(limits.least), most: end(limits.most), ..*limits }, shown.sign())
}

/// A text field, applied when it loses focus.
fn text_field(ui: &mut Ui, id: Id, value: &str, label: Id, lines: usize) -> Option<String> {
    let (_, done) = held(ui, id, value.to_owned(), |ui, text| {
        let edit = match lines {
            1 => TextEdit::singleline(text),
            lines => TextEdit::multiline(text).desired_rows(lines),
        };
        ui.add(edit.desired_width(ui.available_width() - 24.0)).labelled_by(label)
    });
    done
}

impl Form<'_> {
    /// A value next to its name.
    pub(super) fn small(&mut self, ui: &mut Ui, what: &What, value: &Node, (field, label): (&FieldForm, Id)) {
        let id = self.id();
        let limits = (&field.limits, &*field.unit);
        match what {
            What::Flag => {
                let mut on = matches!(value.kind, Kind::Bool(true));
                let response = ui.checkbox(&mut on, "").labelled_by(label);
                if response.changed() {
                    self.change(Some(Node::new(Kind::Bool(on))));
                }
            }
            What::Number | What::Whole => {
                let whole = matches!(what, What::Whole);
                let kind = (limits.0, limits.1, whole);
                let joint = self.joint.as_deref();
                if let Some(new) = number_field(ui, (id, id), number(value), kind, (label, None), joint) {
                    let node = match whole {
                        true => Node::from_json(&serde_json::Value::from(new.round().max(0.0) as u64)),
                        false => number_node(new, limits),
                    };
                    self.change(Some(node));
                }
            }
            What::Numbers(_) | What::NumberOrList => self.numbers(ui, value, limits, &field.name, label),
            What::Text => {
                let lines = if ["notes", "text", "description"].contains(&&*field.name) { 2 } else { 1 };
                if let Some(text) = text_field(ui, id, value.as_text().unwrap_or_default(), label, lines) {
                    self.change(Some(Node::text(text)));
                }
            }
            What::File => self.file(ui, value, &field.limits, label),
            What::Component => self.component(ui, value, label),
            What::Words(words) => {
                if let Some(chosen) = list(ui, id, word(value), words.iter().map(|word| (word.as_str(), "")), label) {
                    self.change(Some(Node::text(chosen)));
                }
            }
            What::Choice(variants) => {
                let variants = variants();
                let words = variants.iter().map(|variant| (variant.word, &*variant.help));
                if let Some(chosen) = list(ui, id, word(value), words, label) {
                    self.change(Some(Node::new(Kind::Word(chosen))));
                }
            }
            What::Color => self.color(ui, value, label),
            What::Optional(inner) => {
                let mut given = !matches!(value.kind, Kind::Null);
                let response = ui.checkbox(&mut given, "").on_hover_text(text::form::GIVEN);
                let name = text::form::given_of(&field.name);
                response.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, given, &name));
                if response.changed() {
                    self.change(given.then(|| inner.start(&field.limits)));
                } else if given {
                    self.small(ui, inner, value, (field, label));
                } else {
                    ui.weak(text::form::NOT_GIVEN);
                }
            }
            What::List(_) | What::ByName(_) | What::Free | What::Record(_) | What::Fields(_) => {}
        }
    }

    /// Several numbers in a row, labeled by their position.
    fn numbers(&mut self, ui: &mut Ui, value: &Node, limits: (&Limits, &str), name: &str, label: Id) {
        let id = self.id();
        let Some(items) = value.items() else {
            let kind = (limits.0, limits.1, false);
            if let Some(new) = number_field(ui, (id, id), number(value), kind, (label, None), None) {
                self.change(Some(number_node(new, limits)));
            }
            return;
        };
        let mut parts: Vec<Node> = items.to_vec();
        let mut changed = false;
        ui.spacing_mut().item_spacing.x = 3.0;
        for (index, item) in items.iter().enumerate() {
            let part = match index {
                0..3 if items.len() <= 3 => format!("{name} {}", ["x", "y", "z"][index]),
                index => format!("{name} {}", index + 1),
            };
            let field = (limits.0, limits.1, false);
            if let Some(new) = number_field(ui, (id.with(index), id), number(item), field, (label, Some(&part)), None) {
                parts[index] = number_node(new, limits);
                changed = true;
            }
        }
        if changed {
            let tuple = matches!(value.kind, Kind::List { tuple: true, .. });
            self.change(Some(Node::new(Kind::List { items: parts, tuple })));
        }
    }

    fn file(&mut self, ui: &mut Ui, value: &Node, limits: &Limits, label: Id) {
        let button = ui.button("…").on_hover_text(text::common::CHOOSE_FILE);
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, text::common::CHOOSE_FILE));
        if button.clicked() {
            files::ask(ui.ctx(), WantedFile { id: self.id(), extensions: limits.files });
        }
        let chosen = files::take(ui.ctx(), self.id()).map(|path| relative(&path, self.about.folder));
        let typed = text_field(ui, self.id(), value.as_text().unwrap_or_default(), label, 1);
        if let Some(file) = chosen.or(typed) {
            self.change(Some(Node::text(file)));
        }
    }

    /// A component, selected from the loaded ones that fit.
    fn component(&mut self, ui: &mut Ui, value: &Node, label: Id) {
        let has = |name: &str| self.path.iter().any(|step| matches!(step, Segment::Key(key) if key == name));
        let kind = match () {
            () if has("controller") => Component::Controller,
            () if has("dynamics") => Component::Dynamics,
            () if has("sensors") => Component::Sensor,
            () if has("actuators") => Component::Actuator,
            () if has("model") => Component::Robot,
            () => Component::Service,
        };
        let known = (self.about.components)(kind);
        if let Some(chosen) = list(ui, self.id(), word(value), known.into_iter(), label) {
            self.change(Some(Node::text(chosen)));
        }
    }

    fn color(&mut self, ui: &mut Ui, value: &Node, label: Id) {
        let mut parts = [0.7f32, 0.7, 0.7, 1.0];
        for (part, item) in parts.iter_mut().zip(value.items().unwrap_or_default()) {
            *part = number(item) as f32;
        }
        let id = self.id();
        let (_, done) = held(ui, id, parts, |ui, parts| {
            // Scenes define sRGB colors; the color button uses linear colors.
            let [red, green, blue, opacity] = *parts;
            let mut color = egui::Rgba::from_srgba_unmultiplied(
                (red * 255.0).round() as u8,
                (green * 255.0).round() as u8,
                (blue * 255.0).round() as u8,
                (opacity * 255.0).round() as u8,
            );
            let mode = egui::color_picker::Alpha::OnlyBlend;
            let response = egui::color_picker::color_edit_button_rgba(ui, &mut color, mode).labelled_by(label);
            if response.changed() {
                *parts = color.to_srgba_unmultiplied().map(|part| f32::from(part) / 255.0);
            }
            response
        });
        if let Some([red, green, blue, opacity]) = done {
            let rounded = |part: f32| Node::number((f64::from(part) * 1000.0).round() / 1000.0);
            let mut items = vec![rounded(red), rounded(green), rounded(blue)];
            if opacity < 0.999 {
                items.push(rounded(opacity));
            }
            self.change(Some(Node::new(Kind::List { items, tuple: true })));
        }
    }

    /// A value below its name.
    pub(super) fn large(&mut self, ui: &mut Ui, what: &What, value: &Node, field: &FieldForm) {
        match what {
            What::Record(fields) => self.fields(ui, &fields(), value, None),
            What::Fields(fields) => self.fields(ui, fields, value, None),
            What::Choice(variants) => self.choice(ui, &variants(), value, field),
            What::Optional(inner) => self.optional(ui, inner, value, field),
            What::List(inner) => self.list(ui, inner, value, field),
            What::ByName(inner) => self.by_name(ui, inner, value, field),
            What::Free => self.free(ui, value, field),
            small => self.row(ui, small, value, field, &field.name),
        }
    }

    /// A small value with its own name.
    fn row(&mut self, ui: &mut Ui, what: &What, value: &Node, field: &FieldForm, name: &str) {
        ui.horizontal(|ui| {
            let label = ui.label(name).on_hover_text(&*field.help).id;
            self.small(ui, what, value, (field, label));
        });
    }

    fn optional(&mut self, ui: &mut Ui, inner: &What, value: &Node, field: &FieldForm) {
        let mut given = !matches!(value.kind, Kind::Null);
        let response = ui.checkbox(&mut given, text::form::given_of(&field.name));
        if response.changed() {
            self.change(given.then(|| inner.start(&field.limits)));
        } else if given {
            self.large(ui, inner, value, field);
        }
    }

    fn choice(&mut self, ui: &mut Ui, variants: &[VariantForm], value: &Node, field: &FieldForm) {
        let now = word(value);
        ui.horizontal(|ui| {
            let label = ui.label(text::form::KIND).id;
            let words = variants.iter().map(|variant| (variant.word, &*variant.help));
            if let Some(chosen) = list(ui, self.id().with("kind"), now, words, label)
                && let Some(variant) = variants.iter().find(|variant| variant.word == chosen)
            {
                self.change(Some(variant.start()));
            }
        });
        let content = variants.iter().find(|variant| variant.word == now).and_then(|variant| variant.content.as_ref());
        let Some((content, body)) = content.zip(body(value)) else { return };
        let known = self.changes.len();
        let own = sim_core::scene::decode::path_text(&self.path);
        self.large(ui, content, body, field);
        // A choice with only its content changed is written with its tag.
        for change in self.changes[known..].iter_mut().filter(|change| change.path == own) {
            change.value = change.value.take().map(|value| Node::tagged(now, value));
        }
    }

    fn list(&mut self, ui: &mut Ui, inner: &What, value: &Node, field: &FieldForm) {
        let items = value.items().unwrap_or_default();
        let mut rest = None;
        for (index, item) in items.iter().enumerate() {
            let number = (index + 1).to_string();
            ui.push_id(index, |ui| {
                self.inside(Segment::Index(index), |form| {
                    if is_small(inner) {
                        ui.horizontal(|ui| {
                            let label = ui.weak(&number).id;
                            form.small(ui, inner, item, (field, label));
                            rest = remove_button(ui, &field.name, &number).then_some(index).or(rest);
                        });
                    } else {
                        ui.horizontal(|ui| {
                            ui.weak(&number);
                            rest = remove_button(ui, &field.name, &number).then_some(index).or(rest);
                        });
                        ui.indent(index, |ui| form.large(ui, inner, item, field));
                    }
                });
            });
        }
        let mut items = items.to_vec();
        if let Some(index) = rest {
            items.remove(index);
        } else if ui.button(text::form::ADD).on_hover_text(text::form::add_of(&field.name)).clicked() {
            items.push(another(inner, &items, &field.limits));
        } else {
            return;
        }
        self.change(Some(Node::new(Kind::List { items, tuple: false })));
    }

    fn by_name(&mut self, ui: &mut Ui, inner: &What, value: &Node, field: &FieldForm) {
        let Kind::Table(entries) = &value.kind else { return };
        for entry in entries {
            ui.push_id(&entry.key, |ui| {
                self.inside(Segment::Key(entry.key.clone()), |form| {
                    let mut remove = false;
                    if is_small(inner) {
                        ui.horizontal(|ui| {
                            let label = ui.label(&entry.key).id;
                            form.small(ui, inner, &entry.value, (field, label));
                            remove = remove_button(ui, &field.name, &entry.key);
                        });
                    } else {
                        ui.horizontal(|ui| {
                            ui.label(&entry.key);
                            remove = remove_button(ui, &field.name, &entry.key);
                        });
                        ui.indent(&entry.key, |ui| form.large(ui, inner, &entry.value, field));
                    }
                    if remove {
                        form.change(None);
                    }
                });
            });
        }
        ui.horizontal(|ui| {
            let label = ui.label(text::form::NEW_NAME).id;
            if let Some(name) = text_field(ui, self.id().with("new"), "", label, 1).filter(|name| !name.is_empty()) {
                let start = inner.start(&Limits::default());
                self.inside(Segment::Key(name), |form| form.change(Some(start)));
            }
        });
    }

    /// Free data as JSON.
    fn free(&mut self, ui: &mut Ui, value: &Node, field: &FieldForm) {
        let label = ui.weak(text::form::JSON).id;
        let id = self.id();
        let shown = serde_json::to_string_pretty(&value.to_json()).unwrap_or_default();
        let Some(typed) = text_field(ui, id, &shown, label, 3) else { return };
        match serde_json::from_str::<serde_json::Value>(&typed) {
            Ok(json) => {
                set_error(ui, id, None);
                self.change(Some(Node::from_json(&json)));
            }
            Err(error) => set_error(ui, id, Some(text::form::not_json(error.to_string(), &field.name))),
        }
    }
}

/// The next element of a list: an unused word if there is one, otherwise a copy of the last element.
fn another(inner: &What, items: &[Node], limits: &Limits) -> Node {
    if let What::Choice(variants) = inner {
        let variants = variants();
        let fresh = |variant: &&VariantForm| items.iter().all(|item| word(item) != variant.word);
        if variants.iter().all(|variant| variant.content.is_none())
            && let Some(variant) = variants.iter().find(fresh)
        {
            return variant.start();
        }
    }
    items.last().cloned().unwrap_or_else(|| inner.start(limits))
}

/// A list of words to choose from.
fn list<'w>(
    ui: &mut Ui,
    id: Id,
    now: &str,
    words: impl Iterator<Item = (&'w str, &'w str)>,
    label: Id,
) -> Option<String> {
    let mut chosen = None;
    let shown = egui::ComboBox::from_id_salt(id.with("list")).selected_text(now);
    let shown = shown.show_ui(ui, |ui| {
        for (word, help) in words {
            let row: Response = ui.selectable_label(word == now, word);
            let row = if help.is_empty() { row } else { row.on_hover_text(help) };
            if row.clicked() && word != now {
                chosen = Some(word.to_owned());
            }
        }
    });
    shown.response.labelled_by(label);
    chosen
}

fn remove_button(ui: &mut Ui, field: &str, what: &str) -> bool {
    let label = text::form::remove(field, what);
    let response = ui.add(egui::Button::new("✖").frame(false)).on_hover_text(&label);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
    response.clicked()
}

/// A path as in scenes: relative to their folder if it is inside.
pub fn relative(path: &Path, folder: Option<&Path>) -> String {
    let below = folder.and_then(|folder| path.strip_prefix(folder).ok());
    below.unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The value of a field in a table; a plain text or number is the first field of the table.
pub fn written<'n>(field: &FieldForm, fields: &[FieldForm], table: &'n Node) -> Option<&'n Node> {
    let first = fields.first().is_some_and(|first| first.name == field.name);
    table.get(&field.name).or_else(|| (first && matches!(table.kind, Kind::Text(_) | Kind::Number(_))).then_some(table))
}
