/* Dynamics of a unicycle: speed and yaw rate are those of two wheels that roll without slip. It keeps nothing in its
 * instance: each step is a function of what the host owns. */
#include "sim.h"

typedef struct {
    double radius, track; /* m */
    sim_effect_binding wheels[2];
    ptrdiff_t joints[2];
} unicycle;

static sim_status step(void *self, const sim_dynamics_frame *frame) {
    const unicycle *u = (const unicycle *)self;
    double dt = frame->call->period, wanted[2], speed, rate, yaw, half;
    sim_body_state *body = frame->body;
    sim_quat q = body->pose.orientation, turn = {0, 0, 0, 1};
    sim_joint_state joint;
    int i;
    for (i = 0; i < 2; i++) {
        wanted[i] = frame->effects.data[u->wheels[i].offset];
        sim_row_get(frame->joints, (size_t)u->joints[i], &joint);
        joint.position += wanted[i] * dt;
        joint.velocity = wanted[i];
        sim_row_set(frame->joints, (size_t)u->joints[i], &joint);
    }
    speed = u->radius * (wanted[0] + wanted[1]) / 2;
    rate = u->radius * (wanted[1] - wanted[0]) / u->track;
    /* Midpoint rule: along the heading in the middle of the step. */
    half = rate * dt / 2;
    yaw = atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z)) + half;
    body->linear_velocity = sim_vec(speed * cos(yaw), speed * sin(yaw), 0);
    body->angular_velocity = sim_vec(0, 0, rate);
    body->pose.position.x += body->linear_velocity.x * dt;
    body->pose.position.y += body->linear_velocity.y * dt;
    turn.z = sin(half);
    turn.w = cos(half);
    body->pose.orientation = sim_turns(turn, q);
    return SIM_DONE;
}

static sim_status end(void *self, const sim_reply *reply) {
    (void)reply;
    free(self);
    return SIM_DONE;
}

static const sim_common_table common = {sizeof(sim_common_table), NULL, NULL, NULL, end};
static const sim_dynamics_table table = {sizeof(sim_dynamics_table), &common, step};

static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply) {
    static const char *const names[2] = {"left_wheel", "right_wheel"};
    unicycle *made = (unicycle *)calloc(1, sizeof *made);
    sim_declaration declaration = sim_declare(reply);
    int i;
    (void)kind, (void)id;
    if (!made) {
        return sim_refuse(reply, "there is no memory", "");
    }
    made->radius = sim_param_number(request, "wheel_radius", 0.021);
    made->track = sim_param_number(request, "track", 0.14);
    for (i = 0; i < 2; i++) {
        made->joints[i] = sim_find_joint(request, names[i]);
        made->wheels[i] = sim_find_effect(request, "joint_velocity", names[i], -1);
        if (made->joints[i] < 0 || made->wheels[i].index < 0) {
            free(made);
            return sim_missing_joint(reply, request, names[i]);
        }
        sim_declare_consumed(&declaration, made->wheels[i].index);
    }
    sim_hand_over(created, made, &table);
    sim_declare_freedom(&declaration, "planar");
    return sim_declared(&declaration);
}

SIM_PLUGIN_LIBRARY(create, "example-c-unicycle", "1.0.0", "MIT OR Apache-2.0", "A dynamics in C.",
    SIM_COMPONENT("dynamics", "example-c/unicycle", "Two wheels that roll without slip.",
        SIM_PARAMETERS(
            SIM_NUMBER("wheel_radius", 0.021, "m", 0.001, 10, "Radius of the wheels."),
            SIM_NUMBER("track", 0.14, "m", 0.001, 10, "Distance of the wheels from each other."))));
