import type { EnvironmentEvent } from "../../types.ts";
import type { EventFilter } from "../../resources/events.ts";
import type { Call, Command, OptionSpec } from "../framework/command.ts";
import { untilInterrupted } from "../framework/interrupted.ts";
import type { Output } from "../framework/output.ts";
import { numberOf } from "../framework/times.ts";
import { wordsOf } from "../framework/words.ts";

const [SHOWN, SHOWN_FIRST, MOST_SHOWN] = [50, 10, 1_000];
const MOST_SEQUENCE = Number.MAX_SAFE_INTEGER;

/** The option that names types of events. */
export const TYPES_OPTION: OptionSpec = {
  value: "TYPES",
  about: "only events of these types: entry.joined,payout.*",
};

export const events: Command = {
  name: "events",
  summary: "show events, and follow new events",
  about: `The newest event comes last. With --follow, the command shows each event once, in order and without gaps,
even if the connection is lost.`,
  options: {
    follow: { about: "show new events until you press Ctrl-C", short: "f" },
    types: TYPES_OPTION,
    tournament: { value: "TOURNAMENT", about: "only events of this tournament" },
    after: { value: "SEQUENCE", about: "only events after this sequence number, oldest first" },
    limit: {
      value: "COUNT",
      about: `how many events to show (default ${SHOWN}, ${SHOWN_FIRST} with --follow, at most ${MOST_SHOWN})`,
    },
  },
  examples: [
    "tms events --follow",
    "tms events --types 'entry.*,payout.paid'",
    "tms events -f --json | jq .data",
  ],
  run: runEvents,
};

async function runEvents(call: Call): Promise<void> {
  const { option, output } = call;
  const filter = filterOf(call, "types");
  const isFollowed = call.flag("follow");
  const after = numberOf(option("after"), "--after", MOST_SEQUENCE);
  const most =
    numberOf(option("limit"), "--limit", MOST_SHOWN) ?? (isFollowed ? SHOWN_FIRST : SHOWN);
  const { tms } = await call.connect();
  // Where the log ends is asked first: what comes meanwhile is followed.
  const end = (await tms.events.list({ order: "newest", limit: 1 }).page()).nextAfter;
  if (after === undefined) {
    const shown: EnvironmentEvent[] = [];
    const newest = {
      ...filter,
      order: "newest",
      before: end + 1,
      limit: Math.max(1, most),
    } as const;
    for await (const event of tms.events.list(newest)) {
      if (shown.length >= most) break;
      shown.push(event);
    }
    for (const event of shown.toReversed()) show(output, event);
  }
  if (isFollowed) return await follow(call, filter, after ?? end);
  if (after === undefined) return;
  let left = most;
  for await (const event of tms.events.list({ ...filter, after, limit: Math.max(1, most) })) {
    if (left-- <= 0) break;
    show(output, event);
  }
}

/** Shows what comes until Ctrl-C. */
async function follow(call: Call, filter: EventFilter, after: number): Promise<void> {
  const { tms } = await call.connect();
  const signal = untilInterrupted();
  const onLost = () => call.output.note("The connection was lost. Reconnecting.");
  try {
    for await (const event of tms.events.stream({ ...filter, after, signal, onLost }))
      show(call.output, event);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Which events an option with types, and the tournament, name. Throws a Misuse. */
export function filterOf(call: Call, name: string): EventFilter {
  // The service refuses unknown types.
  const types = wordsOf(call.option(name), `--${name}`) as EventFilter["types"];
  const tournament = call.option("tournament");
  return { ...(types && { types }), ...(tournament !== undefined && { tournament }) };
}

function show(output: Output, event: EnvironmentEvent): void {
  const { sequence, timestamp, type, id } = event;
  const line = [timestamp, String(sequence).padStart(6), type.padEnd(22), aboutOf(event.data), id];
  output.print(event, line.filter((cell) => cell !== "").join("  "));
}

/** What an event is about, as people name it. */
function aboutOf(data: object): string {
  const [[kind, about] = ["", undefined]] = Object.entries(data) as [string, unknown][];
  const { name, gamerHandle, id } = (about ?? {}) as Partial<Record<string, unknown>>;
  const text = [gamerHandle, name, id].find((one) => typeof one === "string");
  return typeof text === "string" ? text : kind;
}
