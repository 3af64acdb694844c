package io.github.coxswain;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageTypeException;
import org.msgpack.core.MessageUnpacker;

/** What the records share: checks of their fields, and MessagePack. */
final class Wire {
  private static final MessagePack.UnpackerConfig STRICT =
      new MessagePack.UnpackerConfig()
          .withActionOnMalformedString(CodingErrorAction.REPORT)
          .withActionOnUnmappableString(CodingErrorAction.REPORT);

  /** Reads a value. */
  interface Reader<T> {
    T read(MessageUnpacker from) throws IOException;
  }

  /** Writes a value. */
  interface Writer<T> {
    void write(T value, MessagePacker to) throws IOException;
  }

  private Wire() {}

  // Checks. A string with half a surrogate pair has no UTF-8.

  static String text(String value, String where) {
    Objects.requireNonNull(value, where);
    if (value.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw new IllegalArgumentException(where + " has half a surrogate pair");
    }
    return value;
  }

  static List<String> texts(List<String> value, String where) {
    List<String> copy = list(value, where);
    copy.forEach(x -> text(x, where));
    return copy;
  }

  static <T> List<T> list(List<T> value, String where) {
    Objects.requireNonNull(value, where);
    value.forEach(x -> Objects.requireNonNull(x, where));
    return List.copyOf(value);
  }

  static <E extends Enum<E>> Set<E> set(Collection<E> value, Class<E> kind, String where) {
    Objects.requireNonNull(value, where);
    Set<E> copy = EnumSet.noneOf(kind);
    value.forEach(x -> copy.add(Objects.requireNonNull(x, where)));
    return Collections.unmodifiableSet(copy);
  }

  // Reading.

  /** Reads the header of an array with so many items or more, and returns how many more. */
  static int fields(MessageUnpacker from, int least) throws IOException {
    int size = from.unpackArrayHeader();
    if (size < least) {
      throw new MessageTypeException("an array has " + size + " items and not " + least);
    }
    return size - least;
  }

  static long unsigned(MessageUnpacker from) throws IOException {
    if (from.getNextFormat() == MessageFormat.UINT64) {
      return from.unpackBigInteger().longValue();
    }
    long value = from.unpackLong();
    if (value < 0) {
      throw new MessageTypeException("a number without a sign is " + value);
    }
    return value;
  }

  static <T> T optional(MessageUnpacker from, Reader<T> reader) throws IOException {
    return from.tryUnpackNil() ? null : reader.read(from);
  }

  static <T> List<T> list(MessageUnpacker from, Reader<T> reader) throws IOException {
    List<T> items = new ArrayList<>();
    for (int left = from.unpackArrayHeader(); left > 0; left--) {
      items.add(reader.read(from));
    }
    return items;
  }

  static byte[] bytes(MessageUnpacker from) throws IOException {
    return from.readPayload(from.unpackBinaryHeader());
  }

  /**
   * Reads the body of an answer.
   *
   * @throws CoxswainException if it is an error
   * @throws ModuleException if it cannot be read
   */
  static <T> T body(byte[] answer, Reader<T> reader) {
    CoxswainException refusal;
    try (MessageUnpacker from = STRICT.newUnpacker(answer)) {
      int more = fields(from, 2);
      ErrorCode code = ErrorCode.of(from.unpackInt());
      if (code == ErrorCode.NONE) {
        T body = reader.read(from);
        if (more > 0 || from.hasNext()) {
          throw new MessageTypeException("something follows the body");
        }
        return body;
      }
      refusal = new CoxswainException(code, from.unpackString(), from.unpackString());
    } catch (IOException | MessagePackException | IllegalArgumentException e) {
      throw new ModuleException("the answer cannot be read: " + e.getMessage(), e);
    }
    throw refusal;
  }

  // Writing.

  static void unsigned(MessagePacker to, long value) throws IOException {
    if (value >= 0) {
      to.packLong(value);
    } else {
      to.packBigInteger(new BigInteger(Long.toUnsignedString(value)));
    }
  }

  static <T> void optional(MessagePacker to, T value, Writer<T> writer) throws IOException {
    if (value == null) {
      to.packNil();
    } else {
      writer.write(value, to);
    }
  }

  static <T> void list(MessagePacker to, List<T> items, Writer<T> writer) throws IOException {
    to.packArrayHeader(items.size());
    for (T item : items) {
      writer.write(item, to);
    }
  }

  static void texts(MessagePacker to, List<String> items) throws IOException {
    list(to, items, (item, packer) -> packer.packString(item));
  }

  static <T> byte[] encode(T message, Writer<T> writer) {
    try (MessageBufferPacker to = MessagePack.newDefaultBufferPacker()) {
      writer.write(message, to);
      return to.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("a buffer in memory cannot be written", e);
    }
  }
}
