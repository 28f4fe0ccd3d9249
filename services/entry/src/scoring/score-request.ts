import type { Origin } from "@tms/kit/rpc/origin";
import { derivedId } from "@tms/kit/values/ids";
import type { EntryKey } from "../db/entrants.ts";
import type { Result } from "../values/attempts.ts";

/** A score as asked for. */
export interface ScoreRequest extends EntryKey, Result {
  requestId: string;
  /** What the game calls the attempt; null names it by its request. */
  attempt: string | null;
  /** A JSON object; empty for none. */
  metadata: string;
  /** Whether it waits for a review whatever the score is. */
  hold: boolean;
  /** Whether a repeat would have the same requestId. */
  repeatable: boolean;
  withRank: boolean;
  /** Whose doing it is. */
  origin: Origin;
  /** See {@link attemptIdOf}. */
  attemptId: string;
}

/**
 * The id of a request's attempt: the same for every repeat of it, and of no other attempt. That is
 * what makes an attempt count once.
 */
export function attemptIdOf({
  tournamentId,
  handle,
  attempt,
  requestId,
}: Pick<ScoreRequest, "tournamentId" | "handle" | "attempt" | "requestId">): string {
  // No name that a game can give begins with a slash once it is encoded; nor does a request's id.
  const name = attempt === null ? ["request", requestId] : ["name", encodeURIComponent(attempt)];
  return derivedId("attempt", tournamentId, encodeURIComponent(handle), ...name);
}
