//! Undo and redo: depth, labels, groups, coalescing, and the modified state.

use crate::common::{apply, moved, objects, of, pose, scene};
use serde_json::json;
use sim_edit::{Change, Document, Edit, Impact, Overwrite, Section, Target, Thing, UNDO_DEPTH};

const TEXT: &str = "(format_version: 1, objects: [(name: \"a\", shape: Sphere(radius: 1), at: (0, 0, 1)), (name: \"b\", shape: Sphere(radius: 1))])";

fn to(name: &str, x: f64) -> Edit {
    Edit::Move(vec![(Target::object(name), pose(x, 0.0, 1.0, 0.0))])
}

fn labels(document: &Document) -> Vec<&str> {
    document.undo_labels().collect()
}

#[test]
fn the_revision_is_another_after_every_change_and_only_then() {
    let (_folder, mut document) = of(TEXT);
    let mut seen = vec![document.revision(), Document::new().revision()];
    assert_eq!(document.revision(), seen[0]);
    document.seal();
    assert!(document.query().is_some() && document.revision() == seen[0]);
    document.apply(to("a", 1.0)).unwrap();
    seen.push(document.revision());
    document.undo();
    seen.push(document.revision());
    document.redo();
    seen.push(document.revision());
    document.refresh();
    seen.push(document.revision());
    let mut once = seen.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), seen.len(), "{seen:?}");
}

#[test]
fn at_least_a_hundred_steps_can_be_undone() {
    const { assert!(UNDO_DEPTH >= 100) };
    let (_folder, mut document) = of(TEXT);
    assert_eq!(document.undo_depth(), UNDO_DEPTH);
    for step in 0..UNDO_DEPTH + 50 {
        document.apply(to("a", 1.0 + step as f64)).unwrap();
    }
    let mut undone = 0;
    while document.undo().is_some() {
        undone += 1;
    }
    assert_eq!(undone, UNDO_DEPTH);
    assert_eq!(scene(&document).objects[0].at.0, [50.0, 0.0, 1.0]);
    assert!(document.is_modified());
    assert_eq!(document.redo_labels().count(), UNDO_DEPTH);
    // A new edit discards redo steps.
    document.apply(to("a", -1.0)).unwrap();
    assert_eq!((document.redo_labels().count(), document.redo().is_none()), (0, true));
    document.set_undo_depth(0);
    assert_eq!((document.undo_depth(), labels(&document)), (1, vec!["Move a"]));
}

#[test]
fn steps_have_names() {
    let (_folder, mut document) = of(TEXT);
    apply(&mut document, to("a", 5.0));
    apply(&mut document, Edit::set(Some(Target::object("b")), "shape.radius", 2));
    apply(&mut document, Edit::delete(objects(&["a", "b"])));
    assert_eq!(labels(&document), ["Delete 2 items", "Change shape.radius of b", "Move a"]);
    document.undo();
    document.undo();
    assert_eq!(labels(&document), ["Move a"]);
    assert_eq!(document.redo_labels().collect::<Vec<_>>(), ["Change shape.radius of b", "Delete 2 items"]);
}

#[test]
fn a_drag_is_one_step_and_each_of_its_moves_reaches_the_simulation() {
    let (_folder, mut document) = of(TEXT);
    for x in [1.0, 2.0, 3.0] {
        let applied = document.apply_coalescing(to("a", x)).unwrap();
        assert_eq!(applied.impact, Impact::Live(vec![moved("a", x, 0.0, 1.0)]));
    }
    assert_eq!(labels(&document), ["Move a"]);
    // Another thing starts another step, and so does the same one after the end of the drag.
    document.apply_coalescing(to("b", 3.0)).unwrap();
    document.apply_coalescing(to("a", 4.0)).unwrap();
    document.seal();
    document.apply_coalescing(to("a", 5.0)).unwrap();
    document.apply(to("a", 6.0)).unwrap();
    assert_eq!(labels(&document).len(), 5);
    // An edit after undo is not merged into the previous step.
    document.undo();
    document.apply_coalescing(to("a", 7.0)).unwrap();
    assert_eq!(labels(&document).len(), 5);
    for _ in 0..4 {
        document.undo().unwrap();
    }
    let back = document.undo().unwrap();
    assert_eq!(back.impact, Impact::Live(vec![moved("a", 0.0, 0.0, 1.0)]));
    assert_eq!(document.to_text(), TEXT);
}

#[test]
fn a_slider_that_returns_leaves_no_step() {
    let (_folder, mut document) = of(TEXT);
    for radius in [2.0, 3.0, 1.0] {
        let edit = Edit::set(Some(Target::object("a")), "shape.radius", radius);
        document.apply_coalescing(edit).unwrap();
    }
    assert_eq!((labels(&document).len(), document.to_text()), (0, TEXT));
    // Edits of different fields are not merged.
    document.apply_coalescing(Edit::set(Some(Target::object("a")), "shape.radius", 2)).unwrap();
    document.apply_coalescing(Edit::set(Some(Target::object("a")), "mass", 2)).unwrap();
    document.apply_coalescing(Edit::set(None, "run.seed", 2)).unwrap();
    document.apply_coalescing(Edit::set(None, "run.seed", 3)).unwrap();
    assert_eq!(labels(&document).len(), 3);
}

#[test]
fn a_group_is_one_step() {
    let (_folder, mut document) = of(TEXT);
    document.begin("Arrange");
    document.apply(to("a", 1.0)).unwrap();
    document.begin("inside");
    document.apply(to("b", 2.0)).unwrap();
    document.commit();
    assert!(document.apply(Edit::delete(objects(&["c"]))).is_err(), "a refused edit does not end the group");
    document.apply(Edit::Insert(vec![Thing::from_json(Section::Notes, &json!({"text": "x"}))])).unwrap();
    document.commit();
    assert_eq!(labels(&document), ["Arrange"]);
    let undone = document.undo().unwrap();
    assert_eq!((&*undone.label, document.to_text()), ("Arrange", TEXT));
    let Impact::Live(changes) = undone.impact else { panic!("{:?}", undone.impact) };
    assert_eq!(changes.len(), 2, "both go back at once");
    document.redo();
    assert_eq!(scene(&document).notes.len(), 1);
    // Neither an empty nor a canceled group leaves a step.
    document.begin("Nothing");
    document.commit();
    let before = document.to_text().to_owned();
    document.begin("Try");
    document.apply(to("a", 9.0)).unwrap();
    assert_eq!(document.cancel(), Impact::Live(vec![moved("a", 1.0, 0.0, 1.0)]));
    assert_eq!((labels(&document), document.to_text()), (vec!["Arrange"], before.as_str()));
    assert_eq!(document.cancel(), Impact::Nothing);
    // Undo ends an open group.
    document.begin("Drag");
    document.apply(to("a", 9.0)).unwrap();
    assert_eq!(document.undo().unwrap().label, "Drag");
    assert_eq!(document.to_text(), before);
}

#[test]
fn unsaved_is_what_differs_from_the_file() {
    let (_folder, mut document) = of(TEXT);
    assert!(!document.is_modified());
    apply(&mut document, to("a", 3.0));
    assert!(document.is_modified());
    document.save(Overwrite::No).unwrap();
    assert!(!document.is_modified());
    document.undo();
    assert!(document.is_modified());
    document.redo();
    assert!(!document.is_modified());
    // The same bytes after other edits.
    apply(&mut document, to("a", 4.0));
    apply(&mut document, to("a", 3.0));
    assert!(!document.is_modified());
    // A save ends a coalescing sequence.
    document.apply_coalescing(to("a", 5.0)).unwrap();
    document.save(Overwrite::No).unwrap();
    document.apply_coalescing(to("a", 6.0)).unwrap();
    document.undo();
    assert!(!document.is_modified());
    assert!(!Document::new().is_modified());
}

#[test]
fn impact_of_undo_follows_the_scenes_not_the_edits() {
    let (_folder, mut document) = of(TEXT);
    // A text edit that moves something is a pose change for the simulation.
    let text = TEXT.replace("at: (0, 0, 1)", "at: (0, 2.5, 1)");
    assert_eq!(apply(&mut document, Edit::ReplaceText(text)).impact, Impact::Live(vec![moved("a", 0.0, 2.5, 1.0)]));
    assert_eq!(document.undo().unwrap().impact, Impact::Live(vec![moved("a", 0.0, 0.0, 1.0)]));
    let text = TEXT.replace("(format", "// A note.\n(format");
    assert_eq!(apply(&mut document, Edit::ReplaceText(text)).impact, Impact::Nothing);
    let Change::Pose { section, .. } = moved("a", 0.0, 0.0, 0.0) else { panic!() };
    assert_eq!(section, Section::Objects);
}
