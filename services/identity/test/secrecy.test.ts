import { createLogger } from "@tms/kit/process/log";
import { newId } from "@tms/kit/values/ids";
import {
  describe,
  expect,
  getReason,
  newEmail,
  newSource,
  OTHER,
  PASSWORD,
  test,
  WRONG,
  type Identity,
} from "./people.ts";

/** Does all that people do; returns every secret that was part of it. */
async function useAll(identity: Identity): Promise<string[]> {
  const { client } = identity;
  const person = await identity.join();
  const { email, userId } = person;
  const refreshed = await identity.refresh(person.refreshToken);
  expect(await getReason(identity.signIn(email, WRONG))).toBe("CREDENTIALS_INVALID");
  const { signedIn: other } = await identity.signIn(email);
  await identity.update(person, { password: { current: PASSWORD, next: OTHER } });
  await identity.forgot(email);
  const token = await identity.tokenFor(email);
  const { signedIn: reset } = await identity.reset(token, PASSWORD);
  const source = newSource();
  const { deviceCode, userCode } = await client.startDeviceCode({ source });
  await client.approveDeviceCode({ userId, userCode, source });
  const { signedIn: device } = await client.exchangeDeviceCode({ deviceCode, source });
  const sessions = [person, refreshed, other, reset, device];
  return [
    PASSWORD,
    OTHER,
    WRONG,
    token,
    deviceCode,
    userCode,
    ...sessions.flatMap((one) => [one?.refreshToken ?? "", one?.accessToken ?? ""]),
  ];
}

/** Reads all that the database holds, except the mailbox, which is what people read. */
async function readAll({ admin }: Identity): Promise<string> {
  const tables = await admin.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'identity'::regnamespace AND relkind = 'r' AND relname <> 'mail'`,
  );
  const dumps = tables.rows.map(({ name }) =>
    admin.query<{ row: string }>(`SELECT t::text AS row FROM identity.${name} t`),
  );
  return (await Promise.all(dumps)).flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}

test("logs and stores no secret, in clear, base64 or hexadecimal", async ({ identity }) => {
  const lines: string[] = [];
  const log = createLogger("identity", "trace", { write: (line) => void lines.push(line) });
  const secrets = await useAll(identity.start({ log }));
  expect(secrets.every((secret) => secret.length > 5)).toBe(true);
  expect(lines.length).toBeGreaterThan(10);
  const everything = `${await readAll(identity)}\n${lines.join("\n")}`;
  for (const secret of secrets)
    for (const form of ["utf8", "base64", "hex"] as const) {
      const text = Buffer.from(secret).toString(form).replace(/=+$/, "");
      expect(everything.includes(text), `${form} of ${secret}`).toBe(false);
    }
});

// A hash takes most of the time of a call. If the number of hashes or statements differed, the time
// would tell a stranger which addresses have an account.
describe("an address with an account and one without", () => {
  // Pools sometimes ask about their tables; see plans.ts of the kit.
  const UPKEEP = /FROM pg_class|^DISCARD PLANS$/;

  /** Returns how a call ends, and the statements and hashes that it takes. */
  async function measure({ context }: Identity, call: () => Promise<unknown>) {
    const steps: string[] = [];
    const { hasher, db } = context;
    const own = new WeakSet<object>();
    db.$client.on("acquire", (client) => own.add(client));
    const probe = await db.$client.connect();
    const prototype = Object.getPrototypeOf(probe) as { query: (...args: unknown[]) => unknown };
    probe.release();
    const { query } = prototype;
    const { hash, verify } = hasher;
    prototype.query = function (...args) {
      const [first] = args;
      const text = typeof first === "string" ? first : String(Object(first).text);
      if (own.has(this) && !UPKEEP.test(text)) steps.push(text);
      return query.apply(this, args);
    };
    hasher.hash = (...args) => (steps.push("hash"), hash(...args));
    hasher.verify = (...args) => (steps.push("verify"), verify(...args));
    try {
      return { reason: await getReason(call()), steps };
    } finally {
      Object.assign(prototype, { query });
      Object.assign(hasher, { hash, verify });
    }
  }

  test.for<[string, (identity: Identity, email: string) => Promise<unknown>, string, string[]]>([
    ["sign up", (identity, email) => identity.signUp(email), "accepted", ["hash"]],
    [
      "sign in",
      (identity, email) => identity.signIn(email, WRONG),
      "CREDENTIALS_INVALID",
      ["verify"],
    ],
    ["ask for a new password", (identity, email) => identity.forgot(email), "accepted", []],
    [
      "send a wrong code",
      (identity, email) => identity.verify(email, "000000", newId()),
      "CODE_INVALID",
      [],
    ],
  ])("%s with the same work and answer", async ([, call, reason, hashes], { identity }) => {
    // A replica with a pool of its own.
    const replica = identity.start();
    const { email } = await replica.join();
    const known = await measure(replica, () => call(replica, email));
    const unknown = await measure(replica, () => call(replica, newEmail()));
    expect(unknown).toEqual(known);
    expect(known.reason).toBe(reason);
    expect(known.steps.filter((step) => step === "hash" || step === "verify")).toEqual(hashes);
    expect(known.steps.length).toBeGreaterThan(5);
  });
});
