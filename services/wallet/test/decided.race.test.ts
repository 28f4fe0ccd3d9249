import type { Pool } from "@tms/kit/database/pool";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountId } from "../src/ledger/accounts.ts";
import { accountTypeOf } from "../src/words.ts";
import { connectRaw } from "./raw.ts";
import {
  makeTransfer,
  newGame,
  refusal,
  startWallet,
  transferOf,
  type Ref,
  type WalletUnderTest,
} from "./service.ts";

// Two replicas of the wallet on one database, and who holds locks they wait for.
let one: WalletUnderTest;
let other: WalletUnderTest;
let holder: Pool;
let raw: Pool;
beforeAll(async () => {
  one = await startWallet();
  other = await startWallet(one.database);
  holder = connectRaw(one.database.adminUrl);
  raw = connectRaw(one.database.adminUrl);
});
afterAll(async () => {
  await holder?.end();
  await raw?.end();
  await other?.close();
  await one?.close();
});
beforeEach(() => raw.query("DELETE FROM wallet.refusal"));

/** How many statements wait for a lock. */
async function waiting() {
  const { rows } = await raw.query<{ count: bigint }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
}

async function refusals() {
  const { rows } = await raw.query<{ transfer_id: string }>("SELECT * FROM wallet.refusal");
  return rows.map((row) => row.transfer_id);
}

/** Holds what a statement locks until `meanwhile` is over, and leaves nothing of it. */
async function holding(sql: string, values: unknown[], meanwhile: () => Promise<void>) {
  const tx = await holder.connect();
  try {
    await tx.query("BEGIN");
    await tx.query(sql, values);
    await meanwhile();
  } finally {
    await tx.query("ROLLBACK");
    tx.release();
  }
}

const idOf = (ref: Ref) => accountId(ref, "USD");

type Side = "gamer" | "pool";

/** A gamer and a pool never heard of; the one to be credited is the one to be opened first. */
function newcomers(debited: Side, credited: Side) {
  const game = newGame();
  const credit = game[credited]();
  for (;;) {
    const debit = game[debited]();
    const funder = debited === "gamer" ? game.external : game.game;
    if (idOf(credit) < idOf(debit)) return { funder, debit, credit };
  }
}

describe("what became of a transfer", () => {
  test.for([
    ["an entry fee", "gamer", "pool"],
    ["a payout", "pool", "gamer"],
  ] as const)("is one thing, also of %s whose accounts two open at once", async ([, from, to]) => {
    const { funder, debit, credit } = newcomers(from, to);
    const transfer = transferOf(debit, credit, 9n);
    const calls: Promise<string>[] = [];
    await holding(
      "INSERT INTO wallet.account (id, game_id, type, owner_id, currency, floor_minor) VALUES ($1, $2, $3, $4, 'USD', 0)",
      [idOf(credit), credit.gameId, accountTypeOf(credit.type), credit.ownerId],
      async () => {
        for (const { wallet } of [one, other]) calls.push(refusal(makeTransfer(wallet, transfer)));
        // Both found the transfer undecided, and wait to open the account to be credited.
        await expect.poll(waiting).toBe(2n);
        const funds = transferOf(funder, debit, 9n);
        expect(await refusal(makeTransfer(one.wallet, funds))).toBe("accepted");
      },
    );
    expect(await Promise.all(calls)).toEqual(["accepted", "accepted"]);
    expect(await refusals()).toEqual([]);
    expect([await one.balance(debit), await one.balance(credit)]).toEqual([0n, 9n]);
  });

  test("is what was made, where other content is refused under its id meanwhile", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const made = transferOf(game.external, gamer, 1n);
    const poor = { ...transferOf(game.gamer(), game.pool(), 1n), id: made.id };
    let refused: Promise<string> | undefined;
    await holding("LOCK TABLE wallet.refusal IN SHARE MODE", [], async () => {
      refused = refusal(makeTransfer(one.wallet, poor));
      await expect.poll(waiting).toBe(1n);
      expect(await refusal(makeTransfer(other.wallet, made))).toBe("accepted");
    });
    expect(await refused).toBe("TRANSFER_ID_REUSED");
    expect(await refusals()).toEqual([]);
    expect(await refusal(makeTransfer(other.wallet, made))).toBe("accepted");
  });

  test("is what was refused, where other content is made under its id meanwhile", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const rich = transferOf(game.external, gamer, 1n);
    const refused = { ...transferOf(game.gamer(), game.pool(), 1n), id: rich.id };
    let making: Promise<string> | undefined;
    await holding("LOCK TABLE wallet.transfer IN SHARE MODE", [], async () => {
      making = refusal(makeTransfer(one.wallet, rich));
      await expect.poll(waiting).toBe(1n);
      const answer = await refusal(makeTransfer(other.wallet, refused));
      expect(answer).toBe("INSUFFICIENT_FUNDS");
    });
    expect(await making).toBe("TRANSFER_ID_REUSED");
    expect(await refusals()).toEqual([rich.id]);
    expect(await one.balance(gamer)).toBe(0n);
  });
});
