import { expect } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { IdentityService, type SignedIn } from "@tms/proto/tms/identity/v1/identity";
import { until } from "@tms/stack/until";
import type { Row } from "./row.ts";
import type { Scene } from "./story.ts";
import type { CrashSystem } from "./system.ts";

const PASSWORD = "violet-lamp-otter-91";
const NEXT_PASSWORD = "another-violet-otter-12";

let people = 0;
/** Somebody with an address nobody else has, who comes from where nobody else does. */
export const newPerson = () => ({
  email: `person-${++people}@example.com`,
  source: { address: `10.0.${people >> 8}.${people & 255}`, agent: "a test" },
});

const identityOf = (system: CrashSystem) =>
  connectTo(IdentityService, system.urls.identity, system.token);

/** What was last mailed to an address in this form; an error if nothing comes within two seconds. */
export async function mailedTo(system: CrashSystem, email: string, form: RegExp): Promise<string> {
  let found: string | undefined;
  await until(async () => (found = await findMailed(system, email, form)) !== undefined, {
    timeoutMs: 2_000,
    everyMs: 100,
    what: "a mail",
  });
  return found ?? "";
}

async function findMailed({ db }: CrashSystem, email: string, form: RegExp) {
  const { rows } = await db.query<{ body: string }>(
    `SELECT body FROM identity.mail WHERE recipient = $1 ORDER BY id DESC`,
    [email],
  );
  return rows.map(({ body }) => form.exec(body)?.[1]).find((match) => match !== undefined);
}

const CODE = /^ {4}(\d{6})$/m;
/** A token in a mailed link. */
export const TOKEN = /#token=(\S+)$/m;

/** Steps that are not taken again once they were answered, as a client would that keeps answers. */
export function steps() {
  const answers = new Map<string, unknown>();
  return async <T>(name: string, step: () => Promise<T>): Promise<T> => {
    if (!answers.has(name)) answers.set(name, await step());
    return answers.get(name) as T;
  };
}

/** Whether all steps were answered. */
export const answered = (work: () => Promise<unknown>) => (): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

/** Somebody with an account and a session. */
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

const tokenOf = (signedIn: SignedIn | undefined): string => signedIn?.refreshToken ?? "";

const countOf = async ({ db }: CrashSystem, rows: string, ...values: unknown[]) => {
  const { rows: counted } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM identity.${rows}`,
    values,
  );
  return counted[0]?.n;
};

/** Somebody signs up, refreshes the session and signs out. */
const session: Scene = async (system) => {
  const client = identityOf(system);
  const person = newPerson();
  const ids = [newId(), newId()];
  const step = steps();
  return {
    act: answered(async () => {
      const first = await step("sign up", () => signedUp(system, person, ids));
      const { signedIn } = await step("refresh", () =>
        client.refreshSession({ refreshToken: tokenOf(first), source: person.source }),
      );
      await step("sign out", () => client.signOut({ refreshToken: tokenOf(signedIn) }));
    }),
    async check() {
      const ofPerson = `JOIN identity.user_account u ON u.id = user_id WHERE u.email = $1`;
      expect(await countOf(system, `user_account WHERE email = $1`, person.email)).toBe(1);
      expect(await countOf(system, `mail WHERE recipient = $1`, person.email)).toBe(1);
      expect(await countOf(system, `session ${ofPerson}`, person.email)).toBe(1);
      const { rows } = await system.db.query(
        `SELECT generation, end_reason FROM identity.session ${ofPerson}`,
        [person.email],
      );
      // One use moved it on once, however often it was asked for.
      expect(rows).toEqual([{ generation: 2, end_reason: "signed_out" }]);
    },
  };
};

/** Somebody signs in, changes the password, forgets it and sets another. */
const password: Scene = async (system) => {
  const client = identityOf(system);
  const person = newPerson();
  const { email, source } = person;
  const first = await signedUp(system, person, []);
  const [signIn, update, forgot, reset] = [newId(), newId(), newId(), newId()];
  const [userId, sessionId] = [first?.user?.id ?? "", first?.session?.id ?? ""];
  const step = steps();
  return {
    act: answered(async () => {
      await step("sign in", () =>
        client.signIn({ requestId: signIn, email, password: PASSWORD, source }),
      );
      const change = { current: PASSWORD, next: NEXT_PASSWORD };
      await step("update", () =>
        client.updateUser({ requestId: update, userId, sessionId, password: change, source }),
      );
      await step("forgot", () => client.forgotPassword({ requestId: forgot, email, source }));
      await step("reset", async () => {
        const token = await mailedTo(system, email, TOKEN);
        await client.resetPassword({ requestId: reset, token, password: PASSWORD, source });
      });
    }),
    async check() {
      const { sessions } = await client.listSessions({ userId });
      expect(sessions).toHaveLength(1);
      expect(await countOf(system, `session WHERE user_id = $1`, userId)).toBe(3);
      await client.signIn({ requestId: newId(), email, password: PASSWORD, source });
    },
  };
};

/** A command line tool is let in. */
const device: Scene = async (system) => {
  const client = identityOf(system);
  const person = newPerson();
  const { source } = person;
  const userId = (await signedUp(system, person, []))?.user?.id ?? "";
  const step = steps();
  return {
    act: answered(async () => {
      const codes = await step("start", () => client.startDeviceCode({ source }));
      const { userCode, deviceCode } = codes;
      await step("approve", () => client.approveDeviceCode({ userId, userCode, source }));
      // As if the tool waited between two polls.
      await system.db.query(`UPDATE identity.device_code SET polled_at = NULL`);
      await step("exchange", () => client.exchangeDeviceCode({ deviceCode, source }));
    }),
    async check() {
      const kinds = `session WHERE user_id = $1 AND kind = 'cli' AND ended_at IS NULL`;
      expect(await countOf(system, kinds, userId)).toBe(1);
    },
  };
};

/** An operator replaces the signing key, and another service has a mail sent. */
const operation: Scene = async (system) => {
  const client = identityOf(system);
  const { email } = newPerson();
  const [rotation, sending] = [newId(), newId()];
  const step = steps();
  return {
    act: answered(async () => {
      await step("rotate", () => client.rotateSigningKey({ requestId: rotation }));
      await step("send", () =>
        client.sendMail({
          requestId: sending,
          to: { case: "email", value: email },
          content: {
            case: "endpointFailing",
            value: { gameName: "Chess", url: "https://example.com/hook" },
          },
        }),
      );
      await step("arrive", () => mailedTo(system, email, /(example\.com)/));
    }),
    async check() {
      expect(await countOf(system, `signing_key`)).toBe(1);
      expect(await countOf(system, `mail WHERE recipient = $1`, email)).toBe(1);
    },
  };
};

/** What people do at the dashboard. */
export const PEOPLE: readonly Row[] = [
  {
    title: "somebody who signs up, refreshes a session and signs out",
    scene: session,
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
      ],
    },
  },
  {
    title: "somebody who changes, forgets and resets a password",
    scene: password,
    points: {
      identity: [
        "identity.sign-in",
        "identity.update-user",
        "identity.forgot-password",
        "identity.reset-password",
      ],
    },
  },
  {
    title: "a command line tool that is let in",
    scene: device,
    points: {
      identity: [
        "identity.start-device-code",
        "identity.approve-device-code",
        "identity.poll-device-code",
        "identity.exchange-device-code",
      ],
    },
  },
  {
    title: "a signing key that is replaced, and a mail for another service",
    scene: operation,
    points: { identity: ["identity.rotate-signing-key", "identity.send-mail"] },
  },
];
