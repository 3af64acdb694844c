// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/**
 * ReasonCode says why something was decided, or why not. Its Rule is the rule
 * that it comes from, and Reason.String the sentence.
 */
public enum ReasonCode {
  /** No value. */
  NONE(0),
  /**
   * ReasonProgress (A4): a healthy allocation is newer than the last
   * evaluation. Index: its health's index; Have: the evaluation's (A1).
   */
  PROGRESS(1),
  /**
   * ReasonReplace (A3): unhealthy allocations may be replaced. Have: how
   * many; Allocation: the first.
   */
  REPLACE(2),
  /** ReasonWindowOpens (B1): a window was opened. Time: when it closes. */
  WINDOW_OPENS(3),
  /**
   * ReasonWindowOpen (B2): the need joins a window that is open. Time: when
   * it closes.
   */
  WINDOW_OPEN(4),
  /** ReasonWindowCloses (B1): the window closed. Have: allocations in it. */
  WINDOW_CLOSES(5),
  /**
   * ReasonUnhealthy (A5): a group without a progress deadline has unhealthy
   * allocations. Group; Have: how many.
   */
  UNHEALTHY(6),
  /**
   * ReasonPromote (P4): every canary is placed and none is unhealthy or
   * unreported. Have: placed canaries; Group: one that a user was asked to promote
   * in vain (G2).
   */
  PROMOTE(7),
  /** ReasonNotRunning (P1): promotion waits while the deployment is not running. */
  NOT_RUNNING(8),
  /** ReasonNotAutoPromote (P2): Group must be promoted by a user. */
  NOT_AUTO_PROMOTE(9),
  /** ReasonCanariesPlaced (P2): Group has Have placed canaries and desires Want. */
  CANARIES_PLACED(10),
  /** ReasonCanaryNotHealthy (P3): canary Allocation of Group is not healthy. */
  CANARY_NOT_HEALTHY(11),
  /** ReasonCanariesHealthy (P3): Group has Have healthy canaries and desires Want. */
  CANARIES_HEALTHY(12),
  /** ReasonDeadlineSet (D3): the deadline is now at Time. */
  DEADLINE_SET(13),
  /** ReasonDeadlineOff (D3): no group has a deadline ahead any more. */
  DEADLINE_OFF(14),
  /** ReasonShort (D4): the deadline passed and Group is short: Have healthy, Want. */
  SHORT(15),
  /** ReasonDeadlineSkipped (D5): the deadline passed and no group is short. */
  DEADLINE_SKIPPED(16),
  /** ReasonDeadlineUnread (D5): the deadline passed and the deployment is gone. */
  DEADLINE_UNREAD(17),
  /** ReasonNoAutoRevert (D4, A5, C4): what failed does not ask for a rollback. */
  NO_AUTO_REVERT(18),
  /** ReasonNoTarget (R1): a rollback was asked for and no version is stable. */
  NO_TARGET(19),
  /** ReasonRollback (R2): rolls back to Version. */
  ROLLBACK(20),
  /** ReasonSameSpec (R2): Version has the same specification. */
  SAME_SPEC(21),
  /** ReasonRegion (D7, D6, A6): the peer regions are told. */
  REGION(22),
  /** ReasonRegionFailed (D7): telling the peer regions was rejected. */
  REGION_FAILED(23),
  /** ReasonCommand (C): a user asked. Have: the command's kind. */
  COMMAND(24),
  /** ReasonRefused (C): a command was refused. Have: the command's kind. */
  REFUSED(25),
  /**
   * ReasonEnded (F3): the watch has ended; only commands and an open window
   * are still served.
   */
  ENDED(26),
  /**
   * ReasonDropped (L1): the deployment is terminal. Have: its status; 0 when it is
   * gone from the store.
   */
  DROPPED(27),
  /**
   * ReasonNewerVersion (R2): there is no rollback, or it is withdrawn, since
   * Version was registered after the deployment's, or after it was decided.
   */
  NEWER_VERSION(28),
  /**
   * ReasonTooMany: an effect is withdrawn, since MaxOutstanding newer ones
   * wait for their results.
   */
  TOO_MANY(29),
  /**
   * ReasonWindowMoves (A7): the promotion that was decided when the window was
   * opened is answered. Time: when the window closes now.
   */
  WINDOW_MOVES(30),
  /**
   * ReasonExhausted (A5): Group has Have unhealthy allocations that can never be
   * rescheduled again.
   */
  EXHAUSTED(31),
  /**
   * ReasonRollbacksCapped (R2): the newest Have versions are rollbacks, so there
   * is none to Version.
   */
  ROLLBACKS_CAPPED(32),
  /**
   * ReasonBaking (G1): the canaries have not been healthy for long enough. Group;
   * Time: when they have been. Without one, canary Allocation has no HealthTime.
   */
  BAKING(33),
  /**
   * ReasonApproval (G2): a user must promote Group. Time: until when, 0 when canary
   * Allocation has no HealthTime; Have: the ApprovalAction that follows.
   */
  APPROVAL(34),
  /** ReasonTurn (G3): Group comes first in the job's order and is not done. */
  TURN(35),
  /** ReasonReady (G3): Group is promoted, whose Have placed canaries are ready. */
  READY(36),
  /** ReasonFailures (G4): Group has Have unhealthy allocations, and Want are tolerated. */
  FAILURES(37),
  /**
   * ReasonDuration (G5): the deployment takes longer than it may. Group: the first
   * that is not done; Time: when the limit passed.
   */
  DURATION(38),
  /**
   * ReasonBackOff (G7): the failure waits, since the newest Have versions are
   * rollbacks. Time: until when.
   */
  BACK_OFF(39),
  /** ReasonTagged (G8): rolls back to Version, which has the tag. */
  TAGGED(40),
  /** ReasonNoTag (G8): no version has the tag. */
  NO_TAG(41),
  /** ReasonGate (G9): Gate has not passed. Have: its GateVerdict. */
  GATE(42),
  /**
   * ReasonGateFailed (G9): Gate has failed, or counts as failed. Have: its
   * GateVerdict.
   */
  GATE_FAILED(43),
  /**
   * ReasonFrozen (G10): nothing goes forward before Time. Have: 0 for a promotion, 1
   * for the next step (A4).
   */
  FROZEN(44);

  private final int value;

  ReasonCode(int value) {
    this.value = value;
  }

  /**
   * Returns the number that stands for it in a message.
   *
   * @return the number
   */
  public int value() {
    return value;
  }

  /**
   * Returns what a number stands for.
   *
   * @param value the number
   * @return the constant
   * @throws IllegalArgumentException if it stands for nothing
   */
  public static ReasonCode of(int value) {
    for (ReasonCode constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no ReasonCode " + value);
  }
}
