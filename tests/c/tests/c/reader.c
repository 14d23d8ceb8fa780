/* Checks of the JSON reader and of what is built on it. Every text lies in memory of exactly its length, so that a sanitizer
 * sees a read beyond its end. */
#include "sim.h"

static int wrong = 0;

#define CHECK(what) \
    do { \
        if (!(what)) { \
            printf("line %d: %s\n", __LINE__, #what); \
            wrong++; \
        } \
    } while (0)

/* A copy of a text without the zero at its end, so that a read beyond is one beyond its memory. */
static sim_text exact(const char *text, size_t len) {
    sim_text copy;
    uint8_t *memory = (uint8_t *)malloc(len ? len : 1);
    memcpy(memory, text, len);
    copy.data = memory;
    copy.len = len;
    return copy;
}

static void release(sim_text text) { free((void *)(uintptr_t)text.data); }

/* Asks everything that can be asked of a text. */
static void ask_all(sim_text text) {
    static const char *const names[] = {"params", "sensors", "a", "", "cruise", "range", "effects", "b/c"};
    char buffer[16];
    double numbers[4];
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        sim_text value = sim_json_get(text, names[i]);
        CHECK(value.len <= text.len);
        CHECK(value.len == 0 || (value.data >= text.data && value.data + value.len <= text.data + text.len));
        sim_json_text(value, buffer, sizeof buffer);
        sim_json_text(value, buffer, 1);
        sim_json_numbers(value, numbers, 4);
        sim_json_count(value);
        sim_json_is(value, "range");
        sim_param_number(text, names[i], 1);
        sim_param_integer(text, names[i], 1);
        sim_param_bool(text, names[i], true);
        sim_param_text(text, names[i], "preset", buffer, sizeof buffer);
        sim_find_sensor(text, names[i]);
        sim_find_sensor(text, "range.x");
        sim_find_joint(text, names[i]);
        sim_find_effect(text, "joint_velocity", names[i], -1);
        sim_find_effect(text, "thrust", "", 3);
    }
    sim_json_text(text, buffer, sizeof buffer);
    sim_json_number(text, numbers);
}

static const char whole[] =
    "{\"params\": {\"cruise\": 8.25, \"far\": -1e3, \"on\": true, \"off\":false, \"name\":\"a\\\"\\u00e4\\ud83d\\ude00\\n\","
    "\"list\":[1, 2.5,\n-3], \"null\":null},"
    "\"sensors\":[{\"name\":\"gps\",\"component\":\"n/gps\",\"channels\":[{\"name\":\"x\"},{\"name\":\"y\"}],\"offset\":0},"
    "{\"name\":\"range\",\"channels\":[{\"name\":\"]},{\"},{\"name\":\"r1\"},{\"name\":\"r2\"}],\"offset\":2}],"
    "\"joints\":[{\"name\":\"left\",\"parent\":\"body\"},{\"name\":\"right\"}],"
    "\"effects\":[{\"actuator\":\"l\",\"effect\":{\"kind\":{\"joint_velocity\":{\"joint\":\"left\"}},\"channels\":[{\"name\":\"v\"}]},"
    "\"offset\":0},{\"actuator\":\"t\",\"effect\":{\"kind\":\"thrust\",\"channels\":[{\"name\":\"f\"}]},\"offset\":1},"
    "{\"actuator\":\"u\",\"effect\":{\"kind\":\"thrust\",\"channels\":[{\"name\":\"f\"}]},\"offset\":2},"
    "{\"actuator\":\"c\",\"effect\":{\"kind\":{\"custom\":\"pump\"},\"channels\":[{\"name\":\"a\"},{\"name\":\"b\"}]},\"offset\":3}],"
    "\"mount\":{\"at\":[0.5,0,1]}}";

static void a_whole_request_is_read(void) {
    sim_text request = exact(whole, sizeof whole - 1);
    char name[16], two[2];
    double list[2], at[3];
    sim_effect_binding thrust;
    CHECK(sim_param_number(request, "cruise", 1) == 8.25);
    CHECK(sim_param_number(request, "far", 1) == -1000);
    CHECK(sim_param_number(request, "absent", 1.5) == 1.5);
    CHECK(sim_param_number(request, "name", 1.5) == 1.5);
    CHECK(sim_param_integer(request, "far", 1) == -1000 && sim_param_integer(request, "absent", 7) == 7);
    CHECK(sim_param_bool(request, "on", false) && !sim_param_bool(request, "off", true));
    CHECK(sim_param_bool(request, "absent", true) && !sim_param_bool(request, "absent", false));
    CHECK(sim_param_text(request, "name", "x", name, sizeof name) && strcmp(name, "a\"\xc3\xa4\xf0\x9f\x98\x80\n") == 0);
    CHECK(!sim_param_text(request, "name", "x", two, sizeof two) && two[0] == 0);
    CHECK(sim_param_text(request, "absent", "x", two, sizeof two) && strcmp(two, "x") == 0);
    CHECK(!sim_param_text(request, "absent", "xy", two, sizeof two) && two[0] == 0);
    CHECK(sim_param_numbers(request, "list", list, 2) == 3 && list[0] == 1 && list[1] == 2.5);
    CHECK(sim_find_sensor(request, "range").offset == 2 && sim_find_sensor(request, "range").len == 3);
    CHECK(sim_find_sensor(request, "range.r2").offset == 4 && sim_find_sensor(request, "range.r2").len == 1);
    CHECK(sim_find_sensor(request, "gps.y").offset == 1 && sim_find_sensor(request, "gps.z").len == 0);
    CHECK(sim_find_sensor(request, "sonar").len == 0 && sim_find_actuator(request, "range").len == 0);
    CHECK(sim_find_joint(request, "right") == 1 && sim_find_joint(request, "body") == -1);
    CHECK(sim_find_effect(request, "joint_velocity", "left", -1).index == 0);
    CHECK(sim_find_effect(request, "joint_velocity", "right", -1).index == -1);
    thrust = sim_find_effect(request, "thrust", "", -1);
    CHECK(thrust.index == 1 && thrust.offset == 1 && thrust.len == 1);
    CHECK(sim_find_effect(request, "thrust", "", thrust.index).index == 2);
    CHECK(sim_find_effect(request, "custom", "pump", -1).len == 2);
    CHECK(sim_json_numbers(sim_json_get(request, "mount/at"), at, 3) == 3 && at[2] == 1);
    release(request);
}

static void whatever_is_cut_off_or_changed_is_read_within_its_end(void) {
    static const char bytes[] = "\"\\{}[],:u\0d8e-1\xff";
    size_t len, at, with;
    for (len = 0; len < sizeof whole; len++) {
        sim_text cut = exact(whole, len);
        ask_all(cut);
        release(cut);
    }
    for (at = 0; at < sizeof whole - 1; at++) {
        for (with = 0; with < sizeof bytes - 1; with++) {
            char changed[sizeof whole];
            sim_text text;
            memcpy(changed, whole, sizeof whole);
            changed[at] = bytes[with];
            text = exact(changed, sizeof whole - 1);
            ask_all(text);
            release(text);
        }
    }
}

static void hostile_texts_are_no_values(void) {
    static const char *const texts[] = {
        "", "{", "}", "[", "\"", "\"\\", "\"\\u", "\"\\u12", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\":1", "[1,,2]", "{]", "[}",
        "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\q\"", "nan", "1e999", "--1", "0x10", "+1", ".5", "1.2.3", "e", "\\", ",", ":",
        "{\"a\":[}", "{\"params\":[\"cruise\",8]}", "{\"params\":{\"cruise\":[8}}",
    };
    static char deep[40000];
    double number = 7;
    char buffer[4];
    size_t i;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        sim_text text = exact(texts[i], strlen(texts[i]));
        ask_all(text);
        CHECK(!sim_json_number(text, &number) && number == 7);
        CHECK(!sim_json_text(text, buffer, sizeof buffer) || texts[i][0] == '"');
        release(text);
    }
    memset(deep, '[', sizeof deep);
    ask_all(exact(deep, sizeof deep));
    memcpy(deep, "{\"a\":", 5);
    CHECK(sim_json_member(exact(deep, sizeof deep), "a").len == 0);
}

static void numbers_come_back_as_they_were_written(void) {
    static const double numbers[] = {0, -0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789012345680, 8.1, -2.5e-7};
    char buffer[64];
    double back;
    size_t i;
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sim_taken taken;
        sim_reply reply = sim_reply_into(&taken, buffer, sizeof buffer);
        sim_say_number(&reply, numbers[i]);
        CHECK(sim_json_number(sim_text_of(buffer), &back) && back == numbers[i]);
    }
}

static void a_declaration_is_json_and_strings_are_escaped(void) {
    char buffer[1024], name[32];
    sim_taken taken;
    sim_reply reply = sim_reply_into(&taken, buffer, sizeof buffer);
    sim_declaration declaration = sim_declare(&reply);
    sim_text text;
    sim_declare_channel(&declaration, "a\"\\\n", "m", 0, SIM_NO_MAX, 0.5);
    sim_declare_channel(&declaration, "b", "1", SIM_NO_MIN, SIM_NO_MAX, 0);
    sim_declare_effect(&declaration, "custom", "pump", "q", "1");
    sim_declare_period(&declaration, 0.1);
    sim_declare_saves(&declaration);
    CHECK(sim_declared(&declaration) == SIM_DONE);
    text = sim_text_of(buffer);
    CHECK(sim_json_count(text) == 4);
    CHECK(sim_json_count(sim_json_get(text, "channels")) == 2);
    {
        sim_json_walk walk = sim_json_begin(sim_json_get(text, "channels"));
        CHECK(sim_json_next(&walk));
        CHECK(sim_json_text(sim_json_get(walk.value, "name"), name, sizeof name) && strcmp(name, "a\"\\\n") == 0);
        CHECK(sim_json_get(walk.value, "max").len == 0 && sim_text_is(sim_json_get(walk.value, "min"), "0"));
    }
    reply = sim_reply_into(&taken, buffer, sizeof buffer);
    declaration = sim_declare(&reply);
    sim_declare_published(&declaration, "a", "1");
    sim_declare_memory(&declaration, "b", "1", 0);
    sim_declare_published(&declaration, "c", "1");
    CHECK(sim_declared(&declaration) == SIM_FAILED && taken.failed && strstr(buffer, "begun twice"));
}

static void an_answer_longer_than_its_buffer_is_cut(void) {
    char buffer[4];
    sim_taken taken;
    sim_reply reply = sim_reply_into(&taken, buffer, sizeof buffer);
    sim_say(&reply, "ab");
    sim_say(&reply, "cdef");
    CHECK(taken.cut && taken.len == 3 && strcmp(buffer, "abc") == 0);
    CHECK(sim_refuse(&reply, "no", "") == SIM_FAILED && taken.failed && strcmp(buffer, "no") == 0);
}

static void whole_numbers_are_read_to_their_last_digit_and_no_further_than_they_reach(void) {
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {{"9007199254740993", INT64_C(9007199254740993)}, {"-9223372036854775808", INT64_MIN},
        {"9223372036854775807", INT64_MAX}, {"99999999999999999999", INT64_MAX}, {"-1e30", INT64_MIN}, {"-0", 0},
        {"2.0", 2}, {"true", 42}, {"-", 42}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char json[80];
        sim_text request;
        snprintf(json, sizeof json, "{\"params\":{\"seed\":%s}}", cases[i].text);
        request = exact(json, strlen(json));
        CHECK(sim_param_integer(request, "seed", 42) == cases[i].value);
        release(request);
    }
}

static void a_part_whose_name_has_a_dot_is_found_before_a_channel(void) {
    const char *json = "{\"sensors\":[{\"name\":\"front.left\",\"offset\":3,\"channels\":[{\"name\":\"x\"},{\"name\":\"y\"}]}]}";
    sim_text request = exact(json, strlen(json));
    CHECK(sim_find_sensor(request, "front.left").len == 2 && sim_find_sensor(request, "front.left").offset == 3);
    CHECK(sim_find_sensor(request, "front.left.y").len == 1 && sim_find_sensor(request, "front.left.y").offset == 4);
    CHECK(sim_find_sensor(request, "front.right").len == 0 && sim_find_sensor(request, "front").len == 0);
    release(request);
}

/* A locale whose decimal sign is another, where the system has one. */
static void numbers_do_not_depend_on_the_locale(void) {
    static const char *const names[] = {"de_DE.UTF-8", "ps_AF.UTF-8"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        double read = 0;
        if (setlocale(LC_NUMERIC, names[i])) {
            sim_text text = exact("-0.25e-3", 8);
            CHECK(sim_json_number(text, &read) && read == -0.25e-3);
            release(text);
            numbers_come_back_as_they_were_written();
        }
    }
    setlocale(LC_NUMERIC, "C");
}

int main(void) {
    a_whole_request_is_read();
    whatever_is_cut_off_or_changed_is_read_within_its_end();
    hostile_texts_are_no_values();
    numbers_come_back_as_they_were_written();
    a_declaration_is_json_and_strings_are_escaped();
    an_answer_longer_than_its_buffer_is_cut();
    whole_numbers_are_read_to_their_last_digit_and_no_further_than_they_reach();
    a_part_whose_name_has_a_dot_is_found_before_a_channel();
    numbers_do_not_depend_on_the_locale();
    printf("%s\n", wrong ? "wrong" : "all right");
    return wrong > 0;
}
