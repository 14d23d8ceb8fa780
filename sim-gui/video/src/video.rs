//! Writing a video or pictures.

use crate::animation::Animation;
use crate::av1::Encoder;
use crate::error::{incomplete_video, partial_video, reserved, unavailable, unpublished, unwritable, wrong_size};
use crate::mp4::TIMESCALE;
use crate::stream::{Extent, Stream};
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use sim_core::diagnostic::Diagnostic;
use sim_core::files::write_whole;
use sim_core::output_lock::{Existing, FolderLock, create_locked, is_at, publish};
use sim_core::recording::{incomplete, is_incomplete_name};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

/// Maximum number of queued images: more would only fill the memory.
const WAITING: usize = 4;
/// Minimum and maximum edge of video images, px; edges are even.
pub const EDGES: [u32; 2] = [16, 8192];

/// Whether video images can have this edge, px.
pub fn is_edge(edge: u32) -> bool {
    (EDGES[0]..=EDGES[1]).contains(&edge) && edge.is_multiple_of(2)
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A PNG file with the last image.
    Picture,
    /// A folder of PNG files: `frame-000001.png` and so on.
    Pictures,
    /// An MP4 file.
    Video,
    /// A GIF file that repeats: for pages that cannot show videos.
    Animation,
}

impl Kind {
    /// The format for a name: `.png` is a picture, `.mp4` a video, `.gif` an animation, a name without extension
    /// a folder. `None` for other names.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension() {
            None => Some(Self::Pictures),
            Some(extension) if extension.eq_ignore_ascii_case("png") => Some(Self::Picture),
            Some(extension) if extension.eq_ignore_ascii_case("mp4") => Some(Self::Video),
            Some(extension) if extension.eq_ignore_ascii_case("gif") => Some(Self::Animation),
            Some(_) => None,
        }
    }
}

/// How to treat a video that cannot be finished, because of an error or because the program drops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// Remove it.
    Removed,
    /// Complete it with the images written so far. If that fails, too, it stays under its temporary name.
    Kept,
}

/// A video, a picture, or pictures, written by a separate thread.
pub struct Video {
    path: PathBuf,
    images: Option<SyncSender<Message>>,
    /// Number of queued images.
    waiting: Arc<AtomicUsize>,
    thread: Option<JoinHandle<Result<Extent, Diagnostic>>>,
}

enum Message {
    /// RGBA pixels, and the start of display, s.
    Image(Vec<u8>, f64),
    /// All images were sent. End of display of the last one, s.
    Finish(Option<f64>),
}

impl Video {
    /// Starts a file, or a folder that need not exist, for images of this size. `rate` is the nominal number of images per
    /// second; its inverse is the duration of the last image. A video has a temporary name until it is finished, like a
    /// recording. `existing` applies to videos with either name.
    ///
    /// # Errors
    /// The file cannot be created, or videos do not support this size.
    pub fn begin(path: &Path, kind: Kind, size: [u32; 2], rate: u32, existing: Existing) -> Result<Self, Diagnostic> {
        Self::begin_with(path, kind, size, rate, existing, Unfinished::Removed)
    }

    /// As [`Video::begin`], with the treatment of an unfinished video.
    ///
    /// # Errors
    /// As [`Video::begin`].
    pub fn begin_with(
        path: &Path,
        kind: Kind,
        size: [u32; 2],
        rate: u32,
        existing: Existing,
        unfinished: Unfinished,
    ) -> Result<Self, Diagnostic> {
        let mut writer = Writer::begin(path, kind, size, rate, existing)?;
        let (images, received) = sync_channel(WAITING);
        let waiting = Arc::new(AtomicUsize::new(0));
        let (name, left) = (path.to_path_buf(), waiting.clone());
        let work = move || match (writer.run(&received, &left), unfinished) {
            (Ok(Some(extent)), _) => Ok(extent),
            (written, Unfinished::Removed) => {
                writer.discard();
                written.map(Option::unwrap_or_default)
            }
            (Ok(None), Unfinished::Kept) => writer.close(None),
            (Err(finding), Unfinished::Kept) => Err(writer.keep(finding)),
        };
        let thread = Builder::new().name("video".into()).spawn(work).map_err(|error| unwritable(&name, error))?;
        Ok(Self { path: name, images: Some(images), waiting, thread: Some(thread) })
    }

    /// Appends an RGBA image, row by row from the top, that is displayed from a time on, s. Blocks while several images are
    /// queued.
    ///
    /// # Errors
    /// A previous image could not be written.
    pub fn add(&mut self, pixels: Vec<u8>, time: f64) -> Result<(), Diagnostic> {
        let Some(images) = &self.images else { return Err(self.ended()) };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        images.send(Message::Image(pixels, time)).map_err(|_| self.ended())
    }

    /// Whether [`Video::add`] would not block. Callers that must not block should skip the image otherwise.
    ///
    /// # Errors
    /// A previous image could not be written.
    pub fn has_room(&mut self) -> Result<bool, Diagnostic> {
        match self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            true => Ok(self.waiting.load(Ordering::Relaxed) < WAITING),
            false => Err(self.ended()),
        }
    }

    /// Writes the remaining images and finishes the file.
    ///
    /// # Errors
    /// That is not possible. The video is then removed or kept as configured; pictures already written stay.
    pub fn finish(self) -> Result<Extent, Diagnostic> {
        self.finish_with(None)
    }

    /// As [`Video::finish`], with the end of display of the last image, s.
    ///
    /// # Errors
    /// As [`Video::finish`].
    pub fn finish_at(self, end: f64) -> Result<Extent, Diagnostic> {
        self.finish_with(Some(end))
    }

    fn finish_with(mut self, end: Option<f64>) -> Result<Extent, Diagnostic> {
        if let Some(images) = &self.images {
            // If the thread has ended, it reports the reason itself.
            let _ = images.send(Message::Finish(end));
        }
        self.end()
    }

    /// Why no more images can be appended.
    fn ended(&mut self) -> Diagnostic {
        self.end().err().unwrap_or_else(|| unwritable(&self.path, "the video is already finished"))
    }

    fn end(&mut self) -> Result<Extent, Diagnostic> {
        self.images = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(written)) => written,
            Some(Err(_)) | None => Err(unwritable(&self.path, "the writer thread has failed")),
        }
    }
}

impl Drop for Video {
    /// Keeps or removes an unfinished video, as configured at its start.
    fn drop(&mut self) {
        if self.thread.is_some() {
            let _ = self.end();
        }
    }
}

/// The state of the thread.
struct Writer {
    path: PathBuf,
    size: [u32; 2],
    rate: u32,
    output: Output,
    existing: Existing,
    /// The file of an unfinished video, which identifies it whatever file has its name.
    begun: Option<File>,
    /// Number of images, and start of display of the first and the last one, s.
    images: u64,
    span: [f64; 2],
}

enum Output {
    Picture,
    Pictures { _lock: FolderLock },
    Animation(Animation),
    Video(Box<Stream>),
}

impl Writer {
    fn begin(path: &Path, kind: Kind, size: [u32; 2], rate: u32, existing: Existing) -> Result<Self, Diagnostic> {
        let rate = rate.max(1);
        let mut begun = None;
        let output = match kind {
            Kind::Picture => Output::Picture,
            Kind::Pictures => {
                if let Err(error) = std::fs::create_dir(path)
                    && !path.is_dir()
                {
                    return Err(unwritable(path, error));
                }
                let lock = FolderLock::take(path).map_err(|error| unavailable(path, error))?;
                Output::Pictures { _lock: lock }
            }
            Kind::Video | Kind::Animation if !size.into_iter().all(is_edge) => {
                return Err(wrong_size(path, size, EDGES));
            }
            Kind::Video | Kind::Animation if is_incomplete_name(path) => return Err(reserved(path)),
            Kind::Animation => {
                let file = create_locked(&incomplete(path), existing).map_err(|error| unavailable(path, error))?;
                begun = Some(file.try_clone().map_err(|error| unwritable(path, error))?);
                Output::Animation(Animation::new(file, size).map_err(|error| unwritable(path, error))?)
            }
            Kind::Video => {
                let encoder = Encoder::try_new(size.map(|edge| edge as usize), rate);
                let encoder = encoder.map_err(|error| unwritable(path, error))?;
                let file = create_locked(&incomplete(path), existing).map_err(|error| unavailable(path, error))?;
                begun = Some(file.try_clone().map_err(|error| unwritable(path, error))?);
                Output::Video(Box::new(Stream::new(encoder, file, size)))
            }
        };
        Ok(Self { path: path.to_path_buf(), size, rate, output, existing, begun, images: 0, span: [0.0; 2] })
    }

    /// Writes images until there are no more; `None` if the sender was dropped before finishing.
    fn run(&mut self, images: &Receiver<Message>, waiting: &AtomicUsize) -> Result<Option<Extent>, Diagnostic> {
        while let Ok(message) = images.recv() {
            match message {
                Message::Image(pixels, time) => {
                    waiting.fetch_sub(1, Ordering::Relaxed);
                    let name = incomplete(&self.path);
                    // On some systems a deleted file can be written to, but it would be lost.
                    if self.begun.as_ref().is_some_and(|begun| !is_at(begun, &name)) {
                        return Err(unpublished(&self.path, &name, io::ErrorKind::NotFound.into()));
                    }
                    self.write(&pixels, time).map_err(|error| unwritable(&self.path, error))?;
                    self.images += 1;
                    self.span = [if self.images == 1 { time } else { self.span[0] }, time];
                }
                Message::Finish(end) => return self.close(end).map(Some),
            }
        }
        Ok(None)
    }

    fn write(&mut self, pixels: &[u8], time: f64) -> io::Result<()> {
        match &mut self.output {
            Output::Picture => write_whole(&self.path, &png(pixels, self.size)?),
            Output::Pictures { .. } => {
                let name = format!("frame-{:06}.png", self.images + 1);
                write_whole(&self.path.join(name), &png(pixels, self.size)?)
            }
            Output::Animation(animation) => animation.add(pixels, time),
            Output::Video(stream) => stream.add(pixels, time),
        }
    }

    /// Writes the remaining images. The last one is displayed until a time, s, or for the nominal duration.
    fn close(&mut self, end: Option<f64>) -> Result<Extent, Diagnostic> {
        let [first, last] = self.span;
        let usual = f64::from(self.rate).recip();
        // Every image has a positive duration.
        let last_for = end.map_or(usual, |end| (end - last).max(1.0 / f64::from(TIMESCALE)));
        let finished = match &mut self.output {
            Output::Animation(animation) => Some(animation.finish(last_for)),
            Output::Video(stream) => Some(stream.finish(last_for)),
            Output::Picture | Output::Pictures { .. } => None,
        };
        if let Some(finished) = finished {
            // Open, and therefore locked, until it has its name.
            let file = finished.map_err(|error| unwritable(&self.path, error))?;
            let begun = incomplete(&self.path);
            // From here on it is complete and is kept.
            self.begun = None;
            publish(&file, &begun, &self.path, self.existing)
                .map_err(|error| unpublished(&self.path, &begun, error))?;
        }
        let duration = if self.images == 0 { 0.0 } else { last - first + last_for };
        Ok(Extent { images: self.images, duration })
    }

    /// Completes the video with the images written so far, and adds the result to the finding.
    fn keep(&mut self, finding: Diagnostic) -> Diagnostic {
        let Output::Video(stream) = &mut self.output else { return finding };
        let begun = incomplete(&self.path);
        // A finished video has reported its own location.
        let Some(open) = self.begun.take() else { return finding };
        let existing = self.existing;
        let renamed = |(extent, file)| publish(&file, &begun, &self.path, existing).map(|()| extent);
        match stream.rescue().and_then(renamed) {
            Ok(extent) => partial_video(finding, extent.images, extent.duration),
            // It may have been deleted with its folder, or nothing may have been written.
            Err(_) if !is_at(&open, &begun) => finding,
            Err(_) if open.metadata().is_ok_and(|file| file.len() > 0) => incomplete_video(finding, &begun),
            Err(_) => {
                drop(open);
                let _ = std::fs::remove_file(&begun);
                finding
            }
        }
    }

    /// Deletes an unplayable file.
    fn discard(&mut self) {
        // Some systems cannot delete an open file.
        match &mut self.output {
            Output::Video(stream) => stream.close(),
            Output::Animation(animation) => animation.close(),
            Output::Picture | Output::Pictures { .. } => {}
        }
        let begun = incomplete(&self.path);
        // Another run may have a file with this name by now.
        if self.begun.take().is_some_and(|file| is_at(&file, &begun)) {
            let _ = std::fs::remove_file(begun);
        }
    }
}

/// An image as a PNG file, without opacity.
fn png(pixels: &[u8], [width, height]: [u32; 2]) -> io::Result<Vec<u8>> {
    let opaque: Vec<u8> = pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut file = Vec::new();
    let written = PngEncoder::new(&mut file).write_image(&opaque, width, height, ExtendedColorType::Rgb8);
    written.map(|()| file).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_tests::video::Mp4;

    /// An image of one color with a square of another that has moved by `shift`.
    fn image(size: [u32; 2], shift: u32) -> Vec<u8> {
        let [width, height] = size;
        let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let inside = |(column, row): (u32, u32)| (shift..shift + 12).contains(&column) && (8..20).contains(&row);
        places.flat_map(|place| if inside(place) { [250, 40, 20, 255] } else { [30, 90, 200, 255] }).collect()
    }

    /// Start of display and duration of each image of a video, in time units, and whether it is a key frame.
    fn images_of(path: &Path) -> Vec<(u64, u32, bool)> {
        Mp4::read(path).images.iter().map(|image| (image.time, image.duration, image.is_key)).collect()
    }

    /// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
    #[test]
    fn a_video_has_every_image_at_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.mp4");
        let size = [96, 64];
        let mut video = Video::begin(&path, Kind::Video, size, 30, Existing::Kept).unwrap();
        assert!(!path.exists(), "it gets its final name when it is complete");
        // The thirteenth image is late.
        let times: Vec<f64> =
            (0..40).map(|number| f64::from(number + if number < 12 { 0 } else { 6 }) / 30.0).collect();
        for (number, time) in times.iter().enumerate() {
            video.add(image(size, number as u32), *time).unwrap();
        }
        let extent = video.finish().unwrap();
        assert_eq!((extent.images, (extent.duration * 30.0).round()), (40, 46.0));
        let images = images_of(&path);
        assert_eq!(images.len(), 40);
        assert!(images[0].2 && !images[1].2, "the first image is a key frame, the next ones are not");
        for (number, (image, time)) in images.iter().zip(&times).enumerate() {
            let length = if number == 11 { 7 } else { 1 };
            assert_eq!(*image, ((time * 90_000.0).round() as u64, length * 3000, image.2), "image {number}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no other files are left");
    }

    #[test]
    fn pictures_are_numbered_and_a_picture_is_the_last_image() {
        let folder = tempfile::tempdir().unwrap();
        let [one, many] = ["one.png", "many"].map(|name| folder.path().join(name));
        for (path, kind) in [(&one, Kind::Picture), (&many, Kind::Pictures)] {
            let mut video = Video::begin(path, kind, [40, 30], 10, Existing::Kept).unwrap();
            (0..3).for_each(|number| video.add(image([40, 30], 7 * number), f64::from(number) / 10.0).unwrap());
            assert_eq!(video.finish().unwrap().images, 3);
        }
        let read = |path: &Path| image::open(path).unwrap().to_rgba8().into_raw();
        assert_eq!(read(&one), image([40, 30], 14));
        for number in 0..3 {
            assert_eq!(read(&many.join(format!("frame-00000{}.png", number + 1))), image([40, 30], 7 * number));
        }
    }

    #[test]
    fn an_animation_has_every_image_at_its_time_and_repeats() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.gif");
        let mut video = Video::begin(&path, Kind::Animation, [40, 30], 10, Existing::Kept).unwrap();
        [0.0, 0.1, 0.4].into_iter().enumerate().for_each(|(number, time)| {
            video.add(image([40, 30], 7 * number as u32), time).unwrap();
        });
        assert_eq!(video.finish_at(0.6).unwrap(), Extent { images: 3, duration: 0.6 });
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.windows(11).any(|part| part == b"NETSCAPE2.0"), "it repeats");
        let decoder = image::codecs::gif::GifDecoder::new(io::Cursor::new(bytes)).unwrap();
        let frames: Vec<image::Frame> = image::AnimationDecoder::into_frames(decoder).map(Result::unwrap).collect();
        let lengths: Vec<u32> = frames.iter().map(|frame| frame.delay().numer_denom_ms().0).collect();
        assert_eq!(lengths, [100, 300, 200]);
        for (number, frame) in frames.iter().enumerate() {
            assert_eq!(*frame.buffer().as_raw(), image([40, 30], 7 * number as u32), "image {number}");
        }
        drop(Video::begin(&path.with_extension("GIF"), Kind::Animation, [40, 30], 10, Existing::Kept).unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "an unfinished animation is removed");
    }

    #[test]
    fn an_unfinished_video_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.mp4");
        let mut video = Video::begin(&path, Kind::Video, [32, 32], 30, Existing::Kept).unwrap();
        video.add(image([32, 32], 3), 0.0).unwrap();
        drop(video);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let empty = Video::begin(&path, Kind::Video, [32, 32], 30, Existing::Kept).unwrap();
        assert!(empty.finish().unwrap_err().to_string().contains("no image"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
    #[test]
    fn the_last_image_is_seen_until_the_video_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.mp4");
        let mut video = Video::begin(&path, Kind::Video, [32, 32], 30, Existing::Kept).unwrap();
        [0.0, 0.25].into_iter().for_each(|time| video.add(image([32, 32], 3), time).unwrap());
        assert_eq!(video.finish_at(4.0).unwrap(), Extent { images: 2, duration: 4.0 });
        let lengths: Vec<u32> = images_of(&path).iter().map(|(_, length, _)| *length).collect();
        assert_eq!(lengths, [22_500, 337_500]);
    }

    /// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
    #[test]
    fn an_unfinished_video_is_preserved_on_request() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.mp4");
        let begin =
            |path: &Path| Video::begin_with(path, Kind::Video, [32, 32], 30, Existing::Kept, Unfinished::Kept).unwrap();
        // The program ends.
        let mut video = begin(&path);
        (0..9).for_each(|number| video.add(image([32, 32], number), f64::from(number)).unwrap());
        drop(video);
        assert_eq!(images_of(&path).len(), 9);
        std::fs::remove_file(&path).unwrap();
        // The folder is deleted.
        let deleted = folder.path().join("deleted");
        std::fs::create_dir(&deleted).unwrap();
        let mut video = begin(&deleted.join("run.mp4"));
        video.add(image([32, 32], 3), 0.0).unwrap();
        while !video.has_room().unwrap() || video.waiting.load(Ordering::Relaxed) > 0 {
            std::thread::yield_now();
        }
        std::fs::remove_dir_all(&deleted).unwrap();
        let failure = (1..100).find_map(|time| video.add(image([32, 32], 3), f64::from(time)).err());
        assert!(failure.expect("the failure is reported eventually").to_string().contains("run.mp4"));
        // Without images, no file is left.
        assert!(begin(&path).finish().unwrap_err().to_string().contains("no image"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// BL-92: The view can be saved as a movie, 30 frames per second, or as PNG.
    #[test]
    fn has_room_reports_a_full_queue_without_blocking() {
        let folder = tempfile::tempdir().unwrap();
        let mut video =
            Video::begin(&folder.path().join("run.mp4"), Kind::Video, [640, 480], 30, Existing::Kept).unwrap();
        let mut added = 0;
        while video.has_room().unwrap() {
            video.add(vec![added as u8; 640 * 480 * 4], f64::from(added)).unwrap();
            added += 1;
            assert!(added < 10_000, "images are encoded faster than they are generated");
        }
        assert!(added >= WAITING as i32);
        assert_eq!(video.finish().unwrap().images, added as u64);
    }

    #[test]
    fn unwritable_paths_and_unsupported_sizes_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("nowhere/run.mp4");
        let message =
            |path: &Path, kind, size| Video::begin(path, kind, size, 30, Existing::Kept).err().unwrap().to_string();
        assert!(message(&nowhere, Kind::Video, [32, 32]).contains("nowhere"), "no folder");
        for size in [[31, 32], [32, 8], [32, 9000]] {
            let text = message(&folder.path().join("run.mp4"), Kind::Video, size);
            assert!(text.contains("even numbers from 16 to 8192"), "{text}");
        }
        let mut video =
            Video::begin(&folder.path().join("nowhere/a.png"), Kind::Picture, [32, 32], 30, Existing::Kept).unwrap();
        let failure = (0..100)
            .find_map(|_| video.add(image([32, 32], 0), 0.0).err())
            .expect("the failure is reported eventually");
        assert!(failure.to_string().contains("a.png"), "{failure}");
    }

    #[test]
    fn the_extension_selects_the_kind_of_output() {
        let of = |name: &str| Kind::of(Path::new(name));
        assert_eq!(["a.png", "a/b.MP4", "a"].map(of), [Some(Kind::Picture), Some(Kind::Video), Some(Kind::Pictures)]);
        assert_eq!(["a.gif", "a.avi"].map(of), [Some(Kind::Animation), None]);
    }
}
