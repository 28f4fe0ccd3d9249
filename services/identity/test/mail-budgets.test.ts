import { timestampFromDate } from "@bufbuild/protobuf/wkt";
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

// Anybody may have mails sent to anybody's address. What of the others' still comes, and works?

let identity: IdentityUnderTest;
beforeAll(async () => void (identity = await startIdentity()));
afterAll(() => identity?.stop());

const BUDGET = 10;

const forgot = (email: string) =>
  identity.client.forgotPassword({ requestId: newId(), email, source: newSource() });
const signUp = (email: string, name = "Ada", password = PASSWORD) =>
  identity.client.signUp({ requestId: newId(), name, email, password, source: newSource() });
const failing = (email: string) =>
  identity.client.sendMail({
    requestId: newId(),
    to: { case: "email", value: email },
    content: {
      case: "endpointFailing",
      value: { gameName: "Chess", url: "https://example.com/hook" },
    },
  });
const invite = (email: string) =>
  identity.client.sendMail({
    requestId: newId(),
    to: { case: "email", value: email },
    content: {
      case: "invitation",
      value: {
        gameName: "Chess",
        inviterName: "Ada",
        role: "developer",
        token: "the-token",
        expireTime: timestampFromDate(new Date("2030-01-02T03:04:05Z")),
      },
    },
  });

const KINDS = {
  "sign-ups": signUp,
  "new passwords": forgot,
  endpoints: failing,
  invitations: invite,
};

/** Spends all that an address may be sent of a kind, and more. */
async function flood(email: string, send: (email: string) => Promise<unknown>) {
  for (let times = 0; times < BUDGET + 2; times++) await send(email);
}

test.each(Object.entries(KINDS))(
  "whoever floods an address with mails about %s silences no other",
  async (kind, send) => {
    const { email } = await identity.join();
    await flood(email, send);
    const before = (await identity.mailsTo(email)).length;
    const others = Object.entries(KINDS).filter(([other]) => other !== kind);
    for (const [, other] of others) await other(email);
    expect(await identity.mailsTo(email)).toHaveLength(before + others.length);
  },
);

test("the warning of a copied session comes, whatever was sent before", async () => {
  const { email, refreshToken } = await identity.join();
  for (const send of Object.values(KINDS)) await flood(email, send);
  const refresh = (token = "") =>
    identity.client.refreshSession({ refreshToken: token, source: newSource() });
  await refresh((await refresh(refreshToken)).signedIn?.refreshToken);
  expect(await reasonOf(refresh(refreshToken))).toBe("SESSION_ENDED");
  const [newest] = await identity.mailsTo(email);
  expect(newest?.subject).toBe("One of your sessions was ended");
});

test("a link for a new password works until another one is mailed", async () => {
  const { email } = await identity.join();
  await flood(email, forgot);
  const token = await identity.tokenFor(email);
  const password = "another-violet-otter-12";
  const reset = { requestId: newId(), token, password, source: newSource() };
  expect(await reasonOf(identity.client.resetPassword(reset))).toBe("OK");
});

test("a stranger's sign-ups leave no code that somebody could take for their own", async () => {
  const email = newEmail();
  for (let times = 0; times < BUDGET; times++)
    await signUp(email, "Eve", "another-violet-otter-12");
  await signUp(email);
  const code = await identity.codeFor(email);
  const request = { requestId: newId(), email, code, source: newSource() };
  expect(await reasonOf(identity.client.verifyEmail(request))).toBe("CODE_INVALID");
});
