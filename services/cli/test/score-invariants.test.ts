import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "../src/invariants.ts";
import { play, type Played } from "./played.ts";

let played: Played;
beforeAll(async () => void (played = await play()));
afterAll(() => played?.close());
beforeEach(async () => {
  for (const table of ["board", "attempt", "standing", "stratum"])
    await change(`DELETE FROM entry.${table}`);
});

const change = (sql: string, ...values: unknown[]) => played.admin.query(sql, values);

/** The promises found broken. */
const broken = async (): Promise<string[]> =>
  (await checkInvariants(played.admin))
    .filter(({ findings }) => findings.length > 0)
    .map(({ promise }) => promise.split(",")[0] ?? "");

const ATTEMPTS = "every attempt came in its tournament's time";
const STANDINGS = "every standing is what its gamer's attempts come to";
const STRATA = "every stratum of a board counts the entries that stand in it";

interface Attempt {
  score: number;
  tieBreaks?: number[];
  state?: string;
}

/** A board on which one gamer has some attempts and a standing. */
async function board(
  scoring: object,
  attempts: readonly Attempt[],
  [score, ...tieBreaks]: readonly number[],
): Promise<string> {
  const [tournament, gamer, entry] = [newId(), newId(), newId()];
  await change(
    `INSERT INTO entry.board (tournament_id, game_id, test, scoring, starts_at, ends_at, sequence, listed)
     VALUES ($1, $2, false, $3, now() - interval '1 hour', now() + interval '1 hour', $4, $5)`,
    tournament,
    newId(),
    JSON.stringify({
      operator: "best",
      direction: "higher",
      tieBreaks: [],
      attempts: 9,
      ...scoring,
    }),
    attempts.length,
    score === undefined ? 0 : 1,
  );
  for (const [index, attempt] of attempts.entries())
    await change(
      `INSERT INTO entry.attempt (id, tournament_id, gamer_id, entry_id, name, sequence, score,
         tie_breaks, state, metadata, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', now())`,
      newId(),
      tournament,
      gamer,
      entry,
      `match-${index}`,
      index + 1,
      attempt.score,
      attempt.tieBreaks ?? [],
      attempt.state ?? "counted",
    );
  const used = attempts.filter(({ state }) => state !== "void").length;
  await change(
    `INSERT INTO entry.standing (tournament_id, gamer_id, entry_id, joined_at, score, tie_breaks, best,
       attempts, reached_sequence, reached_at, place)
     VALUES ($1, $2, $3, now(), $4, $5, '{}', $6, $7, $8, $9)`,
    tournament,
    gamer,
    entry,
    score ?? null,
    tieBreaks,
    used,
    score === undefined ? null : 1,
    score === undefined ? null : new Date(),
    score === undefined ? null : Buffer.of(2, 1),
  );
  await change(
    `INSERT INTO entry.stratum (tournament_id, first, entries) VALUES ($1, '', 0), ($1, '\\x02', $2)`,
    tournament,
    score === undefined ? 0 : 1,
  );
  return tournament;
}

const TWO = [
  { score: 5, tieBreaks: [1] },
  { score: 5, tieBreaks: [3] },
];

describe("the invariants of scores", () => {
  test.for([
    ["the best of them, whole", { tieBreaks: ["lower"] }, TWO, [5, 1]],
    ["the best, where less is better", { direction: "lower" }, [{ score: 2 }, { score: -3 }], [-3]],
    ["the latest", { operator: "last" }, [{ score: 9 }, { score: 1 }], [1]],
    ["all added up", { operator: "sum", tieBreaks: ["higher"] }, TWO, [10, 4]],
    [
      "the best two added up",
      { operator: "sum", counted: 2 },
      [{ score: 4 }, { score: 1 }, { score: 7 }],
      [11],
    ],
    [
      "those that count",
      {},
      [{ score: 3 }, { score: 8, state: "held" }, { score: 9, state: "void" }],
      [3],
    ],
    ["nothing, where none counts", {}, [{ score: 8, state: "held" }], []],
  ] as const)("fold attempts to %s", async ([, scoring, attempts, result]) => {
    await board(scoring, attempts, result);
    expect(await broken()).toEqual([]);
    await change(`UPDATE entry.attempt SET score = score + 1 WHERE state = 'counted'`);
    expect(await broken()).toEqual(result.length > 0 ? [STANDINGS] : []);
  });

  test.for([
    ["a better tie-break of a worse attempt", "tie_breaks = '{3}'", STANDINGS],
    ["no score as zero", "score = NULL, reached_sequence = NULL, reached_at = NULL", STANDINGS],
    ["an attempt that was not counted", "attempts = 1", ATTEMPTS],
    ["a place in no stratum", "place = NULL", STRATA],
  ] as const)("find %s", async ([, fault, promise]) => {
    await board({ tieBreaks: ["lower"] }, TWO, [5, 1]);
    await change(`UPDATE entry.standing SET ${fault}`);
    expect(await broken()).toContain(promise);
  });

  test.for([
    ["a stratum not decremented", "UPDATE entry.stratum SET entries = entries + 1", STRATA],
    ["a board that counts one too many", "UPDATE entry.board SET listed = listed + 1", STRATA],
    ["a stratum that is gone", "DELETE FROM entry.stratum", STRATA],
    [
      "an attempt before the start",
      "UPDATE entry.attempt SET created_at = now() - interval '2 hours'",
      ATTEMPTS,
    ],
    [
      "an attempt after the close",
      "UPDATE entry.board SET closed_at = now() - interval '1 minute'",
      ATTEMPTS,
    ],
    [
      "an attempt beyond those allowed",
      `UPDATE entry.board SET scoring = scoring || '{"attempts": 1}'`,
      ATTEMPTS,
    ],
    ["an attempt beyond the last", "UPDATE entry.board SET sequence = 1", ATTEMPTS],
    ["two attempts of one name", "UPDATE entry.attempt SET name = 'match'", ATTEMPTS],
  ] as const)("find %s", async ([, fault, promise]) => {
    await board({ tieBreaks: ["lower"] }, TWO, [5, 1]);
    await change(fault);
    expect(await broken()).toEqual([promise]);
  });
});
