import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import type { Event, RecordEventsResponseSchema } from "@tms/proto/tms/event/v1/event";
import type { Context } from "../context.ts";
import { findKnown, insertEvents } from "../db/events.ts";
import { findGates, storeGates } from "../db/gates.ts";
import { lockHeads, moveHeads } from "../db/heads.ts";
import { renderEvents, type RenderedEvent } from "../rendering/render.ts";
import { decide, type Decision } from "./decide.ts";

/**
 * Takes events into the logs of their environments, in one transaction. Rendering them comes first, so
 * that no head is held meanwhile.
 */
export async function takeIn(
  context: Context,
  events: readonly Event[],
  overdue: ReadonlySet<string>,
): Promise<MessageInitShape<typeof RecordEventsResponseSchema>> {
  const { rendered, refusedIds } = await renderEvents(context, events);
  if (rendered.length === 0) return { refusedIds };
  // Hardly any comes twice, so which are known is asked only once the database found one that is.
  let mayBeKnown = false;
  const { added, waitingIds, forcedIds } = await transaction(
    context.db,
    "events.record",
    async (tx) => {
      const decision = record(tx, rendered, overdue, mayBeKnown);
      mayBeKnown = true;
      return await decision;
    },
    ["event_id_key"],
  );
  for (const { type } of added) context.metrics.recorded.inc({ type });
  if (forcedIds.length > 0)
    context.log.warn(
      { events: forcedIds.length, first: forcedIds[0] },
      "recorded events whose dependencies did not arrive within 30 seconds",
    );
  return { waitingIds, refusedIds };
}

async function record(
  tx: Tx,
  events: readonly RenderedEvent[],
  overdue: ReadonlySet<string>,
  mayBeKnown: boolean,
): Promise<Decision> {
  const heads = await lockHeads(
    tx,
    idsOf(events, ({ gameId }) => gameId),
  );
  const [known, gates] = await Promise.all([
    mayBeKnown
      ? findKnown(
          tx,
          idsOf(events, ({ event }) => event.id),
        )
      : NONE,
    findGates(
      tx,
      idsOf(events, ({ tournamentId }) => tournamentId),
    ),
  ]);
  const decision = decide(events, { heads, known, gates }, overdue);
  if (decision.added.length > 0)
    await Promise.all([
      insertEvents(tx, decision.added),
      moveHeads(tx, decision.heads),
      storeGates(tx, decision.gates),
    ]);
  return decision;
}

const NONE: ReadonlySet<string> = new Set();

const idsOf = (
  events: readonly RenderedEvent[],
  idOf: (event: RenderedEvent) => string | null,
): string[] => [...new Set(events.flatMap((event) => idOf(event) ?? []))];
