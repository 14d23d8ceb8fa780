//! Robot construction: parts are added, moved, rotated, plugged in, tested and calibrated.
//!
//! ```text
//! Construct ── Robot      model and document together, as data
//!    ├── Palette    what can be put onto it
//!    ├── view       the robot from above, on a Board, with signs to be dragged
//!    ├── part       fields, port, values of what is selected
//!    ├── functions  test buttons
//!    ├── calibrate  tables of measurements
//!    └── edits      what becomes of it: edits of the document
//! ```

mod board;
mod body;
mod calibrate;
mod callouts;
mod dropping;
mod edits;
pub mod files;
mod functions;
mod icons;
mod offered;
mod palette;
mod part;
mod robot;
mod signs;
mod table;
mod view;
mod wheels;

use crate::actions::{Request, SelectRequest, SettingRequest};
use crate::simulation::calls::Key;
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::{Angles, Lengths, Units};
use egui::{Rect, Ui, UiBuilder, Vec2};
use nalgebra::Isometry3;
use robot::{Piece, Robot, Sort};
use sim_abi::model::RobotModelSpec;
use sim_core::plugins::Offer;
use sim_edit::Document;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Widths of the palette and of the properties, points.
const SIDES: [f32; 2] = [134.0, 226.0];
/// Space between them, points.
const GAP: f32 = 8.0;

/// The selection on a robot.
#[derive(Clone, Debug, PartialEq)]
enum Chosen {
    /// A sensor or actuator.
    Part(String),
    /// A joint.
    Joint(String),
}

impl Chosen {
    fn part(&self) -> Option<&str> {
        match self {
            Self::Part(name) => Some(name),
            Self::Joint(_) => None,
        }
    }
}

/// A part or joint being dragged.
struct DraggedPart {
    what: Chosen,
    /// Its current `robot_from_part`.
    pose: Isometry3<f64>,
    /// Offset from the pointer to the icon, points.
    grip: Vec2,
    /// Distance from the body, if that is too far, m.
    too_far: Option<f64>,
    /// Whether it has been moved.
    moved: bool,
}

/// Message: a part would be too far from the body, m.
fn too_far(outside: f64, ctx: &egui::Context) -> String {
    let unit = Units::of(ctx).length_of_robot();
    words::too_far(unit.words(signs::OUTSIDE, 2), unit.words(outside, 3))
}

/// The help text of a component.
fn help_of<'a>(context: &ViewerContext<'a>, sort: Sort, id: &str) -> &'a str {
    context.plugins.offer(sort.kind().word(), id).map_or("", Offer::help)
}

/// The source of a robot, to detect when it must be rebuilt.
#[derive(Clone, PartialEq)]
struct RobotKey {
    revision: u64,
    structure: u64,
    robot: Arc<str>,
}

/// The panel for building robots.
#[derive(Default)]
pub struct Construct {
    /// The displayed robot.
    name: Option<Arc<str>>,
    /// The last selected body, to follow the selection.
    followed: Option<usize>,
    chosen: Option<Chosen>,
    /// Whether keys such as Delete apply to the selection in this panel: until something is selected elsewhere.
    keys: bool,
    /// The part under the pointer.
    hovered: Option<String>,
    board: board::Board,
    /// The robot last fitted to the view, and the size of the canvas then, points.
    fitted: Option<(Arc<str>, Vec2)>,
    /// Whether the user has zoomed or panned since.
    steered: bool,
    palette: palette::Palette,
    held: Option<DraggedPart>,
    /// Why the last change was refused.
    refusal: Option<String>,
    all_coverage: bool,
    made: Option<(RobotKey, Rc<Robot>)>,
    /// The last model of the robot: a scene that cannot be built has none.
    model: Option<(Arc<str>, Arc<RobotModelSpec>)>,
    /// Last entered arguments of part functions.
    arguments: HashMap<Key, serde_json::Map<String, serde_json::Value>>,
    tables: calibrate::Tables,
    files: files::Files,
}

impl Construct {
    /// Resets the panel for another scene.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Name of the robot whose readings are shown.
    pub fn watched(&self) -> Option<&Arc<str>> {
        self.name.as_ref()
    }

    /// Shows a robot.
    pub fn show_robot(&mut self, name: Arc<str>) {
        if self.name.as_ref() != Some(&name) {
            self.name = Some(name);
            self.choose(None);
        }
    }

    /// Called when an edit of this panel was refused.
    pub fn refuse(&mut self, reason: String) {
        self.refusal = Some(reason);
    }

    /// Receives the result of a function call.
    pub fn answer(&mut self, key: &Key, result: &Result<serde_json::Value, sim_core::diagnostic::Diagnostic>) {
        self.tables.answer(key, result);
    }

    fn choose(&mut self, chosen: Option<Chosen>) {
        self.refusal = None;
        self.held = None;
        self.keys = chosen.is_some();
        self.chosen = chosen;
    }

    /// Cancels a drag. Returns whether there was one.
    pub fn cancel_drag(&mut self) -> bool {
        self.held.take().is_some()
    }

    /// Something was selected elsewhere: keys apply to that.
    pub fn leave_keys(&mut self) {
        self.keys = false;
    }

    /// Whether keys such as Delete apply to a part selected here.
    pub fn has_keys(&self) -> bool {
        self.keys && self.chosen.as_ref().and_then(Chosen::part).is_some()
    }

    /// The edit that removes or copies the selected part; `None` if keys do not apply here.
    pub fn on_keys(&mut self, document: &Document, copy: bool) -> Option<Request> {
        let (_, robot) = self.made.clone().filter(|_| self.has_keys())?;
        let piece = robot.piece(self.chosen.as_ref().and_then(Chosen::part)?)?;
        if copy {
            let (name, request) = edits::copy(document, &robot, piece);
            self.choose(Some(Chosen::Part(name)));
            return Some(request);
        }
        self.choose(None);
        Some(edits::remove(document, &robot, piece))
    }

    /// Index of the robot in the simulation.
    fn index(&self, context: &ViewerContext<'_>, robot: &Robot) -> Option<usize> {
        context.world.structure().robot(&robot.name)
    }

    /// The current pose of something being dragged.
    fn held_pose(&self, what: &Chosen) -> Option<Isometry3<f64>> {
        self.held.as_ref().filter(|held| held.what == *what).map(|held| held.pose)
    }

    /// The displayed pose of a part.
    fn shown_pose(&self, piece: &Piece) -> Isometry3<f64> {
        let held = self.held.as_ref().filter(|held| held.what.part() == Some(&piece.name));
        held.map_or(piece.pose, |held| held.pose)
    }

    /// Shows the panel.
    pub fn show(&mut self, ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
        let Some(document) = context.document else {
            let recording = !context.world.structure().bodies.is_empty();
            return crate::panels::empty(ui, if recording { &words::RECORDING } else { &words::NO_SCENE });
        };
        if self.palette.armed.is_some() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            self.palette.armed = None;
        }
        self.follow(context);
        let robot = self.robot(context, document);
        self.hovered = None;
        self.head(ui, context, robot.as_deref(), requests);
        let Some(robot) = robot else {
            let known = self.name.is_some();
            return crate::panels::empty(ui, if known { &words::NO_MODEL } else { &words::NO_ROBOT });
        };
        let gone = match &self.chosen {
            // A part that was just added appears with the next revision of the document.
            Some(Chosen::Part(name)) => robot.piece(name).is_none(),
            Some(Chosen::Joint(name)) => robot.joint(name).is_none(),
            None => false,
        };
        if gone {
            self.chosen = None;
        }
        let rect = ui.available_rect_before_wrap();
        let [left, right] = if rect.width() > 560.0 { SIDES } else { [118.0, 190.0] };
        let part = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, rect.y_range());
        let at = |rect: Rect, name: &'static str| UiBuilder::new().max_rect(rect).id_salt(name);
        ui.scope_builder(at(part(rect.left(), rect.left() + left), "palette"), |ui| {
            self.palette.show(ui, context.plugins, Some(&robot));
        });
        ui.scope_builder(at(part(rect.right() - right, rect.right()), "part"), |ui| {
            egui::ScrollArea::vertical().id_salt("part").auto_shrink(false).show(ui, |ui| {
                part::show(ui, self, context, document, &robot, requests);
            });
        });
        let middle = part(rect.left() + left + GAP, rect.right() - right - GAP);
        if middle.width() > 60.0 {
            ui.scope_builder(at(middle, "view"), |ui| {
                view::show(ui, middle, self, context, &robot, requests);
            });
        }
    }

    /// Follows the last selected robot; the first of the scene by default.
    fn follow(&mut self, context: &ViewerContext<'_>) {
        let structure = context.world.structure();
        let selected = context.selected.iter().rev().copied().find(|body| context.world.robot_of(*body).is_some());
        if selected != self.followed {
            self.followed = selected;
            if let Some(robot) = selected.and_then(|body| context.world.robot_of(body)) {
                self.show_robot(structure.robots[robot].name.clone());
            }
        }
        let there = |name: &Arc<str>| structure.robot(name).is_some() || structure.robots.is_empty();
        if self.name.as_ref().is_none_or(|name| !there(name)) {
            let first = structure.robots.first().map(|robot| robot.name.clone());
            self.name = None;
            first.into_iter().for_each(|name| self.show_robot(name));
        }
    }

    /// The robot as currently defined in the document.
    fn robot(&mut self, context: &ViewerContext<'_>, document: &Document) -> Option<Rc<Robot>> {
        let name = self.name.clone()?;
        let structure = context.world.structure();
        if let Some(model) = structure.robot(&name).and_then(|robot| structure.robots[robot].model.clone()) {
            self.model = Some((name.clone(), model));
        }
        let made = RobotKey { revision: document.revision(), structure: structure.generation, robot: name.clone() };
        if let Some((_, robot)) = self.made.as_ref().filter(|(known, _)| *known == made) {
            return Some(robot.clone());
        }
        let (_, model) = self.model.as_ref().filter(|(known, _)| *known == name)?;
        let robot = Rc::new(Robot::new(document, &name, model)?);
        self.made = Some((made, robot.clone()));
        Some(robot)
    }

    /// The top row: robot, units, display options.
    fn head(&mut self, ui: &mut Ui, context: &ViewerContext<'_>, robot: Option<&Robot>, requests: &mut Vec<Request>) {
        ui.horizontal(|ui| {
            let label = ui.label(crate::text::common::ROBOT).id;
            let shown = self.name.as_deref().unwrap_or_default();
            let list = egui::ComboBox::from_id_salt("robot").selected_text(shown).width(120.0);
            let list = list.show_ui(ui, |ui| {
                for robot in &context.world.structure().robots {
                    if ui.selectable_label(*robot.name == *shown, &*robot.name).clicked() {
                        requests
                            .push(Request::Select(SelectRequest::Body { body: Some(robot.body as usize), add: false }));
                    }
                }
            });
            list.response.labelled_by(label);
            if ui.button(crate::text::common::FIT).on_hover_text(words::FIT_HELP).clicked() {
                self.fitted = None;
            }
            ui.checkbox(&mut self.all_coverage, words::COVERAGE).on_hover_text(words::COVERAGE_HELP);
            let units = Units::of(ui.ctx());
            let signs = format!("{}, {}", units.length_of_robot().sign(), units.angle().sign());
            if ui.button(signs).on_hover_text(words::UNITS).clicked() {
                let si = Units { lengths: Lengths::Metres, angles: Angles::Radians };
                requests.push(Request::Setting(SettingRequest::Units(if units == si { Units::default() } else { si })));
            }
        });
        if let Some(robot) = robot.filter(|robot| robot.is_fleet()) {
            ui.weak(words::of_fleet(robot.target.short()));
        }
        ui.add_space(4.0);
    }
}
