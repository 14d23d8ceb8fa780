//! Tests of the solver on bodies with known motion.

use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use proptest::prelude::*;

use super::*;
use sim_geometry::{
    BodyId, Collider, Contact, ContactOptions, ContactScratch, Material, Mobility, Shape, SpatialIndex,
};

const GRAVITY: f64 = 9.81;

/// A contact of the first two bodies without overlap, friction and restitution.
pub(super) fn smooth_contact(point: Point3<f64>, normal: Vector3<f64>) -> Contact {
    Contact {
        a: BodyId(0),
        b: BodyId(1),
        collider_a: 0,
        collider_b: 0,
        index: 0,
        point,
        normal,
        depth: 0.0,
        friction: 0.0,
        restitution: 0.0,
    }
}

/// A small world: index, bodies and solver, stepped with semi-implicit Euler.
struct World {
    index: SpatialIndex,
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    contact_scratch: ContactScratch,
    scratch: SolverScratch,
    gravity: Vector3<f64>,
    dt: f64,
}

impl World {
    fn new(gravity: f64, dt: f64) -> Self {
        Self {
            index: SpatialIndex::new(),
            bodies: Vec::new(),
            contacts: Vec::new(),
            contact_scratch: ContactScratch::default(),
            scratch: SolverScratch::default(),
            gravity: Vector3::new(0.0, 0.0, -gravity),
            dt,
        }
    }

    fn add(&mut self, shape: Shape, material: Material, body: Body) -> BodyId {
        let mobility = if body.freedom == Freedom::Fixed { Mobility::Fixed } else { Mobility::Moving };
        let collider = Collider::new(shape).with_material(material);
        self.bodies.push(body);
        self.index.add_body(mobility, vec![collider], body.pose).expect("valid body")
    }

    fn step(&mut self) -> SolverReport {
        for body in self.bodies.iter_mut().filter(|body| body.freedom != Freedom::Fixed) {
            body.linear_velocity += self.gravity * self.dt;
            let (shift, turn) = (body.linear_velocity * self.dt, body.angular_velocity * self.dt);
            body.displace(&shift, &turn);
        }
        self.react()
    }

    fn react(&mut self) -> SolverReport {
        self.place();
        let options = ContactOptions { margin: 1e-3, parallel: false, ..ContactOptions::default() };
        self.index.contacts(&options, &mut self.contact_scratch, &mut self.contacts).expect("valid");
        let config = SolverConfig::default();
        let report = resolve(&self.contacts, &mut self.bodies, self.dt, &config, &mut self.scratch);
        self.place();
        report
    }

    fn place(&mut self) {
        for (id, body) in self.bodies.iter().enumerate() {
            self.index.set_pose(BodyId(id as u32), &body.pose).expect("finite pose");
        }
        self.index.refresh(false);
    }

    fn energy(&self) -> f64 {
        self.bodies.iter().map(Body::kinetic_energy).sum()
    }

    fn momentum(&self) -> Vector3<f64> {
        let moving = self.bodies.iter().filter(|body| body.inverse_mass > 0.0);
        moving.map(|body| body.linear_velocity / body.inverse_mass).sum()
    }

    fn spin(&self) -> Vector3<f64> {
        let moving = self.bodies.iter().filter(|body| body.inverse_mass > 0.0);
        moving
            .map(|body| {
                let rotation = body.pose.rotation;
                let inertia = body.inverse_inertia_body.try_inverse().expect("an inertia");
                let own = rotation * (inertia * (rotation.inverse() * body.angular_velocity));
                own + body.pose.translation.vector.cross(&(body.linear_velocity / body.inverse_mass))
            })
            .sum()
    }
}

fn at(x: f64, y: f64, z: f64) -> Isometry3<f64> {
    Isometry3::translation(x, y, z)
}

fn surface(friction: f64, restitution: f64) -> Material {
    Material::try_new(friction, restitution).expect("valid")
}

fn ball_body(pose: Isometry3<f64>, radius: f64, mass: f64) -> Body {
    Body::with_mass(pose, mass, Vector3::repeat(0.4 * mass * radius * radius), Freedom::Full)
}

fn box_body(pose: Isometry3<f64>, half: f64, mass: f64) -> Body {
    Body::with_mass(pose, mass, Vector3::repeat(mass * half * half * 2.0 / 3.0), Freedom::Full)
}

fn sphere(radius: f64) -> Shape {
    Shape::try_sphere(radius).expect("valid")
}

fn cube(half: f64) -> Shape {
    Shape::try_box(Vector3::repeat(half)).expect("valid")
}

#[test]
fn two_equal_balls_exchange_their_velocities() {
    let mut world = World::new(0.0, 0.01);
    for (x, speed) in [(0.0, 2.0), (0.1995, -1.0)] {
        let body = Body { linear_velocity: Vector3::new(speed, 0.0, 0.0), ..ball_body(at(x, 0., 0.), 0.1, 2.0) };
        world.add(sphere(0.1), surface(0.3, 1.0), body);
    }
    let report = world.react();
    assert_eq!(report, SolverReport::default());
    assert!((world.bodies[0].linear_velocity - Vector3::new(-1.0, 0.0, 0.0)).norm() < 1e-12);
    assert!((world.bodies[1].linear_velocity - Vector3::new(2.0, 0.0, 0.0)).norm() < 1e-12);
    let impulse = &world.scratch.impulses()[0];
    assert!((impulse.normal - 6.0).abs() < 1e-12, "m Δv = 2 kg · 3 m/s");
    assert_eq!(impulse.friction.norm(), 0.0);
}

#[test]
fn a_ball_without_restitution_halves_the_speed() {
    let mut world = World::new(0.0, 0.01);
    for (x, speed) in [(0.0, 2.0), (0.1995, 0.0)] {
        let body = Body { linear_velocity: Vector3::new(speed, 0.0, 0.0), ..ball_body(at(x, 0., 0.), 0.1, 1.0) };
        world.add(sphere(0.1), surface(0.0, 0.0), body);
    }
    world.react();
    assert!((world.bodies[0].linear_velocity.x - 1.0).abs() < 1e-12);
    assert!((world.bodies[1].linear_velocity.x - 1.0).abs() < 1e-12);
}

fn slope_world(angle: f64, friction: f64) -> World {
    let mut world = World::new(GRAVITY, 0.005);
    let tilt = UnitQuaternion::from_euler_angles(0.0, angle, 0.0);
    let material = surface(friction, 0.0);
    world.add(Shape::HalfSpace, material, Body::fixed(Isometry3::from_parts(at(0., 0., 0.).translation, tilt)));
    let place = tilt * Vector3::new(0.0, 0.0, 0.2);
    let pose = Isometry3::from_parts(place.into(), tilt);
    world.add(cube(0.2), material, box_body(pose, 0.2, 3.0));
    world
}

#[test]
fn a_box_on_a_slope_stays_where_friction_exceeds_the_tangent() {
    let angle = 0.3_f64;
    let mut world = slope_world(angle, angle.tan() * 1.05);
    let start = world.bodies[1].pose;
    for _ in 0..600 {
        world.step();
    }
    let moved = (world.bodies[1].pose.translation.vector - start.translation.vector).norm();
    assert!(moved < 2e-3, "moved {moved} m in three seconds");
    assert!(world.bodies[1].linear_velocity.norm() < 1e-3);
}

#[test]
fn a_box_on_a_slope_slides_with_the_acceleration_of_coulomb() {
    let (angle, friction) = (0.4_f64, 0.2);
    let mut world = slope_world(angle, friction);
    let down = world.bodies[1].pose.rotation * Vector3::x();
    for _ in 0..40 {
        world.step();
    }
    let early = world.bodies[1].linear_velocity.dot(&down);
    for _ in 0..160 {
        world.step();
    }
    let measured = (world.bodies[1].linear_velocity.dot(&down) - early) / (160.0 * world.dt);
    let expected = GRAVITY * (angle.sin() - friction * angle.cos());
    assert!((measured / expected - 1.0).abs() < 0.01, "{measured} against {expected}");
}

#[test]
fn a_stack_of_three_boxes_rests() {
    let mut world = World::new(GRAVITY, 0.005);
    let material = surface(0.5, 0.0);
    world.add(Shape::HalfSpace, material, Body::fixed(at(0., 0., 0.)));
    for level in 0..3 {
        let pose = at(0.01 * f64::from(level), 0.0, 0.25 + 0.5 * f64::from(level));
        world.add(cube(0.25), material, box_body(pose, 0.25, 1.0));
    }
    let start: Vec<_> = world.bodies.iter().map(|body| body.pose).collect();
    for _ in 0..1000 {
        world.step();
    }
    for (body, start) in world.bodies.iter().zip(start) {
        let moved = (body.pose.translation.vector - start.translation.vector).norm();
        assert!(moved < 5e-3, "moved {moved} m in five seconds");
        assert!(body.linear_velocity.norm() < 5e-3, "still moves at {}", body.linear_velocity.norm());
        assert!(body.pose.rotation.angle() < 5e-3);
    }
}

#[test]
fn a_bouncing_ball_rises_to_the_share_of_its_height_that_restitution_gives() {
    let mut world = World::new(GRAVITY, 0.0005);
    world.add(Shape::HalfSpace, surface(0.5, 0.8), Body::fixed(at(0., 0., 0.)));
    world.add(sphere(0.1), surface(0.5, 0.0), ball_body(at(0., 0., 1.1), 0.1, 1.0));
    let mut peak: f64 = 0.0;
    for step in 0..1700 {
        world.step();
        if step > 1000 {
            peak = peak.max(world.bodies[1].pose.translation.z - 0.1);
        }
    }
    assert!((peak - 0.64).abs() < 0.01, "{peak}");
}

#[test]
fn a_body_that_is_not_finite_is_set_aside_and_poisons_nobody() {
    let mut world = World::new(0.0, 0.01);
    for x in [0.0, 0.15, 0.3] {
        world.add(sphere(0.1), surface(0.3, 1.0), ball_body(at(x, 0., 0.), 0.1, 1.0));
    }
    world.bodies[0].linear_velocity.x = 1.0;
    world.place();
    world.index.contacts(&ContactOptions::default(), &mut world.contact_scratch, &mut world.contacts).expect("valid");
    assert_eq!(world.contacts.len(), 2);
    world.bodies[1].angular_velocity.y = f64::NAN;
    let before = (world.bodies[0], world.bodies[2]);
    let config = SolverConfig::default();
    resolve(&world.contacts, &mut world.bodies, 0.01, &config, &mut world.scratch);
    assert_eq!(world.scratch.quarantined(), [BodyId(1)]);
    assert_eq!((world.bodies[0], world.bodies[2]), before);
    assert_eq!(world.bodies[1].linear_velocity, Vector3::zeros());
}

#[test]
fn bad_contacts_are_counted_and_left_out() {
    let mut bodies = [ball_body(at(0., 0., 0.), 0.1, 1.0); 2];
    let good = Contact {
        a: BodyId(0),
        b: BodyId(1),
        collider_a: 0,
        collider_b: 0,
        index: 0,
        point: Point3::origin(),
        normal: Vector3::x(),
        depth: 0.0,
        friction: 0.5,
        restitution: 0.0,
    };
    let list =
        [Contact { b: BodyId(7), ..good }, Contact { depth: f64::NAN, ..good }, Contact { b: BodyId(0), ..good }, good];
    let mut scratch = SolverScratch::default();
    let report = resolve(&list, &mut bodies, 0.01, &SolverConfig::default(), &mut scratch);
    assert_eq!(report.bad_contacts, 3);
    assert_eq!(scratch.impulses().len(), 4, "one entry per contact given");
    assert!(bodies.iter().all(Body::is_finite));
}

/// A row of balls that collide in the center, and a separate ball with a bad contact.
fn island(bad: Option<Contact>) -> (Vec<Body>, SolverReport) {
    let mut world = World::new(0.0, 0.01);
    for (x, speed) in [(0.0, 2.0), (0.1995, 0.0), (0.399, -1.0), (0.5985, 0.0)] {
        let body = Body { linear_velocity: Vector3::new(speed, 0.0, 0.0), ..ball_body(at(x, 0., 0.), 0.1, 1.0) };
        world.add(sphere(0.1), surface(0.3, 0.5), body);
    }
    world.place();
    world.index.contacts(&ContactOptions::default(), &mut world.contact_scratch, &mut world.contacts).expect("valid");
    world.contacts.extend(bad);
    let config = SolverConfig::default();
    let report = resolve(&world.contacts, &mut world.bodies, 0.01, &config, &mut world.scratch);
    (world.bodies, report)
}

#[test]
fn a_bad_contact_does_not_affect_the_others_of_its_island() {
    let (good, report) = island(None);
    assert_eq!(report, SolverReport::default());
    assert!(good[0].linear_velocity.x < 1.0, "they did collide");
    let contact = Contact {
        a: BodyId(1),
        b: BodyId(2),
        collider_a: 0,
        collider_b: 0,
        index: 7,
        point: Point3::new(0.3, 0.0, 0.0),
        normal: -Vector3::x(),
        depth: 0.0,
        friction: 0.5,
        restitution: 1.0,
    };
    let bad = [
        Contact { normal: Vector3::zeros(), ..contact },
        Contact { normal: Vector3::x() * 1e200, ..contact },
        Contact { point: Point3::new(f64::INFINITY, 0.0, 0.0), ..contact },
        Contact { restitution: f64::NAN, ..contact },
    ];
    for bad in bad {
        let (bodies, report) = island(Some(bad));
        assert_eq!((bodies, report.bad_contacts, report.limited_groups), (good.clone(), 1, 0), "{bad:?}");
    }
}

/// Newton's law of impact with friction creates energy if a sliding body is hit off its center (Kane and Levinson, Dynamics: Theory and
/// Applications, 1985). In the same island another body bounces on its own.
#[test]
fn a_contact_that_makes_energy_takes_the_bounce_from_no_other() {
    let mut sliding = Body::with_mass(at(0., 0., 0.), 1.0, Vector3::repeat(0.02), Freedom::Full);
    sliding.linear_velocity = Vector3::new(-0.5, 0.0, -1.0);
    let mut falling = ball_body(at(-1., 0., 0.), 0.1, 1.0);
    falling.linear_velocity = Vector3::new(-50.0, 0.0, -1.0);
    let mut bodies = [Body::fixed(at(0., 0., 0.)), sliding, falling];
    let below = |b: u32, point: Point3<f64>, friction: f64| Contact {
        a: BodyId(0),
        b: BodyId(b),
        collider_a: 0,
        collider_b: 0,
        index: 0,
        point,
        normal: -Vector3::z(),
        depth: 0.0,
        friction,
        restitution: 1.0,
    };
    // The two separate, so nothing acts between them.
    let between =
        Contact { a: BodyId(1), b: BodyId(2), normal: Vector3::x(), ..below(0, Point3::new(-0.5, 0.0, 0.0), 0.0) };
    let contacts = [below(1, Point3::new(0.3, 0.0, -0.3), 0.8), below(2, Point3::new(-1.0, 0.0, -0.1), 0.0), between];
    let before: f64 = bodies.iter().map(Body::kinetic_energy).sum();
    let mut scratch = SolverScratch::default();
    let report = resolve(&contacts, &mut bodies, 0.01, &SolverConfig::default(), &mut scratch);
    assert_eq!(report.limited_groups, 1);
    let after: f64 = bodies.iter().map(Body::kinetic_energy).sum();
    assert!(after <= before * (1.0 + 1e-9), "{after} J of {before} J");
    assert!((bodies[2].linear_velocity.z - 1.0).abs() < 1e-9, "{}", bodies[2].linear_velocity.z);
}

#[test]
fn a_moving_surface_takes_a_body_along_and_throws_it() {
    let mut bodies = [Body::fixed(at(0., 0., 0.)), ball_body(at(0.1, 0., 0.), 0.1, 2.0)];
    let contact = Contact { restitution: 0.5, ..smooth_contact(Point3::origin(), -Vector3::x()) };
    let start = ContactStart { surface_velocity: Vector3::x(), ..ContactStart::default() };
    let mut scratch = SolverScratch::default();
    let report = resolve_from(&[contact], &[start], &[], &mut bodies, 0.01, &SolverConfig::default(), &mut scratch);
    assert_eq!(report, SolverReport::default(), "what drives it may bring energy in");
    assert!((bodies[1].linear_velocity.x - 1.5).abs() < 1e-12, "(1 + e)·v: {}", bodies[1].linear_velocity.x);
    assert!((scratch.impulses()[0].normal - 3.0).abs() < 1e-12);
}

#[test]
fn planar_robots_keep_their_height_and_their_uprightness() {
    let mut world = World::new(0.0, 0.01);
    let drum = Shape::try_cylinder(0.1, 0.05).expect("valid");
    let crate_shape = Shape::try_box(Vector3::new(0.2, 0.1, 0.2)).expect("valid");
    for (shape, x, speed) in [(drum, 0.0, 1.0), (crate_shape, 0.25, -1.0)] {
        let body = Body::with_mass(at(x, 0.07 * x, 0.05), 1.0, Vector3::new(0.1, 0.2, 0.3), Freedom::Planar);
        let linear_velocity = Vector3::new(speed, 0.0, 0.0);
        world.add(shape, surface(0.6, 0.3), Body { linear_velocity, ..body });
    }
    for _ in 0..30 {
        world.step();
    }
    for body in &world.bodies {
        assert_eq!(body.pose.translation.z, 0.05);
        assert_eq!(body.linear_velocity.z, 0.0);
        assert_eq!((body.angular_velocity.x, body.angular_velocity.y), (0.0, 0.0));
        let axis = body.pose.rotation * Vector3::z();
        assert!((axis - Vector3::z()).norm() < 1e-12);
    }
    assert!(world.bodies[1].linear_velocity.x > -0.9, "they did collide");
}

/// A swarm in a walled square: robots first or walls first, each robot with its own steady push.
fn swarm(count: usize, seed: u64, steps: usize) -> World {
    let mut world = World::new(0.0, 0.02);
    let side = (count as f64).sqrt() * 0.4;
    for (x, y, along) in [(side, 0.0, false), (-side, 0.0, false), (0.0, side, true), (0.0, -side, true)] {
        let half = if along { Vector3::new(side + 0.2, 0.1, 0.2) } else { Vector3::new(0.1, side + 0.2, 0.2) };
        world.add(Shape::try_box(half).expect("valid"), surface(0.3, 0.2), Body::fixed(at(x, y, 0.1)));
    }
    let mut random = seed;
    let mut draw = || {
        // Knuth's MMIX generator: good enough for a test.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    let columns = (count as f64).sqrt().ceil() as usize;
    for robot in 0..count {
        let spread = 2.0 * (side - 0.25) / columns as f64;
        let (x, y) = ((robot % columns) as f64 + 0.5, (robot / columns) as f64 + 0.5);
        let pose = at(x * spread - side + 0.25, y * spread - side + 0.25, 0.05);
        let body = Body::with_mass(pose, 0.5, Vector3::repeat(0.002), Freedom::Planar);
        world.add(Shape::try_cylinder(0.1, 0.05).expect("valid"), surface(0.3, 0.1), body);
    }
    for _ in 0..steps {
        for body in world.bodies.iter_mut().skip(4) {
            body.linear_velocity.x += 0.2 * draw();
            body.linear_velocity.y += 0.2 * draw();
            let speed = body.linear_velocity.norm();
            if speed > 0.5 {
                body.linear_velocity *= 0.5 / speed;
            }
        }
        world.step();
    }
    world
}

#[test]
fn planar_robots_never_overlap_and_never_leave_their_arena() {
    let mut world = swarm(60, 7, 0);
    for round in 0..40 {
        world = {
            let mut next = world;
            for (id, body) in next.bodies.iter_mut().enumerate().skip(4) {
                let turn = (id * 31 + round * 17) as f64;
                body.linear_velocity = Vector3::new(turn.sin(), turn.cos(), 0.0) * 0.5;
            }
            for _ in 0..10 {
                next.step();
                next.index
                    .contacts(&ContactOptions::default(), &mut next.contact_scratch, &mut next.contacts)
                    .expect("valid");
                let deepest = next.contacts.iter().map(|contact| contact.depth).fold(0.0, f64::max);
                assert!(deepest < 2e-3, "{deepest} m deep in round {round}");
            }
            next
        };
    }
    let side = 60.0_f64.sqrt() * 0.4;
    for body in &world.bodies[4..] {
        let place = body.pose.translation.vector;
        assert!(place.x.abs() < side && place.y.abs() < side);
    }
}

#[test]
fn the_same_run_gives_the_same_bits() {
    let (one, two) = (swarm(40, 3, 120), swarm(40, 3, 120));
    assert_eq!(one.bodies, two.bodies);
    assert_ne!(one.bodies, swarm(40, 4, 120).bodies);
}

#[test]
fn the_order_of_adding_does_not_change_a_symmetrical_case() {
    let run = |places: [f64; 2]| {
        let mut world = World::new(0.0, 0.01);
        for x in places {
            let pose = at(x, 0.0, 0.05);
            let body = Body::with_mass(pose, 1.0, Vector3::repeat(0.01), Freedom::Planar);
            let linear_velocity = Vector3::new(-x.signum(), 0.0, 0.0);
            world.add(
                Shape::try_cylinder(0.1, 0.05).expect("valid"),
                surface(0.4, 0.5),
                Body { linear_velocity, ..body },
            );
        }
        for _ in 0..40 {
            world.step();
        }
        world.bodies
    };
    let (one, mut two) = (run([-0.3, 0.3]), run([0.3, -0.3]));
    two.reverse();
    assert_eq!(one, two);
    assert_eq!(one[0].pose.translation.x, -one[1].pose.translation.x);
    assert!((one[0].linear_velocity.x + 0.5).abs() < 1e-9);
}

fn any_ball() -> impl Strategy<Value = (f64, [f64; 3], [f64; 3], [f64; 3], f64)> {
    let part = || prop::array::uniform3(-1.0..1.0_f64);
    (0.2..0.6_f64, part(), part(), part(), 0.2..3.0_f64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn momentum_is_conserved_and_energy_never_grows(
        balls in prop::collection::vec(any_ball(), 2..14),
        friction in 0.0..1.5_f64, restitution in 0.0..=1.0_f64, ground in any::<bool>(),
    ) {
        let mut world = World::new(0.0, 0.01);
        for (radius, place, speed, spin, mass) in balls {
            let pose = at(place[0], place[1], place[2]);
            let mut body = ball_body(pose, radius, mass);
            body.linear_velocity = Vector3::from(speed) * 3.0;
            body.angular_velocity = Vector3::from(spin) * 5.0;
            world.add(sphere(radius), surface(friction, restitution), body);
        }
        if ground {
            world.add(Shape::HalfSpace, surface(friction, restitution), Body::fixed(at(0., 0., -0.6)));
        }
        for _ in 0..5 {
            world.place();
            let (energy, momentum, spin) = (world.energy(), world.momentum(), world.spin());
            let places: Vec<_> = world.bodies.iter().map(|body| body.pose).collect();
            world.react();
            prop_assert!(world.energy() <= energy * (1.0 + 1e-9), "{} after {}", world.energy(), energy);
            if !ground {
                prop_assert!((world.momentum() - momentum).norm() < 1e-9);
                // Angular momentum from velocities alone: the position correction moves the arms.
                for (body, pose) in world.bodies.iter_mut().zip(places) { body.pose = pose; }
                prop_assert!((world.spin() - spin).norm() < 1e-9);
            }
        }
    }
}
