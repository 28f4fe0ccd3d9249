import type { Db, Tx } from "@tms/kit/database/handle";
import { readThenWrite, transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { stageEvents } from "@tms/kit/events/stage";
import type { Logger } from "@tms/kit/process/log";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { FIRST_ID } from "@tms/kit/values/ids";
import type { RankingToFreeze } from "@tms/proto/tms/entry/v1/entry";
import { lockBoards } from "../db/boards.ts";
import { findConfirmedEntries, toEntryState, toStandingsOrder } from "../db/entries.ts";
import { MAX_PLACED, placeRest, storePlacements } from "../db/final-ranking.ts";
import { findGamers } from "../db/gamers.ts";
import {
  findRegistrations,
  lockRegistrations,
  readTime,
  withoutStuck,
  type RegistrationState,
  markFrozen,
} from "../db/registrations.ts";
import { PLACE, placeText } from "../db/sort-keys.ts";
import { listStandings, type StandingsPage, type StandingsRow } from "../db/standings.ts";
import { callGone, tournamentBusy } from "../errors.ts";
import { rankingFrozenEvent } from "../messages.ts";
import { placeEntries } from "../scoring/change-standings.ts";
import { closeGaps, toRankGroups, type RankGroup } from "./competition-rank.ts";
import type { Ranked } from "./entry-rank.ts";
import { findPayableGroups } from "./ranking-parts.ts";

export interface FrozenRanking {
  registration: RegistrationState;
  groups: readonly RankGroup[];
  /** All standings of a ranking with at most {@link SMALL} entries; otherwise undefined. */
  standings: readonly Ranked<StandingsRow>[] | undefined;
}

interface FreezeOutcome {
  index: number;
  outcome: FrozenRanking | DomainError;
}

interface Item {
  index: number;
  ranking: RankingToFreeze;
  registration: RegistrationState;
}

const SMALL = 100;

/** Freezes rankings. Returns a promise per group, so that large rankings do not delay small rankings. */
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
      return refused.push({ index, outcome: new DomainError("TOURNAMENT_NOT_FOUND") });
    if (registration.closedAt === null || registration.pending > 0)
      return refused.push({ index, outcome: new DomainError("UNAVAILABLE", STILL_OPEN) });
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

const STILL_OPEN = "The registration is still open, or joins are in progress.";

const isSmall = ({ registration }: Item) => registration.seatsTaken <= SMALL;

const isQuick = (item: Item) =>
  isSmall(item) && (item.ranking.finalRanks.length === 0 || item.registration.frozenAt !== null);

async function freezeGroup(db: Db, items: readonly Item[], signal: AbortSignal) {
  const unfrozen = items.filter(({ registration }) => registration.frozenAt === null);
  for (const item of unfrozen) await writePlacements(db, item, signal);
  const ids = unfrozen.map(({ ranking }) => ranking.tournamentId);
  const frozenNow = ids.length === 0 ? new Set() : await freeze(db, ids);
  const isFrozen = ({ ranking, registration }: Item) =>
    registration.frozenAt !== null || frozenNow.has(ranking.tournamentId);
  const readFrozen = await readSmall(db, items.filter(isFrozen));
  return await Promise.all(
    items.map(async (item) => ({
      index: item.index,
      outcome: isFrozen(item) ? await readFrozen(item) : tournamentBusy(),
    })),
  );
}

/** Marks rankings as frozen. Skips registrations that stay locked. Returns the ids of frozen tournaments. */
const freeze = (db: Db, tournamentIds: readonly string[]) =>
  withoutStuck((whenHeld) =>
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

/**
 * Writes the placements by the game in several transactions, so that no lock is held for long. A repeat
 * writes only missing placements. If the game placed entries of a tournament without scores, all other
 * entries that are in share the next rank.
 */
async function writePlacements(db: Db, { ranking, registration }: Item, signal: AbortSignal) {
  const { gameId, tournamentId } = ranking;
  const placed = await findPlaced(db, ranking);
  for (let first = 0; first < placed.length; first += MAX_PLACED) {
    const batch = placed.slice(first, first + MAX_PLACED);
    const keys = batch.map(({ handle }) => ({ gameId, tournamentId, handle }));
    const ranks = new Map(batch.map(({ gamerId, rank }) => [gamerId, rank]));
    await writeBatch(db, signal, async (tx) => {
      if (registration.scored) await lockBoards(tx, [tournamentId]);
      const at = registration.scored
        ? await placeEntries(tx, tournamentId, keys, ranks)
        : await readTime(tx, registration);
      await storePlacements(tx, batch, at);
    });
  }
  if (registration.scored || placed.length === 0) return;
  const rank = placed.length + 1;
  let last: string | undefined = FIRST_ID;
  while (last !== undefined) {
    const after: string = last;
    last = await writeBatch(db, signal, (tx) => placeRest(tx, tournamentId, rank, after));
  }
}

async function writeBatch<T>(db: Db, signal: AbortSignal, write: (tx: Tx) => Promise<T>) {
  // After a disconnect, the caller repeats the call. The repeat must not run at the same time as this call.
  if (signal.aborted) throw callGone();
  return await transaction(db, "entry.rank-piece", write);
}

/** Returns the entries that the game placed and that are still in, with ranks without gaps. */
async function findPlaced(db: Db, { gameId, tournamentId, finalRanks }: RankingToFreeze) {
  if (finalRanks.length === 0) return [];
  const given = new Map(finalRanks.map(({ handle, rank }) => [handle, rank]));
  // Unknown gamers were refused when the ranks were checked.
  const keys = Array.from(given.keys(), (handle) => ({ gameId, handle }));
  const gamerIds = (await findGamers(db, keys)).map((gamer) => gamer.id);
  const entries = await findConfirmedEntries(db, tournamentId, gamerIds);
  // Gamers may have been disqualified after the ranks were checked.
  const stillIn = entries.filter((entry) => toEntryState(entry) === "in");
  const ranks = closeGaps(stillIn.map(({ handle }) => given.get(handle) ?? 0));
  return stillIn.map((entry, index) => ({ ...entry, rank: ranks[index] ?? 0 }));
}

/** Reads the small rankings together. Returns a function that reads any ranking of the group. */
async function readSmall(db: Db, items: readonly Item[]) {
  const ids = [...new Set(items.filter(isSmall).map(({ ranking }) => ranking.tournamentId))];
  const pages = ids.length === 0 ? [] : await listStandings(db, ids, null, SMALL);
  const pageOf = new Map(pages.map((page) => [page.tournamentId, page]));
  return async ({ ranking: { tournamentId, groups: max }, registration }: Item) => {
    const page = pageOf.get(tournamentId);
    // The page was read from a standby that lags behind.
    if (page?.frozen === false) return tournamentBusy();
    const all = page && rankAll(page);
    const groups = all?.groups.slice(0, max) ?? (await findPayableGroups(db, registration, max));
    return { registration, groups, standings: all?.standings };
  };
}

const OUTSIDE = Buffer.of(PLACE.outside).toString("hex");
const DISQUALIFIED = Buffer.of(PLACE.outside + 1).toString("hex");

/** Returns all entries in the order of their ranks, and the rank groups that can be paid. */
function rankAll({ rows, noScore }: StandingsPage) {
  const unscored = noScore === "in" ? Buffer.of(PLACE.unscored).toString("hex") : OUTSIDE;
  const toKey = (row: StandingsRow) =>
    row.disqualified ? DISQUALIFIED : (row.place ?? placeText(toStandingsOrder(row)) ?? unscored);
  const byKey = [...Map.groupBy(rows, toKey)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const groups = toRankGroups(byKey.map(([key, tied]) => ({ key, tied, entries: tied.length })));
  return {
    standings: groups.flatMap(({ key, tied, rank }) =>
      tied.map((row) => ({ ...row, rank: key === DISQUALIFIED ? null : rank })),
    ),
    groups: groups
      .filter(({ key }) => key < OUTSIDE)
      .map(({ rank, entries }) => ({ rank, entries })),
  };
}
