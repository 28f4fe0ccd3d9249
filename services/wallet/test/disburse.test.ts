import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import {
  closeAccount,
  disburse,
  itemOf,
  newGame,
  outcomesOf,
  refusal,
  startWallet,
  transferOf,
  type Ref,
  type WalletUnderTest,
} from "./service.ts";

let service: WalletUnderTest;
beforeAll(async () => {
  service = await startWallet();
});
afterAll(() => service?.close());

interface Payment {
  id: string;
  owner: string;
  cents: bigint;
}

const paymentTo = (credit: Ref, cents: bigint, id: string = randomUUID()): Payment => ({
  id,
  owner: credit.ownerId,
  cents,
});

/** Pays out of an account; returns why transfers were refused, by their ids. */
const pay = async (debit: Ref, payments: Payment[]) =>
  itemOf(await disburse(service.wallet, disbursementOf(debit, payments)), 0);

const disbursementOf = (debit: Ref, payments: Payment[]) => ({
  debit,
  creditType: AccountType.GAMER,
  currency: "USD",
  kind: TransferKind.PAYOUT,
  referenceId: debit.ownerId,
  transferIds: payments.map((payment) => payment.id),
  ownerIds: payments.map((payment) => payment.owner),
  minorUnits: payments.map((payment) => payment.cents),
});

async function funded(cents: bigint) {
  const game = newGame();
  const pool = game.pool();
  await outcomesOf(service.wallet, [transferOf(game.game, pool, cents)]);
  return { game, pool };
}

describe("a disbursement", () => {
  test("pays everyone, whether they had an account or not", async () => {
    const { game, pool } = await funded(60n);
    const [old, fresh] = [game.gamer(), game.gamer()];
    await outcomesOf(service.wallet, [transferOf(game.external, old, 1n)]);
    expect(await pay(pool, [paymentTo(old, 10n), paymentTo(fresh, 50n)])).toEqual({});
    expect(await service.balance(old)).toBe(11n);
    expect(await service.balance(fresh)).toBe(50n);
    expect(await service.balance(pool)).toBe(0n);
  });

  test("makes the transfers that a batch would make", async () => {
    const { game, pool } = await funded(10n);
    const gamer = game.gamer();
    const payment = paymentTo(gamer, 10n);
    await pay(pool, [payment]);
    const spec = transferOf(pool, gamer, 10n, {
      id: payment.id,
      kind: TransferKind.PAYOUT,
      referenceId: pool.ownerId,
    });
    expect(await outcomesOf(service.wallet, [spec])).toEqual(["posted"]);
    expect(await service.balance(gamer)).toBe(10n);
  });

  test("repeated, with newcomers or at once with itself, pays each once", async () => {
    const { game, pool } = await funded(100n);
    const gamers = Array.from({ length: 5 }, () => game.gamer());
    const payments = gamers.map((gamer) => paymentTo(gamer, 10n));
    const first = payments.slice(0, 3);
    await Promise.all([pay(pool, first), pay(pool, first.toReversed())]);
    expect(await pay(pool, payments)).toEqual({});
    expect(await Promise.all(gamers.map(service.balance))).toEqual(gamers.map(() => 10n));
    expect(await service.balance(pool)).toBe(50n);
  });

  test("refuses what the account cannot pay, and pays the rest", async () => {
    const { game, pool } = await funded(30n);
    const gamer = game.gamer();
    const payments = [20n, 20n, 10n].map((cents) => paymentTo(gamer, cents));
    expect(await pay(pool, payments)).toEqual({ [payments[1]!.id]: "INSUFFICIENT_FUNDS" });
    expect(await service.balance(gamer)).toBe(30n);
    expect(await service.balance(pool)).toBe(0n);
  });

  test("pays a closed account what it is owed", async () => {
    const { game, pool } = await funded(20n);
    const [closed, open] = [game.gamer(), game.gamer()];
    await closeAccount(service.wallet, closed);
    const payments = [paymentTo(closed, 10n), paymentTo(open, 10n)];
    expect(await pay(pool, payments)).toEqual({});
    expect(await Promise.all([closed, open].map(service.balance))).toEqual([10n, 10n]);
    expect(await service.balance(pool)).toBe(0n);
  });

  test("refuses an id that stands for another transfer, or was refused before", async () => {
    const { game, pool } = await funded(30n);
    const [gamer, poor] = [game.gamer(), game.gamer()];
    const made = transferOf(game.external, gamer, 1n);
    const refused = transferOf(poor, game.pool(), 1n);
    await outcomesOf(service.wallet, [made, refused]);
    const fine = paymentTo(gamer, 5n);
    const payments = [paymentTo(gamer, 5n, made.id), fine, paymentTo(gamer, 5n, refused.id)];
    expect(await pay(pool, payments)).toEqual({
      [made.id]: "TRANSFER_ID_REUSED",
      [refused.id]: "TRANSFER_ID_REUSED",
    });
    expect(await service.balance(gamer)).toBe(6n);
    expect(await service.balance(pool)).toBe(25n);
  });

  test("pays two pools' winners at once, in whatever order they are named", async () => {
    const game = newGame();
    const gamers = Array.from({ length: 40 }, () => game.gamer());
    const pools = Array.from({ length: 6 }, () => game.pool());
    await outcomesOf(
      service.wallet,
      pools.map((pool) => transferOf(game.game, pool, 40n)),
    );
    await Promise.all(
      pools.map((pool, index) => {
        const order = index % 2 === 0 ? gamers : gamers.toReversed();
        return pay(
          pool,
          order.map((gamer) => paymentTo(gamer, 1n)),
        );
      }),
    );
    expect(await Promise.all(gamers.map(service.balance))).toEqual(gamers.map(() => 6n));
    expect(await Promise.all(pools.map(service.balance))).toEqual(pools.map(() => 0n));
  });

  test("is refused whole when its columns differ in length, or it pays itself", async () => {
    const { game, pool } = await funded(30n);
    const disbursement = disbursementOf(pool, [
      paymentTo(game.gamer(), 10n),
      paymentTo(game.gamer(), 10n),
    ]);
    const faulty = [
      { ...disbursement, ownerIds: disbursement.ownerIds.slice(1) },
      { ...disbursement, minorUnits: [1n] },
      { ...disbursement, minorUnits: [1n, 0n] },
      { ...disbursement, creditType: pool.type, ownerIds: [pool.ownerId, pool.ownerId] },
    ];
    for (const one of faulty)
      expect(await refusal(disburse(service.wallet, one))).toBe("INVALID_ARGUMENT");
    expect(await service.balance(pool)).toBe(30n);
  });
});
