// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** DesiredStatus is what the scheduler wants of an allocation. */
public enum DesiredStatus {
  /** No value. */
  NONE(0),
  /** {@code DesiredRun}. */
  RUN(1),
  /** {@code DesiredStop}. */
  STOP(2),
  /** {@code DesiredEvict}. */
  EVICT(3);

  private final int value;

  DesiredStatus(int value) {
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
  public static DesiredStatus of(int value) {
    for (DesiredStatus constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no DesiredStatus " + value);
  }
}
