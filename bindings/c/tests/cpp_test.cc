// The library from C++.
#include <coxswain.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

static void check(bool good, const char *what) {
    if (!good) {
        std::fprintf(stderr, "failed: %s\n", what);
        std::exit(1);
    }
}

int main() {
    using machine = std::unique_ptr<coxswain_machine, decltype(&coxswain_machine_free)>;
    using output = std::unique_ptr<coxswain_output, decltype(&coxswain_output_free)>;
    coxswain_group group{};
    group.name = coxswain_text_of("web");
    coxswain_deployment deployment{};
    deployment.id = coxswain_text_of("d");
    deployment.status = COXSWAIN_DEPLOYMENT_RUNNING;
    deployment.modify_index = 9;
    deployment.groups = &group;
    deployment.groups_count = 1;
    coxswain_job job{};
    job.id = coxswain_text_of("web");
    coxswain_input in{};
    in.now = 1;
    in.index = 10;
    in.epoch = 1;
    in.job = &job;
    in.deployment = &deployment;
    coxswain_config config{};
    config.level = coxswain_text_of("strict");
    config.switches = COXSWAIN_SEND_ONCE | COXSWAIN_CLEAN_ROLLBACK;

    coxswain_machine *made = nullptr;
    coxswain_output *first = nullptr;
    coxswain_error error;
    check(coxswain_machine_open(&config, &in, nullptr, &made, &first, &error) == COXSWAIN_OK, "open");
    machine m(made, coxswain_machine_free);
    output o(first, coxswain_output_free);
    check(!o->done, "not done");

    coxswain_input tick{};
    check(coxswain_machine_step(m.get(), &tick, &first, &error) == COXSWAIN_REFUSED, "a tick without a time");
    check(first == nullptr && error.code == COXSWAIN_ERR_INVALID && std::string(error.field) == "Now", "its error");
    std::puts("C++ passed");
}
