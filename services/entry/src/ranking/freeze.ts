import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import { findConfirmedEntries } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import { findUnfinished } from "../db/pending-joins.ts";
import { placeNext, type Placement } from "../db/ranking.ts";
import {
  findFinishedRegistration,
  lockRegistrations,
  markFrozen,
  type RegistrationRow,
  type TournamentKey,
} from "../db/registrations.ts";
import { closeGaps } from "./competition-rank.ts";

/** A rank that a game gives to a gamer. */
export interface GivenRank {
  handle: string;
  rank: number;
}

/**
 * Freezes a ranking. Where the game placed gamers, placements are written in pieces, each committed
 * by itself: however long it takes in all, no lock is held for long, and a call that is cut off leaves
 * its repeat less to do. The registration must be closed with no entry pending, so that what is
 * ranked does not change meanwhile; throws UNAVAILABLE otherwise.
 */
export async function freeze(
  db: Db,
  key: TournamentKey,
  given: readonly GivenRank[],
  signal: AbortSignal,
): Promise<void> {
  const { tournamentId } = key;
  const registration = await findFinishedRegistration(db, tournamentId);
  if (registration === undefined)
    throw new DomainError("UNAVAILABLE", "The registration is not closed, or joins are under way.");
  const placements = await placementsOf(db, key, given);
  // Without placements every rank follows from the exit numbers.
  let hasMore = placements.length > 0;
  while (hasMore) {
    // A repeat of a call that nobody waits for any more would meet it at work.
    signal.throwIfAborted();
    hasMore = await transaction(db, "entry.rank-piece", (tx) =>
      placeNext(tx, tournamentId, placements),
    );
  }
  await traced("entry.freeze-ranking", () => markFrozen(db, [tournamentId]));
}

/** The ranks of those placed by their game who are in to the end, without gaps. */
async function placementsOf(
  db: Db,
  { gameId, tournamentId }: TournamentKey,
  given: readonly GivenRank[],
): Promise<Placement[]> {
  if (given.length === 0) return [];
  const rankOf = new Map(given.map(({ handle, rank }) => [handle, rank]));
  // Unknown gamers were refused when the ranks were checked.
  const gamers = await findGamers(
    db,
    Array.from(rankOf.keys(), (handle) => ({ gameId, handle })),
  );
  const gamerIds = gamers.map((gamer) => gamer.id);
  const entries = await findConfirmedEntries(db, tournamentId, gamerIds);
  const stillIn = entries.filter((entry) => entry.exitNumber === null);
  const ranks = closeGaps(stillIn.map(({ handle }) => rankOf.get(handle) ?? 0));
  return stillIn.map(({ gamerId }, index) => ({ gamerId, rank: ranks[index] ?? 0 }));
}

/**
 * Freezes the rankings of closed tournaments with few seats taken and no entry pending, without ranks
 * given by their games. Returns their registrations together with those frozen before.
 */
export async function freezeSmall(
  db: Db,
  keys: readonly TournamentKey[],
  mostSeats: number,
): Promise<RegistrationRow[]> {
  return await transaction(db, "entry.freeze-ranking", async (tx) => {
    const registrations = await lockFinished(tx, keys, mostSeats);
    const unfrozen = registrations.filter((each) => each.frozenAt === null);
    if (unfrozen.length > 0)
      await markFrozen(
        tx,
        unfrozen.map((each) => each.tournamentId),
      );
    return registrations;
  });
}

async function lockFinished(
  tx: Tx,
  keys: readonly TournamentKey[],
  mostSeats: number,
): Promise<RegistrationRow[]> {
  const gameOf = new Map(keys.map((key) => [key.tournamentId, key.gameId]));
  const tournamentIds = [...gameOf.keys()];
  // Sent together, executed in this order: what is pending is read under the locks.
  const [locked, unfinished] = await Promise.all([
    lockRegistrations(tx, tournamentIds),
    findUnfinished(tx, tournamentIds),
  ]);
  const isUnfinished = new Set(unfinished);
  return locked.filter(
    (registration) =>
      registration.gameId === gameOf.get(registration.tournamentId) &&
      registration.closedAt !== null &&
      registration.seatsTaken <= mostSeats &&
      !isUnfinished.has(registration.tournamentId),
  );
}
