// The messages of coxswain, made from the Go types by bindings/js/generate.

/** The schema that these types are of; a module with a smaller one is refused. */
export const SCHEMA = 2;

/** The levels, from the oldest to the strictest. */
export const LEVELS: readonly string[] = [
  "nomad-1.0.4",
  "nomad-1.1.4",
  "nomad-1.3.3",
  "nomad-1.6",
  "nomad-1.11",
  "nomad-2.0.5",
  "strict",
];

/** ErrorCode says what kind of bad input an Error is about. */
export enum ErrorCode {
  /** No value. */
  None = 0,
  /**
   * ErrConfig: the configuration names an unknown level or switch, or has a policy
   * that makes no sense.
   */
  Config = 1,
  /** ErrMalformed: the bytes are not a message, or nest too deeply. */
  Malformed = 2,
  /** ErrLimit: a limit is passed. */
  Limit = 3,
  /** ErrInvalid: a field has a value that it cannot have. */
  Invalid = 4,
  /** ErrMissing: something needed is not there, such as the deployment in an opening. */
  Missing = 5,
  /** ErrUnexpected: something is there that has no place, such as a job after the opening. */
  Unexpected = 6,
  /** ErrForeign: an id belongs to another deployment. */
  Foreign = 7,
  /** ErrNotOpen: the machine has not been opened yet. */
  NotOpen = 8,
  /** ErrVersion: a saved state is of a version that this code cannot read. */
  Version = 9,
  /** ErrHandle: the module knows no machine by this handle, or holds too many. */
  Handle = 10,
}

/**
 * Switches is a set of departures from Nomad 1.0.4, one bit each. A level is a
 * named set of them; each can also be set by itself (Config.Switches).
 */
export const Switches = {
  PromoteEnough: 1n,
  DeploymentPriority: 2n,
  Initializing: 4n,
  FailExhausted: 8n,
  DropDeleted: 16n,
  FailWithoutPolicy: 32n,
  PauseHoldsDeadline: 64n,
  PromoteAnyTime: 128n,
  PromoteAtLeast: 256n,
  LiveCanaries: 512n,
  UnknownNotLive: 1024n,
  CountLive: 2048n,
  DeadlineFromStart: 4096n,
  LossNoProgress: 8192n,
  DeadlineAlways: 16384n,
  CompareExecuted: 32768n,
  SkipStopped: 65536n,
  PauseHoldsFailure: 131072n,
  TellWhatHappened: 262144n,
  RevertByCause: 524288n,
  CapRollbacks: 1048576n,
  SendOnce: 2097152n,
  ReplaceCurrent: 4194304n,
  NewerWins: 8388608n,
  CanariesOnlyText: 16777216n,
  FreshWindows: 33554432n,
  CountRecovered: 67108864n,
  CleanRollback: 134217728n,
} as const;
export type Switches = bigint;

/** ApprovalAction is what happens when nobody promotes. */
export enum ApprovalAction {
  /** No value. */
  None = 0,
  /** ApprovalPromotes: silence is consent. */
  Promotes = 1,
  /** ApprovalAborts: the deployment fails. */
  Aborts = 2,
}

/**
 * Approval is for groups that do not promote by themselves (G2). A user is asked to
 * promote them from when all canaries are healthy and have baked, or the deployment
 * was resumed, if that was later.
 */
export interface Approval {
  /** Timeout is how long a user has; 0 means for ever. */
  timeout: bigint;
  /** Then is what happens without an answer. Required with a Timeout. */
  then: ApprovalAction;
}

/** Promotion says which groups are promoted at once (G3). */
export enum Promotion {
  /** PromoteTogether: all groups, when all are ready. */
  Together = 0,
  /** PromoteEach: each group as soon as it is ready itself. */
  Each = 1,
  /**
   * PromoteInOrder: each group when it is ready itself and all those are done
   * that stand before it in the job (Job.Groups). Groups that the job lacks come
   * last, by name.
   */
  InOrder = 2,
}

/**
 * Failures is how many allocations of a group may fail (G4). Up to that many are
 * replaced (A3), in groups without a progress deadline as well; one more fails the
 * deployment at once, in groups with a progress deadline as well. Those that were
 * replaced count as long as the store keeps them. An allocation that can never be
 * rescheduled again still fails it by itself, where the level says so.
 */
export interface Failures {
  /**
   * Limited turns it on: without it no group without a progress deadline may have
   * any, and other groups any number of them.
   */
  limited: boolean;
  /**
   * Number and Percent (of the group's DesiredTotal, rounded down) are what is
   * tolerated; the greater counts.
   */
  number: number;
  /**
   * Number and Percent (of the group's DesiredTotal, rounded down) are what is
   * tolerated; the greater counts.
   */
  percent: number;
}

/**
 * Rollbacks is for a version that a rollback registered and that fails as well
 * (G7). Which ones a rollback registered the host must tell (JobVersion.Rollback).
 */
export interface Rollbacks {
  /**
   * Max is how many there may be in a row; 0 leaves it to the level (S-18). It is
   * at most MaxVersions.
   */
  max: number;
  /**
   * BackOff is how old a deployment must be before it rolls back a rollback;
   * twice as old for the next in a row, and so on. Its failure waits until then.
   * What a user asks for does not.
   */
  backOff: bigint;
}

/** GateUnknown is what a gate without a verdict means. */
export enum GateUnknown {
  /** UnknownHolds: the promotion waits. */
  Holds = 0,
  /** UnknownPasses: as if the gate had passed. */
  Passes = 1,
  /** UnknownFails: as if the gate had failed. */
  Fails = 2,
}

/** Gate is something outside that has a say, such as an analysis of metrics (G9). */
export interface Gate {
  name: string;
  /** Unknown is what it means when a promotion is due and there is no verdict. */
  unknown: GateUnknown;
}

/**
 * Policy is what an embedder wants beyond a level: rules that hold the level's
 * decisions back, or add some of their own (G1–G10). Each can be used at any level,
 * and each is off while its field has the zero value. Durations are in nanoseconds.
 *
 * All that policies go by is in the inputs, so that another leader comes to the
 * same decisions: when an allocation was found healthy, by its client's clock; when
 * the deployment was made and how long it was paused, or else when the machine was
 * opened and what it has seen; verdicts and freezes, which the host repeats in an
 * opening. While the deployment is paused no policy decides anything.
 */
export interface Policy {
  /**
   * Bake (G1) is how long all canaries must have been healthy before a promotion
   * by itself. A canary that has no HealthTime never has been.
   */
  bake: bigint;
  /** Approval (G2) is what becomes of groups that a user must promote, and does not. */
  approval: Approval;
  /** Promotion (G3) says which groups a promotion by itself is for. */
  promotion: Promotion;
  /** Failures (G4) is how many failed allocations a group may have. */
  failures: Failures;
  /**
   * Duration (G5) is how long a deployment may take altogether, without the time
   * that it was paused or frozen (time that was both is left out twice). Past it the
   * deployment fails, unless every group is done.
   */
  duration: bigint;
  /**
   * RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
   * how long a group may go without progress when its failure rolls the job back,
   * and when there is nothing to roll back to. 0 leaves the group's own.
   */
  revertAfter: bigint;
  /**
   * RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
   * how long a group may go without progress when its failure rolls the job back,
   * and when there is nothing to roll back to. 0 leaves the group's own.
   */
  giveUpAfter: bigint;
  /** Rollbacks (G7) is for rollbacks that fail as well. */
  rollbacks: Rollbacks;
  /**
   * RollbackTag (G8) is the tag of the version to roll back to. Without such a
   * version it is the latest stable one.
   */
  rollbackTag: string;
  /**
   * Gates (G9) must pass before a promotion by itself, and fail the deployment
   * when they fail; at most MaxGates.
   */
  gates: Gate[];
  /**
   * Freezes (G10) allows Input.Freezes: spans of time in which no promotion and
   * no next step is decided, and no deadline runs.
   */
  freezes: boolean;
}

/**
 * Config is what a machine is made with. The zero value is not usable: the
 * level must be chosen.
 */
export interface Config {
  /** Level says whose decisions are wanted, such as LevelNomad104. Required. */
  level: string;
  /** Switches are set in addition to the level's own. */
  switches: Switches;
  /**
   * Reasons fills Output.Reasons. It costs a little time and memory and
   * changes nothing else.
   */
  reasons: boolean;
  /** Policy is what is wanted beyond the level; the zero value is nothing. */
  policy: Policy;
}

/** JobGroup is what D4 reads of a task group in the job. */
export interface JobGroup {
  name: string;
  /** AutoRevert is the flag in the group's update block; false without one. */
  autoRevert: boolean;
}

/**
 * Job is the job as it is when watching starts: its newest version, which can
 * be newer than the deployment's. The machine never refreshes it.
 */
export interface Job {
  namespace: string;
  id: string;
  /** Type is the scheduler's ("service"); Priority goes into evaluations. */
  type: string;
  priority: number;
  /** Version and ModifyIndex (of the specification) name what was read. */
  version: bigint;
  /** Version and ModifyIndex (of the specification) name what was read. */
  modifyIndex: bigint;
  /** Multiregion turns on T5. */
  multiregion: boolean;
  /**
   * SpecDigest stands for everything that Nomad compares when it asks whether
   * two specifications differ (R2). Empty means "differs from everything,
   * also from itself", which is what Nomad finds for a specification that
   * holds a list that is present but empty. ExecDigest stands for what is
   * executed only. At most MaxDigestLength bytes each.
   */
  specDigest: string;
  /**
   * SpecDigest stands for everything that Nomad compares when it asks whether
   * two specifications differ (R2). Empty means "differs from everything,
   * also from itself", which is what Nomad finds for a specification that
   * holds a list that is present but empty. ExecDigest stands for what is
   * executed only. At most MaxDigestLength bytes each.
   */
  execDigest: string;
  /** Groups are the task groups of this version. */
  groups: JobGroup[];
}

/**
 * DeploymentStatus is where a deployment stands. Running, paused, pending,
 * blocked, unblocking and initializing are active; successful, failed and
 * cancelled are terminal and never change again.
 */
export enum DeploymentStatus {
  /** No value. */
  None = 0,
  Running = 1,
  Paused = 2,
  Pending = 3,
  Blocked = 4,
  Unblocking = 5,
  Successful = 6,
  Failed = 7,
  Cancelled = 8,
  /**
   * DeploymentInitializing does not exist before nomad-1.6; there it is not
   * active (L1).
   */
  Initializing = 9,
}

/** Group is the state of one task group in a deployment. */
export interface Group {
  name: string;
  /**
   * DesiredTotal is how many allocations the group wants in the end;
   * DesiredCanaries how many of them are wanted first, for a promotion.
   */
  desiredTotal: number;
  /**
   * DesiredTotal is how many allocations the group wants in the end;
   * DesiredCanaries how many of them are wanted first, for a promotion.
   */
  desiredCanaries: number;
  /** Promoted says that the canaries have been accepted. */
  promoted: boolean;
  /**
   * AutoRevert rolls back when the group fails; AutoPromote promotes when all
   * canaries are healthy. They are the flags of the deployment; D4 reads the
   * job's own (JobGroup) instead.
   */
  autoRevert: boolean;
  /**
   * AutoRevert rolls back when the group fails; AutoPromote promotes when all
   * canaries are healthy. They are the flags of the deployment; D4 reads the
   * job's own (JobGroup) instead.
   */
  autoPromote: boolean;
  /**
   * PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
   * (S1), which D4 reads. They are not counts of live allocations.
   */
  placedAllocs: number;
  /**
   * PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
   * (S1), which D4 reads. They are not counts of live allocations.
   */
  healthyAllocs: number;
  /**
   * PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
   * (S1), which D4 reads. They are not counts of live allocations.
   */
  unhealthyAllocs: number;
  /**
   * ProgressDeadline is a duration in nanoseconds; 0 means none: then the
   * first unhealthy allocation fails the deployment (A5).
   */
  progressDeadline: bigint;
  /**
   * RequireProgressBy is when the deadline passes, in Unix nanoseconds; 0
   * means that it has not started.
   */
  requireProgressBy: bigint;
  /**
   * PlacedCanaries are the ids of the canaries placed so far; at most
   * MaxAllocations. See Input.CanariesAdded for sending only the new ones.
   */
  placedCanaries: string[];
}

/** Deployment is one rollout of one job version. */
export interface Deployment {
  /** ID names the deployment; at most MaxIDLength bytes, not empty. */
  id: string;
  /**
   * Status and Description say where it stands. The core decides by the
   * status alone; the description is for people and for the ledger.
   */
  status: DeploymentStatus;
  description: string;
  /** JobVersion is the version of the job that is rolled out. */
  jobVersion: bigint;
  /** CreateIndex and ModifyIndex are the commits that made and last changed it. */
  createIndex: bigint;
  /** CreateIndex and ModifyIndex are the commits that made and last changed it. */
  modifyIndex: bigint;
  /**
   * Groups are the task groups that take part, in any order, each name once;
   * at most MaxGroups.
   */
  groups: Group[];
  /**
   * Priority goes into evaluations in place of the job's; 0 for none. It does
   * not exist before nomad-1.3.3.
   */
  priority: number;
  /**
   * CreateTime is when it was made, in Unix nanoseconds; 0 when the host does
   * not know it, and then no deadline starts with it (S-5).
   */
  createTime: bigint;
  /**
   * PausedAt and ResumedAt are when it was paused and resumed last (Unix
   * nanoseconds), PausedFor how long all
   * ended pauses took. They are for policies (G2, G5). When all are 0 a machine
   * goes by the pauses that it has seen itself.
   */
  pausedAt: bigint;
  /**
   * PausedAt and ResumedAt are when it was paused and resumed last (Unix
   * nanoseconds), PausedFor how long all
   * ended pauses took. They are for policies (G2, G5). When all are 0 a machine
   * goes by the pauses that it has seen itself.
   */
  resumedAt: bigint;
  /**
   * PausedAt and ResumedAt are when it was paused and resumed last (Unix
   * nanoseconds), PausedFor how long all
   * ended pauses took. They are for policies (G2, G5). When all are 0 a machine
   * goes by the pauses that it has seen itself.
   */
  pausedFor: bigint;
}

/** DesiredStatus is what the scheduler wants of an allocation. */
export enum DesiredStatus {
  /** No value. */
  None = 0,
  Run = 1,
  Stop = 2,
  Evict = 3,
}

/** ClientStatus is what the client reports of an allocation. */
export enum ClientStatus {
  /** No value. */
  None = 0,
  Pending = 1,
  Running = 2,
  Complete = 3,
  Failed = 4,
  Lost = 5,
  /** ClientUnknown: the client is out of reach. It does not exist in 1.0.4. */
  Unknown = 6,
}

/** Health is what is known of an allocation's health in its deployment. */
export enum Health {
  HealthUnset = 0,
  Healthy = 1,
  Unhealthy = 2,
}

/** Rescheduling says what an allocation's reschedule policy leaves. */
export enum Rescheduling {
  Possible = 0,
  /**
   * RescheduleExhausted: the attempts of its policy are used up. An unlimited
   * policy never is.
   */
  Exhausted = 1,
  /** RescheduleWithout: it has no policy. */
  Without = 2,
}

/** Allocation is one placed instance of a task group. */
export interface Allocation {
  /** ID names the allocation; at most MaxIDLength bytes, not empty. */
  id: string;
  /**
   * Group is the name of its task group. A2 passes over an allocation whose
   * group does not take part in the deployment.
   */
  group: string;
  /** Desired and Client are the scheduler's and the client's word on it. */
  desired: DesiredStatus;
  client: ClientStatus;
  /** ModifyIndex is the commit that last changed it; A0 reads it. */
  modifyIndex: bigint;
  /**
   * ModifyTime is when it was last changed, in Unix nanoseconds. The core
   * does not read it; the ledger starts the deadline with it (S2).
   */
  modifyTime: bigint;
  /**
   * Health, the time at which it was found (Unix nanoseconds, the client's
   * clock) and the commit that set it.
   */
  health: Health;
  healthTime: bigint;
  healthIndex: bigint;
  /** Canary is set until the canary is promoted. */
  canary: boolean;
  /** Reschedule says that the allocation was allowed a replacement (T1). */
  reschedule: boolean;
  /** Rescheduling says whether it can ever be rescheduled again. */
  rescheduling: Rescheduling;
}

/**
 * AllocationChanges are allocations of the deployment: those that changed, or,
 * with Whole, all of them, so that one that is not listed is gone.
 */
export interface AllocationChanges {
  whole: boolean;
  changed: Allocation[];
  removed: string[];
  /**
   * TableIndex is the index of the last write to any allocation of the
   * cluster; 0 when it is not known. It is read only while the deployment
   * has no allocations at all (A0).
   */
  tableIndex: bigint;
}

/**
 * EvaluationStatus is where an evaluation stands. The values are in the order
 * in which A1 reads them.
 */
export enum EvaluationStatus {
  /** No value. */
  None = 0,
  Blocked = 1,
  Cancelled = 2,
  Complete = 3,
  Failed = 4,
  Pending = 5,
}

/**
 * Evaluation is a request to the scheduler to look at the job again. A1 reads
 * all evaluations of the job, whatever version or deployment they are for.
 */
export interface Evaluation {
  id: string;
  status: EvaluationStatus;
  /**
   * CreateIndex is the commit that made it; SnapshotIndex the one whose state
   * the scheduler saw, 0 when it has not looked yet.
   */
  createIndex: bigint;
  /**
   * CreateIndex is the commit that made it; SnapshotIndex the one whose state
   * the scheduler saw, 0 when it has not looked yet.
   */
  snapshotIndex: bigint;
}

/**
 * EvaluationChanges are evaluations of the job: those that changed, or, with
 * Whole, all of them.
 */
export interface EvaluationChanges {
  whole: boolean;
  changed: Evaluation[];
  removed: string[];
}

/** JobVersion is one kept version of the job (R1). */
export interface JobVersion {
  version: bigint;
  /**
   * Stable says that a deployment of this version was successful, or that the
   * version was born from a rollback (S5).
   */
  stable: boolean;
  /** Stopped says that this version stops the job. */
  stopped: boolean;
  /** CreateIndex tells incarnations of a purged and registered job apart. */
  createIndex: bigint;
  /** SpecDigest and ExecDigest are made as those of Job are. */
  specDigest: string;
  /** SpecDigest and ExecDigest are made as those of Job are. */
  execDigest: string;
  /**
   * Rollback says that a rollback registered it. Without it rollbacks are not
   * counted (S-18).
   */
  rollback: boolean;
  /** Tag is the version's name, empty for none. */
  tag: string;
}

/** CommandKind is what a user asks for. */
export enum CommandKind {
  /** No value. */
  None = 0,
  SetHealth = 1,
  Promote = 2,
  Pause = 3,
  Resume = 4,
  Fail = 5,
  Run = 6,
  Unblock = 7,
  Cancel = 8,
}

/** Command is one wish of a user. Output.Reply answers it. */
export interface Command {
  /** ID is the host's; effects and the reply repeat it. 0 is refused. */
  id: bigint;
  kind: CommandKind;
  /** Healthy and Unhealthy are the allocations of set-health (C1). */
  healthy: string[];
  /** Healthy and Unhealthy are the allocations of set-health (C1). */
  unhealthy: string[];
  /** All promotes every group; otherwise Groups names them (C2). */
  all: boolean;
  groups: string[];
}

/**
 * Key names an effect for ever: no two effects share one, whatever restarts or
 * changes of leadership come between, so sending the same key again is safe.
 */
export interface Key {
  deployment: string;
  /** Epoch is that of the opening; N counts the machine's effects from 1. */
  epoch: bigint;
  /** Epoch is that of the opening; N counts the machine's effects from 1. */
  n: bigint;
}

/** Outcome is what became of an effect. */
export enum Outcome {
  /** No value. */
  None = 0,
  /** Applied: the cluster wrote it, at Result.Index. */
  Applied = 1,
  /** Rejected: the cluster refused it; that is final. */
  Rejected = 2,
  /**
   * Unknown: no answer came. The effect stays outstanding, and the host sends
   * it again under the same key until it is applied, rejected or withdrawn.
   */
  Unknown = 3,
}

/**
 * Result tells what became of an effect. A result for a key that is not
 * outstanding is passed over: the answer to an effect may arrive twice.
 */
export interface Result {
  key: Key;
  outcome: Outcome;
  /** Index is the commit that applied it; 0 otherwise. */
  index: bigint;
}

/** GateVerdict is the word of a gate. */
export enum GateVerdict {
  /** No value. */
  None = 0,
  Pass = 1,
  Fail = 2,
  Undecided = 3,
}

/** Verdict is what a gate says now; it holds until the gate says otherwise. */
export interface Verdict {
  gate: string;
  value: GateVerdict;
}

/** Span is the time from From up to Until, in Unix nanoseconds. */
export interface Span {
  from: bigint;
  until: bigint;
}

/**
 * Input is one commit of the cluster, one command, the outcome of earlier
 * effects, or any of them together; with only Now it is a tick of the clock.
 * All slices stay the caller's: a Step reads them and keeps copies.
 */
export interface Input {
  /**
   * Now is the time in Unix nanoseconds. One that lies before the last Now
   * counts as the last one. It must lie between 1 and MaxTime.
   */
  now: bigint;
  /**
   * Index is the commit's. Facts of an index not above the last one are
   * passed over and Output.Stale is set; commands, results and time are
   * still read. 0 means that there are no facts.
   */
  index: bigint;
  /**
   * Epoch and Job belong to the first input, which opens the machine, and to
   * no other. Epoch is the leader's term or the opening index; it must be
   * higher than any that a machine of this deployment had before, so that no
   * effect key is ever used twice. 0 is refused.
   */
  epoch: bigint;
  job: Job | null;
  /**
   * Deployment is the deployment after this commit; nil when it was not
   * written. The opening needs it. Every later one is a delivery (D3, D7).
   */
  deployment: Deployment | null;
  /**
   * CanariesAdded says that the PlacedCanaries of Deployment's groups list
   * only canaries that are new; otherwise they are the whole list.
   */
  canariesAdded: boolean;
  /**
   * Delivered says that some other deployment of the cluster was written in
   * this commit: a delivery of this one, unchanged (D3).
   */
  delivered: boolean;
  /** DeploymentDeleted says that the deployment is gone from the store (L1). */
  deploymentDeleted: boolean;
  /**
   * Allocations are the deployment's, Evaluations the job's, that this
   * commit changed. An allocation that goes over to another deployment is
   * removed from its old one.
   */
  allocations: AllocationChanges;
  evaluations: EvaluationChanges;
  /**
   * Versions are the kept versions of the job in any order, all of them;
   * they are read only when VersionsRead is set.
   */
  versions: JobVersion[];
  versionsRead: boolean;
  /** Command is one wish of a user (C); nil for none. */
  command: Command | null;
  /** Results tell what became of earlier effects; at most MaxResults. */
  results: Result[];
  /**
   * Verdicts are what gates say that have something new to say (G9); an opening
   * repeats what holds. They belong to no commit.
   */
  verdicts: Verdict[];
  /**
   * Freezes are the spans of time in which nothing goes forward (G10): all of
   * them, in any order, at most MaxFreezes. They are read only when FreezesRead is
   * set, and belong to no commit.
   */
  freezes: Span[];
  freezesRead: boolean;
}

/**
 * EffectKind is one of the triggers T1–T5, which are all that ever leaves the
 * machine.
 */
export enum EffectKind {
  /** No value. */
  None = 0,
  /**
   * EffectReschedule (T1) allows Allocations, which may be empty, to be
   * replaced, and creates Evaluation.
   */
  Reschedule = 1,
  /**
   * EffectStatus (T2) sets Status and Description, creates Evaluation unless
   * it is nil, and rolls the job back to RollbackVersion if Rollback.
   */
  Status = 2,
  /** EffectPromote (T3) promotes All groups or Groups, and creates Evaluation. */
  Promote = 3,
  /**
   * EffectHealth (T4) sets the health of Healthy and Unhealthy, in this
   * order, at Timestamp, and creates Evaluation; with a Status it also sets
   * that, and rolls back if Rollback.
   */
  Health = 4,
  /** EffectRegion (T5) tells the peer regions Status. */
  Region = 5,
}

/**
 * NewEvaluation is the evaluation that an effect creates: pending, triggered by
 * "deployment-watcher", for the job and the deployment.
 */
export interface NewEvaluation {
  /** ID is derived from the effect's key; it has the form of a UUID. */
  id: string;
  namespace: string;
  jobId: string;
  type: string;
  priority: number;
  deploymentId: string;
  /** Time is its create and modify time in Unix nanoseconds. */
  time: bigint;
}

/**
 * Effect is one thing that the cluster is to do. A cluster that can check
 * applies it only while DeploymentIndex and JobIndex still hold.
 */
export interface Effect {
  key: Key;
  kind: EffectKind;
  /**
   * Command is the ID of the command that it answers; 0 when the rules
   * themselves decided it.
   */
  command: bigint;
  /**
   * DeploymentIndex and JobIndex are the modify indexes of the deployment and
   * of the job (at opening) that it was decided on.
   */
  deploymentIndex: bigint;
  /**
   * DeploymentIndex and JobIndex are the modify indexes of the deployment and
   * of the job (at opening) that it was decided on.
   */
  jobIndex: bigint;
  /** Which of these are used, EffectKind says. */
  allocations: string[];
  status: DeploymentStatus;
  description: string;
  rollback: boolean;
  rollbackVersion: bigint;
  all: boolean;
  groups: string[];
  healthy: string[];
  unhealthy: string[];
  timestamp: bigint;
  evaluation: NewEvaluation | null;
}

/** WakeReason says what the next tick is for. */
export enum WakeReason {
  None = 0,
  Batch = 1,
  Deadline = 2,
  Bake = 3,
  Approval = 4,
  Duration = 5,
  BackOff = 6,
  Thaw = 7,
}

/**
 * Wake is the next time at which the machine must be stepped even if nothing
 * happens. A later tick is safe; the decision then falls at that later time.
 */
export interface Wake {
  /** At is in Unix nanoseconds; 0 when Reason is WakeNone. */
  at: bigint;
  reason: WakeReason;
}

/** Refusal says why a command was not accepted. */
export enum Refusal {
  Not = 0,
  /** RefusedTerminal: the deployment has ended. */
  Terminal = 1,
  /** RefusedNoAllocations: set-health names no allocation at all. */
  NoAllocations = 2,
  /** RefusedUnknown: there is no such deployment, or no longer. */
  Unknown = 3,
}

/**
 * Reply answers a command. An accepted one that writes something has an effect
 * with the same Command; run, unblock and cancel on a single region write
 * nothing (C5).
 */
export interface Reply {
  command: bigint;
  refused: Refusal;
  /** Text is Nomad's sentence for the refusal. */
  text: string;
  /** EvaluationID is the evaluation that the effect creates; empty for pause. */
  evaluationId: string;
  /** Reverted says that the job is rolled back to RevertedVersion. */
  reverted: boolean;
  revertedVersion: bigint;
}

/**
 * ReasonCode says why something was decided, or why not. Its Rule is the rule
 * that it comes from, and Reason.String the sentence.
 */
export enum ReasonCode {
  /** No value. */
  None = 0,
  /**
   * ReasonProgress (A4): a healthy allocation is newer than the last
   * evaluation. Index: its health's index; Have: the evaluation's (A1).
   */
  Progress = 1,
  /**
   * ReasonReplace (A3): unhealthy allocations may be replaced. Have: how
   * many; Allocation: the first.
   */
  Replace = 2,
  /** ReasonWindowOpens (B1): a window was opened. Time: when it closes. */
  WindowOpens = 3,
  /**
   * ReasonWindowOpen (B2): the need joins a window that is open. Time: when
   * it closes.
   */
  WindowOpen = 4,
  /** ReasonWindowCloses (B1): the window closed. Have: allocations in it. */
  WindowCloses = 5,
  /**
   * ReasonUnhealthy (A5): a group without a progress deadline has unhealthy
   * allocations. Group; Have: how many.
   */
  Unhealthy = 6,
  /**
   * ReasonPromote (P4): every canary is placed and none is unhealthy or
   * unreported. Have: placed canaries; Group: one that a user was asked to promote
   * in vain (G2).
   */
  Promote = 7,
  /** ReasonNotRunning (P1): promotion waits while the deployment is not running. */
  NotRunning = 8,
  /** ReasonNotAutoPromote (P2): Group must be promoted by a user. */
  NotAutoPromote = 9,
  /** ReasonCanariesPlaced (P2): Group has Have placed canaries and desires Want. */
  CanariesPlaced = 10,
  /** ReasonCanaryNotHealthy (P3): canary Allocation of Group is not healthy. */
  CanaryNotHealthy = 11,
  /** ReasonCanariesHealthy (P3): Group has Have healthy canaries and desires Want. */
  CanariesHealthy = 12,
  /** ReasonDeadlineSet (D3): the deadline is now at Time. */
  DeadlineSet = 13,
  /** ReasonDeadlineOff (D3): no group has a deadline ahead any more. */
  DeadlineOff = 14,
  /** ReasonShort (D4): the deadline passed and Group is short: Have healthy, Want. */
  Short = 15,
  /** ReasonDeadlineSkipped (D5): the deadline passed and no group is short. */
  DeadlineSkipped = 16,
  /** ReasonDeadlineUnread (D5): the deadline passed and the deployment is gone. */
  DeadlineUnread = 17,
  /** ReasonNoAutoRevert (D4, A5, C4): what failed does not ask for a rollback. */
  NoAutoRevert = 18,
  /** ReasonNoTarget (R1): a rollback was asked for and no version is stable. */
  NoTarget = 19,
  /** ReasonRollback (R2): rolls back to Version. */
  Rollback = 20,
  /** ReasonSameSpec (R2): Version has the same specification. */
  SameSpec = 21,
  /** ReasonRegion (D7, D6, A6): the peer regions are told. */
  Region = 22,
  /** ReasonRegionFailed (D7): telling the peer regions was rejected. */
  RegionFailed = 23,
  /** ReasonCommand (C): a user asked. Have: the command's kind. */
  Command = 24,
  /** ReasonRefused (C): a command was refused. Have: the command's kind. */
  Refused = 25,
  /**
   * ReasonEnded (F3): the watch has ended; only commands and an open window
   * are still served.
   */
  Ended = 26,
  /**
   * ReasonDropped (L1): the deployment is terminal. Have: its status; 0 when it is
   * gone from the store.
   */
  Dropped = 27,
  /**
   * ReasonNewerVersion (R2): there is no rollback, or it is withdrawn, since
   * Version was registered after the deployment's, or after it was decided.
   */
  NewerVersion = 28,
  /**
   * ReasonTooMany: an effect is withdrawn, since MaxOutstanding newer ones
   * wait for their results.
   */
  TooMany = 29,
  /**
   * ReasonWindowMoves (A7): the promotion that was decided when the window was
   * opened is answered. Time: when the window closes now.
   */
  WindowMoves = 30,
  /**
   * ReasonExhausted (A5): Group has Have unhealthy allocations that can never be
   * rescheduled again.
   */
  Exhausted = 31,
  /**
   * ReasonRollbacksCapped (R2): the newest Have versions are rollbacks, so there
   * is none to Version.
   */
  RollbacksCapped = 32,
  /**
   * ReasonBaking (G1): the canaries have not been healthy for long enough. Group;
   * Time: when they have been. Without one, canary Allocation has no HealthTime.
   */
  Baking = 33,
  /**
   * ReasonApproval (G2): a user must promote Group. Time: until when, 0 when canary
   * Allocation has no HealthTime; Have: the ApprovalAction that follows.
   */
  Approval = 34,
  /** ReasonTurn (G3): Group comes first in the job's order and is not done. */
  Turn = 35,
  /** ReasonReady (G3): Group is promoted, whose Have placed canaries are ready. */
  Ready = 36,
  /** ReasonFailures (G4): Group has Have unhealthy allocations, and Want are tolerated. */
  Failures = 37,
  /**
   * ReasonDuration (G5): the deployment takes longer than it may. Group: the first
   * that is not done; Time: when the limit passed.
   */
  Duration = 38,
  /**
   * ReasonBackOff (G7): the failure waits, since the newest Have versions are
   * rollbacks. Time: until when.
   */
  BackOff = 39,
  /** ReasonTagged (G8): rolls back to Version, which has the tag. */
  Tagged = 40,
  /** ReasonNoTag (G8): no version has the tag. */
  NoTag = 41,
  /** ReasonGate (G9): Gate has not passed. Have: its GateVerdict. */
  Gate = 42,
  /**
   * ReasonGateFailed (G9): Gate has failed, or counts as failed. Have: its
   * GateVerdict.
   */
  GateFailed = 43,
  /**
   * ReasonFrozen (G10): nothing goes forward before Time. Have: 0 for a promotion, 1
   * for the next step (A4).
   */
  Frozen = 44,
}

/** Reason is why something was decided, or why not, with its facts. */
export interface Reason {
  code: ReasonCode;
  /** Effect is the N of the effect's key that it explains; 0 for none. */
  effect: bigint;
  /** Which of these are used, ReasonCode says. */
  group: string;
  allocation: string;
  have: bigint;
  want: bigint;
  index: bigint;
  version: bigint;
  time: bigint;
  gate: string;
}

/**
 * Output is everything that a Step decided. The caller owns it and passes the
 * same one to every Step, which clears it first; copy what must live longer.
 */
export interface Output {
  /** Effects are to be carried out in this order. */
  effects: Effect[];
  /** Withdrawn are keys of earlier effects that must not be sent (again). */
  withdrawn: Key[];
  /** Wake is when the next tick is due, and what for. */
  wake: Wake;
  /** Reply answers Input.Command; nil without one. */
  reply: Reply | null;
  /**
   * Reasons say why, in the order in which things were decided; empty unless
   * Config.Reasons. Nothing else depends on that.
   */
  reasons: Reason[];
  /**
   * Stale says that the input's facts were at an index that was handled
   * before, and were passed over.
   */
  stale: boolean;
  /**
   * Done says that the deployment has ended: nothing more will come, and the
   * machine can be closed.
   */
  done: boolean;
}

/** GroupStatus is where one group stands. */
export interface GroupStatus {
  name: string;
  desiredTotal: number;
  desiredCanaries: number;
  promoted: boolean;
  autoPromote: boolean;
  autoRevert: boolean;
  placedAllocs: number;
  healthyAllocs: number;
  unhealthyAllocs: number;
  /** Live counts allocations that are healthy and not terminal (D2). */
  live: number;
  /**
   * PlacedCanaries and HealthyCanaries count placed canaries, and those among
   * the allocations that are healthy.
   */
  placedCanaries: number;
  /**
   * PlacedCanaries and HealthyCanaries count placed canaries, and those among
   * the allocations that are healthy.
   */
  healthyCanaries: number;
  /** Done is D2's word on the group. */
  done: boolean;
  progressDeadline: bigint;
  requireProgressBy: bigint;
  /**
   * Standing counts allocations that are not terminal, StandingCanaries the
   * placed canaries among them and LiveCanaries those of these that are healthy.
   */
  standing: number;
  /**
   * Standing counts allocations that are not terminal, StandingCanaries the
   * placed canaries among them and LiveCanaries those of these that are healthy.
   */
  standingCanaries: number;
  /**
   * Standing counts allocations that are not terminal, StandingCanaries the
   * placed canaries among them and LiveCanaries those of these that are healthy.
   */
  liveCanaries: number;
}

/** WaitCode says what a deployment waits for. */
export enum WaitCode {
  /** No value. */
  None = 0,
  /** WaitBatch: the batch window closes at Until. Have: allocations in it. */
  Batch = 1,
  /** WaitPromotion: a user must promote Group. */
  Promotion = 2,
  /** WaitCanaries: clients must report; Group has Have of Want canaries healthy. */
  Canaries = 3,
  /** WaitResume: a user must resume the deployment. */
  Resume = 4,
  /**
   * WaitPlacement: the scheduler must place; Group has Have of Want allocations,
   * or canaries, that have not ended.
   */
  Placement = 5,
  /** WaitHealth: clients must report; Group has Have of Want healthy. */
  Health = 6,
  /** WaitScheduler: every group is done; the scheduler must say successful. */
  Scheduler = 7,
  /**
   * WaitDeadline: fails at Until if a group is short then. Have: the rollbacks in a
   * row for which it was put off (G7), or 0.
   */
  Deadline = 8,
  /** WaitResult: the cluster must answer Have outstanding effects. */
  Result = 9,
  /** WaitRegions: a peer region must go on. */
  Regions = 10,
  /**
   * WaitChange: promotion would be decided, but is only considered when
   * allocations change (P4). A user can promote meanwhile.
   */
  Change = 11,
  /**
   * WaitEnd: the watch has ended (F3), but the deployment was not failed: the
   * write was refused or withdrawn. The scheduler cancels it if there is a newer
   * version of the job, otherwise a user must act.
   */
  End = 12,
  /**
   * WaitCounter: every group is done, but by the counter by which the scheduler
   * goes Group has Have of Want healthy (an allocation that was unhealthy once is
   * not counted again). Only a user can end the deployment.
   */
  Counter = 13,
  /**
   * WaitGone: the deployment is gone from the store (L1); it is watched until
   * another leader takes over, and nothing comes of it.
   */
  Gone = 14,
  /**
   * WaitBake (G1): the canaries have been healthy for long enough at Until. Group:
   * the first of those that are promoted then.
   */
  Bake = 15,
  /**
   * WaitApproval (G2): at Until Group is promoted without a user, or the deployment
   * fails. Have: the ApprovalAction.
   */
  Approval = 16,
  /** WaitDuration (G5): at Until the deployment takes longer than it may. */
  Duration = 17,
  /**
   * WaitBackOff (G7): the deployment fails at Until. Have: the newest versions that
   * are rollbacks.
   */
  BackOff = 18,
  /** WaitGate (G9): Gate must pass. */
  Gate = 19,
  /** WaitThaw (G10): something can go forward at Until. */
  Thaw = 20,
}

/** Actor is who can end a wait. */
export enum Actor {
  /** No value. */
  None = 0,
  Clock = 1,
  User = 2,
  Scheduler = 3,
  Clients = 4,
  Cluster = 5,
  Region = 6,
  Gate = 7,
}

/** Wait is one thing that a deployment waits for. */
export interface Wait {
  code: WaitCode;
  actor: Actor;
  group: string;
  /** Have and Want are counts; Until is in Unix nanoseconds, 0 without an end. */
  have: bigint;
  /** Have and Want are counts; Until is in Unix nanoseconds, 0 without an end. */
  want: bigint;
  until: bigint;
  gate: string;
}

/** Status answers "why is it stuck, what will it do next, who can move it". */
export interface Status {
  deploymentId: string;
  /**
   * Opened, Ended and Done are the stages of the watch: Ended after the rules
   * have failed the deployment (F3), Done once it is seen terminal (L1).
   */
  opened: boolean;
  /**
   * Opened, Ended and Done are the stages of the watch: Ended after the rules
   * have failed the deployment (F3), Done once it is seen terminal (L1).
   */
  ended: boolean;
  /**
   * Opened, Ended and Done are the stages of the watch: Ended after the rules
   * have failed the deployment (F3), Done once it is seen terminal (L1).
   */
  done: boolean;
  status: DeploymentStatus;
  /** Deleted says that the deployment is gone from the store. */
  deleted: boolean;
  /** Now and Index are those of the last input. */
  now: bigint;
  index: bigint;
  wake: Wake;
  /** Groups are in the order of their names. */
  groups: GroupStatus[];
  /**
   * Waits say what it waits for, most urgent first. One that is not Done has at
   * least one.
   */
  waits: Wait[];
  /** Outstanding are the keys of effects without a final result. */
  outstanding: Key[];
  /** Pending are the allocations that the open window will allow to be replaced. */
  pending: string[];
}
