//! The scene's tree: everything in it by kind, with search, selection and visibility.

use crate::action::Request;
use crate::text;
use crate::world::WorldView;
use egui::{ScrollArea, Ui};
use sim_core::scene::Scene as Parts;
use sim_edit::{Document, Id, Section, Target};

/// The scene's tree.
#[derive(Default)]
pub struct Tree {
    search: String,
}

/// What the tree shows.
pub struct Scene<'a> {
    /// Everything with a body.
    pub world: &'a WorldView,
    /// The document, for what has none.
    pub document: Option<&'a Document>,
    /// Bodies that are selected.
    pub selected: &'a [usize],
    /// A part without body that is selected.
    pub part: Option<&'a Target>,
    /// Bodies that are not drawn.
    pub hidden: &'a [bool],
}

/// Sections whose parts have no body of their own.
const WITHOUT_BODY: [Section; 10] = [
    Section::Fleets,
    Section::Beacons,
    Section::Lights,
    Section::Media,
    Section::Services,
    Section::Routes,
    Section::Notes,
    Section::Inputs,
    Section::Acceptance,
    Section::Paint,
];

impl Tree {
    /// Shows the tree.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, requests: &mut Vec<Request>) {
        let label = ui.label(text::tree::SEARCH).id;
        ui.add(egui::TextEdit::singleline(&mut self.search).desired_width(f32::INFINITY)).labelled_by(label);
        let wanted = self.search.to_lowercase();
        let Scene { world, selected, hidden, .. } = *scene;
        let structure = world.structure();
        let named = |body: &usize| {
            let name = &structure.bodies[*body].name;
            !name.is_empty() && name.to_lowercase().contains(&wanted)
        };
        let bodies = 0..structure.bodies.len();
        let robots: Vec<usize> = bodies.clone().filter(|body| world.robot_of(*body).is_some()).filter(named).collect();
        let movable: Vec<usize> =
            bodies.clone().filter(|body| world.object_of(*body).is_some()).filter(named).collect();
        let fixed = |body: &usize| structure.bodies[*body].mover.is_none();
        let fixed: Vec<usize> = bodies.filter(fixed).filter(named).collect();
        let parts: Vec<(Section, Vec<Target>)> = WITHOUT_BODY
            .into_iter()
            .map(|section| (section, found(scene.document, section, &wanted)))
            .filter(|(_, parts)| !parts.is_empty())
            .collect();
        if robots.len() + movable.len() + fixed.len() + parts.len() == 0 {
            let reason = if wanted.is_empty() { text::tree::EMPTY } else { text::tree::NOTHING };
            return super::empty(ui, reason);
        }
        let groups = [(text::tree::ROBOTS, robots), (text::tree::MOVABLE, movable), (text::tree::FIXED, fixed)];
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if scene.document.is_some() {
                let none = selected.is_empty() && scene.part.is_none();
                if ui.selectable_label(none, text::tree::SCENE).clicked() {
                    requests.push(Request::Select { body: None, add: false });
                }
            }
            for (title, bodies) in groups.iter().filter(|(_, bodies)| !bodies.is_empty()) {
                group(ui, title, bodies.len(), |ui| rows(ui, world, bodies, selected, hidden, requests));
            }
            for (section, parts) in &parts {
                group(ui, text::tree::section(*section), parts.len(), |ui| {
                    for part in parts {
                        let name = scene
                            .document
                            .and_then(Document::scene)
                            .map_or_else(String::new, |all| label_of(all, part));
                        if ui.selectable_label(scene.part == Some(part), name).clicked() {
                            requests.push(Request::SelectPart(part.clone()));
                        }
                    }
                });
            }
        });
    }
}

/// A list with its title and the number of its rows.
fn group(ui: &mut Ui, title: &str, count: usize, rows: impl FnOnce(&mut Ui)) {
    egui::CollapsingHeader::new(format!("{title} ({count})")).id_salt(title).default_open(true).show(ui, rows);
}

/// The parts of a section whose labels hold a text.
fn found(document: Option<&Document>, section: Section, wanted: &str) -> Vec<Target> {
    let Some((document, scene)) = document.and_then(|document| Some((document, document.scene()?))) else {
        return Vec::new();
    };
    let holds = |part: &Target| label_of(scene, part).to_lowercase().contains(wanted);
    document.parts(section).into_iter().filter(holds).collect()
}

/// What a part is called: its name, or what it says.
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

/// One row per body; of very many only those in sight are made.
fn rows(
    ui: &mut Ui,
    world: &WorldView,
    bodies: &[usize],
    selected: &[usize],
    hidden: &[bool],
    requests: &mut Vec<Request>,
) {
    let height = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    let top = ui.cursor().top();
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
                requests.push(Request::Hide { body: *body, hidden: !shown });
            }
            let row = ui.selectable_label(selected.contains(body), &**name);
            if row.clicked() {
                let add = ui.input(|input| input.modifiers.shift || input.modifiers.command);
                requests.push(Request::Select { body: Some(*body), add });
            }
        });
    }
    ui.add_space((bodies.len() - last) as f32 * height);
}
