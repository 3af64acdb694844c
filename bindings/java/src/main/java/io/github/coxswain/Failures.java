// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Failures is how many allocations of a group may fail (G4). Up to that many are
 * replaced (A3), in groups without a progress deadline as well; one more fails the
 * deployment at once, in groups with a progress deadline as well. Those that were
 * replaced count as long as the store keeps them. An allocation that can never be
 * rescheduled again still fails it by itself, where the level says so.
 *
 * @param limited Limited turns it on: without it no group without a progress deadline may have
 *     any, and other groups any number of them.
 * @param number Number and Percent (of the group's DesiredTotal, rounded down) are what is
 *     tolerated; the greater counts.
 * @param percent Number and Percent (of the group's DesiredTotal, rounded down) are what is
 *     tolerated; the greater counts.
 */
public record Failures(
    boolean limited,
    int number,
    int percent) {
  static Failures read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 3);
    Failures message =
        new Failures(
            from.unpackBoolean(),
            from.unpackInt(),
            from.unpackInt());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(3);
    to.packBoolean(limited);
    to.packInt(number);
    to.packInt(percent);
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
    builder.limited = limited;
    builder.number = number;
    builder.percent = percent;
    return builder;
  }

  /** Makes a {@link Failures}. */
  public static final class Builder {
    private boolean limited;
    private int number;
    private int percent;

    private Builder() {}

    /**
     * Sets {@code limited}.
     *
     * @param limited see {@link Failures#limited()}
     * @return this builder
     */
    public Builder limited(boolean limited) {
      this.limited = limited;
      return this;
    }

    /**
     * Sets {@code number}.
     *
     * @param number see {@link Failures#number()}
     * @return this builder
     */
    public Builder number(int number) {
      this.number = number;
      return this;
    }

    /**
     * Sets {@code percent}.
     *
     * @param percent see {@link Failures#percent()}
     * @return this builder
     */
    public Builder percent(int percent) {
      this.percent = percent;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Failures build() {
      return new Failures(
          limited,
          number,
          percent);
    }
  }
}
