import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPool, type Pool } from "@tms/kit/database/pool";
import { newId } from "@tms/kit/values/ids";
import { createLogger } from "@tms/kit/process/log";
import {
  closeAccount,
  itemOf,
  makeTransfer,
  newGame,
  outcomesOf,
  refusal,
  startWallet,
  transferOf,
  type WalletUnderTest,
} from "./service.ts";

// Two replicas of the wallet on one database.
let one: WalletUnderTest;
let other: WalletUnderTest;
let raw: Pool;
beforeAll(async () => {
  one = await startWallet();
  other = await startWallet(one.database);
  raw = openPool(
    { url: one.database.adminUrl, poolSize: 2 },
    "test",
    createLogger("test", "silent"),
  );
});
afterAll(async () => {
  await raw?.end();
  await other?.close();
  await one?.close();
});

/** How many statements wait for a lock. */
async function waiting() {
  const { rows } = await raw.query<{ count: bigint }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
}

const replica = (index: number) => (index % 2 === 0 ? one : other).wallet;

describe("racing transfers", () => {
  test("never take an account below its floor", async () => {
    const game = newGame();
    const [gamer, pool] = [game.gamer(), game.pool()];
    await makeTransfer(one.wallet, transferOf(game.external, gamer, 1_000n));
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        refusal(makeTransfer(replica(index), transferOf(gamer, pool, 10n))),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === "INSUFFICIENT_FUNDS")).toHaveLength(100);
    expect(await one.balance(gamer)).toBe(0n);
    expect(await one.balance(pool)).toBe(1_000n);
  });

  test("of one id on two replicas are one transfer", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const transfers = Array.from({ length: 40 }, () => transferOf(game.external, gamer, 1n));
    const answers = await Promise.all(
      transfers.map((transfer) =>
        Promise.all([0, 1, 2, 3].map((index) => makeTransfer(replica(index), transfer))),
      ),
    );
    for (const [first, ...repeats] of answers)
      for (const repeat of repeats) expect(repeat).toEqual(first);
    expect(await one.balance(gamer)).toBe(40n);
  });

  test("of one id with contents of disjoint accounts are one transfer", async () => {
    for (let round = 0; round < 20; round++) {
      const game = newGame();
      const [left, right] = [game.gamer(), game.pool()];
      const toLeft = transferOf(game.external, left, 1n);
      const toRight = { ...transferOf(game.game, right, 1n), id: toLeft.id };
      const outcomes = await Promise.all([
        refusal(makeTransfer(one.wallet, toLeft)),
        refusal(makeTransfer(other.wallet, toRight)),
      ]);
      expect(outcomes.toSorted()).toEqual(["TRANSFER_ID_REUSED", "accepted"]);
      const [there = 0n, here = 0n] = [await one.balance(left), await one.balance(right)];
      expect(there + here).toBe(1n);
    }
  });

  test("of one id, where one content can be paid, answer its maker the same ever after", async () => {
    for (let round = 0; round < 20; round++) {
      const game = newGame();
      const gamer = game.gamer();
      const good = transferOf(game.external, gamer, 1n);
      const bad = { ...transferOf(game.gamer(), game.pool(), 1n), id: good.id };
      const [first] = await Promise.all([
        refusal(makeTransfer(one.wallet, good)),
        refusal(makeTransfer(other.wallet, bad)),
      ]);
      expect(await refusal(makeTransfer(one.wallet, good))).toBe(first);
      expect(await refusal(makeTransfer(one.wallet, bad))).not.toBe("accepted");
      expect(await one.balance(gamer)).toBe(first === "accepted" ? 1n : 0n);
    }
  });

  test("make nothing under an id that is refused while they wait", async () => {
    const game = newGame();
    const [gamer, pool] = [game.gamer(), game.pool()];
    const funds = [transferOf(game.external, gamer, 9n), transferOf(game.game, pool, 1n)];
    await outcomesOf(one.wallet, funds);
    const id = newId();
    const { gameId } = game;
    const fees = { currency: "USD", payer: gamer.type, minorUnits: 9n, transferIds: [id] };
    const collection = { gameId, tournamentId: pool.ownerId, ownerIds: [gamer.ownerId], ...fees };
    const rival = await raw.connect();
    await rival.query("BEGIN");
    await rival.query("SELECT FROM wallet.account WHERE owner_id = $1 FOR UPDATE", [gamer.ownerId]);
    const collecting = one.wallet.collectFees({ collections: [collection] });
    await expect.poll(waiting).toBe(1n);
    await rival.query("INSERT INTO wallet.refusal VALUES ($1, '', 'INSUFFICIENT_FUNDS', '')", [id]);
    await rival.query("COMMIT");
    rival.release();
    const { refused } = await collecting;
    expect(refused.map(({ transferId }) => transferId)).toEqual([id]);
    expect(await one.balance(gamer)).toBe(9n);
  });

  test("in overlapping batches of any order finish, and money stays in the ledger", async () => {
    const game = newGame();
    // Gamers and pools in turn: at an odd distance money can move either way.
    const accounts = Array.from({ length: 16 }, (_, n) => (n % 2 ? game.pool() : game.gamer()));
    await outcomesOf(
      one.wallet,
      accounts.map((ref, n) => transferOf(n % 2 ? game.game : game.external, ref, 1_000n)),
    );
    const batches = Array.from({ length: 24 }, (_, batch) =>
      Array.from({ length: 32 }, (__, item) => {
        const from = (batch * 7 + item * 5) % 16;
        const to = (from + 1 + 2 * ((batch + item) % 8)) % 16;
        return transferOf(itemOf(accounts, from), itemOf(accounts, to), 3n);
      }),
    );
    const outcomes = await Promise.all(
      batches.map((batch, index) => outcomesOf(replica(index), batch)),
    );
    expect(new Set(outcomes.flat())).toEqual(new Set(["posted"]));
    const balances = await Promise.all(accounts.map((ref) => one.balance(ref)));
    expect(balances.reduce((sum = 0n, balance = 0n) => sum + balance, 0n)).toBe(16_000n);
  });

  test("that open the same accounts for the first time all succeed", async () => {
    for (let round = 0; round < 30; round++) {
      const game = newGame();
      const pool = game.pool();
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          outcomesOf(replica(index), [transferOf(game.game, pool, 1n)]),
        ),
      );
      expect(outcomes.flat()).toEqual(["posted", "posted", "posted", "posted"]);
      expect(await one.balance(pool)).toBe(4n);
    }
  });

  test("with the closing of their account are either before it or refused", async () => {
    const game = newGame();
    const pool = game.pool();
    const transfers = Array.from({ length: 60 }, () => transferOf(game.game, pool, 1n));
    const paying = Promise.all(
      transfers.map((transfer, index) => refusal(makeTransfer(replica(index), transfer))),
    );
    const account = await closeAccount(other.wallet, pool);
    const outcomes = await paying;
    const made = outcomes.filter((outcome) => outcome === "accepted").length;
    expect(account?.balance?.minorUnits).toBe(BigInt(made));
    expect(await one.balance(pool)).toBe(BigInt(made));
    expect(outcomes.filter((outcome) => outcome === "ACCOUNT_CLOSED")).toHaveLength(60 - made);
  });
});
