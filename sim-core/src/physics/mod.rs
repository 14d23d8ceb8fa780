//! Rigid-body reactions to contacts.
