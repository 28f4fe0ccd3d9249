import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import type { Tx } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import { stage, type Deliver } from "@tms/kit/database/outbox";
import { withTimeout } from "@tms/kit/process/timeout";
import type { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";

/** An event that settlement must hear of. */
export type SettlementEvent = ScheduleEvent | RefundEvent;

/** Settle it at a moment; `ended` when its game ended it, now. */
export interface ScheduleEvent {
  kind: "schedule";
  gameId: string;
  tournamentId: string;
  dueAt: string;
  ended: boolean;
}

/** Give every fee back. */
export interface RefundEvent {
  kind: "refund";
  gameId: string;
  tournamentId: string;
}

/** Stages an event in the transaction of the change that it tells of; returns its id. */
export const stageEvent = (tx: Tx, event: SettlementEvent): Promise<string> =>
  stage(tx, `settlement.${event.kind}`, event);

/** Delivers events to settlement; the event's id makes a repeat recognisable. */
export function deliverTo(settlement: Client<typeof SettlementService>): Deliver<SettlementEvent> {
  return async ({ id: requestId, payload: event }) => {
    const { gameId, tournamentId } = event;
    switch (event.kind) {
      case "schedule": {
        const dueTime = timestampFromDate(new Date(event.dueAt));
        const { ended } = event;
        await settlement.scheduleSettlement({ requestId, gameId, tournamentId, dueTime, ended });
        return;
      }
      case "refund":
        await settlement.startRefund({ requestId, gameId, tournamentId });
        return;
      default:
        event satisfies never;
    }
  };
}

// As long as a caller may reasonably be kept from an answer that is certain already.
const FLUSH_LIMIT_MS = 2_000;

/**
 * Delivers a staged event before the caller is answered, so that normally the registration is
 * closed by then. When that fails or takes too long, the relay delivers it later.
 */
export async function flushEvent(
  { relay, log }: { relay: { flush(id: string): Promise<void> }; log: Logger },
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const flushed = relay
    .flush(id)
    .catch((error: unknown) => log.warn({ err: error, event: id }, "an event was not flushed"));
  await withTimeout(flushed, FLUSH_LIMIT_MS, () => undefined);
}
