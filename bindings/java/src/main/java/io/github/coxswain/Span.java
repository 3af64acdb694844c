// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Span is the time from From up to Until, in Unix nanoseconds.
 *
 * @param from the field {@code From}
 * @param until the field {@code Until}
 */
public record Span(
    long from,
    long until) {
  static Span read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 2);
    Span message =
        new Span(
            from.unpackLong(),
            from.unpackLong());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(2);
    to.packLong(from);
    to.packLong(until);
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
    builder.from = from;
    builder.until = until;
    return builder;
  }

  /** Makes a {@link Span}. */
  public static final class Builder {
    private long from;
    private long until;

    private Builder() {}

    /**
     * Sets {@code from}.
     *
     * @param from see {@link Span#from()}
     * @return this builder
     */
    public Builder from(long from) {
      this.from = from;
      return this;
    }

    /**
     * Sets {@code until}.
     *
     * @param until see {@link Span#until()}
     * @return this builder
     */
    public Builder until(long until) {
      this.until = until;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Span build() {
      return new Span(
          from,
          until);
    }
  }
}
