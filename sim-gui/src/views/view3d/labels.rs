//! Text over the image: names of robots, notes of the scene.

use super::Viewport;
use crate::simulation::world::NAMED;
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use crate::views::faults;
use crate::views::labels::{Names, is_written, note};
use egui::{Align2, Rect, Ui};
use nalgebra::Point3;

/// Draws the visible labels of robots, poses and beacons, except over occupied areas of the view.
pub(super) fn write_names(
    ui: &Ui,
    viewport: &Viewport<'_>,
    context: &ViewerContext<'_>,
    content: &Content,
    taken: impl IntoIterator<Item = Rect>,
) {
    let ViewerContext { world, selected, .. } = *context;
    let robots = &world.structure().robots;
    let painter = ui.painter_at(viewport.rect);
    let mut names = Names::beside(&content.shown, taken);
    let faulty: Vec<usize> = world.faulty().take(NAMED).collect();
    for (number, robot) in robots.iter().enumerate() {
        let body = robot.body as usize;
        let failed = faulty.contains(&number);
        let named = failed || is_written(&content.shown, robots.len(), selected, body);
        if !named {
            continue;
        }
        let Some([low, high]) = content.stage().bounds_of_body(body) else { continue };
        let middle = nalgebra::center(&low, &high);
        let above = Point3::new(middle.x, middle.y, high.z + 0.15 * (high - low).norm());
        let Some(at) = viewport.find(&above) else { continue };
        let place = (at, Align2::CENTER_CENTER);
        let plate = names.write(&painter, place, &content.label_of(&robot.name), selected.contains(body), failed);
        if failed {
            faults::show_at(ui, plate, world, number);
        }
    }
    names.write_tags(&painter, content.overlays().tags(), |point| viewport.find(point));
}

/// Draws notes, each with a leader to its position.
pub(super) fn write_notes(ui: &Ui, viewport: &Viewport<'_>, content: &Content) {
    let painter = ui.painter_at(viewport.rect);
    for label in content.overlays().labels() {
        if let Some(at) = viewport.find(&label.at) {
            note(&painter, at, &label.text, egui::TextStyle::Small.resolve(ui.style()));
        }
    }
}
