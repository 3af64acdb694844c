package io.github.coxswain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.ArrayValue;
import org.msgpack.value.Value;

/** All vectors of bindings/conformance. */
class ConformanceTest {
  /** Every call gives the bytes that the native core gives. */
  @Test
  void bytes() throws IOException {
    try (Module module = new Module()) {
      System.out.println(passed(module) + " of " + Vectors.read().size() + " vectors passed");
    }
  }

  /** A module that the caller brings is interpreted, and does the same. */
  @Test
  void interpreted() throws IOException {
    try (Module module = new Module(MisuseTest.wasm(), Module.MEMORY_LIMIT)) {
      passed(module);
    }
  }

  private static int passed(Module module) throws IOException {
    Instance instance = module.instantiate();
    int passed = 0;
    for (Vectors.Vector v : Vectors.read()) {
      assertArrayEquals(
          v.answer(), instance.call(v.call(), v.handle(), v.input()), "vector " + passed + ", " + v.call());
      passed++;
    }
    assertTrue(passed >= 2000);
    return passed;
  }

  /** The records read and write every message as it is. */
  @Test
  void types() throws IOException {
    int seen = 0;
    for (Vectors.Vector v : Vectors.read()) {
      if (v.code() != 0) {
        continue;
      }
      switch (v.call()) {
        case OPEN -> {
          List<Value> sent = Typed.read(v.input(), MessageUnpacker::unpackValue).asArrayValue().list();
          same(sent.get(0), Config::read, Config::write);
          same(sent.get(1), Input::read, Input::write);
          ArrayValue body = v.body(MessageUnpacker::unpackValue).asArrayValue();
          same(body.get(1), Output::read, Output::write);
          seen++;
        }
        case STEP -> {
          same(Typed.read(v.input(), MessageUnpacker::unpackValue), Input::read, Input::write);
          same(v.body(MessageUnpacker::unpackValue), Output::read, Output::write);
          seen++;
        }
        case STATUS -> same(v.body(MessageUnpacker::unpackValue), Status::read, Status::write);
        default -> assertFalse(v.call() == Instance.Call.DESCRIBE);
      }
    }
    assertTrue(seen >= 2000);
  }

  private static <T> void same(Value message, Wire.Reader<T> reader, Wire.Writer<T> writer) throws IOException {
    byte[] packed = Wire.encode(message, (value, to) -> value.writeTo(to));
    assertArrayEquals(packed, Wire.encode(Typed.read(packed, reader), writer));
  }

  /** Machines of their own, each with an instance, decide the same. */
  @Test
  void machines() throws IOException {
    Map<Integer, Machine> machines = new HashMap<>();
    int steps = 0;
    try (Module module = new Module()) {
      for (Vectors.Vector v : Vectors.read()) {
        if (v.code() != 0) {
          continue;
        }
        Machine machine = machines.get(v.handle());
        switch (v.call()) {
          case OPEN -> {
            Typed.Opening sent = Typed.read(v.input(), Typed.Opening::read);
            Typed.Answer want = v.body(Typed.Answer::read);
            Opened opened = module.open(sent.config(), sent.input());
            assertEquals(want.output(), opened.output());
            machines.put(want.handle(), opened.machine());
          }
          case LOAD -> machines.put(v.body(MessageUnpacker::unpackInt), module.load(v.input()));
          case STEP -> {
            assertEquals(v.body(Output::read), machine.step(Typed.read(v.input(), Input::read)));
            steps++;
          }
          case STATUS -> assertEquals(v.body(Status::read), machine.status());
          case SAVE -> assertArrayEquals(v.body(Wire::bytes), machine.save());
          default -> machines.remove(v.handle()).close();
        }
      }
    }
    assertTrue(steps >= 2000);
    assertTrue(machines.isEmpty());
  }
}
