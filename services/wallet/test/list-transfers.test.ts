import { over } from "@tms/kit/database/handle";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodePageToken } from "@tms/kit/values/page";
import type { Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import { accountId } from "../src/ledger/accounts.ts";
import { listStatement } from "../src/db/statement.ts";
import { connectRaw } from "./raw.ts";
import {
  makeTransfer,
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

const page = (ref: Ref, pageSize: number, pageToken = "") =>
  service.wallet.listTransfers({ ref, currency: "USD", pageSize, pageToken });

async function wholeStatement(ref: Ref, pageSize: number): Promise<Transfer[]> {
  const lines: Transfer[] = [];
  let token = "";
  do {
    const { transfers, nextPageToken } = await page(ref, pageSize, token);
    expect(transfers.length).toBeLessThanOrEqual(pageSize);
    lines.push(...transfers);
    token = nextPageToken;
  } while (token !== "");
  return lines;
}

/** A gamer with ten deposits of 1 to 10 cents, each followed by a payment of one cent. */
async function busyGamer() {
  const game = newGame();
  const [gamer, pool] = [game.gamer(), game.pool()];
  const amounts = Array.from({ length: 10 }, (_, index) => BigInt(index + 1));
  await outcomesOf(
    service.wallet,
    amounts.flatMap((cents) => [
      transferOf(game.external, gamer, cents),
      transferOf(gamer, pool, 1n),
    ]),
  );
  return { game, gamer, pool };
}

describe("a statement", () => {
  test.each([1, 3, 7, 20, 50])("in pages of %i holds every line once", async (size) => {
    const { gamer } = await busyGamer();
    const lines = await wholeStatement(gamer, size);
    expect(lines).toHaveLength(20);
    expect(new Set(lines.map((line) => line.spec?.id)).size).toBe(20);
    const sequences = lines.map((line) => line.sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => (a < b ? 1 : -1)));
  });

  test("says the balance after each line, on every page", async () => {
    const { gamer } = await busyGamer();
    const lines = (await wholeStatement(gamer, 3)).toReversed();
    let balance = 0n;
    for (const { spec, balanceAfterMinorUnits } of lines) {
      const cents = spec?.amount?.minorUnits ?? 0n;
      balance += spec?.credit?.ownerId === gamer.ownerId ? cents : -cents;
      expect(balanceAfterMinorUnits).toBe(balance);
    }
    expect(await service.balance(gamer)).toBe(balance);
  });

  test("keeps its balances when money moves between two of its pages", async () => {
    const { game, gamer } = await busyGamer();
    const before = await wholeStatement(gamer, 50);
    const first = await page(gamer, 5);
    await makeTransfer(service.wallet, transferOf(game.external, gamer, 1_000n));
    const second = await page(gamer, 50, first.nextPageToken);
    expect([...first.transfers, ...second.transfers]).toEqual(before);
  });

  test("reads no line to pass it over, on whichever page", async () => {
    const { gamer } = await busyGamer();
    const lines = await wholeStatement(gamer, 50);
    const db = connectRaw(service.database.urlFor("wallet"));
    const tx = await db.connect();
    await tx.query("BEGIN");
    await listStatement(over(tx), accountId(gamer, "USD"), lines.at(15)?.sequence ?? 0n, 2);
    const { rows } = await tx.query<{ idx_tup_fetch: bigint }>(
      "SELECT idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relid = 'transfer'::regclass",
    );
    await tx.query("ROLLBACK");
    tx.release();
    await db.end();
    // At most two by either index.
    expect(rows[0]?.idx_tup_fetch).toBeLessThanOrEqual(4n);
  });

  test("tells both sides of a transfer", async () => {
    const { gamer, pool } = await busyGamer();
    const [line] = await wholeStatement(pool, 50);
    expect(line?.spec?.debit).toMatchObject(gamer);
    expect(line?.spec?.credit).toMatchObject(pool);
    expect(line?.balanceAfterMinorUnits).toBe(10n);
  });

  test("of an account never opened is empty", async () => {
    expect(await wholeStatement(newGame().gamer(), 50)).toEqual([]);
  });

  test("ends without a token when its last page is full", async () => {
    const { gamer } = await busyGamer();
    expect((await page(gamer, 20)).nextPageToken).toBe("");
  });

  test.for([
    ["no token at all", "nonsense"],
    ["JSON of another shape", Buffer.from('{"a":1}').toString("base64url")],
    ["too few parts", ["1"]],
    ["a part that is no number", ["1", "2; DROP TABLE transfer"]],
  ] as const)("refuses a token with %s", async ([, position]) => {
    const { gamer } = await busyGamer();
    const list = ["transfers", accountId(gamer, "USD")];
    const token = typeof position === "string" ? position : encodePageToken(list, position);
    expect(await refusal(page(gamer, 5, token))).toBe("INVALID_PAGE_TOKEN");
  });

  test("refuses another statement's token", async () => {
    const { gamer, pool } = await busyGamer();
    const { nextPageToken } = await page(gamer, 5);
    expect(await refusal(page(pool, 5, nextPageToken))).toBe("INVALID_PAGE_TOKEN");
  });
});
