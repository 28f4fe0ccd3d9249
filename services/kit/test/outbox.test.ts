import { type StagedMessage, createRelay, stage } from "@tms/kit/database/outbox";
import { REQUESTS, createRetention } from "@tms/kit/database/retention";
import { transaction } from "@tms/kit/database/transaction";
import { outboxBacklog } from "@tms/kit/metrics/backlog";
import { addMetrics } from "@tms/kit/metrics/registry";
import { testMetrics } from "@tms/kit/testing/serve";
import { beforeEach, describe, expect, test } from "vitest";
import { databaseOfFile } from "./database.ts";

const { db, log } = await databaseOfFile();

interface Payload {
  n: number;
}

beforeEach(() => db.$client.query(`DELETE FROM outbox`));

/** A relay to a service that records what it is told, and may refuse it. */
function relayTo(heard: Payload[], refuse: (payload: Payload) => boolean = () => false) {
  const deliver = async ({ payload }: StagedMessage<Payload>) => {
    heard.push(payload);
    if (refuse(payload)) throw new Error(`will not hear of ${payload.n}`);
  };
  return createRelay<Payload>(db, deliver, log);
}

// Which step it is makes no difference here.
const STEP = "game.create";

const stageAll = (...numbers: number[]) =>
  transaction(db, STEP, async (tx) => {
    const ids: string[] = [];
    for (const n of numbers) ids.push(await stage(tx, "test", { n }));
    return ids;
  });
const allDue = () => db.$client.query(`UPDATE outbox SET due_at = now() - interval '1 second'`);
const left = async () =>
  (
    await db.$client.query<{
      n: number;
      attempts: number;
      dead: boolean;
      last_error: string | null;
    }>(
      `SELECT (payload->>'n')::int AS n, attempts, dead_at IS NOT NULL AS dead, last_error FROM outbox`,
    )
  ).rows;

describe("a relay", () => {
  test("delivers others beside a message whose delivery hangs, and finishes that before it stops", async () => {
    const heard: Payload[] = [];
    const hanging = Promise.withResolvers<void>();
    const deliver = async ({ payload }: StagedMessage<Payload>) => {
      if (payload.n === 1) await hanging.promise;
      heard.push(payload);
    };
    await stageAll(...Array.from({ length: 100 }, (_, index) => index + 1));
    const running = createRelay<Payload>(db, deliver, log).start();
    await expect.poll(() => heard.length).toBe(99);
    const stopped = running.stop();
    hanging.resolve();
    await stopped;
    expect(heard).toContainEqual({ n: 1 });
    expect(await left()).toEqual([]);
  });

  test("delivers no more at once than it is told to", async () => {
    let [underWay, most] = [0, 0];
    const deliver = async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
    };
    await stageAll(...Array.from({ length: 20 }, (_, index) => index + 1));
    const running = createRelay<Payload>(db, deliver, log, { atOnce: 4 }).start();
    await expect.poll(left).toEqual([]);
    await running.stop();
    expect(most).toBe(4);
  });
});

describe("a message", () => {
  test("is delivered once its transaction has committed, and then forgotten", async () => {
    const heard: Payload[] = [];
    await stageAll(1, 2);
    await relayTo(heard).runOnce();
    expect(heard.toSorted((a, b) => a.n - b.n)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await left()).toEqual([]);
  });

  test("that was not heard is told again, after a pause", async () => {
    const heard: Payload[] = [];
    let deaf = true;
    const relay = relayTo(heard, () => deaf);
    await stageAll(1);
    await relay.runOnce();
    await relay.runOnce();
    expect(heard).toEqual([{ n: 1 }]);
    expect(await left()).toEqual([
      { n: 1, attempts: 1, dead: false, last_error: "will not hear of 1" },
    ]);
    deaf = false;
    await allDue();
    await relay.runOnce();
    expect(heard).toEqual([{ n: 1 }, { n: 1 }]);
    expect(await left()).toEqual([]);
  });

  test("whose relay died while telling is told again by another", async () => {
    const heard: Payload[] = [];
    await stageAll(1);
    const dying = createRelay<Payload>(db, () => new Promise(() => {}), log);
    void dying.runOnce();
    const leased = () => db.$client.query(`SELECT 1 FROM outbox WHERE attempts = 1`);
    await expect.poll(async () => (await leased()).rowCount).toBe(1);
    await relayTo(heard).runOnce();
    expect(heard).toEqual([]);
    await allDue();
    await relayTo(heard).runOnce();
    expect(heard).toEqual([{ n: 1 }]);
  });

  test("is told by one of two relays", async () => {
    const heard: Payload[] = [];
    await stageAll(...Array.from({ length: 60 }, (_, n) => n));
    const relays = [relayTo(heard), relayTo(heard)];
    while ((await left()).length > 0) await Promise.all(relays.map((relay) => relay.runOnce()));
    expect(heard).toHaveLength(60);
    expect(new Set(heard.map(({ n }) => n)).size).toBe(60);
  });

  test("is dead after its last attempt, stays for an operator and is told no more", async () => {
    const heard: Payload[] = [];
    const relay = relayTo(heard, () => true);
    await stageAll(1);
    await db.$client.query(`UPDATE outbox SET attempts = 7198`);
    for (const dead of [false, true]) {
      await allDue();
      await relay.runOnce();
      expect((await left()).map((message) => message.dead)).toEqual([dead]);
    }
    await allDue();
    await relay.runOnce();
    expect(heard).toHaveLength(2);
  });

  test("can be told at once, apart from the others", async () => {
    const heard: Payload[] = [];
    const [, second] = await stageAll(1, 2);
    await relayTo(heard).flush(second ?? "");
    await relayTo(heard).flush(second ?? "");
    expect(heard).toEqual([{ n: 2 }]);
  });
});

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
    log,
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

beforeEach(() => db.$client.query(`DELETE FROM request`));

const insertRequests = (count: number, age: string, fingerprint = "") =>
  db.$client.query(
    `INSERT INTO request (id, fingerprint, created_at)
     SELECT gen_random_uuid(), $3, now() - $2::interval FROM generate_series(1, $1)`,
    [count, age, fingerprint],
  );
const requests = async () => (await db.$client.query(`SELECT 1 FROM request`)).rowCount;

describe("retention", () => {
  test("forgets what is older than a week and nothing younger", async () => {
    await insertRequests(3, "7 days 1 minute");
    await insertRequests(2, "6 days 23 hours");
    expect(await createRetention(db, log, [REQUESTS]).runOnce()).toBe(false);
    expect(await requests()).toBe(2);
  });

  test("forgets in batches, and says when there is more", async () => {
    await insertRequests(501, "8 days");
    const retention = createRetention(db, log, [REQUESTS]);
    expect(await retention.runOnce()).toBe(true);
    expect(await requests()).toBe(1);
    expect(await retention.runOnce()).toBe(false);
    expect(await requests()).toBe(0);
  });

  test("forgets only rows that match, where there is a condition", async () => {
    await insertRequests(2, "8 days", "old");
    await insertRequests(3, "8 days", "kept");
    const rows = { table: "request", where: "fingerprint = 'old'" };
    await createRetention(db, log, [rows]).runOnce();
    expect(await requests()).toBe(3);
  });
});
