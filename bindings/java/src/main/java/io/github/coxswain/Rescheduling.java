// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** Rescheduling says what an allocation's reschedule policy leaves. */
public enum Rescheduling {
  /** {@code ReschedulePossible}. */
  POSSIBLE(0),
  /**
   * RescheduleExhausted: the attempts of its policy are used up. An unlimited
   * policy never is.
   */
  EXHAUSTED(1),
  /** RescheduleWithout: it has no policy. */
  WITHOUT(2);

  private final int value;

  Rescheduling(int value) {
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
  public static Rescheduling of(int value) {
    for (Rescheduling constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no Rescheduling " + value);
  }
}
