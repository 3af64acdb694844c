// Checks between what callers see and the values of MessagePack.

/**
 * A message as a caller gives it: what is left out is zero (0, false, empty, null). A
 * field that the message does not have is a TypeError.
 */
export type Init<T> = T extends readonly (infer E)[]
  ? readonly Init<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: Init<T[K]> | undefined }
    : T;

/** How the values of one type are written and read; `where` is for the error. */
export interface Codec<T> {
  /** What is written for a field that was left out. */
  readonly zero: unknown;
  /** Checks what a caller gave, and returns what is written. */
  encode(value: unknown, where: string): unknown;
  /** Checks what the module gave. */
  decode(value: unknown, where: string): T;
}

/** The kind of an object, also of one that another window made: "Object", "Map". */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function wrong(value: unknown, want: string, where: string): TypeError {
  return new TypeError(`${where} is of type ${kindOf(value)} and not ${want}`);
}

function within<T extends number | bigint>(value: T, min: T, max: T, where: string): T {
  if (value < min || value > max) throw new RangeError(`${where} is ${value} and not from ${min} to ${max}`);
  return value;
}

/** Returns bytes, or throws a TypeError. */
export function bytes(value: unknown, where: string): Uint8Array {
  if (kindOf(value) !== "Uint8Array") throw wrong(value, "Uint8Array", where);
  return value as Uint8Array;
}

/** The codec of a type whose values are written as they are. */
function plain<T>(zero: T, check: (value: unknown, where: string) => T): Codec<T> {
  return { zero, encode: check, decode: check };
}

export const bool = plain(false, (value, where) => {
  if (typeof value !== "boolean") throw wrong(value, "boolean", where);
  return value;
});

export const text = plain("", (value, where) => {
  if (typeof value !== "string") throw wrong(value, "string", where);
  if (!value.isWellFormed()) throw new RangeError(`${where} has half of a character`);
  return value;
});

function narrow(min: number, max: number): Codec<number> {
  return plain(0, (value, where) => {
    if (typeof value !== "number" || !Number.isInteger(value)) throw wrong(value, "an integer", where);
    return within(value, min, max, where);
  });
}

export const i32 = narrow(-(2 ** 31), 2 ** 31 - 1);
export const u32 = narrow(0, 2 ** 32 - 1);

function wide(min: bigint, max: bigint): Codec<bigint> {
  return {
    zero: 0,
    encode(value, where) {
      if (typeof value !== "bigint") throw wrong(value, "BigInt", where);
      within(value, min, max, where);
      // MessagePack's writer takes 64 bits for each bigint.
      return value >= -(2n ** 31n) && value < 2n ** 32n ? Number(value) : value;
    },
    decode(value, where) {
      if (typeof value !== "bigint" && !Number.isSafeInteger(value)) throw wrong(value, "an integer", where);
      return within(BigInt(value as bigint | number), min, max, where);
    },
  };
}

export const i64 = wide(-(2n ** 63n), 2n ** 63n - 1n);
export const u64 = wide(0n, 2n ** 64n - 1n);

/** The codec of an enumeration, whose object has the names by number. */
export function enumeration<E extends number>(name: string, names: Record<number, string>): Codec<E> {
  return plain(0 as E, (value, where) => {
    if (typeof value !== "number") throw wrong(value, name, where);
    if (names[value] === undefined) throw new RangeError(`${where} is ${value}, which no ${name} is`);
    return value as E;
  });
}

function array(value: unknown, where: string): unknown[] {
  if (!Array.isArray(value)) throw wrong(value, "Array", where);
  return value;
}

export function list<T>(items: Codec<T>): Codec<T[]> {
  return {
    zero: [],
    encode: (value, where) => Array.from(array(value, where), (item) => items.encode(item, where)),
    decode: (value, where) => array(value, where).map((item) => items.decode(item, where)),
  };
}

export function optional<T>(codec: Codec<T>): Codec<T | null> {
  return {
    zero: null,
    encode: (value, where) => (value === null ? null : codec.encode(value, where)),
    decode: (value, where) => (value === null ? null : codec.decode(value, where)),
  };
}

/** The codec of a message, which is written as an array of its fields in their order. */
export function message<T extends object>(name: string, fields: { [K in keyof T]-?: Codec<T[K]> }): Codec<T> {
  const codecs = Object.entries<Codec<unknown>>(fields).map(([key, codec]) => ({
    key,
    codec,
    where: `${name}.${key}`,
  }));
  return {
    zero: [],
    encode(value, where) {
      if (kindOf(value) !== "Object") throw wrong(value, name, where);
      const given = value as Record<string, unknown>;
      for (const key of Object.keys(given)) {
        if (!Object.hasOwn(fields, key)) throw new TypeError(`${name} has no field ${key}`);
      }
      return codecs.map(({ key, codec, where }) => {
        const field = given[key];
        return field === undefined ? codec.zero : codec.encode(field, where);
      });
    },
    decode(value, where) {
      const items = array(value, where);
      return Object.fromEntries(codecs.map(({ key, codec, where }, i) => [key, codec.decode(items[i], where)])) as T;
    },
  };
}
