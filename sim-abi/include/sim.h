/*
 * sim.h: everything that a plugin of the simulator needs in C99 or C++11. No library of
 * the simulator has to be linked, only C's mathematics (-lm on Linux).
 *
 * Generated from sim-abi/src/ffi; do not edit. The first part holds the types of the contract; their comments say what they
 * mean. Who owns which memory and what may grow is in the pages "Plugin compatibility" and "C and C++" of the guide. The
 * second part are functions that make writing a component
 * short; none of them allocates, and none of them reads beyond what it is given.
 *
 * The shape of a plugin; the folder examples/c has one of each kind:
 *
 *     static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply);
 *     SIM_PLUGIN_LIBRARY(create, "name", "1.0.0", "MIT", "What it is.", SIM_COMPONENT(…));
 *
 * Rules: a view lends memory for the length of a call. A component is called by one thread at a time, but not always by the
 * same one; it keeps its state in its instance, not in static variables. A C++ exception must not leave a function that the
 * host calls. Units are SI, angles radians, z is up, x forward.
 */
#ifndef SIM_H
#define SIM_H

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

// `object` of a sim_hit that met nothing.
#define SIM_NO_OBJECT UINT32_MAX

// cause of sim_fault_record: what the message says, and nothing more special.
#define SIM_CAUSE_REPORTED 0

// cause of sim_fault_record: the component panicked.
#define SIM_CAUSE_PANIC 1

// cause of sim_fault_record: the parameters cannot be used though each fits its schema.
#define SIM_CAUSE_PARAMETERS 2

// cause of sim_fault_record: the robot lacks what the component needs.
#define SIM_CAUSE_BINDING 3

// cause of sim_fault_record: another number of values than a channel has.
#define SIM_CAUSE_CHANNELS 4

// cause of sim_fault_record: the scene does not grant a right that the component needs.
#define SIM_CAUSE_GRANT 5

// cause of sim_fault_record: the process has ended that the component runs in. Only the host says so.
#define SIM_CAUSE_PROCESS 6

// Level of a log line: the user must act.
#define SIM_LOG_ERROR 0

// Level of a log line: the result may differ from expectation.
#define SIM_LOG_WARN 1

// Level of a log line: what is told once per run.
#define SIM_LOG_INFO 2

// Level of a log line: what is told per event.
#define SIM_LOG_DEBUG 3

// Answer to an sim_image_request: the buffer holds the image.
#define SIM_IMAGE_DRAWN 0

// Answer to an sim_image_request: nothing in this run draws images.
#define SIM_IMAGE_NO_RENDERER 1

// Answer to an sim_image_request: the buffer does not fit width × height × 4 bytes.
#define SIM_IMAGE_WRONG_SIZE 2

// Answer to an sim_image_request: the request cannot be a camera.
#define SIM_IMAGE_WRONG_REQUEST 3

// Arrow up.
#define SIM_KEY_UP 1114113

// Arrow down.
#define SIM_KEY_DOWN 1114114

// Arrow left.
#define SIM_KEY_LEFT 1114115

// Arrow right.
#define SIM_KEY_RIGHT 1114116

// Page up.
#define SIM_KEY_PAGE_UP 1114117

// Page down.
#define SIM_KEY_PAGE_DOWN 1114118

// Space bar.
#define SIM_KEY_SPACE 32

// Longest answer that is taken unless somebody says otherwise, bytes.
#define SIM_MAX_REPLY_BYTES (64 << 20)

// Number of robot models.
#define SIM_KIND_ROBOT 0

// Number of dynamics.
#define SIM_KIND_DYNAMICS 1

// Number of sensors.
#define SIM_KIND_SENSOR 2

// Number of actuators.
#define SIM_KIND_ACTUATOR 3

// Number of controllers.
#define SIM_KIND_CONTROLLER 4

// Number of services.
#define SIM_KIND_SERVICE 5

// Major number of the contract: a plugin of another major number is refused.
#define SIM_ABI_MAJOR 2

// Minor number of the contract: grows with every addition.
#define SIM_ABI_MINOR 1

// What a call came to: SIM_DONE, SIM_FAILED or SIM_NOTHING.
typedef int32_t sim_status;

// Cartesian vector: metres, metres per second, newtons … as the field that holds it says.
typedef struct sim_vec3 {
    // Component along x.
    double x;
    // Component along y.
    double y;
    // Component along z.
    double z;
} sim_vec3;

// Unit quaternion, named by field, never by position.
typedef struct sim_quat {
    // Imaginary part along x.
    double x;
    // Imaginary part along y.
    double y;
    // Imaginary part along z.
    double z;
    // Real part.
    double w;
} sim_quat;

// Position and orientation of one frame in another.
typedef struct sim_pose {
    // Origin, metres.
    struct sim_vec3 position;
    // Rotation.
    struct sim_quat orientation;
} sim_pose;

// Pose and velocity of a body's origin.
typedef struct sim_body_state {
    // `world_from_body`.
    struct sim_pose pose;
    // Velocity of the body's origin, world axes, m/s.
    struct sim_vec3 linear_velocity;
    // Angular velocity, world axes, rad/s.
    struct sim_vec3 angular_velocity;
} sim_body_state;

// One joint.
typedef struct sim_joint_state {
    // Angle (rad) or travel (m).
    double position;
    // Rate (rad/s or m/s).
    double velocity;
    // Torque (N·m) or force (N) that its drive applied over the last tick, along the axis.
    double effort;
} sim_joint_state;

// Memory of one random stream; the core owns it, so that snapshots and replay cover it.
typedef struct sim_random_state {
    // State words of the generator.
    uint64_t words[4];
} sim_random_state;

// What surrounds a body during one dynamics step.
typedef struct sim_environment {
    // Size of this struct, bytes.
    size_t size;
    // Gravitational acceleration, world axes, m/s².
    struct sim_vec3 gravity;
    // Density of the medium at the body's origin, kg/m³.
    double density;
    // Dynamic viscosity of the medium, Pa·s.
    double viscosity;
    // Height of the medium's free surface, m; infinite where there is none.
    double surface_height;
    // Density of what lies above the free surface, kg/m³.
    double density_above;
    // Velocity of the medium (current or wind), world axes, m/s.
    struct sim_vec3 flow;
    // Sum of the forces that services apply at the body's origin, world axes, N.
    struct sim_vec3 external_force;
    // Sum of the torques that services apply, about the body's origin, world axes, N·m.
    struct sim_vec3 external_torque;
    // 1: all ground of the scene is horizontal planes, so nobody need ask how high it is; 0: it may rise and fall.
    uint32_t level_ground;
    // Reserved, 0.
    uint32_t reserved;
} sim_environment;

// How a mount moves in the world. A sensor gets it where joints move its mount against the body.
typedef struct sim_mount_motion {
    // Size of this struct, bytes.
    size_t size;
    // Velocity of the mount's origin, world axes, m/s.
    struct sim_vec3 velocity;
    // Angular velocity of the mount, world axes, rad/s.
    struct sim_vec3 angular_velocity;
    // Acceleration of the mount's origin over the last tick, without gravity, world axes, m/s².
    struct sim_vec3 acceleration;
    // Angular acceleration of the mount over the last tick, world axes, rad/s².
    struct sim_vec3 angular_acceleration;
} sim_mount_motion;

// One ray of a batch.
typedef struct sim_ray {
    // Start, world axes, m.
    struct sim_vec3 origin;
    // Unit direction, world axes.
    struct sim_vec3 direction;
    // Reach, m.
    double max_distance;
} sim_ray;

// What a ray or a moved shape met. Without a hit `distance` is infinite and `object` is SIM_NO_OBJECT.
typedef struct sim_hit {
    // Distance along the ray, m.
    double distance;
    // Point met, world axes, m.
    struct sim_vec3 point;
    // Unit normal of the surface met, world axes.
    struct sim_vec3 normal;
    // Index of the object met.
    uint32_t object;
    // Its category bits.
    uint32_t category;
} sim_hit;

// What a query takes notice of.
typedef struct sim_filter {
    // Size of this struct, bytes.
    size_t size;
    // Category bits; an object counts when it shares one.
    uint32_t categories;
    // 1: objects that never move count.
    uint8_t fixed;
    // 1: robots and movable objects count.
    uint8_t moving;
    // 1: the asking robot's own body counts too.
    uint8_t own_body;
    // Reserved, 0.
    uint8_t reserved;
} sim_filter;

// Shape that a query moves through the world.
typedef struct sim_probe_shape {
    // Size of this struct, bytes.
    size_t size;
    // 0 sphere (`extent.x` radius), 1 box (`extent` half extents), 2 cylinder, 3 capsule (axis z; `extent.x` radius,
    // `extent.z` half height or half length), m.
    uint32_t kind;
    // Reserved, 0.
    uint32_t reserved;
    // Measures as `kind` says.
    struct sim_vec3 extent;
} sim_probe_shape;

// What supports something from below.
typedef struct sim_ground {
    // Height of the surface, m; minus infinity where there is none.
    double height;
    // Unit normal of the surface, world axes.
    struct sim_vec3 normal;
    // Coulomb friction coefficient of the surface.
    double friction;
    // Index of the object, or SIM_NO_OBJECT.
    uint32_t object;
    // Its category bits.
    uint32_t category;
} sim_ground;

// Medium at a point.
typedef struct sim_medium {
    // Size of this struct, bytes.
    size_t size;
    // Density, kg/m³.
    double density;
    // Dynamic viscosity, Pa·s.
    double viscosity;
    // Height of the free surface above the point, m; infinite where there is none.
    double surface_height;
    // Velocity of the medium, world axes, m/s.
    struct sim_vec3 flow;
} sim_medium;

// Contact of a robot.
typedef struct sim_contact {
    // Point, world axes, m.
    struct sim_vec3 point;
    // Unit normal, from the other body towards the robot.
    struct sim_vec3 normal;
    // Overlap found before correction, m.
    double depth;
    // Normal impulse on the robot over the last tick, N·s; 0 or more.
    double impulse;
    // Friction impulse on the robot over the last tick, world axes, N·s.
    struct sim_vec3 friction;
    // The other object.
    uint32_t object;
    // Its category bits.
    uint32_t category;
} sim_contact;

// Beacon of the scene.
typedef struct sim_beacon {
    // Index in the scene, in file order.
    uint32_t id;
    // Index of its kind in the scene's list of beacon kinds.
    uint32_t kind;
    // `world_from_beacon`; it emits along its local −z when its cone is limited.
    struct sim_pose pose;
    // Range, m.
    double range;
    // Full angle of its cone, rad; 2π for all directions.
    double cone;
} sim_beacon;

// Light of the scene or of a robot.
typedef struct sim_light {
    // Position, world axes, m; for a directional light the unit direction it shines along.
    struct sim_vec3 position;
    // Red, green, blue, each 0 … 1.
    struct sim_vec3 color;
    // Intensity, 1 for a lamp of reference.
    double intensity;
    // Attenuation 1 / (a + b·r + c·r²) as (a, b, c).
    struct sim_vec3 attenuation;
    // Radius beyond which it does not shine, m.
    double radius;
    // 0 point, 1 directional, 2 ambient.
    uint32_t kind;
    // Robot that carries it, or SIM_NO_OBJECT.
    uint32_t owner;
} sim_light;

// Message that reached the asking robot.
typedef struct sim_message {
    // Index of the sending robot.
    uint32_t sender;
    // Channel it was sent on.
    uint32_t channel;
    // Where it was sent from, world axes, m.
    struct sim_vec3 origin;
    // Number of words.
    uint32_t words;
    // Reserved, 0.
    uint32_t reserved;
} sim_message;

// Image that a camera sensor asks for.
typedef struct sim_image_request {
    // Size of this struct, bytes.
    size_t size;
    // `world_from_camera`: x forward, y left, z up.
    struct sim_pose pose;
    // Columns, pixels.
    uint32_t width;
    // Rows, pixels.
    uint32_t height;
    // Horizontal field of view, rad.
    double field_of_view;
    // Nearest distance drawn, m.
    double near;
    // Farthest distance drawn, m.
    double far;
    // COLOR of sim_image_request or DEPTH of sim_image_request. Rows run from the top, columns from the left.
    uint32_t format;
    // Reserved, 0.
    uint32_t reserved;
} sim_image_request;
// Format: red, green, blue, opacity, 8 bits each, encoded as sRGB.
#define sim_image_request_COLOR 0
// Format: distance along the optical axis, m, f32 little-endian; infinity where nothing is nearer than `far`.
#define sim_image_request_DEPTH 1
// Largest width and height, pixels.
#define sim_image_request_MAX_SIDE_PIXELS 8192

// Values that the other side owns, to be read during the call. Where there are none the pointer may be null.
typedef struct sim_text {
    // First value.
    const uint8_t *data;
    // Number of values.
    size_t len;
} sim_text;

// Why a call failed.
typedef struct sim_fault_record {
    // Size of this struct, bytes.
    size_t size;
    // What went wrong, in one sentence.
    sim_text message;
    // What to do, or empty.
    sim_text help;
    // `file:line` or `file:line:column` in the plugin's source, or empty.
    sim_text place;
    // Number of its Cause, in the order of that list.
    uint32_t cause;
    // Reserved, 0.
    uint32_t reserved;
} sim_fault_record;

// Tells the host which call it is asked in. It belongs to the thread and to the duration of that call: the host answers
// nobody else. A raw pointer makes it neither `Send` nor `Sync`.
typedef struct sim_host_context {
    // The host's.
    const void *thread_token;
    // The host's number of the component.
    uint64_t caller;
} sim_host_context;

// Takes an answer. Whoever calls passes one; whoever answers calls its functions during the call, on the same thread.
typedef struct sim_reply {
    // Size of this struct, bytes.
    size_t size;
    // First argument of the functions.
    void *owner;
    // Adds bytes to the answer.
    void (*bytes)(void *owner, struct sim_text bytes);
    // Says why there is no answer.
    void (*fault)(void *owner, const struct sim_fault_record *fault);
} sim_reply;

// Values that the other side owns, to be written during the call. Where there are none the pointer may be null.
typedef struct sim_codes_out {
    // First value.
    uint32_t *data;
    // Number of values.
    size_t len;
} sim_codes_out;

// Offered to every kind.
typedef struct sim_host_api {
    // Size of this struct, bytes.
    size_t size;
    // Writes one line to the run's log under the component's name, with a level (SIM_LOG_ERROR …).
    void (*log)(struct sim_host_context context, uint32_t level, sim_text line);
    // Codes of the keys the operator holds down, in the order they were pressed; returns how many there are.
    size_t (*keys)(struct sim_host_context context, struct sim_codes_out out);
    // Value of a named operator axis, −1 … 1; 0 when nobody moves it.
    double (*axis)(struct sim_host_context context, sim_text name);
    // Says why the call is about to return SIM_FAILED; nothing else may be asked afterwards.
    void (*fail)(struct sim_host_context context, const struct sim_fault_record *why);
} sim_host_api;

// Values that the other side owns, to be read during the call. Where there are none the pointer may be null.
typedef struct sim_vectors {
    // First value.
    const struct sim_vec3 *data;
    // Number of values.
    size_t len;
} sim_vectors;

// Values that the other side owns, to be written during the call. Where there are none the pointer may be null.
typedef struct sim_numbers_out {
    // First value.
    double *data;
    // Number of values.
    size_t len;
} sim_numbers_out;

// Records of a type that may grow, to be read. A reader that knows fewer fields than the writer leaves the rest of each
// record alone; one that knows more finds its own defaults there.
typedef struct sim_ray_rows {
    // First record.
    const struct sim_ray *data;
    // Number of records.
    size_t len;
    // Bytes from one record to the next: what the writer takes for the size of a record.
    size_t stride;
} sim_ray_rows;

// Records of a type that may grow, to be written. A writer that knows fewer fields than the reader sets the rest of each
// record to zero.
typedef struct sim_hit_rows_out {
    // First record.
    struct sim_hit *data;
    // Number of records.
    size_t len;
    // Bytes from one record to the next: what the reader takes for the size of a record.
    size_t stride;
} sim_hit_rows_out;

// Values that the other side owns, to be written during the call. Where there are none the pointer may be null.
typedef struct sim_bytes_out {
    // First value.
    uint8_t *data;
    // Number of values.
    size_t len;
} sim_bytes_out;

// Records of a type that may grow, to be written. A writer that knows fewer fields than the reader sets the rest of each
// record to zero.
typedef struct sim_contact_rows_out {
    // First record.
    struct sim_contact *data;
    // Number of records.
    size_t len;
    // Bytes from one record to the next: what the reader takes for the size of a record.
    size_t stride;
} sim_contact_rows_out;

// Records of a type that may grow, to be written. A writer that knows fewer fields than the reader sets the rest of each
// record to zero.
typedef struct sim_ground_rows_out {
    // First record.
    struct sim_ground *data;
    // Number of records.
    size_t len;
    // Bytes from one record to the next: what the reader takes for the size of a record.
    size_t stride;
} sim_ground_rows_out;

// Records of a type that may grow, to be written. A writer that knows fewer fields than the reader sets the rest of each
// record to zero.
typedef struct sim_beacon_rows_out {
    // First record.
    struct sim_beacon *data;
    // Number of records.
    size_t len;
    // Bytes from one record to the next: what the reader takes for the size of a record.
    size_t stride;
} sim_beacon_rows_out;

// Records of a type that may grow, to be written. A writer that knows fewer fields than the reader sets the rest of each
// record to zero.
typedef struct sim_light_rows_out {
    // First record.
    struct sim_light *data;
    // Number of records.
    size_t len;
    // Bytes from one record to the next: what the reader takes for the size of a record.
    size_t stride;
} sim_light_rows_out;

// Records of a type that may grow, to be written. A writer that knows fewer fields than the reader sets the rest of each
// record to zero.
typedef struct sim_message_rows_out {
    // First record.
    struct sim_message *data;
    // Number of records.
    size_t len;
    // Bytes from one record to the next: what the reader takes for the size of a record.
    size_t stride;
} sim_message_rows_out;

// The world as a component may ask about it. Lists are asked for from an index on; each answer is their whole length.
typedef struct sim_world_api {
    // Size of this struct, bytes.
    size_t size;
    // Distances along unit directions given in the frame of the pose, infinite where nothing is met within the max_distance (m).
    void (*cast_fan)(struct sim_host_context context,
                     const struct sim_pose *pose,
                     struct sim_vectors directions,
                     double max_distance,
                     const struct sim_filter *filter,
                     struct sim_numbers_out distances);
    // First hit of every ray.
    void (*cast_rays)(struct sim_host_context context,
                      struct sim_ray_rows rays,
                      const struct sim_filter *filter,
                      struct sim_hit_rows_out hits);
    // First hit of a shape that is moved from the pose along a unit direction (world axes), at most so far (m).
    void (*cast_shape)(struct sim_host_context context,
                       const struct sim_probe_shape *shape,
                       const struct sim_pose *pose,
                       const struct sim_vec3 *direction,
                       double max_distance,
                       const struct sim_filter *filter,
                       struct sim_hit_rows_out hit);
    // Nearest surface to a point within a radius (m); the distance is 0 inside a solid.
    void (*nearest)(struct sim_host_context context,
                    const struct sim_vec3 *point,
                    double radius,
                    const struct sim_filter *filter,
                    struct sim_hit_rows_out hit);
    // Object whose solid holds the point, or SIM_NO_OBJECT.
    uint32_t (*object_at)(struct sim_host_context context,
                          const struct sim_vec3 *point,
                          const struct sim_filter *filter);
    // Name of an object; returns its length, 0 where there is no such object.
    size_t (*object_name)(struct sim_host_context context, uint32_t object, struct sim_bytes_out out);
    // Contacts of the asking robot at the end of the last tick, from an index on.
    size_t (*contacts)(struct sim_host_context context, size_t first, struct sim_contact_rows_out out);
    // Medium at a point.
    void (*medium)(struct sim_host_context context, const struct sim_vec3 *point, struct sim_medium *out);
    // What supports something at these points: the first ground at or below each.
    void (*ground)(struct sim_host_context context, struct sim_vectors points, struct sim_ground_rows_out out);
    // Color of the floor under a point: red, green, blue, each 0 … 1.
    struct sim_vec3 (*ground_color)(struct sim_host_context context, const struct sim_vec3 *point);
    // All beacons, from an index on.
    size_t (*beacons)(struct sim_host_context context, size_t first, struct sim_beacon_rows_out out);
    // All lights, from an index on: the scene's first, then those that robots carried at the end of the last tick.
    size_t (*lights)(struct sim_host_context context, size_t first, struct sim_light_rows_out out);
    // Messages that robots within range sent during the last tick, by sender, from an index on.
    size_t (*messages)(struct sim_host_context context, size_t first, struct sim_message_rows_out out);
    // Words of the message with an index; returns how many there are.
    size_t (*message_words)(struct sim_host_context context, size_t message, struct sim_numbers_out out);
    // Draws what a camera sees into the buffer; the answer is SIM_IMAGE_DRAWN or why not.
    uint32_t (*image)(struct sim_host_context context,
                      const struct sim_image_request *request,
                      struct sim_bytes_out out);
} sim_world_api;

// What a service may do. What changes the world checks the grants of the scene; reading and ending the run need none. A `count`
// must not be null.
typedef struct sim_service_api {
    // Size of this struct, bytes.
    size_t size;
    // Number of robots, in scene order.
    uint32_t (*robot_count)(struct sim_host_context context);
    // True state of a robot.
    sim_status (*robot_state)(struct sim_host_context context,
                              uint32_t robot,
                              struct sim_body_state *out,
                              const struct sim_reply *reply);
    // The robot's telemetry of the last completed tick, from an index on, and how many values there are; the layout message
    // says what each value is.
    sim_status (*telemetry)(struct sim_host_context context,
                            uint32_t robot,
                            size_t first,
                            struct sim_numbers_out out,
                            size_t *count,
                            const struct sim_reply *reply);
    // Moves a robot (grant `Edit`).
    sim_status (*set_robot_state)(struct sim_host_context context,
                                  uint32_t robot,
                                  const struct sim_body_state *state,
                                  const struct sim_reply *reply);
    // Applies a force (N) and a torque (N·m), world axes, at a robot's origin during the next tick (grant `Edit`).
    sim_status (*apply_wrench)(struct sim_host_context context,
                               uint32_t robot,
                               const struct sim_vec3 *force,
                               const struct sim_vec3 *torque,
                               const struct sim_reply *reply);
    // Writes one command value (robot, telemetry index, value), held until the next write (grant `Command`).
    sim_status (*set_command)(struct sim_host_context context,
                              uint32_t robot,
                              uint32_t index,
                              double value,
                              const struct sim_reply *reply);
    // Calls a function that a component offers (robot, component, function, arguments as a JSON list); answers with JSON.
    sim_status (*call)(struct sim_host_context context,
                       uint32_t robot,
                       sim_text component,
                       sim_text function,
                       sim_text arguments,
                       const struct sim_reply *reply);
    // A request as a JSON message (`{"request": …}`), see Request in the API reference; answers with JSON.
    sim_status (*request)(struct sim_host_context context, sim_text request, const struct sim_reply *reply);
    // Contacts of a robot at the end of this tick, from an index on, and how many there are.
    sim_status (*contacts)(struct sim_host_context context,
                           uint32_t robot,
                           size_t first,
                           struct sim_contact_rows_out out,
                           size_t *count,
                           const struct sim_reply *reply);
} sim_service_api;

// Values that the other side owns, to be written during the call. Where there are none the pointer may be null.
typedef struct sim_random_streams {
    // First value.
    struct sim_random_state *data;
    // Number of values.
    size_t len;
} sim_random_streams;

// What every call has.
typedef struct sim_call_frame {
    // Size of this struct, bytes.
    size_t size;
    // Functions of the host.
    const struct sim_host_api *host;
    // First argument of the functions of the host, the world and services.
    struct sim_host_context context;
    // Ticks completed before this call.
    uint64_t tick;
    // `tick` times the scene's step, s.
    double time;
    // Time since this component's previous call, i.e. its period, s.
    double period;
    // The component's random streams, in the order in which it declared them; the first is its own without a name.
    struct sim_random_streams random;
    // Values that the component publishes, in the order in which it declared them.
    struct sim_numbers_out published;
} sim_call_frame;

// Values that the other side owns, to be read during the call. Where there are none the pointer may be null.
typedef struct sim_numbers {
    // First value.
    const double *data;
    // Number of values.
    size_t len;
} sim_numbers;

// Frame of a controller step.
typedef struct sim_controller_frame {
    // Size of this struct, bytes.
    size_t size;
    // What every call has.
    const struct sim_call_frame *call;
    // Readings of the robot's sensors.
    struct sim_numbers readings;
    // Commands of the robot's actuators.
    struct sim_numbers_out commands;
} sim_controller_frame;

// Records of a type that may grow, to be read. A reader that knows fewer fields than the writer leaves the rest of each
// record alone; one that knows more finds its own defaults there.
typedef struct sim_joint_rows {
    // First record.
    const struct sim_joint_state *data;
    // Number of records.
    size_t len;
    // Bytes from one record to the next: what the writer takes for the size of a record.
    size_t stride;
} sim_joint_rows;

// Frame of a sensor reading.
typedef struct sim_sensor_frame {
    // Size of this struct, bytes.
    size_t size;
    // What every call has.
    const struct sim_call_frame *call;
    // Questions to the world.
    const struct sim_world_api *world;
    // State of the robot at the end of the last tick.
    const struct sim_body_state *body;
    // Acceleration of the robot's origin over the last tick, world axes, m/s².
    struct sim_vec3 acceleration;
    // Angular acceleration over the last tick, world axes, rad/s².
    struct sim_vec3 angular_acceleration;
    // Gravitational acceleration, world axes, m/s².
    struct sim_vec3 gravity;
    // `body_from_sensor` now: a sensor on a joint turns with it.
    struct sim_pose mount;
    // The robot's joints.
    struct sim_joint_rows joints;
    // The sensor's channels, to be written.
    struct sim_numbers_out output;
    // How the mount moves; null where it is fixed to the body and moves with it as a rigid body.
    const struct sim_mount_motion *motion;
    // Values of the sensor's scan, to be written; empty without ScanData.
    struct sim_numbers_out scan;
} sim_sensor_frame;

// Frame of an actuator step.
typedef struct sim_actuator_frame {
    // Size of this struct, bytes.
    size_t size;
    // What every call has.
    const struct sim_call_frame *call;
    // The actuator's commands.
    struct sim_numbers commands;
    // The robot's joints at the end of the last tick.
    struct sim_joint_rows joints;
    // The actuator's effects, to be written.
    struct sim_numbers_out effects;
} sim_actuator_frame;

// Values that the other side owns, to be read during the call. Where there are none the pointer may be null.
typedef struct sim_poses_view {
    // First value.
    const struct sim_pose *data;
    // Number of values.
    size_t len;
} sim_poses_view;

// Records of a type that may grow, to be written. A writer that knows fewer fields than the reader sets the rest of each
// record to zero.
typedef struct sim_joint_rows_out {
    // First record.
    struct sim_joint_state *data;
    // Number of records.
    size_t len;
    // Bytes from one record to the next: what the reader takes for the size of a record.
    size_t stride;
} sim_joint_rows_out;

// Frame of a dynamics step.
typedef struct sim_dynamics_frame {
    // Size of this struct, bytes.
    size_t size;
    // What every call has.
    const struct sim_call_frame *call;
    // Questions to the world as it stood at the end of the last tick, contacts of the robot among them.
    const struct sim_world_api *world;
    // State of the body: in as it was, out as it is after the step.
    struct sim_body_state *body;
    // The memory that the dynamics declared, in and out.
    struct sim_numbers_out memory;
    // Effects of all the robot's actuators.
    struct sim_numbers effects;
    // `body_from_mount` now of each effect, in the order of the request's effects: a thruster on a joint turns with it. Of
    // an effect on a link or a joint it is `body_from_link` of that link, or of the link that the joint moves.
    struct sim_poses_view mounts;
    // The robot's joints, in and out.
    struct sim_joint_rows_out joints;
    // What surrounds the body.
    const struct sim_environment *environment;
} sim_dynamics_frame;

// Frame of a service's calls.
typedef struct sim_service_frame {
    // Size of this struct, bytes.
    size_t size;
    // What every call has.
    const struct sim_call_frame *call;
    // Questions to the world.
    const struct sim_world_api *world;
    // What a service may do.
    const struct sim_service_api *service;
} sim_service_frame;

// Pointer to a component instance; only the plugin that made it looks inside. Whoever holds one sees to it that no two
// calls of an instance run at a time.
typedef void *sim_instance;

// Functions that every component may have. All are optional.
typedef struct sim_common_table {
    // Size of this struct, bytes.
    size_t size;
    // Answers with the state as bytes, or SIM_NOTHING when the component keeps none. It changes nothing.
    sim_status (*save)(sim_instance instance, const struct sim_reply *reply);
    // Takes over a state that `save` of this or an earlier version wrote.
    sim_status (*restore)(sim_instance instance, struct sim_text state, const struct sim_reply *reply);
    // Calls a function that the component declared, by name, with arguments as a JSON list; answers with JSON. The values
    // are for a sensor what a controller would read, for an actuator its commands, which it may change, and else none.
    sim_status (*call)(sim_instance instance,
                       sim_text function,
                       sim_text arguments,
                       struct sim_numbers_out values,
                       const struct sim_reply *reply);
    // Ends the instance. The pointer is dead afterwards.
    sim_status (*drop)(sim_instance instance, const struct sim_reply *reply);
} sim_common_table;

// Table of a controller.
typedef struct sim_controller_table {
    // Size of this struct, bytes.
    size_t size;
    // What every component may have, or null.
    const struct sim_common_table *common;
    // Reads and commands.
    sim_status (*step)(sim_instance instance, const struct sim_controller_frame *frame);
} sim_controller_table;

// Table of a sensor.
typedef struct sim_sensor_table {
    // Size of this struct, bytes.
    size_t size;
    // What every component may have, or null.
    const struct sim_common_table *common;
    // Writes one reading.
    sim_status (*step)(sim_instance instance, const struct sim_sensor_frame *frame);
} sim_sensor_table;

// Table of an actuator.
typedef struct sim_actuator_table {
    // Size of this struct, bytes.
    size_t size;
    // What every component may have, or null.
    const struct sim_common_table *common;
    // Turns commands into effects.
    sim_status (*step)(sim_instance instance, const struct sim_actuator_frame *frame);
} sim_actuator_table;

// Table of a dynamics.
typedef struct sim_dynamics_table {
    // Size of this struct, bytes.
    size_t size;
    // What every component may have, or null.
    const struct sim_common_table *common;
    // Computes the next state. It keeps nothing in the instance.
    sim_status (*step)(sim_instance instance, const struct sim_dynamics_frame *frame);
} sim_dynamics_table;

// Table of a service. All functions but `step` are optional.
typedef struct sim_service_table {
    // Size of this struct, bytes.
    size_t size;
    // What every component may have, or null.
    const struct sim_common_table *common;
    // Called at the end of every tick, or of every so many where the scene gives a period.
    sim_status (*step)(sim_instance instance, const struct sim_service_frame *frame);
    // Called once before the first tick.
    sim_status (*start)(sim_instance instance, const struct sim_service_frame *frame);
    // Called once at the end of the run.
    sim_status (*stop)(sim_instance instance, const struct sim_service_frame *frame);
    // Called between ticks while the run waits.
    sim_status (*idle)(sim_instance instance, const struct sim_service_frame *frame);
    // Called instead of `start` when the instance has been taken over into a changed scene or a new run.
    sim_status (*changed)(sim_instance instance, const struct sim_service_frame *frame);
} sim_service_table;

// A component that has just been made, to be filled by its library. What it declares goes into the reply, as JSON
// (Declaration in the API reference).
typedef struct sim_created {
    // Size of this struct, bytes.
    size_t size;
    // The instance; null for a robot model, which is nothing but its description.
    sim_instance instance;
    // Its functions: the table of its kind.
    const void *table;
} sim_created;

// What a library offers.
typedef struct sim_module {
    // Size of this struct, bytes.
    size_t size;
    // Answers with who made it and what it holds, as JSON (Manifest in the API reference). May be null in a library
    // that has the manifest as data.
    sim_status (*describe)(const struct sim_reply *reply);
    // Makes a component: number of its kind (SIM_KIND_ROBOT …), id, request as JSON (Request in the API reference). Answers
    // with its declaration as JSON; a robot model with the robot (RobotModelSpec in the API reference).
    sim_status (*create)(uint32_t kind,
                         sim_text id,
                         sim_text request,
                         struct sim_created *created,
                         const struct sim_reply *reply);
} sim_module;

// First thing the host reads of a library, before any of its code runs: a plain static under the name
// `SIM_PLUGIN_ABI`, whose own layout never changes.
typedef struct sim_abi_stamp {
    // MAGIC of sim_abi_stamp.
    uint8_t magic[8];
    // SIM_ABI_MAJOR of the sim-abi the plugin was built with.
    uint32_t major;
    // SIM_ABI_MINOR of the sim-abi the plugin was built with.
    uint32_t minor;
    // 1 when a panic unwinds (a library in a language without panics says 1), 0 when it would abort the whole program.
    uint8_t unwinds;
    // Reserved, 0.
    uint8_t reserved[7];
} sim_abi_stamp;

// The call has done what it should.
#define SIM_DONE 0

// The call has failed and has said why.
#define SIM_FAILED 1

// There is nothing to be given: a component without a state to save.
#define SIM_NOTHING 2

/* ---------------------------------------------------------------------------------------------------------------------
 * Reading JSON. A value is a view of its text; nothing is copied and nothing is allocated. What is malformed or not there
 * is a view of length 0, which every function takes and answers like a value that is not there.
 * ------------------------------------------------------------------------------------------------------------------ */

/* A view of a text that ends with zero. */
static inline sim_text sim_text_of(const char *text) {
    sim_text view;
    view.data = (const uint8_t *)text;
    view.len = text ? strlen(text) : 0;
    return view;
}

static inline sim_text sim_part_of(const uint8_t *from, const uint8_t *to) {
    sim_text view;
    view.data = from;
    view.len = (size_t)(to - from);
    return view;
}

/* Whether a text has exactly these bytes. */
static inline bool sim_text_is(sim_text text, const char *other) {
    size_t len = strlen(other);
    return text.len == len && (len == 0 || memcmp(text.data, other, len) == 0);
}

static inline const uint8_t *sim_json_blank(const uint8_t *at, const uint8_t *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) {
        at++;
    }
    return at;
}

/* Behind the string that begins at `at`; null where it does not end. */
static inline const uint8_t *sim_json_after_string(const uint8_t *at, const uint8_t *end) {
    for (at++; at < end; at++) {
        if (*at == '"') {
            return at + 1;
        }
        if (*at == '\\' && ++at >= end) {
            break;
        }
    }
    return NULL;
}

/* Deepest nesting of lists and objects that is read. */
#define SIM_JSON_DEPTH 128

/* Behind the value that begins at `at`; null where there is none. */
static inline const uint8_t *sim_json_after(const uint8_t *at, const uint8_t *end) {
    uint64_t objects[SIM_JSON_DEPTH / 64] = {0, 0}; /* one bit for each level: an object or a list */
    size_t depth = 0;
    const uint8_t *first = at;
    while (at < end) {
        uint64_t bit = (uint64_t)1 << (depth % 64);
        switch (*at) {
        case '"':
            at = sim_json_after_string(at, end);
            if (!at || depth == 0) {
                return at;
            }
            break;
        case '{':
        case '[':
            if (depth == SIM_JSON_DEPTH) {
                return NULL;
            }
            objects[depth / 64] = *at == '{' ? objects[depth / 64] | bit : objects[depth / 64] & ~bit;
            depth++;
            at++;
            break;
        case '}':
        case ']':
            if (depth == 0) {
                return at == first ? NULL : at;
            }
            depth--;
            if (((objects[depth / 64] >> (depth % 64)) & 1) != (*at == '}' ? 1u : 0u)) {
                return NULL;
            }
            at++;
            if (depth == 0) {
                return at;
            }
            break;
        case ',':
        case ':':
        case ' ':
        case '\t':
        case '\n':
        case '\r':
            if (depth == 0) {
                return at == first ? NULL : at;
            }
            at++;
            break;
        default:
            at++;
        }
    }
    return depth == 0 && at != first ? at : NULL;
}

/* A walk through the elements of a list or the members of an object. */
typedef struct sim_json_walk {
    const uint8_t *at;
    const uint8_t *end;
    /* Name of the member with its quotes, as it stands in the text; empty in a list. */
    sim_text key;
    /* The element. */
    sim_text value;
} sim_json_walk;

/* Begins a walk; a value that is no list and no object has no elements. */
static inline sim_json_walk sim_json_begin(sim_text value) {
    sim_json_walk walk;
    memset(&walk, 0, sizeof walk);
    if (value.len > 0) {
        walk.end = value.data + value.len;
        walk.at = sim_json_blank(value.data, walk.end);
        if (walk.at < walk.end && (*walk.at == '{' || *walk.at == '[')) {
            walk.key.len = *walk.at == '{'; /* tells the first step which of them it is */
            walk.at++;
            return walk;
        }
    }
    walk.at = walk.end;
    return walk;
}

/* Goes to the next element; false behind the last one. */
static inline bool sim_json_next(sim_json_walk *walk) {
    bool object = walk->key.len > 0;
    const uint8_t *from;
    const uint8_t *end = walk->end;
    if (!walk->at || walk->at >= end) {
        return false;
    }
    from = sim_json_blank(walk->at, end);
    if (from < end && *from == ',') {
        from = sim_json_blank(from + 1, end);
    }
    walk->at = end;
    if (from >= end || *from == ']' || *from == '}') {
        return false;
    }
    if (object) {
        const uint8_t *after = *from == '"' ? sim_json_after_string(from, end) : NULL;
        if (!after) {
            return false;
        }
        walk->key = sim_part_of(from, after);
        from = sim_json_blank(after, end);
        if (from >= end || *from != ':') {
            return false;
        }
        from = sim_json_blank(from + 1, end);
    }
    {
        const uint8_t *after = from < end ? sim_json_after(from, end) : NULL;
        if (!after) {
            return false;
        }
        walk->value = sim_part_of(from, after);
        walk->at = after;
    }
    return true;
}

static inline int sim_json_hex(const uint8_t *at, const uint8_t *end) {
    int code = 0;
    int digit;
    if (end - at < 4) {
        return -1;
    }
    for (digit = 0; digit < 4; digit++) {
        uint8_t c = at[digit];
        int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (value < 0) {
            return -1;
        }
        code = code * 16 + value;
    }
    return code;
}

static inline size_t sim_utf8(uint32_t code, uint8_t out[4]) {
    if (code < 0x80) {
        out[0] = (uint8_t)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (uint8_t)(0xC0 | (code >> 6));
        out[1] = (uint8_t)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (uint8_t)(0xE0 | (code >> 12));
        out[1] = (uint8_t)(0x80 | ((code >> 6) & 0x3F));
        out[2] = (uint8_t)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (uint8_t)(0xF0 | (code >> 18));
    out[1] = (uint8_t)(0x80 | ((code >> 12) & 0x3F));
    out[2] = (uint8_t)(0x80 | ((code >> 6) & 0x3F));
    out[3] = (uint8_t)(0x80 | (code & 0x3F));
    return 4;
}

/* Reads one letter of a string within its quotes: its bytes go into `out`. Returns how many, 0 at the end or where an escape
 * is none. */
static inline size_t sim_json_letter(const uint8_t **at, const uint8_t *end, uint8_t out[4]) {
    static const char escapes[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    const char *known;
    int high, low;
    if (*at >= end) {
        return 0;
    }
    out[0] = *(*at)++;
    if (out[0] != '\\') {
        return 1;
    }
    if (*at >= end) {
        return 0;
    }
    out[0] = *(*at)++;
    if (out[0] != 'u') {
        known = out[0] ? strchr(escapes, out[0]) : NULL;
        out[0] = known ? (uint8_t)meanings[known - escapes] : 0;
        return known ? 1 : 0;
    }
    high = sim_json_hex(*at, end);
    if (high < 0) {
        return 0;
    }
    *at += 4;
    if (high < 0xD800 || high > 0xDFFF) {
        return sim_utf8((uint32_t)high, out);
    }
    low = end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u' ? sim_json_hex(*at + 2, end) : -1;
    if (high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
        return 0;
    }
    *at += 6;
    return sim_utf8(0x10000u + (((uint32_t)high - 0xD800u) << 10) + ((uint32_t)low - 0xDC00u), out);
}

/* Whether a value is a string. */
static inline bool sim_json_is_string(sim_text value) {
    return value.len >= 2 && value.data[0] == '"' && value.data[value.len - 1] == '"';
}

/* Whether a value is the string `text`. */
static inline bool sim_json_is(sim_text value, const char *text) {
    const uint8_t *at, *end;
    uint8_t letter[4];
    size_t len;
    if (!sim_json_is_string(value)) {
        return false;
    }
    at = value.data + 1;
    end = value.data + value.len - 1;
    while (at < end) {
        len = sim_json_letter(&at, end, letter);
        if (len == 0 || letter[0] == 0 || strncmp(text, (const char *)letter, len) != 0) {
            return false;
        }
        text += len;
    }
    return *text == 0;
}

/* Copies a string into a buffer of `size` bytes, always ending with zero. False where the value is no string, holds a
 * zero or does not fit; the buffer then holds an empty text. */
static inline bool sim_json_text(sim_text value, char *buffer, size_t size) {
    const uint8_t *at, *end;
    uint8_t letter[4];
    size_t len, used = 0;
    if (size == 0) {
        return false;
    }
    buffer[0] = 0;
    if (!sim_json_is_string(value)) {
        return false;
    }
    at = value.data + 1;
    end = value.data + value.len - 1;
    while (at < end) {
        len = sim_json_letter(&at, end, letter);
        if (len == 0 || letter[0] == 0 || used + len >= size) {
            buffer[0] = 0;
            return false;
        }
        memcpy(buffer + used, letter, len);
        used += len;
    }
    buffer[used] = 0;
    return true;
}

/* Reads a number; false where the value is none, and `number` is left as it was. */
static inline bool sim_json_number(sim_text value, double *number) {
    char text[512];
    char *end;
    double read;
    size_t i;
    if (value.len == 0 || value.len >= sizeof text - 16) {
        return false;
    }
    for (i = 0; i < value.len; i++) {
        /* What strtod would take besides: blanks, `nan`, `inf`, hexadecimal numbers. */
        if (!strchr("0123456789+-.eE", value.data[i]) || value.data[i] == 0) {
            return false;
        }
        text[i] = (char)value.data[i];
    }
    text[value.len] = 0;
    if (text[0] == '+' || text[0] == '.') {
        return false;
    }
    read = strtod(text, &end);
    if (*end == '.') {
        /* The program has set a locale with another decimal sign, of one byte or of several. */
        const char *sign = localeconv()->decimal_point;
        size_t len = strlen(sign);
        if (len == 0 || len > 16) {
            return false;
        }
        memmove(end + len, end + 1, strlen(end + 1) + 1);
        memcpy(end, sign, len);
        read = strtod(text, &end);
    }
    if (end == text || *end != 0 || read - read != 0) {
        return false;
    }
    *number = read;
    return true;
}

/* The member of an object with a name, or of the objects within it: `sim_json_get(request, "mount/at")`. A name that holds a
 * slash itself is found with sim_json_member. */
static inline sim_text sim_json_member(sim_text object, const char *name) {
    sim_json_walk walk = sim_json_begin(object);
    while (sim_json_next(&walk)) {
        if (sim_json_is(walk.key, name)) {
            return walk.value;
        }
    }
    return sim_text_of(NULL);
}

static inline sim_text sim_json_get(sim_text object, const char *path) {
    char name[64];
    const char *slash;
    while ((slash = strchr(path, '/')) != NULL) {
        size_t len = (size_t)(slash - path);
        if (len >= sizeof name) {
            return sim_text_of(NULL);
        }
        memcpy(name, path, len);
        name[len] = 0;
        object = sim_json_member(object, name);
        path = slash + 1;
    }
    return sim_json_member(object, path);
}

/* Number of elements of a list or members of an object. */
static inline size_t sim_json_count(sim_text value) {
    sim_json_walk walk = sim_json_begin(value);
    size_t count = 0;
    while (sim_json_next(&walk)) {
        count++;
    }
    return count;
}

/* Reads a list of numbers; returns how many the list has, of which at most `room` are written. What is no number is 0. */
static inline size_t sim_json_numbers(sim_text value, double *numbers, size_t room) {
    sim_json_walk walk = sim_json_begin(value);
    size_t count = 0;
    while (sim_json_next(&walk)) {
        if (count < room) {
            numbers[count] = 0;
            sim_json_number(walk.value, &numbers[count]);
        }
        count++;
    }
    return count;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Answering: with text, or with a fault that says what went wrong, what to do, and which line says so.
 * ------------------------------------------------------------------------------------------------------------------ */

#define SIM_TEXT_OF_NUMBER_(number) #number
#define SIM_TEXT_OF_NUMBER(number) SIM_TEXT_OF_NUMBER_(number)
/* The place of this line. */
#define SIM_HERE __FILE__ ":" SIM_TEXT_OF_NUMBER(__LINE__)

/* Whether a struct of the host, or of a newer or older plugin, has a field: it says its own size. */
#define SIM_HAS_FIELD(pointer, type, field) \
    ((pointer)->size >= offsetof(type, field) + sizeof(((const type *)0)->field))

/* Adds a text to the answer. */
static inline void sim_say(const sim_reply *reply, const char *text) {
    reply->bytes(reply->owner, sim_text_of(text));
}

/* Answers with a text and nothing else. */
static inline sim_status sim_answer(const sim_reply *reply, const char *text) {
    sim_say(reply, text);
    return SIM_DONE;
}

/* Answers with bytes, such as a saved state. */
static inline sim_status sim_answer_bytes(const sim_reply *reply, const void *bytes, size_t len) {
    sim_text view;
    view.data = (const uint8_t *)bytes;
    view.len = len;
    reply->bytes(reply->owner, view);
    return SIM_DONE;
}

static inline sim_fault_record sim_fault_of(const char *place, uint32_t cause, const char *message, const char *help) {
    sim_fault_record fault;
    memset(&fault, 0, sizeof fault);
    fault.size = sizeof fault;
    fault.message = sim_text_of(message);
    fault.help = sim_text_of(help);
    fault.place = sim_text_of(place);
    fault.cause = cause;
    return fault;
}

static inline sim_status sim_refuse_at(
    const sim_reply *reply, const char *place, uint32_t cause, const char *message, const char *help) {
    sim_fault_record fault = sim_fault_of(place, cause, message, help);
    reply->fault(reply->owner, &fault);
    return SIM_FAILED;
}

static inline sim_status sim_fail_at(
    const sim_call_frame *call, const char *place, uint32_t cause, const char *message, const char *help) {
    sim_fault_record fault = sim_fault_of(place, cause, message, help);
    call->host->fail(call->context, &fault);
    return SIM_FAILED;
}

/* Refuses to be made, to restore, or to answer a call: what went wrong in one sentence, and what to do (or ""). */
#define sim_refuse(reply, message, help) sim_refuse_at(reply, SIM_HERE, SIM_CAUSE_REPORTED, message, help)
/* As sim_refuse, for parameters that contradict each other. */
#define sim_refuse_parameters(reply, message, help) \
    sim_refuse_at(reply, SIM_HERE, SIM_CAUSE_PARAMETERS, message, help)
/* Ends a step that cannot do its work: the component stops and its robot is made safe. */
#define sim_fail(call, message, help) sim_fail_at(call, SIM_HERE, SIM_CAUSE_REPORTED, message, help)

/* Writes one line to the run's log; the level is SIM_LOG_ERROR, SIM_LOG_WARN, SIM_LOG_INFO or SIM_LOG_DEBUG. */
static inline void sim_log(const sim_call_frame *call, uint32_t level, const char *text) {
    call->host->log(call->context, level, sim_text_of(text));
}

/* Takes what the host answers to a request, and its fault, into a buffer of the caller. */
typedef struct sim_taken {
    char *text;
    size_t size;
    size_t len;
    /* The answer was longer than the buffer. */
    bool cut;
    bool failed;
} sim_taken;

static inline void sim_take_bytes(void *owner, sim_text bytes) {
    sim_taken *taken = (sim_taken *)owner;
    size_t room = taken->size > 0 ? taken->size - 1 - taken->len : 0;
    size_t len = bytes.len < room ? bytes.len : room;
    taken->cut = taken->cut || len < bytes.len;
    if (len > 0) {
        memcpy(taken->text + taken->len, bytes.data, len);
    }
    taken->len += len;
    if (taken->size > 0) {
        taken->text[taken->len] = 0;
    }
}

static inline void sim_take_fault(void *owner, const sim_fault_record *fault) {
    sim_taken *taken = (sim_taken *)owner;
    taken->len = 0;
    sim_take_bytes(owner, fault->message);
    taken->failed = true;
}

/* A reply that takes an answer into a buffer; a fault leaves its message there. */
static inline sim_reply sim_reply_into(sim_taken *taken, char *buffer, size_t size) {
    sim_reply reply;
    memset(taken, 0, sizeof *taken);
    taken->text = buffer;
    taken->size = size;
    if (size > 0) {
        buffer[0] = 0;
    }
    memset(&reply, 0, sizeof reply);
    reply.size = sizeof reply;
    reply.owner = taken;
    reply.bytes = sim_take_bytes;
    reply.fault = sim_take_fault;
    return reply;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * The request: parameters, and what there is to bind.
 * ------------------------------------------------------------------------------------------------------------------ */

/* A parameter as JSON; a view of length 0 where the scene does not give it. */
static inline sim_text sim_param(sim_text request, const char *name) {
    return sim_json_member(sim_json_member(request, "params"), name);
}

/* A parameter that is a number, with the value that it has where the scene does not give it. The host has checked the
 * parameters against the schema: type, range, and that there is no other. */
static inline double sim_param_number(sim_text request, const char *name, double preset) {
    sim_json_number(sim_param(request, name), &preset);
    return preset;
}

/* A parameter that is a whole number. What is beyond the largest or the smallest becomes that one. */
static inline int64_t sim_param_integer(sim_text request, const char *name, int64_t preset) {
    sim_text value = sim_param(request, name);
    size_t i, start = value.len > 0 && value.data[0] == '-' ? 1 : 0;
    int64_t whole = 0;
    double number;
    for (i = start; i < value.len && value.data[i] >= '0' && value.data[i] <= '9'; i++) {
        int digit = value.data[i] - '0';
        if (whole < (INT64_MIN + digit) / 10) {
            whole = INT64_MIN;
            break;
        }
        whole = whole * 10 - digit; /* below zero there is one more than above */
    }
    if (i == value.len && i > start) {
        return start ? whole : whole == INT64_MIN ? INT64_MAX : -whole;
    }
    if (!sim_json_number(value, &number)) {
        return preset;
    }
    return number >= 9223372036854775807.0 ? INT64_MAX : number <= -9223372036854775808.0 ? INT64_MIN : (int64_t)number;
}

/* A parameter that is true or false. */
static inline bool sim_param_bool(sim_text request, const char *name, bool preset) {
    sim_text value = sim_param(request, name);
    return sim_text_is(value, "true") || (preset && !sim_text_is(value, "false"));
}

/* A parameter that is a text, into a buffer of `size` bytes. False where it does not fit; the buffer is then empty. */
static inline bool sim_param_text(sim_text request, const char *name, const char *preset, char *buffer, size_t size) {
    sim_text value = sim_param(request, name);
    size_t len = strlen(preset);
    if (value.len > 0) {
        return sim_json_text(value, buffer, size);
    }
    if (size > 0) {
        memcpy(buffer, preset, len < size ? len + 1 : 0);
        if (len >= size) {
            buffer[0] = 0;
        }
    }
    return len < size;
}

/* A parameter that is a list of numbers. Returns how many it has, of which at most `room` are written; 0 where the scene does
 * not give it. */
static inline size_t sim_param_numbers(sim_text request, const char *name, double *numbers, size_t room) {
    return sim_json_numbers(sim_param(request, name), numbers, room);
}

/* A sensor or an actuator in the frame's readings or commands, or one of its channels. Without one its length is 0. */
typedef struct sim_binding {
    size_t offset;
    size_t len;
} sim_binding;

static inline size_t sim_json_index(sim_text object, const char *name) {
    double number = 0;
    sim_json_number(sim_json_member(object, name), &number);
    return number > 0 && number < 4294967296.0 ? (size_t)number : 0;
}

/* A part of a list by name, or one of its channels. */
static inline sim_binding sim_bind_part(sim_text request, const char *list, const char *name) {
    sim_binding found = {0, 0};
    const char *dot = strrchr(name, '.');
    sim_text parts_json = sim_json_member(request, list);
    sim_json_walk parts, channels;
    size_t index = 0, len;
    char part[256];
    parts = sim_json_begin(parts_json);
    while (sim_json_next(&parts)) {
        if (sim_json_is(sim_json_member(parts.value, "name"), name)) {
            found.offset = sim_json_index(parts.value, "offset");
            found.len = sim_json_count(sim_json_member(parts.value, "channels"));
            return found;
        }
    }
    len = dot ? (size_t)(dot - name) : 0;
    if (!dot || len >= sizeof part) {
        return found;
    }
    memcpy(part, name, len);
    part[len] = 0;
    parts = sim_json_begin(parts_json);
    while (sim_json_next(&parts)) {
        if (!sim_json_is(sim_json_member(parts.value, "name"), part)) {
            continue;
        }
        channels = sim_json_begin(sim_json_member(parts.value, "channels"));
        while (sim_json_next(&channels)) {
            if (sim_json_is(sim_json_member(channels.value, "name"), dot + 1)) {
                found.offset = sim_json_index(parts.value, "offset") + index;
                found.len = 1;
                return found;
            }
            index++;
        }
        return found;
    }
    return found;
}

/* A sensor of the robot by name, or one of its channels: "range" or "gps.x" (parted at the last dot). */
static inline sim_binding sim_find_sensor(sim_text request, const char *name) {
    return sim_bind_part(request, "sensors", name);
}

/* An actuator of the robot by name, or one of its channels: "left_wheel" or "radio.word_0". */
static inline sim_binding sim_find_actuator(sim_text request, const char *name) {
    return sim_bind_part(request, "actuators", name);
}

/* Index of what has a name in a list of the request; -1 where there is none. */
static inline ptrdiff_t sim_find_named(sim_text list, const char *name) {
    sim_json_walk walk = sim_json_begin(list);
    ptrdiff_t index = 0;
    while (sim_json_next(&walk)) {
        if (sim_json_is(walk.value, name) || sim_json_is(sim_json_member(walk.value, "name"), name)) {
            return index;
        }
        index++;
    }
    return -1;
}

/* Index of a joint in the frame's joints; -1 where the robot has none of this name. */
static inline ptrdiff_t sim_find_joint(sim_text request, const char *name) {
    return sim_find_named(sim_json_member(request, "joints"), name);
}

/* An effect that a dynamics may consume. */
typedef struct sim_effect_binding {
    /* Index among the request's effects, to be declared as consumed; -1 where there is none. */
    ptrdiff_t index;
    /* Index of its first value in the frame's effects. */
    size_t offset;
    /* Number of its values. */
    size_t len;
} sim_effect_binding;

/* The next effect of a kind after the one with index `after` (-1: the first), such as "joint_velocity" of the joint
 * `target`, "link_wrench" of the link `target`, "custom" of the name `target`; "thrust", "wrench", "light" and "message"
 * have no target (""). */
static inline sim_effect_binding sim_find_effect(
    sim_text request, const char *kind, const char *target, ptrdiff_t after) {
    sim_effect_binding found = {-1, 0, 0};
    sim_json_walk parts = sim_json_begin(sim_json_member(request, "effects"));
    ptrdiff_t index = 0;
    for (; sim_json_next(&parts); index++) {
        sim_text what = sim_json_get(parts.value, "effect/kind");
        sim_text of = sim_json_member(what, kind);
        sim_json_walk fields = sim_json_begin(of);
        bool fits = *target ? sim_json_is(of, target) : sim_json_is(what, kind);
        while (!fits && *target && sim_json_next(&fields)) {
            fits = sim_json_is(fields.value, target);
        }
        if (fits && index > after) {
            found.index = index;
            found.offset = sim_json_index(parts.value, "offset");
            found.len = sim_json_count(sim_json_get(parts.value, "effect/channels"));
            return found;
        }
    }
    return found;
}

static inline sim_status sim_missing_at(
    const sim_reply *reply, const char *place, sim_text request, const char *list, const char *what, const char *name) {
    char message[160] = "there is no ";
    char help[512] = "known: ";
    char known[128];
    sim_json_walk walk = sim_json_begin(sim_json_member(request, list));
    size_t used = strlen(help), len;
    bool first = true;
    strncat(message, what, 32);
    strncat(message, " named `", 16);
    strncat(message, name, 80);
    strncat(message, "`", 2);
    while (sim_json_next(&walk)) {
        if (!sim_json_text(sim_json_member(walk.value, "name"), known, sizeof known)) {
            continue;
        }
        len = strlen(known);
        if (used + len + 3 >= sizeof help) {
            break;
        }
        if (!first) {
            memcpy(help + used, ", ", 2);
            used += 2;
        }
        memcpy(help + used, known, len + 1);
        used += len;
        first = false;
    }
    return sim_refuse_at(reply, place, SIM_CAUSE_BINDING, message, first ? "the robot has none" : help);
}

/* Refuses to be made because the robot lacks something; the message names what it has. */
#define sim_missing_sensor(reply, request, name) sim_missing_at(reply, SIM_HERE, request, "sensors", "sensor", name)
#define sim_missing_actuator(reply, request, name) \
    sim_missing_at(reply, SIM_HERE, request, "actuators", "actuator", name)
#define sim_missing_joint(reply, request, name) sim_missing_at(reply, SIM_HERE, request, "joints", "joint", name)

/* ---------------------------------------------------------------------------------------------------------------------
 * Writing JSON straight into a reply, and what a component declares. Nothing is allocated.
 * ------------------------------------------------------------------------------------------------------------------ */

/* Adds a string with its quotes. */
static inline void sim_say_string(const sim_reply *reply, const char *text) {
    static const char digits[] = "0123456789abcdef";
    const char *from = text;
    sim_say(reply, "\"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == '"' || c == '\\') {
            char escape[7] = {'\\', 'u', '0', '0', 0, 0, 0};
            escape[4] = digits[c >> 4];
            escape[5] = digits[c & 15];
            reply->bytes(reply->owner, sim_part_of((const uint8_t *)from, (const uint8_t *)text));
            sim_say(reply, escape);
            from = text + 1;
        }
    }
    sim_say(reply, from);
    sim_say(reply, "\"");
}

/* Adds a number so that it is read back as the same; what is not finite becomes null. */
static inline void sim_say_number(const sim_reply *reply, double number) {
    char text[40];
    char *from, *to;
    if (number - number != 0) {
        sim_say(reply, "null");
        return;
    }
    snprintf(text, sizeof text, "%.17g", number);
    /* The program may have set a locale with another decimal sign, of one byte or of several. */
    for (from = to = text; *from; from++) {
        if (strchr("0123456789+-.e", *from)) {
            *to++ = *from;
        } else if (to == text || to[-1] != '.') {
            *to++ = '.';
        }
    }
    *to = 0;
    sim_say(reply, text);
}

/* A declaration that is being written. Begin with sim_declare, end with sim_declared. What belongs to one group (channels,
 * effects, published values, memory, consumed effects, random streams, functions) is declared in one go, in the order of the
 * frame. */
typedef struct sim_declaration {
    const sim_reply *reply;
    const char *group;
    uint32_t groups;
    bool first;
    bool again;
} sim_declaration;

/* Smallest and largest value of a channel without limits. */
#define SIM_NO_MIN (-HUGE_VAL)
#define SIM_NO_MAX HUGE_VAL

static inline sim_declaration sim_declare(const sim_reply *reply) {
    sim_declaration declaration;
    memset(&declaration, 0, sizeof declaration);
    declaration.reply = reply;
    declaration.first = true;
    sim_say(reply, "{");
    return declaration;
}

static inline void sim_declare_end_group(sim_declaration *declaration) {
    if (declaration->group) {
        sim_say(declaration->reply, "]");
    }
    declaration->group = NULL;
}

static inline void sim_declare_name(sim_declaration *declaration, const char *name) {
    sim_declare_end_group(declaration);
    sim_say(declaration->reply, declaration->first ? "" : ",");
    declaration->first = false;
    sim_say_string(declaration->reply, name);
    sim_say(declaration->reply, ":");
}

static inline void sim_declare_in(sim_declaration *declaration, uint32_t number, const char *group) {
    if (declaration->group && strcmp(declaration->group, group) == 0) {
        sim_say(declaration->reply, ",");
        return;
    }
    declaration->again = declaration->again || (declaration->groups >> number & 1u);
    declaration->groups |= (uint32_t)1 << number;
    sim_declare_name(declaration, group);
    declaration->group = group;
    sim_say(declaration->reply, "[");
}

static inline void sim_say_channel(
    const sim_reply *reply, const char *name, const char *unit, double min, double max, double neutral) {
    sim_say(reply, "{\"name\":");
    sim_say_string(reply, name);
    sim_say(reply, ",\"unit\":");
    sim_say_string(reply, unit);
    if (min - min == 0) {
        sim_say(reply, ",\"min\":");
        sim_say_number(reply, min);
    }
    if (max - max == 0) {
        sim_say(reply, ",\"max\":");
        sim_say_number(reply, max);
    }
    sim_say(reply, ",\"neutral\":");
    sim_say_number(reply, neutral);
    sim_say(reply, "}");
}

/* A reading of a sensor or a command of an actuator: name, SI unit ("1" for a plain number), smallest and largest value
 * (SIM_NO_MIN, SIM_NO_MAX), and the value before the first reading or the safe command. */
static inline void sim_declare_channel(
    sim_declaration *declaration, const char *name, const char *unit, double min, double max, double neutral) {
    sim_declare_in(declaration, 0, "channels");
    sim_say_channel(declaration->reply, name, unit, min, max, neutral);
}

/* A value that the component publishes. */
static inline void sim_declare_published(sim_declaration *declaration, const char *name, const char *unit) {
    sim_declare_in(declaration, 1, "published");
    sim_say_channel(declaration->reply, name, unit, SIM_NO_MIN, SIM_NO_MAX, 0);
}

/* A value that a dynamics remembers, with its value at the start. */
static inline void sim_declare_memory(sim_declaration *declaration, const char *name, const char *unit, double start) {
    sim_declare_in(declaration, 2, "memory");
    sim_say_channel(declaration->reply, name, unit, SIM_NO_MIN, SIM_NO_MAX, start);
}

/* An effect of one value: "joint_velocity", "joint_position" or "joint_effort" of the joint `target`, "custom" of the name
 * `target`, or "thrust" with the target "". "joint_target" (5 values), "link_wrench" and "wrench" (6), "light" (4) and
 * "message" are declared with sim_declare_effect_json. */
static inline void sim_declare_effect(
    sim_declaration *declaration, const char *kind, const char *target, const char *channel, const char *unit) {
    const sim_reply *reply = declaration->reply;
    sim_declare_in(declaration, 3, "effects");
    sim_say(reply, "{\"kind\":");
    if (*target) {
        bool custom = strcmp(kind, "custom") == 0;
        sim_say(reply, "{");
        sim_say_string(reply, kind);
        sim_say(reply, custom ? ":" : ":{\"joint\":");
        sim_say_string(reply, target);
        sim_say(reply, custom ? "}" : "}}");
    } else {
        sim_say_string(reply, kind);
    }
    sim_say(reply, ",\"channels\":[");
    sim_say_channel(reply, channel, unit, SIM_NO_MIN, SIM_NO_MAX, 0);
    sim_say(reply, "]}");
}

/* An effect with several channels, as JSON: {"kind":…,"channels":[…]}. */
static inline void sim_declare_effect_json(sim_declaration *declaration, const char *json) {
    sim_declare_in(declaration, 3, "effects");
    sim_say(declaration->reply, json);
}

/* An effect that a dynamics consumes: the index that sim_find_effect has found. */
static inline void sim_declare_consumed(sim_declaration *declaration, ptrdiff_t index) {
    sim_declare_in(declaration, 4, "consumes");
    sim_say_number(declaration->reply, (double)index);
}

/* A random stream beyond the first. */
static inline void sim_declare_stream(sim_declaration *declaration, const char *name) {
    sim_declare_in(declaration, 5, "streams");
    sim_say_string(declaration->reply, name);
}

/* A function that services and the window may call: name, help, and parameters and results as JSON lists, such as
 * "[{\"name\":\"speed\",\"type\":\"float\"}]". */
static inline void sim_declare_function(
    sim_declaration *declaration, const char *name, const char *help, const char *parameters, const char *results) {
    const sim_reply *reply = declaration->reply;
    sim_declare_in(declaration, 6, "functions");
    sim_say(reply, "{\"name\":");
    sim_say_string(reply, name);
    sim_say(reply, ",\"help\":");
    sim_say_string(reply, help);
    sim_say(reply, ",\"parameters\":");
    sim_say(reply, parameters);
    sim_say(reply, ",\"results\":");
    sim_say(reply, results);
    sim_say(reply, "}");
}

/* How a dynamics' body may move: "fixed", "planar" or "full". */
static inline void sim_declare_freedom(sim_declaration *declaration, const char *freedom) {
    sim_declare_name(declaration, "freedom");
    sim_say_string(declaration->reply, freedom);
}

/* Period that the component asks for where the scene names none, s. */
static inline void sim_declare_period(sim_declaration *declaration, double period) {
    sim_declare_name(declaration, "period");
    sim_say_number(declaration->reply, period);
}

/* The component writes its state in `save`. */
static inline void sim_declare_saves(sim_declaration *declaration) {
    sim_declare_name(declaration, "saves");
    sim_say(declaration->reply, "true");
}

/* Any other field of a declaration, as JSON. */
static inline void sim_declare_field(sim_declaration *declaration, const char *name, const char *json) {
    sim_declare_name(declaration, name);
    sim_say(declaration->reply, json);
}

/* Ends the declaration. */
static inline sim_status sim_declared(sim_declaration *declaration) {
    sim_declare_end_group(declaration);
    sim_say(declaration->reply, "}");
    if (declaration->again) {
        return sim_refuse(
            declaration->reply, "a group of the declaration was begun twice", "declare what belongs together in one go");
    }
    return SIM_DONE;
}

/* Hands over an instance with the function table of its kind. What it has is declared apart, with sim_declare. From a reply that
 * is no refusal on, the host ends the instance. */
static inline void sim_hand_over(sim_created *created, void *instance, const void *table) {
    created->instance = instance;
    created->table = table;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * During a call: joints and other records, random numbers, rays, turning of vectors.
 * ------------------------------------------------------------------------------------------------------------------ */

/* Copies the record with an index out of rows, as much of it as the host knows; the rest is zero. */
static inline void sim_row_read(const void *data, size_t len, size_t stride, size_t index, void *record, size_t size) {
    memset(record, 0, size);
    if (index < len) {
        memcpy(record, (const uint8_t *)data + index * stride, stride < size ? stride : size);
    }
}

/* Changes the record with an index, as much of it as the host knows. */
static inline void sim_row_write(void *data, size_t len, size_t stride, size_t index, const void *record, size_t size) {
    if (index < len) {
        memcpy((uint8_t *)data + index * stride, record, stride < size ? stride : size);
    }
}

/* Reads a record of rows of any type: sim_row_get(frame->joints, 0, &joint). */
#define sim_row_get(rows, index, record) \
    sim_row_read((rows).data, (rows).len, (rows).stride, index, record, sizeof *(record))
/* Changes a record of rows of any type: sim_row_set(frame->joints, 0, &joint). */
#define sim_row_set(rows, index, record) \
    sim_row_write((rows).data, (rows).len, (rows).stride, index, record, sizeof *(record))

/* Publishes a value, by the order of declaration. */
static inline void sim_publish(const sim_call_frame *call, size_t index, double value) {
    if (index < call->published.len) {
        call->published.data[index] = value;
    }
}

static inline uint64_t sim_rotated(uint64_t word, unsigned bits) {
    return (word << bits) | (word >> (64 - bits));
}

/* The next 64 random bits of a stream (0: the component's own): xoshiro256++ (Blackman and Vigna, 2021). The host keeps the
 * stream, so that a run can be repeated; use no other source of random numbers. */
static inline uint64_t sim_random_bits(const sim_call_frame *call, size_t stream) {
    uint64_t *s, result, t;
    if (stream >= call->random.len) {
        return 0;
    }
    s = call->random.data[stream].words;
    result = sim_rotated(s[0] + s[3], 23) + s[0];
    t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = sim_rotated(s[3], 45);
    return result;
}

/* A random number in [low, high). */
static inline double sim_random(const sim_call_frame *call, size_t stream, double low, double high) {
    return low + (high - low) * ((double)(sim_random_bits(call, stream) >> 11) / 9007199254740992.0);
}

static inline sim_vec3 sim_vec(double x, double y, double z) {
    sim_vec3 vector;
    vector.x = x;
    vector.y = y;
    vector.z = z;
    return vector;
}

/* A vector turned by a unit quaternion: v + 2w(q × v) + 2q × (q × v). */
static inline sim_vec3 sim_turned(sim_quat q, sim_vec3 v) {
    sim_vec3 t = sim_vec(
        2 * (q.y * v.z - q.z * v.y), 2 * (q.z * v.x - q.x * v.z), 2 * (q.x * v.y - q.y * v.x));
    return sim_vec(
        v.x + q.w * t.x + q.y * t.z - q.z * t.y,
        v.y + q.w * t.y + q.z * t.x - q.x * t.z,
        v.z + q.w * t.z + q.x * t.y - q.y * t.x);
}

/* The product of two rotations: first `b`, then `a`. */
static inline sim_quat sim_turns(sim_quat a, sim_quat b) {
    sim_quat q;
    q.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    q.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    q.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
    q.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    return q;
}

/* A point of the frame `b` in the frame that `a_from_b` leads to. */
static inline sim_vec3 sim_point(sim_pose a_from_b, sim_vec3 point) {
    sim_vec3 turned = sim_turned(a_from_b.orientation, point);
    return sim_vec(
        a_from_b.position.x + turned.x, a_from_b.position.y + turned.y, a_from_b.position.z + turned.z);
}

/* a_from_c of a_from_b and b_from_c. */
static inline sim_pose sim_poses(sim_pose a_from_b, sim_pose b_from_c) {
    sim_pose pose;
    pose.position = sim_point(a_from_b, b_from_c.position);
    pose.orientation = sim_turns(a_from_b.orientation, b_from_c.orientation);
    return pose;
}

/* A filter that lets everything count but the asking robot itself. */
static inline sim_filter sim_everything(void) {
    sim_filter filter;
    memset(&filter, 0, sizeof filter);
    filter.size = sizeof filter;
    filter.categories = UINT32_MAX;
    filter.fixed = 1;
    filter.moving = 1;
    return filter;
}

/* Distance that a sensor measures along its x axis turned by `yaw` (rad, about its z axis): infinite where nothing is met
 * within `max_distance` (m). */
static inline double sim_distance(const sim_sensor_frame *frame, double yaw, double max_distance) {
    sim_pose world_from_sensor = sim_poses(frame->body->pose, frame->mount);
    sim_vec3 direction = sim_vec(cos(yaw), sin(yaw), 0);
    sim_filter filter = sim_everything();
    double distance = HUGE_VAL;
    sim_vectors directions;
    sim_numbers_out distances;
    directions.data = &direction;
    directions.len = 1;
    distances.data = &distance;
    distances.len = 1;
    frame->world->cast_fan(frame->call->context, &world_from_sensor, directions, max_distance, &filter, distances);
    return distance;
}

/* Sends a request of a service as JSON, such as {"request":"stop","reason":"…"}; the answer or the fault's message goes into
 * `buffer`. */
static inline sim_status sim_request(const sim_service_frame *frame, const char *json, char *buffer, size_t size) {
    sim_taken taken;
    sim_reply reply = sim_reply_into(&taken, buffer, size);
    return frame->service->request(frame->call->context, sim_text_of(json), &reply);
}

/* ---------------------------------------------------------------------------------------------------------------------
 * What a library exports: the stamp, the manifest as data, the module. Numbers are written as JSON writes them (0.5, not .5),
 * texts without quotes and backslashes within them.
 * ------------------------------------------------------------------------------------------------------------------ */

#if defined(__GNUC__)
/* A manifest is one text, and may be longer than the 4095 characters that every compiler must take. */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif

#if defined(_WIN32)
#define SIM_EXPORTED __declspec(dllexport)
#elif defined(__GNUC__)
#define SIM_EXPORTED __attribute__((visibility("default")))
#else
#define SIM_EXPORTED
#endif

#if defined(__cplusplus)
#define SIM_C extern "C"
#else
#define SIM_C extern
#endif

#define SIM_QUOTED_(text) #text
#define SIM_QUOTED(text) SIM_QUOTED_(text)

/* One to twelve texts with commas between them. */
#define SIM_LIST(...) \
    SIM_PICK(__VA_ARGS__, SIM_L12, SIM_L11, SIM_L10, SIM_L9, SIM_L8, SIM_L7, SIM_L6, SIM_L5, SIM_L4, SIM_L3, SIM_L2, SIM_L1, 0) \
    (__VA_ARGS__)
#define SIM_PICK(a, b, c, d, e, f, g, h, i, j, k, l, pick, ...) pick
#define SIM_L1(a) a
#define SIM_L2(a, b) a "," b
#define SIM_L3(a, b, c) SIM_L2(a, b) "," c
#define SIM_L4(a, b, c, d) SIM_L3(a, b, c) "," d
#define SIM_L5(a, b, c, d, e) SIM_L4(a, b, c, d) "," e
#define SIM_L6(a, b, c, d, e, f) SIM_L5(a, b, c, d, e) "," f
#define SIM_L7(a, b, c, d, e, f, g) SIM_L6(a, b, c, d, e, f) "," g
#define SIM_L8(a, b, c, d, e, f, g, h) SIM_L7(a, b, c, d, e, f, g) "," h
#define SIM_L9(a, b, c, d, e, f, g, h, i) SIM_L8(a, b, c, d, e, f, g, h) "," i
#define SIM_L10(a, b, c, d, e, f, g, h, i, j) SIM_L9(a, b, c, d, e, f, g, h, i) "," j
#define SIM_L11(a, b, c, d, e, f, g, h, i, j, k) SIM_L10(a, b, c, d, e, f, g, h, i, j) "," k
#define SIM_L12(a, b, c, d, e, f, g, h, i, j, k, l) SIM_L11(a, b, c, d, e, f, g, h, i, j, k) "," l

/* A parameter that is a number: name, default, unit, smallest and largest value, help. */
#define SIM_NUMBER(name, preset, unit, min, max, help) \
    "\"" name "\":{\"type\":\"number\",\"default\":" SIM_QUOTED(preset) ",\"x-unit\":\"" unit "\",\"minimum\":" SIM_QUOTED( \
        min) ",\"maximum\":" SIM_QUOTED(max) ",\"description\":\"" help "\"}"
/* A parameter that is any number. */
#define SIM_ANY_NUMBER(name, preset, unit, help) \
    "\"" name "\":{\"type\":\"number\",\"default\":" SIM_QUOTED(preset) ",\"x-unit\":\"" unit \
    "\",\"description\":\"" help "\"}"
/* A parameter that is a whole number. */
#define SIM_INTEGER(name, preset, min, max, help) \
    "\"" name "\":{\"type\":\"integer\",\"default\":" SIM_QUOTED(preset) ",\"minimum\":" SIM_QUOTED( \
        min) ",\"maximum\":" SIM_QUOTED(max) ",\"description\":\"" help "\"}"
/* A parameter that is true or false; the default is written `"true"` or `"false"`. */
#define SIM_FLAG(name, preset, help) \
    "\"" name "\":{\"type\":\"boolean\",\"default\":" preset ",\"description\":\"" help "\"}"
/* A parameter that is a text. */
#define SIM_STRING(name, preset, help) \
    "\"" name "\":{\"type\":\"string\",\"default\":\"" preset "\",\"description\":\"" help "\"}"
/* A parameter that is a list of numbers; the default is written as JSON: "[0.5, 1]". */
#define SIM_NUMBERS(name, preset, unit, help) \
    "\"" name "\":{\"type\":\"array\",\"items\":{\"type\":\"number\"},\"default\":" preset ",\"x-unit\":\"" unit \
    "\",\"description\":\"" help "\"}"

/* The parameters of a component, and a component without parameters. */
#define SIM_PARAMETERS(...) SIM_SCHEMA(SIM_LIST(__VA_ARGS__))
#define SIM_NO_PARAMETERS SIM_SCHEMA("")
#define SIM_SCHEMA(properties) "{\"type\":\"object\",\"properties\":{" properties "},\"additionalProperties\":false}"

/* A component: kind ("controller", "sensor", "actuator", "dynamics", "robot", "service"), id (`family/name` in lower case),
 * help, and its parameters. */
#define SIM_COMPONENT(kind, id, help, parameters) \
    "{\"id\":\"" id "\",\"kind\":\"" kind "\",\"help\":\"" help "\",\"schema\":" parameters "}"

/* Marks the library as a plugin: the first thing that the host reads of the file. */
#define SIM_PLUGIN_STAMP \
    SIM_C SIM_EXPORTED const sim_abi_stamp SIM_PLUGIN_ABI; \
    const sim_abi_stamp SIM_PLUGIN_ABI = { \
        {'S', 'I', 'M', 'P', 'L', 'U', 'G', 0}, SIM_ABI_MAJOR, SIM_ABI_MINOR, 1, {0, 0, 0, 0, 0, 0, 0}}

/* What a library says in other languages: its sentence, help of components and of their parameters, functions and channels.
 * A text as the library says it, and its translation; up to twelve translations, which count as one where a list takes no more
 * than twelve; the translations into one language, by its code in ISO 639-1; all languages. */
#define SIM_TRANSLATION(text, translation) "\"" text "\":\"" translation "\""
#define SIM_TRANSLATIONS(...) SIM_LIST(__VA_ARGS__)
#define SIM_LANGUAGE(code, ...) "\"" code "\":{" SIM_LIST(__VA_ARGS__) "}"
#define SIM_TEXTS(...) ",\"texts\":{" SIM_LIST(__VA_ARGS__) "}"

/* The manifest: name and version of the library, licence (SPDX) and one sentence, and its components. */
#define SIM_PLUGIN_DATA(name, version, license, description, ...) \
    SIM_PLUGIN_DATA_WITH_TEXTS(name, version, license, description, "", __VA_ARGS__)
/* The same with texts in other languages: SIM_TEXTS. */
#define SIM_PLUGIN_DATA_WITH_TEXTS(name, version, license, description, texts, ...) \
    SIM_C SIM_EXPORTED const char SIM_PLUGIN_MANIFEST[]; \
    const char SIM_PLUGIN_MANIFEST[] = "{\"name\":\"" name "\",\"version\":\"" version "\",\"license\":\"" license \
        "\",\"description\":\"" description "\",\"components\":[" SIM_LIST(__VA_ARGS__) "]" texts "}"

/* Makes the file a plugin library: manifest, stamp, and the module with the author's function `create`, which makes a
 * component. */
#define SIM_PLUGIN_LIBRARY(create, name, version, license, description, ...) \
    SIM_PLUGIN_LIBRARY_WITH_TEXTS(create, name, version, license, description, "", __VA_ARGS__)
/* The same with texts in other languages: SIM_TEXTS. */
#define SIM_PLUGIN_LIBRARY_WITH_TEXTS(create, name, version, license, description, texts, ...) \
    SIM_PLUGIN_DATA_WITH_TEXTS(name, version, license, description, texts, __VA_ARGS__); \
    static sim_status sim_describe(const sim_reply *reply) { return sim_answer(reply, SIM_PLUGIN_MANIFEST); } \
    SIM_PLUGIN_STAMP; \
    SIM_C SIM_EXPORTED const sim_module SIM_PLUGIN; \
    const sim_module SIM_PLUGIN = {sizeof(sim_module), sim_describe, create}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SIM_H */
