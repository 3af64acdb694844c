// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * GroupStatus is where one group stands.
 *
 * @param name the field {@code Name}
 * @param desiredTotal the field {@code DesiredTotal}
 * @param desiredCanaries the field {@code DesiredCanaries}
 * @param promoted the field {@code Promoted}
 * @param autoPromote the field {@code AutoPromote}
 * @param autoRevert the field {@code AutoRevert}
 * @param placedAllocs the field {@code PlacedAllocs}
 * @param healthyAllocs the field {@code HealthyAllocs}
 * @param unhealthyAllocs the field {@code UnhealthyAllocs}
 * @param live Live counts allocations that are healthy and not terminal (D2).
 * @param placedCanaries PlacedCanaries and HealthyCanaries count placed canaries, and those among
 *     the allocations that are healthy.
 * @param healthyCanaries PlacedCanaries and HealthyCanaries count placed canaries, and those among
 *     the allocations that are healthy.
 * @param done Done is D2's word on the group.
 * @param progressDeadline the field {@code ProgressDeadline}
 * @param requireProgressBy the field {@code RequireProgressBy}
 * @param standing Standing counts allocations that are not terminal, StandingCanaries the
 *     placed canaries among them and LiveCanaries those of these that are healthy.
 * @param standingCanaries Standing counts allocations that are not terminal, StandingCanaries the
 *     placed canaries among them and LiveCanaries those of these that are healthy.
 * @param liveCanaries Standing counts allocations that are not terminal, StandingCanaries the
 *     placed canaries among them and LiveCanaries those of these that are healthy.
 */
public record GroupStatus(
    String name,
    int desiredTotal,
    int desiredCanaries,
    boolean promoted,
    boolean autoPromote,
    boolean autoRevert,
    int placedAllocs,
    int healthyAllocs,
    int unhealthyAllocs,
    int live,
    int placedCanaries,
    int healthyCanaries,
    boolean done,
    long progressDeadline,
    long requireProgressBy,
    int standing,
    int standingCanaries,
    int liveCanaries) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param name see {@link #name()}
   * @param desiredTotal see {@link #desiredTotal()}
   * @param desiredCanaries see {@link #desiredCanaries()}
   * @param promoted see {@link #promoted()}
   * @param autoPromote see {@link #autoPromote()}
   * @param autoRevert see {@link #autoRevert()}
   * @param placedAllocs see {@link #placedAllocs()}
   * @param healthyAllocs see {@link #healthyAllocs()}
   * @param unhealthyAllocs see {@link #unhealthyAllocs()}
   * @param live see {@link #live()}
   * @param placedCanaries see {@link #placedCanaries()}
   * @param healthyCanaries see {@link #healthyCanaries()}
   * @param done see {@link #done()}
   * @param progressDeadline see {@link #progressDeadline()}
   * @param requireProgressBy see {@link #requireProgressBy()}
   * @param standing see {@link #standing()}
   * @param standingCanaries see {@link #standingCanaries()}
   * @param liveCanaries see {@link #liveCanaries()}
   */
  public GroupStatus {
    name = Wire.text(name, "GroupStatus.name");
  }

  static GroupStatus read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 18);
    GroupStatus message =
        new GroupStatus(
            from.unpackString(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackBoolean(),
            from.unpackBoolean(),
            from.unpackBoolean(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackBoolean(),
            from.unpackLong(),
            from.unpackLong(),
            from.unpackInt(),
            from.unpackInt(),
            from.unpackInt());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(18);
    to.packString(name);
    to.packInt(desiredTotal);
    to.packInt(desiredCanaries);
    to.packBoolean(promoted);
    to.packBoolean(autoPromote);
    to.packBoolean(autoRevert);
    to.packInt(placedAllocs);
    to.packInt(healthyAllocs);
    to.packInt(unhealthyAllocs);
    to.packInt(live);
    to.packInt(placedCanaries);
    to.packInt(healthyCanaries);
    to.packBoolean(done);
    to.packLong(progressDeadline);
    to.packLong(requireProgressBy);
    to.packInt(standing);
    to.packInt(standingCanaries);
    to.packInt(liveCanaries);
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
    builder.autoPromote = autoPromote;
    builder.autoRevert = autoRevert;
    builder.placedAllocs = placedAllocs;
    builder.healthyAllocs = healthyAllocs;
    builder.unhealthyAllocs = unhealthyAllocs;
    builder.live = live;
    builder.placedCanaries = placedCanaries;
    builder.healthyCanaries = healthyCanaries;
    builder.done = done;
    builder.progressDeadline = progressDeadline;
    builder.requireProgressBy = requireProgressBy;
    builder.standing = standing;
    builder.standingCanaries = standingCanaries;
    builder.liveCanaries = liveCanaries;
    return builder;
  }

  /** Makes a {@link GroupStatus}. */
  public static final class Builder {
    private String name = "";
    private int desiredTotal;
    private int desiredCanaries;
    private boolean promoted;
    private boolean autoPromote;
    private boolean autoRevert;
    private int placedAllocs;
    private int healthyAllocs;
    private int unhealthyAllocs;
    private int live;
    private int placedCanaries;
    private int healthyCanaries;
    private boolean done;
    private long progressDeadline;
    private long requireProgressBy;
    private int standing;
    private int standingCanaries;
    private int liveCanaries;

    private Builder() {}

    /**
     * Sets {@code name}.
     *
     * @param name see {@link GroupStatus#name()}
     * @return this builder
     */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /**
     * Sets {@code desiredTotal}.
     *
     * @param desiredTotal see {@link GroupStatus#desiredTotal()}
     * @return this builder
     */
    public Builder desiredTotal(int desiredTotal) {
      this.desiredTotal = desiredTotal;
      return this;
    }

    /**
     * Sets {@code desiredCanaries}.
     *
     * @param desiredCanaries see {@link GroupStatus#desiredCanaries()}
     * @return this builder
     */
    public Builder desiredCanaries(int desiredCanaries) {
      this.desiredCanaries = desiredCanaries;
      return this;
    }

    /**
     * Sets {@code promoted}.
     *
     * @param promoted see {@link GroupStatus#promoted()}
     * @return this builder
     */
    public Builder promoted(boolean promoted) {
      this.promoted = promoted;
      return this;
    }

    /**
     * Sets {@code autoPromote}.
     *
     * @param autoPromote see {@link GroupStatus#autoPromote()}
     * @return this builder
     */
    public Builder autoPromote(boolean autoPromote) {
      this.autoPromote = autoPromote;
      return this;
    }

    /**
     * Sets {@code autoRevert}.
     *
     * @param autoRevert see {@link GroupStatus#autoRevert()}
     * @return this builder
     */
    public Builder autoRevert(boolean autoRevert) {
      this.autoRevert = autoRevert;
      return this;
    }

    /**
     * Sets {@code placedAllocs}.
     *
     * @param placedAllocs see {@link GroupStatus#placedAllocs()}
     * @return this builder
     */
    public Builder placedAllocs(int placedAllocs) {
      this.placedAllocs = placedAllocs;
      return this;
    }

    /**
     * Sets {@code healthyAllocs}.
     *
     * @param healthyAllocs see {@link GroupStatus#healthyAllocs()}
     * @return this builder
     */
    public Builder healthyAllocs(int healthyAllocs) {
      this.healthyAllocs = healthyAllocs;
      return this;
    }

    /**
     * Sets {@code unhealthyAllocs}.
     *
     * @param unhealthyAllocs see {@link GroupStatus#unhealthyAllocs()}
     * @return this builder
     */
    public Builder unhealthyAllocs(int unhealthyAllocs) {
      this.unhealthyAllocs = unhealthyAllocs;
      return this;
    }

    /**
     * Sets {@code live}.
     *
     * @param live see {@link GroupStatus#live()}
     * @return this builder
     */
    public Builder live(int live) {
      this.live = live;
      return this;
    }

    /**
     * Sets {@code placedCanaries}.
     *
     * @param placedCanaries see {@link GroupStatus#placedCanaries()}
     * @return this builder
     */
    public Builder placedCanaries(int placedCanaries) {
      this.placedCanaries = placedCanaries;
      return this;
    }

    /**
     * Sets {@code healthyCanaries}.
     *
     * @param healthyCanaries see {@link GroupStatus#healthyCanaries()}
     * @return this builder
     */
    public Builder healthyCanaries(int healthyCanaries) {
      this.healthyCanaries = healthyCanaries;
      return this;
    }

    /**
     * Sets {@code done}.
     *
     * @param done see {@link GroupStatus#done()}
     * @return this builder
     */
    public Builder done(boolean done) {
      this.done = done;
      return this;
    }

    /**
     * Sets {@code progressDeadline}.
     *
     * @param progressDeadline see {@link GroupStatus#progressDeadline()}
     * @return this builder
     */
    public Builder progressDeadline(long progressDeadline) {
      this.progressDeadline = progressDeadline;
      return this;
    }

    /**
     * Sets {@code requireProgressBy}.
     *
     * @param requireProgressBy see {@link GroupStatus#requireProgressBy()}
     * @return this builder
     */
    public Builder requireProgressBy(long requireProgressBy) {
      this.requireProgressBy = requireProgressBy;
      return this;
    }

    /**
     * Sets {@code standing}.
     *
     * @param standing see {@link GroupStatus#standing()}
     * @return this builder
     */
    public Builder standing(int standing) {
      this.standing = standing;
      return this;
    }

    /**
     * Sets {@code standingCanaries}.
     *
     * @param standingCanaries see {@link GroupStatus#standingCanaries()}
     * @return this builder
     */
    public Builder standingCanaries(int standingCanaries) {
      this.standingCanaries = standingCanaries;
      return this;
    }

    /**
     * Sets {@code liveCanaries}.
     *
     * @param liveCanaries see {@link GroupStatus#liveCanaries()}
     * @return this builder
     */
    public Builder liveCanaries(int liveCanaries) {
      this.liveCanaries = liveCanaries;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public GroupStatus build() {
      return new GroupStatus(
          name,
          desiredTotal,
          desiredCanaries,
          promoted,
          autoPromote,
          autoRevert,
          placedAllocs,
          healthyAllocs,
          unhealthyAllocs,
          live,
          placedCanaries,
          healthyCanaries,
          done,
          progressDeadline,
          requireProgressBy,
          standing,
          standingCanaries,
          liveCanaries);
    }
  }
}
