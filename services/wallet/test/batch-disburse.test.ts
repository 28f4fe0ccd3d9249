import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import {
  disburse,
  itemOf,
  newGame,
  outcomesOf,
  refusal,
  startWallet,
  transferOf,
  writesOf,
  type Ref,
  type WalletUnderTest,
} from "./service.ts";

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

const pay = (...payments: Payment[]) => disburse(service.wallet, ...payments);

/** Pays what can be paid, some of it into new accounts, and expects that one statement does it. */
async function payAtOnce(...payments: Payment[]): Promise<void> {
  const writes = await writesOf(async () =>
    expect(await pay(...payments)).toEqual(payments.map(() => ({}))),
  );
  expect(writes).toEqual(["wallet.disburse", "wallet.open-accounts", "wallet.disburse"]);
}

describe("disbursements made together", () => {
  test("pay everyone, whether they had an account or not", async () => {
    const [a, b] = [await funded(30n), await funded(5n)];
    const [ann, bob, cid] = [a.game.gamer(), a.game.gamer(), b.game.gamer()];
    await outcomesOf(service.wallet, [transferOf(a.game.external, ann, 1n)]);
    await payAtOnce(payment(a.pool, [ann, bob], 15n), payment(b.pool, [cid], 5n));
    const balances = await Promise.all([ann, bob, cid, a.pool, b.pool].map(service.balance));
    expect(balances).toEqual([16n, 15n, 5n, 0n, 0n]);
  });

  test("make the transfers that a batch would make, each as its disbursement says", async () => {
    const [a, b] = [await funded(10n), await funded(10n)];
    const [ann, bob] = [a.game.gamer(), b.game.gamer()];
    const refund = { ...payment(b.pool, [bob], 4n), kind: TransferKind.REFUND };
    const payout = payment(a.pool, [ann], 10n);
    await payAtOnce(payout, refund);
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
    await payAtOnce(payment(dollars.pool, [ann], 10n), inEuros);
  });

  test("of which one cannot be paid pay all else, and say of which disbursement it was", async () => {
    const [a, b, c] = [await funded(10n), await funded(10n), await funded(10n)];
    const [ann, bob, cid] = [a.game.gamer(), b.game.gamer(), c.game.gamer()];
    const short = payment(b.pool, [bob, bob], 6n);
    const outcomes = await pay(payment(a.pool, [ann], 10n), short, payment(c.pool, [cid], 10n));
    expect(outcomes).toEqual([{}, { [itemOf(short.transferIds, 1)]: "INSUFFICIENT_FUNDS" }, {}]);
    expect(await Promise.all([ann, bob, cid].map(service.balance))).toEqual([10n, 6n, 10n]);
  });

  test("of which one cannot be paid make each of the others in one statement", async () => {
    const [a, b, c] = [await funded(10n), await funded(10n), await funded(10n)];
    const gamers = [a, b, c].map(({ game }) => game.gamer());
    const [ann, bob, cid] = gamers as [Ref, Ref, Ref];
    const deposits = gamers.map((gamer) =>
      transferOf({ ...gamer, type: AccountType.EXTERNAL }, gamer, 1n),
    );
    await outcomesOf(service.wallet, deposits);
    const payments = [payment(a.pool, [ann], 5n), payment(b.pool, [bob], 11n)] as const;
    const last = payment(c.pool, [cid, cid], 5n);
    expect(await writesOf(() => pay(...payments, last))).toEqual([
      "wallet.disburse",
      "wallet.disburse",
      "wallet.disburse",
      "wallet.post",
      "wallet.disburse",
    ]);
    expect(await Promise.all(gamers.map(service.balance))).toEqual([6n, 1n, 11n]);
  });

  test("repeated with newcomers pay each once", async () => {
    const [a, b] = [await funded(20n), await funded(10n)];
    const [ann, bob] = [a.game.gamer(), b.game.gamer()];
    const first = payment(a.pool, [ann], 10n);
    expect(await pay(first)).toEqual([{}]);
    expect(await pay(first, payment(b.pool, [bob], 10n))).toEqual([{}, {}]);
    expect([await service.balance(ann), await service.balance(bob)]).toEqual([10n, 10n]);
  });

  test("out of one account are paid in their order while it lasts", async () => {
    const { game, pool } = await funded(10n);
    const [ann, bob] = [game.gamer(), game.gamer()];
    const late = payment(pool, [bob], 6n);
    const refused = { [itemOf(late.transferIds, 0)]: "INSUFFICIENT_FUNDS" };
    expect(await pay(payment(pool, [ann], 6n), late)).toEqual([{}, refused]);
    expect([await service.balance(ann), await service.balance(bob)]).toEqual([6n, 0n]);
  });

  test("that give an id to two transfers make the first", async () => {
    const [a, b] = [await funded(10n), await funded(10n)];
    const [ann, bob] = [a.game.gamer(), b.game.gamer()];
    const ids = [randomUUID()];
    const outcomes = await pay(payment(a.pool, [ann], 4n, ids), payment(b.pool, [bob], 4n, ids));
    expect(outcomes).toEqual([{}, { [itemOf(ids, 0)]: "TRANSFER_ID_REUSED" }]);
    expect([await service.balance(ann), await service.balance(bob)]).toEqual([4n, 0n]);
  });

  test("at once with themselves and each other pay each once", async () => {
    const pools = await Promise.all(Array.from({ length: 4 }, () => funded(10n)));
    const gamers = pools.map(({ game }) => game.gamer());
    const payments = pools.map(({ pool }, index) => payment(pool, [itemOf(gamers, index)], 10n));
    const outcomes = await Promise.all([
      pay(...payments),
      pay(...payments.toReversed()),
      pay(...payments),
    ]);
    expect(outcomes.flat()).toEqual(Array.from({ length: 12 }, () => ({})));
    expect(await Promise.all(gamers.map(service.balance))).toEqual(gamers.map(() => 10n));
  });

  test("of too many transfers are refused", async () => {
    const { game, pool } = await funded(1n);
    const gamers = Array.from({ length: 1_000 }, () => game.gamer());
    const payments = Array.from({ length: 5 }, () => payment(pool, gamers, 1n));
    expect(await refusal(pay(...payments))).toBe("INVALID_ARGUMENT");
  });
});
