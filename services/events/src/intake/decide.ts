import { CLOSED_GATE, type Gate } from "../db/gates.ts";
import type { NewEvent } from "../db/events.ts";
import type { RenderedEvent } from "../rendering/render.ts";
import { causeIsIn, gateAfter } from "./causes.ts";

/** What the log knows, read under the locks of its heads. */
export interface LogState {
  /** The last sequence of each environment. */
  heads: ReadonlyMap<string, bigint>;
  /** Events of this batch that are in already. */
  known: ReadonlySet<string>;
  /** By tournament. */
  gates: ReadonlyMap<string, Gate>;
}

/** What becomes of a batch. */
export interface Decision {
  added: NewEvent[];
  /** Last sequences that changed, by environment. */
  heads: Map<string, bigint>;
  /** Gates that changed, by tournament. */
  gates: Map<string, Gate>;
  waitingIds: string[];
  /** Those that go in without their cause. */
  forcedIds: string[];
}

/**
 * Gives each event that may go in its sequence, in the order in which they come. With one that waits for
 * its cause wait all later ones of its tournament, for those of one service keep their order; the cause
 * comes with another service's events. Pure.
 */
export function decide(
  events: readonly RenderedEvent[],
  { heads, known, gates }: LogState,
  overdue: ReadonlySet<string>,
): Decision {
  const decision: Decision = {
    added: [],
    heads: new Map(),
    gates: new Map(),
    waitingIds: [],
    forcedIds: [],
  };
  const seen = new Set(known);
  const held = new Set<string>();
  for (const rendered of events) {
    const { event, gameId, tournamentId } = rendered;
    if (seen.has(event.id)) continue;
    const gate = gateOf(tournamentId, decision.gates, gates);
    const caused = causeIsIn(event.change.case, gate);
    const isOverdue = overdue.has(event.id);
    if ((!caused || held.has(tournamentId ?? "")) && !isOverdue) {
      decision.waitingIds.push(event.id);
      if (tournamentId !== null) held.add(tournamentId);
      continue;
    }
    if (!caused) decision.forcedIds.push(event.id);
    seen.add(event.id);
    const sequence = (decision.heads.get(gameId) ?? heads.get(gameId) ?? 0n) + 1n;
    decision.heads.set(gameId, sequence);
    decision.added.push(rendered.numbered(sequence));
    const after = gateAfter(event, gate);
    if (tournamentId !== null && after !== gate) decision.gates.set(tournamentId, after);
  }
  return decision;
}

const gateOf = (
  tournamentId: string | null,
  changed: ReadonlyMap<string, Gate>,
  stored: ReadonlyMap<string, Gate>,
): Gate => {
  if (tournamentId === null) return CLOSED_GATE;
  return changed.get(tournamentId) ?? stored.get(tournamentId) ?? CLOSED_GATE;
};
