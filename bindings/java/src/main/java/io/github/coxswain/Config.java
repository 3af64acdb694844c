// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Config is what a machine is made with. The zero value is not usable: the
 * level must be chosen.
 *
 * @param level Level says whose decisions are wanted, such as LevelNomad104. Required.
 * @param switches Switches are set in addition to the level's own.
 * @param reasons Reasons fills Output.Reasons. It costs a little time and memory and
 *     changes nothing else.
 * @param policy Policy is what is wanted beyond the level; the zero value is nothing.
 */
public record Config(
    String level,
    Set<Switch> switches,
    boolean reasons,
    Policy policy) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param level see {@link #level()}
   * @param switches see {@link #switches()}
   * @param reasons see {@link #reasons()}
   * @param policy see {@link #policy()}
   */
  public Config {
    level = Wire.text(level, "Config.level");
    switches = Wire.set(switches, Switch.class, "Config.switches");
    policy = Objects.requireNonNull(policy, "Config.policy");
  }

  static Config read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 4);
    Config message =
        new Config(
            from.unpackString(),
            Switch.of(Wire.unsigned(from)),
            from.unpackBoolean(),
            Policy.read(from));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(4);
    to.packString(level);
    Wire.unsigned(to, Switch.bits(switches));
    to.packBoolean(reasons);
    policy.write(to);
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
    builder.level = level;
    builder.switches = switches;
    builder.reasons = reasons;
    builder.policy = policy;
    return builder;
  }

  /** Makes a {@link Config}. */
  public static final class Builder {
    private String level = "";
    private Set<Switch> switches = Set.of();
    private boolean reasons;
    private Policy policy = Policy.builder().build();

    private Builder() {}

    /**
     * Sets {@code level}.
     *
     * @param level see {@link Config#level()}
     * @return this builder
     */
    public Builder level(String level) {
      this.level = level;
      return this;
    }

    /**
     * Sets {@code switches}.
     *
     * @param switches see {@link Config#switches()}
     * @return this builder
     */
    public Builder switches(Set<Switch> switches) {
      this.switches = switches;
      return this;
    }

    /**
     * Sets {@code reasons}.
     *
     * @param reasons see {@link Config#reasons()}
     * @return this builder
     */
    public Builder reasons(boolean reasons) {
      this.reasons = reasons;
      return this;
    }

    /**
     * Sets {@code policy}.
     *
     * @param policy see {@link Config#policy()}
     * @return this builder
     */
    public Builder policy(Policy policy) {
      this.policy = policy;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Config build() {
      return new Config(
          level,
          switches,
          reasons,
          policy);
    }
  }
}
