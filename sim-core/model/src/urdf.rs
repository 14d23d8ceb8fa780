//! Reads robots from URDF files.
//!
//! The text is parsed here, repaired if an error has an obvious fix ([`super::urdf_text`], [`super::urdf_repair`]) and
//! checked against the format with positions ([`super::urdf_rules`]); only known content is passed to urdf-rs for its values.
//! No input reaches a parser that could panic or recurse without limit, every error has a line, and everything omitted or
//! repaired is reported.

use super::loaded::{LoadedModel, UrdfOptions};
use super::resolve_file::PackageResolver;
use super::urdf_rules::Findings;
use super::validate::validate;
use super::xml::{self, Element};
use super::{normalize, unit_axis, urdf_repair, urdf_rules, urdf_text};
use crate::mesh;
use crate::model_error::{ModelError, Report, first, read_file};
use nalgebra::{Point3, UnitQuaternion};
use sim_abi::model::{
    CollisionShape, Geometry, Joint, JointMotion, Link, MassProperties, Mimic, Placement, RobotModelSpec, Visual,
};
use sim_geometry::Shape;
use sim_geometry::inertia::{inertia_entries, inertia_matrix};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Reads a robot from a URDF file. The first link of the result is the root; joints and other links keep the order of the
/// file. Errors with an obvious fix are repaired and listed in the result.
///
/// Fails with the first error, with line and column, if the file is malformed, is Xacro, or does not describe a single tree; with
/// `strict` also if anything was ignored, guessed or repaired. [`load`](super::load) reports all errors.
pub fn from_urdf(path: &Path, options: &UrdfOptions) -> Result<LoadedModel, ModelError> {
    load(path, options).map_err(first)
}

/// As [`from_urdf`], from bytes; `path` is the file name in errors and the base for finding meshes.
pub fn from_urdf_bytes(bytes: &[u8], path: &Path, options: &UrdfOptions) -> Result<LoadedModel, ModelError> {
    load_bytes(bytes, path, options).map_err(first)
}

/// Reads a robot; fails with all errors in the order of the file.
pub(super) fn load(path: &Path, options: &UrdfOptions) -> Result<LoadedModel, Vec<ModelError>> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xacro")) {
        return Err(vec![xacro(Report::new("this is a Xacro file").file(path))]);
    }
    load_bytes(&read_file(path).map_err(|error| vec![error])?, path, options)
}

fn load_bytes(bytes: &[u8], path: &Path, options: &UrdfOptions) -> Result<LoadedModel, Vec<ModelError>> {
    let mut loaded = convert(bytes, path, options.resolver(path)).map_err(|mut errors| {
        errors.sort_by_key(|error| (error.report().line, error.report().column));
        errors.into_iter().map(|error| error.in_file(path)).collect::<Vec<_>>()
    })?;
    for report in loaded.warnings.iter_mut().chain(&mut loaded.repairs) {
        report.file = Some(path.to_path_buf());
    }
    let found: Vec<&Report> = loaded.warnings.iter().chain(&loaded.repairs).collect();
    if options.strict && !found.is_empty() {
        return Err(vec![refused(&found)]);
    }
    loaded.warnings = one_of_each_kind(loaded.warnings);
    Ok(loaded)
}

/// Only the first report of each kind, with the number of the others: a robot may have an effort limit on fifty joints.
fn one_of_each_kind(reports: Vec<Report>) -> Vec<Report> {
    // Reports of the same kind differ in their quoted text only.
    let kind = |report: &Report| report.message.split('`').step_by(2).collect::<String>();
    let mut kinds: Vec<(String, Report, usize)> = Vec::new();
    for report in reports {
        let kind = kind(&report);
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, _, more)) => *more += 1,
            None => kinds.push((kind, report, 0)),
        }
    }
    let merged = kinds.into_iter().map(|(_, mut report, more)| {
        if more > 0 {
            report.message = format!("{message} (and {more} more)", message = report.message);
        }
        report
    });
    merged.collect()
}

fn xacro(report: Report) -> ModelError {
    ModelError::Unsupported(Box::new(report.help("expand it first: xacro robot.urdf.xacro > robot.urdf")))
}

/// Error in strict mode: at the first finding, with the messages of all.
fn refused(found: &[&Report]) -> ModelError {
    let mut report = found[0].clone();
    let line = |line| format!("line {line}");
    let place = |report: &Report| report.line.map_or_else(|| "no line".to_string(), line);
    let finding = |finding: &&Report| format!("{message} ({place})", message = finding.message, place = place(finding));
    let list = found.iter().map(finding).collect::<Vec<_>>().join("; ");
    report.message = format!("strict mode rejects {count} findings: {list}", count = found.len());
    report.help = Some("fix them in the file, or disable strict mode".to_string());
    ModelError::Strict(Box::new(report))
}

fn convert(bytes: &[u8], path: &Path, resolver: PackageResolver) -> Result<LoadedModel, Vec<ModelError>> {
    let mut findings = Findings::default();
    let root = element_tree(bytes, path, &mut findings).map_err(|error| vec![error])?;
    let Some(reduced) = urdf_rules::reduce(&root, &mut findings) else { return Err(findings.errors) };
    let robot = match urdf_rs::read_from_string(&reduced.to_string()) {
        Ok(robot) => robot,
        Err(_) if !findings.errors.is_empty() => return Err(findings.errors),
        Err(error) => return Err(vec![ModelError::Syntax(Box::new(Report::new(format!("invalid URDF: {error}"))))]),
    };
    let colors = known_colors(&robot);
    let mut conversion = Conversion { resolver, colors, findings, ..Conversion::default() };
    let links = reduced.all("link").zip(&robot.links).map(|(at, link)| (conversion.link(at, link), at));
    let links: Vec<_> = links.collect();
    let joints = reduced.all("joint").zip(&robot.joints).map(|(at, joint)| (conversion.joint(at, joint), at));
    let joints = joints.collect();
    let Conversion { mut findings, files, .. } = conversion;
    // A link that was left out because of its errors may have the name that seems to be unknown.
    let has_all_links = links.len() == root.all("link").count();
    let mut spec = assemble(&robot.name, links, joints, has_all_links, &mut findings);
    if !findings.errors.is_empty() {
        return Err(findings.errors);
    }
    normalize(&mut spec);
    Ok(LoadedModel { spec, warnings: findings.warnings, repairs: findings.repairs, files })
}

/// Elements of a file, after obvious repairs.
fn element_tree(bytes: &[u8], path: &Path, findings: &mut Findings) -> Result<Element, ModelError> {
    let text = urdf_text::clean(bytes, path, &mut findings.repairs)?;
    let mut root = xml::parse(&text, path)?;
    urdf_repair::elements(&mut root, path, &mut findings.repairs);
    refuse_xacro(&root)?;
    Ok(root)
}

/// Rejects elements that are read but need expansion by a Xacro processor.
fn refuse_xacro(element: &Element) -> Result<(), ModelError> {
    if element.name.starts_with("xacro:") {
        return Err(xacro(element.report(format!("this is a Xacro file: <{name}>", name = element.name))));
    }
    if urdf_rules::is_foreign(&element.name) {
        return Ok(());
    }
    if let Some((name, value)) =
        element.attributes.iter().find(|(_, value)| value.contains("${") || value.contains("$("))
    {
        return Err(xacro(element.report(format!("`{name}` contains a Xacro expression")).found(value)));
    }
    element.children.iter().try_for_each(refuse_xacro)
}

/// Moves the root to the front, attaches further roots to it and validates the result; problems get the place of their
/// element.
fn assemble(
    name: &str,
    mut links: Vec<(Link, &Element)>,
    joints: Vec<(Joint, &Element)>,
    has_all_links: bool,
    findings: &mut Findings,
) -> RobotModelSpec {
    let children: BTreeSet<&str> = joints.iter().map(|(joint, _)| joint.child.as_str()).collect();
    if let Some(root) = links.iter().position(|(link, _)| !children.contains(link.name.as_str())) {
        links[..=root].rotate_right(1);
    }
    let (links, link_places): (Vec<_>, Vec<_>) = links.into_iter().unzip();
    let (mut joints, joint_places): (Vec<_>, Vec<_>) = joints.into_iter().unzip();
    free_circles(&mut joints, &joint_places, &mut findings.repairs);
    let others = urdf_repair::roots(&links, &mut joints);
    if let Some(at) = others.first().and_then(|other| links.iter().position(|link| link.name == *other)) {
        let names: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
        let message = format!(
            "the robot has {count} root links; attached {names} to `{name}` with fixed joints",
            count = names.len() + 1,
            names = names.join(", "),
            name = links[0].name
        );
        findings.repairs.push(link_places[at].report(message).help("connect them with joints"));
    }
    let spec = RobotModelSpec { format_version: 1, name: name.to_string(), links, joints, ..Default::default() };
    for mut problem in validate(&spec) {
        if !has_all_links && matches!(problem, ModelError::Unknown(_) | ModelError::Structure(_)) {
            continue;
        }
        let report = problem.report_mut();
        if let Some(at) = element_at(report.path.as_deref().unwrap_or_default(), &link_places, &joint_places) {
            (report.line, report.column) = (Some(at.line), Some(at.column));
        }
        findings.errors.push(problem);
    }
    spec
}

/// The element of a value such as `joints[2].limits`.
fn element_at<'e>(path: &str, links: &[&'e Element], joints: &[&'e Element]) -> Option<&'e Element> {
    let (list, rest) = path.split_once('[')?;
    let (index, field) = rest.split_once(']')?;
    let owner = if list == "links" { links } else { joints }.get(index.parse::<usize>().ok()?)?;
    let name = match field.trim_start_matches('.').split(['.', '[']).next()? {
        "limits" | "max_velocity" => "limit",
        "mass" => "inertial",
        "placement" => "origin",
        field => field,
    };
    owner.first(name).or(Some(owner))
}

/// Makes joints independent if they follow a missing joint or form a cycle.
fn free_circles(joints: &mut [Joint], places: &[&Element], repairs: &mut Vec<Report>) {
    for number in 0..joints.len() {
        let Some(why) = super::mimic::unfit(joints, number) else { continue };
        let message = format!("joint `{name}` {why}; mimic ignored", name = joints[number].name);
        repairs.push(places[number].report(message));
        joints[number].mimic = None;
    }
}

/// Colors by name: those of the robot first, then those that visuals define.
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

#[derive(Default)]
struct Conversion {
    resolver: PackageResolver,
    colors: BTreeMap<String, [f32; 4]>,
    /// Materials without a color that have been reported.
    unknown: BTreeSet<String>,
    /// Collision meshes that were read, or why they could not be.
    checked: BTreeMap<PathBuf, Option<ModelError>>,
    findings: Findings,
    files: BTreeMap<String, PathBuf>,
}

/// Default color of a visual.
const GRAY: [f32; 4] = [0.6, 0.6, 0.62, 1.0];

impl Conversion {
    fn link(&mut self, at: &Element, link: &urdf_rs::Link) -> Link {
        let name = &link.name;
        let inertial = at.first("inertial");
        if inertial.is_none() && at.first("visual").or(at.first("collision")).is_some() {
            let report = at.report(format!("missing <inertial> in link `{name}`; mass set to 0"));
            self.findings.warnings.push(report.help("add <inertial>; dynamics that integrate forces need it"));
        }
        let mut mass = mass_properties(&link.inertial);
        if let Some(what) = urdf_repair::inertia(&mut mass) {
            self.findings.repairs.push(inertial.unwrap_or(at).report(format!("link `{name}`: {what}")));
        }
        let mut converted = Link { name: name.clone(), mass, ..Link::default() };
        for (at, collision) in at.all("collision").zip(&link.collision) {
            match self.geometry(at, &collision.geometry, true) {
                Ok(geometry) => {
                    let placement = placement(&collision.origin);
                    converted.collision.push(CollisionShape { placement, geometry });
                }
                Err(error) => self.leave_out(format!("a collision shape of link `{name}`"), error),
            }
        }
        for (at, visual) in at.all("visual").zip(&link.visual) {
            match self.geometry(at, &visual.geometry, false) {
                Ok(geometry) => {
                    let color = self.color(at, visual.material.as_ref());
                    let placement = placement(&visual.origin);
                    converted.visual.push(Visual { placement, geometry, color, paint: false });
                }
                Err(error) => self.leave_out(format!("a visual of link `{name}`"), error),
            }
        }
        converted
    }

    /// Reports a shape that is omitted because its mesh cannot be used. The search for a package is reported once.
    fn leave_out(&mut self, what: String, error: ModelError) {
        let mut report = error.report().clone();
        let said = |known: &Report| known.help.is_some() && known.help == report.help;
        if self.findings.repairs.iter().any(said) {
            report.help = None;
        }
        report.message = format!("skipped {what}: {message}", message = report.message);
        self.findings.repairs.push(report);
    }

    fn geometry(&mut self, at: &Element, geometry: &urdf_rs::Geometry, collides: bool) -> Result<Geometry, ModelError> {
        Ok(match geometry {
            urdf_rs::Geometry::Box { size } => Geometry::Box { size: size.0 },
            urdf_rs::Geometry::Cylinder { radius, length } => Geometry::Cylinder { radius: *radius, height: *length },
            urdf_rs::Geometry::Capsule { radius, length } => Geometry::Capsule { radius: *radius, length: *length },
            urdf_rs::Geometry::Sphere { radius } => Geometry::Sphere { radius: *radius },
            urdf_rs::Geometry::Mesh { filename, scale } => {
                let path = self.find(at, filename)?;
                mesh::MeshFormat::of(&path).map_err(|error| located(error, at))?;
                if collides {
                    self.check_mesh(&path).map_err(|error| located(error, at))?;
                }
                let file = path.to_string_lossy().into_owned();
                self.files.insert(filename.clone(), path);
                Geometry::Mesh { file, scale: scale.map_or([1.0; 3], |scale| scale.0) }
            }
        })
    }

    /// Resolves a reference, as a fallback near the robot's file.
    fn find(&mut self, at: &Element, name: &str) -> Result<PathBuf, ModelError> {
        let error = match self.resolver.resolve(name) {
            Ok(path) => return Ok(path),
            Err(error) => located(error, at),
        };
        let Some(path) = self.resolver.beside(name) else { return Err(error) };
        let message = format!("{message}; using files near the robot file", message = error.report().message);
        if !self.findings.repairs.iter().any(|known| known.message == message) {
            self.findings.repairs.push(Report { message, ..error.report().clone() }.found(path.display()));
        }
        Ok(path)
    }

    /// Checks that a mesh can be used for collision; otherwise the shape is omitted, because a robot without one of its
    /// collision shapes is better than none.
    fn check_mesh(&mut self, path: &Path) -> Result<(), ModelError> {
        let check = || match mesh::load(path, [1.0; 3]) {
            Err(error) => Some(error),
            Ok(loaded) => {
                let points: Vec<Point3<f64>> =
                    loaded.mesh.vertices.iter().map(|vertex| Point3::from(*vertex)).collect();
                let flat = Shape::try_convex(&points).err()?;
                Some(ModelError::Mesh(Box::new(Report::new(flat.to_string()).file(path))))
            }
        };
        self.checked.entry(path.to_path_buf()).or_insert_with(check).clone().map_or(Ok(()), Err)
    }

    fn color(&mut self, at: &Element, material: Option<&urdf_rs::Material>) -> [f32; 4] {
        let Some(material) = material else { return GRAY };
        let color = material.color.as_ref().map(rgba).or_else(|| self.colors.get(&material.name).copied());
        color.unwrap_or_else(|| {
            if self.unknown.insert(material.name.clone()) {
                let report = at.report(format!("unknown color of material `{name}`; drawn gray", name = material.name));
                self.findings.warnings.push(report.known(&material.name, self.colors.keys().map(String::as_str)));
            }
            GRAY
        })
    }

    fn joint(&mut self, at: &Element, joint: &urdf_rs::Joint) -> Joint {
        use urdf_rs::JointType as Type;
        let motion = match joint.joint_type {
            Type::Fixed => JointMotion::Fixed,
            Type::Revolute => JointMotion::Revolute,
            Type::Continuous => JointMotion::Continuous,
            Type::Prismatic => JointMotion::Prismatic,
            Type::Floating | Type::Planar | Type::Spherical => {
                let kind = at.attribute("type").unwrap_or_default();
                let report =
                    at.report(format!("unsupported {kind} joint `{name}`; treated as fixed", name = joint.name));
                self.findings
                    .warnings
                    .push(report.help("model a free body as a separate robot, and several axes as several joints"));
                JointMotion::Fixed
            }
        };
        let (limits, max_velocity) = self.limits(at, joint, motion);
        let initial = limits.map_or(0.0, |[low, high]| if low <= high { 0f64.clamp(low, high) } else { 0.0 });
        if initial != 0.0 && joint.mimic.is_none() {
            let report =
                at.report(format!("joint `{name}` starts at {initial}: its limits exclude 0", name = joint.name));
            self.findings.warnings.push(report.help("set the start position in the scene"));
        }
        let mimic = joint.mimic.as_ref().filter(|_| motion != JointMotion::Fixed).map(|mimic| Mimic {
            joint: mimic.joint.trim().to_string(),
            multiplier: mimic.multiplier.unwrap_or(1.0),
            offset: mimic.offset.unwrap_or(0.0),
        });
        Joint {
            name: joint.name.clone(),
            parent: joint.parent.link.clone(),
            child: joint.child.link.clone(),
            placement: placement(&joint.origin),
            motion,
            axis: unit_axis(joint.axis.xyz.0),
            limits,
            max_velocity,
            initial,
            mimic,
        }
    }

    fn limits(&mut self, at: &Element, joint: &urdf_rs::Joint, motion: JointMotion) -> (Option<[f64; 2]>, Option<f64>) {
        let name = &joint.name;
        let bounded = matches!(motion, JointMotion::Revolute | JointMotion::Prismatic);
        let Some(limit) = at.first("limit") else {
            if bounded {
                let report = at.report(format!("missing <limit> of joint `{name}`; it is unlimited"));
                let help = "add <limit lower=\"…\" upper=\"…\" velocity=\"…\" effort=\"…\"/>, or make it continuous";
                self.findings.repairs.push(report.help(help));
            }
            return (None, None);
        };
        let (lower, upper) = (joint.limit.lower, joint.limit.upper);
        if joint.limit.effort.is_finite() && joint.limit.effort != 0.0 && motion != JointMotion::Fixed {
            let report = limit.report(format!("the effort limit of joint `{name}` is ignored"));
            self.findings.warnings.push(report.help("set the limit on the actuator that drives it"));
        }
        if !bounded && motion == JointMotion::Continuous && (lower, upper) != (0.0, 0.0) && lower.is_finite() {
            let report = limit.report(format!("the limits of continuous joint `{name}` are ignored"));
            self.findings.warnings.push(report.help("make it revolute"));
        }
        if bounded && limit.attribute("lower").or(limit.attribute("upper")).is_none() && lower.is_finite() {
            let report = limit.report(format!("joint `{name}` has neither lower nor upper; both set to 0"));
            self.findings.warnings.push(report.help("set both"));
        }
        let velocity = joint.limit.velocity;
        if velocity == 0.0 && motion != JointMotion::Fixed {
            self.findings.warnings.push(limit.report(format!("the velocity limit 0 of joint `{name}` is ignored")));
        }
        let limits = (bounded && (lower.is_finite() || upper.is_finite())).then_some([lower, upper]);
        let max_velocity =
            (velocity.is_finite() && velocity != 0.0 && motion != JointMotion::Fixed).then_some(velocity);
        (limits, max_velocity)
    }
}

/// Adds the location in the robot's file to an error; the mesh is reported by its resolved path.
fn located(mut error: ModelError, at: &Element) -> ModelError {
    let report = error.report_mut();
    if let Some(mesh) = report.file.take() {
        report.found = Some(mesh.display().to_string());
    }
    (report.line, report.column) = (Some(at.line), Some(at.column));
    error
}

/// URDF's origin: `xyz` and fixed-axis roll, pitch, yaw, as in [`Placement`].
fn placement(pose: &urdf_rs::Pose) -> Placement {
    Placement { at: pose.xyz.0, rpy: pose.rpy.0 }
}

/// Mass properties in the link's frame: URDF expresses the inertia in axes rotated by the inertial origin, I = R·J·Rᵀ.
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
