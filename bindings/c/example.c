#include <coxswain.h>
#include <stdio.h>

int main(void) {
    const int64_t second = 1000000000;
    coxswain_group group = {.name = coxswain_text_of("web"), .desired_total = 1};
    coxswain_deployment deployment = {.id = coxswain_text_of("d"), .status = COXSWAIN_DEPLOYMENT_RUNNING,
                                      .modify_index = 9, .groups = &group, .groups_count = 1};
    coxswain_job job = {.id = coxswain_text_of("web")};
    coxswain_config config = {.level = coxswain_text_of("strict"), .reasons = true};
    coxswain_input in = {.now = 1 * second, .index = 10, .epoch = 1, .job = &job, .deployment = &deployment};
    coxswain_machine *machine;
    coxswain_output *out;
    coxswain_error error;
    if (coxswain_machine_open(&config, &in, NULL, &machine, &out, &error) != COXSWAIN_OK)
        return 1;
    coxswain_output_free(out);

    coxswain_allocation bad = {.id = coxswain_text_of("a"), .group = coxswain_text_of("web"),
                               .desired = COXSWAIN_DESIRED_RUN, .client = COXSWAIN_CLIENT_FAILED,
                               .health = COXSWAIN_UNHEALTHY, .health_index = 11, .modify_index = 11};
    in = (coxswain_input){.now = 2 * second, .index = 11, .allocations = {.changed = &bad, .changed_count = 1}};
    if (coxswain_machine_step(machine, &in, &out, &error) != COXSWAIN_OK)
        return 1;
    for (size_t i = 0; i < out->effects_count; i++)
        printf("%s %s %s\n", coxswain_effect_kind_name(out->effects[i].kind),
               coxswain_deployment_status_name(out->effects[i].status), out->effects[i].description.data);
    coxswain_output_free(out);

    in = (coxswain_input){.now = -1};
    if (coxswain_machine_step(machine, &in, &out, &error) == COXSWAIN_REFUSED)
        printf("%s %s\n", coxswain_error_code_name(error.code), error.field);
    coxswain_machine_free(machine);
    return 0;
}
