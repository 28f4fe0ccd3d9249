import type { Context, Rpcs } from "../context.ts";
import { countPending, findPending } from "../db/pending-joins.ts";
import { countConfirmed } from "../db/ranking.ts";
import { closeRegistration as close } from "../db/registrations.ts";
import { finishPending } from "../joining/charge.ts";
import { findOwnRegistration } from "../registration.ts";

const BATCH = 1_000;

/** Closes a registration, then finishes the joins that were under way when it closed. */
export const closeRegistration =
  (context: Context): Rpcs["closeRegistration"] =>
  async ({ gameId, tournamentId }) => {
    const { db } = context;
    await findOwnRegistration(db, { gameId, tournamentId });
    await close(db, { gameId, tournamentId });
    const pending = await findPending(db, tournamentId, BATCH);
    if (pending.length > 0) await finishPending(context, pending);
    // Counted first: an entry that is confirmed between the two counts is then in the other one.
    const unfinished = await countPending(db, tournamentId);
    return { entries: await countConfirmed(db, tournamentId), unfinished };
  };
