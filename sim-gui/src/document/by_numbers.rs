//! Walls, rooms, ceilings, obstacles, beacons and robots whose places and sizes are typed.

use crate::text::Text;
use crate::text::by_numbers as words;
use serde_json::{Value, json};
use sim_edit::{Section, Thing, rounded};
use std::net::Ipv4Addr;

/// Points and sizes that differ by less are the same, m.
const SAME: f64 = 0.001;
/// Letters of a name, at most.
const NAME_LENGTH: usize = 20;
/// Greatest coordinate and size, m.
const FAR: f64 = 10_000.0;
/// Model of the platform.
const PLATFORM: &str = "robomap/platform";

/// What is put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A wall from a point to another one, to the left of the way between them.
    Wall,
    /// Four walls around a floor, whose size is that inside.
    Room,
    /// A rectangle above a room.
    Ceiling,
    /// A cuboid with a margin.
    Obstacle,
    /// A radio beacon.
    Radio,
    /// An ultrasound beacon.
    Ultrasound,
    /// A RoboMap platform.
    Robot,
}

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A coordinate or a size, m.
    Length,
    /// An angle, rad.
    Angle,
    /// Hundredths of a size.
    Percent,
    /// A part of a color, 0 … 1.
    Share,
    /// A whole number without a unit.
    Count,
}

/// A number that is typed.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// What it is called.
    pub name: Text,
    /// What it is.
    pub quantity: Quantity,
    /// What stands there at first, in SI units.
    pub default: f64,
    /// What is accepted, in SI units.
    pub range: [f64; 2],
}

/// A text that is typed.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// What it is called.
    pub name: Text,
    /// What stands there at first.
    pub default: &'static str,
}

const fn number(name: Text, quantity: Quantity, default: f64, least: f64, most: f64) -> Number {
    Number { name, quantity, default, range: [least, most] }
}

const fn place(name: Text, default: f64) -> Number {
    number(name, Quantity::Length, default, -FAR, FAR)
}

const fn size(name: Text, default: f64) -> Number {
    number(name, Quantity::Length, default, 0.0, FAR)
}

const fn percent(name: Text, default: f64) -> Number {
    number(name, Quantity::Percent, default, 0.0, 1000.0)
}

const fn share(name: Text) -> Number {
    number(name, Quantity::Share, 1.0, 0.0, 1.0)
}

const fn turn(name: Text, least: f64) -> Number {
    number(name, Quantity::Angle, 0.0, least.to_radians(), 360f64.to_radians())
}

const WALL: [Number; 6] = [
    place(words::START_X, 0.0),
    place(words::START_Y, 0.0),
    place(words::END_X, 10.0),
    place(words::END_Y, 0.0),
    size(words::HEIGHT, 2.4),
    size(words::WIDTH, 0.2),
];
const ROOM: [Number; 9] = [
    place(words::CORNER_X, 0.0),
    place(words::CORNER_Y, 0.0),
    size(words::INNER_X, 5.0),
    size(words::INNER_Y, 5.0),
    size(words::HEIGHT, 2.4),
    size(words::NORTH, 0.2),
    size(words::EAST, 0.2),
    size(words::SOUTH, 0.2),
    size(words::WEST, 0.2),
];
const CEILING: [Number; 5] = [
    place(words::X, 0.0),
    place(words::Y, 0.0),
    place(words::Z, 0.0),
    size(words::SIZE_X, 2.0),
    size(words::SIZE_Y, 2.0),
];
const OBSTACLE: [Number; 10] = [
    size(words::SIZE_X, 1.0),
    size(words::SIZE_Y, 1.0),
    size(words::SIZE_Z, 1.0),
    percent(words::MARGIN_X, 0.0),
    percent(words::MARGIN_Y, 0.0),
    percent(words::MARGIN_Z, 0.0),
    share(words::RED),
    share(words::GREEN),
    share(words::BLUE),
    share(words::OPACITY),
];
const RADIO: [Number; 4] = [place(words::X, 0.0), place(words::Y, 0.0), place(words::Z, 0.0), size(words::RANGE, 2.0)];
const ULTRASOUND: [Number; 8] = [
    RADIO[0],
    RADIO[1],
    RADIO[2],
    RADIO[3],
    turn(words::TURN_X, -360.0),
    turn(words::TURN_Y, -360.0),
    turn(words::TURN_Z, -360.0),
    number(words::CONE, Quantity::Angle, 4f64.to_radians(), 0.0, std::f64::consts::PI),
];
const ROBOT: [Number; 10] = [
    place(words::X, 0.0),
    place(words::Y, 0.0),
    number(words::TURN_Z, Quantity::Angle, 0.0, 0.0, 359f64.to_radians()),
    size(words::SIZE_X, 1.0),
    size(words::SIZE_Y, 1.0),
    size(words::SIZE_Z, 1.0),
    percent(words::MARGIN_X, 1.0),
    percent(words::MARGIN_Y, 1.0),
    percent(words::MARGIN_Z, 1.0),
    number(words::PORT, Quantity::Count, 1999.0, 1.0, 65_535.0),
];

impl Kind {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Wall, Self::Room, Self::Ceiling, Self::Obstacle, Self::Radio, Self::Ultrasound, Self::Robot];

    /// What it is called.
    pub fn name(self) -> Text {
        words::KINDS[self as usize]
    }

    /// The numbers that are typed, in the order of the dialog.
    pub fn numbers(self) -> &'static [Number] {
        match self {
            Self::Wall => &WALL,
            Self::Room => &ROOM,
            Self::Ceiling => &CEILING,
            Self::Obstacle => &OBSTACLE,
            Self::Radio => &RADIO,
            Self::Ultrasound => &ULTRASOUND,
            Self::Robot => &ROBOT,
        }
    }

    /// The texts that are typed, before the numbers.
    pub fn words(self) -> &'static [Word] {
        const fn word(name: Text, default: &'static str) -> Word {
            Word { name, default }
        }
        match self {
            Self::Wall | Self::Room | Self::Ceiling => &[],
            Self::Obstacle => const { &[word(words::NAME, "Object")] },
            Self::Radio | Self::Ultrasound => const { &[word(words::NAME, "Beacon"), word(words::MAC, "")] },
            Self::Robot => const { &[word(words::NAME, "Robot"), word(words::ADDRESS, "127.0.0.1")] },
        }
    }

    /// Whether its place may be counted from the cursor in the world.
    pub fn can_be_relative(self) -> bool {
        matches!(self, Self::Wall | Self::Room | Self::Ceiling)
    }
}

/// What has been typed of a kind.
#[derive(Clone, Debug, PartialEq)]
struct Typed {
    numbers: Vec<f64>,
    words: Vec<String>,
}

/// What has been typed, of each kind; it stays until it is changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ByNumbers {
    /// What is put in.
    pub kind: Kind,
    /// Whether places are counted from the cursor.
    pub relative: bool,
    typed: [Typed; 7],
}

impl Default for ByNumbers {
    fn default() -> Self {
        let typed = Kind::ALL.map(|kind| Typed {
            numbers: kind.numbers().iter().map(|number| number.default).collect(),
            words: kind.words().iter().map(|word| word.default.to_owned()).collect(),
        });
        Self { kind: Kind::Wall, relative: false, typed }
    }
}

impl ByNumbers {
    /// The values of the numbers of the present kind, in SI units.
    pub fn numbers(&mut self) -> &mut [f64] {
        &mut self.typed[self.kind as usize].numbers
    }

    /// The values of its texts.
    pub fn words(&mut self) -> &mut [String] {
        &mut self.typed[self.kind as usize].words
    }

    /// What is put in, with the cursor at a point of the world, m. `is_taken` tells whether there is something of a name.
    ///
    /// # Errors
    /// Why nothing can be put in, and what would have to be typed.
    pub fn things(&self, cursor: [f64; 3], is_taken: impl Fn(&str) -> bool) -> Result<Vec<Thing>, String> {
        let Typed { numbers, words: texts } = &self.typed[self.kind as usize];
        for (number, value) in self.kind.numbers().iter().zip(numbers) {
            let [least, most] = number.range;
            if !(least - 1e-9..=most + 1e-9).contains(value) {
                return Err(words::out_of_range(&number.name, number.range.map(|end| number.quantity.shown(end))));
            }
        }
        let from = if self.relative && self.kind.can_be_relative() { cursor } else { [0.0; 3] };
        let name = || named(texts.first().map_or("", String::as_str), &is_taken);
        let one = |section, value: Value| vec![Thing::from_json(section, &value)];
        Ok(match self.kind {
            Kind::Wall => one(Section::Objects, wall(numbers, from)?),
            Kind::Room => {
                room(numbers, from)?.into_iter().map(|wall| Thing::from_json(Section::Objects, &wall)).collect()
            }
            Kind::Ceiling => one(Section::Objects, ceiling(numbers, from)?),
            Kind::Obstacle => one(Section::Objects, obstacle(numbers, &name()?)?),
            Kind::Radio | Kind::Ultrasound => one(Section::Beacons, beacon(self.kind, numbers, &name()?, &texts[1])?),
            Kind::Robot => one(Section::Robots, robot(numbers, &name()?, &texts[1])?),
        })
    }
}

impl Quantity {
    /// A value in SI units as it is typed.
    pub fn shown(self, value: f64) -> f64 {
        if self == Self::Angle { rounded(value.to_degrees()) } else { value }
    }
}

/// A name that is not taken: one that is gets the lowest number of three digits that is free.
fn named(name: &str, is_taken: impl Fn(&str) -> bool) -> Result<String, String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_LENGTH {
        return Err(words::bad_name(NAME_LENGTH));
    }
    let numbered = (1..).map(|number| format!("{name}.{number:03}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    Ok(names.find(|name| !is_taken(name)).unwrap_or_default())
}

/// Refuses sizes that are none.
fn sizes(kind: Kind, numbers: &[f64], which: std::ops::Range<usize>) -> Result<(), String> {
    let small = kind.numbers().iter().zip(numbers).enumerate();
    let mut small = small.filter(|(index, (_, value))| which.contains(index) && **value < SAME);
    small.next().map_or(Ok(()), |(_, (number, _))| Err(words::too_small(&number.name, SAME)))
}

/// A wall whose lower edge at its right leads from the start to the end.
fn wall(numbers: &[f64], from: [f64; 3]) -> Result<Value, String> {
    let &[start_x, start_y, end_x, end_y, height, width] = numbers else { unreachable!("a wall has six numbers") };
    let [dx, dy] = [end_x - start_x, end_y - start_y];
    if dx.abs() < SAME && dy.abs() < SAME {
        return Err(words::SAME_POINTS.to_string());
    }
    sizes(Kind::Wall, numbers, 4..6)?;
    let shape = json!({"Wall": {
        "from": [0.0, width / 2.0], "to": [dx.hypot(dy), width / 2.0], "height": height, "thickness": width,
    }});
    let at = [rounded(from[0] + start_x), rounded(from[1] + start_y), 0.0];
    let mut wall = json!({"name": "wall", "shape": shape, "at": at, "category": "wall"});
    if dy.abs() >= 1e-12 || dx < 0.0 {
        wall["yaw"] = json!(dy.atan2(dx));
    }
    Ok(wall)
}

/// The walls at the south, north, west and east of a floor; those at the south and the north have the corners.
fn room(numbers: &[f64], from: [f64; 3]) -> Result<Vec<Value>, String> {
    let &[x, y, dx, dy, height, north, east, south, west] = numbers else { unreachable!("a room has nine numbers") };
    if dx < SAME || dy < SAME {
        return Err(words::NO_FLOOR.to_string());
    }
    sizes(Kind::Room, numbers, 4..9)?;
    let (x, y) = (x + from[0], y + from[1]);
    let wall = |name: &str, ends: [[f64; 2]; 2], thickness: f64| {
        let middle = [0, 1].map(|axis| (ends[0][axis] + ends[1][axis]) / 2.0);
        let [from, to] = ends.map(|end| [0, 1].map(|axis| rounded(end[axis] - middle[axis])));
        let shape = json!({"Wall": {"from": from, "to": to, "height": height, "thickness": thickness}});
        json!({"name": name, "shape": shape, "at": [rounded(middle[0]), rounded(middle[1]), 0.0], "category": "wall"})
    };
    let (left, right) = (x - west, x + dx + east);
    let along_x = |y: f64| [[left, y], [right, y]];
    let along_y = |x: f64| [[x, y], [x, y + dy]];
    Ok(vec![
        wall("south", along_x(y - south / 2.0), south),
        wall("north", along_x(y + dy + north / 2.0), north),
        wall("west", along_y(x - west / 2.0), west),
        wall("east", along_y(x + dx + east / 2.0), east),
    ])
}

/// A rectangle, as thick as two points may be apart that are the same.
fn ceiling(numbers: &[f64], from: [f64; 3]) -> Result<Value, String> {
    let &[x, y, z, dx, dy] = numbers else { unreachable!("a ceiling has five numbers") };
    sizes(Kind::Ceiling, numbers, 3..5)?;
    let at = [x + from[0] + dx / 2.0, y + from[1] + dy / 2.0, z + from[2] + SAME / 2.0].map(rounded);
    let shape = json!({"Box": {"size": [dx, dy, SAME]}});
    Ok(json!({"name": "ceiling", "shape": shape, "at": at, "color": [1.0, 1.0, 1.0, 0.5], "category": "ceiling"}))
}

/// A cuboid that stands on the origin.
fn obstacle(numbers: &[f64], name: &str) -> Result<Value, String> {
    sizes(Kind::Obstacle, numbers, 0..3)?;
    let (size, margin, color) = (&numbers[..3], &numbers[3..6], &numbers[6..]);
    let shape = json!({"Box": {"size": size}});
    let mut obstacle = json!({
        "name": name, "shape": shape, "at": [0.0, 0.0, rounded(size[2] / 2.0)], "color": color, "category": "obstacle",
    });
    if margin.iter().any(|percent| *percent > 0.0) {
        let parts: Vec<f64> = margin.iter().map(|percent| rounded(percent / 100.0)).collect();
        obstacle["margin"] = json!({"Fraction": parts});
    }
    Ok(obstacle)
}

/// A beacon with its address.
fn beacon(kind: Kind, numbers: &[f64], name: &str, mac: &str) -> Result<Value, String> {
    let mac = mac.trim();
    let parts: Vec<&str> = mac.split([':', '-']).collect();
    let is_part = |part: &&str| part.len() == 2 && part.bytes().all(|letter| letter.is_ascii_hexdigit());
    if !mac.is_empty() && !(parts.len() == 6 && parts.iter().all(is_part)) {
        return Err(words::BAD_MAC.to_string());
    }
    let mut beacon = json!({"name": name, "at": &numbers[..3], "range": numbers[3], "category": "bluetooth_beacon"});
    if kind == Kind::Ultrasound {
        beacon["category"] = json!("ultrasound_beacon");
        beacon["rpy"] = json!(&numbers[4..7]);
        beacon["kind"] = json!({"Cone": {"half_angle": numbers[7] / 2.0}});
    }
    if !mac.is_empty() {
        beacon["properties"] = json!({"mac": parts.join(":").to_ascii_uppercase()});
    }
    Ok(beacon)
}

/// A platform on the ground; where it is reached and its margin are properties.
fn robot(numbers: &[f64], name: &str, address: &str) -> Result<Value, String> {
    sizes(Kind::Robot, numbers, 3..6)?;
    let address: Ipv4Addr = address.parse().map_err(|_| words::BAD_ADDRESS.to_string())?;
    let (place, size, margin) = (&numbers[..3], &numbers[3..6], &numbers[6..9]);
    let properties = json!({"ip": address.to_string(), "port": numbers[9].round() as u16, "margin_percent": margin});
    let model = json!({"id": PLATFORM, "params": {"size": size}});
    let mut robot = json!({"name": name, "model": model, "at": [place[0], place[1], 0.0], "properties": properties});
    if place[2] != 0.0 {
        robot["yaw"] = json!(place[2]);
    }
    Ok(robot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Point3, Vector2, Vector3};
    use sim_core::scene::{BeaconKind, Margin, Object, Posed, Scene, Shape};
    use sim_edit::{Document, Edit};

    const ORIGIN: [f64; 3] = [0.0; 3];

    /// A dialog of a kind with other numbers than the defaults, by their places.
    fn form(kind: Kind, numbers: &[(usize, f64)]) -> ByNumbers {
        let mut form = ByNumbers { kind, ..ByNumbers::default() };
        numbers.iter().for_each(|(index, value)| form.numbers()[*index] = *value);
        form
    }

    fn relative(mut form: ByNumbers) -> ByNumbers {
        form.relative = true;
        form
    }

    fn made(form: &ByNumbers, cursor: [f64; 3]) -> Vec<Thing> {
        form.things(cursor, |_| false).unwrap_or_else(|refused| panic!("{refused}"))
    }

    /// Boxes around what is made, in the order of x, y and z, by the corners of the shapes.
    fn bounds(form: &ByNumbers, cursor: [f64; 3]) -> Vec<[f64; 6]> {
        let mut document = Document::new();
        document.apply(Edit::Insert(made(form, cursor))).unwrap();
        let corners = |object: &Object| {
            let middles = match &object.shape {
                Shape::Wall(wall) => {
                    let [from, to] = [wall.from, wall.to].map(Vector2::from);
                    let across = (to - from).normalize() * wall.thickness / 2.0;
                    let left = Vector2::new(-across.y, across.x);
                    let ends = [from - left, from + left, to - left, to + left];
                    ends.map(|end| [[end.x, end.y, 0.0], [end.x, end.y, wall.height]]).concat()
                }
                Shape::Box(cuboid) => {
                    let half = Vector3::from(cuboid.size) / 2.0;
                    [-half, half].map(|corner| corner.into()).to_vec()
                }
                other => panic!("{other:?} is neither a wall nor a box"),
            };
            let points = middles.into_iter().map(|corner: [f64; 3]| object.pose() * Point3::from(corner));
            let nothing = [f64::INFINITY, f64::NEG_INFINITY].repeat(3);
            let bounds = points.fold(nothing, |bounds, point| {
                let wider = |(index, bound): (usize, f64)| match index % 2 {
                    0 => bound.min(point[index / 2]),
                    _ => bound.max(point[index / 2]),
                };
                bounds.into_iter().enumerate().map(wider).collect()
            });
            bounds.try_into().expect("there are six")
        };
        document.scene().unwrap().objects.iter().map(corners).collect()
    }

    fn scene(form: &ByNumbers) -> Scene {
        let mut document = Document::new();
        document.apply(Edit::Insert(made(form, ORIGIN))).unwrap();
        document.scene().unwrap().clone()
    }

    fn assert_near(found: &[[f64; 6]], wanted: &[[f64; 6]]) {
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(found.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 2e-6), "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn rm_10_rm_11_a_wall_lies_to_the_left_of_the_way_from_start_to_end() {
        let wall = |from: [f64; 2], to: [f64; 2]| {
            bounds(&form(Kind::Wall, &[(0, from[0]), (1, from[1]), (2, to[0]), (3, to[1])]), [5.0, 5.0, 5.0])
        };
        assert_near(&bounds(&form(Kind::Wall, &[]), ORIGIN), &[[0.0, 10.0, 0.0, 0.2, 0.0, 2.4]]);
        assert_near(&wall([1.0, 1.0], [1.0, 4.0]), &[[0.8, 1.0, 1.0, 4.0, 0.0, 2.4]]);
        assert_near(&wall([10.0, 0.0], [0.0, 0.0]), &[[0.0, 10.0, -0.2, 0.0, 0.0, 2.4]]);
        let scene = scene(&form(Kind::Wall, &[(2, -3.0), (3, -4.0)]));
        let wall = &scene.objects[0];
        assert!((wall.pose().rotation.euler_angles().2.to_degrees() + 126.869_897_6).abs() < 1e-6);
        let Shape::Wall(shape) = &wall.shape else { panic!("a wall") };
        assert_eq!((shape.from, shape.to, wall.category.as_str()), ([0.0, 0.1], [5.0, 0.1], "wall"));
    }

    #[test]
    fn rm_10_walls_without_length_height_or_width_are_refused() {
        let refused = |numbers: &[(usize, f64)]| form(Kind::Wall, numbers).things(ORIGIN, |_| false).unwrap_err();
        assert!(refused(&[(2, 0.0009)]).contains("must differ"));
        assert!(refused(&[(4, 0.0)]).contains("Height") && refused(&[(5, 0.0009)]).contains("Width"));
        assert!(refused(&[(4, -1.0)]).contains("from 0 to 10000"), "{}", refused(&[(4, -1.0)]));
        assert!(refused(&[(0, f64::NAN)]).contains("Start x"));
    }

    #[test]
    fn rm_12_a_relative_wall_stands_on_the_ground_wherever_the_cursor_is() {
        let wall = relative(form(Kind::Wall, &[(2, 1.0)]));
        assert_near(&bounds(&wall, [2.0, 3.0, 7.0]), &[[2.0, 3.0, 3.0, 3.2, 0.0, 2.4]]);
    }

    #[test]
    fn rm_13_a_ceiling_begins_at_its_lower_left_corner() {
        let ceiling = relative(form(Kind::Ceiling, &[(2, 2.4), (3, 3.0), (4, 4.0)]));
        let [found] = bounds(&ceiling, [1.0, 1.0, 0.0])[..] else { panic!("one thing") };
        assert_near(&[found], &[[1.0, 4.0, 1.0, 5.0, 2.4, 2.401]]);
        let scene = scene(&form(Kind::Ceiling, &[]));
        assert_eq!(scene.objects[0].category, "ceiling");
        assert!((scene.objects[0].color.0[3] - 0.5).abs() < 1e-6);
        assert!(form(Kind::Ceiling, &[(3, 0.0)]).things(ORIGIN, |_| false).is_err());
    }

    #[test]
    fn rm_14_rm_15_a_room_has_its_size_inside_and_its_walls_do_not_overlap() {
        let numbers = [(3, 4.0), (5, 0.1), (6, 0.2), (7, 0.3), (8, 0.4)];
        let walls = bounds(&form(Kind::Room, &numbers), ORIGIN);
        let wanted = [
            [-0.4, 5.2, -0.3, 0.0, 0.0, 2.4],
            [-0.4, 5.2, 4.0, 4.1, 0.0, 2.4],
            [-0.4, 0.0, 0.0, 4.0, 0.0, 2.4],
            [5.0, 5.2, 0.0, 4.0, 0.0, 2.4],
        ];
        assert_near(&walls, &wanted);
        for (index, one) in walls.iter().enumerate() {
            for other in &walls[..index] {
                let side = |axis: usize| one[axis + 1].min(other[axis + 1]) - one[axis].max(other[axis]);
                let common: f64 = [0, 2, 4].into_iter().map(|axis| side(axis).max(0.0)).product();
                assert!(common < 1e-5, "{one:?} {other:?}");
            }
        }
        let refused = |numbers: &[(usize, f64)]| form(Kind::Room, numbers).things(ORIGIN, |_| false).unwrap_err();
        assert!(refused(&[(2, 0.0)]).contains("floor area") && refused(&[(3, 0.0)]).contains("floor area"));
        assert!(refused(&[(6, 0.0)]).contains("East"), "none of the walls is made");
    }

    #[test]
    fn rm_16_rm_17_an_obstacle_stands_on_the_origin_with_a_margin_on_each_side() {
        assert_near(&bounds(&form(Kind::Obstacle, &[]), [9.0; 3]), &[[-0.5, 0.5, -0.5, 0.5, 0.0, 1.0]]);
        let numbers = [(1, 2.0), (2, 3.0), (3, 10.0), (4, 20.0), (5, 50.0), (9, 0.25)];
        let scene = scene(&form(Kind::Obstacle, &numbers));
        let obstacle = &scene.objects[0];
        let Some(Margin::Fraction(parts)) = obstacle.margin else { panic!("a margin") };
        // As overlays and checks of legs have it: the part on either side.
        let size = [1.0, 2.0, 3.0];
        let whole: Vec<f64> = size.iter().zip(parts).map(|(size, part)| size * (1.0 + 2.0 * part)).collect();
        assert!(whole.iter().zip([1.2, 2.8, 6.0]).all(|(one, other)| (one - other).abs() < 1e-9), "{whole:?}");
        assert_eq!((obstacle.name.as_str(), obstacle.category.as_str()), ("Object", "obstacle"));
        for wrong in [(0, 0.0), (3, -1.0), (6, 1.5)] {
            assert!(form(Kind::Obstacle, &[wrong]).things(ORIGIN, |_| false).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn rm_06_names_that_are_taken_get_a_number_of_three_digits() {
        let mut form = form(Kind::Obstacle, &[]);
        let name = |form: &ByNumbers, taken: &[&str]| {
            let things = form.things(ORIGIN, |name| taken.contains(&name))?;
            let mut document = Document::new();
            document.apply(Edit::Insert(things)).unwrap();
            Ok::<_, String>(document.scene().unwrap().objects[0].name.clone())
        };
        assert_eq!(name(&form, &["Object"]).unwrap(), "Object.001");
        assert_eq!(name(&form, &["Object", "Object.001"]).unwrap(), "Object.002");
        for (wrong, is_right) in [("", false), ("a23456789012345678901", false), ("a2345678901234567890", true)] {
            wrong.clone_into(&mut form.words()[0]);
            assert_eq!(name(&form, &[]).is_ok(), is_right, "{wrong}");
        }
    }

    #[test]
    fn rm_18_rm_19_beacons_have_range_cone_direction_and_address() {
        let mut radio = form(Kind::Radio, &[(0, 1.0), (2, 2.0)]);
        "01-23-45-67-89-ab".clone_into(&mut radio.words()[1]);
        let beacon = &scene(&radio).beacons[0];
        assert_eq!(
            (beacon.range, beacon.category.as_str(), &beacon.kind),
            (2.0, "bluetooth_beacon", &BeaconKind::Omni)
        );
        assert!(format!("{:?}", beacon.properties).contains("01:23:45:67:89:AB"), "{:?}", beacon.properties);
        "01-23".clone_into(&mut radio.words()[1]);
        assert!(radio.things(ORIGIN, |_| false).unwrap_err().contains("MAC"));
        assert!(form(Kind::Radio, &[(3, -1.0)]).things(ORIGIN, |_| false).is_err());

        let beacon = &scene(&form(Kind::Ultrasound, &[(5, 90f64.to_radians())])).beacons[0];
        let BeaconKind::Cone(cone) = &beacon.kind else { panic!("a cone") };
        assert!((cone.half_angle.to_degrees() - 2.0).abs() < 1e-9);
        let axis = beacon.pose().rotation * Vector3::from(cone.direction.0);
        assert!((axis - Vector3::new(-1.0, 0.0, 0.0)).norm() < 1e-9, "{axis}");
        for wrong in [(4, 361f64.to_radians()), (7, 181f64.to_radians())] {
            assert!(form(Kind::Ultrasound, &[wrong]).things(ORIGIN, |_| false).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn rm_31_addresses_and_ports_of_robots_are_checked() {
        let robot = |address: &str, port: f64| {
            let mut form = form(Kind::Robot, &[(9, port)]);
            address.clone_into(&mut form.words()[1]);
            form.things(ORIGIN, |_| false)
        };
        for right in ["127.0.0.1", "0.0.0.0", "255.255.255.255", "10.0.0.7"] {
            assert!(robot(right, 1999.0).is_ok(), "{right}");
        }
        for wrong in
            ["256.1.1.1", "1.2.3", " 1.2.3.4", "1.2.3.4 ", "", "1.2.3.4.5", "a.b.c.d", "999.999.999.999", "1..2.3"]
        {
            assert!(robot(wrong, 1999.0).unwrap_err().contains("IP address"), "{wrong}");
        }
        assert_eq!(
            [0.0, 1.0, 65_535.0, 65_536.0].map(|port| robot("127.0.0.1", port).is_ok()),
            [false, true, true, false]
        );
        let scene = scene(&form(Kind::Robot, &[(0, 2.0), (2, 1.0)]));
        let robot = &scene.robots[0];
        let place = robot.pose();
        assert_eq!((robot.name.as_str(), place.translation.x, place.translation.z), ("Robot", 2.0, 0.0));
        assert!((place.rotation.euler_angles().2 - 1.0).abs() < 1e-9);
        for wrong in [(2, 360f64.to_radians()), (3, 0.0), (6, -1.0)] {
            assert!(form(Kind::Robot, &[wrong]).things(ORIGIN, |_| false).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn rm_04_what_was_typed_of_a_kind_stays_while_another_one_is_chosen() {
        let mut form = form(Kind::Wall, &[(2, 3.0)]);
        form.kind = Kind::Room;
        assert_eq!(form.numbers()[2], 5.0);
        form.kind = Kind::Wall;
        assert_eq!(form.numbers()[2], 3.0);
    }
}
