// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * AllocationChanges are allocations of the deployment: those that changed, or,
 * with Whole, all of them, so that one that is not listed is gone.
 *
 * @param whole the field {@code Whole}
 * @param changed the field {@code Changed}
 * @param removed the field {@code Removed}
 * @param tableIndex TableIndex is the index of the last write to any allocation of the
 *     cluster; 0 when it is not known. It is read only while the deployment
 *     has no allocations at all (A0).
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 */
public record AllocationChanges(
    boolean whole,
    List<Allocation> changed,
    List<String> removed,
    long tableIndex) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param whole see {@link #whole()}
   * @param changed see {@link #changed()}
   * @param removed see {@link #removed()}
   * @param tableIndex see {@link #tableIndex()}
   */
  public AllocationChanges {
    changed = Wire.list(changed, "AllocationChanges.changed");
    removed = Wire.texts(removed, "AllocationChanges.removed");
  }

  static AllocationChanges read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 4);
    AllocationChanges message =
        new AllocationChanges(
            from.unpackBoolean(),
            Wire.list(from, Allocation::read),
            Wire.list(from, MessageUnpacker::unpackString),
            Wire.unsigned(from));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(4);
    to.packBoolean(whole);
    Wire.list(to, changed, Allocation::write);
    Wire.texts(to, removed);
    Wire.unsigned(to, tableIndex);
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
    builder.tableIndex = tableIndex;
    return builder;
  }

  /** Makes a {@link AllocationChanges}. */
  public static final class Builder {
    private boolean whole;
    private List<Allocation> changed = List.of();
    private List<String> removed = List.of();
    private long tableIndex;

    private Builder() {}

    /**
     * Sets {@code whole}.
     *
     * @param whole see {@link AllocationChanges#whole()}
     * @return this builder
     */
    public Builder whole(boolean whole) {
      this.whole = whole;
      return this;
    }

    /**
     * Sets {@code changed}.
     *
     * @param changed see {@link AllocationChanges#changed()}
     * @return this builder
     */
    public Builder changed(List<Allocation> changed) {
      this.changed = changed;
      return this;
    }

    /**
     * Sets {@code removed}.
     *
     * @param removed see {@link AllocationChanges#removed()}
     * @return this builder
     */
    public Builder removed(List<String> removed) {
      this.removed = removed;
      return this;
    }

    /**
     * Sets {@code tableIndex}.
     *
     * @param tableIndex see {@link AllocationChanges#tableIndex()}
     * @return this builder
     */
    public Builder tableIndex(long tableIndex) {
      this.tableIndex = tableIndex;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public AllocationChanges build() {
      return new AllocationChanges(
          whole,
          changed,
          removed,
          tableIndex);
    }
  }
}
