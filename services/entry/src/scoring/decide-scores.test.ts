import fc from "fast-check";
import { expect, test } from "vitest";
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

const decide = (requests: readonly ScoreRequest[], scoring: ScoringTerms) =>
  decideScores(requests, snapshotOf(scoring)).map((decision, index) => ({
    decision,
    key: entryKey(requests[index] as ScoreRequest),
  }));

test("numbers new attempts of a board without a gap, and repeats what it recorded", () => {
  fc.assert(
    fc.property(someRequests, (requests) => {
      const firsts = new Map<string, DecidedScore>();
      const last = new Map(BOARDS.map((id) => [id, Number(GIVEN)]));
      for (const { decision } of decide(requests, PLAIN)) {
        if (decision instanceof DomainError) throw decision;
        const { attempt, repeated } = decision;
        const first = firsts.get(attempt.id);
        expect(repeated).toBe(first !== undefined);
        if (first) {
          expect(attempt).toEqual(first.attempt);
          continue;
        }
        firsts.set(attempt.id, decision);
        expect(attempt.sequence).toBe((last.get(attempt.tournamentId) ?? 0) + 1);
        last.set(attempt.tournamentId, attempt.sequence);
      }
    }),
  );
});

test("takes no more attempts of a gamer than there are, and counts those left", () => {
  fc.assert(
    fc.property(someRequests, fc.integer({ min: 1, max: 4 }), (requests, attempts) => {
      const taken = new Map<string, number>();
      for (const { decision, key } of decide(requests, { ...PLAIN, attempts })) {
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
