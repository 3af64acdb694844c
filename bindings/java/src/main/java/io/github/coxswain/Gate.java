// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Gate is something outside that has a say, such as an analysis of metrics (G9).
 *
 * @param name the field {@code Name}
 * @param unknown Unknown is what it means when a promotion is due and there is no verdict.
 */
public record Gate(
    String name,
    GateUnknown unknown) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param name see {@link #name()}
   * @param unknown see {@link #unknown()}
   */
  public Gate {
    name = Wire.text(name, "Gate.name");
    unknown = Objects.requireNonNull(unknown, "Gate.unknown");
  }

  static Gate read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 2);
    Gate message =
        new Gate(
            from.unpackString(),
            GateUnknown.of(from.unpackInt()));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(2);
    to.packString(name);
    to.packInt(unknown.value());
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
    builder.name = name;
    builder.unknown = unknown;
    return builder;
  }

  /** Makes a {@link Gate}. */
  public static final class Builder {
    private String name = "";
    private GateUnknown unknown = GateUnknown.of(0);

    private Builder() {}

    /**
     * Sets {@code name}.
     *
     * @param name see {@link Gate#name()}
     * @return this builder
     */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /**
     * Sets {@code unknown}.
     *
     * @param unknown see {@link Gate#unknown()}
     * @return this builder
     */
    public Builder unknown(GateUnknown unknown) {
      this.unknown = unknown;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Gate build() {
      return new Gate(
          name,
          unknown);
    }
  }
}
