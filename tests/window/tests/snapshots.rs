//! Appearance of the window: each panel and both themes on a software renderer, compared with committed images.

use egui::accesskit::Role;
use egui_kittest::kittest::NodeT;
use sim_gui::Pane;
use sim_window_tests::pictures::{Picture, Pictures, folder};
use sim_window_tests::{Rig, drawn};
use std::collections::HashMap;

#[test]
fn every_panel_matches_its_snapshot() {
    let mut rig = drawn(Rig::demo);
    rig.click("anna");
    let mut pictures = Pictures::default();
    for pane in Pane::ALL {
        rig.harness.state_mut().show_panel(pane);
        rig.harness.run_steps(4);
        let name = pane.title().to_lowercase().replace(' ', "-");
        let place = rig.harness.state().place_of_panel(pane).unwrap_or_else(|| panic!("{name} is shown"));
        pictures.compare(&mut rig, &name, Some(place));
    }
    pictures.end();
}

#[test]
fn the_whole_window_matches_its_snapshot() {
    let mut rig = drawn(Rig::demo);
    let mut pictures = Pictures::default();
    for (theme, name, robot) in [(egui::Theme::Dark, "dark", "anna"), (egui::Theme::Light, "light", "bert")] {
        rig.click(robot);
        rig.harness.ctx.set_theme(theme);
        rig.harness.run_steps(4);
        pictures.compare(&mut rig, name, None);
    }
    pictures.end();
}

#[test]
fn a_button_that_is_missing_is_seen() {
    let mut rig = drawn(Rig::demo);
    rig.click("anna");
    let mut unseen = Vec::new();
    let mut buttons = 0;
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        rig.harness.ctx.set_theme(theme);
        for pane in [Pane::Plugins, Pane::Drive, Pane::Inspector, Pane::Log, Pane::Problems, Pane::Plan, Pane::View3d] {
            rig.harness.state_mut().show_panel(pane);
            let picture = Picture::take(&mut rig, None);
            let scale = rig.harness.ctx.pixels_per_point();
            let (width, height) = picture.image().dimensions();
            let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(width as f32, height as f32));
            for node in rig.nodes().into_iter().filter(|node| node.accesskit_node().role() == Role::Button) {
                let place = node.rect() * scale;
                let seen = whole.contains_rect(place.expand(3.0));
                let Some(ground) = picture.color(place.min - egui::vec2(2.0, 2.0)).filter(|_| seen) else { continue };
                buttons += 1;
                if picture.without(place, ground).differences(picture.image()).is_empty() {
                    unseen.push(format!("{pane:?} {theme:?} {:?} {place:?}", node.accesskit_node().label()));
                }
            }
        }
    }
    assert!(buttons > 200, "{buttons} buttons");
    assert!(unseen.is_empty(), "{} of {buttons} buttons: {}", unseen.len(), unseen.join("\n"));
}

#[test]
fn no_two_pictures_are_equal() {
    let mut known: HashMap<Vec<u8>, String> = HashMap::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".new.png") || !name.ends_with(".png") {
            continue;
        }
        let image = image::open(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Some(other) = known.insert(image.into_rgba8().into_raw(), name.clone()) {
            panic!("{name} and {other} are identical; one of them shows the wrong state");
        }
    }
}
