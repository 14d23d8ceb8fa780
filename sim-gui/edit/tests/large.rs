//! B9: scenes with thousands of objects are edited without delay and without loss.

mod common;

use std::time::Instant;

use common::{of, pose, scene};
use sim_core::scene::Scene;
use sim_edit::{Edit, Impact, Target};

/// The shortest of several runs, s.
fn shortest(mut work: impl FnMut()) -> f64 {
    let run = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    (0..5).map(|_| run(&mut work)).fold(f64::INFINITY, f64::min)
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
fn b9_one_edit_of_5000_objects_costs_little_more_than_reading_them() {
    let (folder, mut document) = of(&boxes(5000));
    let path = folder.path().join("scene.ron");
    let reading = shortest(|| assert_eq!(Scene::load(&path).unwrap().scene.objects.len(), 5000));
    let mut x = 0.0;
    let moving = shortest(|| {
        x += 0.25;
        let edit = Edit::Move(vec![(Target::object("box-2500"), pose(x, 1.0, 2.0, 0.5))]);
        assert!(matches!(document.apply(edit).unwrap().impact, Impact::Live(changes) if changes.len() == 1));
    });
    let undoing = shortest(|| drop(document.undo().unwrap()));
    let many: Vec<_> =
        (0..5000).filter(|index| index % 10 < 8).map(|index| Target::object(format!("box-{index}"))).collect();
    let place =
        |x: f64| many.iter().enumerate().map(|(i, target)| (target.clone(), pose(x, i as f64, 1.0, 0.0))).collect();
    let moving_many = shortest(|| {
        x += 0.25;
        document.apply(Edit::Move(place(x))).unwrap();
    });
    let deleting = shortest(|| {
        document.apply(Edit::delete(many.clone())).unwrap();
        assert_eq!(scene(&document).objects.len(), 1000);
        document.undo();
    });
    eprintln!("reading {reading:.4} s, one move {moving:.4} s, undo {undoing:.4} s");
    eprintln!("4000 moves at once {moving_many:.4} s, deleting 4000 and undo {deleting:.4} s");
    assert!(moving < 6.0 * reading + 0.02, "one move took {moving} s, reading {reading} s");
    assert!(undoing < 4.0 * reading + 0.02, "undo took {undoing} s, reading {reading} s");
    assert!(moving_many < 12.0 * reading + 0.02, "moving 4000 took {moving_many} s, reading {reading} s");
    assert!(deleting < 16.0 * reading + 0.02, "deleting 4000 took {deleting} s, reading {reading} s");
    while document.undo().is_some() {}
    assert_eq!(document.to_text(), boxes(5000));
}
