/* Sensors that each break one rule, for the test of the checks. */
#include "sim.h"

static int steps = 0; /* shared by all instances, which is the mistake of `bad/shared` */

static sim_status fine(void *self, const sim_sensor_frame *frame) {
    (void)self;
    frame->output.data[0] = 0.5;
    return SIM_DONE;
}

static sim_status shared(void *self, const sim_sensor_frame *frame) {
    (void)self;
    frame->output.data[0] = 0.001 * ++steps;
    return SIM_DONE;
}

static sim_status not_finite(void *self, const sim_sensor_frame *frame) {
    (void)self;
    frame->output.data[0] = sqrt(-1.0);
    return SIM_DONE;
}

static sim_status beyond(void *self, const sim_sensor_frame *frame) {
    (void)self;
    frame->output.data[0] = 1.5;
    return SIM_DONE;
}

static sim_status failing(void *self, const sim_sensor_frame *frame) {
    (void)self;
    return sim_fail(frame->call, "the lens is dirty", "wipe it");
}

static const sim_sensor_table tables[] = {
    {sizeof(sim_sensor_table), NULL, fine},   {sizeof(sim_sensor_table), NULL, shared},
    {sizeof(sim_sensor_table), NULL, not_finite}, {sizeof(sim_sensor_table), NULL, beyond},
    {sizeof(sim_sensor_table), NULL, failing},
};

static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply) {
    static const char *const ids[] = {"bad/default", "bad/shared", "bad/not-finite", "bad/beyond", "bad/failing"};
    sim_declaration declaration;
    size_t i, table = 0;
    (void)kind;
    for (i = 0; i < sizeof ids / sizeof *ids; i++) {
        table = sim_text_is(id, ids[i]) ? i : table;
    }
    if (sim_text_is(id, "bad/binding") && sim_find_joint(request, "tail") < 0) {
        return sim_missing_joint(reply, request, "tail");
    }
    if (sim_text_is(id, "bad/refusing")) {
        return sim_refuse(reply, "not today", "");
    }
    if (!sim_text_is(id, "bad/table")) {
        sim_hand_over(created, NULL, &tables[table]);
    }
    declaration = sim_declare(reply);
    sim_declare_channel(&declaration, "value", sim_text_is(id, "bad/unit") ? "" : "1", 0, 1, 0);
    if (sim_text_is(id, "bad/twice")) {
        sim_declare_channel(&declaration, "value", "1", 0, 1, 0);
    }
    return sim_declared(&declaration);
}

SIM_PLUGIN_LIBRARY(create, "bad", "1.0.0", "MIT", "Sensors that break rules.",
    SIM_COMPONENT("sensor", "bad/default", "x", SIM_PARAMETERS(SIM_NUMBER("a", 9, "m", 0, 1, "x"))),
    SIM_COMPONENT("sensor", "bad/shared", "x", SIM_NO_PARAMETERS),
    SIM_COMPONENT("sensor", "bad/not-finite", "x", SIM_NO_PARAMETERS),
    SIM_COMPONENT("sensor", "bad/beyond", "x", SIM_NO_PARAMETERS),
    SIM_COMPONENT("sensor", "bad/failing", "x", SIM_NO_PARAMETERS),
    SIM_COMPONENT("sensor", "bad/binding", "x", SIM_NO_PARAMETERS),
    SIM_COMPONENT("sensor", "bad/refusing", "x", SIM_NO_PARAMETERS),
    SIM_COMPONENT("sensor", "bad/table", "x", SIM_NO_PARAMETERS),
    SIM_COMPONENT("sensor", "bad/unit", "x", SIM_NO_PARAMETERS),
    SIM_COMPONENT("sensor", "bad/twice", "x", SIM_NO_PARAMETERS),
    SIM_COMPONENT("sensor", "bad/open", "x", "{\"type\":\"object\",\"properties\":{}}"));
