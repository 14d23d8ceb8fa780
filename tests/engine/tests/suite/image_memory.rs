//! Images do not leak memory.

use super::images::{draw, request};
use sim_engine_tests::{build, load};
use sim_fuzz::alone;
use sim_render::{Images, Painter};

const SCENE: &str = r#"(
    format_version: 1,
    floor: (paint: [Disc(at: (1.0, 0.8), radius: 0.4, color: (0.8, 0.2, 0.2))]),
    objects: [(name: "pane", shape: Box(size: (0.02, 0.8, 0.4)), at: (1.6, -0.5, 0.2), color: (0.5, 0.8, 1.0, 0.4))],
    robots: [(name: "a", model: "scout/standard", at: (1.0, 0.4), controller: "control/constant")],
)"#;

/// Memory of this process, bytes; known on Linux.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(status.split_whitespace().nth(1)?.parse::<usize>().ok()? * 4096)
}

#[test]
fn a_thousand_images_leak_no_memory() {
    alone(|| {
        let simulation = build(SCENE);
        for painter in [Painter::Any, Painter::Processor] {
            let images = Images::new(&load(SCENE), painter);
            let some = |count: u32| {
                for format in (0..count).map(|number| number % 2) {
                    draw(&images, simulation.world(), &request([64, 48], format));
                }
            };
            some(200);
            let before = resident();
            some(1000);
            let more = resident().zip(before).map_or(0, |(after, before)| after.saturating_sub(before));
            // Each image has 12 kB: a thousand of them would be 12 MB.
            assert!(more < 3_000_000, "{painter:?}: {more} bytes");
        }
    });
}
