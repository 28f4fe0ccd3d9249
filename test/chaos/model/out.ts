import { acknowledged, before, maybeBefore, type Call, type History } from "../history.ts";
import type { IntentOf } from "../plan.ts";

type Takes = "eliminate" | "disqualify";

/** A decision that took a gamer out, and those that may have taken it back. */
interface Out {
  kind: Takes;
  call: Call<IntentOf<Takes>>;
  back: Call<IntentOf<"reinstate">>[];
}

/** All that took a gamer out of a tournament. */
function outsOf(history: History, tournament: number, handle: string): Out[] {
  const names = ({ intent }: { intent: IntentOf<Takes | "reinstate"> }) =>
    intent.tournament === tournament && intent.handles.includes(handle);
  const reinstated = acknowledged(history, "reinstate").filter(names);
  const outs = (kind: Takes): Out[] =>
    acknowledged(history, kind)
      .filter(names)
      .map((call) => ({
        kind,
        call,
        back: reinstated.filter(
          (back) => !before(back, call) && (kind === "disqualify" || isInAfter(back, handle)),
        ),
      }));
  return [...outs("eliminate"), ...outs("disqualify")];
}

/** Whether a reinstatement has an entry in again, rather than eliminated as it was. */
const isInAfter = ({ outcome }: Call, handle: string): boolean =>
  outcome.kind === "acknowledged" &&
  outcome.body.entries.some((entry) => entry.gamerHandle === handle && entry.state === "in");

/** Whether a gamer may have been out by another call of this kind when this one was answered. */
export const maybeOutBy = (
  kind: Takes,
  history: History,
  tournament: number,
  handle: string,
  call: Call,
): boolean =>
  outsOf(history, tournament, handle).some(
    (out) =>
      out.kind === kind &&
      out.call !== call &&
      maybeBefore(out.call, call) &&
      !out.back.some((back) => before(out.call, back) && before(back, call)),
  );

/** Whether a gamer was out for certain, by whatever, for as long as a call was under way. */
export const certainlyOut = (
  history: History,
  tournament: number,
  handle: string,
  call: Call,
): boolean =>
  outsOf(history, tournament, handle).some(
    (out) =>
      before(out.call, call) && !out.back.some((back) => back !== call && maybeBefore(back, call)),
  );

/** Whether a gamer was out for certain at a moment, give or take how far clocks are apart. */
export const certainlyOutAt = (
  history: History,
  tournament: number,
  handle: string,
  at: number,
  slackMs: number,
): boolean =>
  outsOf(history, tournament, handle).some(
    ({ call, back }) =>
      call.endedAt + slackMs < at && !back.some(({ startedAt }) => startedAt <= at + slackMs),
  );
