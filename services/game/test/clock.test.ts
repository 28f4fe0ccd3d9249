import { isMessage } from "@bufbuild/protobuf";
import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { originHeaders, type Origin } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { ClockState, type Clock } from "@tms/proto/tms/game/v1/clock";
import { AdvanceSettlementClockRequestSchema } from "@tms/proto/tms/settlement/v1/settlement";
import {
  getReason,
  inHours,
  publishEvents,
  publishTournament,
} from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import { settle } from "../../settlement/src/settle.ts";
import { createGame, describe, expect, test } from "./fixture.ts";

const HOUR_S = 3_600;

async function advance(
  { clock }: World,
  gameId: string,
  seconds: number,
  requestId = newId(),
): Promise<Clock> {
  const target = { case: "bySeconds", value: BigInt(seconds) } as const;
  return (await clock.advanceClock({ requestId, gameId, target })).clock ?? expect.fail();
}
const awaitClock = async ({ clock }: World, gameId: string, waitMs = 0): Promise<Clock> =>
  (await clock.awaitClock({ gameId, waitMs })).clock ?? expect.fail();
const read = async ({ clock }: World, gameId: string): Promise<Clock> =>
  (await clock.batchGetClocks({ gameIds: [gameId] })).clocks[0] ?? expect.fail();
const toSeconds = ({ aheadMs }: Clock) => Number(aheadMs) / 1_000;
const toDate = (time: Timestamp | undefined) => timestampDate(time ?? expect.fail());

/** Returns the calls that moved the clocks of an environment in other services. */
const listMoves = (world: World, gameId: string) =>
  world
    .calls()
    .filter(({ rpc, request }) => /^Advance\w+Clock$/.test(rpc) && isOf(request, gameId))
    .map(({ rpc }) => rpc);
const isOf = (request: unknown, gameId: string) =>
  typeof request === "object" &&
  request !== null &&
  "gameId" in request &&
  request.gameId === gameId;

const publishAdvances = async (world: World, gameId: string) =>
  (await publishEvents(world, "game", gameId)).flatMap(({ time, origin, change }) =>
    change.case === "clockAdvanced" ? [{ time, origin, ...change.value }] : [],
  );

describe("the clock of a test environment", () => {
  test("is real time until it is advanced, and then runs ahead", async ({
    ids: { testId },
    world,
  }) => {
    const before = await read(world, testId);
    expect(before).toMatchObject({ aheadMs: 0n, state: ClockState.READY });
    expect(Math.abs(Number(toDate(before.now)) - Date.now())).toBeLessThan(60_000);
    await advance(world, testId, HOUR_S);
    const after = await awaitClock(world, testId);
    expect([after.state, toSeconds(after)]).toEqual([ClockState.READY, HOUR_S]);
    expect(toDate(after.now) > new Date(Date.now() + (HOUR_S - 60) * 1_000)).toBe(true);
  });

  test("is not ready until what falls due is settled", async ({ ids: { testId }, world }) => {
    const { tournamentId } = await (async () => {
      using _outage = world.fail("ScheduleSettlement");
      return await publishTournament(world, { gameId: testId, endTime: inHours(0.5) });
    })();
    const { advancingTo } = await advance(world, testId, HOUR_S);
    const waiting = await awaitClock(world, testId);
    // It shows the new time as soon as all services have it.
    expect([waiting.state, toSeconds(waiting)]).toEqual([ClockState.ADVANCING, HOUR_S]);
    expect(waiting.advancingTo).toEqual(advancingTo);
    await world.admin.query(`UPDATE tournament.outbox SET due_at = now()`);
    while (await world.contexts.tournament.relay.runOnce());
    expect((await awaitClock(world, testId)).state).toBe(ClockState.ADVANCING);
    const { request } = world.calls("AdvanceSettlementClock").at(-1) ?? expect.fail();
    expect(isMessage(request, AdvanceSettlementClockRequestSchema) && request.untilTime).toEqual(
      advancingTo,
    );
    expect(await publishAdvances(world, testId)).toEqual([]);
    await settle(world.contexts.settlement, tournamentId);
    expect((await awaitClock(world, testId)).state).toBe(ClockState.READY);
  });

  test("publishes each advance once: its times and its origin", async ({
    ids: { testId },
    world,
  }) => {
    const origin: Origin = { actor: { type: "user", id: newId() }, requestId: newId() };
    const before = await read(world, testId);
    const target = { case: "bySeconds", value: BigInt(HOUR_S) } as const;
    const headers = originHeaders(origin);
    await world.clock.advanceClock({ requestId: newId(), gameId: testId, target }, { headers });
    await Promise.all([1, 2, 3].map(() => awaitClock(world, testId)));
    const [event, ...others] = await publishAdvances(world, testId);
    expect(others).toEqual([]);
    expect(event?.origin).toMatchObject({
      actor: `user:${origin.actor.id}`,
      requestId: origin.requestId,
    });
    const [from, to] = [toDate(event?.fromTime), toDate(event?.toTime)];
    expect(from >= toDate(before.now)).toBe(true);
    expect(Number(to) - Number(from)).toBe(HOUR_S * 1_000);
    expect(toDate(event?.time) >= to).toBe(true);
  });

  test("goes to the latest of several moments in one advance", async ({
    ids: { testId },
    world,
  }) => {
    for (const hours of [2, 1, 3]) await advance(world, testId, hours * HOUR_S);
    const ahead = toSeconds(await awaitClock(world, testId));
    expect(ahead).toBeGreaterThanOrEqual(3 * HOUR_S);
    expect(ahead).toBeLessThan(3 * HOUR_S + 60);
    expect(await publishAdvances(world, testId)).toHaveLength(1);
  });

  test("goes on to a later moment that it gets while it advances", async ({
    ids: { testId },
    world,
  }) => {
    await advance(world, testId, HOUR_S);
    let further: Promise<Clock> | undefined;
    {
      using _further = world.watch({
        async after({ rpc }) {
          if (rpc === "AdvanceSettlementClock")
            await (further ??= advance(world, testId, 2 * HOUR_S));
        },
      });
      await awaitClock(world, testId, 2_000);
    }
    const clock = await awaitClock(world, testId);
    expect(clock.state).toBe(ClockState.READY);
    expect(toSeconds(clock)).toBeGreaterThanOrEqual(2 * HOUR_S);
    expect(world.calls("AdvanceSettlementClock").at(-1)?.request).toMatchObject({
      aheadMs: clock.aheadMs,
    });
  });

  test.for(["Entry", "Tournament", "Settlement"] as const)(
    "continues where it stopped if %s was away",
    async (service, { ids: { testId }, world }) => {
      await advance(world, testId, HOUR_S);
      {
        using _outage = world.fail(`Advance${service}Clock`);
        const { state, aheadMs } = await awaitClock(world, testId);
        expect([state, aheadMs]).toEqual([ClockState.ADVANCING, 0n]);
      }
      expect(toSeconds(await awaitClock(world, testId))).toBe(HOUR_S);
    },
  );

  test("dates events of its environment, and of no other", async ({
    ids: { testId, liveId },
    world,
  }) => {
    await advance(world, testId, HOUR_S);
    await awaitClock(world, testId);
    await publishEvents(world, "game", testId);
    for (const gameId of [testId, liveId])
      await world.game.issueApiKey({ requestId: newId(), gameId });
    const events = await publishEvents(world, "game", testId, liveId);
    const isAhead = (time: Timestamp | undefined) =>
      toDate(time) > new Date(Date.now() + (HOUR_S - 60) * 1_000);
    expect(events.map(({ gameId, time }) => [gameId, isAhead(time)])).toEqual([
      [testId, true],
      [liveId, false],
    ]);
  });
});

describe("a clock refuses", () => {
  test("to advance a live environment", async ({ ids: { liveId }, world }) => {
    expect(await getReason(advance(world, liveId, 1))).toBe("CLOCK_LIVE");
    expect(await read(world, liveId)).toMatchObject({ aheadMs: 0n, state: ClockState.READY });
    expect((await awaitClock(world, liveId)).state).toBe(ClockState.READY);
    expect(listMoves(world, liveId)).toEqual([]);
  });

  test("an environment that was replaced", async ({ ids: { testId, projectId }, world }) => {
    await world.game.resetTestGame({ requestId: newId(), projectId, name: "Chess" });
    expect(await getReason(advance(world, testId, 1))).toBe("GAME_NOT_FOUND");
    expect(await getReason(awaitClock(world, testId))).toBe("GAME_NOT_FOUND");
    expect((await world.clock.batchGetClocks({ gameIds: [testId] })).clocks).toEqual([]);
  });

  test("a live environment in the database itself", async ({ world }) => {
    const { liveId, testId } = await createGame(world);
    const own = world.contexts.game.db.$client.query(
      `INSERT INTO test_clock (game_id) VALUES ($1)`,
      [liveId],
    );
    await expect(own).rejects.toMatchObject({ constraint: "test_clock_game_fkey" });
    const insert = (id: string, mode: string) =>
      world.admin.query(`INSERT INTO game.test_clock (game_id, mode) VALUES ($1, $2)`, [id, mode]);
    await expect(insert(liveId, "test")).rejects.toMatchObject({ code: "23503" });
    await expect(insert(liveId, "live")).rejects.toMatchObject({
      constraint: "test_clock_of_test",
    });
    await insert(testId, "test");
  });
});
