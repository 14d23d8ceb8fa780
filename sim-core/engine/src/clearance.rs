//! Checks whether robots on routes have clearance.

use super::service_context::ServiceContext;
use super::world::{World, category};
use super::{Simulation, mover::Mover};
use nalgebra::{Isometry3, Point3, Translation3, Vector3};
use sim_abi::Fault;
use sim_abi::route::{LegContact, RouteMotion};
use sim_diagnostics::{Code, Diagnostic, Diagnostics};
use sim_geometry::{BodyId, Shape};
use sim_scene::{LoadedScene, Margin};
use std::sync::Arc;
use swept_solid::{Body, Contact, Invalid, Leg, Obstacles, PlanarPose, Scratch, Solid, TOL, Turning};

/// Depth given to infinite planes, m.
const DEPTH: f64 = 1000.0;

/// A box along the axes of a body, m.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cuboid {
    low: Vector3<f64>,
    high: Vector3<f64>,
}

impl Cuboid {
    /// Around shapes in the frame of their body; `None` without shapes, and for unbounded ones.
    fn around(parts: &[(Shape, Isometry3<f64>)]) -> Option<Self> {
        let boxes = parts.iter().map(|(shape, pose)| shape.extent(pose).map(|[low, high]| Self { low, high }));
        boxes.reduce(|one, other| {
            let (one, other) = (one?, other?);
            Some(Self { low: one.low.inf(&other.low), high: one.high.sup(&other.high) })
        })?
    }

    /// With a margin on all sides.
    fn with(self, margin: Option<&Margin>) -> Self {
        let more = match margin {
            None => Vector3::zeros(),
            Some(Margin::Meters(meters)) => Vector3::from(*meters),
            Some(Margin::Fraction(share)) => (self.high - self.low).component_mul(&Vector3::from(*share)),
        };
        Self { low: self.low - more, high: self.high + more }
    }

    /// As a solid at the pose of its body.
    fn solid(&self, pose: &Isometry3<f64>) -> Result<Solid, Invalid> {
        let middle = Translation3::from((self.low + self.high) / 2.0);
        cuboid(self.high - self.low, &(pose * middle))
    }
}

/// A cuboid with every side at least as long as the tolerance.
fn cuboid(size: Vector3<f64>, pose: &Isometry3<f64>) -> Result<Solid, Invalid> {
    Solid::cuboid(size.map(|length| length.max(TOL)), pose)
}

/// A body that can be an obstacle.
#[derive(Clone, Debug)]
struct ObstacleBody {
    body: u32,
    name: Arc<str>,
    moves: bool,
    /// Its solid shapes, in the body frame; empty for robots and bodies with a margin, for which the box is used.
    parts: Vec<(Shape, Isometry3<f64>)>,
    /// The box around it with its margin.
    around: Option<Cuboid>,
}

impl ObstacleBody {
    /// The solid that it occupies at this pose.
    fn solid(&self, pose: &Isometry3<f64>) -> Result<Solid, Invalid> {
        match &self.around {
            Some(around) => around.solid(pose),
            None => Solid::compound(
                self.parts.iter().map(|(shape, place)| solid(shape, &(pose * place))).collect::<Result<Vec<_>, _>>()?,
            ),
        }
    }
}

/// A shape as a solid.
fn solid(shape: &Shape, pose: &Isometry3<f64>) -> Result<Solid, Invalid> {
    let length = |length: f64| length.max(TOL);
    match shape {
        Shape::Box { half_extents } => cuboid(half_extents * 2.0, pose),
        Shape::Sphere { radius } => Solid::ball(pose.translation.vector.into(), length(*radius)),
        Shape::Cylinder { radius, half_height } => Solid::cylinder(length(*radius), length(2.0 * half_height), pose),
        Shape::Capsule { radius, half_length } => {
            let end = |z: f64| pose * Point3::new(0.0, 0.0, z);
            Solid::capsule([end(-half_length), end(*half_length)], length(*radius))
        }
        Shape::HalfSpace => {
            let size = Vector3::new(2.0 * DEPTH, 2.0 * DEPTH, DEPTH);
            cuboid(size, &(pose * Translation3::new(0.0, 0.0, -DEPTH / 2.0)))
        }
        Shape::TriMesh(mesh) => {
            let points: Vec<Point3<f64>> = mesh.points().collect();
            Solid::mesh(&points, mesh.triangles(), pose)
        }
        Shape::Convex(convex) => {
            let corners: Vec<Point3<f64>> = convex.corners().collect();
            Solid::hull(&corners, pose)
        }
        // Terrain is ground and thus not an obstacle; use its bounding box.
        Shape::HeightField(field) => {
            let (middle, half) = field.bounds();
            cuboid(half * 2.0, &(pose * Translation3::from(middle)))
        }
    }
}

/// Space that a robot needs.
#[derive(Clone, Debug)]
struct Needed {
    body: u32,
    /// Length and width about its origin, and height above its lowest point, with the margin, m.
    size: Vector3<f64>,
    /// Height of its lowest point above the floor below it, m; at most 0.
    lowest: f64,
    /// Height of its origin above that floor, m.
    standing_height: f64,
    motion: RouteMotion,
}

/// A pose on a robot's path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathPose {
    /// Position, m; z is the height of the floor.
    pub at: [f64; 3],
    /// Heading, rad.
    pub yaw: f64,
}

impl PathPose {
    fn planar(&self, heading: f64) -> PlanarPose {
        PlanarPose::new(self.at[0], self.at[1], heading)
    }
}

/// Obstacles of robots on routes and the space that each robot needs: everything that does not depend on poses.
#[derive(Clone, Debug, Default)]
pub struct Clearance {
    obstacle_bodies: Vec<ObstacleBody>,
    /// For each robot, in scene order; `None` for a robot without a solid shape.
    robots: Vec<Option<Needed>>,
    /// Bounding boxes of the bodies with a margin, including it, sorted by body.
    margins: Vec<(usize, Cuboid)>,
}

impl Clearance {
    /// For the current state of a simulation.
    pub fn of(simulation: &Simulation) -> Self {
        Self::of_world(&simulation.world, &simulation.movers)
    }

    fn of_world(world: &World, movers: &[Mover]) -> Self {
        let bodies = world.bodies.iter().enumerate().filter(|(_, body)| {
            // Objects that rest on the floor would touch a robot that drives on it: ground is not an obstacle.
            !body.name.is_empty() && body.clear.counts && body.category & category::GROUND == 0
        });
        let obstacle_bodies = bodies.filter_map(|(number, body)| {
            let parts = solids(world, number);
            let is_robot = body.category & category::ROBOT != 0;
            let boxed = (is_robot || body.clear.margin.is_some()).then(|| Cuboid::around(&parts));
            let around = boxed.flatten().map(|around| around.with(body.clear.margin.as_ref()));
            (!parts.is_empty()).then(|| ObstacleBody {
                body: number as u32,
                name: body.name.clone(),
                moves: body.mover.is_some(),
                parts: if around.is_some() { Vec::new() } else { parts },
                around,
            })
        });
        let robots = movers.iter().filter(|mover| mover.identity.robot).map(|mover| {
            let around = Cuboid::around(&solids(world, mover.identity.body.index()))?;
            let around = around.with(world.bodies[mover.identity.body.index()].clear.margin.as_ref());
            let standing_height = mover.identity.model.as_ref().map_or(0.0, |model| model.standing_height);
            let lowest = (around.low.z + standing_height).min(0.0);
            let across = around.low.abs().sup(&around.high.abs()) * 2.0;
            let controller = mover.components.controller.as_ref();
            Some(Needed {
                body: mover.identity.body.0,
                size: Vector3::new(across.x, across.y, around.high.z + standing_height - lowest).map(|l| l.max(TOL)),
                lowest,
                standing_height,
                motion: controller.and_then(|slot| slot.instance.declaration().routes).unwrap_or_default(),
            })
        });
        let margins = world.bodies.iter().enumerate().filter_map(|(number, body)| {
            let margin = body.clear.margin.as_ref()?;
            Some((number, Cuboid::around(&solids(world, number))?.with(Some(margin))))
        });
        Self { robots: robots.collect(), obstacle_bodies: obstacle_bodies.collect(), margins: margins.collect() }
    }

    /// Length, width and height that a robot needs, with its margin, m; `None` if [`Self::place`] returns `None`.
    pub fn size(&self, robot: usize) -> Option<[f64; 3]> {
        Some(self.robots.get(robot)?.as_ref()?.size.into())
    }

    /// Lowest and highest corner of the bounding box of a body with its margin, in the body frame, m; `None` for a body without a margin
    /// and for one that is not solid.
    pub fn margin(&self, body: usize) -> Option<[Point3<f64>; 2]> {
        let found = self.margins.binary_search_by_key(&body, |(number, _)| *number).ok()?;
        let Cuboid { low, high } = self.margins[found].1;
        Some([low.into(), high.into()])
    }

    /// How a robot follows routes. Default: the motion of its platform, if its controller does not declare one.
    pub fn motion(&self, robot: usize) -> RouteMotion {
        self.robots.get(robot).and_then(Option::as_ref).map(|needed| needed.motion).unwrap_or_default()
    }

    /// Current pose of a robot, for the start of its path; `None` if the robot does not exist or needs no space.
    pub fn place(&self, robot: usize, world_from_body: &Isometry3<f64>) -> Option<PathPose> {
        let needed = self.robots.get(robot)?.as_ref()?;
        let at = world_from_body.translation.vector - Vector3::z() * needed.standing_height;
        Some(PathPose { at: at.into(), yaw: world_from_body.rotation.euler_angles().2 })
    }

    /// Whether a body belongs to the robot of this index.
    fn is_of(&self, robot: usize, body: u32) -> bool {
        self.robots[robot].as_ref().is_some_and(|needed| needed.body == body)
    }

    /// Obstacles at the given poses.
    fn obstacles(
        &self,
        moving: bool,
        floor: f64,
        pose: &dyn Fn(usize) -> Isometry3<f64>,
    ) -> Result<Obstacles<u32>, ClearanceError> {
        let lowered = Translation3::new(0.0, 0.0, -floor);
        let bodies = self.obstacle_bodies.iter().enumerate().filter(|(_, body)| body.moves == moving);
        let solids = bodies.map(|(number, body)| {
            let solid = body.solid(&(lowered * pose(body.body as usize)));
            let solid = solid.map_err(|error| ClearanceError { name: Some(body.name.clone()), error })?;
            Ok((number as u32, solid))
        });
        Ok(Obstacles::new(solids.collect::<Result<Vec<_>, _>>()?))
    }
}

/// Error of a clearance check.
#[derive(Clone, Debug, PartialEq)]
pub struct ClearanceError {
    /// The body with the invalid geometry; `None` if the path itself is invalid.
    name: Option<Arc<str>>,
    error: Invalid,
}

impl std::fmt::Display for ClearanceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "`{name}`: ")?;
        }
        write!(f, "{}: {}", self.error, self.error.remedy())
    }
}

/// Solid shapes of a body, in the body frame.
fn solids(world: &World, body: usize) -> Vec<(Shape, Isometry3<f64>)> {
    let colliders = world.index.colliders(BodyId(body as u32)).unwrap_or_default();
    let solid = colliders.iter().filter(|collider| collider.solid);
    solid.map(|collider| (collider.shape.clone(), collider.body_from_collider)).collect()
}

/// Checks paths one after the other; obstacles that have not moved since the last check are reused.
#[derive(Debug)]
pub struct PathChecker {
    clearance: Arc<Clearance>,
    /// Height of the floor in the last check, m, and the poses of all possible obstacles.
    floor: f64,
    poses: [Vec<Isometry3<f64>>; 2],
    /// Static and moving obstacles.
    obstacles: [Option<Obstacles<u32>>; 2],
    scratch: Scratch,
}

impl PathChecker {
    /// For these obstacles and robots.
    pub fn new(clearance: Arc<Clearance>) -> Self {
        let poses = [Vec::new(), Vec::new()];
        Self { clearance, floor: 0.0, poses, obstacles: [None, None], scratch: Scratch::default() }
    }

    /// The obstacles and robots that it checks.
    pub fn clearance(&self) -> &Arc<Clearance> {
        &self.clearance
    }

    /// The bodies that a robot would touch on the path through these poses, leg by leg, in the order of contact on each leg; `pose` returns
    /// `world_from_body` of a body of the world. A robot that needs no space or does not exist touches nothing.
    ///
    /// # Errors
    /// If a number is not finite or too large.
    pub fn contacts(
        &mut self,
        robot: usize,
        path: &[PathPose],
        pose: &dyn Fn(usize) -> Isometry3<f64>,
    ) -> Result<Vec<LegContact>, ClearanceError> {
        let clearance = self.clearance.clone();
        let Some(Some(needed)) = clearance.robots.get(robot) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for (number, pair) in path.windows(2).enumerate() {
            let [from, to] = [pair[0], pair[1]];
            // A robot that changes height on a leg occupies all its heights on the whole leg.
            let rise = (to.at[2] - from.at[2]).abs();
            self.prepare(from.at[2].min(to.at[2]) + needed.lowest, pose)?;
            let unnamed = |error| ClearanceError { name: None, error };
            let size = needed.size + Vector3::z() * rise;
            let body = Body::new(size).map_err(unnamed)?;
            let first = found.len();
            for leg in legs(&from, &to, needed.motion).map_err(unnamed)? {
                for obstacles in self.obstacles.iter().flatten() {
                    let is_self = |index: &u32| clearance.is_of(robot, clearance.obstacle_bodies[*index as usize].body);
                    let hits = obstacles.all(&body, &leg, is_self, &mut self.scratch);
                    for hit in hits {
                        let index = obstacles.key(hit.obstacle).map(|index| *index as usize);
                        let name =
                            index.map(|index| clearance.obstacle_bodies[index].name.to_string()).unwrap_or_default();
                        if found[first..].iter().any(|(_, contact): &(f64, LegContact)| contact.name == name) {
                            continue;
                        }
                        let place = leg.pose(hit.along, hit.turned);
                        let at = [place.x, place.y, place.heading];
                        let touches = hit.contact == Contact::Touches;
                        found.push((hit.along, LegContact { leg: number, name, touches, at }));
                    }
                }
            }
            found[first..].sort_by(|(one, _), (other, _)| one.total_cmp(other));
        }
        Ok(found.into_iter().map(|(_, contact)| contact).collect())
    }

    /// Rebuilds the obstacles that have moved.
    fn prepare(&mut self, floor: f64, pose: &dyn Fn(usize) -> Isometry3<f64>) -> Result<(), ClearanceError> {
        let moved = self.floor != floor;
        self.floor = floor;
        for moving in [false, true] {
            let kind = usize::from(moving);
            let bodies = self.clearance.obstacle_bodies.iter().filter(|body| body.moves == moving);
            let poses: Vec<_> = bodies.map(|body| pose(body.body as usize)).collect();
            if moved || self.obstacles[kind].is_none() || poses != self.poses[kind] {
                self.obstacles[kind] = None;
                self.obstacles[kind] = Some(self.clearance.obstacles(moving, floor, pose)?);
                self.poses[kind] = poses;
            }
        }
        Ok(())
    }
}

/// The motions that take a robot from one pose to the next.
fn legs(from: &PathPose, to: &PathPose, motion: RouteMotion) -> Result<Vec<Leg>, Invalid> {
    let (dx, dy) = (to.at[0] - from.at[0], to.at[1] - from.at[1]);
    if motion == RouteMotion::Holonomic || sim_abi::math::hypot(dx, dy) <= TOL {
        return Ok(vec![Leg::new(from.planar(from.yaw), to.planar(to.yaw), Turning::OnTheWay)?]);
    }
    let ahead = sim_abi::math::atan2(dy, dx);
    Ok(vec![
        Leg::new(from.planar(from.yaw), from.planar(ahead), Turning::AtEnd)?,
        Leg::new(from.planar(ahead), to.planar(ahead), Turning::Ignored)?,
        Leg::new(to.planar(ahead), to.planar(to.yaw), Turning::AtEnd)?,
    ])
}

/// Warnings about fixed objects on the routes of robots: one for each robot, leg and object.
pub fn blocked_routes(simulation: &Simulation, loaded: &LoadedScene) -> Diagnostics {
    let mut found = Diagnostics::default();
    if loaded.scene.routes.is_empty() {
        return found;
    }
    let pose = |body: usize| simulation.world.index.pose(BodyId(body as u32)).copied().unwrap_or_default();
    let mut clearance = Clearance::of(simulation);
    clearance.obstacle_bodies.retain(|body| !body.moves);
    let mut checker = PathChecker::new(clearance.into());
    let movers = simulation.movers.iter().filter(|mover| mover.identity.robot);
    let placed_robots = loaded.scene.all_robots();
    for (number, mover) in movers.enumerate() {
        let Some(placed) = placed_robots.iter().find(|placed| *placed.robot.name == *mover.identity.name) else {
            continue;
        };
        let Some(name) = &placed.robot.route else { continue };
        let Some(route) = loaded.scene.routes.iter().find(|route| route.name == *name) else { continue };
        let route = route.for_components();
        let back = route.poses.first().filter(|_| route.closed);
        let poses = route.poses.iter().chain(back).map(|pose| PathPose { at: pose.at, yaw: pose.yaw });
        let start = checker.clearance().place(number, &pose(mover.identity.body.index()));
        let path: Vec<PathPose> = start.into_iter().chain(poses).collect();
        let mut report = |diagnostic: Diagnostic| found.push(loaded.at(&format!("{}.route", placed.path), diagnostic));
        let robot = &mover.identity.name;
        match checker.contacts(number, &path, &pose) {
            Ok(contacts) => contacts.iter().filter(|contact| !contact.touches).for_each(|contact| {
                let LegContact { leg, name: object, at: [x, y, yaw], .. } = contact;
                let leg = match leg {
                    0 => "on the way to the first pose".to_string(),
                    leg if *leg < route.poses.len() => format!("between the poses {leg} and {}", leg + 1),
                    _ => "on the way back to the first pose".to_string(),
                };
                let message = format!("`{robot}` meets `{object}` on its route `{name}`, {leg}");
                report(
                    Diagnostic::warning(Code::SceneRoute, message)
                        .with_found(format!("contact at x = {x:.2} m, y = {y:.2} m, yaw = {:.0}°", yaw.to_degrees()))
                        .with_help("move a pose or the object, or turn where there is room; robots drive straight between poses"),
                );
            }),
            Err(why) => report(Diagnostic::warning(Code::SceneRoute, format!("the route `{name}` of `{robot}` cannot be checked: {why}"))),
        }
    }
    found
}

/// Handles the request of a service; the path starts at the current pose of the robot.
pub(super) fn of_service(
    caller: &ServiceContext<'_>,
    robot: u32,
    poses: &[[f64; 3]],
) -> Result<Vec<LegContact>, Fault> {
    let (movers, world) = (caller.movers.borrow(), caller.query.world);
    let Some(mover) = movers.get(robot as usize).filter(|mover| mover.identity.robot) else {
        return Err(Fault::new(format!("unknown robot {robot}")));
    };
    let clearance = Clearance::of_world(world, &movers);
    let pose = |body: usize| world.index.pose(BodyId(body as u32)).copied().unwrap_or_default();
    let floor = clearance.place(robot as usize, &pose(mover.identity.body.index())).map_or(0.0, |place| place.at[2]);
    let path: Vec<_> = poses.iter().map(|[x, y, yaw]| PathPose { at: [*x, *y, floor], yaw: *yaw }).collect();
    let contacts = PathChecker::new(clearance.into()).contacts(robot as usize, &path, &pose);
    contacts.map_err(|why| Fault::new(format!("cannot check the robot's clearance: {why}")))
}
