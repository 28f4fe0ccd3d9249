import { over } from "@tms/kit/database/handle";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { create } from "@bufbuild/protobuf";
import { AccountType, FeeCollectionSchema, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { insertFees } from "../src/db/collect-fees.ts";
import { columnsOf } from "../src/fees.ts";
import { connectRaw } from "./raw.ts";
import { closeAccount, newGame, outcomesOf, refusal, startWallet, transferOf } from "./service.ts";
import type { Ref, WalletUnderTest } from "./service.ts";

let service: WalletUnderTest;
beforeAll(async () => {
  service = await startWallet();
});
afterAll(() => service?.close());

interface Fee {
  id: string;
  payer: Ref;
}

const feeOf = (payer: Ref, id: string = randomUUID()): Fee => ({ id, payer });

const collectionOf = (pool: Ref, cents: bigint, fees: Fee[]) => ({
  gameId: pool.gameId,
  tournamentId: pool.ownerId,
  currency: "USD",
  payer: fees[0]?.payer.type ?? AccountType.GAMER,
  minorUnits: cents,
  transferIds: fees.map(({ id }) => id),
  ownerIds: fees.map(({ payer }) => payer.ownerId),
});

/** The same fee as a transfer. */
const specOf = (pool: Ref, cents: bigint, { id, payer }: Fee) =>
  transferOf(payer, pool, cents, {
    id,
    kind: TransferKind.ENTRY_FEE,
    referenceId: pool.ownerId,
  });

/** Collects fees; returns the refused by id. */
async function collect(...collections: ReturnType<typeof collectionOf>[]) {
  const { refused } = await service.wallet.collectFees({ collections });
  return Object.fromEntries(refused.map((one) => [one.transferId, one.refusal?.reason]));
}

/** A game with gamers who have so much each, and a pool that somebody paid into before. */
async function funded(...cents: bigint[]) {
  const game = newGame();
  const pool = game.pool();
  const gamers = cents.map(() => game.gamer());
  await outcomesOf(service.wallet, [
    transferOf(game.game, pool, 1n),
    ...gamers.map((gamer, index) => transferOf(game.external, gamer, cents[index] ?? 0n)),
  ]);
  return { game, pool, gamers };
}

const balancesOf = (refs: readonly Ref[]) => Promise.all(refs.map(service.balance));

describe("a collection of fees", () => {
  test("charges gamers and games, into pools old and new", async () => {
    const { game, pool, gamers } = await funded(10n, 10n);
    const fresh = game.pool();
    const byGame = [feeOf(game.game), feeOf(game.game)];
    expect(
      await collect(
        collectionOf(
          pool,
          3n,
          gamers.map((gamer) => feeOf(gamer)),
        ),
        collectionOf(
          fresh,
          7n,
          gamers.map((gamer) => feeOf(gamer)),
        ),
        collectionOf(fresh, 100n, byGame),
      ),
    ).toEqual({});
    expect(await balancesOf(gamers)).toEqual([0n, 0n]);
    expect(await balancesOf([pool, fresh, game.game])).toEqual([7n, 214n, -201n]);
  });

  test("is made in one statement in any currency, also one called NULL", async () => {
    const game = newGame();
    const [gamer, pool] = [game.gamer(), game.pool()];
    const amount = { currency: "NULL", minorUnits: 5n };
    await outcomesOf(service.wallet, [
      transferOf(game.external, gamer, 5n, { amount }),
      transferOf(game.game, pool, 5n, { amount }),
    ]);
    const collection = { ...collectionOf(pool, 5n, [feeOf(gamer)]), currency: "NULL" };
    const db = connectRaw(service.database.urlFor("wallet"));
    const columns = columnsOf([create(FeeCollectionSchema, collection)]);
    expect(await insertFees(over(db), columns)).toEqual(new Set());
    await db.end();
    const refs = [gamer, pool];
    const { balances } = await service.wallet.batchGetBalances({ refs, currency: "NULL" });
    expect(balances.map(({ minorUnits }) => minorUnits)).toEqual([0n, 10n]);
  });

  test("makes the transfers that a batch would make, into each pool its own", async () => {
    const { game, pool, gamers } = await funded(10n, 10n);
    const other = game.pool();
    await outcomesOf(service.wallet, [transferOf(game.game, other, 1n)]);
    const [one, another] = [feeOf(gamers[0]!), feeOf(gamers[1]!)];
    await collect(collectionOf(pool, 10n, [one]), collectionOf(other, 7n, [another]));
    expect(await balancesOf([...gamers, pool, other])).toEqual([0n, 3n, 11n, 8n]);
    const specs = [specOf(pool, 10n, one), specOf(other, 7n, another)];
    expect(await outcomesOf(service.wallet, specs)).toEqual(["posted", "posted"]);
    expect(await balancesOf(gamers)).toEqual([0n, 3n]);
  });

  test("repeated, with others or at once with itself, charges each once", async () => {
    const { pool, gamers } = await funded(10n, 10n, 10n, 10n, 10n);
    const fees = gamers.map((gamer) => feeOf(gamer));
    const first = fees.slice(0, 3);
    await Promise.all([
      collect(collectionOf(pool, 4n, first)),
      collect(collectionOf(pool, 4n, first.toReversed())),
    ]);
    expect(await collect(collectionOf(pool, 4n, fees))).toEqual({});
    expect(await balancesOf(gamers)).toEqual(gamers.map(() => 6n));
    expect(await service.balance(pool)).toBe(21n);
  });

  test("refuses who cannot pay, in the order asked for, and charges the rest", async () => {
    const { game, pool, gamers } = await funded(10n, 4n);
    const [rich, poor, unknown] = [...gamers, game.gamer()];
    const fees = [rich, poor, unknown, rich, rich].map((gamer) => feeOf(gamer!));
    expect(await collect(collectionOf(pool, 5n, fees))).toEqual({
      [fees[1]!.id]: "INSUFFICIENT_FUNDS",
      [fees[2]!.id]: "INSUFFICIENT_FUNDS",
      [fees[4]!.id]: "INSUFFICIENT_FUNDS",
    });
    expect(await balancesOf(gamers)).toEqual([0n, 4n]);
    expect(await service.balance(pool)).toBe(11n);
  });

  test("refuses for good", async () => {
    const { game, pool, gamers } = await funded(4n, 5n);
    const fees = gamers.map((gamer) => feeOf(gamer));
    const refused = { [fees[0]!.id]: "INSUFFICIENT_FUNDS" };
    expect(await collect(collectionOf(pool, 5n, fees))).toEqual(refused);
    await outcomesOf(
      service.wallet,
      gamers.map((gamer) => transferOf(game.external, gamer, 10n)),
    );
    expect(await collect(collectionOf(pool, 5n, fees))).toEqual(refused);
    expect(await collect(collectionOf(pool, 5n, fees.slice(0, 1)))).toEqual(refused);
    expect(await balancesOf(gamers)).toEqual([14n, 10n]);
  });

  test("refuses what a closed account has a part in, and charges the rest", async () => {
    const { game, pool, gamers } = await funded(5n, 5n);
    const [closed, overdrawn] = [game.gamer(), game.pool()];
    await outcomesOf(service.wallet, [transferOf(game.external, closed, 5n)]);
    for (const ref of [closed, overdrawn]) await closeAccount(service.wallet, ref);
    const [fine, late, barred] = [feeOf(gamers[0]!), feeOf(gamers[1]!), feeOf(closed)];
    expect(
      await collect(collectionOf(pool, 5n, [fine, barred]), collectionOf(overdrawn, 5n, [late])),
    ).toEqual({ [late.id]: "ACCOUNT_CLOSED", [barred.id]: "ACCOUNT_CLOSED" });
    expect(await balancesOf([...gamers, closed])).toEqual([0n, 5n, 5n]);
  });

  test("refuses an id that stands for another transfer", async () => {
    const { game, pool, gamers } = await funded(10n, 10n);
    const made = transferOf(game.external, gamers[0]!, 1n);
    await outcomesOf(service.wallet, [made]);
    const fees = [feeOf(gamers[0]!, made.id), feeOf(gamers[1]!)];
    const [, twice] = fees;
    const others = [feeOf(gamers[0]!, twice!.id)];
    expect(await collect(collectionOf(pool, 5n, fees), collectionOf(pool, 6n, others))).toEqual({
      [made.id]: "TRANSFER_ID_REUSED",
      [twice!.id]: "TRANSFER_ID_REUSED",
    });
    expect(await balancesOf(gamers)).toEqual([11n, 5n]);
  });

  test("of the same gamers into many pools at once leaves nobody waiting", async () => {
    const { game, gamers } = await funded(...Array.from({ length: 40 }, () => 6n));
    const pools = Array.from({ length: 6 }, () => game.pool());
    await Promise.all(
      pools.map((pool, index) => {
        const order = index % 2 === 0 ? gamers : gamers.toReversed();
        const fees = order.map((gamer) => feeOf(gamer));
        return collect(collectionOf(pool, 1n, fees));
      }),
    );
    expect(await balancesOf(gamers)).toEqual(gamers.map(() => 0n));
    expect(await balancesOf(pools)).toEqual(pools.map(() => 40n));
  });

  test("is refused whole when its columns differ in length, or it is too long", async () => {
    const { pool, gamers } = await funded(10n, 10n);
    const whole = collectionOf(
      pool,
      1n,
      gamers.map((gamer) => feeOf(gamer)),
    );
    const long = { ...whole, transferIds: Array.from({ length: 600 }, () => randomUUID()) };
    const full = { ...long, ownerIds: long.transferIds };
    const faulty = [
      [{ ...whole, ownerIds: whole.ownerIds.slice(1) }],
      [{ ...whole, minorUnits: 0n }],
      [{ ...whole, payer: AccountType.PRIZE_POOL }],
      [full, full],
    ];
    for (const collections of faulty)
      expect(await refusal(service.wallet.collectFees({ collections }))).toBe("INVALID_ARGUMENT");
    expect(await balancesOf(gamers)).toEqual([10n, 10n]);
  });
});
