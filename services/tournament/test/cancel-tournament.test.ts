import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fillPool } from "./fakes.ts";
import { getTournament, startTournament, type TournamentUnderTest } from "./service.ts";

let service: TournamentUnderTest;
let gameId: string;
beforeAll(async () => {
  service = await startTournament();
  gameId = service.newGame();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.fakes.settlements.refunds = [];
  service.fakes.down.clear();
});

const cancel = (tournamentId: string, requestId = newId()) =>
  service.client.cancelTournament({ requestId, gameId, tournamentId });

const isClosed = (tournamentId: string) =>
  service.fakes.entry.registrations.get(tournamentId)?.closed ?? false;

describe("CancelTournament", () => {
  test("cancels a pending tournament, which owes nobody anything", async () => {
    const { id } = await service.create(gameId);
    const { tournament } = await cancel(id);
    expect(tournament).toMatchObject({ status: Status.CANCELLED, prizePool: { minorUnits: 0n } });
    expect(service.fakes.settlements.refunds).toEqual([]);
  });

  test("cancels a published tournament and has its fees refunded", async () => {
    const { id } = await service.publish(gameId);
    fillPool(service.fakes, gameId, id, 750n);
    const { tournament } = await cancel(id);
    expect(tournament).toMatchObject({ status: Status.CANCELLED, prizePool: { minorUnits: 750n } });
    expect(service.fakes.settlements.refunds).toMatchObject([{ gameId, tournamentId: id }]);
  });

  test("answers a repeat as the first time and refunds once", async () => {
    const { id } = await service.publish(gameId);
    const requestId = newId();
    const first = await cancel(id, requestId);
    expect(await cancel(id, requestId)).toEqual(first);
    expect(service.fakes.settlements.refunds).toHaveLength(1);
  });

  test("closes the registration with the repeat when that was not possible at first", async () => {
    const { id } = await service.publish(gameId);
    const requestId = newId();
    service.fakes.down.add("entry");
    await cancel(id, requestId);
    service.fakes.down.clear();
    expect(isClosed(id)).toBe(false);
    await cancel(id, requestId);
    expect(isClosed(id)).toBe(true);
  });

  test("lets one of many cancels through", async () => {
    const { id } = await service.publish(gameId);
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => cancel(id)));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(service.fakes.settlements.refunds).toHaveLength(1);
  });

  test("changes nothing while nobody can tell the prize pool", async () => {
    const { id } = await service.publish(gameId);
    service.fakes.wallet.fails = "before";
    service.fakes.down.add("entry");
    await expect(cancel(id)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
    service.fakes.wallet.fails = undefined;
    service.fakes.down.clear();
    const tournament = await getTournament(service.client, { gameId, tournamentId: id });
    expect(tournament.status).toBe(Status.PUBLISHED);
  });

  test("refuses what is settling or cancelled", async () => {
    const refused = { reason: "TOURNAMENT_NOT_CANCELLABLE" };
    const { id: tournamentId } = await service.publish(gameId);
    await service.client.completeTournament({ requestId: newId(), gameId, tournamentId });
    await expect(cancel(tournamentId)).rejects.toMatchObject(refused);
    const { id } = await service.create(gameId);
    await cancel(id);
    await expect(cancel(id)).rejects.toMatchObject(refused);
  });

  test("refuses a tournament of another game as unknown", async () => {
    const { id } = await service.publish(service.newGame());
    await expect(cancel(id)).rejects.toMatchObject({ reason: "TOURNAMENT_NOT_FOUND" });
  });
});
