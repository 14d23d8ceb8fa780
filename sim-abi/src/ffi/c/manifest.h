/* ---------------------------------------------------------------------------------------------------------------------
 * What a library exports: the stamp, the manifest as data, the module. Numbers are written as JSON writes them (0.5, not .5),
 * texts without quotes and backslashes within them.
 * ------------------------------------------------------------------------------------------------------------------ */

#if defined(__GNUC__)
/* A manifest is one text, and may be longer than the 4095 characters that every compiler must take. */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif

#if defined(_WIN32)
#define SIM_EXPORTED __declspec(dllexport)
#elif defined(__GNUC__)
#define SIM_EXPORTED __attribute__((visibility("default")))
#else
#define SIM_EXPORTED
#endif

#if defined(__cplusplus)
#define SIM_C extern "C"
#else
#define SIM_C extern
#endif

#define SIM_QUOTED_(text) #text
#define SIM_QUOTED(text) SIM_QUOTED_(text)

/* One to twelve texts with commas between them. */
#define SIM_LIST(...) \
    SIM_PICK(__VA_ARGS__, SIM_L12, SIM_L11, SIM_L10, SIM_L9, SIM_L8, SIM_L7, SIM_L6, SIM_L5, SIM_L4, SIM_L3, SIM_L2, SIM_L1, 0) \
    (__VA_ARGS__)
#define SIM_PICK(a, b, c, d, e, f, g, h, i, j, k, l, pick, ...) pick
#define SIM_L1(a) a
#define SIM_L2(a, b) a "," b
#define SIM_L3(a, b, c) SIM_L2(a, b) "," c
#define SIM_L4(a, b, c, d) SIM_L3(a, b, c) "," d
#define SIM_L5(a, b, c, d, e) SIM_L4(a, b, c, d) "," e
#define SIM_L6(a, b, c, d, e, f) SIM_L5(a, b, c, d, e) "," f
#define SIM_L7(a, b, c, d, e, f, g) SIM_L6(a, b, c, d, e, f) "," g
#define SIM_L8(a, b, c, d, e, f, g, h) SIM_L7(a, b, c, d, e, f, g) "," h
#define SIM_L9(a, b, c, d, e, f, g, h, i) SIM_L8(a, b, c, d, e, f, g, h) "," i
#define SIM_L10(a, b, c, d, e, f, g, h, i, j) SIM_L9(a, b, c, d, e, f, g, h, i) "," j
#define SIM_L11(a, b, c, d, e, f, g, h, i, j, k) SIM_L10(a, b, c, d, e, f, g, h, i, j) "," k
#define SIM_L12(a, b, c, d, e, f, g, h, i, j, k, l) SIM_L11(a, b, c, d, e, f, g, h, i, j, k) "," l

/* A parameter that is a number: name, default, unit, smallest and largest value, help. */
#define SIM_NUMBER(name, preset, unit, min, max, help) \
    "\"" name "\":{\"type\":\"number\",\"default\":" SIM_QUOTED(preset) ",\"x-unit\":\"" unit "\",\"minimum\":" SIM_QUOTED( \
        min) ",\"maximum\":" SIM_QUOTED(max) ",\"description\":\"" help "\"}"
/* A parameter that is any number. */
#define SIM_ANY_NUMBER(name, preset, unit, help) \
    "\"" name "\":{\"type\":\"number\",\"default\":" SIM_QUOTED(preset) ",\"x-unit\":\"" unit \
    "\",\"description\":\"" help "\"}"
/* A parameter that is a whole number. */
#define SIM_INTEGER(name, preset, min, max, help) \
    "\"" name "\":{\"type\":\"integer\",\"default\":" SIM_QUOTED(preset) ",\"minimum\":" SIM_QUOTED( \
        min) ",\"maximum\":" SIM_QUOTED(max) ",\"description\":\"" help "\"}"
/* A parameter that is true or false; the default is written `"true"` or `"false"`. */
#define SIM_FLAG(name, preset, help) \
    "\"" name "\":{\"type\":\"boolean\",\"default\":" preset ",\"description\":\"" help "\"}"
/* A parameter that is a text. */
#define SIM_STRING(name, preset, help) \
    "\"" name "\":{\"type\":\"string\",\"default\":\"" preset "\",\"description\":\"" help "\"}"
/* A parameter that is a list of numbers; the default is written as JSON: "[0.5, 1]". */
#define SIM_NUMBERS(name, preset, unit, help) \
    "\"" name "\":{\"type\":\"array\",\"items\":{\"type\":\"number\"},\"default\":" preset ",\"x-unit\":\"" unit \
    "\",\"description\":\"" help "\"}"

/* The parameters of a component, and a component without parameters. */
#define SIM_PARAMETERS(...) SIM_SCHEMA(SIM_LIST(__VA_ARGS__))
#define SIM_NO_PARAMETERS SIM_SCHEMA("")
#define SIM_SCHEMA(properties) "{\"type\":\"object\",\"properties\":{" properties "},\"additionalProperties\":false}"

/* A component: kind ("controller", "sensor", "actuator", "dynamics", "robot", "service"), id (`family/name` in lower case),
 * help, and its parameters. */
#define SIM_COMPONENT(kind, id, help, parameters) \
    "{\"id\":\"" id "\",\"kind\":\"" kind "\",\"help\":\"" help "\",\"schema\":" parameters "}"

/* Marks the library as a plugin: the first thing that the host reads of the file. */
#define SIM_PLUGIN_STAMP \
    SIM_C SIM_EXPORTED const sim_abi_stamp SIM_PLUGIN_ABI; \
    const sim_abi_stamp SIM_PLUGIN_ABI = { \
        {'S', 'I', 'M', 'P', 'L', 'U', 'G', 0}, SIM_ABI_MAJOR, SIM_ABI_MINOR, 1, {0, 0, 0, 0, 0, 0, 0}}

/* What a library says in other languages: its sentence, help of components and of their parameters, functions and channels.
 * A text as the library says it, and its translation; up to twelve translations, which count as one where a list takes no more
 * than twelve; the translations into one language, by its code in ISO 639-1; all languages. */
#define SIM_TRANSLATION(text, translation) "\"" text "\":\"" translation "\""
#define SIM_TRANSLATIONS(...) SIM_LIST(__VA_ARGS__)
#define SIM_LANGUAGE(code, ...) "\"" code "\":{" SIM_LIST(__VA_ARGS__) "}"
#define SIM_TEXTS(...) ",\"texts\":{" SIM_LIST(__VA_ARGS__) "}"

/* The manifest: name and version of the library, licence (SPDX) and one sentence, and its components. */
#define SIM_PLUGIN_DATA(name, version, license, description, ...) \
    SIM_PLUGIN_DATA_WITH_TEXTS(name, version, license, description, "", __VA_ARGS__)
/* The same with texts in other languages: SIM_TEXTS. */
#define SIM_PLUGIN_DATA_WITH_TEXTS(name, version, license, description, texts, ...) \
    SIM_C SIM_EXPORTED const char SIM_PLUGIN_MANIFEST[]; \
    const char SIM_PLUGIN_MANIFEST[] = "{\"name\":\"" name "\",\"version\":\"" version "\",\"license\":\"" license \
        "\",\"description\":\"" description "\",\"components\":[" SIM_LIST(__VA_ARGS__) "]" texts "}"

/* Makes the file a plugin library: manifest, stamp, and the module with the author's function `create`, which makes a
 * component. */
#define SIM_PLUGIN_LIBRARY(create, name, version, license, description, ...) \
    SIM_PLUGIN_LIBRARY_WITH_TEXTS(create, name, version, license, description, "", __VA_ARGS__)
/* The same with texts in other languages: SIM_TEXTS. */
#define SIM_PLUGIN_LIBRARY_WITH_TEXTS(create, name, version, license, description, texts, ...) \
    SIM_PLUGIN_DATA_WITH_TEXTS(name, version, license, description, texts, __VA_ARGS__); \
    static sim_status sim_describe(const sim_reply *reply) { return sim_answer(reply, SIM_PLUGIN_MANIFEST); } \
    SIM_PLUGIN_STAMP; \
    SIM_C SIM_EXPORTED const sim_module SIM_PLUGIN; \
    const sim_module SIM_PLUGIN = {sizeof(sim_module), sim_describe, create}
