import { timestampDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { Mode } from "@tms/proto/tms/game/v1/game";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  beginSettlement,
  finishSettlement,
  fineTerms,
  getTournament,
  inHours,
  startTournament,
  type TournamentUnderTest,
} from "./service.ts";

let service: TournamentUnderTest;
beforeAll(async () => {
  service = await startTournament();
});
afterAll(() => service.stop());

const HOUR_MS = 3_600_000;
const advance = async (gameId: string, hours: number): Promise<number> => {
  const request = { gameId, aheadMs: BigInt(hours * HOUR_MS) };
  return (await service.client.advanceTournamentClock(request)).undelivered;
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "none",
    (error) => error.reason,
  );
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

describe("the clock of a test environment", () => {
  test("starts and ends its tournaments, and those of no other", async () => {
    const [own, another] = [service.newGame(Mode.TEST), service.newGame(Mode.TEST)];
    const [mine, theirs] = [await service.publish(own), await service.publish(another)];
    const [key, otherKey] = [mine, theirs].map(({ id, gameId }) => ({ gameId, tournamentId: id }));
    expect(await refusal(beginSettlement(service.client, key!))).toBe("UNAVAILABLE");
    await advance(own, 3);
    await beginSettlement(service.client, key!);
    expect((await getTournament(service.client, key!)).status).toBe(Status.SETTLING);
    expect(await refusal(beginSettlement(service.client, otherKey!))).toBe("UNAVAILABLE");
  });

  test("decides what may be created and updated", async () => {
    const gameId = service.newGame(Mode.TEST);
    const pending = await service.create(gameId);
    await advance(gameId, 1.5);
    const patch = { name: "Go" };
    const update = service.client.updateTournament({
      requestId: newId(),
      gameId,
      tournamentId: pending.id,
      patch,
    });
    expect(await refusal(update)).toBe("TOURNAMENT_STARTED");
    await advance(gameId, 2.5);
    expect(await refusal(service.create(gameId))).toBe("INVALID_ARGUMENT");
    await service.create(gameId, { ...fineTerms(), endTime: inHours(3) });
  });

  test("dates what happens in it", async () => {
    const gameId = service.newGame(Mode.TEST);
    await advance(gameId, 1);
    const { id, createTime } = await service.publish(gameId, {
      ...fineTerms(),
      startTime: inHours(0),
      endTime: inHours(3),
    });
    const key = { gameId, tournamentId: id };
    expect(timestampDate(createTime!) > at(0.9)).toBe(true);
    await advance(gameId, 4);
    await beginSettlement(service.client, key);
    await finishSettlement(service.client, key);
    const { updateTime } = await getTournament(service.client, key);
    expect(timestampDate(updateTime!) > at(3.9)).toBe(true);
    while (await service.publisher.runOnce());
    const times = service.fakes.events.recorded
      .filter((event) => event.gameId === gameId)
      .map(({ change, time }) => [change.case, Math.round(hoursUntil(timestampDate(time!)))]);
    expect(times).toEqual([
      ["tournamentCreated", 1],
      ["tournamentPublished", 1],
      ["tournamentSettling", 4],
      ["tournamentCompleted", 4],
    ]);
  });

  test("is never turned back, and a repeat changes nothing", async () => {
    const gameId = service.newGame(Mode.TEST);
    for (const hours of [5, 2, 5]) await advance(gameId, hours);
    const { createTime } = await service.create(gameId, { ...fineTerms(), endTime: inHours(9) });
    expect(Math.round(hoursUntil(timestampDate(createTime!)))).toBe(5);
  });

  test("tells how many messages settlement is yet to be told", async () => {
    const gameId = service.newGame(Mode.TEST);
    service.fakes.settlements.down = true;
    try {
      await service.publish(gameId);
      expect(await advance(gameId, 1)).toBe(1);
    } finally {
      service.fakes.settlements.down = false;
    }
    await service.admin.query(`UPDATE tournament.outbox SET due_at = now()`);
    while (await service.relay.runOnce());
    expect(await advance(gameId, 1)).toBe(0);
  });

  test("is refused to live, by the RPC and by the database itself", async () => {
    const gameId = service.newGame(Mode.LIVE);
    const { id, createTime } = await service.publish(gameId);
    expect(await refusal(advance(gameId, 3))).toBe("CLOCK_LIVE");
    const insert = service.admin.query(
      `INSERT INTO tournament.test_clock (game_id, ahead) VALUES ($1, interval '3 hours')`,
      [gameId],
    );
    await expect(insert).rejects.toMatchObject({ constraint: "test_clock_of_test" });
    const key = { gameId, tournamentId: id };
    expect(await refusal(beginSettlement(service.client, key))).toBe("UNAVAILABLE");
    expect(timestampDate(createTime!) < at(0.1)).toBe(true);
  });

  test("does not reach a live row, even if somebody forced it into the table", async () => {
    const gameId = service.newGame(Mode.LIVE);
    await service.admin.query(
      `INSERT INTO tournament.test_clock (game_id, ahead) VALUES ($1, interval '3 hours')`,
      [gameId],
    );
    const { id } = await service.publish(gameId);
    const key = { gameId, tournamentId: id };
    expect(await refusal(beginSettlement(service.client, key))).toBe("UNAVAILABLE");
  });
});

const hoursUntil = (moment: Date): number => (Number(moment) - Date.now()) / HOUR_MS;
