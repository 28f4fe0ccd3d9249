import type { Db } from "@tms/kit/database/handle";
import { readThenWrite, transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { stageEvents } from "@tms/kit/events/stage";
import type { Logger } from "@tms/kit/process/log";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { findConfirmedEntries, toEntryState } from "../db/entries.ts";
import { findGamers } from "../db/gamers.ts";
import {
  findGroupSizes,
  markFrozen,
  storePlacements,
  writeNextPlacements,
  type PlacedEntry,
} from "../db/placements.ts";
import {
  findRegistrations,
  lockRegistrations,
  withoutStuck,
  type RegistrationState,
  type TournamentKey,
} from "../db/registrations.ts";
import { listSmallStandings, type TournamentStandingsRow } from "../db/standings.ts";
import { callGone, tournamentBusy, tournamentNotFound } from "../errors.ts";
import { rankingFrozenEvent } from "../events.ts";
import { placeEntries } from "../scoring/change-standings.ts";
import { closeGaps, rankOf, toRankGroups, type RankGroup } from "./competition-rank.ts";
import type { Ranked } from "./entry-rank.ts";
import { findPayableGroups, readFinalPage } from "./scored-ranking.ts";

/** A rank that a game gives to a gamer. */
interface GivenRank {
  handle: string;
  rank: number;
}

/** A ranking to freeze, and how many of its best rank groups to return. */
interface RankingToFreeze extends TournamentKey {
  finalRanks: readonly GivenRank[];
  groups: number;
}

export interface FrozenRanking {
  registration: RegistrationState;
  groups: readonly RankGroup[];
  /** All standings of a small ranking. */
  standings: readonly FrozenRow[] | undefined;
}

export type FrozenRow = Ranked<Omit<TournamentStandingsRow, "tournamentId">>;

/** The index of a ranking in the request, and its outcome. */
interface FreezeOutcome {
  index: number;
  outcome: FrozenRanking | DomainError;
}

interface Item {
  index: number;
  ranking: RankingToFreeze;
  registration: RegistrationState;
}

/** The maximum number of entries of a small ranking. */
const SMALL = 100;

/**
 * Freezes rankings in groups that do not wait for each other. Small rankings without placements share a
 * group, and every other ranking has its own.
 */
export async function freezeRankings(
  { db, log }: { db: Db; log: Logger },
  rankings: readonly RankingToFreeze[],
  signal: AbortSignal,
): Promise<Promise<FreezeOutcome[]>[]> {
  const ids = rankings.map(({ tournamentId }) => tournamentId);
  const found = await findRegistrations(db, ids);
  const registrations = new Map(found.map((each) => [each.tournamentId, each]));
  const refused: FreezeOutcome[] = [];
  const quick: Item[] = [];
  const others: Item[] = [];
  rankings.forEach((ranking, index) => {
    const registration = registrations.get(ranking.tournamentId);
    if (registration?.gameId !== ranking.gameId)
      return refused.push({ index, outcome: tournamentNotFound() });
    if (registration.closedAt === null || registration.pending > 0)
      return refused.push({ index, outcome: stillOpen() });
    const item = { index, ranking, registration };
    return (isQuick(item) ? quick : others).push(item);
  });
  const alone = others.map(async (item) => {
    const outcomes = await refusedAlone(log, () => freezeGroup(db, [item], signal));
    return outcomes instanceof Error ? [{ index: item.index, outcome: outcomes }] : outcomes;
  });
  const together = quick.length === 0 ? [] : [freezeGroup(db, quick, signal)];
  return [Promise.resolve(refused), ...together, ...alone];
}

const stillOpen = () =>
  new DomainError("UNAVAILABLE", "The registration is still open, or joins are in progress.");

const isQuick = ({
  ranking: { finalRanks },
  registration: { seatsTaken, frozenAt, scored },
}: Item) => !scored && seatsTaken <= SMALL && (finalRanks.length === 0 || frozenAt !== null);

async function freezeGroup(
  db: Db,
  items: readonly Item[],
  signal: AbortSignal,
): Promise<FreezeOutcome[]> {
  const unfrozen = items.filter(({ registration }) => registration.frozenAt === null);
  for (const item of unfrozen) await writePlacements(db, item, signal);
  const ids = unfrozen.map(({ ranking }) => ranking.tournamentId);
  const frozenNow = ids.length === 0 ? new Set() : await freeze(db, ids);
  const isFrozen = ({ ranking, registration }: Item) =>
    registration.frozenAt !== null || frozenNow.has(ranking.tournamentId);
  const frozen = items.filter(isFrozen);
  const [first] = frozen;
  // A ranking by scores has its own group.
  const read = first?.registration.scored
    ? await readScored(db, first)
    : await readUnscored(db, frozen);
  return items.map((item) => ({
    index: item.index,
    outcome: isFrozen(item) ? read(item) : tournamentBusy(),
  }));
}

/**
 * Freezes rankings. Returns the tournaments whose rankings are frozen. Registrations that other calls keep
 * locked are skipped.
 */
async function freeze(db: Db, tournamentIds: readonly string[]): Promise<ReadonlySet<string>> {
  return await withoutStuck((whenHeld) =>
    readThenWrite(db, "entry.freeze-ranking", {
      read: (tx) => lockRegistrations(tx, tournamentIds, whenHeld),
      async write(tx, locked) {
        const ids = locked.map((registration) => registration.tournamentId);
        const frozen = await markFrozen(tx, ids);
        await stageEvents(tx, frozen.map(rankingFrozenEvent));
        return new Set(ids);
      },
    }),
  );
}

// The placements of a board that one transaction writes, in a fraction of a second.
const BATCH = 1_000;

/**
 * Writes the placements by the game in several transactions, so that no lock is held for long. A repeat
 * continues after the last one. Without placements, ranks follow from scores and exit numbers, and nothing
 * is written.
 */
async function writePlacements(
  db: Db,
  { ranking, registration: { tournamentId, scored } }: Item,
  signal: AbortSignal,
): Promise<void> {
  const { gameId } = ranking;
  const placed = await findPlaced(db, ranking);
  let hasMore = placed.length > 0;
  for (let first = 0; hasMore; first += BATCH) {
    // After a disconnect, the caller repeats the call. The two must not run at the same time.
    if (signal.aborted) throw callGone();
    hasMore = await transaction(db, "entry.rank-piece", async (tx) => {
      if (!scored) return await writeNextPlacements(tx, tournamentId, placed);
      const batch = placed.slice(first, first + BATCH);
      const keys = batch.map(({ handle }) => ({ gameId, tournamentId, handle }));
      const ranks = new Map(batch.map(({ gamerId, rank }) => [gamerId, rank]));
      await storePlacements(tx, batch, await placeEntries(tx, tournamentId, keys, ranks));
      return first + BATCH < placed.length;
    });
  }
}

/** Returns the entries that the game placed and that are still in, with ranks without gaps. */
async function findPlaced(
  db: Db,
  { gameId, tournamentId, finalRanks }: RankingToFreeze,
): Promise<PlacedEntry[]> {
  if (finalRanks.length === 0) return [];
  const given = new Map(finalRanks.map(({ handle, rank }) => [handle, rank]));
  // Unknown gamers were refused when the ranks were checked.
  const keys = Array.from(given.keys(), (handle) => ({ gameId, handle }));
  const gamerIds = (await findGamers(db, keys)).map((gamer) => gamer.id);
  const entries = await findConfirmedEntries(db, tournamentId, gamerIds);
  // Gamers may have been disqualified after the ranks were checked.
  const stillIn = entries.filter((entry) => toEntryState(entry) === "in");
  const ranks = closeGaps(stillIn.map(({ handle }) => given.get(handle) ?? 0));
  return stillIn.map(({ id, gamerId, handle }, index) => {
    return { id, gamerId, handle, rank: ranks[index] ?? 0 };
  });
}

async function readUnscored(
  db: Db,
  items: readonly Item[],
): Promise<(item: Item) => FrozenRanking> {
  // A request may name a tournament twice.
  const byTournament = Map.groupBy(items, ({ ranking }) => ranking.tournamentId);
  const limits = Array.from(byTournament, ([tournamentId, same]) => ({
    tournamentId,
    groups: Math.max(...same.map(({ ranking }) => ranking.groups)),
  }));
  const small = items.filter(({ registration }) => registration.seatsTaken <= SMALL);
  const smallIds = [...new Set(small.map(({ ranking }) => ranking.tournamentId))];
  const [sizes, rows] = await Promise.all([
    findGroupSizes(db, limits),
    listSmallStandings(db, smallIds, SMALL),
  ]);
  const standings = Map.groupBy(rows, (row) => row.tournamentId);
  return ({ ranking: { tournamentId, groups }, registration }) => {
    const { seatsTaken } = registration;
    // Without pending entries, the number of seats is the number of entries.
    const ranked = (standings.get(tournamentId) ?? []).map((row) => ({
      ...row,
      rank: rankOf(row, seatsTaken, true),
    }));
    return {
      registration,
      groups: toRankGroups(sizes.get(tournamentId) ?? []).slice(0, groups),
      standings: seatsTaken <= SMALL ? ranked : undefined,
    };
  };
}

async function readScored(db: Db, { registration, ranking }: Item): Promise<() => FrozenRanking> {
  const groups = await findPayableGroups(db, registration, ranking.groups);
  const isSmall = registration.seatsTaken <= SMALL;
  const page = isSmall ? await readFinalPage(db, ranking.tournamentId, SMALL, "") : undefined;
  return () => ({ registration, groups, standings: page?.items });
}
