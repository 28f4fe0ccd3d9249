import type { Tx } from "@tms/kit/database/handle";
import { idempotent } from "@tms/kit/database/idempotent";
import { stageEvents } from "@tms/kit/events/stage";
import { originOf } from "@tms/kit/rpc/origin";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { countElimination, eliminateEntries } from "../db/decisions.ts";
import { findConfirmedEntries, type EntryRow } from "../db/entries.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { eliminated } from "../events.ts";
import { entryMessage } from "../messages.ts";
import { withEliminationRank, type Ranked } from "../ranking/entry-rank.ts";
import { getNamed, inOrderOf, unlessIn } from "../ranking/named-entries.ts";
import { lockWhileOpen, requireRegistration } from "../registration.ts";
import { placeEntries } from "../scoring/change-standings.ts";

const method = EntryService.method.eliminate;

/** Eliminates gamers together, all or none. */
export const eliminate =
  (context: Context): Rpcs["eliminate"] =>
  async (request, call) => {
    await requireRegistration(context, request);
    const mutation = { faultPoint: "entry.eliminate", method, request } as const;
    return await idempotent(context.db, mutation, async (tx) => {
      const entries = await eliminateIn(tx, request, request.handles);
      await stageEvents(tx, eliminated(entries, originOf(call)));
      return { entries: entries.map(entryMessage) };
    });
  };

async function eliminateIn(
  tx: Tx,
  key: TournamentKey,
  handles: readonly string[],
): Promise<Ranked<EntryRow>[]> {
  // The lock makes eliminations of a tournament one after another; moments and ranks follow.
  const registration = await lockWhileOpen(tx, key);
  const stillIn = await getNamed(tx, key, handles, (i) => `handles[${i}]`, unlessIn);
  const ids = stillIn.map((entry) => entry.id);
  const elimination = await countElimination(tx, registration.tournamentId, ids.length);
  await eliminateEntries(tx, ids, elimination);
  if (registration.scored) await placeEntries(tx, registration.tournamentId, stillIn);
  const gamerIds = stillIn.map((entry) => entry.gamerId);
  const out = await findConfirmedEntries(tx, registration.tournamentId, gamerIds);
  return inOrderOf(stillIn, out).map(withEliminationRank);
}
