import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  closeAccount,
  makeTransfer,
  newGame,
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

const open = (ref: Ref, floorMinorUnits?: bigint, requestId: string = randomUUID()) =>
  service.wallet.openAccount({
    requestId,
    ref,
    currency: "USD",
    ...(floorMinorUnits !== undefined && { floorMinorUnits }),
  });
const close = (ref: Ref) => closeAccount(service.wallet, ref);

describe("opening an account", () => {
  test("gives it the floor of its type", async () => {
    const game = newGame();
    const floors = await Promise.all(
      [game.external, game.game, game.gamer(), game.pool()].map(
        async (ref) => (await open(ref)).account?.floorMinorUnits,
      ),
    );
    expect(floors).toEqual([undefined, undefined, 0n, 0n]);
  });

  test("again sets a game's floor, and without one leaves it alone", async () => {
    const { game } = newGame();
    const first = await open(game, -500n);
    const second = await open(game, -100n);
    expect(second.account).toMatchObject({ id: first.account?.id, floorMinorUnits: -100n });
    expect((await open(game)).account?.floorMinorUnits).toBe(-100n);
  });

  test("cannot put a floor above the balance", async () => {
    const game = newGame();
    await makeTransfer(service.wallet, transferOf(game.game, game.pool(), 200n));
    expect(await refusal(open(game.game, -199n))).toBe("INSUFFICIENT_FUNDS");
    expect((await open(game.game, -200n)).account?.balance?.minorUnits).toBe(-200n);
  });

  test("cannot give a wallet or a pool credit", async () => {
    const game = newGame();
    expect(await refusal(open(game.gamer(), -1n))).toBe("INVALID_ARGUMENT");
    expect(await refusal(open(game.pool(), -1n))).toBe("INVALID_ARGUMENT");
    expect(await refusal(open(game.game, 1n))).toBe("INVALID_ARGUMENT");
  });

  test("repeated answers as it did, and changes nothing that came after", async () => {
    const { game } = newGame();
    const requestId = randomUUID();
    const first = await open(game, -500n, requestId);
    await open(game, -100n);
    expect(await open(game, -500n, requestId)).toEqual(first);
    const { account } = await service.wallet.getAccount({ ref: game, currency: "USD" });
    expect(account?.floorMinorUnits).toBe(-100n);
  });

  test("under a used request id with other content is refused", async () => {
    const { game } = newGame();
    const requestId = randomUUID();
    await open(game, -500n, requestId);
    expect(await refusal(open(game, -400n, requestId))).toBe("REQUEST_ID_REUSED");
  });

  test("does not reopen a closed one", async () => {
    const game = newGame();
    await close(game.game);
    expect((await open(game.game)).account?.closeTime).toBeDefined();
    const transfer = transferOf(game.external, game.game, 1n);
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("ACCOUNT_CLOSED");
  });
});

describe("closing an account", () => {
  test("twice is closing it once", async () => {
    const pool = newGame().pool();
    expect(await close(pool)).toEqual(await close(pool));
  });
});
