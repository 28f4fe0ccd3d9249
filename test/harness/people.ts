import { addKnownSecret } from "@tms/kit/testing/leaks";
import { newId } from "@tms/kit/values/ids";
import type { Role } from "@tms/proto/tms/game/v1/member";
import { until } from "@tms/stack/until";
import { send, type Answer } from "./api.ts";
import type { Body } from "./bodies.ts";
import { membersAt, type GameServices } from "./game.ts";

/** Strong enough for everybody. */
export const PASSWORD = "violet-lamp-otter-91";

const JSON_TYPE = { "content-type": "application/json" };

/** Sends what a client of people sends, which is no browser unless its headers say so. */
export async function callAs(
  gatewayUrl: string,
  [method, path]: readonly [method: string, path: string],
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return await send(gatewayUrl, method, path, {
    headers: { ...(method !== "GET" && JSON_TYPE), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/**
 * Headers of an address that nobody else comes from, so that no test spends another's attempts. The
 * system must be one that trusts a proxy about them.
 */
export function fromElsewhere(): { "x-forwarded-for": string } {
  const [a, b] = crypto.getRandomValues(new Uint16Array(2));
  return { "x-forwarded-for": `2001:db8:${a?.toString(16)}:${b?.toString(16)}::1` };
}

/** What a system needs to be for `fromElsewhere`. */
export const TRUSTING = { TRUSTED_PROXIES: "1" };

const MAILBOX = ["GET", "/mailbox?limit=100"] as const;

/** The newest mail to an address, as the mailbox of development shows it, once there is one. */
export async function mailTo(gatewayUrl: string, email: string, about: RegExp): Promise<string> {
  const text = await until(
    async () => {
      const { body } = await callAs(gatewayUrl, MAILBOX, undefined, fromElsewhere());
      const found = body.mails.find((mail) => mail.to === email && about.test(mail.subject));
      return found?.text;
    },
    { timeoutMs: 60_000, everyMs: 50, what: `a mail to ${email}` },
  );
  const [, token] = /#token=(\S+)/.exec(text) ?? [];
  if (token !== undefined) addKnownSecret(token);
  return text;
}

/** The six digits mailed to an address. */
export async function codeFor(gatewayUrl: string, email: string): Promise<string> {
  const text = await mailTo(gatewayUrl, email, /is your code/);
  return /^ +(\d{6})$/m.exec(text)?.[1] ?? "";
}

/** The token of the link mailed to an address. */
export async function resetTokenFor(gatewayUrl: string, email: string): Promise<string> {
  const text = await mailTo(gatewayUrl, email, /new password/);
  return /#token=(\S+)/.exec(text)?.[1] ?? "";
}

/** An address that nobody else has. */
export const newEmail = (): string => `person-${newId()}@example.com`;

/** Somebody with an account, and a first session that is no browser's. */
export interface TestPerson {
  id: string;
  email: string;
  accessToken: string;
  refreshToken: string;
}

/** Signs somebody up, but for the code. */
export async function signUp(
  gatewayUrl: string,
  email = newEmail(),
  name = "Ada",
): Promise<string> {
  const person = { name, email, password: PASSWORD };
  const signUpPath = ["POST", "/auth/sign-up"] as const;
  const register = () => callAs(gatewayUrl, signUpPath, person, fromElsewhere());
  let { status } = await register();
  // A machine that is busy says that it can be tried again.
  for (let attempt = 0; status === 503 && attempt < 5; attempt++) ({ status } = await register());
  if (status !== 202) throw new Error(`the sign-up was answered with ${status}`);
  return email;
}

/** Signs somebody up and in. */
export async function newPerson(
  gatewayUrl: string,
  who: { email?: string; name?: string } = {},
): Promise<TestPerson> {
  const email = await signUp(gatewayUrl, who.email, who.name);
  const code = await codeFor(gatewayUrl, email);
  const verify = ["POST", "/auth/verify"] as const;
  const { body } = await callAs(gatewayUrl, verify, { email, code }, fromElsewhere());
  return { id: body.user.id, email, ...tokensOf(body) };
}

/** Signs somebody in once more. */
export async function signIn(gatewayUrl: string, { email }: { email: string }) {
  const path = ["POST", "/auth/sign-in"] as const;
  const { body } = await callAs(gatewayUrl, path, { email, password: PASSWORD }, fromElsewhere());
  return tokensOf(body);
}

const tokensOf = ({ accessToken, refreshToken = "" }: Body) => ({ accessToken, refreshToken });

/** Makes somebody a member of the game that an environment belongs to. */
export async function joinTeam(
  place: GameServices,
  gameId: string,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  const members = membersAt(place);
  const invitation = await members.issueInvitation({ requestId: newId(), gameId, role });
  const token = addKnownSecret(invitation.token);
  await members.acceptInvitation({ requestId: newId(), token, userId });
}

/** The header of somebody's access token. */
export const bearer = ({ accessToken }: { accessToken: string }) => ({
  authorization: `Bearer ${accessToken}`,
});

/** Returns the session that an access token names. */
export function sessionOf({ accessToken }: { accessToken: string }): string {
  const [, payload = ""] = accessToken.split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { sid: string }).sid;
}
