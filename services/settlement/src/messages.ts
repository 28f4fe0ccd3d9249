import { toMessage } from "@tms/kit/values/message";
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
  const { currency } = row;
  const money = (minorUnits: bigint | null) =>
    currency !== null && minorUnits !== null ? { currency, minorUnits } : null;
  const isRetried = row.failures > 0 && row.state !== "done" && row.deadAt === null;
  return toMessage(SettlementSchema, {
    ...row,
    state: row.deadAt ? "dead" : row.state,
    dueTime: row.dueAt,
    finishTime: row.finishedAt,
    nextAttemptTime: isRetried ? row.runAt : null,
    pool: money(row.poolMinor),
    platformFee: money(row.feeMinor),
  });
}

/** Converts a share to a message. `paidAtMs` is 0 before the payment. */
export const payoutMessage = (share: Share, currency: string, paidAtMs = 0n): Payout =>
  toMessage(PayoutSchema, {
    ...share,
    amount: { currency, minorUnits: share.amountMinor },
    payTime: paidAtMs > 0n ? new Date(Number(paidAtMs)) : null,
  });
