import { timestampDate } from "@bufbuild/protobuf/wkt";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { newId } from "@tms/kit/values/ids";
import { scoringMessage } from "@tms/kit/values/scoring";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inHours, startEntry, type EntryUnderTest, type TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service.close());

const HOUR_MS = 3_600_000;

/** A published tournament of a test environment. */
function testTournament(
  terms: Parameters<EntryUnderTest["newTournament"]>[0] = {},
): TournamentKey & { test: true } {
  const key = service.newTournament(terms);
  service.tournaments.known.get(key.tournamentId)!.message.test = true;
  return { ...key, test: true };
}
const advance = (gameId: string, hours: number) =>
  service.entry.advanceEntryClock({ gameId, aheadMs: BigInt(hours * HOUR_MS) });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "none",
    (error: unknown) => reasonOf(error),
  );
const reasonOf = (error: unknown) =>
  (error instanceof RemoteError ? error : toRemoteError(error)).reason;
const hoursFromNow = (ms: number) =>
  // No -0 for what is a moment old.
  Math.round((ms - Date.now()) / HOUR_MS) + 0;
const hoursAhead = (time: Parameters<typeof timestampDate>[0] | undefined) =>
  hoursFromNow(Number(timestampDate(time!)));

describe("the clock of a test environment", () => {
  test("closes registration and ends tournaments for those who join and eliminate", async () => {
    const key = testTournament({ endTime: inHours(3), registrationCloseTime: inHours(2) });
    await service.joinAll(key, ["ada", "bob"]);
    await advance(key.gameId, 2.5);
    expect(await refusal(service.join(key, "cyd"))).toBe("REGISTRATION_CLOSED");
    await service.eliminate(key, "ada");
    await advance(key.gameId, 3.5);
    expect(await refusal(service.join(key, "cyd"))).toBe("TOURNAMENT_ENDED");
    expect(await refusal(service.eliminate(key, "bob"))).toBe("TOURNAMENT_ENDED");
  });

  test("lets gamers into what runs by it, and dates their joins and eliminations", async () => {
    const { gameId } = testTournament();
    await advance(gameId, 10);
    const key = testTournament({ gameId, endTime: inHours(12) });
    const entry = await service.join(key, "ada");
    expect([entry.joinTime, entry.createTime, entry.updateTime].map(hoursAhead)).toEqual([
      10, 10, 10,
    ]);
    const [out] = await service.eliminate(key, "ada");
    expect([out?.eliminateTime, out?.updateTime].map(hoursAhead)).toEqual([10, 10]);
  });

  test("dates the gamers of its environment, whoever makes them known", async () => {
    const key = testTournament({ endTime: inHours(8) });
    const { gameId } = key;
    await advance(gameId, 5);
    await service.join(key, "ada");
    await service.entry.createGamer({ requestId: newId(), gameId, handle: "bob", test: true });
    for (const handle of ["ada", "bob"]) {
      const { gamer } = await service.entry.getGamer({ gameId, handle });
      expect([gamer?.createTime, gamer?.updateTime].map(hoursAhead)).toEqual([5, 5]);
    }
  });

  test("is that of each environment alone, in one batch of joins of many", async () => {
    const [ahead, further] = [testTournament(), testTournament({ endTime: inHours(30) })];
    const live = service.newTournament();
    await advance(further.gameId, 20);
    const keys = [ahead, live, further, live, ahead];
    const entries = await Promise.all(keys.map((key, index) => service.join(key, `g${index}`)));
    expect(entries.map(({ joinTime }) => hoursAhead(joinTime))).toEqual([0, 0, 20, 0, 0]);
  });

  test("tells whether a rank may still get worse", async () => {
    const key = testTournament({ endTime: inHours(5), registrationCloseTime: inHours(2) });
    await service.joinAll(key, ["ada", "bob"]);
    const [open] = await service.eliminate(key, "ada");
    await advance(key.gameId, 3);
    const [closed] = await service.eliminate(key, "bob");
    expect([open?.provisional, closed?.provisional]).toEqual([true, false]);
  });

  test("ends the timeline where it stands", async () => {
    const key = testTournament({ endTime: inHours(9) });
    await service.join(key, "ada");
    await advance(key.gameId, 4);
    const { points } = await service.entry.getTimeline({ ...key, buckets: 4 });
    expect(hoursAhead(points.at(-1)?.time)).toBe(4);
  });

  test("dates a leaderboard on which nothing has happened yet", async () => {
    const key = testTournament({ endTime: inHours(9), scoring: scoringMessage({}) });
    const asOf = async () => (await service.entry.readLeaderboard(key)).asOf;
    expect(await asOf()).toBeUndefined();
    await advance(key.gameId, 4);
    await service.join(key, "ada");
    expect(hoursAhead(await asOf())).toBe(4);
    await advance(key.gameId, 6);
    await service.eliminate(key, "ada");
    expect(hoursAhead(await asOf())).toBe(6);
  });

  test("dates a closed registration, also one that nobody opened", async () => {
    const { gameId } = testTournament();
    await advance(gameId, 6);
    const keys = [1, 2].map(() => testTournament({ gameId, endTime: inHours(9) }));
    await service.join(keys[0]!, "ada");
    for (const key of keys) await service.closeRegistration(key);
    const { rows } = await service.admin.query<{ test: boolean; hours: number }>(
      `SELECT test, round(extract(epoch FROM closed_at - now()) / 3600)::int AS hours
       FROM entry.registration WHERE game_id = $1`,
      [gameId],
    );
    expect(rows).toEqual([
      { test: true, hours: 6 },
      { test: true, hours: 6 },
    ]);
  });

  test.for([
    ["without scores", undefined],
    ["by scores", scoringMessage({})],
  ] as const)("dates what the end writes of a tournament %s", async ([, scoring]) => {
    const key = testTournament({ endTime: inHours(9), ...(scoring && { scoring }) });
    await service.joinAll(key, ["ada", "bob"]);
    await advance(key.gameId, 7);
    await service.closeRegistration(key);
    await service.freeze(key, { ada: 1, bob: 2 });
    const { entries } = await service.entry.listEntries(key);
    expect(entries.map(({ updateTimeMs }) => hoursFromNow(Number(updateTimeMs)))).toEqual([7, 7]);
    const { rows } = await service.admin.query<{ at: Date }>(
      "SELECT frozen_at AS at FROM entry.registration WHERE tournament_id = $1",
      [key.tournamentId],
    );
    expect(rows.map(({ at }) => hoursFromNow(Number(at)))).toEqual([7]);
  });

  test("is never turned back", async () => {
    const key = testTournament({ endTime: inHours(9) });
    for (const hours of [6, 3]) await advance(key.gameId, hours);
    expect(hoursAhead((await service.join(key, "ada")).joinTime)).toBe(6);
  });

  test("is refused to live, by the RPC and by the database itself", async () => {
    const key = service.newTournament();
    await service.join(key, "ada");
    expect(await refusal(advance(key.gameId, 3))).toBe("CLOCK_LIVE");
    const insert = service.admin.query(
      `INSERT INTO entry.test_clock (game_id, ahead) VALUES ($1, interval '3 hours')`,
      [key.gameId],
    );
    await expect(insert).rejects.toMatchObject({ constraint: "test_clock_of_test" });
    expect(hoursAhead((await service.join(key, "bob")).joinTime)).toBe(0);
  });

  test("does not reach a live row, even if somebody forced it into the table", async () => {
    const key = service.newTournament();
    await service.admin.query(
      `INSERT INTO entry.test_clock (game_id, ahead) VALUES ($1, interval '3 hours')`,
      [key.gameId],
    );
    expect(hoursAhead((await service.join(key, "ada")).joinTime)).toBe(0);
  });
});
