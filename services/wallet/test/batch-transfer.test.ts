import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  makeTransfer,
  newGame,
  outcomesOf,
  refusal,
  startWallet,
  transferOf,
  writesOf,
  type Spec,
  type WalletUnderTest,
} from "./service.ts";

let service: WalletUnderTest;
beforeAll(async () => {
  service = await startWallet();
});
afterAll(() => service?.close());

const post = (...transfers: Spec[]) => outcomesOf(service.wallet, transfers);

describe("a batch of transfers", () => {
  test("gives each an outcome of its own, in order", async () => {
    const game = newGame();
    const [gamer, pool] = [game.gamer(), game.pool()];
    const outcomes = await post(
      transferOf(gamer, pool, 1n),
      transferOf(game.external, gamer, 10n),
      transferOf(gamer, pool, 11n),
      transferOf(gamer, pool, 10n),
    );
    expect(outcomes).toEqual(["INSUFFICIENT_FUNDS", "posted", "INSUFFICIENT_FUNDS", "posted"]);
    expect(await service.balance(gamer)).toBe(0n);
    expect(await service.balance(pool)).toBe(10n);
  });

  test("moves one account as often as it names it", async () => {
    const game = newGame();
    const [gamer, pool] = [game.gamer(), game.pool()];
    await post(transferOf(game.external, gamer, 100n));
    const outcomes = await post(...Array.from({ length: 12 }, () => transferOf(gamer, pool, 10n)));
    expect(outcomes.filter((outcome) => outcome === "posted")).toHaveLength(10);
    expect(await service.balance(pool)).toBe(100n);
  });

  test("lets an amount pass through an account that starts and ends at zero", async () => {
    const game = newGame();
    const [gamer, pool] = [game.gamer(), game.pool()];
    const outcomes = await post(
      transferOf(game.external, gamer, 7n),
      transferOf(gamer, pool, 7n),
      transferOf(pool, gamer, 7n),
      transferOf(gamer, game.pool(), 7n),
    );
    expect(outcomes).toEqual(["posted", "posted", "posted", "posted"]);
    expect(await service.balance(gamer)).toBe(0n);
  });

  test("repeated, has the same outcomes and moves nothing", async () => {
    const game = newGame();
    const [gamer, pool] = [game.gamer(), game.pool()];
    const batch = [transferOf(game.external, gamer, 10n), transferOf(gamer, pool, 11n)];
    const first = await service.wallet.batchTransfer({ transfers: batch });
    await post(transferOf(game.external, gamer, 10n));
    expect(await service.wallet.batchTransfer({ transfers: batch })).toEqual(first);
    expect(await service.balance(gamer)).toBe(20n);
  });

  test("repeated in another order with newcomers, makes the newcomers alone", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const deposit = (cents: bigint) => transferOf(game.external, gamer, cents);
    const [one, two, three] = [deposit(1n), deposit(2n), deposit(4n)];
    await post(one, two);
    expect(await post(three, two, one)).toEqual(["posted", "posted", "posted"]);
    expect(await service.balance(gamer)).toBe(7n);
  });

  test("that names an id twice makes it once", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const transfer = transferOf(game.external, gamer, 10n);
    const { outcomes } = await service.wallet.batchTransfer({ transfers: [transfer, transfer] });
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(await service.balance(gamer)).toBe(10n);
  });

  test("that gives an id two contents makes the first and refuses the second", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const transfer = transferOf(game.external, gamer, 10n);
    const other = { ...transfer, referenceId: randomUUID() };
    expect(await post(transfer, other)).toEqual(["posted", "TRANSFER_ID_REUSED"]);
    expect(await service.balance(gamer)).toBe(10n);
  });

  test("refuses what it refuses for good", async () => {
    const game = newGame();
    const [gamer, pool] = [game.gamer(), game.pool()];
    const early = transferOf(gamer, pool, 5n);
    expect(await post(early, transferOf(game.external, gamer, 5n), early)).toEqual([
      "INSUFFICIENT_FUNDS",
      "posted",
      "INSUFFICIENT_FUNDS",
    ]);
    expect(await refusal(makeTransfer(service.wallet, early))).toBe("INSUFFICIENT_FUNDS");
  });

  test("works across currencies and games, each in its own accounts", async () => {
    const [one, other] = [newGame(), newGame()];
    const gamer = one.gamer();
    const gems = { currency: "GEMS", minorUnits: 3n };
    const outcomes = await post(
      transferOf(one.external, gamer, 5n),
      transferOf(one.external, gamer, 0n, { amount: gems }),
      transferOf(other.external, other.gamer(), 5n),
      transferOf(gamer, one.pool(), 0n, { amount: { currency: "EUR", minorUnits: 1n } }),
    );
    expect(outcomes).toEqual(["posted", "posted", "posted", "INSUFFICIENT_FUNDS"]);
    expect(await service.balance(gamer)).toBe(5n);
  });

  test("of one shares a transaction with others of one that arrive at the same time", async () => {
    const game = newGame();
    const gamers = Array.from({ length: 40 }, () => game.gamer());
    const deposits = gamers.map((gamer, n) => transferOf(game.external, gamer, BigInt(n + 1)));
    const writes = await writesOf(async () => {
      const made = await Promise.all(deposits.map((each) => makeTransfer(service.wallet, each)));
      expect(made.map(({ spec }) => spec?.id)).toEqual(deposits.map(({ id }) => id));
    });
    expect(writes.length).toBeLessThan(gamers.length / 2);
    expect(new Set(writes)).toEqual(new Set(["wallet.post"]));
  });

  test("of more than a thousand is refused", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const transfers = Array.from({ length: 1_001 }, () => transferOf(game.external, gamer, 1n));
    expect(await refusal(service.wallet.batchTransfer({ transfers }))).toBe("INVALID_ARGUMENT");
    expect(await post(...transfers.slice(1))).toEqual(Array(1_000).fill("posted"));
  });
});
