import { readEnv } from "@tms/kit/process/config";
import type { Command } from "commander";
import { POSTGRES_PROTOCOLS } from "../services.ts";
import type { SecretData, SecretNames, Servers } from "../secrets.ts";

export function addSecrets(program: Command): void {
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
  const { createSecrets, openKubernetes } = await import("../secrets.ts");
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
  const { createSecrets, toManifest } = await import("../secrets.ts");
  const made = new Map<string, SecretData>();
  const store = {
    find: (name: string) => Promise.resolve(made.get(name)),
    create: (name: string, data: SecretData) => Promise.resolve(void made.set(name, data)),
  };
  await createSecrets(store, names, servers);
  const items = Array.from(made, ([name, data]) => toManifest(name, data));
  console.log(JSON.stringify({ apiVersion: "v1", kind: "List", items }, null, 2));
}

function readServers(trial: boolean): Servers {
  const env = readEnv();
  const servers = {
    adminUrl: env.optionalUrl("ADMIN_DATABASE_URL", POSTGRES_PROTOCOLS),
    redisUrl: env.optionalUrl("REDIS_URL", ["redis:", "rediss:"]),
    smtpUrl: env.optionalUrl("SMTP_URL", ["smtp:", "smtps:"]),
    trial,
  };
  env.done();
  return servers;
}
