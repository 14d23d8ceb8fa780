//! A grayscale image (PNG) and its description (JSON); grid and mapped boxes are restored exactly.
//!
//! ```json
//! {
//!   "format": "occupancy-grid",
//!   "version": 1,
//!   "picture": "map.png",
//!   "origin_m": [-1.0, -2.0],
//!   "resolution_m": 0.01,
//!   "cells": [200, 400],
//!   "first_row": "largest_y",
//!   "values": { "occupied": 0, "unknown": 205, "free": 254 },
//!   "boxes": [
//!     { "id": "box 1", "center_m": [0.0, 0.5, 0.1], "size_m": [0.2, 0.2, 0.2], "yaw_rad": 0.0 }
//!   ]
//! }
//! ```
//!
//! `origin_m` is the lower left corner of the grid in the world, `resolution_m` the edge of a cell, `cells` are columns (along x) and rows
//! (along y). Boxes are upright, `yaw_rad` rotates them about z; their sizes are along their own axes.

use super::gray::Corner;
use super::{FREE, FileError, OCCUPIED, Pair, Place, UNKNOWN, excerpt, png};
use crate::grid::{Cell, Frame, Grid, finite};
use nalgebra::Point2;
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeSet;
use std::fmt::{self, Formatter};

/// Maximum size of a description, bytes.
const MAX_BYTES: usize = 64 << 20;

/// A mapped box. It is upright.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "AnyBox")]
pub struct MappedBox {
    /// Identifier.
    pub id: String,
    /// Center in the world, m.
    #[serde(rename = "center_m")]
    pub center: [f64; 3],
    /// Side lengths along its own axes, m.
    #[serde(rename = "size_m")]
    pub size: [f64; 3],
    /// Angle from the world's x axis to its own, about z, rad.
    #[serde(rename = "yaw_rad")]
    pub yaw: f64,
}

/// Contents of a description.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// File name of the image, in the folder of the description.
    pub picture: String,
    /// The mapped boxes.
    pub boxes: Vec<MappedBox>,
    corner: Corner,
    cells: [u32; 2],
    values: Values,
}

/// The serialized description.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    format: Format,
    version: Version,
    picture: Name,
    origin_m: Origin,
    resolution_m: Edge,
    cells: Cells,
    first_row: FirstRow,
    values: Values,
    boxes: Boxes,
}

/// A box before validation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnyBox {
    id: String,
    center_m: [f64; 3],
    size_m: [f64; 3],
    yaw_rad: f64,
}

#[derive(Serialize, Deserialize)]
enum Format {
    #[serde(rename = "occupancy-grid")]
    OccupancyGrid,
}

#[derive(Serialize, Deserialize)]
enum FirstRow {
    #[serde(rename = "largest_y")]
    LargestY,
}

#[derive(Serialize, Deserialize)]
#[serde(try_from = "u32")]
struct Version(u32);

#[derive(Serialize, Deserialize)]
#[serde(try_from = "String")]
struct Name(String);

#[derive(Serialize, Deserialize)]
#[serde(try_from = "[f64; 2]")]
struct Origin([f64; 2]);

#[derive(Serialize, Deserialize)]
#[serde(try_from = "f64")]
struct Edge(f64);

#[derive(Serialize, Deserialize)]
#[serde(try_from = "[u32; 2]")]
struct Cells([u32; 2]);

#[derive(Serialize)]
struct Boxes(Vec<MappedBox>);

/// Gray values of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "AnyValues")]
struct Values {
    occupied: u8,
    unknown: u8,
    free: u8,
}

/// Gray values before validation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnyValues {
    occupied: u8,
    unknown: u8,
    free: u8,
}

/// Separates cause and remedy of an invalid value; messages never contain this character. The JSON parser appends the position.
const REMEDY: &str = "\n";

impl TryFrom<u32> for Version {
    type Error = String;

    fn try_from(version: u32) -> Result<Self, String> {
        let newer = || format!("unsupported version {version}{REMEDY}use version 1");
        (version == 1).then_some(Self(version)).ok_or_else(newer)
    }
}

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let good = !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\\', ':']);
        let bad = || format!("{} is not a file name{REMEDY}use a name such as `map.png`", excerpt(&name));
        if good && !name.contains(char::is_control) { Ok(Self(name)) } else { Err(bad()) }
    }
}

impl TryFrom<[f64; 2]> for Origin {
    type Error = String;

    fn try_from(origin: [f64; 2]) -> Result<Self, String> {
        checked_grid(origin, Grid::DEFAULT_EDGE, [1, 1]).map(|_| Self(origin))
    }
}

impl TryFrom<f64> for Edge {
    type Error = String;

    fn try_from(edge: f64) -> Result<Self, String> {
        checked_grid([0.0; 2], edge, [1, 1]).map(|_| Self(edge))
    }
}

impl TryFrom<[u32; 2]> for Cells {
    type Error = String;

    fn try_from(cells: [u32; 2]) -> Result<Self, String> {
        checked_grid([0.0; 2], Grid::DEFAULT_EDGE, cells).map(|_| Self(cells))
    }
}

impl TryFrom<AnyValues> for Values {
    type Error = String;

    fn try_from(AnyValues { occupied, unknown, free }: AnyValues) -> Result<Self, String> {
        if occupied == unknown || unknown == free || free == occupied {
            let remedy = "use different grays for occupied, unknown and free cells";
            return Err(format!("two cell states have the same gray{REMEDY}{remedy}"));
        }
        Ok(Self { occupied, unknown, free })
    }
}

impl TryFrom<AnyBox> for MappedBox {
    type Error = String;

    fn try_from(AnyBox { id, center_m, size_m, yaw_rad }: AnyBox) -> Result<Self, String> {
        let mapped = Self { id, center: center_m, size: size_m, yaw: yaw_rad };
        mapped.check().map(|()| mapped)
    }
}

/// Returns cause and remedy for a list with two boxes of the same id.
fn twice(id: &str) -> String {
    format!("duplicate box id {}{REMEDY}use a unique id for each box", excerpt(id))
}

/// Validates box by box, so that the error has the position of the second one.
impl<'de> Deserialize<'de> for Boxes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Boxes;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("a list of boxes")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Boxes, A::Error> {
                let (mut boxes, mut ids) = (Vec::new(), BTreeSet::new());
                while let Some(mapped) = list.next_element::<MappedBox>()? {
                    if !ids.insert(mapped.id.clone()) {
                        return Err(A::Error::custom(twice(&mapped.id)));
                    }
                    boxes.push(mapped);
                }
                Ok(Boxes(boxes))
            }
        }

        deserializer.deserialize_seq(List)
    }
}

impl MappedBox {
    /// Validates the box. The error is cause and remedy.
    fn check(&self) -> Result<(), String> {
        if self.id.is_empty() || self.id.contains(char::is_control) {
            return Err(format!(
                "{} is not a box id{REMEDY}use a non-empty text without control characters",
                excerpt(&self.id)
            ));
        }
        let id = excerpt(&self.id);
        let numbers = self.center.iter().chain(&self.size).chain([&self.yaw]);
        for number in numbers {
            finite("a number", *number)
                .map_err(|invalid| format!("{invalid} in box {id}{REMEDY}{}", invalid.remedy()))?;
        }
        match self.size.iter().find(|side| **side <= 0.0) {
            Some(side) => Err(format!("a side of box {id} is {side} m long{REMEDY}use lengths above 0")),
            None => Ok(()),
        }
    }
}

/// Validates the grid. The error is cause and remedy.
fn checked_grid(origin: [f64; 2], edge: f64, cells: [u32; 2]) -> Result<Frame, String> {
    let frame = Frame::new(origin.into(), edge, cells[0], cells[1]);
    frame.map_err(|invalid| format!("{invalid}{REMEDY}{}", invalid.remedy()))
}

/// Creates an error from a text that contains cause and remedy.
fn split(place: Place, text: &str, otherwise: &str) -> FileError {
    let (cause, remedy) = text.split_once(REMEDY).unwrap_or((text, otherwise));
    FileError::new(place, cause, remedy)
}

/// Serializes a grid and the mapped boxes as an image and its description. `picture` is the file name of the image, which must be in the
/// folder of the description.
///
/// # Errors
/// If the name is not a file name, a number of a box is not finite, a side is not positive, or two boxes have the same id.
pub fn write(grid: &Grid, boxes: &[MappedBox], picture: &str) -> Result<Pair, FileError> {
    let wrong = |text: String| split(Place::Written, &text, "");
    boxes.iter().try_for_each(MappedBox::check).map_err(wrong)?;
    let mut ids = BTreeSet::new();
    if let Some(second) = boxes.iter().find(|mapped| !ids.insert(&mapped.id)) {
        return Err(wrong(twice(&second.id)));
    }
    let text = Text {
        format: Format::OccupancyGrid,
        version: Version(1),
        picture: Name::try_from(picture.to_owned()).map_err(wrong)?,
        origin_m: Origin([grid.origin().x, grid.origin().y]),
        resolution_m: Edge(grid.edge()),
        cells: Cells([grid.columns(), grid.rows()]),
        first_row: FirstRow::LargestY,
        values: Values { occupied: OCCUPIED, unknown: UNKNOWN, free: FREE },
        boxes: Boxes(boxes.to_vec()),
    };
    let text = serde_json::to_string_pretty(&text);
    let text = text.map_err(|error| FileError::new(Place::Written, error.to_string(), "remove some boxes"))?;
    Ok(Pair { picture: png::write(grid)?, text: text + "\n" })
}

/// Parses a description.
///
/// # Errors
/// If the text is not JSON, a name is missing, unknown or duplicated, or a value is invalid.
pub fn read(text: &str) -> Result<Description, FileError> {
    if text.len() > MAX_BYTES {
        let cause = format!("the file has {} bytes", text.len());
        return Err(FileError::new(Place::Byte(MAX_BYTES), cause, "a map description has at most 64 MiB"));
    }
    let read: Text = serde_json::from_str(text).map_err(|error| {
        let place = Place::Text { line: error.line().max(1), column: error.column().max(1) };
        let message = error.to_string();
        // Remove the duplicate position.
        let cause = message.rsplit_once(" at line ").map_or(message.as_str(), |(cause, _)| cause);
        split(place, cause, "use a map description in the format `occupancy-grid`, version 1")
    })?;
    let Origin(origin) = read.origin_m;
    let (Edge(edge), Cells(cells)) = (read.resolution_m, read.cells);
    // Each value is valid individually.
    let end = Place::Text { line: text.trim_end().lines().count().max(1), column: 1 };
    checked_grid(origin, edge, cells).map_err(|message| split(end, &message, ""))?;
    Ok(Description {
        picture: read.picture.0,
        boxes: read.boxes.0,
        corner: Corner { origin: origin.into(), edge },
        cells,
        values: read.values,
    })
}

impl Description {
    /// Returns the lower left corner in the world, m.
    #[must_use]
    pub fn origin(&self) -> Point2<f64> {
        self.corner.origin
    }

    /// Returns the edge of a cell, m.
    #[must_use]
    pub fn edge(&self) -> f64 {
        self.corner.edge
    }

    /// Decodes the grid from the image, a PNG without transparency.
    ///
    /// # Errors
    /// If the image is not a PNG, is damaged, differs in size from the description, or has a pixel of another gray or color.
    pub fn grid(&self, picture: &[u8]) -> Result<Grid, FileError> {
        let Values { occupied, unknown, free } = self.values;
        png::read(picture, &self.corner, Some(self.cells), |color| match color {
            [gray, green, blue] if gray != green || gray != blue => Err(format!("the pixel has the color {color:?}")),
            [gray, ..] if gray == occupied => Ok(Cell::Occupied),
            [gray, ..] if gray == unknown => Ok(Cell::Unknown),
            [gray, ..] if gray == free => Ok(Cell::Free),
            [gray, ..] => Err(format!(
                "the pixel has the gray {gray}, not {occupied} (occupied), {unknown} (unknown) or {free} (free)"
            )),
        })
    }
}
