// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/**
 * EffectKind is one of the triggers T1–T5, which are all that ever leaves the
 * machine.
 */
public enum EffectKind {
  /** No value. */
  NONE(0),
  /**
   * EffectReschedule (T1) allows Allocations, which may be empty, to be
   * replaced, and creates Evaluation.
   */
  RESCHEDULE(1),
  /**
   * EffectStatus (T2) sets Status and Description, creates Evaluation unless
   * it is nil, and rolls the job back to RollbackVersion if Rollback.
   */
  STATUS(2),
  /** EffectPromote (T3) promotes All groups or Groups, and creates Evaluation. */
  PROMOTE(3),
  /**
   * EffectHealth (T4) sets the health of Healthy and Unhealthy, in this
   * order, at Timestamp, and creates Evaluation; with a Status it also sets
   * that, and rolls back if Rollback.
   */
  HEALTH(4),
  /** EffectRegion (T5) tells the peer regions Status. */
  REGION(5);

  private final int value;

  EffectKind(int value) {
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
  public static EffectKind of(int value) {
    for (EffectKind constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no EffectKind " + value);
  }
}
