import { constants, type Http2ServerRequest, type IncomingHttpHeaders } from "node:http2";
import { grpcTimeoutMs } from "./deadline.ts";

// The longest timer, some 24 days; Node replaces a longer one by a millisecond.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Removes a deadline that is too long for a timer from a call's headers. Both protocols allow such
 * deadlines, and calls have a much shorter limit of their own.
 */
export function dropEndlessTimeout(headers: IncomingHttpHeaders): void {
  const grpcMs = grpcTimeoutMs(String(headers["grpc-timeout"])) ?? 0;
  if (grpcMs > LONGEST_TIMER_MS) delete headers["grpc-timeout"];
  const ms = String(headers["connect-timeout-ms"]);
  if (/^\d{1,10}$/.test(ms) && Number(ms) > LONGEST_TIMER_MS) delete headers["connect-timeout-ms"];
}

/** Resets a call whose request is not complete in time; the response may take longer. */
export function limitRequest({ stream }: Http2ServerRequest, limitMs: number): void {
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limitMs);
  const clear = () => clearTimeout(timer);
  stream.once("end", clear).once("close", clear);
}

/**
 * Discards the rest of a request that was answered before it was read, as refused ones are. It would
 * otherwise count against its connection until the connection accepts no more calls.
 */
export function discardUnread({ stream }: Http2ServerRequest): void {
  const discard = () => {
    while (stream.read() !== null);
  };
  // resume() would not work: an abandoned reader that still listens keeps the stream paused.
  stream.once("finish", () => stream.on("readable", discard));
}
