// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * JobGroup is what D4 reads of a task group in the job.
 *
 * @param name the field {@code Name}
 * @param autoRevert AutoRevert is the flag in the group's update block; false without one.
 */
public record JobGroup(
    String name,
    boolean autoRevert) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param name see {@link #name()}
   * @param autoRevert see {@link #autoRevert()}
   */
  public JobGroup {
    name = Wire.text(name, "JobGroup.name");
  }

  static JobGroup read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 2);
    JobGroup message =
        new JobGroup(
            from.unpackString(),
            from.unpackBoolean());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(2);
    to.packString(name);
    to.packBoolean(autoRevert);
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
    builder.autoRevert = autoRevert;
    return builder;
  }

  /** Makes a {@link JobGroup}. */
  public static final class Builder {
    private String name = "";
    private boolean autoRevert;

    private Builder() {}

    /**
     * Sets {@code name}.
     *
     * @param name see {@link JobGroup#name()}
     * @return this builder
     */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /**
     * Sets {@code autoRevert}.
     *
     * @param autoRevert see {@link JobGroup#autoRevert()}
     * @return this builder
     */
    public Builder autoRevert(boolean autoRevert) {
      this.autoRevert = autoRevert;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public JobGroup build() {
      return new JobGroup(
          name,
          autoRevert);
    }
  }
}
