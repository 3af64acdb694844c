package io.github.coxswain;

import java.util.Objects;

/**
 * Decides one deployment. {@link Module#open} and {@link Module#load} make it.
 *
 * <p>Each has an instance of its own. Any thread may call it: calls wait for each other. An
 * interrupt of the thread ends a call that is under way, and the machine is lost.
 */
public final class Machine implements AutoCloseable {
  private static final byte[] NOTHING = {};

  private Instance instance;
  private final int handle;

  Machine(Instance instance, int handle) {
    this.instance = instance;
    this.handle = handle;
  }

  /**
   * Takes one step.
   *
   * @param input what happened
   * @return what it decided
   * @throws CoxswainException if it refused the input
   * @throws ClosedException if it was closed
   * @throws ModuleException if it is lost
   */
  public Output step(Input input) {
    Objects.requireNonNull(input, "input");
    return call(Instance.Call.STEP, Wire.encode(input, Input::write), Output::read);
  }

  /**
   * Returns where the deployment stands.
   *
   * @return the status
   * @throws ClosedException if it was closed
   * @throws ModuleException if it is lost
   */
  public Status status() {
    return call(Instance.Call.STATUS, NOTHING, Status::read);
  }

  /**
   * Returns the whole machine.
   *
   * @return bytes for {@link Module#load}
   * @throws ClosedException if it was closed
   * @throws ModuleException if it is lost
   */
  public byte[] save() {
    return call(Instance.Call.SAVE, NOTHING, Wire::bytes);
  }

  /** Forgets the machine. Closing it again does nothing. */
  @Override
  public synchronized void close() {
    instance = null;
  }

  synchronized <T> T call(Instance.Call call, byte[] data, Wire.Reader<T> reader) {
    if (instance == null) {
      throw new ClosedException("the machine was closed");
    }
    byte[] answer = instance.call(call, handle, data);
    try {
      return Wire.body(answer, reader);
    } catch (ModuleException e) {
      instance.lose();
      throw e;
    }
  }
}
