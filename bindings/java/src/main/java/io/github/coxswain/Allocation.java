// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Allocation is one placed instance of a task group.
 *
 * @param id ID names the allocation; at most MaxIDLength bytes, not empty.
 * @param group Group is the name of its task group. A2 passes over an allocation whose
 *     group does not take part in the deployment.
 * @param desired Desired and Client are the scheduler's and the client's word on it.
 * @param client the field {@code Client}
 * @param modifyIndex ModifyIndex is the commit that last changed it; A0 reads it.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param modifyTime ModifyTime is when it was last changed, in Unix nanoseconds. The core
 *     does not read it; the ledger starts the deadline with it (S2).
 * @param health Health, the time at which it was found (Unix nanoseconds, the client's
 *     clock) and the commit that set it.
 * @param healthTime the field {@code HealthTime}
 * @param healthIndex the field {@code HealthIndex}
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param canary Canary is set until the canary is promoted.
 * @param reschedule Reschedule says that the allocation was allowed a replacement (T1).
 * @param rescheduling Rescheduling says whether it can ever be rescheduled again.
 */
public record Allocation(
    String id,
    String group,
    DesiredStatus desired,
    ClientStatus client,
    long modifyIndex,
    long modifyTime,
    Health health,
    long healthTime,
    long healthIndex,
    boolean canary,
    boolean reschedule,
    Rescheduling rescheduling) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param id see {@link #id()}
   * @param group see {@link #group()}
   * @param desired see {@link #desired()}
   * @param client see {@link #client()}
   * @param modifyIndex see {@link #modifyIndex()}
   * @param modifyTime see {@link #modifyTime()}
   * @param health see {@link #health()}
   * @param healthTime see {@link #healthTime()}
   * @param healthIndex see {@link #healthIndex()}
   * @param canary see {@link #canary()}
   * @param reschedule see {@link #reschedule()}
   * @param rescheduling see {@link #rescheduling()}
   */
  public Allocation {
    id = Wire.text(id, "Allocation.id");
    group = Wire.text(group, "Allocation.group");
    desired = Objects.requireNonNull(desired, "Allocation.desired");
    client = Objects.requireNonNull(client, "Allocation.client");
    health = Objects.requireNonNull(health, "Allocation.health");
    rescheduling = Objects.requireNonNull(rescheduling, "Allocation.rescheduling");
  }

  static Allocation read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 12);
    Allocation message =
        new Allocation(
            from.unpackString(),
            from.unpackString(),
            DesiredStatus.of(from.unpackInt()),
            ClientStatus.of(from.unpackInt()),
            Wire.unsigned(from),
            from.unpackLong(),
            Health.of(from.unpackInt()),
            from.unpackLong(),
            Wire.unsigned(from),
            from.unpackBoolean(),
            from.unpackBoolean(),
            Rescheduling.of(from.unpackInt()));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(12);
    to.packString(id);
    to.packString(group);
    to.packInt(desired.value());
    to.packInt(client.value());
    Wire.unsigned(to, modifyIndex);
    to.packLong(modifyTime);
    to.packInt(health.value());
    to.packLong(healthTime);
    Wire.unsigned(to, healthIndex);
    to.packBoolean(canary);
    to.packBoolean(reschedule);
    to.packInt(rescheduling.value());
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
    builder.group = group;
    builder.desired = desired;
    builder.client = client;
    builder.modifyIndex = modifyIndex;
    builder.modifyTime = modifyTime;
    builder.health = health;
    builder.healthTime = healthTime;
    builder.healthIndex = healthIndex;
    builder.canary = canary;
    builder.reschedule = reschedule;
    builder.rescheduling = rescheduling;
    return builder;
  }

  /** Makes a {@link Allocation}. */
  public static final class Builder {
    private String id = "";
    private String group = "";
    private DesiredStatus desired = DesiredStatus.of(0);
    private ClientStatus client = ClientStatus.of(0);
    private long modifyIndex;
    private long modifyTime;
    private Health health = Health.of(0);
    private long healthTime;
    private long healthIndex;
    private boolean canary;
    private boolean reschedule;
    private Rescheduling rescheduling = Rescheduling.of(0);

    private Builder() {}

    /**
     * Sets {@code id}.
     *
     * @param id see {@link Allocation#id()}
     * @return this builder
     */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /**
     * Sets {@code group}.
     *
     * @param group see {@link Allocation#group()}
     * @return this builder
     */
    public Builder group(String group) {
      this.group = group;
      return this;
    }

    /**
     * Sets {@code desired}.
     *
     * @param desired see {@link Allocation#desired()}
     * @return this builder
     */
    public Builder desired(DesiredStatus desired) {
      this.desired = desired;
      return this;
    }

    /**
     * Sets {@code client}.
     *
     * @param client see {@link Allocation#client()}
     * @return this builder
     */
    public Builder client(ClientStatus client) {
      this.client = client;
      return this;
    }

    /**
     * Sets {@code modifyIndex}.
     *
     * @param modifyIndex see {@link Allocation#modifyIndex()}
     * @return this builder
     */
    public Builder modifyIndex(long modifyIndex) {
      this.modifyIndex = modifyIndex;
      return this;
    }

    /**
     * Sets {@code modifyTime}.
     *
     * @param modifyTime see {@link Allocation#modifyTime()}
     * @return this builder
     */
    public Builder modifyTime(long modifyTime) {
      this.modifyTime = modifyTime;
      return this;
    }

    /**
     * Sets {@code health}.
     *
     * @param health see {@link Allocation#health()}
     * @return this builder
     */
    public Builder health(Health health) {
      this.health = health;
      return this;
    }

    /**
     * Sets {@code healthTime}.
     *
     * @param healthTime see {@link Allocation#healthTime()}
     * @return this builder
     */
    public Builder healthTime(long healthTime) {
      this.healthTime = healthTime;
      return this;
    }

    /**
     * Sets {@code healthIndex}.
     *
     * @param healthIndex see {@link Allocation#healthIndex()}
     * @return this builder
     */
    public Builder healthIndex(long healthIndex) {
      this.healthIndex = healthIndex;
      return this;
    }

    /**
     * Sets {@code canary}.
     *
     * @param canary see {@link Allocation#canary()}
     * @return this builder
     */
    public Builder canary(boolean canary) {
      this.canary = canary;
      return this;
    }

    /**
     * Sets {@code reschedule}.
     *
     * @param reschedule see {@link Allocation#reschedule()}
     * @return this builder
     */
    public Builder reschedule(boolean reschedule) {
      this.reschedule = reschedule;
      return this;
    }

    /**
     * Sets {@code rescheduling}.
     *
     * @param rescheduling see {@link Allocation#rescheduling()}
     * @return this builder
     */
    public Builder rescheduling(Rescheduling rescheduling) {
      this.rescheduling = rescheduling;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Allocation build() {
      return new Allocation(
          id,
          group,
          desired,
          client,
          modifyIndex,
          modifyTime,
          health,
          healthTime,
          healthIndex,
          canary,
          reschedule,
          rescheduling);
    }
  }
}
