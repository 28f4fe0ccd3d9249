import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Client } from "@connectrpc/connect";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { stage, type Deliver } from "@tms/kit/database/outbox";
import type { Logger } from "@tms/kit/process/log";
import { withTimeout } from "@tms/kit/process/timeout";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import type { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { and, isNull, sql } from "drizzle-orm";
import { outbox } from "./db/tables.ts";
import type { TournamentKey } from "./db/tournaments.ts";

/** A message to the settlement service. */
export type SettlementMessage = ScheduleMessage | RefundMessage;

/** A message that schedules a settlement. `ended` means that the game ended the tournament now. */
export interface ScheduleMessage {
  kind: "schedule";
  gameId: string;
  tournamentId: string;
  dueAt: string;
  ended: boolean;
  /** True for a test environment. `dueAt` is then a time of the test clock. */
  test: boolean;
}

/** A message that refunds all fees of a tournament. */
export interface RefundMessage {
  kind: "refund";
  gameId: string;
  tournamentId: string;
  test: boolean;
}

/** Stages a message in the transaction of the change, and returns its id. */
export const stageMessage = (tx: Tx, message: SettlementMessage): Promise<string> =>
  stage(tx, `settlement.${message.kind}`, message);

/**
 * Creates the delivery of messages to settlement. A late or repeated message does not move the settlement to
 * a later time, because the earliest time wins.
 */
export function deliverTo(
  settlement: Client<typeof SettlementService>,
): Deliver<SettlementMessage> {
  return async ({ id: requestId, payload: message }) => {
    const { gameId, tournamentId, test } = message;
    switch (message.kind) {
      case "schedule": {
        const dueTime = timestampFromDate(new Date(message.dueAt));
        const { ended } = message;
        await settlement.scheduleSettlement({
          requestId,
          gameId,
          tournamentId,
          dueTime,
          ended,
          test,
        });
        return;
      }
      case "refund":
        await settlement.startRefund({ requestId, gameId, tournamentId, test });
        return;
      default:
        message satisfies never;
    }
  };
}

// The change is already committed, so the response must not wait longer for the delivery.
const FLUSH_LIMIT_MS = 2_000;

/**
 * Delivers a staged message before the response, so that normally the registration is closed by then. If the
 * delivery fails or takes too long, the relay delivers the message later.
 */
export async function flushMessage(
  { relay, log }: { relay: { flush(id: string): Promise<void> }; log: Logger },
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const flushed = relay
    .flush(id)
    .catch((error: unknown) =>
      log.warn(
        { err: error, message: id },
        "immediate delivery of a message failed; it will be retried",
      ),
    );
  await withTimeout(flushed, FLUSH_LIMIT_MS, () => undefined);
}

/** Counts the undelivered messages about an environment's tournaments, except messages that were given up. */
export async function countUndelivered(db: Queryable, gameId: string): Promise<number> {
  return await db.$count(
    outbox,
    and(isNull(outbox.deadAt), sql`${outbox.payload} ->> 'gameId' = ${gameId}`),
  );
}

// The response is already certain, so it must not wait longer for this call.
const LIMIT_MS = 2_000;

/**
 * Closes the registration before the response, so that it refuses joins and eliminations even if settlement
 * is unavailable. Waits for the registration's lock and for charges in progress. If that takes too long, or
 * the entry service is unavailable, joins are accepted until settlement closes the registration.
 */
export async function closeRegistration(
  { entry, log }: { entry: Client<typeof EntryService>; log: Logger },
  { gameId, tournamentId, test }: TournamentKey & { test: boolean },
): Promise<void> {
  const request = { registrations: [{ gameId, tournamentId, test }] };
  try {
    soleResult(await collected(entry.batchCloseRegistration(request, { timeoutMs: LIMIT_MS })));
  } catch (error) {
    log.warn(
      { err: error, tournamentId },
      "the registration could not be closed immediately; settlement will close it",
    );
  }
}
