// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Status answers "why is it stuck, what will it do next, who can move it".
 *
 * @param deploymentId the field {@code DeploymentID}
 * @param opened Opened, Ended and Done are the stages of the watch: Ended after the rules
 *     have failed the deployment (F3), Done once it is seen terminal (L1).
 * @param ended Opened, Ended and Done are the stages of the watch: Ended after the rules
 *     have failed the deployment (F3), Done once it is seen terminal (L1).
 * @param done Opened, Ended and Done are the stages of the watch: Ended after the rules
 *     have failed the deployment (F3), Done once it is seen terminal (L1).
 * @param status the field {@code Status}
 * @param deleted Deleted says that the deployment is gone from the store.
 * @param now Now and Index are those of the last input.
 * @param index the field {@code Index}
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param wake the field {@code Wake}
 * @param groups Groups are in the order of their names.
 * @param waits Waits say what it waits for, most urgent first. One that is not Done has at
 *     least one.
 * @param outstanding Outstanding are the keys of effects without a final result.
 * @param pending Pending are the allocations that the open window will allow to be replaced.
 */
public record Status(
    String deploymentId,
    boolean opened,
    boolean ended,
    boolean done,
    DeploymentStatus status,
    boolean deleted,
    long now,
    long index,
    Wake wake,
    List<GroupStatus> groups,
    List<Wait> waits,
    List<Key> outstanding,
    List<String> pending) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param deploymentId see {@link #deploymentId()}
   * @param opened see {@link #opened()}
   * @param ended see {@link #ended()}
   * @param done see {@link #done()}
   * @param status see {@link #status()}
   * @param deleted see {@link #deleted()}
   * @param now see {@link #now()}
   * @param index see {@link #index()}
   * @param wake see {@link #wake()}
   * @param groups see {@link #groups()}
   * @param waits see {@link #waits()}
   * @param outstanding see {@link #outstanding()}
   * @param pending see {@link #pending()}
   */
  public Status {
    deploymentId = Wire.text(deploymentId, "Status.deploymentId");
    status = Objects.requireNonNull(status, "Status.status");
    wake = Objects.requireNonNull(wake, "Status.wake");
    groups = Wire.list(groups, "Status.groups");
    waits = Wire.list(waits, "Status.waits");
    outstanding = Wire.list(outstanding, "Status.outstanding");
    pending = Wire.texts(pending, "Status.pending");
  }

  static Status read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 13);
    Status message =
        new Status(
            from.unpackString(),
            from.unpackBoolean(),
            from.unpackBoolean(),
            from.unpackBoolean(),
            DeploymentStatus.of(from.unpackInt()),
            from.unpackBoolean(),
            from.unpackLong(),
            Wire.unsigned(from),
            Wake.read(from),
            Wire.list(from, GroupStatus::read),
            Wire.list(from, Wait::read),
            Wire.list(from, Key::read),
            Wire.list(from, MessageUnpacker::unpackString));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(13);
    to.packString(deploymentId);
    to.packBoolean(opened);
    to.packBoolean(ended);
    to.packBoolean(done);
    to.packInt(status.value());
    to.packBoolean(deleted);
    to.packLong(now);
    Wire.unsigned(to, index);
    wake.write(to);
    Wire.list(to, groups, GroupStatus::write);
    Wire.list(to, waits, Wait::write);
    Wire.list(to, outstanding, Key::write);
    Wire.texts(to, pending);
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
    builder.deploymentId = deploymentId;
    builder.opened = opened;
    builder.ended = ended;
    builder.done = done;
    builder.status = status;
    builder.deleted = deleted;
    builder.now = now;
    builder.index = index;
    builder.wake = wake;
    builder.groups = groups;
    builder.waits = waits;
    builder.outstanding = outstanding;
    builder.pending = pending;
    return builder;
  }

  /** Makes a {@link Status}. */
  public static final class Builder {
    private String deploymentId = "";
    private boolean opened;
    private boolean ended;
    private boolean done;
    private DeploymentStatus status = DeploymentStatus.of(0);
    private boolean deleted;
    private long now;
    private long index;
    private Wake wake = Wake.builder().build();
    private List<GroupStatus> groups = List.of();
    private List<Wait> waits = List.of();
    private List<Key> outstanding = List.of();
    private List<String> pending = List.of();

    private Builder() {}

    /**
     * Sets {@code deploymentId}.
     *
     * @param deploymentId see {@link Status#deploymentId()}
     * @return this builder
     */
    public Builder deploymentId(String deploymentId) {
      this.deploymentId = deploymentId;
      return this;
    }

    /**
     * Sets {@code opened}.
     *
     * @param opened see {@link Status#opened()}
     * @return this builder
     */
    public Builder opened(boolean opened) {
      this.opened = opened;
      return this;
    }

    /**
     * Sets {@code ended}.
     *
     * @param ended see {@link Status#ended()}
     * @return this builder
     */
    public Builder ended(boolean ended) {
      this.ended = ended;
      return this;
    }

    /**
     * Sets {@code done}.
     *
     * @param done see {@link Status#done()}
     * @return this builder
     */
    public Builder done(boolean done) {
      this.done = done;
      return this;
    }

    /**
     * Sets {@code status}.
     *
     * @param status see {@link Status#status()}
     * @return this builder
     */
    public Builder status(DeploymentStatus status) {
      this.status = status;
      return this;
    }

    /**
     * Sets {@code deleted}.
     *
     * @param deleted see {@link Status#deleted()}
     * @return this builder
     */
    public Builder deleted(boolean deleted) {
      this.deleted = deleted;
      return this;
    }

    /**
     * Sets {@code now}.
     *
     * @param now see {@link Status#now()}
     * @return this builder
     */
    public Builder now(long now) {
      this.now = now;
      return this;
    }

    /**
     * Sets {@code index}.
     *
     * @param index see {@link Status#index()}
     * @return this builder
     */
    public Builder index(long index) {
      this.index = index;
      return this;
    }

    /**
     * Sets {@code wake}.
     *
     * @param wake see {@link Status#wake()}
     * @return this builder
     */
    public Builder wake(Wake wake) {
      this.wake = wake;
      return this;
    }

    /**
     * Sets {@code groups}.
     *
     * @param groups see {@link Status#groups()}
     * @return this builder
     */
    public Builder groups(List<GroupStatus> groups) {
      this.groups = groups;
      return this;
    }

    /**
     * Sets {@code waits}.
     *
     * @param waits see {@link Status#waits()}
     * @return this builder
     */
    public Builder waits(List<Wait> waits) {
      this.waits = waits;
      return this;
    }

    /**
     * Sets {@code outstanding}.
     *
     * @param outstanding see {@link Status#outstanding()}
     * @return this builder
     */
    public Builder outstanding(List<Key> outstanding) {
      this.outstanding = outstanding;
      return this;
    }

    /**
     * Sets {@code pending}.
     *
     * @param pending see {@link Status#pending()}
     * @return this builder
     */
    public Builder pending(List<String> pending) {
      this.pending = pending;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Status build() {
      return new Status(
          deploymentId,
          opened,
          ended,
          done,
          status,
          deleted,
          now,
          index,
          wake,
          groups,
          waits,
          outstanding,
          pending);
    }
  }
}
