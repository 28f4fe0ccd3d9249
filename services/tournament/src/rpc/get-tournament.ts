import type { Context, Rpcs } from "../context.ts";
import { findTournament } from "../db/tournaments.ts";
import { listWinners } from "../db/winners.ts";
import { tournamentNotFound } from "../errors.ts";
import { tournamentMessage } from "../messages.ts";
import { readPrizePool } from "../prize-pool.ts";

/** Reads one tournament with its prize pool and winners. */
export const getTournament =
  (context: Context): Rpcs["getTournament"] =>
  async (request, call) => {
    const { db } = context;
    const row = await findTournament(db, request);
    if (row === undefined) throw tournamentNotFound();
    const [poolMinor, winners] = await Promise.all([
      request.withoutPrizePool ? undefined : readPrizePool(context, row, call),
      // Winners are being written until the tournament is completed.
      row.status === "completed" ? listWinners(db, row.id) : undefined,
    ]);
    return { tournament: tournamentMessage(row, poolMinor, winners) };
  };
