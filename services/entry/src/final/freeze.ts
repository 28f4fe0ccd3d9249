import type { Db } from "@tms/kit/database/handle";
import { readThenWrite, transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { stageEvents } from "@tms/kit/events/stage";
import { findConfirmedEntries } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import { markFrozen, writeNextPlacements, type PlacedEntry } from "../db/ranking.ts";
import {
  lockRegistrations,
  withoutStuck,
  type RegistrationState,
  type TournamentKey,
} from "../db/registrations.ts";
import { callGone, tournamentNotFound } from "../errors.ts";
import { rankingFrozen } from "../events.ts";
import { closeGaps } from "../ranking/competition-rank.ts";
import { entryStateOf } from "../ranking/places.ts";

/** A rank that a game gives to a gamer. */
export interface GivenRank {
  handle: string;
  rank: number;
}

/** Why the ranking of a registration, if there is one, cannot be frozen; undefined when it can, or is. */
export function refusalOf(
  { gameId }: TournamentKey,
  registration: RegistrationState | undefined,
): DomainError | undefined {
  if (registration?.gameId !== gameId) return tournamentNotFound();
  if (registration.closedAt === null || registration.pending > 0)
    return new DomainError(
      "UNAVAILABLE",
      "The registration is still open, or joins are in progress.",
    );
  return undefined;
}

/**
 * Freezes rankings of which none is refused: what is ranked changes no more. Returns the tournaments
 * whose ranking is frozen by now; the others' registrations are held by somebody.
 */
export async function freeze(
  db: Db,
  tournamentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return await withoutStuck((whenHeld) =>
    readThenWrite(db, "entry.freeze-ranking", {
      read: (tx) => lockRegistrations(tx, tournamentIds, whenHeld),
      async write(tx, locked) {
        const ids = locked.map((registration) => registration.tournamentId);
        const frozen = await markFrozen(tx, ids);
        await stageEvents(tx, frozen.map(rankingFrozen));
        return new Set(ids);
      },
    }),
  );
}

/**
 * Writes the placements of a ranking that is to be frozen, if its game placed anybody: without any,
 * every rank follows from the exit numbers. They are written in pieces, each committed by itself:
 * however long it takes in all, no lock is held for long, and a call that is cut off leaves its repeat
 * less to do.
 */
export async function writePlacements(
  db: Db,
  key: TournamentKey,
  given: readonly GivenRank[],
  signal: AbortSignal,
): Promise<void> {
  const placements = await stillInOf(db, key, given);
  let hasMore = placements.length > 0;
  while (hasMore) {
    // Stops once the caller is gone: its repeat would run beside this call.
    if (signal.aborted) throw callGone();
    hasMore = await transaction(db, "entry.rank-piece", (tx) =>
      writeNextPlacements(tx, key.tournamentId, placements),
    );
  }
}

/** Those placed by their game who are in to the end, and their ranks without gaps. */
export async function stillInOf(
  db: Db,
  { gameId, tournamentId }: TournamentKey,
  given: readonly GivenRank[],
): Promise<PlacedEntry[]> {
  if (given.length === 0) return [];
  const rankOf = new Map(given.map(({ handle, rank }) => [handle, rank]));
  // Unknown gamers were refused when the ranks were checked.
  const gamers = await findGamers(
    db,
    Array.from(rankOf.keys(), (handle) => ({ gameId, handle })),
  );
  const gamerIds = gamers.map((gamer) => gamer.id);
  const entries = await findConfirmedEntries(db, tournamentId, gamerIds);
  // Whoever was disqualified since is in no more.
  const stillIn = entries.filter((entry) => entryStateOf(entry) === "in");
  const ranks = closeGaps(stillIn.map(({ handle }) => rankOf.get(handle) ?? 0));
  return stillIn.map(({ id, gamerId, handle }, index) => {
    return { id, gamerId, handle, rank: ranks[index] ?? 0 };
  });
}
