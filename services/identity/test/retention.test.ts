import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { OLD_ROWS } from "../src/db/tables.ts";
import { expect, newEmail, newSource, test, type Identity } from "./people.ts";

const TABLES = [
  "user_account",
  "session",
  "one_time_code",
  "sign_up",
  "device_code",
  "attempt_count",
  "mail",
  "request",
] as const;

async function countRows({ admin }: Identity) {
  const counts = TABLES.map(async (table) => {
    const { rows } = await admin.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM identity.${table}`,
    );
    return [table, rows[0]?.n] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

const forget = ({ context: { db, log } }: Identity) =>
  createRetention(db, log, [REQUESTS, ...OLD_ROWS]).runOnce();

test("retention keeps only accounts and their live sessions after a week", async ({ identity }) => {
  const { admin, client } = identity;
  const [person, other, idle] = [
    await identity.join(),
    await identity.join(),
    await identity.join(),
  ];
  await client.signOut({ refreshToken: other.refreshToken });
  await identity.signUp(newEmail());
  await client.startDeviceCode({ source: newSource() });
  const before = await countRows(identity);
  await forget(identity);
  expect(await countRows(identity)).toEqual(before);

  for (const table of TABLES)
    await admin.query(`UPDATE identity.${table} SET created_at = created_at - interval '8 days'`);
  // A session that ended for lack of use.
  await admin.query(
    `UPDATE identity.session SET created_at = now() - interval '15 days',
       last_used_at = now() - interval '15 days' WHERE id = $1`,
    [idle.sessionId],
  );
  await forget(identity);
  expect(await countRows(identity)).toEqual({
    user_account: 3,
    session: 1,
    one_time_code: 0,
    sign_up: 0,
    device_code: 0,
    attempt_count: 0,
    mail: 0,
    request: 0,
  });
  expect(await identity.listSessions(person)).toEqual([person.sessionId]);
});
