import type { Clock } from "../../types.ts";
import type { Call, Command } from "../framework/command.ts";
import { Misuse } from "../framework/errors.ts";
import { fields } from "../framework/output.ts";
import { momentOf, secondsOf } from "../framework/times.ts";

const advance: Command = {
  name: "clock advance",
  summary: "advance a test environment's clock",
  about:
    "Waits until everything that becomes due is settled. The clock then continues at normal speed. It never goes back.",
  arguments: [{ name: "SPAN", about: "the duration: 90m, 2h, 1d" }],
  examples: ["tms clock advance 2h", "tms clock advance 1d --json"],
  run: (call) => advanceBy(call, { bySeconds: secondsOf(call.argument("SPAN"), "SPAN") }),
};

const show: Command = {
  name: "clock",
  summary: "show the environment's clock, or advance it to a time",
  about: "The clock of a live environment shows real time and cannot be advanced.",
  options: {
    to: { value: "TIME", about: "the new time of a test environment's clock" },
  },
  examples: ["tms clock", "tms clock --to 2030-05-01T22:00:00Z"],
  async run(call) {
    const to = call.option("to");
    if (to !== undefined) return await advanceBy(call, { to: absolute(to) });
    const { tms } = await call.connect();
    const { clock } = await tms.clock.get();
    call.output.print({ clock }, described(clock));
  },
};

async function advanceBy(call: Call, by: { to: string } | { bySeconds: number }): Promise<void> {
  const { tms } = await call.connect();
  call.output.note(
    "Advancing the clock. The command waits until everything that becomes due is settled.",
  );
  const { clock } = await tms.clock.advance(by);
  call.output.print({ clock }, described(clock));
}

/** A moment. One from now would leave open by which clock. */
function absolute(text: string): string {
  if (text.startsWith("+"))
    throw new Misuse(`--to must be a time. Use \`tms clock advance ${text.slice(1)}\` instead.`);
  return momentOf(text, "--to");
}

const described = ({ now, aheadSeconds, state, advancingTo }: Clock): string =>
  fields({
    now,
    "ahead of real time": `${aheadSeconds} s`,
    ...(state === "advancing" && { "advancing to": advancingTo }),
  });

/** The test clock. The longer name is looked for first. */
export const clockCommands: readonly Command[] = [advance, show];
