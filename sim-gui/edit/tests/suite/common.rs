//! Shared helpers of the tests.

use std::path::{Path, PathBuf};

use nalgebra::{Isometry3, Translation3, UnitQuaternion};
use sim_core::scene::Scene;
use sim_edit::{Applied, Change, Document, Edit, Impact, Section, Target};

/// The folder of the scenes shipped with the program.
pub fn scenes_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")
}

/// All scenes shipped with the program.
pub fn shipped() -> Vec<PathBuf> {
    fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            // Included values are not scenes.
            if path.is_dir() && !["missions", "obstacles"].contains(&name.as_str()) {
                visit(&path, found);
            } else if name.ends_with(".ron") && !name.ends_with(".robot.ron") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    visit(&scenes_folder(), &mut found);
    found.sort();
    assert!(found.len() >= 6, "{found:?}");
    found
}

/// A shipped scene.
pub fn open(name: &str) -> Document {
    Document::open(scenes_folder().join(name)).unwrap()
}

/// A document with this text, in a file in its own folder.
pub fn of(text: &str) -> (tempfile::TempDir, Document) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, text).unwrap();
    let document = Document::open(&path).unwrap();
    assert!(document.scene().is_some(), "{}", document.findings());
    (folder, document)
}

/// Applies an edit that must succeed, and checks undo and redo.
pub fn apply(document: &mut Document, edit: Edit) -> Applied {
    let before = document.to_text().to_owned();
    let applied = document.apply(edit.clone()).unwrap_or_else(|refusal| panic!("{edit:?}\n{refusal}"));
    let after = document.to_text().to_owned();
    if applied.changed {
        assert_eq!(document.undo_labels().next(), Some(&*applied.label));
        let undone = document.undo().unwrap();
        assert_eq!((document.to_text(), &undone.label), (before.as_str(), &applied.label));
        let redone = document.redo().unwrap();
        assert_eq!((document.to_text(), &redone.impact), (after.as_str(), &applied.impact));
        let is_rebuild = |impact: &Impact| matches!(impact, Impact::Rebuild);
        assert_eq!(is_rebuild(&undone.impact), is_rebuild(&applied.impact), "{}", applied.label);
    }
    applied
}

/// Applies an edit that must be refused, and checks that nothing has changed. Returns the reason.
pub fn refused(document: &mut Document, edit: Edit) -> String {
    let before = document.to_text().to_owned();
    let steps = document.undo_labels().count();
    let refusal = match document.apply(edit.clone()) {
        Ok(applied) => panic!("{edit:?} was made: {applied:?}"),
        Err(refusal) => refusal,
    };
    assert_eq!((document.to_text(), document.undo_labels().count()), (before.as_str(), steps));
    refusal.to_string()
}

/// The lines that differ: `-` for old ones, `+` for new ones.
pub fn changes(before: &str, after: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let minus = old[start..old.len() - end].iter().map(|line| format!("-{line}\n"));
    let plus = new[start..new.len() - end].iter().map(|line| format!("+{line}\n"));
    minus.chain(plus).collect()
}

/// The lines that an edit changes.
pub fn diff(document: &mut Document, edit: Edit) -> String {
    let before = document.to_text().to_owned();
    apply(document, edit);
    changes(&before, document.to_text())
}

pub fn pose(x: f64, y: f64, z: f64, yaw: f64) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::new(x, y, z), UnitQuaternion::from_euler_angles(0.0, 0.0, yaw))
}

pub fn moved(name: &str, x: f64, y: f64, z: f64) -> Change {
    Change::Pose { section: Section::Objects, name: name.into(), pose: Isometry3::translation(x, y, z) }
}

/// The scene of a document.
pub fn scene(document: &Document) -> &Scene {
    document.scene().unwrap_or_else(|| panic!("{}", document.findings()))
}

pub fn objects(names: &[&str]) -> Vec<Target> {
    names.iter().map(|name| Target::object(*name)).collect()
}

/// Deterministic pseudorandom numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (self.next() >> 11) as f64 / (1u64 << 53) as f64 * (high - low)
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}
