import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newGame, outcomesOf, startWallet, transferOf, type WalletUnderTest } from "./service.ts";

let service: WalletUnderTest;
beforeAll(async () => {
  service = await startWallet();
});
afterAll(() => service?.close());

describe("accounts closed together", () => {
  test("are closed at what they hold, also one never opened, and stay so", async () => {
    const [game, empty] = [newGame(), newGame().pool()];
    const full = game.pool();
    await outcomesOf(service.wallet, [transferOf(game.game, full, 7n)]);
    const accounts = [full, empty].map((ref) => ({ ref, currency: "USD" }));
    const first = await service.wallet.batchCloseAccount({ accounts });
    expect(first.accounts.map((account) => account.balance?.minorUnits)).toEqual([7n, 0n]);
    expect(first.accounts.every((account) => account.closeTime !== undefined)).toBe(true);
    expect(await service.wallet.batchCloseAccount({ accounts })).toEqual(first);
    const late = transferOf(game.game, full, 1n);
    expect(await outcomesOf(service.wallet, [late])).toEqual(["ACCOUNT_CLOSED"]);
  });

  test("are answered in the order asked for, one asked for twice both times", async () => {
    const game = newGame();
    const pools = Array.from({ length: 12 }, () => game.pool());
    const asked = [...pools, ...pools.toReversed()];
    const { accounts } = await service.wallet.batchCloseAccount({
      accounts: asked.map((ref) => ({ ref, currency: "USD" })),
    });
    expect(accounts.map(({ ref }) => ref?.ownerId)).toEqual(asked.map(({ ownerId }) => ownerId));
  });
});
