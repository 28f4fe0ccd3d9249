import { derivedId } from "@tms/kit/values/ids";
import type { Context } from "./context.ts";
import type { TournamentKey } from "./db/tournaments.ts";

// The caller's answer is certain already; it need not wait longer for this.
const LIMIT_MS = 2_000;

/**
 * Refuses further joins and eliminations before the caller hears that the tournament ended, also
 * while settlement, which closes the registration again, is away. The registration's lock and the charges under
 * way are waited for; when that takes too long, or the entry service is away, the caller is
 * answered all the same, and joins may be taken until settlement closes the registration.
 */
export async function closeRegistration(
  ctx: Pick<Context, "entry" | "log">,
  { gameId, tournamentId }: TournamentKey,
): Promise<void> {
  const requestId = derivedId("close-registration", tournamentId);
  try {
    await ctx.entry.closeRegistration({ requestId, gameId, tournamentId }, { timeoutMs: LIMIT_MS });
  } catch (error) {
    ctx.log.warn({ err: error, tournamentId }, "the registration was not closed at once");
  }
}
