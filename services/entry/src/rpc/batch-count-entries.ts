import type { Context, Rpcs } from "../context.ts";
import { countEntries } from "../db/registrations.ts";

/** Counts the confirmed entries of tournaments. */
export const batchCountEntries =
  ({ db }: Context): Rpcs["batchCountEntries"] =>
  async ({ gameId, tournamentIds }) => {
    const counts = await countEntries(db, gameId, tournamentIds);
    return { entries: tournamentIds.map((id) => counts.get(id) ?? 0) };
  };
