import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 1);
const minute = (n: number) => timestampFromDate(new Date(START + n * MINUTE_MS));

/** Moves a game's transfers to 2026-01-01, one a minute, as if they had been made then. */
async function spreadOut(gameId: string) {
  const admin = connectRaw(service.database.adminUrl);
  await admin.query(
    `UPDATE wallet.transfer SET created_at = $2::timestamptz + n * interval '1 minute'
     FROM (SELECT id, row_number() OVER (ORDER BY sequence) AS n FROM wallet.transfer
       WHERE game_id = $1) AS numbered
     WHERE numbered.id = transfer.id`,
    [gameId, new Date(START)],
  );
  await admin.end();
}

const balanceAt = async (ref: Ref, n: number) => {
  const { account } = await service.wallet.getAccount({ ref, currency: "USD", at: minute(n) });
  return account?.balance?.minorUnits;
};

describe("an account", () => {
  test("tells its balance, floor and owner", async () => {
    const game = newGame();
    const gamer = game.gamer();
    await makeTransfer(service.wallet, transferOf(game.external, gamer, 5n));
    const { account } = await service.wallet.getAccount({ ref: gamer, currency: "USD" });
    expect(account).toMatchObject({
      ref: gamer,
      balance: { currency: "USD", minorUnits: 5n },
      floorMinorUnits: 0n,
    });
    expect(account?.closeTime).toBeUndefined();
  });

  test("never opened is not found, and has a balance of zero", async () => {
    const gamer = newGame().gamer();
    const asked = service.wallet.getAccount({ ref: gamer, currency: "USD" });
    expect(await refusal(asked)).toBe("ACCOUNT_NOT_FOUND");
    expect(await service.balance(gamer)).toBe(0n);
  });

  test("tells the balance it had at any past moment", async () => {
    const game = newGame();
    const [gamer, pool] = [game.gamer(), game.pool()];
    await outcomesOf(service.wallet, [
      transferOf(game.external, gamer, 10n),
      transferOf(gamer, pool, 3n),
      transferOf(game.external, gamer, 5n),
      transferOf(gamer, pool, 12n),
    ]);
    await spreadOut(game.gameId);
    const past = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => balanceAt(gamer, n)));
    expect(past).toEqual([0n, 10n, 7n, 12n, 0n, 0n]);
    expect(await Promise.all([1, 2, 4].map((n) => balanceAt(pool, n)))).toEqual([0n, 3n, 15n]);
    expect(await balanceAt(game.external, 2)).toBe(-10n);
  });

  test("asked about a moment outside of time is refused", async () => {
    const game = newGame();
    await makeTransfer(service.wallet, transferOf(game.external, game.game, 5n));
    for (const seconds of [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n]) {
      const at = { seconds, nanos: 0 };
      const asked = service.wallet.getAccount({ ref: game.game, currency: "USD", at });
      expect(await refusal(asked)).toBe("INVALID_ARGUMENT");
    }
  });

  test("is asked with many others at once, in their order", async () => {
    const game = newGame();
    const [rich, poor] = [game.gamer(), game.gamer()];
    await makeTransfer(service.wallet, transferOf(game.external, rich, 5n));
    const { balances } = await service.wallet.batchGetBalances({
      refs: [poor, rich, game.external, rich],
      currency: "USD",
    });
    expect(balances.map((balance) => balance.minorUnits)).toEqual([0n, 5n, -5n, 5n]);
  });
});
