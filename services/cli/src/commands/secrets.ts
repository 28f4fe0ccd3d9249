import { formatCallers, type CallerEntry } from "@tms/kit/callers/file";
import { productCallers } from "@tms/kit/callers/product";
import { createCallerToken, digestCallerToken } from "@tms/kit/callers/token";
import { createKeyring } from "@tms/kit/values/keyring";
import { randomBytes } from "node:crypto";
import { readSettings } from "@tms/kit/process/config";
import type { Command } from "commander";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { POSTGRES_PROTOCOLS, roleOf, SERVICES } from "../services.ts";
import { OperatorError } from "../texts.ts";

export type SecretData = Record<string, string>;

interface SecretStore {
  find(name: string): Promise<SecretData | undefined>;
  /** Throws if the Secret exists. */
  create(name: string, data: SecretData): Promise<void>;
}

interface SecretNames {
  services: string;
  identity: string;
  admin: string;
  callers: string;
  callerPrefix: string;
}

type Servers = ReturnType<typeof readServers>;

export function addSecretsCommands(program: Command): void {
  const secrets = program.command("secrets").description("create the Secrets of a deployment");
  const command = (name: string, description: string) =>
    secrets
      .command(name)
      .description(description)
      .option("--services <name>", "the Secret with the URLs of services", "tms-services")
      .option("--identity <name>", "the Secret with the keys of identity", "tms-identity")
      .option("--admin <name>", "the Secret with the administrator's URL", "tms-admin")
      .option("--callers <name>", "the Secret with the callers file", "tms-callers")
      .option("--caller-prefix <text>", "the prefix of the tokens' Secrets", "tms-caller-");
  command("create", "create missing Secrets in the namespace of this pod, and change no others")
    .option("--trial", "create the passwords of new Postgres and Redis servers", false)
    .action(create);
  command("print", "print new Secrets as manifests for kubectl create").action(print);
}

async function create(options: SecretNames & { trial: boolean }): Promise<void> {
  const servers = readServers(options.trial);
  const cluster = await openKubernetes();
  const store = {
    find: (name: string) => cluster.find(name),
    async create(name: string, data: SecretData) {
      await cluster.create(name, data);
      console.log(`Created the Secret ${name}.`);
    },
  };
  await createSecrets(store, options, servers);
}

async function print(names: SecretNames): Promise<void> {
  const servers = readServers(false);
  const made = new Map<string, SecretData>();
  const store = {
    find: (name: string) => Promise.resolve(made.get(name)),
    create: (name: string, data: SecretData) => Promise.resolve(void made.set(name, data)),
  };
  await createSecrets(store, names, servers);
  const items = Array.from(made, ([name, data]) => toManifest(name, data));
  console.log(JSON.stringify({ apiVersion: "v1", kind: "List", items }, null, 2));
}

const readServers = (trial: boolean) =>
  readSettings((env) => ({
    adminUrl: env.optionalUrl("ADMIN_DATABASE_URL", POSTGRES_PROTOCOLS),
    redisUrl: env.optionalUrl("REDIS_URL", ["redis:", "rediss:"]),
    smtpUrl: env.optionalUrl("SMTP_URL", ["smtp:", "smtps:"]),
    /** True if Postgres and Redis are new servers, which get the passwords that are created here. */
    trial,
  }));

/**
 * Creates the Secrets that do not exist, and changes none. Each Secret is complete when it is created. The
 * digests of the callers are created last, from the stored tokens, so that an interrupted run can continue.
 */
export async function createSecrets(
  store: SecretStore,
  names: SecretNames,
  servers: Servers,
): Promise<void> {
  const ensure = async (name: string, make: () => SecretData): Promise<SecretData> => {
    const found = await store.find(name);
    if (found) return found;
    const data = make();
    await store.create(name, data);
    return data;
  };
  const admin = await ensure(names.admin, () =>
    toServer("admin", given("ADMIN_DATABASE_URL", servers.adminUrl), servers.trial),
  );
  await ensure(names.services, () => toServices(admin["admin-url"], servers));
  await ensure(names.identity, () => toIdentity(servers));
  // If the digests exist, creates no tokens: services would refuse a token without a digest.
  if (await store.find(names.callers)) return;
  const callers: CallerEntry[] = [];
  for (const name of productCallers) {
    const secret = `${names.callerPrefix}${name}`;
    const { token } = await ensure(secret, () => ({ token: createCallerToken() }));
    if (token === undefined) throw new OperatorError(`The Secret ${secret} has no key token.`);
    callers.push({ name, digests: [digestCallerToken(token)] });
  }
  await ensure(names.callers, () => ({ "callers.json": formatCallers(callers) }));
}

/** Returns the Secret data of a server: its URL and, for a trial, a new password. */
function toServer(name: "admin" | "redis", text: string, trial: boolean): SecretData {
  if (!trial) return { [`${name}-url`]: text };
  const url = new URL(text);
  url.password = createPassword();
  return { [`${name}-url`]: url.href, [`${name}-password`]: url.password };
}

function toServices(adminUrl: string | undefined, { redisUrl, trial }: Servers): SecretData {
  const data: SecretData = {};
  const adminText = given("The key admin-url", adminUrl);
  // The error of `new URL` contains the string, which is a secret.
  if (!URL.canParse(adminText)) throw new OperatorError("The key admin-url is not a valid URL.");
  for (const service of SERVICES) {
    const url = new URL(adminText);
    url.username = roleOf(service);
    url.password = createPassword();
    data[`${service}-url`] = url.href;
  }
  return { ...data, ...toServer("redis", given("REDIS_URL", redisUrl), trial) };
}

const toIdentity = ({ smtpUrl, trial }: Servers): SecretData => ({
  "session-key": createKey(),
  "secrets-key": createKey(),
  // Without a mail server, the mails of a trial stay in the mailbox of the dashboard.
  ...((smtpUrl !== undefined || !trial) && { "smtp-url": given("SMTP_URL", smtpUrl) }),
});

const createPassword = (): string => randomBytes(24).toString("hex");

// The creation time is the name of the key. It shows an operator which of several keys is the newest.
const createKey = (): string =>
  createKeyring(new Date().toISOString().slice(0, 19).replace("T", "-").replaceAll(":", ""));

function given(name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new OperatorError(
    `${name} is missing. It is needed for a Secret that does not exist. See docs/deploy/secrets.md.`,
  );
}

const ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";
const TIMEOUT_MS = 10_000;

/** Returns the Secrets of the pod's namespace. NODE_EXTRA_CA_CERTS must name the API server's CA file. */
async function openKubernetes(): Promise<SecretStore> {
  const { host, port } = readSettings((env) => ({
    host: env.text("KUBERNETES_SERVICE_HOST"),
    port: env.text("KUBERNETES_SERVICE_PORT"),
  }));
  const [token, namespace] = await Promise.all(
    ["token", "namespace"].map((name) => readFile(join(ACCOUNT, name), "utf8")),
  );
  // The address can be an IPv6 address.
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return kubernetesSecrets(`${server}/api/v1/namespaces/${namespace}/secrets`, token ?? "");
}

export function kubernetesSecrets(url: string, token: string): SecretStore {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = (target: string, body?: object) =>
    fetch(target, {
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  return {
    async find(name) {
      const response = await send(`${url}/${name}`);
      if (response.status === 404) return undefined;
      if (!response.ok) throw await refusal(`read the Secret ${name}`, response);
      const { data = {} } = (await response.json()) as { data?: SecretData };
      return Object.fromEntries(
        Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]),
      );
    },
    async create(name, data) {
      const response = await send(url, toManifest(name, data));
      if (!response.ok) throw await refusal(`create the Secret ${name}`, response);
    },
  };
}

export const toManifest = (name: string, stringData: SecretData) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, labels: { "app.kubernetes.io/name": "tms" } },
  type: "Opaque",
  stringData,
});

async function refusal(action: string, response: Response): Promise<OperatorError> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  return new OperatorError(
    `The Kubernetes API refused to ${action}: ${message ?? response.status}`,
  );
}
