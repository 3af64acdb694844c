// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Policy is what an embedder wants beyond a level: rules that hold the level's
 * decisions back, or add some of their own (G1–G10). Each can be used at any level,
 * and each is off while its field has the zero value. Durations are in nanoseconds.
 *
 * <p>All that policies go by is in the inputs, so that another leader comes to the
 * same decisions: when an allocation was found healthy, by its client's clock; when
 * the deployment was made and how long it was paused, or else when the machine was
 * opened and what it has seen; verdicts and freezes, which the host repeats in an
 * opening. While the deployment is paused no policy decides anything.
 *
 * @param bake Bake (G1) is how long all canaries must have been healthy before a promotion
 *     by itself. A canary that has no HealthTime never has been.
 * @param approval Approval (G2) is what becomes of groups that a user must promote, and does not.
 * @param promotion Promotion (G3) says which groups a promotion by itself is for.
 * @param failures Failures (G4) is how many failed allocations a group may have.
 * @param duration Duration (G5) is how long a deployment may take altogether, without the time
 *     that it was paused or frozen (time that was both is left out twice). Past it the
 *     deployment fails, unless every group is done.
 * @param revertAfter RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
 *     how long a group may go without progress when its failure rolls the job back,
 *     and when there is nothing to roll back to. 0 leaves the group's own.
 * @param giveUpAfter RevertAfter and GiveUpAfter (G6) take the place of every progress deadline:
 *     how long a group may go without progress when its failure rolls the job back,
 *     and when there is nothing to roll back to. 0 leaves the group's own.
 * @param rollbacks Rollbacks (G7) is for rollbacks that fail as well.
 * @param rollbackTag RollbackTag (G8) is the tag of the version to roll back to. Without such a
 *     version it is the latest stable one.
 * @param gates Gates (G9) must pass before a promotion by itself, and fail the deployment
 *     when they fail; at most MaxGates.
 * @param freezes Freezes (G10) allows Input.Freezes: spans of time in which no promotion and
 *     no next step is decided, and no deadline runs.
 */
public record Policy(
    long bake,
    Approval approval,
    Promotion promotion,
    Failures failures,
    long duration,
    long revertAfter,
    long giveUpAfter,
    Rollbacks rollbacks,
    String rollbackTag,
    List<Gate> gates,
    boolean freezes) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param bake see {@link #bake()}
   * @param approval see {@link #approval()}
   * @param promotion see {@link #promotion()}
   * @param failures see {@link #failures()}
   * @param duration see {@link #duration()}
   * @param revertAfter see {@link #revertAfter()}
   * @param giveUpAfter see {@link #giveUpAfter()}
   * @param rollbacks see {@link #rollbacks()}
   * @param rollbackTag see {@link #rollbackTag()}
   * @param gates see {@link #gates()}
   * @param freezes see {@link #freezes()}
   */
  public Policy {
    approval = Objects.requireNonNull(approval, "Policy.approval");
    promotion = Objects.requireNonNull(promotion, "Policy.promotion");
    failures = Objects.requireNonNull(failures, "Policy.failures");
    rollbacks = Objects.requireNonNull(rollbacks, "Policy.rollbacks");
    rollbackTag = Wire.text(rollbackTag, "Policy.rollbackTag");
    gates = Wire.list(gates, "Policy.gates");
  }

  static Policy read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 11);
    Policy message =
        new Policy(
            from.unpackLong(),
            Approval.read(from),
            Promotion.of(from.unpackInt()),
            Failures.read(from),
            from.unpackLong(),
            from.unpackLong(),
            from.unpackLong(),
            Rollbacks.read(from),
            from.unpackString(),
            Wire.list(from, Gate::read),
            from.unpackBoolean());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(11);
    to.packLong(bake);
    approval.write(to);
    to.packInt(promotion.value());
    failures.write(to);
    to.packLong(duration);
    to.packLong(revertAfter);
    to.packLong(giveUpAfter);
    rollbacks.write(to);
    to.packString(rollbackTag);
    Wire.list(to, gates, Gate::write);
    to.packBoolean(freezes);
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
    builder.bake = bake;
    builder.approval = approval;
    builder.promotion = promotion;
    builder.failures = failures;
    builder.duration = duration;
    builder.revertAfter = revertAfter;
    builder.giveUpAfter = giveUpAfter;
    builder.rollbacks = rollbacks;
    builder.rollbackTag = rollbackTag;
    builder.gates = gates;
    builder.freezes = freezes;
    return builder;
  }

  /** Makes a {@link Policy}. */
  public static final class Builder {
    private long bake;
    private Approval approval = Approval.builder().build();
    private Promotion promotion = Promotion.of(0);
    private Failures failures = Failures.builder().build();
    private long duration;
    private long revertAfter;
    private long giveUpAfter;
    private Rollbacks rollbacks = Rollbacks.builder().build();
    private String rollbackTag = "";
    private List<Gate> gates = List.of();
    private boolean freezes;

    private Builder() {}

    /**
     * Sets {@code bake}.
     *
     * @param bake see {@link Policy#bake()}
     * @return this builder
     */
    public Builder bake(long bake) {
      this.bake = bake;
      return this;
    }

    /**
     * Sets {@code approval}.
     *
     * @param approval see {@link Policy#approval()}
     * @return this builder
     */
    public Builder approval(Approval approval) {
      this.approval = approval;
      return this;
    }

    /**
     * Sets {@code promotion}.
     *
     * @param promotion see {@link Policy#promotion()}
     * @return this builder
     */
    public Builder promotion(Promotion promotion) {
      this.promotion = promotion;
      return this;
    }

    /**
     * Sets {@code failures}.
     *
     * @param failures see {@link Policy#failures()}
     * @return this builder
     */
    public Builder failures(Failures failures) {
      this.failures = failures;
      return this;
    }

    /**
     * Sets {@code duration}.
     *
     * @param duration see {@link Policy#duration()}
     * @return this builder
     */
    public Builder duration(long duration) {
      this.duration = duration;
      return this;
    }

    /**
     * Sets {@code revertAfter}.
     *
     * @param revertAfter see {@link Policy#revertAfter()}
     * @return this builder
     */
    public Builder revertAfter(long revertAfter) {
      this.revertAfter = revertAfter;
      return this;
    }

    /**
     * Sets {@code giveUpAfter}.
     *
     * @param giveUpAfter see {@link Policy#giveUpAfter()}
     * @return this builder
     */
    public Builder giveUpAfter(long giveUpAfter) {
      this.giveUpAfter = giveUpAfter;
      return this;
    }

    /**
     * Sets {@code rollbacks}.
     *
     * @param rollbacks see {@link Policy#rollbacks()}
     * @return this builder
     */
    public Builder rollbacks(Rollbacks rollbacks) {
      this.rollbacks = rollbacks;
      return this;
    }

    /**
     * Sets {@code rollbackTag}.
     *
     * @param rollbackTag see {@link Policy#rollbackTag()}
     * @return this builder
     */
    public Builder rollbackTag(String rollbackTag) {
      this.rollbackTag = rollbackTag;
      return this;
    }

    /**
     * Sets {@code gates}.
     *
     * @param gates see {@link Policy#gates()}
     * @return this builder
     */
    public Builder gates(List<Gate> gates) {
      this.gates = gates;
      return this;
    }

    /**
     * Sets {@code freezes}.
     *
     * @param freezes see {@link Policy#freezes()}
     * @return this builder
     */
    public Builder freezes(boolean freezes) {
      this.freezes = freezes;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Policy build() {
      return new Policy(
          bake,
          approval,
          promotion,
          failures,
          duration,
          revertAfter,
          giveUpAfter,
          rollbacks,
          rollbackTag,
          gates,
          freezes);
    }
  }
}
