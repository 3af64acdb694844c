// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** GateVerdict is the word of a gate. */
public enum GateVerdict {
  /** No value. */
  NONE(0),
  /** {@code GatePass}. */
  PASS(1),
  /** {@code GateFail}. */
  FAIL(2),
  /** {@code GateUndecided}. */
  UNDECIDED(3);

  private final int value;

  GateVerdict(int value) {
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
  public static GateVerdict of(int value) {
    for (GateVerdict constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no GateVerdict " + value);
  }
}
