import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import {
  outcomesOf,
  refusal,
  startEntry,
  type TournamentKey,
  type EntryUnderTest,
} from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

/** Holds the registration of a tournament until it is let go. */
async function hold({ tournamentId }: TournamentKey): Promise<() => Promise<void>> {
  const holder = await service.admin.connect();
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
  const [stuck, first, second] = [
    service.newTournament(),
    service.newTournament(),
    service.newTournament(),
  ];
  for (const tournament of [stuck, first, second]) await service.join(tournament, "early");
  const letGo = await hold(stuck);
  const joins = [first, stuck, second].map((tournament) => ({
    ...tournament,
    handle: "ann",
    requestId: newId(),
  }));
  // One batch, for all of them leave in the same turn.
  const outcomes = await outcomesOf(service.entry, joins);
  expect(outcomes.map(({ outcome }) => outcome.case)).toEqual(["entry", "refused", "entry"]);
  expect(outcomes[1]?.outcome.value).toMatchObject({ reason: "UNAVAILABLE" });
  await letGo();
  const again = await outcomesOf(service.entry, joins);
  expect(again.map(({ outcome }) => outcome.case)).toEqual(["entry", "entry", "entry"]);
  expect(await Promise.all([stuck, first, second].map(service.seatsTaken))).toEqual([2, 2, 2]);
});

test.for(["eliminate", "closeRegistration"] as const)(
  "of a stuck registration, %s is told to try again, and comes through when it does",
  async (call) => {
    const tournament = service.newTournament();
    await service.join(tournament, "ann");
    const letGo = await hold(tournament);
    const request = { ...tournament, requestId: newId(), handles: ["ann"] };
    expect(await refusal(service.entry[call](request))).toBe("UNAVAILABLE");
    await letGo();
    expect(await refusal(service.entry[call](request))).toBe("accepted");
  },
);
