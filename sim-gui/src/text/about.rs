//! Program information.

use super::{Text, text};

pub const VERSION: Text = text("about-version");
pub const ABI: Text = text("about-abi");
pub const SYSTEM: Text = text("about-system");
pub const LICENCE: Text = text("about-licence");
pub const AUTHORS: Text = text("about-authors");
pub const LIBRARIES: Text = text("about-libraries");
pub const LIBRARIES_WORDS: Text = text("about-libraries-words");
pub const DATA: Text = text("about-data");
pub const NO_DATA: Text = text("about-no-data");
pub const DEVICE: Text = text("about-device");
pub const NO_DEVICE: Text = text("about-no-device");
pub const COPY: Text = text("about-copy");
pub const COPY_HELP: Text = text("about-copy-help");
pub const CLOSE: Text = text("common-close");
