import type { components, ProblemCode } from "./api/schema.ts";

/** The problem document (RFC 9457) of a failed request. */
export type Problem = components["schemas"]["Problem"];

/**
 * The code of a problem type. The SDK reports `unexpected_answer` for a response that does not come from the
 * API, but for example from a proxy, or that has more than 64 MiB.
 */
export type KnownErrorCode = ProblemCode | "unexpected_answer";

/** The code of a problem. A newer API can have codes that this release does not know. */
export type TmsErrorCode = KnownErrorCode | (string & {});

/** The error of a request that failed with a problem document. */
export class TmsError extends Error {
  override name = "TmsError";
  readonly code: TmsErrorCode;
  readonly status: number;
  /** The id of the request in the request log. */
  readonly requestId: string;
  /** The problem document of the response. The SDK creates it if the code is `unexpected_answer`. */
  readonly problem: Problem;
  /** The time to wait before a retry, in milliseconds. Undefined if the response has no Retry-After. */
  readonly retryAfterMs: number | undefined;
  /** The key with which you can safely retry the call. Null for a call that only reads. */
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

/** Reports whether an error is a TmsError and, if codes are given, has one of these codes. */
export const isTmsError = (
  error: unknown,
  ...codes: readonly KnownErrorCode[]
): error is TmsError =>
  error instanceof TmsError && (codes.length === 0 || codes.some((code) => code === error.code));

/**
 * The error of a call if its last attempt got no complete response. The call may have taken effect. Retry it
 * with the same `idempotencyKey`.
 */
export class TmsConnectionError extends Error {
  override name = "TmsConnectionError";
  /** The id of the last attempt. The request log contains the attempt if the service received it. */
  readonly requestId: string;
  /** The key with which you can safely retry the call. Null for a call that only reads. */
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
