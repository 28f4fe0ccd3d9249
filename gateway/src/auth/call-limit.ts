/**
 * For calls about who calls and what they may do. With the eight seconds of http/deadline.ts,
 * services have ten for one request.
 */
export const CALL_LIMIT = { timeoutMs: 2_000 };
