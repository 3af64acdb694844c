// The messages as the module has them, made from the Go types by bindings/js/generate.

import * as types from "./types.js";
import * as wire from "./wire.js";

export const Approval = wire.message<types.Approval>("Approval", {
  timeout: wire.i64,
  then: wire.enumeration<types.ApprovalAction>("ApprovalAction", types.ApprovalAction),
});

export const Failures = wire.message<types.Failures>("Failures", {
  limited: wire.bool,
  number: wire.i32,
  percent: wire.i32,
});

export const Rollbacks = wire.message<types.Rollbacks>("Rollbacks", {
  max: wire.i32,
  backOff: wire.i64,
});

export const Gate = wire.message<types.Gate>("Gate", {
  name: wire.text,
  unknown: wire.enumeration<types.GateUnknown>("GateUnknown", types.GateUnknown),
});

export const Policy = wire.message<types.Policy>("Policy", {
  bake: wire.i64,
  approval: Approval,
  promotion: wire.enumeration<types.Promotion>("Promotion", types.Promotion),
  failures: Failures,
  duration: wire.i64,
  revertAfter: wire.i64,
  giveUpAfter: wire.i64,
  rollbacks: Rollbacks,
  rollbackTag: wire.text,
  gates: wire.list(Gate),
  freezes: wire.bool,
});

export const Config = wire.message<types.Config>("Config", {
  level: wire.text,
  switches: wire.u64,
  reasons: wire.bool,
  policy: Policy,
});

export const JobGroup = wire.message<types.JobGroup>("JobGroup", {
  name: wire.text,
  autoRevert: wire.bool,
});

export const Job = wire.message<types.Job>("Job", {
  namespace: wire.text,
  id: wire.text,
  type: wire.text,
  priority: wire.i32,
  version: wire.u64,
  modifyIndex: wire.u64,
  multiregion: wire.bool,
  specDigest: wire.text,
  execDigest: wire.text,
  groups: wire.list(JobGroup),
});

export const Group = wire.message<types.Group>("Group", {
  name: wire.text,
  desiredTotal: wire.i32,
  desiredCanaries: wire.i32,
  promoted: wire.bool,
  autoRevert: wire.bool,
  autoPromote: wire.bool,
  placedAllocs: wire.i32,
  healthyAllocs: wire.i32,
  unhealthyAllocs: wire.i32,
  progressDeadline: wire.i64,
  requireProgressBy: wire.i64,
  placedCanaries: wire.list(wire.text),
});

export const Deployment = wire.message<types.Deployment>("Deployment", {
  id: wire.text,
  status: wire.enumeration<types.DeploymentStatus>("DeploymentStatus", types.DeploymentStatus),
  description: wire.text,
  jobVersion: wire.u64,
  createIndex: wire.u64,
  modifyIndex: wire.u64,
  groups: wire.list(Group),
  priority: wire.i32,
  createTime: wire.i64,
  pausedAt: wire.i64,
  resumedAt: wire.i64,
  pausedFor: wire.i64,
});

export const Allocation = wire.message<types.Allocation>("Allocation", {
  id: wire.text,
  group: wire.text,
  desired: wire.enumeration<types.DesiredStatus>("DesiredStatus", types.DesiredStatus),
  client: wire.enumeration<types.ClientStatus>("ClientStatus", types.ClientStatus),
  modifyIndex: wire.u64,
  modifyTime: wire.i64,
  health: wire.enumeration<types.Health>("Health", types.Health),
  healthTime: wire.i64,
  healthIndex: wire.u64,
  canary: wire.bool,
  reschedule: wire.bool,
  rescheduling: wire.enumeration<types.Rescheduling>("Rescheduling", types.Rescheduling),
});

export const AllocationChanges = wire.message<types.AllocationChanges>("AllocationChanges", {
  whole: wire.bool,
  changed: wire.list(Allocation),
  removed: wire.list(wire.text),
  tableIndex: wire.u64,
});

export const Evaluation = wire.message<types.Evaluation>("Evaluation", {
  id: wire.text,
  status: wire.enumeration<types.EvaluationStatus>("EvaluationStatus", types.EvaluationStatus),
  createIndex: wire.u64,
  snapshotIndex: wire.u64,
});

export const EvaluationChanges = wire.message<types.EvaluationChanges>("EvaluationChanges", {
  whole: wire.bool,
  changed: wire.list(Evaluation),
  removed: wire.list(wire.text),
});

export const JobVersion = wire.message<types.JobVersion>("JobVersion", {
  version: wire.u64,
  stable: wire.bool,
  stopped: wire.bool,
  createIndex: wire.u64,
  specDigest: wire.text,
  execDigest: wire.text,
  rollback: wire.bool,
  tag: wire.text,
});

export const Command = wire.message<types.Command>("Command", {
  id: wire.u64,
  kind: wire.enumeration<types.CommandKind>("CommandKind", types.CommandKind),
  healthy: wire.list(wire.text),
  unhealthy: wire.list(wire.text),
  all: wire.bool,
  groups: wire.list(wire.text),
});

export const Key = wire.message<types.Key>("Key", {
  deployment: wire.text,
  epoch: wire.u64,
  n: wire.u64,
});

export const Result = wire.message<types.Result>("Result", {
  key: Key,
  outcome: wire.enumeration<types.Outcome>("Outcome", types.Outcome),
  index: wire.u64,
});

export const Verdict = wire.message<types.Verdict>("Verdict", {
  gate: wire.text,
  value: wire.enumeration<types.GateVerdict>("GateVerdict", types.GateVerdict),
});

export const Span = wire.message<types.Span>("Span", {
  from: wire.i64,
  until: wire.i64,
});

export const Input = wire.message<types.Input>("Input", {
  now: wire.i64,
  index: wire.u64,
  epoch: wire.u64,
  job: wire.optional(Job),
  deployment: wire.optional(Deployment),
  canariesAdded: wire.bool,
  delivered: wire.bool,
  deploymentDeleted: wire.bool,
  allocations: AllocationChanges,
  evaluations: EvaluationChanges,
  versions: wire.list(JobVersion),
  versionsRead: wire.bool,
  command: wire.optional(Command),
  results: wire.list(Result),
  verdicts: wire.list(Verdict),
  freezes: wire.list(Span),
  freezesRead: wire.bool,
});

export const NewEvaluation = wire.message<types.NewEvaluation>("NewEvaluation", {
  id: wire.text,
  namespace: wire.text,
  jobId: wire.text,
  type: wire.text,
  priority: wire.i32,
  deploymentId: wire.text,
  time: wire.i64,
});

export const Effect = wire.message<types.Effect>("Effect", {
  key: Key,
  kind: wire.enumeration<types.EffectKind>("EffectKind", types.EffectKind),
  command: wire.u64,
  deploymentIndex: wire.u64,
  jobIndex: wire.u64,
  allocations: wire.list(wire.text),
  status: wire.enumeration<types.DeploymentStatus>("DeploymentStatus", types.DeploymentStatus),
  description: wire.text,
  rollback: wire.bool,
  rollbackVersion: wire.u64,
  all: wire.bool,
  groups: wire.list(wire.text),
  healthy: wire.list(wire.text),
  unhealthy: wire.list(wire.text),
  timestamp: wire.i64,
  evaluation: wire.optional(NewEvaluation),
});

export const Wake = wire.message<types.Wake>("Wake", {
  at: wire.i64,
  reason: wire.enumeration<types.WakeReason>("WakeReason", types.WakeReason),
});

export const Reply = wire.message<types.Reply>("Reply", {
  command: wire.u64,
  refused: wire.enumeration<types.Refusal>("Refusal", types.Refusal),
  text: wire.text,
  evaluationId: wire.text,
  reverted: wire.bool,
  revertedVersion: wire.u64,
});

export const Reason = wire.message<types.Reason>("Reason", {
  code: wire.enumeration<types.ReasonCode>("ReasonCode", types.ReasonCode),
  effect: wire.u64,
  group: wire.text,
  allocation: wire.text,
  have: wire.i64,
  want: wire.i64,
  index: wire.u64,
  version: wire.u64,
  time: wire.i64,
  gate: wire.text,
});

export const Output = wire.message<types.Output>("Output", {
  effects: wire.list(Effect),
  withdrawn: wire.list(Key),
  wake: Wake,
  reply: wire.optional(Reply),
  reasons: wire.list(Reason),
  stale: wire.bool,
  done: wire.bool,
});

export const GroupStatus = wire.message<types.GroupStatus>("GroupStatus", {
  name: wire.text,
  desiredTotal: wire.i32,
  desiredCanaries: wire.i32,
  promoted: wire.bool,
  autoPromote: wire.bool,
  autoRevert: wire.bool,
  placedAllocs: wire.i32,
  healthyAllocs: wire.i32,
  unhealthyAllocs: wire.i32,
  live: wire.i32,
  placedCanaries: wire.i32,
  healthyCanaries: wire.i32,
  done: wire.bool,
  progressDeadline: wire.i64,
  requireProgressBy: wire.i64,
  standing: wire.i32,
  standingCanaries: wire.i32,
  liveCanaries: wire.i32,
});

export const Wait = wire.message<types.Wait>("Wait", {
  code: wire.enumeration<types.WaitCode>("WaitCode", types.WaitCode),
  actor: wire.enumeration<types.Actor>("Actor", types.Actor),
  group: wire.text,
  have: wire.i64,
  want: wire.i64,
  until: wire.i64,
  gate: wire.text,
});

export const Status = wire.message<types.Status>("Status", {
  deploymentId: wire.text,
  opened: wire.bool,
  ended: wire.bool,
  done: wire.bool,
  status: wire.enumeration<types.DeploymentStatus>("DeploymentStatus", types.DeploymentStatus),
  deleted: wire.bool,
  now: wire.i64,
  index: wire.u64,
  wake: Wake,
  groups: wire.list(GroupStatus),
  waits: wire.list(Wait),
  outstanding: wire.list(Key),
  pending: wire.list(wire.text),
});
