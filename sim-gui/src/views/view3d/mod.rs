//! The 3D view.

mod framing;
mod image;
mod labels;
mod tools;
mod viewpoint;

pub use viewpoint::Viewpoint;

use tools::{Tools, View3dProjection};

use crate::actions::{Request, SelectRequest};
use crate::document::moving::{Moment, Movable};
use crate::text;
use crate::tools::viewport::Viewport;
use crate::tools::{ActiveTool, Claim, axes, snap};
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use crate::views::markers::Marker;
use crate::views::{NEW_SCENE, clicked, overlays};
use crate::widgets::colors::SELECTED;
use egui::{Align, Color32, Layout, PointerButton, Pos2, Rect, Response, Sense, TextureId, Ui, UiBuilder, Vec2};
use nalgebra::Point3;
use sim_render::{Camera, Canvas, Orbit, Quality};
use sim_runner::Structure;

/// Outline color of the selection.
const OUTLINE: [f32; 4] = [1.0, 0.6, 0.1, 1.0];
/// Minimum width of the upper left corner next to the toolbar, points.
const LEFT_CORNER: f32 = 260.0;
/// The 3D view.
pub struct View3d {
    /// The orbit camera, controlled by the pointer.
    pub orbit: Orbit,
    /// Body followed by the camera.
    pub follow: Option<usize>,
    /// The viewpoint.
    pub viewpoint: Viewpoint,
    /// The default tools that select and move.
    pub tools: Tools,
    /// Whether this view was used last, so that it receives keys.
    pub has_keys: bool,
    canvas: Option<(Canvas, TextureId)>,
    /// State of the rendered image; it is rendered again only after changes.
    drawn: Option<ImageKey>,
    /// Number of rendered images.
    images: u64,
    framed: bool,
    /// The automatic view, until the user or the scene sets another one.
    fitted: Option<Fitted>,
    /// Aspect ratio of the view when it was last shown.
    aspect: f64,
    /// Last rectangle of the toolbar in the upper right corner, points.
    corner: Rect,
}

/// An automatic distance that fits the content into a view with this aspect ratio.
#[derive(Clone, Copy)]
struct Fitted {
    /// Aspect ratio of the view.
    aspect: f64,
    /// Distance of the camera from its target, m.
    distance: f64,
}

#[derive(Clone, PartialEq)]
struct ImageKey {
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

impl Default for View3d {
    fn default() -> Self {
        Self {
            orbit: Orbit::default(),
            follow: None,
            viewpoint: Viewpoint::Orbit,
            tools: Tools::default(),
            has_keys: false,
            canvas: None,
            drawn: None,
            images: 0,
            framed: false,
            fitted: None,
            aspect: 1.0,
            corner: Rect::NOTHING,
        }
    }
}

impl View3d {
    /// Another view that starts with the viewpoint of this one.
    pub fn another(&self) -> Self {
        let mut tools = Tools::default();
        tools.gizmo.choose(self.tools.gizmo.mode());
        let Self { orbit, follow, viewpoint, framed, fitted, aspect, .. } = self;
        Self {
            orbit: orbit.clone(),
            follow: *follow,
            viewpoint: *viewpoint,
            framed: *framed,
            fitted: *fitted,
            aspect: *aspect,
            tools,
            ..Self::default()
        }
    }

    /// Frees the GPU resources of this view.
    pub fn give_back(&mut self, content: &Content) {
        self.drawn = None;
        if let Some(((_, texture), state)) = self.canvas.take().zip(content.render_state()) {
            state.renderer.write().free_texture(&texture);
        }
    }

    /// Whether the GPU has an image for this view.
    pub fn has_image(&self) -> bool {
        self.canvas.is_some()
    }

    /// Called for another scene, or for other things in it: sets the initial view of the scene, unless the user has chosen one.
    pub fn set_initial_view(&mut self, structure: &Structure, content: &Content) {
        let Some(loaded) = structure.scene.as_ref().filter(|_| !self.framed) else { return };
        let view = &loaded.scene.view;
        self.framed = true;
        self.orbit.field_of_view = view.field_of_view;
        match view.camera {
            Some(camera) => self.orbit.set_view(camera.into(), view.look_at.into()),
            // Things inserted into an empty scene later appear in the user's current view.
            None if content.empty => {
                self.orbit.fit(NEW_SCENE.map(Point3::from), self.aspect);
                self.note_fitted();
            }
            None => self.framed = false,
        }
        self.follow = view.follow.as_ref().and_then(|name| {
            structure.robots.iter().find(|robot| *robot.name == **name).map(|robot| robot.body as usize)
        });
    }

    /// The user has changed the view.
    fn choose_view(&mut self) {
        (self.framed, self.fitted) = (true, None);
    }

    /// The program has set the view for its current aspect ratio.
    fn note_fitted(&mut self) {
        self.fitted = Some(Fitted { aspect: self.aspect, distance: self.orbit.distance });
    }

    /// Updates the indices of bodies.
    pub fn renumber(&mut self, find: impl Fn(usize) -> Option<usize>) {
        self.follow = self.follow.and_then(&find);
        self.viewpoint = self.viewpoint.renumbered(find);
    }

    /// Resets the camera: the next scene defines its initial view.
    pub fn forget(&mut self) {
        (self.framed, self.fitted, self.follow, self.orbit) = (false, None, None, Orbit::default());
        self.viewpoint = Viewpoint::Orbit;
    }

    /// Leaves a view from a robot. Returns whether there was one.
    pub fn leave_robot_viewpoint(&mut self) -> bool {
        std::mem::replace(&mut self.viewpoint, Viewpoint::Orbit) != Viewpoint::Orbit
    }

    /// Draws the view into the full area of `ui`. The active tool receives clicks.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        name: &str,
        context: &ViewerContext<'_>,
        content: &mut Content,
        active: &mut ActiveTool,
        requests: &mut Vec<Request>,
    ) -> Response {
        let ViewerContext { world, selected, .. } = *context;
        let (rect, response) =
            ui.allocate_exact_size(ui.available_size().max(Vec2::splat(1.0)), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
        self.aspect = f64::from(rect.width() / rect.height());
        if !self.framed && !context.closed && !content.stage().instances().is_empty() {
            self.framed = !context.provisional;
            self.show_first(world, content, rect.height());
            self.note_fitted();
        }
        if let Some(fitted) = &self.fitted {
            self.orbit.distance = fitted.distance * self.orbit.fitting(self.aspect) / self.orbit.fitting(fitted.aspect);
        }
        if let Some(body) = self.follow.filter(|body| *body < world.poses().len()) {
            self.orbit.target = world.poses()[body].translation.vector.into();
        }
        let claim = self.follow_tools(ui, &response, context, content, active, requests);
        if claim != Claim::Everything && self.viewpoint == Viewpoint::Orbit {
            self.steer(ui, &response, rect, content);
        }
        let camera = self.camera(world, content);
        let viewport = Viewport { camera: &camera, rect };
        let select =
            |at: Pos2, add: bool| match content.markers().under(&ui.painter_at(rect), at, |point| viewport.find(point))
            {
                Some(Marker { target, number: Some(number), .. }) => {
                    Request::Select(SelectRequest::Pose(target.clone(), *number))
                }
                Some(marker) => Request::Select(SelectRequest::Part(marker.target.clone())),
                None => Request::Select(SelectRequest::Body { body: pick(content, &viewport, at), add }),
            };
        requests.extend(clicked(ui, &response, claim, select));
        content.add_trails(context);
        self.paint(ui, &viewport, selected, content);
        let front = ui.painter_at(rect);
        // The toolbar is above everything painted from here on, which must leave room for it.
        let tools = self.corner;
        self.shade_around_image(&front, rect, world);
        let title = self.title(ui, free_corner(rect, tools), world);
        let taken = [Some(tools), title.as_ref().map(|title| title.frame)];
        labels::write_names(ui, &viewport, context, content, taken.into_iter().flatten());
        labels::write_notes(ui, &viewport, content);
        content.markers().paint(&front, context, |point| viewport.find(point));
        title.into_iter().for_each(|title| title.paint(&ui.painter_at(free_corner(rect, tools))));
        self.note_start(ui, &viewport, context);
        let seen = View3dProjection { viewport, view: self, content, world };
        let canvas = seen.canvas(ui, &response, &front, context);
        self.tools.paint(&canvas);
        active.paint(&canvas);
        active.show_options(ui, free_corner(rect, tools), context, requests);
        self.corner = show_tools(ui, rect, context, content, requests);
        response
    }

    /// Passes input to the active tool, or to the default tools that select and move.
    fn follow_tools(
        &mut self,
        ui: &Ui,
        response: &Response,
        context: &ViewerContext<'_>,
        content: &Content,
        active: &mut ActiveTool,
        requests: &mut Vec<Request>,
    ) -> Claim {
        let mut tools = std::mem::take(&mut self.tools);
        // The pointer refers to the last displayed image.
        let camera = self.camera(context.world, content);
        let viewport = Viewport { camera: &camera, rect: response.rect };
        let seen = View3dProjection { viewport, view: self, content, world: context.world };
        let painter = ui.painter_at(response.rect);
        let canvas = seen.canvas(ui, response, &painter, context);
        let claim = match active.is_chosen() {
            true => {
                tools.rest();
                active.follow(&canvas, context, requests)
            }
            // The body of the viewpoint cannot be moved at the same time.
            false => tools.follow(&canvas, self.viewpoint == Viewpoint::Orbit, context, requests),
        };
        self.tools = tools;
        claim
    }

    /// Orbits, pans and zooms with the pointer.
    fn steer(&mut self, ui: &Ui, response: &Response, rect: Rect, content: &Content) {
        let delta = response.drag_delta();
        let part = [f64::from(delta.x / rect.height()), f64::from(delta.y / rect.height())];
        let shift = ui.input(|input| input.modifiers.shift);
        let turning = response.dragged_by(PointerButton::Primary) && !shift;
        // A view chosen by the user is kept.
        if response.dragged() {
            self.choose_view();
        }
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
            self.choose_view();
            let camera = self.orbit.camera();
            let viewport = Viewport { camera: &camera, rect };
            let around = pointer.filter(|_| self.follow.is_none()).and_then(|at| point_under(content, &viewport, at));
            self.orbit.zoom(factor, around);
        }
    }

    /// Cancels a drag. Returns whether there was one.
    pub fn cancel_drag(&mut self) -> bool {
        self.tools.cancel()
    }

    /// Labels handles at the initial pose of a body that has moved since, and connects them to its current position.
    fn note_start(&self, ui: &Ui, viewport: &Viewport<'_>, context: &ViewerContext<'_>) {
        let has_moved =
            |thing: &&Movable| thing.moment == Moment::Start && thing.body.is_some_and(|body| context.has_left(body));
        for thing in self.tools.gizmo.items().iter().filter(has_moved) {
            let start = Point3::from(thing.pose.translation.vector);
            let now = thing.body.map(|body| Point3::from(context.world.poses()[body].translation.vector));
            let Some(at) = viewport.project(&start) else { continue };
            let painter = ui.painter_at(viewport.rect);
            if let Some(now) = now.and_then(|now| viewport.project(&now)) {
                painter.extend(egui::Shape::dashed_line(&[at, now], egui::Stroke::new(1.5, SELECTED), 6.0, 4.0));
            }
            super::labels::plate(&painter, at, &text::moment::SHOWN);
        }
    }

    /// Renders the image if anything has changed, and shows it.
    fn paint(&mut self, ui: &Ui, viewport: &Viewport<'_>, selected: &[usize], content: &mut Content) {
        let Viewport { camera, rect } = *viewport;
        let pixels = (rect.size() * ui.pixels_per_point()).round().max(Vec2::splat(1.0));
        let drawn = ImageKey {
            camera: camera.clone(),
            size: [pixels.x as u32, pixels.y as u32],
            posed: content.posed(),
            selected: selected.to_vec(),
            generation: content.stage().generation(),
            marks: content.overlays().generation(),
            grid: content.shown.grid.then_some(content.shown.step),
            cut: content.cut(),
            quality: content.quality(),
        };
        if content.render_state().is_none() {
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
        }
        if self.drawn.as_ref() != Some(&drawn) {
            self.resize(drawn.size, content);
            let turbidity = self.turbidity();
            if let Some((canvas, _)) = &mut self.canvas {
                content.draw(canvas, camera, turbidity, (selected, OUTLINE), 1.0);
                self.images += 1;
            }
            self.drawn = Some(drawn);
        }
        if let Some((_, texture)) = &self.canvas {
            let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(*texture, rect, whole, Color32::WHITE);
        }
    }

    /// Creates a canvas of this size with the current quality, unless it exists.
    fn resize(&mut self, size: [u32; 2], content: &Content) {
        let quality = content.quality();
        if self.canvas.as_ref().is_some_and(|(canvas, _)| canvas.size() == size && canvas.quality() == quality) {
            return;
        }
        let Some((canvas, state)) = content.canvas(size).zip(content.render_state()) else { return };
        let mut renderer = state.renderer.write();
        let filter = eframe::wgpu::FilterMode::Linear;
        let texture = match self.canvas.take() {
            Some((_, texture)) => {
                renderer.update_egui_texture_from_wgpu_texture(&state.device, canvas.view(), filter, texture);
                texture
            }
            None => renderer.register_native_texture(&state.device, canvas.view(), filter),
        };
        drop(renderer);
        self.canvas = Some((canvas, texture));
    }
}

/// The toolbar in the upper right corner, with several rows in a narrow view. Returns its rectangle.
fn show_tools(
    ui: &mut Ui,
    rect: Rect,
    context: &ViewerContext<'_>,
    content: &Content,
    requests: &mut Vec<Request>,
) -> Rect {
    let layout = Layout::right_to_left(Align::Min).with_main_wrap(true);
    let corner = UiBuilder::new().max_rect(rect.shrink(6.0)).layout(layout);
    let mut tools = ui.new_child(corner);
    tools.spacing_mut().button_padding = Vec2::new(8.0, 3.0);
    overlays::menu(&mut tools, &content.shown, (content.stage(), content.categories()), context, requests);
    snap::menu(&mut tools, context.snap, requests);
    axes::switch(&mut tools, context.axes, requests);
    tools.min_rect()
}

/// The area for the upper left corner: next to the toolbar, or below it in a narrow view.
fn free_corner(rect: Rect, tools: Rect) -> Rect {
    let beside = Rect::from_min_max(rect.min, egui::pos2(tools.left().min(rect.right()), rect.bottom()));
    let below = Rect::from_min_max(egui::pos2(rect.left(), tools.bottom().max(rect.top())), rect.max);
    if beside.width() >= LEFT_CORNER { beside } else { below }
}

/// The ray through a screen position, starting below the cut.
fn ray(content: &Content, viewport: &Viewport<'_>, at: Pos2) -> (Point3<f64>, nalgebra::Vector3<f64>) {
    let (start, direction) = viewport.ray(at);
    let above = content.cut().map_or(0.0, |height| start.z - height);
    let skipped = if above > 0.0 && direction.z < 0.0 { above / -direction.z } else { 0.0 };
    (start + direction * skipped, direction)
}

/// The body under the pointer.
fn pick(content: &Content, viewport: &Viewport<'_>, at: Pos2) -> Option<usize> {
    let (start, direction) = ray(content, viewport, at);
    Some(content.stage().pick(start, direction, |_| false)?.body)
}

/// The point under the pointer: of a body, or of the ground.
fn point_under(content: &Content, viewport: &Viewport<'_>, at: Pos2) -> Option<Point3<f64>> {
    let (start, direction) = ray(content, viewport, at);
    let body = content.stage().pick(start, direction, |_| false).map(|pick| pick.point);
    body.or_else(|| {
        let distance = (content.ground() - start.z) / direction.z;
        (distance > 0.0 && distance < 1000.0).then(|| start + direction * distance)
    })
}
