#include "instance.h"

#include "../module/module.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536 };

struct instance {
    Z_coxswain_instance_t module;
    const char *why; /* not NULL once it is lost */
};

/* Where a trap goes to: each thread may be in a call of another instance. The runtime
   of the translated code is built to come here (WASM_RT_TRAP_HANDLER). */
static _Thread_local jmp_buf *caller;

_Noreturn void coxswain_trap(int code);
_Noreturn void coxswain_trap(int code) { longjmp(*caller, code); }

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void) {
    wasm_rt_init();
    Z_coxswain_init_module();
}

instance *instance_new(uint64_t memory_limit) {
    pthread_once(&once, prepare);
    instance *i = calloc(1, sizeof *i);
    if (i == NULL)
        return NULL;
    jmp_buf here;
    caller = &here;
    int trap = setjmp(here);
    if (trap == 0) {
        Z_coxswain_instantiate(&i->module);
        uint64_t pages = memory_limit / PAGE;
        if (pages < i->module.w2c_memory.max_pages)
            i->module.w2c_memory.max_pages = (uint32_t)pages;
        Z_coxswainZ__initialize(&i->module);
    } else {
        i->why = wasm_rt_strerror((wasm_rt_trap_t)trap);
    }
    return i;
}

static uint64_t run(Z_coxswain_instance_t *m, instance_call call, uint32_t handle) {
    switch (call) {
    case CALL_DESCRIBE:
        return Z_coxswainZ_describe(m);
    case CALL_OPEN:
        return Z_coxswainZ_open(m);
    case CALL_STEP:
        return Z_coxswainZ_step(m, handle);
    case CALL_STATUS:
        return Z_coxswainZ_status(m, handle);
    case CALL_SAVE:
        return Z_coxswainZ_save(m, handle);
    case CALL_LOAD:
        return Z_coxswainZ_load(m);
    case CALL_CLOSE:
        return Z_coxswainZ_close(m, handle);
    }
    return 0;
}

/* Whether so many bytes at an address lie in the memory. */
static bool inside(const instance *i, uint64_t at, uint64_t size) { return at + size <= i->module.w2c_memory.size; }

instance_result instance_do(instance *i, instance_call call, uint32_t handle, const void *input, size_t size,
                            const uint8_t **answer, size_t *answer_size) {
    if (i->why != NULL)
        return INSTANCE_LOST;
    if (size > UINT32_MAX)
        return INSTANCE_TOO_LONG;
    jmp_buf here;
    caller = &here;
    int trap = setjmp(here);
    if (trap == 0) {
        uint32_t at = size == 0 ? 0 : Z_coxswainZ_input(&i->module, (uint32_t)size);
        if (size > 0 && at == 0)
            return INSTANCE_TOO_LONG;
        if (size == 0 || inside(i, at, size)) {
            if (size > 0)
                memcpy(i->module.w2c_memory.data + at, input, size);
            uint64_t where = run(&i->module, call, handle);
            if (inside(i, where >> 32, (uint32_t)where)) {
                *answer = i->module.w2c_memory.data + (where >> 32);
                *answer_size = (uint32_t)where;
                    return INSTANCE_OK;
            }
        }
        i->why = "Out-of-bounds answer";
    } else {
        i->why = wasm_rt_strerror((wasm_rt_trap_t)trap);
    }
    return INSTANCE_LOST;
}

const char *instance_why(const instance *i) { return i->why; }

void instance_free(instance *i) {
    if (i == NULL)
        return;
    Z_coxswain_free(&i->module);
    free(i);
}
