import { administer } from "@tms/kit/database/admin";
import { openDatabase } from "@tms/kit/database/pool";
import { createLeadership } from "@tms/kit/events/publisher";
import { expect, test } from "vitest";
import { databaseOfFile } from "./database.ts";

const { database, log } = await databaseOfFile();

/** A replica with one connection besides that of its leadership, and no more. */
function replica() {
  const db = openDatabase({ url: database.urlFor("wallet"), poolSize: 1 }, "test", log);
  const leadership = createLeadership(db, "publisher", log);
  const end = async () => {
    await leadership.release();
    await db.$client.end();
  };
  return { db, leadership, end };
}

/** Lets services have so many connections to the database; all again for -1. */
const allowConnections = (max: number) => {
  const name = new URL(database.adminUrl).pathname.slice(1);
  return administer(database.adminUrl, `ALTER DATABASE ${name} CONNECTION LIMIT ${max}`);
};

test("a replica that follows opens no connection for it, and leads once it can", async () => {
  const [leader, follower] = [replica(), replica()];
  expect(await leader.leadership.acquire()).toBeDefined();
  for (const { db } of [leader, follower]) await db.$client.query("SELECT 1");
  // Those there are, of which one leads: a further one would be refused.
  await allowConnections(3);
  expect(await follower.leadership.acquire()).toBeUndefined();
  await allowConnections(-1);
  await leader.leadership.release();
  const acquired = () => follower.leadership.acquire();
  await expect.poll(acquired).toBeDefined();
  await leader.end();
  await follower.end();
});

test("of several replicas that ask at once one leads", async () => {
  const replicas = Array.from({ length: 5 }, replica);
  const leading = async () =>
    (await Promise.all(replicas.map(({ leadership }) => leadership.acquire()))).filter(
      (client) => client !== undefined,
    ).length;
  await expect.poll(leading).toBe(1);
  await Promise.all(replicas.map(({ end }) => end()));
});

test("no replica leads on a standby", async () => {
  const name = new URL(database.adminUrl).pathname.slice(1);
  const setting = "default_transaction_read_only";
  await administer(database.adminUrl, `ALTER DATABASE ${name} SET ${setting} = on`);
  const { leadership, end } = replica();
  expect(await leadership.acquire()).toBeUndefined();
  const reset = `BEGIN READ WRITE; ALTER DATABASE ${name} RESET ${setting}; COMMIT`;
  await administer(database.adminUrl, reset);
  await expect.poll(() => leadership.acquire()).toBeDefined();
  await end();
});
