import { registerFake } from "@tms/kit/testing/fake";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ConnectRouter } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { serveForTest, TEST_TOKEN, type TestService } from "@tms/kit/testing/serve";
import { testDatabase } from "@tms/kit/testing/database";
import { GameService, KeyMode, Payer, type CreateGameRequest } from "@tms/proto/tms/game/v1/game";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roleOf, SERVICES } from "../src/services.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const TOURNAMENT = newId();
const created: CreateGameRequest[] = [];
const retried: string[] = [];
let service: TestService;

beforeAll(async () => {
  service = await serveForTest(() => ({
    services: [GameService, SettlementService, IdentityService],
    routes,
    ready: async () => true,
  }));
});
afterAll(() => service.close());

/** Games and settlements as far as these tests look at them. */
function routes(router: ConnectRouter): void {
  registerFake(router, GameService, {
    createGame(request) {
      created.push(request);
      return { game: { id: newId() } };
    },
    // Two pages.
    listGames: ({ pageToken }) => ({
      games: [{ id: newId(), name: pageToken === "" ? "Chess" : "Go", creditLimitMinorUnits: 5n }],
      nextPageToken: pageToken === "" ? "next" : "",
    }),
    issueApiKey({ gameId, mode }) {
      if (mode === KeyMode.LIVE) throw new DomainError("API_KEY_LIMIT", "Two are live already.");
      return { apiKey: { id: newId(), gameId }, secret: "tms_test_secret" };
    },
    revokeApiKey: ({ apiKeyId }) => ({ apiKey: { id: apiKeyId, hint: "tms_live_abcd" } }),
    listApiKeys: () => ({ apiKeys: [{ id: newId(), hint: "tms_live_abcd" }] }),
  });
  registerFake(router, SettlementService, {
    listSettlements: ({ state }) => ({
      settlements: [{ tournamentId: TOURNAMENT, state, lastError: "no such pool" }],
    }),
    retrySettlement({ tournamentId }) {
      retried.push(tournamentId);
      return {};
    },
  });
  registerFake(router, IdentityService, {
    rotateSigningKey: () => ({ key: { id: TOURNAMENT, activeTime: { seconds: 0n } } }),
  });
}

/** Runs the command line as an operator does. */
async function tms(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const addresses = {
    GAME_URL: service.url,
    SETTLEMENT_URL: service.url,
    IDENTITY_URL: service.url,
  };
  const env = { ...process.env, ...addresses, CALLER_TOKEN: TEST_TOKEN };
  try {
    const result = await promisify(execFile)(process.execPath, [MAIN, ...args], { env });
    return { code: 0, ...result };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

describe("tms game", () => {
  test("creates a game and prints its id alone on standard output", async () => {
    const { code, stdout } = await tms("game", "create", "--name", "Chess");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(created.at(-1)).toMatchObject({
      name: "Chess",
      currency: { code: "USD", exponent: 2 },
      payer: Payer.GAME,
      platformFeeBps: 0,
    });
  });

  test("reads every option, the credit limit to the last unit", async () => {
    const options =
      "--currency GEMS --exponent 3 --payer wallet --credit-limit 9007199254740.991 --fee-bps 250";
    await tms("game", "create", "--name", "Go", ...options.split(" "));
    expect(created.at(-1)).toMatchObject({
      currency: { code: "GEMS", exponent: 3 },
      payer: Payer.WALLET,
      creditLimitMinorUnits: 9007199254740991n,
      platformFeeBps: 250,
    });
  });

  test("refuses a credit limit with more decimals than the currency", async () => {
    const before = created.length;
    const { code, stderr } = await tms("game", "create", "--name", "X", "--credit-limit", "1.005");
    expect(code).toBe(1);
    expect(stderr).toContain("at most 2 decimals");
    expect(created).toHaveLength(before);
  });

  test("lists all pages", async () => {
    const { stdout } = await tms("game", "list");
    expect(stdout).toMatch(/^ID[^]*Chess[^]*Go[^]*\n$/);
  });
});

describe("tms key", () => {
  test("prints the secret alone on standard output", async () => {
    const { stdout } = await tms("key", "issue", "--game", newId(), "--test");
    expect(stdout).toBe("tms_test_secret\n");
  });

  test("says why the service refused, without a stack", async () => {
    const { code, stderr } = await tms("key", "issue", "--game", newId());
    expect(code).toBe(1);
    expect(stderr).toBe("API_KEY_LIMIT: Two are live already.\n");
  });

  test("refuses an expiry without an offset", async () => {
    const args = ["key", "issue", "--game", newId(), "--expires", "2030-01-01T00:00:00"];
    expect((await tms(...args)).stderr).toContain("2030-01-31T12:00:00Z");
  });

  test("revokes and lists", async () => {
    const id = newId();
    expect((await tms("key", "revoke", id, "--game", newId())).stdout).toContain(`revoked ${id}`);
    expect((await tms("key", "list", "--game", newId())).stdout).toContain("tms_live_abcd…");
  });
});

test("tms signing-key rotate names the key that signs from now on", async () => {
  const { stdout } = await tms("signing-key", "rotate");
  expect(stdout).toBe(
    `key ${TOURNAMENT} signs since 1970-01-01T00:00:00.000Z; no earlier one is accepted\n`,
  );
});

describe("tms settlements", () => {
  test("lists those of a state, and retries one", async () => {
    const { stdout } = await tms("settlements", "--state", "dead");
    expect(stdout).toMatch(new RegExp(`${TOURNAMENT} .* dead .* no such pool`));
    expect(SettlementState.DEAD).toBe(5);
    await tms("settlement", "retry", TOURNAMENT);
    expect(retried).toEqual([TOURNAMENT]);
  });
});

describe("tms outbox", () => {
  test("lists what was given up or is overdue, and delivers it again", async () => {
    const database = await testDatabase();
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    const [dead, overdue, fresh] = [newId(), newId(), newId()];
    await admin.query(
      `INSERT INTO tournament.outbox (id, topic, payload, attempts, created_at, dead_at, last_error)
       VALUES ($1, 'settlement.refund', jsonb_build_object('tournamentId', $4::text), 7200, now(),
           now(), 'no such game'),
         ($2, 'settlement.schedule', '{}', 3, now() - interval '1 hour', NULL, 'away'),
         ($3, 'settlement.schedule', '{}', 0, now(), NULL, NULL)`,
      [dead, overdue, fresh, TOURNAMENT],
    );
    process.env["ADMIN_DATABASE_URL"] = database.adminUrl;
    const { stdout } = await tms("outbox");
    expect(stdout).toMatch(
      new RegExp(`${dead} +dead .*${TOURNAMENT} .*no such game\n${overdue} +overdue .*away\n$`),
    );
    expect(stdout).not.toContain(fresh);
    expect(await tms("outbox", "retry", dead)).toMatchObject({ code: 0 });
    const { rows } = await admin.query(
      `SELECT dead_at, attempts, due_at <= now() AS due FROM tournament.outbox WHERE id = $1`,
      [dead],
    );
    expect(rows).toEqual([{ dead_at: null, attempts: 0, due: true }]);
    const none = await tms("outbox", "retry", newId());
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no event .*\n$/),
    });
    delete process.env["ADMIN_DATABASE_URL"];
    await admin.end();
    await database.drop();
  });
});

describe("tms", () => {
  test("names every missing variable at once", async () => {
    const { code, stderr } = await tms("migrate");
    expect(code).toBe(1);
    expect(stderr).toContain("ADMIN_DATABASE_URL is missing");
    expect(stderr).toContain("SETTLEMENT_DATABASE_URL is missing");
  });

  test("audits with exit code 0 when clean and 1 when not", async () => {
    const database = await testDatabase();
    process.env["ADMIN_DATABASE_URL"] = database.adminUrl;
    expect(await tms("audit")).toMatchObject({ code: 0 });
    process.env["ADMIN_DATABASE_URL"] = database.urlFor("game");
    expect(await tms("audit")).toMatchObject({ code: 1 });
    delete process.env["ADMIN_DATABASE_URL"];
    await database.drop();
  });

  test("says in one line that Postgres is away, and not with which password", async () => {
    process.env["ADMIN_DATABASE_URL"] = `postgres://tms:hidden@127.0.0.1:${service.probePort}/tms`;
    const { port } = new URL(process.env["ADMIN_DATABASE_URL"]);
    const urls = new Map(
      SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, roleOf(name)] as const),
    );
    for (const [url, role] of urls)
      process.env[url] = `postgres://${role}:hidden@127.0.0.1:${port}/tms`;
    for (const command of ["audit", "outbox", "migrate"])
      expect(await tms(command)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          new RegExp(`^Postgres at 127.0.0.1:${port}/tms cannot be reached: [^\n]+\n$`),
        ),
      });
    for (const url of ["ADMIN_DATABASE_URL", ...urls.keys()]) delete process.env[url];
  });
});
