import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import type { Tx } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import { stage, type Deliver } from "@tms/kit/database/outbox";
import { withTimeout } from "@tms/kit/process/timeout";
import type { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";

/** What settlement is asked to do about a tournament. */
export type SettlementOrder = ScheduleOrder | RefundOrder;

/** Settle it at a moment; `ended` when its game ended it, now. */
export interface ScheduleOrder {
  kind: "schedule";
  gameId: string;
  tournamentId: string;
  dueAt: string;
  ended: boolean;
}

/** Give every fee back. */
export interface RefundOrder {
  kind: "refund";
  gameId: string;
  tournamentId: string;
}

/** Stages an order in the transaction of the change that calls for it. */
export const stageOrder = (tx: Tx, order: SettlementOrder): Promise<string> =>
  stage(tx, `settlement.${order.kind}`, order);

/** Passes orders on; the event's id makes a repeat recognisable. */
export function deliverTo(settlement: Client<typeof SettlementService>): Deliver<SettlementOrder> {
  return async ({ id: requestId, payload: order }) => {
    const { gameId, tournamentId } = order;
    switch (order.kind) {
      case "schedule": {
        const dueTime = timestampFromDate(new Date(order.dueAt));
        const { ended } = order;
        await settlement.scheduleSettlement({
          requestId,
          gameId,
          tournamentId,
          dueTime,
          ended,
        });
        return;
      }
      case "refund":
        await settlement.startRefund({ requestId, gameId, tournamentId });
        return;
      default:
        order satisfies never;
    }
  };
}

// As long as a caller may reasonably be kept from an answer that is certain already.
const FLUSH_LIMIT_MS = 2_000;

/**
 * Delivers a staged order before the caller is answered, so that normally the registration is
 * closed by then. When that fails or takes too long the relay makes up for it.
 */
export async function flushOrder(
  ctx: { relay: { flush(id: string): Promise<void> }; log: Logger },
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const flushed = ctx.relay
    .flush(id)
    .catch((error: unknown) => ctx.log.warn({ err: error, event: id }, "an order was not flushed"));
  await withTimeout(flushed, FLUSH_LIMIT_MS, () => undefined);
}
