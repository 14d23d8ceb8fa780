/* A controller on two wheels: drives ahead and turns on the spot, always the same way, while something is near. */
#include "sim.h"

typedef struct {
    sim_binding range, left, right;
    double cruise, near;
    uint32_t turning; /* steps for which it goes on turning; its whole memory */
} avoid;

static sim_status step(void *self, const sim_controller_frame *frame) {
    avoid *a = (avoid *)self;
    const double *range = frame->readings.data + a->range.offset;
    size_t ray;
    for (ray = 0; ray < a->range.len; ray++) { /* counterclockwise from ahead: those of the front quarter count */
        int ahead = 8 * ray <= a->range.len || 8 * ray >= 7 * a->range.len;
        if (ahead && range[ray] < a->near) {
            a->turning = 20;
        }
    }
    a->turning -= a->turning > 0;
    frame->commands.data[a->left.offset] = a->cruise;
    frame->commands.data[a->right.offset] = a->turning ? -a->cruise : a->cruise;
    sim_publish(frame->call, 0, a->turning);
    return SIM_DONE;
}

static sim_status save(void *self, const sim_reply *reply) {
    return sim_answer_bytes(reply, &((avoid *)self)->turning, sizeof(uint32_t));
}

static sim_status restore(void *self, sim_text bytes, const sim_reply *reply) {
    if (bytes.len != sizeof(uint32_t)) {
        return sim_refuse(reply, "the saved state has another size", "it was saved by another version; start anew");
    }
    memcpy(&((avoid *)self)->turning, bytes.data, bytes.len);
    return SIM_DONE;
}

static sim_status end(void *self, const sim_reply *reply) {
    (void)reply;
    free(self);
    return SIM_DONE;
}

static const sim_common_table common = {sizeof(sim_common_table), save, restore, NULL, end};
static const sim_controller_table table = {sizeof(sim_controller_table), &common, step};

static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply) {
    avoid made = {{0, 0}, {0, 0}, {0, 0}, 0, 0, 0}, *kept;
    sim_declaration declaration;
    (void)kind, (void)id; /* the library has one component */
    made.cruise = sim_param_number(request, "cruise", 8);
    made.near = sim_param_number(request, "near", 0.2);
    made.range = sim_find_sensor(request, "range");
    made.left = sim_find_actuator(request, "left_wheel");
    made.right = sim_find_actuator(request, "right_wheel");
    if (!made.range.len) {
        return sim_missing_sensor(reply, request, "range");
    }
    if (!made.left.len || !made.right.len) {
        return sim_missing_actuator(reply, request, made.left.len ? "right_wheel" : "left_wheel");
    }
    if (!(kept = (avoid *)malloc(sizeof made))) {
        return sim_refuse(reply, "there is no memory", "");
    }
    *kept = made;
    sim_hand_over(created, kept, &table);
    declaration = sim_declare(reply);
    sim_declare_published(&declaration, "turning", "1");
    sim_declare_saves(&declaration);
    return sim_declared(&declaration);
}

SIM_PLUGIN_LIBRARY(create, "example-c-avoid", "1.0.0", "MIT OR Apache-2.0", "A controller in C.",
    SIM_COMPONENT("controller", "example-c/avoid", "Drives ahead and turns while something is near.",
        SIM_PARAMETERS(
            SIM_NUMBER("cruise", 8.0, "rad/s", 0, 30, "Speed of the wheels on a free path."),
            SIM_NUMBER("near", 0.2, "m", 0, 5, "Distance at which it turns."))));
