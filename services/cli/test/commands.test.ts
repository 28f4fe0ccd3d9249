import { registerFake } from "@tms/kit/testing/fake";
import type { ConnectRouter } from "@connectrpc/connect";
import { newId } from "@tms/kit/values/ids";
import { serveForTest, type TestService } from "@tms/kit/testing/serve";
import { testDatabase } from "@tms/kit/testing/database";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roleOf, SERVICES } from "../src/services.ts";
import { runTms } from "./run-tms.ts";

const TOURNAMENT = newId();
const retried: string[] = [];
let service: TestService;

beforeAll(async () => {
  service = await serveForTest(() => ({
    services: [SettlementService, IdentityService],
    routes,
    ready: async () => true,
  }));
});
afterAll(() => service.close());

/** Settlements and keys as far as these tests look at them. */
function routes(router: ConnectRouter): void {
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

const tms = (...args: string[]) => runTms(service.url, args);

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
