// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Wake is the next time at which the machine must be stepped even if nothing
 * happens. A later tick is safe; the decision then falls at that later time.
 *
 * @param at At is in Unix nanoseconds; 0 when Reason is WakeNone.
 * @param reason the field {@code Reason}
 */
public record Wake(
    long at,
    WakeReason reason) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param at see {@link #at()}
   * @param reason see {@link #reason()}
   */
  public Wake {
    reason = Objects.requireNonNull(reason, "Wake.reason");
  }

  static Wake read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 2);
    Wake message =
        new Wake(
            from.unpackLong(),
            WakeReason.of(from.unpackInt()));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(2);
    to.packLong(at);
    to.packInt(reason.value());
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
    builder.at = at;
    builder.reason = reason;
    return builder;
  }

  /** Makes a {@link Wake}. */
  public static final class Builder {
    private long at;
    private WakeReason reason = WakeReason.of(0);

    private Builder() {}

    /**
     * Sets {@code at}.
     *
     * @param at see {@link Wake#at()}
     * @return this builder
     */
    public Builder at(long at) {
      this.at = at;
      return this;
    }

    /**
     * Sets {@code reason}.
     *
     * @param reason see {@link Wake#reason()}
     * @return this builder
     */
    public Builder reason(WakeReason reason) {
      this.reason = reason;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Wake build() {
      return new Wake(
          at,
          reason);
    }
  }
}
