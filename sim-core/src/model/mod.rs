//! A robot's data: read from RON and URDF, checked, and turned into kinematics and mass.
//!
//! ```no_run
//! use sim_core::model::{Kinematics, UrdfOptions, initial_positions, load};
//! use std::path::Path;
//!
//! # fn main() -> Result<(), Vec<sim_core::model::ModelError>> {
//! let loaded = load(Path::new("arm.urdf"), &UrdfOptions::default())?;
//! loaded.warnings.iter().for_each(|warning| eprintln!("{warning}"));
//! let kinematics = Kinematics::new(&loaded.spec).map_err(|error| vec![error])?;
//! let root_from_link = kinematics.root_from_link(&initial_positions(&loaded.spec));
//! # drop(root_from_link);
//! # Ok(())
//! # }
//! ```

mod diagnostic;
mod kinematics;
mod mimic;
mod resolve_file;
mod ron_file;
mod tree;
mod urdf;
mod urdf_repair;
mod urdf_rules;
mod urdf_text;
mod validate;
mod xml;

pub use crate::model_error::{ModelError, Report};
pub use kinematics::{Kinematics, collision_box, half_extents, initial_positions, mass_properties};
pub use mimic::{Follower, followers};
pub use resolve_file::PackageResolver;
pub use ron_file::{from_ron, from_ron_bytes, to_ron};
pub use urdf::{LoadedModel, UrdfOptions, from_urdf, from_urdf_bytes};
pub use validate::{FORMAT_VERSION, validate};

use crate::model_error;
use nalgebra::Vector3;
use sim_abi::model::RobotModelSpec;
use std::path::Path;

/// Reads a robot from a `.urdf`, `.xacro` (refused with advice) or `.ron` file, checks it and makes its axes unit
/// vectors. Fails with every problem of the data, or with the one that ended reading.
pub fn load(path: &Path, options: &UrdfOptions) -> Result<LoadedModel, Vec<ModelError>> {
    let extension = path.extension().map(|text| text.to_string_lossy().to_lowercase()).unwrap_or_default();
    let mut loaded = match extension.as_str() {
        "urdf" | "xacro" | "xml" => from_urdf(path, options),
        "ron" => model_error::read_file(path)
            .and_then(|bytes| ron_file::read(&bytes, path, options.resolver(path)))
            .map(|(spec, files)| LoadedModel { spec, warnings: Vec::new(), repairs: Vec::new(), files }),
        _ => {
            let report = Report::new("this is no robot file").file(path).expected("a .robot.ron or .urdf file");
            Err(ModelError::Unsupported(Box::new(report.help("rename it, or convert it to URDF"))))
        }
    }
    .map_err(|error| vec![error])?;
    let problems = validate(&loaded.spec);
    if !problems.is_empty() {
        return Err(problems.into_iter().map(|problem| problem.in_file(path)).collect());
    }
    normalise(&mut loaded.spec);
    Ok(loaded)
}

/// Makes the axes of joints unit vectors and puts joints that follow others where those are at the start. A zero axis, which
/// only a fixed joint may have, stays.
pub fn normalise(spec: &mut RobotModelSpec) {
    for joint in &mut spec.joints {
        joint.axis = unit_axis(joint.axis);
    }
    for follower in followers(spec) {
        (spec.joints[follower.joint].initial, _) = follower.state(spec.joints[follower.leader].initial, 0.0);
    }
}

/// The axis with length 1; a zero axis stays for the check to name.
fn unit_axis(axis: [f64; 3]) -> [f64; 3] {
    Vector3::from(axis).try_normalize(1e-9).map_or(axis, Into::into)
}
