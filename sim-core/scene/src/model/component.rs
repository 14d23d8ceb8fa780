//! Components and their parameters.

use crate::decode::{ComponentId, Properties};

record! {
    /// A component and its parameters; text alone stands for the id.
    struct ComponentUse is "a component" {
        /// Id of the component.
        id: ComponentId;
        /// Parameters, as described by the component.
        params: Properties = Properties::new();
    }
    short id;
}
