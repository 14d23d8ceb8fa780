//! Changing fields: any field by its path, names, components and their parameters, and locks.

use serde_json::Value;
use sim_core::scene::decode::{Field, Segment};
use sim_core::scene::text::{Kind, Node};
use sim_core::scene::{
    Bounds, ComponentId, ComponentUse, ControllerUse, Floor, JointPlace, ModelUse, Run, Scene, View, file_of_value,
    path_steps,
};

use crate::draft::{Draft, Own, content, mentions, visit_uses};
use crate::edit::Slot;
use crate::node::{entries_mut, fresh, get_mut, lengthen, new_entry, remove, same, set, tidy};
use crate::refusal::{Operation, Refusal};
use crate::target::{Section, Target, counted};

use super::delete::left_as_it_is;
use super::insert::{as_written, same_element, same_value};

/// Whether the value of a field is free data, which has no tags and no short forms.
fn is_free(key: &str) -> bool {
    matches!(key, "params" | "properties")
}

/// Sets or removes the value at a path. Creates missing tables along the path and removes tables that become empty.
fn set_path(node: &mut Node, steps: &[Segment], value: Option<&Node>, order: &[&str]) -> Result<(), String> {
    set_below(node, steps, value, (order, false))
}

/// Expands a record from its short form to a table so that a field of it can be set.
fn write_long(node: &mut Node, field: &Segment) {
    match &node.kind {
        Kind::Text(text) if ComponentId::is_valid(text) => lengthen(node, "id"),
        Kind::Text(_) => lengthen(node, "file"),
        Kind::Number(_) if matches!(field, Segment::Key(key) if JointPlace::FIELDS.contains(&key.as_str())) => {
            lengthen(node, "start");
        }
        _ => {}
    }
}

fn set_below(
    node: &mut Node,
    steps: &[Segment],
    value: Option<&Node>,
    (order, free): (&[&str], bool),
) -> Result<(), String> {
    let Some((step, rest)) = steps.split_first() else {
        if let Some(value) = value {
            assign(node, value);
        }
        return Ok(());
    };
    let node = if free { node } else { content(node) };
    if !free {
        write_long(node, step);
    }
    if matches!(node.kind, Kind::Null) {
        *node = Node::new(Kind::Table(Vec::new()));
    }
    match (step, &mut node.kind) {
        (Segment::Key(key), Kind::Table(entries)) => {
            let known = entries.iter().any(|entry| entry.key == *key);
            match (rest.is_empty(), value) {
                (true, Some(value)) if known => {
                    if let Some(old) = get_mut(node, key) {
                        assign(old, value);
                    }
                }
                (true, Some(value)) => set(node, key, value.clone(), order),
                (true, None) => drop(remove(node, key)),
                (false, None) if !known => {}
                (false, _) => {
                    if !known {
                        set(node, key, Node::new(Kind::Table(Vec::new())), order);
                    }
                    let Some(inner) = get_mut(node, key) else { return Ok(()) };
                    set_below(inner, rest, value, (&[], free || is_free(key)))?;
                    let empty = matches!(&inner.kind, Kind::Table(entries) if entries.is_empty());
                    if value.is_none() && empty {
                        remove(node, key);
                    }
                }
            }
            Ok(())
        }
        (Segment::Key(key), Kind::List { items, .. }) => {
            let named = |item: &Node| {
                ["name", "prefix"].iter().any(|field| item.get(field).and_then(Node::as_text) == Some(key))
            };
            match items.iter().position(named) {
                Some(index) => set_element(items, index, rest, value, free),
                None => Err(format!("unknown element `{key}`")),
            }
        }
        (Segment::Index(index), Kind::List { items, .. }) => set_element(items, *index, rest, value, free),
        (Segment::Index(_), _) => Err(format!("{what} is not a list", what = node.describe())),
        (Segment::Key(_), _) => Err(format!("{what} has no fields", what = node.describe())),
    }
}

fn set_element(
    items: &mut Vec<Node>,
    index: usize,
    rest: &[Segment],
    value: Option<&Node>,
    free: bool,
) -> Result<(), String> {
    let count = items.len();
    match (items.get_mut(index), value) {
        (Some(_), None) if rest.is_empty() => drop(items.remove(index)),
        (Some(item), _) => set_below(item, rest, value, (&[], free))?,
        (None, Some(value)) if index == count && rest.is_empty() => items.push(value.clone()),
        (None, _) => {
            return Err(format!(
                "index {index} is out of range; the list has {count}",
                count = sim_core::words::counted(count, "element")
            ));
        }
    }
    Ok(())
}

/// The value at a path.
fn follow<'n>(node: &'n Node, steps: &[Segment]) -> Option<&'n Node> {
    steps.iter().try_fold(node, |node, step| match (step, node.items()) {
        (Segment::Key(key), None) => node.get(key),
        (Segment::Index(index), Some(items)) => items.get(*index),
        _ => None,
    })
}

/// As [`follow`], mutable.
fn follow_mut<'n>(node: &'n mut Node, steps: &[Segment]) -> Option<&'n mut Node> {
    steps.iter().try_fold(node, |node, step| match step {
        Segment::Key(key) => get_mut(node, key),
        Segment::Index(index) => match &mut node.kind {
            Kind::List { items, .. } => items.get_mut(*index),
            _ => None,
        },
    })
}

/// Collects the files that contain a value and its parts.
fn collect_files(node: &Node, files: &mut Vec<String>) {
    if let Some(name) = file_of_value(node).and_then(Node::as_text) {
        files.push(name.to_owned());
        return;
    }
    match &node.kind {
        Kind::List { items, .. } => items.iter().for_each(|item| collect_files(item, files)),
        Kind::Table(entries) => entries.iter().for_each(|entry| collect_files(&entry.value, files)),
        Kind::Tagged { body, .. } => collect_files(body, files),
        _ => {}
    }
}

/// The parameter file that a path leads into, if any.
fn file_on_path(node: &Node, steps: &[Segment]) -> Option<String> {
    let nodes = (0..steps.len()).map_while(|count| follow(node, &steps[..count]));
    nodes.filter_map(file_of_value).find_map(|file| file.as_text()).map(String::from)
}

/// Assigns a value; equal parts keep their text.
fn assign(old: &mut Node, value: &Node) {
    if !same(old, value) {
        *old = value.clone();
    }
}

/// Whether two values of a top-level scene field are equivalent.
fn same_head(key: &str, a: Option<&Node>, b: Option<&Node>) -> bool {
    let empty = Node::new(Kind::Table(Vec::new()));
    match key {
        "run" => same_value::<Run>(a.unwrap_or(&empty), b.unwrap_or(&empty)),
        "view" => same_value::<View>(a.unwrap_or(&empty), b.unwrap_or(&empty)),
        "floor" => a.zip(b).is_some_and(|(a, b)| same_value::<Floor>(a, b)),
        "bounds" => a.zip(b).is_some_and(|(a, b)| same_value::<Bounds>(a, b)),
        "name" | "description" => {
            let empty = Node::text("");
            same_value::<String>(a.unwrap_or(&empty), b.unwrap_or(&empty))
        }
        _ => false,
    }
}

impl Draft<'_> {
    fn path(path: &str) -> Result<Vec<Segment>, Refusal> {
        path_steps(path).map_err(|reason| Refusal::Path { path: path.into(), reason })
    }

    /// Sets a field of an element or of the scene itself. Without a value, resets it to its default.
    pub fn set(&mut self, target: Option<&Target>, path: &str, value: Option<&Node>) -> Result<String, Refusal> {
        let steps = Self::path(path)?;
        let value = value.filter(|value| !matches!(value.kind, Kind::Null));
        let Some(target) = target else { return self.set_head(path, &steps, value) };
        if let ([Segment::Key(key)], Some(name)) = (steps.as_slice(), value.and_then(Node::as_text))
            && target.section.name_field() == Some(key)
            && (target.section != Section::Acceptance || self.has_name(target)?)
        {
            return self.rename(target, name);
        }
        let own = self.editable(target)?;
        self.set_in(own, path, &steps, value)?;
        Ok(change(path, target))
    }

    /// Sets several fields of an element.
    pub fn set_all(
        &mut self,
        target: &Target,
        fields: &[(String, Option<Node>)],
        label: &str,
    ) -> Result<String, Refusal> {
        for (path, value) in fields {
            let steps = Self::path(path)?;
            let own = self.editable(target)?;
            self.set_in(own, path, &steps, value.as_ref().filter(|value| !matches!(value.kind, Kind::Null)))?;
        }
        Ok(label.to_string())
    }

    fn has_name(&self, target: &Target) -> Result<bool, Refusal> {
        let place = self.find(target)?;
        Ok(place.section.name(self.scene, place.merged).is_some())
    }

    pub(super) fn set_in(
        &mut self,
        own: Own,
        path: &str,
        steps: &[Segment],
        value: Option<&Node>,
    ) -> Result<(), Refusal> {
        let refuse = |reason: String| Refusal::Path { path: path.into(), reason };
        let free = steps.iter().any(|step| matches!(step, Segment::Key(key) if is_free(key)));
        let value = value.map(|value| tidy(fresh(value), free));
        let order = own.section.fields();
        if own.section == Section::Includes && !steps.is_empty() {
            lengthen(self.item(own), "file");
        }
        if let Some(file) = file_on_path(self.item(own), steps) {
            return Err(Refusal::Included { name: path.into(), file });
        }
        let mut changed = self.item(own).clone();
        set_path(&mut changed, steps, value.as_ref(), order).map_err(refuse)?;
        // Plain data has no tags and bare words: where it is equivalent, write it in the form of the section.
        if let (Some(value), Some(written)) = (&value, as_written(own.section, &changed))
            && let Some(styled) = follow(&written, steps).filter(|styled| same(styled, value))
        {
            let styled = styled.clone();
            changed = self.item(own).clone();
            set_path(&mut changed, steps, Some(&styled), order).map_err(refuse)?;
        }
        if value.is_some() {
            let mut without = self.item(own).clone();
            if set_path(&mut without, steps, None, order).is_ok() && same_element(own.section, &changed, &without) {
                changed = without;
            }
        }
        *self.item(own) = changed;
        Ok(())
    }

    fn set_head(&mut self, path: &str, steps: &[Segment], value: Option<&Node>) -> Result<String, Refusal> {
        let refuse = |reason: String| Refusal::Path { path: path.into(), reason };
        let Some(Segment::Key(first)) = steps.first() else {
            return Err(refuse("it must start with a scene field".to_string()));
        };
        if let Some(section) = Section::ALL.into_iter().find(|section| section.path() == first) {
            return Err(refuse(format!("specify which {what} to change", what = section.what())));
        }
        // A field that only an included file sets can be overridden here, but not removed.
        if self.own.get(first).is_none() && self.loaded.tree().get(first).is_some() && value.is_none() {
            let node = self.loaded.tree().get(first);
            let file = node.and_then(|node| self.loaded.sources().files().get(node.span.file as usize));
            let file = file.map_or(Section::Includes.a().into(), |file| file.name.as_str().into());
            return Err(Refusal::Included { name: first.into(), file });
        }
        let value = value.map(|value| tidy(fresh(value), first == "properties"));
        let mut changed = self.tree.clone();
        // An included file provides these as a whole: the change is made in a copy.
        if self.own.get(first).is_none()
            && let Some(inherited) = self.inherited(first)
        {
            set(&mut changed, first, inherited, Scene::FIELDS);
        }
        let is_inherited = changed.get(first).is_some() && self.own.get(first).is_none();
        let order = match first.as_str() {
            "run" => Run::FIELDS,
            "view" => View::FIELDS,
            "floor" => Floor::FIELDS,
            "bounds" => Bounds::FIELDS,
            _ => &[],
        };
        set_head_path(&mut changed, steps, value.as_ref(), order).map_err(refuse)?;
        if value.is_some() && !is_inherited {
            let mut without = self.tree.clone();
            if set_head_path(&mut without, steps, None, order).is_ok()
                && same_head(first, changed.get(first), without.get(first))
            {
                changed = without;
            }
        }
        self.tree = changed;
        Ok(format!("Change {path}"))
    }

    /// The value that included files provide for a scene field, as it applies to this scene.
    fn inherited(&self, key: &str) -> Option<Node> {
        self.loaded.tree().get(key)?;
        let node = match key {
            "run" => self.scene.run.encode(),
            "view" => self.scene.view.encode(),
            "bounds" => self.scene.bounds.as_ref()?.encode(),
            // Floors are merged field by field.
            _ => return None,
        };
        Some(tidy(node, false))
    }

    /// Renames something and updates all references in this file.
    pub fn rename(&mut self, target: &Target, name: &str) -> Result<String, Refusal> {
        let own = self.editable(target)?;
        let Some(field) = own.section.name_field() else {
            let reason = format!("{what} has no name", what = own.section.a());
            return Err(Refusal::Impossible { target: target.clone(), operation: Operation::Rename, reason });
        };
        let old = own.section.name(self.scene, own.merged).unwrap_or_default().to_owned();
        let order = if own.section == Section::Acceptance { &["name"] } else { own.section.fields() };
        set(content(self.item(own)), field, Node::text(name), order);
        if matches!(own.section, Section::Objects | Section::Robots | Section::Fleets) {
            let count =
                self.scene.fleets.get(own.merged).filter(|_| own.section == Section::Fleets).map(|fleet| fleet.count);
            visit_uses(&mut self.tree, &mut |_, node| {
                let used = node.as_text().unwrap_or_default();
                let follows = match count {
                    Some(count) if sim_core::scene::is_member(&old, count, used) => {
                        Some(format!("{name}{}", &used[old.len()..]))
                    }
                    None if used == old => Some(name.to_owned()),
                    _ => None,
                };
                if let Some(new) = follows {
                    *node = Node::text(new);
                }
            });
        }
        if own.section == Section::Routes {
            self.follow_instead(&old, Some(name));
        }
        super::shared::rename(&mut self.tree, own.section, &old, name);
        for (path, _) in mentions(&self.tree, &|name| name == old) {
            self.hints.push(left_as_it_is(&path, &old));
        }
        self.created.push(match own.section {
            Section::Acceptance => target.clone(),
            section => Target::named(section, name),
        });
        let old = if old.is_empty() { target.short() } else { old };
        Ok(format!("Rename {old} to {name}"))
    }

    fn component(&mut self, target: &Target, key: &str, node: Option<Node>) -> Result<(), Refusal> {
        let own = self.editable(target)?;
        let known = own.section.fields().contains(&key) && own.section != Section::Services;
        if !known {
            let reason = lacks(own.section, key);
            return Err(Refusal::Impossible { target: target.clone(), operation: Operation::SetComponent, reason });
        }
        let steps = [Segment::Key(key.into())];
        self.set_in(own, key, &steps, node.as_ref())
    }

    pub fn set_controller(&mut self, target: &Target, to: Option<&ControllerUse>) -> Result<String, Refusal> {
        self.component(target, "controller", to.map(Field::encode))?;
        Ok(format!("Change controller of {what}", what = target.short()))
    }

    pub fn set_dynamics(&mut self, target: &Target, to: Option<&ComponentUse>) -> Result<String, Refusal> {
        self.component(target, "dynamics", to.map(Field::encode))?;
        Ok(format!("Change dynamics of {what}", what = target.short()))
    }

    pub fn set_model(&mut self, target: &Target, to: &ModelUse) -> Result<String, Refusal> {
        self.component(target, "model", Some(to.encode()))?;
        Ok(format!("Change model of {what}", what = target.short()))
    }

    /// Sets or removes one parameter of a component. `id` is the component in effect, for slots that the scene does not set.
    pub fn set_parameter(
        &mut self,
        target: &Target,
        slot: &Slot,
        (parameter, value): (&str, Option<&Value>),
        id: Option<&ComponentId>,
    ) -> Result<String, Refusal> {
        let own = self.editable(target)?;
        let key = |key: &str| Segment::Key(key.into());
        let (path, needs_id): (Vec<Segment>, bool) = match slot {
            Slot::Controller => (vec![key("controller")], true),
            Slot::Dynamics => (vec![key("dynamics")], true),
            Slot::Model => (vec![key("model")], false),
            Slot::Sensor(name) => (vec![key("sensors"), key(name)], false),
            Slot::Actuator(name) => (vec![key("actuators"), key(name)], false),
            Slot::Service => (Vec::new(), false),
        };
        if let Some(Segment::Key(first)) = path.first().or(Some(&key("params")))
            && !own.section.fields().contains(&first.as_str())
        {
            let reason = lacks(own.section, first);
            return Err(Refusal::Impossible { target: target.clone(), operation: Operation::SetParameter, reason });
        }
        let text = sim_core::scene::decode::path_text(&[&path[..], &[key("params"), key(parameter)]].concat());
        let refuse = |reason: String| Refusal::Path { path: text.clone(), reason };
        if needs_id && value.is_some() {
            let written = path.iter().try_fold(&*self.item(own), |node, step| match step {
                Segment::Key(key) => node.get(key),
                Segment::Index(_) => None,
            });
            if written.is_none_or(|node| matches!(node.kind, Kind::Null)) {
                let Some(id) = id else {
                    return Err(refuse("the scene does not specify a component here; select one first".to_string()));
                };
                let id = Node::new(Kind::Table(vec![new_entry("id", id.encode())]));
                set_path(self.item(own), &path, Some(&id), own.section.fields()).map_err(refuse)?;
            }
        }
        let steps = [&path[..], &[key("params"), key(parameter)]].concat();
        self.take_in_files(own, &steps, value.is_some());
        let value = value.map(Node::from_json);
        set_path(self.item(own), &steps, value.map(|value| tidy(value, true)).as_ref(), own.section.fields())
            .map_err(refuse)?;
        Ok(change(parameter, target))
    }

    /// Before a parameter of a separate file is written into the scene: inlines the other parameters of that file and adds a hint
    /// that the file is no longer used.
    fn take_in_files(&mut self, own: Own, steps: &[Segment], is_written: bool) {
        let mut files = Vec::new();
        for count in 1..=steps.len() {
            let Some(node) = follow(self.item(own), &steps[..count]) else { break };
            if count == steps.len() {
                collect_files(node, &mut files);
            } else if let Some(name) = file_of_value(node).and_then(Node::as_text) {
                files.push(name.to_owned());
                let loaded = own.section.items(self.loaded.tree()).get(own.merged);
                let Some(content) = loaded.and_then(|node| follow(node, &steps[..count])).cloned() else { break };
                if let Some(place) = follow_mut(self.item(own), &steps[..count]) {
                    *place = tidy(fresh(&content), true);
                }
            }
        }
        if is_written {
            self.hints.extend(
                files.into_iter().map(|file| format!("the value is now stored in the scene; `{file}` was not changed")),
            );
        }
    }

    pub fn lock(&mut self, targets: &[Target], locked: bool) -> Result<String, Refusal> {
        for target in targets {
            let own = self.own(target)?;
            if own.section != Section::Objects {
                let reason = "only objects can be locked".to_string();
                return Err(Refusal::Impossible { target: target.clone(), operation: Operation::Lock, reason });
            }
            let item = self.item(own);
            match locked {
                true => set(item, "locked", Node::new(Kind::Bool(true)), own.section.fields()),
                false => drop(remove(item, "locked")),
            }
        }
        let what = counted(targets);
        Ok(match locked {
            true => format!("Lock {what}"),
            false => format!("Unlock {what}"),
        })
    }
}

/// The label of an edit of one field.
fn change(path: &str, target: &Target) -> String {
    format!("Change {path} of {what}", what = target.short())
}

/// Message: an element of a section does not have this field.
fn lacks(section: Section, field: &str) -> String {
    format!("{what} has no {field}", what = section.a())
}

/// Message: a path or text is empty.
pub(super) fn empty() -> String {
    "it is empty".to_string()
}

/// As [`set_path`], from the root: the first field is inserted in the order of scene fields.
fn set_head_path(root: &mut Node, steps: &[Segment], value: Option<&Node>, order: &[&str]) -> Result<(), String> {
    let [Segment::Key(first), rest @ ..] = steps else { return Err(empty()) };
    let Some(root) = root_table(root) else { return Err("the scene is not a table".to_string()) };
    if rest.is_empty() {
        return set_path(root, steps, value, Scene::FIELDS);
    }
    if get_mut(root, first).is_none() {
        if value.is_none() {
            return Ok(());
        }
        set(root, first, Node::new(Kind::Table(Vec::new())), Scene::FIELDS);
    }
    let Some(node) = get_mut(root, first) else { return Ok(()) };
    set_below(node, rest, value, (order, is_free(first)))?;
    let empty = entries_mut(node).is_some_and(|entries| entries.is_empty());
    // An empty floor is still a floor.
    if empty && value.is_none() && first != "floor" {
        remove(root, first);
    }
    Ok(())
}

/// The table of a scene, also if it is written as `Scene(…)`.
fn root_table(root: &mut Node) -> Option<&mut Node> {
    match root.kind {
        Kind::Table(_) => Some(root),
        Kind::Tagged { ref mut body, .. } => Some(body),
        _ => None,
    }
}
