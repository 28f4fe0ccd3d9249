import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillPool } from "./fakes.ts";
import {
  beginSettlement,
  fineTerms,
  finishSettlement,
  getTournament,
  startTournament,
  type TournamentUnderTest,
} from "./service.ts";

let service: TournamentUnderTest;
let gameId: string;
beforeAll(async () => {
  service = await startTournament();
  gameId = service.newGame();
});
afterAll(() => service.stop());

const METADATA = `{"season":3}`;
const replace = (tournamentId: string, metadata: string, requestId = newId()) =>
  service.client.updateMetadata({ requestId, gameId, tournamentId, metadata });

/** What the log was told of, by its change. */
async function told() {
  while (await service.publisher.runOnce());
  return service.fakes.events.recorded.map(({ change }) => change);
}

describe("metadata", () => {
  test("is given back as it was sent: from create on, changed by update, removed by an empty one", async () => {
    const made = await service.create(gameId, { ...fineTerms(), metadata: METADATA });
    expect(made.terms?.metadata).toBe(METADATA);
    const update = (patch: object) =>
      service.client.updateTournament({ requestId: newId(), gameId, tournamentId: made.id, patch });
    expect((await update({ name: "Go" })).tournament?.terms?.metadata).toBe(METADATA);
    expect((await update({ metadata: "{}" })).tournament?.terms?.metadata).toBe("{}");
    expect((await update({ metadata: "" })).tournament?.terms?.metadata).toBe("");
  });

  test("can be replaced whatever the status, and changes nothing else", async () => {
    const statuses = async (id: string) => {
      const { tournament } = await replace(id, METADATA);
      const read = await getTournament(service.client, { gameId, tournamentId: id });
      expect(tournament).toEqual(read);
      expect(tournament?.terms?.metadata).toBe(METADATA);
      await replace(id, "");
      return tournament?.status;
    };
    const { id: pending } = await service.create(gameId);
    const { id } = await service.publish(gameId, { ...fineTerms(), entryFeeMinorUnits: 0n });
    const key = { gameId, tournamentId: id };
    expect(await statuses(pending)).toBe(Status.PENDING);
    expect(await statuses(id)).toBe(Status.PUBLISHED);
    await service.shift(id, "-3 hours");
    await beginSettlement(service.client, key);
    expect(await statuses(id)).toBe(Status.SETTLING);
    const winners = [newId(), newId()].toSorted();
    await finishSettlement(service.client, key, winners);
    expect(await statuses(id)).toBe(Status.COMPLETED);
    expect((await replace(id, METADATA)).tournament).toMatchObject({
      winnerGamerIds: winners,
      winnerCount: 2,
    });
    await service.client.cancelTournament({ requestId: newId(), gameId, tournamentId: pending });
    expect(await statuses(pending)).toBe(Status.CANCELLED);
  });

  test("asked for again later is told as it was then, also while nobody can tell the pool", async () => {
    const { id } = await service.publish(gameId);
    const key = { gameId, tournamentId: id };
    fillPool(service.fakes, gameId, id, 500n);
    const requestId = newId();
    const first = await replace(id, METADATA, requestId);
    expect(first.tournament?.prizePool?.minorUnits).toBe(500n);
    await service.client.completeTournament({ requestId: newId(), ...key });
    service.fakes.wallet.fails = "before";
    expect(await replace(id, METADATA, requestId)).toEqual(first);
    service.fakes.wallet.fails = undefined;
  });

  test.each(["x", "[]", "{"])("of %j, which is no JSON object, changes nothing", async (text) => {
    const { id } = await service.create(gameId, { ...fineTerms(), metadata: METADATA });
    const key = { requestId: newId(), gameId };
    const { client } = service;
    const refused = {
      metadata: replace(id, text),
      "patch.metadata": client.updateTournament({
        ...key,
        tournamentId: id,
        patch: { metadata: text },
      }),
      "terms.metadata": client.createTournament({
        ...key,
        terms: { ...fineTerms(), metadata: text },
      }),
    };
    for (const [field, call] of Object.entries(refused))
      await expect(call).rejects.toThrow(`${field} must be a JSON object`);
    const read = await getTournament(client, { gameId, tournamentId: id });
    expect(read?.terms?.metadata).toBe(METADATA);
  });

  test("is told of with what it was before, and not when it is the same", async () => {
    const { id } = await service.create(gameId);
    await told();
    service.fakes.events.recorded = [];
    await replace(id, METADATA);
    await replace(id, METADATA);
    const [event, ...others] = await told();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      case: "tournamentUpdated",
      value: { tournament: { terms: { metadata: METADATA } }, previous: { metadata: "" } },
    });
  });

  test("that a late repeat asks for does not replace a newer one", async () => {
    const { id: tournamentId } = await service.create(gameId);
    const requestId = newId();
    await replace(tournamentId, METADATA, requestId);
    await replace(tournamentId, "{}");
    const repeat = await replace(tournamentId, METADATA, requestId);
    expect(repeat.tournament?.terms?.metadata).toBe(METADATA);
    const now = await getTournament(service.client, { gameId, tournamentId });
    expect(now.terms?.metadata).toBe("{}");
  });

  test("of more than 4 KiB is refused and changes nothing", async () => {
    const made = await service.create(gameId);
    await expect(replace(made.id, "x".repeat(4_097))).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "metadata" }],
    });
    const key = { gameId, tournamentId: made.id };
    expect(await getTournament(service.client, key)).toEqual(made);
  });

  test("of another game's tournament is nobody's", async () => {
    const { id } = await service.create(service.newGame());
    await expect(replace(id, METADATA)).rejects.toMatchObject({ reason: "TOURNAMENT_NOT_FOUND" });
  });
});
