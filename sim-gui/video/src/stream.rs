//! A video stream: images are encoded, and written once the end of their display is known.

use crate::av1::{Encoder, Packet};
use crate::mp4::{Container, TIMESCALE};
use crate::planes::Planes;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter};

/// The extent of the written images.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// Number of images.
    pub images: u64,
    /// Total duration, s.
    pub duration: f64,
}

/// Images being encoded and written to a container.
pub struct Stream {
    encoder: Encoder,
    size: [u32; 2],
    /// Until the first image is encoded.
    file: Option<BufWriter<File>>,
    container: Option<Container<BufWriter<File>>>,
    /// Encoded images that are not written yet: the duration of one is known with the next.
    packets: VecDeque<Packet>,
    /// Start of display of these and of images that are not encoded yet, in time units.
    times: VecDeque<u64>,
}

impl Stream {
    /// Begins with the first image.
    pub fn new(encoder: Encoder, file: File, size: [u32; 2]) -> Self {
        let file = Some(BufWriter::new(file));
        Self { encoder, size, file, container: None, packets: VecDeque::new(), times: VecDeque::new() }
    }

    /// Appends RGBA pixels that are displayed from a time on, s.
    pub fn add(&mut self, pixels: &[u8], time: f64) -> io::Result<()> {
        let time = (time * f64::from(TIMESCALE)).round().max(0.0) as u64;
        // Every image has a positive duration.
        self.times.push_back(self.times.back().map_or(time, |last| time.max(last + 1)));
        let planes = Planes::of(pixels, self.size.map(|edge| edge as usize));
        self.encoder.add(&planes, |packet| self.packets.push_back(packet)).map_err(io::Error::other)?;
        self.write()
    }

    /// Writes the remaining images; the last one is displayed for this time, s.
    pub fn finish(&mut self, last_for: f64) -> io::Result<File> {
        self.encoder.finish(|packet| self.packets.push_back(packet)).map_err(io::Error::other)?;
        let last_for = (last_for * f64::from(TIMESCALE)).round().max(1.0) as u64;
        self.times.extend(self.times.back().map(|last| last + last_for));
        self.write()?;
        match self.container.take() {
            Some(container) => {
                let file = container.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.sync_all().map(|()| file)
            }
            None => Err(io::Error::other("no image was added")),
        }
    }

    /// Closes the file.
    pub fn close(&mut self) {
        (self.container, self.file) = (None, None);
    }

    /// Completes the file with the images written so far.
    pub fn rescue(&mut self) -> io::Result<(Extent, File)> {
        let container = self.container.take().ok_or_else(|| io::Error::other("no image was added"))?;
        // Data that has not been written by now is discarded.
        let container = container.map(|file| file.into_parts().0);
        let length = container.file().metadata()?.len();
        let (file, images, duration) = container.rescue(length)?;
        file.sync_all()?;
        Ok((Extent { images, duration: duration as f64 / f64::from(TIMESCALE) }, file))
    }

    /// Writes the images whose end of display is known.
    fn write(&mut self) -> io::Result<()> {
        while self.times.len() > 1
            && let Some(packet) = self.packets.pop_front()
        {
            let container = match self.file.take() {
                Some(file) => {
                    let size = self.size.map(|edge| edge as u16);
                    self.container.insert(Container::begin(file, size, &self.encoder.header(), &packet)?)
                }
                None => self.container.as_mut().expect("invariant: it was begun with the first image"),
            };
            let duration = self.times[1] - self.times[0];
            container.add(&packet, duration.min(u64::from(u32::MAX)) as u32)?;
            self.times.pop_front();
        }
        Ok(())
    }
}
