import { derivedId } from "@tms/kit/values/ids";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import type { Refusal } from "@tms/proto/tms/error/v1/reason";
import type { Disbursement } from "../clients/wallet.ts";
import type { Context } from "../context.ts";
import type { UnpaidRow } from "../db/payouts.ts";
import { renewLease } from "../db/leases.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";
import { poolOf } from "./begin.ts";

// Longer batches gain little and hold the pool's row longer.
const BATCH = 1_000;

/**
 * Pays the plan in bounded batches, each transfer under an id derived from its entry: a batch
 * paid by an attempt that died before it could say so is recognised by the ledger. A refused
 * payout does not block the others: it is left to an operator, and another attempt pays it.
 */
export async function pay(context: Context, settlement: SettlementRow): Promise<void> {
  // It was closed at zero, so nothing can have come in since.
  if (settlement.poolMinor === 0n) return;
  const refusals: Refusal[] = [];
  const parts = [
    payPlatformFee(context, settlement, refusals),
    payPayouts(context, settlement, refusals),
  ];
  // Neither is left running when the other fails.
  for (const part of await Promise.allSettled(parts))
    if (part.status === "rejected") throw part.reason;
  const [first] = refusals;
  if (first !== undefined)
    throw new BeyondRepairError(
      `the ledger refused ${refusals.length} of the payouts; the first refusal is ${first.reason}: ${first.message}`,
    );
  await requireEmptyPool(context, settlement);
}

/**
 * Two batches are under way at once: one is prepared while the other is written. They are
 * recorded in their order, so that all up to a recorded position is paid; after a refusal no
 * more is recorded, and another attempt begins there.
 */
async function payPayouts(
  context: Context,
  settlement: SettlementRow,
  refusals: Refusal[],
): Promise<void> {
  let position: number | null = null;
  let earlier: Promise<void> = Promise.resolve();
  let latest = earlier;
  try {
    for (;;) {
      const payouts = await context.queries.findUnpaid(settlement, position, BATCH);
      const [first, last] = [payouts[0], payouts.at(-1)];
      if (first === undefined || last === undefined) break;
      latest = recordAfter(earlier, payBatch(context, settlement, payouts, refusals), () =>
        refusals.length === 0
          ? context.queries.recordPayment({
              settlement,
              fromPosition: first.position,
              throughPosition: last.position,
            })
          : renewLease(context.db, settlement),
      );
      // It is awaited later; until then its failure must not count as unhandled.
      latest.catch(() => undefined);
      await earlier;
      earlier = latest;
      position = last.position;
      if (position === settlement.payouts) break;
    }
  } finally {
    await latest;
  }
}

async function recordAfter(
  earlier: Promise<void>,
  paid: Promise<void>,
  record: () => Promise<void>,
): Promise<void> {
  // Neither is left running when the other fails.
  for (const outcome of await Promise.allSettled([earlier, paid]))
    if (outcome.status === "rejected") throw outcome.reason;
  await record();
}

async function payBatch(
  context: Context,
  settlement: SettlementRow,
  payouts: readonly UnpaidRow[],
  refusals: Refusal[],
): Promise<void> {
  // All of a plan goes to the gamers, or all of it to the game.
  const toGame = payouts[0]?.toGame ?? false;
  await disburse(context, settlement, {
    creditType: toGame ? AccountType.GAME : AccountType.GAMER,
    kind: settlement.kind === "refund" ? TransferKind.REFUND : TransferKind.PAYOUT,
    transferIds: payouts.map((payout) => payout.transferId),
    ownerIds: payouts.map((payout) => (toGame ? settlement.gameId : payout.gamerId)),
    minorUnits: payouts.map((payout) => payout.amountMinor),
    refusals,
  });
}

async function payPlatformFee(
  context: Context,
  settlement: SettlementRow,
  refusals: Refusal[],
): Promise<void> {
  const feeMinor = settlement.feeMinor ?? 0n;
  if (feeMinor === 0n) return;
  await disburse(context, settlement, {
    creditType: AccountType.PLATFORM,
    kind: TransferKind.PLATFORM_FEE,
    transferIds: [derivedId("platform-fee", settlement.tournamentId)],
    ownerIds: [settlement.gameId],
    minorUnits: [feeMinor],
    refusals,
  });
}

type Payments = Pick<
  Disbursement,
  "creditType" | "kind" | "transferIds" | "ownerIds" | "minorUnits"
>;

async function disburse(
  context: Context,
  settlement: SettlementRow,
  { refusals, ...payments }: Payments & { refusals: Refusal[] },
): Promise<void> {
  const refused = await context.batched.disburse({
    debit: poolOf(settlement),
    currency: settlement.currency ?? "",
    referenceId: settlement.tournamentId,
    ...payments,
  });
  for (const { refusal } of refused) if (refusal) refusals.push(refusal);
}

async function requireEmptyPool(context: Context, settlement: SettlementRow): Promise<void> {
  const left = await context.batched.balanceOf({
    ref: poolOf(settlement),
    currency: settlement.currency ?? "",
  });
  if (left !== 0n) throw new BeyondRepairError(`the pool still holds ${left} after all payouts`);
}
