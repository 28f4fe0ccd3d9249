import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OLD_ROWS } from "../src/db/old-rows.ts";
import { newEmail, newSource, PASSWORD, startIdentity, type IdentityUnderTest } from "./service.ts";

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity.stop());

const TABLES = [
  "user_account",
  "session",
  "one_time_code",
  "device_code",
  "attempt_count",
  "mail",
  "request",
] as const;
const counts = async () =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(async (table) => {
        const { rows } = await identity.admin.query(
          `SELECT count(*)::int AS n FROM identity.${table}`,
        );
        return [table, rows[0].n] as const;
      }),
    ),
  );
const forget = () => {
  const { db, log } = identity.context;
  return createRetention(db, log, [REQUESTS, ...OLD_ROWS]).runOnce();
};

test("after a week, accounts and their live sessions are left, and nothing else", async () => {
  const { client } = identity;
  const [person, other] = [await identity.join(), await identity.join()];
  await client.signOut({ refreshToken: other.refreshToken });
  const source = newSource();
  await client.signUp({
    requestId: newId(),
    name: "A",
    email: newEmail(),
    password: PASSWORD,
    source,
  });
  await client.startDeviceCode({ source });
  const before = await counts();
  await forget();
  expect(await counts()).toEqual(before);

  for (const table of TABLES)
    await identity.admin.query(
      `UPDATE identity.${table} SET created_at = created_at - interval '8 days'`,
    );
  await forget();
  expect(await counts()).toEqual({
    user_account: 2,
    session: 1,
    one_time_code: 0,
    device_code: 0,
    attempt_count: 0,
    mail: 0,
    request: 0,
  });
  expect((await client.listSessions({ userId: person.userId })).sessions).toHaveLength(1);
});

test("sessions that expired by themselves are deleted", async () => {
  const { userId } = await identity.join();
  await identity.admin.query(
    `UPDATE identity.session SET created_at = now() - interval '15 days',
       last_used_at = now() - interval '15 days' WHERE user_id = $1`,
    [userId],
  );
  await forget();
  const { rows } = await identity.admin.query(`SELECT FROM identity.session WHERE user_id = $1`, [
    userId,
  ]);
  expect(rows).toEqual([]);
});
