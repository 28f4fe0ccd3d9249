import { acknowledged, before, maybeBefore, type Call, type History } from "../history.ts";
import { at } from "../fixture.ts";

/** Postgres and the harness read one clock, but round and read it at different moments. */
export const CLOCK_SLACK_MS = 50;

/** The calls that ended a tournament before its time. */
export const endingsOf = (history: History, tournament: number) =>
  [...acknowledged(history, "cancel"), ...acknowledged(history, "complete")].filter(
    ({ intent }) => intent.tournament === tournament,
  );

/**
 * Whether a tournament was over for certain when a call began. One ended before its time may go on for as
 * long as the entry service is away (docs/operations.md).
 */
export function certainlyOver(history: History, tournament: number, call: Call): boolean {
  const { endsAt, id } = at(history.fixture.tournaments, tournament);
  if (call.startedAt > endsAt + CLOCK_SLACK_MS) return true;
  const leftOpen = id !== undefined && history.leftOpen.has(id);
  return !leftOpen && endingsOf(history, tournament).some((ending) => before(ending, call));
}

/** Whether a tournament may have been over when a call was answered. */
export function maybeOver(history: History, tournament: number, call: Call): boolean {
  return (
    maybePastEnd(history, tournament, call) ||
    endingsOf(history, tournament).some((ending) => ending !== call && maybeBefore(ending, call))
  );
}

/** Whether a tournament's time may have been up when a call was answered. */
export const maybePastEnd = (history: History, tournament: number, call: Call): boolean =>
  call.endedAt >= at(history.fixture.tournaments, tournament).endsAt - CLOCK_SLACK_MS;

/** From when on a tournament may have been over. */
export const earliestEnd = (history: History, tournament: number): number =>
  Math.min(
    at(history.fixture.tournaments, tournament).endsAt - CLOCK_SLACK_MS,
    ...endingsOf(history, tournament).map((ending) => ending.startedAt),
  );
