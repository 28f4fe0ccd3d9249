import type { EventType } from "../../types.ts";
import { defineCommand } from "../command.ts";
import { Misuse, Refusal } from "../failures.ts";
import { listGames, type Connection } from "../session.ts";
import { removeCreated, STEPS, type Scene } from "./trigger-steps.ts";

/** The types of events that the command can cause. */
export const TRIGGERED = Object.keys(STEPS);

export const trigger = defineCommand({
  name: "trigger",
  summary: "cause an event in a test environment",
  about: `Takes the steps that cause the event, with new tournaments and gamers, and waits until the event is in
the log. Works only in a test environment. Afterwards, the command removes the API keys and endpoints that it
created. After clock.advanced, the clock stays one minute further ahead. Events of API keys and of endpoint secrets
require \`tms login\`.
Types: ${TRIGGERED.join(", ")}.`,
  arguments: [{ name: "TYPE", about: "the type of the event, for example entry.joined" }],
  examples: ["tms trigger entry.joined", "tms trigger payout.paid --json"],
  async run({ arguments: { TYPE: type }, connect, output }) {
    if (!isTriggered(type))
      throw new Misuse(
        `${type} cannot be triggered. Use one of these types: ${TRIGGERED.join(", ")}.`,
      );
    const connection = await connect();
    await requireTest(connection);
    const { tms } = connection;
    const { nextAfter: after } = await tms.events.list({ order: "newest", limit: 1 }).page();
    const run = crypto.randomUUID().slice(0, 8);
    const scene: Scene = { tms, connection, run, tournamentId: "", endpointId: "", keyId: "" };
    try {
      for (const step of STEPS[type] ?? []) await step(scene);
      const event = await awaitEvent(type, after, scene);
      output.print(event, `Event ${event.sequence} is ${type}. Its id is ${event.id}.`);
    } finally {
      await removeCreated(scene);
    }
  },
});

const isTriggered = (type: string): type is EventType => Object.hasOwn(STEPS, type);

// On a busy machine, a settlement can take this long.
const MAX_WAIT_MS = 60_000;

async function awaitEvent(type: EventType, after: number, { tms, tournamentId }: Scene) {
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  try {
    const tournament = tournamentId || undefined;
    for await (const event of tms.events.stream({ types: [type], tournament, after, signal }))
      return event;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw new Refusal(`The event ${type} did not occur within a minute. Try again.`);
}

/** Throws a Refusal unless the environment is known to be a test environment. */
async function requireTest({ apiKey, session, gameId, tms }: Connection): Promise<void> {
  const selected = session?.environment;
  const isTest =
    apiKey === undefined
      ? (selected?.id === gameId && selected?.mode === "test") ||
        (await listGames(tms)).some(({ environments }) => environments.test.id === gameId)
      : apiKey.startsWith("tms_test_");
  if (!isTest)
    throw new Refusal(
      "This command works only in a test environment. Run `tms use GAME` without --live, or use an API key that starts with tms_test_.",
    );
}
