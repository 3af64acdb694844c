/* The vectors of bindings/conformance. */
#ifndef VECTORS_H
#define VECTORS_H

#include "instance.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct vector {
    instance_call call;
    uint8_t code;
    uint32_t handle;
    const uint8_t *input, *answer;
    size_t input_size, answer_size;
} vector;

typedef struct vectors {
    uint8_t *file;
    vector *list;
    size_t count;
} vectors;

static inline uint32_t number_at(const uint8_t *b) {
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline _Noreturn void give_up(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static inline vectors vectors_read(const char *path) {
    static const instance_call calls[] = {CALL_DESCRIBE, CALL_OPEN, CALL_STEP, CALL_STATUS, CALL_SAVE, CALL_LOAD, CALL_CLOSE};
    FILE *f = fopen(path, "rb");
    if (f == NULL || fseek(f, 0, SEEK_END) != 0)
        give_up("the file of vectors cannot be opened");
    size_t size = (size_t)ftell(f);
    vectors v = {malloc(size), NULL, 0};
    rewind(f);
    if (v.file == NULL || size < 12 || fread(v.file, 1, size, f) != size || memcmp(v.file, "CXSWVEC1", 8) != 0)
        give_up("the file of vectors cannot be read");
    fclose(f);
    v.count = number_at(v.file + 8);
    v.list = calloc(v.count, sizeof *v.list);
    if (v.list == NULL)
        give_up("there is no memory");
    const uint8_t *b = v.file + 12, *end = v.file + size;
    for (size_t i = 0; i < v.count; i++) {
        if (end - b < 16 || b[0] >= sizeof calls / sizeof *calls)
            give_up("the file of vectors is cut off");
        vector *one = &v.list[i];
        one->call = calls[b[0]];
        one->code = b[1];
        one->handle = number_at(b + 4);
        one->input_size = number_at(b + 8);
        one->answer_size = number_at(b + 12);
        one->input = b + 16;
        one->answer = one->input + one->input_size;
        b = one->answer + one->answer_size;
    }
    if (b != end)
        give_up("the file of vectors is too long");
    return v;
}

static inline void vectors_free(vectors *v) {
    free(v->list);
    free(v->file);
}

/* An input, with the configuration of an opening. */
typedef struct sent {
    msgpack_zone zone;
    coxswain_config config;
    coxswain_input input;
} sent;

static inline void read_whole(msgpack_zone *zone, const wire_message *m, const msgpack_object *o, void *value) {
    bool full = false;
    const char *wrong = wire_read(zone, m, o, value, &full);
    if (wrong != NULL || full)
        give_up(full ? "there is no memory" : wrong);
}

/* Reads the typed input of a vector; free its zone. */
static inline void sent_read(const vector *v, sent *s) {
    memset(s, 0, sizeof *s);
    msgpack_zone_init(&s->zone, MSGPACK_ZONE_CHUNK_SIZE);
    msgpack_unpacked u;
    msgpack_unpacked_init(&u);
    if (msgpack_unpack_next(&u, (const char *)v->input, v->input_size, NULL) != MSGPACK_UNPACK_SUCCESS)
        give_up("an input is not MessagePack");
    const msgpack_object *o = &u.data;
    if (v->call == CALL_OPEN) {
        read_whole(&s->zone, &wire_config, &o->via.array.ptr[0], &s->config);
        o = &o->via.array.ptr[1];
    }
    read_whole(&s->zone, &wire_input, o, &s->input);
    msgpack_unpacked_destroy(&u);
}

#endif
