import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  newEmail,
  newSource,
  PASSWORD,
  reasonOf,
  startIdentity,
  type IdentityUnderTest,
} from "./service.ts";

let identity: IdentityUnderTest;
const logged: string[] = [];
beforeAll(async () => {
  identity = await startIdentity({ onLine: (line) => void logged.push(line) });
});
afterAll(() => identity.stop());

const NEXT = "another-violet-otter-12";
const WRONG = "some-wrong-otter-77";

/** Does all that people do; returns every secret that was part of it. */
async function live(): Promise<string[]> {
  const { client } = identity;
  const person = await identity.join();
  const { email, userId, sessionId } = person;
  const source = newSource();
  const { signedIn } = await client.refreshSession({ refreshToken: person.refreshToken, source });
  const wrong = { requestId: newId(), email, password: WRONG, source };
  expect(await reasonOf(client.signIn(wrong))).toBe("CREDENTIALS_INVALID");
  const { signedIn: other } = await client.signIn({
    ...wrong,
    requestId: newId(),
    password: PASSWORD,
  });
  await client.updateUser({
    requestId: newId(),
    userId,
    sessionId,
    password: { current: PASSWORD, next: NEXT },
    source,
  });
  await client.forgotPassword({ requestId: newId(), email, source });
  const token = await identity.tokenFor(email);
  const { signedIn: reset } = await client.resetPassword({
    requestId: newId(),
    token,
    password: PASSWORD,
    source,
  });
  const { deviceCode, userCode } = await client.startDeviceCode({ source });
  await client.approveDeviceCode({ userId, userCode, source });
  const { signedIn: device } = await client.exchangeDeviceCode({ deviceCode, source });
  const sessions = [person, signedIn, other, reset, device];
  return [
    PASSWORD,
    NEXT,
    WRONG,
    token,
    deviceCode,
    userCode,
    ...sessions.flatMap((one) => [one?.refreshToken ?? "", one?.accessToken ?? ""]),
  ];
}

/** All that the database holds, except the mailbox, which is what people read. */
async function stored(): Promise<string> {
  const tables = await identity.admin.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'identity'::regnamespace AND relkind = 'r' AND relname <> 'mail'`,
  );
  const dumps = await Promise.all(
    tables.rows.map(({ name }) =>
      identity.admin.query<{ row: string }>(`SELECT t::text AS row FROM identity.${name} t`),
    ),
  );
  return dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}

test("no password, code or token is logged or stored, in clear, base64 or hexadecimal", async () => {
  const secrets = await live();
  expect(secrets.every((secret) => secret.length > 5)).toBe(true);
  const everything = `${await stored()}\n${logged.join("\n")}`;
  expect(logged.length).toBeGreaterThan(10);
  for (const secret of secrets)
    for (const form of ["utf8", "base64", "hex"] as const) {
      const text = Buffer.from(secret).toString(form).replace(/=+$/, "");
      expect(everything.includes(text), `${form} of ${secret}`).toBe(false);
    }
});

// What a pool asks about its tables now and then; see plans.ts of the kit.
const UPKEEP = /FROM pg_class|^DISCARD PLANS$/;

describe("an address with an account and one without", () => {
  /** The statements and hashes that a call takes, and how it is answered. */
  async function workOf(call: () => Promise<unknown>) {
    const work: string[] = [];
    const { hasher, db } = identity.context;
    const probe = await db.$client.connect();
    const prototype = Object.getPrototypeOf(probe) as { query: (...args: unknown[]) => unknown };
    probe.release();
    const { query } = prototype;
    const { hash, verify } = hasher;
    prototype.query = function (...args) {
      const [first] = args;
      const text = typeof first === "string" ? first : String(Object(first).text);
      if (!UPKEEP.test(text)) work.push(text);
      return query.apply(this, args);
    };
    hasher.hash = (...args) => (work.push("hash"), hash(...args));
    hasher.verify = (...args) => (work.push("verify"), verify(...args));
    try {
      const answer = await call().catch((error: Error) => error.message);
      return { work, answer };
    } finally {
      Object.assign(prototype, { query });
      Object.assign(hasher, { hash, verify });
    }
  }

  const source = newSource;
  test.each([
    [
      "sign up",
      (email: string) =>
        identity.client.signUp({
          requestId: newId(),
          name: "Ada",
          email,
          password: PASSWORD,
          source: source(),
        }),
    ],
    [
      "sign in",
      (email: string) =>
        identity.client.signIn({ requestId: newId(), email, password: WRONG, source: source() }),
    ],
    [
      "forget a password",
      (email: string) =>
        identity.client.forgotPassword({ requestId: newId(), email, source: source() }),
    ],
    [
      "are verified by a wrong code",
      (email: string) =>
        identity.client.verifyEmail({
          requestId: newId(),
          email,
          code: "000000",
          source: source(),
        }),
    ],
  ] as const)("%s with the same work and the same answer", async (_, call) => {
    const { email } = await identity.join();
    const known = await workOf(() => call(email));
    const unknown = await workOf(() => call(newEmail()));
    expect(unknown).toEqual(known);
    expect(known.work.length).toBeGreaterThan(5);
  });

  test("sign up with one hash each, and sign in with one check", async () => {
    const { email } = await identity.join();
    const hashes = async (call: () => Promise<unknown>) =>
      (await workOf(call)).work.filter((step) => step === "hash" || step === "verify");
    for (const address of [email, newEmail()]) {
      const request = { requestId: newId(), email: address, source: source() };
      expect(
        await hashes(() => identity.client.signUp({ ...request, name: "A", password: PASSWORD })),
      ).toEqual(["hash"]);
      expect(
        await hashes(() =>
          identity.client.signIn({ ...request, requestId: newId(), password: WRONG }),
        ),
      ).toEqual(["verify"]);
    }
  });
});
