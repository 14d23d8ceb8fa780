// A sensor of depth in C++: how far it is below the free surface of the medium around it; 0 in the open air.
#include "sim.h"
#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

namespace {

class Depth {
public:
    explicit Depth(sim_text request)
        : offset_(sim_param_number(request, "offset", 0)), deepest_(sim_param_number(request, "deepest", 300)) {}

    double deepest() const { return deepest_; }

    double read(const sim_sensor_frame &frame) const {
        const sim_pose world_from_sensor = sim_poses(frame.body->pose, frame.mount);
        sim_medium medium{};
        medium.size = sizeof medium;
        frame.world->medium(frame.call->context, &world_from_sensor.position, &medium);
        const double below = medium.surface_height - world_from_sensor.position.z + offset_;
        // Without a free surface, its height is infinite.
        return std::isfinite(below) ? std::min(std::max(below, 0.0), deepest_) : 0.0;
    }

private:
    double offset_, deepest_;
};

sim_status step(void *self, const sim_sensor_frame *frame) {
    frame->output.data[0] = static_cast<const Depth *>(self)->read(*frame);
    return SIM_DONE;
}

sim_status end(void *self, const sim_reply *) {
    delete static_cast<Depth *>(self);
    return SIM_DONE;
}

const sim_common_table common = {sizeof(sim_common_table), nullptr, nullptr, nullptr, end};
const sim_sensor_table table = {sizeof(sim_sensor_table), &common, step};

sim_status create(uint32_t, sim_text, sim_text request, sim_created *created, const sim_reply *reply) {
    try {
        std::unique_ptr<Depth> made(new Depth(request));
        sim_declaration declaration = sim_declare(reply);
        sim_declare_channel(&declaration, "depth", "m", 0, made->deepest(), 0);
        sim_declare_period(&declaration, 0.1);
        sim_hand_over(created, made.release(), &table);
        return sim_declared(&declaration);
    } catch (const std::exception &error) {
        return sim_refuse(reply, error.what(), "");
    }
}

} // namespace

SIM_PLUGIN_LIBRARY(create, "example-cpp-depth", "1.0.0", "MIT OR Apache-2.0", "A sensor in C++.",
    SIM_COMPONENT("sensor", "example-cpp/depth", "Depth below the free surface.",
        SIM_PARAMETERS(
            SIM_NUMBER("offset", 0.0, "m", -10, 10, "Added to what it measures."),
            SIM_NUMBER("deepest", 300.0, "m", 0.1, 11000, "Greatest depth that it can tell."))));
