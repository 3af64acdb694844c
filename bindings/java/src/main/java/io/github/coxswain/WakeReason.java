// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** WakeReason says what the next tick is for. */
public enum WakeReason {
  /** {@code WakeNone}. */
  NONE(0),
  /** {@code WakeBatch}. */
  BATCH(1),
  /** {@code WakeDeadline}. */
  DEADLINE(2),
  /** {@code WakeBake}. */
  BAKE(3),
  /** {@code WakeApproval}. */
  APPROVAL(4),
  /** {@code WakeDuration}. */
  DURATION(5),
  /** {@code WakeBackOff}. */
  BACK_OFF(6),
  /** {@code WakeThaw}. */
  THAW(7);

  private final int value;

  WakeReason(int value) {
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
  public static WakeReason of(int value) {
    for (WakeReason constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no WakeReason " + value);
  }
}
