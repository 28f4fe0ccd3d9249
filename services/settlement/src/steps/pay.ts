import { derivedId } from "@tms/kit/values/ids";
import type { Refusal } from "@tms/proto/tms/error/v1/reason";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { toPool } from "../clients.ts";
import type { Context } from "../context.ts";
import type { UnpaidRow } from "../db/payouts.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";

/**
 * Pays the platform fee and the payouts. Each transfer id derives from its entry, so the ledger recognizes
 * transfers of an attempt that was interrupted. A refused payout does not block the others. Another attempt
 * pays it after an operator has fixed the cause.
 */
export async function pay(context: Context, settlement: SettlementRow): Promise<void> {
  // The pool was closed without a balance, so it has received nothing since.
  if (settlement.poolMinor === 0n) return;
  const refusals: Refusal[] = [];
  await allSettled([
    payPlatformFee(context, settlement, refusals),
    payPayouts(context, settlement, refusals),
  ]);
  const [first] = refusals;
  if (first !== undefined)
    throw new BeyondRepairError(
      `the ledger refused ${refusals.length} of the payouts; the first refusal is ${first.reason}: ${first.message}`,
    );
  const left = await context.calls.getBalance({
    ref: toPool(settlement),
    currency: settlement.currency ?? "",
  });
  if (left !== 0n) throw new BeyondRepairError(`the pool still holds ${left} after all payouts`);
}

/** Waits until all work has ended, even if some of it fails. Then throws the first failure. */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(work))
    if (outcome.status === "rejected") throw outcome.reason;
}

/**
 * Pays two batches at a time: one is prepared while the other is written. They are recorded in order, so
 * that all payouts up to a recorded position are paid. After a refusal nothing more is recorded, and the
 * next attempt starts there.
 */
async function payPayouts(
  context: Context,
  settlement: SettlementRow,
  refusals: Refusal[],
): Promise<void> {
  let position: number | null = null;
  let earlier: Promise<void> = Promise.resolve();
  let latest = earlier;

  async function payAndRecord(payouts: readonly UnpaidRow[], first: number, last: number) {
    await allSettled([earlier, payBatch(context, settlement, payouts, refusals)]);
    if (refusals.length === 0) await context.queries.recordPayment(settlement, first, last);
    else await context.queries.renewLease(settlement);
  }

  try {
    while (position === null || position !== settlement.payouts) {
      const payouts: UnpaidRow[] = await context.queries.findUnpaid({ ...settlement, position });
      const [first, last] = [payouts[0], payouts.at(-1)];
      if (first === undefined || last === undefined) break;
      latest = payAndRecord(payouts, first.position, last.position);
      // It is awaited later. Until then its failure must not count as unhandled.
      latest.catch(() => undefined);
      await earlier;
      earlier = latest;
      position = last.position;
    }
  } finally {
    await latest;
  }
}

const payBatch = (
  context: Context,
  settlement: SettlementRow,
  payouts: readonly UnpaidRow[],
  refusals: Refusal[],
): Promise<void> => {
  // All payouts of a plan go to gamers, or all go to the game.
  const toGame = payouts[0]?.toGame ?? false;
  return disburse(context, settlement, refusals, {
    creditType: toGame ? AccountType.GAME : AccountType.GAMER,
    kind: settlement.kind === "refund" ? TransferKind.REFUND : TransferKind.PAYOUT,
    transferIds: payouts.map((payout) => payout.transferId),
    ownerIds: payouts.map((payout) => (toGame ? settlement.gameId : payout.gamerId)),
    minorUnits: payouts.map((payout) => payout.amountMinor),
  });
};

async function payPlatformFee(
  context: Context,
  settlement: SettlementRow,
  refusals: Refusal[],
): Promise<void> {
  const feeMinor = settlement.feeMinor ?? 0n;
  if (feeMinor === 0n) return;
  await disburse(context, settlement, refusals, {
    creditType: AccountType.PLATFORM,
    kind: TransferKind.PLATFORM_FEE,
    transferIds: [derivedId("platform-fee", settlement.tournamentId)],
    ownerIds: [settlement.gameId],
    minorUnits: [feeMinor],
  });
}

/** Transfers out of the pool, as columns. */
interface Credits {
  creditType: AccountType;
  kind: TransferKind;
  transferIds: string[];
  ownerIds: string[];
  minorUnits: bigint[];
}

/** Makes transfers out of the pool, and adds those that the ledger refuses to `refusals`. */
async function disburse(
  context: Context,
  settlement: SettlementRow,
  refusals: Refusal[],
  credits: Credits,
): Promise<void> {
  const refused = await context.calls.disburse({
    debit: toPool(settlement),
    currency: settlement.currency ?? "",
    referenceId: settlement.tournamentId,
    ...credits,
  });
  for (const { refusal } of refused) if (refusal) refusals.push(refusal);
}
