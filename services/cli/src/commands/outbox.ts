import { readEnv } from "@tms/kit/process/config";
import { isId } from "@tms/kit/values/ids";
import { InvalidArgumentError, type Command } from "commander";
import type { StuckEvent } from "../outbox.ts";
import { POSTGRES_PROTOCOLS } from "../services.ts";
import { table } from "../table.ts";

/** `tms outbox` and `tms outbox retry`. */
export function addOutbox(program: Command): void {
  const outbox = program
    .command("outbox")
    .description("list events that were given up or are overdue")
    .action(listStuck);
  outbox
    .command("retry")
    .description("deliver an event again")
    .argument("<event-id>", "as the list shows it", eventId)
    .action(retry);
}

function eventId(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError("An event's id is a UUID.");
  return text;
}

async function listStuck(): Promise<void> {
  const { withAdmin, stuckEvents } = await load();
  const events = await withAdmin(adminUrl(), stuckEvents);
  const headings = ["EVENT", "STATE", "TOPIC", "TOURNAMENT", "ATTEMPTS", "SINCE", "LAST ERROR"];
  console.log(table(headings, events.map(cells)));
}

const cells = (event: StuckEvent): string[] => [
  event.id,
  event.dead_at ? "dead" : "overdue",
  event.topic,
  event.about ?? "-",
  String(event.attempts),
  event.created_at.toISOString(),
  event.last_error ?? "-",
];

async function retry(id: string): Promise<void> {
  const { withAdmin, retryEvent } = await load();
  const found = await withAdmin(adminUrl(), (client) => retryEvent(client, id));
  if (!found)
    throw new InvalidArgumentError(`There is no event ${id}; it may be delivered by now.`);
  console.log(`event ${id} is delivered again`);
}

function adminUrl(): string {
  const env = readEnv();
  const url = env.url("ADMIN_DATABASE_URL", POSTGRES_PROTOCOLS);
  env.done();
  return url;
}

// Loaded here only: most commands have no use for a Postgres client.
const load = async () => ({ ...(await import("../admin.ts")), ...(await import("../outbox.ts")) });
