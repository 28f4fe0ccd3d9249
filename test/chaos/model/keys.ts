import { callsOf, type Call, type History } from "../history.ts";
import { mayHaveHappened } from "./roles.ts";

/**
 * A revoked key is refused five seconds later. While the game service is out of reach, keys that
 * were good stay good, and it is asked again at most this long after it is back.
 */
export const REVOKED_WITHIN_MS = 5_000;
const REVOKED_AFTER_OUTAGE_MS = 7_500;

/** The calls that end a key at once: revoked, or rolled without a grace. */
export const endingsOf = (history: History, key: number): Call[] => [
  ...callsOf(history, "revoke-key").filter(({ intent }) => intent.key === key),
  ...callsOf(history, "roll-key").filter(
    ({ intent }) => intent.key === key && intent.graceSeconds === 0,
  ),
];

/** Whether a key may have been ended by another call before this one was answered. */
export const maybeEnded = (history: History, key: number, call: Call): boolean =>
  endingsOf(history, key).some(
    (ending) => ending !== call && mayHaveHappened(ending) && ending.startedAt <= call.endedAt,
  );

/** From when on every replica refuses a key for certain; Infinity when it was never ended. */
export function refusedFrom(history: History, key: number): number {
  const ends = endingsOf(history, key)
    .filter(({ outcome }) => outcome.kind === "acknowledged")
    .map(({ endedAt }) => endedAt);
  if (ends.length === 0) return Infinity;
  return Math.max(
    Math.min(...ends) + REVOKED_WITHIN_MS,
    history.gamesAwayUntil === undefined ? 0 : history.gamesAwayUntil + REVOKED_AFTER_OUTAGE_MS,
  );
}

/** Whether a key was ended for certain when a call began. */
export const certainlyEnded = (history: History, key: number, call: Call): boolean =>
  endingsOf(history, key).some(
    (ending) =>
      ending !== call && ending.outcome.kind === "acknowledged" && ending.endedAt < call.startedAt,
  );

/** The calls that roll a key and succeed. */
export const rollsOf = (history: History, key: number) =>
  callsOf(history, "roll-key").filter(({ intent }) => intent.key === key);
