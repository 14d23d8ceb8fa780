//! The pair of files of ROS: a picture (PGM) and its description (YAML).
//!
//! The meaning is that of the page of `map_server`, <http://wiki.ros.org/map_server>, and of its source,
//! `map_server/src/image_loader.cpp` in <https://github.com/ros-planning/navigation>: the first row of the picture is at the
//! largest y; `origin` is the pose of the lower left corner; a pixel of gray x is occupied with the probability
//! p = (255 − x) / 255, or x / 255 where `negate` is set; it is occupied where p is above `occupied_thresh`, else free where p is
//! below `free_thresh`, else unknown. What is written is what `map_saver` writes: 0 occupied, 254 free, 205 unknown.

use super::gray::Corner;
use super::yaml::{self, Entry, Kind, Value};
use super::{FileError, Pair, Place, pgm, png, told};
use crate::grid::{Cell, Grid, finite};
use nalgebra::Point2;

/// The thresholds that are written: those of `map_saver`. 205 is just above the second one, so it is unknown.
const THRESHOLDS: [f64; 2] = [0.65, 0.196];

/// What a description says of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// Path of the picture: absolute, or relative to the folder of the description.
    pub picture: String,
    /// Names that mean nothing here, with their places.
    pub ignored: Vec<(String, Place)>,
    corner: Corner,
    negate: bool,
    occupied: f64,
    free: f64,
}

/// A grid as the two files of ROS. `picture` is the path of the picture as the description shall name it.
///
/// # Errors
/// When the path is empty or has control characters.
pub fn write(grid: &Grid, picture: &str) -> Result<Pair, FileError> {
    if picture.trim() != picture || picture.is_empty() || picture.contains(char::is_control) {
        let cause = format!("{} cannot be the path of a picture", told(picture));
        return Err(FileError::new(Place::Written, cause, "give a path such as `map.pgm`"));
    }
    let plain = picture.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-/".contains(letter));
    let plain = plain && picture.starts_with(|letter: char| letter.is_ascii_alphabetic()) && picture.contains('.');
    // In single quotes only the quote itself has a meaning.
    let quoted = if plain { picture.into() } else { format!("'{}'", picture.replace('\'', "''")) };
    let [x, y, edge] = [grid.origin().x, grid.origin().y, grid.edge()].map(number);
    let [occupied, free] = THRESHOLDS;
    let text = format!(
        "image: {quoted}\nmode: trinary\nresolution: {edge}\norigin: [{x}, {y}, 0.0]\nnegate: 0\noccupied_thresh: {occupied}\n\
         free_thresh: {free}\n"
    );
    Ok(Pair { picture: pgm::write(grid), text })
}

/// A number with a point and without an exponent: some readers take `1e-7` for a text, and `1` for an integer.
fn number(number: f64) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { text + ".0" }
}

/// Reads a description.
///
/// `mode: scale` means the same as `trinary` here: cells between the thresholds are unknown.
///
/// # Errors
/// When the text is not YAML, a name is missing, given twice or has an impossible value, the map is turned, or the mode is `raw`,
/// where thresholds mean nothing.
pub fn read(text: &str) -> Result<Description, FileError> {
    let mut entries = yaml::read(text)?;
    let mut take = |name: &str| {
        let index = entries.iter().position(|entry| entry.name == name);
        index.map(|index| entries.remove(index))
    };
    let end = Place::Text { line: text.lines().count().max(1), column: 1 };
    let mut must = |name: &str, example: &str| {
        let missing = || FileError::new(end, format!("`{name}` is missing"), format!("add a line such as `{example}`"));
        take(name).ok_or_else(missing)
    };
    let picture = must("image", "image: map.pgm")?;
    let resolution = must("resolution", "resolution: 0.05")?;
    let origin = must("origin", "origin: [0.0, 0.0, 0.0]")?;
    let negate = must("negate", "negate: 0")?;
    let occupied = must("occupied_thresh", "occupied_thresh: 0.65")?;
    let free = must("free_thresh", "free_thresh: 0.196")?;
    if let Some(mode) = take("mode") {
        check_mode(&mode)?;
    }
    let edge = real(&resolution.value.place, scalar(&resolution)?)?;
    let corner = Corner { origin: corner(&origin)?, edge };
    // Of one cell, so that what is wrong with edge or corner is told here and not at the picture.
    Grid::new(Point2::origin(), edge, 1, 1).map_err(|invalid| FileError::invalid(resolution.value.place, invalid))?;
    Grid::new(corner.origin, edge, 1, 1).map_err(|invalid| FileError::invalid(origin.value.place, invalid))?;
    Ok(Description {
        picture: path(&picture)?,
        corner,
        negate: switch(&negate)?,
        occupied: probability(&occupied)?,
        free: probability(&free)?,
        ignored: entries.into_iter().map(|entry| (entry.name, entry.place)).collect(),
    })
}

impl Description {
    /// The edge of a cell, m.
    #[must_use]
    pub fn edge(&self) -> f64 {
        self.corner.edge
    }

    /// The lower left corner in the world, m.
    #[must_use]
    pub fn origin(&self) -> Point2<f64> {
        self.corner.origin
    }

    /// What a probability of being occupied means.
    fn cell(&self, probability: f64) -> Cell {
        if probability > self.occupied {
            Cell::Occupied
        } else if probability < self.free {
            Cell::Free
        } else {
            Cell::Unknown
        }
    }

    /// The grid of its picture: PGM (P5 or P2, values of white up to 65535), or PNG without transparent colors, whose mean
    /// of red, green and blue counts.
    ///
    /// # Errors
    /// When the picture is of another format, damaged, or larger than a grid may be.
    pub fn grid(&self, picture: &[u8]) -> Result<Grid, FileError> {
        // How white a pixel is, as a part of white.
        let cell = |gray: f64, white: f64| self.cell(if self.negate { gray / white } else { (white - gray) / white });
        if pgm::is_one(picture) {
            return pgm::read(picture, &self.corner, |gray, white| cell(gray.into(), white.into()));
        }
        if png::is_one(picture) {
            let mean = |color: [u8; 3]| color.map(f64::from).iter().sum::<f64>() / 3.0;
            return png::read(picture, &self.corner, None, |color| Ok(cell(mean(color), 255.0)));
        }
        let cause = "the picture is neither PGM (P5, P2) nor PNG";
        Err(FileError::new(Place::Byte(0), cause, "save it in one of these formats"))
    }
}

fn scalar(entry: &Entry) -> Result<&str, FileError> {
    match &entry.value.kind {
        Kind::Scalar(text) => Ok(text),
        Kind::List(_) | Kind::Other => {
            let cause = format!("the value of {} is no single value", told(&entry.name));
            Err(FileError::new(entry.value.place, cause, "give one text or number"))
        }
    }
}

/// A finite number.
fn real(place: &Place, text: &str) -> Result<f64, FileError> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    let cause = || FileError::new(*place, format!("{} is no number", told(text)), "give a number such as 0.05");
    number.ok_or_else(cause)
}

fn path(entry: &Entry) -> Result<String, FileError> {
    let path = scalar(entry)?;
    if path.is_empty() || path.contains(char::is_control) {
        let cause = format!("{} is no path of a picture", told(path));
        return Err(FileError::new(entry.value.place, cause, "give a path such as `map.pgm`"));
    }
    Ok(path.into())
}

fn check_mode(entry: &Entry) -> Result<(), FileError> {
    match scalar(entry)? {
        "trinary" | "scale" => Ok(()),
        other => {
            let cause = format!("maps of the mode {} cannot be read", told(other));
            Err(FileError::new(entry.value.place, cause, "save the map with `mode: trinary`"))
        }
    }
}

fn switch(entry: &Entry) -> Result<bool, FileError> {
    match scalar(entry)? {
        "0" | "false" | "False" => Ok(false),
        "1" | "true" | "True" => Ok(true),
        other => {
            let cause = format!("`negate` is {}", told(other));
            Err(FileError::new(entry.value.place, cause, "give 0, or 1 where white is occupied"))
        }
    }
}

fn probability(entry: &Entry) -> Result<f64, FileError> {
    let value = real(&entry.value.place, scalar(entry)?)?;
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    let cause = format!("{} is {value}", told(&entry.name));
    Err(FileError::new(entry.value.place, cause, "give a probability from 0 to 1, such as 0.65"))
}

/// The corner of a map that is not turned.
fn corner(entry: &Entry) -> Result<Point2<f64>, FileError> {
    let Value { kind: Kind::List(values), place } = &entry.value else {
        let cause = "`origin` is no list of numbers";
        return Err(FileError::new(entry.value.place, cause, "give x, y and yaw: `[0.0, 0.0, 0.0]`"));
    };
    let [x, y, yaw] = &values[..] else {
        let cause = format!("`origin` has {} values", values.len());
        return Err(FileError::new(*place, cause, "give x, y and yaw: `[0.0, 0.0, 0.0]`"));
    };
    let [x, y, turn] = [x, y, yaw].map(|(text, place)| {
        let number = real(place, text)?;
        finite("a number of `origin`", number).map_err(|invalid| FileError::invalid(*place, invalid))
    });
    let turn = turn?;
    if turn != 0.0 {
        let remedy = "turn the picture, so that its rows lie along the x axis, and give a yaw of 0";
        return Err(FileError::new(yaw.1, format!("the map is turned by {turn} rad"), remedy));
    }
    Ok(Point2::new(x?, y?))
}
