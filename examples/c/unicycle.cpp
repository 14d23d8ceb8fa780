// Dynamics of a unicycle in C++: two wheels that roll without slip. Each step is a function of what the host owns.
#include "sim.h"
#include <cmath>
#include <exception>

namespace {

struct Wheel {
    sim_effect_binding effect;
    ptrdiff_t joint;
    Wheel(sim_text request, const char *name)
        : effect(sim_find_effect(request, "joint_velocity", name, -1)), joint(sim_find_joint(request, name)) {}

    bool found() const { return joint >= 0 && effect.index >= 0; }

    // Turns its joint with the wanted speed, rad/s, and returns that.
    double turn(const sim_dynamics_frame &frame) const {
        const double wanted = frame.effects.data[effect.offset];
        sim_joint_state state;
        sim_row_get(frame.joints, static_cast<size_t>(joint), &state);
        state.position += wanted * frame.call->period;
        state.velocity = wanted;
        sim_row_set(frame.joints, static_cast<size_t>(joint), &state);
        return wanted;
    }
};

struct Unicycle {
    double radius, track; // m
    Wheel left, right;
    void step(const sim_dynamics_frame &frame) const {
        const double dt = frame.call->period, l = left.turn(frame), r = right.turn(frame);
        const double speed = radius * (l + r) / 2, rate = radius * (r - l) / track, half = rate * dt / 2;
        // Midpoint rule: along the heading in the middle of the step.
        sim_body_state &body = *frame.body;
        const sim_quat q = body.pose.orientation;
        const double yaw = std::atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z)) + half;
        body.linear_velocity = sim_vec(speed * std::cos(yaw), speed * std::sin(yaw), 0);
        body.angular_velocity = sim_vec(0, 0, rate);
        body.pose.position.x += body.linear_velocity.x * dt;
        body.pose.position.y += body.linear_velocity.y * dt;
        body.pose.orientation = sim_turns({0, 0, std::sin(half), std::cos(half)}, q);
    }
};

sim_status step(void *self, const sim_dynamics_frame *frame) {
    static_cast<const Unicycle *>(self)->step(*frame);
    return SIM_DONE;
}

sim_status end(void *self, const sim_reply *) {
    delete static_cast<Unicycle *>(self);
    return SIM_DONE;
}

const sim_common_table common = {sizeof(sim_common_table), nullptr, nullptr, nullptr, end};
const sim_dynamics_table table = {sizeof(sim_dynamics_table), &common, step};

sim_status create(uint32_t, sim_text, sim_text request, sim_created *created, const sim_reply *reply) try {
    const Unicycle made{sim_param_number(request, "wheel_radius", 0.021), sim_param_number(request, "track", 0.14),
                        Wheel(request, "left_wheel"), Wheel(request, "right_wheel")};
    if (!made.left.found() || !made.right.found()) {
        return sim_missing_joint(reply, request, made.left.found() ? "right_wheel" : "left_wheel");
    }
    sim_declaration declaration = sim_declare(reply);
    sim_declare_consumed(&declaration, made.left.effect.index);
    sim_declare_consumed(&declaration, made.right.effect.index);
    sim_hand_over(created, new Unicycle(made), &table);
    sim_declare_freedom(&declaration, "planar");
    return sim_declared(&declaration);
} catch (const std::exception &error) {
    return sim_refuse(reply, error.what(), "");
}

} // namespace

SIM_PLUGIN_LIBRARY(create, "example-cpp-unicycle", "1.0.0", "MIT OR Apache-2.0", "A dynamics in C++.",
    SIM_COMPONENT("dynamics", "example-cpp/unicycle", "Two wheels that roll without slip.",
        SIM_PARAMETERS(SIM_NUMBER("wheel_radius", 0.021, "m", 0.001, 10, "Radius of the wheels."),
            SIM_NUMBER("track", 0.14, "m", 0.001, 10, "Distance of the wheels from each other."))));
