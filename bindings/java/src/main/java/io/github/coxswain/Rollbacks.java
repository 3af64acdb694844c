// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Rollbacks is for a version that a rollback registered and that fails as well
 * (G7). Which ones a rollback registered the host must tell (JobVersion.Rollback).
 *
 * @param max Max is how many there may be in a row; 0 leaves it to the level (S-18). It is
 *     at most MaxVersions.
 * @param backOff BackOff is how old a deployment must be before it rolls back a rollback;
 *     twice as old for the next in a row, and so on. Its failure waits until then.
 *     What a user asks for does not.
 */
public record Rollbacks(
    int max,
    long backOff) {
  static Rollbacks read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 2);
    Rollbacks message =
        new Rollbacks(
            from.unpackInt(),
            from.unpackLong());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(2);
    to.packInt(max);
    to.packLong(backOff);
  }

  /**
   * Returns a builder in which every field is zero, empty or null.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a builder in which every field is as it is here.
   *
   * @return a builder
   */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.max = max;
    builder.backOff = backOff;
    return builder;
  }

  /** Makes a {@link Rollbacks}. */
  public static final class Builder {
    private int max;
    private long backOff;

    private Builder() {}

    /**
     * Sets {@code max}.
     *
     * @param max see {@link Rollbacks#max()}
     * @return this builder
     */
    public Builder max(int max) {
      this.max = max;
      return this;
    }

    /**
     * Sets {@code backOff}.
     *
     * @param backOff see {@link Rollbacks#backOff()}
     * @return this builder
     */
    public Builder backOff(long backOff) {
      this.backOff = backOff;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Rollbacks build() {
      return new Rollbacks(
          max,
          backOff);
    }
  }
}
