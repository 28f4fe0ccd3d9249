import { readEnv } from "@tms/kit/process/config";
import { isId } from "@tms/kit/values/ids";
import { InvalidArgumentError, type Command } from "commander";
import type { StuckMessage } from "../outbox.ts";
import { POSTGRES_PROTOCOLS } from "../services.ts";
import { table } from "../table.ts";

/** `tms outbox` and `tms outbox retry`. */
export function addOutbox(program: Command): void {
  const outbox = program
    .command("outbox")
    .description("list the messages and mails that are dead or overdue")
    .action(listStuck);
  outbox
    .command("retry")
    .description("retry the delivery of a message or mail")
    .argument("<message-id>", "the id from `tms outbox`", messageId)
    .action(retry);
}

function messageId(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError("Use the UUID of a message.");
  return text;
}

async function listStuck(): Promise<void> {
  const { withAdmin, stuckMessages } = await load();
  const messages = await withAdmin(adminUrl(), stuckMessages);
  console.log(table(HEADINGS, messages.map(cells)));
}

const HEADINGS = [
  "MESSAGE",
  "SERVICE",
  "STATE",
  "TOPIC",
  "ABOUT",
  "ATTEMPTS",
  "SINCE",
  "LAST ERROR",
];

const cells = (message: StuckMessage): string[] => [
  message.id,
  message.service,
  message.dead_at ? "dead" : "overdue",
  message.topic,
  message.about ?? "-",
  String(message.attempts),
  message.created_at.toISOString(),
  message.last_error ?? "-",
];

async function retry(id: string): Promise<void> {
  const { withAdmin, retryMessage } = await load();
  const service = await withAdmin(adminUrl(), (client) => retryMessage(client, id));
  if (service === undefined)
    throw new InvalidArgumentError(
      `The message ${id} does not exist. It may have been delivered meanwhile.`,
    );
  console.log(`The ${service} service will deliver the message ${id} again.`);
}

function adminUrl(): string {
  const env = readEnv();
  const url = env.url("ADMIN_DATABASE_URL", POSTGRES_PROTOCOLS);
  env.done();
  return url;
}

// Loaded here only: most commands have no use for a Postgres client.
const load = async () => ({ ...(await import("../admin.ts")), ...(await import("../outbox.ts")) });
