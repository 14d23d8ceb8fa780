//! URDF files: data that is read, findings, and the errors of broken files.

use sim_abi::math::na::{Matrix3, Vector3};
use sim_abi::model::{Geometry, JointMotion, MassProperties, Mimic};
use sim_core::model::{
    Kinematics, LoadedModel, ModelError, Report, UrdfOptions, followers, from_urdf, from_urdf_bytes, load,
    mass_properties, validate,
};
use std::path::{Path, PathBuf};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/urdf").join(name)
}

fn read(name: &str) -> LoadedModel {
    from_urdf(&data(name), &UrdfOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Line and message of each report.
fn lines(reports: &[Report]) -> Vec<String> {
    let line = |line: Option<u32>| line.map(|line| format!("{line}: ")).unwrap_or_default();
    reports.iter().map(|report| line(report.line) + &report.message).collect()
}

/// Messages of ignored or guessed data; nothing was repaired.
fn sentences(loaded: &LoadedModel) -> Vec<String> {
    assert_eq!(lines(&loaded.repairs), Vec::<String>::new());
    lines(&loaded.warnings)
}

/// Parses a text as if it were next to the samples.
fn parse(text: &str) -> Result<LoadedModel, ModelError> {
    from_urdf_bytes(text.as_bytes(), &data("inline.urdf"), &UrdfOptions::default())
}

/// R = Rz(1.1)·Ry(−0.5)·Rx(0.3), multiplied manually and computed independently of this program.
const THREE_ANGLES: [[f64; 3]; 3] = [
    [0.39806804630419473, -0.9156683791022788, 0.05561699401951614],
    [0.7821080382182704, 0.3070707259497225, -0.5422311184532653],
    [0.479425538604203, 0.2593433800522308, 0.8383866435942036],
];

fn matrix(rows: [[f64; 3]; 3]) -> Matrix3<f64> {
    Matrix3::from_fn(|row, column| rows[row][column])
}

#[test]
fn the_arm_is_read_with_its_root_first_and_without_findings() {
    let arm = read("two_link_arm.urdf");
    assert_eq!(sentences(&arm), Vec::<String>::new());
    let names: Vec<&str> = arm.spec.links.iter().map(|link| link.name.as_str()).collect();
    assert_eq!(names, ["base", "upper", "lower"]);
    let elbow = &arm.spec.joints[0];
    assert_eq!((elbow.name.as_str(), elbow.motion), ("elbow", JointMotion::Revolute));
    assert_eq!((elbow.limits, elbow.max_velocity), (Some([-2.0, 2.0]), Some(3.0)));
    assert_eq!(elbow.axis, [0.0, 1.0, 0.0], "made a unit vector");
    assert_eq!(arm.spec.joints[1].motion, JointMotion::Continuous);
    assert_eq!(arm.spec.links[1].visual[0].color, [1.0, 0.5, 0.1, 1.0], "material by name");
    assert_eq!(arm.spec.links[1].collision[0].geometry, Geometry::Cylinder { radius: 0.05, height: 0.5 });
    assert!(validate(&arm.spec).is_empty());
}

#[test]
fn roll_pitch_yaw_turn_about_fixed_axes() {
    let arm = read("two_link_arm.urdf");
    let turn = arm.spec.joints[1].placement.isometry().rotation.to_rotation_matrix();
    assert!((turn.matrix() - matrix(THREE_ANGLES)).amax() < 1e-12, "{turn}");
}

#[test]
fn three_angles_come_through_the_whole_chain() {
    let arm = read("two_link_arm.urdf").spec;
    // Joints in file order: elbow, shoulder.
    let placed = Kinematics::new(&arm).unwrap().root_from_link(&[-0.6, 0.9]);
    let lower = placed[2];
    let place = Vector3::new(-0.12935060860458797, 0.10912834596285076, 0.6344218354937028);
    let turn = matrix([
        [-0.9083078721813695, -0.4165261004981072, 0.03850736211679214],
        [0.06705810195171111, -0.23585838416938354, -0.9694710070856383],
        [0.41289226233484566, -0.877995916972766, 0.24216347677377947],
    ]);
    assert!((lower.translation.vector - place).amax() < 1e-12, "{lower}");
    assert!((lower.rotation.to_rotation_matrix().matrix() - turn).amax() < 1e-12, "{lower}");
}

#[test]
fn inertia_is_turned_into_the_links_axes_and_summed_about_the_whole() {
    let near = |found: &[f64], wanted: &[f64]| {
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} is not {wanted:?}");
    };
    let arm = read("two_link_arm.urdf").spec;
    near(
        &arm.links[1].mass.inertia,
        &[
            0.04364620697034364,
            0.02406220773307935,
            0.03729158529657703,
            -0.012302502426533078,
            -0.007866902224734563,
            -0.012725506061517008,
        ],
    );
    let MassProperties { mass, center, inertia } = mass_properties(&arm, &[-0.6, 0.9]).unwrap();
    near(&[mass], &[8.0]);
    near(&center, &[-0.04778463388903964, 0.00998316557451507, 0.19278028330135455]);
    near(
        &inertia,
        &[
            0.6138416455899112,
            0.7084898848764458,
            0.15850431106088553,
            0.02320776817471206,
            0.1924600171290473,
            -0.04893857293781313,
        ],
    );
}

#[test]
fn ignored_and_assumed_values_are_reported_with_their_line() {
    let rover = read("rover/urdf/rover.urdf");
    let wanted = [
        "21: <texture> is ignored",
        "49: <dynamics> is ignored",
        "57: <safety_controller> is ignored",
        "59: <transmission> `left_transmission` is ignored",
        "60: <gazebo> is ignored",
        "61: <sensor> `lidar` is ignored",
        "62: <wibble> is ignored",
        "9: unknown color of material `steel`; drawn gray",
        "17: missing <inertial> in link `left_wheel`; mass set to 0",
        "48: the effort limit of joint `left` is ignored",
    ];
    assert_eq!(sentences(&rover), wanted);
    let Geometry::Mesh { file, scale } = &rover.spec.links[1].collision[0].geometry else { panic!("no mesh") };
    assert_eq!((Path::new(file), *scale), (data("rover/meshes/chassis.obj").as_path(), [0.4, 0.3, 0.1]));
    assert_eq!(rover.spec.links[3].visual.len(), 2, "a cylinder and its COLLADA cap");
    let mimic = Mimic { joint: "left".into(), multiplier: 1.0, offset: 0.0 };
    assert_eq!(rover.spec.joints[2].mimic, Some(mimic));
    assert_eq!(rover.spec.links[3].visual[0].color, [0.1, 0.1, 0.1, 1.0], "a material defined in another link");
}

#[test]
fn strict_reading_refuses_what_would_be_ignored_and_lists_it() {
    let strict = UrdfOptions { strict: true, ..UrdfOptions::default() };
    let error = from_urdf(&data("rover/urdf/rover.urdf"), &strict).unwrap_err();
    assert_eq!(error.code(), "model/strict");
    let message = &error.report().message;
    assert!(message.contains("<transmission> `left_transmission` is ignored (line 59)"), "{message}");
    from_urdf(&data("two_link_arm.urdf"), &strict).expect("nothing to refuse");
}

/// File, code, line, and a part of the message.
const BROKEN: &[(&str, &str, Option<u32>, &str)] = &[
    ("tag_not_closed", "model/syntax", Some(3), "malformed XML"),
    ("xacro", "model/unsupported", Some(2), "expand it first"),
    ("xacro_undeclared", "model/unsupported", Some(3), "expand it first"),
    ("xacro_expression", "model/unsupported", Some(2), "Xacro expression"),
    ("not_a_robot", "model/unsupported", Some(1), "the root element is <sdf>"),
    ("document_type", "model/syntax", Some(2), "remove the <!DOCTYPE"),
    (
        "unknown_parent",
        "model/unknown",
        Some(4),
        "unknown link `bass` (at joints[0].parent); found bass; did you mean `base`?",
    ),
    ("circle", "model/structure", Some(5), "the joints form a cycle through `c`"),
    ("circle_only", "model/structure", Some(4), "the joints form a cycle through `b`"),
    ("own_parent", "model/structure", Some(4), "the joints form a cycle through `b`"),
    ("two_parents", "model/structure", Some(7), "link `c` is the child of two joints, `j` and `l`"),
    ("same_link_name", "model/structure", Some(4), "duplicate link name `b`"),
    ("same_joint_name", "model/structure", Some(6), "duplicate joint name `j`"),
    ("no_link", "model/structure", None, "missing root link"),
    ("word_among_numbers", "model/value", Some(5), "expected 3 finite numbers separated by spaces; found \"1 x 2 3\""),
    ("two_numbers", "model/value", Some(5), "not 3 numbers"),
    ("huge_number", "model/value", Some(4), "expected one finite number; found \"1e999\""),
    ("unknown_joint_type", "model/value", Some(4), "did you mean `revolute`?"),
    ("no_child", "model/missing", Some(4), "missing <child> in <joint>"),
    ("no_name", "model/missing", Some(3), "missing attribute `name` of <link>"),
    ("too_deep", "model/syntax", Some(1), "nest deeper than 48 levels"),
    ("quaternion_and_rpy", "model/structure", Some(5), "both `rpy` and `quat_xyzw`"),
];

#[test]
fn errors_in_broken_files_are_reported_with_their_position() {
    let mut wrong = Vec::new();
    for (name, code, line, part) in BROKEN {
        let path = data(&format!("broken/{name}.urdf"));
        let error = from_urdf(&path, &UrdfOptions::default()).expect_err(name);
        let (text, report) = (error.to_string(), error.report());
        if error.code() != *code || report.line != *line || !text.contains(part) || report.file.as_ref() != Some(&path)
        {
            wrong.push(format!("{name}: {} {text}", error.code()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_independent_errors_of_a_file_are_reported_in_its_order() {
    let text = r#"<robot name="r" version="1.1">
<link name="a"><inertial><mass value="heavy"/><inertia ixx="1" ixy="0" ixz="0" iyy="x" iyz="0" izz="1"/></inertial></link>
<link name="b"><visual><origin xyz="1 2"/><geometry><box size="1 one 1"/></geometry></visual></link>
<link name="c"><collision><geometry><mesh/></geometry></collision></link>
<link name="a"/>
<joint name="j" type="revolut"><parent link="a"/><child link="b"/><axis xyz="0 1"/></joint>
<joint name="k" type="revolute"><parent link="a"/><limit lower="low" upper="1"/></joint>
<joint name="l" type="revolute"><parent link="a"/><child link="b"/>
  <mimic multiplier="two"/></joint>
<joint name="m" type="continuous"><parent link="a"/><child link="c"/>
  <limit velocity="-1" effort="1"/><origin rpy="0 0 0" quat_xyzw="0 0 0 1"/></joint>
<joint name="n" type="fixed"><parent link="a"/>
  <child link="e"/></joint>
</robot>"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.urdf");
    std::fs::write(&path, text).unwrap();
    let errors = load(&path, &UrdfOptions::default()).unwrap_err();
    let found: Vec<String> =
        errors.iter().map(|error| format!("{} {}", error.report().line.unwrap_or(0), error.report().message)).collect();
    let expected = [
        "2 not a number",
        "2 not a number",
        "3 not 3 numbers",
        "3 not 3 numbers",
        "4 missing attribute `filename` of <mesh>",
        "5 duplicate link name `a`",
        "6 unknown joint type `revolut`",
        "6 not 3 numbers",
        "7 missing <child> in <joint>",
        "7 not a number",
        "9 not a number",
        "9 missing attribute `joint` of <mimic>",
        "11 an <origin> has both `rpy` and `quat_xyzw`",
        "13 the child of joint `n` is an unknown link `e`",
    ];
    assert_eq!(found, expected);
    assert!(errors.iter().all(|error| error.report().file.as_ref() == Some(&path)));
}

/// File, line, and a part of the message of its only repair.
const REPAIRED: &[(&str, Option<u32>, &str)] = &[
    ("xml_version", Some(3), "unknown XML version; read as 1.0"),
    ("text_before", Some(1), "text before the first tag is ignored; found Exported by hand"),
    ("text_after", Some(1), "text after the last tag is ignored; found the end"),
    ("nul_at_end", Some(2), "a NUL character after the last tag is ignored"),
    ("not_utf8", Some(2), "the file is not UTF-8; read as ISO 8859-1"),
    ("undeclared_prefix", Some(3), "undeclared namespace prefix `controller:`"),
    ("no_robot_name", Some(1), "missing attribute `name` of <robot>; using `no_robot_name`"),
    ("two_roots", Some(4), "the robot has 2 root links; attached `c` to `a` with fixed joints"),
    ("no_limit", Some(4), "missing <limit> of joint `j`; it is unlimited"),
    ("limits_reversed", Some(4), "the limits of joint `j` are in the wrong order; swapped; found [1, -1]"),
    ("zero_axis", Some(4), "the axis of joint `j` is zero; using 1 0 0"),
    ("negative_mass", Some(3), "link `a`: negative mass of -1 kg; set to 0"),
    ("inertia_without_mass", Some(3), "link `a`: inertia without mass; inertia ignored"),
    ("mass_without_inertia", Some(3), "missing <inertia> in <inertial>; using 0"),
    ("inertia_incomplete", Some(3), "missing attribute `ixy` of <inertia>; using 0"),
    ("inertia_not_positive", Some(3), "link `a`: the inertia is not positive definite: principal moments -1.0000e0"),
    ("inertia_of_no_body", Some(3), "using 1.3333e0, 1.3333e0, 2.6667e0"),
    ("zero_size", Some(3), "skipped a collision shape of link `a`: the size of its <box> is 0"),
    ("zero_scale", Some(3), "skipped a visual of link `a`: the scale of its <mesh> is 0"),
    ("negative_size", Some(3), "the length of a <cylinder> is negative; using 2; found -2"),
    ("no_shape", Some(3), "skipped a visual of link `a`: empty <geometry>"),
    ("no_geometry", Some(3), "skipped a collision shape of link `a`: missing <geometry>"),
    ("unknown_shape", Some(3), "skipped a visual of link `a`: unknown shape <cylindr>; supported: box,"),
    ("two_shapes", Some(4), "a <geometry> contains several shapes; using <sphere>"),
    ("plane", Some(3), "a <plane> is converted to the top face of a box of 200 m × 200 m × 0.1 m"),
    ("missing_mesh", Some(3), "skipped a visual of link `a`: file `../rover/meshes/chasis.obj` not found"),
    ("renamed_package", Some(4), "package `rover_of_old` not found; using files near the robot file"),
    ("missing_package", Some(3), "ROS_PACKAGE_PATH; searched: "),
    ("missing_file_in_package", Some(3), "file `meshes/chasis.obj` not found in package `rover`"),
    ("collision_mesh_format", Some(3), "expected one of .obj, .stl, .gltf, .glb, .dae"),
    ("corrupt_mesh", Some(3), "skipped a collision shape of link `a`: a face refers to vertex 9 of 8"),
    ("remote_mesh", Some(3), "`https://` is not supported"),
    ("flat_mesh", Some(3), ": the 4 points of a convex shape do not enclose a volume"),
    ("letters_behind_a_number", Some(5), "`lower` of <limit>: not a number; using \"-1.57\""),
    ("too_many_numbers", Some(3), "`size` of <box>: not 3 numbers; using \"1 2 3\""),
    ("optenv", Some(3), "`xyz` was not expanded; using 0 -1.5 3"),
    ("commas", Some(3), "not 3 numbers; using \"1 2 3\""),
    ("color_without_opacity", Some(2), "not 4 numbers; using \"1 0 0 1\""),
    ("color_of_bytes", Some(3), "a color is out of the range 0 … 1; using 1 0.2 0 1; found 255 51 0 1"),
    ("blanks_around_names", Some(2), "the name `a` has leading or trailing spaces; removed"),
    ("follows_nothing", Some(4), "joint `j` mimics an unknown joint `k`; mimic ignored"),
    ("follows_itself", Some(4), "joint `j` mimics itself, directly or indirectly; mimic ignored"),
];

#[test]
fn every_repair_is_listed_makes_a_robot_and_is_refused_by_strict_reading() {
    let strict = UrdfOptions { strict: true, ..UrdfOptions::default() };
    let mut wrong = Vec::new();
    for (name, line, part) in REPAIRED {
        let path = data(&format!("repaired/{name}.urdf"));
        match from_urdf(&path, &UrdfOptions::default()) {
            Err(error) => wrong.push(format!("{name} is refused: {error}")),
            Ok(loaded) => {
                assert_eq!(validate(&loaded.spec), [], "{name}");
                let fits = |repair: &Report| {
                    repair.line == *line && repair.to_string().contains(part) && repair.file.as_ref() == Some(&path)
                };
                if !loaded.repairs.iter().any(fits) {
                    wrong.push(format!("{name}: {:?}", lines(&loaded.repairs)));
                }
            }
        }
        let error = from_urdf(&path, &strict).expect_err(name);
        assert_eq!(error.code(), "model/strict", "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_lists_of_files_are_complete() {
    let files = |folder: &str| std::fs::read_dir(data(folder)).unwrap().count();
    assert_eq!((files("broken"), files("repaired")), (BROKEN.len(), REPAIRED.len()));
}

#[test]
fn a_plane_is_the_upper_face_of_its_box() {
    let plane = &read("repaired/plane.urdf").spec.links[0].collision[0];
    let Geometry::Box { size } = plane.geometry else { panic!("{plane:?}") };
    let top = plane.placement.isometry() * sim_abi::math::na::Point3::new(0.0, 0.0, size[2] / 2.0);
    // The plane passes through (0, 0, 1) and faces x.
    assert!((top.coords - Vector3::z()).norm() < 1e-12, "{top}");
    let normal = plane.placement.isometry() * Vector3::z();
    assert!((normal - Vector3::x()).norm() < 1e-12, "{normal}");
}

#[test]
fn further_roots_hang_on_the_first_at_its_origin() {
    let spec = read("repaired/two_roots.urdf").spec;
    let joint = &spec.joints[1];
    assert_eq!((joint.name.as_str(), joint.parent.as_str(), joint.child.as_str()), ("a_to_c", "a", "c"));
    assert_eq!((joint.motion, joint.placement), (JointMotion::Fixed, Default::default()));
    let names: Vec<_> =
        read("repaired/blanks_around_names.urdf").spec.links.into_iter().map(|link| link.name).collect();
    assert_eq!(names, ["a", "the lower arm"], "blanks inside names stay");
}

#[test]
fn joints_that_follow_have_factor_offset_and_start_of_their_own() {
    let joint = |name: &str, child: &str, kind: &str, inside: &str| {
        format!(
            r#"<link name="{child}"/><joint name="{name}" type="{kind}"><parent link="a"/><child link="{child}"/>{inside}</joint>"#
        )
    };
    let limit = |low: f64, high: f64| format!(r#"<limit lower="{low}" upper="{high}" velocity="1"/>"#);
    let text = [
        r#"<robot name="gripper"><link name="a"/>"#.to_string(),
        joint(
            "second",
            "c",
            "prismatic",
            &(limit(-9.0, 0.0) + r#"<mimic joint="first" multiplier="-2" offset="0.1"/>"#),
        ),
        joint("first", "b", "revolute", &limit(0.5, 1.0)),
        joint("third", "d", "continuous", r#"<mimic joint="second" multiplier="3"/>"#),
        "</robot>".to_string(),
    ];
    let spec = parse(&text.concat()).unwrap().spec;
    let starts: Vec<f64> = spec.joints.iter().map(|joint| joint.initial).collect();
    // −2·0.5 + 0.1, and three times that.
    assert!(starts.iter().zip([-0.9, 0.5, -2.7]).all(|(a, b)| (a - b).abs() < 1e-12), "{starts:?}");
    let found = followers(&spec);
    assert_eq!(found.iter().map(|f| (f.joint, f.leader)).collect::<Vec<_>>(), [(0, 1), (2, 1)]);
    assert_eq!(found[0].state(1.0, 0.5), (-1.9, -1.0));
    assert_eq!(found[0].state(0.0, 0.5), (0.0, 0.0), "stopped by its own limit");
}

#[test]
fn backslashes_and_gazebos_scheme_lead_to_the_mesh() {
    for name in [
        "package:///rover/meshes/chassis.obj",
        r"..\urdf\rover\meshes\chassis.obj",
        r"package://rover\meshes\chassis.obj",
        "model://rover/meshes/chassis.obj",
    ] {
        let text = format!(
            r#"<robot name="r"><link name="a"><visual><geometry><mesh filename="{name}"/></geometry></visual>
            <inertial><mass value="0"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link></robot>"#
        );
        let loaded = parse(&text).unwrap();
        assert_eq!(sentences(&loaded), Vec::<String>::new());
        assert_eq!(loaded.files[name], data("rover/meshes/chassis.obj"));
    }
}

#[test]
fn a_xacro_file_is_refused_by_its_name() {
    let error = from_urdf(Path::new("robot.urdf.xacro"), &UrdfOptions::default()).unwrap_err();
    assert!(error.to_string().contains("expand it first: xacro"), "{error}");
}

#[test]
fn a_package_is_found_in_a_given_folder_and_all_places_are_listed_if_not() {
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = elsewhere.path().join("rover.urdf");
    std::fs::copy(data("rover/urdf/rover.urdf"), &copy).unwrap();
    std::fs::create_dir(elsewhere.path().join("given")).unwrap();
    let given = UrdfOptions { packages: vec![elsewhere.path().join("given")], ..UrdfOptions::default() };
    let rover = from_urdf(&copy, &given).unwrap();
    let without_meshes = lines(&rover.repairs).iter().filter(|line| line.contains("package `")).count();
    assert_eq!(without_meshes, 2, "{:?}", lines(&rover.repairs));
    let said = rover.repairs.iter().filter_map(|repair| repair.help.as_deref());
    let text = said.filter(|help| help.contains("searched")).collect::<Vec<_>>().concat();
    assert_eq!(text.matches("add its parent folder").count(), 1, "the searched folders are listed once: {text}");
    for place in [elsewhere.path(), &elsewhere.path().join("given")] {
        assert!(text.contains(&place.display().to_string()), "{text}");
    }
    let stripped =
        std::fs::read_to_string(&copy).unwrap().replace("../meshes/cap.dae", "package://rover/meshes/cap.dae");
    // The package itself, and the folder that contains it.
    for folder in [data("rover"), data("")] {
        let given = UrdfOptions { packages: vec![folder], ..UrdfOptions::default() };
        let rover = from_urdf_bytes(stripped.as_bytes(), &copy, &given).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            matches!(&rover.spec.links[1].visual[0].geometry, Geometry::Mesh { file, .. } if file.ends_with(".obj"))
        );
    }
}

#[test]
fn the_environments_package_path_is_searched_last() {
    let resolver = |path: PathBuf| {
        sim_core::model::PackageResolver::with_environment(Path::new("/a.urdf"), &[], Some(path.into_os_string()))
    };
    let name = "package://rover_description/meshes/chassis.obj";
    assert_eq!(resolver(data("")).resolve(name), Ok(data("rover/meshes/chassis.obj")));
    assert_eq!(resolver(data("broken")).resolve(name).unwrap_err().code(), "model/unresolved");
}

#[test]
fn a_quaternion_counts_from_version_1_1_on() {
    let half_turn_about_z_after_x = "0.5 0.5 0.5 0.5";
    let robot = |version: &str| {
        parse(&format!(
            r#"<robot name="q" {version}><link name="a"/><link name="b"/><joint name="j" type="fixed">
            <parent link="a"/><child link="b"/><origin quat_xyzw="{half_turn_about_z_after_x}"/></joint></robot>"#
        ))
        .unwrap()
    };
    let read = robot(r#"version="1.1""#);
    // This quaternion rotates x to y, y to z and z to x.
    let turn = read.spec.joints[0].placement.isometry().rotation;
    assert!((turn * Vector3::x() - Vector3::y()).norm() < 1e-12 && (turn * Vector3::y() - Vector3::z()).norm() < 1e-12);
    assert!(read.warnings.is_empty());
    assert_eq!(robot("").spec.joints[0].placement.rpy, [0.0; 3]);
    assert_eq!(sentences(&robot("")), ["2: the attribute `quat_xyzw` is ignored"]);
}

#[test]
fn joints_that_are_not_simulated_become_fixed_and_limits_that_exclude_zero_move_the_start() {
    let joint = |kind: &str, inside: &str| {
        let text = format!(
            r#"<robot name="r"><link name="a"/><link name="b"/>
            <joint name="j" type="{kind}"><parent link="a"/><child link="b"/>{inside}</joint></robot>"#
        );
        let loaded = parse(&text).unwrap();
        (loaded.spec.joints[0].clone(), sentences(&loaded))
    };
    for kind in ["floating", "planar"] {
        let (read, warnings) = joint(kind, "");
        assert_eq!(read.motion, JointMotion::Fixed);
        assert_eq!(warnings, [format!("2: unsupported {kind} joint `j`; treated as fixed")]);
    }
    let (slide, warnings) = joint("prismatic", r#"<limit lower="0.1" upper="0.4" velocity="1" effort="30"/>"#);
    assert_eq!((slide.motion, slide.initial, slide.limits), (JointMotion::Prismatic, 0.1, Some([0.1, 0.4])));
    assert_eq!(slide.axis, [1.0, 0.0, 0.0], "the axis of a URDF joint is x unless stated");
    let start = "2: joint `j` starts at 0.1: its limits exclude 0";
    assert_eq!(warnings, ["2: the effort limit of joint `j` is ignored", start]);
}

#[test]
fn markup_in_names_is_preserved_by_the_reader() {
    let text = r#"<robot name="a &amp; b"><link name="&lt;&quot;x&apos;&gt;"/></robot>"#;
    let spec = parse(text).unwrap().spec;
    assert_eq!((spec.name.as_str(), spec.links[0].name.as_str()), ("a & b", "<\"x'>"));
}

#[test]
fn loading_names_the_file_of_every_problem() {
    let problems = load(&data("broken/two_roots.urdf"), &UrdfOptions::default()).unwrap_err();
    assert_eq!(problems[0].report().file, Some(data("broken/two_roots.urdf")));
    assert_eq!(load(Path::new("robot.txt"), &UrdfOptions::default()).unwrap_err()[0].code(), "model/unsupported");
}
