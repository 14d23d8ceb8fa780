//! Export of a plan: a drawing to scale, written as SVG or PNG.

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
use sim_render::axes::{Axes, GAP, LABELS, round_step};
use sim_render::svg::{Pen, Rgba, Svg, WHITE, Words, line_height, shortened, text_width};
use std::path::Path;

/// The width of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Width {
    /// In the world, m.
    Meters(f64),
    /// On the sheet, px.
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
    items: Vec<Item>,
}

/// Longer side of a PNG file, px.
const PIXELS: f64 = 2400.0;
/// Longer side of an SVG file, mm: A4 with a margin.
const SHEET: f64 = 277.0;
/// Radius of the disc for a light or a beacon, m.
const SIGN: f64 = 0.04;
/// Radius of the disc for a lidar hit, m.
const HIT: f64 = 0.01;
/// Line widths, px.
const EDGE: f64 = 1.25;
const TRAIL: f64 = 1.75;
const INK: Rgba = [40, 40, 40, 255];
const NOTE: Rgba = [130, 95, 0, 255];

impl Drawing {
    /// The drawing as SVG, to scale: one unit of its view box is one meter.
    pub fn svg(&self) -> String {
        let axes = self.place();
        let [width, height] = axes.image_size().map(|length| 1000.0 * length / axes.scale(0));
        let scale = round_step(width.max(height) / SHEET);
        let svg = self.draw(&axes, axes.sheet_in_meters(), &format!(", 1:{scale}"));
        let [right, up] = self.axes;
        let description =
            format!("{right} to the right and {up} up, in meters; scale 1:{scale}; after {:.2} s", self.time);
        svg.file(&self.title, &description, width / scale)
    }

    /// The drawing as PNG.
    ///
    /// # Errors
    /// Such an image cannot be created.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        let axes = self.place();
        let [width, height] = axes.image_size();
        let factor = PIXELS / width.max(height);
        let too_large = || text::plan::too_large((width * factor) as u32, (height * factor) as u32);
        self.draw(&axes, axes.sheet(), "").png(factor).ok_or_else(too_large)
    }

    /// Writes a file: SVG for the extension `.svg`, otherwise PNG.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Diagnostic> {
        let vector = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
        let bytes = if vector { Ok(self.svg().into_bytes()) } else { self.png() };
        let written =
            bytes.and_then(|bytes| sim_core::files::write_whole(path, &bytes).map_err(|error| error.to_string()));
        written.map_err(|reason| {
            Diagnostic::error(Code::ConfigOutput, text::plan::NOT_WRITTEN)
                .with_file(path.display().to_string())
                .with_found(reason)
                .with_help(text::file::CHOOSE_FOLDER)
        })
    }

    /// Axes that contain all items.
    fn place(&self) -> Axes {
        let around = |[x, y]: [f64; 2], radius: f64| [[x - radius, y - radius], [x + radius, y + radius]];
        let points = self.items.iter().flat_map(|item| match item {
            Item::Area { points, .. } | Item::Line { points, .. } => points.clone(),
            Item::Disc { at, radius, .. } => around(*at, *radius).to_vec(),
            Item::Text { at, .. } => vec![*at],
        });
        Axes::to_scale(points.filter(|point| point.iter().all(|value| value.is_finite())))
    }

    /// Draws everything on a sheet; `addition` follows the length of the scale bar.
    fn draw(&self, axes: &Axes, mut svg: Svg, addition: &str) -> Svg {
        let scale = axes.scale(0);
        let [left, upper, right, lower] = axes.edges();
        let pixels = |points: &[[f64; 2]]| points.iter().map(|point| axes.pixel(*point)).collect::<Vec<_>>();
        svg.clip(axes.edges());
        for item in &self.items {
            match item {
                Item::Area { points, fill, edge } => svg.area(pixels(points), *fill, Pen::new(*edge, EDGE)),
                Item::Line { points, closed, color, width } => {
                    let width = match width {
                        Width::Meters(meters) => meters * scale,
                        Width::Sheet(pixels) => *pixels,
                    };
                    match closed {
                        true => svg.area(pixels(points), [0; 4], Pen::new(*color, width)),
                        false => svg.line(pixels(points), Pen::new(*color, width)),
                    }
                }
                Item::Disc { at, radius, fill } => svg.disc(axes.pixel(*at), radius * scale, *fill, Pen::NONE),
                Item::Text { at, text, color } => {
                    let [x, y] = axes.pixel(*at);
                    let text = shortened(text, right - left - 2.0 * GAP, LABELS);
                    let x = x.min(right - GAP - text_width(&text, LABELS)).max(left + GAP);
                    let y = (y - line_height(LABELS)).clamp(upper, lower - line_height(LABELS));
                    svg.write(&Words { rim: Some(WHITE), ..Words::new(text, [x, y], LABELS, *color) });
                }
            }
        }
        svg.unclip();
        let names = self.axes.map(|axis| format!("{axis}/m"));
        axes.draw_border(&mut svg, [&self.title, &format!(", {:.1} s", self.time)], [&names[0], &names[1]]);
        axes.draw_scale(&mut svg, addition);
        svg
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
            items.push(Item::Line { points, closed: false, color, width: Width::Sheet(f64::from(line.width) * 0.75) });
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

#[cfg(test)]
mod tests {
    use super::*;
    use xml::reader::{EventReader, XmlEvent};

    fn drawing() -> Drawing {
        let (points, fill, edge) = (vec![[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]], [200, 30, 30, 255], INK);
        let text = "R&D <\"1\">".to_string();
        let items = vec![
            Item::Area { points, fill, edge },
            Item::Line { points: vec![[0.0, 0.0], [4.0, 2.0]], closed: false, color: INK, width: Width::Meters(0.1) },
            Item::Disc { at: [1.0, 1.5], radius: 0.25, fill: [20, 60, 200, 255] },
            Item::Text { at: [2.0, 1.0], text: text.clone(), color: INK },
        ];
        Drawing { title: text, time: 1.5, axes: ["x", "y"], items }
    }

    #[test]
    fn the_plan_contains_all_items_and_an_empty_plan_has_a_size() {
        let axes = drawing().place();
        let [left, upper, right, lower] = axes.edges();
        let ([x0, y0], [x1, y1]) = (axes.pixel([0.0, 0.0]), axes.pixel([4.0, 2.0]));
        assert!(x0 > left && x1 < right && y0 < lower && y1 > upper, "{axes:?}");
        let empty = Drawing { items: Vec::new(), ..drawing() };
        assert!(empty.svg().contains("<svg") && empty.png().is_ok());
    }

    #[test]
    fn a_plan_is_well_formed_and_to_scale() {
        let text = drawing().svg();
        let (mut names, mut words, mut box_and_width) = (Vec::new(), Vec::new(), None);
        for event in EventReader::from_str(&text) {
            match event.unwrap() {
                XmlEvent::StartElement { name, attributes, .. } => {
                    let value =
                        |wanted: &str| attributes.iter().find(|a| a.name.local_name == wanted).map(|a| a.value.clone());
                    if name.local_name == "svg" && box_and_width.is_none() {
                        box_and_width = value("viewBox").zip(value("width"));
                    }
                    names.push(name.local_name);
                }
                XmlEvent::Characters(text) => words.push(text),
                _ => {}
            }
        }
        let (view, width) = box_and_width.unwrap();
        let view: Vec<f64> = view.split(' ').map(|part| part.parse().unwrap()).collect();
        // 4.24 m and the margins fit on 277 mm at 1:20.
        let axes = drawing().place();
        let size = axes.image_size().map(|length| length / axes.scale(0));
        assert!((view[2] - size[0]).abs() < 1e-4 && (view[3] - size[1]).abs() < 1e-4, "{view:?}: meters");
        let width: f64 = width.trim_end_matches("mm").parse().unwrap();
        assert!((width * 20.0 / 1000.0 - view[2]).abs() < 1e-3, "{width}");
        assert!(words.iter().any(|word| word == "R&D <\"1\">"), "{words:?}");
        assert!(words.iter().any(|word| word.ends_with(" m, 1:20")), "{words:?}");
        for name in ["polygon", "polyline", "circle", "text"] {
            assert!(names.iter().any(|found| found == name), "{name}");
        }
        assert!(text.contains("points=\"0,0 4,0 4,-2"), "y is up: {text}");
        assert_eq!(text, drawing().svg());
    }

    #[test]
    fn items_have_the_right_position_and_size() {
        let image = image::load_from_memory(&drawing().png().unwrap()).unwrap().to_rgb8();
        let axes = drawing().place();
        let factor = 2400.0 / axes.image_size()[0];
        assert_eq!((image.width(), image.height()), (2400, (axes.image_size()[1] * factor).round() as u32));
        let at = |x: f64, y: f64| {
            let [x, y] = axes.pixel([x, y]).map(|pixels| (pixels * factor) as u32);
            image.get_pixel(x, y).0
        };
        assert_eq!(at(3.8, 0.3), [200, 30, 30], "the area");
        assert_eq!(at(1.0, 1.5), [20, 60, 200], "the disc");
        assert_eq!(at(1.24, 1.5), [20, 60, 200], "as large as its radius");
        assert_eq!(at(1.27, 1.5), [200, 30, 30], "and no larger");
        assert_eq!(at(1.0, 0.5), [40, 40, 40], "the line");
    }

    #[test]
    fn a_file_that_cannot_be_written_says_where_why_and_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let finding = drawing().write(&folder.path().join("none/plan.svg")).unwrap_err();
        let text = finding.to_string();
        assert!(text.contains("plan.svg") && text.contains("choose a writable folder"), "{text}");
    }
}
