/* The messages' fields and the names of numbers, made by bindings/c/generate. */

#include "wire.h"

const char *coxswain_error_code_name(coxswain_error_code value) {
    switch (value) {
    case COXSWAIN_ERROR_CODE_NONE:
        return "";
    case COXSWAIN_ERR_CONFIG:
        return "config";
    case COXSWAIN_ERR_MALFORMED:
        return "malformed";
    case COXSWAIN_ERR_LIMIT:
        return "limit";
    case COXSWAIN_ERR_INVALID:
        return "invalid";
    case COXSWAIN_ERR_MISSING:
        return "missing";
    case COXSWAIN_ERR_UNEXPECTED:
        return "unexpected";
    case COXSWAIN_ERR_FOREIGN:
        return "foreign";
    case COXSWAIN_ERR_NOT_OPEN:
        return "not-open";
    case COXSWAIN_ERR_VERSION:
        return "version";
    case COXSWAIN_ERR_HANDLE:
        return "handle";
    }
    return "undefined";
}

const char *coxswain_approval_action_name(coxswain_approval_action value) {
    switch (value) {
    case COXSWAIN_APPROVAL_ACTION_NONE:
        return "";
    case COXSWAIN_APPROVAL_PROMOTES:
        return "promotes";
    case COXSWAIN_APPROVAL_ABORTS:
        return "aborts";
    }
    return "undefined";
}

static const wire_field approval_fields[] = {
    {"Approval.timeout", WIRE_I64, offsetof(coxswain_approval, timeout), 0, NULL},
    {"Approval.then", WIRE_ENUM, offsetof(coxswain_approval, then), 0, NULL},
};

const wire_message wire_approval = {sizeof(coxswain_approval), 2, approval_fields};

const char *coxswain_promotion_name(coxswain_promotion value) {
    switch (value) {
    case COXSWAIN_PROMOTE_TOGETHER:
        return "together";
    case COXSWAIN_PROMOTE_EACH:
        return "each";
    case COXSWAIN_PROMOTE_IN_ORDER:
        return "in-order";
    }
    return "undefined";
}

static const wire_field failures_fields[] = {
    {"Failures.limited", WIRE_BOOL, offsetof(coxswain_failures, limited), 0, NULL},
    {"Failures.number", WIRE_I32, offsetof(coxswain_failures, number), 0, NULL},
    {"Failures.percent", WIRE_I32, offsetof(coxswain_failures, percent), 0, NULL},
};

const wire_message wire_failures = {sizeof(coxswain_failures), 3, failures_fields};

static const wire_field rollbacks_fields[] = {
    {"Rollbacks.max", WIRE_I32, offsetof(coxswain_rollbacks, max), 0, NULL},
    {"Rollbacks.back_off", WIRE_I64, offsetof(coxswain_rollbacks, back_off), 0, NULL},
};

const wire_message wire_rollbacks = {sizeof(coxswain_rollbacks), 2, rollbacks_fields};

const char *coxswain_gate_unknown_name(coxswain_gate_unknown value) {
    switch (value) {
    case COXSWAIN_UNKNOWN_HOLDS:
        return "holds";
    case COXSWAIN_UNKNOWN_PASSES:
        return "passes";
    case COXSWAIN_UNKNOWN_FAILS:
        return "fails";
    }
    return "undefined";
}

static const wire_field gate_fields[] = {
    {"Gate.name", WIRE_TEXT, offsetof(coxswain_gate, name), 0, NULL},
    {"Gate.unknown", WIRE_ENUM, offsetof(coxswain_gate, unknown), 0, NULL},
};

const wire_message wire_gate = {sizeof(coxswain_gate), 2, gate_fields};

static const wire_field policy_fields[] = {
    {"Policy.bake", WIRE_I64, offsetof(coxswain_policy, bake), 0, NULL},
    {"Policy.approval", WIRE_MESSAGE, offsetof(coxswain_policy, approval), 0, &wire_approval},
    {"Policy.promotion", WIRE_ENUM, offsetof(coxswain_policy, promotion), 0, NULL},
    {"Policy.failures", WIRE_MESSAGE, offsetof(coxswain_policy, failures), 0, &wire_failures},
    {"Policy.duration", WIRE_I64, offsetof(coxswain_policy, duration), 0, NULL},
    {"Policy.revert_after", WIRE_I64, offsetof(coxswain_policy, revert_after), 0, NULL},
    {"Policy.give_up_after", WIRE_I64, offsetof(coxswain_policy, give_up_after), 0, NULL},
    {"Policy.rollbacks", WIRE_MESSAGE, offsetof(coxswain_policy, rollbacks), 0, &wire_rollbacks},
    {"Policy.rollback_tag", WIRE_TEXT, offsetof(coxswain_policy, rollback_tag), 0, NULL},
    {"Policy.gates", WIRE_MESSAGES, offsetof(coxswain_policy, gates), offsetof(coxswain_policy, gates_count), &wire_gate},
    {"Policy.freezes", WIRE_BOOL, offsetof(coxswain_policy, freezes), 0, NULL},
};

const wire_message wire_policy = {sizeof(coxswain_policy), 11, policy_fields};

static const wire_field config_fields[] = {
    {"Config.level", WIRE_TEXT, offsetof(coxswain_config, level), 0, NULL},
    {"Config.switches", WIRE_U64, offsetof(coxswain_config, switches), 0, NULL},
    {"Config.reasons", WIRE_BOOL, offsetof(coxswain_config, reasons), 0, NULL},
    {"Config.policy", WIRE_MESSAGE, offsetof(coxswain_config, policy), 0, &wire_policy},
};

const wire_message wire_config = {sizeof(coxswain_config), 4, config_fields};

static const wire_field job_group_fields[] = {
    {"JobGroup.name", WIRE_TEXT, offsetof(coxswain_job_group, name), 0, NULL},
    {"JobGroup.auto_revert", WIRE_BOOL, offsetof(coxswain_job_group, auto_revert), 0, NULL},
};

const wire_message wire_job_group = {sizeof(coxswain_job_group), 2, job_group_fields};

static const wire_field job_fields[] = {
    {"Job.namespace_", WIRE_TEXT, offsetof(coxswain_job, namespace_), 0, NULL},
    {"Job.id", WIRE_TEXT, offsetof(coxswain_job, id), 0, NULL},
    {"Job.type", WIRE_TEXT, offsetof(coxswain_job, type), 0, NULL},
    {"Job.priority", WIRE_I32, offsetof(coxswain_job, priority), 0, NULL},
    {"Job.version", WIRE_U64, offsetof(coxswain_job, version), 0, NULL},
    {"Job.modify_index", WIRE_U64, offsetof(coxswain_job, modify_index), 0, NULL},
    {"Job.multiregion", WIRE_BOOL, offsetof(coxswain_job, multiregion), 0, NULL},
    {"Job.spec_digest", WIRE_TEXT, offsetof(coxswain_job, spec_digest), 0, NULL},
    {"Job.exec_digest", WIRE_TEXT, offsetof(coxswain_job, exec_digest), 0, NULL},
    {"Job.groups", WIRE_MESSAGES, offsetof(coxswain_job, groups), offsetof(coxswain_job, groups_count), &wire_job_group},
};

const wire_message wire_job = {sizeof(coxswain_job), 10, job_fields};

const char *coxswain_deployment_status_name(coxswain_deployment_status value) {
    switch (value) {
    case COXSWAIN_DEPLOYMENT_STATUS_NONE:
        return "";
    case COXSWAIN_DEPLOYMENT_RUNNING:
        return "running";
    case COXSWAIN_DEPLOYMENT_PAUSED:
        return "paused";
    case COXSWAIN_DEPLOYMENT_PENDING:
        return "pending";
    case COXSWAIN_DEPLOYMENT_BLOCKED:
        return "blocked";
    case COXSWAIN_DEPLOYMENT_UNBLOCKING:
        return "unblocking";
    case COXSWAIN_DEPLOYMENT_SUCCESSFUL:
        return "successful";
    case COXSWAIN_DEPLOYMENT_FAILED:
        return "failed";
    case COXSWAIN_DEPLOYMENT_CANCELLED:
        return "cancelled";
    case COXSWAIN_DEPLOYMENT_INITIALIZING:
        return "initializing";
    }
    return "undefined";
}

static const wire_field group_fields[] = {
    {"Group.name", WIRE_TEXT, offsetof(coxswain_group, name), 0, NULL},
    {"Group.desired_total", WIRE_I32, offsetof(coxswain_group, desired_total), 0, NULL},
    {"Group.desired_canaries", WIRE_I32, offsetof(coxswain_group, desired_canaries), 0, NULL},
    {"Group.promoted", WIRE_BOOL, offsetof(coxswain_group, promoted), 0, NULL},
    {"Group.auto_revert", WIRE_BOOL, offsetof(coxswain_group, auto_revert), 0, NULL},
    {"Group.auto_promote", WIRE_BOOL, offsetof(coxswain_group, auto_promote), 0, NULL},
    {"Group.placed_allocs", WIRE_I32, offsetof(coxswain_group, placed_allocs), 0, NULL},
    {"Group.healthy_allocs", WIRE_I32, offsetof(coxswain_group, healthy_allocs), 0, NULL},
    {"Group.unhealthy_allocs", WIRE_I32, offsetof(coxswain_group, unhealthy_allocs), 0, NULL},
    {"Group.progress_deadline", WIRE_I64, offsetof(coxswain_group, progress_deadline), 0, NULL},
    {"Group.require_progress_by", WIRE_I64, offsetof(coxswain_group, require_progress_by), 0, NULL},
    {"Group.placed_canaries", WIRE_TEXTS, offsetof(coxswain_group, placed_canaries), offsetof(coxswain_group, placed_canaries_count), NULL},
};

const wire_message wire_group = {sizeof(coxswain_group), 12, group_fields};

static const wire_field deployment_fields[] = {
    {"Deployment.id", WIRE_TEXT, offsetof(coxswain_deployment, id), 0, NULL},
    {"Deployment.status", WIRE_ENUM, offsetof(coxswain_deployment, status), 0, NULL},
    {"Deployment.description", WIRE_TEXT, offsetof(coxswain_deployment, description), 0, NULL},
    {"Deployment.job_version", WIRE_U64, offsetof(coxswain_deployment, job_version), 0, NULL},
    {"Deployment.create_index", WIRE_U64, offsetof(coxswain_deployment, create_index), 0, NULL},
    {"Deployment.modify_index", WIRE_U64, offsetof(coxswain_deployment, modify_index), 0, NULL},
    {"Deployment.groups", WIRE_MESSAGES, offsetof(coxswain_deployment, groups), offsetof(coxswain_deployment, groups_count), &wire_group},
    {"Deployment.priority", WIRE_I32, offsetof(coxswain_deployment, priority), 0, NULL},
    {"Deployment.create_time", WIRE_I64, offsetof(coxswain_deployment, create_time), 0, NULL},
    {"Deployment.paused_at", WIRE_I64, offsetof(coxswain_deployment, paused_at), 0, NULL},
    {"Deployment.resumed_at", WIRE_I64, offsetof(coxswain_deployment, resumed_at), 0, NULL},
    {"Deployment.paused_for", WIRE_I64, offsetof(coxswain_deployment, paused_for), 0, NULL},
};

const wire_message wire_deployment = {sizeof(coxswain_deployment), 12, deployment_fields};

const char *coxswain_desired_status_name(coxswain_desired_status value) {
    switch (value) {
    case COXSWAIN_DESIRED_STATUS_NONE:
        return "";
    case COXSWAIN_DESIRED_RUN:
        return "run";
    case COXSWAIN_DESIRED_STOP:
        return "stop";
    case COXSWAIN_DESIRED_EVICT:
        return "evict";
    }
    return "undefined";
}

const char *coxswain_client_status_name(coxswain_client_status value) {
    switch (value) {
    case COXSWAIN_CLIENT_STATUS_NONE:
        return "";
    case COXSWAIN_CLIENT_PENDING:
        return "pending";
    case COXSWAIN_CLIENT_RUNNING:
        return "running";
    case COXSWAIN_CLIENT_COMPLETE:
        return "complete";
    case COXSWAIN_CLIENT_FAILED:
        return "failed";
    case COXSWAIN_CLIENT_LOST:
        return "lost";
    case COXSWAIN_CLIENT_UNKNOWN:
        return "unknown";
    }
    return "undefined";
}

const char *coxswain_health_name(coxswain_health value) {
    switch (value) {
    case COXSWAIN_HEALTH_UNSET:
        return "health-unset";
    case COXSWAIN_HEALTHY:
        return "healthy";
    case COXSWAIN_UNHEALTHY:
        return "unhealthy";
    }
    return "undefined";
}

const char *coxswain_rescheduling_name(coxswain_rescheduling value) {
    switch (value) {
    case COXSWAIN_RESCHEDULE_POSSIBLE:
        return "possible";
    case COXSWAIN_RESCHEDULE_EXHAUSTED:
        return "exhausted";
    case COXSWAIN_RESCHEDULE_WITHOUT:
        return "without";
    }
    return "undefined";
}

static const wire_field allocation_fields[] = {
    {"Allocation.id", WIRE_TEXT, offsetof(coxswain_allocation, id), 0, NULL},
    {"Allocation.group", WIRE_TEXT, offsetof(coxswain_allocation, group), 0, NULL},
    {"Allocation.desired", WIRE_ENUM, offsetof(coxswain_allocation, desired), 0, NULL},
    {"Allocation.client", WIRE_ENUM, offsetof(coxswain_allocation, client), 0, NULL},
    {"Allocation.modify_index", WIRE_U64, offsetof(coxswain_allocation, modify_index), 0, NULL},
    {"Allocation.modify_time", WIRE_I64, offsetof(coxswain_allocation, modify_time), 0, NULL},
    {"Allocation.health", WIRE_ENUM, offsetof(coxswain_allocation, health), 0, NULL},
    {"Allocation.health_time", WIRE_I64, offsetof(coxswain_allocation, health_time), 0, NULL},
    {"Allocation.health_index", WIRE_U64, offsetof(coxswain_allocation, health_index), 0, NULL},
    {"Allocation.canary", WIRE_BOOL, offsetof(coxswain_allocation, canary), 0, NULL},
    {"Allocation.reschedule", WIRE_BOOL, offsetof(coxswain_allocation, reschedule), 0, NULL},
    {"Allocation.rescheduling", WIRE_ENUM, offsetof(coxswain_allocation, rescheduling), 0, NULL},
};

const wire_message wire_allocation = {sizeof(coxswain_allocation), 12, allocation_fields};

static const wire_field allocation_changes_fields[] = {
    {"AllocationChanges.whole", WIRE_BOOL, offsetof(coxswain_allocation_changes, whole), 0, NULL},
    {"AllocationChanges.changed", WIRE_MESSAGES, offsetof(coxswain_allocation_changes, changed), offsetof(coxswain_allocation_changes, changed_count), &wire_allocation},
    {"AllocationChanges.removed", WIRE_TEXTS, offsetof(coxswain_allocation_changes, removed), offsetof(coxswain_allocation_changes, removed_count), NULL},
    {"AllocationChanges.table_index", WIRE_U64, offsetof(coxswain_allocation_changes, table_index), 0, NULL},
};

const wire_message wire_allocation_changes = {sizeof(coxswain_allocation_changes), 4, allocation_changes_fields};

const char *coxswain_evaluation_status_name(coxswain_evaluation_status value) {
    switch (value) {
    case COXSWAIN_EVALUATION_STATUS_NONE:
        return "";
    case COXSWAIN_EVALUATION_BLOCKED:
        return "blocked";
    case COXSWAIN_EVALUATION_CANCELLED:
        return "cancelled";
    case COXSWAIN_EVALUATION_COMPLETE:
        return "complete";
    case COXSWAIN_EVALUATION_FAILED:
        return "failed";
    case COXSWAIN_EVALUATION_PENDING:
        return "pending";
    }
    return "undefined";
}

static const wire_field evaluation_fields[] = {
    {"Evaluation.id", WIRE_TEXT, offsetof(coxswain_evaluation, id), 0, NULL},
    {"Evaluation.status", WIRE_ENUM, offsetof(coxswain_evaluation, status), 0, NULL},
    {"Evaluation.create_index", WIRE_U64, offsetof(coxswain_evaluation, create_index), 0, NULL},
    {"Evaluation.snapshot_index", WIRE_U64, offsetof(coxswain_evaluation, snapshot_index), 0, NULL},
};

const wire_message wire_evaluation = {sizeof(coxswain_evaluation), 4, evaluation_fields};

static const wire_field evaluation_changes_fields[] = {
    {"EvaluationChanges.whole", WIRE_BOOL, offsetof(coxswain_evaluation_changes, whole), 0, NULL},
    {"EvaluationChanges.changed", WIRE_MESSAGES, offsetof(coxswain_evaluation_changes, changed), offsetof(coxswain_evaluation_changes, changed_count), &wire_evaluation},
    {"EvaluationChanges.removed", WIRE_TEXTS, offsetof(coxswain_evaluation_changes, removed), offsetof(coxswain_evaluation_changes, removed_count), NULL},
};

const wire_message wire_evaluation_changes = {sizeof(coxswain_evaluation_changes), 3, evaluation_changes_fields};

static const wire_field job_version_fields[] = {
    {"JobVersion.version", WIRE_U64, offsetof(coxswain_job_version, version), 0, NULL},
    {"JobVersion.stable", WIRE_BOOL, offsetof(coxswain_job_version, stable), 0, NULL},
    {"JobVersion.stopped", WIRE_BOOL, offsetof(coxswain_job_version, stopped), 0, NULL},
    {"JobVersion.create_index", WIRE_U64, offsetof(coxswain_job_version, create_index), 0, NULL},
    {"JobVersion.spec_digest", WIRE_TEXT, offsetof(coxswain_job_version, spec_digest), 0, NULL},
    {"JobVersion.exec_digest", WIRE_TEXT, offsetof(coxswain_job_version, exec_digest), 0, NULL},
    {"JobVersion.rollback", WIRE_BOOL, offsetof(coxswain_job_version, rollback), 0, NULL},
    {"JobVersion.tag", WIRE_TEXT, offsetof(coxswain_job_version, tag), 0, NULL},
};

const wire_message wire_job_version = {sizeof(coxswain_job_version), 8, job_version_fields};

const char *coxswain_command_kind_name(coxswain_command_kind value) {
    switch (value) {
    case COXSWAIN_COMMAND_KIND_NONE:
        return "";
    case COXSWAIN_COMMAND_SET_HEALTH:
        return "set-health";
    case COXSWAIN_COMMAND_PROMOTE:
        return "promote";
    case COXSWAIN_COMMAND_PAUSE:
        return "pause";
    case COXSWAIN_COMMAND_RESUME:
        return "resume";
    case COXSWAIN_COMMAND_FAIL:
        return "fail";
    case COXSWAIN_COMMAND_RUN:
        return "run";
    case COXSWAIN_COMMAND_UNBLOCK:
        return "unblock";
    case COXSWAIN_COMMAND_CANCEL:
        return "cancel";
    }
    return "undefined";
}

static const wire_field command_fields[] = {
    {"Command.id", WIRE_U64, offsetof(coxswain_command, id), 0, NULL},
    {"Command.kind", WIRE_ENUM, offsetof(coxswain_command, kind), 0, NULL},
    {"Command.healthy", WIRE_TEXTS, offsetof(coxswain_command, healthy), offsetof(coxswain_command, healthy_count), NULL},
    {"Command.unhealthy", WIRE_TEXTS, offsetof(coxswain_command, unhealthy), offsetof(coxswain_command, unhealthy_count), NULL},
    {"Command.all", WIRE_BOOL, offsetof(coxswain_command, all), 0, NULL},
    {"Command.groups", WIRE_TEXTS, offsetof(coxswain_command, groups), offsetof(coxswain_command, groups_count), NULL},
};

const wire_message wire_command = {sizeof(coxswain_command), 6, command_fields};

static const wire_field key_fields[] = {
    {"Key.deployment", WIRE_TEXT, offsetof(coxswain_key, deployment), 0, NULL},
    {"Key.epoch", WIRE_U64, offsetof(coxswain_key, epoch), 0, NULL},
    {"Key.n", WIRE_U64, offsetof(coxswain_key, n), 0, NULL},
};

const wire_message wire_key = {sizeof(coxswain_key), 3, key_fields};

const char *coxswain_outcome_name(coxswain_outcome value) {
    switch (value) {
    case COXSWAIN_OUTCOME_NONE:
        return "";
    case COXSWAIN_APPLIED:
        return "applied";
    case COXSWAIN_REJECTED:
        return "rejected";
    case COXSWAIN_UNKNOWN:
        return "unknown";
    }
    return "undefined";
}

static const wire_field result_fields[] = {
    {"Result.key", WIRE_MESSAGE, offsetof(coxswain_result, key), 0, &wire_key},
    {"Result.outcome", WIRE_ENUM, offsetof(coxswain_result, outcome), 0, NULL},
    {"Result.index", WIRE_U64, offsetof(coxswain_result, index), 0, NULL},
};

const wire_message wire_result = {sizeof(coxswain_result), 3, result_fields};

const char *coxswain_gate_verdict_name(coxswain_gate_verdict value) {
    switch (value) {
    case COXSWAIN_GATE_VERDICT_NONE:
        return "";
    case COXSWAIN_GATE_PASS:
        return "pass";
    case COXSWAIN_GATE_FAIL:
        return "fail";
    case COXSWAIN_GATE_UNDECIDED:
        return "undecided";
    }
    return "undefined";
}

static const wire_field verdict_fields[] = {
    {"Verdict.gate", WIRE_TEXT, offsetof(coxswain_verdict, gate), 0, NULL},
    {"Verdict.value", WIRE_ENUM, offsetof(coxswain_verdict, value), 0, NULL},
};

const wire_message wire_verdict = {sizeof(coxswain_verdict), 2, verdict_fields};

static const wire_field span_fields[] = {
    {"Span.from", WIRE_I64, offsetof(coxswain_span, from), 0, NULL},
    {"Span.until", WIRE_I64, offsetof(coxswain_span, until), 0, NULL},
};

const wire_message wire_span = {sizeof(coxswain_span), 2, span_fields};

static const wire_field input_fields[] = {
    {"Input.now", WIRE_I64, offsetof(coxswain_input, now), 0, NULL},
    {"Input.index", WIRE_U64, offsetof(coxswain_input, index), 0, NULL},
    {"Input.epoch", WIRE_U64, offsetof(coxswain_input, epoch), 0, NULL},
    {"Input.job", WIRE_OPTIONAL, offsetof(coxswain_input, job), 0, &wire_job},
    {"Input.deployment", WIRE_OPTIONAL, offsetof(coxswain_input, deployment), 0, &wire_deployment},
    {"Input.canaries_added", WIRE_BOOL, offsetof(coxswain_input, canaries_added), 0, NULL},
    {"Input.delivered", WIRE_BOOL, offsetof(coxswain_input, delivered), 0, NULL},
    {"Input.deployment_deleted", WIRE_BOOL, offsetof(coxswain_input, deployment_deleted), 0, NULL},
    {"Input.allocations", WIRE_MESSAGE, offsetof(coxswain_input, allocations), 0, &wire_allocation_changes},
    {"Input.evaluations", WIRE_MESSAGE, offsetof(coxswain_input, evaluations), 0, &wire_evaluation_changes},
    {"Input.versions", WIRE_MESSAGES, offsetof(coxswain_input, versions), offsetof(coxswain_input, versions_count), &wire_job_version},
    {"Input.versions_read", WIRE_BOOL, offsetof(coxswain_input, versions_read), 0, NULL},
    {"Input.command", WIRE_OPTIONAL, offsetof(coxswain_input, command), 0, &wire_command},
    {"Input.results", WIRE_MESSAGES, offsetof(coxswain_input, results), offsetof(coxswain_input, results_count), &wire_result},
    {"Input.verdicts", WIRE_MESSAGES, offsetof(coxswain_input, verdicts), offsetof(coxswain_input, verdicts_count), &wire_verdict},
    {"Input.freezes", WIRE_MESSAGES, offsetof(coxswain_input, freezes), offsetof(coxswain_input, freezes_count), &wire_span},
    {"Input.freezes_read", WIRE_BOOL, offsetof(coxswain_input, freezes_read), 0, NULL},
};

const wire_message wire_input = {sizeof(coxswain_input), 17, input_fields};

const char *coxswain_effect_kind_name(coxswain_effect_kind value) {
    switch (value) {
    case COXSWAIN_EFFECT_KIND_NONE:
        return "";
    case COXSWAIN_EFFECT_RESCHEDULE:
        return "reschedule";
    case COXSWAIN_EFFECT_STATUS:
        return "status";
    case COXSWAIN_EFFECT_PROMOTE:
        return "promote";
    case COXSWAIN_EFFECT_HEALTH:
        return "health";
    case COXSWAIN_EFFECT_REGION:
        return "region";
    }
    return "undefined";
}

static const wire_field new_evaluation_fields[] = {
    {"NewEvaluation.id", WIRE_TEXT, offsetof(coxswain_new_evaluation, id), 0, NULL},
    {"NewEvaluation.namespace_", WIRE_TEXT, offsetof(coxswain_new_evaluation, namespace_), 0, NULL},
    {"NewEvaluation.job_id", WIRE_TEXT, offsetof(coxswain_new_evaluation, job_id), 0, NULL},
    {"NewEvaluation.type", WIRE_TEXT, offsetof(coxswain_new_evaluation, type), 0, NULL},
    {"NewEvaluation.priority", WIRE_I32, offsetof(coxswain_new_evaluation, priority), 0, NULL},
    {"NewEvaluation.deployment_id", WIRE_TEXT, offsetof(coxswain_new_evaluation, deployment_id), 0, NULL},
    {"NewEvaluation.time", WIRE_I64, offsetof(coxswain_new_evaluation, time), 0, NULL},
};

const wire_message wire_new_evaluation = {sizeof(coxswain_new_evaluation), 7, new_evaluation_fields};

static const wire_field effect_fields[] = {
    {"Effect.key", WIRE_MESSAGE, offsetof(coxswain_effect, key), 0, &wire_key},
    {"Effect.kind", WIRE_ENUM, offsetof(coxswain_effect, kind), 0, NULL},
    {"Effect.command", WIRE_U64, offsetof(coxswain_effect, command), 0, NULL},
    {"Effect.deployment_index", WIRE_U64, offsetof(coxswain_effect, deployment_index), 0, NULL},
    {"Effect.job_index", WIRE_U64, offsetof(coxswain_effect, job_index), 0, NULL},
    {"Effect.allocations", WIRE_TEXTS, offsetof(coxswain_effect, allocations), offsetof(coxswain_effect, allocations_count), NULL},
    {"Effect.status", WIRE_ENUM, offsetof(coxswain_effect, status), 0, NULL},
    {"Effect.description", WIRE_TEXT, offsetof(coxswain_effect, description), 0, NULL},
    {"Effect.rollback", WIRE_BOOL, offsetof(coxswain_effect, rollback), 0, NULL},
    {"Effect.rollback_version", WIRE_U64, offsetof(coxswain_effect, rollback_version), 0, NULL},
    {"Effect.all", WIRE_BOOL, offsetof(coxswain_effect, all), 0, NULL},
    {"Effect.groups", WIRE_TEXTS, offsetof(coxswain_effect, groups), offsetof(coxswain_effect, groups_count), NULL},
    {"Effect.healthy", WIRE_TEXTS, offsetof(coxswain_effect, healthy), offsetof(coxswain_effect, healthy_count), NULL},
    {"Effect.unhealthy", WIRE_TEXTS, offsetof(coxswain_effect, unhealthy), offsetof(coxswain_effect, unhealthy_count), NULL},
    {"Effect.timestamp", WIRE_I64, offsetof(coxswain_effect, timestamp), 0, NULL},
    {"Effect.evaluation", WIRE_OPTIONAL, offsetof(coxswain_effect, evaluation), 0, &wire_new_evaluation},
};

const wire_message wire_effect = {sizeof(coxswain_effect), 16, effect_fields};

const char *coxswain_wake_reason_name(coxswain_wake_reason value) {
    switch (value) {
    case COXSWAIN_WAKE_NONE:
        return "none";
    case COXSWAIN_WAKE_BATCH:
        return "batch";
    case COXSWAIN_WAKE_DEADLINE:
        return "deadline";
    case COXSWAIN_WAKE_BAKE:
        return "bake";
    case COXSWAIN_WAKE_APPROVAL:
        return "approval";
    case COXSWAIN_WAKE_DURATION:
        return "duration";
    case COXSWAIN_WAKE_BACK_OFF:
        return "back-off";
    case COXSWAIN_WAKE_THAW:
        return "thaw";
    }
    return "undefined";
}

static const wire_field wake_fields[] = {
    {"Wake.at", WIRE_I64, offsetof(coxswain_wake, at), 0, NULL},
    {"Wake.reason", WIRE_ENUM, offsetof(coxswain_wake, reason), 0, NULL},
};

const wire_message wire_wake = {sizeof(coxswain_wake), 2, wake_fields};

const char *coxswain_refusal_name(coxswain_refusal value) {
    switch (value) {
    case COXSWAIN_REFUSED_NOT:
        return "not";
    case COXSWAIN_REFUSED_TERMINAL:
        return "terminal";
    case COXSWAIN_REFUSED_NO_ALLOCATIONS:
        return "no-allocations";
    case COXSWAIN_REFUSED_UNKNOWN:
        return "unknown";
    }
    return "undefined";
}

static const wire_field reply_fields[] = {
    {"Reply.command", WIRE_U64, offsetof(coxswain_reply, command), 0, NULL},
    {"Reply.refused", WIRE_ENUM, offsetof(coxswain_reply, refused), 0, NULL},
    {"Reply.text", WIRE_TEXT, offsetof(coxswain_reply, text), 0, NULL},
    {"Reply.evaluation_id", WIRE_TEXT, offsetof(coxswain_reply, evaluation_id), 0, NULL},
    {"Reply.reverted", WIRE_BOOL, offsetof(coxswain_reply, reverted), 0, NULL},
    {"Reply.reverted_version", WIRE_U64, offsetof(coxswain_reply, reverted_version), 0, NULL},
};

const wire_message wire_reply = {sizeof(coxswain_reply), 6, reply_fields};

const char *coxswain_reason_code_name(coxswain_reason_code value) {
    switch (value) {
    case COXSWAIN_REASON_CODE_NONE:
        return "";
    case COXSWAIN_REASON_PROGRESS:
        return "progress";
    case COXSWAIN_REASON_REPLACE:
        return "replace";
    case COXSWAIN_REASON_WINDOW_OPENS:
        return "window-opens";
    case COXSWAIN_REASON_WINDOW_OPEN:
        return "window-open";
    case COXSWAIN_REASON_WINDOW_CLOSES:
        return "window-closes";
    case COXSWAIN_REASON_UNHEALTHY:
        return "unhealthy";
    case COXSWAIN_REASON_PROMOTE:
        return "promote";
    case COXSWAIN_REASON_NOT_RUNNING:
        return "not-running";
    case COXSWAIN_REASON_NOT_AUTO_PROMOTE:
        return "not-auto-promote";
    case COXSWAIN_REASON_CANARIES_PLACED:
        return "canaries-placed";
    case COXSWAIN_REASON_CANARY_NOT_HEALTHY:
        return "canary-not-healthy";
    case COXSWAIN_REASON_CANARIES_HEALTHY:
        return "canaries-healthy";
    case COXSWAIN_REASON_DEADLINE_SET:
        return "deadline-set";
    case COXSWAIN_REASON_DEADLINE_OFF:
        return "deadline-off";
    case COXSWAIN_REASON_SHORT:
        return "short";
    case COXSWAIN_REASON_DEADLINE_SKIPPED:
        return "deadline-skipped";
    case COXSWAIN_REASON_DEADLINE_UNREAD:
        return "deadline-unread";
    case COXSWAIN_REASON_NO_AUTO_REVERT:
        return "no-auto-revert";
    case COXSWAIN_REASON_NO_TARGET:
        return "no-target";
    case COXSWAIN_REASON_ROLLBACK:
        return "rollback";
    case COXSWAIN_REASON_SAME_SPEC:
        return "same-spec";
    case COXSWAIN_REASON_REGION:
        return "region";
    case COXSWAIN_REASON_REGION_FAILED:
        return "region-failed";
    case COXSWAIN_REASON_COMMAND:
        return "command";
    case COXSWAIN_REASON_REFUSED:
        return "refused";
    case COXSWAIN_REASON_ENDED:
        return "ended";
    case COXSWAIN_REASON_DROPPED:
        return "dropped";
    case COXSWAIN_REASON_NEWER_VERSION:
        return "newer-version";
    case COXSWAIN_REASON_TOO_MANY:
        return "too-many";
    case COXSWAIN_REASON_WINDOW_MOVES:
        return "window-moves";
    case COXSWAIN_REASON_EXHAUSTED:
        return "exhausted";
    case COXSWAIN_REASON_ROLLBACKS_CAPPED:
        return "rollbacks-capped";
    case COXSWAIN_REASON_BAKING:
        return "baking";
    case COXSWAIN_REASON_APPROVAL:
        return "approval";
    case COXSWAIN_REASON_TURN:
        return "turn";
    case COXSWAIN_REASON_READY:
        return "ready";
    case COXSWAIN_REASON_FAILURES:
        return "failures";
    case COXSWAIN_REASON_DURATION:
        return "duration";
    case COXSWAIN_REASON_BACK_OFF:
        return "back-off";
    case COXSWAIN_REASON_TAGGED:
        return "tagged";
    case COXSWAIN_REASON_NO_TAG:
        return "no-tag";
    case COXSWAIN_REASON_GATE:
        return "gate";
    case COXSWAIN_REASON_GATE_FAILED:
        return "gate-failed";
    case COXSWAIN_REASON_FROZEN:
        return "frozen";
    }
    return "undefined";
}

static const wire_field reason_fields[] = {
    {"Reason.code", WIRE_ENUM, offsetof(coxswain_reason, code), 0, NULL},
    {"Reason.effect", WIRE_U64, offsetof(coxswain_reason, effect), 0, NULL},
    {"Reason.group", WIRE_TEXT, offsetof(coxswain_reason, group), 0, NULL},
    {"Reason.allocation", WIRE_TEXT, offsetof(coxswain_reason, allocation), 0, NULL},
    {"Reason.have", WIRE_I64, offsetof(coxswain_reason, have), 0, NULL},
    {"Reason.want", WIRE_I64, offsetof(coxswain_reason, want), 0, NULL},
    {"Reason.index", WIRE_U64, offsetof(coxswain_reason, index), 0, NULL},
    {"Reason.version", WIRE_U64, offsetof(coxswain_reason, version), 0, NULL},
    {"Reason.time", WIRE_I64, offsetof(coxswain_reason, time), 0, NULL},
    {"Reason.gate", WIRE_TEXT, offsetof(coxswain_reason, gate), 0, NULL},
};

const wire_message wire_reason = {sizeof(coxswain_reason), 10, reason_fields};

static const wire_field output_fields[] = {
    {"Output.effects", WIRE_MESSAGES, offsetof(coxswain_output, effects), offsetof(coxswain_output, effects_count), &wire_effect},
    {"Output.withdrawn", WIRE_MESSAGES, offsetof(coxswain_output, withdrawn), offsetof(coxswain_output, withdrawn_count), &wire_key},
    {"Output.wake", WIRE_MESSAGE, offsetof(coxswain_output, wake), 0, &wire_wake},
    {"Output.reply", WIRE_OPTIONAL, offsetof(coxswain_output, reply), 0, &wire_reply},
    {"Output.reasons", WIRE_MESSAGES, offsetof(coxswain_output, reasons), offsetof(coxswain_output, reasons_count), &wire_reason},
    {"Output.stale", WIRE_BOOL, offsetof(coxswain_output, stale), 0, NULL},
    {"Output.done", WIRE_BOOL, offsetof(coxswain_output, done), 0, NULL},
};

const wire_message wire_output = {sizeof(coxswain_output), 7, output_fields};

static const wire_field group_status_fields[] = {
    {"GroupStatus.name", WIRE_TEXT, offsetof(coxswain_group_status, name), 0, NULL},
    {"GroupStatus.desired_total", WIRE_I32, offsetof(coxswain_group_status, desired_total), 0, NULL},
    {"GroupStatus.desired_canaries", WIRE_I32, offsetof(coxswain_group_status, desired_canaries), 0, NULL},
    {"GroupStatus.promoted", WIRE_BOOL, offsetof(coxswain_group_status, promoted), 0, NULL},
    {"GroupStatus.auto_promote", WIRE_BOOL, offsetof(coxswain_group_status, auto_promote), 0, NULL},
    {"GroupStatus.auto_revert", WIRE_BOOL, offsetof(coxswain_group_status, auto_revert), 0, NULL},
    {"GroupStatus.placed_allocs", WIRE_I32, offsetof(coxswain_group_status, placed_allocs), 0, NULL},
    {"GroupStatus.healthy_allocs", WIRE_I32, offsetof(coxswain_group_status, healthy_allocs), 0, NULL},
    {"GroupStatus.unhealthy_allocs", WIRE_I32, offsetof(coxswain_group_status, unhealthy_allocs), 0, NULL},
    {"GroupStatus.live", WIRE_I32, offsetof(coxswain_group_status, live), 0, NULL},
    {"GroupStatus.placed_canaries", WIRE_I32, offsetof(coxswain_group_status, placed_canaries), 0, NULL},
    {"GroupStatus.healthy_canaries", WIRE_I32, offsetof(coxswain_group_status, healthy_canaries), 0, NULL},
    {"GroupStatus.done", WIRE_BOOL, offsetof(coxswain_group_status, done), 0, NULL},
    {"GroupStatus.progress_deadline", WIRE_I64, offsetof(coxswain_group_status, progress_deadline), 0, NULL},
    {"GroupStatus.require_progress_by", WIRE_I64, offsetof(coxswain_group_status, require_progress_by), 0, NULL},
    {"GroupStatus.standing", WIRE_I32, offsetof(coxswain_group_status, standing), 0, NULL},
    {"GroupStatus.standing_canaries", WIRE_I32, offsetof(coxswain_group_status, standing_canaries), 0, NULL},
    {"GroupStatus.live_canaries", WIRE_I32, offsetof(coxswain_group_status, live_canaries), 0, NULL},
};

const wire_message wire_group_status = {sizeof(coxswain_group_status), 18, group_status_fields};

const char *coxswain_wait_code_name(coxswain_wait_code value) {
    switch (value) {
    case COXSWAIN_WAIT_CODE_NONE:
        return "";
    case COXSWAIN_WAIT_BATCH:
        return "batch";
    case COXSWAIN_WAIT_PROMOTION:
        return "promotion";
    case COXSWAIN_WAIT_CANARIES:
        return "canaries";
    case COXSWAIN_WAIT_RESUME:
        return "resume";
    case COXSWAIN_WAIT_PLACEMENT:
        return "placement";
    case COXSWAIN_WAIT_HEALTH:
        return "health";
    case COXSWAIN_WAIT_SCHEDULER:
        return "scheduler";
    case COXSWAIN_WAIT_DEADLINE:
        return "deadline";
    case COXSWAIN_WAIT_RESULT:
        return "result";
    case COXSWAIN_WAIT_REGIONS:
        return "regions";
    case COXSWAIN_WAIT_CHANGE:
        return "change";
    case COXSWAIN_WAIT_END:
        return "end";
    case COXSWAIN_WAIT_COUNTER:
        return "counter";
    case COXSWAIN_WAIT_GONE:
        return "gone";
    case COXSWAIN_WAIT_BAKE:
        return "bake";
    case COXSWAIN_WAIT_APPROVAL:
        return "approval";
    case COXSWAIN_WAIT_DURATION:
        return "duration";
    case COXSWAIN_WAIT_BACK_OFF:
        return "back-off";
    case COXSWAIN_WAIT_GATE:
        return "gate";
    case COXSWAIN_WAIT_THAW:
        return "thaw";
    }
    return "undefined";
}

const char *coxswain_actor_name(coxswain_actor value) {
    switch (value) {
    case COXSWAIN_ACTOR_NONE:
        return "";
    case COXSWAIN_ACTOR_CLOCK:
        return "clock";
    case COXSWAIN_ACTOR_USER:
        return "user";
    case COXSWAIN_ACTOR_SCHEDULER:
        return "scheduler";
    case COXSWAIN_ACTOR_CLIENTS:
        return "clients";
    case COXSWAIN_ACTOR_CLUSTER:
        return "cluster";
    case COXSWAIN_ACTOR_REGION:
        return "region";
    case COXSWAIN_ACTOR_GATE:
        return "gate";
    }
    return "undefined";
}

static const wire_field wait_fields[] = {
    {"Wait.code", WIRE_ENUM, offsetof(coxswain_wait, code), 0, NULL},
    {"Wait.actor", WIRE_ENUM, offsetof(coxswain_wait, actor), 0, NULL},
    {"Wait.group", WIRE_TEXT, offsetof(coxswain_wait, group), 0, NULL},
    {"Wait.have", WIRE_I64, offsetof(coxswain_wait, have), 0, NULL},
    {"Wait.want", WIRE_I64, offsetof(coxswain_wait, want), 0, NULL},
    {"Wait.until", WIRE_I64, offsetof(coxswain_wait, until), 0, NULL},
    {"Wait.gate", WIRE_TEXT, offsetof(coxswain_wait, gate), 0, NULL},
};

const wire_message wire_wait = {sizeof(coxswain_wait), 7, wait_fields};

static const wire_field status_fields[] = {
    {"Status.deployment_id", WIRE_TEXT, offsetof(coxswain_status, deployment_id), 0, NULL},
    {"Status.opened", WIRE_BOOL, offsetof(coxswain_status, opened), 0, NULL},
    {"Status.ended", WIRE_BOOL, offsetof(coxswain_status, ended), 0, NULL},
    {"Status.done", WIRE_BOOL, offsetof(coxswain_status, done), 0, NULL},
    {"Status.status", WIRE_ENUM, offsetof(coxswain_status, status), 0, NULL},
    {"Status.deleted", WIRE_BOOL, offsetof(coxswain_status, deleted), 0, NULL},
    {"Status.now", WIRE_I64, offsetof(coxswain_status, now), 0, NULL},
    {"Status.index", WIRE_U64, offsetof(coxswain_status, index), 0, NULL},
    {"Status.wake", WIRE_MESSAGE, offsetof(coxswain_status, wake), 0, &wire_wake},
    {"Status.groups", WIRE_MESSAGES, offsetof(coxswain_status, groups), offsetof(coxswain_status, groups_count), &wire_group_status},
    {"Status.waits", WIRE_MESSAGES, offsetof(coxswain_status, waits), offsetof(coxswain_status, waits_count), &wire_wait},
    {"Status.outstanding", WIRE_MESSAGES, offsetof(coxswain_status, outstanding), offsetof(coxswain_status, outstanding_count), &wire_key},
    {"Status.pending", WIRE_TEXTS, offsetof(coxswain_status, pending), offsetof(coxswain_status, pending_count), NULL},
};

const wire_message wire_status = {sizeof(coxswain_status), 13, status_fields};
