#include "wire.h"

#include <limits.h>

static const char *at(const void *value, size_t offset) { return (const char *)value + offset; }

static size_t count_of(const void *value, const wire_field *f) {
    size_t n;
    memcpy(&n, at(value, f->count_at), sizeof n);
    return n;
}

static const void *pointer_of(const void *value, const wire_field *f) {
    const void *p;
    memcpy(&p, at(value, f->at), sizeof p);
    return p;
}

static bool write_text(msgpack_packer *p, const coxswain_text *t) {
    return t->size <= UINT32_MAX && msgpack_pack_str_with_body(p, t->size == 0 ? "" : t->data, t->size) == 0;
}

static const char *write_message(msgpack_packer *p, const wire_message *m, const void *value, bool *full) {
    *full |= msgpack_pack_array(p, m->fields_count) != 0;
    for (uint32_t i = 0; i < m->fields_count && !*full; i++) {
        const wire_field *f = &m->fields[i];
        const char *here = at(value, f->at);
        const char *wrong = NULL;
        switch (f->kind) {
        case WIRE_BOOL:
            *full |= (*(const bool *)here ? msgpack_pack_true(p) : msgpack_pack_false(p)) != 0;
            break;
        case WIRE_I32:
            *full |= msgpack_pack_int32(p, *(const int32_t *)here) != 0;
            break;
        case WIRE_I64:
            *full |= msgpack_pack_int64(p, *(const int64_t *)here) != 0;
            break;
        case WIRE_U32:
            *full |= msgpack_pack_uint32(p, *(const uint32_t *)here) != 0;
            break;
        case WIRE_U64:
            *full |= msgpack_pack_uint64(p, *(const uint64_t *)here) != 0;
            break;
        case WIRE_ENUM:
            *full |= msgpack_pack_int(p, *(const int *)here) != 0;
            break;
        case WIRE_TEXT:
            if (((const coxswain_text *)here)->data == NULL && ((const coxswain_text *)here)->size > 0)
                return f->name;
            *full |= !write_text(p, (const coxswain_text *)here);
            break;
        case WIRE_MESSAGE:
            wrong = write_message(p, f->of, here, full);
            break;
        case WIRE_OPTIONAL:
            if (pointer_of(value, f) != NULL)
                wrong = write_message(p, f->of, pointer_of(value, f), full);
            else
                *full |= msgpack_pack_nil(p) != 0;
            break;
        case WIRE_TEXTS:
        case WIRE_MESSAGES: {
            const char *list = pointer_of(value, f);
            size_t n = count_of(value, f);
            if (n > 0 && list == NULL)
                return f->name;
            *full |= n > UINT32_MAX || msgpack_pack_array(p, n) != 0;
            for (size_t k = 0; k < n && wrong == NULL && !*full; k++) {
                if (f->kind == WIRE_MESSAGES) {
                    wrong = write_message(p, f->of, list + k * f->of->size, full);
                    continue;
                }
                const coxswain_text *t = (const coxswain_text *)(const void *)list + k;
                if (t->data == NULL && t->size > 0)
                    return f->name;
                *full |= !write_text(p, t);
            }
            break;
        }
        }
        if (wrong != NULL)
            return wrong;
    }
    return NULL;
}

const char *wire_write(msgpack_sbuffer *b, const wire_message *m, const void *value, bool *full) {
    msgpack_packer p;
    msgpack_packer_init(&p, b, msgpack_sbuffer_write);
    return write_message(&p, m, value, full);
}

static bool read_integer(const msgpack_object *o, int64_t least, uint64_t most, int64_t *value) {
    if (o->type == MSGPACK_OBJECT_NEGATIVE_INTEGER) {
        *value = o->via.i64;
        return o->via.i64 >= least;
    }
    *value = (int64_t)o->via.u64;
    return o->type == MSGPACK_OBJECT_POSITIVE_INTEGER && o->via.u64 <= most;
}

static bool read_text(msgpack_zone *zone, const msgpack_object *o, coxswain_text *t, bool *full) {
    if (o->type != MSGPACK_OBJECT_STR)
        return false;
    char *copy = msgpack_zone_malloc(zone, (size_t)o->via.str.size + 1);
    if (copy == NULL) {
        *full = true;
        return true;
    }
    if (o->via.str.size > 0)
        memcpy(copy, o->via.str.ptr, o->via.str.size);
    copy[o->via.str.size] = 0;
    t->data = copy;
    t->size = o->via.str.size;
    return true;
}

static void *zeros(msgpack_zone *zone, size_t n, size_t size, bool *full) {
    void *p = n <= SIZE_MAX / size ? msgpack_zone_malloc(zone, n * size) : NULL;
    if (p == NULL)
        *full = true;
    else
        memset(p, 0, n * size);
    return p;
}

static const char *read_list(msgpack_zone *zone, const wire_field *f, const msgpack_object *o, void *value, bool *full) {
    if (o->type != MSGPACK_OBJECT_ARRAY)
        return f->name;
    size_t n = o->via.array.size;
    size_t size = f->kind == WIRE_TEXTS ? sizeof(coxswain_text) : f->of->size;
    char *list = n == 0 ? NULL : zeros(zone, n, size, full);
    for (size_t k = 0; k < n && !*full; k++) {
        const msgpack_object *item = &o->via.array.ptr[k];
        const char *wrong = NULL;
        if (f->kind == WIRE_MESSAGES)
            wrong = wire_read(zone, f->of, item, list + k * size, full);
        else if (!read_text(zone, item, (coxswain_text *)(void *)list + k, full))
            wrong = f->name;
        if (wrong != NULL)
            return wrong;
    }
    memcpy((char *)value + f->at, &list, sizeof list);
    memcpy((char *)value + f->count_at, &n, sizeof n);
    return NULL;
}

const char *wire_read(msgpack_zone *zone, const wire_message *m, const msgpack_object *o, void *value, bool *full) {
    if (o->type != MSGPACK_OBJECT_ARRAY || o->via.array.size < m->fields_count)
        return m->fields[0].name;
    for (uint32_t i = 0; i < m->fields_count && !*full; i++) {
        const wire_field *f = &m->fields[i];
        const msgpack_object *item = &o->via.array.ptr[i];
        void *here = (char *)value + f->at;
        const char *wrong = NULL;
        int64_t number = 0;
        bool good = true;
        switch (f->kind) {
        case WIRE_BOOL:
            good = item->type == MSGPACK_OBJECT_BOOLEAN;
            *(bool *)here = good && item->via.boolean;
            break;
        case WIRE_I32:
            good = read_integer(item, INT32_MIN, INT32_MAX, &number);
            *(int32_t *)here = (int32_t)number;
            break;
        case WIRE_I64:
            good = read_integer(item, INT64_MIN, INT64_MAX, &number);
            *(int64_t *)here = number;
            break;
        case WIRE_U32:
            good = read_integer(item, 0, UINT32_MAX, &number);
            *(uint32_t *)here = (uint32_t)number;
            break;
        case WIRE_U64:
            good = read_integer(item, 0, UINT64_MAX, &number);
            *(uint64_t *)here = (uint64_t)number;
            break;
        case WIRE_ENUM:
            good = read_integer(item, 0, INT_MAX, &number);
            *(int *)here = (int)number;
            break;
        case WIRE_TEXT:
            good = read_text(zone, item, here, full);
            break;
        case WIRE_MESSAGE:
            wrong = wire_read(zone, f->of, item, here, full);
            break;
        case WIRE_OPTIONAL:
            if (item->type != MSGPACK_OBJECT_NIL) {
                void *to = zeros(zone, 1, f->of->size, full);
                if (to != NULL)
                    wrong = wire_read(zone, f->of, item, to, full);
                memcpy(here, &to, sizeof to);
            }
            break;
        case WIRE_TEXTS:
        case WIRE_MESSAGES:
            wrong = read_list(zone, f, item, value, full);
            break;
        }
        if (wrong != NULL || !good)
            return wrong != NULL ? wrong : f->name;
    }
    return NULL;
}
