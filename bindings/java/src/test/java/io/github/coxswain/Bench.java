package io.github.coxswain;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.msgpack.core.MessageUnpacker;

/** Measures how long it takes to make a module, to open a machine and to step one. */
final class Bench {
  /** A call of a machine that is ready to be made. It returns how long it took. */
  private record Ready(Instance.Call call, LongSupplier act) {}

  /**
   * The last pass over the vectors is measured. The JVM compiles while it runs: the second pass takes
   * twice as long as those from the seventh on, which are alike.
   */
  private static final int PASSES = 10;

  private final Map<Integer, Machine> machines = new HashMap<>();
  private final Module module;

  private Bench(Module module) {
    this.module = module;
  }

  /** Prints the result as JSON; the arguments are the runtime's name and the bytes of the package. */
  public static void main(String[] args) throws IOException {
    List<Long> loads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      loads.add(time(Module::new, Module::close));
    }
    Bench bench = new Bench(new Module());
    List<Ready> calls = new ArrayList<>();
    for (Vectors.Vector v : Vectors.read()) {
      if (v.code() == 0) {
        calls.add(new Ready(v.call(), bench.ready(v)));
      }
    }
    Map<Instance.Call, List<Long>> times = new HashMap<>();
    for (int pass = 0; pass < PASSES; pass++) {
      times.clear();
      for (Ready c : calls) {
        times.computeIfAbsent(c.call(), k -> new ArrayList<>()).add(c.act().getAsLong());
      }
    }
    System.out.printf(
        "{\"language\":\"Java\",\"runtime\":\"%s\",\"package\":%s,\"load_ns\":%d,\"open_ns\":%d,\"step_ns\":%d}%n",
        args[0],
        args[1],
        median(loads),
        median(times.get(Instance.Call.OPEN)),
        median(times.get(Instance.Call.STEP)));
  }

  private LongSupplier ready(Vectors.Vector v) throws IOException {
    int handle = v.handle();
    switch (v.call()) {
      case OPEN -> {
        Typed.Opening sent = Typed.read(v.input(), Typed.Opening::read);
        int made = v.body(Typed.Answer::read).handle();
        return () ->
            time(() -> module.open(sent.config(), sent.input()), o -> machines.put(made, o.machine()));
      }
      case LOAD -> {
        int made = v.body(MessageUnpacker::unpackInt);
        return () -> time(() -> module.load(v.input()), m -> machines.put(made, m));
      }
      case STEP -> {
        Input input = Typed.read(v.input(), Input::read);
        return () -> time(() -> machines.get(handle).step(input), o -> {});
      }
      case STATUS -> {
        return () -> time(() -> machines.get(handle).status(), s -> {});
      }
      case SAVE -> {
        return () -> time(() -> machines.get(handle).save(), s -> {});
      }
      default -> {
        return () -> time(() -> machines.remove(handle), Machine::close);
      }
    }
  }

  private static <T> long time(Supplier<T> act, Consumer<T> then) {
    long start = System.nanoTime();
    T made = act.get();
    long took = System.nanoTime() - start;
    then.accept(made);
    return took;
  }

  private static long median(List<Long> times) {
    return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
  }
}
