// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** Outcome is what became of an effect. */
public enum Outcome {
  /** No value. */
  NONE(0),
  /** Applied: the cluster wrote it, at Result.Index. */
  APPLIED(1),
  /** Rejected: the cluster refused it; that is final. */
  REJECTED(2),
  /**
   * Unknown: no answer came. The effect stays outstanding, and the host sends
   * it again under the same key until it is applied, rejected or withdrawn.
   */
  UNKNOWN(3);

  private final int value;

  Outcome(int value) {
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
  public static Outcome of(int value) {
    for (Outcome constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no Outcome " + value);
  }
}
