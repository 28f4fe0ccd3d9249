import { newId } from "@tms/kit/values/ids";
import { SessionKind } from "@tms/proto/tms/identity/v1/identity";
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

const signUp = (email: string, more: { requestId?: string; password?: string } = {}) =>
  identity.client.signUp({
    requestId: newId(),
    name: "Ada",
    email,
    password: PASSWORD,
    source: newSource(),
    ...more,
  });
const verify = (email: string, code: string, requestId = newId()) =>
  identity.client.verifyEmail({ requestId, email, code, source: newSource() });
const signIn = (email: string, password = PASSWORD) =>
  identity.client.signIn({ requestId: newId(), email, password, source: newSource() });
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("SignUp", () => {
  test("mails a code that confirms the address and signs in", async () => {
    const email = newEmail();
    await signUp(email);
    expect(await reasonOf(signIn(email))).toBe("CREDENTIALS_INVALID");
    const { signedIn } = await verify(email, await identity.codeFor(email));
    expect(signedIn).toMatchObject({
      user: { name: "Ada", email },
      session: { kind: SessionKind.BROWSER, agent: "a browser" },
    });
    expect(signedIn?.refreshToken).toMatch(/^tmsr_/);
    expect(await reasonOf(signIn(email))).toBe("OK");
  });

  test("treats an address alike in either case", async () => {
    const email = newEmail();
    await signUp(email.toUpperCase());
    const { signedIn } = await verify(email.toUpperCase(), await identity.codeFor(email));
    expect(signedIn?.user?.email).toBe(email);
    expect(await reasonOf(signIn(email.toUpperCase()))).toBe("OK");
  });

  test("of a known address changes nothing and mails a note", async () => {
    const { email } = await identity.join();
    await signUp(email, { password: "another-violet-otter-12" });
    const [note] = await identity.mailsTo(email);
    expect(note?.subject).toBe("You have an account already");
    expect(await reasonOf(signIn(email, "another-violet-otter-12"))).toBe("CREDENTIALS_INVALID");
    expect(await reasonOf(signIn(email))).toBe("OK");
  });

  test("that is repeated before its code was used replaces name, password and code", async () => {
    const email = newEmail();
    await signUp(email);
    const first = await identity.codeFor(email);
    await signUp(email, { password: "another-violet-otter-12" });
    const second = await identity.codeFor(email);
    if (first !== second) expect(await reasonOf(verify(email, first))).toBe("CODE_INVALID");
    expect(await reasonOf(verify(email, second))).toBe("OK");
    expect(await reasonOf(signIn(email))).toBe("CREDENTIALS_INVALID");
    expect(await reasonOf(signIn(email, "another-violet-otter-12"))).toBe("OK");
  });

  test("repeated with the same request_id sends one mail", async () => {
    const [email, requestId] = [newEmail(), newId()];
    await Promise.all([1, 2, 3].map(() => signUp(email, { requestId })));
    await signUp(email, { requestId });
    expect(await identity.mailsTo(email)).toHaveLength(1);
  });

  test.each([
    ["short", "ninechars"],
    ["common", "password123456"],
    ["made of the name and address", "ada.person1"],
    ["a row of keys", "qwertyuiop"],
  ])("refuses a password that is %s", async (_, password) => {
    expect(await reasonOf(signUp("ada.person@example.com", { password }))).toBe(
      "PASSWORD_TOO_WEAK",
    );
  });

  test("counts a password's characters after NFKC", async () => {
    const ligatures = "ﬃ".repeat(43);
    await expect(signUp(newEmail(), { password: ligatures })).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "password" }],
    });
  });

  test.each([
    ["no address", { email: "ada" }],
    ["an address with a line break", { email: "a@example.com\r\nBcc: b@example.com" }],
  ])("refuses %s", async (_, { email }) => {
    expect(await reasonOf(signUp(email))).toBe("INVALID_ARGUMENT");
  });
});

describe("VerifyEmail", () => {
  test("takes a code once", async () => {
    const email = newEmail();
    await signUp(email);
    const code = await identity.codeFor(email);
    await verify(email, code);
    expect(await reasonOf(verify(email, code))).toBe("CODE_INVALID");
  });

  test("answers a repeat with the same session and refresh token", async () => {
    const email = newEmail();
    await signUp(email);
    const [code, requestId] = [await identity.codeFor(email), newId()];
    const first = await verify(email, code, requestId);
    const again = await verify(email, code, requestId);
    expect(again.signedIn?.session?.id).toBe(first.signedIn?.session?.id);
    expect(again.signedIn?.refreshToken).toBe(first.signedIn?.refreshToken);
  });

  test("allows five tries, then not even the right code", async () => {
    const email = newEmail();
    await signUp(email);
    const code = await identity.codeFor(email);
    for (let tries = 0; tries < 5; tries++)
      expect(await reasonOf(verify(email, wrongOf(code)))).toBe("CODE_INVALID");
    expect(await reasonOf(verify(email, code))).toBe("CODE_INVALID");
  });

  test("still takes the right code at the fifth try", async () => {
    const email = newEmail();
    await signUp(email);
    const code = await identity.codeFor(email);
    for (let tries = 0; tries < 4; tries++) await reasonOf(verify(email, wrongOf(code)));
    expect(await reasonOf(verify(email, code))).toBe("OK");
  });

  test("counts a wrong try once, however often the request is repeated", async () => {
    const email = newEmail();
    await signUp(email);
    const [code, requestId] = [await identity.codeFor(email), newId()];
    for (let times = 0; times < 6; times++)
      expect(await reasonOf(verify(email, wrongOf(code), requestId))).toBe("CODE_INVALID");
    expect(await reasonOf(verify(email, code))).toBe("OK");
  });

  test("refuses a code after ten minutes, and one of another address", async () => {
    const [email, other] = [newEmail(), newEmail()];
    await signUp(email);
    await signUp(other);
    const code = await identity.codeFor(email);
    if (code !== (await identity.codeFor(other)))
      expect(await reasonOf(verify(other, code))).toBe("CODE_INVALID");
    await identity.admin.query(
      `UPDATE identity.one_time_code SET expires_at = expires_at - interval '10 minutes'
       WHERE email = $1`,
      [email],
    );
    expect(await reasonOf(verify(email, code))).toBe("CODE_INVALID");
  });

  test("lets one of many who use the right code at once in", async () => {
    const email = newEmail();
    await signUp(email);
    const code = await identity.codeFor(email);
    const reasons = await Promise.all([1, 2, 3, 4].map(() => reasonOf(verify(email, code))));
    expect(reasons.toSorted()).toEqual(["CODE_INVALID", "CODE_INVALID", "CODE_INVALID", "OK"]);
  });
});

describe("SignIn", () => {
  test("answers a repeat with the same session, and opens no second", async () => {
    const { email, userId } = await identity.join();
    const request = { requestId: newId(), email, password: PASSWORD, source: newSource() };
    const first = await identity.client.signIn(request);
    const again = await identity.client.signIn(request);
    expect(again.signedIn?.session?.id).toBe(first.signedIn?.session?.id);
    expect((await identity.client.listSessions({ userId })).sessions).toHaveLength(2);
  });

  test("gives a repeat nothing once the first answer was used", async () => {
    const { email } = await identity.join();
    const request = { requestId: newId(), email, password: PASSWORD, source: newSource() };
    const { signedIn } = await identity.client.signIn(request);
    const refreshToken = signedIn?.refreshToken ?? "";
    await identity.client.refreshSession({ refreshToken, source: newSource() });
    expect(await reasonOf(identity.client.signIn(request))).toBe("SESSION_ENDED");
  });

  test("hashes a password anew that was hashed with less", async () => {
    const { email } = await identity.join();
    const { hash } = await import("@node-rs/argon2");
    const weaker = await hash(PASSWORD, { memoryCost: 4_096, timeCost: 1 });
    await identity.admin.query(
      `UPDATE identity.user_account SET password_hash = $2 WHERE email = $1`,
      [email, weaker],
    );
    await signIn(email);
    const { rows } = await identity.admin.query(
      `SELECT password_hash FROM identity.user_account WHERE email = $1`,
      [email],
    );
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await reasonOf(signIn(email))).toBe("OK");
  });

  test("keeps fifty sessions of a person: the one used longest ago ends", async () => {
    const person = await identity.join();
    await identity.admin.query(
      `INSERT INTO identity.session (id, user_id, kind, salt, address, agent, last_used_at)
       SELECT gen_random_uuid(), $1, 'browser', decode(repeat('00', 16), 'hex'), '::1', '',
              now() + n * interval '1 second' FROM generate_series(1, 49) n`,
      [person.userId],
    );
    await signIn(person.email);
    const { sessions } = await identity.client.listSessions({ userId: person.userId });
    expect(sessions).toHaveLength(50);
    expect(sessions.map(({ id }) => id)).not.toContain(person.sessionId);
  });
});
