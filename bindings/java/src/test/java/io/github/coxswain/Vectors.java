package io.github.coxswain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The vectors of bindings/conformance. */
final class Vectors {
  private static final Instance.Call[] CALLS = {
    null,
    Instance.Call.OPEN,
    Instance.Call.STEP,
    Instance.Call.STATUS,
    Instance.Call.SAVE,
    Instance.Call.LOAD,
    Instance.Call.CLOSE
  };

  /** One call. The code is 0 for a success. */
  record Vector(Instance.Call call, int code, int handle, byte[] input, byte[] answer) {
    /** Reads the body of the answer, which is a success. */
    <T> T body(Wire.Reader<T> reader) {
      return Wire.body(answer, reader);
    }
  }

  private Vectors() {}

  static List<Vector> read() throws IOException {
    ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(Path.of("../conformance/vectors.bin")));
    file.order(ByteOrder.LITTLE_ENDIAN);
    if (!new String(bytes(file, 8), StandardCharsets.US_ASCII).equals("CXSWVEC1")) {
      throw new IOException("these are no vectors");
    }
    List<Vector> vectors = new ArrayList<>();
    for (int left = file.getInt(); left > 0; left--) {
      Instance.Call call = CALLS[file.get()];
      int code = file.get();
      file.getShort();
      int handle = file.getInt();
      int input = file.getInt();
      int answer = file.getInt();
      vectors.add(new Vector(call, code, handle, bytes(file, input), bytes(file, answer)));
    }
    if (file.hasRemaining()) {
      throw new IOException("something follows the last vector");
    }
    return vectors;
  }

  private static byte[] bytes(ByteBuffer file, int length) {
    byte[] bytes = new byte[length];
    file.get(bytes);
    return bytes;
  }
}
