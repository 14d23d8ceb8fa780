//! Handles of the openable modules of a board.

use std::collections::BTreeMap;

/// First handle after those of the ports and of the server's own modules.
const FIRST: u32 = 8;

/// Open modules by handle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Handles(BTreeMap<u32, String>);

impl Handles {
    /// Returns the handle of a module and opens it if necessary: the lowest free number that is not a port.
    pub fn open(&mut self, module: &str, ports: &[u32]) -> u32 {
        if let Some(handle) = self.of(module) {
            return handle;
        }
        let free = |handle: &u32| !self.0.contains_key(handle) && !ports.contains(handle);
        let handle = (FIRST..).find(free).expect("invariant: fewer modules than numbers");
        self.0.insert(handle, module.to_string());
        handle
    }

    /// Closes a module; returns `false` if it was not open.
    pub fn close(&mut self, module: &str) -> bool {
        let handle = self.of(module);
        handle.is_some_and(|handle| self.0.remove(&handle).is_some())
    }

    /// The handle of an open module.
    pub fn of(&self, module: &str) -> Option<u32> {
        self.0.iter().find(|(_, name)| *name == module).map(|(handle, _)| *handle)
    }

    /// Closes all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_free_handle_that_no_port_has_is_given() {
        let mut handles = Handles::default();
        assert_eq!((handles.open("butia", &[]), handles.open("motors", &[])), (8, 9));
        assert_eq!(handles.open("butia", &[]), 8, "it is open");
        assert!(handles.close("butia") && !handles.close("butia"));
        assert_eq!((handles.open("lback", &[]), handles.open("ax", &[10])), (8, 11));
        handles.clear();
        assert_eq!(handles.of("lback"), None);
    }
}
