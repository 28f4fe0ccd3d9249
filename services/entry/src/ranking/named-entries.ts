import type { Queryable } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { ReasonName } from "@tms/kit/errors/reasons";
import { findConfirmedEntries, type EntryRow } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import type { TournamentKey } from "../db/registrations.ts";
import { entryStateOf } from "../scoring/places.ts";

/** Why an entry is not fit for what is asked of it, and as a sentence about its gamer. */
export type Ineligible = readonly [reason: ReasonName, description: string];

/** Why an entry is not still in; undefined when it is. */
export function unlessIn(entry: EntryRow): Ineligible | undefined {
  switch (entryStateOf(entry)) {
    case "in":
      return undefined;
    case "eliminated":
      return ["GAMER_ALREADY_ELIMINATED", "is already eliminated"];
    case "disqualified":
      return ["GAMER_DISQUALIFIED", "is disqualified"];
  }
}

/**
 * The entries of gamers named for something, in the order of their handles. Throws for the first
 * handle that is unknown, not entered, named twice, or not fit for it; `fieldOf` names its field.
 */
export async function getNamed(
  db: Queryable,
  { gameId, tournamentId }: TournamentKey,
  handles: readonly string[],
  fieldOf: (index: number) => string,
  unless: (entry: EntryRow) => Ineligible | undefined,
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
    if (seen.has(handle)) throw refuse("INVALID_ARGUMENT", "appears twice in the request");
    seen.add(handle);
    const gamerId = idOf.get(handle);
    if (gamerId === undefined) throw refuse("GAMER_NOT_FOUND", "does not exist");
    const entry = entryOf.get(gamerId);
    if (entry === undefined) throw refuse("GAMER_NOT_ENTERED", "has no entry in this tournament");
    const ineligible = unless(entry);
    if (ineligible) throw refuse(...ineligible);
    return entry;
  });
}

/** Entries read again, in the order of those that they were read for. */
export function inOrderOf(named: readonly EntryRow[], entries: readonly EntryRow[]): EntryRow[] {
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  return named.flatMap(({ id }) => entryOf.get(id) ?? []);
}
