//! Map files as in-memory bytes and text: an image and its description. The caller writes the files.

use crate::grid::{Cell, Grid};
use png::{BitDepth, ColorType, Encoder, EncodingError};
use serde_json::{Value, json};

/// Gray of free cells, as in `map_saver` of ROS.
pub const FREE: u8 = 254;

/// Gray of unknown cells.
pub const UNKNOWN: u8 = 205;

/// Gray of occupied cells.
pub const OCCUPIED: u8 = 0;

/// Thresholds of occupied and free cells, as in `map_saver`. 205 is just above the second one, so it is unknown.
const THRESHOLDS: [f64; 2] = [0.65, 0.196];

/// A map as two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The image. Its first row is at the largest y.
    pub picture: Vec<u8>,
    /// The description.
    pub text: String,
}

/// A mapped box. It is upright.
#[derive(Clone, Debug, PartialEq)]
pub struct MappedBox {
    /// Identifier.
    pub id: String,
    /// Center in the world, m.
    pub center: [f64; 3],
    /// Side lengths along its own axes, m.
    pub size: [f64; 3],
    /// Angle from the world's x axis to its own, about z, rad.
    pub yaw: f64,
}

/// Returns the grays of the cells, first row of the image first.
fn pixels(grid: &Grid) -> impl Iterator<Item = u8> + '_ {
    grid.row_slices().rev().flatten().map(|cell| match cell {
        Cell::Unknown => UNKNOWN,
        Cell::Free => FREE,
        Cell::Occupied => OCCUPIED,
    })
}

/// Serializes a grid and the mapped boxes as a grayscale image (PNG), whose file name is `picture`, and its description (JSON).
///
/// `origin_m` is the lower left corner of the grid in the world, `resolution_m` the edge of a cell, `cells` are columns (along x) and rows
/// (along y). `yaw_rad` rotates a box about z; its sizes are along its own axes.
///
/// # Errors
/// If the image cannot be encoded.
pub fn with_boxes(grid: &Grid, boxes: &[MappedBox], picture: &str) -> Result<Pair, EncodingError> {
    let listed = |MappedBox { id, center, size, yaw }: &MappedBox| json!({"id": id, "center_m": center, "size_m": size, "yaw_rad": yaw});
    let text = json!({
        "format": "occupancy-grid",
        "version": 1,
        "picture": picture,
        "origin_m": [grid.origin().x, grid.origin().y],
        "resolution_m": grid.edge(),
        "cells": [grid.columns(), grid.rows()],
        "first_row": "largest_y",
        "values": {"occupied": OCCUPIED, "unknown": UNKNOWN, "free": FREE},
        "boxes": boxes.iter().map(listed).collect::<Vec<Value>>(),
    });
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, grid.columns(), grid.rows());
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels(grid).collect::<Vec<u8>>())?;
    writer.finish()?;
    Ok(Pair { picture: bytes, text: format!("{text:#}\n") })
}

/// Serializes a grid as the pair of files that `map_server` of ROS reads, <http://wiki.ros.org/map_server>: an image (PGM) and its
/// description (YAML), in which `picture` is the path of the image, without characters that YAML would have to quote.
#[must_use]
pub fn for_ros(grid: &Grid, picture: &str) -> Pair {
    let [x, y, edge] = [grid.origin().x, grid.origin().y, grid.edge()].map(number);
    let [occupied, free] = THRESHOLDS;
    let text = format!(
        "image: {picture}\nmode: trinary\nresolution: {edge}\norigin: [{x}, {y}, 0.0]\nnegate: 0\n\
         occupied_thresh: {occupied}\nfree_thresh: {free}\n"
    );
    let mut bytes = format!("P5\n{} {}\n255\n", grid.columns(), grid.rows()).into_bytes();
    bytes.extend(pixels(grid));
    Pair { picture: bytes, text }
}

/// Formats a number with a decimal point and without an exponent: some parsers read `1e-7` as a string, and `1` as an integer.
fn number(number: f64) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { text + ".0" }
}
