//! Two-wheeled robots that push against each other, movable objects in their path, and a fixed post.

use super::bodies::{Shape, at_rest, body_of, scene};
use super::random::Random;
use super::{GRAVITY, Run, Scene, Variation};
use nalgebra::{Vector2, Vector3};
use sim_abi::math::BodyState;
use std::f64::consts::TAU;

/// Radius of the robots and of their wheels, and track width, m.
const RADIUS: f64 = 0.085;
const WHEEL: f64 = 0.021;
const TRACK: f64 = 0.14;

/// Maximum overlap left by contacts, m: 1.5 times the slop.
const OVERLAP: f64 = 1.5e-3;

const FILES: [&str; 4] = ["0.robot.ron", "1.robot.ron", "2.robot.ron", "3.robot.ron"];

/// A robot and its wheel speeds.
struct Pusher {
    at: Vector2<f64>,
    yaw: f64,
    mass: f64,
    /// Friction coefficients of its wheels, forward and sideways.
    grips: [f64; 2],
    /// Speeds of its treads, left and right, m/s.
    treads: [f64; 2],
}

impl Pusher {
    /// Maximum force of its wheels, N.
    fn traction(&self) -> f64 {
        self.grips[0].max(self.grips[1]) * self.mass * GRAVITY
    }

    /// Maximum power of its wheels, W.
    fn power(&self) -> f64 {
        self.traction() * self.treads[0].abs().max(self.treads[1].abs())
    }

    /// Moments of inertia of a solid cylinder about its central axes, kg·m².
    fn inertia(&self) -> Vector3<f64> {
        let upright = 0.5 * self.mass * RADIUS * RADIUS;
        Vector3::new(0.6 * upright, 0.6 * upright, upright)
    }

    fn model(&self) -> String {
        let wheel = |name: &str, side: f64| {
            format!(
                r#"(name: "{name}", parent: "body", child: "{name}", placement: (at: (0, {y:?}, {WHEEL})), motion: Continuous,
                    axis: (0, 1, 0)),"#,
                y = side * TRACK / 2.0
            )
        };
        let [x, y, z] = self.inertia().into();
        format!(
            r#"(name: "robot", links: [(name: "body", mass: (mass: {:?}, inertia: ({x:?}, {y:?}, {z:?}, 0, 0, 0)), collision:
                [(geometry: Cylinder(radius: {RADIUS}, height: 0.06), placement: (at: (0, 0, 0.03)))]), (name: "left_wheel"),
                (name: "right_wheel")], joints: [{}{}],
                actuators: [(name: "left_wheel", component: "drive/wheel-motor", params: {{"joint": "left_wheel"}}),
                    (name: "right_wheel", component: "drive/wheel-motor", params: {{"joint": "right_wheel"}})],
                dynamics: (id: "diff-drive/kinematic"))"#,
            self.mass,
            wheel("left_wheel", 1.0),
            wheel("right_wheel", -1.0)
        )
    }

    /// Its entry in a scene.
    fn entry(&self, number: usize, dynamics: &str, friction: f64) -> String {
        let [ahead, lateral] = self.grips;
        let params = match dynamics {
            "diff-drive/kinematic" => format!("traction: {ahead:?}"),
            _ => format!("friction: {ahead:?}, lateral_friction: {lateral:?}, rolling_resistance: 0"),
        };
        let [left, right] = self.treads.map(|speed| speed / WHEEL);
        format!(
            r#"(name: "robot {number}", model: (file: "{}"), at: ({:?}, {:?}), yaw: {:?}, material: (friction: {friction:?}),
                dynamics: (id: "{dynamics}", params: ({params})), controller: (id: "control/constant",
                params: (commands: {{"left_wheel.speed": {left:?}, "right_wheel.speed": {right:?}}}))),"#,
            FILES[number], self.at.x, self.at.y, self.yaw
        )
    }
}

/// A movable object on the floor.
struct PushedObject {
    shape: Shape,
    at: Vector2<f64>,
    yaw: f64,
    mass: f64,
    /// Half extents of a box.
    half: Option<Vector2<f64>>,
}

impl PushedObject {
    /// Low enough to slide without tipping.
    fn new(random: &mut Random) -> Self {
        let wide = random.between(0.06, 0.4);
        let height = wide * random.between(0.1, 0.25);
        let long = wide * random.between(1.0, 2.0);
        let is_box = random.pick(&[true, false]);
        let shape = if is_box { Shape::cuboid([long, wide, height]) } else { Shape::cylinder(wide / 2.0, height) };
        let half = is_box.then_some(Vector2::new(long, wide) / 2.0);
        Self { shape, at: Vector2::zeros(), yaw: random.between(0.0, TAU), mass: random.scale(1e-3, 1e3), half }
    }

    /// Distance of its edge from a point on the floor, m; negative inside a cylinder, 0 inside a box.
    fn distance(&self, state: &BodyState, point: &Vector3<f64>) -> f64 {
        let local = state.pose.inverse_transform_point(&(*point).into()).coords.xy();
        match self.half {
            Some(half) => (local.abs() - half).sup(&Vector2::zeros()).norm(),
            None => local.norm() - self.shape.radius.mul_add(self.shape.radius, -self.shape.height.powi(2)).sqrt(),
        }
    }
}

/// Robots in a ring around objects.
struct Crowd {
    dynamics: &'static str,
    /// Radius of a fixed post in the middle, m; 0 without a post.
    post: f64,
    robots: Vec<Pusher>,
    objects: Vec<PushedObject>,
    /// Friction coefficients of the objects on the floor, and of the robots on other bodies.
    frictions: [f64; 2],
}

impl Crowd {
    /// Robots that roughly face the middle, with tread speeds of up to `speed` (m/s), and at least `fewest` objects.
    fn new(random: &mut Random, speed: f64, fewest: usize) -> Self {
        let dynamics = random.pick(&["diff-drive/kinematic", "diff-drive/dynamic"]);
        let (turn, count) = (random.between(0.0, TAU), random.next() as usize % 3);
        let mut objects: Vec<PushedObject> = (0..count.max(fewest)).map(|_| PushedObject::new(random)).collect();
        let widest = objects.iter().map(|object| object.shape.radius).fold(0.0, f64::max);
        let on_ring = |radius: f64, share: f64| {
            let angle = turn + TAU * share;
            Vector2::new(angle.cos(), angle.sin()) * radius
        };
        let post = random.pick(&[0.0, 0.0, 1.0]) * random.between(0.01, 0.1);
        let inner = if post > 0.0 || objects.len() > 1 { post + 1.05 * widest } else { 0.0 };
        let shares = objects.len() as f64;
        for (number, object) in objects.iter_mut().enumerate() {
            object.at = on_ring(inner, number as f64 / shares);
        }
        let count = 1 + random.next() as usize % FILES.len();
        let outer = (inner + widest + RADIUS).max(0.13) + random.between(0.001, 0.1);
        let robots = (0..count).map(|number| {
            let at = on_ring(outer, (number as f64 + 0.25) / count as f64);
            let ahead = speed * random.between(0.2, 1.0);
            let any = speed * random.between(-1.0, 1.0);
            let other = random.pick(&[ahead, ahead, any]);
            let grip = random.between(0.1, 1.5);
            let lateral = if dynamics.contains("kinematic") { grip } else { random.between(0.1, 1.5) };
            let yaw = (-at.y).atan2(-at.x) + random.between(-0.3, 0.3);
            Pusher { at, yaw, mass: random.scale(0.1, 30.0), grips: [grip, lateral], treads: [ahead, other] }
        });
        let robots = robots.collect();
        let frictions =
            [random.pick(&[0.0, 1.0]) * random.between(0.05, 1.5), random.pick(&[0.0, 1.0]) * random.between(0.0, 1.0)];
        Self { dynamics, post, robots, objects, frictions }
    }

    fn scene(&self, dt: f64, seconds: f64, speeds: &[Vector2<f64>]) -> Scene {
        let [floor, hull] = self.frictions;
        let material = format!("friction: {floor:?}");
        let places = self.objects.iter().map(|object| Vector3::new(object.at.x, object.at.y, object.shape.height));
        let objects: String = places
            .clone()
            .zip(&self.objects)
            .enumerate()
            .map(|(number, (at, object))| {
                body_of(&format!("thing {number}"), &object.shape, &at, [0.0, 0.0, object.yaw], object.mass, &material)
            })
            .collect();
        let robots = self.robots.iter().enumerate();
        let robots: String = robots.map(|(number, robot)| robot.entry(number, self.dynamics, hull)).collect();
        let post =
            format!("(name: \"post\", shape: Cylinder(radius: {:?}, height: 0.4), at: (0, 0, 0.2)),\n", self.post);
        let text = scene(dt, &[if self.post > 0.0 { &post } else { "" }, &objects].concat());
        let text =
            text.replace("objects: [", &format!("floor: (material: ({material})), robots: [{robots}], objects: ["));
        let files = FILES.into_iter().zip(&self.robots).map(|(file, robot)| (file, robot.model())).collect();
        let starts = places.zip(&self.objects).enumerate().map(|(number, (at, object))| {
            let speed = speeds.get(number).copied().unwrap_or_default();
            BodyState { linear_velocity: speed.push(0.0), ..at_rest(at, [0.0, 0.0, object.yaw]) }
        });
        Scene { text, files, starts: starts.collect(), ticks: (seconds / dt).ceil() as u64 }
    }

    /// Whether an object is so light that robots squeeze it out from between them within a step.
    fn is_light(&self) -> bool {
        let heaviest = self.robots.iter().map(|robot| robot.mass).fold(0.0, f64::max);
        self.objects.iter().any(|object| object.mass < 0.05 * heaviest)
    }

    /// Total horizontal momentum, kg·m/s.
    fn momentum(&self, states: &[BodyState]) -> Vector2<f64> {
        self.masses().zip(states).map(|(mass, state)| state.linear_velocity.xy() * mass).sum()
    }

    fn masses(&self) -> impl Iterator<Item = f64> {
        self.objects.iter().map(|object| object.mass).chain(self.robots.iter().map(|robot| robot.mass))
    }

    /// Kinetic and potential energy, J.
    fn energy(&self, states: &[BodyState]) -> f64 {
        let objects = self.objects.iter().map(|object| object.shape.gyration * object.mass);
        let inertias = objects.chain(self.robots.iter().map(Pusher::inertia));
        let each = self.masses().zip(inertias).zip(states).map(|((mass, inertia), state)| {
            let spin = state.pose.rotation.inverse() * state.angular_velocity;
            let kinetic = mass * state.linear_velocity.norm_squared() + inertia.dot(&spin.component_mul(&spin));
            0.5 * kinetic + mass * GRAVITY * state.pose.translation.z
        });
        each.sum()
    }

    /// Maximum energy added by the position correction per step, a tenth of the slop, J.
    fn lift(&self) -> f64 {
        self.objects.iter().map(|object| object.mass * GRAVITY * 1e-4).sum()
    }

    /// Maximum overlap of a robot with another robot, an object or the post, m, and their names.
    fn overlap(&self, states: &[BodyState]) -> Option<(f64, String)> {
        let (objects, robots) = states.split_at(self.objects.len());
        let middle = |robot: &BodyState| robot.pose.translation.vector;
        let mut overlaps = Vec::new();
        for (number, robot) in robots.iter().enumerate() {
            if self.post > 0.0 {
                overlaps.push((RADIUS + self.post - middle(robot).xy().norm(), format!("post and robot {number}")));
            }
            for (other, place) in robots.iter().enumerate().take(number) {
                let distance = (middle(robot) - middle(place)).xy().norm();
                overlaps.push((2.0 * RADIUS - distance, format!("robots {other} and {number}")));
            }
            for (object, (of, state)) in self.objects.iter().zip(objects).enumerate() {
                let overlap = RADIUS - of.distance(state, &middle(robot));
                overlaps.push((overlap, format!("thing {object} and robot {number}")));
            }
        }
        overlaps.into_iter().max_by(|one, other| one.0.total_cmp(&other.0))
    }
}

/// Robots drive to the middle of a ring, against objects and each other, and keep pushing: none passes into another,
/// energy and momentum grow by no more than the wheels can add, and objects held by three times the pushing force stay.
pub fn push(random: &mut Random) -> Variation {
    let speed = random.scale(0.02, 1.0);
    let dt = random.scale(2e-3, 0.05);
    let crowd = Crowd::new(random, speed, 0);
    let seconds = 2.0 + 0.3 / speed.max(0.1);
    let scene = crowd.scene(dt, seconds, &[]);
    let room = if crowd.is_light() { f64::INFINITY } else { OVERLAP + 0.25 * speed * dt };
    let traction: f64 = crowd.robots.iter().map(Pusher::traction).sum();
    let check = move |runs: &[Run]| {
        let run = &runs[0];
        for (tick, states) in run.iter().enumerate() {
            if let Some((overlap, bodies)) = crowd.overlap(states).filter(|overlap| overlap.0 > room) {
                return Err(format!("{bodies} overlap by {overlap:.2e} m in tick {tick}"));
            }
        }
        let [floor, _] = crowd.frictions;
        // In the first tick, `diff-drive/kinematic` assumes the speed of its wheels.
        let most = (traction * dt, crowd.robots.iter().map(Pusher::power).sum::<f64>() * dt);
        for (tick, states) in run.windows(2).enumerate().skip(1) {
            let gained = crowd.energy(&states[1]) - crowd.energy(&states[0]);
            if gained > 1.001 * most.1 + crowd.lift() {
                return Err(format!("{gained:.2e} J in tick {tick}, of {:.2e} that the wheels can give", most.1));
            }
            let gained = (crowd.momentum(&states[1]) - crowd.momentum(&states[0])).norm();
            if floor == 0.0 && crowd.post == 0.0 && gained > 1.001 * most.0 {
                return Err(format!("{gained:.2e} N·s in tick {tick}, of {:.2e} that the wheels can give", most.0));
            }
        }
        let half_second = run.len() - 1 - (0.5 / dt) as usize;
        for (number, object) in crowd.objects.iter().enumerate() {
            if floor * object.mass * GRAVITY > 3.0 * traction {
                let place = |states: &Vec<BodyState>| states[number].pose.translation.vector;
                let steps = run[half_second..].windows(2).map(|states| (place(&states[1]) - place(&states[0])).norm());
                let slowest = steps.fold(f64::INFINITY, f64::min) / dt;
                if slowest > 2e-5 {
                    return Err(format!("thing {number} creeps at {slowest:.2e} m/s"));
                }
            }
        }
        Ok(())
    };
    Variation { scenes: vec![scene], check: Box::new(check) }
}

/// Objects slide against robots with stopped wheels: energy does not grow.
pub fn shove(random: &mut Random) -> Variation {
    let dt = random.scale(2e-3, 0.05);
    let mut crowd = Crowd::new(random, 1.0, 1);
    crowd.robots.iter_mut().for_each(|robot| robot.treads = [0.0; 2]);
    let speeds: Vec<Vector2<f64>> = crowd
        .objects
        .iter()
        .map(|_| {
            let (speed, angle) = (random.scale(0.05, 5.0), random.between(0.0, TAU));
            Vector2::new(angle.cos(), angle.sin()) * speed
        })
        .collect();
    let scene = crowd.scene(dt, 1.0, &speeds);
    let check = move |runs: &[Run]| {
        let energies: Vec<f64> = runs[0].iter().map(|states| crowd.energy(states)).collect();
        for (tick, pair) in energies.windows(2).enumerate() {
            let gained = pair[1] - pair[0];
            if gained > 1e-6 * energies[0] + crowd.lift() {
                return Err(format!("gains {gained:.2e} J of {:.2e} in tick {tick}", energies[0]));
            }
        }
        let overlaps = runs[0].iter().filter_map(|states| crowd.overlap(states));
        match overlaps.max_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((overlap, bodies)) if overlap > OVERLAP => Err(format!("{bodies} overlap by {overlap:.2e} m")),
            _ => Ok(()),
        }
    };
    Variation { scenes: vec![scene], check: Box::new(check) }
}
