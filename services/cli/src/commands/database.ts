import { readSettings } from "@tms/kit/process/config";
import { isId } from "@tms/kit/values/ids";
import { InvalidArgumentError, type Command } from "commander";
import type pg from "pg";
import { POSTGRES_PROTOCOLS, SERVICES, type ServiceName } from "../services.ts";
import { table } from "../texts.ts";

// Only the commands of this file load the Postgres client.

export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("create or update every service's database role, schema and tables")
    .action(runMigrate);
}

async function runMigrate() {
  const urls = readSettings((env) => {
    const readUrl = (name: string) => env.url(`${name}_DATABASE_URL`, POSTGRES_PROTOCOLS);
    const services = SERVICES.map((name) => [name, readUrl(name.toUpperCase())]);
    const serviceUrls = Object.fromEntries(services) as Record<ServiceName, string>;
    return { adminUrl: readUrl("ADMIN"), serviceUrls };
  });
  const { migrate } = await import("../migrate.ts");
  await migrate({ ...urls, log: (line) => console.log(line) });
}

const readAdminUrl = () => readSettings((env) => env.url("ADMIN_DATABASE_URL", POSTGRES_PROTOCOLS));

export function addAuditCommand(program: Command): void {
  program
    .command("audit")
    .summary("recompute all balances, and compare the ledger with entries and settlements")
    .description(
      "recompute all balances, and compare the ledger with entries and settlements; exits with 1 if it finds a contradiction, or a dead settlement, message or mail",
    )
    .action(runAudit);
}

async function runAudit(): Promise<void> {
  const adminUrl = readAdminUrl();
  const { audit, describeCheck } = await import("../invariants.ts");
  const report = await audit(adminUrl, (result) => console.log(describeCheck(result)));
  if (report.clean) {
    console.log(`The audit is clean: ${report.checks} checks, ${report.transfers} transfers.`);
    return;
  }
  console.log(`THE AUDIT FAILED: ${report.failed} of ${report.checks} checks.`);
  process.exitCode = 1;
}

export function addOutboxCommands(program: Command): void {
  const outbox = program
    .command("outbox")
    .description("list the messages and mails that are dead or overdue")
    .action(listStuck);
  outbox
    .command("retry")
    .description("retry the delivery of a message or mail")
    .argument("<message-id>", "the id from `tms outbox`", readMessageId)
    .action(retry);
}

function readMessageId(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError("Use the UUID of a message.");
  return text;
}

// The tables `outbox` of these services have the same columns.
const SERVICES_WITH_OUTBOX: readonly ServiceName[] = ["tournament", "identity", "events"];

interface StuckMessage {
  id: string;
  service: ServiceName;
  topic: string;
  /** The tournament or game of the message. A mail to a person has neither. */
  about: string | null;
  attempts: number;
  created_at: Date;
  dead_at: Date | null;
  last_error: string | null;
}

// Longer than the pauses of the relay: half a second, and at most a minute after a failure.
const OVERDUE_S = 120;
const MAX_LISTED = 1_000;

async function listStuck(): Promise<void> {
  const outboxes = SERVICES_WITH_OUTBOX.map(
    (service) =>
      `SELECT id, '${service}' AS service, topic,
         coalesce('tournament ' || (payload ->> 'tournamentId'), 'game ' || (payload ->> 'gameId')) AS about,
         attempts, created_at, dead_at, last_error
       FROM ${service}.outbox
       WHERE dead_at IS NOT NULL OR created_at < now() - make_interval(secs => $1)`,
  );
  const { rows } = await asAdmin((client) =>
    client.query<StuckMessage>(
      `SELECT * FROM (${outboxes.join(" UNION ALL ")}) AS stuck
       ORDER BY dead_at IS NULL, created_at LIMIT ${MAX_LISTED}`,
      [OVERDUE_S],
    ),
  );
  const lines = table(rows, {
    MESSAGE: ({ id }) => id,
    SERVICE: ({ service }) => service,
    STATE: (message) => (message.dead_at ? "dead" : "overdue"),
    TOPIC: ({ topic }) => topic,
    ABOUT: ({ about }) => about ?? "-",
    ATTEMPTS: ({ attempts }) => attempts,
    SINCE: (message) => message.created_at.toISOString(),
    "LAST ERROR": (message) => message.last_error ?? "-",
  });
  console.log(lines);
  if (rows.length === MAX_LISTED) console.error(`There may be more than ${MAX_LISTED} messages.`);
}

async function retry(id: string) {
  await asAdmin(async (client) => {
    for (const service of SERVICES_WITH_OUTBOX) {
      const { rowCount } = await client.query(
        `UPDATE ${service}.outbox SET dead_at = NULL, attempts = 0, due_at = now() WHERE id = $1`,
        [id],
      );
      if (rowCount === 1)
        return console.log(`The ${service} service will deliver the message ${id} again.`);
    }
    throw new InvalidArgumentError(
      `The message ${id} does not exist. It may have been delivered meanwhile.`,
    );
  });
}

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const adminUrl = readAdminUrl();
  const { withAdmin } = await import("../admin.ts");
  return await withAdmin(adminUrl, work);
}
