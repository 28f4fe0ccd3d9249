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
  // A pool that was closed without a balance has received nothing since, so there is nothing to pay.
  if (settlement.poolMinor === 0n) return;
  const currency = settlement.currency ?? "";
  const refusals: Refusal[] = [];
  const disburse = async (credits: Credits) => {
    const refused = await context.calls.disburse({
      debit: toPool(settlement),
      currency,
      referenceId: settlement.tournamentId,
      ...credits,
    });
    for (const { refusal } of refused) if (refusal) refusals.push(refusal);
  };
  await allSettled([
    payPlatformFee(settlement, disburse),
    payPayouts(context, settlement, refusals, disburse),
  ]);
  const [first] = refusals;
  if (first !== undefined)
    throw new BeyondRepairError(
      `the ledger refused ${refusals.length} of the payouts; the first refusal is ${first.reason}: ${first.message}`,
    );
  const left = await context.calls.getBalance({ ref: toPool(settlement), currency });
  if (left !== 0n) throw new BeyondRepairError(`the pool still holds ${left} after all payouts`);
}

/** Transfers out of the pool, as columns. */
interface Credits {
  creditType: AccountType;
  kind: TransferKind;
  transferIds: string[];
  ownerIds: string[];
  minorUnits: bigint[];
}

type Disburse = (credits: Credits) => Promise<void>;

/** Waits until all work has ended, even if some of it fails. Then throws the first failure. */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(work))
    if (outcome.status === "rejected") throw outcome.reason;
}

async function payPlatformFee(settlement: SettlementRow, disburse: Disburse): Promise<void> {
  const feeMinor = settlement.feeMinor ?? 0n;
  if (feeMinor === 0n) return;
  await disburse({
    creditType: AccountType.PLATFORM,
    kind: TransferKind.PLATFORM_FEE,
    transferIds: [derivedId("platform-fee", settlement.tournamentId)],
    ownerIds: [settlement.gameId],
    minorUnits: [feeMinor],
  });
}

/**
 * Pays the payouts of a plan, two batches at a time. The batches are recorded in order, so that all payouts
 * up to a recorded position are paid. After a refusal no further batch is recorded, and the next attempt
 * starts after the last recorded batch.
 */
async function payPayouts(
  { queries }: Context,
  settlement: SettlementRow,
  refusals: readonly Refusal[],
  disburse: Disburse,
): Promise<void> {
  let position: number | null = null;
  let earlier: Promise<void> = Promise.resolve();
  let latest = earlier;

  async function payAndRecord(payouts: readonly UnpaidRow[], first: UnpaidRow, last: UnpaidRow) {
    await allSettled([earlier, disburse(toCredits(settlement, payouts))]);
    if (refusals.length === 0)
      await queries.recordPayment(settlement, first.position, last.position);
    else await queries.renewLease(settlement);
  }

  try {
    while (position === null || position !== settlement.payouts) {
      const payouts: UnpaidRow[] = await queries.findUnpaid({ ...settlement, position });
      const [first, last] = [payouts[0], payouts.at(-1)];
      if (first === undefined || last === undefined) break;
      latest = payAndRecord(payouts, first, last);
      // The promise is awaited later. Until then, its rejection must not count as unhandled.
      latest.catch(() => undefined);
      await earlier;
      earlier = latest;
      position = last.position;
    }
  } finally {
    await latest;
  }
}

function toCredits({ gameId, kind }: SettlementRow, payouts: readonly UnpaidRow[]): Credits {
  // All payouts of a plan go to gamers, or all go to the game.
  const toGame = payouts[0]?.toGame ?? false;
  return {
    creditType: toGame ? AccountType.GAME : AccountType.GAMER,
    kind: kind === "refund" ? TransferKind.REFUND : TransferKind.PAYOUT,
    transferIds: payouts.map((payout) => payout.transferId),
    ownerIds: payouts.map((payout) => (toGame ? gameId : payout.gamerId)),
    minorUnits: payouts.map((payout) => payout.amountMinor),
  };
}
