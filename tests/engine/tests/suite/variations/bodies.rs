//! Single bodies on and against fixed objects, and pairs of colliding bodies.

use super::random::Random;
use super::{GRAVITY, Run, Scene, Variation};
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use sim_abi::math::BodyState;
use sim_engine_tests::grounds::{Ground, grounds};

/// A body of a simple shape.
pub struct Shape {
    pub text: String,
    /// Height of its center above its ground, m.
    pub height: f64,
    /// Minimum extent, m.
    pub thickness: f64,
    /// Maximum distance of a point from its center, m.
    pub radius: f64,
    /// Squares of its radii of gyration about its axes, m².
    pub gyration: Vector3<f64>,
    /// Whether it stays on its base: it neither rolls nor tips.
    pub stands: bool,
}

impl Shape {
    pub fn sphere(radius: f64) -> Self {
        Self {
            text: format!("Sphere(radius: {radius:?})"),
            height: radius,
            thickness: 2.0 * radius,
            radius,
            gyration: Vector3::repeat(0.4 * radius * radius),
            stands: false,
        }
    }

    /// A box with these edges, m.
    pub fn cuboid(size: [f64; 3]) -> Self {
        let [x, y, z] = size.map(|edge| edge * edge / 12.0);
        Self {
            text: format!("Box(size: {:?})", (size[0], size[1], size[2])),
            height: size[2] / 2.0,
            thickness: size[0].min(size[1]).min(size[2]),
            radius: Vector3::from(size).norm() / 2.0,
            gyration: Vector3::new(y + z, x + z, x + y),
            stands: true,
        }
    }

    pub fn cylinder(radius: f64, height: f64) -> Self {
        let across = radius * radius / 4.0 + height * height / 12.0;
        Self {
            text: format!("Cylinder(radius: {radius:?}, height: {height:?})"),
            height: height / 2.0,
            thickness: height.min(2.0 * radius),
            radius: radius.hypot(height / 2.0),
            gyration: Vector3::new(across, across, radius * radius / 2.0),
            stands: true,
        }
    }
}

pub fn shape(random: &mut Random) -> Shape {
    let thickness = random.scale(5e-4, 1.0);
    let wide = thickness * random.scale(1.5, 20.0);
    match random.pick(&["sphere", "box", "cylinder"]) {
        "sphere" => Shape::sphere(thickness / 2.0),
        "box" => Shape::cuboid([wide, wide * random.between(0.5, 1.0), thickness]),
        _ => Shape::cylinder(wide / 2.0, thickness),
    }
}

/// Position of a scene: mostly near the origin, sometimes far away.
pub fn place(random: &mut Random) -> [f64; 2] {
    let far = random.pick(&[0.0, 0.0, 10.0, 1e3, 1e6]);
    [random.between(-far, far), random.between(-far, far)]
}

/// A coordinate near the middle of a ground of [`grounds`], m: including edges of its pieces.
pub fn on_ground(random: &mut Random) -> f64 {
    let anywhere = random.between(-5.0, 5.0);
    random.pick(&[0.0, 2.5, anywhere])
}

pub fn scene(dt: f64, objects: &str) -> String {
    format!("(format_version: 1, run: (dt: {dt:?}), objects: [\n{objects}])")
}

pub fn body(shape: &Shape, at: &Vector3<f64>, rpy: [f64; 3], mass: f64, friction: f64) -> String {
    body_of("body", shape, at, rpy, mass, &format!("friction: {friction:?}"))
}

/// A movable object, with the fields of its material.
pub fn body_of(name: &str, shape: &Shape, at: &Vector3<f64>, rpy: [f64; 3], mass: f64, material: &str) -> String {
    let [roll, pitch, yaw] = rpy;
    format!(
        "(name: \"{name}\", shape: {}, at: ({:?}, {:?}, {:?}), rpy: ({roll:?}, {pitch:?}, {yaw:?}), mass: {mass:?}, \
         material: ({material})),\n",
        shape.text, at.x, at.y, at.z
    )
}

/// The only moving body of a scene, with the initial state `start`: an object, or the only link of a robot with the
/// dynamics `body/rigid`.
pub struct Single<'a> {
    pub shape: &'a Shape,
    pub start: BodyState,
    pub mass: f64,
    pub friction: f64,
    pub is_robot: bool,
}

impl Single<'_> {
    /// The scene with this body among fixed objects.
    pub fn scene(&self, dt: f64, fixed: &str, mut files: Vec<(&'static str, String)>, ticks: u64) -> Scene {
        let &Single { shape, start, mass, friction, is_robot } = self;
        if !is_robot {
            let text = scene(dt, &format!("{fixed}{}", body(shape, &Vector3::zeros(), [0.0; 3], mass, friction)));
            return Scene { text, files, starts: vec![start], ticks };
        }
        let [xx, yy, zz] = (shape.gyration * mass).into();
        let model = format!(
            "(name: \"body\", links: [(name: \"body\", mass: (mass: {mass:?}, inertia: ({xx:?}, {yy:?}, {zz:?}, 0, 0, 0)), \
             collision: [(geometry: {})])], dynamics: (id: \"body/rigid\"))",
            shape.text
        );
        files.push(("body.robot.ron", model));
        let text = format!(
            "(format_version: 1, run: (dt: {dt:?}), objects: [\n{fixed}], robots: [\n(name: \"body\", \
             model: (file: \"body.robot.ron\"), material: (friction: {friction:?}))])"
        );
        Scene { text, files, starts: vec![start], ticks }
    }
}

pub fn at_rest(at: Vector3<f64>, rpy: [f64; 3]) -> BodyState {
    let rotation = UnitQuaternion::from_euler_angles(rpy[0], rpy[1], rpy[2]);
    BodyState {
        pose: Isometry3::from_parts(at.into(), rotation),
        linear_velocity: Vector3::zeros(),
        angular_velocity: Vector3::zeros(),
    }
}

/// Frictionless on level ground of any kind: it keeps its velocity and its height.
pub fn slide(random: &mut Random) -> Variation {
    /// Maximum tilt of a flat resting body, rad.
    const MAX_TILT: f64 = 5e-6;
    let (shape, middle, dt) = (shape(random), place(random), random.scale(1e-3, 0.1));
    let ground = random.next() as usize % 5;
    let Ground { name: kind, objects, files } = grounds(60.0, 12, middle, "friction: 0").remove(ground);
    let yaw = random.between(0.0, std::f64::consts::TAU);
    let direction = random.between(0.0, std::f64::consts::TAU);
    let speed = random.pick(&[0.0, 1.0]) * random.scale(1e-3, 100.0);
    let ticks = ((15.0 / (speed * dt).max(1e-9)) as u64).clamp(1, 60);
    let [x, y] = middle.map(|middle| middle + on_ground(random));
    let from = Vector3::new(x, y, shape.height);
    let velocity = Vector3::new(direction.cos(), direction.sin(), 0.0) * speed;
    let mass = random.scale(1e-3, 1e3);
    let start = BodyState { linear_velocity: velocity, ..at_rest(from, [0.0, 0.0, yaw]) };
    let single = Single { shape: &shape, start, mass, friction: 0.0, is_robot: random.pick(&[true, false]) };
    let scene = single.scene(dt, &objects, files, ticks);
    let time = dt * ticks as f64;
    let distance = speed * time;
    // Nothing holds it: the tilt left by contacts, 10 nm over the width of a small body, makes it slide.
    let slips = GRAVITY * MAX_TILT * time;
    let check = move |states: &[BodyState]| {
        let end = &states[states.len() - 1];
        let off = end.pose.translation.vector - (from + velocity * time);
        let slop = 1e-6 + shape.thickness.mul_add(0.05, 0.0).min(1e-3);
        let flat = off.xy().norm();
        if flat > 1e-3 * distance + 1e-5 + 0.5 * slips * time {
            return Err(format!("slides {flat:.2e} m off its line of {distance:.3} m on {kind}"));
        }
        let gained = end.linear_velocity.norm() - speed;
        if gained > 1e-3 * speed + 1e-5 + slips {
            return Err(format!("gains {gained:.2e} m/s on {kind}"));
        }
        match states.iter().map(|state| state.pose.translation.z - from.z).find(|z| z.abs() > slop + 1e-4 * speed * dt)
        {
            Some(z) => Err(format!("is {z:.2e} m off its height on {kind}")),
            None => Ok(()),
        }
    };
    Variation::of_body(scene, check)
}

/// On a slope below the friction angle, it stays.
pub fn rest(random: &mut Random) -> Variation {
    let mut body_shape = shape(random);
    while !body_shape.stands {
        body_shape = shape(random);
    }
    let (middle, dt) = (place(random), random.scale(1e-3, 0.05));
    let slope = random.between(0.0, 60_f64.to_radians());
    // It does not tip: the base of every shape is at least 1.5 times as wide as its height.
    let slope = slope.min(0.7);
    let friction = (slope.tan() / 0.99).max(random.between(0.1, 1.5));
    let tilt = UnitQuaternion::from_euler_angles(0.0, -slope, 0.0);
    let foot = Vector3::new(middle[0], middle[1], 0.0);
    let (up, at) = (tilt * Vector3::z(), foot + tilt * Vector3::z() * body_shape.height);
    let mass = random.scale(1e-3, 1e3);
    let plane = format!(
        "(name: \"slope\", shape: Plane(normal: ({:?}, 0, {:?})), at: ({:?}, {:?}, 0), material: (friction: {friction:?})),\n",
        up.x, up.z, foot.x, foot.y
    );
    let rpy = [0.0, -slope, 0.0];
    let text = scene(dt, &format!("{plane}{}", body(&body_shape, &at, rpy, mass, friction)));
    let radius = body_shape.radius;
    let check = move |states: &[BodyState]| {
        let end = &states[states.len() - 1];
        let moved = (end.pose.translation.vector - at).norm();
        let turned = end.pose.rotation.angle_to(&(UnitQuaternion::from_euler_angles(rpy[0], rpy[1], rpy[2])));
        let drift = moved.max(turned * radius);
        // The first step may settle the rounding gap between the surfaces.
        if drift > 1e-6 + 1e-9 * at.xy().norm() {
            return Err(format!("drifts by {drift:.2e} m at {:.1}° with friction {friction:.2}", slope.to_degrees()));
        }
        Ok(())
    };
    Variation::of_body(Scene { text, files: Vec::new(), starts: vec![at_rest(at, rpy)], ticks: 100 }, check)
}

/// Falls on a thin sheet: it stays above, and its energy does not grow.
pub fn land(random: &mut Random) -> Variation {
    let (shape, middle, dt) = (shape(random), place(random), random.scale(1e-3, 0.05));
    let sheet = random.scale(5e-4, 0.1);
    let height = random.scale(0.01, 3.0);
    let rpy = if shape.stands && random.pick(&[true, false]) {
        [0.0; 3]
    } else {
        [random.between(-3.0, 3.0), random.between(-1.5, 1.5), random.between(-3.0, 3.0)]
    };
    let at = Vector3::new(middle[0], middle[1], shape.radius + height);
    let fixed = format!(
        "(name: \"sheet\", shape: Box(size: ({size:?}, {size:?}, {sheet:?})), at: ({:?}, {:?}, {:?})),\n",
        middle[0],
        middle[1],
        -sheet / 2.0,
        size = 20.0 * shape.radius + 10.0,
    );
    let (mass, is_robot) = (random.scale(1e-3, 1e3), random.pick(&[true, false]));
    let single = Single { shape: &shape, start: at_rest(at, rpy), mass, friction: 0.5, is_robot };
    let fall = (2.0 * (height + shape.radius) / GRAVITY).sqrt();
    let scene = single.scene(dt, &fixed, Vec::new(), ((fall + 0.3) / dt).ceil() as u64);
    let check = move |states: &[BodyState]| {
        let lowest = states.iter().map(|state| state.pose.translation.z).fold(f64::INFINITY, f64::min);
        // At least half of the thickness remains above the surface that it hits.
        if lowest < shape.thickness * 0.4 {
            return Err(format!("is {lowest:.2e} m above the sheet of {sheet:.1e} m"));
        }
        let energy =
            |state: &BodyState| 0.5 * state.linear_velocity.norm_squared() + GRAVITY * state.pose.translation.z;
        let first = energy(&states[0]);
        let most = states.iter().map(energy).fold(0.0, f64::max);
        if most > first * (1.0 + 1e-6) + 1e-9 {
            return Err(format!("gains {:.2e} J/kg of {first:.2e}", most - first));
        }
        Ok(())
    };
    Variation::of_body(scene, check)
}

/// Flies at a thin wall without gravity, and keeps spinning after the impact: it does not come out behind the wall.
pub fn wall(random: &mut Random) -> Variation {
    /// Ticks after the impact.
    const AFTER: u64 = 60;
    let (shape, middle, dt) = (shape(random), place(random), random.scale(1e-3, 0.1));
    let thickness = random.scale(5e-4, 0.1);
    let speed = random.scale(0.1, 100.0);
    let angle = random.between(-1.0, 1.0);
    let rpy = [random.between(-3.0, 3.0), random.between(-1.5, 1.5), random.between(-3.0, 3.0)];
    let before = shape.radius + random.between(0.0, 2.0);
    let at = Vector3::new(middle[0] - before, middle[1], 0.0);
    let velocity = Vector3::new(angle.cos(), angle.sin(), 0.0) * speed;
    let ticks = ((before / (velocity.x * dt)) as u64).min(300) + AFTER;
    // Larger than the distance that the body may slide or roll along it.
    let size = 10.0 * shape.radius + 2.5 * speed * dt * ticks as f64;
    let (is_disc, mass, is_robot) = (random.pick(&[true, false]), random.scale(1e-3, 1e3), random.pick(&[true, false]));
    let wall = if is_disc {
        format!("Cylinder(radius: {size:?}, height: {thickness:?}), rpy: (0, deg(90), 0)")
    } else {
        format!("Box(size: ({thickness:?}, {size:?}, {size:?}))")
    };
    let wall =
        format!("(name: \"wall\", shape: {wall}, at: ({:?}, {:?}, 0)),\n", middle[0] + thickness / 2.0, middle[1]);
    let start = BodyState { linear_velocity: velocity, ..at_rest(at, rpy) };
    let single = Single { shape: &shape, start, mass, friction: 0.3, is_robot };
    let scene = single.scene(dt, &wall, Vec::new(), ticks).without_gravity();
    let check = move |states: &[BodyState]| {
        let farthest =
            states.iter().map(|state| state.pose.translation.x - middle[0]).fold(f64::NEG_INFINITY, f64::max);
        if farthest > -shape.thickness * 0.4 {
            return Err(format!("comes {farthest:.2e} m into the wall of {thickness:.1e} m at {speed:.1} m/s"));
        }
        let fastest = states.iter().map(|state| state.linear_velocity.norm()).fold(0.0, f64::max);
        if fastest > speed * (1.0 + 1e-6) {
            return Err(format!("is {fastest} m/s fast after {speed} m/s"));
        }
        Ok(())
    };
    Variation::of_body(scene, check)
}

/// Two bodies fly at each other without gravity, with any restitution: momentum is conserved, and energy does not grow.
///
/// Angular momentum is not checked: bodies fast enough to pass through each other are stopped on contact.
pub fn collide(random: &mut Random) -> Variation {
    let (middle, dt) = (place(random), random.scale(1e-3, 0.1));
    let shapes = [shape(random), shape(random)];
    let masses = [random.scale(1e-3, 1e3), random.scale(1e-3, 1e3)];
    let material = format!("friction: {:?}, restitution: {:?}", random.between(0.0, 1.0), random.between(0.0, 1.0));
    let reach = shapes[0].radius + shapes[1].radius;
    let (speed, gap) = (random.scale(0.1, 100.0), random.between(0.0, 1.0));
    let middle = Vector3::new(middle[0], middle[1], 0.0);
    let aside = Vector3::new(0.0, random.between(-0.3, 0.3), random.between(-0.3, 0.3)) * reach;
    let places = [middle, middle + Vector3::x() * (reach + gap) + aside];
    let mut turn = || [random.between(-3.0, 3.0), random.between(-1.5, 1.5), random.between(-3.0, 3.0)];
    let turns = [turn(), turn()];
    let speeds = [Vector3::x() * speed, Vector3::zeros()];
    let number = |number: usize| {
        body_of(["one", "other"][number], &shapes[number], &places[number], turns[number], masses[number], &material)
    };
    let text = scene(dt, &[number(0), number(1)].concat());
    let starts = [0, 1].map(|body| BodyState { linear_velocity: speeds[body], ..at_rest(places[body], turns[body]) });
    let ticks = (((reach + gap) / (speed * dt)) as u64 + 5).min(300);
    let check = move |runs: &[Run]| {
        let sum = |of: &dyn Fn(&BodyState) -> Vector3<f64>, bodies: &[BodyState]| -> Vector3<f64> {
            bodies.iter().zip(&masses).map(|(state, mass)| of(state) * *mass).sum()
        };
        let momentum = |bodies: &[BodyState]| sum(&|state| state.linear_velocity, bodies);
        let energy =
            |bodies: &[BodyState]| sum(&|state| Vector3::x() * (0.5 * state.linear_velocity.norm_squared()), bodies).x;
        let (first, whole) = (momentum(&runs[0][0]), energy(&runs[0][0]));
        for bodies in &runs[0] {
            let off = (momentum(bodies) - first).norm() / first.norm();
            if off > 1e-6 {
                return Err(format!("the momentum changes by a share of {off:.2e}"));
            }
            let gained = energy(bodies) / whole - 1.0;
            if gained > 1e-6 {
                return Err(format!("the energy grows by a share of {gained:.2e}"));
            }
        }
        Ok(())
    };
    let scene = Scene { text, files: Vec::new(), starts: starts.to_vec(), ticks }.without_gravity();
    Variation { scenes: vec![scene], check: Box::new(check) }
}
