import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import type { Context } from "../context.ts";
import type { TournamentKey } from "../db/tournaments.ts";

// The caller's answer is certain already; it need not wait longer for this.
const LIMIT_MS = 2_000;

/**
 * Closes the registration before the caller hears that the tournament ended, so that it refuses
 * joins and eliminations also while settlement, which closes it again, is away. Waits for the
 * registration's lock and for charges under way. When that takes too long, or the entry service is
 * away, the caller is answered all the same and joins are taken until settlement closes it.
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
