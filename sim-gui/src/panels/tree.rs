//! The scene's tree: everything in it by kind, with search, selection and visibility.

use crate::action::Request;
use crate::text;
use crate::world::WorldView;
use egui::{ScrollArea, Ui};

/// The scene's tree.
#[derive(Default)]
pub struct Tree {
    search: String,
}

impl Tree {
    /// Shows the tree.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        world: &WorldView,
        selected: &[usize],
        hidden: &[bool],
        requests: &mut Vec<Request>,
    ) {
        let label = ui.label(text::tree::SEARCH).id;
        ui.add(egui::TextEdit::singleline(&mut self.search).desired_width(f32::INFINITY)).labelled_by(label);
        let wanted = self.search.to_lowercase();
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
        if robots.len() + movable.len() + fixed.len() == 0 {
            let reason = if wanted.is_empty() { text::tree::EMPTY } else { text::tree::NOTHING };
            return super::empty(ui, reason);
        }
        let groups = [(text::tree::ROBOTS, robots), (text::tree::MOVABLE, movable), (text::tree::FIXED, fixed)];
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for (title, bodies) in groups.iter().filter(|(_, bodies)| !bodies.is_empty()) {
                let heading = format!("{title} ({})", bodies.len());
                egui::CollapsingHeader::new(heading).id_salt(title).default_open(true).show(ui, |ui| {
                    rows(ui, world, bodies, selected, hidden, requests);
                });
            }
        });
    }
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
