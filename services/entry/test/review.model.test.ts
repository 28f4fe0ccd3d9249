import fc from "fast-check";
import {
  foldAttempts,
  STATE_AFTER,
  type Attempt,
  type Verdict,
} from "../../../test/model/scoring.ts";
import { expect, test } from "../../../test/world/test.ts";
import { review, scoredTournament, submit } from "./actions.ts";
import { someTerms } from "./some-scoring.ts";

test("reviews in any order come to the fold of what is accepted last", async ({ world }) => {
  const decision = fc.record({
    verdict: fc.constantFrom<Verdict>("accept", "void", "hold"),
    attempts: fc.uniqueArray(fc.nat(5), { minLength: 1 }),
  });
  const numbers = fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5), fc.nat(5));
  await fc.assert(
    fc.asyncProperty(
      someTerms,
      fc.array(numbers, { minLength: 6, maxLength: 6 }),
      fc.array(decision, { minLength: 1, maxLength: 5 }),
      async (terms, given, decisions) => {
        const tournament = await scoredTournament(world, ["ann"], terms);
        const attempts = given.map((all, index): Attempt => ({
          numbers: all.slice(0, 1 + terms.tieBreaks.length),
          state: "counted",
          at: index + 1,
        }));
        const outcomes = await submit(
          world,
          tournament,
          attempts.map(({ numbers: [score = 0, ...tieBreaks] }) => ({
            handle: "ann",
            score,
            tieBreaks,
            repeatable: true,
          })),
        );
        const ids = outcomes.map(({ outcome }) =>
          outcome.case === "score" ? outcome.value.id : "",
        );
        for (const each of decisions) {
          await review(world, tournament, each.verdict, ...each.attempts.map((n) => ids[n] ?? ""));
          for (const n of each.attempts) {
            const attempt = attempts[n];
            if (attempt) attempt.state = STATE_AFTER[each.verdict];
          }
        }
        const result = foldAttempts(terms, attempts);
        const [score, ...tieBreaks] = result?.numbers ?? [];
        const { rows } = await world.admin.query<Record<string, unknown>>(
          `SELECT score, tie_breaks::text[], attempts, reached_sequence FROM entry.standing
             WHERE tournament_id = $1`,
          [tournament.tournamentId],
        );
        expect(rows[0]).toEqual({
          score: score === undefined ? null : BigInt(score),
          tie_breaks: tieBreaks.map(String),
          attempts: attempts.filter(({ state }) => state !== "void").length,
          reached_sequence: result === null ? null : BigInt(result.reached),
        });
        const { standings } = await world.entry.readLeaderboard({ ...tournament });
        expect(standings).toHaveLength(result ? 1 : 0);
      },
    ),
    { numRuns: 40 },
  );
});
