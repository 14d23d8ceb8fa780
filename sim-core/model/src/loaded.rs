//! Robot models as read, and options for reading them.

use super::resolve_file::PackageResolver;
use crate::model_error::Report;
use sim_abi::model::RobotModelSpec;
use sim_diagnostics::{Code, Diagnostic};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Options for reading a model file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrdfOptions {
    /// Folders of packages, or packages, for `package://`; searched after the file's own folder and its parents.
    pub packages: Vec<PathBuf>,
    /// By path of a model file: resolved files for its references, which take precedence over any search. Used for the meshes
    /// of a recording.
    pub known: BTreeMap<PathBuf, BTreeMap<String, PathBuf>>,
    /// Reject a URDF file if something would be ignored, guessed or repaired.
    pub strict: bool,
}

/// A robot, its files, and the reader's findings.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedModel {
    /// The robot; meshes are absolute paths of existing files.
    pub spec: RobotModelSpec,
    /// Ignored or guessed data, in the order of the file's kinds of elements.
    pub warnings: Vec<Report>,
    /// Repaired errors in the file.
    pub repairs: Vec<Report>,
    /// Mesh files of the robot: each reference as written, and its resolved file.
    pub files: BTreeMap<String, PathBuf>,
}

impl LoadedModel {
    /// All ignored, guessed and repaired data.
    pub fn findings(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let warnings = self.warnings.iter().map(|warning| warning.diagnostic(Code::ModelIgnored));
        warnings.chain(self.repairs.iter().map(|repair| repair.diagnostic(Code::ModelRepaired)))
    }
}

impl UrdfOptions {
    /// Resolver for the references in a model file.
    pub(super) fn resolver(&self, path: &Path) -> PackageResolver {
        let known = self.known.get(path).cloned().unwrap_or_default();
        PackageResolver::new(path, &self.packages).with_known(known)
    }
}
