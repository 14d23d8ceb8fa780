//! Definitions of the messages that viewers recognize by name: Foxglove's schemas
//! (<https://docs.foxglove.dev/docs/sdk/schemas>), see `schemas/README.md`.

/// A definition: name of the message, and the file descriptor set of it and of all messages that it contains.
pub(super) type Schema = (&'static str, &'static [u8]);

pub(super) const FRAME_TRANSFORMS: Schema = ("foxglove.FrameTransforms", include_bytes!("schemas/FrameTransforms.bin"));
pub(super) const SCENE_UPDATE: Schema = ("foxglove.SceneUpdate", include_bytes!("schemas/SceneUpdate.bin"));
pub(super) const LASER_SCAN: Schema = ("foxglove.LaserScan", include_bytes!("schemas/LaserScan.bin"));
pub(super) const POINT_CLOUD: Schema = ("foxglove.PointCloud", include_bytes!("schemas/PointCloud.bin"));
pub(super) const RAW_IMAGE: Schema = ("foxglove.RawImage", include_bytes!("schemas/RawImage.bin"));
pub(super) const LOG: Schema = ("foxglove.Log", include_bytes!("schemas/Log.bin"));
/// The number of `FLOAT32` in `foxglove.PackedElementField.NumericType`.
pub(super) const FLOAT32: u64 = 7;
