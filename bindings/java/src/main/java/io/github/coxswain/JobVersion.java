// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * JobVersion is one kept version of the job (R1).
 *
 * @param version the field {@code Version}
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param stable Stable says that a deployment of this version was successful, or that the
 *     version was born from a rollback (S5).
 * @param stopped Stopped says that this version stops the job.
 * @param createIndex CreateIndex tells incarnations of a purged and registered job apart.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param specDigest SpecDigest and ExecDigest are made as those of Job are.
 * @param execDigest SpecDigest and ExecDigest are made as those of Job are.
 * @param rollback Rollback says that a rollback registered it. Without it rollbacks are not
 *     counted (S-18).
 * @param tag Tag is the version's name, empty for none.
 */
public record JobVersion(
    long version,
    boolean stable,
    boolean stopped,
    long createIndex,
    String specDigest,
    String execDigest,
    boolean rollback,
    String tag) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param version see {@link #version()}
   * @param stable see {@link #stable()}
   * @param stopped see {@link #stopped()}
   * @param createIndex see {@link #createIndex()}
   * @param specDigest see {@link #specDigest()}
   * @param execDigest see {@link #execDigest()}
   * @param rollback see {@link #rollback()}
   * @param tag see {@link #tag()}
   */
  public JobVersion {
    specDigest = Wire.text(specDigest, "JobVersion.specDigest");
    execDigest = Wire.text(execDigest, "JobVersion.execDigest");
    tag = Wire.text(tag, "JobVersion.tag");
  }

  static JobVersion read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 8);
    JobVersion message =
        new JobVersion(
            Wire.unsigned(from),
            from.unpackBoolean(),
            from.unpackBoolean(),
            Wire.unsigned(from),
            from.unpackString(),
            from.unpackString(),
            from.unpackBoolean(),
            from.unpackString());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(8);
    Wire.unsigned(to, version);
    to.packBoolean(stable);
    to.packBoolean(stopped);
    Wire.unsigned(to, createIndex);
    to.packString(specDigest);
    to.packString(execDigest);
    to.packBoolean(rollback);
    to.packString(tag);
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
    builder.version = version;
    builder.stable = stable;
    builder.stopped = stopped;
    builder.createIndex = createIndex;
    builder.specDigest = specDigest;
    builder.execDigest = execDigest;
    builder.rollback = rollback;
    builder.tag = tag;
    return builder;
  }

  /** Makes a {@link JobVersion}. */
  public static final class Builder {
    private long version;
    private boolean stable;
    private boolean stopped;
    private long createIndex;
    private String specDigest = "";
    private String execDigest = "";
    private boolean rollback;
    private String tag = "";

    private Builder() {}

    /**
     * Sets {@code version}.
     *
     * @param version see {@link JobVersion#version()}
     * @return this builder
     */
    public Builder version(long version) {
      this.version = version;
      return this;
    }

    /**
     * Sets {@code stable}.
     *
     * @param stable see {@link JobVersion#stable()}
     * @return this builder
     */
    public Builder stable(boolean stable) {
      this.stable = stable;
      return this;
    }

    /**
     * Sets {@code stopped}.
     *
     * @param stopped see {@link JobVersion#stopped()}
     * @return this builder
     */
    public Builder stopped(boolean stopped) {
      this.stopped = stopped;
      return this;
    }

    /**
     * Sets {@code createIndex}.
     *
     * @param createIndex see {@link JobVersion#createIndex()}
     * @return this builder
     */
    public Builder createIndex(long createIndex) {
      this.createIndex = createIndex;
      return this;
    }

    /**
     * Sets {@code specDigest}.
     *
     * @param specDigest see {@link JobVersion#specDigest()}
     * @return this builder
     */
    public Builder specDigest(String specDigest) {
      this.specDigest = specDigest;
      return this;
    }

    /**
     * Sets {@code execDigest}.
     *
     * @param execDigest see {@link JobVersion#execDigest()}
     * @return this builder
     */
    public Builder execDigest(String execDigest) {
      this.execDigest = execDigest;
      return this;
    }

    /**
     * Sets {@code rollback}.
     *
     * @param rollback see {@link JobVersion#rollback()}
     * @return this builder
     */
    public Builder rollback(boolean rollback) {
      this.rollback = rollback;
      return this;
    }

    /**
     * Sets {@code tag}.
     *
     * @param tag see {@link JobVersion#tag()}
     * @return this builder
     */
    public Builder tag(String tag) {
      this.tag = tag;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public JobVersion build() {
      return new JobVersion(
          version,
          stable,
          stopped,
          createIndex,
          specDigest,
          execDigest,
          rollback,
          tag);
    }
  }
}
