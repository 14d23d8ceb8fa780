//! Robots from URDF files.
//!
//! The text is read by us, checked against the format with positions ([`super::urdf_rules`]), and only what is known
//! goes on to urdf-rs for its values. So no input reaches a reader that could panic or nest without end, every error
//! names its line, and everything left out is reported.

use super::error::{ModelError, Report, read_file, utf8};
use super::package::PackageResolver;
use super::validate::validate;
use super::xml::{self, Element};
use super::{inertia_entries, inertia_matrix, unit_axis, urdf_rules};
use crate::mesh::MeshFormat;
use nalgebra::UnitQuaternion;
use sim_abi::model::{
    CollisionShape, Geometry, Joint, JointMotion, Link, MassProperties, Placement, RobotModelSpec, Visual,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How a model file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrdfOptions {
    /// Folders of packages, or packages, for `package://`; searched after the file's own folder and its parents.
    pub packages: Vec<PathBuf>,
    /// By path of a model file: the files that stand for the names in it, before any search. So a recording brings the
    /// meshes of its robots along.
    pub known: BTreeMap<PathBuf, BTreeMap<String, PathBuf>>,
    /// Refuse a URDF file of which something would be ignored or guessed.
    pub strict: bool,
}

/// A robot, the files it names, and what its reader ignored or guessed.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedModel {
    /// The robot; meshes are named by absolute paths of existing files.
    pub spec: RobotModelSpec,
    /// What was ignored or guessed, in the order of the file's kinds of elements.
    pub warnings: Vec<Report>,
    /// The mesh files that the robot's file names: each name as it is written, and the file it stands for.
    pub files: BTreeMap<String, PathBuf>,
}

impl UrdfOptions {
    /// Finds what a model file names.
    pub(super) fn resolver(&self, path: &Path) -> PackageResolver {
        let known = self.known.get(path).cloned().unwrap_or_default();
        PackageResolver::new(path, &self.packages).with_known(known)
    }
}

/// Reads a robot from a URDF file. The first link of the result is the root; joints and other links keep the order of
/// the file.
///
/// Fails, naming line and column, if the file is malformed, is Xacro, does not describe one tree, names meshes or
/// packages that cannot be found, or has masses that no body can have; with `strict` also if anything was ignored or
/// guessed.
pub fn from_urdf(path: &Path, options: &UrdfOptions) -> Result<LoadedModel, ModelError> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xacro")) {
        return Err(xacro(Report::new("this is a Xacro file").file(path)));
    }
    from_urdf_bytes(&read_file(path)?, path, options)
}

/// As [`from_urdf`], from bytes; `path` names the file in errors and is where the search for meshes begins.
pub fn from_urdf_bytes(bytes: &[u8], path: &Path, options: &UrdfOptions) -> Result<LoadedModel, ModelError> {
    let mut loaded = convert(utf8(bytes, path)?, path, options.resolver(path)).map_err(|error| error.in_file(path))?;
    for warning in &mut loaded.warnings {
        warning.file = Some(path.to_path_buf());
    }
    if options.strict && !loaded.warnings.is_empty() {
        return Err(refused(&loaded.warnings));
    }
    Ok(loaded)
}

fn xacro(report: Report) -> ModelError {
    ModelError::Unsupported(Box::new(
        report.help("expand it first: xacro robot.urdf.xacro > robot.urdf, and name the result here"),
    ))
}

/// The error for strict reading: at the first warning, with the sentences of all.
fn refused(warnings: &[Report]) -> ModelError {
    let mut report = warnings[0].clone();
    let list: Vec<String> =
        warnings.iter().map(|warning| format!("{} ({})", warning.message, place(warning))).collect();
    report.message = format!("strict reading refuses {} things: {}", list.len(), list.join("; "));
    report.help = Some("remove them from the file, or read it without strict".to_string());
    ModelError::Strict(Box::new(report))
}

fn place(report: &Report) -> String {
    report.line.map(|line| format!("line {line}")).unwrap_or_else(|| "no line".to_string())
}

fn convert(text: &str, path: &Path, resolver: PackageResolver) -> Result<LoadedModel, ModelError> {
    let root = xml::parse(text, path).map_err(|error| match text.find("<xacro:") {
        // A file without the namespace's declaration is not even XML; the advice is the same.
        Some(start) => {
            let line = 1 + text[..start].matches('\n').count() as u32;
            xacro(Report::new("this is a Xacro file: <xacro:…>").line(line))
        }
        None => error,
    })?;
    refuse_xacro(&root)?;
    let (reduced, warnings) = urdf_rules::reduce(&root)?;
    let robot = urdf_rs::read_from_string(&reduced.to_string())
        .map_err(|error| ModelError::Syntax(Box::new(Report::new(format!("the URDF cannot be read: {error}")))))?;
    let (colors, unknown, files) = (known_colors(&robot), BTreeSet::new(), BTreeMap::new());
    let mut conversion = Conversion { resolver, colors, unknown, warnings, files };
    let links = reduced.all("link").zip(&robot.links).map(|(at, link)| Ok((conversion.link(at, link)?, at)));
    let links = links.collect::<Result<Vec<_>, ModelError>>()?;
    let joints = reduced.all("joint").zip(&robot.joints).map(|(at, joint)| Ok((conversion.joint(at, joint)?, at)));
    let joints = joints.collect::<Result<Vec<_>, ModelError>>()?;
    let spec = assemble(&robot.name, links, joints)?;
    Ok(LoadedModel { spec, warnings: conversion.warnings, files: conversion.files })
}

fn refuse_xacro(element: &Element) -> Result<(), ModelError> {
    if element.name.starts_with("xacro:") {
        return Err(xacro(element.report(format!("this is a Xacro file: <{}>", element.name))));
    }
    if let Some((name, value)) =
        element.attributes.iter().find(|(_, value)| value.contains("${") || value.contains("$("))
    {
        return Err(xacro(element.report(format!("`{name}` holds a Xacro expression")).found(value)));
    }
    element.children.iter().try_for_each(refuse_xacro)
}

/// Puts the root first and checks the whole; problems get the line of the element they are about.
fn assemble(
    name: &str,
    mut links: Vec<(Link, &Element)>,
    joints: Vec<(Joint, &Element)>,
) -> Result<RobotModelSpec, ModelError> {
    let children: BTreeSet<&str> = joints.iter().map(|(joint, _)| joint.child.as_str()).collect();
    if let Some(root) = links.iter().position(|(link, _)| !children.contains(link.name.as_str())) {
        links[..=root].rotate_right(1);
    }
    let (links, link_places): (Vec<_>, Vec<_>) = links.into_iter().unzip();
    let (joints, joint_places): (Vec<_>, Vec<_>) = joints.into_iter().unzip();
    let spec = RobotModelSpec { format_version: 1, name: name.to_string(), links, joints, ..Default::default() };
    let Some(mut problem) = validate(&spec).into_iter().next() else { return Ok(spec) };
    let report = problem.report_mut();
    let index = |list: &str| {
        let rest = report.path.as_deref()?.strip_prefix(list)?.strip_prefix('[')?;
        rest.split(']').next()?.parse::<usize>().ok()
    };
    let place = index("links").and_then(|k| link_places.get(k)).or_else(|| joint_places.get(index("joints")?));
    if let Some(at) = place.copied() {
        (report.line, report.column) = (Some(at.line), Some(at.column));
    }
    Err(problem)
}

/// Colors by name: those of the robot first, then those that visuals define on the way.
fn known_colors(robot: &urdf_rs::Robot) -> BTreeMap<String, [f32; 4]> {
    let inside = robot.links.iter().flat_map(|link| &link.visual).filter_map(|visual| visual.material.as_ref());
    let mut colors = BTreeMap::new();
    for material in robot.materials.iter().chain(inside) {
        if let (false, Some(color)) = (material.name.is_empty(), &material.color) {
            colors.entry(material.name.clone()).or_insert(rgba(color));
        }
    }
    colors
}

fn rgba(color: &urdf_rs::Color) -> [f32; 4] {
    color.rgba.0.map(|part| part as f32)
}

struct Conversion {
    resolver: PackageResolver,
    colors: BTreeMap<String, [f32; 4]>,
    /// Materials without a color that are reported already.
    unknown: BTreeSet<String>,
    warnings: Vec<Report>,
    files: BTreeMap<String, PathBuf>,
}

/// Color of a visual that names none.
const GREY: [f32; 4] = [0.6, 0.6, 0.62, 1.0];

impl Conversion {
    fn link(&mut self, at: &Element, link: &urdf_rs::Link) -> Result<Link, ModelError> {
        let has_shape = at.first("visual").or(at.first("collision")).is_some();
        if at.first("inertial").is_none() && has_shape {
            let report = at.report(format!("the link `{}` has no <inertial>; its mass is taken as 0", link.name));
            self.warnings.push(report.help("add <inertial>: models that integrate forces need it"));
        }
        let mut converted = Link { name: link.name.clone(), mass: mass_properties(&link.inertial), ..Link::default() };
        for (at, collision) in at.all("collision").zip(&link.collision) {
            let geometry = self.geometry(at, &collision.geometry)?;
            converted.collision.push(CollisionShape { placement: placement(&collision.origin), geometry });
        }
        for (at, visual) in at.all("visual").zip(&link.visual) {
            let geometry = match self.geometry(at, &visual.geometry) {
                // Formats that are not read are common for drawings alone; the collision shapes are drawn then.
                Err(ModelError::Unsupported(report)) => {
                    let message = format!("a drawing of the link `{}` is left out: {}", link.name, report.message);
                    self.warnings.push(Report { message, ..*report });
                    continue;
                }
                other => other?,
            };
            let color = self.color(at, visual.material.as_ref());
            converted.visual.push(Visual { placement: placement(&visual.origin), geometry, color, paint: false });
        }
        Ok(converted)
    }

    fn geometry(&mut self, at: &Element, geometry: &urdf_rs::Geometry) -> Result<Geometry, ModelError> {
        Ok(match geometry {
            urdf_rs::Geometry::Box { size } => Geometry::Box { size: size.0 },
            urdf_rs::Geometry::Cylinder { radius, length } => Geometry::Cylinder { radius: *radius, height: *length },
            urdf_rs::Geometry::Capsule { radius, length } => Geometry::Capsule { radius: *radius, length: *length },
            urdf_rs::Geometry::Sphere { radius } => Geometry::Sphere { radius: *radius },
            urdf_rs::Geometry::Mesh { filename, scale } => {
                let path = self.resolver.resolve(filename).map_err(|error| located(error, at))?;
                MeshFormat::of(&path).map_err(|error| located(error, at))?;
                let file = path.to_string_lossy().into_owned();
                self.files.insert(filename.clone(), path);
                Geometry::Mesh { file, scale: scale.map_or([1.0; 3], |scale| scale.0) }
            }
        })
    }

    fn color(&mut self, at: &Element, material: Option<&urdf_rs::Material>) -> [f32; 4] {
        let Some(material) = material else { return GREY };
        let color = material.color.as_ref().map(rgba).or_else(|| self.colors.get(&material.name).copied());
        color.unwrap_or_else(|| {
            if self.unknown.insert(material.name.clone()) {
                let report = at.report(format!("the material `{}` has no color; it is drawn grey", material.name));
                self.warnings.push(report.known(&material.name, self.colors.keys().map(String::as_str)));
            }
            GREY
        })
    }

    fn joint(&mut self, at: &Element, joint: &urdf_rs::Joint) -> Result<Joint, ModelError> {
        use urdf_rs::JointType as Type;
        let motion = match joint.joint_type {
            Type::Fixed => JointMotion::Fixed,
            Type::Revolute => JointMotion::Revolute,
            Type::Continuous => JointMotion::Continuous,
            Type::Prismatic => JointMotion::Prismatic,
            Type::Floating | Type::Planar | Type::Spherical => {
                let kind = at.attribute("type").unwrap_or_default();
                let report = at.report(format!("the {kind} joint `{}` is taken as fixed", joint.name));
                self.warnings.push(report.help("a free body is a robot of its own; several axes are several joints"));
                JointMotion::Fixed
            }
        };
        let (limits, max_velocity) = self.limits(at, joint, motion)?;
        let initial = limits.map_or(0.0, |[low, high]| if low <= high { 0f64.clamp(low, high) } else { 0.0 });
        if initial != 0.0 {
            let report = at.report(format!("the joint `{}` starts at {initial}: its limits exclude 0", joint.name));
            self.warnings.push(report.help("give the start position in the scene"));
        }
        Ok(Joint {
            name: joint.name.clone(),
            parent: joint.parent.link.clone(),
            child: joint.child.link.clone(),
            placement: placement(&joint.origin),
            motion,
            axis: unit_axis(joint.axis.xyz.0),
            limits,
            max_velocity,
            initial,
        })
    }

    fn limits(
        &mut self,
        at: &Element,
        joint: &urdf_rs::Joint,
        motion: JointMotion,
    ) -> Result<(Option<[f64; 2]>, Option<f64>), ModelError> {
        let name = &joint.name;
        let bounded = matches!(motion, JointMotion::Revolute | JointMotion::Prismatic);
        let Some(limit) = at.first("limit") else {
            if bounded {
                let report = at.report(format!("the joint `{name}` has no <limit>"));
                let report = report.path(format!("robot/joint[{name}]"));
                let help = "add <limit lower=\"…\" upper=\"…\" velocity=\"…\" effort=\"…\"/>, or make it continuous";
                return Err(ModelError::Missing(Box::new(report.help(help))));
            }
            return Ok((None, None));
        };
        let (lower, upper) = (joint.limit.lower, joint.limit.upper);
        if joint.limit.effort.is_finite() && joint.limit.effort != 0.0 && motion != JointMotion::Fixed {
            let report = limit.report(format!("the effort limit of the joint `{name}` is ignored"));
            self.warnings.push(report.help("give the limit to the actuator that drives it"));
        }
        if !bounded && motion == JointMotion::Continuous && (lower, upper) != (0.0, 0.0) && lower.is_finite() {
            let report = limit.report(format!("the limits of the continuous joint `{name}` are ignored"));
            self.warnings.push(report.help("make it revolute"));
        }
        if bounded && limit.attribute("lower").or(limit.attribute("upper")).is_none() && lower.is_finite() {
            let report = limit.report(format!("the joint `{name}` has neither lower nor upper; both are taken as 0"));
            self.warnings.push(report.help("give both"));
        }
        let velocity = joint.limit.velocity;
        if velocity == 0.0 && motion != JointMotion::Fixed {
            self.warnings.push(limit.report(format!("the velocity limit 0 of the joint `{name}` is taken as none")));
        }
        let limits = (bounded && (lower.is_finite() || upper.is_finite())).then_some([lower, upper]);
        let max_velocity =
            (velocity.is_finite() && velocity != 0.0 && motion != JointMotion::Fixed).then_some(velocity);
        Ok((limits, max_velocity))
    }
}

/// The error at an element of the robot's file; the mesh it is about is named by what was found.
fn located(mut error: ModelError, at: &Element) -> ModelError {
    let report = error.report_mut();
    if let Some(mesh) = report.file.take() {
        report.found = Some(mesh.display().to_string());
    }
    (report.line, report.column) = (Some(at.line), Some(at.column));
    error
}

/// URDF's origin: `xyz` and fixed-axis roll, pitch, yaw, which is what [`Placement`] holds too.
fn placement(pose: &urdf_rs::Pose) -> Placement {
    Placement { at: pose.xyz.0, rpy: pose.rpy.0 }
}

/// Mass properties in the link's frame: URDF gives the inertia in axes turned by the inertial origin, I = R·J·Rᵀ.
fn mass_properties(inertial: &urdf_rs::Inertial) -> MassProperties {
    let j = &inertial.inertia;
    let [roll, pitch, yaw] = inertial.origin.rpy.0;
    let given = inertia_matrix(&[j.ixx, j.iyy, j.izz, j.ixy, j.ixz, j.iyz]);
    let inertia = if [roll, pitch, yaw] == [0.0; 3] {
        given
    } else {
        let turn = UnitQuaternion::from_euler_angles(roll, pitch, yaw).to_rotation_matrix();
        turn.matrix() * given * turn.matrix().transpose()
    };
    MassProperties { mass: inertial.mass.value, center: inertial.origin.xyz.0, inertia: inertia_entries(&inertia) }
}
