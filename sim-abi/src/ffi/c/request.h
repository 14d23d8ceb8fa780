/* ---------------------------------------------------------------------------------------------------------------------
 * The request: parameters, and what there is to bind.
 * ------------------------------------------------------------------------------------------------------------------ */

/* A parameter as JSON; a view of length 0 where the scene does not give it. */
static inline sim_text sim_param(sim_text request, const char *name) {
    return sim_json_member(sim_json_member(request, "params"), name);
}

/* A parameter that is a number, with the value that it has where the scene does not give it. The host has checked the
 * parameters against the schema: type, range, and that there is no other. */
static inline double sim_param_number(sim_text request, const char *name, double preset) {
    sim_json_number(sim_param(request, name), &preset);
    return preset;
}

/* A parameter that is a whole number. What is beyond the largest or the smallest becomes that one. */
static inline int64_t sim_param_integer(sim_text request, const char *name, int64_t preset) {
    sim_text value = sim_param(request, name);
    size_t i, start = value.len > 0 && value.data[0] == '-' ? 1 : 0;
    int64_t whole = 0;
    double number;
    for (i = start; i < value.len && value.data[i] >= '0' && value.data[i] <= '9'; i++) {
        int digit = value.data[i] - '0';
        if (whole < (INT64_MIN + digit) / 10) {
            whole = INT64_MIN;
            break;
        }
        whole = whole * 10 - digit; /* below zero there is one more than above */
    }
    if (i == value.len && i > start) {
        return start ? whole : whole == INT64_MIN ? INT64_MAX : -whole;
    }
    if (!sim_json_number(value, &number)) {
        return preset;
    }
    return number >= 9223372036854775807.0 ? INT64_MAX : number <= -9223372036854775808.0 ? INT64_MIN : (int64_t)number;
}

/* A parameter that is true or false. */
static inline bool sim_param_bool(sim_text request, const char *name, bool preset) {
    sim_text value = sim_param(request, name);
    return sim_text_is(value, "true") || (preset && !sim_text_is(value, "false"));
}

/* A parameter that is a text, into a buffer of `size` bytes. False where it does not fit; the buffer is then empty. */
static inline bool sim_param_text(sim_text request, const char *name, const char *preset, char *buffer, size_t size) {
    sim_text value = sim_param(request, name);
    size_t len = strlen(preset);
    if (value.len > 0) {
        return sim_json_text(value, buffer, size);
    }
    if (size > 0) {
        memcpy(buffer, preset, len < size ? len + 1 : 0);
        if (len >= size) {
            buffer[0] = 0;
        }
    }
    return len < size;
}

/* A parameter that is a list of numbers. Returns how many it has, of which at most `room` are written; 0 where the scene does
 * not give it. */
static inline size_t sim_param_numbers(sim_text request, const char *name, double *numbers, size_t room) {
    return sim_json_numbers(sim_param(request, name), numbers, room);
}

/* A sensor or an actuator in the frame's readings or commands, or one of its channels. Without one its length is 0. */
typedef struct sim_binding {
    size_t offset;
    size_t len;
} sim_binding;

static inline size_t sim_json_index(sim_text object, const char *name) {
    double number = 0;
    sim_json_number(sim_json_member(object, name), &number);
    return number > 0 && number < 4294967296.0 ? (size_t)number : 0;
}

/* A part of a list by name, or one of its channels. */
static inline sim_binding sim_bind_part(sim_text request, const char *list, const char *name) {
    sim_binding found = {0, 0};
    const char *dot = strrchr(name, '.');
    sim_text parts_json = sim_json_member(request, list);
    sim_json_walk parts, channels;
    size_t index = 0, len;
    char part[256];
    parts = sim_json_begin(parts_json);
    while (sim_json_next(&parts)) {
        if (sim_json_is(sim_json_member(parts.value, "name"), name)) {
            found.offset = sim_json_index(parts.value, "offset");
            found.len = sim_json_count(sim_json_member(parts.value, "channels"));
            return found;
        }
    }
    len = dot ? (size_t)(dot - name) : 0;
    if (!dot || len >= sizeof part) {
        return found;
    }
    memcpy(part, name, len);
    part[len] = 0;
    parts = sim_json_begin(parts_json);
    while (sim_json_next(&parts)) {
        if (!sim_json_is(sim_json_member(parts.value, "name"), part)) {
            continue;
        }
        channels = sim_json_begin(sim_json_member(parts.value, "channels"));
        while (sim_json_next(&channels)) {
            if (sim_json_is(sim_json_member(channels.value, "name"), dot + 1)) {
                found.offset = sim_json_index(parts.value, "offset") + index;
                found.len = 1;
                return found;
            }
            index++;
        }
        return found;
    }
    return found;
}

/* A sensor of the robot by name, or one of its channels: "range" or "gps.x" (parted at the last dot). */
static inline sim_binding sim_find_sensor(sim_text request, const char *name) {
    return sim_bind_part(request, "sensors", name);
}

/* An actuator of the robot by name, or one of its channels: "left_wheel" or "radio.word_0". */
static inline sim_binding sim_find_actuator(sim_text request, const char *name) {
    return sim_bind_part(request, "actuators", name);
}

/* Index of what has a name in a list of the request; -1 where there is none. */
static inline ptrdiff_t sim_find_named(sim_text list, const char *name) {
    sim_json_walk walk = sim_json_begin(list);
    ptrdiff_t index = 0;
    while (sim_json_next(&walk)) {
        if (sim_json_is(walk.value, name) || sim_json_is(sim_json_member(walk.value, "name"), name)) {
            return index;
        }
        index++;
    }
    return -1;
}

/* Index of a joint in the frame's joints; -1 where the robot has none of this name. */
static inline ptrdiff_t sim_find_joint(sim_text request, const char *name) {
    return sim_find_named(sim_json_member(request, "joints"), name);
}

/* An effect that a dynamics may consume. */
typedef struct sim_effect_binding {
    /* Index among the request's effects, to be declared as consumed; -1 where there is none. */
    ptrdiff_t index;
    /* Index of its first value in the frame's effects. */
    size_t offset;
    /* Number of its values. */
    size_t len;
} sim_effect_binding;

/* The next effect of a kind after the one with index `after` (-1: the first), such as "joint_velocity" of the joint
 * `target`, "link_wrench" of the link `target`, "custom" of the name `target`; "thrust", "wrench", "light" and "message"
 * have no target (""). */
static inline sim_effect_binding sim_find_effect(
    sim_text request, const char *kind, const char *target, ptrdiff_t after) {
    sim_effect_binding found = {-1, 0, 0};
    sim_json_walk parts = sim_json_begin(sim_json_member(request, "effects"));
    ptrdiff_t index = 0;
    for (; sim_json_next(&parts); index++) {
        sim_text what = sim_json_get(parts.value, "effect/kind");
        sim_text of = sim_json_member(what, kind);
        sim_json_walk fields = sim_json_begin(of);
        bool fits = *target ? sim_json_is(of, target) : sim_json_is(what, kind);
        while (!fits && *target && sim_json_next(&fields)) {
            fits = sim_json_is(fields.value, target);
        }
        if (fits && index > after) {
            found.index = index;
            found.offset = sim_json_index(parts.value, "offset");
            found.len = sim_json_count(sim_json_get(parts.value, "effect/channels"));
            return found;
        }
    }
    return found;
}

static inline sim_status sim_missing_at(
    const sim_reply *reply, const char *place, sim_text request, const char *list, const char *what, const char *name) {
    char message[160] = "there is no ";
    char help[512] = "known: ";
    char known[128];
    sim_json_walk walk = sim_json_begin(sim_json_member(request, list));
    size_t used = strlen(help), len;
    bool first = true;
    strncat(message, what, 32);
    strncat(message, " named `", 16);
    strncat(message, name, 80);
    strncat(message, "`", 2);
    while (sim_json_next(&walk)) {
        if (!sim_json_text(sim_json_member(walk.value, "name"), known, sizeof known)) {
            continue;
        }
        len = strlen(known);
        if (used + len + 3 >= sizeof help) {
            break;
        }
        if (!first) {
            memcpy(help + used, ", ", 2);
            used += 2;
        }
        memcpy(help + used, known, len + 1);
        used += len;
        first = false;
    }
    return sim_refuse_at(reply, place, SIM_CAUSE_BINDING, message, first ? "the robot has none" : help);
}

/* Refuses to be made because the robot lacks something; the message names what it has. */
#define sim_missing_sensor(reply, request, name) sim_missing_at(reply, SIM_HERE, request, "sensors", "sensor", name)
#define sim_missing_actuator(reply, request, name) \
    sim_missing_at(reply, SIM_HERE, request, "actuators", "actuator", name)
#define sim_missing_joint(reply, request, name) sim_missing_at(reply, SIM_HERE, request, "joints", "joint", name)

