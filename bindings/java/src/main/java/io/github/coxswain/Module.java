package io.github.coxswain;

import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExportSection;
import io.github.coxswain.internal.Compiled;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.IntStream;
import org.msgpack.core.MessageUnpacker;

/**
 * The module of which machines are made. Any thread may use it.
 *
 * <p>Import it by its name: {@code java.lang} has a class that is called so as well.
 */
public final class Module implements AutoCloseable {
  /** How much memory a machine may use, in bytes, when nothing else is said. */
  public static final long MEMORY_LIMIT = 64L << 20;

  private static final String MARKER = "coxswain_abi_v1";
  private static final byte[] NOTHING = {};

  private record About(long schema, String version) {
    static About read(MessageUnpacker from) throws IOException {
      int more = Wire.fields(from, 3);
      from.skipValue();
      About about = new About(Wire.unsigned(from), from.unpackString());
      from.skipValue(more);
      return about;
    }
  }

  private record Opening(int handle, Output output) {
    static Opening read(MessageUnpacker from) throws IOException {
      int more = Wire.fields(from, 2);
      Opening opening = new Opening(from.unpackInt(), Output.read(from));
      from.skipValue(more);
      return opening;
    }
  }

  private final Instance.Engine engine;
  private final long memoryLimit;
  private final About about;
  private volatile WasmModule parsed;

  /** Takes the module of the package, which is compiled to Java already. */
  public Module() {
    this(MEMORY_LIMIT);
  }

  /**
   * Takes the module of the package, which is compiled to Java already.
   *
   * @param memoryLimit how much memory a machine may use, in bytes
   * @throws ModuleException if the memory is too little even for a machine without anything
   */
  public Module(long memoryLimit) {
    this(Compiled.load(), Compiled::create, memoryLimit);
  }

  /**
   * Takes another module of the same ABI. It is interpreted.
   *
   * @param wasm the module
   * @param memoryLimit how much memory a machine may use, in bytes
   * @throws ModuleException if it is no module of coxswain's or too old
   */
  public Module(byte[] wasm, long memoryLimit) {
    this(parse(wasm), InterpreterMachine::new, memoryLimit);
  }

  private Module(WasmModule module, Instance.Engine engine, long memoryLimit) {
    this.engine = engine;
    this.memoryLimit = memoryLimit;
    parsed = module;
    if (module.importSection().importCount() > 0) {
      throw new ModuleException("the module imports something");
    }
    ExportSection exports = module.exportSection();
    if (IntStream.range(0, exports.exportCount()).noneMatch(i -> exports.getExport(i).name().equals(MARKER))) {
      throw new ModuleException("the module is not of ABI 1");
    }
    about = Wire.body(instantiate().call(Instance.Call.DESCRIBE, 0, NOTHING), About::read);
    if (about.schema() < Schema.VERSION) {
      throw new ModuleException(
          "the module is too old: it knows schema " + about.schema() + " and not " + Schema.VERSION);
    }
  }

  private static WasmModule parse(byte[] wasm) {
    Objects.requireNonNull(wasm, "wasm");
    try {
      return Parser.parse(wasm);
    } catch (RuntimeException | AssertionError e) {
      throw new ModuleException("the module cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the schema of the module.
   *
   * @return a number, {@link Schema#VERSION} or greater
   */
  public long schema() {
    return about.schema();
  }

  /**
   * Returns the version of the module.
   *
   * @return the version
   */
  public String version() {
    return about.version();
  }

  /**
   * Makes an instance, for calls with bytes.
   *
   * @return an instance without machines
   * @throws ClosedException if the module was closed
   */
  public Instance instantiate() {
    WasmModule module = parsed;
    if (module == null) {
      throw new ClosedException("the module was closed");
    }
    return Instance.shielded(() -> new Instance(module, engine, memoryLimit));
  }

  /**
   * Makes a machine and takes its first step.
   *
   * @param config what it is made with
   * @param input the opening
   * @return the machine, and what the step decided
   * @throws CoxswainException if the configuration or the input was refused
   * @throws ClosedException if the module was closed
   * @throws ModuleException if the call did not return
   */
  public Opened open(Config config, Input input) {
    Objects.requireNonNull(config, "config");
    Objects.requireNonNull(input, "input");
    byte[] data =
        Wire.encode(
            input,
            (opening, to) -> {
              to.packArrayHeader(2);
              config.write(to);
              opening.write(to);
            });
    Instance instance = instantiate();
    Opening opening = Wire.body(instance.call(Instance.Call.OPEN, 0, data), Opening::read);
    return new Opened(new Machine(instance, opening.handle()), opening.output());
  }

  /**
   * Makes a machine of what {@link Machine#save} returned.
   *
   * @param state the saved machine
   * @return the machine
   * @throws CoxswainException if the state was refused
   * @throws ClosedException if the module was closed
   * @throws ModuleException if the call did not return
   */
  public Machine load(byte[] state) {
    Objects.requireNonNull(state, "state");
    Instance instance = instantiate();
    int handle = Wire.body(instance.call(Instance.Call.LOAD, 0, state), MessageUnpacker::unpackInt);
    return new Machine(instance, handle);
  }

  /** Makes no more machines. Those that there are go on. */
  @Override
  public void close() {
    parsed = null;
  }
}
