import { Role } from "@tms/proto/tms/game/v1/member";
import type { Api } from "../harness/api.ts";
import { audit } from "../harness/audit.ts";
import { joined } from "../harness/gamers.ts";
import { created, published, settled } from "../harness/tournament.ts";
import { watchCalls } from "../world/actions.ts";
import { apiIn } from "../world/callers.ts";
import { describe, expect, test } from "../world/test.ts";

const HOUR_S = 3_600;
const HOUR_MS = HOUR_S * 1_000;

const clockOf = async (api: Api) => (await api.get("/clock")).body.clock;
const advance = (api: Api, body: object, headers = {}) =>
  api.patch("/clock/advance", body, { headers });
const advances = async (api: Api) => (await api.get("/event?types=clock.*")).body.events;

describe("an advance of the clock", () => {
  test("goes by a span or to a moment, and shows in the game", async ({ newTeam, live }) => {
    const team = await newTeam();
    const api = await apiIn(live.gateway, team.testing);
    for (const { now, ...rest } of [
      await clockOf(api),
      await clockOf(await apiIn(live.gateway, team.live)),
    ]) {
      expect(rest).toEqual({ aheadSeconds: 0, state: "ready", advancingTo: null });
      expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    }
    const { status, body } = await advance(api, { bySeconds: HOUR_S });
    expect([status, body.message]).toEqual([200, "Clock advanced successfully"]);
    expect(body.clock).toMatchObject({ state: "ready", advancingTo: null, aheadSeconds: HOUR_S });
    const to = new Date(Date.now() + 2 * HOUR_MS).toISOString();
    const { clock } = (await advance(api, { to })).body;
    expect(Date.parse(clock.now)).toBeGreaterThanOrEqual(Date.parse(to));
    const viewer = await team.member(Role.VIEWER);
    const one = await viewer.send("GET", `/game/${team.id}`);
    const list = await viewer.send("GET", "/game");
    for (const game of [one.body.game, list.body.games[0]]) {
      expect(game?.environments.live).toEqual({ id: team.live });
      expect(game?.environments.test.clock).toMatchObject({
        state: "ready",
        aheadSeconds: clock.aheadSeconds,
      });
    }
  });

  test("ends and settles tournaments before it responds", async ({ newEnvironments, live }) => {
    const { testing: api } = await newEnvironments();
    const path = await published(api, { entryFee: 5 }, HOUR_MS);
    const few = await published(api, { entryFee: 5, minEntries: 3 }, HOUR_MS);
    for (const one of [path, few]) await joined(api, one, "ada", "bob");
    await api.patch(`${path}/eliminate`, { gamer: "bob" });
    const { status, body } = await advance(api, { bySeconds: HOUR_S });
    expect([status, body.clock.state]).toEqual([200, "ready"]);
    const { tournament } = (await api.get(path)).body;
    expect([tournament.status, tournament.winnersCount]).toEqual(["completed", 1]);
    expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(10);
    expect((await settled(api, path)).payouts).toHaveLength(1);
    expect((await api.get(few)).body.tournament.status).toBe("cancelled");
    expect((await settled(api, few)).kind).toBe("refund");
    await expect.poll(() => advances(api)).toHaveLength(1);
    const [event] = await advances(api);
    expect(event?.data).toEqual({ clock: { from: expect.any(String), to: expect.any(String) } });
    await audit(live.database.adminUrl);
  });

  test("is answered with 202 while settlements take longer", async ({ newEnvironments, live }) => {
    const { testing: api } = await newEnvironments();
    const path = await published(api, { entryFee: 5 }, HOUR_MS);
    await joined(api, path, "ada");
    using silence = live.hold("BatchFreezeRanking");
    const to = new Date(Date.now() + 2 * HOUR_MS).toISOString();
    const { status, body } = await advance(api, { to });
    expect(status).toBe(202);
    expect(body.clock).toMatchObject({ state: "advancing", advancingTo: to });
    expect((await clockOf(api)).state).toBe("advancing");
    silence[Symbol.dispose]();
    await expect.poll(async () => (await clockOf(api)).state).toBe("ready");
  });

  test("is refused with anything but one span or moment", async ({ newEnvironments }) => {
    const { testing: api } = await newEnvironments();
    for (const body of [
      {},
      { to: "2030-05-01T18:00:00Z", bySeconds: 1 },
      { to: "tomorrow" },
      { bySeconds: 0 },
      { bySeconds: 1.5 },
      { bySeconds: 732 * 86_400 },
      { byHours: 1 },
    ]) {
      const answer = await advance(api, body);
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, "invalid_argument"]);
    }
  });
});

test("keeps clocks, credentials and names of test out of live", async ({
  newEnvironments,
  live: world,
}) => {
  const { live, testing } = await newEnvironments();
  const path = await published(live, { entryFee: 1 }, HOUR_MS);
  const before = (await live.get(path)).body;
  const tries = [
    await advance(live, { bySeconds: HOUR_S }),
    await advance(live, { to: new Date(Date.now() + HOUR_MS) }),
    await advance(testing, { bySeconds: HOUR_S }, { "x-game-id": live.gameId }),
    await advance(live, { bySeconds: HOUR_S }, { "x-game-id": testing.gameId }),
  ];
  expect(tries.map(({ status, body }) => [status, body.code])).toEqual([
    [409, "clock_live"],
    [409, "clock_live"],
    [400, "game_conflict"],
    [400, "game_conflict"],
  ]);
  expect((await advance(testing, { bySeconds: 2 * HOUR_S })).status).toBe(200);
  expect((await live.get(path)).body).toEqual(before);
  expect((await clockOf(live)).aheadSeconds).toBe(0);
  const calls = watchCalls(world, "BatchJoin");
  expect((await live.post(`${path}/join`, { gamer: "ada" })).status).toBe(201);
  expect(calls()).toHaveLength(1);
  expect((await live.get(`${path}/settlement`)).body.settlement.state).toBe("scheduled");
  const own = await created(testing, {}, 3 * HOUR_MS);
  expect((await live.get(own)).status).toBe(404);
  expect((await testing.get(path)).status).toBe(404);
});
