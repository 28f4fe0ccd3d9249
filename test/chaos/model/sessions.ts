import { callsOf, type Call, type History } from "../history.ts";
import type { PeopleIntent } from "../people/plan.ts";

type Refresh = Extract<PeopleIntent, { kind: "refresh" }>;

/** For so long the token before gets the very same successor; later it ends the session. */
const GRACE_MS = 10_000;
/** Postgres and the harness read one clock, but round and read it at different moments. */
const CLOCK_SLACK_MS = 500;

/** Whether a session had ended for certain by some moment. */
export const certainlyEnded = (history: History, session: number, by: number): boolean =>
  [
    ...callsOf(history, "sign-out").filter(({ outcome }) => outcome.kind === "acknowledged"),
    ...[...callsOf(history, "steal"), ...callsOf(history, "refresh")].filter(
      ({ outcome }) => outcome.kind === "refused" && outcome.code === "session_ended",
    ),
  ].some((call) => call.intent.session === session && call.endedAt < by);

/**
 * Whether a session may have ended by some moment: signed out, stolen, or because a refresh that
 * nobody waited for arrived so late that its token was an old one.
 */
export const maybeEnded = (history: History, session: number, by: number, except?: Call): boolean =>
  [
    ...callsOf(history, "sign-out"),
    ...callsOf(history, "steal"),
    ...callsOf(history, "refresh").filter(({ unanswered }) => unanswered > 0),
  ].some((call) => call !== except && call.intent.session === session && call.startedAt <= by);

/** Whether a refresh was repeated so late that its own first attempt may have been forgotten. */
export const repeatedLate = ({ unanswered, startedAt, endedAt }: Call<Refresh>): boolean =>
  unanswered > 0 && endedAt - startedAt > GRACE_MS - CLOCK_SLACK_MS;

/** The least and the greatest generation that the refreshes of a session may have brought it to. */
export function generationsOf(history: History, session: number): [least: number, most: number] {
  const refreshes = callsOf(history, "refresh").filter(({ intent }) => intent.session === session);
  const acknowledged = refreshes.filter(({ outcome }) => outcome.kind === "acknowledged").length;
  const maybe = refreshes.filter(
    ({ outcome, unanswered }) => outcome.kind !== "acknowledged" && unanswered > 0,
  ).length;
  return [1 + acknowledged, 1 + acknowledged + maybe];
}
