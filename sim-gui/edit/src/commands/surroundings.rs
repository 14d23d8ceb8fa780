//! The surroundings of a scene: everything in it except robots, the things attached to them, and the things that refer to them.
//! They can be a standalone scene and be replaced by those of another file.

use std::collections::{HashMap, HashSet};

use sim_core::scene::decode::Field;
use sim_core::scene::text::{Format, Kind, Node};
use sim_core::scene::{Floor, Include, Scene, file_of_value};

use crate::draft::{Draft, Own, mentions};
use crate::node::{decoded, entries_mut, get_mut, items_mut, remove, set, tidy};
use crate::refusal::Refusal;
use crate::surroundings::Surroundings;
use crate::target::{Section, Target};

use super::delete::left_as_it_is;
use super::insert::as_written;

/// The lists that make up the surroundings. The floor is not a list.
const PARTS: [Section; 6] =
    [Section::Shapes, Section::Groups, Section::Objects, Section::Beacons, Section::Lights, Section::Media];

/// The fields of a surroundings file.
const FIELDS: [&str; 9] =
    ["format_version", "name", "floor", "shapes", "groups", "objects", "beacons", "lights", "media"];

/// Further fields of included files that have no effect on the including file.
const IDLE: [&str; 2] = ["description", "properties"];

/// Fields that the including file inherits from an included one if it does not set them.
const INHERITED: [&str; 3] = ["run", "bounds", "view"];

/// Names have at most 100 characters, some of which are needed for a number.
const MAX_BASE_NAME: usize = 90;

/// Whether a parameter value is in a separate file.
fn has_file_value(node: &Node) -> bool {
    file_of_value(node).is_some()
        || match &node.kind {
            Kind::List { items, .. } => items.iter().any(has_file_value),
            Kind::Table(entries) => entries.iter().any(|entry| has_file_value(&entry.value)),
            Kind::Tagged { body, .. } => has_file_value(body),
            _ => false,
        }
}

impl Draft<'_> {
    /// Whether it is attached to a robot, at any depth.
    fn is_on_robot(&self, section: Section, merged: usize) -> bool {
        let mut parent = self.frames.parent(section, merged);
        while let Some(name) = parent {
            match self.find(&Target::object(name)) {
                Ok(place) => parent = self.frames.parent(Section::Objects, place.merged),
                Err(_) => return true,
            }
        }
        false
    }

    /// Removes everything from the tree except the surroundings, including those of included files. Returns whether there are
    /// any.
    pub fn keep_surroundings(&mut self) -> bool {
        let mut any = false;
        for section in PARTS {
            let own = section.items(self.own).len();
            let mut nodes = Vec::new();
            for (index, node) in std::mem::take(self.section(section)).into_iter().enumerate() {
                if self.is_on_robot(section, index) {
                    continue;
                }
                // Parts in other files are read from those.
                let whole = if has_file_value(&node) { self.understood(section, index) } else { None };
                nodes.push(whole.unwrap_or(node));
            }
            let included = (own..section.count(self.scene)).filter(|index| !self.is_on_robot(section, *index));
            nodes.extend(included.filter_map(|index| self.understood(section, index)));
            if nodes.is_empty() {
                remove(&mut self.tree, section.path());
            } else {
                any = true;
                *self.section(section) = nodes;
            }
        }
        match self.scene.floor.as_ref().filter(|_| self.has_included_floor()) {
            Some(floor) => set(&mut self.tree, "floor", tidy(floor.encode(), false), Scene::FIELDS),
            None if self.scene.floor.is_none() => _ = remove(&mut self.tree, "floor"),
            None => {}
        }
        if let Some(entries) = entries_mut(&mut self.tree) {
            entries.retain(|entry| FIELDS.contains(&entry.key.as_str()));
        }
        any || self.scene.floor.is_some()
    }

    /// Whether included files contribute to the floor.
    fn has_included_floor(&self) -> bool {
        let own = self.own.get("floor").and_then(decoded::<Option<Floor>>).flatten();
        own != self.scene.floor
    }

    /// The includes that provide only surroundings.
    fn included_surroundings(&self) -> Result<Vec<Own>, Refusal> {
        let has_more = |section: &Section| section.count(self.scene) > section.items(self.own).len();
        if !PARTS.iter().any(has_more) && !self.has_included_floor() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for (index, item) in Section::Includes.items(self.own).iter().enumerate() {
            let include = decoded::<Include>(item);
            let path = include.zip(self.loaded.folder.as_deref()).map(|(include, folder)| folder.join(include.file.0));
            let Some(path) = path else { continue };
            let mixed = || Err(Refusal::MixedInclude { file: path.display().to_string() });
            // A file that is not a valid scene without the including one contains more than surroundings.
            let Ok(mut included) = Scene::load(&path).map(|loaded| loaded.tree().clone()) else { return mixed() };
            let keys = entries_mut(&mut included).map(std::mem::take).unwrap_or_default();
            let has = |key: &str| keys.iter().any(|entry| entry.key == key);
            if !FIELDS[2..].iter().any(|field| has(field)) {
                continue;
            }
            let is_idle = |key: &str| {
                FIELDS.contains(&key) || IDLE.contains(&key) || INHERITED.contains(&key) && self.own.get(key).is_some()
            };
            if !keys.iter().all(|entry| is_idle(&entry.key)) {
                return mixed();
            }
            found.push(Own { section: Section::Includes, merged: index, index });
        }
        Ok(found)
    }

    /// The names that remain in use: robots and everything attached to them.
    fn names_that_stay(&self) -> HashSet<String> {
        let world = Section::ALL.into_iter().filter(|section| section.is_world());
        let all = world.flat_map(|section| (0..section.count(self.scene)).map(move |index| (section, index)));
        let stay = all.filter(|(section, index)| !PARTS.contains(section) || self.is_on_robot(*section, *index));
        stay.filter_map(|(section, index)| section.name(self.scene, index).map(str::to_owned)).collect()
    }

    /// Replaces the surroundings of the scene, see [`crate::Edit::ReplaceSurroundings`].
    pub fn replace_surroundings(&mut self, new: &Surroundings) -> Result<String, Refusal> {
        let includes = self.included_surroundings()?;
        let mut going: Vec<Own> = Vec::new();
        for section in PARTS {
            let own = 0..section.items(self.own).len();
            let own = own.filter(|index| !self.is_on_robot(section, *index));
            going.extend(own.map(|index| Own { section, merged: index, index }));
        }
        let objects = (0..self.scene.objects.len()).filter(|index| !self.is_on_robot(Section::Objects, *index));
        let gone: HashSet<String> = objects.map(|index| self.scene.objects[index].name.clone()).collect();
        // Things attached to robots keep their visuals.
        let shared = |own: &&Own| matches!(own.section, Section::Shapes | Section::Groups);
        self.write_out_shared(&going.iter().filter(shared).copied().collect::<Vec<_>>());

        let mut parts = self.new_parts(new);
        let names = self.rename_new(&mut parts);
        let there = |name: &str| names.contains(name);
        for (merged, note) in self.scene.notes.iter().enumerate() {
            let lost = note.parent.as_ref().is_some_and(|parent| gone.contains(parent) && !there(parent));
            if lost && let Ok(own) = self.own(&Target::at(Section::Notes, merged)) {
                self.carry(own, None);
            }
        }
        going.extend(includes);
        self.remove_items(&going);
        for (section, nodes) in parts {
            if !nodes.is_empty() {
                self.section(section).extend(nodes);
            }
        }
        match self.new_floor(new) {
            Some(floor) => set(&mut self.tree, "floor", floor, Scene::FIELDS),
            None => _ = remove(&mut self.tree, "floor"),
        }
        for (path, name) in mentions(&self.tree, &|name| gone.contains(name) && !there(name)) {
            self.hints.push(left_as_it_is(&path, &name));
        }
        Ok(format!("Import environment {name}", name = new.name))
    }

    /// The lists of the new surroundings, with file paths relative to the folder of this scene where they are near it.
    fn new_parts(&self, new: &Surroundings) -> Vec<(Section, Vec<Node>)> {
        let of_section = |section: Section| {
            let nodes = section.items(&new.tree).iter().map(|node| {
                let plain = if new.format == Format::Json { as_written(section, node) } else { None };
                let mut node = plain.unwrap_or_else(|| node.clone());
                self.near_files(section, &mut node);
                node
            });
            (section, nodes.collect())
        };
        PARTS.into_iter().map(of_section).collect()
    }

    fn new_floor(&self, new: &Surroundings) -> Option<Node> {
        let mut floor = new.tree.get("floor")?.clone();
        if new.format == Format::Json
            && let Some(read) = decoded::<Floor>(&floor)
        {
            floor = tidy(read.encode(), false);
        }
        if let Some(paint) = get_mut(&mut floor, "paint").and_then(items_mut) {
            paint.iter_mut().for_each(|node| self.near_files(Section::Paint, node));
        }
        Some(floor)
    }

    /// Renames new things whose names are in use: `door.001`. Returns the names of the new objects that were not renamed.
    fn rename_new(&self, parts: &mut [(Section, Vec<Node>)]) -> HashSet<String> {
        let stay = self.names_that_stay();
        let is_taken = |name: &str| stay.contains(name) || self.fleet_of(name).is_some();
        let name_of = |node: &Node| node.get("name").and_then(Node::as_text).map(str::to_owned);
        let world = |section: Section| section.is_world();
        let mut known: HashSet<String> = HashSet::new();
        let mut unchanged = HashSet::new();
        for (section, nodes) in parts.iter().filter(|(section, _)| world(*section)) {
            for name in nodes.iter().filter_map(name_of) {
                if *section == Section::Objects && !is_taken(&name) {
                    unchanged.insert(name.clone());
                }
                known.insert(name);
            }
        }
        let mut renamed: HashMap<String, String> = HashMap::new();
        for (section, nodes) in parts.iter_mut().filter(|(section, _)| world(*section)) {
            for node in nodes {
                let Some(name) = name_of(node).filter(|name| is_taken(name)) else { continue };
                let base: String = name.chars().take(MAX_BASE_NAME).collect();
                let free = |name: &String| !is_taken(name) && !known.contains(name);
                let other = (1u64..).map(|number| format!("{}.{number:03}", base.trim_end())).find(free);
                let Some(other) = other else { continue };
                set(node, "name", Node::text(&other), section.fields());
                known.insert(other.clone());
                if *section == Section::Objects {
                    renamed.insert(name, other);
                }
            }
        }
        for (_, nodes) in parts.iter_mut().filter(|(section, _)| section.can_be_carried()) {
            for parent in nodes.iter_mut().filter_map(|node| get_mut(node, "parent")) {
                if let Some(other) = parent.as_text().and_then(|name| renamed.get(name)) {
                    *parent = Node::text(other);
                }
            }
        }
        unchanged
    }
}
