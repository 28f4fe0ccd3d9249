import { randomUUID } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { toRemoteError } from "@tms/kit/errors/status";
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

const balance = (ref: Ref) => service.balance(ref);

const capitals = (ref: Ref) => ({
  ...ref,
  gameId: ref.gameId.toUpperCase(),
  ownerId: ref.ownerId.toUpperCase(),
});

describe("transfer", () => {
  test("moves an amount from one account to another", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const made = await makeTransfer(service.wallet, transferOf(game.external, gamer, 500n));
    expect(made.spec?.amount?.minorUnits).toBe(500n);
    expect(await balance(gamer)).toBe(500n);
    expect(await balance(game.external)).toBe(-500n);
  });

  test("made twice under one id is made once", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const transfer = transferOf(game.external, gamer, 500n);
    const first = await makeTransfer(service.wallet, transfer);
    const second = await makeTransfer(service.wallet, transfer);
    expect(second).toEqual(first);
    expect(await balance(gamer)).toBe(500n);
  });

  test("with a used id and other content is refused and moves nothing", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const transfer = transferOf(game.external, gamer, 500n);
    await makeTransfer(service.wallet, transfer);
    const other = { ...transfer, amount: { currency: "USD", minorUnits: 501n } };
    expect(await refusal(makeTransfer(service.wallet, other))).toBe("TRANSFER_ID_REUSED");
    expect(await balance(gamer)).toBe(500n);
  });

  test("beyond the balance is refused", async () => {
    const game = newGame();
    const gamer = game.gamer();
    await makeTransfer(service.wallet, transferOf(game.external, gamer, 500n));
    const transfer = transferOf(gamer, game.pool(), 501n);
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("INSUFFICIENT_FUNDS");
    expect(await balance(gamer)).toBe(500n);
  });

  test("once refused stays refused, even when the money has come since", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const transfer = transferOf(gamer, game.pool(), 100n);
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("INSUFFICIENT_FUNDS");
    await makeTransfer(service.wallet, transferOf(game.external, gamer, 500n));
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("INSUFFICIENT_FUNDS");
    expect(await balance(gamer)).toBe(500n);
  });

  test("refused as a payout works under the same id once its cause is mended", async () => {
    const game = newGame();
    const [pool, gamer] = [game.pool(), game.gamer()];
    const transfer = transferOf(pool, gamer, 100n, { kind: TransferKind.PAYOUT });
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("INSUFFICIENT_FUNDS");
    await makeTransfer(service.wallet, transferOf(game.game, pool, 100n));
    await makeTransfer(service.wallet, transfer);
    expect(await balance(gamer)).toBe(100n);
  });

  test("into a closed account is refused, out of it still works", async () => {
    const game = newGame();
    const [pool, gamer] = [game.pool(), game.gamer()];
    await makeTransfer(service.wallet, transferOf(game.game, pool, 300n));
    const account = await closeAccount(service.wallet, pool);
    expect(account?.balance?.minorUnits).toBe(300n);
    const late = transferOf(game.game, pool, 100n);
    expect(await refusal(makeTransfer(service.wallet, late))).toBe("ACCOUNT_CLOSED");
    await makeTransfer(service.wallet, transferOf(pool, gamer, 300n));
    expect(await balance(pool)).toBe(0n);
    expect(await balance(gamer)).toBe(300n);
  });

  test("pays a closed account what it is owed, and lets that be withdrawn", async () => {
    const game = newGame();
    const [pool, gamer] = [game.pool(), game.gamer()];
    await makeTransfer(service.wallet, transferOf(game.game, pool, 300n));
    await closeAccount(service.wallet, gamer);
    const as = (kind: TransferKind) => ({ kind });
    const payout = transferOf(pool, gamer, 200n, as(TransferKind.PAYOUT));
    const refund = transferOf(pool, gamer, 100n, as(TransferKind.REFUND));
    const fee = transferOf(gamer, game.pool(), 50n, as(TransferKind.ENTRY_FEE));
    const out = transferOf(gamer, game.external, 300n, as(TransferKind.WITHDRAWAL));
    for (const transfer of [payout, refund]) await makeTransfer(service.wallet, transfer);
    expect(await refusal(makeTransfer(service.wallet, fee))).toBe("ACCOUNT_CLOSED");
    await makeTransfer(service.wallet, out);
    expect(await balance(gamer)).toBe(0n);
  });

  test("into an account closed before it was ever opened is refused", async () => {
    const game = newGame();
    const pool = game.pool();
    await closeAccount(service.wallet, pool);
    const transfer = transferOf(game.game, pool, 100n);
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("ACCOUNT_CLOSED");
  });

  test("down to a game's credit limit works, beyond it is refused", async () => {
    const game = newGame();
    await service.wallet.openAccount({
      requestId: crypto.randomUUID(),
      ref: game.game,
      currency: "USD",
      floorMinorUnits: -1_000n,
    });
    await makeTransfer(service.wallet, transferOf(game.game, game.pool(), 1_000n));
    const transfer = transferOf(game.game, game.pool(), 1n);
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("INSUFFICIENT_FUNDS");
  });

  test.for([
    ["a zero amount", { amount: { currency: "USD", minorUnits: 0n } }, "transfers[0].amount"],
    ["a negative amount", { amount: { currency: "USD", minorUnits: -5n } }, "transfers[0].amount"],
    ["an id that is no UUID", { id: "payout-1" }, "transfers[0].id"],
    [
      "a currency that is no code",
      { amount: { currency: "usd", minorUnits: 5n } },
      "transfers[0].amount.currency",
    ],
  ] as const)("with %s is refused, naming the field", async ([, change, field]) => {
    const game = newGame();
    const gamer = game.gamer();
    const transfer = { ...transferOf(game.external, gamer, 5n), ...change };
    const error = await makeTransfer(service.wallet, transfer).catch((e: unknown) => e);
    expect(ConnectError.from(error).code).toBe(Code.InvalidArgument);
    expect(toRemoteError(error).fields[0]?.field).toBe(field);
    expect(await balance(gamer)).toBe(0n);
  });

  test("within one account, or across games, is refused", async () => {
    const [one, other] = [newGame(), newGame()];
    const gamer = one.gamer();
    for (const transfer of [transferOf(gamer, gamer, 5n), transferOf(one.game, other.game, 5n)])
      expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("INVALID_ARGUMENT");
  });

  test("between one account spelt in two ways is refused", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const shouted = { ...gamer, ownerId: gamer.ownerId.toUpperCase() };
    const transfer = transferOf(gamer, shouted, 5n);
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("INVALID_ARGUMENT");
  });

  test("repeated with its ids in capitals is the same transfer between the same accounts", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const transfer = transferOf(game.external, gamer, 500n);
    const first = await makeTransfer(service.wallet, transfer);
    const second = await makeTransfer(service.wallet, {
      ...transfer,
      id: transfer.id.toUpperCase(),
      debit: capitals(transfer.debit),
      credit: capitals(transfer.credit),
    });
    expect(second.sequence).toBe(first.sequence);
    expect(await balance(capitals(gamer))).toBe(500n);
  });

  test("beyond the largest balance is refused", async () => {
    const game = newGame();
    const gamer = game.gamer();
    const most = 9_007_199_254_740_991n;
    await makeTransfer(service.wallet, transferOf(game.external, gamer, most));
    const elsewhere = { ...game.external, ownerId: randomUUID() };
    const transfer = transferOf(elsewhere, gamer, 1n);
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("BALANCE_OVERFLOW");
    expect(await balance(gamer)).toBe(most);
  });

  test("that the external account cannot hold is refused as that, not as the gamer's", async () => {
    const game = newGame();
    const most = 9_007_199_254_740_991n;
    await makeTransfer(service.wallet, transferOf(game.external, game.gamer(), most));
    const gamer = game.gamer();
    const transfer = transferOf(game.external, gamer, 1n);
    expect(await refusal(makeTransfer(service.wallet, transfer))).toBe("OUTSIDE_ACCOUNT_FULL");
    expect(await balance(gamer)).toBe(0n);
  });

  test("can be read again by its game alone", async () => {
    const game = newGame();
    const transfer = transferOf(game.external, game.gamer(), 5n, { referenceId: randomUUID() });
    const made = await makeTransfer(service.wallet, transfer);
    const key = { gameId: game.gameId, transferId: transfer.id };
    expect((await service.wallet.getTransfer(key)).transfer).toEqual(made);
    const foreign = service.wallet.getTransfer({ ...key, gameId: newGame().gameId });
    expect(await refusal(foreign)).toBe("TRANSFER_NOT_FOUND");
  });
});
