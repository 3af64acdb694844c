"""The messages of coxswain, made from the Go types by bindings/python/generate."""

# ruff: noqa: E501, E741
from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

from ._wire import array, boolean, integer, items, number, string, text

SCHEMA = 2
"""The schema that these types are of; a module with a smaller one is refused."""


class ErrorCode(IntEnum):
    """ErrorCode says what kind of bad input an Error is about."""

    NONE = 0
    """No value."""
    CONFIG = 1
    """ErrConfig: the configuration names an unknown level or switch, or has a policy
    that makes no sense.
    """
    MALFORMED = 2
    """ErrMalformed: the bytes are not a message, or nest too deeply."""
    LIMIT = 3
    """ErrLimit: a limit is passed."""
    INVALID = 4
    """ErrInvalid: a field has a value that it cannot have."""
    MISSING = 5
    """ErrMissing: something needed is not there, such as the deployment in an opening."""
    UNEXPECTED = 6
    """ErrUnexpected: something is there that has no place, such as a job after the opening."""
    FOREIGN = 7
    """ErrForeign: an id belongs to another deployment."""
    NOT_OPEN = 8
    """ErrNotOpen: the machine has not been opened yet."""
    VERSION = 9
    """ErrVersion: a saved state is of a version that this code cannot read."""
    HANDLE = 10
    """ErrHandle: the module knows no machine by this handle, or holds too many."""


class Switches(IntFlag):
    """Switches is a set of departures from Nomad 1.0.4, one bit each. A level is a
    named set of them; each can also be set by itself (Config.Switches).
    """

    PROMOTE_ENOUGH = 1
    DEPLOYMENT_PRIORITY = 2
    INITIALIZING = 4
    FAIL_EXHAUSTED = 8
    DROP_DELETED = 16
    FAIL_WITHOUT_POLICY = 32
    PAUSE_HOLDS_DEADLINE = 64
    PROMOTE_ANY_TIME = 128
    PROMOTE_AT_LEAST = 256
    LIVE_CANARIES = 512
    UNKNOWN_NOT_LIVE = 1024
    COUNT_LIVE = 2048
    DEADLINE_FROM_START = 4096
    LOSS_NO_PROGRESS = 8192
    DEADLINE_ALWAYS = 16384
    COMPARE_EXECUTED = 32768
    SKIP_STOPPED = 65536
    PAUSE_HOLDS_FAILURE = 131072
    TELL_WHAT_HAPPENED = 262144
    REVERT_BY_CAUSE = 524288
    CAP_ROLLBACKS = 1048576
    SEND_ONCE = 2097152
    REPLACE_CURRENT = 4194304
    NEWER_WINS = 8388608
    CANARIES_ONLY_TEXT = 16777216
    FRESH_WINDOWS = 33554432
    COUNT_RECOVERED = 67108864
    CLEAN_ROLLBACK = 134217728


class ApprovalAction(IntEnum):
    """ApprovalAction is what happens when nobody promotes."""

    NONE = 0
    """No value."""
    PROMOTES = 1
    """ApprovalPromotes: silence is consent."""
    ABORTS = 2
    """ApprovalAborts: the deployment fails."""


@dataclass
class Approval:
    """Approval is for groups that do not promote by themselves (G2). A user is asked to
    promote them from when all canaries are healthy and have baked, or the deployment
    was resumed, if that was later.
    """

    timeout: int = 0
    """Timeout is how long a user has; 0 means for ever."""
    then: ApprovalAction = ApprovalAction(0)
    """Then is what happens without an answer. Required with a Timeout."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.timeout, "Approval.timeout"),
            integer(self.then, "Approval.then"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Approval:
        """Make one of a message that the module wrote."""
        a = array(value, 2, "Approval")
        return cls(
            integer(a[0], "Approval.timeout"),
            number(ApprovalAction, a[1], "Approval.then"),
        )


class Promotion(IntEnum):
    """Promotion says which groups are promoted at once (G3)."""

    TOGETHER = 0
    """PromoteTogether: all groups, when all are ready."""
    EACH = 1
    """PromoteEach: each group as soon as it is ready itself."""
    IN_ORDER = 2
    """PromoteInOrder: each group when it is ready itself and all those are done
    that stand before it in the job (Job.Groups). Groups that the job lacks come
    last, by name.
    """


@dataclass
class Failures:
    """Failures is how many allocations of a group may fail (G4). Up to that many are
    replaced (A3), in groups without a progress deadline as well; one more fails the
    deployment at once, in groups with a progress deadline as well. Those that were
    replaced count as long as the store keeps them. An allocation that can never be
    rescheduled again still fails it by itself, where the level says so.
    """

    limited: bool = False
    """Limited turns it on: without it no group without a progress deadline may have
    any, and other groups any number of them.
    """
    number: int = 0
    """Number and Percent (of the group's DesiredTotal, rounded down) are what is
    tolerated; the greater counts.
    """
    percent: int = 0
    """Number and Percent (of the group's DesiredTotal, rounded down) are what is
    tolerated; the greater counts.
    """

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            boolean(self.limited, "Failures.limited"),
            integer(self.number, "Failures.number"),
            integer(self.percent, "Failures.percent"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Failures:
        """Make one of a message that the module wrote."""
        a = array(value, 3, "Failures")
        return cls(
            boolean(a[0], "Failures.limited"),
            integer(a[1], "Failures.number"),
            integer(a[2], "Failures.percent"),
        )


@dataclass
class Rollbacks:
    """Rollbacks is for a version that a rollback registered and that fails as well
    (G7). Which ones a rollback registered the host must tell (JobVersion.Rollback).
    """

    max: int = 0
    """Max is how many there may be in a row; 0 leaves it to the level (S-18). It is
    at most MaxVersions.
    """
    back_off: int = 0
    """BackOff is how old a deployment must be before it rolls back a rollback;
    twice as old for the next in a row, and so on. Its failure waits until then.
    What a user asks for does not.
    """

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.max, "Rollbacks.max"),
            integer(self.back_off, "Rollbacks.back_off"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Rollbacks:
        """Make one of a message that the module wrote."""
        a = array(value, 2, "Rollbacks")
        return cls(
            integer(a[0], "Rollbacks.max"),
            integer(a[1], "Rollbacks.back_off"),
        )


class GateUnknown(IntEnum):
    """GateUnknown is what a gate without a verdict means."""

    HOLDS = 0
    """UnknownHolds: the promotion waits."""
    PASSES = 1
    """UnknownPasses: as if the gate had passed."""
    FAILS = 2
    """UnknownFails: as if the gate had failed."""


@dataclass
class Gate:
    """Gate is something outside that has a say, such as an analysis of metrics (G9)."""

    name: str = ""
    unknown: GateUnknown = GateUnknown(0)
    """Unknown is what it means when a promotion is due and there is no verdict."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.name, "Gate.name"),
            integer(self.unknown, "Gate.unknown"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Gate:
        """Make one of a message that the module wrote."""
        a = array(value, 2, "Gate")
        return cls(
            string(a[0], "Gate.name"),
            number(GateUnknown, a[1], "Gate.unknown"),
        )


@dataclass
class Policy:
    """Policy is what an embedder wants beyond a level: rules that hold the level's
    decisions back, or add some of their own (G1–G10). Each can be used at any level,
    and each is off while its field has the zero value. Durations are in nanoseconds.

    All that policies go by is in the inputs, so that another leader comes to the
    same decisions: when an allocation was found healthy, by its client's clock; when
    the deployment was made and how long it was paused, or else when the machine was
    opened and what it has seen; verdicts and freezes, which the host repeats in an
    opening. While the deployment is paused no policy decides anything.
    """

    bake: int = 0
    """Bake (G1) is how long all canaries must have been healthy before a promotion
    by itself. A canary that has no HealthTime never has been.
    """
    approval: Approval = field(default_factory=Approval)
    """Approval (G2) is what becomes of groups that a user must promote, and does not."""
    promotion: Promotion = Promotion(0)
    """Promotion (G3) says which groups a promotion by itself is for."""
    failures: Failures = field(default_factory=Failures)
    """Failures (G4) is how many failed allocations a group may have."""
    duration: int = 0
    """Duration (G5) is how long a deployment may take altogether, without the time
    that it was paused or frozen (time that was both is left out twice). Past it the
    deployment fails, unless every group is done.
    """
    revert_after: int = 0
    """RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
    how long a group may go without progress when its failure rolls the job back,
    and when there is nothing to roll back to. 0 leaves the group's own.
    """
    give_up_after: int = 0
    """RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
    how long a group may go without progress when its failure rolls the job back,
    and when there is nothing to roll back to. 0 leaves the group's own.
    """
    rollbacks: Rollbacks = field(default_factory=Rollbacks)
    """Rollbacks (G7) is for rollbacks that fail as well."""
    rollback_tag: str = ""
    """RollbackTag (G8) is the tag of the version to roll back to. Without such a
    version it is the latest stable one.
    """
    gates: list[Gate] = field(default_factory=list)
    """Gates (G9) must pass before a promotion by itself, and fail the deployment
    when they fail; at most MaxGates.
    """
    freezes: bool = False
    """Freezes (G10) allows Input.Freezes: spans of time in which no promotion and
    no next step is decided, and no deadline runs.
    """

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.bake, "Policy.bake"),
            items([self.approval], Approval, "Policy.approval")[0].to_wire(),
            integer(self.promotion, "Policy.promotion"),
            items([self.failures], Failures, "Policy.failures")[0].to_wire(),
            integer(self.duration, "Policy.duration"),
            integer(self.revert_after, "Policy.revert_after"),
            integer(self.give_up_after, "Policy.give_up_after"),
            items([self.rollbacks], Rollbacks, "Policy.rollbacks")[0].to_wire(),
            string(self.rollback_tag, "Policy.rollback_tag"),
            [x.to_wire() for x in items(self.gates, Gate, "Policy.gates")],
            boolean(self.freezes, "Policy.freezes"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Policy:
        """Make one of a message that the module wrote."""
        a = array(value, 11, "Policy")
        return cls(
            integer(a[0], "Policy.bake"),
            Approval.from_wire(a[1]),
            number(Promotion, a[2], "Policy.promotion"),
            Failures.from_wire(a[3]),
            integer(a[4], "Policy.duration"),
            integer(a[5], "Policy.revert_after"),
            integer(a[6], "Policy.give_up_after"),
            Rollbacks.from_wire(a[7]),
            string(a[8], "Policy.rollback_tag"),
            [Gate.from_wire(x) for x in array(a[9], 0, "Policy.gates")],
            boolean(a[10], "Policy.freezes"),
        )


@dataclass
class Config:
    """Config is what a machine is made with. The zero value is not usable: the
    level must be chosen.
    """

    level: str = ""
    """Level says whose decisions are wanted, such as LevelNomad104. Required."""
    switches: Switches = Switches(0)
    """Switches are set in addition to the level's own."""
    reasons: bool = False
    """Reasons fills Output.Reasons. It costs a little time and memory and
    changes nothing else.
    """
    policy: Policy = field(default_factory=Policy)
    """Policy is what is wanted beyond the level; the zero value is nothing."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.level, "Config.level"),
            integer(self.switches, "Config.switches"),
            boolean(self.reasons, "Config.reasons"),
            items([self.policy], Policy, "Config.policy")[0].to_wire(),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Config:
        """Make one of a message that the module wrote."""
        a = array(value, 4, "Config")
        return cls(
            string(a[0], "Config.level"),
            number(Switches, a[1], "Config.switches"),
            boolean(a[2], "Config.reasons"),
            Policy.from_wire(a[3]),
        )


@dataclass
class JobGroup:
    """JobGroup is what D4 reads of a task group in the job."""

    name: str = ""
    auto_revert: bool = False
    """AutoRevert is the flag in the group's update block; false without one."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.name, "JobGroup.name"),
            boolean(self.auto_revert, "JobGroup.auto_revert"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> JobGroup:
        """Make one of a message that the module wrote."""
        a = array(value, 2, "JobGroup")
        return cls(
            string(a[0], "JobGroup.name"),
            boolean(a[1], "JobGroup.auto_revert"),
        )


@dataclass
class Job:
    """Job is the job as it is when watching starts: its newest version, which can
    be newer than the deployment's. The machine never refreshes it.
    """

    namespace: str = ""
    id: str = ""
    type: str = ""
    """Type is the scheduler's ("service"); Priority goes into evaluations."""
    priority: int = 0
    version: int = 0
    """Version and ModifyIndex (of the specification) name what was read."""
    modify_index: int = 0
    """Version and ModifyIndex (of the specification) name what was read."""
    multiregion: bool = False
    """Multiregion turns on T5."""
    spec_digest: str = ""
    """SpecDigest stands for everything that Nomad compares when it asks whether
    two specifications differ (R2). Empty means "differs from everything,
    also from itself", which is what Nomad finds for a specification that
    holds a list that is present but empty. ExecDigest stands for what is
    executed only. At most MaxDigestLength bytes each.
    """
    exec_digest: str = ""
    """SpecDigest stands for everything that Nomad compares when it asks whether
    two specifications differ (R2). Empty means "differs from everything,
    also from itself", which is what Nomad finds for a specification that
    holds a list that is present but empty. ExecDigest stands for what is
    executed only. At most MaxDigestLength bytes each.
    """
    groups: list[JobGroup] = field(default_factory=list)
    """Groups are the task groups of this version."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.namespace, "Job.namespace"),
            string(self.id, "Job.id"),
            string(self.type, "Job.type"),
            integer(self.priority, "Job.priority"),
            integer(self.version, "Job.version"),
            integer(self.modify_index, "Job.modify_index"),
            boolean(self.multiregion, "Job.multiregion"),
            string(self.spec_digest, "Job.spec_digest"),
            string(self.exec_digest, "Job.exec_digest"),
            [x.to_wire() for x in items(self.groups, JobGroup, "Job.groups")],
        ]

    @classmethod
    def from_wire(cls, value: object) -> Job:
        """Make one of a message that the module wrote."""
        a = array(value, 10, "Job")
        return cls(
            string(a[0], "Job.namespace"),
            string(a[1], "Job.id"),
            string(a[2], "Job.type"),
            integer(a[3], "Job.priority"),
            integer(a[4], "Job.version"),
            integer(a[5], "Job.modify_index"),
            boolean(a[6], "Job.multiregion"),
            string(a[7], "Job.spec_digest"),
            string(a[8], "Job.exec_digest"),
            [JobGroup.from_wire(x) for x in array(a[9], 0, "Job.groups")],
        )


class DeploymentStatus(IntEnum):
    """DeploymentStatus is where a deployment stands. Running, paused, pending,
    blocked, unblocking and initializing are active; successful, failed and
    cancelled are terminal and never change again.
    """

    NONE = 0
    """No value."""
    RUNNING = 1
    PAUSED = 2
    PENDING = 3
    BLOCKED = 4
    UNBLOCKING = 5
    SUCCESSFUL = 6
    FAILED = 7
    CANCELLED = 8
    INITIALIZING = 9
    """DeploymentInitializing does not exist before nomad-1.6; there it is not
    active (L1).
    """


@dataclass
class Group:
    """Group is the state of one task group in a deployment."""

    name: str = ""
    desired_total: int = 0
    """DesiredTotal is how many allocations the group wants in the end;
    DesiredCanaries how many of them are wanted first, for a promotion.
    """
    desired_canaries: int = 0
    """DesiredTotal is how many allocations the group wants in the end;
    DesiredCanaries how many of them are wanted first, for a promotion.
    """
    promoted: bool = False
    """Promoted says that the canaries have been accepted."""
    auto_revert: bool = False
    """AutoRevert rolls back when the group fails; AutoPromote promotes when all
    canaries are healthy. They are the flags of the deployment; D4 reads the
    job's own (JobGroup) instead.
    """
    auto_promote: bool = False
    """AutoRevert rolls back when the group fails; AutoPromote promotes when all
    canaries are healthy. They are the flags of the deployment; D4 reads the
    job's own (JobGroup) instead.
    """
    placed_allocs: int = 0
    """PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
    (S1), which D4 reads. They are not counts of live allocations.
    """
    healthy_allocs: int = 0
    """PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
    (S1), which D4 reads. They are not counts of live allocations.
    """
    unhealthy_allocs: int = 0
    """PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
    (S1), which D4 reads. They are not counts of live allocations.
    """
    progress_deadline: int = 0
    """ProgressDeadline is a duration in nanoseconds; 0 means none: then the
    first unhealthy allocation fails the deployment (A5).
    """
    require_progress_by: int = 0
    """RequireProgressBy is when the deadline passes, in Unix nanoseconds; 0
    means that it has not started.
    """
    placed_canaries: list[str] = field(default_factory=list)
    """PlacedCanaries are the ids of the canaries placed so far; at most
    MaxAllocations. See Input.CanariesAdded for sending only the new ones.
    """

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.name, "Group.name"),
            integer(self.desired_total, "Group.desired_total"),
            integer(self.desired_canaries, "Group.desired_canaries"),
            boolean(self.promoted, "Group.promoted"),
            boolean(self.auto_revert, "Group.auto_revert"),
            boolean(self.auto_promote, "Group.auto_promote"),
            integer(self.placed_allocs, "Group.placed_allocs"),
            integer(self.healthy_allocs, "Group.healthy_allocs"),
            integer(self.unhealthy_allocs, "Group.unhealthy_allocs"),
            integer(self.progress_deadline, "Group.progress_deadline"),
            integer(self.require_progress_by, "Group.require_progress_by"),
            text(self.placed_canaries, "Group.placed_canaries"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Group:
        """Make one of a message that the module wrote."""
        a = array(value, 12, "Group")
        return cls(
            string(a[0], "Group.name"),
            integer(a[1], "Group.desired_total"),
            integer(a[2], "Group.desired_canaries"),
            boolean(a[3], "Group.promoted"),
            boolean(a[4], "Group.auto_revert"),
            boolean(a[5], "Group.auto_promote"),
            integer(a[6], "Group.placed_allocs"),
            integer(a[7], "Group.healthy_allocs"),
            integer(a[8], "Group.unhealthy_allocs"),
            integer(a[9], "Group.progress_deadline"),
            integer(a[10], "Group.require_progress_by"),
            text(a[11], "Group.placed_canaries"),
        )


@dataclass
class Deployment:
    """Deployment is one rollout of one job version."""

    id: str = ""
    """ID names the deployment; at most MaxIDLength bytes, not empty."""
    status: DeploymentStatus = DeploymentStatus(0)
    """Status and Description say where it stands. The core decides by the
    status alone; the description is for people and for the ledger.
    """
    description: str = ""
    job_version: int = 0
    """JobVersion is the version of the job that is rolled out."""
    create_index: int = 0
    """CreateIndex and ModifyIndex are the commits that made and last changed it."""
    modify_index: int = 0
    """CreateIndex and ModifyIndex are the commits that made and last changed it."""
    groups: list[Group] = field(default_factory=list)
    """Groups are the task groups that take part, in any order, each name once;
    at most MaxGroups.
    """
    priority: int = 0
    """Priority goes into evaluations in place of the job's; 0 for none. It does
    not exist before nomad-1.3.3.
    """
    create_time: int = 0
    """CreateTime is when it was made, in Unix nanoseconds; 0 when the host does
    not know it, and then no deadline starts with it (S-5).
    """
    paused_at: int = 0
    """PausedAt and ResumedAt are when it was paused and resumed last (Unix
    nanoseconds), PausedFor how long all
    ended pauses took. They are for policies (G2, G5). When all are 0 a machine
    goes by the pauses that it has seen itself.
    """
    resumed_at: int = 0
    """PausedAt and ResumedAt are when it was paused and resumed last (Unix
    nanoseconds), PausedFor how long all
    ended pauses took. They are for policies (G2, G5). When all are 0 a machine
    goes by the pauses that it has seen itself.
    """
    paused_for: int = 0
    """PausedAt and ResumedAt are when it was paused and resumed last (Unix
    nanoseconds), PausedFor how long all
    ended pauses took. They are for policies (G2, G5). When all are 0 a machine
    goes by the pauses that it has seen itself.
    """

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.id, "Deployment.id"),
            integer(self.status, "Deployment.status"),
            string(self.description, "Deployment.description"),
            integer(self.job_version, "Deployment.job_version"),
            integer(self.create_index, "Deployment.create_index"),
            integer(self.modify_index, "Deployment.modify_index"),
            [x.to_wire() for x in items(self.groups, Group, "Deployment.groups")],
            integer(self.priority, "Deployment.priority"),
            integer(self.create_time, "Deployment.create_time"),
            integer(self.paused_at, "Deployment.paused_at"),
            integer(self.resumed_at, "Deployment.resumed_at"),
            integer(self.paused_for, "Deployment.paused_for"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Deployment:
        """Make one of a message that the module wrote."""
        a = array(value, 12, "Deployment")
        return cls(
            string(a[0], "Deployment.id"),
            number(DeploymentStatus, a[1], "Deployment.status"),
            string(a[2], "Deployment.description"),
            integer(a[3], "Deployment.job_version"),
            integer(a[4], "Deployment.create_index"),
            integer(a[5], "Deployment.modify_index"),
            [Group.from_wire(x) for x in array(a[6], 0, "Deployment.groups")],
            integer(a[7], "Deployment.priority"),
            integer(a[8], "Deployment.create_time"),
            integer(a[9], "Deployment.paused_at"),
            integer(a[10], "Deployment.resumed_at"),
            integer(a[11], "Deployment.paused_for"),
        )


class DesiredStatus(IntEnum):
    """DesiredStatus is what the scheduler wants of an allocation."""

    NONE = 0
    """No value."""
    RUN = 1
    STOP = 2
    EVICT = 3


class ClientStatus(IntEnum):
    """ClientStatus is what the client reports of an allocation."""

    NONE = 0
    """No value."""
    PENDING = 1
    RUNNING = 2
    COMPLETE = 3
    FAILED = 4
    LOST = 5
    UNKNOWN = 6
    """ClientUnknown: the client is out of reach. It does not exist in 1.0.4."""


class Health(IntEnum):
    """Health is what is known of an allocation's health in its deployment."""

    HEALTH_UNSET = 0
    HEALTHY = 1
    UNHEALTHY = 2


class Rescheduling(IntEnum):
    """Rescheduling says what an allocation's reschedule policy leaves."""

    POSSIBLE = 0
    EXHAUSTED = 1
    """RescheduleExhausted: the attempts of its policy are used up. An unlimited
    policy never is.
    """
    WITHOUT = 2
    """RescheduleWithout: it has no policy."""


@dataclass
class Allocation:
    """Allocation is one placed instance of a task group."""

    id: str = ""
    """ID names the allocation; at most MaxIDLength bytes, not empty."""
    group: str = ""
    """Group is the name of its task group. A2 passes over an allocation whose
    group does not take part in the deployment.
    """
    desired: DesiredStatus = DesiredStatus(0)
    """Desired and Client are the scheduler's and the client's word on it."""
    client: ClientStatus = ClientStatus(0)
    modify_index: int = 0
    """ModifyIndex is the commit that last changed it; A0 reads it."""
    modify_time: int = 0
    """ModifyTime is when it was last changed, in Unix nanoseconds. The core
    does not read it; the ledger starts the deadline with it (S2).
    """
    health: Health = Health(0)
    """Health, the time at which it was found (Unix nanoseconds, the client's
    clock) and the commit that set it.
    """
    health_time: int = 0
    health_index: int = 0
    canary: bool = False
    """Canary is set until the canary is promoted."""
    reschedule: bool = False
    """Reschedule says that the allocation was allowed a replacement (T1)."""
    rescheduling: Rescheduling = Rescheduling(0)
    """Rescheduling says whether it can ever be rescheduled again."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.id, "Allocation.id"),
            string(self.group, "Allocation.group"),
            integer(self.desired, "Allocation.desired"),
            integer(self.client, "Allocation.client"),
            integer(self.modify_index, "Allocation.modify_index"),
            integer(self.modify_time, "Allocation.modify_time"),
            integer(self.health, "Allocation.health"),
            integer(self.health_time, "Allocation.health_time"),
            integer(self.health_index, "Allocation.health_index"),
            boolean(self.canary, "Allocation.canary"),
            boolean(self.reschedule, "Allocation.reschedule"),
            integer(self.rescheduling, "Allocation.rescheduling"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Allocation:
        """Make one of a message that the module wrote."""
        a = array(value, 12, "Allocation")
        return cls(
            string(a[0], "Allocation.id"),
            string(a[1], "Allocation.group"),
            number(DesiredStatus, a[2], "Allocation.desired"),
            number(ClientStatus, a[3], "Allocation.client"),
            integer(a[4], "Allocation.modify_index"),
            integer(a[5], "Allocation.modify_time"),
            number(Health, a[6], "Allocation.health"),
            integer(a[7], "Allocation.health_time"),
            integer(a[8], "Allocation.health_index"),
            boolean(a[9], "Allocation.canary"),
            boolean(a[10], "Allocation.reschedule"),
            number(Rescheduling, a[11], "Allocation.rescheduling"),
        )


@dataclass
class AllocationChanges:
    """AllocationChanges are allocations of the deployment: those that changed, or,
    with Whole, all of them, so that one that is not listed is gone.
    """

    whole: bool = False
    changed: list[Allocation] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    table_index: int = 0
    """TableIndex is the index of the last write to any allocation of the
    cluster; 0 when it is not known. It is read only while the deployment
    has no allocations at all (A0).
    """

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            boolean(self.whole, "AllocationChanges.whole"),
            [x.to_wire() for x in items(self.changed, Allocation, "AllocationChanges.changed")],
            text(self.removed, "AllocationChanges.removed"),
            integer(self.table_index, "AllocationChanges.table_index"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> AllocationChanges:
        """Make one of a message that the module wrote."""
        a = array(value, 4, "AllocationChanges")
        return cls(
            boolean(a[0], "AllocationChanges.whole"),
            [Allocation.from_wire(x) for x in array(a[1], 0, "AllocationChanges.changed")],
            text(a[2], "AllocationChanges.removed"),
            integer(a[3], "AllocationChanges.table_index"),
        )


class EvaluationStatus(IntEnum):
    """EvaluationStatus is where an evaluation stands. The values are in the order
    in which A1 reads them.
    """

    NONE = 0
    """No value."""
    BLOCKED = 1
    CANCELLED = 2
    COMPLETE = 3
    FAILED = 4
    PENDING = 5


@dataclass
class Evaluation:
    """Evaluation is a request to the scheduler to look at the job again. A1 reads
    all evaluations of the job, whatever version or deployment they are for.
    """

    id: str = ""
    status: EvaluationStatus = EvaluationStatus(0)
    create_index: int = 0
    """CreateIndex is the commit that made it; SnapshotIndex the one whose state
    the scheduler saw, 0 when it has not looked yet.
    """
    snapshot_index: int = 0
    """CreateIndex is the commit that made it; SnapshotIndex the one whose state
    the scheduler saw, 0 when it has not looked yet.
    """

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.id, "Evaluation.id"),
            integer(self.status, "Evaluation.status"),
            integer(self.create_index, "Evaluation.create_index"),
            integer(self.snapshot_index, "Evaluation.snapshot_index"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Evaluation:
        """Make one of a message that the module wrote."""
        a = array(value, 4, "Evaluation")
        return cls(
            string(a[0], "Evaluation.id"),
            number(EvaluationStatus, a[1], "Evaluation.status"),
            integer(a[2], "Evaluation.create_index"),
            integer(a[3], "Evaluation.snapshot_index"),
        )


@dataclass
class EvaluationChanges:
    """EvaluationChanges are evaluations of the job: those that changed, or, with
    Whole, all of them.
    """

    whole: bool = False
    changed: list[Evaluation] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            boolean(self.whole, "EvaluationChanges.whole"),
            [x.to_wire() for x in items(self.changed, Evaluation, "EvaluationChanges.changed")],
            text(self.removed, "EvaluationChanges.removed"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> EvaluationChanges:
        """Make one of a message that the module wrote."""
        a = array(value, 3, "EvaluationChanges")
        return cls(
            boolean(a[0], "EvaluationChanges.whole"),
            [Evaluation.from_wire(x) for x in array(a[1], 0, "EvaluationChanges.changed")],
            text(a[2], "EvaluationChanges.removed"),
        )


@dataclass
class JobVersion:
    """JobVersion is one kept version of the job (R1)."""

    version: int = 0
    stable: bool = False
    """Stable says that a deployment of this version was successful, or that the
    version was born from a rollback (S5).
    """
    stopped: bool = False
    """Stopped says that this version stops the job."""
    create_index: int = 0
    """CreateIndex tells incarnations of a purged and registered job apart."""
    spec_digest: str = ""
    """SpecDigest and ExecDigest are made as those of Job are."""
    exec_digest: str = ""
    """SpecDigest and ExecDigest are made as those of Job are."""
    rollback: bool = False
    """Rollback says that a rollback registered it. Without it rollbacks are not
    counted (S-18).
    """
    tag: str = ""
    """Tag is the version's name, empty for none."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.version, "JobVersion.version"),
            boolean(self.stable, "JobVersion.stable"),
            boolean(self.stopped, "JobVersion.stopped"),
            integer(self.create_index, "JobVersion.create_index"),
            string(self.spec_digest, "JobVersion.spec_digest"),
            string(self.exec_digest, "JobVersion.exec_digest"),
            boolean(self.rollback, "JobVersion.rollback"),
            string(self.tag, "JobVersion.tag"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> JobVersion:
        """Make one of a message that the module wrote."""
        a = array(value, 8, "JobVersion")
        return cls(
            integer(a[0], "JobVersion.version"),
            boolean(a[1], "JobVersion.stable"),
            boolean(a[2], "JobVersion.stopped"),
            integer(a[3], "JobVersion.create_index"),
            string(a[4], "JobVersion.spec_digest"),
            string(a[5], "JobVersion.exec_digest"),
            boolean(a[6], "JobVersion.rollback"),
            string(a[7], "JobVersion.tag"),
        )


class CommandKind(IntEnum):
    """CommandKind is what a user asks for."""

    NONE = 0
    """No value."""
    SET_HEALTH = 1
    PROMOTE = 2
    PAUSE = 3
    RESUME = 4
    FAIL = 5
    RUN = 6
    UNBLOCK = 7
    CANCEL = 8


@dataclass
class Command:
    """Command is one wish of a user. Output.Reply answers it."""

    id: int = 0
    """ID is the host's; effects and the reply repeat it. 0 is refused."""
    kind: CommandKind = CommandKind(0)
    healthy: list[str] = field(default_factory=list)
    """Healthy and Unhealthy are the allocations of set-health (C1)."""
    unhealthy: list[str] = field(default_factory=list)
    """Healthy and Unhealthy are the allocations of set-health (C1)."""
    all: bool = False
    """All promotes every group; otherwise Groups names them (C2)."""
    groups: list[str] = field(default_factory=list)

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.id, "Command.id"),
            integer(self.kind, "Command.kind"),
            text(self.healthy, "Command.healthy"),
            text(self.unhealthy, "Command.unhealthy"),
            boolean(self.all, "Command.all"),
            text(self.groups, "Command.groups"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Command:
        """Make one of a message that the module wrote."""
        a = array(value, 6, "Command")
        return cls(
            integer(a[0], "Command.id"),
            number(CommandKind, a[1], "Command.kind"),
            text(a[2], "Command.healthy"),
            text(a[3], "Command.unhealthy"),
            boolean(a[4], "Command.all"),
            text(a[5], "Command.groups"),
        )


@dataclass
class Key:
    """Key names an effect for ever: no two effects share one, whatever restarts or
    changes of leadership come between, so sending the same key again is safe.
    """

    deployment: str = ""
    epoch: int = 0
    """Epoch is that of the opening; N counts the machine's effects from 1."""
    n: int = 0
    """Epoch is that of the opening; N counts the machine's effects from 1."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.deployment, "Key.deployment"),
            integer(self.epoch, "Key.epoch"),
            integer(self.n, "Key.n"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Key:
        """Make one of a message that the module wrote."""
        a = array(value, 3, "Key")
        return cls(
            string(a[0], "Key.deployment"),
            integer(a[1], "Key.epoch"),
            integer(a[2], "Key.n"),
        )


class Outcome(IntEnum):
    """Outcome is what became of an effect."""

    NONE = 0
    """No value."""
    APPLIED = 1
    """Applied: the cluster wrote it, at Result.Index."""
    REJECTED = 2
    """Rejected: the cluster refused it; that is final."""
    UNKNOWN = 3
    """Unknown: no answer came. The effect stays outstanding, and the host sends
    it again under the same key until it is applied, rejected or withdrawn.
    """


@dataclass
class Result:
    """Result tells what became of an effect. A result for a key that is not
    outstanding is passed over: the answer to an effect may arrive twice.
    """

    key: Key = field(default_factory=Key)
    outcome: Outcome = Outcome(0)
    index: int = 0
    """Index is the commit that applied it; 0 otherwise."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            items([self.key], Key, "Result.key")[0].to_wire(),
            integer(self.outcome, "Result.outcome"),
            integer(self.index, "Result.index"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Result:
        """Make one of a message that the module wrote."""
        a = array(value, 3, "Result")
        return cls(
            Key.from_wire(a[0]),
            number(Outcome, a[1], "Result.outcome"),
            integer(a[2], "Result.index"),
        )


class GateVerdict(IntEnum):
    """GateVerdict is the word of a gate."""

    NONE = 0
    """No value."""
    PASS = 1
    FAIL = 2
    UNDECIDED = 3


@dataclass
class Verdict:
    """Verdict is what a gate says now; it holds until the gate says otherwise."""

    gate: str = ""
    value: GateVerdict = GateVerdict(0)

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.gate, "Verdict.gate"),
            integer(self.value, "Verdict.value"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Verdict:
        """Make one of a message that the module wrote."""
        a = array(value, 2, "Verdict")
        return cls(
            string(a[0], "Verdict.gate"),
            number(GateVerdict, a[1], "Verdict.value"),
        )


@dataclass
class Span:
    """Span is the time from From up to Until, in Unix nanoseconds."""

    from_: int = 0
    until: int = 0

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.from_, "Span.from_"),
            integer(self.until, "Span.until"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Span:
        """Make one of a message that the module wrote."""
        a = array(value, 2, "Span")
        return cls(
            integer(a[0], "Span.from_"),
            integer(a[1], "Span.until"),
        )


@dataclass
class Input:
    """Input is one commit of the cluster, one command, the outcome of earlier
    effects, or any of them together; with only Now it is a tick of the clock.
    All slices stay the caller's: a Step reads them and keeps copies.
    """

    now: int = 0
    """Now is the time in Unix nanoseconds. One that lies before the last Now
    counts as the last one. It must lie between 1 and MaxTime.
    """
    index: int = 0
    """Index is the commit's. Facts of an index not above the last one are
    passed over and Output.Stale is set; commands, results and time are
    still read. 0 means that there are no facts.
    """
    epoch: int = 0
    """Epoch and Job belong to the first input, which opens the machine, and to
    no other. Epoch is the leader's term or the opening index; it must be
    higher than any that a machine of this deployment had before, so that no
    effect key is ever used twice. 0 is refused.
    """
    job: Job | None = None
    deployment: Deployment | None = None
    """Deployment is the deployment after this commit; nil when it was not
    written. The opening needs it. Every later one is a delivery (D3, D7).
    """
    canaries_added: bool = False
    """CanariesAdded says that the PlacedCanaries of Deployment's groups list
    only canaries that are new; otherwise they are the whole list.
    """
    delivered: bool = False
    """Delivered says that some other deployment of the cluster was written in
    this commit: a delivery of this one, unchanged (D3).
    """
    deployment_deleted: bool = False
    """DeploymentDeleted says that the deployment is gone from the store (L1)."""
    allocations: AllocationChanges = field(default_factory=AllocationChanges)
    """Allocations are the deployment's, Evaluations the job's, that this
    commit changed. An allocation that goes over to another deployment is
    removed from its old one.
    """
    evaluations: EvaluationChanges = field(default_factory=EvaluationChanges)
    versions: list[JobVersion] = field(default_factory=list)
    """Versions are the kept versions of the job in any order, all of them;
    they are read only when VersionsRead is set.
    """
    versions_read: bool = False
    command: Command | None = None
    """Command is one wish of a user (C); nil for none."""
    results: list[Result] = field(default_factory=list)
    """Results tell what became of earlier effects; at most MaxResults."""
    verdicts: list[Verdict] = field(default_factory=list)
    """Verdicts are what gates say that have something new to say (G9); an opening
    repeats what holds. They belong to no commit.
    """
    freezes: list[Span] = field(default_factory=list)
    """Freezes are the spans of time in which nothing goes forward (G10): all of
    them, in any order, at most MaxFreezes. They are read only when FreezesRead is
    set, and belong to no commit.
    """
    freezes_read: bool = False

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.now, "Input.now"),
            integer(self.index, "Input.index"),
            integer(self.epoch, "Input.epoch"),
            None if self.job is None else items([self.job], Job, "Input.job")[0].to_wire(),
            None if self.deployment is None else items([self.deployment], Deployment, "Input.deployment")[0].to_wire(),
            boolean(self.canaries_added, "Input.canaries_added"),
            boolean(self.delivered, "Input.delivered"),
            boolean(self.deployment_deleted, "Input.deployment_deleted"),
            items([self.allocations], AllocationChanges, "Input.allocations")[0].to_wire(),
            items([self.evaluations], EvaluationChanges, "Input.evaluations")[0].to_wire(),
            [x.to_wire() for x in items(self.versions, JobVersion, "Input.versions")],
            boolean(self.versions_read, "Input.versions_read"),
            None if self.command is None else items([self.command], Command, "Input.command")[0].to_wire(),
            [x.to_wire() for x in items(self.results, Result, "Input.results")],
            [x.to_wire() for x in items(self.verdicts, Verdict, "Input.verdicts")],
            [x.to_wire() for x in items(self.freezes, Span, "Input.freezes")],
            boolean(self.freezes_read, "Input.freezes_read"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Input:
        """Make one of a message that the module wrote."""
        a = array(value, 17, "Input")
        return cls(
            integer(a[0], "Input.now"),
            integer(a[1], "Input.index"),
            integer(a[2], "Input.epoch"),
            None if a[3] is None else Job.from_wire(a[3]),
            None if a[4] is None else Deployment.from_wire(a[4]),
            boolean(a[5], "Input.canaries_added"),
            boolean(a[6], "Input.delivered"),
            boolean(a[7], "Input.deployment_deleted"),
            AllocationChanges.from_wire(a[8]),
            EvaluationChanges.from_wire(a[9]),
            [JobVersion.from_wire(x) for x in array(a[10], 0, "Input.versions")],
            boolean(a[11], "Input.versions_read"),
            None if a[12] is None else Command.from_wire(a[12]),
            [Result.from_wire(x) for x in array(a[13], 0, "Input.results")],
            [Verdict.from_wire(x) for x in array(a[14], 0, "Input.verdicts")],
            [Span.from_wire(x) for x in array(a[15], 0, "Input.freezes")],
            boolean(a[16], "Input.freezes_read"),
        )


class EffectKind(IntEnum):
    """EffectKind is one of the triggers T1–T5, which are all that ever leaves the
    machine.
    """

    NONE = 0
    """No value."""
    RESCHEDULE = 1
    """EffectReschedule (T1) allows Allocations, which may be empty, to be
    replaced, and creates Evaluation.
    """
    STATUS = 2
    """EffectStatus (T2) sets Status and Description, creates Evaluation unless
    it is nil, and rolls the job back to RollbackVersion if Rollback.
    """
    PROMOTE = 3
    """EffectPromote (T3) promotes All groups or Groups, and creates Evaluation."""
    HEALTH = 4
    """EffectHealth (T4) sets the health of Healthy and Unhealthy, in this
    order, at Timestamp, and creates Evaluation; with a Status it also sets
    that, and rolls back if Rollback.
    """
    REGION = 5
    """EffectRegion (T5) tells the peer regions Status."""


@dataclass
class NewEvaluation:
    """NewEvaluation is the evaluation that an effect creates: pending, triggered by
    "deployment-watcher", for the job and the deployment.
    """

    id: str = ""
    """ID is derived from the effect's key; it has the form of a UUID."""
    namespace: str = ""
    job_id: str = ""
    type: str = ""
    priority: int = 0
    deployment_id: str = ""
    time: int = 0
    """Time is its create and modify time in Unix nanoseconds."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.id, "NewEvaluation.id"),
            string(self.namespace, "NewEvaluation.namespace"),
            string(self.job_id, "NewEvaluation.job_id"),
            string(self.type, "NewEvaluation.type"),
            integer(self.priority, "NewEvaluation.priority"),
            string(self.deployment_id, "NewEvaluation.deployment_id"),
            integer(self.time, "NewEvaluation.time"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> NewEvaluation:
        """Make one of a message that the module wrote."""
        a = array(value, 7, "NewEvaluation")
        return cls(
            string(a[0], "NewEvaluation.id"),
            string(a[1], "NewEvaluation.namespace"),
            string(a[2], "NewEvaluation.job_id"),
            string(a[3], "NewEvaluation.type"),
            integer(a[4], "NewEvaluation.priority"),
            string(a[5], "NewEvaluation.deployment_id"),
            integer(a[6], "NewEvaluation.time"),
        )


@dataclass
class Effect:
    """Effect is one thing that the cluster is to do. A cluster that can check
    applies it only while DeploymentIndex and JobIndex still hold.
    """

    key: Key = field(default_factory=Key)
    kind: EffectKind = EffectKind(0)
    command: int = 0
    """Command is the ID of the command that it answers; 0 when the rules
    themselves decided it.
    """
    deployment_index: int = 0
    """DeploymentIndex and JobIndex are the modify indexes of the deployment and
    of the job (at opening) that it was decided on.
    """
    job_index: int = 0
    """DeploymentIndex and JobIndex are the modify indexes of the deployment and
    of the job (at opening) that it was decided on.
    """
    allocations: list[str] = field(default_factory=list)
    """Which of these are used, EffectKind says."""
    status: DeploymentStatus = DeploymentStatus(0)
    description: str = ""
    rollback: bool = False
    rollback_version: int = 0
    all: bool = False
    groups: list[str] = field(default_factory=list)
    healthy: list[str] = field(default_factory=list)
    unhealthy: list[str] = field(default_factory=list)
    timestamp: int = 0
    evaluation: NewEvaluation | None = None

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            items([self.key], Key, "Effect.key")[0].to_wire(),
            integer(self.kind, "Effect.kind"),
            integer(self.command, "Effect.command"),
            integer(self.deployment_index, "Effect.deployment_index"),
            integer(self.job_index, "Effect.job_index"),
            text(self.allocations, "Effect.allocations"),
            integer(self.status, "Effect.status"),
            string(self.description, "Effect.description"),
            boolean(self.rollback, "Effect.rollback"),
            integer(self.rollback_version, "Effect.rollback_version"),
            boolean(self.all, "Effect.all"),
            text(self.groups, "Effect.groups"),
            text(self.healthy, "Effect.healthy"),
            text(self.unhealthy, "Effect.unhealthy"),
            integer(self.timestamp, "Effect.timestamp"),
            None if self.evaluation is None else items([self.evaluation], NewEvaluation, "Effect.evaluation")[0].to_wire(),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Effect:
        """Make one of a message that the module wrote."""
        a = array(value, 16, "Effect")
        return cls(
            Key.from_wire(a[0]),
            number(EffectKind, a[1], "Effect.kind"),
            integer(a[2], "Effect.command"),
            integer(a[3], "Effect.deployment_index"),
            integer(a[4], "Effect.job_index"),
            text(a[5], "Effect.allocations"),
            number(DeploymentStatus, a[6], "Effect.status"),
            string(a[7], "Effect.description"),
            boolean(a[8], "Effect.rollback"),
            integer(a[9], "Effect.rollback_version"),
            boolean(a[10], "Effect.all"),
            text(a[11], "Effect.groups"),
            text(a[12], "Effect.healthy"),
            text(a[13], "Effect.unhealthy"),
            integer(a[14], "Effect.timestamp"),
            None if a[15] is None else NewEvaluation.from_wire(a[15]),
        )


class WakeReason(IntEnum):
    """WakeReason says what the next tick is for."""

    NONE = 0
    BATCH = 1
    DEADLINE = 2
    BAKE = 3
    APPROVAL = 4
    DURATION = 5
    BACK_OFF = 6
    THAW = 7


@dataclass
class Wake:
    """Wake is the next time at which the machine must be stepped even if nothing
    happens. A later tick is safe; the decision then falls at that later time.
    """

    at: int = 0
    """At is in Unix nanoseconds; 0 when Reason is WakeNone."""
    reason: WakeReason = WakeReason(0)

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.at, "Wake.at"),
            integer(self.reason, "Wake.reason"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Wake:
        """Make one of a message that the module wrote."""
        a = array(value, 2, "Wake")
        return cls(
            integer(a[0], "Wake.at"),
            number(WakeReason, a[1], "Wake.reason"),
        )


class Refusal(IntEnum):
    """Refusal says why a command was not accepted."""

    NOT = 0
    TERMINAL = 1
    """RefusedTerminal: the deployment has ended."""
    NO_ALLOCATIONS = 2
    """RefusedNoAllocations: set-health names no allocation at all."""
    UNKNOWN = 3
    """RefusedUnknown: there is no such deployment, or no longer."""


@dataclass
class Reply:
    """Reply answers a command. An accepted one that writes something has an effect
    with the same Command; run, unblock and cancel on a single region write
    nothing (C5).
    """

    command: int = 0
    refused: Refusal = Refusal(0)
    text: str = ""
    """Text is Nomad's sentence for the refusal."""
    evaluation_id: str = ""
    """EvaluationID is the evaluation that the effect creates; empty for pause."""
    reverted: bool = False
    """Reverted says that the job is rolled back to RevertedVersion."""
    reverted_version: int = 0

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.command, "Reply.command"),
            integer(self.refused, "Reply.refused"),
            string(self.text, "Reply.text"),
            string(self.evaluation_id, "Reply.evaluation_id"),
            boolean(self.reverted, "Reply.reverted"),
            integer(self.reverted_version, "Reply.reverted_version"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Reply:
        """Make one of a message that the module wrote."""
        a = array(value, 6, "Reply")
        return cls(
            integer(a[0], "Reply.command"),
            number(Refusal, a[1], "Reply.refused"),
            string(a[2], "Reply.text"),
            string(a[3], "Reply.evaluation_id"),
            boolean(a[4], "Reply.reverted"),
            integer(a[5], "Reply.reverted_version"),
        )


class ReasonCode(IntEnum):
    """ReasonCode says why something was decided, or why not. Its Rule is the rule
    that it comes from, and Reason.String the sentence.
    """

    NONE = 0
    """No value."""
    PROGRESS = 1
    """ReasonProgress (A4): a healthy allocation is newer than the last
    evaluation. Index: its health's index; Have: the evaluation's (A1).
    """
    REPLACE = 2
    """ReasonReplace (A3): unhealthy allocations may be replaced. Have: how
    many; Allocation: the first.
    """
    WINDOW_OPENS = 3
    """ReasonWindowOpens (B1): a window was opened. Time: when it closes."""
    WINDOW_OPEN = 4
    """ReasonWindowOpen (B2): the need joins a window that is open. Time: when
    it closes.
    """
    WINDOW_CLOSES = 5
    """ReasonWindowCloses (B1): the window closed. Have: allocations in it."""
    UNHEALTHY = 6
    """ReasonUnhealthy (A5): a group without a progress deadline has unhealthy
    allocations. Group; Have: how many.
    """
    PROMOTE = 7
    """ReasonPromote (P4): every canary is placed and none is unhealthy or
    unreported. Have: placed canaries; Group: one that a user was asked to promote
    in vain (G2).
    """
    NOT_RUNNING = 8
    """ReasonNotRunning (P1): promotion waits while the deployment is not running."""
    NOT_AUTO_PROMOTE = 9
    """ReasonNotAutoPromote (P2): Group must be promoted by a user."""
    CANARIES_PLACED = 10
    """ReasonCanariesPlaced (P2): Group has Have placed canaries and desires Want."""
    CANARY_NOT_HEALTHY = 11
    """ReasonCanaryNotHealthy (P3): canary Allocation of Group is not healthy."""
    CANARIES_HEALTHY = 12
    """ReasonCanariesHealthy (P3): Group has Have healthy canaries and desires Want."""
    DEADLINE_SET = 13
    """ReasonDeadlineSet (D3): the deadline is now at Time."""
    DEADLINE_OFF = 14
    """ReasonDeadlineOff (D3): no group has a deadline ahead any more."""
    SHORT = 15
    """ReasonShort (D4): the deadline passed and Group is short: Have healthy, Want."""
    DEADLINE_SKIPPED = 16
    """ReasonDeadlineSkipped (D5): the deadline passed and no group is short."""
    DEADLINE_UNREAD = 17
    """ReasonDeadlineUnread (D5): the deadline passed and the deployment is gone."""
    NO_AUTO_REVERT = 18
    """ReasonNoAutoRevert (D4, A5, C4): what failed does not ask for a rollback."""
    NO_TARGET = 19
    """ReasonNoTarget (R1): a rollback was asked for and no version is stable."""
    ROLLBACK = 20
    """ReasonRollback (R2): rolls back to Version."""
    SAME_SPEC = 21
    """ReasonSameSpec (R2): Version has the same specification."""
    REGION = 22
    """ReasonRegion (D7, D6, A6): the peer regions are told."""
    REGION_FAILED = 23
    """ReasonRegionFailed (D7): telling the peer regions was rejected."""
    COMMAND = 24
    """ReasonCommand (C): a user asked. Have: the command's kind."""
    REFUSED = 25
    """ReasonRefused (C): a command was refused. Have: the command's kind."""
    ENDED = 26
    """ReasonEnded (F3): the watch has ended; only commands and an open window
    are still served.
    """
    DROPPED = 27
    """ReasonDropped (L1): the deployment is terminal. Have: its status; 0 when it is
    gone from the store.
    """
    NEWER_VERSION = 28
    """ReasonNewerVersion (R2): there is no rollback, or it is withdrawn, since
    Version was registered after the deployment's, or after it was decided.
    """
    TOO_MANY = 29
    """ReasonTooMany: an effect is withdrawn, since MaxOutstanding newer ones
    wait for their results.
    """
    WINDOW_MOVES = 30
    """ReasonWindowMoves (A7): the promotion that was decided when the window was
    opened is answered. Time: when the window closes now.
    """
    EXHAUSTED = 31
    """ReasonExhausted (A5): Group has Have unhealthy allocations that can never be
    rescheduled again.
    """
    ROLLBACKS_CAPPED = 32
    """ReasonRollbacksCapped (R2): the newest Have versions are rollbacks, so there
    is none to Version.
    """
    BAKING = 33
    """ReasonBaking (G1): the canaries have not been healthy for long enough. Group;
    Time: when they have been. Without one, canary Allocation has no HealthTime.
    """
    APPROVAL = 34
    """ReasonApproval (G2): a user must promote Group. Time: until when, 0 when canary
    Allocation has no HealthTime; Have: the ApprovalAction that follows.
    """
    TURN = 35
    """ReasonTurn (G3): Group comes first in the job's order and is not done."""
    READY = 36
    """ReasonReady (G3): Group is promoted, whose Have placed canaries are ready."""
    FAILURES = 37
    """ReasonFailures (G4): Group has Have unhealthy allocations, and Want are tolerated."""
    DURATION = 38
    """ReasonDuration (G5): the deployment takes longer than it may. Group: the first
    that is not done; Time: when the limit passed.
    """
    BACK_OFF = 39
    """ReasonBackOff (G7): the failure waits, since the newest Have versions are
    rollbacks. Time: until when.
    """
    TAGGED = 40
    """ReasonTagged (G8): rolls back to Version, which has the tag."""
    NO_TAG = 41
    """ReasonNoTag (G8): no version has the tag."""
    GATE = 42
    """ReasonGate (G9): Gate has not passed. Have: its GateVerdict."""
    GATE_FAILED = 43
    """ReasonGateFailed (G9): Gate has failed, or counts as failed. Have: its
    GateVerdict.
    """
    FROZEN = 44
    """ReasonFrozen (G10): nothing goes forward before Time. Have: 0 for a promotion, 1
    for the next step (A4).
    """


@dataclass
class Reason:
    """Reason is why something was decided, or why not, with its facts."""

    code: ReasonCode = ReasonCode(0)
    effect: int = 0
    """Effect is the N of the effect's key that it explains; 0 for none."""
    group: str = ""
    """Which of these are used, ReasonCode says."""
    allocation: str = ""
    have: int = 0
    want: int = 0
    index: int = 0
    version: int = 0
    time: int = 0
    gate: str = ""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.code, "Reason.code"),
            integer(self.effect, "Reason.effect"),
            string(self.group, "Reason.group"),
            string(self.allocation, "Reason.allocation"),
            integer(self.have, "Reason.have"),
            integer(self.want, "Reason.want"),
            integer(self.index, "Reason.index"),
            integer(self.version, "Reason.version"),
            integer(self.time, "Reason.time"),
            string(self.gate, "Reason.gate"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Reason:
        """Make one of a message that the module wrote."""
        a = array(value, 10, "Reason")
        return cls(
            number(ReasonCode, a[0], "Reason.code"),
            integer(a[1], "Reason.effect"),
            string(a[2], "Reason.group"),
            string(a[3], "Reason.allocation"),
            integer(a[4], "Reason.have"),
            integer(a[5], "Reason.want"),
            integer(a[6], "Reason.index"),
            integer(a[7], "Reason.version"),
            integer(a[8], "Reason.time"),
            string(a[9], "Reason.gate"),
        )


@dataclass
class Output:
    """Output is everything that a Step decided. The caller owns it and passes the
    same one to every Step, which clears it first; copy what must live longer.
    """

    effects: list[Effect] = field(default_factory=list)
    """Effects are to be carried out in this order."""
    withdrawn: list[Key] = field(default_factory=list)
    """Withdrawn are keys of earlier effects that must not be sent (again)."""
    wake: Wake = field(default_factory=Wake)
    """Wake is when the next tick is due, and what for."""
    reply: Reply | None = None
    """Reply answers Input.Command; nil without one."""
    reasons: list[Reason] = field(default_factory=list)
    """Reasons say why, in the order in which things were decided; empty unless
    Config.Reasons. Nothing else depends on that.
    """
    stale: bool = False
    """Stale says that the input's facts were at an index that was handled
    before, and were passed over.
    """
    done: bool = False
    """Done says that the deployment has ended: nothing more will come, and the
    machine can be closed.
    """

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            [x.to_wire() for x in items(self.effects, Effect, "Output.effects")],
            [x.to_wire() for x in items(self.withdrawn, Key, "Output.withdrawn")],
            items([self.wake], Wake, "Output.wake")[0].to_wire(),
            None if self.reply is None else items([self.reply], Reply, "Output.reply")[0].to_wire(),
            [x.to_wire() for x in items(self.reasons, Reason, "Output.reasons")],
            boolean(self.stale, "Output.stale"),
            boolean(self.done, "Output.done"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Output:
        """Make one of a message that the module wrote."""
        a = array(value, 7, "Output")
        return cls(
            [Effect.from_wire(x) for x in array(a[0], 0, "Output.effects")],
            [Key.from_wire(x) for x in array(a[1], 0, "Output.withdrawn")],
            Wake.from_wire(a[2]),
            None if a[3] is None else Reply.from_wire(a[3]),
            [Reason.from_wire(x) for x in array(a[4], 0, "Output.reasons")],
            boolean(a[5], "Output.stale"),
            boolean(a[6], "Output.done"),
        )


@dataclass
class GroupStatus:
    """GroupStatus is where one group stands."""

    name: str = ""
    desired_total: int = 0
    desired_canaries: int = 0
    promoted: bool = False
    auto_promote: bool = False
    auto_revert: bool = False
    placed_allocs: int = 0
    healthy_allocs: int = 0
    unhealthy_allocs: int = 0
    live: int = 0
    """Live counts allocations that are healthy and not terminal (D2)."""
    placed_canaries: int = 0
    """PlacedCanaries and HealthyCanaries count placed canaries, and those among
    the allocations that are healthy.
    """
    healthy_canaries: int = 0
    """PlacedCanaries and HealthyCanaries count placed canaries, and those among
    the allocations that are healthy.
    """
    done: bool = False
    """Done is D2's word on the group."""
    progress_deadline: int = 0
    require_progress_by: int = 0
    standing: int = 0
    """Standing counts allocations that are not terminal, StandingCanaries the
    placed canaries among them and LiveCanaries those of these that are healthy.
    """
    standing_canaries: int = 0
    """Standing counts allocations that are not terminal, StandingCanaries the
    placed canaries among them and LiveCanaries those of these that are healthy.
    """
    live_canaries: int = 0
    """Standing counts allocations that are not terminal, StandingCanaries the
    placed canaries among them and LiveCanaries those of these that are healthy.
    """

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.name, "GroupStatus.name"),
            integer(self.desired_total, "GroupStatus.desired_total"),
            integer(self.desired_canaries, "GroupStatus.desired_canaries"),
            boolean(self.promoted, "GroupStatus.promoted"),
            boolean(self.auto_promote, "GroupStatus.auto_promote"),
            boolean(self.auto_revert, "GroupStatus.auto_revert"),
            integer(self.placed_allocs, "GroupStatus.placed_allocs"),
            integer(self.healthy_allocs, "GroupStatus.healthy_allocs"),
            integer(self.unhealthy_allocs, "GroupStatus.unhealthy_allocs"),
            integer(self.live, "GroupStatus.live"),
            integer(self.placed_canaries, "GroupStatus.placed_canaries"),
            integer(self.healthy_canaries, "GroupStatus.healthy_canaries"),
            boolean(self.done, "GroupStatus.done"),
            integer(self.progress_deadline, "GroupStatus.progress_deadline"),
            integer(self.require_progress_by, "GroupStatus.require_progress_by"),
            integer(self.standing, "GroupStatus.standing"),
            integer(self.standing_canaries, "GroupStatus.standing_canaries"),
            integer(self.live_canaries, "GroupStatus.live_canaries"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> GroupStatus:
        """Make one of a message that the module wrote."""
        a = array(value, 18, "GroupStatus")
        return cls(
            string(a[0], "GroupStatus.name"),
            integer(a[1], "GroupStatus.desired_total"),
            integer(a[2], "GroupStatus.desired_canaries"),
            boolean(a[3], "GroupStatus.promoted"),
            boolean(a[4], "GroupStatus.auto_promote"),
            boolean(a[5], "GroupStatus.auto_revert"),
            integer(a[6], "GroupStatus.placed_allocs"),
            integer(a[7], "GroupStatus.healthy_allocs"),
            integer(a[8], "GroupStatus.unhealthy_allocs"),
            integer(a[9], "GroupStatus.live"),
            integer(a[10], "GroupStatus.placed_canaries"),
            integer(a[11], "GroupStatus.healthy_canaries"),
            boolean(a[12], "GroupStatus.done"),
            integer(a[13], "GroupStatus.progress_deadline"),
            integer(a[14], "GroupStatus.require_progress_by"),
            integer(a[15], "GroupStatus.standing"),
            integer(a[16], "GroupStatus.standing_canaries"),
            integer(a[17], "GroupStatus.live_canaries"),
        )


class WaitCode(IntEnum):
    """WaitCode says what a deployment waits for."""

    NONE = 0
    """No value."""
    BATCH = 1
    """WaitBatch: the batch window closes at Until. Have: allocations in it."""
    PROMOTION = 2
    """WaitPromotion: a user must promote Group."""
    CANARIES = 3
    """WaitCanaries: clients must report; Group has Have of Want canaries healthy."""
    RESUME = 4
    """WaitResume: a user must resume the deployment."""
    PLACEMENT = 5
    """WaitPlacement: the scheduler must place; Group has Have of Want allocations,
    or canaries, that have not ended.
    """
    HEALTH = 6
    """WaitHealth: clients must report; Group has Have of Want healthy."""
    SCHEDULER = 7
    """WaitScheduler: every group is done; the scheduler must say successful."""
    DEADLINE = 8
    """WaitDeadline: fails at Until if a group is short then. Have: the rollbacks in a
    row for which it was put off (G7), or 0.
    """
    RESULT = 9
    """WaitResult: the cluster must answer Have outstanding effects."""
    REGIONS = 10
    """WaitRegions: a peer region must go on."""
    CHANGE = 11
    """WaitChange: promotion would be decided, but is only considered when
    allocations change (P4). A user can promote meanwhile.
    """
    END = 12
    """WaitEnd: the watch has ended (F3), but the deployment was not failed: the
    write was refused or withdrawn. The scheduler cancels it if there is a newer
    version of the job, otherwise a user must act.
    """
    COUNTER = 13
    """WaitCounter: every group is done, but by the counter by which the scheduler
    goes Group has Have of Want healthy (an allocation that was unhealthy once is
    not counted again). Only a user can end the deployment.
    """
    GONE = 14
    """WaitGone: the deployment is gone from the store (L1); it is watched until
    another leader takes over, and nothing comes of it.
    """
    BAKE = 15
    """WaitBake (G1): the canaries have been healthy for long enough at Until. Group:
    the first of those that are promoted then.
    """
    APPROVAL = 16
    """WaitApproval (G2): at Until Group is promoted without a user, or the deployment
    fails. Have: the ApprovalAction.
    """
    DURATION = 17
    """WaitDuration (G5): at Until the deployment takes longer than it may."""
    BACK_OFF = 18
    """WaitBackOff (G7): the deployment fails at Until. Have: the newest versions that
    are rollbacks.
    """
    GATE = 19
    """WaitGate (G9): Gate must pass."""
    THAW = 20
    """WaitThaw (G10): something can go forward at Until."""


class Actor(IntEnum):
    """Actor is who can end a wait."""

    NONE = 0
    """No value."""
    CLOCK = 1
    USER = 2
    SCHEDULER = 3
    CLIENTS = 4
    CLUSTER = 5
    REGION = 6
    GATE = 7


@dataclass
class Wait:
    """Wait is one thing that a deployment waits for."""

    code: WaitCode = WaitCode(0)
    actor: Actor = Actor(0)
    group: str = ""
    have: int = 0
    """Have and Want are counts; Until is in Unix nanoseconds, 0 without an end."""
    want: int = 0
    """Have and Want are counts; Until is in Unix nanoseconds, 0 without an end."""
    until: int = 0
    gate: str = ""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            integer(self.code, "Wait.code"),
            integer(self.actor, "Wait.actor"),
            string(self.group, "Wait.group"),
            integer(self.have, "Wait.have"),
            integer(self.want, "Wait.want"),
            integer(self.until, "Wait.until"),
            string(self.gate, "Wait.gate"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Wait:
        """Make one of a message that the module wrote."""
        a = array(value, 7, "Wait")
        return cls(
            number(WaitCode, a[0], "Wait.code"),
            number(Actor, a[1], "Wait.actor"),
            string(a[2], "Wait.group"),
            integer(a[3], "Wait.have"),
            integer(a[4], "Wait.want"),
            integer(a[5], "Wait.until"),
            string(a[6], "Wait.gate"),
        )


@dataclass
class Status:
    """Status answers "why is it stuck, what will it do next, who can move it"."""

    deployment_id: str = ""
    opened: bool = False
    """Opened, Ended and Done are the stages of the watch: Ended after the rules
    have failed the deployment (F3), Done once it is seen terminal (L1).
    """
    ended: bool = False
    """Opened, Ended and Done are the stages of the watch: Ended after the rules
    have failed the deployment (F3), Done once it is seen terminal (L1).
    """
    done: bool = False
    """Opened, Ended and Done are the stages of the watch: Ended after the rules
    have failed the deployment (F3), Done once it is seen terminal (L1).
    """
    status: DeploymentStatus = DeploymentStatus(0)
    deleted: bool = False
    """Deleted says that the deployment is gone from the store."""
    now: int = 0
    """Now and Index are those of the last input."""
    index: int = 0
    wake: Wake = field(default_factory=Wake)
    groups: list[GroupStatus] = field(default_factory=list)
    """Groups are in the order of their names."""
    waits: list[Wait] = field(default_factory=list)
    """Waits say what it waits for, most urgent first. One that is not Done has at
    least one.
    """
    outstanding: list[Key] = field(default_factory=list)
    """Outstanding are the keys of effects without a final result."""
    pending: list[str] = field(default_factory=list)
    """Pending are the allocations that the open window will allow to be replaced."""

    def to_wire(self) -> list[Any]:
        """Return the message as the module reads it."""
        return [
            string(self.deployment_id, "Status.deployment_id"),
            boolean(self.opened, "Status.opened"),
            boolean(self.ended, "Status.ended"),
            boolean(self.done, "Status.done"),
            integer(self.status, "Status.status"),
            boolean(self.deleted, "Status.deleted"),
            integer(self.now, "Status.now"),
            integer(self.index, "Status.index"),
            items([self.wake], Wake, "Status.wake")[0].to_wire(),
            [x.to_wire() for x in items(self.groups, GroupStatus, "Status.groups")],
            [x.to_wire() for x in items(self.waits, Wait, "Status.waits")],
            [x.to_wire() for x in items(self.outstanding, Key, "Status.outstanding")],
            text(self.pending, "Status.pending"),
        ]

    @classmethod
    def from_wire(cls, value: object) -> Status:
        """Make one of a message that the module wrote."""
        a = array(value, 13, "Status")
        return cls(
            string(a[0], "Status.deployment_id"),
            boolean(a[1], "Status.opened"),
            boolean(a[2], "Status.ended"),
            boolean(a[3], "Status.done"),
            number(DeploymentStatus, a[4], "Status.status"),
            boolean(a[5], "Status.deleted"),
            integer(a[6], "Status.now"),
            integer(a[7], "Status.index"),
            Wake.from_wire(a[8]),
            [GroupStatus.from_wire(x) for x in array(a[9], 0, "Status.groups")],
            [Wait.from_wire(x) for x in array(a[10], 0, "Status.waits")],
            [Key.from_wire(x) for x in array(a[11], 0, "Status.outstanding")],
            text(a[12], "Status.pending"),
        )


LEVELS = (
    "nomad-1.0.4",
    "nomad-1.1.4",
    "nomad-1.3.3",
    "nomad-1.6",
    "nomad-1.11",
    "nomad-2.0.5",
    "strict",
)
"""The levels, from the oldest to the strictest."""

__all__ = [
    "LEVELS",
    "SCHEMA",
    "ErrorCode",
    "Switches",
    "ApprovalAction",
    "Approval",
    "Promotion",
    "Failures",
    "Rollbacks",
    "GateUnknown",
    "Gate",
    "Policy",
    "Config",
    "JobGroup",
    "Job",
    "DeploymentStatus",
    "Group",
    "Deployment",
    "DesiredStatus",
    "ClientStatus",
    "Health",
    "Rescheduling",
    "Allocation",
    "AllocationChanges",
    "EvaluationStatus",
    "Evaluation",
    "EvaluationChanges",
    "JobVersion",
    "CommandKind",
    "Command",
    "Key",
    "Outcome",
    "Result",
    "GateVerdict",
    "Verdict",
    "Span",
    "Input",
    "EffectKind",
    "NewEvaluation",
    "Effect",
    "WakeReason",
    "Wake",
    "Refusal",
    "Reply",
    "ReasonCode",
    "Reason",
    "Output",
    "GroupStatus",
    "WaitCode",
    "Actor",
    "Wait",
    "Status",
]
