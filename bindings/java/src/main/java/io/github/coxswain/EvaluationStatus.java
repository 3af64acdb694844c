// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/**
 * EvaluationStatus is where an evaluation stands. The values are in the order
 * in which A1 reads them.
 */
public enum EvaluationStatus {
  /** No value. */
  NONE(0),
  /** {@code EvaluationBlocked}. */
  BLOCKED(1),
  /** {@code EvaluationCancelled}. */
  CANCELLED(2),
  /** {@code EvaluationComplete}. */
  COMPLETE(3),
  /** {@code EvaluationFailed}. */
  FAILED(4),
  /** {@code EvaluationPending}. */
  PENDING(5);

  private final int value;

  EvaluationStatus(int value) {
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
  public static EvaluationStatus of(int value) {
    for (EvaluationStatus constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no EvaluationStatus " + value);
  }
}
