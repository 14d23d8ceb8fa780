//! Export of a plan: a drawing in meters, written as SVG or PNG.

mod png;
mod svg;

use super::draw::NOSE;
use super::{Plan, ground};
use crate::text;
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use crate::views::labels;
use crate::views::overlays;
use nalgebra::Point3;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::scene::Paint;
use sim_render::Projection2d;
use std::path::Path;

/// A color: red, green, blue, opacity.
type Rgba = [u8; 4];

/// The width of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Width {
    /// In the world, m.
    Meters(f64),
    /// On the sheet, in hundredths of a millimeter.
    Sheet(f64),
}

/// An item of the drawing, in meters.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Area {
        points: Vec<[f64; 2]>,
        fill: Rgba,
        edge: Rgba,
    },
    Line {
        points: Vec<[f64; 2]>,
        closed: bool,
        color: Rgba,
        width: Width,
    },
    Disc {
        at: [f64; 2],
        radius: f64,
        fill: Rgba,
    },
    /// A text with its lower left corner next to a point.
    Text {
        at: [f64; 2],
        text: String,
        color: Rgba,
    },
}

/// A plan in meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    title: String,
    /// Simulated time, s.
    time: f64,
    /// Names of the axes to the right and up.
    axes: [&'static str; 2],
    /// Minimum and maximum corner of the drawing, m.
    field: [[f64; 2]; 2],
    items: Vec<Item>,
}

/// Margin around the content, as a fraction of its longer side.
const ROOM: f64 = 0.06;
/// Radius of the disc for a light or a beacon, m.
const SIGN: f64 = 0.04;
/// Radius of the disc for a lidar hit, m.
const HIT: f64 = 0.01;
/// Line widths, hundredths of a millimeter.
const EDGE: f64 = 25.0;
const TRAIL: f64 = 35.0;
/// Font size, hundredths of a millimeter.
const LETTERS: f64 = 300.0;
const INK: Rgba = [40, 40, 40, 255];
const NOTE: Rgba = [130, 95, 0, 255];

impl Drawing {
    /// The drawing as SVG, to scale: one unit of its view box is one meter.
    pub fn svg(&self) -> String {
        svg::text(self)
    }

    /// The drawing as PNG with this size of the longer side, px.
    ///
    /// # Errors
    /// Such an image cannot be created.
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, String> {
        png::bytes(self, pixels)
    }

    /// Writes a file: SVG for the extension `.svg`, otherwise PNG.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Diagnostic> {
        /// Longer side of an image, px.
        const PIXELS: u32 = 2400;
        let vector = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
        let bytes = if vector { Ok(self.svg().into_bytes()) } else { self.png(PIXELS) };
        let written =
            bytes.and_then(|bytes| sim_core::files::write_whole(path, &bytes).map_err(|error| error.to_string()));
        written.map_err(|reason| {
            Diagnostic::error(Code::ConfigOutput, text::plan::NOT_WRITTEN)
                .with_file(path.display().to_string())
                .with_found(reason)
                .with_help(text::file::CHOOSE_FOLDER)
        })
    }

    /// Size of the drawing, m.
    fn size(&self) -> [f64; 2] {
        let [low, high] = self.field;
        [high[0] - low[0], high[1] - low[1]]
    }

    /// Grid spacing, m: 1, 2 or 5 times a power of ten, about a tenth of the longer side.
    fn grid_step(&self) -> f64 {
        let wanted = self.size().into_iter().fold(0.0, f64::max) / 10.0;
        let power = 10f64.powf(wanted.log10().floor());
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= wanted).unwrap_or(power)
    }

    /// Positions of the grid lines along an axis, m.
    fn grid(&self, axis: usize) -> impl Iterator<Item = f64> + use<> {
        let (step, [low, high]) = (self.grid_step(), self.field);
        let (first, last) = ((low[axis] / step).ceil() as i64, (high[axis] / step).floor() as i64);
        (first..=last).map(move |number| number as f64 * step)
    }

    /// Label of a grid line, m.
    fn label(&self, value: f64) -> String {
        let decimals = (-self.grid_step().log10().floor()).max(0.0) as usize;
        if value == 0.0 { "0".into() } else { format!("{value:.decimals$}") }
    }
}

impl Plan {
    /// The content of the plan as a drawing.
    pub fn drawing(&mut self, context: &ViewerContext<'_>, content: &Content, time: f64) -> Drawing {
        let mut items = Vec::new();
        if self.projection == Projection2d::Top {
            paint(context, &mut items);
        }
        let basins = content.scenery().water.iter().filter_map(|water| self.water(water));
        items.extend(basins.map(|points| Item::Area { points, fill: ground::WATER, edge: ground::WATER }));
        let structure = context.world.structure().clone();
        // The plan may not have been shown since the scene has changed.
        self.outlines = vec![None; structure.bodies.len()];
        for (body, info) in structure.bodies.iter().enumerate() {
            let Some(look) = info.visuals.first() else { continue };
            let [red, green, blue, opacity] = match context.world.robot_of(body) {
                Some(robot) => context.world.color(robot).to_array(),
                None => look.color.map(|part| (part * 255.0).round() as u8),
            };
            let outlines = self.outlines(context, content, body).into_iter().filter(|outline| outline.len() > 2);
            let (fill, edge) = ([red, green, blue, opacity.min(110)], [red, green, blue, 255].map(darker));
            let edge = [edge[0], edge[1], edge[2], 255];
            items.extend(outlines.map(|points| Item::Area { points, fill, edge }));
        }
        self.robots(context, content, &mut items);
        let hits = content.overlays().flat_points();
        items.extend(hits.map(|point| Item::Disc {
            at: self.projection.of(&point.at),
            radius: HIT,
            fill: point.color,
        }));
        for line in content.overlays().without_trails() {
            let points = [line.from, line.to].iter().map(|point| self.projection.of(point)).collect();
            let color = line.color.map(|part| (part * 255.0).round() as u8);
            items.push(Item::Line { points, closed: false, color, width: Width::Sheet(f64::from(line.width) * 15.0) });
        }
        let markers =
            content.markers().iter().filter_map(|marker| Some((self.projection.of(&marker.at), marker.color()?)));
        items.extend(markers.map(|(at, color)| Item::Disc { at, radius: SIGN, fill: color.to_array() }));
        for tag in content.overlays().tags() {
            let [x, y] = self.projection.of(&tag.at);
            let side = if tag.below { -NOSE } else { NOSE };
            items.push(Item::Text { at: [x + NOSE, y + side], text: tag.text.clone(), color: INK });
        }
        for label in content.overlays().labels() {
            let at = self.projection.of(&label.at);
            items.push(Item::Disc { at, radius: 0.015, fill: NOTE });
            items.push(Item::Text { at, text: label.text.clone(), color: NOTE });
        }
        Drawing {
            title: structure.title.clone(),
            time,
            axes: self.projection.axes().map(|axis| ["x", "y", "z"][axis]),
            field: field(&items),
            items,
        }
    }

    /// Trails, noses and names.
    fn robots(&self, context: &ViewerContext<'_>, content: &Content, items: &mut Vec<Item>) {
        let robots = &context.world.structure().robots;
        if let Some(trails) = context.trails.filter(|_| content.shown.trails) {
            let mut trail = Vec::new();
            for robot in overlays::trailed(context.world, context.selected).1 {
                trails.points(robot, &mut trail);
                let color = context.world.color(robot).to_array();
                // A point with NaN coordinates marks a jump.
                for way in trail.split(|[_, x, ..]| x.is_nan()).filter(|way| way.len() > 1) {
                    let points = way.iter().map(|[_, x, y, z]| self.projection.of(&Point3::new(*x, *y, *z))).collect();
                    items.push(Item::Line { points, closed: false, color, width: Width::Sheet(TRAIL) });
                }
            }
        }
        for (number, robot) in robots.iter().enumerate() {
            let color = context.world.color(number).to_array();
            let pose = context.world.poses()[robot.body as usize];
            let ends = [pose * Point3::origin(), pose * Point3::new(NOSE, 0.0, 0.0)];
            let points = ends.iter().map(|point| self.projection.of(point)).collect();
            items.push(Item::Line { points, closed: false, color, width: Width::Sheet(2.0 * TRAIL) });
            if labels::is_written(&content.shown, robots.len(), context.selected, robot.body as usize) {
                let [x, y] = self.projection.of(&ends[0]);
                items.push(Item::Text { at: [x + NOSE, y + NOSE], text: content.label_of(&robot.name), color: INK });
            }
        }
    }
}

/// Paint on the floor; images are omitted.
fn paint(context: &ViewerContext<'_>, items: &mut Vec<Item>) {
    let floor = context.world.structure().scene.as_ref().and_then(|loaded| loaded.scene.floor.as_ref());
    let rgba = |color: &sim_core::scene::Color| color.0.map(|part| (part * 255.0).round() as u8);
    for paint in floor.into_iter().flat_map(|floor| &floor.paint) {
        match paint {
            Paint::Polygon(polygon) => {
                let fill = rgba(&polygon.color);
                items.push(Item::Area { points: polygon.points.clone(), fill, edge: fill });
            }
            Paint::Stroke(stroke) => items.push(Item::Line {
                points: stroke.points.clone(),
                closed: stroke.closed,
                color: rgba(&stroke.color),
                width: Width::Meters(stroke.width),
            }),
            Paint::Disc(disc) => {
                items.push(Item::Disc { at: disc.at, radius: disc.radius, fill: rgba(&disc.color) });
            }
            Paint::Image(_) => {}
        }
    }
}

/// A color that contrasts with its own fill.
fn darker(part: u8) -> u8 {
    (f32::from(part) * 0.7) as u8
}

/// The corners of the bounding rectangle of all items, with a margin.
fn field(items: &[Item]) -> [[f64; 2]; 2] {
    let mut field = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    let mut hold = |point: &[f64; 2], radius: f64| {
        for axis in [0, 1].into_iter().filter(|axis| point[*axis].is_finite()) {
            field[0][axis] = field[0][axis].min(point[axis] - radius);
            field[1][axis] = field[1][axis].max(point[axis] + radius);
        }
    };
    for item in items {
        match item {
            Item::Area { points, .. } | Item::Line { points, .. } => points.iter().for_each(|point| hold(point, 0.0)),
            Item::Disc { at, radius, .. } => hold(at, *radius),
            Item::Text { at, .. } => hold(at, 0.0),
        }
    }
    if field[0].iter().any(|value| !value.is_finite()) {
        return [[-1.0; 2], [1.0; 2]];
    }
    let room = ROOM * [0, 1].map(|axis| field[1][axis] - field[0][axis]).into_iter().fold(0.1, f64::max);
    [field[0].map(|value| value - room), field[1].map(|value| value + room)]
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn drawing() -> Drawing {
        let (points, fill, edge) = (vec![[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]], [200, 30, 30, 255], INK);
        let text = "R&D <\"1\">".to_string();
        let items = vec![
            Item::Area { points, fill, edge },
            Item::Line { points: vec![[0.0, 0.0], [4.0, 2.0]], closed: false, color: INK, width: Width::Meters(0.1) },
            Item::Disc { at: [1.0, 1.5], radius: 0.25, fill: [20, 60, 200, 255] },
            Item::Text { at: [2.0, 1.0], text: text.clone(), color: INK },
        ];
        let field = field(&items);
        Drawing { title: text, time: 1.5, axes: ["x", "y"], field, items }
    }

    #[test]
    fn the_plan_contains_all_items_and_an_empty_plan_has_a_size() {
        let [low, high] = drawing().field;
        assert!(low[0] < 0.0 && low[1] < 0.0 && high[0] > 4.0 && high[1] > 2.0);
        assert_eq!(field(&[]), [[-1.0; 2], [1.0; 2]]);
        assert_eq!(drawing().grid_step(), 0.5);
    }

    #[test]
    fn a_file_that_cannot_be_written_says_where_why_and_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let finding = drawing().write(&folder.path().join("none/plan.svg")).unwrap_err();
        let text = finding.to_string();
        assert!(text.contains("plan.svg") && text.contains("choose a writable folder"), "{text}");
    }
}
