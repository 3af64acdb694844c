// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Result tells what became of an effect. A result for a key that is not
 * outstanding is passed over: the answer to an effect may arrive twice.
 *
 * @param key the field {@code Key}
 * @param outcome the field {@code Outcome}
 * @param index Index is the commit that applied it; 0 otherwise.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 */
public record Result(
    Key key,
    Outcome outcome,
    long index) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param key see {@link #key()}
   * @param outcome see {@link #outcome()}
   * @param index see {@link #index()}
   */
  public Result {
    key = Objects.requireNonNull(key, "Result.key");
    outcome = Objects.requireNonNull(outcome, "Result.outcome");
  }

  static Result read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 3);
    Result message =
        new Result(
            Key.read(from),
            Outcome.of(from.unpackInt()),
            Wire.unsigned(from));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(3);
    key.write(to);
    to.packInt(outcome.value());
    Wire.unsigned(to, index);
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
    builder.key = key;
    builder.outcome = outcome;
    builder.index = index;
    return builder;
  }

  /** Makes a {@link Result}. */
  public static final class Builder {
    private Key key = Key.builder().build();
    private Outcome outcome = Outcome.of(0);
    private long index;

    private Builder() {}

    /**
     * Sets {@code key}.
     *
     * @param key see {@link Result#key()}
     * @return this builder
     */
    public Builder key(Key key) {
      this.key = key;
      return this;
    }

    /**
     * Sets {@code outcome}.
     *
     * @param outcome see {@link Result#outcome()}
     * @return this builder
     */
    public Builder outcome(Outcome outcome) {
      this.outcome = outcome;
      return this;
    }

    /**
     * Sets {@code index}.
     *
     * @param index see {@link Result#index()}
     * @return this builder
     */
    public Builder index(long index) {
      this.index = index;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Result build() {
      return new Result(
          key,
          outcome,
          index);
    }
  }
}
