/* An actuator: a wheel that follows its command (rad/s) with a lag, as a small motor does. */
#include "sim.h"

typedef struct {
    double lag, speed; /* s, rad/s */
} wheel;

static sim_status step(void *self, const sim_actuator_frame *frame) {
    wheel *w = (wheel *)self;
    double dt = frame->call->period;
    /* Backward Euler of v' = (command - v)/lag: stable for every lag. */
    w->speed += (frame->commands.data[0] - w->speed) * dt / (w->lag + dt);
    frame->effects.data[0] = w->speed;
    return SIM_DONE;
}

static sim_status save(void *self, const sim_reply *reply) {
    return sim_answer_bytes(reply, &((wheel *)self)->speed, sizeof(double));
}

static sim_status restore(void *self, sim_text bytes, const sim_reply *reply) {
    if (bytes.len != sizeof(double)) {
        return sim_refuse(reply, "the saved state has another size", "it was saved by another version; start anew");
    }
    memcpy(&((wheel *)self)->speed, bytes.data, bytes.len);
    return SIM_DONE;
}

static sim_status end(void *self, const sim_reply *reply) {
    (void)reply;
    free(self);
    return SIM_DONE;
}

static const sim_common_table common = {sizeof(sim_common_table), save, restore, NULL, end};
static const sim_actuator_table table = {sizeof(sim_actuator_table), &common, step};

static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply) {
    char joint[64];
    double fastest = sim_param_number(request, "fastest", 30);
    wheel *made;
    sim_declaration declaration;
    (void)kind, (void)id;
    if (!sim_param_text(request, "joint", "left_wheel", joint, sizeof joint)) {
        return sim_refuse_parameters(reply, "the name of the joint is longer than 63 bytes", "give it a shorter name");
    }
    if (sim_find_joint(request, joint) < 0) {
        return sim_missing_joint(reply, request, joint);
    }
    if (!(made = (wheel *)malloc(sizeof *made))) {
        return sim_refuse(reply, "there is no memory", "");
    }
    made->lag = sim_param_number(request, "lag", 0.05);
    made->speed = 0;
    sim_hand_over(created, made, &table);
    declaration = sim_declare(reply);
    sim_declare_channel(&declaration, "speed", "rad/s", -fastest, fastest, 0);
    sim_declare_effect(&declaration, "joint_velocity", joint, "velocity", "rad/s");
    sim_declare_saves(&declaration);
    return sim_declared(&declaration);
}

SIM_PLUGIN_LIBRARY(create, "example-c-wheel", "1.0.0", "MIT OR Apache-2.0", "An actuator in C.",
    SIM_COMPONENT("actuator", "example-c/wheel", "A wheel that follows its command with a lag.",
        SIM_PARAMETERS(
            SIM_STRING("joint", "left_wheel", "Joint that it turns."),
            SIM_NUMBER("lag", 0.05, "s", 0, 10, "Time constant."),
            SIM_NUMBER("fastest", 30.0, "rad/s", 0.1, 1000, "Largest speed."))));
