import type { Db, Tx } from "@tms/kit/database/handle";
import { readThenWrite } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { stageEvents } from "@tms/kit/events/stage";
import { findAttempts, insertAttempts } from "../db/attempts.ts";
import { advanceBoards, countUnscored, findBoards, lockBoards } from "../db/boards.ts";
import { entryKey } from "../db/entries.ts";
import { findRegistrations, withoutStuck, type WhenHeld } from "../db/registrations.ts";
import { findScoredEntrants } from "../db/scored-standings.ts";
import { countBetter, PLACE } from "../db/strata.ts";
import { scored } from "../events.ts";
import type { RecordedScore } from "../messages.ts";
import { changeStandings, type StandingChange } from "./change-standings.ts";
import {
  decideScores,
  momentOf,
  type DecidedScore,
  type ScoreDecision,
  type ScoreRequest,
  type ScoreSnapshot,
} from "./decide-scores.ts";

/** What became of a score. */
export type ScoreOutcome = RecordedScore | DomainError;

/**
 * Records a batch of scores in one transaction, each with an outcome of its own. Their boards are
 * locked, and nothing else: scores never wait for joins, nor joins for scores.
 */
export async function recordScores(
  db: Db,
  requests: readonly ScoreRequest[],
): Promise<ScoreOutcome[]> {
  return await withoutStuck((whenHeld) =>
    readThenWrite(db, "entry.record-scores", {
      read: (tx) => loadScores(tx, requests, whenHeld),
      write: async (tx, snapshot) => {
        const decisions = decideScores(requests, snapshot);
        await store(tx, decisions, snapshot);
        return await withRanks(tx, requests, decisions, snapshot);
      },
    }),
  );
}

/** Locks the boards of a batch, then reads what its scores depend on. */
async function loadScores(
  tx: Tx,
  requests: readonly ScoreRequest[],
  whenHeld: WhenHeld,
): Promise<ScoreSnapshot> {
  const tournamentIds = [...new Set(requests.map(({ tournamentId }) => tournamentId))];
  const keys = [...new Map(requests.map((request) => [entryKey(request), request])).values()];
  // Whatever is read must be read under the locks; only the first of these waits for anybody.
  const locked = await lockBoards(tx, tournamentIds, whenHeld);
  const [boards, known, entrants] = await Promise.all([
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

async function store(
  tx: Tx,
  decisions: readonly ScoreDecision[],
  snapshot: ScoreSnapshot,
): Promise<void> {
  const recorded = decisions.flatMap((each) =>
    each instanceof DomainError || each.repeated ? [] : [each],
  );
  if (recorded.length === 0) return;
  const boards = [...Map.groupBy(recorded, ({ attempt }) => attempt.tournamentId)].map(
    ([tournamentId, ofBoard]) => ({
      tournamentId,
      sequence: BigInt(ofBoard.at(-1)?.attempt.sequence ?? 0),
      changedAt: momentOf(boardOf(snapshot, tournamentId)),
    }),
  );
  await Promise.all([
    insertAttempts(
      tx,
      recorded.map(({ attempt }) => attempt),
    ),
    changeStandings(tx, changesOf(recorded, snapshot)),
    advanceBoards(tx, boards),
    stageEvents(tx, scored(recorded.map((each) => ({ ...each, gameId: gameOf(each, snapshot) })))),
  ]);
}

const gameOf = ({ attempt }: DecidedScore, snapshot: ScoreSnapshot): string =>
  boardOf(snapshot, attempt.tournamentId).gameId;

function boardOf({ boards }: ScoreSnapshot, tournamentId: string) {
  const board = boards.get(tournamentId);
  if (board === undefined) throw new Error("a recorded score has no board");
  return board;
}

/** The last standing of each gamer whose attempts a batch records. */
function changesOf(recorded: readonly DecidedScore[], snapshot: ScoreSnapshot): StandingChange[] {
  const changes = new Map<string, StandingChange>();
  for (const { attempt, handle, standing } of recorded) {
    const { tournamentId, gamerId, entryId } = attempt;
    const key = entryKey({ gameId: boardOf(snapshot, tournamentId).gameId, tournamentId, handle });
    const entrant = snapshot.entrants.get(key);
    if (!entrant?.entry) throw new Error("a recorded score has no gamer");
    const { joinedAt } = entrant.entry;
    const from = entrant.standing.place;
    changes.set(key, { ...standing, tournamentId, gamerId, entryId, joinedAt, from });
  }
  return [...changes.values()];
}

/**
 * Adds the ranks that were asked for, among all others as they are once the whole batch is recorded. A
 * gamer who has got better in the same batch is not ahead of the standing before. Of several scores of
 * a gamer in one request, only the last one that was recorded has a rank: the others never had it.
 */
async function withRanks(
  tx: Tx,
  requests: readonly ScoreRequest[],
  decisions: readonly ScoreDecision[],
  snapshot: ScoreSnapshot,
): Promise<ScoreOutcome[]> {
  if (!requests.some(({ withRank }) => withRank)) return [...decisions];
  const last = new Map(
    decisions.flatMap((each) => (each instanceof DomainError ? [] : [[requestKey(each), each]])),
  );
  const asked = decisions.flatMap((each, index) => {
    if (each instanceof DomainError || requests[index]?.withRank !== true) return [];
    if (last.get(requestKey(each)) !== each) return [];
    const place = placeOf(each, snapshot);
    return place ? [{ each, place, tournamentId: each.attempt.tournamentId }] : [];
  });
  const better = await countBetter(tx, asked);
  const unscored = await countUnscored(
    tx,
    asked.filter(({ place }) => place[0] === PLACE.eliminated).map((each) => each.tournamentId),
  );
  const places = placesAfter(decisions);
  const ranks = new Map(
    asked.map(({ each, place, tournamentId }, index) => {
      const own = places.get(each.attempt.entryId) ?? place;
      const others = (better[index] ?? 0) - (Buffer.compare(own, place) < 0 ? 1 : 0);
      const unplaced = place[0] === PLACE.eliminated ? (unscored.get(tournamentId) ?? 0) : 0;
      return [each, 1 + others + unplaced];
    }),
  );
  return decisions.map((each, index) =>
    each instanceof DomainError || requests[index]?.withRank !== true
      ? each
      : { ...each, rank: ranks.get(each) ?? null },
  );
}

/** The place that gives an entry its rank. Until the end, an entry that is in without a score has none. */
function placeOf({ standing, attempt, handle }: DecidedScore, snapshot: ScoreSnapshot) {
  const { gameId, tournamentId, scoring, closedAt } = boardOf(snapshot, attempt.tournamentId);
  if (standing.place !== null || closedAt === null) return standing.place;
  const entrant = snapshot.entrants.get(entryKey({ gameId, tournamentId, handle }));
  if (entrant?.entry?.disqualified) return null;
  return Buffer.of(PLACE[scoring.noScore === "in" ? "unscored" : "outside"]);
}

/** Names a gamer's entry and the request that scored for it; without a request, the attempt. */
const requestKey = ({ origin, attempt }: DecidedScore): string =>
  `${origin.requestId ?? attempt.id}/${attempt.entryId}`;

/** The places that the entries of a batch have in the end. */
const placesAfter = (decisions: readonly ScoreDecision[]): Map<string, Buffer | null> =>
  new Map(
    decisions.flatMap((each) =>
      each instanceof DomainError ? [] : [[each.attempt.entryId, each.standing.place]],
    ),
  );
