import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { required } from "@tms/kit/errors/domain-error";
import { eventOf, type Change } from "@tms/kit/events/event";
import type { Logger } from "@tms/kit/process/log";
import type { Origin } from "@tms/kit/rpc/origin";
import { inTracesOf } from "@tms/kit/tracing/spans";
import type { Event, RecordEventsResponseSchema } from "@tms/proto/tms/event/v1/event";
import { GameSchema, Mode } from "@tms/proto/tms/game/v1/game";
import { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import {
  findKnown,
  findStates,
  INITIAL_STATE,
  insertEvents,
  lockHeads,
  moveHeads,
  storeStates,
  type DependencyState,
  type NewEvent,
} from "../db/events.ts";
import type { Games } from "../games.ts";
import type { EventsMetrics } from "../metrics.ts";
import { render, renderEvents, type RenderedEvent } from "./render.ts";

/** Appends an event. The environment's head stays locked until the commit, so append as late as possible. */
export async function appendEvent(
  tx: Tx,
  { gameId, test }: { gameId: string; test: boolean },
  origin: Origin,
  change: Change,
): Promise<NewEvent> {
  const game = create(GameSchema, { id: gameId, mode: test ? Mode.TEST : Mode.LIVE });
  const rendered = render(eventOf({ gameId, time: new Date(), origin, change }), game);
  const { added } = await append(tx, [rendered], new Set(), false);
  return required(added[0], "an event without a dependency was not appended");
}

/** Renders events, then appends them in one transaction, so that the heads are locked only briefly. */
export async function recordEvents(
  context: { db: Db; games: Games; log: Logger; metrics: Pick<EventsMetrics, "recorded"> },
  events: readonly Event[],
  overdue: ReadonlySet<string>,
): Promise<MessageInitShape<typeof RecordEventsResponseSchema>> {
  const { rendered, refusedIds } = await renderEvents(context, events);
  if (rendered.length === 0) return { refusedIds };
  // Known ids are looked up only if the transaction is repeated, because few events are sent twice.
  let mayBeKnown = false;
  const work = async (tx: Tx) => {
    const decision = append(tx, rendered, overdue, mayBeKnown);
    mayBeKnown = true;
    return await decision;
  };
  const { added, waitingIds, forcedIds } = await inTracesOf(
    rendered.map(({ event }) => event.origin?.traceContext),
    () => transaction(context.db, "events.record", work, ["event_id_key"]),
  );
  for (const { type } of added) context.metrics.recorded.inc({ type });
  if (forcedIds.length > 0)
    context.log.warn(
      { events: forcedIds.length, first: forcedIds[0] },
      "recorded events whose dependencies did not arrive within 30 seconds",
    );
  return { waitingIds, refusedIds };
}

async function append(
  tx: Tx,
  events: readonly RenderedEvent[],
  overdue: ReadonlySet<string>,
  mayBeKnown: boolean,
): Promise<Decision> {
  const gameIds = [...new Set(events.map(({ event }) => event.gameId))];
  const tournamentIds = [...new Set(events.flatMap(({ tournamentId }) => tournamentId ?? []))];
  const heads = await lockHeads(tx, gameIds);
  const ids = events.map(({ event }) => event.id);
  const [known, states] = await Promise.all([
    mayBeKnown ? findKnown(tx, ids) : new Set<string>(),
    findStates(tx, tournamentIds),
  ]);
  const decision = decide(events, { heads, known, states }, overdue);
  if (decision.added.length > 0)
    await Promise.all([
      insertEvents(tx, decision.added),
      moveHeads(tx, decision.heads),
      storeStates(tx, decision.states),
    ]);
  return decision;
}

interface Decision {
  added: NewEvent[];
  /** The new last sequence of each environment. */
  heads: Map<string, bigint>;
  /** The new state of each tournament. */
  states: Map<string, DependencyState>;
  waitingIds: string[];
  /** Overdue events that are added without their dependency. */
  forcedIds: string[];
}

/**
 * Assigns sequence numbers in arrival order. An event may depend on an event of another service. Until that
 * event arrives, the dependent event and all later events of its tournament wait, unless they are overdue.
 * This keeps the events of one service in order. Pure.
 */
function decide(
  events: readonly RenderedEvent[],
  { heads, known, states }: Pick<Decision, "heads" | "states"> & { known: ReadonlySet<string> },
  overdue: ReadonlySet<string>,
): Decision {
  const decision: Decision = {
    added: [],
    heads: new Map(),
    states: new Map(),
    waitingIds: [],
    forcedIds: [],
  };
  const seen = new Set(known);
  const held = new Set<string>();
  for (const { event, tournamentId, toRow } of events) {
    if (seen.has(event.id)) continue;
    const key = tournamentId ?? "";
    const state = decision.states.get(key) ?? states.get(key) ?? INITIAL_STATE;
    const isReady = hasDependency(event.change.case, state);
    if ((!isReady || held.has(key)) && !overdue.has(event.id)) {
      decision.waitingIds.push(event.id);
      if (tournamentId !== null) held.add(tournamentId);
      continue;
    }
    if (!isReady) decision.forcedIds.push(event.id);
    seen.add(event.id);
    const sequence = (decision.heads.get(event.gameId) ?? heads.get(event.gameId) ?? 0n) + 1n;
    decision.heads.set(event.gameId, sequence);
    decision.added.push(toRow(sequence));
    const after = stateAfter(event, state);
    if (tournamentId !== null && after !== state) decision.states.set(tournamentId, after);
  }
  return decision;
}

type Case = Event["change"]["case"];

const AFTER_PUBLICATION: ReadonlySet<Case> = new Set<Case>([
  "entryJoined",
  "entryEliminated",
  "scoreRecorded",
  "scoreHeld",
  "entryDisqualified",
  "entryReinstated",
  "scoreReviewed",
]);

/**
 * Returns whether the log has the event that a change depends on. Entries and scores depend on the
 * publication. The frozen ranking and the settlement plan depend on the end of the tournament. The completion
 * depends on the last payout. Other changes have no dependency, and the result is true.
 */
function hasDependency(change: Case, state: DependencyState): boolean {
  if (AFTER_PUBLICATION.has(change)) return state.published;
  switch (change) {
    case "rankingFrozen":
    case "settlementPlanned":
      return state.ended;
    case "tournamentCompleted":
      return state.plannedPayouts !== null && state.paidPayouts >= state.plannedPayouts;
    default:
      return true;
  }
}

/** Returns the state after an event. An event added without its dependency implies the dependency. */
function stateAfter({ change }: Event, state: DependencyState): DependencyState {
  if (change.case === "tournamentPublished" || AFTER_PUBLICATION.has(change.case))
    return state.published ? state : { ...state, published: true };
  switch (change.case) {
    case "tournamentCancelled":
      // Nothing follows the cancellation of a tournament that was not published, because it has no fees.
      return { ...state, ended: true, over: state.over || !state.published };
    case "tournamentSettling":
    case "rankingFrozen":
      return state.ended ? state : { ...state, ended: true };
    case "settlementPlanned":
      return { ...state, ended: true, plannedPayouts: change.value.settlement?.payouts ?? 0 };
    case "payoutPaid":
      return { ...state, paidPayouts: state.paidPayouts + 1 };
    case "tournamentCompleted":
      return { ...state, over: true };
    // After a refund, no further event of the tournament has a dependency.
    case "settlementDone":
      return change.value.settlement?.kind === SettlementKind.REFUND
        ? { ...state, over: true }
        : state;
    default:
      return state;
  }
}
