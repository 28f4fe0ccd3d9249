import { constants, type Http2ServerRequest, type IncomingHttpHeaders } from "node:http2";

// What a timer can wait, some 24 days; beyond it Node waits a millisecond instead.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const GRPC_TIMEOUT = /^(\d{1,8})([HMSmun])$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/**
 * Takes a deadline that no timer can keep out of a call's headers. Both protocols allow such
 * deadlines, and calls have a limit of their own long before.
 */
export function dropEndlessTimeout(headers: IncomingHttpHeaders): void {
  const [, digits, unit = ""] = GRPC_TIMEOUT.exec(String(headers["grpc-timeout"])) ?? [];
  if (Number(digits) * (UNIT_MS[unit] ?? 0) > LONGEST_TIMER_MS) delete headers["grpc-timeout"];
  const ms = String(headers["connect-timeout-ms"]);
  if (/^\d{1,10}$/.test(ms) && Number(ms) > LONGEST_TIMER_MS) delete headers["connect-timeout-ms"];
}

/** Resets a call whose request has not come to its end in time; what is sent back may go on. */
export function limitRequest({ stream }: Http2ServerRequest, limitMs: number): void {
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limitMs);
  const clear = () => clearTimeout(timer);
  stream.once("end", clear).once("close", clear);
}

/**
 * Lets go of a request that was answered before it was read, as refused ones are: what is left
 * of it would be held, and count against its connection until that takes no call any more.
 */
export function discardUnread({ stream }: Http2ServerRequest): void {
  const discard = () => {
    while (stream.read() !== null);
  };
  // Not resume(): an abandoned reader that still listens would keep it from flowing.
  stream.once("finish", () => stream.on("readable", discard));
}
