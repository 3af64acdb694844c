// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** WaitCode says what a deployment waits for. */
public enum WaitCode {
  /** No value. */
  NONE(0),
  /** WaitBatch: the batch window closes at Until. Have: allocations in it. */
  BATCH(1),
  /** WaitPromotion: a user must promote Group. */
  PROMOTION(2),
  /** WaitCanaries: clients must report; Group has Have of Want canaries healthy. */
  CANARIES(3),
  /** WaitResume: a user must resume the deployment. */
  RESUME(4),
  /**
   * WaitPlacement: the scheduler must place; Group has Have of Want allocations,
   * or canaries, that have not ended.
   */
  PLACEMENT(5),
  /** WaitHealth: clients must report; Group has Have of Want healthy. */
  HEALTH(6),
  /** WaitScheduler: every group is done; the scheduler must say successful. */
  SCHEDULER(7),
  /**
   * WaitDeadline: fails at Until if a group is short then. Have: the rollbacks in a
   * row for which it was put off (G7), or 0.
   */
  DEADLINE(8),
  /** WaitResult: the cluster must answer Have outstanding effects. */
  RESULT(9),
  /** WaitRegions: a peer region must go on. */
  REGIONS(10),
  /**
   * WaitChange: promotion would be decided, but is only considered when
   * allocations change (P4). A user can promote meanwhile.
   */
  CHANGE(11),
  /**
   * WaitEnd: the watch has ended (F3), but the deployment was not failed: the
   * write was refused or withdrawn. The scheduler cancels it if there is a newer
   * version of the job, otherwise a user must act.
   */
  END(12),
  /**
   * WaitCounter: every group is done, but by the counter by which the scheduler
   * goes Group has Have of Want healthy (an allocation that was unhealthy once is
   * not counted again). Only a user can end the deployment.
   */
  COUNTER(13),
  /**
   * WaitGone: the deployment is gone from the store (L1); it is watched until
   * another leader takes over, and nothing comes of it.
   */
  GONE(14),
  /**
   * WaitBake (G1): the canaries have been healthy for long enough at Until. Group:
   * the first of those that are promoted then.
   */
  BAKE(15),
  /**
   * WaitApproval (G2): at Until Group is promoted without a user, or the deployment
   * fails. Have: the ApprovalAction.
   */
  APPROVAL(16),
  /** WaitDuration (G5): at Until the deployment takes longer than it may. */
  DURATION(17),
  /**
   * WaitBackOff (G7): the deployment fails at Until. Have: the newest versions that
   * are rollbacks.
   */
  BACK_OFF(18),
  /** WaitGate (G9): Gate must pass. */
  GATE(19),
  /** WaitThaw (G10): something can go forward at Until. */
  THAW(20);

  private final int value;

  WaitCode(int value) {
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
  public static WaitCode of(int value) {
    for (WaitCode constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no WaitCode " + value);
  }
}
