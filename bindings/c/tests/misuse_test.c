/* What callers do wrong, and what happens then. */
#include "vectors.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static coxswain_group group;
static coxswain_deployment deployment;
static coxswain_job job;
static coxswain_config config;
static coxswain_error error;

static coxswain_input opening(void) {
    group = (coxswain_group){.name = coxswain_text_of("g")};
    deployment = (coxswain_deployment){.id = coxswain_text_of("d"), .status = COXSWAIN_DEPLOYMENT_RUNNING,
                                       .modify_index = 9, .groups = &group, .groups_count = 1};
    job = (coxswain_job){.id = coxswain_text_of("j")};
    config = (coxswain_config){.level = coxswain_text_of("strict")};
    return (coxswain_input){.now = 1, .index = 10, .epoch = 1, .job = &job, .deployment = &deployment};
}

static coxswain_machine *machine_with(uint64_t memory_limit) {
    coxswain_input in = opening();
    coxswain_options options = {memory_limit};
    coxswain_machine *m = NULL;
    coxswain_output *out = NULL;
    assert_int_equal(coxswain_machine_open(&config, &in, &options, &m, &out, &error), COXSWAIN_OK);
    coxswain_output_free(out);
    return m;
}

static coxswain_call_result step(coxswain_machine *m, const coxswain_input *in) {
    coxswain_output *out = NULL;
    coxswain_call_result result = coxswain_machine_step(m, in, &out, &error);
    assert_true((result == COXSWAIN_OK) == (out != NULL));
    coxswain_output_free(out);
    return result;
}

static coxswain_call_result ask_status(coxswain_machine *m) {
    coxswain_status *status = NULL;
    coxswain_call_result result = coxswain_machine_status(m, &status, &error);
    assert_true((result == COXSWAIN_OK) == (status != NULL));
    coxswain_status_free(status);
    return result;
}

static void test_refused_input(void **state) {
    (void)state;
    coxswain_machine *m = machine_with(0);
    void *before = NULL, *after = NULL;
    size_t before_size = 0, after_size = 0;
    assert_int_equal(coxswain_machine_save(m, &before, &before_size, &error), COXSWAIN_OK);
    assert_int_equal(step(m, &(coxswain_input){.now = -1}), COXSWAIN_REFUSED);
    assert_int_equal(error.code, COXSWAIN_ERR_INVALID);
    assert_string_equal(error.field, "Now");
    assert_true(strlen(error.text) > 0);
    assert_int_equal(step(m, &(coxswain_input){.now = 2, .command = &(coxswain_command){.id = 1, .kind = 99}}), COXSWAIN_REFUSED);
    assert_int_equal(coxswain_machine_step(m, &(coxswain_input){.now = -1}, &(coxswain_output *){NULL}, NULL), COXSWAIN_REFUSED);
    assert_int_equal(coxswain_machine_save(m, &after, &after_size, &error), COXSWAIN_OK);
    assert_int_equal(before_size, after_size);
    assert_memory_equal(before, after, after_size);
    free(before);
    free(after);
    coxswain_machine_free(m);
}

static void test_refused_opening(void **state) {
    (void)state;
    coxswain_machine *m = NULL;
    coxswain_output *out = NULL;
    coxswain_input in = opening();
    config.level = coxswain_text_of("nosuch");
    assert_int_equal(coxswain_machine_open(&config, &in, NULL, &m, &out, &error), COXSWAIN_REFUSED);
    assert_int_equal(error.code, COXSWAIN_ERR_CONFIG);
    assert_null(m);
    assert_null(out);
}

/* A state that is no state is refused, wherever it ends and whichever bit is wrong. */
static void test_corrupt_state(void **state) {
    (void)state;
    coxswain_machine *m = machine_with(0), *other = NULL;
    void *saved = NULL;
    size_t size = 0;
    assert_int_equal(coxswain_machine_save(m, &saved, &size, &error), COXSWAIN_OK);
    for (size_t n = 0; n < size; n++) {
        assert_int_equal(coxswain_machine_load(saved, n, NULL, &other, &error), COXSWAIN_REFUSED);
        assert_null(other);
    }
    size_t refused = 0;
    for (size_t n = 0; n < size; n++) {
        ((char *)saved)[n] ^= 0x40;
        coxswain_call_result result = coxswain_machine_load(saved, size, NULL, &other, &error);
        assert_true(result == COXSWAIN_OK || result == COXSWAIN_REFUSED);
        refused += result == COXSWAIN_REFUSED;
        coxswain_machine_free(other);
        ((char *)saved)[n] ^= 0x40;
    }
    assert_true(refused > 0);
    free(saved);
    coxswain_machine_free(m);
}

static void test_closed(void **state) {
    (void)state;
    coxswain_machine *m = machine_with(0);
    assert_int_equal(ask_status(m), COXSWAIN_OK);
    coxswain_machine_close(m);
    coxswain_machine_close(m);
    assert_int_equal(ask_status(m), COXSWAIN_CLOSED);
    assert_int_equal(step(m, &(coxswain_input){.now = 2}), COXSWAIN_CLOSED);
    void *saved = NULL;
    size_t size = 0;
    assert_int_equal(coxswain_machine_save(m, &saved, &size, &error), COXSWAIN_CLOSED);
    assert_null(saved);
    assert_string_equal(error.text, "the machine was closed");
    coxswain_machine_free(m);
}

static void test_arguments(void **state) {
    (void)state;
    coxswain_machine *m = machine_with(0), *other = NULL;
    coxswain_output *out = NULL;
    void *saved = NULL;
    size_t size = 0;
    coxswain_input in = opening();
    assert_int_equal(coxswain_machine_open(NULL, &in, NULL, &other, &out, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_open(&config, NULL, NULL, &other, &out, NULL), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_open(&config, &in, NULL, NULL, &out, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_load(NULL, 5, NULL, &other, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_load("x", 1, NULL, NULL, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_step(NULL, &in, &out, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_step(m, NULL, &out, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_step(m, &in, NULL, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_status(m, NULL, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_status(NULL, &(coxswain_status *){NULL}, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_save(NULL, &saved, &size, &error), COXSWAIN_ARGUMENT);
    assert_int_equal(coxswain_machine_save(m, NULL, &size, &error), COXSWAIN_ARGUMENT);
    coxswain_machine_close(NULL);
    coxswain_machine_free(NULL);
    coxswain_output_free(NULL);
    coxswain_status_free(NULL);

    /* What points nowhere is named. */
    assert_int_equal(step(m, &(coxswain_input){.now = 2, .versions_count = 3}), COXSWAIN_ARGUMENT);
    assert_string_equal(error.field, "Input.versions");
    coxswain_job nameless = {.id = {NULL, 7}};
    assert_int_equal(step(m, &(coxswain_input){.now = 2, .job = &nameless}), COXSWAIN_ARGUMENT);
    assert_string_equal(error.field, "Job.id");
    coxswain_text bad = {NULL, 1};
    coxswain_command command = {.id = 1, .kind = COXSWAIN_COMMAND_PROMOTE, .groups = &bad, .groups_count = 1};
    assert_int_equal(step(m, &(coxswain_input){.now = 2, .command = &command}), COXSWAIN_ARGUMENT);
    assert_string_equal(error.field, "Command.groups");
    assert_int_equal(ask_status(m), COXSWAIN_OK);
    coxswain_machine_free(m);
}

/* A message above the module's limit is refused, and nothing happened. */
static void test_too_long(void **state) {
    (void)state;
    coxswain_machine *m = machine_with(0), *other = NULL;
    size_t size = (size_t)65 << 20;
    char *zeros = calloc(size, 1);
    assert_non_null(zeros);
    assert_int_equal(coxswain_machine_load(zeros, size, NULL, &other, &error), COXSWAIN_REFUSED);
    assert_int_equal(error.code, COXSWAIN_ERR_LIMIT);
    coxswain_job job_with = {.id = {zeros, size}};
    assert_int_equal(step(m, &(coxswain_input){.now = 2, .job = &job_with}), COXSWAIN_REFUSED);
    assert_int_equal(error.code, COXSWAIN_ERR_LIMIT);
    assert_int_equal(ask_status(m), COXSWAIN_OK);
    free(zeros);
    coxswain_machine_free(m);
}

/* A trap loses one machine, and its state goes on in another. */
static void test_trap(void **state) {
    (void)state;
    coxswain_machine *m = machine_with(192 << 10), *other = machine_with(192 << 10), *again = NULL;
    void *saved = NULL, *same = NULL;
    size_t size = 0, same_size = 0;
    assert_int_equal(coxswain_machine_save(m, &saved, &size, &error), COXSWAIN_OK);
    static coxswain_group groups[1024];
    static char names[1024][101];
    for (int i = 0; i < 1024; i++) {
        snprintf(names[i], sizeof names[i], "%0100d", i);
        groups[i] = (coxswain_group){.name = coxswain_text_of(names[i])};
    }
    deployment.groups = groups;
    deployment.groups_count = 1024;
    coxswain_input big = {.now = 2, .index = 11, .deployment = &deployment, .versions_read = true};
    assert_int_equal(step(m, &big), COXSWAIN_LOST);
    assert_string_equal(error.text, "Unreachable instruction executed");
    assert_int_equal(ask_status(m), COXSWAIN_LOST);
    assert_string_equal(error.text, "Unreachable instruction executed");
    assert_int_equal(ask_status(other), COXSWAIN_OK);
    assert_int_equal(coxswain_machine_load(saved, size, NULL, &again, &error), COXSWAIN_OK);
    assert_int_equal(coxswain_machine_save(again, &same, &same_size, &error), COXSWAIN_OK);
    assert_int_equal(size, same_size);
    assert_memory_equal(saved, same, size);
    free(saved);
    free(same);
    coxswain_machine_free(m);
    coxswain_machine_free(other);
    coxswain_machine_free(again);

    coxswain_output *out = NULL;
    big = opening();
    deployment.groups = groups;
    deployment.groups_count = 1024;
    assert_int_equal(coxswain_machine_open(&config, &big, &(coxswain_options){192 << 10}, &m, &out, &error), COXSWAIN_LOST);
    assert_null(m);
    assert_null(out);
}

static void *steps(void *arg) {
    coxswain_machine *m = arg;
    intptr_t failures = 0;
    for (int i = 0; i < 200; i++) {
        coxswain_output *out = NULL;
        coxswain_status *status = NULL;
        failures += coxswain_machine_step(m, &(coxswain_input){.now = 2 + i}, &out, NULL) != COXSWAIN_OK;
        failures += coxswain_machine_status(m, &status, NULL) != COXSWAIN_OK || !status->opened;
        coxswain_output_free(out);
        coxswain_status_free(status);
    }
    return (void *)failures;
}

/* Lose machines of their own, over and over, while others go on. */
static void *traps(void *arg) {
    (void)arg;
    static const char zeros[1 << 20];
    intptr_t failures = 0;
    for (int i = 0; i < 200; i++) {
        instance *lost = instance_new(192 << 10);
        const uint8_t *answer = NULL;
        size_t size = 0;
        failures += lost == NULL || instance_do(lost, CALL_LOAD, 0, zeros, sizeof zeros, &answer, &size) != INSTANCE_LOST;
        instance_free(lost);
    }
    return (void *)failures;
}

static void test_threads(void **state) {
    (void)state;
    coxswain_machine *m = machine_with(0);
    pthread_t threads[3];
    void *(*const work[3])(void *) = {steps, steps, traps};
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work[i], m), 0);
    for (int i = 0; i < 3; i++) {
        void *failures = NULL;
        assert_int_equal(pthread_join(threads[i], &failures), 0);
        assert_null(failures);
    }
    coxswain_status *status = NULL;
    assert_int_equal(coxswain_machine_status(m, &status, &error), COXSWAIN_OK);
    assert_int_equal(status->now, 201);
    coxswain_status_free(status);
    coxswain_machine_free(m);
}

/* The types are of the module's own schema. */
static void test_schema(void **state) {
    (void)state;
    instance *i = instance_new(UINT64_C(64) << 20);
    const uint8_t *answer = NULL;
    size_t size = 0;
    assert_int_equal(instance_do(i, CALL_DESCRIBE, 0, NULL, 0, &answer, &size), INSTANCE_OK);
    msgpack_unpacked u;
    msgpack_unpacked_init(&u);
    assert_int_equal(msgpack_unpack_next(&u, (const char *)answer, size, NULL), MSGPACK_UNPACK_SUCCESS);
    const msgpack_object *about = &u.data.via.array.ptr[1];
    assert_int_equal(about->via.array.ptr[1].via.u64, COXSWAIN_SCHEMA);
    const msgpack_object *levels = &about->via.array.ptr[3];
    static const char *const names[] = COXSWAIN_LEVELS;
    assert_int_equal(levels->via.array.size, sizeof names / sizeof *names);
    for (size_t k = 0; k < levels->via.array.size; k++) {
        const msgpack_object_str *name = &levels->via.array.ptr[k].via.array.ptr[0].via.str;
        assert_int_equal(name->size, strlen(names[k]));
        assert_memory_equal(name->ptr, names[k], name->size);
    }
    msgpack_unpacked_destroy(&u);
    instance_free(i);
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(coxswain_call_result_name(COXSWAIN_NO_MEMORY), "no-memory");
    assert_string_equal(coxswain_call_result_name((coxswain_call_result)77), "undefined");
    assert_string_equal(coxswain_command_kind_name(COXSWAIN_COMMAND_SET_HEALTH), "set-health");
    assert_string_equal(coxswain_health_name(COXSWAIN_HEALTHY), "healthy");
    assert_string_equal(coxswain_deployment_status_name((coxswain_deployment_status)77), "undefined");
    assert_int_equal(coxswain_text_of(NULL).size, 0);
}

/* Answers that are not what they should be are named, and never read past their end. */
static void test_wrong_answers(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *field;
    } cases[] = {
        {"\x01", 1, "Output.effects"},
        {"\x90", 1, "Output.effects"},
        {"\x97\x01\x90\x92\x00\x00\xc0\x90\xc2\xc2", 10, "Output.effects"},
        {"\x97\x91\x90\x90\x92\x00\x00\xc0\x90\xc2\xc2", 11, "Effect.key"},
        {"\x97\x90\x90\x92\xa1x\x00\xc0\x90\xc2\xc2", 11, "Wake.at"},
        {"\x97\x90\x90\x92\x00\xff\xc0\x90\xc2\xc2", 10, "Wake.reason"},
        {"\x97\x90\x90\x92\x00\xce\xff\xff\xff\xff\xc0\x90\xc2\xc2", 14, "Wake.reason"},
        {"\x97\x90\x90\x92\x00\x00\xc2\x90\xc2\xc2", 10, "Reply.command"},
        {"\x97\x90\x90\x92\x00\x00\xc0\x90\xc2\x00", 10, "Output.done"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        msgpack_unpacked u;
        msgpack_unpacked_init(&u);
        assert_int_equal(msgpack_unpack_next(&u, cases[i].bytes, cases[i].size, NULL), MSGPACK_UNPACK_SUCCESS);
        msgpack_zone zone;
        assert_true(msgpack_zone_init(&zone, MSGPACK_ZONE_CHUNK_SIZE));
        coxswain_output out = {0};
        bool full = false;
        const char *wrong = wire_read(&zone, &wire_output, &u.data, &out, &full);
        assert_non_null(wrong);
        assert_string_equal(wrong, cases[i].field);
        assert_false(full);
        msgpack_zone_destroy(&zone);
        msgpack_unpacked_destroy(&u);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused_input), cmocka_unit_test(test_refused_opening), cmocka_unit_test(test_corrupt_state),
        cmocka_unit_test(test_closed),        cmocka_unit_test(test_arguments),       cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_trap),          cmocka_unit_test(test_threads),         cmocka_unit_test(test_schema),
        cmocka_unit_test(test_names),         cmocka_unit_test(test_wrong_answers),
    };
    return cmocka_run_group_tests_name("misuse", tests, NULL, NULL);
}
