//! Draws a plan.

use super::{Point, RobotView, View, surrounds};
use sim_render::axes::{Axes, GAP, PALETTE};
use sim_render::svg::{Pen, Rgba, Svg, WHITE, Words, grey, line_height, overlap, shortened, text_width};

/// Names are not drawn for more robots than this.
const NAMED: usize = 12;
/// For more robots than this, trails and their ends are drawn thinner.
const CROWD: f64 = 30.0;
/// Font size of names, px.
const NAMES: f64 = 20.0;
/// Radius of the disk at the end of a trail, px.
const END: f64 = 9.0;

/// Renders a plan as a PNG file.
pub fn png(view: &View) -> Result<Vec<u8>, String> {
    let starts: Vec<Point> = view.robots.iter().map(|robot| robot.trail[0]).collect();
    // An object on which a robot starts is ground: it is not filled, and may extend beyond the plot area.
    let is_ground = |outline: &&Vec<Point>| starts.iter().any(|start| surrounds(outline, *start));
    let (ground, solid): (Vec<_>, Vec<_>) = view.fixed.iter().partition(is_ground);
    let outlines = solid.iter().copied().chain(&view.movable).chain(view.movable_at_start);
    let axes = Axes::to_scale(outlines.chain(view.robots.iter().map(|robot| &robot.trail)).flatten().copied());

    let mut svg = axes.sheet();
    svg.clip(axes.edges());
    let mut draw = |outline: &[Point], fill: Rgba, edge: Pen| svg.area(pixels(&axes, outline), fill, edge);
    let edge = |level: u8| Pen::new(grey(level), 1.5);
    ground.iter().for_each(|outline| draw(outline, [0; 4], edge(150)));
    solid.iter().for_each(|outline| draw(outline, grey(205), edge(120)));
    view.movable_at_start.iter().for_each(|outline| draw(outline, [0; 4], Pen { dash: 6.0, ..edge(150) }));
    view.movable.iter().for_each(|outline| draw(outline, grey(235), edge(150)));
    let boxes: Vec<[f64; 4]> =
        solid.iter().copied().chain(&view.movable).map(|outline| bounds(&axes, outline)).collect();
    robots(&mut svg, &axes, &view.robots, &boxes);
    svg.unclip();
    axes.draw_border(&mut svg, [&view.title, &format!(", {:.1} s", view.time)], ["x/m", "y/m"]);
    axes.draw_scale(&mut svg, "");
    svg.png(1.0).ok_or_else(|| too_large(&axes))
}

/// The error for an image size that is too large.
pub(crate) fn too_large(axes: &Axes) -> String {
    let [width, height] = axes.image_size();
    format!("invalid image size: {width} × {height} px")
}

fn pixels(axes: &Axes, points: &[Point]) -> impl Iterator<Item = [f64; 2]> {
    points.iter().map(|point| axes.pixel(*point))
}

fn robots(svg: &mut Svg, axes: &Axes, robots: &[RobotView], boxes: &[[f64; 4]]) {
    let color = |index: usize| PALETTE[index % PALETTE.len()];
    let fine = (CROWD / robots.len() as f64).sqrt().clamp(0.3, 1.0);
    let radius = END * fine;
    let trails: Vec<Vec<[f64; 2]>> = robots.iter().map(|robot| pixels(axes, &robot.trail).collect()).collect();
    for (index, trail) in trails.iter().enumerate() {
        svg.line(trail.iter().copied(), Pen::new(color(index), 2.5 * fine));
    }
    for (index, trail) in trails.iter().enumerate() {
        svg.disc(trail[0], 5.0 * fine, WHITE, Pen::new(color(index), 2.0 * fine));
    }
    for (index, (trail, robot)) in trails.iter().zip(robots).enumerate() {
        let end = trail[trail.len() - 1];
        let tip = |length: f64| [end[0] + length * robot.yaw.cos(), end[1] - length * robot.yaw.sin()];
        svg.line([end, tip(2.2 * radius)], Pen::new(color(index), 4.0 * fine));
        svg.disc(end, radius, color(index), Pen::new(WHITE, 1.5 * fine));
        svg.line([end, tip(radius)], Pen::new(WHITE, 2.0 * fine));
    }
    if robots.len() <= NAMED {
        let names: Vec<&str> = robots.iter().map(|robot| robot.name).collect();
        for (index, name) in labels(&names, &trails, boxes, axes.edges()).into_iter().enumerate() {
            svg.write(&Words { color: color(index), ..name });
        }
    }
}

/// Places the names next to the ends of the trails: inside the plot area, with the least overlap.
fn labels(names: &[&str], trails: &[Vec<[f64; 2]>], boxes: &[[f64; 4]], field: [f64; 4]) -> Vec<Words> {
    let [left, upper, right, lower] = field;
    let height = line_height(NAMES);
    let mut taken: Vec<Words> = Vec::new();
    for (name, trail) in names.iter().zip(trails) {
        let text = shortened(name, right - left - 2.0 * GAP, NAMES);
        let ([x, y], width) = (trail[trail.len() - 1], text_width(&text, NAMES));
        let (gap, middle) = (3.0 * END, height / 2.0);
        let beside = [[x + gap, y - middle], [x - gap - width, y - middle]];
        let above = [[x - width / 2.0, y - gap - height], [x - width / 2.0, y + gap]];
        let oblique = [x + END, x - END - width].map(|x| [[x, y - END - height], [x, y + END]]);
        let words = |corner: [f64; 2]| Words { rim: Some(WHITE), ..Words::new(&*text, corner, NAMES, grey(0)) };
        let hidden = |corner: [f64; 2]| {
            let edges = [corner[0], corner[1], corner[0] + width, corner[1] + height];
            let inside = |point: &&[f64; 2]| {
                point[0] > edges[0] && point[0] < edges[2] && point[1] > edges[1] && point[1] < edges[3]
            };
            let points = trails.iter().flatten().filter(inside).count();
            let discs = trails.iter().filter_map(|trail| trail.last()).map(|end| around(*end));
            let discs = discs.chain(taken.iter().map(Words::edges));
            let covered = boxes.iter().filter(|other| overlap(&edges, other)).count();
            points + 100 * covered + 10_000 * discs.filter(|other| overlap(&edges, other)).count()
        };
        let room = |[x, y]: [f64; 2]| {
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
fn bounds(axes: &Axes, outline: &[Point]) -> [f64; 4] {
    let empty = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    pixels(axes, outline)
        .fold(empty, |edges, [x, y]| [edges[0].min(x), edges[1].min(y), edges[2].max(x), edges[3].max(y)])
}

fn around([x, y]: [f64; 2]) -> [f64; 4] {
    [x - END, y - END, x + END, y + END]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(trail: Vec<Point>) -> View<'static> {
        let wall = vec![[-1.0, -1.0], [3.0, -1.0], [3.0, -0.8], [-1.0, -0.8]];
        let robots = vec![RobotView { name: "anna", trail, yaw: 0.0 }];
        View { title: "test".into(), time: 1.0, fixed: vec![wall], movable: Vec::new(), movable_at_start: &[], robots }
    }

    #[test]
    fn the_image_decodes_with_its_size_and_shows_the_trail() {
        let view = view(vec![[0.0, 0.0], [2.0, 0.0]]);
        let image = image::load_from_memory(&png(&view).unwrap()).unwrap().to_rgb8();
        // 4 m by 1 m, padding of 0.12 m on each side, 1280 px wide.
        let axes = Axes::to_scale([[-1.0, -1.0], [3.0, 0.0]].into_iter());
        assert_eq!(image.dimensions(), (1400, 70 + 84 + 420));
        let color = |point: Point| {
            let [x, y] = axes.pixel(point);
            image.get_pixel(x as u32, y as u32).0
        };
        assert_eq!(color([1.03, 0.0])[..], PALETTE[0][..3]);
        assert_eq!(color([1.03, -0.9]), [205; 3]);
        assert_eq!(color([1.03, -0.45]), [255; 3]);
    }

    #[test]
    fn names_stay_inside_the_field_and_apart() {
        let field = [0.0, 0.0, 400.0, 300.0];
        let trails = vec![vec![[395.0, 5.0]], vec![[390.0, 295.0]], vec![[200.0, 150.0]], vec![[205.0, 150.0]]];
        let long = "a robot with a name that is longer than the field in which it has moved around";
        for names in [["anna", "bert", "cora", "dora"], ["anna", "bert", long, "dora"]] {
            let edges: Vec<[f64; 4]> = labels(&names, &trails, &[], field).iter().map(Words::edges).collect();
            for (index, edge) in edges.iter().enumerate() {
                assert!(edge[0] >= 0.0 && edge[1] >= 0.0 && edge[2] <= 400.0 && edge[3] <= 300.0, "{edge:?}");
                assert!(edges[..index].iter().all(|other| !overlap(edge, other)), "{edges:?}");
            }
        }
    }
}
