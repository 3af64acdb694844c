/* One instance of the module: calls with the bytes that go over the boundary. */
#ifndef INSTANCE_H
#define INSTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct instance instance;

typedef enum instance_call {
    CALL_DESCRIBE,
    CALL_OPEN,
    CALL_STEP,
    CALL_STATUS,
    CALL_SAVE,
    CALL_LOAD,
    CALL_CLOSE,
} instance_call;

typedef enum instance_result {
    INSTANCE_OK,
    INSTANCE_TOO_LONG, /* the module takes no input of that length; nothing was called */
    INSTANCE_LOST,     /* this call did not return, or an earlier one */
} instance_result;

/* Makes an instance without machines; NULL when there is no memory. */
instance *instance_new(uint64_t memory_limit);

/* Writes the input, if there is any, and calls. The answer is the instance's, until the
   next call. */
instance_result instance_do(instance *i, instance_call call, uint32_t handle, const void *input, size_t size,
                            const uint8_t **answer, size_t *answer_size);

/* Why the instance was lost. */
const char *instance_why(const instance *i);

void instance_free(instance *i);

#endif
