//! A scene during an edit: the loaded scene, and the modified tree of the main file.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use sim_core::diagnostic::nearest;
use sim_core::scene::decode::{Segment, path_text};
use sim_core::scene::text::{Kind, Node};
use sim_core::scene::{LoadedScene, Scene};

use crate::frames::Frames;
use crate::node::entries_mut;
use crate::refusal::Refusal;
use crate::target::{Id, Section, Target};

/// The location of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub section: Section,
    /// Index in the list of the loaded scene.
    pub merged: usize,
    /// Index in the list of the main file; `None` for included things.
    pub own: Option<usize>,
}

/// An element of the main file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Own {
    pub section: Section,
    pub merged: usize,
    pub index: usize,
}

pub(crate) struct Draft<'a> {
    pub scene: &'a Scene,
    pub loaded: &'a LoadedScene,
    /// The tree of the main file before the edit.
    pub own: &'a Node,
    pub frames: Frames<'a>,
    /// The modified tree of the main file.
    pub tree: Node,
    pub created: Vec<Target>,
    pub hints: Vec<String>,
    names: OnceCell<HashMap<(Section, &'a str), usize>>,
    /// Names assigned by this edit.
    given: HashSet<String>,
}

impl<'a> Draft<'a> {
    pub fn new(loaded: &'a LoadedScene, own: &'a Node) -> Self {
        Draft { tree: own.clone(), ..Self::read_only(loaded, own) }
    }

    /// A read-only draft.
    pub fn read_only(loaded: &'a LoadedScene, own: &'a Node) -> Self {
        Draft {
            scene: &loaded.scene,
            loaded,
            own,
            frames: Frames::new(&loaded.scene),
            tree: Node::new(Kind::Null),
            created: Vec::new(),
            hints: Vec::new(),
            names: OnceCell::new(),
            given: HashSet::new(),
        }
    }

    fn names(&self) -> &HashMap<(Section, &'a str), usize> {
        self.names.get_or_init(|| {
            let mut names = HashMap::new();
            for section in Section::ALL {
                for index in 0..section.count(self.scene) {
                    if let Some(name) = section.name(self.scene, index) {
                        names.entry((section, name)).or_insert(index);
                    }
                }
            }
            names
        })
    }

    /// Number of elements of a section that come from the main file, and number of elements before them.
    fn own_range(&self, section: Section) -> (usize, usize) {
        let own = section.items(self.own).len();
        // Paint of included floors is below paint of the scene.
        let before = if section == Section::Paint { section.count(self.scene).saturating_sub(own) } else { 0 };
        (before, own)
    }

    /// The index of an own element in the list of the loaded scene.
    pub fn merged(&self, section: Section, own: usize) -> usize {
        self.own_range(section).0 + own
    }

    /// Finds a target in the main file or in an included one.
    pub fn find(&self, target: &Target) -> Result<Place, Refusal> {
        let section = target.section;
        let merged = match &target.id {
            Id::Name(name) => match self.names().get(&(section, name.as_str())) {
                Some(index) => *index,
                None => return Err(self.unknown(target, name)),
            },
            Id::Index(index) => {
                let count = match section {
                    Section::Includes => section.items(self.own).len(),
                    _ => section.count(self.scene),
                };
                if *index >= count {
                    return Err(Refusal::Unknown { target: target.clone(), nearest: None });
                }
                *index
            }
        };
        let (before, count) = self.own_range(section);
        let own = match section {
            Section::Includes => Some(merged),
            _ => merged.checked_sub(before).filter(|own| *own < count),
        };
        Ok(Place { section, merged, own })
    }

    fn unknown(&self, target: &Target, name: &str) -> Refusal {
        if target.section == Section::Robots
            && let Some(fleet) = self.fleet_of(name)
        {
            return Refusal::FleetMember { robot: name.into(), fleet: self.scene.fleets[fleet].prefix.clone() };
        }
        let section = target.section;
        let known = (0..section.count(self.scene)).filter_map(|index| section.name(self.scene, index));
        Refusal::Unknown { target: target.clone(), nearest: nearest(name, known).map(str::to_owned) }
    }

    /// The index of the fleet with a member of this name.
    pub fn fleet_of(&self, name: &str) -> Option<usize> {
        self.scene.fleets.iter().position(|fleet| sim_core::scene::is_member(&fleet.prefix, fleet.count, name))
    }

    /// Finds an element of the main file; refuses included ones.
    pub fn own(&self, target: &Target) -> Result<Own, Refusal> {
        let place = self.find(target)?;
        match place.own {
            Some(index) => Ok(Own { section: place.section, merged: place.merged, index }),
            None => {
                let name = target.short();
                Err(Refusal::Included { name, file: self.file_of(place) })
            }
        }
    }

    /// Finds an element of the main file that can be edited; refuses locked ones, too.
    pub fn editable(&self, target: &Target) -> Result<Own, Refusal> {
        let own = self.own(target)?;
        self.refuse_locked(own)?;
        Ok(own)
    }

    pub fn refuse_locked(&self, own: Own) -> Result<(), Refusal> {
        match own.section {
            Section::Objects if self.scene.objects[own.merged].locked => {
                Err(Refusal::Locked { name: self.scene.objects[own.merged].name.clone() })
            }
            _ => Ok(()),
        }
    }

    /// The file of an included element.
    fn file_of(&self, place: Place) -> String {
        let node = place.section.items(self.loaded.tree()).get(place.merged);
        let file = node.and_then(|node| self.loaded.sources().files().get(node.span.file as usize));
        file.map_or(Section::Includes.a().into(), |file| file.name.as_str().into())
    }

    /// All targets of a list, without duplicates, in file order.
    pub fn editable_all(&self, targets: &[Target]) -> Result<Vec<Own>, Refusal> {
        let mut all = targets.iter().map(|target| self.editable(target)).collect::<Result<Vec<_>, _>>()?;
        all.sort();
        all.dedup();
        Ok(all)
    }

    /// The target at an index of the loaded scene.
    pub fn target(&self, section: Section, merged: usize) -> Target {
        match section.name(self.scene, merged).filter(|_| section != Section::Acceptance) {
            Some(name) => Target::named(section, name),
            None => Target::at(section, merged),
        }
    }

    /// An element of the new tree; indices are stable until the end of the edit.
    pub fn item(&mut self, own: Own) -> &mut Node {
        &mut self.section(own.section)[own.index]
    }

    /// The list of a section in the new tree, created if missing.
    pub fn section(&mut self, section: Section) -> &mut Vec<Node> {
        section.items_mut(&mut self.tree).expect("invariant: a scene that loads has lists where lists belong")
    }

    /// Whether a name is used by anything in the world.
    fn is_taken(&self, name: &str) -> bool {
        let world = Section::ALL.into_iter().filter(|section| section.is_world());
        self.given.contains(name)
            || self.fleet_of(name).is_some()
            || world.into_iter().any(|section| self.names().contains_key(&(section, name)))
    }

    /// A free name in the section: `wanted` itself, or with a number: `box-3`.
    pub fn free_name(&mut self, section: Section, wanted: &str, keep: bool) -> String {
        let free = |draft: &Self, name: &str| match section {
            Section::Fleets => draft.is_free_prefix(name),
            _ if section.is_world() => !draft.is_taken(name),
            _ => !draft.given.contains(name) && !draft.names().contains_key(&(section, name)),
        };
        if keep && free(self, wanted) {
            self.given.insert(wanted.into());
            return wanted.into();
        }
        let base = wanted.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['-', '_', ' ']);
        // Names have at most 100 characters.
        let base: String = if base.is_empty() { section.what() } else { base }.chars().take(90).collect();
        let ending = if section == Section::Fleets { "-" } else { "" };
        let mut number = 1;
        loop {
            let name = format!("{base}-{number}{ending}");
            if free(self, &name) {
                self.given.insert(name.clone());
                return name;
            }
            number += 1;
        }
    }

    /// Whether the members of a fleet with this prefix, however large, have no name that is already in use.
    fn is_free_prefix(&self, prefix: &str) -> bool {
        let clash = |name: &str| sim_core::scene::is_member(prefix, u32::MAX, name);
        let world = self.names().keys().filter(|(section, _)| section.is_world() && *section != Section::Fleets);
        let fleets = self.scene.fleets.iter().map(|fleet| fleet.prefix.as_str());
        let related = |a: &str, b: &str| a.starts_with(b) && a[b.len()..].bytes().all(|byte| byte.is_ascii_digit());
        !world.into_iter().any(|(_, name)| clash(name))
            && !self.given.iter().any(|name| clash(name) || related(name, prefix) || related(prefix, name))
            && !fleets.into_iter().any(|other| related(other, prefix) || related(prefix, other))
    }
}

/// The table with the fields of a value: looks through a tag (`Box(size: …)`), and in JSON through `{"Box": {…}}`.
pub(crate) fn content(node: &mut Node) -> &mut Node {
    let is_choice = matches!(&node.kind, Kind::Table(entries) if matches!(entries.as_slice(), [only]
        if only.key.starts_with(|c: char| c.is_ascii_uppercase()) && matches!(only.value.kind, Kind::Table(_))));
    match &node.kind {
        Kind::Tagged { .. } => match &mut node.kind {
            Kind::Tagged { body, .. } => content(body),
            _ => unreachable!("invariant: the kind was just seen"),
        },
        _ if is_choice => &mut entries_mut(node).expect("invariant: it is a table")[0].value,
        _ => node,
    }
}

/// A use of the name of an object or robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// As parent of this element.
    Parent(Section, usize),
    /// In a script line.
    Input(usize),
    /// In a condition.
    Condition(usize),
    /// As the target that the camera follows.
    Follow,
}

/// Visits all references to objects and robots in a file.
pub(crate) fn visit_uses(root: &mut Node, visit: &mut dyn FnMut(Use, &mut Node)) {
    for section in Section::ALL.into_iter().filter(|section| section.can_be_carried()) {
        let Some(items) = crate::node::get_mut(root, section.path()) else { continue };
        for (index, item) in crate::node::items_mut_if_list(items).iter_mut().enumerate() {
            if let Some(parent) = crate::node::get_mut(item, "parent") {
                visit(Use::Parent(section, index), parent);
            }
        }
    }
    if let Some(items) = crate::node::get_mut(root, "inputs") {
        for (index, item) in crate::node::items_mut_if_list(items).iter_mut().enumerate() {
            if let Some(robot) = crate::node::get_mut(item, "robot") {
                visit(Use::Input(index), robot);
            }
        }
    }
    if let Some(items) = crate::node::get_mut(root, "acceptance") {
        for (index, item) in crate::node::items_mut_if_list(items).iter_mut().enumerate() {
            let condition = content(item);
            if let Some(robot) = crate::node::get_mut(condition, "robot") {
                visit(Use::Condition(index), robot);
            }
            if let Some(robots) = crate::node::get_mut(condition, "robots") {
                for robot in crate::node::items_mut_if_list(robots) {
                    visit(Use::Condition(index), robot);
                }
            }
        }
    }
    if let Some(follow) = crate::node::get_mut(root, "view").and_then(|view| crate::node::get_mut(view, "follow")) {
        visit(Use::Follow, follow);
    }
}

/// Occurrences of names in free data, each with its path and the name: only the component knows whether it is a reference.
pub(crate) fn mentions(root: &Node, is_name: &dyn Fn(&str) -> bool) -> Vec<(String, String)> {
    fn visit(node: &Node, path: &mut Vec<Segment>, free: bool, visitor: &mut Visitor<'_>) {
        match &node.kind {
            Kind::Text(text) if free && (visitor.is_name)(text) => visitor.found.push((path_text(path), text.clone())),
            Kind::List { items, .. } => {
                for (index, item) in items.iter().enumerate() {
                    path.push(Segment::Index(index));
                    visit(item, path, free, visitor);
                    path.pop();
                }
            }
            Kind::Table(entries) => {
                for entry in entries {
                    let free = free || matches!(entry.key.as_str(), "params" | "properties");
                    path.push(Segment::Key(entry.key.clone()));
                    visit(&entry.value, path, free, visitor);
                    path.pop();
                }
            }
            Kind::Tagged { body, .. } => visit(body, path, free, visitor),
            _ => {}
        }
    }
    struct Visitor<'a> {
        is_name: &'a dyn Fn(&str) -> bool,
        found: Vec<(String, String)>,
    }
    let mut visitor = Visitor { is_name, found: Vec::new() };
    visit(root, &mut Vec::new(), false, &mut visitor);
    visitor.found
}
