import { create } from "@bufbuild/protobuf";
import { timestampFromDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  PayoutSchema,
  SettlementSchema,
  SettlementState,
  type Payout,
  type Settlement,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { PayoutRow } from "./db/payouts.ts";
import type { SettlementRow } from "./db/settlements.ts";

/** A stored settlement as callers see it. */
export function settlementMessage(row: SettlementRow): Settlement {
  const money = (minorUnits: bigint | null) =>
    row.currency !== null && minorUnits !== null
      ? { currency: row.currency, minorUnits }
      : undefined;
  const pool = money(row.pool_minor);
  const platformFee = money(row.fee_minor);
  return create(SettlementSchema, {
    tournamentId: row.tournament_id,
    gameId: row.game_id,
    kind: row.kind,
    state: row.dead_at ? SettlementState.DEAD : row.state,
    dueTime: timestampFromDate(row.due_at),
    entries: row.entries ?? 0,
    payouts: row.payouts ?? 0,
    failures: row.failures,
    lastError: row.last_error ?? "",
    ...(row.finished_at && { finishTime: timestampFromDate(row.finished_at) }),
    ...(pool && { pool }),
    ...(platformFee && { platformFee }),
  });
}

/** A stored payout as callers see it; `paidAtMs` is 0 before it is paid. */
export function payoutMessage(row: PayoutRow, currency: string, paidAtMs: bigint): Payout {
  return create(PayoutSchema, {
    entryId: row.entry_id,
    gamerId: row.gamer_id,
    handle: row.handle,
    amount: { currency, minorUnits: row.amount_minor },
    transferId: row.transfer_id,
    ...(row.rank !== null && { rank: row.rank }),
    ...(paidAtMs > 0n && { payTime: timestampFromMs(Number(paidAtMs)) }),
  });
}
