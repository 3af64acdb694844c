// Made by bindings/java/generate from the Go types. Do not edit.
package io.github.coxswain;

import java.util.EnumSet;
import java.util.Set;

/**
 * Switches is a set of departures from Nomad 1.0.4, one bit each. A level is a
 * named set of them; each can also be set by itself (Config.Switches).
 */
public enum Switch {
  /** {@code PromoteEnough}. */
  PROMOTE_ENOUGH(1L),
  /** {@code DeploymentPriority}. */
  DEPLOYMENT_PRIORITY(2L),
  /** {@code Initializing}. */
  INITIALIZING(4L),
  /** {@code FailExhausted}. */
  FAIL_EXHAUSTED(8L),
  /** {@code DropDeleted}. */
  DROP_DELETED(16L),
  /** {@code FailWithoutPolicy}. */
  FAIL_WITHOUT_POLICY(32L),
  /** {@code PauseHoldsDeadline}. */
  PAUSE_HOLDS_DEADLINE(64L),
  /** {@code PromoteAnyTime}. */
  PROMOTE_ANY_TIME(128L),
  /** {@code PromoteAtLeast}. */
  PROMOTE_AT_LEAST(256L),
  /** {@code LiveCanaries}. */
  LIVE_CANARIES(512L),
  /** {@code UnknownNotLive}. */
  UNKNOWN_NOT_LIVE(1024L),
  /** {@code CountLive}. */
  COUNT_LIVE(2048L),
  /** {@code DeadlineFromStart}. */
  DEADLINE_FROM_START(4096L),
  /** {@code LossNoProgress}. */
  LOSS_NO_PROGRESS(8192L),
  /** {@code DeadlineAlways}. */
  DEADLINE_ALWAYS(16384L),
  /** {@code CompareExecuted}. */
  COMPARE_EXECUTED(32768L),
  /** {@code SkipStopped}. */
  SKIP_STOPPED(65536L),
  /** {@code PauseHoldsFailure}. */
  PAUSE_HOLDS_FAILURE(131072L),
  /** {@code TellWhatHappened}. */
  TELL_WHAT_HAPPENED(262144L),
  /** {@code RevertByCause}. */
  REVERT_BY_CAUSE(524288L),
  /** {@code CapRollbacks}. */
  CAP_ROLLBACKS(1048576L),
  /** {@code SendOnce}. */
  SEND_ONCE(2097152L),
  /** {@code ReplaceCurrent}. */
  REPLACE_CURRENT(4194304L),
  /** {@code NewerWins}. */
  NEWER_WINS(8388608L),
  /** {@code CanariesOnlyText}. */
  CANARIES_ONLY_TEXT(16777216L),
  /** {@code FreshWindows}. */
  FRESH_WINDOWS(33554432L),
  /** {@code CountRecovered}. */
  COUNT_RECOVERED(67108864L),
  /** {@code CleanRollback}. */
  CLEAN_ROLLBACK(134217728L);

  private final long value;

  Switch(long value) {
    this.value = value;
  }

  /**
   * Returns the bit that stands for it in a message.
   *
   * @return a number with one bit
   */
  public long value() {
    return value;
  }

  static long bits(Set<Switch> set) {
    long bits = 0;
    for (Switch constant : set) {
      bits |= constant.value;
    }
    return bits;
  }

  static Set<Switch> of(long bits) {
    Set<Switch> set = EnumSet.noneOf(Switch.class);
    for (Switch constant : values()) {
      if ((bits & constant.value) != 0) {
        set.add(constant);
      }
    }
    if (bits(set) != bits) {
      throw new IllegalArgumentException("there is no Switch in " + Long.toHexString(bits));
    }
    return set;
  }
}
