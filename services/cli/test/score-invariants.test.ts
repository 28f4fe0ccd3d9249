import { newId } from "@tms/kit/values/ids";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "../src/invariants.ts";
import { play, type Played } from "./played.ts";
import { playScores, scoredAt, type Standing } from "./scored.ts";

let played: Played;
beforeEach(async () => void (played = await play()));
afterEach(() => played?.close());

const change = (sql: string, ...values: unknown[]) => played.admin.query(sql, values);

/** The promises found broken. */
const broken = async (): Promise<string[]> =>
  (await checkInvariants(played.admin))
    .filter(({ findings }) => findings.length > 0)
    .map(({ promise }) => promise.split(",")[0] ?? "");

const ATTEMPTS = "every attempt came in its tournament's time";
const STANDINGS = "every standing is what its gamer's attempts come to";
const STRATA = "every stratum of a board counts the entries that stand in it";
const DECISIONS = "of every entry and every attempt the latest decision holds";

const TWO = [
  { score: 5, tieBreaks: [1] },
  { score: 5, tieBreaks: [3] },
];
const LOWER_WINS: Standing = { result: [5, 1], reached: 1 };

/** A board on which everything is in order. */
const inOrder = () =>
  playScores(played, { tieBreaks: ["lower"] }, TWO, LOWER_WINS, scoredAt(-5, 1));

describe("the invariants of scores", () => {
  test.for([
    ["the best of them, whole", { tieBreaks: ["lower"] }, TWO, LOWER_WINS, scoredAt(-5, 1)],
    [
      "the best, where less is better",
      { direction: "lower" },
      [{ score: 2 }, { score: -3 }],
      { result: [-3], reached: 2 },
      scoredAt(-3),
    ],
    [
      "the first of two that are as good",
      { ties: "earliest" },
      [{ score: 7 }, { score: 9 }, { score: 9 }, { score: 8 }],
      { result: [9], reached: 2 },
      scoredAt(-9, 2),
    ],
    [
      "the latest, since it was so",
      { operator: "last", ties: "earliest" },
      [{ score: 1 }, { score: 9 }, { score: 1 }, { score: 1 }],
      { result: [1], reached: 3 },
      scoredAt(-1, 3),
    ],
    [
      "all added up, to which nothing adds nothing",
      { operator: "sum", tieBreaks: ["higher"] },
      [...TWO, { score: 0, tieBreaks: [0] }],
      { result: [10, 4], reached: 2 },
      scoredAt(-10, -4),
    ],
    [
      "the best two added up",
      { operator: "sum", counted: 2 },
      [{ score: 4 }, { score: 1 }, { score: 7 }, { score: 4 }, { score: 2 }],
      { result: [11], best: [7, 4], reached: 3 },
      scoredAt(-11),
    ],
    [
      "the best two that are alike, tie-breaks and all",
      { operator: "sum", counted: 2, tieBreaks: ["higher"] },
      [
        { score: 1, tieBreaks: [0] },
        { score: 1, tieBreaks: [0] },
      ],
      { result: [2, 0], best: [1, 0, 1, 0], reached: 2 },
      scoredAt(-2, 0),
    ],
    [
      "the best two of nothing, which is something",
      { operator: "sum", counted: 2 },
      [{ score: 0 }, { score: 0 }],
      { result: [0], best: [0, 0], reached: 1 },
      scoredAt(0),
    ],
    [
      "those that count",
      {},
      [{ score: 3 }, { score: 8, state: "held" }, { score: 2 }],
      { result: [3], reached: 1 },
      scoredAt(-3),
    ],
    ["nothing, where none counts", {}, [{ score: 8, state: "held" }], { result: [] }, null],
  ] as const)("fold attempts to %s", async ([, scoring, attempts, standing, place]) => {
    await playScores(played, scoring, attempts, standing, place);
    expect(await broken()).toEqual([]);
    await change(`UPDATE entry.attempt SET score = score + 1 WHERE state = 'counted'`);
    expect(await broken()).toEqual(place === null ? [] : [STANDINGS]);
  });

  test.for([
    ["out", "exit_number = 3, eliminated_at = now()", Buffer.from("043b9ac9fd", "hex")],
    ["placed by its game", "placement = 2", Buffer.from("0100000002", "hex")],
  ] as const)("know the place of an entry that is %s", async ([, becomes, place]) => {
    await inOrder();
    await change(`UPDATE entry.entry SET ${becomes} WHERE id = $1`, played.refunded.entry);
    expect(await broken()).toEqual([STANDINGS]);
    await change(`UPDATE entry.standing SET place = $1`, place);
    await change(`UPDATE entry.stratum SET first = '\\x01' WHERE first = '\\x02'`);
    expect(await broken()).toEqual([]);
  });

  test.for([
    ["a better tie-break of a worse attempt", "tie_breaks = '{3}'", STANDINGS],
    [
      "no score as zero",
      "score = NULL, tie_breaks = '{}', reached_sequence = NULL, reached_at = NULL",
      STANDINGS,
    ],
    ["a result moved by an equal attempt", "reached_sequence = 2", STANDINGS],
    ["a result of another time", "reached_at = reached_at + interval '1 second'", STANDINGS],
    ["attempts that are added up where none are", "best = '{5, 1}'", STANDINGS],
    ["the standing of somebody else", `gamer_id = '${newId()}'`, STANDINGS],
    ["the standing of another entry", `entry_id = '${newId()}'`, STANDINGS],
    ["a place that is not of its score", "place = place || '\\x00'", STANDINGS],
    ["an attempt that was not counted", "attempts = 1", ATTEMPTS],
    ["a place in no stratum", "place = NULL", STRATA],
  ] as const)("find %s", async ([, fault, promise]) => {
    await inOrder();
    await change(`UPDATE entry.standing SET ${fault}`);
    expect(await broken()).toContain(promise);
  });

  test.for([
    ["a standing that is gone", "DELETE FROM entry.standing", STANDINGS],
    [
      "two attempts of one sequence",
      "UPDATE entry.attempt SET sequence = 1, gamer_id = CASE sequence WHEN 1 THEN gamer_id ELSE gen_random_uuid() END",
      ATTEMPTS,
    ],
    [
      "an attempt of somebody who is not entered",
      `UPDATE entry.attempt SET gamer_id = gen_random_uuid()`,
      STANDINGS,
    ],
  ] as const)("find %s", async ([, fault, promise]) => {
    await inOrder();
    await change(fault);
    expect(await broken()).toContain(promise);
  });

  test.for([
    ["a stratum not decremented", "UPDATE entry.stratum SET entries = entries + 1", STRATA],
    ["a board that counts one too many", "UPDATE entry.board SET listed = listed + 1", STRATA],
    ["a stratum that is gone", "DELETE FROM entry.stratum", STRATA],
    [
      "an attempt before the start",
      "UPDATE entry.board SET starts_at = now() + interval '1500 milliseconds'",
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
    [
      "attempts whose order is not that of their times",
      "UPDATE entry.attempt SET created_at = created_at - interval '2 seconds' WHERE sequence = 2",
      ATTEMPTS,
    ],
    [
      "an attempt that counted without a review",
      `UPDATE entry.board SET scoring = scoring || '{"reviewFrom": 5}'`,
      DECISIONS,
    ],
  ] as const)("find %s", async ([, fault, promise]) => {
    await inOrder();
    await change(fault);
    expect(await broken()).toEqual([promise]);
  });

  test("find an attempt that is void without a decision", async () => {
    await playScores(played, {}, [{ score: 3, state: "void" }], { result: [] }, null);
    expect(await broken()).toEqual([DECISIONS]);
    await decide("void", "counted");
    expect(await broken()).toEqual([]);
  });

  test("find a decision on what the one before did not leave", async () => {
    await playScores(played, {}, [{ score: 3, state: "void" }], { result: [] }, null);
    await decide("hold", "counted");
    await decide("void", "counted");
    expect(await broken()).toEqual([DECISIONS]);
  });

  const decide = (verdict: string, was: string) =>
    change(
      `INSERT INTO entry.attempt_decision
         (tournament_id, attempt_id, verdict, was, reason, actor, rest_request_id, decided_at)
       SELECT tournament_id, id, $1, $2, 'a cheat', '', '', now() FROM entry.attempt`,
      verdict,
      was,
    );
});
