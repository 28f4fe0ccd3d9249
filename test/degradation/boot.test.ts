import { afterAll, beforeAll, expect, test } from "vitest";
import { administer } from "@tms/kit/database/admin";
import { TRUSTING } from "../harness/people.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { PROCESSES } from "@tms/stack/system/system";
import { until } from "@tms/stack/until";
import { everythingWorks } from "./everything.ts";
import { ownPostgres, type OwnServer } from "../harness/own-server.ts";
import { expectProbes, isAlive } from "./probes.ts";
import { makeFixture } from "./fixture.ts";

let postgres: OwnServer;
let system: TestSystem;
beforeAll(async () => {
  postgres = await ownPostgres();
  system = await startTestSystem({ adminUrl: postgres.url, env: TRUSTING });
});
afterAll(async () => {
  await system?.stop();
  await postgres?.remove();
});

const pids = () => PROCESSES.map((name) => system.processes.get(name)?.pid);

async function endAll(): Promise<void> {
  const running = [...system.processes.values()];
  for (const process of running) process.kill("SIGKILL");
  await Promise.all(running.map((process) => process.exited));
}

test("processes started before Postgres wait for it, and are ready when it comes", async () => {
  await endAll();
  await postgres.lose("killed");
  // Rejects when the process ends instead of waiting.
  const starts = Promise.all(PROCESSES.map((name) => system.restart(name)));
  try {
    await Promise.race([starts, Promise.all(PROCESSES.map((name) => isAlive(system, name)))]);
    await expectProbes(system, "postgres");
  } finally {
    await postgres.bringBack();
  }
  await starts;
  await everythingWorks(system);
});

test("each process is ready without those it calls", async () => {
  await endAll();
  // Callers first: whom they call is not there yet.
  for (const name of PROCESSES.toReversed()) await system.restart(name);
  await everythingWorks(system);
});

test("Postgres may restart beneath idle processes", async () => {
  const before = pids();
  await postgres.lose("killed");
  await postgres.bringBack();
  await everythingWorks(system);
  expect(pids()).toEqual(before);
});

test("connections may all be cut, as when a balancer fails over", async () => {
  const before = pids();
  await cutConnections();
  await everythingWorks(system);
  expect(pids()).toEqual(before);
});

test("a Postgres that became a standby refuses writes for a while, not for good", async () => {
  const { api } = await makeFixture(system);
  const deposit = () => api.post("/wallet/ada/deposit", { amount: 1 });
  const database = new URL(system.adminUrl).pathname.slice(1);
  await administer(system.adminUrl, `ALTER DATABASE ${database} SET ${STANDBY} = on`);
  try {
    await cutConnections();
    const refusal = await until(
      async () => {
        const answer = await deposit();
        return answer.status === 201 ? null : answer;
      },
      { timeoutMs: 60_000, what: "a write being refused" },
    );
    expect([refusal.status, refusal.body.code]).toEqual([503, "unavailable"]);
    expect((await api.get("/wallet/rich")).status).toBe(200);
  } finally {
    // The session that says so would itself be one that cannot write.
    const reset = `ALTER DATABASE ${database} RESET ${STANDBY}`;
    await administer(system.adminUrl, `BEGIN READ WRITE; ${reset}; COMMIT`);
  }
  // A connection made meanwhile cannot write either: it is given up when a write on it is refused.
  await until(async () => (await deposit()).status === 201, {
    timeoutMs: 60_000,
    what: "a write being accepted",
  });
  await cutConnections();
  await everythingWorks(system);
});

test("columns that the next release adds disturb no process of this one", async () => {
  // Their statements are prepared.
  await everythingWorks(system);
  await administer(system.adminUrl, ADD_COLUMNS);
  await everythingWorks(system);
});

const ADD_COLUMNS = `DO $$
  DECLARE name regclass;
  BEGIN
    FOR name IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text
      IN ('game', 'tournament', 'entry', 'wallet', 'settlement')
    LOOP EXECUTE format('ALTER TABLE %s ADD COLUMN added_later integer', name); END LOOP;
  END $$`;

const STANDBY = "default_transaction_read_only";

const cutConnections = () =>
  administer(
    system.adminUrl,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tms-%'",
  );
