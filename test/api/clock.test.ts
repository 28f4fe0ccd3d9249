import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import type { Api } from "../harness/api.ts";
import { audit } from "../harness/audit.ts";
import type { EventBody } from "../harness/bodies.ts";
import { passDays, publishDay, publishDays } from "../harness/daily.ts";
import { joined } from "../harness/gamers.ts";
import { created, published, reaches, settled } from "../harness/tournament.ts";
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

  test("ends a tournament and pays its winner before it is answered", async ({
    newEnvironments,
    live,
  }) => {
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

  test("decides and dates all that goes by time", async ({ newEnvironments }) => {
    const { testing: api } = await newEnvironments();
    await advance(api, { bySeconds: 48 * HOUR_S });
    const terms = { game: api.gameId, name: "Late", description: "" };
    const refused = await api.post("/tournament/create", {
      ...terms,
      startTime: new Date().toISOString(),
      endTime: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
    });
    expect([refused.status, refused.body.code]).toEqual([400, "invalid_argument"]);
    const path = await published(api, { entryFee: 1 }, 72 * HOUR_MS);
    const { body } = await api.post(`${path}/join`, { gamer: "ada" });
    const { tournament } = (await api.get(path)).body;
    const { gamer } = (await api.get("/gamer/ada")).body;
    const told = async () => (await api.get("/event?types=tournament.*,entry.*")).body.events;
    await expect.poll(told).toHaveLength(3);
    const events = await told();
    for (const moment of [
      tournament.createdAt,
      tournament.updatedAt,
      body.entry.joinedAt,
      gamer.createdAt,
      ...events.map(({ timestamp }) => timestamp),
    ])
      expect(Date.parse(moment)).toBeGreaterThan(Date.now() + 47 * HOUR_MS);
    expect(events.map(({ test: isTest }) => isTest)).toEqual([true, true, true]);
  });

  test("goes to the latest moment if many ask at once", async ({ newEnvironments }) => {
    const { testing: api } = await newEnvironments();
    const hours = [1, 2, 3];
    const paths = await Promise.all(
      hours.map((hour) => published(api, { entryFee: 1 }, hour * HOUR_MS)),
    );
    await Promise.all(paths.map((path) => joined(api, path, "ada")));
    const moments = hours.map((hour) => new Date(Date.now() + hour * HOUR_MS + 1_000));
    const answers = await Promise.all(
      moments.flatMap((to) => [advance(api, { to }), advance(api, { to })]),
    );
    // A late request may find that the clock is there already, or further.
    for (const { status, body } of answers)
      expect([200, 202, "clock_backwards"]).toContain(status < 300 ? status : body.code);
    await expect.poll(async () => (await clockOf(api)).state).toBe("ready");
    const clock = await clockOf(api);
    expect(Date.parse(clock.now)).toBeGreaterThanOrEqual(Number(moments[2]));
    expect(clock.aheadSeconds).toBeLessThan(3 * HOUR_S + 60);
    for (const path of paths)
      expect((await api.get(path)).body.tournament.status).toBe("completed");
  });

  test("happens once per Idempotency-Key, and is told once", async ({ newEnvironments }) => {
    const { testing: api } = await newEnvironments();
    const key = { "idempotency-key": newId() };
    for (const _ of [1, 2, 3])
      expect((await advance(api, { bySeconds: HOUR_S }, key)).status).toBe(200);
    expect((await clockOf(api)).aheadSeconds).toBe(HOUR_S);
    await expect.poll(() => advances(api)).toHaveLength(1);
  });

  test("takes in or refuses each join that races with it", async ({ newEnvironments, live }) => {
    const { testing: api } = await newEnvironments();
    const path = await published(api, { entryFee: 1 }, HOUR_MS);
    await joined(api, path, "first");
    const joins = Array.from({ length: 30 }, (_, n) =>
      api.post(`${path}/join`, { gamer: `g${n}` }),
    );
    const [advanced, ...answers] = await Promise.all([
      advance(api, { bySeconds: HOUR_S }),
      ...joins,
    ]);
    expect(advanced.status).toBe(200);
    const codes = answers.map(({ status, body }) => (status === 201 ? "in" : body.code));
    expect(["in", "tournament_ended", "tournament_not_published"]).toEqual(
      expect.arrayContaining([...new Set(codes)]),
    );
    const inside = codes.filter((code) => code === "in").length + 1;
    const settlement = await settled(api, path);
    expect([settlement.entries, settlement.pool]).toEqual([inside, inside]);
    await audit(live.database.adminUrl);
  });

  test.for([
    ["clock_live", { bySeconds: 1 }, "live"],
    ["clock_backwards", { to: "2020-01-01T00:00:00Z" }, "testing"],
    ["clock_too_far", { to: "2090-01-01T00:00:00Z" }, "testing"],
  ] as const)("is refused as %s", async ([code, body, environment], { newEnvironments }) => {
    const answer = await advance((await newEnvironments())[environment], body);
    expect([answer.status, answer.body.code]).toEqual([409, code]);
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

describe("the live environment", () => {
  test("is reached by no clock, credential or name", async ({ newEnvironments, live: world }) => {
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

  test("has no clock in any table", async ({ newEnvironments, live: { admin } }) => {
    const { live } = await newEnvironments();
    const path = await published(live, { entryFee: 1 }, HOUR_MS);
    await joined(live, path, "ada");
    await expect(
      admin.query("INSERT INTO game.test_clock (game_id) VALUES ($1)", [live.gameId]),
    ).rejects.toMatchObject({ code: "23503" });
    for (const service of ["tournament", "entry", "settlement"])
      await expect(
        admin.query(
          `INSERT INTO ${service}.test_clock (game_id, ahead) VALUES ($1, interval '1 hour')`,
          [live.gameId],
        ),
      ).rejects.toMatchObject({ constraint: "test_clock_of_test" });
  });
});

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
type Data = Partial<
  Record<"tournament" | "entry" | "settlement" | "payout", Record<string, unknown>>
>;

/** Waits for so many events of tournaments. Returns them by tournament. */
async function lives(api: Api, count: number): Promise<EventBody[][]> {
  const events: EventBody[] = [];
  let after = 0;
  const read = async () => {
    const types = "tournament.*,entry.*,settlement.*,payout.*,refund.*";
    const { body } = await api.get(`/event?after=${after}&types=${types}&limit=1000`);
    events.push(...body.events);
    after = body.nextAfter;
    return events.length;
  };
  await expect.poll(read).toBeGreaterThanOrEqual(count);
  const tournamentOf = ({ data }: EventBody) => {
    const { tournament, entry, settlement, payout } = data as Data;
    const { id = entry?.["tournament"] } = tournament ?? {};
    return String(id ?? settlement?.["tournament"] ?? payout?.["tournament"]);
  };
  return [...Map.groupBy(events, tournamentOf).values()];
}

/** Returns events without ids and sequences. Each moment is replaced by the nearest: start or end. */
function toldBy(events: readonly EventBody[]): string[] {
  const { startTime, endTime } = ((events[0]?.data ?? {}) as Data).tournament ?? {};
  const [start, end] = [Date.parse(String(startTime)), Date.parse(String(endTime))];
  const nearest = (moment: string) => {
    const at = Date.parse(moment);
    return Math.abs(at - start) < Math.abs(at - end) ? "start" : "end";
  };
  const plain = events.map((event) => JSON.stringify({ ...event, sequence: 0, test: true }));
  return plain.map((text) => text.replaceAll(ID, "id").replaceAll(MOMENT, nearest)).toSorted();
}

test("a week of daily tournaments by the clock has the events of a real day", async ({
  newEnvironments,
}) => {
  const days = 7;
  const { live, testing } = await newEnvironments({ platformFeeBps: 500 });
  const now = Date.now();
  const waited = await publishDay(live, { from: now, until: now + 4_000 });
  await reaches(live, waited, "completed");
  await passDays(testing, await publishDays(testing, days));
  const [expected = []] = await lives(live, 11);
  const told = toldBy(expected);
  expect(told).toHaveLength(11);
  const played = await lives(testing, days * told.length);
  expect(played).toHaveLength(days);
  for (const day of played) expect(toldBy(day)).toEqual(told);
});
