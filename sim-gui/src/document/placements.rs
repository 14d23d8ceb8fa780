//! What was put somewhere by hand in a run, so that it can be taken back: in one order with the edits of the document.

use sim_abi::math::BodyState;
use sim_edit::Target;

/// Robots and objects that were put somewhere at once.
#[derive(Clone, Debug)]
pub struct Placement {
    /// What was done, for menus and messages.
    pub label: String,
    /// Ticks done by then.
    pub tick: u64,
    /// Each of them, as it was before and after.
    pub things: Vec<(Target, [BodyState; 2])>,
}

/// Placements of the present run, each with the number of edits of the document that were made before it.
#[derive(Debug, Default)]
pub struct Placements {
    done: Vec<(u64, Placement)>,
    undone: Vec<(u64, Placement)>,
}

impl Placements {
    /// Notes one.
    pub fn push(&mut self, edits: u64, placement: Placement) {
        self.undone.clear();
        self.done.push((edits, placement));
    }

    /// The document was edited: nothing can be done again.
    pub fn edited(&mut self) {
        self.undone.clear();
    }

    /// The run has gone back: what was done after this tick has not happened.
    pub fn go_back(&mut self, tick: u64) {
        self.done.retain(|(_, placement)| placement.tick <= tick);
        self.undone.retain(|(_, placement)| placement.tick <= tick);
    }

    /// What is to be taken back next, where that is no edit of the document, of which this many were made.
    pub fn last(&self, edits: u64) -> Option<&Placement> {
        self.done.last().filter(|(before, _)| *before == edits).map(|(_, placement)| placement)
    }

    /// What is to be done again next, where that is no edit of the document.
    pub fn next(&self, edits: u64) -> Option<&Placement> {
        self.undone.last().filter(|(before, _)| *before == edits).map(|(_, placement)| placement)
    }

    /// Takes the last one back.
    pub fn undo(&mut self, edits: u64) -> Option<Placement> {
        let placement = self.last(edits)?.clone();
        self.undone.extend(self.done.pop());
        Some(placement)
    }

    /// Does the next one again.
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
        assert!(placements.last(2).is_none(), "a later edit is taken back first");
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
