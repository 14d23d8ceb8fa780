/* ---------------------------------------------------------------------------------------------------------------------
 * Answering: with text, or with a fault that says what went wrong, what to do, and which line says so.
 * ------------------------------------------------------------------------------------------------------------------ */

#define SIM_TEXT_OF_NUMBER_(number) #number
#define SIM_TEXT_OF_NUMBER(number) SIM_TEXT_OF_NUMBER_(number)
/* The place of this line. */
#define SIM_HERE __FILE__ ":" SIM_TEXT_OF_NUMBER(__LINE__)

/* Whether a struct of the host, or of a newer or older plugin, has a field: it says its own size. */
#define SIM_HAS_FIELD(pointer, type, field) \
    ((pointer)->size >= offsetof(type, field) + sizeof(((const type *)0)->field))

/* Adds a text to the answer. */
static inline void sim_say(const sim_reply *reply, const char *text) {
    reply->bytes(reply->owner, sim_text_of(text));
}

/* Answers with a text and nothing else. */
static inline sim_status sim_answer(const sim_reply *reply, const char *text) {
    sim_say(reply, text);
    return SIM_DONE;
}

/* Answers with bytes, such as a saved state. */
static inline sim_status sim_answer_bytes(const sim_reply *reply, const void *bytes, size_t len) {
    sim_text view;
    view.data = (const uint8_t *)bytes;
    view.len = len;
    reply->bytes(reply->owner, view);
    return SIM_DONE;
}

static inline sim_fault_record sim_fault_of(const char *place, uint32_t cause, const char *message, const char *help) {
    sim_fault_record fault;
    memset(&fault, 0, sizeof fault);
    fault.size = sizeof fault;
    fault.message = sim_text_of(message);
    fault.help = sim_text_of(help);
    fault.place = sim_text_of(place);
    fault.cause = cause;
    return fault;
}

static inline sim_status sim_refuse_at(
    const sim_reply *reply, const char *place, uint32_t cause, const char *message, const char *help) {
    sim_fault_record fault = sim_fault_of(place, cause, message, help);
    reply->fault(reply->owner, &fault);
    return SIM_FAILED;
}

static inline sim_status sim_fail_at(
    const sim_call_frame *call, const char *place, uint32_t cause, const char *message, const char *help) {
    sim_fault_record fault = sim_fault_of(place, cause, message, help);
    call->host->fail(call->context, &fault);
    return SIM_FAILED;
}

/* Refuses to be made, to restore, or to answer a call: what went wrong in one sentence, and what to do (or ""). */
#define sim_refuse(reply, message, help) sim_refuse_at(reply, SIM_HERE, SIM_CAUSE_REPORTED, message, help)
/* As sim_refuse, for parameters that contradict each other. */
#define sim_refuse_parameters(reply, message, help) \
    sim_refuse_at(reply, SIM_HERE, SIM_CAUSE_PARAMETERS, message, help)
/* Ends a step that cannot do its work: the component stops and its robot is made safe. */
#define sim_fail(call, message, help) sim_fail_at(call, SIM_HERE, SIM_CAUSE_REPORTED, message, help)

/* Writes one line to the run's log; the level is SIM_LOG_ERROR, SIM_LOG_WARN, SIM_LOG_INFO or SIM_LOG_DEBUG. */
static inline void sim_log(const sim_call_frame *call, uint32_t level, const char *text) {
    call->host->log(call->context, level, sim_text_of(text));
}

/* Takes what the host answers to a request, and its fault, into a buffer of the caller. */
typedef struct sim_taken {
    char *text;
    size_t size;
    size_t len;
    /* The answer was longer than the buffer. */
    bool cut;
    bool failed;
} sim_taken;

static inline void sim_take_bytes(void *owner, sim_text bytes) {
    sim_taken *taken = (sim_taken *)owner;
    size_t room = taken->size > 0 ? taken->size - 1 - taken->len : 0;
    size_t len = bytes.len < room ? bytes.len : room;
    taken->cut = taken->cut || len < bytes.len;
    if (len > 0) {
        memcpy(taken->text + taken->len, bytes.data, len);
    }
    taken->len += len;
    if (taken->size > 0) {
        taken->text[taken->len] = 0;
    }
}

static inline void sim_take_fault(void *owner, const sim_fault_record *fault) {
    sim_taken *taken = (sim_taken *)owner;
    taken->len = 0;
    sim_take_bytes(owner, fault->message);
    taken->failed = true;
}

/* A reply that takes an answer into a buffer; a fault leaves its message there. */
static inline sim_reply sim_reply_into(sim_taken *taken, char *buffer, size_t size) {
    sim_reply reply;
    memset(taken, 0, sizeof *taken);
    taken->text = buffer;
    taken->size = size;
    if (size > 0) {
        buffer[0] = 0;
    }
    memset(&reply, 0, sizeof reply);
    reply.size = sizeof reply;
    reply.owner = taken;
    reply.bytes = sim_take_bytes;
    reply.fault = sim_take_fault;
    return reply;
}

