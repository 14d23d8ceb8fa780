use super::*;
use sim_abi::service::LayoutPart;

/// Parameters of one measure `m` of the reading `anna.gps.z`, plus `more`.
fn of_z(more: Value) -> Value {
    let mut measure = json!({"name": "m", "of": [["anna.gps.z", 1.0]]});
    measure.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
    json!({ "measures": [measure] })
}

fn part(kind: &str, name: &str, offset: usize, channels: &[&str], published: (usize, &[&str])) -> LayoutPart {
    let list = |names: &[&str]| names.iter().map(|name| Channel::new(*name, "1")).collect();
    LayoutPart {
        kind: kind.into(),
        name: name.into(),
        offset,
        channels: list(channels),
        published_offset: published.0,
        published: list(published.1),
        ..LayoutPart::default()
    }
}

/// `anna` with a sensor, an actuator and a controller that publishes, and two robots without parts.
fn try_rig(params: Value) -> Result<ServiceRig<Measures>> {
    let mut rig = ServiceRig::new(params, &["anna", "bert-2", "bert-2.b"], &[])?;
    let anna = rig.robot("anna");
    anna.layout.parts = vec![
        part("sensor", "gps", 0, &["x", "y", "z"], (5, &["fixes"])),
        part("actuator", "left.fin", 3, &["force"], (0, &[])),
        part("controller", "controller", 0, &[], (4, &["error"])),
    ];
    anna.telemetry = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    Ok(rig)
}

fn rig(params: Value) -> ServiceRig<Measures> {
    try_rig(params).unwrap()
}

/// Values of the measure `m` after each of these readings of `anna.gps.z`, one per step of 0.01 s.
fn follow(rig: &mut ServiceRig<Measures>, values: &[f64]) -> Vec<f64> {
    let step = |value: &f64| {
        rig.robot("anna").telemetry[2] = *value;
        rig.step().unwrap();
        rig.published("m")
    };
    values.iter().map(step).collect()
}

/// Final value of `m`.
fn end(more: Value, values: &[f64]) -> f64 {
    *follow(&mut rig(of_z(more)), values).last().unwrap()
}

/// The error of setup, start or first step.
fn refusal(params: Value) -> Fault {
    try_rig(params).and_then(|mut rig| rig.start()).unwrap_err()
}

fn fault_parts(fault: &Fault) -> (&str, &str, Cause) {
    (fault.message(), fault.advice(), fault.cause())
}

/// One measure of every kind, with a trigger.
fn all_measures() -> Value {
    json!({"measures": [
        {"name": "way", "of": [["bert-2.path", 1], ["bert-2.yaw", 0.5]]},
        {"name": "m", "of": [["anna.gps.z", 1], ["way", 1]], "kind": "linearity", "from": 0.02, "until": 100.0,
            "when": {"of": [["anna.gps.z", 1]], "level": 2.0, "delay": 0.03}},
    ]})
}

#[test]
fn it_conforms() {
    testing::conformance::service(|| rig(json!({})));
    testing::conformance::service(|| rig(all_measures()));
    testing::conformance::params::<MeasureParams>();
    testing::conformance::params::<TriggerParams>();
}

#[test]
fn every_kind_can_be_asked_for() {
    let values = [3.0, -2.0, 4.0, 2.5];
    for (kind, expected, unit) in [
        ("last", 2.5, "1"),
        ("first", 3.0, "1"),
        ("min", -2.0, "1"),
        ("max", 4.0, "1"),
        ("range", 6.0, "1"),
        ("mean", 1.875, "1"),
        ("count", 4.0, "1"),
        ("max_time", 0.03, "s"),
        ("min_time", 0.02, "s"),
        ("crossings", 2.0, "1"),
        ("rises", 1.0, "1"),
        ("time_above", 0.03, "s"),
        // Sty²/(Stt·Syy) with the step as the time.
        ("linearity", 2.25 * 2.25 / (5.0 * 21.1875), "1"),
    ] {
        let params = json!({"kind": kind, "level": 2.0});
        let found = end(params.clone(), &values);
        assert!((found - expected).abs() < 1e-12, "{kind} is {found}");
        assert_eq!(rig(of_z(params)).declaration().published[0].unit, unit, "{kind}");
    }
    assert_eq!(end(json!({}), &values), 2.5, "the last value without a kind");
}

#[test]
fn a_signal_is_a_sum_of_terms_with_an_offset_and_perhaps_its_magnitude() {
    let of =
        json!([["anna.gps.x", 2], ["anna.gps.fixes", -1], ["anna.left.fin.force", 1], ["anna.controller.error", 10]]);
    assert_eq!(end(json!({"of": of, "offset": -100}), &[0.0]), 2.0 - 6.0 + 4.0 + 50.0 - 100.0);
    assert_eq!(end(json!({"of": of, "offset": -100, "absolute": true}), &[0.0]), 50.0);
}

#[test]
fn time_states_and_earlier_measures_are_signals() {
    let mut rig = rig(json!({"measures": [
        {"name": "time-1", "of": [["time", 1]], "offset": -1},
        {"name": "between", "of": [["bert-2.x", 1], ["bert-2.b.x", -1]]},
        {"name": "farthest", "of": [["between", 1]], "kind": "max"},
        {"name": "now", "of": [["farthest", 1], ["between", -1]]},
        {"name": "degrees", "of": [["anna.yaw", 57.3]]},
        {"name": "mixed", "of": [["anna.x", 1], ["anna.vx", 1]]},
        {"name": "path", "of": [["anna.path", 1]]},
    ]}));
    for (x, farthest) in [(7.0, 5.0), (4.0, 5.0)] {
        rig.robot("bert-2").state.pose.translation.x = x;
        rig.robot("bert-2.b").state.pose.translation.x = 2.0;
        rig.robot("anna").state.pose.translation.x = x;
        rig.step().unwrap();
        assert_eq!((rig.published("between"), rig.published("farthest")), (x - 2.0, farthest));
        assert_eq!((rig.published("now"), rig.published("path")), (7.0 - x, 7.0 - x));
    }
    assert_eq!(rig.published("time-1"), -0.98);
    let units: Vec<&str> = rig.declaration().published.iter().map(|channel| channel.unit.as_str()).collect();
    assert_eq!(units, ["s", "m", "m", "m", "1", "1", "m"]);
}

#[test]
fn only_the_window_counts_and_both_its_ends_do() {
    let mut rig = rig(of_z(json!({"kind": "count", "from": 0.03, "until": 0.07})));
    assert_eq!(follow(&mut rig, &[1.0; 10]), [0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 5.0, 5.0]);
    assert_eq!(end(json!({"kind": "crossings", "from": 0.02}), &[-1.0, 1.0, 2.0]), 0.0, "it passed before");
}

#[test]
fn a_value_that_is_not_finite_does_not_count() {
    assert_eq!(end(json!({"kind": "count"}), &[1.0, f64::NAN, f64::INFINITY, 2.0]), 2.0);
    assert_eq!(end(json!({"kind": "crossings"}), &[1.0, f64::NEG_INFINITY, 2.0]), 0.0);
}

#[test]
fn a_trigger_takes_the_first_sample_beyond_the_level() {
    let mut rig = rig(json!({"measures": [{"name": "m", "of": [["anna.vz", 1]], "kind": "first",
        "when": {"of": [["anna.z", 1]], "level": -1.0, "direction": "rises"}}]}));
    let mut seen = Vec::new();
    for (z, vz) in [(-0.5, 1.0), (-2.0, 2.0), (-1.0, 3.0), (-0.9, 4.0), (-3.0, 5.0), (0.0, 6.0)] {
        let state = &mut rig.robot("anna").state;
        (state.pose.translation.z, state.linear_velocity.z) = (z, vz);
        rig.step().unwrap();
        seen.push(rig.published("m"));
    }
    assert_eq!(seen, [0.0, 0.0, 0.0, 4.0, 4.0, 4.0]);
}

#[test]
fn a_trigger_heeds_its_direction() {
    let values = [-1.0, 1.0, -1.0, 1.0, 2.0, -3.0, 0.0];
    for (direction, count) in [("either", 4.0), ("rises", 2.0), ("falls", 2.0)] {
        let when = json!({"of": [["anna.gps.z", 1]], "direction": direction});
        assert_eq!(end(json!({"kind": "count", "when": when}), &values), count, "{direction}");
        let (first, last) =
            if direction == "falls" { (-1.0, -3.0) } else { (1.0, if count > 2.0 { -3.0 } else { 1.0 }) };
        assert_eq!(end(json!({"kind": "first", "when": when}), &values), first, "{direction}");
        assert_eq!(end(json!({"when": when}), &values), last, "{direction}");
    }
}

/// Measures the time (in steps) of each sample that a rise of `anna.gps.z` makes due after a delay, s.
fn delayed(delay: f64) -> Value {
    let when = json!({"of": [["anna.gps.z", 1]], "direction": "rises", "delay": delay});
    of_z(json!({"of": [["time", 100]], "when": when}))
}

#[test]
fn delayed_samples_come_after_each_passage_also_when_several_are_to_come() {
    let mut rig = rig(delayed(0.03));
    let seen = follow(&mut rig, &[-1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    let steps: Vec<f64> = seen.iter().map(|time| time.round()).collect();
    assert_eq!(steps, [0.0, 0.0, 0.0, 0.0, 5.0, 5.0, 7.0, 7.0, 7.0, 7.0, 7.0, 12.0, 12.0]);
}

#[test]
fn a_delay_of_whole_steps_ends_at_that_step_though_times_round() {
    let (passed, delay, step) = (0.02, 0.07, 9);
    assert!(passed + delay > 0.01 * f64::from(step), "the sum rounds upwards");
    let mut values = [1.0; 12];
    values[0] = -1.0;
    let seen = follow(&mut rig(delayed(delay)), &values);
    assert_eq!(seen.iter().position(|time| *time > 0.0), Some(step as usize - 1), "{seen:?}");
}

#[test]
fn more_samples_to_come_than_are_remembered_are_a_fault() {
    let when = json!({"of": [["anna.gps.z", 1]], "delay": 1e3});
    let mut rig = rig(of_z(json!({ "when": when })));
    let zigzag: Vec<f64> =
        (0..=crate::passing::MAX_PENDING).map(|step| if step % 2 == 0 { 1.0 } else { -1.0 }).collect();
    follow(&mut rig, &zigzag);
    rig.robot("anna").telemetry[2] *= -1.0;
    assert_eq!(
        fault_parts(&rig.step().unwrap_err()),
        (
            "the trigger of measure `m`: its level is crossed more than 1024 times within its delay",
            "shorten `delay`, or choose a `level` that the signal crosses less often",
            Cause::Reported
        )
    );
}

#[test]
fn a_reload_goes_on_where_it_was() {
    let values: Vec<f64> = (0..40).map(|step: i32| f64::from(step * step % 7)).collect();
    let run = |rig: &mut ServiceRig<Measures>, steps: std::ops::Range<usize>| {
        let step = |index: usize| {
            let state = &mut rig.robot("bert-2").state;
            (state.pose.translation.x, state.angular_velocity.z) = (values[index], 1.0);
            state.pose.rotation = Rotation::from_euler_angles(0.0, 0.0, index as f64);
            rig.robot("anna").telemetry[2] = values[index];
            rig.step().unwrap();
            (rig.published("way"), rig.published("m"))
        };
        steps.map(step).collect::<Vec<_>>()
    };
    let mut first = rig(all_measures());
    run(&mut first, 0..17);
    let state = first.save().unwrap().unwrap();
    let rest = run(&mut first, 17..40);
    assert!(rest[22].1 > 0.0 && rest[22].1 < 1.0 && rest[22].0 > 10.0, "unexpected message: {rest:?}");

    let mut second = rig(all_measures());
    follow(&mut second, &[0.0; 17]);
    second.restore(&state).unwrap();
    assert_eq!(second.save().unwrap().unwrap(), state);
    assert_eq!(run(&mut second, 17..40), rest);
    let renamed = all_measures().to_string().replace("way", "route").parse().unwrap();
    for other in [json!({}), of_z(json!({})), delayed(0.03), renamed] {
        let fault = rig(other).restore(&state).unwrap_err();
        assert_eq!(fault.message(), "the saved state belongs to other measures");
    }
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let named = |names: &[&str]| {
        let measure = |name: &&str| json!({"name": name, "of": [["time", 1]]});
        json!({"measures": names.iter().map(measure).collect::<Vec<_>>()})
    };
    let form = "use 1 to 100 characters, without dots, quotes, brackets, `*`, `=`, and leading or trailing spaces";
    let term = "name at least one term, as in of: [(\"robot.z\", 1)]";
    for (params, message, help) in [
        (named(&["a", ""]), "`measures[1].name` is \"\", not a valid name of a measure", form),
        (named(&["a.b"]), "`measures[0].name` is \"a.b\", not a valid name of a measure", form),
        (named(&[" a"]), "`measures[0].name` is \" a\", not a valid name of a measure", form),
        (named(&["time"]), "`measures[0].name` is \"time\", reserved for the simulated time", "choose another name"),
        (named(&["a", "b", "a"]), "two measures are named `a`", "rename one of the two"),
        (of_z(json!({"of": []})), "measure `m` has no terms", term),
        (of_z(json!({"when": {}})), "the trigger of measure `m` has no terms", term),
        (
            of_z(json!({"from": 2.0, "until": 1.5})),
            "measure `m` starts at 2 s, after its end at 1.5 s",
            "`until` must not be before `from`",
        ),
        (
            of_z(json!({"from": -1.0})),
            "measure `m`: parameter `from` is -1 s, outside its range",
            "accepted: at least 0 s",
        ),
        (
            of_z(json!({"when": {"of": [["time", 1]], "delay": -1.0}})),
            "the trigger of measure `m`: parameter `delay` is -1 s, outside its range",
            "accepted: at least 0 s",
        ),
    ] {
        assert_eq!(fault_parts(&refusal(params)), (message, help, Cause::Parameters));
    }
}

#[test]
fn what_does_not_exist_is_refused_with_what_does() {
    let quantities =
        "quantities, in addition to `part.channel`: x, y, z, roll, pitch, yaw, vx, vy, vz, speed, wz, path, radius";
    for (name, message, help) in [
        ("tme", "names `tme`, which is neither `time` nor an earlier measure", "did you mean `time`?"),
        (
            "depth",
            "names `depth`, which is neither `time` nor an earlier measure",
            "time and earlier measures: time, early",
        ),
        (
            "late",
            "names `late`, which is neither `time` nor an earlier measure",
            "a measure may refer only to earlier ones in the list",
        ),
        ("ana.z", "names `ana.z`: unknown robot `ana`", "did you mean `anna`?"),
        ("carl.z", "names `carl.z`: unknown robot `carl`", "robots of the scene: anna, bert-2, bert-2.b"),
        ("anna.sped", "names `anna.sped`: unknown quantity `sped`", "did you mean `speed`?"),
        ("anna.depth", "names `anna.depth`: unknown quantity `depth`", quantities),
        ("anna.gsp.z", ": unknown part `gsp` of robot `anna`", "did you mean `gps`?"),
        ("anna.ir.z", ": unknown part `ir` of robot `anna`", "parts: gps, left.fin, controller"),
        ("bert-2.gps.z", ": unknown part `gps` of robot `bert-2`", "parts: none"),
        ("anna.gps.fix", ": unknown channel `fix` of part `gps` of robot `anna`", "channels of `gps`: x, y, z, fixes"),
        ("anna.left.fin.foce", ": unknown channel `foce` of part `left.fin` of robot `anna`", "did you mean `force`?"),
    ] {
        let (early, late) =
            (json!({"name": "early", "of": [["time", 1]]}), json!({"name": "late", "of": [["time", 1]]}));
        let (of, good) = (json!([["time", 1], [name, 1]]), json!([["time", 1]]));
        for (measure, subject) in [
            (json!({"name": "m", "of": of}), "measure `m`"),
            (json!({"name": "m", "of": good, "when": {"of": of}}), "the trigger of measure `m`"),
        ] {
            let fault = refusal(json!({"measures": [early, measure, late]}));
            let separator = if message.starts_with(':') { "" } else { " " };
            assert_eq!(fault_parts(&fault), (&*format!("{subject}{separator}{message}"), help, Cause::Parameters));
        }
    }
}

#[test]
fn without_a_start_channels_are_found_at_the_first_step() {
    let fault = rig(of_z(json!({"of": [["anna.gps.w", 1]]}))).step().unwrap_err();
    assert_eq!(fault.message(), "measure `m`: unknown channel `w` of part `gps` of robot `anna`");
}
