import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { toRemoteError } from "@tms/kit/errors/status";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

type Key = Pick<FakeTournament, "gameId" | "id">;

/** Has a tournament settled at a moment by its environment's clock. */
async function schedule({ gameId, id }: Key, at: Date, isTest = true): Promise<void> {
  const key = { requestId: newId(), gameId, tournamentId: id, test: isTest };
  await service.client.scheduleSettlement({ ...key, dueTime: timestampFromDate(at) });
}

async function advance(gameId: string, hours: number, until = inHours(hours)): Promise<number> {
  const aheadMs = BigInt(hours * HOUR_MS);
  const untilTime = timestampFromDate(until);
  const request = { gameId, aheadMs, untilTime };
  return (await service.client.advanceSettlementClock(request)).unsettled;
}

/** When a settlement is due by its environment's clock, and in how many minutes a worker may begin. */
async function timesOf({ id }: Pick<Key, "id">) {
  const { rows } = await service.admin.query<{ dueAt: Date; minutes: number }>(
    `SELECT due_at AS "dueAt", round(extract(epoch FROM run_at - now()) / 60)::int AS minutes
     FROM settlement.settlement WHERE tournament_id = $1`,
    [id],
  );
  return rows[0]!;
}

describe("the clock of a test environment", () => {
  test("brings its settlements nearer by as much as it goes, and no other's", async () => {
    const [own, another] = [service.tournament(), service.tournament()];
    const dueAt = inHours(3);
    for (const tournament of [own, another]) await schedule(tournament, dueAt);
    await advance(own.gameId, 2);
    expect(await timesOf(own)).toEqual({ dueAt, minutes: 60 });
    expect(await timesOf(another)).toEqual({ dueAt, minutes: 180 });
  });

  test("goes by real time for what is scheduled in live", async () => {
    const tournament = service.tournament();
    await schedule(tournament, inHours(3), false);
    const refused = await advance(tournament.gameId, 2).catch(toRemoteError);
    expect(refused).toMatchObject({ reason: "CLOCK_LIVE" });
    expect((await timesOf(tournament)).minutes).toBe(180);
  });

  test("wakes workers for what falls due, and counts it until it is done", async () => {
    const tournament = service.tournament();
    tournament.join("ada");
    await schedule(tournament, inHours(1));
    expect(await advance(tournament.gameId, 1, inHours(0.5))).toBe(0);
    service.wakeups.length = 0;
    expect(await advance(tournament.gameId, 1.01)).toBe(1);
    expect(service.wakeups.map(({ tournamentId }) => tournamentId)).toContain(tournament.id);
    await service.work(tournament);
    expect(await advance(tournament.gameId, 1.01)).toBe(0);
  });

  test("does not wait for what is dead", async () => {
    const tournament = service.tournament();
    await schedule(tournament, inHours(1));
    await advance(tournament.gameId, 2);
    await service.admin.query(
      `UPDATE settlement.settlement SET dead_at = now() WHERE tournament_id = $1`,
      [tournament.id],
    );
    expect(await advance(tournament.gameId, 2)).toBe(0);
  });

  test("shows when its settlements were due, done and paid, by itself", async () => {
    const tournament = service.tournament();
    tournament.join("ada", "bob");
    const dueAt = inHours(1);
    await schedule(tournament, dueAt);
    await advance(tournament.gameId, 1.01);
    await service.work(tournament);
    const { settlement, payouts } = await service.read(tournament);
    expect(timestampDate(settlement.dueTime!)).toEqual(dueAt);
    expect(timestampDate(settlement.finishTime!) > dueAt).toBe(true);
    expect(payouts.length).toBeGreaterThan(0);
    for (const { payTime } of payouts) expect(timestampDate(payTime!) > dueAt).toBe(true);
    while (await service.context.publisher.runOnce());
    const told = service.events.recorded.filter(({ gameId }) => gameId === tournament.gameId);
    expect(told.map(({ change }) => change.case)).toContain("payoutPaid");
    for (const { time } of told) expect(timestampDate(time!) > dueAt).toBe(true);
  });

  test("gives a refund the moment that it shows, and has it made at once", async () => {
    const tournament = service.tournament();
    await advance(tournament.gameId, 5);
    const { gameId, id } = tournament;
    const key = { requestId: newId(), gameId, tournamentId: id, test: true };
    await service.client.startRefund(key);
    const { dueAt, minutes } = await timesOf(tournament);
    expect([dueAt > inHours(4.9), minutes]).toEqual([true, 0]);
  });

  test("is never turned back", async () => {
    const tournament = service.tournament();
    await schedule(tournament, inHours(3));
    for (const hours of [2, 1]) await advance(tournament.gameId, hours);
    expect((await timesOf(tournament)).minutes).toBe(60);
  });

  test("leaves the pause after a failure as it is", async () => {
    const tournament = service.tournament();
    await schedule(tournament, inHours(-1));
    await service.admin.query(
      `UPDATE settlement.settlement SET failures = 1, run_at = now() + interval '30 minutes'
       WHERE tournament_id = $1`,
      [tournament.id],
    );
    expect(await advance(tournament.gameId, 2)).toBe(1);
    expect((await timesOf(tournament)).minutes).toBe(30);
  });

  test("misses nothing that is scheduled while it is moved", async () => {
    const { gameId } = service.tournament();
    const many = Array.from({ length: 40 }, () => ({ gameId, id: newId() }));
    await Promise.all([
      ...many.map((tournament) => schedule(tournament, inHours(3))),
      ...[1, 2].map((hours) => advance(gameId, hours)),
    ]);
    for (const tournament of many) expect((await timesOf(tournament)).minutes).toBe(60);
  });

  test("is refused to an environment with a live settlement by the database itself", async () => {
    const tournament = service.tournament();
    await schedule(tournament, inHours(3), false);
    const insert = service.admin.query(
      `INSERT INTO settlement.test_clock (game_id, ahead) VALUES ($1, interval '1 hour')`,
      [tournament.gameId],
    );
    await expect(insert).rejects.toMatchObject({ constraint: "test_clock_of_test" });
  });
});
