//! The messages of coxswain, made from the Go types by bindings/rust/generate.

use crate::message::message;

/// The schema that these types are of; a module with a smaller one is refused.
pub const SCHEMA: u32 = 2;

/// The levels, from the oldest to the strictest.
pub const LEVELS: [&str; 7] = [
    "nomad-1.0.4",
    "nomad-1.1.4",
    "nomad-1.3.3",
    "nomad-1.6",
    "nomad-1.11",
    "nomad-2.0.5",
    "strict",
];

/// ErrorCode says what kind of bad input an Error is about.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum ErrorCode {
    /// No value.
    #[default]
    None = 0,
    /// ErrConfig: the configuration names an unknown level or switch, or has a policy
    /// that makes no sense.
    Config = 1,
    /// ErrMalformed: the bytes are not a message, or nest too deeply.
    Malformed = 2,
    /// ErrLimit: a limit is passed.
    Limit = 3,
    /// ErrInvalid: a field has a value that it cannot have.
    Invalid = 4,
    /// ErrMissing: something needed is not there, such as the deployment in an opening.
    Missing = 5,
    /// ErrUnexpected: something is there that has no place, such as a job after the opening.
    Unexpected = 6,
    /// ErrForeign: an id belongs to another deployment.
    Foreign = 7,
    /// ErrNotOpen: the machine has not been opened yet.
    NotOpen = 8,
    /// ErrVersion: a saved state is of a version that this code cannot read.
    Version = 9,
    /// ErrHandle: the module knows no machine by this handle, or holds too many.
    Handle = 10,
}

bitflags::bitflags! {
    /// Switches is a set of departures from Nomad 1.0.4, one bit each. A level is a
    /// named set of them; each can also be set by itself (Config.Switches).
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
    )]
    #[serde(transparent)]
    pub struct Switches: u64 {
        /// PromoteEnough.
        const PROMOTE_ENOUGH = 1;
        /// DeploymentPriority.
        const DEPLOYMENT_PRIORITY = 2;
        /// Initializing.
        const INITIALIZING = 4;
        /// FailExhausted.
        const FAIL_EXHAUSTED = 8;
        /// DropDeleted.
        const DROP_DELETED = 16;
        /// FailWithoutPolicy.
        const FAIL_WITHOUT_POLICY = 32;
        /// PauseHoldsDeadline.
        const PAUSE_HOLDS_DEADLINE = 64;
        /// PromoteAnyTime.
        const PROMOTE_ANY_TIME = 128;
        /// PromoteAtLeast.
        const PROMOTE_AT_LEAST = 256;
        /// LiveCanaries.
        const LIVE_CANARIES = 512;
        /// UnknownNotLive.
        const UNKNOWN_NOT_LIVE = 1024;
        /// CountLive.
        const COUNT_LIVE = 2048;
        /// DeadlineFromStart.
        const DEADLINE_FROM_START = 4096;
        /// LossNoProgress.
        const LOSS_NO_PROGRESS = 8192;
        /// DeadlineAlways.
        const DEADLINE_ALWAYS = 16384;
        /// CompareExecuted.
        const COMPARE_EXECUTED = 32768;
        /// SkipStopped.
        const SKIP_STOPPED = 65536;
        /// PauseHoldsFailure.
        const PAUSE_HOLDS_FAILURE = 131072;
        /// TellWhatHappened.
        const TELL_WHAT_HAPPENED = 262144;
        /// RevertByCause.
        const REVERT_BY_CAUSE = 524288;
        /// CapRollbacks.
        const CAP_ROLLBACKS = 1048576;
        /// SendOnce.
        const SEND_ONCE = 2097152;
        /// ReplaceCurrent.
        const REPLACE_CURRENT = 4194304;
        /// NewerWins.
        const NEWER_WINS = 8388608;
        /// CanariesOnlyText.
        const CANARIES_ONLY_TEXT = 16777216;
        /// FreshWindows.
        const FRESH_WINDOWS = 33554432;
        /// CountRecovered.
        const COUNT_RECOVERED = 67108864;
        /// CleanRollback.
        const CLEAN_ROLLBACK = 134217728;
    }
}

/// ApprovalAction is what happens when nobody promotes.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum ApprovalAction {
    /// No value.
    #[default]
    None = 0,
    /// ApprovalPromotes: silence is consent.
    Promotes = 1,
    /// ApprovalAborts: the deployment fails.
    Aborts = 2,
}

message! {
    /// Approval is for groups that do not promote by themselves (G2). A user is asked to
    /// promote them from when all canaries are healthy and have baked, or the deployment
    /// was resumed, if that was later.
    Approval {
        /// Timeout is how long a user has; 0 means for ever.
        timeout: i64,
        /// Then is what happens without an answer. Required with a Timeout.
        then: ApprovalAction,
    }
}

/// Promotion says which groups are promoted at once (G3).
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum Promotion {
    /// PromoteTogether: all groups, when all are ready.
    #[default]
    Together = 0,
    /// PromoteEach: each group as soon as it is ready itself.
    Each = 1,
    /// PromoteInOrder: each group when it is ready itself and all those are done
    /// that stand before it in the job (Job.Groups). Groups that the job lacks come
    /// last, by name.
    InOrder = 2,
}

message! {
    /// Failures is how many allocations of a group may fail (G4). Up to that many are
    /// replaced (A3), in groups without a progress deadline as well; one more fails the
    /// deployment at once, in groups with a progress deadline as well. Those that were
    /// replaced count as long as the store keeps them. An allocation that can never be
    /// rescheduled again still fails it by itself, where the level says so.
    Failures {
        /// Limited turns it on: without it no group without a progress deadline may have
        /// any, and other groups any number of them.
        limited: bool,
        /// Number and Percent (of the group's DesiredTotal, rounded down) are what is
        /// tolerated; the greater counts.
        number: i32,
        /// Number and Percent (of the group's DesiredTotal, rounded down) are what is
        /// tolerated; the greater counts.
        percent: i32,
    }
}

message! {
    /// Rollbacks is for a version that a rollback registered and that fails as well
    /// (G7). Which ones a rollback registered the host must tell (JobVersion.Rollback).
    Rollbacks {
        /// Max is how many there may be in a row; 0 leaves it to the level (S-18). It is
        /// at most MaxVersions.
        max: i32,
        /// BackOff is how old a deployment must be before it rolls back a rollback;
        /// twice as old for the next in a row, and so on. Its failure waits until then.
        /// What a user asks for does not.
        back_off: i64,
    }
}

/// GateUnknown is what a gate without a verdict means.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum GateUnknown {
    /// UnknownHolds: the promotion waits.
    #[default]
    Holds = 0,
    /// UnknownPasses: as if the gate had passed.
    Passes = 1,
    /// UnknownFails: as if the gate had failed.
    Fails = 2,
}

message! {
    /// Gate is something outside that has a say, such as an analysis of metrics (G9).
    Gate {
        /// Name.
        name: String,
        /// Unknown is what it means when a promotion is due and there is no verdict.
        unknown: GateUnknown,
    }
}

message! {
    /// Policy is what an embedder wants beyond a level: rules that hold the level's
    /// decisions back, or add some of their own (G1–G10). Each can be used at any level,
    /// and each is off while its field has the zero value. Durations are in nanoseconds.
    ///
    /// All that policies go by is in the inputs, so that another leader comes to the
    /// same decisions: when an allocation was found healthy, by its client's clock; when
    /// the deployment was made and how long it was paused, or else when the machine was
    /// opened and what it has seen; verdicts and freezes, which the host repeats in an
    /// opening. While the deployment is paused no policy decides anything.
    Policy {
        /// Bake (G1) is how long all canaries must have been healthy before a promotion
        /// by itself. A canary that has no HealthTime never has been.
        bake: i64,
        /// Approval (G2) is what becomes of groups that a user must promote, and does not.
        approval: Approval,
        /// Promotion (G3) says which groups a promotion by itself is for.
        promotion: Promotion,
        /// Failures (G4) is how many failed allocations a group may have.
        failures: Failures,
        /// Duration (G5) is how long a deployment may take altogether, without the time
        /// that it was paused or frozen (time that was both is left out twice). Past it the
        /// deployment fails, unless every group is done.
        duration: i64,
        /// RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
        /// how long a group may go without progress when its failure rolls the job back,
        /// and when there is nothing to roll back to. 0 leaves the group's own.
        revert_after: i64,
        /// RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
        /// how long a group may go without progress when its failure rolls the job back,
        /// and when there is nothing to roll back to. 0 leaves the group's own.
        give_up_after: i64,
        /// Rollbacks (G7) is for rollbacks that fail as well.
        rollbacks: Rollbacks,
        /// RollbackTag (G8) is the tag of the version to roll back to. Without such a
        /// version it is the latest stable one.
        rollback_tag: String,
        /// Gates (G9) must pass before a promotion by itself, and fail the deployment
        /// when they fail; at most MaxGates.
        gates: Vec<Gate>,
        /// Freezes (G10) allows Input.Freezes: spans of time in which no promotion and
        /// no next step is decided, and no deadline runs.
        freezes: bool,
    }
}

message! {
    /// Config is what a machine is made with. The zero value is not usable: the
    /// level must be chosen.
    Config {
        /// Level says whose decisions are wanted, such as LevelNomad104. Required.
        level: String,
        /// Switches are set in addition to the level's own.
        switches: Switches,
        /// Reasons fills Output.Reasons. It costs a little time and memory and
        /// changes nothing else.
        reasons: bool,
        /// Policy is what is wanted beyond the level; the zero value is nothing.
        policy: Policy,
    }
}

message! {
    /// JobGroup is what D4 reads of a task group in the job.
    JobGroup {
        /// Name.
        name: String,
        /// AutoRevert is the flag in the group's update block; false without one.
        auto_revert: bool,
    }
}

message! {
    /// Job is the job as it is when watching starts: its newest version, which can
    /// be newer than the deployment's. The machine never refreshes it.
    Job {
        /// Namespace.
        namespace: String,
        /// ID.
        id: String,
        /// Type is the scheduler's ("service"); Priority goes into evaluations.
        type_: String,
        /// Priority.
        priority: i32,
        /// Version and ModifyIndex (of the specification) name what was read.
        version: u64,
        /// Version and ModifyIndex (of the specification) name what was read.
        modify_index: u64,
        /// Multiregion turns on T5.
        multiregion: bool,
        /// SpecDigest stands for everything that Nomad compares when it asks whether
        /// two specifications differ (R2). Empty means "differs from everything,
        /// also from itself", which is what Nomad finds for a specification that
        /// holds a list that is present but empty. ExecDigest stands for what is
        /// executed only. At most MaxDigestLength bytes each.
        spec_digest: String,
        /// SpecDigest stands for everything that Nomad compares when it asks whether
        /// two specifications differ (R2). Empty means "differs from everything,
        /// also from itself", which is what Nomad finds for a specification that
        /// holds a list that is present but empty. ExecDigest stands for what is
        /// executed only. At most MaxDigestLength bytes each.
        exec_digest: String,
        /// Groups are the task groups of this version.
        groups: Vec<JobGroup>,
    }
}

/// DeploymentStatus is where a deployment stands. Running, paused, pending,
/// blocked, unblocking and initializing are active; successful, failed and
/// cancelled are terminal and never change again.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum DeploymentStatus {
    /// No value.
    #[default]
    None = 0,
    /// DeploymentRunning.
    Running = 1,
    /// DeploymentPaused.
    Paused = 2,
    /// DeploymentPending.
    Pending = 3,
    /// DeploymentBlocked.
    Blocked = 4,
    /// DeploymentUnblocking.
    Unblocking = 5,
    /// DeploymentSuccessful.
    Successful = 6,
    /// DeploymentFailed.
    Failed = 7,
    /// DeploymentCancelled.
    Cancelled = 8,
    /// DeploymentInitializing does not exist before nomad-1.6; there it is not
    /// active (L1).
    Initializing = 9,
}

message! {
    /// Group is the state of one task group in a deployment.
    Group {
        /// Name.
        name: String,
        /// DesiredTotal is how many allocations the group wants in the end;
        /// DesiredCanaries how many of them are wanted first, for a promotion.
        desired_total: i32,
        /// DesiredTotal is how many allocations the group wants in the end;
        /// DesiredCanaries how many of them are wanted first, for a promotion.
        desired_canaries: i32,
        /// Promoted says that the canaries have been accepted.
        promoted: bool,
        /// AutoRevert rolls back when the group fails; AutoPromote promotes when all
        /// canaries are healthy. They are the flags of the deployment; D4 reads the
        /// job's own (JobGroup) instead.
        auto_revert: bool,
        /// AutoRevert rolls back when the group fails; AutoPromote promotes when all
        /// canaries are healthy. They are the flags of the deployment; D4 reads the
        /// job's own (JobGroup) instead.
        auto_promote: bool,
        /// PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
        /// (S1), which D4 reads. They are not counts of live allocations.
        placed_allocs: i32,
        /// PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
        /// (S1), which D4 reads. They are not counts of live allocations.
        healthy_allocs: i32,
        /// PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
        /// (S1), which D4 reads. They are not counts of live allocations.
        unhealthy_allocs: i32,
        /// ProgressDeadline is a duration in nanoseconds; 0 means none: then the
        /// first unhealthy allocation fails the deployment (A5).
        progress_deadline: i64,
        /// RequireProgressBy is when the deadline passes, in Unix nanoseconds; 0
        /// means that it has not started.
        require_progress_by: i64,
        /// PlacedCanaries are the ids of the canaries placed so far; at most
        /// MaxAllocations. See Input.CanariesAdded for sending only the new ones.
        placed_canaries: Vec<String>,
    }
}

message! {
    /// Deployment is one rollout of one job version.
    Deployment {
        /// ID names the deployment; at most MaxIDLength bytes, not empty.
        id: String,
        /// Status and Description say where it stands. The core decides by the
        /// status alone; the description is for people and for the ledger.
        status: DeploymentStatus,
        /// Description.
        description: String,
        /// JobVersion is the version of the job that is rolled out.
        job_version: u64,
        /// CreateIndex and ModifyIndex are the commits that made and last changed it.
        create_index: u64,
        /// CreateIndex and ModifyIndex are the commits that made and last changed it.
        modify_index: u64,
        /// Groups are the task groups that take part, in any order, each name once;
        /// at most MaxGroups.
        groups: Vec<Group>,
        /// Priority goes into evaluations in place of the job's; 0 for none. It does
        /// not exist before nomad-1.3.3.
        priority: i32,
        /// CreateTime is when it was made, in Unix nanoseconds; 0 when the host does
        /// not know it, and then no deadline starts with it (S-5).
        create_time: i64,
        /// PausedAt and ResumedAt are when it was paused and resumed last (Unix
        /// nanoseconds), PausedFor how long all
        /// ended pauses took. They are for policies (G2, G5). When all are 0 a machine
        /// goes by the pauses that it has seen itself.
        paused_at: i64,
        /// PausedAt and ResumedAt are when it was paused and resumed last (Unix
        /// nanoseconds), PausedFor how long all
        /// ended pauses took. They are for policies (G2, G5). When all are 0 a machine
        /// goes by the pauses that it has seen itself.
        resumed_at: i64,
        /// PausedAt and ResumedAt are when it was paused and resumed last (Unix
        /// nanoseconds), PausedFor how long all
        /// ended pauses took. They are for policies (G2, G5). When all are 0 a machine
        /// goes by the pauses that it has seen itself.
        paused_for: i64,
    }
}

/// DesiredStatus is what the scheduler wants of an allocation.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum DesiredStatus {
    /// No value.
    #[default]
    None = 0,
    /// DesiredRun.
    Run = 1,
    /// DesiredStop.
    Stop = 2,
    /// DesiredEvict.
    Evict = 3,
}

/// ClientStatus is what the client reports of an allocation.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum ClientStatus {
    /// No value.
    #[default]
    None = 0,
    /// ClientPending.
    Pending = 1,
    /// ClientRunning.
    Running = 2,
    /// ClientComplete.
    Complete = 3,
    /// ClientFailed.
    Failed = 4,
    /// ClientLost.
    Lost = 5,
    /// ClientUnknown: the client is out of reach. It does not exist in 1.0.4.
    Unknown = 6,
}

/// Health is what is known of an allocation's health in its deployment.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum Health {
    /// HealthUnset.
    #[default]
    HealthUnset = 0,
    /// Healthy.
    Healthy = 1,
    /// Unhealthy.
    Unhealthy = 2,
}

/// Rescheduling says what an allocation's reschedule policy leaves.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum Rescheduling {
    /// ReschedulePossible.
    #[default]
    Possible = 0,
    /// RescheduleExhausted: the attempts of its policy are used up. An unlimited
    /// policy never is.
    Exhausted = 1,
    /// RescheduleWithout: it has no policy.
    Without = 2,
}

message! {
    /// Allocation is one placed instance of a task group.
    Allocation {
        /// ID names the allocation; at most MaxIDLength bytes, not empty.
        id: String,
        /// Group is the name of its task group. A2 passes over an allocation whose
        /// group does not take part in the deployment.
        group: String,
        /// Desired and Client are the scheduler's and the client's word on it.
        desired: DesiredStatus,
        /// Client.
        client: ClientStatus,
        /// ModifyIndex is the commit that last changed it; A0 reads it.
        modify_index: u64,
        /// ModifyTime is when it was last changed, in Unix nanoseconds. The core
        /// does not read it; the ledger starts the deadline with it (S2).
        modify_time: i64,
        /// Health, the time at which it was found (Unix nanoseconds, the client's
        /// clock) and the commit that set it.
        health: Health,
        /// HealthTime.
        health_time: i64,
        /// HealthIndex.
        health_index: u64,
        /// Canary is set until the canary is promoted.
        canary: bool,
        /// Reschedule says that the allocation was allowed a replacement (T1).
        reschedule: bool,
        /// Rescheduling says whether it can ever be rescheduled again.
        rescheduling: Rescheduling,
    }
}

message! {
    /// AllocationChanges are allocations of the deployment: those that changed, or,
    /// with Whole, all of them, so that one that is not listed is gone.
    AllocationChanges {
        /// Whole.
        whole: bool,
        /// Changed.
        changed: Vec<Allocation>,
        /// Removed.
        removed: Vec<String>,
        /// TableIndex is the index of the last write to any allocation of the
        /// cluster; 0 when it is not known. It is read only while the deployment
        /// has no allocations at all (A0).
        table_index: u64,
    }
}

/// EvaluationStatus is where an evaluation stands. The values are in the order
/// in which A1 reads them.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum EvaluationStatus {
    /// No value.
    #[default]
    None = 0,
    /// EvaluationBlocked.
    Blocked = 1,
    /// EvaluationCancelled.
    Cancelled = 2,
    /// EvaluationComplete.
    Complete = 3,
    /// EvaluationFailed.
    Failed = 4,
    /// EvaluationPending.
    Pending = 5,
}

message! {
    /// Evaluation is a request to the scheduler to look at the job again. A1 reads
    /// all evaluations of the job, whatever version or deployment they are for.
    Evaluation {
        /// ID.
        id: String,
        /// Status.
        status: EvaluationStatus,
        /// CreateIndex is the commit that made it; SnapshotIndex the one whose state
        /// the scheduler saw, 0 when it has not looked yet.
        create_index: u64,
        /// CreateIndex is the commit that made it; SnapshotIndex the one whose state
        /// the scheduler saw, 0 when it has not looked yet.
        snapshot_index: u64,
    }
}

message! {
    /// EvaluationChanges are evaluations of the job: those that changed, or, with
    /// Whole, all of them.
    EvaluationChanges {
        /// Whole.
        whole: bool,
        /// Changed.
        changed: Vec<Evaluation>,
        /// Removed.
        removed: Vec<String>,
    }
}

message! {
    /// JobVersion is one kept version of the job (R1).
    JobVersion {
        /// Version.
        version: u64,
        /// Stable says that a deployment of this version was successful, or that the
        /// version was born from a rollback (S5).
        stable: bool,
        /// Stopped says that this version stops the job.
        stopped: bool,
        /// CreateIndex tells incarnations of a purged and registered job apart.
        create_index: u64,
        /// SpecDigest and ExecDigest are made as those of Job are.
        spec_digest: String,
        /// SpecDigest and ExecDigest are made as those of Job are.
        exec_digest: String,
        /// Rollback says that a rollback registered it. Without it rollbacks are not
        /// counted (S-18).
        rollback: bool,
        /// Tag is the version's name, empty for none.
        tag: String,
    }
}

/// CommandKind is what a user asks for.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum CommandKind {
    /// No value.
    #[default]
    None = 0,
    /// CommandSetHealth.
    SetHealth = 1,
    /// CommandPromote.
    Promote = 2,
    /// CommandPause.
    Pause = 3,
    /// CommandResume.
    Resume = 4,
    /// CommandFail.
    Fail = 5,
    /// CommandRun.
    Run = 6,
    /// CommandUnblock.
    Unblock = 7,
    /// CommandCancel.
    Cancel = 8,
}

message! {
    /// Command is one wish of a user. Output.Reply answers it.
    Command {
        /// ID is the host's; effects and the reply repeat it. 0 is refused.
        id: u64,
        /// Kind.
        kind: CommandKind,
        /// Healthy and Unhealthy are the allocations of set-health (C1).
        healthy: Vec<String>,
        /// Healthy and Unhealthy are the allocations of set-health (C1).
        unhealthy: Vec<String>,
        /// All promotes every group; otherwise Groups names them (C2).
        all: bool,
        /// Groups.
        groups: Vec<String>,
    }
}

message! {
    /// Key names an effect for ever: no two effects share one, whatever restarts or
    /// changes of leadership come between, so sending the same key again is safe.
    Key {
        /// Deployment.
        deployment: String,
        /// Epoch is that of the opening; N counts the machine's effects from 1.
        epoch: u64,
        /// Epoch is that of the opening; N counts the machine's effects from 1.
        n: u64,
    }
}

/// Outcome is what became of an effect.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum Outcome {
    /// No value.
    #[default]
    None = 0,
    /// Applied: the cluster wrote it, at Result.Index.
    Applied = 1,
    /// Rejected: the cluster refused it; that is final.
    Rejected = 2,
    /// Unknown: no answer came. The effect stays outstanding, and the host sends
    /// it again under the same key until it is applied, rejected or withdrawn.
    Unknown = 3,
}

message! {
    /// Result tells what became of an effect. A result for a key that is not
    /// outstanding is passed over: the answer to an effect may arrive twice.
    EffectResult {
        /// Key.
        key: Key,
        /// Outcome.
        outcome: Outcome,
        /// Index is the commit that applied it; 0 otherwise.
        index: u64,
    }
}

/// GateVerdict is the word of a gate.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum GateVerdict {
    /// No value.
    #[default]
    None = 0,
    /// GatePass.
    Pass = 1,
    /// GateFail.
    Fail = 2,
    /// GateUndecided.
    Undecided = 3,
}

message! {
    /// Verdict is what a gate says now; it holds until the gate says otherwise.
    Verdict {
        /// Gate.
        gate: String,
        /// Value.
        value: GateVerdict,
    }
}

message! {
    /// Span is the time from From up to Until, in Unix nanoseconds.
    Span {
        /// From.
        from: i64,
        /// Until.
        until: i64,
    }
}

message! {
    /// Input is one commit of the cluster, one command, the outcome of earlier
    /// effects, or any of them together; with only Now it is a tick of the clock.
    /// All slices stay the caller's: a Step reads them and keeps copies.
    Input {
        /// Now is the time in Unix nanoseconds. One that lies before the last Now
        /// counts as the last one. It must lie between 1 and MaxTime.
        now: i64,
        /// Index is the commit's. Facts of an index not above the last one are
        /// passed over and Output.Stale is set; commands, results and time are
        /// still read. 0 means that there are no facts.
        index: u64,
        /// Epoch and Job belong to the first input, which opens the machine, and to
        /// no other. Epoch is the leader's term or the opening index; it must be
        /// higher than any that a machine of this deployment had before, so that no
        /// effect key is ever used twice. 0 is refused.
        epoch: u64,
        /// Job.
        job: Option<Job>,
        /// Deployment is the deployment after this commit; nil when it was not
        /// written. The opening needs it. Every later one is a delivery (D3, D7).
        deployment: Option<Deployment>,
        /// CanariesAdded says that the PlacedCanaries of Deployment's groups list
        /// only canaries that are new; otherwise they are the whole list.
        canaries_added: bool,
        /// Delivered says that some other deployment of the cluster was written in
        /// this commit: a delivery of this one, unchanged (D3).
        delivered: bool,
        /// DeploymentDeleted says that the deployment is gone from the store (L1).
        deployment_deleted: bool,
        /// Allocations are the deployment's, Evaluations the job's, that this
        /// commit changed. An allocation that goes over to another deployment is
        /// removed from its old one.
        allocations: AllocationChanges,
        /// Evaluations.
        evaluations: EvaluationChanges,
        /// Versions are the kept versions of the job in any order, all of them;
        /// they are read only when VersionsRead is set.
        versions: Vec<JobVersion>,
        /// VersionsRead.
        versions_read: bool,
        /// Command is one wish of a user (C); nil for none.
        command: Option<Command>,
        /// Results tell what became of earlier effects; at most MaxResults.
        results: Vec<EffectResult>,
        /// Verdicts are what gates say that have something new to say (G9); an opening
        /// repeats what holds. They belong to no commit.
        verdicts: Vec<Verdict>,
        /// Freezes are the spans of time in which nothing goes forward (G10): all of
        /// them, in any order, at most MaxFreezes. They are read only when FreezesRead is
        /// set, and belong to no commit.
        freezes: Vec<Span>,
        /// FreezesRead.
        freezes_read: bool,
    }
}

/// EffectKind is one of the triggers T1–T5, which are all that ever leaves the
/// machine.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum EffectKind {
    /// No value.
    #[default]
    None = 0,
    /// EffectReschedule (T1) allows Allocations, which may be empty, to be
    /// replaced, and creates Evaluation.
    Reschedule = 1,
    /// EffectStatus (T2) sets Status and Description, creates Evaluation unless
    /// it is nil, and rolls the job back to RollbackVersion if Rollback.
    Status = 2,
    /// EffectPromote (T3) promotes All groups or Groups, and creates Evaluation.
    Promote = 3,
    /// EffectHealth (T4) sets the health of Healthy and Unhealthy, in this
    /// order, at Timestamp, and creates Evaluation; with a Status it also sets
    /// that, and rolls back if Rollback.
    Health = 4,
    /// EffectRegion (T5) tells the peer regions Status.
    Region = 5,
}

message! {
    /// NewEvaluation is the evaluation that an effect creates: pending, triggered by
    /// "deployment-watcher", for the job and the deployment.
    NewEvaluation {
        /// ID is derived from the effect's key; it has the form of a UUID.
        id: String,
        /// Namespace.
        namespace: String,
        /// JobID.
        job_id: String,
        /// Type.
        type_: String,
        /// Priority.
        priority: i32,
        /// DeploymentID.
        deployment_id: String,
        /// Time is its create and modify time in Unix nanoseconds.
        time: i64,
    }
}

message! {
    /// Effect is one thing that the cluster is to do. A cluster that can check
    /// applies it only while DeploymentIndex and JobIndex still hold.
    Effect {
        /// Key.
        key: Key,
        /// Kind.
        kind: EffectKind,
        /// Command is the ID of the command that it answers; 0 when the rules
        /// themselves decided it.
        command: u64,
        /// DeploymentIndex and JobIndex are the modify indexes of the deployment and
        /// of the job (at opening) that it was decided on.
        deployment_index: u64,
        /// DeploymentIndex and JobIndex are the modify indexes of the deployment and
        /// of the job (at opening) that it was decided on.
        job_index: u64,
        /// Which of these are used, EffectKind says.
        allocations: Vec<String>,
        /// Status.
        status: DeploymentStatus,
        /// Description.
        description: String,
        /// Rollback.
        rollback: bool,
        /// RollbackVersion.
        rollback_version: u64,
        /// All.
        all: bool,
        /// Groups.
        groups: Vec<String>,
        /// Healthy.
        healthy: Vec<String>,
        /// Unhealthy.
        unhealthy: Vec<String>,
        /// Timestamp.
        timestamp: i64,
        /// Evaluation.
        evaluation: Option<NewEvaluation>,
    }
}

/// WakeReason says what the next tick is for.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum WakeReason {
    /// WakeNone.
    #[default]
    None = 0,
    /// WakeBatch.
    Batch = 1,
    /// WakeDeadline.
    Deadline = 2,
    /// WakeBake.
    Bake = 3,
    /// WakeApproval.
    Approval = 4,
    /// WakeDuration.
    Duration = 5,
    /// WakeBackOff.
    BackOff = 6,
    /// WakeThaw.
    Thaw = 7,
}

message! {
    /// Wake is the next time at which the machine must be stepped even if nothing
    /// happens. A later tick is safe; the decision then falls at that later time.
    Wake {
        /// At is in Unix nanoseconds; 0 when Reason is WakeNone.
        at: i64,
        /// Reason.
        reason: WakeReason,
    }
}

/// Refusal says why a command was not accepted.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum Refusal {
    /// RefusedNot.
    #[default]
    Not = 0,
    /// RefusedTerminal: the deployment has ended.
    Terminal = 1,
    /// RefusedNoAllocations: set-health names no allocation at all.
    NoAllocations = 2,
    /// RefusedUnknown: there is no such deployment, or no longer.
    Unknown = 3,
}

message! {
    /// Reply answers a command. An accepted one that writes something has an effect
    /// with the same Command; run, unblock and cancel on a single region write
    /// nothing (C5).
    Reply {
        /// Command.
        command: u64,
        /// Refused.
        refused: Refusal,
        /// Text is Nomad's sentence for the refusal.
        text: String,
        /// EvaluationID is the evaluation that the effect creates; empty for pause.
        evaluation_id: String,
        /// Reverted says that the job is rolled back to RevertedVersion.
        reverted: bool,
        /// RevertedVersion.
        reverted_version: u64,
    }
}

/// ReasonCode says why something was decided, or why not. Its Rule is the rule
/// that it comes from, and Reason.String the sentence.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum ReasonCode {
    /// No value.
    #[default]
    None = 0,
    /// ReasonProgress (A4): a healthy allocation is newer than the last
    /// evaluation. Index: its health's index; Have: the evaluation's (A1).
    Progress = 1,
    /// ReasonReplace (A3): unhealthy allocations may be replaced. Have: how
    /// many; Allocation: the first.
    Replace = 2,
    /// ReasonWindowOpens (B1): a window was opened. Time: when it closes.
    WindowOpens = 3,
    /// ReasonWindowOpen (B2): the need joins a window that is open. Time: when
    /// it closes.
    WindowOpen = 4,
    /// ReasonWindowCloses (B1): the window closed. Have: allocations in it.
    WindowCloses = 5,
    /// ReasonUnhealthy (A5): a group without a progress deadline has unhealthy
    /// allocations. Group; Have: how many.
    Unhealthy = 6,
    /// ReasonPromote (P4): every canary is placed and none is unhealthy or
    /// unreported. Have: placed canaries; Group: one that a user was asked to promote
    /// in vain (G2).
    Promote = 7,
    /// ReasonNotRunning (P1): promotion waits while the deployment is not running.
    NotRunning = 8,
    /// ReasonNotAutoPromote (P2): Group must be promoted by a user.
    NotAutoPromote = 9,
    /// ReasonCanariesPlaced (P2): Group has Have placed canaries and desires Want.
    CanariesPlaced = 10,
    /// ReasonCanaryNotHealthy (P3): canary Allocation of Group is not healthy.
    CanaryNotHealthy = 11,
    /// ReasonCanariesHealthy (P3): Group has Have healthy canaries and desires Want.
    CanariesHealthy = 12,
    /// ReasonDeadlineSet (D3): the deadline is now at Time.
    DeadlineSet = 13,
    /// ReasonDeadlineOff (D3): no group has a deadline ahead any more.
    DeadlineOff = 14,
    /// ReasonShort (D4): the deadline passed and Group is short: Have healthy, Want.
    Short = 15,
    /// ReasonDeadlineSkipped (D5): the deadline passed and no group is short.
    DeadlineSkipped = 16,
    /// ReasonDeadlineUnread (D5): the deadline passed and the deployment is gone.
    DeadlineUnread = 17,
    /// ReasonNoAutoRevert (D4, A5, C4): what failed does not ask for a rollback.
    NoAutoRevert = 18,
    /// ReasonNoTarget (R1): a rollback was asked for and no version is stable.
    NoTarget = 19,
    /// ReasonRollback (R2): rolls back to Version.
    Rollback = 20,
    /// ReasonSameSpec (R2): Version has the same specification.
    SameSpec = 21,
    /// ReasonRegion (D7, D6, A6): the peer regions are told.
    Region = 22,
    /// ReasonRegionFailed (D7): telling the peer regions was rejected.
    RegionFailed = 23,
    /// ReasonCommand (C): a user asked. Have: the command's kind.
    Command = 24,
    /// ReasonRefused (C): a command was refused. Have: the command's kind.
    Refused = 25,
    /// ReasonEnded (F3): the watch has ended; only commands and an open window
    /// are still served.
    Ended = 26,
    /// ReasonDropped (L1): the deployment is terminal. Have: its status; 0 when it is
    /// gone from the store.
    Dropped = 27,
    /// ReasonNewerVersion (R2): there is no rollback, or it is withdrawn, since
    /// Version was registered after the deployment's, or after it was decided.
    NewerVersion = 28,
    /// ReasonTooMany: an effect is withdrawn, since MaxOutstanding newer ones
    /// wait for their results.
    TooMany = 29,
    /// ReasonWindowMoves (A7): the promotion that was decided when the window was
    /// opened is answered. Time: when the window closes now.
    WindowMoves = 30,
    /// ReasonExhausted (A5): Group has Have unhealthy allocations that can never be
    /// rescheduled again.
    Exhausted = 31,
    /// ReasonRollbacksCapped (R2): the newest Have versions are rollbacks, so there
    /// is none to Version.
    RollbacksCapped = 32,
    /// ReasonBaking (G1): the canaries have not been healthy for long enough. Group;
    /// Time: when they have been. Without one, canary Allocation has no HealthTime.
    Baking = 33,
    /// ReasonApproval (G2): a user must promote Group. Time: until when, 0 when canary
    /// Allocation has no HealthTime; Have: the ApprovalAction that follows.
    Approval = 34,
    /// ReasonTurn (G3): Group comes first in the job's order and is not done.
    Turn = 35,
    /// ReasonReady (G3): Group is promoted, whose Have placed canaries are ready.
    Ready = 36,
    /// ReasonFailures (G4): Group has Have unhealthy allocations, and Want are tolerated.
    Failures = 37,
    /// ReasonDuration (G5): the deployment takes longer than it may. Group: the first
    /// that is not done; Time: when the limit passed.
    Duration = 38,
    /// ReasonBackOff (G7): the failure waits, since the newest Have versions are
    /// rollbacks. Time: until when.
    BackOff = 39,
    /// ReasonTagged (G8): rolls back to Version, which has the tag.
    Tagged = 40,
    /// ReasonNoTag (G8): no version has the tag.
    NoTag = 41,
    /// ReasonGate (G9): Gate has not passed. Have: its GateVerdict.
    Gate = 42,
    /// ReasonGateFailed (G9): Gate has failed, or counts as failed. Have: its
    /// GateVerdict.
    GateFailed = 43,
    /// ReasonFrozen (G10): nothing goes forward before Time. Have: 0 for a promotion, 1
    /// for the next step (A4).
    Frozen = 44,
}

message! {
    /// Reason is why something was decided, or why not, with its facts.
    Reason {
        /// Code.
        code: ReasonCode,
        /// Effect is the N of the effect's key that it explains; 0 for none.
        effect: u64,
        /// Which of these are used, ReasonCode says.
        group: String,
        /// Allocation.
        allocation: String,
        /// Have.
        have: i64,
        /// Want.
        want: i64,
        /// Index.
        index: u64,
        /// Version.
        version: u64,
        /// Time.
        time: i64,
        /// Gate.
        gate: String,
    }
}

message! {
    /// Output is everything that a Step decided. The caller owns it and passes the
    /// same one to every Step, which clears it first; copy what must live longer.
    Output {
        /// Effects are to be carried out in this order.
        effects: Vec<Effect>,
        /// Withdrawn are keys of earlier effects that must not be sent (again).
        withdrawn: Vec<Key>,
        /// Wake is when the next tick is due, and what for.
        wake: Wake,
        /// Reply answers Input.Command; nil without one.
        reply: Option<Reply>,
        /// Reasons say why, in the order in which things were decided; empty unless
        /// Config.Reasons. Nothing else depends on that.
        reasons: Vec<Reason>,
        /// Stale says that the input's facts were at an index that was handled
        /// before, and were passed over.
        stale: bool,
        /// Done says that the deployment has ended: nothing more will come, and the
        /// machine can be closed.
        done: bool,
    }
}

message! {
    /// GroupStatus is where one group stands.
    GroupStatus {
        /// Name.
        name: String,
        /// DesiredTotal.
        desired_total: i32,
        /// DesiredCanaries.
        desired_canaries: i32,
        /// Promoted.
        promoted: bool,
        /// AutoPromote.
        auto_promote: bool,
        /// AutoRevert.
        auto_revert: bool,
        /// PlacedAllocs.
        placed_allocs: i32,
        /// HealthyAllocs.
        healthy_allocs: i32,
        /// UnhealthyAllocs.
        unhealthy_allocs: i32,
        /// Live counts allocations that are healthy and not terminal (D2).
        live: i32,
        /// PlacedCanaries and HealthyCanaries count placed canaries, and those among
        /// the allocations that are healthy.
        placed_canaries: i32,
        /// PlacedCanaries and HealthyCanaries count placed canaries, and those among
        /// the allocations that are healthy.
        healthy_canaries: i32,
        /// Done is D2's word on the group.
        done: bool,
        /// ProgressDeadline.
        progress_deadline: i64,
        /// RequireProgressBy.
        require_progress_by: i64,
        /// Standing counts allocations that are not terminal, StandingCanaries the
        /// placed canaries among them and LiveCanaries those of these that are healthy.
        standing: i32,
        /// Standing counts allocations that are not terminal, StandingCanaries the
        /// placed canaries among them and LiveCanaries those of these that are healthy.
        standing_canaries: i32,
        /// Standing counts allocations that are not terminal, StandingCanaries the
        /// placed canaries among them and LiveCanaries those of these that are healthy.
        live_canaries: i32,
    }
}

/// WaitCode says what a deployment waits for.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum WaitCode {
    /// No value.
    #[default]
    None = 0,
    /// WaitBatch: the batch window closes at Until. Have: allocations in it.
    Batch = 1,
    /// WaitPromotion: a user must promote Group.
    Promotion = 2,
    /// WaitCanaries: clients must report; Group has Have of Want canaries healthy.
    Canaries = 3,
    /// WaitResume: a user must resume the deployment.
    Resume = 4,
    /// WaitPlacement: the scheduler must place; Group has Have of Want allocations,
    /// or canaries, that have not ended.
    Placement = 5,
    /// WaitHealth: clients must report; Group has Have of Want healthy.
    Health = 6,
    /// WaitScheduler: every group is done; the scheduler must say successful.
    Scheduler = 7,
    /// WaitDeadline: fails at Until if a group is short then. Have: the rollbacks in a
    /// row for which it was put off (G7), or 0.
    Deadline = 8,
    /// WaitResult: the cluster must answer Have outstanding effects.
    Result = 9,
    /// WaitRegions: a peer region must go on.
    Regions = 10,
    /// WaitChange: promotion would be decided, but is only considered when
    /// allocations change (P4). A user can promote meanwhile.
    Change = 11,
    /// WaitEnd: the watch has ended (F3), but the deployment was not failed: the
    /// write was refused or withdrawn. The scheduler cancels it if there is a newer
    /// version of the job, otherwise a user must act.
    End = 12,
    /// WaitCounter: every group is done, but by the counter by which the scheduler
    /// goes Group has Have of Want healthy (an allocation that was unhealthy once is
    /// not counted again). Only a user can end the deployment.
    Counter = 13,
    /// WaitGone: the deployment is gone from the store (L1); it is watched until
    /// another leader takes over, and nothing comes of it.
    Gone = 14,
    /// WaitBake (G1): the canaries have been healthy for long enough at Until. Group:
    /// the first of those that are promoted then.
    Bake = 15,
    /// WaitApproval (G2): at Until Group is promoted without a user, or the deployment
    /// fails. Have: the ApprovalAction.
    Approval = 16,
    /// WaitDuration (G5): at Until the deployment takes longer than it may.
    Duration = 17,
    /// WaitBackOff (G7): the deployment fails at Until. Have: the newest versions that
    /// are rollbacks.
    BackOff = 18,
    /// WaitGate (G9): Gate must pass.
    Gate = 19,
    /// WaitThaw (G10): something can go forward at Until.
    Thaw = 20,
}

/// Actor is who can end a wait.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    serde_repr::Serialize_repr,
    serde_repr::Deserialize_repr,
)]
#[non_exhaustive]
#[repr(u8)]
pub enum Actor {
    /// No value.
    #[default]
    None = 0,
    /// ActorClock.
    Clock = 1,
    /// ActorUser.
    User = 2,
    /// ActorScheduler.
    Scheduler = 3,
    /// ActorClients.
    Clients = 4,
    /// ActorCluster.
    Cluster = 5,
    /// ActorRegion.
    Region = 6,
    /// ActorGate.
    Gate = 7,
}

message! {
    /// Wait is one thing that a deployment waits for.
    Wait {
        /// Code.
        code: WaitCode,
        /// Actor.
        actor: Actor,
        /// Group.
        group: String,
        /// Have and Want are counts; Until is in Unix nanoseconds, 0 without an end.
        have: i64,
        /// Have and Want are counts; Until is in Unix nanoseconds, 0 without an end.
        want: i64,
        /// Until.
        until: i64,
        /// Gate.
        gate: String,
    }
}

message! {
    /// Status answers "why is it stuck, what will it do next, who can move it".
    Status {
        /// DeploymentID.
        deployment_id: String,
        /// Opened, Ended and Done are the stages of the watch: Ended after the rules
        /// have failed the deployment (F3), Done once it is seen terminal (L1).
        opened: bool,
        /// Opened, Ended and Done are the stages of the watch: Ended after the rules
        /// have failed the deployment (F3), Done once it is seen terminal (L1).
        ended: bool,
        /// Opened, Ended and Done are the stages of the watch: Ended after the rules
        /// have failed the deployment (F3), Done once it is seen terminal (L1).
        done: bool,
        /// Status.
        status: DeploymentStatus,
        /// Deleted says that the deployment is gone from the store.
        deleted: bool,
        /// Now and Index are those of the last input.
        now: i64,
        /// Index.
        index: u64,
        /// Wake.
        wake: Wake,
        /// Groups are in the order of their names.
        groups: Vec<GroupStatus>,
        /// Waits say what it waits for, most urgent first. One that is not Done has at
        /// least one.
        waits: Vec<Wait>,
        /// Outstanding are the keys of effects without a final result.
        outstanding: Vec<Key>,
        /// Pending are the allocations that the open window will allow to be replaced.
        pending: Vec<String>,
    }
}
