//! The 3D view.

mod framing;
mod labels;
mod orbit;
mod tools;
mod viewpoint;

pub use orbit::Orbit;
pub use viewpoint::Viewpoint;

use tools::{Seen, Tools};

use crate::actions::Request;
use crate::document::moving::{Moment, Movable};
use crate::preferences::overlays::Shown;
use crate::simulation::world::WorldView;
use crate::text;
use crate::tools::viewport::Viewport;
use crate::tools::{ActiveTool, Claim, snap};
use crate::viewer_context::ViewerContext;
use crate::views::markers::Markers;
use crate::views::overlays::{self, Overlays};
use crate::widgets::colors::SELECTED;
use eframe::egui_wgpu::RenderState;
use egui::{Align, Color32, Layout, PointerButton, Rect, Response, Sense, TextureId, Ui, UiBuilder, Vec2};
use nalgebra::Point3;
use sim_render::{Camera, Canvas, Detail, Gpu, Grid, Quality, Scenery, Stage};
use sim_runner::Structure;
use std::sync::Arc;

/// Color of the outline of what is selected.
const OUTLINE: [f32; 4] = [1.0, 0.6, 0.1, 1.0];
/// Category, or tag, of what is above a room.
const CEILING: &str = "ceiling";

/// The 3D view.
pub struct View3d {
    /// The camera that the pointer turns.
    pub orbit: Orbit,
    /// Body that the camera follows.
    pub follow: Option<usize>,
    /// Where one looks from.
    pub viewpoint: Viewpoint,
    /// Simpler drawing.
    pub efficient: bool,
    /// The tools with which one selects and moves.
    pub tools: Tools,
    /// What is drawn besides the things themselves.
    pub shown: Shown,
    overlays: Overlays,
    markers: Markers,
    /// Height of the ground, m.
    ground: f64,
    /// Bodies above a room.
    ceilings: Vec<usize>,
    stage: Stage,
    scenery: Scenery,
    device: Option<Device>,
    /// What the image on the canvas shows, so that it is drawn again only when something has changed.
    drawn: Option<Drawn>,
    posed: u64,
    framed: bool,
    /// Whether the scene has neither robots nor objects.
    pub empty: bool,
    /// Lowest and highest corner around the routes of the scene, m.
    routes: Option<[Point3<f64>; 2]>,
    /// Width over height of the view as it was shown last.
    aspect: f64,
}

/// What draws.
struct Device {
    state: RenderState,
    gpu: Gpu,
    canvas: Option<(Canvas, TextureId)>,
}

#[derive(Clone, PartialEq)]
struct Drawn {
    camera: Camera,
    size: [u32; 2],
    posed: u64,
    selected: Vec<usize>,
    generation: u64,
    marks: u64,
    grid: Option<f64>,
    cut: Option<f64>,
    quality: Quality,
}

impl Device {
    /// Makes a canvas of this size and quality, unless there is one.
    fn fit(&mut self, size: [u32; 2], quality: Quality) {
        if self.canvas.as_ref().is_some_and(|(canvas, _)| canvas.size() == size && canvas.quality() == quality) {
            return;
        }
        let canvas = Canvas::new(&self.gpu, size, quality);
        let mut renderer = self.state.renderer.write();
        let filter = eframe::wgpu::FilterMode::Linear;
        let texture = match self.canvas.take() {
            Some((_, texture)) => {
                renderer.update_egui_texture_from_wgpu_texture(&self.state.device, canvas.view(), filter, texture);
                texture
            }
            None => renderer.register_native_texture(&self.state.device, canvas.view(), filter),
        };
        drop(renderer);
        self.canvas = Some((canvas, texture));
    }
}

impl View3d {
    /// Draws nothing any more: the device is lost.
    pub fn lose_device(&mut self) {
        self.device = None;
    }

    /// A view that draws with the window's device.
    pub fn new(state: Option<&RenderState>) -> Self {
        let device = state.map(|state| Device {
            gpu: Gpu::shared(state.device.clone(), state.queue.clone(), &state.adapter.get_info()),
            state: state.clone(),
            canvas: None,
        });
        Self {
            orbit: Orbit::default(),
            follow: None,
            viewpoint: Viewpoint::Orbit,
            efficient: false,
            tools: Tools::default(),
            shown: Shown::default(),
            overlays: Overlays::default(),
            markers: Markers::default(),
            ground: 0.0,
            ceilings: Vec::new(),
            stage: Stage::new(Detail::Full),
            scenery: Scenery::default(),
            device,
            drawn: None,
            posed: 0,
            framed: false,
            empty: false,
            routes: None,
            aspect: 1.0,
        }
    }

    /// Name of the adapter that draws, and whether it is a program on the processor.
    pub fn adapter(&self) -> Option<&sim_render::Adapter> {
        self.device.as_ref().map(|device| device.gpu.adapter())
    }

    /// All bodies as meshes, where they are now.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// How well it is drawn.
    pub fn quality(&self) -> Quality {
        if self.efficient { Quality::LOW } else { Quality::default() }
    }

    /// Mesh files that could not be used.
    pub fn take_problems(&mut self) -> Vec<sim_core::diagnostic::Diagnostic> {
        self.stage.take_problems()
    }

    /// Takes over where everything is; `new` where the structure has changed.
    pub fn follow(&mut self, world: &WorldView, new: bool, hidden: &[bool]) {
        let structure = world.structure();
        if new {
            self.restructure(structure);
        }
        self.stage.set_detail(if self.efficient { Detail::Low } else { Detail::Full });
        self.stage.set_bodies(structure.bodies.iter().map(|body| &body.looks));
        let mut hidden = hidden.to_vec();
        if !self.shown.ceilings {
            hidden.resize(structure.bodies.len(), false);
            self.ceilings.iter().filter(|body| **body < structure.bodies.len()).for_each(|body| hidden[*body] = true);
        }
        self.stage.set_hidden(&hidden);
        self.stage.pose(|body| world.poses()[body], world.links());
        self.posed += 1;
    }

    /// Another scene, or the same with other things in it.
    fn restructure(&mut self, structure: &Arc<Structure>) {
        let Some(loaded) = &structure.scene else { return };
        self.scenery = Scenery::of(loaded);
        if let Some(floor) = &loaded.scene.floor {
            let read = |file: &sim_core::scene::FileRef| sim_core::scene::Raster::read(&loaded.resolve(file));
            // Images that cannot be read have kept the scene from being built.
            if let Ok(paint) = sim_core::scene::FloorPaint::new(floor, read) {
                self.scenery.paint(&paint);
            }
        }
        self.routes = framing::of_routes(structure);
        let scene = &loaded.scene;
        self.empty = scene.robots.is_empty() && scene.fleets.is_empty() && scene.objects.is_empty();
        self.ground = loaded.scene.floor.as_ref().map_or(0.0, |floor| floor.height);
        let above = loaded.scene.objects.iter();
        let above = above.filter(|object| object.category == CEILING || object.tags.iter().any(|tag| tag == CEILING));
        let body = |name: &str| structure.bodies.iter().position(|body| *body.name == *name);
        self.ceilings = above.filter_map(|object| body(&object.name)).collect();
        if !self.framed {
            self.framed = true;
            let view = &loaded.scene.view;
            self.orbit.field_of_view = view.field_of_view;
            match view.camera {
                Some(camera) => self.orbit.look(camera.into(), view.look_at.into()),
                // What is put into an empty scene later comes into the view that the person has then.
                None => self.framed = self.empty,
            }
            self.follow = view.follow.as_ref().and_then(|name| {
                structure.robots.iter().find(|robot| *robot.name == **name).map(|robot| robot.body as usize)
            });
        }
    }

    /// Forgets how the camera stood: the next scene says how it is seen first.
    pub fn forget(&mut self) {
        (self.framed, self.follow, self.orbit) = (false, None, Orbit::default());
        self.viewpoint = Viewpoint::Orbit;
    }

    /// Brings what is drawn over robots and objects up to the newest frame.
    pub fn update_overlays(&mut self, context: &ViewerContext<'_>) {
        let ViewerContext { frame, world, selected, .. } = *context;
        let moment = overlays::Moment { number: self.posed, frame, world, stage: &self.stage, selected };
        self.overlays.update(&moment, &self.shown);
        self.markers.follow(context, &self.shown);
    }

    /// What is drawn besides the things themselves.
    pub fn overlays(&self) -> &Overlays {
        &self.overlays
    }

    /// Height of the ground, m.
    pub fn ground(&self) -> f64 {
        self.ground
    }

    /// Sky, floor and water.
    pub fn scenery(&self) -> &Scenery {
        &self.scenery
    }

    /// Markers of what has no body.
    pub fn markers(&self) -> &Markers {
        &self.markers
    }

    /// Ends looking from a robot when Escape is pressed and nothing is open above the window.
    pub fn escape(&mut self, ctx: &egui::Context) {
        let open = ctx.memory(|memory| memory.top_modal_layer().is_some()) || egui::Popup::is_any_open(ctx);
        let looks = self.viewpoint != Viewpoint::Orbit;
        if looks && !open && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
            self.viewpoint = Viewpoint::Orbit;
        }
    }

    /// Draws the view into the whole of `ui`. While a tool is chosen, clicks are its own.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        context: &ViewerContext<'_>,
        active: &mut ActiveTool,
        requests: &mut Vec<Request>,
    ) {
        let ViewerContext { world, selected, .. } = *context;
        let (rect, response) =
            ui.allocate_exact_size(ui.available_size().max(Vec2::splat(1.0)), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, text::view::NAME));
        self.aspect = f64::from(rect.width() / rect.height());
        if !self.framed && !self.stage.instances().is_empty() {
            self.framed = !context.provisional;
            self.show_first(world);
        }
        if let Some(body) = self.follow.filter(|body| *body < world.poses().len()) {
            self.orbit.target = world.poses()[body].translation.vector.into();
        }
        let claim = self.follow_tools(ui, &response, context, active, requests);
        if claim != Claim::Everything && self.viewpoint == Viewpoint::Orbit {
            self.steer(ui, &response, rect);
        }
        let camera = self.camera(world);
        let viewport = Viewport { camera: &camera, rect };
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked() && claim == Claim::Nothing);
        if let Some(at) = clicked {
            let add = ui.input(|input| input.modifiers.shift || input.modifiers.command);
            requests.push(match self.markers.under(ui, at, |point| viewport.find(point)) {
                Some(marker) => Request::SelectPart(marker.target.clone()),
                None => Request::Select { body: self.pick(&viewport, at), add },
            });
        }
        if let Some(trails) = context.trails.filter(|_| self.shown.trails) {
            self.overlays.add_trails(world, selected, trails);
        }
        self.paint(ui, &viewport, selected);
        self.write_names(ui, &viewport, world, selected);
        let front = ui.painter_at(rect);
        self.write_notes(ui, &viewport);
        self.markers.paint(&front, context.part, |point| viewport.find(point));
        self.show_viewpoint(ui, rect, world);
        self.note_start(ui, &viewport, context);
        let seen = Seen { viewport, view: self, world };
        let canvas = seen.canvas(ui, &response, &front, context);
        self.tools.paint(&canvas);
        active.paint(&canvas);
        active.show_options(ui, rect, context, requests);
        self.show_tools(ui, rect, context, requests);
    }

    /// Lets the tool that is chosen follow the pointer, or those that select and move where none is.
    fn follow_tools(
        &mut self,
        ui: &Ui,
        response: &Response,
        context: &ViewerContext<'_>,
        active: &mut ActiveTool,
        requests: &mut Vec<Request>,
    ) -> Claim {
        let mut tools = std::mem::take(&mut self.tools);
        // What is pointed at is what was seen last.
        let camera = self.camera(context.world);
        let viewport = Viewport { camera: &camera, rect: response.rect };
        let seen = Seen { viewport, view: self, world: context.world };
        let painter = ui.painter_at(response.rect);
        let canvas = seen.canvas(ui, response, &painter, context);
        let claim = match active.is_chosen() {
            true => {
                tools.rest();
                active.follow(&canvas, context, requests)
            }
            // What one looks from is not moved at the same time.
            false => tools.follow(&canvas, self.viewpoint == Viewpoint::Orbit, context, requests),
        };
        self.tools = tools;
        claim
    }

    /// The tools in the upper right corner.
    fn show_tools(&self, ui: &mut Ui, rect: Rect, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
        let corner = UiBuilder::new().max_rect(rect.shrink(6.0)).layout(Layout::right_to_left(Align::Min));
        let mut tools = ui.new_child(corner);
        tools.spacing_mut().button_padding = Vec2::new(8.0, 3.0);
        overlays::menu(&mut tools, &self.shown, &self.stage, requests);
        snap::menu(&mut tools, context.snap, requests);
    }

    /// Turns, shifts and zooms with the pointer.
    fn steer(&mut self, ui: &Ui, response: &Response, rect: Rect) {
        let delta = response.drag_delta();
        let part = [f64::from(delta.x / rect.height()), f64::from(delta.y / rect.height())];
        let shift = ui.input(|input| input.modifiers.shift);
        let turning = response.dragged_by(PointerButton::Primary) && !shift;
        // Who has chosen a view keeps it.
        self.framed |= response.dragged();
        if turning || response.dragged_by(PointerButton::Middle) && !shift {
            self.orbit.turn(part);
        } else if response.dragged() {
            self.follow = None;
            self.orbit.shift(part);
        }
        if !response.hovered() {
            return;
        }
        let (scroll, pinch, pointer) =
            ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta(), input.pointer.hover_pos()));
        let factor = f64::from(pinch) * 1.0025f64.powf(f64::from(scroll));
        if factor != 1.0 {
            self.framed = true;
            let camera = self.orbit.camera();
            let viewport = Viewport { camera: &camera, rect };
            let around = pointer.filter(|_| self.follow.is_none()).and_then(|at| self.point_under(&viewport, at));
            self.orbit.zoom(factor, around);
        }
    }

    /// Takes back what is being dragged. Returns whether anything was.
    pub fn cancel_drag(&mut self) -> bool {
        self.tools.cancel()
    }

    /// Tells the handles at the start of a robot from the robot, which is elsewhere by now.
    fn note_start(&self, ui: &Ui, viewport: &Viewport<'_>, context: &ViewerContext<'_>) {
        let away =
            |thing: &&Movable| thing.moment == Moment::Start && thing.body.is_some_and(|body| context.has_left(body));
        for thing in self.tools.gizmo.things().iter().filter(away) {
            let start = Point3::from(thing.pose.translation.vector);
            let now = thing.body.map(|body| Point3::from(context.world.poses()[body].translation.vector));
            let Some(at) = viewport.project(&start) else { continue };
            let painter = ui.painter_at(viewport.rect);
            if let Some(now) = now.and_then(|now| viewport.project(&now)) {
                painter.extend(egui::Shape::dashed_line(&[at, now], egui::Stroke::new(1.5, SELECTED), 6.0, 4.0));
            }
            super::labels::name_plate(&painter, (at, egui::Align2::LEFT_TOP), text::moment::SHOWN, true, false);
        }
    }

    fn ray(&self, viewport: &Viewport<'_>, at: egui::Pos2) -> (Point3<f64>, nalgebra::Vector3<f64>) {
        let (start, direction) = viewport.ray(at);
        // What is cut off is not met.
        let above = self.scenery.cut.map_or(0.0, |height| start.z - height);
        let skipped = if above > 0.0 && direction.z < 0.0 { above / -direction.z } else { 0.0 };
        (start + direction * skipped, direction)
    }

    /// The body under the pointer.
    fn pick(&self, viewport: &Viewport<'_>, at: egui::Pos2) -> Option<usize> {
        let (start, direction) = self.ray(viewport, at);
        Some(self.stage.pick(start, direction, |_| false)?.body)
    }

    /// The point under the pointer: of a body, or of the ground.
    fn point_under(&self, viewport: &Viewport<'_>, at: egui::Pos2) -> Option<Point3<f64>> {
        let (start, direction) = self.ray(viewport, at);
        let body = self.stage.pick(start, direction, |_| false).map(|pick| pick.point);
        body.or_else(|| {
            let distance = (self.ground - start.z) / direction.z;
            (distance > 0.0 && distance < 1000.0).then(|| start + direction * distance)
        })
    }

    /// Draws the image, where anything has changed, and shows it.
    fn paint(&mut self, ui: &Ui, viewport: &Viewport<'_>, selected: &[usize]) {
        let Viewport { camera, rect } = *viewport;
        let quality = self.quality();
        self.scenery.turbidity = self.turbidity();
        let Some(device) = &mut self.device else {
            ui.painter().rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
            let font = egui::TextStyle::Body.resolve(ui.style());
            ui.painter().text(
                rect.center(),
                egui::Align2::CENTER_CENTER,
                text::view::NO_DEVICE,
                font,
                ui.visuals().text_color(),
            );
            return;
        };
        let pixels = (rect.size() * ui.pixels_per_point()).round().max(Vec2::splat(1.0));
        let drawn = Drawn {
            camera: camera.clone(),
            size: [pixels.x as u32, pixels.y as u32],
            posed: self.posed,
            selected: selected.to_vec(),
            generation: self.stage.generation(),
            marks: self.overlays.generation(),
            grid: self.shown.grid.then_some(self.shown.step),
            cut: self.shown.cut.then_some(self.shown.height),
            quality,
        };
        self.scenery.grid = drawn.grid.map(|spacing| Grid { spacing, height: self.ground });
        self.scenery.cut = drawn.cut;
        if self.drawn.as_ref() != Some(&drawn) {
            device.gpu.upload(&self.stage);
            device.fit(drawn.size, quality);
            if let Some((canvas, _)) = &mut device.canvas {
                canvas.draw(
                    &mut device.gpu,
                    &self.stage,
                    &self.scenery,
                    camera,
                    self.overlays.lines(),
                    (selected, OUTLINE),
                );
            }
            self.drawn = Some(drawn);
        }
        if let Some((_, texture)) = &device.canvas {
            let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(*texture, rect, whole, Color32::WHITE);
        }
    }
}
