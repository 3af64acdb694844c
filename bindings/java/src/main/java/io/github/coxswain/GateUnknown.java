// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** GateUnknown is what a gate without a verdict means. */
public enum GateUnknown {
  /** UnknownHolds: the promotion waits. */
  HOLDS(0),
  /** UnknownPasses: as if the gate had passed. */
  PASSES(1),
  /** UnknownFails: as if the gate had failed. */
  FAILS(2);

  private final int value;

  GateUnknown(int value) {
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
  public static GateUnknown of(int value) {
    for (GateUnknown constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no GateUnknown " + value);
  }
}
