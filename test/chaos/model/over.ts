import { acknowledged, before, maybeBefore, type Call, type History } from "../history.ts";
import { at } from "../fixture.ts";

/** Postgres and the harness read one clock, but round and read it at different moments. */
const CLOCK_SLACK_MS = 50;

/** The calls that ended a cup before its time. */
export const endingsOf = (history: History, cup: number) =>
  [...acknowledged(history, "cancel"), ...acknowledged(history, "complete")].filter(
    ({ intent }) => intent.cup === cup,
  );

/**
 * Whether a cup was over for certain when a call began. One ended before its time may go on for as
 * long as the entry service is away (docs/operations.md).
 */
export function certainlyOver(history: History, cup: number, call: Call): boolean {
  const { endsAt, id } = at(history.stage.cups, cup);
  if (call.startedAt > endsAt + CLOCK_SLACK_MS) return true;
  const leftOpen = id !== undefined && history.leftOpen.has(id);
  return !leftOpen && endingsOf(history, cup).some((ending) => before(ending, call));
}

/** Whether a cup may have been over when a call was answered. */
export function maybeOver(history: History, cup: number, call: Call): boolean {
  return (
    maybePastEnd(history, cup, call) ||
    endingsOf(history, cup).some((ending) => ending !== call && maybeBefore(ending, call))
  );
}

/** Whether a cup's time may have been up when a call was answered. */
export const maybePastEnd = (history: History, cup: number, call: Call): boolean =>
  call.endedAt >= at(history.stage.cups, cup).endsAt - CLOCK_SLACK_MS;

/** From when on a cup may have been over. */
export const earliestEnd = (history: History, cup: number): number =>
  Math.min(
    at(history.stage.cups, cup).endsAt - CLOCK_SLACK_MS,
    ...endingsOf(history, cup).map((ending) => ending.startedAt),
  );
