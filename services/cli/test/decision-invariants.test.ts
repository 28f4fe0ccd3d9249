import { newId } from "@tms/kit/values/ids";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "../src/invariants.ts";
import { play, type Played } from "./played.ts";

let played: Played;
beforeEach(async () => void (played = await play()));
afterEach(() => played?.close());

const change = (sql: string, ...values: unknown[]) => played.admin.query(sql, values);

/** The promises found broken. */
const broken = async (): Promise<string[]> =>
  (await checkInvariants(played.admin))
    .filter(({ findings }) => findings.length > 0)
    .map(({ promise }) => promise.split(",")[0] ?? "");

const DISQUALIFIED = "nobody disqualified is paid or stands on a board";
const PLANS = "every plan of prizes pays a ranking that is final";
const DECISIONS = "of every entry and every attempt the latest decision holds";

/** Disqualifies one of the paid tournament's entries as the service does. */
async function disqualify(entry: string): Promise<void> {
  await change(`UPDATE entry.entry SET disqualified = true, placement = NULL WHERE id = $1`, entry);
  await change(
    `UPDATE entry.registration SET disqualified = disqualified + 1 WHERE tournament_id = $1`,
    played.paid.id,
  );
  await decide(entry, "disqualify", "in");
}

const decide = (entry: string, decision: string, was: string) =>
  change(
    `INSERT INTO entry.entry_decision
       (tournament_id, entry_id, decision, was, reason, actor, rest_request_id, decided_at)
     VALUES ($1, $2, $3, $4, 'a cheat', '', '', now())`,
    played.paid.id,
    entry,
    decision,
    was,
  );

describe("the audit", () => {
  test("finds nothing where whoever won nothing is disqualified", async () => {
    await disqualify(played.paid.second);
    expect(await broken()).toEqual([]);
  });

  test("finds a disqualified entry that is paid", async () => {
    await disqualify(played.paid.first);
    expect(await broken()).toEqual([DISQUALIFIED, PLANS]);
  });

  test("finds a disqualified entry that stands on a board", async () => {
    await disqualify(played.paid.second);
    await change(
      `INSERT INTO entry.standing (tournament_id, gamer_id, entry_id, joined_at, tie_breaks, best,
         attempts, place)
       SELECT tournament_id, gamer_id, id, joined_at, '{}', '{}', 0, '\\x04' FROM entry.entry
       WHERE id = $1`,
      played.paid.second,
    );
    expect(await broken()).toContain(DISQUALIFIED);
  });

  test("finds the disqualified counted wrongly", async () => {
    await disqualify(played.paid.second);
    await change(`UPDATE entry.registration SET disqualified = 0`);
    expect(await broken()).toEqual([DISQUALIFIED]);
  });

  test("finds an entry that is not as was decided last", async () => {
    await disqualify(played.paid.second);
    await decide(played.paid.second, "reinstate", "disqualified");
    expect(await broken()).toEqual([DECISIONS]);
  });

  test("finds an attempt that is not as was decided last", async () => {
    const attempt = newId();
    await change(
      `INSERT INTO entry.attempt_decision
         (tournament_id, attempt_id, verdict, was, reason, actor, rest_request_id, decided_at)
       SELECT $1, $2, verdict, 'counted', 'a cheat', '', '', now()
       FROM unnest(ARRAY['accept', 'void']) AS verdict`,
      played.paid.id,
      attempt,
    );
    expect(await broken()).toEqual([DECISIONS]);
  });
});
