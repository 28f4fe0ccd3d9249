import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newEmail, newSource, PASSWORD, reasonOf, startIdentity } from "./service.ts";
import type { IdentityUnderTest } from "./service.ts";

// A hash takes most of the time of a call. If the number of hashes differed, the time would tell a
// stranger which addresses have an account.
let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity?.stop());

const calls = {
  "signing in with a wrong password": (email: string) =>
    identity.client.signIn({
      requestId: newId(),
      email,
      password: "wrong-violet-otter-12",
      source: newSource(),
    }),
  "signing up": (email: string) =>
    identity.client.signUp({
      requestId: newId(),
      name: "Ada",
      email,
      password: PASSWORD,
      source: newSource(),
    }),
  "asking for a new password": (email: string) =>
    identity.client.forgotPassword({ requestId: newId(), email, source: newSource() }),
};

/** Returns how a call ends, and how many passwords it hashes and verifies. */
async function workOf(call: (email: string) => Promise<unknown>, email: string) {
  const hash = vi.spyOn(identity.context.hasher, "hash");
  const verify = vi.spyOn(identity.context.hasher, "verify");
  try {
    const reason = await reasonOf(call(email));
    return { reason, hashes: hash.mock.calls.length, verifications: verify.mock.calls.length };
  } finally {
    hash.mockRestore();
    verify.mockRestore();
  }
}

test.for([
  [
    "signing in with a wrong password",
    { reason: "CREDENTIALS_INVALID", hashes: 0, verifications: 1 },
  ],
  ["signing up", { reason: "OK", hashes: 1, verifications: 0 }],
  ["asking for a new password", { reason: "OK", hashes: 0, verifications: 0 }],
] as const)("does the same work for a known and an unknown address: %s", async ([name, work]) => {
  const { email } = await identity.join();
  expect(await workOf(calls[name], email)).toEqual(work);
  expect(await workOf(calls[name], newEmail())).toEqual(work);
});
