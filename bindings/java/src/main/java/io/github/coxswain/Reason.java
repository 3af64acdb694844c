// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Reason is why something was decided, or why not, with its facts.
 *
 * @param code the field {@code Code}
 * @param effect Effect is the N of the effect's key that it explains; 0 for none.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param group Which of these are used, ReasonCode says.
 * @param allocation the field {@code Allocation}
 * @param have the field {@code Have}
 * @param want the field {@code Want}
 * @param index the field {@code Index}
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param version the field {@code Version}
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param time the field {@code Time}
 * @param gate the field {@code Gate}
 */
public record Reason(
    ReasonCode code,
    long effect,
    String group,
    String allocation,
    long have,
    long want,
    long index,
    long version,
    long time,
    String gate) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param code see {@link #code()}
   * @param effect see {@link #effect()}
   * @param group see {@link #group()}
   * @param allocation see {@link #allocation()}
   * @param have see {@link #have()}
   * @param want see {@link #want()}
   * @param index see {@link #index()}
   * @param version see {@link #version()}
   * @param time see {@link #time()}
   * @param gate see {@link #gate()}
   */
  public Reason {
    code = Objects.requireNonNull(code, "Reason.code");
    group = Wire.text(group, "Reason.group");
    allocation = Wire.text(allocation, "Reason.allocation");
    gate = Wire.text(gate, "Reason.gate");
  }

  static Reason read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 10);
    Reason message =
        new Reason(
            ReasonCode.of(from.unpackInt()),
            Wire.unsigned(from),
            from.unpackString(),
            from.unpackString(),
            from.unpackLong(),
            from.unpackLong(),
            Wire.unsigned(from),
            Wire.unsigned(from),
            from.unpackLong(),
            from.unpackString());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(10);
    to.packInt(code.value());
    Wire.unsigned(to, effect);
    to.packString(group);
    to.packString(allocation);
    to.packLong(have);
    to.packLong(want);
    Wire.unsigned(to, index);
    Wire.unsigned(to, version);
    to.packLong(time);
    to.packString(gate);
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
    builder.code = code;
    builder.effect = effect;
    builder.group = group;
    builder.allocation = allocation;
    builder.have = have;
    builder.want = want;
    builder.index = index;
    builder.version = version;
    builder.time = time;
    builder.gate = gate;
    return builder;
  }

  /** Makes a {@link Reason}. */
  public static final class Builder {
    private ReasonCode code = ReasonCode.of(0);
    private long effect;
    private String group = "";
    private String allocation = "";
    private long have;
    private long want;
    private long index;
    private long version;
    private long time;
    private String gate = "";

    private Builder() {}

    /**
     * Sets {@code code}.
     *
     * @param code see {@link Reason#code()}
     * @return this builder
     */
    public Builder code(ReasonCode code) {
      this.code = code;
      return this;
    }

    /**
     * Sets {@code effect}.
     *
     * @param effect see {@link Reason#effect()}
     * @return this builder
     */
    public Builder effect(long effect) {
      this.effect = effect;
      return this;
    }

    /**
     * Sets {@code group}.
     *
     * @param group see {@link Reason#group()}
     * @return this builder
     */
    public Builder group(String group) {
      this.group = group;
      return this;
    }

    /**
     * Sets {@code allocation}.
     *
     * @param allocation see {@link Reason#allocation()}
     * @return this builder
     */
    public Builder allocation(String allocation) {
      this.allocation = allocation;
      return this;
    }

    /**
     * Sets {@code have}.
     *
     * @param have see {@link Reason#have()}
     * @return this builder
     */
    public Builder have(long have) {
      this.have = have;
      return this;
    }

    /**
     * Sets {@code want}.
     *
     * @param want see {@link Reason#want()}
     * @return this builder
     */
    public Builder want(long want) {
      this.want = want;
      return this;
    }

    /**
     * Sets {@code index}.
     *
     * @param index see {@link Reason#index()}
     * @return this builder
     */
    public Builder index(long index) {
      this.index = index;
      return this;
    }

    /**
     * Sets {@code version}.
     *
     * @param version see {@link Reason#version()}
     * @return this builder
     */
    public Builder version(long version) {
      this.version = version;
      return this;
    }

    /**
     * Sets {@code time}.
     *
     * @param time see {@link Reason#time()}
     * @return this builder
     */
    public Builder time(long time) {
      this.time = time;
      return this;
    }

    /**
     * Sets {@code gate}.
     *
     * @param gate see {@link Reason#gate()}
     * @return this builder
     */
    public Builder gate(String gate) {
      this.gate = gate;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Reason build() {
      return new Reason(
          code,
          effect,
          group,
          allocation,
          have,
          want,
          index,
          version,
          time,
          gate);
    }
  }
}
