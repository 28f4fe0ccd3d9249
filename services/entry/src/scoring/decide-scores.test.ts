import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DomainError } from "@tms/kit/errors/domain-error";
import { SYSTEM } from "@tms/kit/values/actor";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import { PLAIN } from "../../test/some-scoring.ts";
import type { BoardRow } from "../db/scoring/boards.ts";
import { NO_STANDING, type ScoredEntrant } from "../db/scoring/standings.ts";
import { entryKey } from "../entrants/entry-key.ts";
import { decideScores, type DecidedScore, type ScoreSnapshot } from "./decide-scores.ts";
import { attemptIdOf, type ScoreRequest } from "./score-request.ts";

const GAME = "game";
const NOON = new Date("2026-01-01T12:00:00Z");
const BEFORE = new Date("2026-01-01T11:00:00Z");
const AFTER = new Date("2026-01-01T13:00:00Z");
const BOARDS = ["one", "other"];
const GAMERS = ["ann", "bob", "cleo"];
const GIVEN = 40n;

const board = (tournamentId: string, scoring: ScoringTerms): BoardRow => ({
  tournamentId,
  gameId: GAME,
  scoring,
  sequence: GIVEN,
  startsAt: BEFORE,
  endsAt: AFTER,
  changedAt: BEFORE,
  closedAt: null,
  readAt: NOON,
});

const entrant = (tournamentId: string, handle: string): ScoredEntrant => ({
  gameId: GAME,
  tournamentId,
  handle,
  gamerId: handle,
  entry: {
    id: `${handle} in ${tournamentId}`,
    joinedAt: BEFORE,
    exitNumber: null,
    disqualified: false,
  },
  standing: NO_STANDING,
});

function snapshotOf(scoring: ScoringTerms): ScoreSnapshot {
  const entrants = BOARDS.flatMap((id) => GAMERS.map((handle) => entrant(id, handle)));
  return {
    boards: new Map(BOARDS.map((id) => [id, board(id, scoring)])),
    without: new Map(),
    locked: new Set(BOARDS),
    entrants: new Map(entrants.map((each) => [entryKey(each), each])),
    known: new Map(),
  };
}

const request = (
  tournamentId: string,
  handle: string,
  attempt: string,
  score: number,
): ScoreRequest => ({
  gameId: GAME,
  tournamentId,
  handle,
  requestId: attempt,
  attempt,
  attemptId: attemptIdOf({ tournamentId, handle, attempt, requestId: attempt }),
  score,
  tieBreaks: [],
  metadata: "",
  hold: false,
  repeatable: true,
  withRank: false,
  origin: { actor: SYSTEM, requestId: null },
});

const someRequests = fc.array(
  fc
    .tuple(fc.constantFrom(...BOARDS), fc.constantFrom(...GAMERS), fc.nat(5))
    // An attempt of one name has one content.
    .map(([id, handle, number]) => request(id, handle, `attempt-${number}`, number * 10)),
  { maxLength: 40 },
);

const decided = (decisions: ReturnType<typeof decideScores>): DecidedScore[] =>
  decisions.filter((decision): decision is DecidedScore => !(decision instanceof DomainError));

describe("a batch of scores", () => {
  test("gives each board's attempts the numbers after the last, without a gap, in their order", () => {
    fc.assert(
      fc.property(someRequests, (requests) => {
        const recorded = decided(decideScores(requests, snapshotOf(PLAIN))).filter(
          ({ repeated }) => !repeated,
        );
        for (const id of BOARDS) {
          const own = recorded.filter(({ attempt }) => attempt.tournamentId === id);
          const expected = own.map((_, index) => Number(GIVEN) + index + 1);
          expect(own.map(({ attempt }) => attempt.sequence)).toEqual(expected);
        }
      }),
    );
  });

  test("records an attempt once, and tells each repeat what the first was told with", () => {
    fc.assert(
      fc.property(someRequests, (requests) => {
        const firsts = new Map<string, DecidedScore>();
        for (const decision of decided(decideScores(requests, snapshotOf(PLAIN)))) {
          const first = firsts.get(decision.attempt.id);
          expect(decision.repeated).toBe(first !== undefined);
          if (first === undefined) firsts.set(decision.attempt.id, decision);
          else expect(decision.attempt).toEqual(first.attempt);
        }
      }),
    );
  });

  test("takes no more attempts of a gamer than there are, and tells how many are left", () => {
    fc.assert(
      fc.property(someRequests, fc.integer({ min: 1, max: 4 }), (requests, attempts) => {
        const taken = new Map<string, number>();
        const decisions = decideScores(requests, snapshotOf({ ...PLAIN, attempts }));
        for (const [index, decision] of decisions.entries()) {
          const key = entryKey(requests[index] as ScoreRequest);
          const before = taken.get(key) ?? 0;
          if (decision instanceof DomainError) {
            expect(decision.reason).toBe("ATTEMPTS_EXHAUSTED");
            expect(before).toBe(attempts);
            continue;
          }
          taken.set(key, before + (decision.repeated ? 0 : 1));
          expect(decision.attemptsLeft).toBe(attempts - (taken.get(key) ?? 0));
        }
      }),
    );
  });
});
