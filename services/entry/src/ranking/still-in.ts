import type { Queryable } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { ReasonName } from "@tms/kit/errors/reasons";
import { findConfirmedEntries, type EntryRow } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import type { TournamentKey } from "../db/registrations.ts";

/**
 * The entries of gamers still in a tournament, in the order of their handles. Throws for the first
 * handle that is unknown, not entered, eliminated or named twice; `fieldOf` names its field.
 */
export async function getStillIn(
  db: Queryable,
  { gameId, tournamentId }: TournamentKey,
  handles: readonly string[],
  fieldOf: (index: number) => string,
): Promise<EntryRow[]> {
  const keys = [...new Set(handles)].map((handle) => ({ gameId, handle }));
  const gamers = await findGamers(db, keys);
  const idOf = new Map(gamers.map((gamer) => [gamer.handle, gamer.id]));
  const entries = await findConfirmedEntries(db, tournamentId, [...idOf.values()]);
  const entryOf = new Map(entries.map((entry) => [entry.gamerId, entry]));

  const seen = new Set<string>();
  return handles.map((handle, index) => {
    const refuse = (reason: ReasonName, description: string) =>
      new DomainError(reason, `The gamer "${handle}" ${description}.`, {
        fields: [{ field: fieldOf(index), description }],
      });
    if (seen.has(handle)) throw refuse("INVALID_ARGUMENT", "is named twice");
    seen.add(handle);
    const gamerId = idOf.get(handle);
    if (gamerId === undefined) throw refuse("GAMER_NOT_FOUND", "is not known");
    const entry = entryOf.get(gamerId);
    if (entry === undefined) throw refuse("GAMER_NOT_ENTERED", "is not in this tournament");
    if (entry.exitNumber !== null)
      throw refuse("GAMER_ALREADY_ELIMINATED", "was eliminated before");
    return entry;
  });
}
