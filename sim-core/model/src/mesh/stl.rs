//! STL, ASCII and binary.

use super::{LoadedMesh, MeshBuilder};
use crate::model_error::{ModelError, Report};
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::Path;

/// Length of the free text before the count in binary STL, bytes.
const HEADER: usize = 80;

/// Bytes of a triangle in binary STL.
const RECORD: usize = 50;

pub(super) fn read(bytes: &[u8], path: &Path) -> Result<LoadedMesh, ModelError> {
    if bytes.is_empty() {
        return Err(ModelError::Syntax(Box::new(Report::new("the file is empty").file(path))));
    }
    match promised_length(bytes) {
        Some(length) if length == bytes.len() as u64 => binary(bytes),
        _ if bytes.trim_ascii_start().starts_with(b"solid") => ascii(bytes),
        Some(length) if length < bytes.len() as u64 => binary(bytes).map(|mut loaded| {
            let extra = bytes.len() as u64 - length;
            loaded.warnings.push(Report::new(format!("{extra} bytes after the last triangle are ignored")));
            loaded
        }),
        promised => Err(truncated(bytes, promised)),
    }
}

/// File length according to the triangle count of a binary file.
fn promised_length(bytes: &[u8]) -> Option<u64> {
    let count: [u8; 4] = bytes.get(HEADER..HEADER + 4)?.try_into().ok()?;
    Some(HEADER as u64 + 4 + u64::from(u32::from_le_bytes(count)) * RECORD as u64)
}

fn truncated(bytes: &[u8], promised: Option<u64>) -> ModelError {
    let report = match promised {
        Some(length) => Report::new("the binary STL ends before its last triangle")
            .expected(format!("{length} bytes for its triangle count")),
        None => Report::new("not an STL file").expected("`solid` or a binary header of 84 bytes"),
    };
    let report = report.found(format!("{count} bytes", count = bytes.len()));
    ModelError::Syntax(Box::new(report.help("export or copy the file again")))
}

fn binary(bytes: &[u8]) -> Result<LoadedMesh, ModelError> {
    // Some programs begin the header of a binary file with `solid`, which the library takes for ASCII.
    let mut bytes = bytes.to_vec();
    bytes[..HEADER].fill(0);
    let stl = stl_io::read_stl(&mut Cursor::new(bytes));
    let stl = stl.map_err(|error| ModelError::Syntax(Box::new(Report::new(format!("invalid binary STL: {error}")))))?;
    let mut builder = MeshBuilder::default();
    append(&mut builder, &stl, "");
    Ok(LoadedMesh { mesh: builder.mesh, warnings: Vec::new(), files: Vec::new() })
}

/// Reads all solids of an ASCII file into one mesh.
fn ascii(bytes: &[u8]) -> Result<LoadedMesh, ModelError> {
    let mut lines = LineByLine { bytes, position: 0, lines: 0 };
    let mut builder = MeshBuilder::default();
    while let Some(name) = lines.next_solid()? {
        let stl = stl_io::read_stl(&mut Headed { header: HEADER_LINE, lines: &mut lines, position: 0 });
        let stl = stl.map_err(|error| {
            let report = Report::new(format!("invalid ASCII STL: {error}")).line(lines.lines);
            let report = report.expected("facet normal, outer loop, three vertex lines, endloop, endfacet, endsolid");
            ModelError::Syntax(Box::new(report.help("export the file again, as binary STL if the numbers look right")))
        })?;
        append(&mut builder, &stl, &name);
    }
    Ok(LoadedMesh { mesh: builder.mesh, warnings: Vec::new(), files: Vec::new() })
}

fn append(builder: &mut MeshBuilder, stl: &stl_io::IndexedMesh, name: &str) {
    let base = builder.mesh.vertices.len();
    builder.mesh.vertices.extend(stl.vertices.iter().map(|vertex| vertex.0.map(f64::from)));
    for face in &stl.faces {
        builder.push(face.vertices.map(|index| (base + index) as u32), name, None, None);
    }
}

/// A header for the library, which rejects a solid without a name.
const HEADER_LINE: &[u8] = b"solid mesh\n";

/// Provides one line per call, so that the current line is the line that the parser has read: its errors do not contain a line number.
struct LineByLine<'a> {
    bytes: &'a [u8],
    position: usize,
    lines: u32,
}

impl<'a> LineByLine<'a> {
    fn next_line(&mut self) -> Option<&'a [u8]> {
        let rest = self.bytes.get(self.position..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
        self.position += length;
        self.lines += 1;
        Some(&rest[..length])
    }

    /// The name on the next `solid` line; `None` at the end of the file.
    fn next_solid(&mut self) -> Result<Option<String>, ModelError> {
        while let Some(line) = self.next_line() {
            match String::from_utf8_lossy(line).trim() {
                "" => {}
                line if line.starts_with("solid") => return Ok(Some(line["solid".len()..].trim().to_string())),
                other => {
                    let report = Report::new("text between solids").line(self.lines).found(other);
                    let report = report.expected("`solid`").help("export the file again");
                    return Err(ModelError::Syntax(Box::new(report)));
                }
            }
        }
        Ok(None)
    }
}

/// The header line, then one line of the file per call.
struct Headed<'r, 'a> {
    header: &'static [u8],
    lines: &'r mut LineByLine<'a>,
    /// Number of header bytes already provided.
    position: usize,
}

impl Read for Headed<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.position < self.header.len() {
            let given = (&self.header[self.position..]).read(buffer)?;
            self.position += given;
            return Ok(given);
        }
        let line = self.lines.next_line().unwrap_or_default();
        let given = line.len().min(buffer.len());
        buffer[..given].copy_from_slice(&line[..given]);
        if given < line.len() {
            // The rest of a line longer than the buffer belongs to the same line.
            self.lines.position -= line.len() - given;
            self.lines.lines -= 1;
        }
        Ok(given)
    }
}

impl Seek for Headed<'_, '_> {
    /// Supports seeking only to the start and only from within the header: the library does no more than that, after reading the first line
    /// to distinguish ASCII from binary.
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        match to {
            SeekFrom::Start(0) if self.position <= self.header.len() => {
                self.position = 0;
                Ok(0)
            }
            _ => Err(std::io::Error::from(std::io::ErrorKind::Unsupported)),
        }
    }
}
