//! The drawing of a plan.

use super::frame::Frame;
use super::{Point, RobotView, View, surrounds};
use sim_render::paper::{CHARACTER, Color, Paper, Pen, text_width};

/// Colors that color-blind readers tell apart (Okabe and Ito, "Color Universal Design", 2008), without the yellow, which
/// is faint on white.
pub(crate) const PALETTE: [[u8; 3]; 7] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [230, 159, 0], [204, 121, 167], [86, 180, 233], [0, 0, 0]];
/// More robots than this go without names.
const NAMED: usize = 12;
/// From this number of robots on, trails and their ends are drawn finer.
const CROWD: f32 = 30.0;
/// Radius of the disc at the end of a trail, px.
const END: f32 = 9.0;

/// Draws a plan as a PNG file.
pub fn png(view: &View) -> Result<Vec<u8>, String> {
    let starts: Vec<Point> = view.robots.iter().map(|robot| robot.trail[0]).collect();
    // What a robot starts on is ground: it is not filled, and the field need not show all of it.
    let is_ground = |outline: &&Vec<Point>| starts.iter().any(|start| surrounds(outline, *start));
    let (ground, solid): (Vec<_>, Vec<_>) = view.fixed.iter().partition(is_ground);
    let things = solid.iter().copied().chain(&view.movable).chain(view.movable_at_start);
    let frame = Frame::around(things.chain(view.robots.iter().map(|robot| &robot.trail)).flatten().copied());
    let (width, height) = frame.image_size();
    let mut canvas = Paper::new(width, height).ok_or_else(|| format!("{width} by {height} pixels cannot be drawn"))?;

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
    let things: Vec<[f32; 4]> =
        solid.iter().copied().chain(&view.movable).map(|outline| edges(&frame, outline)).collect();
    robots(&mut canvas, &frame, &view.robots, &things);
    canvas.clip(None);
    border(&mut canvas, &frame, (&view.title, view.time), width);
    canvas.png()
}

fn line(color: Color, width: f32, dash: f32) -> Pen {
    Pen { color, width, dash }
}

/// A grey, 0 black to 255 white.
pub(crate) fn grey(level: u8) -> Color {
    Color::from_rgba8(level, level, level, 255)
}

fn pixels<'a>(frame: &'a Frame, points: &'a [Point]) -> impl Iterator<Item = [f32; 2]> + 'a {
    points.iter().map(|point| frame.pixel(*point))
}

/// Grid lines with their metres.
fn grid(canvas: &mut Paper, frame: &Frame) {
    let [left, upper, right, lower] = frame.field();
    let step = frame.grid_step();
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    for axis in 0..2 {
        for number in frame.grid(axis) {
            let value = number as f64 * step;
            let label = if number == 0 { "0".into() } else { format!("{value:.decimals$}") };
            let [x, y] = frame.pixel([value; 2]);
            let look = line(if number == 0 { grey(190) } else { grey(230) }, 1.0, 0.0);
            if axis == 0 {
                canvas.line([[x, upper], [x, lower]], false, look);
                canvas.text(&label, [x - text_width(&label) / 2.0, lower + 10.0], grey(60));
            } else {
                canvas.line([[left, y], [right, y]], false, look);
                canvas.text(&label, [left - 8.0 - text_width(&label), y - CHARACTER / 2.0], grey(60));
            }
        }
    }
}

/// Title, names of the axes, scale bar and the edge of the field.
fn border(canvas: &mut Paper, frame: &Frame, (title, time): (&str, f64), width: u32) {
    let [left, upper, right, lower] = frame.field();
    canvas.line([[left, upper], [right, upper], [right, lower], [left, lower]], true, line(grey(120), 1.0, 0.0));
    canvas.text("y/m", [left - 8.0 - text_width("y/m"), upper - 34.0], grey(60));
    canvas.text("x/m", [left, lower + 46.0], grey(60));
    let room = ((width as f32 - left) / CHARACTER) as usize;
    canvas.text(&heading(title, time, room), [left, 18.0], grey(0));

    let step = frame.grid_step();
    let label = format!("{step} m");
    let (length, y) = ((step * frame.scale) as f32, lower + 54.0);
    let bar = line(grey(0), 2.0, 0.0);
    canvas.line([[right - length, y], [right, y]], false, bar);
    for x in [right - length, right] {
        canvas.line([[x, y - 6.0], [x, y + 6.0]], false, bar);
    }
    canvas.text(&label, [right - length - 12.0 - text_width(&label), y - CHARACTER / 2.0], grey(0));
}

/// Title and time in a number of characters: what is too long of the title becomes three dots.
fn heading(title: &str, time: f64, room: usize) -> String {
    let ending = format!(", {time:.1} s");
    let room = room.saturating_sub(ending.chars().count());
    if title.chars().count() <= room {
        return format!("{title}{ending}");
    }
    let cut: String = title.chars().take(room.saturating_sub(3)).collect();
    format!("{}...{ending}", cut.trim_end())
}

fn robots(canvas: &mut Paper, frame: &Frame, robots: &[RobotView], things: &[[f32; 4]]) {
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
        for (index, corner) in label_corners(&names, &trails, things, frame.field()).into_iter().enumerate() {
            for (x, y) in [(-2.0, 0.0), (2.0, 0.0), (0.0, -2.0), (0.0, 2.0)] {
                canvas.text(names[index], [corner[0] + x, corner[1] + y], Color::WHITE);
            }
            canvas.text(names[index], corner, color(index));
        }
    }
}

/// Upper left corners of the names, beside the ends of the trails: inside the field, and where they hide least.
fn label_corners(names: &[&str], trails: &[Vec<[f32; 2]>], things: &[[f32; 4]], field: [f32; 4]) -> Vec<[f32; 2]> {
    let [left, upper, right, lower] = field;
    let mut taken: Vec<[f32; 4]> = Vec::new();
    for (name, trail) in names.iter().zip(trails) {
        let ([x, y], width) = (trail[trail.len() - 1], text_width(name));
        let (gap, middle) = (2.5 * END, CHARACTER / 2.0);
        let beside = [[x + gap, y - middle], [x - gap - width, y - middle]];
        let above = [[x - width / 2.0, y - gap - CHARACTER], [x - width / 2.0, y + gap]];
        let oblique = [x + END, x - END - width].map(|x| [[x, y - END - CHARACTER], [x, y + END]]);
        let hidden = |[x, y]: [f32; 2]| {
            let edges = [x, y, x + width, y + CHARACTER];
            let inside = |point: &&[f32; 2]| {
                point[0] > edges[0] && point[0] < edges[2] && point[1] > edges[1] && point[1] < edges[3]
            };
            let points = trails.iter().flatten().filter(inside).count();
            let discs =
                trails.iter().filter_map(|trail| trail.last()).map(|end| around(*end)).chain(taken.iter().copied());
            let things = things.iter().filter(|other| overlap(&edges, other)).count();
            points + 100 * things + 10_000 * discs.filter(|other| overlap(&edges, other)).count()
        };
        let room = |corner: [f32; 2]| {
            // A name that is wider than the field starts at its left edge.
            [
                corner[0].min(right - width - 4.0).max(left + 4.0),
                corner[1].min(lower - CHARACTER - 4.0).max(upper + 4.0),
            ]
        };
        let places = beside.into_iter().chain(above).chain(oblique.into_iter().flatten()).map(room);
        let corner = places.min_by_key(|corner| hidden(*corner)).unwrap_or([x, y]);
        taken.push([corner[0], corner[1], corner[0] + width, corner[1] + CHARACTER]);
    }
    taken.into_iter().map(|[x, y, ..]| [x, y]).collect()
}

/// The rectangle around an outline, px.
fn edges(frame: &Frame, outline: &[Point]) -> [f32; 4] {
    let empty = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    pixels(frame, outline)
        .fold(empty, |edges, [x, y]| [edges[0].min(x), edges[1].min(y), edges[2].max(x), edges[3].max(y)])
}

fn around([x, y]: [f32; 2]) -> [f32; 4] {
    [x - END, y - END, x + END, y + END]
}

fn overlap(a: &[f32; 4], b: &[f32; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
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
        // 4 m by 1 m, 0.12 m free on each side, 1280 px wide.
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
    fn a_long_title_ends_in_dots_and_leaves_the_time() {
        assert_eq!(heading("pond", 12.34, 28), "pond, 12.3 s");
        let title = "a pond with two boats and a light tower";
        assert_eq!(heading(title, 12.34, title.len() + 8), "a pond with two boats and a light tower, 12.3 s");
        assert_eq!(heading(title, 12.34, title.len() + 7), "a pond with two boats and a light t..., 12.3 s");
        assert_eq!(heading(title, 12.34, 28), "a pond with two b..., 12.3 s");
        assert_eq!(heading(title, 12.34, 18), "a pond..., 12.3 s");
        assert_eq!(heading("größer als das Bild", 0.0, 16), "größer..., 0.0 s");
    }

    #[test]
    fn names_stay_inside_the_field_and_apart() {
        let field = [0.0, 0.0, 400.0, 300.0];
        let trails = vec![vec![[395.0, 5.0]], vec![[390.0, 295.0]], vec![[200.0, 150.0]], vec![[205.0, 150.0]]];
        let names = ["anna", "bert", "cora", "dora"];
        let corners = label_corners(&names, &trails, &[], field);
        let edges: Vec<[f32; 4]> = corners.iter().map(|[x, y]| [*x, *y, x + 64.0, y + CHARACTER]).collect();
        for (index, edge) in edges.iter().enumerate() {
            assert!(edge[0] >= 0.0 && edge[1] >= 0.0 && edge[2] <= 400.0 && edge[3] <= 300.0, "{edge:?}");
            assert!(edges[..index].iter().all(|other| !overlap(edge, other)), "{edges:?}");
        }
    }
}
