//! Encoded images in a file: the container of ISO/IEC 14496-12, with AV1 as the AV1 Codec ISO Media File Format Binding 1.2.0 says.

use crate::av1::Packet;
use shiguredo_mp4::boxes::{Av01Box, Av1cBox, SampleEntry, VisualSampleEntryFields};
use shiguredo_mp4::mux::{Mp4FileMuxer, MuxError, Sample};
use shiguredo_mp4::{TrackKind, Uint};
use std::io::{self, Seek, SeekFrom, Write};
use std::num::NonZeroU32;

/// Parts of a second in which times are told.
pub const TIMESCALE: u32 = 90_000;

/// A file that is being written.
pub struct Container<W> {
    file: W,
    position: u64,
    muxer: Mp4FileMuxer,
    /// What the next image is; told with the first one only.
    entry: Option<SampleEntry>,
}

/// The tables of a container cannot be made.
fn refused(error: MuxError) -> io::Error {
    io::Error::other(format!("{error:?}"))
}

impl<W: Write + Seek> Container<W> {
    /// Begins the file of a stream with this header. `first` is its first packet.
    ///
    /// # Errors
    /// What the system says.
    pub fn begin(mut file: W, size: [u16; 2], header: &[u8], first: &Packet) -> io::Result<Self> {
        let muxer = Mp4FileMuxer::new().map_err(refused)?;
        let head = muxer.initial_boxes_bytes();
        file.write_all(head)?;
        let entry = SampleEntry::Av01(entry(size, header, &first.bytes));
        Ok(Self { file, position: head.len() as u64, muxer, entry: Some(entry) })
    }

    /// Adds an image that is seen for so long, in parts of [`TIMESCALE`].
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, packet: &Packet, duration: u32) -> io::Result<()> {
        self.file.write_all(&packet.bytes)?;
        let sample = Sample {
            track_kind: TrackKind::Video,
            sample_entry: self.entry.take(),
            keyframe: packet.is_key,
            timescale: NonZeroU32::new(TIMESCALE).expect("invariant: it is not zero"),
            duration,
            composition_time_offset: None,
            data_offset: self.position,
            data_size: packet.bytes.len(),
        };
        self.position += packet.bytes.len() as u64;
        self.muxer.append_sample(&sample).map_err(refused)
    }

    /// Writes the tables, and gives the file back.
    ///
    /// # Errors
    /// What the system says.
    pub fn finish(mut self) -> io::Result<W> {
        let boxes = self.muxer.finalize().map_err(refused)?;
        for (offset, bytes) in boxes.offset_and_bytes_pairs() {
            self.file.seek(SeekFrom::Start(offset))?;
            self.file.write_all(bytes)?;
        }
        self.file.flush()?;
        Ok(self.file)
    }
}

/// What the images are. The first four bytes of the header are those of the record of the codec's configuration (binding, 2.3.3).
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

/// The open bitstream unit that says how the stream is coded, with which the first packet begins (AV1 specification, 5.3 and
/// 6.2.2: type 1, with its size in one byte). Empty where the packet begins with something else.
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
    use std::io::Cursor;

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
    fn a_packet_that_begins_with_something_else_has_no_header() {
        for packet in [&[][..], &[0x0A], &[0x0A, 3, 1, 1], &[50, 2, 3]] {
            assert_eq!(sequence_header(packet), [0; 0]);
        }
    }
}
