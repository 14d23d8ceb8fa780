//! Colors of the painted floor.

use super::model::{Floor, FloorImage, Paint, Stroke};
use super::{FileRef, polygon};
use sim_abi::math;

/// An image: rows from the top, each pixel red, green, blue, opacity from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    width: usize,
    height: usize,
    pixels: Vec<[f32; 4]>,
}

impl Raster {
    /// Creates an image from pixels, row by row from the top; `None` if their number is not `width * height` or is 0.
    pub fn new(width: usize, height: usize, pixels: Vec<[f32; 4]>) -> Option<Raster> {
        (width.checked_mul(height) == Some(pixels.len()) && !pixels.is_empty()).then_some(Raster {
            width,
            height,
            pixels,
        })
    }

    /// Color at a point of the unit square, `u` to the right and `v` up, without interpolation.
    fn at(&self, u: f64, v: f64) -> [f64; 4] {
        let column = ((u * self.width as f64) as usize).min(self.width - 1);
        let row = (((1.0 - v) * self.height as f64) as usize).min(self.height - 1);
        self.pixels[row * self.width + column].map(f64::from)
    }
}

/// The painted floor, prepared for fast lookup of the color at a point.
#[derive(Clone, Debug)]
pub struct FloorPaint {
    base: [f64; 3],
    items: Vec<Item>,
    grid: Grid,
}

#[derive(Clone, Debug)]
struct Item {
    area: Area,
    color: [f64; 4],
}

#[derive(Clone, Debug)]
enum Area {
    Polygon(Vec<[f64; 2]>),
    /// Segments and half width.
    Stroke(Vec<[[f64; 2]; 2]>, f64),
    Disc([f64; 2], f64),
    Image {
        raster: Raster,
        centre: [f64; 2],
        /// Cosine and sine of the rotation.
        turn: [f64; 2],
        size: [f64; 2],
    },
}

type Rectangle = ([f64; 2], [f64; 2]);

impl FloorPaint {
    /// Prepares a floor; `read` loads its images.
    ///
    /// # Errors
    /// The first failure of `read`, with the index of the paint element.
    pub fn new<E>(floor: &Floor, mut read: impl FnMut(&FileRef) -> Result<Raster, E>) -> Result<Self, (usize, E)> {
        let mut items = Vec::with_capacity(floor.paint.len());
        // An element with a height is an object on the floor, not paint.
        for (index, paint) in floor.paint.iter().enumerate().filter(|(_, paint)| paint.height() == 0.0) {
            let item = match paint {
                Paint::Polygon(polygon) => Item { area: Area::Polygon(polygon.points.clone()), color: polygon.color.0 },
                Paint::Stroke(stroke) => {
                    Item { area: Area::Stroke(segments(stroke), stroke.width / 2.0), color: stroke.color.0 }
                }
                Paint::Disc(disc) => Item { area: Area::Disc(disc.at, disc.radius), color: disc.color.0 },
                Paint::Image(image) => {
                    let raster = read(&image.file).map_err(|error| (index, error))?;
                    Item { area: image_area(image, raster), color: [0.0; 4] }
                }
            };
            items.push(item);
        }
        let grid = Grid::new(&items);
        Ok(Self { base: floor.color.rgb(), items, grid })
    }

    /// Minimum and maximum corner of the bounding rectangle of all paint, m; `None` without paint.
    pub fn painted_area(&self) -> Option<[[f64; 2]; 2]> {
        let bounds = self.items.iter().map(Item::bounds);
        bounds.map(|(low, high)| [low, high]).reduce(|[a, b], [low, high]| {
            [[a[0].min(low[0]), a[1].min(low[1])], [b[0].max(high[0]), b[1].max(high[1])]]
        })
    }

    /// Red, green and blue at a point of the floor (m), each from 0 to 1, exactly as painted: the topmost element wins;
    /// if it is transparent, the elements below show through. No antialiasing at edges.
    pub fn color_at(&self, x: f64, y: f64) -> [f64; 3] {
        let mut color = [0.0; 3];
        let mut open = 1.0;
        for &index in self.grid.candidates(x, y) {
            let Some([red, green, blue, opacity]) = self.items[index as usize].color_at([x, y]) else { continue };
            for (sum, part) in color.iter_mut().zip([red, green, blue]) {
                *sum += open * opacity * part;
            }
            open *= 1.0 - opacity;
            if open <= 0.0 {
                return color;
            }
        }
        for (sum, part) in color.iter_mut().zip(self.base) {
            *sum += open * part;
        }
        color
    }
}

/// Segments of a stroke's center line, m.
pub fn segments(stroke: &Stroke) -> Vec<[[f64; 2]; 2]> {
    let mut segments: Vec<_> = stroke.points.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    if let (true, [first, .., last]) = (stroke.closed, stroke.points.as_slice()) {
        segments.push([*last, *first]);
    }
    segments
}

fn image_area(image: &FloorImage, raster: Raster) -> Area {
    Area::Image { raster, centre: image.at, turn: [math::cos(image.yaw), math::sin(image.yaw)], size: image.size }
}

impl Item {
    /// Color of this element at a point, if it covers the point.
    fn color_at(&self, point: [f64; 2]) -> Option<[f64; 4]> {
        match &self.area {
            Area::Polygon(corners) => polygon::contains(corners, point).then_some(self.color),
            Area::Stroke(segments, half) => {
                let covers = segments.iter().any(|segment| distance_squared(segment, point) <= half * half);
                covers.then_some(self.color)
            }
            Area::Disc(centre, radius) => {
                let (dx, dy) = (point[0] - centre[0], point[1] - centre[1]);
                (dx * dx + dy * dy <= radius * radius).then_some(self.color)
            }
            Area::Image { raster, centre, turn: [cos, sin], size } => {
                let (dx, dy) = (point[0] - centre[0], point[1] - centre[1]);
                let u = (cos * dx + sin * dy) / size[0] + 0.5;
                let v = (cos * dy - sin * dx) / size[1] + 0.5;
                let inside = (0.0..=1.0).contains(&u) && (0.0..=1.0).contains(&v);
                inside.then(|| raster.at(u, v))
            }
        }
    }

    fn bounds(&self) -> Rectangle {
        match &self.area {
            Area::Polygon(corners) => around(corners.iter(), 0.0),
            Area::Stroke(segments, half) => around(segments.iter().flatten(), *half),
            Area::Disc(centre, radius) => around([centre].into_iter(), *radius),
            Area::Image { centre, size, .. } => around([centre].into_iter(), math::hypot(size[0], size[1]) / 2.0),
        }
    }
}

fn around<'a>(points: impl Iterator<Item = &'a [f64; 2]>, margin: f64) -> Rectangle {
    let mut bounds = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for point in points {
        for (axis, value) in point.iter().enumerate() {
            bounds.0[axis] = bounds.0[axis].min(value - margin);
            bounds.1[axis] = bounds.1[axis].max(value + margin);
        }
    }
    bounds
}

/// Squared distance from a point to a segment.
fn distance_squared([a, b]: &[[f64; 2]; 2], point: [f64; 2]) -> f64 {
    let along = [b[0] - a[0], b[1] - a[1]];
    let to = [point[0] - a[0], point[1] - a[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let share = if length > 0.0 { ((to[0] * along[0] + to[1] * along[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
    let (dx, dy) = (to[0] - share * along[0], to[1] - share * along[1]);
    dx * dx + dy * dy
}

/// Elements that may cover a point: a grid over the painted area, topmost first in each cell.
#[derive(Clone, Debug)]
struct Grid {
    min: [f64; 2],
    cell: [f64; 2],
    count: [usize; 2],
    /// Start of each cell's part of `items`, plus the end.
    starts: Vec<u32>,
    items: Vec<u32>,
}

/// Maximum number of cells per axis.
const CELLS: usize = 128;

impl Grid {
    fn new(items: &[Item]) -> Grid {
        let bounds: Vec<Rectangle> = items.iter().map(Item::bounds).collect();
        let corners: Vec<[f64; 2]> = bounds.iter().flat_map(|(min, max)| [*min, *max]).collect();
        let (min, max) = around(corners.iter(), 0.0);
        let mut grid = Grid { min, cell: [1.0; 2], count: [0; 2], starts: vec![0], items: Vec::new() };
        if items.is_empty() {
            return grid;
        }
        let per_axis = ((4 * items.len()) as f64).sqrt().ceil().max(4.0) as usize;
        grid.count = [per_axis.min(CELLS); 2];
        for axis in 0..2 {
            grid.cell[axis] = ((max[axis] - min[axis]) / grid.count[axis] as f64).max(f64::MIN_POSITIVE);
        }
        let mut cells = vec![Vec::new(); grid.count[0] * grid.count[1]];
        for (index, item) in items.iter().enumerate().rev() {
            grid.enter(&mut cells, index as u32, item, &bounds[index]);
        }
        for cell in cells {
            grid.items.extend(cell);
            grid.starts.push(grid.items.len() as u32);
        }
        grid
    }

    /// Adds an element to all cells that it may touch; strokes segment by segment, because long lines are thin.
    fn enter(&self, cells: &mut [Vec<u32>], index: u32, item: &Item, bounds: &Rectangle) {
        let mut enter = |(min, max): Rectangle| {
            let low = [self.clamped(0, min[0]), self.clamped(1, min[1])];
            let high = [self.clamped(0, max[0]), self.clamped(1, max[1])];
            for row in low[1]..=high[1] {
                for column in low[0]..=high[0] {
                    let cell = &mut cells[row * self.count[0] + column];
                    if cell.last() != Some(&index) {
                        cell.push(index);
                    }
                }
            }
        };
        match &item.area {
            Area::Stroke(segments, half) => segments.iter().for_each(|segment| enter(around(segment.iter(), *half))),
            _ => enter(*bounds),
        }
    }

    fn clamped(&self, axis: usize, value: f64) -> usize {
        (((value - self.min[axis]) / self.cell[axis]).max(0.0) as usize).min(self.count[axis] - 1)
    }

    fn candidates(&self, x: f64, y: f64) -> &[u32] {
        for (axis, value) in [x, y].into_iter().enumerate() {
            let end = self.min[axis] + self.cell[axis] * self.count[axis] as f64;
            // One cell of tolerance keeps points on the outermost edges.
            let inside = value >= self.min[axis] && value <= end + self.cell[axis];
            if !inside || self.count[axis] == 0 {
                return &[];
            }
        }
        let cell = self.clamped(1, y) * self.count[0] + self.clamped(0, x);
        &self.items[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scene, text::Format};

    fn floor(paint: &str) -> Floor {
        let text = format!("(format_version: 1, floor: (color: (1, 1, 1), paint: [{paint}]))");
        Scene::parse(&text, Format::Ron, "floor.ron").unwrap().scene.floor.unwrap()
    }

    fn prepare(floor: &Floor) -> FloorPaint {
        FloorPaint::new(floor, |file| Err(file.0.clone())).unwrap()
    }

    #[test]
    fn topmost_paint_wins_and_transparency_mixes() {
        let floor = floor(
            "Polygon(points: [(0, 0), (2, 0), (2, 2), (0, 2)], color: (1, 0, 0)),
             Disc(at: (1, 1), radius: 0.5, color: (0, 0, 1)),
             Stroke(points: [(0, 1.8), (2, 1.8)], width: 0.2, color: (0, 0, 0, 0.25))",
        );
        let paint = prepare(&floor);
        assert_eq!(paint.color_at(1.0, 1.4), [0.0, 0.0, 1.0]);
        assert_eq!(paint.color_at(1.0, 1.501), [1.0, 0.0, 0.0]);
        assert_eq!(paint.color_at(1.0, 1.85), [0.75, 0.0, 0.0]);
        assert_eq!(paint.color_at(2.05, 1.8), [0.75, 0.75, 0.75]);
        assert_eq!(paint.color_at(5.0, 5.0), [1.0, 1.0, 1.0]);
        assert_eq!(paint.color_at(f64::NAN, 0.0), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn turned_image_shows_its_upper_edge_at_its_own_largest_y() {
        let floor = floor("Image(file: \"map.png\", at: (10, 0), size: (4, 2), yaw: deg(90))");
        let (red, green) = ([1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]);
        let (blue, none) = ([0.0, 0.0, 1.0, 1.0], [0.0; 4]);
        let raster = Raster::new(2, 2, vec![red, green, blue, none]).unwrap();
        let paint = FloorPaint::new(&floor, |_| Ok::<_, ()>(raster.clone())).unwrap();
        // A quarter turn: the image's right is +y, its upper edge is -x.
        assert_eq!(paint.color_at(9.5, -1.0), [1.0, 0.0, 0.0]);
        assert_eq!(paint.color_at(9.5, 1.0), [0.0, 1.0, 0.0]);
        assert_eq!(paint.color_at(10.5, -1.0), [0.0, 0.0, 1.0]);
        assert_eq!(paint.color_at(10.5, 1.0), [1.0, 1.0, 1.0]);
        assert_eq!(paint.color_at(8.9, 0.0), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn pre_selection_never_changes_a_color() {
        let mut things = String::new();
        for i in 0..60 {
            let (x, y) = (f64::from(i % 10), f64::from(i / 10) * 1.7);
            let shade = f64::from(i) / 60.0;
            things += &match i % 3 {
                0 => format!("Disc(at: ({x}, {y}), radius: 0.8, color: ({shade}, 0, 0)),"),
                1 => format!("Stroke(points: [({x}, {y}), (4, 4), ({y}, {x})], width: 0.3, color: (0, {shade}, 0)),"),
                _ => format!(
                    "Polygon(points: [({x}, {y}), ({x}.9, {y}), ({x}, {}.3)], color: (0, 0, {shade}, 0.5)),",
                    y.floor() + 1.0
                ),
            };
        }
        let paint = prepare(&floor(&things));
        let mut everything = paint.clone();
        let all: Vec<u32> = (0..60).rev().collect();
        everything.grid = Grid { min: [-1e3; 2], cell: [1e4; 2], count: [1; 2], starts: vec![0, 60], items: all };
        let mut painted = 0;
        for step in 0..20_000 {
            let (x, y) = (f64::from(step % 141) * 0.1 - 2.0, f64::from(step / 141) * 0.1 - 2.0);
            let expected = everything.color_at(x, y);
            assert_eq!(paint.color_at(x, y), expected, "at {x}, {y}");
            painted += usize::from(expected != [1.0; 3]);
        }
        assert!(painted > 5000, "{painted}");
    }
}
