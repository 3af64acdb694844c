// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Verdict is what a gate says now; it holds until the gate says otherwise.
 *
 * @param gate the field {@code Gate}
 * @param value the field {@code Value}
 */
public record Verdict(
    String gate,
    GateVerdict value) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param gate see {@link #gate()}
   * @param value see {@link #value()}
   */
  public Verdict {
    gate = Wire.text(gate, "Verdict.gate");
    value = Objects.requireNonNull(value, "Verdict.value");
  }

  static Verdict read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 2);
    Verdict message =
        new Verdict(
            from.unpackString(),
            GateVerdict.of(from.unpackInt()));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(2);
    to.packString(gate);
    to.packInt(value.value());
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
    builder.gate = gate;
    builder.value = value;
    return builder;
  }

  /** Makes a {@link Verdict}. */
  public static final class Builder {
    private String gate = "";
    private GateVerdict value = GateVerdict.of(0);

    private Builder() {}

    /**
     * Sets {@code gate}.
     *
     * @param gate see {@link Verdict#gate()}
     * @return this builder
     */
    public Builder gate(String gate) {
      this.gate = gate;
      return this;
    }

    /**
     * Sets {@code value}.
     *
     * @param value see {@link Verdict#value()}
     * @return this builder
     */
    public Builder value(GateVerdict value) {
      this.value = value;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Verdict build() {
      return new Verdict(
          gate,
          value);
    }
  }
}
