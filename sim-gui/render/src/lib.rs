//! Drawing worlds, with and without a window.
