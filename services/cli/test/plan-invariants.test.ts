import { newId } from "@tms/kit/values/ids";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkInvariants } from "../src/invariants.ts";
import { play, type Played } from "./played.ts";

let played: Played;
beforeEach(async () => void (played = await play()));
afterEach(() => played?.close());

const change = (sql: string, ...values: unknown[]) => played.admin.query(sql, values);

const PLANS = "every plan of prizes pays a ranking that is final";

/** What the audit finds wrong with the plans. */
const faults = async () =>
  (await checkInvariants(played.admin)).find(({ promise }) => promise.startsWith(PLANS))?.findings;

test("the audit finds plans of prizes as they were promised", async () => {
  expect(await faults()).toEqual([]);
});

test.for([
  ["a rank that is not the entry's", "UPDATE settlement.payout SET rank = 2 WHERE rank = 1"],
  ["one unit less", "UPDATE settlement.payout SET amount_minor = 449 WHERE rank = 1"],
  ["somebody else", "UPDATE settlement.payout SET entry_id = gen_random_uuid() WHERE rank = 1"],
  ["a share to the second", "UPDATE tournament.tournament SET prize_split = '{2, 1}'"],
  [
    "the whole to one of two who were as good",
    "UPDATE entry.entry SET exit_number = NULL, eliminated_at = NULL",
  ],
  [
    "one who went out while another was in",
    `UPDATE entry.entry SET exit_number = CASE WHEN exit_number IS NULL THEN 1 END,
       eliminated_at = CASE WHEN exit_number IS NULL THEN now() END`,
  ],
  ["another fee", "UPDATE settlement.settlement SET fee_minor = 49 WHERE kind = 'payout'"],
  ["a ranking that is not final", "UPDATE entry.registration SET frozen_at = NULL"],
  ["somebody disqualified", "UPDATE entry.entry SET disqualified = true WHERE exit_number IS NULL"],
])("the audit finds a plan that pays %s", async ([, fault]) => {
  await change(fault ?? "");
  expect(await faults()).not.toEqual([]);
});

/** Makes the tournament that was paid out one of scores: the second has one, the first has none. */
async function scored(noScore: "in" | "out", score: number | null): Promise<void> {
  await change(
    `INSERT INTO entry.board (tournament_id, game_id, test, scoring, starts_at, ends_at)
     VALUES ($1, $2, false, $3, now(), now())`,
    played.paid.id,
    newId(),
    JSON.stringify({ operator: "best", direction: "higher", tieBreaks: [], attempts: 9, noScore }),
  );
  await change(
    `INSERT INTO entry.standing (tournament_id, gamer_id, entry_id, joined_at, score, tie_breaks, best,
       attempts, reached_sequence, reached_at)
     SELECT tournament_id, gamer_id, id, joined_at, $2::bigint, '{}', '{}', 1, sign($2::bigint),
       CASE WHEN $2::bigint IS NOT NULL THEN now() END
     FROM entry.entry WHERE id = $1`,
    played.paid.second,
    score,
  );
}

test("the audit ranks by scores, of which none is less than any", async () => {
  await scored("in", null);
  expect(await faults()).toEqual([]);
  await change("UPDATE entry.entry SET exit_number = NULL, eliminated_at = NULL");
  await change("UPDATE entry.standing SET score = -1000, reached_sequence = 1, reached_at = now()");
  expect(await faults()).toHaveLength(2);
});

test("the audit pays nobody without a score where these are out", async () => {
  await scored("out", null);
  expect(await faults()).toHaveLength(2);
});
