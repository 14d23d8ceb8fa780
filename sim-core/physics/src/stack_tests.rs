//! Stacks: whether they stand depends on the warm start of the solver.

use nalgebra::{Isometry3, Point3, Vector3};

use super::*;
use sim_geometry::{
    BodyId, Collider, Contact, ContactOptions, ContactScratch, Material, Mobility, Shape, SpatialIndex,
};

const GRAVITY: f64 = 9.81;

/// Boxes on a plane, stepped with semi-implicit Euler, like a typical dynamics.
struct Stack {
    index: SpatialIndex,
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    found: ContactScratch,
    scratch: SolverScratch,
    cache: ContactCache,
    starts: Vec<ContactStart>,
}

impl Stack {
    fn new(count: usize, half: f64, mass: f64) -> Self {
        let material = Material::try_new(0.5, 0.0).expect("valid");
        let mut index = SpatialIndex::new();
        let mut bodies = vec![Body::fixed(Isometry3::identity())];
        let ground = Collider::new(Shape::HalfSpace).with_material(material);
        index.add_body(Mobility::Fixed, vec![ground], bodies[0].pose).expect("valid");
        for level in 0..count {
            let pose = Isometry3::translation(0.0, 0.0, half * (1.0 + 2.0 * level as f64));
            let moments = Vector3::repeat(mass * half * half * 2.0 / 3.0);
            bodies.push(Body::with_mass(pose, mass, moments, Freedom::Full));
            let cube = Shape::try_box(Vector3::repeat(half)).expect("valid");
            index.add_body(Mobility::Moving, vec![Collider::new(cube).with_material(material)], pose).expect("valid");
        }
        Self {
            index,
            bodies,
            contacts: Vec::new(),
            found: ContactScratch::default(),
            scratch: SolverScratch::default(),
            cache: ContactCache::default(),
            starts: Vec::new(),
        }
    }

    fn place(&mut self) {
        for (id, body) in self.bodies.iter().enumerate() {
            self.index.set_pose(BodyId(id as u32), &body.pose).expect("finite pose");
        }
        self.index.refresh(false);
    }

    fn step(&mut self, dt: f64) {
        for body in self.bodies.iter_mut().filter(|body| body.freedom != Freedom::Fixed) {
            let before = *body;
            body.linear_velocity.z -= GRAVITY * dt;
            let (shift, turn) = (body.linear_velocity * dt, body.angular_velocity * dt);
            body.displace(&shift, &turn);
            *body = body.after_step(&before, dt);
        }
        self.place();
        let options = ContactOptions { margin: 1e-4, parallel: false, ..ContactOptions::default() };
        self.index.contacts(&options, &mut self.found, &mut self.contacts).expect("valid");
        self.starts.clear();
        self.starts.resize(self.contacts.len(), ContactStart::default());
        self.cache.expect(&self.contacts, |body| self.bodies[body.index()].pose, |_| f64::INFINITY, &mut self.starts);
        let config = SolverConfig::default();
        resolve_from(&self.contacts, &self.starts, &[], &mut self.bodies, dt, &config, &mut self.scratch);
        self.cache.keep(self.scratch.impulses(), |body| self.bodies[body.index()].pose);
    }
}

#[test]
fn a_stack_of_eight_boxes_stands_for_a_minute() {
    let mut stack = Stack::new(8, 0.25, 1.0);
    let start: Vec<_> = stack.bodies.iter().map(|body| body.pose).collect();
    for step in 0..6000 {
        stack.step(0.01);
        for (body, start) in stack.bodies.iter().zip(&start) {
            let moved = (body.pose.translation.vector - start.translation.vector).norm();
            assert!(moved < 1e-3, "moved {moved} m after {} s", f64::from(step) * 0.01);
        }
    }
}

#[test]
fn points_are_known_again_on_the_body_that_they_move_with() {
    let contact = |x: f64, index: u16| Contact {
        a: BodyId(0),
        b: BodyId(1),
        collider_a: 0,
        collider_b: 0,
        index,
        point: Point3::new(x, 0.0, 0.0),
        normal: Vector3::z(),
        depth: 0.0,
        friction: 0.5,
        restitution: 0.0,
    };
    let mut cache = ContactCache::default();
    let mut starts = [ContactStart::default(); 2];
    let at = |x: f64| {
        move |body: BodyId| if body.0 == 1 { Isometry3::translation(x, 0.0, 0.0) } else { Isometry3::identity() }
    };
    let points = [contact(-0.1, 0), contact(0.1, 1)];
    cache.expect(&points, at(0.0), |_| f64::INFINITY, &mut starts);
    assert_eq!(starts, [ContactStart::default(); 2]);
    let done = |contact: Contact, normal: f64| ContactImpulse {
        contact,
        normal,
        friction: Vector3::x() * normal,
        rests: false,
    };
    cache.keep(&[done(points[0], 2.0), done(points[1], 3.0)], at(0.0));
    // The second body slides half a meter, and its points come in reverse order.
    let slid = [contact(0.6, 0), contact(0.4, 1)];
    cache.expect(&slid, at(0.5), |_| f64::INFINITY, &mut starts);
    assert_eq!(starts.map(|start| start.normal), [3.0, 2.0]);
    assert_eq!(starts[0].friction, Vector3::x() * 3.0);
    // Contacts without impulse are dropped.
    cache.keep(&[done(slid[0], 0.0), done(slid[1], 1.0)], at(0.5));
    assert_eq!(cache.points().len(), 1);
}
