//! Robot models as code.

use crate::declare::Datasheet;
use crate::fault::Result;
use crate::model::RobotModelSpec;
use crate::params::Params;

/// Builds a robot from parameters. A robot that needs no code can also be a RON or URDF file in a pack.
pub trait RobotModel: 'static {
    /// Parameters. Use [`NoParams`](crate::params::NoParams) for none.
    type Params: Params;

    /// Builds the robot model.
    fn model(params: Self::Params) -> Result<RobotModelSpec>;

    /// Metadata that is available without creating an instance: the properties that users may set for such a robot in a
    /// scene.
    fn datasheet() -> Datasheet {
        Datasheet::default()
    }
}
