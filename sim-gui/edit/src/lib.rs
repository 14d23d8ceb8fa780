//! Editing scenes: a document, its changes, undo and redo.
