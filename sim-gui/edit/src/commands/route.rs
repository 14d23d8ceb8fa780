//! Creating routes, changing their poses, and assigning robots to them.

use serde_json::{Value, json};
use sim_abi::route::{Route, RoutePose};
use sim_core::scene::Posed;
use sim_core::scene::text::Node;

use crate::draft::{Draft, Own, content};
use crate::edit::{Carried, References, RouteChange, Thing};
use crate::node::{get_mut, items_mut, remove, rounded, rounded_angle, set};
use crate::refusal::{Operation, Refusal};
use crate::target::{Section, Target};

/// A pose without default values.
fn written(pose: &RoutePose) -> Value {
    let [x, y, z] = pose.at.map(rounded);
    let mut fields = serde_json::Map::new();
    fields.insert("at".into(), if z == 0.0 { json!([x, y]) } else { json!([x, y, z]) });
    let yaw = rounded_angle(pose.yaw);
    let numbers = [
        ("yaw", (yaw != 0.0).then_some(yaw)),
        ("speed", pose.speed),
        ("dwell", Some(pose.dwell).filter(|dwell| *dwell > 0.0)),
    ];
    fields.extend(numbers.into_iter().filter_map(|(name, number)| Some((name.to_owned(), json!(number?)))));
    Value::Object(fields)
}

impl Draft<'_> {
    /// Inserts a route, see [`crate::Edit::NewRoute`].
    pub fn new_route(&mut self, route: &Route, robot: Option<&Target>) -> Result<String, Refusal> {
        let poses: Vec<Value> = route.poses.iter().map(written).collect();
        let fields = json!({"name": route.name, "poses": poses, "closed": route.closed});
        let label = self.insert(&[Thing::from_json(Section::Routes, &fields)])?;
        let name = self.created.last().and_then(Target::name).map(Node::text);
        if let (Some(robot), Some(name)) = (robot, name) {
            self.set(Some(robot), "route", Some(&name))?;
        }
        Ok(label)
    }

    /// Adds or removes poses of a route, see [`crate::Edit::ChangeRoute`].
    pub fn change_route(&mut self, target: &Target, change: &RouteChange) -> Result<String, Refusal> {
        let own = self.editable(target)?;
        let refuse = |reason| Refusal::Impossible { target: target.clone(), operation: Operation::Move, reason };
        let no_pose = || refuse("pose not found".to_string());
        let route = self.scene.routes.get(own.merged).filter(|_| own.section == Section::Routes);
        let poses = route.map(|route| route.poses.clone()).ok_or_else(no_pose)?;
        let what = target.short();
        let (remaining, label) = match change {
            RouteChange::Append(more) => {
                let more: Vec<Node> = more.iter().map(|pose| Node::from_json(&written(pose))).collect();
                let count = more.len();
                self.poses(own).ok_or_else(no_pose)?.extend(more);
                return Ok(format!("Add {count} poses to {what}"));
            }
            RouteChange::InsertBefore(number) => {
                let next = poses.get(*number).ok_or_else(no_pose)?;
                let last = number.checked_sub(1).map_or(next, |last| &poses[last]);
                let between = last.pose().lerp_slerp(&next.pose(), 0.5);
                let pose = RoutePose {
                    at: between.translation.vector.into(),
                    yaw: between.rotation.euler_angles().2,
                    speed: next.speed,
                    dwell: 0.0,
                };
                let node = Node::from_json(&written(&pose));
                self.poses(own).ok_or_else(no_pose)?.insert(*number, node);
                let number = (number + 1).to_string();
                return Ok(format!("Insert pose {number} into {what}"));
            }
            RouteChange::Remove(number) => {
                poses.get(*number).ok_or_else(no_pose)?;
                let shown = (number + 1).to_string();
                let label = format!("Remove pose {shown} of {what}");
                (poses.len() - 1, label)
            }
            RouteChange::Keep(count) => {
                let count = poses.len().min(*count);
                let removed = poses.len() - count;
                (count, format!("Remove the last {removed} poses of {what}"))
            }
        };
        if remaining == 0 {
            self.delete(std::slice::from_ref(target), Carried::Keep, References::Refuse)?;
            return Ok(label);
        }
        let list = self.poses(own).ok_or_else(no_pose)?;
        match change {
            RouteChange::Remove(number) => _ = list.remove(*number),
            _ => list.truncate(remaining),
        }
        Ok(label)
    }

    /// The poses of a route in the tree.
    fn poses(&mut self, own: Own) -> Option<&mut Vec<Node>> {
        get_mut(self.item(own), "poses").and_then(items_mut)
    }

    /// Reassigns the robots and fleets of this file that follow a route to the route `name`, or to none.
    pub(super) fn follow_instead(&mut self, route: &str, name: Option<&str>) {
        for section in [Section::Robots, Section::Fleets] {
            for item in self.section(section) {
                let robot = content(item);
                if robot.get("route").and_then(Node::as_text) != Some(route) {
                    continue;
                }
                match name {
                    Some(name) => set(robot, "route", Node::text(name), section.fields()),
                    None => _ = remove(robot, "route"),
                }
            }
        }
    }
}
