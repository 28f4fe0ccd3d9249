import { newId } from "@tms/kit/values/ids";
import { createGame, getBalance, listSentEvents } from "../../../test/world/actions.ts";
import { expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { closeAccount, newAccounts, post, transferOf, type Spec } from "./actions.ts";

/** Returns the sent events of the wallet: the change, the gamer, the transfer and the balance. */
async function listWalletEvents(world: World, gameId: string) {
  const events = await listSentEvents(world, gameId);
  return events.flatMap(({ change, origin }) => {
    if (change.case !== "walletDeposited" && change.case !== "walletWithdrawn") return [];
    const { gamerId, handle, transfer } = change.value;
    const after = transfer?.balanceAfterMinorUnits;
    return {
      change: change.case,
      gamerId,
      handle,
      id: transfer?.spec?.id,
      after,
      transfer,
      origin,
    };
  });
}

/** Creates a game with a gamer, and functions that write the gamer's deposits and withdrawals. */
async function createGamer(world: World, handle = "ada") {
  const accounts = newAccounts((await createGame(world)).gameId);
  const { external, gamer } = accounts;
  await listSentEvents(world, accounts.gameId);
  return {
    ...accounts,
    toDeposit: (cents: bigint, more: Partial<Spec> = {}) =>
      transferOf(external, gamer, cents, { gamerHandle: handle, ...more }),
    toWithdrawal: (cents: bigint) => transferOf(gamer, external, cents, { gamerHandle: handle }),
  };
}

test("sends deposits and withdrawals as in the statement, with their actor", async ({ world }) => {
  const { gameId, gamer, toDeposit, toWithdrawal } = await createGamer(world, "Zo\u0065\u0308");
  const [deposit, withdrawal] = [toDeposit(500n), toWithdrawal(120n)];
  const headers = { "tms-actor": `api_key:${newId()}`, "x-request-id": "abc" };
  for (const transfer of [deposit, withdrawal])
    await world.wallet.batchTransfer({ transfers: [transfer] }, { headers });
  const events = await listWalletEvents(world, gameId);
  const shared = {
    gamerId: gamer.ownerId,
    handle: "Zo\u00eb",
    origin: { actor: headers["tms-actor"], requestId: "abc" },
  };
  expect(events).toMatchObject([
    { change: "walletDeposited", id: deposit.id, after: 500n, ...shared },
    { change: "walletWithdrawn", id: withdrawal.id, after: 380n, ...shared },
  ]);
  const { transfers } = await world.wallet.listTransfers({ ref: gamer, currency: "USD" });
  expect(events.map(({ transfer }) => transfer).toReversed()).toEqual(transfers);
});

test("sends those of a batch in order, each with its own balance", async ({ world }) => {
  const [ada, bob] = [await createGamer(world), await createGamer(world)];
  const outcomes = await post(
    world,
    ada.toDeposit(5n),
    bob.toDeposit(7n),
    ada.toDeposit(3n),
    ada.toWithdrawal(6n),
    ada.toDeposit(1n),
  );
  expect(new Set(outcomes)).toEqual(new Set(["posted"]));
  // One row for each game.
  expect((await world.admin.query("SELECT FROM wallet.event_out")).rows).toHaveLength(2);
  const balancesOf = async ({ gameId }: typeof ada) =>
    (await listWalletEvents(world, gameId)).map(({ after }) => after);
  expect(await balancesOf(ada)).toEqual([5n, 8n, 2n, 3n]);
  expect(await balancesOf(bob)).toEqual([7n]);
  expect(await getBalance(world, ada.gamer)).toBe(3n);
});

test("sends a repeated deposit once, with the handle of the first", async ({ world }) => {
  const { gameId, toDeposit } = await createGamer(world);
  const deposit = toDeposit(5n);
  await post(world, deposit, deposit);
  await Promise.all(Array.from({ length: 5 }, () => post(world, deposit)));
  expect(await post(world, { ...deposit, gamerHandle: "another" })).toEqual(["posted"]);
  expect(await listWalletEvents(world, gameId)).toMatchObject([
    { id: deposit.id, after: 5n, handle: "ada" },
  ]);
});

test("sends neither refusals nor fees and prizes nor moves without a handle", async ({ world }) => {
  const { gameId, external, game, gamer, pool, toDeposit, toWithdrawal } = await createGamer(world);
  expect(
    await post(
      world,
      toWithdrawal(1n),
      transferOf(external, gamer, 5n),
      transferOf(external, game, 5n),
      transferOf(gamer, pool, 5n, { gamerHandle: "ada" }),
      transferOf(pool, gamer, 5n, { gamerHandle: "ada" }),
    ),
  ).toEqual(["INSUFFICIENT_FUNDS", "posted", "posted", "posted", "posted"]);
  await closeAccount(world, gamer);
  expect(await post(world, toDeposit(1n))).toEqual(["ACCOUNT_CLOSED"]);
  expect(await listWalletEvents(world, gameId)).toEqual([]);
});
