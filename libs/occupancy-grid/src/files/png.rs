//! PNG images, row by row.

use super::gray::{Corner, Size, row_of};
use super::{FileError, Place, gray};
use crate::grid::{Cell, Grid};
use ::png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, EncodingError, Limits, Reader, Transformations};
use std::io::Cursor;

/// Memory limit for parts of a file other than the pixels, bytes; the longest row takes 60 kB.
const BESIDE: usize = 1 << 20;

/// Signature of the format.
const BEGIN: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Encodes an 8-bit grayscale image.
pub(super) fn write(grid: &Grid) -> Result<Vec<u8>, FileError> {
    let pixels: Vec<u8> = grid.row_slices().rev().flatten().copied().map(gray).collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, grid.columns(), grid.rows());
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&pixels)?;
        writer.finish()
    });
    let failed = |error: EncodingError| {
        FileError::new(Place::Written, format!("cannot encode the image: {error}"), "use larger cells")
    };
    written.map_err(failed)?;
    Ok(bytes)
}

/// Returns whether a file has the signature of this format.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(BEGIN)
}

/// Decodes an image; `cell` converts red, green and blue to a cell, or returns why they are invalid.
///
/// `expected` are the required columns and rows, if another file specifies them.
pub(super) fn read(
    bytes: &[u8],
    corner: &Corner,
    expected: Option<[u32; 2]>,
    cell: impl Fn([u8; 3]) -> Result<Cell, String>,
) -> Result<Grid, FileError> {
    if !is_one(bytes) {
        let remedy = "use the PNG image that belongs to the description";
        return Err(FileError::new(Place::Byte(0), "not a PNG image", remedy));
    }
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: BESIDE });
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(|error| damaged(Place::Byte(0), &error))?;
    // Columns, rows and color type are at a fixed offset.
    let head = Place::Byte(16);
    let size = Size { columns: reader.info().width, rows: reader.info().height, place: head };
    let Size { columns, rows, .. } = size;
    corner.check(size)?;
    if let Some([wide, high]) = expected.filter(|expected| *expected != [columns, rows]) {
        let cause = format!("the image has {columns} × {rows} pixels, its description specifies {wide} × {high}");
        return Err(FileError::new(head, cause, "use the image that belongs to the description"));
    }
    let channels = checked(&reader, head)?;
    let mut grid = corner.grid(size)?;
    for row in 0..rows {
        let place = |column| Place::Pixel { row: row + 1, column };
        let pixels = reader.next_row().map_err(|error| damaged(place(1), &error))?;
        let pixels = pixels.as_ref().map_or(&[][..], |pixels| pixels.data());
        if pixels.len() != columns as usize * channels {
            return Err(FileError::new(place(1), "the image ends here", "copy the image again"));
        }
        for (column, (cell_there, pixel)) in
            (1..).zip(row_of(&mut grid, row).iter_mut().zip(pixels.chunks_exact(channels)))
        {
            let color = if let [red, green, blue] = *pixel { [red, green, blue] } else { [pixel[0]; 3] };
            *cell_there = cell(color)
                .map_err(|cause| FileError::new(place(column), cause, "use one of the grays of the description"))?;
        }
    }
    // The data after the pixels confirms that they are complete.
    reader.finish().map_err(|error| damaged(Place::Byte(bytes.len()), &error))?;
    Ok(grid)
}

/// Returns the number of values per pixel: gray or color, without transparency.
fn checked(reader: &Reader<Cursor<&[u8]>>, head: Place) -> Result<usize, FileError> {
    if reader.info().interlaced {
        return Err(FileError::new(head, "the image is interlaced", "save it without interlacing"));
    }
    match reader.output_color_type() {
        (ColorType::Grayscale, BitDepth::Eight) => Ok(1),
        (ColorType::Rgb, BitDepth::Eight) => Ok(3),
        _ => Err(FileError::new(
            head,
            "the image has transparent colors",
            "save it as grayscale, without an alpha channel",
        )),
    }
}

fn damaged(place: Place, error: &DecodingError) -> FileError {
    FileError::new(place, format!("cannot decode the image: {error}"), "copy or save the image again")
}
