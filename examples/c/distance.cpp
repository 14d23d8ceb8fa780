// A service in C++ that watches how far the first robot has come, logs every meter, and ends the run at the goal.
#include "sim.h"
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace {

class Distance {
public:
    explicit Distance(sim_text request) : goal_(sim_param_number(request, "goal", 5)) {}

    void step(const sim_service_frame &frame) {
        const double far = distance(frame);
        sim_publish(frame.call, 0, far);
        char text[256];
        if (far >= told_ + 1) {
            told_ = std::floor(far);
            std::snprintf(text, sizeof text, "%.0f m from the origin at %.2f s", told_, frame.call->time);
            sim_log(frame.call, SIM_LOG_INFO, text);
        }
        const char *stop = R"({"request":"stop","reason":"the goal is reached"})";
        if (far >= goal_ && sim_request(&frame, stop, text, sizeof text)) {
            throw std::runtime_error(text);
        }
    }

private:
    static double distance(const sim_service_frame &frame) {
        if (frame.service->robot_count(frame.call->context) == 0) {
            throw std::runtime_error("there is no robot to watch");
        }
        char text[256];
        sim_taken taken;
        const sim_reply reply = sim_reply_into(&taken, text, sizeof text);
        sim_body_state state;
        if (frame.service->robot_state(frame.call->context, 0, &state, &reply) != SIM_DONE) {
            throw std::runtime_error(text);
        }
        return std::hypot(state.pose.position.x, state.pose.position.y);
    }

    double goal_, told_ = 0; // m
};

sim_status step(void *self, const sim_service_frame *frame) {
    try {
        static_cast<Distance *>(self)->step(*frame);
        return SIM_DONE;
    } catch (const std::exception &error) {
        return sim_fail(frame->call, error.what(), "");
    }
}

sim_status end(void *self, const sim_reply *) {
    delete static_cast<Distance *>(self);
    return SIM_DONE;
}

const sim_common_table common = {sizeof(sim_common_table), nullptr, nullptr, nullptr, end};
const sim_service_table table = {sizeof(sim_service_table), &common, step, nullptr, nullptr, nullptr, nullptr};

sim_status create(uint32_t, sim_text, sim_text request, sim_created *created, const sim_reply *reply) {
    try {
        std::unique_ptr<Distance> made(new Distance(request));
        sim_declaration declaration = sim_declare(reply);
        sim_declare_published(&declaration, "distance", "m");
        sim_hand_over(created, made.release(), &table);
        return sim_declared(&declaration);
    } catch (const std::exception &error) {
        return sim_refuse(reply, error.what(), "");
    }
}

} // namespace

SIM_PLUGIN_LIBRARY(create, "example-cpp-distance", "1.0.0", "MIT OR Apache-2.0", "A service in C++.",
    SIM_COMPONENT("service", "example-cpp/distance", "Ends the run when the first robot is far from the origin.",
        SIM_PARAMETERS(SIM_NUMBER("goal", 5.0, "m", 0, 1e6, "Distance at which the run ends."))));
