// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Evaluation is a request to the scheduler to look at the job again. A1 reads
 * all evaluations of the job, whatever version or deployment they are for.
 *
 * @param id the field {@code ID}
 * @param status the field {@code Status}
 * @param createIndex CreateIndex is the commit that made it; SnapshotIndex the one whose state
 *     the scheduler saw, 0 when it has not looked yet.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param snapshotIndex CreateIndex is the commit that made it; SnapshotIndex the one whose state
 *     the scheduler saw, 0 when it has not looked yet.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 */
public record Evaluation(
    String id,
    EvaluationStatus status,
    long createIndex,
    long snapshotIndex) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param id see {@link #id()}
   * @param status see {@link #status()}
   * @param createIndex see {@link #createIndex()}
   * @param snapshotIndex see {@link #snapshotIndex()}
   */
  public Evaluation {
    id = Wire.text(id, "Evaluation.id");
    status = Objects.requireNonNull(status, "Evaluation.status");
  }

  static Evaluation read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 4);
    Evaluation message =
        new Evaluation(
            from.unpackString(),
            EvaluationStatus.of(from.unpackInt()),
            Wire.unsigned(from),
            Wire.unsigned(from));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(4);
    to.packString(id);
    to.packInt(status.value());
    Wire.unsigned(to, createIndex);
    Wire.unsigned(to, snapshotIndex);
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
    builder.id = id;
    builder.status = status;
    builder.createIndex = createIndex;
    builder.snapshotIndex = snapshotIndex;
    return builder;
  }

  /** Makes a {@link Evaluation}. */
  public static final class Builder {
    private String id = "";
    private EvaluationStatus status = EvaluationStatus.of(0);
    private long createIndex;
    private long snapshotIndex;

    private Builder() {}

    /**
     * Sets {@code id}.
     *
     * @param id see {@link Evaluation#id()}
     * @return this builder
     */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /**
     * Sets {@code status}.
     *
     * @param status see {@link Evaluation#status()}
     * @return this builder
     */
    public Builder status(EvaluationStatus status) {
      this.status = status;
      return this;
    }

    /**
     * Sets {@code createIndex}.
     *
     * @param createIndex see {@link Evaluation#createIndex()}
     * @return this builder
     */
    public Builder createIndex(long createIndex) {
      this.createIndex = createIndex;
      return this;
    }

    /**
     * Sets {@code snapshotIndex}.
     *
     * @param snapshotIndex see {@link Evaluation#snapshotIndex()}
     * @return this builder
     */
    public Builder snapshotIndex(long snapshotIndex) {
      this.snapshotIndex = snapshotIndex;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Evaluation build() {
      return new Evaluation(
          id,
          status,
          createIndex,
          snapshotIndex);
    }
  }
}
