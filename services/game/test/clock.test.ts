import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { openPool } from "@tms/kit/database/pool";
import { originHeaders, type Origin } from "@tms/kit/rpc/origin";
import { testLog } from "@tms/kit/testing/log";
import { newId } from "@tms/kit/values/ids";
import { ClockState, type Clock } from "@tms/proto/tms/game/v1/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGame, type GameUnderTest } from "./service.ts";

let service: GameUnderTest;
beforeAll(async () => {
  service = await startGame();
});
afterAll(() => service.stop());
beforeEach(() => {
  Object.assign(service.told, { calls: [], undelivered: 0, unsettled: 0, onCall: () => undefined });
  service.told.away.clear();
});

const HOUR_S = 3_600;

async function newGame() {
  const { game, testGame } = await service.client.createGame({ requestId: newId(), name: "Chess" });
  return { live: game?.id ?? "", gameId: testGame?.id ?? "", projectId: game?.projectId ?? "" };
}
const advance = async (gameId: string, seconds: number, requestId = newId()) => {
  const target = { case: "bySeconds", value: BigInt(seconds) } as const;
  return (await service.clock.advanceClock({ requestId, gameId, target })).clock!;
};
const awaitClock = async (gameId: string, waitMs = 0) =>
  (await service.clock.awaitClock({ gameId, waitMs })).clock!;
const read = async (gameId: string) =>
  (await service.clock.batchGetClocks({ gameIds: [gameId] })).clocks[0]!;
const aheadS = ({ aheadMs }: Clock) => Number(aheadMs) / 1_000;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "none",
    (error) => error.reason,
  );

/** The advances of an environment's clock that the log was told of. */
async function advancesOf(environmentId: string) {
  while (await service.publisher.runOnce());
  return service.events.recorded.flatMap(({ gameId, time, origin, change }) =>
    change.case === "clockAdvanced" && gameId === environmentId
      ? [{ time, origin, ...change.value }]
      : [],
  );
}

describe("the clock of a test environment", () => {
  test("is real time until it is advanced, and then real time and so much more", async () => {
    const { gameId } = await newGame();
    const before = await read(gameId);
    expect(before).toMatchObject({ aheadMs: 0n, state: ClockState.READY });
    expect(Math.abs(Number(timestampDate(before.now!)) - Date.now())).toBeLessThan(5_000);
    await advance(gameId, HOUR_S);
    const after = await awaitClock(gameId);
    expect(after.state).toBe(ClockState.READY);
    expect(aheadS(after)).toBe(HOUR_S);
    expect(timestampDate(after.now!) > new Date(Date.now() + (HOUR_S - 60) * 1_000)).toBe(true);
  });

  test("is told to entry, then to tournament, then to settlement, and is then ready", async () => {
    const { gameId } = await newGame();
    await advance(gameId, HOUR_S);
    expect((await read(gameId)).state).toBe(ClockState.ADVANCING);
    expect(service.told.calls).toEqual([]);
    await awaitClock(gameId);
    const aheadMs = BigInt(HOUR_S * 1_000);
    // Twice the latter two: they are asked as well whether all is settled.
    expect(service.told.calls).toEqual(
      ["entry", "tournament", "settlement", "tournament", "settlement"].map((who) => ({
        who,
        gameId,
        aheadMs,
      })),
    );
  });

  test("is not ready while messages are on their way, or settlements under way", async () => {
    const { gameId } = await newGame();
    service.told.undelivered = 1;
    const { advancingTo } = await advance(gameId, HOUR_S);
    const waiting = await awaitClock(gameId);
    // It shows the new time as soon as everybody knows it.
    expect([waiting.state, aheadS(waiting)]).toEqual([ClockState.ADVANCING, HOUR_S]);
    expect(waiting.advancingTo).toEqual(advancingTo);
    Object.assign(service.told, { undelivered: 0, unsettled: 1 });
    expect((await awaitClock(gameId)).state).toBe(ClockState.ADVANCING);
    expect(service.told.until).toEqual(timestampDate(advancingTo!));
    expect(await advancesOf(gameId)).toEqual([]);
    service.told.unsettled = 0;
    expect((await awaitClock(gameId)).state).toBe(ClockState.READY);
  });

  test("tells once that it advanced, from where to where, by whom, at the new time", async () => {
    const { gameId } = await newGame();
    const origin: Origin = { actor: { type: "user", id: newId() }, requestId: newId() };
    const before = await read(gameId);
    const target = { case: "bySeconds", value: BigInt(HOUR_S) } as const;
    await service.clock.advanceClock(
      { requestId: newId(), gameId, target },
      { headers: originHeaders(origin) },
    );
    await Promise.all([awaitClock(gameId), awaitClock(gameId), awaitClock(gameId)]);
    const [told, ...others] = await advancesOf(gameId);
    expect(others).toEqual([]);
    expect(told?.origin).toMatchObject({
      actor: `user:${origin.actor.id}`,
      requestId: origin.requestId,
    });
    const [from, to, time] = [told!.fromTime!, told!.toTime!, told!.time!].map(timestampDate);
    expect(from! >= timestampDate(before.now!)).toBe(true);
    expect(Number(to) - Number(from)).toBe(HOUR_S * 1_000);
    expect(time! >= to!).toBe(true);
  });

  test("advances once however often the same request comes", async () => {
    const { gameId } = await newGame();
    const requestId = newId();
    const first = await advance(gameId, HOUR_S, requestId);
    expect(await advance(gameId, HOUR_S, requestId)).toEqual(first);
    await awaitClock(gameId);
    expect(await advance(gameId, HOUR_S, requestId)).toEqual(first);
    expect(aheadS(await awaitClock(gameId))).toBe(HOUR_S);
    expect(await advancesOf(gameId)).toHaveLength(1);
  });

  test("goes to the later of two moments, and tells of one advance", async () => {
    const { gameId } = await newGame();
    await advance(gameId, 2 * HOUR_S);
    await advance(gameId, HOUR_S);
    await advance(gameId, 3 * HOUR_S);
    const clock = await awaitClock(gameId);
    expect(aheadS(clock)).toBeGreaterThanOrEqual(3 * HOUR_S);
    expect(aheadS(clock)).toBeLessThan(3 * HOUR_S + 60);
    expect(await advancesOf(gameId)).toHaveLength(1);
  });

  test("told to go further while its round is under way, goes on to there", async () => {
    const { gameId } = await newGame();
    await advance(gameId, HOUR_S);
    let further: Promise<Clock> | undefined;
    service.told.onCall = (who) => {
      if (who === "settlement") further ??= advance(gameId, 2 * HOUR_S);
    };
    await awaitClock(gameId, 2_000);
    await further;
    const clock = await awaitClock(gameId);
    expect(clock.state).toBe(ClockState.READY);
    expect(aheadS(clock)).toBeGreaterThanOrEqual(2 * HOUR_S);
    expect(service.told.calls.at(-1)?.aheadMs).toBe(clock.aheadMs);
  });

  test.for(["entry", "tournament", "settlement"] as const)(
    "goes on where it was when %s was away",
    async (who) => {
      const { gameId } = await newGame();
      service.told.away.add(who);
      await advance(gameId, HOUR_S);
      const held = await awaitClock(gameId);
      expect([held.state, held.aheadMs]).toEqual([ClockState.ADVANCING, 0n]);
      service.told.away.clear();
      expect(aheadS(await awaitClock(gameId))).toBe(HOUR_S);
    },
  );

  test("dates what is told of its environment, and of no other", async () => {
    const { gameId, live } = await newGame();
    await advance(gameId, HOUR_S);
    await awaitClock(gameId);
    while (await service.publisher.runOnce());
    service.events.recorded = [];
    for (const id of [gameId, live])
      await service.client.issueApiKey({ requestId: newId(), gameId: id });
    while (await service.publisher.runOnce());
    const times = service.events.recorded.map(({ gameId: id, time }) => [
      id,
      timestampDate(time!) > new Date(Date.now() + (HOUR_S - 60) * 1_000),
    ]);
    expect(times).toEqual([
      [gameId, true],
      [live, false],
    ]);
  });
});

describe("a clock refuses", () => {
  test("to be advanced in live, whose clock is real time", async () => {
    const { live } = await newGame();
    expect(await refusal(advance(live, 1))).toBe("CLOCK_LIVE");
    expect(await read(live)).toMatchObject({ aheadMs: 0n, state: ClockState.READY });
    expect((await awaitClock(live)).state).toBe(ClockState.READY);
    expect(service.told.calls).toEqual([]);
  });

  test("to go back, or too far", async () => {
    const { gameId } = await newGame();
    await advance(gameId, HOUR_S);
    await awaitClock(gameId);
    const to = async (ms: number) => {
      const value = timestampFromDate(new Date(Date.now() + ms));
      const target = { case: "toTime", value } as const;
      return await refusal(service.clock.advanceClock({ requestId: newId(), gameId, target }));
    };
    expect(await to((HOUR_S - 60) * 1_000)).toBe("CLOCK_BACKWARDS");
    expect(await to(3 * 365 * 86_400_000)).toBe("CLOCK_TOO_FAR");
    expect(aheadS(await read(gameId))).toBe(HOUR_S);
  });

  test("an environment that is none, or was replaced", async () => {
    const { gameId, projectId } = await newGame();
    await service.client.resetTestGame({ requestId: newId(), projectId, name: "Chess" });
    for (const id of [newId(), gameId]) {
      expect(await refusal(advance(id, 1))).toBe("GAME_NOT_FOUND");
      expect(await refusal(awaitClock(id))).toBe("GAME_NOT_FOUND");
      expect((await service.clock.batchGetClocks({ gameIds: [id] })).clocks).toEqual([]);
    }
  });

  test("a live environment in the database itself, whoever writes it", async () => {
    const { live, gameId } = await newGame();
    const pool = openPool({ url: service.databaseUrl, poolSize: 1 }, "test", testLog("test"));
    const insert = (db: typeof pool, id: string, mode: string) =>
      db.query(`INSERT INTO game.test_clock (game_id, mode) VALUES ($1, $2)`, [id, mode]);
    try {
      await expect(
        pool.query(`INSERT INTO test_clock (game_id) VALUES ($1)`, [live]),
      ).rejects.toMatchObject({ constraint: "test_clock_game_fkey" });
    } finally {
      await pool.end();
    }
    await expect(insert(service.admin, live, "test")).rejects.toMatchObject({ code: "23503" });
    await expect(insert(service.admin, live, "live")).rejects.toMatchObject({
      constraint: "test_clock_of_test",
    });
    await insert(service.admin, gameId, "test");
  });
});
