import { timestampMs, type Timestamp } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { scoringMessage } from "@tms/kit/values/scoring";
import {
  createGame,
  eliminate,
  getReason,
  inHours,
  join,
  joinAll,
  publishTournament,
  type Terms,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { closeOutcomes, freeze, preview } from "./actions.ts";

const HOUR_MS = 3_600_000;

const advance = ({ entry }: World, gameId: string, hours: number) =>
  entry.advanceEntryClock({ gameId, aheadMs: BigInt(hours * HOUR_MS) });

/** Publishes a tournament of a test environment whose clock is some hours ahead. */
async function testTournament(world: World, hours: number, terms: Terms = {}) {
  const { testGameId: gameId } = await createGame(world);
  const key = await publishTournament(world, { endTime: inHours(9), ...terms, gameId });
  if (hours > 0) await advance(world, gameId, hours);
  return { ...key, test: true };
}

// No -0 for a moment that is a little old.
const toHours = (ms: number) => Math.round((ms - Date.now()) / HOUR_MS) + 0;
const toHoursAhead = (time: Timestamp | undefined) => toHours(time ? timestampMs(time) : NaN);

describe("the clock of a test environment", () => {
  test("closes registration, ends tournaments, and makes ranks final", async ({ world }) => {
    const terms = { endTime: inHours(3), registrationCloseTime: inHours(2) };
    const key = await testTournament(world, 0, terms);
    await joinAll(world, key, ["ada", "bob", "cyd"]);
    expect(await eliminate(world, key, "ada")).toMatchObject([{ provisional: true }]);
    await advance(world, key.gameId, 2.5);
    expect(await getReason(join(world, key, "dan"))).toBe("REGISTRATION_CLOSED");
    expect(await eliminate(world, key, "bob")).toMatchObject([{ provisional: false }]);
    await advance(world, key.gameId, 3.5);
    expect(await getReason(join(world, key, "dan"))).toBe("TOURNAMENT_ENDED");
    expect(await getReason(eliminate(world, key, "cyd"))).toBe("TOURNAMENT_ENDED");
  });

  test("dates joins, eliminations, gamers and timelines; never goes back", async ({ world }) => {
    const key = await testTournament(world, 5);
    await advance(world, key.gameId, 3);
    const entry = await join(world, key, "ada");
    const [out] = await eliminate(world, key, "ada");
    const { gameId } = key;
    await world.entry.createGamer({ requestId: newId(), gameId, handle: "bob", test: true });
    const gamers = await Promise.all(
      ["ada", "bob"].map((handle) => world.entry.getGamer({ gameId, handle })),
    );
    const { points } = await world.entry.getTimeline({ ...key, buckets: 4 });
    const times = [
      entry.joinTime,
      entry.createTime,
      entry.updateTime,
      out?.eliminateTime,
      out?.updateTime,
      ...gamers.flatMap(({ gamer }) => [gamer?.createTime, gamer?.updateTime]),
      points.at(-1)?.time,
    ];
    expect(times.map(toHoursAhead)).toEqual(times.map(() => 5));
  });

  test("is that of each environment alone, in one batch of joins", async ({ world }) => {
    const [present, further] = [
      await testTournament(world, 0),
      await testTournament(world, 20, { endTime: inHours(30) }),
    ];
    const live = await publishTournament(world);
    const keys = [present, live, further, live, present];
    const entries = await Promise.all(keys.map((key, index) => join(world, key, `g${index}`)));
    expect(entries.map(({ joinTime }) => toHoursAhead(joinTime))).toEqual([0, 0, 20, 0, 0]);
  });

  test("dates previews, and leaderboards on which nothing has happened yet", async ({ world }) => {
    const key = await testTournament(world, 4, { scoring: scoringMessage({}) });
    const read = async () => {
      const times = [await preview(world, key), await world.entry.readLeaderboard(key)];
      return times.map(({ asOf }) => asOf && toHoursAhead(asOf));
    };
    expect(await read()).toEqual([4, undefined]);
    await join(world, key, "ada");
    expect(await read()).toEqual([4, 4]);
    await advance(world, key.gameId, 6);
    await eliminate(world, key, "ada");
    expect(await read()).toEqual([6, 6]);
  });

  test.for([
    ["without scores", {}],
    ["by scores", { scoring: scoringMessage({}) }],
  ] as const)("dates the end of a tournament %s", async ([, terms], { world }) => {
    const key = await testTournament(world, 7, terms);
    await joinAll(world, key, ["ada", "bob"]);
    await closeOutcomes(world, [key]);
    await freeze(world, key, { ada: 1, bob: 2 });
    const { entries } = await world.entry.listEntries(key);
    expect(entries.map(({ updateTimeMs }) => toHours(Number(updateTimeMs)))).toEqual([7, 7]);
    const { rows } = await world.admin.query<{ closed: Date; frozen: Date }>(
      `SELECT closed_at AS closed, frozen_at AS frozen
       FROM entry.registration WHERE tournament_id = $1`,
      [key.tournamentId],
    );
    expect(rows.map((row) => [toHours(+row.closed), toHours(+row.frozen)])).toEqual([[7, 7]]);
  });

  test("does not exist in live, even if a row is forced into the table", async ({ world }) => {
    const key = await publishTournament(world);
    const insert = () =>
      world.admin.query(
        "INSERT INTO entry.test_clock (game_id, ahead) VALUES ($1, interval '3 hours')",
        [key.gameId],
      );
    await insert();
    expect(toHoursAhead((await join(world, key, "ada")).joinTime)).toBe(0);
    const other = await publishTournament(world);
    await join(world, other, "ada");
    expect(await getReason(advance(world, other.gameId, 3))).toBe("CLOCK_LIVE");
    key.gameId = other.gameId;
    await expect(insert()).rejects.toMatchObject({ constraint: "test_clock_of_test" });
    expect(toHoursAhead((await join(world, other, "bob")).joinTime)).toBe(0);
  });
});
