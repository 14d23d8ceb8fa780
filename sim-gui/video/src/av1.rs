//! AV1 encoding.

use crate::planes::Planes;
use rav1e::config::SpeedSettings;
use rav1e::prelude::*;

/// Quantizer, 0 to 255: visually lossless at usual viewing distances.
const QUANTIZER: usize = 80;
/// Maximum number of frames between key frames.
const FRAMES_TO_KEY: u64 = 120;
/// Fastest of the encoder's eleven speeds: it keeps up with the renderer.
const SPEED: u8 = 10;

/// An encoded image.
pub struct Packet {
    pub bytes: Vec<u8>,
    /// Whether it is a key frame.
    pub is_key: bool,
}

/// Encodes images of one size to a stream.
pub struct Encoder {
    context: Context<u8>,
    size: [usize; 2],
}

impl Encoder {
    /// An encoder for images with even width and height of at least 16 pixels. `rate` is the nominal number of images per second.
    ///
    /// # Errors
    /// The size is rejected by the encoder.
    pub fn try_new(size: [usize; 2], rate: u32) -> Result<Self, String> {
        let color = ColorDescription {
            color_primaries: ColorPrimaries::BT709,
            transfer_characteristics: TransferCharacteristics::SRGB,
            matrix_coefficients: MatrixCoefficients::BT709,
        };
        let config = EncoderConfig {
            width: size[0],
            height: size[1],
            time_base: Rational::new(1, u64::from(rate)),
            chroma_sampling: ChromaSampling::Cs420,
            color_description: Some(color),
            pixel_range: PixelRange::Limited,
            // Packets are in the order of the images.
            low_latency: true,
            quantizer: QUANTIZER,
            min_key_frame_interval: FRAMES_TO_KEY / 10,
            max_key_frame_interval: FRAMES_TO_KEY,
            // Tiles that are encoded in parallel.
            tiles: 4,
            speed_settings: SpeedSettings::from_preset(SPEED),
            ..EncoderConfig::default()
        };
        let context = Config::new().with_encoder_config(config).new_context();
        Ok(Self { context: context.map_err(|error| error.to_string())?, size })
    }

    /// The stream header for a container.
    pub fn header(&self) -> Vec<u8> {
        self.context.container_sequence_header()
    }

    /// Encodes an image; `done` receives finished packets, which may be of earlier images.
    ///
    /// # Errors
    /// An error of the encoder.
    pub fn add(&mut self, planes: &Planes, done: impl FnMut(Packet)) -> Result<(), String> {
        let mut frame = self.context.new_frame();
        let [width, _] = self.size;
        for (plane, (bytes, width)) in frame.planes.iter_mut().zip([
            (&planes.brightness, width),
            (&planes.blue, width / 2),
            (&planes.red, width / 2),
        ]) {
            plane.copy_from_raw_u8(bytes, width, 1);
        }
        self.context.send_frame(frame).map_err(|error| error.to_string())?;
        self.take(done)
    }

    /// Encodes the remaining images.
    ///
    /// # Errors
    /// An error of the encoder.
    pub fn finish(&mut self, done: impl FnMut(Packet)) -> Result<(), String> {
        self.context.flush();
        self.take(done)
    }

    fn take(&mut self, mut done: impl FnMut(Packet)) -> Result<(), String> {
        loop {
            match self.context.receive_packet() {
                Ok(packet) => done(Packet { is_key: packet.frame_type == FrameType::KEY, bytes: sample(packet.data) }),
                Err(EncoderStatus::Encoded) => {}
                Err(EncoderStatus::NeedMoreData | EncoderStatus::LimitReached) => return Ok(()),
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}

/// A packet as stored in a container: without the temporal delimiter at its start in a bare stream (AV1 Codec ISO Media File
/// Format Binding 1.2.0, 2.4).
fn sample(mut packet: Vec<u8>) -> Vec<u8> {
    const DELIMITER: [u8; 2] = [0x12, 0x00];
    if packet.starts_with(&DELIMITER) {
        packet.drain(..DELIMITER.len());
    }
    packet
}
