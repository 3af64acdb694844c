// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * EvaluationChanges are evaluations of the job: those that changed, or, with
 * Whole, all of them.
 *
 * @param whole the field {@code Whole}
 * @param changed the field {@code Changed}
 * @param removed the field {@code Removed}
 */
public record EvaluationChanges(
    boolean whole,
    List<Evaluation> changed,
    List<String> removed) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param whole see {@link #whole()}
   * @param changed see {@link #changed()}
   * @param removed see {@link #removed()}
   */
  public EvaluationChanges {
    changed = Wire.list(changed, "EvaluationChanges.changed");
    removed = Wire.texts(removed, "EvaluationChanges.removed");
  }

  static EvaluationChanges read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 3);
    EvaluationChanges message =
        new EvaluationChanges(
            from.unpackBoolean(),
            Wire.list(from, Evaluation::read),
            Wire.list(from, MessageUnpacker::unpackString));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(3);
    to.packBoolean(whole);
    Wire.list(to, changed, Evaluation::write);
    Wire.texts(to, removed);
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
    builder.whole = whole;
    builder.changed = changed;
    builder.removed = removed;
    return builder;
  }

  /** Makes a {@link EvaluationChanges}. */
  public static final class Builder {
    private boolean whole;
    private List<Evaluation> changed = List.of();
    private List<String> removed = List.of();

    private Builder() {}

    /**
     * Sets {@code whole}.
     *
     * @param whole see {@link EvaluationChanges#whole()}
     * @return this builder
     */
    public Builder whole(boolean whole) {
      this.whole = whole;
      return this;
    }

    /**
     * Sets {@code changed}.
     *
     * @param changed see {@link EvaluationChanges#changed()}
     * @return this builder
     */
    public Builder changed(List<Evaluation> changed) {
      this.changed = changed;
      return this;
    }

    /**
     * Sets {@code removed}.
     *
     * @param removed see {@link EvaluationChanges#removed()}
     * @return this builder
     */
    public Builder removed(List<String> removed) {
      this.removed = removed;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public EvaluationChanges build() {
      return new EvaluationChanges(
          whole,
          changed,
          removed);
    }
  }
}
