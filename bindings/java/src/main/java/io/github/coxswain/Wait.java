// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Wait is one thing that a deployment waits for.
 *
 * @param code the field {@code Code}
 * @param actor the field {@code Actor}
 * @param group the field {@code Group}
 * @param have Have and Want are counts; Until is in Unix nanoseconds, 0 without an end.
 * @param want Have and Want are counts; Until is in Unix nanoseconds, 0 without an end.
 * @param until the field {@code Until}
 * @param gate the field {@code Gate}
 */
public record Wait(
    WaitCode code,
    Actor actor,
    String group,
    long have,
    long want,
    long until,
    String gate) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param code see {@link #code()}
   * @param actor see {@link #actor()}
   * @param group see {@link #group()}
   * @param have see {@link #have()}
   * @param want see {@link #want()}
   * @param until see {@link #until()}
   * @param gate see {@link #gate()}
   */
  public Wait {
    code = Objects.requireNonNull(code, "Wait.code");
    actor = Objects.requireNonNull(actor, "Wait.actor");
    group = Wire.text(group, "Wait.group");
    gate = Wire.text(gate, "Wait.gate");
  }

  static Wait read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 7);
    Wait message =
        new Wait(
            WaitCode.of(from.unpackInt()),
            Actor.of(from.unpackInt()),
            from.unpackString(),
            from.unpackLong(),
            from.unpackLong(),
            from.unpackLong(),
            from.unpackString());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(7);
    to.packInt(code.value());
    to.packInt(actor.value());
    to.packString(group);
    to.packLong(have);
    to.packLong(want);
    to.packLong(until);
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
    builder.actor = actor;
    builder.group = group;
    builder.have = have;
    builder.want = want;
    builder.until = until;
    builder.gate = gate;
    return builder;
  }

  /** Makes a {@link Wait}. */
  public static final class Builder {
    private WaitCode code = WaitCode.of(0);
    private Actor actor = Actor.of(0);
    private String group = "";
    private long have;
    private long want;
    private long until;
    private String gate = "";

    private Builder() {}

    /**
     * Sets {@code code}.
     *
     * @param code see {@link Wait#code()}
     * @return this builder
     */
    public Builder code(WaitCode code) {
      this.code = code;
      return this;
    }

    /**
     * Sets {@code actor}.
     *
     * @param actor see {@link Wait#actor()}
     * @return this builder
     */
    public Builder actor(Actor actor) {
      this.actor = actor;
      return this;
    }

    /**
     * Sets {@code group}.
     *
     * @param group see {@link Wait#group()}
     * @return this builder
     */
    public Builder group(String group) {
      this.group = group;
      return this;
    }

    /**
     * Sets {@code have}.
     *
     * @param have see {@link Wait#have()}
     * @return this builder
     */
    public Builder have(long have) {
      this.have = have;
      return this;
    }

    /**
     * Sets {@code want}.
     *
     * @param want see {@link Wait#want()}
     * @return this builder
     */
    public Builder want(long want) {
      this.want = want;
      return this;
    }

    /**
     * Sets {@code until}.
     *
     * @param until see {@link Wait#until()}
     * @return this builder
     */
    public Builder until(long until) {
      this.until = until;
      return this;
    }

    /**
     * Sets {@code gate}.
     *
     * @param gate see {@link Wait#gate()}
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
    public Wait build() {
      return new Wait(
          code,
          actor,
          group,
          have,
          want,
          until,
          gate);
    }
  }
}
