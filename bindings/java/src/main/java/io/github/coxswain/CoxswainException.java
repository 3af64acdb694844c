package io.github.coxswain;

import java.util.Locale;

/**
 * The machine refused an input, and is as it was before.
 *
 * <p>"Fail the deployment" is a decision and arrives as an effect, never as an exception.
 */
public final class CoxswainException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What was wrong with the input. */
  private final ErrorCode code;

  /** The path of the field, or empty. */
  private final String field;

  /** What was wrong with it. */
  private final String text;

  CoxswainException(ErrorCode code, String field, String text) {
    super(code.name().toLowerCase(Locale.ROOT) + ": " + (field.isEmpty() ? "" : field + ": ") + text);
    this.code = code;
    this.field = field;
    this.text = text;
  }

  /**
   * Returns what was wrong with the input.
   *
   * @return the code, to go by
   */
  public ErrorCode code() {
    return code;
  }

  /**
   * Returns the path of the field, or an empty string.
   *
   * @return the path, for people
   */
  public String field() {
    return field;
  }

  /**
   * Returns what was wrong with it.
   *
   * @return a sentence, for people
   */
  public String text() {
    return text;
  }
}
