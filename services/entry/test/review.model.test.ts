import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateAfter } from "../src/scoring/verdicts.ts";
import { reviewer } from "./reviews.ts";
import { scoredTournament, submit } from "./scores.ts";
import { startEntry, type EntryUnderTest } from "./service.ts";
import { foldOf, someTerms } from "./some-scoring.ts";
import type { FoldedAttempt, Verdict } from "../src/values/attempts.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const review = reviewer(() => service);

test("reviews in any order come to the fold of what is accepted last", async () => {
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
        const tournament = await scoredTournament(service, ["ann"], terms);
        const attempts = given.map(([score, ...rest], index): FoldedAttempt => {
          const tieBreaks = rest.slice(0, terms.tieBreaks.length);
          return { score, tieBreaks, sequence: index + 1, state: "counted" };
        });
        const outcomes = await submit(
          service,
          tournament,
          attempts.map(({ score, tieBreaks }) => ({
            handle: "ann",
            score,
            tieBreaks: [...tieBreaks],
            repeatable: true,
          })),
        );
        const ids = outcomes.map(({ outcome }) =>
          outcome.case === "score" ? outcome.value.id : "",
        );
        for (const each of decisions) {
          await review(tournament, each.verdict, ...each.attempts.map((n) => ids[n] ?? ""));
          for (const n of each.attempts) {
            const attempt = attempts[n];
            if (attempt) attempt.state = stateAfter(each.verdict);
          }
        }
        const fold = foldOf(terms, attempts);
        const { rows } = await service.admin.query<Record<string, unknown>>(
          `SELECT score, tie_breaks::text[], attempts, reached_sequence FROM entry.standing
             WHERE tournament_id = $1`,
          [tournament.tournamentId],
        );
        expect(rows[0]).toEqual({
          score: fold?.result ? BigInt(fold.result.score) : null,
          tie_breaks: fold?.result ? fold.result.tieBreaks.map(String) : [],
          attempts: fold?.attempts,
          reached_sequence: fold?.reached == null ? null : BigInt(fold.reached),
        });
        const { standings } = await service.entry.readLeaderboard({ ...tournament });
        expect(standings).toHaveLength(fold?.result ? 1 : 0);
      },
    ),
    { numRuns: 40 },
  );
});
