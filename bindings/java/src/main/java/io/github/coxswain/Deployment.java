// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Deployment is one rollout of one job version.
 *
 * @param id ID names the deployment; at most MaxIDLength bytes, not empty.
 * @param status Status and Description say where it stands. The core decides by the
 *     status alone; the description is for people and for the ledger.
 * @param description the field {@code Description}
 * @param jobVersion JobVersion is the version of the job that is rolled out.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param createIndex CreateIndex and ModifyIndex are the commits that made and last changed it.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param modifyIndex CreateIndex and ModifyIndex are the commits that made and last changed it.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param groups Groups are the task groups that take part, in any order, each name once;
 *     at most MaxGroups.
 * @param priority Priority goes into evaluations in place of the job's; 0 for none. It does
 *     not exist before nomad-1.3.3.
 * @param createTime CreateTime is when it was made, in Unix nanoseconds; 0 when the host does
 *     not know it, and then no deadline starts with it (S-5).
 * @param pausedAt PausedAt and ResumedAt are when it was paused and resumed last (Unix
 *     nanoseconds), PausedFor how long all
 *     ended pauses took. They are for policies (G2, G5). When all are 0 a machine
 *     goes by the pauses that it has seen itself.
 * @param resumedAt PausedAt and ResumedAt are when it was paused and resumed last (Unix
 *     nanoseconds), PausedFor how long all
 *     ended pauses took. They are for policies (G2, G5). When all are 0 a machine
 *     goes by the pauses that it has seen itself.
 * @param pausedFor PausedAt and ResumedAt are when it was paused and resumed last (Unix
 *     nanoseconds), PausedFor how long all
 *     ended pauses took. They are for policies (G2, G5). When all are 0 a machine
 *     goes by the pauses that it has seen itself.
 */
public record Deployment(
    String id,
    DeploymentStatus status,
    String description,
    long jobVersion,
    long createIndex,
    long modifyIndex,
    List<Group> groups,
    int priority,
    long createTime,
    long pausedAt,
    long resumedAt,
    long pausedFor) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param id see {@link #id()}
   * @param status see {@link #status()}
   * @param description see {@link #description()}
   * @param jobVersion see {@link #jobVersion()}
   * @param createIndex see {@link #createIndex()}
   * @param modifyIndex see {@link #modifyIndex()}
   * @param groups see {@link #groups()}
   * @param priority see {@link #priority()}
   * @param createTime see {@link #createTime()}
   * @param pausedAt see {@link #pausedAt()}
   * @param resumedAt see {@link #resumedAt()}
   * @param pausedFor see {@link #pausedFor()}
   */
  public Deployment {
    id = Wire.text(id, "Deployment.id");
    status = Objects.requireNonNull(status, "Deployment.status");
    description = Wire.text(description, "Deployment.description");
    groups = Wire.list(groups, "Deployment.groups");
  }

  static Deployment read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 12);
    Deployment message =
        new Deployment(
            from.unpackString(),
            DeploymentStatus.of(from.unpackInt()),
            from.unpackString(),
            Wire.unsigned(from),
            Wire.unsigned(from),
            Wire.unsigned(from),
            Wire.list(from, Group::read),
            from.unpackInt(),
            from.unpackLong(),
            from.unpackLong(),
            from.unpackLong(),
            from.unpackLong());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(12);
    to.packString(id);
    to.packInt(status.value());
    to.packString(description);
    Wire.unsigned(to, jobVersion);
    Wire.unsigned(to, createIndex);
    Wire.unsigned(to, modifyIndex);
    Wire.list(to, groups, Group::write);
    to.packInt(priority);
    to.packLong(createTime);
    to.packLong(pausedAt);
    to.packLong(resumedAt);
    to.packLong(pausedFor);
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
    builder.description = description;
    builder.jobVersion = jobVersion;
    builder.createIndex = createIndex;
    builder.modifyIndex = modifyIndex;
    builder.groups = groups;
    builder.priority = priority;
    builder.createTime = createTime;
    builder.pausedAt = pausedAt;
    builder.resumedAt = resumedAt;
    builder.pausedFor = pausedFor;
    return builder;
  }

  /** Makes a {@link Deployment}. */
  public static final class Builder {
    private String id = "";
    private DeploymentStatus status = DeploymentStatus.of(0);
    private String description = "";
    private long jobVersion;
    private long createIndex;
    private long modifyIndex;
    private List<Group> groups = List.of();
    private int priority;
    private long createTime;
    private long pausedAt;
    private long resumedAt;
    private long pausedFor;

    private Builder() {}

    /**
     * Sets {@code id}.
     *
     * @param id see {@link Deployment#id()}
     * @return this builder
     */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /**
     * Sets {@code status}.
     *
     * @param status see {@link Deployment#status()}
     * @return this builder
     */
    public Builder status(DeploymentStatus status) {
      this.status = status;
      return this;
    }

    /**
     * Sets {@code description}.
     *
     * @param description see {@link Deployment#description()}
     * @return this builder
     */
    public Builder description(String description) {
      this.description = description;
      return this;
    }

    /**
     * Sets {@code jobVersion}.
     *
     * @param jobVersion see {@link Deployment#jobVersion()}
     * @return this builder
     */
    public Builder jobVersion(long jobVersion) {
      this.jobVersion = jobVersion;
      return this;
    }

    /**
     * Sets {@code createIndex}.
     *
     * @param createIndex see {@link Deployment#createIndex()}
     * @return this builder
     */
    public Builder createIndex(long createIndex) {
      this.createIndex = createIndex;
      return this;
    }

    /**
     * Sets {@code modifyIndex}.
     *
     * @param modifyIndex see {@link Deployment#modifyIndex()}
     * @return this builder
     */
    public Builder modifyIndex(long modifyIndex) {
      this.modifyIndex = modifyIndex;
      return this;
    }

    /**
     * Sets {@code groups}.
     *
     * @param groups see {@link Deployment#groups()}
     * @return this builder
     */
    public Builder groups(List<Group> groups) {
      this.groups = groups;
      return this;
    }

    /**
     * Sets {@code priority}.
     *
     * @param priority see {@link Deployment#priority()}
     * @return this builder
     */
    public Builder priority(int priority) {
      this.priority = priority;
      return this;
    }

    /**
     * Sets {@code createTime}.
     *
     * @param createTime see {@link Deployment#createTime()}
     * @return this builder
     */
    public Builder createTime(long createTime) {
      this.createTime = createTime;
      return this;
    }

    /**
     * Sets {@code pausedAt}.
     *
     * @param pausedAt see {@link Deployment#pausedAt()}
     * @return this builder
     */
    public Builder pausedAt(long pausedAt) {
      this.pausedAt = pausedAt;
      return this;
    }

    /**
     * Sets {@code resumedAt}.
     *
     * @param resumedAt see {@link Deployment#resumedAt()}
     * @return this builder
     */
    public Builder resumedAt(long resumedAt) {
      this.resumedAt = resumedAt;
      return this;
    }

    /**
     * Sets {@code pausedFor}.
     *
     * @param pausedFor see {@link Deployment#pausedFor()}
     * @return this builder
     */
    public Builder pausedFor(long pausedFor) {
      this.pausedFor = pausedFor;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Deployment build() {
      return new Deployment(
          id,
          status,
          description,
          jobVersion,
          createIndex,
          modifyIndex,
          groups,
          priority,
          createTime,
          pausedAt,
          resumedAt,
          pausedFor);
    }
  }
}
