//! A steady tick of the spatial index and of the contact solver does not allocate.

use nalgebra::{Isometry3, Point3, Vector3};
use sim_core::geometry::*;
use sim_core::physics::{Body, Freedom, SolverConfig, SolverScratch, resolve};
use sim_fuzz::allocations;

struct Run {
    index: SpatialIndex,
    start: Vec<Body>,
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    contact_scratch: ContactScratch,
    scratch: SolverScratch,
    rays: Vec<Vector3<f64>>,
    hits: Vec<f64>,
}

impl Run {
    fn tick(&mut self, tick: usize) {
        self.bodies.copy_from_slice(&self.start);
        for (id, body) in self.bodies.iter_mut().enumerate().skip(1) {
            // All bodies move in wide circles, so that fat boxes are left and trees are rebuilt.
            let turn = (tick % 50) as f64 / 50.0 * std::f64::consts::TAU + id as f64;
            body.pose.translation.vector += Vector3::new(turn.cos(), turn.sin(), 0.0) * 3.0;
            self.index.set_pose(BodyId(id as u32), &body.pose).expect("finite");
        }
        self.index.refresh(false);
        let options = ContactOptions { margin: 0.01, parallel: false, ..ContactOptions::default() };
        self.index.contacts(&options, &mut self.contact_scratch, &mut self.contacts).expect("valid");
        resolve(&self.contacts, &mut self.bodies, 0.01, &SolverConfig::default(), &mut self.scratch);
        let filter = QueryFilter::without(BodyId(1));
        for (body, reach) in [(3, 1.0), (7, 20.0)] {
            let pose = &self.bodies[body].pose;
            self.index.cast_fan(pose, &self.rays, reach, &filter, &mut self.hits).expect("valid");
        }
        self.index.nearest(&Point3::new(1.0, 2.0, 3.0), 9.0, &filter).expect("valid");
    }
}

#[test]
fn a_steady_tick_takes_no_memory() {
    let mut index = SpatialIndex::new();
    let ground = Collider::new(Shape::HalfSpace);
    index.add_body(Mobility::Fixed, vec![ground], Isometry3::identity()).expect("valid");
    let mut start = vec![Body::fixed(Isometry3::identity())];
    for i in 1..400_usize {
        let (x, y) = ((i % 20) as f64 * 0.4, (i / 20) as f64 * 0.4);
        let shape = match i % 3 {
            0 => Shape::try_box(Vector3::new(0.2, 0.15, 0.1)),
            1 => Shape::try_cylinder(0.2, 0.1),
            _ => Shape::try_sphere(0.1),
        };
        let pose = Isometry3::translation(x, y, 0.099);
        let collider = Collider::new(shape.expect("valid"));
        index.add_body(Mobility::Moving, vec![collider], pose).expect("valid");
        start.push(Body::with_mass(pose, 1.0, Vector3::repeat(0.01), Freedom::Full));
    }
    let rays: Vec<_> = (0..40).map(|i| f64::from(i) * 0.157).map(|t| Vector3::new(t.cos(), t.sin(), 0.0)).collect();
    let mut run = Run {
        index,
        bodies: start.clone(),
        start,
        contacts: Vec::new(),
        contact_scratch: ContactScratch::default(),
        scratch: SolverScratch::default(),
        hits: vec![0.0; rays.len()],
        rays,
    };
    // Four rounds fill every buffer to the maximum of a round.
    for tick in 0..200 {
        run.tick(tick);
    }
    assert!(run.contacts.len() > 100, "there is something to solve");
    let before = allocations();
    for tick in 200..300 {
        run.tick(tick);
    }
    assert_eq!(allocations() - before, 0);
}
