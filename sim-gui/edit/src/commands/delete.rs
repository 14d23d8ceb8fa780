//! Deleting things.

use std::collections::{BTreeSet, HashMap, HashSet};

use sim_core::scene::text::Node;

use crate::draft::{Draft, Own, Use, content, mentions, visit_uses};
use crate::edit::{Carried, References};
use crate::node::{get_mut, items_mut, remove};
use crate::refusal::Refusal;
use crate::target::{Section, Target, counted, item_count};

/// A hint that a parameter may refer to a deleted or renamed thing.
pub(super) fn left_as_it_is(path: &str, name: &str) -> String {
    format!("`{path}` also contains \"{name}\"; it was not changed")
}

/// Names of robots and objects to be deleted.
struct Going {
    names: HashSet<String>,
    fleets: Vec<(String, u32)>,
}

impl Going {
    fn has(&self, name: &str) -> bool {
        self.names.contains(name)
            || self.fleets.iter().any(|(prefix, count)| sim_core::scene::is_member(prefix, *count, name))
    }
}

impl Draft<'_> {
    /// Removes elements from their lists, and lists that become empty from the file.
    pub(super) fn remove_items(&mut self, owns: &[Own]) {
        let sections: BTreeSet<Section> = owns.iter().map(|own| own.section).collect();
        for section in sections {
            let gone: HashSet<usize> = owns.iter().filter(|own| own.section == section).map(|own| own.index).collect();
            let mut index = 0;
            let list = self.section(section);
            list.retain(|_| {
                index += 1;
                !gone.contains(&(index - 1))
            });
            if list.is_empty() {
                self.drop_list(section);
            }
        }
    }

    /// Removes an empty list unless it contains comments.
    fn drop_list(&mut self, section: Section) {
        if self.has_remarks(section) {
            return;
        }
        let (parent, key) = match section {
            Section::Paint => (get_mut(&mut self.tree, "floor"), "paint"),
            _ => (Some(&mut self.tree), section.path()),
        };
        if let Some(parent) = parent {
            remove(parent, key);
        }
    }

    /// Whether a list of the file contains anything other than elements and commas.
    fn has_remarks(&self, section: Section) -> bool {
        let Some(source) = self.loaded.sources().files().first() else { return false };
        let between = section.items(self.own).windows(2).map(|pair| (pair[0].span.end, pair[1].span.start));
        let list = section.path().split('.').try_fold(self.own, |node, key| node.get(key));
        let items = section.items(self.own);
        let ends = list
            .zip(items.first().zip(items.last()))
            .map(|(list, (first, last))| [(list.span.start, first.span.start), (last.span.end, list.span.end)]);
        let mut gaps = between.chain(ends.into_iter().flatten());
        gaps.any(|(start, end)| source.text.get(start as usize..end as usize).is_some_and(|gap| gap.contains('/')))
    }

    fn going(&self, owns: &[Own]) -> Going {
        let mut going = Going { names: HashSet::new(), fleets: Vec::new() };
        for own in owns {
            match own.section {
                Section::Objects => drop(going.names.insert(self.scene.objects[own.merged].name.clone())),
                Section::Robots => drop(going.names.insert(self.scene.robots[own.merged].name.clone())),
                Section::Fleets => {
                    let fleet = &self.scene.fleets[own.merged];
                    going.fleets.push((fleet.prefix.clone(), fleet.count));
                }
                _ => {}
            }
        }
        going
    }

    /// Adds everything that is attached to these elements, at any depth.
    fn with_carried(&self, mut owns: Vec<Own>) -> Result<Vec<Own>, Refusal> {
        let mut known: HashSet<(Section, usize)> = owns.iter().map(|own| (own.section, own.merged)).collect();
        loop {
            let going = self.going(&owns);
            let before = owns.len();
            for section in Section::ALL.into_iter().filter(|section| section.can_be_carried()) {
                for index in 0..section.count(self.scene) {
                    let carried = self.frames.parent(section, index).is_some_and(|parent| going.has(parent));
                    if carried && known.insert((section, index)) {
                        owns.push(self.editable(&self.target(section, index))?);
                    }
                }
            }
            if owns.len() == before {
                return Ok(owns);
            }
        }
    }

    /// Attaches the children of deleted things to their nearest remaining ancestor.
    fn reattach(&mut self, owns: &[Own], going: &Going) -> Result<(), Refusal> {
        let gone: HashSet<(Section, usize)> = owns.iter().map(|own| (own.section, own.merged)).collect();
        let parents: HashMap<&str, Option<&str>> =
            self.scene.objects.iter().map(|object| (object.name.as_str(), object.parent.as_deref())).collect();
        for section in Section::ALL.into_iter().filter(|section| section.can_be_carried()) {
            for index in 0..section.count(self.scene) {
                let Some(mut parent) = self.frames.parent(section, index).filter(|parent| going.has(parent)) else {
                    continue;
                };
                if gone.contains(&(section, index)) {
                    continue;
                }
                let stays = loop {
                    match parents.get(parent).copied().flatten() {
                        Some(next) if going.has(next) => parent = next,
                        next => break next,
                    }
                };
                let own = self.own(&self.target(section, index))?;
                self.carry(own, stays);
            }
        }
        Ok(())
    }

    pub fn delete(&mut self, targets: &[Target], carried: Carried, references: References) -> Result<String, Refusal> {
        let mut owns = self.editable_all(targets)?;
        if carried == Carried::Delete {
            owns = self.with_carried(owns)?;
        }
        let going = self.going(&owns);
        if carried == Carried::Keep {
            self.reattach(&owns, &going)?;
        }
        self.write_out_shared(&owns);
        let gone = |section: Section, index: usize| owns.iter().any(|own| own.section == section && own.index == index);
        let mut uses = Vec::new();
        visit_uses(&mut self.tree, &mut |place, node| {
            let name = node.as_text().unwrap_or_default();
            let goes_too = match place {
                Use::Parent(..) => true,
                Use::Input(index) => gone(Section::Inputs, index),
                Use::Condition(index) => gone(Section::Acceptance, index),
                Use::Follow => false,
            };
            if !goes_too && going.has(name) {
                uses.push((place, name.to_owned()));
            }
        });
        if references == References::Refuse && !uses.is_empty() {
            let name = uses[0].1.clone();
            let by = uses.iter().filter(|(_, other)| *other == name).map(|(place, _)| self.describe_use(*place));
            return Err(Refusal::Referenced { by: by.collect(), name });
        }
        let mut more = Vec::new();
        for (place, _) in &uses {
            match *place {
                Use::Input(index) => more.push(Own { section: Section::Inputs, merged: index, index }),
                Use::Condition(index) if self.is_pointless(index, &going) => {
                    more.push(Own { section: Section::Acceptance, merged: index, index });
                }
                Use::Follow => self.stop_following(),
                Use::Condition(_) | Use::Parent(..) => {}
            }
        }
        for (path, name) in mentions(&self.tree, &|name| going.names.contains(name)) {
            self.hints.push(left_as_it_is(&path, &name));
        }
        let routes = owns.iter().filter(|own| own.section == Section::Routes);
        let routes: Vec<String> = routes.map(|own| self.scene.routes[own.merged].name.clone()).collect();
        routes.iter().for_each(|route| self.follow_instead(route, None));
        let what = if owns.len() == 1 { counted(targets) } else { item_count(owns.len()) };
        let label = format!("Delete {what}");
        owns.extend(more);
        owns.sort();
        owns.dedup();
        self.remove_items(&owns);
        Ok(label)
    }

    /// Removes deleted robots from a condition. Returns whether the condition becomes empty.
    fn is_pointless(&mut self, index: usize, going: &Going) -> bool {
        let condition = content(&mut self.section(Section::Acceptance)[index]);
        if condition.get("robot").and_then(Node::as_text).is_some_and(|robot| going.has(robot)) {
            return true;
        }
        match get_mut(condition, "robots").and_then(items_mut) {
            Some(robots) => {
                robots.retain(|robot| !robot.as_text().is_some_and(|robot| going.has(robot)));
                // An empty list would mean all robots.
                robots.is_empty()
            }
            None => false,
        }
    }

    fn stop_following(&mut self) {
        if let Some(view) = get_mut(&mut self.tree, "view") {
            remove(view, "follow");
            if crate::node::entries_mut(view).is_some_and(|entries| entries.is_empty()) {
                remove(&mut self.tree, "view");
            }
        }
    }

    fn describe_use(&self, place: Use) -> String {
        match place {
            Use::Parent(section, index) => format!("{}[{index}]", section.path()),
            Use::Input(index) => format!("inputs[{index}]"),
            Use::Condition(index) => match self.scene.acceptance.get(index).and_then(|condition| condition.name()) {
                Some(name) => format!("acceptance[{index}] `{name}`"),
                None => format!("acceptance[{index}]"),
            },
            Use::Follow => "view.follow".into(),
        }
    }
}
