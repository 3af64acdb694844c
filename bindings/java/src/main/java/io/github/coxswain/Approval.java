// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Approval is for groups that do not promote by themselves (G2). A user is asked to
 * promote them from when all canaries are healthy and have baked, or the deployment
 * was resumed, if that was later.
 *
 * @param timeout Timeout is how long a user has; 0 means for ever.
 * @param then Then is what happens without an answer. Required with a Timeout.
 */
public record Approval(
    long timeout,
    ApprovalAction then) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param timeout see {@link #timeout()}
   * @param then see {@link #then()}
   */
  public Approval {
    then = Objects.requireNonNull(then, "Approval.then");
  }

  static Approval read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 2);
    Approval message =
        new Approval(
            from.unpackLong(),
            ApprovalAction.of(from.unpackInt()));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(2);
    to.packLong(timeout);
    to.packInt(then.value());
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
    builder.timeout = timeout;
    builder.then = then;
    return builder;
  }

  /** Makes a {@link Approval}. */
  public static final class Builder {
    private long timeout;
    private ApprovalAction then = ApprovalAction.of(0);

    private Builder() {}

    /**
     * Sets {@code timeout}.
     *
     * @param timeout see {@link Approval#timeout()}
     * @return this builder
     */
    public Builder timeout(long timeout) {
      this.timeout = timeout;
      return this;
    }

    /**
     * Sets {@code then}.
     *
     * @param then see {@link Approval#then()}
     * @return this builder
     */
    public Builder then(ApprovalAction then) {
      this.then = then;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Approval build() {
      return new Approval(
          timeout,
          then);
    }
  }
}
