import type { EventType } from "../../types.ts";
import type { Connection } from "../connection.ts";
import type { Call, Command } from "../framework/command.ts";
import { Misuse, Refusal } from "../framework/errors.ts";
import { ENVIRONMENT_STEPS, tidyUp } from "../triggering/environment.ts";
import type { Scene, Step, StepsByType } from "../triggering/scene.ts";
import { TOURNAMENT_STEPS } from "../triggering/tournaments.ts";
import { listGames } from "./environments.ts";

const STEPS: StepsByType = { ...TOURNAMENT_STEPS, ...ENVIRONMENT_STEPS };

/** The types of events that can be brought about. */
export const TRIGGERED = Object.keys(STEPS);

export const trigger: Command = {
  name: "trigger",
  summary: "cause an event in a test environment",
  about: `Takes the steps that cause the event, with new tournaments and gamers, and waits until the event is in
the log. Works only in a test environment. Afterwards, the command removes the API keys and endpoints that it
created. After clock.advanced, the clock stays one minute further ahead. Events of API keys and of endpoint secrets
require \`tms login\`.
Types: ${TRIGGERED.join(", ")}.`,
  arguments: [{ name: "TYPE", about: "the type of the event, for example entry.joined" }],
  examples: ["tms trigger entry.joined", "tms trigger payout.paid --json"],
  run: runTrigger,
};

async function runTrigger(call: Call): Promise<void> {
  const type = call.argument("TYPE");
  if (!isTriggered(type))
    throw new Misuse(
      `${type} cannot be triggered. Use one of these types: ${TRIGGERED.join(", ")}.`,
    );
  const connection = await call.connect();
  await refuseLive(connection);
  const { tms } = connection;
  const { nextAfter: after } = await tms.events.list({ order: "newest", limit: 1 }).page();
  const scene: Scene = { tms, connection, run: crypto.randomUUID().slice(0, 8) };
  const event = await bringAbout(type, STEPS[type] ?? [], after, scene);
  call.output.print(event, `Event ${event.sequence} is ${type}. Its id is ${event.id}.`);
}

const isTriggered = (type: string): type is EventType => Object.hasOwn(STEPS, type);

/** Takes the steps, and waits for the event that they cause. */
async function bringAbout(type: EventType, steps: readonly Step[], after: number, scene: Scene) {
  try {
    for (const step of steps) await step(scene);
    return await firstOf(type, after, scene);
  } finally {
    await tidyUp(scene);
  }
}

// A settlement that the machine has no time for may take so long.
const LONGEST_MS = 60_000;

/** Waits for the event that the steps have caused. */
async function firstOf(type: EventType, after: number, { tms, tournamentId }: Scene) {
  const signal = AbortSignal.timeout(LONGEST_MS);
  try {
    const filter = {
      types: [type],
      ...(tournamentId !== undefined && { tournament: tournamentId }),
    };
    for await (const event of tms.events.stream({ ...filter, after, signal })) return event;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw new Refusal(`The event ${type} did not occur within a minute. Try again.`);
}

/** Throws a Refusal unless it is known that the environment is for trying things out. */
async function refuseLive({ apiKey, session, gameId, tms }: Connection): Promise<void> {
  const refusal = new Refusal(
    "This command works only in a test environment. Run `tms use GAME` without --live, or use an API key that starts with tms_test_.",
  );
  if (apiKey !== undefined) {
    if (apiKey.startsWith("tms_test_")) return;
    throw refusal;
  }
  const { environment } = session ?? {};
  if (environment !== undefined && environment.id === gameId && environment.mode === "test") return;
  const games = await listGames(tms);
  if (!games.some(({ environments }) => environments.test.id === gameId)) throw refusal;
}
