// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** ApprovalAction is what happens when nobody promotes. */
public enum ApprovalAction {
  /** No value. */
  NONE(0),
  /** ApprovalPromotes: silence is consent. */
  PROMOTES(1),
  /** ApprovalAborts: the deployment fails. */
  ABORTS(2);

  private final int value;

  ApprovalAction(int value) {
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
  public static ApprovalAction of(int value) {
    for (ApprovalAction constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no ApprovalAction " + value);
  }
}
