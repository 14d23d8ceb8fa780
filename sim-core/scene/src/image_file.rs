//! Image files: PNG and JPEG.

use super::paint::Raster;
use sim_files::{MB, check_regular};
use std::path::Path;

/// Maximum size of an image file, bytes.
const MAX_LEN: u64 = 1000 * MB;

impl Raster {
    /// Reads a PNG or JPEG file.
    ///
    /// # Errors
    /// If the file cannot be read or decoded.
    pub fn read(path: &Path) -> Result<Raster, String> {
        let image = open(path)?;
        #[cfg(not(feature = "images"))]
        match image {}
        #[cfg(feature = "images")]
        {
            let image = image.to_rgba32f();
            let (width, height) = image.dimensions();
            let pixels = image.pixels().map(|pixel| pixel.0).collect();
            Raster::new(width as usize, height as usize, pixels).ok_or_else(|| "the image is empty".to_string())
        }
    }
}

/// Width, height and gray values of an image, row by row from the bottom.
pub fn gray_values(path: &Path) -> Result<(usize, usize, Vec<u16>), String> {
    let image = open(path)?;
    #[cfg(not(feature = "images"))]
    match image {}
    #[cfg(feature = "images")]
    {
        let gray = image.to_luma16();
        let values = gray.rows().rev().flatten().map(|pixel| pixel.0[0]).collect();
        Ok((gray.width() as usize, gray.height() as usize, values))
    }
}

#[cfg(feature = "images")]
fn open(path: &Path) -> Result<image::DynamicImage, String> {
    check_regular(path, MAX_LEN).map_err(|error| error.reason(MAX_LEN))?;
    image::open(path).map_err(|error| error.to_string())
}

#[cfg(not(feature = "images"))]
fn open(path: &Path) -> Result<std::convert::Infallible, String> {
    check_regular(path, MAX_LEN).map_err(|error| error.reason(MAX_LEN))?;
    Err("this program was built without the feature `images` of sim-core".to_string())
}
