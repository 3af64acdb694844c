package io.github.coxswain;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One instance of the module: calls with the bytes that go over the boundary.
 *
 * <p>It is for one thread at a time. After a {@link ModuleException} it is lost.
 */
public final class Instance {
  /** A call of the ABI. */
  public enum Call {
    /** What the module is. */
    DESCRIBE(false),
    /** Makes a machine and takes its first step. */
    OPEN(false),
    /** Takes one step. */
    STEP(true),
    /** Where the deployment stands. */
    STATUS(true),
    /** The whole machine. */
    SAVE(true),
    /** Makes a machine of what a save gave. */
    LOAD(false),
    /** Forgets a machine. */
    CLOSE(true);

    private final boolean takesHandle;

    Call(boolean takesHandle) {
      this.takesHandle = takesHandle;
    }

    String export() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Runs the code of an instance: an interpreter, or what was compiled to Java. */
  interface Engine extends Function<com.dylibso.chicory.runtime.Instance, Machine> {}

  private static final long PAGE = 65536;

  private final Map<Call, ExportFunction> calls = new EnumMap<>(Call.class);
  private final ExportFunction input;
  private final Memory memory;
  private boolean lost;

  Instance(WasmModule module, Engine engine, long memoryLimit) {
    try {
      MemoryLimits own = module.memorySection().orElseThrow().getMemory(0).limits();
      int most = (int) Math.min(own.maximumPages(), memoryLimit / PAGE);
      var made =
          com.dylibso.chicory.runtime.Instance.builder(module)
              .withMachineFactory(engine)
              .withMemoryFactory(ByteArrayMemory::new)
              .withMemoryLimits(new MemoryLimits(own.initialPages(), most))
              .withStart(false)
              .build();
      memory = made.exports().memory("memory");
      input = made.export("input");
      for (Call call : Call.values()) {
        calls.put(call, made.export(call.export()));
      }
      made.export("_initialize").apply();
    } catch (RuntimeException e) {
      throw new ModuleException("the module cannot be instantiated: " + e.getMessage(), e);
    }
  }

  /**
   * Writes the data, if there is any, calls an export and returns the envelope.
   *
   * <p>An interrupt of the thread ends a call that is under way, and the instance is lost. One
   * from before it stays pending and ends nothing.
   *
   * @param call the export
   * @param handle the machine's, where the call takes one
   * @param data the bytes of the input
   * @return the bytes of the answer
   * @throws CoxswainException if the data is too long
   * @throws ModuleException if the call did not return
   */
  public byte[] call(Call call, int handle, byte[] data) {
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(data, "data");
    if (lost) {
      throw new ModuleException("the instance was lost in an earlier call");
    }
    lost = true;
    byte[] answer;
    try {
      answer = shielded(() -> exchange(call, handle, data));
    } catch (RuntimeException e) {
      throw new ModuleException("the call " + call.export() + " did not return: " + e.getMessage(), e);
    }
    lost = false;
    if (answer == null) {
      throw new CoxswainException(ErrorCode.LIMIT, "", "the message is too long");
    }
    return answer;
  }

  /** Lets no call in any more: the machines in it cannot be trusted. */
  void lose() {
    lost = true;
  }

  /** Returns the answer, or null if the data is too long. */
  private byte[] exchange(Call call, int handle, byte[] data) {
    if (data.length > 0) {
      int at = (int) input.apply(data.length)[0];
      if (at == 0) {
        return null;
      }
      memory.write(at, data);
    }
    ExportFunction function = calls.get(call);
    long result = (call.takesHandle ? function.apply(handle) : function.apply())[0];
    return memory.readBytes((int) (result >>> 32), (int) result);
  }

  /** Does something that an interrupt from before does not end. */
  static <T> T shielded(Supplier<T> act) {
    boolean interrupted = Thread.interrupted();
    try {
      return act.get();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
