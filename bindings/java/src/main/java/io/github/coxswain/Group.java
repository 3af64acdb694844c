// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Group is the state of one task group in a deployment.
 *
 * @param name the field {@code Name}
 * @param desiredTotal DesiredTotal is how many allocations the group wants in the end;
 *     DesiredCanaries how many of them are wanted first, for a promotion.
 * @param desiredCanaries DesiredTotal is how many allocations the group wants in the end;
 *     DesiredCanaries how many of them are wanted first, for a promotion.
 * @param promoted Promoted says that the canaries have been accepted.
 * @param autoRevert AutoRevert rolls back when the group fails; AutoPromote promotes when all
 *     canaries are healthy. They are the flags of the deployment; D4 reads the
 *     job's own (JobGroup) instead.
 * @param autoPromote AutoRevert rolls back when the group fails; AutoPromote promotes when all
 *     canaries are healthy. They are the flags of the deployment; D4 reads the
 *     job's own (JobGroup) instead.
 * @param placedAllocs PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
 *     (S1), which D4 reads. They are not counts of live allocations.
 * @param healthyAllocs PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
 *     (S1), which D4 reads. They are not counts of live allocations.
 * @param unhealthyAllocs PlacedAllocs, HealthyAllocs and UnhealthyAllocs are the store's counters
 *     (S1), which D4 reads. They are not counts of live allocations.
 * @param progressDeadline ProgressDeadline is a duration in nanoseconds; 0 means none: then the
 *     first unhealthy allocation fails the deployment (A5).
 * @param requireProgressBy RequireProgressBy is when the deadline passes, in Unix nanoseconds; 0
 *     means that it has not started.
 * @param placedCanaries PlacedCanaries are the ids of the canaries placed so far; at most
 *     MaxAllocations. See Input.CanariesAdded for sending only the new ones.
 */
public record Group(
    String name,
    int desiredTotal,
    int desiredCanaries,
    boolean promoted,
    boolean autoRevert,
    boolean autoPromote,
    int placedAllocs,
    int healthyAllocs,
    int unhealthyAllocs,
    long progressDeadline,
    long requireProgressBy,
    List<String> placedCanaries) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param name see {@link #name()}
   * @param desiredTotal see {@link #desiredTotal()}
   * @param desiredCanaries see {@link #desiredCanaries()}
   * @param promoted see {@link #promoted()}
   * @param autoRevert see {@link #autoRevert()}
   * @param autoPromote see {@link #autoPromote()}
   * @param placedAllocs see {@link #placedAllocs()}
   * @param healthyAllocs see {@link #healthyAllocs()}
   * @param unhealthyAllocs see {@link #unhealthyAllocs()}
   * @param progressDeadline see {@link #progressDeadline()}
   * @param requireProgressBy see {@link #requireProgressBy()}
   * @param placedCanaries see {@link #placedCanaries()}
   */
  public Group {
    name = Wire.text(name, "Group.name");
    placedCanaries = Wire.texts(placedCanaries, "Group.placedCanaries");
  }

  static Group read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 12);
    Group message =
        new Group(
            from.unpackString(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackBoolean(),
            from.unpackBoolean(),
            from.unpackBoolean(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackLong(),
            from.unpackLong(),
            Wire.list(from, MessageUnpacker::unpackString));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(12);
    to.packString(name);
    to.packInt(desiredTotal);
    to.packInt(desiredCanaries);
    to.packBoolean(promoted);
    to.packBoolean(autoRevert);
    to.packBoolean(autoPromote);
    to.packInt(placedAllocs);
    to.packInt(healthyAllocs);
    to.packInt(unhealthyAllocs);
    to.packLong(progressDeadline);
    to.packLong(requireProgressBy);
    Wire.texts(to, placedCanaries);
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
    builder.desiredTotal = desiredTotal;
    builder.desiredCanaries = desiredCanaries;
    builder.promoted = promoted;
    builder.autoRevert = autoRevert;
    builder.autoPromote = autoPromote;
    builder.placedAllocs = placedAllocs;
    builder.healthyAllocs = healthyAllocs;
    builder.unhealthyAllocs = unhealthyAllocs;
    builder.progressDeadline = progressDeadline;
    builder.requireProgressBy = requireProgressBy;
    builder.placedCanaries = placedCanaries;
    return builder;
  }

  /** Makes a {@link Group}. */
  public static final class Builder {
    private String name = "";
    private int desiredTotal;
    private int desiredCanaries;
    private boolean promoted;
    private boolean autoRevert;
    private boolean autoPromote;
    private int placedAllocs;
    private int healthyAllocs;
    private int unhealthyAllocs;
    private long progressDeadline;
    private long requireProgressBy;
    private List<String> placedCanaries = List.of();

    private Builder() {}

    /**
     * Sets {@code name}.
     *
     * @param name see {@link Group#name()}
     * @return this builder
     */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /**
     * Sets {@code desiredTotal}.
     *
     * @param desiredTotal see {@link Group#desiredTotal()}
     * @return this builder
     */
    public Builder desiredTotal(int desiredTotal) {
      this.desiredTotal = desiredTotal;
      return this;
    }

    /**
     * Sets {@code desiredCanaries}.
     *
     * @param desiredCanaries see {@link Group#desiredCanaries()}
     * @return this builder
     */
    public Builder desiredCanaries(int desiredCanaries) {
      this.desiredCanaries = desiredCanaries;
      return this;
    }

    /**
     * Sets {@code promoted}.
     *
     * @param promoted see {@link Group#promoted()}
     * @return this builder
     */
    public Builder promoted(boolean promoted) {
      this.promoted = promoted;
      return this;
    }

    /**
     * Sets {@code autoRevert}.
     *
     * @param autoRevert see {@link Group#autoRevert()}
     * @return this builder
     */
    public Builder autoRevert(boolean autoRevert) {
      this.autoRevert = autoRevert;
      return this;
    }

    /**
     * Sets {@code autoPromote}.
     *
     * @param autoPromote see {@link Group#autoPromote()}
     * @return this builder
     */
    public Builder autoPromote(boolean autoPromote) {
      this.autoPromote = autoPromote;
      return this;
    }

    /**
     * Sets {@code placedAllocs}.
     *
     * @param placedAllocs see {@link Group#placedAllocs()}
     * @return this builder
     */
    public Builder placedAllocs(int placedAllocs) {
      this.placedAllocs = placedAllocs;
      return this;
    }

    /**
     * Sets {@code healthyAllocs}.
     *
     * @param healthyAllocs see {@link Group#healthyAllocs()}
     * @return this builder
     */
    public Builder healthyAllocs(int healthyAllocs) {
      this.healthyAllocs = healthyAllocs;
      return this;
    }

    /**
     * Sets {@code unhealthyAllocs}.
     *
     * @param unhealthyAllocs see {@link Group#unhealthyAllocs()}
     * @return this builder
     */
    public Builder unhealthyAllocs(int unhealthyAllocs) {
      this.unhealthyAllocs = unhealthyAllocs;
      return this;
    }

    /**
     * Sets {@code progressDeadline}.
     *
     * @param progressDeadline see {@link Group#progressDeadline()}
     * @return this builder
     */
    public Builder progressDeadline(long progressDeadline) {
      this.progressDeadline = progressDeadline;
      return this;
    }

    /**
     * Sets {@code requireProgressBy}.
     *
     * @param requireProgressBy see {@link Group#requireProgressBy()}
     * @return this builder
     */
    public Builder requireProgressBy(long requireProgressBy) {
      this.requireProgressBy = requireProgressBy;
      return this;
    }

    /**
     * Sets {@code placedCanaries}.
     *
     * @param placedCanaries see {@link Group#placedCanaries()}
     * @return this builder
     */
    public Builder placedCanaries(List<String> placedCanaries) {
      this.placedCanaries = placedCanaries;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Group build() {
      return new Group(
          name,
          desiredTotal,
          desiredCanaries,
          promoted,
          autoRevert,
          autoPromote,
          placedAllocs,
          healthyAllocs,
          unhealthyAllocs,
          progressDeadline,
          requireProgressBy,
          placedCanaries);
    }
  }
}
