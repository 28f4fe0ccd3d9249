import { userInfo } from "node:os";
import { join } from "node:path";
import { serverAccount } from "../folder/account.ts";
import { requireDatabase, requireRedis } from "./named-servers.ts";
import type { StartOptions } from "../options.ts";
import { requireDistinctPorts, requireFreePort } from "../process/ports.ts";
import { postgresBinaries } from "../postgres/binaries.ts";
import { namelessAccount } from "../postgres/failure.ts";
import { PROCESSES } from "./system.ts";

/** Refuses, before anything is made or deleted, to start what could not come up. */
export async function requireStartable(
  folder: string,
  { ports, probePorts }: Pick<StartOptions, "ports" | "probePorts">,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const wanted = PROCESSES.flatMap((name) =>
    Array.from(new Set([ports[name], probePorts[name]]), (port) => ({ name, port })),
  );
  requireDistinctPorts(wanted);
  for (const { name, port } of wanted) await requireFreePort(port, `The ${name}`);
  if (env["DATABASE_URL"]) await requireDatabase(env["DATABASE_URL"]);
  else await requireOwnPostgres(join(folder, "postgres"));
  if (env["REDIS_URL"]) await requireRedis(env["REDIS_URL"]);
}

async function requireOwnPostgres(dataDir: string): Promise<void> {
  const account = serverAccount(dataDir);
  await postgresBinaries(account);
  if (account === undefined) requireKnownAccount();
}

function requireKnownAccount(): void {
  try {
    userInfo();
  } catch (error) {
    throw namelessAccount(error);
  }
}
