import type { Queryable } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { ReasonName } from "@tms/kit/errors/reasons";
import { normalizeHandle } from "@tms/kit/values/handles";
import { findConfirmed, type EntryRow } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";

/**
 * The entries of gamers still in a tournament, in the order of their handles. Throws for the
 * first handle that is unknown, not entered or eliminated, naming its field.
 */
export async function findSurvivors(
  db: Queryable,
  scope: { gameId: string; tournamentId: string },
  handles: readonly string[],
  fieldOf: (index: number) => string,
): Promise<EntryRow[]> {
  const normal = handles.map((handle, index) => normalizeHandle(handle, () => fieldOf(index)));
  const names = [...new Set(normal)].map((handle) => ({ gameId: scope.gameId, handle }));
  const gamers = new Map((await findGamers(db, names)).map((g) => [g.handle, g.id]));
  const entries = await findConfirmed(db, scope.tournamentId, [...gamers.values()]);
  const entryOf = new Map(entries.map((entry) => [entry.gamer_id, entry]));

  const seen = new Set<string>();
  return normal.map((handle, index) => {
    const refuse = (reason: ReasonName, description: string) =>
      new DomainError(reason, `The gamer "${handle}" ${description}.`, {
        fields: [{ field: fieldOf(index), description }],
      });
    if (seen.has(handle)) throw refuse("INVALID_ARGUMENT", "is named twice");
    seen.add(handle);
    const gamerId = gamers.get(handle);
    if (gamerId === undefined) throw refuse("GAMER_NOT_FOUND", "is not known");
    const entry = entryOf.get(gamerId);
    if (entry === undefined) throw refuse("GAMER_NOT_ENTERED", "is not in this tournament");
    if (entry.round !== null) throw refuse("GAMER_ALREADY_ELIMINATED", "was eliminated before");
    return entry;
  });
}
