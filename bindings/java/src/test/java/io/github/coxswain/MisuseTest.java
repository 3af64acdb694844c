package io.github.coxswain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What callers do wrong, and what happens then. */
class MisuseTest {
  private static final Config CONFIG = Config.builder().level("strict").build();
  private static final Module MODULE = new Module();

  static byte[] wasm() throws IOException {
    try (InputStream in = Module.class.getResourceAsStream("coxswain.wasm")) {
      return in.readAllBytes();
    }
  }

  private static Input opening(List<Group> groups) {
    Deployment deployment =
        Deployment.builder()
            .id("d")
            .status(DeploymentStatus.RUNNING)
            .modifyIndex(9)
            .groups(groups)
            .build();
    return Input.builder()
        .now(1)
        .index(10)
        .epoch(1)
        .job(Job.builder().id("j").build())
        .deployment(deployment)
        .build();
  }

  private static Machine open(Module module) {
    return module.open(CONFIG, opening(List.of(Group.builder().name("g").build()))).machine();
  }

  private static Input tick(long now) {
    return Input.builder().now(now).build();
  }

  @Test
  void describes() {
    assertTrue(MODULE.schema() >= Schema.VERSION);
    assertTrue(MODULE.version().matches("\\d+\\.\\d+.*"), MODULE.version());
    assertTrue(Schema.LEVELS.contains("strict"));
  }

  @Test
  void refusedInput() {
    try (Machine machine = open(MODULE)) {
      byte[] before = machine.save();
      CoxswainException e = assertThrows(CoxswainException.class, () -> machine.step(tick(-1)));
      assertEquals(ErrorCode.INVALID, e.code());
      assertEquals("Now", e.field());
      assertEquals("invalid: Now: " + e.text(), e.getMessage());
      assertArrayEquals(before, machine.save());
    }
  }

  @Test
  void refusedOpening() {
    Config config = Config.builder().level("nosuch").build();
    CoxswainException e =
        assertThrows(CoxswainException.class, () -> MODULE.open(config, opening(List.of())));
    assertEquals(ErrorCode.CONFIG, e.code());
    assertThrows(CoxswainException.class, () -> MODULE.load(new byte[] {(byte) 0x90}));
  }

  @Test
  void tooLong() {
    Instance instance = MODULE.instantiate();
    byte[] big = new byte[(64 << 20) + 1];
    CoxswainException e =
        assertThrows(CoxswainException.class, () -> instance.call(Instance.Call.OPEN, 0, big));
    assertEquals(ErrorCode.LIMIT, e.code());
    assertEquals(0, instance.call(Instance.Call.DESCRIBE, 0, new byte[0])[1]);
  }

  @Test
  void closed() {
    Module module = new Module();
    Machine machine = open(module);
    assertTrue(machine.status().opened());
    Machine other = open(module);
    machine.close();
    machine.close();
    for (Executable call : List.<Executable>of(machine::status, machine::save, () -> machine.step(tick(2)))) {
      assertThrows(ClosedException.class, call);
    }
    module.close();
    module.close();
    assertThrows(ClosedException.class, () -> open(module));
    assertThrows(ClosedException.class, () -> module.load(other.save()));
    assertTrue(other.status().opened());
    other.close();
  }

  /** The fields that may not be null say their names, and lists are copies. */
  @Test
  void records() {
    assertNull("Config.level", () -> Config.builder().level(null).build());
    assertNull("Group.placedCanaries", () -> Group.builder().placedCanaries(null).build());
    assertNull("Group.placedCanaries", () -> Group.builder().placedCanaries(Arrays.asList("a", null)).build());
    assertNull("Input.versions", () -> Input.builder().versions(Arrays.asList((JobVersion) null)).build());
    assertNull("Input.allocations", () -> Input.builder().allocations(null).build());
    assertNull("Allocation.health", () -> Allocation.builder().health(null).build());
    assertNull("Config.switches", () -> Config.builder().switches(null).build());
    assertNull("input", () -> MODULE.open(CONFIG, null));
    assertNull("state", () -> MODULE.load(null));
    assertNull("wasm", () -> new Module(null, 1));
    assertNull("data", () -> MODULE.instantiate().call(Instance.Call.OPEN, 0, null));
    IllegalArgumentException half =
        assertThrows(IllegalArgumentException.class, () -> Job.builder().id("\ud800").build());
    assertTrue(half.getMessage().startsWith("Job.id "), half.getMessage());

    List<String> ids = new ArrayList<>(List.of("a"));
    Group group = Group.builder().placedCanaries(ids).build();
    ids.add("b");
    assertEquals(List.of("a"), group.placedCanaries());
    assertThrows(UnsupportedOperationException.class, () -> group.placedCanaries().add("c"));
    Config config = Config.builder().switches(Set.of(Switch.SEND_ONCE)).build();
    assertThrows(UnsupportedOperationException.class, () -> config.switches().clear());
    assertEquals(config, config.toBuilder().build());
  }

  private static void assertNull(String field, Executable call) {
    assertEquals(field, assertThrows(NullPointerException.class, call).getMessage());
  }

  /** The ends of every range go over the boundary and back. */
  @Test
  void numbers() throws IOException {
    for (long n : new long[] {0, 1, 127, 128, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
      Span span = new Span(n, -n);
      assertEquals(span, Typed.read(Wire.encode(span, Span::write), Span::read));
      Key key = new Key("d", n, 1);
      assertEquals(key, Typed.read(Wire.encode(key, Key::write), Key::read));
    }
    assertEquals(Health.UNHEALTHY, Health.of(Health.UNHEALTHY.value()));
    Config all = Config.builder().switches(Set.of(Switch.values())).build();
    assertEquals(all, Typed.read(Wire.encode(all, Config::write), Config::read));
  }

  /** What a module answers is read, or is a ModuleException. */
  @Test
  void answers() {
    assertEquals(new Wake(2, WakeReason.DEADLINE), Wire.body(bytes(0x92, 0, 0x93, 2, 2, 0xc0), Wake::read));
    int[][] wrong = {
      {}, // nothing
      {0xc0}, // no array
      {0x92, 0}, // cut off
      {0x92, 0, 0x91, 2}, // a field is missing
      {0x92, 0, 0x92, 2, 0x63}, // an unknown number of an enumeration
      {0x92, 0, 0x92, 0xa0, 2}, // text for a number
      {0x92, 0, 0x92, 2, 2, 0}, // something follows
      {0x93, 0, 0x92, 2, 2, 0}, // an item too many
      {0x93, 0x63, 0xa0, 0xa0}, // an unknown error
      {0x93, 2, 0xa0, 0xa1, 0xff}, // no UTF-8
    };
    for (int[] answer : wrong) {
      assertThrows(ModuleException.class, () -> Wire.body(bytes(answer), Wake::read), Arrays.toString(answer));
    }
    assertThrows(ModuleException.class, () -> Wire.body(bytes(0x92, 0, 0x93, 0xa0, 0xff, 1), Key::read));
    int[] bits = {0x92, 0, 0x94, 0xa0, 0xcf, 0x80, 0, 0, 0, 0, 0, 0, 0, 0xc2, 0x90};
    assertThrows(ModuleException.class, () -> Wire.body(bytes(bits), Config::read));
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void corruptModule() throws IOException {
    byte[] whole = wasm();
    byte[] start = {0, 'a', 's', 'm', 1, 0, 0, 0};
    byte[] importing = {
      0, 'a', 's', 'm', 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 'm', 1, 'f', 0, 0,
    };
    refused("read", new byte[0]);
    refused("read", Arrays.copyOf(whole, 1000));
    refused("ABI 1", start);
    refused("ABI 1", replace(whole, "coxswain_abi_v1", "coxswain_abi_v9"));
    refused("imports", importing);
    refused("instantiated", replace(whole, "describe", "descr1be"));
    refused("instantiated", replace(whole, "memory", "mem0ry"));
  }

  private static void refused(String why, byte[] wasm) {
    ModuleException e = assertThrows(ModuleException.class, () -> new Module(wasm, Module.MEMORY_LIMIT));
    assertTrue(e.getMessage().contains(why), e.getMessage());
  }

  private static byte[] replace(byte[] wasm, String old, String with) {
    String text = new String(wasm, StandardCharsets.ISO_8859_1);
    assertTrue(text.contains(old));
    return text.replace(old, with).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Wherever the module is cut off, it is refused. */
  @Test
  void cutModule() throws IOException {
    byte[] whole = wasm();
    for (int length = 0; length < whole.length; length += 1 + whole.length / 200) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThrows(ModuleException.class, () -> new Module(cut, Module.MEMORY_LIMIT), "cut at " + length);
    }
  }

  /** Modules that have all exports, and give one answer to every call. */
  @Test
  void strangeModule() {
    refused("cannot be read", answering(5, 0xc0));
    refused("cannot be read", answering(2, 0x92, 0, 0xc0));
    refused("did not return", answering(1 << 16, 0xc0));
    refused("too old", answering(6, 0x92, 0, 0x93, 1, 1, 0xa0));

    byte[] right = answering(8, 0x92, 0, 0x94, 1, (int) Schema.VERSION, 0xa1, 'v', 0xc0);
    Module module = new Module(right, Module.MEMORY_LIMIT);
    assertEquals("v", module.version());
    assertThrows(ModuleException.class, () -> open(module));
    assertThrows(ModuleException.class, () -> module.load(new byte[1]));
    Machine machine = new Machine(module.instantiate(), 1);
    assertThrows(ModuleException.class, () -> machine.step(tick(1)));
    assertThrows(ModuleException.class, machine::status);
    assertThrows(ModuleException.class, machine::save);
  }

  /** Makes a module that answers with so many bytes, which begin with those given. */
  private static byte[] answering(int length, int... answer) {
    ByteArrayOutputStream wasm = new ByteArrayOutputStream();
    wasm.writeBytes(bytes(0, 'a', 's', 'm', 1, 0, 0, 0));
    int[] types = {4, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7e, 0x60, 1, 0x7f, 1, 0x7e};
    section(wasm, 1, bytes(types));
    section(wasm, 3, bytes(4, 0, 1, 2, 3)); // a function of each type
    section(wasm, 5, bytes(1, 0, 1));
    ByteArrayOutputStream exports = new ByteArrayOutputStream();
    exports.write(11);
    export(exports, "memory", 2, 0);
    export(exports, "_initialize", 0, 0);
    export(exports, "coxswain_abi_v1", 0, 0);
    export(exports, "input", 0, 1);
    for (Instance.Call call : Instance.Call.values()) {
      boolean takesHandle = !Set.of("describe", "open", "load").contains(call.export());
      export(exports, call.export(), 0, takesHandle ? 3 : 2);
    }
    section(wasm, 7, exports.toByteArray());
    ByteArrayOutputStream result = new ByteArrayOutputStream(); // i64.const, as a signed LEB128
    result.write(0x42);
    for (long rest = 16L << 32 | length; ; rest >>= 7) {
      if (rest < 64) {
        result.write((int) rest);
        break;
      }
      result.write((int) (rest & 0x7f | 0x80));
    }
    ByteArrayOutputStream code = new ByteArrayOutputStream();
    code.write(4);
    body(code);
    body(code, bytes(0x41, 16));
    body(code, result.toByteArray());
    body(code, result.toByteArray());
    section(wasm, 10, code.toByteArray());
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(bytes(1, 0, 0x41, 16, 0x0b, answer.length));
    data.writeBytes(bytes(answer));
    section(wasm, 11, data.toByteArray());
    return wasm.toByteArray();
  }

  private static void section(ByteArrayOutputStream wasm, int id, byte[] content) {
    wasm.write(id);
    wasm.write(content.length);
    wasm.writeBytes(content);
  }

  private static void export(ByteArrayOutputStream exports, String name, int kind, int index) {
    exports.write(name.length());
    exports.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
    exports.write(kind);
    exports.write(index);
  }

  private static void body(ByteArrayOutputStream code, byte... instructions) {
    code.write(instructions.length + 2);
    code.write(0); // no variables
    code.writeBytes(instructions);
    code.write(0x0b);
  }

  @Test
  void trapLosesOneMachine() {
    trapLosesOneMachine(new Module(192 << 10));
  }

  @Test
  void trapLosesOneInterpretedMachine() throws IOException {
    trapLosesOneMachine(new Module(wasm(), 192 << 10));
  }

  private static void trapLosesOneMachine(Module small) {
    Machine machine = open(small);
    Machine other = open(small);
    byte[] state = machine.save();
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < 1024; i++) {
      groups.add(Group.builder().name(String.format("%0100d", i)).build());
    }
    Input big = opening(groups).toBuilder().versionsRead(true).epoch(0).job(null).index(11).build();
    assertThrows(ModuleException.class, () -> machine.step(big));
    ModuleException e = assertThrows(ModuleException.class, machine::status);
    assertTrue(e.getMessage().contains("lost"), e.getMessage());
    assertTrue(other.status().opened());
    try (Machine again = MODULE.load(state)) {
      assertArrayEquals(state, again.save());
    }
    machine.close();
    other.close();
    assertThrows(ModuleException.class, () -> new Module(1));
  }

  @Test
  void answerThatCannotBeReadLosesTheMachine() {
    Machine machine = open(MODULE);
    assertTrue(machine.status().opened());
    byte[] nothing = {};
    assertThrows(ModuleException.class, () -> machine.call(Instance.Call.STATUS, nothing, Output::read));
    assertThrows(ModuleException.class, machine::status);
    machine.close();
    assertThrows(ClosedException.class, machine::status);
  }

  @Test
  void threads() throws InterruptedException, ExecutionException {
    try (Machine machine = open(MODULE)) {
      ExecutorService pool = Executors.newFixedThreadPool(2);
      List<Future<?>> work = new ArrayList<>();
      for (int t = 0; t < 2; t++) {
        work.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    machine.step(tick(2 + i));
                    assertTrue(machine.status().opened());
                  }
                }));
      }
      for (Future<?> f : work) {
        f.get();
      }
      pool.shutdown();
      assertEquals(201, machine.status().now());
    }
  }

  /** An interrupt that was there before a call does no harm, and is still there after it. */
  @Test
  void interruptedBefore() {
    Thread.currentThread().interrupt();
    try (Machine machine = open(MODULE)) {
      machine.step(tick(2));
      assertTrue(Thread.interrupted());
      assertEquals(2, machine.status().now());
    }
  }

  /** An interrupt during a call ends it, and loses this machine only. */
  @Test
  void interruptedDuring() throws InterruptedException {
    Machine machine = open(MODULE);
    Machine other = open(MODULE);
    AtomicReference<RuntimeException> ended = new AtomicReference<>();
    Thread worker =
        new Thread(
            () -> {
              try {
                for (long now = 2; ; now++) {
                  machine.step(tick(now));
                  Thread.interrupted();
                }
              } catch (RuntimeException e) {
                ended.set(e);
              }
            });
    worker.start();
    while (worker.isAlive()) {
      worker.interrupt();
      Thread.sleep(1);
    }
    assertInstanceOf(ModuleException.class, ended.get());
    assertThrows(ModuleException.class, machine::status);
    assertTrue(other.status().opened());
  }

  @Test
  void readme(@TempDir Path dir) throws IOException, InterruptedException {
    String text = Files.readString(Path.of("README.md"));
    Files.writeString(dir.resolve("Example.java"), block(text, "java"));
    Path printed = dir.resolve("printed");
    Process run =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                dir.resolve("Example.java").toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    int exit = run.waitFor();
    assertEquals(block(text, "text"), Files.readString(printed));
    assertEquals(0, exit);
  }

  private static String block(String text, String language) {
    return text.split("```" + language + "\n", 2)[1].split("```", 2)[0];
  }
}
