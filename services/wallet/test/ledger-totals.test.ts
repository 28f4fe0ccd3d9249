import { timestampMs } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { encodePageToken } from "@tms/kit/values/page";
import { AccountType, type Account } from "@tms/proto/tms/wallet/v1/wallet";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ACCOUNT_TYPES } from "../src/words.ts";
import { makeTransfer, newGame, outcomesOf, refusal, startWallet, transferOf } from "./service.ts";
import type { WalletUnderTest } from "./service.ts";

let service: WalletUnderTest;
beforeAll(async () => {
  service = await startWallet();
});
afterAll(() => service?.close());
afterEach(() => vi.restoreAllMocks());

const USD = { currency: "USD" };

async function ledgerOf(gameId: string) {
  const { balances, ...ledger } = await service.wallet.getLedger({ gameId, ...USD });
  const byType = balances.map(({ type, minorUnits }) => [
    ACCOUNT_TYPES.word(type),
    Number(minorUnits),
  ]);
  return { ...ledger, byType: Object.fromEntries(byType) as Record<string, number> };
}

/** A game with three gamers, two pools and a fee of the platform. */
async function busyGame() {
  const game = newGame();
  const [ada, bob, cyd] = [game.gamer(), game.gamer(), game.gamer()];
  const [one, other] = [game.pool(), game.pool()];
  const made = await outcomesOf(service.wallet, [
    transferOf(game.external, ada, 700n),
    transferOf(game.external, bob, 300n),
    transferOf(ada, one, 100n),
    transferOf(bob, one, 100n),
    transferOf(game.game, other, 250n),
    transferOf(one, cyd, 150n),
    transferOf(bob, game.external, 40n),
  ]);
  expect(new Set(made)).toEqual(new Set(["posted"]));
  return { ...game, ada, one };
}

describe("the ledger of a game", () => {
  test("sums each type of account, and all of them to zero", async () => {
    const { gameId } = await busyGame();
    const askedAt = Date.now();
    const { byType, sumMinorUnits, asOfTime } = await ledgerOf(gameId);
    expect(byType).toEqual({
      external: -960,
      game: -250,
      gamer: 910,
      prize_pool: 300,
      platform: 0,
    });
    expect(sumMinorUnits).toBe(0n);
    expect(timestampMs(asOfTime!)).toBeGreaterThanOrEqual(askedAt);
    expect(timestampMs(asOfTime!)).toBeLessThanOrEqual(Date.now());
  });

  test("has all its types, and no sum, before any money moved", async () => {
    const { byType, sumMinorUnits } = await ledgerOf(newId());
    expect(new Set(Object.values(byType))).toEqual(new Set([0]));
    expect(Object.keys(byType)).toHaveLength(5);
    expect(sumMinorUnits).toBe(0n);
  });

  test("is told again for ten seconds, then summed anew", async () => {
    const { gameId, external, ada } = await busyGame();
    const before = await ledgerOf(gameId);
    await makeTransfer(service.wallet, transferOf(external, ada, 5n));
    expect(await ledgerOf(gameId)).toEqual(before);
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 10_001);
    const after = await ledgerOf(gameId);
    expect([after.byType["gamer"], after.byType["external"]]).toEqual([915, -965]);
  });

  test("adds up to zero at every moment of a game that moves money", async () => {
    const { gameId, external, ada } = await busyGame();
    let now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => (now += 20_000));
    const moving = (async () => {
      for (let n = 0; n < 50; n++)
        await makeTransfer(service.wallet, transferOf(external, ada, 1n));
    })();
    for (let n = 0; n < 50; n++) expect((await ledgerOf(gameId)).sumMinorUnits).toBe(0n);
    await moving;
  });
});

async function listed(gameId: string, pageSize: number, type?: AccountType): Promise<Account[]> {
  const accounts: Account[] = [];
  let pageToken = "";
  do {
    const request = { gameId, ...USD, pageSize, pageToken, ...(type && { type }) };
    const page = await service.wallet.listAccounts(request);
    expect(page.accounts.length).toBeLessThanOrEqual(pageSize);
    accounts.push(...page.accounts);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return accounts;
}

describe("the accounts of a game", () => {
  test.each([1, 2, 3, 50])("in pages of %i are there once, by type", async (size) => {
    const { gameId } = await busyGame();
    const types = (await listed(gameId, size)).map(({ ref }) => ref?.type);
    expect(types).toEqual([1, 2, 3, 3, 3, 4, 4]);
    expect(await listed(gameId, size, AccountType.GAMER)).toHaveLength(3);
    expect(await listed(gameId, size, AccountType.PLATFORM)).toEqual([]);
  });

  test("hold together what the ledger says", async () => {
    const { gameId } = await busyGame();
    const { byType } = await ledgerOf(gameId);
    for (const type of [AccountType.GAMER, AccountType.PRIZE_POOL]) {
      const held = (await listed(gameId, 50, type)).map(({ balance }) => balance?.minorUnits ?? 0n);
      expect(held.reduce((sum, minor) => sum + minor)).toBe(
        BigInt(byType[ACCOUNT_TYPES.word(type) ?? ""] ?? 0),
      );
    }
  });

  test.for([
    ["another type's", [3]],
    ["another game's", [undefined, newId()]],
  ] as const)("refuses a token that is %s", async ([, [type, gameId]]) => {
    const game = await busyGame();
    const list = ["accounts", gameId ?? game.gameId, "USD", type && "gamer"];
    const pageToken = encodePageToken(list, ["gamer", newId()]);
    const call = service.wallet.listAccounts({ gameId: game.gameId, ...USD, pageToken });
    expect(await refusal(call)).toBe("INVALID_PAGE_TOKEN");
  });

  test("refuses a token that names no type of account", async () => {
    const { gameId } = newGame();
    const pageToken = encodePageToken(["accounts", gameId, "USD", undefined], ["bank", newId()]);
    const call = service.wallet.listAccounts({ gameId, ...USD, pageToken });
    expect(await refusal(call)).toBe("INVALID_PAGE_TOKEN");
  });
});

test("an account is found by its id in its own game alone", async () => {
  const { gameId, one } = await busyGame();
  const account = (await listed(gameId, 50)).find(({ ref }) => ref?.ownerId === one.ownerId);
  const accountId = account?.id ?? "";
  const found = await service.wallet.findAccount({ gameId, accountId });
  expect(found.account).toEqual(account);
  for (const key of [
    { gameId: newId(), accountId },
    { gameId, accountId: newId() },
  ])
    expect(await refusal(service.wallet.findAccount(key))).toBe("ACCOUNT_NOT_FOUND");
});
