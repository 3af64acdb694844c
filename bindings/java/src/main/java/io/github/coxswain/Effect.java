// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Effect is one thing that the cluster is to do. A cluster that can check
 * applies it only while DeploymentIndex and JobIndex still hold.
 *
 * @param key the field {@code Key}
 * @param kind the field {@code Kind}
 * @param command Command is the ID of the command that it answers; 0 when the rules
 *     themselves decided it.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param deploymentIndex DeploymentIndex and JobIndex are the modify indexes of the deployment and
 *     of the job (at opening) that it was decided on.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param jobIndex DeploymentIndex and JobIndex are the modify indexes of the deployment and
 *     of the job (at opening) that it was decided on.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param allocations Which of these are used, EffectKind says.
 * @param status the field {@code Status}
 * @param description the field {@code Description}
 * @param rollback the field {@code Rollback}
 * @param rollbackVersion the field {@code RollbackVersion}
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param all the field {@code All}
 * @param groups the field {@code Groups}
 * @param healthy the field {@code Healthy}
 * @param unhealthy the field {@code Unhealthy}
 * @param timestamp the field {@code Timestamp}
 * @param evaluation the field {@code Evaluation}
 *     (may be null)
 */
public record Effect(
    Key key,
    EffectKind kind,
    long command,
    long deploymentIndex,
    long jobIndex,
    List<String> allocations,
    DeploymentStatus status,
    String description,
    boolean rollback,
    long rollbackVersion,
    boolean all,
    List<String> groups,
    List<String> healthy,
    List<String> unhealthy,
    long timestamp,
    NewEvaluation evaluation) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param key see {@link #key()}
   * @param kind see {@link #kind()}
   * @param command see {@link #command()}
   * @param deploymentIndex see {@link #deploymentIndex()}
   * @param jobIndex see {@link #jobIndex()}
   * @param allocations see {@link #allocations()}
   * @param status see {@link #status()}
   * @param description see {@link #description()}
   * @param rollback see {@link #rollback()}
   * @param rollbackVersion see {@link #rollbackVersion()}
   * @param all see {@link #all()}
   * @param groups see {@link #groups()}
   * @param healthy see {@link #healthy()}
   * @param unhealthy see {@link #unhealthy()}
   * @param timestamp see {@link #timestamp()}
   * @param evaluation see {@link #evaluation()}
   */
  public Effect {
    key = Objects.requireNonNull(key, "Effect.key");
    kind = Objects.requireNonNull(kind, "Effect.kind");
    allocations = Wire.texts(allocations, "Effect.allocations");
    status = Objects.requireNonNull(status, "Effect.status");
    description = Wire.text(description, "Effect.description");
    groups = Wire.texts(groups, "Effect.groups");
    healthy = Wire.texts(healthy, "Effect.healthy");
    unhealthy = Wire.texts(unhealthy, "Effect.unhealthy");
  }

  static Effect read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 16);
    Effect message =
        new Effect(
            Key.read(from),
            EffectKind.of(from.unpackInt()),
            Wire.unsigned(from),
            Wire.unsigned(from),
            Wire.unsigned(from),
            Wire.list(from, MessageUnpacker::unpackString),
            DeploymentStatus.of(from.unpackInt()),
            from.unpackString(),
            from.unpackBoolean(),
            Wire.unsigned(from),
            from.unpackBoolean(),
            Wire.list(from, MessageUnpacker::unpackString),
            Wire.list(from, MessageUnpacker::unpackString),
            Wire.list(from, MessageUnpacker::unpackString),
            from.unpackLong(),
            Wire.optional(from, NewEvaluation::read));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(16);
    key.write(to);
    to.packInt(kind.value());
    Wire.unsigned(to, command);
    Wire.unsigned(to, deploymentIndex);
    Wire.unsigned(to, jobIndex);
    Wire.texts(to, allocations);
    to.packInt(status.value());
    to.packString(description);
    to.packBoolean(rollback);
    Wire.unsigned(to, rollbackVersion);
    to.packBoolean(all);
    Wire.texts(to, groups);
    Wire.texts(to, healthy);
    Wire.texts(to, unhealthy);
    to.packLong(timestamp);
    Wire.optional(to, evaluation, NewEvaluation::write);
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
    builder.key = key;
    builder.kind = kind;
    builder.command = command;
    builder.deploymentIndex = deploymentIndex;
    builder.jobIndex = jobIndex;
    builder.allocations = allocations;
    builder.status = status;
    builder.description = description;
    builder.rollback = rollback;
    builder.rollbackVersion = rollbackVersion;
    builder.all = all;
    builder.groups = groups;
    builder.healthy = healthy;
    builder.unhealthy = unhealthy;
    builder.timestamp = timestamp;
    builder.evaluation = evaluation;
    return builder;
  }

  /** Makes a {@link Effect}. */
  public static final class Builder {
    private Key key = Key.builder().build();
    private EffectKind kind = EffectKind.of(0);
    private long command;
    private long deploymentIndex;
    private long jobIndex;
    private List<String> allocations = List.of();
    private DeploymentStatus status = DeploymentStatus.of(0);
    private String description = "";
    private boolean rollback;
    private long rollbackVersion;
    private boolean all;
    private List<String> groups = List.of();
    private List<String> healthy = List.of();
    private List<String> unhealthy = List.of();
    private long timestamp;
    private NewEvaluation evaluation;

    private Builder() {}

    /**
     * Sets {@code key}.
     *
     * @param key see {@link Effect#key()}
     * @return this builder
     */
    public Builder key(Key key) {
      this.key = key;
      return this;
    }

    /**
     * Sets {@code kind}.
     *
     * @param kind see {@link Effect#kind()}
     * @return this builder
     */
    public Builder kind(EffectKind kind) {
      this.kind = kind;
      return this;
    }

    /**
     * Sets {@code command}.
     *
     * @param command see {@link Effect#command()}
     * @return this builder
     */
    public Builder command(long command) {
      this.command = command;
      return this;
    }

    /**
     * Sets {@code deploymentIndex}.
     *
     * @param deploymentIndex see {@link Effect#deploymentIndex()}
     * @return this builder
     */
    public Builder deploymentIndex(long deploymentIndex) {
      this.deploymentIndex = deploymentIndex;
      return this;
    }

    /**
     * Sets {@code jobIndex}.
     *
     * @param jobIndex see {@link Effect#jobIndex()}
     * @return this builder
     */
    public Builder jobIndex(long jobIndex) {
      this.jobIndex = jobIndex;
      return this;
    }

    /**
     * Sets {@code allocations}.
     *
     * @param allocations see {@link Effect#allocations()}
     * @return this builder
     */
    public Builder allocations(List<String> allocations) {
      this.allocations = allocations;
      return this;
    }

    /**
     * Sets {@code status}.
     *
     * @param status see {@link Effect#status()}
     * @return this builder
     */
    public Builder status(DeploymentStatus status) {
      this.status = status;
      return this;
    }

    /**
     * Sets {@code description}.
     *
     * @param description see {@link Effect#description()}
     * @return this builder
     */
    public Builder description(String description) {
      this.description = description;
      return this;
    }

    /**
     * Sets {@code rollback}.
     *
     * @param rollback see {@link Effect#rollback()}
     * @return this builder
     */
    public Builder rollback(boolean rollback) {
      this.rollback = rollback;
      return this;
    }

    /**
     * Sets {@code rollbackVersion}.
     *
     * @param rollbackVersion see {@link Effect#rollbackVersion()}
     * @return this builder
     */
    public Builder rollbackVersion(long rollbackVersion) {
      this.rollbackVersion = rollbackVersion;
      return this;
    }

    /**
     * Sets {@code all}.
     *
     * @param all see {@link Effect#all()}
     * @return this builder
     */
    public Builder all(boolean all) {
      this.all = all;
      return this;
    }

    /**
     * Sets {@code groups}.
     *
     * @param groups see {@link Effect#groups()}
     * @return this builder
     */
    public Builder groups(List<String> groups) {
      this.groups = groups;
      return this;
    }

    /**
     * Sets {@code healthy}.
     *
     * @param healthy see {@link Effect#healthy()}
     * @return this builder
     */
    public Builder healthy(List<String> healthy) {
      this.healthy = healthy;
      return this;
    }

    /**
     * Sets {@code unhealthy}.
     *
     * @param unhealthy see {@link Effect#unhealthy()}
     * @return this builder
     */
    public Builder unhealthy(List<String> unhealthy) {
      this.unhealthy = unhealthy;
      return this;
    }

    /**
     * Sets {@code timestamp}.
     *
     * @param timestamp see {@link Effect#timestamp()}
     * @return this builder
     */
    public Builder timestamp(long timestamp) {
      this.timestamp = timestamp;
      return this;
    }

    /**
     * Sets {@code evaluation}.
     *
     * @param evaluation see {@link Effect#evaluation()}
     * @return this builder
     */
    public Builder evaluation(NewEvaluation evaluation) {
      this.evaluation = evaluation;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Effect build() {
      return new Effect(
          key,
          kind,
          command,
          deploymentIndex,
          jobIndex,
          allocations,
          status,
          description,
          rollback,
          rollbackVersion,
          all,
          groups,
          healthy,
          unhealthy,
          timestamp,
          evaluation);
    }
  }
}
