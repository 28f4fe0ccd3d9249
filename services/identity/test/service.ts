import type { Client } from "@connectrpc/connect";
import { openPool, type Pool } from "@tms/kit/database/pool";
import { createLogger, type Logger } from "@tms/kit/process/log";
import { addKnownSecret } from "@tms/kit/testing/leaks";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { connectTo } from "@tms/kit/rpc/client";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { createKeyring, parseKeyring, type Keyring } from "@tms/kit/values/keyring";
import { IdentityService, type Mail, type SignedIn } from "@tms/proto/tms/identity/v1/identity";
import { createContext, type Context } from "../src/context.ts";
import { routes } from "../src/routes.ts";

export const PUBLIC_URL = "https://tms.example";
/** Strong enough for everybody. */
export const PASSWORD = "violet-lamp-otter-91";

export interface Settings {
  sessionKeys: Keyring;
  secretsKeys: Keyring;
  smtpUrl?: string;
  /** Hears every line that the service logs, at whatever level. */
  onLine?: (line: string) => void;
}

/** A person who signed up, with the first tokens. */
export interface Person extends SignedIn {
  email: string;
  userId: string;
  sessionId: string;
}

/** The identity service over real HTTP/2 on a database of its own. */
export interface IdentityUnderTest {
  client: Client<typeof IdentityService>;
  context: Context;
  settings: Settings;
  /** The database as its admin, to look behind the service. */
  admin: Pool;
  /** Sends what is staged; returns the mails to an address, newest first. */
  mailsTo(email: string): Promise<Mail[]>;
  /** The six digits last mailed to an address. */
  codeFor(email: string): Promise<string>;
  /** The token in the link last mailed to an address. */
  tokenFor(email: string): Promise<string>;
  /** Signs somebody up, to the first session. */
  join(email?: string): Promise<Person>;
  /** Another replica on the same database. */
  another(settings?: Partial<Settings>): Promise<IdentityUnderTest>;
  stop(): Promise<void>;
}

export function ring(...ids: string[]): Keyring {
  const keys = parseKeyring(ids.map(createKeyring).join(","));
  if (keys === undefined) throw new Error("a made keyring was refused");
  return keys;
}

let people = 0;
/** An address that nobody else has. */
export const newEmail = (): string => `person-${++people}-${newId().slice(-6)}@example.com`;

let sources = 0;
/** A place that nobody else comes from, so that no test spends another's attempts. */
export function newSource(agent = "a browser") {
  sources += 1;
  return { address: `10.${sources >> 16}.${(sources >> 8) & 255}.${sources & 255}`, agent };
}

export async function startIdentity(given: Partial<Settings> = {}): Promise<IdentityUnderTest> {
  const settings = { sessionKeys: ring("session"), secretsKeys: ring("secrets"), ...given };
  const database = await testDatabase();
  const service = await startReplica(database, settings);
  return {
    ...service,
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}

async function startReplica(
  database: TestDatabase,
  settings: Settings,
): Promise<IdentityUnderTest> {
  let context!: Context;
  const service = await serveForTest((log, shutdown) => {
    if (settings.onLine) listenTo(log, settings.onLine);
    const config = {
      database: { url: database.urlFor("identity"), poolSize: 8 },
      publicUrl: PUBLIC_URL,
      sessionKeys: settings.sessionKeys,
      secretsKeys: settings.secretsKeys,
      mail: { smtpUrl: settings.smtpUrl, from: "tms@example.com" },
    };
    context = createContext(config, log, shutdown);
    return { services: [IdentityService], routes: routes(context), ready: async () => true };
  });
  const client = connectTo(IdentityService, service.url, TEST_TOKEN);
  const log = createLogger("test", "silent");
  const admin = openPool({ url: database.adminUrl, poolSize: 2 }, "test", log);

  async function mailsTo(email: string): Promise<Mail[]> {
    while (await context.relay.runOnce());
    const { mails } = await client.listMails({ pageSize: 1_000 });
    return mails.filter(({ to }) => to === email);
  }
  const inNewest = async (email: string, form: RegExp) => {
    const [newest] = await mailsTo(email);
    const [, found] = form.exec(newest?.text ?? "") ?? [];
    if (found === undefined) throw new Error(`no ${form} was mailed to ${email}`);
    return found;
  };
  const codeFor = (email: string) => inNewest(email, /^ {4}(\d{6})$/m);

  return {
    client,
    context,
    settings,
    admin,
    mailsTo,
    codeFor,
    tokenFor: async (email) => addKnownSecret(await inNewest(email, /#token=(\S+)$/m)),
    async join(email = newEmail()) {
      const source = newSource();
      const name = "Ada";
      await client.signUp({ requestId: newId(), name, email, password: PASSWORD, source });
      const code = await codeFor(email);
      const { signedIn } = await client.verifyEmail({ requestId: newId(), email, code, source });
      return personOf(signedIn);
    },
    another: (other = {}) => startReplica(database, { ...settings, ...other }),
    async stop() {
      await service.close();
      await admin.end();
    },
  };
}

/** Has a logger tell what it would write. */
function listenTo(log: Logger, write: (line: string) => void): void {
  const stream = Object.getOwnPropertySymbols(log).find((key) => String(key).includes("stream"));
  if (stream === undefined) throw new Error("a logger has no stream");
  Object.assign(log, { level: "trace", [stream]: { write } });
}

/** Who is signed in. */
export function personOf(signedIn: SignedIn | undefined): Person {
  if (signedIn?.user === undefined || signedIn.session === undefined)
    throw new Error("nobody is signed in");
  const { user, session } = signedIn;
  return { ...signedIn, email: user.email, userId: user.id, sessionId: session.id };
}

/** Why a call was refused, or OK. */
export const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "OK",
    (error: unknown) => {
      if (error instanceof RemoteError) return error.reason;
      throw error;
    },
  );
