//! Robot models as code.

use crate::declare::Datasheet;
use crate::fault::Result;
use crate::model::RobotModelSpec;
use crate::params::Params;

/// Builds a robot from parameters. What needs no code is as well a RON or URDF file in a pack.
pub trait RobotModel: 'static {
    /// Parameters; [`NoParams`](crate::params::NoParams) if there are none.
    type Params: Params;

    /// The robot.
    fn model(params: Self::Params) -> Result<RobotModelSpec>;

    /// What may be known of it without making one: the properties that people give such a robot in a scene.
    fn datasheet() -> Datasheet {
        Datasheet::default()
    }
}
