/** Time for our answer to reach the caller before its deadline. */
export const REPLY_MARGIN_MS = 20;

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
 * The time within which a call with these headers, of Connect or gRPC, must be answered so that its
 * caller still receives the answer; undefined without a deadline.
 */
export function answerableMs(headers: Headers): number | undefined {
  const givenMs = connectMs(headers) ?? grpcTimeoutMs(headers.get("grpc-timeout") ?? "");
  return givenMs === undefined ? undefined : Math.max(1, givenMs - REPLY_MARGIN_MS);
}

function connectMs(headers: Headers): number | undefined {
  const ms = headers.get("connect-timeout-ms");
  return ms === null ? undefined : Number(ms);
}

/** What gRPC's header `grpc-timeout` says; undefined when it says nothing. */
export function grpcTimeoutMs(text: string): number | undefined {
  const [, count, unit = ""] = GRPC_TIMEOUT.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}
