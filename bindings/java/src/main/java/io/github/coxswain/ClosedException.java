package io.github.coxswain;

/** The machine or the module was closed. */
public final class ClosedException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  ClosedException(String message) {
    super(message);
  }
}
