import type { HandlerContext } from "@connectrpc/connect";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "./context.ts";
import { findTournament, type TournamentKey } from "./db/tournaments.ts";
import { tournamentNotFound } from "./errors.ts";
import { readPrizePool } from "./prize-pool.ts";

/**
 * Reads what a change's response needs of other services before the change is made: when they are
 * away, the call fails with nothing done. Only a published tournament's pool is asked for;
 * any other is about to be refused, never took a fee, or has its answer stored already.
 */
export async function poolBefore(
  ctx: Pick<Context, "db" | "wallet" | "entry">,
  key: TournamentKey,
  call: HandlerContext,
): Promise<{ published: boolean; poolMinor: bigint }> {
  const row = await findTournament(ctx.db, key);
  if (row === undefined) throw tournamentNotFound();
  const published = row.status === Status.PUBLISHED;
  return { published, poolMinor: published ? await readPrizePool(ctx, row, call) : 0n };
}
