import type { Tms } from "../../tms.ts";
import { defineCommand, type Command, type Context } from "../command.ts";
import { Misuse } from "../failures.ts";
import * as option from "../options.ts";
import { fields, type Output } from "../output.ts";
import { readMoment, readSeconds } from "../values.ts";

type Clock = Awaited<ReturnType<Tms["clock"]["get"]>>["clock"];
type Call = Context & { output: Output };

const advance = defineCommand({
  name: "clock advance",
  summary: "advance a test environment's clock",
  about:
    "Waits until everything that becomes due is settled. The clock then continues at normal speed. It never goes back.",
  arguments: [{ name: "SPAN", about: "the duration: 90m, 2h, 1d" }],
  examples: ["tms clock advance 2h", "tms clock advance 1d --json"],
  run: ({ arguments: { SPAN: span }, ...call }) =>
    advanceClock(call, { bySeconds: readSeconds(span, "SPAN") }),
});

const show = defineCommand({
  name: "clock",
  summary: "show the environment's clock, or advance it to a time",
  about: "The clock of a live environment shows real time and cannot be advanced.",
  options: { to: option.of("TIME", "the new time of a test environment's clock", readAbsolute) },
  examples: ["tms clock", "tms clock --to 2030-05-01T22:00:00Z"],
  async run({ options: { to }, ...call }) {
    if (to !== undefined) return await advanceClock(call, { to });
    const { tms } = await call.connect();
    const { clock } = await tms.clock.get();
    call.output.print({ clock }, formatClock(clock));
  },
});

async function advanceClock({ connect, output }: Call, by: { to: string } | { bySeconds: number }) {
  const { tms } = await connect();
  output.note(
    "Advancing the clock. The command waits until everything that becomes due is settled.",
  );
  const { clock } = await tms.clock.advance(by);
  output.print({ clock }, formatClock(clock));
}

/** Reads a time. Refuses durations, because they could mean real time or the time of the clock. */
function readAbsolute(text: string, name: string): string {
  if (text.startsWith("+"))
    throw new Misuse(`${name} must be a time. Use \`tms clock advance ${text.slice(1)}\` instead.`);
  return readMoment(text, name).at(0);
}

const formatClock = ({ now, aheadSeconds, state, advancingTo }: Clock): string =>
  fields({
    now,
    "ahead of real time": `${aheadSeconds} s`,
    ...(state === "advancing" && { "advancing to": advancingTo }),
  });

/** The commands of the clock. The longer name comes first, because the first match is used. */
export const clockCommands: readonly Command[] = [advance, show];
