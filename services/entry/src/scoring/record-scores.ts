import { createBatcher } from "@tms/kit/batching/batcher";
import type { Db, Tx } from "@tms/kit/database/handle";
import { readThenWrite } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { stageEvents } from "@tms/kit/events/stage";
import { findAttempts, insertAttempts } from "../db/attempts.ts";
import { advanceBoards, countBetter, findBoards, lockBoards, toMoment } from "../db/boards.ts";
import { entryKey } from "../db/entries.ts";
import { findRegistrations, withoutStuck, type WhenHeld } from "../db/registrations.ts";
import { findScoredEntrants } from "../db/scored-standings.ts";
import { PLACE } from "../db/sort-keys.ts";
import { scoreEvents, type RecordedScore } from "../messages.ts";
import type { OpenRegistration } from "../registration.ts";
import { changeStandings, type StandingChange } from "./change-standings.ts";
import {
  decideScores,
  type DecidedScore,
  type ScoreDecision,
  type ScoreRequest,
} from "./decide-scores.ts";

export type ScoreOutcome = RecordedScore | DomainError;

/** Scores of one tournament that were sent together, in their order. */
type ScoreGroup = readonly [ScoreRequest, ...ScoreRequest[]];

// A larger batch costs less per score, but later scores wait longer for the lock of the board. Even on a slow
// disk, this wait must be shorter than the lock timeout. A second batch waits in Postgres for the lock.
const BATCHES = { maxBatch: 500, inFlight: 2, maxWaiting: 8_192 };

/**
 * Creates the function that records a group of scores and returns an outcome per score. Groups that arrive
 * together share a transaction. Games share it equally, and so do the tournaments of a game.
 */
export function createSubmitScores(db: Db, openRegistration: OpenRegistration) {
  const record = createBatcher<ScoreGroup, ScoreOutcome[]>(
    async (groups, answer) => {
      const outcomes = await recordScores(db, groups.flat());
      groups.forEach((group, index) => answer(outcomes.splice(0, group.length), index));
    },
    {
      ...BATCHES,
      lanes: [([first]) => first.gameId, ([first]) => first.tournamentId],
      weightOf: (group) => group.length,
    },
  );
  return async (group: ScoreGroup): Promise<ScoreOutcome[]> => {
    await openRegistration(group[0]);
    return await record(group);
  };
}

// The transaction locks only boards, so that scores and joins do not wait for each other.
const recordScores = (db: Db, requests: readonly ScoreRequest[]) =>
  withoutStuck((whenHeld) =>
    readThenWrite(db, "entry.record-scores", {
      read: (tx) => loadSnapshot(tx, requests, whenHeld),
      async write(tx, snapshot) {
        const decisions = decideScores(requests, snapshot);
        await store(tx, decisions);
        return await addRanks(tx, decisions);
      },
    }),
  );

async function loadSnapshot(tx: Tx, requests: readonly ScoreRequest[], whenHeld: WhenHeld) {
  const tournamentIds = [...new Set(requests.map(({ tournamentId }) => tournamentId))];
  const keys = [...new Map(requests.map((request) => [entryKey(request), request])).values()];
  // Postgres executes them in this order. After the locks, the reads see the writes of previous lock holders.
  const [locked, boards, known, entrants] = await Promise.all([
    lockBoards(tx, tournamentIds, whenHeld),
    findBoards(tx, tournamentIds),
    findAttempts(tx, [...new Set(requests.map(({ attemptId }) => attemptId))]),
    findScoredEntrants(tx, keys),
  ]);
  const found = new Set(boards.map((board) => board.tournamentId));
  const missing = tournamentIds.filter((id) => !found.has(id));
  const without = missing.length === 0 ? [] : await findRegistrations(tx, missing);
  return {
    locked,
    without: new Map(without.map((registration) => [registration.tournamentId, registration])),
    boards: new Map(boards.map((board) => [board.tournamentId, board])),
    known: new Map(known.map((attempt) => [attempt.id, attempt])),
    entrants: new Map(entrants.map((entrant) => [entryKey(entrant), entrant])),
  };
}

async function store(tx: Tx, decisions: readonly ScoreDecision[]) {
  const recorded = decisions.flatMap((each) =>
    each instanceof DomainError || each.repeated ? [] : [each],
  );
  if (recorded.length === 0) return;
  // The last score of each board has the highest sequence.
  const lasts = new Map(recorded.map((each) => [each.board, each.attempt]));
  const boards = Array.from(lasts, ([board, { tournamentId, sequence }]) => ({
    tournamentId,
    sequence: BigInt(sequence),
    changedAt: toMoment(board),
  }));
  const attempts = recorded.map(({ attempt }) => attempt);
  await Promise.all([
    insertAttempts(tx, attempts),
    changeStandings(tx, toChanges(recorded)),
    advanceBoards(tx, boards),
    stageEvents(tx, scoreEvents(recorded)),
  ]);
}

function toChanges(recorded: readonly DecidedScore[]) {
  const changes = new Map<string, StandingChange>();
  for (const { attempt, standing, entrant } of recorded) {
    const { tournamentId, gamerId, entryId } = attempt;
    if (entrant.entry === null) throw new Error("a recorded score has no entry");
    const { joinedAt } = entrant.entry;
    const from = entrant.standing.place;
    changes.set(entryId, { ...standing, tournamentId, gamerId, entryId, joinedAt, from });
  }
  return [...changes.values()];
}

/**
 * Adds the requested ranks. A later score of the same gamer in the batch does not count as better. If a
 * request has several scores of a gamer, only the last score has a rank.
 */
async function addRanks(tx: Tx, decisions: readonly ScoreDecision[]): Promise<ScoreOutcome[]> {
  const decided = decisions.flatMap((each) => (each instanceof DomainError ? [] : [each]));
  if (!decided.some(({ request }) => request.withRank)) return [...decisions];
  const last = new Map(decided.map((each) => [requestKey(each), each]));
  const ranked = decided.flatMap((each) => {
    if (!each.request.withRank || last.get(requestKey(each)) !== each) return [];
    const place = getPlace(each);
    return place ? [{ each, place, tournamentId: each.attempt.tournamentId }] : [];
  });
  const better = await countBetter(tx, ranked);
  const finalPlaces = new Map(
    decided.map(({ attempt, standing }) => [attempt.entryId, standing.place]),
  );
  const ranks = new Map(
    ranked.map(({ each, place }, index) => {
      const own = finalPlaces.get(each.attempt.entryId) ?? place;
      const others = (better[index] ?? 0) - (Buffer.compare(own, place) < 0 ? 1 : 0);
      return [each, 1 + others];
    }),
  );
  return decisions.map((each) =>
    each instanceof DomainError || !each.request.withRank
      ? each
      : { ...each, rank: ranks.get(each) ?? null },
  );
}

/** Returns the sort key of the rank, if any. Before the end, an entry that is in without a score has none. */
function getPlace({ board, entrant, standing }: DecidedScore) {
  if (standing.place !== null || board.closedAt === null) return standing.place;
  if (entrant.entry?.disqualified) return null;
  return Buffer.of(PLACE[board.scoring.noScore === "in" ? "unscored" : "outside"]);
}

const requestKey = ({ request, attempt }: DecidedScore) =>
  `${request.origin.requestId ?? attempt.id}/${attempt.entryId}`;
