/* The messages of coxswain, made from the Go types by bindings/c/generate. */
#ifndef COXSWAIN_TYPES_H
#define COXSWAIN_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The schema that these types are of. */
#define COXSWAIN_SCHEMA 2

/** The levels, from the oldest to the strictest. */
#define COXSWAIN_LEVELS {"nomad-1.0.4", "nomad-1.1.4", "nomad-1.3.3", "nomad-1.6", "nomad-1.11", "nomad-2.0.5", "strict"}

/** Text of size bytes, which is UTF-8 if everybody's is. Where the library gives it, a
    zero follows. In what is given to the library none need follow. */
typedef struct coxswain_text {
    const char *data;
    size_t size;
} coxswain_text;

/** ErrorCode says what kind of bad input an Error is about. */
typedef enum coxswain_error_code {
    /** No value. */
    COXSWAIN_ERROR_CODE_NONE = 0,
    /** ErrConfig: the configuration names an unknown level or switch, or has a policy
        that makes no sense. */
    COXSWAIN_ERR_CONFIG = 1,
    /** ErrMalformed: the bytes are not a message, or nest too deeply. */
    COXSWAIN_ERR_MALFORMED = 2,
    /** ErrLimit: a limit is passed. */
    COXSWAIN_ERR_LIMIT = 3,
    /** ErrInvalid: a field has a value that it cannot have. */
    COXSWAIN_ERR_INVALID = 4,
    /** ErrMissing: something needed is not there, such as the deployment in an opening. */
    COXSWAIN_ERR_MISSING = 5,
    /** ErrUnexpected: something is there that has no place, such as a job after the opening. */
    COXSWAIN_ERR_UNEXPECTED = 6,
    /** ErrForeign: an id belongs to another deployment. */
    COXSWAIN_ERR_FOREIGN = 7,
    /** ErrNotOpen: the machine has not been opened yet. */
    COXSWAIN_ERR_NOT_OPEN = 8,
    /** ErrVersion: a saved state is of a version that this code cannot read. */
    COXSWAIN_ERR_VERSION = 9,
    /** ErrHandle: the module knows no machine by this handle, or holds too many. */
    COXSWAIN_ERR_HANDLE = 10,
} coxswain_error_code;

/** The name of a coxswain_error_code, or "undefined". */
const char *coxswain_error_code_name(coxswain_error_code value);

/** Switches is a set of departures from Nomad 1.0.4, one bit each. A level is a
    named set of them; each can also be set by itself (Config.Switches). */
typedef uint64_t coxswain_switches;

enum {
    COXSWAIN_PROMOTE_ENOUGH = 1,
    COXSWAIN_DEPLOYMENT_PRIORITY = 2,
    COXSWAIN_INITIALIZING = 4,
    COXSWAIN_FAIL_EXHAUSTED = 8,
    COXSWAIN_DROP_DELETED = 16,
    COXSWAIN_FAIL_WITHOUT_POLICY = 32,
    COXSWAIN_PAUSE_HOLDS_DEADLINE = 64,
    COXSWAIN_PROMOTE_ANY_TIME = 128,
    COXSWAIN_PROMOTE_AT_LEAST = 256,
    COXSWAIN_LIVE_CANARIES = 512,
    COXSWAIN_UNKNOWN_NOT_LIVE = 1024,
    COXSWAIN_COUNT_LIVE = 2048,
    COXSWAIN_DEADLINE_FROM_START = 4096,
    COXSWAIN_LOSS_NO_PROGRESS = 8192,
    COXSWAIN_DEADLINE_ALWAYS = 16384,
    COXSWAIN_COMPARE_EXECUTED = 32768,
    COXSWAIN_SKIP_STOPPED = 65536,
    COXSWAIN_PAUSE_HOLDS_FAILURE = 131072,
    COXSWAIN_TELL_WHAT_HAPPENED = 262144,
    COXSWAIN_REVERT_BY_CAUSE = 524288,
    COXSWAIN_CAP_ROLLBACKS = 1048576,
    COXSWAIN_SEND_ONCE = 2097152,
    COXSWAIN_REPLACE_CURRENT = 4194304,
    COXSWAIN_NEWER_WINS = 8388608,
    COXSWAIN_CANARIES_ONLY_TEXT = 16777216,
    COXSWAIN_FRESH_WINDOWS = 33554432,
    COXSWAIN_COUNT_RECOVERED = 67108864,
    COXSWAIN_CLEAN_ROLLBACK = 134217728,
};

/** ApprovalAction is what happens when nobody promotes. */
typedef enum coxswain_approval_action {
    /** No value. */
    COXSWAIN_APPROVAL_ACTION_NONE = 0,
    /** ApprovalPromotes: silence is consent. */
    COXSWAIN_APPROVAL_PROMOTES = 1,
    /** ApprovalAborts: the deployment fails. */
    COXSWAIN_APPROVAL_ABORTS = 2,
} coxswain_approval_action;

/** The name of a coxswain_approval_action, or "undefined". */
const char *coxswain_approval_action_name(coxswain_approval_action value);

/** Approval is for groups that do not promote by themselves (G2). A user is asked to
    promote them from when all canaries are healthy and have baked, or the deployment
    was resumed, if that was later. */
typedef struct coxswain_approval {
    /** Timeout is how long a user has; 0 means for ever. */
    int64_t timeout;
    /** Then is what happens without an answer. Required with a Timeout. */
    coxswain_approval_action then;
} coxswain_approval;

/** Promotion says which groups are promoted at once (G3). */
typedef enum coxswain_promotion {
    /** PromoteTogether: all groups, when all are ready. */
    COXSWAIN_PROMOTE_TOGETHER = 0,
    /** PromoteEach: each group as soon as it is ready itself. */
    COXSWAIN_PROMOTE_EACH = 1,
    /** PromoteInOrder: each group when it is ready itself and all those are done
        that stand before it in the job (Job.Groups). Groups that the job lacks come
        last, by name. */
    COXSWAIN_PROMOTE_IN_ORDER = 2,
} coxswain_promotion;

/** The name of a coxswain_promotion, or "undefined". */
const char *coxswain_promotion_name(coxswain_promotion value);

/** Failures is how many allocations of a group may fail (G4). Up to that many are
    replaced (A3), in groups without a progress deadline as well; one more fails the
    deployment at once, in groups with a progress deadline as well. Those that were
    replaced count as long as the store keeps them. An allocation that can never be
    rescheduled again still fails it by itself, where the level says so. */
typedef struct coxswain_failures {
    /** Limited turns it on: without it no group without a progress deadline may have
        any, and other groups any number of them. */
    bool limited;
    /** Number and Percent (of the group's DesiredTotal, rounded down) are what is
        tolerated; the greater counts. */
    int32_t number;
    /** Number and Percent (of the group's DesiredTotal, rounded down) are what is
        tolerated; the greater counts. */
    int32_t percent;
} coxswain_failures;

/** Rollbacks is for a version that a rollback registered and that fails as well
    (G7). Which ones a rollback registered the host must tell (JobVersion.Rollback). */
typedef struct coxswain_rollbacks {
    /** Max is how many there may be in a row; 0 leaves it to the level (S-18). It is
        at most MaxVersions. */
    int32_t max;
    /** BackOff is how old a deployment must be before it rolls back a rollback;
        twice as old for the next in a row, and so on. Its failure waits until then.
        What a user asks for does not. */
    int64_t back_off;
} coxswain_rollbacks;

/** GateUnknown is what a gate without a verdict means. */
typedef enum coxswain_gate_unknown {
    /** UnknownHolds: the promotion waits. */
    COXSWAIN_UNKNOWN_HOLDS = 0,
    /** UnknownPasses: as if the gate had passed. */
    COXSWAIN_UNKNOWN_PASSES = 1,
    /** UnknownFails: as if the gate had failed. */
    COXSWAIN_UNKNOWN_FAILS = 2,
} coxswain_gate_unknown;

/** The name of a coxswain_gate_unknown, or "undefined". */
const char *coxswain_gate_unknown_name(coxswain_gate_unknown value);

/** Gate is something outside that has a say, such as an analysis of metrics (G9). */
typedef struct coxswain_gate {
    coxswain_text name;
    /** Unknown is what it means when a promotion is due and there is no verdict. */
    coxswain_gate_unknown unknown;
} coxswain_gate;

/** Policy is what an embedder wants beyond a level: rules that hold the level's
    decisions back, or add some of their own (G1–G10). Each can be used at any level,
    and each is off while its field has the zero value. Durations are in nanoseconds.
    
    All that policies go by is in the inputs, so that another leader comes to the
    same decisions: when an allocation was found healthy, by its client's clock; when
    the deployment was made and how long it was paused, or else when the machine was
    opened and what it has seen; verdicts and freezes, which the host repeats in an
    opening. While the deployment is paused no policy decides anything. */
typedef struct coxswain_policy {
    /** Bake (G1) is how long all canaries must have been healthy before a promotion
        by itself. A canary that has no HealthTime never has been. */
    int64_t bake;
    /** Approval (G2) is what becomes of groups that a user must promote, and does not. */
    coxswain_approval approval;
    /** Promotion (G3) says which groups a promotion by itself is for. */
    coxswain_promotion promotion;
    /** Failures (G4) is how many failed allocations a group may have. */
    coxswain_failures failures;
    /** Duration (G5) is how long a deployment may take altogether, without the time
        that it was paused or frozen (time that was both is left out twice). Past it the
        deployment fails, unless every group is done. */
    int64_t duration;
    /** RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
        how long a group may go without progress when its failure rolls the job back,
        and when there is nothing to roll back to. 0 leaves the group's own. */
    int64_t revert_after;
    /** RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
        how long a group may go without progress when its failure rolls the job back,
        and when there is nothing to roll back to. 0 leaves the group's own. */
    int64_t give_up_after;
    /** Rollbacks (G7) is for rollbacks that fail as well. */
    coxswain_rollbacks rollbacks;
    /** RollbackTag (G8) is the tag of the version to roll back to. Without such a
        version it is the latest stable one. */
    coxswain_text rollback_tag;
    /** Gates (G9) must pass before a promotion by itself, and fail the deployment
        when they fail; at most MaxGates. */
    const coxswain_gate *gates;
    size_t gates_count;
    /** Freezes (G10) allows Input.Freezes: spans of time in which no promotion and
        no next step is decided, and no deadline runs. */
    bool freezes;
} coxswain_policy;

/** Config is what a machine is made with. The zero value is not usable: the
    level must be chosen. */
typedef struct coxswain_config {
    /** Level says whose decisions are wanted, such as LevelNomad104. Required. */
    coxswain_text level;
    /** Switches are set in addition to the level's own. */
    coxswain_switches switches;
    /** Reasons fills Output.Reasons. It costs a little time and memory and
        changes nothing else. */
    bool reasons;
    /** Policy is what is wanted beyond the level; the zero value is nothing. */
    coxswain_policy policy;
} coxswain_config;

/** JobGroup is what D4 reads of a task group in the job. */
typedef struct coxswain_job_group {
    coxswain_text name;
    /** AutoRevert is the flag in the group's update block; false without one. */
    bool auto_revert;
} coxswain_job_group;

/** Job is the job as it is when watching starts: its newest version, which can
    be newer than the deployment's. The machine never refreshes it. */
typedef struct coxswain_job {
    coxswain_text namespace_;
    coxswain_text id;
    /** Type is the scheduler's ("service"); Priority goes into evaluations. */
    coxswain_text type;
    int32_t priority;
    /** Version and ModifyIndex (of the specification) name what was read. */
    uint64_t version;
    /** Version and ModifyIndex (of the specification) name what was read. */
    uint64_t modify_index;
    /** Multiregion turns on T5. */
    bool multiregion;
    /** SpecDigest stands for everything that Nomad compares when it asks whether
        two specifications differ (R2). Empty means "differs from everything,
        also from itself", which is what Nomad finds for a specification that
        holds a list that is present but empty. ExecDigest stands for what is
        executed only. At most MaxDigestLength bytes each. */
    coxswain_text spec_digest;
    /** SpecDigest stands for everything that Nomad compares when it asks whether
        two specifications differ (R2). Empty means "differs from everything,
        also from itself", which is what Nomad finds for a specification that
        holds a list that is present but empty. ExecDigest stands for what is
        executed only. At most MaxDigestLength bytes each. */
    coxswain_text exec_digest;
    /** Groups are the task groups of this version. */
    const coxswain_job_group *groups;
    size_t groups_count;
} coxswain_job;

/** DeploymentStatus is where a deployment stands. Running, paused, pending,
    blocked, unblocking and initializing are active; successful, failed and
    cancelled are terminal and never change again. */
typedef enum coxswain_deployment_status {
    /** No value. */
    COXSWAIN_DEPLOYMENT_STATUS_NONE = 0,
    COXSWAIN_DEPLOYMENT_RUNNING = 1,
    COXSWAIN_DEPLOYMENT_PAUSED = 2,
    COXSWAIN_DEPLOYMENT_PENDING = 3,
    COXSWAIN_DEPLOYMENT_BLOCKED = 4,
    COXSWAIN_DEPLOYMENT_UNBLOCKING = 5,
    COXSWAIN_DEPLOYMENT_SUCCESSFUL = 6,
    COXSWAIN_DEPLOYMENT_FAILED = 7,
    COXSWAIN_DEPLOYMENT_CANCELLED = 8,
    /** DeploymentInitializing does not exist before nomad-1.6; there it is not
        active (L1). */
    COXSWAIN_DEPLOYMENT_INITIALIZING = 9,
} coxswain_deployment_status;

/** The name of a coxswain_deployment_status, or "undefined". */
const char *coxswain_deployment_status_name(coxswain_deployment_status value);

/** Group is the state of one task group in a deployment. */
typedef struct coxswain_group {
    coxswain_text name;
    /** DesiredTotal is how many allocations the group wants in the end;
        DesiredCanaries how many of them are wanted first, for a promotion. */
    int32_t desired_total;
    /** DesiredTotal is how many allocations the group wants in the end;
        DesiredCanaries how many of them are wanted first, for a promotion. */
    int32_t desired_canaries;
    /** Promoted says that the canaries have been accepted. */
    bool promoted;
    /** AutoRevert rolls back when the group fails; AutoPromote promotes when all
        canaries are healthy. They are the flags of the deployment; D4 reads the
        job's own (JobGroup) instead. */
    bool auto_revert;
    /** AutoRevert rolls back when the group fails; AutoPromote promotes when all
        canaries are healthy. They are the flags of the deployment; D4 reads the
        job's own (JobGroup) instead. */
    bool auto_promote;
    /** PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
        (S1), which D4 reads. They are not counts of live allocations. */
    int32_t placed_allocs;
    /** PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
        (S1), which D4 reads. They are not counts of live allocations. */
    int32_t healthy_allocs;
    /** PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
        (S1), which D4 reads. They are not counts of live allocations. */
    int32_t unhealthy_allocs;
    /** ProgressDeadline is a duration in nanoseconds; 0 means none: then the
        first unhealthy allocation fails the deployment (A5). */
    int64_t progress_deadline;
    /** RequireProgressBy is when the deadline passes, in Unix nanoseconds; 0
        means that it has not started. */
    int64_t require_progress_by;
    /** PlacedCanaries are the ids of the canaries placed so far; at most
        MaxAllocations. See Input.CanariesAdded for sending only the new ones. */
    const coxswain_text *placed_canaries;
    size_t placed_canaries_count;
} coxswain_group;

/** Deployment is one rollout of one job version. */
typedef struct coxswain_deployment {
    /** ID names the deployment; at most MaxIDLength bytes, not empty. */
    coxswain_text id;
    /** Status and Description say where it stands. The core decides by the
        status alone; the description is for people and for the ledger. */
    coxswain_deployment_status status;
    coxswain_text description;
    /** JobVersion is the version of the job that is rolled out. */
    uint64_t job_version;
    /** CreateIndex and ModifyIndex are the commits that made and last changed it. */
    uint64_t create_index;
    /** CreateIndex and ModifyIndex are the commits that made and last changed it. */
    uint64_t modify_index;
    /** Groups are the task groups that take part, in any order, each name once;
        at most MaxGroups. */
    const coxswain_group *groups;
    size_t groups_count;
    /** Priority goes into evaluations in place of the job's; 0 for none. It does
        not exist before nomad-1.3.3. */
    int32_t priority;
    /** CreateTime is when it was made, in Unix nanoseconds; 0 when the host does
        not know it, and then no deadline starts with it (S-5). */
    int64_t create_time;
    /** PausedAt and ResumedAt are when it was paused and resumed last (Unix
        nanoseconds), PausedFor how long all
        ended pauses took. They are for policies (G2, G5). When all are 0 a machine
        goes by the pauses that it has seen itself. */
    int64_t paused_at;
    /** PausedAt and ResumedAt are when it was paused and resumed last (Unix
        nanoseconds), PausedFor how long all
        ended pauses took. They are for policies (G2, G5). When all are 0 a machine
        goes by the pauses that it has seen itself. */
    int64_t resumed_at;
    /** PausedAt and ResumedAt are when it was paused and resumed last (Unix
        nanoseconds), PausedFor how long all
        ended pauses took. They are for policies (G2, G5). When all are 0 a machine
        goes by the pauses that it has seen itself. */
    int64_t paused_for;
} coxswain_deployment;

/** DesiredStatus is what the scheduler wants of an allocation. */
typedef enum coxswain_desired_status {
    /** No value. */
    COXSWAIN_DESIRED_STATUS_NONE = 0,
    COXSWAIN_DESIRED_RUN = 1,
    COXSWAIN_DESIRED_STOP = 2,
    COXSWAIN_DESIRED_EVICT = 3,
} coxswain_desired_status;

/** The name of a coxswain_desired_status, or "undefined". */
const char *coxswain_desired_status_name(coxswain_desired_status value);

/** ClientStatus is what the client reports of an allocation. */
typedef enum coxswain_client_status {
    /** No value. */
    COXSWAIN_CLIENT_STATUS_NONE = 0,
    COXSWAIN_CLIENT_PENDING = 1,
    COXSWAIN_CLIENT_RUNNING = 2,
    COXSWAIN_CLIENT_COMPLETE = 3,
    COXSWAIN_CLIENT_FAILED = 4,
    COXSWAIN_CLIENT_LOST = 5,
    /** ClientUnknown: the client is out of reach. It does not exist in 1.0.4. */
    COXSWAIN_CLIENT_UNKNOWN = 6,
} coxswain_client_status;

/** The name of a coxswain_client_status, or "undefined". */
const char *coxswain_client_status_name(coxswain_client_status value);

/** Health is what is known of an allocation's health in its deployment. */
typedef enum coxswain_health {
    COXSWAIN_HEALTH_UNSET = 0,
    COXSWAIN_HEALTHY = 1,
    COXSWAIN_UNHEALTHY = 2,
} coxswain_health;

/** The name of a coxswain_health, or "undefined". */
const char *coxswain_health_name(coxswain_health value);

/** Rescheduling says what an allocation's reschedule policy leaves. */
typedef enum coxswain_rescheduling {
    COXSWAIN_RESCHEDULE_POSSIBLE = 0,
    /** RescheduleExhausted: the attempts of its policy are used up. An unlimited
        policy never is. */
    COXSWAIN_RESCHEDULE_EXHAUSTED = 1,
    /** RescheduleWithout: it has no policy. */
    COXSWAIN_RESCHEDULE_WITHOUT = 2,
} coxswain_rescheduling;

/** The name of a coxswain_rescheduling, or "undefined". */
const char *coxswain_rescheduling_name(coxswain_rescheduling value);

/** Allocation is one placed instance of a task group. */
typedef struct coxswain_allocation {
    /** ID names the allocation; at most MaxIDLength bytes, not empty. */
    coxswain_text id;
    /** Group is the name of its task group. A2 passes over an allocation whose
        group does not take part in the deployment. */
    coxswain_text group;
    /** Desired and Client are the scheduler's and the client's word on it. */
    coxswain_desired_status desired;
    coxswain_client_status client;
    /** ModifyIndex is the commit that last changed it; A0 reads it. */
    uint64_t modify_index;
    /** ModifyTime is when it was last changed, in Unix nanoseconds. The core
        does not read it; the ledger starts the deadline with it (S2). */
    int64_t modify_time;
    /** Health, the time at which it was found (Unix nanoseconds, the client's
        clock) and the commit that set it. */
    coxswain_health health;
    int64_t health_time;
    uint64_t health_index;
    /** Canary is set until the canary is promoted. */
    bool canary;
    /** Reschedule says that the allocation was allowed a replacement (T1). */
    bool reschedule;
    /** Rescheduling says whether it can ever be rescheduled again. */
    coxswain_rescheduling rescheduling;
} coxswain_allocation;

/** AllocationChanges are allocations of the deployment: those that changed, or,
    with Whole, all of them, so that one that is not listed is gone. */
typedef struct coxswain_allocation_changes {
    bool whole;
    const coxswain_allocation *changed;
    size_t changed_count;
    const coxswain_text *removed;
    size_t removed_count;
    /** TableIndex is the index of the last write to any allocation of the
        cluster; 0 when it is not known. It is read only while the deployment
        has no allocations at all (A0). */
    uint64_t table_index;
} coxswain_allocation_changes;

/** EvaluationStatus is where an evaluation stands. The values are in the order
    in which A1 reads them. */
typedef enum coxswain_evaluation_status {
    /** No value. */
    COXSWAIN_EVALUATION_STATUS_NONE = 0,
    COXSWAIN_EVALUATION_BLOCKED = 1,
    COXSWAIN_EVALUATION_CANCELLED = 2,
    COXSWAIN_EVALUATION_COMPLETE = 3,
    COXSWAIN_EVALUATION_FAILED = 4,
    COXSWAIN_EVALUATION_PENDING = 5,
} coxswain_evaluation_status;

/** The name of a coxswain_evaluation_status, or "undefined". */
const char *coxswain_evaluation_status_name(coxswain_evaluation_status value);

/** Evaluation is a request to the scheduler to look at the job again. A1 reads
    all evaluations of the job, whatever version or deployment they are for. */
typedef struct coxswain_evaluation {
    coxswain_text id;
    coxswain_evaluation_status status;
    /** CreateIndex is the commit that made it; SnapshotIndex the one whose state
        the scheduler saw, 0 when it has not looked yet. */
    uint64_t create_index;
    /** CreateIndex is the commit that made it; SnapshotIndex the one whose state
        the scheduler saw, 0 when it has not looked yet. */
    uint64_t snapshot_index;
} coxswain_evaluation;

/** EvaluationChanges are evaluations of the job: those that changed, or, with
    Whole, all of them. */
typedef struct coxswain_evaluation_changes {
    bool whole;
    const coxswain_evaluation *changed;
    size_t changed_count;
    const coxswain_text *removed;
    size_t removed_count;
} coxswain_evaluation_changes;

/** JobVersion is one kept version of the job (R1). */
typedef struct coxswain_job_version {
    uint64_t version;
    /** Stable says that a deployment of this version was successful, or that the
        version was born from a rollback (S5). */
    bool stable;
    /** Stopped says that this version stops the job. */
    bool stopped;
    /** CreateIndex tells incarnations of a purged and registered job apart. */
    uint64_t create_index;
    /** SpecDigest and ExecDigest are made as those of Job are. */
    coxswain_text spec_digest;
    /** SpecDigest and ExecDigest are made as those of Job are. */
    coxswain_text exec_digest;
    /** Rollback says that a rollback registered it. Without it rollbacks are not
        counted (S-18). */
    bool rollback;
    /** Tag is the version's name, empty for none. */
    coxswain_text tag;
} coxswain_job_version;

/** CommandKind is what a user asks for. */
typedef enum coxswain_command_kind {
    /** No value. */
    COXSWAIN_COMMAND_KIND_NONE = 0,
    COXSWAIN_COMMAND_SET_HEALTH = 1,
    COXSWAIN_COMMAND_PROMOTE = 2,
    COXSWAIN_COMMAND_PAUSE = 3,
    COXSWAIN_COMMAND_RESUME = 4,
    COXSWAIN_COMMAND_FAIL = 5,
    COXSWAIN_COMMAND_RUN = 6,
    COXSWAIN_COMMAND_UNBLOCK = 7,
    COXSWAIN_COMMAND_CANCEL = 8,
} coxswain_command_kind;

/** The name of a coxswain_command_kind, or "undefined". */
const char *coxswain_command_kind_name(coxswain_command_kind value);

/** Command is one wish of a user. Output.Reply answers it. */
typedef struct coxswain_command {
    /** ID is the host's; effects and the reply repeat it. 0 is refused. */
    uint64_t id;
    coxswain_command_kind kind;
    /** Healthy and Unhealthy are the allocations of set-health (C1). */
    const coxswain_text *healthy;
    size_t healthy_count;
    /** Healthy and Unhealthy are the allocations of set-health (C1). */
    const coxswain_text *unhealthy;
    size_t unhealthy_count;
    /** All promotes every group; otherwise Groups names them (C2). */
    bool all;
    const coxswain_text *groups;
    size_t groups_count;
} coxswain_command;

/** Key names an effect for ever: no two effects share one, whatever restarts or
    changes of leadership come between, so sending the same key again is safe. */
typedef struct coxswain_key {
    coxswain_text deployment;
    /** Epoch is that of the opening; N counts the machine's effects from 1. */
    uint64_t epoch;
    /** Epoch is that of the opening; N counts the machine's effects from 1. */
    uint64_t n;
} coxswain_key;

/** Outcome is what became of an effect. */
typedef enum coxswain_outcome {
    /** No value. */
    COXSWAIN_OUTCOME_NONE = 0,
    /** Applied: the cluster wrote it, at Result.Index. */
    COXSWAIN_APPLIED = 1,
    /** Rejected: the cluster refused it; that is final. */
    COXSWAIN_REJECTED = 2,
    /** Unknown: no answer came. The effect stays outstanding, and the host sends
        it again under the same key until it is applied, rejected or withdrawn. */
    COXSWAIN_UNKNOWN = 3,
} coxswain_outcome;

/** The name of a coxswain_outcome, or "undefined". */
const char *coxswain_outcome_name(coxswain_outcome value);

/** Result tells what became of an effect. A result for a key that is not
    outstanding is passed over: the answer to an effect may arrive twice. */
typedef struct coxswain_result {
    coxswain_key key;
    coxswain_outcome outcome;
    /** Index is the commit that applied it; 0 otherwise. */
    uint64_t index;
} coxswain_result;

/** GateVerdict is the word of a gate. */
typedef enum coxswain_gate_verdict {
    /** No value. */
    COXSWAIN_GATE_VERDICT_NONE = 0,
    COXSWAIN_GATE_PASS = 1,
    COXSWAIN_GATE_FAIL = 2,
    COXSWAIN_GATE_UNDECIDED = 3,
} coxswain_gate_verdict;

/** The name of a coxswain_gate_verdict, or "undefined". */
const char *coxswain_gate_verdict_name(coxswain_gate_verdict value);

/** Verdict is what a gate says now; it holds until the gate says otherwise. */
typedef struct coxswain_verdict {
    coxswain_text gate;
    coxswain_gate_verdict value;
} coxswain_verdict;

/** Span is the time from From up to Until, in Unix nanoseconds. */
typedef struct coxswain_span {
    int64_t from;
    int64_t until;
} coxswain_span;

/** Input is one commit of the cluster, one command, the outcome of earlier
    effects, or any of them together; with only Now it is a tick of the clock.
    All slices stay the caller's: a Step reads them and keeps copies. */
typedef struct coxswain_input {
    /** Now is the time in Unix nanoseconds. One that lies before the last Now
        counts as the last one. It must lie between 1 and MaxTime. */
    int64_t now;
    /** Index is the commit's. Facts of an index not above the last one are
        passed over and Output.Stale is set; commands, results and time are
        still read. 0 means that there are no facts. */
    uint64_t index;
    /** Epoch and Job belong to the first input, which opens the machine, and to
        no other. Epoch is the leader's term or the opening index; it must be
        higher than any that a machine of this deployment had before, so that no
        effect key is ever used twice. 0 is refused. */
    uint64_t epoch;
    const coxswain_job *job;
    /** Deployment is the deployment after this commit; nil when it was not
        written. The opening needs it. Every later one is a delivery (D3, D7). */
    const coxswain_deployment *deployment;
    /** CanariesAdded says that the PlacedCanaries of Deployment's groups list
        only canaries that are new; otherwise they are the whole list. */
    bool canaries_added;
    /** Delivered says that some other deployment of the cluster was written in
        this commit: a delivery of this one, unchanged (D3). */
    bool delivered;
    /** DeploymentDeleted says that the deployment is gone from the store (L1). */
    bool deployment_deleted;
    /** Allocations are the deployment's, Evaluations the job's, that this
        commit changed. An allocation that goes over to another deployment is
        removed from its old one. */
    coxswain_allocation_changes allocations;
    coxswain_evaluation_changes evaluations;
    /** Versions are the kept versions of the job in any order, all of them;
        they are read only when VersionsRead is set. */
    const coxswain_job_version *versions;
    size_t versions_count;
    bool versions_read;
    /** Command is one wish of a user (C); nil for none. */
    const coxswain_command *command;
    /** Results tell what became of earlier effects; at most MaxResults. */
    const coxswain_result *results;
    size_t results_count;
    /** Verdicts are what gates say that have something new to say (G9); an opening
        repeats what holds. They belong to no commit. */
    const coxswain_verdict *verdicts;
    size_t verdicts_count;
    /** Freezes are the spans of time in which nothing goes forward (G10): all of
        them, in any order, at most MaxFreezes. They are read only when FreezesRead is
        set, and belong to no commit. */
    const coxswain_span *freezes;
    size_t freezes_count;
    bool freezes_read;
} coxswain_input;

/** EffectKind is one of the triggers T1–T5, which are all that ever leaves the
    machine. */
typedef enum coxswain_effect_kind {
    /** No value. */
    COXSWAIN_EFFECT_KIND_NONE = 0,
    /** EffectReschedule (T1) allows Allocations, which may be empty, to be
        replaced, and creates Evaluation. */
    COXSWAIN_EFFECT_RESCHEDULE = 1,
    /** EffectStatus (T2) sets Status and Description, creates Evaluation unless
        it is nil, and rolls the job back to RollbackVersion if Rollback. */
    COXSWAIN_EFFECT_STATUS = 2,
    /** EffectPromote (T3) promotes All groups or Groups, and creates Evaluation. */
    COXSWAIN_EFFECT_PROMOTE = 3,
    /** EffectHealth (T4) sets the health of Healthy and Unhealthy, in this
        order, at Timestamp, and creates Evaluation; with a Status it also sets
        that, and rolls back if Rollback. */
    COXSWAIN_EFFECT_HEALTH = 4,
    /** EffectRegion (T5) tells the peer regions Status. */
    COXSWAIN_EFFECT_REGION = 5,
} coxswain_effect_kind;

/** The name of a coxswain_effect_kind, or "undefined". */
const char *coxswain_effect_kind_name(coxswain_effect_kind value);

/** NewEvaluation is the evaluation that an effect creates: pending, triggered by
    "deployment-watcher", for the job and the deployment. */
typedef struct coxswain_new_evaluation {
    /** ID is derived from the effect's key; it has the form of a UUID. */
    coxswain_text id;
    coxswain_text namespace_;
    coxswain_text job_id;
    coxswain_text type;
    int32_t priority;
    coxswain_text deployment_id;
    /** Time is its create and modify time in Unix nanoseconds. */
    int64_t time;
} coxswain_new_evaluation;

/** Effect is one thing that the cluster is to do. A cluster that can check
    applies it only while DeploymentIndex and JobIndex still hold. */
typedef struct coxswain_effect {
    coxswain_key key;
    coxswain_effect_kind kind;
    /** Command is the ID of the command that it answers; 0 when the rules
        themselves decided it. */
    uint64_t command;
    /** DeploymentIndex and JobIndex are the modify indexes of the deployment and
        of the job (at opening) that it was decided on. */
    uint64_t deployment_index;
    /** DeploymentIndex and JobIndex are the modify indexes of the deployment and
        of the job (at opening) that it was decided on. */
    uint64_t job_index;
    /** Which of these are used, EffectKind says. */
    const coxswain_text *allocations;
    size_t allocations_count;
    coxswain_deployment_status status;
    coxswain_text description;
    bool rollback;
    uint64_t rollback_version;
    bool all;
    const coxswain_text *groups;
    size_t groups_count;
    const coxswain_text *healthy;
    size_t healthy_count;
    const coxswain_text *unhealthy;
    size_t unhealthy_count;
    int64_t timestamp;
    const coxswain_new_evaluation *evaluation;
} coxswain_effect;

/** WakeReason says what the next tick is for. */
typedef enum coxswain_wake_reason {
    COXSWAIN_WAKE_NONE = 0,
    COXSWAIN_WAKE_BATCH = 1,
    COXSWAIN_WAKE_DEADLINE = 2,
    COXSWAIN_WAKE_BAKE = 3,
    COXSWAIN_WAKE_APPROVAL = 4,
    COXSWAIN_WAKE_DURATION = 5,
    COXSWAIN_WAKE_BACK_OFF = 6,
    COXSWAIN_WAKE_THAW = 7,
} coxswain_wake_reason;

/** The name of a coxswain_wake_reason, or "undefined". */
const char *coxswain_wake_reason_name(coxswain_wake_reason value);

/** Wake is the next time at which the machine must be stepped even if nothing
    happens. A later tick is safe; the decision then falls at that later time. */
typedef struct coxswain_wake {
    /** At is in Unix nanoseconds; 0 when Reason is WakeNone. */
    int64_t at;
    coxswain_wake_reason reason;
} coxswain_wake;

/** Refusal says why a command was not accepted. */
typedef enum coxswain_refusal {
    COXSWAIN_REFUSED_NOT = 0,
    /** RefusedTerminal: the deployment has ended. */
    COXSWAIN_REFUSED_TERMINAL = 1,
    /** RefusedNoAllocations: set-health names no allocation at all. */
    COXSWAIN_REFUSED_NO_ALLOCATIONS = 2,
    /** RefusedUnknown: there is no such deployment, or no longer. */
    COXSWAIN_REFUSED_UNKNOWN = 3,
} coxswain_refusal;

/** The name of a coxswain_refusal, or "undefined". */
const char *coxswain_refusal_name(coxswain_refusal value);

/** Reply answers a command. An accepted one that writes something has an effect
    with the same Command; run, unblock and cancel on a single region write
    nothing (C5). */
typedef struct coxswain_reply {
    uint64_t command;
    coxswain_refusal refused;
    /** Text is Nomad's sentence for the refusal. */
    coxswain_text text;
    /** EvaluationID is the evaluation that the effect creates; empty for pause. */
    coxswain_text evaluation_id;
    /** Reverted says that the job is rolled back to RevertedVersion. */
    bool reverted;
    uint64_t reverted_version;
} coxswain_reply;

/** ReasonCode says why something was decided, or why not. Its Rule is the rule
    that it comes from, and Reason.String the sentence. */
typedef enum coxswain_reason_code {
    /** No value. */
    COXSWAIN_REASON_CODE_NONE = 0,
    /** ReasonProgress (A4): a healthy allocation is newer than the last
        evaluation. Index: its health's index; Have: the evaluation's (A1). */
    COXSWAIN_REASON_PROGRESS = 1,
    /** ReasonReplace (A3): unhealthy allocations may be replaced. Have: how
        many; Allocation: the first. */
    COXSWAIN_REASON_REPLACE = 2,
    /** ReasonWindowOpens (B1): a window was opened. Time: when it closes. */
    COXSWAIN_REASON_WINDOW_OPENS = 3,
    /** ReasonWindowOpen (B2): the need joins a window that is open. Time: when
        it closes. */
    COXSWAIN_REASON_WINDOW_OPEN = 4,
    /** ReasonWindowCloses (B1): the window closed. Have: allocations in it. */
    COXSWAIN_REASON_WINDOW_CLOSES = 5,
    /** ReasonUnhealthy (A5): a group without a progress deadline has unhealthy
        allocations. Group; Have: how many. */
    COXSWAIN_REASON_UNHEALTHY = 6,
    /** ReasonPromote (P4): every canary is placed and none is unhealthy or
        unreported. Have: placed canaries; Group: one that a user was asked to promote
        in vain (G2). */
    COXSWAIN_REASON_PROMOTE = 7,
    /** ReasonNotRunning (P1): promotion waits while the deployment is not running. */
    COXSWAIN_REASON_NOT_RUNNING = 8,
    /** ReasonNotAutoPromote (P2): Group must be promoted by a user. */
    COXSWAIN_REASON_NOT_AUTO_PROMOTE = 9,
    /** ReasonCanariesPlaced (P2): Group has Have placed canaries and desires Want. */
    COXSWAIN_REASON_CANARIES_PLACED = 10,
    /** ReasonCanaryNotHealthy (P3): canary Allocation of Group is not healthy. */
    COXSWAIN_REASON_CANARY_NOT_HEALTHY = 11,
    /** ReasonCanariesHealthy (P3): Group has Have healthy canaries and desires Want. */
    COXSWAIN_REASON_CANARIES_HEALTHY = 12,
    /** ReasonDeadlineSet (D3): the deadline is now at Time. */
    COXSWAIN_REASON_DEADLINE_SET = 13,
    /** ReasonDeadlineOff (D3): no group has a deadline ahead any more. */
    COXSWAIN_REASON_DEADLINE_OFF = 14,
    /** ReasonShort (D4): the deadline passed and Group is short: Have healthy, Want. */
    COXSWAIN_REASON_SHORT = 15,
    /** ReasonDeadlineSkipped (D5): the deadline passed and no group is short. */
    COXSWAIN_REASON_DEADLINE_SKIPPED = 16,
    /** ReasonDeadlineUnread (D5): the deadline passed and the deployment is gone. */
    COXSWAIN_REASON_DEADLINE_UNREAD = 17,
    /** ReasonNoAutoRevert (D4, A5, C4): what failed does not ask for a rollback. */
    COXSWAIN_REASON_NO_AUTO_REVERT = 18,
    /** ReasonNoTarget (R1): a rollback was asked for and no version is stable. */
    COXSWAIN_REASON_NO_TARGET = 19,
    /** ReasonRollback (R2): rolls back to Version. */
    COXSWAIN_REASON_ROLLBACK = 20,
    /** ReasonSameSpec (R2): Version has the same specification. */
    COXSWAIN_REASON_SAME_SPEC = 21,
    /** ReasonRegion (D7, D6, A6): the peer regions are told. */
    COXSWAIN_REASON_REGION = 22,
    /** ReasonRegionFailed (D7): telling the peer regions was rejected. */
    COXSWAIN_REASON_REGION_FAILED = 23,
    /** ReasonCommand (C): a user asked. Have: the command's kind. */
    COXSWAIN_REASON_COMMAND = 24,
    /** ReasonRefused (C): a command was refused. Have: the command's kind. */
    COXSWAIN_REASON_REFUSED = 25,
    /** ReasonEnded (F3): the watch has ended; only commands and an open window
        are still served. */
    COXSWAIN_REASON_ENDED = 26,
    /** ReasonDropped (L1): the deployment is terminal. Have: its status; 0 when it is
        gone from the store. */
    COXSWAIN_REASON_DROPPED = 27,
    /** ReasonNewerVersion (R2): there is no rollback, or it is withdrawn, since
        Version was registered after the deployment's, or after it was decided. */
    COXSWAIN_REASON_NEWER_VERSION = 28,
    /** ReasonTooMany: an effect is withdrawn, since MaxOutstanding newer ones
        wait for their results. */
    COXSWAIN_REASON_TOO_MANY = 29,
    /** ReasonWindowMoves (A7): the promotion that was decided when the window was
        opened is answered. Time: when the window closes now. */
    COXSWAIN_REASON_WINDOW_MOVES = 30,
    /** ReasonExhausted (A5): Group has Have unhealthy allocations that can never be
        rescheduled again. */
    COXSWAIN_REASON_EXHAUSTED = 31,
    /** ReasonRollbacksCapped (R2): the newest Have versions are rollbacks, so there
        is none to Version. */
    COXSWAIN_REASON_ROLLBACKS_CAPPED = 32,
    /** ReasonBaking (G1): the canaries have not been healthy for long enough. Group;
        Time: when they have been. Without one, canary Allocation has no HealthTime. */
    COXSWAIN_REASON_BAKING = 33,
    /** ReasonApproval (G2): a user must promote Group. Time: until when, 0 when canary
        Allocation has no HealthTime; Have: the ApprovalAction that follows. */
    COXSWAIN_REASON_APPROVAL = 34,
    /** ReasonTurn (G3): Group comes first in the job's order and is not done. */
    COXSWAIN_REASON_TURN = 35,
    /** ReasonReady (G3): Group is promoted, whose Have placed canaries are ready. */
    COXSWAIN_REASON_READY = 36,
    /** ReasonFailures (G4): Group has Have unhealthy allocations, and Want are tolerated. */
    COXSWAIN_REASON_FAILURES = 37,
    /** ReasonDuration (G5): the deployment takes longer than it may. Group: the first
        that is not done; Time: when the limit passed. */
    COXSWAIN_REASON_DURATION = 38,
    /** ReasonBackOff (G7): the failure waits, since the newest Have versions are
        rollbacks. Time: until when. */
    COXSWAIN_REASON_BACK_OFF = 39,
    /** ReasonTagged (G8): rolls back to Version, which has the tag. */
    COXSWAIN_REASON_TAGGED = 40,
    /** ReasonNoTag (G8): no version has the tag. */
    COXSWAIN_REASON_NO_TAG = 41,
    /** ReasonGate (G9): Gate has not passed. Have: its GateVerdict. */
    COXSWAIN_REASON_GATE = 42,
    /** ReasonGateFailed (G9): Gate has failed, or counts as failed. Have: its
        GateVerdict. */
    COXSWAIN_REASON_GATE_FAILED = 43,
    /** ReasonFrozen (G10): nothing goes forward before Time. Have: 0 for a promotion, 1
        for the next step (A4). */
    COXSWAIN_REASON_FROZEN = 44,
} coxswain_reason_code;

/** The name of a coxswain_reason_code, or "undefined". */
const char *coxswain_reason_code_name(coxswain_reason_code value);

/** Reason is why something was decided, or why not, with its facts. */
typedef struct coxswain_reason {
    coxswain_reason_code code;
    /** Effect is the N of the effect's key that it explains; 0 for none. */
    uint64_t effect;
    /** Which of these are used, ReasonCode says. */
    coxswain_text group;
    coxswain_text allocation;
    int64_t have;
    int64_t want;
    uint64_t index;
    uint64_t version;
    int64_t time;
    coxswain_text gate;
} coxswain_reason;

/** Output is everything that a Step decided. The caller owns it and passes the
    same one to every Step, which clears it first; copy what must live longer. */
typedef struct coxswain_output {
    /** Effects are to be carried out in this order. */
    const coxswain_effect *effects;
    size_t effects_count;
    /** Withdrawn are keys of earlier effects that must not be sent (again). */
    const coxswain_key *withdrawn;
    size_t withdrawn_count;
    /** Wake is when the next tick is due, and what for. */
    coxswain_wake wake;
    /** Reply answers Input.Command; nil without one. */
    const coxswain_reply *reply;
    /** Reasons say why, in the order in which things were decided; empty unless
        Config.Reasons. Nothing else depends on that. */
    const coxswain_reason *reasons;
    size_t reasons_count;
    /** Stale says that the input's facts were at an index that was handled
        before, and were passed over. */
    bool stale;
    /** Done says that the deployment has ended: nothing more will come, and the
        machine can be closed. */
    bool done;
} coxswain_output;

/** GroupStatus is where one group stands. */
typedef struct coxswain_group_status {
    coxswain_text name;
    int32_t desired_total;
    int32_t desired_canaries;
    bool promoted;
    bool auto_promote;
    bool auto_revert;
    int32_t placed_allocs;
    int32_t healthy_allocs;
    int32_t unhealthy_allocs;
    /** Live counts allocations that are healthy and not terminal (D2). */
    int32_t live;
    /** PlacedCanaries and HealthyCanaries count placed canaries, and those among
        the allocations that are healthy. */
    int32_t placed_canaries;
    /** PlacedCanaries and HealthyCanaries count placed canaries, and those among
        the allocations that are healthy. */
    int32_t healthy_canaries;
    /** Done is D2's word on the group. */
    bool done;
    int64_t progress_deadline;
    int64_t require_progress_by;
    /** Standing counts allocations that are not terminal, StandingCanaries the
        placed canaries among them and LiveCanaries those of these that are healthy. */
    int32_t standing;
    /** Standing counts allocations that are not terminal, StandingCanaries the
        placed canaries among them and LiveCanaries those of these that are healthy. */
    int32_t standing_canaries;
    /** Standing counts allocations that are not terminal, StandingCanaries the
        placed canaries among them and LiveCanaries those of these that are healthy. */
    int32_t live_canaries;
} coxswain_group_status;

/** WaitCode says what a deployment waits for. */
typedef enum coxswain_wait_code {
    /** No value. */
    COXSWAIN_WAIT_CODE_NONE = 0,
    /** WaitBatch: the batch window closes at Until. Have: allocations in it. */
    COXSWAIN_WAIT_BATCH = 1,
    /** WaitPromotion: a user must promote Group. */
    COXSWAIN_WAIT_PROMOTION = 2,
    /** WaitCanaries: clients must report; Group has Have of Want canaries healthy. */
    COXSWAIN_WAIT_CANARIES = 3,
    /** WaitResume: a user must resume the deployment. */
    COXSWAIN_WAIT_RESUME = 4,
    /** WaitPlacement: the scheduler must place; Group has Have of Want allocations,
        or canaries, that have not ended. */
    COXSWAIN_WAIT_PLACEMENT = 5,
    /** WaitHealth: clients must report; Group has Have of Want healthy. */
    COXSWAIN_WAIT_HEALTH = 6,
    /** WaitScheduler: every group is done; the scheduler must say successful. */
    COXSWAIN_WAIT_SCHEDULER = 7,
    /** WaitDeadline: fails at Until if a group is short then. Have: the rollbacks in a
        row for which it was put off (G7), or 0. */
    COXSWAIN_WAIT_DEADLINE = 8,
    /** WaitResult: the cluster must answer Have outstanding effects. */
    COXSWAIN_WAIT_RESULT = 9,
    /** WaitRegions: a peer region must go on. */
    COXSWAIN_WAIT_REGIONS = 10,
    /** WaitChange: promotion would be decided, but is only considered when
        allocations change (P4). A user can promote meanwhile. */
    COXSWAIN_WAIT_CHANGE = 11,
    /** WaitEnd: the watch has ended (F3), but the deployment was not failed: the
        write was refused or withdrawn. The scheduler cancels it if there is a newer
        version of the job, otherwise a user must act. */
    COXSWAIN_WAIT_END = 12,
    /** WaitCounter: every group is done, but by the counter by which the scheduler
        goes Group has Have of Want healthy (an allocation that was unhealthy once is
        not counted again). Only a user can end the deployment. */
    COXSWAIN_WAIT_COUNTER = 13,
    /** WaitGone: the deployment is gone from the store (L1); it is watched until
        another leader takes over, and nothing comes of it. */
    COXSWAIN_WAIT_GONE = 14,
    /** WaitBake (G1): the canaries have been healthy for long enough at Until. Group:
        the first of those that are promoted then. */
    COXSWAIN_WAIT_BAKE = 15,
    /** WaitApproval (G2): at Until Group is promoted without a user, or the deployment
        fails. Have: the ApprovalAction. */
    COXSWAIN_WAIT_APPROVAL = 16,
    /** WaitDuration (G5): at Until the deployment takes longer than it may. */
    COXSWAIN_WAIT_DURATION = 17,
    /** WaitBackOff (G7): the deployment fails at Until. Have: the newest versions that
        are rollbacks. */
    COXSWAIN_WAIT_BACK_OFF = 18,
    /** WaitGate (G9): Gate must pass. */
    COXSWAIN_WAIT_GATE = 19,
    /** WaitThaw (G10): something can go forward at Until. */
    COXSWAIN_WAIT_THAW = 20,
} coxswain_wait_code;

/** The name of a coxswain_wait_code, or "undefined". */
const char *coxswain_wait_code_name(coxswain_wait_code value);

/** Actor is who can end a wait. */
typedef enum coxswain_actor {
    /** No value. */
    COXSWAIN_ACTOR_NONE = 0,
    COXSWAIN_ACTOR_CLOCK = 1,
    COXSWAIN_ACTOR_USER = 2,
    COXSWAIN_ACTOR_SCHEDULER = 3,
    COXSWAIN_ACTOR_CLIENTS = 4,
    COXSWAIN_ACTOR_CLUSTER = 5,
    COXSWAIN_ACTOR_REGION = 6,
    COXSWAIN_ACTOR_GATE = 7,
} coxswain_actor;

/** The name of a coxswain_actor, or "undefined". */
const char *coxswain_actor_name(coxswain_actor value);

/** Wait is one thing that a deployment waits for. */
typedef struct coxswain_wait {
    coxswain_wait_code code;
    coxswain_actor actor;
    coxswain_text group;
    /** Have and Want are counts; Until is in Unix nanoseconds, 0 without an end. */
    int64_t have;
    /** Have and Want are counts; Until is in Unix nanoseconds, 0 without an end. */
    int64_t want;
    int64_t until;
    coxswain_text gate;
} coxswain_wait;

/** Status answers "why is it stuck, what will it do next, who can move it". */
typedef struct coxswain_status {
    coxswain_text deployment_id;
    /** Opened, Ended and Done are the stages of the watch: Ended after the rules
        have failed the deployment (F3), Done once it is seen terminal (L1). */
    bool opened;
    /** Opened, Ended and Done are the stages of the watch: Ended after the rules
        have failed the deployment (F3), Done once it is seen terminal (L1). */
    bool ended;
    /** Opened, Ended and Done are the stages of the watch: Ended after the rules
        have failed the deployment (F3), Done once it is seen terminal (L1). */
    bool done;
    coxswain_deployment_status status;
    /** Deleted says that the deployment is gone from the store. */
    bool deleted;
    /** Now and Index are those of the last input. */
    int64_t now;
    uint64_t index;
    coxswain_wake wake;
    /** Groups are in the order of their names. */
    const coxswain_group_status *groups;
    size_t groups_count;
    /** Waits say what it waits for, most urgent first. One that is not Done has at
        least one. */
    const coxswain_wait *waits;
    size_t waits_count;
    /** Outstanding are the keys of effects without a final result. */
    const coxswain_key *outstanding;
    size_t outstanding_count;
    /** Pending are the allocations that the open window will allow to be replaced. */
    const coxswain_text *pending;
    size_t pending_count;
} coxswain_status;

#ifdef __cplusplus
}
#endif

#endif
