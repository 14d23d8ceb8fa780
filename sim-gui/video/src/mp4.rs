//! MP4 container of ISO/IEC 14496-12, with AV1 according to the AV1 Codec ISO Media File Format Binding 1.2.0.

use crate::av1::Packet;
use shiguredo_mp4::boxes::{Av01Box, Av1cBox, SampleEntry, VisualSampleEntryFields};
use shiguredo_mp4::mux::{Mp4FileMuxer, MuxError, Sample};
use shiguredo_mp4::{TrackKind, Uint};
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::num::NonZeroU32;

/// Time units per second.
pub const TIMESCALE: u32 = 90_000;

/// Space for the tables of a file that cannot grow any more, bytes: a fixed part, and the maximum per image (its size, offset,
/// duration, and key frame flag).
const TABLES: [u64; 2] = [4096, 32];

/// A file being written.
pub struct Container<W> {
    file: W,
    position: u64,
    /// End of the part before the first image, and the description of the images.
    head: (u64, Option<SampleEntry>),
    /// The images in the file. Their tables are written at the end.
    images: Vec<StoredImage>,
}

/// An image in the file.
#[derive(Clone, Copy)]
struct StoredImage {
    is_key: bool,
    /// In units of 1/[`TIMESCALE`] s.
    duration: u32,
    bytes: usize,
}

/// A file that can be truncated.
pub trait Shorten {
    /// Truncates it to a length, bytes.
    ///
    /// # Errors
    /// An error of the system.
    fn shorten(&mut self, length: u64) -> io::Result<()>;
}

impl Shorten for File {
    fn shorten(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}

/// The tables of a container cannot be created.
fn refused(error: MuxError) -> io::Error {
    io::Error::other(format!("{error:?}"))
}

impl<W: Write + Seek> Container<W> {
    /// Starts the file of a stream with this header. `first` is its first packet.
    ///
    /// # Errors
    /// An error of the system.
    pub fn begin(mut file: W, size: [u16; 2], header: &[u8], first: &Packet) -> io::Result<Self> {
        let muxer = Mp4FileMuxer::new().map_err(refused)?;
        let head = muxer.initial_boxes_bytes();
        file.write_all(head)?;
        let entry = SampleEntry::Av01(entry(size, header, &first.bytes));
        let position = head.len() as u64;
        Ok(Self { file, position, head: (position, Some(entry)), images: Vec::new() })
    }

    /// Appends an image with a duration in units of 1/[`TIMESCALE`] s.
    ///
    /// # Errors
    /// An error of the system.
    pub fn add(&mut self, packet: &Packet, duration: u32) -> io::Result<()> {
        self.file.write_all(&packet.bytes)?;
        self.position += packet.bytes.len() as u64;
        self.images.push(StoredImage { is_key: packet.is_key, duration, bytes: packet.bytes.len() });
        Ok(())
    }

    /// Writes the tables, and returns the file.
    ///
    /// # Errors
    /// An error of the system.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_tables()?;
        Ok(self.file)
    }

    fn write_tables(&mut self) -> io::Result<()> {
        let mut muxer = Mp4FileMuxer::new().map_err(refused)?;
        let (mut position, mut entry) = self.head.clone();
        for image in &self.images {
            let sample = Sample {
                track_kind: TrackKind::Video,
                // Only with the first image.
                sample_entry: entry.take(),
                keyframe: image.is_key,
                timescale: NonZeroU32::new(TIMESCALE).expect("invariant: it is not zero"),
                duration: image.duration,
                composition_time_offset: None,
                data_offset: position,
                data_size: image.bytes,
            };
            position += image.bytes as u64;
            muxer.append_sample(&sample).map_err(refused)?;
        }
        let boxes = muxer.finalize().map_err(refused)?;
        for (offset, bytes) in boxes.offset_and_bytes_pairs() {
            self.file.seek(SeekFrom::Start(offset))?;
            self.file.write_all(bytes)?;
        }
        self.file.flush()
    }

    /// Converts the file, for example to an unbuffered one.
    pub fn map<V>(self, file: impl FnOnce(W) -> V) -> Container<V> {
        Container { file: file(self.file), position: self.position, head: self.head, images: self.images }
    }

    /// The file.
    pub fn file(&self) -> &W {
        &self.file
    }
}

impl<W: Write + Seek + Shorten> Container<W> {
    /// Completes a file that cannot grow any more, for example because the disk is full: drops the last images to make room for
    /// the tables. `length` is the current length of the file, bytes. Returns the file with the number of its images and their
    /// total duration, in units of 1/[`TIMESCALE`] s.
    ///
    /// # Errors
    /// An error of the system, or not even one image fits.
    pub fn rescue(mut self, length: u64) -> io::Result<(W, u64, u64)> {
        let room = TABLES[0] + TABLES[1] * self.images.len() as u64;
        while self.position.saturating_add(room) > length {
            let Some(last) = self.images.pop() else { return Err(io::Error::other("no complete image")) };
            self.position -= last.bytes as u64;
        }
        if self.images.is_empty() {
            return Err(io::Error::other("no complete image"));
        }
        self.file.shorten(self.position)?;
        self.write_tables()?;
        let duration = self.images.iter().map(|image| u64::from(image.duration)).sum();
        Ok((self.file, self.images.len() as u64, duration))
    }
}

/// The sample entry. The first four bytes of the header are those of the codec configuration record (binding, 2.3.3).
fn entry([width, height]: [u16; 2], header: &[u8], first: &[u8]) -> Av01Box {
    let byte = |index: usize| header.get(index).copied().unwrap_or_default();
    let visual = VisualSampleEntryFields {
        data_reference_index: VisualSampleEntryFields::DEFAULT_DATA_REFERENCE_INDEX,
        width,
        height,
        horizresolution: VisualSampleEntryFields::DEFAULT_HORIZRESOLUTION,
        vertresolution: VisualSampleEntryFields::DEFAULT_VERTRESOLUTION,
        frame_count: VisualSampleEntryFields::DEFAULT_FRAME_COUNT,
        compressorname: VisualSampleEntryFields::NULL_COMPRESSORNAME,
        depth: VisualSampleEntryFields::DEFAULT_DEPTH,
    };
    let av1c_box = Av1cBox {
        seq_profile: Uint::from_bits(byte(1)),
        seq_level_idx_0: Uint::from_bits(byte(1)),
        seq_tier_0: Uint::from_bits(byte(2)),
        high_bitdepth: Uint::from_bits(byte(2)),
        twelve_bit: Uint::from_bits(byte(2)),
        monochrome: Uint::from_bits(byte(2)),
        chroma_subsampling_x: Uint::from_bits(byte(2)),
        chroma_subsampling_y: Uint::from_bits(byte(2)),
        chroma_sample_position: Uint::from_bits(byte(2)),
        initial_presentation_delay_minus_one: None,
        config_obus: sequence_header(first).to_vec(),
    };
    Av01Box { visual, av1c_box, unknown_boxes: Vec::new() }
}

/// The sequence header OBU at the start of the first packet, which describes the encoding of the stream (AV1 specification, 5.3
/// and 6.2.2: type 1, with its size in one byte). Empty if the packet starts with something else.
fn sequence_header(packet: &[u8]) -> &[u8] {
    match packet {
        [0x0A, size, rest @ ..] if *size < 0x80 && rest.len() >= usize::from(*size) => {
            &packet[..2 + usize::from(*size)]
        }
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shiguredo_mp4::demux::{Input, Mp4FileDemuxer};
    use sim_tests::video::{Image, Mp4};
    use std::io::Cursor;

    /// A file on a disk with limited space.
    struct Full(Cursor<Vec<u8>>, usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = self.1.saturating_sub(self.0.position() as usize);
            match (bytes.len(), bytes.len().min(room)) {
                (1.., 0) => Err(io::ErrorKind::StorageFull.into()),
                (_, fitting) => self.0.write(&bytes[..fitting]),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Full {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    impl Shorten for Full {
        fn shorten(&mut self, length: u64) -> io::Result<()> {
            self.0.get_mut().truncate(length as usize);
            Ok(())
        }
    }

    /// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
    #[test]
    fn images_on_a_full_disk_become_a_complete_video() {
        let packet = |number: u8| Packet { bytes: vec![number; 1000], is_key: number == 0 };
        for disk in [600, 3000, 6000, 20_000, 60_000] {
            let file = Full(Cursor::new(Vec::new()), disk);
            let Ok(mut container) = Container::begin(file, [64, 48], &[0x81, 0x08, 0x0C, 0], &packet(0)) else {
                panic!("the header does not fit into {disk} bytes")
            };
            let written = (0..100).take_while(|number| container.add(&packet(*number), 3000).is_ok()).count();
            assert!(written < 100, "the disk is full");
            let length = container.file().0.get_ref().len() as u64;
            let Ok((file, images, duration)) = container.rescue(length) else {
                assert!(disk < 6000, "no images in {disk} bytes");
                continue;
            };
            let file = file.0.get_ref();
            let found = Mp4::of(file).images;
            assert!(file.len() <= disk);
            assert!(images as usize + 9 > written && (images as usize) < written, "{images} of {written}");
            assert_eq!((found.len() as u64, duration), (images, 3000 * images));
            for (number, image) in found.iter().enumerate() {
                let (time, bytes) = (3000 * number as u64, vec![number as u8; 1000]);
                assert_eq!(*image, Image { time, duration: 3000, is_key: number == 0, bytes });
            }
        }
    }

    #[test]
    fn a_reader_that_is_not_ours_finds_the_images_with_their_times() {
        let packets = [(true, vec![0x0A, 2, 7, 7, 50, 1]), (false, vec![50, 2, 3]), (false, vec![50])];
        let packets = packets.map(|(is_key, bytes)| Packet { bytes, is_key });
        let header = [0x81, 0x08, 0x0C, 0];
        let mut container = Container::begin(Cursor::new(Vec::new()), [64, 48], &header, &packets[0]).unwrap();
        for (packet, duration) in packets.iter().zip([3000, 3000, 6000]) {
            container.add(packet, duration).unwrap();
        }
        let file = container.finish().unwrap().into_inner();
        let mut reader = Mp4FileDemuxer::new();
        while let Some(wanted) = reader.required_input() {
            let position = wanted.position as usize;
            reader.handle_input(Input { position: wanted.position, data: &file[position..] });
        }
        let mut found = Vec::new();
        while let Some(sample) = reader.next_sample().unwrap() {
            let place = sample.data_offset as usize;
            found.push((
                sample.keyframe,
                sample.timestamp,
                sample.duration,
                file[place..place + sample.data_size].to_vec(),
            ));
            let Some(SampleEntry::Av01(entry)) = sample.sample_entry else { continue };
            assert_eq!((entry.visual.width, entry.visual.height), (64, 48));
            assert_eq!((entry.av1c_box.seq_level_idx_0.get(), entry.av1c_box.chroma_subsampling_x.get()), (8, 1));
            assert_eq!(entry.av1c_box.config_obus, [0x0A, 2, 7, 7]);
        }
        let times = [(0, 3000), (3000, 3000), (6000, 6000)];
        let expected = packets.into_iter().zip(times);
        let expected = expected.map(|(packet, (from, long))| (packet.is_key, from, long, packet.bytes));
        assert_eq!(found, expected.collect::<Vec<_>>());
    }

    #[test]
    fn a_packet_without_a_sequence_header_is_detected() {
        for packet in [&[][..], &[0x0A], &[0x0A, 3, 1, 1], &[50, 2, 3]] {
            assert_eq!(sequence_header(packet), [0; 0]);
        }
    }
}
