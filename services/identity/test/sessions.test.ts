import { newId } from "@tms/kit/values/ids";
import { SessionKind } from "@tms/proto/tms/identity/v1/identity";
import { randomBytes } from "node:crypto";
import { toRefusal } from "../../../test/world/actions.ts";
import { holdLocks, waitForLocks } from "../../../test/world/locks.ts";
import { refreshToken } from "../src/sessions.ts";
import {
  createKeys,
  describe,
  expect,
  getReason,
  newSource,
  OTHER,
  PASSWORD,
  test,
  type Identity,
  type Person,
} from "./people.ts";

interface Row {
  generation: number;
  salt: Buffer;
  end_reason: string | null;
}

async function findRow({ admin }: Identity, { sessionId }: Person): Promise<Row> {
  const { rows } = await admin.query<Row>(`SELECT * FROM identity.session WHERE id = $1`, [
    sessionId,
  ]);
  return rows[0] ?? expect.fail();
}

/** Makes a session older, and its last use. */
const age = ({ admin }: Identity, { sessionId }: Person, used: string, created = used) =>
  admin.query(
    `UPDATE identity.session SET last_used_at = last_used_at - $2::interval,
       created_at = created_at - $3::interval WHERE id = $1`,
    [sessionId, used, created],
  );

/** Uses a token after its successor's successor: it was copied. */
async function reuse(identity: Identity, { refreshToken: token }: Person): Promise<Person> {
  const third = await identity.refresh((await identity.refresh(token)).refreshToken);
  expect(await getReason(identity.refresh(token))).toBe("SESSION_ENDED");
  return third;
}

describe("RefreshSession", () => {
  test("gives one successor if a token is used at once on two replicas", async ({ identity }) => {
    const person = await identity.join();
    const replicas = [identity, identity.start()];
    const race = replicas.flatMap((replica) =>
      Array.from({ length: 25 }, () => replica.refresh(person.refreshToken)),
    );
    const [successor = "", ...others] = new Set(
      (await Promise.all(race)).map((one) => one.refreshToken),
    );
    expect(others).toEqual([]);
    expect((await findRow(identity, person)).generation).toBe(2);
    await identity.refresh(successor);
  });

  test("gives the same successor again within ten seconds, and not after", async ({ identity }) => {
    const person = await identity.join();
    const next = await identity.refresh(person.refreshToken);
    await age(identity, person, "9 seconds");
    expect((await identity.refresh(person.refreshToken)).refreshToken).toBe(next.refreshToken);
    await age(identity, person, "2 seconds");
    expect(await getReason(identity.refresh(person.refreshToken))).toBe("SESSION_ENDED");
    expect(await identity.isLive(person)).toBe(false);
  });

  test("ends a session whose token was copied, and mails the person once", async ({ identity }) => {
    const person = await identity.join();
    const third = await reuse(identity, person);
    const race = [1, 2, 3].map(() => getReason(identity.refresh(person.refreshToken)));
    expect(new Set(await Promise.all(race))).toEqual(new Set(["SESSION_ENDED"]));
    expect(await getReason(identity.refresh(third.refreshToken))).toBe("SESSION_ENDED");
    expect(await identity.isLive(person)).toBe(false);
    expect((await findRow(identity, person)).end_reason).toBe("reused");
    const subjects = (await identity.mailsTo(person.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "One of your sessions was ended")).toHaveLength(
      1,
    );
  });

  test("refuses forged and future tokens, and ends nothing", async ({ identity }) => {
    const person = await identity.join();
    await identity.refresh((await identity.refresh(person.refreshToken)).refreshToken);
    const before = await findRow(identity, person);
    const { salt } = before;
    const { sessionKeys } = identity.context;
    const { sessionId: id } = person;
    const forger = createKeys("forger");
    const forged = [
      // Of every generation, with the right id, and even with the right salt.
      ...[1, 2, 3, 4].map((generation) => refreshToken(forger, { id, salt }, generation)),
      refreshToken(sessionKeys, { id: newId(), salt: randomBytes(16) }, 1),
      refreshToken(sessionKeys, { id, salt: randomBytes(16) }, 1),
      `${person.refreshToken.slice(0, -2)}AA`,
      "tmsr_",
      "",
      // A restored database leaves clients with such a token.
      refreshToken(sessionKeys, { id, salt }, 7),
    ];
    for (const token of forged)
      expect(await getReason(identity.refresh(token))).toBe("SESSION_ENDED");
    await identity.client.signOut({ refreshToken: forged[0] ?? "" });
    expect(await findRow(identity, person)).toEqual(before);
    expect(await identity.isLive(person)).toBe(true);
  });

  test("takes tokens of a former SESSION_KEY only while it is listed", async ({ identity }) => {
    const person = await identity.join();
    const newer = createKeys("newer");
    const both = identity.start({ sessionKeys: [...newer, ...identity.context.sessionKeys] });
    const without = identity.start({ sessionKeys: newer });
    const { refreshToken: token } = await both.refresh(person.refreshToken);
    expect(await getReason(without.refresh(person.refreshToken))).toBe("SESSION_ENDED");
    expect(await getReason(without.refresh(token))).toBe("accepted");
  });

  test.for([
    ["14 days without use", "14 days", "0 days"],
    ["90 days in all", "0 days", "90 days"],
  ] as const)("refuses a session after %s", async ([, used, created], { identity }) => {
    const person = await identity.join();
    await age(identity, person, used, created);
    expect(await identity.isLive(person)).toBe(false);
    expect(await getReason(identity.refresh(person.refreshToken))).toBe("SESSION_ENDED");
    expect(await identity.listSessions(person)).toEqual([]);
  });
});

describe("a session", () => {
  test("is signed out by its token of any generation", async ({ identity }) => {
    const person = await identity.join();
    await identity.refresh(person.refreshToken);
    const { refreshToken: token } = person;
    await identity.client.signOut({ refreshToken: token });
    expect(await identity.isLive(person)).toBe(false);
    expect((await findRow(identity, person)).end_reason).toBe("signed_out");
    for (const repeat of [token, "tmsr_nonsense"])
      await identity.client.signOut({ refreshToken: repeat });
  });

  test("is listed for its person, who alone can revoke it", async ({ identity }) => {
    const [person, stranger] = [await identity.join(), await identity.join()];
    const { sessionId, userId } = person;
    expect(await identity.listSessions(person)).toEqual([sessionId]);
    const foreign = identity.client.revokeSession({ userId: stranger.userId, sessionId });
    expect(await getReason(foreign)).toBe("SESSION_NOT_FOUND");
    for (let repeat = 0; repeat < 2; repeat++) {
      const { session } = await identity.client.revokeSession({ userId, sessionId });
      expect(session?.id).toBe(sessionId);
    }
    expect(await identity.isLive(person)).toBe(false);
    expect(await getReason(identity.refresh(person.refreshToken))).toBe("SESSION_ENDED");
  });
});

describe("a device code", () => {
  const start = ({ client }: Identity) => client.startDeviceCode({ source: newSource() });
  const exchange = ({ client }: Identity, deviceCode: string) =>
    client.exchangeDeviceCode({ deviceCode, source: newSource("tms cli") });
  const approve = ({ client }: Identity, userId: string, userCode: string, source = newSource()) =>
    client.approveDeviceCode({ userId, userCode, source });
  /** Makes every device code older. */
  const wait = ({ admin }: Identity, interval: string) =>
    admin.query(
      `UPDATE identity.device_code SET polled_at = polled_at - $1::interval,
         expires_at = expires_at - $1::interval`,
      [interval],
    );

  test("signs a tool in after a person has approved it", async ({ identity }) => {
    const { userId } = await identity.join();
    const { deviceCode, userCode, intervalSeconds } = await start(identity);
    expect([userCode, intervalSeconds]).toEqual([expect.stringMatching(/^\w{4}-\w{4}$/), 5]);
    expect(await getReason(exchange(identity, deviceCode))).toBe("AUTHORIZATION_PENDING");
    await approve(identity, userId, userCode.toLowerCase().replace("-", " "));
    await wait(identity, "5 seconds");
    const { signedIn } = await exchange(identity, deviceCode);
    expect(signedIn).toMatchObject({
      user: { id: userId },
      session: { kind: SessionKind.CLI, agent: "tms cli" },
    });
    expect(await getReason(identity.refresh(signedIn?.refreshToken ?? ""))).toBe("accepted");
  });

  test("slows a tool down that asks too often, more each time", async ({ identity }) => {
    const { deviceCode } = await start(identity);
    await getReason(exchange(identity, deviceCode));
    for (const retryAfterMs of [10_000, 15_000])
      expect(await exchange(identity, deviceCode).catch(toRefusal)).toMatchObject({
        reason: "SLOW_DOWN",
        retryAfterMs,
      });
    await wait(identity, "15 seconds");
    expect(await getReason(exchange(identity, deviceCode))).toBe("AUTHORIZATION_PENDING");
  });

  test("repeats a lost answer to a tool for ten seconds", async ({ identity }) => {
    const { userId } = await identity.join();
    const { deviceCode, userCode } = await start(identity);
    await approve(identity, userId, userCode);
    const { signedIn } = await exchange(identity, deviceCode);
    const again = await exchange(identity, deviceCode);
    expect(again.signedIn?.refreshToken).toBe(signedIn?.refreshToken);
    await identity.admin.query(
      `UPDATE identity.session SET last_used_at = last_used_at - interval '10 seconds' WHERE id = $1`,
      [signedIn?.session?.id],
    );
    expect(await getReason(exchange(identity, deviceCode))).toBe("CODE_INVALID");
  });

  test.for<[string, (identity: Identity, person: Person) => Promise<unknown>]>([
    [
      "resets the password",
      async (identity, { email }) => {
        await identity.forgot(email);
        await identity.reset(await identity.tokenFor(email));
      },
    ],
    [
      "changes the password",
      (identity, person) =>
        identity.update(person, { password: { current: PASSWORD, next: OTHER } }),
    ],
    [
      "revokes a session",
      ({ client }, { userId, sessionId }) => client.revokeSession({ userId, sessionId }),
    ],
    ["has a session whose token was copied", reuse],
  ])("signs no tool in after the person who approved it %s", async ([, end], { identity }) => {
    const [person, stranger] = [await identity.join(), await identity.join()];
    const [approved, others, open] = [
      await start(identity),
      await start(identity),
      await start(identity),
    ];
    await approve(identity, person.userId, approved.userCode);
    await approve(identity, stranger.userId, others.userCode);
    await end(identity, person);
    expect(await getReason(exchange(identity, approved.deviceCode))).toBe("CODE_INVALID");
    const again = approve(identity, person.userId, approved.userCode);
    expect(await getReason(again)).toBe("CODE_INVALID");
    expect(await getReason(exchange(identity, others.deviceCode))).toBe("accepted");
    expect(await getReason(exchange(identity, open.deviceCode))).toBe("AUTHORIZATION_PENDING");
  });

  test("is approved by one person, who must have an account", async ({ identity }) => {
    const [one, other] = [await identity.join(), await identity.join()];
    const { userCode } = await start(identity);
    expect(await getReason(approve(identity, newId(), userCode))).toBe("USER_NOT_FOUND");
    for (let repeat = 0; repeat < 2; repeat++) await approve(identity, one.userId, userCode);
    expect(await getReason(approve(identity, other.userId, userCode))).toBe("CODE_INVALID");
  });

  test("works for ten minutes", async ({ identity }) => {
    const { userId } = await identity.join();
    const { deviceCode, userCode } = await start(identity);
    await wait(identity, "10 minutes");
    expect(await getReason(approve(identity, userId, userCode))).toBe("CODE_INVALID");
    for (const code of [deviceCode, "nonsense"])
      expect(await getReason(exchange(identity, code))).toBe("CODE_INVALID");
  });

  test("cannot be guessed for long", async ({ identity }) => {
    const { userId } = await identity.join();
    const source = newSource();
    const guess = () => getReason(approve(identity, userId, "BBBB-BBBB", source));
    for (let times = 0; times < 5; times++) expect(await guess()).toBe("CODE_INVALID");
    expect(await guess()).toBe("TOO_MANY_ATTEMPTS");
  });
});

describe("a session that ends meanwhile", () => {
  type Change = (identity: Identity, person: Person) => Promise<unknown>;
  const changes: [name: string, change: Change][] = [
    [
      "approves no device code",
      async ({ client }, { userId, sessionId }) => {
        const { userCode } = await client.startDeviceCode({ source: newSource() });
        return client.approveDeviceCode({ userId, sessionId, userCode, source: newSource() });
      },
    ],
    ["changes no account", (identity, person) => identity.update(person, { name: "Mallory" })],
    [
      "ends no other session",
      async ({ client, signIn }, { userId, sessionId: bySessionId, email }) => {
        const sessionId = (await signIn(email)).signedIn?.session?.id ?? "";
        return client.revokeSession({ userId, sessionId, bySessionId });
      },
    ],
  ];

  test.for(changes)("%s", async ([, change], { identity, world }) => {
    const person = await identity.join();
    const end = `UPDATE identity.session SET ended_at = now(), end_reason = 'signed_out' WHERE id = $1`;
    await using ending = await holdLocks(world, end, [person.sessionId]);
    const answer = getReason(change(identity, person));
    await waitForLocks(world);
    await ending.end("COMMIT");
    expect(await answer).toBe("SESSION_ENDED");
    const { rows } = await world.admin.query<{ changed: number }>(
      `SELECT (SELECT count(*) FROM identity.device_code WHERE approved_by = $1)::int
            + (SELECT count(*) FROM identity.user_account WHERE id = $1 AND name = 'Mallory')::int
            + (SELECT count(*) FROM identity.session
               WHERE user_id = $1 AND end_reason = 'revoked')::int AS changed`,
      [person.userId],
    );
    expect(rows[0]?.changed).toBe(0);
  });

  test("lets in no tool whose code it approved at the same moment", async ({ identity, world }) => {
    const { client } = identity;
    const { userId, sessionId } = await identity.join();
    const { userCode, deviceCode } = await client.startDeviceCode({ source: newSource() });
    await using holder = await holdLocks(
      world,
      `SELECT FROM identity.user_account WHERE id = $1 FOR UPDATE`,
      [userId],
    );
    const approval = client.approveDeviceCode({ userId, sessionId, userCode, source: newSource() });
    await waitForLocks(world);
    const end = client.revokeSession({ userId, sessionId });
    await waitForLocks(world, 2);
    await holder.end();
    await Promise.all([approval, end]);
    const exchange = client.exchangeDeviceCode({ deviceCode, source: newSource() });
    expect(await getReason(exchange)).toMatch(/AUTHORIZATION_PENDING|CODE_INVALID/);
  });
});
