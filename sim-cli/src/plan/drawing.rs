//! Draws a plan.

use super::frame::{Frame, GAP, LABELS, every};
use super::{Point, RobotView, View, surrounds};
use sim_render::canvas2d::{Canvas2d, Color, Letters, Pen, Words, line_height, overlap, shortened, text_width};

/// Color-blind safe palette (Okabe and Ito, "Color Universal Design", 2008), without yellow, which is hard to see on white.
pub(crate) const PALETTE: [[u8; 3]; 7] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [230, 159, 0], [204, 121, 167], [86, 180, 233], [0, 0, 0]];
/// Names are not drawn for more robots than this.
const NAMED: usize = 12;
/// For more robots than this, trails and their ends are drawn thinner.
const CROWD: f32 = 30.0;
/// Font sizes of the title and of names, px.
pub(crate) const TITLE: f32 = 24.0;
const NAMES: f32 = 20.0;
/// Center of the scale bar below the plot area, px.
const SCALE: f32 = 56.0;
/// Top edge of the title, px.
pub(crate) const TOP: f32 = 12.0;
/// Radius of the disk at the end of a trail, px.
const END: f32 = 9.0;

/// Renders a plan as a PNG file.
pub fn png(view: &View) -> Result<Vec<u8>, String> {
    let starts: Vec<Point> = view.robots.iter().map(|robot| robot.trail[0]).collect();
    // An object on which a robot starts is ground: it is not filled, and may extend beyond the plot area.
    let is_ground = |outline: &&Vec<Point>| starts.iter().any(|start| surrounds(outline, *start));
    let (ground, solid): (Vec<_>, Vec<_>) = view.fixed.iter().partition(is_ground);
    let outlines = solid.iter().copied().chain(&view.movable).chain(view.movable_at_start);
    let frame = Frame::around(outlines.chain(view.robots.iter().map(|robot| &robot.trail)).flatten().copied());
    let (width, height) = frame.image_size();
    let mut canvas = Canvas2d::new(width, height).ok_or_else(|| too_large(width, height))?;

    grid(&mut canvas, &frame);
    canvas.clip(Some(frame.field()));
    for outline in ground {
        canvas.line(pixels(&frame, outline), true, line(grey(150), 1.5, 0.0));
    }
    for outline in &solid {
        canvas.area(pixels(&frame, outline), grey(205));
        canvas.line(pixels(&frame, outline), true, line(grey(120), 1.5, 0.0));
    }
    for outline in view.movable_at_start {
        canvas.line(pixels(&frame, outline), true, line(grey(150), 1.5, 6.0));
    }
    for outline in &view.movable {
        canvas.area(pixels(&frame, outline), grey(235));
        canvas.line(pixels(&frame, outline), true, line(grey(150), 1.5, 0.0));
    }
    let boxes: Vec<[f32; 4]> =
        solid.iter().copied().chain(&view.movable).map(|outline| edges(&frame, outline)).collect();
    robots(&mut canvas, &frame, &view.robots, &boxes);
    canvas.clip(None);
    border(&mut canvas, &frame, (&view.title, view.time));
    canvas.png()
}

/// The error for an image size that is too large.
pub(crate) fn too_large(width: u32, height: u32) -> String {
    let [width, height] = [width, height].map(|pixels| pixels.to_string());
    format!("invalid image size: {width} × {height} px")
}

fn line(color: Color, width: f32, dash: f32) -> Pen {
    Pen { color, width, dash }
}

/// A shade of gray, from 0 (black) to 255 (white).
pub(crate) fn grey(level: u8) -> Color {
    Color::from_rgba8(level, level, level, 255)
}

fn pixels<'a>(frame: &'a Frame, points: &'a [Point]) -> impl Iterator<Item = [f32; 2]> + 'a {
    points.iter().map(|point| frame.pixel(*point))
}

/// Draws the grid lines.
fn grid(canvas: &mut Canvas2d, frame: &Frame) {
    let [left, upper, right, lower] = frame.field();
    for axis in 0..2 {
        for number in frame.grid(axis) {
            let [x, y] = frame.pixel([number as f64 * frame.grid_step(); 2]);
            let ends = if axis == 0 { [[x, upper], [x, lower]] } else { [[left, y], [right, y]] };
            canvas.line(ends, false, line(if number == 0 { grey(190) } else { grey(230) }, 1.0, 0.0));
        }
    }
}

/// Draws the scale bar, the frame of the plot area, and the texts around it.
fn border(canvas: &mut Canvas2d, frame: &Frame, (title, time): (&str, f64)) {
    let [left, upper, right, lower] = frame.field();
    canvas.line([[left, upper], [right, upper], [right, lower], [left, lower]], true, line(grey(120), 1.0, 0.0));
    let (length, y) = ((frame.grid_step() * frame.scale) as f32, lower + SCALE);
    let bar = line(grey(0), 2.0, 0.0);
    canvas.line([[right - length, y], [right, y]], false, bar);
    for x in [right - length, right] {
        canvas.line([[x, y - 6.0], [x, y + 6.0]], false, bar);
    }
    words(frame, (title, time)).iter().for_each(|words| canvas.write(words));
}

/// Title, axis names, labels of the grid and the scale bar.
fn words(frame: &Frame, (title, time): (&str, f64)) -> Vec<Words> {
    let [left, upper, right, lower] = frame.field();
    let (image, half) = (frame.image_size().0 as f32, line_height(LABELS) / 2.0);
    let label = |text: String, corner: [f32; 2]| plain(text, corner, LABELS, grey(60));
    let title = heading(title, time, image - left - GAP);
    let scale = format!("{} m", frame.grid_step());
    let scale_left = right - (frame.grid_step() * frame.scale) as f32 - 12.0 - text_width(&scale, LABELS);
    let mut words = vec![
        plain(title, [left, TOP], TITLE, grey(0)),
        label("y/m".into(), [left - GAP - text_width("y/m", LABELS), upper - 3.0 * half - GAP]),
        label("x/m".into(), [left, lower + SCALE - half]),
        plain(scale, [scale_left, lower + SCALE - half], LABELS, grey(0)),
    ];
    for axis in 0..2 {
        let every =
            if axis == 0 { every(frame.widest_label(0), frame.grid_step() as f32 * frame.scale as f32) } else { 1 };
        for number in frame.grid(axis).filter(|number| number % every == 0) {
            let text = frame.label(number);
            let [x, y] = frame.pixel([number as f64 * frame.grid_step(); 2]);
            let width = text_width(&text, LABELS);
            match axis {
                0 if x + width / 2.0 > image => {}
                0 => words.push(label(text, [x - width / 2.0, lower + half])),
                _ => words.push(label(text, [left - GAP - width, y - half])),
            }
        }
    }
    words
}

/// A text without an outline.
pub(crate) fn plain(text: String, corner: [f32; 2], size: f32, color: Color) -> Words {
    Words { text, corner, letters: Letters { size, color, rim: None } }
}

/// Title and time within a width, px; a long title is truncated with an ellipsis.
fn heading(title: &str, time: f64, width: f32) -> String {
    let ending = format!(", {time:.1} s");
    shortened(title, width - text_width(&ending, TITLE), TITLE) + &ending
}

fn robots(canvas: &mut Canvas2d, frame: &Frame, robots: &[RobotView], boxes: &[[f32; 4]]) {
    let color = |index: usize| {
        let [red, green, blue] = PALETTE[index % PALETTE.len()];
        Color::from_rgba8(red, green, blue, 255)
    };
    let fine = (CROWD / robots.len() as f32).sqrt().clamp(0.3, 1.0);
    let radius = END * fine;
    let trails: Vec<Vec<[f32; 2]>> = robots.iter().map(|robot| pixels(frame, &robot.trail).collect()).collect();
    for (index, trail) in trails.iter().enumerate() {
        canvas.line(trail.iter().copied(), false, line(color(index), 2.5 * fine, 0.0));
    }
    for (index, trail) in trails.iter().enumerate() {
        canvas.disc(trail[0], 5.0 * fine, Color::WHITE, line(color(index), 2.0 * fine, 0.0));
    }
    for (index, (trail, robot)) in trails.iter().zip(robots).enumerate() {
        let end = trail[trail.len() - 1];
        let tip = |length: f32| [end[0] + length * robot.yaw.cos() as f32, end[1] - length * robot.yaw.sin() as f32];
        canvas.line([end, tip(2.2 * radius)], false, line(color(index), 4.0 * fine, 0.0));
        canvas.disc(end, radius, color(index), line(Color::WHITE, 1.5 * fine, 0.0));
        canvas.line([end, tip(radius)], false, line(Color::WHITE, 2.0 * fine, 0.0));
    }
    if robots.len() <= NAMED {
        let names: Vec<&str> = robots.iter().map(|robot| robot.name).collect();
        for (index, mut name) in labels(&names, &trails, boxes, frame.field()).into_iter().enumerate() {
            name.letters.color = color(index);
            canvas.write(&name);
        }
    }
}

/// Places the names next to the ends of the trails: inside the plot area, with the least overlap.
fn labels(names: &[&str], trails: &[Vec<[f32; 2]>], boxes: &[[f32; 4]], field: [f32; 4]) -> Vec<Words> {
    let [left, upper, right, lower] = field;
    let letters = Letters { size: NAMES, color: grey(0), rim: Some(Color::WHITE) };
    let height = line_height(NAMES);
    let mut taken: Vec<Words> = Vec::new();
    for (name, trail) in names.iter().zip(trails) {
        let text = shortened(name, right - left - 2.0 * GAP, NAMES);
        let ([x, y], width) = (trail[trail.len() - 1], text_width(&text, NAMES));
        let (gap, middle) = (3.0 * END, height / 2.0);
        let beside = [[x + gap, y - middle], [x - gap - width, y - middle]];
        let above = [[x - width / 2.0, y - gap - height], [x - width / 2.0, y + gap]];
        let oblique = [x + END, x - END - width].map(|x| [[x, y - END - height], [x, y + END]]);
        let words = |corner: [f32; 2]| Words { text: text.clone(), corner, letters };
        let hidden = |corner: [f32; 2]| {
            let edges = [corner[0], corner[1], corner[0] + width, corner[1] + height];
            let inside = |point: &&[f32; 2]| {
                point[0] > edges[0] && point[0] < edges[2] && point[1] > edges[1] && point[1] < edges[3]
            };
            let points = trails.iter().flatten().filter(inside).count();
            let discs = trails.iter().filter_map(|trail| trail.last()).map(|end| around(*end));
            let discs = discs.chain(taken.iter().map(Words::edges));
            let covered = boxes.iter().filter(|other| overlap(&edges, other)).count();
            points + 100 * covered + 10_000 * discs.filter(|other| overlap(&edges, other)).count()
        };
        let room = |[x, y]: [f32; 2]| {
            [
                x.min(right - width - GAP / 2.0).max(left + GAP / 2.0),
                y.min(lower - height - GAP / 2.0).max(upper + GAP / 2.0),
            ]
        };
        let places = beside.into_iter().chain(above).chain(oblique.into_iter().flatten()).map(room);
        let corner = places.min_by_key(|corner| hidden(*corner)).unwrap_or([x, y]);
        taken.push(words(corner));
    }
    taken
}

/// The bounding box of an outline, px.
fn edges(frame: &Frame, outline: &[Point]) -> [f32; 4] {
    let empty = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    pixels(frame, outline)
        .fold(empty, |edges, [x, y]| [edges[0].min(x), edges[1].min(y), edges[2].max(x), edges[3].max(y)])
}

fn around([x, y]: [f32; 2]) -> [f32; 4] {
    [x - END, y - END, x + END, y + END]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::Pixmap;

    fn view(trail: Vec<Point>) -> View<'static> {
        let wall = vec![[-1.0, -1.0], [3.0, -1.0], [3.0, -0.8], [-1.0, -0.8]];
        let robots = vec![RobotView { name: "anna", trail, yaw: 0.0 }];
        View { title: "test".into(), time: 1.0, fixed: vec![wall], movable: Vec::new(), movable_at_start: &[], robots }
    }

    #[test]
    fn the_image_decodes_with_its_size_and_shows_the_trail() {
        let view = view(vec![[0.0, 0.0], [2.0, 0.0]]);
        let image = Pixmap::decode_png(&png(&view).unwrap()).unwrap();
        // 4 m by 1 m, padding of 0.12 m on each side, 1280 px wide.
        let frame = Frame::around([[-1.0, -1.0], [3.0, 0.0]].into_iter());
        assert_eq!((image.width(), image.height()), (1400, 70 + 84 + 420));
        assert_eq!((image.width(), image.height()), frame.image_size());
        let color = |point: Point| {
            let [x, y] = frame.pixel(point);
            let pixel = image.pixel(x as u32, y as u32).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()]
        };
        assert_eq!(color([1.03, 0.0]), PALETTE[0]);
        assert_eq!(color([1.03, -0.9]), [205; 3]);
        assert_eq!(color([1.03, -0.45]), [255; 3]);
    }

    #[test]
    fn letters_have_soft_edges() {
        let view = View { title: "SWARM of Avenue 17".into(), ..view(vec![[0.0, 0.0], [2.0, 0.0]]) };
        let image = Pixmap::decode_png(&png(&view).unwrap()).unwrap();
        let rows = TOP as usize..(TOP + line_height(TITLE)) as usize;
        let pixels =
            rows.flat_map(|y| image.pixels()[y * image.width() as usize..].iter().take(image.width() as usize));
        let greys: std::collections::BTreeSet<u8> = pixels.map(|pixel| pixel.red()).collect();
        assert!(greys.contains(&0) && greys.contains(&255), "black on white: {greys:?}");
        assert!(greys.len() > 20, "steps between black and white where an edge goes through pixels: {greys:?}");
    }

    #[test]
    fn a_long_title_ends_in_dots_and_leaves_the_time() {
        assert_eq!(heading("pond", 12.34, 400.0), "pond, 12.3 s");
        let title = "a pond with two boats and a light tower";
        let whole = format!("{title}, 12.3 s");
        let width = text_width(title, TITLE) + text_width(", 12.3 s", TITLE);
        assert_eq!(heading(title, 12.34, width + 0.1), whole);
        let cut = heading(title, 12.34, width - 1.0);
        assert!(cut.starts_with("a pond with two boats and a light") && cut.ends_with("…, 12.3 s"), "{cut}");
        assert_eq!(heading(title, 12.34, 0.0), ", 12.3 s");
    }

    #[test]
    fn words_overlap_neither_each_other_nor_the_field_and_are_whole() {
        let spans = [[0.0, 0.0], [1.0, 1.0], [4.0, 1.0], [0.5, 90.0], [100.0, 0.1], [37.0, 52.0], [3e4, 2e4]];
        let middles = [[0.0, 0.0], [-3.2, 117.5], [123_456.7, -98_765.4]];
        for (span, middle) in spans.into_iter().flat_map(|span| middles.map(|middle| (span, middle))) {
            let corner = |sign: f64| [0, 1].map(|axis| middle[axis] + sign * span[axis] / 2.0);
            let frame = Frame::around([corner(-1.0), corner(1.0)].into_iter());
            let words = words(&frame, ("a pond with two boats, a light tower and a very long title", 1234.5));
            let (width, height) = frame.image_size();
            let (image, field) = ([0.0, 0.0, width as f32, height as f32], frame.field());
            assert!(words.len() > 8, "{} words for {span:?}", words.len());
            for (index, one) in words.iter().enumerate() {
                let edges = one.edges();
                let whole = edges[0] >= 0.0 && edges[1] >= 0.0 && edges[2] <= image[2] && edges[3] <= image[3];
                assert!(whole && !overlap(&edges, &field), "{one:?} in {image:?} with {field:?}");
                let other = words[..index].iter().find(|other| overlap(&edges, &other.edges()));
                assert!(other.is_none(), "{one:?} and {other:?} in {image:?}");
            }
        }
    }

    #[test]
    fn names_stay_inside_the_field_and_apart() {
        let field = [0.0, 0.0, 400.0, 300.0];
        let trails = vec![vec![[395.0, 5.0]], vec![[390.0, 295.0]], vec![[200.0, 150.0]], vec![[205.0, 150.0]]];
        let long = "a robot with a name that is longer than the field in which it has moved around";
        for names in [["anna", "bert", "cora", "dora"], ["anna", "bert", long, "dora"]] {
            let edges: Vec<[f32; 4]> = labels(&names, &trails, &[], field).iter().map(Words::edges).collect();
            for (index, edge) in edges.iter().enumerate() {
                assert!(edge[0] >= 0.0 && edge[1] >= 0.0 && edge[2] <= 400.0 && edge[3] <= 300.0, "{edge:?}");
                assert!(edges[..index].iter().all(|other| !overlap(edge, other)), "{edges:?}");
            }
        }
    }
}
