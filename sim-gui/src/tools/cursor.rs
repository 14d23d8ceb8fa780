//! Places the 3D cursor.

use super::{Canvas, Claim, Tool, paint};
use crate::actions::{Request, SettingRequest, ToolRequest};
use crate::text::by_numbers as words;
use crate::viewer_context::ViewerContext;
use egui::CursorIcon;
use nalgebra::Point3;

/// Places the 3D cursor on the floor or on a thing with the next click.
#[derive(Default)]
pub struct PlaceCursor {
    at: Option<Point3<f64>>,
}

impl Tool for PlaceCursor {
    fn follow(&mut self, canvas: &Canvas<'_>, _: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        let point = |at| canvas.sight.point_at(at).map(|point| canvas.round(point));
        if canvas.response.contains_pointer() {
            canvas.ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
            self.at = canvas.ui.input(|input| input.pointer.latest_pos()).and_then(point);
        }
        if let Some(point) = canvas.clicked().and_then(point) {
            requests.extend([
                Request::Setting(SettingRequest::Cursor(point.coords.into())),
                Request::Tool(ToolRequest::End),
            ]);
        }
        Claim::Clicks
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        if let Some(at) = self.at.filter(|_| canvas.response.contains_pointer()) {
            paint::point(canvas, &at);
        }
        paint::words(canvas, &[words::CURSOR_HINT.to_string()]);
    }
}
