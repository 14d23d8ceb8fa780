//! The scenery of a simulation.

use super::super::scenery::{
    Carrier, Entity, LinkFrame, Piece, PieceShape, RobotFrames, Scan, Scenery, SensorFrame, frame,
};
use crate::ranging::{self, Ranging};
use nalgebra::{Isometry3, Vector3};
use sim_abi::declare::{Coverage, CoverageForm, Kind};
use sim_abi::model::{JointMotion, RobotModelSpec};
use sim_abi::service::{LayoutPart, RobotLayout};
use sim_diagnostics::marks;
use sim_engine::{Form, RobotView, Simulation, Visual};
use sim_model::Kinematics;
use sim_scene::{LightKind, LoadedScene, Paint, Posed, Region, Scene};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Arc;

/// Number of rays that represent the cone of a sensor.
const CONE_RAYS: usize = 9;
/// Height of each floor layer above the one below, m.
const LAYER: f64 = 0.0005;
/// Thickness of the slab that represents a floor or an infinite plane, m.
const SLAB: f64 = 0.002;
/// Margin around everything for drawing an infinite floor, m.
const MARGIN: f64 = 1.0;

/// The whole scenery of a simulation.
pub(in super::super) fn of(simulation: &Simulation, loaded: &LoadedScene) -> Scenery {
    let extent = Extent::of(simulation, &loaded.scene);
    let mut others = robots(simulation);
    others.extend(objects(simulation));
    others.extend(floor(&loaded.scene, &extent));
    others.extend(water(&loaded.scene, &extent));
    let places = Places::new(simulation, &loaded.scene);
    others.extend(signs(&loaded.scene, &places));
    Scenery { fixed: fixed(simulation), others, robots: frames(simulation) }
}

/// The fixed entities of the scene in their current state.
pub(in super::super) fn fixed(simulation: &Simulation) -> Vec<Entity> {
    let world = simulation.world();
    let bodies = world.bodies.iter().zip(0..).filter(|(body, _)| body.mover.is_none() && !body.visuals.is_empty());
    bodies
        .filter_map(|(body, number)| {
            let world_from_body = world.index.pose(sim_geometry::BodyId(number)).ok()?;
            let pieces = body.visuals.iter().map(|visual| piece(visual, world_from_body)).collect();
            Some(Entity { id: frame("things", &body.name), carrier: Carrier::World, pieces })
        })
        .collect()
}

fn piece(visual: &Visual, carrier_from_body: &Isometry3<f64>) -> Piece {
    let placement = carrier_from_body * visual.placement;
    Piece { placement, color: visual.color, shape: PieceShape::Form(visual.form.clone()) }
}

/// Shapes of each robot: those of its body, and those of each moving link.
fn robots(simulation: &Simulation) -> Vec<Entity> {
    let mut entities = Vec::new();
    for robot in simulation.robot_views() {
        let visuals = &simulation.world().bodies[robot.body().index()].visuals;
        let mut by_link: BTreeMap<Option<u32>, Vec<Piece>> = BTreeMap::new();
        for visual in visuals.iter() {
            by_link.entry(visual.link).or_default().push(piece(visual, &Isometry3::identity()));
        }
        let name = frame("robots", robot.name());
        entities.extend(by_link.into_iter().map(|(link, pieces)| match link {
            None => Entity { id: name.clone(), carrier: Carrier::Robot(robot.index()), pieces },
            Some(link) => {
                let named = robot.model().and_then(|model| model.links.get(link as usize));
                let part = named.map_or_else(|| link.to_string(), |link| link.name.clone());
                Entity { id: format!("{name}/links/{part}"), carrier: Carrier::Link(robot.index(), link), pieces }
            }
        }));
    }
    entities
}

fn objects(simulation: &Simulation) -> Vec<Entity> {
    let bodies = simulation.world().bodies.iter();
    let robots = simulation.robot_count();
    let moving = bodies.filter_map(|body| Some((body, body.mover?.checked_sub(robots)?)));
    let entity = |(body, object): (&sim_engine::BodyInfo, usize)| {
        let pieces = body.visuals.iter().map(|visual| piece(visual, &Isometry3::identity())).collect();
        Entity { id: frame("objects", &body.name), carrier: Carrier::Object(object), pieces }
    };
    moving.map(entity).filter(|entity| !entity.pieces.is_empty()).collect()
}

/// Minimum and maximum corner of everything, m.
struct Extent {
    low: Vector3<f64>,
    high: Vector3<f64>,
}

impl Extent {
    fn of(simulation: &Simulation, scene: &Scene) -> Self {
        let mut extent = Self { low: Vector3::repeat(-MARGIN), high: Vector3::repeat(MARGIN) };
        for entity in fixed(simulation) {
            for piece in entity.pieces {
                if let PieceShape::Form(form) = &piece.shape {
                    extent.add(&piece.placement.translation.vector, radius(form));
                }
            }
        }
        let robots = simulation.robots().map(|robot| robot.state);
        for state in robots.chain(simulation.movable_objects().map(|(_, state)| state)) {
            extent.add(&state.pose.translation.vector, MARGIN);
        }
        if let Some([low, high]) = simulation.world().floor.as_ref().and_then(|floor| floor.painted_area()) {
            extent.add(&Vector3::new(low[0], low[1], 0.0), MARGIN);
            extent.add(&Vector3::new(high[0], high[1], 0.0), MARGIN);
        }
        for point in scene.routes.iter().flat_map(|route| &route.poses) {
            extent.add(&point.pose().translation.vector, MARGIN);
        }
        extent
    }

    fn add(&mut self, place: &Vector3<f64>, radius: f64) {
        let reach = Vector3::repeat(radius);
        if place.iter().all(|part| part.is_finite()) {
            (self.low, self.high) = (self.low.inf(&(place - reach)), self.high.sup(&(place + reach)));
        }
    }

    /// A slab with this extent in x and y, and its upper side at `height`.
    fn slab(&self, height: f64) -> (Isometry3<f64>, Form) {
        let (centre, size) = ((self.low + self.high) / 2.0, self.high - self.low);
        (Isometry3::translation(centre.x, centre.y, height - SLAB / 2.0), Form::Box([size.x, size.y, SLAB]))
    }
}

/// Radius of a bounding sphere about the origin, m; 0 for a shape without bounds.
fn radius(form: &Form) -> f64 {
    match form {
        Form::Box(size) => Vector3::from(*size).norm() / 2.0,
        Form::Sphere { radius } => *radius,
        Form::Cylinder { radius, height } => sim_abi::math::hypot(*radius, height / 2.0),
        Form::Capsule { radius, height } => radius + height / 2.0,
        Form::Ellipsoid { radii } => radii.iter().copied().fold(0.0, f64::max),
        Form::Ramp { length, width, height } => Vector3::new(length / 2.0, width / 2.0, *height).norm(),
        Form::Prism(prism) => {
            prism.corners.iter().map(|[x, y]| Vector3::new(*x, *y, prism.height).norm()).fold(0.0, f64::max)
        }
        Form::Terrain(terrain) => sim_abi::math::hypot(terrain.size[0], terrain.size[1]) / 2.0,
        Form::Triangles(mesh) => mesh.vertices.iter().map(|corner| Vector3::from(*corner).norm()).fold(0.0, f64::max),
        Form::Plane | Form::Mesh { .. } => 0.0,
    }
}

/// The floor and its paint, each layer a little above the one below. Images are omitted.
fn floor(scene: &Scene, extent: &Extent) -> Option<Entity> {
    let floor = scene.floor.as_ref()?;
    let (placement, form) = match floor.size {
        Some([x, y]) => (Isometry3::translation(0.0, 0.0, floor.height - SLAB / 2.0), Form::Box([x, y, SLAB])),
        None => extent.slab(floor.height),
    };
    let color = floor.color.0.map(|part| part as f32);
    let mut pieces = vec![Piece { placement, color, shape: PieceShape::Form(form) }];
    let up = Isometry3::translation(0.0, 0.0, floor.height);
    for (number, paint) in floor.paint.iter().enumerate().filter(|(_, paint)| paint.height() == 0.0) {
        let mut raised = paint.clone();
        let height = LAYER * (number + 1) as f64;
        match &mut raised {
            Paint::Polygon(polygon) => polygon.height = height,
            Paint::Stroke(stroke) => stroke.height = height,
            Paint::Disc(disc) => disc.height = height,
            Paint::Image(_) => continue,
        }
        pieces.extend(sim_engine::paint_visuals(&raised).iter().map(|visual| piece(visual, &up)));
    }
    Some(Entity { id: "floor".into(), carrier: Carrier::World, pieces })
}

/// Water as a box, or as its surface if it is not bounded otherwise.
fn water(scene: &Scene, extent: &Extent) -> Vec<Entity> {
    let entity = |(name, color, placement, form): (&str, [f32; 4], _, _)| {
        let pieces = vec![Piece { placement, color, shape: PieceShape::Form(form) }];
        Entity { id: frame("media", name), carrier: Carrier::World, pieces }
    };
    let media = scene.media.iter().filter_map(|medium| {
        let color = medium.color.0.map(|part| part as f32);
        let (placement, form) = match &medium.region {
            Region::Everywhere => return None,
            Region::Box(region) => (region.pose(), Form::Box(region.size)),
            Region::Below(height) => extent.slab(*height),
        };
        Some((medium.name.as_str(), color, placement, form))
    });
    media.map(entity).collect()
}

/// Carriers of the scene's objects.
struct Places<'a> {
    scene: &'a Scene,
    robots: BTreeMap<&'a str, usize>,
    objects: BTreeMap<&'a str, usize>,
}

impl<'a> Places<'a> {
    fn new(simulation: &'a Simulation, scene: &'a Scene) -> Self {
        let robots = simulation.robots().enumerate().map(|(robot, report)| (report.name, robot));
        let objects = simulation.movable_objects().enumerate().map(|(object, (name, _))| (name, object));
        Self { scene, robots: robots.collect(), objects: objects.collect() }
    }

    /// Carrier of an object with this parent, and `carrier_from_thing`.
    fn resolve(&self, parent: Option<&str>, own: Isometry3<f64>) -> (Carrier, Isometry3<f64>) {
        let (mut pose, mut next) = (own, parent);
        // Validation rejects cycles; the limit guards against a scene that was built in code.
        for _ in 0..=self.scene.objects.len() {
            let Some(name) = next else { break };
            if let Some(object) = self.objects.get(name) {
                return (Carrier::Object(*object), pose);
            }
            if let Some(robot) = self.robots.get(name) {
                return (Carrier::Robot(*robot), pose);
            }
            let Some(object) = self.scene.objects.iter().find(|object| object.name == name) else { break };
            (pose, next) = (object.pose() * pose, object.parent.as_deref());
        }
        (Carrier::World, pose)
    }
}

/// Lamps, beacons, routes and notes.
fn signs(scene: &Scene, places: &Places<'_>) -> Vec<Entity> {
    let ball = || PieceShape::Form(Form::Sphere { radius: marks::RADIUS });
    let mut entities = Vec::new();
    let mut add = |id: String, (carrier, placement), color, shape| {
        entities.push(Entity { id, carrier, pieces: vec![Piece { placement, color, shape }] });
    };
    for light in &scene.lights {
        if matches!(light.kind, LightKind::Point(_) | LightKind::Spot(_)) {
            let place = places.resolve(light.parent.as_deref(), light.pose());
            add(frame("lights", &light.name), place, light.color.0.map(|part| part as f32), ball());
        }
    }
    for beacon in &scene.beacons {
        let place = places.resolve(beacon.parent.as_deref(), beacon.pose());
        add(frame("beacons", &beacon.name), place, marks::BEACON, ball());
    }
    for route in scene.routes.iter().filter(|route| route.poses.len() > 1) {
        let points = route.poses.iter().map(|pose| pose.pose().translation.vector.into()).collect();
        let place = (Carrier::World, Isometry3::identity());
        add(
            frame("routes", &route.name),
            place,
            route.drawn_color(),
            PieceShape::Line { points, closed: route.closed },
        );
    }
    for (number, note) in scene.notes.iter().enumerate() {
        let place = places.resolve(note.parent.as_deref(), note.pose());
        add(frame("notes", &number.to_string()), place, marks::NOTE, PieceShape::Text(note.text.clone()));
    }
    entities
}

/// Coordinate frames of the parts of every robot.
fn frames(simulation: &Simulation) -> Vec<Arc<RobotFrames>> {
    let mut all: Vec<Arc<RobotFrames>> = Vec::with_capacity(simulation.robot_count());
    let mut before: Option<RobotView<'_>> = None;
    for robot in simulation.robot_views() {
        let same = before.is_some_and(|before| before.has_layout_of(&robot) && before.model() == robot.model());
        all.push(match all.last() {
            Some(last) if same => Arc::clone(last),
            _ => Arc::new(frames_of(simulation, &robot)),
        });
        before = Some(robot);
    }
    all
}

fn frames_of(simulation: &Simulation, robot: &RobotView<'_>) -> RobotFrames {
    let layout = robot.layout();
    let shows_links = simulation.world().links.has(robot.body().index());
    let model = robot.model().filter(|_| shows_links);
    let mut frames = model.map_or_else(RobotFrames::default, |model| link_frames(model, &layout));
    let sensors = layout.parts.iter().filter(|part| part.kind == Kind::Sensor.word());
    let channels = robot.channels();
    frames.sensors = sensors
        .map(|part| SensorFrame {
            name: part.name.clone(),
            link: part.link.filter(|link| *link != 0),
            mount: part.mount.isometry(),
            every: robot.sensor_ticks(&part.name).into(),
            scans: {
                let clean = ranging::clean_offset(&channels, part);
                part.coverage.iter().filter_map(|coverage| scan(part, clean, coverage)).collect()
            },
        })
        .collect();
    frames
}

/// Links of a robot with moving links.
fn link_frames(model: &Arc<RobotModelSpec>, layout: &RobotLayout) -> RobotFrames {
    // The model was used to build the robot, so it is a tree.
    let Ok(kinematics) = Kinematics::new(model) else { return RobotFrames::default() };
    let moving = |number: usize| model.joints[number].motion != JointMotion::Fixed;
    // Position and velocity of each movable joint, one after the other.
    let first = layout.parts.iter().find(|part| part.kind == Kind::Robot.word()).map(|part| part.published_offset);
    let joints = (0..model.joints.len()).filter(|number| moving(*number)).enumerate();
    let joints = joints.filter_map(|(place, number)| Some((number, first? + 2 * place))).collect();
    let carried = |link: usize| model.joints.iter().position(|joint| joint.child == model.links[link].name);
    let moves = |link: usize| {
        let mut chain = std::iter::successors(Some(link), |link| kinematics.parent(*link));
        chain.any(|link| carried(link).is_some_and(moving))
    };
    let links = model.links.iter().enumerate().skip(1);
    let links =
        links.map(|(number, link)| LinkFrame { name: link.name.clone(), link: number as u32, moves: moves(number) });
    RobotFrames {
        links: links.collect(),
        start: sim_model::initial_positions(model),
        joints,
        sensors: Vec::new(),
        kinematics: Some(Arc::new(kinematics)),
    }
}

/// Range scan of a sensor, if it has one; `clean` is the index of its first reading before noise.
fn scan(part: &LayoutPart, clean: Option<usize>, coverage: &Coverage) -> Option<Scan> {
    let channel = coverage.channel.filter(|channel| *channel < part.channels.len())?;
    let angles_of = |count: usize, arc: f64| match count {
        1 => [0.0; 2],
        _ if arc > TAU - 1e-9 => [0.0, TAU - TAU / count as f64],
        _ => [-arc / 2.0, arc / 2.0],
    };
    let (mut layered, mut data) = (None, coverage.scan);
    let (angles, rays, values) = match coverage.form {
        CoverageForm::Rays { count, arc } => {
            // A sensor may have fewer channels than it declares.
            let count = (count as usize).min(part.channels.len() - channel);
            if count == 0 {
                return None;
            }
            (angles_of(count, arc), count, count)
        }
        CoverageForm::Layers { layers, count, arc, elevation } => {
            let (layers, count) = (layers as usize, count as usize);
            let values =
                layers.checked_mul(count).filter(|values| (1..=part.channels.len() - channel).contains(values))?;
            // The full scan has more rays than there are channels.
            let whole = data.filter(|data| data.distances && data.points() > 0);
            let (layers, count) = whole.map_or((layers, count), |data| (data.layers as usize, data.rays as usize));
            layered = Some((layers, elevation));
            (angles_of(count, arc), count, values)
        }
        CoverageForm::Cone { half_angle } => ([-half_angle, half_angle], CONE_RAYS, 1),
        CoverageForm::Frustum { .. } | CoverageForm::Sectors { .. } | CoverageForm::Unknown => return None,
    };
    if data.is_some_and(|data| data.points() != layered.map_or(values, |(layers, _)| layers * rays)) {
        data = None;
    }
    Some(Scan {
        placement: coverage.placement.isometry(),
        angles,
        // Viewers divide by the number of gaps, so a single ray is written twice.
        rays: if layered.is_some() { rays } else { rays.max(2) },
        layers: layered,
        values,
        first: part.offset + channel,
        clean: clean.map(|clean| clean + channel),
        start: coverage.start,
        ranging: Ranging::of(coverage),
        data,
    })
}
