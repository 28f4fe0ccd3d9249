import { administer } from "@tms/kit/database/admin";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { findRedis } from "@tms/stack/servers/redis";
import { PROCESSES } from "@tms/stack/system/system";
import { expect, test as base } from "vitest";
import { makeFixture } from "../fixture.ts";
import { gameIn } from "../harness/game.ts";
import { losableService, WAYS, type Losable } from "../harness/losable.ts";
import { ownPostgres, ownRedis, type OwnServer } from "../harness/own-server.ts";
import { bearer, joinTeam, newPerson, TRUSTING } from "../harness/people.ts";
import { sample } from "../harness/sample.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { PARTS, type Part } from "../operations.ts";
import { everythingWorks, expectProblem, expectProbes, isAlive, lose, waitFor } from "./losses.ts";

/** A system with a Postgres of its own, and a Redis of its own where Redis is installed. */
interface OwnSystem extends TestSystem {
  postgres: OwnServer;
  redis: OwnServer | undefined;
}

const test = base
  .extend("postgres", { scope: "file" }, async ({}, { onCleanup }) => {
    const postgres = await ownPostgres();
    onCleanup(() => postgres.remove());
    return postgres;
  })
  .extend("redis", { scope: "file" }, async ({}, { onCleanup }) => {
    const binary = await findRedis();
    const redis = binary === null ? undefined : await ownRedis(binary);
    onCleanup(async () => await redis?.remove());
    return redis;
  })
  .extend("system", { scope: "file" }, async ({ postgres, redis }, { onCleanup }) => {
    const redisUrl = redis?.url ?? null;
    const system = await startTestSystem({ adminUrl: postgres.url, redisUrl, env: TRUSTING });
    onCleanup(() => system.stop());
    return { ...system, postgres, redis };
  });

function partOf(system: OwnSystem, part: Part): Losable | undefined {
  if (part === "postgres") return system.postgres;
  return part === "redis" ? system.redis : losableService(system, part);
}

const LOSSES = PARTS.flatMap((part) => WAYS.map((way) => ({ part, way })));

test.for(sample(LOSSES, 2))(
  "refuses only what needs $part while it is $way",
  async ({ part, way }, { system, skip }) => {
    const lost = partOf(system, part);
    if (lost === undefined) return skip("Redis is not installed");
    await lose(system, lost, part, way);
  },
);

async function killAll(system: TestSystem): Promise<void> {
  const running = [...system.processes.values()];
  for (const process of running) process.kill("SIGKILL");
  await Promise.all(running.map((process) => process.exited));
}

const cutConnections = ({ adminUrl }: TestSystem) =>
  administer(
    adminUrl,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tms-%'",
  );

const ADD_COLUMNS = `DO $$
  DECLARE name regclass;
  BEGIN
    FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text
      IN ('game', 'tournament', 'entry', 'wallet', 'settlement')
    LOOP EXECUTE format('ALTER TABLE %s ADD COLUMN IF NOT EXISTS added_later integer', name);
    END LOOP;
  END $$`;

/** Outages of more than one part, or of a part before it is needed. */
const OUTAGES: Readonly<Record<string, (system: OwnSystem) => Promise<void>>> = {
  async "starts processes before Postgres, which wait for it"(system) {
    await killAll(system);
    await system.postgres.lose("killed");
    // Rejects if a process ends instead of waiting.
    const starts = Promise.all(PROCESSES.map((name) => system.restart(name)));
    try {
      await Promise.race([starts, Promise.all(PROCESSES.map((name) => isAlive(system, name)))]);
      await expectProbes(system, "postgres");
    } finally {
      await system.postgres.bringBack();
    }
    await starts;
    await everythingWorks(system);
  },

  async "makes processes ready without the services that they call"(system) {
    await killAll(system);
    // Callers start first.
    for (const name of PROCESSES.toReversed()) await system.restart(name);
    await everythingWorks(system);
  },

  async "refuses writes while Postgres is a standby, and accepts them afterwards"(system) {
    const { api } = await makeFixture(system);
    const deposit = () => api.post("/wallet/ada/deposit", { amount: 1 });
    const database = new URL(system.adminUrl).pathname.slice(1);
    const standby = "default_transaction_read_only";
    await administer(system.adminUrl, `ALTER DATABASE ${database} SET ${standby} = on`);
    try {
      await cutConnections(system);
      const refusal = await waitFor("a write being refused", async () => {
        const answer = await deposit();
        return answer.status === 201 ? null : answer;
      });
      expect([refusal.status, refusal.body.code]).toEqual([503, "unavailable"]);
      expect((await api.get("/wallet/rich")).status).toBe(200);
      await expectProbes(system, "postgres");
    } finally {
      // The session itself is one that cannot write.
      const reset = `ALTER DATABASE ${database} RESET ${standby}`;
      await administer(system.adminUrl, `BEGIN READ WRITE; ${reset}; COMMIT`);
    }
    // A connection of that time cannot write either. It is closed when a write on it is refused.
    await waitFor("a write being accepted", async () => (await deposit()).status === 201);
    await cutConnections(system);
    await everythingWorks(system);
  },

  async "works with columns that the next release adds"(system) {
    // Prepares all statements.
    await everythingWorks(system);
    await administer(system.adminUrl, ADD_COLUMNS);
    await everythingWorks(system);
  },

  async "starts processes before Redis, which use it when it comes"(system) {
    const { redis } = system;
    if (redis === undefined) return;
    await redis.lose("killed");
    try {
      for (const name of ["settlement", "gateway"] as const) {
        await system.processes.get(name)?.stop();
        await system.restart(name);
      }
      await everythingWorks(system);
    } finally {
      await redis.bringBack();
    }
    const { api, answered } = await makeFixture(system);
    const { key, gamer, amount } = answered;
    const headers = { "idempotency-key": key };
    const repeat = () => api.post(`/wallet/${gamer}/deposit`, { amount }, { headers });
    // Only an answer that Redis kept has this header.
    await waitFor(
      "an answer being kept in Redis",
      async () => (await repeat()).headers.get("idempotency-replayed") === "true",
    );
  },

  "accepts a known token for a while without identity": (system) => keepsToken(system, "identity"),

  "accepts a known token for a while without game": (system) => keepsToken(system, "game"),
};

test.for(sample(Object.keys(OUTAGES), 2))("%s", async (name, { system }) => {
  await OUTAGES[name]?.(system);
});

/** Takes a service away that confirms tokens: a known token works for a while, a key all the time. */
async function keepsToken(system: OwnSystem, name: "identity" | "game"): Promise<void> {
  const api = await gameIn(system);
  // The gateway may know signing keys of earlier, but not the key that signs this token.
  const identity = connectTo(IdentityService, system.urls.identity, system.token);
  await identity.rotateSigningKey({ requestId: newId() });
  const person = await newPerson(system.gatewayUrl);
  await joinTeam(system, api.gameId, { userId: person.id, role: Role.OWNER });
  const auth = { ...bearer(person), "x-game-id": api.gameId };
  const read = () => api.get("/tournament", { auth });
  const works = async () => (await read()).status === 200;
  await waitFor("a new token being accepted", works);
  expect((await api.get("/wallet/ada")).status).toBe(404);
  const service = losableService(system, name);
  await service.lose("killed");
  try {
    expect(await works()).toBe(true);
    const refusal = await waitFor("the refusal of a token that no service confirms", async () => {
      const answer = await read();
      return answer.status === 200 ? null : answer;
    });
    expectProblem(refusal);
    expect(refusal.status).toBe(503);
    expect((await api.post("/wallet/ada/deposit", { amount: 1 })).status).toBe(201);
  } finally {
    await service.bringBack();
  }
  await waitFor("the token working again", works);
}
