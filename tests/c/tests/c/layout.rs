//! Sizes and offsets of the ABI's structs are the same for a C compiler and for Rust.

use crate::compiler::{done, include, strict};
use sim_abi::ffi::frames::*;
use sim_abi::ffi::host::*;
use sim_abi::ffi::module::*;
use sim_abi::ffi::reply::Reply;
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Rows, RowsMut, View, ViewMut};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::mem::offset_of;

/// Size of a field to which a function points.
fn size_of_field<T, F>(_: impl Fn(&T) -> &F) -> usize {
    size_of::<F>()
}

/// One line per struct with its size and alignment, and one per field with its offset and size.
macro_rules! layouts {
    ($($name:literal = $type:ty { $($field:ident)* })*) => {
        fn of_rust() -> BTreeSet<String> {
            let mut lines = BTreeSet::new();
            $(
                lines.insert(format!("{} {} {}", $name, size_of::<$type>(), align_of::<$type>()));
                $(
                    let size = size_of_field(|value: &$type| &value.$field);
                    lines.insert(format!("{}.{} {} {size}", $name, stringify!($field), offset_of!($type, $field)));
                )*
            )*
            lines
        }
    };
}

layouts! {
    "sim_text" = View<u8> { data len }
    "sim_numbers" = View<f64> { data len }
    "sim_numbers_out" = ViewMut<f64> { data len }
    "sim_vectors" = View<Vec3> { data len }
    "sim_poses_view" = View<Pose> { data len }
    "sim_bytes_out" = ViewMut<u8> { data len }
    "sim_codes_out" = ViewMut<u32> { data len }
    "sim_random_streams" = ViewMut<RandomState> { data len }
    "sim_ray_rows" = Rows<Ray> { data len stride }
    "sim_joint_rows" = Rows<JointState> { data len stride }
    "sim_joint_rows_out" = RowsMut<JointState> { data len stride }
    "sim_hit_rows_out" = RowsMut<Hit> { data len stride }
    "sim_contact_rows_out" = RowsMut<Contact> { data len stride }
    "sim_ground_rows_out" = RowsMut<Ground> { data len stride }
    "sim_beacon_rows_out" = RowsMut<Beacon> { data len stride }
    "sim_light_rows_out" = RowsMut<Light> { data len stride }
    "sim_message_rows_out" = RowsMut<Message> { data len stride }
    "sim_vec3" = Vec3 { x y z }
    "sim_quat" = Quat { x y z w }
    "sim_pose" = Pose { position orientation }
    "sim_body_state" = BodyState { pose linear_velocity angular_velocity }
    "sim_joint_state" = JointState { position velocity effort }
    "sim_random_state" = RandomState { words }
    "sim_environment" = Environment {
        size gravity density viscosity surface_height density_above flow external_force external_torque level_ground reserved
    }
    "sim_mount_motion" = MountMotion { size velocity angular_velocity acceleration angular_acceleration }
    "sim_ray" = Ray { origin direction max_distance }
    "sim_hit" = Hit { distance point normal object category }
    "sim_filter" = Filter { size categories fixed moving own_body reserved }
    "sim_probe_shape" = ProbeShape { size kind reserved extent }
    "sim_ground" = Ground { height normal friction object category }
    "sim_medium" = Medium { size density viscosity surface_height flow }
    "sim_contact" = Contact { point normal depth impulse friction object category }
    "sim_beacon" = Beacon { id kind pose range cone }
    "sim_light" = Light { position color intensity attenuation radius kind owner }
    "sim_message" = Message { sender channel origin words reserved }
    "sim_image_request" = ImageRequest { size pose width height field_of_view near far format reserved }
    "sim_fault_record" = FaultRecord { size message help place cause reserved }
    "sim_host_context" = HostContext { thread_token caller }
    "sim_reply" = Reply { size owner bytes fault }
    "sim_host_api" = HostApi { size log keys axis fail }
    "sim_world_api" = WorldApi {
        size cast_fan cast_rays cast_shape nearest object_at object_name contacts medium ground ground_color beacons lights
        messages message_words image
    }
    "sim_service_api" = ServiceApi {
        size robot_count robot_state telemetry set_robot_state apply_wrench set_command call request contacts
    }
    "sim_call_frame" = CallFrame { size host context tick time period random published }
    "sim_controller_frame" = ControllerFrame { size call readings commands }
    "sim_sensor_frame" = SensorFrame {
        size call world body acceleration angular_acceleration gravity mount joints output motion scan
    }
    "sim_actuator_frame" = ActuatorFrame { size call commands joints effects }
    "sim_dynamics_frame" = DynamicsFrame { size call world body memory effects mounts joints environment }
    "sim_service_frame" = ServiceFrame { size call world service }
    "sim_common_table" = CommonTable { size save restore call drop }
    "sim_controller_table" = ControllerTable { size common step }
    "sim_sensor_table" = SensorTable { size common step }
    "sim_actuator_table" = ActuatorTable { size common step }
    "sim_dynamics_table" = DynamicsTable { size common step }
    "sim_service_table" = ServiceTable { size common step start stop idle changed }
    "sim_created" = Created { size instance table }
    "sim_module" = Module { size describe create }
    "sim_abi_stamp" = AbiStamp { magic major minor unwinds reserved }
}

/// Name of the field that a line of a struct declares.
fn field(line: &str) -> Option<&str> {
    let line = line.trim();
    if line.starts_with("//") {
        return None;
    }
    if let Some((_, rest)) = line.split_once("(*") {
        return rest.split(')').next();
    }
    // The continuation of a function pointer that spans several lines.
    if line.contains(')') {
        return None;
    }
    let name = line.strip_suffix(';')?.split('[').next()?;
    name.rsplit([' ', '*']).next()
}

/// A program that prints the layout of every struct of the header that starts with `typedef struct NAME {`.
fn program(header: &str) -> String {
    let mut program = String::from("#include \"sim.h\"\nint main(void) {\n");
    let contract = header.split("Reading JSON").next().expect("a text has a first part");
    let mut current = None;
    for line in contract.lines() {
        if let Some(name) = line.strip_prefix("typedef struct ").and_then(|rest| rest.strip_suffix(" {")) {
            current = Some(name);
            let _ = writeln!(
                program,
                "{{ struct aligned {{ char c; {name} v; }}; printf(\"{name} %zu %zu\\n\", sizeof({name}), offsetof(struct aligned, v)); }}"
            );
        } else if line.starts_with('}') {
            current = None;
        } else if let (Some(name), Some(field)) = (current, field(line)) {
            let _ = writeln!(
                program,
                "printf(\"{name}.{field} %zu %zu\\n\", offsetof({name}, {field}), sizeof((({name} *)0)->{field}));"
            );
        }
    }
    program.push_str("return 0;\n}\n");
    program
}

#[test]
fn a_c_compiler_lays_every_struct_out_as_rust_does() {
    let header = std::fs::read_to_string(include().join("sim.h")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (source, program_file) = (folder.path().join("layout.c"), folder.path().join("layout"));
    std::fs::write(&source, program(&header)).unwrap();
    done(strict(false).arg("-o").arg(&program_file).arg(&source).arg("-lm"));
    let output = done(&mut std::process::Command::new(&program_file));
    let of_c: BTreeSet<String> = output.lines().map(str::to_string).collect();
    let of_rust = of_rust();
    let difference: Vec<&String> = of_c.symmetric_difference(&of_rust).collect();
    assert!(
        difference.is_empty(),
        "C and Rust differ (a line of C, or of Rust, or of the list in this test): {difference:#?}"
    );
    assert!(of_rust.len() > 230, "{}", of_rust.len());
}

#[test]
fn constants_are_the_same_in_c_and_in_rust() {
    let expected = [
        ("SIM_ABI_MAJOR", ABI_MAJOR),
        ("SIM_ABI_MINOR", ABI_MINOR),
        ("SIM_KIND_SERVICE", KIND_SERVICE),
        ("SIM_NO_OBJECT", NO_OBJECT),
        ("SIM_NOTHING", NOTHING as u32),
        ("SIM_CAUSE_GRANT", CAUSE_GRANT),
        ("SIM_LOG_DEBUG", LOG_DEBUG),
        ("SIM_IMAGE_WRONG_REQUEST", IMAGE_WRONG_REQUEST),
        ("SIM_KEY_UP", sim_abi::keys::UP),
        ("SIM_KEY_SPACE", sim_abi::keys::SPACE),
    ];
    let mut program = String::from("#include \"sim.h\"\nint main(void) {\n");
    for (name, _) in expected {
        let _ = writeln!(program, "printf(\"{name} %lu\\n\", (unsigned long)(uint32_t){name});");
    }
    program.push_str("return 0;\n}\n");
    let folder = tempfile::tempdir().unwrap();
    let (source, program_file) = (folder.path().join("constants.c"), folder.path().join("constants"));
    std::fs::write(&source, program).unwrap();
    done(strict(false).arg("-o").arg(&program_file).arg(&source).arg("-lm"));
    let output = done(&mut std::process::Command::new(&program_file));
    let wanted: String = expected.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
    assert_eq!(output, wanted);
}
