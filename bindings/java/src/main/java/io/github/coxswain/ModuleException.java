package io.github.coxswain;

/**
 * The module is no module of coxswain's, or one of its calls did not return.
 *
 * <p>After a call that did not return the machine is lost. Load its last save, or open it
 * anew, and give it the inputs since in their order: the same inputs make the same machine.
 * Give up on the input with which it is lost once more.
 */
public final class ModuleException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ModuleException(String message) {
    super(message);
  }

  ModuleException(String message, Throwable cause) {
    super(message, cause);
  }
}
