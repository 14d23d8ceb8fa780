//! Camera images of robots.

mod picture;

use crate::simulation::questions::Asker;
use crate::simulation::world::WorldView;
use crate::text;
use crate::viewer_context::ViewerContext;
use egui::{Align2, Color32, ComboBox, Rect, RichText, Sense, TextureHandle, TextureOptions, Ui, Vec2};
use picture::{Picture, Pixels};
use serde_json::Value;
use sim_core::diagnostic::Diagnostic;
use sim_runner::{Command, Frame, RunState, Runner};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Maximum image rate, Hz.
const MAX_RATE: f64 = 30.0;

/// The camera panel. It requests images only while visible.
pub struct Cameras {
    /// Selected robot and camera, by name.
    chosen: Option<(Arc<str>, String)>,
    /// Id of the pending request.
    asked: Option<u64>,
    next: u64,
    /// Time of the last request.
    at: Option<(Instant, Moment)>,
    /// Simulated time between two images, s; 0 if unknown.
    period: f64,
    picture: Option<Picture>,
    texture: Option<TextureHandle>,
    problem: Option<Diagnostic>,
    /// Whether the panel is in the layout.
    open: bool,
}

/// A point in a simulation run.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Moment {
    structure: u64,
    tick: u64,
    time: f64,
}

impl Default for Cameras {
    fn default() -> Self {
        Self {
            chosen: None,
            asked: None,
            next: Asker::Cameras(1).first(),
            at: None,
            period: 0.0,
            picture: None,
            texture: None,
            problem: None,
            open: true,
        }
    }
}

impl Cameras {
    /// A numbered panel with its own request ids.
    pub fn numbered(number: u32) -> Self {
        Self { next: Asker::Cameras(number).first(), ..Self::default() }
    }

    /// Sets whether the panel is in the layout. A closed panel remembers only its selection.
    pub fn set_open(&mut self, open: bool) {
        self.open = open;
        if !open {
            (self.texture, self.picture, self.at) = (None, None, None);
        }
    }

    /// Whether the panel is in the layout.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Selected robot and camera, by name.
    pub fn chosen(&self) -> Option<(&str, &str)> {
        self.chosen.as_ref().map(|(robot, camera)| (&**robot, camera.as_str()))
    }

    /// Title of the panel: the selected camera.
    pub fn title(&self) -> Option<String> {
        self.chosen().map(|(robot, camera)| text::several::camera(camera, robot))
    }

    /// Image counter of the camera at the last image. `None` before the first one.
    pub fn images(&self) -> Option<u64> {
        self.picture.as_ref().map(|picture| picture.images)
    }

    /// Handles a response if it belongs to a request of this panel. Returns whether it does.
    pub fn answer(&mut self, id: u64, result: &Result<Value, Diagnostic>) -> bool {
        if self.asked != Some(id) {
            return false;
        }
        self.asked = None;
        match result.as_ref().map_err(Clone::clone).and_then(Picture::read) {
            Ok(picture) => {
                let time = self.at.map_or(0.0, |(_, moment)| moment.time);
                self.period = if picture.images > 1 { time / picture.images as f64 } else { 0.0 };
                self.problem = None;
                if self.picture.as_ref() != Some(&picture) {
                    self.texture = None;
                    self.picture = Some(picture);
                }
            }
            Err(problem) => self.problem = Some(problem),
        }
        true
    }

    /// Shows the panel; `others` are robots and cameras shown in other panels.
    pub fn show(&mut self, ui: &mut Ui, context: &ViewerContext<'_>, others: &[(String, String)]) {
        let ViewerContext { world, frame, runner, .. } = *context;
        if matches!(frame.state, RunState::Empty | RunState::Failed(_)) {
            return super::empty(ui, &text::common::NO_SCENE);
        }
        let cameras = cameras(world);
        if cameras.is_empty() {
            return none(ui);
        }
        let known = cameras.iter().any(|&(_, robot, name)| {
            self.chosen.as_ref().is_some_and(|(chosen, camera)| chosen == robot && camera == name)
        });
        if !known {
            // Prefer a camera that no other panel shows.
            let free = cameras
                .iter()
                .find(|(_, robot, name)| !others.iter().any(|(other, camera)| ***robot == **other && name == camera));
            let &(_, robot, name) = free.unwrap_or(&cameras[0]);
            self.choose(robot.clone(), name.to_string());
        }
        ui.horizontal(|ui| {
            let label = ui.label(text::cameras::CAMERA).id;
            let named = |robot: &str, camera: &str| format!("{robot} {camera}");
            let shown = self.chosen.as_ref().map_or_else(String::new, |(robot, camera)| named(robot, camera));
            let list = ComboBox::from_id_salt("camera").selected_text(&shown).show_ui(ui, |ui| {
                for &(_, robot, camera) in &cameras {
                    let name = named(robot, camera);
                    if ui.selectable_label(name == shown, &name).clicked() && name != shown {
                        self.choose(robot.clone(), camera.to_string());
                    }
                }
            });
            list.response.labelled_by(label);
            if let Some(picture) = &self.picture {
                let depth = matches!(picture.pixels, Pixels::Depth { .. });
                ui.label(text::cameras::facts(picture.size, depth, picture.images));
            }
        });
        self.ask(ui, world, frame, runner);
        if let Some(problem) = &self.problem {
            ui.label(RichText::new(problem.to_string()).color(ui.visuals().error_fg_color));
        }
        match &self.picture {
            None if self.problem.is_none() => super::empty(ui, &text::cameras::WAITING),
            Some(picture) if picture.images == 0 => super::empty(ui, &text::cameras::NO_IMAGE),
            Some(_) => self.draw(ui),
            None => {}
        }
    }

    fn choose(&mut self, robot: Arc<str>, camera: String) {
        *self = Self { chosen: Some((robot, camera)), next: self.next, ..Self::default() };
    }

    /// Requests the next image if it is due.
    fn ask(&mut self, ui: &Ui, world: &WorldView, frame: &Frame, runner: &Runner) {
        let now = Moment { structure: frame.structure, tick: frame.tick, time: frame.time };
        let late = Duration::from_secs_f64(1.0 / MAX_RATE);
        if let Some((asked, then)) = self.at {
            let new = then.structure != now.structure || then.tick > now.tick;
            let due = new || then.tick < now.tick && (now.time - then.time >= self.period || !is_playing(frame));
            if !due || self.asked.is_some() && !new {
                return;
            }
            if let Some(left) = late.checked_sub(asked.elapsed()) {
                return ui.ctx().request_repaint_after(left);
            }
        }
        let Some((robot, camera)) = &self.chosen else { return };
        let Some(robot) = world.structure().robot(robot) else { return };
        runner.send(Command::Image { id: self.next, robot, component: camera.clone() });
        (self.asked, self.at) = (Some(self.next), Some((Instant::now(), now)));
        self.next += 1;
    }

    /// Draws the image, scaled to the available space, with a color scale for depth images.
    fn draw(&mut self, ui: &mut Ui) {
        let Some(picture) = &self.picture else { return };
        let texture = self
            .texture
            .get_or_insert_with(|| ui.ctx().load_texture("camera", picture.image(), TextureOptions::NEAREST));
        let depth = matches!(picture.pixels, Pixels::Depth { .. });
        let room = ui.available_size() - Vec2::new(if depth { SCALE_WIDTH } else { 0.0 }, 0.0);
        let [width, height] = picture.size.map(|side| side as f32);
        let factor = (room.x / width).min(room.y / height).max(1e-3);
        let size = Vec2::new(width, height) * factor;
        let (whole, response) = ui.allocate_exact_size(ui.available_size().max(size), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, text::cameras::IMAGE));
        let rect = Rect::from_min_size(whole.min, size);
        let unit = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(texture.id(), rect, unit, Color32::WHITE);
        if let Pixels::Depth { range, reach, .. } = &picture.pixels {
            draw_scale(
                ui,
                Rect::from_min_max(rect.right_top(), rect.right_bottom() + Vec2::new(SCALE_WIDTH, 0.0)),
                *range,
                *reach,
            );
        }
        if let Some(at) = response.hover_pos().filter(|at| rect.contains(*at)) {
            let part = (at - rect.min) / size;
            let place = |part: f32, count: usize| ((part * count as f32) as usize).min(count - 1);
            let words = picture.words(place(part.x, picture.size[0]), place(part.y, picture.size[1]));
            response.on_hover_text_at_pointer(words);
        }
    }
}

/// Width reserved for the depth scale, points.
const SCALE_WIDTH: f32 = 96.0;

/// The depth scale: near at the bottom, out-of-range color at the top.
fn draw_scale(ui: &Ui, rect: Rect, [near, far]: [f32; 2], reach: Option<f32>) {
    const STEPS: usize = 64;
    let font = egui::TextStyle::Small.resolve(ui.style());
    let ink = ui.visuals().text_color();
    let mut bar = Rect::from_min_size(rect.min + Vec2::new(8.0, 0.0), Vec2::new(14.0, rect.height()));
    let left = bar.right() + 6.0;
    let label = |y: f32, align: Align2, words: String| {
        ui.painter().text(egui::pos2(left, y), align, words, font.clone(), ink);
    };
    if let Some(reach) = reach {
        let square = Rect::from_min_size(bar.min, Vec2::splat(bar.width()));
        ui.painter().rect_filled(square, 0.0, picture::BEYOND);
        let words = format!("{} {}", text::cameras::BEYOND, text::cameras::metres(reach));
        label(square.center().y, Align2::LEFT_CENTER, words);
        bar.min.y += bar.width() + 8.0;
    }
    if bar.height() < 40.0 {
        return;
    }
    let step = bar.height() / STEPS as f32;
    for number in 0..STEPS {
        let part =
            Rect::from_min_size(bar.min + Vec2::new(0.0, number as f32 * step), Vec2::new(bar.width(), step + 0.5));
        let color = picture::scale(1.0 - (number as f32 + 0.5) / STEPS as f32);
        ui.painter().rect_filled(part, 0.0, color);
    }
    let marks = [
        (bar.top(), Align2::LEFT_TOP, far),
        (bar.center().y, Align2::LEFT_CENTER, (near + far) / 2.0),
        (bar.bottom(), Align2::LEFT_BOTTOM, near),
    ];
    for (y, align, distance) in marks {
        label(y, align, text::cameras::metres(distance));
    }
}

/// Sensors with the function `image`: robot index, robot name, sensor name.
fn cameras(world: &WorldView) -> Vec<(usize, &Arc<str>, &str)> {
    let offers = |part: &&sim_abi::service::LayoutPart| part.functions.iter().any(|offered| offered.name == "image");
    let robots = world.structure().robots.iter().enumerate();
    robots
        .flat_map(|(index, robot)| {
            let parts = robot.parts.parts.iter().filter(|part| part.kind == "sensor").filter(offers);
            parts.map(move |part| (index, &robot.name, part.name.as_str()))
        })
        .collect()
}

fn is_playing(frame: &Frame) -> bool {
    matches!(frame.state, RunState::Playing)
}

/// Shown if there is no camera: how to add one to a robot.
fn none(ui: &mut Ui) {
    super::empty(ui, &text::cameras::NONE);
    ui.vertical_centered(|ui| {
        ui.add_space(4.0);
        ui.label(RichText::new(text::cameras::LINE).monospace());
        ui.add_space(4.0);
        if ui.button(text::common::COPY_LINE).clicked() {
            ui.ctx().copy_text(text::cameras::LINE.to_string());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::calls::Calls;

    #[test]
    fn questions_of_panels_and_calls_have_different_numbers() {
        let Command::CallService { id, .. } = Calls::default().call_service("bobot", "address", Vec::new()) else {
            panic!("it is a call");
        };
        let mut numbers: Vec<u64> = (1..50).map(|number| Cameras::numbered(number).next).collect();
        assert!(!numbers.contains(&id), "{id} is that of a panel, too");
        assert_eq!(Cameras::default().next, numbers[0]);
        numbers.dedup();
        assert_eq!(numbers.len(), 49);
    }
}
