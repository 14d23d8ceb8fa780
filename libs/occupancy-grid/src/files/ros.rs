//! ROS map files: an image (PGM) and its description (YAML).
//!
//! The semantics follow the documentation of `map_server`, <http://wiki.ros.org/map_server>, and its source,
//! `map_server/src/image_loader.cpp` in <https://github.com/ros-planning/navigation>: the first row of the image is at the largest y;
//! `origin` is the pose of the lower left corner; a pixel of gray x is occupied with the probability p = (255 − x) / 255, or x / 255 if
//! `negate` is set; it is occupied if p is above `occupied_thresh`, otherwise free if p is below `free_thresh`, otherwise unknown. The
//! output matches that of `map_saver`: 0 occupied, 254 free, 205 unknown.

use super::gray::Corner;
use super::yaml::{self, Entry, Kind, Value};
use super::{FileError, Pair, Place, excerpt, pgm, png};
use crate::grid::{Cell, Grid, finite};
use nalgebra::Point2;

/// Thresholds in written files, as in `map_saver`. 205 is just above the second one, so it is unknown.
const THRESHOLDS: [f64; 2] = [0.65, 0.196];

/// Contents of a description.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// Path of the image: absolute, or relative to the folder of the description.
    pub picture: String,
    /// Unused names and their positions.
    pub ignored: Vec<(String, Place)>,
    corner: Corner,
    negate: bool,
    occupied: f64,
    free: f64,
}

/// Serializes a grid as a pair of ROS files. `picture` is the path of the image to write into the description.
///
/// # Errors
/// If the path is empty or contains control characters.
pub fn write(grid: &Grid, picture: &str) -> Result<Pair, FileError> {
    if picture.trim() != picture || picture.is_empty() || picture.contains(char::is_control) {
        let cause = format!("{} is not an image path", excerpt(picture));
        return Err(FileError::new(Place::Written, cause, "use a path such as `map.pgm`"));
    }
    let plain = picture.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-/".contains(letter));
    let plain = plain && picture.starts_with(|letter: char| letter.is_ascii_alphabetic()) && picture.contains('.');
    // In single quotes only the quote itself is special.
    let quoted = if plain { picture.into() } else { format!("'{}'", picture.replace('\'', "''")) };
    let [x, y, edge] = [grid.origin().x, grid.origin().y, grid.edge()].map(number);
    let [occupied, free] = THRESHOLDS;
    let text = format!(
        "image: {quoted}\nmode: trinary\nresolution: {edge}\norigin: [{x}, {y}, 0.0]\nnegate: 0\noccupied_thresh: {occupied}\n\
         free_thresh: {free}\n"
    );
    Ok(Pair { picture: pgm::write(grid), text })
}

/// Formats a number with a decimal point and without an exponent: some parsers read `1e-7` as a string, and `1` as an integer.
fn number(number: f64) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { text + ".0" }
}

/// Parses a description.
///
/// `mode: scale` is equivalent to `trinary` here: cells between the thresholds are unknown.
///
/// # Errors
/// If the text is not YAML, a name is missing, duplicated or has an invalid value, the map is rotated, or the mode is `raw`, for which
/// thresholds are undefined.
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
    // A single cell, so that errors in edge or corner are reported here and not for the image.
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
    /// Returns the edge of a cell, m.
    #[must_use]
    pub fn edge(&self) -> f64 {
        self.corner.edge
    }

    /// Returns the lower left corner in the world, m.
    #[must_use]
    pub fn origin(&self) -> Point2<f64> {
        self.corner.origin
    }

    /// Converts an occupancy probability to a cell.
    fn cell(&self, probability: f64) -> Cell {
        if probability > self.occupied {
            Cell::Occupied
        } else if probability < self.free {
            Cell::Free
        } else {
            Cell::Unknown
        }
    }

    /// Decodes the grid from the image: PGM (P5 or P2, maximum value up to 65535), or PNG without transparency, using the mean of red,
    /// green and blue.
    ///
    /// # Errors
    /// If the image has another format, is damaged, or exceeds the maximum size of a grid.
    pub fn grid(&self, picture: &[u8]) -> Result<Grid, FileError> {
        // Brightness of a pixel as a fraction of white.
        let cell = |gray: f64, white: f64| self.cell(if self.negate { gray / white } else { (white - gray) / white });
        if pgm::is_one(picture) {
            return pgm::read(picture, &self.corner, |gray, white| cell(gray.into(), white.into()));
        }
        if png::is_one(picture) {
            let mean = |color: [u8; 3]| color.map(f64::from).iter().sum::<f64>() / 3.0;
            return png::read(picture, &self.corner, None, |color| Ok(cell(mean(color), 255.0)));
        }
        let cause = "the image is neither PGM (P5, P2) nor PNG";
        Err(FileError::new(Place::Byte(0), cause, "save it in one of these formats"))
    }
}

fn scalar(entry: &Entry) -> Result<&str, FileError> {
    match &entry.value.kind {
        Kind::Scalar(text) => Ok(text),
        Kind::List(_) | Kind::Other => {
            let cause = format!("the value of {} is not a single value", excerpt(&entry.name));
            Err(FileError::new(entry.value.place, cause, "use one text or number"))
        }
    }
}

/// Parses a finite number.
fn real(place: &Place, text: &str) -> Result<f64, FileError> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    let cause = || FileError::new(*place, format!("{} is not a number", excerpt(text)), "use a number such as 0.05");
    number.ok_or_else(cause)
}

fn path(entry: &Entry) -> Result<String, FileError> {
    let path = scalar(entry)?;
    if path.is_empty() || path.contains(char::is_control) {
        let cause = format!("{} is not an image path", excerpt(path));
        return Err(FileError::new(entry.value.place, cause, "use a path such as `map.pgm`"));
    }
    Ok(path.into())
}

fn check_mode(entry: &Entry) -> Result<(), FileError> {
    match scalar(entry)? {
        "trinary" | "scale" => Ok(()),
        other => {
            let cause = format!("unsupported mode {}", excerpt(other));
            Err(FileError::new(entry.value.place, cause, "save the map with `mode: trinary`"))
        }
    }
}

fn switch(entry: &Entry) -> Result<bool, FileError> {
    match scalar(entry)? {
        "0" | "false" | "False" => Ok(false),
        "1" | "true" | "True" => Ok(true),
        other => {
            let cause = format!("`negate` is {}", excerpt(other));
            Err(FileError::new(entry.value.place, cause, "use 0, or 1 if white means occupied"))
        }
    }
}

fn probability(entry: &Entry) -> Result<f64, FileError> {
    let value = real(&entry.value.place, scalar(entry)?)?;
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    let cause = format!("{} is {value}", excerpt(&entry.name));
    Err(FileError::new(entry.value.place, cause, "use a probability from 0 to 1, such as 0.65"))
}

/// Returns the corner of a map; rejects rotated maps.
fn corner(entry: &Entry) -> Result<Point2<f64>, FileError> {
    let Value { kind: Kind::List(values), place } = &entry.value else {
        let cause = "`origin` is not a list of numbers";
        return Err(FileError::new(entry.value.place, cause, "use x, y and yaw: `[0.0, 0.0, 0.0]`"));
    };
    let [x, y, yaw] = &values[..] else {
        let cause = format!("`origin` has {} values", values.len());
        return Err(FileError::new(*place, cause, "use x, y and yaw: `[0.0, 0.0, 0.0]`"));
    };
    let [x, y, turn] = [x, y, yaw].map(|(text, place)| {
        let number = real(place, text)?;
        finite("a number of `origin`", number).map_err(|invalid| FileError::invalid(*place, invalid))
    });
    let turn = turn?;
    if turn != 0.0 {
        let remedy = "rotate the image so that its rows are along the x axis, and set the yaw to 0";
        return Err(FileError::new(yaw.1, format!("the map is rotated by {turn} rad"), remedy));
    }
    Ok(Point2::new(x?, y?))
}
