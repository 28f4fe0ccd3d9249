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
import type { Payout as PayoutOfPlan } from "./db/payouts.ts";
import type { SettlementRow } from "./db/settlements.ts";

/** The kinds as the database spells them. */
export const KINDS = wordsOf(SettlementKind);
/** The states as the database spells them. */
export const STATES = wordsOf(SettlementState);

/** A stored settlement as callers see it. */
export function settlementMessage(row: SettlementRow): Settlement {
  const money = (minorUnits: bigint | null) =>
    row.currency !== null && minorUnits !== null
      ? { currency: row.currency, minorUnits }
      : undefined;
  const pool = money(row.poolMinor);
  const platformFee = money(row.feeMinor);
  const isTriedAgain = row.failures > 0 && row.state !== "done" && row.deadAt === null;
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
    ...(isTriedAgain && { nextAttemptTime: timestampFromDate(row.runAt) }),
    ...(pool && { pool }),
    ...(platformFee && { platformFee }),
  });
}

/** A payout as callers see it; `paidAtMs` is 0 before it is paid. */
export function payoutMessage(
  row: Omit<PayoutOfPlan, "position">,
  currency: string,
  paidAtMs: bigint,
): Payout {
  return create(PayoutSchema, {
    entryId: row.entryId,
    gamerId: row.gamerId,
    handle: row.handle,
    amount: { currency, minorUnits: row.amountMinor },
    transferId: row.transferId,
    ...(row.rank !== null && { rank: row.rank }),
    ...(paidAtMs > 0n && { payTime: timestampFromMs(Number(paidAtMs)) }),
  });
}
