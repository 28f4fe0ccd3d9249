import { expect } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { IdentityService, type SignedIn } from "@tms/proto/tms/identity/v1/identity";
import { until } from "@tms/stack/until";
import { answered, countOf, steps, type CrashSystem, type Story } from "../crash-system.ts";

const PASSWORD = "violet-lamp-otter-91";
const NEXT_PASSWORD = "another-violet-otter-12";

let people = 0;
/** Returns an email address and a network address that no other test uses. */
export const newPerson = () => ({
  email: `person-${++people}@example.com`,
  source: { address: `10.0.${people >> 8}.${people & 255}`, agent: "a test" },
});

const identityOf = (system: CrashSystem) =>
  connectTo(IdentityService, system.urls.identity, system.token);

/** Returns the part of the newest mail to an address that matches. Throws after two seconds. */
export const mailedTo = ({ db }: CrashSystem, email: string, form: RegExp): Promise<string> =>
  until(
    async () => {
      const { rows } = await db.query<{ body: string }>(
        `SELECT body FROM identity.mail WHERE recipient = $1 ORDER BY id DESC`,
        [email],
      );
      return rows.map(({ body }) => form.exec(body)?.[1]).find((match) => match !== undefined);
    },
    { timeoutMs: 2_000, everyMs: 100, what: "a mail" },
  );

const CODE = /^ {4}(\d{6})$/m;
/** A token in a mailed link. */
export const TOKEN = /#token=(\S+)$/m;

/** Signs a person up and in. */
export async function signedUp(
  system: CrashSystem,
  person: ReturnType<typeof newPerson>,
  ids: string[],
) {
  const client = identityOf(system);
  const [signUp = newId(), verify = newId()] = ids;
  const request = { name: "Ada", password: PASSWORD, ...person };
  await client.signUp({ requestId: signUp, ...request });
  const code = await mailedTo(system, person.email, CODE);
  return (await client.verifyEmail({ requestId: verify, code, ...person })).signedIn;
}

/** Returns the id of a person of no further interest. */
export const newUser = async (system: CrashSystem, person = newPerson()): Promise<string> =>
  (await signedUp(system, person, []))?.user?.id ?? "";

const tokenOf = (signedIn: SignedIn | undefined): string => signedIn?.refreshToken ?? "";

const rowsIn = (system: CrashSystem, rows: string, ...values: unknown[]) =>
  countOf(system, `SELECT count(*) FROM identity.${rows}`, ...values);

/** What people do in the dashboard and on the command line. */
export const PEOPLE: readonly Story[] = [
  {
    title: "a person with a session and a password",
    points: {
      identity: [
        "identity.count-attempt",
        "identity.sign-up",
        "outbox.lease",
        "identity.keep-mail",
        "outbox.forget",
        "identity.verify-email",
        "identity.forgive-attempt",
        "identity.refresh-session",
        "identity.end-session",
        "identity.sign-in",
        "identity.update-user",
        "identity.forgot-password",
        "identity.reset-password",
      ],
    },
    async scene(system) {
      const client = identityOf(system);
      const person = newPerson();
      const { email, source } = person;
      const ids = [newId(), newId()];
      const [signIn, update, forgot, reset] = [newId(), newId(), newId(), newId()];
      const step = steps();
      return {
        act: answered(async () => {
          const first = await step("sign up", () => signedUp(system, person, ids));
          const { signedIn } = await step("refresh", () =>
            client.refreshSession({ refreshToken: tokenOf(first), source }),
          );
          await step("sign out", () => client.signOut({ refreshToken: tokenOf(signedIn) }));
          const second = await step("sign in", () =>
            client.signIn({ requestId: signIn, email, password: PASSWORD, source }),
          );
          const change = {
            userId: first?.user?.id ?? "",
            sessionId: second.signedIn?.session?.id ?? "",
            password: { current: PASSWORD, next: NEXT_PASSWORD },
          };
          await step("update", () => client.updateUser({ requestId: update, ...change, source }));
          await step("forgot", () => client.forgotPassword({ requestId: forgot, email, source }));
          await step("reset", async () => {
            const token = await mailedTo(system, email, TOKEN);
            await client.resetPassword({ requestId: reset, token, password: PASSWORD, source });
          });
        }),
        async check() {
          expect(await rowsIn(system, `user_account WHERE email = $1`, email)).toBe(1);
          const codes = `mail WHERE recipient = $1 AND subject LIKE '%is your code%'`;
          expect(await rowsIn(system, codes, email)).toBe(1);
          const ofPerson = `JOIN identity.user_account u ON u.id = user_id WHERE u.email = $1`;
          const { rows } = await system.db.query(
            `SELECT generation, end_reason FROM identity.session ${ofPerson} ORDER BY session.id`,
            [email],
          );
          // The first token was used once, although it may have been sent several times.
          expect(rows[0]).toEqual({ generation: 2, end_reason: "signed_out" });
          expect(rows).toHaveLength(3);
          expect(rows.filter(({ end_reason }) => end_reason === null)).toHaveLength(1);
          await client.signIn({ requestId: newId(), email, password: PASSWORD, source });
        },
      };
    },
  },
  {
    title: "the sign-in of a command line tool, a new signing key, and a mail for another service",
    points: {
      identity: [
        "identity.start-device-code",
        "identity.approve-device-code",
        "identity.poll-device-code",
        "identity.exchange-device-code",
        "identity.rotate-signing-key",
        "identity.send-mail",
      ],
    },
    async scene(system) {
      const client = identityOf(system);
      const person = newPerson();
      const { source, email } = person;
      const userId = await newUser(system, person);
      const [rotation, sending] = [newId(), newId()];
      const value = { gameName: "Chess", url: "https://example.com/hook" };
      const step = steps();
      return {
        act: answered(async () => {
          const codes = await step("start", () => client.startDeviceCode({ source }));
          const { userCode, deviceCode } = codes;
          await step("approve", () => client.approveDeviceCode({ userId, userCode, source }));
          // The tool may poll again at once.
          await system.db.query(`UPDATE identity.device_code SET polled_at = NULL`);
          await step("exchange", () => client.exchangeDeviceCode({ deviceCode, source }));
          await step("rotate", () => client.rotateSigningKey({ requestId: rotation }));
          await step("send", () =>
            client.sendMail({
              requestId: sending,
              to: { case: "email", value: email },
              content: { case: "endpointFailing", value },
            }),
          );
          await step("arrive", () => mailedTo(system, email, /(example\.com\/hook)/));
        }),
        async check() {
          const kinds = `session WHERE user_id = $1 AND kind = 'cli' AND ended_at IS NULL`;
          expect(await rowsIn(system, kinds, userId)).toBe(1);
          expect(await rowsIn(system, `signing_key`)).toBe(1);
          const told = `mail WHERE recipient = $1 AND position($2 IN body) > 0`;
          expect(await rowsIn(system, told, email, value.url)).toBe(1);
        },
      };
    },
  },
];
