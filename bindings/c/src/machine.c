#include "instance.h"
#include "wire.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct coxswain_machine {
    pthread_mutex_t lock;
    instance *instance; /* NULL when it was closed */
    uint32_t handle;
    bool lost; /* an answer was */
};

/* What is given to the caller, with the zone that all it points to is in. */
typedef struct owned_output {
    coxswain_output value;
    msgpack_zone zone;
} owned_output;

typedef struct owned_status {
    coxswain_status value;
    msgpack_zone zone;
} owned_status;

static coxswain_call_result failed(coxswain_error *error, coxswain_call_result result, const char *field, const char *text) {
    if (error != NULL) {
        error->code = COXSWAIN_ERROR_CODE_NONE;
        snprintf(error->field, sizeof error->field, "%s", field);
        snprintf(error->text, sizeof error->text, "%s", text);
    }
    return result;
}

static coxswain_call_result no_memory(coxswain_error *error) {
    return failed(error, COXSWAIN_NO_MEMORY, "", "there is no memory");
}

/* Copies text into an array of size bytes, as much as fits. */
static void cut(char *to, size_t size, const msgpack_object_str *from) {
    size_t n = from->size < size - 1 ? from->size : size - 1;
    if (n > 0)
        memcpy(to, from->ptr, n);
    to[n] = 0;
}

static coxswain_call_result refused(coxswain_error *error, const msgpack_object_array *envelope) {
    if (envelope->size < 3 || envelope->ptr[1].type != MSGPACK_OBJECT_STR || envelope->ptr[2].type != MSGPACK_OBJECT_STR)
        return failed(error, COXSWAIN_LOST, "", "the answer is not an envelope");
    if (error != NULL) {
        error->code = (coxswain_error_code)envelope->ptr[0].via.u64;
        cut(error->field, sizeof error->field, &envelope->ptr[1].via.str);
        cut(error->text, sizeof error->text, &envelope->ptr[2].via.str);
    }
    return COXSWAIN_REFUSED;
}

/* An answer that was read. Its strings point into the instance, until the next call. */
typedef struct answer {
    msgpack_unpacked unpacked;
    const msgpack_object *body;
} answer;

/* Makes a call and reads the envelope. On success free a->unpacked. */
static coxswain_call_result call(instance *i, instance_call which, uint32_t handle, const void *input, size_t size,
                            answer *a, coxswain_error *error) {
    const uint8_t *bytes = NULL;
    size_t length = 0;
    switch (instance_do(i, which, handle, input, size, &bytes, &length)) {
    case INSTANCE_TOO_LONG:
        failed(error, COXSWAIN_REFUSED, "", "the message is too long");
        if (error != NULL)
            error->code = COXSWAIN_ERR_LIMIT;
        return COXSWAIN_REFUSED;
    case INSTANCE_LOST:
        return failed(error, COXSWAIN_LOST, "", instance_why(i));
    case INSTANCE_OK:
        break;
    }
    msgpack_unpacked_init(&a->unpacked);
    size_t end = 0;
    msgpack_unpack_return how = msgpack_unpack_next(&a->unpacked, (const char *)bytes, length, &end);
    const msgpack_object *o = &a->unpacked.data;
    coxswain_call_result result = COXSWAIN_OK;
    if (how == MSGPACK_UNPACK_NOMEM_ERROR)
        result = no_memory(error);
    else if (how != MSGPACK_UNPACK_SUCCESS || end != length || o->type != MSGPACK_OBJECT_ARRAY ||
             o->via.array.size < 2 || o->via.array.ptr[0].type != MSGPACK_OBJECT_POSITIVE_INTEGER)
        result = failed(error, COXSWAIN_LOST, "", "the answer is not an envelope");
    else if (o->via.array.ptr[0].via.u64 != 0)
        result = refused(error, &o->via.array);
    else
        a->body = &o->via.array.ptr[1];
    if (result != COXSWAIN_OK)
        msgpack_unpacked_destroy(&a->unpacked);
    return result;
}

/* Reads a message into value, and what it points to into the zone. */
static coxswain_call_result read_into(msgpack_zone *zone, const wire_message *m, const msgpack_object *o, void *value,
                                 coxswain_error *error) {
    if (!msgpack_zone_init(zone, MSGPACK_ZONE_CHUNK_SIZE))
        return no_memory(error);
    bool full = false;
    const char *wrong = wire_read(zone, m, o, value, &full);
    if (!full && wrong == NULL)
        return COXSWAIN_OK;
    msgpack_zone_destroy(zone);
    return full ? no_memory(error) : failed(error, COXSWAIN_LOST, wrong, "cannot be read in the answer");
}

static coxswain_call_result read_output(const msgpack_object *o, coxswain_output **output, coxswain_error *error) {
    owned_output *owned = calloc(1, sizeof *owned);
    if (owned == NULL)
        return no_memory(error);
    coxswain_call_result result = read_into(&owned->zone, &wire_output, o, &owned->value, error);
    if (result == COXSWAIN_OK)
        *output = &owned->value;
    else
        free(owned);
    return result;
}

/* Appends a message to what is sent. */
static coxswain_call_result append(msgpack_sbuffer *b, const wire_message *m, const void *value, coxswain_error *error) {
    bool full = false;
    const char *wrong = wire_write(b, m, value, &full);
    if (wrong != NULL)
        return failed(error, COXSWAIN_ARGUMENT, wrong, "has a count and points nowhere");
    return full ? no_memory(error) : COXSWAIN_OK;
}

/* Makes a machine around an instance that has none yet. */
static coxswain_call_result machine_new(const coxswain_options *options, coxswain_machine **machine,
                                   coxswain_error *error) {
    uint64_t limit = options != NULL && options->memory_limit != 0 ? options->memory_limit : UINT64_C(64) << 20;
    coxswain_machine *m = calloc(1, sizeof *m);
    if (m == NULL)
        return no_memory(error);
    m->instance = instance_new(limit);
    if (m->instance == NULL || pthread_mutex_init(&m->lock, NULL) != 0) {
        instance_free(m->instance);
        free(m);
        return no_memory(error);
    }
    *machine = m;
    return COXSWAIN_OK;
}

static bool read_handle(const msgpack_object *o, uint32_t *handle) {
    if (o->type != MSGPACK_OBJECT_POSITIVE_INTEGER || o->via.u64 > UINT32_MAX)
        return false;
    *handle = (uint32_t)o->via.u64;
    return true;
}

static coxswain_call_result open_with(coxswain_machine *m, const msgpack_sbuffer *b, coxswain_output **output,
                                 coxswain_error *error) {
    answer a;
    coxswain_call_result result = call(m->instance, CALL_OPEN, 0, b->data, b->size, &a, error);
    if (result != COXSWAIN_OK)
        return result;
    if (a.body->type != MSGPACK_OBJECT_ARRAY || a.body->via.array.size < 2 ||
        !read_handle(&a.body->via.array.ptr[0], &m->handle))
        result = failed(error, COXSWAIN_LOST, "", "the answer is not of an opening");
    else
        result = read_output(&a.body->via.array.ptr[1], output, error);
    msgpack_unpacked_destroy(&a.unpacked);
    return result;
}

coxswain_call_result coxswain_machine_open(const coxswain_config *config, const coxswain_input *input,
                                      const coxswain_options *options, coxswain_machine **machine,
                                      coxswain_output **output, coxswain_error *error) {
    if (machine == NULL || output == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is nowhere to put the machine and the output");
    *machine = NULL;
    *output = NULL;
    if (config == NULL || input == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is no configuration, or no input");
    msgpack_sbuffer b;
    msgpack_sbuffer_init(&b);
    static const char pair = (char)0x92;
    coxswain_call_result result = msgpack_sbuffer_write(&b, &pair, 1) == 0 ? COXSWAIN_OK : no_memory(error);
    if (result == COXSWAIN_OK)
        result = append(&b, &wire_config, config, error);
    if (result == COXSWAIN_OK)
        result = append(&b, &wire_input, input, error);
    coxswain_machine *m = NULL;
    if (result == COXSWAIN_OK)
        result = machine_new(options, &m, error);
    if (result == COXSWAIN_OK)
        result = open_with(m, &b, output, error);
    msgpack_sbuffer_destroy(&b);
    if (result == COXSWAIN_OK)
        *machine = m;
    else
        coxswain_machine_free(m);
    return result;
}

coxswain_call_result coxswain_machine_load(const void *state, size_t size, const coxswain_options *options,
                                      coxswain_machine **machine, coxswain_error *error) {
    if (machine == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is nowhere to put the machine");
    *machine = NULL;
    if (state == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is no state");
    coxswain_machine *m = NULL;
    coxswain_call_result result = machine_new(options, &m, error);
    answer a;
    if (result == COXSWAIN_OK)
        result = call(m->instance, CALL_LOAD, 0, state, size, &a, error);
    if (result == COXSWAIN_OK) {
        if (!read_handle(a.body, &m->handle))
            result = failed(error, COXSWAIN_LOST, "", "the answer is not of a load");
        msgpack_unpacked_destroy(&a.unpacked);
    }
    if (result == COXSWAIN_OK)
        *machine = m;
    else
        coxswain_machine_free(m);
    return result;
}

/* What happens with an answer, while the machine is locked. */
typedef coxswain_call_result taker(const msgpack_object *body, void *to, coxswain_error *error);

/* Makes a call of a machine, if it is open. */
static coxswain_call_result ask(coxswain_machine *m, instance_call which, const msgpack_sbuffer *b, taker *take, void *to,
                           coxswain_error *error) {
    pthread_mutex_lock(&m->lock);
    coxswain_call_result result;
    if (m->instance == NULL) {
        result = failed(error, COXSWAIN_CLOSED, "", "the machine was closed");
    } else if (m->lost) {
        result = failed(error, COXSWAIN_LOST, "", "an earlier answer was lost");
    } else {
        answer a;
        result = call(m->instance, which, m->handle, b == NULL ? NULL : b->data, b == NULL ? 0 : b->size, &a, error);
        if (result == COXSWAIN_OK) {
            result = take(a.body, to, error);
            msgpack_unpacked_destroy(&a.unpacked);
        }
        m->lost = result == COXSWAIN_NO_MEMORY || (result == COXSWAIN_LOST && instance_why(m->instance) == NULL);
    }
    pthread_mutex_unlock(&m->lock);
    return result;
}

static coxswain_call_result take_output(const msgpack_object *body, void *to, coxswain_error *error) {
    return read_output(body, to, error);
}

coxswain_call_result coxswain_machine_step(coxswain_machine *machine, const coxswain_input *input,
                                      coxswain_output **output, coxswain_error *error) {
    if (output == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is nowhere to put the output");
    *output = NULL;
    if (machine == NULL || input == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is no machine, or no input");
    msgpack_sbuffer b;
    msgpack_sbuffer_init(&b);
    coxswain_call_result result = append(&b, &wire_input, input, error);
    if (result == COXSWAIN_OK)
        result = ask(machine, CALL_STEP, &b, take_output, output, error);
    msgpack_sbuffer_destroy(&b);
    return result;
}

static coxswain_call_result take_status(const msgpack_object *body, void *to, coxswain_error *error) {
    owned_status *owned = calloc(1, sizeof *owned);
    if (owned == NULL)
        return no_memory(error);
    coxswain_call_result result = read_into(&owned->zone, &wire_status, body, &owned->value, error);
    if (result == COXSWAIN_OK)
        *(coxswain_status **)to = &owned->value;
    else
        free(owned);
    return result;
}

coxswain_call_result coxswain_machine_status(coxswain_machine *machine, coxswain_status **status,
                                        coxswain_error *error) {
    if (status == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is nowhere to put the status");
    *status = NULL;
    if (machine == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is no machine");
    return ask(machine, CALL_STATUS, NULL, take_status, status, error);
}

typedef struct saved {
    void *data;
    size_t size;
} saved;

static coxswain_call_result take_state(const msgpack_object *body, void *to, coxswain_error *error) {
    if (body->type != MSGPACK_OBJECT_BIN)
        return failed(error, COXSWAIN_LOST, "", "a saved state must be bytes");
    saved *s = to;
    s->size = body->via.bin.size;
    s->data = malloc(s->size == 0 ? 1 : s->size);
    if (s->data == NULL)
        return no_memory(error);
    memcpy(s->data, body->via.bin.ptr, s->size);
    return COXSWAIN_OK;
}

coxswain_call_result coxswain_machine_save(coxswain_machine *machine, void **state, size_t *size, coxswain_error *error) {
    if (state == NULL || size == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is nowhere to put the state");
    *state = NULL;
    *size = 0;
    if (machine == NULL)
        return failed(error, COXSWAIN_ARGUMENT, "", "there is no machine");
    saved s = {NULL, 0};
    coxswain_call_result result = ask(machine, CALL_SAVE, NULL, take_state, &s, error);
    if (result == COXSWAIN_OK) {
        *state = s.data;
        *size = s.size;
    }
    return result;
}

void coxswain_machine_close(coxswain_machine *machine) {
    if (machine == NULL)
        return;
    pthread_mutex_lock(&machine->lock);
    instance_free(machine->instance);
    machine->instance = NULL;
    pthread_mutex_unlock(&machine->lock);
}

void coxswain_machine_free(coxswain_machine *machine) {
    if (machine == NULL)
        return;
    coxswain_machine_close(machine);
    pthread_mutex_destroy(&machine->lock);
    free(machine);
}

void coxswain_output_free(coxswain_output *output) {
    if (output == NULL)
        return;
    owned_output *owned = (owned_output *)(void *)output; /* its first member */
    msgpack_zone_destroy(&owned->zone);
    free(owned);
}

void coxswain_status_free(coxswain_status *status) {
    if (status == NULL)
        return;
    owned_status *owned = (owned_status *)(void *)status;
    msgpack_zone_destroy(&owned->zone);
    free(owned);
}

const char *coxswain_call_result_name(coxswain_call_result result) {
    switch (result) {
    case COXSWAIN_OK:
        return "ok";
    case COXSWAIN_REFUSED:
        return "refused";
    case COXSWAIN_ARGUMENT:
        return "argument";
    case COXSWAIN_CLOSED:
        return "closed";
    case COXSWAIN_LOST:
        return "lost";
    case COXSWAIN_NO_MEMORY:
        return "no-memory";
    }
    return "undefined";
}
