// A library with one controller, as short as the contract allows. What it does is defined before this text.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#define SPOIL _mm_setcsr(_mm_getcsr() | 0x8000 | 0x4000)
/* Lets a division by zero trap. */
#define TRAP _mm_setcsr(_mm_getcsr() & ~0x0200)
#else
#define SPOIL
#define TRAP
#endif

typedef struct { const char *data; size_t len; } Text;
typedef struct { double *data; size_t len; } Values;
typedef struct { size_t size; void *owner; void (*bytes)(void *, Text); void (*fault)(void *, const void *); } Reply;
typedef struct { size_t size; void *instance; const void *table; } Created;
typedef struct {
    size_t size;
    int32_t (*save)(void *, const Reply *);
    int32_t (*restore)(void *, Text, const Reply *);
    int32_t (*call)(void *, Text, Text, Values, const Reply *);
    int32_t (*drop)(void *, const Reply *);
} Common;
typedef struct { const void *thread_token; uint64_t caller; } Context;
typedef struct { size_t size; void (*log)(Context, uint32_t, Text); } Host;
typedef struct { size_t size; const Host *host; Context context; uint64_t tick; double time; } Call;
typedef struct { size_t size; const Call *call; Values readings; Values commands; } Frame;
typedef struct { size_t size; const Common *common; int32_t (*step)(void *, const Frame *); } Table;
typedef struct {
    size_t size;
    int32_t (*describe)(const Reply *);
    int32_t (*create)(uint32_t, Text, Text, Created *, const Reply *);
} Module;

#ifndef ID
#define ID "c/one"
#endif
#ifndef NAME
#define NAME "c-library"
#endif
#ifndef MANIFEST
#define MANIFEST "{\"name\":\"" NAME "\",\"version\":\"1.0.0\",\"components\":[{\"id\":\"" ID "\",\"kind\":\"controller\"}]}"
#endif
#ifndef DECLARATION
#define DECLARATION "{\"saves\":true,\"functions\":[{\"name\":\"f\"}]}"
#endif
#ifndef CONSTRUCTOR
#define CONSTRUCTOR
#endif
#ifndef DESCRIBE
#define DESCRIBE
#endif
#ifndef CREATE
#define CREATE give(reply, DECLARATION)
#endif
#ifndef STEP
#define STEP
#endif
#ifndef SAVE
#define SAVE
#endif
#ifndef RESTORE
#define RESTORE
#endif
#ifndef CALL
#define CALL
#endif
#ifndef DROP
#define DROP
#endif

static void give(const Reply *reply, const char *text) { reply->bytes(reply->owner, (Text){text, strlen(text)}); }
static void say(const Call *call, const char *text) { call->host->log(call->context, 2, (Text){text, strlen(text)}); }

__attribute__((constructor)) static void constructed(void) { CONSTRUCTOR; }

// A call that is used by another thread, and after its end.
static Call kept;
static int have_kept;
static volatile int has_asked;
static void *foreign(void *none) { say(&kept, "from another thread"); return none; }
static void *persistent(void *none) {
    for (int n = 0; n < 200; n++) { usleep(100); say(&kept, "after the call"); has_asked = 1; }
    return none;
}
__attribute__((unused)) static void ask_later(const Call *call) {
    pthread_t thread;
    kept = *call;
    have_kept = 1;
    if (!pthread_create(&thread, NULL, persistent, NULL)) pthread_detach(thread);
}
__attribute__((unused)) static void from_another_thread(const Call *call) {
    pthread_t thread;
    kept = *call;
    have_kept = 1;
    if (!pthread_create(&thread, NULL, foreign, NULL)) pthread_join(thread, NULL);
}

static int32_t step(void *self, const Frame *frame) {
    (void)self; (void)frame;
    for (size_t n = 0; n < frame->commands.len; n++) frame->commands.data[n] = 3.0;
    STEP;
    return 0;
}
static int32_t save(void *self, const Reply *reply) { (void)self; give(reply, "state"); SAVE; return 0; }
static int32_t restore(void *self, Text state, const Reply *reply) { (void)self; (void)state; (void)reply; RESTORE; return 0; }
static int32_t call(void *self, Text name, Text arguments, Values values, const Reply *reply) {
    (void)self; (void)name; (void)arguments; (void)values;
    give(reply, "null");
    CALL;
    return 0;
}
static int32_t dropped(void *self, const Reply *reply) { (void)self; (void)reply; DROP; return 0; }
static const Common COMMON = {sizeof(Common), save, restore, call, dropped};
static const Table TABLE = {sizeof(Table), &COMMON, step};

static int32_t describe(const Reply *reply) { DESCRIBE; give(reply, MANIFEST); return 0; }
static int32_t create(uint32_t kind, Text id, Text request, Created *created, const Reply *reply) {
    (void)kind; (void)id; (void)request;
    CREATE;
    created->instance = created;
    created->table = &TABLE;
    return 0;
}

const Module SIM_PLUGIN = {sizeof(Module), describe, create};
const struct { char magic[8]; uint32_t major, minor; uint8_t unwinds, reserved[7]; } SIM_PLUGIN_ABI = {"SIMPLUG", 2, 0, 1, {0}};
#ifdef AS_DATA
const char SIM_PLUGIN_MANIFEST[] = MANIFEST;
#endif
