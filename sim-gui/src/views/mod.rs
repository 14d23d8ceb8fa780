//! Views of the world: in three dimensions and as a plan, with what both draw over it.

pub mod content;
pub mod faults;
pub mod ghosts;
pub mod labels;
pub mod markers;
pub mod overlays;
pub mod plan;
pub mod several;
pub mod view3d;

use crate::actions::Request;
use crate::tools::Claim;
use egui::{Pos2, Response, Ui};

/// What is seen of a new scene, in which a room can be drawn, m.
const NEW_SCENE: [[f64; 3]; 2] = [[-2.75, -2.25, 0.0], [2.75, 2.25, 0.5]];

/// What a click in a view asks for, where no tool has claimed it: it selects what `select` finds at its place, with the others
/// where told so; with the right button it opens the menu of that thing.
fn clicked(ui: &Ui, response: &Response, claim: Claim, select: impl FnOnce(Pos2, bool) -> Request) -> Option<Request> {
    let at = response.interact_pointer_pos().filter(|_| claim == Claim::Nothing)?;
    if response.clicked() {
        let add = ui.input(|input| input.modifiers.shift || input.modifiers.command);
        return Some(select(at, add));
    }
    let thing = response.secondary_clicked().then(|| select(at, false))?;
    let any = !matches!(thing, Request::Select { body: None, .. });
    any.then(|| Request::ThingMenu(Box::new(thing), at))
}
