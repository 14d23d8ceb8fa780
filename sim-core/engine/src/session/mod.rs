//! Changes of a running simulation: edits by a user, objects, other components, another scene.

mod edit;
mod migrate;
mod migrate_objects;
mod objects;
mod reload;

pub(crate) use migrate::restart_line;
pub use migrate::{MigrationReport, PersistentServices, Removed};
pub use reload::Reloaded;
pub(crate) use reload::settle;
