/* A robot model: a puck on two wheels with a ring of distance rays. A model is nothing but its description as JSON. */
#include "sim.h"

static void wheel(const sim_reply *reply, const char *name, double radius) {
    sim_say(reply, ",{\"name\":");
    sim_say_string(reply, name);
    sim_say(reply, ",\"mass\":{\"mass\":0.05,\"inertia\":[0.00001,0.00001,0.00001,0,0,0]},\"visual\":[{\"placement\":"
                   "{\"rpy\":[1.5707963267948966,0,0]},\"geometry\":{\"Cylinder\":{\"height\":0.014,\"radius\":");
    sim_say_number(reply, radius);
    sim_say(reply, "}},\"color\":[0.1,0.1,0.1,1]}]}");
}

static void axle(const sim_reply *reply, const char *name, double y, double radius) {
    sim_say(reply, "{\"name\":");
    sim_say_string(reply, name);
    sim_say(reply, ",\"parent\":\"body\",\"child\":");
    sim_say_string(reply, name);
    sim_say(reply, ",\"motion\":\"Continuous\",\"axis\":[0,1,0],\"placement\":{\"at\":[0,");
    sim_say_number(reply, y);
    sim_say(reply, ",");
    sim_say_number(reply, radius - 0.005);
    sim_say(reply, "]}}");
}

static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply) {
    double radius = sim_param_number(request, "wheel_radius", 0.021);
    (void)kind, (void)id, (void)created;
    sim_say(reply, "{\"name\":\"Puck\",\"description\":\"A puck on two wheels.\",\"standing_height\":0.005,\"links\":["
                   "{\"name\":\"body\",\"mass\":{\"mass\":0.9,\"center\":[0,0,0.05],"
                   "\"inertia\":[0.002,0.002,0.003,0,0,0]},"
                   "\"collision\":[{\"placement\":{\"at\":[0,0,0.05]},\"geometry\":"
                   "{\"Cylinder\":{\"radius\":0.085,\"height\":0.1}}}]}");
    wheel(reply, "left_wheel", radius);
    wheel(reply, "right_wheel", radius);
    sim_say(reply, "],\"joints\":[");
    axle(reply, "left_wheel", 0.07, radius);
    sim_say(reply, ",");
    axle(reply, "right_wheel", -0.07, radius);
    sim_say(reply, "],\"sensors\":[{\"name\":\"range\",\"component\":\"range/ring\",\"params\":{\"rays\":8,\"reach\":1,"
                   "\"radius\":0.085},\"placement\":{\"at\":[0,0,0.05]}}],\"actuators\":["
                   "{\"name\":\"left_wheel\",\"component\":\"drive/wheel-motor\","
                   "\"params\":{\"joint\":\"left_wheel\"}},"
                   "{\"name\":\"right_wheel\",\"component\":\"drive/wheel-motor\","
                   "\"params\":{\"joint\":\"right_wheel\"}}],"
                   "\"dynamics\":{\"id\":\"diff-drive/kinematic\",\"params\":{\"track\":0.14,\"wheel_radius\":");
    sim_say_number(reply, radius);
    return sim_answer(reply, "}}}");
}

SIM_PLUGIN_LIBRARY(create, "example-c-puck", "1.0.0", "MIT OR Apache-2.0", "A robot model in C.",
    SIM_COMPONENT("robot", "example-c/puck", "A puck on two wheels with a ring of distance rays.",
        SIM_PARAMETERS(SIM_NUMBER("wheel_radius", 0.021, "m", 0.006, 0.08, "Radius of the wheels."))));
