import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { handles, refusal, startEntry, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeEach(async () => {
  under = await startEntry();
});
afterEach(() => under?.close());

test("entries are counted once their fees are paid, in the order of the tournaments", async () => {
  const cup = under.newCup({ entryFeeMinorUnits: 5n });
  await under.joinAll(cup, handles(3));
  under.wallet.fails = "before";
  await refusal(under.join(cup, "pending"));
  const { gameId, tournamentId } = cup;
  const tournamentIds = [newId(), tournamentId, tournamentId.toUpperCase()];
  expect(await under.entry.batchCountEntries({ gameId, tournamentIds })).toMatchObject({
    entries: [0, 3, 3],
  });
});

test("entries of another game's tournaments are not told", async () => {
  const cup = under.newCup();
  await under.joinAll(cup, handles(1));
  const asked = { gameId: newId(), tournamentIds: [cup.tournamentId] };
  expect(await under.entry.batchCountEntries(asked)).toMatchObject({ entries: [0] });
});
