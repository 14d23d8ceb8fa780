//! Duplicating, copying to a text, and pasting from one.

use nalgebra::Vector3;
use sim_core::diagnostic::Diagnostics;
use sim_core::scene::decode::Field;
use sim_core::scene::text::{Format, Kind, Node, Sources, read};
use sim_core::scene::{FORMAT_VERSION, Posed, Scene};

use crate::draft::{Draft, Place};
use crate::node::{fresh, number, remove, tidy};
use crate::page::print;
use crate::refusal::Refusal;
use crate::scene_references::for_each_file;
use crate::target::{Id, Section, Target, counted};

use super::fields::empty;
use super::insert::{Part, guess};

impl Draft<'_> {
    /// The description of a thing, whether it is defined in this file, in an included one, or in a fleet.
    fn description(&self, target: &Target) -> Result<(Node, Option<Place>), Refusal> {
        let place = match self.find(target) {
            Ok(place) => place,
            Err(Refusal::FleetMember { robot, .. }) => {
                let placed = self.scene.all_robots().into_iter().find(|placed| placed.robot.name == robot);
                let robot = placed.map(|placed| placed.robot.encode());
                return match robot {
                    Some(node) => Ok((tidy(node, false), None)),
                    None => Err(Refusal::Unknown { target: target.clone(), nearest: None }),
                };
            }
            Err(refusal) => return Err(refusal),
        };
        if let Some(own) = place.own {
            return Ok((fresh(&place.section.items(self.own)[own]), Some(place)));
        }
        // Included: as resolved for the scene, in the frame and with the paths of this file.
        match self.understood(place.section, place.merged) {
            Some(node) => Ok((node, Some(place))),
            None => Err(Refusal::Unknown { target: target.clone(), nearest: None }),
        }
    }

    /// An element as resolved for the scene, whatever file it comes from; `None` for includes.
    pub(super) fn understood(&self, section: Section, index: usize) -> Option<Node> {
        Some(tidy(section.element(self.scene, index)?, false))
    }

    pub fn duplicate(&mut self, targets: &[Target], offset: Vector3<f64>) -> Result<String, Refusal> {
        let mut parts = Vec::new();
        for target in targets {
            let (mut node, place) = self.description(target)?;
            // A copy of a locked thing can be moved.
            remove(&mut node, "locked");
            let parent = place.and_then(|place| self.frames.parent(place.section, place.merged));
            let offset = self.frames.of_parent(parent).rotation.inverse() * offset;
            parts.push(Part { section: target.section, node, offset, keep_name: false, plain: false });
        }
        self.add(parts)?;
        Ok(format!("Duplicate {what}", what = counted(targets)))
    }

    pub fn paste(&mut self, text: &str, offset: Vector3<f64>) -> Result<String, Refusal> {
        let mut parts = Vec::new();
        let (pasted, format) = pasted(text)?;
        for (section, node) in pasted {
            parts.push(Part { section, node, offset, keep_name: true, plain: format == Format::Json });
        }
        for part in &mut parts {
            self.near_files(part.section, &mut part.node);
        }
        let first = self.created.len();
        self.add(parts)?;
        Ok(format!("Paste {what}", what = counted(&self.created[first..])))
    }

    /// A standalone scene with these things, as RON. A thing whose parent is not copied loses its parent; file paths are
    /// absolute.
    pub fn copied(&self, targets: &[Target]) -> Result<String, Refusal> {
        let is_copied = |name: &str| targets.iter().any(|target| target.id == Id::Name(name.into()));
        let mut sections: Vec<(Section, Vec<Node>)> = Vec::new();
        for section in Section::ALL {
            let mut nodes = Vec::new();
            for target in targets.iter().filter(|target| target.section == section) {
                let (mut node, place) = self.description(target)?;
                if let Some(place) = place
                    && self.frames.parent(section, place.merged).is_some_and(|parent| !is_copied(parent))
                {
                    remove(&mut node, "parent");
                    let local = self.frames.local(section, place.merged).unwrap_or_default();
                    let world = self.frames.world(section, place.merged).unwrap_or_default();
                    crate::pose_text::write_pose(&mut node, section.fields(), &local, &world);
                }
                if let Some(folder) = self.loaded.folder.as_deref() {
                    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
                    for_each_file(section, &mut node, &mut |file| {
                        let joined = folder.join(&*file);
                        *file = joined.to_string_lossy().into_owned();
                    });
                }
                nodes.push(node);
            }
            if !nodes.is_empty() {
                sections.push((section, nodes));
            }
        }
        let list = |nodes: Vec<Node>| Node::new(Kind::List { items: nodes, tuple: false });
        let mut entries = vec![("format_version", number(f64::from(FORMAT_VERSION)))];
        for (section, nodes) in sections {
            match section {
                Section::Paint => entries.push(("floor", Node::table(vec![("paint", list(nodes))]))),
                _ => entries.push((section.path(), list(nodes))),
            }
        }
        let rank = |key: &str| Scene::FIELDS.iter().position(|field| *field == key);
        entries.sort_by_key(|(key, _)| rank(key));
        Ok(print(&Node::table(entries)))
    }
}

/// The pasteable content of a text: a scene, a list of things, or one thing, in RON or JSON.
fn pasted(text: &str) -> Result<(Vec<(Section, Node)>, Format), Refusal> {
    let refuse = |reason: String| Err(Refusal::Paste { reason });
    let read_as = |format| {
        let mut sources = Sources::default();
        let mut findings = Diagnostics::new();
        let file = sources.add("the pasted text", None, text);
        let root = read(&sources, file, format, &mut findings).filter(|_| !findings.has_errors());
        root.map(|root| (fresh(&root), format)).ok_or(findings)
    };
    // JSON is valid RON with other brackets.
    let (root, format) = match read_as(Format::Json).or_else(|_| read_as(Format::Ron)) {
        Ok(read) => read,
        Err(findings) => return refuse(findings.iter().next().map_or_else(empty, |first| first.message.clone())),
    };
    if let Kind::List { items, .. } = &root.kind {
        let guessed = items.iter().map(|item| guess(item).map(|section| (section, item.clone())));
        return match guessed.collect::<Option<Vec<_>>>() {
            Some(parts) if !parts.is_empty() => Ok((parts, format)),
            _ => refuse("the list contains an item that is not part of a scene".to_string()),
        };
    }
    if let Some(section) = guess(&root) {
        return Ok((vec![(section, root)], format));
    }
    let sections = Section::ALL.into_iter();
    let parts: Vec<_> =
        sections.flat_map(|section| section.items(&root).iter().map(move |item| (section, item.clone()))).collect();
    if parts.is_empty() {
        return refuse("it contains no objects, robots or other scene elements".to_string());
    }
    Ok((parts, format))
}

/// Whether a text has pasteable content.
pub(crate) fn can_paste(text: &str) -> bool {
    pasted(text).is_ok()
}

/// Writes the full pose of a robot for a standalone scene; also used when a fleet is dissolved.
pub(super) fn write_exact_pose(node: &mut Node, posed: &impl Posed, order: &[&str]) {
    let (at, rpy, yaw) = posed.pose_parts();
    for key in ["at", "rpy", "yaw"] {
        remove(node, key);
    }
    let [x, y, z] = at.0;
    if at.0 != [0.0; 3] {
        let parts: &[f64] = if z == 0.0 { &[x, y] } else { &at.0 };
        crate::node::set(node, "at", exact(parts), order);
    }
    if let Some(rpy) = rpy {
        crate::node::set(node, "rpy", exact(&rpy), order);
    }
    if let Some(yaw) = yaw {
        let node_of_yaw = exact(&[yaw]);
        let only = node_of_yaw.items().map(|items| items[0].clone());
        crate::node::set(node, "yaw", only.unwrap_or(Node::number(yaw)), order);
    }
}

/// Numbers with all digits, so that poses are preserved to the last bit.
fn exact(values: &[f64]) -> Node {
    let number = |value: &f64| match value.fract() == 0.0
        && value.abs() < 1e15
        && !(*value == 0.0 && value.is_sign_negative())
    {
        true => Node::new(Kind::Number((*value as i64).into())),
        false => Node::number(*value),
    };
    Node::new(Kind::List { items: values.iter().map(number).collect(), tuple: true })
}
