//! Views of the world: 3D view and plan, with shared overlays.

pub mod content;
pub mod faults;
pub mod ghosts;
pub mod labels;
pub mod markers;
pub mod overlays;
pub mod plan;
pub mod several;
pub mod view3d;

use crate::actions::{Request, SelectRequest};
use crate::tools::Claim;
use egui::{Pos2, Response, Ui};

/// Visible area of a new scene, large enough to draw a room, m.
const NEW_SCENE: [[f64; 3]; 2] = [[-2.75, -2.25, 0.0], [2.75, 2.25, 0.5]];

/// The request for a click in a view that no tool has claimed: selects the result of `select`, added to the selection if
/// requested; a right click opens its context menu.
fn clicked(ui: &Ui, response: &Response, claim: Claim, select: impl FnOnce(Pos2, bool) -> Request) -> Option<Request> {
    let at = response.interact_pointer_pos().filter(|_| claim == Claim::Nothing)?;
    if response.clicked() {
        let add = ui.input(|input| input.modifiers.shift || input.modifiers.command);
        return Some(select(at, add));
    }
    let request = response.secondary_clicked().then(|| select(at, false))?;
    let any = !matches!(request, Request::Select(SelectRequest::Body { body: None, .. }));
    any.then(|| Request::Select(SelectRequest::Menu(Box::new(request), at)))
}
