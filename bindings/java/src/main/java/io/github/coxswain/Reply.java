// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Reply answers a command. An accepted one that writes something has an effect
 * with the same Command; run, unblock and cancel on a single region write
 * nothing (C5).
 *
 * @param command the field {@code Command}
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param refused the field {@code Refused}
 * @param text Text is Nomad's sentence for the refusal.
 * @param evaluationId EvaluationID is the evaluation that the effect creates; empty for pause.
 * @param reverted Reverted says that the job is rolled back to RevertedVersion.
 * @param revertedVersion the field {@code RevertedVersion}
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 */
public record Reply(
    long command,
    Refusal refused,
    String text,
    String evaluationId,
    boolean reverted,
    long revertedVersion) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param command see {@link #command()}
   * @param refused see {@link #refused()}
   * @param text see {@link #text()}
   * @param evaluationId see {@link #evaluationId()}
   * @param reverted see {@link #reverted()}
   * @param revertedVersion see {@link #revertedVersion()}
   */
  public Reply {
    refused = Objects.requireNonNull(refused, "Reply.refused");
    text = Wire.text(text, "Reply.text");
    evaluationId = Wire.text(evaluationId, "Reply.evaluationId");
  }

  static Reply read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 6);
    Reply message =
        new Reply(
            Wire.unsigned(from),
            Refusal.of(from.unpackInt()),
            from.unpackString(),
            from.unpackString(),
            from.unpackBoolean(),
            Wire.unsigned(from));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(6);
    Wire.unsigned(to, command);
    to.packInt(refused.value());
    to.packString(text);
    to.packString(evaluationId);
    to.packBoolean(reverted);
    Wire.unsigned(to, revertedVersion);
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
    builder.command = command;
    builder.refused = refused;
    builder.text = text;
    builder.evaluationId = evaluationId;
    builder.reverted = reverted;
    builder.revertedVersion = revertedVersion;
    return builder;
  }

  /** Makes a {@link Reply}. */
  public static final class Builder {
    private long command;
    private Refusal refused = Refusal.of(0);
    private String text = "";
    private String evaluationId = "";
    private boolean reverted;
    private long revertedVersion;

    private Builder() {}

    /**
     * Sets {@code command}.
     *
     * @param command see {@link Reply#command()}
     * @return this builder
     */
    public Builder command(long command) {
      this.command = command;
      return this;
    }

    /**
     * Sets {@code refused}.
     *
     * @param refused see {@link Reply#refused()}
     * @return this builder
     */
    public Builder refused(Refusal refused) {
      this.refused = refused;
      return this;
    }

    /**
     * Sets {@code text}.
     *
     * @param text see {@link Reply#text()}
     * @return this builder
     */
    public Builder text(String text) {
      this.text = text;
      return this;
    }

    /**
     * Sets {@code evaluationId}.
     *
     * @param evaluationId see {@link Reply#evaluationId()}
     * @return this builder
     */
    public Builder evaluationId(String evaluationId) {
      this.evaluationId = evaluationId;
      return this;
    }

    /**
     * Sets {@code reverted}.
     *
     * @param reverted see {@link Reply#reverted()}
     * @return this builder
     */
    public Builder reverted(boolean reverted) {
      this.reverted = reverted;
      return this;
    }

    /**
     * Sets {@code revertedVersion}.
     *
     * @param revertedVersion see {@link Reply#revertedVersion()}
     * @return this builder
     */
    public Builder revertedVersion(long revertedVersion) {
      this.revertedVersion = revertedVersion;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Reply build() {
      return new Reply(
          command,
          refused,
          text,
          evaluationId,
          reverted,
          revertedVersion);
    }
  }
}
