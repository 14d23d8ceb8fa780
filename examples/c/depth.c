/* A sensor of depth: how far it is below the free surface of the medium around it; 0 in the open air. */
#include "sim.h"

typedef struct {
    double offset, deepest;
} depth;

static sim_status step(void *self, const sim_sensor_frame *frame) {
    const depth *d = (const depth *)self;
    sim_pose world_from_sensor = sim_poses(frame->body->pose, frame->mount);
    sim_medium medium = {sizeof(sim_medium), 0, 0, 0, {0, 0, 0}};
    double below;
    frame->world->medium(frame->call->context, &world_from_sensor.position, &medium);
    below = medium.surface_height - world_from_sensor.position.z + d->offset;
    /* Without a free surface, its height is infinite. */
    frame->output.data[0] = !(below > 0) || below == HUGE_VAL ? 0 : below < d->deepest ? below : d->deepest;
    return SIM_DONE;
}

static sim_status end(void *self, const sim_reply *reply) {
    (void)reply;
    free(self);
    return SIM_DONE;
}

static const sim_common_table common = {sizeof(sim_common_table), NULL, NULL, NULL, end};
static const sim_sensor_table table = {sizeof(sim_sensor_table), &common, step};

static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply) {
    depth *made = (depth *)malloc(sizeof *made);
    sim_declaration declaration = sim_declare(reply);
    (void)kind, (void)id;
    if (!made) {
        return sim_refuse(reply, "there is no memory", "");
    }
    made->offset = sim_param_number(request, "offset", 0);
    made->deepest = sim_param_number(request, "deepest", 300);
    sim_hand_over(created, made, &table);
    sim_declare_channel(&declaration, "depth", "m", 0, made->deepest, 0);
    sim_declare_period(&declaration, 0.1);
    return sim_declared(&declaration);
}

SIM_PLUGIN_LIBRARY(create, "example-c-depth", "1.0.0", "MIT OR Apache-2.0", "A sensor in C.",
    SIM_COMPONENT("sensor", "example-c/depth", "Depth below the free surface.",
        SIM_PARAMETERS(
            SIM_NUMBER("offset", 0.0, "m", -10, 10, "Added to what it measures."),
            SIM_NUMBER("deepest", 300.0, "m", 0.1, 11000, "Greatest depth that it can tell."))));
