// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** ClientStatus is what the client reports of an allocation. */
public enum ClientStatus {
  /** No value. */
  NONE(0),
  /** {@code ClientPending}. */
  PENDING(1),
  /** {@code ClientRunning}. */
  RUNNING(2),
  /** {@code ClientComplete}. */
  COMPLETE(3),
  /** {@code ClientFailed}. */
  FAILED(4),
  /** {@code ClientLost}. */
  LOST(5),
  /** ClientUnknown: the client is out of reach. It does not exist in 1.0.4. */
  UNKNOWN(6);

  private final int value;

  ClientStatus(int value) {
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
  public static ClientStatus of(int value) {
    for (ClientStatus constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no ClientStatus " + value);
  }
}
