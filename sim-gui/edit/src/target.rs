//! The target of an edit: a part of the scene, identified by its section and its name or index.

use std::fmt;

use sim_core::scene::decode::Field;
use sim_core::scene::form::Form;
use sim_core::scene::text::{Kind, Node};
use sim_core::scene::{
    Beacon, Condition, Fleet, Group, Include, Input, Light, Medium, Note, Object, Paint, Robot, Route, Scene, Service,
    SharedShape,
};

/// The lists of a scene, one row each: section, type of the elements, path, name for one element alone and with an indefinite article, and
/// the elements of a loaded scene.
macro_rules! sections {
    ($($(#[$doc:meta])* $section:ident: $element:ty, $path:literal, $word:literal, $with_a:literal, |$scene:ident| $list:expr;)*) => {
        /// The lists of a scene.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Section {
            $($(#[$doc])* $section,)*
        }

        impl Section {
            /// All sections.
            pub const ALL: [Section; [$(Section::$section),*].len()] = [$(Section::$section),*];

            /// The path of the list in the scene: `objects`, `floor.paint`.
            pub fn path(self) -> &'static str {
                match self { $(Section::$section => $path,)* }
            }

            /// Name for one element of the section: `object`, `painted thing`.
            pub fn what(self) -> &'static str {
                match self { $(Section::$section => $word,)* }
            }

            /// The same with an article: `an object`.
            pub(crate) fn a(self) -> &'static str {
                match self { $(Section::$section => $with_a,)* }
            }

            /// The form of an element of the section.
            pub fn form(self) -> Form {
                match self { $(Section::$section => <$element>::form(),)* }
            }

            /// The number of elements in the loaded scene.
            pub fn count(self, scene: &Scene) -> usize {
                match self {
                    $(Section::$section => {
                        let $scene = scene;
                        let list: &[$element] = $list;
                        list.len()
                    })*
                }
            }

            /// An element of the loaded scene as a tree, without default values.
            pub(crate) fn element(self, scene: &Scene, index: usize) -> Option<Node> {
                match self {
                    $(Section::$section => {
                        let $scene = scene;
                        let list: &[$element] = $list;
                        list.get(index).map(Field::encode)
                    })*
                }
            }
        }
    };
}

sections! {
    /// Static and movable objects.
    Objects: Object, "objects", "object", "an object", |scene| &scene.objects;
    /// Robots that are defined one by one.
    Robots: Robot, "robots", "robot", "a robot", |scene| &scene.robots;
    /// Groups of robots with one definition.
    Fleets: Fleet, "fleets", "fleet", "a fleet", |scene| &scene.fleets;
    /// Beacons that sensors can locate.
    Beacons: Beacon, "beacons", "beacon", "a beacon", |scene| &scene.beacons;
    /// Lights.
    Lights: Light, "lights", "light", "a light", |scene| &scene.lights;
    /// Water and air.
    Media: Medium, "media", "medium", "a medium", |scene| &scene.media;
    /// World services.
    Services: Service, "services", "service", "a service", |scene| &scene.services;
    /// Named lists of poses.
    Routes: Route, "routes", "route", "a route", |scene| &scene.routes;
    /// Text labels; without names.
    Notes: Note, "notes", "note", "a note", |scene| &scene.notes;
    /// The operator's script; its lines have no names.
    Inputs: Input, "inputs", "input", "an input", |scene| &scene.inputs;
    /// Acceptance conditions; names are optional.
    Acceptance: Condition, "acceptance", "condition", "a condition", |scene| &scene.acceptance;
    /// Paint on the floor; without names.
    Paint: Paint, "floor.paint", "painted thing", "a painted thing", |scene| scene.floor.as_ref().map(|floor| floor.paint.as_slice()).unwrap_or_default();
    /// Shapes shared by objects.
    Shapes: SharedShape, "shapes", "shared shape", "a shared shape", |scene| &scene.shapes;
    /// Settings shared by objects.
    Groups: Group, "groups", "group", "a group", |scene| &scene.groups;
    /// Files that are merged into the scene; without names. A loaded scene has none left.
    Includes: Include, "include", "included file", "an included file", |_scene| &[];
}

impl Section {
    /// The fields of an element, in the order in which they are written.
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

    /// Whether the pose fields are direct fields of the elements.
    pub(crate) fn has_pose(self) -> bool {
        self.fields().contains(&"rpy")
    }

    /// The fields of the table that contains an element's pose.
    pub(crate) fn pose_fields(self) -> &'static [&'static str] {
        match self {
            Section::Media => sim_core::scene::RegionBox::FIELDS,
            Section::Routes => sim_core::scene::Pose::FIELDS,
            _ => self.fields(),
        }
    }

    /// The field with the name of an element, if elements of this section have names.
    pub fn name_field(self) -> Option<&'static str> {
        match self {
            Section::Fleets => Some("prefix"),
            Section::Notes | Section::Inputs | Section::Paint | Section::Includes => None,
            _ => Some("name"),
        }
    }

    /// Whether its elements share the namespace of everything in the world.
    pub(crate) fn is_world(self) -> bool {
        matches!(
            self,
            Section::Objects | Section::Robots | Section::Fleets | Section::Beacons | Section::Lights | Section::Media
        )
    }

    /// Whether elements may be attached to an object or robot.
    pub(crate) fn can_be_carried(self) -> bool {
        matches!(self, Section::Objects | Section::Beacons | Section::Lights | Section::Notes)
    }

    /// The name of an element of the loaded scene, if it has one.
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

    /// The elements in a file.
    pub(crate) fn items(self, root: &Node) -> &[Node] {
        let list = self.path().split('.').try_fold(root, |node, key| node.get(key));
        list.and_then(Node::items).unwrap_or(&[])
    }

    /// The mutable list of a file, created if missing.
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

/// Identifies an element of a section.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Id {
    /// By its name (the prefix of a fleet).
    Name(String),
    /// By its index in the list of the loaded scene.
    Index(usize),
}

/// One part of the scene, as the target of an edit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// The section that contains it.
    pub section: Section,
    /// The element of the section.
    pub id: Id,
}

impl Target {
    /// The element of a section with this name.
    pub fn named(section: Section, name: impl Into<String>) -> Target {
        Target { section, id: Id::Name(name.into()) }
    }

    /// The element of a section with this index in the loaded scene's list.
    pub fn at(section: Section, index: usize) -> Target {
        Target { section, id: Id::Index(index) }
    }

    /// The index in the loaded scene's list.
    pub(crate) fn index(&self, scene: &Scene) -> Option<usize> {
        match &self.id {
            Id::Index(index) => Some(*index),
            Id::Name(name) => {
                (0..self.section.count(scene)).find(|index| self.section.name(scene, *index) == Some(name))
            }
        }
    }

    /// An object.
    pub fn object(name: impl Into<String>) -> Target {
        Target::named(Section::Objects, name)
    }

    /// A robot, single or member of a fleet.
    pub fn robot(name: impl Into<String>) -> Target {
        Target::named(Section::Robots, name)
    }

    /// A fleet, by its prefix.
    pub fn fleet(prefix: impl Into<String>) -> Target {
        Target::named(Section::Fleets, prefix)
    }

    /// The name, if the element is identified by name.
    pub fn name(&self) -> Option<&str> {
        match &self.id {
            Id::Name(name) => Some(name),
            Id::Index(_) => None,
        }
    }

    /// The name alone, or `note 2` (counted from 1) for elements without a name.
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

/// `anna`, or `3 items`.
pub(crate) fn counted(targets: &[Target]) -> String {
    match targets {
        [only] => only.short(),
        many => item_count(many.len()),
    }
}

/// `3 items`.
pub(crate) fn item_count(count: usize) -> String {
    sim_core::words::counted(count, "item")
}
