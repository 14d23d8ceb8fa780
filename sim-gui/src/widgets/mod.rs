//! Generic widgets and styles, independent of robots.

pub mod accessible_names;
pub mod arguments;
pub mod code_editor;
pub mod colors;
pub mod file_dialog;
pub mod file_url;
pub mod form;
pub mod key_order;
pub mod list;
pub mod long_text;
pub mod menu_item;
pub mod messages;
pub mod name_field;
pub mod number;
pub mod theme;
pub mod units;
