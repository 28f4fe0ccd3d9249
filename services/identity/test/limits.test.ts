import { newId } from "@tms/kit/values/ids";
import { toRefusal } from "../../../test/world/actions.ts";
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
  type Source,
} from "./people.ts";

/** Fails to sign in a number of times; returns the reasons. */
async function fail(identity: Identity, email: string, source: Source, times = 1) {
  const reasons: string[] = [];
  for (let count = 0; count < times; count++)
    reasons.push(await getReason(identity.signIn(email, WRONG, source)));
  return reasons;
}

const wrong = (times: number) => Array<string>(times).fill("CREDENTIALS_INVALID");

/** Makes all attempts older. */
const wait = ({ admin }: Identity, interval: string) =>
  admin.query(
    `UPDATE identity.attempt_count SET created_at = created_at - $1::interval,
       ends_at = ends_at - $1::interval`,
    [interval],
  );

describe("failures to sign in", () => {
  test("are refused after five from one address for fifteen minutes", async ({ identity }) => {
    const { email } = await identity.join();
    const source = newSource();
    expect(await fail(identity, email, source, 5)).toEqual(wrong(5));
    const refused = identity.signIn(email, PASSWORD, source).catch((error: unknown) => error);
    const refusal = toRefusal(await refused);
    expect(refusal.reason).toBe("TOO_MANY_ATTEMPTS");
    expect(refusal.retryAfterMs).toBeGreaterThan(14 * 60_000);
    expect(refusal.retryAfterMs).toBeLessThanOrEqual(15 * 60_000);
    // Another replica counts alike, and another address still signs in.
    const replica = identity.start().signIn(email, PASSWORD, source);
    expect(await getReason(replica)).toBe("TOO_MANY_ATTEMPTS");
    expect(await getReason(identity.signIn(email))).toBe("accepted");
    await wait(identity, "14 minutes 30 seconds");
    expect(await fail(identity, email, source)).toEqual(["TOO_MANY_ATTEMPTS"]);
    await wait(identity, "1 minute");
    expect(await getReason(identity.signIn(email, PASSWORD, source))).toBe("accepted");
  });

  test("are refused alike for an address without an account", async ({ identity }) => {
    const reasons = await fail(identity, newEmail(), newSource(), 6);
    expect(reasons).toEqual([...wrong(5), "TOO_MANY_ATTEMPTS"]);
  });

  test("are forgiven by a reset by mail", async ({ identity }) => {
    const { email } = await identity.join();
    const source = newSource();
    await fail(identity, email, source, 6);
    await identity.forgot(email);
    await identity.reset(await identity.tokenFor(email), OTHER, newId(), source);
    expect(await getReason(identity.signIn(email, OTHER, source))).toBe("accepted");
  });

  test("from one address are thirty in fifteen minutes over all accounts", async ({ identity }) => {
    const source = newSource();
    const reasons: string[] = [];
    for (let times = 0; times < 31; times++)
      reasons.push(...(await fail(identity, newEmail(), source)));
    expect(reasons).toEqual([...wrong(30), "TOO_MANY_ATTEMPTS"]);
  });

  test("for one account are fifty in an hour over all addresses", async ({ identity }) => {
    const { email } = await identity.join();
    for (let times = 0; times < 50; times++)
      expect(await fail(identity, email, newSource())).toEqual(wrong(1));
    expect(await getReason(identity.signIn(email))).toBe("TOO_MANY_ATTEMPTS");
  });

  test("that are refused for their address do not count for the account", async ({ identity }) => {
    const { email } = await identity.join();
    await fail(identity, email, newSource(), 60);
    expect(await getReason(identity.signIn(email))).toBe("accepted");
  });

  test("are five even if they arrive at once", async ({ identity }) => {
    const { email } = await identity.join();
    const source = newSource();
    const race = Array.from({ length: 20 }, () => fail(identity, email, source));
    const reasons = (await Promise.all(race)).flat();
    expect(reasons.filter((reason) => reason === "CREDENTIALS_INVALID")).toHaveLength(5);
  });

  test("do not include successes", async ({ identity }) => {
    const { email } = await identity.join();
    const source = newSource();
    for (let times = 0; times < 12; times++)
      expect(await getReason(identity.signIn(email, PASSWORD, source))).toBe("accepted");
  });

  test("from one IPv6 network count together", async ({ identity }) => {
    const { email } = await identity.join();
    const toSource = (n: number) => ({ address: `2001:db8:7:7::${n}`, agent: "" });
    for (let n = 1; n <= 5; n++) await fail(identity, email, toSource(n));
    expect(await getReason(identity.signIn(email, PASSWORD, toSource(6)))).toBe(
      "TOO_MANY_ATTEMPTS",
    );
  });
});

test("requests without an account are five per minute and kind", async ({ identity }) => {
  const source = newSource();
  const calls = [
    () => identity.signUp(newEmail(), { source }),
    () => identity.forgot(newEmail(), source),
    () => identity.client.startDeviceCode({ source }),
  ];
  for (const call of calls) {
    for (let times = 0; times < 5; times++) expect(await getReason(call())).toBe("accepted");
    expect(await getReason(call())).toBe("TOO_MANY_ATTEMPTS");
  }
  await wait(identity, "1 minute");
  for (const call of calls) expect(await getReason(call())).toBe("accepted");
});

test("limits changes of passwords from one address to five per minute", async ({ identity }) => {
  const [person, source] = [await identity.join(), newSource()];
  const password = { current: PASSWORD, next: "short" };
  const change = () => getReason(identity.update(person, { password, source }));
  for (let times = 0; times < 5; times++) expect(await change()).toBe("PASSWORD_TOO_WEAK");
  expect(await change()).toBe("TOO_MANY_ATTEMPTS");
});

test("failures from one IPv6 site do not use up the attempts of an account", async ({
  identity,
}) => {
  const { email } = await identity.join();
  for (let network = 1; network <= 12; network++)
    await fail(identity, email, { address: `2001:db8:6:${network}::1`, agent: "" }, 5);
  expect(await getReason(identity.signIn(email))).toBe("accepted");
});

test("requests from all networks of an IPv6 site are limited together", async ({ identity }) => {
  const start = (network: number, site = "2001:db8:8") => {
    const source = { address: `${site}:${network}::1`, agent: "" };
    return getReason(identity.client.startDeviceCode({ source }));
  };
  for (let network = 1; network <= 20; network++) expect(await start(network)).toBe("accepted");
  expect(await start(21)).toBe("TOO_MANY_ATTEMPTS");
  expect(await start(21, "2001:db8:9")).toBe("accepted");
});
