//! Robots from and to RON files.

use super::error::{ModelError, Report, read_file, utf8};
use super::package::PackageResolver;
use ron::extensions::Extensions;
use sim_abi::model::{Geometry, RobotModelSpec};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The dialect: optional values are written without `Some( )`.
fn dialect() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads a robot from a RON file (`.robot.ron`). Mesh files come out as absolute paths, found relative to the file or
/// as packages near it or in `ROS_PACKAGE_PATH`.
///
/// Fails, naming line and column, if the text is malformed, has an unknown or a missing field, or names a mesh that
/// does not exist. Whether the data is a robot is for [`validate`](super::validate()) to say; [`load`](super::load) does both.
pub fn from_ron(path: &Path) -> Result<RobotModelSpec, ModelError> {
    from_ron_bytes(&read_file(path)?, path, &[])
}

/// As [`from_ron`], from bytes and with folders of packages; `path` names the file in errors and is where the search
/// for meshes begins.
pub fn from_ron_bytes(bytes: &[u8], path: &Path, packages: &[PathBuf]) -> Result<RobotModelSpec, ModelError> {
    Ok(read(bytes, path, PackageResolver::new(path, packages))?.0)
}

/// The robot and the mesh files that it names: each name as it is written, and the file that the resolver finds.
pub(super) fn read(
    bytes: &[u8],
    path: &Path,
    resolver: PackageResolver,
) -> Result<(RobotModelSpec, BTreeMap<String, PathBuf>), ModelError> {
    let text = utf8(bytes, path)?;
    let mut files = BTreeMap::new();
    let mut spec: RobotModelSpec = dialect().from_str(text).map_err(|error| malformed(&error).in_file(path))?;
    for (k, link) in spec.links.iter_mut().enumerate() {
        let collision =
            link.collision.iter_mut().map(|shape| &mut shape.geometry).enumerate().map(|g| ("collision", g));
        let visual = link.visual.iter_mut().map(|visual| &mut visual.geometry).enumerate().map(|g| ("visual", g));
        for (list, (n, geometry)) in collision.chain(visual) {
            if let Geometry::Mesh { file, .. } = geometry {
                let found = resolver.resolve(file).map_err(|mut error| {
                    error.report_mut().path = Some(format!("links[{k}].{list}[{n}].geometry.file"));
                    error.report_mut().line = line_of(text, file);
                    error.in_file(path)
                })?;
                let name = std::mem::replace(file, found.to_string_lossy().into_owned());
                files.insert(name, found);
            }
        }
    }
    Ok((spec, files))
}

/// Line of the first occurrence of a quoted name: a parsed value has lost its place.
fn line_of(text: &str, name: &str) -> Option<u32> {
    let start = text.find(&format!("{name:?}"))?;
    Some(1 + text[..start].matches('\n').count() as u32)
}

fn malformed(error: &ron::error::SpannedError) -> ModelError {
    use ron::Error;
    let at = |report: Report| Box::new(report.at(error.span.start.line as u32, error.span.start.col as u32));
    let inside = |outer: &Option<String>| outer.as_ref().map(|name| format!(" of {name}")).unwrap_or_default();
    match &error.code {
        Error::NoSuchStructField { expected, found, outer } => {
            let report = Report::new(format!("there is no field `{found}`{}", known_as(outer))).found(found);
            ModelError::Unknown(at(report.known(found, expected.iter().copied())))
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            let report = Report::new(format!("`{found}` is no kind{}", known_as(outer))).found(found);
            ModelError::Unknown(at(report.known(found, expected.iter().copied())))
        }
        Error::MissingStructField { field, outer } => {
            let report = Report::new(format!("the field `{field}`{} is missing", inside(outer)));
            ModelError::Missing(at(report.help(format!("add `{field}: …`"))))
        }
        Error::DuplicateStructField { field, outer } => {
            let report = Report::new(format!("the field `{field}`{} is given twice", inside(outer)));
            ModelError::Syntax(at(report.help("remove one")))
        }
        Error::InvalidValueForType { expected, found } => {
            ModelError::Value(at(Report::new("a value has the wrong type").expected(expected.clone()).found(found)))
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let report = Report::new("a list has the wrong length").expected(expected.clone());
            ModelError::Value(at(report.found(format_args!("{found} elements"))))
        }
        Error::ExceededRecursionLimit => ModelError::Syntax(at(Report::new("the data nests too deeply"))),
        other => ModelError::Syntax(at(Report::new(format!("this is not RON: {other}")))),
    }
}

fn known_as(outer: &Option<String>) -> String {
    outer.as_ref().map(|name| format!(" in {name}")).unwrap_or_default()
}

/// The robot as RON text, indented, that [`from_ron`] reads back equal if its mesh files exist.
/// Fails only if the text cannot be written, such as for parameters nested beyond RON's limit.
pub fn to_ron(spec: &RobotModelSpec) -> Result<String, ModelError> {
    let pretty = ron::ser::PrettyConfig::new().compact_arrays(true);
    dialect().to_string_pretty(spec, pretty).map_err(|error| {
        ModelError::Value(Box::new(Report::new(format!("the robot cannot be written as RON: {error}"))))
    })
}
