// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** Actor is who can end a wait. */
public enum Actor {
  /** No value. */
  NONE(0),
  /** {@code ActorClock}. */
  CLOCK(1),
  /** {@code ActorUser}. */
  USER(2),
  /** {@code ActorScheduler}. */
  SCHEDULER(3),
  /** {@code ActorClients}. */
  CLIENTS(4),
  /** {@code ActorCluster}. */
  CLUSTER(5),
  /** {@code ActorRegion}. */
  REGION(6),
  /** {@code ActorGate}. */
  GATE(7);

  private final int value;

  Actor(int value) {
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
  public static Actor of(int value) {
    for (Actor constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no Actor " + value);
  }
}
