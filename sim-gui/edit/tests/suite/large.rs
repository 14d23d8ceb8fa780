//! B9: scenes with thousands of objects are edited without delay or loss.

use std::time::Instant;

use crate::common::{of, pose, scene};
use sim_core::scene::Scene;
use sim_edit::{Edit, Impact, Target};

/// Maximum number of measurements per operation. On a loaded machine, one run may take several times as long as the next.
const ROUNDS: usize = 20;

/// The shortest time so far, s.
struct Shortest(f64);

impl Shortest {
    fn run(&mut self, work: impl FnOnce()) {
        let start = Instant::now();
        work();
        self.0 = self.0.min(start.elapsed().as_secs_f64());
    }
}

fn boxes(count: usize) -> String {
    let one = |index: usize| {
        let (x, y) = (index % 70, index / 70);
        let carried = if index % 10 == 9 { format!(", parent: \"box-{}\"", index - 1) } else { String::new() };
        format!(
            "        (name: \"box-{index}\", shape: Box(size: (0.3, 0.3, 0.3)), at: ({x}, {y}, 0.15), yaw: deg(30){carried}),\n"
        )
    };
    let all: String = (0..count).map(one).collect();
    format!("// Many.\n(\n    format_version: 1,\n    objects: [\n{all}    ],\n)\n")
}

#[test]
fn one_edit_of_5000_objects_costs_little_more_than_reading_them() {
    let (folder, mut document) = of(&boxes(5000));
    let path = folder.path().join("scene.ron");
    let many: Vec<_> =
        (0..5000).filter(|index| index % 10 < 8).map(|index| Target::object(format!("box-{index}"))).collect();
    let place =
        |x: f64| many.iter().enumerate().map(|(i, target)| (target.clone(), pose(x, i as f64, 1.0, 0.0))).collect();
    let mut reading = Shortest(f64::INFINITY);
    // Limits as multiples of the time to read the file.
    let limits = [("one move", 6.0), ("undo", 4.0), ("4000 moves", 12.0), ("deleting 4000 and undo", 16.0)];
    let mut works = limits.map(|_| Shortest(f64::INFINITY));
    for round in 0..ROUNDS {
        let x = 0.25 * (round + 1) as f64;
        reading.run(|| assert_eq!(Scene::load(&path).unwrap().scene.objects.len(), 5000));
        works[0].run(|| {
            let edit = Edit::Move(vec![(Target::object("box-2500"), pose(x, 1.0, 2.0, 0.5))]);
            assert!(matches!(document.apply(edit).unwrap().impact, Impact::Live(changes) if changes.len() == 1));
        });
        works[1].run(|| drop(document.undo().unwrap()));
        works[2].run(|| drop(document.apply(Edit::Move(place(x))).unwrap()));
        works[3].run(|| {
            document.apply(Edit::delete(many.clone())).unwrap();
            assert_eq!(scene(&document).objects.len(), 1000);
            document.undo();
        });
        if limits.iter().zip(&works).all(|((_, most), work)| work.0 < most * reading.0) {
            break;
        }
    }
    for ((what, most), work) in limits.iter().zip(&works) {
        assert!(work.0 < most * reading.0, "{what} took {} s, reading {} s", work.0, reading.0);
    }
    while document.undo().is_some() {}
    assert_eq!(document.to_text(), boxes(5000));
}
