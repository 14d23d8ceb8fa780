//! The archive of a pack: a tar file (the format `ustar` of POSIX.1-1988), compressed with gzip (RFC 1952), in canonical form.
//!
//! `pack.ron` comes first; the other files follow, ordered by the bytes of their paths. Every header has mode 0644, no owner and no
//! time; folders, links and other entries are not allowed. A reader rebuilds each header from path and size and compares: any difference
//! is rejected, so unneeded features of the format need not be parsed.

use crate::path::{self, Paths};
use flate2::{Compression, GzBuilder, bufread::GzDecoder};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::pack_manifest;
use std::fs::File;
use std::io::{BufRead, Read, Write};
use std::path::Path;
use tar::{EntryType, Header};

/// Maximum number of files in a pack.
pub const MAX_FILES: usize = 10_000;

/// Maximum total size of a pack's files, bytes.
pub const LARGEST: u64 = 2 << 30;

/// Maximum compression ratio of a pack, beyond the first [`UNSUSPECTED`] bytes.
const DENSEST: u64 = 200;

/// Unpacked bytes that are allowed for any archive.
const UNSUSPECTED: u64 = 64 << 20;

const BLOCK: usize = 512;

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Path in the pack.
    pub path: String,
    /// Size, bytes.
    pub size: u64,
}

/// Sorts files into the order of an archive.
pub fn sort(paths: &mut [String]) {
    paths.sort_by(|one, other| (one != pack_manifest::FILE, one).cmp(&(other != pack_manifest::FILE, other)));
}

/// The header of a file; `None` if the path is too long for the format.
fn header(path: &str, size: u64) -> Option<Header> {
    let mut header = Header::new_ustar();
    header.set_path(path).ok()?;
    header.set_entry_type(EntryType::Regular);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_size(size);
    header.set_cksum();
    Some(header)
}

/// Writes an archive file by file.
pub struct Writer<W: Write> {
    out: flate2::write::GzEncoder<W>,
}

impl<W: Write> Writer<W> {
    /// An empty archive.
    pub fn new(out: W) -> Self {
        // Operating system 255 is "unknown"; name and time are omitted.
        Self { out: GzBuilder::new().operating_system(255).write(out, Compression::new(9)) }
    }

    /// Adds a file. Files must be added in the order of [`sort`].
    ///
    /// # Errors
    /// I/O errors; content whose length differs from `size`.
    pub fn add(&mut self, path: &str, size: u64, content: &mut dyn Read) -> std::io::Result<()> {
        let invalid = |what: &str| std::io::Error::new(std::io::ErrorKind::InvalidInput, what.to_owned());
        let header = header(path, size).ok_or_else(|| invalid("the path is too long"))?;
        self.out.write_all(header.as_bytes())?;
        let copied = std::io::copy(&mut content.take(size + 1), &mut self.out)?;
        if copied != size {
            return Err(invalid("the file changed while it was read"));
        }
        self.out.write_all(&[0; BLOCK][..padding(size)])
    }

    /// Completes the archive.
    ///
    /// # Errors
    /// I/O errors.
    pub fn finish(mut self) -> std::io::Result<W> {
        self.out.write_all(&[0; 2 * BLOCK])?;
        self.out.finish()
    }
}

/// Number of padding bytes after the content to complete its last block.
fn padding(size: u64) -> usize {
    (BLOCK - (size % BLOCK as u64) as usize) % BLOCK
}

/// Counts the bytes read.
struct Counted<R> {
    inner: R,
    taken: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(into)?;
        self.taken += count as u64;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.inner.consume(count);
        self.taken += count as u64;
    }
}

fn refused(found: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::PackArchive, "the file is not a pack archive, or is damaged")
        .with_found(found)
        .with_help("get the file again, or create an archive with `sim pack build`")
}

fn too_large(found: String) -> Diagnostic {
    Diagnostic::error(Code::PackLimit, "the pack is too large")
        .with_found(found)
        .with_help("split it into several packs, or use smaller meshes and images")
}

fn bad_path(path: &str, rule: String) -> Diagnostic {
    let path = path.escape_debug().to_string();
    Diagnostic::error(Code::PackPath, format!("invalid file name `{path}` in the pack")).with_found(rule)
}

/// Receives a file of an archive: its entry and content.
pub type Take<'a> = dyn FnMut(&Entry, &mut dyn Read) -> Result<(), Diagnostic> + 'a;

/// Reads an archive and passes each file to `take`, in order; unread content is skipped. Everything about a file is checked before
/// the file is passed on. Returns the files, in order.
///
/// # Errors
/// The first problem with the archive, or the error of `take`.
pub fn read(archive: impl BufRead, take: &mut Take<'_>) -> Result<Vec<Entry>, Diagnostic> {
    let mut reader = Reader {
        input: GzDecoder::new(Counted { inner: archive, taken: 0 }),
        unpacked: 0,
        entries: Vec::new(),
        paths: Paths::default(),
    };
    while let Some(entry) = reader.next()? {
        let mut content = Content { reader: &mut reader, left: entry.size, refusal: None };
        let taken = take(&entry, &mut content);
        // Report a damaged archive as such, rather than the resulting error of the reader.
        let rest = content.skip();
        if let Some(refusal) = content.refusal {
            return Err(refusal);
        }
        taken?;
        rest.map_err(|error| refused(error.to_string()))?;
        let mut fill = [0; BLOCK];
        let fill = &mut fill[..padding(entry.size)];
        reader.fill(fill)?;
        if fill.iter().any(|byte| *byte != 0) {
            return Err(refused("data in the padding after a file"));
        }
        reader.entries.push(entry);
    }
    reader.end()?;
    Ok(reader.entries)
}

/// Unpacks an archive into an empty folder. Returns its files, in order.
///
/// # Errors
/// The first problem with the archive; I/O errors.
pub(crate) fn unpack(archive: impl BufRead, folder: &Path) -> Result<Vec<Entry>, Diagnostic> {
    read(archive, &mut |entry, content| {
        let file = folder.join(&entry.path);
        let mut written = || -> std::io::Result<()> {
            std::fs::create_dir_all(file.parent().unwrap_or(folder))?;
            std::io::copy(content, &mut File::create_new(&file)?).map(drop)
        };
        written().map_err(|error| {
            Diagnostic::error(Code::PackStore, "a file of the pack cannot be written")
                .with_file(file.display().to_string())
                .with_found(error.to_string())
        })
    })
}

struct Reader<R: BufRead> {
    input: GzDecoder<Counted<R>>,
    unpacked: u64,
    entries: Vec<Entry>,
    paths: Paths,
}

impl<R: BufRead> Reader<R> {
    /// Fills a buffer.
    fn fill(&mut self, into: &mut [u8]) -> Result<(), Diagnostic> {
        self.input.read_exact(into).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => refused("truncated"),
            _ => refused(error.to_string()),
        })?;
        self.count(into.len())
    }

    fn count(&mut self, more: usize) -> Result<(), Diagnostic> {
        self.unpacked += more as u64;
        let packed = self.input.get_ref().taken;
        if self.unpacked > LARGEST {
            return Err(too_large(format!("more than {most} MB", most = LARGEST >> 20)));
        }
        if self.unpacked > UNSUSPECTED && self.unpacked / DENSEST > packed {
            return Err(too_large(format!("files more than {DENSEST} times as large as the archive")));
        }
        Ok(())
    }

    /// The next file; `None` at the end.
    fn next(&mut self) -> Result<Option<Entry>, Diagnostic> {
        let mut block = [0; BLOCK];
        self.fill(&mut block)?;
        if block == [0; BLOCK] {
            self.fill(&mut block)?;
            return if block == [0; BLOCK] { Ok(None) } else { Err(refused("invalid end of the archive")) };
        }
        if self.entries.len() == MAX_FILES {
            return Err(too_large(format!("more than {MAX_FILES} files")));
        }
        let entry = self.entry(Header::from_byte_slice(&block))?;
        self.paths.add(&entry.path).map_err(|rule| bad_path(&entry.path, rule))?;
        let first = self.entries.is_empty();
        if first != (entry.path == pack_manifest::FILE) {
            return Err(refused(format!("the first file is not `{file}`", file = pack_manifest::FILE)));
        }
        if self.entries.len() > 1 && self.entries.last().is_some_and(|last| last.path >= entry.path) {
            return Err(refused("files are not in order"));
        }
        if entry.size > LARGEST {
            return Err(too_large(format!("more than {most} MB", most = LARGEST >> 20)));
        }
        Ok(Some(entry))
    }

    /// Parses a header, which must be identical to that of a [`Writer`].
    fn entry(&self, found: &Header) -> Result<Entry, Diagnostic> {
        let kind = found.entry_type();
        let size = found.entry_size().ok();
        let path = String::from_utf8(found.path_bytes().into_owned()).ok();
        let shown_path = path.clone().unwrap_or_default().escape_debug().to_string();
        if found.as_ustar().is_some() && !matches!(kind, EntryType::Regular) {
            let what = match kind {
                EntryType::Symlink | EntryType::Link => format!("`{shown_path}` is a link"),
                EntryType::Directory => format!("`{shown_path}` is a folder; packs contain only files"),
                EntryType::Char | EntryType::Block | EntryType::Fifo => {
                    format!("`{shown_path}` is a device or a pipe")
                }
                _ => format!("`{shown_path}` has an unsupported file type"),
            };
            return Err(refused(what));
        }
        let (Some(path), Some(size)) = (path, size) else {
            return Err(refused("unreadable header"));
        };
        path::check(&path).map_err(|rule| bad_path(&path, rule))?;
        match header(&path, size) {
            Some(made) if made.as_bytes() == found.as_bytes() => Ok(Entry { path, size }),
            _ => Err(refused(format!(
                "the header of `{shown_path}` differs from that of `sim pack build`: owner, time, mode or checksum"
            ))),
        }
    }

    /// Checks that nothing follows.
    fn end(&mut self) -> Result<(), Diagnostic> {
        if self.entries.is_empty() {
            return Err(refused("no files"));
        }
        let mut more = [0; 1];
        let after = self.input.read(&mut more).map_err(|error| refused(error.to_string()))?;
        let beyond = self.input.get_mut().fill_buf().map_or(0, <[u8]>::len);
        if after > 0 || beyond > 0 {
            return Err(refused("data after the end"));
        }
        let header = self.input.header().is_some_and(|header| {
            header.filename().is_none() && header.comment().is_none() && header.extra().is_none() && header.mtime() == 0
        });
        if !header {
            return Err(refused("name, time or comment in the gzip header"));
        }
        Ok(())
    }
}

/// The content of one file.
struct Content<'a, R: BufRead> {
    reader: &'a mut Reader<R>,
    left: u64,
    refusal: Option<Diagnostic>,
}

impl<R: BufRead> Content<'_, R> {
    /// Skips the unread content.
    fn skip(&mut self) -> std::io::Result<()> {
        std::io::copy(self, &mut std::io::sink()).map(drop)
    }
}

impl<R: BufRead> Read for Content<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(into.len()).min(1 << 16);
        if most == 0 || self.refusal.is_some() {
            return Ok(0);
        }
        let into = &mut into[..most];
        match self.reader.fill(into) {
            Ok(()) => {
                self.left -= most as u64;
                Ok(most)
            }
            Err(refusal) => {
                self.refusal = Some(refusal);
                Err(std::io::Error::new(std::io::ErrorKind::InvalidData, "the archive is rejected"))
            }
        }
    }
}
