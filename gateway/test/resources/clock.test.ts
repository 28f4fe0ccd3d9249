import { newId } from "@tms/kit/values/ids";
import { Mode } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.close());
beforeEach(() => void (gateway.fakes.clocks.stuck = false));

const HOUR_S = 3_600;

/** The backend of an environment of its own. */
function newEnvironment(mode: Mode = Mode.TEST) {
  const { game, key } = gateway.fakes.games.add({ mode });
  const send = (method: string, path: string, body?: object, headers: object = {}) =>
    gateway.send(method, path, body, { "x-api-key": key, ...headers });
  return {
    game,
    read: () => send("GET", "/clock"),
    advance: (body: object, headers?: object) => send("PATCH", "/clock/advance", body, headers),
  };
}

describe("the clock of an environment", () => {
  test("is real time at first, in test and in live", async () => {
    for (const mode of [Mode.TEST, Mode.LIVE]) {
      const { status, body } = await newEnvironment(mode).read();
      expect(status).toBe(200);
      const { now, ...rest } = body.clock;
      expect(rest).toEqual({ aheadSeconds: 0, state: "ready", advancingTo: null });
      expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(5_000);
    }
  });

  test("is advanced by a span, or to a moment, and answered when it is there", async () => {
    const { read, advance } = newEnvironment();
    const { status, body } = await advance({ bySeconds: HOUR_S });
    expect([status, body.message]).toEqual([200, "Clock advanced successfully"]);
    expect(body.clock).toMatchObject({ state: "ready", advancingTo: null });
    expect(body.clock.aheadSeconds).toBeCloseTo(HOUR_S, 0);
    const to = new Date(Date.now() + 2 * HOUR_S * 1_000).toISOString();
    expect((await advance({ to })).body.clock.aheadSeconds).toBeCloseTo(2 * HOUR_S, 0);
    expect((await read()).body.clock.aheadSeconds).toBeCloseTo(2 * HOUR_S, 0);
  });

  test("says that it is advancing after ten seconds", async () => {
    const { read, advance } = newEnvironment();
    gateway.fakes.clocks.stuck = true;
    const startedAt = performance.now();
    const to = new Date(Date.now() + HOUR_S * 1_000).toISOString();
    const { status, body } = await advance({ to });
    expect(status).toBe(202);
    // A busy machine only makes it longer.
    expect(performance.now() - startedAt).toBeGreaterThan(9_900);
    expect(body.clock).toMatchObject({ state: "advancing", advancingTo: to });
    expect((await read()).body.clock.state).toBe("advancing");
  });

  test("goes once by one Idempotency-Key", async () => {
    const { advance } = newEnvironment();
    const headers = { "idempotency-key": newId() };
    const first = await advance({ bySeconds: HOUR_S }, headers);
    const repeated = await advance({ bySeconds: HOUR_S }, headers);
    expect(repeated.body).toEqual(first.body);
  });

  test.for([
    ["clock_live", { bySeconds: 1 }, Mode.LIVE],
    ["clock_backwards", { to: "2020-01-01T00:00:00Z" }, Mode.TEST],
    ["clock_too_far", { to: "2090-01-01T00:00:00Z" }, Mode.TEST],
  ] as const)("answers %s with 409", async ([code, body, mode]) => {
    const answer = await newEnvironment(mode).advance(body);
    expect([answer.status, answer.body.code]).toEqual([409, code]);
  });

  test.for([
    {},
    { to: "2030-05-01T18:00:00Z", bySeconds: 1 },
    { to: "tomorrow" },
    { bySeconds: 0 },
    { bySeconds: 1.5 },
    { bySeconds: 732 * 86_400 },
    { byHours: 1 },
  ])("refuses %o as invalid", async (body) => {
    const answer = await newEnvironment().advance(body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_argument"]);
  });

  test("shows in the game, whoever reads it", async () => {
    const { game, advance } = newEnvironment();
    await advance({ bySeconds: HOUR_S });
    const { identity, members } = gateway.fakes;
    const person = await identity.add();
    members.add(person.userId, game, Role.VIEWER);
    const headers = { authorization: `Bearer ${person.accessToken}` };
    const one = await gateway.raw("GET", `/game/${game.projectId}`, undefined, headers);
    const list = await gateway.raw("GET", "/game", undefined, headers);
    for (const shown of [one.body.game, list.body.games[0]]) {
      // The fake shows the environment that it made first in the place of the live one.
      expect(shown?.environments.live).toEqual({ id: expect.any(String) });
      expect(shown?.environments.test.clock.state).toBe("ready");
      expect(shown?.environments.test.clock.aheadSeconds).toBeCloseTo(HOUR_S, 0);
    }
  });

  test("makes gamers of a test environment by it, and says so to nobody else", async () => {
    const { game } = newEnvironment();
    const key = gateway.fakes.games.addKey(game);
    await gateway.send("POST", "/gamer/create", { handle: "ada" }, { "x-api-key": key });
    const call = gateway.fakes.calls.findLast(({ rpc }) => rpc === "CreateGamer");
    expect(call?.request).toMatchObject({ gameId: game.id, test: true });
  });
});
