import type { Clock } from "../../types.ts";
import type { Call, Command } from "../framework/command.ts";
import { Misuse } from "../framework/errors.ts";
import { fields } from "../framework/output.ts";
import { momentOf, secondsOf } from "../framework/times.ts";

const advance: Command = {
  name: "clock advance",
  summary: "advance a test environment's clock",
  about:
    "Waits until all that fell due by that is settled. The clock never goes back, nor does it stand still.",
  arguments: [{ name: "SPAN", about: "how much further: 90m, 2h, 1d" }],
  examples: ["tms clock advance 2h", "tms clock advance 1d --json"],
  run: (call) => advanceBy(call, { bySeconds: secondsOf(call.argument("SPAN"), "SPAN") }),
};

const show: Command = {
  name: "clock",
  summary: "show the environment's clock; --to advances it to a moment",
  about: "That of a live environment is real time, and cannot be advanced.",
  options: { to: { value: "TIME", about: "advance a test environment's clock to that moment" } },
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
  call.output.note("Advancing; all that falls due is settled first.");
  const { clock } = await tms.clock.advance(by);
  call.output.print({ clock }, described(clock));
}

/** A moment. One from now would leave open by which clock. */
function absolute(text: string): string {
  if (text.startsWith("+")) throw new Misuse(`Say \`tms clock advance ${text.slice(1)}\` instead.`);
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
