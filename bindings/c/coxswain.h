/* coxswain decides how a rollout goes on: a pure state machine, which was translated
   from WebAssembly to C. The program tells it what the cluster wrote, and it answers what
   is to be done, and when it must be asked again. It does nothing else: no clock, no
   files, no threads of its own.

   A machine decides one deployment. Each has a memory of its own. */
#ifndef COXSWAIN_H
#define COXSWAIN_H

#include "coxswain_types.h"

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What became of a call. */
typedef enum coxswain_call_result {
    /** The call succeeded. */
    COXSWAIN_OK = 0,
    /** The machine refused the input, and is as it was before: see the code, the field and
        the text. "Fail the deployment" is a decision and arrives as an effect. */
    COXSWAIN_REFUSED,
    /** An argument was NULL, or a list with a count points nowhere. Nothing was sent. */
    COXSWAIN_ARGUMENT,
    /** The machine was closed. */
    COXSWAIN_CLOSED,
    /** A call did not return: the machine reached its limit of memory, or has a fault. It
        is lost, and every later call says so. Load its last save, or open it anew, and give
        it the inputs since in their order: the same inputs make the same machine. */
    COXSWAIN_LOST,
    /** The process has no more memory. Nothing was sent, or the answer was lost: then the
        machine is as after COXSWAIN_LOST. */
    COXSWAIN_NO_MEMORY,
} coxswain_call_result;

/** What was wrong, for people and, by the code, for programs. Text that is too long is cut
    off. */
typedef struct coxswain_error {
    /** What was wrong with the input, after COXSWAIN_REFUSED; otherwise none. */
    coxswain_error_code code;
    /** The path of the field, or empty. */
    char field[128];
    /** A sentence. */
    char text[256];
} coxswain_error;

/** What a machine may use. */
typedef struct coxswain_options {
    /** Bytes of memory, in whole pages of 64 KiB; 0 means 64 MiB. */
    uint64_t memory_limit;
} coxswain_options;

/** A machine. Any thread may call it: calls wait for each other. */
typedef struct coxswain_machine coxswain_machine;

/** Makes a machine and takes its first step. options may be NULL, and so may error.
    On success free both later: the machine with coxswain_machine_free, the output with
    coxswain_output_free. Otherwise both are set to NULL. */
coxswain_call_result coxswain_machine_open(const coxswain_config *config, const coxswain_input *input,
                                      const coxswain_options *options, coxswain_machine **machine,
                                      coxswain_output **output, coxswain_error *error);

/** Makes a machine of what coxswain_machine_save gave. */
coxswain_call_result coxswain_machine_load(const void *state, size_t size, const coxswain_options *options,
                                      coxswain_machine **machine, coxswain_error *error);

/** Takes one step. On success free the output with coxswain_output_free, otherwise it is
    set to NULL. */
coxswain_call_result coxswain_machine_step(coxswain_machine *machine, const coxswain_input *input,
                                      coxswain_output **output, coxswain_error *error);

/** Says where the deployment stands. On success free it with coxswain_status_free,
    otherwise it is set to NULL. */
coxswain_call_result coxswain_machine_status(coxswain_machine *machine, coxswain_status **status,
                                        coxswain_error *error);

/** Gives the whole machine as bytes, for coxswain_machine_load. On success free them
    with free, otherwise state is set to NULL. */
coxswain_call_result coxswain_machine_save(coxswain_machine *machine, void **state, size_t *size,
                                      coxswain_error *error);

/** Gives back the machine's memory. Later calls say COXSWAIN_CLOSED, in any thread.
    Closing it again does nothing. */
void coxswain_machine_close(coxswain_machine *machine);

/** Closes the machine and forgets it. No thread may use it any more. NULL is allowed. */
void coxswain_machine_free(coxswain_machine *machine);

/** Frees an output and all that it points to. NULL is allowed. */
void coxswain_output_free(coxswain_output *output);

/** Frees a status and all that it points to. NULL is allowed. */
void coxswain_status_free(coxswain_status *status);

/** The name of a result, such as "refused". */
const char *coxswain_call_result_name(coxswain_call_result result);

/** Text of a string that ends with a zero, which must live as long. NULL is empty text. */
static inline coxswain_text coxswain_text_of(const char *s) {
    coxswain_text t;
    t.data = s;
    t.size = s == NULL ? 0 : strlen(s);
    return t;
}

#ifdef __cplusplus
}
#endif

#endif
