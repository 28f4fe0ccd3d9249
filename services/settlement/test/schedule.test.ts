import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { getReason, isRegistrationClosed, publishEvents } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { describe, expect, test, type Tournament } from "./tournament.ts";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

interface Key {
  gameId: string;
  tournamentId: string;
}
const newKey = (gameId = newId()): Key => ({ gameId, tournamentId: newId() });

/** Schedules a settlement, as the message of a publication does, or with `ended` that of an end. */
function schedule(
  { settlement }: World,
  { gameId, tournamentId }: Key,
  dueAt: Date,
  options: { ended?: boolean; test?: boolean } = {},
) {
  const dueTime = timestampFromDate(dueAt);
  return settlement.scheduleSettlement({
    requestId: newId(),
    gameId,
    tournamentId,
    dueTime,
    ...options,
  });
}

const startRefund = ({ settlement }: World, { gameId, tournamentId }: Key, isTest = false) =>
  settlement.startRefund({ requestId: newId(), gameId, tournamentId, test: isTest });

/** A settlement's row, and the minutes until a worker may take it up. */
async function find({ admin }: World, { tournamentId }: Key) {
  const { rows } = await admin.query<{ kind: string; dueAt: Date; minutes: number }>(
    `SELECT kind, due_at AS "dueAt", round(extract(epoch FROM run_at - now()) / 60)::float8 AS minutes
     FROM settlement.settlement WHERE tournament_id = $1`,
    [tournamentId],
  );
  return rows[0];
}

describe("ScheduleSettlement", () => {
  test("settles a published tournament at its end", async ({ world }) => {
    const key = newKey();
    const endsAt = inHours(1);
    const { settlement } = await schedule(world, key, endsAt);
    expect(settlement).toMatchObject({
      ...key,
      kind: SettlementKind.PAYOUT,
      state: SettlementState.SCHEDULED,
      dueTime: timestampFromDate(endsAt),
    });
    expect(world.wakeups.at(-1)).toEqual({ tournamentId: key.tournamentId, at: endsAt });
    expect(await isRegistrationClosed(world, key)).toBe(false);
  });

  test("closes the registration of a tournament that its game ended", async ({ world }) => {
    const [key, now] = [newKey(), new Date()];
    await schedule(world, key, inHours(1));
    await schedule(world, key, now, { ended: true });
    expect(await isRegistrationClosed(world, key)).toBe(true);
    expect((await find(world, key))?.dueAt).toEqual(now);
  });

  test("changes nothing if it is repeated", async ({ world }) => {
    const [key, at] = [newKey(), inHours(1)];
    const first = await schedule(world, key, at);
    expect(await schedule(world, key, at)).toEqual(first);
  });

  test("keeps the moment of the end if the publication arrives late", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada", "bob"] });
    await tournament.complete([{ handle: "bob", rank: 1 }]);
    const before = await find(world, tournament);
    await schedule(world, tournament, inHours(1));
    expect((await find(world, tournament))?.dueAt).toEqual(before?.dueAt);
    await tournament.work();
    expect(await tournament.balancesOf("ada", "bob")).toEqual([0n, 6n]);
  });

  test("does not cut short the pause after a failure", async ({ open, world }) => {
    const tournament = await open();
    await tournament.end();
    {
      using _outage = world.fail("BatchCloseRegistration");
      for (let attempt = 0; attempt < 12; attempt++) await tournament.work();
    }
    const before = await find(world, tournament);
    expect(before?.minutes).toBe(1);
    await schedule(world, tournament, before?.dueAt ?? expect.fail());
    expect(await find(world, tournament)).toEqual(before);
  });

  test("changes nothing once the settlement has begun", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada", "bob"] });
    {
      using _outage = world.fail("BatchDisburse");
      expect((await tournament.work()).state).toBe(SettlementState.PAYING);
    }
    const before = (await tournament.read()).settlement;
    await schedule(world, tournament, new Date(), { ended: true });
    expect((await tournament.read()).settlement).toEqual(before);
    await tournament.work();
    expect(await tournament.balancesOf("ada", "bob")).toEqual([3n, 3n]);
  });

  test("is kept if the registration cannot be closed yet", async ({ world }) => {
    const key = newKey();
    const end = () => schedule(world, key, new Date(), { ended: true });
    {
      using _outage = world.fail("BatchCloseRegistration");
      expect(await getReason(end())).toBe("UNAVAILABLE");
    }
    expect(await find(world, key)).toBeDefined();
    expect(await isRegistrationClosed(world, key)).toBe(false);
    await end();
    expect(await isRegistrationClosed(world, key)).toBe(true);
  });
});

describe("StartRefund", () => {
  test("turns a scheduled payout into a refund that is due now", async ({ world }) => {
    const key = newKey();
    await schedule(world, key, inHours(1));
    const { settlement } = await startRefund(world, key);
    expect(settlement?.kind).toBe(SettlementKind.REFUND);
    const { dueAt, minutes } = (await find(world, key)) ?? expect.fail();
    expect([dueAt < inHours(0.5), minutes]).toEqual([true, 0]);
    expect(await isRegistrationClosed(world, key)).toBe(true);
    expect(world.wakeups.at(-1)?.tournamentId).toBe(key.tournamentId);
  });

  test("wins over a publication or an end that arrives later", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    await tournament.cancel();
    await schedule(world, tournament, inHours(1));
    await schedule(world, tournament, new Date(), { ended: true });
    expect(await tournament.work()).toMatchObject({
      kind: SettlementKind.REFUND,
      state: SettlementState.DONE,
    });
    expect(await tournament.balancesOf("ada")).toEqual([0n]);
  });

  test("changes nothing if it is repeated after the refund", async ({ open, world }) => {
    const tournament = await open({ handles: ["ada"] });
    await tournament.cancel();
    const done = await tournament.work();
    expect((await startRefund(world, tournament)).settlement).toEqual(done);
  });
});

describe("the clock of a test environment", () => {
  const IN_TEST = { test: true };

  async function advance(
    { settlement }: World,
    gameId: string,
    hours: number,
    until = inHours(hours),
  ): Promise<number> {
    const aheadMs = BigInt(hours * HOUR_MS);
    const request = { gameId, aheadMs, untilTime: timestampFromDate(until) };
    return (await settlement.advanceSettlementClock(request)).unsettled;
  }

  const change = ({ admin }: World, { tournamentId }: Key | Tournament, set: string) =>
    admin.query(`UPDATE settlement.settlement SET ${set} WHERE tournament_id = $1`, [tournamentId]);

  test("brings only its own settlements nearer, and never goes back", async ({ world }) => {
    const [own, other, dueAt] = [newKey(), newKey(), inHours(3)];
    for (const key of [own, other]) await schedule(world, key, dueAt, IN_TEST);
    for (const hours of [2, 1]) await advance(world, own.gameId, hours);
    expect(await find(world, own)).toMatchObject({ dueAt, minutes: 60 });
    expect(await find(world, other)).toMatchObject({ dueAt, minutes: 180 });
  });

  test("is refused to a live environment, even by the database", async ({ world }) => {
    const key = newKey();
    await schedule(world, key, inHours(3));
    expect(await getReason(advance(world, key.gameId, 2))).toBe("CLOCK_LIVE");
    expect((await find(world, key))?.minutes).toBe(180);
    const insert = world.admin.query(
      `INSERT INTO settlement.test_clock (game_id, ahead) VALUES ($1, interval '1 hour')`,
      [key.gameId],
    );
    await expect(insert).rejects.toMatchObject({ constraint: "test_clock_of_test" });
  });

  test("wakes workers for what falls due, and counts it until it is done", async ({ world }) => {
    const key = newKey();
    await schedule(world, key, inHours(1), IN_TEST);
    expect(await advance(world, key.gameId, 1, inHours(0.5))).toBe(0);
    world.wakeups.length = 0;
    expect(await advance(world, key.gameId, 1.01)).toBe(1);
    expect(world.wakeups.map(({ tournamentId }) => tournamentId)).toContain(key.tournamentId);
    await change(world, key, "dead_at = now()");
    expect(await advance(world, key.gameId, 1.01)).toBe(0);
  });

  test("dates what happens in it", async ({ open, world }) => {
    const tournament = await open({ isTest: true, handles: ["ada", "bob"] });
    const { gameId } = tournament;
    const aheadMs = BigInt(1.01 * HOUR_MS);
    await world.tournament.advanceTournamentClock({ gameId, aheadMs });
    const { dueAt } = (await find(world, tournament)) ?? expect.fail();
    expect(await advance(world, gameId, 1.01)).toBe(1);
    await tournament.work();
    expect(await advance(world, gameId, 1.01)).toBe(0);
    const { settlement, payouts } = await tournament.read();
    const events = await publishEvents(world, "settlement", gameId);
    expect(events.map(({ change: { case: name } }) => name)).toContain("payoutPaid");
    const times = [
      settlement.finishTime,
      ...payouts.map(({ payTime }) => payTime),
      ...events.map(({ time }) => time),
    ];
    expect(payouts.length).toBeGreaterThan(0);
    for (const time of times) expect(time && timestampDate(time) > dueAt).toBe(true);
  });

  test("dates a refund, which starts at once", async ({ world }) => {
    const key = newKey();
    await advance(world, key.gameId, 5);
    await startRefund(world, key, true);
    const { dueAt, minutes } = (await find(world, key)) ?? expect.fail();
    expect([dueAt > inHours(4.9), minutes]).toEqual([true, 0]);
  });

  test("does not shorten the pause after a failure", async ({ world }) => {
    const key = newKey();
    await schedule(world, key, inHours(-1), IN_TEST);
    await change(world, key, "failures = 1, run_at = now() + interval '30 minutes'");
    expect(await advance(world, key.gameId, 2)).toBe(1);
    expect((await find(world, key))?.minutes).toBe(30);
  });

  test("misses nothing that is scheduled while it moves", async ({ world }) => {
    const gameId = newId();
    const keys = Array.from({ length: 40 }, () => newKey(gameId));
    await Promise.all([
      ...keys.map((key) => schedule(world, key, inHours(3), IN_TEST)),
      ...[1, 2].map((hours) => advance(world, gameId, hours)),
    ]);
    for (const key of keys) expect((await find(world, key))?.minutes).toBe(60);
  });
});
