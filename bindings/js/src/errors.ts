import { ErrorCode } from "./types.js";

/**
 * The machine refused an input, and is as it was before. "Fail the deployment" is a
 * decision and arrives as an effect, never as an error.
 */
export class CoxswainError extends Error {
  override readonly name = "CoxswainError";
  /** What was wrong with the input. */
  readonly code: ErrorCode;
  /** The path of the field, or empty. */
  readonly field: string;
  /** What was wrong with it. */
  readonly text: string;

  constructor(code: ErrorCode, field: string, text: string) {
    super(`${ErrorCode[code]}: ${field && `${field}: `}${text}`);
    this.code = code;
    this.field = field;
    this.text = text;
  }
}

/** The machine or the module was closed. */
export class ClosedError extends Error {
  override readonly name = "ClosedError";
}

/**
 * The module is no module of coxswain's, or one of its calls did not return.
 *
 * After a call that did not return the machine is lost. Load its last save, or open it
 * anew, and give it the inputs since in their order: the same inputs make the same
 * machine. Give up on the input with which it is lost once more.
 */
export class ModuleError extends Error {
  override readonly name = "ModuleError";
}
