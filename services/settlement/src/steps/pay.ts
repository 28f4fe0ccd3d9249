import type { MessageInitShape } from "@bufbuild/protobuf";
import { derivedId } from "@tms/kit/ids";
import {
  AccountType,
  TransferKind,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { listPayouts, paidThrough, recordPayment, type PayoutRow } from "../db/payouts.ts";
import { renewLease, type SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";
import { poolOf } from "./begin.ts";

type Spec = MessageInitShape<typeof TransferSpecSchema>;

// Longer batches gain little and hold the pool's row longer.
const BATCH = 1_000;

/**
 * Pays the plan in bounded batches, each transfer under an id derived from its entry: a batch
 * paid by an attempt that died before it could say so is recognised by the ledger.
 */
export async function pay(context: Context, settlement: SettlementRow): Promise<void> {
  const id = settlement.tournament_id;
  if ((settlement.fee_minor ?? 0n) > 0n) await post(context, [feeTransfer(settlement)]);
  let position = await paidThrough(context.db, id);
  for (;;) {
    const payouts = await listPayouts(context.db, id, position, BATCH);
    const last = payouts.at(-1);
    if (last === undefined) break;
    await post(
      context,
      payouts.map((payout) => payoutTransfer(settlement, payout)),
    );
    await recordPayment(context.db, id, last.position);
    await renewLease(context.db, id);
    position = last.position;
  }
  await requireEmptyPool(context, settlement);
}

async function post(context: Context, transfers: Spec[]): Promise<void> {
  const { outcomes } = await context.wallet.batchTransfer({ transfers });
  for (const { outcome } of outcomes)
    if (outcome.case === "refused")
      throw new BeyondRepairError(
        `the ledger refused a payout: ${outcome.value.reason}: ${outcome.value.message}`,
      );
  if (outcomes.length !== transfers.length)
    throw new BeyondRepairError("the ledger answered for other payouts than it was asked");
}

async function requireEmptyPool(context: Context, settlement: SettlementRow): Promise<void> {
  const { balances } = await context.wallet.batchGetBalances({
    refs: [poolOf(settlement)],
    currency: settlement.currency ?? "",
  });
  const left = balances[0]?.minorUnits;
  if (left !== 0n) throw new BeyondRepairError(`the pool still holds ${left} after all was paid`);
}

function feeTransfer(settlement: SettlementRow): Spec {
  return {
    id: derivedId("platform-fee", settlement.tournament_id),
    debit: poolOf(settlement),
    credit: {
      gameId: settlement.game_id,
      type: AccountType.PLATFORM,
      ownerId: settlement.game_id,
    },
    amount: amount(settlement, settlement.fee_minor ?? 0n),
    kind: TransferKind.PLATFORM_FEE,
    referenceId: settlement.tournament_id,
  };
}

function payoutTransfer(settlement: SettlementRow, payout: PayoutRow): Spec {
  return {
    id: payout.transfer_id,
    debit: poolOf(settlement),
    credit: {
      gameId: settlement.game_id,
      type: payout.to_game ? AccountType.GAME : AccountType.GAMER,
      ownerId: payout.to_game ? settlement.game_id : payout.gamer_id,
    },
    amount: amount(settlement, payout.amount_minor),
    kind: settlement.kind === SettlementKind.REFUND ? TransferKind.REFUND : TransferKind.PAYOUT,
    referenceId: settlement.tournament_id,
  };
}

const amount = (settlement: SettlementRow, minorUnits: bigint) => ({
  currency: settlement.currency ?? "",
  minorUnits,
});
