// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * NewEvaluation is the evaluation that an effect creates: pending, triggered by
 * "deployment-watcher", for the job and the deployment.
 *
 * @param id ID is derived from the effect's key; it has the form of a UUID.
 * @param namespace the field {@code Namespace}
 * @param jobId the field {@code JobID}
 * @param type the field {@code Type}
 * @param priority the field {@code Priority}
 * @param deploymentId the field {@code DeploymentID}
 * @param time Time is its create and modify time in Unix nanoseconds.
 */
public record NewEvaluation(
    String id,
    String namespace,
    String jobId,
    String type,
    int priority,
    String deploymentId,
    long time) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param id see {@link #id()}
   * @param namespace see {@link #namespace()}
   * @param jobId see {@link #jobId()}
   * @param type see {@link #type()}
   * @param priority see {@link #priority()}
   * @param deploymentId see {@link #deploymentId()}
   * @param time see {@link #time()}
   */
  public NewEvaluation {
    id = Wire.text(id, "NewEvaluation.id");
    namespace = Wire.text(namespace, "NewEvaluation.namespace");
    jobId = Wire.text(jobId, "NewEvaluation.jobId");
    type = Wire.text(type, "NewEvaluation.type");
    deploymentId = Wire.text(deploymentId, "NewEvaluation.deploymentId");
  }

  static NewEvaluation read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 7);
    NewEvaluation message =
        new NewEvaluation(
            from.unpackString(),
            from.unpackString(),
            from.unpackString(),
            from.unpackString(),
            from.unpackInt(),
            from.unpackString(),
            from.unpackLong());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(7);
    to.packString(id);
    to.packString(namespace);
    to.packString(jobId);
    to.packString(type);
    to.packInt(priority);
    to.packString(deploymentId);
    to.packLong(time);
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
    builder.namespace = namespace;
    builder.jobId = jobId;
    builder.type = type;
    builder.priority = priority;
    builder.deploymentId = deploymentId;
    builder.time = time;
    return builder;
  }

  /** Makes a {@link NewEvaluation}. */
  public static final class Builder {
    private String id = "";
    private String namespace = "";
    private String jobId = "";
    private String type = "";
    private int priority;
    private String deploymentId = "";
    private long time;

    private Builder() {}

    /**
     * Sets {@code id}.
     *
     * @param id see {@link NewEvaluation#id()}
     * @return this builder
     */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /**
     * Sets {@code namespace}.
     *
     * @param namespace see {@link NewEvaluation#namespace()}
     * @return this builder
     */
    public Builder namespace(String namespace) {
      this.namespace = namespace;
      return this;
    }

    /**
     * Sets {@code jobId}.
     *
     * @param jobId see {@link NewEvaluation#jobId()}
     * @return this builder
     */
    public Builder jobId(String jobId) {
      this.jobId = jobId;
      return this;
    }

    /**
     * Sets {@code type}.
     *
     * @param type see {@link NewEvaluation#type()}
     * @return this builder
     */
    public Builder type(String type) {
      this.type = type;
      return this;
    }

    /**
     * Sets {@code priority}.
     *
     * @param priority see {@link NewEvaluation#priority()}
     * @return this builder
     */
    public Builder priority(int priority) {
      this.priority = priority;
      return this;
    }

    /**
     * Sets {@code deploymentId}.
     *
     * @param deploymentId see {@link NewEvaluation#deploymentId()}
     * @return this builder
     */
    public Builder deploymentId(String deploymentId) {
      this.deploymentId = deploymentId;
      return this;
    }

    /**
     * Sets {@code time}.
     *
     * @param time see {@link NewEvaluation#time()}
     * @return this builder
     */
    public Builder time(long time) {
      this.time = time;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public NewEvaluation build() {
      return new NewEvaluation(
          id,
          namespace,
          jobId,
          type,
          priority,
          deploymentId,
          time);
    }
  }
}
