//! What the construction looks like.

use crate::parts::hands::compare;
use crate::parts::{open, open_butia, open_scout};
use egui::Vec2;
use egui_kittest::SnapshotResults;

#[test]
fn bu_60_the_construction_looks_as_it_did() {
    let mut results = SnapshotResults::new();
    for (size, name) in [(Vec2::new(1280.0, 800.0), "1280"), (Vec2::new(1920.0, 1080.0), "1920")] {
        let (mut rig, _folder) = open_scout();
        rig.harness.set_size(size);
        rig.click("Step");
        rig.click("Part turret_range");
        for (theme, word) in [(egui::Theme::Dark, "dark"), (egui::Theme::Light, "light")] {
            rig.harness.ctx.set_theme(theme);
            compare(&mut rig, &format!("construction-{name}-{word}"), &mut results);
        }
    }
    let (mut rig, _folder) = open();
    rig.click("Step");
    rig.click("Part gauge");
    rig.click("Table …");
    compare(&mut rig, "construction-table", &mut results);
    let (mut rig, _folder) = open_butia();
    rig.click("Step");
    compare(&mut rig, "construction-butia", &mut results);
    rig.click("Part distance");
    rig.click("Coverage of all");
    rig.click("Call getValue");
    rig.wait("it answers", |rig| rig.labels().iter().any(|label| label.starts_with("getValue answered ")));
    compare(&mut rig, "construction-butia-distance", &mut results);
}
