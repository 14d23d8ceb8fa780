//! Manual placements in a run, undone and redone in one order with the edits of the document.

use sim_abi::math::BodyState;
use sim_edit::Target;

/// Robots and objects placed together.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Label for menus and messages.
    pub label: String,
    /// Tick of the placement.
    pub tick: u64,
    /// The placed items, with their states before and after.
    pub things: Vec<(Target, [BodyState; 2])>,
}

/// Placements in the current run, each with the number of document edits made before it.
#[derive(Debug, Default)]
pub struct Placements {
    done: Vec<(u64, Placement)>,
    undone: Vec<(u64, Placement)>,
}

impl Placements {
    /// Records a placement.
    pub fn push(&mut self, edits: u64, placement: Placement) {
        self.undone.clear();
        self.done.push((edits, placement));
    }

    /// Clears the redo steps after a document edit.
    pub fn edited(&mut self) {
        self.undone.clear();
    }

    /// Discards placements after this tick, when the run has gone back.
    pub fn go_back(&mut self, tick: u64) {
        self.done.retain(|(_, placement)| placement.tick <= tick);
        self.undone.retain(|(_, placement)| placement.tick <= tick);
    }

    /// The next placement to undo. `None` if a document edit comes first; `edits` is the number of document edits.
    pub fn last(&self, edits: u64) -> Option<&Placement> {
        self.done.last().filter(|(before, _)| *before == edits).map(|(_, placement)| placement)
    }

    /// The next placement to redo. `None` if a document edit comes first.
    pub fn next(&self, edits: u64) -> Option<&Placement> {
        self.undone.last().filter(|(before, _)| *before == edits).map(|(_, placement)| placement)
    }

    /// Undoes the last placement.
    pub fn undo(&mut self, edits: u64) -> Option<Placement> {
        let placement = self.last(edits)?.clone();
        self.undone.extend(self.done.pop());
        Some(placement)
    }

    /// Redoes the next placement.
    pub fn redo(&mut self, edits: u64) -> Option<Placement> {
        let placement = self.next(edits)?.clone();
        self.done.extend(self.undone.pop());
        Some(placement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(label: &str, tick: u64) -> Placement {
        Placement { label: label.into(), tick, things: Vec::new() }
    }

    #[test]
    fn edits_and_placements_are_taken_back_in_one_order() {
        let mut placements = Placements::default();
        placements.push(1, placement("first", 10));
        assert!(placements.last(2).is_none(), "a later edit is undone first");
        assert_eq!(placements.undo(1).unwrap().label, "first");
        assert!(placements.last(1).is_none() && placements.next(0).is_none());
        assert_eq!(placements.redo(1).unwrap().label, "first");
        placements.push(1, placement("second", 20));
        placements.go_back(15);
        assert_eq!(placements.last(1).unwrap().label, "first");
        placements.undo(1);
        placements.edited();
        assert!(placements.next(1).is_none());
    }
}
