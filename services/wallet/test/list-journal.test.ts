import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { derivedId, newId } from "@tms/kit/values/ids";
import { encodePageToken } from "@tms/kit/values/page";
import { TransferKind, type ListJournalResponse } from "@tms/proto/tms/wallet/v1/wallet";
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

// Two replicas of the wallet on one database.
let one: WalletUnderTest;
let other: WalletUnderTest;
beforeAll(async () => {
  one = await startWallet();
  other = await startWallet(one.database);
});
afterAll(async () => {
  await other?.close();
  await one?.close();
});

const page = (ref: Ref, pageSize = 0, pageToken = "") =>
  one.wallet.listJournal({ ref, currency: "USD", pageSize, pageToken });

/** Everything of a journal that pages of a size show, joined. */
async function wholeJournal(ref: Ref, pageSize: number) {
  const lines: ListJournalResponse["lines"] = [];
  const seals = new Map<bigint, ListJournalResponse["seals"][number]>();
  let token = "";
  do {
    const next = await page(ref, pageSize, token);
    expect(next.lines.length).toBeLessThanOrEqual(pageSize);
    lines.push(...next.lines);
    for (const seal of next.seals) seals.set(seal.number, seal);
    token = next.nextPageToken;
  } while (token !== "");
  return { lines, seals: [...seals.values()] };
}

/** Recomputes a chain from nothing but what the RPC tells of its transfers. */
function recompute(ref: Ref, { lines, seals }: Awaited<ReturnType<typeof wholeJournal>>): string[] {
  const accountOf = ({ gameId, type, ownerId }: Ref) =>
    derivedId("account", gameId, String(type), ownerId, "USD");
  let before = accountOf(ref);
  return seals.map(({ number }) => {
    const text = lines
      .filter((line) => line.sealNumber === number)
      .map(({ transfer }) => {
        const { id, debit, credit, amount, kind, referenceId } = transfer?.spec ?? {};
        const { seconds = 0n, nanos = 0 } = transfer?.createTime ?? {};
        const leaves = debit && accountOf(debit) === accountOf(ref);
        const effect = (leaves ? -1n : 1n) * (amount?.minorUnits ?? 0n);
        const away = leaves ? credit : debit;
        const ms = seconds * 1_000n + BigInt(nanos / 1_000_000);
        return `${transfer?.sequence} ${id} ${effect} ${away && accountOf(away)} ${kind} ${referenceId ?? "-"} ${ms}\n`;
      });
    before = createHash("sha256")
      .update(`${before}\n${text.join("")}`)
      .digest("hex");
    return before;
  });
}

const hex = (seals: ListJournalResponse["seals"]) =>
  seals.map(({ digest }) => Buffer.from(digest).toString("hex"));

describe("a journal", () => {
  test("can be recomputed by a stranger, whatever the size of its pages", async () => {
    const game = newGame();
    const pool = game.pool();
    const fee = (cents: bigint) =>
      transferOf(game.game, pool, cents, {
        kind: TransferKind.ENTRY_FEE,
        referenceId: pool.ownerId,
      });
    const payout = transferOf(pool, game.gamer(), 6n, { kind: TransferKind.PAYOUT });
    await one.wallet.batchTransfer({ transfers: [fee(1n), fee(2n), fee(3n)] });
    await makeTransfer(one.wallet, fee(4n));
    await one.wallet.batchTransfer({ transfers: [payout, fee(5n)] });
    for (const pageSize of [1, 2, 4, 100]) {
      const journal = await wholeJournal(pool, pageSize);
      expect(journal.lines.map(({ sealNumber }) => Number(sealNumber))).toEqual([1, 1, 1, 2, 3, 3]);
      expect(journal.seals.map(({ transfers }) => Number(transfers))).toEqual([3, 1, 2]);
      expect(recompute(pool, journal)).toEqual(hex(journal.seals));
    }
  });

  test("of an external account holds deposits and withdrawals", async () => {
    const game = newGame();
    const gamer = game.gamer();
    await makeTransfer(one.wallet, transferOf(game.external, gamer, 9n));
    const back = transferOf(gamer, game.external, 4n, { kind: TransferKind.WITHDRAWAL });
    await makeTransfer(one.wallet, back);
    const journal = await wholeJournal(game.external, 10);
    expect(journal.lines.map(({ text }) => text.split(" ")[2])).toEqual(["-9", "4"]);
    expect(recompute(game.external, journal)).toEqual(hex(journal.seals));
    expect((await page(gamer)).lines).toEqual([]);
  });

  test("has lines of the form that docs/guide/seals.md gives them, for good", async () => {
    const id = "0198a5f0-0000-7000-8000-0123456789ab";
    const admin = connectRaw(one.database.adminUrl);
    const { rows } = await admin.query<{ line: string }>(
      `SELECT wallet.journal_line(7, $1, -250, $1, kind, $2, '2026-01-01T00:00:00.001Z') AS line
       FROM unnest(enum_range(NULL::wallet.transfer_kind)) AS kind
       UNION ALL SELECT wallet.journal_line(8, $1, 1, $1, 'deposit', NULL, 'epoch')`,
      [id, id],
    );
    await admin.end();
    expect(rows.map(({ line }) => line)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((kind) => `7 ${id} -250 ${id} ${kind} ${id} 1767225600001\n`),
      `8 ${id} 1 ${id} 1 - 0\n`,
    ]);
  });

  test("is sealed in order, whichever way Postgres chooses to group a large batch", async () => {
    const game = newGame();
    const pool = game.pool();
    const fee = { kind: TransferKind.ENTRY_FEE };
    await makeTransfer(one.wallet, transferOf(game.game, pool, 1n, fee));
    const admin = connectRaw(one.database.adminUrl);
    for (const how of ["enable_hashagg", "enable_sort"]) {
      const tx = await admin.connect();
      await tx.query(`SET ${how} = off`);
      await tx.query(
        `INSERT INTO wallet.transfer (id, game_id, currency, debit_account_id, credit_account_id,
           amount_minor, kind)
         SELECT gen_random_uuid(), game_id, currency, debit_account_id, credit_account_id, 1, 'entry_fee'
         FROM wallet.transfer, generate_series(1, 3000)
         WHERE id = (SELECT min(id::text)::uuid FROM wallet.transfer WHERE game_id = $1)`,
        [pool.gameId],
      );
      tx.release(true);
    }
    await admin.end();
    const journal = await wholeJournal(pool, 1_000);
    expect(journal.seals.map(({ transfers }) => Number(transfers))).toEqual([1, 3_000, 3_000]);
    expect(recompute(pool, journal)).toEqual(hex(journal.seals));
  });

  test("is one unbroken chain when two replicas post into it at once", async () => {
    const game = newGame();
    const pool = game.pool();
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        makeTransfer(
          (index % 2 === 0 ? one : other).wallet,
          transferOf(game.game, pool, 1n, { kind: TransferKind.ENTRY_FEE }),
        ),
      ),
    );
    const journal = await wholeJournal(pool, 1_000);
    expect(journal.lines).toHaveLength(200);
    expect(journal.seals.map(({ number }) => Number(number))).toEqual(
      journal.seals.map((_, index) => index + 1),
    );
    expect(recompute(pool, journal)).toEqual(hex(journal.seals));
  });

  test("is empty for an account that was never opened, and refuses a forged page token", async () => {
    const pool = newGame().pool();
    expect(await page(pool)).toMatchObject({ lines: [], seals: [], nextPageToken: "" });
    const forged = encodePageToken(["journal", newId()], ["1", "1"]);
    expect(await refusal(page(pool, 1, forged))).toBe("INVALID_PAGE_TOKEN");
  });
});
