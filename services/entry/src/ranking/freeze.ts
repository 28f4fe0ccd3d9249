import type { Db, Tx } from "@tms/kit/database/handle";
import { readThenWrite, transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { stageEvents } from "@tms/kit/events/stage";
import type { Logger } from "@tms/kit/process/log";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { advanceBoards, getBoard, lockBoards } from "../db/boards.ts";
import { findConfirmedEntries } from "../db/entries.ts";
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
import { findScoredEntrants } from "../db/scored-standings.ts";
import { listSmallStandings, type TournamentStandingsRow } from "../db/standings.ts";
import { callGone, tournamentBusy, tournamentNotFound } from "../errors.ts";
import { rankingFrozen } from "../events.ts";
import { closeGaps, rankedGroups, rankOf, type RankGroup } from "./competition-rank.ts";
import type { Ranked } from "./entry-rank.ts";
import { findPayableGroups, readFinalPage } from "./scored-ranking.ts";
import { changeStandings, type StandingChange } from "../scoring/change-standings.ts";
import { momentOf } from "../scoring/decide-scores.ts";
import { entryStateOf, placeFor } from "../scoring/places.ts";

/** A ranking to freeze, and how many of its best rank groups are of interest. */
export interface RankingToFreeze extends TournamentKey {
  finalRanks: readonly GivenRank[];
  groups: number;
}

/** A ranking that is final. */
export interface FrozenRanking {
  registration: RegistrationState;
  groups: readonly RankGroup[];
  /** All of its standings, where these are few. */
  standings: readonly FrozenRow[] | undefined;
}

/** A standing of a frozen ranking. */
export type FrozenRow = Ranked<Omit<TournamentStandingsRow, "tournamentId">>;

/** What became of freezing a ranking, and which one of the request it is. */
export interface FreezeOutcome {
  index: number;
  outcome: FrozenRanking | DomainError;
}

interface Item {
  index: number;
  ranking: RankingToFreeze;
  registration: RegistrationState;
}

/** Up to so many entries have a ranking that is small. */
const SMALL = 100;

/**
 * Freezes rankings, in groups that do not wait for each other: small ones whose games gave no ranks
 * together, every other one by itself.
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
    const outcome = refusalOf(ranking, registration);
    if (outcome) return refused.push({ index, outcome });
    if (registration === undefined) throw new Error("a ranking has no registration");
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

const isQuick = ({
  ranking: { finalRanks },
  registration: { seatsTaken, frozenAt, scored },
}: Item) => !scored && seatsTaken <= SMALL && (finalRanks.length === 0 || frozenAt !== null);

/** Freezes rankings, of which none is refused, and reads what came of it. */
async function freezeGroup(
  db: Db,
  items: readonly Item[],
  signal: AbortSignal,
): Promise<FreezeOutcome[]> {
  const unfrozen = items.filter(({ registration }) => registration.frozenAt === null);
  for (const { ranking, registration } of unfrozen) {
    const write = registration.scored ? writeScoredPlacements : writePlacements;
    await write(db, ranking, ranking.finalRanks, signal);
  }
  const ids = unfrozen.map(({ ranking }) => ranking.tournamentId);
  const frozenNow = ids.length === 0 ? new Set() : await freeze(db, ids);
  const isFrozen = ({ ranking, registration }: Item) =>
    registration.frozenAt !== null || frozenNow.has(ranking.tournamentId);
  const frozen = items.filter(isFrozen);
  const [first] = frozen;
  // Rankings of scores are frozen alone.
  const read = first?.registration.scored
    ? await readScored(db, first)
    : await readFrozen(db, frozen);
  return items.map((item) => ({
    index: item.index,
    outcome: isFrozen(item) ? read(item) : tournamentBusy(),
  }));
}

/** Reads what is told of frozen rankings. */
async function readFrozen(db: Db, items: readonly Item[]): Promise<(item: Item) => FrozenRanking> {
  const small = items.filter(({ registration }) => registration.seatsTaken <= SMALL);
  const [sizes, rows] = await Promise.all([
    findGroupSizes(db, groupsAskedFor(items)),
    listSmallStandings(db, [...new Set(small.map(idOf))], SMALL),
  ]);
  const standings = Map.groupBy(rows, (row) => row.tournamentId);
  const rankedIn = ({ tournamentId, seatsTaken }: RegistrationState) =>
    // With none pending, the seats are the entries.
    (standings.get(tournamentId) ?? []).map((row) => ({
      ...row,
      rank: rankOf(row, seatsTaken, true),
    }));
  return (item) => ({
    registration: item.registration,
    groups: rankedGroups(sizes.get(idOf(item)) ?? []).slice(0, item.ranking.groups),
    standings: item.registration.seatsTaken <= SMALL ? rankedIn(item.registration) : undefined,
  });
}

/** Reads what is told of a frozen ranking of scores. */
async function readScored(db: Db, item: Item): Promise<() => FrozenRanking> {
  const { registration, ranking } = item;
  const groups = await findPayableGroups(db, registration, ranking.groups);
  const isSmall = registration.seatsTaken <= SMALL;
  const page = isSmall ? await readFinalPage(db, idOf(item), SMALL, "") : undefined;
  return () => ({ registration, groups, standings: page?.items });
}

/** How many groups are asked for, where one tournament may be named twice. */
function groupsAskedFor(items: readonly Item[]) {
  const most = new Map<string, number>();
  for (const item of items)
    most.set(idOf(item), Math.max(item.ranking.groups, most.get(idOf(item)) ?? 0));
  return Array.from(most, ([tournamentId, groups]) => ({ tournamentId, groups }));
}

const idOf = ({ ranking }: Item) => ranking.tournamentId;

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

// Takes a fraction of a second.
const PIECE = 1_000;

/**
 * Places those whom their game placed ahead of all others of a closed board, which is then the
 * ranking: nothing else is written. In pieces, each committed by itself; a repeat changes nothing.
 */
export async function writeScoredPlacements(
  db: Db,
  key: TournamentKey,
  given: readonly GivenRank[],
  signal: AbortSignal,
): Promise<void> {
  const placed = await stillInOf(db, key, given);
  for (let first = 0; first < placed.length; first += PIECE) {
    // Stops once the caller is gone: its repeat would run beside this call.
    if (signal.aborted) throw callGone();
    const piece = placed.slice(first, first + PIECE);
    await transaction(db, "entry.rank-piece", (tx) => placePiece(tx, key, piece));
  }
}

async function placePiece(
  tx: Tx,
  { gameId, tournamentId }: TournamentKey,
  placed: readonly PlacedEntry[],
): Promise<void> {
  await lockBoards(tx, [tournamentId]);
  const board = await getBoard(tx, tournamentId);
  const keys = placed.map(({ handle }) => ({ gameId, tournamentId, handle }));
  const rankOf = new Map(placed.map(({ gamerId, rank }) => [gamerId, rank]));
  const entrants = await findScoredEntrants(tx, keys);
  const changes = entrants.flatMap(({ gamerId, entry, standing }): StandingChange[] => {
    if (entry === null || entryStateOf(entry) !== "in") return [];
    const now = { ...standing, state: "in", exitNumber: null } as const;
    const place = placeFor(board.scoring, { ...now, placement: rankOf.get(gamerId) ?? null });
    const { id: entryId, joinedAt } = entry;
    return [{ ...standing, tournamentId, gamerId, entryId, joinedAt, place, from: standing.place }];
  });
  const changedAt = momentOf(board);
  await storePlacements(tx, placed, changedAt);
  await changeStandings(tx, changes);
  await advanceBoards(tx, [{ ...board, changedAt }]);
}
