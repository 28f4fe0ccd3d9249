import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLogger } from "@tms/kit/process/log";
import type { Db } from "@tms/kit/database/handle";
import { createRelay, stage } from "@tms/kit/database/outbox";
import { outboxBacklog } from "@tms/kit/metrics/backlog";
import { addMetrics } from "@tms/kit/metrics/registry";
import { testMetrics } from "@tms/kit/testing/serve";
import { startDatabase } from "./database.ts";

let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ db, drop } = await startDatabase());
});
afterAll(() => drop?.());
beforeEach(() => db.$client.query(`DELETE FROM outbox`));

const HOUR_S = 3_600;

/** What the metrics say now. */
async function told() {
  const metrics = testMetrics();
  addMetrics(metrics, outboxBacklog(db));
  const [oldestS = NaN, dead = NaN] = (await metrics.getMetricsAsJSON()).map(
    ({ values: [value] }) => value?.value,
  );
  return { oldestS, dead };
}

/** Tries to deliver what is due. */
const attempt = (fails: boolean) =>
  createRelay(
    db,
    async () => {
      if (fails) throw new Error("away");
    },
    createLogger("test", "silent"),
  ).runOnce();

test("a message that does not get through is seen however often it is tried again", async () => {
  expect(await told()).toEqual({ oldestS: 0, dead: 0 });
  await stage(db, "test", {});
  await db.$client.query(`UPDATE outbox SET created_at = now() - interval '1 hour'`);
  await attempt(true);
  // It is not due now, and was tried a moment ago.
  expect((await told()).oldestS).toBeGreaterThanOrEqual(HOUR_S);
  await db.$client.query(`UPDATE outbox SET due_at = now()`);
  await attempt(false);
  expect(await told()).toEqual({ oldestS: 0, dead: 0 });
});

test("a message that was given up is counted, and keeps nobody from seeing the others", async () => {
  await stage(db, "test", {});
  await db.$client.query(
    `UPDATE outbox SET dead_at = now(), created_at = now() - interval '1 hour'`,
  );
  expect(await told()).toEqual({ oldestS: 0, dead: 1 });
  await stage(db, "test", {});
  const { oldestS, dead } = await told();
  expect(oldestS).toBeLessThan(HOUR_S);
  expect(dead).toBe(1);
});
