import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import type { Context } from "../context.ts";
import type { TournamentKey } from "../db/tournaments.ts";

// The response is already certain, so it must not wait longer for this call.
const LIMIT_MS = 2_000;

/**
 * Closes the registration before the response, so that it refuses joins and eliminations even if settlement
 * is unavailable. Waits for the registration's lock and for charges in progress. If that takes too long, or
 * the entry service is unavailable, joins are accepted until settlement closes the registration.
 */
export async function closeRegistration(
  { entry, log }: Pick<Context, "entry" | "log">,
  { gameId, tournamentId, test }: TournamentKey & { test: boolean },
): Promise<void> {
  const request = { registrations: [{ gameId, tournamentId, test }] };
  try {
    soleResult(await collected(entry.batchCloseRegistration(request, { timeoutMs: LIMIT_MS })));
  } catch (error) {
    log.warn(
      { err: error, tournamentId },
      "the registration could not be closed immediately; settlement will close it",
    );
  }
}
