import { newId } from "@tms/kit/values/ids";
import { RemoteError } from "@tms/kit/errors/remote-error";
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
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity.stop());

type Source = ReturnType<typeof newSource>;
const signIn = (
  email: string,
  password: string,
  source: Source,
  client: IdentityUnderTest["client"] = identity.client,
) => client.signIn({ requestId: newId(), email, password, source });
const fail = (email: string, source: Source) => reasonOf(signIn(email, "wrong password", source));
/** Lets the windows of all that was counted so far go by. */
const letPass = (interval: string) =>
  identity.admin.query(
    `UPDATE identity.attempt_count SET created_at = created_at - $1::interval,
       ends_at = ends_at - $1::interval`,
    [interval],
  );

describe("failures to sign in", () => {
  test("are refused after five from one address, which is told when to come back", async () => {
    const { email } = await identity.join();
    const source = newSource();
    for (let times = 0; times < 5; times++)
      expect(await fail(email, source)).toBe("CREDENTIALS_INVALID");
    const refusal = await signIn(email, PASSWORD, source).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: "TOO_MANY_ATTEMPTS" });
    const { retryAfterMs = 0 } = refusal as RemoteError;
    expect(retryAfterMs).toBeGreaterThan(14 * 60_000);
    expect(retryAfterMs).toBeLessThanOrEqual(15 * 60_000);
    // From elsewhere the person still gets in.
    expect(await reasonOf(signIn(email, PASSWORD, newSource()))).toBe("OK");
  });

  test("are refused alike for an address without an account", async () => {
    const [email, source] = [newEmail(), newSource()];
    for (let times = 0; times < 5; times++)
      expect(await fail(email, source)).toBe("CREDENTIALS_INVALID");
    expect(await fail(email, source)).toBe("TOO_MANY_ATTEMPTS");
  });

  test("survive a restart", async () => {
    const { email } = await identity.join();
    const source = newSource();
    for (let times = 0; times < 5; times++) await fail(email, source);
    const restarted = await identity.another();
    try {
      expect(await reasonOf(signIn(email, PASSWORD, source, restarted.client))).toBe(
        "TOO_MANY_ATTEMPTS",
      );
    } finally {
      await restarted.stop();
    }
  });

  test("are forgotten after fifteen minutes", async () => {
    const { email } = await identity.join();
    const source = newSource();
    for (let times = 0; times < 6; times++) await fail(email, source);
    await letPass("14 minutes 30 seconds");
    expect(await fail(email, source)).toBe("TOO_MANY_ATTEMPTS");
    await letPass("1 minute");
    expect(await reasonOf(signIn(email, PASSWORD, source))).toBe("OK");
  });

  test("are forgiven by a reset by mail", async () => {
    const { email } = await identity.join();
    const source = newSource();
    for (let times = 0; times < 6; times++) await fail(email, source);
    await identity.client.forgotPassword({ requestId: newId(), email, source: newSource() });
    const token = await identity.tokenFor(email);
    const next = "another-violet-otter-12";
    await identity.client.resetPassword({ requestId: newId(), token, password: next, source });
    expect(await reasonOf(signIn(email, next, source))).toBe("OK");
  });

  test("count for one address over all accounts, thirty in fifteen minutes", async () => {
    const source = newSource();
    const reasons: string[] = [];
    for (let times = 0; times < 31; times++) reasons.push(await fail(newEmail(), source));
    expect(reasons).toEqual([
      ...Array<string>(30).fill("CREDENTIALS_INVALID"),
      "TOO_MANY_ATTEMPTS",
    ]);
  });

  test("count for one account over all addresses, fifty in an hour", async () => {
    const { email } = await identity.join();
    for (let times = 0; times < 50; times++)
      expect(await fail(email, newSource())).toBe("CREDENTIALS_INVALID");
    expect(await reasonOf(signIn(email, PASSWORD, newSource()))).toBe("TOO_MANY_ATTEMPTS");
  });

  test("that are refused already do not count against the account", async () => {
    const { email } = await identity.join();
    const source = newSource();
    for (let times = 0; times < 60; times++) await fail(email, source);
    expect(await reasonOf(signIn(email, PASSWORD, newSource()))).toBe("OK");
  });

  test("get no further when they come all at once", async () => {
    const { email } = await identity.join();
    const source = newSource();
    const reasons = await Promise.all(Array.from({ length: 20 }, () => fail(email, source)));
    expect(reasons.filter((reason) => reason === "CREDENTIALS_INVALID")).toHaveLength(5);
  });

  test("are not what good sign-ins are", async () => {
    const { email } = await identity.join();
    const source = newSource();
    for (let times = 0; times < 12; times++)
      expect(await reasonOf(signIn(email, PASSWORD, source))).toBe("OK");
  });

  test("from one IPv6 network count together", async () => {
    const { email } = await identity.join();
    const from = (n: number) => ({ address: `2001:db8:7:7::${n}`, agent: "" });
    for (let n = 1; n <= 5; n++) await fail(email, from(n));
    expect(await reasonOf(signIn(email, PASSWORD, from(6)))).toBe("TOO_MANY_ATTEMPTS");
  });
});

describe("requests that anybody may make", () => {
  test("are five per address and minute, of each kind", async () => {
    const source = newSource();
    const signUp = (email: string) =>
      identity.client.signUp({ requestId: newId(), name: "A", email, password: PASSWORD, source });
    const forgot = (email: string) =>
      identity.client.forgotPassword({ requestId: newId(), email, source });
    const device = () => identity.client.startDeviceCode({ source });
    for (const ask of [signUp, forgot, device]) {
      for (let times = 0; times < 5; times++) expect(await reasonOf(ask(newEmail()))).toBe("OK");
      expect(await reasonOf(ask(newEmail()))).toBe("TOO_MANY_ATTEMPTS");
    }
    await letPass("1 minute");
    for (const ask of [signUp, forgot, device]) expect(await reasonOf(ask(newEmail()))).toBe("OK");
  });

  test("mail ten times an hour to one address, of each kind, then silently nothing", async () => {
    const { email } = await identity.join();
    for (let times = 0; times < 12; times++)
      expect(
        await reasonOf(
          identity.client.forgotPassword({ requestId: newId(), email, source: newSource() }),
        ),
      ).toBe("OK");
    // One of them is that of the sign-up, which is of another kind.
    expect(await identity.mailsTo(email)).toHaveLength(11);
    await letPass("1 hour");
    await identity.client.forgotPassword({ requestId: newId(), email, source: newSource() });
    expect(await identity.mailsTo(email)).toHaveLength(12);
  });
});
