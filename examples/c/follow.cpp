// A controller in C++: keeps a distance to what is in front. The instance owns itself; no exception leaves it.
#include "sim.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

class Follow {
public:
    Follow(sim_text request)
        : gap_(sim_param_number(request, "gap", 0.3)), gain_(sim_param_number(request, "gain", 20)) {
        bind(request);
    }

    void step(const sim_controller_frame &frame) {
        double ahead = frame.readings.data[range_.offset];
        // Where nothing is met, the ring reads its reach.
        double speed = gain_ * (ahead - gap_);
        speed = speed > 15 ? 15 : speed < -15 ? -15 : speed;
        for (const sim_binding &wheel : wheels_) {
            frame.commands.data[wheel.offset] = speed;
        }
    }

private:
    void bind(sim_text request) {
        range_ = sim_find_sensor(request, "range");
        for (const char *name : {"left_wheel", "right_wheel"}) {
            wheels_.push_back(sim_find_actuator(request, name));
            if (!wheels_.back().len) {
                throw std::runtime_error(std::string("there is no actuator `") + name + "`");
            }
        }
        if (!range_.len) {
            throw std::runtime_error("there is no sensor `range`");
        }
    }

    double gap_, gain_;
    sim_binding range_;
    std::vector<sim_binding> wheels_;
};

sim_status step(void *self, const sim_controller_frame *frame) {
    try {
        static_cast<Follow *>(self)->step(*frame);
        return SIM_DONE;
    } catch (const std::exception &error) {
        return sim_fail(frame->call, error.what(), "");
    }
}

sim_status end(void *self, const sim_reply *) {
    delete static_cast<Follow *>(self);
    return SIM_DONE;
}

const sim_common_table common = {sizeof(sim_common_table), nullptr, nullptr, nullptr, end};
const sim_controller_table table = {sizeof(sim_controller_table), &common, step};

sim_status create(uint32_t, sim_text, sim_text request, sim_created *created, const sim_reply *reply) {
    try {
        std::unique_ptr<Follow> made(new Follow(request));
        sim_hand_over(created, made.release(), &table);
        sim_declaration declaration = sim_declare(reply);
        return sim_declared(&declaration);
    } catch (const std::exception &error) {
        return sim_refuse_at(reply, SIM_HERE, SIM_CAUSE_BINDING, error.what(), "mount what it needs");
    }
}

} // namespace

SIM_PLUGIN_LIBRARY(create, "example-cpp-follow", "1.0.0", "MIT OR Apache-2.0", "A controller in C++.",
    SIM_COMPONENT("controller", "example-cpp/follow", "Keeps a distance to what is in front.",
        SIM_PARAMETERS(SIM_NUMBER("gap", 0.3, "m", 0, 10, "Distance that it keeps."),
            SIM_NUMBER("gain", 20.0, "rad/s", 0, 1000, "Speed of the wheels for each meter too far."))));
