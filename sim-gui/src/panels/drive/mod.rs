//! Manual control: keyboard, gamepad, and an on-screen stick and buttons.

mod gamepad;
mod keys;
mod output;
mod stick;

use crate::actions::{EditRequest, Request};
use crate::simulation::world::WorldView;
use crate::text;
use crate::viewer_context::ViewerContext;
use egui::{Button, Context, Event, Grid, Key, Modifiers, RichText, ScrollArea, Slider, Ui};
use gamepad::{Gamepads, Reading};
pub use keys::KeyMap;
use keys::NAMED;
use output::{DriveInput, Output};
use serde::{Deserialize, Serialize};
use sim_core::scene::{ComponentId, ControllerUse};
use sim_edit::{Edit, Target};
use sim_runner::{Frame, RunState};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The built-in controller for manual control.
const BY_HAND: &str = "control/keyboard";
/// The actuators that it drives.
const WHEELS: [&str; 2] = ["left_wheel", "right_wheel"];
/// Minimum press duration of an on-screen button.
const TAP: Duration = Duration::from_millis(200);
/// Polling interval of gamepads.
const PAD_PERIOD: Duration = Duration::from_millis(16);

/// Settings that persist between sessions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Keyboard mapping.
    keys: KeyMap,
    /// Names of the axes moved by the sticks of a gamepad: left forward and left, right forward and left.
    axes: [String; 4],
    /// Dead zone of the sticks as a fraction of their travel, 0 … 1.
    dead_zone: f64,
    /// Whether a gamepad is used.
    pad: bool,
    /// Whether all robots are driven, or only the selected ones.
    all: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let axes = ["forward", "turn", "up", "side"].map(str::to_string);
        Self { keys: KeyMap::default(), axes, dead_zone: 0.15, pad: false, all: false }
    }
}

/// The panel for manual control.
#[derive(Default)]
pub struct Drive {
    /// Settings that persist between sessions.
    pub settings: Settings,
    captured: bool,
    /// Held keyboard keys, with their simulation key codes at the time of the press.
    held: Vec<(Key, u32)>,
    /// Codes of keys pressed and released in this frame.
    struck: BTreeSet<u32>,
    /// Names of the robots driven in the previous frame.
    driven: Vec<Arc<str>>,
    /// Codes of on-screen buttons held in this frame.
    pressed: BTreeSet<u32>,
    /// Codes of on-screen buttons held in the previous frame.
    before: BTreeSet<u32>,
    tapped: Vec<(u32, Instant)>,
    /// Stick position, forward and left.
    stick: [f64; 2],
    /// Axis values set by sliders.
    set: BTreeMap<String, f64>,
    /// Simulation key waiting for a keyboard key.
    binding: Option<&'static str>,
    pads: Option<Gamepads>,
    pad: Option<Reading>,
    output: Output,
    shown: bool,
}

impl Drive {
    /// Creates the panel with stored settings.
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Whether the keyboard drives robots instead of triggering shortcuts.
    pub fn is_captured(&self) -> bool {
        self.captured
    }

    /// Handles the keys of this frame before shortcuts do; `blocked` while another widget has the keyboard.
    pub fn listen(&mut self, ctx: &Context, blocked: bool) {
        self.before = std::mem::take(&mut self.pressed);
        // A hidden panel releases everything.
        if !std::mem::take(&mut self.shown) {
            self.let_go();
        }
        if let Some(name) = self.binding {
            self.bind(ctx, name);
        }
        self.struck.clear();
        let focused = ctx.input(|input| input.focused);
        let listens = self.captured && focused && !blocked && !ctx.text_edit_focused();
        if !listens {
            self.held.clear();
        } else {
            self.take_keys(ctx);
        }
        self.read_pad(ctx);
        self.tapped.retain(|(_, begun)| begun.elapsed() < TAP);
        if let Some((_, begun)) = self.tapped.first() {
            ctx.request_repaint_after(TAP.saturating_sub(begun.elapsed()));
        }
    }

    /// Releases all keys and axes.
    pub fn let_go(&mut self) {
        (self.captured, self.binding, self.stick) = (false, None, [0.0; 2]);
        self.held.clear();
        self.tapped.clear();
        self.set.clear();
    }

    fn take_keys(&mut self, ctx: &Context) {
        // The focused widget would receive the keys as well.
        ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
        let Self { settings, held, struck, captured, .. } = self;
        let before = held.clone();
        ctx.input_mut(|input| {
            input.events.retain(|event| {
                let Event::Key { key, pressed, modifiers, .. } = event else { return !matches!(event, Event::Text(_)) };
                if *pressed && *key == Key::Escape {
                    *captured = false;
                    return false;
                }
                if !pressed {
                    let Some(index) = held.iter().position(|(other, _)| other == key) else { return true };
                    let released = held.remove(index);
                    if !before.contains(&released) {
                        struck.insert(released.1);
                    }
                    return false;
                }
                // Do not capture shortcuts with command modifiers.
                if modifiers.command || modifiers.ctrl || modifiers.alt {
                    return true;
                }
                if let Some(code) = settings.keys.code(*key)
                    && !held.iter().any(|(other, _)| other == key)
                {
                    held.push((*key, code));
                }
                false
            });
        });
        if !self.captured {
            self.held.clear();
            self.struck.clear();
        }
    }

    /// Maps the next pressed key to the waiting simulation key; Escape cancels.
    fn bind(&mut self, ctx: &Context, name: &str) {
        let key = ctx.input(|input| {
            input.events.iter().find_map(|event| match event {
                Event::Key { key, pressed: true, .. } => Some(*key),
                _ => None,
            })
        });
        let Some(key) = key else { return };
        ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        self.binding = None;
        if key != Key::Escape {
            self.settings.keys.bind(name, key);
        }
    }

    fn read_pad(&mut self, ctx: &Context) {
        self.pad = None;
        if !self.settings.pad || !Gamepads::KNOWN {
            self.pads = None;
            return;
        }
        self.pad = self.pads.get_or_insert_with(Gamepads::new).read();
        ctx.request_repaint_after(if self.pad.is_some() { PAD_PERIOD } else { Duration::from_secs(1) });
    }

    /// The requested keys and axes.
    fn wanted(&self, robots: BTreeSet<Option<usize>>) -> DriveInput {
        let mut wanted = DriveInput { robots, ..DriveInput::default() };
        wanted.keys.extend(self.held.iter().map(|(_, code)| *code));
        wanted.struck.clone_from(&self.struck);
        wanted.keys.extend(self.tapped.iter().map(|(code, _)| *code));
        wanted.keys.extend(&self.pressed);
        self.set.iter().for_each(|(name, value)| wanted.push(name, *value));
        let sticks = self.settings.axes.iter().zip(self.stick);
        sticks.filter(|(_, value)| *value != 0.0).for_each(|(name, value)| wanted.push(name, value));
        if let Some(pad) = &self.pad {
            wanted.keys.extend(&pad.keys);
            for (name, value) in self.settings.axes.iter().zip(pad.sticks) {
                wanted.push(name, gamepad::beyond(value, self.settings.dead_zone));
            }
        }
        wanted
    }

    /// Commands that apply the current input to the simulation. Call after the panels have been drawn.
    pub fn commands(&mut self, world: &WorldView, frame: &Frame, selected: &[usize]) -> Vec<sim_runner::Command> {
        if !is_ready(frame) {
            self.output.forget();
            return Vec::new();
        }
        let robots = match self.settings.all {
            true => [None].into(),
            false => self.robots(world, selected).into_iter().map(Some).collect(),
        };
        let wanted = self.wanted(robots);
        self.output.follow(&wanted, world.structure().generation)
    }

    /// The driven robots: the selected ones. While the keyboard is captured, the last selected ones, so that a click on empty space does
    /// not interrupt driving.
    fn robots(&mut self, world: &WorldView, selected: &[usize]) -> Vec<usize> {
        let known = &world.structure().robots;
        let robots: Vec<usize> = selected.iter().filter_map(|body| world.robot_of(*body)).collect();
        if robots.is_empty() && self.captured {
            return known
                .iter()
                .enumerate()
                .filter(|(_, robot)| self.driven.contains(&robot.name))
                .map(|one| one.0)
                .collect();
        }
        self.driven.clear();
        self.driven.extend(robots.iter().map(|robot| known[*robot].name.clone()));
        robots
    }

    /// Shows the panel.
    pub fn show(&mut self, ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
        self.shown = true;
        if !is_ready(context.frame) {
            return super::empty(ui, &text::drive::NO_SCENE);
        }
        if context.world.structure().robots.is_empty() {
            return super::empty(ui, &text::drive::NO_ROBOT);
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let robot = self.robots(context.world, context.selected).last().copied();
            // Shown first, so that messages below do not move it under the pointer.
            let somebody = self.settings.all || robot.is_some();
            ui.add_enabled_ui(somebody, |ui| {
                ui.checkbox(&mut self.captured, text::drive::CAPTURE).on_hover_text(text::drive::CAPTURE_HELP);
            });
            if self.captured {
                let writing = ui.ctx().text_edit_focused();
                let text = if writing { text::drive::WRITING } else { text::drive::CAPTURED };
                ui.label(RichText::new(text).color(ui.visuals().warn_fg_color));
            }
            ui.add_space(6.0);
            let somebody = self.who(ui, context, robot, requests);
            ui.add_space(6.0);
            ui.add_enabled_ui(somebody, |ui| self.controls(ui));
            let operator = match robot.filter(|_| !self.settings.all) {
                Some(robot) => context.frame.operator_of(robot),
                None => &context.frame.operator,
            };
            section(ui, &text::drive::AXES);
            ui.add_enabled_ui(somebody, |ui| self.axes(ui, &operator.axes));
            section(ui, &text::drive::KEYS);
            self.bindings(ui, &operator.keys);
            section(ui, &text::drive::PAD);
            self.gamepad(ui);
        });
    }

    /// Selects the driven robots. Returns whether there are any.
    fn who(
        &mut self,
        ui: &mut Ui,
        context: &ViewerContext<'_>,
        robot: Option<usize>,
        requests: &mut Vec<Request>,
    ) -> bool {
        ui.horizontal(|ui| {
            ui.label(text::drive::WHO);
            ui.radio_value(&mut self.settings.all, false, text::common::SELECTED);
            ui.radio_value(&mut self.settings.all, true, text::common::ALL);
        });
        let Some(robot) = robot else {
            if !self.settings.all {
                ui.label(RichText::new(text::drive::NOBODY).weak());
            }
            return self.settings.all;
        };
        let robot = &context.world.structure().robots[robot];
        let controller = robot.parts.parts.iter().find(|part| part.kind == "controller");
        let id = controller.map(|part| part.component.as_str());
        if self.settings.all || id == Some(BY_HAND) {
            return true;
        }
        if let Some(id) = id {
            ui.label(RichText::new(text::drive::driven_by(id, &robot.name)).weak());
        }
        let has_wheels = WHEELS.iter().all(|wheel| robot.parts.parts.iter().any(|part| part.name == *wheel));
        if has_wheels
            && context.plugins.components.iter().any(|offer| offer.id() == BY_HAND)
            && ui.button(text::drive::HAND_OVER).on_hover_text(text::drive::hand_over_of(BY_HAND)).clicked()
        {
            let to = ControllerUse { id: ComponentId(BY_HAND.to_string()), params: Default::default(), period: None };
            let edit = Edit::Controller { target: Target::robot(&*robot.name), to: Some(to) };
            requests.push(Request::Edit(EditRequest::Apply { edit, coalesce: false }));
        }
        true
    }

    /// The on-screen stick and buttons.
    fn controls(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            self.stick = stick::show(ui);
            ui.add_space(12.0);
            ui.vertical(|ui| {
                ui.horizontal(|ui| {
                    ui.add_space(CAP + ui.spacing().item_spacing.x);
                    self.button(ui, 0, "⏶", CAP);
                });
                ui.horizontal(|ui| {
                    self.button(ui, 2, "⏴", CAP);
                    self.button(ui, 1, "⏷", CAP);
                    self.button(ui, 3, "⏵", CAP);
                });
                ui.add_space(4.0);
                self.button(ui, 6, called(NAMED[6].0), 3.0 * CAP + 2.0 * ui.spacing().item_spacing.x);
                ui.horizontal(|ui| {
                    let width = 1.5 * CAP + 0.5 * ui.spacing().item_spacing.x;
                    ui.style_mut().text_styles.insert(egui::TextStyle::Button, egui::FontId::proportional(11.0));
                    ui.spacing_mut().button_padding.x = 2.0;
                    self.button(ui, 4, called(NAMED[4].0), width);
                    self.button(ui, 5, called(NAMED[5].0), width);
                });
            });
        });
    }

    /// A button that holds a simulation key while pressed.
    fn button(&mut self, ui: &mut Ui, key: usize, icon: &str, width: f32) {
        let (name, code) = NAMED[key];
        let button = ui.add_sized([width, CAP], Button::new(icon));
        let enabled = button.enabled();
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, text::drive::hold(called(name))));
        let down = button.is_pointer_button_down_on();
        if down {
            self.pressed.insert(code);
        }
        // A click may end before the next tick, and keyboard or assistive technology cannot hold a button.
        if (down || button.clicked()) && !self.before.contains(&code) {
            self.tapped.push((code, Instant::now()));
        }
    }

    /// A slider for each axis.
    fn axes(&mut self, ui: &mut Ui, now: &[(String, f64)]) {
        let mut names: Vec<&str> = self.settings.axes[..2].iter().map(String::as_str).collect();
        let more = now.iter().map(|(name, _)| name.as_str()).chain(self.set.keys().map(String::as_str));
        let more: BTreeSet<&str> = more.filter(|name| !names.contains(name)).collect();
        names.extend(more);
        let mut changed: Option<(String, f64)> = None;
        Grid::new("axes").num_columns(2).show(ui, |ui| {
            for name in names.into_iter().filter(|name| !name.is_empty()) {
                let label = ui.label(name).id;
                let mut value = now.iter().find(|(other, _)| other == name).map_or(0.0, |(_, value)| *value);
                let slider = ui.add(Slider::new(&mut value, -1.0..=1.0).fixed_decimals(2)).labelled_by(label);
                if slider.changed() {
                    changed = Some((name.to_string(), value));
                }
                ui.end_row();
            }
        });
        if let Some((name, value)) = changed {
            self.set.insert(name, value);
        }
        if ui.button(text::drive::CENTRE).on_hover_text(text::drive::CENTRE_HELP).clicked() {
            self.set.clear();
        }
    }

    /// The key mapping, and the keys currently held.
    fn bindings(&mut self, ui: &mut Ui, now: &[u32]) {
        ui.horizontal(|ui| {
            if ui.button(text::drive::ARROWS).clicked() {
                self.settings.keys = KeyMap::default();
            }
            if ui.button(text::drive::WASD).clicked() {
                self.settings.keys = KeyMap::wasd();
            }
        });
        ui.add_space(4.0);
        Grid::new("keys").num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
            for (name, code) in NAMED {
                let down = now.contains(&code);
                lamp(ui, called(name), down);
                let waits = self.binding == Some(name);
                let bound = self.settings.keys.key(name).map_or(text::common::NO_KEYS.as_str(), text::keys::key);
                let shown = if waits { text::drive::PRESS.as_str() } else { bound };
                let button = ui.add(Button::new(shown).selected(waits).min_size(egui::vec2(96.0, 0.0)));
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, text::drive::change(called(name)))
                });
                if button.clicked() {
                    self.binding = if waits { None } else { Some(name) };
                }
                ui.end_row();
            }
            let letters = now.iter().filter(|code| NAMED.iter().all(|(_, named)| named != *code));
            for letter in letters.filter_map(|code| char::from_u32(*code)) {
                lamp(ui, &letter.to_string(), true);
                ui.end_row();
            }
        });
        ui.label(RichText::new(text::drive::KEYS_HELP).weak());
    }

    fn gamepad(&mut self, ui: &mut Ui) {
        if !Gamepads::KNOWN {
            ui.label(RichText::new(text::drive::PAD_ABSENT).weak());
            return;
        }
        ui.checkbox(&mut self.settings.pad, text::drive::PAD_USE);
        if !self.settings.pad {
            return;
        }
        ui.label(self.pad.as_ref().map_or(text::drive::PAD_NONE.as_str(), |pad| pad.name.as_str()));
        Grid::new("pad").num_columns(2).show(ui, |ui| {
            let label = ui.label(text::drive::DEAD_ZONE).on_hover_text(text::drive::DEAD_ZONE_HELP).id;
            let percent = egui::DragValue::new(&mut self.settings.dead_zone).speed(0.01).range(0.0..=0.9);
            ui.add(percent.fixed_decimals(2)).labelled_by(label);
            ui.end_row();
            for (name, stick) in self.settings.axes.iter_mut().zip(text::drive::STICKS) {
                let label = ui.label(stick).id;
                ui.add(egui::TextEdit::singleline(name).desired_width(96.0)).labelled_by(label);
                ui.end_row();
            }
        });
    }
}

/// Name of a simulation key in the current language.
fn called(name: &'static str) -> &'static str {
    Key::from_name(name).map_or(name, text::keys::key)
}

/// Height of an on-screen key, points.
const CAP: f32 = 28.0;

/// A label with an indicator that is lit while the key is held.
fn lamp(ui: &mut Ui, name: &str, down: bool) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(10.0), egui::Sense::empty());
        let edge = egui::Stroke::new(1.0, ui.visuals().weak_text_color());
        let fill = if down { ui.visuals().selection.bg_fill } else { egui::Color32::TRANSPARENT };
        ui.painter().circle(rect.center(), 4.0, fill, edge);
        let name = RichText::new(name);
        ui.label(if down { name.strong() } else { name });
    });
}

fn section(ui: &mut Ui, title: &str) {
    ui.add_space(10.0);
    ui.strong(title);
}

fn is_ready(frame: &Frame) -> bool {
    matches!(frame.state, RunState::Paused | RunState::Playing | RunState::Ended(_))
}
