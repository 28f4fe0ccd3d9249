import {
  createContextKey,
  createContextValues,
  type ContextValues,
  type HandlerContext,
} from "@connectrpc/connect";
import { constants, type Http2ServerRequest, type IncomingHttpHeaders } from "node:http2";
import { DomainError } from "../errors/domain-error.ts";

/** The time for a response to reach the caller before the deadline. */
export const REPLY_MARGIN_MS = 20;

/** The time at which a call arrived, in milliseconds of performance.now(). 0 if the time is unknown. */
export const ARRIVED_AT = createContextKey(0);

export const valuesOnArrival = (): ContextValues =>
  createContextValues().set(ARRIVED_AT, performance.now());

const GRPC_TIMEOUT = /^(\d{1,8})([HMSmun])$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** Returns the milliseconds in which a call must be answered. Returns undefined without a deadline. */
export function answerableMs(headers: Headers): number | undefined {
  const ms = headers.get("connect-timeout-ms");
  const givenMs = ms === null ? grpcTimeoutMs(headers.get("grpc-timeout") ?? "") : Number(ms);
  return givenMs === undefined ? undefined : Math.max(1, givenMs - REPLY_MARGIN_MS);
}

function grpcTimeoutMs(text: string): number | undefined {
  const [, count, unit = ""] = GRPC_TIMEOUT.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

/** Throws DEADLINE_EXCEEDED if a call is cancelled or late. Queued work calls this before it starts. */
export function requireTimeLeft({ signal, timeoutMs }: HandlerContext): void {
  if (signal.aborted || (timeoutMs() ?? Infinity) <= REPLY_MARGIN_MS)
    throw new DomainError("DEADLINE_EXCEEDED");
}

// The longest timer, about 24 days. Node runs a longer timer after one millisecond.
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Removes a deadline that is too long for a timer. Unary calls have a much shorter limit. */
export function dropEndlessTimeout(headers: IncomingHttpHeaders): void {
  const grpcMs = grpcTimeoutMs(String(headers["grpc-timeout"])) ?? 0;
  if (grpcMs > MAX_TIMER_MS) delete headers["grpc-timeout"];
  const ms = String(headers["connect-timeout-ms"]);
  if (/^\d{1,10}$/.test(ms) && Number(ms) > MAX_TIMER_MS) delete headers["connect-timeout-ms"];
}

/** Resets a call if its request is incomplete after `limitMs` milliseconds. The response can take longer. */
export function limitRequest({ stream }: Http2ServerRequest, limitMs: number): void {
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limitMs);
  const clear = () => clearTimeout(timer);
  stream.once("end", clear).once("close", clear);
}

/** Discards the rest of a refused request. Unread bytes would count against a limit of the connection. */
export function discardUnread({ stream }: Http2ServerRequest): void {
  const discard = () => {
    while (stream.read() !== null);
  };
  // resume() would not work: an abandoned reader that still listens keeps the stream paused.
  stream.once("finish", () => stream.on("readable", discard));
}
