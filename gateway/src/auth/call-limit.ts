/**
 * The time limit of calls that check a caller's access. With the eight seconds of http/deadline.ts, the
 * services have ten seconds for one request.
 */
export const CALL_LIMIT = { timeoutMs: 2_000 };
