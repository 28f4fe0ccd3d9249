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
import type { TournamentRow } from "./db/tournaments.ts";

/**
 * A message to the settlement service: to settle a tournament at `dueAt`, or to refund all its fees. `ended`
 * means that the game ended the tournament now. In a test environment, `dueAt` is a time of the test clock.
 */
type SettlementMessage = { gameId: string; tournamentId: string; test: boolean } & (
  | { kind: "schedule"; dueAt: string; ended: boolean }
  | { kind: "refund" }
);

const keyOf = ({ gameId, id, test }: TournamentRow) => ({ gameId, tournamentId: id, test });

export function stageSettlement(tx: Tx, row: TournamentRow, dueAt: Date, ended: boolean) {
  const due = { dueAt: dueAt.toISOString(), ended };
  const message: SettlementMessage = { kind: "schedule", ...keyOf(row), ...due };
  return stage(tx, "settlement.schedule", message);
}

export const stageRefund = (tx: Tx, row: TournamentRow) =>
  stage<SettlementMessage>(tx, "settlement.refund", { kind: "refund", ...keyOf(row) });

/** Creates the function that delivers messages. A late or repeated message does not postpone a settlement. */
export const deliverTo =
  (settlement: Client<typeof SettlementService>): Deliver<SettlementMessage> =>
  async ({ id: requestId, payload }) => {
    const { gameId, tournamentId, test } = payload;
    const key = { requestId, gameId, tournamentId, test };
    if (payload.kind === "refund") {
      await settlement.startRefund(key);
      return;
    }
    const dueTime = timestampFromDate(new Date(payload.dueAt));
    await settlement.scheduleSettlement({ ...key, dueTime, ended: payload.ended });
  };

// The change is already committed, so the response must not wait longer for these calls.
const LIMIT_MS = 2_000;

/** Delivers a staged message now. If the delivery fails or takes too long, the relay delivers it later. */
export async function flushMessage(
  { relay, log }: { relay: { flush(id: string): Promise<void> }; log: Logger },
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const text = "immediate delivery of a message failed; it will be retried";
  const flushed = relay
    .flush(id)
    .catch((error: unknown) => log.warn({ err: error, message: id }, text));
  await withTimeout(flushed, LIMIT_MS, () => undefined);
}

export async function countUndelivered(db: Queryable, gameId: string): Promise<number> {
  return await db.$count(
    outbox,
    and(isNull(outbox.deadAt), sql`${outbox.payload} ->> 'gameId' = ${gameId}`),
  );
}

/** Closes the registration now. If the call fails or takes too long, settlement closes it later. */
export async function closeRegistration(
  { entry, log }: { entry: Client<typeof EntryService>; log: Logger },
  row: TournamentRow,
): Promise<void> {
  const request = { registrations: [keyOf(row)] };
  try {
    soleResult(await collected(entry.batchCloseRegistration(request, { timeoutMs: LIMIT_MS })));
  } catch (error) {
    const text = "the registration could not be closed immediately; settlement will close it";
    log.warn({ err: error, tournamentId: row.id }, text);
  }
}
