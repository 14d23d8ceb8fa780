//! Inserting things.

use std::collections::BTreeMap;

use nalgebra::{Isometry3, Translation3, Vector3};
use sim_core::scene::decode::Field;
use sim_core::scene::text::{Kind, Node};
use sim_core::scene::{
    Beacon, Condition, Fleet, Group, Include, Input, Light, Medium, Note, Object, Paint, Robot, Route, Service,
    SharedShape,
};

use crate::draft::{Draft, content, visit_uses};
use crate::edit::Thing;
use crate::node::{decoded, fresh, get_mut, items_mut_if_list, set, tidy};
use crate::refusal::Refusal;
use crate::scene_references::{for_each_file, relative};
use crate::target::{Section, Target, counted};

/// An element to be inserted into a section of the scene.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub section: Section,
    pub node: Node,
    /// Offset, in the frame of its pose, m.
    pub offset: Vector3<f64>,
    /// Whether it keeps its name if that is free.
    pub keep_name: bool,
    /// Whether it is plain data, to be written in the form of its section: without default values.
    pub plain: bool,
}

macro_rules! typed {
    ($($section:ident($ty:ty)),* $(,)?) => {
        /// Whether two trees are equivalent elements of a section; default values make no difference.
        pub(super) fn same_element(section: Section, a: &Node, b: &Node) -> bool {
            match section {
                $(Section::$section => same_value::<$ty>(a, b),)*
            }
        }

        /// An element in the form of its section; `None` if it is not valid, which loading reports.
        pub(super) fn as_written(section: Section, node: &Node) -> Option<Node> {
            let encoded = match section {
                $(Section::$section => decoded::<$ty>(node)?.encode(),)*
            };
            Some(tidy(encoded, false))
        }
    };
}

typed! {
    Objects(Object), Robots(Robot), Fleets(Fleet), Beacons(Beacon), Lights(Light), Media(Medium), Services(Service),
    Routes(Route), Notes(Note), Inputs(Input), Acceptance(Condition), Paint(Paint), Shapes(SharedShape),
    Groups(Group), Includes(Include),
}

/// Whether two trees parse to equal values.
pub(super) fn same_value<T: Field>(a: &Node, b: &Node) -> bool {
    matches!((decoded::<T>(a), decoded::<T>(b)), (Some(a), Some(b)) if a == b)
}

/// Writes points on the ground with two numbers.
fn shorten_points(section: Section, node: &mut Node) {
    fn shorten(table: &mut Node) {
        if let Some(Node { kind: Kind::List { items, .. }, .. }) = get_mut(table, "at")
            && let [_, _, Node { kind: Kind::Number(height), .. }] = items.as_slice()
            && height.as_f64() == Some(0.0)
        {
            items.pop();
        }
    }
    match section {
        Section::Routes => {
            if let Some(poses) = get_mut(node, "poses") {
                items_mut_if_list(poses).iter_mut().for_each(shorten);
            }
        }
        Section::Acceptance => shorten(content(node)),
        Section::Media | Section::Services | Section::Inputs | Section::Paint | Section::Shapes | Section::Groups => {}
        _ => shorten(node),
    }
}

/// The section of an element without context, guessed from its fields.
pub(crate) fn guess(node: &Node) -> Option<Section> {
    let has = |key: &str| node.get(key).is_some();
    let tag = match &node.kind {
        Kind::Tagged { tag, .. } => Some(tag.as_str()),
        Kind::Table(entries) if entries.len() == 1 => Some(entries[0].key.as_str()),
        _ => None,
    };
    if let Some(tag) = tag {
        if Condition::WORDS.contains(&tag) {
            return Some(Section::Acceptance);
        }
        if Paint::WORDS.contains(&tag) {
            return Some(Section::Paint);
        }
    }
    let kind = node.get("kind").map(|kind| match &kind.kind {
        Kind::Tagged { tag, .. } => tag.clone(),
        Kind::Table(entries) => entries.first().map(|entry| entry.key.clone()).unwrap_or_default(),
        _ => kind.as_text().unwrap_or_default().to_owned(),
    });
    Some(match () {
        () if has("shape") => Section::Objects,
        () if has("model") && has("placement") => Section::Fleets,
        () if has("model") => Section::Robots,
        () if has("density") => Section::Media,
        () if has("poses") => Section::Routes,
        () if has("text") => Section::Notes,
        () if has("key") => Section::Inputs,
        () if has("id") => Section::Services,
        () if kind.is_some_and(|kind| sim_core::scene::LightKind::WORDS.contains(&kind.as_str())) => Section::Lights,
        () if has("range") || has("kind") || has("category") => Section::Beacons,
        () if has("file") => Section::Includes,
        () => return None,
    })
}

/// The default name of a thing: its shape, model, or kind.
fn default_name(section: Section, node: &Node) -> String {
    let word = match section {
        Section::Objects => node.get("shape").and_then(|shape| match &shape.kind {
            Kind::Tagged { tag, .. } => Some(tag.to_lowercase()),
            Kind::Table(entries) => entries.first().map(|entry| entry.key.to_lowercase()),
            _ => None,
        }),
        Section::Robots | Section::Fleets => {
            let model = node.get("model");
            let id = model.and_then(|model| model.get("id").unwrap_or(model).as_text());
            id.and_then(|id| id.split(['/', '.']).next()).map(str::to_owned)
        }
        Section::Services => {
            node.get("id").and_then(Node::as_text).and_then(|id| id.rsplit('/').next()).map(str::to_owned)
        }
        _ => None,
    };
    let word = word.unwrap_or_default();
    if word.is_empty() { section.what().to_owned() } else { word }
}

impl Draft<'_> {
    /// Adds parts with new names and updates the references between them.
    pub(super) fn add(&mut self, parts: Vec<Part>) -> Result<(), Refusal> {
        let mut renamed: BTreeMap<String, String> = BTreeMap::new();
        let mut first_new: BTreeMap<Section, usize> = BTreeMap::new();
        let mut carried_by_new = Vec::new();
        let mut offsets = Vec::new();
        for Part { section, mut node, offset, keep_name, plain } in parts {
            if let Some(field) = section.name_field() {
                let table = content(&mut node);
                let given = table.get(field).and_then(Node::as_text).map(str::to_owned);
                // Conditions need no name.
                if given.is_some() || section != Section::Acceptance {
                    let wanted = given.clone().unwrap_or_else(|| default_name(section, table));
                    let keep = keep_name && given.is_some();
                    let name = self.free_name(section, &wanted, keep);
                    let order = if section == Section::Acceptance { &["name"] } else { section.fields() };
                    set(table, field, Node::text(&name), order);
                    if section.is_world()
                        && let Some(given) = given
                    {
                        renamed.entry(given).or_insert(name);
                    }
                }
            }
            if plain {
                node = as_written(section, &node).unwrap_or(node);
                shorten_points(section, &mut node);
            }
            let list = self.section(section);
            list.push(node);
            let at = list.len() - 1;
            first_new.entry(section).or_insert(at);
            offsets.push((section, at, offset));
        }
        for (section, first) in &first_new {
            for index in *first..self.section(*section).len() {
                carried_by_new.push((*section, index));
            }
        }
        let is_new = |section: Section, index: usize| first_new.get(&section).is_some_and(|first| index >= *first);
        let mut on_new_parent = Vec::new();
        visit_uses(&mut self.tree, &mut |place, name| {
            let index = match place {
                crate::draft::Use::Parent(section, index) => Some((section, index)),
                crate::draft::Use::Input(index) => Some((Section::Inputs, index)),
                crate::draft::Use::Condition(index) => Some((Section::Acceptance, index)),
                crate::draft::Use::Follow => None,
            };
            let Some((section, index)) = index.filter(|(section, index)| is_new(*section, *index)) else { return };
            if let Some(new) = name.as_text().and_then(|old| renamed.get(old)) {
                *name = Node::text(new);
                on_new_parent.push((section, index));
            }
        });
        for (section, index, offset) in offsets {
            // A thing with a new parent moves with the parent.
            if offset != Vector3::zeros() && !on_new_parent.contains(&(section, index)) {
                self.shift(section, index, offset);
            }
        }
        for (section, index) in carried_by_new {
            let target = self.new_target(section, index);
            self.created.push(target);
        }
        Ok(())
    }

    /// The target of an added element in the loaded scene.
    fn new_target(&mut self, section: Section, index: usize) -> Target {
        let name = section.name_field().filter(|_| section != Section::Acceptance);
        let item = &self.section(section)[index];
        match name.and_then(|field| item.get(field)).and_then(Node::as_text) {
            Some(name) => Target::named(section, name),
            None => {
                let own = section.items(self.own).len();
                let before = section.count(self.scene).saturating_sub(own);
                Target::at(section, if section == Section::Paint { before + index } else { index })
            }
        }
    }

    /// Moves an element of the new tree; elements without a pose are unchanged.
    fn shift(&mut self, section: Section, index: usize, offset: Vector3<f64>) {
        let order = section.pose_fields();
        let item = &mut self.section(section)[index];
        let poses: Vec<&mut Node> = match section {
            Section::Routes => match get_mut(item, "poses") {
                Some(poses) => items_mut_if_list(poses).iter_mut().collect(),
                None => Vec::new(),
            },
            Section::Media => match get_mut(item, "region") {
                Some(region) if !matches!(region.kind, Kind::Word(_)) => match content(region) {
                    table if matches!(table.kind, Kind::Table(_)) => vec![table],
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            },
            Section::Acceptance | Section::Paint => {
                let table = content(item);
                for key in ["at", "points"] {
                    if let Some(value) = get_mut(table, key) {
                        shift_points(value, offset);
                    }
                }
                Vec::new()
            }
            Section::Services | Section::Inputs | Section::Shapes | Section::Groups => Vec::new(),
            _ => vec![item],
        };
        for pose in poses {
            let old = place_of(pose);
            let new = Translation3::from(offset) * old;
            crate::pose_text::write_pose(pose, order, &old, &new);
        }
    }

    /// Makes absolute file paths relative to the folder of the scene where they are near it.
    pub(super) fn near_files(&self, section: Section, node: &mut Node) {
        if let Some(folder) = self.loaded.folder.as_deref() {
            for_each_file(section, node, &mut |file| relative(file, folder));
        }
    }

    pub fn insert(&mut self, things: &[Thing]) -> Result<String, Refusal> {
        let mut parts = Vec::new();
        for thing in things {
            let Thing { section, node } = thing.clone();
            if !matches!(node.kind, Kind::Table(_) | Kind::Tagged { .. } | Kind::Text(_)) {
                let (found, what) = (node.describe(), section.a());
                let reason = format!("expected {what}, found {found}");
                return Err(Refusal::Path { path: section.path().into(), reason });
            }
            let mut node = tidy(fresh(&node), false);
            self.near_files(section, &mut node);
            parts.push(Part { section, node, offset: Vector3::zeros(), keep_name: true, plain: true });
        }
        let first = self.created.len();
        self.add(parts)?;
        Ok(format!("Insert {what}", what = counted(&self.created[first..])))
    }
}

/// The position of an element as far as it is specified; its rotation does not matter for moving it.
fn place_of(item: &Node) -> Isometry3<f64> {
    let at = item.get("at").and_then(Node::items).unwrap_or(&[]);
    let part = |axis: usize| match at.get(axis).map(|node| &node.kind) {
        Some(Kind::Number(number)) => number.as_f64().unwrap_or(0.0),
        _ => 0.0,
    };
    Isometry3::translation(part(0), part(1), part(2))
}

/// Moves a point, or every point of a list.
fn shift_points(value: &mut Node, offset: Vector3<f64>) {
    let Kind::List { items, .. } = &mut value.kind else { return };
    if items.iter().all(|item| matches!(item.kind, Kind::List { .. })) {
        return items.iter_mut().for_each(|item| shift_points(item, offset));
    }
    for (axis, item) in items.iter_mut().enumerate().take(3) {
        if let Kind::Number(number) = &item.kind
            && offset[axis] != 0.0
        {
            *item = crate::node::number(crate::node::rounded(number.as_f64().unwrap_or(0.0) + offset[axis]));
        }
    }
}
