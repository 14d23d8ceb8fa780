//! Queries do not allocate once their working memory has grown.

use nalgebra::{Isometry3, Vector3};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use swept_solid::{Body, Leg, Obstacles, PlanarPose, Scratch, Solid, Turning};

struct Counting;

thread_local! {
    static TAKEN: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all calls are forwarded to the system's allocator; the counter does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.with(|taken| taken.set(taken.get() + 1));
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
        let before = TAKEN.get();
        let hits = obstacles.all(&body, &leg, |_| false, &mut scratch).len();
        assert!(hits > 5);
        TAKEN.get() - before
    };
    let all = [Turning::Ignored, Turning::AtEnd, Turning::OnTheWay];
    assert!(all.map(&mut ask)[0] > 0, "nothing was counted");
    assert_eq!(all.map(ask), [0; 3]);
}
