// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** Health is what is known of an allocation's health in its deployment. */
public enum Health {
  /** {@code HealthUnset}. */
  HEALTH_UNSET(0),
  /** {@code Healthy}. */
  HEALTHY(1),
  /** {@code Unhealthy}. */
  UNHEALTHY(2);

  private final int value;

  Health(int value) {
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
  public static Health of(int value) {
    for (Health constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no Health " + value);
  }
}
