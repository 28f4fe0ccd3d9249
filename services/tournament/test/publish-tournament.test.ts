import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTournament, type TournamentUnderTest } from "./service.ts";

let service: TournamentUnderTest;
let gameId: string;
beforeAll(async () => {
  service = await startTournament();
  gameId = service.newGame();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.fakes.settlements.schedules = [];
});

const publish = (tournamentId: string, requestId = newId()) =>
  service.client.publishTournament({ requestId, gameId, tournamentId });

describe("PublishTournament", () => {
  test("publishes and has it settled at its end", async () => {
    const made = await service.create(gameId);
    const { tournament } = await publish(made.id);
    expect(tournament).toMatchObject({
      id: made.id,
      terms: made.terms,
      status: Status.PUBLISHED,
      prizePool: { currency: "EUR", minorUnits: 0n },
    });
    expect(service.fakes.settlements.schedules).toHaveLength(1);
    expect(service.fakes.settlements.schedules[0]).toMatchObject({
      gameId,
      tournamentId: made.id,
      dueTime: made.terms?.endTime,
      ended: false,
    });
  });

  test("publishes a tournament that has started", async () => {
    const { id } = await service.create(gameId);
    await service.shift(id, "-90 minutes");
    expect((await publish(id)).tournament?.status).toBe(Status.PUBLISHED);
  });

  test("refuses a second time, but answers a repeat as the first time", async () => {
    const { id } = await service.create(gameId);
    const requestId = newId();
    const first = await publish(id, requestId);
    await expect(publish(id)).rejects.toMatchObject({ reason: "TOURNAMENT_NOT_PENDING" });
    expect(await publish(id, requestId)).toEqual(first);
    expect(service.fakes.settlements.schedules).toHaveLength(1);
  });

  test("lets one of many publishes through", async () => {
    const { id } = await service.create(gameId);
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => publish(id)));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(service.fakes.settlements.schedules).toHaveLength(1);
  });

  test("refuses a tournament whose end has passed", async () => {
    const { id } = await service.create(gameId);
    await service.shift(id, "-2 hours");
    await expect(publish(id)).rejects.toMatchObject({ reason: "TOURNAMENT_ENDED" });
  });

  test("refuses a tournament of another game as unknown", async () => {
    const { id } = await service.create(service.newGame());
    await expect(publish(id)).rejects.toMatchObject({ reason: "TOURNAMENT_NOT_FOUND" });
  });
});
