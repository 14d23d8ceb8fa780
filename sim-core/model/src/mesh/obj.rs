//! Wavefront OBJ: full geometry; of materials, only the diffuse color and the opacity.
//!
//! Implemented here instead of using a library, because errors must contain their line and points keep their full precision.

use super::{LoadedMesh, MeshBuilder};
use crate::model_error::{ModelError, Report, read_file, utf8};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Reads points, faces with any number of corners (as fans), objects, groups and colors.
pub(super) fn read(bytes: &[u8], path: &Path) -> Result<LoadedMesh, ModelError> {
    let text = utf8(bytes, path)?;
    let mut reader = Reader { folder: path.parent().map(Path::to_path_buf).unwrap_or_default(), ..Reader::default() };
    for (number, line) in logical_lines(text) {
        reader.line(&line).map_err(|mut report| {
            report.line = Some(number);
            ModelError::Syntax(report)
        })?;
    }
    Ok(reader.finish())
}

/// Lines with their numbers, without comments; a backslash at the end joins the next line.
fn logical_lines(text: &str) -> impl Iterator<Item = (u32, String)> {
    let mut lines = text.lines().zip(1u32..);
    std::iter::from_fn(move || {
        let (line, number) = lines.next()?;
        let mut whole = line.to_string();
        while whole.ends_with('\\') {
            whole.pop();
            whole.push(' ');
            match lines.next() {
                Some((more, _)) => whole.push_str(more),
                None => break,
            }
        }
        if let Some(comment) = whole.find('#') {
            whole.truncate(comment);
        }
        Some((number, whole))
    })
}

#[derive(Default)]
struct Reader {
    folder: PathBuf,
    builder: MeshBuilder,
    object: String,
    material: Option<String>,
    colors: BTreeMap<String, [f32; 4]>,
    /// Used materials without a color.
    unknown_materials: BTreeSet<String>,
    /// Ignored statements and their number.
    ignored: BTreeMap<String, usize>,
    warnings: Vec<Report>,
    files: Vec<PathBuf>,
}

/// Statements irrelevant for a simulation; all other unsupported statements are reported.
const SILENT: [&str; 4] = ["vt", "vn", "s", "vp"];

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Box<Report>> {
        let (keyword, rest) = match line.trim().split_once(char::is_whitespace) {
            Some((keyword, rest)) => (keyword, rest.trim()),
            None => (line.trim(), ""),
        };
        match keyword {
            "" => {}
            "v" => self.vertex(rest)?,
            "f" => self.face(rest)?,
            "o" | "g" => self.object = rest.to_string(),
            "usemtl" => self.material = Some(rest.to_string()),
            // One name, which may contain spaces, or several.
            "mtllib" if self.folder.join(rest).is_file() => self.material_file(rest),
            "mtllib" => rest.split_whitespace().for_each(|name| self.material_file(name)),
            other if SILENT.contains(&other) => {}
            other if other.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
                *self.ignored.entry(other.to_string()).or_default() += 1;
            }
            other => {
                let report = Report::new("unknown OBJ statement").found(other);
                return Err(Box::new(report.expected("v, f, o, usemtl …")));
            }
        }
        Ok(())
    }

    fn vertex(&mut self, rest: &str) -> Result<(), Box<Report>> {
        let wrong = || Box::new(Report::new("a vertex is not three finite numbers").expected("v x y z").found(rest));
        let mut numbers = rest.split_whitespace().map(str::parse::<f64>);
        let mut next = || numbers.next().and_then(Result::ok).filter(|number| number.is_finite()).ok_or_else(wrong);
        let vertex = [next()?, next()?, next()?];
        self.builder.mesh.vertices.push(vertex);
        Ok(())
    }

    fn face(&mut self, rest: &str) -> Result<(), Box<Report>> {
        let corners = rest.split_whitespace().map(|word| self.corner(word)).collect::<Result<Vec<u32>, _>>()?;
        if corners.len() < 3 {
            let report = Report::new("a face has fewer than three corners").found(rest);
            let report = report.expected("at least three vertex indices");
            return Err(Box::new(report.help("remove the face, or use `l` for a line")));
        }
        let color = self.material.as_ref().and_then(|name| self.colors.get(name).copied());
        if let (None, Some(name)) = (color, &self.material) {
            self.unknown_materials.insert(name.clone());
        }
        let name = self.material.as_deref().unwrap_or(&self.object);
        for pair in corners[1..].windows(2) {
            self.builder.push([corners[0], pair[0], pair[1]], name, color, None);
        }
        Ok(())
    }

    /// Index of `v`, `v/vt`, `v//vn` or `v/vt/vn`; starts at 1, or negative: counted back from the last vertex.
    fn corner(&self, word: &str) -> Result<u32, Box<Report>> {
        let count = self.builder.mesh.vertices.len();
        let text = word.split('/').next().unwrap_or(word);
        let range = || format!("1 … {count} or -{count} … -1 ({count} vertices precede this line)");
        let refuse = |message: String| Report::new(message).expected(range()).found(word);
        let number: i64 = text.parse().map_err(|_| Box::new(refuse("a vertex index is not an integer".to_string())))?;
        let index = if number < 0 { count as i64 + number } else { number - 1 };
        match u32::try_from(index) {
            Ok(index) if (index as usize) < count => Ok(index),
            _ => {
                let report = refuse(format!("a face refers to vertex {number} of {count}"));
                let help = "indices start at 1 and count across the whole file; export it again if it was edited";
                Err(Box::new(report.help(help)))
            }
        }
    }

    /// Reads the colors of a material file; if it is missing or malformed, only the colors are lost.
    fn material_file(&mut self, name: &str) {
        let path = self.folder.join(name);
        let colors = read_file(&path).and_then(|bytes| utf8(&bytes, &path).map(read_colors));
        match colors {
            Ok((colors, problems)) => {
                self.files.push(name.into());
                self.colors.extend(colors);
                self.warnings.extend(problems.into_iter().map(|report| report.file(&path)));
            }
            Err(error) => self.warnings.push(
                Report::new(format!("material file `{name}` is ignored: {message}", message = error.report().message))
                    .help("put it next to the mesh, or ignore this warning if colors do not matter"),
            ),
        }
    }

    fn finish(mut self) -> LoadedMesh {
        for name in &self.unknown_materials {
            let report = Report::new(format!("material `{name}` without a color"));
            self.warnings.push(report.known(name, self.colors.keys().map(String::as_str)));
        }
        for (keyword, count) in &self.ignored {
            self.warnings.push(Report::new(format!("ignored `{keyword}` statements: {count}")));
        }
        LoadedMesh { mesh: self.builder.mesh, warnings: self.warnings, files: self.files }
    }
}

/// Diffuse color and opacity of every material, and problems of the file.
fn read_colors(text: &str) -> (BTreeMap<String, [f32; 4]>, Vec<Report>) {
    let (mut colors, mut problems) = (BTreeMap::<String, [f32; 4]>::new(), Vec::new());
    let mut current: Option<String> = None;
    for (number, line) in logical_lines(text) {
        let mut words = line.split_whitespace();
        let keyword = words.next().unwrap_or_default();
        let numbers = || -> Option<Vec<f32>> {
            let numbers: Option<Vec<f32>> = line.split_whitespace().skip(1).map(|word| word.parse().ok()).collect();
            numbers.filter(|numbers| numbers.iter().all(|number| (0.0..=1.0).contains(number)))
        };
        let color = current.as_ref().map(|name| colors.entry(name.clone()).or_insert([0.6, 0.6, 0.62, 1.0]));
        match (keyword, color) {
            ("newmtl", _) => current = Some(words.collect::<Vec<_>>().join(" ")),
            ("Kd" | "d" | "Tr", Some(color)) => match (keyword, numbers().as_deref()) {
                ("Kd", Some([red, green, blue])) => color[..3].copy_from_slice(&[*red, *green, *blue]),
                ("d", Some([opacity])) => color[3] = *opacity,
                ("Tr", Some([transparency])) => color[3] = 1.0 - transparency,
                _ => problems.push(
                    Report::new("a material value is ignored").line(number).expected("numbers 0 … 1").found(&line),
                ),
            },
            _ => {}
        }
    }
    (colors, problems)
}
