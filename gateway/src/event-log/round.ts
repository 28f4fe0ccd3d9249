/** How long a call waits for a log to grow. No call takes longer: one that is stopping waits for it. */
export const ROUND_MS = 2_000;

const ANSWER_MARGIN_MS = 3_000;
/** When a call that waits a round is given up. */
export const ROUND_LIMIT_MS = ROUND_MS + ANSWER_MARGIN_MS;
