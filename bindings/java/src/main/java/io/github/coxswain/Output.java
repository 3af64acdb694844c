// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Output is everything that a Step decided. The caller owns it and passes the
 * same one to every Step, which clears it first; copy what must live longer.
 *
 * @param effects Effects are to be carried out in this order.
 * @param withdrawn Withdrawn are keys of earlier effects that must not be sent (again).
 * @param wake Wake is when the next tick is due, and what for.
 * @param reply Reply answers Input.Command; nil without one.
 *     (may be null)
 * @param reasons Reasons say why, in the order in which things were decided; empty unless
 *     Config.Reasons. Nothing else depends on that.
 * @param stale Stale says that the input's facts were at an index that was handled
 *     before, and were passed over.
 * @param done Done says that the deployment has ended: nothing more will come, and the
 *     machine can be closed.
 */
public record Output(
    List<Effect> effects,
    List<Key> withdrawn,
    Wake wake,
    Reply reply,
    List<Reason> reasons,
    boolean stale,
    boolean done) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param effects see {@link #effects()}
   * @param withdrawn see {@link #withdrawn()}
   * @param wake see {@link #wake()}
   * @param reply see {@link #reply()}
   * @param reasons see {@link #reasons()}
   * @param stale see {@link #stale()}
   * @param done see {@link #done()}
   */
  public Output {
    effects = Wire.list(effects, "Output.effects");
    withdrawn = Wire.list(withdrawn, "Output.withdrawn");
    wake = Objects.requireNonNull(wake, "Output.wake");
    reasons = Wire.list(reasons, "Output.reasons");
  }

  static Output read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 7);
    Output message =
        new Output(
            Wire.list(from, Effect::read),
            Wire.list(from, Key::read),
            Wake.read(from),
            Wire.optional(from, Reply::read),
            Wire.list(from, Reason::read),
            from.unpackBoolean(),
            from.unpackBoolean());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(7);
    Wire.list(to, effects, Effect::write);
    Wire.list(to, withdrawn, Key::write);
    wake.write(to);
    Wire.optional(to, reply, Reply::write);
    Wire.list(to, reasons, Reason::write);
    to.packBoolean(stale);
    to.packBoolean(done);
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
    builder.effects = effects;
    builder.withdrawn = withdrawn;
    builder.wake = wake;
    builder.reply = reply;
    builder.reasons = reasons;
    builder.stale = stale;
    builder.done = done;
    return builder;
  }

  /** Makes a {@link Output}. */
  public static final class Builder {
    private List<Effect> effects = List.of();
    private List<Key> withdrawn = List.of();
    private Wake wake = Wake.builder().build();
    private Reply reply;
    private List<Reason> reasons = List.of();
    private boolean stale;
    private boolean done;

    private Builder() {}

    /**
     * Sets {@code effects}.
     *
     * @param effects see {@link Output#effects()}
     * @return this builder
     */
    public Builder effects(List<Effect> effects) {
      this.effects = effects;
      return this;
    }

    /**
     * Sets {@code withdrawn}.
     *
     * @param withdrawn see {@link Output#withdrawn()}
     * @return this builder
     */
    public Builder withdrawn(List<Key> withdrawn) {
      this.withdrawn = withdrawn;
      return this;
    }

    /**
     * Sets {@code wake}.
     *
     * @param wake see {@link Output#wake()}
     * @return this builder
     */
    public Builder wake(Wake wake) {
      this.wake = wake;
      return this;
    }

    /**
     * Sets {@code reply}.
     *
     * @param reply see {@link Output#reply()}
     * @return this builder
     */
    public Builder reply(Reply reply) {
      this.reply = reply;
      return this;
    }

    /**
     * Sets {@code reasons}.
     *
     * @param reasons see {@link Output#reasons()}
     * @return this builder
     */
    public Builder reasons(List<Reason> reasons) {
      this.reasons = reasons;
      return this;
    }

    /**
     * Sets {@code stale}.
     *
     * @param stale see {@link Output#stale()}
     * @return this builder
     */
    public Builder stale(boolean stale) {
      this.stale = stale;
      return this;
    }

    /**
     * Sets {@code done}.
     *
     * @param done see {@link Output#done()}
     * @return this builder
     */
    public Builder done(boolean done) {
      this.done = done;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Output build() {
      return new Output(
          effects,
          withdrawn,
          wake,
          reply,
          reasons,
          stale,
          done);
    }
  }
}
