// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

/** Promotion says which groups are promoted at once (G3). */
public enum Promotion {
  /** PromoteTogether: all groups, when all are ready. */
  TOGETHER(0),
  /** PromoteEach: each group as soon as it is ready itself. */
  EACH(1),
  /**
   * PromoteInOrder: each group when it is ready itself and all those are done
   * that stand before it in the job (Job.Groups). Groups that the job lacks come
   * last, by name.
   */
  IN_ORDER(2);

  private final int value;

  Promotion(int value) {
    this.value = value;
  }

  /**
   * Returns the number that stands for it in a message.
   *
   * @return the number
   */
  public int value() {
    return value;
  }

  /**
   * Returns what a number stands for.
   *
   * @param value the number
   * @return the constant
   * @throws IllegalArgumentException if it stands for nothing
   */
  public static Promotion of(int value) {
    for (Promotion constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no Promotion " + value);
  }
}
