import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { newGame, outcomesOf, refusal, startWallet, transferOf, type Ref } from "./service.ts";
import type { WalletUnderTest } from "./service.ts";

let service: WalletUnderTest;
beforeAll(async () => {
  service = await startWallet();
});
afterAll(() => service?.close());

async function funded(cents: bigint) {
  const game = newGame();
  const pool = game.pool();
  await outcomesOf(service.wallet, [transferOf(game.game, pool, cents)]);
  return { game, pool };
}

/** Pays gamers out of a pool, each so much. */
const payment = (pool: Ref, credits: readonly Ref[], cents: bigint, ids?: string[]) => ({
  debit: pool,
  creditType: AccountType.GAMER,
  currency: "USD",
  kind: TransferKind.PAYOUT,
  referenceId: pool.ownerId,
  transferIds: ids ?? credits.map(() => randomUUID()),
  ownerIds: credits.map((credit) => credit.ownerId),
  minorUnits: credits.map(() => cents),
});

type Payment = Omit<ReturnType<typeof payment>, "kind"> & { kind: TransferKind };

const disburse = async (...disbursements: Payment[]) =>
  (await service.wallet.batchDisburse({ disbursements })).made;

describe("disbursements out of several accounts", () => {
  test("pay everyone, whether they had an account or not", async () => {
    const [a, b] = [await funded(30n), await funded(5n)];
    const [ann, bob, cid] = [a.game.gamer(), a.game.gamer(), b.game.gamer()];
    await outcomesOf(service.wallet, [transferOf(a.game.external, ann, 1n)]);
    expect(await disburse(payment(a.pool, [ann, bob], 15n), payment(b.pool, [cid], 5n))).toBe(true);
    const balances = await Promise.all([ann, bob, cid, a.pool, b.pool].map(service.balance));
    expect(balances).toEqual([16n, 15n, 5n, 0n, 0n]);
  });

  test("make the transfers that a batch would make, each as its disbursement says", async () => {
    const [a, b] = [await funded(10n), await funded(10n)];
    const [ann, bob] = [a.game.gamer(), b.game.gamer()];
    const refund = { ...payment(b.pool, [bob], 4n), kind: TransferKind.REFUND };
    const payout = payment(a.pool, [ann], 10n);
    expect(await disburse(payout, refund)).toBe(true);
    const specs = [payout, refund].map(({ debit, kind, referenceId, transferIds }) => {
      const [credit, cents] = debit === a.pool ? [ann, 10n] : [bob, 4n];
      return transferOf(debit, credit, cents, { id: transferIds[0]!, kind, referenceId });
    });
    expect(await outcomesOf(service.wallet, specs)).toEqual(["posted", "posted"]);
    const balances = await Promise.all([ann, bob, a.pool, b.pool].map(service.balance));
    expect(balances).toEqual([10n, 4n, 0n, 6n]);
  });

  test("of several currencies are made together", async () => {
    const [dollars, euros] = [await funded(10n), newGame()];
    const [ann, bob, pool] = [dollars.game.gamer(), euros.gamer(), euros.pool()];
    const amount = { currency: "EUR", minorUnits: 4n };
    await outcomesOf(service.wallet, [transferOf(euros.game, pool, 4n, { amount })]);
    const inEuros = { ...payment(pool, [bob], 4n), currency: "EUR" };
    expect(await disburse(payment(dollars.pool, [ann], 10n), inEuros)).toBe(true);
  });

  test("pay nobody when one of them is more than its account holds", async () => {
    const [a, b] = [await funded(10n), await funded(10n)];
    const [ann, bob] = [a.game.gamer(), b.game.gamer()];
    expect(await disburse(payment(a.pool, [ann], 10n), payment(b.pool, [bob], 11n))).toBe(false);
    expect(await service.balance(a.pool)).toBe(10n);
    expect(await service.balance(ann)).toBe(0n);
  });

  test("pay nobody when a transfer was made before, so that none is made twice", async () => {
    const [a, b] = [await funded(20n), await funded(10n)];
    const [ann, bob] = [a.game.gamer(), b.game.gamer()];
    const ids = [randomUUID()];
    expect(await disburse(payment(a.pool, [ann], 10n, ids))).toBe(true);
    const batch = [payment(a.pool, [ann], 10n, ids), payment(b.pool, [bob], 10n)] as const;
    expect(await disburse(...batch)).toBe(false);
    expect([await service.balance(ann), await service.balance(bob)]).toEqual([10n, 0n]);
  });

  test("at once with themselves and each other pay each once", async () => {
    const pools = await Promise.all(Array.from({ length: 4 }, () => funded(10n)));
    const gamers = pools.map(({ game }) => game.gamer());
    const payments = pools.map(({ pool }, index) => payment(pool, [gamers[index]!], 10n));
    const made = await Promise.all([
      disburse(...payments),
      disburse(...payments.toReversed()),
      disburse(...payments),
    ]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await Promise.all(gamers.map(service.balance))).toEqual(gamers.map(() => 10n));
  });

  test("of too many transfers are refused", async () => {
    const { game, pool } = await funded(1n);
    const gamers = Array.from({ length: 1_000 }, () => game.gamer());
    const disbursements = Array.from({ length: 5 }, () => payment(pool, gamers, 1n));
    expect(await refusal(service.wallet.batchDisburse({ disbursements }))).toBe("INVALID_ARGUMENT");
  });
});

describe("accounts closed together", () => {
  test("are closed at what they hold, also one never opened, and stay so", async () => {
    const [full, empty] = [await funded(7n), newGame().pool()];
    const accounts = [full.pool, empty].map((ref) => ({
      requestId: newId(),
      ref,
      currency: "USD",
    }));
    const first = await service.wallet.batchCloseAccount({ accounts });
    expect(first.accounts.map((account) => account.balance?.minorUnits)).toEqual([7n, 0n]);
    expect(first.accounts.every((account) => account.closeTime !== undefined)).toBe(true);
    expect(await service.wallet.batchCloseAccount({ accounts })).toEqual(first);
    const late = transferOf(full.game.game, full.pool, 1n);
    expect(await outcomesOf(service.wallet, [late])).toEqual(["ACCOUNT_CLOSED"]);
  });
});
