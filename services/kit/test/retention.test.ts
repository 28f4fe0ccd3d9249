import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "@tms/kit/database/handle";
import { createLogger } from "@tms/kit/process/log";
import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { startDatabase } from "./database.ts";

const log = createLogger("test", "silent");
let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ db, drop } = await startDatabase());
});
afterAll(() => drop?.());
beforeEach(() => db.$client.query(`DELETE FROM request`));

const insert = (count: number, age: string, fingerprint = "") =>
  db.$client.query(
    `INSERT INTO request (id, fingerprint, created_at)
     SELECT gen_random_uuid(), $3, now() - $2::interval FROM generate_series(1, $1)`,
    [count, age, fingerprint],
  );
const left = async () => (await db.$client.query(`SELECT 1 FROM request`)).rowCount;

describe("retention", () => {
  test("forgets what is older than a week and nothing younger", async () => {
    await insert(3, "7 days 1 minute");
    await insert(2, "6 days 23 hours");
    expect(await createRetention(db, log, [REQUESTS]).runOnce()).toBe(false);
    expect(await left()).toBe(2);
  });

  test("forgets in batches, and says when there is more", async () => {
    await insert(501, "8 days");
    const retention = createRetention(db, log, [REQUESTS]);
    expect(await retention.runOnce()).toBe(true);
    expect(await left()).toBe(1);
    expect(await retention.runOnce()).toBe(false);
    expect(await left()).toBe(0);
  });

  test("forgets only rows that match, where there is a condition", async () => {
    await insert(2, "8 days", "old");
    await insert(3, "8 days", "kept");
    const rows = { table: "request", where: "fingerprint = 'old'" };
    await createRetention(db, log, [rows]).runOnce();
    expect(await left()).toBe(3);
  });

  test("is shared by replicas", async () => {
    await insert(900, "8 days");
    const replicas = [createRetention(db, log, [REQUESTS]), createRetention(db, log, [REQUESTS])];
    while ((await left()) !== 0) await Promise.all(replicas.map((replica) => replica.runOnce()));
    expect(await left()).toBe(0);
  });
});
