import type { Pool } from "@tms/kit/database/pool";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { connectRaw } from "./raw.ts";
import {
  itemOf,
  makeTransfer,
  newGame,
  outcomesOf,
  refusal,
  startWallet,
  transferOf,
  type WalletUnderTest,
} from "./service.ts";

// Two replicas of the wallet on one database, which is watched from behind.
let one: WalletUnderTest;
let other: WalletUnderTest;
let admin: Pool;
beforeAll(async () => {
  one = await startWallet();
  other = await startWallet(one.database);
  admin = connectRaw(one.database.adminUrl);
});
afterAll(async () => {
  await admin?.end();
  await other?.close();
  await one?.close();
});

/** Posts the charges in one batch, or one by one at the same moment, to be gathered. */
const ways = [
  ["in one batch", (charges) => outcomesOf(one.wallet, charges)],
  [
    "at the same moment",
    (charges) =>
      Promise.all(charges.map((transfer) => refusal(makeTransfer(one.wallet, transfer)))),
  ],
] satisfies [string, (charges: ReturnType<typeof transferOf>[]) => Promise<string[]>][];

describe.for(ways)("two charges of one account %s", ([, post]) => {
  test.for([
    ["both", 20n, []],
    ["one of them", 19n, ["INSUFFICIENT_FUNDS"]],
    ["none", 9n, ["INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS"]],
  ] as const)("with funds for %s debit it for as many", async ([, funds, expected]) => {
    const game = newGame();
    const [gamer, pools] = [game.gamer(), [game.pool(), game.pool()]];
    await makeTransfer(one.wallet, transferOf(game.external, gamer, funds));
    const outcomes = await post(pools.map((pool) => transferOf(gamer, pool, 10n)));
    const refused = outcomes.filter((outcome) => outcome === "INSUFFICIENT_FUNDS");
    expect(outcomes).toHaveLength(2);
    expect(refused).toEqual(expected);
    const paid = await Promise.all(pools.map((pool) => one.balance(pool)));
    const charged = 10n * BigInt(2 - refused.length);
    expect(paid.reduce((sum = 0n, each = 0n) => sum + each, 0n)).toBe(charged);
    expect(await one.balance(gamer)).toBe(funds - charged);
  });
});

/** Deadlocks in this database so far, as told by the connections that have ended. */
async function deadlocks(): Promise<bigint> {
  const { rows } = await admin.query<{ deadlocks: bigint }>(
    `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
  );
  return itemOf(rows, 0).deadlocks;
}

/** Who is connected to this database, apart from who asks. */
async function pids(): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend'
       AND pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => pid);
}

test("unsorted batches over the same accounts, new and known, never deadlock replicas", async () => {
  const [before, bystanders] = [await deadlocks(), await pids()];
  const replicas = await Promise.all([startWallet(one.database), startWallet(one.database)]);
  for (let round = 0; round < 8; round++) {
    const { gameId, gamer } = newGame();
    // No two have an account in common: whoever came to a common one first would hold up the rest.
    const pairs = Array.from({ length: 300 }, () => ({
      debit: { gameId, type: AccountType.EXTERNAL, ownerId: newId() },
      credit: gamer(),
    }));
    // Each replica meets the accounts in its own order, twice: to open them, and to move on.
    const batchOf = (refs: typeof pairs) =>
      refs.map(({ debit, credit }) => transferOf(debit, credit, 1n));
    const batches = [pairs, pairs.toReversed(), pairs, pairs.toReversed()].map(batchOf);
    const outcomes = await Promise.all(
      batches.map((batch, n) => outcomesOf(itemOf(replicas, n % 2).wallet, batch)),
    );
    expect(new Set(outcomes.flat())).toEqual(new Set(["posted"]));
  }
  // What a connection knows is counted when it ends.
  await Promise.all(replicas.map((replica) => replica.close()));
  await expect
    .poll(async () => (await pids()).filter((pid) => !bystanders.includes(pid)))
    .toEqual([]);
  expect(await deadlocks()).toBe(before);
});

test("the same batch raced on two replicas answers every caller, and is made once", async () => {
  for (let round = 0; round < 10; round++) {
    const game = newGame();
    const pool = game.pool();
    const charges = Array.from({ length: 20 }, () => transferOf(game.gamer(), pool, 5n));
    const deposits = Array.from({ length: 20 }, () => transferOf(game.external, game.gamer(), 5n));
    const batch = [...charges, ...deposits];
    const answers = await Promise.all(
      [batch, batch.toReversed(), batch, batch.toReversed()].map((each, n) =>
        outcomesOf((n % 2 === 0 ? one : other).wallet, each),
      ),
    );
    const expected = [...Array(20).fill("INSUFFICIENT_FUNDS"), ...Array(20).fill("posted")];
    answers.forEach((outcomes, n) =>
      expect(n % 2 === 0 ? outcomes : outcomes.toReversed()).toEqual(expected),
    );
    for (const { credit } of deposits) expect(await one.balance(credit)).toBe(5n);
    expect(await one.balance(pool)).toBe(0n);
  }
});
