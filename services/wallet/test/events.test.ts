import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectRaw } from "./raw.ts";
import {
  closeAccount,
  itemOf,
  newGame,
  outcomesOf,
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
beforeEach(() => void (service.events.recorded = []));

/** What the log was told: the change, the gamer, the transfer and the balance after it. */
async function told() {
  await service.publish();
  return service.events.recorded.map(({ change, origin, gameId }) => {
    if (change.case !== "walletDeposited" && change.case !== "walletWithdrawn")
      throw new Error(`the wallet told of ${change.case}`);
    const { gamerId, handle, transfer } = change.value;
    return {
      change: change.case,
      gameId,
      gamerId,
      handle,
      id: transfer?.spec?.id,
      after: transfer?.balanceAfterMinorUnits,
      transfer,
      origin,
    };
  });
}

/** A game with a gamer, and what moves the gamer's money. */
function newGamer(handle = "ada") {
  const game = newGame();
  const gamer = game.gamer();
  const put = (cents: bigint, more: Partial<Spec> = {}) =>
    transferOf(game.external, gamer, cents, { gamerHandle: handle, ...more });
  const take = (cents: bigint, more: Partial<Spec> = {}) =>
    transferOf(gamer, game.external, cents, { gamerHandle: handle, ...more });
  return { game, gamer, put, take };
}
const post = (...transfers: Spec[]) => outcomesOf(service.wallet, transfers);

describe("a deposit and a withdrawal", () => {
  test("are told with the balance after them, as the statement shows them, and with whose doing it is", async () => {
    const { game, gamer, put, take } = newGamer("Zo\u0065\u0308");
    const [deposit, withdrawal] = [put(500n), take(120n)];
    const headers = { "tms-actor": `api_key:${newId()}`, "x-request-id": "abc" };
    for (const transfer of [deposit, withdrawal])
      await service.wallet.batchTransfer({ transfers: [transfer] }, { headers });
    const events = await told();
    expect(events).toMatchObject([
      { change: "walletDeposited", id: deposit.id, after: 500n },
      { change: "walletWithdrawn", id: withdrawal.id, after: 380n },
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ gameId: game.gameId, gamerId: gamer.ownerId });
      expect(event.handle).toBe("Zo\u00eb");
      expect(event.origin).toMatchObject({ actor: headers["tms-actor"], requestId: "abc" });
    }
    const { transfers } = await service.wallet.listTransfers({ ref: gamer, currency: "USD" });
    expect(events.map(({ transfer }) => transfer).toReversed()).toEqual(transfers);
  });

  test("of one batch follow each other in one row, each with its own balance", async () => {
    const { put, take } = newGamer();
    const other = newGamer("bob");
    const transfers = [put(5n), other.put(7n), put(3n), take(6n), put(1n)];
    expect(new Set(await post(...transfers))).toEqual(new Set(["posted"]));
    expect(await staged()).toBe(2);
    const events = await told();
    const own = events.filter(({ handle }) => handle === "ada");
    expect(own.map(({ after }) => after)).toEqual([5n, 8n, 2n, 3n]);
    expect(events.filter(({ handle }) => handle === "bob").map(({ after }) => after)).toEqual([7n]);
    expect(await service.balance(itemOf(transfers, 0).credit)).toBe(3n);
  });

  test("are told once, however often they are asked for", async () => {
    const { put } = newGamer();
    const deposit = put(5n);
    await post(deposit, deposit);
    await post(deposit);
    await Promise.all(Array.from({ length: 5 }, () => post(deposit)));
    expect((await told()).map(({ id, after }) => [id, after])).toEqual([[deposit.id, 5n]]);
  });

  test("are not told of when they are refused", async () => {
    const { gamer, put, take } = newGamer();
    expect(await post(take(1n))).toEqual(["INSUFFICIENT_FUNDS"]);
    await closeAccount(service.wallet, gamer);
    expect(await post(put(1n))).toEqual(["ACCOUNT_CLOSED"]);
    expect(await told()).toEqual([]);
  });

  test("are told without an error where their maker names no gamer: not at all", async () => {
    const { gamer, game } = newGamer();
    expect(await post(transferOf(game.external, gamer, 5n))).toEqual(["posted"]);
    expect(await post(transferOf(game.external, game.game, 5n))).toEqual(["posted"]);
    expect(await told()).toEqual([]);
  });

  test("and a handle is no part of what a repeat is compared with, nor may it be none", async () => {
    const { put } = newGamer();
    const deposit = put(5n);
    expect(await post(deposit)).toEqual(["posted"]);
    expect(await post({ ...deposit, gamerHandle: "another" })).toEqual(["posted"]);
    expect((await told()).map(({ handle }) => handle)).toEqual(["ada"]);
    await expect(post(put(5n, { gamerHandle: "" }))).rejects.toThrow("gamer_handle");
  });
});

test("fees and prizes are told by others", async () => {
  const { game, gamer, put } = newGamer();
  const pool = game.pool();
  const referenceId = newId();
  await post(put(5n));
  service.events.recorded = [];
  await service.publish();
  service.events.recorded = [];
  const fee = transferOf(gamer, pool, 5n, { referenceId, gamerHandle: "ada" });
  const prize = transferOf(pool, gamer, 5n, { referenceId, gamerHandle: "ada" });
  expect(await post(fee, prize)).toEqual(["posted", "posted"]);
  expect(await told()).toEqual([]);
});

async function staged(): Promise<number> {
  const admin = connectRaw(service.database.adminUrl);
  const { rows } = await admin.query("SELECT FROM wallet.event_out");
  await admin.end();
  return rows.length;
}
