import type { Queryable } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { ReasonName } from "@tms/kit/errors/reasons";
import { findConfirmedEntries, type EntryRow } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import type { TournamentKey } from "../db/registrations.ts";

/** The reason why an entry is refused, and a predicate about the gamer, such as `is disqualified`. */
export type Ineligible = readonly [reason: ReasonName, description: string];

/** Returns the reason why an entry is not in, or undefined if the entry is in. */
export function unlessIn({ disqualified, exitNumber }: EntryRow): Ineligible | undefined {
  if (disqualified) return ["GAMER_DISQUALIFIED", "is disqualified"];
  if (exitNumber !== null) return ["GAMER_ALREADY_ELIMINATED", "is already eliminated"];
  return undefined;
}

/**
 * Returns the entries of gamers, in the order of `handles`. Throws a DomainError for the first handle that is
 * unknown, not entered, named twice, or refused by `unless`.
 */
export async function getNamed(
  db: Queryable,
  { gameId, tournamentId }: TournamentKey,
  handles: readonly string[],
  toField: (index: number) => string,
  unless: (entry: EntryRow) => Ineligible | undefined,
): Promise<EntryRow[]> {
  const keys = [...new Set(handles)].map((handle) => ({ gameId, handle }));
  const gamers = await findGamers(db, keys);
  const ids = new Map(gamers.map((gamer) => [gamer.handle, gamer.id]));
  const entries = await findConfirmedEntries(db, tournamentId, [...ids.values()]);
  const byGamer = new Map(entries.map((entry) => [entry.gamerId, entry]));

  const seen = new Set<string>();
  return handles.map((handle, index) => {
    const refuse = (reason: ReasonName, description: string) =>
      new DomainError(reason, `The gamer "${handle}" ${description}.`, {
        fields: [{ field: toField(index), description }],
      });
    if (seen.has(handle)) throw refuse("INVALID_ARGUMENT", "appears twice in the request");
    seen.add(handle);
    const gamerId = ids.get(handle);
    if (gamerId === undefined) throw refuse("GAMER_NOT_FOUND", "does not exist");
    const entry = byGamer.get(gamerId);
    if (entry === undefined) throw refuse("GAMER_NOT_ENTERED", "has no entry in this tournament");
    const ineligible = unless(entry);
    if (ineligible) throw refuse(...ineligible);
    return entry;
  });
}
