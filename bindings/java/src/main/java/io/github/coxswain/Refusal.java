// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** Refusal says why a command was not accepted. */
public enum Refusal {
  /** {@code RefusedNot}. */
  NOT(0),
  /** RefusedTerminal: the deployment has ended. */
  TERMINAL(1),
  /** RefusedNoAllocations: set-health names no allocation at all. */
  NO_ALLOCATIONS(2),
  /** RefusedUnknown: there is no such deployment, or no longer. */
  UNKNOWN(3);

  private final int value;

  Refusal(int value) {
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
  public static Refusal of(int value) {
    for (Refusal constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no Refusal " + value);
  }
}
