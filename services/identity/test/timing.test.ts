import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSource, PASSWORD, startIdentity, type IdentityUnderTest } from "./service.ts";

// An address with an account and one without are answered in the same time. What is compared is the
// ratio of two medians, never a time itself: the calls of both kinds alternate, so that whatever slows
// the machine down slows both, and the kind that comes first changes with each pair. A median of 200
// does not move with the few calls that were disturbed. What is left is noise of a few per cent, while
// a hash that is left out is most of a call; where a quarter is exceeded, two more rounds may show that
// it was noise, since a real difference is there in every round.
const CALLS = 200;
const MOST_RATIO = 1.25;
const MOST_ROUNDS = 3;

type Call = (email: string) => Promise<unknown>;

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity?.stop());

/** Accounts, made behind the service: each is asked about once, so that no throttle is ever met. */
async function addAccounts(count: number): Promise<string[]> {
  const hash = await identity.context.hasher.hash(PASSWORD);
  const { rows } = await identity.admin.query<{ email: string }>(
    `INSERT INTO identity.user_account (id, name, email, password_hash)
     SELECT id, 'Ada', 'known-' || id || '@example.com', $2
     FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)) made RETURNING email`,
    [count, hash],
  );
  return rows.map(({ email }) => email);
}

const timeOf = async (call: Call, email: string): Promise<number> => {
  const startedAt = performance.now();
  await call(email).catch(() => undefined);
  return performance.now() - startedAt;
};

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** How many times as long the slower of two kinds of calls takes, by their medians. */
async function ratioOf(one: Call, other: Call, count: number): Promise<number> {
  const [ones, others]: [number[], number[]] = [[], []];
  for (const [n, known] of (await addAccounts(count)).entries()) {
    const first = async () => ones.push(await timeOf(one, known));
    const second = async () => others.push(await timeOf(other, `unknown-${newId()}@example.com`));
    for (const next of n % 2 === 0 ? [first, second] : [second, first]) await next();
  }
  const [a, b] = [median(ones), median(others)];
  return Math.max(a, b) / Math.min(a, b);
}

/** The least ratio of up to three rounds, none of which follows one that was good enough. */
async function leastRatio(one: Call, other = one, count = CALLS): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < MOST_ROUNDS && least > MOST_RATIO; round++)
    least = Math.min(least, await ratioOf(one, other, count));
  return least;
}

// Each call comes from an address of its own, so that none is refused for what others did.
const signIn: Call = (email) =>
  identity.client.signIn({
    requestId: newId(),
    email,
    password: "wrong-violet-otter-12",
    source: newSource(),
  });
const signUp: Call = (email) =>
  identity.client.signUp({
    requestId: newId(),
    name: "Ada",
    email,
    password: PASSWORD,
    source: newSource(),
  });
const forgotPassword: Call = (email) =>
  identity.client.forgotPassword({ requestId: newId(), email, source: newSource() });

test.for([
  ["signing in with a wrong password", signIn],
  ["signing up", signUp],
  ["a forgotten password", forgotPassword],
] as const)(
  "%s takes as long for an address with an account as for one without",
  { timeout: 240_000 },
  async ([, call]) => {
    expect(await leastRatio(call)).toBeLessThan(MOST_RATIO);
  },
);

test("calls with a hash and without one are told apart", { timeout: 60_000 }, async () => {
  expect(await leastRatio(signIn, forgotPassword, 20)).toBeGreaterThan(MOST_RATIO);
});

test("what is compared is no refusal for too many attempts", async () => {
  const [email = ""] = await addAccounts(1);
  await expect(signIn(email)).rejects.toMatchObject({ reason: "CREDENTIALS_INVALID" });
  await expect(signUp(email)).resolves.toBeDefined();
  await expect(forgotPassword(email)).resolves.toBeDefined();
});
