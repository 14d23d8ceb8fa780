//! The scene tree: all items by kind, with search, selection and visibility.

mod keys;

use crate::actions::{Request, SelectRequest, ViewRequest};
use crate::simulation::world::WorldView;
use crate::text::search::folded;
use crate::text::{self, Text};
use crate::viewer_context::ViewerContext;
use crate::widgets::long_text;
use egui::{Rect, RichText, Ui};
use keys::{Keys, Row};
use sim_core::scene::Scene as Parts;
use sim_edit::{Document, Id, Section, Target};
use sim_runner::Structure;
use std::collections::HashSet;
use std::sync::Arc;

/// Minimum width of names; a narrower panel scrolls, points.
const WIDTH: f32 = 130.0;

/// The scene tree.
#[derive(Default)]
pub struct Tree {
    search: String,
    found: Option<Matches>,
    keys: Keys,
}

/// Search results, cached until structure, document or query change.
struct Matches {
    structure: Arc<Structure>,
    revision: Option<u64>,
    search: String,
    /// Robots, movable objects, static objects, objects added during the run.
    groups: [Vec<usize>; 4],
    /// Parts without a body, with their labels.
    parts: Vec<(Section, Vec<(Target, String)>)>,
}

impl Matches {
    fn new(context: &ViewerContext<'_>, search: &str) -> Self {
        let structure = context.world.structure();
        let wanted = folded(search);
        let mut groups = <[Vec<usize>; 4]>::default();
        let added = structure.changes.added.iter().map(|object| object.name.as_str());
        let added: HashSet<&str> = added.collect();
        for (body, info) in structure.bodies.iter().enumerate() {
            if info.name.is_empty() || !folded(&info.name).contains(&wanted) {
                continue;
            }
            let group = match info.mover {
                Some(mover) if mover < structure.robots.len() => 0,
                Some(_) => 1,
                None if added.contains(&*info.name) => 3,
                None => 2,
            };
            groups[group].push(body);
        }
        let parts = Section::ALL
            .into_iter()
            .filter(|section| is_without_body(*section))
            .map(|section| (section, found(context.document, section, &wanted)));
        let parts = parts.filter(|(_, parts)| !parts.is_empty()).collect();
        let revision = context.document.map(Document::revision);
        Self { structure: structure.clone(), revision, search: search.to_string(), groups, parts }
    }

    fn is_of(&self, context: &ViewerContext<'_>, search: &str) -> bool {
        Arc::ptr_eq(&self.structure, context.world.structure())
            && self.revision == context.document.map(Document::revision)
            && self.search == search
    }
}

/// Whether the parts of a section have no bodies. Included files are shown by their contents.
fn is_without_body(section: Section) -> bool {
    !matches!(section, Section::Objects | Section::Robots | Section::Includes)
}

impl Tree {
    /// Shows the tree.
    pub fn show(&mut self, ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
        let label = ui.label(text::tree::SEARCH).id;
        ui.add(egui::TextEdit::singleline(&mut self.search).desired_width(f32::INFINITY)).labelled_by(label);
        let ViewerContext { world, selected, hidden, .. } = *context;
        if self.found.as_ref().filter(|found| found.is_of(context, &self.search)).is_none() {
            self.found = Some(Matches::new(context, &self.search));
        }
        let Some(Matches { groups, parts, .. }) = &self.found else { return };
        if groups.iter().all(Vec::is_empty) && parts.is_empty() {
            let is_refused = context.document.is_some_and(|document| document.findings().has_errors());
            let reason = match (self.search.is_empty(), is_refused) {
                (true, true) => text::tree::REFUSED,
                (true, false) => text::tree::EMPTY,
                (false, _) => text::tree::NOTHING,
            };
            return super::empty(ui, &reason);
        }
        let whole = context.document.is_some();
        self.keys.take(ui, context, |keys| all_rows(whole, groups, parts, keys), requests);
        let keys = &mut self.keys;
        super::scroll(ui, WIDTH, |ui| {
            if whole {
                let none = selected.is_empty() && context.part.is_none();
                let row = ui.selectable_label(none, text::tree::SCENE);
                if row.clicked() {
                    requests.push(Request::Select(SelectRequest::Body { body: None, add: false }));
                }
                reveal(keys, &Row::Scene, &row);
            }
            for (title, bodies) in TITLES.into_iter().zip(groups).filter(|(_, bodies)| !bodies.is_empty()) {
                group(ui, title, bodies.len(), keys, |ui, keys| {
                    let at = bodies.iter().position(|body| keys.reveal == Some(Row::Body(*body)));
                    rows(ui, world, (bodies, at), selected, hidden, requests);
                });
            }
            for (section, parts) in parts {
                group(ui, text::tree::section(*section), parts.len(), keys, |ui, keys| {
                    for (part, name) in parts {
                        let row = ui.selectable_label(context.part == Some(part), name);
                        if row.clicked() {
                            requests.push(Request::Select(SelectRequest::Part(part.clone())));
                        }
                        menu(&row, || Request::Select(SelectRequest::Part(part.clone())), requests);
                        reveal(keys, &Row::Part(part.clone()), &row);
                    }
                });
            }
        });
    }

    /// Whether the tree has the arrow keys.
    pub fn has_arrow_keys(&self, ctx: &egui::Context) -> bool {
        self.keys.are_active(ctx)
    }
}

/// Titles of the groups of bodies.
const TITLES: [Text; 4] = [text::common::ROBOTS, text::tree::MOVABLE, text::tree::FIXED, text::tree::ADDED];

/// All unfolded rows from top to bottom, including the scene row if there is a document.
fn all_rows(
    whole: bool,
    groups: &[Vec<usize>; 4],
    parts: &[(Section, Vec<(Target, String)>)],
    keys: &Keys,
) -> Vec<Row> {
    let mut rows: Vec<Row> = whole.then_some(Row::Scene).into_iter().collect();
    for (title, bodies) in TITLES.into_iter().zip(groups).filter(|(_, bodies)| !bodies.is_empty()) {
        rows.push(Row::Group(title));
        rows.extend(bodies.iter().filter(|_| keys.is_open(title)).map(|body| Row::Body(*body)));
    }
    for (section, parts) in parts {
        let title = text::tree::section(*section);
        rows.push(Row::Group(title));
        rows.extend(parts.iter().filter(|_| keys.is_open(title)).map(|(part, _)| Row::Part(part.clone())));
    }
    rows
}

/// Scrolls to a row selected by the keyboard.
fn reveal(keys: &Keys, row: &Row, response: &egui::Response) {
    if keys.reveal.as_ref() == Some(row) {
        response.scroll_to_me(None);
    }
}

/// A group with its title and number of rows.
fn group(ui: &mut Ui, title: Text, count: usize, keys: &mut Keys, rows: impl FnOnce(&mut Ui, &Keys)) {
    let header = long_text::header(ui, format!("{title} ({count})")).id_salt(title).default_open(true);
    let shown = header.open(keys.turned(title)).show(ui, |ui| rows(ui, keys));
    keys.follow(title, shown.openness);
    if keys.are_at(title) {
        let stroke = ui.visuals().selection.stroke;
        ui.painter().rect_stroke(shown.header_response.rect, 2.0, stroke, egui::StrokeKind::Inside);
    }
    reveal(keys, &Row::Group(title), &shown.header_response);
}

/// The parts of a section whose labels contain a text.
fn found(document: Option<&Document>, section: Section, wanted: &str) -> Vec<(Target, String)> {
    let Some((document, scene)) = document.and_then(|document| Some((document, document.scene()?))) else {
        return Vec::new();
    };
    let labelled = document.parts(section).into_iter().map(|part| {
        let label = label_of(scene, &part);
        (part, label)
    });
    labelled.filter(|(_, label)| folded(label).contains(wanted)).collect()
}

/// The label of a part: its name, or its content.
fn label_of(scene: &Parts, part: &Target) -> String {
    let Id::Index(index) = part.id else { return part.short() };
    let own = match part.section {
        Section::Notes => scene.notes.get(index).map(|note| note.text.clone()),
        Section::Inputs => scene.inputs.get(index).map(|input| format!("{} s: {}", input.at, input.key)),
        Section::Paint => {
            scene.floor.as_ref().and_then(|floor| floor.paint.get(index)).map(|paint| text::tree::paint(paint, index))
        }
        Section::Acceptance => scene.acceptance.get(index).and_then(|condition| condition.name().map(str::to_owned)),
        _ => None,
    };
    own.unwrap_or_else(|| part.short())
}

/// Opens the context menu of an item on a right click.
fn menu(row: &egui::Response, select: impl FnOnce() -> Request, requests: &mut Vec<Request>) {
    if let Some(at) = row.interact_pointer_pos().filter(|_| row.secondary_clicked()) {
        requests.push(Request::Select(SelectRequest::Menu(Box::new(select()), at)));
    }
}

/// One row per body. For long lists only visible rows are created. Scrolls to a given row.
fn rows(
    ui: &mut Ui,
    world: &WorldView,
    (bodies, reveal): (&[usize], Option<usize>),
    selected: &[usize],
    hidden: &[bool],
    requests: &mut Vec<Request>,
) {
    let height = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    let top = ui.cursor().top();
    if let Some(number) = reveal {
        let at = egui::pos2(ui.cursor().left(), top + number as f32 * height);
        ui.scroll_to_rect(Rect::from_min_size(at, egui::vec2(1.0, height)), None);
    }
    let sight = ui.clip_rect();
    let first = (((sight.top() - top) / height).floor().max(0.0) as usize).min(bodies.len());
    let last = (((sight.bottom() - top) / height).ceil().max(0.0) as usize).clamp(first, bodies.len());
    ui.add_space(first as f32 * height);
    for body in &bodies[first..last] {
        let name = &world.structure().bodies[*body].name;
        ui.horizontal(|ui| {
            let hidden = hidden.get(*body).copied().unwrap_or(false);
            let mut shown = !hidden;
            let eye = ui.checkbox(&mut shown, "").on_hover_text(text::tree::show(name));
            eye.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, shown, text::tree::show(name)));
            if eye.changed() {
                requests.push(Request::View(ViewRequest::Hide { body: *body, hidden: !shown }));
            }
            let fault = world.robot_of(*body).and_then(|robot| world.fault_of(robot));
            let shown = RichText::new(&**name);
            let shown = if fault.is_some() { shown.color(ui.visuals().error_fg_color) } else { shown };
            let row = ui.add(egui::Button::selectable(selected.contains(body), shown).truncate());
            let row = long_text::or_hover(row, name);
            if let Some(fault) = fault {
                super::fault_mark(ui, name, &fault);
            }
            menu(&row, || Request::Select(SelectRequest::Body { body: Some(*body), add: false }), requests);
            if row.clicked() {
                let add = ui.input(|input| input.modifiers.shift || input.modifiers.command);
                requests.push(Request::Select(SelectRequest::Body { body: Some(*body), add }));
            }
        });
    }
    ui.add_space((bodies.len() - last) as f32 * height);
}
