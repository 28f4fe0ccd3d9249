import type { components, ProblemCode } from "./api/schema.ts";

/** The problem document that a refused request is answered with (RFC 9457). */
export type Problem = components["schemas"]["Problem"];

/** The code of one of the API's problems. `unexpected_answer` means that a proxy answered, for instance. */
export type KnownErrorCode = ProblemCode | "unexpected_answer";

/** A stable machine code. A newer API may have further codes. */
export type TmsErrorCode = KnownErrorCode | (string & {});

/** A request that was answered with a refusal. */
export class TmsError extends Error {
  override name = "TmsError";
  readonly code: TmsErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** By which the request is found in the request log. */
  readonly requestId: string;
  /** What was answered; for `unexpected_answer` a document in its place. */
  readonly problem: Problem;
  /** After how many milliseconds a repeat makes sense, where the answer says so. */
  readonly retryAfterMs: number | undefined;
  /** The key under which the call can be repeated without doing anything twice; null for a reading. */
  readonly idempotencyKey: string | null;

  constructor(
    problem: Problem,
    {
      retryAfterMs,
      idempotencyKey = null,
    }: { retryAfterMs?: number | undefined; idempotencyKey?: string | null } = {},
  ) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.requestId = problem.requestId;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
    this.idempotencyKey = idempotencyKey;
  }
}

/** Reports whether an error is a refusal by the API, and if codes are given, one of these. */
export const isTmsError = (
  error: unknown,
  ...codes: readonly KnownErrorCode[]
): error is TmsError =>
  error instanceof TmsError && (codes.length === 0 || codes.some((code) => code === error.code));

/**
 * No answer came, or not all of it, in any attempt. What was asked for may have happened: repeat the
 * call with the same `idempotencyKey`.
 */
export class TmsConnectionError extends Error {
  override name = "TmsConnectionError";
  /** Of the last attempt; if it arrived, the request log knows it. */
  readonly requestId: string;
  /** Under which the call is repeated without doing anything twice; null for a reading. */
  readonly idempotencyKey: string | null;

  constructor(
    message: string,
    options: { requestId: string; idempotencyKey: string | null; cause: unknown },
  ) {
    super(message, { cause: options.cause });
    this.requestId = options.requestId;
    this.idempotencyKey = options.idempotencyKey;
  }
}
