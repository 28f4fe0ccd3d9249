import { derivedId } from "@tms/kit/ids";
import type { Context } from "./context.ts";
import type { TournamentKey } from "./db/tournaments.ts";

// The caller's answer is certain already; it need not wait longer for this.
const LIMIT_MS = 2_000;

/**
 * Refuses further joins and eliminations before the caller hears that the tournament ended, also
 * while settlement, which closes the book again, is away. The book's lock and the charges under
 * way are waited for; when that takes too long, or the entry service is away, the caller is
 * answered all the same, and joins may be taken until settlement closes the book.
 */
export async function closeBook(
  ctx: Pick<Context, "entry" | "log">,
  { gameId, tournamentId }: TournamentKey,
): Promise<void> {
  const requestId = derivedId("close-book", tournamentId);
  try {
    await ctx.entry.closeBook({ requestId, gameId, tournamentId }, { timeoutMs: LIMIT_MS });
  } catch (error) {
    ctx.log.warn({ err: error, tournamentId }, "the entry book was not closed at once");
  }
}
