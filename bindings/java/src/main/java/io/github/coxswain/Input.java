// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Input is one commit of the cluster, one command, the outcome of earlier
 * effects, or any of them together; with only Now it is a tick of the clock.
 * All slices stay the caller's: a Step reads them and keeps copies.
 *
 * @param now Now is the time in Unix nanoseconds. One that lies before the last Now
 *     counts as the last one. It must lie between 1 and MaxTime.
 * @param index Index is the commit's. Facts of an index not above the last one are
 *     passed over and Output.Stale is set; commands, results and time are
 *     still read. 0 means that there are no facts.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param epoch Epoch and Job belong to the first input, which opens the machine, and to
 *     no other. Epoch is the leader's term or the opening index; it must be
 *     higher than any that a machine of this deployment had before, so that no
 *     effect key is ever used twice. 0 is refused.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param job the field {@code Job}
 *     (may be null)
 * @param deployment Deployment is the deployment after this commit; nil when it was not
 *     written. The opening needs it. Every later one is a delivery (D3, D7).
 *     (may be null)
 * @param canariesAdded CanariesAdded says that the PlacedCanaries of Deployment's groups list
 *     only canaries that are new; otherwise they are the whole list.
 * @param delivered Delivered says that some other deployment of the cluster was written in
 *     this commit: a delivery of this one, unchanged (D3).
 * @param deploymentDeleted DeploymentDeleted says that the deployment is gone from the store (L1).
 * @param allocations Allocations are the deployment's, Evaluations the job's, that this
 *     commit changed. An allocation that goes over to another deployment is
 *     removed from its old one.
 * @param evaluations the field {@code Evaluations}
 * @param versions Versions are the kept versions of the job in any order, all of them;
 *     they are read only when VersionsRead is set.
 * @param versionsRead the field {@code VersionsRead}
 * @param command Command is one wish of a user (C); nil for none.
 *     (may be null)
 * @param results Results tell what became of earlier effects; at most MaxResults.
 * @param verdicts Verdicts are what gates say that have something new to say (G9); an opening
 *     repeats what holds. They belong to no commit.
 * @param freezes Freezes are the spans of time in which nothing goes forward (G10): all of
 *     them, in any order, at most MaxFreezes. They are read only when FreezesRead is
 *     set, and belong to no commit.
 * @param freezesRead the field {@code FreezesRead}
 */
public record Input(
    long now,
    long index,
    long epoch,
    Job job,
    Deployment deployment,
    boolean canariesAdded,
    boolean delivered,
    boolean deploymentDeleted,
    AllocationChanges allocations,
    EvaluationChanges evaluations,
    List<JobVersion> versions,
    boolean versionsRead,
    Command command,
    List<Result> results,
    List<Verdict> verdicts,
    List<Span> freezes,
    boolean freezesRead) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param now see {@link #now()}
   * @param index see {@link #index()}
   * @param epoch see {@link #epoch()}
   * @param job see {@link #job()}
   * @param deployment see {@link #deployment()}
   * @param canariesAdded see {@link #canariesAdded()}
   * @param delivered see {@link #delivered()}
   * @param deploymentDeleted see {@link #deploymentDeleted()}
   * @param allocations see {@link #allocations()}
   * @param evaluations see {@link #evaluations()}
   * @param versions see {@link #versions()}
   * @param versionsRead see {@link #versionsRead()}
   * @param command see {@link #command()}
   * @param results see {@link #results()}
   * @param verdicts see {@link #verdicts()}
   * @param freezes see {@link #freezes()}
   * @param freezesRead see {@link #freezesRead()}
   */
  public Input {
    allocations = Objects.requireNonNull(allocations, "Input.allocations");
    evaluations = Objects.requireNonNull(evaluations, "Input.evaluations");
    versions = Wire.list(versions, "Input.versions");
    results = Wire.list(results, "Input.results");
    verdicts = Wire.list(verdicts, "Input.verdicts");
    freezes = Wire.list(freezes, "Input.freezes");
  }

  static Input read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 17);
    Input message =
        new Input(
            from.unpackLong(),
            Wire.unsigned(from),
            Wire.unsigned(from),
            Wire.optional(from, Job::read),
            Wire.optional(from, Deployment::read),
            from.unpackBoolean(),
            from.unpackBoolean(),
            from.unpackBoolean(),
            AllocationChanges.read(from),
            EvaluationChanges.read(from),
            Wire.list(from, JobVersion::read),
            from.unpackBoolean(),
            Wire.optional(from, Command::read),
            Wire.list(from, Result::read),
            Wire.list(from, Verdict::read),
            Wire.list(from, Span::read),
            from.unpackBoolean());
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(17);
    to.packLong(now);
    Wire.unsigned(to, index);
    Wire.unsigned(to, epoch);
    Wire.optional(to, job, Job::write);
    Wire.optional(to, deployment, Deployment::write);
    to.packBoolean(canariesAdded);
    to.packBoolean(delivered);
    to.packBoolean(deploymentDeleted);
    allocations.write(to);
    evaluations.write(to);
    Wire.list(to, versions, JobVersion::write);
    to.packBoolean(versionsRead);
    Wire.optional(to, command, Command::write);
    Wire.list(to, results, Result::write);
    Wire.list(to, verdicts, Verdict::write);
    Wire.list(to, freezes, Span::write);
    to.packBoolean(freezesRead);
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
    builder.now = now;
    builder.index = index;
    builder.epoch = epoch;
    builder.job = job;
    builder.deployment = deployment;
    builder.canariesAdded = canariesAdded;
    builder.delivered = delivered;
    builder.deploymentDeleted = deploymentDeleted;
    builder.allocations = allocations;
    builder.evaluations = evaluations;
    builder.versions = versions;
    builder.versionsRead = versionsRead;
    builder.command = command;
    builder.results = results;
    builder.verdicts = verdicts;
    builder.freezes = freezes;
    builder.freezesRead = freezesRead;
    return builder;
  }

  /** Makes a {@link Input}. */
  public static final class Builder {
    private long now;
    private long index;
    private long epoch;
    private Job job;
    private Deployment deployment;
    private boolean canariesAdded;
    private boolean delivered;
    private boolean deploymentDeleted;
    private AllocationChanges allocations = AllocationChanges.builder().build();
    private EvaluationChanges evaluations = EvaluationChanges.builder().build();
    private List<JobVersion> versions = List.of();
    private boolean versionsRead;
    private Command command;
    private List<Result> results = List.of();
    private List<Verdict> verdicts = List.of();
    private List<Span> freezes = List.of();
    private boolean freezesRead;

    private Builder() {}

    /**
     * Sets {@code now}.
     *
     * @param now see {@link Input#now()}
     * @return this builder
     */
    public Builder now(long now) {
      this.now = now;
      return this;
    }

    /**
     * Sets {@code index}.
     *
     * @param index see {@link Input#index()}
     * @return this builder
     */
    public Builder index(long index) {
      this.index = index;
      return this;
    }

    /**
     * Sets {@code epoch}.
     *
     * @param epoch see {@link Input#epoch()}
     * @return this builder
     */
    public Builder epoch(long epoch) {
      this.epoch = epoch;
      return this;
    }

    /**
     * Sets {@code job}.
     *
     * @param job see {@link Input#job()}
     * @return this builder
     */
    public Builder job(Job job) {
      this.job = job;
      return this;
    }

    /**
     * Sets {@code deployment}.
     *
     * @param deployment see {@link Input#deployment()}
     * @return this builder
     */
    public Builder deployment(Deployment deployment) {
      this.deployment = deployment;
      return this;
    }

    /**
     * Sets {@code canariesAdded}.
     *
     * @param canariesAdded see {@link Input#canariesAdded()}
     * @return this builder
     */
    public Builder canariesAdded(boolean canariesAdded) {
      this.canariesAdded = canariesAdded;
      return this;
    }

    /**
     * Sets {@code delivered}.
     *
     * @param delivered see {@link Input#delivered()}
     * @return this builder
     */
    public Builder delivered(boolean delivered) {
      this.delivered = delivered;
      return this;
    }

    /**
     * Sets {@code deploymentDeleted}.
     *
     * @param deploymentDeleted see {@link Input#deploymentDeleted()}
     * @return this builder
     */
    public Builder deploymentDeleted(boolean deploymentDeleted) {
      this.deploymentDeleted = deploymentDeleted;
      return this;
    }

    /**
     * Sets {@code allocations}.
     *
     * @param allocations see {@link Input#allocations()}
     * @return this builder
     */
    public Builder allocations(AllocationChanges allocations) {
      this.allocations = allocations;
      return this;
    }

    /**
     * Sets {@code evaluations}.
     *
     * @param evaluations see {@link Input#evaluations()}
     * @return this builder
     */
    public Builder evaluations(EvaluationChanges evaluations) {
      this.evaluations = evaluations;
      return this;
    }

    /**
     * Sets {@code versions}.
     *
     * @param versions see {@link Input#versions()}
     * @return this builder
     */
    public Builder versions(List<JobVersion> versions) {
      this.versions = versions;
      return this;
    }

    /**
     * Sets {@code versionsRead}.
     *
     * @param versionsRead see {@link Input#versionsRead()}
     * @return this builder
     */
    public Builder versionsRead(boolean versionsRead) {
      this.versionsRead = versionsRead;
      return this;
    }

    /**
     * Sets {@code command}.
     *
     * @param command see {@link Input#command()}
     * @return this builder
     */
    public Builder command(Command command) {
      this.command = command;
      return this;
    }

    /**
     * Sets {@code results}.
     *
     * @param results see {@link Input#results()}
     * @return this builder
     */
    public Builder results(List<Result> results) {
      this.results = results;
      return this;
    }

    /**
     * Sets {@code verdicts}.
     *
     * @param verdicts see {@link Input#verdicts()}
     * @return this builder
     */
    public Builder verdicts(List<Verdict> verdicts) {
      this.verdicts = verdicts;
      return this;
    }

    /**
     * Sets {@code freezes}.
     *
     * @param freezes see {@link Input#freezes()}
     * @return this builder
     */
    public Builder freezes(List<Span> freezes) {
      this.freezes = freezes;
      return this;
    }

    /**
     * Sets {@code freezesRead}.
     *
     * @param freezesRead see {@link Input#freezesRead()}
     * @return this builder
     */
    public Builder freezesRead(boolean freezesRead) {
      this.freezesRead = freezesRead;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Input build() {
      return new Input(
          now,
          index,
          epoch,
          job,
          deployment,
          canariesAdded,
          delivered,
          deploymentDeleted,
          allocations,
          evaluations,
          versions,
          versionsRead,
          command,
          results,
          verdicts,
          freezes,
          freezesRead);
    }
  }
}
