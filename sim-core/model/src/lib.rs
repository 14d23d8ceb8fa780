//! Robot models: read from RON and URDF, validated, and converted to kinematics and mass properties.
//!
//! ```no_run
//! use sim_model::{Kinematics, UrdfOptions, initial_positions, load};
//! use std::path::Path;
//!
//! # fn main() -> Result<(), Vec<sim_model::ModelError>> {
//! let loaded = load(Path::new("arm.urdf"), &UrdfOptions::default())?;
//! loaded.warnings.iter().for_each(|warning| eprintln!("{warning}"));
//! let kinematics = Kinematics::new(&loaded.spec).map_err(|error| vec![error])?;
//! let root_from_link = kinematics.root_from_link(&initial_positions(&loaded.spec));
//! # drop(root_from_link);
//! # Ok(())
//! # }
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

mod diagnostic;
mod kinematics;
mod loaded;
pub mod mesh;
mod mimic;
pub mod model_error;
mod resolve_file;
mod ron_file;
mod ron_tree;
mod tree;
#[cfg(feature = "urdf")]
mod urdf;
#[cfg(feature = "urdf")]
mod urdf_repair;
#[cfg(feature = "urdf")]
mod urdf_rules;
#[cfg(feature = "urdf")]
mod urdf_text;
mod validate;
#[cfg(feature = "urdf")]
mod xml;

pub use crate::model_error::{ModelError, Report};
pub use kinematics::{Kinematics, collision_box, half_extents, initial_positions, mass_properties};
pub use loaded::{LoadedModel, UrdfOptions};
pub use mimic::{Follower, followers};
pub use resolve_file::PackageResolver;
pub use ron_file::{from_ron, from_ron_bytes, to_ron};
#[cfg(feature = "urdf")]
pub use urdf::{from_urdf, from_urdf_bytes};
pub use validate::{FORMAT_VERSION, validate};

use nalgebra::Vector3;
use sim_abi::model::RobotModelSpec;
use std::path::Path;

/// Reads a robot from a `.urdf`, `.xacro` (rejected with advice) or `.ron` file, validates it and normalizes its axes. Fails
/// with all problems of the data, or with the one that ended reading.
pub fn load(path: &Path, options: &UrdfOptions) -> Result<LoadedModel, Vec<ModelError>> {
    let extension = path.extension().map(|text| text.to_string_lossy().to_lowercase()).unwrap_or_default();
    let fail = |report: Report| Err(vec![ModelError::Unsupported(Box::new(report.file(path)))]);
    match extension.as_str() {
        #[cfg(feature = "urdf")]
        "urdf" | "xacro" | "xml" => urdf::load(path, options),
        #[cfg(not(feature = "urdf"))]
        "urdf" | "xacro" | "xml" => {
            let report = Report::new("this program was built without URDF");
            fail(report.help("enable the feature `urdf` of sim-core"))
        }
        "ron" => ron_file::load(path, &options.resolver(path)),
        _ => {
            let report = Report::new("not a robot file").expected("a .robot.ron or .urdf file");
            fail(report.help("fix the extension, or convert it to URDF"))
        }
    }
}

/// Normalizes the axes of joints and sets the initial positions of mimic joints. A zero axis, which only a fixed joint may
/// have, is left unchanged.
pub fn normalize(spec: &mut RobotModelSpec) {
    for joint in &mut spec.joints {
        joint.axis = unit_axis(joint.axis);
    }
    for follower in followers(spec) {
        (spec.joints[follower.joint].initial, _) = follower.state(spec.joints[follower.leader].initial, 0.0);
    }
}

/// Normalizes the axis; leaves a zero axis for validation to report.
fn unit_axis(axis: [f64; 3]) -> [f64; 3] {
    Vector3::from(axis).try_normalize(1e-9).map_or(axis, Into::into)
}
