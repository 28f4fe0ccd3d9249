import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { outcomesOf, refusal, startEntry, type Cup, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

/** Holds the registration of a tournament until it is let go. */
async function hold({ tournamentId }: Cup): Promise<() => Promise<void>> {
  const holder = await under.admin.connect();
  await holder.query("BEGIN");
  await holder.query(`SELECT FROM entry.registration WHERE tournament_id = $1 FOR UPDATE`, [
    tournamentId,
  ]);
  return async () => {
    await holder.query("ROLLBACK");
    holder.release();
  };
}

test("joins go on beside a registration that is stuck, whose own are told to try again", async () => {
  const [stuck, first, second] = [under.newCup(), under.newCup(), under.newCup()];
  for (const cup of [stuck, first, second]) await under.join(cup, "early");
  const letGo = await hold(stuck);
  const joins = [first, stuck, second].map((cup) => ({
    ...cup,
    handle: "ann",
    requestId: newId(),
  }));
  // One batch, for all of them leave in the same turn.
  const outcomes = await outcomesOf(under.entry, joins);
  expect(outcomes.map(({ outcome }) => outcome.case)).toEqual(["entry", "refused", "entry"]);
  expect(outcomes[1]?.outcome.value).toMatchObject({ reason: "UNAVAILABLE" });
  await letGo();
  const again = await outcomesOf(under.entry, joins);
  expect(again.map(({ outcome }) => outcome.case)).toEqual(["entry", "entry", "entry"]);
  expect(await Promise.all([stuck, first, second].map(under.seatsTaken))).toEqual([2, 2, 2]);
});

test.for(["eliminate", "closeRegistration"] as const)(
  "of a stuck registration, %s is told to try again, and comes through when it does",
  async (call) => {
    const cup = under.newCup();
    await under.join(cup, "ann");
    const letGo = await hold(cup);
    const request = { ...cup, requestId: newId(), handles: ["ann"] };
    expect(await refusal(under.entry[call](request))).toBe("UNAVAILABLE");
    await letGo();
    expect(await refusal(under.entry[call](request))).toBe("accepted");
  },
);
