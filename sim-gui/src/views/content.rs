//! Content shared by all views: bodies, scenery, overlays and markers.

use crate::actions::Categories;
use crate::document::selection::Selection;
use crate::preferences::overlays::OverlaySettings;
use crate::simulation::world::WorldView;
use crate::text::{availability, labels};
use crate::viewer_context::ViewerContext;
use crate::views::markers::Markers;
use crate::views::overlays::{self, Overlays};
use eframe::egui_wgpu::RenderState;
use nalgebra::Point3;
use sim_core::diagnostic::Diagnostic;
use sim_core::scene::{Posed, Scene};
use sim_edit::Document;
use sim_render::{Canvas, Detail, Gpu, GpuError, Grid, Line, Quality, Scenery, Stage};
use sim_runner::Structure;
use std::collections::HashMap;
use std::sync::Arc;

/// Category or tag of ceilings.
const CEILING: &str = "ceiling";

/// Content shared by all views.
pub struct Content {
    /// Low-detail rendering.
    pub efficient: bool,
    /// Visible overlays.
    pub shown: OverlaySettings,
    /// Whether the scene has neither robots nor objects.
    pub empty: bool,
    overlays: Overlays,
    markers: Markers,
    /// Height of the ground, m.
    ground: f64,
    /// Ceiling bodies.
    ceilings: Vec<usize>,
    /// Whether the active tool hides them.
    tool_hides_ceilings: bool,
    /// Whether anything has a margin.
    has_margins: bool,
    stage: Stage,
    scenery: Scenery,
    device: Option<Device>,
    posed: u64,
    /// Number of rendered images, of all views.
    drawn: u64,
    /// Minimum and maximum corner of the scene's routes, m.
    routes: Option<[Point3<f64>; 2]>,
    /// Addresses of robots by name.
    addresses: HashMap<String, String>,
    /// Structure and document revision of the cached routes and addresses.
    routes_of: Option<(u64, Option<u64>)>,
}

/// The GPU resources.
struct Device {
    state: RenderState,
    gpu: Gpu,
    /// Time and generation of the uploaded stage.
    uploaded: Option<(u64, u64)>,
}

/// Minimum and maximum corner, m.
type Bounds = [Point3<f64>; 2];

/// The bounding box of two boxes.
fn around([a, b]: Bounds, [low, high]: Bounds) -> Bounds {
    [a.inf(&low), b.sup(&high)]
}

/// The bounding box of a scene's routes.
fn of_routes(scene: &Scene) -> Option<Bounds> {
    let poses = scene.routes.iter().flat_map(|route| &route.poses);
    let points = poses.map(|pose| Point3::from(pose.pose().translation.vector));
    points.map(|point| [point, point]).reduce(around)
}

/// Addresses of robots that have one among their properties, with the port if there is one.
fn addresses(scene: &Scene) -> HashMap<String, String> {
    let reached = scene.robots.iter().filter_map(|robot| {
        let ip = robot.properties.get("ip")?.as_str()?;
        let port = robot.properties.get("port").and_then(serde_json::Value::as_u64);
        Some((robot.name.clone(), port.map_or_else(|| ip.to_owned(), |port| format!("{ip}:{port}"))))
    });
    reached.collect()
}

impl Content {
    /// Content drawn with the window's device.
    pub fn new(state: Option<&RenderState>) -> Self {
        let device = state.map(|state| Device {
            gpu: Gpu::shared(state.device.clone(), state.queue.clone(), &state.adapter.get_info()),
            state: state.clone(),
            uploaded: None,
        });
        Self {
            efficient: false,
            shown: OverlaySettings::default(),
            empty: false,
            overlays: Overlays::default(),
            markers: Markers::default(),
            ground: 0.0,
            ceilings: Vec::new(),
            tool_hides_ceilings: false,
            has_margins: false,
            stage: Stage::new(Detail::Full),
            scenery: Scenery::default(),
            device,
            posed: 0,
            drawn: 0,
            routes: None,
            addresses: HashMap::new(),
            routes_of: None,
        }
    }

    /// Stops rendering: the device is lost.
    pub fn lose_device(&mut self) {
        self.device = None;
    }

    /// Name of the adapter, and whether it is a software implementation.
    pub fn adapter(&self) -> Option<&sim_render::Adapter> {
        self.device.as_ref().map(|device| device.gpu.adapter())
    }

    /// The rendering quality.
    pub fn quality(&self) -> Quality {
        if self.efficient { Quality::LOW } else { Quality::default() }
    }

    /// Mesh files that could not be used.
    pub fn take_problems(&mut self) -> Vec<Diagnostic> {
        self.stage.take_problems()
    }

    /// Updates the poses; `new` if the structure has changed.
    pub fn follow(&mut self, world: &WorldView, new: bool, hidden: &[bool]) {
        let structure = world.structure();
        if new {
            self.restructure(structure);
        }
        self.stage.set_detail(if self.efficient { Detail::Low } else { Detail::Full });
        self.stage.set_bodies((0..structure.bodies.len()).map(|body| world.visuals(body)));
        let mut hidden = hidden.to_vec();
        if !self.shown.ceilings || self.tool_hides_ceilings {
            hidden.resize(structure.bodies.len(), false);
            self.ceilings.iter().filter(|body| **body < structure.bodies.len()).for_each(|body| hidden[*body] = true);
        }
        self.stage.set_hidden(&hidden);
        self.stage.pose(|body| world.poses()[body], world.links());
        self.posed += 1;
    }

    /// Called for another scene, or for other things in the same scene.
    fn restructure(&mut self, structure: &Arc<Structure>) {
        let Some(loaded) = &structure.scene else { return };
        self.scenery = Scenery::of(loaded);
        self.scenery.paint_floor(loaded);
        let scene = &loaded.scene;
        self.empty = scene.robots.is_empty() && scene.fleets.is_empty() && scene.objects.is_empty();
        self.ground = loaded.scene.floor.as_ref().map_or(0.0, |floor| floor.height);
        let above = loaded.scene.objects.iter();
        let above = above.filter(|object| object.category == CEILING || object.tags.iter().any(|tag| tag == CEILING));
        let body = |name: &str| structure.bodies.iter().position(|body| *body.name == *name);
        self.ceilings = above.filter_map(|object| body(&object.name)).collect();
        let of_objects = scene.objects.iter().any(|object| object.margin.is_some());
        self.has_margins = of_objects || !structure.robots.is_empty();
    }

    /// Hides ceilings for the active tool, or restores the user's setting. Returns whether that is a change.
    pub fn hide_ceilings(&mut self, hidden: bool) -> bool {
        std::mem::replace(&mut self.tool_hides_ceilings, hidden) != hidden
    }

    /// The categories of the scene that can be shown and hidden.
    pub fn categories(&self) -> Categories {
        let ceilings = match self.ceilings.is_empty() {
            true => Some(availability::NO_CEILING),
            false => self.tool_hides_ceilings.then_some(availability::CEILINGS_OF_ROUTE),
        };
        Categories { ceilings, margins: (!self.has_margins).then_some(availability::NO_MARGIN), point: None }
    }

    /// Updates the overlays for the latest frame.
    pub fn update_overlays(&mut self, context: &ViewerContext<'_>) {
        let ViewerContext { frame, world, selected, document, dragged, route_checks, cursor, part, part_pose, .. } =
            *context;
        let (number, stage) = (self.posed, &self.stage);
        let moment = overlays::Moment {
            number,
            frame,
            world,
            stage,
            selected,
            part,
            part_pose,
            document,
            dragged,
            route_checks,
            cursor,
        };
        self.overlays.update(&moment, &self.shown);
        if self.stage.set_shells(self.overlays.shells()) {
            self.stage.pose(|body| world.poses()[body], world.links());
            self.posed += 1;
        }
        let of = (world.structure().generation, document.map(Document::revision));
        if self.routes_of.replace(of) != Some(of) {
            // No simulation reads routes: the document has their current state.
            let built = world.structure().scene.as_ref().map(|loaded| &loaded.scene);
            let scene = document.and_then(Document::scene).or(built);
            self.routes = scene.and_then(of_routes);
            self.addresses = scene.map(addresses).unwrap_or_default();
        }
        self.markers.follow(context, &self.shown);
    }

    /// Adds trails to the lines, if they are shown.
    pub fn add_trails(&mut self, context: &ViewerContext<'_>) {
        if let Some(trails) = context.trails.filter(|_| self.shown.trails) {
            self.overlays.add_trails(context.world, context.selected, trails);
        }
    }

    /// The bounding box of everything shown except infinite planes, m.
    pub fn bounds(&self) -> Option<Bounds> {
        let routes = self.routes.filter(|_| self.shown.routes);
        self.stage.bounds().into_iter().chain(routes).reduce(around)
    }

    /// The bounding box of some bodies, or of everything if none is given, m.
    pub fn bounds_of(&self, bodies: &Selection) -> Option<Bounds> {
        match bodies.is_empty() {
            true => self.bounds(),
            false => self.stage.bounds_of(|body| bodies.contains(body)),
        }
    }

    /// All bodies as meshes at their current poses.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Changes whenever something has moved.
    pub fn posed(&self) -> u64 {
        self.posed
    }

    /// Number of rendered images, of all views.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The overlays.
    pub fn overlays(&self) -> &Overlays {
        &self.overlays
    }

    /// Font size of labels, points; `None` if labels are hidden.
    pub fn letters(&self) -> Option<f32> {
        self.shown.labels.then_some(self.shown.letters)
    }

    /// The label of a robot.
    pub fn label_of(&self, name: &str) -> String {
        labels::robot(name, self.addresses.get(name).map(String::as_str))
    }

    /// Height of the ground, m.
    pub fn ground(&self) -> f64 {
        self.ground
    }

    /// Sky, floor and water.
    pub fn scenery(&self) -> &Scenery {
        &self.scenery
    }

    /// Markers of parts without a body.
    pub fn markers(&self) -> &Markers {
        &self.markers
    }

    /// Height above which everything is cut off, m.
    pub fn cut(&self) -> Option<f64> {
        self.shown.cut.then_some(self.shown.height)
    }

    /// The device of the window; `None` if nothing can be rendered.
    pub fn render_state(&self) -> Option<&RenderState> {
        self.device.as_ref().map(|device| &device.state)
    }

    /// A canvas of this size with the current quality; `None` if nothing can be rendered.
    pub fn canvas(&self, size: [u32; 2]) -> Option<Canvas> {
        self.device.as_ref().map(|device| Canvas::new(&device.gpu, size, self.quality()))
    }

    /// The RGBA image on a canvas, row by row from the top. `None` if nothing can be rendered.
    ///
    /// # Errors
    /// The device cannot return the image.
    pub fn read(&self, canvas: &mut Canvas) -> Result<Option<Vec<u8>>, GpuError> {
        let Some(device) = &self.device else { return Ok(None) };
        let [width, height] = canvas.size().map(|edge| edge as usize);
        let mut pixels = vec![0; 4 * width * height];
        canvas.read(&device.gpu, &mut pixels).map(|()| Some(pixels))
    }

    /// Renders bodies, scenery and lines to a canvas; `turbidity` scales the attenuation of water, and `wider` scales the line
    /// width.
    pub fn draw(
        &mut self,
        canvas: &mut Canvas,
        camera: &sim_render::Camera,
        turbidity: f32,
        outlined: (&[usize], [f32; 4]),
        wider: f32,
    ) {
        self.scenery.turbidity = turbidity;
        self.scenery.grid = self.shown.grid.then_some(Grid { spacing: self.shown.step, height: self.ground });
        self.scenery.cut = self.cut();
        let Some(device) = &mut self.device else { return };
        let now = (self.posed, self.stage.generation());
        if device.uploaded.replace(now) != Some(now) {
            device.gpu.upload(&self.stage);
        }
        self.drawn += 1;
        let wide: Vec<Line>;
        let lines = match wider == 1.0 {
            true => self.overlays.lines(),
            false => {
                let lines = self.overlays.lines().iter();
                wide = lines.map(|line| Line { width: line.width * wider, ..*line }).collect();
                &wide
            }
        };
        let points = self.overlays.points();
        canvas.draw(&mut device.gpu, &self.stage, &self.scenery, camera, (lines, points), outlined);
    }
}
