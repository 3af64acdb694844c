// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.util.List;

/** What the messages of this package are of. */
public final class Schema {
  /** The schema of the messages; a module with a smaller one is refused. */
  public static final long VERSION = 2;

  /** The levels, from the oldest to the strictest. */
  public static final List<String> LEVELS =
      List.of(
          "nomad-1.0.4",
          "nomad-1.1.4",
          "nomad-1.3.3",
          "nomad-1.6",
          "nomad-1.11",
          "nomad-2.0.5",
          "strict");

  private Schema() {}
}
