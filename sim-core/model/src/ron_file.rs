//! Reads and writes robots as RON files.

use super::resolve_file::PackageResolver;
use crate::model_error::{ModelError, Report, read_file, utf8};
use ron::extensions::Extensions;
use sim_abi::model::{Geometry, RobotModelSpec};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// RON options: optional values are written without `Some( )`.
fn dialect() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads a robot from a RON file (`.robot.ron`). Mesh files become absolute paths, resolved relative to the file or as packages
/// near it or in `ROS_PACKAGE_PATH`.
///
/// Fails with line and column if the text is malformed, has an unknown or a missing field, or references a mesh that does not
/// exist. Does not [`validate`](super::validate()) the data; [`load`](super::load) does both.
pub fn from_ron(path: &Path) -> Result<RobotModelSpec, ModelError> {
    from_ron_bytes(&read_file(path)?, path, &[])
}

/// As [`from_ron`], from bytes and with folders of packages; `path` is the file name in errors and the base for finding meshes.
pub fn from_ron_bytes(bytes: &[u8], path: &Path, packages: &[PathBuf]) -> Result<RobotModelSpec, ModelError> {
    let (spec, _, problems) = read(bytes, path, PackageResolver::new(path, packages))?;
    problems.into_iter().next().map_or(Ok(spec), Err)
}

/// A robot, its mesh files (each reference as written, and its resolved file), and all unknown fields and missing meshes.
type Read = (RobotModelSpec, BTreeMap<String, PathBuf>, Vec<ModelError>);

/// Reads a robot.
pub(super) fn read(bytes: &[u8], path: &Path, resolver: PackageResolver) -> Result<Read, ModelError> {
    let text = utf8(bytes, path)?;
    let mut files = BTreeMap::new();
    let (mut spec, unknown) = parse(text).map_err(|error| error.in_file(path))?;
    let mut problems: Vec<ModelError> = unknown.into_iter().map(|problem| problem.in_file(path)).collect();
    for (k, link) in spec.links.iter_mut().enumerate() {
        let collision =
            link.collision.iter_mut().map(|shape| &mut shape.geometry).enumerate().map(|g| ("collision", g));
        let visual = link.visual.iter_mut().map(|visual| &mut visual.geometry).enumerate().map(|g| ("visual", g));
        for (list, (n, geometry)) in collision.chain(visual) {
            if let Geometry::Mesh { file, .. } = geometry {
                match resolver.resolve(file) {
                    Ok(found) => {
                        let name = std::mem::replace(file, found.to_string_lossy().into_owned());
                        files.insert(name, found);
                    }
                    Err(mut error) => {
                        error.report_mut().path = Some(format!("links[{k}].{list}[{n}].geometry.file"));
                        error.report_mut().line = line_of(text, file);
                        problems.push(error.in_file(path));
                    }
                }
            }
        }
    }
    Ok((spec, files, problems))
}

/// Parses a robot, and returns its unknown fields: they are allowed in plugin messages, but in a file they are typos.
fn parse(text: &str) -> Result<(RobotModelSpec, Vec<ModelError>), ModelError> {
    let mut reader = ron::Deserializer::from_str_with_options(text, &dialect()).map_err(|error| malformed(&error))?;
    let mut ignored = Vec::new();
    let spec: Result<RobotModelSpec, _> =
        serde_ignored::deserialize(&mut reader, |path| ignored.push(path.to_string()));
    let spec = spec.map_err(|error| malformed(&reader.span_error(error)))?;
    reader.end().map_err(|error| malformed(&reader.span_error(error)))?;
    let unknown = ignored.iter().map(|field| unknown_field(text, &spec, field)).collect();
    Ok((spec, unknown))
}

/// Error for an unknown field (`links.0.visual.1.colour`).
fn unknown_field(text: &str, spec: &RobotModelSpec, field: &str) -> ModelError {
    let (steps, name) = field.rsplit_once('.').unwrap_or(("", field));
    // All fields are serialized, so this lists the valid ones.
    let mut known = &serde_json::to_value(spec).unwrap_or_default();
    let mut path = String::new();
    for step in steps.split('.').filter(|step| !matches!(*step, "" | "?")) {
        known = match step.parse::<usize>() {
            Ok(number) => &known[number],
            Err(_) => &known[step],
        };
        let item = step.parse::<usize>().is_ok();
        path += &if item {
            format!("[{step}]")
        } else if path.is_empty() {
            step.into()
        } else {
            format!(".{step}")
        };
    }
    let fields: Vec<&str> = known.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let mut report = Report::new(format!("unknown field `{name}`")).found(name).known(name, fields.iter().copied());
    report.path = (!path.is_empty()).then_some(path);
    // Parsed values have no place; a name that occurs once in the file can be located.
    let written = format!("{name}:");
    if let [(start, _)] = text.match_indices(&written).collect::<Vec<_>>()[..] {
        let before = &text[..start];
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
        report = report.at(1 + before.matches('\n').count() as u32, 1 + column as u32);
    }
    ModelError::Unknown(Box::new(report))
}

/// Line of the first occurrence of a quoted name: parsed values have no place.
fn line_of(text: &str, name: &str) -> Option<u32> {
    let start = text.find(&format!("{name:?}"))?;
    Some(1 + text[..start].matches('\n').count() as u32)
}

fn malformed(error: &ron::error::SpannedError) -> ModelError {
    use ron::Error;
    let at = |report: Report| Box::new(report.at(error.span.start.line as u32, error.span.start.col as u32));
    let inside = |outer: &Option<String>| match outer {
        Some(name) => format!(" of {name}"),
        None => String::new(),
    };
    match &error.code {
        Error::NoSuchStructField { expected, found, outer } => {
            let report = Report::new(format!("unknown field `{found}`{outer}", outer = known_as(outer))).found(found);
            ModelError::Unknown(at(report.known(found, expected.iter().copied())))
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let report = Report::new(format!("unknown variant `{found}`{outer}", outer = known_as(outer))).found(found);
            ModelError::Unknown(at(report.known(found, expected.iter().copied())))
        }
        Error::MissingStructField { field, outer } => {
            let report = Report::new(format!("missing field `{field}`{outer}", outer = inside(outer)));
            ModelError::Missing(at(report.help(format!("add `{field}: …`"))))
        }
        Error::DuplicateStructField { field, outer } => {
            let report = Report::new(format!("duplicate field `{field}`{outer}", outer = inside(outer)));
            ModelError::Syntax(at(report.help("remove one of them")))
        }
        Error::InvalidValueForType { expected, found } => {
            ModelError::Value(at(Report::new("a value has the wrong type").expected(expected.clone()).found(found)))
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let report = Report::new("a list has the wrong length").expected(expected.clone());
            ModelError::Value(at(report.found(format!("{found} elements"))))
        }
        Error::ExceededRecursionLimit => ModelError::Syntax(at(Report::new("the data nests too deeply"))),
        other => ModelError::Syntax(at(Report::new(format!("invalid RON: {other}")))),
    }
}

fn known_as(outer: &Option<String>) -> String {
    match outer {
        Some(name) => format!(" in {name}"),
        None => String::new(),
    }
}

/// Formats the robot as indented RON that [`from_ron`] reads back as equal if its mesh files exist. Fails only if the text cannot
/// be written, for example if parameters are nested beyond RON's limit.
pub fn to_ron(spec: &RobotModelSpec) -> Result<String, ModelError> {
    let pretty = ron::ser::PrettyConfig::new().compact_arrays(true);
    dialect()
        .to_string_pretty(spec, pretty)
        .map_err(|error| ModelError::Value(Box::new(Report::new(format!("cannot write the robot as RON: {error}")))))
}
