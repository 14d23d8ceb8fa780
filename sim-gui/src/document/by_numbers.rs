//! Walls, rooms, ceilings, obstacles, beacons and robots inserted by typed coordinates and sizes.

pub mod types;

pub use types::Types;

use crate::text::Text;
use crate::text::by_numbers as words;
use serde_json::{Map, Value, json};
use sim_abi::declare::{BeaconType, Property};
use sim_edit::{Section, Thing, rounded};
use std::collections::BTreeMap;
use types::RobotType;

/// Tolerance for equal points and sizes, m.
const SAME: f64 = 0.001;
/// Maximum length of a name, characters.
const NAME_LENGTH: usize = 20;
/// Maximum coordinate and size, m.
const FAR: f64 = 10_000.0;

/// The kind of item to insert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A wall between two points. Its thickness extends to the left of the direction from start to end.
    Wall,
    /// Four walls around a floor of the given inner size.
    Room,
    /// A rectangle above a room.
    Ceiling,
    /// A cuboid with a margin.
    Obstacle,
    /// A beacon of a type from a library.
    Beacon,
    /// A robot of a model from a library.
    Robot,
}

/// The physical quantity of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A coordinate or a size, m.
    Length,
    /// An angle, rad.
    Angle,
    /// A fraction of a size, percent.
    Percent,
    /// A color component, 0 … 1.
    Share,
}

/// A numeric field.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Label.
    pub name: Text,
    /// Quantity.
    pub quantity: Quantity,
    /// Initial value, SI units.
    pub default: f64,
    /// Accepted range, SI units.
    pub range: [f64; 2],
}

/// A text field.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Label.
    pub name: String,
    /// Initial value.
    pub default: String,
}

/// The fields of an item: texts first, then numbers, in the order of the dialog.
#[derive(Clone, Debug)]
pub struct Form {
    /// Text fields.
    pub words: Vec<Word>,
    /// Numeric fields.
    pub numbers: Vec<Number>,
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
/// Number of placement fields of an obstacle: x, y and the rotation about the z axis.
const OBSTACLE_PLACE: usize = 3;
const OBSTACLE: [Number; 13] = [
    place(words::X, 0.0),
    place(words::Y, 0.0),
    turn(words::TURN_Z, -360.0),
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
const BEACON: [Number; 3] = [place(words::X, 0.0), place(words::Y, 0.0), place(words::Z, 0.0)];
/// Index of a beacon's range among its numbers.
const BEACON_RANGE: usize = 3;
const TURNS: [Number; 3] = [turn(words::TURN_X, -360.0), turn(words::TURN_Y, -360.0), turn(words::TURN_Z, -360.0)];
const ROBOT: [Number; 3] =
    [place(words::X, 0.0), place(words::Y, 0.0), number(words::TURN_Z, Quantity::Angle, 0.0, 0.0, 359f64.to_radians())];
const MARGINS: [Number; 3] =
    [percent(words::MARGIN_X, 1.0), percent(words::MARGIN_Y, 1.0), percent(words::MARGIN_Z, 1.0)];

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Wall, Self::Room, Self::Ceiling, Self::Obstacle, Self::Beacon, Self::Robot];

    /// Label.
    pub fn name(self) -> Text {
        words::KINDS[self as usize]
    }

    /// Whether coordinates can be relative to the 3D cursor.
    pub fn can_be_relative(self) -> bool {
        matches!(self, Self::Wall | Self::Room | Self::Ceiling | Self::Obstacle)
    }
}

/// The values typed for an item.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typed {
    /// Texts.
    pub words: Vec<String>,
    /// Numbers, SI units.
    pub numbers: Vec<f64>,
}

/// The values typed so far, for each kind and type. They persist until changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ByNumbers {
    /// The selected kind.
    pub kind: Kind,
    /// Whether coordinates are relative to the 3D cursor.
    pub relative: bool,
    /// The most recently selected type of each kind with types.
    chosen: BTreeMap<Kind, String>,
    typed: BTreeMap<(Kind, String), Typed>,
}

impl Default for ByNumbers {
    fn default() -> Self {
        Self { kind: Kind::Wall, relative: false, chosen: BTreeMap::new(), typed: BTreeMap::new() }
    }
}

/// The item to insert, with its type.
#[derive(Clone, Copy, Debug)]
enum What<'a> {
    Wall,
    Room,
    Ceiling,
    Obstacle,
    Beacon(&'a BeaconType),
    Robot(&'a RobotType),
}

impl ByNumbers {
    /// Names of the types of the selected kind; empty if it has no types.
    pub fn types(&self, types: &Types) -> Vec<String> {
        match self.kind {
            Kind::Beacon => types.beacons.iter().map(|beacon| beacon.name.clone()).collect(),
            Kind::Robot => types.robots.iter().map(|robot| robot.id.clone()).collect(),
            Kind::Wall | Kind::Room | Kind::Ceiling | Kind::Obstacle => Vec::new(),
        }
    }

    /// The type of the selected kind: the user's choice, else the first; empty if there is none.
    pub fn chosen(&self, types: &Types) -> String {
        let mut all = self.types(types);
        let chosen = self.chosen.get(&self.kind).and_then(|chosen| all.iter().position(|name| name == chosen));
        if all.is_empty() { String::new() } else { all.swap_remove(chosen.unwrap_or(0)) }
    }

    /// Selects a type of the selected kind.
    pub fn choose(&mut self, name: &str) {
        self.chosen.insert(self.kind, name.to_owned());
    }

    /// The item to insert. `None` if no library provides its type.
    fn what<'a>(&self, types: &'a Types) -> Option<What<'a>> {
        let chosen = self.chosen(types);
        Some(match self.kind {
            Kind::Wall => What::Wall,
            Kind::Room => What::Room,
            Kind::Ceiling => What::Ceiling,
            Kind::Obstacle => What::Obstacle,
            Kind::Beacon => What::Beacon(types.beacons.iter().find(|beacon| beacon.name == chosen)?),
            Kind::Robot => What::Robot(types.robots.iter().find(|robot| robot.id == chosen)?),
        })
    }

    /// The fields and their current values. `None` if no library provides a type of the selected kind.
    pub fn form(&mut self, types: &Types) -> Option<(Form, &mut Typed)> {
        let form = self.what(types)?.form();
        let key = (self.kind, self.chosen(types));
        Some((form.clone(), self.typed.entry(key).or_insert_with(|| form.defaults())))
    }

    /// The items to insert, with the 3D cursor at a point in the world frame, m. `is_taken` returns whether a name is in use.
    ///
    /// # Errors
    /// Why nothing can be inserted, and what to enter instead.
    pub fn items(
        &self,
        types: &Types,
        cursor: [f64; 3],
        is_taken: impl Fn(&str) -> bool,
    ) -> Result<Vec<Thing>, String> {
        let Some(what) = self.what(types) else { return Err(words::NO_TYPES.to_string()) };
        let form = what.form();
        let typed = self.typed.get(&(self.kind, self.chosen(types))).cloned().unwrap_or_else(|| form.defaults());
        let Typed { numbers, words: texts } = &typed;
        for (number, value) in form.numbers.iter().zip(numbers) {
            let [least, most] = number.range;
            if !(least - 1e-9..=most + 1e-9).contains(value) {
                return Err(words::out_of_range(&number.name, number.range.map(|end| number.quantity.shown(end))));
            }
        }
        let from = if self.relative && self.kind.can_be_relative() { cursor } else { [0.0; 3] };
        let name = || named(texts.first().map_or("", String::as_str), &is_taken);
        let one = |section, value: Value| vec![Thing::from_json(section, &value)];
        Ok(match what {
            What::Wall => one(Section::Objects, wall(numbers, from)?),
            What::Room => {
                room(numbers, from)?.into_iter().map(|wall| Thing::from_json(Section::Objects, &wall)).collect()
            }
            What::Ceiling => one(Section::Objects, ceiling(numbers, from)?),
            What::Obstacle => one(Section::Objects, obstacle(numbers, from, &name()?)?),
            What::Beacon(of) => one(Section::Beacons, beacon(of, numbers, &name()?, &texts[1..])?),
            What::Robot(of) => one(Section::Robots, robot(of, numbers, &name()?, &texts[1..])?),
        })
    }
}

impl What<'_> {
    fn form(self) -> Form {
        let named = |default: &str, properties: &[Property]| {
            let name = Word { name: words::NAME.to_string(), default: default.to_owned() };
            let properties = properties
                .iter()
                .map(|property| Word { name: types::shown(property), default: property.default.clone() });
            std::iter::once(name).chain(properties).collect()
        };
        let (words, numbers) = match self {
            Self::Wall => (Vec::new(), WALL.to_vec()),
            Self::Room => (Vec::new(), ROOM.to_vec()),
            Self::Ceiling => (Vec::new(), CEILING.to_vec()),
            Self::Obstacle => (named("Object", &[]), OBSTACLE.to_vec()),
            Self::Beacon(BeaconType { range, cone, properties, .. }) => {
                let mut numbers = BEACON.to_vec();
                numbers.push(size(words::RANGE, *range));
                if let Some(angle) = cone {
                    numbers.extend(TURNS);
                    numbers.push(number(words::CONE, Quantity::Angle, *angle, 0.0, std::f64::consts::PI));
                }
                (named("Beacon", properties), numbers)
            }
            Self::Robot(RobotType { size: sizes, properties, .. }) => {
                let sizes =
                    sizes.map(|[x, y, z]| [size(words::SIZE_X, x), size(words::SIZE_Y, y), size(words::SIZE_Z, z)]);
                let numbers = ROBOT.into_iter().chain(sizes.into_iter().flatten()).chain(MARGINS);
                (named("Robot", properties), numbers.collect())
            }
        };
        Form { words, numbers }
    }
}

impl Form {
    fn defaults(&self) -> Typed {
        Typed {
            words: self.words.iter().map(|word| word.default.clone()).collect(),
            numbers: self.numbers.iter().map(|number| number.default).collect(),
        }
    }
}

impl Quantity {
    /// Converts a value from SI units to display units.
    pub fn shown(self, value: f64) -> f64 {
        if self == Self::Angle { rounded(value.to_degrees()) } else { value }
    }
}

/// A unique name. If the name is taken, appends the lowest free three-digit number.
fn named(name: &str, is_taken: impl Fn(&str) -> bool) -> Result<String, String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_LENGTH {
        return Err(words::bad_name(NAME_LENGTH));
    }
    let numbered = (1..).map(|number| format!("{name}.{number:03}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    Ok(names.find(|name| !is_taken(name)).unwrap_or_default())
}

/// Rejects sizes below the minimum.
fn sizes(numbers: &[Number], values: &[f64]) -> Result<(), String> {
    let small = numbers.iter().zip(values).find(|(_, value)| **value < SAME);
    small.map_or(Ok(()), |(number, _)| Err(words::too_small(&number.name, SAME)))
}

/// A wall whose lower right edge runs from start to end.
fn wall(numbers: &[f64], from: [f64; 3]) -> Result<Value, String> {
    let &[start_x, start_y, end_x, end_y, height, width] = numbers else { unreachable!("a wall has six numbers") };
    let [dx, dy] = [end_x - start_x, end_y - start_y];
    if dx.abs() < SAME && dy.abs() < SAME {
        return Err(words::SAME_POINTS.to_string());
    }
    sizes(&WALL[4..6], &numbers[4..6])?;
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

/// The south, north, west and east walls of a floor. The south and north walls include the corners.
fn room(numbers: &[f64], from: [f64; 3]) -> Result<Vec<Value>, String> {
    let &[x, y, dx, dy, height, north, east, south, west] = numbers else { unreachable!("a room has nine numbers") };
    if dx < SAME || dy < SAME {
        return Err(words::NO_FLOOR.to_string());
    }
    sizes(&ROOM[4..9], &numbers[4..9])?;
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

/// A rectangle with the minimum thickness.
fn ceiling(numbers: &[f64], from: [f64; 3]) -> Result<Value, String> {
    let &[x, y, z, dx, dy] = numbers else { unreachable!("a ceiling has five numbers") };
    sizes(&CEILING[3..5], &numbers[3..5])?;
    let at = [x + from[0] + dx / 2.0, y + from[1] + dy / 2.0, z + from[2] + SAME / 2.0].map(rounded);
    let shape = json!({"Box": {"size": [dx, dy, SAME]}});
    Ok(json!({"name": "ceiling", "shape": shape, "at": at, "color": [1.0, 1.0, 1.0, 0.5], "category": "ceiling"}))
}

/// A cuboid on the ground.
fn obstacle(numbers: &[f64], from: [f64; 3], name: &str) -> Result<Value, String> {
    let (&[x, y, yaw], numbers) = numbers.split_first_chunk().expect("an obstacle has a place");
    sizes(&OBSTACLE[OBSTACLE_PLACE..][..3], &numbers[..3])?;
    let (size, margin, color) = (&numbers[..3], &numbers[3..6], &numbers[6..]);
    let shape = json!({"Box": {"size": size}});
    let at = [from[0] + x, from[1] + y, size[2] / 2.0].map(rounded);
    let mut obstacle = json!({"name": name, "shape": shape, "at": at, "color": color, "category": "obstacle"});
    if yaw != 0.0 {
        obstacle["yaw"] = json!(yaw);
    }
    if margin.iter().any(|percent| *percent > 0.0) {
        let parts: Vec<f64> = margin.iter().map(|percent| rounded(percent / 100.0)).collect();
        obstacle["margin"] = json!({"Fraction": parts});
    }
    Ok(obstacle)
}

/// The properties that were entered. `None` if there are none.
fn properties(properties: &[Property], texts: &[String]) -> Result<Option<Value>, String> {
    let mut all = Map::new();
    for (property, text) in properties.iter().zip(texts) {
        if let Some(value) = types::value(property, text)? {
            all.insert(property.name.clone(), value);
        }
    }
    Ok((!all.is_empty()).then_some(Value::Object(all)))
}

/// A beacon of a type.
fn beacon(of: &BeaconType, numbers: &[f64], name: &str, texts: &[String]) -> Result<Value, String> {
    let mut beacon =
        json!({"name": name, "at": &numbers[..3], "range": numbers[BEACON_RANGE], "category": of.category});
    if let [_, _, _, _, turns @ .., angle] = numbers
        && of.cone.is_some()
    {
        beacon["rpy"] = json!(turns);
        beacon["kind"] = json!({"Cone": {"half_angle": angle / 2.0}});
    }
    if let Some(properties) = properties(&of.properties, texts)? {
        beacon["properties"] = properties;
    }
    Ok(beacon)
}

/// A robot of a type, on the ground.
fn robot(of: &RobotType, numbers: &[f64], name: &str, texts: &[String]) -> Result<Value, String> {
    let (place, rest) = numbers.split_at(ROBOT.len());
    let (size, margin) = rest.split_at(rest.len() - MARGINS.len());
    let model = match of.size {
        Some(_) => {
            sizes(&[words::SIZE_X, words::SIZE_Y, words::SIZE_Z].map(|name| self::size(name, 1.0)), size)?;
            json!({"id": of.id, "params": {"size": size}})
        }
        None => json!(of.id),
    };
    let margin: Vec<f64> = margin.iter().map(|percent| rounded(percent / 100.0)).collect();
    let mut robot =
        json!({"name": name, "model": model, "at": [place[0], place[1], 0.0], "margin": {"Fraction": margin}});
    if let Some(properties) = properties(&of.properties, texts)? {
        robot["properties"] = properties;
    }
    if place[2] != 0.0 {
        robot["yaw"] = json!(place[2]);
    }
    Ok(robot)
}

#[cfg(test)]
mod tests;
