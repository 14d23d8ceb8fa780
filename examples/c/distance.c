/* A service that watches how far the first robot has come, logs every meter, and ends the run at the goal. */
#include "sim.h"

typedef struct {
    double goal, told;
} distance;

static sim_status step(void *self, const sim_service_frame *frame) {
    distance *d = (distance *)self;
    sim_body_state state;
    char text[256];
    sim_taken taken;
    sim_reply reply = sim_reply_into(&taken, text, sizeof text);
    double x, y, far;
    if (frame->service->robot_count(frame->call->context) == 0) {
        return sim_fail(frame->call, "there is no robot to watch", "put one into the scene");
    }
    if (frame->service->robot_state(frame->call->context, 0, &state, &reply) != SIM_DONE) {
        return sim_fail(frame->call, text, "");
    }
    x = state.pose.position.x;
    y = state.pose.position.y;
    far = sqrt(x * x + y * y);
    sim_publish(frame->call, 0, far);
    if (far >= d->told + 1) {
        d->told = floor(far);
        snprintf(text, sizeof text, "%.0f m from the origin at %.2f s", d->told, frame->call->time);
        sim_log(frame->call, SIM_LOG_INFO, text);
    }
    if (far >= d->goal &&
        sim_request(frame, "{\"request\":\"stop\",\"reason\":\"the goal is reached\"}", text, sizeof text)) {
        return sim_fail(frame->call, text, "");
    }
    return SIM_DONE;
}

static sim_status end(void *self, const sim_reply *reply) {
    (void)reply;
    free(self);
    return SIM_DONE;
}

static const sim_common_table common = {sizeof(sim_common_table), NULL, NULL, NULL, end};
static const sim_service_table table = {sizeof(sim_service_table), &common, step, NULL, NULL, NULL, NULL};

static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply) {
    distance *made = (distance *)calloc(1, sizeof *made);
    sim_declaration declaration = sim_declare(reply);
    (void)kind, (void)id;
    if (!made) {
        return sim_refuse(reply, "there is no memory", "");
    }
    made->goal = sim_param_number(request, "goal", 5);
    sim_hand_over(created, made, &table);
    sim_declare_published(&declaration, "distance", "m");
    return sim_declared(&declaration);
}

SIM_PLUGIN_LIBRARY(create, "example-c-distance", "1.0.0", "MIT OR Apache-2.0", "A service in C.",
    SIM_COMPONENT("service", "example-c/distance", "Ends the run when the first robot is far from the origin.",
        SIM_PARAMETERS(SIM_NUMBER("goal", 5.0, "m", 0, 1e6, "Distance at which the run ends."))));
