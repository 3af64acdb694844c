// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Key names an effect for ever: no two effects share one, whatever restarts or
 * changes of leadership come between, so sending the same key again is safe.
 *
 * @param deployment the field {@code Deployment}
 * @param epoch Epoch is that of the opening; N counts the machine's effects from 1.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param n Epoch is that of the opening; N counts the machine's effects from 1.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 */
public record Key(
    String deployment,
    long epoch,
    long n) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param deployment see {@link #deployment()}
   * @param epoch see {@link #epoch()}
   * @param n see {@link #n()}
   */
  public Key {
    deployment = Wire.text(deployment, "Key.deployment");
  }

  static Key read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 3);
    Key message =
        new Key(
            from.unpackString(),
            Wire.unsigned(from),
            Wire.unsigned(from));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(3);
    to.packString(deployment);
    Wire.unsigned(to, epoch);
    Wire.unsigned(to, n);
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
    builder.deployment = deployment;
    builder.epoch = epoch;
    builder.n = n;
    return builder;
  }

  /** Makes a {@link Key}. */
  public static final class Builder {
    private String deployment = "";
    private long epoch;
    private long n;

    private Builder() {}

    /**
     * Sets {@code deployment}.
     *
     * @param deployment see {@link Key#deployment()}
     * @return this builder
     */
    public Builder deployment(String deployment) {
      this.deployment = deployment;
      return this;
    }

    /**
     * Sets {@code epoch}.
     *
     * @param epoch see {@link Key#epoch()}
     * @return this builder
     */
    public Builder epoch(long epoch) {
      this.epoch = epoch;
      return this;
    }

    /**
     * Sets {@code n}.
     *
     * @param n see {@link Key#n()}
     * @return this builder
     */
    public Builder n(long n) {
      this.n = n;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Key build() {
      return new Key(
          deployment,
          epoch,
          n);
    }
  }
}
