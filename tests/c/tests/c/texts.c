/* A sensor whose library speaks three languages, for the test of its texts. */
#include "sim.h"

static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply) {
    (void)kind, (void)id, (void)request, (void)created;
    return sim_refuse(reply, "this library is there to be read", "");
}

SIM_PLUGIN_LIBRARY_WITH_TEXTS(create, "texts", "1.0.0", "MIT", "A sensor.",
    SIM_TEXTS(
        SIM_LANGUAGE("es",
            SIM_TRANSLATION("A sensor.", "Un sensor."),
            SIM_TRANSLATION("How cold it is.", "Lo frío que está."),
            SIM_TRANSLATION("Gain.", "Ganancia.")),
        SIM_LANGUAGE("ca",
            SIM_TRANSLATIONS(
                SIM_TRANSLATION("A sensor.", "Un sensor."),
                SIM_TRANSLATION("How cold it is.", "Com de fred està.")),
            SIM_TRANSLATION("Gain.", "Guany."))),
    SIM_COMPONENT("sensor", "texts/cold", "How cold it is.", SIM_PARAMETERS(SIM_ANY_NUMBER("gain", 1.0, "1", "Gain."))));
