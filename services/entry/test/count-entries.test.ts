import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { handles, refusal, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeEach(async () => {
  service = await startEntry();
});
afterEach(() => service?.close());

test("entries are counted once their fees are paid, in the order of the tournaments", async () => {
  const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
  await service.joinAll(tournament, handles(3));
  service.wallet.fails = "before";
  await refusal(service.join(tournament, "pending"));
  const { gameId, tournamentId } = tournament;
  const tournamentIds = [newId(), tournamentId, tournamentId.toUpperCase()];
  expect(await service.entry.batchCountEntries({ gameId, tournamentIds })).toMatchObject({
    entries: [0, 3, 3],
  });
});

test("entries of another game's tournaments are not told", async () => {
  const tournament = service.newTournament();
  await service.joinAll(tournament, handles(1));
  const asked = { gameId: newId(), tournamentIds: [tournament.tournamentId] };
  expect(await service.entry.batchCountEntries(asked)).toMatchObject({ entries: [0] });
});
