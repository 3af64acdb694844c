/* Prints what opening and stepping take, as a line of JSON. There is no module to load:
   it is part of the program. */
#include "vectors.h"

#include <time.h>

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t median(int64_t *times, size_t n) {
    qsort(times, n, sizeof *times, compare);
    return times[n / 2];
}

int main(int argc, char **argv) {
    if (argc != 3)
        give_up("usage: bench VECTORS BYTES");
    vectors all = vectors_read(argv[1]);
    coxswain_machine **machines = calloc(all.count + 1, sizeof *machines);
    int64_t *opens = calloc(all.count, sizeof *opens), *steps = calloc(all.count, sizeof *steps);
    if (machines == NULL || opens == NULL || steps == NULL)
        give_up("there is no memory");
    size_t opened = 0, stepped = 0;
    for (int pass = 0; pass < 2; pass++) { /* the first one to warm up */
        size_t last = 0;
        opened = stepped = 0;
        for (size_t k = 0; k < all.count; k++) {
            const vector *v = &all.list[k];
            if (v->code != 0)
                continue;
            coxswain_machine *m = machines[v->handle];
            coxswain_call_result result = COXSWAIN_OK;
            sent s;
            coxswain_output *output = NULL;
            coxswain_status *status = NULL;
            void *saved = NULL;
            size_t size = 0;
            int64_t start = 0;
            switch (v->call) {
            case CALL_OPEN:
                sent_read(v, &s);
                start = now();
                result = coxswain_machine_open(&s.config, &s.input, NULL, &machines[++last], &output, NULL);
                opens[opened++] = now() - start;
                msgpack_zone_destroy(&s.zone);
                break;
            case CALL_LOAD:
                result = coxswain_machine_load(v->input, v->input_size, NULL, &machines[++last], NULL);
                break;
            case CALL_STEP:
                sent_read(v, &s);
                start = now();
                result = coxswain_machine_step(m, &s.input, &output, NULL);
                steps[stepped++] = now() - start;
                msgpack_zone_destroy(&s.zone);
                break;
            case CALL_STATUS:
                result = coxswain_machine_status(m, &status, NULL);
                break;
            case CALL_SAVE:
                result = coxswain_machine_save(m, &saved, &size, NULL);
                break;
            default:
                coxswain_machine_free(m);
                machines[v->handle] = NULL;
            }
            if (result != COXSWAIN_OK)
                give_up(coxswain_call_result_name(result));
            coxswain_output_free(output);
            coxswain_status_free(status);
            free(saved);
        }
    }
    printf("{\"language\":\"C\",\"runtime\":\"none: translated\",\"package\":%s,\"load_ns\":0,\"open_ns\":%lld,\"step_ns\":%lld}\n",
           argv[2], (long long)median(opens, opened), (long long)median(steps, stepped));
    free(machines);
    free(opens);
    free(steps);
    vectors_free(&all);
    return 0;
}
