//! Limits on the declarations of a library and its components. Anything beyond is a mistake or an attack and is refused
//! before the program spends memory on it.

use sim_abi::clear_space::ClearSpace;
use sim_abi::declare::{
    BeaconType, Channel, ComponentInfo, CoverageForm, Declaration, EffectKind, Freedom, Function, Manifest, Property,
    Texts,
};
use sim_abi::drawing::{DrawingForm, DrawingValue, pieces};
use sim_abi::panel::Panel;
use sim_abi::wheel::Wheel;
use std::collections::BTreeSet;

/// Maximum size of a library's manifest, bytes.
pub const MAX_MANIFEST_LEN: usize = 4 << 20;
/// Maximum number of components in a library.
pub const MAX_COMPONENTS: usize = 1000;
/// Maximum size of a component's declaration or a robot model's description, bytes.
pub const MAX_DECLARATION_LEN: usize = 16 << 20;
/// Maximum size of a component function's reply, bytes.
pub const MAX_REPLY_BYTES: usize = 16 << 20;
/// Maximum size of the schema of a component's parameters, as text, bytes.
pub const MAX_SCHEMA_LEN: usize = 1 << 20;
/// Maximum number of channels of a component; also of its published values, its values of memory, the values of all its
/// effects, and its places that must be free.
pub const MAX_CHANNELS: usize = 16_384;
/// Maximum number of rays in a scan.
pub const MAX_SCAN_POINTS: usize = 1_000_000;
/// Maximum number of words that a data sheet lists for translation.
const MAX_WORDS: usize = 1000;
/// Maximum number of each of a component's random streams, functions, effects and coverage parts; also of the labels of a data
/// sheet.
pub const MAX_PARTS: usize = 1024;
/// Maximum number of numeric values in all drawings of a component.
pub const MAX_NUMBERS: usize = 262_144;
/// Maximum length of a name (of a component, channel, stream, function, joint) or unit, bytes.
pub const MAX_NAME_LEN: usize = 128;
/// Maximum length of a help text, bytes.
pub const MAX_HELP_LEN: usize = 4 << 10;

/// Maximum number of languages of a library's texts.
pub const MAX_LANGUAGES: usize = 100;
/// Maximum number of texts of a library in one language; each may be as long as a help text.
pub const MAX_TEXTS: usize = 16_384;

const OF_THEM: &str = "of them";
const BYTES: &str = "bytes";

/// Checks that `what` has at most this number of items.
fn at_most<S: Into<String>>(
    what: impl FnOnce() -> S,
    size: usize,
    limit: usize,
    of: &'static str,
) -> Result<(), String> {
    if size <= limit {
        return Ok(());
    }
    let what: String = what().into();
    Err(format!("{what}: {size} {of}, more than the limit of {limit}"))
}

/// Checks the length of a name; the error shows only the beginning of one that is too long.
fn name<S: Into<String>>(what: impl FnOnce() -> S, name: &str) -> Result<(), String> {
    if name.len() <= MAX_NAME_LEN {
        return Ok(());
    }
    let start: String = name.chars().take(20).collect();
    let begins = || {
        let what: String = what().into();
        format!("{what} `{start}…`")
    };
    at_most(begins, name.len(), MAX_NAME_LEN, BYTES)
}

fn help(of: &str, help: &str) -> Result<(), String> {
    at_most(|| format!("help of `{of}`"), help.len(), MAX_HELP_LEN, BYTES)
}

fn channels<'a>(what: &'static str, channels: impl Iterator<Item = &'a Channel> + Clone) -> Result<(), String> {
    at_most(|| what, channels.clone().count(), MAX_CHANNELS, "values")?;
    for channel in channels {
        let of = &channel.name;
        name(|| what, of)?;
        name(|| format!("unit of `{of}`"), &channel.unit)?;
        name(|| format!("frame of `{of}`"), &channel.frame)?;
        help(&channel.name, &channel.help)?;
    }
    Ok(())
}

fn functions(functions: &[Function]) -> Result<(), String> {
    at_most(|| "functions", functions.len(), MAX_PARTS, OF_THEM)?;
    for function in functions {
        name(|| "function", &function.name)?;
        help(&function.name, &function.help)?;
        let of = &function.name;
        for (what, values) in [("parameters", &function.parameters), ("results", &function.results)] {
            at_most(|| format!("{what} of `{of}`"), values.len(), MAX_PARTS, OF_THEM)?;
            let kind = || "type";
            values.iter().try_for_each(|value| name(|| what, &value.name).and_then(|()| name(kind, &value.kind)))?;
        }
    }
    Ok(())
}

/// Checks that a service's panel has a readable size and refers only to existing functions.
pub fn panel(panel: &Panel, functions: &[Function]) -> Result<(), String> {
    let offered = |what: &'static str, function: &str| match functions.iter().any(|offered| offered.name == function) {
        true => Ok(()),
        false => Err(format!("{what}: the service does not have the function `{function}`")),
    };
    at_most(|| "states of a panel", panel.states.len(), MAX_PARTS, OF_THEM)?;
    for state in &panel.states {
        name(|| "state of a panel", &state.name)?;
        help(&state.name, &state.text)?;
    }
    for (function, call) in &panel.calls {
        offered("calls of a panel", function)?;
        [&call.disabled, &call.caption].into_iter().flatten().try_for_each(|text| help(function, text))?;
    }
    at_most(|| "tasks of a panel", panel.tasks.len(), MAX_PARTS, OF_THEM)?;
    for task in &panel.tasks {
        name(|| "task of a panel", &task.name)?;
        if !(task.total > 0.0 && (0.0..=task.total).contains(&task.completed)) {
            let (of, done, whole) = (&task.name, task.completed, task.total);
            return Err(format!("task `{of}` of a panel: invalid progress, {done} of {whole}"));
        }
        if let Some(cancel) = &task.cancel {
            offered("cancel function of a panel task", cancel)?;
        }
    }
    panel.stop_warning.iter().try_for_each(|text| help("stop_warning", text))
}

fn coverage(declaration: &Declaration) -> Result<(), String> {
    let scans = declaration.coverage.iter().filter(|part| part.scan.is_some()).count();
    at_most(|| "coverage", scans, 1, "scans")?;
    at_most(|| "coverage", declaration.coverage.len(), MAX_PARTS, "parts")?;
    for part in &declaration.coverage {
        let count = match part.form {
            CoverageForm::Rays { count, .. } | CoverageForm::Sectors { count } => count as usize,
            CoverageForm::Layers { layers, count, .. } => (layers as usize).saturating_mul(count as usize),
            _ => 1,
        };
        at_most(|| "coverage", count, MAX_CHANNELS, "rays or sectors")?;
        if let Some(scan) = part.scan {
            at_most(|| "scan", scan.points(), MAX_SCAN_POINTS, "rays")?;
        }
        let known = declaration.channels.len();
        if let Some(channel) = part.channel.filter(|first| first.saturating_add(count) > known) {
            return Err(format!("coverage: {count} values starting at channel {channel}, of {known} channels"));
        }
    }
    Ok(())
}

fn drawings(declaration: &Declaration) -> Result<(), String> {
    let all = &declaration.drawings;
    at_most(|| "drawings", all.len(), MAX_CHANNELS, OF_THEM)?;
    let numbers = all.iter().flat_map(|drawing| drawing.form.numbers());
    at_most(|| "numbers of drawings", numbers.count(), MAX_NUMBERS, OF_THEM)?;
    let published: BTreeSet<&str> = declaration.published.iter().map(|channel| channel.name.as_str()).collect();
    for drawing in all {
        let layer = &drawing.layer;
        name(|| "layer of a drawing", layer)?;
        if let DrawingForm::Label { text, .. } = &drawing.form {
            help(layer, text)?;
            if let Some(part) = pieces(text).find_map(Result::err) {
                return Err(format!(
                    "a text of the layer `{layer}` has the invalid placeholder `{part}`: write {form}, and {brace} for a brace",
                    form = "{name} or {name:.1}",
                    brace = "{{"
                ));
            }
        }
        if let Some(value) = drawing.names().find(|name| !published.contains(name)) {
            return Err(format!("a drawing of the layer `{layer}` uses the unknown published value `{value}`"));
        }
        let fixed = drawing.form.numbers().filter_map(|number| match number {
            DrawingValue::Fixed(number) => Some(*number),
            DrawingValue::Published(_) => None,
        });
        let color = drawing.color.into_iter().map(f64::from);
        if fixed.chain(color).any(|number| !number.is_finite()) {
            return Err(format!("a drawing of the layer `{layer}` has a non-finite number"));
        }
    }
    Ok(())
}

fn clear_spaces(places: &[ClearSpace]) -> Result<(), String> {
    at_most(|| "places that must be free", places.len(), MAX_CHANNELS, OF_THEM)?;
    for (number, place) in places.iter().enumerate() {
        let number = number + 1;
        let parameter = || format!("parameter of free place {number}");
        at_most(parameter, place.parameter.len(), MAX_HELP_LEN, BYTES)?;
        let reason = || format!("reason of free place {number}");
        at_most(reason, place.reason.len(), MAX_HELP_LEN, BYTES)?;
        let finite = place.at.iter().all(|place| place.is_finite()) && place.radius.is_finite();
        if !finite || place.radius < 0.0 {
            return Err(format!("free place {number} has a non-finite number or a negative radius"));
        }
    }
    Ok(())
}

fn wheels(wheels: &[Wheel], freedom: Freedom) -> Result<(), String> {
    at_most(|| "wheels", wheels.len(), MAX_PARTS, OF_THEM)?;
    if !wheels.is_empty() && freedom == Freedom::Full {
        return Err("wheels require the freedom `planar`, but it is `full`".to_string());
    }
    for (number, wheel) in wheels.iter().enumerate() {
        let number = number + 1;
        let Wheel { joint: _, at, radius, friction, lateral_friction, load, rolling_resistance, max_torque } = wheel;
        let fine = at.iter().all(|place| place.is_finite())
            && radius.is_finite()
            && *radius > 0.0
            && [friction, lateral_friction, rolling_resistance].iter().all(|share| share.is_finite() && **share >= 0.0)
            && (0.0..=1.0).contains(load)
            && max_torque.is_none_or(|torque| torque.is_finite() && torque >= 0.0);
        if !fine {
            return Err(format!("wheel {number} has a non-finite or out-of-range number"));
        }
    }
    Ok(())
}

/// Checks the size of a component's declaration.
pub(super) fn check_declaration(declaration: &Declaration) -> Result<(), String> {
    let effects = &declaration.effects;
    channels("channels", declaration.channels.iter())?;
    channels("published values", declaration.published.iter())?;
    channels("memory", declaration.memory.iter())?;
    at_most(|| "effects", effects.len(), MAX_PARTS, OF_THEM)?;
    channels("values of effects", effects.iter().flat_map(|effect| &effect.channels))?;
    for effect in effects {
        match &effect.kind {
            EffectKind::JointVelocity { joint: part }
            | EffectKind::JointPosition { joint: part }
            | EffectKind::JointEffort { joint: part }
            | EffectKind::JointTarget { joint: part }
            | EffectKind::LinkWrench { link: part }
            | EffectKind::Custom(part) => name(|| "effect", part)?,
            EffectKind::Thrust | EffectKind::Wrench | EffectKind::Light | EffectKind::Message => {}
            EffectKind::Unknown => return Err("unknown kind of effect".to_string()),
        }
    }
    at_most(|| "streams", declaration.streams.len(), MAX_PARTS, OF_THEM)?;
    declaration.streams.iter().try_for_each(|stream| name(|| "stream", stream))?;
    at_most(|| "consumed effects", declaration.consumes.len(), MAX_CHANNELS, OF_THEM)?;
    let reads = declaration.reads.iter().flatten();
    at_most(|| "sensors that are read", reads.clone().count(), MAX_CHANNELS, OF_THEM)?;
    reads.into_iter().try_for_each(|sensor| name(|| "sensor that is read", sensor))?;
    functions(&declaration.functions)?;
    coverage(declaration)?;
    drawings(declaration)?;
    clear_spaces(&declaration.clear_spaces)?;
    wheels(&declaration.wheels, declaration.freedom)
}

fn component(info: &ComponentInfo) -> Result<(), String> {
    let id = &info.id;
    name(|| "component", id)?;
    help(&info.id, &info.help)?;
    let schema = info.schema.to_string();
    at_most(|| format!("schema of `{id}`"), schema.len(), MAX_SCHEMA_LEN, BYTES)?;
    functions(&info.sheet.functions)?;
    info.sheet.plug.iter().try_for_each(|plug| name(|| "plug", plug))?;
    at_most(|| format!("labels of `{id}`"), info.sheet.labels.len(), MAX_PARTS, OF_THEM)?;
    at_most(|| format!("words of the panel of `{id}`"), info.sheet.words.len(), MAX_WORDS, OF_THEM)?;
    let mut labels = info.sheet.labels.iter();
    labels.try_for_each(|(key, text)| name(|| "label", key).and_then(|()| help(key, text)))?;
    properties(id, &info.sheet.properties)?;
    let beacons = &info.sheet.beacons;
    at_most(|| format!("beacon types of `{id}`"), beacons.len(), MAX_PARTS, OF_THEM)?;
    beacons.iter().try_for_each(|beacon| beacon_type(id, beacon))
}

fn beacon_type(id: &str, beacon: &BeaconType) -> Result<(), String> {
    let BeaconType { name: called, category, range, cone, properties: all } = beacon;
    name(|| "beacon type", called)?;
    name(|| "category", category)?;
    let is_cone = |angle: f64| (0.0..=std::f64::consts::PI).contains(&angle);
    if !(range.is_finite() && *range >= 0.0 && cone.is_none_or(is_cone)) {
        return Err(format!(
            "the beacon type `{called}` of `{id}` has an invalid range or cone: the range must be a distance in meters, \
             the cone an angle from 0 to π rad"
        ));
    }
    properties(id, all)
}

fn properties(id: &str, properties: &[Property]) -> Result<(), String> {
    at_most(|| format!("properties of `{id}`"), properties.len(), MAX_PARTS, OF_THEM)?;
    properties.iter().try_for_each(|property| {
        name(|| "property", &property.name)?;
        help(&property.name, &property.default)
    })
}

fn texts(texts: &Texts) -> Result<(), String> {
    at_most(|| "languages", texts.0.len(), MAX_LANGUAGES, OF_THEM)?;
    for (language, texts) in &texts.0 {
        name(|| "language", language)?;
        let what = || format!("texts in `{language}`");
        at_most(what, texts.len(), MAX_TEXTS, OF_THEM)?;
        let mut all = texts.iter().flat_map(|(text, translation)| [text, translation]);
        all.try_for_each(|text| at_most(what, text.len(), MAX_HELP_LEN, BYTES))?;
    }
    Ok(())
}

/// Checks the size of a library's manifest.
pub(super) fn check_manifest(manifest: &Manifest) -> Result<(), String> {
    name(|| "library", &manifest.name)?;
    name(|| "version", &manifest.version)?;
    name(|| "contract", &manifest.sim_abi)?;
    help("license", &manifest.license)?;
    help("description", &manifest.description)?;
    at_most(|| "authors", manifest.authors.len(), MAX_PARTS, OF_THEM)?;
    manifest.authors.iter().try_for_each(|author| help("authors", author))?;
    at_most(|| "components", manifest.components.len(), MAX_COMPONENTS, OF_THEM)?;
    manifest.components.iter().try_for_each(component)?;
    texts(&manifest.texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::declare::{Coverage, Effect, Kind};

    fn many(count: usize) -> Vec<Channel> {
        (0..count).map(|number| Channel::new(format!("c{number}"), "1")).collect()
    }

    fn refusal(declaration: &Declaration) -> String {
        check_declaration(declaration).unwrap_err()
    }

    #[test]
    fn declarations_have_limits_and_errors_give_item_size_and_limit() {
        let with = |channels| Declaration { channels, ..Declaration::default() };
        assert_eq!(refusal(&with(many(100_000))), "channels: 100000 values, more than the limit of 16384");
        assert!(check_declaration(&with(many(MAX_CHANNELS))).is_ok());
        let long = "n".repeat(129);
        let named = refusal(&with(vec![Channel::new(&long, "m")]));
        assert_eq!(named, "channels `nnnnnnnnnnnnnnnnnnnn…`: 129 bytes, more than the limit of 128");
        assert!(refusal(&with(vec![Channel::new("a", &long)])).starts_with("unit of `a`"));
        let helped = refusal(&with(vec![Channel::new("a", "m").help("h".repeat(5000))]));
        assert_eq!(helped, "help of `a`: 5000 bytes, more than the limit of 4096");
        let effect = || Effect { kind: EffectKind::Thrust, channels: many(9) };
        let effects = (0..2000).map(|_| effect()).collect();
        let refused = refusal(&Declaration { effects, ..Declaration::default() });
        assert_eq!(refused, "effects: 2000 of them, more than the limit of 1024");
        let several = [
            Declaration { published: many(20_000), ..Declaration::default() },
            Declaration { memory: many(20_000), ..Declaration::default() },
            Declaration { streams: vec!["s".into(); 2000], ..Declaration::default() },
            Declaration { streams: vec![long.clone()], ..Declaration::default() },
            Declaration { functions: vec![Function::new("f"); 2000], ..Declaration::default() },
            Declaration { functions: vec![Function::new(&long)], ..Declaration::default() },
            Declaration { reads: Some(vec![long]), ..Declaration::default() },
        ];
        for declaration in several {
            assert!(refusal(&declaration).contains("more than the limit of"), "{}", refusal(&declaration));
        }
    }

    #[test]
    fn drawings_need_values_that_are_published() {
        use sim_abi::drawing::{Drawing, published};
        let with = |drawing: Drawing| Declaration {
            published: ["p_x", "p_y", "p_z"].map(|name| Channel::new(name, "m")).into(),
            drawings: vec![drawing],
            ..Declaration::default()
        };
        assert!(check_declaration(&with(Drawing::sphere("a", published("p"), 0.1))).is_ok());
        let message = refusal(&with(Drawing::sphere("goals", published("q"), 0.1)));
        assert_eq!(message, "a drawing of the layer `goals` uses the unknown published value `q_x`");
        let message = refusal(&with(Drawing::sphere("goals", published("p"), 0.1).while_at_least("n", 1.0)));
        assert!(message.contains("`n`"), "{message}");
        assert!(refusal(&with(Drawing::sphere("a", published("p"), f64::NAN))).contains("non-finite"));
        let label = |text: &str| with(Drawing::label("signs", published("p"), text));
        assert!(check_declaration(&label("at {p_x:.2} m, {{ {p_y}")).is_ok());
        let message = refusal(&label("{speed:.1} m/s"));
        assert_eq!(message, "a drawing of the layer `signs` uses the unknown published value `speed`");
        for broken in ["{p_x", "{p_x:.9}", "{}"] {
            let message = refusal(&label(broken));
            assert!(
                message.contains(&format!("a text of the layer `signs` has the invalid placeholder `{broken}`")),
                "{message}"
            );
        }
        assert!(refusal(&with(Drawing::sphere("a".repeat(200), published("p"), 1.0))).contains("layer of a drawing"));
        let long = Drawing::line("a", vec![published("p"); MAX_NUMBERS]);
        assert!(refusal(&with(long)).contains("numbers of drawings"));
    }

    #[test]
    fn places_that_must_be_free_have_limits() {
        let with = |clear_spaces| Declaration { clear_spaces, ..Declaration::default() };
        let place = ClearSpace::new([1.0, 2.0, 3.0], 0.5, "mission[0].at").because("not in reach");
        assert!(check_declaration(&with(vec![place.clone(); MAX_CHANNELS])).is_ok());
        let refused = refusal(&with(vec![place.clone(); MAX_CHANNELS + 1]));
        assert_eq!(refused, "places that must be free: 16385 of them, more than the limit of 16384");
        let long = "p".repeat(5000);
        for (wrong, part) in [
            (ClearSpace { at: [0.0, f64::NAN, 0.0], ..place.clone() }, "free place 2 has a non-finite number"),
            (ClearSpace { radius: f64::INFINITY, ..place.clone() }, "free place 2 has a non-finite number"),
            (ClearSpace { radius: -0.1, ..place.clone() }, "a negative radius"),
            (ClearSpace { parameter: long.clone(), ..place.clone() }, "parameter of free place 2: 5000 bytes"),
            (ClearSpace { reason: long.clone(), ..place.clone() }, "reason of free place 2: 5000 bytes"),
        ] {
            let refused = refusal(&with(vec![place.clone(), wrong]));
            assert!(refused.contains(part), "{refused}");
        }
    }

    #[test]
    fn wheels_have_limits() {
        let planar = Declaration { freedom: Freedom::Planar, ..Declaration::default() };
        let with = |wheels| Declaration { wheels, ..planar.clone() };
        let wheel = Wheel { radius: 0.1, friction: 0.8, lateral_friction: 0.8, load: 0.5, ..Wheel::default() };
        assert!(check_declaration(&with(vec![wheel; 2])).is_ok());
        assert!(refusal(&with(vec![wheel; MAX_PARTS + 1])).starts_with("wheels: 1025 of them"));
        let full = Declaration { freedom: Freedom::Full, ..with(vec![wheel]) };
        assert!(refusal(&full).contains("freedom `planar`, but it is `full`"));
        for wrong in [
            Wheel { at: [0.0, f64::NAN, 0.0], ..wheel },
            Wheel { radius: 0.0, ..wheel },
            Wheel { friction: f64::INFINITY, ..wheel },
            Wheel { lateral_friction: -0.1, ..wheel },
            Wheel { load: 1.1, ..wheel },
            Wheel { rolling_resistance: f64::NAN, ..wheel },
            Wheel { max_torque: Some(-1.0), ..wheel },
        ] {
            let refused = refusal(&with(vec![wheel, wrong]));
            assert_eq!(refused, "wheel 2 has a non-finite or out-of-range number");
        }
    }

    #[test]
    fn coverage_refers_to_existing_channels() {
        let rays = |count, channel| Coverage::new(CoverageForm::Rays { count, arc: 1.0 }, 2.0).channel(channel);
        let with = |part| Declaration { channels: many(8), coverage: vec![part], ..Declaration::default() };
        assert!(check_declaration(&with(rays(8, 0))).is_ok());
        assert_eq!(refusal(&with(rays(8, 1))), "coverage: 8 values starting at channel 1, of 8 channels");
        assert!(refusal(&with(rays(u32::MAX, 0))).contains("4294967295 rays or sectors, more than the limit"));
        assert!(refusal(&with(rays(1, usize::MAX))).contains("of 8 channels"));
    }

    #[test]
    fn a_manifest_has_limits_as_well() {
        let info = |id: String| {
            let (help, schema, sheet) = Default::default();
            ComponentInfo { id, kind: Kind::Sensor, help, schema, sheet }
        };
        let with = |components| Manifest { components, ..Manifest::default() };
        assert!(check_manifest(&with(vec![info("a/b".into())])).is_ok());
        let crowd = with((0..1001).map(|number| info(format!("a/b{number}"))).collect());
        assert_eq!(check_manifest(&crowd).unwrap_err(), "components: 1001 of them, more than the limit of 1000");
        assert!(check_manifest(&with(vec![info("n".repeat(1000))])).unwrap_err().contains("1000 bytes"));
        let schema = serde_json::json!({"description": "d".repeat(MAX_SCHEMA_LEN)});
        let large = with(vec![ComponentInfo { schema, ..info("a/b".into()) }]);
        assert!(check_manifest(&large).unwrap_err().starts_with("schema of `a/b`: 10485"));
        let beacons = |beacon: BeaconType| {
            let sheet = sim_abi::declare::Datasheet::default().beacon(beacon);
            check_manifest(&with(vec![ComponentInfo { sheet, ..info("a/b".into()) }]))
        };
        let beacon = || BeaconType::new("anchor", "uwb", 30.0);
        assert!(beacons(beacon().cone(std::f64::consts::PI)).is_ok());
        for wrong in [beacon().cone(3.2), beacon().cone(f64::NAN), BeaconType { range: -1.0, ..beacon() }] {
            let refused = beacons(wrong).unwrap_err();
            assert!(refused.contains("`anchor` of `a/b` has an invalid range or cone"), "{refused}");
        }
        let said = |languages: usize, count: usize, length: usize| {
            let texts = (0..count).map(|number| (number.to_string(), "t".repeat(length)));
            let language = texts.collect::<std::collections::BTreeMap<_, _>>();
            let texts = Texts((0..languages).map(|number| (format!("l{number}"), language.clone())).collect());
            check_manifest(&Manifest { texts, ..Manifest::default() })
        };
        assert!(said(2, 9, MAX_HELP_LEN).is_ok());
        assert_eq!(said(101, 1, 1).unwrap_err(), "languages: 101 of them, more than the limit of 100");
        assert_eq!(said(1, 16_385, 1).unwrap_err(), "texts in `l0`: 16385 of them, more than the limit of 16384");
        assert_eq!(said(1, 1, 4097).unwrap_err(), "texts in `l0`: 4097 bytes, more than the limit of 4096");
    }
}
