/** Time for our answer to reach the caller before its deadline. */
export const REPLY_MARGIN_MS = 20;

const UNIT_MS = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };
const isUnit = (text: string): text is keyof typeof UNIT_MS => Object.hasOwn(UNIT_MS, text);

/**
 * The time within which a call with these headers, of Connect or gRPC, must be answered so that its
 * caller still receives the answer; undefined without a deadline.
 */
export function answerableMs(headers: Headers): number | undefined {
  const givenMs = connectMs(headers) ?? grpcMs(headers);
  return givenMs === undefined ? undefined : Math.max(1, givenMs - REPLY_MARGIN_MS);
}

function connectMs(headers: Headers): number | undefined {
  const ms = headers.get("connect-timeout-ms");
  return ms === null ? undefined : Number(ms);
}

function grpcMs(headers: Headers): number | undefined {
  const [, count, unit = ""] = /^(\d{1,8})(.)$/.exec(headers.get("grpc-timeout") ?? "") ?? [];
  return count === undefined || !isUnit(unit) ? undefined : Number(count) * UNIT_MS[unit];
}
