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

test("backlogs show the oldest message, however often it is tried, and count the dead", async () => {
  const told = async () => {
    const metrics = testMetrics();
    addMetrics(metrics, outboxBacklog(db));
    const [oldest, dead] = await metrics.getMetricsAsJSON();
    return { isLate: Number(oldest?.values[0]?.value) >= 3_600, dead: dead?.values[0]?.value };
  };
  expect(await told()).toEqual({ isLate: false, dead: 0 });
  await stageAll(1);
  await db.$client.query(`UPDATE outbox SET created_at = now() - interval '1 hour'`);
  // It is not due now, and was tried a moment ago.
  await relayTo([], () => true).runOnce();
  expect(await told()).toEqual({ isLate: true, dead: 0 });
  await db.$client.query(`UPDATE outbox SET dead_at = now()`);
  await stageAll(2);
  expect(await told()).toEqual({ isLate: false, dead: 1 });
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
  test("forgets in batches, and says when there is more", async () => {
    await insertRequests(501, "8 days");
    const retention = createRetention(db, log, [REQUESTS]);
    expect(await retention.runOnce()).toBe(true);
    expect(await requests()).toBe(1);
    expect(await retention.runOnce()).toBe(false);
    expect(await requests()).toBe(0);
  });

  test("forgets rows older than a week that match, and nothing younger", async () => {
    await insertRequests(2, "7 days 1 minute", "old");
    await insertRequests(3, "8 days", "kept");
    await insertRequests(2, "6 days 23 hours", "old");
    const rows = { table: "request", where: "fingerprint = 'old'" };
    expect(await createRetention(db, log, [rows]).runOnce()).toBe(false);
    expect(await requests()).toBe(5);
  });
});
