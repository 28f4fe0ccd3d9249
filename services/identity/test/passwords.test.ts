import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHasher } from "../src/passwords/hashing.ts";
import {
  newEmail,
  newSource,
  PASSWORD,
  reasonOf,
  startIdentity,
  type IdentityUnderTest,
  type Person,
} from "./service.ts";

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity.stop());

const OTHER = "another-violet-otter-12";

const forgot = (email: string) =>
  identity.client.forgotPassword({ requestId: newId(), email, source: newSource() });
const reset = (token: string, password = OTHER, requestId = newId()) =>
  identity.client.resetPassword({ requestId, token, password, source: newSource() });
const signIn = (email: string, password: string) =>
  identity.client.signIn({ requestId: newId(), email, password, source: newSource() });
const sessionsOf = async ({ userId }: Person) =>
  (await identity.client.listSessions({ userId })).sessions.map(({ id }) => id);

describe("ForgotPassword and ResetPassword", () => {
  test("set a new password, end all sessions and sign in", async () => {
    const person = await identity.join();
    await forgot(person.email);
    const { signedIn } = await reset(await identity.tokenFor(person.email));
    expect(signedIn?.user?.id).toBe(person.userId);
    expect(await sessionsOf(person)).toEqual([signedIn?.session?.id]);
    expect(await reasonOf(signIn(person.email, PASSWORD))).toBe("CREDENTIALS_INVALID");
    expect(await reasonOf(signIn(person.email, OTHER))).toBe("OK");
  });

  test("take a token once, the newest, for half an hour", async () => {
    const person = await identity.join();
    await forgot(person.email);
    const first = await identity.tokenFor(person.email);
    await forgot(person.email);
    const second = await identity.tokenFor(person.email);
    expect(await reasonOf(reset(first))).toBe("CODE_INVALID");
    expect(await reasonOf(reset(second))).toBe("OK");
    expect(await reasonOf(reset(second))).toBe("CODE_INVALID");
    await forgot(person.email);
    const third = await identity.tokenFor(person.email);
    await identity.admin.query(
      `UPDATE identity.one_time_code SET expires_at = expires_at - interval '30 minutes'
       WHERE email = $1`,
      [person.email],
    );
    expect(await reasonOf(reset(third))).toBe("CODE_INVALID");
  });

  test("answer a repeat with the same session", async () => {
    const person = await identity.join();
    await forgot(person.email);
    const [token, requestId] = [await identity.tokenFor(person.email), newId()];
    const first = await reset(token, OTHER, requestId);
    const again = await reset(token, OTHER, requestId);
    expect(again.signedIn?.refreshToken).toBe(first.signedIn?.refreshToken);
  });

  test("let one of many who use the same token at once in", async () => {
    const person = await identity.join();
    await forgot(person.email);
    const token = await identity.tokenFor(person.email);
    const reasons = await Promise.all([1, 2, 3].map(() => reasonOf(reset(token))));
    expect(reasons.toSorted()).toEqual(["CODE_INVALID", "CODE_INVALID", "OK"]);
  });

  test("leave a token good whose new password was too weak", async () => {
    const person = await identity.join();
    await forgot(person.email);
    const token = await identity.tokenFor(person.email);
    expect(await reasonOf(reset(token, "password123"))).toBe("PASSWORD_TOO_WEAK");
    expect(await reasonOf(reset(token))).toBe("OK");
  });

  test("mail nothing to an unknown address, nor to one that was never confirmed", async () => {
    const [unknown, unconfirmed] = [newEmail(), newEmail()];
    const request = { name: "Ada", email: unconfirmed, password: PASSWORD };
    await identity.client.signUp({ requestId: newId(), ...request, source: newSource() });
    await forgot(unknown);
    await forgot(unconfirmed);
    expect(await identity.mailsTo(unknown)).toEqual([]);
    expect(await identity.mailsTo(unconfirmed)).toHaveLength(1);
  });
});

describe("UpdateUser", () => {
  const update = (person: Person, change: object, requestId = newId()) =>
    identity.client.updateUser({
      requestId,
      userId: person.userId,
      sessionId: person.sessionId,
      source: newSource(),
      ...change,
    });

  test("changes a name and nothing else", async () => {
    const person = await identity.join();
    const { user } = await update(person, { name: "Countess" });
    expect(user).toEqual({ ...person.user, name: "Countess" });
    expect((await identity.client.getUser({ userId: person.userId })).user).toEqual(user);
    expect(await reasonOf(signIn(person.email, PASSWORD))).toBe("OK");
  });

  test("changes a password, which ends every other session", async () => {
    const person = await identity.join();
    await signIn(person.email, PASSWORD);
    await update(person, { password: { current: PASSWORD, next: OTHER } });
    expect(await sessionsOf(person)).toEqual([person.sessionId]);
    expect(await reasonOf(signIn(person.email, PASSWORD))).toBe("CREDENTIALS_INVALID");
    expect(await reasonOf(signIn(person.email, OTHER))).toBe("OK");
  });

  test("repeated answers the same, though the former password is gone", async () => {
    const [person, requestId] = [await identity.join(), newId()];
    const change = { password: { current: PASSWORD, next: OTHER } };
    const first = await update(person, change, requestId);
    expect(await update(person, change, requestId)).toEqual(first);
  });

  test("refuses a wrong present password, and a next one made of hints", async () => {
    const person = await identity.join();
    const change = (current: string, next: string) =>
      reasonOf(update(person, { password: { current, next, hints: ["Galactic Chess Arena"] } }));
    expect(await change("wrong-violet-otter", OTHER)).toBe("CREDENTIALS_INVALID");
    expect(await change(PASSWORD, "galacticchessarena")).toBe("PASSWORD_TOO_WEAK");
    expect(await change(PASSWORD, OTHER)).toBe("OK");
  });

  test("of nobody is refused", async () => {
    const person = { ...(await identity.join()), userId: newId() };
    expect(await reasonOf(update(person, { name: "X" }))).toBe("USER_NOT_FOUND");
    expect(await reasonOf(identity.client.getUser({ userId: newId() }))).toBe("USER_NOT_FOUND");
  });
});

describe("hashing", () => {
  test("runs at most as many at once as there are cores, and refuses who would wait too long", async () => {
    const hasher = createHasher(2, 3);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => hasher.hash("a password")),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array<string>(5).fill("fulfilled"),
      ...Array<string>(3).fill("rejected"),
    ]);
    expect(outcomes[7]).toMatchObject({ reason: { reason: "OVERLOADED" } });
    // Whoever is served leaves room for the next.
    await hasher.hash("a password");
  });

  test("gives a place back when a hash cannot be read", async () => {
    const hasher = createHasher(1, 0);
    await expect(hasher.verify("no hash", "a password")).rejects.toThrow(/./);
    const hash = await hasher.hash("pass\u0065\u0301word");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    // The same characters, spelt otherwise.
    expect(await hasher.verify(hash, "pass\u00e9word")).toBe(true);
    expect(await hasher.verify(hash, "password")).toBe(false);
  });
});
