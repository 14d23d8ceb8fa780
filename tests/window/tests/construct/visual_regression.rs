//! Appearance of the robot editor.

use crate::parts::{open, open_butia, open_scout};
use egui::Vec2;
use sim_window_tests::drawn;
use sim_window_tests::pictures::Pictures;

/// BU-60: The construction view shows the robot from above on a 1 cm grid, with palette.
#[test]
fn the_construction_view_matches_its_snapshot() {
    let mut pictures = Pictures::default();
    for (size, name) in [(Vec2::new(1280.0, 800.0), "1280"), (Vec2::new(1920.0, 1080.0), "1920")] {
        let mut rig = drawn(open_scout);
        rig.harness.set_size(size);
        rig.click("Step");
        rig.click("Part turret_range");
        for (theme, word) in [(egui::Theme::Dark, "dark"), (egui::Theme::Light, "light")] {
            rig.harness.ctx.set_theme(theme);
            pictures.compare(&mut rig, &format!("construction-{name}-{word}"), None);
        }
    }
    let (mut rig, _folder) = drawn(open);
    rig.click("Step");
    rig.click("Part gauge");
    rig.click("Table …");
    pictures.compare(&mut rig, "construction-table", None);
    let mut rig = drawn(open_butia);
    rig.click("Step");
    pictures.compare(&mut rig, "construction-butia", None);
    rig.click("Part distance");
    rig.click("Coverage of all");
    rig.click("Call getValue");
    rig.wait("the result is shown", |rig| rig.labels().iter().any(|label| label.starts_with("getValue returned ")));
    pictures.compare(&mut rig, "construction-butia-distance", None);
    pictures.end();
}
