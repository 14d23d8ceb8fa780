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
    let is_address = parts.len() == 6 && parts.iter().all(is_part);
    if !mac.is_empty() && !is_address {
        return Err(words::BAD_MAC.to_string());
    }
    let mut beacon = json!({"name": name, "at": &numbers[..3], "range": numbers[3], "category": "bluetooth"});
    if kind == Kind::Ultrasound {
        beacon["category"] = json!("ultrasound");
        beacon["rpy"] = json!(&numbers[4..7]);
        beacon["kind"] = json!({"Cone": {"half_angle": numbers[7] / 2.0}});
    }
    if !mac.is_empty() {
        beacon["properties"] = json!({"mac": parts.join(":").to_ascii_uppercase()});
    }
    Ok(beacon)
}

/// A platform on the ground; where it is reached are properties.
fn robot(numbers: &[f64], name: &str, address: &str) -> Result<Value, String> {
    sizes(Kind::Robot, numbers, 3..6)?;
    let address: Ipv4Addr = address.parse().map_err(|_| words::BAD_ADDRESS.to_string())?;
    let (place, size) = (&numbers[..3], &numbers[3..6]);
    let margin = json!({"Fraction": [numbers[6] / 100.0, numbers[7] / 100.0, numbers[8] / 100.0]});
    let properties = json!({"ip": address.to_string(), "port": numbers[9].round() as u16});
    let model = json!({"id": PLATFORM, "params": {"size": size}});
    let mut robot = json!({
        "name": name, "model": model, "at": [place[0], place[1], 0.0], "margin": margin, "properties": properties,
    });
    if place[2] != 0.0 {
        robot["yaw"] = json!(place[2]);
    }
    Ok(robot)
}

#[cfg(test)]
mod tests;
