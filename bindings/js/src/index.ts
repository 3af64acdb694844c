export { ClosedError, CoxswainError, ModuleError } from "./errors.js";
export { type Call, type Instance, type Machine, Module, type ModuleOptions } from "./module.js";
export * from "./types.js";
export type { Init } from "./wire.js";
