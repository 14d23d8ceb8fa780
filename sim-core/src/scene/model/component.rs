//! Components and their parameters.

use crate::scene::decode::{ComponentId, Properties};

record! {
    /// A component and its parameters; text alone stands for the id.
    struct ComponentUse is "a component" {
        /// Which component.
        id: ComponentId;
        /// Its parameters, as the component itself describes them.
        params: Properties = Properties::new();
    }
    short id;
}
