import { createRouterTransport, type Client } from "@connectrpc/connect";
import type { Logger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { clientOver } from "@tms/kit/rpc/client";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { addKnownSecret } from "@tms/kit/testing/leaks";
import { testLog } from "@tms/kit/testing/log";
import { newId } from "@tms/kit/values/ids";
import { createKeyring, parseKeyring, type Keyring } from "@tms/kit/values/keyring";
import { IdentityService, type Mail, type SignedIn } from "@tms/proto/tms/identity/v1/identity";
import { test as base } from "../../../test/world/test.ts";
import { PUBLIC_URL, routesOf, type World } from "../../../test/world/world.ts";
import { identity, type Context } from "../src/context.ts";
import { served } from "../src/routes.ts";

export { describe, expect } from "../../../test/world/test.ts";
export { getReason } from "../../../test/world/actions.ts";

/** A password that is strong enough, and two others. */
export const PASSWORD = "violet-lamp-otter-91";
export const OTHER = "another-violet-otter-12";
export const WRONG = "some-wrong-otter-77";

/** A person who signed up, with the tokens of a session. */
export interface Person extends SignedIn {
  email: string;
  userId: string;
  sessionId: string;
}

/** Returns the person who is signed in. */
export function toPerson(signedIn: SignedIn | undefined): Person {
  if (signedIn?.user === undefined || signedIn.session === undefined)
    throw new Error("nobody is signed in");
  const { user, session } = signedIn;
  return { ...signedIn, email: user.email, userId: user.id, sessionId: session.id };
}

/** Creates a keyring with a new key of each id. */
export function createKeys(...ids: string[]): Keyring {
  const keys = parseKeyring(ids.map(createKeyring).join(","));
  if (keys === undefined) throw new Error("a new keyring cannot be parsed");
  return keys;
}

/** Returns an address of its own. */
export const newEmail = (): string => `${newId()}@example.com`;

let sources = 0;
/** Returns a source of its own, so that no test spends the attempts of another. */
export function newSource(agent = "a browser") {
  sources += 1;
  return { address: `10.${sources >> 16}.${(sources >> 8) & 255}.${sources & 255}`, agent };
}
export type Source = ReturnType<typeof newSource>;

/** What another replica has other than usual. */
interface Settings {
  sessionKeys?: Keyring;
  secretsKeys?: Keyring;
  smtpUrl?: string;
  log?: Logger;
}

type OnCleanup = (stop: () => Promise<void>) => void;

/** Creates what people do with a replica of the service. */
function createIdentity(
  world: World,
  client: Client<typeof IdentityService>,
  context: Context,
  onCleanup: OnCleanup,
) {
  const { admin } = world;

  async function mailsTo(email: string): Promise<Mail[]> {
    while (await context.relay.runOnce());
    const { mails } = await client.listMails({ pageSize: 1_000 });
    return mails.filter(({ to }) => to === email);
  }
  async function findInNewest(email: string, form: RegExp): Promise<string> {
    const [newest] = await mailsTo(email);
    const [, found] = form.exec(newest?.text ?? "") ?? [];
    if (found === undefined) throw new Error(`no ${form} was mailed to ${email}`);
    return found;
  }
  const signUp = (
    email: string,
    more: { name?: string; password?: string; requestId?: string; source?: Source } = {},
  ) =>
    client.signUp({
      requestId: newId(),
      name: "Ada",
      email,
      password: PASSWORD,
      source: newSource(),
      ...more,
    });
  const verify = (email: string, code: string, requestId = newId(), token = "") =>
    client.verifyEmail({ requestId, email, code, token, source: newSource() });
  const codeFor = (email: string) => findInNewest(email, /^ {4}(\d{6})$/m);

  return {
    client,
    context,
    admin,
    signUp,
    verify,
    codeFor,
    /** Sends what is staged; returns the mails to an address, newest first. */
    mailsTo,
    /** Returns the token in the link that was last mailed to an address. */
    tokenFor: async (email: string) => addKnownSecret(await findInNewest(email, /#token=(\S+)$/m)),
    signIn: (email: string, password = PASSWORD, source = newSource()) =>
      client.signIn({ requestId: newId(), email, password, source }),
    forgot: (email: string, source = newSource()) =>
      client.forgotPassword({ requestId: newId(), email, source }),
    reset: (token: string, password = OTHER, requestId = newId(), source = newSource()) =>
      client.resetPassword({ requestId, token, password, source }),
    async refresh(token: string, agent?: string): Promise<Person> {
      const request = { refreshToken: token, source: newSource(agent) };
      return toPerson((await client.refreshSession(request)).signedIn);
    },
    update: (person: Person, change: object, requestId = newId()) =>
      client.updateUser({
        requestId,
        userId: person.userId,
        sessionId: person.sessionId,
        source: newSource(),
        ...change,
      }),
    /** Signs a person up, to the first session. */
    async join(email = newEmail()): Promise<Person> {
      await signUp(email);
      return toPerson((await verify(email, await codeFor(email))).signedIn);
    },
    isLive: async ({ sessionId }: Person) =>
      (await client.batchCheckSessions({ sessionIds: [sessionId] })).sessions.length === 1,
    listSessions: async ({ userId }: Person) =>
      (await client.listSessions({ userId })).sessions.map(({ id }) => id),
    /** Starts another replica on the same database. */
    start(settings: Settings = {}) {
      const { smtpUrl, log = testLog("identity"), ...keys } = settings;
      const shutdown = createShutdown(log);
      const { sessionKeys, secretsKeys } = world.contexts.identity;
      const mail = { smtpUrl, from: "tms@example.com" };
      const another = identity.createContext({
        database: { url: world.database.urlFor("identity"), poolSize: 4 },
        settings: { publicUrl: PUBLIC_URL, sessionKeys, secretsKeys, mail, ...keys },
        clients: {},
        log,
        shutdown,
      });
      const transport = createRouterTransport(routesOf(served, another), {
        router: { interceptors: serverInterceptors(log) },
      });
      onCleanup(() => shutdown.run());
      return createIdentity(world, clientOver(IdentityService, transport), another, onCleanup);
    },
  };
}

export type Identity = ReturnType<typeof createIdentity>;

/** Tests of people; `identity` is what they do. */
export const test = base.extend("identity", async ({ world }, { onCleanup }) => {
  const stops: (() => Promise<void>)[] = [];
  onCleanup(async () => {
    for (const stop of stops) await stop();
  });
  const { identity: context } = world.contexts;
  return createIdentity(world, world.identity, context, (stop) => void stops.push(stop));
});
