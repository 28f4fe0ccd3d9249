import { randomUUID } from "node:crypto";
import { timestampFromDate, timestampMs } from "@bufbuild/protobuf/wkt";
import { over } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { onTestFinished, vi } from "vitest";
import { getBalance, getReason, readPages, type AccountRef } from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { ACCOUNT_TYPES } from "../src/db/tables.ts";
import { listStatement } from "../src/db/transfers.ts";
import { accountId } from "../src/ledger/transfer.ts";
import { makeTransfer, newAccounts, post, times, transferOf } from "./actions.ts";

const USD = { currency: "USD" };
const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 1);

describe("an account", () => {
  const open = (
    { wallet }: World,
    ref: AccountRef,
    floorMinorUnits?: bigint,
    requestId: string = randomUUID(),
  ) =>
    wallet.openAccount({
      requestId,
      ref,
      ...USD,
      ...(floorMinorUnits !== undefined && { floorMinorUnits }),
    });

  test("is opened with the floor of its type", async ({ world }) => {
    const { external, game, gamer, pool } = newAccounts();
    const opened = await Promise.all([external, game, gamer, pool].map((ref) => open(world, ref)));
    expect(opened.map(({ account }) => account?.floorMinorUnits)).toEqual([
      undefined,
      undefined,
      0n,
      0n,
    ]);
    expect(opened[2]?.account).toMatchObject({ ref: gamer, balance: { ...USD, minorUnits: 0n } });
  });

  test("of a game takes the floor of the latest opening that names one", async ({ world }) => {
    const { game } = newAccounts();
    const requestId = randomUUID();
    const first = await open(world, game, -500n, requestId);
    const second = await open(world, game, -100n);
    expect(second.account).toMatchObject({ id: first.account?.id, floorMinorUnits: -100n });
    // A late repeat changes nothing.
    expect(await open(world, game, -500n, requestId)).toEqual(first);
    expect((await open(world, game)).account?.floorMinorUnits).toBe(-100n);
  });

  test("of a game has no floor above its balance", async ({ world }) => {
    const { game, pool } = newAccounts();
    await post(world, transferOf(game, pool, 200n));
    expect(await getReason(open(world, game, -199n))).toBe("INSUFFICIENT_FUNDS");
    expect((await open(world, game, -200n)).account?.balance?.minorUnits).toBe(-200n);
  });

  test("of a gamer or a pool has no credit", async ({ world }) => {
    const { game, gamer, pool } = newAccounts();
    expect(await getReason(open(world, gamer, -1n))).toBe("INVALID_ARGUMENT");
    expect(await getReason(open(world, pool, -1n))).toBe("INVALID_ARGUMENT");
    expect(await getReason(open(world, game, 1n))).toBe("INVALID_ARGUMENT");
  });

  test("is closed once, at its balance, with others and in the order asked", async ({ world }) => {
    const { game, newPool } = newAccounts();
    const [full, ...pools] = times(12, newPool);
    if (full === undefined) throw new Error("there are twelve");
    await post(world, transferOf(game, full, 7n));
    const refs = [full, ...pools, ...pools.toReversed(), full];
    const accounts = refs.map((ref) => ({ ref, ...USD }));
    const first = await world.wallet.batchCloseAccount({ accounts });
    expect(first.accounts.map(({ ref }) => ref?.ownerId)).toEqual(
      refs.map(({ ownerId }) => ownerId),
    );
    expect(first.accounts.at(-1)?.balance?.minorUnits).toBe(7n);
    expect(first.accounts.every(({ closeTime }) => closeTime !== undefined)).toBe(true);
    expect(await world.wallet.batchCloseAccount({ accounts })).toEqual(first);
  });

  test("that was never opened is not found, and has a balance of zero", async ({ world }) => {
    const { gamer } = newAccounts();
    const reading = world.wallet.getAccount({ ref: gamer, ...USD });
    expect(await getReason(reading)).toBe("ACCOUNT_NOT_FOUND");
    expect(await getBalance(world, gamer)).toBe(0n);
  });

  test("tells its balance at any past moment", async ({ world }) => {
    const { gameId, external, gamer, pool } = newAccounts();
    await post(
      world,
      transferOf(external, gamer, 10n),
      transferOf(gamer, pool, 3n),
      transferOf(external, gamer, 5n),
      transferOf(gamer, pool, 12n),
    );
    // One transfer a minute.
    await world.admin.query(
      `UPDATE wallet.transfer SET created_at = $2::timestamptz + n * interval '1 minute'
       FROM (SELECT id, row_number() OVER (ORDER BY sequence) AS n FROM wallet.transfer
         WHERE game_id = $1) AS numbered
       WHERE numbered.id = transfer.id`,
      [gameId, new Date(START)],
    );
    const balanceAt = async (ref: AccountRef, minute: number) => {
      const at = timestampFromDate(new Date(START + minute * MINUTE_MS));
      const { account } = await world.wallet.getAccount({ ref, ...USD, at });
      return account?.balance?.minorUnits;
    };
    const balancesAt = (ref: AccountRef, minutes: number[]) =>
      Promise.all(minutes.map((minute) => balanceAt(ref, minute)));
    expect(await balancesAt(gamer, [0, 1, 2, 3, 4, 5])).toEqual([0n, 10n, 7n, 12n, 0n, 0n]);
    expect(await balancesAt(pool, [1, 2, 4])).toEqual([0n, 3n, 15n]);
    expect(await balancesAt(external, [2])).toEqual([-10n]);
  });
});

/** Creates a game with three gamers, two pools and no fee of the platform. */
async function createBusyGame(world: World) {
  const accounts = newAccounts();
  const { external, game, gamer, newGamer, pool, newPool } = accounts;
  const [bob, cyd] = [newGamer(), newGamer()];
  await post(
    world,
    transferOf(external, gamer, 700n),
    transferOf(external, bob, 300n),
    transferOf(gamer, pool, 100n),
    transferOf(bob, pool, 100n),
    transferOf(game, newPool(), 250n),
    transferOf(pool, cyd, 150n),
    transferOf(bob, external, 40n),
  );
  return accounts;
}

describe("the ledger of a game", () => {
  async function readLedger({ wallet }: World, gameId: string) {
    const { balances, ...ledger } = await wallet.getLedger({ gameId, ...USD });
    const byType = balances.map(({ type, minorUnits }) => [
      ACCOUNT_TYPES.word(type),
      Number(minorUnits),
    ]);
    return { ...ledger, byType: Object.fromEntries(byType) as Record<string, number> };
  }

  /** Replaces the clock of caches until the test ends. */
  function setClock(now: () => number) {
    const clock = vi.spyOn(performance, "now").mockImplementation(now);
    onTestFinished(() => clock.mockRestore());
  }

  test("sums each type of account, and all of them to zero", async ({ world }) => {
    const { gameId } = await createBusyGame(world);
    const readAt = Date.now();
    const { byType, sumMinorUnits, asOfTime } = await readLedger(world, gameId);
    expect(byType).toEqual({
      external: -960,
      game: -250,
      gamer: 910,
      prize_pool: 300,
      platform: 0,
    });
    expect(sumMinorUnits).toBe(0n);
    const asOf = asOfTime ? timestampMs(asOfTime) : 0;
    expect(asOf).toBeGreaterThanOrEqual(readAt);
    expect(asOf).toBeLessThanOrEqual(Date.now());
    const empty = await readLedger(world, newId());
    expect(Object.values(empty.byType)).toEqual([0, 0, 0, 0, 0]);
    expect(empty.sumMinorUnits).toBe(0n);
  });

  test("is kept for ten seconds, then summed anew", async ({ world }) => {
    const { gameId, external, gamer } = await createBusyGame(world);
    let now = performance.now();
    setClock(() => now);
    const before = await readLedger(world, gameId);
    await post(world, transferOf(external, gamer, 5n));
    now += 9_999;
    expect(await readLedger(world, gameId)).toEqual(before);
    now += 2;
    const { byType } = await readLedger(world, gameId);
    expect([byType["gamer"], byType["external"]]).toEqual([915, -965]);
  });

  test("adds up to zero at every moment while money moves", async ({ world }) => {
    const { gameId, external, gamer } = await createBusyGame(world);
    let now = performance.now();
    setClock(() => (now += 20_000));
    const moving = (async () => {
      for (let n = 0; n < 50; n++) await post(world, transferOf(external, gamer, 1n));
    })();
    for (let n = 0; n < 50; n++) expect((await readLedger(world, gameId)).sumMinorUnits).toBe(0n);
    await moving;
  });

  async function listAccounts(
    { wallet }: World,
    gameId: string,
    pageSize: number,
    type: AccountType = AccountType.UNSPECIFIED,
  ) {
    const pages = await readPages((pageToken) =>
      wallet.listAccounts({ gameId, ...USD, pageSize, pageToken, type }),
    );
    for (const { accounts } of pages) expect(accounts.length).toBeLessThanOrEqual(pageSize);
    return pages.flatMap(({ accounts }) => accounts);
  }

  test.for([1, 2, 3, 50])(
    "lists its accounts once by type, in pages of %i",
    async (size, { world }) => {
      const { gameId } = await createBusyGame(world);
      const types = (await listAccounts(world, gameId, size)).map(({ ref }) => ref?.type);
      expect(types).toEqual([1, 2, 3, 3, 3, 4, 4]);
      const gamers = await listAccounts(world, gameId, size, AccountType.GAMER);
      const held = gamers.map(({ balance }) => balance?.minorUnits ?? 0n);
      expect(held.toSorted((a, b) => Number(a - b))).toEqual([150n, 160n, 600n]);
      expect(await listAccounts(world, gameId, size, AccountType.PLATFORM)).toEqual([]);
    },
  );

  test("finds an account by its id", async ({ world }) => {
    const { gameId, pool } = await createBusyGame(world);
    const accounts = await listAccounts(world, gameId, 50);
    const account = accounts.find(({ ref }) => ref?.ownerId === pool.ownerId);
    const key = { gameId, accountId: account?.id ?? "" };
    expect((await world.wallet.findAccount(key)).account).toEqual(account);
    const stranger = world.wallet.findAccount({ ...key, gameId: newId() });
    expect(await getReason(stranger)).toBe("ACCOUNT_NOT_FOUND");
  });
});

describe("a statement", () => {
  const readPage = ({ wallet }: World, ref: AccountRef, pageSize: number, pageToken = "") =>
    wallet.listTransfers({ ref, ...USD, pageSize, pageToken });

  async function readStatement(world: World, ref: AccountRef, pageSize: number) {
    const pages = await readPages((token) => readPage(world, ref, pageSize, token));
    for (const { transfers } of pages) expect(transfers.length).toBeLessThanOrEqual(pageSize);
    return pages.flatMap(({ transfers }) => transfers);
  }

  /** Creates a gamer with ten deposits of 1 to 10 cents, each followed by a payment of one cent. */
  async function createBusyGamer(world: World) {
    const accounts = newAccounts();
    const { external, gamer, pool } = accounts;
    const rounds = times(10, (n) => [
      transferOf(external, gamer, BigInt(n + 1)),
      transferOf(gamer, pool, 1n),
    ]);
    await post(world, ...rounds.flat());
    return accounts;
  }

  test.for([1, 3, 7, 20, 50])(
    "lists every line once with its balance, in pages of %i",
    async (size, { world }) => {
      const { gamer, pool } = await createBusyGamer(world);
      const lines = await readStatement(world, gamer, size);
      expect(new Set(lines.map((line) => line.spec?.id)).size).toBe(20);
      expect(lines).toHaveLength(20);
      let balance = 0n;
      let sequence = 0n;
      for (const line of lines.toReversed()) {
        const cents = line.spec?.amount?.minorUnits ?? 0n;
        balance += line.spec?.credit?.ownerId === gamer.ownerId ? cents : -cents;
        expect(line.balanceAfterMinorUnits).toBe(balance);
        expect(line.sequence).toBeGreaterThan(sequence);
        sequence = line.sequence;
      }
      expect(await getBalance(world, gamer)).toBe(balance);
      const [line] = await readStatement(world, pool, size);
      expect(line?.spec).toMatchObject({ debit: gamer, credit: pool });
      expect(line?.balanceAfterMinorUnits).toBe(10n);
    },
  );

  test("keeps its balances if money moves between two of its pages", async ({ world }) => {
    const { external, gamer } = await createBusyGamer(world);
    const before = await readStatement(world, gamer, 50);
    const first = await readPage(world, gamer, 5);
    await makeTransfer(world, transferOf(external, gamer, 1_000n));
    const second = await readPage(world, gamer, 50, first.nextPageToken);
    expect([...first.transfers, ...second.transfers]).toEqual(before);
    expect(await readStatement(world, newAccounts().gamer, 50)).toEqual([]);
  });

  test("reads no line in order to skip it", async ({ world }) => {
    const { gamer } = await createBusyGamer(world);
    const lines = await readStatement(world, gamer, 50);
    const tx = await world.contexts.wallet.db.$client.connect();
    await tx.query("BEGIN");
    const read = async () => {
      const { rows } = await tx.query<{ idx_tup_fetch: bigint }>(
        "SELECT idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relid = 'transfer'::regclass",
      );
      return rows[0]?.idx_tup_fetch ?? 0n;
    };
    const before = await read();
    await listStatement(over(tx), accountId(gamer, "USD"), lines.at(15)?.sequence ?? 0n, 2);
    const after = await read();
    await tx.query("ROLLBACK");
    tx.release();
    // At most two by either index.
    expect(after - before).toBeLessThanOrEqual(4n);
  });
});
