import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { ScoreVerdict } from "@tms/proto/tms/entry/v1/entry";
import { createRecovery } from "../src/joining/recovery.ts";
import { scoredTournament, submit } from "./scores.ts";
import { refusal, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());
beforeEach(() => void (service.events.recorded = []));

/** What the log was told: the change, the gamer, and who joined it. */
async function told() {
  while (await service.context.publisher.runOnce());
  return service.events.recorded.map(({ change, origin }) => {
    if (change.case !== "entryJoined" && change.case !== "entryEliminated")
      throw new Error(`an entry told of ${change.case}`);
    const { entry } = change.value;
    return { change: change.case, handle: entry?.handle, entry, origin };
  });
}

const rowsStaged = async () =>
  (await service.admin.query(`SELECT FROM entry.event_out`)).rows.length;

describe("an entry", () => {
  test("is told of once it is confirmed, as the join answers it, with whoever made it", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    const actor = `api_key:${newId()}`;
    const join = { ...tournament, requestId: newId(), handle: "ann" };
    const joins = [{ ...join, origin: { actor, requestId: "abc" } }];
    const answers = await Array.fromAsync(service.entry.batchJoin({ joins }));
    const [outcome] = answers.flatMap(({ outcomes }) => outcomes);
    const [event, ...others] = await told();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ change: "entryJoined", origin: { actor, requestId: "abc" } });
    expect(outcome?.outcome).toEqual({ case: "entry", value: event?.entry });
  });

  test("is told of in one row with those of its batch, when its tournament is free", async () => {
    const tournament = service.newTournament();
    await service.joinAll(tournament, ["ann", "bob", "cyd"]);
    expect(await rowsStaged()).toBeLessThanOrEqual(3);
    const handles = (await told()).map(({ handle }) => handle ?? "");
    expect(new Set(handles)).toEqual(new Set(["ann", "bob", "cyd"]));
    expect(handles).toHaveLength(3);
  });

  test("is not told of while its fee is not charged, and not when it is refused", async () => {
    // A new gamer's wallet is empty.
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n, payer: Payer.WALLET });
    expect(await refusal(service.join(tournament, "ann"))).toBe("INSUFFICIENT_FUNDS");
    expect(await told()).toEqual([]);
  });

  test("is told of with whoever joined, also when recovery finishes it", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    const actor = `user:${newId()}`;
    service.wallet.fails = "before";
    const join = { ...tournament, requestId: newId(), handle: "ann" };
    const joins = [{ ...join, origin: { actor, requestId: "abc" } }];
    await Array.fromAsync(service.entry.batchJoin({ joins }));
    expect(await told()).toEqual([]);
    service.wallet.fails = undefined;
    await service.allDue();
    await createRecovery(service.context)();
    expect(await told()).toMatchObject([
      { change: "entryJoined", handle: "ann", origin: { actor, requestId: "abc" } },
    ]);
    // Once, whoever asks again.
    await Array.fromAsync(service.entry.batchJoin({ joins: [join] }));
    expect(await told()).toHaveLength(1);
  });

  test("is told of with its rank, when it is eliminated, each by itself", async () => {
    const tournament = service.newTournament();
    await service.joinAll(tournament, ["ann", "bob", "cyd"]);
    await told();
    service.events.recorded = [];
    const eliminated = await service.eliminate(tournament, "ann", "bob");
    expect((await told()).map(({ entry }) => entry)).toEqual(eliminated);
  });

  test("is told of with the reason, when it is disqualified and when it is reinstated", async () => {
    const tournament = service.newTournament();
    await service.joinAll(tournament, ["ann", "bob"]);
    await told();
    service.events.recorded = [];
    const out = await service.disqualify(tournament, "bob", "ann");
    const back = await service.reinstate(tournament, "ann");
    while (await service.context.publisher.runOnce());
    const changes = service.events.recorded.map(({ change }) => change);
    expect(changes.map((change) => change.case)).toEqual([
      "entryDisqualified",
      "entryDisqualified",
      "entryReinstated",
    ]);
    expect(changes.map(({ value }) => value)).toMatchObject([
      ...out.map((entry) => ({ entry, reason: "a cheat" })),
      ...back.map((entry) => ({ entry, reason: "no cheat" })),
    ]);
  });
});

test("a ranking is told of once it is final, however often it is frozen", async () => {
  const [plain, scored] = [service.newTournament(), await scoredTournament(service, ["ann"])];
  await service.joinAll(plain, ["ann", "bob"]);
  while (await service.context.publisher.runOnce());
  service.events.recorded = [];
  for (const tournament of [plain, scored, plain]) {
    await service.closeRegistration(tournament);
    await service.freeze(tournament);
  }
  while (await service.context.publisher.runOnce());
  expect(service.events.recorded).toMatchObject(
    [plain, scored].map(({ gameId, tournamentId }) => ({
      gameId,
      change: { case: "rankingFrozen", value: { tournamentId, version: 1 } },
    })),
  );
});

test("a review is told of, each attempt with the decision", async () => {
  const tournament = await scoredTournament(service, ["ann"]);
  const outcomes = await submit(service, tournament, [
    { handle: "ann", score: 1 },
    { handle: "ann", score: 2 },
  ]);
  const ids = outcomes.map(({ outcome }) => (outcome.case === "score" ? outcome.value.id : ""));
  while (await service.context.publisher.runOnce());
  service.events.recorded = [];
  await service.entry.reviewScores({
    ...tournament,
    requestId: newId(),
    scoreIds: ids,
    verdict: ScoreVerdict.VOID,
    reason: "a cheat",
  });
  while (await service.context.publisher.runOnce());
  expect(service.events.recorded.map(({ change }) => change)).toMatchObject(
    ids.map((id) => ({
      case: "scoreReviewed",
      value: { score: { id, handle: "ann", decisions: [{ reason: "a cheat" }] } },
    })),
  );
});
