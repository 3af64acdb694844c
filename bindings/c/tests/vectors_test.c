/* All vectors: as bytes, as values, and with machines of their own. */
#include "vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static vectors all;

/* Every call gives the bytes that the native core gives. */
static void test_bytes(void **state) {
    (void)state;
    instance *i = instance_new(UINT64_C(64) << 20);
    assert_non_null(i);
    size_t passed = 0;
    for (size_t k = 0; k < all.count; k++) {
        const vector *v = &all.list[k];
        const uint8_t *answer = NULL;
        size_t size = 0;
        assert_int_equal(instance_do(i, v->call, v->handle, v->input, v->input_size, &answer, &size), INSTANCE_OK);
        assert_int_equal(size, v->answer_size);
        assert_memory_equal(answer, v->answer, size);
        passed++;
    }
    instance_free(i);
    assert_true(passed >= 2000);
    printf("%zu of %zu vectors passed\n", passed, all.count);
}

/* A message that is written is as the object. */
static void same_object(const wire_message *m, const void *value, const msgpack_object *o) {
    msgpack_sbuffer have, want;
    msgpack_sbuffer_init(&have);
    msgpack_sbuffer_init(&want);
    bool full = false;
    assert_null(wire_write(&have, m, value, &full));
    assert_false(full);
    msgpack_packer p;
    msgpack_packer_init(&p, &want, msgpack_sbuffer_write);
    assert_int_equal(msgpack_pack_object(&p, *o), 0);
    assert_int_equal(have.size, want.size);
    assert_memory_equal(have.data, want.data, want.size);
    msgpack_sbuffer_destroy(&have);
    msgpack_sbuffer_destroy(&want);
}

/* A message that is read and written is as it was. */
static void round_trip(const wire_message *m, const msgpack_object *o, void *value) {
    msgpack_zone zone;
    assert_true(msgpack_zone_init(&zone, MSGPACK_ZONE_CHUNK_SIZE));
    read_whole(&zone, m, o, value);
    same_object(m, value, o);
    msgpack_zone_destroy(&zone);
}

static void test_values(void **state) {
    (void)state;
    size_t seen = 0;
    for (size_t k = 0; k < all.count; k++) {
        const vector *v = &all.list[k];
        if (v->code != 0 || (v->call != CALL_OPEN && v->call != CALL_STEP && v->call != CALL_STATUS))
            continue;
        msgpack_unpacked in, out;
        msgpack_unpacked_init(&in);
        msgpack_unpacked_init(&out);
        assert_int_equal(msgpack_unpack_next(&out, (const char *)v->answer, v->answer_size, NULL), MSGPACK_UNPACK_SUCCESS);
        const msgpack_object *body = &out.data.via.array.ptr[1];
        if (v->call == CALL_STATUS) {
            coxswain_status status = {0};
            round_trip(&wire_status, body, &status);
        } else {
            assert_int_equal(msgpack_unpack_next(&in, (const char *)v->input, v->input_size, NULL), MSGPACK_UNPACK_SUCCESS);
            const msgpack_object *input = &in.data;
            if (v->call == CALL_OPEN) {
                coxswain_config config = {0};
                round_trip(&wire_config, &input->via.array.ptr[0], &config);
                input = &input->via.array.ptr[1];
                body = &body->via.array.ptr[1];
            }
            coxswain_input i = {0};
            round_trip(&wire_input, input, &i);
            coxswain_output o = {0};
            round_trip(&wire_output, body, &o);
            seen++;
        }
        msgpack_unpacked_destroy(&in);
        msgpack_unpacked_destroy(&out);
    }
    assert_true(seen >= 2000);
}

/* What the library gave is what the vector answers. */
static void same_answer(const vector *v, const wire_message *m, const void *value) {
    msgpack_unpacked u;
    msgpack_unpacked_init(&u);
    assert_int_equal(msgpack_unpack_next(&u, (const char *)v->answer, v->answer_size, NULL), MSGPACK_UNPACK_SUCCESS);
    const msgpack_object *body = &u.data.via.array.ptr[1];
    same_object(m, value, v->call == CALL_OPEN ? &body->via.array.ptr[1] : body);
    msgpack_unpacked_destroy(&u);
}

/* Machines of their own, each with an instance, decide the same. */
static void test_machines(void **state) {
    (void)state;
    coxswain_machine **machines = calloc(all.count + 1, sizeof *machines);
    assert_non_null(machines);
    size_t last = 0, steps = 0, closed = 0;
    coxswain_error error;
    for (size_t k = 0; k < all.count; k++) {
        const vector *v = &all.list[k];
        if (v->code != 0)
            continue;
        coxswain_machine *m = machines[v->handle];
        sent s;
        coxswain_output *output = NULL;
        switch (v->call) {
        case CALL_OPEN:
            sent_read(v, &s);
            assert_int_equal(coxswain_machine_open(&s.config, &s.input, NULL, &machines[++last], &output, &error), COXSWAIN_OK);
            msgpack_zone_destroy(&s.zone);
            same_answer(v, &wire_output, output);
            break;
        case CALL_LOAD:
            assert_int_equal(coxswain_machine_load(v->input, v->input_size, NULL, &machines[++last], &error), COXSWAIN_OK);
            break;
        case CALL_STEP:
            sent_read(v, &s);
            assert_int_equal(coxswain_machine_step(m, &s.input, &output, &error), COXSWAIN_OK);
            msgpack_zone_destroy(&s.zone);
            same_answer(v, &wire_output, output);
            steps++;
            break;
        case CALL_STATUS: {
            coxswain_status *status = NULL;
            assert_int_equal(coxswain_machine_status(m, &status, &error), COXSWAIN_OK);
            same_answer(v, &wire_status, status);
            coxswain_status_free(status);
            break;
        }
        case CALL_SAVE: {
            void *saved = NULL;
            size_t size = 0;
            assert_int_equal(coxswain_machine_save(m, &saved, &size, &error), COXSWAIN_OK);
            assert_true(size < v->answer_size);
            assert_memory_equal(saved, v->answer + v->answer_size - size, size);
            free(saved);
            break;
        }
        default:
            coxswain_machine_free(m);
            machines[v->handle] = NULL;
            closed++;
        }
        coxswain_output_free(output);
    }
    free(machines);
    assert_true(steps >= 2000);
    assert_int_equal(closed, last);
}

int main(int argc, char **argv) {
    if (argc != 2)
        give_up("usage: vectors_test FILE");
    all = vectors_read(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_machines),
    };
    int failed = cmocka_run_group_tests_name("vectors", tests, NULL, NULL);
    vectors_free(&all);
    return failed;
}
