// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** ErrorCode says what kind of bad input an Error is about. */
public enum ErrorCode {
  /** No value. */
  NONE(0),
  /**
   * ErrConfig: the configuration names an unknown level or switch, or has a policy
   * that makes no sense.
   */
  CONFIG(1),
  /** ErrMalformed: the bytes are not a message, or nest too deeply. */
  MALFORMED(2),
  /** ErrLimit: a limit is passed. */
  LIMIT(3),
  /** ErrInvalid: a field has a value that it cannot have. */
  INVALID(4),
  /** ErrMissing: something needed is not there, such as the deployment in an opening. */
  MISSING(5),
  /** ErrUnexpected: something is there that has no place, such as a job after the opening. */
  UNEXPECTED(6),
  /** ErrForeign: an id belongs to another deployment. */
  FOREIGN(7),
  /** ErrNotOpen: the machine has not been opened yet. */
  NOT_OPEN(8),
  /** ErrVersion: a saved state is of a version that this code cannot read. */
  VERSION(9),
  /** ErrHandle: the module knows no machine by this handle, or holds too many. */
  HANDLE(10);

  private final int value;

  ErrorCode(int value) {
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
  public static ErrorCode of(int value) {
    for (ErrorCode constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no ErrorCode " + value);
  }
}
