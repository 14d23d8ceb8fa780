//! Checks of relations between parts of a scene: names, references, periods, files, placements.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::decode::{FileRef, Segment, path_text};
use super::fleet;
use super::model::{Condition, Fleet, InBounds, NamedShape, NoCollision, Paint, Part, Scene, Shape, immovable};
use super::packs::{ScenePacks, is_of_pack};
use super::path::find;
use super::recover::Recovery;
use super::text::{Node, Sources};
use sim_diagnostics::words::shortened;
use sim_diagnostics::{Code, Diagnostic, Diagnostics};

/// Adds all problems of a decoded scene to `findings`.
pub(crate) fn validate(
    scene: &Scene,
    tree: &Node,
    sources: &Sources,
    (folder, packs): (Option<&Path>, &ScenePacks),
    recovery: &mut Recovery,
    findings: &mut Diagnostics,
) {
    let found = Diagnostics::new();
    let mut validator = Validator { scene, tree, sources, folder, packs, recovery, found, world: HashMap::new() };
    validator.world_names();
    validator.other_names();
    validator.parents();
    validator.shared();
    validator.references();
    validator.periods();
    validator.fleets();
    validator.files();
    validator.times();
    let found = validator.found;
    found.iter().for_each(|finding| recovery.add(finding));
    findings.append(found);
}

struct Validator<'a> {
    scene: &'a Scene,
    tree: &'a Node,
    sources: &'a Sources,
    folder: Option<&'a Path>,
    packs: &'a ScenePacks,
    recovery: &'a Recovery,
    found: Diagnostics,
    /// Names of everything in the world, each with the path of its name.
    world: HashMap<&'a str, String>,
}

/// Subject of messages about duplicates.
const THE_NAME: &str = "the name";

/// Index of the fleet member with this name.
fn member_number(fleet: &Fleet, name: &str) -> Option<u32> {
    let digits = name.strip_prefix(&fleet.prefix)?;
    let canonical = digits == "0" || (!digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit()));
    digits.parse().ok().filter(|number| canonical && *number < fleet.count)
}

impl<'a> Validator<'a> {
    fn report(&mut self, path: &str, diagnostic: Diagnostic) {
        let span = find(self.tree, path).node.span;
        let finding = self.sources.locate(diagnostic, span).with_path(self.recovery.as_written(path));
        if !self.recovery.is_consequence(&finding) {
            self.found.push(finding);
        }
    }

    /// Reports a name at `path` that is already used at `first`.
    fn report_twice(&mut self, what: &'static str, name: &str, path: &str, first: &str) {
        let mut diagnostic = Diagnostic::error(
            Code::SceneDuplicateName,
            format!("{what} `{name}` is used twice", name = shortened(name)),
        )
        .with_expected("a name that nothing else has")
        .with_help("rename one of the two");
        if let Some(related) = self.sources.related("first used", find(self.tree, first).node.span) {
            diagnostic = diagnostic.with_related(related);
        }
        self.report(path, diagnostic);
    }

    fn unique(
        &mut self,
        what: &'static str,
        names: impl Iterator<Item = (&'a str, String)>,
    ) -> HashMap<&'a str, String> {
        let mut known: HashMap<&str, String> = HashMap::new();
        for (name, path) in names {
            match known.get(name).cloned() {
                Some(first) => self.report_twice(what, name, &path, &first),
                None => {
                    known.insert(name, path);
                }
            }
        }
        known
    }

    fn world_names(&mut self) {
        fn named<'a, T>(
            section: &'a str,
            items: &'a [T],
            name: impl Fn(&'a T) -> &'a str + 'a,
        ) -> impl Iterator<Item = (&'a str, String)> {
            items.iter().enumerate().map(move |(index, item)| (name(item), format!("{section}[{index}].name")))
        }
        let scene = self.scene;
        let names = named("objects", &scene.objects, |object| &object.name)
            .chain(named("robots", &scene.robots, |robot| &robot.name))
            .chain(named("beacons", &scene.beacons, |beacon| &beacon.name))
            .chain(named("lights", &scene.lights, |light| &light.name))
            .chain(named("media", &scene.media, |medium| &medium.name));
        self.world = self.unique(THE_NAME, names);
        for (index, fleet) in scene.fleets.iter().enumerate() {
            let path = format!("fleets[{index}].prefix");
            // Iterate in the order of the scene's sections, so that the report is deterministic.
            let mut clashes: Vec<_> =
                self.world.iter().filter(|(name, _)| member_number(fleet, name).is_some()).collect();
            clashes.sort();
            if let Some((name, first)) = clashes.first().map(|(name, first)| (name.to_string(), first.to_string())) {
                self.report_twice(THE_NAME, &name, &path, &first);
            }
            for (earlier, other) in scene.fleets[..index].iter().enumerate() {
                let (long, short) =
                    if fleet.prefix.len() > other.prefix.len() { (fleet, other) } else { (other, fleet) };
                if !long.prefix.starts_with(&short.prefix) {
                    continue;
                }
                // If any of the longer names is a member name of the shorter prefix, the first one is: its index is the
                // smallest.
                let name = format!("{}0", long.prefix);
                if member_number(short, &name).is_some() {
                    self.report_twice(THE_NAME, &name, &path, &format!("fleets[{earlier}].prefix"));
                }
            }
        }
    }

    fn other_names(&mut self) {
        let scene = self.scene;
        let services = scene.services.iter().enumerate();
        self.unique("the service", services.map(|(i, item)| (item.name.as_str(), format!("services[{i}].name"))));
        let routes = scene.routes.iter().enumerate();
        self.unique("the route", routes.map(|(i, item)| (item.name.as_str(), format!("routes[{i}].name"))));
        let shapes = scene.shapes.iter().enumerate();
        self.unique("the shared shape", shapes.map(|(i, item)| (item.name.as_str(), format!("shapes[{i}].name"))));
        let groups = scene.groups.iter().enumerate();
        self.unique("the group", groups.map(|(i, item)| (item.name.as_str(), format!("groups[{i}].name"))));
        let conditions = scene.acceptance.iter().enumerate();
        let conditions = conditions.filter_map(|(i, item)| Some((item.name()?, format!("acceptance[{i}].name"))));
        self.unique("the condition", conditions);
        for (index, robot) in scene.robots.iter().enumerate() {
            self.removed(&format!("robots[{index}]"), &robot.remove, [&robot.sensors, &robot.actuators]);
        }
        for (index, fleet) in scene.fleets.iter().enumerate() {
            self.removed(&format!("fleets[{index}]"), &fleet.remove, [&fleet.sensors, &fleet.actuators]);
        }
    }

    /// A part cannot be both changed and removed.
    fn removed(&mut self, path: &str, removed: &[String], changed: [&BTreeMap<String, Part>; 2]) {
        for (index, name) in removed.iter().enumerate() {
            if changed.iter().any(|parts| parts.contains_key(name)) {
                let message = format!("`{name}` is both changed and removed", name = shortened(name));
                let diagnostic =
                    Diagnostic::error(Code::SceneContradiction, message).with_help("remove one of the two entries");
                self.report(&format!("{path}.remove[{index}]"), diagnostic);
            }
        }
    }

    fn is_robot(&self, name: &str) -> bool {
        self.world.get(name).is_some_and(|path| path.starts_with("robots"))
            || self.scene.fleets.iter().any(|fleet| member_number(fleet, name).is_some())
    }

    fn robot_names(&self) -> Vec<String> {
        let fleets = self.scene.fleets.iter().map(|fleet| format!("{}0", fleet.prefix));
        self.scene.robots.iter().map(|robot| robot.name.clone()).chain(fleets).collect()
    }

    fn parents(&mut self) {
        let scene = self.scene;
        let parents: HashMap<&str, &str> =
            scene.objects.iter().filter_map(|object| Some((object.name.as_str(), object.parent.as_deref()?))).collect();
        for (index, object) in scene.objects.iter().enumerate() {
            let mut next = object.parent.as_deref();
            let mut steps = 0;
            while let Some(parent) = next.filter(|_| steps <= scene.objects.len()) {
                if parent == object.name {
                    let message = format!("`{name}` is its own parent", name = shortened(&object.name));
                    let diagnostic = Diagnostic::error(Code::SceneReference, message)
                        .with_expected("a parent that is not a child of this object");
                    self.report(&format!("objects[{index}].parent"), diagnostic);
                    break;
                }
                next = parents.get(parent).copied();
                steps += 1;
            }
        }
        let objects = scene.objects.iter().map(|item| item.parent.as_deref());
        let beacons = scene.beacons.iter().map(|item| item.parent.as_deref());
        let lights = scene.lights.iter().map(|item| item.parent.as_deref());
        let notes = scene.notes.iter().map(|item| item.parent.as_deref());
        let all: Vec<(String, &str)> = std::iter::empty()
            .chain(objects.enumerate().map(|(index, parent)| (format!("objects[{index}].parent"), parent)))
            .chain(beacons.enumerate().map(|(index, parent)| (format!("beacons[{index}].parent"), parent)))
            .chain(lights.enumerate().map(|(index, parent)| (format!("lights[{index}].parent"), parent)))
            .chain(notes.enumerate().map(|(index, parent)| (format!("notes[{index}].parent"), parent)))
            .filter_map(|(path, parent)| Some((path, parent?)))
            .collect();
        for (path, parent) in all {
            let is_object = self.world.get(parent).is_some_and(|path| path.starts_with("objects"));
            if !is_object && !self.is_robot(parent) {
                let names = scene.objects.iter().map(|object| object.name.clone()).chain(self.robot_names());
                self.unknown(&path, "object or robot", parent, &names.collect::<Vec<_>>());
            }
        }
    }

    /// Names of shared shapes and groups.
    fn shared(&mut self) {
        let scene = self.scene;
        for (index, shared) in scene.shapes.iter().enumerate() {
            if let Shape::Named(_) = shared.shape {
                let message = "a shared shape cannot refer to another shared shape";
                let diagnostic =
                    Diagnostic::error(Code::SceneReference, message).with_expected("a shape such as a box");
                self.report(&format!("shapes[{index}].shape"), diagnostic);
            }
        }
        for (index, object) in scene.objects.iter().enumerate() {
            for (path, shape) in object.shapes() {
                let path = format!("objects[{index}].{path}");
                match shape {
                    Shape::Named(NamedShape { name, shape: None }) => {
                        let names: Vec<_> = scene.shapes.iter().map(|shared| shared.name.clone()).collect();
                        self.unknown(&path, "shared shape", name, &names);
                    }
                    Shape::Named(named) if object.mass.is_some() && !shape.can_move() => {
                        let found = shortened(&format!("{:?}", named.name));
                        self.report(&format!("objects[{index}].mass"), immovable().with_found(found));
                    }
                    _ => {}
                }
            }
            if let Some(name) = object.group.as_deref().filter(|_| scene.group(object).is_none()) {
                let names: Vec<_> = scene.groups.iter().map(|group| group.name.clone()).collect();
                self.unknown(&format!("objects[{index}].group"), "group", name, &names);
            }
        }
    }

    fn unknown(&mut self, path: &str, what: &'static str, name: &str, candidates: &[String]) {
        let message = format!("unknown {what} `{name}`", name = shortened(name));
        let names = candidates.iter().map(String::as_str).chain(self.recovery.removed_names());
        let diagnostic = Diagnostic::error(Code::SceneReference, message)
            .with_expected(match what.starts_with("object") {
                true => format!("the name of an {what} of the scene"),
                false => format!("the name of a {what} of the scene"),
            })
            .with_found(shortened(&format!("{name:?}")));
        let other = Some(name).filter(|_| what == "robot").and_then(|name| self.other_than_robot(name));
        let diagnostic = match other {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic.with_nearest_of(name, names),
        };
        let is_member = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
        let is_removed = self
            .recovery
            .removed_names()
            .any(|removed| removed == name || name.strip_prefix(removed).is_some_and(is_member));
        if !is_removed
            && (diagnostic.nearest.is_some() || diagnostic.help.is_some() || !self.recovery.may_have_removed(name))
        {
            self.report(path, diagnostic);
        }
    }

    /// Routes, and references to them from robots and fleets.
    fn routes(&mut self) {
        let scene = self.scene;
        let robots =
            scene.robots.iter().enumerate().map(|(index, robot)| (format!("robots[{index}].route"), &robot.route));
        let fleets =
            scene.fleets.iter().enumerate().map(|(index, fleet)| (format!("fleets[{index}].route"), &fleet.route));
        let named: Vec<(String, &str)> =
            robots.chain(fleets).filter_map(|(path, route)| Some((path, route.as_deref()?))).collect();
        for (path, name) in named {
            if scene.routes.iter().all(|route| route.name != name) {
                let names: Vec<String> = scene.routes.iter().map(|route| route.name.clone()).collect();
                self.unknown(&path, "route", name, &names);
            }
        }
        for (index, route) in scene.routes.iter().enumerate().filter(|(_, route)| route.poses.is_empty()) {
            let message = format!("route `{name}` has no poses", name = shortened(&route.name));
            let diagnostic = Diagnostic::warning(Code::SceneNoEffect, message)
                .with_expected("at least 1 pose")
                .with_help("add poses such as `(at: (1, 0))`, or remove the route");
            self.report(&format!("routes[{index}].poses"), diagnostic);
        }
    }

    /// What to write instead of a name that is not that of a robot, if it is that of something else.
    fn other_than_robot(&self, name: &str) -> Option<String> {
        let is_prefix = |fleet: &&Fleet| {
            [name, name.trim_end_matches('s')].iter().any(|name| {
                let end = fleet.prefix.strip_prefix(name);
                !name.is_empty() && end.is_some_and(|end| end.chars().all(|c| !c.is_alphanumeric()))
            })
        };
        if let Some(fleet) = self.scene.fleets.iter().find(is_prefix) {
            let prefix = &fleet.prefix;
            return Some(match fleet.count {
                0 | 1 => format!("`{name}` is a fleet; its robot is `{prefix}0`"),
                count => {
                    let last = count - 1;
                    format!("`{name}` is a fleet; name one of its robots `{prefix}0` … `{prefix}{last}`")
                }
            });
        }
        let section = self.world.get(name).and_then(|path| path.split('[').next());
        let what = match section {
            Some("objects") => "an object",
            Some("beacons") => "a beacon",
            Some("lights") => "a light",
            Some("media") => "a medium",
            _ if self.scene.groups.iter().any(|group| group.name == name) => "a group of objects",
            _ if self.scene.services.iter().any(|service| service.name == name) => "a service",
            _ => return None,
        };
        Some(format!("`{name}` is {what}, not a robot"))
    }

    fn references(&mut self) {
        self.routes();
        let mut wanted: Vec<(String, &str)> = Vec::new();
        for (index, input) in self.scene.inputs.iter().enumerate() {
            wanted.extend(input.robot.as_deref().map(|robot| (format!("inputs[{index}].robot"), robot)));
        }
        for (index, condition) in self.scene.acceptance.iter().enumerate() {
            let path = format!("acceptance[{index}]");
            match condition {
                Condition::NoCollision(NoCollision { robots, .. }) | Condition::InBounds(InBounds { robots, .. }) => {
                    let robots = robots.iter().enumerate();
                    wanted.extend(robots.map(|(at, robot)| (format!("{path}.robots[{at}]"), robot.as_str())));
                }
                Condition::PoseWithin(condition) => wanted.push((format!("{path}.robot"), &condition.robot)),
                Condition::ValueWithin(condition) => wanted.push((format!("{path}.robot"), &condition.robot)),
                Condition::ServiceValueWithin(condition) => {
                    let known = || self.scene.services.iter().map(|service| service.name.clone());
                    if known().all(|name| name != condition.service) {
                        let names: Vec<String> = known().collect();
                        self.unknown(&format!("{path}.service"), "service", &condition.service, &names);
                    }
                }
                Condition::ReachedBy(condition) => wanted.push((format!("{path}.robot"), &condition.robot)),
                Condition::Passes(condition) => wanted.push((format!("{path}.robot"), &condition.robot)),
            }
        }
        wanted.extend(self.scene.view.follow.as_deref().map(|robot| ("view.follow".into(), robot)));
        for (path, robot) in wanted {
            if !self.is_robot(robot) {
                self.unknown(&path, "robot", robot, &self.robot_names());
            }
        }
    }

    fn periods(&mut self) {
        let mut periods: Vec<(String, f64)> = Vec::new();
        let mut parts = |path: String, parts: &BTreeMap<String, Part>| {
            for (name, part) in parts {
                let name = path_text(&[Segment::Key(name.clone())]);
                let dot = if name.starts_with('[') { "" } else { "." };
                periods.extend(part.period.map(|period| (format!("{path}{dot}{name}.period"), period)));
            }
        };
        for (index, robot) in self.scene.robots.iter().enumerate() {
            parts(format!("robots[{index}].sensors"), &robot.sensors);
            parts(format!("robots[{index}].actuators"), &robot.actuators);
        }
        for (index, fleet) in self.scene.fleets.iter().enumerate() {
            parts(format!("fleets[{index}].sensors"), &fleet.sensors);
            parts(format!("fleets[{index}].actuators"), &fleet.actuators);
        }
        let controllers = self.scene.robots.iter().map(|robot| &robot.controller).enumerate();
        for (index, controller) in controllers {
            let period = controller.as_ref().and_then(|controller| controller.period);
            periods.extend(period.map(|period| (format!("robots[{index}].controller.period"), period)));
        }
        let controllers = self.scene.fleets.iter().map(|fleet| &fleet.controller).enumerate();
        for (index, controller) in controllers {
            let period = controller.as_ref().and_then(|controller| controller.period);
            periods.extend(period.map(|period| (format!("fleets[{index}].controller.period"), period)));
        }
        for (index, service) in self.scene.services.iter().enumerate() {
            periods.extend(service.period.map(|period| (format!("services[{index}].period"), period)));
        }
        let dt = self.scene.run.dt;
        for (path, period) in periods {
            if !is_multiple(period, dt) {
                let near = (period / dt).round().max(1.0);
                let diagnostic = Diagnostic::error(Code::ScenePeriod, "the period is not a multiple of the step")
                    .with_expected(format!(
                        "an integer multiple of the step (dt = {dt} s), such as {dt2}",
                        dt2 = rounded(near * dt)
                    ))
                    .with_found(format!("{period} s"));
                self.report(&path, diagnostic);
            }
        }
    }

    fn fleets(&mut self) {
        // A fleet with too many members has been rejected, and placing it would exhaust the memory.
        for (index, fleet) in self.scene.fleets.iter().enumerate().filter(|(_, fleet)| fleet.count <= Fleet::MAX_COUNT)
        {
            let (_, error) = fleet::poses(fleet, self.scene.run.seed);
            if let Some(error) = error {
                let is_list = matches!(error, fleet::PlacementError::ListLength { .. });
                let (expected, help, field) = match is_list {
                    true => ("one pose for each robot", "add or remove poses, or change `count`", "count"),
                    false => ("enough space for all robots", "change `count`, the area or the spacing", "placement"),
                };
                let diagnostic =
                    Diagnostic::error(Code::ScenePlacement, error.sentence()).with_expected(expected).with_help(help);
                self.report(&format!("fleets[{index}].{field}"), diagnostic);
            }
        }
    }

    fn files(&mut self) {
        let Some(folder) = self.folder else { return };
        let mut wanted: Vec<(String, &FileRef)> = Vec::new();
        let shared =
            self.scene.shapes.iter().enumerate().map(|(at, shape)| (format!("shapes[{at}].shape"), &shape.shape));
        let objects = self.scene.objects.iter().enumerate();
        let own = objects.flat_map(|(at, object)| {
            object.shapes().map(move |(path, shape)| (format!("objects[{at}].{path}"), shape))
        });
        for (path, shape) in shared.chain(own) {
            if let Some((field, file)) = shape.file() {
                wanted.push((format!("{path}.{field}"), file));
            }
        }
        let paint = self.scene.floor.iter().flat_map(|floor| floor.paint.iter().enumerate());
        for (index, paint) in paint {
            if let Paint::Image(image) = paint {
                wanted.push((format!("floor.paint[{index}].file"), &image.file));
            }
        }
        let robots = self.scene.robots.iter().enumerate().map(|(i, robot)| (format!("robots[{i}]"), &robot.model));
        let fleets = self.scene.fleets.iter().enumerate().map(|(i, fleet)| (format!("fleets[{i}]"), &fleet.model));
        for (path, model) in robots.chain(fleets) {
            wanted.extend(model.file.as_ref().map(|file| (format!("{path}.model.file"), file)));
        }
        for (path, file) in wanted {
            let full = match is_of_pack(&file.0).then(|| self.packs.file(&file.0)) {
                None => folder.join(&file.0),
                Some(Ok(full)) => full,
                Some(Err(_)) if self.packs.is_unsettled() => continue,
                Some(Err(finding)) => {
                    self.report(&path, finding);
                    continue;
                }
            };
            if !full.is_file() {
                let diagnostic =
                    Diagnostic::error(Code::SceneFile, format!("file not found: {full}", full = full.display()))
                        .with_expected("a path relative to the scene file")
                        .with_found(shortened(&format!("{:?}", file.0)))
                        .with_nearest_of(&file.0, siblings(&full, &file.0).iter().map(String::as_str));
                self.report(&path, diagnostic);
            }
        }
    }

    /// Script lines and conditions after the end of the run have no effect.
    fn times(&mut self) {
        let Some(duration) = self.scene.run.duration else {
            return;
        };
        for (index, input) in self.scene.inputs.iter().enumerate().filter(|(_, input)| input.at > duration) {
            let diagnostic = Diagnostic::warning(Code::SceneNoEffect, "the input is after the end of the run")
                .with_expected(format!("a time within the duration of {duration} s"))
                .with_found(format!("{} s", input.at));
            self.report(&format!("inputs[{index}].at"), diagnostic);
        }
    }
}

/// Names in the folder of a missing file, relative like those in the scene.
fn siblings(full: &Path, written: &str) -> Vec<String> {
    let below = written.rfind(['/', '\\']).map_or("", |slash| &written[..=slash]);
    let entries = full.parent().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
    let mut names: Vec<_> =
        entries.flatten().take(1000).map(|entry| format!("{below}{}", entry.file_name().to_string_lossy())).collect();
    names.sort();
    names
}

/// Whether a period is a multiple of the step, up to the rounding of decimal fractions.
pub(crate) fn is_multiple(period: f64, dt: f64) -> bool {
    let ratio = period / dt;
    let whole = ratio.round();
    whole >= 1.0 && (ratio - whole).abs() <= 1e-9 * whole.max(1.0)
}

/// Rounds off the last digits that result from multiplying decimal fractions.
fn rounded(value: f64) -> f64 {
    format!("{value:.9e}").parse().unwrap_or(value)
}
