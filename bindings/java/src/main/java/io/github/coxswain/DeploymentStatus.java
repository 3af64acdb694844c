// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/**
 * DeploymentStatus is where a deployment stands. Running, paused, pending,
 * blocked, unblocking and initializing are active; successful, failed and
 * cancelled are terminal and never change again.
 */
public enum DeploymentStatus {
  /** No value. */
  NONE(0),
  /** {@code DeploymentRunning}. */
  RUNNING(1),
  /** {@code DeploymentPaused}. */
  PAUSED(2),
  /** {@code DeploymentPending}. */
  PENDING(3),
  /** {@code DeploymentBlocked}. */
  BLOCKED(4),
  /** {@code DeploymentUnblocking}. */
  UNBLOCKING(5),
  /** {@code DeploymentSuccessful}. */
  SUCCESSFUL(6),
  /** {@code DeploymentFailed}. */
  FAILED(7),
  /** {@code DeploymentCancelled}. */
  CANCELLED(8),
  /**
   * DeploymentInitializing does not exist before nomad-1.6; there it is not
   * active (L1).
   */
  INITIALIZING(9);

  private final int value;

  DeploymentStatus(int value) {
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
  public static DeploymentStatus of(int value) {
    for (DeploymentStatus constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no DeploymentStatus " + value);
  }
}
