//! How the window looks: each panel and both views on a software renderer, compared with committed pictures.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p sim-window-tests --test snapshots` takes them anew; look at them before committing.

use egui_kittest::kittest::Queryable;
use egui_kittest::{SnapshotOptions, SnapshotResults, try_image_snapshot_options};
use sim_gui::Pane;
use sim_window_tests::Rig;

/// Pixels that may differ by more than a shade: digits of times that were measured, and rounding of other renderers.
const OTHER: usize = 2000;
/// Height of the line at the bottom, which names the graphics card, points.
const STATUS: u32 = 30;

/// Compares what the window shows with a committed picture.
fn compare(rig: &mut Rig, name: &str, results: &mut SnapshotResults) {
    let mut image = rig.harness.render().expect("there is a renderer");
    cover_folders(rig, &mut image);
    let (width, height) = image.dimensions();
    let image = image::imageops::crop_imm(&image, 0, 0, width, height - STATUS).to_image();
    let options = SnapshotOptions::new().threshold(3.0).max_failed_pixels(OTHER);
    results.add(try_image_snapshot_options(&image, name, &options));
}

/// Covers the folders of plugins, whose paths differ from machine to machine.
fn cover_folders(rig: &Rig, image: &mut image::RgbaImage) {
    let Some(title) = rig.harness.query_by_label("Folders") else { return };
    let (left, top) = (title.rect().left() as u32, title.rect().bottom() as u32);
    for y in top..image.height() {
        for x in left..image.width() {
            image.put_pixel(x, y, image::Rgba([128, 128, 128, 255]));
        }
    }
}

#[test]
fn every_panel_looks_as_it_did() {
    let mut rig = Rig::demo();
    rig.click("anna");
    let mut results = SnapshotResults::new();
    for pane in Pane::ALL {
        rig.harness.state_mut().show_panel(pane);
        rig.harness.run_steps(4);
        let name = pane.title().to_lowercase().replace(' ', "-");
        compare(&mut rig, &name, &mut results);
    }
}

#[test]
fn the_light_theme_looks_as_it_did() {
    let mut rig = Rig::demo();
    rig.click("bert");
    rig.harness.ctx.set_theme(egui::Theme::Light);
    rig.harness.run_steps(4);
    let mut results = SnapshotResults::new();
    compare(&mut rig, "light", &mut results);
}
