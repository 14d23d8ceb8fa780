//! Videos, read by an independent reader.

use shiguredo_mp4::boxes::SampleEntry;
use shiguredo_mp4::demux::{Input, Mp4FileDemuxer};
use std::path::Path;

/// An image of a video.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Presentation time, in units of the time scale.
    pub time: u64,
    /// Duration, in units of the time scale.
    pub duration: u32,
    /// Whether playback can start with it.
    pub is_key: bool,
    /// Encoded data.
    pub bytes: Vec<u8>,
}

/// A video in MP4.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mp4 {
    /// Width and height, as stored in the file.
    pub size: [u16; 2],
    /// Time units per second.
    pub timescale: u32,
    /// Its images.
    pub images: Vec<Image>,
}

impl Mp4 {
    /// The video in a file.
    ///
    /// # Panics
    /// Panics if the file is not a video.
    pub fn read(path: &Path) -> Self {
        Self::of(&std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    }

    /// The video in these bytes.
    ///
    /// # Panics
    /// Panics if they are not a video.
    pub fn of(file: &[u8]) -> Self {
        let mut reader = Mp4FileDemuxer::new();
        while let Some(wanted) = reader.required_input() {
            reader.handle_input(Input { position: wanted.position, data: &file[wanted.position as usize..] });
        }
        let mut video = Self::default();
        while let Some(sample) = reader.next_sample().expect("a sample") {
            if let Some(SampleEntry::Av01(entry)) = sample.sample_entry {
                video.size = [entry.visual.width, entry.visual.height];
            }
            video.timescale = sample.track.timescale.get();
            let place = sample.data_offset as usize;
            video.images.push(Image {
                time: sample.timestamp,
                duration: sample.duration,
                is_key: sample.keyframe,
                bytes: file[place..place + sample.data_size].to_vec(),
            });
        }
        video
    }

    /// Its length, s.
    pub fn length(&self) -> f64 {
        self.images.iter().map(|image| f64::from(image.duration)).sum::<f64>() / f64::from(self.timescale.max(1))
    }

    /// Presentation time of an image, s.
    pub fn seconds(&self, image: &Image) -> f64 {
        image.time as f64 / f64::from(self.timescale.max(1))
    }
}
