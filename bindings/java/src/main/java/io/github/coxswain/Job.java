// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Job is the job as it is when watching starts: its newest version, which can
 * be newer than the deployment's. The machine never refreshes it.
 *
 * @param namespace the field {@code Namespace}
 * @param id the field {@code ID}
 * @param type Type is the scheduler's ("service"); Priority goes into evaluations.
 * @param priority the field {@code Priority}
 * @param version Version and ModifyIndex (of the specification) name what was read.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param modifyIndex Version and ModifyIndex (of the specification) name what was read.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param multiregion Multiregion turns on T5.
 * @param specDigest SpecDigest stands for everything that Nomad compares when it asks whether
 *     two specifications differ (R2). Empty means "differs from everything,
 *     also from itself", which is what Nomad finds for a specification that
 *     holds a list that is present but empty. ExecDigest stands for what is
 *     executed only. At most MaxDigestLength bytes each.
 * @param execDigest SpecDigest stands for everything that Nomad compares when it asks whether
 *     two specifications differ (R2). Empty means "differs from everything,
 *     also from itself", which is what Nomad finds for a specification that
 *     holds a list that is present but empty. ExecDigest stands for what is
 *     executed only. At most MaxDigestLength bytes each.
 * @param groups Groups are the task groups of this version.
 */
public record Job(
    String namespace,
    String id,
    String type,
    int priority,
    long version,
    long modifyIndex,
    boolean multiregion,
    String specDigest,
    String execDigest,
    List<JobGroup> groups) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param namespace see {@link #namespace()}
   * @param id see {@link #id()}
   * @param type see {@link #type()}
   * @param priority see {@link #priority()}
   * @param version see {@link #version()}
   * @param modifyIndex see {@link #modifyIndex()}
   * @param multiregion see {@link #multiregion()}
   * @param specDigest see {@link #specDigest()}
   * @param execDigest see {@link #execDigest()}
   * @param groups see {@link #groups()}
   */
  public Job {
    namespace = Wire.text(namespace, "Job.namespace");
    id = Wire.text(id, "Job.id");
    type = Wire.text(type, "Job.type");
    specDigest = Wire.text(specDigest, "Job.specDigest");
    execDigest = Wire.text(execDigest, "Job.execDigest");
    groups = Wire.list(groups, "Job.groups");
  }

  static Job read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 10);
    Job message =
        new Job(
            from.unpackString(),
            from.unpackString(),
            from.unpackString(),
            from.unpackInt(),
            Wire.unsigned(from),
            Wire.unsigned(from),
            from.unpackBoolean(),
            from.unpackString(),
            from.unpackString(),
            Wire.list(from, JobGroup::read));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(10);
    to.packString(namespace);
    to.packString(id);
    to.packString(type);
    to.packInt(priority);
    Wire.unsigned(to, version);
    Wire.unsigned(to, modifyIndex);
    to.packBoolean(multiregion);
    to.packString(specDigest);
    to.packString(execDigest);
    Wire.list(to, groups, JobGroup::write);
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
    builder.namespace = namespace;
    builder.id = id;
    builder.type = type;
    builder.priority = priority;
    builder.version = version;
    builder.modifyIndex = modifyIndex;
    builder.multiregion = multiregion;
    builder.specDigest = specDigest;
    builder.execDigest = execDigest;
    builder.groups = groups;
    return builder;
  }

  /** Makes a {@link Job}. */
  public static final class Builder {
    private String namespace = "";
    private String id = "";
    private String type = "";
    private int priority;
    private long version;
    private long modifyIndex;
    private boolean multiregion;
    private String specDigest = "";
    private String execDigest = "";
    private List<JobGroup> groups = List.of();

    private Builder() {}

    /**
     * Sets {@code namespace}.
     *
     * @param namespace see {@link Job#namespace()}
     * @return this builder
     */
    public Builder namespace(String namespace) {
      this.namespace = namespace;
      return this;
    }

    /**
     * Sets {@code id}.
     *
     * @param id see {@link Job#id()}
     * @return this builder
     */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /**
     * Sets {@code type}.
     *
     * @param type see {@link Job#type()}
     * @return this builder
     */
    public Builder type(String type) {
      this.type = type;
      return this;
    }

    /**
     * Sets {@code priority}.
     *
     * @param priority see {@link Job#priority()}
     * @return this builder
     */
    public Builder priority(int priority) {
      this.priority = priority;
      return this;
    }

    /**
     * Sets {@code version}.
     *
     * @param version see {@link Job#version()}
     * @return this builder
     */
    public Builder version(long version) {
      this.version = version;
      return this;
    }

    /**
     * Sets {@code modifyIndex}.
     *
     * @param modifyIndex see {@link Job#modifyIndex()}
     * @return this builder
     */
    public Builder modifyIndex(long modifyIndex) {
      this.modifyIndex = modifyIndex;
      return this;
    }

    /**
     * Sets {@code multiregion}.
     *
     * @param multiregion see {@link Job#multiregion()}
     * @return this builder
     */
    public Builder multiregion(boolean multiregion) {
      this.multiregion = multiregion;
      return this;
    }

    /**
     * Sets {@code specDigest}.
     *
     * @param specDigest see {@link Job#specDigest()}
     * @return this builder
     */
    public Builder specDigest(String specDigest) {
      this.specDigest = specDigest;
      return this;
    }

    /**
     * Sets {@code execDigest}.
     *
     * @param execDigest see {@link Job#execDigest()}
     * @return this builder
     */
    public Builder execDigest(String execDigest) {
      this.execDigest = execDigest;
      return this;
    }

    /**
     * Sets {@code groups}.
     *
     * @param groups see {@link Job#groups()}
     * @return this builder
     */
    public Builder groups(List<JobGroup> groups) {
      this.groups = groups;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Job build() {
      return new Job(
          namespace,
          id,
          type,
          priority,
          version,
          modifyIndex,
          multiregion,
          specDigest,
          execDigest,
          groups);
    }
  }
}
