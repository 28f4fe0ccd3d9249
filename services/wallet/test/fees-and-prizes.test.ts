import { randomUUID } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import { AccountType, FeeCollectionSchema, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { getBalance, getReason, type AccountRef } from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { insertFees } from "../src/db/posting.ts";
import { toFees } from "../src/ledger/fees.ts";
import {
  closeAccount,
  disburse,
  getBalances,
  getItem,
  listWrites,
  newAccounts,
  post,
  times,
  transferOf,
} from "./actions.ts";

describe("a collection of fees", () => {
  interface Fee {
    id: string;
    payer: AccountRef;
  }
  const feeOf = (payer: AccountRef, id: string = randomUUID()): Fee => ({ id, payer });
  const feesOf = (payers: readonly AccountRef[]) => payers.map((payer) => feeOf(payer));

  const collectionOf = (pool: AccountRef, cents: bigint, fees: Fee[]) => ({
    gameId: pool.gameId,
    tournamentId: pool.ownerId,
    currency: "USD",
    payer: fees[0]?.payer.type ?? AccountType.GAMER,
    minorUnits: cents,
    transferIds: fees.map(({ id }) => id),
    ownerIds: fees.map(({ payer }) => payer.ownerId),
  });

  /** The same fee as a transfer. */
  const specOf = (pool: AccountRef, cents: bigint, { id, payer }: Fee) =>
    transferOf(payer, pool, cents, { id, referenceId: pool.ownerId });

  /** Collects fees; returns the reasons of the refused by id. */
  async function collect({ wallet }: World, ...collections: ReturnType<typeof collectionOf>[]) {
    const { refused } = await wallet.collectFees({ collections });
    return Object.fromEntries(refused.map((one) => [one.transferId, one.refusal?.reason]));
  }

  /** Creates gamers who have amounts, and a pool that has one cent. */
  async function fund(world: World, ...cents: bigint[]) {
    const accounts = newAccounts();
    const gamers = cents.map(() => accounts.newGamer());
    await post(
      world,
      transferOf(accounts.game, accounts.pool, 1n),
      ...gamers.map((gamer, n) => transferOf(accounts.external, gamer, getItem(cents, n))),
    );
    return { ...accounts, gamers };
  }

  test("charges gamers and games, into pools old and new, as a batch would", async ({ world }) => {
    const { game, pool, newPool, gamers } = await fund(world, 20n, 20n);
    const fresh = newPool();
    const [fees, more, games] = [feesOf(gamers), feesOf(gamers), feesOf([game, game])];
    const collections = [
      collectionOf(pool, 3n, fees),
      collectionOf(fresh, 7n, more),
      collectionOf(fresh, 100n, games),
    ];
    expect(await collect(world, ...collections)).toEqual({});
    const [refs, balances] = [
      [...gamers, pool, fresh, game],
      [10n, 10n, 7n, 214n, -201n],
    ];
    expect(await getBalances(world, refs)).toEqual(balances);
    const specs = [
      ...fees.map((fee) => specOf(pool, 3n, fee)),
      specOf(fresh, 7n, getItem(more, 0)),
    ];
    expect(await post(world, ...specs)).toEqual(["posted", "posted", "posted"]);
    expect(await getBalances(world, refs)).toEqual(balances);
    // Both pools are open now, so one statement charges different fees.
    const again = [collectionOf(pool, 3n, feesOf(gamers)), collectionOf(fresh, 7n, feesOf(gamers))];
    expect(await collect(world, ...again)).toEqual({});
    expect(await getBalances(world, refs)).toEqual([0n, 0n, 13n, 228n, -201n]);
  });

  test("takes one statement, even in a currency called NULL", async ({ world }) => {
    const { external, game, gamer, pool } = newAccounts();
    const amount = { currency: "NULL", minorUnits: 5n };
    await post(
      world,
      transferOf(external, gamer, 5n, { amount }),
      transferOf(game, pool, 5n, { amount }),
    );
    const collection = { ...collectionOf(pool, 5n, [feeOf(gamer)]), currency: "NULL" };
    const fees = toFees([create(FeeCollectionSchema, collection)]);
    expect(await insertFees(world.contexts.wallet.db, fees)).toEqual(new Set());
    expect(await getBalance(world, gamer, "NULL")).toBe(0n);
    expect(await getBalance(world, pool, "NULL")).toBe(10n);
  });

  test("charges once when it is repeated, at once or with others", async ({ world }) => {
    const { pool, gamers } = await fund(world, 10n, 10n, 10n, 10n, 10n);
    const fees = feesOf(gamers);
    const first = fees.slice(0, 3);
    await Promise.all([
      collect(world, collectionOf(pool, 4n, first)),
      collect(world, collectionOf(pool, 4n, first.toReversed())),
    ]);
    expect(await collect(world, collectionOf(pool, 4n, fees))).toEqual({});
    expect(await getBalances(world, [...gamers, pool])).toEqual([...gamers.map(() => 6n), 21n]);
  });

  test("refuses for good who cannot pay, in order, and charges the rest", async ({ world }) => {
    const { external, pool, newGamer, gamers } = await fund(world, 10n, 4n);
    const [rich, poor, unknown] = [getItem(gamers, 0), getItem(gamers, 1), newGamer()];
    const fees = feesOf([rich, poor, unknown, rich, rich]);
    const refused = Object.fromEntries(
      [1, 2, 4].map((n) => [getItem(fees, n).id, "INSUFFICIENT_FUNDS"]),
    );
    expect(await collect(world, collectionOf(pool, 5n, fees))).toEqual(refused);
    await post(world, ...gamers.map((gamer) => transferOf(external, gamer, 100n)));
    expect(await collect(world, collectionOf(pool, 5n, fees))).toEqual(refused);
    expect(await getBalances(world, [...gamers, pool])).toEqual([100n, 104n, 11n]);
  });

  test("refuses fees from or to a closed account, and charges the rest", async ({ world }) => {
    const { external, pool, newPool, newGamer, gamers } = await fund(world, 5n, 5n);
    const [closed, closedPool] = [newGamer(), newPool()];
    await post(world, transferOf(external, closed, 5n));
    for (const ref of [closed, closedPool]) await closeAccount(world, ref);
    const [fine, late] = [feeOf(getItem(gamers, 0)), feeOf(getItem(gamers, 1))];
    const barred = feeOf(closed);
    const collections = [
      collectionOf(pool, 5n, [fine, barred]),
      collectionOf(closedPool, 5n, [late]),
    ];
    expect(await collect(world, ...collections)).toEqual({
      [late.id]: "ACCOUNT_CLOSED",
      [barred.id]: "ACCOUNT_CLOSED",
    });
    expect(await getBalances(world, [...gamers, closed])).toEqual([0n, 5n, 5n]);
  });

  test("refuses an id that stands for another transfer", async ({ world }) => {
    const { external, pool, gamers } = await fund(world, 10n, 10n);
    const [rich, other] = [getItem(gamers, 0), getItem(gamers, 1)];
    const made = transferOf(external, rich, 1n);
    await post(world, made);
    const twice = feeOf(other);
    const collections = [
      collectionOf(pool, 5n, [feeOf(rich, made.id), twice]),
      collectionOf(pool, 6n, [feeOf(rich, twice.id)]),
    ];
    expect(await collect(world, ...collections)).toEqual({
      [made.id]: "TRANSFER_ID_REUSED",
      [twice.id]: "TRANSFER_ID_REUSED",
    });
    expect(await getBalances(world, gamers)).toEqual([11n, 5n]);
  });

  test("finishes beside others of the same gamers in any order", async ({ world }) => {
    const { newPool, gamers } = await fund(world, ...times(40, () => 6n));
    const pools = times(6, newPool);
    await Promise.all(
      pools.map((pool, n) => {
        const order = n % 2 === 0 ? gamers : gamers.toReversed();
        return collect(world, collectionOf(pool, 1n, feesOf(order)));
      }),
    );
    expect(await getBalances(world, gamers)).toEqual(gamers.map(() => 0n));
    expect(await getBalances(world, pools)).toEqual(pools.map(() => 40n));
  });

  test("is refused whole if its columns differ in length or it is too long", async ({ world }) => {
    const { pool, gamers } = await fund(world, 10n, 10n);
    const whole = collectionOf(pool, 1n, feesOf(gamers));
    const transferIds = times(600, () => randomUUID());
    const long = { ...whole, transferIds, ownerIds: transferIds };
    for (const collections of [
      [{ ...whole, ownerIds: whole.ownerIds.slice(1) }],
      [{ ...whole, payer: AccountType.PRIZE_POOL }],
      [long, long],
    ])
      expect(await getReason(world.wallet.collectFees({ collections }))).toBe("INVALID_ARGUMENT");
    expect(await getBalances(world, gamers)).toEqual([10n, 10n]);
  });
});

describe("disbursements", () => {
  /** Creates a pool that has an amount. */
  async function fund(world: World, cents: bigint) {
    const accounts = newAccounts();
    await post(world, transferOf(accounts.game, accounts.pool, cents));
    return accounts;
  }

  /** A payment out of a pool, of so much to each. */
  const paymentOf = (pool: AccountRef, credits: readonly AccountRef[], cents: bigint) => ({
    debit: pool,
    creditType: AccountType.GAMER,
    currency: "USD",
    kind: TransferKind.PAYOUT as TransferKind,
    referenceId: pool.ownerId,
    transferIds: credits.map((): string => randomUUID()),
    ownerIds: credits.map((credit) => credit.ownerId),
    minorUnits: credits.map(() => cents),
  });
  type Payment = ReturnType<typeof paymentOf>;

  test("pay old and new accounts in one statement, in several currencies", async ({ world }) => {
    const [a, b, euros] = [await fund(world, 30n), await fund(world, 10n), newAccounts()];
    const amount = { currency: "EUR", minorUnits: 4n };
    const [ann, bob] = [a.gamer, a.newGamer()];
    await post(
      world,
      transferOf(a.external, ann, 1n),
      transferOf(euros.game, euros.pool, 4n, { amount }),
    );
    const payout = paymentOf(a.pool, [ann, bob], 15n);
    const refund = { ...paymentOf(b.pool, [b.gamer], 4n), kind: TransferKind.REFUND };
    const inEuros = { ...paymentOf(euros.pool, [euros.gamer], 4n), currency: "EUR" };
    const writes = await listWrites(async () =>
      expect(await disburse(world, payout, refund, inEuros)).toEqual([{}, {}, {}]),
    );
    expect(writes).toEqual(["wallet.disburse", "wallet.open-accounts", "wallet.disburse"]);
    const refs = [ann, bob, b.gamer, a.pool, b.pool];
    expect(await getBalances(world, refs)).toEqual([16n, 15n, 4n, 0n, 6n]);
    expect(await getBalance(world, euros.gamer, "EUR")).toBe(4n);
    // They are the transfers that a batch would make.
    const specOf = (
      { transferIds, referenceId, kind }: Payment,
      gamer: AccountRef,
      cents: bigint,
    ) =>
      transferOf({ ...gamer, type: AccountType.PRIZE_POOL, ownerId: referenceId }, gamer, cents, {
        id: getItem(transferIds, 0),
        kind,
        referenceId,
      });
    const specs = [specOf(payout, ann, 15n), specOf(refund, b.gamer, 4n)];
    expect(await post(world, ...specs)).toEqual(["posted", "posted"]);
    expect(await getBalances(world, refs)).toEqual([16n, 15n, 4n, 0n, 6n]);
  });

  test("pay all others, each in one statement, if one cannot be paid", async ({ world }) => {
    const pools = [await fund(world, 10n), await fund(world, 10n), await fund(world, 10n)];
    const gamers = pools.map(({ gamer }) => gamer);
    await post(world, ...pools.map(({ external, gamer }) => transferOf(external, gamer, 1n)));
    const pay = (n: number, count: number, cents: bigint) =>
      paymentOf(
        getItem(pools, n).pool,
        times(count, () => getItem(gamers, n)),
        cents,
      );
    const short = pay(1, 2, 6n);
    const writes = await listWrites(async () =>
      expect(await disburse(world, pay(0, 1, 5n), short, pay(2, 2, 5n))).toEqual([
        {},
        { [getItem(short.transferIds, 1)]: "INSUFFICIENT_FUNDS" },
        {},
      ]),
    );
    expect(writes).toEqual([
      ...times(3, () => "wallet.disburse"),
      "wallet.post",
      "wallet.disburse",
    ]);
    expect(await getBalances(world, gamers)).toEqual([6n, 7n, 11n]);
  });

  test("out of one account are paid in their order while it lasts", async ({ world }) => {
    const { pool, gamer, newGamer } = await fund(world, 30n);
    const late = newGamer();
    const [first, second] = [paymentOf(pool, [gamer, gamer], 12n), paymentOf(pool, [late], 12n)];
    expect(await disburse(world, first, second)).toEqual([
      {},
      { [getItem(second.transferIds, 0)]: "INSUFFICIENT_FUNDS" },
    ]);
    expect(await getBalances(world, [gamer, late, pool])).toEqual([24n, 0n, 6n]);
  });

  test("are refused, each transfer by itself, if their sum exceeds a bigint", async ({ world }) => {
    const { pool, gamer } = await fund(world, 10n);
    const pay = (count: number) =>
      paymentOf(
        pool,
        times(count, () => gamer),
        9_007_199_254_740_991n,
      );
    const outcomes = await disburse(world, pay(1_000), pay(25));
    for (const outcome of outcomes)
      expect(new Set(Object.values(outcome))).toEqual(new Set(["INSUFFICIENT_FUNDS"]));
    expect(await getBalance(world, pool)).toBe(10n);
  });

  test("pay each gamer once when they are repeated, at once or with others", async ({ world }) => {
    const pools = await Promise.all(times(4, () => fund(world, 20n)));
    const payments = pools.map(({ pool, gamer }) => paymentOf(pool, [gamer], 10n));
    const outcomes = await Promise.all([
      disburse(world, ...payments),
      disburse(world, ...payments.toReversed()),
      disburse(world, ...payments),
    ]);
    expect(outcomes.flat()).toEqual(times(12, () => ({})));
    const more = await fund(world, 10n);
    const newcomer = paymentOf(more.pool, [more.gamer], 10n);
    expect(await disburse(world, getItem(payments, 0), newcomer)).toEqual([{}, {}]);
    const paid = [...pools, more].map(({ gamer }) => gamer);
    expect(await getBalances(world, paid)).toEqual(paid.map(() => 10n));
  });

  test("finish beside others of the same gamers in any order", async ({ world }) => {
    const { game, newGamer, newPool } = newAccounts();
    const [gamers, pools] = [times(40, newGamer), times(6, newPool)];
    await post(world, ...pools.map((pool) => transferOf(game, pool, 40n)));
    await Promise.all(
      pools.map((pool, n) =>
        disburse(world, paymentOf(pool, n % 2 === 0 ? gamers : gamers.toReversed(), 1n)),
      ),
    );
    expect(await getBalances(world, gamers)).toEqual(gamers.map(() => 6n));
    expect(await getBalances(world, pools)).toEqual(pools.map(() => 0n));
  });

  test("pay a closed account its due", async ({ world }) => {
    const { pool, gamer, newGamer } = await fund(world, 20n);
    const open = newGamer();
    await closeAccount(world, gamer);
    expect(await disburse(world, paymentOf(pool, [gamer, open], 10n))).toEqual([{}]);
    expect(await getBalances(world, [gamer, open, pool])).toEqual([10n, 10n, 0n]);
  });

  test("refuse an id that stands for another transfer or a refusal", async ({ world }) => {
    const { external, pool, gamer, newGamer, newPool } = await fund(world, 30n);
    const made = transferOf(external, gamer, 1n);
    const refused = transferOf(newGamer(), newPool(), 1n);
    await post(world, made, refused);
    const twice = randomUUID();
    const payment = paymentOf(
      pool,
      times(4, () => gamer),
      5n,
    );
    const other = { ...paymentOf(pool, [gamer], 4n), transferIds: [twice] };
    payment.transferIds = [made.id, randomUUID(), refused.id, twice];
    expect(await disburse(world, payment, other)).toEqual([
      { [made.id]: "TRANSFER_ID_REUSED", [refused.id]: "TRANSFER_ID_REUSED" },
      { [twice]: "TRANSFER_ID_REUSED" },
    ]);
    expect(await getBalances(world, [gamer, pool])).toEqual([11n, 20n]);
  });

  test("are refused whole if columns differ in length or they are too many", async ({ world }) => {
    const { pool, newGamer } = await fund(world, 30n);
    const payment = paymentOf(pool, [newGamer(), newGamer()], 10n);
    const long = paymentOf(pool, times(1_000, newGamer), 1n);
    for (const disbursements of [
      [{ ...payment, ownerIds: payment.ownerIds.slice(1) }],
      [{ ...payment, minorUnits: [1n] }],
      [{ ...payment, creditType: pool.type, ownerIds: [pool.ownerId, pool.ownerId] }],
      times(5, () => long),
    ])
      expect(await getReason(disburse(world, ...disbursements))).toBe("INVALID_ARGUMENT");
    expect(await getBalance(world, pool)).toBe(30n);
  });
});
