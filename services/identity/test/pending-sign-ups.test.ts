import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  newEmail,
  newSource,
  PASSWORD,
  reasonOf,
  startIdentity,
  type IdentityUnderTest,
} from "./service.ts";

// Anybody may sign up with anybody's address. Whose password holds in the end?

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity?.stop());

const EVE = { name: "Eve", password: "another-violet-otter-12" };

const signUp = (email: string, person = { name: "Ada", password: PASSWORD }) =>
  identity.client.signUp({ requestId: newId(), email, source: newSource(), ...person });
const verify = (email: string, code: string) =>
  identity.client.verifyEmail({ requestId: newId(), email, code, source: newSource() });
const signIn = (email: string, password = PASSWORD) =>
  identity.client.signIn({ requestId: newId(), email, password, source: newSource() });

test("a sign-up of a stranger with somebody's address leaves no password behind", async () => {
  const email = newEmail();
  await signUp(email, EVE);
  await identity.codeFor(email);
  await signUp(email);
  const { signedIn } = await verify(email, await identity.codeFor(email));
  expect(signedIn?.user?.name).toBe("Ada");
  expect(await reasonOf(signIn(email, EVE.password))).toBe("CREDENTIALS_INVALID");
  expect(await reasonOf(signIn(email))).toBe("OK");
});

test("a sign-up that comes while a code is used never gives that code its own password", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const email = newEmail();
    await signUp(email);
    const code = await identity.codeFor(email);
    // Hashing takes most of a sign-up, so that the code is used now before it and now after.
    const [verified] = await Promise.all([
      round % 2 === 0
        ? reasonOf(verify(email, code))
        : signUp(email, EVE).then(() => reasonOf(verify(email, code))),
      signUp(email, EVE),
    ]);
    outcomes.add(verified);
    const passwords = [PASSWORD, EVE.password].map((one) => reasonOf(signIn(email, one)));
    expect(await Promise.all(passwords)).toEqual(
      verified === "OK"
        ? ["OK", "CREDENTIALS_INVALID"]
        : ["CREDENTIALS_INVALID", "CREDENTIALS_INVALID"],
    );
  }
  expect(outcomes).toEqual(new Set(["OK", "CODE_INVALID"]));
});

test("a sign-up waits beside its code, and no account and no hash is left of it once that is used", async () => {
  const email = newEmail();
  await signUp(email);
  const countOf = async (what: string) => {
    const { rows } = await identity.admin.query(`SELECT count(*)::int AS n FROM identity.${what}`, [
      email,
    ]);
    return rows[0].n as number;
  };
  const waiting = `one_time_code WHERE email = $1 AND sign_up_password_hash IS NOT NULL`;
  expect(await countOf(`user_account WHERE email = $1`)).toBe(0);
  expect(await countOf(waiting)).toBe(1);
  await verify(email, await identity.codeFor(email));
  expect(await countOf(`user_account WHERE email = $1`)).toBe(1);
  expect(await countOf(waiting)).toBe(0);
});
