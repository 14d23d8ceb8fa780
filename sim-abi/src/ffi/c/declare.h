/* ---------------------------------------------------------------------------------------------------------------------
 * Writing JSON straight into a reply, and what a component declares. Nothing is allocated.
 * ------------------------------------------------------------------------------------------------------------------ */

/* Adds a string with its quotes. */
static inline void sim_say_string(const sim_reply *reply, const char *text) {
    static const char digits[] = "0123456789abcdef";
    const char *from = text;
    sim_say(reply, "\"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == '"' || c == '\\') {
            char escape[7] = {'\\', 'u', '0', '0', 0, 0, 0};
            escape[4] = digits[c >> 4];
            escape[5] = digits[c & 15];
            reply->bytes(reply->owner, sim_part_of((const uint8_t *)from, (const uint8_t *)text));
            sim_say(reply, escape);
            from = text + 1;
        }
    }
    sim_say(reply, from);
    sim_say(reply, "\"");
}

/* Adds a number so that it is read back as the same; what is not finite becomes null. */
static inline void sim_say_number(const sim_reply *reply, double number) {
    char text[40];
    char *from, *to;
    if (number - number != 0) {
        sim_say(reply, "null");
        return;
    }
    snprintf(text, sizeof text, "%.17g", number);
    /* The program may have set a locale with another decimal sign, of one byte or of several. */
    for (from = to = text; *from; from++) {
        if (strchr("0123456789+-.e", *from)) {
            *to++ = *from;
        } else if (to == text || to[-1] != '.') {
            *to++ = '.';
        }
    }
    *to = 0;
    sim_say(reply, text);
}

/* A declaration that is being written. Begin with sim_declare, end with sim_declared. What belongs to one group (channels,
 * effects, published values, memory, consumed effects, random streams, functions) is declared in one go, in the order of the
 * frame. */
typedef struct sim_declaration {
    const sim_reply *reply;
    const char *group;
    uint32_t groups;
    bool first;
    bool again;
} sim_declaration;

/* Smallest and largest value of a channel without limits. */
#define SIM_NO_MIN (-HUGE_VAL)
#define SIM_NO_MAX HUGE_VAL

static inline sim_declaration sim_declare(const sim_reply *reply) {
    sim_declaration declaration;
    memset(&declaration, 0, sizeof declaration);
    declaration.reply = reply;
    declaration.first = true;
    sim_say(reply, "{");
    return declaration;
}

static inline void sim_declare_end_group(sim_declaration *declaration) {
    if (declaration->group) {
        sim_say(declaration->reply, "]");
    }
    declaration->group = NULL;
}

static inline void sim_declare_name(sim_declaration *declaration, const char *name) {
    sim_declare_end_group(declaration);
    sim_say(declaration->reply, declaration->first ? "" : ",");
    declaration->first = false;
    sim_say_string(declaration->reply, name);
    sim_say(declaration->reply, ":");
}

static inline void sim_declare_in(sim_declaration *declaration, uint32_t number, const char *group) {
    if (declaration->group && strcmp(declaration->group, group) == 0) {
        sim_say(declaration->reply, ",");
        return;
    }
    declaration->again = declaration->again || (declaration->groups >> number & 1u);
    declaration->groups |= (uint32_t)1 << number;
    sim_declare_name(declaration, group);
    declaration->group = group;
    sim_say(declaration->reply, "[");
}

static inline void sim_say_channel(
    const sim_reply *reply, const char *name, const char *unit, double min, double max, double neutral) {
    sim_say(reply, "{\"name\":");
    sim_say_string(reply, name);
    sim_say(reply, ",\"unit\":");
    sim_say_string(reply, unit);
    if (min - min == 0) {
        sim_say(reply, ",\"min\":");
        sim_say_number(reply, min);
    }
    if (max - max == 0) {
        sim_say(reply, ",\"max\":");
        sim_say_number(reply, max);
    }
    sim_say(reply, ",\"neutral\":");
    sim_say_number(reply, neutral);
    sim_say(reply, "}");
}

/* A reading of a sensor or a command of an actuator: name, SI unit ("1" for a plain number), smallest and largest value
 * (SIM_NO_MIN, SIM_NO_MAX), and the value before the first reading or the safe command. */
static inline void sim_declare_channel(
    sim_declaration *declaration, const char *name, const char *unit, double min, double max, double neutral) {
    sim_declare_in(declaration, 0, "channels");
    sim_say_channel(declaration->reply, name, unit, min, max, neutral);
}

/* A value that the component publishes. */
static inline void sim_declare_published(sim_declaration *declaration, const char *name, const char *unit) {
    sim_declare_in(declaration, 1, "published");
    sim_say_channel(declaration->reply, name, unit, SIM_NO_MIN, SIM_NO_MAX, 0);
}

/* A value that a dynamics remembers, with its value at the start. */
static inline void sim_declare_memory(sim_declaration *declaration, const char *name, const char *unit, double start) {
    sim_declare_in(declaration, 2, "memory");
    sim_say_channel(declaration->reply, name, unit, SIM_NO_MIN, SIM_NO_MAX, start);
}

/* An effect of one value: "joint_velocity", "joint_position" or "joint_effort" of the joint `target`, "custom" of the name
 * `target`, or "thrust" with the target "". "joint_target" (5 values), "link_wrench" and "wrench" (6), "light" (4) and
 * "message" are declared with sim_declare_effect_json. */
static inline void sim_declare_effect(
    sim_declaration *declaration, const char *kind, const char *target, const char *channel, const char *unit) {
    const sim_reply *reply = declaration->reply;
    sim_declare_in(declaration, 3, "effects");
    sim_say(reply, "{\"kind\":");
    if (*target) {
        bool custom = strcmp(kind, "custom") == 0;
        sim_say(reply, "{");
        sim_say_string(reply, kind);
        sim_say(reply, custom ? ":" : ":{\"joint\":");
        sim_say_string(reply, target);
        sim_say(reply, custom ? "}" : "}}");
    } else {
        sim_say_string(reply, kind);
    }
    sim_say(reply, ",\"channels\":[");
    sim_say_channel(reply, channel, unit, SIM_NO_MIN, SIM_NO_MAX, 0);
    sim_say(reply, "]}");
}

/* An effect with several channels, as JSON: {"kind":…,"channels":[…]}. */
static inline void sim_declare_effect_json(sim_declaration *declaration, const char *json) {
    sim_declare_in(declaration, 3, "effects");
    sim_say(declaration->reply, json);
}

/* An effect that a dynamics consumes: the index that sim_find_effect has found. */
static inline void sim_declare_consumed(sim_declaration *declaration, ptrdiff_t index) {
    sim_declare_in(declaration, 4, "consumes");
    sim_say_number(declaration->reply, (double)index);
}

/* A random stream beyond the first. */
static inline void sim_declare_stream(sim_declaration *declaration, const char *name) {
    sim_declare_in(declaration, 5, "streams");
    sim_say_string(declaration->reply, name);
}

/* A function that services and the window may call: name, help, and parameters and results as JSON lists, such as
 * "[{\"name\":\"speed\",\"type\":\"float\"}]". */
static inline void sim_declare_function(
    sim_declaration *declaration, const char *name, const char *help, const char *parameters, const char *results) {
    const sim_reply *reply = declaration->reply;
    sim_declare_in(declaration, 6, "functions");
    sim_say(reply, "{\"name\":");
    sim_say_string(reply, name);
    sim_say(reply, ",\"help\":");
    sim_say_string(reply, help);
    sim_say(reply, ",\"parameters\":");
    sim_say(reply, parameters);
    sim_say(reply, ",\"results\":");
    sim_say(reply, results);
    sim_say(reply, "}");
}

/* How a dynamics' body may move: "fixed", "planar" or "full". */
static inline void sim_declare_freedom(sim_declaration *declaration, const char *freedom) {
    sim_declare_name(declaration, "freedom");
    sim_say_string(declaration->reply, freedom);
}

/* Period that the component asks for where the scene names none, s. */
static inline void sim_declare_period(sim_declaration *declaration, double period) {
    sim_declare_name(declaration, "period");
    sim_say_number(declaration->reply, period);
}

/* The component writes its state in `save`. */
static inline void sim_declare_saves(sim_declaration *declaration) {
    sim_declare_name(declaration, "saves");
    sim_say(declaration->reply, "true");
}

/* Any other field of a declaration, as JSON. */
static inline void sim_declare_field(sim_declaration *declaration, const char *name, const char *json) {
    sim_declare_name(declaration, name);
    sim_say(declaration->reply, json);
}

/* Ends the declaration. */
static inline sim_status sim_declared(sim_declaration *declaration) {
    sim_declare_end_group(declaration);
    sim_say(declaration->reply, "}");
    if (declaration->again) {
        return sim_refuse(
            declaration->reply, "a group of the declaration was begun twice", "declare what belongs together in one go");
    }
    return SIM_DONE;
}

/* Hands over an instance with the function table of its kind. What it has is declared apart, with sim_declare. From a reply that
 * is no refusal on, the host ends the instance. */
static inline void sim_hand_over(sim_created *created, void *instance, const void *table) {
    created->instance = instance;
    created->table = table;
}

