//! Component faults: origin, count and last message.

use sim_core::engine::Fault;
use std::collections::BTreeMap;

/// Faults of a component, for all robots together.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Count.
    pub count: u64,
    /// The last fault.
    pub last: Fault,
}

/// All faults since the scene was opened.
#[derive(Default)]
pub struct Faults {
    by_id: BTreeMap<String, Tally>,
    by_robot: BTreeMap<String, Tally>,
}

impl Faults {
    /// Records a fault.
    pub fn note(&mut self, fault: &Fault) {
        let tally = self.by_id.entry(fault.id.clone()).or_insert_with(|| Tally { count: 0, last: fault.clone() });
        let of_robot = Tally { count: 0, last: fault.clone() };
        let of_robot = self.by_robot.entry(fault.robot.clone()).or_insert(of_robot);
        for tally in [tally, of_robot] {
            tally.count += 1;
            tally.last.clone_from(fault);
        }
    }

    /// Clears all faults.
    pub fn clear(&mut self) {
        (self.by_id, self.by_robot) = Default::default();
    }

    /// Faults of a component, by id.
    pub fn of_component(&self, id: &str) -> Option<&Tally> {
        self.by_id.get(id)
    }

    /// The last fault of a robot.
    pub fn of_robot(&self, name: &str) -> Option<&Fault> {
        self.by_robot.get(name).map(|tally| &tally.last)
    }

    /// Number of faults of a robot.
    pub fn count_of_robot(&self, name: &str) -> u64 {
        self.by_robot.get(name).map_or(0, |tally| tally.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_counted_by_component_and_the_last_of_a_robot_is_known() {
        let text = r#"{"tick": 1, "time": 0.1, "robot": "anna", "component": "controller", "id": "bad/controller",
            "kind": "controller", "code": "EN001", "message": "first", "place": "", "help": ""}"#;
        let first: Fault = serde_json::from_str(text).unwrap();
        let second = Fault { robot: "bert".into(), message: "second".into(), ..first.clone() };
        let mut faults = Faults::default();
        [&first, &second].into_iter().for_each(|fault| faults.note(fault));
        let tally = faults.of_component("bad/controller").unwrap();
        assert_eq!((tally.count, &*tally.last.message), (2, "second"));
        assert_eq!(faults.of_robot("anna").map(|fault| &*fault.message), Some("first"));
        assert_eq!(["anna", "bert", "none"].map(|name| faults.count_of_robot(name)), [1, 1, 0]);
        faults.clear();
        assert!(faults.of_component("bad/controller").is_none() && faults.of_robot("bert").is_none());
    }
}
