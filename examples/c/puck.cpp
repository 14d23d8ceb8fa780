// A robot model in C++: a puck on two wheels with a ring of distance rays. A model is its description as JSON.
#include "sim.h"
#include <exception>
#include <iomanip>
#include <limits>
#include <locale>
#include <sstream>
#include <string>

namespace {

// A number as JSON, with all its digits.
std::string number(double value) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << std::setprecision(std::numeric_limits<double>::max_digits10) << value;
    return text.str();
}

std::string wheel(const std::string &name, double radius) {
    return R"({"name":")" + name + R"(","mass":{"mass":0.05,"inertia":[0.00001,0.00001,0.00001,0,0,0]},"visual":[{)" +
           R"("placement":{"rpy":[1.5707963267948966,0,0]},"geometry":{"Cylinder":{"height":0.014,"radius":)" +
           number(radius) + R"(}},"color":[0.1,0.1,0.1,1]}]})";
}

std::string axle(const std::string &name, double y, double radius) {
    return R"({"name":")" + name + R"(","parent":"body","child":")" + name +
           R"(","motion":"Continuous","axis":[0,1,0],"placement":{"at":[0,)" + number(y) + "," +
           number(radius - 0.005) + "]}}";
}

std::string motor(const std::string &wheel) {
    return R"({"name":")" + wheel + R"(","component":"drive/wheel-motor","params":{"joint":")" + wheel + R"("}})";
}

std::string puck(double radius) {
    return R"({"name":"Puck","description":"A puck on two wheels.","standing_height":0.005,"links":[
        {"name":"body","mass":{"mass":0.9,"center":[0,0,0.05],"inertia":[0.002,0.002,0.003,0,0,0]},
         "collision":[{"placement":{"at":[0,0,0.05]},"geometry":{"Cylinder":{"radius":0.085,"height":0.1}}}]},)" +
           wheel("left_wheel", radius) + "," + wheel("right_wheel", radius) + R"(],"joints":[)" +
           axle("left_wheel", 0.07, radius) + "," + axle("right_wheel", -0.07, radius) +
           R"(],"sensors":[{"name":"range","component":"range/ring","params":{"rays":8,"max_range":1,"radius":0.085},
         "placement":{"at":[0,0,0.05]}}],"actuators":[)" +
           motor("left_wheel") + "," + motor("right_wheel") +
           R"(],"dynamics":{"id":"diff-drive/kinematic","params":{"track":0.14,"wheel_radius":)" + number(radius) +
           "}}}";
}

sim_status create(uint32_t, sim_text, sim_text request, sim_created *, const sim_reply *reply) {
    try {
        return sim_answer(reply, puck(sim_param_number(request, "wheel_radius", 0.021)).c_str());
    } catch (const std::exception &error) {
        return sim_refuse(reply, error.what(), "");
    }
}

} // namespace

SIM_PLUGIN_LIBRARY(create, "example-cpp-puck", "1.0.0", "MIT OR Apache-2.0", "A robot model in C++.",
    SIM_COMPONENT("robot", "example-cpp/puck", "A puck on two wheels with a ring of distance rays.",
        SIM_PARAMETERS(SIM_NUMBER("wheel_radius", 0.021, "m", 0.006, 0.08, "Radius of the wheels."))));
