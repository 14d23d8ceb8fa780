/* ---------------------------------------------------------------------------------------------------------------------
 * During a call: joints and other records, random numbers, rays, turning of vectors.
 * ------------------------------------------------------------------------------------------------------------------ */

/* Copies the record with an index out of rows, as much of it as the host knows; the rest is zero. */
static inline void sim_row_read(const void *data, size_t len, size_t stride, size_t index, void *record, size_t size) {
    memset(record, 0, size);
    if (index < len) {
        memcpy(record, (const uint8_t *)data + index * stride, stride < size ? stride : size);
    }
}

/* Changes the record with an index, as much of it as the host knows. */
static inline void sim_row_write(void *data, size_t len, size_t stride, size_t index, const void *record, size_t size) {
    if (index < len) {
        memcpy((uint8_t *)data + index * stride, record, stride < size ? stride : size);
    }
}

/* Reads a record of rows of any type: sim_row_get(frame->joints, 0, &joint). */
#define sim_row_get(rows, index, record) \
    sim_row_read((rows).data, (rows).len, (rows).stride, index, record, sizeof *(record))
/* Changes a record of rows of any type: sim_row_set(frame->joints, 0, &joint). */
#define sim_row_set(rows, index, record) \
    sim_row_write((rows).data, (rows).len, (rows).stride, index, record, sizeof *(record))

/* Publishes a value, by the order of declaration. */
static inline void sim_publish(const sim_call_frame *call, size_t index, double value) {
    if (index < call->published.len) {
        call->published.data[index] = value;
    }
}

static inline uint64_t sim_rotated(uint64_t word, unsigned bits) {
    return (word << bits) | (word >> (64 - bits));
}

/* The next 64 random bits of a stream (0: the component's own): xoshiro256++ (Blackman and Vigna, 2021). The host keeps the
 * stream, so that a run can be repeated; use no other source of random numbers. */
static inline uint64_t sim_random_bits(const sim_call_frame *call, size_t stream) {
    uint64_t *s, result, t;
    if (stream >= call->random.len) {
        return 0;
    }
    s = call->random.data[stream].words;
    result = sim_rotated(s[0] + s[3], 23) + s[0];
    t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = sim_rotated(s[3], 45);
    return result;
}

/* A random number in [low, high). */
static inline double sim_random(const sim_call_frame *call, size_t stream, double low, double high) {
    return low + (high - low) * ((double)(sim_random_bits(call, stream) >> 11) / 9007199254740992.0);
}

static inline sim_vec3 sim_vec(double x, double y, double z) {
    sim_vec3 vector;
    vector.x = x;
    vector.y = y;
    vector.z = z;
    return vector;
}

/* A vector turned by a unit quaternion: v + 2w(q × v) + 2q × (q × v). */
static inline sim_vec3 sim_turned(sim_quat q, sim_vec3 v) {
    sim_vec3 t = sim_vec(
        2 * (q.y * v.z - q.z * v.y), 2 * (q.z * v.x - q.x * v.z), 2 * (q.x * v.y - q.y * v.x));
    return sim_vec(
        v.x + q.w * t.x + q.y * t.z - q.z * t.y,
        v.y + q.w * t.y + q.z * t.x - q.x * t.z,
        v.z + q.w * t.z + q.x * t.y - q.y * t.x);
}

/* The product of two rotations: first `b`, then `a`. */
static inline sim_quat sim_turns(sim_quat a, sim_quat b) {
    sim_quat q;
    q.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    q.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    q.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
    q.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    return q;
}

/* A point of the frame `b` in the frame that `a_from_b` leads to. */
static inline sim_vec3 sim_point(sim_pose a_from_b, sim_vec3 point) {
    sim_vec3 turned = sim_turned(a_from_b.orientation, point);
    return sim_vec(
        a_from_b.position.x + turned.x, a_from_b.position.y + turned.y, a_from_b.position.z + turned.z);
}

/* a_from_c of a_from_b and b_from_c. */
static inline sim_pose sim_poses(sim_pose a_from_b, sim_pose b_from_c) {
    sim_pose pose;
    pose.position = sim_point(a_from_b, b_from_c.position);
    pose.orientation = sim_turns(a_from_b.orientation, b_from_c.orientation);
    return pose;
}

/* A filter that lets everything count but the asking robot itself. */
static inline sim_filter sim_everything(void) {
    sim_filter filter;
    memset(&filter, 0, sizeof filter);
    filter.size = sizeof filter;
    filter.categories = UINT32_MAX;
    filter.fixed = 1;
    filter.moving = 1;
    return filter;
}

/* Distance that a sensor measures along its x axis turned by `yaw` (rad, about its z axis): infinite where nothing is met
 * within `max_distance` (m). */
static inline double sim_distance(const sim_sensor_frame *frame, double yaw, double max_distance) {
    sim_pose world_from_sensor = sim_poses(frame->body->pose, frame->mount);
    sim_vec3 direction = sim_vec(cos(yaw), sin(yaw), 0);
    sim_filter filter = sim_everything();
    double distance = HUGE_VAL;
    sim_vectors directions;
    sim_numbers_out distances;
    directions.data = &direction;
    directions.len = 1;
    distances.data = &distance;
    distances.len = 1;
    frame->world->cast_fan(frame->call->context, &world_from_sensor, directions, max_distance, &filter, distances);
    return distance;
}

/* Sends a request of a service as JSON, such as {"request":"stop","reason":"…"}; the answer or the fault's message goes into
 * `buffer`. */
static inline sim_status sim_request(const sim_service_frame *frame, const char *json, char *buffer, size_t size) {
    sim_taken taken;
    sim_reply reply = sim_reply_into(&taken, buffer, size);
    return frame->service->request(frame->call->context, sim_text_of(json), &reply);
}

