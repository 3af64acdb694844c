package io.github.coxswain;

import java.io.IOException;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/** The typed input and output of a vector. */
final class Typed {
  /** The input of an opening. */
  record Opening(Config config, Input input) {
    static Opening read(MessageUnpacker from) throws IOException {
      from.unpackArrayHeader();
      return new Opening(Config.read(from), Input.read(from));
    }
  }

  /** The body of the answer to an opening. */
  record Answer(int handle, Output output) {
    static Answer read(MessageUnpacker from) throws IOException {
      from.unpackArrayHeader();
      return new Answer(from.unpackInt(), Output.read(from));
    }
  }

  private Typed() {}

  static <T> T read(byte[] message, Wire.Reader<T> reader) throws IOException {
    try (MessageUnpacker from = MessagePack.newDefaultUnpacker(message)) {
      return reader.read(from);
    }
  }
}
