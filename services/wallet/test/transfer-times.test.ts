import { timestampMs } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import {
  makeTransfer,
  newGame,
  refusal,
  startWallet,
  transferOf,
  type WalletUnderTest,
} from "./service.ts";

let service: WalletUnderTest;
beforeAll(async () => {
  service = await startWallet();
});
afterAll(() => service?.close());

const timesOf = async (gameId: string, transferIds: string[]) =>
  (await service.wallet.batchGetTransferTimes({ gameId, transferIds })).createTimesMs.map(Number);

describe("the times of transfers", () => {
  test("are those they were made at, in the order asked for, and 0 for what was not made", async () => {
    const game = newGame();
    const made = [1n, 2n, 3n].map((cents) => transferOf(game.external, game.gamer(), cents));
    const times = new Map<string, number>();
    for (const transfer of made) {
      const { createTime: at } = await makeTransfer(service.wallet, transfer);
      if (at) times.set(transfer.id, timestampMs(at));
    }
    const refused = transferOf(game.gamer(), game.pool(), 1n);
    expect(await refusal(makeTransfer(service.wallet, refused))).toBe("INSUFFICIENT_FUNDS");
    const [first = "", ...others] = made.map(({ id }) => id);
    const asked = [...others, refused.id, newId(), first.toUpperCase(), first];
    expect(await timesOf(game.gameId, asked)).toEqual(
      asked.map((id) => times.get(id.toLowerCase()) ?? 0),
    );
  });

  test("are told to their own game alone", async () => {
    const game = newGame();
    const transfer = transferOf(game.external, game.gamer(), 5n);
    await makeTransfer(service.wallet, transfer);
    expect(await timesOf(newId(), [transfer.id])).toEqual([0]);
  });

  test("are told of no more than a thousand at once", async () => {
    const ids = Array.from({ length: 1_001 }, () => newId());
    const call = service.wallet.batchGetTransferTimes({ gameId: newId(), transferIds: ids });
    expect(await refusal(call)).toBe("INVALID_ARGUMENT");
  });
});
