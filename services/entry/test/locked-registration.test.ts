import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { CloseOutcome, FreezeOutcome } from "@tms/proto/tms/entry/v1/entry";
import {
  closeOutcomes,
  freezeOutcomes,
  outcomesOf,
  refusal,
  startEntry,
  walletOf,
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

test("who is charged is told so beside one whose seat cannot be freed yet", async () => {
  const tournament = service.newTournament({ entryFeeMinorUnits: 5n, payer: Payer.WALLET });
  const { gameId } = tournament;
  const { gamer } = await service.entry.createGamer({ requestId: newId(), gameId, handle: "ann" });
  service.wallet.put(walletOf(tournament, gamer!), 5n);
  const joins = ["ann", "bob"].map((handle) => ({ ...tournament, handle, requestId: newId() }));
  let letGo = () => Promise.resolve();
  service.wallet.slow = async () => {
    service.wallet.slow = undefined;
    letGo = await hold(tournament);
  };
  const outcomes = await outcomesOf(service.entry, joins);
  expect(outcomes.map(({ outcome }) => outcome.case)).toEqual(["entry", "refused"]);
  expect(outcomes[1]?.outcome.value).toMatchObject({ reason: "UNAVAILABLE" });
  await letGo();
  const again = await outcomesOf(service.entry, joins);
  expect(again.map(({ outcome }) => outcome.case)).toEqual(["entry", "refused"]);
  expect(again[1]?.outcome.value).toMatchObject({ reason: "INSUFFICIENT_FUNDS" });
  expect(await service.seatsTaken(tournament)).toBe(1);
});

test("an elimination from a stuck registration is told to try again, and comes through when it does", async () => {
  const tournament = service.newTournament();
  await service.join(tournament, "ann");
  const letGo = await hold(tournament);
  expect(await refusal(service.eliminate(tournament, "ann"))).toBe("UNAVAILABLE");
  await letGo();
  expect(await refusal(service.eliminate(tournament, "ann"))).toBe("accepted");
});

const namesOf = (outcomes: readonly (CloseOutcome | FreezeOutcome)[]) =>
  outcomes.map(({ outcome }) =>
    outcome.case === "refused" ? outcome.value.reason : String(outcome.case),
  );

test("registrations are closed, and rankings frozen, beside one that is stuck", async () => {
  const [stuck, first, fresh] = [
    service.newTournament(),
    service.newTournament(),
    service.newTournament(),
  ];
  for (const tournament of [stuck, first]) await service.join(tournament, "ann");
  const keys = [first, stuck, fresh];
  let letGo = await hold(stuck);
  expect(namesOf(await closeOutcomes(service.entry, keys))).toEqual([
    "closed",
    "UNAVAILABLE",
    "closed",
  ]);
  expect(await refusal(service.join(first, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  await letGo();
  expect(namesOf(await closeOutcomes(service.entry, keys))).toEqual(Array(3).fill("closed"));

  letGo = await hold(stuck);
  expect(namesOf(await freezeOutcomes(service.entry, keys))).toEqual([
    "frozen",
    "UNAVAILABLE",
    "frozen",
  ]);
  await letGo();
  expect(namesOf(await freezeOutcomes(service.entry, keys))).toEqual(Array(3).fill("frozen"));
});
