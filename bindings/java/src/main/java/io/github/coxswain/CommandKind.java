// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** CommandKind is what a user asks for. */
public enum CommandKind {
  /** No value. */
  NONE(0),
  /** {@code CommandSetHealth}. */
  SET_HEALTH(1),
  /** {@code CommandPromote}. */
  PROMOTE(2),
  /** {@code CommandPause}. */
  PAUSE(3),
  /** {@code CommandResume}. */
  RESUME(4),
  /** {@code CommandFail}. */
  FAIL(5),
  /** {@code CommandRun}. */
  RUN(6),
  /** {@code CommandUnblock}. */
  UNBLOCK(7),
  /** {@code CommandCancel}. */
  CANCEL(8);

  private final int value;

  CommandKind(int value) {
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
  public static CommandKind of(int value) {
    for (CommandKind constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no CommandKind " + value);
  }
}
