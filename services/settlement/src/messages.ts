import { create } from "@bufbuild/protobuf";
import { timestampFromDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { wordsOf } from "@tms/kit/values/words";
import {
  PayoutSchema,
  SettlementKind,
  SettlementSchema,
  SettlementState,
  type Payout,
  type Settlement,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { SettlementRow } from "./db/settlements.ts";
import type { Share } from "./prizes.ts";

export const KINDS = wordsOf(SettlementKind);
export const STATES = wordsOf(SettlementState);

export function settlementMessage(row: SettlementRow): Settlement {
  const money = (minorUnits: bigint | null) =>
    row.currency !== null && minorUnits !== null
      ? { currency: row.currency, minorUnits }
      : undefined;
  const pool = money(row.poolMinor);
  const platformFee = money(row.feeMinor);
  const isRetried = row.failures > 0 && row.state !== "done" && row.deadAt === null;
  return create(SettlementSchema, {
    tournamentId: row.tournamentId,
    gameId: row.gameId,
    kind: KINDS.value(row.kind),
    state: STATES.value(row.deadAt ? "dead" : row.state),
    dueTime: timestampFromDate(row.dueAt),
    entries: row.entries ?? 0,
    payouts: row.payouts ?? 0,
    failures: row.failures,
    lastError: row.lastError ?? "",
    ...(row.finishedAt && { finishTime: timestampFromDate(row.finishedAt) }),
    ...(isRetried && { nextAttemptTime: timestampFromDate(row.runAt) }),
    ...(pool && { pool }),
    ...(platformFee && { platformFee }),
  });
}

/** Converts a payout. Before it is paid, `paidAtMs` is 0. */
export function payoutMessage(share: Share, currency: string, paidAtMs = 0n): Payout {
  return create(PayoutSchema, {
    entryId: share.entryId,
    gamerId: share.gamerId,
    handle: share.handle,
    amount: { currency, minorUnits: share.amountMinor },
    transferId: share.transferId,
    ...(share.rank !== null && { rank: share.rank }),
    ...(paidAtMs > 0n && { payTime: timestampFromMs(Number(paidAtMs)) }),
  });
}
