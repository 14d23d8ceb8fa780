//! Queries do not allocate once their working memory has grown.

use nalgebra::{Isometry3, Vector3};
use sim_fuzz::allocations;
use swept_solid::{Body, Leg, Obstacles, PlanarPose, Scratch, Solid, Turning};

/// RM-61: Checking one leg against 1000 obstacles takes at most 10 ms.
#[test]
fn questions_take_no_memory_after_the_first() {
    let solid = |number: u32| {
        let pose = Isometry3::translation(f64::from(number % 10), f64::from(number / 10), 0.3);
        (number, Solid::cuboid(Vector3::repeat(0.2), &pose).unwrap())
    };
    let obstacles = Obstacles::new((0..100).map(solid));
    let body = Body::new(Vector3::repeat(0.6)).unwrap();
    let mut scratch = Scratch::default();
    let mut ask = |turning| {
        let leg = Leg::new(PlanarPose::new(0.0, 0.0, 0.0), PlanarPose::new(9.0, 9.0, 1.0), turning).unwrap();
        let before = allocations();
        let hits = obstacles.all(&body, &leg, |_| false, &mut scratch).len();
        assert!(hits > 5);
        allocations() - before
    };
    let all = [Turning::Ignored, Turning::AtEnd, Turning::OnTheWay];
    assert!(all.map(&mut ask)[0] > 0, "nothing was counted");
    assert_eq!(all.map(ask), [0; 3]);
}
