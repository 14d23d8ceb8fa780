//! Validates robot models.

use crate::model_error::{ModelError, Report};
use nalgebra::{Matrix3, SymmetricEigen, Vector3};
use sim_abi::model::{Geometry, Joint, JointMotion, MassProperties, Mount, Placement, RobotModelSpec};
use sim_geometry::inertia::inertia_matrix;
use std::collections::BTreeMap;

/// Supported version of the data format.
pub const FORMAT_VERSION: u32 = 1;

/// Tolerance by which a moment of inertia may exceed the sum of the other two, relative to that moment: data sheets round.
pub(super) const ROUNDING: f64 = 0.01;

/// Returns all problems of the data, each with a path such as `links[2].mass`; empty if it is valid.
///
/// Checks: format version, names (present, unique), references, a single tree rooted at the first link, finite numbers,
/// positive sizes, nonnegative masses, positive definite inertia that satisfies the triangle inequality if there is a mass,
/// nonzero axes, ordered limits that contain the initial position, mimic joints that follow existing joints without a cycle,
/// colors in range. Does not check whether component ids exist and mesh files are readable.
pub fn validate(spec: &RobotModelSpec) -> Vec<ModelError> {
    let mut check = Check { problems: Vec::new() };
    if spec.format_version != FORMAT_VERSION {
        let report = Report::new("unknown version of the robot format").path("format_version");
        let report = report.expected(FORMAT_VERSION.to_string()).found(spec.format_version);
        check.add(ModelError::Unsupported, report.help("update the program, or convert the file"));
    }
    check.finite("standing_height", &[spec.standing_height]);
    check.links(spec);
    check.joints(spec);
    check.mounts(spec);
    super::tree::check(spec, &mut check.problems);
    super::mimic::check(spec, &mut check.problems);
    check.problems
}

struct Check {
    problems: Vec<ModelError>,
}

impl Check {
    fn add(&mut self, class: fn(Box<Report>) -> ModelError, report: Report) {
        self.problems.push(class(Box::new(report)));
    }

    /// Reports numbers that are not finite; returns whether all are.
    fn finite(&mut self, path: &str, numbers: &[f64]) -> bool {
        let bad = numbers.iter().find(|number| !number.is_finite());
        if let Some(number) = bad {
            let report = Report::new("a number is not finite").path(path).expected("a finite number").found(number);
            self.add(ModelError::Value, report);
        }
        bad.is_none()
    }

    /// Reports numbers that are not positive.
    fn positive(&mut self, path: &str, numbers: &[f64]) {
        if self.finite(path, numbers) && numbers.iter().any(|number| *number <= 0.0) {
            let report = Report::new("a size is not positive").path(path).expected("a length above 0 m");
            self.add(ModelError::Value, report.found(format_args!("{numbers:?}")));
        }
    }

    /// Reports names that are empty or not unique. Paths are `list[index].name`.
    fn names<'a>(&mut self, what: &str, names: impl Iterator<Item = (String, &'a str)>) {
        let mut seen: BTreeMap<&str, String> = BTreeMap::new();
        for (path, name) in names {
            if name.trim().is_empty() {
                let report = Report::new(format!("unnamed {what}")).path(&path);
                self.add(ModelError::Missing, report.help("set a unique name"));
            } else if let Some(first) = seen.get(name) {
                let report = Report::new(format!("duplicate {what} name `{name}`")).path(&path);
                self.add(ModelError::Structure, report.help(format!("rename one of them; the first is {first}")));
            } else {
                seen.insert(name, path);
            }
        }
    }

    fn placement(&mut self, path: &str, placement: &Placement) {
        self.finite(&format!("{path}.placement.at"), &placement.at);
        self.finite(&format!("{path}.placement.rpy"), &placement.rpy);
    }

    fn links(&mut self, spec: &RobotModelSpec) {
        self.names("link", (0..).zip(&spec.links).map(|(k, link)| (format!("links[{k}].name"), link.name.as_str())));
        for (k, link) in spec.links.iter().enumerate() {
            self.mass(&format!("links[{k}].mass"), &link.mass);
            for (n, shape) in link.collision.iter().enumerate() {
                let path = format!("links[{k}].collision[{n}]");
                self.placement(&path, &shape.placement);
                self.geometry(&format!("{path}.geometry"), &shape.geometry);
            }
            for (n, visual) in link.visual.iter().enumerate() {
                let path = format!("links[{k}].visual[{n}]");
                self.placement(&path, &visual.placement);
                self.geometry(&format!("{path}.geometry"), &visual.geometry);
                if visual.color.iter().any(|part| !(0.0..=1.0).contains(part)) {
                    let report = Report::new("a color is out of range").path(format!("{path}.color"));
                    let report = report.expected("red, green, blue, opacity, each 0 … 1");
                    self.add(ModelError::Value, report.found(format_args!("{:?}", visual.color)));
                }
            }
        }
    }

    fn geometry(&mut self, path: &str, geometry: &Geometry) {
        match geometry {
            Geometry::Box { size } => self.positive(path, size),
            Geometry::Sphere { radius } => self.positive(path, &[*radius]),
            Geometry::Ellipsoid { radii } => self.positive(path, radii),
            Geometry::Cylinder { radius, height } => self.positive(path, &[*radius, *height]),
            Geometry::Capsule { radius, length } => {
                self.positive(path, &[*radius]);
                self.positive(path, &[*length]);
            }
            Geometry::Mesh { file, scale } => {
                if file.is_empty() {
                    let report = Report::new("a mesh without a file").path(path);
                    self.add(ModelError::Missing, report.help("specify an .obj, .stl, .gltf or .glb file"));
                }
                if self.finite(path, scale) && scale.contains(&0.0) {
                    let report = Report::new("a mesh has a scale of 0").path(path).expected("factors other than 0");
                    self.add(ModelError::Value, report.found(format_args!("{scale:?}")));
                }
            }
        }
    }

    fn mass(&mut self, path: &str, mass: &MassProperties) {
        let numbers = [&[mass.mass][..], &mass.center, &mass.inertia].concat();
        if !self.finite(path, &numbers) {
            return;
        }
        if mass.mass < 0.0 {
            let report = Report::new("a mass is negative").path(path).expected("0 kg or more").found(mass.mass);
            return self.add(ModelError::Value, report);
        }
        if mass.mass == 0.0 {
            if mass.inertia != [0.0; 6] {
                let report = Report::new("a link has inertia without mass").path(path);
                self.add(ModelError::Value, report.help("set a mass in kg, or remove the inertia"));
            }
            return;
        }
        let help = "for a solid box of mass m and edges a, b, c: Ixx = m·(b² + c²)/12, …";
        let Some(moments) = principal_moments(&mass.inertia).filter(|moments| moments[0] > 0.0) else {
            let report = Report::new("the inertia is not positive definite").path(format!("{path}.inertia"));
            let report = report.expected("three positive principal moments, kg·m²");
            return self.add(ModelError::Value, report.found(format_args!("{:?}", mass.inertia)).help(help));
        };
        if moments[0] + moments[1] < moments[2] * (1.0 - ROUNDING) {
            let report = Report::new(
                "the inertia violates the triangle inequality: a principal moment exceeds the sum of the others",
            );
            let report = report.path(format!("{path}.inertia")).expected("I₁ + I₂ ≥ I₃");
            self.add(ModelError::Value, report.found(format_args!("{moments:?}")).help(help));
        }
    }

    fn joints(&mut self, spec: &RobotModelSpec) {
        let names = (0..).zip(&spec.joints).map(|(k, joint)| (format!("joints[{k}].name"), joint.name.as_str()));
        self.names("joint", names);
        for (k, joint) in spec.joints.iter().enumerate() {
            let path = format!("joints[{k}]");
            self.placement(&path, &joint.placement);
            let moves = joint.motion != JointMotion::Fixed;
            if joint.motion == JointMotion::Unknown {
                let report = Report::new(format!("joint `{name}` is of an unknown type", name = joint.name));
                let report = report.path(format!("{path}.motion")).expected("Fixed, Revolute, Continuous or Prismatic");
                self.add(ModelError::Value, report.help("update the program"));
            }
            if self.finite(&format!("{path}.axis"), &joint.axis) && moves && Vector3::from(joint.axis).norm() < 1e-9 {
                let report = Report::new(format!("the axis of joint `{name}` is zero", name = joint.name));
                let report = report
                    .path(format!("{path}.axis"))
                    .expected("a nonzero vector")
                    .found(format_args!("{:?}", joint.axis));
                self.add(ModelError::Value, report.help("for example, (0, 0, 1) rotates about z"));
            }
            self.limits(&path, joint);
        }
    }

    fn limits(&mut self, path: &str, joint: &Joint) {
        let initial_is_finite = self.finite(&format!("{path}.initial"), &[joint.initial]);
        if let Some([low, high]) = joint.limits {
            let path = format!("{path}.limits");
            let report = |message: String| Report::new(message).path(&path).found(format_args!("[{low}, {high}]"));
            if !self.finite(&path, &[low, high]) {
            } else if low > high {
                let message = format!("the limits of joint `{name}` are in the wrong order", name = joint.name);
                self.add(ModelError::Value, report(message).expected("lowest, highest").help("swap them"));
            } else if initial_is_finite && !(low..=high).contains(&joint.initial) {
                let message = format!(
                    "joint `{name}` starts at {initial}, outside its limits",
                    name = joint.name,
                    initial = joint.initial
                );
                self.add(ModelError::Value, report(message).help("change the limits or set `initial`"));
            }
        }
        if let Some(speed) = joint.max_velocity
            && self.finite(&format!("{path}.max_velocity"), &[speed])
            && speed <= 0.0
        {
            let report =
                Report::new("the maximum velocity of a joint is not positive").path(format!("{path}.max_velocity"));
            self.add(ModelError::Value, report.found(speed).help("remove it for an unlimited velocity"));
        }
    }

    fn mounts(&mut self, spec: &RobotModelSpec) {
        let all = || [("sensors", &spec.sensors), ("actuators", &spec.actuators)];
        let names = all().into_iter().flat_map(|(list, mounts)| {
            (0..).zip(mounts).map(move |(k, mount): (usize, &Mount)| (format!("{list}[{k}].name"), mount.name.as_str()))
        });
        self.names("mount", names);
        let ports =
            (0..).zip(&spec.ports).map(|(k, port): (usize, _)| (format!("ports[{k}].name"), port.name.as_str()));
        self.names("port", ports);
        self.plugged(all().into_iter().flat_map(|(list, mounts)| (0..).zip(mounts).map(move |(k, m)| (list, k, m))));
        for (list, mounts) in all() {
            for (k, mount) in mounts.iter().enumerate() {
                let path = format!("{list}[{k}]");
                self.placement(&path, &mount.placement);
                if mount.component.is_empty() {
                    let report = Report::new(format!("missing component id of `{name}`", name = mount.name));
                    self.add(
                        ModelError::Missing,
                        report.path(format!("{path}.component")).expected("an id, family/name"),
                    );
                }
                if !mount.link.is_empty() && !spec.links.iter().any(|link| link.name == mount.link) {
                    let report = Report::new(format!(
                        "`{name}` is mounted on an unknown link `{link}`",
                        name = mount.name,
                        link = mount.link
                    ));
                    let known = spec.links.iter().map(|link| link.name.as_str());
                    self.add(ModelError::Unknown, report.path(format!("{path}.link")).known(&mount.link, known));
                }
                if !mount.port.is_empty() && !spec.ports.iter().any(|port| port.name == mount.port) {
                    let report = Report::new(format!(
                        "`{name}` is plugged into an unknown port `{port}`",
                        name = mount.name,
                        port = mount.port
                    ));
                    let known = spec.ports.iter().map(|port| port.name.as_str());
                    self.add(ModelError::Unknown, report.path(format!("{path}.port")).known(&mount.port, known));
                }
                if mount.period.is_some_and(|period| !period.is_finite() || period <= 0.0) {
                    let report = Report::new("a period is not positive").path(format!("{path}.period"));
                    self.add(ModelError::Value, report.expected("seconds above 0").found(mount.period.unwrap_or(0.0)));
                }
            }
        }
    }
}

impl Check {
    /// Reports ports that are used by two mounts.
    fn plugged<'a>(&mut self, mounts: impl Iterator<Item = (&'static str, usize, &'a Mount)>) {
        let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
        for (list, k, mount) in mounts.filter(|(_, _, mount)| !mount.port.is_empty()) {
            if let Some(first) = taken.insert(&mount.port, &mount.name) {
                let report = Report::new(format!(
                    "`{first}` and `{name}` are plugged into port `{port}`",
                    name = mount.name,
                    port = mount.port
                ));
                let report = report.path(format!("{list}[{k}].port"));
                self.add(ModelError::Structure, report.help("a port accepts one sensor or actuator; move one of them"));
            }
        }
    }
}

/// Principal moments in ascending order; `None` if they cannot be computed.
fn principal_moments(inertia: &[f64; 6]) -> Option<[f64; 3]> {
    principal_axes(inertia).map(|(moments, _)| moments)
}

/// Principal moments in ascending order, and their axes as columns; `None` if they cannot be computed, or all are zero.
pub(super) fn principal_axes(inertia: &[f64; 6]) -> Option<([f64; 3], Matrix3<f64>)> {
    // Scaled to 1, so that huge or tiny numbers neither overflow nor underflow.
    let largest = inertia.iter().fold(0f64, |largest, entry| largest.max(entry.abs()));
    if largest == 0.0 {
        return None;
    }
    let scaled = inertia_matrix(&inertia.map(|entry| entry / largest));
    let SymmetricEigen { eigenvectors, eigenvalues } = SymmetricEigen::try_new(scaled, 1e-14, 200)?;
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| eigenvalues[*a].total_cmp(&eigenvalues[*b]));
    let axes = Matrix3::from_columns(&order.map(|column| eigenvectors.column(column).into_owned()));
    Some((order.map(|row| eigenvalues[row] * largest), axes))
}
