//! Several views at once, named panel layouts, saved states of a run.

mod layouts;
mod states;
mod views;

use egui::{Event, Key, Modifiers};
use sim_window_tests::Rig;

/// Selects a menu item. Items also contain their shortcuts.
fn choose(rig: &mut Rig, menu: &str, item: &str) {
    rig.click(menu);
    let label = rig.labels().into_iter().find(|label| label.starts_with(item));
    rig.click(&label.unwrap_or_else(|| panic!("{item} is not in the menu {menu}")));
    rig.harness.run_steps(3);
}

/// Answers the open question.
fn answer(rig: &mut Rig, answer: &str) {
    rig.wait("the confirmation appears", |rig| rig.sees(answer));
    rig.harness.run_steps(2);
    rig.click(answer);
    rig.harness.run_steps(3);
}

/// Types a name, replacing the content of the focused field.
fn type_name(rig: &mut Rig, name: &str) {
    rig.press(Modifiers::COMMAND, Key::A);
    rig.harness.event(Event::Text(name.to_owned()));
    rig.harness.run_steps(2);
}
