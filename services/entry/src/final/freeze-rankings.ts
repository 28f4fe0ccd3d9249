import type { Db } from "@tms/kit/database/handle";
import type { DomainError } from "@tms/kit/errors/domain-error";
import type { Logger } from "@tms/kit/process/log";
import { refusedAlone } from "@tms/kit/rpc/outcomes";
import { findGroupSizes } from "../db/ranking.ts";
import {
  findRegistrations,
  type RegistrationState,
  type TournamentKey,
} from "../db/registrations.ts";
import { listSmallStandings, type TournamentStandingsRow } from "../db/standings.ts";
import { tournamentBusy } from "../errors.ts";
import { readFinalPage } from "./standings.ts";
import { writeScoredPlacements } from "./freeze-scored.ts";
import { findPayableGroups } from "./payable.ts";
import { rankedGroups, rankOf, type RankGroup } from "../ranking/competition-rank.ts";
import type { Ranked } from "../ranking/entry-rank.ts";
import { freeze, refusalOf, type GivenRank, writePlacements } from "./freeze.ts";

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
