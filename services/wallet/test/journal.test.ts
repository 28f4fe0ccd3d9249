import { accountId } from "../src/ledger/transfer.ts";
import { createHash } from "node:crypto";
import { derivedId, newId } from "@tms/kit/values/ids";
import { encodePageToken } from "@tms/kit/values/page";
import type { ListJournalResponse } from "@tms/proto/tms/wallet/v1/wallet";
import { getReason, readPages, type AccountRef } from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { makeTransfer, newAccounts, post, times, transferOf } from "./actions.ts";

const readPage = ({ wallet }: World, ref: AccountRef, pageSize = 0, pageToken = "") =>
  wallet.listJournal({ ref, currency: "USD", pageSize, pageToken });

/** Reads a whole journal in pages of a size. */
async function readJournal(world: World, ref: AccountRef, pageSize: number) {
  const pages = await readPages((token) => readPage(world, ref, pageSize, token));
  for (const { lines } of pages) expect(lines.length).toBeLessThanOrEqual(pageSize);
  const seals = pages.flatMap((page) => page.seals.map((seal) => [seal.number, seal] as const));
  return { lines: pages.flatMap(({ lines }) => lines), seals: [...new Map(seals).values()] };
}

/** Computes the seals of a journal from the transfers that the RPC returns. */
function recompute(ref: AccountRef, { lines, seals }: Awaited<ReturnType<typeof readJournal>>) {
  const idOf = ({ gameId, type, ownerId }: AccountRef) =>
    derivedId("account", gameId, String(type), ownerId, "USD");
  let before = idOf(ref);
  return seals.map(({ number }) => {
    const text = lines
      .filter((line) => line.sealNumber === number)
      .map(({ transfer }) => {
        const { id, debit, credit, amount, kind, referenceId } = transfer?.spec ?? {};
        const { seconds = 0n, nanos = 0 } = transfer?.createTime ?? {};
        const leaves = debit && idOf(debit) === idOf(ref);
        const effect = (leaves ? -1n : 1n) * (amount?.minorUnits ?? 0n);
        const away = leaves ? credit : debit;
        const ms = seconds * 1_000n + BigInt(nanos / 1_000_000);
        return `${transfer?.sequence} ${id} ${effect} ${away && idOf(away)} ${kind} ${referenceId ?? "-"} ${ms}\n`;
      });
    before = createHash("sha256")
      .update(`${before}\n${text.join("")}`)
      .digest("hex");
    return before;
  });
}

const toHex = (seals: ListJournalResponse["seals"]) =>
  seals.map(({ digest }) => Buffer.from(digest).toString("hex"));

describe("a journal", () => {
  test("can be recomputed by a stranger, in pages of any size", async ({ world }) => {
    const { game, gamer, pool } = newAccounts();
    const fee = (cents: bigint) => transferOf(game, pool, cents, { referenceId: pool.ownerId });
    await post(world, fee(1n), fee(2n), fee(3n));
    await post(world, fee(4n));
    await post(world, transferOf(pool, gamer, 6n), fee(5n));
    for (const pageSize of [1, 2, 4, 100]) {
      const journal = await readJournal(world, pool, pageSize);
      expect(journal.lines.map(({ sealNumber }) => Number(sealNumber))).toEqual([1, 1, 1, 2, 3, 3]);
      expect(journal.seals.map(({ transfers }) => Number(transfers))).toEqual([3, 1, 2]);
      expect(recompute(pool, journal)).toEqual(toHex(journal.seals));
    }
  });

  test("of an external account has deposits and withdrawals, a gamer's none", async ({ world }) => {
    const { external, gamer } = newAccounts();
    await makeTransfer(world, transferOf(external, gamer, 9n));
    await makeTransfer(world, transferOf(gamer, external, 4n));
    const journal = await readJournal(world, external, 10);
    expect(journal.lines.map(({ text }) => text.split(" ")[2])).toEqual(["-9", "4"]);
    expect(recompute(external, journal)).toEqual(toHex(journal.seals));
    expect(await readPage(world, gamer)).toMatchObject({ lines: [], seals: [], nextPageToken: "" });
    const forged = encodePageToken(["journal", newId()], ["1", "1"]);
    expect(await getReason(readPage(world, external, 1, forged))).toBe("INVALID_PAGE_TOKEN");
    const changed = encodePageToken(["journal", accountId(external, "USD")], ["0", "999999"]);
    expect(await getReason(readPage(world, external, 1, changed))).toBe("INVALID_PAGE_TOKEN");
  });

  test("has the lines that docs/guide/seals.md describes, for good", async ({ world }) => {
    const id = "0198a5f0-0000-7000-8000-0123456789ab";
    const { rows } = await world.admin.query<{ line: string }>(
      `SELECT wallet.journal_line(7, $1, -250, $1, kind, $2, '2026-01-01T00:00:00.001Z') AS line
       FROM unnest(enum_range(NULL::wallet.transfer_kind)) AS kind
       UNION ALL SELECT wallet.journal_line(8, $1, 1, $1, 'deposit', NULL, 'epoch')`,
      [id, id],
    );
    expect(rows.map(({ line }) => line)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((kind) => `7 ${id} -250 ${id} ${kind} ${id} 1767225600001\n`),
      `8 ${id} 1 ${id} 1 - 0\n`,
    ]);
  });

  test("is sealed in order, however Postgres groups a large batch", async ({ world }) => {
    const { game, pool } = newAccounts();
    await makeTransfer(world, transferOf(game, pool, 1n));
    for (const method of ["enable_hashagg", "enable_sort"]) {
      const tx = await world.admin.connect();
      await tx.query(`SET ${method} = off`);
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
    const journal = await readJournal(world, pool, 1_000);
    expect(journal.seals.map(({ transfers }) => Number(transfers))).toEqual([1, 3_000, 3_000]);
    expect(recompute(pool, journal)).toEqual(toHex(journal.seals));
  });

  test("is one unbroken chain when two replicas post at once", async ({ world, replica }) => {
    const { game, pool } = newAccounts();
    await Promise.all(
      times(200, (n) => makeTransfer(n % 2 === 0 ? world : replica, transferOf(game, pool, 1n))),
    );
    const journal = await readJournal(world, pool, 1_000);
    expect(journal.lines).toHaveLength(200);
    expect(journal.seals.map(({ number }) => Number(number))).toEqual(
      journal.seals.map((_, index) => index + 1),
    );
    expect(recompute(pool, journal)).toEqual(toHex(journal.seals));
  });
});
