import { afterAll, beforeAll, expect, test } from "vitest";
import { collected } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import { inShort, scoredTournament, submit } from "./scores.ts";
import { closeOutcomes, refusal, startEntry, type EntryUnderTest } from "./service.ts";
import type { TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

/** Holds the board of a tournament until it is let go. */
async function hold({ tournamentId }: TournamentKey): Promise<() => Promise<void>> {
  const holder = await service.admin.connect();
  await holder.query("BEGIN");
  await holder.query(`SELECT FROM entry.board WHERE tournament_id = $1 FOR UPDATE`, [tournamentId]);
  return async () => {
    await holder.query("ROLLBACK");
    holder.release();
  };
}

test("scores go on beside a board that is stuck, and joins into its tournament too", async () => {
  const stuck = await scoredTournament(service, ["ann"]);
  const other = await scoredTournament(service, ["ann"]);
  const letGo = await hold(stuck);
  expect(await refusal(service.join(stuck, "bob"))).toBe("accepted");
  // One batch, for both leave in the same turn.
  const scores = [stuck, other].map((tournament) => ({
    ...tournament,
    requestId: newId(),
    handle: "ann",
    score: 3n,
  }));
  const send = async () => {
    const outcomes = await collected(service.entry.batchSubmitScore({ scores }));
    return outcomes.toSorted((a, b) => a.index - b.index).map(inShort);
  };
  expect(await send()).toEqual(["UNAVAILABLE", 3]);
  await letGo();
  expect(await send()).toEqual([3, 3]);
});

test("registrations are closed beside one whose board is stuck", async () => {
  const stuck = await scoredTournament(service, ["ann"]);
  const others = [await scoredTournament(service, ["ann"]), service.newTournament()];
  const keys = [...others, stuck];
  const closed = async () =>
    (await closeOutcomes(service.entry, keys)).map(({ outcome }) => outcome.case);
  const letGo = await hold(stuck);
  expect(await closed()).toEqual(["closed", "closed", "refused"]);
  await letGo();
  expect((await submit(service, stuck, [{ handle: "ann", score: 1 }])).map(inShort)).toEqual([1]);
  expect(await closed()).toEqual(["closed", "closed", "closed"]);
});
