// An actuator in C++: a wheel that follows its command (rad/s) with a lag, as a small motor does.
#include "sim.h"
#include <cstring>
#include <exception>

namespace {

class Wheel {
public:
    explicit Wheel(sim_text request) : lag_(sim_param_number(request, "lag", 0.05)) {}

    void step(const sim_actuator_frame &frame) {
        const double dt = frame.call->period;
        // Backward Euler of v' = (command - v)/lag: stable for every lag.
        speed_ += (frame.commands.data[0] - speed_) * dt / (lag_ + dt);
        frame.effects.data[0] = speed_;
    }

    sim_status save(const sim_reply *reply) const { return sim_answer_bytes(reply, &speed_, sizeof speed_); }

    sim_status restore(sim_text bytes, const sim_reply *reply) {
        if (bytes.len != sizeof speed_) {
            return sim_refuse(reply, "the saved state has another size", "it was saved by another version; start anew");
        }
        std::memcpy(&speed_, bytes.data, sizeof speed_);
        return SIM_DONE;
    }

private:
    double lag_, speed_ = 0; // s, rad/s
};

sim_status step(void *self, const sim_actuator_frame *frame) {
    static_cast<Wheel *>(self)->step(*frame);
    return SIM_DONE;
}

sim_status save(void *self, const sim_reply *reply) { return static_cast<Wheel *>(self)->save(reply); }

sim_status restore(void *self, sim_text bytes, const sim_reply *reply) {
    return static_cast<Wheel *>(self)->restore(bytes, reply);
}

sim_status end(void *self, const sim_reply *) {
    delete static_cast<Wheel *>(self);
    return SIM_DONE;
}

const sim_common_table common = {sizeof(sim_common_table), save, restore, nullptr, end};
const sim_actuator_table table = {sizeof(sim_actuator_table), &common, step};

sim_status create(uint32_t, sim_text, sim_text request, sim_created *created, const sim_reply *reply) {
    char joint[64];
    if (!sim_param_text(request, "joint", "left_wheel", joint, sizeof joint)) {
        return sim_refuse_parameters(reply, "the name of the joint is longer than 63 bytes", "give it a shorter name");
    }
    if (sim_find_joint(request, joint) < 0) {
        return sim_missing_joint(reply, request, joint);
    }
    const double fastest = sim_param_number(request, "fastest", 30);
    sim_declaration declaration = sim_declare(reply);
    try {
        sim_declare_channel(&declaration, "speed", "rad/s", -fastest, fastest, 0);
        sim_declare_effect(&declaration, "joint_velocity", joint, "velocity", "rad/s");
        sim_declare_saves(&declaration);
        sim_hand_over(created, new Wheel(request), &table);
        return sim_declared(&declaration);
    } catch (const std::exception &error) {
        return sim_refuse(reply, error.what(), "");
    }
}

} // namespace

SIM_PLUGIN_LIBRARY(create, "example-cpp-wheel", "1.0.0", "MIT OR Apache-2.0", "An actuator in C++.",
    SIM_COMPONENT("actuator", "example-cpp/wheel", "A wheel that follows its command with a lag.",
        SIM_PARAMETERS(
            SIM_STRING("joint", "left_wheel", "Joint that it turns."),
            SIM_NUMBER("lag", 0.05, "s", 0, 10, "Time constant."),
            SIM_NUMBER("fastest", 30.0, "rad/s", 0.1, 1000, "Largest speed."))));
