import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getTournament, inHours, startTournament, type TournamentUnderTest } from "./service.ts";

let service: TournamentUnderTest;
let gameId: string;
beforeAll(async () => {
  service = await startTournament();
  gameId = service.newGame();
});
afterAll(() => service.stop());

const update = (tournamentId: string, patch: object) =>
  service.client.updateTournament({ requestId: newId(), gameId, tournamentId, patch });

describe("UpdateTournament", () => {
  test("changes what the patch names and nothing else", async () => {
    const made = await service.create(gameId);
    const { tournament } = await update(made.id, { name: "Cafe\u0301", entryFeeMinorUnits: 0n });
    expect(tournament).toMatchObject({
      id: made.id,
      status: made.status,
      createTime: made.createTime,
      terms: { ...made.terms, name: "Caf\u00e9", entryFeeMinorUnits: 0n },
    });
  });

  test("changes every term", async () => {
    const { id } = await service.create(gameId);
    const patch = {
      description: "",
      startTime: inHours(3),
      endTime: inHours(4),
      registrationCloseTime: inHours(2),
      maxEntries: 9,
      minEntries: 3,
      prizeSplit: [3, 2, 1],
    };
    expect((await update(id, patch)).tournament?.terms).toMatchObject(patch);
  });

  test("judges the terms as they would be, and blames the field sent", async () => {
    const { id } = await service.create(gameId);
    await expect(update(id, { startTime: inHours(3) })).rejects.toMatchObject({
      fields: [{ field: "patch.start_time" }],
    });
    await update(id, { startTime: inHours(3), endTime: inHours(4) });
  });

  test.each([
    ["an end in the past", { startTime: inHours(-2), endTime: inHours(-1) }, "patch.end_time"],
    ["a blank name", { name: "\t" }, "patch.name"],
    ["an empty name", { name: "" }, "patch.name"],
    ["a negative fee", { entryFeeMinorUnits: -1n }, "patch.entry_fee_minor_units"],
  ])("refuses %s and changes nothing", async (_, patch, field) => {
    const made = await service.create(gameId);
    await expect(update(made.id, patch)).rejects.toMatchObject({ fields: [{ field }] });
    const key = { gameId, tournamentId: made.id };
    expect(await getTournament(service.client, key)).toEqual(made);
  });

  test("refuses a tournament that has started", async () => {
    const { id } = await service.create(gameId);
    await service.shift(id, "-1 hour");
    await expect(update(id, { name: "Late" })).rejects.toMatchObject({
      reason: "TOURNAMENT_STARTED",
    });
  });

  test("refuses a published tournament, whether or not it has started", async () => {
    const { id } = await service.publish(gameId);
    const refused = { reason: "TOURNAMENT_NOT_PENDING" };
    await expect(update(id, { name: "Late" })).rejects.toMatchObject(refused);
    await service.shift(id, "-1 hour");
    await expect(update(id, { name: "Late" })).rejects.toMatchObject(refused);
  });

  test("refuses a tournament of another game as unknown", async () => {
    const { id } = await service.create(service.newGame());
    await expect(update(id, { name: "Mine" })).rejects.toMatchObject({
      reason: "TOURNAMENT_NOT_FOUND",
    });
  });

  test("answers a repeat as the first time, even when it is too late by now", async () => {
    const { id: tournamentId } = await service.create(gameId);
    const request = { requestId: newId(), gameId, tournamentId, patch: { name: "Once" } };
    const first = await service.client.updateTournament(request);
    await service.shift(tournamentId, "-1 hour");
    expect(await service.client.updateTournament(request)).toEqual(first);
  });

  test("applies patches that arrive together one after the other", async () => {
    const { id } = await service.create(gameId);
    await Promise.all([
      update(id, { name: "A" }),
      update(id, { description: "B" }),
      update(id, { maxEntries: 7 }),
    ]);
    const tournament = await getTournament(service.client, { gameId, tournamentId: id });
    expect(tournament?.terms).toMatchObject({ name: "A", description: "B", maxEntries: 7 });
  });
});
