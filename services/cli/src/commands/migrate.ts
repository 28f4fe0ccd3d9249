import { readEnv } from "@tms/kit/process/config";
import type { Command } from "commander";
import { POSTGRES_PROTOCOLS, SERVICES, type ServiceName } from "../services.ts";

/** `tms migrate`: roles, schemas and tables. */
export function addMigrate(program: Command): void {
  program
    .command("migrate")
    .description("create or update every service's database role, schema and tables")
    .action(runMigrate);
}

async function runMigrate(): Promise<void> {
  const env = readEnv();
  const adminUrl = env.url("ADMIN_DATABASE_URL", POSTGRES_PROTOCOLS);
  const serviceUrls = Object.fromEntries(
    SERVICES.map((name) => [
      name,
      env.url(`${name.toUpperCase()}_DATABASE_URL`, POSTGRES_PROTOCOLS),
    ]),
  ) as Record<ServiceName, string>;
  env.done();
  // Loaded here only: the other commands have no use for what it brings along.
  const { migrate } = await import("../migrate.ts");
  await migrate({ adminUrl, serviceUrls, log: (line) => console.log(line) });
}
