import type { EntryBody } from "../../harness/bodies.ts";
import { acknowledged, before, type Call, type History } from "../history.ts";
import type { IntentOf } from "../plan.ts";

/** A decision on entries that was made. */
type EntryDecision = Call<IntentOf<"eliminate" | "disqualify" | "reinstate">>;

/** What was decided on the entries of a tournament, all of it together. */
export interface Decided {
  /** Who went out together and is still out by that, the first first; the disqualified among them. */
  rounds: readonly (readonly string[])[];
  disqualified: ReadonlySet<string>;
  /** When the last of the eliminations was. */
  lastEliminatedAt: number;
}

const NOTHING: Decided = { rounds: [], disqualified: new Set(), lastEliminatedAt: 0 };

/** Eliminations within one millisecond are told as one after another, ahead of the clock by that. */
const AHEAD_MS = 5;

/**
 * What the decisions on a tournament's entries come to; null when they contradict each other. They
 * were made one after the other, in the order of their moments. Where moments are too close to tell,
 * the order is one in which each was allowed and came to what was told of it.
 */
export const decidedOf = (history: History, tournament: number): Decided | null =>
  inSomeOrder(
    [
      ...acknowledged(history, "eliminate"),
      ...acknowledged(history, "disqualify"),
      ...acknowledged(history, "reinstate"),
    ].filter(({ intent }) => intent.tournament === tournament),
    NOTHING,
  );

function inSomeOrder(left: readonly EntryDecision[], decided: Decided): Decided | null {
  if (left.length === 0) return decided;
  const first = Math.min(...left.map(momentOf));
  for (const next of left) {
    if (momentOf(next) > first + AHEAD_MS) continue;
    if (left.some((other) => before(other, next))) continue;
    const after = withDecision(decided, next);
    const end =
      after &&
      inSomeOrder(
        left.filter((other) => other !== next),
        after,
      );
    if (end) return end;
  }
  return null;
}

/** What was decided, and one more; null when it was not allowed then, or was told otherwise. */
function withDecision(decided: Decided, decision: EntryDecision): Decided | null {
  const { handles } = decision.intent;
  const after = afterDecision(decided, decision);
  const told = new Map(toldOf(decision).map((entry) => [entry.gamerHandle, entry]));
  const isAsTold = (handle: string) =>
    after !== null &&
    told.get(handle)?.state === stateIn(after, handle) &&
    told.get(handle)?.eliminated === isEliminatedIn(after, handle);
  return handles.every(isAsTold) ? after : null;
}

function afterDecision(decided: Decided, { intent, ...call }: EntryDecision): Decided | null {
  const { rounds, disqualified, lastEliminatedAt } = decided;
  const { kind, handles } = intent;
  const stateOf = (handle: string) => stateIn(decided, handle);
  switch (kind) {
    case "eliminate": {
      const at = momentOf({ ...call, intent });
      if (at <= lastEliminatedAt || handles.some((handle) => stateOf(handle) !== "in")) return null;
      return { ...decided, rounds: [...rounds, handles], lastEliminatedAt: at };
    }
    case "disqualify":
      if (handles.some((handle) => disqualified.has(handle))) return null;
      return { ...decided, disqualified: new Set([...disqualified, ...handles]) };
    case "reinstate": {
      const back = handles.filter((handle) => !disqualified.has(handle));
      // Only the latest elimination can be taken back, as there is nobody behind whom it went before.
      const latest = rounds.at(-1) ?? [];
      if (back.some((handle) => !latest.includes(handle))) return null;
      const stillOut = latest.filter((handle) => !back.includes(handle));
      return {
        ...decided,
        rounds: [...rounds.slice(0, -1), stillOut].filter((round) => round.length > 0),
        disqualified: new Set([...disqualified].filter((handle) => !handles.includes(handle))),
      };
    }
  }
}

/** What an entry is in the end. */
export function stateIn(decided: Decided, handle: string): string {
  if (decided.disqualified.has(handle)) return "disqualified";
  return isEliminatedIn(decided, handle) ? "eliminated" : "in";
}

/** Whether an entry went out, disqualified or not. */
export const isEliminatedIn = ({ rounds }: Decided, handle: string): boolean =>
  rounds.some((round) => round.includes(handle));

/** When a decision was made, as its answer tells. */
export const momentOf = (decision: EntryDecision): number =>
  Date.parse(toldOf(decision)[0]?.updatedAt ?? "");

const toldOf = ({ outcome }: EntryDecision): readonly EntryBody[] =>
  outcome.kind === "acknowledged" ? outcome.body.entries : [];
