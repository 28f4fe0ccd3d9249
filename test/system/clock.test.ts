import { newId } from "@tms/kit/values/ids";
import { until } from "@tms/stack/until";
import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import { audit } from "../harness/audit.ts";
import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { created, published, reaches, settled } from "../harness/tournament.ts";
import { newEnvironments } from "./game.ts";

const HOUR_S = 3_600;
const HOUR_MS = HOUR_S * 1_000;

const clockOf = async (api: Api) => (await api.get("/clock")).body.clock;
const advance = (api: Api, body: object) => api.patch("/clock/advance", body);

/** Waits until so many advances are in an environment's log; returns them. */
const advances = (api: Api, count: number) =>
  until(
    async () => {
      const { events } = (await api.get("/event?types=clock.*")).body;
      return events.length >= count ? events : null;
    },
    { timeoutMs: 60_000, everyMs: 50, what: `${count} advances in the log` },
  );

describe("an advance of the clock", () => {
  test("ends an hour-long tournament and pays its winner before it is answered", async () => {
    const { testing: api } = await newEnvironments();
    const path = await published(api, { entryFee: 5 }, HOUR_MS);
    await joined(api, path, "ada", "bob");
    await api.patch(`${path}/eliminate`, { gamer: "bob" });
    const { status, body } = await advance(api, { bySeconds: HOUR_S });
    expect([status, body.clock.state]).toEqual([200, "ready"]);
    const { tournament } = (await api.get(path)).body;
    expect([tournament.status, tournament.winnersCount]).toEqual(["completed", 1]);
    expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(10);
    const { payouts } = await settled(api, path);
    const { data } = (await advances(api, 1))[0]!;
    expect(data).toEqual({ clock: { from: expect.any(String), to: expect.any(String) } });
    expect(payouts).toHaveLength(1);
    await audit(inject("adminUrl"));
  });

  test("gives fees back where too few have joined", async () => {
    const { testing: api } = await newEnvironments();
    const path = await published(api, { entryFee: 5, minEntries: 3 }, HOUR_MS);
    await joined(api, path, "ada");
    await advance(api, { bySeconds: HOUR_S });
    expect((await api.get(path)).body.tournament.status).toBe("cancelled");
    expect((await settled(api, path)).kind).toBe("refund");
  });

  test("decides and dates all that goes by time", async () => {
    const { testing: api } = await newEnvironments();
    await advance(api, { bySeconds: 48 * HOUR_S });
    const refused = await api.post("/tournament/create", {
      game: api.gameId,
      name: "Late",
      description: "",
      startTime: new Date().toISOString(),
      endTime: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
    });
    expect([refused.status, refused.body.code]).toEqual([400, "invalid_argument"]);
    const path = await published(api, { entryFee: 1 }, 72 * HOUR_MS);
    const { body } = await api.post(`${path}/join`, { gamer: "ada" });
    const { tournament } = (await api.get(path)).body;
    const { gamer } = (await api.get("/gamer/ada")).body as unknown as { gamer: DatedBody };
    const shown = [
      tournament.createdAt,
      tournament.updatedAt,
      body.entry.joinedAt,
      gamer.createdAt,
    ];
    const dayAfterNext = Date.now() + 47 * HOUR_MS;
    for (const moment of shown) expect(Date.parse(moment)).toBeGreaterThan(dayAfterNext);
    const events = await until(
      async () => {
        const found = (await api.get("/event?types=tournament.*,entry.*")).body.events;
        return found.length === 3 ? found : null;
      },
      { timeoutMs: 60_000, everyMs: 50, what: "three events" },
    );
    for (const event of events) {
      expect(event.test).toBe(true);
      expect(Date.parse(event.timestamp)).toBeGreaterThan(dayAfterNext);
    }
  });

  test("is one, to the latest moment, however many ask at once", async () => {
    const { testing: api } = await newEnvironments();
    const paths = await Promise.all(
      [1, 2, 3].map((hours) => published(api, { entryFee: 1 }, hours * HOUR_MS)),
    );
    await Promise.all(paths.map((path) => joined(api, path, "ada")));
    const moments = [1, 2, 3].map((hours) => new Date(Date.now() + hours * HOUR_MS + 1_000));
    const answers = await Promise.all(
      moments.flatMap((to) => [advance(api, { to }), advance(api, { to })]),
    );
    // Whoever comes late finds that the clock is there already, or further.
    for (const { status, body } of answers)
      expect([200, 202, "clock_backwards"]).toContain(status < 300 ? status : body.code);
    const clock = await until(
      async () => ((await clockOf(api)).state === "ready" ? await clockOf(api) : null),
      { timeoutMs: 60_000, everyMs: 20, what: "a clock that is ready" },
    );
    expect(Date.parse(clock.now)).toBeGreaterThanOrEqual(Number(moments[2]));
    expect(clock.aheadSeconds).toBeLessThan(3 * HOUR_S + 60);
    for (const path of paths)
      expect((await api.get(path)).body.tournament.status).toBe("completed");
  });

  test("is done once by one Idempotency-Key, and tells of it once", async () => {
    const { testing: api } = await newEnvironments();
    const options = { headers: { "idempotency-key": newId() } };
    for (const _ of [1, 2, 3])
      expect((await api.patch("/clock/advance", { bySeconds: HOUR_S }, options)).status).toBe(200);
    expect((await clockOf(api)).aheadSeconds).toBe(HOUR_S);
    expect(await advances(api, 1)).toHaveLength(1);
  });

  test("takes joins and eliminations that race it in, or refuses them, and loses none", async () => {
    const { testing: api } = await newEnvironments();
    const path = await published(api, { entryFee: 1 }, HOUR_MS);
    await joined(api, path, "first");
    const joins = Array.from({ length: 30 }, (_, index) =>
      api.post(`${path}/join`, { gamer: `g${index}` }),
    );
    const [advanced, ...answers] = await Promise.all([
      advance(api, { bySeconds: HOUR_S }),
      ...joins,
    ]);
    expect(advanced.status).toBe(200);
    const statuses = answers.map(({ status, body }) => (status === 201 ? "in" : body.code));
    const inside = statuses.filter((status) => status === "in").length + 1;
    expect(
      statuses.every((status) =>
        ["in", "tournament_ended", "tournament_not_published"].includes(status),
      ),
    ).toBe(true);
    const settlement = await settled(api, path);
    expect([settlement.entries, settlement.pool]).toEqual([inside, inside]);
    await audit(inject("adminUrl"));
  });
});

interface DatedBody {
  createdAt: string;
}

describe("no clock reaches live", () => {
  test("by any credential, name or way of saying it", async () => {
    const { live, testing } = await newEnvironments();
    const path = await published(live, { entryFee: 1 }, HOUR_MS);
    const before = (await live.get(path)).body;
    const named = { headers: { "x-game-id": live.gameId } };
    const tries = [
      await advance(live, { bySeconds: HOUR_S }),
      await advance(live, { to: new Date(Date.now() + HOUR_MS) }),
      await testing.patch("/clock/advance", { bySeconds: HOUR_S }, named),
      await live.patch(
        "/clock/advance",
        { bySeconds: HOUR_S },
        {
          headers: { "x-game-id": testing.gameId },
        },
      ),
    ];
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual([
      [409, "clock_live"],
      [409, "clock_live"],
      [400, "credentials_conflict"],
      [400, "credentials_conflict"],
    ]);
    expect((await advance(testing, { bySeconds: 2 * HOUR_S })).status).toBe(200);
    expect((await live.get(path)).body).toEqual(before);
    expect((await clockOf(live)).aheadSeconds).toBe(0);
    expect((await live.post(`${path}/join`, { gamer: "ada" })).status).toBe(201);
    // Nothing of the test environment is there for the live key, nor the other way.
    const own = await created(testing, {}, 3 * HOUR_MS);
    expect((await live.get(own)).status).toBe(404);
    expect((await testing.get(path)).status).toBe(404);
  });

  test("in the tables of any service, whoever writes to them", async () => {
    const { live } = await newEnvironments();
    const path = await published(live, { entryFee: 1 }, HOUR_MS);
    await joined(live, path, "ada");
    const db = new pg.Client({ connectionString: inject("adminUrl") });
    await db.connect();
    try {
      await expect(
        db.query(`INSERT INTO game.test_clock (game_id) VALUES ($1)`, [live.gameId]),
      ).rejects.toMatchObject({ code: "23503" });
      for (const service of ["tournament", "entry", "settlement"])
        await expect(
          db.query(
            `INSERT INTO ${service}.test_clock (game_id, ahead) VALUES ($1, interval '1 hour')`,
            [live.gameId],
          ),
        ).rejects.toMatchObject({ constraint: "test_clock_of_test" });
    } finally {
      await db.end();
    }
  });

  test("and shifts no settlement there, even as its test environment's goes on", async () => {
    const { live, testing } = await newEnvironments();
    const [real, played] = await Promise.all(
      [live, testing].map((api) => published(api, { entryFee: 1 }, HOUR_MS)),
    );
    await advance(testing, { bySeconds: 2 * HOUR_S });
    await reaches(testing, played!, "cancelled").catch(() => undefined);
    expect((await live.get(real!)).body.tournament.status).toBe("published");
    expect((await live.get(`${real}/settlement`)).body.settlement.state).toBe("scheduled");
  });
});
