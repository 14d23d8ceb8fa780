/* ---------------------------------------------------------------------------------------------------------------------
 * Reading JSON. A value is a view of its text; nothing is copied and nothing is allocated. What is malformed or not there
 * is a view of length 0, which every function takes and answers like a value that is not there.
 * ------------------------------------------------------------------------------------------------------------------ */

/* A view of a text that ends with zero. */
static inline sim_text sim_text_of(const char *text) {
    sim_text view;
    view.data = (const uint8_t *)text;
    view.len = text ? strlen(text) : 0;
    return view;
}

static inline sim_text sim_part_of(const uint8_t *from, const uint8_t *to) {
    sim_text view;
    view.data = from;
    view.len = (size_t)(to - from);
    return view;
}

/* Whether a text has exactly these bytes. */
static inline bool sim_text_is(sim_text text, const char *other) {
    size_t len = strlen(other);
    return text.len == len && (len == 0 || memcmp(text.data, other, len) == 0);
}

static inline const uint8_t *sim_json_blank(const uint8_t *at, const uint8_t *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) {
        at++;
    }
    return at;
}

/* Behind the string that begins at `at`; null where it does not end. */
static inline const uint8_t *sim_json_after_string(const uint8_t *at, const uint8_t *end) {
    for (at++; at < end; at++) {
        if (*at == '"') {
            return at + 1;
        }
        if (*at == '\\' && ++at >= end) {
            break;
        }
    }
    return NULL;
}

/* Deepest nesting of lists and objects that is read. */
#define SIM_JSON_DEPTH 128

/* Behind the value that begins at `at`; null where there is none. */
static inline const uint8_t *sim_json_after(const uint8_t *at, const uint8_t *end) {
    uint64_t objects[SIM_JSON_DEPTH / 64] = {0, 0}; /* one bit for each level: an object or a list */
    size_t depth = 0;
    const uint8_t *first = at;
    while (at < end) {
        uint64_t bit = (uint64_t)1 << (depth % 64);
        switch (*at) {
        case '"':
            at = sim_json_after_string(at, end);
            if (!at || depth == 0) {
                return at;
            }
            break;
        case '{':
        case '[':
            if (depth == SIM_JSON_DEPTH) {
                return NULL;
            }
            objects[depth / 64] = *at == '{' ? objects[depth / 64] | bit : objects[depth / 64] & ~bit;
            depth++;
            at++;
            break;
        case '}':
        case ']':
            if (depth == 0) {
                return at == first ? NULL : at;
            }
            depth--;
            if (((objects[depth / 64] >> (depth % 64)) & 1) != (*at == '}' ? 1u : 0u)) {
                return NULL;
            }
            at++;
            if (depth == 0) {
                return at;
            }
            break;
        case ',':
        case ':':
        case ' ':
        case '\t':
        case '\n':
        case '\r':
            if (depth == 0) {
                return at == first ? NULL : at;
            }
            at++;
            break;
        default:
            at++;
        }
    }
    return depth == 0 && at != first ? at : NULL;
}

/* A walk through the elements of a list or the members of an object. */
typedef struct sim_json_walk {
    const uint8_t *at;
    const uint8_t *end;
    /* Name of the member with its quotes, as it stands in the text; empty in a list. */
    sim_text key;
    /* The element. */
    sim_text value;
} sim_json_walk;

/* Begins a walk; a value that is no list and no object has no elements. */
static inline sim_json_walk sim_json_begin(sim_text value) {
    sim_json_walk walk;
    memset(&walk, 0, sizeof walk);
    if (value.len > 0) {
        walk.end = value.data + value.len;
        walk.at = sim_json_blank(value.data, walk.end);
        if (walk.at < walk.end && (*walk.at == '{' || *walk.at == '[')) {
            walk.key.len = *walk.at == '{'; /* tells the first step which of them it is */
            walk.at++;
            return walk;
        }
    }
    walk.at = walk.end;
    return walk;
}

/* Goes to the next element; false behind the last one. */
static inline bool sim_json_next(sim_json_walk *walk) {
    bool object = walk->key.len > 0;
    const uint8_t *from;
    const uint8_t *end = walk->end;
    if (!walk->at || walk->at >= end) {
        return false;
    }
    from = sim_json_blank(walk->at, end);
    if (from < end && *from == ',') {
        from = sim_json_blank(from + 1, end);
    }
    walk->at = end;
    if (from >= end || *from == ']' || *from == '}') {
        return false;
    }
    if (object) {
        const uint8_t *after = *from == '"' ? sim_json_after_string(from, end) : NULL;
        if (!after) {
            return false;
        }
        walk->key = sim_part_of(from, after);
        from = sim_json_blank(after, end);
        if (from >= end || *from != ':') {
            return false;
        }
        from = sim_json_blank(from + 1, end);
    }
    {
        const uint8_t *after = from < end ? sim_json_after(from, end) : NULL;
        if (!after) {
            return false;
        }
        walk->value = sim_part_of(from, after);
        walk->at = after;
    }
    return true;
}

static inline int sim_json_hex(const uint8_t *at, const uint8_t *end) {
    int code = 0;
    int digit;
    if (end - at < 4) {
        return -1;
    }
    for (digit = 0; digit < 4; digit++) {
        uint8_t c = at[digit];
        int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (value < 0) {
            return -1;
        }
        code = code * 16 + value;
    }
    return code;
}

static inline size_t sim_utf8(uint32_t code, uint8_t out[4]) {
    if (code < 0x80) {
        out[0] = (uint8_t)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (uint8_t)(0xC0 | (code >> 6));
        out[1] = (uint8_t)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (uint8_t)(0xE0 | (code >> 12));
        out[1] = (uint8_t)(0x80 | ((code >> 6) & 0x3F));
        out[2] = (uint8_t)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (uint8_t)(0xF0 | (code >> 18));
    out[1] = (uint8_t)(0x80 | ((code >> 12) & 0x3F));
    out[2] = (uint8_t)(0x80 | ((code >> 6) & 0x3F));
    out[3] = (uint8_t)(0x80 | (code & 0x3F));
    return 4;
}

/* Reads one letter of a string within its quotes: its bytes go into `out`. Returns how many, 0 at the end or where an escape
 * is none. */
static inline size_t sim_json_letter(const uint8_t **at, const uint8_t *end, uint8_t out[4]) {
    static const char escapes[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    const char *known;
    int high, low;
    if (*at >= end) {
        return 0;
    }
    out[0] = *(*at)++;
    if (out[0] != '\\') {
        return 1;
    }
    if (*at >= end) {
        return 0;
    }
    out[0] = *(*at)++;
    if (out[0] != 'u') {
        known = out[0] ? strchr(escapes, out[0]) : NULL;
        out[0] = known ? (uint8_t)meanings[known - escapes] : 0;
        return known ? 1 : 0;
    }
    high = sim_json_hex(*at, end);
    if (high < 0) {
        return 0;
    }
    *at += 4;
    if (high < 0xD800 || high > 0xDFFF) {
        return sim_utf8((uint32_t)high, out);
    }
    low = end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u' ? sim_json_hex(*at + 2, end) : -1;
    if (high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
        return 0;
    }
    *at += 6;
    return sim_utf8(0x10000u + (((uint32_t)high - 0xD800u) << 10) + ((uint32_t)low - 0xDC00u), out);
}

/* Whether a value is a string. */
static inline bool sim_json_is_string(sim_text value) {
    return value.len >= 2 && value.data[0] == '"' && value.data[value.len - 1] == '"';
}

/* Whether a value is the string `text`. */
static inline bool sim_json_is(sim_text value, const char *text) {
    const uint8_t *at, *end;
    uint8_t letter[4];
    size_t len;
    if (!sim_json_is_string(value)) {
        return false;
    }
    at = value.data + 1;
    end = value.data + value.len - 1;
    while (at < end) {
        len = sim_json_letter(&at, end, letter);
        if (len == 0 || letter[0] == 0 || strncmp(text, (const char *)letter, len) != 0) {
            return false;
        }
        text += len;
    }
    return *text == 0;
}

/* Copies a string into a buffer of `size` bytes, always ending with zero. False where the value is no string, holds a
 * zero or does not fit; the buffer then holds an empty text. */
static inline bool sim_json_text(sim_text value, char *buffer, size_t size) {
    const uint8_t *at, *end;
    uint8_t letter[4];
    size_t len, used = 0;
    if (size == 0) {
        return false;
    }
    buffer[0] = 0;
    if (!sim_json_is_string(value)) {
        return false;
    }
    at = value.data + 1;
    end = value.data + value.len - 1;
    while (at < end) {
        len = sim_json_letter(&at, end, letter);
        if (len == 0 || letter[0] == 0 || used + len >= size) {
            buffer[0] = 0;
            return false;
        }
        memcpy(buffer + used, letter, len);
        used += len;
    }
    buffer[used] = 0;
    return true;
}

/* Reads a number; false where the value is none, and `number` is left as it was. */
static inline bool sim_json_number(sim_text value, double *number) {
    char text[512];
    char *end;
    double read;
    size_t i;
    if (value.len == 0 || value.len >= sizeof text - 16) {
        return false;
    }
    for (i = 0; i < value.len; i++) {
        /* What strtod would take besides: blanks, `nan`, `inf`, hexadecimal numbers. */
        if (!strchr("0123456789+-.eE", value.data[i]) || value.data[i] == 0) {
            return false;
        }
        text[i] = (char)value.data[i];
    }
    text[value.len] = 0;
    if (text[0] == '+' || text[0] == '.') {
        return false;
    }
    read = strtod(text, &end);
    if (*end == '.') {
        /* The program has set a locale with another decimal sign, of one byte or of several. */
        const char *sign = localeconv()->decimal_point;
        size_t len = strlen(sign);
        if (len == 0 || len > 16) {
            return false;
        }
        memmove(end + len, end + 1, strlen(end + 1) + 1);
        memcpy(end, sign, len);
        read = strtod(text, &end);
    }
    if (end == text || *end != 0 || read - read != 0) {
        return false;
    }
    *number = read;
    return true;
}

/* The member of an object with a name, or of the objects within it: `sim_json_get(request, "mount/at")`. A name that holds a
 * slash itself is found with sim_json_member. */
static inline sim_text sim_json_member(sim_text object, const char *name) {
    sim_json_walk walk = sim_json_begin(object);
    while (sim_json_next(&walk)) {
        if (sim_json_is(walk.key, name)) {
            return walk.value;
        }
    }
    return sim_text_of(NULL);
}

static inline sim_text sim_json_get(sim_text object, const char *path) {
    char name[64];
    const char *slash;
    while ((slash = strchr(path, '/')) != NULL) {
        size_t len = (size_t)(slash - path);
        if (len >= sizeof name) {
            return sim_text_of(NULL);
        }
        memcpy(name, path, len);
        name[len] = 0;
        object = sim_json_member(object, name);
        path = slash + 1;
    }
    return sim_json_member(object, path);
}

/* Number of elements of a list or members of an object. */
static inline size_t sim_json_count(sim_text value) {
    sim_json_walk walk = sim_json_begin(value);
    size_t count = 0;
    while (sim_json_next(&walk)) {
        count++;
    }
    return count;
}

/* Reads a list of numbers; returns how many the list has, of which at most `room` are written. What is no number is 0. */
static inline size_t sim_json_numbers(sim_text value, double *numbers, size_t room) {
    sim_json_walk walk = sim_json_begin(value);
    size_t count = 0;
    while (sim_json_next(&walk)) {
        if (count < room) {
            numbers[count] = 0;
            sim_json_number(walk.value, &numbers[count]);
        }
        count++;
    }
    return count;
}

