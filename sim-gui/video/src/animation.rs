//! Animations: GIF files.

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::fs::File;
use std::io::{self, BufWriter};

/// Speed of choosing the 256 colors of an image, 1 (best) to 30.
const COLORS_SPEED: i32 = 10;

/// Images being written to a file.
pub struct Animation {
    /// `None` once it is closed.
    encoder: Option<Encoder<BufWriter<File>>>,
    size: [u16; 2],
    /// The latest image, which is not written yet, since its duration is known with the next: pixels and start of display, s.
    latest: Option<(Vec<u8>, f64)>,
    /// The image before that.
    previous: Vec<u8>,
}

impl Animation {
    /// Begins a file that repeats without end.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(file: File, size: [u32; 2]) -> io::Result<Self> {
        let size = size.map(|edge| edge as u16);
        let mut encoder = Encoder::new(BufWriter::new(file), size[0], size[1], &[]).map_err(failure)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failure)?;
        Ok(Self { encoder: Some(encoder), size, latest: None, previous: Vec::new() })
    }

    /// Appends RGBA pixels that are displayed from a time on, s.
    pub fn add(&mut self, pixels: &[u8], time: f64) -> io::Result<()> {
        self.write_latest(time)?;
        self.latest = Some((pixels.to_vec(), time));
        Ok(())
    }

    /// Writes the last image, which is displayed for this time, s.
    pub fn finish(&mut self, last_for: f64) -> io::Result<File> {
        let Some((_, time)) = &self.latest else { return Err(io::Error::other("no image was added")) };
        self.write_latest(time + last_for)?;
        let encoder = self.encoder.take().ok_or_else(|| io::Error::other("the animation is already finished"))?;
        let file = encoder.into_inner().map_err(failure)?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all().map(|()| file)
    }

    /// Closes the file.
    pub fn close(&mut self) {
        self.encoder = None;
    }

    /// Writes the latest image, displayed until a time, s. Only pixels that differ from the image before are opaque, which takes
    /// less space.
    fn write_latest(&mut self, end: f64) -> io::Result<()> {
        let Some((pixels, start)) = self.latest.take() else { return Ok(()) };
        let Some(encoder) = &mut self.encoder else { return Ok(()) };
        let mut changed = pixels.clone();
        for (pixel, before) in changed.chunks_exact_mut(4).zip(self.previous.chunks_exact(4)) {
            if pixel == before {
                pixel.fill(0);
            }
        }
        self.previous = pixels;
        let [width, height] = self.size;
        let mut frame = Frame::from_rgba_speed(width, height, &mut changed, COLORS_SPEED);
        frame.dispose = DisposalMethod::Keep;
        // The format counts in hundredths of a second.
        let [start, end] = [start, end].map(|time| (time * 100.0).round());
        frame.delay = (end - start).clamp(1.0, f64::from(u16::MAX)) as u16;
        encoder.write_frame(&frame).map_err(failure)
    }
}

fn failure(error: EncodingError) -> io::Error {
    io::Error::other(error)
}
