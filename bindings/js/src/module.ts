import { encode as pack, decode as unpack } from "@msgpack/msgpack";
import { ClosedError, CoxswainError, ModuleError } from "./errors.js";
import { limitMemory } from "./memory.js";
import * as messages from "./messages.js";
import { type Config, ErrorCode, type Input, type Output, SCHEMA, type Status } from "./types.js";
import { bytes, type Codec, enumeration, type Init, text, u32 } from "./wire.js";

const MARKER = "coxswain_abi_v1";
const CALLS = ["describe", "open", "step", "status", "save", "load", "close"] as const;

/** A call of the ABI. */
export type Call = (typeof CALLS)[number];

interface Exports extends Record<Call, (handle: number) => bigint> {
  memory: WebAssembly.Memory;
  input(length: number): number;
  _initialize(): void;
}

/**
 * One instance of the module: calls with the bytes that go over the boundary. After a
 * ModuleError it is lost.
 */
export class Instance {
  private readonly exports: Exports;
  private lost = false;

  /** @internal */
  constructor(instance: WebAssembly.Instance) {
    this.exports = instance.exports as unknown as Exports;
    for (const name of ["input", "_initialize", ...CALLS] as const) {
      if (typeof this.exports[name] !== "function") throw new ModuleError(`the export ${name} is no function`);
    }
    if (!(this.exports.memory instanceof WebAssembly.Memory)) throw new ModuleError("the export memory is no memory");
    this.exports._initialize();
  }

  /** Writes the data, if there is any, calls an export and returns the envelope. */
  call(name: Call, handle = 0, data: Uint8Array = new Uint8Array()): Uint8Array {
    if (!CALLS.includes(name)) throw new TypeError(`the ABI has no call ${name}`);
    u32.encode(handle, "the handle");
    bytes(data, "the data");
    if (this.lost) throw new ModuleError("the instance was lost in an earlier call");
    try {
      if (data.length > 0) {
        const at = this.exports.input(data.length) >>> 0;
        if (at === 0) throw new CoxswainError(ErrorCode.Limit, "", "the message is too long");
        new Uint8Array(this.exports.memory.buffer).set(data, at);
      }
      const result = BigInt.asUintN(64, this.exports[name](handle));
      const [at, size] = [Number(result >> 32n), Number(result & 0xffffffffn)];
      return new Uint8Array(this.exports.memory.buffer, at, size).slice();
    } catch (e) {
      if (e instanceof CoxswainError) throw e;
      throw this.lose(`the call ${name} did not return`, e);
    }
  }

  /** @internal Lets no call in any more, and returns the error that says why. */
  lose(why: string, cause: unknown): ModuleError {
    this.lost = true;
    return new ModuleError(`${why}: ${cause}`, { cause });
  }
}

const code = enumeration<ErrorCode>("ErrorCode", ErrorCode);

/** Calls an export and reads the body of its answer, or throws what it says was wrong. */
function call<T>(
  instance: Instance,
  name: Call,
  handle: number,
  data: Uint8Array | undefined,
  read: (body: unknown) => T,
): T {
  const answer = instance.call(name, handle, data);
  try {
    // An array has not more items than the answer has bytes.
    const envelope = unpack(answer, { useBigInt64: true, maxArrayLength: answer.length }) as unknown[];
    if (envelope[0] === 0) return read(envelope[1]);
    const [what, field, why] = envelope;
    throw new CoxswainError(
      code.decode(what, "the code"),
      text.decode(field, "the field"),
      text.decode(why, "the text"),
    );
  } catch (e) {
    if (e instanceof CoxswainError) throw e;
    throw instance.lose(`the answer of ${name} cannot be read`, e);
  }
}

const encode = (value: unknown): Uint8Array => pack(value, { useBigInt64: true });
const reader =
  <T>(codec: Codec<T>) =>
  (body: unknown): T =>
    codec.decode(body, "the answer");

const readOutput = reader(messages.Output);
const readStatus = reader(messages.Status);
const readHandle = reader(u32);
const readOpening = (body: unknown): [number, Output] => {
  const [handle, output] = body as unknown[];
  return [readHandle(handle), readOutput(output)];
};

/**
 * Decides one deployment. {@link Module.open} and {@link Module.load} make it. Each has
 * an instance of its own. It stays in its thread: sending it to a worker is a
 * DataCloneError.
 */
export class Machine {
  #instance: Instance | undefined;
  readonly #handle: number;

  /** @internal */
  constructor(instance: Instance, handle: number) {
    this.#instance = instance;
    this.#handle = handle;
  }

  /** A function of the object itself: without one, a clone would be an empty object and no error. */
  private readonly call = <T>(name: Call, data: Uint8Array | undefined, read: (body: unknown) => T): T => {
    if (this.#instance === undefined) throw new ClosedError("the machine was closed");
    return call(this.#instance, name, this.#handle, data, read);
  };

  /** Takes one step and returns what it decided. */
  step(input: Init<Input>): Output {
    return this.call("step", encode(messages.Input.encode(input, "the input")), readOutput);
  }

  /** Returns where the deployment stands. */
  status(): Status {
    return this.call("status", undefined, readStatus);
  }

  /** Returns the whole machine, for {@link Module.load}. */
  save(): Uint8Array {
    return this.call("save", undefined, (body) => new Uint8Array(bytes(body, "the state")));
  }

  /** Forgets the machine. Closing it again does nothing. */
  close(): void {
    this.#instance = undefined;
  }
}

/** How a module is made. */
export interface ModuleOptions {
  /** Another module of the same ABI in place of the package's. */
  wasm?: Uint8Array | undefined;
  /** The limit of memory in bytes, for each machine; 64 MiB if it is left out. */
  memoryLimit?: number | undefined;
}

/** The compiled module. It stays in its thread, as its machines do. */
export class Module {
  /** The schema of the module. */
  readonly schema: number;
  /** The version of the module. */
  readonly version: string;
  #compiled: WebAssembly.Module | undefined;

  private constructor(compiled: WebAssembly.Module, schema: number, version: string) {
    this.#compiled = compiled;
    this.schema = schema;
    this.version = version;
  }

  /**
   * Compiles the module of the package, or another one. A ModuleError says what is wrong
   * with it.
   */
  static async create(options: ModuleOptions = {}): Promise<Module> {
    const limit = u32.encode(options.memoryLimit ?? 64 * 2 ** 20, "memoryLimit") as number;
    const wasm = options.wasm === undefined ? await readPackaged() : bytes(options.wasm, "wasm");
    const compiled = await compile(limitMemory(wasm, limit));
    const [schema, version] = call(await instantiate(compiled), "describe", 0, undefined, (body) => {
      const [, schema, version] = body as unknown[];
      return [u32.decode(schema, "the schema"), text.decode(version, "the version")] as const;
    });
    if (schema < SCHEMA) throw new ModuleError(`the module is too old: it knows schema ${schema} and not ${SCHEMA}`);
    return new Module(compiled, schema, version);
  }

  /**
   * Makes an instance, for calls with bytes. A function of the object itself, for the
   * same reason as Machine's call.
   */
  readonly instantiate = async (): Promise<Instance> => {
    if (this.#compiled === undefined) throw new ClosedError("the module was closed");
    return instantiate(this.#compiled);
  };

  /** Makes a machine, and returns it with what its first step decided. */
  async open(config: Init<Config>, input: Init<Input>): Promise<{ machine: Machine; output: Output }> {
    const data = encode([messages.Config.encode(config, "the config"), messages.Input.encode(input, "the input")]);
    const instance = await this.instantiate();
    const [handle, output] = call(instance, "open", 0, data, readOpening);
    return { machine: new Machine(instance, handle), output };
  }

  /** Makes a machine of what {@link Machine.save} returned. */
  async load(state: Uint8Array): Promise<Machine> {
    const data = new Uint8Array(bytes(state, "the state"));
    const instance = await this.instantiate();
    return new Machine(instance, call(instance, "load", 0, data, readHandle));
  }

  /** Makes no more machines. Those that there are go on. */
  close(): void {
    this.#compiled = undefined;
  }
}

/** Reads the module of the package: a file in Node, otherwise something to fetch. */
async function readPackaged(): Promise<Uint8Array> {
  const url = new URL("../coxswain.wasm", import.meta.url);
  try {
    if (url.protocol === "file:") return await process.getBuiltinModule("node:fs").promises.readFile(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (e) {
    throw new ModuleError(`the module of the package cannot be read: ${e}`, { cause: e });
  }
}

async function compile(wasm: Uint8Array): Promise<WebAssembly.Module> {
  let compiled: WebAssembly.Module;
  try {
    compiled = await WebAssembly.compile(wasm as Uint8Array<ArrayBuffer>);
  } catch (e) {
    throw new ModuleError(`the module cannot be compiled: ${e}`, { cause: e });
  }
  if (WebAssembly.Module.imports(compiled).length > 0) throw new ModuleError("the module imports something");
  if (!WebAssembly.Module.exports(compiled).some((e) => e.name === MARKER))
    throw new ModuleError("the module is not of ABI 1");
  return compiled;
}

async function instantiate(compiled: WebAssembly.Module): Promise<Instance> {
  try {
    return new Instance(await WebAssembly.instantiate(compiled));
  } catch (e) {
    if (e instanceof ModuleError) throw e;
    throw new ModuleError(`the module cannot be instantiated: ${e}`, { cause: e });
  }
}
