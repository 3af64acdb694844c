// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Command is one wish of a user. Output.Reply answers it.
 *
 * @param id ID is the host's; effects and the reply repeat it. 0 is refused.
 *     (64 bits without a sign, see {@link Long#toUnsignedString(long)})
 * @param kind the field {@code Kind}
 * @param healthy Healthy and Unhealthy are the allocations of set-health (C1).
 * @param unhealthy Healthy and Unhealthy are the allocations of set-health (C1).
 * @param all All promotes every group; otherwise Groups names them (C2).
 * @param groups the field {@code Groups}
 */
public record Command(
    long id,
    CommandKind kind,
    List<String> healthy,
    List<String> unhealthy,
    boolean all,
    List<String> groups) {
  /**
   * Checks that nothing is missing, and copies what could change.
   *
   * @param id see {@link #id()}
   * @param kind see {@link #kind()}
   * @param healthy see {@link #healthy()}
   * @param unhealthy see {@link #unhealthy()}
   * @param all see {@link #all()}
   * @param groups see {@link #groups()}
   */
  public Command {
    kind = Objects.requireNonNull(kind, "Command.kind");
    healthy = Wire.texts(healthy, "Command.healthy");
    unhealthy = Wire.texts(unhealthy, "Command.unhealthy");
    groups = Wire.texts(groups, "Command.groups");
  }

  static Command read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, 6);
    Command message =
        new Command(
            Wire.unsigned(from),
            CommandKind.of(from.unpackInt()),
            Wire.list(from, MessageUnpacker::unpackString),
            Wire.list(from, MessageUnpacker::unpackString),
            from.unpackBoolean(),
            Wire.list(from, MessageUnpacker::unpackString));
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(6);
    Wire.unsigned(to, id);
    to.packInt(kind.value());
    Wire.texts(to, healthy);
    Wire.texts(to, unhealthy);
    to.packBoolean(all);
    Wire.texts(to, groups);
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
    builder.kind = kind;
    builder.healthy = healthy;
    builder.unhealthy = unhealthy;
    builder.all = all;
    builder.groups = groups;
    return builder;
  }

  /** Makes a {@link Command}. */
  public static final class Builder {
    private long id;
    private CommandKind kind = CommandKind.of(0);
    private List<String> healthy = List.of();
    private List<String> unhealthy = List.of();
    private boolean all;
    private List<String> groups = List.of();

    private Builder() {}

    /**
     * Sets {@code id}.
     *
     * @param id see {@link Command#id()}
     * @return this builder
     */
    public Builder id(long id) {
      this.id = id;
      return this;
    }

    /**
     * Sets {@code kind}.
     *
     * @param kind see {@link Command#kind()}
     * @return this builder
     */
    public Builder kind(CommandKind kind) {
      this.kind = kind;
      return this;
    }

    /**
     * Sets {@code healthy}.
     *
     * @param healthy see {@link Command#healthy()}
     * @return this builder
     */
    public Builder healthy(List<String> healthy) {
      this.healthy = healthy;
      return this;
    }

    /**
     * Sets {@code unhealthy}.
     *
     * @param unhealthy see {@link Command#unhealthy()}
     * @return this builder
     */
    public Builder unhealthy(List<String> unhealthy) {
      this.unhealthy = unhealthy;
      return this;
    }

    /**
     * Sets {@code all}.
     *
     * @param all see {@link Command#all()}
     * @return this builder
     */
    public Builder all(boolean all) {
      this.all = all;
      return this;
    }

    /**
     * Sets {@code groups}.
     *
     * @param groups see {@link Command#groups()}
     * @return this builder
     */
    public Builder groups(List<String> groups) {
      this.groups = groups;
      return this;
    }

    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public Command build() {
      return new Command(
          id,
          kind,
          healthy,
          unhealthy,
          all,
          groups);
    }
  }
}
