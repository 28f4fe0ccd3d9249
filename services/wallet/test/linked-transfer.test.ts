import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  newGame,
  outcomesOf,
  refusal,
  startWallet,
  transferOf,
  type Spec,
  type WalletUnderTest,
} from "./service.ts";

let service: WalletUnderTest;
beforeAll(async () => {
  service = await startWallet();
});
afterAll(() => service?.close());

const post = (...transfers: Spec[]) => outcomesOf(service.wallet, transfers);
const linked = (transfer: Spec): Spec => ({ ...transfer, linked: true });

/** A game with a gamer who has some cents. */
async function gamerWith(cents: bigint) {
  const game = newGame();
  const [gamer, pool] = [game.gamer(), game.pool()];
  await post(transferOf(game.external, gamer, cents));
  return { game, gamer, pool };
}

describe("linked transfers", () => {
  test("happen all when each can", async () => {
    const { game, gamer, pool } = await gamerWith(10n);
    const outcomes = await post(
      linked(transferOf(gamer, pool, 6n)),
      linked(transferOf(gamer, pool, 4n)),
      transferOf(pool, game.gamer(), 10n),
    );
    expect(outcomes).toEqual(["posted", "posted", "posted"]);
    expect(await service.balance(pool)).toBe(0n);
  });

  test("happen not at all when one cannot, and leave the transfers beside them alone", async () => {
    const { gamer, pool } = await gamerWith(10n);
    const outcomes = await post(
      transferOf(gamer, pool, 1n),
      linked(transferOf(gamer, pool, 5n)),
      linked(transferOf(gamer, pool, 5n)),
      transferOf(gamer, pool, 1n),
      transferOf(gamer, pool, 9n),
    );
    expect(outcomes).toEqual([
      "posted",
      "LINKED_TRANSFER_REFUSED",
      "INSUFFICIENT_FUNDS",
      "LINKED_TRANSFER_REFUSED",
      "posted",
    ]);
    expect(await service.balance(pool)).toBe(10n);
  });

  test("repeated, have the same outcomes", async () => {
    const { gamer, pool } = await gamerWith(10n);
    const made = [linked(transferOf(gamer, pool, 1n)), transferOf(gamer, pool, 1n)];
    const refused = [linked(transferOf(gamer, pool, 1n)), transferOf(gamer, pool, 100n)];
    const first = await post(...made, ...refused);
    expect(await post(...made, ...refused)).toEqual(first);
    expect(first).toEqual(["posted", "posted", "LINKED_TRANSFER_REFUSED", "INSUFFICIENT_FUNDS"]);
    expect(await service.balance(pool)).toBe(2n);
  });

  test("do not happen in part when one of them was refused before", async () => {
    const { game, gamer, pool } = await gamerWith(10n);
    const tooMuch = transferOf(gamer, pool, 11n);
    await post(tooMuch);
    await post(transferOf(game.external, gamer, 1n));
    expect(await post(linked(transferOf(gamer, pool, 1n)), tooMuch)).toEqual([
      "LINKED_TRANSFER_REFUSED",
      "INSUFFICIENT_FUNDS",
    ]);
    expect(await service.balance(pool)).toBe(0n);
  });

  test("do not happen in part when the id of one stands for something else", async () => {
    const { gamer, pool } = await gamerWith(10n);
    const made = transferOf(gamer, pool, 1n);
    await post(made);
    const other = { ...made, amount: { currency: "USD", minorUnits: 2n } };
    const expected = ["LINKED_TRANSFER_REFUSED", "TRANSFER_ID_REUSED"];
    expect(await post(linked(transferOf(gamer, pool, 1n)), other)).toEqual(expected);
    const fresh = transferOf(gamer, pool, 1n);
    const contrary = { ...fresh, amount: { currency: "USD", minorUnits: 2n } };
    expect(await post(linked(fresh), contrary)).toEqual(expected);
    expect(await service.balance(pool)).toBe(1n);
  });

  test("do not happen in part when one of them was refused in a chain before it", async () => {
    const { gamer, pool } = await gamerWith(10n);
    const shared = transferOf(gamer, pool, 1n);
    const outcomes = await post(
      linked(shared),
      transferOf(gamer, pool, 100n),
      linked(transferOf(gamer, pool, 1n)),
      shared,
    );
    expect(outcomes).toEqual([
      "LINKED_TRANSFER_REFUSED",
      "INSUFFICIENT_FUNDS",
      "LINKED_TRANSFER_REFUSED",
      "LINKED_TRANSFER_REFUSED",
    ]);
    expect(await service.balance(pool)).toBe(0n);
  });

  test("stay linked across one that was made before", async () => {
    const { gamer, pool } = await gamerWith(10n);
    const between = transferOf(gamer, pool, 1n);
    await post(between);
    const outcomes = await post(
      linked(transferOf(gamer, pool, 1n)),
      linked(between),
      transferOf(gamer, pool, 100n),
    );
    expect(outcomes).toEqual(["LINKED_TRANSFER_REFUSED", "posted", "INSUFFICIENT_FUNDS"]);
    expect(await service.balance(pool)).toBe(1n);
  });

  test("that open a batch's end to a stranger are refused", async () => {
    const { gamer, pool } = await gamerWith(10n);
    const transfers = [transferOf(gamer, pool, 1n), linked(transferOf(gamer, pool, 1n))];
    expect(await refusal(service.wallet.batchTransfer({ transfers }))).toBe("INVALID_ARGUMENT");
    expect(await service.balance(pool)).toBe(0n);
  });
});
