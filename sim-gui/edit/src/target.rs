//! What an edit is about: a part of the scene, found by its section and its name or number.

use std::fmt;

use sim_core::scene::text::{Kind, Node};
use sim_core::scene::{
    Beacon, Fleet, Group, Include, Input, Light, Medium, Note, Object, Robot, Route, Scene, Service, SharedShape,
};

/// Words for one element of each section: alone, and with an indefinite article.
macro_rules! words {
    ($($section:ident: $word:literal, $with_a:literal;)*) => {
        impl Section {
            /// One element of the section, in a word or two: `object`, `painted thing`.
            pub fn what(self) -> &'static str {
                match self { $(Section::$section => $word,)* }
            }

            /// With its article: `an object`.
            pub(crate) fn a(self) -> &'static str {
                match self { $(Section::$section => $with_a,)* }
            }
        }
    };
}

words! {
    Objects: "object", "an object";
    Robots: "robot", "a robot";
    Fleets: "fleet", "a fleet";
    Beacons: "beacon", "a beacon";
    Lights: "light", "a light";
    Media: "medium", "a medium";
    Services: "service", "a service";
    Routes: "route", "a route";
    Notes: "note", "a note";
    Inputs: "input", "an input";
    Acceptance: "condition", "a condition";
    Paint: "painted thing", "a painted thing";
    Shapes: "shared shape", "a shared shape";
    Groups: "group", "a group";
    Includes: "included file", "an included file";
}

/// The lists of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Static and movable things.
    Objects,
    /// Robots that are written one by one.
    Robots,
    /// Robots in numbers.
    Fleets,
    /// Things that sensors can locate.
    Beacons,
    /// Lamps.
    Lights,
    /// Water and air.
    Media,
    /// World services.
    Services,
    /// Named lists of poses.
    Routes,
    /// Texts at places; they have no names.
    Notes,
    /// The operator's script; its lines have no names.
    Inputs,
    /// Conditions; names are optional.
    Acceptance,
    /// What is painted on the floor; without names.
    Paint,
    /// Shapes that objects share.
    Shapes,
    /// Switches that objects have in common.
    Groups,
    /// Files that are merged into the scene; without names.
    Includes,
}

impl Section {
    /// All sections.
    pub const ALL: [Section; 15] = [
        Section::Objects,
        Section::Robots,
        Section::Fleets,
        Section::Beacons,
        Section::Lights,
        Section::Media,
        Section::Services,
        Section::Routes,
        Section::Notes,
        Section::Inputs,
        Section::Acceptance,
        Section::Paint,
        Section::Shapes,
        Section::Groups,
        Section::Includes,
    ];

    /// Path of the list in the scene: `objects`, `floor.paint`.
    pub fn path(self) -> &'static str {
        match self {
            Section::Objects => "objects",
            Section::Robots => "robots",
            Section::Fleets => "fleets",
            Section::Beacons => "beacons",
            Section::Lights => "lights",
            Section::Media => "media",
            Section::Services => "services",
            Section::Routes => "routes",
            Section::Notes => "notes",
            Section::Inputs => "inputs",
            Section::Acceptance => "acceptance",
            Section::Paint => "floor.paint",
            Section::Shapes => "shapes",
            Section::Groups => "groups",
            Section::Includes => "include",
        }
    }

    /// The fields of an element in the order in which they are written.
    pub fn fields(self) -> &'static [&'static str] {
        match self {
            Section::Objects => Object::FIELDS,
            Section::Robots => Robot::FIELDS,
            Section::Fleets => Fleet::FIELDS,
            Section::Beacons => Beacon::FIELDS,
            Section::Lights => Light::FIELDS,
            Section::Media => Medium::FIELDS,
            Section::Services => Service::FIELDS,
            Section::Routes => Route::FIELDS,
            Section::Notes => Note::FIELDS,
            Section::Inputs => Input::FIELDS,
            Section::Shapes => SharedShape::FIELDS,
            Section::Groups => Group::FIELDS,
            Section::Includes => Include::FIELDS,
            Section::Acceptance | Section::Paint => &[],
        }
    }

    /// Whether elements have a pose among their fields.
    pub(crate) fn has_pose(self) -> bool {
        self.fields().contains(&"rpy")
    }

    /// The fields of the table that an element's pose stands in.
    pub(crate) fn pose_fields(self) -> &'static [&'static str] {
        match self {
            Section::Media => sim_core::scene::RegionBox::FIELDS,
            Section::Routes => sim_core::scene::Pose::FIELDS,
            _ => self.fields(),
        }
    }

    /// The field that names an element, if elements of this section have names.
    pub fn name_field(self) -> Option<&'static str> {
        match self {
            Section::Fleets => Some("prefix"),
            Section::Notes | Section::Inputs | Section::Paint | Section::Includes => None,
            _ => Some("name"),
        }
    }

    /// Whether its elements share one set of names: everything that stands in the world.
    pub(crate) fn is_world(self) -> bool {
        matches!(
            self,
            Section::Objects | Section::Robots | Section::Fleets | Section::Beacons | Section::Lights | Section::Media
        )
    }

    /// Whether elements may be carried by an object or robot.
    pub(crate) fn can_be_carried(self) -> bool {
        matches!(self, Section::Objects | Section::Beacons | Section::Lights | Section::Notes)
    }

    /// How many elements the loaded scene has.
    pub fn count(self, scene: &Scene) -> usize {
        match self {
            Section::Objects => scene.objects.len(),
            Section::Robots => scene.robots.len(),
            Section::Fleets => scene.fleets.len(),
            Section::Beacons => scene.beacons.len(),
            Section::Lights => scene.lights.len(),
            Section::Media => scene.media.len(),
            Section::Services => scene.services.len(),
            Section::Routes => scene.routes.len(),
            Section::Notes => scene.notes.len(),
            Section::Inputs => scene.inputs.len(),
            Section::Acceptance => scene.acceptance.len(),
            Section::Paint => scene.floor.as_ref().map_or(0, |floor| floor.paint.len()),
            Section::Shapes => scene.shapes.len(),
            Section::Groups => scene.groups.len(),
            Section::Includes => 0,
        }
    }

    /// The name of an element of the loaded scene, where it has one.
    pub fn name(self, scene: &Scene, index: usize) -> Option<&str> {
        match self {
            Section::Objects => Some(scene.objects.get(index)?.name.as_str()),
            Section::Robots => Some(scene.robots.get(index)?.name.as_str()),
            Section::Fleets => Some(scene.fleets.get(index)?.prefix.as_str()),
            Section::Beacons => Some(scene.beacons.get(index)?.name.as_str()),
            Section::Lights => Some(scene.lights.get(index)?.name.as_str()),
            Section::Media => Some(scene.media.get(index)?.name.as_str()),
            Section::Services => Some(scene.services.get(index)?.name.as_str()),
            Section::Routes => Some(scene.routes.get(index)?.name.as_str()),
            Section::Acceptance => scene.acceptance.get(index)?.name(),
            Section::Shapes => Some(scene.shapes.get(index)?.name.as_str()),
            Section::Groups => Some(scene.groups.get(index)?.name.as_str()),
            Section::Notes | Section::Inputs | Section::Paint | Section::Includes => None,
        }
    }

    /// The elements that a file writes.
    pub(crate) fn items(self, root: &Node) -> &[Node] {
        let list = self.path().split('.').try_fold(root, |node, key| node.get(key));
        list.and_then(Node::items).unwrap_or(&[])
    }

    /// The list of a file, for changing it; made when it is not there.
    pub(crate) fn items_mut(self, root: &mut Node) -> Option<&mut Vec<Node>> {
        let mut node = root;
        let mut order = Scene::FIELDS;
        for (depth, key) in self.path().split('.').enumerate() {
            if node.get(key).is_none() {
                let last = depth == self.path().matches('.').count();
                let kind = if last { Kind::List { items: Vec::new(), tuple: false } } else { Kind::Table(Vec::new()) };
                crate::node::set(node, key, Node::new(kind), order);
            }
            node = crate::node::get_mut(node, key)?;
            // `floor: None`
            if matches!(node.kind, Kind::Null) {
                *node = Node::new(Kind::Table(Vec::new()));
            }
            order = sim_core::scene::Floor::FIELDS;
        }
        crate::node::items_mut(node)
    }
}

/// How an element of a section is found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Id {
    /// By its name (the prefix of a fleet).
    Name(String),
    /// By its place in the list of the loaded scene, from 0.
    Index(usize),
}

/// One part of the scene that an edit is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// The list that it stands in.
    pub section: Section,
    /// Which one of the list.
    pub id: Id,
}

impl Target {
    /// The element of a section with this name.
    pub fn named(section: Section, name: impl Into<String>) -> Target {
        Target { section, id: Id::Name(name.into()) }
    }

    /// The element of a section with this place in the loaded scene's list, from 0.
    pub fn at(section: Section, index: usize) -> Target {
        Target { section, id: Id::Index(index) }
    }

    /// An object.
    pub fn object(name: impl Into<String>) -> Target {
        Target::named(Section::Objects, name)
    }

    /// A robot, written out or member of a fleet.
    pub fn robot(name: impl Into<String>) -> Target {
        Target::named(Section::Robots, name)
    }

    /// A fleet, by its prefix.
    pub fn fleet(prefix: impl Into<String>) -> Target {
        Target::named(Section::Fleets, prefix)
    }

    /// The name, where it is found by that.
    pub fn name(&self) -> Option<&str> {
        match &self.id {
            Id::Name(name) => Some(name),
            Id::Index(_) => None,
        }
    }

    /// The name alone, or `note 2` (counted from 1) for what has none.
    pub fn short(&self) -> String {
        match &self.id {
            Id::Name(name) => name.into(),
            Id::Index(index) => numbered(self.section.what(), *index),
        }
    }
}

impl fmt::Display for Target {
    /// `` object `box-1` ``, `note 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match &self.id {
            Id::Name(name) => format!("{what} `{name}`", what = self.section.what()),
            Id::Index(index) => numbered(self.section.what(), *index),
        })
    }
}

fn numbered(what: &'static str, index: usize) -> String {
    format!("{what} {number}", number = (index + 1))
}

/// `anna`, or `3 things`.
pub(crate) fn counted(targets: &[Target]) -> String {
    match targets {
        [only] => only.short(),
        many => things(many.len()),
    }
}

/// `3 things`.
pub(crate) fn things(count: usize) -> String {
    sim_core::words::counted(count, "thing")
}
