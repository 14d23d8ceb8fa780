//! Any scene written with `to_ron`, or as JSON, loads as equal again, in any layout.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value};
use sim_core::diagnostic::Diagnostics;
use sim_core::scene::text::{self, Format, Sources};
use sim_core::scene::*;
use std::path::{Path, PathBuf};

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        -100.0..100.0,
        Just(0.0),
        Just(-0.0),
        Just(1e-300),
        Just(1e300),
        Just(0.1 + 0.2),
        any::<i32>().prop_map(f64::from)
    ]
}

fn positive() -> impl Strategy<Value = f64> {
    prop_oneof![1e-3..100.0, Just(1e-9), Just(1.0)]
}

fn coordinate() -> impl Strategy<Value = f64> {
    number().prop_map(|number| number.clamp(-1e9, 1e9))
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~]{0,12}", "\\PC{0,8}", Just("\"\\\n\t\r\u{0}\u{85}é漢".to_owned())]
}

fn name() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9_. -]{0,6}[a-z]"
}

fn component() -> impl Strategy<Value = ComponentId> {
    "[a-z][a-z0-9-]{0,5}/[a-z][a-z0-9-]{0,5}".prop_map(ComponentId)
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        number().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let key =
            prop_oneof![text(), "[a-z_]{1,5}", Just("None".to_owned()), Just("r".to_owned()), Just("true".to_owned())];
        let map = vec((key, inner.clone()), 0..4).prop_map(|pairs| Value::Object(pairs.into_iter().collect()));
        prop_oneof![vec(inner, 0..4).prop_map(Value::Array), map]
    })
}

fn properties() -> impl Strategy<Value = Properties> {
    vec((text(), json()), 0..3).prop_map(Map::from_iter)
}

fn point() -> impl Strategy<Value = Point> {
    [coordinate(), coordinate(), coordinate()].prop_map(Point)
}

/// `rpy`, `yaw` or neither.
fn turn() -> impl Strategy<Value = (Option<[f64; 3]>, Option<f64>)> {
    prop_oneof![
        Just((None, None)),
        [number(), number(), number()].prop_map(|rpy| (Some(rpy), None)),
        number().prop_map(|yaw| (None, Some(yaw))),
    ]
}

fn color() -> impl Strategy<Value = Color> {
    let opacity = prop_oneof![Just(1.0), 0.0..=1.0];
    (0.0..=1.0, 0.0..=1.0, 0.0..=1.0, opacity)
        .prop_map(|(red, green, blue, opacity)| Color([red, green, blue, opacity]))
}

fn sizes() -> impl Strategy<Value = [f64; 3]> {
    [positive(), positive(), positive()]
}

fn shape() -> impl Strategy<Value = Shape> {
    let outline = prop_oneof![
        (3..20u32, positive()).prop_map(|(sides, apothem)| Outline::Regular(RegularOutline { sides, apothem })),
        (0.1..9.0).prop_map(|s| Outline::Polygon(PolygonOutline(vec![[0.0, 0.0], [s, 0.0], [s, 1.0 + s]]))),
    ];
    let rows = (2..5usize).prop_flat_map(|columns| vec(vec(coordinate(), columns), 2..4));
    prop_oneof![
        sizes().prop_map(|size| Shape::Box(BoxShape { size })),
        (positive(), positive()).prop_map(|(radius, height)| Shape::Cylinder(Cylinder { radius, height })),
        positive().prop_map(|radius| Shape::Sphere(Sphere { radius })),
        (positive(), positive()).prop_map(|(radius, height)| Shape::Capsule(Capsule { radius, height })),
        sizes().prop_map(|radii| Shape::Ellipsoid(Ellipsoid { radii })),
        (positive(), sizes()).prop_map(|(x, [y, height, thickness])| {
            Shape::Wall(Wall { from: [-x - 0.1, 0.0], to: [x, y], height, thickness })
        }),
        positive().prop_map(|x| Shape::Plane(Plane { normal: [x, 0.0, 1.0] })),
        (outline, positive(), positive(), any::<bool>()).prop_map(|(outline, height, thickness, floor)| {
            Shape::Pool(Pool { outline, height, thickness, floor })
        }),
        sizes().prop_map(|[length, width, height]| Shape::Ramp(Ramp { length, width, height })),
        (sizes(), rows).prop_map(|([x, y, _], rows)| {
            Shape::HeightField(HeightField { size: [x, y], heights: HeightData::Rows(HeightRows(rows)) })
        }),
        (text(), sizes(), any::<bool>()).prop_map(|(file, scale, convex)| {
            Shape::Mesh(Mesh { file: FileRef(format!("x{file}.stl")), scale, y_up: !convex, convex })
        }),
        (0.01..9.0, 0.01..9.0, vec([positive(), positive()], 0..2), any::<bool>()).prop_map(
            |(width, length, scale, convex): (f64, f64, _, _)| {
                let section = vec![[0.0, 0.0], [width, 0.0], [width, width]];
                let spine = vec![[0.0; 3], [0.0, 0.0, length], [length, 0.0, length]];
                Shape::Extrusion(Extrusion { section, spine, scale, convex })
            }
        ),
    ]
}

fn object() -> impl Strategy<Value = Object> {
    let margin = option::of(prop_oneof![sizes().prop_map(Margin::Meters), sizes().prop_map(Margin::Fraction),]);
    (
        name(),
        shape(),
        (point(), turn()),
        color(),
        (any::<[bool; 5]>(), vec(text(), 0..3)),
        option::of(positive()),
        margin,
        (text(), properties()),
    )
        .prop_map(|(name, shape, (at, (rpy, yaw)), color, (flags, tags), mass, margin, (notes, properties))| {
            let fixed = matches!(shape, Shape::Plane(_) | Shape::Pool(_) | Shape::HeightField(_));
            let [collides, detectable, visible, locked, _] = flags;
            Object {
                at,
                rpy,
                yaw,
                color,
                collides,
                detectable,
                visible,
                locked,
                tags,
                margin,
                notes,
                properties,
                mass: mass.filter(|_| !fixed),
                ..Object::new(&name, shape)
            }
        })
}

fn part() -> impl Strategy<Value = Part> {
    let per_channel =
        || prop_oneof![positive().prop_map(PerChannel::One), vec(positive(), 0..3).prop_map(PerChannel::Each)];
    let losses = (0.0..=1.0, option::of(number()));
    let noise =
        (per_channel(), per_channel(), losses, positive()).prop_map(|(sigma, bias, (dropout, lost), latency)| {
            let zero = PerChannel::One(0.0);
            Noise {
                sigma,
                correlation: dropout / 2.0,
                bias,
                drift: zero.clone(),
                quantum: zero,
                dropout,
                dropout_value: lost,
                latency,
            }
        });
    let place = (option::of([number(), number(), number()]), turn());
    let reading = (option::of(1..50u32), option::of(noise), any::<bool>(), option::of("[0-9]?"));
    (option::of(component()), properties(), option::of(text()), place, reading).prop_map(
        |(id, params, mount, (at, (rpy, yaw)), (steps, noise, on_demand, port))| Part {
            id,
            params,
            mount,
            link: None,
            at,
            rpy,
            yaw,
            noise,
            on_demand,
            port,
            period: steps.map(|steps| f64::from(steps) * 0.01),
        },
    )
}

fn joint() -> impl Strategy<Value = JointPlace> {
    let fields = (option::of(number()), option::of([number(), number(), number()]), turn());
    fields.prop_map(|(start, at, (rpy, yaw))| JointPlace { start, at, rpy, yaw })
}

fn model() -> impl Strategy<Value = ModelUse> {
    prop_oneof![
        (component(), properties()).prop_map(|(id, params)| ModelUse { id: Some(id), file: None, params }),
        text().prop_map(|file| ModelUse { id: None, file: Some(FileRef(format!("{file}.urdf"))), params: Map::new() }),
    ]
}

fn robot() -> impl Strategy<Value = Robot> {
    let used = (component(), properties()).prop_map(|(id, params)| ComponentUse { id, params });
    let controller = (component(), properties(), option::of(1..9u32)).prop_map(|(id, params, steps)| ControllerUse {
        id,
        params,
        period: steps.map(|steps| f64::from(steps) * 0.01),
    });
    (
        name(),
        model(),
        (point(), turn()),
        option::of(used),
        option::of(controller),
        btree_map(text(), part(), 0..3),
        btree_map(text(), joint(), 0..2),
        properties(),
    )
        .prop_map(|(name, model, (at, (rpy, yaw)), dynamics, controller, sensors, joints, properties)| Robot {
            at,
            rpy,
            yaw,
            dynamics,
            controller,
            sensors,
            joints,
            properties,
            ..Robot::new(&name, model)
        })
}

fn light() -> impl Strategy<Value = Light> {
    let attenuation = (positive(), positive(), positive()).prop_map(|(constant, linear, quadratic)| Attenuation {
        constant,
        linear,
        quadratic,
    });
    let kind = prop_oneof![
        Just(LightKind::Ambient),
        positive().prop_map(|x| LightKind::Directional(Direction([x, 0.0, -1.0]))),
        (attenuation, positive())
            .prop_map(|(attenuation, radius)| LightKind::Point(PointLight { attenuation, radius })),
    ];
    (name(), kind, point(), turn(), color(), positive(), any::<bool>()).prop_map(
        |(name, kind, at, (rpy, yaw), color, intensity, on)| Light {
            name,
            kind,
            at,
            rpy,
            yaw,
            parent: None,
            color,
            intensity,
            on,
        },
    )
}

fn medium() -> impl Strategy<Value = Medium> {
    let region = prop_oneof![
        Just(Region::Everywhere),
        number().prop_map(Region::Below),
        (point(), turn(), sizes()).prop_map(|(at, (rpy, yaw), size)| Region::Box(RegionBox { at, rpy, yaw, size })),
    ];
    let current = prop_oneof![
        [number(), number(), number()].prop_map(Current::Uniform),
        vec([number(), number(), number()], 1..4).prop_map(|rows| {
            let row = |(index, [x, y, z]): (usize, [f64; 3])| [index as f64 * 0.5, x, y, z];
            Current::Profile(Profile(rows.into_iter().enumerate().map(row).collect()))
        }),
    ];
    (name(), region, positive(), current, option::of(positive())).prop_map(|(name, region, density, current, time)| {
        Medium {
            name,
            region,
            density,
            current,
            viscosity: 0.001,
            gusts: time.map(|time| Gusts { time, sigma: [0.1, 0.0, 2.0], limit: None }),
            color: Color([0.0, 0.5, 1.0, 0.5]),
        }
    })
}

fn condition() -> impl Strategy<Value = Condition> {
    let when = prop_oneof![Just(When::End), Just(When::Always), positive().prop_map(When::By)];
    prop_oneof![
        Just(Condition::NoCollision(NoCollision { name: None, robots: vec![] })),
        (number(), positive(), when).prop_map(|(min, size, when)| Condition::ValueWithin(ValueWithin {
            name: None,
            robot: "the robot".into(),
            channel: "x.y".into(),
            min: Some(min),
            max: Some(min + size),
            when,
        })),
        (point(), positive()).prop_map(|(at, within)| Condition::ReachedBy(ReachedBy {
            name: None,
            robot: "fleet3".into(),
            at,
            within,
            by: within,
        })),
    ]
}

prop_compose! {
    fn scene()(
        (title, description) in (text(), text()),
        (objects, robots, lights, media) in (vec(object().boxed(), 0..4), vec(robot().boxed(), 0..3), vec(light().boxed(), 0..3), vec(medium().boxed(), 0..3)),
        (acceptance, properties, bag) in (vec(condition().boxed(), 0..3), properties(), properties()),
        (seed, duration) in (any::<u64>(), option::of(positive())),
    ) -> Scene {
        let mut scene = Scene { description, objects, robots, lights, media, acceptance, properties, ..Scene::new(&title) };
        scene.run.seed = seed;
        scene.run.duration = duration;
        // Names must be unique and references must be valid.
        let rename = |name: &mut String, index: usize| *name = format!("{name}-{index}");
        scene.objects.iter_mut().enumerate().for_each(|(index, object)| rename(&mut object.name, index));
        scene.robots.iter_mut().enumerate().for_each(|(index, robot)| rename(&mut robot.name, 100 + index));
        scene.lights.iter_mut().enumerate().for_each(|(index, light)| rename(&mut light.name, 200 + index));
        scene.media.iter_mut().enumerate().for_each(|(index, medium)| rename(&mut medium.name, 300 + index));
        let any = ModelUse { id: Some(ComponentId("a/b".into())), file: None, params: bag };
        scene.robots.push(Robot::new("the robot", any.clone()));
        let fleet = serde_json::json!({
            "prefix": "fleet", "count": 4, "model": "a/b", "placement": {"Grid": {"spacing": [1, 1]}},
        });
        scene.fleets.push(Fleet { model: any, ..serde_json::from_value(fleet).unwrap() });
        scene
    }
}

/// The text in the layout of generated files.
fn laid_out(written: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("a.ron", None, written);
    let mut findings = Diagnostics::new();
    text::format(&sources, file, &mut findings).unwrap_or_else(|| panic!("{findings}\n{written}"))
}

/// End of one of the tokens of a text that may have whitespace between them, and its comments. Does not handle raw strings.
fn parts_and_comments(text: &str) -> (Vec<usize>, Vec<&str>) {
    let bytes = text.as_bytes();
    let (mut ends, mut comments, mut at) = (Vec::new(), Vec::new(), 0);
    while at < text.len() {
        let start = at;
        match bytes[at] {
            b'"' | b'\'' => {
                at += 1;
                while bytes[at] != bytes[start] {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'/' if bytes[at + 1] == b'/' => {
                at = text[at..].find('\n').map_or(text.len(), |end| at + end);
                comments.push(text[start..at].trim_end());
                continue;
            }
            b'/' => {
                let mut depth = 0;
                loop {
                    let here = &bytes[at..at + 2];
                    depth += i32::from(here == b"/*") - i32::from(here == b"*/");
                    at += if here == b"/*" || here == b"*/" { 2 } else { 1 };
                    if depth == 0 {
                        break;
                    }
                }
                comments.push(&text[start..at]);
                continue;
            }
            c if c.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b':' => at += 1,
            _ => {
                at += text[at..].find(|c: char| c.is_whitespace() || "()[]{},:/".contains(c)).unwrap_or(text.len() - at)
            }
        }
        ends.push(at);
    }
    (ends, comments)
}

/// Text that is allowed between two tokens.
const BETWEEN: [&str; 16] = [
    "",
    "",
    "",
    "",
    "",
    " ",
    "\n",
    "\n\n\n",
    "\t",
    "\r\n",
    " // a line\n",
    "// \"(\n\n",
    "/* within */",
    " /* two\n lines */ ",
    "\n/* /* nested */ // */\n",
    " // é \r\n",
];

/// A text with whitespace and comments inserted between its tokens.
fn disarranged(text: &str, choices: &[usize]) -> String {
    let (ends, _) = parts_and_comments(text);
    let mut choices = choices.iter().cycle();
    let (mut out, mut start) = (BETWEEN[choices.next().copied().unwrap_or(0)].to_string(), 0);
    for end in ends {
        out.push_str(text[start..end].trim_start());
        // A line that ends with a comment is kept.
        if text[start..end].contains("//") {
            out.push('\n')
        }
        out.push_str(BETWEEN[choices.next().copied().unwrap_or(0)]);
        start = end;
    }
    out
}

fn is_laid_out_as(written: &str, laid: &str) {
    let (_, comments) = parts_and_comments(written);
    assert_eq!(parts_and_comments(laid).1, comments, "{written}\n{laid}");
    assert_eq!(laid_out(laid), laid, "{written}");
}

/// RON files below a folder of the repository.
fn ron_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let mut files: Vec<_> = files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "ron")).collect();
    files.extend(folders.iter().flat_map(|folder| ron_files(folder)));
    files
}

#[test]
fn shipped_scenes_have_the_layout_and_robots_mean_the_same_in_it_and_keep_their_comments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files: Vec<_> =
        ["scenes", "sim-core/project/templates"].iter().flat_map(|folder| ron_files(&root.join(folder))).collect();
    assert!(files.len() > 30, "{files:?}");
    for file in files {
        let written = std::fs::read_to_string(&file).unwrap();
        if written.contains("{{") {
            continue;
        }
        let laid = laid_out(&written);
        is_laid_out_as(&written, &laid);
        assert_eq!(laid, written, "`sim fmt` would change {}", file.display());
        // Robots and included values are not scenes.
        if written.contains("format_version:") && !file.to_string_lossy().ends_with(".robot.ron") {
            let [before, after] = [&written, &laid].map(|text| Scene::load_text(text, &file));
            let (before, after) =
                (before.unwrap_or_else(|e| panic!("{e}")), after.unwrap_or_else(|e| panic!("{e}\n{laid}")));
            assert_eq!(before.scene, after.scene, "{}", file.display());
            assert_eq!(before.head_comment, after.head_comment, "{}", file.display());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn a_scene_that_the_program_has_written_has_the_layout_already(scene in scene()) {
        let written = scene.to_ron("// a head\n// of two lines");
        prop_assert_eq!(laid_out(&written), written);
    }

    #[test]
    fn any_layout_becomes_the_one_of_the_program_with_all_comments(
        scene in scene(),
        choices in vec(0..BETWEEN.len(), 1..60),
    ) {
        let written = disarranged(&scene.to_ron("// a head"), &choices);
        let laid = laid_out(&written);
        is_laid_out_as(&written, &laid);
        let loaded = Scene::parse(&laid, Format::Ron, "laid.ron");
        let loaded = loaded.map_err(|findings| TestCaseError::fail(format!("{findings}\n{laid}")))?;
        prop_assert_eq!(&loaded.scene, &scene, "{}\n{}", written, laid);
        let wide = laid.lines().filter(|line| !line.contains(['"', '/', '*']) && line.chars().count() > text::WIDTH + 60);
        prop_assert_eq!(wide.collect::<Vec<_>>(), Vec::<&str>::new());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_scene_written_as_ron_or_json_loads_again_equal(scene in scene()) {
        let written = scene.to_ron("// a head");
        let loaded = Scene::parse(&written, Format::Ron, "written.ron");
        let loaded = loaded.map_err(|findings| TestCaseError::fail(format!("{findings}\n{written}")))?;
        prop_assert_eq!(&loaded.scene, &scene, "{}", written);
        prop_assert_eq!(&loaded.to_ron(), &written);
        prop_assert!(ron::from_str::<ron::Value>(&written).is_ok(), "{}", written);
        let json = serde_json::to_string(&scene).unwrap();
        let loaded = Scene::parse(&json, Format::Json, "written.json");
        let loaded = loaded.map_err(|findings| TestCaseError::fail(format!("{findings}\n{json}")))?;
        prop_assert_eq!(&loaded.scene, &scene, "{}", json);
    }
}
