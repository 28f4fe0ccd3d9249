import { newId } from "@tms/kit/values/ids";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  beginSettlement,
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

let tournamentId: string;
beforeEach(async () => {
  ({ id: tournamentId } = await service.publish(gameId));
});

const key = () => ({ requestId: newId(), gameId, tournamentId });
const end = () => service.shift(tournamentId, "-2 hours");
const begin = async () => {
  await beginSettlement(service.client, { gameId, tournamentId });
  return (await get()).status;
};
const finish = async () => {
  await finishSettlement(service.client, { gameId, tournamentId });
  return await get();
};
const abandon = async () => (await service.client.abandonSettlement(key())).tournament?.status;
const record = (gamerIds: string[]) => service.client.recordWinners({ ...key(), gamerIds });
const get = () => getTournament(service.client, { gameId, tournamentId });

describe("BatchBeginSettlement", () => {
  test("settles a published tournament from its end on, and not before", async () => {
    await expect(begin()).rejects.toMatchObject({ reason: "UNAVAILABLE" });
    await end();
    expect(await begin()).toBe(Status.SETTLING);
  });

  test("tells a repeat the same ranks, and changes nothing", async () => {
    const finalRanks = [{ handle: "ada", rank: 1 }];
    await service.client.completeTournament({ ...key(), finalRanks });
    const again = () => beginSettlement(service.client, { gameId, tournamentId });
    expect(await again()).toMatchObject({ finalRanks });
    expect(await again()).toMatchObject({ finalRanks });
    expect((await get()).status).toBe(Status.SETTLING);
    await finish();
    expect(await again()).toMatchObject({ finalRanks });
    expect((await get()).status).toBe(Status.COMPLETED);
  });

  test("begins with what its game has completed before the end", async () => {
    await service.client.completeTournament(key());
    expect(await begin()).toBe(Status.SETTLING);
  });

  test("refuses a cancelled and a pending tournament", async () => {
    const refused = { reason: "TOURNAMENT_NOT_PUBLISHED" };
    await service.client.cancelTournament(key());
    await end();
    await expect(begin()).rejects.toMatchObject(refused);
    ({ id: tournamentId } = await service.create(gameId));
    await expect(begin()).rejects.toMatchObject(refused);
  });
});

describe("RecordWinners and BatchFinishSettlement", () => {
  test("complete a tournament with its sole winner", async () => {
    await end();
    await begin();
    const winner = newId();
    await record([winner]);
    // Until then they may still be incomplete.
    expect((await get()).winnerGamerIds).toEqual([]);
    const { updateTime } = await get();
    expect(await finish()).toMatchObject({ status: Status.COMPLETED, winnerGamerId: winner });
    expect(await get()).toMatchObject({
      winnerGamerId: winner,
      winnerGamerIds: [winner],
      winnerCount: 1,
    });
    expect((await get()).updateTime).not.toEqual(updateTime);
  });

  test("collect winners over several calls and repeats; of several none is the winner", async () => {
    await end();
    await begin();
    const winners = [newId(), newId(), newId()];
    await record(winners.slice(0, 2));
    await record(winners.slice(1));
    await record(winners.slice(1));
    await finish();
    const tournament = await get();
    expect(tournament.winnerGamerIds).toEqual(winners.toSorted());
    expect(tournament.winnerGamerId).toBeUndefined();
  });

  test("tell how many winners there are, also of more than can be listed", async () => {
    await end();
    await begin();
    await record([newId()]);
    expect((await get()).winnerCount).toBe(0);
    await service.admin.query(
      `INSERT INTO tournament.winner (tournament_id, gamer_id)
       SELECT $1, gen_random_uuid() FROM generate_series(2, 100001)`,
      [key().tournamentId],
    );
    await finish();
    const tournament = await get();
    expect(tournament.winnerCount).toBe(100_001);
    expect(new Set(tournament.winnerGamerIds).size).toBe(100_000);
    expect(tournament.winnerGamerId).toBeUndefined();
  });

  test("complete a tournament nobody entered without a winner", async () => {
    await end();
    await begin();
    await finish();
    expect(await get()).toMatchObject({ winnerGamerIds: [], winnerCount: 0 });
  });

  test("change nothing once it is completed", async () => {
    await end();
    await begin();
    const winner = newId();
    await record([winner]);
    await finish();
    const before = await get();
    await record([newId()]);
    await finish();
    expect(await get()).toEqual(before);
  });

  test("refuse a tournament that is not settling", async () => {
    const refused = { reason: "TOURNAMENT_NOT_PUBLISHED" };
    await expect(record([newId()])).rejects.toMatchObject(refused);
    await expect(finish()).rejects.toMatchObject(refused);
  });

  test("appear in lists by the sole winner only", async () => {
    await end();
    await begin();
    const winner = newId();
    await record([winner]);
    await finish();
    const { tournaments } = await service.client.listTournaments({ gameId, pageSize: 1 });
    expect(tournaments[0]).toMatchObject({ winnerGamerId: winner, winnerGamerIds: [] });
  });
});

describe("AbandonSettlement", () => {
  test("cancels what is settling, and leaves the refund to its caller", async () => {
    await service.client.completeTournament(key());
    const refunds = service.fakes.settlements.refunds.length;
    expect(await abandon()).toBe(Status.CANCELLED);
    expect(await abandon()).toBe(Status.CANCELLED);
    expect(service.fakes.settlements.refunds).toHaveLength(refunds);
    await expect(begin()).rejects.toMatchObject({ reason: "TOURNAMENT_NOT_PUBLISHED" });
  });

  test("cancels what is published from its end on, and not before", async () => {
    await expect(abandon()).rejects.toMatchObject({ reason: "UNAVAILABLE" });
    await end();
    expect(await abandon()).toBe(Status.CANCELLED);
  });

  test("refuses a completed and a pending tournament", async () => {
    const refused = { reason: "TOURNAMENT_NOT_CANCELLABLE" };
    await end();
    await begin();
    await finish();
    await expect(abandon()).rejects.toMatchObject(refused);
    ({ id: tournamentId } = await service.create(gameId));
    await expect(abandon()).rejects.toMatchObject(refused);
  });

  test("lets either the end or the abandoning stand when both come together", async () => {
    await end();
    await begin();
    const outcomes = await Promise.allSettled([abandon(), finish()]);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  });
});

test("no call reaches a tournament of another game", async () => {
  const foreign = { ...key(), gameId: service.newGame() };
  const { client } = service;
  const calls = [
    beginSettlement(client, foreign),
    client.recordWinners({ ...foreign, gamerIds: [newId()] }),
    finishSettlement(client, foreign),
    client.abandonSettlement(foreign),
  ];
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ reason: { reason: "TOURNAMENT_NOT_FOUND" } });
});
