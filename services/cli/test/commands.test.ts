import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { newId } from "@tms/kit/values/ids";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { GameService, KeyScope, Mode, Payer } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { onTestFinished } from "vitest";
import { createTeam } from "../../../test/world/callers.ts";
import { routesOf } from "../../../test/world/world.ts";
import { served as gameServed } from "../../game/src/routes.ts";
import { roleOf, SERVICES } from "../src/services.ts";
import { describe, expect, runTms, test } from "./tms.ts";

const ID = /^[0-9a-f-]{36}\n$/;

describe("tms game", () => {
  test("creates a game and prints its id alone on standard output", async ({ world, tms }) => {
    const { code, stdout, stderr } = await tms("game create --name Chess");
    expect([code, stdout]).toEqual([0, expect.stringMatching(ID)]);
    const { game } = await world.game.getGame({ gameId: stdout.trim() });
    expect(stderr).toContain(`Test environment: ${game?.siblingId}. Game: ${game?.projectId}.\n`);
    expect(game).toMatchObject({
      name: "Chess",
      currency: { code: "USD", exponent: 2 },
      payer: Payer.GAME,
      platformFeeBps: 0,
    });
    expect(game?.creditLimitMinorUnits).toBeUndefined();
    const gameId = (await tms("game create --name Go --currency JPY")).stdout.trim();
    const { currency } = (await world.game.getGame({ gameId })).game ?? {};
    expect(currency).toMatchObject({ code: "JPY", exponent: 0 });
  });

  test("reads every option, the credit limit to the last unit", async ({ world, tms }) => {
    const { stdout } = await tms(
      "game create --name Go --currency GEMS --exponent 3 --payer wallet --credit-limit 9007199254740.991 --fee-bps 250",
    );
    expect((await world.game.getGame({ gameId: stdout.trim() })).game).toMatchObject({
      currency: { code: "GEMS", exponent: 3 },
      payer: Payer.WALLET,
      creditLimitMinorUnits: 9007199254740991n,
      platformFeeBps: 250,
    });
    expect((await tms("game list")).stdout).toMatch(/^ID[^]* Go +GEMS +wallet +9007199254740.991 /);
  });

  test("prints an invitation's link alone on standard output", async ({ world, tms, game }) => {
    const link = (url: string) => new RegExp(`^${url}/dashboard/invitation#token=\\S+\n$`);
    const invite = `game invite --game ${game.testGameId}`;
    expect((await tms(invite)).stdout).toMatch(link("http://127.0.0.1:8080"));
    await tms(`${invite} --email ada@example.com --role viewer`);
    const { rows } = await world.admin.query(
      `SELECT email, role FROM game.invitation JOIN game.game USING (project_id)
       WHERE game.id = $1 ORDER BY invitation.created_at`,
      [game.gameId],
    );
    expect(rows).toEqual([
      { email: "", role: "owner" },
      { email: "ada@example.com", role: "viewer" },
    ]);

    // A link to the operator's own machine is of no use in production.
    const production = { NODE_ENV: "production" };
    expect(await tms(invite, production)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("PUBLIC_URL is missing"),
    });
    const named = { ...production, PUBLIC_URL: "https://tournaments.example.com/" };
    expect((await tms(invite, named)).stdout).toMatch(link("https://tournaments.example.com"));
  });
});

describe("tms clock", () => {
  test("shows and advances the clock of a game's test environment", async ({ tms, game }) => {
    const clock = `clock --game ${game.gameId}`;
    expect((await tms(clock)).stdout).toMatch(/^The clock shows \S+, 0 s ahead of real time\.\n$/);
    expect((await tms(`${clock} --advance 2h`)).stdout).toContain(", 7200 s ahead of real time.\n");
    const to = new Date(Date.now() + 86_400_000).toISOString();
    expect((await tms(`${clock} --to ${to}`)).stdout).toContain(
      `The clock shows ${to.slice(0, 16)}`,
    );
    for (const wrong of ["--advance soon", "--to tomorrow", `--advance 2h --to ${to}`])
      expect(await tms(`${clock} ${wrong}`)).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("tms key", () => {
  test("issues a key, and prints only its secret on stdout", async ({ world, tms, game }) => {
    const issue = `key issue --game ${game.gameId}`;
    const key = await tms(
      `${issue} --name ci --scopes entries:write read --ip-ranges 10.0.0.0/8 2001:db8::1`,
    );
    expect(key.stdout).toMatch(/^tms_live_\w+\n$/);
    const { apiKeys } = await world.game.listApiKeys({ gameId: game.gameId });
    expect(apiKeys).toMatchObject([{ name: "ci", ipRanges: ["10.0.0.0/8", "2001:db8::1/128"] }]);
    expect(new Set(apiKeys[0]?.scopes)).toEqual(new Set([KeyScope.READ, KeyScope.ENTRIES_WRITE]));
    expect((await tms(`${issue} --test`)).stdout).toMatch(/^tms_test_\w+\n$/);
    expect((await tms(`${issue} --scopes everything`)).stderr).toContain("tournaments:write");
    expect((await tms(`${issue} --expires 2030-01-01T00:00:00`)).stderr).toContain(
      "2030-01-31T12:00:00Z",
    );
  });

  test("rolls, lists and revokes a key", async ({ world, tms, game }) => {
    const { gameId } = game;
    await tms(`key issue --game ${gameId}`);
    const [key] = (await world.game.listApiKeys({ gameId })).apiKeys;
    const roll = await tms(`key roll ${key?.id} --game ${gameId} --grace 1h`);
    expect(roll.stdout).toMatch(/^tms_live_\w+\n$/);
    expect(roll.stderr).toMatch(new RegExp(`The old key ${key?.id} works until 2\\d{3}-`));
    expect((await tms(`key list --game ${gameId}`)).stdout).toMatch(
      new RegExp(`^ID[^]*\n${key?.id} +default +${key?.hint}… +rolling `),
    );
    const revoke = `key revoke ${key?.id} --game ${gameId}`;
    expect((await tms(revoke)).stdout).toContain(
      `The key ${key?.id} (${key?.hint}…) was revoked at `,
    );
  });
});

test("says why a service refused, without a stack", async ({ tms }) => {
  expect(await tms(`key issue --game ${newId()}`)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^GAME_NOT_FOUND: [^\n]+\n$/),
  });
});

test("says in one line why a service cannot be reached", async ({ tms }) => {
  const { code, stderr } = await tms("game list", { GAME_URL: "http://127.0.0.1:1" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^UNAVAILABLE: .+: connect ECONNREFUSED 127\.0\.0\.1:1\n$/);
});

test("names the new signing key", async ({ world, tms }) => {
  const { stdout } = await tms("signing-key rotate");
  const { rows } = await world.admin.query(
    "SELECT id, active_at FROM identity.signing_key ORDER BY active_at DESC LIMIT 1",
  );
  expect(stdout).toBe(
    `The key ${rows[0].id} has signed access tokens since ${rows[0].active_at.toISOString()}. Earlier keys are no longer accepted.\n`,
  );
});

test("lists the settlements of a state, and retries one", async ({ world, tms }) => {
  const id = newId();
  await world.admin.query(
    `INSERT INTO settlement.settlement (tournament_id, game_id, kind, due_at, run_at, dead_at, last_error)
     VALUES ($1, $1, 'payout', now(), now(), now(), 'no such pool')`,
    [id],
  );
  const settlements = "settlements --state dead";
  expect((await tms(settlements)).stdout).toMatch(
    new RegExp(`${id} +payout +dead .* no such pool`),
  );
  expect((await tms(`settlement retry ${id}`)).code).toBe(0);
  expect((await tms(settlements)).stdout).not.toContain(id);
  expect(world.wakeups).toContainEqual(expect.objectContaining({ tournamentId: id }));
});

describe("tms outbox", () => {
  test("lists dead before late messages, and delivers one again", async ({ world, tms }) => {
    const [tournamentId, gameId] = [newId(), newId()];
    const services = [
      ["tournament", { tournamentId }, `tournament ${tournamentId}`],
      ["events", { gameId, url: "https://example.com" }, `game ${gameId}`],
      ["identity", { to: "ada@example.com", sealed: "x" }, "-"],
    ] as const;
    const staged = services.map(([service, payload, about]) => {
      return { service, payload, about, dead: newId(), overdue: newId(), fresh: newId() };
    });
    for (const { service, payload, dead, overdue, fresh } of staged)
      await world.admin.query(
        `INSERT INTO ${service}.outbox (id, topic, payload, attempts, created_at, dead_at, last_error)
         VALUES ($1, 'given-up', $4, 7200, now(), now(), 'no such thing'),
           ($2, 'late', '{}', 3, now() - interval '1 hour', NULL, 'away'),
           ($3, 'new', '{}', 0, now(), NULL, NULL)`,
        [dead, overdue, fresh, payload],
      );
    const { stdout } = await tms("outbox");
    for (const { service, about, dead, overdue, fresh } of staged) {
      const line = (id: string) => stdout.split("\n").find((text) => text.startsWith(id));
      expect(line(dead)).toMatch(
        new RegExp(`^${dead} +${service} +dead +given-up +${about} +7200 .*no such thing$`),
      );
      expect(line(overdue)).toMatch(new RegExp(`^${overdue} +${service} +overdue .*away$`));
      expect(stdout).not.toContain(fresh);
    }
    expect(stdout).not.toContain("ada@");
    expect(stdout.lastIndexOf(" dead ")).toBeLessThan(stdout.indexOf(" overdue "));

    for (const { service, dead } of staged) {
      expect(await tms(`outbox retry ${dead}`)).toMatchObject({
        code: 0,
        stdout: `The ${service} service will deliver the message ${dead} again.\n`,
      });
      const { rows } = await world.admin.query(
        `SELECT dead_at, attempts, due_at <= now() AS due FROM ${service}.outbox WHERE id = $1`,
        [dead],
      );
      expect(rows).toEqual([{ dead_at: null, attempts: 0, due: true }]);
      await world.admin.query(`DELETE FROM ${service}.outbox`);
    }
  });
});

/** Serves a port at another one. Refuses connections in the first second, as network policies do. */
async function frontOf(port: number): Promise<number> {
  let opensAt: number | undefined;
  const front = createServer((caller) => {
    opensAt ??= performance.now() + 1_000;
    if (performance.now() < opensAt) return void caller.destroy();
    const service = connect(port, "127.0.0.1");
    caller.pipe(service).pipe(caller);
    for (const socket of [caller, service]) socket.on("error", () => undefined);
  });
  front.listen(0, "127.0.0.1");
  onTestFinished(() => void front.close());
  await once(front, "listening");
  return (front.address() as AddressInfo).port;
}

test("plays tournaments of one game, and leaves no key that works", async ({ live }) => {
  // A person's game of the same name is not used.
  const team = await createTeam(live.gateway, { name: "Smoke test" });
  const service = await serveForTest(() => ({
    services: [GameService, MemberService],
    routes: routesOf(gameServed, live.contexts.game),
    ready: async () => true,
  }));
  onTestFinished(() => service.close());
  const GAME_URL = `http://127.0.0.1:${await frontOf(service.port)}`;
  const env = { GAME_URL, CALLER_TOKEN: TEST_TOKEN, GATEWAY_URL: live.gateway.url };
  for (const _ of ["first", "second"])
    expect(await runTms(env, ["smoke-test"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("The prizes are paid: ada 4.5, bob 3.\n"),
    });
  const { games } = await live.game.listGames({ pageSize: 1000 });
  const [game, ...others] = games.filter(
    ({ name, mode, projectId }) =>
      name === "Smoke test" && mode === Mode.TEST && projectId !== team.id,
  );
  expect(others).toEqual([]);
  const { apiKeys } = await live.game.listApiKeys({ gameId: game?.id ?? "" });
  expect(apiKeys.map((key) => key.revokeTime && key.expireTime && 1)).toEqual([1, 1]);
});

describe("settings", () => {
  test("names every missing variable at once", async () => {
    const { code, stderr } = await runTms({}, ["migrate"]);
    expect(code).toBe(1);
    expect(stderr).toContain("ADMIN_DATABASE_URL is missing");
    expect(stderr).toContain("SETTLEMENT_DATABASE_URL is missing");
  });

  test("audits with exit code 0 when clean and 1 when not", async ({ world, tms }) => {
    expect(await tms("audit")).toMatchObject({ code: 0 });
    const url = world.database.urlFor("game");
    expect(await tms("audit", { ADMIN_DATABASE_URL: url })).toMatchObject({ code: 1 });
  });

  test("says in one line that Postgres is away, and not with which password", async ({ tms }) => {
    const urlOf = (role: string) => `postgres://${role}:hidden@127.0.0.1:1/tms`;
    const urls = SERVICES.map((name) => [
      `${name.toUpperCase()}_DATABASE_URL`,
      urlOf(roleOf(name)),
    ]);
    const env = { ...Object.fromEntries(urls), ADMIN_DATABASE_URL: urlOf("tms") };
    for (const command of ["audit", "outbox", "migrate"])
      expect(await tms(command, env)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^Postgres at 127.0.0.1:1\/tms cannot be reached: [^\n]+\n$/),
      });
  });
});
