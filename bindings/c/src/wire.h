/* Messages as MessagePack: by tables, so that one writer and one reader do for all. */
#ifndef WIRE_H
#define WIRE_H

#include "../coxswain.h"

#include <msgpack.h>

typedef enum wire_kind {
    WIRE_BOOL,
    WIRE_I32,
    WIRE_I64,
    WIRE_U32,
    WIRE_U64,
    WIRE_ENUM,
    WIRE_TEXT,
    WIRE_TEXTS,
    WIRE_MESSAGE,
    WIRE_OPTIONAL,
    WIRE_MESSAGES,
} wire_kind;

struct wire_message;

typedef struct wire_field {
    const char *name;
    wire_kind kind;
    size_t at;       /* where it is in its struct */
    size_t count_at; /* and the count of a list */
    const struct wire_message *of;
} wire_field;

typedef struct wire_message {
    size_t size; /* of its struct */
    uint32_t fields_count;
    const wire_field *fields;
} wire_message;

extern const wire_message wire_config, wire_input, wire_output, wire_status;

/* Appends a message. Returns NULL, or the name of a field that points nowhere although
   its count is not 0. *full is set when there is no memory. */
const char *wire_write(msgpack_sbuffer *b, const wire_message *m, const void *value, bool *full);

/* Reads a message into value, which has all zeros; what it points to is in the zone.
   Returns NULL, or the name of a field that is not what it should be. *full is set when
   there is no memory. */
const char *wire_read(msgpack_zone *zone, const wire_message *m, const msgpack_object *o, void *value, bool *full);

#endif
